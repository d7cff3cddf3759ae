//! Phase 1: G places his squadrons (clauses phase-1.a to phase-1.e), and the special fuel (advanced rule 6).

use crate::games::duel::components::{Out, SQUADRONS, Tank};
use crate::games::duel::data::{Advanced, Level, Resource, Wing};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

/// Step 0 asks for the next squadron, 1 places it, 2 and 3 fit the tank, 4 asks whether all stand as wanted and 5 ends.
pub fn squadrons(mut op: Op) {
    if op.flow.at(1)
        && let Some(key) = op.flow.answer()
    {
        let id = SQUADRONS[usize::try_from(op.flow.arg(0)).unwrap_or(0).min(3)];
        place(&mut op, id, key.place());
        op.flow.to(0);
    }
    if op.flow.at(0) {
        let free = SQUADRONS
            .into_iter()
            .enumerate()
            .find(|(_, id)| op.aircraft.squadron(*id).out == Out::No && op.aircraft.at(*id).hex == 0);
        if let Some((n, id)) = free {
            let fixed = op.duel.setup.squadrons.iter().find(|(wing, _)| Wing::ALL[n] == *wing);
            if let Some((_, hex)) = fixed.copied() {
                place(&mut op, id, hex);
                op.flow.stay(0);
                return;
            }
            op.flow.set_arg(0, i32::try_from(n).unwrap_or(0));
            let question = ask_place(&op, id);
            op.ask(question, 1);
            return;
        }
        op.flow.to(2);
    }
    if op.flow.at(2) {
        if op.has(Advanced::SpecialFuel) {
            // [adv-6-special-fuel.a] One of the Messerschmitts, never the Dornier.
            let mut q = Question::new(op.german(), "fit the special fuel tank", "adv-6-special-fuel.a");
            for id in SQUADRONS {
                let squadron = op.aircraft.squadron(id);
                if squadron.out == Out::No {
                    q = q.offer(Offer::new("tank", "Fit it to {}", "adv-6-special-fuel.a").a(id).bar(
                        squadron.wing.dornier(),
                        "the Dornier cannot carry it",
                        "adv-6-special-fuel.a",
                    ));
                }
            }
            q = q.offer(Offer::new("no-tank", "Leave it off tonight", "adv-6-special-fuel.a"));
            op.ask(q, 3);
            return;
        }
        op.flow.to(4);
    } else if op.flow.at(3) {
        if let Some(key) = op.flow.answer()
            && let Some(id) = key.piece()
        {
            op.aircraft.change(id, |s| s.tank = Tank::Full);
            op.say("adv-6-special-fuel.a", Tone::Plain, "{} carries the special fuel tank", &[id.into()]);
        }
        op.flow.to(4);
    }
    if op.flow.at(4) && hands_over(&op) {
        // Until the table goes over to Britain each placement can be taken back.
        let ready = Offer::new("done", "The squadrons are ready", "phase-1.d");
        let question = Question::new(op.german(), "the squadrons stand", "phase-1.d").offer(ready);
        op.ask(question, 5);
    } else if op.flow.at(4) || op.flow.at(5) {
        finish(&mut op);
    }
}

/// Whether Germany has chosen something here and another seat comes next.
fn hands_over(op: &Op) -> bool {
    !op.solo() && (op.duel.setup.squadrons.len() < SQUADRONS.len() || op.has(Advanced::SpecialFuel))
}

fn finish(op: &mut Op) {
    // [solo-2.a] Alone the player places by the same rules. [phase-1.d] The weather comes after the squadrons; alone it came before.
    let next = if op.solo() && !op.duel.setup.squadrons_first { Phase::Defence } else { Phase::Weather };
    op.flow.goto(next, [0; 4]);
}

fn place(op: &mut Op, id: PieceId, hex: u8) {
    op.aircraft.put(id, hex, Level::Ground);
    op.say("phase-1.a", Tone::Plain, "{} stands on {}", &[id.into(), Arg::Place(hex)]);
}

/// How many fuel trucks the squadrons on the ground would need beyond one a shared airport (clause phase-1.c).
fn owed(op: &Op) -> u8 {
    let german = op.book.tables.board.german;
    german.iter().map(|hex| op.aircraft.grounded_in(hex).saturating_sub(1)).sum()
}

fn ask_place(op: &Op, id: PieceId) -> Question {
    let board = &op.book.tables.board;
    let trucks = op.book.tables.supply(Resource::Truck).supply;
    let mut q = Question::new(op.german(), "place {} on an airport", "phase-1.a").about(id);
    let no_more = op.duel.setup.basic_only || owed(op) >= trucks;
    for hex in board.german.iter() {
        let taken = op.aircraft.grounded_in(hex) > 0;
        q = q.offer(
            Offer::new("at", "Hex {}", "phase-1.a")
                .a(i32::from(hex))
                .bar(
                    taken && op.duel.setup.basic_only,
                    "one squadron an airport: there are no fuel trucks in this game",
                    "phase-1.b",
                )
                .bar(taken && no_more, "no fuel truck is left to share the airport", "phase-1.c"),
        );
        // A field of its own owes no truck.
        if !taken && op.aircraft.grounded_in(q.offers[q.default].key.place()) > 0 {
            q.default = q.offers.len() - 1;
        }
    }
    q
}
