//! `logbook`: a saved game as a readable page and as tables.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use super::replay;
use super::show::{self, LogLine};
use crate::kernel::dice::LuckItem;
use crate::kernel::game::ScenarioCard;
use crate::kernel::ids::Seat;
use crate::kernel::journal::Action;
use crate::kernel::timeline::Table;

/// Writes `index.html`, `log.csv` and `events.csv` of a saved game into a folder.
///
/// # Errors
/// A damaged save, one that does not replay, or a folder that cannot be written.
pub fn run(place: &mut Place<'_>, folders: &Folders, path: &Path, out: &Path) -> Result<(), Failure> {
    let journal = replay::read(path)?;
    let games = place::games(place.load, folders)?;
    let game = replay::game_of(path, &journal, &games)?;
    let table = Table::replay(Arc::clone(&game), &journal.header, &journal.events)
        .map_err(|why| Failure::Data(format!("{}: {why}", path.display())))?;
    write(&table, out).map_err(Failure::Data)?;
    for name in FILES {
        writeln!(place.out, "{}", out.join(name).display())?;
    }
    Ok(())
}

/// The files of a logbook.
const FILES: [&str; 3] = ["index.html", "log.csv", "events.csv"];

/// Writes the files of a logbook into a folder.
///
/// # Errors
/// What the system says of the folder or a file, with its path.
pub fn write(table: &Table, out: &Path) -> Result<(), String> {
    let game = table.game();
    let scenario = &table.header().scenario;
    let Some(card) = game.scenarios().into_iter().find(|card| card.id == *scenario) else {
        return Err(format!("there is no scenario `{scenario}` here"));
    };
    let log = open_log(table, &card);
    let told = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(out).map_err(|e| told(out, e))?;
    let texts = [page(table, &card, game.title(), &log), log_csv(&log), events_csv(table, &card)];
    for (name, text) in FILES.iter().zip(texts) {
        let file = out.join(name);
        fs::write(&file, text).map_err(|e| told(&file, e))?;
    }
    Ok(())
}

/// The lines that may be shown to anybody: those open to all, and when the game is over or played alone, those of
/// each seat too, in the order of events.
fn open_log(table: &Table, card: &ScenarioCard) -> Vec<LogLine> {
    let nobody = Seat(u8::MAX);
    let mut log = show::log(table, nobody);
    if card.solo || table.outcome().is_some() {
        let shared = log.len();
        for seat in (0u8..).zip(&card.seats).map(|(n, _)| Seat(n)) {
            let mut open = log[..shared].iter().peekable();
            let own: Vec<LogLine> = show::log(table, seat)
                .into_iter()
                .filter(|line| open.next_if(|o| *o == line).is_none())
                .collect();
            log.extend(own);
        }
        log.sort_by_key(|line| line.event);
    }
    log
}

/// A text inside HTML.
fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A field of a table: quoted, and never read as a formula by a spreadsheet.
fn field(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn dice(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn log_csv(log: &[LogLine]) -> String {
    let mut out = String::from("event,turn,phase,text,clauses,dice\r\n");
    for line in log {
        let _ = write!(
            out,
            "{},{},{},{},{},{}\r\n",
            line.event,
            line.turn,
            field(&line.phase),
            field(&line.text),
            field(&line.clauses.join(" ")),
            field(&dice(&line.dice))
        );
    }
    out
}

fn events_csv(table: &Table, card: &ScenarioCard) -> String {
    let standing: std::collections::BTreeSet<usize> =
        (0..table.len()).filter_map(|n| table.standing(n)).collect();
    let mut out = String::from("event,seat,action,luck,stands,digest\r\n");
    for (n, event) in table.events().iter().enumerate() {
        let (action, stands) = match &event.action {
            Action::SetUp => ("set up".to_owned(), true),
            Action::Answer(text) => (text.clone(), standing.contains(&n)),
            Action::Undo(to) => (format!("undo to answer {to}"), true),
            Action::NewLuck(to, seed) => (format!("undo to answer {to}, new luck {seed}"), true),
            Action::Note(at, words) => (format!("bookmark on event {at}: {words}"), true),
            Action::Unnote(at) => (format!("no bookmark on event {at}"), true),
            Action::Adjust(to) => {
                (format!("adjust {} to {} ({})", to.id, to.value, to.reason), standing.contains(&n))
            }
        };
        let luck: Vec<String> = event
            .luck
            .iter()
            .map(|item| match item {
                LuckItem::Die(face) => face.to_string(),
                LuckItem::Draw(cup, code) => format!("{cup}:{code}"),
            })
            .collect();
        let _ = write!(
            out,
            "{n},{},{},{},{},{:016x}\r\n",
            field(&show::seat_name(card, Seat(event.seat))),
            field(&action),
            field(&luck.join(" ")),
            if stands { "yes" } else { "no" },
            event.digest
        );
    }
    out
}

const STYLE: &str = "\
body{font:16px/1.5 Georgia,serif;color:#1c2430;background:#f6f3ea;max-width:52rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .3rem;border-bottom:1px solid #1c2430}
h3{font-size:1rem;margin:1rem 0 .2rem;color:#5b6470}p{margin:.2rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:1rem 0}dt{color:#5b6470}dd{margin:0}
ol{list-style:none;margin:0;padding:0}li{display:grid;grid-template-columns:3rem 1fr max-content;gap:.6rem;break-inside:avoid}
li>span:first-child,cite{color:#5b6470;font:12px/2 ui-monospace,monospace;font-style:normal}
.end{margin-top:2rem;padding:.6rem 1rem;border:2px solid #1c2430}
@media print{body{background:#fff;margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}}";

fn page(table: &Table, card: &ScenarioCard, game: &str, log: &[LogLine]) -> String {
    let header = table.header();
    let title = html(&format!("{}: {}", game, card.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n<dl>\n",
        html(&card.blurb)
    );
    let options: Vec<String> = header.options.iter().map(|(k, v)| format!("{k}: {v}")).collect();
    let stamps: Vec<String> = header.stamps.iter().cloned().collect();
    for (name, text) in [
        ("Scenario", header.scenario.clone()),
        ("Seats", card.seats.join(", ")),
        ("Options", options.join(", ")),
        ("Seed", header.seed.to_string()),
        ("Answers", table.len().to_string()),
        ("Stamped", stamps.join(", ")),
        ("Digest", format!("{:016x}", table.digest())),
        ("Program", format!("Bomber's Moon {}", header.program)),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", html(&text));
        }
    }
    out.push_str("</dl>\n");
    let mut turn = None;
    let mut phase = None;
    for line in log {
        if turn != Some(line.turn) {
            if turn.is_some() {
                out.push_str("</ol>\n");
            }
            let name = if line.turn > 0 {
                format!("Turn {}", line.turn)
            } else {
                "Before the first turn".to_owned()
            };
            let _ = write!(out, "<h2>{name}</h2>\n<ol>\n");
            (turn, phase) = (Some(line.turn), None);
        }
        if phase != Some(line.phase.as_str()) {
            let _ = write!(out, "</ol>\n<h3>{}</h3>\n<ol>\n", html(&line.phase));
            phase = Some(line.phase.as_str());
        }
        let _ = writeln!(
            out,
            "<li><span>{}</span><span>{}</span><cite>{}</cite></li>",
            line.event,
            html(&line.text),
            html(line.clauses.first().map_or("", String::as_str))
        );
    }
    if turn.is_some() {
        out.push_str("</ol>\n");
    }
    let end = table.outcome().map_or("The game is not over.", |o| o.label.as_str());
    let _ = write!(out, "<p class=\"end\">{}</p>\n</body>\n</html>\n", html(end));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_for_pages_and_tables() {
        assert_eq!(
            html("<b>\"Möhne\" & 'Eder'</b>"),
            "&lt;b&gt;&quot;Möhne&quot; &amp; &#39;Eder&#39;&lt;/b&gt;"
        );
        assert_eq!(field("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(field("=1+1"), "\"'=1+1\"");
    }
}
