//! The advanced rules on the Mosquito's power, corpse cloth, flak in the squadrons' way and special fuel.

use serde_json::{Value, json};

use crate::table::{Duel, EMDEN, Night};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

// proves: adv-1-mosquito-power.a, adv-1-mosquito-power.b, setup.h
#[test]
fn more_power_gives_eight_markers_each_night_and_takes_two_from_every_strike() {
    let two = Night::new().with("nights", "2").with("weather", "[1, 1]");
    let mut d = two.clone().rule("MosquitoPower").fly(EMDEN, 1);
    d.sees("/markers", 8).sees("/advanced", json!(["MosquitoPower"]));
    // No marker is used: two less all the same.
    d.rounds(3).gross(11, 0).rounds(3).pick("next").lay_out(EMDEN, 1);
    d.round("3 high marker marker", "", "").round("11 high marker marker marker marker marker", "", "");
    d.sees("/markers", 1);
    d.rounds(1).gross(11 + 11 + 5, 0);
    d.m("11 high marker").sees("/markers", 0);
    let mut d = two.fly(EMDEN, 1);
    d.sees("/markers", 6).sees("/advanced", json!([]));
    d.rounds(3).gross(13, 0).rounds(3).pick("next").sees("/markers", 6);
}

/// Blue waits high over 11 when the bomber, high or low, strikes there.
fn met(night: Night, bomber: &str) -> Duel {
    let mut d = night.fly(EMDEN, 8);
    d.round("", "takeoff:Blue:high", bomber).rounds(2).bomber_at(11);
    d
}

// proves: adv-4-corpse-cloth.a, adv-4-corpse-cloth.b
#[test]
fn corpse_cloth_doubles_two_searchlights_under_cloud_against_a_high_bomber() {
    let lit = || Night::new().clouds("11").tiles("flak@11 searchlight@11x2");
    let cloth = || lit().rule("CorpseCloth");
    // Cloud takes 5 from the strike and 1 from the squadron.
    met(lit(), "").gross(13 - 5 - 2, 1 + 2 + 3);
    met(cloth(), "").gross(13 - 5 - 4, 1 + 4 + 5);
    met(cloth(), "low").gross(13 - 5 + 4 - 2, 1 + 2 + 3 + 2);
    let one = Night::new().clouds("11").tiles("flak@11 searchlight@11").rule("CorpseCloth");
    met(one, "").gross(13 - 5 - 1, 1 + 1 + 2);
    let clear = Night::new().tiles("flak@11 searchlight@11x2").rule("CorpseCloth");
    met(clear, "").gross(13 - 2, 2 + 2 + 3);
    // One of the two bombed: the other counts once.
    let mut d = cloth().fly(EMDEN, 1);
    d.round("3", "takeoff:Blue:high", "").round("", "", "").round("11 low bomb:searchlight", "", "");
    d.gross(13 - 5 - 1, 1 + 1 + 2);
}

// proves: adv-5-flak-disturbs.a, adv-5-flak-disturbs.b
#[test]
fn flak_beyond_the_first_disturbs_squadrons_with_the_rule_only() {
    let three = || Night::new().tiles("flak@11x3");
    met(three(), "").gross(13, 2 + 3);
    met(three().rule("FlakDisturbs"), "").gross(13, 3);
    met(Night::new().tiles("flak@11").rule("FlakDisturbs"), "").gross(13, 2 + 1);
    // What stands bombed disturbs nobody.
    let mut d = three().rule("FlakDisturbs").fly(EMDEN, 1);
    d.round("3", "takeoff:Blue:high", "").round("", "", "").round("11 low bomb:flak bomb:flak", "", "");
    d.gross(13, 2 + 1);
}

/// In phase 1 with the tank on this squadron, flown to the first turn.
fn tank(night: Night, code: &str, course: &str, mosquito: u8) -> Duel {
    let mut d = night.rule("SpecialFuel").open();
    d.pick(&format!("tank:{code}")).shows(code, "tank", true);
    d.lay_out(course, mosquito);
    d
}

// proves: adv-6-special-fuel.a, setup.h
#[test]
fn one_messerschmitt_may_carry_the_tank_each_night() {
    let mut d = Night::new().rule("SpecialFuel").with("nights", "2").with("weather", "[1, 1]").open();
    d.asked(crate::table::G, "adv-6-special-fuel.a");
    d.offers("tank:Red").offers("tank:Green").offers("tank:Yellow").offers("no-tank");
    d.barred("tank:Blue", "adv-6-special-fuel.a");
    d.pick("tank:Green").lay_out(EMDEN, 8);
    d.shows("Red", "tank", Value::Null).shows("Green", "tank", true).m("");
    d.offers("boost:Green:E").offers_no("boost:Red:E").offers_no("boost:Blue:E");
    d.g("").b("").rounds(5).pick("next");
    // Anew the next night, on another one or none.
    d.shows("Green", "tank", Value::Null).offers("tank:Red");
    d.pick("no-tank").lay_out(EMDEN, 8).m("");
    d.offers_no("boost:Green:E").offers_no("boost:Red:E");
    let mut d = Night::new().fly(EMDEN, 8);
    d.m("").offers_no("boost:Red:NE");
}

// proves: adv-6-special-fuel.b, adv-6-special-fuel.c, adv-6-special-fuel.d, altitude.f
#[test]
fn special_fuel_flies_two_hexes_in_any_bearings_once_at_the_sum_of_their_prices() {
    let pairs =
        [("E", "E", 6), ("W", "W", 2), ("NE", "SE", 4), ("E", "NE", 5), ("W", "E", 4), ("NW", "W", 3)];
    for (first, second, lines) in pairs {
        let mut d = tank(Night::new().squadron("Green", 19), "Green", BERLIN, 8);
        d.m("").pick(&format!("boost:Green:{first}")).pick(&format!("then:{second}"));
        d.shows("Green", "fuel", 10 - lines).shows("Green", "tank", false);
        // A takeoff of two hexes may end high.
        d.offers("keep").offers("up");
        d.pick("up").shows("Green", "level", "High");
        d.offers_no("fly:Green:E");
        d.g("").b("").m("");
        d.offers_no("boost:Green:E").offers_no("boost:Green:W");
    }
    // In the air as well.
    let mut d = tank(Night::new().squadron("Green", 19), "Green", BERLIN, 8);
    d.round("", "takeoff:Green:high", "").m("").pick("boost:Green:SW").pick("then:SE");
    d.stands("Green", 34, "High").shows("Green", "fuel", 4).offers("down").offers("land");
}

// proves: adv-6-special-fuel.b, adv-6-special-fuel.c, fuel.j, board.c
#[test]
fn special_fuel_neither_leaves_the_board_nor_flies_without_lines() {
    let mut d = tank(Night::new().squadron("Yellow", 14), "Yellow", BERLIN, 8);
    d.m("").pick("boost:Yellow:E").barred("then:E", "board.c").barred("then:SE", "board.c").offers("then:W");
    // Against the wind until four lines are left: twice against it is six.
    let mut d = tank(Night::new(), "Yellow", BERLIN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").shows("Yellow", "fuel", 4).m("");
    d.pick("boost:Yellow:E").offers("then:W").barred("then:NE", "board.c").barred("then:NW", "fuel.j");
    // Two lines: only with the wind.
    let mut d = tank(Night::new(), "Yellow", BERLIN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").round("", "fly:Yellow:NW", "");
    d.shows("Yellow", "fuel", 2).m("").barred("boost:Yellow:E", "fuel.j").offers("boost:Yellow:W");
    d.pick("boost:Yellow:W").barred("then:SW", "fuel.j").offers("then:W");
}

// proves: adv-6-special-fuel.d
#[test]
fn each_hex_flown_with_special_fuel_counts_for_a_duel() {
    let onto = |first: &str, second: &str, points: i32| {
        let mut d = tank(Night::new(), "Red", EMDEN, 8);
        d.m("17").pick(&format!("boost:Red:{first}")).pick(&format!("then:{second}"));
        d.pick("keep").g("").gross(points, 0);
    };
    // The Mosquito is over 17: first hex, second hex, neither.
    onto("NE", "E", 1);
    onto("E", "NW", 1);
    onto("E", "E", 0);
}
