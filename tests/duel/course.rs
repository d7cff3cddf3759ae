//! Compass cards and the programme.

use bombers_moon::games::duel::data::{Bearing, Board};
use bombers_moon::games::duel::rules::course::{Leg, Means, Routes, bar, count, feasible};
use serde_json::json;

use crate::table::{B, Duel, EMDEN, G, Night, content};

/// Over 9, 10, 11, 12, 20, 27, 26, 18, again 11, then 3, 2 and 1: three more cities crossed, the target twice.
pub const LOOP: &str = "16>11: NE E E E SE SW W NW NE NW W W";

/// Legal programmes to each city by 6 to 14 moves, over all starts and landings.
const COUNTS: [(u8, [u64; 9]); 11] = [
    (11, [49, 210, 365, 566, 1006, 2066, 5179, 13291, 33271]),
    (26, [16, 144, 468, 856, 1540, 2724, 5464, 12504, 31191]),
    (12, [0, 0, 81, 648, 1854, 3258, 6433, 12714, 29849]),
    (34, [0, 0, 100, 560, 1824, 4072, 8152, 14992, 31044]),
    (27, [0, 0, 25, 410, 2141, 4582, 9688, 16928, 33367]),
    (13, [0, 0, 0, 0, 121, 1606, 7441, 17250, 36244]),
    (35, [0, 0, 0, 0, 225, 2190, 8629, 21310, 45450]),
    (28, [0, 0, 0, 0, 36, 948, 7801, 23036, 53124]),
    (42, [0, 0, 0, 0, 0, 0, 1225, 7420, 28526]),
    (29, [0, 0, 0, 0, 0, 0, 49, 1904, 23284]),
    (22, [0, 0, 0, 0, 0, 0, 1, 130, 4939]),
];

/// proves: compass-cards.b, compass-cards.g
#[test]
fn all_legal_programmes_are_as_many_as_an_independent_count_says() {
    let tables = &content().tables;
    for (city, by_moves) in COUNTS {
        let routes = Routes::new(&tables.board, city);
        for (moves, wanted) in (6..=14).zip(by_moves) {
            let means = Means { moves, cards: tables.compass() };
            let found: u64 = tables
                .board
                .british
                .iter()
                .map(|from| count(&tables.board, &routes, Leg::start(from), means))
                .sum();
            assert_eq!(found, wanted, "{city} in {moves} moves");
        }
    }
}

/// Whether a legal programme goes on from a leg, tried card by card.
fn can_end(board: &Board, target: u8, leg: Leg, means: Means) -> bool {
    if leg.struck && board.british.has(leg.hex) {
        return true;
    }
    Bearing::ALL.into_iter().any(|b| match (leg.fly(board, target, b), means.spend(b)) {
        (Ok(next), Some(rest)) => can_end(board, target, next, rest),
        _ => false,
    })
}

/// proves: compass-cards.b, compass-cards.g
#[test]
fn a_card_is_barred_exactly_when_no_legal_programme_goes_on() {
    let board = &content().tables.board;
    let mut seen = [0; 2];
    for (target, moves, cards) in
        [(11, 7, [6, 5, 5, 6, 5, 5]), (26, 8, [2, 1, 2, 3, 1, 2]), (11, 8, [2, 2, 0, 2, 2, 1])]
    {
        let routes = Routes::new(board, target);
        for from in board.british.iter() {
            let mut open = vec![(Leg::start(from), Means { moves, cards })];
            for _ in 0..3 {
                let mut next = Vec::new();
                for (leg, means) in open {
                    assert_eq!(feasible(board, &routes, leg, means), can_end(board, target, leg, means));
                    for b in Bearing::ALL {
                        let on = leg.fly(board, target, b).ok().zip(means.spend(b));
                        let ends = on.is_some_and(|(leg, means)| can_end(board, target, leg, means));
                        assert_eq!(bar(board, &routes, leg, means, b).is_none(), ends, "{leg:?} {b:?}");
                        seen[usize::from(ends)] += 1;
                        next.extend(on.filter(|_| ends));
                    }
                }
                open = next;
            }
        }
    }
    assert!(seen[0] > 400 && seen[1] > 150, "{seen:?}");
}

/// proves: compass-cards.a
#[test]
fn thirty_two_cards_of_six_bearings() {
    let mut d = Night::new().open();
    d.picks("from:16 target:11");
    let deck = json!([["E", 6], ["NE", 5], ["NW", 5], ["W", 6], ["SW", 5], ["SE", 5]]);
    d.sees("/plan/cards_left", deck).sees("/plan/moves_left", 14);
    d.pick("fly:NE").sees("/plan/hexes", json!([16, 9])).sees("/plan/cards_left/1", json!(["NE", 4]));
    d.pick("fly:E").sees("/plan/hexes", json!([16, 9, 10])).sees("/plan/moves_left", 12);
}

/// proves: compass-cards.b, phase-3.a
#[test]
fn fourteen_moves_and_no_more() {
    let mut d = Night::new().open();
    d.picks("from:8 target:11");
    // Round and round at home, as long as Emden and a landing stay within reach.
    for b in ["SE", "E", "NE", "NW", "W", "SW", "SE", "E"] {
        d.pick(&format!("fly:{b}"));
    }
    // In 17 with six moves left: Emden is two away and home three.
    d.sees("/plan/moves_left", 6).offers("fly:NE");
    d.picks("fly:NE fly:E").barred("land", "compass-cards.f");
    d.sees("/plan/moves_left", 4).offers("fly:NW").barred("fly:E", "compass-cards.b");
    d.picks("fly:NW fly:W fly:W").sees("/plan/moves_left", 1).offers("land").offers("fly:SW");
    d.pick("fly:SW").sees("/plan/moves_left", 0).offers_only(&["land"]);
    d.pick("land").asked(G, "phase-4.a");
}

/// proves: compass-cards.c, compass-cards.d
#[test]
fn the_first_bearing_is_free_and_then_one_step_a_move() {
    let mut d = Night::new().open();
    d.picks("from:16 target:12");
    d.offers_only(&["fly:E", "fly:NE", "fly:NW", "fly:SW", "fly:SE"]).barred("fly:W", "board.c");
    d.pick("fly:E").offers_only(&["fly:E", "fly:NE", "fly:SE"]);
    for b in ["SW", "W", "NW"] {
        d.barred(&format!("fly:{b}"), "compass-cards.c");
    }
    d.pick("fly:NE").offers_only(&["fly:E", "fly:NE", "fly:NW"]).barred("fly:SE", "compass-cards.c");
}

/// proves: compass-cards.e
#[test]
fn over_the_target_any_bearing_once() {
    let mut d = Night::new().open();
    d.picks("from:16 target:11 fly:NE fly:E fly:E");
    for b in ["E", "NE", "NW", "W", "SW", "SE"] {
        d.offers(&format!("fly:{b}"));
    }
    d.pick("fly:E").barred("fly:W", "compass-cards.c").barred("fly:SW", "compass-cards.c");
    // Over it again, later: no free turn.
    d.picks("fly:SE fly:SW fly:W fly:NW fly:NE").sees("/plan/hexes/9", 11);
    d.offers("fly:NW").barred("fly:W", "compass-cards.c").barred("fly:SW", "compass-cards.c");
}

/// proves: compass-cards.f, compass-cards.g, phase-3.a
#[test]
fn the_programme_ends_on_a_british_airport_after_the_strike() {
    let mut d = Night::new().open();
    d.picks("from:16 target:11").barred("land", "compass-cards.g");
    // Over an airport before the strike: no end there.
    d.picks("fly:NW").sees("/plan/hexes", json!([16, 8])).barred("land", "compass-cards.g");
    d.picks("fly:NE fly:E fly:E fly:SE").sees("/plan/hexes/5", 11).barred("land", "compass-cards.f");
    d.picks("fly:NW fly:W").barred("land", "compass-cards.f");
    d.pick("fly:W").offers("land").pick("land").asked(G, "phase-4.a");
    d.sees("/plan/complete", true);
    // Home to the airport of the start or to another, as B likes.
    Night::new().fly("16>11: NE E E W W SW", 8).rounds(6).bomber_at(16).ended("Britain");
    Night::new().fly("16>11: NE E E W W W", 23).rounds(6).bomber_at(8).ended("Britain");
}

/// proves: compass-cards.g
#[test]
fn no_more_cards_of_a_bearing_than_the_deck_holds() {
    let mut d = Night::new().open();
    d.picks("from:8 target:13 fly:E fly:E fly:E fly:E fly:E fly:E");
    d.sees("/plan/cards_left/0", json!(["E", 0])).barred("fly:E", "compass-cards.g");
}

/// proves: compass-cards.h, compass-cards.j, bomber.a
#[test]
fn the_cards_are_flown_in_their_order_and_stay_open() {
    let mut d = Night::new().fly(LOOP, 8);
    let hexes = [16, 9, 10, 11, 12, 20, 27, 26, 18, 11, 3, 2, 1];
    let cards = ["NE", "E", "E", "E", "SE", "SW", "W", "NW", "NE", "NW", "W", "W"];
    for n in 1..=12 {
        d.rounds(1);
        for seat in [B, G] {
            assert_eq!(d.seen_by(seat, "/bomber/path"), json!(hexes[..=n]));
            assert_eq!(d.seen_by(seat, "/bomber/flown"), json!(cards[..n]));
            let target = if n < 3 { serde_json::Value::Null } else { 11.into() };
            assert_eq!(d.seen_by(seat, "/bomber/target"), target, "the strike makes the target known");
        }
    }
    d.ended("Britain");
}

/// proves: compass-cards.k, compass-cards.i
#[test]
fn summer_is_announced_by_the_number_of_the_move_alone() {
    // The reminder comes before the eighth move, whatever the length of the programme, and changes nothing itself.
    for course in [LOOP, "16>11: NW NE E E SE NW W W SW SE"] {
        let mut d = Night::new().summer().fly(course, 23);
        for n in 1..=9 {
            for seat in [B, G] {
                assert_eq!(d.seen_by(seat, "/sky/summer_now"), n >= 8, "move {n}");
            }
            d.rounds(1);
        }
        d.gross(13, 0);
    }
    let mut d = Night::new().fly(LOOP, 8);
    d.rounds(8).sees("/sky/summer_now", false);
}

/// proves: compass-cards.l, example-turn-13.a
#[test]
fn what_the_turn_limit_gives_away_is_shown() {
    let mut d = Night::new().fly(EMDEN, 8);
    let ahead = |d: &Duel| d.seen_by(G, "/ahead/0");
    for next in [9, 10, 11, 3] {
        assert!(ahead(&d).as_array().is_some_and(|all| all.contains(&next.into())), "{}", ahead(&d));
        d.rounds(1);
    }
    // In 3 after NW: only W stays on the board.
    assert_eq!(ahead(&d), json!([2]));
    // Britain sees its own programme.
    assert_eq!(d.seen_by(B, "/ahead"), json!([[2], [1]]));
}
