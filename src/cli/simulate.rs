//! `simulate`: many games played by bots, counted.

use std::collections::BTreeMap;
use std::hash::Hasher as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use serde::Serialize;

use super::args::{Folders, SimulateArgs};
use super::failure::Failure;
use super::guard;
use super::place::{self, Place};
use super::playout::{Arena, Player, game_seed, policy};
use super::tally::{Summary, Tally};
use crate::kernel::game::{Game, Options};
use crate::kernel::snapshot::StateHasher;

/// How many games a thread takes on at a time.
const CHUNK: u32 = 32;

/// The result as printed.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The scenario's id.
    pub scenario: String,
    /// Who played.
    pub policy: String,
    /// How many games.
    pub games: u32,
    /// Seed of the run.
    pub seed: u64,
    /// Games that reached an end.
    pub finished: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Decisions that threw dice.
    pub rolls: u64,
    /// Seconds by the clock, loading aside.
    pub elapsed_s: f64,
    /// Decisions a second.
    pub decisions_per_s: f64,
    /// Games a second.
    pub games_per_s: f64,
    /// Games by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Measures over all games.
    pub means: BTreeMap<&'static str, Summary>,
    /// Digest of all games in order; the same for any number of threads.
    pub digest: String,
}

/// Plays games `0..games` on `jobs` threads.
///
/// # Errors
/// The first game (by number) that could not be played, with its seed.
pub fn simulate(
    game: &dyn Game,
    scenario: &str,
    options: &Options,
    players: &[Player],
    games: u32,
    seed: u64,
    jobs: u16,
    check: bool,
) -> Result<Tally, Failure> {
    let chunks = games.div_ceil(CHUNK);
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let done: Mutex<BTreeMap<u32, Result<Tally, String>>> = Mutex::default();
    let work = || {
        let mut arena = Arena::new(game, check);
        loop {
            let chunk = u32::try_from(next.fetch_add(1, Ordering::Relaxed)).unwrap_or(u32::MAX);
            if chunk >= chunks || failed.load(Ordering::Relaxed) {
                return;
            }
            let mut tally = Tally::default();
            let mut fault = None;
            for index in chunk * CHUNK..games.min((chunk + 1).saturating_mul(CHUNK)) {
                let game_seed = game_seed(seed, u64::from(index));
                match arena.play(scenario, options, players, game_seed) {
                    Ok(played) => tally.count(&played),
                    Err(why) => {
                        fault = Some(format!("game {index} (seed {game_seed}): {why}"));
                        break;
                    }
                }
            }
            if fault.is_some() {
                failed.store(true, Ordering::Relaxed);
            }
            let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            done.insert(chunk, fault.map_or(Ok(tally), Err));
        }
    };
    let whole = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
        work();
        let joined: Vec<bool> = threads.into_iter().map(|t| t.join().is_ok()).collect();
        joined.into_iter().all(|ok| ok)
    });
    if !whole {
        return Err(Failure::Quiet(guard::FAULT));
    }
    let mut total = Tally::default();
    for chunk in done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_values() {
        total.append(&chunk.map_err(Failure::Data)?);
    }
    Ok(total)
}

/// Simulates and prints.
///
/// # Errors
/// Usage, faults of the data, or a game that could not be played.
pub fn run(place: &mut Place<'_>, folders: &Folders, args: &SimulateArgs) -> Result<(), Failure> {
    let games = place::games(place.load, folders)?;
    let (game, card) = place::scenario(&games, &args.id)?;
    let players = policy(&args.policy, &card.seats).map_err(Failure::Usage)?;
    let options = place::options(&card, &args.options)?;
    let clock = Instant::now();
    let tally = simulate(&*game, &card.id, &options, &players, args.games, args.seed, args.jobs, args.check);
    let elapsed = clock.elapsed().as_secs_f64();
    let tally = tally?;
    let mut digest = StateHasher::default();
    for one in &tally.digests {
        digest.write_u64(*one);
    }
    let rate = |n: f64| if elapsed > 0.0 { (n / elapsed).round() } else { 0.0 };
    let report = Report {
        scenario: card.id.clone(),
        policy: args.policy.clone(),
        games: args.games,
        seed: args.seed,
        finished: tally.finished,
        decisions: tally.decisions,
        rolls: tally.rolls,
        elapsed_s: (elapsed * 1e4).round() / 1e4,
        decisions_per_s: rate(tally.decisions as f64),
        games_per_s: rate(f64::from(args.games)),
        outcomes: tally.outcomes.clone(),
        means: tally.measures.iter().map(|(name, sums)| (*name, sums.summary())).collect(),
        digest: format!("{:016x}", digest.finish()),
    };
    if args.json { super::print_json(place.out, &report) } else { table(place, &report) }
}

fn table(place: &mut Place<'_>, report: &Report) -> Result<(), Failure> {
    let out = &mut *place.out;
    writeln!(out, "{} · {} · seed {}", report.scenario, report.policy, report.seed)?;
    writeln!(
        out,
        "{} games, {} finished · {} decisions · {} with dice · {:.2} s · {} decisions/s · {} games/s",
        report.games,
        report.finished,
        report.decisions,
        report.rolls,
        report.elapsed_s,
        report.decisions_per_s,
        report.games_per_s
    )?;
    let width = |least: usize, names: &mut dyn Iterator<Item = &str>| {
        names.map(|name| name.chars().count()).max().unwrap_or(0).max(least)
    };
    let wide = width(7, &mut report.outcomes.keys().map(String::as_str));
    writeln!(out, "\n{:wide$}  {:>9}  {:>7}", "Outcome", "Games", "Share")?;
    for (label, n) in &report.outcomes {
        let share = 100.0 * *n as f64 / f64::from(report.games.max(1));
        writeln!(out, "{label:wide$}  {n:>9}  {share:>6.2}%")?;
    }
    let wide = width(7, &mut report.means.keys().copied());
    writeln!(out, "\n{:wide$}  {:>9}  {:>9}  {:>7}  {:>7}", "Measure", "Mean", "SD", "Min", "Max")?;
    for (name, s) in &report.means {
        writeln!(out, "{name:wide$}  {:>9.3}  {:>9.3}  {:>7}  {:>7}", s.mean, s.sd, s.min, s.max)?;
    }
    writeln!(out, "\ndigest {}", report.digest)?;
    Ok(())
}
