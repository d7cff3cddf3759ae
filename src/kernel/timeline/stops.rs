//! Why undo stops and how a replay fails.

use crate::kernel::dice::LuckItem;
use crate::kernel::game::SetUpError;

/// Why undo stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum UndoStop {
    /// The game stands at its start.
    #[error("nothing to undo: the game stands at its start")]
    Start,
    /// Dice were thrown or something drawn.
    #[error("undo stops at the last roll or draw")]
    Luck,
    /// Something hidden was shown.
    #[error("undo stops where something hidden was shown")]
    Reveal,
    /// Another seat took over.
    #[error("undo stops at the hand-off to another seat")]
    HandOff,
}

/// How a journal fails to replay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The scenario cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// An answer is refused.
    #[error("event {event}: {why}")]
    Refused {
        /// Number of the event.
        event: usize,
        /// Why.
        why: String,
    },
    /// Dice or draws differ from the record.
    #[error("event {event}: the journal records {expected:?}, the rules drew {found:?}")]
    Luck {
        /// Number of the event.
        event: usize,
        /// As recorded.
        expected: Vec<LuckItem>,
        /// As replayed.
        found: Vec<LuckItem>,
    },
    /// The state differs from the record.
    #[error("event {event}: the journal records state {expected:016x}, replay gives {found:016x}")]
    Digest {
        /// Number of the event.
        event: usize,
        /// As recorded.
        expected: u64,
        /// As replayed.
        found: u64,
    },
}
