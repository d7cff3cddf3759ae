//! The journal: header and events of a game as text.
//!
//! A save is one RON value a line, each with a checksum: the header, then the events in order (see
//! [`store`](super::store)).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::dice::LuckItem;
use super::game::Options;

/// The format that this program writes.
pub const FORMAT: u32 = 1;

/// How far undo reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum UndoMode {
    /// Back to the last die, reveal or hand-off.
    #[default]
    Table,
    /// Anywhere, with the same luck or new luck; the game is stamped.
    Practice,
}

/// The head of a save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Format of the file.
    pub format: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// The game's id.
    pub game: String,
    /// The scenario's full id.
    pub scenario: String,
    /// Hash of the scenario's data.
    pub scenario_hash: u64,
    /// Hash of charts and tables with overlays.
    pub data_hash: u64,
    /// Rule options by id.
    pub options: Options,
    /// The seed of the luck.
    pub seed: u64,
    /// How far undo reaches.
    pub mode: UndoMode,
    /// Luck forced before the seeded one.
    #[serde(default)]
    pub forced: Vec<LuckItem>,
    /// Whether forced luck must fit to the last item.
    #[serde(default)]
    pub strict: bool,
    /// The answer after which this game was branched off another.
    #[serde(default)]
    pub branch_of: Option<usize>,
    /// What the game is stamped with: `practice`, `branch`, `own dice`, `adjusted`.
    #[serde(default)]
    pub stamps: BTreeSet<String>,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: String::new(),
            scenario: String::new(),
            scenario_hash: 0,
            data_hash: 0,
            options: Options::new(),
            seed: 0,
            mode: UndoMode::Table,
            forced: Vec::new(),
            strict: false,
            branch_of: None,
            stamps: BTreeSet::new(),
        }
    }
}

/// What an event did.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// The scenario was set up.
    SetUp,
    /// A question was answered: an offer id, or `roll=3,4` with dice rolled by hand.
    Answer(String),
    /// All answers after the first so many were taken back.
    Undo(usize),
    /// As `Undo`, and luck starts anew from a seed.
    NewLuck(usize, u64),
    /// The position was adjusted by hand, outside the rules.
    Adjust(Adjusted),
    /// A bookmark was set on an event, with the player's words, which may be none; the state is as it was.
    Note(usize, String),
    /// The bookmark of an event was taken away.
    Unnote(usize),
}

impl Action {
    /// Whether it leaves state, answers and end as they were.
    #[must_use]
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Note(..) | Self::Unnote(_))
    }
}

/// An adjustment of the position as the journal keeps it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjusted {
    /// What was adjusted, by the id of [`Adjustment`](super::adjust::Adjustment).
    pub id: String,
    /// The id of the value that it got.
    pub value: String,
    /// Why, in the player's words.
    pub reason: String,
}

/// One event of the journal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What was done.
    pub action: Action,
    /// The dice and draws that it caused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<LuckItem>,
    /// Whether something hidden was shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    /// The seat that did it.
    #[serde(default)]
    pub seat: u8,
    /// The digest of the rule state after it.
    pub digest: u64,
}

/// A value as one line of RON.
///
/// # Errors
/// Values of these types always serialise; an error is a defect of the serialiser.
pub fn line<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    ron::to_string(value)
}
