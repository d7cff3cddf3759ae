//! The shipped data, and what is refused.

use super::*;
use crate::games::duel::rules::course::{Leg, Means, Routes, count};
use crate::kernel::chart::Provenance;
use crate::kernel::data::source_from_bytes;
use crate::kernel::game::Options;

mod faults;
mod geometry;
mod guide;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

fn content() -> Content {
    match Content::load(&DataRoot::new(ASSETS)) {
        Ok(content) => content,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

/// The text of a shipped file of the game.
fn text(name: &str) -> String {
    let path = format!("{ASSETS}/{FOLDER}/{name}");
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn source(name: &str, text: &str) -> Source {
    source_from_bytes(name, text.as_bytes(), &limits()).unwrap_or_else(|p| panic!("{}", p.render(false)))
}

fn names(folder: &str) -> Vec<String> {
    let names = DataRoot::new(ASSETS).list_ron(&format!("{FOLDER}/{folder}")).unwrap_or_default();
    names.iter().filter_map(|n| n.strip_prefix(&format!("{FOLDER}/"))).map(str::to_owned).collect()
}

#[test]
fn the_shipped_data_is_sound() {
    let content = content();
    assert_eq!(content.ledger.clauses.len(), 328);
    let ids: Vec<_> = content.scenarios.iter().map(|s| s.file.id.as_str()).collect();
    assert_eq!(
        ids,
        ["duel/one-night", "duel/two-nights", "duel/swap", "duel/campaign", "duel/solo", "duel/example"]
    );
    assert_eq!(content.routes.len(), 11);
}

#[test]
fn every_shipped_file_is_told_by_its_fields() {
    let content = content();
    let mut told = Vec::new();
    for name in names("tables").into_iter().chain(names("scenarios")).chain(["rules.ron".to_owned()]) {
        let source = source(&name, &text(&name));
        match content.check_file(&source) {
            Ok(kind) => told.push((name, kind)),
            Err(problems) => panic!("{name}: {}", problems.render(false)),
        }
    }
    for (name, kind) in &told {
        let wanted = match name.split_once('/') {
            Some(("tables", file)) => name_of_table(file).map(FileKind::Table),
            Some(_) => Some(FileKind::Scenario),
            None => Some(FileKind::Ledger),
        };
        assert_eq!(Some(*kind), wanted, "{name}");
    }
    assert_eq!(told.len(), 6 + 6 + 1);
}

fn name_of_table(file: &str) -> Option<&'static str> {
    let name = file.strip_suffix(".ron")?;
    ["board", "weather", "decks", "fuel", "resources", "points"].into_iter().find(|t| *t == name)
}

#[test]
fn options_change_the_set_up() {
    let content = content();
    let setup = |id: &str, options: &[(&str, &str)]| {
        let options: Options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        content.scenario(id).map(|s| s.setup(&content.tables, &options))
    };
    let Some(Ok(plain)) = setup("duel/one-night", &[]) else { panic!("no set-up") };
    assert_eq!((plain.nights, plain.dials), (1, (10, 12)));
    assert!(Advanced::ALL.iter().all(|a| !plain.has(*a)) && !plain.basic_only);
    let all: Vec<_> = Advanced::ALL.iter().map(|a| (a.option(), "on")).collect();
    let Some(Ok(advanced)) = setup("duel/two-nights", &all) else { panic!("no set-up") };
    assert!(Advanced::ALL.iter().all(|a| advanced.has(*a)), "each rule is a switch of its own");
    let one: &[_] = &[
        ("medals", "on"),
        ("resources", "basic"),
        ("flak-low", "flak"),
        ("radar", "each"),
        ("dials", "9/12"),
        ("nights", "6"),
    ];
    let Some(Ok(other)) = setup("duel/campaign", one) else { panic!("no set-up") };
    assert!(other.has(Advanced::Medals) && !other.has(Advanced::SpecialFuel));
    assert!(other.basic_only && other.low_per_flak && other.radar_adds_up);
    assert_eq!((other.nights, other.dials), (6, (9, 12)));
    let Some(Ok(solo)) = setup("duel/solo", &[("squadrons-first", "yes")]) else { panic!("no set-up") };
    assert!(solo.squadrons_first && solo.form == Form::Solo);
    for (id, option, value) in
        [("duel/one-night", "nights", "2"), ("duel/solo", "medals", "on"), ("duel/campaign", "nights", "9")]
    {
        assert!(matches!(setup(id, &[(option, value)]), Some(Err(_))), "{id} {option}={value}");
    }
}

#[test]
fn every_open_clause_names_what_was_read_or_rebuilt() {
    for clause in &content().ledger.clauses {
        assert!(!clause.note.contains("  "), "{}", clause.id);
        let table = ["", "board", "weather", "decks", "fuel", "resources", "points"];
        assert!(table.contains(&clause.chart.as_str()), "{}: {}", clause.id, clause.chart);
    }
}

#[test]
fn every_value_says_where_it_comes_from() {
    let tables = content().tables;
    let board = &tables.board.file;
    let airports = board.british.iter().chain(&board.german).map(|a| &a.provenance);
    let cities = board.cities.iter().flat_map(|c| [&c.value_from, &c.provenance]);
    for from in airports.chain(cities).chain(tables.weather.iter().map(|w| &w.provenance)) {
        let (Provenance::Rulebook(text)
        | Provenance::Public(text)
        | Provenance::Reconstructed(text)
        | Provenance::Owner(text)) = from;
        assert!(text.len() > 10, "{text}");
        assert!(!matches!(from, Provenance::Owner(_)));
    }
}
