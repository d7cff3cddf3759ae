//! `run`: scripts, forced luck, answers that are not accepted.

mod cli_support;
use std::io::Write as _;

use cli_support::{Ran, run};

fn script(text: &str, json: bool) -> Ran {
    let mut file = tempfile::Builder::new().suffix(".ron").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    let path = file.path().to_str().expect("a plain path");
    if json { run(&["run", path, "--json"]) } else { run(&["run", path]) }
}

#[test]
fn a_script_prints_pending_state_log_and_digest() {
    let ran = script(
        r#"(scenario: "toy/solo", seed: 7, luck: [Draw("bonus", "B3"), Die(6)], strict: true, answers: ["roll", "roll"])"#,
        true,
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    let mut fields: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["digest", "log", "outcome", "pending", "state"]);
    assert!(json["outcome"].is_null());
    assert_eq!(json["pending"]["seat"], "Red");
    let offers = json["pending"]["offers"].as_array().expect("offers");
    for offer in offers {
        assert_eq!(offer["enabled"].as_bool(), Some(offer["why_not"].is_null()));
        assert!(offer["id"].is_string() && offer["label"].is_string());
    }
    let rolled = json["log"].as_array().and_then(|l| l.iter().find(|l| l["dice"] == serde_json::json!([6])));
    let rolled = rolled.expect("the roll is logged");
    assert_eq!(rolled["event"], 2);
    assert!(rolled["clauses"].as_array().is_some_and(|c| !c.is_empty()));
    assert_eq!(json["digest"].as_str().map(str::len), Some(16));
    assert_eq!(json["state"]["players"][0]["bonus"], 3);
}

#[test]
fn the_same_script_gives_the_same_digest_and_text_is_readable() {
    let text = r#"(scenario: "toy/solo", seed: 3, answers: ["roll"])"#;
    let (a, b) = (script(text, true).json(), script(text, true).json());
    assert_eq!(a, b);
    let plain = script(text, false);
    assert_eq!(plain.code, 0);
    assert!(plain.out.contains("digest") && plain.out.contains("roll"), "{}", plain.out);
}

#[test]
fn an_answer_that_is_not_offered_is_located_with_the_nearest() {
    let ran = script("(\n  scenario: \"toy/solo\",\n  answers: [\n    \"rol\",\n  ],\n)", false);
    assert_eq!(ran.code, 1);
    assert!(ran.out.is_empty());
    assert!(ran.err.contains(":4:5") && ran.err.contains("did you mean `roll`?"), "{}", ran.err);
    assert!(ran.err.contains("hold"), "the offers are listed: {}", ran.err);
}

#[test]
fn a_barred_answer_says_why() {
    let ran = script(r#"(scenario: "toy/solo", answers: ["hold:0"])"#, false);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("1.d"), "{}", ran.err);
}

#[test]
fn strict_luck_names_what_was_asked_for() {
    let wrong = script(
        "(scenario: \"toy/solo\", strict: true, luck: [Draw(\"bonus\", \"B3\"),\n Draw(\"speed\", \"S6\")], answers: [\"roll\", \"roll\"])",
        false,
    );
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("Die for") && wrong.err.contains(":2:2"), "{}", wrong.err);
    let short = script(
        r#"(scenario: "toy/solo", strict: true, luck: [Draw("bonus", "B3")], answers: ["roll", "roll"])"#,
        false,
    );
    assert_eq!(short.code, 1);
    assert!(short.err.contains("the queue is empty"), "{}", short.err);
    let lenient = script(
        r#"(scenario: "toy/solo", strict: false, luck: [Draw("bonus", "B3")], answers: ["roll", "roll"])"#,
        false,
    );
    assert_eq!(lenient.code, 0, "{}", lenient.err);
}

#[test]
fn damaged_scripts_are_located() {
    for (text, word) in [
        ("(scenario: \"toy/solo\", answer: [])", "answer"),
        ("(scenario: \"toy/sloo\")", "toy/solo"),
        ("(scenario: \"toy/solo\", luck: [Die(7)])", "1 to 6"),
        ("(scenario: \"toy/solo\", options: {\"gaol\": \"20\"})", "goal"),
        ("(scenario: \"toy/solo\"", "("),
        ("(format: 9, scenario: \"toy/solo\")", "newer"),
        ("", ""),
    ] {
        let ran = script(text, true);
        assert_eq!(ran.code, 1, "{text}");
        assert!(ran.out.is_empty());
        assert!(ran.err.contains(word) && ran.err.contains(".ron"), "{text}: {}", ran.err);
    }
    assert_eq!(run(&["run", "/nowhere/x.ron"]).code, 1);
}

#[test]
fn answers_after_the_end_are_refused() {
    let answers = "\"roll\", \"roll\", \"keep\", ".repeat(4);
    let text = |after: &str| {
        format!(
            "(scenario: \"toy/solo\", strict: false, luck: [Draw(\"bonus\", \"B3\"), Die(6), Die(6), Die(6), Die(6)], \
             answers: [{answers}\"hold:24\", \"yes\"{after}])"
        )
    };
    let won = script(&text(""), true);
    assert_eq!(won.code, 0, "{}", won.err);
    let json = won.json();
    assert_eq!(json["outcome"], "Red wins");
    assert!(json["pending"].is_null());
    let beyond = script(&text(", \"roll\""), false);
    assert_eq!(beyond.code, 1);
    assert!(beyond.err.contains("answers[14]") && beyond.err.contains("over"), "{}", beyond.err);
}
