//! The driver on the kernel's example game: phases, frames, verdicts, refusals and faults.

use std::sync::Arc;

use bevy::prelude::*;
use bombers_moon::kernel::decision::{Answer, Illegal};
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::driver::{Fault, Refusal};
use bombers_moon::kernel::game::{Options, world_for};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::phase::{Flow, PhaseApp};
use bombers_moon::kernel::snapshot;
use bombers_moon::kernel::testkit::script::Script;
use bombers_moon::kernel::testkit::toy::{Phase, Toy};
use bombers_moon::kernel::testkit::unordered_phases;
use bombers_moon::kernel::timeline::Table;

fn phases_of(table: &Table) -> Vec<(u16, u16)> {
    table.world().resource::<Flow>().frames().iter().map(|f| (f.phase, f.step)).collect()
}

fn open(scenario: &str, defect: &str) -> Table {
    let options: Options = [("defect".to_owned(), defect.to_owned())].into_iter().collect();
    Table::new(Toy::shared(), scenario, &options, 11, UndoMode::Practice).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_called_phase_stacks_and_hands_back_a_value() {
    let script = Script::of(&Toy::shared(), "toy/duel").draw("bonus", "B5").draw("bonus", "B2");
    let mut play = script.dice(&[5]).strict().open();
    assert_eq!(phases_of(&play.table), [(0, 1)]);
    play.answers(["roll", "roll"]).offers_only(&["keep", "again"]);
    assert_eq!(phases_of(&play.table), [(0, 2), (2, 1)], "the re-roll phase lies on the roll phase");
    play.answer("keep").offers("hold:5").answer("hold:5").asked(Seat(0), "2.a");
    assert_eq!(phases_of(&play.table), [(0, 3), (1, 1)], "the hold phase lies on the roll phase");
    play.answer("no").sees("/players/0/score", 0).sees("/players/0/pot", 5);
    play.answers(["hold:5", "yes"]).sees("/players/0/score", 5).logged("Red banks 5", "2.b");
    play.asked(Seat(1), "1.a");
    assert_eq!(phases_of(&play.table), [(0, 1)], "the other player's frame replaced the first");
}

#[test]
fn the_phase_is_mirrored_and_follows_undo() {
    let mut play = Script::of(&Toy::shared(), "toy/solo").seed(3).open();
    let state = |table: &Table| *table.world().resource::<State<Phase>>().get();
    assert_eq!(state(&play.table), Phase::Roll);
    play.answers(["roll", "roll"]);
    assert_eq!(state(&play.table), Phase::Again);
    assert!(play.table.undo().is_ok());
    assert_eq!(state(&play.table), Phase::Roll, "restoring a snapshot mirrors the phase too");
}

#[test]
fn a_refusal_leaves_the_digest_untouched() {
    let mut table = open("toy/solo", "none");
    let before = snapshot::digest_parts(table.world());
    let question = table.question().cloned().unwrap_or_else(|| panic!("no question"));
    let seq = question.seq;
    let mut wrong = vec![
        Answer::new(seq + 1, 0),
        Answer::new(seq.wrapping_sub(1), 0),
        Answer::new(seq, question.offers.len()),
        Answer::new(seq, usize::MAX),
        Answer { seq, offer: 0, dice: vec![3] },
    ];
    let barred = (0..question.offers.len()).filter(|i| !question.offers[*i].enabled());
    wrong.extend(barred.map(|i| Answer::new(seq, i)));
    assert_eq!(wrong.len(), 7, "hold and draw are barred at the start");
    for answer in wrong {
        let refused = table.submit(&answer);
        assert!(matches!(refused, Err(Refusal::Illegal(_))), "{answer:?} gave {refused:?}");
        assert_eq!(snapshot::digest_parts(table.world()), before, "{answer:?}");
        assert_eq!(table.events().len(), 1, "{answer:?}");
    }
    for text in ["", "rol", "roll:1", "hold", "hold:0", "draw", "roll=", "roll=7", "roll=x", "=3"] {
        assert!(matches!(table.submit_text(text), Err(Refusal::Illegal(_))), "`{text}`");
        assert_eq!(snapshot::digest_parts(table.world()), before, "`{text}`");
    }
    let unknown = table.submit_text("rol").map_err(|e| e.to_string());
    assert!(unknown.is_err_and(|e| e.contains("`rol`") && e.contains("roll, hold:0, draw, show")));
}

#[test]
fn faults_name_the_frames_and_leave_the_table_as_it_was() {
    for (defect, words) in [
        ("silent", "phase Roll Phase step 1 left no verdict"),
        ("endless", "10000 steps without a decision; frames: Roll Phase step 5"),
        ("stray", "no phase number 3; frames: Roll Phase step 3 › number 3 step 0"),
    ] {
        let mut table = open("toy/solo", defect);
        let hold = loop {
            let question = table.question().unwrap_or_else(|| panic!("{defect}: the game is over"));
            let hold = question.offers.iter().find(|o| o.key.verb == "hold" && o.enabled());
            if let Some(offer) = hold {
                break offer.key.text(table.pieces());
            }
            let first = Answer::new(question.seq, question.default);
            table.submit(&first).unwrap_or_else(|e| panic!("{e}"));
        };
        let before = (table.digest(), table.events().len(), table.log(Seat(0)));
        match table.submit_text(&hold) {
            Err(Refusal::Fault(fault)) => assert!(fault.to_string().contains(words), "{defect}: {fault}"),
            other => panic!("{defect}: {other:?}"),
        }
        assert_eq!((table.digest(), table.events().len(), table.log(Seat(0))), before, "{defect}");
        assert!(table.submit_text("roll").is_ok(), "{defect}: the table plays on");
    }
}

#[test]
fn after_the_end_nothing_is_asked() {
    let script = Script::of(&Toy::shared(), "toy/solo").draw("bonus", "B5").dice(&[6, 6, 6, 6]);
    let mut play = script.open();
    for _ in 0..4 {
        play.answers(["roll", "roll", "keep"]);
    }
    play.answers(["hold:24", "yes"]).ended("Red wins");
    assert_eq!(play.table.submit_text("roll"), Err(Refusal::Illegal(Illegal::GameOver)));
}

#[test]
fn no_phase_schedule_leaves_an_order_open() {
    let toy = Toy::shared();
    assert_eq!(unordered_phases(&mut world_for(&*toy)), Vec::<String>::new());
}

#[derive(Resource, Default)]
struct Tally(u32);

#[test]
fn two_systems_in_no_order_are_found() {
    fn up(mut tally: ResMut<Tally>) {
        tally.0 += 1;
    }
    fn double(mut tally: ResMut<Tally>) {
        tally.0 *= 2;
    }
    let mut app = App::empty();
    app.init_resource::<Tally>().add_phases::<Phase>(None).add_systems(Phase::Hold, (up, double));
    let faults = unordered_phases(app.world_mut());
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("Hold Phase: "), "{faults:?}");
    let mut app = App::empty();
    app.init_resource::<Tally>().add_phases::<Phase>(None).add_systems(Phase::Hold, (up, double).chain());
    assert_eq!(unordered_phases(app.world_mut()), Vec::<String>::new());
}

#[test]
fn forced_luck_serves_first_and_strict_luck_must_fit() {
    let toy = Toy::shared();
    let script = Script::of(&toy, "toy/solo").draw("bonus", "B4").dice(&[3]).draw("counters", "C6");
    let mut play = script.strict().open();
    play.sees("/players/0/bonus", 4).answers(["roll", "roll", "keep", "draw", "draw"]);
    play.sees("/players/0/pot", 9).logged("Drawn from the counters cup: C6", "1.e");
    play.answer("roll");
    let before = play.table.digest();
    let empty = play.table.submit_text("roll");
    assert!(
        matches!(&empty, Err(Refusal::Fault(Fault::Luck(m))) if m.found.contains("queue is empty")),
        "{empty:?}"
    );
    assert_eq!(play.table.digest(), before);

    let mut play = Script::of(&toy, "toy/solo").draw("bonus", "B4").draw("counters", "C6").open();
    play.answer("roll");
    let wrong = play.table.submit_text("roll");
    assert!(
        matches!(&wrong, Err(Refusal::Fault(Fault::Luck(m)))
            if m.asked.contains("Die for") && m.found.contains("counters")),
        "{wrong:?}"
    );
    let mut play = Script::of(&toy, "toy/solo").draw("bonus", "B4").open();
    play.answers(["roll", "roll"]).offers("keep");
    let absent = vec![LuckItem::Draw("bonus".into(), "B9".into())];
    let options = Options::new();
    let opened = Table::with_luck(Arc::clone(&toy), "toy/solo", &options, 1, UndoMode::Table, absent, true);
    assert!(opened.is_err_and(|e| e.to_string().contains("B9")), "a bonus that is not in the cup");
}

#[test]
fn dice_by_hand_are_used_and_stamped() {
    let mut play = Script::of(&Toy::shared(), "toy/solo").open();
    play.answer("roll").refuses("roll=0").refuses("roll=1,2").refuses("roll=7").answer("roll=4");
    play.answer("keep").sees("/players/0/pot", 4).logged("(own dice)", "1.b");
    assert!(play.table.header().stamps.contains("own dice"));
    let replayed = Table::replay(Toy::shared(), play.table.header(), play.table.events());
    assert_eq!(replayed.map(|t| t.digest()).ok(), Some(play.table.digest()));
}

#[test]
fn a_second_die_stands_and_is_spent() {
    let mut play = Script::of(&Toy::shared(), "toy/solo").draw("bonus", "B2").dice(&[1, 5, 1]).open();
    play.answers(["roll", "roll", "again"]).sees("/players/0/pot", 5).logged("→ Into the pot", "1.b");
    play.answers(["roll", "roll"]).asked(Seat(0), "1.a");
    play.sees("/players/0/pot", 0).logged("loses the pot", "1.h");
}

#[test]
fn a_hidden_value_stays_hidden_until_shown() {
    let mut play = Script::of(&Toy::shared(), "toy/duel").draw("bonus", "B5").draw("bonus", "B2").open();
    assert_eq!(play.seen_by(Seat(0), "/players/1/bonus"), serde_json::Value::Null);
    assert_eq!(play.seen_by(Seat(1), "/players/1/bonus"), serde_json::json!(2));
    play.not_logged("Blue holds a bonus").logged("Red holds a bonus of 5", "4.a");
    let other: Vec<_> = play.table.log(Seat(1)).into_iter().map(|l| l.1).collect();
    assert_eq!(other, ["Blue holds a bonus of 2"]);
    let receipt = play.table.submit_text("show");
    assert!(receipt.is_ok_and(|r| r.revealed && !r.luck));
    assert_eq!(play.seen_by(Seat(1), "/players/0/bonus"), serde_json::json!(5));
    play.barred("show", "4.b");
}

#[test]
fn a_snapshot_restores_into_another_world_set_up_alike() {
    let toy = Toy::shared();
    let mut play = Script::of(&toy, "toy/duel").seed(5).open();
    play.answers(["show", "roll", "roll", "again"]);
    let taken = snapshot::take(play.table.world());
    let mut other = world_for(&*toy);
    assert!(toy.set_up(&mut other, "toy/duel", &Options::new()).is_ok());
    assert_ne!(snapshot::digest(&other), play.table.digest());
    snapshot::restore(&mut other, &taken);
    assert_eq!(snapshot::digest_parts(&other), snapshot::digest_parts(play.table.world()));
    assert_eq!(toy.view_json(&other, Seat(1)), play.seen_by(Seat(1), ""));
}
