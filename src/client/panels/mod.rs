//! Panels: pure functions from a view to an intent, `fn panel(ui, &View) -> Option<Intent>`.
//!
//! A panel never changes a game. egui may run a pass twice in a frame, so panels return what the player wants and
//! [`super::session`] acts once. Small text states (a search, dice being entered) live in the panel's own state.

pub mod adjust;
pub mod blotter;
pub mod charts;
pub mod curtain;
pub mod debrief;
pub mod desk;
pub mod forces;
pub mod log;
pub mod luck;
pub mod notes;
pub mod prompt;
pub mod recap;
pub mod ribbon;
pub mod roll;
pub mod rules;
pub mod sheet;
pub mod stats;
pub mod table;
pub mod tally;
pub mod views;
pub mod waves;

use crate::kernel::ids::PieceId;

/// The tabs of the column at the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tab {
    /// The roll at hand and the latest results.
    #[default]
    Roll,
    /// The squadron or the forces.
    Forces,
    /// All charts.
    Charts,
    /// The rules.
    Rules,
    /// The log and the dice.
    Log,
}

impl Tab {
    /// All tabs from left to right.
    pub const ALL: [Self; 5] = [Self::Roll, Self::Forces, Self::Charts, Self::Rules, Self::Log];

    /// The tab's place in [`Tab::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Where to step in a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// To the first.
    First,
    /// One back.
    Back,
    /// One on.
    On,
    /// To the last.
    Last,
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Take an offer of the pending question, by its index.
    Take(usize),
    /// Give several answers one after another, by their ids; one that may not be given is left out.
    Answers(Vec<String>),
    /// Take up a tool of the desk, by its number.
    Tool(usize),
    /// Keep what is laid out under a name.
    KeepLayout,
    /// Lay out what was kept, by its number.
    Layout(usize),
    /// Answer a roll with real dice.
    OwnDice(Vec<u8>),
    /// Look at another board of the game, by its id.
    Board(String),
    /// Select a piece, or none; the offers that point at it come first.
    Select(Option<PieceId>),
    /// Select these pieces; the offers that point at one of them come first.
    SelectMany(Vec<PieceId>),
    /// Show a tab.
    Show(Tab),
    /// Open a rule or clause in the Rules tab.
    Rule(String),
    /// Open a chart in the Charts tab, by its id.
    Chart(String),
    /// Take back the last answer.
    Undo,
    /// Take back all answers after the first so many.
    UndoTo(usize),
    /// Take back to the start of the phase.
    UndoPhase,
    /// Practice: take back the last answer and go on with new luck.
    NewLuck,
    /// Do again what was taken back.
    Redo,
    /// Look at an earlier or later state.
    Seek(Step),
    /// Look at the state after the first so many answers.
    SeekTo(usize),
    /// Step by phases: back or on.
    SeekPhase(Step),
    /// Back to the live game.
    Live,
    /// Step through the latest results.
    Latest(Step),
    /// Fork a what-if from the state on the screen.
    Branch,
    /// Return from a what-if to the game it was forked from.
    LeaveBranch,
    /// Save under a name.
    SaveAs,
    /// Lift the hand-off curtain.
    Lift,
    /// Close the recap or a notice.
    Dismiss,
    /// Look at the finished game from its first event.
    Replay,
    /// Show the debriefing of the finished game.
    Debrief,
    /// Write the logbook.
    Logbook,
    /// Return to the main menu.
    Menu,
    /// Open the menu of the running game.
    Pause,
    /// Open or close the overlay that adjusts the position.
    AdjustOpen,
    /// Begin to adjust, for this reason.
    AdjustBegin(String),
    /// Give something another value, by their ids.
    Adjust(String, String),
    /// End adjusting.
    AdjustEnd,
    /// Set a bookmark on an event, or on the moment on the screen, with these words.
    Note(Option<usize>, String),
    /// Take the bookmark of an event away.
    Unnote(usize),
    /// Step through the bookmarks.
    SeekMark(Step),
}

/// Keeps the later of two intents: a panel drawn later overrides one drawn earlier only when it wants something.
pub fn keep(slot: &mut Option<Intent>, intent: Option<Intent>) {
    if intent.is_some() {
        *slot = intent;
    }
}
