//! What holds on every way through a night in the air: random play, looked at after every answer.

use bombers_moon::games::dambusters::components::Space;
use bombers_moon::games::dambusters::data::FlightZone;
use bombers_moon::games::dambusters::follow_up::second_night;
use bombers_moon::games::dambusters::op::Ship;
use bombers_moon::games::dambusters::scenario::ship_of;
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::Table;

use crate::table::{content, game};

/// The ways of the Flight Map, one step; whatever is over a dam comes back over its zone.
fn step(from: Space, to: Space) -> bool {
    use Space::{Acquiring, Base, Held, HeldWaiting, Home, Lost, Missing, Scampton, Waiting, Zone};
    let of = |dam| content().tables.dam(dam).zone;
    let over = |s: Space| s.on_map() || matches!(s, Waiting(_) | Held(..) | HeldWaiting(..));
    match (from, to) {
        (Scampton, Zone(zone)) => zone == FlightZone::England,
        (Zone(a), Zone(b)) => (a as u8).abs_diff(b as u8) <= 1,
        // [6.2.b] [7.4.1.g] [7.4.1.h]
        (Zone(a), Missing(b)) | (Missing(a), Zone(b)) => a == b && a != FlightZone::England,
        (Zone(a), Base(b)) => a == b,
        // [6.1.1.a] The last turn sends the missing home as well; [7.2.1.e] so does a message misread.
        (Missing(a), Base(b)) => a == b,
        (Zone(zone), Acquiring(dam)) | (Acquiring(dam), Zone(zone) | Base(zone)) => of(dam) == zone,
        // [7.4.1.i] From the Missing Box, and from the way home.
        (Missing(_) | Base(_), Home | Acquiring(_)) => true,
        (Scampton | Home | Lost, _) => false,
        (_, Lost) => true,
        (Acquiring(_), s) => over(s),
        (a, Zone(_) | Base(_)) => over(a),
        (a, b) => over(a) && over(b),
    }
}

/// What may come about between two answers: some steps in a row.
fn allowed(from: Space, to: Space) -> bool {
    let all = FlightZone::ALL;
    let mids: Vec<Space> =
        all.iter().flat_map(|z| [Space::Zone(*z), Space::Missing(*z), Space::Base(*z)]).collect();
    from == to
        || step(from, to)
        || mids
            .iter()
            .any(|m| step(from, *m) && (step(*m, to) || mids.iter().any(|n| step(*m, *n) && step(*n, to))))
}

/// proves: 6.0.1.b, 6.2.b, 6.3.b, 7.3.a, 7.3.b, 2.1.3.b
#[test]
fn r6_3_b_on_every_night_everybody_keeps_to_the_ways_of_the_map() {
    let flights = content().scenarios.iter().filter(|s| s.file.flight.is_some());
    let mut answers = 0;
    for (scenario, seed) in flights.flat_map(|s| (1..=16u64).map(move |seed| (&s.file.id, seed))) {
        // The last of them with the option of high altitude.
        let high = (seed > 12).then(|| ("altitude".to_owned(), "high".to_owned()));
        let options: Options = high.into_iter().collect();
        let opened = Table::new(game(), scenario, &options, seed, UndoMode::Practice);
        let Ok(mut table) = opened else { panic!("{scenario} does not open") };
        let look = |table: &Table| -> Vec<Ship> {
            table.pieces().ids().filter_map(|id| ship_of(table.world(), id)).collect()
        };
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        while let Some(question) = table.question() {
            let open: Vec<_> = question.enabled().collect();
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let pick = open[usize::try_from(state % open.len() as u64).unwrap_or(0)];
            let answer = Answer::new(question.seq, pick);
            let before = look(&table);
            if let Err(refusal) = table.submit(&answer) {
                panic!("{scenario} seed {seed}: {refusal}");
            }
            answers += 1;
            if let Err(fault) = table.game().check(table.world()) {
                panic!("{scenario} seed {seed}: {fault}");
            }
            // On the second night everybody begins anew.
            if second_night(table.world()) {
                continue;
            }
            for (a, b) in before.iter().zip(&look(&table)) {
                let told = || {
                    format!(
                        "{scenario} {seed}: {a:?} to {b:?}\n{:?}",
                        table.log(Seat(0)).iter().rev().take(9).collect::<Vec<_>>()
                    )
                };
                assert!(allowed(a.at.space, b.at.space), "move: {}", told());
                assert!(b.airframe.damaged || !a.airframe.damaged, "repaired: {}", told());
                assert!(b.bomb.upkeep == a.bomb.upkeep || b.bomb.upkeep.is_none(), "mine: {}", told());
                assert!(b.elite.spent || !a.elite.spent, "fresh again: {}", told());
            }
        }
        assert!(table.outcome().is_some(), "{scenario} {seed}");
    }
    assert!(answers > 10_000, "{answers}");
}
