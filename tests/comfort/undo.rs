//! C01 to C08: undo and takeback, and the keys that answer.

use bombers_moon::kernel::ai::RandomBot;
use bombers_moon::kernel::decision::{Answer, Kind};
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::journal::{Action, UndoMode};
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::store::{read_journal, write_journal};
use bombers_moon::kernel::timeline::{Table, UndoStop};

use super::bench::{MOHNE, open, scenarios, step, traces, walk};

fn phase(table: &Table) -> u16 {
    table.world().resource::<Flow>().frames().first().map_or(u16::MAX, |f| f.phase)
}

#[test]
fn c01_undo_one_to_the_start_of_a_phase_and_to_here() {
    for (n, scenario) in scenarios().iter().enumerate() {
        let seed = 7 + n as u64;
        let mut table = open(scenario, UndoMode::Practice, seed);
        let mut player = RandomBot::new(seed, 0);
        let (mut before, mut phases) = (vec![traces(&table)], vec![phase(&table)]);
        while before.len() < 80 && step(&mut table, &mut player) {
            before.push(traces(&table));
            phases.push(phase(&table));
        }
        let last = table.len();
        assert!(table.undo().is_ok(), "{scenario}");
        assert_eq!(traces(&table), before[last - 1], "{scenario}: undo one");
        // The start of the phase at hand, again and again back to the beginning.
        let mut at = last - 1;
        while at > 0 {
            let mut start = at - 1;
            while start > 0 && phases[start - 1] == phases[start] {
                start -= 1;
            }
            assert!(table.undo_to(start).is_ok(), "{scenario}");
            assert_eq!(traces(&table), before[start], "{scenario}: the start of a phase, answer {start}");
            at = start;
        }
        assert_eq!(table.undo(), Err(UndoStop::Start), "{scenario}");
        let mut again = 0;
        while table.redo().is_ok_and(|done| done) {
            again += 1;
            assert_eq!(traces(&table), before[again], "{scenario}: redo {again}");
        }
        assert_eq!(again, last, "{scenario}");
        for to in [last - 3, last / 2, 1] {
            assert!(table.undo_to(to).is_ok(), "{scenario}");
            assert_eq!(traces(&table), before[to], "{scenario}: to here, answer {to}");
        }
    }
}

#[test]
fn c03_every_offer_taken_and_taken_back_leaves_nothing_behind() {
    let mut tried = 0;
    for (n, scenario) in scenarios().iter().enumerate() {
        let seed = 21 + n as u64;
        let mut table = open(scenario, UndoMode::Practice, seed);
        let mut player = RandomBot::new(seed, 0);
        for _ in 0..60 {
            let Some(question) = table.question() else { break };
            let answers: Vec<_> = question.enabled().map(|i| Answer::new(question.seq, i)).collect();
            let before = traces(&table);
            for answer in answers {
                assert!(table.submit(&answer).is_ok(), "{scenario}: {answer:?}");
                let after = traces(&table);
                assert_ne!(after.0, before.0, "{scenario}: an answer changes the state");
                assert!(table.undo().is_ok());
                assert_eq!(traces(&table), before, "{scenario}: {answer:?} leaves something behind");
                assert_eq!(table.redo(), Ok(true));
                assert_eq!(traces(&table), after, "{scenario}: {answer:?} done again differs");
                assert!(table.undo().is_ok());
                tried += 1;
            }
            step(&mut table, &mut player);
        }
    }
    assert!(tried > 500, "{tried} offers tried");
}

#[test]
fn c05_undo_says_what_stops_it_and_each_mode_has_its_dice() {
    let mut table = open(MOHNE, UndoMode::Table, 11);
    assert_eq!(table.undo(), Err(UndoStop::Start));
    assert_eq!(UndoStop::Start.to_string(), "nothing to undo: the game stands at its start");
    assert!(table.submit_text("run:AJ-G").is_ok());
    assert!(table.undo().is_ok(), "until the dice fall the run may be called off");
    assert!(table.submit_text("run:AJ-G").is_ok() && table.submit_text("roll").is_ok());
    let rolled = table.events().last().map(|e| e.luck.clone());
    assert_eq!(table.undo(), Err(UndoStop::Luck));
    assert_eq!(table.undo_limit().1.to_string(), "undo stops at the last roll or draw");
    assert_eq!(table.undo_with_new_luck(0, 5), Err(UndoStop::Luck), "new luck is for practice");
    assert!(table.header().stamps.is_empty());

    let mut practice = open(MOHNE, UndoMode::Practice, 11);
    assert!(practice.header().stamps.contains("practice"), "the mode is named on the game");
    let throw = |table: &mut Table| {
        assert!(table.submit_text("run:AJ-G").is_ok() && table.submit_text("roll").is_ok());
        table.events().last().map(|e| e.luck.clone())
    };
    assert_eq!(throw(&mut practice), rolled, "one seed, one luck, whatever the mode");
    assert!(practice.undo_to(0).is_ok());
    assert_eq!(throw(&mut practice), rolled, "practice repeats the dice");
    let fresh = (0..20).any(|seed| {
        assert!(practice.undo_with_new_luck(0, seed).is_ok());
        throw(&mut practice) != rolled
    });
    assert!(fresh, "unless new luck is asked for");
}

#[test]
fn c07_what_was_taken_back_stays_in_the_save() {
    let mut table = open(MOHNE, UndoMode::Table, 3);
    assert!(table.submit_text("run:AJ-M").is_ok());
    assert!(table.undo().is_ok());
    assert!(table.submit_text("run:AJ-P").is_ok());
    let answer = |text: &str| Action::Answer(text.to_owned());
    let expected = [Action::SetUp, answer("run:AJ-M"), Action::Undo(0), answer("run:AJ-P")];
    let actions = |table: &Table| table.events().iter().map(|e| e.action.clone()).collect::<Vec<_>>();
    assert_eq!(actions(&table), expected);
    let text = write_journal(table.header(), table.events(), None).map_or(String::new(), |(text, _)| text);
    let read = read_journal(std::path::Path::new("a.moon"), text.as_bytes());
    let read = read.unwrap_or_else(|u| panic!("{}", u.problem()));
    let again = Table::replay(super::bench::game(), &read.header, &read.events);
    let again = again.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(actions(&again), expected);
    assert_eq!((again.len(), traces(&again)), (1, traces(&table)));
}

/// What the confirm key takes: the default offer, never a barred one and never the end of a phase.
#[test]
fn c08_confirm_is_open_and_never_ends_a_phase() {
    let (mut ends, mut seen) = (0, 0);
    for (n, scenario) in scenarios().iter().enumerate() {
        for seed in [5, 6] {
            walk(scenario, seed + 10 * n as u64, |table| {
                let Some(question) = table.question() else { return };
                let ends_phase = |i: usize| question.offers[i].key.verb.starts_with("end:");
                let default = &question.offers[question.default];
                let words = || format!("{scenario}: {}", question.prompt(table.pieces()));
                assert!(default.enabled(), "{}: the default is barred", words());
                seen += 1;
                // Ending a phase has its own key and its own word; one offer of a question at most.
                assert!((0..question.offers.len()).filter(|i| ends_phase(*i)).count() <= 1, "{}", words());
                assert!(
                    question.confirmed().is_none_or(|i| i == question.default && !ends_phase(i)),
                    "{}",
                    words()
                );
                if ends_phase(question.default) {
                    // Where nothing has to be done no move is suggested, and the confirm key does nothing.
                    assert_eq!(question.confirmed(), None, "{}", words());
                    let idle = ["4.3.a", "7.1.a", "7.2.a", "7.3.c", "7.6.1.a"];
                    let planning = ["10.", "11."].iter().any(|c| question.clause.0.starts_with(c));
                    assert!(
                        planning || idle.contains(&question.clause.0),
                        "{} [{}]",
                        words(),
                        question.clause
                    );
                    ends += 1;
                }
                if !matches!(question.kind, Kind::Choose) {
                    assert_eq!(question.offers.len(), 1, "{}", words());
                }
            });
        }
    }
    assert!(seen > 500 && ends > 20, "{seen} questions, {ends} circling phases");
}

#[test]
fn c26_counts_of_dice_come_from_the_journal_alone() {
    let count = |table: &Table| {
        let mut faces = [0u32; 6];
        for n in 0..table.len() {
            let event = table.answer(n).map_or(0, |(event, _)| event);
            for item in &table.events()[event].luck {
                if let LuckItem::Die(face) = item {
                    faces[usize::from(*face) - 1] += 1;
                }
            }
        }
        faces
    };
    let mut table = walk(MOHNE, 77, |_| {});
    let before = count(&table);
    assert!(before.iter().sum::<u32>() > 50, "{before:?}");
    let thrown: u32 = super::bench::rolls(&table).iter().map(|(r, _)| r.dice().len() as u32).sum();
    assert!(before.iter().sum::<u32>() <= thrown, "every die of the journal is told in the log");
    assert!(table.undo_to(table.len() / 2).is_ok());
    let half = count(&table);
    assert!(half.iter().sum::<u32>() < before.iter().sum(), "dice taken back do not count");
    while table.redo().is_ok_and(|done| done) {}
    assert_eq!(count(&table), before, "nor do they count twice");
    let again = Table::replay(super::bench::game(), table.header(), table.events());
    assert_eq!(again.map(|t| count(&t)), Ok(before), "the next session counts the same");
}
