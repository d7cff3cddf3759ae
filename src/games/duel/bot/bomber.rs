//! The bomber's turn: altitude of the night, medals, and whether to lay a new programme.

use super::look::{Look, at, tiles};
use crate::games::duel::data::{HEXES, Resource};
use crate::games::duel::rules::points::{Field, Met};
use crate::kernel::decision::Question;

/// Squadrons that meet the bomber on a move, as far as they are lower than a high one.
const LOWER: f64 = 0.15;

/// The hexes of the programme still to be entered, with the number of the move.
#[must_use]
pub fn course(look: &Look<'_>) -> Vec<(u8, u8)> {
    let Some(plan) = &look.view.plan else { return Vec::new() };
    (0u8..).zip(plan.hexes.iter().copied()).skip(usize::from(look.flown()) + 1).collect()
}

/// The move on which the strike is to fall; `None` when it is past.
#[must_use]
pub fn strike_move(look: &Look<'_>) -> Option<(u8, u8)> {
    let target = look.view.plan.as_ref()?.target;
    if look.view.bomber.struck.is_some() {
        return None;
    }
    course(look).into_iter().find(|(_, hex)| *hex == target)
}

fn find(q: &Question, verb: &str) -> Option<usize> {
    q.enabled().find(|i| q.offers[*i].key.verb == verb)
}

/// High or low all night: low strikes better, high is safer from the guns that are seen on the course.
#[must_use]
pub fn level(look: &Look<'_>, q: &Question) -> Option<usize> {
    let lead = |fields: &[Field; HEXES + 1], low: bool| {
        let way = course(look);
        let guns: i32 =
            way.iter().map(|(number, hex)| look.meets(&fields[at(*hex)], Met::default(), *number, low)).sum();
        let strike = strike_move(look).map_or(0, |(number, hex)| look.strike(fields, hex, low, 0, number));
        let moves = f64::from(u8::try_from(way.len()).unwrap_or(14));
        f64::from(strike - guns) + if low { 0.0 } else { LOWER * moves }
    };
    let verb = if lead(&look.fields, true) > lead(&look.fields, false) { "low" } else { "high" };
    find(q, verb)
}

/// A defence under the bomber to put out of action: the one that hurts most, while that is worth a medal.
#[must_use]
pub fn off(look: &Look<'_>, q: &Question) -> Option<usize> {
    let bomber = &look.view.bomber.aircraft;
    let (number, low) = (look.flown(), look.bomber_low());
    let here = look.squadrons().filter(|s| s.hex == bomber.hex && s.level.airborne());
    let met = here.fold(Met::default(), |m, s| Met {
        squadrons: m.squadrons + 1,
        lower: m.lower + u8::from(s.level < bomber.level),
    });
    let strikes =
        look.view.plan.as_ref().is_some_and(|p| p.target == bomber.hex) && look.view.bomber.struck.is_none();
    let lead = |fields: &[Field; HEXES + 1]| {
        let strike = if strikes { look.strike(fields, bomber.hex, low, 0, number) } else { 0 };
        strike - look.meets(&fields[at(bomber.hex)], met, number, low)
    };
    let gain = |i: usize| {
        let mut fields = look.fields;
        if let Some(kind) = Resource::from_word(q.offers[i].key.word()) {
            let there = tiles(&mut fields[at(bomber.hex)], kind);
            *there = there.saturating_sub(1);
        }
        lead(&fields) - lead(&look.fields)
    };
    let offers = q.enabled().filter(|i| q.offers[*i].key.verb == "off");
    let best = offers.map(|i| (gain(i), i)).max_by_key(|(gain, _)| *gain);
    // A medal saves a point against squadrons at any time; guns must be worth more until few moves are left.
    let rich = usize::from(look.view.medals.1) > course(look).len();
    let least = if rich { 1 } else { 2 };
    best.filter(|(gain, _)| *gain >= least).map(|(_, i)| i).or_else(|| find(q, "done"))
}

/// Medals against squadrons: all that the rest of the course does not need for guns.
#[must_use]
pub fn shield(look: &Look<'_>, q: &Question) -> Option<usize> {
    let (low, held) = (look.bomber_low(), i32::from(look.view.medals.1));
    let needed: i32 = course(look)
        .iter()
        .map(|(number, hex)| look.meets(&look.fields[at(*hex)], Met::default(), *number, low) / 3)
        .sum();
    let more_nights = look.view.night.0 < look.view.night.1;
    let spare = (held - needed.min(held) - i32::from(more_nights)).max(0);
    q.enabled().filter(|i| q.offers[*i].key.num() <= spare).max_by_key(|i| q.offers[*i].key.num())
}
