//! The index of clauses is up to date, names only clauses that there are, and every enforced clause has code and a test.

use std::fs;
use std::path::Path;

use bombers_moon::cli::coverage::{Generated, Index, figures, generate, ledgers};
use bombers_moon::kernel::data::{Limits, read_source};
use bombers_moon::kernel::rules::{ClauseKind, Ledger, Status};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn all() -> Vec<(Ledger, Generated)> {
    let ledgers = ledgers(root()).expect("the ledgers are sound");
    assert!(!ledgers.is_empty());
    ledgers
        .into_iter()
        .map(|ledger| {
            let made = generate(root(), &ledger).expect("the sources can be read");
            (ledger, made)
        })
        .collect()
}

#[test]
fn the_index_and_the_pages_are_up_to_date() {
    for (ledger, made) in all() {
        for (path, text) in [
            (format!("assets/games/{}/coverage.ron", ledger.game), made.index),
            (format!("docs/coverage/{}.md", ledger.game), made.page),
        ] {
            let found = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(
                found == text,
                "{path} is out of date: run `cargo run --no-default-features -- coverage --write`"
            );
        }
    }
}

#[test]
fn tags_name_clauses_that_there_are_and_enforced_clauses_have_code_and_test() {
    for (ledger, made) in all() {
        assert!(made.faults.is_empty(), "{}:\n{}", ledger.game, made.faults.join("\n"));
    }
}

#[test]
fn figures_add_up() {
    for (ledger, _) in all() {
        let path = root().join(format!("assets/games/{}/coverage.ron", ledger.game));
        let index: Index = read_source(&path, &Limits::default()).expect("sound").parse().expect("an index");
        let f = figures(&ledger, &index);
        assert_eq!(f.clauses, f.done + f.advisory + f.open.len(), "{}: every clause counts once", f.game);
        assert!(f.tested <= f.clauses);
    }
}

#[test]
fn advice_that_code_follows_counts_as_advice_alone() {
    let mut ledger = ledgers(root()).expect("sound").remove(0);
    let before = figures(&ledger, &Index::default());
    let advice = ledger.clauses.iter_mut().find(|c| c.kind == ClauseKind::Advisory).expect("advice");
    advice.status = Status::Done;
    let id = advice.id.clone();
    assert_eq!(figures(&ledger, &Index::default()), before);
    let made = generate(root(), &ledger).expect("the sources can be read");
    let row = made.page.lines().find(|l| l.starts_with(&format!("| {id} |"))).expect("its row");
    assert!(row.contains("| advisory, followed |"), "{row}");
}

#[test]
fn an_enforced_clause_without_code_or_test_is_a_fault() {
    let mut ledger = ledgers(root()).expect("sound").remove(0);
    let mut invented = ledger.clauses[0].clone();
    invented.id = "99.9.z".to_owned();
    invented.status = Status::Done;
    ledger.clauses.push(invented);
    let made = generate(root(), &ledger).expect("the sources can be read");
    let of_it: Vec<_> = made.faults.iter().filter(|f| f.contains("99.9.z")).collect();
    assert_eq!(of_it.len(), 2, "{:?}", made.faults);
}
