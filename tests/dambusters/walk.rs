//! What holds on every way through a night: random play, looked at after every answer.

use bombers_moon::games::dambusters::components::{Run, Space, Zone};
use bombers_moon::games::dambusters::op::Ship;
use bombers_moon::games::dambusters::scenario::ship_of;
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::Table;
use std::sync::Arc;

use crate::rig::Rig;
use crate::table::{content, game};
use bombers_moon::games::dambusters::DambusterRaid;

/// A night on which everything can happen.
fn everything(dam: &str) -> Rig {
    Rig::at(dam)
        .recon(1)
        .flak(4)
        .searchlights(1)
        .balloons(2)
        .alert(3)
        .bomber("AJ-G", "Veteran", "elite: (kind: WingCommander, name: \"Gibson\"), hazards: [CompassCard]")
        .bomber("AJ-A", "Seasoned", "elite: (kind: PilotIgnoreDamage, name: \"Young\"), damaged: true")
        .bomber("AJ-Z", "Green", "elite: (kind: PilotApproachVector, name: \"Maudslay\")")
        .bomber("AJ-F", "Green", "hazards: [FaultyRelease, NoAldisLights], start: CirclingFar, from_turn: 2")
        .empty("AJ-M", "Veteran", "elite: (kind: FrontGunner, name: \"Gregory\"), from_turn: 2")
        .empty("AJ-P", "Green", "")
        .empty("AJ-J", "Green", "damaged: true, hazards: [BrokenRadio]")
}

/// The moves that the map allows (3.0.b), one after another between two answers.
fn allowed(from: Space, to: Space) -> bool {
    use Space::{Approach, CirclingFar, CirclingNear, Climb, Escort, Home, Lost, Release, ReturnToBase};
    let direct = |from: Space, to: Space| match (from, to) {
        (CirclingNear, CirclingFar | Approach(Zone::Far) | Escort(Zone::Far) | ReturnToBase | Lost)
        | (CirclingFar, CirclingNear | ReturnToBase)
        | (Approach(_), Release | CirclingNear | Lost)
        | (Escort(_), CirclingNear | Lost)
        | (Release, Climb | Lost)
        | (Climb, CirclingNear | Lost)
        | (ReturnToBase, Home | Lost) => true,
        (Approach(a), Approach(b)) | (Escort(a), Escort(b)) => a < b,
        (_, Home) => from.on_map(),
        _ => false,
    };
    from == to
        || direct(from, to)
        // Two moves at one answer: out of the climb, or off the escort, and home when the night ends.
        || [CirclingNear, Climb, ReturnToBase].iter().any(|mid| direct(from, *mid) && direct(*mid, to))
}

fn look(table: &Table) -> Vec<Ship> {
    table.pieces().ids().filter_map(|id| ship_of(table.world(), id)).collect()
}

/// What must hold between one answer and the next.
fn compare(before: &[Ship], after: &[Ship], table: &Table) {
    let run = table.world().resource::<Run>();
    let mut escorts = 0;
    for (a, b) in before.iter().zip(after) {
        let told = || {
            format!("{:?} to {:?}\n{:?}", a, b, table.log(Seat(0)).iter().rev().take(12).collect::<Vec<_>>())
        };
        assert!(allowed(a.at.space, b.at.space), "move: {}", told());
        // [2.1.1.c] Damage is for good.
        assert!(b.airframe.damaged || !a.airframe.damaged, "repaired: {}", told());
        // [2.1.2.c] [2.2.b] [2.3.b] Crew and Elite Crewman stay; a spent one stays spent.
        assert!(a.lancaster == b.lancaster && a.elite.id == b.elite.id, "attachment moved: {}", told());
        assert!(b.elite.spent || !a.elite.spent, "fresh again: {}", told());
        // [2.4.b] A mine never comes from another aircraft; [2.1.2.d] it goes at the release or with the aircraft.
        assert!(b.bomb.upkeep == a.bomb.upkeep || b.bomb.upkeep.is_none(), "mine changed: {}", told());
        if a.armed() && !b.armed() {
            let gone =
                matches!(b.at.space, Space::Release | Space::Climb | Space::CirclingNear | Space::Lost);
            assert!(gone, "mine gone: {}", told());
        }
        // [4.1.1.a] [4.1.b] Only an armed aircraft runs, from Circling Near into the Far Zone.
        if matches!(b.at.space, Space::Approach(_)) {
            assert!(b.armed(), "an empty runner: {}", told());
        }
        if b.at.space == Space::Release && a.at.space != Space::Release {
            assert!(matches!(a.at.space, Space::Approach(_)) && a.armed(), "release: {}", told());
        }
        if matches!(b.at.space, Space::Escort(_)) {
            escorts += 1;
            // [4.1.2.c] [4.1.2.b]
            assert!(!b.armed() && run.lancaster.is_some(), "escort: {}", told());
        }
        // [3.4.a] The Climb Box is entered from the Release Box only, without a mine.
        if b.at.space == Space::Climb && a.at.space != Space::Climb {
            assert!(a.at.space == Space::Release && !b.armed(), "climb: {}", told());
        }
    }
    assert!(escorts <= 2, "{escorts} escorts");
}

fn walk(game: &Arc<dyn Game>, scenario: &str, seed: u64) {
    let opened = Table::new(Arc::clone(game), scenario, &Options::new(), seed, UndoMode::Practice);
    let Ok(mut table) = opened else { panic!("{scenario} does not open") };
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for _ in 0..2_000 {
        let Some(question) = table.question() else { return };
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
        if let Err(fault) = game.check(table.world()) {
            panic!("{scenario} seed {seed}: {fault}");
        }
        compare(&before, &look(&table), &table);
    }
    panic!("{scenario} seed {seed} does not end");
}

/// proves: 2.1.1.c, 2.1.2.c, 2.2.b, 2.3.b, 3.0.b, 3.3.b, 3.4.a, 4.1.1.a, 4.1.2.b, 4.1.2.c, 4.2.4.u
#[test]
fn r3_0_b_every_lancaster_is_in_one_space_and_moves_along_the_printed_ways() {
    for scenario in content().scenarios.iter().filter(|s| s.file.one_dam()) {
        for seed in 1..=15 {
            walk(&game(), &scenario.file.id, seed);
        }
    }
    for dam in ["Moehne", "Eder", "Sorpe"] {
        let made = Rig::read(&everything(dam).text()).unwrap_or_else(|problems| panic!("{problems}"));
        let game: Arc<dyn Game> = Arc::new(DambusterRaid::new(made));
        for seed in 1..=60 {
            walk(&game, "dambusters/test", seed);
        }
    }
}
