//! What offers say before they are taken: by the same functions that score them.

use bombers_moon::games::duel::data::Bearing;

use crate::table::{EMDEN, Night, content};

/// proves: mosquito.m, mosquito.u, thunderstorm.b, fog.a, fighters.j
#[test]
fn a_takeoff_says_what_it_costs_before_it_is_made() {
    let mut d = Night::new().thunder("24").fog("25").fly(EMDEN, 8);
    d.m("");
    let storm = "Britain +1: thunderstorm +1";
    assert!(d.hint("fly:Red:E").ends_with(storm), "{}", d.hint("fly:Red:E"));
    assert_eq!(d.hint("takeoff:Red:low"), format!("1 line of fuel · {storm}"));
    assert!(d.hint("fly:Green:NE").ends_with("Britain +1: fog +1"));
    assert!(!d.hint("fly:Yellow:E").contains("Britain"), "nothing hinders it");
    d.acts("takeoff:Red:low").gross(1, 0);
    // Under the Mosquito and from a bombed airport.
    let mut d = Night::new().fly(EMDEN, 8);
    d.m("9").g("").b("").m("24 low bomb:airport");
    let both = "Britain +2: takeoff under the Mosquito +1, bomb on the airport +1";
    assert_eq!(d.hint("takeoff:Red:low"), format!("1 line of fuel · {both}"));
    d.acts("takeoff:Red:low").gross(2, 0);
}

/// proves: fuel.m, ditching.b, ditching.c
#[test]
fn an_order_without_a_way_home_and_a_ditching_say_so() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").m("");
    d.stands("Yellow", 15, "Low").shows("Yellow", "fuel", 1);
    assert_eq!(d.hint("circle:Yellow"), "1 line of fuel · no way home");
    assert!(!d.hint("fly:Yellow:W").contains("no way home"), "an airport lies there");
    d.g("").b("").m("");
    assert_eq!(d.hint("ditch:Yellow"), "Britain +2: down on land, out for the night +2");
}

/// proves: adv-6-special-fuel.b, adv-6-special-fuel.c
#[test]
fn the_second_hex_with_special_fuel_is_told_from_the_first() {
    let mut d = Night::new().rule("SpecialFuel").open();
    d.pick("tank:Red").lay_out(EMDEN, 8).m("").pick("boost:Red:E");
    assert_eq!(d.hint("then:W"), format!("to 24 {}, 4 lines", content().tables.board.name(24)));
    let board = &content().tables.board;
    let far = board.step(24, Bearing::E).and_then(|hex| board.step(hex, Bearing::E)).expect("two hexes east");
    assert!(d.hint("then:E").starts_with(&format!("to {far} ")), "{}", d.hint("then:E"));
    d.pick("then:E").stands("Red", far, "Low");
}

/// proves: adv-3-medals.m
#[test]
fn a_medal_against_a_tile_says_what_it_changes() {
    let mut d = Night::new().rule("Medals").tiles("flak@11x2").fly(EMDEN, 8);
    d.rounds(2).m("").g("").pick("turn").prompt("put defences out of action with medals, 2 left");
    assert_eq!(d.hint("off:flak"), "Germany +2 → +1");
    d.pick("off:flak").pick("done").gross(13, 1);
}
