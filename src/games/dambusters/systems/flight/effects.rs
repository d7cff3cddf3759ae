//! 7.7.3 What birds, low flying, flak and nightfighters do to a Lancaster on its way.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::{Cause, Space};
use crate::games::dambusters::data::{
    BirdsResult, ChartIds, CrashResult, EvasiveResult, FlakResult, FlightAttackResult, NightfighterType,
    SaveResult, SightingResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

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
        op.deeds.torn_off(id);
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
                break_away(&mut op, id, 10);
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
                break_away(&mut op, mate, 11);
            } else {
                op.damage(mate, Cause::Flak, 6);
            }
        }
        10 => roll_evasion(&mut op, id, 3),
        11 => roll_evasion(&mut op, id, 9),
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
    // [13.1.a] Whatever leaves it in the box leaves it before the check.
    op.flow.stay(step);
}

fn roll_evasion(op: &mut Op, id: PieceId, step: u16) {
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
            for mate in &mates {
                q = q.offer(Offer::new("hit", "{} takes the hit", "4.2.4.m").a(*mate));
            }
            let sound = |id: &PieceId| !op.squadron.ship(*id).airframe.damaged;
            q.default = mates.iter().position(sound).unwrap_or(0);
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
            if op.is_high(id) {
                // [14.3.4.c] Sighted up there it is attacked without a roll.
                op.say("14.3.4.c", Tone::Bad, "{} is caught high up", &[id.into()]);
                shot_down(&mut op, id);
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
                shot_down(&mut op, id);
            }
            op.flow.done();
        }
    }
}

/// [4.4.3.u] Lost, the Alert rises, and its wave scatters.
fn shot_down(op: &mut Op, id: PieceId) {
    let wave = op.squadron.orders(id).wave;
    op.destroy(id, Cause::Nightfighter, "4.4.3.u");
    op.flight.alert_pending = true;
    if let Some(n) = wave {
        scatter(op, n);
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
