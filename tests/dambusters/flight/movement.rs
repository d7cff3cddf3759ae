//! 7.3 Move Phase.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// One Lancaster in a zone, in a Flight Turn.
fn lone(turn: u8, zone: &str, rest: &str) -> Sky {
    Sky::of(turn).ship("AJ-G", "Seasoned", &format!("zone: {zone}, {rest}"))
}

/// A wave of three with these fields of the second.
fn wave(turn: u8, rest: &str) -> Sky {
    let line = |rest: &str| format!("zone: EnglishCoast, primary: Moehne, {rest}");
    let sky = Sky::of(turn).ship("AJ-G", "Seasoned", &line("")).ship("AJ-M", "Seasoned", &line(rest));
    sky.ship("AJ-P", "Seasoned", &line("")).wave(&["AJ-G", "AJ-M", "AJ-P"])
}

/// proves: 7.3.a
#[test]
fn r7_3_a_one_zone_nearer_to_the_primary_target() {
    for (zone, primary, next) in [
        ("England", "Moehne", "english_coast"),
        ("EnglishCoast", "Moehne", "north_sea"),
        ("NorthSea", "Eder", "dutch_coast"),
        ("DutchCoast", "Moehne", "ruhr"),
        ("DutchCoast", "Eder", "ruhr"),
        ("Ruhr", "Eder", "weser"),
        ("Weser", "Sorpe", "ruhr"),
        ("Ruhr", "Sorpe", "ruhr"),
        ("Weser", "Diemel", "weser"),
    ] {
        let mut p = lone(2, zone, &format!("primary: {primary}")).open();
        p.prompt("Navigation Check of AJ-G").on("AJ-G", next);
    }
}

/// proves: 7.3.c, 7.7.3h.a, 7.7.3m.a
#[test]
fn r7_3_c_damage_or_a_fault_is_a_reason_to_turn_back() {
    for rest in
        ["damaged: true", "hazards: [FaultyMerlin]", "hazards: [BrokenRadio]", "hazards: [NoAldisLights]"]
    {
        let mut p = lone(2, "DutchCoast", &format!("primary: Moehne, {rest}")).open();
        p.asked(Seat(0), "7.3.c").offers_only(&["home:AJ-G", "end:move"]).answer("home:AJ-G");
        p.on("AJ-G", "base_dutch_coast").logged("turns for home from Dutch Coast", "7.3.c");
        let mut p = lone(2, "DutchCoast", &format!("primary: Moehne, {rest}")).open();
        p.answer("end:move").on("AJ-G", "ruhr");
        // Out of a wave too, by itself.
        let mut p = wave(2, rest).open();
        p.offers_only(&["home:AJ-M", "end:move"]).answer("home:AJ-M").on("AJ-M", "base_sea");
        assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
        p.on("AJ-G", "north_sea");
    }
    for rest in ["", "hazards: [MapError, CompassCard, UnfitAircrew, FaultyRelease, FaultyControlsSpeed]"] {
        lone(2, "DutchCoast", &format!("primary: Moehne, {rest}")).open().prompt("Navigation Check");
    }
}

/// Met by a Delayed Sortie, at the Move Phase of the next turn.
fn delayed(rest: &str) -> Played {
    let mut p = wave(2, rest).draws("Y6 Y23 Y24 Y16 L3 L4 L29 L30").open();
    if p.at("Move Phase") {
        p.answer("end:move");
    }
    p.fly("Who of Wave 1 meets the Hazard marker?").answer("meets:AJ-M");
    p.fly("Wireless").answer("end:wireless");
    p
}

/// proves: 7.3.d, 7.7.3f.a, 7.7.3f.c
#[test]
fn r7_3_d_a_delayed_sortie_drops_out_and_stays_where_it_is() {
    let mut p = delayed("");
    p.logged("AJ-M is delayed and does not move", "7.3.d").on("AJ-M", "north_sea").on("AJ-G", "dutch_coast");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
    assert_eq!(p.orders("AJ-M", "wave"), Value::Null);
    // The marker is out of the game, and in the next turn it moves again.
    assert_eq!(p.orders("AJ-M", "delayed"), false);
    p.fly("Wireless").answer("end:wireless").on("AJ-M", "dutch_coast");
    // Not even home.
    let mut p = delayed("damaged: true");
    p.prompt("Move Phase").barred("home:AJ-M", "7.3.d").answer("end:move").on("AJ-M", "north_sea");
}

/// proves: 7.3.e
#[test]
fn r7_3_e_from_the_seventh_turn_home_or_to_the_last_resort() {
    let six = lone(6, "DutchCoast", "primary: Eder").open();
    assert!(six.at("Navigation Check"));
    let sky = lone(7, "Ruhr", "primary: Eder").last_resort("Sorpe");
    let mut p = sky.open();
    p.asked(Seat(0), "7.3.c").offers_only(&["home:AJ-G", "last-resort:AJ-G", "end:move"]);
    p.answer("home:AJ-G").on("AJ-G", "base_ruhr").logged("AJ-G turns for home", "7.3.e");
    // Toward the Target of Last Resort it stays in the Ruhr, toward its Primary Target it flies on.
    let mut p = sky.open();
    p.answers(["last-resort:AJ-G", "end:move"]).on("AJ-G", "ruhr");
    let mut p = sky.open();
    p.answer("end:move").on("AJ-G", "weser");
    // A wave as a whole, never one of it.
    let mut p = wave(7, "").open();
    p.offers_only(&["home:Wave 1", "last-resort:Wave 1", "end:move"]).answer("home:Wave 1");
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        p.on(code, "base_sea");
    }
}

/// proves: 7.3.f
#[test]
fn r7_3_f_without_upkeep_it_must_turn_back() {
    let mut p = wave(2, "upkeep: false").open();
    p.on("AJ-M", "base_sea").logged("AJ-M turns for home", "7.3.f").on("AJ-P", "north_sea");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
    let sky = lone(2, "EnglishCoast", "primary: Moehne, upkeep: false");
    let mut p = sky.ship("AJ-M", "Green", "zone: EnglishCoast, primary: Moehne").open();
    p.on("AJ-G", "base_sea").on("AJ-M", "north_sea");
}

/// A wave led by a Lancaster without Upkeep.
fn bare_leader() -> Sky {
    let line = |rest: &str| format!("zone: England, primary: Moehne, {rest}");
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", &line("upkeep: false")).ship("AJ-M", "Seasoned", &line(""));
    sky.ship("AJ-P", "Seasoned", &line("")).wave(&["AJ-G", "AJ-M", "AJ-P"]).draws("Y23 Y23 Y24")
}

/// proves: 7.3.g
#[test]
fn r7_3_g_a_leader_without_upkeep_may_stay_with_his_wave() {
    let mut p = bare_leader().open();
    p.asked(Seat(0), "7.3.c")
        .offers_only(&["home:AJ-G", "end:move"])
        .answer("end:move")
        .on("AJ-G", "english_coast");
    let mut p = bare_leader().open();
    p.answer("home:AJ-G")
        .on("AJ-G", "base_england")
        .logged("AJ-G turns for home", "7.3.g")
        .prompt("Who leads Wave 1 now?");
    p.answer("lead:AJ-P");
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-P").0));
}

/// proves: 7.3.h
#[test]
fn r7_3_h_knocked_out_of_his_wave_he_may_fly_on_or_turn_back() {
    let out = || {
        let mut p = bare_leader().open();
        p.answer("end:move").roll("1,1").fly("Move Phase").answer("end:move").roll("1,1").answer("drop:AJ-G");
        p.answer("lead:AJ-M").fly("Move Phase").offers_only(&["home:AJ-G", "end:move"]);
        p
    };
    out().answer("end:move").on("AJ-G", "dutch_coast");
    out().answer("home:AJ-G").on("AJ-G", "base_sea").logged("AJ-G turns for home", "7.3.h");
}
