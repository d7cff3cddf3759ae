//! 4.2.13 the Release Sequence, Steps 4 to 7.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::Value;

use crate::rig::{GOOD, POOR, Rig, SOUND};
use crate::sortie::Sortie;

/// AJ-A at the foot of the Michelskopf, from this zone.
fn michelskopf(recon: u8, vector: &str, zone: &str, draws: &[&'static str]) -> Played {
    let mut p = Rig::at("Eder")
        .recon(recon)
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(draws)
        .open();
    p.answer("run:AJ-A").roll(vector).to("Far Zone. What now?");
    if zone != "Far" {
        p.answer("proceed").to("Near Zone. What now?");
    }
    if zone == "Close" {
        p.answer("proceed").to("Close Zone. Release");
    }
    p.answer("release").to("the release of AJ-A").roll("6,6").to("the climb of AJ-A past the Michelskopf");
    p
}

/// proves: 4.2.13.v, 3.4.a
#[test]
fn r4_2_13_v_the_lancaster_climbs_and_the_release_chits_go_back() {
    let mut p =
        Rig::at("Moehne").flak(1).bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6").is_at("AJ-A", "Climb Box").logged("AJ-A climbs away", "4.2.13.v");
    p.sees("/run/release", serde_json::json!([]));
    // At the Eder only once it is past the hill.
    let mut p = michelskopf(4, "6", "Far", &SOUND);
    p.is_at("AJ-A", "Release Box").roll("6,6").logged("AJ-A climbs away", "4.2.13.v");
}

/// proves: 4.2.13.w
#[test]
fn r4_2_13_w_three_or_less_is_the_hill() {
    let mut p = michelskopf(4, "6", "Far", &SOUND);
    p.asked(Seat(0), "4.2.13.w");
    assert_eq!(p.spec().sum(), 0);
    p.roll("1,2").is_at("AJ-A", "Lost").logged("AJ-A is lost to the Michelskopf", "4.2.13.w");
    p.prompt("Circling Phase").sees("/activity", 2).not_logged("AJ-A climbs away");
    let mut p = michelskopf(4, "6", "Far", &SOUND);
    p.roll("1,3").is_at("AJ-A", "Circling Near");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 4.2.13.w
#[test]
fn r4_2_13_w_there_is_no_hill_at_the_other_dams() {
    for dam in ["Moehne", "Lister", "Ennepe"] {
        let mut p = Rig::at(dam).bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
        p.release_near("AJ-A", "6,6").prompt("Circling Phase").logged("AJ-A climbs away", "4.2.13.v");
    }
    let mut p = Rig::at("Sorpe").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.close("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").prompt("Circling Phase");
}

/// proves: 4.2.13.x
#[test]
fn r4_2_13_x_the_near_zone_costs_one() {
    for (zone, costs) in [("Far", 0), ("Near", -1), ("Close", 0)] {
        let mut p = michelskopf(4, "6", zone, &SOUND);
        assert_eq!((p.modifier("4.2.13.x"), p.spec().sum()), (Some(costs), costs), "{zone}");
        p.roll("1,3");
        let place = if costs < 0 { "Lost" } else { "Circling Near" };
        p.is_at("AJ-A", place);
    }
}

/// proves: 4.2.13.z
#[test]
fn r4_2_13_z_each_release_chit_with_an_m_costs_one() {
    let one = ["S2", "S1", "A2", "A1", "A4", "S7"];
    for (draws, costs) in [(SOUND, 0), (one, -1), (GOOD, -2)] {
        let p = michelskopf(4, "6", "Far", &draws);
        assert_eq!((p.modifier("4.2.13.z"), p.spec().sum()), (Some(costs), costs));
    }
}

/// proves: 4.2.13.aa, 4.2.1.g
#[test]
fn r4_2_13_aa_an_m_of_the_approach_vector_costs_one() {
    // Recon 0 and a 1: SSAAM, no chits at all; Recon 0 and a 5: SAA without an M.
    for (vector, costs) in [("1", -1), ("5", 0)] {
        let draws: &[&str] = if vector == "1" { &[] } else { &["S2", "S7"] };
        let p = michelskopf(0, vector, "Far", draws);
        assert_eq!((p.modifier("4.2.13.aa"), p.spec().sum()), (Some(costs), costs), "{vector}");
    }
}

fn at_the_climb_flak(rig: Rig, rest: &str, lights: &str) -> Played {
    let draws: &[&str] = if lights == "lights:on" { &SOUND } else { &["S2", "S1", "S7"] };
    let rig = rig.bomber("AJ-A", "Green", rest).empty("AJ-G", "Green", "").bomber("AJ-B", "Green", "");
    let mut p = rig.draws(draws).open();
    p.answers(["run:AJ-A", "escort:AJ-G"]).to("Aldis Lights of AJ-A?").answer(lights);
    p.to("Far Zone. What now?").answer("release").to("the release of AJ-A").roll("6,6");
    p.to("flak against AJ-A");
    p
}

/// proves: 4.2.13.ab
#[test]
fn r4_2_13_ab_flak_in_the_climb_hits_the_climber_alone_and_cannot_be_evaded() {
    let mut p = at_the_climb_flak(Rig::at("Moehne").flak(1), "", "lights:on");
    p.is_at("AJ-A", "Climb Box").is_at("AJ-G", "Circling Near").roll("1,1,6");
    // Neither a victim to choose nor an evasion; the doubles fire again.
    p.logged("AJ-A is damaged by flak", "2.1.1.a").prompt("flak against AJ-A").roll("1,1,6");
    p.is_at("AJ-A", "Lost").to("Circling Phase").sees("/activity", 2);
    let mut p = at_the_climb_flak(Rig::at("Moehne").flak(1), "", "lights:on");
    p.roll("4,5,6").prompt("who fires at what?").is_at("AJ-A", "Climb Box");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 4.2.13.ab
#[test]
fn r4_2_13_ab_the_lights_keep_their_state() {
    for (lights, dice) in [("lights:on", 3), ("lights:off", 2)] {
        let p = at_the_climb_flak(Rig::at("Moehne").flak(1), "", lights);
        assert_eq!(p.spec().dice, dice, "{lights}");
    }
    let p = at_the_climb_flak(Rig::at("Moehne").flak(1).searchlights(1), "", "lights:off");
    assert_eq!(p.spec().dice, 3, "Searchlights light it up all the same");
    // No flak, no check.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6").prompt("Circling Phase");
}

/// AJ-A in the Climb Box before a balloon there, if the guns do not speak.
fn climbing(place: &str, quality: &str, rest: &str) -> Played {
    let rig = Rig::at("Moehne").balloon(place).bomber("AJ-A", quality, rest).bomber("AJ-B", "Green", "");
    let mut p = if quality == "Green" { rig.draws(&SOUND).open() } else { rig.open() };
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6");
    if p.at("was watched") {
        p.answer("decline");
    }
    p
}

/// proves: 4.2.13.ac
#[test]
fn r4_2_13_ac_the_front_gun_may_clear_the_climb_box() {
    let mut p = climbing("ClimbBox", "Green", "");
    p.asked(Seat(0), "4.2.13.ac").offers_only(&["fire:AJ-A:balloon-climb", "cease"]);
    p.answer("fire:AJ-A:balloon-climb").roll("1").sees("/balloon_climb", false).prompt("Circling Phase");
    // With the Front Gunner a 2 will do.
    let mut p = climbing("ClimbBox", "Green", "elite: (kind: FrontGunner, name: \"Gregory\")");
    p.answer("fire:AJ-A:balloon-climb");
    assert_eq!(p.modifier("2.3.3.a"), Some(-1));
    p.roll("2").prompt("Circling Phase");
    // It may hold fire; and it has nothing to fire at in the Close Zone.
    climbing("ClimbBox", "Green", "").answer("cease").prompt("the balloon cables before AJ-A");
    climbing("CloseZone", "Green", "").asked(Seat(0), "4.2.13.ae");
}

/// proves: 4.2.13.ad
#[test]
fn r4_2_13_ad_a_balloon_left_in_the_climb_box_must_be_passed() {
    let mut p = climbing("ClimbBox", "Green", "");
    p.answer("cease").prompt("the balloon cables before AJ-A").roll("2");
    assert_eq!(p.of("AJ-A", "damaged"), true);
    p.prompt("who fires at what?").is_at("AJ-A", "Climb Box");
    let mut p = climbing("ClimbBox", "Green", "");
    p.answer("cease").roll("1").is_at("AJ-A", "Lost").prompt("Circling Phase");
    // A Veteran rolls a save first.
    let mut p = climbing("ClimbBox", "Veteran", "");
    p.answer("cease").prompt("the Veteran Save of AJ-A").roll("6").prompt("who fires at what?");
    assert_eq!(p.of("AJ-A", "damaged"), false);
    // None in the Climb Box, no check.
    let mut p = climbing("CloseZone", "Green", "");
    p.answer("cease").prompt("Circling Phase");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 4.2.13.ae
#[test]
fn r4_2_13_ae_the_rear_gun_takes_one_target_of_any_kind() {
    let mut p = Rig::at("Moehne")
        .flak(2)
        .searchlights(2)
        .balloons(2)
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(&SOUND)
        .open();
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").to("who fires at what?");
    p.answer("cease").to("who fires at what?").asked(Seat(0), "4.2.13.ae");
    p.offers_only(&[
        "fire:AJ-A:flak",
        "fire:AJ-A:searchlights",
        "fire:AJ-A:balloon-close",
        "fire:AJ-A:balloon-climb",
        "cease",
    ]);
    p.answer("fire:AJ-A:searchlights").roll("2").sees("/searchlights", 1).prompt("Circling Phase");
    // Or none, or nothing is left to shoot at.
    let mut p =
        Rig::at("Moehne").flak(2).bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").to("who fires at what?");
    p.answer("cease").prompt("Circling Phase").sees("/flak", 2);
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").answer("decline");
    p.prompt("Circling Phase");
}

/// proves: 4.2.13.af
#[test]
fn r4_2_13_af_the_circling_phase_follows() {
    let mut p =
        Rig::at("Moehne").flak(1).bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6").to("who fires at what?").is_at("AJ-A", "Climb Box").answer("cease");
    p.asked(Seat(0), "4.3.a").is_at("AJ-A", "Circling Near").sees("/run", Value::Null);
    // Even when nobody is left of it.
    let mut p = Rig::at("Moehne")
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .bomber("AJ-B", "Green", "")
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("flak against AJ-A").roll("1,1,6").prompt("Circling Phase");
}
