//! Squadrons: what they may do, what it costs, how high they end, how they land and ditch.

use crate::table::{Duel, EMDEN, Night};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

fn berlin() -> Duel {
    Night::new().fly(BERLIN, 8)
}

// proves: fighters.b, fighters.c, fuel.i, altitude.a, altitude.b, altitude.c, altitude.d
#[test]
fn on_the_ground_a_squadron_waits_flies_or_climbs_on_the_spot() {
    let mut d = Night::new().fly(EMDEN, 8);
    for code in ["Red", "Green", "Yellow", "Blue"] {
        d.shows(code, "level", "Ground");
    }
    d.m("");
    d.offers("fly:Red:NE")
        .offers("tail:Green")
        .barred("tail:Red", "board.c")
        .offers("takeoff:Red:low")
        .offers("takeoff:Red:high");
    d.offers_no("circle:Red").offers_no("land:Red").offers_no("ditch:Red");
    // One hex ends low: over the sea nothing is asked.
    d.pick("fly:Red:NE").stands("Red", 17, "Low").shows("Red", "fuel", 8);
    assert_eq!(d.clause(), "phase-6.e");
    d.offers_no("fly:Red:E").offers_no("tail:Red").offers_no("circle:Red");
    d.pick("takeoff:Green:high").stands("Green", 25, "High").shows("Green", "fuel", 8);
    assert_eq!(d.clause(), "phase-6.e", "no step after a climb on the spot");
    d.pick("takeoff:Yellow:low").stands("Yellow", 12, "Low").shows("Yellow", "fuel", 9);
    d.offers_no("fly:Yellow:W").offers_no("fly:Green:W");
    d.pick("end").stands("Blue", 11, "Ground").shows("Blue", "fuel", 12);
}

// proves: fighters.d, fighters.e, fighters.f, fuel.g, fuel.h, fuel.l, altitude.e, altitude.g
#[test]
fn in_the_air_it_flies_circles_or_lands_and_takes_one_step() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "takeoff:Green:high takeoff:Yellow:low fly:Red:NE", "").m("");
    d.offers("fly:Green:E").offers("circle:Green").offers("land:Green").offers_no("takeoff:Green:low");
    // Circling, then landing from high in the same turn.
    d.pick("circle:Green").shows("Green", "fuel", 7).offers_only(&["keep", "down", "land"]);
    d.pick("land").stands("Green", 25, "Ground").shows("Green", "fuel", 10);
    d.offers_no("fly:Green:W").offers_no("takeoff:Green:low");
    // From low one level up, for nothing.
    d.pick("circle:Yellow").offers_only(&["keep", "up", "land"]);
    d.pick("up").stands("Yellow", 12, "High").shows("Yellow", "fuel", 8);
    // Flying on against the wind, over an airport with room.
    d.pick("fly:Red:E").shows("Red", "fuel", 5).offers_only(&["keep", "up", "land"]);
    d.pick("keep").stands("Red", 18, "Low");
    d.g("").b("").m("");
    // The next turn Green may take off again; a landing at once costs nothing and refuels.
    d.offers("fly:Green:W").offers("takeoff:Green:high");
    d.pick("land:Yellow").stands("Yellow", 12, "Ground").shows("Yellow", "fuel", 10);
    // Not over the sea.
    d.pick("fly:Red:NW").offers_only(&["keep", "up"]);
    d.pick("up").g("").b("").m("").pick("circle:Red").offers_only(&["keep", "down"]);
    d.pick("down").stands("Red", 10, "Low");
}

// proves: fighters.g, altitude.c, fuel-truck.b
#[test]
fn room_is_counted_at_the_moment_of_landing() {
    let mut d = berlin();
    // Red stands on 24: Green, arriving, is not asked to land.
    d.m("").pick("fly:Green:W").stands("Green", 24, "Low");
    assert_eq!(d.clause(), "phase-6.e");
    let mut d = berlin();
    // Red takes off first and frees the place; a takeoff of one hex may land and may not climb.
    d.m("").pick("takeoff:Red:high").pick("fly:Green:W").offers_only(&["keep", "land"]);
    d.pick("land").stands("Green", 24, "Ground").g("").b("").m("");
    d.barred("land:Red", "fuel-truck.b");
}

// proves: fighters.h, fighters.i, fuel.f, altitude.f
#[test]
fn all_may_share_a_hex_and_fly_over_every_hex() {
    let mut d = Night::new().squadron("Red", 18).squadron("Green", 19).fly(EMDEN, 8);
    d.round("10", "fly:Red:NE fly:Green:NW fly:Yellow:W takeoff:Blue:low", "");
    for code in ["Red", "Green", "Yellow", "Blue"] {
        d.stands(code, 11, "Low");
    }
    let mut d = berlin();
    // With the wind over Britain: two hexes for two lines, and a takeoff of two hexes may end high.
    d.m("").pick("tail:Green").shows("Green", "fuel", 8).offers_only(&["keep", "up"]);
    d.pick("up").stands("Green", 23, "High").g("").b("").m("");
    d.barred("land:Green", "fighters.i").barred("fly:Green:W", "board.c").barred("tail:Green", "board.c");
    // Over the sea.
    d.pick("fly:Green:NE").stands("Green", 16, "High").pick("keep").g("").b("").m("");
    d.pick("fly:Green:NE").stands("Green", 9, "High").pick("keep");
}

// proves: fuel.c, fuel.d, fuel.e, fuel.f, wind.a, wind.b
#[test]
fn only_the_exact_bearing_is_with_or_against_the_wind() {
    let circle = ["E", "NE", "NW", "W", "SW", "SE"];
    for (i, wind) in circle.into_iter().enumerate() {
        for (j, bearing) in circle.into_iter().enumerate() {
            let mut d = Night::new().wind(wind).squadron("Green", 19).fly(EMDEN, 8);
            let before = d.m("").of("Green", "fuel");
            d.pick(&format!("fly:Green:{bearing}"));
            let lines = match (6 + j - i) % 6 {
                0 => 1,
                3 => 3,
                _ => 2,
            };
            assert_eq!(before, 10);
            d.shows("Green", "fuel", 10 - lines);
        }
        // Two hexes lie in the wind's bearing.
        let mut d = Night::new().wind(wind).squadron("Green", 19).fly(EMDEN, 8);
        let to = [21, 5, 3, 17, 33, 35][i];
        d.m("").pick("tail:Green").shows("Green", "hex", to).shows("Green", "fuel", 8);
    }
}

// proves: wind.c, fuel.g, fuel.h, fuel.i
#[test]
fn circling_climbing_waiting_and_landing_know_no_wind() {
    for wind in ["E", "NE", "NW", "W", "SW", "SE"] {
        let mut d = Night::new().wind(wind).fly(EMDEN, 8);
        d.round("", "takeoff:Red:low takeoff:Green:high", "");
        d.shows("Red", "fuel", 9).shows("Green", "fuel", 8).shows("Yellow", "fuel", 10);
        // Passing over is circling.
        d.round("", "", "").shows("Red", "fuel", 8).shows("Green", "fuel", 7).shows("Yellow", "fuel", 10);
        d.m("").pick("land:Green").shows("Green", "fuel", 10).pick("circle:Red").shows("Red", "fuel", 7);
    }
}

// proves: wind.d
#[test]
fn bomber_and_mosquito_fly_the_same_in_any_wind() {
    for wind in ["E", "NE", "NW", "W", "SW", "SE"] {
        let mut d = Night::new().wind(wind).fly(EMDEN, 1);
        d.offers("to:3").offers("to:10").offers_no("to:11");
        for hex in [9, 10, 11, 3, 2] {
            d.round("3 high", "", "").bomber_at(hex).mosquito_at(3);
        }
        d.round("1 land", "", "").ended("Britain");
        assert_eq!(d.seen("/bomber/path"), serde_json::json!([16, 9, 10, 11, 3, 2, 1]));
    }
}

// proves: fuel.a, fuel.b, fighters.a
#[test]
fn dials_are_full_at_the_start_and_larger_on_the_dornier() {
    let mut d = berlin();
    for (code, lines) in [("Red", 10), ("Green", 10), ("Yellow", 10), ("Blue", 12)] {
        d.shows(code, "fuel", lines).shows(code, "dial", lines).shows(code, "dornier", code == "Blue");
    }
    let mut d = Night::new().option("dials", "8/10").fly(BERLIN, 8);
    d.shows("Red", "fuel", 8).shows("Blue", "fuel", 10);
    d.round("", "takeoff:Red:low", "").m("").pick("land:Red").shows("Red", "fuel", 8);
}

// proves: fuel.b
#[test]
fn dials_are_full_again_on_the_next_night() {
    let mut d = Night::new().with("nights", "2").with("weather", "[1, 1]").fly(EMDEN, 8);
    d.rounds(5).round("", "takeoff:Red:high", "");
    // The bomber is down: Red lands where it is.
    d.shows("Red", "fuel", 8).pick("land:Red").pick("end").pick("next");
    d.shows("Red", "fuel", 10).shows("Blue", "fuel", 12);
}

/// Yellow flies against the wind until one line is left, low over 15, where no airport is.
fn one_line() -> Duel {
    let mut d = berlin();
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "");
    d.stands("Yellow", 15, "Low").shows("Yellow", "fuel", 1).m("");
    d
}

// proves: fuel.j
#[test]
fn what_cannot_be_paid_is_barred() {
    let mut d = one_line();
    d.offers("fly:Yellow:W").offers("circle:Yellow");
    for bearing in ["SW", "NW"] {
        d.barred(&format!("fly:Yellow:{bearing}"), "fuel.j");
    }
    d.barred("tail:Yellow", "fuel.j").barred("fly:Yellow:E", "board.c");
    // Two lines pay for two hexes with the wind and for a cross flight, not against it.
    let mut d = Night::new().option("dials", "8/12").fly(BERLIN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").shows("Yellow", "fuel", 2).m("");
    d.offers("tail:Yellow").offers("fly:Yellow:NE").barred("fly:Yellow:E", "fuel.j");
}

// proves: fuel.k, ditching.a, ditching.b, ditching.d, fuel.m
#[test]
fn a_dry_squadron_ditches_on_land_on_its_next_turn() {
    let mut d = one_line();
    d.shows("Yellow", "can_get_home", true).offers_no("ditch:Yellow");
    d.pick("circle:Yellow").pick("keep").shows("Yellow", "fuel", 0).stands("Yellow", 15, "Low");
    d.shows("Yellow", "can_get_home", false);
    // It does not ditch in the turn in which it ran dry.
    d.g("").b("").m("").gross(0, 0);
    d.offers("ditch:Yellow").barred("end", "fuel.k");
    let ends = d.table.question().and_then(|q| q.offers.iter().find(|o| o.key.verb == "end"));
    let why = ends.and_then(|o| o.barred).map(|b| b.reason);
    assert_eq!(why, Some("Yellow must land or ditch first"));
    for id in ["fly:Yellow:W", "circle:Yellow", "land:Yellow", "tail:Yellow"] {
        d.offers_no(id);
    }
    d.pick("ditch:Yellow").gross(2, 0).stands("Yellow", 0, "Ground").shows("Yellow", "out", "night");
    d.offers("end").offers_no("ditch:Yellow");
    d.g("").b("").m("");
    for id in ["fly:Yellow:W", "takeoff:Yellow:low", "land:Yellow", "ditch:Yellow"] {
        d.offers_no(id);
    }
}

// proves: fuel.k, ditching.d, fuel.l
#[test]
fn a_dry_squadron_over_an_airport_with_room_must_land() {
    let mut d = one_line();
    // It may land at once, or wait for the next turn.
    d.pick("fly:Yellow:W").shows("Yellow", "fuel", 0).offers_only(&["keep", "up", "land"]);
    d.pick("up").g("").b("").m("");
    d.offers("land:Yellow").offers_no("ditch:Yellow").offers_no("circle:Yellow").barred("end", "fuel.k");
    d.offers_no("fly:Yellow:W");
    d.pick("land:Yellow").stands("Yellow", 14, "Ground").shows("Yellow", "fuel", 10).gross(0, 0);
}

// proves: ditching.e, fighters.g
#[test]
fn a_full_airport_is_no_refuge_unless_another_takes_off_first() {
    let dry = || {
        let mut d = Night::new().squadron("Green", 14).fly(BERLIN, 8);
        for _ in 0..3 {
            d.round("", "fly:Yellow:E", "");
        }
        d.round("", "fly:Yellow:W", "").shows("Yellow", "fuel", 0).stands("Yellow", 14, "Low").m("");
        d
    };
    let mut d = dry();
    d.offers("ditch:Yellow").offers_no("land:Yellow");
    d.pick("ditch:Yellow").gross(2, 0);
    d.shows("Yellow", "out", "night");
    let mut d = dry();
    d.pick("takeoff:Green:low").offers("land:Yellow").offers_no("ditch:Yellow");
    d.pick("land:Yellow").gross(0, 0).stands("Yellow", 14, "Ground");
}

// proves: ditching.c
#[test]
fn a_squadron_that_ditches_in_britain_or_at_sea_is_lost_for_the_game() {
    // A British airport below does not help.
    let mut d = Night::new().wind("E").with("nights", "2").with("weather", "[1, 1]").fly(EMDEN, 1);
    d.round("", "fly:Red:NE", "").round("", "fly:Red:W", "").round("", "fly:Red:NE", "");
    d.round("", "fly:Red:W", "").stands("Red", 8, "Low").shows("Red", "fuel", 0).m("");
    d.offers_no("land:Red");
    d.pick("ditch:Red").sees("/gross/0", 13 + 4);
    d.shows("Red", "out", "game");
    d.g("").b("").rounds(1).pick("next");
    // The next night Red is not placed; the others are.
    d.shows("Red", "out", "game").shows("Red", "hex", 0).stands("Green", 25, "Ground");
    // At sea.
    let mut d = Night::new().wind("E").fly(BERLIN, 8);
    d.round("", "fly:Red:NE", "").round("", "fly:Red:W", "").round("", "fly:Red:NE", "").rounds(3);
    d.stands("Red", 9, "Low").shows("Red", "fuel", 0).m("");
    d.pick("ditch:Red").sees("/gross/0", 33 + 4);
    d.shows("Red", "out", "game");
}

// proves: ditching.b
#[test]
fn a_squadron_that_ditched_on_land_is_back_the_next_night() {
    let mut d = Night::new().with("nights", "2").with("weather", "[1, 1]").fly(EMDEN, 1);
    for _ in 0..3 {
        d.round("", "fly:Yellow:E", "");
    }
    d.round("", "", "").m("").pick("ditch:Yellow").shows("Yellow", "out", "night").g("").b("").rounds(1);
    d.pick("next").shows("Yellow", "out", serde_json::Value::Null).stands("Yellow", 12, "Ground");
    d.shows("Yellow", "fuel", 10);
}

// proves: fighters.k, fighters.m, altitude.h
#[test]
fn squadrons_waiting_in_the_hex_attack_and_low_ones_score_less_against_a_high_bomber() {
    for (step, bomber, points) in [("keep", "", 1), ("up", "", 2), ("keep", "low", 2), ("up", "low", 2)] {
        let mut d = Night::new().fly(EMDEN, 8);
        d.round("", "fly:Blue:W", bomber).gross(0, 0);
        d.round("", &format!("circle:Blue {step}"), "").bomber_at(10).gross(0, points);
    }
}

// proves: fighters.m, combat.c
#[test]
fn arriving_on_the_bomber_or_standing_below_it_scores_nothing() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "fly:Blue:W", "").round("", "fly:Blue:W", "");
    d.stands("Blue", 9, "Low").bomber_at(10).gross(0, 0);
    // Yellow and Blue on the ground in 11 and 12: the bomber enters 11.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(3).bomber_at(11).stands("Blue", 11, "Ground").gross(13, 0);
    // Moving onto it over the target, then staying with it.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(3).round("", "takeoff:Blue:high fly:Yellow:W", "").bomber_at(3).gross(13, 0);
}

// proves: fighters.j, fuel.l
#[test]
fn every_event_of_an_airfield_counts_for_one_takeoff_or_landing() {
    let night = Night::new().thunder("24").fog("24");
    let mut d = night.fly(EMDEN, 23);
    // Blockade, a bomb, storm and fog.
    d.round("24 low bomb:airport", "takeoff:Red:low", "").gross(4, 0);
    // Landing: a bomb, storm and fog; the bombed airport refuels.
    d.round("23", "circle:Red land", "").gross(7, 0).shows("Red", "fuel", 10);
    // Without the Mosquito above and without a bomb: storm and fog.
    let mut d = night.fly(EMDEN, 23);
    d.round("", "takeoff:Red:low", "").gross(2, 0);
    // Nothing at all where neither lies.
    d.round("", "takeoff:Green:low", "").gross(2, 0);
}
