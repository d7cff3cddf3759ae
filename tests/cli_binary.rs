//! The program itself, as a shell sees it: exit codes, streams, a closed pipe, the games that are shipped.

use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};

/// The program, with folders of its own.
fn program(user: &std::path::Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bombers-moon"));
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    command.arg("--data-dir").arg(assets).arg("--user-dir").arg(user);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    let user = tempfile::tempdir().expect("a folder");
    program(user.path()).args(words).output().expect("the program starts")
}

#[track_caller]
fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const SCENARIOS: [&str; 18] = [
    "dambusters/s1-mohne",
    "dambusters/s1-s3-one-night",
    "dambusters/s10-campaign",
    "dambusters/s2-eder",
    "dambusters/s3-sorpe",
    "dambusters/s4-lister",
    "dambusters/s5-beginners",
    "dambusters/s5-ennepe",
    "dambusters/s6-first-wave",
    "dambusters/s7-second-wave",
    "dambusters/s8-reserve",
    "dambusters/s9-chastise",
    "duel/campaign",
    "duel/example",
    "duel/one-night",
    "duel/solo",
    "duel/swap",
    "duel/two-nights",
];

#[test]
fn the_shipped_scenarios_are_listed() {
    let listed = json(&run(&["list", "--json"]));
    let mut ids: Vec<&str> =
        listed.as_array().expect("an array").iter().filter_map(|s| s["id"].as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, SCENARIOS);
}

#[test]
fn every_scenario_plays_to_its_end_alike_on_one_thread_and_on_two() {
    for id in SCENARIOS {
        let go = |jobs: &str| {
            let words = ["simulate", id, "--games", "40", "--seed", "3", "--jobs", jobs, "--json", "--check"];
            json(&run(&words))
        };
        let (one, two) = (go("1"), go("2"));
        assert_eq!(one["finished"], 40, "{id}");
        for field in ["digest", "outcomes", "means", "decisions", "rolls"] {
            assert_eq!(one[field], two[field], "{id} {field}");
        }
    }
}

#[test]
fn a_script_without_answers_shows_the_first_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("first.ron");
    std::fs::write(&path, "(scenario: \"dambusters/s5-beginners\", seed: 7)").expect("written");
    let shown = json(&run(&["run", path.to_str().expect("plain"), "--json"]));
    assert!(shown["pending"]["offers"].as_array().is_some_and(|offers| !offers.is_empty()));
    assert!(shown["state"].is_object() && shown["outcome"].is_null());
}

#[test]
fn a_typed_game_ends_politely_and_is_saved() {
    let user = tempfile::tempdir().expect("a folder");
    let mut child = program(user.path())
        .args(["text", "dambusters/s5-beginners", "--seed", "7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    input.write_all("1\n".repeat(12).as_bytes()).expect("typed");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("The game is saved in"), "{text}");
    let save = user.path().join("saves/s5-beginners.moon");
    let replayed = json(&run(&["replay", save.to_str().expect("plain"), "--json"]));
    assert_eq!(replayed["ok"], true);
    assert!(replayed["events"].as_u64() > Some(3));
}

#[test]
fn the_odds_of_a_game_without_dice_say_so() {
    let shown = run(&["odds", "duel/one-night"]);
    assert!(shown.status.success());
    assert!(String::from_utf8_lossy(&shown.stdout).contains("no dice"));
    assert_eq!(json(&run(&["odds", "duel", "--json"])), serde_json::json!([]));
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let user = tempfile::tempdir().expect("a folder");
    let mut child = program(user.path())
        .args(["odds", "dambusters", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().expect("a stream").read_to_string(&mut told).expect("read");
    assert_eq!((child.wait().expect("it ends").code(), told.as_str()), (Some(0), ""));
}

#[test]
fn faults_go_to_the_error_stream_with_their_codes() {
    for (words, code) in [
        (&["simulate", "dambusters/s9"][..], 2),
        (&["odds", "--chart", "dambusters/flak"], 2),
        (&["run", "/nowhere/x.ron"], 1),
        (&["replay", "/nowhere/x.moon"], 1),
        (&["check", "/nowhere/x.ron"], 1),
        (&["--overlay", "/nowhere", "list"], 1),
        (&["coverage", "chess"], 2),
        (&["frobnicate"], 2),
    ] {
        let output = run(words);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {told}");
        assert!(!told.is_empty() && !told.contains("panicked"), "{words:?}: {told}");
    }
}

#[test]
fn an_overlay_replaces_values_and_is_checked() {
    let overlay = tempfile::tempdir().expect("a folder");
    let charts = overlay.path().join("games/dambusters/charts");
    std::fs::create_dir_all(&charts).expect("folders");
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/dambusters/charts/visibility.ron");
    let text = std::fs::read_to_string(ours).expect("a chart");
    let folder = overlay.path().to_str().expect("plain");
    std::fs::write(charts.join("visibility.ron"), &text).expect("written");
    let same = run(&["--overlay", folder, "odds", "--chart", "dambusters/visibility", "--json"]);
    json(&same);
    std::fs::write(charts.join("visibility.ron"), text.replacen("rows", "rosw", 1)).expect("written");
    for words in [&["--overlay", folder, "list"][..], &["check", folder], &["--overlay", folder, "check"]] {
        let output = run(words);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?} {told}");
        assert!(told.contains("visibility.ron") && told.contains("rosw"), "{words:?} {told}");
    }
}

#[test]
fn coverage_counts_clauses() {
    let figures = json(&run(&["coverage", "dambusters", "--json"]));
    let mut fields: Vec<&str> = figures.as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["advisory", "clauses", "done", "game", "open", "tested"]);
    assert!(figures["clauses"].as_u64() > Some(600));
}

#[cfg(feature = "client")]
#[test]
fn without_a_screen_the_window_says_what_is_missing() {
    let output = run(&[]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(!told.is_empty() && !told.contains("panicked"), "{told}");
}

#[test]
fn survivors_are_flown_on_from_a_saved_game() {
    let user = tempfile::tempdir().expect("a folder");
    let text = |scenario: &str, save: &str| {
        let save = format!("{}/tests/fixtures/dambusters/{save}", env!("CARGO_MANIFEST_DIR"));
        program(user.path()).args(["text", scenario, "--linked", &save]).output().expect("it ends")
    };
    let linked = text("dambusters/s2-eder", "s1-mohne/6-stopped.moon");
    let told = String::from_utf8_lossy(&linked.stderr).into_owned();
    assert_eq!(linked.status.code(), Some(0), "{told}");
    let save = user.path().join("saves/s2-eder.moon");
    let header = std::fs::read_to_string(&save).expect("a save");
    assert!(header.contains("\"linked\":\"AJ-"), "{header}");
    let replayed = json(&run(&["replay", save.to_str().expect("plain"), "--json"]));
    assert_eq!(replayed["ok"], true);
    // No mine left, another scenario's game, another scenario to go on to, no save at all.
    for (scenario, file, why) in [
        ("dambusters/s2-eder", "s1-mohne/4-no-upkeep.moon", "no survivor carries Upkeep"),
        ("dambusters/s2-eder", "s5-beginners/7-no-upkeep.moon", "no survivors for"),
        ("dambusters/s3-sorpe", "s1-mohne/6-stopped.moon", "no survivors for"),
        ("dambusters/s2-eder", "list.txt", "list.txt"),
    ] {
        let output = text(scenario, file);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains(why), "{scenario} {file}: {told}");
    }
}
