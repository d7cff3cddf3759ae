//! Overlays on a small chart: what is merged, where faults are placed, what the whole is worth.

use serde::Deserialize;

use super::super::{Checker, Limits, Problems, Source, source_from_bytes};

#[derive(Debug, PartialEq, Deserialize)]
struct Chart {
    id: String,
    #[serde(default)]
    note: Option<String>,
    provenance: From,
    dice: (u8, u8),
    rows: Vec<Row>,
    columns: Vec<Column>,
    free: Vec<u8>,
    size: Option<Size>,
}

#[derive(Debug, PartialEq, Deserialize)]
enum From {
    Public(String),
    Owner(String),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Row {
    id: String,
    label: String,
    #[serde(default)]
    worth: i32,
    #[serde(default)]
    worth_from: Option<From>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Column {
    number: u8,
    bands: Vec<Band>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Band {
    on: u8,
    row: String,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Size {
    volume: u32,
    provenance: From,
}

const BASE: &str = r#"(
    id: "flak",
    provenance: Public("us"),
    dice: (1, 6),
    rows: [
        (id: "hit", label: "Hit", worth: 2, worth_from: Some(Public("us"))),
        (id: "miss", label: "Miss"),
    ],
    columns: [
        (number: 1, bands: [(on: 1, row: "hit"), (on: 2, row: "miss")]),
        (number: 2, bands: [(on: 1, row: "hit")]),
    ],
    free: [1, 2, 3],
    size: Some((volume: 5, provenance: Public("us"))),
)"#;

fn source(path: &str, text: &str) -> Source {
    match source_from_bytes(path, text.as_bytes(), &Limits::default()) {
        Ok(source) => source,
        Err(problems) => panic!("{problems}"),
    }
}

fn laid(overlays: &[&str]) -> Source {
    let over = |(i, text): (usize, &&str)| (format!("o{i}"), source(&format!("o{i}.ron"), text));
    source("base.ron", BASE).with_overlays(overlays.iter().enumerate().map(over).collect())
}

fn chart(source: &Source) -> Chart {
    match source.parse() {
        Ok(chart) => chart,
        Err(problems) => panic!("{problems}"),
    }
}

/// Path, line, column, field, message and help of every problem.
fn told(problems: &Problems) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

fn refused(overlays: &[&str]) -> Vec<String> {
    match laid(overlays).parse::<Chart>() {
        Ok(chart) => panic!("accepted: {chart:?}"),
        Err(problems) => told(&problems),
    }
}

#[test]
fn an_overlay_of_nothing_changes_nothing() {
    let plain = chart(&source("base.ron", BASE));
    assert_eq!(chart(&laid(&["()"])), plain);
    assert_eq!(chart(&laid(&["(id: \"flak\")", "(rows: [], columns: [(number: 2)])"])), plain);
    assert!(!laid(&[]).is_overlaid());
}

#[test]
fn fields_elements_and_whole_lists_are_laid_over() {
    let source = laid(&[
        r#"(rows: [(id: "miss", label: "Nothing")], columns: [(number: 2, bands: [(on: 6, row: "miss")])], free: [9])"#,
    ]);
    let (c, plain) = (chart(&source), chart(&laid(&[])));
    assert_eq!((c.rows[1].label.as_str(), &c.rows[0]), ("Nothing", &plain.rows[0]));
    assert_eq!(c.columns[0], plain.columns[0]);
    assert_eq!(c.columns[1].bands, [Band { on: 6, row: "miss".into() }]);
    assert_eq!((c.free, c.dice, c.size), (vec![9], plain.dice, plain.size));
    assert_eq!(source.owner("columns[1].bands[0].on"), Some("o0"));
    assert_eq!(source.owner("columns[1]"), Some("o0"), "its number was typed too");
    assert_eq!((source.owner("columns[0]"), source.owner("rows"), source.owner("none")), (None, None, None));
}

#[test]
fn new_elements_go_to_the_end_and_replace_starts_afresh() {
    let source = laid(&[r#"(rows: [(id: "near", label: "Near"), (id: "hit", worth: 3)])"#]);
    let ids: Vec<_> = chart(&source).rows.into_iter().map(|r| (r.id, r.worth)).collect();
    assert_eq!(ids, [("hit".into(), 3), ("miss".into(), 0), ("near".to_owned(), 0)]);
    assert!(source.is_new("rows[2]") && !source.is_new("rows[1]"));
    let c = chart(&laid(&[r#"(rows: Replace([(id: "all", label: "All")]))"#]));
    assert_eq!(c.rows.len(), 1);
}

#[test]
fn the_last_overlay_is_on_top() {
    let (one, two) = ("(dice: (2, 6), free: [1])", "(dice: (3, 6))");
    let c = chart(&laid(&[one, two]));
    assert_eq!((c.dice, c.free), ((3, 6), vec![1]));
    assert_eq!(chart(&laid(&[two, one])).dice, (2, 6));
    let stacked = laid(&[r#"(rows: [(id: "near", label: "Near")])"#, r#"(rows: [(id: "near", worth: 7)])"#]);
    assert_eq!(chart(&stacked).rows[2].worth, 7);
}

#[test]
fn values_without_a_source_are_the_owners() {
    let c = chart(&laid(&[r#"(size: (volume: 6), rows: [(id: "hit", worth: 1)])"#]));
    assert_eq!(c.size.map(|s| s.provenance), Some(From::Owner("o0".into())));
    assert_eq!(c.rows[0].worth_from, Some(From::Owner("o0".into())));
    assert_eq!(c.provenance, From::Public("us".into()), "the rest of the file is not theirs");
    let c = chart(&laid(&[r#"(size: Some((volume: 6, provenance: Public("them"))))"#]));
    assert_eq!(c.size.map(|s| s.provenance), Some(From::Public("them".into())));
}

#[test]
fn faults_lie_in_the_overlay_with_the_nearest_name() {
    assert_eq!(
        refused(&["(\n  columns: [(number: 2, bands: [(on: 1, rwo: \"hit\")])],\n  dise: 1,\n)"]),
        [
            "o0.ron:2:41: columns[0].bands[0].rwo: unknown field `rwo` (did you mean `row`?)",
            "o0.ron:3:3: dise: unknown field `dise` (did you mean `dice`?)",
        ]
    );
    assert_eq!(
        refused(&["()", "(rows: [(id: \"mis\", worth: 2)])"]),
        [
            "o1.ron:1:14: rows[0].id: `rows` has no `mis` to change (did you mean `miss`?; a new one needs `label` too)"
        ]
    );
    assert_eq!(
        refused(&["(columns: [(number: \"2\")], id: \"flack\")"]),
        [
            "o0.ron:1:21: columns[0].number: expected a whole number, found the text \"2\" (write 2 without quotes)",
            "o0.ron:1:21: columns[0].number: `columns` has no `2` to change (did you mean `2`?; a new one needs `bands` too)",
            "o0.ron:1:32: id: this file lies over `flak`, not `flack` (leave out the `id`, or rename the file)",
        ]
    );
    let found = refused(&["(rows: [(idd: \"hit\"), (id: \"hit\"), (id: \"hit\"), 5])"]);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("o0.ron:1:9: rows[0]: expected a struct with `id`"), "{found:#?}");
    assert!(found[0].ends_with("(did you mean `id` by `idd`?)"), "{found:#?}");
    assert_eq!(found[1], "o0.ron:1:41: rows[2].id: `hit` is given twice");
    assert!(found[2].starts_with("o0.ron:1:49: rows[3]: expected a struct with `id`"), "{found:#?}");
}

#[test]
fn checks_complain_in_the_overlay_and_name_both_files() {
    let source = laid(&["(\n columns: [(number: 2, bands: [])],\n dice: (2, 6),\n)", "(free: [])"]);
    let mut check = Checker::new(&source);
    check.at("columns[1].bands").error("total 2 is not covered");
    check.at("columns[0].bands[1].on").error("total 3 is not covered");
    check.unknown_name("columns[1].number", "column", "12", ["13"].into_iter());
    let problems = check.finish(()).err().unwrap_or_default();
    assert_eq!(
        told(&problems),
        [
            "o0.ron:2:11: columns[0].bands[1].on: total 3 is not covered (laid over base.ron:10:55, with o1.ron)",
            "o0.ron:2:21: columns[0].number: unknown column `12` (did you mean `13`?; laid over base.ron:11:9, with o1.ron)",
            "o0.ron:2:31: columns[0].bands: total 2 is not covered (laid over base.ron:11:9, with o1.ron)",
        ]
    );
}

#[test]
fn a_fault_of_the_base_stays_there() {
    let over = vec![("o".to_owned(), source("o.ron", "(note: Some(\"x\"))"))];
    let broken =
        source("base.ron", &BASE.replace("free: [1, 2, 3]", "free: [1, 2, \"3\"]")).with_overlays(over);
    let found = broken.parse::<Chart>().err().unwrap_or_default();
    assert_eq!(
        told(&found),
        ["base.ron:13:18: free[2]: expected a whole number, found the text \"3\" (write 3 without quotes)"]
    );
}
