//! `run`: a scripted table.

use std::path::Path;

use serde::Serialize;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use super::script;
use super::show::{self, LogLine, Pending};

#[derive(Serialize)]
struct Report {
    pending: Option<Pending>,
    outcome: Option<String>,
    state: serde_json::Value,
    log: Vec<LogLine>,
    digest: String,
}

/// Plays a script and prints what is pending, the state as the asked seat sees it, and its log.
///
/// # Errors
/// Faults of the data or of the script.
pub fn run(place: &mut Place<'_>, folders: &Folders, path: &Path, json: bool) -> Result<(), Failure> {
    let (source, file) = script::read(path)?;
    let games = place::games(place.load, folders)?;
    let (table, card) = script::play(&games, &source, &file)?;
    let seat = show::viewer(&table);
    if json {
        let report = Report {
            pending: show::pending(&table, &card),
            outcome: table.outcome().map(|o| o.label.clone()),
            state: table.game().view_json(table.world(), seat),
            log: show::log(&table, seat),
            digest: format!("{:016x}", table.digest()),
        };
        return super::print_json(place.out, &report);
    }
    writeln!(place.out, "{} · {}", card.id, card.title)?;
    for line in show::log(&table, seat) {
        writeln!(place.out, "{:>4}  {}", line.event, show::line_text(&line))?;
    }
    writeln!(place.out)?;
    match (table.outcome(), table.question()) {
        (Some(outcome), _) => writeln!(place.out, "The game is over: {}", outcome.label)?,
        (None, Some(question)) => write!(place.out, "{}", show::question_text(&table, &card, question))?,
        (None, None) => writeln!(place.out, "Nothing is asked.")?,
    }
    writeln!(place.out, "digest {:016x}", table.digest())?;
    Ok(())
}
