//! 14.0 High altitude, an option.

use bombers_moon::games::dambusters::components::Raid;
use bombers_moon::kernel::fraction::Fraction;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::testkit::script::Played;
use bombers_moon::kernel::timeline::Table;
use serde_json::json;

use super::sky::{Flying, Sky, calm};
use crate::rig::Rig;
use crate::sortie::Sortie;
use crate::table::game;

/// Lancasters in a zone, bound for the Möhne in the Ruhr; those named together are a wave. With the option.
fn flight(zone: &str, all: &[&[&str]]) -> Sky {
    let mut sky = Sky::of(2).high();
    for wave in all {
        for code in *wave {
            sky = sky.ship(code, "Seasoned", &format!("zone: {zone}, primary: Moehne"));
        }
        if wave.len() > 1 {
            sky = sky.wave(wave);
        }
    }
    sky
}

/// One Lancaster with more fields in its line.
fn lone(zone: &str, rest: &str) -> Sky {
    Sky::of(2).high().ship("AJ-G", "Seasoned", &format!("zone: {zone}, {rest}"))
}

/// These units climb, and the rest of the Move Phase is over.
#[track_caller]
fn climbed(sky: &Sky, units: &[&str]) -> Played {
    let mut p = sky.open();
    for unit in units {
        p.answer(&format!("climb:{unit}"));
    }
    if p.at("Move Phase") {
        p.answer("end:move");
    }
    p
}

/// Whether a Lancaster flies high.
fn high(p: &Played, code: &str) -> bool {
    p.orders(code, "high") == true
}

/// The clauses of all that is asked until the next Move Phase, answered calmly.
fn until_next_move(p: &mut Played) -> Vec<&'static str> {
    let mut clauses = Vec::new();
    while !p.at("Move Phase") {
        let Some(q) = p.table.question() else { break };
        clauses.push(q.clause.0);
        let answer = calm(p);
        p.answer(&answer);
    }
    clauses
}

/// proves: 14.0.a
#[test]
fn r14_0_a_all_fly_low_unless_the_option_is_chosen() {
    // Without it nobody is asked, and the view knows of no altitude.
    let p = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne").open();
    assert!(p.at("Navigation Check"), "{}", p.describe());
    assert_eq!((p.seen("/flight/altitude"), high(&p, "AJ-G")), (json!(false), false));
    // With it all are low at first.
    let mut p = flight("NorthSea", &[&["AJ-G"]]).open();
    p.prompt("who climbs or goes down?").asked(Seat(0), "7.3.c").sees("/flight/altitude", true);
    assert!(!high(&p, "AJ-G"));
    // The flight scenarios and the campaign have it, off by default; the attacks have it not.
    for card in game().scenarios() {
        let option = card.options.iter().find(|o| o.id == "altitude");
        let values: Vec<&str> = option.iter().flat_map(|o| &o.values).map(String::as_str).collect();
        if card.part == "Attack" {
            assert!(values.is_empty(), "{}", card.id);
        } else {
            assert_eq!(values, ["low", "high"], "{}", card.id);
        }
    }
    let campaign = |value: &str| {
        let options = Options::from([("altitude".to_owned(), value.to_owned())]);
        Table::new(game(), "dambusters/s10-campaign", &options, 1, UndoMode::Table)
            .map(|table| table.world().resource::<Raid>().setup.high)
    };
    assert!(campaign("high").is_ok_and(|high| high) && campaign("low").is_ok_and(|high| !high));
    assert!(campaign("higher").is_err());
    // An attack scenario cannot offer it.
    let text = Rig::at("Moehne").bomber("AJ-G", "Green", "").text().replace(
        "aircraft: [",
        "options: [(id: \"high\", title: \"High\", default: \"on\", choices: [\
         (id: \"on\", label: \"On\", changes: [HighAltitude])])], aircraft: [",
    );
    let told = Rig::read(&text).map_or_else(|problems| problems.render(false), |_| String::new());
    assert!(told.contains("a flight scenario alone"), "{told}");
}

/// proves: 14.1.1.a, 14.1.a
#[test]
fn r14_1_1_a_each_unit_may_change_once_in_a_move_phase() {
    let sky = flight("England", &[&["AJ-G", "AJ-M"], &["AJ-P"]]).draws("Y23 Y24 Y23");
    let mut p = sky.open();
    p.offers_only(&["climb:Wave 1", "climb:AJ-P", "end:move"]).answer("climb:Wave 1");
    p.logged("Wave 1 climbs to high altitude", "14.1.1.a");
    // A wave as a whole, and not twice; in addition to its move.
    assert!(high(&p, "AJ-G") && high(&p, "AJ-M") && !high(&p, "AJ-P"));
    assert_eq!(p.wave("Wave 1", "high"), true);
    p.offers_only(&["climb:AJ-P", "end:move"]).answer("end:move").on("AJ-G", "english_coast");
    // It stays as it is until it changes again.
    p.fly("Move Phase").offers_only(&["descend:Wave 1", "climb:AJ-P", "end:move"]).answer("end:move");
    assert!(high(&p, "AJ-G"));
    p.fly("Move Phase").answer("descend:Wave 1").offers_no("climb:Wave 1");
    p.logged("Wave 1 goes down to low altitude", "14.1.1.a");
    assert!(!high(&p, "AJ-G") && !high(&p, "AJ-M"));
}

/// proves: 14.1.a
#[test]
fn r14_1_a_nobody_joins_a_wave_at_another_altitude() {
    for (units, apart) in [(vec!["AJ-G"], true), (vec!["AJ-G", "AJ-M"], false), (vec![], false)] {
        let sky = flight("England", &[&["AJ-G"], &["AJ-M"]]).draws("Y23");
        let mut p = climbed(&sky, &units);
        if apart {
            // Nothing else could be done: the phase is passed over.
            assert!(!until_next_move(&mut p).contains(&"7.1.a"));
        } else {
            p.fly("Coordination").offers("create:AJ-G:AJ-M");
        }
    }
    for (units, apart) in [(vec!["Wave 1"], true), (vec!["Wave 1", "AJ-P"], false)] {
        let sky = flight("England", &[&["AJ-G", "AJ-M"], &["AJ-P"], &["AJ-A"]]).draws("Y23");
        let mut p = climbed(&sky, &units);
        p.fly("Coordination").barred("join:AJ-A:Wave 1", "14.1.a");
        if apart {
            p.barred("join:AJ-P:Wave 1", "14.1.a").offers("create:AJ-P:AJ-A");
        } else {
            p.offers("join:AJ-P:Wave 1").barred("create:AJ-P:AJ-A", "14.1.a");
        }
    }
}

/// proves: 14.1.1.b
#[test]
fn r14_1_1_b_in_the_zone_of_its_target_it_goes_down() {
    // It cannot climb where it would be there after the move.
    let mut p = flight("DutchCoast", &[&["AJ-G"]]).open();
    p.prompt("Move Phase").barred("climb:AJ-G", "14.1.1.b");
    // Up to the zone before it may; there it goes down without being asked.
    let mut p = climbed(&lone("NorthSea", "primary: Moehne"), &["AJ-G"]);
    p.on("AJ-G", "dutch_coast").fly("Move Phase");
    assert!(high(&p, "AJ-G"));
    p.answer("end:move").on("AJ-G", "ruhr").logged("AJ-G goes down to look for its target", "14.1.1.b");
    assert!(!high(&p, "AJ-G"));
    // Through a zone that is not that of its target it flies on high.
    let mut p = climbed(&lone("NorthSea", "primary: Eder"), &["AJ-G"]);
    p.fly("Move Phase").answer("end:move").on("AJ-G", "ruhr").not_logged("goes down");
    assert!(high(&p, "AJ-G"));
    p.fly("Move Phase").answer("end:move").on("AJ-G", "weser");
    assert!(!high(&p, "AJ-G"));
}

/// proves: 14.1.1.c
#[test]
fn r14_1_1_c_not_in_a_missing_box() {
    let mut p = climbed(&flight("EnglishCoast", &[&["AJ-G"], &["AJ-M"]]), &["AJ-G"]);
    p.prompt("Navigation Check of AJ-G").roll("1,1,1").on("AJ-G", "missing_north_sea");
    // High it stays, and only the other is asked.
    p.fly("Move Phase").offers_only(&["climb:AJ-M", "end:move"]).answer("end:move");
    assert!(high(&p, "AJ-G"));
    p.prompt("Navigation Check of AJ-G").roll("6,6,6").on("AJ-G", "north_sea");
    p.fly("Move Phase").offers("descend:AJ-G");
}

/// proves: 14.2.a
#[test]
fn r14_2_a_of_three_dice_the_two_best_count() {
    let start = |units: &[&str]| climbed(&lone("EnglishCoast", "primary: Moehne"), units);
    let mut p = start(&[]);
    assert_eq!(p.spec().dice, 2);
    p.roll("1,2").on("AJ-G", "missing_north_sea");
    // A Seasoned crew needs 4.
    for (dice, place) in [
        ("1,1,3", "north_sea"),
        ("3,1,1", "north_sea"),
        ("1,3,1", "north_sea"),
        ("1,1,2", "missing_north_sea"),
        ("1,1,1", "missing_north_sea"),
    ] {
        let mut p = start(&["AJ-G"]);
        assert_eq!(p.spec().dice, 3);
        p.roll(dice).on("AJ-G", place);
    }
    // What is taken off the total is taken off the best two.
    let errors = lone("EnglishCoast", "primary: Moehne, hazards: [MapError]");
    let mut p = climbed(&errors, &["AJ-G"]);
    p.roll("1,3,6").on("AJ-G", "north_sea");
    let mut p = climbed(&errors, &["AJ-G"]);
    p.roll("2,1,2").on("AJ-G", "missing_north_sea");
    // A wave likewise.
    let p = climbed(&flight("EnglishCoast", &[&["AJ-G", "AJ-M"]]), &["Wave 1"]);
    assert_eq!(p.spec().dice, 3);
}

/// proves: 14.3.1.a, 14.3.1.c, 14.3.a
#[test]
fn r14_3_1_a_over_the_north_sea_the_yellow_cup_holds_two_watchers() {
    let mut p = climbed(&lone("EnglishCoast", "primary: Moehne").draws("Y0 Y23 Y0 Y24"), &["AJ-G"]);
    p.fly("Hazards in North Sea: 2 yellow markers").answer("draw");
    // Each is replaced by a Hazard marker; the Alert will rise, once, and no nightfighter is looked for.
    p.logged("The high aircraft are reported: the Alert will rise", "14.3.1.c");
    p.logged("the Alert rises once a turn", "14.3.1.c").sees("/flight/alert_pending", true);
    assert_eq!(p.met(2).len(), 2);
    let asked = until_next_move(&mut p);
    assert!(!asked.iter().any(|c| c.starts_with("4.4.3")), "{asked:?}");
    p.sees("/flight/alert", 1).sees("/flight/alert_pending", false);
    // Without a watcher drawn nothing rises.
    let mut p = climbed(&lone("EnglishCoast", "primary: Moehne").draws("Y23 Y24"), &["AJ-G"]);
    p.fly("Hazards in North Sea").answer("draw").sees("/flight/alert_pending", false);
    // In the English Coast the same cup is drawn from.
    let sky = flight("EnglishCoast", &[&["AJ-G"]]).ship("AJ-M", "Seasoned", "zone: England, primary: Moehne");
    let mut p = climbed(&sky.draws("Y0 Y23 Y24 Y1"), &["AJ-G"]);
    p.fly("Hazards in English Coast").answer("draw").sees("/flight/alert_pending", true);
    assert_eq!(p.met(1).len(), 1);
}

/// proves: 14.3.1.a, 14.3.1.b, 14.3.2.a, 7.5.3.d
#[test]
fn r14_3_1_a_what_a_zone_draws_is_told_part_by_part_with_the_chance_of_a_report() {
    let mut p = climbed(&flight("NorthSea", &[&["AJ-G"], &["AJ-M"]]), &["AJ-G"]);
    p.fly("Hazards in Dutch Coast: 6 light blue markers");
    for (part, n) in [("units", 2), ("alert", 0), ("flares", 0), ("high", 1), ("coast", 0), ("zone", 3)] {
        p.sees(&format!("/flight/zones/3/draws/{part}"), n);
    }
    // Each of the six draws is out of the markers left and two watchers.
    let cup = p.seen("/flight/zones/3/draws/cup");
    let cup = cup.as_u64().unwrap_or_else(|| panic!("{cup}"));
    let none = Fraction::new((cup - 4) * (cup - 5), (cup + 2) * (cup + 1));
    p.sees("/flight/zones/3/draws/report", Fraction::new(none.den - none.num, none.den).to_string());
    // Who flies low is not watched, and where nobody flies nothing is drawn.
    let mut p = climbed(&flight("NorthSea", &[&["AJ-G"], &["AJ-M"]]), &[]);
    p.fly("Hazards in Dutch Coast").sees("/flight/zones/3/draws/report", json!(null));
    p.sees("/flight/zones/3/draws/high", 0).sees("/flight/zones/4/draws", json!(null));
}

/// proves: 14.3.1.a, 13.2.2.a
#[test]
fn r14_3_1_a_what_the_jinx_brings_is_drawn_with_the_watchers_in_the_cup() {
    let sky = lone("EnglishCoast", "primary: Moehne").campaign(|b| b.jinxed = Some(0));
    let mut p = climbed(&sky.draws("Y23 Y24 Y0 Y1"), &["AJ-G"]);
    p.fly("Hazards in North Sea: 2 yellow markers").answer("draw").sees("/flight/alert_pending", false);
    assert_eq!(p.met(2).len(), 2);
    p.fly("The Jinx brings AJ-G").answer("draw").sees("/flight/alert_pending", true);
    // Replaced at once, so that it meets one more all the same.
    p.logged("The high aircraft are reported: the Alert will rise", "14.3.1.c");
    p.logged("The Jinx brings AJ-G a ", "13.2.2.a");
}

/// Whether a watcher is drawn when this zone draws.
fn watched(p: &mut Played, zone: &str) -> bool {
    p.fly(&format!("Hazards in {zone}"));
    let before = p.seen("/flight/alert_pending");
    p.answer("draw");
    before != p.seen("/flight/alert_pending")
}

/// proves: 14.3.1.b, 14.3.1.a
#[test]
fn r14_3_1_b_over_dutch_coast_and_ruhr_the_light_blue_cup_does() {
    let draws = "L0 L15 L16 L17 L18 L19 L20 L21 L22 L23 L24";
    let mut p = climbed(&lone("NorthSea", "primary: Moehne").draws(draws), &["AJ-G"]);
    assert!(watched(&mut p, "Dutch Coast"));
    let mut p = climbed(&lone("DutchCoast", "primary: Eder").draws(draws), &["AJ-G"]);
    assert!(watched(&mut p, "Ruhr"));
    // One high over the Ruhr: whoever is low over the Dutch Coast draws from the same cup.
    let sky = lone("DutchCoast", "primary: Eder").ship("AJ-M", "Seasoned", "zone: NorthSea, primary: Eder");
    let mut p = climbed(&sky.draws(draws), &["AJ-G"]);
    assert!(watched(&mut p, "Dutch Coast"));
    // None for whoever is low, and none over the Weser: the cups hold what they always do.
    for (zone, to) in [("NorthSea", "Dutch Coast"), ("EnglishCoast", "North Sea")] {
        assert!(!watched(&mut climbed(&lone(zone, "primary: Moehne"), &[]), to), "{to}");
    }
    let mut p = high_over_the_weser();
    assert!(!watched(&mut p, "Weser"));
}

/// In the seventh turn AJ-G, bound for the Möhne, makes for the Target of Last Resort, the Eder, high.
fn high_over_the_weser() -> Played {
    let sky = Sky::of(7).high().last_resort("Eder").ship("AJ-G", "Seasoned", "zone: Ruhr, primary: Moehne");
    let mut p = sky.open();
    p.barred("climb:AJ-G", "14.1.1.b").answer("last-resort:AJ-G").answers(["climb:AJ-G", "end:move"]);
    p.on("AJ-G", "weser");
    assert!(high(&p, "AJ-G"));
    p
}

/// proves: 14.3.2.a, 14.3.a
#[test]
fn r14_3_2_a_over_hostile_land_each_high_unit_draws_one_more_for_itself() {
    for (units, n) in [(vec![], 5), (vec!["AJ-G"], 6), (vec!["AJ-G", "AJ-M"], 7)] {
        let sky = flight("NorthSea", &[&["AJ-G"], &["AJ-M"]]);
        climbed(&sky, &units).fly(&format!("Hazards in Dutch Coast: {n} light blue markers"));
        // Not over the sea.
        let sky = flight("EnglishCoast", &[&["AJ-G"], &["AJ-M"]]);
        climbed(&sky, &units).fly("Hazards in North Sea: 2 yellow markers");
    }
    climbed(&flight("NorthSea", &[&["AJ-G", "AJ-M"]]), &["Wave 1"])
        .fly("Hazards in Dutch Coast: 5 light blue");
    // The one more is its own at once; the others are dealt as if it were not there.
    let draws = "L15 L16 L17 L18 L19 L20";
    let mut p = climbed(&flight("NorthSea", &[&["AJ-G"], &["AJ-M"]]).draws(draws), &["AJ-G"]);
    p.fly("Hazards in Dutch Coast").answer("draw");
    let of = |p: &Played, code: &str| p.met(3).iter().filter(|m| m.1 == code).count();
    assert_eq!((of(&p, "AJ-G"), of(&p, "AJ-M")), (1, 0));
    p.answers(["meets:AJ-G", "meets:AJ-G", "meets:AJ-G"]);
    assert_eq!((of(&p, "AJ-G"), of(&p, "AJ-M")), (4, 2));
}

/// proves: 14.3.2.a, 7.7.1.b, 7.7.1.c
#[test]
fn r14_3_2_a_the_one_more_counts_neither_as_its_share_nor_among_the_three() {
    // Four for one: three are enough, and the one more comes on top.
    let mut p = climbed(&lone("NorthSea", "primary: Moehne").draws("L15 L16 L17 L18 L21"), &["AJ-G"]);
    p.fly("Too many markers for AJ-G").answer("back:Flak").prompt("Which hazard comes next?");
    assert_eq!(p.met(3).len(), 4);
    p.logged("AJ-G meets Flak 3", "7.7.1.d");
    // In a wave it is for whom the player says.
    let sky = flight("NorthSea", &[&["AJ-G", "AJ-M"]]).draws("L15 L16 L17 L18 L21");
    let mut p = climbed(&sky, &["Wave 1"]);
    for code in ["AJ-G", "AJ-G"] {
        p.fly("Who of Wave 1 meets the Flak marker?").answer(&format!("meets:{code}"));
    }
    p.fly("Who of Wave 1, flying high, meets the Flak marker more?").asked(Seat(0), "14.3.2.a");
    p.offers_only(&["meets:AJ-G", "meets:AJ-M"]).answer("meets:AJ-G").logged("AJ-G meets Flak 3", "7.7.1.d");
    let of = |code: &str| p.met(3).iter().filter(|m| m.1 == code).count();
    assert_eq!((of("AJ-G"), of("AJ-M")), (3, 2));
}

const MUNRO: &str = "zone: NorthSea, primary: Moehne, elite: (kind: PilotWeaveAndJink, name: \"Munro\")";

/// proves: 14.3.3.a
#[test]
fn r14_3_3_a_high_nothing_is_avoided() {
    let sky = Sky::of(2).high().zones([2, 0, 0]).ship("AJ-W", "Seasoned", MUNRO);
    let sky = sky.ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne");
    let sky = sky.draws("L15 L30 L16 L31 L3 L17");
    // AJ-W: flak, nightfighter, flak and one more; AJ-G: nightfighter, birds.
    let dealt = |units: &[&str]| {
        let mut p = climbed(&sky, units);
        p.fly("Hazards in Dutch Coast").answer("draw");
        while p.at("Dutch Coast: whom") {
            let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
            let front = q.prompt(p.table.pieces());
            let to = if front.contains("Hazard marker") { "meets:AJ-G" } else { "meets:AJ-W" };
            let open = q.find(p.table.pieces(), to).is_some_and(|i| q.offers[i].enabled());
            p.answer(if open { to } else { "meets:AJ-G" });
        }
        p
    };
    let mut p = dealt(&["AJ-W"]);
    p.prompt("reconnaissance lets you avoid, 2 of them");
    let fronts: Vec<String> = p.met(3).into_iter().filter(|m| m.1 == "AJ-W").map(|m| m.0).collect();
    // Its flak keeps no nightfighter off.
    assert!(fronts.contains(&"Nightfighter".to_owned()), "{fronts:?}");
    p.not_logged("the flak keeps a nightfighter off");
    p.barred("avoid:0:AJ-W", "14.3.3.a").barred("jink:AJ-W:0", "14.3.3.a").offers("avoid:4:AJ-G");
    // Low it may do all of this.
    let mut p = dealt(&[]);
    p.logged("the flak keeps a nightfighter off", "7.6.2.b").offers("avoid:0:AJ-W").offers("jink:AJ-W:0");
    // Where everybody flies high nobody is asked.
    let sky = lone("NorthSea", "primary: Moehne").zones([2, 0, 0]).draws("L15 L16 L17 L18 L21");
    climbed(&sky, &["AJ-G"]).fly("Hazards in Dutch Coast").answer("draw").prompt("Too many markers");
    climbed(&sky, &[]).fly("Hazards in Dutch Coast").answer("draw").prompt("reconnaissance lets you avoid");
}

/// proves: 14.3.4.a, 14.3.a
#[test]
fn r14_3_4_a_balloons_and_wires_are_far_below() {
    let sky = flight("NorthSea", &[&["AJ-G", "AJ-M"]]).draws("L5 L6 L15 L16 L17");
    let mut p = climbed(&sky, &["Wave 1"]);
    let asked = until_next_move(&mut p);
    assert!(!asked.contains(&"7.7.3a.a") && !asked.contains(&"7.7.3e.a"), "{asked:?}");
    p.logged("flies high above it: Balloons", "14.3.4.a").logged("flies high above it: Crash", "14.3.4.a");
    // Low they are met.
    let mut p = climbed(&sky, &[]);
    let asked = until_next_move(&mut p);
    assert!(asked.contains(&"7.7.3a.a") && asked.contains(&"7.7.3e.a"), "{asked:?}");
    p.not_logged("flies high above it");
    // Birds fly high as well.
    let sky = flight("NorthSea", &[&["AJ-G", "AJ-M"]]).draws("L3 L15 L16 L17 L18");
    assert!(until_next_move(&mut climbed(&sky, &["Wave 1"])).contains(&"7.7.3b.a"));
}

/// proves: 14.3.4.b, 7.7.3f.a
#[test]
fn r14_3_4_b_a_delayed_sortie_keeps_its_altitude() {
    let sky = flight("England", &[&["AJ-G"], &["AJ-M"]]).draws("Y6 Y23 Y24 Y1");
    let mut p = climbed(&sky, &["AJ-G"]);
    p.fly("English Coast: whom does").answer("meets:AJ-G").fly("Move Phase");
    p.barred("descend:AJ-G", "14.3.4.b").offers("climb:AJ-M").answer("end:move").on("AJ-G", "english_coast");
    assert!(high(&p, "AJ-G"));
    // Next turn it may.
    p.fly("Move Phase").offers("descend:AJ-G");
    // Low it cannot climb.
    let mut p = climbed(&sky, &[]);
    p.fly("English Coast: whom does").answer("meets:AJ-G").fly("Move Phase");
    p.barred("climb:AJ-G", "14.3.4.b").answer("end:move");
    p.fly("Move Phase").offers("climb:AJ-G");
}

/// proves: 14.3.4.c, 4.4.3.v
#[test]
fn r14_3_4_c_a_nightfighter_that_sights_it_shoots_it_down() {
    let sky = flight("NorthSea", &[&["AJ-G", "AJ-M", "AJ-P"]]).draws("L30 L3 L4 L1 L2");
    let met = |units: &[&str]| {
        let mut p = climbed(&sky, units);
        p.fly("Does a nightfighter sight");
        p
    };
    let mut p = met(&["Wave 1"]);
    let who = p
        .table
        .question()
        .and_then(|q| q.subject)
        .map_or(String::new(), |id| p.table.pieces().code(id).to_owned());
    p.roll("1,1").on(&who, "lost").logged(&format!("{who} is caught high up"), "14.3.4.c");
    p.logged("Wave 1 loses its formation", "4.4.3.v").sees("/flight/alert_pending", true);
    // Unseen it flies on.
    let mut p = met(&["Wave 1"]);
    p.roll("6,6").on(&who, "dutch_coast").sees("/flight/alert_pending", false);
    // Low it has a second roll.
    let mut p = met(&[]);
    p.roll("1,1").prompt("the nightfighter behind").asked(Seat(0), "4.4.3.t");
}

/// proves: 14.4.a
#[test]
fn r14_4_a_high_no_dam_is_looked_for() {
    // Low over the Weser it may look for the Target of Last Resort.
    let sky = Sky::of(7).high().last_resort("Eder").ship("AJ-G", "Seasoned", "zone: Ruhr, primary: Moehne");
    let mut p = sky.open();
    p.answers(["last-resort:AJ-G", "end:move"]).fly("Which dam does AJ-G look for?").offers("seek:Eder");
    p.not_logged("flies too high");
    // High it may not.
    let mut p = high_over_the_weser();
    let asked = until_next_move(&mut p);
    assert!(!asked.contains(&"7.8.c") && !asked.contains(&"7.8.1.a"), "{asked:?}");
    p.logged("AJ-G flies too high to look for a dam", "14.4.a");
}

/// proves: 14.5.a
#[test]
fn r14_5_a_over_a_dam_everybody_is_low() {
    let sky = Sky::of(2).high().ship("AJ-G", "Green", "zone: EnglishCoast, primary: Moehne");
    let mut p = climbed(&sky, &["AJ-G"]);
    p.roll("1,1,1").fly("Navigation Check of AJ-G");
    assert!(high(&p, "AJ-G"));
    // The Lost table brings it over a dam.
    p.roll("1,1,1").fly("what became of AJ-G").roll("4,5").answer("attack:Eder").on("AJ-G", "dam_eder");
    assert!(!high(&p, "AJ-G"));
    p.fly("Circling Phase").answer("near:AJ-G").fly("starts a run?").offers("run:AJ-G");
    assert!(!high(&p, "AJ-G"));
}

/// proves: 14.1.1.a
#[test]
fn cards_say_what_an_altitude_brings() {
    let mut p = flight("NorthSea", &[&["AJ-G"]]).open();
    let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
    let at = q.find(p.table.pieces(), "climb:AJ-G").unwrap_or(0);
    let hint = p.table.game().hint(p.table.world(), q, at);
    assert!(hint.contains("two of three dice") && hint.contains("one hazard more"), "{hint}");
    p.answer("climb:AJ-G");
}
