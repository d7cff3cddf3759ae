//! Duel in the Dark played at random, with every check at every step, and what the other seat must never notice.
//!
//! Sized for every day. `BOMBERS_MOON_PLAYOUTS=1000000` plays so many random decisions under every check,
//! `BOMBERS_MOON_NIGHTS=200000` so many nights of all scenarios and options under the rules' own checks:
//! `cargo test --release --no-default-features --test duel_playouts -- --nocapture`. A failure names the seed and a file
//! with the journal.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bombers_moon::games::duel::components::{Duel, Night, Plan};
use bombers_moon::games::duel::data::{Advanced, Bearing, GameData};
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::{Answer, Question};
use bombers_moon::kernel::dice::Luck;
use bombers_moon::kernel::game::{Game, Options, ScenarioCard, world_for};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::snapshot;
use bombers_moon::kernel::testkit::playout::{Checks, Policy, Tally, playout, playouts};
use bombers_moon::kernel::testkit::unordered_phases;
use bombers_moon::kernel::timeline::{Table, UndoStop};

/// Random decisions under every check when nothing else is asked for.
const EVERY_DAY: u64 = 2_400;
/// Nights under the rules' checks when nothing else is asked for.
const NIGHTS: u64 = 60;

fn game() -> Arc<dyn Game> {
    let loaded = bombers_moon::games::load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")), &[]);
    let games = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    let found = games.into_iter().find(|g| g.id() == "duel");
    found.unwrap_or_else(|| panic!("there is no Duel in the Dark"))
}

fn asked(knob: &str, usual: u64) -> u64 {
    std::env::var(knob).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// All advanced rules that a scenario lets a player choose, switched on.
fn all_advanced(card: &ScenarioCard) -> Options {
    let on = |o: &&bombers_moon::kernel::game::OptionCard| Advanced::ALL.iter().any(|a| a.option() == o.id);
    card.options.iter().filter(on).map(|o| (o.id.clone(), "on".to_owned())).collect()
}

/// A choice of every option that only this number decides.
fn mixed(card: &ScenarioCard, seed: u64) -> Options {
    let mut number = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03;
    let choose = |o: &bombers_moon::kernel::game::OptionCard| {
        number = number.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let at = usize::try_from(number >> 40).unwrap_or(0) % o.values.len().max(1);
        (o.id.clone(), o.values.get(at).cloned().unwrap_or_default())
    };
    card.options.iter().map(choose).collect()
}

/// Undo, redo, save, restore and the rules' own checks at every step; hundreds of wrong answers to a question at every
/// ninth.
fn every_step() -> Checks {
    Checks { refuse: 9, ..Checks::every_step() }
}

fn report(what: &str, tally: &Tally, began: Instant) {
    let seconds = began.elapsed().as_secs_f64();
    println!("{what}: {} decisions in {} games, {seconds:.1} s", tally.decisions, tally.games);
    for ((scenario, label), n) in &tally.outcomes {
        println!("  {scenario:<20} {label:<24} {n}");
    }
}

#[test]
fn random_play_of_all_scenarios_under_every_check() {
    let game = game();
    let cards = game.scenarios();
    let all: Vec<&str> = cards.iter().map(|c| c.id.as_str()).collect();
    assert!(all.len() >= 6, "{all:?}");
    let began = Instant::now();
    let asked = asked("BOMBERS_MOON_PLAYOUTS", EVERY_DAY);
    let tally = playouts(&game, &all, &Options::new(), asked, Policy::Random, &every_step());
    report("random", &tally, began);
    assert!(tally.decisions >= asked, "{tally:?}");
    for scenario in all {
        assert!(tally.outcomes.keys().any(|(s, _)| s == scenario), "{scenario} was not played");
    }
}

#[test]
fn random_play_with_all_advanced_rules_under_every_check() {
    let game = game();
    let began = Instant::now();
    for card in game.scenarios() {
        let options = all_advanced(&card);
        if options.is_empty() {
            continue;
        }
        assert_eq!(options.len(), 6, "{}", card.id);
        let asked = asked("BOMBERS_MOON_PLAYOUTS", EVERY_DAY) / 4;
        let tally = playouts(&game, &[card.id.as_str()], &options, asked, Policy::Random, &every_step());
        report("all advanced rules", &tally, began);
        assert!(tally.games > 0);
    }
}

#[test]
fn the_bots_play_all_scenarios_under_every_check() {
    let game = game();
    let began = Instant::now();
    // Bots think; wrong answers and restoring are left to the random players at most steps.
    let checks = Checks { restore: 11, undo: 7, refuse: 90, ..Checks::every_step() };
    for card in game.scenarios() {
        for options in [Options::new(), all_advanced(&card)] {
            let tally = playouts(&game, &[card.id.as_str()], &options, 1, Policy::Bot, &checks);
            report("bots", &tally, began);
            assert!(tally.games > 0, "{}", card.id);
        }
    }
}

#[test]
fn every_choice_of_every_option_plays_to_its_end() {
    let game = game();
    let mut played = 0;
    let checks = Checks { restore: 7, undo: 5, refuse: 90, ..Checks::every_step() };
    for card in game.scenarios() {
        for option in &card.options {
            // The first value is what every other test plays.
            for value in option.values.iter().skip(1) {
                let options: Options = [(option.id.clone(), value.clone())].into_iter().collect();
                let over = playout(&game, &card.id, &options, 1943, Policy::Random, &checks);
                assert!(over.decisions > 0, "{} {options:?}", card.id);
                played += 1;
            }
        }
    }
    assert!(played >= 50, "{played} games");
}

/// Every scenario under a mixture of all its options: the rules' own checks at every step, the rest now and then.
#[test]
fn random_nights_of_all_scenarios_and_options() {
    let game = game();
    let cards = game.scenarios();
    let wanted = asked("BOMBERS_MOON_NIGHTS", NIGHTS);
    let (next, nights, decisions) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let checks = Checks { restore: 101, undo: 103, refuse: 211, ..Checks::light() };
    let began = Instant::now();
    let work = || {
        while nights.load(Ordering::Relaxed) < wanted {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let card = &cards[usize::try_from(n).unwrap_or(0) % cards.len()];
            let options = mixed(card, n);
            let over = playout(&game, &card.id, &options, n, Policy::Random, &checks);
            let played = options.get("nights").and_then(|n| n.parse().ok());
            let usual = if card.id.ends_with("two-nights") || card.id.ends_with("swap") { 2 } else { 1 };
            nights.fetch_add(played.unwrap_or(usual), Ordering::Relaxed);
            decisions.fetch_add(u64::try_from(over.decisions).unwrap_or(0), Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in running {
            if let Err(fault) = thread.join() {
                std::panic::resume_unwind(fault);
            }
        }
    });
    println!(
        "nights: {} with {} decisions in {:.1} s",
        nights.load(Ordering::Relaxed),
        decisions.load(Ordering::Relaxed),
        began.elapsed().as_secs_f64()
    );
    assert!(nights.load(Ordering::Relaxed) >= wanted);
}

/// A random player who does not deploy for ever: now and then he is done.
struct Hasty(RandomBot, u32);

impl Hasty {
    fn new(seed: u64, seat: u8) -> Self {
        Self(RandomBot::new(seed, seat), 0)
    }

    fn choose(&mut self, question: &Question) -> usize {
        self.1 += 1;
        let done = question.offers.iter().position(|o| o.key.verb == "done" && o.enabled());
        match done {
            Some(done) if question.clause.0 == "phase-4.a" && self.1.is_multiple_of(25) => done,
            _ => self.0.choose(&(), question),
        }
    }
}

fn open(game: &Arc<dyn Game>, scenario: &str, options: &Options, seed: u64) -> Table {
    Table::new(Arc::clone(game), scenario, options, seed, UndoMode::Practice)
        .unwrap_or_else(|fault| panic!("{scenario}: {fault}"))
}

/// The scenarios for two, each plain and with all advanced rules.
fn for_two(game: &Arc<dyn Game>) -> Vec<(String, Options)> {
    let mut all = Vec::new();
    for card in game.scenarios().into_iter().filter(|c| !c.solo && c.options.len() > 1) {
        all.push((card.id.clone(), Options::new()));
        all.push((card.id.clone(), all_advanced(&card)));
    }
    all
}

/// What the German seat sees: its view, its log, its question with all offers, and the hints on some of them.
fn seen(game: &Arc<dyn Game>, world: &bevy::prelude::World, question: Option<&Question>) -> String {
    let german = world.resource::<Night>().german;
    let view = game.view_json(world, german);
    let question = question.filter(|q| q.seat == german).map(|q| {
        let hints: Vec<_> = (0..q.offers.len()).step_by(7).map(|i| game.hint(world, q, i)).collect();
        (format!("{:?}", q.offers), hints)
    });
    format!("{view} {question:?}")
}

/// Whatever target and course Britain has, Germany sees the same.
#[test]
fn no_view_of_germany_changes_with_target_and_remaining_course() {
    let game = game();
    let mut compared = 0;
    for (n, (scenario, options)) in for_two(&game).into_iter().enumerate() {
        let seed = 700 + u64::try_from(n).unwrap_or(0);
        let mut table = open(&game, &scenario, &options, seed);
        let mut spare = world_for(&*game);
        spare.insert_resource(Luck::seeded(seed));
        game.set_up(&mut spare, &scenario, &options).unwrap_or_else(|fault| panic!("{fault}"));
        let mut players = [Hasty::new(seed, 0), Hasty::new(seed, 1)];
        let mut number = seed;
        let mut roll = |below: usize| {
            number = number.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            usize::try_from(number >> 40).unwrap_or(0) % below
        };
        while let Some(question) = table.question() {
            let truth = seen(&game, table.world(), Some(question));
            snapshot::restore(&mut spare, &snapshot::take(table.world()));
            for _ in 0..2 {
                let board = spare.resource::<GameData>().tables.board.clone();
                let flown = spare.resource::<Night>().flown.clone();
                let mut plan = spare.resource_mut::<Plan>();
                let before = plan.clone();
                plan.start = board.british.iter().nth(roll(4)).unwrap_or(1);
                plan.target = board.cities.iter().nth(roll(11)).unwrap_or(11);
                plan.course = flown;
                for _ in 0..roll(9) {
                    plan.course.push(Bearing::at(roll(6)));
                }
                plan.complete = roll(2) == 0;
                compared += usize::from(*plan != before);
                let here = seen(&game, &spare, Some(question));
                assert_eq!(here, truth, "{scenario} {options:?} seed {seed} after {} answers", table.len());
            }
            let offer = players[usize::from(question.seat.0)].choose(question);
            let answer = Answer::new(question.seq, offer);
            table.submit(&answer).unwrap_or_else(|e| panic!("{scenario} seed {seed}: {e}"));
        }
    }
    assert!(compared > 1_000, "{compared} plans compared");
}

/// Questions of which the other side must not know that they were asked, nor what was answered.
fn secret(question: &Question) -> bool {
    ["phase-3.a", "compass-cards.c", "adv-2a-reprogram.a", "adv-2a-reprogram.b", "adv-2b-reroute-home.a"]
        .contains(&question.clause.0)
}

/// Answers secret questions until an open one comes; `follow` is answered where it may be, most of the time. Returns the
/// answers.
fn plan(table: &mut Table, player: &mut Hasty, follow: &[String], stray: usize) -> Vec<String> {
    let mut answers = Vec::new();
    while let Some(question) = table.question().filter(|q| secret(q)) {
        let (pieces, n) = (table.pieces(), answers.len());
        let wanted =
            follow.get(n).and_then(|id| question.find(pieces, id)).filter(|i| question.offers[*i].enabled());
        // The airport of the takeoff is shown in phase 5: there the two must agree.
        let airport = question.offers[0].key.verb == "from";
        let offer = match wanted {
            Some(wanted) if airport || n < stray => wanted,
            _ => player.choose(question),
        };
        answers.push(question.offers[offer].key.text(pieces));
        let answer = Answer::new(question.seq, offer);
        table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
    }
    answers
}

/// Two games with the same luck and the same open moves, and other programmes: until the bomber itself shows the
/// difference nothing that Germany sees, reads or is offered differs.
#[test]
fn two_programmes_look_the_same_until_the_bomber_flies_them() {
    let game = game();
    let (mut compared, mut differed, mut apart) = (0, 0, 0);
    for (scenario, options) in for_two(&game) {
        for seed in 0..4 {
            let (mut one, mut other) =
                (open(&game, &scenario, &options, seed), open(&game, &scenario, &options, seed));
            let mut players = [Hasty::new(seed, 0), Hasty::new(seed, 1)];
            let (mut first, mut second) = (Hasty::new(seed, 2), Hasty::new(seed + 1000, 3));
            loop {
                let answers = plan(&mut one, &mut first, &[], 0);
                plan(&mut other, &mut second, &answers, 4 + usize::try_from(seed).unwrap_or(0));
                let (a, b) = (one.world().resource::<Night>(), other.world().resource::<Night>());
                if a != b {
                    apart += 1;
                    break;
                }
                let here = format!("{scenario} {options:?} seed {seed} after {} answers", one.len());
                let german = a.german;
                compared += 1;
                differed += usize::from(one.world().resource::<Plan>() != other.world().resource::<Plan>());
                let (qa, qb) = (one.question(), other.question());
                assert_eq!(seen(&game, one.world(), qa), seen(&game, other.world(), qb), "{here}");
                // Of this night: who was Britain before the change of sides reads his own old programme.
                let lines = |table: &Table| -> Vec<(String, &'static str)> {
                    let all: Vec<_> =
                        table.log(german).into_iter().map(|(_, words, by)| (words, by)).collect();
                    let tonight = all.iter().rposition(|(_, by)| *by == "night.a").unwrap_or(0);
                    all[tonight..].to_vec()
                };
                assert_eq!(lines(&one), lines(&other), "{here}");
                let (Some(qa), Some(qb)) = (qa, qb) else {
                    assert!(qa.is_none() && qb.is_none(), "{here}");
                    break;
                };
                assert_eq!(
                    (qa.seat, qa.prompt(one.pieces())),
                    (qb.seat, qb.prompt(other.pieces())),
                    "{here}"
                );
                assert_eq!(qa.offers, qb.offers, "{here}");
                let offer = players[usize::from(qa.seat.0)].choose(qa);
                let (to_one, to_other) = (Answer::new(qa.seq, offer), Answer::new(qb.seq, offer));
                one.submit(&to_one).unwrap_or_else(|e| panic!("{here}: {e}"));
                other.submit(&to_other).unwrap_or_else(|e| panic!("{here}: {e}"));
            }
        }
    }
    println!("{compared} moments compared, {differed} with other plans; {apart} games parted by the bomber");
    assert!(differed > 500 && apart > 10, "{compared} {differed} {apart}");
}

/// At the table undo stops at the curtain, at luck and at what was shown: never does it give Germany's knowledge back to
/// Britain or the other way round.
#[test]
fn undo_at_the_table_stops_at_the_other_seat_and_at_what_was_seen() {
    let game = game();
    let mut stops = [0; 2];
    for (n, (scenario, options)) in for_two(&game).into_iter().enumerate() {
        let seed = 40 + u64::try_from(n).unwrap_or(0);
        let opened = Table::new(Arc::clone(&game), &scenario, &options, seed, UndoMode::Table);
        let mut table = opened.unwrap_or_else(|fault| panic!("{fault}"));
        let mut players = [Hasty::new(seed, 0), Hasty::new(seed, 1)];
        let mut asked: Vec<Seat> = Vec::new();
        while let Some(question) = table.question() {
            asked.push(question.seat);
            let offer = players[usize::from(question.seat.0)].choose(question);
            let answer = Answer::new(question.seq, offer);
            table.submit(&answer).unwrap_or_else(|e| panic!("{scenario}: {e}"));
            let (limit, stop) = table.undo_limit();
            let (here, digest) = (table.len(), table.digest());
            let luck = table.world().resource::<Luck>().position();
            if limit == here {
                assert_eq!(table.undo(), Err(stop), "{scenario} after {here}");
                stops[usize::from(stop == UndoStop::Luck)] += 1;
                continue;
            }
            // Whatever may be taken back was asked of one seat.
            let seats = &asked[limit..here];
            assert!(seats.iter().all(|s| *s == seats[0]), "{scenario} after {here}: {seats:?}");
            assert_eq!(table.undo_to(limit), Ok(()), "{scenario} after {here}");
            assert_eq!(table.world().resource::<Luck>().position(), luck, "{scenario} after {here}");
            while table.can_redo() {
                assert!(table.redo().is_ok_and(|done| done), "{scenario} after {here}");
            }
            assert_eq!((table.len(), table.digest()), (here, digest), "{scenario} after {here}");
        }
        let nights = table.world().resource::<Duel>().setup.nights;
        assert!(table.outcome().is_some() && nights > 0, "{scenario}");
    }
    assert!(stops[0] > 50 && stops[1] > 5, "{stops:?}");
}

#[test]
fn every_phase_has_its_systems_in_a_fixed_order() {
    let mut world = world_for(&*game());
    assert_eq!(unordered_phases(&mut world), Vec::<String>::new());
}
