//! Dambuster Raid played at random and by its bot, with every check at every step.
//!
//! Sized for every day; `BOMBERS_MOON_PLAYOUTS=1000000 cargo test --release --no-default-features --test playouts --
//! --nocapture` plays a million random decisions. A failure names the seed and a file with the journal.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::dice::Luck;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::testkit::playout::{Checks, Policy, Tally, playout, playouts};
use bombers_moon::kernel::testkit::unordered_phases;
use bombers_moon::kernel::timeline::{Table, UndoStop};

/// Random decisions under every check when nothing else is asked for.
const EVERY_DAY: u64 = 9_000;

fn game() -> Arc<dyn Game> {
    let loaded = bombers_moon::games::load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")), &[]);
    let games = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    let found = games.into_iter().find(|g| g.id() == "dambusters");
    found.unwrap_or_else(|| panic!("there is no Dambuster Raid"))
}

fn scenarios(game: &Arc<dyn Game>) -> Vec<String> {
    game.scenarios().into_iter().map(|card| card.id).collect()
}

/// Whether a scenario is flown on the Flight Map.
fn scenario_flies(game: &Arc<dyn Game>, id: &str) -> bool {
    game.scenarios().iter().any(|card| card.id == id && card.part != "Attack")
}

fn asked() -> u64 {
    std::env::var("BOMBERS_MOON_PLAYOUTS").ok().and_then(|n| n.parse().ok()).unwrap_or(EVERY_DAY)
}

fn report(what: &str, tally: &Tally, began: Instant) {
    let seconds = began.elapsed().as_secs_f64();
    println!("{what}: {} decisions in {} games, {seconds:.1} s", tally.decisions, tally.games);
    for ((scenario, label), n) in &tally.outcomes {
        println!("  {scenario:<26} {label:<32} {n}");
    }
}

#[test]
fn c10_c11_random_play_of_all_scenarios_under_every_check() {
    let game = game();
    let all = scenarios(&game);
    assert_eq!(all.len(), 12, "{all:?}");
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let began = Instant::now();
    let tally = playouts(&game, &all, &Options::new(), asked(), Policy::Random, &Checks::every_step());
    report("random", &tally, began);
    assert!(tally.decisions >= asked(), "{tally:?}");
    for scenario in all {
        assert!(tally.outcomes.keys().any(|(s, _)| s == scenario), "{scenario} was not played");
    }
}

#[test]
fn the_bot_plays_all_scenarios_under_every_check() {
    let game = game();
    let all = scenarios(&game);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let began = Instant::now();
    let tally = playouts(&game, &all, &Options::new(), asked() / 3, Policy::Bot, &Checks::every_step());
    report("bot", &tally, began);
    assert!(tally.games >= 6, "{tally:?}");
}

#[test]
fn every_choice_of_every_option_plays_to_its_end() {
    let game = game();
    let mut played = 0;
    for card in game.scenarios() {
        for option in &card.options {
            for value in &option.values {
                let options: Options = [(option.id.clone(), value.clone())].into_iter().collect();
                for policy in [Policy::Random, Policy::Bot] {
                    let over = playout(&game, &card.id, &options, 1943, policy, &Checks::every_step());
                    assert!(over.decisions > 0, "{} {options:?}", card.id);
                    played += 1;
                }
            }
        }
    }
    assert!(played >= 8, "{played} games");
}

/// What stands may be taken back at the table only while nothing new was learned: whatever undo gives up, the luck
/// that has come is kept, and doing it all again leads to the same state.
#[test]
fn undo_at_the_table_never_takes_back_luck() {
    let game = game();
    let (mut reached, mut stopped) = (0, 0);
    for (n, scenario) in scenarios(&game).iter().enumerate() {
        let seed = 40 + n as u64;
        let opened = Table::new(Arc::clone(&game), scenario, &Options::new(), seed, UndoMode::Table);
        let mut table = opened.unwrap_or_else(|fault| panic!("{fault}"));
        let mut player = RandomBot::new(seed, 0);
        while let Some(question) = table.question() {
            let answer = Answer::new(question.seq, player.choose(&(), question));
            table.submit(&answer).unwrap_or_else(|e| panic!("{scenario}: {e}"));
            let (limit, stop) = table.undo_limit();
            let (here, digest, luck) =
                (table.len(), table.digest(), table.world().resource::<Luck>().position());
            if limit == here {
                assert_eq!(table.undo(), Err(stop), "{scenario} after {here}");
                // Hazards that are turned over are news without a throw.
                let news = stop == UndoStop::Reveal && scenario_flies(&game, scenario);
                assert!(
                    stop == UndoStop::Luck || news,
                    "alone at the table nothing but luck or its reveal stops undo, not {stop:?}"
                );
                stopped += 1;
                continue;
            }
            assert_eq!(table.undo_to(limit), Ok(()), "{scenario} after {here}");
            assert_eq!(table.world().resource::<Luck>().position(), luck, "{scenario} after {here}");
            reached += here - limit;
            while table.can_redo() {
                assert!(table.redo().is_ok_and(|done| done), "{scenario} after {here}");
            }
            assert_eq!((table.len(), table.digest()), (here, digest), "{scenario} after {here}");
        }
        assert!(table.outcome().is_some(), "{scenario}");
    }
    assert!(reached > 100 && stopped > 100, "{reached} answers taken back, {stopped} stops");
}

#[test]
fn every_phase_has_its_systems_in_a_fixed_order() {
    let mut world = bombers_moon::kernel::game::world_for(&*game());
    assert_eq!(unordered_phases(&mut world), Vec::<String>::new());
}
