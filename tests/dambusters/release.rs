//! 4.2.13 the Release Sequence, Steps 1 to 3.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use crate::rig::{GOOD, POOR, Rig, SOUND};
use crate::sortie::Sortie;

/// AJ-A at the release roll, from the Near Zone, with these further fields of its line.
fn at_the_roll(rig: Rig, quality: &str, rest: &str) -> Played {
    let mut p = rig.bomber("AJ-A", quality, rest).bomber("AJ-B", "Green", "").open();
    p.near("AJ-A").answer("release").to("the release of AJ-A");
    p
}

/// proves: 4.2.13.a
#[test]
fn r4_2_13_a_the_sequence_starts_from_any_zone_with_the_entry_of_the_release_box() {
    let rig = || Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR);
    for (zone, clause) in [("Far Zone", "4.2.5.b"), ("Near Zone", "4.2.9.a"), ("Close Zone", "4.2.12.a")] {
        let mut p = rig().open();
        match zone {
            "Far Zone" => p.far("AJ-A"),
            "Near Zone" => p.near("AJ-A"),
            _ => p.close("AJ-A"),
        };
        p.answer("release").is_at("AJ-A", "Release Box").logged(&format!("releases from the {zone}"), clause);
        p.sees("/released_box", true).to("Altitude chits of AJ-A");
        assert_eq!(p.of("AJ-A", "upkeep"), false);
        p.to("the release of AJ-A").sees("/released_box", true).roll("6,6").sees("/released_box", false);
    }
    // Nobody who pulls up comes to it.
    let mut p = rig().open();
    p.near("AJ-A").answer("pull-up").prompt("Circling Phase").sees("/released_box", false);
}

/// proves: 4.2.13.b
#[test]
fn r4_2_13_b_the_escorts_do_not_follow_into_the_release_box() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .empty("AJ-G", "Green", "")
        .empty("AJ-M", "Green", "")
        .draws(&POOR)
        .open();
    p.answers(["run:AJ-A", "escort:AJ-G", "escort:AJ-M"]).to("Far Zone. What now?").answer("release");
    p.is_at("AJ-A", "Release Box").is_at("AJ-G", "Circling Near").is_at("AJ-M", "Circling Near");
    p.sees("/marker", Value::Null);
}

/// proves: 4.2.13.c, 2.3.5.d
#[test]
fn r4_2_13_c_as_many_altitude_chits_as_the_approach_chit_shows() {
    // Approach 0, 1, 2 and 3 of the chit kept.
    for (draws, shows) in [(["A2", "A1"], 1u8), (["A5", "A2"], 2), (["A2", "A7"], 3)] {
        for elite in ["", "elite: (kind: NavigatorAltitude, name: \"Walker\")"] {
            let mut rig = Rig::at("Moehne").draws(&["S2", "S1"]).draws(&draws);
            if !elite.is_empty() {
                rig = rig.draws(&["A3"]);
            }
            let mut p = rig.bomber("AJ-A", "Green", elite).open();
            p.near("AJ-A").answer("release").prompt("Altitude chits of AJ-A").asked(Seat(0), "4.2.13.c");
            let drawn = drawn(&p);
            assert_eq!(drawn.1, shows, "no modifier counts here: {elite}");
            assert_eq!(drawn.0, 6, "the approach chit stays out of its cup");
        }
    }
}

/// How many chits the pending draw finds in the cup, and how many it takes.
fn drawn(p: &Played) -> (usize, u8) {
    match p.table.question().map(|q| &q.kind) {
        Some(bombers_moon::kernel::decision::Kind::Draw(d)) => (d.items.len(), d.count),
        _ => panic!("no draw is pending\n{}", p.describe()),
    }
}

/// proves: 4.2.13.c
#[test]
fn r4_2_13_c_no_approach_chit_no_release_chit() {
    // Lights off: no Altitude chit on the approach, so none at the release.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&["S2", "S1", "S1"]).open();
    p.answer("run:AJ-A").to("Aldis Lights of AJ-A?").answer("lights:off").to("Far Zone. What now?");
    p.answer("proceed").to("Near Zone. What now?");
    p.sees("/run/altitude", Value::Null).answer("release").prompt("Speed chits of AJ-A").answer("draw");
    p.prompt("the release of AJ-A");
    assert_eq!(p.modifier("4.2.13.h"), Some(0));
    // An approach chit that shows 0 draws none either: Unfit Aircrew at Level 2 draws nothing at all.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "hazards: [UnfitAircrew]").open();
    p.near("AJ-A").answer("release").prompt("the release of AJ-A");
}

/// Two runs: AJ-A pulls up with the Dummy Run marker, then goes in again with the draws given.
fn with_marker(rest: &str, first: &[&'static str], second: &[&'static str]) -> Played {
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", rest).draws(first).draws(second).open();
    p.far("AJ-A").answer("pull-up").near("AJ-A").answer("release");
    p
}

/// proves: 4.2.13.d
#[test]
fn r4_2_13_d_the_marker_buys_a_release_chit_in_either_step() {
    let approach = ["S2", "S1", "A2", "A1"];
    let mut p = with_marker("", &approach, &["S2", "S1", "A2", "A1", "A1", "A7", "S1"]);
    p.answer("draw").offers_only(&["keep:A1", "trade:altitude"]).answer("trade:altitude").answer("draw");
    p.sees("/marker", Value::Null).offers_only(&["keep:A1", "keep:A7"]).answer("keep:A7");
    p.prompt("Speed chits of AJ-A").answer("draw").prompt("the release of AJ-A");
    assert_eq!((p.modifier("4.2.13.h"), p.modifier("4.2.13.p")), (Some(3), Some(0)));
    let mut p = with_marker("", &approach, &["S2", "S1", "A2", "A1", "A1", "S1", "S7"]);
    p.answers(["draw", "keep:A1"]).prompt("Speed chits of AJ-A").answer("draw");
    p.offers_only(&["keep:S1", "trade:speed"]).answer("trade:speed").answer("draw").answer("keep:S7");
    assert_eq!((p.modifier("4.2.13.h"), p.modifier("4.2.13.p")), (Some(0), Some(3)));
    p.sees("/marker", Value::Null);
    // It need not be traded.
    let mut p = with_marker("", &approach, &["S2", "S1", "A2", "A1", "A1", "S1"]);
    p.answers(["draw", "keep:A1", "draw", "keep:S1"]).prompt("the release of AJ-A");
    p.sees("/marker", json!(["AJ-A", false]));
}

/// proves: 4.2.13.d
#[test]
fn r4_2_13_d_it_does_so_even_without_an_approach_chit() {
    let mut p = with_marker("hazards: [UnfitAircrew]", &[], &["A7"]);
    p.offers_only(&["none", "trade:altitude"]).answer("trade:altitude").answer("draw");
    p.prompt("the release of AJ-A");
    assert_eq!(p.modifier("4.2.13.h"), Some(3));
    // Without the marker nobody is asked.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "hazards: [UnfitAircrew]").open();
    p.near("AJ-A").answer("release").prompt("the release of AJ-A");
}

/// proves: 4.2.13.e
#[test]
fn r4_2_13_e_one_release_chit_is_kept_the_others_and_the_approach_chit_go_back() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(&["S2", "S1", "A2", "A7", "A4", "A6", "A1", "S1"])
        .open();
    p.near("AJ-A").answer("release").answer("draw").asked(Seat(0), "4.2.13.e");
    p.offers_only(&["keep:A4", "keep:A6", "keep:A1"]).sees("/run/altitude/code", "A7");
    // The player's choice, not the best.
    p.answer("keep:A6").sees("/run/release/0/code", "A6").sees("/run/altitude", Value::Null);
    p.prompt("Speed chits of AJ-A").answer("draw");
    assert_eq!(p.modifier("4.2.13.h"), Some(2));
    // In the next sequence the cups are full again.
    p.roll("6,6").to("starts a run?").answer("run:AJ-B").to("Speed chits of AJ-B");
    assert_eq!(drawn(&p), (7, 2));
    p.answer("draw").to("Altitude chits of AJ-B");
    assert_eq!(drawn(&p), (7, 2));
}

/// proves: 4.2.13.f, 2.3.2.b
#[test]
fn r4_2_13_f_the_speed_chits_come_the_same_way() {
    for (draws, shows) in [(["S2", "S1"], 1u8), (["S5", "S2"], 2), (["S2", "S7"], 3)] {
        for elite in ["", "elite: (kind: Engineer, name: \"Pulford\")"] {
            let mut rig = Rig::at("Moehne").draws(&draws);
            if !elite.is_empty() {
                rig = rig.draws(&["S3"]);
            }
            let mut p = rig.draws(&["A2", "A1", "A1"]).bomber("AJ-A", "Green", elite).open();
            p.near("AJ-A").answer("release").answer("draw").prompt("Speed chits of AJ-A");
            p.asked(Seat(0), "4.2.13.f");
            assert_eq!(drawn(&p), (6, shows), "{elite}");
        }
    }
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .draws(&["S5", "S2", "A2", "A1", "A1", "S6", "S4"])
        .open();
    p.near("AJ-A").answer("release").answers(["draw", "draw"]).offers_only(&["keep:S6", "keep:S4"]);
    p.answer("keep:S4").sees("/run/speed", Value::Null);
    assert_eq!(p.modifier("4.2.13.p"), Some(3));
}

/// proves: 4.2.13.g
#[test]
fn r4_2_13_g_fifteen_succeeds_eleven_fails_ten_shakes() {
    // +8: a natural 7, 6, 3 and 2.
    for (dice, hits, misses, damaged) in
        [("3,4", 1, 0, false), ("3,3", 0, 1, false), ("1,2", 0, 1, false), ("1,1", 0, 1, true)]
    {
        let mut p = at_the_roll(Rig::at("Moehne").draws(&GOOD), "Green", "");
        assert_eq!(p.spec().sum(), 8);
        assert_eq!(p.spec().dice, 2);
        p.roll(dice).sees("/misses", misses);
        assert_eq!(p.seen("/hits").as_array().map(Vec::len), Some(hits), "{dice}");
        assert_eq!(p.of("AJ-A", "damaged"), damaged, "{dice}");
    }
}

/// proves: 4.2.13.h, 4.2.13.p
#[test]
fn r4_2_13_h_the_release_chits_count_with_their_numbers() {
    for (draws, altitude, speed) in [(POOR, 0, 0), (GOOD, 4, 4), (SOUND, 3, 3)] {
        let p = at_the_roll(Rig::at("Moehne").draws(&draws), "Green", "");
        assert_eq!((p.modifier("4.2.13.h"), p.modifier("4.2.13.p")), (Some(altitude), Some(speed)));
        assert_eq!(p.spec().sum(), altitude + speed);
    }
    // None kept, nothing added.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "hazards: [UnfitAircrew]").open();
    p.near("AJ-A").answer("release").prompt("the release of AJ-A");
    assert_eq!((p.modifier("4.2.13.h"), p.modifier("4.2.13.p")), (Some(0), Some(0)));
}

/// proves: 4.2.13.i
#[test]
fn r4_2_13_i_an_early_release_costs_two() {
    let rig = || Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&POOR);
    let mut p = rig().open();
    p.far("AJ-A").answer("release").to("the release of AJ-A");
    assert_eq!((p.modifier("4.2.13.i"), p.spec().sum()), (Some(-2), -2));
    let mut p = rig().open();
    p.near("AJ-A").answer("release").to("the release of AJ-A");
    assert_eq!(p.modifier("4.2.13.i"), Some(0));
    let mut p = rig().open();
    p.close("AJ-A").answer("release").to("the release of AJ-A");
    assert_eq!(p.modifier("4.2.13.i"), Some(0));
}

/// proves: 4.2.13.j, 2.3.1.a
#[test]
fn r4_2_13_j_an_elite_bomb_aimer_adds_one() {
    let p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "elite: (kind: BombAimer, name: \"Hay\")");
    assert_eq!((p.modifier("4.2.13.j"), p.spec().sum()), (Some(1), 1));
    let p =
        at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "elite: (kind: RearGunner, name: \"Burcher\")");
    assert_eq!((p.modifier("4.2.13.j"), p.spec().sum()), (Some(0), 0));
}

/// proves: 4.2.13.k
#[test]
fn r4_2_13_k_each_faulty_release_costs_one() {
    for (hazards, costs) in [("", 0), ("FaultyRelease", -1), ("FaultyRelease, FaultyRelease", -2)] {
        let rest = format!("hazards: [{hazards}]");
        let p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", &rest);
        assert_eq!((p.modifier("4.2.13.k"), p.spec().sum()), (Some(costs), costs), "{hazards}");
    }
}

/// proves: 4.2.13.l
#[test]
fn r4_2_13_l_a_damaged_lancaster_releases_worse() {
    for (damaged, costs) in [("damaged: true", -1), ("damaged: false", 0)] {
        let p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", damaged);
        assert_eq!((p.modifier("4.2.13.l"), p.spec().sum()), (Some(costs), costs));
    }
}

/// proves: 4.2.13.o
#[test]
fn r4_2_13_o_searchlights_cost_four_while_one_is_lit() {
    for (level, costs) in [(0, 0), (1, -4), (4, -4)] {
        let p = at_the_roll(Rig::at("Moehne").searchlights(level).draws(&POOR), "Green", "");
        assert_eq!((p.modifier("4.2.13.o"), p.spec().sum()), (Some(costs), costs), "level {level}");
    }
    // Shot out on the way in.
    let mut p = Rig::at("Moehne").searchlights(1).bomber("AJ-A", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("proceed").to("who fires at what?").answer("fire:AJ-A:searchlights").roll("1");
    p.answer("release").to("the release of AJ-A");
    assert_eq!(p.modifier("4.2.13.o"), Some(0));
}

/// proves: 4.2.13.q
#[test]
fn r4_2_13_q_the_crews_training_counts() {
    // Bomb-Aiming & Release Levels 2, 3 and 5; Unfit Aircrew takes 3 off.
    for (quality, hazards, adds) in [
        ("Green", "", 0),
        ("Seasoned", "", 1),
        ("Veteran", "", 2),
        ("Veteran", "UnfitAircrew", 0),
        ("Seasoned", "UnfitAircrew", 0),
    ] {
        let rest = format!("hazards: [{hazards}]");
        let p = at_the_roll(Rig::at("Moehne"), quality, &rest);
        assert_eq!(p.modifier("4.2.13.q"), Some(adds), "{quality} {hazards}");
    }
}

/// proves: 4.2.13.r, 3.3.1.b
#[test]
fn r4_2_13_r_a_good_mine_goes_unrevealed_to_the_damage_end() {
    let mut p = at_the_roll(Rig::at("Moehne").draws(&GOOD), "Green", "");
    p.roll("6,6").logged("AJ-A: the mine runs true", "4.2.13.r").sees("/misses", 0);
    p.sees("/hits/0/from", "AJ-A").sees("/hits/0/damage", Value::Null).sees("/damage", 0);
    assert_eq!(p.of("AJ-A", "damaged"), false);
    p.offers_no("observed:AJ-B");
}

/// proves: 4.2.13.s
#[test]
fn r4_2_13_s_a_failed_mine_goes_to_the_other_end_and_stays_hidden() {
    let mut p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "");
    p.roll("6,6")
        .logged("AJ-A: the mine does no harm", "4.2.13.s")
        .sees("/misses", 1)
        .sees("/hits", json!([]));
    // Nor is it ever rolled for, on the night or in the morning.
    p.to_end().not_logged("Detonation Result").not_logged("Morning Reconnaissance").sees("/damage", 0);
}

/// proves: 4.2.13.t
#[test]
fn r4_2_13_t_a_concussion_fails_and_damages() {
    let mut p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "");
    p.roll("5,5").sees("/misses", 1).logged("AJ-A is damaged by concussion", "2.1.1.a");
    // A second damage brings it down.
    let mut p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "damaged: true");
    p.roll("5,6").is_at("AJ-A", "Lost").sees("/misses", 1).sees("/activity", 2);
    assert_eq!(p.of("AJ-A", "lost_to"), "concussion");
    // It never comes to the climb.
    p.to("Circling Phase").not_logged("AJ-A climbs away");
    // One more and it is only a failure.
    let mut p = at_the_roll(Rig::at("Moehne").draws(&POOR), "Green", "");
    p.roll("5,6");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 4.2.13.u
#[test]
fn r4_2_13_u_after_a_failure_anybody_in_circling_near_may_have_observed() {
    let rig = || {
        Rig::at("Moehne")
            .bomber("AJ-A", "Green", "")
            .bomber("AJ-B", "Green", "")
            .empty("AJ-G", "Green", "")
            .bomber("AJ-M", "Green", "start: CirclingFar")
            .draws(&POOR)
    };
    // A failure or a concussion.
    for dice in ["6,6", "1,1"] {
        let mut p = rig().open();
        p.release_near("AJ-A", dice).asked(Seat(0), "4.2.13.u");
        p.offers_only(&["observed:AJ-B", "observed:AJ-G", "decline"]).answer("observed:AJ-B");
        p.sees("/marker", json!(["AJ-B", true])).logged("AJ-B has observed the approach", "4.2.13.u");
        assert_eq!(p.of("AJ-B", "marker"), "Approach Observed");
    }
    let mut p = rig().open();
    p.release_near("AJ-A", "6,6").answer("decline").sees("/marker", Value::Null);
    // Not after a success.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6").prompt("Circling Phase");
    // Nobody is there to see it.
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-M", "Green", "start: CirclingFar")
        .draws(&POOR)
        .open();
    p.release_near("AJ-A", "6,6").prompt("Circling Phase");
}

/// proves: 4.2.13.u
#[test]
fn r4_2_13_u_the_marker_moves_from_its_holder() {
    let approach = ["S2", "S1", "A2", "A1"];
    let rig = || {
        Rig::at("Moehne")
            .bomber("AJ-A", "Green", "")
            .bomber("AJ-B", "Green", "")
            .bomber("AJ-C", "Green", "")
            .draws(&approach)
            .draws(&POOR)
    };
    let mut p = rig().open();
    p.far("AJ-B").answer("pull-up").sees("/marker", json!(["AJ-B", false]));
    p.release_near("AJ-A", "6,6").answer("observed:AJ-C").sees("/marker", json!(["AJ-C", true]));
    assert_eq!(p.of("AJ-B", "marker"), Value::Null);
    let mut p = rig().open();
    p.far("AJ-B").answer("pull-up").release_near("AJ-A", "6,6").answer("decline");
    p.sees("/marker", json!(["AJ-B", false]));
}
