//! The logbook of a raid: hour by hour, dam by dam, crew by crew.
//!
//! `GOLDEN=1` writes the expected texts anew.

use std::fmt::Write as _;
use std::path::Path;

use bombers_moon::cli::logbook;
use bombers_moon::kernel::account::Account;
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::store::read_journal;
use bombers_moon::kernel::timeline::Table;

use crate::table::game;

/// A recorded raid.
fn raid(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/raids").join(name);
    let text = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let journal = read_journal(&path, &text).unwrap_or_else(|u| panic!("{}", u.problem()));
    Table::replay(game(), &journal.header, &journal.events).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A game of the bot.
fn played(scenario: &str, seed: u64) -> Table {
    by_bot(scenario, seed, false)
}

/// A game of the bot, which declines every follow-up raid, or flies them all with `again`.
fn by_bot(scenario: &str, seed: u64, again: bool) -> Table {
    let opened = Table::new(game(), scenario, &Options::new(), seed, UndoMode::Table);
    let mut table = opened.unwrap_or_else(|fault| panic!("{fault}"));
    let mut bot = game().bot(Seat(0), seed);
    while let Some(q) = table.question() {
        let view = game().view(table.world(), Seat(0));
        let again = q.offers.iter().position(|o| again && o.key.verb == "fly-again");
        let answer = Answer::new(q.seq, again.unwrap_or_else(|| bot.choose(view.as_ref(), q)));
        assert!(table.submit(&answer).is_ok());
    }
    table
}

fn account(table: &Table) -> Account {
    game().account(table.world()).unwrap_or_else(|| panic!("no account"))
}

/// Headings and tables as plain text.
fn outline(account: &Account) -> String {
    let mut out = String::new();
    for heading in &account.headings {
        let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(heading.level)), heading.text);
    }
    for sheet in &account.sheets {
        let _ = writeln!(out, "\n{}\n{}", sheet.title, sheet.head.join(" | "));
        for row in &sheet.rows {
            let _ = writeln!(out, "{}", row.join(" | "));
        }
    }
    out
}

#[track_caller]
fn golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dambusters/golden").join(name);
    if std::env::var("GOLDEN").is_ok() {
        std::fs::write(&path, found).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(wanted == found, "{name} differs:\n{found}");
}

#[test]
fn a_raid_is_told_hour_by_hour() {
    for name in ["s6-first-wave-6", "s8-reserve-4", "s9-chastise-6"] {
        let table = raid(&format!("{name}.moon"));
        golden(&format!("{name}.txt"), &outline(&account(&table)));
    }
}

/// Every cell agrees with what the game counts by itself.
#[test]
fn the_tables_agree_with_the_measures_of_the_game() {
    for name in ["s6-first-wave-1", "s7-second-wave-5", "s8-reserve-3", "s9-chastise-6", "s9-chastise-4"] {
        let table = raid(&format!("{name}.moon"));
        let account = account(&table);
        let measures = game().measures(table.world());
        let measure = |name: &str| measures.iter().find(|(n, _)| *n == name).map_or(0, |(_, v)| *v);
        let [hours, crews] = &account.sheets[..] else { panic!("two tables") };
        let sum =
            |column: usize| hours.rows.iter().map(|r| r[column].parse::<i64>().unwrap_or(0)).sum::<i64>();
        assert_eq!((sum(3), sum(4)), (measure("released"), measure("successes")), "{name}");
        let words = |column: usize| {
            let cells = hours.rows.iter().filter(|r| !r[column].is_empty());
            i64::try_from(cells.map(|r| r[column].split(", ").count()).sum::<usize>()).unwrap_or(0)
        };
        assert_eq!(words(5), measure("lost"), "{name}");
        assert_eq!(words(1), i64::try_from(crews.rows.len()).unwrap_or(0), "{name}");
        let lost = crews.rows.iter().filter(|r| r[7].starts_with("lost")).count();
        assert_eq!(i64::try_from(lost).unwrap_or(0), measure("lost"), "{name}");
        assert!(crews.rows.iter().all(|r| !r[7].is_empty()), "{name}: somebody has no end");
    }
}

/// A night of several attacks is told dam by dam.
#[test]
fn a_night_of_attacks_is_told_dam_by_dam() {
    let mut eders = 0;
    for seed in 1..=12 {
        let table = played("dambusters/s1-s3-one-night", seed);
        let told = account(&table);
        let chapters: Vec<&str> =
            told.headings.iter().filter(|h| h.level == 0).map(|h| h.text.as_str()).collect();
        assert_eq!(chapters[..2], ["The attack on the Möhne", "The attack on the Sorpe"]);
        eders += usize::from(chapters.contains(&"The attack on the Eder"));
        let [dams, crews] = &told.sheets[..] else { panic!("two tables") };
        let measures = game().measures(table.world());
        let measure = |name: &str| measures.iter().find(|(n, _)| *n == name).map_or(0, |(_, v)| *v);
        let sum =
            |column: usize| dams.rows.iter().map(|r| r[column].parse::<i64>().unwrap_or(0)).sum::<i64>();
        assert_eq!((sum(2), sum(3)), (measure("released"), measure("successes")), "seed {seed}");
        assert_eq!((dams.head.len(), crews.head.len()), (8, 7));
        // Every dam has its damage and its row, and who is told to have made a run is told so in both tables.
        let attacks = dams.rows.iter().filter(|r| !r[4].is_empty()).collect::<Vec<_>>();
        assert!(
            attacks.len() > 1 && attacks.iter().all(|r| r[7].starts_with("row ")),
            "seed {seed}: {dams:?}"
        );
        for dam in attacks {
            let runs = |code: &str| dam[1].split(", ").any(|run| run == code);
            let without = format!("{} (no run)", dam[0]);
            for crew in &crews.rows {
                let told = crew[3].split(", ").collect::<Vec<_>>();
                assert_eq!(runs(&crew[0]), told.contains(&dam[0].as_str()), "seed {seed}: {crew:?} {dam:?}");
                assert!(!(runs(&crew[0]) && told.contains(&without.as_str())), "seed {seed}: {crew:?}");
            }
        }
        assert!(crews.rows.iter().all(|r| !r[3].is_empty()), "seed {seed}: everybody was sent somewhere");
        let firsts = told.headings.iter().filter(|h| h.level == 1 && h.text == "Attack Turn 1").count();
        assert_eq!(firsts, chapters.iter().filter(|c| c.starts_with("The attack on the ")).count());
        let lost = crews.rows.iter().filter(|r| r[6].starts_with("lost")).count();
        assert_eq!((crews.rows.len(), i64::try_from(lost).unwrap_or(0)), (14, measure("lost")));
        assert!(crews.rows.iter().all(|r| !r[6].is_empty()), "seed {seed}: somebody has no end");
    }
    assert!(eders > 5, "{eders}");
}

#[test]
fn the_logbook_of_a_raid_has_its_headings_and_two_tables_more() {
    let table = raid("s6-first-wave-6.moon");
    let out = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    logbook::write(&table, out.path()).unwrap_or_else(|e| panic!("{e}"));
    let read = |name: &str| std::fs::read_to_string(out.path().join(name)).unwrap_or_default();
    let page = read("index.html");
    assert!(
        page.contains("<h2>Flight Turn 1 · 21:30</h2>") && page.contains("<h3>The attack on the Möhne</h3>")
    );
    assert!(page.contains("<h4>Attack Turn 1</h4>") && page.contains("<h2>The raid hour by hour</h2>"));
    assert_eq!(page.matches("<ol>").count(), page.matches("</ol>").count());
    let log = read("log.csv");
    assert!(log.starts_with("event,turn,phase,text,clauses,dice,chapter\r\n"));
    assert!(log.contains(" / The attack on the Möhne / Attack Turn 1\""));
    let wide = |name: &str, columns: usize| {
        let text = read(name);
        assert!(text.lines().all(|l| l.matches("\",\"").count() + 1 == columns), "{name}:\n{text}");
        text.lines().count()
    };
    assert_eq!(wide("crews.csv", 8), 10, "nine crews and a head");
    assert!(wide("hours.csv", 7) > 4);
    // An attack by itself has no hours.
    let out = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    logbook::write(&played("dambusters/s5-beginners", 1), out.path()).unwrap_or_else(|e| panic!("{e}"));
    assert!(!out.path().join("hours.csv").exists() && out.path().join("log.csv").exists());
}

#[test]
fn a_campaign_begins_with_its_planning_turns() {
    let table = played("dambusters/s10-campaign", 1);
    let account = account(&table);
    let chapters: Vec<&str> =
        account.headings.iter().filter(|h| h.level == 0).map(|h| h.text.as_str()).collect();
    assert_eq!(
        chapters[..5],
        [
            "Planning Turn 1",
            "Planning Turn 2",
            "Planning Turn 3",
            "Flight Preparation",
            "Flight Turn 1 · 21:30"
        ]
    );
    let end = ["Return to Base", "Morning Reconnaissance", "Debriefing"];
    assert!(end.iter().all(|name| chapters.contains(name)), "{chapters:?}");
    let last = game_lines(&table) - 1;
    assert_eq!(account.path(last), ["Debriefing"]);
    assert_eq!(account.path(0), ["Planning Turn 1"]);
    let crews = &account.sheets[1].rows;
    assert!(!crews.is_empty() && crews.len() <= 21 && crews.iter().all(|r| !r[3].is_empty()));
}

/// Two nights: a row a night for each crew that flew, each with what it did in that night; a breach that the
/// photographs undo stays in its hour as a report.
#[test]
fn two_nights_are_told_apart() {
    let (mut told, mut undone) = (0, 0);
    for seed in 1..=150 {
        let table = by_bot("dambusters/s9-chastise", seed, true);
        let account = account(&table);
        let [hours, crews] = &account.sheets[..] else { panic!("two tables") };
        let sum =
            |column: usize| hours.rows.iter().map(|r| r[column].parse::<usize>().unwrap_or(0)).sum::<usize>();
        let released = crews.rows.iter().flat_map(|r| r[5].split("; "));
        let released = released.filter(|m| m.starts_with("hit") || m.starts_with("no effect")).count();
        assert_eq!(sum(3), released, "{seed}");
        assert!(
            crews.rows.iter().all(|r| !r[3].is_empty() && !r[5].is_empty() && !r[7].is_empty()),
            "{seed}: {crews:?}"
        );
        for row in hours.rows.iter().filter(|r| r[6].contains(" (reported)")) {
            undone += 1;
            let dam = row[6].split(" (reported)").next().unwrap_or("").rsplit(", ").next().unwrap_or("");
            let word = format!("no breach at the {dam} after all");
            let mut photographs = hours.rows.iter().filter(|r| r[0].ends_with("photographs"));
            assert!(photographs.any(|r| r[6].contains(&word)), "{seed}");
        }
        let second = crews.rows.iter().filter(|r| r[0].ends_with(", night 2")).count();
        if second > 0 {
            told += 1;
            let first = crews.rows.iter().filter(|r| r[0].ends_with(", night 1")).count();
            assert_eq!((first, first + second), (19, crews.rows.len()), "{seed}");
            assert!(
                crews.rows.iter().any(|r| r[0].ends_with('2') && r[3].starts_with("Second night, ")),
                "{seed}"
            );
            let lost = |night: &str| {
                let rows = crews.rows.iter().filter(|r| r[0].ends_with(night) && r[7].starts_with("lost"));
                rows.map(|r| r[1].clone()).collect::<Vec<_>>()
            };
            assert!(lost("1").iter().all(|pilot| !lost("2").contains(pilot)), "{seed}: nobody is lost twice");
        }
    }
    assert!(told > 3 && undone > 3, "{told} second nights, {undone} breaches undone");
}

/// proves: 5.3.a
#[test]
fn r5_3_a_a_campaign_says_how_its_result_comes_about() {
    for result in 0..=10i32 {
        let table = raid(&format!("s10-campaign-{result}.moon"));
        let log: Vec<String> = table.log(Seat(0)).into_iter().map(|line| line.1).collect();
        let told = |start: &str| log.iter().find(|line| line.starts_with(start));
        let cell = told("The chart gives ").and_then(|line| line.split(' ').nth(3)?.parse::<i32>().ok());
        let steps = [told("One step up"), told("One step down")].map(|line| i32::from(line.is_some()));
        let found = cell.map(|cell| ((cell + steps[0]).min(10) - steps[1]).max(0));
        assert_eq!(found, Some(result), "{cell:?} {steps:?}");
    }
}

fn game_lines(table: &Table) -> usize {
    table.log(Seat(0)).len()
}
