//! C12: the position adjusted by hand, on the kernel's example game.

use std::path::Path;

use bombers_moon::kernel::adjust::NotAdjusted;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::{Action, UndoMode};
use bombers_moon::kernel::store::{read_journal, write_journal};
use bombers_moon::kernel::testkit::script::{Played, Script};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::{ReplayError, Table, UndoStop};

fn open(scenario: &str) -> Played {
    Script::of(&Toy::shared(), scenario).option("goal", "100").mode(UndoMode::Table).seed(5).open()
}

fn traces(table: &Table) -> (u64, String, Vec<String>) {
    let view = table.game().view_json(table.world(), Seat(0));
    let log = table.log(Seat(0)).into_iter().map(|(_, words, _)| words).collect();
    (table.digest(), format!("{view}{:?}", table.question().map(|q| &q.offers)), log)
}

#[test]
fn c12_an_adjustment_is_an_event_with_its_reason_and_stamps_the_game() {
    let mut play = open("toy/solo");
    let table = &mut play.table;
    assert_eq!(table.adjust("pot:Red", "7"), Err(NotAdjusted::Closed), "nothing without a reason first");
    assert_eq!(table.begin_adjusting(" \n "), Err(NotAdjusted::NoReason));
    assert!(table.begin_adjusting("forgot  a\tcounter").is_ok());
    assert!(!table.question().is_some_and(|q| q.offers[1].enabled()), "an empty pot is not held");
    assert_eq!(table.adjust("pot:Red", "7"), Ok(()));
    assert!(table.question().is_some_and(|q| q.offers[1].enabled()), "the rules go on from the new position");
    assert!(table.header().stamps.contains("adjusted"));
    let last = table.log(Seat(0)).pop();
    assert_eq!(last.map(|l| l.1), Some("Adjusted: pot of Red, 0 to 7 (forgot a counter)".to_owned()));
    let Some(Action::Adjust(kept)) = table.events().last().map(|e| e.action.clone()) else {
        panic!("no event was kept")
    };
    assert_eq!((kept.id.as_str(), kept.value.as_str()), ("pot:Red", "7"));
    // The text of the save brings back the same state, stamp and log, and each state looked back at.
    let (text, _) = write_journal(table.header(), table.events(), None).unwrap_or_else(|e| panic!("{e}"));
    let read = read_journal(Path::new("a.moon"), text.as_bytes()).unwrap_or_else(|u| panic!("{u:?}"));
    let mut fresh = read.header.clone();
    fresh.stamps.clear();
    let again = Table::replay(Toy::shared(), &fresh, &read.events).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(traces(&again), traces(table));
    assert!(again.header().stamps.contains("adjusted"), "the stamp comes from the events");
}

#[test]
fn c12_adjustments_are_taken_back_done_again_and_looked_back_at_like_answers() {
    let mut play = open("toy/solo");
    let mut states = vec![traces(&play.table)];
    assert!(play.table.begin_adjusting("a test").is_ok());
    for value in ["7", "12", "3"] {
        assert!(play.table.adjust("pot:Red", value).is_ok());
        states.push(traces(&play.table));
    }
    for at in [0, 2, 1, 3] {
        play.table.seek(at);
        assert_eq!(traces(&play.table), states[at], "looking back at {at}");
    }
    assert!(play.table.undo().is_ok());
    assert_eq!(traces(&play.table), states[2]);
    assert_eq!(play.table.adjusting(), None, "taking back ends it");
    assert!(play.table.undo_to(0).is_ok());
    assert_eq!(traces(&play.table), states[0]);
    assert_eq!(play.table.undo(), Err(UndoStop::Start));
    for state in &states[1..] {
        assert_eq!(play.table.redo(), Ok(true));
        assert_eq!(traces(&play.table), *state);
    }
    assert!(play.table.header().stamps.contains("adjusted"), "the stamp stays whatever is taken back");
    assert!(play.table.begin_adjusting("once more").is_ok());
    for n in 0..40 {
        assert!(play.table.adjust("pot:Red", if n % 2 == 0 { "5" } else { "6" }).is_ok());
    }
    play.table.seek(21);
    let branch = play.table.branch(21, UndoMode::Practice).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(branch.digest(), play.table.digest());
}

#[test]
fn c12_adjusting_ends_by_itself_with_the_phase() {
    let mut play = open("toy/duel");
    assert!(play.table.begin_adjusting("the pot was wrong").is_ok());
    assert!(play.table.adjust("pot:Red", "9").is_ok());
    play.answer("hold:9");
    assert!(play.table.adjusting().is_some(), "a called phase is part of the phase that calls it");
    let nothing = play.table.adjust("pot:Red", "1");
    assert!(matches!(nothing, Err(NotAdjusted::Nothing(_))), "no adjusting half-way: {nothing:?}");
    play.answer("yes");
    assert_eq!(play.table.adjusting(), None, "the turn has passed on");
    let digest = play.table.digest();
    assert_eq!(play.table.adjust("pot:Blue", "9"), Err(NotAdjusted::Closed));
    assert_eq!(play.table.digest(), digest);
    assert!(play.table.begin_adjusting("again").is_ok());
    play.table.end_adjusting();
    assert_eq!(play.table.adjust("pot:Blue", "9"), Err(NotAdjusted::Closed));
}

#[test]
fn c12_what_is_not_offered_or_breaks_an_invariant_leaves_no_trace() {
    let mut play = open("toy/solo");
    play.answers(["roll", "roll=3", "keep"]);
    let before = (traces(&play.table), play.table.events().len());
    let table = &mut play.table;
    assert!(table.begin_adjusting("a test").is_ok());
    assert!(matches!(table.adjust("sky", "blue"), Err(NotAdjusted::Unknown { .. })));
    assert!(matches!(table.adjust("pot:Red", "31"), Err(NotAdjusted::Value { .. })));
    assert!(matches!(table.adjust("pot:Red", "-1"), Err(NotAdjusted::Value { .. })));
    assert!(matches!(table.adjust("cup", "spoilt"), Err(NotAdjusted::Broken(_))));
    assert_eq!((traces(table), table.events().len()), before);
    assert!(!table.header().stamps.contains("adjusted"), "nothing was adjusted yet");
    assert!(table.adjust("cup", "empty").is_ok());
    play.barred("draw", "1.f");
}

#[test]
fn c12_a_changed_adjustment_in_a_save_is_found() {
    let mut play = open("toy/solo");
    assert!(play.table.begin_adjusting("a test").is_ok());
    assert!(play.table.adjust("pot:Red", "9").is_ok());
    let header = play.table.header().clone();
    for (id, value, refused) in [("pot:Red", "8", false), ("pot:Red", "99", true), ("moon", "9", true)] {
        let mut events = play.table.events().to_vec();
        if let Action::Adjust(to) = &mut events[1].action {
            (to.id, to.value) = (id.to_owned(), value.to_owned());
        }
        let fault = Table::replay(Toy::shared(), &header, &events).map(|t| t.digest());
        match fault {
            Err(ReplayError::Refused { event: 1, .. }) if refused => {}
            Err(ReplayError::Digest { event: 1, .. }) if !refused => {}
            other => panic!("{id} {value}: {other:?}"),
        }
    }
}
