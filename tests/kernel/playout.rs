//! Random play of the example game under every check, and proof that the checks can fail.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bevy::prelude::{App, World};
use bombers_moon::kernel::ai::Bot;
use bombers_moon::kernel::chart::Charts;
use bombers_moon::kernel::decision::Question;
use bombers_moon::kernel::game::{Game, Options, ScenarioCard, SetUpError};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::rules::Ledger;
use bombers_moon::kernel::store::load;
use bombers_moon::kernel::testkit::playout::{Checks, Policy, playout, playouts};
use bombers_moon::kernel::testkit::toy::Toy;

#[test]
fn c10_c11_every_game_plays_to_its_end_under_all_checks() {
    let toy = Toy::shared();
    let scenarios = ["toy/solo", "toy/duel"];
    let tally = playouts(&toy, &scenarios, &Options::new(), 6_000, Policy::Random, &Checks::every_step());
    assert!(tally.decisions >= 6_000 && tally.games > 50, "{tally:?}");
    for (scenario, label) in [("toy/solo", "Red wins"), ("toy/duel", "Red wins"), ("toy/duel", "Blue wins")] {
        assert!(tally.outcomes.contains_key(&(scenario.to_owned(), label.to_owned())), "{tally:?}");
    }
    let light = playouts(&toy, &scenarios, &Options::new(), 60_000, Policy::Random, &Checks::light());
    assert!(light.decisions >= 60_000);
}

#[test]
fn a_seed_gives_the_same_game_and_the_bot_finishes() {
    let toy = Toy::shared();
    let play = |seed, policy| playout(&toy, "toy/duel", &Options::new(), seed, policy, &Checks::light());
    assert_eq!(play(5, Policy::Random), play(5, Policy::Random));
    assert_ne!(play(5, Policy::Random).digest, play(6, Policy::Random).digest);
    assert_eq!(play(5, Policy::Bot), play(5, Policy::Bot));
}

/// The example game with something wrong.
struct Broken {
    toy: Arc<dyn Game>,
    fault: &'static str,
    ledger: Ledger,
    looks: AtomicI64,
}

impl Game for Broken {
    fn id(&self) -> &'static str {
        self.toy.id()
    }
    fn title(&self) -> &'static str {
        self.toy.title()
    }
    fn scenarios(&self) -> Vec<ScenarioCard> {
        self.toy.scenarios()
    }
    fn ledger(&self) -> &Ledger {
        &self.ledger
    }
    fn charts(&self) -> &Charts {
        self.toy.charts()
    }
    fn data_hash(&self, scenario: &str) -> (u64, u64) {
        self.toy.data_hash(scenario)
    }
    fn install(&self, app: &mut App) {
        self.toy.install(app);
    }
    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError> {
        self.toy.set_up(world, scenario, options)
    }
    fn hint(&self, world: &World, question: &Question, offer: usize) -> String {
        self.toy.hint(world, question, offer)
    }
    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send> {
        self.toy.view(world, seat)
    }
    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value {
        let mut view = self.toy.view_json(world, seat);
        if self.fault == "view" {
            view["looks"] = self.looks.fetch_add(1, Ordering::Relaxed).into();
        }
        view
    }
    fn measures(&self, world: &World) -> Vec<(&'static str, i64)> {
        self.toy.measures(world)
    }
    fn bot(&self, seat: Seat, seed: u64) -> Box<dyn Bot> {
        self.toy.bot(seat, seed)
    }
    fn check(&self, world: &World) -> Result<(), String> {
        let pot = self.toy.view_json(world, Seat(0))["players"][0]["pot"].as_i64().unwrap_or(0);
        assert!(self.fault != "panic" || pot < 7, "the pot broke");
        if self.fault == "invariant" && pot >= 7 { Err("the pot is full".into()) } else { Ok(()) }
    }
}

fn broken(fault: &'static str) -> Arc<dyn Game> {
    let toy = Toy::shared();
    let mut ledger = toy.ledger().clone();
    if fault == "clause" {
        ledger.clauses.retain(|c| c.id != "1.g");
    }
    Arc::new(Broken { toy, fault, ledger, looks: AtomicI64::new(0) })
}

fn failure(game: &Arc<dyn Game>, options: &Options, checks: &Checks) -> String {
    let played =
        catch_unwind(AssertUnwindSafe(|| playout(game, "toy/solo", options, 3, Policy::Random, checks)));
    let Err(payload) = played else { panic!("the checks found nothing") };
    payload.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn a_failure_names_the_seed_and_a_journal_that_loads() {
    let goal: Options = [("goal".to_owned(), "100".to_owned())].into_iter().collect();
    for (fault, words) in [
        ("none", ""),
        ("invariant", "invariant: the pot is full"),
        ("panic", "the rules panicked: the pot broke"),
        ("clause", "cites `1.g`, which is not in the ledger"),
        ("view", "seat 0 sees"),
    ] {
        let game = broken(fault);
        if fault == "none" {
            let fine = playout(&game, "toy/solo", &goal, 3, Policy::Random, &Checks::every_step());
            assert_eq!(fine.outcome, "Red wins", "the sound copy passes");
            continue;
        }
        let message = failure(&game, &goal, &Checks::every_step());
        assert!(message.contains(words) && message.contains("toy/solo seed 3"), "{fault}: {message}");
        let path = message.rsplit("journal: ").next().map(PathBuf::from).unwrap_or_default();
        let loaded = load(&path, &[Toy::shared()]);
        assert!(loaded.is_ok(), "{fault}: {} {:?}", path.display(), loaded.err());
        assert!(std::fs::remove_file(&path).is_ok());
    }
    let few = Checks { steps: 5, ..Checks::light() };
    assert!(failure(&broken("none"), &goal, &few).contains("not over after 5 decisions"));
    let silent: Options = [("defect".to_owned(), "silent".to_owned())].into_iter().collect();
    assert!(failure(&broken("none"), &silent, &Checks::light()).contains("left no verdict"));
}
