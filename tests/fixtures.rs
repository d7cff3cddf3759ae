//! Recorded games, one for each way that each scenario can end; each is replayed strictly.
//!
//! A way to end is a row of the scenario's debriefing chart and what ended the attack. The games were found by a
//! search over seeds and plans, the shortest of each kind kept. After a change of the rules record them anew with
//! `RECORD=40000 cargo test --release --no-default-features --test fixtures recorded -- --nocapture`
//! (the number is how many games are played for each scenario; `RECORD_SCENARIO=s2-eder` takes that one alone), then
//! correct `UNREACHED`. After a change of what the rules keep that changes no rule `REFRESH=1` in place of `RECORD=40000`
//! writes the same games anew.

#[path = "fixtures/duel.rs"]
mod duel;
#[path = "fixtures/library.rs"]
mod library;
#[path = "fixtures/plans.rs"]
mod plans;
#[path = "fixtures/raids.rs"]
mod raids;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use bombers_moon::kernel::game::Game;
use bombers_moon::kernel::journal::Action;
use bombers_moon::kernel::store::read_journal;

use library::{
    Cause, Recorded, attacks, cause_of, content, folder, game, list, play, record, refresh, replay, row_of,
    short,
};
use plans::{Attack, Commander, Plan, Wait, Zone};

/// All recorded games together stay below this many bytes.
const MOST_BYTES: u64 = 3_000_000;

/// Ways to end that no recorded game shows: scenario, rows, causes, why.
///
/// Several reasons count mines. Each mine at the wall does 1 damage or more, the photographs take 1 at most off each
/// (5.2.b), and who breaks off or widens a breach has a mine left, else the attack ends for want of Upkeep.
const UNREACHED: &[(&str, &[u8], &[Cause], &str)] = &[
    ("s1-mohne", &[7, 6, 5], &[Cause::NoUpkeep], "the row asks for a mine unspent"),
    ("s1-mohne", &[2, 1], &[Cause::Widened], "on paper only: 7 damage or more, then four photographs at −1"),
    (
        "s1-mohne",
        &[1],
        &[Cause::Stopped],
        "on paper only: 6 damage, three photographs at −1 and four aircraft lost",
    ),
    ("s2-eder", &[7], &[Cause::NoUpkeep], "the row asks for a mine unspent"),
    (
        "s2-eder",
        &[3],
        &[Cause::Widened],
        "on paper only: a mine of 5 and one of 1, then two photographs at −1",
    ),
    (
        "s2-eder",
        &[2, 1],
        &[Cause::Stopped, Cause::Widened],
        "two mines at most are at the wall: 5 damage less 2 is 3",
    ),
    (
        "s3-sorpe",
        &[6],
        &[Cause::Widened],
        "on paper only: a breach of 15 or little more widened by a mine of 1, and undone",
    ),
    (
        "s3-sorpe",
        &[5, 4],
        &[Cause::Stopped],
        "on paper only: five mines with 15 in all, then five photographs at −1",
    ),
    ("s3-sorpe", &[5, 4], &[Cause::Widened], "five mines at most are at the wall: 16 damage less 5 is 11"),
    (
        "s3-sorpe",
        &[3, 2, 1],
        &[Cause::Stopped, Cause::Widened],
        "five mines at most are at the wall: 15 damage less 5 is 10",
    ),
    (
        "s4-lister",
        &[2, 1],
        &[Cause::Stopped],
        "on paper only: three mines with 5 in all, then three photographs at −1",
    ),
    (
        "s4-lister",
        &[2, 1],
        &[Cause::Widened],
        "on paper only: four mines with 6 in all, then four photographs at −1",
    ),
    ("s5-beginners", &[7, 6, 5, 4, 3, 2], &[Cause::Nightfighter], "the scenario has no Nightfighter Checks"),
    (
        "s5-beginners",
        &[7, 6, 5, 4, 3, 2],
        &[Cause::Stopped, Cause::Widened],
        "when the one mine has breached the dam no Upkeep is left",
    ),
    ("s5-beginners", &[7, 6, 5, 4, 3], &[Cause::LastTurn], "while the one mine is aboard there is no damage"),
    (
        "s5-beginners",
        &[6, 4],
        &[Cause::NoUpkeep],
        "nothing can bring Townsend down: no guns, fighters or hills, and the blast of one mine only damages",
    ),
    (
        "s5-ennepe",
        &[5, 4],
        &[Cause::Widened],
        "on paper only: a mine of 4 and one of 1, then two photographs at −1",
    ),
    ("s5-ennepe", &[3, 2, 1], &[Cause::Widened], "two mines at most are at the wall: 5 damage less 2 is 3"),
    ("s5-ennepe", &[2, 1], &[Cause::Stopped], "two mines at most are at the wall: 4 damage less 2 is 2"),
];

/// The list of recorded games, made anew first when `RECORD` asks for it.
fn recorded() -> &'static [Recorded] {
    static LIST: OnceLock<Vec<Recorded>> = OnceLock::new();
    LIST.get_or_init(|| {
        if let Ok(games) = std::env::var("RECORD") {
            let only = std::env::var("RECORD_SCENARIO").ok();
            let games = games.parse().unwrap_or_else(|e| panic!("RECORD={games}: {e}"));
            record(&game(), games, only.as_deref());
        }
        if std::env::var("REFRESH").is_ok() {
            refresh(&game());
        }
        list()
    })
}

#[test]
fn recorded_games_replay_to_the_same_end() {
    let game = game();
    let mut bytes = 0;
    for one in recorded() {
        let path = folder().join(one.file());
        bytes += std::fs::metadata(&path).map_or(0, |about| about.len());
        let mut table = replay(&game, &path);
        assert_eq!(table.header().scenario, one.scenario);
        let cause = cause_of(&mut table);
        assert_eq!(cause.map(|cause| Recorded::of(&table, cause)), Some(one.clone()), "{}", one.file());
    }
    assert!(bytes < MOST_BYTES, "the recorded games take {bytes} bytes");
    println!("{} games, {bytes} bytes", recorded().len());
}

#[test]
fn recorded_games_show_every_way_to_end() {
    let content = content();
    let have: BTreeSet<(String, u8, Cause)> =
        recorded().iter().map(|r| (short(&r.scenario).to_owned(), r.row, r.cause)).collect();
    assert_eq!(have.len(), recorded().len(), "a way to end is recorded twice");
    let excused = |scenario: &str, row: u8, cause: Cause| {
        let fits = |e: &&(&str, &[u8], &[Cause], &str)| {
            e.0 == scenario && e.1.contains(&row) && e.2.contains(&cause)
        };
        UNREACHED.iter().filter(fits).count()
    };
    let mut wrong = Vec::new();
    for scenario in content.scenarios.iter().filter(|s| s.file.one_dam()) {
        for row in &scenario.file.debriefing {
            for cause in Cause::ALL {
                let name = short(&scenario.file.id).to_owned();
                let excuses = excused(&name, row.number, cause);
                match (have.contains(&(name.clone(), row.number, cause)), excuses) {
                    (true, 0) | (false, 1) => {}
                    (true, _) => {
                        wrong.push(format!("{name} {} {cause:?} is recorded, yet excused", row.label()));
                    }
                    (false, 0) => wrong.push(format!("{name} {} {cause:?} is not recorded", row.label())),
                    (false, _) => wrong.push(format!("{name} {} {cause:?} is excused twice", row.label())),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} ways to end:\n{}", wrong.len(), wrong.join("\n"));
    for (scenario, rows, causes, why) in UNREACHED {
        let found = content.scenarios.iter().find(|s| short(&s.file.id) == *scenario);
        let numbers = found.map_or(Vec::new(), |s| s.file.debriefing.iter().map(|r| r.number).collect());
        assert!(
            !rows.is_empty() && rows.iter().all(|r| numbers.contains(r)),
            "{scenario} has no rows {rows:?}"
        );
        assert!(!causes.is_empty() && why.len() > 20, "{scenario} {rows:?}: the reason is missing");
    }
}

#[test]
fn recorded_games_are_the_only_files_of_the_folder() {
    let mut listed: BTreeSet<String> = recorded().iter().map(Recorded::file).collect();
    listed.insert("list.txt".to_owned());
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let inner = std::fs::read_dir(entry.path()).into_iter().flatten().flatten();
            found.extend(inner.map(|e| format!("{name}/{}", e.file_name().to_string_lossy())));
        } else {
            found.insert(name);
        }
    }
    assert_eq!(found, listed);
}

/// A recorded game is a finished game of one player: answers only, nothing taken back, no names or times in it.
#[test]
fn recorded_games_hold_answers_only() {
    for one in recorded() {
        let path = folder().join(one.file());
        let text = std::fs::read(&path).unwrap_or_default();
        let journal = read_journal(&path, &text).unwrap_or_else(|u| panic!("{}", u.problem()));
        let plain =
            journal.events.iter().skip(1).all(|e| matches!(e.action, Action::Answer(_)) && e.seat == 0);
        assert!(plain && journal.header.stamps.is_empty(), "{}", one.file());
        assert!(journal.header.forced.is_empty(), "{}", one.file());
    }
}

/// The labels of games by a plan, with a measure's sum and sum of squares.
fn played(
    game: &Arc<dyn Game>,
    scenario: &str,
    plan: Plan,
    games: u64,
    measure: &str,
) -> (BTreeMap<String, u64>, f64, f64) {
    let (mut labels, mut sum, mut squares) = (BTreeMap::new(), 0.0, 0.0);
    for seed in 0..games {
        let (table, _) = play(game, scenario, seed, &mut Commander::new(game, plan, seed));
        *labels.entry(table.outcome().map_or(String::new(), |o| o.label.clone())).or_default() += 1;
        let found = game.measures(table.world()).into_iter().find(|(name, _)| *name == measure);
        let value = f64::from(i32::try_from(found.map_or(0, |(_, v)| v)).unwrap_or(i32::MAX));
        sum += value;
        squares += value * value;
    }
    (labels, sum, squares)
}

#[test]
fn who_never_attacks_ends_on_the_lowest_rows() {
    let (game, content) = (game(), content());
    for scenario in content.scenarios.iter().filter(|s| s.file.one_dam()) {
        let rows = &scenario.file.debriefing;
        // The rows that a whole dam without damage can give, by their numbers; they must be the lowest of the chart.
        let mut low: Vec<u8> = rows
            .iter()
            .filter(|r| r.damage.holds(0) && format!("{:?}", r.dam) != "Breached")
            .map(|r| r.number)
            .collect();
        low.sort_unstable();
        let mut all: Vec<u8> = rows.iter().map(|r| r.number).collect();
        all.sort_unstable();
        assert_eq!(low, all[..low.len()], "{}", scenario.file.id);
        assert!(low.len() <= 2, "{}: {low:?}", scenario.file.id);
        for wait in [Wait::Any, Wait::Far, Wait::Home] {
            let plan = Plan { attack: Attack::Never, wait, ..Plan::BOT };
            let (labels, damage, _) = played(&game, &scenario.file.id, plan, 12, "damage");
            assert!(damage.abs() < 0.5, "{}: {damage}", scenario.file.id);
            for label in labels.keys() {
                assert!(low.contains(&row_of(label)), "{}: {labels:?}", scenario.file.id);
            }
        }
    }
}

#[test]
fn who_always_releases_from_far_does_clearly_worse_than_the_bot() {
    let game = game();
    let games = 120u64;
    let n = 120.0;
    let (mut worse, mut behind) = (0, Vec::new());
    for card in attacks(&game) {
        let far = Plan { zone: Zone::Far, ..Plan::BOT };
        let (_, far, far_squares) = played(&game, &card.id, far, games, "damage");
        let (_, bot, bot_squares) = played(&game, &card.id, Plan::BOT, games, "damage");
        let spread = |sum: f64, squares: f64| (squares - sum * sum / n) / (n - 1.0) / n;
        let error = (spread(far, far_squares) + spread(bot, bot_squares)).sqrt();
        let apart = (bot - far) / n / error;
        println!(
            "{:<26} damage {:.2} by the bot, {:.2} from Far: {apart:.1} errors",
            card.id,
            bot / n,
            far / n
        );
        if apart > 3.0 {
            worse += 1;
        } else {
            behind.push(format!("{} {apart:.1}", card.id));
        }
    }
    assert!(worse == 6, "not clearly worse: {behind:?}");
}
