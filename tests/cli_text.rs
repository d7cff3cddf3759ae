//! `text`: a game in a terminal with typed lines.

mod cli_support;
use cli_support::{run, typed};

const NEW: [&str; 4] = ["text", "toy/solo", "--seed", "5"];

#[test]
fn the_question_shows_offers_reasons_hints_and_clauses() {
    let ran = typed(&NEW, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for word in ["roll, hold or draw [1.a]", "Roll the die", "1 in 6 loses the pot", "the pot is empty [1.d]"]
    {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    assert!(ran.out.contains("The game is saved in"), "an ended input is no fault: {}", ran.out);
}

#[test]
fn a_roll_shows_exact_odds_and_modifiers_before_it() {
    let ran = typed(&NEW, "roll\n");
    for word in ["1/6", "5/6", "17%", "the bonus is hidden", "[4.c]"] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
}

#[test]
fn numbers_ids_and_own_dice_are_answers() {
    let ran = typed(&NEW, "1\nroll 6\nkeep\nlog\n");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("own dice") && ran.out.contains("pot stands at 6"), "{}", ran.out);
    let wrong = typed(&NEW, "1\nroll 7\nroll 1 2\n2\n");
    assert_eq!(wrong.code, 0);
    assert!(wrong.out.contains("1 to 6") && wrong.out.contains("offers 1 to 1"), "{}", wrong.out);
}

#[test]
fn undo_redo_view_why_and_rule_answer_in_words() {
    let ran = typed(
        &["text", "toy/solo", "--seed", "5", "--practice"],
        "roll\nundo\nredo\nundo 9\nundo\nwhy 2\nrule 1\nrule zebra\nrule\nview\nodds\nhelp\nnonsense\n\nquit\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    for word in [
        "An empty pot cannot be held",
        "1.h Lost pot",
        "No clause speaks of `zebra`",
        "players",
        "save NAME",
        "`nonsense` is no offer and no command",
        "nothing to undo",
    ] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
}

#[test]
fn undo_at_the_table_stops_at_the_die() {
    let ran = typed(&NEW, "roll\nroll 6\nundo\n");
    assert!(ran.out.contains("undo stops at the last roll or draw"), "{}", ran.out);
}

#[test]
fn the_end_is_told_and_the_table_stays_open() {
    let win = "roll\nroll 6\nkeep\n".repeat(4);
    let ran = typed(&NEW, &format!("{win}hold:24\nyes\nroll\nlog 3\n"));
    assert_eq!(ran.code, 0);
    assert!(
        ran.out.contains("The game is over: Red wins") && ran.out.contains("Red wins [5.a]"),
        "{}",
        ran.out
    );
}

#[test]
fn every_answer_is_saved_and_can_be_gone_on_with() {
    let user = tempfile::tempdir().expect("a folder");
    let user = user.path().to_str().expect("a plain path");
    let first = typed(&["--user-dir", user, "text", "toy/solo", "--seed", "5"], "roll\nroll 6\n");
    assert_eq!(first.code, 0, "{}", first.err);
    let save = format!("{user}/saves/solo.moon");
    let checked = run(&["--user-dir", user, "replay", &save, "--json"]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(checked.json()["events"], 3);
    let again = typed(&["--user-dir", user, "text", &save], "keep\nsave mine\nload\nload solo\n");
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.contains("keep the die?") && again.out.contains("mine"), "{}", again.out);
    assert_eq!(run(&["--user-dir", user, "replay", &save, "--json"]).json()["events"], 4);
    let copy = format!("{user}/copy.moon");
    let saved = typed(&["--user-dir", user, "text", &save], &format!("save {copy}\nsave {copy}\n"));
    assert!(saved.out.contains("A copy lies in") && saved.out.contains("Not saved"), "{}", saved.out);
    assert_eq!(run(&["replay", &copy]).code, 0);
}

#[test]
fn two_seats_take_over_from_each_other() {
    let ran = typed(&["text", "toy/duel", "--seed", "5"], "roll\nroll 1\nkeep\n");
    assert!(ran.out.contains("Blue takes over") && ran.out.contains("Blue: "), "{}", ran.out);
    let before = ran.out.split("Blue takes over").next().unwrap_or("");
    assert!(!before.contains("Blue holds a bonus"), "{before}");
}

#[test]
fn odd_input_is_no_fault() {
    let long = "x".repeat(200_000);
    for input in [
        "\u{1b}[31m\n",
        "999999999999999999999\n0\n-1\n",
        "roll=\nroll=9,9\n",
        &long,
        "undo x\nlog x\n",
        "why\n",
    ] {
        let ran = typed(&NEW, input);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(!ran.out.contains('\u{1b}'), "what was typed is not sent back raw");
    }
    assert_eq!(run(&["text", "toy/none"]).code, 2);
    assert_eq!(run(&["text", "/nowhere/at/all.moon"]).code, 1);
}
