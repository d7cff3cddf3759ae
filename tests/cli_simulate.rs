//! `list`, `simulate` and the exit codes of usage.

mod cli_support;
use cli_support::run;

#[test]
fn list_prints_the_fixed_fields() {
    let ran = run(&["list", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let all = ran.json();
    let first = all.as_array().and_then(|a| a.first()).and_then(|v| v.as_object()).expect("an array");
    let fields: Vec<&str> = first.keys().map(String::as_str).collect();
    let mut wanted = ["id", "game", "title", "part", "seats", "solo", "minutes"];
    wanted.sort_unstable();
    assert_eq!(fields, wanted);
    assert_eq!(all[1]["seats"], serde_json::json!(["Red", "Blue"]));
    assert!(run(&["list"]).out.contains("toy/duel"));
}

#[test]
fn simulate_gives_the_same_for_any_number_of_jobs() {
    let go = |jobs: &str, policy: &str| {
        let words = [
            "simulate", "toy/duel", "--games", "101", "--seed", "9", "--policy", policy, "--jobs", jobs,
            "--json",
        ];
        let ran = run(&words);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let mut json = ran.json();
        for timing in ["elapsed_s", "decisions_per_s", "games_per_s"] {
            assert!(json.as_object_mut().and_then(|o| o.remove(timing)).is_some(), "{timing}");
        }
        json
    };
    let one = go("1", "random");
    assert_eq!(one["finished"], 101);
    assert_eq!(one["games"], 101);
    let shares: u64 =
        one["outcomes"].as_object().expect("outcomes").values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(shares, 101);
    let score = &one["means"]["score"];
    assert!(score["min"].as_i64() <= score["max"].as_i64() && score["sd"].is_f64());
    assert_eq!(one, go("2", "random"));
    assert_eq!(one, go("7", "random"));
    assert_ne!(one["digest"], go("1", "bot")["digest"]);
    assert_eq!(go("3", "Red=bot,Blue=random"), go("1", "Red=bot,Blue=random"));
}

#[test]
fn simulate_prints_a_table() {
    let ran = run(&["simulate", "toy/solo", "--games", "50", "--check"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for word in ["Outcome", "Share", "%", "Measure", "SD", "digest"] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
}

#[test]
fn a_world_used_again_plays_like_a_fresh_one() {
    use bombers_moon::cli::playout::{Arena, Player};
    use bombers_moon::kernel::{game::Options, testkit::toy};
    let game = toy::Toy::shared();
    let players = [Player::Random, Player::Bot];
    let mut used = Arena::new(&*game, true);
    for seed in 0..40 {
        let again = used.play("toy/duel", &Options::new(), &players, seed);
        let fresh = Arena::new(&*game, true).play("toy/duel", &Options::new(), &players, seed);
        assert!(again.is_ok());
        assert_eq!(again, fresh);
    }
}

#[test]
fn usage_faults_exit_with_2_and_say_so_on_the_error_stream() {
    for words in [
        &["simulate", "toy/dual"][..],
        &["simulate", "toy/duel", "--policy", "clever"],
        &["simulate", "toy/duel", "--policy", "Green=bot"],
        &["simulate", "toy/duel", "--jobs", "0"],
        &["simulate", "toy/duel", "--games", "many"],
        &["simulate", "toy/duel", "--option", "goal=7"],
        &["nonsense"],
        &["--scenario", "toy/duel", "list"],
        &["--size", "10x10", "--screenshot", "x.png"],
    ] {
        let ran = run(words);
        assert_eq!(ran.code, 2, "{words:?}: {} {}", ran.out, ran.err);
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{words:?}");
    }
    assert!(run(&["simulate", "toy/dual"]).err.contains("did you mean `toy/duel`?"));
}

#[test]
fn help_and_version_are_no_faults() {
    for word in ["--help", "--version"] {
        let ran = run(&[word]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("bombers-moon"));
    }
}

#[test]
fn missing_folders_are_bad_data() {
    let ran = run(&["--data-dir", "/nowhere/at/all", "list"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("/nowhere/at/all"));
    assert_eq!(run(&["--overlay", "/nowhere/at/all", "list"]).code, 1);
}

#[test]
fn a_rule_that_breaks_is_reported_with_game_and_seed() {
    let ran = run(&["simulate", "toy/solo", "--games", "70", "--option", "defect=silent"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("game 0") && ran.err.contains("seed"), "{}", ran.err);
}

#[cfg(not(feature = "client"))]
#[test]
fn without_a_window_the_program_says_so() {
    let ran = run(&[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("no window"));
}
