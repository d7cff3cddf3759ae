//! Files that are refused, each with the field that is at fault.

use super::*;

/// Field paths of what is wrong with a file.
fn refused(content: &Content, name: &str, text: &str) -> Vec<String> {
    let problems = match source_from_bytes(name, text.as_bytes(), &limits()) {
        Ok(source) => content.check_file(&source).err(),
        Err(problems) => Some(problems),
    };
    let Some(problems) = problems else { panic!("{name} is accepted") };
    assert!(problems.iter().all(|p| p.line >= 1 && !p.message.is_empty()), "{}", problems.render(false));
    problems.iter().map(|p| p.field.clone()).collect()
}

/// A shipped file, a piece of it, what stands in its place, and the field that is told.
type Case = (&'static str, &'static str, &'static str, &'static str);

const TABLES: &[Case] = &[
    ("board", "(hex: 2, q: 1, r: 0", "(hex: 2, q: 0, r: 0", "hexes[1]"),
    ("board", "(hex: 2, q: 1, r: 0", "(hex: 3, q: 1, r: 0", "hexes[1].hex"),
    ("board", "(hex: 7, q: 6, r: 0", "(hex: 7, q: 30, r: 0", "hexes[6]"),
    ("board", "(hex: 7, q: 6, r: 0", "(hex: 7, q: 100, r: 0", "hexes[6].q"),
    ("board", "r: 0, ground: Sea", "r: 0, ground: Land", "closed[1]"),
    ("board", "q: 3, r: 0, ground: Land", "q: 3, r: 0, ground: Sea", "hexes[3].ground"),
    ("board", "region: \"North Sea, west\"", "region: \"\"", "hexes[1].region"),
    ("board", "closed: [1, 2,", "closed: [1, 1, 2,", "closed[1]"),
    ("board", "closed: [1, 2,", "closed: [1, 2, 44,", "closed[2]"),
    ("board", "(hex: 1, name: \"Linton\"", "(hex: 2, name: \"Linton\"", "british[0].hex"),
    ("board", "(hex: 8, name: \"Scampton\"", "(hex: 1, name: \"Scampton\"", "british[1].hex"),
    ("board", "(hex: 5, name: \"Grove\"", "(hex: 9, name: \"Grove\"", "german[0].hex"),
    ("board", "(hex: 5, name: \"Grove\"", "(hex: 5, name: \"Jever\"", "german[1].name"),
    ("board", "(hex: 11, name: \"Emden\"", "(hex: 3, name: \"Emden\"", "cities[0].hex"),
    ("board", "(hex: 11, name: \"Emden\"", "(hex: 12, name: \"Emden\"", "cities[2].hex"),
    ("board", "value: 13", "value: 0", "cities[0].value"),
    ("board", "value: 13", "value: 200", "cities[0].value"),
    ("weather", "(card: 2,", "(card: 3,", "cards[1].card"),
    ("weather", "clouds: [2, 3,", "clouds: [2, 2, 3,", "cards[1].clouds[1]"),
    ("weather", "thunder: [10, 12]", "thunder: [10, 11]", "cards[1].thunder[1]"),
    ("weather", "thunder: [10, 12]", "thunder: [10, 44]", "cards[1].thunder[1]"),
    (
        "weather",
        "thunder: [10, 12]",
        "thunder: [20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31, 32]",
        "cards[1].clouds",
    ),
    ("weather", "fog: [16, 25]", "fog: [16, 17]", "cards[1].fog[1]"),
    ("weather", "fog: [16, 25]", "fog: [16, 25, 26, 27, 28]", "cards[1].fog"),
    ("weather", "change: (5, 10)", "change: (10, 5)", "cards[0].change"),
    ("weather", "change: (5, 10)", "change: (0, 10)", "cards[0].change"),
    ("weather", "bomber: 16, mosquito: 8", "bomber: 8, mosquito: 8", "cards[0].solo.mosquito"),
    ("weather", "bomber: 16, mosquito: 8", "bomber: 17, mosquito: 8", "cards[0].solo.bomber"),
    ("weather", "city: 1", "city: 3", "cards[0].solo.city"),
    ("decks", "moves: 14", "moves: 15", "moves"),
    ("decks", "moves: 14", "moves: 11", "compass"),
    ("decks", "bearing: E, cards: 6", "bearing: E, cards: 7", "compass"),
    ("decks", "bearing: E, cards: 6", "bearing: W, cards: 6", "compass[3].bearing"),
    ("decks", "steps: 1, cards: 2", "steps: 4, cards: 2", "wind_change[0].steps"),
    ("decks", "steps: 1, cards: 2", "steps: 2, cards: 2", "wind_change[2].steps"),
    ("decks", "steps: 1, cards: 2", "steps: 1, cards: 3", "wind_change"),
    ("decks", "drift: 2", "drift: 200", "drift"),
    ("decks", "markers: 6", "markers: 255", "markers"),
    ("decks", "medals: 16", "medals: 255", "medals"),
    ("fuel", "messerschmitt: 10", "messerschmitt: 0", "messerschmitt"),
    ("fuel", "dornier: 12", "dornier: 255", "dornier"),
    ("fuel", "circle: 1", "circle: 0", "circle"),
    ("fuel", "tail: 1", "tail: 0", "tail"),
    ("resources", "most: 40", "most: 0", "most"),
    ("resources", "kind: Flak", "kind: Radar", "kinds[0].kind"),
    ("resources", "supply: 16", "supply: 255", "kinds[0].supply"),
    ("points", "most: 2", "most: 5", "duel.most"),
    ("points", "thunder: -7", "thunder: -700", "strike.thunder"),
    ("points", "fire_reach: 2", "fire_reach: 100", "strike.fire_reach"),
    ("points", "unmet: 2", "unmet: 20", "medals.unmet"),
];

#[test]
fn faults_of_tables_are_told_where_they_lie() {
    let content = content();
    for (table, old, new, field) in TABLES {
        let name = format!("tables/{table}.ron");
        let shipped = text(&name);
        assert!(shipped.contains(old), "{name} has no {old}");
        let fields = refused(&content, &name, &shipped.replacen(old, new, 1));
        assert!(fields.iter().any(|f| f == field), "{old} -> {new}: {fields:?}");
    }
}

/// A scenario with everything fixed beforehand.
const FIXED: &str = r#"(
    format: 1, id: "duel/fixed", title: "Fixed", part: "Duel", blurb: "A test.", minutes: 20, difficulty: "Easy",
    rules: "All", provenance: Reconstructed("for a test"),
    nights: 2,
    advanced: [Medals],
    options: [
        (id: "medals", title: "Medals", values: ["on", "off"], note: "A note."),
        (id: "nights", title: "Nights", values: ["2", "3"], note: "A note."),
        (id: "dials", title: "Dials", values: ["10/12", "8/12"], note: "A note."),
    ],
    weather: [1, 2, 3],
    squadrons: {Red: 25, Green: 24, Yellow: 12, Blue: 12},
    tiles: [
        (kind: Flak, hex: 11, count: 3),
        (kind: Fire, hex: 12, count: 2),
        (kind: Truck, hex: 12, count: 1),
    ],
    target: 11,
)"#;

const GUIDED: &str = r#"(
    format: 1, id: "duel/guided", title: "Guided", part: "Duel", blurb: "A test.", minutes: 20, difficulty: "Easy",
    rules: "All", provenance: Reconstructed("for a test"),
    nights: 1,
    weather: [1],
    guide: [
        (answer: "at:25", text: "Red goes to Belgium.", clauses: ["phase-1.a"]),
        (answer: "fly:Red:NE", text: ""),
        (answer: "bomb:airport", text: ""),
    ],
)"#;

const SCENARIOS: &[(&str, &str, &str)] = &[
    ("format: 1", "format: 2", "format"),
    ("duel/fixed", "dambusters/fixed", "id"),
    ("title: \"Fixed\"", "title: \"\"", "title"),
    ("minutes: 20", "minutes: 0", "minutes"),
    ("nights: 2", "nights: 0", "nights"),
    ("nights: 2", "nights: 200", "nights"),
    ("nights: 2", "nights: 2, form: Swap", "options[1].id"),
    ("nights: 2", "nights: 2, form: Swap", "weather"),
    ("nights: 2", "nights: 3, form: Swap", "nights"),
    ("nights: 2", "nights: 1, form: Solo", "advanced[0]"),
    ("nights: 2", "nights: 1, form: Solo", "target"),
    ("nights: 2", "nights: 1, form: Solo", "options[0].id"),
    ("advanced: [Medals]", "advanced: [Medals, Medals]", "advanced[1]"),
    ("advanced: [Medals]", "advanced: []", "options[0].values[0]"),
    ("[\"on\", \"off\"]", "[\"off\", \"on\"]", "options[0].values[0]"),
    ("[\"on\", \"off\"]", "[\"on\", \"on\"]", "options[0].values[1]"),
    ("[\"on\", \"off\"]", "[\"on\", \"of\"]", "options[0].values[1]"),
    ("[\"on\", \"off\"]", "[]", "options[0].values"),
    ("(id: \"medals\"", "(id: \"medal\"", "options[0].id"),
    ("(id: \"nights\"", "(id: \"medals\"", "options[1].id"),
    ("(id: \"nights\"", "(id: \"squadrons-first\"", "options[1].id"),
    ("[\"2\", \"3\"]", "[\"2\", \"300\"]", "options[1].values[1]"),
    ("[\"2\", \"3\"]", "[\"2\", \"99\"]", "options[1].values[1]"),
    ("[\"2\", \"3\"]", "[\"2\"]", "weather"),
    ("\"8/12\"", "\"8-12\"", "options[2].values[1]"),
    ("\"8/12\"", "\"8/200\"", "options[2].values[1]"),
    ("weather: [1,", "weather: [13,", "weather[0]"),
    ("Red: 25", "Red: 10", "squadrons[Red]"),
    ("Red: 25", "Rad: 25", "squadrons"),
    ("(id: \"dials\"", "(id: \"resources\"", "options[2].values[0]"),
    ("kind: Flak, hex: 11", "kind: Flak, hex: 10", "tiles[0].hex"),
    ("kind: Flak, hex: 11", "kind: Flak, hex: 0", "tiles[0].hex"),
    ("hex: 11, count: 3", "hex: 11, count: 17", "tiles"),
    ("hex: 11, count: 3", "hex: 11, count: 0", "tiles[0].count"),
    ("kind: Fire, hex: 12", "kind: Fire, hex: 14", "tiles[1].hex"),
    ("kind: Truck, hex: 12", "kind: Truck, hex: 13", "tiles[2].hex"),
    ("kind: Truck, hex: 12", "kind: Fire, hex: 12", "tiles[2]"),
    ("target: 11", "target: 14", "target"),
];

const GUIDES: &[(&str, &str, &str)] = &[
    ("weather: [1]", "weather: []", "weather"),
    ("answer: \"at:25\"", "answer: \"et:25\"", "guide[0].answer"),
    ("answer: \"at:25\"", "answer: \"at:251\"", "guide[0].answer"),
    ("answer: \"at:25\"", "answer: \"\"", "guide[0].answer"),
    ("fly:Red:NE", "fly:Rad:NE", "guide[1].answer"),
    ("fly:Red:NE", "fly:Red:N", "guide[1].answer"),
    ("bomb:airport", "bomb:airprot", "guide[2].answer"),
    ("phase-1.a", "phase-1.z", "guide[0].clauses[0]"),
];

#[test]
fn faults_of_scenarios_are_told_where_they_lie() {
    let content = content();
    for (sample, cases) in [(FIXED, SCENARIOS), (GUIDED, GUIDES)] {
        assert!(content.read_scenario(&source("sample.ron", sample)).is_ok());
        for (old, new, field) in cases {
            assert!(sample.contains(old), "no {old}");
            let fields = refused(&content, "sample.ron", &sample.replacen(old, new, 1));
            assert!(fields.iter().any(|f| f.starts_with(field)), "{old} -> {new}: {fields:?}");
        }
    }
}

#[test]
fn a_players_scenario_joins_once() {
    let content = content();
    let fixed = source("fixed.ron", FIXED);
    let content = content.with_scenario(&fixed).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let setup = content.scenario("duel/fixed").map(|s| s.setup(&content.tables, &Options::new()));
    let Some(Ok(setup)) = setup else { panic!("no set-up") };
    assert!(setup.has(Advanced::Medals) && setup.squadrons.contains(&(Wing::Blue, 12)));
    assert_eq!(setup.tiles, [(Resource::Flak, 11, 3), (Resource::Fire, 12, 2), (Resource::Truck, 12, 1)]);
    assert_eq!((setup.target, setup.weather), (Some(11), vec![1, 2, 3]));
    assert!(content.with_scenario(&fixed).is_err());
}

/// Files of an overlay, laid over ours.
fn over(files: &[(&str, &str)]) -> Result<Content, Problems> {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    for (name, text) in files {
        let path = folder.path().join(FOLDER).join(name);
        let made =
            path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
        assert!(made.is_ok(), "{name}: {made:?}");
    }
    Content::load(&DataRoot::new(ASSETS).with_overlay(folder.path()))
}

#[test]
fn owners_lay_their_values_over_ours() {
    let laid = over(&[
        ("tables/board.ron", "(cities: [(name: \"Kassel\", value: 19)])"),
        (
            "tables/weather.ron",
            "(cards: [(card: 3, clouds: [14], thunder: [], fog: [], wind: SW, moon: New, summer: true, \
             change: (2, 7), solo: (bomber: 1, mosquito: 23, city: 2))])",
        ),
        ("tables/fuel.ron", "(dornier: 14)"),
        ("scenarios/70-fixed.ron", FIXED),
    ]);
    let content = laid.unwrap_or_else(|p| panic!("{}", p.render(false)));
    let tables = &content.tables;
    let kassel = tables.board.city(27);
    assert_eq!(kassel.map(|c| c.value), Some(19));
    let owner = |p: &Provenance| matches!(p, Provenance::Owner(_));
    assert!(kassel.is_some_and(|c| owner(&c.value_from) && !owner(&c.provenance)));
    assert_eq!((tables.weather.len(), tables.weather[2].wind), (12, Bearing::SW));
    assert!(owner(&tables.weather[2].provenance) && !owner(&tables.weather[3].provenance));
    assert!(tables.fuel.dornier == 14 && owner(&tables.fuel.dornier_from));
    assert!(!owner(&tables.fuel.messerschmitt_from));
    assert!(content.scenario("duel/fixed").is_some());
}

#[test]
fn faults_of_overlays_name_file_and_field() {
    for (name, text, field) in [
        ("tables/board.ron", "(cities: [(name: \"Kasel\", value: 19)])", "cities"),
        ("tables/board.ron", "(cities: [(name: \"Kassel\", hex: 11)])", "cities"),
        ("tables/weather.ron", "(cards: [(card: 3, clouds: [60])])", "cards"),
        ("tables/decks.ron", "(moves: 8)", "cities"),
        ("tables/medals.ron", "(format: 1)", ""),
        ("scenarios/01-one-night.ron", "(nigths: 2)", "nigths"),
    ] {
        let Err(problems) = over(&[(name, text)]) else { panic!("{name} is accepted") };
        let told = problems.iter().any(|p| p.field.starts_with(field));
        assert!(told, "{name}: {}", problems.render(false));
    }
}

/// The RON blocks of a page of the docs.
fn blocks(page: &str) -> Vec<String> {
    let path = format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.split("```ron\n").skip(1).filter_map(|b| b.split("```").next()).map(str::to_owned).collect()
}

#[test]
fn the_documented_scenario_and_overlays_load() {
    let content = content();
    let scenario = blocks("data-format.md").into_iter().find(|b| b.contains("duel/my-night"));
    let scenario = source("my-night.ron", &scenario.unwrap_or_default());
    let read = content.read_scenario(&scenario).unwrap_or_else(|p| panic!("{}", p.render(false)));
    assert!(read.setup(&content.tables, &Options::new()).is_ok_and(|setup| setup.has(Advanced::Medals)));
    let pages = blocks("overlays.md");
    let files: Vec<(&str, &str)> = pages
        .iter()
        .filter_map(|block| {
            let name = block.strip_prefix("// games/duel/")?.split('\n').next()?;
            Some((name, block.as_str()))
        })
        .collect();
    assert_eq!(files.len(), 3);
    let laid = over(&files).unwrap_or_else(|p| panic!("{}", p.render(false)));
    assert_eq!(laid.tables.board.city(27).map(|c| c.value), Some(19));
    assert_eq!((laid.tables.fuel.messerschmitt, laid.tables.weather[2].fog.len()), (9, 1));
}
