//! `logbook`: a saved game as a readable page and as tables. A game that gives an account of itself is told by its
//! headings, with its tables besides.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use super::replay;
use super::show::{self, LogLine};
use crate::kernel::account::{Account, Sheet};
use crate::kernel::dice::LuckItem;
use crate::kernel::game::ScenarioCard;
use crate::kernel::ids::Seat;
use crate::kernel::journal::Action;
use crate::kernel::timeline::Table;

/// Writes `index.html`, `log.csv`, `events.csv` and the tables of its account into a folder.
///
/// # Errors
/// A damaged save, one that does not replay, or a folder that cannot be written.
pub fn run(place: &mut Place<'_>, folders: &Folders, path: &Path, out: &Path) -> Result<(), Failure> {
    let journal = replay::read(path)?;
    let games = place::games(place.load, folders)?;
    let game = replay::game_of(path, &journal, &games)?;
    let table = Table::replay(Arc::clone(&game), &journal.header, &journal.events)
        .map_err(|why| Failure::Data(format!("{}: {why}", path.display())))?;
    for name in write_all(&table, out).map_err(Failure::Data)? {
        writeln!(place.out, "{}", out.join(name).display())?;
    }
    Ok(())
}

/// Writes the files of a logbook into a folder.
///
/// # Errors
/// What the system says of the folder or a file, with its path.
pub fn write(table: &Table, out: &Path) -> Result<(), String> {
    write_all(table, out).map(|_| ())
}

/// Writes the files and gives their names.
fn write_all(table: &Table, out: &Path) -> Result<Vec<String>, String> {
    let game = table.game();
    let scenario = &table.header().scenario;
    let Some(card) = game.scenarios().into_iter().find(|card| card.id == *scenario) else {
        return Err(format!("there is no scenario `{scenario}` here"));
    };
    // Headings count the lines of the first seat: an account is for games of one seat.
    let account = game.account(table.world()).filter(|_| card.seats.len() == 1);
    let log = if account.is_some() { show::log(table, Seat(0)) } else { open_log(table, &card) };
    let account = account.as_ref();
    let told = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(out).map_err(|e| told(out, e))?;
    let mut files = vec![
        ("index.html".to_owned(), page(table, &card, game.title(), &log, account)),
        ("log.csv".to_owned(), log_csv(&log, account)),
        ("events.csv".to_owned(), events_csv(table, &card)),
    ];
    let sheets = account.map_or(&[][..], |a| &a.sheets);
    files.extend(sheets.iter().map(|sheet| (format!("{}.csv", sheet.id), sheet_csv(sheet))));
    for (name, text) in &files {
        let file = out.join(name);
        fs::write(&file, text).map_err(|e| told(&file, e))?;
    }
    Ok(files.into_iter().map(|(name, _)| name).collect())
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

fn sheet_csv(sheet: &Sheet) -> String {
    let line = |cells: Vec<String>| cells.join(",") + "\r\n";
    let head = line(sheet.head.iter().map(|name| field(name)).collect());
    let rows = sheet.rows.iter().map(|row| line(row.iter().map(|cell| field(cell)).collect()));
    std::iter::once(head).chain(rows).collect()
}

fn log_csv(log: &[LogLine], account: Option<&Account>) -> String {
    let mut out = String::from("event,turn,phase,text,clauses,dice");
    out.push_str(if account.is_some() { ",chapter\r\n" } else { "\r\n" });
    for (n, line) in log.iter().enumerate() {
        let chapter = account.map(|a| format!(",{}", field(&a.path(n).join(" / ")))).unwrap_or_default();
        let _ = write!(
            out,
            "{},{},{},{},{},{}{chapter}\r\n",
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
            // Two people's orders stay between each and the table while they play.
            Action::Answer(_) if card.seats.len() > 1 && table.outcome().is_none() => {
                ("an answer".to_owned(), standing.contains(&n))
            }
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
                // What lies face down is told when the game is over.
                LuckItem::Draw(cup, _) if table.outcome().is_none() => format!("{cup}:?"),
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
h3{font-size:1rem;margin:1rem 0 .2rem;color:#5b6470}h4{font-size:1rem;margin:.6rem 0 .1rem}h5{font-size:.85rem;margin:.4rem 0 .1rem;color:#5b6470}\
table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0}th,td{text-align:left;vertical-align:top;border:1px solid #b8b2a0;padding:.1rem .4rem}\
p{margin:.2rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:1rem 0}dt{color:#5b6470}dd{margin:0}
ol{list-style:none;margin:0;padding:0}li{display:grid;grid-template-columns:3rem 1fr max-content;gap:.6rem;break-inside:avoid}
li>span:first-child,cite{color:#5b6470;font:12px/2 ui-monospace,monospace;font-style:normal}
.end{margin-top:2rem;padding:.6rem 1rem;border:2px solid #1c2430}
@media print{body{background:#fff;margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}}";

fn page(
    table: &Table,
    card: &ScenarioCard,
    game: &str,
    log: &[LogLine],
    account: Option<&Account>,
) -> String {
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
    match account {
        Some(account) => told(&mut out, log, account),
        None => listed(&mut out, log),
    }
    let end = table.outcome().map_or("The game is not over.", |o| o.label.as_str());
    let _ = write!(out, "<p class=\"end\">{}</p>\n</body>\n</html>\n", html(end));
    out
}

/// The lines under the headings of the game's account, after its tables.
fn told(out: &mut String, log: &[LogLine], account: &Account) {
    for sheet in &account.sheets {
        let _ = write!(out, "<h2>{}</h2>\n<table>\n<tr>", html(sheet.title));
        for name in &sheet.head {
            let _ = write!(out, "<th>{}</th>", html(name));
        }
        out.push_str("</tr>\n");
        for row in &sheet.rows {
            out.push_str("<tr>");
            for cell in row {
                let _ = write!(out, "<td>{}</td>", html(cell));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
    }
    let mut headings = account.headings.iter().peekable();
    let (mut open, mut phase) = (false, None);
    let close = |out: &mut String, open: &mut bool| {
        if std::mem::take(open) {
            out.push_str("</ol>\n");
        }
    };
    for (n, line) in log.iter().enumerate() {
        while let Some(heading) = headings.next_if(|h| h.line <= n) {
            close(out, &mut open);
            let level = heading.level.min(2) + 2;
            let _ = writeln!(out, "<h{level}>{}</h{level}>", html(&heading.text));
            phase = None;
        }
        if phase != Some(line.phase.as_str()) {
            close(out, &mut open);
            let _ = writeln!(out, "<h5>{}</h5>", html(&line.phase));
            phase = Some(line.phase.as_str());
        }
        if !std::mem::replace(&mut open, true) {
            out.push_str("<ol>\n");
        }
        item(out, line);
    }
    close(out, &mut open);
}

/// The lines by turn and phase.
fn listed(out: &mut String, log: &[LogLine]) {
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
        item(out, line);
    }
    if turn.is_some() {
        out.push_str("</ol>\n");
    }
}

fn item(out: &mut String, line: &LogLine) {
    let _ = writeln!(
        out,
        "<li><span>{}</span><span>{}</span><cite>{}</cite></li>",
        line.event,
        html(&line.text),
        html(line.clauses.first().map_or("", String::as_str))
    );
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
