//! Debriefing charts: rows read from the top, the first that matches is the outcome (clause 5.3.a).

use serde::{Deserialize, Serialize};

use super::flight_debrief::Demand;
use super::follow_up::FollowUpRow;
use crate::kernel::content::{Faults, check_text};

/// A span of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Span {
    /// Any number.
    #[default]
    Any,
    /// This number.
    Is(u8),
    /// From the first to the second, both included.
    Between(u8, u8),
    /// This number or less.
    UpTo(u8),
    /// This number or more.
    From(u8),
}

impl Span {
    /// Whether `n` lies in it.
    #[must_use]
    pub fn holds(self, n: u8) -> bool {
        match self {
            Self::Any => true,
            Self::Is(a) => n == a,
            Self::Between(a, b) => (a..=b).contains(&n),
            Self::UpTo(a) => n <= a,
            Self::From(a) => n >= a,
        }
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Is(a) => write!(f, "{a}"),
            Self::Between(a, b) => write!(f, "{a}–{b}"),
            Self::UpTo(0) => f.write_str("0"),
            Self::UpTo(a) => write!(f, "0–{a}"),
            Self::From(a) => write!(f, "{a}+"),
        }
    }
}

/// How the dam must stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Wanted {
    /// Either way.
    #[default]
    Any,
    /// Breached.
    Breached,
    /// Whole.
    Whole,
}

/// What a debriefing looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Night {
    /// Whether the dam is breached after Morning Reconnaissance (clause 5.2.c).
    pub breached: bool,
    /// Damage after Morning Reconnaissance.
    pub damage: u8,
    /// Lancasters destroyed or missing.
    pub lost: u8,
    /// Upkeep still on surviving Lancasters.
    pub unspent: u8,
}

/// A row of a debriefing chart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DebriefRow {
    /// The result's number; higher is better.
    pub number: u8,
    /// The result in a few words.
    pub title: String,
    /// What it meant.
    pub text: String,
    /// How the dam must stand.
    #[serde(default)]
    pub dam: Wanted,
    /// Damage to the dam.
    #[serde(default)]
    pub damage: Span,
    /// Lancasters lost.
    #[serde(default)]
    pub lost: Span,
    /// Upkeep unspent.
    #[serde(default)]
    pub unspent: Span,
    /// Successful releases in the night; flight scenarios alone.
    #[serde(default)]
    pub successes: Span,
    /// What is asked of the dams; flight scenarios alone.
    #[serde(default)]
    pub raid: Vec<Demand>,
    /// When a follow-up raid may be ordered; flight scenarios alone.
    #[serde(default)]
    pub follow_up: Option<FollowUpRow>,
}

impl DebriefRow {
    /// Whether the night meets every condition of the row.
    #[must_use]
    pub fn matches(&self, night: Night) -> bool {
        let dam = match self.dam {
            Wanted::Any => true,
            Wanted::Breached => night.breached,
            Wanted::Whole => !night.breached,
        };
        dam && self.damage.holds(night.damage)
            && self.lost.holds(night.lost)
            && self.unspent.holds(night.unspent)
    }

    /// The outcome's label, such as `6 Historical`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{} {}", self.number, self.title)
    }
}

/// The most damage that a debriefing is asked about: 21 mines of 9, each 3 more in Morning Reconnaissance.
pub const MOST_DAMAGE: u8 = 252;

/// Every night that a scenario can end with: up to `aircraft` lost, up to `mines` unspent, a dam of `capacity`.
pub fn nights(aircraft: u8, mines: u8, capacity: u8) -> impl Iterator<Item = Night> {
    (0..=MOST_DAMAGE).flat_map(move |damage| {
        (0..=aircraft).flat_map(move |lost| {
            (0..=mines.min(aircraft - lost)).map(move |unspent| Night {
                breached: damage >= capacity,
                damage,
                lost,
                unspent,
            })
        })
    })
}

/// The row that a night is read on: the first that matches.
#[must_use]
pub fn row_for(rows: &[DebriefRow], night: Night) -> Option<usize> {
    rows.iter().position(|row| row.matches(night))
}

/// Checks that every night finds a row and every row a night.
pub fn check(rows: &[DebriefRow], aircraft: u8, mines: u8, capacity: u8, faults: &mut Faults) {
    let mut used = vec![false; rows.len()];
    let mut gap = None;
    for night in nights(aircraft, mines, capacity) {
        match row_for(rows, night) {
            Some(row) => used[row] = true,
            None => gap = gap.or(Some(night)),
        }
    }
    if let Some(night) = gap {
        faults.add(
            "debriefing",
            format!(
                "no row covers a {} dam with damage {}, {} lost and {} unspent",
                if night.breached { "breached" } else { "whole" },
                night.damage,
                night.lost,
                night.unspent
            ),
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let field = format!("debriefing[{i}]");
        check_row(rows, i, faults);
        for (name, set) in [
            ("successes", row.successes != Span::Any),
            ("raid", !row.raid.is_empty()),
            ("follow_up", row.follow_up.is_some()),
        ] {
            faults.expect(!set, format!("{field}.{name}"), "a flight scenario alone can ask this");
        }
        faults.expect(
            used[i],
            &field,
            "no night can end on this row: the rows above it take them all, or it asks for more than there is",
        );
    }
}

/// Checks what a row is in every scenario: its number, its texts and its spans.
pub(super) fn check_row(rows: &[DebriefRow], i: usize, faults: &mut Faults) {
    let (row, field) = (&rows[i], format!("debriefing[{i}]"));
    if let Some(other) = rows[..i].iter().find(|o| o.number == row.number) {
        faults.add(
            format!("{field}.number"),
            format!("`{}` has the number {} already", other.title, row.number),
        );
    }
    check_text(format!("{field}.title"), &row.title, 60, faults);
    check_text(format!("{field}.text"), &row.text, 400, faults);
    for (name, span) in
        [("damage", row.damage), ("lost", row.lost), ("unspent", row.unspent), ("successes", row.successes)]
    {
        check_span(&format!("{field}.{name}"), span, faults);
    }
}

/// A span covers something.
pub(super) fn check_span(field: &str, span: Span, faults: &mut Faults) {
    if let Span::Between(a, b) = span {
        faults.expect(a <= b, field, format!("{a}–{b} covers nothing"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u8, dam: Wanted, lost: Span) -> DebriefRow {
        DebriefRow {
            number,
            title: format!("row {number}"),
            text: "text".into(),
            dam,
            damage: Span::Any,
            lost,
            unspent: Span::Any,
            successes: Span::Any,
            raid: Vec::new(),
            follow_up: None,
        }
    }

    #[test]
    fn gaps_and_dead_rows_are_told() {
        let rows = [
            row(3, Wanted::Breached, Span::UpTo(1)),
            row(2, Wanted::Breached, Span::Is(0)),
            row(1, Wanted::Whole, Span::Any),
        ];
        let mut faults = Faults::default();
        check(&rows, 3, 3, 6, &mut faults);
        let fields: Vec<_> = faults.0.iter().map(|f| f.field.as_str()).collect();
        assert_eq!(fields, ["debriefing", "debriefing[1]"]);
        assert_eq!(faults.0[0].message, "no row covers a breached dam with damage 6, 2 lost and 0 unspent");
    }

    #[test]
    fn spans_read_as_printed() {
        let texts = [Span::Any, Span::Is(2), Span::Between(7, 10), Span::UpTo(3), Span::From(4)]
            .map(|s| s.to_string());
        assert_eq!(texts, ["any", "2", "7–10", "0–3", "4+"]);
        assert!(Span::Between(7, 10).holds(10) && !Span::Between(7, 10).holds(11));
        assert!(Span::UpTo(3).holds(0) && Span::From(4).holds(4) && !Span::From(4).holds(3));
    }
}
