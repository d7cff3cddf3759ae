//! Damaged and hostile data files: each must be refused with a located message, none may panic.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use bombers_moon::games::{dambusters, duel};
use bombers_moon::kernel::content::limits;
use bombers_moon::kernel::data::{
    Checker, DataRoot, Limits, Problems, Source, nearest, read_source, source_from_bytes,
};
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::testkit::playout::{Checks, Policy, playout};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Chart {
    format: u32,
    id: String,
    #[serde(default)]
    note: Option<String>,
    provenance: Provenance,
    columns: Vec<Column>,
    rows: BTreeMap<String, Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Provenance {
    Rulebook,
    Public(String),
    Reconstructed { method: String, trust: u8 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Column {
    title: String,
    bands: Vec<Band>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Band {
    from: i8,
    to: i8,
    row: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Row {
    title: String,
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default)]
    steps: (i32, i32),
    #[serde(default)]
    final_row: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Scenario {
    format: u32,
    id: Id,
    title: String,
    seats: Vec<Seat>,
    aircraft: Vec<Aircraft>,
    weight: f32,
    #[serde(default)]
    limit: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Id(String);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Seat {
    Squadron,
    Reich,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Aircraft {
    code: String,
    crew: Crew,
    at: (u8, u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Crew {
    Green,
    Seasoned,
    Veteran,
}

const CHART: &str = r#"// Flak, as a sample.
#![enable(implicit_some)]
(
    format: 1,
    id: "flak", /* the chart's name */
    note: "at night",
    provenance: Reconstructed(method: "fit \u{2212} by hand", trust: 2),
    columns: [
        (title: "Low", bands: [
            (from: 2, to: 6, row: "hit"),
            (from: 7, to: 12, row: "miss"),
        ]),
        (title: r"High", bands: [(from: -1, to: 12, row: "miss")]),
    ],
    rows: {
        "hit": (title: "Hit", clauses: ["4.2.4.a"], steps: (1, -1), final_row: true),
        "miss": (title: "Miss"),
    },
)
"#;

const SCENARIO: &str = r#"(
    format: 1,
    id: ("s1-mohne"),
    title: "Möhne",
    seats: [Squadron, Reich],
    aircraft: [
        (code: "AJ-G", crew: Veteran, at: (1, 2)),
        (code: "AJ-M", crew: Green, at: (3, 4)),
        (code: "AJ-P", crew: Seasoned, at: (5, 6)),
    ],
    weight: 1.5,
    limit: Some(8),
)
"#;

fn load<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, Problems> {
    source_from_bytes("sample.ron", bytes, &Limits::default())?.parse()
}

fn chart(text: &str) -> Result<Chart, Problems> {
    load(text.as_bytes())
}

fn scenario(text: &str) -> Result<Scenario, Problems> {
    load(text.as_bytes())
}

/// Every problem has a place and words, the report and the JSON can be written.
fn well_told(name: &str, problems: &Problems) {
    assert!(!problems.is_empty(), "{name}: refused without a word");
    for p in problems {
        assert!(p.line >= 1 && p.column >= 1, "{name}: {p}");
        assert!(!p.message.trim().is_empty(), "{name}");
    }
    let report = problems.to_string();
    assert!(!report.contains('\u{1b}'), "{name}: {report}");
    assert!(!report.contains("Failed to read"), "{name}: {report}");
    let json = problems.to_json();
    assert_eq!(json.as_array().map(Vec::len), Some(problems.len()), "{name}");
}

fn only(problems: &Problems) -> (usize, usize, &str, &str, Option<&str>) {
    assert_eq!(problems.len(), 1, "{problems}");
    let p = problems.iter().next().expect("one problem");
    (p.line, p.column, &p.field, &p.message, p.help.as_deref())
}

fn fields(problems: &Problems) -> Vec<&str> {
    problems.iter().map(|p| p.field.as_str()).collect()
}

#[test]
fn the_samples_are_sound_and_read_as_ron_reads_them() {
    let ours = chart(CHART).expect("the sample chart");
    assert_eq!(ours, ron::from_str::<Chart>(CHART).expect("ron agrees"));
    let ours = scenario(SCENARIO).expect("the sample scenario");
    assert_eq!(ours, ron::from_str::<Scenario>(SCENARIO).expect("ron agrees"));
}

#[test]
fn what_ron_writes_is_read_back() {
    let value = chart(CHART).expect("the sample chart");
    for config in [
        ron::ser::PrettyConfig::new(),
        ron::ser::PrettyConfig::new().struct_names(true),
        ron::ser::PrettyConfig::new().extensions(ron::extensions::Extensions::IMPLICIT_SOME),
    ] {
        let text = ron::ser::to_string_pretty(&value, config).expect("written");
        assert_eq!(chart(&text).expect("read"), value, "{text}");
    }
    let value = scenario(SCENARIO).expect("the sample scenario");
    assert_eq!(scenario(&ron::to_string(&value).expect("written")).expect("read"), value);
}

/// A piece of a sample and what stands in its place.
type Swap = (&'static str, &'static str);

const CHART_SWAPS: &[Swap] = &[
    ("format: 1", "format: 2"),
    ("format: 1", "format: 4000000000"),
    ("format: 1", "format: -1"),
    ("format: 1", "format: 1.0"),
    ("format: 1", "format: \"1\""),
    ("format: 1", "format: 99999999999999999999999999999999999999999999"),
    ("format: 1", "format: 0x"),
    ("format: 1", "format: 1z"),
    ("format: 1", "format: 1, format: 1"),
    ("format: 1", "fromat: 1"),
    ("format: 1", "format 1"),
    ("format: 1", "format = 1"),
    ("format: 1", "format:"),
    ("format: 1", "1"),
    ("format: 1", ""),
    ("format: 1", "format: inf"),
    ("format: 1", "format: NaN"),
    ("format: 1", "format: -NaN"),
    ("format: 1", "format: {}"),
    ("format: 1", "format: Some(1)"),
    ("\"flak\"", "flak"),
    ("\"flak\"", "'f'"),
    ("\"flak\"", "'flak'"),
    ("\"flak\"", "\"flak"),
    ("\"flak\"", "7"),
    ("\"flak\"", "b\"flak\""),
    ("\"flak\"", "[\"flak\"]"),
    ("\"flak\"", "(\"flak\")"),
    ("\"flak\"", "\"fl\\qak\""),
    ("\"flak\"", "\"fl\\u{110000}ak\""),
    ("\"flak\"", "\"fl\\u{d800}ak\""),
    ("\"flak\"", "\"fl\\u{0}ak\""),
    ("\"flak\"", "\"fl\\0ak\""),
    ("\"flak\"", "\"fl\\x1bak\""),
    ("\"flak\"", "\"fl\\xffak\""),
    ("\"flak\"", "\"fl\u{0}ak\""),
    ("\"flak\"", "\"fl\u{1b}[31mak\""),
    ("\"flak\"", "\"fl\u{202e}ak\""),
    ("\"flak\"", "\"fl\u{2066}ak\""),
    ("\"flak\"", "\"fl\u{feff}ak\""),
    ("\"flak\"", "\"fl\u{85}ak\""),
    ("\"flak\"", "r#\"flak\""),
    ("\"flak\"", "\"flak\" \"again\""),
    ("/* the", "/* /* the"),
    ("chart's name */", "chart's name"),
    ("\"at night\"", "Some(at night)"),
    ("\"at night\"", "Some()"),
    ("\"at night\"", "3"),
    ("\"at night\"", "none"),
    ("implicit_some", "implicit_sum"),
    ("#![enable(implicit_some)]", "#![disable(implicit_some)]"),
    ("#![enable(implicit_some)]", "#![enable(implicit_some)"),
    ("#![enable(implicit_some)]", "#!/bin/sh"),
    ("#![enable(implicit_some)]", ""),
    ("Reconstructed(", "Reconstruct("),
    ("Reconstructed(", "Public("),
    ("Reconstructed(", "Rulebook("),
    ("Reconstructed(", "reconstructed("),
    ("Reconstructed(", "("),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "Reconstructed"),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "Public"),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "Public(1)"),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "Public(\"a\", \"b\")"),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "\"Rulebook\""),
    ("Reconstructed(method: \"fit \\u{2212} by hand\", trust: 2)", "[]"),
    ("trust: 2", "trust: 256"),
    ("trust: 2", "trust: -2"),
    ("trust: 2", "trust: true"),
    ("trust: 2", "trsut: 2"),
    ("trust: 2", "trust: 2, why: 3"),
    (", trust: 2", ""),
    ("columns: [", "columns: {"),
    ("columns: [", "columns: ("),
    ("columns: [", "columns: [7, "),
    ("columns: [", "columns: [,"),
    ("columns: [", "columns: [[], "),
    ("columns: [", "columns: [(title: \"x\"), "),
    ("columns: [", "columns: 5, colums: ["),
    ("title: \"Low\"", "title: Low"),
    ("title: \"Low\"", "titel: \"Low\""),
    ("title: \"Low\"", "title: \"Low\", title: \"High\""),
    ("title: \"Low\"", "\"Low\""),
    ("from: 2", "from: 200"),
    ("from: 2", "from: 2.5"),
    ("from: 2", "from: 1e999"),
    ("from: 2", "from: two"),
    ("from: 2", "form: 2"),
    ("from: 2,", "from: 2"),
    ("from: 2,", "from: 2;"),
    ("from: 2,", "from: 2,,"),
    ("from: 2,", ""),
    ("from: 2", "from: 2..=6"),
    ("row: \"hit\")", "row: \"hit\""),
    ("row: \"hit\")", "row: \"hit\"]"),
    ("row: \"hit\")", "row: \"hit\"))"),
    ("row: \"hit\")", "row: \"hit\", row: \"hit\")"),
    ("row: \"hit\")", "r#row: )"),
    ("rows: {", "rows: ("),
    ("rows: {", "rows: ["),
    ("rows: {", "rows: {3: (title: \"x\"), "),
    ("rows: {", "rows: {\"hit\": (title: \"x\"), "),
    ("rows: {", "rows: {hit: (title: \"x\"), "),
    ("rows: {", "rows: {\"x\" (title: \"x\"), "),
    ("rows: {", "rows: {\"x\", "),
    ("rows: {", "rows: {\"x\": , "),
    ("\"hit\": (", "\"hit\": Roww("),
    ("\"hit\": (", "\"hit\": {"),
    ("[\"4.2.4.a\"]", "\"4.2.4.a\""),
    ("[\"4.2.4.a\"]", "[4.2.4.a]"),
    ("[\"4.2.4.a\"]", "[\"4.2.4.a]"),
    ("steps: (1, -1)", "steps: (1)"),
    ("steps: (1, -1)", "steps: (1, -1, 0)"),
    ("steps: (1, -1)", "steps: [1, -1]"),
    ("steps: (1, -1)", "steps: (1, \"x\")"),
    ("steps: (1, -1)", "steps: ()"),
    ("steps: (1, -1)", "steps: (a: 1, -1)"),
    ("steps: (1, -1)", "steps: (1, b: -1)"),
    ("steps: (1, -1)", "steps: (1, --1)"),
    ("final_row: true", "final_row: yes"),
    ("final_row: true", "final_row: True"),
    ("final_row: true", "final_row: 1"),
    ("final_row: true", "final-row: true"),
    ("final_row: true", "finalrow: true"),
    ("final_row: true", "clauses: []"),
    (",\n)\n", ",\n)\n)"),
    (",\n)\n", ",\n)\n()"),
    (",\n)\n", ",\n)\nformat: 1"),
    (",\n)\n", ",\n)\n/*"),
    (",\n)\n", ",\n)\n\u{0}"),
    (",\n)\n", ",\n"),
    (",\n)\n", ",\n]"),
];

const SCENARIO_SWAPS: &[Swap] = &[
    ("(\"s1-mohne\")", "\"s1-mohne\""),
    ("(\"s1-mohne\")", "Ident(\"s1-mohne\")"),
    ("(\"s1-mohne\")", "(7)"),
    ("(\"s1-mohne\")", "()"),
    ("(\"s1-mohne\")", "(\"s1\", \"mohne\")"),
    ("[Squadron, Reich]", "[Squadron, Riech]"),
    ("[Squadron, Reich]", "[\"Squadron\"]"),
    ("[Squadron, Reich]", "[Squadron Reich]"),
    ("[Squadron, Reich]", "[Squadron(), Reich]"),
    ("[Squadron, Reich]", "[Squadron, 0]"),
    ("[Squadron, Reich]", "Squadron"),
    ("crew: Veteran", "crew: Veterans"),
    ("crew: Veteran", "crew: Ace"),
    ("crew: Veteran", "crew: Veteran(2)"),
    ("at: (1, 2)", "at: (1, 300)"),
    ("at: (1, 2)", "at: (1, 2, 3)"),
    ("at: (1, 2)", "at: 12"),
    ("code: \"AJ-G\"", "code: AJ-G"),
    ("code: \"AJ-G\"", "cod: \"AJ-G\""),
    ("code: \"AJ-G\", ", ""),
    ("weight: 1.5", "weight: NaN"),
    ("weight: 1.5", "weight: inf"),
    ("weight: 1.5", "weight: -inf"),
    ("weight: 1.5", "weight: NaNf32"),
    ("weight: 1.5", "weight: 1e400"),
    ("weight: 1.5", "weight: 1e39"),
    ("weight: 1.5", "weight: 1.5.5"),
    ("weight: 1.5", "weight: \"1.5\""),
    ("weight: 1.5", "wieght: 1.5"),
    ("Some(8)", "8"),
    ("Some(8)", "Some(256)"),
    ("Some(8)", "Some(8, 9)"),
    ("Some(8)", "Some"),
    ("Some(8)", "some(8)"),
    ("Some(8)", "Some(None)"),
    ("format: 1", "format: 7"),
    ("title: \"Möhne\"", "title: \"Möhne\", weather: \"fog\""),
    ("title: \"Möhne\"", "Title: \"Möhne\""),
    ("title: \"Möhne\"", "title: \"M\u{7f}öhne\""),
    ("title: \"Möhne\"", "title: None"),
];

/// One hostile file: its name, whether it is meant as a chart, its bytes.
type Hostile = (String, bool, Vec<u8>);

fn corpus() -> Vec<Hostile> {
    let mut out: Vec<Hostile> = Vec::new();
    for (is_chart, text, swaps) in [(true, CHART, CHART_SWAPS), (false, SCENARIO, SCENARIO_SWAPS)] {
        for (old, new) in swaps {
            assert!(text.contains(old) && old != new, "{old} is not in the sample");
            let damaged = text.replacen(old, new, 1);
            out.push((format!("{old} -> {new:?}"), is_chart, damaged.into_bytes()));
        }
        let whole = text.trim_end().len();
        for cut in (0..whole).step_by(5) {
            out.push((format!("cut at {cut}"), is_chart, text.as_bytes()[..cut].to_vec()));
        }
        for at in (1..whole).step_by(29) {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = 0xFF;
            out.push((format!("byte {at} is 0xFF"), is_chart, bytes));
            let mut bytes = text.as_bytes().to_vec();
            bytes.insert(text.floor_char_boundary(at), 7);
            out.push((format!("a bell at {at}"), is_chart, bytes));
        }
    }
    for (open, close) in [("(", ")"), ("[", "]"), ("{1:", "}"), ("Some(", ")"), ("(a:", ")"), ("[(", ")]")] {
        for depth in [65, 1_000, 10_000, 300_000] {
            let deep = open.repeat(depth);
            out.push((format!("{depth} x {open}"), true, deep.clone().into_bytes()));
            let closed = format!("{deep}1{}", close.repeat(depth));
            out.push((format!("{depth} x {open}{close}"), true, closed.into_bytes()));
        }
    }
    let huge = 3 * 1024 * 1024;
    let utf16 = "\u{feff}(format: 1)".encode_utf16().flat_map(u16::to_le_bytes);
    for (name, bytes) in [
        ("nothing", Vec::new()),
        ("blanks", vec![b' '; 1000]),
        ("zeros", vec![0; 1000]),
        ("a comment", b"// only".to_vec()),
        ("an open comment", b"/* only".to_vec()),
        ("a huge blank", vec![b' '; huge]),
        ("a huge text", vec![b'"'; huge]),
        ("UTF-16", utf16.collect()),
        ("Latin-1", b"(title: \"M\xf6hne\")".to_vec()),
        ("commas", b",".repeat(100_000)),
        ("a list of commas", [b"[".as_slice(), &b",".repeat(100_000)].concat()),
        ("colons", b":".repeat(100_000)),
        ("quotes", b"\"'".repeat(50_000)),
        ("a field 200,000 times", [b"(".as_slice(), &b"a:1,".repeat(200_000), b")"].concat()),
        ("a long name", [b"(".as_slice(), &b"a".repeat(500_000), b":1)"].concat()),
        ("a long number", b"7".repeat(500_000)),
        ("many numbers", [b"[".as_slice(), &b"1,".repeat(500_000), b"]"].concat()),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("JSON", br#"{"format": 1, "id": "flak"}"#.to_vec()),
        ("TOML", b"format = 1\nid = \"flak\"\n".to_vec()),
    ] {
        out.push((name.to_owned(), true, bytes));
    }
    out
}

#[test]
fn c33_c34_every_hostile_file_is_refused_with_a_place() {
    let corpus = corpus();
    assert!(corpus.len() >= 300, "only {} variants", corpus.len());
    for (name, is_chart, bytes) in &corpus {
        let refused = if *is_chart { load::<Chart>(bytes).err() } else { load::<Scenario>(bytes).err() };
        match refused {
            Some(problems) => well_told(name, &problems),
            None => panic!("accepted: {name}"),
        }
    }
}

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// The shipped files of a game by name.
fn shipped(folder: &str) -> Vec<(String, String)> {
    let root = DataRoot::new(ASSETS);
    let mut names = vec![format!("{folder}/rules.ron")];
    for part in ["charts", "tables", "scenarios"] {
        names.extend(root.list_ron(&format!("{folder}/{part}")).unwrap_or_default());
    }
    let read = |name: String| {
        let text = fs::read_to_string(format!("{ASSETS}/{name}")).expect("a shipped file");
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// Numbers below a bound, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    /// A text with one thing wrong with it: cut off, a byte lost, a number or a mark changed, a line twice.
    fn damage(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        match self.below(6) {
            0 => bytes.truncate(self.below(text.len())),
            1 => drop(bytes.remove(self.below(text.len()))),
            2 | 3 => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
                let at = digits[self.below(digits.len())];
                let other = [&b"-1"[..], b"0", b"2", b"9", b"99", b"255", b"4000000000"][self.below(7)];
                bytes.splice(at..=at, other.iter().copied());
            }
            4 => {
                let line = text.lines().nth(self.below(text.lines().count())).unwrap_or_default();
                bytes = text.replacen(line, &format!("{line}\n{line}"), 1).into_bytes();
            }
            _ => {
                let at = self.below(text.len());
                bytes[at] = b"(),:[]\"xZ"[self.below(9)];
            }
        }
        bytes
    }
}

#[test]
fn c33_damaged_game_files_are_refused_with_a_place_or_still_sound() {
    let root = DataRoot::new(ASSETS);
    let dams = dambusters::data::Content::load(&root).expect("sound data");
    let night = duel::data::Content::load(&root).expect("sound data");
    let mut dice = Dice(1943);
    let mut tried = BTreeMap::new();
    for folder in [dambusters::data::FOLDER, duel::data::FOLDER] {
        for (name, text) in shipped(folder) {
            for _ in 0..30 {
                let bytes = dice.damage(&text);
                let problems = match source_from_bytes(&name, &bytes, &limits()) {
                    Ok(source) if folder == duel::data::FOLDER => night.check_file(&source).err(),
                    Ok(source) => dams.check_file(&source).err(),
                    Err(problems) => Some(problems),
                };
                let count: &mut (usize, usize) = tried.entry(folder).or_default();
                count.0 += 1;
                if let Some(problems) = problems {
                    count.1 += 1;
                    well_told(&name, &problems);
                }
            }
        }
    }
    for (folder, (tried, refused)) in tried {
        assert!(tried >= 300 && refused * 2 > tried, "{folder}: {refused} of {tried} refused");
    }
}

/// Other values that pass the checks are played with: the rules take them without a fault.
#[test]
fn c33_a_duel_on_changed_values_plays_to_its_end() {
    let mut dice = Dice(1942);
    let mut played = 0;
    for (name, text) in shipped(duel::data::FOLDER) {
        if name.ends_with("/rules.ron") {
            continue;
        }
        for seed in 0..6 {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join(&name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(&path, dice.damage(&text)).expect("written");
            let root = DataRoot::new(ASSETS).with_overlay(folder.path());
            let Ok(content) = duel::data::Content::load(&root) else { continue };
            let game: Arc<dyn Game> = Arc::new(duel::DuelInTheDark::new(content));
            // The scenario that was changed, or one of the two ways to play.
            let own =
                game.scenarios().iter().map(|card| card.id.clone()).find(|id| {
                    id.strip_prefix("duel/").is_some_and(|id| name.ends_with(&format!("{id}.ron")))
                });
            let ways = ["duel/one-night", "duel/solo"];
            let scenario = own.unwrap_or_else(|| ways[usize::try_from(seed % 2).unwrap_or(0)].to_owned());
            let checks = Checks { rules: 3, restore: 0, undo: 0, refuse: 0, ..Checks::light() };
            let end = playout(&game, &scenario, &Options::new(), seed, Policy::Random, &checks);
            played += usize::from(end.decisions > 0);
        }
    }
    assert!(played >= 12, "{played} games were played");
}

#[test]
fn c34_misspelt_field_names_nearest() {
    let found = chart(&CHART.replace("trust: 2", "trsut: 2")).expect_err("misspelt");
    assert_eq!(
        only(&found),
        (7, 63, "provenance.trsut", "unknown field `trsut`", Some("did you mean `trust`?"))
    );
    let found = scenario(&SCENARIO.replacen("crew: Green", "crwe: Green", 1)).expect_err("misspelt");
    assert_eq!(
        only(&found),
        (8, 24, "aircraft[1].crwe", "unknown field `crwe`", Some("did you mean `crew`?"))
    );
}

#[test]
fn c34_misspelt_variant_names_nearest() {
    let found = scenario(&SCENARIO.replace("Veteran", "Veteren")).expect_err("misspelt");
    assert_eq!(
        only(&found),
        (7, 30, "aircraft[0].crew", "unknown name `Veteren`", Some("did you mean `Veteran`?"))
    );
    let found = scenario(&SCENARIO.replace("Seasoned", "\"Seasoned\"")).expect_err("quoted");
    let (line, _, field, message, help) = only(&found);
    assert_eq!((line, field), (9, "aircraft[2].crew"));
    assert_eq!(message, "expected one of `Green`, `Seasoned`, `Veteran`, found the text \"Seasoned\"");
    assert_eq!(help, Some("write `Seasoned` without quotes"));
}

#[test]
fn c34_unknown_fields_are_errors_without_deny_unknown_fields() {
    let text = SCENARIO.replace("weight: 1.5", "weight: 1.5, altitude: \"low\"");
    let found = scenario(&text).expect_err("unknown");
    let (line, column, field, message, help) = only(&found);
    assert_eq!((line, column, field), (11, 18, "altitude"));
    assert_eq!(message, "unknown field `altitude`");
    assert!(help.is_some_and(|h| h.contains("`weight`")), "{help:?}");
}

#[test]
fn c34_repeated_fields_and_keys_are_errors() {
    let found = chart(&CHART.replacen("from: 2", "from: 2, from: 3", 1)).expect_err("twice");
    let (line, column, field, message, _) = only(&found);
    assert_eq!((line, column, field), (10, 23, "columns[0].bands[0].from"));
    assert_eq!(message, "the field `from` is given twice; first in line 10");
    let found = chart(&CHART.replace("\"miss\": (", "\"hit\": (")).expect_err("twice");
    let (line, column, field, ..) = only(&found);
    assert_eq!((line, column, field), (17, 9, "rows[\"hit\"]"));
}

#[test]
fn c34_all_faults_are_reported_at_once() {
    let damaged = SCENARIO
        .replace("title: \"Möhne\"", "titel: \"Möhne\"")
        .replace("Reich]", "Riech, Squadron, 5]")
        .replace("crew: Veteran", "crew: Ace")
        .replace("(3, 4)", "(3, 400)")
        .replace("code: \"AJ-P\", ", "")
        .replace("weight: 1.5", "weight: \"heavy\"")
        .replace("Some(8)", "Some(-8)");
    let found = scenario(&damaged).expect_err("eight faults");
    assert_eq!(
        fields(&found),
        [
            "titel",
            "seats[1]",
            "seats[3]",
            "aircraft[0].crew",
            "aircraft[1].at[1]",
            "aircraft[2].code",
            "weight",
            "limit",
        ],
        "{found}"
    );
    well_told("eight faults", &found);
}

#[test]
fn c34_grammar_faults_are_gathered_too() {
    let damaged = SCENARIO
        .replace("title: \"Möhne\",", "title: \"Möhne\"")
        .replace("crew: Veteran", "crew: ?")
        .replace("weight: 1.5", "weight 1.5")
        .replace("Some(8)", "Some(8x)");
    let found = scenario(&damaged).expect_err("four faults");
    let lines: Vec<usize> = found.iter().map(|p| p.line).collect();
    assert_eq!(lines, [4, 7, 11, 12], "{found}");
}

#[test]
fn c34_faults_of_content_and_type_come_together() {
    let damaged =
        SCENARIO.replace("weight: 1.5", "weight: NaN, weight: 2.0").replace("title: \"Möhne\"", "title: 4");
    let found = scenario(&damaged).expect_err("three faults");
    assert_eq!(fields(&found), ["title", "weight", "weight"], "{found}");
}

#[test]
fn two_missing_fields_are_two_problems() {
    let found = load::<Band>(b"(row: \"x\")").expect_err("two missing");
    assert_eq!(fields(&found), ["from", "to"]);
    assert!(found.iter().all(|p| p.message.starts_with("missing field")), "{found}");
}

#[test]
fn no_more_than_fifty_problems_of_one_file() {
    let many = format!("[{}]", "(row: 1), ".repeat(400));
    let found = load::<Vec<Band>>(many.as_bytes()).expect_err("many");
    assert_eq!(found.len(), 50);
}

#[test]
fn a_future_format_is_refused_in_one_line() {
    let text = CHART.replace("format: 1", "format: 2");
    let found = chart(&text.replace("trust", "confidence")).expect_err("future");
    let (line, column, field, message, _) = only(&found);
    assert_eq!((line, column, field), (4, 13, "format"));
    assert!(message.contains("newer"), "{message}");
    let roomy = Limits { format: 2, ..Limits::default() };
    let source = source_from_bytes("c.ron", text.as_bytes(), &roomy).expect("known format");
    assert_eq!(source.parse::<Chart>().expect("sound").format, 2);
}

#[test]
fn depth_is_allowed_up_to_the_limit_exactly() {
    for (depth, most, ok) in [(64, 64, true), (65, 64, false), (128, 1000, true), (129, 1000, false)] {
        let limits = Limits { depth: most, ..Limits::default() };
        for (open, close) in [("[", "]"), ("(", ")"), ("Some(", ")")] {
            let text = format!("{}7{}", open.repeat(depth), close.repeat(depth));
            let read = source_from_bytes("deep.ron", text.as_bytes(), &limits);
            assert_eq!(read.is_ok(), ok, "{depth} x {open} of {most}");
        }
    }
}

#[test]
fn size_is_allowed_up_to_the_limit_exactly() {
    let limits = Limits { bytes: 10, ..Limits::default() };
    assert!(source_from_bytes("a.ron", b"[12345678]", &limits).is_ok());
    assert!(source_from_bytes("a.ron", b"[123456789]", &limits).is_err());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.ron");
    fs::write(&file, b"[12345678]").expect("written");
    assert!(read_source(&file, &limits).is_ok());
    fs::write(&file, b"[123456789]").expect("written");
    well_told("one byte too many", &read_source(&file, &limits).expect_err("too large"));
}

#[test]
fn implicit_some_only_on_request() {
    let text = SCENARIO.replace("Some(8)", "8");
    let found = scenario(&text).expect_err("plain RON");
    assert_eq!(only(&found).4, Some("write `Some(8)`"));
    let eager = Limits { implicit_some: true, ..Limits::default() };
    let source = source_from_bytes("s.ron", text.as_bytes(), &eager).expect("sound");
    assert_eq!(source.parse::<Scenario>().expect("sound").limit, Some(8));
    assert!(scenario(&format!("#![enable(implicit_some)]\n{text}")).is_ok());
}

#[test]
fn a_byte_order_mark_and_crlf_do_no_harm() {
    let text = format!("\u{feff}{}", SCENARIO.replace('\n', "\r\n"));
    assert!(scenario(&text).is_ok());
    let found = scenario(&text.replace("weight: 1.5", "weight: x")).expect_err("a name");
    assert_eq!((only(&found).0, only(&found).1), (11, 13));
}

#[test]
fn positions_are_found_by_field_path() {
    let source = source_from_bytes("c.ron", CHART.as_bytes(), &Limits::default()).expect("sound");
    let shown = |source: &Source, path: &str| source.text()[source.at(path)].to_owned();
    assert_eq!(shown(&source, "columns[1].bands[0].row"), "\"miss\"");
    assert_eq!(shown(&source, "columns.1.bands.0.from"), "-1");
    assert_eq!(shown(&source, "rows[\"hit\"].clauses[0]"), "\"4.2.4.a\"");
    assert_eq!(shown(&source, "rows.hit.title"), "\"Hit\"");
    assert_eq!(shown(&source, "provenance.trust"), "2");
    assert_eq!(shown(&source, "rows.miss.nothing[3]"), "(title: \"Miss\")");
    assert!(source.has("columns[1]") && !source.has("columns[2]"));
}

#[test]
fn checks_of_meaning_end_up_at_the_same_place() {
    let source = source_from_bytes("c.ron", CHART.as_bytes(), &Limits::default()).expect("sound");
    let value: Chart = source.parse().expect("sound");
    let mut check = Checker::new(&source);
    check.unknown_name("columns[0].bands[1].row", "row", "mis", value.rows.keys().map(String::as_str));
    let found = check.finish(value.clone()).expect_err("one");
    assert_eq!(
        only(&found),
        (11, 36, "columns[0].bands[1].row", "unknown row `mis`", Some("did you mean `miss`?"))
    );
    assert_eq!(nearest("mis", ["hit", "miss"].into_iter()), Some("miss"));
}

#[test]
fn what_is_no_readable_file_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [folder.path().to_owned(), folder.path().join("none.ron"), "/dev/null".into()] {
        let found = read_source(&path, &Limits::default()).expect_err("not a file");
        well_told(&path.display().to_string(), &found);
    }
}

#[test]
fn climbing_paths_are_refused() {
    let outside = tempfile::tempdir().expect("a folder");
    let data = outside.path().join("data");
    fs::create_dir(&data).expect("a folder");
    fs::write(outside.path().join("secret.ron"), "(1)").expect("written");
    fs::write(data.join("good.ron"), "(1)").expect("written");
    let root = DataRoot::new(&data).with_overlay(&data);
    for path in [
        "../secret.ron",
        "a/../../secret.ron",
        "good.ron/../../secret.ron",
        "/etc/passwd",
        "\\secret.ron",
        "..\\secret.ron",
        "C:\\secret.ron",
        "c:secret.ron",
        "good.ron\0",
        "\u{202e}good.ron",
    ] {
        well_told(path, &root.read(path, &Limits::default()).expect_err(path));
        assert!(root.list_ron(path).is_err(), "{path}");
        assert!(root.hash(&[path]).is_err(), "{path}");
    }
    for path in ["none.ron", "none/none.ron", "", "."] {
        well_told(path, &root.read(path, &Limits::default()).expect_err(path));
    }
    assert!(root.read("./good.ron", &Limits::default()).is_ok());
}

#[cfg(unix)]
#[test]
fn c33_links_out_are_refused_and_broken_files_stay_listed() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().expect("a folder");
    let data = outside.path().join("data");
    fs::create_dir(&data).expect("a folder");
    fs::write(outside.path().join("secret.ron"), "(1)").expect("written");
    fs::write(data.join("good.ron"), "(1)").expect("written");
    symlink(outside.path().join("secret.ron"), data.join("file.ron")).expect("a link");
    symlink(outside.path(), data.join("folder")).expect("a link");
    symlink("loop.ron", data.join("loop.ron")).expect("a link");
    symlink("nowhere.ron", data.join("dangling.ron")).expect("a link");
    symlink("good.ron", data.join("inner.ron")).expect("a link");
    let root = DataRoot::new(&data);
    for path in ["file.ron", "folder/secret.ron", "loop.ron", "dangling.ron"] {
        well_told(path, &root.read(path, &Limits::default()).expect_err(path));
    }
    assert!(root.read("inner.ron", &Limits::default()).is_ok());
    assert_eq!(
        root.list_ron("").expect("listed"),
        ["dangling.ron", "file.ron", "good.ron", "inner.ron", "loop.ron"]
    );
}

#[test]
fn overlays_lie_over_the_base_and_enter_the_hash() {
    let folder = tempfile::tempdir().expect("a folder");
    let (base, over) = (folder.path().join("base"), folder.path().join("over"));
    fs::create_dir_all(base.join("charts")).expect("a folder");
    fs::create_dir_all(over.join("charts")).expect("a folder");
    fs::write(base.join("charts/flak.ron"), "(a: 1)\n").expect("written");
    fs::write(base.join("charts/b.ron"), "(a: 1)").expect("written");
    fs::write(base.join("charts/notes.txt"), "no data").expect("written");
    let plain = DataRoot::new(&base);
    let laid = DataRoot::new(&base).with_overlay(&over);
    let names = plain.list_ron("charts").expect("listed");
    assert_eq!(names, ["charts/b.ron", "charts/flak.ron"]);
    assert!(plain.list_ron("scenarios").expect("no folder, no files").is_empty());

    let before = laid.hash(&names).expect("hashed");
    assert_eq!(plain.hash_base(&names).expect("hashed"), laid.hash_base(&names).expect("hashed"));
    fs::write(over.join("charts/flak.ron"), "(a: 2)\n").expect("written");
    fs::write(over.join("charts/extra.ron"), "(a: 3)").expect("written");
    assert_ne!(before, laid.hash(&names).expect("hashed"));
    assert_eq!(laid.hash_overlays(&names).expect("hashed").len(), 1);
    assert_eq!(laid.resolve("charts/flak.ron").expect("found"), over.join("charts/flak.ron"));
    assert_eq!(laid.in_base("charts/flak.ron").expect("found"), base.join("charts/flak.ron"));
    assert_eq!(laid.list_ron("charts/").expect("listed").len(), 3);

    let turned: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let unix = plain.hash(&names).expect("hashed");
    assert_eq!(unix, plain.hash(&turned).expect("hashed"));
    fs::write(base.join("charts/flak.ron"), "(a: 1)\r\n").expect("written");
    assert_eq!(unix, plain.hash(&names).expect("hashed"), "line ends are no change of rules");
    fs::write(base.join("charts/flak.ron"), "(a: 4)\n").expect("written");
    assert_ne!(unix, plain.hash(&names).expect("hashed"));
}

/// What is accepted here, the `ron` crate reads as the same value; what is refused is well told.
fn agrees_with_ron(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or("").trim_start_matches('\u{feff}');
    match load::<Chart>(bytes) {
        Ok(value) => assert_eq!(ron::from_str::<Chart>(text), Ok(value)),
        Err(problems) => well_told("chart", &problems),
    }
    match load::<Scenario>(bytes) {
        Ok(value) => assert_eq!(ron::from_str::<Scenario>(text), Ok(value)),
        Err(problems) => well_told("scenario", &problems),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        agrees_with_ron(&bytes);
    }

    #[test]
    fn any_ron_like_text_is_read_without_panic(
        text in "([\\[\\](){}:,\"'#!/*\\\\ \n]|[a-c]|[0-9]|r#|//|Some|format|columns|title|é|-|\\.){0,80}"
    ) {
        agrees_with_ron(text.as_bytes());
    }

    #[test]
    fn one_changed_byte_does_no_harm(
        is_chart in any::<bool>(),
        at in 0usize..900,
        new in any::<u8>(),
        remove in any::<bool>(),
    ) {
        let mut bytes = if is_chart { CHART } else { SCENARIO }.as_bytes().to_vec();
        let at = at % bytes.len();
        if remove {
            bytes.remove(at);
        } else {
            bytes[at] = new;
        }
        agrees_with_ron(&bytes);
    }

    #[test]
    fn a_piece_in_the_wrong_place_does_no_harm(
        a in 0usize..900,
        b in 0usize..900,
        length in 1usize..40,
    ) {
        let bytes = CHART.as_bytes();
        let (a, b) = (a % bytes.len(), b % bytes.len());
        let mut out = bytes[..a].to_vec();
        out.extend_from_slice(&bytes[b..(b + length).min(bytes.len())]);
        out.extend_from_slice(&bytes[(a + length).min(bytes.len())..]);
        agrees_with_ron(&out);
    }
}
