//! 6.0 to 6.6: zones, turns, Missing and Return to Base Boxes, Recon and Alert Tracks.

use bombers_moon::games::dambusters::data::{DamId, FlightZone};

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;
use crate::table::content;

/// One Lancaster for the Möhne, in a zone.
fn lone(turn: u8, rest: &str) -> Sky {
    Sky::of(turn).ship("AJ-G", "Seasoned", &format!("primary: Moehne, {rest}"))
}

/// proves: 6.0.a, 6.0.1.a
#[test]
fn r6_0_a_from_scampton_zone_by_zone_to_the_dam() {
    let draws = "Y23 Y23 Y24 L3 L4 L29 L30 L3 L4 L29";
    let mut p = lone(1, "").dam(DamId::Moehne, "recon: 4, flak: 0").zones([0, 3, 0]).draws(draws).open();
    let mut way = vec![];
    for turn in 1..=4 {
        p.fly("the Navigation Check of AJ-G").sees("/flight/turn", turn);
        way.push(p.of("AJ-G", "place").as_str().unwrap_or("").to_owned());
        p.roll("6,6");
    }
    assert_eq!(way, ["english_coast", "north_sea", "dutch_coast", "ruhr"]);
    p.fly("starts a run?").on("AJ-G", "circling_near").sees("/dam_name", "Möhne");
    let hostile = FlightZone::ALL.map(FlightZone::hostile);
    assert_eq!(hostile, [false, false, false, true, true, true]);
}

/// proves: 6.0.1.b, 6.3.a
#[test]
fn r6_0_1_b_a_zone_holds_any_number_each_in_one_place() {
    let mut sky = Sky::of(2);
    let codes = ["AJ-G", "AJ-M", "AJ-P", "AJ-A", "AJ-J", "AJ-L", "AJ-Z", "AJ-B", "AJ-N"];
    for code in codes {
        sky = sky.ship(code, "Seasoned", "zone: EnglishCoast, primary: Moehne, damaged: true");
    }
    let mut p = sky.open();
    for code in codes {
        p.on(code, "english_coast");
    }
    // The coast and the sea share a box for those who turn back.
    p.answer("home:AJ-G").on("AJ-G", "base_sea").on("AJ-M", "english_coast");
    let boxes = FlightZone::ALL.map(FlightZone::base_place);
    assert_eq!(
        boxes,
        ["base_england", "base_sea", "base_sea", "base_dutch_coast", "base_ruhr", "base_weser"]
    );
}

/// proves: 6.1.a, 6.1.b, 7.9.5.b
#[test]
fn r6_1_a_the_hour_weighs_on_the_visibility_at_the_dams() {
    let over = |turn| {
        let mut p = lone(turn, "zone: Ruhr").draws("L3 L4 L29").open();
        p.fly("They come in one by one");
        p
    };
    for (turn, modifier) in [(3, None), (5, Some(-1)), (7, Some(-2)), (8, Some(-2))] {
        let mut p = lone(turn, "zone: Ruhr").draws("L3 L4 L29").open();
        p.fly("the Visibility Check").asked(bombers_moon::kernel::ids::Seat(0), "7.9.5.b");
        let found = p.modifier("4.4.1.b").filter(|n| *n != 0);
        assert_eq!(found, modifier, "turn {turn}");
    }
    // Fog without a roll in the ninth.
    over(9).sees("/visibility", "Fog").logged("fog", "6.1.b");
    over(4).sees("/visibility", "Clear");
}

/// proves: 6.1.1.a, 7.10.c, 6.3.b
#[test]
fn r6_1_1_a_after_turn_nine_everybody_turns_home() {
    let sky = Sky::of(9).ship("AJ-G", "Seasoned", "zone: EnglishCoast, primary: Moehne");
    let mut p =
        sky.ship("AJ-M", "Seasoned", "zone: DutchCoast, primary: Eder").draws("Y23 Y24 L3 L4 L29").open();
    p.fly("the return of AJ-G").on("AJ-G", "base_sea").on("AJ-M", "base_ruhr");
    p.logged("AJ-M turns for home from Ruhr", "6.1.1.a").sees("/flight/turn", 9);
    p.roll("6,6").prompt("the return of AJ-M").roll("6,6").ended("Stands");
    // In any other turn play goes on.
    let mut p = lone(8, "zone: EnglishCoast").draws("Y23 Y24").open();
    p.fly("Wireless").sees("/flight/turn", 9).on("AJ-G", "north_sea");
}

/// proves: 6.2.a, 6.2.b, 7.3.b, 7.4.1.g, 7.4.1.h
#[test]
fn r6_2_a_who_is_missing_stays_until_he_finds_his_way() {
    let mut p = lone(2, "zone: EnglishCoast, damaged: true").draws("Y23 Y24 Y23 Y24").open();
    p.answer("end:move").prompt("Navigation Check of AJ-G").roll("1,1").on("AJ-G", "missing_north_sea");
    p.logged("missing over North Sea", "7.4.1.h");
    // It neither moves nor turns home in the next Move Phase.
    p.fly("Navigation Check of AJ-G").sees("/flight/turn", 3).on("AJ-G", "missing_north_sea");
    p.roll("6,6").on("AJ-G", "north_sea").logged("finds its way back", "7.4.1.g");
    p.fly("Move Phase").on("AJ-G", "north_sea").answer("end:move").on("AJ-G", "dutch_coast");
    assert_eq!(FlightZone::England.missing_place(), "england");
}

/// proves: 6.2.c, 6.2.1.a, 7.5.2.a, 7.5.3.d
#[test]
fn r6_2_c_the_missing_draw_and_meet_hazards_one_by_one() {
    // A wave of three: one is lost from sight in disorder, one goes missing; each is a unit of its own.
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne");
    let mut p =
        sky.ship("AJ-M", "Seasoned", "zone: NorthSea, primary: Moehne").draws("L3 L4 L29 L30 L31").open();
    p.roll("1,1").on("AJ-G", "missing_dutch_coast").roll("6,6");
    p.prompt("Hazards in Dutch Coast: 5 light blue markers").answer("draw");
    p.offers_only(&["meets:AJ-G", "meets:AJ-M"]);
}

/// proves: 6.3.b, 6.3.c, 7.1.c, 7.2.i, 7.5.2.a
#[test]
fn r6_3_c_who_turns_for_home_is_out_of_it() {
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne, damaged: true");
    let mut p = sky.ship("AJ-M", "Seasoned", "zone: EnglishCoast, primary: Moehne").draws("Y23 Y24").open();
    p.answer("home:AJ-G").on("AJ-G", "base_sea");
    // Only the other is checked; the sea draws for it alone, and it alone meets what is drawn.
    p.prompt("Navigation Check of AJ-M").roll("6,6").prompt("2 yellow markers").answer("draw");
    p.fly("Wireless").offers_only(&["wireless:AJ-M", "end:wireless"]).on("AJ-G", "base_sea");
    p.answer("end:wireless").prompt("Navigation Check of AJ-M").on("AJ-G", "base_sea");
}

/// proves: 6.4.a
#[test]
fn r6_4_a_five_boxes_in_the_ruhr_three_in_the_weser() {
    let of =
        |zone| DamId::ALL.into_iter().filter(|d| content().tables.dam(*d).zone == zone).collect::<Vec<_>>();
    let ruhr = [DamId::Moehne, DamId::Sorpe, DamId::Bever, DamId::Ennepe, DamId::Henne];
    assert_eq!(of(FlightZone::Ruhr), ruhr);
    assert_eq!(of(FlightZone::Weser), [DamId::Eder, DamId::Lister, DamId::Diemel]);
}

/// proves: 6.4.b, 7.8.1.b
#[test]
fn r6_4_b_only_who_has_found_the_dam_comes_to_its_map() {
    let mut p = lone(2, "zone: DutchCoast").dam(DamId::Moehne, "recon: 4, flak: 0").draws("L3 L4 L29").open();
    p.fly("AJ-G looks for its dam").on("AJ-G", "ruhr").roll("6,6").on("AJ-G", "dam_moehne");
    p.fly("starts a run?").on("AJ-G", "circling_near");
    let mut p = lone(2, "zone: DutchCoast").draws("L3 L4 L29").open();
    p.fly("AJ-G looks for its dam").roll("1,1").answer("back").on("AJ-G", "ruhr");
    p.prompt("Wireless").sees("/flight/turn", 3);
}

/// proves: 6.5.a
#[test]
fn r6_5_a_the_hostile_zones_are_known_as_the_scenario_says() {
    let p = lone(2, "zone: DutchCoast").zones([1, 2, 3]).open();
    let seen: Vec<_> = (0..6).map(|n| p.seen(&format!("/flight/zones/{n}/recon"))).collect();
    assert_eq!(seen[3..], [1, 2, 3].map(serde_json::Value::from));
    assert!(seen[..3].iter().all(serde_json::Value::is_null));
    assert!(lone(2, "").zones([4, 0, 0]).refused().contains("0 to 3"));
}

/// proves: 6.6.a, 7.5.3.e
#[test]
fn r6_6_a_the_alert_weighs_on_hostile_zones_alone() {
    let markers = |alert, zone: &str, text: &str| {
        let mut p = lone(2, &format!("zone: {zone}")).alert(alert).open();
        p.fly("Hazards in").prompt(text);
    };
    markers(0, "NorthSea", "Dutch Coast: 4 light blue");
    markers(3, "NorthSea", "Dutch Coast: 7 light blue");
    markers(0, "EnglishCoast", "North Sea: 2 yellow");
    markers(4, "EnglishCoast", "North Sea: 2 yellow");
    // An Alarm weighs on the way home from hostile zones only.
    for (zone, modifier) in [("EnglishCoast", 0), ("DutchCoast", -1)] {
        let mut p = lone(2, &format!("zone: {zone}, damaged: true")).alert(4).open();
        p.answer("home:AJ-G").prompt("the return of AJ-G");
        assert_eq!(p.modifier("5.1.l"), Some(modifier), "{zone}");
    }
}

/// proves: 6.6.b, 6.6.1.a, 6.6.1.b, 7.10.a, 4.4.3.u
#[test]
fn r6_6_1_b_the_alert_rises_by_one_a_turn_at_the_end_of_it() {
    // Two nightfighters shoot two Lancasters down in one turn.
    let sky = Sky::of(2).ship("AJ-G", "Green", "zone: NorthSea, primary: Moehne");
    let sky = sky.ship("AJ-M", "Green", "zone: NorthSea, primary: Moehne");
    let sky = sky.ship("AJ-P", "Green", "zone: EnglishCoast, primary: Moehne");
    let mut p = sky.draws("Y23 Y24 L30 L31 L32 L33 L29 L3 L4 L29 L30 L31").open();
    for code in ["AJ-G", "AJ-M", "AJ-G", "AJ-M", "AJ-G"] {
        p.fly("Dutch Coast: whom does the Nightfighter marker meet?").answer(&format!("meets:{code}"));
    }
    p.fly("Does a nightfighter sight AJ-G?").roll("1,1").prompt("the nightfighter behind AJ-G").roll("1,1");
    p.on("AJ-G", "lost").sees("/flight/alert", 0).sees("/flight/alert_pending", true);
    p.fly("Does a nightfighter sight AJ-M?")
        .sees("/flight/alert", 0)
        .roll("1,1")
        .roll("1,1")
        .on("AJ-M", "lost");
    p.fly("Wireless").sees("/flight/turn", 3).sees("/flight/alert", 1).sees("/flight/alert_pending", false);
    // A turn without such an event leaves it, and it never falls.
    p.answer("end:wireless").fly("Wireless").sees("/flight/turn", 4).sees("/flight/alert", 1);
}

/// proves: 6.6.2.a
#[test]
fn r6_6_2_a_the_alert_never_falls_and_never_passes_alarm() {
    let sky = Sky::of(2).alert(4).ship("AJ-G", "Green", "zone: NorthSea, primary: Moehne");
    let sky = sky.ship("AJ-M", "Green", "zone: EnglishCoast, primary: Moehne");
    let mut p = sky.draws("Y23 Y24 L30 L31 L32 L33 L29 L34 L3 L4").open();
    p.fly("Does a nightfighter sight AJ-G?").roll("1,1").roll("1,1").on("AJ-G", "lost");
    p.fly("Wireless").sees("/flight/turn", 3).sees("/flight/alert", 4);
    p.answer("end:wireless").fly("Wireless").sees("/flight/turn", 4).sees("/flight/alert", 4);
}
