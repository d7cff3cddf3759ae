//! C20: bookmarks on events, on the kernel's example game.

use std::path::Path;

use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::{Action, UndoMode};
use bombers_moon::kernel::store::{SaveFolder, load, read_journal, write_journal};
use bombers_moon::kernel::testkit::script::Script;
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::{Bookmark, NotNoted, ReplayError, Table};

fn played(n: usize) -> Table {
    let mut table = Script::of(&Toy::shared(), "toy/solo")
        .option("goal", "100")
        .mode(UndoMode::Practice)
        .seed(8)
        .open()
        .table;
    let mut bot = RandomBot::new(8, 0);
    for _ in 0..n {
        let Some(question) = table.question() else { break };
        let answer = Answer::new(question.seq, bot.choose(&(), question));
        table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
    }
    table
}

fn mark(event: usize, position: Option<usize>, words: &str) -> Bookmark {
    Bookmark { event, position, words: words.to_owned() }
}

#[test]
fn c20_bookmarks_change_no_state_and_survive_a_save() {
    let mut table = played(40);
    let before = (table.digest(), table.len(), table.log(Seat(0)));
    table.seek(12);
    let seen = table.digest();
    let event = table.event_here();
    assert_eq!(table.note(event, "  here it\nturned "), Ok(()));
    assert_eq!((table.digest(), table.position()), (seen, 12), "looking back goes on");
    table.go_live();
    assert_eq!(table.note(table.event_here(), ""), Ok(()));
    assert_eq!(table.note(0, "the start"), Ok(()));
    assert_eq!((table.digest(), table.len(), table.log(Seat(0))), before);
    let marks =
        [mark(0, Some(0), "the start"), mark(event, Some(12), "here it turned"), mark(40, Some(40), "")];
    assert_eq!(table.bookmarks(), marks);
    let (text, _) = write_journal(table.header(), table.events(), None).unwrap_or_else(|e| panic!("{e}"));
    let read = read_journal(Path::new("a.moon"), text.as_bytes()).unwrap_or_else(|u| panic!("{u:?}"));
    let mut again =
        Table::replay(Toy::shared(), &read.header, &read.events).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.bookmarks(), marks);
    assert_eq!(again.digest(), before.0);
    again.seek(again.bookmarks()[1].position.unwrap_or(0));
    assert_eq!(again.digest(), seen, "a bookmark leads to its moment");
}

#[test]
fn c20_a_bookmark_is_rewritten_taken_away_and_waits_while_its_event_is_taken_back() {
    let mut table = played(10);
    assert_eq!(table.note(7, "first"), Ok(()));
    assert_eq!(table.note(7, "second"), Ok(()));
    assert_eq!(table.bookmarks(), [mark(7, Some(7), "second")]);
    assert!(table.undo_to(5).is_ok());
    assert_eq!(table.bookmarks(), [mark(7, None, "second")], "its event is taken back");
    assert!(table.can_redo());
    assert_eq!(table.note(3, ""), Ok(()));
    assert!(table.can_redo(), "a bookmark takes no answer's place");
    assert_eq!(table.unnote(7), Ok(()));
    assert_eq!(table.unnote(7), Err(NotNoted::NoBookmark(7)));
    assert_eq!(table.bookmarks(), [mark(3, Some(3), "")]);
    let note = table.events().iter().position(|e| e.action.is_note()).unwrap_or(0);
    for event in [note, 9_999] {
        assert_eq!(table.note(event, "no"), Err(NotNoted::NoEvent(event)));
    }
    let replayed = Table::replay(Toy::shared(), table.header(), table.events());
    assert_eq!(replayed.map(|t| t.bookmarks()), Ok(table.bookmarks()));
    let mut events = table.events().to_vec();
    events[note].action = Action::Note(usize::MAX, String::new());
    let refused = Table::replay(Toy::shared(), table.header(), &events).map(|t| t.len());
    assert!(matches!(refused, Err(ReplayError::Refused { event, .. }) if event == note), "{refused:?}");
}

#[test]
fn c20_notes_on_a_finished_game_leave_it_finished() {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let saves = SaveFolder::new(folder.path());
    let mut table = played(5_000);
    assert!(table.outcome().is_some());
    let mut file = saves.begin(&table).unwrap_or_else(|e| panic!("{e}"));
    table.seek(3);
    assert_eq!(table.note(table.event_here(), "a good start"), Ok(()));
    assert_eq!(file.sync(&table), Ok(()));
    drop(file);
    let games = [Toy::shared()];
    let entry = saves.list(&games).unwrap_or_else(|e| panic!("{e}")).remove(0);
    assert!(entry.outcome.is_some(), "the list still tells the end");
    let loaded = load(&entry.path, &games).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.table.bookmarks(), table.bookmarks());
    assert!(loaded.mismatch.is_none() && loaded.table.outcome().is_some());
}
