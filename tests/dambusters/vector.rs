//! 4.2.1 Approach Vector Check.

use crate::rig::Rig;
use crate::table::content;

/// The letters of index 1 to 10 (die + Recon Level) for Clear and what Fog adds, by the column's first dam.
const PRINTED: [(&str, [&str; 10]); 4] = [
    ("Moehne", ["SSA/A", "SA/A", "SA/A", "A/S", "S/A", "A/", "/A", "/A", "/", "/"]),
    ("Ennepe", ["SSAA/A", "SSA/A", "SA/AA", "SA/A", "SA/A", "A/A", "S/A", "A/", "/A", "/"]),
    ("Eder", ["SSAAM/A", "SSAM/A", "SSA/AM", "SAA/AM", "SAA/S", "SA/A", "SA/A", "A/S", "S/A", "/A"]),
    ("Sorpe", ["SSAA/SA", "SSA/SA", "SSA/A", "SAA/S", "SA/A", "SA/A", "A/S", "S/A", "A/", "/A"]),
];

fn count(text: &str) -> [usize; 3] {
    ['S', 'A', 'M'].map(|letter| text.chars().filter(|c| *c == letter).count())
}

fn one(dam: &str) -> Rig {
    Rig::at(dam).quiet().bomber("AJ-A", "Veteran", "")
}

/// proves: 4.2.1.a, 4.2.1.b, 4.2.1.h
#[test]
fn r4_2_1_a_one_die_in_the_dams_column_and_the_row_of_its_recon_level() {
    for (dam, printed) in PRINTED {
        for recon in 0..=4usize {
            for die in [1usize, 6] {
                let (clear, fog) = printed[recon + die - 1].split_once('/').unwrap_or_default();
                let night = one(dam).with("recon", &recon.to_string());
                for (visibility, wanted) in [("Clear", clear.to_owned()), ("Fog", format!("{clear}{fog}"))] {
                    let mut f = night.clone().with("visibility", visibility).forced("");
                    f.only("run:AJ-A").dice(1).only(&format!("roll={die}"));
                    f.sees("/run/letters", serde_json::json!(count(&wanted)));
                }
            }
        }
    }
    // The four classes of dam.
    let class = |n: usize| content().tables.dams[n].vector;
    assert_eq!(class(2), class(3), "Sorpe and Bever");
    assert!([4, 5, 7].iter().all(|n| class(*n) == class(6)), "the small walls");
}

/// proves: 4.2.1.c
#[test]
fn r4_2_1_c_visibility_is_the_scenarios_until_a_check_changes_it() {
    let night = Rig::at("Moehne").with("skip", "[Nightfighter, ReturnToBase]").bomber("AJ-A", "Green", "");
    // Recon 3, die 4: nothing in Clear, one A in Fog.
    let mut f = night.forced("1 1");
    f.sees("/visibility", "Clear")
        .only("run:AJ-A")
        .only("roll=4")
        .sees("/run/letters", serde_json::json!([0, 0, 0]));
    let mut f = night.clone().with("visibility", "Fog").forced("6 6");
    f.sees("/visibility", "Fog")
        .only("run:AJ-A")
        .only("roll=4")
        .sees("/run/letters", serde_json::json!([0, 1, 0]));
    // A check on Attack Turn 3 brings fog to one and clears the other.
    for (start, luck, after, letters) in
        [("Clear", "1 1", "Fog", [0, 1, 0]), ("Fog", "6 6", "Clear", [0, 0, 0])]
    {
        let mut f = night.clone().with("visibility", start).forced(luck);
        for _ in 0..3 {
            f.sees("/visibility", start).picks("end:run end:circling");
        }
        f.sees("/visibility", after).only("run:AJ-A").only("roll=4");
        f.sees("/run/letters", serde_json::json!(letters)).spent();
    }
}

/// proves: 4.2.1.d, 4.2.1.h, 4.2.2.c
#[test]
fn r4_2_1_d_each_s_takes_a_speed_chit() {
    // Veterans draw 5. Eder, Recon 1: 1 gives SSAM, 4 gives SAA, 6 gives SA.
    for (die, speed) in [(1, 3), (4, 4), (5, 4)] {
        let mut f = one("Eder").recon(1).forced("");
        f.only("run:AJ-A").only(&format!("roll={die}")).draws("speed", speed, &[1, 2, 3, 4, 5, 6, 7]);
    }
    let mut none = one("Moehne").forced("");
    none.only("run:AJ-A").only("roll=6").draws("speed", 5, &[1, 2, 3, 4, 5, 6, 7]);
}

/// proves: 4.2.1.e, 4.2.1.h, 4.2.3.a
#[test]
fn r4_2_1_e_each_a_takes_an_altitude_chit() {
    for (die, luck, altitude) in [(1, "S1 S2 S7", 4), (4, "S1 S2 S3 S7", 3), (5, "S1 S2 S3 S7", 4)] {
        let mut f = one("Eder").recon(1).forced(luck);
        f.only("run:AJ-A").only(&format!("roll={die}")).luck();
        f.only("lights:on").draws("altitude", altitude, &[1, 2, 3, 4, 5, 6, 7]).spent();
    }
    let mut none = one("Moehne").forced("S1 S2 S3 S4 S7");
    none.only("run:AJ-A").only("roll=6").luck().only("lights:on").draws(
        "altitude",
        5,
        &[1, 2, 3, 4, 5, 6, 7],
    );
}

/// proves: 4.2.1.f, 2.8.c
#[test]
fn r4_2_1_f_each_flare_on_the_track_cancels_one_a() {
    // Eder, Recon 1, die 4: SAA. One flare burns on (die 6), then two.
    let night = one("Eder").recon(1).empty("AJ-B", "Green", "");
    let mut f = night.forced("6 | 6 6");
    f.picks("end:run flare:AJ-B").sees("/flares", serde_json::json!([1])).pick("end:circling");
    f.sees("/flares", serde_json::json!([1])).only("run:AJ-A").only("go").only("roll=4");
    f.sees("/run/letters", serde_json::json!([1, 1, 0])).logged("flares cancel 1 A", "4.2.1.f");
    let mut f = night.forced("6 | 6 6");
    f.picks("end:run flare:AJ-B end:circling end:run flare:AJ-B end:circling").spent();
    f.sees("/flares", serde_json::json!([1, 2])).only("run:AJ-A").only("go").only("roll=4");
    f.sees("/run/letters", serde_json::json!([1, 0, 0])).logged("flares cancel 2 A", "4.2.1.f");
    // Only A: an S and an M stay (SSAM). A flare that has burnt out (2 less 2 turns) cancels nothing.
    let mut f = night.forced("6 6 2");
    f.picks("end:run flare:AJ-B end:circling").only("run:AJ-A").only("go").only("roll=1");
    f.sees("/run/letters", serde_json::json!([2, 0, 1]));
    let mut f = night.forced("6 6 2");
    f.picks("end:run flare:AJ-B end:circling end:run end:circling end:run end:circling").spent();
    f.sees("/flares", serde_json::json!([])).only("run:AJ-A").only("go").only("roll=4");
    f.sees("/run/letters", serde_json::json!([1, 2, 0]));
    assert_eq!(f.cited("4.2.1.f"), 0);
}

/// proves: 4.2.1.g
#[test]
fn r4_2_1_g_an_m_counts_against_the_michelskopf_and_stands_at_the_eder_alone() {
    // Recon 0, die 1: SSAAM. Faulty Controls leave no chit to choose.
    let night = Rig::at("Eder").quiet().recon(0).bomber("AJ-A", "Green", "");
    let mut f = night.forced("1 | 3 3");
    f.picks("run:AJ-A lights:on").only("release").only("roll").modifier("4.2.13.aa", -1).spent();
    let mut f = night.recon(4).forced("6 S7 S5 | S2 S3 S4 | 3 3");
    f.picks("run:AJ-A lights:off").pick_to("release", "keep:S2").only("roll").modifier("4.2.13.aa", 0);
    let chart = content().charts.get(content().ids.approach_vector.id);
    for column in &chart.file().columns {
        let m = column.bands.iter().any(|band| {
            let row = chart.row(&band.row);
            row.is_some_and(|row| chart.row_value(row, "M") + chart.row_value(row, "fog_M") > 0)
        });
        assert_eq!(m, column.id == "gorge", "{}", column.id);
    }
}

/// proves: 2.3.6.a
#[test]
fn r2_3_6_a_the_pilot_keeps_the_more_favourable_of_two_dice() {
    let pilot = Rig::at("Moehne")
        .quiet()
        .recon(3)
        .bomber("AJ-Z", "Green", "elite: (kind: PilotApproachVector, name: \"Maudslay\")")
        .empty("AJ-B", "Green", "");
    let roll = |night: &Rig, luck: &str, dice: &str| {
        let mut f = night.forced(luck);
        f.only("run:AJ-Z").only("go").dice(2).only(&format!("roll={dice}"));
        f
    };
    // Recon 3: 1 gives A, 2 gives S, 3 gives A, 4 and more nothing. The better die counts whichever comes first.
    for dice in ["1,4", "4,1", "2,5", "6,6"] {
        roll(&pilot, "", dice).sees("/run/letters", serde_json::json!([0, 0, 0])).draws(
            "speed",
            2,
            &[1, 2, 3, 4, 5, 6, 7],
        );
    }
    roll(&pilot, "", "1,3").sees("/run/letters", serde_json::json!([0, 1, 0]));
    // S against A: the player says.
    roll(&pilot, "", "1,2").asks("2.3.6.a").offers_only(&["die:2", "die:1"]);
    roll(&pilot, "", "1,2").only("die:1").sees("/run/letters", serde_json::json!([0, 1, 0]));
    roll(&pilot, "", "2,1").only("die:2").sees("/run/letters", serde_json::json!([1, 0, 0]));
    // With a flare the A is cancelled, and the lower die is the better.
    let mut f = pilot.forced("6");
    f.picks("end:run flare:AJ-B end:circling").only("run:AJ-Z").only("go").only("roll=1,2");
    f.sees("/run/letters", serde_json::json!([0, 0, 0])).logged("keeps the 1", "2.3.6.a");
    // Nobody else rolls two.
    let plain = one("Moehne").forced("").only("run:AJ-A").spec();
    assert_eq!(plain.dice, 1);
}

/// proves: 2.3.c
#[test]
fn r2_3_c_an_elite_crewman_helps_his_own_lancaster_only() {
    let night = Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", "")
        .empty("AJ-Z", "Green", "elite: (kind: PilotApproachVector, name: \"Maudslay\")")
        .empty("AJ-N", "Green", "elite: (kind: Engineer, name: \"Grayston\")");
    let mut f = night.forced("");
    f.picks("run:AJ-A escort:AJ-Z");
    f.only("escort:AJ-N").dice(1).only("roll=6").draws("speed", 2, &[1, 2, 3, 4, 5, 6, 7]);
    let own =
        Rig::at("Moehne").quiet().bomber("AJ-N", "Green", "elite: (kind: Engineer, name: \"Grayston\")");
    own.forced("").only("run:AJ-N").only("roll=6").draws("speed", 3, &[1, 2, 3, 4, 5, 6, 7]);
}
