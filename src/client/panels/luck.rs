//! Luck as the panels show it: rolls and draws asked for, and their results.

use super::sheet::Sheet;
use super::tally::{BarsView, TallyView};
use crate::client::widgets::dice::Side;
use crate::kernel::chart::Tone;
use crate::kernel::fraction::Fraction;

/// A modifier of a roll.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModifierView {
    /// What it is.
    pub label: String,
    /// What it adds when it applies.
    pub value: i32,
    /// The clause that states it.
    pub clause: String,
    /// Why it does not apply.
    pub idle: Option<String>,
}

/// A roll: its chart, modifiers and odds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RollView {
    /// Why it is rolled.
    pub purpose: String,
    /// The code of the piece that it affects.
    pub subject: String,
    /// The clause that orders it.
    pub clause: String,
    /// How many dice.
    pub dice: u8,
    /// The dice in words.
    pub dice_words: String,
    /// The modifiers.
    pub modifiers: Vec<ModifierView>,
    /// The chart, with the column read and the chance of each row.
    pub sheet: Sheet,
    /// The chance that doubles cause another roll, where they do.
    pub again: Option<Fraction>,
}

impl RollView {
    /// The sum of the modifiers that apply.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.modifiers.iter().filter(|m| m.idle.is_none()).map(|m| m.value).sum()
    }

    /// The odds in a line: `Success 28% · Failure 55% · Concussion 17%`.
    #[must_use]
    pub fn odds(&self) -> String {
        let rows = self.sheet.rows.iter().filter_map(|r| {
            let chance = r.chance.filter(|c| c.num > 0)?;
            Some(format!("{} {}", r.label, chance.percent()))
        });
        rows.collect::<Vec<_>>().join(" · ")
    }
}

/// An item of a cup as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemView {
    /// The value on the side that counts, such as `+3` or `2`.
    pub value: String,
    /// The cup's word on the chit.
    pub name: String,
    /// Which side is up.
    pub side: Side,
    /// Its worth, for odds.
    pub worth: i32,
    /// Whether it is kept.
    pub kept: bool,
    /// What is to be read on it, where it is a card and no number.
    pub card: Option<Box<CardView>>,
}

/// A card to be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardView {
    /// Its title, such as `Weather card 3`.
    pub title: String,
    /// Its drawing, with the game's folder; the item's value goes on it.
    pub drawing: String,
    /// What it holds in short, by the heads of a table's columns.
    pub cells: Vec<(String, String)>,
    /// What it holds, line by line.
    pub lines: Vec<String>,
}

/// A draw at hand.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawView {
    /// What is drawn.
    pub purpose: String,
    /// The clause that orders it.
    pub clause: String,
    /// The cup's name.
    pub cup: String,
    /// How many are drawn.
    pub count: usize,
    /// What is in the cup.
    pub items: Vec<ItemView>,
    /// The chance of each value being the best drawn, best first.
    pub best: Vec<(String, Fraction)>,
}

impl DrawView {
    /// What counts of a draw, in words.
    #[must_use]
    pub fn drawn(&self) -> String {
        match self.count {
            1 => "One is drawn".to_owned(),
            n => format!("Best of {n}"),
        }
    }

    /// The draw in a line.
    #[must_use]
    pub fn odds(&self) -> String {
        if self.items.iter().any(|i| i.card.is_some()) {
            let markers = self.items.iter().flat_map(|i| &i.card).all(|card| card.cells.is_empty());
            let noun = if markers { "marker" } else { "card" };
            return match self.items.len() {
                1 => format!("The last {noun}"),
                n => format!("One of {n} {noun}s, each as likely as the others"),
            };
        }
        let best: Vec<String> = self.best.iter().map(|(v, c)| format!("{v} {}", c.percent())).collect();
        if best.is_empty() { String::new() } else { format!("{}: {}", self.drawn(), best.join(" · ")) }
    }
}

/// Luck that is asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Pending {
    /// Dice.
    Roll(Box<RollView>),
    /// A draw.
    Draw(DrawView),
}

/// A result that stays on the table.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultView {
    /// Dice thrown.
    Roll {
        /// The roll, its row stamped.
        roll: Box<RollView>,
        /// Faces and whether each is kept.
        faces: Vec<(u8, bool)>,
        /// Natural total.
        natural: i32,
        /// Total after modifiers.
        total: i32,
        /// The row's label.
        label: String,
        /// How it strikes the player.
        tone: Tone,
        /// Whether kept doubles roll again.
        again: bool,
        /// Whether real dice were thrown.
        by_hand: bool,
    },
    /// Items drawn.
    Draw {
        /// What was drawn.
        purpose: String,
        /// The clause.
        clause: String,
        /// The items.
        items: Vec<ItemView>,
    },
    /// Points added up.
    Tally(TallyView),
    /// Markers turned over together.
    Revealed(Vec<RevealedView>),
}

/// A marker turned over: its face, whom it meets, what it does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RevealedView {
    /// The drawing, with the game's folder.
    pub drawing: String,
    /// Its tokens.
    pub tokens: Vec<(String, String)>,
    /// Whom it meets.
    pub who: String,
    /// What it is.
    pub what: String,
    /// What it does.
    pub effect: String,
    /// The clause that says so.
    pub clause: String,
}

/// The latest results.
#[derive(Clone, PartialEq, Debug)]
pub struct LatestView {
    /// The result shown.
    pub result: ResultView,
    /// Its number, counted from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// How far the dice have tumbled, 0 to 1; 1 when they lie still.
    pub tumble: f32,
}

/// What the Roll tab shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RollTab {
    /// Luck asked for.
    pub pending: Option<Pending>,
    /// The latest result.
    pub latest: Option<LatestView>,
    /// Points that came of the same answer before it; they stand above it.
    pub with: Vec<TallyView>,
    /// Why dice may not be thrown now, such as while looking back.
    pub barred: Option<String>,
    /// Points by cause that are to be read first.
    pub summary: Option<BarsView>,
    /// Points that the step at hand would bring, before it is taken.
    pub preview: Vec<TallyView>,
}
