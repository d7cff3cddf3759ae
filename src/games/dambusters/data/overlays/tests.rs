//! Overlays over the shipped data.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Content, DamId, FOLDER, Scenario};
use crate::kernel::chart::{ChartId, Provenance};
use crate::kernel::data::{DataRoot, Problems};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/overlay-example");

/// A folder with these files of the game.
fn overlay(files: &[(&str, &str)]) -> TempDir {
    let Ok(folder) = tempfile::tempdir() else { panic!("no temporary folder") };
    for (name, text) in files {
        let path = folder.path().join(FOLDER).join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        assert!(made.is_ok(), "{name}: {made:?}");
    }
    folder
}

fn over(folders: &[&Path]) -> Result<Content, Problems> {
    Content::load(&folders.iter().fold(DataRoot::new(ASSETS), |root, folder| root.with_overlay(*folder)))
}

fn laid(folders: &[&Path]) -> Content {
    match over(folders) {
        Ok(content) => content,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

/// File, line, column, field, message and help of what is wrong with an overlay of these files.
fn refused(files: &[(&str, &str)]) -> Vec<String> {
    let folder = overlay(files);
    let Err(problems) = over(&[folder.path()]) else { panic!("accepted") };
    let base = format!("{}/{FOLDER}/", folder.path().display());
    let ours = format!("{ASSETS}/{FOLDER}/");
    problems.iter().map(|p| p.to_string().replace(&base, "theirs/").replace(&ours, "ours/")).collect()
}

fn chart(content: &Content, id: &str) -> ChartId {
    content.charts.find(id).unwrap_or_else(|| panic!("no chart {id}"))
}

/// The chance in per cent of a row in a column with two dice.
fn percent(content: &Content, id: &str, column: &str, row: &str) -> f64 {
    let chart = content.charts.get(chart(content, id));
    let (Some(column), Some(row)) = (chart.column(column), chart.row(row)) else {
        panic!("{column} or {row}")
    };
    (chart.forecast(column, 2, 0).rows[usize::from(row.0)].value() * 1000.0).round() / 10.0
}

const FOG: &str =
    r#"(columns: [(id: "all", bands: [(on: UpTo(6), row: "fog"), (on: From(7), row: "clear")])])"#;

#[test]
fn one_column_replaces_ours_and_is_marked() {
    let plain = laid(&[]);
    let column = r#"(columns: [(id: "3", bands: [(on: UpTo(3), row: "hit"), (on: Else, row: "miss")])])"#;
    let folder = overlay(&[("charts/flak_check.ron", column)]);
    let content = laid(&[folder.path()]);
    assert_eq!(percent(&content, "flak_check", "3", "hit"), 8.3);
    assert_eq!(percent(&content, "flak_check", "2", "hit"), percent(&plain, "flak_check", "2", "hit"));
    let file = content.charts.get(chart(&content, "flak_check")).file();
    let ours = plain.charts.get(chart(&plain, "flak_check")).file();
    assert_eq!((&file.provenance, &file.columns[1]), (&ours.provenance, &ours.columns[1]));
    let name = folder.path().file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    assert!(file.columns[2].bands.iter().all(|b| b.provenance == Some(Provenance::Owner(name.clone()))));
}

#[test]
fn one_value_of_one_table_and_one_word_of_a_chart() {
    let plain = laid(&[]);
    let folder = overlay(&[
        ("tables/dams.ron", "(dams: [(id: Eder, volume: 2020)])"),
        ("charts/gunnery.ron", "(rows: [(id: \"hit\", label: \"Silenced\")])"),
        ("tables/training.ron", "(chits: (by_level: [0, 1, 1, 2, 3, 4, 5]))"),
    ]);
    let content = laid(&[folder.path()]);
    let eder = |c: &Content| c.tables.dams[DamId::Eder as usize].clone();
    let mut expected = eder(&plain);
    expected.volume = 2020;
    expected.volume_from = eder(&content).volume_from;
    assert_eq!(eder(&content), expected);
    assert!(matches!(expected.volume_from, Provenance::Owner(_)));
    assert!(matches!(content.tables.training.chits.provenance, Provenance::Owner(_)));
    assert_eq!(content.tables.training.start, plain.tables.training.start);
    let labels = |c: &Content| {
        c.charts.get(chart(c, "gunnery")).file().rows.iter().map(|r| r.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&content)[0], "Silenced");
    assert_eq!(labels(&content)[1], labels(&plain)[1]);
}

#[test]
fn c34_misspelt_names_are_told_in_the_overlay() {
    assert_eq!(
        refused(&[
            ("charts/visibility.ron", "(\n  columns: [(id: \"al\", bands: [(on: Else, row: \"fog\")])],\n)"),
            ("charts/flak_check.ron", "(rows: [(id: \"hit\", lable: \"x\")])"),
            ("charts/flak_chek.ron", "(note: \"x\")"),
            ("scenarios/01-mohne.ron", "(flak: 4)"),
        ]),
        [
            "theirs/charts/flak_chek.ron:1:1: there is no `games/dambusters/charts/flak_chek.ron` for this file to lie over (did you mean `flak_check.ron`?)",
            "theirs/scenarios/01-mohne.ron:1:1: there is no `games/dambusters/scenarios/01-mohne.ron` for this file to lie over (did you mean `01-moehne.ron`?)",
            "theirs/charts/flak_check.ron:1:21: rows[0].lable: unknown field `lable` (did you mean `label`?)",
            "theirs/charts/visibility.ron:2:18: columns[0].id: `columns` has no `al` to change (did you mean `all`?; a new one needs `label` too)",
        ]
    );
    let found = refused(&[("tables/dams.ron", "(dams: [(id: Möhne, rv: 7)])")]);
    let start = "theirs/tables/dams.ron:1:14: dams[0].id: ";
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[0], format!("{start}unknown name `Möhne` (did you mean `Moehne`?)"));
    assert!(found[1].starts_with(&format!("{start}`dams` has no `Möhne` to change (did you mean `Moehne`?")));
    let whole = r#"(columns: [(id: "al", label: "All", bands: [(on: Else, row: "fog")])], rows: [(id: "fgo", label: "Fog", clause: "4.4.1.c")])"#;
    assert_eq!(
        refused(&[("charts/visibility.ron", whole)]),
        [
            "theirs/charts/visibility.ron:1:17: columns[0].id: no column `al` (did you mean `all`?; laid over ours/charts/visibility.ron:13:14)",
            "theirs/charts/visibility.ron:1:84: rows[0].id: no result `fgo` (did you mean `fog`?; laid over ours/charts/visibility.ron:9:11)",
        ]
    );
}

#[test]
fn a_total_left_out_is_told_in_the_overlay_with_both_files() {
    assert_eq!(
        refused(&[(
            "charts/visibility.ron",
            "(\n  columns: [(id: \"all\", bands: [(on: UpTo(4), row: \"fog\"), (on: From(6), row: \"clear\")])],\n)"
        )]),
        [
            "theirs/charts/visibility.ron:2:32: columns[0].bands: total 5 is not covered (laid over ours/charts/visibility.ron:14:63)"
        ]
    );
    assert_eq!(
        refused(&[(
            "charts/flak_check.ron",
            "(columns: [(id: \"1\", bands: [(on: UpTo(9), row: \"hit\"), (on: Else, row: \"miss\")])])"
        )])
        .len(),
        1,
        "a first column above the second breaks the order of the columns"
    );
}

#[test]
fn a_fault_of_our_file_that_an_overlay_causes_names_it() {
    let found = refused(&[("tables/elite.ron", "(crewmen: Replace([(kind: Jinx, name: \"Jinx\")]))")]);
    assert!(!found.is_empty());
    for told in &found {
        assert!(told.starts_with("ours/scenarios/"), "{told}");
        assert!(told.contains("sound without theirs/tables/elite.ron"), "{told}");
    }
}

#[test]
fn overlays_stack_and_their_order_is_hashed() {
    let (one, two) = (
        overlay(&[("charts/visibility.ron", FOG)]),
        overlay(&[
            (
                "charts/visibility.ron",
                "(columns: [(id: \"all\", bands: [(on: UpTo(3), row: \"fog\"), (on: From(4), row: \"clear\")])])",
            ),
            ("tables/dams.ron", "(dams: [(id: Moehne, rv: 7)])"),
        ]),
    );
    let (one, two) = (one.path(), two.path());
    let rv = |c: &Content| c.tables.dams[DamId::Moehne as usize].rv;
    let (ours, first) = (laid(&[]), laid(&[one]));
    let (up, down) = (laid(&[one, two]), laid(&[two, one]));
    assert_eq!(percent(&up, "visibility", "all", "fog"), 8.3);
    assert_eq!(percent(&down, "visibility", "all", "fog"), 41.7);
    assert_eq!((rv(&ours), rv(&first), rv(&up), rv(&down)), (5, 5, 7, 7));
    let hashes = [&ours, &first, &up, &down].map(|c| c.charts_hash);
    for (i, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..i].contains(hash), "{hashes:?}");
    }
}

#[test]
fn taking_an_overlay_away_restores_all() {
    let folder = overlay(&[("charts/visibility.ron", FOG)]);
    let (ours, theirs) = (laid(&[]), laid(&[folder.path()]));
    assert_ne!(ours.charts_hash, theirs.charts_hash);
    assert!(fs::remove_dir_all(folder.path().join("games")).is_ok());
    let bare = laid(&[folder.path()]);
    assert_eq!(bare.charts_hash, ours.charts_hash, "an empty overlay is none");
    assert_eq!(percent(&bare, "visibility", "all", "fog"), percent(&ours, "visibility", "all", "fog"));
    assert_eq!(laid(&[]).charts_hash, ours.charts_hash);
}

#[test]
fn a_scenario_is_changed_value_by_value_or_added_whole() {
    let plain = laid(&[]);
    let own = fs::read_to_string(format!("{ASSETS}/{FOLDER}/scenarios/05-ennepe.ron")).unwrap_or_default();
    let own = own.replace("dambusters/s5-ennepe", "dambusters/my-ennepe");
    let force = r#"(flak: 2, aircraft: Replace([(code: "AJ-G", quality: Green), (code: "AJ-M", quality: Veteran), (code: "AJ-P", quality: Veteran), (code: "AJ-A", quality: Veteran), (code: "AJ-J", quality: Veteran), (code: "AJ-L", quality: Veteran), (code: "AJ-Z", quality: Veteran), (code: "AJ-N", quality: Veteran), (code: "AJ-Q", quality: Veteran)]), debriefing: [(number: 4, title: "Dear")])"#;
    let folder = overlay(&[("scenarios/01-moehne.ron", force), ("scenarios/99-mine.ron", &own)]);
    let content = laid(&[folder.path()]);
    assert_eq!(content.scenarios.len(), plain.scenarios.len() + 1);
    assert!(content.scenario("dambusters/my-ennepe").is_some());
    let mohne = |c: &Content| c.scenario("dambusters/s1-mohne").cloned();
    let (Some(ours), Some(theirs)) = (mohne(&plain), mohne(&content)) else { panic!("no scenario") };
    assert_eq!((theirs.file.flak, theirs.file.aircraft.len()), (Some(2), 9));
    assert_eq!(theirs.file.debriefing.len(), ours.file.debriefing.len());
    assert_eq!(theirs.file.debriefing[3].title, "Dear");
    let outcome = |s: &Scenario, i: usize| s.outcome(&s.file.debriefing[i]);
    assert_eq!((outcome(&ours, 3), outcome(&theirs, 3)), (ours.file.debriefing[3].label(), "4".to_owned()));
    assert_eq!(outcome(&ours, 2), outcome(&theirs, 2));
    assert_ne!(theirs.hash, ours.hash);
    assert_eq!(content.charts_hash, plain.charts_hash, "charts and tables are untouched");
}

#[test]
fn folders_that_are_no_overlays_are_refused() {
    let told = |folder: &TempDir| {
        let root = DataRoot::new(ASSETS).with_overlay(folder.path());
        let found = root.check_overlays(&[FOLDER]).err().unwrap_or_default();
        found.iter().map(|p| (p.message.clone(), p.help.clone().unwrap_or_default())).collect::<Vec<_>>()
    };
    let good = overlay(&[("charts/visibility.ron", FOG), ("notes.md", "typed on Sunday")]);
    assert!(told(&good).is_empty());
    assert!(fs::rename(good.path().join("games"), good.path().join("game")).is_ok());
    assert_eq!(told(&good)[0].1, "rename `game` to `games`");
    let Ok(empty) = tempfile::tempdir() else { panic!("no temporary folder") };
    assert!(told(&empty).is_empty());
    let lost = overlay(&[("../dambuster/charts/visibility.ron", FOG), ("../../flak.ron", FOG)]);
    let found = told(&lost);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[1].1, "did you mean `dambusters`?");
    let found = refused(&[("charts/flak.csv", "2,3")]);
    assert!(found[0].contains("only `.ron` files are laid over ours"), "{found:#?}");
}

#[test]
fn the_documented_example_loads() {
    let content = laid(&[Path::new(EXAMPLE)]);
    assert_eq!(percent(&content, "visibility", "all", "fog"), 27.8);
    assert_eq!(percent(&content, "flak_check", "3", "hit"), 11.1);
    assert_eq!(content.tables.dams[DamId::Moehne as usize].rv, 7);
    assert_eq!(content.tables.upkeep.len(), 24);
    let example = Some(Provenance::Owner("overlay-example".into()));
    let file = content.charts.get(chart(&content, "visibility")).file();
    assert_eq!(file.columns[0].bands[0].provenance, example);
    assert_eq!(Some(file.provenance.clone()), example, "all its bands are the owner's");
    assert!(DataRoot::new(ASSETS).with_overlay(EXAMPLE).check_overlays(&[FOLDER]).is_ok());
}
