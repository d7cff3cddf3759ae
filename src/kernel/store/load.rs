//! Opening a save: read, compare with the data, replay, and remind the player.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{Safety, SaveFile, StoreError, Written};
use super::text::{Journal, MAX_BYTES, Unreadable, read_journal};
use crate::kernel::data::{Problem, Problems};
use crate::kernel::game::Game;
use crate::kernel::ids::Seat;
use crate::kernel::timeline::{ReplayError, Table};

/// A save that was opened.
pub struct Loaded {
    /// The table, standing where the save ends, or before the first event that does not replay.
    pub table: Table,
    /// What the player must be told: a dropped line, data that changed since.
    pub notes: Vec<String>,
    /// The first event that does not replay; the table may then only be looked at.
    pub mismatch: Option<Problem>,
    path: PathBuf,
    written: Written,
    loose: bool,
    foreign_format: bool,
}

impl Loaded {
    /// Whether the table may only be looked at, or played on under another name.
    #[must_use]
    pub fn read_only(&self) -> bool {
        self.mismatch.is_some() || self.foreign_format
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file to go on where it ends. A torn line is cut off when the next event is written, not before.
    ///
    /// # Errors
    /// A game to look at only, a file that another program plays, or a refusal of the operating system.
    pub fn resume(&self, safety: Safety) -> Result<SaveFile, StoreError> {
        if self.read_only() {
            return Err(StoreError::ReadOnly(self.path.clone()));
        }
        SaveFile::open(&self.path, self.written, self.loose, safety)
    }
}

/// The bytes of a plain file within the limit.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Box<Problem>> {
    let told = |e: std::io::Error| Box::new(Problem::of_file(path, format!("cannot be read: {e}"), None));
    let about = std::fs::metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(Box::new(Problem::of_file(path, "expected a file, found a folder or device", None)));
    }
    if about.len() > MAX_BYTES {
        let message = format!("the file is too large: more than {MAX_BYTES} bytes");
        let help = Some("is this the right file?".to_owned());
        return Err(Box::new(Problem::of_file(path, message, help)));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|f| f.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(told)?;
    Ok(bytes)
}

/// Reads a save without playing it.
pub(super) fn read(path: &Path) -> Result<Journal, Unreadable> {
    let bytes = read_bytes(path).map_err(Unreadable::Damaged)?;
    read_journal(path, &bytes)
}

/// Opens a save: reads it, compares the data's hashes, and replays every event.
///
/// # Errors
/// A file that cannot be read, or a game or scenario that is not there, with place and way out.
pub fn load(path: &Path, games: &[Arc<dyn Game>]) -> Result<Loaded, Problems> {
    let journal = read(path).map_err(|u| u.problem().clone())?;
    let header = &journal.header;
    let about = |message: String, help: &str| Problem::of_file(path, message, Some(help.to_owned()));
    let Some(game) = games.iter().find(|g| g.id() == header.game) else {
        let have: Vec<_> = games.iter().map(|g| g.id()).collect();
        let message = format!("a game of `{}`, which is not installed", header.game);
        return Err(about(message, &format!("installed: {}", have.join(", "))).into());
    };
    let mut notes: Vec<String> = journal.torn.iter().cloned().collect();
    if let Some(format) = journal.migrated_from {
        notes.push(format!("written in the older format {format}; save under another name to play on"));
    }
    let (scenario, data) = game.data_hash(&header.scenario);
    if scenario != header.scenario_hash {
        notes.push(format!("the scenario `{}` was changed since this game began", header.scenario));
    }
    if data != header.data_hash {
        notes.push("charts or overlays differ from those that this game began with".to_owned());
    }
    let (table, mismatch) = match Table::replay(Arc::clone(game), header, &journal.events) {
        Ok(table) => (table, None),
        Err(fault) => {
            let event = event_of(&fault);
            let mut problem =
                about(fault.to_string(), "the events before it can be looked at; the file is left as it is");
            problem.line = event.and_then(|e| journal.lines.get(e).copied()).unwrap_or(1);
            let before = event.filter(|e| *e > 0).map(|e| &journal.events[..e]);
            let partly = before.map(|events| Table::replay(Arc::clone(game), header, events));
            let Some(Ok(table)) = partly else { return Err(problem.into()) };
            (table, Some(problem))
        }
    };
    let written = Written {
        bytes: journal.whole,
        chain: journal.chain,
        events: journal.written,
        over: journal.over.is_some(),
    };
    Ok(Loaded {
        table,
        notes,
        mismatch,
        path: path.to_owned(),
        written,
        loose: journal.torn.is_some() || journal.written < journal.events.len(),
        foreign_format: journal.migrated_from.is_some(),
    })
}

/// The number of the event that does not replay, when set-up itself went well.
fn event_of(fault: &ReplayError) -> Option<usize> {
    match fault {
        ReplayError::SetUp(_) => None,
        ReplayError::Refused { event, .. }
        | ReplayError::Luck { event, .. }
        | ReplayError::Digest { event, .. } => Some(*event),
    }
}

/// What a player who comes back is reminded of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recap {
    /// The scenario's title.
    pub title: String,
    /// How many answers stand.
    pub answers: usize,
    /// The last lines of the log that the seat may read, oldest first.
    pub last: Vec<String>,
    /// The open decision, if it is the seat's own to see.
    pub prompt: Option<String>,
    /// How the game ended, once it has.
    pub outcome: Option<String>,
}

/// Reminds `seat` of the last `lines` lines of the log and of what is to be decided.
#[must_use]
pub fn recap(table: &Table, seat: Seat, lines: usize) -> Recap {
    let header = table.header();
    let cards = table.game().scenarios();
    let card = cards.into_iter().find(|c| c.id == header.scenario);
    let log = table.log(seat);
    let from = log.len().saturating_sub(lines);
    Recap {
        title: card.map_or_else(|| header.scenario.clone(), |c| c.title),
        answers: table.len(),
        last: log.into_iter().skip(from).map(|(_, words, _)| words).collect(),
        prompt: table.question().filter(|q| q.seat == seat).map(|q| q.prompt(table.pieces())),
        outcome: table.outcome().map(|o| o.label.clone()),
    }
}
