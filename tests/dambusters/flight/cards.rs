//! What cards of the Flight Map say beside their labels.

use bombers_moon::kernel::testkit::script::Played;

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// What the offer says that it brings.
fn told(p: &Played, id: &str) -> String {
    let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
    let at = q.find(p.table.pieces(), id).unwrap_or_else(|| panic!("{id} is not offered"));
    p.table.game().hint(p.table.world(), q, at)
}

/// What all offers say.
fn all_told(p: &Played) -> Vec<String> {
    let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
    (0..q.offers.len()).map(|i| p.table.game().hint(p.table.world(), q, i)).collect()
}

/// Seasoned crews for the Möhne in a zone, with more fields each.
fn crews(zone: &str, ships: &[(&str, &str)]) -> Sky {
    let line = |rest: &str| format!("zone: {zone}, primary: Moehne, {rest}");
    ships.iter().fold(Sky::of(2), |sky, (code, rest)| sky.ship(code, "Seasoned", &line(rest)))
}

/// proves: 7.5.3.f
#[test]
fn a_flare_costs_a_hazard_over_hostile_land_alone() {
    for (zone, draws, cost) in [
        ("England", "Y23", "no hazard more: not over hostile land"),
        ("NorthSea", "L3 L4 L29 L30 L31", "one hazard more where it burns"),
    ] {
        let mut p = crews(zone, &[("AJ-G", ""), ("AJ-M", "")]).draws(draws).open();
        p.fly("Coordination").answer("create:AJ-G:AJ-M").prompt("Very Light");
        assert_eq!(told(&p, "flare:AJ-G"), format!("1 more on the dice; {cost}"));
    }
}

/// proves: 7.3.c
#[test]
fn who_turns_back_says_why_and_what_goes_with_it() {
    let ships = [("AJ-G", "hazards: [FaultyMerlin]"), ("AJ-M", "damaged: true")];
    let p = crews("NorthSea", &ships).wave(&["AJ-G", "AJ-M"]).open();
    assert_eq!(told(&p, "home:AJ-G"), "Faulty Merlin · leads Wave 1 · its mine goes home with it");
    assert_eq!(told(&p, "home:AJ-M"), "Damaged · its mine goes home with it");
}

/// proves: 7.4.1.h, 7.4.1.j, 7.4.1.k
#[test]
fn a_navigation_check_says_whose_it_is_and_what_is_at_stake() {
    let ships = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", "")];
    let mut p = crews("EnglishCoast", &ships).wave(&["AJ-G", "AJ-M"]).draws("Y23 Y24").open();
    p.prompt("Navigation Check of AJ-G for Wave 1");
    assert_eq!(told(&p, "roll"), "For Wave 1: off course it loses its formation");
    p.roll("1,1").prompt("Navigation Check of AJ-P");
    assert_eq!(told(&p, "roll"), "Alone: off course it is missing");
    p.roll("1,1").fly("Navigation Check of AJ-P");
    assert_eq!(told(&p, "roll"), "Alone: off course the Lost table tells what became of it");
    p.fly("Navigation Check of AJ-G for Wave 1");
    assert_eq!(told(&p, "roll"), "For Wave 1: off course one of it drops out");
}

/// proves: 7.7.1.f
#[test]
fn hazards_turned_over_stand_in_order_and_say_their_chances() {
    let open = |draws: &str| {
        let sky = crews("NorthSea", &[("AJ-G", ""), ("AJ-M", "")]).wave(&["AJ-G", "AJ-M"]);
        let mut p = sky.draws(draws).open();
        for code in ["AJ-M", "AJ-G", "AJ-M"] {
            p.fly("Who of Wave 1 meets").answer(&format!("meets:{code}"));
        }
        p.prompt("Which hazard comes next?");
        p
    };
    let mut p = open("L21 L17 L3 L4");
    p.offers_only(&["hazard:1:AJ-G", "hazard:3:AJ-G", "hazard:0:AJ-M", "hazard:2:AJ-M"]);
    // At level 3 2 to 4 hit, at level 2 2 and 3.
    assert_eq!(told(&p, "hazard:0:AJ-M"), "Flak 3 with 2 dice: hits 17%");
    assert_eq!(told(&p, "hazard:1:AJ-G"), "Flak 2 with 2 dice: hits 8.3%");
    let p = open("L30 L31 L3 L4");
    assert!(all_told(&p)[0].starts_with("Sighted 2.8%, then attacks "), "{:?}", all_told(&p));
    // Under Searchlights three dice.
    let p = open("L21 L11 L3 L4");
    assert!(told(&p, "hazard:0:AJ-M").starts_with("Flak 3 with 3 dice: hits "), "{:?}", all_told(&p));
}
