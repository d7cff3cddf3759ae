//! Phase 5: B's aircraft (clauses phase-5.a to phase-5.d).

use crate::games::duel::components::{BOMBER, MOSQUITO};
use crate::games::duel::data::Level;
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// The bomber stands on the airport of the programme; B places the Mosquito on another.
pub fn aircraft(mut op: Op) {
    if op.solo() {
        op.flow.goto(Phase::Round, [0; 4]); // [solo-3.a] The card has placed both.
        return;
    }
    if op.flow.at(0) {
        // [phase-5.a] The takeoff airport is seen now, and nothing else; [altitude.b] both stand on the ground.
        let start = op.plan.start;
        op.aircraft.put(BOMBER, start, Level::Ground);
        op.night.path = vec![start];
        op.flow.reveal();
        op.say("phase-5.a", Tone::Plain, "{} stands on {}", &[BOMBER.into(), Arg::Place(start)]);
        let mut q = Question::new(op.british(), "place the Mosquito", "phase-5.b");
        for hex in op.book.tables.board.british.iter() {
            q = q.offer(Offer::new("start", "Hex {}", "phase-5.b").a(i32::from(hex)).bar(
                hex == start,
                "the bomber starts from here",
                "phase-5.c",
            ));
        }
        op.ask(q, 1);
    } else if op.flow.at(1)
        && let Some(key) = op.flow.answer()
    {
        let hex = key.place();
        op.aircraft.put(MOSQUITO, hex, Level::Ground);
        op.say("phase-5.b", Tone::Plain, "{} stands on {}", &[MOSQUITO.into(), Arg::Place(key.place())]);
        // [phase-5.d] Nothing of phases 1 to 5 is asked again tonight.
        op.flow.goto(Phase::Round, [0; 4]);
    }
}
