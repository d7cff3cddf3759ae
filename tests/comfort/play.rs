//! C10 to C31: saves, replay, and whose choice it is.

use std::collections::BTreeSet;

use bombers_moon::games::dambusters::air::Flight;
use bombers_moon::games::dambusters::components::{Airframe, At, Bomb, Dam, Elite, Space};
use bombers_moon::games::dambusters::planning::Blotter;
use bombers_moon::kernel::ai::RandomBot;
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::ids::{PieceId, Seat};
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::rules::ClauseKind;
use bombers_moon::kernel::store::{Safety, SaveFolder, load, recap, write_journal};
use bombers_moon::kernel::timeline::Table;

use super::bench::{MOHNE, game, open, scenarios, step, traces, walk};

#[test]
fn c10_c11_something_may_be_done_and_what_may_not_says_why() {
    let (mut open_offers, mut barred) = (0, 0);
    for scenario in scenarios() {
        let table = walk(&scenario, 90, |table| {
            let Some(question) = table.question() else { return };
            assert!(question.enabled().next().is_some(), "{scenario}: a dead end");
            for offer in &question.offers {
                let Some(why) = offer.barred else {
                    open_offers += 1;
                    continue;
                };
                assert!(why.reason.len() > 3, "{scenario}: {}", offer.label);
                assert!(game().ledger().clause(why.clause.0).is_some(), "{scenario}: {}", why.clause);
                barred += 1;
            }
        });
        assert!(table.outcome().is_some(), "{scenario} does not end");
    }
    assert!(open_offers > 500 && barred > 50, "{open_offers} open, {barred} barred");
}

#[test]
fn c19_every_scenario_is_left_and_taken_up_at_every_decision() {
    let games = [game()];
    let mut points = 0;
    for (n, scenario) in scenarios().iter().enumerate() {
        let user = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        let folder = SaveFolder::new(user.path()).with_safety(Safety::System);
        let seed = 60 + n as u64;
        let mut table = open(scenario, UndoMode::Table, seed);
        let mut player = RandomBot::new(seed, 0);
        let mut save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
        loop {
            assert_eq!(save.sync(&table), Ok(()), "{scenario}");
            let path = save.path().to_owned();
            drop(save);
            let loaded = load(&path, &games).unwrap_or_else(|p| panic!("{scenario}: {p}"));
            assert!(loaded.mismatch.is_none() && loaded.notes.is_empty(), "{scenario}");
            assert_eq!(traces(&loaded.table), traces(&table), "{scenario} after {}", table.len());
            assert_eq!(loaded.table.header().scenario, *scenario);
            let again = recap(&loaded.table, Seat(0), 5);
            assert_eq!(again.prompt, table.question().map(|q| q.prompt(table.pieces())));
            assert!(!again.title.is_empty() && again.last.len() <= 5);
            save = loaded.resume(Safety::System).unwrap_or_else(|e| panic!("{scenario}: {e}"));
            table = loaded.table;
            points += 1;
            if !step(&mut table, &mut player) {
                break;
            }
        }
        let list = folder.list(&games).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(list.len(), 1);
        assert_eq!((list[0].game.as_str(), &list[0].scenario), ("dambusters", scenario));
        assert_eq!(list[0].outcome, table.outcome().map(|o| o.label.clone()), "{scenario}");
    }
    assert!(points > 200, "{points} decisions");
}

#[test]
fn c20_every_game_is_looked_through_both_ways() {
    for (n, scenario) in scenarios().iter().enumerate() {
        let mut seen = Vec::new();
        let mut table = walk(scenario, 30 + n as u64, |table| seen.push(traces(table)));
        seen.push(traces(&table));
        let (last, events) = (table.len(), table.events().to_vec());
        for to in (0..=last).rev().step_by(3).chain((0..=last).step_by(7)).chain([0, last, 1, last - 1]) {
            table.seek(to);
            assert_eq!(traces(&table), seen[to], "{scenario}: position {to}");
        }
        assert_eq!(table.events(), events, "{scenario}: looking changes nothing");
        table.go_live();
        assert_eq!(traces(&table), seen[last], "{scenario}");
    }
}

#[test]
fn c21_a_replay_that_differs_stops_softly_and_names_the_event() {
    let mut table = open(MOHNE, UndoMode::Table, 8);
    let mut player = RandomBot::new(8, 0);
    let mut before = Vec::new();
    for _ in 0..40 {
        before.push(traces(&table));
        step(&mut table, &mut player);
    }
    let mut events = table.events().to_vec();
    let (right, wrong) = (events[25].digest, events[25].digest ^ 0xff);
    events[25].digest = wrong;
    let user = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let path = user.path().join("a.moon");
    let text = write_journal(table.header(), &events, None).map_or(String::new(), |(text, _)| text);
    assert!(std::fs::write(&path, text).is_ok());
    let loaded = load(&path, &[game()]).unwrap_or_else(|p| panic!("{p}"));
    let Some(problem) = &loaded.mismatch else { panic!("the changed event was not found") };
    let words = problem.to_string();
    for part in ["event 25", &format!("{right:016x}"), &format!("{wrong:016x}"), "a.moon"] {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert!(loaded.read_only());
    assert_eq!(traces(&loaded.table), before[24], "the table stands before the event");
    assert!(Table::replay(game(), table.header(), table.events()).is_ok());
}

/// Choices of the rules that attack scenarios cannot bring up, and why.
const NOT_HERE: [(&str, &str); 6] = [
    ("2.3.6.b", "no attack scenario flies a Pilot who ignores damage"),
    ("2.3.6.e", "Map Errors come from Flight Phases, which attack scenarios leave out"),
    ("4.2.11.d", "rear guns in the Close Zone fire at balloons alone, and no attack scenario flies balloons"),
    ("4.2.13.ac", "front guns in the climb fire at balloons alone, and no attack scenario flies balloons"),
    ("4.4.3.m", "only a campaign has Lancasters that wait in a Flight Zone"),
    ("5.1.2.f", "in attack scenarios the result Target means home (5.1.2.e)"),
];

#[test]
fn c30_every_choice_of_the_rules_is_a_question() {
    let game = game();
    let parts = ["General", "Attack", "EndGame"];
    let choices = game.ledger().clauses.iter();
    let choices = choices.filter(|c| c.kind == ClauseKind::Choice && parts.contains(&c.part.as_str()));
    let excused = |id: &str| NOT_HERE.iter().any(|(other, _)| *other == id);
    let wanted: BTreeSet<&str> = choices.map(|c| c.id.as_str()).filter(|id| !excused(id)).collect();
    assert!(
        wanted.len() > 20
            && NOT_HERE.iter().all(|(id, why)| game.ledger().clause(id).is_some() && why.len() > 20)
    );
    let mut seen = BTreeSet::new();
    let scenarios = scenarios();
    // Some situations are rare: games go on until every choice has come up, but not for ever.
    for seed in 500..900 {
        let scenario = &scenarios[usize::try_from(seed % 6).unwrap_or(0)];
        walk(scenario, seed, |table| {
            let Some(question) = table.question() else { return };
            seen.insert(question.clause.0);
            seen.extend(question.offers.iter().filter(|o| o.enabled()).map(|o| o.clause.0));
            // A question with one way to answer is dice, a draw, or the end of a phase: never a choice already made.
            if matches!(question.kind, Kind::Choose) && question.offers.len() == 1 {
                assert!(question.offers[0].key.verb.starts_with("end:") || question.clause.0 == "4.4.3.k");
            }
        });
        if seed > 530 && wanted.iter().all(|id| seen.contains(id)) {
            break;
        }
    }
    let unasked: Vec<_> = wanted.iter().filter(|id| !seen.contains(*id)).collect();
    assert!(unasked.is_empty(), "choices that nobody was asked: {unasked:?}");
    let wrong: Vec<_> = NOT_HERE.iter().filter(|(id, _)| seen.contains(id)).collect();
    assert!(wrong.is_empty(), "excused, yet asked: {wrong:?}");
}

#[test]
fn c30_a_one_off_is_spent_only_by_its_owner() {
    let mut spent = 0;
    for seed in 0..20 {
        let mut table = open(MOHNE, UndoMode::Table, seed);
        let mut player = RandomBot::new(seed, 0);
        let used = |table: &Table| {
            let all = table.pieces().ids();
            all.filter(|id| part::<Elite>(table, *id).is_some_and(|e| e.spent)).count()
        };
        let mut before = used(&table);
        while step(&mut table, &mut player) {
            let after = used(&table);
            if after != before {
                let last = table.answer(table.len() - 1).map_or("", |(_, text)| text);
                assert!(last.starts_with("reroll:") || last == "ignore", "spent by `{last}`");
                spent += 1;
            }
            before = after;
        }
    }
    assert!(spent > 5, "{spent} one-offs");
}

fn part<T: bevy::prelude::Component>(table: &Table, id: PieceId) -> Option<&T> {
    table.world().get::<T>(table.pieces().entity(id))
}

#[test]
fn c31_the_lost_do_nothing_and_nothing_is_used_twice() {
    let mut lost_seen = 0;
    for seed in 0..5 {
        for scenario in scenarios() {
            // For each Lancaster: lost, damaged, mine gone.
            let mut before: Vec<[bool; 3]> = Vec::new();
            let mut levels = (u8::MAX, u8::MAX);
            walk(&scenario, 700 + seed, |table| {
                let Some(question) = table.question() else { return };
                let now: Vec<[bool; 3]> = table
                    .pieces()
                    .ids()
                    .map(|id| {
                        let lost = part::<At>(table, id).is_some_and(|at| at.space == Space::Lost);
                        let damaged = part::<Airframe>(table, id).is_some_and(|a| a.damaged);
                        let empty = part::<Bomb>(table, id).is_some_and(|b| b.upkeep.is_none());
                        lost_seen += u32::from(lost);
                        if lost {
                            let acts = question.offers.iter().any(|o| o.key.piece() == Some(id));
                            assert!(!acts, "{scenario}: {} is lost and acts", table.pieces().code(id));
                            assert!(empty, "{scenario}: a mine outlives its aircraft");
                        }
                        if empty {
                            let runs = |o: &&bombers_moon::kernel::decision::Offer| {
                                o.key.piece() == Some(id) && o.key.verb == "run"
                            };
                            let again = question.offers.iter().find(runs).is_some_and(|o| o.enabled());
                            assert!(!again, "{scenario}: {} runs without a mine", table.pieces().code(id));
                        }
                        [lost, damaged, empty]
                    })
                    .collect();
                for (was, is) in before.iter().zip(&now) {
                    assert!(
                        was.iter().zip(is).all(|(was, is)| *is || !*was),
                        "{scenario}: {was:?} became {is:?}"
                    );
                }
                // Until the launch mines are loaded, and Lancasters mended.
                let grounded = table.world().get_resource::<Blotter>().is_some_and(|b| !b.launched);
                before = if grounded { Vec::new() } else { now };
                let dam = table.world().resource::<Dam>();
                assert!(dam.flak <= levels.0 && dam.searchlights <= levels.1, "{scenario}: a level rose");
                // Where one dam follows another each has its own.
                let several = !table.world().resource::<Flight>().sites.is_empty();
                levels = if several { (u8::MAX, u8::MAX) } else { (dam.flak, dam.searchlights) };
                assert_eq!(table.game().check(table.world()), Ok(()), "{scenario}");
            });
        }
    }
    assert!(lost_seen > 50, "{lost_seen}");
}

#[test]
fn c12_every_adjustment_of_random_games_leaves_a_position_that_plays_on() {
    let (mut made, mut kinds) = (0, BTreeSet::new());
    for scenario in scenarios() {
        for seed in 0..3 {
            let mut table = open(&scenario, UndoMode::Practice, seed);
            let mut player = RandomBot::new(seed, 0);
            let mut turn = seed as usize;
            while table.question().is_some() {
                let before = traces(&table);
                let all = table.adjustments();
                if !all.is_empty() {
                    assert!(table.begin_adjusting("to see that it plays on").is_ok());
                    // Each in its turn, each value in its turn.
                    turn += 7;
                    let wanted = &all[turn % all.len()];
                    let (value, _) = &wanted.values[turn % wanted.values.len()];
                    assert!(wanted.values.iter().any(|(id, _)| *id == wanted.now), "{wanted:?}");
                    assert_eq!(table.adjust(&wanted.id, value), Ok(()));
                    assert_eq!(game().check(table.world()), Ok(()));
                    kinds.insert(wanted.id.split(':').next().unwrap_or("").to_owned());
                    made += 1;
                    let after = table.digest();
                    assert!(table.undo().is_ok());
                    assert_eq!((traces(&table).0, traces(&table).1), (before.0, before.1));
                    assert_eq!(table.redo(), Ok(true));
                    assert_eq!(table.digest(), after);
                    if let Some(now) = table.adjustments().iter().find(|a| a.id == wanted.id) {
                        assert_eq!(now.now, *value, "{}", wanted.id);
                    }
                }
                if !step(&mut table, &mut player) {
                    break;
                }
            }
            assert!(table.outcome().is_some());
            let again =
                Table::replay(game(), table.header(), table.events()).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(traces(&again), traces(&table));
        }
    }
    assert!(made > 100, "only {made} adjustments");
    for kind in ["turn", "visibility", "flak", "damage", "space"] {
        assert!(kinds.contains(kind), "{kind} was never adjusted");
    }
}
