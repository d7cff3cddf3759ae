//! 7.5 Place Hazards and 7.6 Evade Hazards.

use bombers_moon::games::dambusters::data::Colour;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::Value;

use super::sky::{Flying, Sky, hazards};
use crate::sortie::Sortie;

/// Lancasters for the Möhne, or for the Eder from the Ruhr on, in a zone; those named together are a wave.
fn in_zone(zone: &str, all: &[&[&str]]) -> Sky {
    let primary = if zone == "Ruhr" { "Eder" } else { "Moehne" };
    let mut sky = Sky::of(2);
    for wave in all {
        for code in *wave {
            sky = sky.ship(code, "Seasoned", &format!("zone: {zone}, primary: {primary}"));
        }
        if wave.len() > 1 {
            sky = sky.wave(wave);
        }
    }
    sky
}

/// What the next zone draws.
#[track_caller]
fn draws(sky: &Sky, text: &str) {
    sky.open().fly("Hazards in").prompt(text);
}

/// The fronts of the markers in a zone, of all or of one unit.
fn fronts(p: &Played, zone: usize, of: &str) -> Vec<String> {
    p.met(zone).into_iter().filter(|m| of.is_empty() || m.1 == of).map(|m| m.0).collect()
}

/// proves: 7.5.1.a, 7.5.a
#[test]
fn r7_5_1_a_three_cups_each_for_its_zones() {
    let all = [Colour::Yellow, Colour::LightBlue, Colour::DarkBlue].map(|c| hazards().count(c));
    assert_eq!(all, [24, 34, 20]);
    for (zone, text) in [
        ("England", "Hazards in English Coast: 1 yellow marker"),
        ("EnglishCoast", "Hazards in North Sea: 2 yellow"),
        ("NorthSea", "Hazards in Dutch Coast: 4 light blue"),
        ("DutchCoast", "Hazards in Ruhr: 3 light blue"),
        ("Ruhr", "Hazards in Weser: 3 dark blue"),
    ] {
        draws(&in_zone(zone, &[&["AJ-G"]]), text);
    }
}

/// proves: 7.5.3.a, 7.5.2.a
#[test]
fn r7_5_3_a_drawn_unseen_one_zone_after_another() {
    let mut sky = in_zone("EnglishCoast", &[&["AJ-G"]]);
    for code in ["AJ-M", "AJ-P"] {
        sky = sky.ship(code, "Seasoned", "zone: NorthSea, primary: Moehne");
    }
    let mut p = sky.draws("Y3 Y16 L5 L6 L22 L30 L33").open();
    p.fly("Hazards in North Sea").answer("draw").prompt("Hazards in Dutch Coast");
    assert_eq!(p.met(2).len(), 2);
    assert!(p.met(3).is_empty());
    p.answer("draw");
    // Fronts alone are seen, never what they are.
    assert_eq!(fronts(&p, 3, ""), ["Plain", "Plain", "Flak", "Nightfighter", "Nightfighter"]);
    for zone in [2, 3] {
        assert!(p.met(zone).iter().all(|m| m.2.is_empty()), "{:?}", p.met(zone));
    }
    // Zones without a Lancaster draw nothing.
    assert!([0, 1, 4, 5].into_iter().all(|zone| p.met(zone).is_empty()));
}

/// proves: 7.5.3.a
#[test]
fn r7_5_3_a_an_empty_cup_ends_the_drawing() {
    let codes = [
        "AJ-G", "AJ-M", "AJ-P", "AJ-A", "AJ-J", "AJ-L", "AJ-Z", "AJ-B", "AJ-N", "AJ-E", "AJ-W", "AJ-K",
        "AJ-H", "AJ-T", "AJ-C", "AJ-S", "AJ-F", "AJ-O", "AJ-Y",
    ];
    let units: Vec<&[&str]> = codes.chunks(1).collect();
    draws(&in_zone("Ruhr", &units[..17]), "Weser: 19 dark blue");
    // 2 and 19 would be 21.
    draws(&in_zone("Ruhr", &units), "Weser: 20 dark blue");
}

/// proves: 7.5.3.b, 7.5.3.c, 7.5.3.d, 7.5.3.e
#[test]
fn r7_5_3_d_hostile_zones_draw_more_for_each_unit_and_the_alert() {
    let all: [(&[&[&str]], u8); 3] =
        [(&[&["AJ-G"]], 1), (&[&["AJ-G", "AJ-M"]], 1), (&[&["AJ-G", "AJ-M"], &["AJ-P"], &["AJ-A"]], 3)];
    for (units, n) in all {
        for alert in [0, 2] {
            let sky = |zone| in_zone(zone, units).alert(alert);
            draws(&sky("NorthSea"), &format!("Dutch Coast: {} light blue", 3 + n + alert));
            draws(&sky("DutchCoast"), &format!("Ruhr: {} light blue", 2 + n + alert));
            draws(&sky("Ruhr"), &format!("Weser: {} dark blue", 2 + n + alert));
            // Friendly zones always the same.
            draws(&sky("England"), "English Coast: 1 yellow");
            draws(&sky("EnglishCoast"), "North Sea: 2 yellow");
        }
    }
}

/// proves: 7.5.3.f
#[test]
fn r7_5_3_f_and_for_each_flare_that_burns_there() {
    for (answer, n) in [("no-flare", 4), ("flare:AJ-G", 5)] {
        let sky = in_zone("NorthSea", &[&["AJ-G"], &["AJ-M"]]).draws("L3 L4 L29 L30 L31");
        let mut p = sky.open();
        p.fly("Coordination in Dutch Coast").answers(["create:AJ-G:AJ-M", answer]).roll("1,1");
        p.fly("Hazards in").prompt(&format!("Hazards in Ruhr: {n} light blue"));
    }
}

/// proves: 7.5.4.a, 7.5.4.b
#[test]
fn r7_5_4_b_dealt_as_evenly_as_possible_by_the_player() {
    // Six for three: two for each, in whatever order.
    let all: [&[&str]; 3] = [&["AJ-G", "AJ-M"], &["AJ-P"], &["AJ-A"]];
    let mut p = in_zone("NorthSea", &all).draws("L21 L30 L3 L4 L31 L22").open();
    p.fly("Dutch Coast: whom does the Flak marker meet?").asked(Seat(0), "7.5.4.a");
    p.offers_only(&["meets:Wave 1", "meets:AJ-P", "meets:AJ-A"]).answer("meets:AJ-P");
    p.prompt("the Nightfighter marker").answer("meets:AJ-P").prompt("the Hazard marker");
    p.barred("meets:AJ-P", "7.5.4.b").offers("meets:Wave 1").offers("meets:AJ-A");
    // Five for two: three for one, two for the other.
    let sky = in_zone("NorthSea", &all[..2]).draws("L21 L30 L3 L4 L31");
    let counts = |p: &Played| (fronts(p, 3, "Wave 1").len(), fronts(p, 3, "AJ-P").len());
    let mut p = sky.open();
    for unit in ["AJ-P", "Wave 1", "AJ-P", "Wave 1", "AJ-P"] {
        p.fly("Dutch Coast: whom").answer(&format!("meets:{unit}"));
    }
    // The nightfighter that the flak drove off aside.
    assert_eq!(counts(&p), (2, 2));
    // Missing they are dealt to like the others.
    let mut p = in_zone("NorthSea", &[&["AJ-G"], &["AJ-M"]]).draws("L21 L30 L3 L4 L31").open();
    p.roll("1,1")
        .roll("6,6")
        .on("AJ-G", "missing_dutch_coast")
        .answer("draw")
        .offers("meets:AJ-G")
        .offers("meets:AJ-M");
}

/// proves: 7.6.a, 7.6.1.a
#[test]
fn r7_6_1_a_as_many_as_the_recon_level_are_avoided_in_hostile_zones() {
    let mut p = in_zone("NorthSea", &[&["AJ-G"]]).zones([2, 0, 0]).draws("L3 L21 L4 L22").open();
    p.fly("reconnaissance lets you avoid, 2 of them").asked(Seat(0), "7.6.1.a").offers_only(&[
        "avoid:0:AJ-G",
        "avoid:2:AJ-G",
        "avoid:1:AJ-G",
        "avoid:3:AJ-G",
        "end:evade",
    ]);
    p.answer("avoid:1:AJ-G").prompt("1 of them");
    assert_eq!(fronts(&p, 3, ""), ["Plain", "Plain", "Flak"]);
    p.answer("avoid:2:AJ-G").prompt("Which hazard comes next?").not_logged("Flak");
    assert_eq!(fronts(&p, 3, "").len(), 2);
    // Fewer, or none, as the player likes.
    let mut p = in_zone("NorthSea", &[&["AJ-G"]]).zones([2, 0, 0]).draws("L3 L21 L4 L22").open();
    p.fly("reconnaissance").answer("end:evade").prompt("Too many markers");
    assert_eq!(fronts(&p, 3, "").len(), 4);
    // Where nothing is known nobody is asked, nor over the sea.
    in_zone("NorthSea", &[&["AJ-G"]]).zones([0, 3, 3]).draws("L3 L4 L29 L30").open().fly("Too many");
    let mut p = in_zone("EnglishCoast", &[&["AJ-G"]]).zones([3, 3, 3]).draws("Y23 Y24").open();
    p.roll("6,6").answer("draw").prompt("Which hazard comes next?");
    // Several may come from one unit, of a wave too.
    let sky =
        in_zone("NorthSea", &[&["AJ-G", "AJ-M"], &["AJ-P"]]).zones([2, 0, 0]).draws("L21 L22 L23 L15 L16");
    let mut p = sky.open();
    for unit in ["Wave 1", "AJ-P", "Wave 1", "AJ-P", "Wave 1"] {
        p.fly("Dutch Coast: whom").answer(&format!("meets:{unit}"));
    }
    p.prompt("reconnaissance").answer("avoid:0:Wave 1").answer("avoid:1:Wave 1");
    assert_eq!((fronts(&p, 3, "AJ-P").len(), p.met(3).len()), (2, 3));
}

/// proves: 7.6.2.b
#[test]
fn r7_6_2_b_flak_keeps_nightfighters_off_its_own_unit() {
    let sky = in_zone("NorthSea", &[&["AJ-G"], &["AJ-M"]]).zones([1, 0, 0]).draws("L21 L30 L31 L32 L3");
    let mut p = sky.open();
    for unit in ["AJ-G", "AJ-G", "AJ-M", "AJ-M", "AJ-G"] {
        p.fly("Dutch Coast: whom").answer(&format!("meets:{unit}"));
    }
    // Before anything is avoided.
    p.prompt("reconnaissance").logged("the flak keeps a nightfighter off", "7.6.2.b");
    assert_eq!(fronts(&p, 3, "AJ-G"), ["Flak", "Plain"]);
    assert_eq!(fronts(&p, 3, "AJ-M"), ["Nightfighter", "Nightfighter"]);
}

const MUNRO: &str = "elite: (kind: PilotWeaveAndJink, name: \"Munro\")";

/// proves: 7.6.2.a, 2.3.6.c
#[test]
fn r7_6_2_a_weave_and_jink_once_a_game_for_his_own_or_his_wave() {
    let line = |rest: &str| format!("zone: NorthSea, primary: Moehne, {rest}");
    let sky = Sky::of(2).ship("AJ-W", "Seasoned", &line(MUNRO)).ship("AJ-G", "Seasoned", &line(""));
    let sky = sky.draws("L3 L21 L4 L22 L23 L3 L4 L29 L30");
    let mut p = sky.open();
    for unit in ["AJ-W", "AJ-G", "AJ-W", "AJ-G", "AJ-W"] {
        p.fly("Dutch Coast: whom").answer(&format!("meets:{unit}"));
    }
    // His own markers alone.
    p.offers_only(&["jink:AJ-W:0", "jink:AJ-W:2", "jink:AJ-W:4", "end:evade"]).answer("jink:AJ-W:4");
    p.logged("AJ-W weaves past one hazard", "7.6.2.a");
    assert_eq!(fronts(&p, 3, "AJ-W"), ["Plain", "Plain"]);
    assert_eq!(p.of("AJ-W", "elite")["spent"], true);
    // Never again.
    p.fly("Hazards in Ruhr").answer("draw");
    for unit in ["AJ-W", "AJ-G", "AJ-W", "AJ-G"] {
        if p.at("Ruhr: whom") {
            p.answer(&format!("meets:{unit}"));
        }
    }
    p.prompt("Hazards in Ruhr: who first?");
    // Of his wave, whoever leads it.
    let mut p = sky.clone().wave(&["AJ-G", "AJ-W"]).draws("").open();
    p.fly("hazards that a pilot weaves past").offers("jink:AJ-W:0").offers("jink:AJ-W:3");
}

/// proves: 2.3.6.d, 7.6.a
#[test]
fn r2_3_6_d_not_over_the_sea() {
    let sky = Sky::of(2).ship("AJ-W", "Seasoned", &format!("zone: EnglishCoast, primary: Moehne, {MUNRO}"));
    let mut p = sky.draws("Y23 Y24 L3 L4 L29 L30").open();
    p.roll("6,6").answer("draw").prompt("Which hazard comes next?").fly("a pilot weaves past");
    p.sees("/flight/turn", 3).offers("jink:AJ-W:0");
    assert_eq!(p.of("AJ-W", "elite")["spent"], Value::Bool(false));
}
