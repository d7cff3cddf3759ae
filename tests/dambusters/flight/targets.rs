//! 6.4.1 to 6.4.4: Primary, Secondary and last targets, and how they change.

use bombers_moon::games::dambusters::data::DamId;

use super::sky::{Flying, Sky};
use crate::rig::GOOD;
use crate::sortie::Sortie;

/// proves: 6.4.1.a, 6.4.1.b, 6.4.2.a, 6.4.2.b, 6.4.3.a, 2.12.a
#[test]
fn r6_4_1_b_targets_are_those_of_the_scenario() {
    let sky = Sky::of(2).last_resort("Sorpe").ship("AJ-G", "Seasoned", "primary: Moehne, secondary: Eder");
    let sky = sky.ship("AJ-M", "Seasoned", "primary: Moehne").ship("AJ-P", "Seasoned", "");
    let p = sky.open();
    let targets = |code: &str| (p.orders(code, "primary"), p.orders(code, "secondary"));
    assert_eq!(targets("AJ-G"), ("Möhne".into(), "Eder".into()));
    assert_eq!(targets("AJ-M"), ("Möhne".into(), serde_json::Value::Null));
    // Who is given none has the Target of Last Resort.
    assert_eq!(targets("AJ-P"), ("Sorpe".into(), serde_json::Value::Null));
    assert_eq!(p.seen("/flight/last_resort"), "Sorpe");
    let twice = Sky::of(2).ship("AJ-G", "Seasoned", "primary: Moehne, secondary: Moehne").refused();
    assert!(twice.contains("6.4.2.a"), "{twice}");
}

/// A wave of two finds the Ennepe, where one mine of 5 is enough; `rest` are more fields of their lines.
fn over_ennepe(rest: &str, last: &'static str) -> Sky {
    let line = format!("zone: DutchCoast, primary: Ennepe{rest}");
    let sky = Sky::of(2).zones([0, 3, 0]).last_resort(last).skip("Nightfighter").mines(&["U24"]);
    let sky = sky.dam(DamId::Ennepe, "recon: 4, flak: 0");
    let sky = sky.ship("AJ-G", "Green", &line).ship("AJ-M", "Green", &line).wave(&["AJ-G", "AJ-M"]);
    sky.draws("L3 L4 L29").draws(&GOOD.join(" "))
}

/// proves: 6.4.4.c, 6.4.4.e, 7.9.8.a
#[test]
fn r6_4_4_e_seen_to_be_breached_the_secondary_takes_its_place() {
    let mut p = over_ennepe(", secondary: Eder", "Henne").open();
    p.breach("AJ-G").logged("AJ-M now makes for the Eder", "6.4.4.e");
    assert_eq!(p.orders("AJ-M", "primary"), "Eder");
    assert_eq!(p.orders("AJ-M", "secondary"), serde_json::Value::Null);
    // Without a Secondary Target it is the Target of Last Resort.
    let mut p = over_ennepe("", "Henne").open();
    p.breach("AJ-G");
    assert_eq!(p.orders("AJ-M", "primary"), "Henne");
}

/// proves: 6.4.3.c, 6.4.3.b, 7.3.1.a
#[test]
fn r6_4_3_c_a_new_last_resort_is_named_when_it_falls() {
    let mut p = over_ennepe("", "Ennepe").open();
    p.breach("AJ-G").prompt("Target of Last Resort is breached");
    let open =
        ["Eder", "Möhne", "Sorpe", "Bever", "Lister", "Diemel", "Henne"].map(|d| format!("last-resort:{d}"));
    p.offers_only(&open.each_ref().map(String::as_str)).answer("last-resort:Bever");
    p.sees("/flight/last_resort", "Bever").logged("Target of Last Resort: the Bever", "6.4.3.c");
    // Who has no other target takes it.
    assert_eq!(p.orders("AJ-M", "primary"), "Bever");
    // While it stands nobody is asked.
    let mut p = over_ennepe("", "Henne").open();
    p.breach("AJ-G").prompt("who leads a wave?").sees("/flight/last_resort", "Henne");
}

/// proves: 6.4.4.d, 7.9.1.a
#[test]
fn r6_4_4_d_finding_a_dam_breached_is_seeing_it() {
    // A third comes a turn later and finds what the others have done.
    let sky =
        over_ennepe("", "Henne").ship("AJ-P", "Green", "zone: NorthSea, primary: Ennepe, secondary: Diemel");
    let mut p = sky.open_after("L30 L31 L32 L33");
    p.breach("AJ-G").fly("AJ-P looks for its dam");
    assert_eq!(p.orders("AJ-P", "primary"), "Ennepe");
    p.roll("6,6").logged("AJ-P finds the Ennepe breached", "7.9.1.a").on("AJ-P", "ruhr");
    assert_eq!(p.orders("AJ-P", "primary"), "Diemel");
    // It acquires nothing else in this turn.
    p.fly("Wireless").sees("/flight/turn", 4).on("AJ-P", "ruhr");
}

/// proves: 6.4.4.a
#[test]
fn r6_4_4_a_nothing_else_changes_a_target() {
    // A night in which nobody is called and nothing is breached.
    let sky = Sky::of(1).ship("AJ-G", "Seasoned", "primary: Moehne, secondary: Eder");
    let mut p = sky.ship("AJ-M", "Green", "primary: Sorpe").open();
    while p.table.question().is_some() {
        for (code, primary) in [("AJ-G", "Möhne"), ("AJ-M", "Sorpe")] {
            assert_eq!(p.orders(code, "primary"), primary);
        }
        let answer = super::sky::calm(&p);
        p.answer(&answer);
    }
    let breached = Sky::of(2).dam(DamId::Moehne, "recon: 0, flak: 0, breached: true");
    let told = breached.ship("AJ-G", "Seasoned", "primary: Moehne").refused();
    assert!(told.contains("breached already"), "{told}");
}
