//! Luck: the only source of chance.
//!
//! Every die and every blind draw goes through [`Luck`], states its purpose and is recorded for the journal.
//! The generator is PCG (`Lcg64Xsh32`, crate `rand_pcg`); the mapping to faces is written here, so that a
//! library update cannot change an old game: a 32-bit output `x` gives `(x * n) >> 32` among `n` equal
//! results, and `x` is drawn again while the low half of the product is below `2^32 mod n` (Lemire's method).

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use bevy::prelude::Resource;
use rand::Rng as _;
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// One piece of luck, as scripts force it and the journal records it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LuckItem {
    /// A six-sided die, 1–6.
    Die(u8),
    /// A blind draw: the cup's name and the item's code, such as `Draw("speed", "S6")`.
    Draw(String, String),
}

/// A cup of like items for blind draws; item `n` (counted from 1) has the code `prefix` + `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cup {
    /// The cup's name in scripts, journals and logs.
    pub name: &'static str,
    /// The letters before the item's number.
    pub prefix: &'static str,
}

impl Cup {
    /// The code of item `n`.
    #[must_use]
    pub fn code(self, n: u8) -> String {
        format!("{}{n}", self.prefix)
    }
}

/// A recorded result, compact; see [`Taken::item`] for its text form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// A die and whether a player rolled it by hand.
    Die(u8, bool),
    /// An item drawn from a cup.
    Draw(Cup, u8),
}

impl Taken {
    /// The form that scripts and journals use.
    #[must_use]
    pub fn item(self) -> LuckItem {
        match self {
            Self::Die(face, _) => LuckItem::Die(face),
            Self::Draw(cup, n) => LuckItem::Draw(cup.name.to_owned(), cup.code(n)),
        }
    }
}

/// A forced item that does not fit what the rules asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules asked for {asked}, but the next item of the luck queue is {found}")]
pub struct LuckMismatch {
    /// What was asked for and why.
    pub asked: String,
    /// What the queue held.
    pub found: String,
}

/// The luck of one table: a seeded generator, a queue of forced results before it, and hand dice.
#[derive(Resource, Clone, Debug)]
pub struct Luck {
    seed: u64,
    rng: Pcg32,
    position: u64,
    forced: VecDeque<LuckItem>,
    strict: bool,
    hand: VecDeque<u8>,
    taken: Vec<Taken>,
    mismatch: Option<LuckMismatch>,
}

impl Default for Luck {
    fn default() -> Self {
        Self::seeded(0)
    }
}

impl Hash for Luck {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seed.hash(state);
        self.position.hash(state);
        self.forced.len().hash(state);
    }
}

impl Luck {
    /// Luck from a seed: the same seed gives the same game.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self {
            seed,
            rng: generator(seed),
            position: 0,
            forced: VecDeque::new(),
            strict: false,
            hand: VecDeque::new(),
            taken: Vec::new(),
            mismatch: None,
        }
    }

    /// Puts forced results before the seeded ones. With `strict` an empty queue or an item of the wrong
    /// kind is a mismatch; without it the seed serves when the queue is empty.
    pub fn force(&mut self, items: impl IntoIterator<Item = LuckItem>, strict: bool) {
        self.forced.extend(items);
        self.strict = strict;
    }

    /// How many forced results are left.
    #[must_use]
    pub fn forced_left(&self) -> usize {
        self.forced.len()
    }

    /// The seed and how many generator outputs were used.
    #[must_use]
    pub fn position(&self) -> (u64, u64) {
        (self.seed, self.position)
    }

    /// New luck from here on (practice mode): the generator starts again from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.rng = generator(seed);
        self.position = 0;
    }

    /// Dice that a player rolled by hand, served to the next rolls in order.
    pub(crate) fn by_hand(&mut self, dice: &[u8]) {
        self.hand.extend(dice.iter().copied());
    }

    /// The results since the last call, for the journal.
    pub(crate) fn drain_taken(&mut self) -> Vec<Taken> {
        std::mem::take(&mut self.taken)
    }

    /// Forgets the record of results; for play without a journal.
    pub(crate) fn forget_taken(&mut self) {
        self.taken.clear();
    }

    /// Whether anything was rolled or drawn since the record was last taken.
    #[must_use]
    pub fn touched(&self) -> bool {
        !self.taken.is_empty()
    }

    /// The first mismatch between forced luck and the rules, if there was one.
    pub fn take_mismatch(&mut self) -> Option<LuckMismatch> {
        self.mismatch.take()
    }

    /// An equal choice among `n` results, 0 to `n − 1`.
    fn below(&mut self, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        loop {
            self.position += 1;
            let product = u64::from(self.rng.next_u32()) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Rolls one six-sided die for `purpose`.
    pub fn die(&mut self, purpose: &'static str) -> u8 {
        if let Some(face) = self.hand.pop_front() {
            self.taken.push(Taken::Die(face, true));
            return face;
        }
        let face = match self.next_forced(|| format!("Die for {purpose}")) {
            Some(LuckItem::Die(face)) if (1..=6).contains(&face) => face,
            Some(other) => {
                self.note_mismatch(format!("Die for {purpose}"), &other);
                1
            }
            None => u8::try_from(self.below(6)).unwrap_or(0) + 1,
        };
        self.taken.push(Taken::Die(face, false));
        face
    }

    /// Draws one of `items` blindly from `cup` and returns its place in the slice.
    /// An empty slice gives `None`.
    pub fn draw(&mut self, cup: Cup, items: &[u8], purpose: &'static str) -> Option<usize> {
        let n = u32::try_from(items.len()).ok().filter(|n| *n > 0)?;
        let asked = || format!("Draw({:?}, …) for {purpose}", cup.name);
        let at = match self.next_forced(asked) {
            Some(LuckItem::Draw(name, code)) if name == cup.name => {
                match items.iter().position(|i| cup.code(*i) == code) {
                    Some(at) => at,
                    None => {
                        let left: Vec<_> = items.iter().map(|i| cup.code(*i)).collect();
                        self.note_mismatch(
                            format!("{} out of {}", asked(), left.join(", ")),
                            &LuckItem::Draw(name, code),
                        );
                        0
                    }
                }
            }
            Some(other) => {
                self.note_mismatch(asked(), &other);
                0
            }
            None => usize::try_from(self.below(n)).unwrap_or(0),
        };
        self.taken.push(Taken::Draw(cup, items[at]));
        Some(at)
    }

    fn next_forced(&mut self, asked: impl Fn() -> String) -> Option<LuckItem> {
        let item = self.forced.pop_front();
        if item.is_none() && self.strict && self.mismatch.is_none() {
            self.mismatch =
                Some(LuckMismatch { asked: asked(), found: "nothing (the queue is empty)".to_owned() });
        }
        item
    }

    fn note_mismatch(&mut self, asked: String, found: &LuckItem) {
        if self.mismatch.is_none() {
            self.mismatch = Some(LuckMismatch { asked, found: format!("{found:?}") });
        }
    }
}

/// The generator of a seed; the stream constant is fixed for ever.
fn generator(seed: u64) -> Pcg32 {
    Pcg32::new(seed, 0x0b0b_e125_0617_1943)
}

/// A bot's own stream, so that thinking does not shift the game's dice.
#[derive(Clone, Debug)]
pub struct BotLuck(Pcg32);

impl BotLuck {
    /// A stream for a bot; `seat` keeps two bots of one game apart.
    #[must_use]
    pub fn seeded(seed: u64, seat: u8) -> Self {
        Self(Pcg32::new(seed ^ 0x5eed_b075, 0xb07 + u64::from(seat)))
    }

    /// An equal choice among `n` results (0 when `n` is 0).
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).unwrap_or(1);
        usize::try_from((u64::from(self.0.next_u32()) * n) >> 32).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: Cup = Cup { name: "speed", prefix: "S" };

    #[test]
    fn known_sequences_are_pinned() {
        let mut luck = Luck::seeded(1943);
        let dice: Vec<u8> = (0..20).map(|_| luck.die("test")).collect();
        assert_eq!(dice, PINNED_1943);
        let mut luck = Luck::seeded(0);
        let draws: Vec<usize> =
            (0..12).filter_map(|_| luck.draw(SPEED, &[1, 2, 3, 4, 5, 6, 7], "test")).collect();
        assert_eq!(draws, PINNED_DRAWS);
    }
    const PINNED_1943: [u8; 20] = [3, 4, 2, 3, 5, 2, 1, 4, 1, 2, 2, 4, 4, 5, 6, 5, 4, 1, 4, 1];
    const PINNED_DRAWS: [usize; 12] = [1, 2, 5, 5, 6, 2, 1, 2, 6, 5, 1, 6];

    #[test]
    fn c25_dice_are_fair_by_chi_square() {
        let mut luck = Luck::seeded(617);
        let mut seen = [0i64; 6];
        let rolls = 600_000i64;
        for _ in 0..rolls {
            seen[usize::from(luck.die("test")) - 1] += 1;
            luck.forget_taken();
        }
        let expected = rolls / 6;
        let chi: i64 = seen.iter().map(|n| (n - expected) * (n - expected)).sum::<i64>() / expected;
        assert!(chi < 21, "chi-square {chi} over 5 degrees of freedom: {seen:?}");
    }

    #[test]
    fn forced_luck_comes_first_and_strict_luck_complains() {
        let mut luck = Luck::seeded(7);
        luck.force([LuckItem::Die(6), LuckItem::Draw("speed".into(), "S3".into()), LuckItem::Die(2)], true);
        assert_eq!(luck.die("flak"), 6);
        assert_eq!(luck.draw(SPEED, &[1, 3, 5], "a chit"), Some(1));
        assert_eq!(luck.take_mismatch(), None);
        luck.draw(SPEED, &[1], "a chit");
        let wrong = luck.take_mismatch();
        assert!(wrong.is_some_and(|m| m.asked.contains("speed") && m.found.contains("Die(2)")));
        luck.die("flak");
        assert!(luck.take_mismatch().is_some_and(|m| m.found.contains("empty")));
    }

    #[test]
    fn hand_dice_are_flagged() {
        let mut luck = Luck::seeded(7);
        luck.by_hand(&[4]);
        assert_eq!(luck.die("flak"), 4);
        luck.die("flak");
        let taken = luck.drain_taken();
        assert_eq!(taken[0], Taken::Die(4, true));
        assert!(matches!(taken[1], Taken::Die(_, false)));
    }
}
