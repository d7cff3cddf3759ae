//! 3.0 Target Maps, 4.0 the Attack Turn, 4.1 the Run Phase, 4.2 the sequence.

use crate::rig::Rig;
use crate::table::{Flight, content};
use bombers_moon::games::dambusters::components::Dam;
use bombers_moon::games::dambusters::data::DamId;

/// Lets an early release with S6 and 6 6 succeed.
const AIMER: &str = "elite: (kind: BombAimer, name: \"Hay\")";

/// A Green bomber and three Green empty aircraft, no defences.
fn plain() -> Rig {
    Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", AIMER)
        .empty("AJ-B", "Green", "")
        .empty("AJ-M", "Green", "")
        .empty("AJ-P", "Green", "")
}

/// A bomber alone in the Far Zone with Speed 3 (S7) and no Altitude chit; more luck follows.
fn far(dam: &str, luck: &str) -> Flight {
    let mut flight = Rig::at(dam)
        .quiet()
        .bomber(
            "AJ-A",
            "Green",
            &format!("{AIMER}, hazards: [FaultyControlsAltitude, FaultyControlsAltitude]"),
        )
        .forced(&format!("6 S7 S5 {luck}"));
    flight.pick("run:AJ-A");
    if flight.table.question().is_some_and(|q| q.clause.0 == "4.2.3.e") {
        flight.pick("lights:on");
    }
    flight
}

/// proves: 3.0.a, 3.2.a, 3.3.1.a, 3.3.1.b, 3.4.a
#[test]
fn r3_0_a_a_run_passes_through_every_space_of_the_map() {
    let night = Rig::at("Moehne").quiet().flak(1).bomber("AJ-A", "Green", "").bomber(
        "AJ-M",
        "Green",
        "start: CirclingFar",
    );
    let mut f = night.forced("6 S7 S5 | 5 6 | 5 6 | 5 6 | 4 | S2 S3 S6 | 6 6 | 5 6");
    f.at("AJ-A", "circling_near").at("AJ-M", "circling_far");
    f.pick("run:AJ-A").at("AJ-A", "approach_far");
    f.pick("lights:off").at("AJ-A", "approach_far").offers("proceed");
    f.pick("proceed").at("AJ-A", "approach_near").picks("hold cease").at("AJ-A", "approach_near");
    f.pick("proceed").at("AJ-A", "approach_close").picks("hold cease").at("AJ-A", "approach_close");
    f.sees("/released_box", false).ship("AJ-A", "upkeep", true);
    f.only("release").at("AJ-A", "release").sees("/released_box", true).ship("AJ-A", "upkeep", false);
    f.luck().only("keep:S6").at("AJ-A", "release");
    // The mine lies in its box until the roll is made, then on the track.
    f.sees("/released_box", true).sees("/hits/0/from", serde_json::Value::Null);
    f.only("roll").at("AJ-A", "climb").sees("/released_box", false).sees("/hits/0/from", "AJ-A");
    f.luck().pick("cease").at("AJ-A", "circling_near").spent();
}

/// proves: 3.1.a
#[test]
fn r3_1_a_circling_boxes_hold_any_number_and_lie_out_of_reach_of_the_guns() {
    let codes = ["AJ-B", "AJ-M", "AJ-P", "AJ-J", "AJ-L", "AJ-Z", "AJ-N", "AJ-E", "AJ-W", "AJ-K", "AJ-H"];
    let mut night = Rig::at("Moehne").quiet().flak(3).bomber("AJ-A", "Green", "");
    for code in codes {
        night = night.empty(code, "Green", "");
    }
    let mut f = night.forced("6 S7 S5 | 1 2 | 6 S7 S5 | 1 2");
    // One escort; ten others circle near and are not shot at.
    f.picks("run:AJ-A escort:AJ-B go lights:off").offers_only(&["hit:AJ-A", "hit:AJ-B"]);
    f.picks("hit:AJ-B accept pull-up");
    for code in codes {
        f.pick(&format!("far:{code}")).at(code, "circling_far");
    }
    f.pick("end:circling");
    for code in codes {
        f.at(code, "circling_far");
    }
    // Nobody in Circling Near: no escorts, and nobody but the bomber is shot at.
    f.picks("run:AJ-A keep lights:off keep").prompt("AJ-A is about to be hit").pick("accept").spent();
}

/// proves: 3.2.b, 4.2.5.g
#[test]
fn r3_2_b_sorpe_and_bever_have_no_near_zone() {
    for dam in ["Sorpe", "Bever"] {
        let mut f = far(dam, "");
        f.sees("/near_zone", false).pick("proceed").at("AJ-A", "approach_close");
        f.asks("4.2.10.a").pick("hold").asks("4.2.12.a").spent();
    }
    for dam in ["Moehne", "Eder", "Lister", "Diemel", "Ennepe", "Henne"] {
        let mut f = far(dam, "");
        f.sees("/near_zone", true).pick("proceed").at("AJ-A", "approach_near");
        f.asks("4.2.6.a").pick("hold").asks("4.2.9.a").spent();
    }
}

/// proves: 3.2.c, 4.1.1.a, 4.2.a
#[test]
fn r3_2_c_entering_the_far_zone_starts_the_sequence() {
    let mut f = plain().forced("6 S7 S5 A7 A5 | 6 S7 S5");
    f.pick("run:AJ-A").at("AJ-A", "approach_far").only("go");
    // Step 1, then Steps 2 and 3 in order.
    assert_eq!(f.spec().clause.0, "4.2.1.a");
    f.only("roll").draws("speed", 2, &[1, 2, 3, 4, 5, 6, 7]).luck().asks("4.2.3.e");
    f.only("lights:on").draws("altitude", 2, &[1, 2, 3, 4, 5, 6, 7]).luck().asks("4.2.5.a");
    // The Circling Phase offers no way into the Approach.
    f.pick("pull-up").offers_no("run:AJ-A").pick("end:circling").offers("run:AJ-A");
}

/// proves: 4.1.c, 4.2.a
#[test]
fn r4_1_c_without_a_runner_the_sequence_is_skipped() {
    let mut f = plain().forced("");
    f.asks("4.1.a").pick("end:run").asks("4.3.a").sees("/run", serde_json::Value::Null);
    assert_eq!(f.cited("4.2.1.a"), 0);
    // Nobody near enough carries Upkeep: there is nothing to ask.
    let far_off = Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "start: CirclingFar");
    far_off.empty("AJ-B", "Green", "").forced("").asks("4.3.a").offers("near:AJ-A");
}

/// proves: 3.3.a
#[test]
fn r3_3_a_the_release_box_is_entered_from_any_zone() {
    far("Moehne", "").only("release").at("AJ-A", "release").sees("/run/released_from", "Far Zone");
    far("Moehne", "").picks("proceed hold").only("release").sees("/run/released_from", "Near Zone");
    let mut close = far("Moehne", "");
    close.picks("proceed hold proceed hold").only("release").sees("/run/released_from", "Close Zone");
    far("Sorpe", "").only("release").sees("/run/released_from", "Far Zone");
    far("Sorpe", "").picks("proceed hold").only("release").sees("/run/released_from", "Close Zone");
}

/// proves: 3.3.b, 4.1.b
#[test]
fn r3_3_b_only_a_lancaster_with_upkeep_goes_in_and_one_a_turn() {
    let night = plain().bomber("AJ-J", "Green", "");
    let mut f = night.forced("6 S7 S5 | S2 S3 S6 | 6 6 | 6");
    f.offers("run:AJ-A").barred("run:AJ-B", "4.1.b").offers("run:AJ-J");
    f.picks("run:AJ-A go lights:off release keep:S6");
    // The mine is away; nobody else goes in until the next turn, and AJ-A not even then.
    f.asks("4.3.a").offers_no("run:AJ-J").sees("/hits/0/from", "AJ-A");
    f.pick("end:circling").barred("run:AJ-A", "4.1.b").offers("run:AJ-J").spent();
}

/// proves: 4.0.a
#[test]
fn r4_0_a_a_turn_runs_run_approach_circling_status() {
    let night = Rig::at("Moehne").bomber("AJ-A", "Green", "");
    let mut f = night.forced("6 S7 S5 | 6 6");
    f.sees("/phase", "Run Phase").sees("/turn", 1).pick("run:AJ-A");
    f.sees("/phase", "Altitude Check").pick("lights:off").sees("/phase", "Far Zone decision");
    f.pick("pull-up").sees("/phase", "Circling Phase");
    f.only("end:circling").sees("/phase", "Nightfighter Check").sees("/turn", 1);
    f.luck().sees("/phase", "Run Phase").sees("/turn", 2).spent();
}

/// proves: 4.1.a
#[test]
fn r4_1_a_one_lancaster_from_circling_near_or_none() {
    let night = plain().bomber("AJ-J", "Green", "").bomber("AJ-L", "Green", "start: CirclingFar");
    let mut f = night.forced("6 S7 S5");
    f.offers("run:AJ-A").offers("run:AJ-J").offers("end:run").offers_no("run:AJ-L");
    // Once one has gone in no second one may.
    f.pick("run:AJ-A").offers_no("run:AJ-J").pick("go").at("AJ-J", "circling_near");
    f.pick("lights:off").offers_no("run:AJ-J");
    // None is a choice too.
    let mut f = night.forced("");
    f.pick("end:run").at("AJ-A", "circling_near").at("AJ-J", "circling_near").asks("4.3.a");
}

#[test]
fn r4_1_a_a_late_arrival_waits_for_its_turn() {
    let night = Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-M", "Green", "from_turn: 2")
        .empty("AJ-B", "Green", "from_turn: 2");
    let mut f = night.forced("6 S7 S5");
    f.offers("run:AJ-A").barred("run:AJ-M", "1.2.a");
    // No escort is there yet, so none is asked for.
    f.picks("run:AJ-A lights:off").at("AJ-B", "circling_near").picks("pull-up end:circling");
    f.offers("run:AJ-M").pick("run:AJ-M").offers("escort:AJ-B").barred("escort:AJ-A", "4.1.2.c");
}

/// proves: 4.1.2.a
#[test]
fn r4_1_2_a_none_one_or_two_escorts_from_circling_near() {
    let night = plain().empty("AJ-J", "Green", "start: CirclingFar");
    let none = &mut night.forced("6 S7 S5");
    none.pick("run:AJ-A").offers("escort:AJ-B").offers("escort:AJ-M").offers_no("escort:AJ-J");
    none.picks("go lights:off").at("AJ-B", "circling_near").at("AJ-M", "circling_near");
    let one = &mut night.forced("6 S7 S5");
    one.picks("run:AJ-A escort:AJ-B go").at("AJ-B", "escort_far").at("AJ-M", "circling_near");
    let two = &mut night.forced("6 S7 S5");
    // A third is not asked for.
    two.picks("run:AJ-A escort:AJ-B escort:AJ-M").asks("4.2.3.e");
    two.at("AJ-B", "escort_far").at("AJ-M", "escort_far").at("AJ-P", "circling_near");
}

/// proves: 4.1.2.b
#[test]
fn r4_1_2_b_escorts_only_beside_a_runner() {
    let mut f = plain().forced("");
    f.offers_no("escort:AJ-B").pick("end:run").offers_no("escort:AJ-B").at("AJ-B", "circling_near");
    f.pick("end:circling").offers_no("escort:AJ-B");
    plain().forced("").pick("run:AJ-A").offers("escort:AJ-B");
}

/// proves: 4.1.2.c
#[test]
fn r4_1_2_c_a_lancaster_with_upkeep_may_not_escort() {
    let night = plain().bomber("AJ-J", "Green", "");
    let mut f = night.forced("6 S7 S5 | S2 S3 S6 | 6 6 | 6");
    f.pick("run:AJ-A").barred("escort:AJ-J", "4.1.2.c").offers("escort:AJ-B");
    // Once its mine is away it may.
    f.picks("go lights:off release keep:S6 end:circling run:AJ-J").offers("escort:AJ-A");
}

/// proves: 4.2.b
#[test]
fn r4_2_b_the_release_sequence_is_played_only_after_a_release() {
    let mut f = far("Moehne", "");
    f.pick("pull-up").asks("4.3.a").ship("AJ-A", "upkeep", true).sees("/misses", 0);
    assert_eq!(f.cited("4.2.13.g"), 0);
    let mut f = far("Moehne", "S2 S3 S6 | 1 2");
    f.picks("release keep:S6").sees("/misses", 1).spent();
    // The roll, and its sum with the chits.
    assert_eq!(f.cited("4.2.13.g"), 2);
}

/// proves: 3.5.a
#[test]
fn r3_5_a_the_track_records_levels_0_to_4_and_the_mines() {
    let dams = &content().tables.dams;
    assert_eq!(dams.len(), 8);
    assert_eq!(DamId::ALL.len(), 8);
    let night = Rig::at("Moehne").bomber("AJ-A", "Green", "");
    let full = night.clone().flak(4).searchlights(4).balloons(4).with("water", "High");
    full.forced("").sees("/flak", 4).sees("/searchlights", 4).sees("/balloons", 4).sees("/recon", 4);
    full.forced("").sees("/water", "High").sees("/activity", 0);
    for field in ["flak", "searchlights", "balloons", "recon"] {
        assert!(night.clone().with(field, "5").refused().contains("a level is 0 to 4, not 5"));
    }
    // Activity may pass the end of the track: its true total is kept.
    let dam = Dam { released: 3, shot_down: 2, destroyed: 1, ..Dam::default() };
    assert_eq!(dam.activity(1), 7);
    // Mines lie at the damage end after a success, at the other after a failure.
    far("Moehne", "S2 S3 S6 | 6 6").picks("release keep:S6").sees("/hits/0/from", "AJ-A").sees("/misses", 0);
    far("Moehne", "S2 S3 S6 | 1 2")
        .picks("release keep:S6")
        .sees("/hits", serde_json::json!([]))
        .sees("/misses", 1);
}

/// proves: 3.5.1.a
#[test]
fn r3_5_1_a_every_dam_has_a_reservoir_value() {
    let dams = &content().tables.dams;
    let most = dams.iter().map(|d| d.rv).max();
    assert!(dams.iter().all(|d| d.rv > 0 && (d.id == DamId::Eder || Some(d.rv) < most)));
}
