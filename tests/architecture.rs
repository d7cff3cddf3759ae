//! The modules depend in one direction, and nothing in the rules depends on the machine it runs on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    let mut open = vec![root.join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                found.insert(path.strip_prefix(root).expect("below the root").to_owned(), text);
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The lines outside comments that hold one of `words`, except in the files of `but`.
fn uses(folder: &str, words: &[&str], but: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(folder) {
        let name = path.display().to_string();
        if but.iter().any(|b| name.ends_with(b) || name.contains(&format!("{b}/"))) {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if let Some(word) = words.iter().find(|word| code.contains(**word)) {
                found.push(format!("{name}:{}: {word}", n + 1));
            }
        }
    }
    found
}

#[track_caller]
fn none(found: &[String]) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_kernel_knows_no_game_and_no_client() {
    none(&uses(
        "src/kernel",
        &["crate::games", "crate::client", "crate::cli", "bevy_egui", "bevy::window"],
        &[],
    ));
}

#[test]
fn games_know_no_pixel_clock_or_file() {
    let banned = [
        "crate::client",
        "crate::cli",
        "bevy_egui",
        "bevy::window",
        "bevy::sprite",
        "bevy::camera",
        "std::fs",
        "std::time",
        "std::env",
        "std::process",
        "std::net",
        "Instant::now",
        "SystemTime",
    ];
    none(&uses("src/games", &banned, &["/tests.rs", "/tests"]));
}

#[test]
fn one_game_never_names_another() {
    let games: BTreeSet<String> = games();
    for game in &games {
        for other in games.iter().filter(|o| *o != game) {
            none(&uses(&format!("src/games/{game}"), &[&format!("games::{other}")], &[]));
        }
    }
}

fn games() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let entries = fs::read_dir(folder).expect("the games");
    let folders = entries.filter_map(Result::ok).filter(|e| e.path().is_dir());
    folders.map(|e| e.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn luck_and_time_have_one_source() {
    // The store tells when a save was written; the test kit writes journals of failed games to the disk.
    let banned = ["rand::rng", "thread_rng", "rand::random", "SystemTime", "Instant::now", "std::env"];
    none(&uses("src/kernel", &banned, &["kernel/store", "kernel/testkit"]));
    none(&uses("src/games", &banned, &[]));
}

#[test]
fn rules_keep_no_hidden_state_and_no_random_order() {
    none(&uses("src/games", &["HashMap", "HashSet", "Local<", "thread_local", "OnceLock", "LazyLock"], &[]));
    none(&uses(
        "src/kernel",
        &["HashMap", "HashSet", "Local<", "thread_local"],
        &["kernel/data", "kernel/testkit"],
    ));
}

#[test]
fn only_the_client_draws() {
    let banned = ["bevy_egui", "egui::", "crate::client"];
    none(&uses("src/cli", &banned[..2], &[]));
    none(&uses("src/kernel", &banned, &[]));
}

#[test]
fn every_game_has_the_same_files() {
    let wanted = [
        "mod",
        "components",
        "phases",
        "decisions",
        "scenario",
        "victory",
        "view",
        "bot",
        "rules",
        "systems",
    ];
    for game in games() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(&game);
        for name in wanted {
            let there = folder.join(format!("{name}.rs")).is_file() || folder.join(name).is_dir();
            assert!(there, "{game} has no `{name}`");
        }
    }
}

#[test]
fn nothing_is_unsafe_and_nothing_is_left_to_do() {
    let marks = ["todo!", "unimplemented!", "unsafe ", concat!("FIX", "ME"), "#[ignore"];
    none(&uses("src", &marks, &[]));
    for folder in ["src", "tests"] {
        for (path, text) in sources(folder) {
            for (n, line) in text.lines().enumerate() {
                let marked = [concat!("TO", "DO"), concat!("FIX", "ME")].iter().any(|m| line.contains(m));
                assert!(!marked, "{}:{}", path.display(), n + 1);
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_readable() {
    for (path, text) in sources("src") {
        assert!(text.starts_with("//!"), "{} does not begin with what it is", path.display());
        let lines = text.split("#[cfg(test)]").next().unwrap_or("").lines().count();
        assert!(lines <= 640, "{} has {lines} lines", path.display());
    }
}
