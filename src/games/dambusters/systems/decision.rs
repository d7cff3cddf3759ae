//! 4.2.5, 4.2.9 and 4.2.12: release, proceed or pull up.

use super::flak::escorts_forward;
use crate::games::dambusters::components::{Run, Space, Zone};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// 4.2.5 Step 5.
pub(crate) fn far_decision(mut op: Op) {
    decide(&mut op, Zone::Far);
}

/// 4.2.9 Step 9.
pub(crate) fn near_decision(mut op: Op) {
    decide(&mut op, Zone::Near);
}

/// 4.2.12 Step 12.
pub(crate) fn close_decision(mut op: Op) {
    decide(&mut op, Zone::Close);
}

fn decide(op: &mut Op, zone: Zone) {
    let Some(id) = op.runner() else {
        escorts_alone(op, zone);
        return;
    };
    match op.flow.step() {
        0 => ask(op, id, zone),
        1 => {
            let Some(key) = op.flow.answer() else { return };
            match key.verb {
                "release" => release(op, id, zone),
                "proceed" => op.flow.stay(2),
                "discard" => {
                    if let Some(holder) = key.piece() {
                        op.discard(holder);
                    }
                    op.flow.stay(0);
                }
                _ => pull_up(op, id, zone),
            }
        }
        2 => {
            // [4.2.5.h] [4.2.9.b] Each escort slides forward too, or pulls up.
            let mut question =
                Question::new(SQUADRON, "{} presses on. Which escorts pull up?", "4.2.5.h").about(id);
            for escort in op.squadron.escorts() {
                question = question.offer(Offer::new("escort-off", "{} pulls up", "4.2.5.h").a(escort));
            }
            if question.offers.is_empty() {
                proceed(op, id, zone);
            } else {
                question.default = question.offers.len();
                question = question.offer(Offer::new("go", "The others follow", "4.2.5.h"));
                op.flow.ask(question, 3);
            }
        }
        _ => match op.flow.answer().and_then(|key| key.piece()) {
            Some(escort) => {
                op.squadron.put(escort, Space::CirclingNear);
                op.say("4.2.5.h", Tone::Plain, "{} pulls up to Circling Near", &[escort.into()]);
                op.flow.stay(2);
            }
            None => proceed(op, id, zone),
        },
    }
}

fn ask(op: &mut Op, id: PieceId, zone: Zone) {
    let (clause, prompt) = match zone {
        Zone::Far => ("4.2.5.a", "{} in the Far Zone. What now?"),
        Zone::Near => ("4.2.9.a", "{} in the Near Zone. What now?"),
        Zone::Close => ("4.2.12.a", "{} in the Close Zone. Release, or pull up?"),
    };
    let release = match zone {
        Zone::Far => "4.2.5.b",
        Zone::Near => "4.2.9.a",
        Zone::Close => "4.2.12.a",
    };
    let mut question = Question::new(SQUADRON, prompt, clause).about(id);
    // [3.3.a] The Release Box is open from every zone.
    question = question.offer(Offer::new("release", "Release Upkeep", release).place("release"));
    if zone != Zone::Close {
        let (label, place) = if zone == Zone::Far && op.target.near_zone {
            ("Proceed to the Near Zone", "approach_near")
        } else {
            ("Proceed to the Close Zone", "approach_close")
        };
        let clause = if zone == Zone::Far { "4.2.5.g" } else { "4.2.9.a" };
        question = question.offer(Offer::new("proceed", label, clause).place(place));
    }
    let up = match zone {
        Zone::Far => "4.2.5.e",
        Zone::Near => "4.2.9.a",
        Zone::Close => "4.2.12.a",
    };
    question = question.offer(Offer::new("pull-up", "Pull up", up).place("circling_near"));
    // Confirm takes no mine off its aircraft: it goes on, or from the last zone up and round again.
    question.default = 1;
    let question = op.with_discard(question);
    op.flow.ask(question, 1);
}

/// Nobody is in the Approach Box: escorts that chose to go on may go on to the Close Zone (clause 4.2.4.t).
fn escorts_alone(op: &mut Op, zone: Zone) {
    if zone == Zone::Close || op.squadron.escorts().next().is_none() {
        // [4.2.12.b] At Step 12 all escorts return.
        op.escorts_home();
        op.flow.goto(Phase::Circling, [0; 4]);
        return;
    }
    if op.flow.step() == 0 {
        let question = Question::new(SQUADRON, "The escorts are through the {}. Go on?", "4.2.4.t")
            .args(&[zone.label().into()])
            .offer(Offer::new("go-on", "On to the Close Zone", "4.2.4.t"))
            .offer(Offer::new("break-off", "Break off", "4.2.4.t"));
        op.flow.ask(question, 1);
    } else if op.flow.answer().is_some_and(|key| key.verb == "go-on") {
        escorts_forward(op, zone);
    } else {
        op.escorts_home();
        op.flow.goto(Phase::Circling, [0; 4]);
    }
}

/// [4.2.5.b] [3.3.1.a] [4.2.13.a] Into the Release Box, from whichever zone: the mine is detached.
/// [4.2.13.b] The escorts leave.
fn release(op: &mut Op, id: PieceId, zone: Zone) {
    // [3.3.b] Only a Lancaster with Upkeep, one a turn: the runner is both.
    op.squadron.put(id, Space::Release);
    op.run.released_from = Some(zone);
    op.dam.released_box = op.mine_away(id);
    let dam = op.target.dam;
    op.deeds.released(id, dam);
    op.dam.released = op.dam.released.saturating_add(1);
    op.clock.released = true;
    op.escorts_home();
    let clause = match zone {
        Zone::Far => "4.2.5.b",
        Zone::Near => "4.2.9.a",
        Zone::Close => "4.2.12.a",
    };
    op.say(clause, Tone::Plain, "{} releases from the {}", &[id.into(), zone.label().into()]);
    // [4.2.5.d] A release from the Far or Near Zone passes the Close Zone's balloon by.
    // [4.2.12.c] From the Close Zone there is a Late Release Check first.
    let next = if zone == Zone::Close { Phase::LateRelease } else { Phase::FinalAltitude };
    op.flow.goto(next, [0; 4]);
}

/// [4.2.5.e] Back to Circling Near with the Dummy Run marker; [4.2.5.f] the escorts earn none; [4.2.b] there is no
/// Release Sequence.
fn pull_up(op: &mut Op, id: PieceId, zone: Zone) {
    op.squadron.put(id, Space::CirclingNear);
    op.give_marker(id, false);
    op.escorts_home();
    op.take_back_jinx(id, "13.2.3.b");
    *op.run = Run::default();
    let clause = match zone {
        Zone::Far => "4.2.5.e",
        Zone::Near => "4.2.9.a",
        Zone::Close => "4.2.12.a",
    };
    op.say(clause, Tone::Plain, "{} pulls up: dummy run", &[id.into()]);
    op.flow.goto(Phase::Circling, [0; 4]);
}

/// [4.2.5.g] On to the next zone with the escorts that follow.
fn proceed(op: &mut Op, id: PieceId, zone: Zone) {
    // [4.2.5.g] Sorpe and Bever have no Near Zone.
    let to = if zone == Zone::Far && op.target.near_zone { Zone::Near } else { Zone::Close };
    op.squadron.put(id, Space::Approach(to));
    let escorts: Vec<_> = op.squadron.escorts().collect();
    for escort in escorts {
        op.squadron.put(escort, Space::Escort(to));
    }
    op.say("4.2.5.g", Tone::Plain, "{} proceeds to the {}", &[id.into(), to.label().into()]);
    op.flow.goto(if to == Zone::Near { Phase::NearAdjustment } else { Phase::CloseAdjustment }, [0; 4]);
}
