//! An owner's words stay with their owner: a save of a game under an overlay knows it by a hash alone.

use std::path::Path;
use std::sync::Arc;

use bombers_moon::games;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::store::{SaveFolder, load};
use bombers_moon::kernel::timeline::Table;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
const SCENARIO: &str = "dambusters/s5-ennepe";

/// The overlay's files, each with words of its own.
const FILES: [(&str, &str); 4] = [
    (
        "charts/release.ron",
        "(title: \"Qorvath\", rows: [(id: \"success\", label: \"Blemtor\"), (id: \"failure\", label: \"Drusnik\"), \
         (id: \"concussion\", label: \"Plovgar\")])",
    ),
    (
        "charts/visibility.ron",
        "(columns: [(id: \"all\", bands: [(on: UpTo(5), row: \"fog\"), (on: From(6), row: \"clear\")])])",
    ),
    ("tables/upkeep.ron", "(provenance: Owner(\"Zwibbel\"))"),
    (
        "scenarios/05-ennepe.ron",
        "(title: \"Tarnquist\", blurb: \"Hulmark hulmark.\", special: [(text: \"Yembolt flies.\")], debriefing: [\
         (number: 7, title: \"Wexford7\", text: \"Jaspel.\"), (number: 6, title: \"Wexford6\", text: \"Jaspel.\"), \
         (number: 5, title: \"Wexford5\", text: \"Jaspel.\"), (number: 4, title: \"Wexford4\", text: \"Jaspel.\"), \
         (number: 3, title: \"Wexford3\", text: \"Jaspel.\"), (number: 2, title: \"Wexford2\", text: \"Jaspel.\"), \
         (number: 1, title: \"Wexford1\", text: \"Jaspel.\")])",
    ),
];

/// What the overlay says, and what its folder is called.
const WORDS: [&str; 11] = [
    "qorvath",
    "blemtor",
    "drusnik",
    "plovgar",
    "zwibbel",
    "tarnquist",
    "hulmark",
    "yembolt",
    "wexford",
    "jaspel",
    "my-own-charts",
];

fn laid(folder: &Path) -> Vec<Arc<dyn Game>> {
    let overlay = folder.join("my-own-charts");
    for (name, text) in FILES {
        let path = overlay.join("games/dambusters").join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&path)).expect("a folder");
        std::fs::write(&path, text).expect("written");
    }
    games::load(Path::new(ASSETS), &[overlay]).unwrap_or_else(|problems| panic!("{problems}"))
}

/// All text of all files below a folder.
fn all_text(folder: &Path) -> String {
    let mut out = String::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            out += &all_text(&path);
        } else {
            out += &path.file_name().unwrap_or_default().to_string_lossy();
            out += &String::from_utf8_lossy(&std::fs::read(&path).expect("read"));
        }
    }
    out
}

/// Plays a night with the game's bot into the saves of this user, a step taken back on the way.
fn play(game: &Arc<dyn Game>, user: &Path, seed: u64) -> Table {
    let opened = Table::new(Arc::clone(game), SCENARIO, &Options::new(), seed, UndoMode::Practice);
    let mut table = opened.unwrap_or_else(|fault| panic!("{fault}"));
    let folder = SaveFolder::new(user);
    let mut save = folder.begin(&table).unwrap_or_else(|fault| panic!("{fault}"));
    let mut bot = game.bot(Seat(0), seed);
    let mut back = false;
    while let Some(question) = table.question() {
        let view = game.view(table.world(), Seat(0));
        let pick = bot.choose(view.as_ref(), question);
        let id = question.offers[pick].key.text(table.pieces());
        table.submit_text(&id).unwrap_or_else(|refusal| panic!("{refusal}"));
        if table.len() == 12 && !back {
            back = true;
            table.undo_to(10).unwrap_or_else(|stop| panic!("{stop:?}"));
        }
        save.sync(&table).unwrap_or_else(|fault| panic!("{fault}"));
    }
    folder.save_as(&format!("by name {seed}"), &table).unwrap_or_else(|fault| panic!("{fault}"));
    table
}

#[test]
fn a_save_under_an_overlay_holds_its_hash_and_none_of_its_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let (theirs, ours) = (folder.path().join("theirs"), folder.path().join("ours"));
    let laid = laid(folder.path());
    let plain = games::load(Path::new(ASSETS), &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let mut shown = String::new();
    for seed in 1..=8 {
        let table = play(&laid[0], &theirs, seed);
        for (_, words, _) in table.log(Seat(0)) {
            shown += &words.to_lowercase();
        }
        // The outcome bears the number of its row: the title is the owner's.
        let outcome = table.outcome().map(|o| o.label.clone()).unwrap_or_default();
        assert!(outcome.len() == 1 && outcome.parse::<u8>().is_ok(), "{outcome}");
        let header = table.header();
        let text = all_text(&theirs);
        for hash in [header.scenario_hash, header.data_hash] {
            assert!(text.contains(&hash.to_string()), "the save does not know {hash}");
        }
        let other = play(&plain[0], &ours, seed);
        assert_ne!(header.data_hash, other.header().data_hash);
        assert_ne!(header.scenario_hash, other.header().scenario_hash);
    }
    // At the table the owner reads the words.
    assert!(shown.contains("blemtor") && shown.contains("drusnik"), "{shown}");
    let text = all_text(&theirs).to_lowercase();
    assert!(text.contains("over"), "{text}");
    for word in WORDS {
        assert!(!text.contains(word), "a save says `{word}`");
    }
    // A save of our own titles does say them.
    assert!(all_text(&ours).contains("Historical") || all_text(&ours).contains("Slight damage"));
    // With the overlay it opens without a note; without it both hashes are told of.
    let path = theirs.join("saves").join("by name 1.moon");
    let notes = |games: &[Arc<dyn Game>]| load(&path, games).map_or(usize::MAX, |loaded| loaded.notes.len());
    assert_eq!((notes(&laid), notes(&plain)), (0, 2));
}
