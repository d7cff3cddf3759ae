//! Board and cities.

use std::collections::BTreeSet;

use bombers_moon::games::duel::data::{Bearing, Class, Ground, HEXES};
use bombers_moon::games::duel::rules::course::{Leg, Routes};
use serde_json::json;

use crate::table::{B, EMDEN, G, Night, content};

/// The cards of a shortest raid.
fn shortest(from: u8, target: u8) -> String {
    let board = &content().tables.board;
    let routes = Routes::new(board, target);
    let mut leg = Leg::start(from);
    let mut cards = Vec::new();
    while routes.need(leg) > 0 {
        let next = Bearing::ALL.into_iter().filter_map(|b| Some((b, leg.fly(board, target, b).ok()?)));
        let Some((b, to)) = next.min_by_key(|(_, to)| routes.need(*to)) else { break };
        cards.push(b.word());
        leg = to;
    }
    cards.join(" ")
}

/// proves: board.a, board.b
#[test]
fn forty_three_hexes_in_six_bearings() {
    let board = &content().tables.board;
    assert_eq!(board.file.hexes.len(), HEXES);
    let mut edges = 0;
    for hex in board.hexes() {
        for b in Bearing::ALL {
            if let Some(to) = board.step(hex, b) {
                assert_eq!(board.step(to, b.opposite()), Some(hex), "{hex} {b:?}");
                assert_eq!(board.distance(hex, to), 1);
                edges += 1;
            }
        }
    }
    assert_eq!(edges, 2 * 105);
    let d = Night::new().open();
    assert_eq!(d.seen("/hexes").as_array().map(Vec::len), Some(43));
}

/// proves: board.c
#[test]
fn no_aircraft_leaves_the_board() {
    // The bomber: from 1 nothing leads W, NW, NE.
    let mut d = Night::new().open();
    d.picks("from:1 target:11");
    for b in ["W", "NW", "NE"] {
        d.barred(&format!("fly:{b}"), "board.c");
    }
    d.offers("fly:E").offers("fly:SE").offers("fly:SW");
    // The Mosquito: from 8 the hexes of the board within two steps, no more.
    let mut d = Night::new().fly(EMDEN, 8);
    d.offers_only(&["wait", "to:1", "to:2", "to:8", "to:9", "to:10", "to:16", "to:17", "to:23", "to:24"]);
    // A squadron in the corner.
    let mut d = Night::new().squadron("Red", 39).squadron("Blue", 5).wind("NE").fly(EMDEN, 8);
    d.m("").barred("fly:Red:SW", "board.c").barred("fly:Red:SE", "board.c").offers("fly:Red:NW");
    d.barred("fly:Blue:NE", "board.c").barred("tail:Blue", "board.c").offers("tail:Red");
    // With the wind there must be two hexes.
    let mut d = Night::new().squadron("Red", 39).squadron("Green", 34).wind("SE").fly(EMDEN, 8);
    d.m("").barred("tail:Red", "board.c").barred("tail:Green", "board.c").barred("fly:Red:SE", "board.c");
    d.offers("fly:Green:SE");
}

/// proves: board.d, board.e, fighters.i
#[test]
fn airports_of_both_sides() {
    let board = &content().tables.board;
    assert_eq!(board.british.iter().collect::<Vec<_>>(), [1, 8, 16, 23]);
    let german: Vec<u8> = board.german.iter().collect();
    assert_eq!(german, [5, 11, 12, 14, 18, 19, 20, 22, 24, 25, 26, 28, 29, 32, 34, 35, 39, 41, 42]);
    let mut d = Night::new().no_squadrons().open();
    let ids: Vec<String> = german.iter().map(|hex| format!("at:{hex}")).collect();
    d.offers_only(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    // A squadron over a British airport does not land, nor the Mosquito on a German one.
    let mut d = Night::new().fly(EMDEN, 8);
    d.m("17").g("fly:Red:NW").b("");
    d.pick("to:18").barred("land", "mosquito.f").pick("high").pick("done");
    d.stands("Red", 16, "Low").barred("land:Red", "fighters.i");
}

/// proves: board.f, ground-defence.b, ditching.b, ditching.c
#[test]
fn sea_and_britain_are_the_closed_hexes() {
    let board = &content().tables.board;
    let closed: BTreeSet<u8> = board.closed.iter().collect();
    assert_eq!(closed, BTreeSet::from([1, 2, 3, 8, 9, 10, 16, 17, 23]));
    let mut d = Night::new().open();
    d.course(EMDEN);
    for hex in board.hexes() {
        let open = board.ground[usize::from(hex)] == Ground::Land;
        assert_eq!(open, !closed.contains(&hex), "hex {hex}");
        let id = format!("place:flak:{hex}");
        if open {
            d.offers(&id)
        } else {
            d.offers_no(&id)
        };
    }
}

/// proves: board.g, phase-2.c, information.b
#[test]
fn the_board_shows_wind_moon_and_summer_to_both() {
    let d = Night::new().wind("SE").moon("New").summer().clouds("5").fog("6").thunder("7").open();
    for seat in [B, G] {
        assert_eq!(d.seen_by(seat, "/sky/wind"), "SE");
        assert_eq!(d.seen_by(seat, "/sky/moon"), "New");
        assert_eq!(d.seen_by(seat, "/sky/summer"), true);
        assert_eq!(d.seen_by(seat, "/sky/clouds"), json!([5]));
        assert_eq!(d.seen_by(seat, "/sky/fog"), json!([6]));
        assert_eq!(d.seen_by(seat, "/sky/thunder"), json!([7]));
    }
    let mut d = Night::new().open();
    d.sees("/sky/moon", "None").sees("/sky/summer", false).sees("/sky/wind", "W");
}

/// proves: city.a, city.b, city.c, bomber.g
#[test]
fn eleven_cities_with_their_class_and_value() {
    let board = &content().tables.board;
    let mut d = Night::new().open();
    d.pick("from:16");
    let ids: Vec<String> = board.cities.iter().map(|hex| format!("target:{hex}")).collect();
    d.offers_only(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ids.len(), 11);
    let mut hardest = [0, 0, 0];
    let mut easiest = [u8::MAX; 3];
    for city in &board.file.cities {
        let class = match city.class {
            Class::Green => 0,
            Class::Yellow => 1,
            Class::Red => 2,
        };
        hardest[class] = hardest[class].max(city.value);
        easiest[class] = easiest[class].min(city.value);
        // The value is the base of the strike: on a clear night without defences it is the strike.
        let cards = shortest(16, city.hex);
        let moves = cards.split(' ').count();
        let mut d = Night::new().fly(&format!("16>{}: {cards}", city.hex), 8);
        d.rounds(moves).ended("Britain").gross(i32::from(city.value), 0);
    }
    assert!(hardest[0] < easiest[1] && hardest[1] < easiest[2], "harder classes are worth more");
    assert_eq!(board.city(11).map(|c| (c.class, c.value)), Some((Class::Green, 13)));
    assert_eq!(board.city(22).map(|c| (c.class, c.value)), Some((Class::Red, 33)));
}
