//! The shipped data against the printed figures, against the rules and against itself.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::kernel::chart::{Provenance, Row};
use crate::kernel::data::source_from_bytes;
use crate::kernel::fraction::best_of_draws;

mod flight;
mod flight_scenarios;
mod planning;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

fn content() -> Content {
    match Content::load(&DataRoot::new(ASSETS)) {
        Ok(content) => content,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

/// The chance in per cent that a chart gives this row.
fn percent(content: &Content, chart: &str, column: u8, row: &str, dice: u8, modifier: i32) -> f64 {
    let id = content.charts.find(chart).unwrap_or_else(|| panic!("no chart {chart}"));
    let chart = content.charts.get(id);
    let row = chart.row(row).unwrap_or_else(|| panic!("no row {row}"));
    chart.forecast(column, dice, modifier).rows[usize::from(row.0)].value() * 100.0
}

/// Printed figures are rounded: half a point either way.
fn close(what: &str, got: f64, printed: f64) {
    assert!((got - printed).abs() <= 0.51, "{what}: {got:.2} against {printed}");
}

#[test]
fn shipped_data_is_sound() {
    let c = content();
    assert_eq!(c.ledger.clauses.len(), 696);
    assert_eq!(c.charts.iter().count(), CHARTS.len() + PLANNING_CHARTS.len());
    let ids: Vec<_> = c.scenarios.iter().map(|s| s.file.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "dambusters/s1-mohne",
            "dambusters/s2-eder",
            "dambusters/s3-sorpe",
            "dambusters/s4-lister",
            "dambusters/s5-beginners",
            "dambusters/s5-ennepe",
            "dambusters/s1-s3-one-night",
            "dambusters/s6-first-wave",
            "dambusters/s7-second-wave",
            "dambusters/s8-reserve",
            "dambusters/s9-chastise",
        ]
    );
    assert_eq!(c.tables.upkeep.len(), 24);
    for (i, dam) in c.tables.dams.iter().enumerate() {
        assert_eq!(dam.id as usize, i, "dams lie in the order of their ids");
        assert_eq!(dam.name, dam.id.name());
    }
    let rv: u32 = c.tables.dams.iter().map(|d| u32::from(d.rv)).sum();
    assert_eq!(rv, 22);
}

#[test]
fn flak_columns_hit_as_printed() {
    let c = content();
    let two = [2.8, 8.3, 16.7, 30.6, 41.7];
    let three = [7.4, 19.9, 35.6, 64.4, 74.1];
    for level in 1..=5u8 {
        let column = c.ids.flak_column(level);
        for (dice, printed) in [(2, two), (3, three)] {
            let miss = percent(&c, "flak_check", column, "miss", dice, 0);
            close(&format!("flak {level}, {dice} dice"), 100.0 - miss, printed[usize::from(level) - 1]);
        }
        let critical = |dice| percent(&c, "flak_check", column, "critical", dice, 0);
        let printed = if level >= 4 { (16.7, 41.7) } else { (0.0, 0.0) };
        close("critical, 2 dice", critical(2), printed.0);
        close("critical, 3 dice", critical(3), printed.1);
    }
}

#[test]
fn release_table_is_arithmetic() {
    let c = content();
    let success = [3, 8, 17, 28, 42, 58, 72, 83, 92, 97];
    let concussion = [58, 42, 28, 17, 8, 3, 0, 0, 0, 0];
    for (i, total) in (3..=12).enumerate() {
        let at = |row| percent(&c, "release", ChartIds::ONLY, row, 2, total);
        close(&format!("success at {total}"), at("success"), f64::from(success[i]));
        close(&format!("concussion at {total}"), at("concussion"), f64::from(concussion[i]));
    }
}

#[test]
fn the_way_home_is_as_printed() {
    let c = content();
    let lost = [83, 72, 58, 42, 28, 17, 8];
    let mia = [60, 42, 24, 12, 5, 1, 0];
    for (i, sum) in (-4..=2).enumerate() {
        let first = percent(&c, "rtb", ChartIds::ONLY, "lost", 2, sum);
        let second = percent(&c, "lost", ChartIds::ONLY, "mia", 2, sum);
        close(&format!("lost at {sum}"), first, f64::from(lost[i]));
        close(&format!("never returns at {sum}"), first * second / 100.0, f64::from(mia[i]));
    }
    close("damaged again", percent(&c, "lost_damaged", 0, "destroyed", 1, 0), 66.7);
}

#[test]
fn nightfighters_come_as_printed() {
    let c = content();
    let sighted = |alert, lights| {
        percent(&c, "nightfighter_sighted", c.ids.sighted_column(alert, lights), "sighted", 2, 0)
    };
    for (alert, printed) in (0..=4).zip([2.8, 8.3, 16.7, 27.8, 41.7]) {
        close(&format!("dark, Alert {alert}"), sighted(alert, false), printed);
    }
    close("lights, Alert 4", sighted(4, true), 58.3);
    let attack = |activity, nearby| {
        percent(&c, "nightfighter_attack", c.ids.attack_column(activity, nearby), "attack", 2, 0)
    };
    close("Alert 1, activity 5", sighted(1, false) * attack(5, false) / 100.0, 0.7);
    close("the same with one nearby", sighted(1, false) * attack(6, true) / 100.0, 3.5);
    close("Alert 4, activity 7", sighted(4, false) * attack(7, false) / 100.0, 7.0);
    close("the same with one nearby", sighted(4, false) * attack(30, true) / 100.0, 17.4);
    for (kind, printed) in
        [(NightfighterType::Me109, 16.7), (NightfighterType::Me110, 41.7), (NightfighterType::Ju88, 58.3)]
    {
        let column = c.ids.flight_attack_column(kind);
        close("in flight", percent(&c, "nightfighter_attack_flight", column, "attack", 2, 0), printed);
    }
}

#[test]
fn fog_hill_and_late_release_are_as_printed() {
    let c = content();
    for (modifier, printed) in [(0, 16.7), (-1, 27.8), (-2, 41.7)] {
        close("fog", percent(&c, "visibility", 0, "fog", 2, modifier), printed);
    }
    for (m, printed) in [(0, 8.3), (-1, 16.7), (-2, 27.8), (-3, 41.7)] {
        close("Michelskopf", percent(&c, "michelskopf", 0, "impact", 2, m), printed);
    }
    let chart = c.charts.get(c.ids.late_release.id);
    let rows: Vec<LateRelease> =
        (1..=6).map(|die| c.ids.late_release.read(&chart.resolve(0, &[die], 0))).collect();
    assert_eq!(rows.iter().map(|r| i32::from(r.modifier)).sum::<i32>(), -3, "mean −0.5");
    assert_eq!(rows.iter().map(|r| r.m).collect::<Vec<_>>(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(rows[5].modifier, 1, "Spot on");
}

#[test]
fn gunnery_and_attrition_follow_the_level() {
    let c = content();
    for level in 1..=4u8 {
        let chance = f64::from(level) / 6.0 * 100.0;
        let hit = percent(&c, "gunnery", c.ids.gunnery_column(level), "hit", 1, 0);
        let falls = percent(&c, "defense_attrition", c.ids.attrition_column(level), "falls", 1, 0);
        close("gunnery", hit, chance);
        close("attrition", falls, chance);
    }
    close("balloon", percent(&c, "gunnery", c.ids.gunnery_balloons(), "hit", 1, 0), 16.7);
    close("balloon, elite", percent(&c, "gunnery", c.ids.gunnery_balloons(), "hit", 1, -1), 33.3);
    close(
        "balloon drifts",
        percent(&c, "defense_attrition", c.ids.attrition_balloons(), "falls", 1, 0),
        16.7,
    );
}

#[test]
fn chits_draw_as_printed() {
    let c = content();
    for chits in [&c.tables.chits.speed, &c.tables.chits.altitude] {
        let approach: Vec<i32> = chits.iter().map(|x| i32::from(x.approach)).collect();
        for (draws, three, two_up) in [
            (1, 14.3, 42.9),
            (2, 28.6, 71.4),
            (3, 42.9, 88.6),
            (4, 57.1, 97.1),
            (5, 71.4, 100.0),
            (6, 85.7, 100.0),
        ] {
            let best = best_of_draws(&approach, draws);
            let chance = |least| -> f64 {
                best.iter().filter(|(v, _)| *v >= least).map(|(_, f)| f.value() * 100.0).sum()
            };
            close("best is 3", chance(3), three);
            close("best is 2 or more", chance(2), two_up);
        }
    }
    // Mean of the best release chit, the approach chit that allows n draws being out of the cup.
    let mean = |chits: &[Chit], draws: u8| {
        let held: Vec<usize> = (0..chits.len()).filter(|i| chits[*i].approach == draws).collect();
        held.iter()
            .map(|out| {
                let cup: Vec<i32> = chits
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| i != out)
                    .map(|(_, x)| i32::from(x.release))
                    .collect();
                best_of_draws(&cup, usize::from(draws))
                    .iter()
                    .map(|(v, f)| f64::from(*v) * f.value())
                    .sum::<f64>()
            })
            .sum::<f64>()
            / held.len() as f64
    };
    for (draws, speed, altitude) in [(1, 2.2, 1.8), (2, 2.8, 2.8), (3, 3.3, 3.0)] {
        for (chits, printed) in [(&c.tables.chits.speed, speed), (&c.tables.chits.altitude, altitude)] {
            let got = mean(chits, draws);
            assert!((got - printed).abs() <= 0.06, "{draws} draws: {got:.3} against {printed}");
        }
    }
}

#[test]
fn mines_break_walls_as_printed() {
    let c = content();
    let mines = &c.tables.upkeep;
    let mean = |f: fn(&Upkeep) -> u8| mines.iter().map(|m| f64::from(f(m))).sum::<f64>() / 24.0;
    assert!((mean(|m| m.odd) - 3.17).abs() < 0.01);
    assert!((mean(|m| m.even) - 3.25).abs() < 0.01);
    assert!((mean(|m| m.higher()) - 3.88).abs() < 0.01);
    // The exact spread of the damage of n hits, drawn without return: ways[hits][damage] over mines taken or left.
    let mut ways = vec![vec![0f64; 40]; 6];
    ways[0][0] = 1.0;
    for mine in mines {
        for hits in (0..5).rev() {
            for damage in 0..34 {
                let w = ways[hits][damage] / 2.0;
                ways[hits + 1][damage + usize::from(mine.odd)] += w;
                ways[hits + 1][damage + usize::from(mine.even)] += w;
            }
        }
    }
    let breach = |hits: usize, wall: usize| {
        let all: f64 = ways[hits].iter().sum();
        ways[hits][wall..].iter().sum::<f64>() / all * 100.0
    };
    for (wall, one, two, three) in [(4, 44.0, 95.0, 100.0), (5, 17.0, 85.0, 99.0), (6, 2.0, 69.0, 97.0)] {
        for (hits, printed) in [(1, one), (2, two), (3, three)] {
            let got = breach(hits, wall);
            assert!((got - printed).abs() <= 1.0, "{hits} hits on {wall}: {got:.2} against {printed}");
        }
    }
    assert!((breach(5, 15) - 70.0).abs() <= 3.0, "five hits on the Sorpe: {:.1}", breach(5, 15));
}

#[test]
fn vectors_cost_as_printed_and_never_more_with_better_recon() {
    let c = content();
    let chart = c.charts.get(c.ids.approach_vector.id);
    let letters = |class, total, visibility| {
        let row = chart.read(c.ids.vector_column(class), total);
        let (s, a, m) = c.ids.approach_vector.result(row).letters(visibility);
        i32::from(s + a + m)
    };
    let mean = |class, recon| {
        f64::from((1..=6).map(|die| letters(class, die + recon, Visibility::Clear)).sum::<i32>()) / 6.0
    };
    assert_eq!(mean(VectorClass::Open, 3), 0.5);
    assert_eq!(mean(VectorClass::Gorge, 3), 2.0);
    assert_eq!(mean(VectorClass::Crest, 2), 2.0);
    for class in VectorClass::ALL {
        for visibility in [Visibility::Clear, Visibility::Fog] {
            for total in 1..10 {
                assert!(letters(class, total, visibility) >= letters(class, total + 1, visibility));
            }
        }
        for total in 1..=10 {
            assert!(letters(class, total, Visibility::Fog) >= letters(class, total, Visibility::Clear));
        }
    }
}

#[test]
fn training_is_worth_what_is_printed() {
    let c = content();
    let t = &c.tables.training;
    let green = t.levels(Quality::Green);
    let seasoned = t.levels(Quality::Seasoned);
    let veteran = t.levels(Quality::Veteran);
    assert_eq!(green.altitude_speed + seasoned.altitude_speed + veteran.altitude_speed, 11);
    let worth = |l: Levels| {
        (
            t.navigation_skill_at(l.navigation),
            t.chits_at(l.altitude_speed),
            t.release_modifier_at(l.bomb_aiming),
        )
    };
    assert_eq!(worth(veteran), (3, 5, 2));
    assert_eq!(worth(seasoned), (4, 4, 1));
    assert_eq!(worth(green), (5, 2, 0));
    assert_eq!(worth(veteran.unfit(1)), (5, 2, 0));
    assert_eq!(worth(veteran.unfit(0)), worth(veteran));
    assert_eq!(green.unfit(1).altitude_speed, 0);
    assert_eq!(worth(veteran.unfit(2)), worth(veteran.unfit(200)));
}

#[test]
fn eight_lost_leave_three_prisoners() {
    let c = content();
    let chart = c.charts.get(c.ids.fate.id);
    let fate = |die| c.ids.fate.read(&chart.resolve(0, &[die], 0));
    assert_eq!(fate(5).survivors(8), (3, 0), "56 aboard, 53 dead");
    assert_eq!(fate(1).survivors(8), (0, 0));
    assert_eq!(fate(2).survivors(8), (1, 0));
    assert_eq!(fate(6).survivors(3), (1, 1));
    assert_eq!(fate(6).survivors(0), (0, 0));
}

#[test]
fn every_night_finds_its_debriefing() {
    let c = content();
    for scenario in c.scenarios.iter().filter(|s| s.file.one_dam()) {
        let setup = scenario.default_setup(&c.tables);
        let flown = u8::try_from(setup.sorties.len()).unwrap_or(0);
        let capacity = c.tables.dam(setup.dam).capacity(setup.water);
        let mut met = vec![0u32; scenario.file.debriefing.len()];
        for night in nights(flown, flown, capacity) {
            let row = row_for(&scenario.file.debriefing, night);
            let Some(row) = row else { panic!("{}: no row for {night:?}", scenario.file.id) };
            met[row] += 1;
            assert_eq!(scenario.debrief(night), &scenario.file.debriefing[row]);
        }
        assert!(met.iter().all(|n| *n > 0), "{}: {met:?}", scenario.file.id);
    }
}

#[test]
fn history_reads_as_history() {
    let c = content();
    for (id, damage, lost, unspent, number) in [
        ("dambusters/s1-mohne", 6, 1, 3, 6),
        ("dambusters/s2-eder", 6, 1, 0, 6),
        ("dambusters/s3-sorpe", 5, 0, 0, 3),
        ("dambusters/s4-lister", 0, 1, 4, 2),
        ("dambusters/s5-ennepe", 0, 0, 2, 2),
        ("dambusters/s5-beginners", 0, 0, 0, 2),
    ] {
        let Some(s) = c.scenario(id) else { panic!("{id} is missing") };
        let setup = s.default_setup(&c.tables);
        let capacity = c.tables.dam(setup.dam).capacity(setup.water);
        let night = Night { breached: damage >= capacity, damage, lost, unspent };
        assert_eq!(s.debrief(night).number, number, "{id}");
    }
}

#[test]
fn options_change_the_set_up() {
    let c = content();
    let with = |id: &str, option: &str, choice: &str| {
        let Some(s) = c.scenario(id) else { panic!("{id} is missing") };
        s.setup(&c.tables, &BTreeMap::from([(option.to_owned(), choice.to_owned())]))
    };
    assert_eq!(with("dambusters/s2-eder", "linked", "no").map(|s| s.alert), Ok(1));
    assert_eq!(with("dambusters/s2-eder", "linked", "yes").map(|s| s.alert), Ok(2));
    let history = with("dambusters/s3-sorpe", "force", "history").map(|s| s.sorties);
    let codes: Vec<_> = history
        .iter()
        .flatten()
        .map(|s| (c.tables.aircraft(s.aircraft).code.as_str(), s.start, s.from_turn))
        .collect();
    assert_eq!(codes, [("AJ-T", Start::CirclingNear, 1), ("AJ-F", Start::CirclingFar, 5)]);
    let told = |r: Result<Setup, OptionFault>| r.err().map(|e| e.to_string()).unwrap_or_default();
    assert_eq!(
        told(with("dambusters/s2-eder", "linkd", "yes")),
        "the scenario has no option `linkd`; there is linked"
    );
    assert_eq!(
        told(with("dambusters/s2-eder", "linked", "maybe")),
        "the option `linked` cannot be `maybe`: no Lancaster `maybe` set out"
    );
    let Some(easy) = c.scenario("dambusters/s5-beginners") else { panic!("missing") };
    let easy = easy.default_setup(&c.tables);
    assert!(easy.skip_nightfighter && easy.skip_visibility && easy.skip_rtb);
    assert_eq!(easy.last_turn(), 8);
    assert!(easy.ends_on(End::BreachedAndStopped) && !easy.ends_on(End::NightfighterAttack));
}

#[test]
fn the_ledger_knows_every_name_used() {
    let c = content();
    for entry in c.tables.elite.iter() {
        assert!(c.ledger.clause(entry.kind.clause()).is_some(), "{}", entry.kind.clause());
    }
    let tables =
        ["aircraft", "chits", "dams", "elite", "flight", "hazards", "scenarios", "training", "upkeep"];
    for clause in &c.ledger.clauses {
        let chart = clause.chart.as_str();
        assert!(
            chart.is_empty() || tables.contains(&chart) || c.charts.find(chart).is_some(),
            "{} names the chart {chart}",
            clause.id
        );
    }
    for (_, chart) in c.charts.iter() {
        let told = match &chart.file().provenance {
            Provenance::Rulebook(s) | Provenance::Public(s) | Provenance::Reconstructed(s) => s,
            Provenance::Owner(overlay) => panic!("shipped values of {overlay}"),
        };
        assert!(!told.is_empty());
        assert!(chart.file().rows.iter().all(|r| !r.clause.is_empty()), "{}", chart.file().id);
    }
}

#[test]
fn a_chart_row_has_its_result() {
    let c = content();
    let critical = c.charts.get(c.ids.flak_check.id).row("critical");
    assert_eq!(critical.map(|r| c.ids.flak_check.result(r)), Some(FlakResult::Critical));
    assert_eq!(c.ids.release.result(Row(2)), ReleaseResult::Success);
    assert_eq!(c.ids.morning_recon.result(Row(0)), ReconChange(-1));
}

fn faults_of(content: &Content, text: &str) -> Vec<(usize, String, String, Option<String>)> {
    let source = match source_from_bytes("mine.ron", text.as_bytes(), &limits()) {
        Ok(source) => source,
        Err(problems) => panic!("{}", problems.render(false)),
    };
    match content.read_scenario(&source) {
        Ok(_) => Vec::new(),
        Err(problems) => {
            problems.iter().map(|p| (p.line, p.field.clone(), p.message.clone(), p.help.clone())).collect()
        }
    }
}

#[test]
fn a_players_scenario_is_told_all_its_faults() {
    let c = content();
    let path = format!("{ASSETS}/{FOLDER}/scenarios/03-sorpe.ron");
    let good = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(faults_of(&c, &good), []);
    let bad = good
        .replace("code: \"AJ-W\"", "code: \"AJ-V\"")
        .replace("name: \"Johnson\"", "name: \"Jonson\"")
        .replace("flak: 0,", "flak: 5,")
        .replace("AfterTurn(16)", "AfterTurn(0)")
        .replace("clause: \"4.3.a\"", "clause: \"4.3.zz\"")
        .replace("Only([\"AJ-T\", \"AJ-F\"])", "Only([\"AJ-G\"])")
        .replace("damage: Is(0)", "damage: Is(0), lost: Is(0)");
    let faults = faults_of(&c, &bad);
    let fields: Vec<_> = faults.iter().map(|f| f.1.as_str()).collect();
    assert_eq!(
        fields,
        [
            "flak",
            "aircraft[0].elite.name",
            "aircraft[1].code",
            "ends[3]",
            "special[0].clause",
            "options[0].choices[1].changes[0]",
            "options[0].choices[1].changes[0]",
            "debriefing",
        ],
        "{faults:#?}"
    );
    assert_eq!(faults[1].3.as_deref(), Some("did you mean `Johnson`?"));
    assert_eq!(faults[7].2, "no row covers a whole dam with damage 0, 1 lost and 0 unspent");
    assert!(faults.iter().all(|f| f.0 > 1), "every fault has its line: {faults:#?}");
}

#[test]
fn charts_cannot_change_the_dice() {
    let c = content();
    let ours = fs::read_to_string(format!("{ASSETS}/{FOLDER}/charts/release.ron")).unwrap_or_default();
    let text = ours.replace("dice: Two", "dice: One");
    let Ok(source) = source_from_bytes("release.ron", text.as_bytes(), &limits()) else { panic!("grammar") };
    let Err(problems) = c.read_chart(&source) else { panic!("accepted") };
    assert!(problems.iter().any(|p| p.field == "dice" && p.message == "this chart is rolled with `Two`"));
}

/// All shipped files of the game, by path.
fn shipped() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["charts", "tables", "scenarios"] {
        let Ok(entries) = fs::read_dir(format!("{ASSETS}/{FOLDER}/{folder}")) else { panic!("{folder}") };
        for entry in entries.flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            files.push((entry.path().display().to_string(), text));
        }
    }
    files.sort();
    assert!(files.len() > 30);
    files
}

#[test]
fn every_shipped_file_is_told_by_its_fields() {
    let c = content();
    for (path, text) in shipped() {
        let Ok(source) = source_from_bytes(&path, text.as_bytes(), &limits()) else { panic!("{path}") };
        let kind = match c.check_file(&source) {
            Ok(kind) => kind,
            Err(problems) => panic!("{}", problems.render(false)),
        };
        let fits = match kind {
            FileKind::Scenario => path.contains("/scenarios/"),
            FileKind::Campaign => path.contains("/campaigns/"),
            FileKind::Chart => path.contains("/charts/"),
            FileKind::Table(name) => path.ends_with(&format!("/tables/{name}.ron")),
            FileKind::Ledger => path.ends_with("rules.ron"),
        };
        assert!(fits, "{path} is taken for {kind:?}");
    }
    let Ok(source) = source_from_bytes("x.ron", b"(format: 1)", &limits()) else { panic!("grammar") };
    assert!(c.check_file(&source).is_err());
}
