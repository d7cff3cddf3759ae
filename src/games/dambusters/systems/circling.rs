//! 4.3 Circling Phase: moves between the boxes, the way home, flares.

use super::attack_order::signal_offer;
use crate::games::dambusters::attack_order::Leave;
use crate::games::dambusters::components::{Run, Space};
use crate::games::dambusters::data::{AbortResult, ChartIds, Hazard};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// What the frame keeps: who fired a flare, and which Wave Leader set the order free (clause 11.6.3.c), each by number + 1;
/// for whom a die decides whether it may break off.
const FIRED: usize = 0;
const FREE: usize = 1;
const LEAVER: usize = 2;

/// 4.3 The player moves what may move, then ends the phase.
pub(crate) fn circling(mut op: Op) {
    match op.flow.step() {
        0 => {
            *op.run = Run::default();
            begin(&mut op);
            op.flow.stay(1);
        }
        1 => {
            if op
                .squadron
                .in_space(|s| matches!(s, Space::CirclingNear | Space::CirclingFar))
                .next()
                .is_none()
            {
                op.flow.goto(Phase::VisibilityCheck, [0; 4]);
                return;
            }
            if op.ask_leader(4) {
                return;
            }
            let question = offers(&op);
            op.flow.ask(question, 2);
        }
        2 => {
            let Some(key) = op.flow.answer() else { return };
            match (key.verb, key.piece()) {
                // [4.3.e] No way leads into the Approach from here: its boxes are not offered.
                ("near", Some(id)) => {
                    op.squadron.post(id, |s| s.held = 0);
                    step_to(&mut op, id, Space::CirclingNear);
                }
                ("far", Some(id)) => {
                    op.hold(id, true);
                    step_to(&mut op, id, Space::CirclingFar);
                }
                ("hold", Some(id)) => op.hold(id, false),
                ("home", Some(id)) => leave(&mut op, id, "4.3.c"),
                ("flare", Some(id)) if op.leads_line(id) => {
                    op.signal(id);
                    op.flow.set_arg(FREE, i32::from(id.0) + 1);
                }
                ("flare", Some(id)) => {
                    // [4.3.1.a] [2.8.c] On the current space of the Attack Turn Track.
                    let turn = op.clock.turn;
                    op.clock.flares.push(turn);
                    op.clock.flare_fired = true;
                    op.flow.set_arg(FIRED, i32::from(id.0) + 1);
                    op.say("4.3.1.a", Tone::Good, "{} fires a Very Light", &[id.into()]);
                }
                ("discard", Some(id)) => op.discard(id),
                ("try-abort", Some(id)) => {
                    // [7.9.6.h] One die for each.
                    op.flow.set_arg(LEAVER, i32::from(id.0));
                    let spec = op
                        .spec(
                            op.ids().planning.abort.id,
                            ChartIds::ONLY,
                            "whether {} may break off",
                            "7.9.6.h",
                        )
                        .subject(id);
                    op.roll(spec, 3);
                    return;
                }
                ("abort", _) => {
                    op.come_near();
                    op.flight.aborted += 1;
                    op.log.say("7.9.6.f", None, Tone::Plain, "The attack is broken off", &[]);
                    op.flow.goto(Phase::TransferBack, [1, 0, 0, 0]);
                    return;
                }
                _ => {
                    op.come_near();
                    op.flow.goto(Phase::VisibilityCheck, [0; 4]);
                    return;
                }
            }
            op.flow.stay(1);
        }
        3 => {
            let id = PieceId::of_arg(op.flow.arg(LEAVER));
            let may = op.ids().planning.abort.result(op.flow.row()) == AbortResult::May;
            op.squadron.post(id, |s| s.leave = if may { Leave::May } else { Leave::MayNot });
            let (tone, template) = if may {
                (Tone::Good, "{} may break off the attack")
            } else {
                (Tone::Bad, "{} goes on with the attack")
            };
            op.say("7.9.6.h", tone, template, &[id.into()]);
            op.flow.stay(1);
        }
        _ => {
            op.name_leader();
            op.flow.stay(1);
        }
    }
}

/// Notes where everybody begins and makes the moves that are forced.
fn begin(op: &mut Op) {
    let all: Vec<_> = op.squadron.ids().collect();
    for id in all {
        let space = op.squadron.space(id);
        op.squadron.change(id, |at, _, _, _, _| at.began = space);
        let ship = op.squadron.ship(id);
        match space {
            Space::Climb => {
                // [4.3.b] The only move from the Climb Box, and a must.
                op.squadron.put(id, Space::CirclingNear);
                op.say("4.3.b", Tone::Plain, "{} levels out into Circling Near", &[id.into()]);
            }
            Space::CirclingFar if ship.attached.has(Hazard::BrokenRadio) => {
                // [4.3.g] Held or not.
                op.squadron.post(id, |s| s.held = 0);
                op.squadron.put(id, Space::CirclingNear);
                op.say("4.3.g", Tone::Plain, "{}: no radio, comes to Circling Near", &[id.into()]);
            }
            Space::CirclingNear if ship.attached.has(Hazard::BrokenRadio) && !ship.armed() => {
                // [4.3.h] It started the phase in a circling box.
                leave(op, id, "4.3.h");
            }
            Space::CirclingNear | Space::CirclingFar
                if op.no_vhf() && !ship.armed() && !op.leads_line(id) =>
            {
                // [11.6.1.b] Who does not lead has no more to do here.
                leave(op, id, "11.6.1.b");
            }
            _ => {}
        }
    }
}

fn step_to(op: &mut Op, id: PieceId, space: Space) {
    op.squadron.put(id, space);
    op.say("4.3.a", Tone::Plain, "{} moves to {}", &[id.into(), space.label().into()]);
}

/// [4.3.c] Home by the Return to Base Box of the dam's Flight Zone.
fn leave(op: &mut Op, id: PieceId, clause: &'static str) {
    if op.marker.holder == Some(id) {
        op.drop_marker();
    }
    if op.flight.on {
        let zone = op.book.0.tables.dam(op.target.dam).zone;
        op.homeward(id, zone, clause);
        return;
    }
    op.squadron.put(id, Space::ReturnToBase);
    op.say(clause, Tone::Plain, "{} sets course for home", &[id.into()]);
}

/// [4.3.1.a] It begins and ends the phase in Circling Near; [4.3.1.b] one a turn.
fn standard_flare(op: &Op, id: PieceId, began: Space) -> Offer {
    Offer::new("flare", "{} fires a Very Light", "4.3.1.a")
        .a(id)
        .bar(op.clock.flare_fired, "one flare a turn", "4.3.1.b")
        .bar(began != Space::CirclingNear, "did not begin the phase in Circling Near", "4.3.1.a")
}

fn offers(op: &Op) -> Question {
    let mut question = Question::new(SQUADRON, "Circling Phase: moves, flare, or turn for home", "4.3.a");
    let (fired, freed) = (op.flow.arg(FIRED), op.flow.arg(FREE));
    let free = freed > 0;
    for id in op.squadron.in_space(|s| matches!(s, Space::CirclingNear | Space::CirclingFar)) {
        let ship = op.squadron.ship(id);
        let (now, began) = (ship.at.space, ship.at.began);
        let climbed = began == Space::Climb;
        let moved = now != began && !climbed;
        let early = ship.lancaster.from_turn > op.clock.turn;
        let flared = [fired, freed].contains(&(i32::from(id.0) + 1));
        let radio = ship.attached.has(Hazard::BrokenRadio);
        let circling = |offer: Offer| {
            offer
                .bar(climbed, "has just left the Climb Box", "4.3.b")
                .bar(moved, "has moved this phase", "4.3.a")
                .bar(early, "is not here yet", "1.2.a")
                .bar(flared, "must stay Near after its flare", "4.3.1.a")
        };
        if now == Space::CirclingNear {
            // [4.3.a] [4.3.f] Nobody has to move.
            // [11.6.2.a] Without VHF who carries a mine stays, [11.6.3.c] unless a flare sets him free.
            let bound = op.no_vhf() && ship.armed() && !free;
            question = question.offer(
                circling(Offer::new("far", "{} to Circling Far", "4.3.a").a(id))
                    .bar(radio, "no radio: may not leave Near for Far", "4.3.g")
                    .bar(bound, "without VHF it stays Near until its run", "11.6.2.a"),
            );
            if op.leads_line(id) {
                question = question.offer(signal_offer(id, free));
            } else {
                question = question.offer(standard_flare(op, id, began));
            }
        } else {
            let held = op.squadron.station(id).held;
            // [11.6.3.d] Held in this phase by a flare that still sets it free: the leader fires again.
            let again = free && held == op.clock.turn && began == Space::CirclingFar;
            question =
                question.offer(circling(Offer::new("near", "{} to Circling Near", "4.3.a").a(id)).bar(
                    held > 0 && !again,
                    "is held until a Wave Leader fires a flare again",
                    "11.6.3.d",
                ));
            if free && held == 0 && ship.armed() {
                question = question
                    .offer(circling(Offer::new("hold", "{} is held in Circling Far", "11.6.3.c").a(id)));
            }
        }
        question = question.offer(circling(Offer::new("home", "{} turns for home", "4.3.c").a(id)).bar(
            ship.armed(),
            "still carries Upkeep",
            "4.3.d",
        ));
    }
    let mut question = op.with_discard(question);
    // [7.9.6.f] After a loss in this attack the player may break it off, in the scenarios that say so.
    let abort = op.blotter.is_some() || op.raid.setup.flight.as_ref().is_some_and(|f| f.abort);
    if op.flight.on && abort {
        let mut here = op.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_)));
        let deaf = here.all(|id| op.squadron.ship(id).attached.has(Hazard::BrokenRadio));
        let mut here = op.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_)));
        let unlucky = here.all(|id| op.stays_on(id));
        question = op.with_leave_rolls(question).offer(
            Offer::new("abort", "Break off the attack, targets unchanged", "7.9.6.f")
                .bar(op.flight.losses == 0, "nobody was lost in this attack", "7.9.6.f")
                .bar(deaf, "nobody here has a radio", "7.9.6.g")
                .bar(unlucky, "without VHF each rolls for it first", "7.9.6.h"),
        );
    }
    question.default = question.offers.len();
    question.offer(Offer::new("end:circling", "End the Circling Phase", "4.3.f"))
}
