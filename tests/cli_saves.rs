//! `replay`, `logbook`, `check`, `odds` and `coverage`.

mod cli_support;
use std::fs;
use std::path::{Path, PathBuf};

use cli_support::{run, typed};
use tempfile::TempDir;

/// A finished game of the example, saved.
fn save() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.moon");
    let win = "roll\nroll 6\nkeep\n".repeat(4);
    let typed =
        typed(&["text", "toy/solo", "--seed", "5"], &format!("{win}hold:24\nyes\nsave {}\n", path.display()));
    assert!(path.is_file(), "{}", typed.out);
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn replay_confirms_a_good_save() {
    let (_folder, path) = save();
    let ran = run(&["replay", text(&path), "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!((&json["ok"], &json["events"]), (&true.into(), &15.into()));
    assert_eq!(json["outcome"], "Red wins");
    assert!(json["first_mismatch"].is_null());
    assert!(run(&["replay", text(&path)]).out.contains("replay as recorded"));
}

#[test]
fn replay_names_the_first_event_that_differs() {
    use bombers_moon::kernel::store::{read_journal, write_journal};
    let (_folder, path) = save();
    let mut journal = read_journal(&path, &fs::read(&path).expect("bytes")).expect("a save");
    journal.events[4].digest ^= 1;
    let (forged, _) = write_journal(&journal.header, &journal.events, None).expect("text");
    fs::write(&path, forged).expect("written");
    let ran = run(&["replay", text(&path), "--json"]);
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!(json["ok"], false);
    let first = &json["first_mismatch"];
    assert_eq!(first["event"], 4);
    let digests = [first["expected"].as_str().expect("hex"), first["found"].as_str().expect("hex")];
    assert!(digests[0].len() == 16 && digests[0] != digests[1]);
    assert!(digests.iter().all(|d| ran.err.contains(d)) && ran.err.contains("event 4"), "{}", ran.err);
    assert_eq!(run(&["check", text(&path)]).code, 1);
}

#[test]
fn damaged_saves_are_refused() {
    let (folder, path) = save();
    let whole = fs::read(&path).expect("bytes");
    let bad = folder.path().join("bad.moon");
    for bytes in [&b""[..], b"\xff\xfe", b"(format: 99)\n", b"not a save", &vec![b'('; 100_000]] {
        fs::write(&bad, bytes).expect("written");
        for words in [&["replay", text(&bad)][..], &["check", text(&bad)]] {
            let ran = run(words);
            assert_eq!(ran.code, 1, "{words:?} {}", ran.out);
            assert!(ran.err.contains("bad.moon"), "{}", ran.err);
        }
    }
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(&bad, flipped).expect("written");
    assert_eq!(run(&["replay", text(&bad)]).code, 1);
    assert_eq!(run(&["replay", text(folder.path())]).code, 1);
    assert_eq!(run(&["logbook", text(&bad), "--out", text(folder.path())]).code, 1);
}

#[test]
fn the_logbook_is_a_page_and_two_tables() {
    let (folder, path) = save();
    let out = folder.path().join("book");
    let ran = run(&["logbook", text(&path), "--out", text(&out)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = fs::read_to_string(out.join("index.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("Red wins") && page.contains("<cite>5.a</cite>"));
    assert!(
        !page.contains("http://") && !page.contains("https://") && !page.contains("<script"),
        "self-contained"
    );
    assert_eq!(page.matches("<ol>").count(), page.matches("</ol>").count());
    let log = fs::read_to_string(out.join("log.csv")).expect("a table");
    assert!(log.starts_with("event,turn,phase,text,clauses,dice\r\n") && log.contains("\"6\""));
    let events = fs::read_to_string(out.join("events.csv")).expect("a table");
    assert_eq!(events.lines().count(), 16);
}

#[test]
fn check_reads_scripts_and_says_what_a_file_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, body: &str| {
        let path = folder.path().join(name);
        fs::write(&path, body).expect("written");
        path
    };
    let good = put("good.ron", "(scenario: \"toy/solo\", answers: [\"roll\", \"roll\"])");
    assert_eq!(run(&["check", text(&good)]).code, 0);
    let bad = put("bad.ron", "(\n  scenario: \"toy/solo\",\n  answers: [\"rool\"],\n)");
    let ran = run(&["check", text(&bad), text(&good), "--json"]);
    assert_eq!(ran.code, 1);
    let json = ran.json();
    let all = json.as_array().expect("an array");
    assert_eq!(all.len(), 1);
    let fields: Vec<&str> = all[0].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(fields, ["column", "field", "help", "line", "message", "path"]);
    assert_eq!((&all[0]["line"], &all[0]["column"]), (&3.into(), &13.into()));
    let plain = run(&["check", text(&bad)]);
    assert!(
        plain.err.contains("bad.ron:3:13") && plain.out.contains("1 problem"),
        "{}{}",
        plain.err,
        plain.out
    );
    let foreign = put("foreign.ron", "(name: \"x\")");
    assert!(run(&["check", text(&foreign)]).err.contains("no chart, table, scenario, script or save"));
    assert_eq!(run(&["check", "/nowhere/at/all.ron"]).code, 1);
    assert_eq!(run(&["check", text(folder.path())]).code, 1);
}

#[test]
fn all_shipped_data_is_sound() {
    let ran = run(&["check", "--json"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "[]"), "{}", ran.err);
}

#[test]
fn odds_are_exact_and_complete() {
    let ran = run(&["odds", "--chart", "toy/race", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    let column = &json[0]["columns"][0];
    assert_eq!(column["rows"][0]["fraction"], "1/6");
    assert_eq!(column["rows"][1]["fraction"], "5/6");
    assert_eq!(column["rows"][1]["percent"], 83.3333);
    assert_eq!(run(&["odds", "toy/solo", "--json"]).json(), json, "a scenario shows the charts of its game");
    assert!(run(&["odds", "toy"]).out.contains("5/6"));
    for words in
        [&["odds"][..], &["odds", "toy/none"], &["odds", "--chart", "toy/rase"], &["odds", "--chart", "toy"]]
    {
        assert_eq!(run(words).code, 2, "{words:?}");
    }
    assert!(run(&["odds", "--chart", "toy/rase"]).err.contains("did you mean `toy/race`?"));
}

#[test]
fn coverage_of_a_game_without_an_index_is_bad_data() {
    assert_eq!(run(&["coverage"]).code, 1);
    assert_eq!(run(&["coverage", "chess"]).code, 2);
}
