//! A table as text and as JSON: the pending question with its offers, and the log.

use std::fmt::Write as _;

use serde::Serialize;

use crate::kernel::chart::RollSpec;
use crate::kernel::chronicle::{Chronicle, Entry, Line};
use crate::kernel::decision::{Kind, Question};
use crate::kernel::game::ScenarioCard;
use crate::kernel::ids::Seat;
use crate::kernel::phase::PhaseTable;
use crate::kernel::timeline::Table;

/// The pending question.
#[derive(Debug, Serialize)]
pub struct Pending {
    /// The seat's name.
    pub seat: String,
    /// The prompt in words.
    pub prompt: String,
    /// The clause that puts it.
    pub clause: String,
    /// What may be chosen, and what may not and why.
    pub offers: Vec<OfferLine>,
}

/// An offer.
#[derive(Debug, Serialize)]
pub struct OfferLine {
    /// The stable id that answers take.
    pub id: String,
    /// The label in words.
    pub label: String,
    /// Whether it may be chosen.
    pub enabled: bool,
    /// Why not, with the clause.
    pub why_not: Option<String>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// The event that produced it.
    pub event: u32,
    /// The game's turn.
    pub turn: i32,
    /// The phase's name.
    pub phase: String,
    /// The line in words.
    pub text: String,
    /// The clause that produced it, then those of the modifiers that applied.
    pub clauses: Vec<String>,
    /// The dice thrown.
    pub dice: Vec<u8>,
}

/// The name of a seat.
#[must_use]
pub fn seat_name(card: &ScenarioCard, seat: Seat) -> String {
    card.seats.get(usize::from(seat.0)).cloned().unwrap_or_else(|| format!("Seat {}", seat.0 + 1))
}

/// The pending question of a table.
#[must_use]
pub fn pending(table: &Table, card: &ScenarioCard) -> Option<Pending> {
    let question = table.question()?;
    let pieces = table.pieces();
    let offers = question
        .offers
        .iter()
        .map(|offer| OfferLine {
            id: offer.key.text(pieces),
            label: offer.label(pieces),
            enabled: offer.enabled(),
            why_not: offer.barred.map(|barred| with_clause(barred.reason, barred.clause.0)),
        })
        .collect();
    Some(Pending {
        seat: seat_name(card, question.seat),
        prompt: question.prompt(pieces),
        clause: question.clause.0.to_owned(),
        offers,
    })
}

/// A text followed by its clause in brackets.
#[must_use]
pub fn with_clause(text: &str, clause: &str) -> String {
    if clause.is_empty() { text.to_owned() } else { format!("{text} [{clause}]") }
}

/// The seat whose eyes see the table: the asked one, else the first.
#[must_use]
pub fn viewer(table: &Table) -> Seat {
    table.question().map_or(Seat(0), |q| q.seat)
}

/// The log that a seat may read.
#[must_use]
pub fn log(table: &Table, seat: Seat) -> Vec<LogLine> {
    let phases = table.world().resource::<PhaseTable>();
    let chronicle = table.world().resource::<Chronicle>();
    chronicle
        .lines(seat)
        .map(|line| LogLine {
            event: line.event,
            turn: line.turn,
            phase: phases.name(line.phase).to_owned(),
            text: line.words(table.pieces(), table.game().charts()),
            clauses: clauses(line),
            dice: if let Entry::Roll(rolled) = &line.entry { rolled.dice().to_vec() } else { Vec::new() },
        })
        .collect()
}

fn clauses(line: &Line) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |clause: &str| {
        if !clause.is_empty() && !out.iter().any(|c| c == clause) {
            out.push(clause.to_owned());
        }
    };
    add(line.clause.0);
    if let Entry::Roll(rolled) = &line.entry {
        for modifier in rolled.spec.modifiers.iter().filter(|m| m.applied() != 0) {
            add(modifier.clause.0);
        }
    }
    if let Entry::Tally(tally) = &line.entry {
        for item in &tally.items {
            add(item.clause.0);
        }
    }
    out
}

/// A line of the log with its clause.
#[must_use]
pub fn line_text(line: &LogLine) -> String {
    with_clause(&line.text, line.clauses.first().map_or("", String::as_str))
}

/// A JSON value as indented lines, a name and a value each.
#[must_use]
pub fn outline(value: &serde_json::Value) -> String {
    fn plain(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Null => Some("–".to_owned()),
            serde_json::Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
            serde_json::Value::Number(n) => Some(n.to_string()),
            serde_json::Value::String(text) => Some(text.clone()),
            serde_json::Value::Array(all) => {
                let words: Option<Vec<String>> = all.iter().map(plain).collect();
                words.map(|words| if words.is_empty() { "–".to_owned() } else { words.join(", ") })
            }
            serde_json::Value::Object(_) => None,
        }
    }
    fn put(out: &mut String, name: &str, value: &serde_json::Value, depth: usize) {
        let indent = "  ".repeat(depth);
        match (plain(value), value) {
            (Some(text), _) => {
                let _ = writeln!(out, "{indent}{name}: {text}");
            }
            (None, serde_json::Value::Object(fields)) => {
                let _ = writeln!(out, "{indent}{name}:");
                for (name, value) in fields {
                    put(out, name, value, depth + 1);
                }
            }
            (None, serde_json::Value::Array(all)) => {
                for (i, value) in all.iter().enumerate() {
                    put(out, &format!("{name} {}", i + 1), value, depth);
                }
            }
            (None, _) => {}
        }
    }
    let mut out = String::new();
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                put(&mut out, name, value, 1);
            }
        }
        other => put(&mut out, "view", other, 1),
    }
    out
}

/// A number with its sign, as players read it.
#[must_use]
pub fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { format!("+{n}") }
}

/// The question as printed in a terminal: prompt, odds of a roll, numbered offers with hints and reasons.
#[must_use]
pub fn question_text(table: &Table, card: &ScenarioCard, question: &Question) -> String {
    let mut out = String::new();
    let pieces = table.pieces();
    if card.seats.len() > 1 {
        let _ = write!(out, "{}: ", seat_name(card, question.seat));
    }
    if let Some(who) = table.game().asked(table.world(), question) {
        let _ = write!(out, "{who}: ");
    }
    let _ = writeln!(out, "{}", with_clause(&question.prompt(pieces), question.clause.0));
    if let Kind::Roll(spec) = &question.kind {
        out.push_str(&odds_text(table, spec));
    }
    if let Kind::Draw(spec) = &question.kind {
        let _ = writeln!(out, "  {} of {} from the {} cup", spec.count, spec.items.len(), spec.cup.name);
    }
    let ids: Vec<String> = question.offers.iter().map(|o| o.key.text(pieces)).collect();
    let width = ids.iter().map(|id| id.chars().count()).max().unwrap_or(0);
    for (i, (offer, id)) in question.offers.iter().zip(&ids).enumerate() {
        let number = if offer.enabled() { format!("{:>3}", i + 1) } else { "  –".to_owned() };
        let _ = write!(out, "{number}  {id:width$}  {}", offer.label(pieces));
        if let Some(barred) = offer.barred {
            let _ = write!(out, " · not now: {}", with_clause(barred.reason, barred.clause.0));
        } else {
            let hint = table.game().hint(table.world(), question, i);
            if !hint.is_empty() {
                let _ = write!(out, " · {hint}");
            }
            if i == question.default && question.offers.len() > 1 {
                out.push_str(" (default)");
            }
        }
        out.push('\n');
    }
    out
}

/// The exact odds of a roll and the modifiers behind them.
#[must_use]
pub fn odds_text(table: &Table, spec: &RollSpec) -> String {
    let mut out = String::new();
    let charts = table.game().charts();
    let chart = charts.get(spec.chart);
    let column = &chart.file().columns[usize::from(spec.column).min(chart.file().columns.len() - 1)];
    let dice = spec.dice_words(charts);
    let _ = writeln!(out, "  {} · {} · {dice}", chart.file().title, column.label);
    for modifier in &spec.modifiers {
        let text = with_clause(modifier.label, modifier.clause.0);
        let _ = match modifier.idle {
            None => writeln!(out, "    {:>3}  {text}", signed(modifier.value)),
            Some(idle) => writeln!(out, "      –  {text}: {idle}"),
        };
    }
    let forecast = spec.forecast(charts);
    let width = chart.file().rows.iter().map(|r| r.label.chars().count()).max().unwrap_or(0);
    for (row, chance) in chart.file().rows.iter().zip(&forecast.rows) {
        if chance.num > 0 {
            let _ =
                writeln!(out, "    {:width$}  {:>8}  {:>5}", row.label, chance.to_string(), chance.percent());
        }
    }
    if forecast.again.num > 0 {
        let _ = writeln!(out, "    doubles, roll again: {} {}", forecast.again, forecast.again.percent());
    }
    out
}
