//! Saves: written at once, listed whatever lies beside them, refused with a place, never overwritten.

mod hostile;
mod kill;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bombers_moon::kernel::ai::{Bot, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::{Action, Event, FORMAT, Header, UndoMode};
use bombers_moon::kernel::store::{
    Loaded, Safety, SaveFolder, SaveStatus, StoreError, load, read_journal, recap, write_journal,
};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::Table;

fn games() -> Vec<Arc<dyn Game>> {
    vec![Toy::shared()]
}

fn user() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"))
}

fn table(seed: u64) -> Table {
    let options: Options = [("goal".to_owned(), "100".to_owned())].into_iter().collect();
    let opened = Table::new(Toy::shared(), "toy/duel", &options, seed, UndoMode::Practice);
    opened.unwrap_or_else(|e| panic!("{e}"))
}

fn wander(table: &mut Table, n: usize) {
    let mut bot = RandomBot::new(n as u64, 0);
    for _ in 0..n {
        let Some(question) = table.question() else { return };
        let answer = Answer::new(question.seq, bot.choose(&(), question));
        table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
    }
}

fn open(path: &Path) -> Loaded {
    load(path, &games()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn c16_each_event_is_on_disk_before_play_goes_on() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut table = table(1);
    let mut save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    for step in 0..40 {
        match step % 10 {
            7 => assert!(table.undo().is_ok()),
            8 => assert!(table.redo().is_ok()),
            9 => assert!(table.undo_with_new_luck(table.len() - 1, step).is_ok()),
            _ => wander(&mut table, 1),
        }
        assert_eq!(save.sync(&table), Ok(()));
        let bytes = fs::read(save.path()).unwrap_or_default();
        let journal = read_journal(save.path(), &bytes).unwrap_or_else(|u| panic!("{}", u.problem()));
        assert_eq!(journal.events, table.events(), "step {step}");
        assert_eq!(save.events(), table.events().len());
    }
    let loaded = open(save.path());
    assert_eq!(loaded.table.digest(), table.digest());
    assert_eq!(loaded.table.len(), table.len());
    assert!(loaded.notes.is_empty() && !loaded.read_only());
}

#[test]
fn c19_a_save_names_game_and_scenario_and_goes_on_where_it_was_left() {
    let user = user();
    let folder = SaveFolder::new(user.path()).with_safety(Safety::System);
    let mut table = table(2);
    let mut save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    for round in 0..12 {
        wander(&mut table, 3);
        assert_eq!(save.sync(&table), Ok(()));
        let path = save.path().to_owned();
        drop(save);
        let loaded = open(&path);
        assert_eq!(loaded.table.digest(), table.digest(), "round {round}");
        save = loaded.resume(Safety::System).unwrap_or_else(|e| panic!("{e}"));
        table = loaded.table;
    }
    let list = folder.list(&games()).unwrap_or_default();
    assert_eq!(list.len(), 1);
    let entry = &list[0];
    assert_eq!((entry.name.as_str(), entry.game.as_str()), ("duel", "toy"));
    assert_eq!((entry.scenario.as_str(), entry.title.as_str()), ("toy/duel", "Two players"));
    assert_eq!(entry.answers, None, "two seats");
    assert!(entry.modified.is_some() && entry.unfinished());
}

#[test]
fn c16_a_torn_last_line_is_dropped_with_a_note_and_cut_only_when_play_goes_on() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut table = table(3);
    wander(&mut table, 10);
    let save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    let path = save.path().to_owned();
    drop(save);
    let whole = fs::read(&path).unwrap_or_default();
    let last = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let cuts = [last + 1, last + 9, whole.len() - 2].map(|at| whole[..at].to_vec());
    let zeros = [&whole[..last], &[0; 300]].concat();
    let garbage = [&whole[..last], b"\xff\xfe(((("].concat();
    for torn in cuts.into_iter().chain([zeros, garbage]) {
        assert!(fs::write(&path, &torn).is_ok());
        let loaded = open(&path);
        assert_eq!(loaded.notes.len(), 1, "{:?}", loaded.notes);
        assert!(loaded.notes[0].contains("cut short"), "{:?}", loaded.notes);
        assert_eq!(loaded.table.events(), &table.events()[..table.events().len() - 1]);
        assert_eq!(fs::read(&path).unwrap_or_default(), torn, "loading changes nothing");
        let status = folder.list(&games()).unwrap_or_default().remove(0).status;
        assert!(matches!(status, SaveStatus::Ready(Some(_))), "{status:?}");
        let mut save = loaded.resume(Safety::Disk).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(save.sync(&loaded.table), Ok(()));
        assert_eq!(fs::read(&path).unwrap_or_default(), torn, "nothing new, nothing written");
        let mut onward = loaded.table;
        wander(&mut onward, 2);
        assert_eq!(save.sync(&onward), Ok(()));
        let again = open(&path);
        assert!(again.notes.is_empty());
        assert_eq!(again.table.events(), onward.events());
    }
    // A last line that lacks only its end is no loss.
    assert!(fs::write(&path, &whole[..whole.len() - 1]).is_ok());
    let loaded = open(&path);
    assert_eq!((loaded.notes.len(), loaded.table.events()), (0, table.events()));
    let mut save = loaded.resume(Safety::Disk).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(save.sync(&loaded.table), Ok(()));
    assert_eq!(fs::read(&path).unwrap_or_default(), whole, "and is given its end");
}

#[test]
fn c15_saving_under_a_name_keeps_the_two_before_and_leaves_no_scrap() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut table = table(4);
    let mut lengths = Vec::new();
    assert!(!folder.holds("Night one"));
    for _ in 0..4 {
        wander(&mut table, 5);
        assert!(folder.save_as("Night one", &table).is_ok());
        lengths.push(table.events().len());
    }
    assert!(folder.holds("Night one"));
    assert_eq!(names(folder.folder()), ["Night one.moon", "Night one.moon.1", "Night one.moon.2"]);
    for (ending, expected) in [("", lengths[3]), (".1", lengths[2]), (".2", lengths[1])] {
        let path = folder.folder().join(format!("Night one.moon{ending}"));
        assert_eq!(open(&path).table.events().len(), expected, "`{ending}`");
    }
    assert_eq!(folder.list(&games()).unwrap_or_default().len(), 1, "copies are not listed as games");
    // A draft left by a kill goes away with the next save.
    assert!(fs::write(folder.folder().join(".x.1.draft"), "(format:1,").is_ok());
    assert!(folder.save_as("Night one", &table).is_ok());
    assert_eq!(names(folder.folder()).len(), 3);
}

#[test]
fn a_new_game_never_replaces_a_save() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut first = table(5);
    wander(&mut first, 8);
    let saves: Vec<_> = (0..3).filter_map(|_| folder.begin(&first).ok()).collect();
    assert_eq!(saves.len(), 3);
    assert!(fs::write(folder.path_of("duel 4"), "mine").is_ok());
    assert!(folder.begin(&table(6)).is_ok());
    let expected = ["duel 2.moon", "duel 3.moon", "duel 4.moon", "duel 5.moon", "duel.moon"];
    assert_eq!(names(folder.folder()), expected);
    assert_eq!(fs::read(folder.path_of("duel 4")).unwrap_or_default(), b"mine");
    assert_eq!(open(saves[0].path()).table.events(), first.events());
}

#[test]
fn c17_one_bad_file_never_breaks_the_list() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    assert!(folder.list(&games()).is_ok_and(|l| l.is_empty()), "no folder yet");
    let mut good = table(7);
    wander(&mut good, 12);
    assert!(folder.save_as("good", &good).is_ok());
    let text = fs::read_to_string(folder.path_of("good")).unwrap_or_default();
    let put = |name: &str, bytes: &[u8]| {
        fs::write(folder.path_of(name), bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    };
    put("truncated", &text.as_bytes()[..40]);
    put("changed", text.replacen("roll", "rolf", 1).as_bytes());
    put("future", text.replacen("format:1", "format:7", 1).as_bytes());
    put("foreign", b"PK\x03\x04 not a save");
    put("empty", b"");
    put("binary", &[0xff; 900]);
    let mut header = good.header().clone();
    header.game = "chess".into();
    header.scenario = "chess/endgame".into();
    put("other game", write_journal(&header, good.events(), None).unwrap_or_default().0.as_bytes());
    assert!(fs::create_dir(folder.path_of("folder")).is_ok());
    let huge = fs::File::create(folder.path_of("huge")).and_then(|f| f.set_len(1 << 30));
    assert!(huge.is_ok());
    #[cfg(unix)]
    assert!(std::os::unix::fs::symlink("/nowhere/at/all", folder.path_of("dangling")).is_ok());
    let list = folder.list(&games()).unwrap_or_else(|e| panic!("{e}"));
    let status = |name: &str| {
        let entry = list.iter().find(|e| e.name == name);
        let entry = entry.unwrap_or_else(|| panic!("{name} is not listed"));
        match &entry.status {
            SaveStatus::Ready(_) => ("ready", String::new()),
            SaveStatus::Damaged(p) => ("damaged", p.to_string()),
            SaveStatus::Newer(p) => ("newer", p.to_string()),
            SaveStatus::Foreign(p) => ("foreign", p.to_string()),
        }
    };
    for (name, kind, words) in [
        ("good", "ready", ""),
        ("truncated", "damaged", "within its header"),
        ("changed", "damaged", "checksum"),
        ("future", "newer", "update to"),
        ("foreign", "foreign", "no save of Bomber's Moon"),
        ("empty", "foreign", "empty"),
        ("binary", "foreign", "no save"),
        ("other game", "foreign", "chess/endgame"),
        ("folder", "damaged", "found a folder"),
        ("huge", "damaged", "too large"),
        #[cfg(unix)]
        ("dangling", "damaged", "cannot be read"),
    ] {
        let (found, message) = status(name);
        assert_eq!(found, kind, "{name}: {message}");
        assert!(message.contains(words), "{name}: {message}");
        assert!(kind == "ready" || message.contains(&format!("{name}.moon:")), "names the file: {message}");
    }
    assert_eq!(folder.newest_unfinished(&games()).map(|e| e.name).as_deref(), Some("good"));
}

#[test]
fn continue_takes_the_newest_game_that_is_not_over() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    assert!(folder.newest_unfinished(&games()).is_none());
    let mut over = table(8);
    let mut save = folder.begin(&over).unwrap_or_else(|e| panic!("{e}"));
    assert!(folder.newest_unfinished(&games()).is_some());
    while over.question().is_some() {
        wander(&mut over, 50);
    }
    assert_eq!(save.sync(&over), Ok(()));
    let list = folder.list(&games()).unwrap_or_default();
    assert_eq!(list[0].outcome, over.outcome().map(|o| o.label.clone()));
    assert!(folder.newest_unfinished(&games()).is_none(), "a finished game is not continued");
    let at_the_end = fs::read(save.path()).unwrap_or_default();
    assert_eq!(save.sync(&over), Ok(()));
    assert_eq!(fs::read(save.path()).unwrap_or_default(), at_the_end, "the end is written once");
    assert!(over.undo().is_ok());
    assert_eq!(save.sync(&over), Ok(()));
    assert!(folder.newest_unfinished(&games()).is_some(), "an end taken back is no end");
    assert!(over.redo().is_ok());
    assert_eq!(save.sync(&over), Ok(()));
    assert!(folder.newest_unfinished(&games()).is_none());
}

#[test]
fn a_recap_tells_what_happened_and_what_is_to_be_decided() {
    let mut table = table(9);
    wander(&mut table, 20);
    let seat = table.question().map_or(Seat(0), |q| q.seat);
    let mine = recap(&table, seat, 3);
    assert_eq!((mine.title.as_str(), mine.answers, mine.last.len()), ("Two players", 20, 3));
    assert!(mine.prompt.is_some() && mine.outcome.is_none());
    let log: Vec<_> = table.log(seat).into_iter().map(|l| l.1).collect();
    assert!(log.ends_with(&mine.last));
    let other = recap(&table, Seat(1 - seat.0), 100);
    assert_eq!(other.prompt, None, "the other seat's decision is not shown");
    assert!(
        !other
            .last
            .iter()
            .any(|l| l.contains("holds a bonus") && l.starts_with(if seat.0 == 0 { "Red" } else { "Blue" }))
    );
}

#[test]
fn c14_a_newer_save_is_refused_with_both_versions_and_the_file() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    assert!(folder.save_as("later", &table(1)).is_ok());
    let path = folder.path_of("later");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let next = FORMAT + 1;
    let newer = text.replacen(&format!("format:{FORMAT}"), &format!("format:{next}"), 1);
    assert!(fs::write(&path, &newer).is_ok());
    let words = load(&path, &games()).err().map(|p| p.to_string()).unwrap_or_default();
    for part in
        ["later.moon", &format!("format {next}"), &format!("format {FORMAT}"), env!("CARGO_PKG_VERSION")]
    {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), newer, "and left as it is");
}

#[test]
fn c21_changed_data_is_told_and_a_mismatch_opens_to_look_at_only() {
    let user = user();
    let mut table = table(10);
    wander(&mut table, 15);
    let path = user.path().join("x.moon");
    let write = |header: &Header, events: &[Event]| {
        let text = write_journal(header, events, None).unwrap_or_default().0;
        fs::write(&path, text).unwrap_or_else(|e| panic!("{e}"));
    };
    let mut header = table.header().clone();
    header.scenario_hash ^= 1;
    header.data_hash ^= 1;
    write(&header, table.events());
    let loaded = open(&path);
    assert_eq!(loaded.notes.len(), 2, "{:?}", loaded.notes);
    assert!(loaded.notes[0].contains("toy/duel") && loaded.notes[1].contains("overlays"));
    assert!(!loaded.read_only() && loaded.resume(Safety::Disk).is_ok());

    let mut events = table.events().to_vec();
    events[9].digest ^= 1;
    write(table.header(), &events);
    let loaded = open(&path);
    let problem = loaded.mismatch.as_ref().unwrap_or_else(|| panic!("no mismatch"));
    assert_eq!(problem.line, 11, "event 9 stands on line 11");
    assert!(problem.message.contains("event 9"), "{problem}");
    assert_eq!(loaded.table.events(), &table.events()[..9], "what came before can be looked at");
    assert!(matches!(loaded.resume(Safety::Disk), Err(StoreError::ReadOnly(_))));
    let folder = SaveFolder::new(user.path());
    assert!(folder.save_as("copy", &loaded.table).is_ok(), "and played on under another name");

    events[0].digest ^= 1;
    write(table.header(), &events);
    let problems = load(&path, &games()).err().unwrap_or_default();
    assert!(problems.iter().next().is_some_and(|p| p.line == 2), "{problems}");
    let mut header = table.header().clone();
    header.game = "chess".into();
    write(&header, table.events());
    let words = load(&path, &games()).err().map(|p| p.to_string()).unwrap_or_default();
    assert!(words.contains("`chess`") && words.contains("installed: toy"), "{words}");
}

#[test]
fn a_file_that_others_touch_is_not_written_over() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut table = table(11);
    let mut save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    let path = save.path().to_owned();
    assert!(matches!(open(&path).resume(Safety::Disk), Err(StoreError::InUse(_))), "one player at a time");
    wander(&mut table, 3);
    let before = fs::read(&path).unwrap_or_default();
    let touched = [&before[..], b"\n\n"].concat();
    assert!(fs::write(&path, &touched).is_ok());
    assert!(matches!(save.sync(&table), Err(StoreError::Changed(_))));
    assert_eq!(fs::read(&path).unwrap_or_default(), touched);
    assert!(fs::write(&path, &before).is_ok());
    assert_eq!(save.sync(&table), Ok(()), "put right, it goes on");
    assert!(fs::remove_file(&path).is_ok());
    wander(&mut table, 1);
    assert!(matches!(save.sync(&table), Err(StoreError::Changed(_))));
    let mut other = folder.save_as("rescued", &table).unwrap_or_else(|e| panic!("{e}"));
    wander(&mut table, 2);
    assert_eq!(other.sync(&table), Ok(()));
    assert_eq!(open(other.path()).table.events(), table.events());
}

#[test]
fn c18_nothing_outside_the_folder_is_written() {
    let user = user();
    let folder = SaveFolder::new(&user.path().join("inner"));
    let table = table(12);
    for name in ["../../climb", "..", "/abs", "a/b", "con", "new\nline"] {
        assert!(folder.save_as(name, &table).is_ok(), "{name}");
    }
    assert_eq!(names(user.path()), ["inner"]);
    assert_eq!(names(&user.path().join("inner")), ["saves"]);
    #[cfg(unix)]
    {
        let outside = user.path().join("outside.moon");
        assert!(folder.save_as("held", &table).and_then(|_| folder.save_as("held", &table)).is_ok());
        assert!(fs::copy(folder.path_of("held"), &outside).is_ok());
        let link = folder.path_of("link");
        assert!(std::os::unix::fs::symlink(&outside, &link).is_ok());
        let before = fs::read(&outside).unwrap_or_default();
        assert!(matches!(open(&link).resume(Safety::Disk), Err(StoreError::NotPlain(_))));
        let mut longer = open(&link).table;
        wander(&mut longer, 2);
        assert!(folder.save_as("link", &longer).is_ok(), "the link is replaced, not followed");
        assert_eq!(fs::read(&outside).unwrap_or_default(), before);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_play_goes_on() {
    let user = user();
    let blocked = user.path().join("file");
    assert!(fs::write(&blocked, "in the way").is_ok());
    let folder = SaveFolder::new(&blocked);
    let mut table = table(13);
    let begun = folder.begin(&table);
    let words = begun.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(words.contains("cannot create") && words.contains("saves"), "{words}");
    assert!(folder.save_as("x", &table).is_err());
    wander(&mut table, 5);
    assert_eq!(table.len(), 5);
    let folder = SaveFolder::new(user.path());
    assert!(fs::create_dir_all(folder.path_of("x")).is_ok());
    assert!(matches!(folder.save_as("x", &table), Err(StoreError::NotPlain(_))));
    assert_eq!(names(folder.folder()), ["x.moon"], "no scrap is left");
}

/// Under a limit on file size, as on a full disk: run by the test below in a process of its own.
fn play_on_a_full_disk(user: &Path) {
    let folder = SaveFolder::new(user);
    let mut table = table(14);
    let mut save = folder.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    let mut refused = 0;
    for _ in 0..80 {
        wander(&mut table, 1);
        match save.sync(&table) {
            Ok(()) => {}
            Err(StoreError::Io { doing, .. }) if doing.starts_with("write") => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 10 && save.events() > 5, "{refused} refused, {} written", save.events());
    assert_eq!(table.len(), 80, "the game goes on in memory");
    assert!(folder.save_as("copy", &table).is_err());
    assert_eq!(names(folder.folder()), ["duel.moon"]);
}

#[cfg(unix)]
#[test]
fn c15_a_full_disk_is_an_error_and_the_save_stays_good() {
    if let Some(user) = std::env::var_os("BOMBERS_MOON_FULL_DISK") {
        play_on_a_full_disk(Path::new(&user));
        return;
    }
    let user = user();
    let me = std::env::current_exe().unwrap_or_else(|e| panic!("{e}"));
    let run = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact \"$1\""])
        .arg(&me)
        .arg("c15_a_full_disk_is_an_error_and_the_save_stays_good")
        .env("BOMBERS_MOON_FULL_DISK", user.path())
        .output()
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    let path: PathBuf = SaveFolder::new(user.path()).path_of("duel");
    let loaded = open(&path);
    assert!(loaded.table.len() > 5 && loaded.mismatch.is_none());
    let answers = loaded.table.events().iter().filter(|e| matches!(e.action, Action::Answer(_))).count();
    assert_eq!(answers, loaded.table.len());
}

#[test]
fn c35_a_list_of_saves_does_not_count_the_choices_of_two_seats() {
    let user = user();
    let folder = SaveFolder::new(user.path());
    let mut table = table(7);
    wander(&mut table, 5);
    assert!(folder.save_as("Night one", &table).is_ok());
    let entry = folder.list(&games()).unwrap_or_default().remove(0);
    assert!(table.game().scenarios().iter().any(|c| c.id == "toy/duel" && c.seats.len() == 2));
    assert_eq!((entry.answers, entry.progress().as_str()), (None, ""));
}
