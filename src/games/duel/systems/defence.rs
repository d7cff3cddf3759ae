//! Phase 4: G deploys his resources (clauses phase-4.a, phase-4.b and ground-defence.a to ground-defence.h).

use crate::games::duel::components::Defence;
use crate::games::duel::data::{Form, Resource, Site};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// Step 0 lays the scenario's tiles, 1 asks, 2 carries out.
pub fn defence(mut op: Op) {
    if op.flow.at(0) {
        // [phase-4.b] A scenario's tiles are laid once, and again only for a defence that starts afresh (clause setup.i).
        if op.night.number == 1 || op.duel.setup.form == Form::Swap {
            for (kind, hex, count) in op.duel.setup.tiles.clone() {
                op.defence.tiles[usize::from(hex)][kind.index()] = count;
            }
        }
        op.flow.to(1);
    }
    if op.flow.at(2)
        && let Some(key) = op.flow.answer()
    {
        let hex = match key.b {
            Arg::Num(n) => u8::try_from(n).unwrap_or(0),
            _ => 0,
        };
        match (key.verb, Resource::from_word(key.word())) {
            ("place", Some(kind)) => op.defence.tiles[usize::from(hex)][kind.index()] += 1,
            ("take", Some(kind)) => op.defence.tiles[usize::from(hex)][kind.index()] -= 1,
            _ => {
                let total = i32::from(op.defence.total());
                op.say("phase-4.a", Tone::Plain, "{} resources are deployed", &[Arg::Num(total)]);
                // [phase-4.c] From here on the programme is locked.
                op.flow.goto(Phase::Aircraft, [0; 4]);
                return;
            }
        }
        op.flow.to(1);
    }
    if op.flow.at(1) {
        let question = ask(&op);
        op.ask(question, 2);
    }
}

/// Trucks still owed to a shared airport (clause phase-1.c).
fn owed(op: &Op, hex: u8) -> u8 {
    let squadrons = op.aircraft.grounded_in(hex);
    squadrons.saturating_sub(1 + op.defence.count(hex, Resource::Truck))
}

fn ask(op: &Op) -> Question {
    let board = &op.book.tables.board;
    let resources = &op.book.tables.resources;
    let defence: &Defence = &op.defence;
    let total = defence.total();
    let missing: u8 = board.german.iter().map(|hex| owed(op, hex)).sum();
    let full = total >= resources.most;
    // Room and trucks for the shared airports are kept.
    let kept = total + missing >= resources.most;
    let mut q = Question::new(op.german(), "deploy your resources", "phase-4.a");
    q.offers.reserve(300);
    for kind in Resource::ALL {
        if op.duel.setup.basic_only && !kind.basic() {
            continue; // [setup.g]
        }
        let supply = op.book.tables.supply(kind);
        let left = supply.supply.saturating_sub(defence.placed(kind));
        let sites = match supply.site {
            Site::Open => None,                  // [civil-bunker.d]
            Site::City => Some(board.cities),    // [fire-department.a]
            Site::Airport => Some(board.german), // [fuel-truck.a]
        };
        let clause = match supply.site {
            Site::Open => "ground-defence.c",
            Site::City => "fire-department.a",
            Site::Airport => "fuel-truck.a",
        };
        for hex in board.hexes() {
            // [ground-defence.b] Closed hexes are no sites at all.
            if board.closed.has(hex) || sites.is_some_and(|s| !s.has(hex)) {
                continue;
            }
            let duty = kind == Resource::Truck && owed(op, hex) > 0;
            let offer = Offer::new("place", "Place {} in hex {}", clause)
                .a(kind.word())
                .b(i32::from(hex))
                .bar(full, "all forty are on the board", "ground-defence.a")
                .bar(left == 0, "none of this kind is left", "ground-defence.h")
                .bar(!duty && missing > 0 && kept, "the last places are for fuel trucks", "phase-1.c")
                .bar(
                    !duty && kind == Resource::Truck && left <= missing,
                    "the last trucks are for the shared airports",
                    "phase-1.c",
                );
            q.offers.push(offer);
        }
        for hex in board.hexes() {
            let there = defence.count(hex, kind);
            if there > 0 {
                let stays = kind == Resource::Bunker && there <= defence.fixed[usize::from(hex)];
                let offer = Offer::new("take", "Take {} back from hex {}", "phase-4.b")
                    .a(kind.word())
                    .b(i32::from(hex))
                    .bar(stays, "a bunker of an earlier night stays", "civil-bunker.c");
                q.offers.push(offer);
            }
        }
    }
    q.default = q.offers.len();
    let done = Offer::new("done", "The ground defence is ready", "phase-4.a").bar(
        missing > 0,
        "each shared airport needs its fuel trucks",
        "phase-1.c",
    );
    q.offer(done)
}
