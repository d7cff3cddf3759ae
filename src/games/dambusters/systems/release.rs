//! 4.2.12 Late Release and 4.2.13 the Release Sequence.

use super::chits::{keep_offer, number};
use super::flak::IN_CLIMB;
use super::gunnery::Guns;
use crate::games::dambusters::components::{Cause, ChitKind, Mine, Space};
use crate::games::dambusters::data::{ChartIds, MichelskopfResult, ReleaseResult};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::rules::release::{chit, michelskopf_modifiers, release_modifiers};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// 4.2.12 The check of a release from the Close Zone.
pub(crate) fn late_release(mut op: Op) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    if op.flow.step() == 0 {
        let spec = op
            .spec(op.ids().late_release.id, ChartIds::ONLY, "the Late Release Check of {}", "4.2.12.d")
            .subject(id);
        op.roll(spec, 1);
    } else {
        // [4.2.12.d] [4.2.12.e]
        let late = op.ids().late_release.result(op.flow.row());
        op.run.late = late.modifier;
        op.run.late_m = if op.target.michelskopf { late.m } else { 0 };
        op.flow.goto(Phase::FinalAltitude, [0; 4]);
    }
}

/// 4.2.13 Release Step 1.
pub(crate) fn final_altitude(mut op: Op) {
    final_chits(&mut op, ChitKind::Altitude, Phase::FinalSpeed);
}

/// 4.2.13 Release Step 2.
pub(crate) fn final_speed(mut op: Op) {
    final_chits(&mut op, ChitKind::Speed, Phase::Release);
}

/// Draw as many release chits as the approach chit shows and keep one (clauses 4.2.13.c to 4.2.13.f).
fn final_chits(op: &mut Op, kind: ChitKind, next: Phase) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    let clause = if kind == ChitKind::Altitude { "4.2.13.c" } else { "4.2.13.f" };
    match op.flow.step() {
        0 => {
            op.run.drawn.clear();
            // [4.2.13.c] The approach chit's number and nothing else; [2.3.2.b] [2.3.5.d] no elite counts here.
            let count = op.run.held[kind.index()].map_or(0, |chit| op.approach_value(kind, chit));
            if count > 0 {
                op.draw(id, kind, count, clause, 1);
            } else {
                op.flow.stay(2);
            }
        }
        1 => {
            let drawn = op.flow.drawn().to_vec();
            op.run.drawn.extend(drawn);
            op.flow.stay(2);
        }
        2 => {
            let marker = op.holds_marker(id);
            match op.run.drawn.len() {
                0 if !marker => finish(op, kind, None, next),
                1 if !marker => {
                    let only = op.run.drawn.first().copied();
                    finish(op, kind, only, next);
                }
                _ => {
                    // [4.2.13.e] One of those drawn is kept; [4.2.13.d] the marker buys one more.
                    let mut question = Question::new(SQUADRON, "{}: which {} release chit?", "4.2.13.e")
                        .args(&[id.into(), kind.label().into()]);
                    question.subject = Some(id);
                    for drawn in &op.run.drawn {
                        question = question.offer(keep_offer(kind, *drawn, "4.2.13.e"));
                    }
                    // The highest is marked, of equals one without M.
                    question.default = (0..op.run.drawn.len())
                        .max_by_key(|at| {
                            let kept = chit(&op.book.0.tables, kind, Some(op.run.drawn[*at]));
                            (kept.map(|c| (c.release, !c.m)), std::cmp::Reverse(*at))
                        })
                        .unwrap_or(0);
                    if op.run.drawn.is_empty() {
                        question = question.offer(Offer::new("none", "Keep the marker", "4.2.13.d"));
                    }
                    if marker {
                        question = question.offer(
                            Offer::new("trade", "Trade the marker for one more {} chit", "4.2.13.d")
                                .a(kind.word()),
                        );
                    }
                    op.flow.ask(question, 3);
                }
            }
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            match key.verb {
                "trade" => {
                    op.trade_marker(id, kind);
                    op.draw(id, kind, 1, "4.2.13.d", 1);
                }
                "keep" => finish(op, kind, number(kind, key.word()), next),
                _ => finish(op, kind, None, next),
            }
        }
    }
}

/// The number on the release side of a chit.
fn release_value(op: &Op, kind: ChitKind, number: Option<u8>) -> Option<i32> {
    chit(&op.book.0.tables, kind, number).map(|c| i32::from(c.release))
}

/// [4.2.13.e] The approach chit returns to its pool.
fn finish(op: &mut Op, kind: ChitKind, chit: Option<u8>, next: Phase) {
    if let (Some(id), Some(kept)) = (op.run.lancaster, release_value(op, kind, chit)) {
        op.say(
            "4.2.13.e",
            Tone::Plain,
            "{} keeps {} release chit {}",
            &[id.into(), kind.label().into(), kept.into()],
        );
    }
    op.run.release[kind.index()] = chit;
    op.run.held[kind.index()] = None;
    op.run.drawn.clear();
    op.flow.goto(next, [0; 4]);
}

/// 4.2.13 Release Step 3.
pub(crate) fn release(mut op: Op) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    match op.flow.step() {
        0 => {
            let mut spec =
                op.spec(op.ids().release.id, ChartIds::ONLY, "the release of {}", "4.2.13.g").subject(id);
            spec.modifiers =
                release_modifiers(&op.book.0.tables, &op.squadron.ship(id), &op.run, op.dam.searchlights);
            op.roll(spec, 1);
        }
        1 => {
            if let Some(sum) = op.flow.rolled().map(|rolled| rolled.reading.total) {
                op.say("4.2.13.g", Tone::Plain, "{}: {} in all on the release", &[id.into(), sum.into()]);
            }
            let mine = op.dam.released_box.take();
            let result = op.ids().release.result(op.flow.row());
            if result == ReleaseResult::Success {
                // [4.2.13.r] [3.3.1.b] To the damage end, unrevealed.
                if op.dam.breached {
                    op.dam.widened += 1;
                }
                if let Some(marker) = mine {
                    op.dam.hits.push(Mine::new(marker, id));
                    op.deeds.ran_true(id);
                }
                op.say("4.2.13.r", Tone::Good, "{}: the mine runs true", &[id.into()]);
                op.flow.stay(5);
                return;
            }
            // [4.2.13.s] To the no-damage end, never revealed.
            op.dam.misses += 1;
            op.say("4.2.13.s", Tone::Bad, "{}: the mine does no harm", &[id.into()]);
            if result == ReleaseResult::Concussion {
                // [4.2.13.t]
                op.dam.concussions += 1;
                op.damage(id, Cause::Concussion, 2);
            } else {
                op.flow.stay(2);
            }
        }
        2 => {
            // [4.2.13.u] Any Lancaster in Circling Near may take the Approach Observed marker.
            let mut question = Question::new(
                SQUADRON,
                "The fall of {} was watched. Who has observed the approach?",
                "4.2.13.u",
            )
            .about(id);
            for other in op.squadron.in_space(|s| s == Space::CirclingNear) {
                question = question.offer(Offer::new("observed", "{} takes the marker", "4.2.13.u").a(other));
            }
            if question.offers.is_empty() {
                op.flow.stay(5);
            } else {
                question.default = question.offers.len();
                question = question.offer(Offer::new("decline", "Nobody", "4.2.13.u"));
                op.flow.ask(question, 3);
            }
        }
        3 => {
            if let Some(other) = op.flow.answer().and_then(|key| key.piece()) {
                op.give_marker(other, true);
                op.say("4.2.13.u", Tone::Good, "{} has observed the approach", &[other.into()]);
            }
            op.flow.stay(5);
        }
        _ => {
            if op.squadron.space(id) == Space::Lost {
                op.flow.goto(Phase::Circling, [0; 4]);
            } else {
                op.flow.goto(Phase::Climb, [0; 4]);
            }
        }
    }
}

/// 4.2.13 Release Step 4: the climb, at the Eder past the Michelskopf.
pub(crate) fn climb(mut op: Op) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    if op.flow.step() == 0 {
        if op.target.michelskopf {
            // [4.2.13.w]
            let mut spec = op
                .spec(
                    op.ids().michelskopf.id,
                    ChartIds::ONLY,
                    "the climb of {} past the Michelskopf",
                    "4.2.13.w",
                )
                .subject(id);
            spec.modifiers = michelskopf_modifiers(&op.book.0.tables, &op.run);
            op.roll(spec, 1);
            return;
        }
    } else if op.ids().michelskopf.result(op.flow.row()) == MichelskopfResult::Impact {
        op.destroy(id, Cause::Michelskopf, "4.2.13.w");
        op.run.release = [None; 2];
        op.flow.goto(Phase::Circling, [0; 4]);
        return;
    }
    // [4.2.13.v] The release chits go back; [3.4.a] the only way into the Climb Box.
    op.run.release = [None; 2];
    op.take_back_jinx(id, "13.2.4.a");
    op.squadron.put(id, Space::Climb);
    op.say("4.2.13.v", Tone::Plain, "{} climbs away", &[id.into()]);
    op.flow.goto(Phase::ClimbDefences, [0; 4]);
}

/// 4.2.13 Release Step 5: flak, front gun, balloons.
pub(crate) fn climb_defences(mut op: Op) {
    let Some(id) = climber(&op) else { return op.flow.goto(Phase::Circling, [0; 4]) };
    match op.flow.step() {
        // [4.2.13.ab]
        0 if op.dam.flak > 0 => op.flow.call(Phase::FlakCheck, [IN_CLIMB, 0, 0, 0], 1),
        0 => op.flow.stay(1),
        1 => op.flow.call(Phase::Gunnery, [Guns::ClimbFront as i32, 0, 0, 0], 2),
        // [4.2.13.ad]
        2 if op.dam.balloon_climb => op.flow.call(Phase::Balloons, [i32::from(id.0), 0, 0, 0], 3),
        _ => op.flow.goto(Phase::RearGunnery, [0; 4]),
    }
}

/// 4.2.13 Release Steps 6 and 7.
pub(crate) fn rear_gunnery(mut op: Op) {
    if op.flow.step() == 0 && climber(&op).is_some() {
        op.flow.call(Phase::Gunnery, [Guns::ClimbRear as i32, 0, 0, 0], 1);
    } else {
        // [4.2.13.af]
        op.flow.goto(Phase::Circling, [0; 4]);
    }
}

fn climber(op: &Op) -> Option<PieceId> {
    op.squadron.in_space(|s| s == Space::Climb).next()
}
