//! 7.7 Resolve Hazards: unit by unit, revealed together, one effect after another.

use crate::games::dambusters::air::{Marked, Unit};
use crate::games::dambusters::components::{Cause, Space};
use crate::games::dambusters::data::{
    BirdsResult, ChartIds, CrashResult, Danger, EvasiveResult, FlakResult, FlightAttackResult, FlightZone,
    NightfighterType, SaveResult, SightingResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

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
            let found = op
                .flight
                .marks
                .iter()
                .position(|m| m.unit == unit && !m.shown && op.front(m).label() == key.word());
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
    let total = op.flight.marks.iter().filter(|m| of(m)).count();
    if total > MOST * crews.len() {
        return excess(op, unit);
    }
    let Some(next) = op.flight.marks.iter().position(|m| of(m) && m.on.is_none()) else {
        op.flow.stay(5);
        return;
    };
    let counts: Vec<usize> = crews
        .iter()
        .map(|id| op.flight.marks.iter().filter(|m| of(m) && m.on == Some(*id)).count())
        .collect();
    let open: Vec<PieceId> = share(total, &counts).into_iter().map(|i| crews[i]).collect();
    if let [only] = open[..] {
        op.flight.marks[next].on = Some(only);
        op.flow.stay(3);
        return;
    }
    let front = op.front(&op.flight.marks[next]).label();
    let mut q = Question::new(SQUADRON, "Who of {} meets the {} marker?", "7.7.1.b")
        .args(&[op.name(unit), front.into()]);
    for id in &crews {
        q = q.offer(Offer::new("meets", "{}", "7.7.1.b").a(*id).bar(
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
    for mark in op.flight.marks.iter().filter(|m| m.unit == Some(unit) && !m.shown) {
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
    let open = effects(op);
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
    op.return_mark(at);
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

impl Op<'_, '_> {
    /// Asks for a Veteran Save, or goes on at once (clauses 7.7.2.a and 7.7.2.b).
    fn save(&mut self, id: PieceId, rolled: u16, none: u16) {
        if self.squadron.ship(id).may_save() {
            let spec = self
                .spec(self.ids().veteran_save.id, ChartIds::ONLY, "the Veteran Save of {}", "7.7.2.b")
                .subject(id);
            self.roll(spec, rolled);
        } else {
            self.flow.stay(none);
        }
    }

    fn saved(&self) -> bool {
        self.ids().veteran_save.result(self.flow.row()) == SaveResult::Saved
    }
}

/// 7.7.3b Birds or bats.
pub(crate) fn birds(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 => {
            let spec =
                op.spec(op.ids().birds.id, ChartIds::ONLY, "the birds before {}", "7.7.3b.a").subject(id);
            op.roll(spec, 1);
        }
        1 => {
            if op.ids().birds.result(op.flow.row()) == BirdsResult::Damaged {
                op.save(id, 2, 3);
            } else {
                op.flow.done();
            }
        }
        2 => {
            if op.saved() {
                op.say("7.7.3b.b", Tone::Good, "{} comes through", &[id.into()]);
                op.flow.done();
            } else {
                op.flow.stay(3);
            }
        }
        3 => op.damage(id, Cause::Birds, 4),
        _ => op.flow.done(),
    }
}

/// 7.7.3e Too low: a crash, or the mine torn off.
pub(crate) fn crash(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 => {
            let spec =
                op.spec(op.ids().crash.id, ChartIds::ONLY, "the low flight of {}", "7.7.3e.a").subject(id);
            op.roll(spec, 1);
        }
        1 => {
            let destroyed = op.ids().crash.result(op.flow.row()) == CrashResult::Destroyed;
            op.flow.set_arg(1, i32::from(destroyed));
            op.save(id, 2, 3);
        }
        2 => {
            let saved = op.saved();
            match (op.flow.arg(1) == 1, saved) {
                (_, false) => op.flow.stay(3),
                // [7.7.3e.c] Damaged instead, and a second save for the mine.
                (true, true) => {
                    op.say("7.7.3e.c", Tone::Good, "{} pulls up at the last moment", &[id.into()]);
                    op.save(id, 4, 3);
                }
                // [7.7.3e.b] It keeps its mine.
                (false, true) => {
                    op.say("7.7.3e.b", Tone::Good, "{} keeps its mine", &[id.into()]);
                    op.damage(id, Cause::Crash, 6);
                }
            }
        }
        3 => {
            if op.flow.arg(1) == 1 {
                op.destroy(id, Cause::Crash, "7.7.3e.a");
                op.flow.done();
            } else {
                mine_gone(&mut op, id);
                op.damage(id, Cause::Crash, 6);
            }
        }
        4 => {
            if !op.saved() {
                mine_gone(&mut op, id);
            }
            op.damage(id, Cause::Crash, 6);
        }
        _ => op.flow.done(),
    }
}

/// Upkeep torn off: out of the game, unseen (clause 7.7.3e.a), with what hangs on it (clause 7.7.3d.b).
fn mine_gone(op: &mut Op, id: PieceId) {
    if op.mine_away(id).is_some() {
        op.flight.torn_off += 1;
        op.say("7.7.3e.a", Tone::Bad, "{} loses its mine", &[id.into()]);
    }
}

/// What a flak check keeps in its last argument: a critical hit, doubles, and the wave that the Lancaster flew in.
const CRITICAL: i32 = 1;
const AGAIN: i32 = 2;
const WAVE: i32 = 4;

/// 7.7.3j Flak on the way: arguments piece, level, lit, flags.
pub(crate) fn flight_flak(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 => {
            let level = u8::try_from(op.flow.arg(1)).unwrap_or(1);
            let mut spec = op
                .spec(op.ids().flak_check.id, op.ids().flak_column(level), "flak at {}", "7.7.3j.a")
                .subject(id);
            // [7.7.3j.b]
            spec.dice = if op.flow.arg(2) == 1 { 3 } else { 2 };
            op.roll(spec, 1);
        }
        1 => {
            let result = op.ids().flak_check.result(op.flow.row());
            let again = op.flow.rolled().is_some_and(|r| r.reading.again);
            let critical = result == FlakResult::Critical;
            // [7.7.1.g] A critical hit's second strike may touch another of its wave.
            let wave = op.squadron.orders(id).wave.map_or(0, |n| i32::from(n) + 1);
            let flags = i32::from(critical) * CRITICAL + i32::from(again) * AGAIN + wave * WAVE;
            op.flow.set_arg(3, flags);
            if result == FlakResult::Miss {
                op.flow.stay(6);
            } else if matches!(op.squadron.space(id), Space::Missing(_)) {
                op.flow.stay(4); // [7.7.3j.d]
            } else {
                ask_evasion(&mut op, id, 2);
            }
        }
        2 => {
            if op.flow.answer().is_some_and(|key| key.verb == "evade") {
                break_away(&mut op, id, 3);
            } else {
                op.flow.stay(4);
            }
        }
        3 => {
            if thrown_off(&mut op, id) {
                op.flow.done();
            } else {
                // [4.2.4.s]
                let flags = op.flow.arg(3);
                op.flow.set_arg(3, flags & !AGAIN);
                op.flow.stay(4);
            }
        }
        // [4.2.4.i] The hit is this Lancaster's alone.
        4 => op.damage(id, Cause::Flak, 5),
        5 => {
            let flags = op.flow.arg(3);
            op.flow.set_arg(3, flags & !CRITICAL);
            if flags & CRITICAL == 0 {
                op.flow.stay(6);
            } else if op.squadron.space(id) == Space::Lost {
                // [4.2.4.m] The surplus hit is for another of its wave.
                let wave = u8::try_from(flags / WAVE - 1).ok();
                surplus(&mut op, wave);
            } else {
                // [4.2.4.j] The second hit of a critical one.
                op.damage(id, Cause::Flak, 6);
            }
        }
        6 => {
            let again = op.flow.arg(3) & AGAIN != 0 && op.squadron.space(id) != Space::Lost;
            if again {
                op.log.say("4.2.4.f", None, Tone::Bad, "Doubles: the guns fire again", &[]);
                op.flow.stay(0);
            } else {
                op.flow.done();
            }
        }
        7 => match op.flow.answer().and_then(|key| key.piece()) {
            Some(mate) => second_hit(&mut op, mate),
            None => op.flow.done(),
        },
        8 => {
            let mate = PieceId::of_arg(op.flow.arg(0));
            if op.flow.answer().is_some_and(|key| key.verb == "evade") {
                break_away(&mut op, mate, 9);
            } else {
                op.damage(mate, Cause::Flak, 6);
            }
        }
        _ => {
            if thrown_off(&mut op, id) {
                op.flow.done();
            } else {
                op.damage(id, Cause::Flak, 6);
            }
        }
    }
}

/// [7.7.3j.c] Take the hit, or break away.
fn ask_evasion(op: &mut Op, id: PieceId, step: u16) {
    let q = Question::new(SQUADRON, "{} is about to be hit. Evasive Action?", "7.7.3j.c")
        .about(id)
        .offer(Offer::new("accept", "Accept the hit", "7.7.3j.c"))
        .offer(Offer::new("evade", "Evade, and be missing", "7.7.3j.c"));
    op.flow.ask(q, step);
}

/// [4.2.4.q] To the Missing Box with what is still to meet it, then the check.
fn break_away(op: &mut Op, id: PieceId, step: u16) {
    if let Space::Zone(zone) = op.squadron.space(id) {
        op.leave_wave(id);
        op.take_marks_along(id);
        op.squadron.put(id, Space::Missing(zone));
        op.say("4.2.4.q", Tone::Plain, "{} breaks away and is missing", &[id.into()]);
    }
    let spec =
        op.spec(op.ids().evasive_action.id, ChartIds::ONLY, "Evasive Action of {}", "7.7.3j.c").subject(id);
    op.roll(spec, step);
}

fn thrown_off(op: &mut Op, id: PieceId) -> bool {
    let off = op.ids().evasive_action.result(op.flow.row()) == EvasiveResult::Avoided;
    if off {
        op.say("7.7.3j.c", Tone::Good, "{} throws off the flak", &[id.into()]);
    }
    off
}

/// Who of the wave takes the hit that the lost Lancaster could not (clause 4.2.4.m).
fn surplus(op: &mut Op, wave: Option<u8>) {
    let mates = wave.map_or(Vec::new(), |n| op.members(n));
    match mates[..] {
        [] => op.flow.done(),
        [only] => second_hit(op, only),
        _ => {
            let mut q = Question::new(SQUADRON, "The second hit. Who takes it?", "4.2.4.m");
            for mate in mates {
                q = q.offer(Offer::new("hit", "{} takes the hit", "4.2.4.m").a(mate));
            }
            op.flow.ask(q, 7);
        }
    }
}

/// [4.2.4.n] Whoever is about to take it may evade as well.
fn second_hit(op: &mut Op, mate: PieceId) {
    op.flow.set_arg(0, i32::from(mate.0));
    op.flow.set_arg(3, 0);
    ask_evasion(op, mate, 8);
}

/// 7.7.3l A nightfighter in flight: arguments piece, type, lit.
pub(crate) fn flight_nightfighter(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 => {
            // [4.4.3.d] The upper row under Searchlights.
            let column = op.ids().sighted_column(op.flight.alert, op.flow.arg(2) == 1);
            let spec = op
                .spec(op.ids().nightfighter_sighted.id, column, "Does a nightfighter sight {}?", "4.4.3.b")
                .subject(id);
            op.roll(spec, 1);
        }
        1 => {
            if op.ids().nightfighter_sighted.result(op.flow.row()) == SightingResult::Nothing {
                op.flow.done();
                return;
            }
            let kind = match op.flow.arg(1) {
                0 => NightfighterType::Me109,
                1 => NightfighterType::Me110,
                _ => NightfighterType::Ju88,
            };
            let column = op.ids().flight_attack_column(kind);
            let spec = op
                .spec(op.ids().nightfighter_attack_flight.id, column, "the nightfighter behind {}", "4.4.3.t")
                .subject(id);
            op.roll(spec, 2);
        }
        _ => {
            if op.ids().nightfighter_attack_flight.result(op.flow.row()) == FlightAttackResult::Attack {
                // [4.4.3.u] Lost, the Alert rises, and its wave scatters.
                let wave = op.squadron.orders(id).wave;
                op.destroy(id, Cause::Nightfighter, "4.4.3.u");
                op.flight.alert_pending = true;
                if let Some(n) = wave {
                    scatter(&mut op, n);
                }
            }
            op.flow.done();
        }
    }
}

/// [4.4.3.v] In good order it is compromised; compromised already it breaks up.
fn scatter(op: &mut Op, wave: u8) {
    if !op.wave(wave).compromised {
        op.compromise(wave, "4.4.3.v");
        return;
    }
    for id in op.members(wave) {
        op.leave_wave(id);
        op.take_marks_along(id);
    }
    let name: Arg = op.name(Unit::Wave(wave));
    op.log.say("4.4.3.v", None, Tone::Bad, "{} breaks up", &[name]);
}
