//! The bomber.

use serde_json::json;

use crate::course::LOOP;
use crate::table::{B, EMDEN, G, Night};

/// proves: bomber.a, bomber.b, bomber.c
#[test]
fn one_hex_a_turn_whatever_the_wind() {
    for wind in ["E", "NE", "NW", "W", "SW", "SE"] {
        let mut d = Night::new().wind(wind).fly(EMDEN, 8);
        d.bomber_at(16).sees("/bomber/aircraft/level", "Ground");
        for hex in [9, 10, 11, 3, 2] {
            d.m("").g("");
            for id in ["wait", "circle:Bomber", "keep", "land"] {
                d.offers_no(id);
            }
            // On its first move it comes into the next hex at its altitude.
            d.b("").bomber_at(hex).sees("/bomber/aircraft/level", "High");
        }
        assert_eq!(d.seen("/bomber").as_object().map(|b| b.contains_key("fuel")), Some(false));
    }
}

/// proves: bomber.d, phase-6.f
#[test]
fn low_or_high_for_the_whole_night() {
    for (word, level) in [("low", "Low"), ("high", "High")] {
        let mut d = Night::new().fly(EMDEN, 8);
        d.m("").g("").asked(B, "compass-cards.j").offers_only(&["high", "low"]).pick(word);
        for _ in 0..4 {
            for seat in [B, G] {
                assert_eq!(d.seen_by(seat, "/bomber/aircraft/level"), level);
            }
            d.m("").g("").offers_only(&["turn"]).pick("turn");
        }
        d.sees("/bomber/aircraft/level", level).rounds(1).sees("/bomber/aircraft/level", "Ground");
    }
}

/// proves: bomber.e, bomber.g
#[test]
fn a_low_strike_is_worth_four_more() {
    for (word, points) in [("low", 17), ("high", 13)] {
        let mut d = Night::new().fly(EMDEN, 8);
        d.round("", "", word).rounds(2).gross(points, 0);
    }
}

/// proves: bomber.f, flak.d
#[test]
fn flak_against_a_low_bomber() {
    for (flak, word, option, points) in [
        (0, "low", "hex", 0),
        (1, "low", "hex", 3),
        (3, "low", "hex", 5),
        (3, "high", "hex", 3),
        (3, "low", "flak", 9),
        (3, "high", "flak", 3),
    ] {
        let mut night = Night::new().option("flak-low", option);
        if flak > 0 {
            night = night.tiles(&format!("flak@11x{flak}"));
        }
        let mut d = night.fly(EMDEN, 8);
        d.round("", "", word).rounds(2).bomber_at(11);
        let found = d.seen("/gross/1");
        assert_eq!(found, points, "{flak} flak, {word}, {option}");
    }
    // Bombed flak does not work.
    let mut d = Night::new().tiles("flak@11").fly(EMDEN, 8);
    d.round("10", "", "low").round("11 low bomb:flak", "", "").rounds(1).gross(17, 0);
}

/// proves: bomber.g, clouds.b, thunderstorm.c, fog.e, full-moon.c, new-moon.a, searchlight.c, smoke-screen.a, civil-bunker.a, fire-department.b, fire-department.c, adv-1-mosquito-power.b
#[test]
fn each_line_of_the_strike() {
    let plain = Night::new;
    let cases = [
        (plain(), 13),
        (plain().clouds("11"), 8),
        (plain().clouds("12"), 13),
        (plain().thunder("11"), 6),
        (plain().fog("11"), 10),
        (plain().moon("Full"), 16),
        (plain().moon("New"), 10),
        (plain().summer(), 13),
        (plain().tiles("searchlight@11x2"), 11),
        (plain().tiles("smoke@11x3"), 10),
        (plain().tiles("bunker@11x2"), 9),
        (plain().tiles("fire@11x2"), 11),
        (plain().tiles("fire@12"), 13),
        (plain().tiles("fire@12 fire@26"), 12),
        (plain().tiles("fire@12x3"), 12),
        (plain().tiles("fire@12x4"), 11),
        (plain().tiles("fire@22x4"), 13),
        (plain().tiles("fire@11 fire@12"), 12),
        (plain().tiles("flak@11 radar@11 balloon@11 truck@11"), 13),
        (plain().rule("MosquitoPower"), 11),
        (plain().moon("New").clouds("11").tiles("bunker@11x3"), 0),
        (plain().moon("Full").fog("11").tiles("searchlight@11 smoke@11 bunker@11"), 9),
    ];
    for (n, (night, points)) in cases.into_iter().enumerate() {
        let mut d = night.fly(EMDEN, 8);
        d.rounds(3).bomber_at(11);
        assert_eq!(d.seen("/gross/0"), points, "case {n}\n{}", d.describe());
        assert_eq!(d.cited("bomber.g"), 1);
    }
    // Bombed tiles do not count.
    let mut d = Night::new().tiles("searchlight@11 fire@11").fly(EMDEN, 8);
    d.round("10", "", "").round("11 low bomb:fire bomb:searchlight", "", "").rounds(1).gross(13, 0);
}

/// proves: bomber.g, bomber.h, bomber.i, night.b
#[test]
fn one_strike_on_the_target_and_the_same_exposure_both_ways() {
    // Over Hamburg, Kassel and Köln, and over Emden once more.
    let mut d = Night::new().thunder("3").tiles("flak@11x2 flak@12 flak@26 flak@18").fly(LOOP, 8);
    d.rounds(3).gross(13, 2).sees("/bomber/struck", 3);
    d.rounds(1).bomber_at(12).gross(13, 3);
    d.rounds(3).bomber_at(26).gross(13, 4);
    d.rounds(1).bomber_at(18).gross(13, 5);
    d.rounds(1).bomber_at(11).gross(13, 7).sees("/bomber/struck", 3);
    // The storm on the way home, and squadrons there.
    d.rounds(1).bomber_at(3).gross(13, 9).rounds(2).ended("Britain").gross(13, 9);
    assert_eq!(d.cited("bomber.g"), 1);
    let mut d = Night::new().fly(LOOP, 8);
    d.rounds(8).round("", "takeoff:Blue:high", "").bomber_at(11).gross(13, 2);
}

/// proves: bomber.j, compass-cards.f, fog.d
#[test]
fn it_lands_with_the_last_card_and_not_before() {
    let mut d = Night::new().fog("8").fly("16>11: NW NE E E SE NW W W SW SE", 23);
    let levels = ["High"; 9].into_iter().chain(["Ground"]);
    for (hex, level) in [8, 1, 2, 3, 11, 3, 2, 1, 8, 16].into_iter().zip(levels) {
        d.rounds(1).bomber_at(hex).sees("/bomber/aircraft/level", level);
    }
    // Over the fog of 8 it did not land, so it costs nothing.
    d.ended("Britain").gross(13, 0).sees("/bomber/aircraft/down", true);
    // In fog at the landing, at the same turn as the last card.
    let mut d = Night::new().fog("1").fly(EMDEN, 8);
    d.rounds(6).ended("Britain").gross(13, 2).sees("/bomber/path", json!([16, 9, 10, 11, 3, 2, 1]));
}
