//! Games played by bots alone, without a journal and with the log muted: as fast as the rules go.

use bevy::prelude::World;

use crate::kernel::ai::{Bot, RandomBot};
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::{Answer, Question};
use crate::kernel::dice::{Luck, Taken};
use crate::kernel::driver;
use crate::kernel::game::{Game, Options, world_for};
use crate::kernel::ids::{Pieces, Seat};
use crate::kernel::phase::Flow;
use crate::kernel::snapshot;

/// A game of more decisions than this is given up as unfinished.
pub const MOST_DECISIONS: u64 = 100_000;

/// Who answers for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Any enabled offer with equal chance.
    Random,
    /// The game's own bot.
    Bot,
}

/// Reads a policy: `random`, `bot`, or a list `SEAT=random|bot,…` in which a seat is a name of `seats` or a number
/// from 1. Seats not listed play at random.
///
/// # Errors
/// What is not understood, in words.
pub fn policy(text: &str, seats: &[String]) -> Result<Vec<Player>, String> {
    let player = |word: &str| match word.trim() {
        "random" => Ok(Player::Random),
        "bot" => Ok(Player::Bot),
        other => Err(format!("a policy is `random` or `bot`, not `{}`", other.escape_debug())),
    };
    if !text.contains('=') {
        return Ok(vec![player(text)?; seats.len().max(1)]);
    }
    let mut players = vec![Player::Random; seats.len().max(1)];
    for part in text.split(',') {
        let (seat, word) = part.split_once('=').ok_or_else(|| format!("`{part}` is not SEAT=random|bot"))?;
        let seat = seat.trim();
        let at = seats
            .iter()
            .position(|name| name.eq_ignore_ascii_case(seat))
            .or_else(|| seat.parse::<usize>().ok().and_then(|n| n.checked_sub(1)))
            .filter(|at| *at < players.len())
            .ok_or_else(|| format!("there is no seat `{seat}`; the seats are {}", seats.join(", ")))?;
        players[at] = player(word)?;
    }
    Ok(players)
}

/// The seed of game `index` of a run: `seed + (index + 1) × 0x9e3779b97f4a7c15`, then the SplitMix64 finaliser.
#[must_use]
pub fn game_seed(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What one game came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended; none when it was given up.
    pub outcome: Option<String>,
    /// Decisions taken.
    pub decisions: u64,
    /// Decisions that threw dice.
    pub rolls: u64,
    /// The game's measures by name.
    pub measures: Vec<(&'static str, i64)>,
    /// Digest of the last rule state.
    pub digest: u64,
}

/// One world, used for game after game.
pub struct Arena<'g> {
    game: &'g dyn Game,
    world: World,
    check: bool,
}

impl<'g> Arena<'g> {
    /// A world with the rules of `game`; with `check` its invariants are checked after every decision.
    #[must_use]
    pub fn new(game: &'g dyn Game, check: bool) -> Self {
        Self { game, world: world_for(game), check }
    }

    /// Sweeps the table and sets up a scenario with luck from `seed`.
    ///
    /// # Errors
    /// An unknown scenario or option, or a fault of the rules, in words.
    pub fn set_up(&mut self, scenario: &str, options: &Options, seed: u64) -> Result<(), String> {
        let pieces = self.world.resource::<Pieces>();
        let entities: Vec<_> = pieces.ids().map(|id| pieces.entity(id)).collect();
        for entity in entities {
            let _ = self.world.try_despawn(entity);
        }
        let mut muted = Chronicle::default();
        muted.mute();
        self.world.insert_resource(muted);
        self.world.insert_resource(Pieces::default());
        self.world.insert_resource(Flow::default());
        self.world.insert_resource(Luck::seeded(seed));
        self.game.set_up(&mut self.world, scenario, options).map_err(|e| e.to_string())?;
        self.world.resource_mut::<Luck>().forget_taken();
        Ok(())
    }

    /// The pending question.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.world.resource::<Flow>().question()
    }

    /// The rules' world, to read.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Lets the bot of the asked seat answer; whether dice fell, or `None` when nothing is asked.
    ///
    /// # Errors
    /// A dead end, a refused answer, a fault of the rules or a broken invariant, in words.
    pub fn step(&mut self, bots: &mut [Box<dyn Bot>]) -> Result<Option<bool>, String> {
        let Some(question) = self.world.resource::<Flow>().question() else {
            return Ok(None);
        };
        let seat = question.seat;
        let Some(bot) = bots.get_mut(usize::from(seat.0)) else {
            return Err(format!("seat {} is asked, but nobody sits there", seat.0 + 1));
        };
        if question.enabled().next().is_none() {
            return Err(format!(
                "dead end: no offer of `{}` [{}] may be taken",
                question.prompt, question.clause
            ));
        }
        let offer = if bot.needs_view(question) {
            let view = self.game.view(&self.world, seat);
            bot.choose(&*view, question)
        } else {
            bot.choose(&(), question)
        };
        let answer = Answer::new(question.seq, offer);
        driver::submit(&mut self.world, &answer).map_err(|e| e.to_string())?;
        let mut luck = self.world.resource_mut::<Luck>();
        let dice = luck.touched() && luck.drain_taken().iter().any(|t| matches!(t, Taken::Die(..)));
        if self.check {
            self.game.check(&self.world)?;
        }
        Ok(Some(dice))
    }

    /// Plays one game to its end.
    ///
    /// # Errors
    /// As [`Arena::set_up`] and [`Arena::step`], and a broken invariant at the end.
    pub fn play(
        &mut self,
        scenario: &str,
        options: &Options,
        players: &[Player],
        seed: u64,
    ) -> Result<Played, String> {
        self.set_up(scenario, options, seed)?;
        let mut bots = bots(self.game, players, seed);
        let (mut decisions, mut rolls) = (0, 0);
        while decisions < MOST_DECISIONS {
            match self.step(&mut bots).map_err(|e| format!("after {decisions} decisions: {e}"))? {
                None => break,
                Some(dice) => {
                    decisions += 1;
                    rolls += u64::from(dice);
                }
            }
        }
        self.game.check(&self.world).map_err(|e| format!("after {decisions} decisions: {e}"))?;
        Ok(Played {
            outcome: self.world.resource::<Flow>().outcome().map(|o| o.label.clone()),
            decisions,
            rolls,
            measures: self.game.measures(&self.world),
            digest: snapshot::digest(&self.world),
        })
    }
}

/// The bots of all seats, each with its own luck.
#[must_use]
pub fn bots(game: &dyn Game, players: &[Player], seed: u64) -> Vec<Box<dyn Bot>> {
    (0u8..)
        .zip(players)
        .map(|(seat, player)| match player {
            Player::Random => Box::new(RandomBot::new(seed, seat)) as Box<dyn Bot>,
            Player::Bot => game.bot(Seat(seat), seed),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_name_seats_or_all() {
        let seats = ["RAF".to_owned(), "Luftwaffe".to_owned()];
        assert_eq!(policy("bot", &seats), Ok(vec![Player::Bot; 2]));
        assert_eq!(policy("luftwaffe=bot", &seats), Ok(vec![Player::Random, Player::Bot]));
        assert_eq!(policy("1=bot,2=random", &seats), Ok(vec![Player::Bot, Player::Random]));
        for wrong in ["clever", "3=bot", "0=bot", "RAF=clever", "RAF=bot,x"] {
            assert!(policy(wrong, &seats).is_err(), "{wrong}");
        }
    }

    #[test]
    fn game_seeds_are_pinned_and_differ() {
        assert_eq!(game_seed(0, 0), 0xe220_a839_7b1d_cdaf, "the first output of SplitMix64 from 0");
        let seeds: std::collections::BTreeSet<_> = (0..1000).map(|i| game_seed(7, i)).collect();
        assert_eq!(seeds.len(), 1000);
    }
}
