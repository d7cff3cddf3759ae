//! Killed at a hundred moments, a game loses nothing but the unanswered prompt.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bombers_moon::kernel::ai::{Bot, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::dice::BotLuck;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::journal::{Event, UndoMode};
use bombers_moon::kernel::store::{Safety, SaveFolder, load};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::Table;

const NAME: &str = "kill::c16_a_kill_at_any_of_a_hundred_moments_loses_nothing_but_the_prompt";

fn begin() -> Table {
    let options: Options = [("goal".to_owned(), "100000".to_owned())].into_iter().collect();
    let opened = Table::new(Toy::shared(), "toy/duel", &options, 99, UndoMode::Practice);
    opened.unwrap_or_else(|e| panic!("{e}"))
}

/// The next step of the one game that all processes play: it depends on the journal alone.
fn step(table: &mut Table) {
    let n = table.events().len();
    if n % 23 == 22 {
        assert!(table.undo().is_ok());
        return;
    }
    let Some(question) = table.question() else { return };
    let answer = Answer::new(question.seq, RandomBot::new(n as u64, 0).choose(&(), question));
    table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
}

/// Plays until killed and says after each event that it is safe.
fn play(user: &Path) {
    let safety =
        if std::env::var_os("BOMBERS_MOON_SYSTEM").is_some() { Safety::System } else { Safety::Disk };
    let games: [Arc<dyn Game>; 1] = [Toy::shared()];
    let folder = SaveFolder::new(user).with_safety(safety);
    let (mut table, mut save) = match folder.newest_unfinished(&games) {
        Some(entry) => {
            let loaded = load(&entry.path, &games).unwrap_or_else(|p| panic!("{p}"));
            let save = loaded.resume(safety).unwrap_or_else(|e| panic!("{e}"));
            (loaded.table, save)
        }
        None => {
            let table = begin();
            let save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
            (table, save)
        }
    };
    let mut out = std::io::stdout();
    for _ in 0..100_000 {
        step(&mut table);
        save.sync(&table).unwrap_or_else(|e| panic!("{e}"));
        if writeln!(out, "safe {}", save.events()).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

#[test]
fn c16_a_kill_at_any_of_a_hundred_moments_loses_nothing_but_the_prompt() {
    if let Some(user) = std::env::var_os("BOMBERS_MOON_KILL") {
        play(Path::new(&user));
        return;
    }
    let me = std::env::current_exe().unwrap_or_else(|e| panic!("{e}"));
    let games: [Arc<dyn Game>; 1] = [Toy::shared()];
    let mut luck = BotLuck::seeded(1943, 0);
    let mut reference = begin();
    let (mut torn, mut early, mut most) = (0, 0, 0);
    let mut user = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    for kill in 0..100 {
        if kill % 5 == 0 {
            user = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        }
        let folder = SaveFolder::new(user.path());
        // Half the games are written through to the disk and slow, half are fast.
        let fast = kill % 10 >= 5;
        let mut command = Command::new(&me);
        if fast {
            command.env("BOMBERS_MOON_SYSTEM", "1");
        }
        let mut child = command
            .args(["--exact", NAME, "--nocapture"])
            .env("BOMBERS_MOON_KILL", user.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{e}"));
        let Some(out) = child.stdout.take() else { panic!("no output") };
        let mut out = BufReader::new(out);
        let mut safe = 0;
        let number = |line: &str| line.trim().rsplit("safe ").next().and_then(|n| n.parse::<usize>().ok());
        // Every fourth kill may come before the first event, the others in the middle of play.
        if kill % 4 != 0 {
            let mut line = String::new();
            while safe == 0 && out.read_line(&mut line).is_ok_and(|n| n > 0) {
                safe = number(&line).unwrap_or(0);
                line.clear();
            }
        }
        std::thread::sleep(Duration::from_micros(luck.below(if fast { 4_000 } else { 40_000 }) as u64));
        assert!(child.kill().and_then(|()| child.wait()).is_ok());
        let mut rest = String::new();
        let _ = out.read_to_string(&mut rest);
        safe = rest.lines().rev().find_map(number).unwrap_or(safe).max(safe);
        let list = folder.list(&games).unwrap_or_else(|e| panic!("{e}"));
        let Some(entry) = list.first() else {
            assert_eq!(safe, 0, "kill {kill}: the save is gone");
            early += 1;
            continue;
        };
        assert_eq!(list.len(), 1, "kill {kill}: {list:?}");
        let loaded = load(&entry.path, &games).unwrap_or_else(|p| panic!("kill {kill}: {p}"));
        assert!(loaded.mismatch.is_none(), "kill {kill}");
        torn += usize::from(!loaded.notes.is_empty());
        let events: &[Event] = loaded.table.events();
        assert!(events.len() >= safe, "kill {kill}: {} of {safe} safe events", events.len());
        assert!(safe == 0 || events.len() <= safe + 1, "kill {kill}: {} after {safe}", events.len());
        while reference.events().len() < events.len() {
            step(&mut reference);
        }
        assert!(reference.events().starts_with(events), "kill {kill}: another game");
        most = most.max(events.len());
    }
    assert!(most > 100, "the longest game had {most} events; {torn} torn, {early} before the save");
}
