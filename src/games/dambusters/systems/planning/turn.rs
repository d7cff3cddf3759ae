//! 10.0 The Planning Turn: its start, its end, and the decision to launch.

use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::Desk;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};

/// A Planning Turn begins (clauses 10.0.a and 10.0.d).
pub(crate) fn planning_turn(mut desk: Desk) {
    desk.blotter.clear_turn();
    desk.blotter.turn += 1;
    let turn = desk.blotter.turn;
    desk.log.set_turn(i32::from(turn));
    desk.say("10.0.a", Tone::Plain, "Planning Turn {}", &[i32::from(turn).into()]);
    // [10.0.1.a] Read as the start of the turn.
    let later = desk.table().points;
    if turn == later.later_turn {
        desk.blotter.points = desk.blotter.points.saturating_add(later.later);
        desk.say("10.0.1.a", Tone::Good, "{} Resource Points arrive", &[i32::from(later.later).into()]);
    }
    desk.flow.goto(Phase::Requisitions, [0; 4]);
}

/// The end of a Planning Turn (clauses 10.0.b and 11.0.a).
pub(crate) fn planning_end(mut desk: Desk) {
    if desk.flow.step() == 0 && desk.blotter.turn < desk.table().turns {
        let question =
            Question::new(SQUADRON, "Planning Turn {} is over. Plan on, or launch the raid?", "10.0.b")
                .args(&[i32::from(desk.blotter.turn).into()])
                .offer(Offer::new("plan-on", "On to the next Planning Turn", "10.0.b"))
                .offer(Offer::new("launch", "Prepare the raid now", "11.0.a"));
        desk.flow.ask(question, 1);
        return;
    }
    if desk.flow.answer().is_some_and(|key| key.verb == "plan-on") {
        desk.flow.goto(Phase::PlanningTurn, [0; 4]);
        return;
    }
    // [10.0.c] [11.0.c] Once, with all Groundcrew free; [11.0.b] its five steps follow each other.
    desk.blotter.free_groundcrew();
    // [10.5.2.b] And again in Flight Preparation.
    desk.blotter.dams.iter_mut().for_each(|dam| dam.looked = false);
    desk.blotter.prepared = true;
    desk.say("11.0.a", Tone::Plain, "The raid is ordered: Flight Preparation", &[]);
    desk.flow.goto(Phase::AircraftCheck, [0; 4]);
}
