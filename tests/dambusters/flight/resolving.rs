//! 7.7.1 and 7.7.2: hazards resolved unit by unit.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// Lancasters for the Möhne over the North Sea, each with a quality and more fields; the first `n` are a wave.
fn sea(n: usize, ships: &[(&str, &str, &str)]) -> Sky {
    let mut sky = Sky::of(2);
    for (code, quality, rest) in ships {
        sky = sky.ship(code, quality, &format!("zone: NorthSea, primary: Moehne, {rest}"));
    }
    let codes: Vec<&str> = ships.iter().take(n).map(|s| s.0).collect();
    if n > 1 { sky.wave(&codes) } else { sky }
}

const G: (&str, &str, &str) = ("AJ-G", "Seasoned", "");
const M: (&str, &str, &str) = ("AJ-M", "Seasoned", "");
const P: (&str, &str, &str) = ("AJ-P", "Seasoned", "");

/// Gives the markers drawn to these, in order, each time it is asked for.
#[track_caller]
fn give(p: &mut Played, prompt: &str, to: &[&str]) {
    for unit in to {
        p.fly(prompt).answer(&format!("meets:{unit}"));
    }
}

/// proves: 7.7.b, 7.7.1.a
#[test]
fn r7_7_1_a_one_zone_and_one_unit_after_another_as_the_player_says() {
    let sky = sea(0, &[G, M]).ship("AJ-P", "Seasoned", "zone: EnglishCoast, primary: Moehne");
    let sky = sky.draws("Y23 Y24 L3 L29 L4 L30 L31");
    let mut p = sky.open();
    give(&mut p, "Dutch Coast: whom", &["AJ-G", "AJ-G", "AJ-M", "AJ-M", "AJ-G"]);
    // The North Sea comes first.
    p.prompt("Which hazard comes next?");
    assert_eq!(p.met(2).iter().filter(|m| !m.2.is_empty()).count(), 2);
    p.fly("Hazards in Dutch Coast: who first?")
        .asked(Seat(0), "7.7.1.a")
        .offers_only(&["unit:AJ-G", "unit:AJ-M"]);
    p.answer("unit:AJ-M");
    // His are turned over; those of the other stay covered until he is done.
    let shown = |p: &Played| p.met(3).iter().map(|m| (m.1.clone(), !m.2.is_empty())).collect::<Vec<_>>();
    let m = |b| ("AJ-M".to_owned(), b);
    let g = |b| ("AJ-G".to_owned(), b);
    assert_eq!(shown(&p), [g(false), g(false), m(true), m(true), g(false)]);
    p.answer("hazard:2:AJ-M")
        .prompt("the birds before AJ-M")
        .roll("6")
        .prompt("Does a nightfighter sight AJ-M?");
    p.roll("6,6");
    assert_eq!(shown(&p), [g(true), g(true), g(true)]);
}

/// proves: 7.7.1.b
#[test]
fn r7_7_1_b_in_a_wave_nobody_gets_a_second_until_all_have_one() {
    let mut p = sea(3, &[G, M, P]).draws("L21 L3 L4 L22").open();
    p.fly("Who of Wave 1 meets the Flak marker?").asked(Seat(0), "7.7.1.b");
    p.offers_only(&["meets:AJ-G", "meets:AJ-M", "meets:AJ-P"]).answer("meets:AJ-M");
    // Of four one may have two, and nobody else a second.
    p.prompt("the Hazard marker").answer("meets:AJ-M").barred("meets:AJ-M", "7.7.1.b").answer("meets:AJ-G");
    p.prompt("Which hazard comes next?");
    assert_eq!(p.met(3).iter().map(|m| m.1.clone()).collect::<Vec<_>>(), ["AJ-M", "AJ-M", "AJ-G", "AJ-P"]);
}

/// proves: 7.7.1.b, 2.1.3.a, 7.7.1.e
#[test]
fn r7_7_1_e_some_are_attached_at_once_and_count_no_more() {
    // Faulty Release and Compass Card over the sea, then more over the coast.
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: EnglishCoast, primary: Moehne");
    let sky = sky.ship("AJ-M", "Seasoned", "zone: EnglishCoast, primary: Moehne").wave(&["AJ-G", "AJ-M"]);
    let mut p = sky.draws("Y16 Y3 L1 L3 L4 L29").open();
    give(&mut p, "Who of Wave 1", &["AJ-G"]);
    assert_eq!(p.of("AJ-G", "hazards"), serde_json::json!(["Faulty Release"]));
    assert_eq!(p.of("AJ-M", "hazards"), serde_json::json!(["Compass Card"]));
    p.logged("AJ-G meets Faulty Release", "7.7.1.d").sees("/flight/turn", 3);
    // What was attached before does not count when the next are dealt.
    p.fly("Who of Wave 1").offers_only(&["meets:AJ-G", "meets:AJ-M"]).answer("meets:AJ-G");
    give(&mut p, "Who of Wave 1", &["AJ-M", "AJ-M"]);
    assert_eq!(p.of("AJ-G", "hazards"), serde_json::json!(["Faulty Release", "Map Error"]));
}

/// proves: 7.7.1.e, 7.7.3g.a, 7.7.3i.a, 7.7.3o.a
#[test]
fn r7_7_1_e_every_yellow_fault_is_attached() {
    for (code, name) in [
        ("Y1", "Broken Radio"),
        ("Y3", "Compass Card"),
        ("Y9", "Faulty Controls (Speed)"),
        ("Y11", "Faulty Controls (Altitude)"),
        ("Y13", "Faulty Merlin"),
        ("Y16", "Faulty Release"),
        ("Y18", "No Aldis Lights"),
        ("Y20", "Unfit Aircrew"),
        ("Y21", "Map Error"),
    ] {
        let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: England, primary: Moehne");
        let mut p = sky.draws(code).open();
        p.roll("6,6").fly("Navigation Check of AJ-G").logged(&format!("AJ-G meets {name}"), "7.7.1.d");
        assert_eq!(p.of("AJ-G", "hazards"), serde_json::json!([name]));
    }
    // Map Errors of the other colours too.
    for (zone, draws) in [("DutchCoast", "L1 L3 L4"), ("Ruhr", "D1 D4 D5")] {
        let sky = Sky::of(2).ship("AJ-G", "Seasoned", &format!("zone: {zone}, primary: Eder")).draws(draws);
        let mut p = sky.open();
        p.fly("birds before AJ-G");
        assert_eq!(p.of("AJ-G", "hazards"), serde_json::json!(["Map Error"]), "{zone}");
    }
}

/// proves: 7.7.1.c
#[test]
fn r7_7_1_c_nobody_holds_more_than_three() {
    let mut p = sea(0, &[G]).alert(1).draws("L21 L3 L22 L4 L23").open();
    p.fly("Too many markers for AJ-G").asked(Seat(0), "7.7.1.c").offers_only(&["back:Flak", "back:Hazard"]);
    p.answer("back:Flak").prompt("Too many").answer("back:Hazard").prompt("Which hazard comes next?");
    assert_eq!(p.met(3).len(), 3);
    // Three for each of a wave.
    let mut p = sea(2, &[G, M]).alert(3).draws("L3 L4 L29 L30 L31 L32 L33").open();
    p.fly("Too many markers for Wave 1").answer("back:Nightfighter").prompt("Who of Wave 1");
    let mut p = sea(2, &[G, M]).alert(2).draws("L3 L4 L29 L30 L31 L32").open();
    p.fly("Who of Wave 1");
}

/// proves: 7.7.1.d
#[test]
fn r7_7_1_d_all_of_the_unit_are_turned_over_together() {
    let mut p = sea(2, &[G, M]).draws("L3 L4 L29 L30").open();
    give(&mut p, "Who of Wave 1", &["AJ-G", "AJ-M"]);
    assert!(p.met(3).iter().all(|m| m.2.is_empty()));
    p.fly("Which hazard comes next?");
    assert!(p.met(3).iter().all(|m| !m.2.is_empty()), "{:?}", p.met(3));
}

/// proves: 7.7.1.f, 7.7.3.a
#[test]
fn r7_7_1_f_one_effect_after_another_and_back_into_the_cup() {
    let mut p = sea(2, &[G, M]).draws("L3 L21 L4 L11 L3").open();
    give(&mut p, "Who of Wave 1", &["AJ-G", "AJ-M"]);
    p.fly("Which hazard comes next?").asked(Seat(0), "7.7.1.f");
    // Two of them on each, in any order.
    let before = p.met(3).len();
    p.answer("hazard:1:AJ-M").prompt("flak at AJ-M").roll("4,5,6");
    assert_eq!(p.met(3).len(), before - 1);
    // Searchlights stay until the phase is over.
    let lights = p.met(3).iter().position(|m| m.2 == "Searchlights").unwrap_or(9);
    let on = p.met(3)[lights].1.clone();
    p.answer(&format!("hazard:{lights}:{on}")).prompt("Navigation Check").roll("6,6");
    assert!(p.met(3).iter().any(|m| m.2 == "Searchlights"));
    p.fly("Wireless");
    assert!(p.met(3).is_empty());
}

/// proves: 7.7.1.g, 4.2.4.i
#[test]
fn r7_7_1_g_an_effect_touches_its_own_lancaster() {
    let mut p = sea(2, &[G, M]).draws("L22 L3 L4 L29").open();
    give(&mut p, "Who of Wave 1", &["AJ-M", "AJ-G"]);
    p.fly("flak at AJ-M").roll("1,2").prompt("AJ-M is about to be hit").answer("accept");
    assert_eq!((p.of("AJ-M", "damaged"), p.of("AJ-G", "damaged")), (true.into(), false.into()));
}

/// proves: 7.7.1.h, 2.1.3.c
#[test]
fn r7_7_1_h_with_a_lost_lancaster_its_markers_go_back() {
    let draws = "L6 L3 L4 L29 L21 L22 L23 L15 L16";
    let mut p = sea(0, &[G, M]).draws(draws).open();
    give(&mut p, "Dutch Coast: whom", &["AJ-G", "AJ-G", "AJ-G"]);
    p.fly("who first?")
        .answer("unit:AJ-G")
        .answer("hazard:0:AJ-G")
        .prompt("the low flight of AJ-G")
        .roll("1");
    p.on("AJ-G", "lost");
    // The two that were to come are gone; those of the other stay.
    assert_eq!(p.met(3).iter().filter(|m| m.1 == "AJ-G").count(), 0);
    // What was attached returns to its cup as well: the check of the cups holds throughout.
    let sky = Sky::of(2).ship(
        "AJ-G",
        "Seasoned",
        "zone: NorthSea, primary: Moehne, hazards: [MapError, FaultyMerlin]",
    );
    let mut p = sky.draws("L6 L3 L4 L29").open();
    p.answer("end:move").fly("Too many").answer("back:Nightfighter");
    p.fly("Which hazard").answer("hazard:0:AJ-G").roll("1").on("AJ-G", "lost");
    p.table.game().check(p.table.world()).unwrap_or_else(|fault| panic!("{fault}"));
}

/// proves: 7.7.1.h, 7.7.3n.b
#[test]
fn r7_7_1_h_searchlights_revealed_in_a_wave_outlive_their_carrier() {
    let mut p = sea(3, &[G, M, P]).draws("L11 L21 L3 L6").open();
    // The lights and a wire for AJ-G, the flak for AJ-M.
    give(&mut p, "Who of Wave 1", &["AJ-G", "AJ-M", "AJ-P", "AJ-G"]);
    p.fly("Which hazard comes next?").answer("hazard:3:AJ-G").roll("1").on("AJ-G", "lost");
    p.fly("flak at AJ-M");
    assert_eq!(p.spec().dice, 3);
}

/// proves: 7.7.2.a, 7.7.2.b, 2.3.6.f
#[test]
fn r7_7_2_a_veterans_and_elite_pilots_may_be_saved() {
    let ship = |quality: &str, rest: &str| {
        let mut p = sea(0, &[("AJ-G", quality, rest)]).draws("L5 L29 L30 L31").open();
        p.fly("Too many").answer("back:Nightfighter").fly("Which hazard").answer("hazard:0:AJ-G");
        p
    };
    let pilot = "elite: (kind: PilotIgnoreMapError, name: \"Brown\")";
    for (quality, rest) in [("Veteran", ""), ("Green", pilot)] {
        let mut p = ship(quality, rest);
        p.prompt("the Veteran Save of AJ-G")
            .asked(Seat(0), "7.7.2.b")
            .roll("6")
            .logged("slips past", "7.7.3a.b");
        for die in ["1", "5"] {
            let mut p = ship(quality, rest);
            p.roll(die).prompt("the balloon cables before AJ-G");
        }
    }
    for (quality, rest) in [("Seasoned", ""), ("Green", "elite: (kind: BombAimer, name: \"Hay\")")] {
        ship(quality, rest).prompt("the balloon cables before AJ-G");
    }
}
