//! The bots' games: small policies that play badly, a raid inside its bands, and the page that tells of it.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bombers_moon::cli::calibrate::{Figure, blank, structure, targets};
use bombers_moon::cli::playout::{Arena, game_seed};
use bombers_moon::kernel::ai::Bot;
use bombers_moon::kernel::data::DataRoot;
use bombers_moon::kernel::decision::Question;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::phase::Flow;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

fn games() -> Vec<Arc<dyn Game>> {
    bombers_moon::games::load(Path::new(ASSETS), &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

fn raid() -> Arc<dyn Game> {
    games()
        .into_iter()
        .find(|g| g.id() == "dambusters")
        .unwrap_or_else(|| panic!("there is no Dambuster Raid"))
}

/// What somebody insists on; everything else is left to the bot.
type Whim = fn(&Question) -> Option<usize>;

fn sound(_: &Question) -> Option<usize> {
    None
}

fn by_verb(q: &Question, verb: &str) -> Option<usize> {
    q.enabled().find(|i| q.offers[*i].key.verb == verb)
}

/// Circles over the dam and never runs in.
fn idle(q: &Question) -> Option<usize> {
    by_verb(q, "end:run")
}

/// Lets go in the Far Zone whenever that is offered.
fn hasty(q: &Question) -> Option<usize> {
    (q.clause.0 == "4.2.5.a").then(|| by_verb(q, "release")).flatten()
}

struct Policy(Box<dyn Bot>, Whim);

impl Bot for Policy {
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize {
        (self.1)(question).unwrap_or_else(|| self.0.choose(view, question))
    }
}

/// What many games of one scenario came to.
#[derive(Default)]
struct Nights {
    rows: Vec<String>,
    sums: BTreeMap<&'static str, i64>,
}

impl Nights {
    fn mean(&self, name: &str) -> f64 {
        self.sums[name] as f64 / self.rows.len() as f64
    }

    /// Successes in a hundred releases.
    fn success(&self) -> f64 {
        100.0 * self.sums["successes"] as f64 / self.sums["released"].max(1) as f64
    }
}

fn nights(scenario: &str, games: u64, whim: Whim) -> Nights {
    let game = raid();
    let mut arena = Arena::new(&*game, false);
    let mut all = Nights::default();
    for n in 0..games {
        let seed = game_seed(1943, n);
        arena.set_up(scenario, &Options::new(), seed).unwrap_or_else(|e| panic!("{e}"));
        let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Policy(game.bot(Seat(0), seed), whim))];
        while arena.step(&mut bots).unwrap_or_else(|e| panic!("{scenario}, seed {seed}: {e}")).is_some() {}
        let outcome = arena.world().resource::<Flow>().outcome().map(|o| o.label.clone());
        all.rows.push(outcome.unwrap_or_else(|| panic!("{scenario}, seed {seed}: no end")));
        for (name, value) in game.measures(arena.world()) {
            *all.sums.entry(name).or_default() += value;
        }
    }
    all
}

/// The lowest row wants losses besides in some charts; the next then is the lowest that the dams allow. In the campaign
/// the row without a breach has three grades by its losses.
#[test]
fn who_never_attacks_ends_at_the_bottom_of_every_chart() {
    for card in raid().scenarios() {
        let all = nights(&card.id, 6, idle);
        assert_eq!(all.sums["released"], 0, "{}", card.id);
        let only_dams = ["dambusters/s3-sorpe", "dambusters/s6-first-wave", "dambusters/s9-chastise"];
        for row in &all.rows {
            let campaign = card.part == "Campaign" && row.starts_with("0 ");
            let bottom = campaign
                || row.starts_with("1 ")
                || (row.starts_with("2 ") && !only_dams.contains(&&*card.id));
            assert!(bottom, "{}: {row}", card.id);
        }
    }
}

#[test]
fn who_always_lets_go_in_the_far_zone_does_clearly_worse() {
    for (scenario, games) in [("dambusters/s1-mohne", 60), ("dambusters/s9-chastise", 30)] {
        let (good, bad) = (nights(scenario, games, sound), nights(scenario, games, hasty));
        assert!(
            bad.success() + 10.0 < good.success(),
            "{scenario}: {} and {}",
            bad.success(),
            good.success()
        );
        assert!(bad.mean("breached") < good.mean("breached"), "{scenario}");
    }
}

/// Wider than the bands of the page, which are for two thousand raids.
#[test]
fn a_hundred_raids_come_near_to_history() {
    let all = nights("dambusters/s9-chastise", 100, sound);
    let share = |name: &str| 100.0 * all.mean(name);
    let near = |what: &str, value: f64, least: f64, most: f64| {
        assert!((least..=most).contains(&value), "{what}: {value}");
    };
    near("lost", all.mean("lost"), 6.0, 9.5);
    near("released", all.mean("released"), 9.5, 14.5);
    near("success", all.success(), 37.0, 63.0);
    near("Möhne", share("breached_mohne"), 68.0, 97.0);
    near("both", share("breached_both"), 20.0, 58.0);
    near("Sorpe", share("breached_sorpe"), 0.0, 14.0);
}

#[test]
fn the_page_of_calibration_is_made_from_the_targets_of_today() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/calibration.md")).unwrap_or_default();
    let today = blank(&DataRoot::new(ASSETS), &games()).unwrap_or_else(|e| panic!("{e}"));
    let wanted = structure(&today);
    assert!(
        structure(&page) == wanted,
        "docs/calibration.md is out of date: run `cargo run --release --no-default-features -- calibrate --write`"
    );
    // A title that is no row any more would count as never reached: the rows of a chart come to a whole.
    for section in page.split("\n### ").skip(1) {
        let ends = section.lines().filter(|l| l.starts_with("| Ends as "));
        let shares: Vec<f64> =
            ends.filter_map(|l| l.split('|').nth(4)?.trim().trim_end_matches(" %").parse().ok()).collect();
        let sum: f64 = shares.iter().sum();
        assert!(shares.is_empty() || (99.0..101.0).contains(&sum), "{sum} % in {section}");
    }
    let blanks = page.lines().filter(|l| l.ends_with("|  |  |")).count();
    assert_eq!(blanks, 0, "every line of the page has its figure");
}

#[test]
fn targets_name_scenarios_and_measures() {
    for game in games() {
        let Some(targets) = targets(&DataRoot::new(ASSETS), game.id()).unwrap_or_else(|e| panic!("{e}"))
        else {
            continue;
        };
        let mut arena = Arena::new(&*game, false);
        for trial in &targets.scenarios {
            arena.set_up(&trial.id, &Options::new(), 1).unwrap_or_else(|e| panic!("{}: {e}", trial.id));
            let known: Vec<&str> = game.measures(arena.world()).into_iter().map(|(name, _)| name).collect();
            for line in &trial.lines {
                let names: Vec<&String> = match &line.of {
                    Figure::Mean(a) | Figure::Often(a) => vec![a],
                    Figure::Percent(a, b) => vec![a, b],
                    Figure::Share(_) => Vec::new(),
                };
                for name in names {
                    assert!(known.contains(&&**name), "{}: there is no measure {name}", trial.id);
                }
                assert!(line.least < line.most, "{}: {}", trial.id, line.title);
            }
        }
    }
}
