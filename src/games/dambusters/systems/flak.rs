//! 4.2.4 Flak Checks, Evasive Action and Critical Hits, and what follows when the Approach Box empties.

use crate::games::dambusters::components::{Cause, ChitKind, Lights, Space, Zone};
use crate::games::dambusters::data::{ChartIds, EliteKind, EvasiveResult, FlakResult};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

/// Frame arguments of a Flak Check: where, victim (piece + 1, 0 none), flags, again.
const WHERE: usize = 0;
const VICTIM: usize = 1;
const FLAGS: usize = 2;
const AGAIN: usize = 3;
/// A second hit of a Critical Hit is still to come.
const CRITICAL: i32 = 1;
/// Evasive Action was attempted in this check.
const EVADED: i32 = 2;
/// The hit at hand is the excess of a Critical Hit.
const EXCESS: i32 = 4;
/// The check is made in the Climb Box.
pub(crate) const IN_CLIMB: i32 = 1;

/// 4.2.4 A Flak Check, repeated while the kept dice are doubles.
pub(crate) fn flak_check(mut op: Op) {
    let climb = op.flow.arg(WHERE) == IN_CLIMB;
    let victim = PieceId::of_arg(op.flow.arg(VICTIM) - 1);
    match op.flow.step() {
        0 => throw(&mut op, climb),
        1 => match op.ids().flak_check.result(op.flow.row()) {
            FlakResult::Miss => {
                let doubles = again(&op);
                op.flow.set_arg(AGAIN, doubles);
                op.flow.stay(9);
            }
            hit => {
                let doubles = again(&op);
                op.flow.set_arg(AGAIN, doubles);
                // [4.2.4.j] [4.2.4.k] A kept sum of 7 is a Critical Hit: two hits on the same Lancaster.
                op.flow.set_arg(FLAGS, if hit == FlakResult::Critical { CRITICAL } else { 0 });
                choose_victim(&mut op, climb, "4.2.4.h");
            }
        },
        2 => {
            let Some(id) = op.flow.answer().and_then(|key| key.piece()) else { return };
            op.flow.set_arg(VICTIM, i32::from(id.0) + 1);
            op.flow.stay(3);
        }
        3 => offer_evasion(&mut op, victim, climb),
        4 => {
            let Some(key) = op.flow.answer() else { return };
            if key.verb == "accept" {
                op.flow.stay(6);
                return;
            }
            pay_for_evasion(&mut op, victim, key.word());
            let flags = op.flow.arg(FLAGS);
            op.flow.set_arg(FLAGS, flags | EVADED);
            // [4.2.4.r] Even cancels the hit, odd applies it.
            let spec = op
                .spec(op.ids().evasive_action.id, ChartIds::ONLY, "Evasive Action of {}", "4.2.4.r")
                .subject(victim);
            op.roll(spec, 5);
        }
        5 => {
            if op.ids().evasive_action.result(op.flow.row()) == EvasiveResult::Avoided {
                op.say("4.2.4.r", Tone::Good, "{} throws off the flak", &[victim.into()]);
                // One success cancels both hits of a Critical Hit; [4.2.4.s] and no further doubles roll.
                op.flow.done();
            } else {
                op.flow.stay(6);
            }
        }
        6 => op.damage(victim, Cause::Flak, 7),
        7 => {
            let flags = op.flow.arg(FLAGS);
            let lost = op.squadron.space(victim) == Space::Lost;
            if flags & CRITICAL == 0 || flags & EXCESS != 0 {
                op.flow.stay(9);
            } else if !lost {
                // [4.2.4.j] The second, automatic hit.
                op.flow.set_arg(FLAGS, flags & !CRITICAL);
                op.say("4.2.4.j", Tone::Bad, "{}: critical hit, and a second hit with it", &[victim.into()]);
                op.damage(victim, Cause::Flak, 9);
            } else {
                // [4.2.4.l] It was damaged before: the surplus hit finds another Lancaster, if there is one.
                op.flow.set_arg(FLAGS, (flags & !CRITICAL) | EXCESS);
                choose_victim(&mut op, climb, "4.2.4.l");
            }
        }
        _ => {
            let lost = op.flow.arg(VICTIM) > 0 && op.squadron.space(victim) == Space::Lost;
            // [4.2.4.f] Doubles fire again; [4.2.4.g] not after a loss, nor [4.2.4.s] after Evasive Action.
            if op.flow.arg(AGAIN) == 1
                && op.flow.arg(FLAGS) & EVADED == 0
                && !lost
                && !victims(&op, climb).is_empty()
            {
                op.flow.set_arg(FLAGS, 0);
                op.flow.set_arg(VICTIM, 0);
                op.log.say("4.2.4.f", None, Tone::Bad, "Doubles: the guns fire again", &[]);
                op.flow.stay(0);
            } else {
                op.flow.done();
            }
        }
    }
}

/// Whether the last roll kept doubles.
fn again(op: &Op) -> i32 {
    i32::from(op.flow.rolled().is_some_and(|r| r.reading.again))
}

/// 4.2.4 The roll itself.
fn throw(op: &mut Op, climb: bool) {
    let present = victims(op, climb);
    let Some(target) = target(op, &present) else { return op.flow.done() };
    if op.dam.flak == 0 {
        // [4.2.4.a]
        return op.flow.done();
    }
    let mut spec = op
        .spec(op.ids().flak_check.id, op.ids().flak_column(op.dam.flak), "flak against {}", "4.2.4.b")
        .subject(target);
    // [4.2.4.e] Of three dice the chart keeps the most lethal pair.
    spec.dice = flak_dice(op, climb);
    op.roll(spec, 1);
}

/// Whom a check directly affects: the Lancaster in the Approach or the Climb Box; of escorts alone the Wing Commander's
/// own if it is among them, for all are fired at alike (clause 2.3.4.a).
fn target(op: &Op, present: &[PieceId]) -> Option<PieceId> {
    let first = *present.first()?;
    if !matches!(op.squadron.space(first), Space::Escort(_)) {
        return Some(first);
    }
    let leader = present.iter().find(|id| op.squadron.ship(**id).has(EliteKind::WingCommander));
    Some(leader.copied().unwrap_or(first))
}

/// Three dice with Aldis Lights on (not at Sorpe and Bever) or Searchlights at 1+, else two (clauses 4.2.4.c,
/// 4.2.4.d, 4.2.13.ab). Escorts alone carry no lights.
#[must_use]
pub(crate) fn flak_dice(op: &Op, climb: bool) -> u8 {
    let runner = if climb { op.run.lancaster } else { op.runner() };
    let lit = runner.is_some() && op.target.aldis && op.run.lights == Lights::On;
    if lit || op.dam.searchlights > 0 { 3 } else { 2 }
}

/// Who may be hit: the Approach Lancaster and its escorts, or the Lancaster in the Climb Box alone; those who circle
/// are out of range ([3.1.a]).
fn victims(op: &Op, climb: bool) -> Vec<PieceId> {
    if climb {
        op.squadron.in_space(|s| s == Space::Climb).collect()
    } else {
        let mut all: Vec<_> = op.squadron.in_space(|s| matches!(s, Space::Approach(_))).collect();
        all.extend(op.squadron.escorts());
        all
    }
}

/// [4.2.4.h] The player says who takes the hit.
fn choose_victim(op: &mut Op, climb: bool, clause: &'static str) {
    let present = victims(op, climb);
    match present[..] {
        [] => op.flow.done(),
        [only] => {
            op.flow.set_arg(VICTIM, i32::from(only.0) + 1);
            op.flow.stay(3);
        }
        _ => {
            let mut question = Question::new(SQUADRON, "A hit. Who takes it?", clause);
            for id in present {
                question = question.offer(Offer::new("hit", "{} takes the hit", clause).a(id));
            }
            op.flow.ask(question, 2);
        }
    }
}

/// [4.2.4.n] Evasive Action before the hit is applied.
fn offer_evasion(op: &mut Op, victim: PieceId, climb: bool) {
    let mut question =
        Question::new(SQUADRON, "{} is about to be hit. Evasive Action?", "4.2.4.n").about(victim);
    question = question.offer(Offer::new("accept", "Accept the hit", "4.2.4.n"));
    match op.squadron.space(victim) {
        Space::Approach(_) => {
            for kind in [ChitKind::Speed, ChitKind::Altitude] {
                // [4.2.4.o] The price is a chit; without one there is no Evasive Action.
                question = question.offer(
                    Offer::new("evade", "Evade, giving up the {} chit", "4.2.4.o").a(kind.word()).bar(
                        op.run.held[kind.index()].is_none(),
                        "no such chit to give up",
                        "4.2.4.o",
                    ),
                );
            }
        }
        Space::Escort(_) => {
            // [4.2.4.p] An escort breaks off to Circling Near.
            question = question.offer(Offer::new("evade", "Evade, breaking off to Circling Near", "4.2.4.p"));
        }
        _ => {}
    }
    // [4.2.13.ab] In the Climb Box there is nothing left to give up.
    if climb || question.enabled().nth(1).is_none() {
        op.flow.stay(6);
    } else {
        op.flow.ask(question, 4);
    }
}

fn pay_for_evasion(op: &mut Op, victim: PieceId, chit: &'static str) {
    if matches!(op.squadron.space(victim), Space::Escort(_)) {
        op.squadron.put(victim, Space::CirclingNear);
        op.say("4.2.4.p", Tone::Plain, "{} breaks off to Circling Near", &[victim.into()]);
        return;
    }
    let kind = if chit == "speed" { ChitKind::Speed } else { ChitKind::Altitude };
    op.run.held[kind.index()] = None;
    op.say("4.2.4.o", Tone::Plain, "{} gives up its {} chit", &[victim.into(), kind.label().into()]);
}

/// 4.2.4 Step 4.
pub(crate) fn far_flak(mut op: Op) {
    zone_flak(&mut op, Zone::Far, Phase::FarDecision);
}

/// 4.2.7 Step 7.
pub(crate) fn near_flak(mut op: Op) {
    zone_flak(&mut op, Zone::Near, Phase::NearGunnery);
}

/// 4.2.10 Step 10, second.
pub(crate) fn close_flak(mut op: Op) {
    zone_flak(&mut op, Zone::Close, Phase::CloseGunnery);
}

/// The flak of a zone, and whether escorts go on when nobody is left in the Approach Box.
fn zone_flak(op: &mut Op, zone: Zone, next: Phase) {
    match op.flow.step() {
        0 => {
            let alone = op.runner().is_none();
            op.flow.set_arg(0, i32::from(alone));
            if op.dam.flak == 0 {
                // [4.2.4.a] [4.2.7.a] [4.2.10.b] No flak, no check.
                op.flow.goto(next, [0; 4]);
            } else {
                op.flow.call(Phase::FlakCheck, [0; 4], 1);
            }
        }
        1 => {
            let alone_before = op.flow.arg(0) == 1;
            if op.runner().is_some() {
                op.flow.goto(next, [0; 4]);
                return;
            }
            // [2.6.c] The chits of a Lancaster that is gone are back in their pools.
            op.run.held = [None; 2];
            if op.squadron.escorts().next().is_none() {
                op.flow.goto(Phase::Circling, [0; 4]);
            } else if alone_before {
                op.flow.goto(next, [0; 4]);
            } else {
                // [4.2.4.t] Nobody in the Approach Box: the escorts may go on against the guns, or stop.
                let place: Arg = zone.label().into();
                let question =
                    Question::new(SQUADRON, "The run is over in the {}. Do the escorts go on?", "4.2.4.t")
                        .args(&[place])
                        .offer(Offer::new("go-on", "The escorts go on against the guns", "4.2.4.t"))
                        .offer(Offer::new("break-off", "The escorts break off", "4.2.4.t"));
                op.flow.ask(question, 2);
            }
        }
        _ => {
            if op.flow.answer().is_some_and(|key| key.verb == "go-on") {
                if zone == Zone::Far {
                    escorts_forward(op, zone);
                } else {
                    op.flow.goto(next, [0; 4]);
                }
            } else {
                op.escorts_home();
                op.flow.goto(Phase::Circling, [0; 4]);
            }
        }
    }
}

/// Escorts alone move to the next Escort spaces and the flak there (clause 4.2.4.t), never into the Approach Box
/// ([4.2.4.u]).
pub(crate) fn escorts_forward(op: &mut Op, zone: Zone) {
    let to = if zone == Zone::Far && op.target.near_zone { Zone::Near } else { Zone::Close };
    let escorts: Vec<_> = op.squadron.escorts().collect();
    for id in escorts {
        op.squadron.put(id, Space::Escort(to));
    }
    op.flow.goto(if to == Zone::Near { Phase::NearFlak } else { Phase::CloseFlak }, [0; 4]);
}
