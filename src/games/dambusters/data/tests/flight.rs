//! The tables and charts of the Flight Map.

use super::*;

/// The chance of a row of a chart of one column.
fn only(content: &Content, chart: &str, row: &str, dice: u8) -> f64 {
    percent(content, chart, ChartIds::ONLY, row, dice, 0)
}

#[test]
fn checks_pass_as_often_as_printed() {
    let c = content();
    for (level, printed) in (0..=6).zip([42, 58, 72, 83, 92, 92, 97]) {
        let skill = c.tables.training.navigation_skill_at(level);
        for (chart, column) in [
            ("navigation", c.ids.navigation_column(skill)),
            ("coordination", c.ids.coordination_column(skill)),
        ] {
            close(
                &format!("{chart} at level {level}"),
                percent(&c, chart, column, "passes", 2, 0),
                f64::from(printed),
            );
        }
    }
    for skill in 2..=13i8 {
        let chart = c.charts.get(c.ids.navigation.id);
        for total in -3..=15 {
            let passes = c.ids.navigation.result(chart.read(c.ids.navigation_column(skill), total));
            assert_eq!(passes == CheckResult::Passes, total >= i32::from(skill));
        }
    }
    assert_eq!(c.ids.navigation_column(-9), c.ids.navigation_column(2));
    assert_eq!(c.ids.coordination_column(99), c.ids.coordination_column(13));
}

#[test]
fn dams_are_found_as_often_as_printed() {
    let c = content();
    let chance = |recon, moon| {
        percent(&c, "target_acquisition", c.ids.acquisition_column(recon, moon), "passes", 2, 0)
    };
    for (recon, printed) in (0..=7).zip([17, 28, 42, 58, 72, 83, 92, 97]) {
        close(&format!("moon, Recon {recon}"), chance(recon, true), f64::from(printed));
        let dark = if recon < 2 { [2.8, 8.3][usize::from(recon)] } else { chance(recon - 2, true) };
        close(&format!("no moon, Recon {recon}"), chance(recon, false), dark);
    }
    assert_eq!(c.ids.acquisition_column(200, true), c.ids.acquisition_column(7, true));
    // A Seasoned crew with its Persistent Attempt, from the Ruhr's Recon Level of 2 and the dam's.
    let seasoned = c.tables.training.levels(Quality::Seasoned).navigation;
    let skill = c.tables.training.navigation_skill_at(seasoned);
    let again = percent(&c, "navigation", c.ids.navigation_column(skill), "passes", 2, 0);
    for (recon, printed) in [(5, 99.0), (4, 98.0), (3, 97.0)] {
        let first = chance(recon, true);
        close("persistent", first + (100.0 - first) * again / 100.0, printed);
    }
}

#[test]
fn wireless_arrives_as_often_as_printed() {
    let c = content();
    let rows = ["misinterpreted", "not_received", "garbled", "received"];
    // All ways of one message with its repeats: each is sent at +1 more.
    let (mut ends, mut under_way) = ([0.0; 4], 1.0);
    for repeat in 0..12 {
        let at = |row| percent(&c, "wireless", ChartIds::ONLY, row, 2, repeat) / 100.0;
        for (sum, row) in ends.iter_mut().zip(rows) {
            *sum += under_way * at(row) * 100.0;
        }
        under_way *= at("garbled");
    }
    assert!(under_way.abs() < 1e-12, "a garbled message comes to an end");
    close("misinterpreted", ends[0], 9.0);
    close("not received", ends[1], 24.0);
    close("received", ends[3], 66.0);
    assert!((ends[0] + ends[1] + ends[3] - 100.0).abs() < 1e-9);
    for (row, sixths) in [("goes_home", 1), ("least_known", 2), ("best_known", 2), ("last_resort", 1)] {
        close(row, only(&c, "misinterpreted", row, 1), f64::from(sixths) * 100.0 / 6.0);
    }
    let chart = c.charts.get(c.ids.misinterpreted.id);
    let read = |die| c.ids.misinterpreted.read(&chart.resolve(0, &[die], 0));
    assert_eq!(read(1), MisinterpretedResult::GoesHome);
    assert_eq!(read(6), MisinterpretedResult::LastResort);
}

#[test]
fn birds_crashes_and_entries_are_as_printed() {
    let c = content();
    close("birds", only(&c, "birds", "damaged", 1), 16.7);
    close("crash", only(&c, "crash", "destroyed", 1), 50.0);
    close("mine lost", only(&c, "crash", "mine_lost", 1), 50.0);
    close("near", only(&c, "circling_entry", "near", 1), 50.0);
    let chart = c.charts.get(c.ids.birds.id);
    let birds = |die| c.ids.birds.read(&chart.resolve(0, &[die], 0));
    assert_eq!(
        (birds(1), birds(2), birds(6)),
        (BirdsResult::Damaged, BirdsResult::Nothing, BirdsResult::Nothing)
    );
    let chart = c.charts.get(c.ids.crash.id);
    let crash = |die| c.ids.crash.read(&chart.resolve(0, &[die], 0));
    assert_eq!((crash(3), crash(4)), (CrashResult::Destroyed, CrashResult::MineLost));
    let chart = c.charts.get(c.ids.circling_entry.id);
    let entry = |die| c.ids.circling_entry.read(&chart.resolve(0, &[die], 0));
    assert_eq!((entry(2), entry(5)), (EntryResult::Near, EntryResult::Far));
    let chart = c.charts.get(c.ids.arrival.id);
    let arrival = |die, modifier| c.ids.arrival.read(&chart.resolve(0, &[die], modifier)).0;
    assert_eq!((1..=6).map(|die| arrival(die, 0)).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(
        [arrival(1, -1), arrival(6, -1), arrival(6, 1), arrival(6, 2), arrival(6, 4)],
        [0, 5, 7, 8, 8]
    );
}

#[test]
fn cups_hold_what_is_printed() {
    let c = content();
    let hazards = &c.tables.hazards;
    assert_eq!(Colour::ALL.map(|colour| hazards.count(colour)), [24, 34, 20]);
    let share = |colour, fits: &dyn Fn(Danger) -> bool| {
        let all = 1..=hazards.count(colour);
        let n = all.clone().filter(|n| fits(hazards.marker(colour, *n))).count();
        n as f64 * 100.0 / all.count() as f64
    };
    let front = |colour, front| share(colour, &|d: Danger| d.front() == front);
    close("flak over Holland and the Ruhr", front(Colour::LightBlue, Front::Flak), 41.0);
    close("nightfighters there", front(Colour::LightBlue, Front::Nightfighter), 18.0);
    close("crashes there", share(Colour::LightBlue, &|d| d == Danger::Crash), 15.0);
    assert_eq!(front(Colour::Yellow, Front::Plain), 100.0);
    close("flak on the Weser", front(Colour::DarkBlue, Front::Flak), 35.0);
    let count =
        |colour, danger| (1..=hazards.count(colour)).filter(|n| hazards.marker(colour, *n) == danger).count();
    for (danger, printed) in [
        (Danger::Attach(Hazard::MapError), [2, 2, 3]),
        (Danger::Birds, [2, 2, 2]),
        (Danger::Balloons, [0, 1, 0]),
        (Danger::Crash, [0, 5, 4]),
        (Danger::Searchlights, [0, 4, 1]),
        (Danger::DelayedSortie, [3, 0, 0]),
        (Danger::Attach(Hazard::UnfitAircrew), [1, 0, 0]),
        (Danger::Flak(5), [0, 1, 0]),
        (Danger::Flak(3), [0, 4, 2]),
        (Danger::Nightfighter(NightfighterType::Me109), [0, 1, 0]),
        (Danger::Nightfighter(NightfighterType::Me110), [0, 4, 2]),
        (Danger::Nightfighter(NightfighterType::Ju88), [0, 1, 1]),
    ] {
        assert_eq!(Colour::ALL.map(|colour| count(colour, danger)), printed, "{}", danger.label());
        let saved = matches!(danger, Danger::Birds | Danger::Balloons | Danger::Crash);
        assert_eq!(danger.veteran(), saved, "{}", danger.label());
    }
    assert_eq!(hazards.marker(Colour::Yellow, 0), hazards.marker(Colour::Yellow, 1), "no number panics");
    assert_eq!(hazards.marker(Colour::Yellow, 255), hazards.marker(Colour::Yellow, 24));
    assert_eq!(Colour::ALL.map(Colour::label), ["yellow", "light blue", "dark blue"]);
    let codes = Colour::ALL.map(|colour| colour.cup().code(7));
    assert_eq!(codes, ["Y7", "L7", "D7"]);
}

#[test]
fn the_flight_map_is_a_line_of_six_zones() {
    use FlightZone::{DutchCoast, England, EnglishCoast, NorthSea, Ruhr, Weser};
    let c = content();
    let map = &c.tables.flight;
    assert_eq!(map.order, FlightZone::ALL);
    assert_eq!(map.toward(England, Ruhr), EnglishCoast);
    assert_eq!(map.toward(DutchCoast, Weser), Ruhr);
    assert_eq!(map.toward(Weser, Ruhr), Ruhr);
    assert_eq!(map.toward(Ruhr, England), DutchCoast);
    assert_eq!(map.toward(NorthSea, NorthSea), NorthSea);
    // A wave that starts on Turn 1 is at the Möhne half an hour after midnight, at the Eder an hour later.
    let (mut zone, mut turn) = (England, 0);
    while zone != c.tables.dam(DamId::Moehne).zone {
        zone = map.toward(zone, Ruhr);
        turn += 1;
    }
    assert_eq!((turn, map.clock(turn)), (4, "00:30"));
    assert_eq!((map.toward(zone, Weser), map.clock(turn + 1)), (c.tables.dam(DamId::Eder).zone, "01:30"));
    assert_eq!(map.draws(England), None);
    assert_eq!(map.draws(EnglishCoast), Some((Colour::Yellow, 1, false)));
    assert_eq!(map.draws(NorthSea), Some((Colour::Yellow, 2, false)));
    assert_eq!(map.draws(DutchCoast), Some((Colour::LightBlue, 3, true)));
    assert_eq!(map.draws(Ruhr), Some((Colour::LightBlue, 2, true)));
    assert_eq!(map.draws(Weser), Some((Colour::DarkBlue, 2, true)));
    let fog: Vec<i8> = (1..=8).map(|turn| map.visibility(turn)).collect();
    assert_eq!(fog, [0, 0, 0, 0, -1, -1, -2, -2]);
    assert_eq!((1..=10).filter(|turn| map.is_fog(*turn)).collect::<Vec<_>>(), [9, 10]);
    assert_eq!((1..=10).find(|turn| map.free(*turn)), Some(7));
    assert_eq!(
        [map.clock(0), map.clock(1), map.clock(10), map.clock(255)],
        ["21:30", "21:30", "06:30", "06:30"]
    );
    assert_eq!(map.recon_most, 3);
}

#[test]
fn tables_of_the_flight_are_told_their_faults() {
    let c = content();
    let told = |name: &str, swaps: &[(&str, &str)]| {
        let mut text = fs::read_to_string(format!("{ASSETS}/{FOLDER}/tables/{name}.ron")).unwrap_or_default();
        for (from, to) in swaps {
            assert!(text.contains(from), "{name} has no `{from}`");
            text = text.replacen(from, to, 1);
        }
        let Ok(source) = source_from_bytes("x.ron", text.as_bytes(), &limits()) else { panic!("grammar") };
        let found = c.check_file(&source).err().unwrap_or_default();
        assert!(found.iter().all(|p| p.line > 1), "{found}");
        found.iter().map(|p| format!("{}: {}", p.field, p.message)).collect::<Vec<_>>()
    };
    assert_eq!(
        told(
            "hazards",
            &[
                ("Attach(CompassCard), count: 3", "Attach(BrokenRadio), count: 90"),
                ("Balloons, count: 1", "DelayedSortie, count: 1"),
                ("Flak(5)", "Flak(6)"),
                ("colour: DarkBlue", "colour: LightBlue"),
            ]
        ),
        [
            "cups: the light blue cup is listed 2 times",
            "cups: the dark blue cup is listed 0 times",
            "cups[0].markers: a cup holds 1 to 99 markers, not 111",
            "cups[0].markers[1].danger: Broken Radio is listed twice",
            "cups[1].markers[2].danger: Delayed Sortie is a yellow marker (7.7.1.e)",
            "cups[1].markers[9].danger: a Flak marker has a level from 1 to 5, not 6",
        ]
    );
    assert_eq!(
        told(
            "flight",
            &[
                ("order: [England, EnglishCoast", "order: [England, England"),
                ("\"21:30\", ", ""),
                ("visibility: [0, 0,", "visibility: [1,"),
                ("fog_turn: 9", "fog_turn: 0"),
                ("recon_most: 3", "recon_most: 4"),
                ("(zone: England)", "(zone: England, markers: 1, additional: true)"),
                ("(zone: NorthSea, colour: Yellow", "(zone: NorthSea, colour: DarkBlue"),
            ]
        ),
        [
            "order: England is listed 2 times",
            "order: English Coast is listed 0 times",
            "clock: ten times: one for each Flight Turn and one for the end",
            "visibility: one modifier for each Flight Turn from 1 to 9",
            "visibility[0]: the modifier is 0, -1 or -2 (6.1.a)",
            "fog_turn: a Flight Turn from 1 to 9",
            "recon_most: a zone's Recon Track ends at 3 (6.5.a)",
            "hazards[0].colour: markers have a colour",
            "hazards[0].additional: more markers are drawn in hostile zones alone (7.5.3.d)",
            "hazards[2].colour: a zone that is not hostile draws yellow markers (7.5.1.a)",
        ]
    );
}

#[test]
fn flight_charts_keep_to_the_rules() {
    let c = content();
    let told = |name: &str, from: &str, to: &str| {
        let ours = fs::read_to_string(format!("{ASSETS}/{FOLDER}/charts/{name}.ron")).unwrap_or_default();
        assert!(ours.contains(from), "{name} has no `{from}`");
        let text = ours.replacen(from, to, 1);
        let Ok(source) = source_from_bytes("x.ron", text.as_bytes(), &limits()) else { panic!("grammar") };
        let found = c.read_chart(&source).err().unwrap_or_default();
        found.iter().map(|p| format!("{}: {}", p.field, p.message)).collect::<Vec<_>>().join("; ")
    };
    let six = "(on: UpTo(5), row: \"fails\"), (on: From(6), row: \"passes\")";
    let seven = "(on: UpTo(6), row: \"fails\"), (on: From(7), row: \"passes\")";
    assert_eq!(
        told("navigation", six, seven),
        "columns[4].bands: a total of 6 or more passes, less fails; 6 is read wrongly (7.4.1.a)"
    );
    assert_eq!(
        told("wireless", "row: \"received\")", "row: \"garbled\")"),
        "columns[0].bands: a total of 12 or more is not garbled, or a message is sent again for ever (7.2.1.c)"
    );
    assert_eq!(
        told("arrival", "(\"turn\", 8)", "(\"turn\", 9)"),
        "rows[8].values: a number here is too large, or below 0 where none can be"
    );
    assert_eq!(told("target_acquisition", "UpTo(9)", "UpTo(2)"), "columns[0].bands: total 3 is not covered");
    assert_eq!(
        told("coordination", "dice: Two", "dice: One").split(';').next(),
        Some("dice: this chart is rolled with `Two`")
    );
    assert!(told("crash", "id: \"mine_lost\"", "id: \"mine_gone\"").contains("mine_lost"));
}
