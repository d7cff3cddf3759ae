//! 6.7: waves, their order and their leaders.

use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// Waves of Seasoned crews for the Möhne, in a zone; each list is a wave, a list of one flies alone.
fn waves(zone: &str, all: &[&[&str]]) -> Sky {
    let mut sky = Sky::of(2);
    for wave in all {
        for code in *wave {
            sky = sky.ship(code, "Seasoned", &format!("zone: {zone}, primary: Moehne, secondary: Eder"));
        }
        if wave.len() > 1 {
            sky = sky.wave(wave);
        }
    }
    sky
}

/// A wave that has failed its check twice and is asked who drops out.
fn disordered(members: &[&str]) -> Played {
    let mut p = waves("England", &[members]).draws("Y23 Y23 Y24").open();
    p.prompt("Navigation Check of AJ-G").roll("1,1").fly("Navigation Check of AJ-G").roll("1,1");
    p.prompt("Who is lost from sight of Wave 1?");
    p
}

/// proves: 6.7.a, 6.7.5.a, 2.5.a
#[test]
fn r6_7_a_a_wave_is_two_or_more_with_one_target_and_one_leader() {
    let p = waves("NorthSea", &[&["AJ-G", "AJ-M"], &["AJ-A", "AJ-J", "AJ-L"]]).open();
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M"]);
    assert_eq!(p.crew("Wave 2"), ["AJ-A", "AJ-J", "AJ-L"]);
    assert_eq!(p.wave("Wave 2", "leader"), json!(p.piece("AJ-A").0));
    let two = waves("NorthSea", &[&["AJ-G"]]).wave(&["AJ-G"]).refused();
    assert!(two.contains("two Lancasters or more"), "{two}");
    // Its members are where it is.
    let mut p = waves("NorthSea", &[&["AJ-G", "AJ-M"]]).open();
    p.on("AJ-G", "dutch_coast").on("AJ-M", "dutch_coast");
    assert_eq!(p.wave("Wave 1", "place"), "dutch_coast");
}

/// proves: 6.7.3.a
#[test]
fn r6_7_3_a_all_of_a_wave_have_the_same_targets() {
    let sky = |primary: &str| {
        let sky = Sky::of(2).ship("AJ-G", "Seasoned", "primary: Moehne, secondary: Eder");
        sky.ship("AJ-M", "Seasoned", primary).wave(&["AJ-G", "AJ-M"])
    };
    for other in ["primary: Sorpe, secondary: Eder", "primary: Moehne", "primary: Moehne, secondary: Sorpe"] {
        let told = sky(other).refused();
        assert!(told.contains("6.7.3.a"), "{other}: {told}");
    }
    sky("primary: Moehne, secondary: Eder").open();
}

/// proves: 6.7.1.a, 6.7.1.b
#[test]
fn r6_7_1_a_one_alone_is_no_wave() {
    let mut p = disordered(&["AJ-G", "AJ-M"]);
    p.answer("drop:AJ-M").logged("AJ-G flies on alone", "6.7.1.a");
    assert_eq!((p.orders("AJ-G", "wave"), p.orders("AJ-M", "wave")), (Value::Null, Value::Null));
    assert_eq!(p.wave("Wave 1", "leader"), Value::Null);
    // Its marker serves the next wave.
    p.fly("Coordination").answer("create:AJ-G:AJ-M").answer("no-flare").roll("6,6").answer("lead:AJ-M");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M"]);
    // Of three, two are a wave still.
    let mut p = disordered(&["AJ-G", "AJ-M", "AJ-P"]);
    p.answer("drop:AJ-M");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
}

/// proves: 6.7.1.b, 6.7.1.a
#[test]
fn r6_7_1_b_more_than_six_waves_may_fly() {
    let pairs: [&[&str]; 8] = [
        &["AJ-G", "AJ-M"],
        &["AJ-P", "AJ-A"],
        &["AJ-J", "AJ-L"],
        &["AJ-Z", "AJ-B"],
        &["AJ-N", "AJ-E"],
        &["AJ-W", "AJ-K"],
        &["AJ-H", "AJ-T"],
        &["AJ-C", "AJ-S"],
    ];
    let p = waves("NorthSea", &pairs).open();
    assert_eq!(p.crew("Wave 8"), ["AJ-C", "AJ-S"]);
}

/// proves: 6.7.2.a, 6.7.2.b, 7.4.1.j, 7.4.1.k
#[test]
fn r6_7_2_b_a_failed_check_compromises_the_wave_and_then_breaks_it() {
    let mut p = waves("England", &[&["AJ-G", "AJ-M", "AJ-P"]]).draws("Y23 Y23 Y24").open();
    assert_eq!(p.wave("Wave 1", "compromised"), false);
    p.roll("1,1").logged("Wave 1 loses its formation", "7.4.1.j");
    assert_eq!(p.wave("Wave 1", "compromised"), true);
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M", "AJ-P"]);
    p.fly("Navigation Check of AJ-G").roll("1,1").offers_only(&["drop:AJ-G", "drop:AJ-M", "drop:AJ-P"]);
    p.answer("drop:AJ-P").on("AJ-P", "north_sea").on("AJ-G", "north_sea");
    assert_eq!(p.orders("AJ-P", "wave"), Value::Null);
    assert_eq!(p.wave("Wave 1", "compromised"), true);
    // It is not checked again by itself.
    p.prompt("Hazards in North Sea");
    // A check that passes leaves the order as it is.
    let mut p = waves("England", &[&["AJ-G", "AJ-M"]]).open();
    p.roll("6,6");
    assert_eq!(p.wave("Wave 1", "compromised"), false);
}

/// proves: 6.7.5.b, 7.4.1.l
#[test]
fn r6_7_5_b_a_leader_lost_from_sight_is_followed_at_once() {
    let mut p = disordered(&["AJ-G", "AJ-M", "AJ-P"]);
    p.answer("drop:AJ-G").asked(bombers_moon::kernel::ids::Seat(0), "6.7.5.b");
    p.offers_only(&["lead:AJ-M", "lead:AJ-P"]).answer("lead:AJ-P");
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-P").0));
    // Another than the leader changes nothing.
    let mut p = disordered(&["AJ-G", "AJ-M", "AJ-P"]);
    p.answer("drop:AJ-M").prompt("Hazards in North Sea");
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-G").0));
}

/// proves: 6.7.5.c
#[test]
fn r6_7_5_c_the_appointed_leader_leads_again_when_he_is_back() {
    let mut p = disordered(&["AJ-G", "AJ-M", "AJ-P"]);
    p.answers(["drop:AJ-G", "lead:AJ-P"]).fly("Coordination").answer("join:AJ-G:Wave 1").answer("no-flare");
    p.roll("6,6");
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-G").0));
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M", "AJ-P"]);
    // Who never led joins as one of them.
    let mut p = disordered(&["AJ-G", "AJ-M", "AJ-P"]);
    p.answer("drop:AJ-M").fly("Coordination").answer("join:AJ-M:Wave 1").answer("no-flare").roll("6,6");
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-G").0));
}

/// proves: 6.7.2.c, 7.1.3.a
#[test]
fn r6_7_2_c_coordination_brings_it_back_into_order() {
    let mut p = waves("England", &[&["AJ-G", "AJ-M"]]).draws("Y23").open();
    p.roll("1,1").fly("Coordination").answer("coordinate:Wave 1").answer("no-flare").roll("6,6");
    assert_eq!(p.wave("Wave 1", "compromised"), false);
    let mut p = waves("England", &[&["AJ-G", "AJ-M"]]).draws("Y23").open();
    p.roll("1,1").fly("Coordination").answer("coordinate:Wave 1").answer("no-flare").roll("1,1");
    assert_eq!(p.wave("Wave 1", "compromised"), true);
}

/// proves: 6.7.4.a, 6.7.4.b
#[test]
fn r6_7_4_a_nobody_joins_or_leaves_a_wave_without_a_reason() {
    // Two waves and a Lancaster beside them, turn by turn: nothing changes by itself.
    let all: [&[&str]; 3] = [&["AJ-G", "AJ-M"], &["AJ-A", "AJ-J"], &["AJ-P"]];
    let mut p = waves("England", &all).draws("Y23 Y23 Y24").open();
    for _ in 0..2 {
        p.fly("Wireless").answer("end:wireless");
        assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M"]);
        assert_eq!(p.crew("Wave 2"), ["AJ-A", "AJ-J"]);
        assert_eq!(p.orders("AJ-P", "wave"), Value::Null);
    }
}
