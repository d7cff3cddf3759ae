//! 7.7 Resolve Hazards: unit by unit, revealed together, one effect after another.

use crate::games::dambusters::air::{Marked, Unit};
use crate::games::dambusters::data::{Danger, FlightZone};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

use super::hazards::share;
use super::{ZONES, wave_of};

/// The most unrevealed markers that one Lancaster may hold (clause 7.7.1.c).
const MOST: usize = 3;

/// What the frame keeps: the zone and the unit at hand.
const ZONE: usize = 0;
const UNIT: usize = 1;

/// 7.7 Zone by zone ([7.7.b]), unit by unit ([7.7.1.a]).
pub(crate) fn resolve_hazards(mut op: Op) {
    match op.flow.step() {
        0 => {
            // [7.7.a] [2.8.b] The flares are out.
            for wave in &mut op.flight.waves {
                wave.flares = 0;
            }
            let ids: Vec<_> = op.squadron.ids().collect();
            for id in ids {
                op.squadron.order(id, |o| o.flares = 0);
            }
            op.flow.stay(1);
        }
        1 => next_unit(&mut op),
        2 => {
            let Some(key) = op.flow.answer() else { return };
            let unit = key.piece().map(Unit::Alone).or_else(|| wave_of(key.word()).map(Unit::Wave));
            if let Some(unit) = unit {
                op.flow.set_arg(UNIT, unit.arg());
            }
            op.flow.stay(3);
        }
        3 => place(&mut op),
        4 => {
            let Some(id) = op.flow.answer().and_then(|key| key.piece()) else { return };
            let unit = Unit::from_arg(op.flow.arg(UNIT));
            if let Some(mark) = op.flight.marks.iter_mut().find(|m| m.unit == Some(unit) && m.on.is_none()) {
                mark.on = Some(id);
            }
            op.flow.stay(3);
        }
        5 => reveal(&mut op),
        6 => next_effect(&mut op),
        7 => {
            let Some(key) = op.flow.answer() else { return };
            let at = usize::try_from(key.num()).unwrap_or(0);
            strike(&mut op, at);
        }
        8 => op.flow.call(Phase::Orders, [0; 4], 6),
        _ => {
            let Some(key) = op.flow.answer() else { return };
            let unit = Some(Unit::from_arg(op.flow.arg(UNIT)));
            let found = op.flight.marks.iter().position(|m| {
                m.unit == unit && !m.shown && op.shared(m) && op.front(m).label() == key.word()
            });
            if let Some(at) = found {
                op.return_mark(at);
                op.log.say("7.7.1.c", None, Tone::Good, "One marker too many goes back", &[]);
            }
            op.flow.stay(3);
        }
    }
}

fn zone(op: &Op) -> FlightZone {
    ZONES[usize::try_from(op.flow.arg(ZONE)).unwrap_or(0).min(5)]
}

/// The units of the zone that still have markers.
fn waiting(op: &Op) -> Vec<Unit> {
    let zone = zone(op);
    let mut units: Vec<Unit> =
        op.flight.marks.iter().filter(|m| m.zone == zone && !m.shown).filter_map(|m| m.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}

fn next_unit(op: &mut Op) {
    let units = waiting(op);
    match units[..] {
        [] => {
            let at = op.flow.arg(ZONE) + 1;
            op.flow.set_arg(ZONE, at);
            if usize::try_from(at).is_ok_and(|at| at < ZONES.len()) {
                op.flow.stay(1);
            } else {
                // [7.7.1.f] Searchlights go back at the end of the phase.
                while !op.flight.marks.is_empty() {
                    op.return_mark(0);
                }
                op.forget_extras();
                op.flow.goto(Phase::Acquisition, [0; 4]);
            }
        }
        [only] => {
            op.flow.set_arg(UNIT, only.arg());
            op.flow.stay(3);
        }
        _ => {
            let mut q = Question::new(SQUADRON, "Hazards in {}: who first?", "7.7.1.a")
                .args(&[zone(op).label().into()]);
            for unit in units {
                let offer = match unit {
                    Unit::Alone(id) => Offer::new("unit", "{}", "7.7.1.a").a(id),
                    Unit::Wave(n) => Offer::new("unit", "{}", "7.7.1.a").a(super::WAVE_NAMES[usize::from(n)]),
                };
                q = q.offer(offer);
            }
            op.flow.ask(q, 2);
        }
    }
}

/// [7.7.1.b] A wave's markers go to its members as evenly as possible.
fn place(op: &mut Op) {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    let crews = op.crews(unit);
    let of = |m: &Marked| m.unit == Some(unit) && !m.shown;
    // [14.3.2.a] [13.2.2.a] What is drawn for a high wave or for the Jinx alone counts for nobody's share.
    let even = |m: &Marked| of(m) && op.shared(m);
    let total = op.flight.marks.iter().filter(|m| even(m)).count();
    if total > MOST * crews.len() {
        return excess(op, unit);
    }
    let Some(next) = op.flight.marks.iter().position(|m| of(m) && m.on.is_none()) else {
        op.flow.stay(5);
        return;
    };
    let counts: Vec<usize> = crews
        .iter()
        .map(|id| op.flight.marks.iter().filter(|m| even(m) && m.on == Some(*id)).count())
        .collect();
    let extra = op.is_extra(&op.flight.marks[next]);
    let open: Vec<PieceId> =
        if extra { crews.clone() } else { share(total, &counts).into_iter().map(|i| crews[i]).collect() };
    if let [only] = open[..] {
        op.flight.marks[next].on = Some(only);
        op.flow.stay(3);
        return;
    }
    let front = op.front(&op.flight.marks[next]).label();
    let (prompt, clause) = if extra {
        ("Who of {}, flying high, meets the {} marker more?", "14.3.2.a")
    } else {
        ("Who of {} meets the {} marker?", "7.7.1.b")
    };
    let mut q = Question::new(SQUADRON, prompt, clause).args(&[op.name(unit), front.into()]);
    for id in &crews {
        q = q.offer(Offer::new("meets", "{}", clause).a(*id).bar(
            !open.contains(id),
            "has its share",
            "7.7.1.b",
        ));
    }
    op.flow.ask(q, 4);
}

/// [7.7.1.c] Nobody holds more than three: what is too many goes back unseen, as the player says.
fn excess(op: &mut Op, unit: Unit) {
    let mut fronts: Vec<&'static str> = Vec::new();
    for mark in op.flight.marks.iter().filter(|m| m.unit == Some(unit) && !m.shown && op.shared(m)) {
        let front = op.front(mark).label();
        if !fronts.contains(&front) {
            fronts.push(front);
        }
    }
    let mut q = Question::new(SQUADRON, "Too many markers for {}: which goes back?", "7.7.1.c")
        .args(&[op.name(unit)]);
    for front in fronts {
        q = q.offer(Offer::new("back", "One {} marker", "7.7.1.c").a(front));
    }
    op.flow.ask(q, 9);
}

fn danger(op: &Op, at: usize) -> Danger {
    let mark = op.flight.marks[at];
    op.book.0.tables.hazards.marker(mark.colour, mark.marker)
}

/// [7.7.1.d] All of the unit's markers are turned over together; [7.7.1.e] some only attach.
fn reveal(op: &mut Op) {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    op.flow.reveal();
    let here: Vec<usize> =
        (0..op.flight.marks.len()).filter(|i| op.flight.marks[*i].unit == Some(unit)).collect();
    for at in here {
        op.flight.marks[at].shown = true;
        let what = danger(op, at).label();
        if let Some(id) = op.flight.marks[at].on {
            op.say("7.7.1.d", Tone::Bad, "{} meets {}", &[id.into(), what.into()]);
        }
    }
    while let Some(at) = op.flight.marks.iter().position(|m| {
        m.unit == Some(unit)
            && m.shown
            && matches!(
                op.book.0.tables.hazards.marker(m.colour, m.marker),
                Danger::Attach(_) | Danger::DelayedSortie
            )
    }) {
        attach(op, at);
    }
    op.flow.stay(6);
}

fn attach(op: &mut Op, at: usize) {
    let what = danger(op, at);
    let mark = op.flight.marks.remove(at);
    let Some(id) = mark.on else { return };
    match what {
        Danger::Attach(hazard) => {
            op.flight.attached.push((id, mark.colour, mark.marker));
            op.squadron.change(id, |_, _, _, _, attached| attached.attach(hazard));
        }
        // [7.7.3f.a] It acts in the next Move Phase; [7.7.3f.b] who is missing then does not move anyhow.
        _ => op.squadron.order(id, |o| o.delayed += 1),
    }
}

/// The revealed markers of the unit that are still to take effect; Searchlights stay.
fn effects(op: &Op) -> Vec<usize> {
    let zone = zone(op);
    (0..op.flight.marks.len())
        .filter(|i| {
            let m = &op.flight.marks[*i];
            m.zone == zone && m.shown && m.on.is_some() && !m.done
        })
        .collect()
}

/// [7.7.1.f] The player says which comes next.
fn next_effect(op: &mut Op) {
    let mut open = effects(op);
    open.sort_by_key(|at| (op.flight.marks[*at].on, *at));
    match open[..] {
        [] => op.flow.stay(1),
        [only] => strike(op, only),
        _ => {
            let mut q = Question::new(SQUADRON, "Which hazard comes next?", "7.7.1.f");
            for at in open {
                let mark = op.flight.marks[at];
                let what = danger(op, at).label();
                let mut offer = Offer::new("hazard", what, "7.7.1.f").a(i32::try_from(at).unwrap_or(0));
                if let Some(id) = mark.on {
                    offer = Offer { label: hazard_label(danger(op, at)), ..offer }.b(id);
                }
                q = q.offer(offer);
            }
            op.flow.ask(q, 7);
        }
    }
}

fn hazard_label(danger: Danger) -> &'static str {
    match danger {
        Danger::Birds => "Marker {}: birds or bats before {}",
        Danger::Balloons => "Marker {}: balloon cables before {}",
        Danger::Crash => "Marker {}: {} flies too low",
        Danger::Searchlights => "Marker {}: searchlights on {}",
        Danger::Flak(_) => "Marker {}: flak at {}",
        Danger::Nightfighter(_) => "Marker {}: a nightfighter behind {}",
        Danger::Attach(_) | Danger::DelayedSortie => "Marker {} on {}",
    }
}

/// One hazard takes effect; its marker goes back, Searchlights only at the end of the phase.
fn strike(op: &mut Op, at: usize) {
    let what = danger(op, at);
    let mark = op.flight.marks[at];
    let (Some(id), Some(unit)) = (mark.on, mark.unit) else { return op.flow.stay(6) };
    let lights = i32::try_from(lights_on(op, unit)).unwrap_or(1);
    if what == Danger::Searchlights {
        op.flight.marks[at].done = true;
        if op.crews(unit).is_empty() {
            return op.flow.stay(6); // Its wave is no more.
        }
        // [7.7.3n.a] A Navigation Check at once, −1 for each of them.
        op.flow.call(Phase::NavigationCheck, [unit.arg(), lights, 0, 0], 8);
        return;
    }
    let n = i32::from(id.0);
    // [7.7.3j.b] [7.7.3n.b] Searchlights on anybody of its wave.
    let lit = i32::from(lights > 0);
    let above = op.above(id, what, mark.zone);
    op.return_mark(at);
    if above {
        op.say("14.3.4.a", Tone::Good, "{} flies high above it: {}", &[id.into(), what.label().into()]);
        return op.flow.stay(6);
    }
    match what {
        Danger::Birds => op.flow.call(Phase::Birds, [n, 0, 0, 0], 8),
        Danger::Balloons => op.flow.call(Phase::Balloons, [n, 0, 0, 0], 8),
        Danger::Crash => op.flow.call(Phase::Crash, [n, 0, 0, 0], 8),
        Danger::Flak(level) => op.flow.call(Phase::FlightFlak, [n, i32::from(level), lit, 0], 8),
        Danger::Nightfighter(kind) => op.flow.call(Phase::FlightNightfighter, [n, kind as i32, lit, 0], 8),
        Danger::Attach(_) | Danger::DelayedSortie | Danger::Searchlights => op.flow.stay(6),
    }
}

/// Revealed Searchlights markers on a unit, whoever of it they were placed on ([7.7.1.h] even if he is lost).
fn lights_on(op: &Op, unit: Unit) -> usize {
    (0..op.flight.marks.len())
        .filter(|i| {
            let m = &op.flight.marks[*i];
            m.shown && m.unit == Some(unit) && danger(op, *i) == Danger::Searchlights
        })
        .count()
}
