//! `replay`: a saved game played again, every roll and state compared with the record.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use crate::kernel::data::{Problem, Problems};
use crate::kernel::game::Game;
use crate::kernel::store::{Journal, MAX_BYTES, read_journal};
use crate::kernel::timeline::{ReplayError, Table};

/// What a replay shows.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Whether every event came out as recorded.
    pub ok: bool,
    /// Events of the journal.
    pub events: usize,
    /// Digest of the last state reached.
    pub digest: String,
    /// How the game ended, once it has.
    pub outcome: Option<String>,
    /// The first event that differs.
    pub first_mismatch: Option<Mismatch>,
}

/// An event that does not come out as recorded.
#[derive(Debug, Serialize)]
pub struct Mismatch {
    /// Number of the event; 0 is the set-up.
    pub event: usize,
    /// As recorded: a digest, or dice and draws.
    pub expected: String,
    /// As replayed.
    pub found: String,
    /// The same in words.
    pub message: String,
}

/// Reads a saved game.
///
/// # Errors
/// A file that is no save or is damaged.
pub fn read(path: &Path) -> Result<Journal, Problems> {
    let told = |e: std::io::Error| Problem::of_file(path, format!("cannot be read: {e}"), None);
    if !std::fs::metadata(path).map_err(told)?.is_file() {
        return Err(Problem::of_file(path, "expected a file, found a folder or device", None).into());
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|f| f.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(told)?;
    read_journal(path, &bytes).map_err(|unreadable| unreadable.problem().clone().into())
}

/// The game that a journal is of.
///
/// # Errors
/// A game that is not loaded.
pub fn game_of(path: &Path, journal: &Journal, games: &[Arc<dyn Game>]) -> Result<Arc<dyn Game>, Problems> {
    games.iter().find(|g| g.id() == journal.header.game).map(Arc::clone).ok_or_else(|| {
        let message = format!("a game of `{}`, which is not installed", journal.header.game.escape_debug());
        Problem::of_file(path, message, None).into()
    })
}

/// Replays a journal.
///
/// # Errors
/// A scenario that cannot be set up.
pub fn verify(game: &Arc<dyn Game>, journal: &Journal) -> Result<Report, Failure> {
    let events = journal.events.len();
    let fault = match Table::replay(Arc::clone(game), &journal.header, &journal.events) {
        Ok(table) => {
            let outcome = table.outcome().map(|o| o.label.clone());
            let claimed = journal.over.as_ref().filter(|label| outcome.as_ref() != Some(label));
            let first_mismatch = claimed.map(|label| Mismatch {
                event: events,
                expected: label.clone(),
                found: outcome.clone().unwrap_or_else(|| "not over".to_owned()),
                message: "the save says that the game is over, the rules end otherwise".to_owned(),
            });
            let digest = format!("{:016x}", table.digest());
            return Ok(Report { ok: first_mismatch.is_none(), events, digest, outcome, first_mismatch });
        }
        Err(fault) => fault,
    };
    let message = fault.to_string();
    let (event, expected, found) = match fault {
        ReplayError::SetUp(why) => return Err(Failure::Data(why.to_string())),
        ReplayError::Refused { event, why } => (event, "an accepted answer".to_owned(), why),
        ReplayError::Luck { event, expected, found } => {
            (event, format!("{expected:?}"), format!("{found:?}"))
        }
        ReplayError::Digest { event, expected, found } => {
            (event, format!("{expected:016x}"), format!("{found:016x}"))
        }
    };
    let before = event.checked_sub(1).and_then(|n| journal.events.get(n)).map_or(0, |e| e.digest);
    Ok(Report {
        ok: false,
        events,
        digest: format!("{before:016x}"),
        outcome: None,
        first_mismatch: Some(Mismatch { event, expected, found, message }),
    })
}

/// Replays a saved game and prints whether it came out as recorded.
///
/// # Errors
/// A damaged file, or a mismatch.
pub fn run(place: &mut Place<'_>, folders: &Folders, path: &Path, json: bool) -> Result<(), Failure> {
    let journal = read(path)?;
    let games = place::games(place.load, folders)?;
    let game = game_of(path, &journal, &games)?;
    let (scenario, data) = game.data_hash(&journal.header.scenario);
    if (scenario, data) != (journal.header.scenario_hash, journal.header.data_hash) {
        writeln!(
            place.err,
            "note: the scenario, charts or overlays differ from those that this game began with"
        )?;
    }
    if let Some(torn) = &journal.torn {
        writeln!(place.err, "note: {torn}")?;
    }
    let report = verify(&game, &journal)?;
    if json {
        super::print_json(place.out, &report)?;
    } else if report.ok {
        let end = report.outcome.as_deref().unwrap_or("not over");
        writeln!(
            place.out,
            "{} events replay as recorded · {end} · digest {}",
            report.events, report.digest
        )?;
    }
    match &report.first_mismatch {
        None => Ok(()),
        Some(mismatch) => {
            writeln!(place.err, "{}: event {}: {}", path.display(), mismatch.event, mismatch.message)?;
            writeln!(place.err, "  recorded {}\n  replayed {}", mismatch.expected, mismatch.found)?;
            Err(Failure::Quiet(1))
        }
    }
}
