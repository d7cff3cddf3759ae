//! Debriefing charts of flight scenarios: rows that ask for dams, losses and successes (clause 5.3.a).

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::debrief::{DebriefRow, MOST_DAMAGE, Span, Wanted, check_row};
use super::flight_setup::DamSetup;
use super::kinds::DamId;
use crate::kernel::content::Faults;

/// What a row of a flight scenario asks of the dams; a list of them asks for all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Demand {
    /// All of these are breached.
    Breached(Vec<DamId>),
    /// So many of these are breached.
    BreachedOf(Vec<DamId>, Span),
    /// Damage to this dam.
    Damage(DamId, Span),
    /// One of these demands at least is met.
    Either(Vec<Demand>),
}

impl Demand {
    /// Whether the night meets it.
    #[must_use]
    pub fn met(&self, night: &FlightNight) -> bool {
        match self {
            Self::Breached(dams) => dams.iter().all(|d| night.breached[*d as usize]),
            Self::BreachedOf(dams, span) => {
                let n = dams.iter().filter(|d| night.breached[**d as usize]).count();
                span.holds(u8::try_from(n).unwrap_or(u8::MAX))
            }
            Self::Damage(dam, span) => span.holds(night.damage[*dam as usize]),
            Self::Either(demands) => demands.iter().any(|d| d.met(night)),
        }
    }
}

impl Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |dams: &[DamId], and: &str| join(dams.iter().map(|d| d.name().to_owned()), and);
        match self {
            Self::Breached(dams) => write!(f, "{} breached", names(dams, "and")),
            Self::BreachedOf(dams, Span::Is(0) | Span::UpTo(0)) => {
                write!(f, "{} not breached", names(dams, "and"))
            }
            Self::BreachedOf(dams, Span::From(1)) => write!(f, "{} breached", names(dams, "or")),
            Self::BreachedOf(dams, span) => write!(f, "{span} breached of {}", names(dams, "and")),
            Self::Damage(dam, span) => write!(f, "{} damage {span}", dam.name()),
            Self::Either(demands) => f.write_str(&join(demands.iter().map(Self::to_string), "or")),
        }
    }
}

/// `a, b and c`.
fn join(words: impl Iterator<Item = String>, and: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// What the debriefing of a flight scenario looks at, after Morning Reconnaissance (clause 5.2.c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FlightNight {
    /// Which dams are breached, by [`DamId`]; those that were when the scenario began too.
    pub breached: [bool; 8],
    /// Damage to the dams, by [`DamId`].
    pub damage: [u8; 8],
    /// Lancasters destroyed or missing.
    pub lost: u8,
    /// Successful releases at all dams.
    pub successes: u8,
}

impl DebriefRow {
    /// Whether the night of a flight scenario meets every condition of the row.
    #[must_use]
    pub fn fits(&self, night: &FlightNight) -> bool {
        self.lost.holds(night.lost)
            && self.successes.holds(night.successes)
            && self.raid.iter().all(|d| d.met(night))
    }

    fn unconditional(&self) -> bool {
        self.raid.is_empty() && self.lost == Span::Any && self.successes == Span::Any
    }
}

/// The row that the night of a flight scenario is read on: the first that fits.
#[must_use]
pub fn row_for_flight(rows: &[DebriefRow], night: &FlightNight) -> Option<usize> {
    rows.iter().position(|row| row.fits(night))
}

/// What limits the nights of a flight scenario.
pub struct FlightFrame<'a> {
    /// How many Lancasters fly.
    pub aircraft: u8,
    /// How many of them carry Upkeep.
    pub mines: u8,
    /// The dams, by [`DamId`].
    pub dams: &'a [DamSetup; 8],
    /// The damage that breaches each, by [`DamId`].
    pub capacity: [u8; 8],
}

/// The most damage that one mine does, Morning Reconnaissance included.
const MOST_OF_A_MINE: u8 = 12;
/// The most nights that are tried out.
const MOST_NIGHTS: usize = 200_000;

/// One night for every way in which the rows can tell nights apart; `None` when there are too many.
///
/// Numbers that no row tells apart fall into one class. A night stands for its classes by their least damage, so that
/// no night is left out because its damage would take more successes than there are.
#[must_use]
pub fn flight_nights(rows: &[DebriefRow], frame: &FlightFrame<'_>) -> Option<Vec<FlightNight>> {
    let damage: Vec<Vec<u8>> = DamId::ALL.into_iter().map(|dam| damage_classes(rows, dam, frame)).collect();
    let lost = classes(rows.iter().map(|r| r.lost), frame.aircraft);
    let successes = classes(rows.iter().map(|r| r.successes), frame.mines);
    let all = damage.iter().chain([&lost, &successes]).map(Vec::len);
    if all.into_iter().try_fold(1usize, usize::checked_mul).is_none_or(|n| n > MOST_NIGHTS) {
        return None;
    }
    let mut places = vec![FlightNight::default()];
    for (dam, values) in damage.iter().enumerate() {
        places = (places.iter())
            .flat_map(|night| values.iter().map(move |v| (night, *v)))
            .map(|(night, damage)| {
                let mut night = *night;
                night.damage[dam] = damage;
                night.breached[dam] = frame.dams[dam].breached || damage >= frame.capacity[dam];
                night
            })
            .collect();
    }
    let mut nights = Vec::new();
    for place in places {
        let needed: u32 = place.damage.iter().map(|d| u32::from(d.div_ceil(MOST_OF_A_MINE))).sum();
        let Ok(needed) = u8::try_from(needed) else { continue };
        for (i, from) in successes.iter().enumerate() {
            let last = successes.get(i + 1).map_or(frame.mines, |next| next - 1);
            let successes = needed.max(*from);
            if successes <= last {
                nights.extend(lost.iter().map(|lost| FlightNight { lost: *lost, successes, ..place }));
            }
        }
    }
    Some(nights)
}

/// The least numbers of the classes into which these spans divide 0 to `most`.
fn classes(spans: impl Iterator<Item = Span>, most: u8) -> Vec<u8> {
    let cuts: BTreeSet<u8> = spans.flat_map(cuts).chain([0]).filter(|n| *n <= most).collect();
    cuts.into_iter().collect()
}

/// Where a span begins and where it is over.
fn cuts(span: Span) -> Vec<u8> {
    match span {
        Span::Any => vec![],
        Span::Is(a) => vec![a, a.saturating_add(1)],
        Span::Between(a, b) => vec![a, b.saturating_add(1)],
        Span::UpTo(a) => vec![a.saturating_add(1)],
        Span::From(a) => vec![a],
    }
}

fn damage_classes(rows: &[DebriefRow], dam: DamId, frame: &FlightFrame<'_>) -> Vec<u8> {
    let mut spans = Vec::new();
    for demand in rows.iter().flat_map(|r| &r.raid) {
        add_spans(demand, dam, frame.capacity[dam as usize], &mut spans);
    }
    classes(spans.into_iter(), MOST_DAMAGE)
}

fn add_spans(demand: &Demand, dam: DamId, capacity: u8, spans: &mut Vec<Span>) {
    match demand {
        Demand::Breached(dams) | Demand::BreachedOf(dams, _) if dams.contains(&dam) => {
            spans.push(Span::From(capacity));
        }
        Demand::Damage(d, span) if *d == dam => spans.push(*span),
        Demand::Either(demands) => demands.iter().for_each(|d| add_spans(d, dam, capacity, spans)),
        _ => {}
    }
}

/// Checks that every night finds a row and every row a night.
pub fn check_flight(rows: &[DebriefRow], frame: &FlightFrame<'_>, faults: &mut Faults) {
    for (i, row) in rows.iter().enumerate() {
        let field = format!("debriefing[{i}]");
        check_row(rows, i, faults);
        for (name, set) in [
            ("dam", row.dam != Wanted::Any),
            ("damage", row.damage != Span::Any),
            ("unspent", row.unspent != Span::Any),
        ] {
            faults.expect(
                !set,
                format!("{field}.{name}"),
                "a flight has more dams than one: ask in `raid` instead",
            );
        }
        for (j, demand) in row.raid.iter().enumerate() {
            check_demand(&format!("{field}.raid[{j}]"), demand, false, faults);
        }
        if let Some(follow_up) = &row.follow_up {
            super::follow_up::check_row(&format!("{field}.follow_up"), follow_up, faults);
        }
    }
    let Some(nights) = flight_nights(rows, frame) else {
        faults.expect(
            rows.last().is_some_and(DebriefRow::unconditional),
            "debriefing",
            "too many conditions to try them all out: let the last row have none",
        );
        return;
    };
    let mut used = vec![false; rows.len()];
    let mut gap = None;
    for night in &nights {
        match row_for_flight(rows, night) {
            Some(row) => used[row] = true,
            None => gap = gap.or(Some(night)),
        }
    }
    if let Some(night) = gap {
        faults.add("debriefing", format!("no row covers a night with {}", told(night)));
    }
    for (i, used) in used.into_iter().enumerate() {
        faults.expect(
            used,
            format!("debriefing[{i}]"),
            "no night can end on this row: the rows above it take them all, or it asks for more than there is",
        );
    }
}

fn told(night: &FlightNight) -> String {
    let dams = DamId::ALL.into_iter().filter_map(|dam| {
        let (breached, damage) = (night.breached[dam as usize], night.damage[dam as usize]);
        match (breached, damage) {
            (true, _) => Some(format!("{} breached", dam.name())),
            (false, 0) => None,
            (false, n) => Some(format!("{} damage {n}", dam.name())),
        }
    });
    let successes = if night.successes == 1 { "success" } else { "successes" };
    let rest = [format!("{} lost", night.lost), format!("{} {successes}", night.successes)];
    join(dams.chain(rest), "and")
}

pub(super) fn check_demand(field: &str, demand: &Demand, inner: bool, faults: &mut Faults) {
    let mut dams_of = |dams: &[DamId]| {
        faults.expect(!dams.is_empty(), field, "at least one dam");
        for (i, dam) in dams.iter().enumerate() {
            faults.expect(!dams[..i].contains(dam), field, format!("{} is listed twice", dam.name()));
        }
    };
    match demand {
        Demand::Breached(dams) => dams_of(dams),
        Demand::BreachedOf(dams, span) => {
            dams_of(dams);
            super::debrief::check_span(field, *span, faults);
        }
        Demand::Damage(_, span) => super::debrief::check_span(field, *span, faults),
        Demand::Either(demands) => {
            faults.expect(!inner, field, "an `Either` holds no other `Either`");
            faults.expect(!demands.is_empty(), field, "at least one demand");
            if !inner {
                demands.iter().for_each(|d| check_demand(field, d, true, faults));
            }
        }
    }
}

/// Bounds the lists of the demands, before anything looks into them.
pub(super) fn check_sizes(field: &str, demands: &[Demand], faults: &mut Faults) {
    faults.expect(demands.len() <= 10, field, format!("at most 10 entries, not {}", demands.len()));
    for demand in demands.iter().take(10) {
        match demand {
            Demand::Breached(dams) | Demand::BreachedOf(dams, _) => {
                let most = DamId::ALL.len();
                faults.expect(
                    dams.len() <= most,
                    field,
                    format!("at most {most} entries, not {}", dams.len()),
                );
            }
            Demand::Damage(..) => {}
            Demand::Either(inner) => check_sizes(field, inner, faults),
        }
    }
}
