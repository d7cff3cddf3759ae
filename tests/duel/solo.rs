//! The solo mission: the cards fly the British side.

use bombers_moon::games::duel::systems::night::{compass_cards, decks};
use bombers_moon::kernel::ids::Seat;
use serde_json::json;

use crate::table::{Duel, Night, content};

/// The one seat of the mission.
const ALONE: Seat = Seat(0);

/// Bomber on 16, Mosquito on 8, the first city is struck. Cards: `X1` to `X6` E, `X7` to `X11` NE, `X28` to `X32` SE;
/// home `Y12` to `Y16` NW, `Y17` to `Y22` W, `Y23` to `Y27` SW.
fn night() -> Night {
    Night::new().solo(16, 8, 1)
}

/// Opened with these cards and laid out as far as the first German turn.
fn flown(night: &Night, cards: &str) -> Duel {
    let mut d = night.open_with(cards);
    d.pick("done");
    d
}

/// A German turn, then the bomber's cards and the Mosquito.
fn round(d: &mut Duel, german: &str) {
    d.g(german);
    while d.clause() == "solo-3.c" {
        d.pick("draw");
    }
}

fn rounds(d: &mut Duel, n: usize) {
    for _ in 0..n {
        round(d, "");
    }
}

/// How many cards lie in the piles out, home and aside.
fn piles(d: &Duel) -> [usize; 3] {
    [0, 1, 2].map(|i| d.seen(&format!("/piles/{i}")).as_array().map_or(0, Vec::len))
}

// proves: solo-1.b
#[test]
fn eastward_cards_lead_out_and_westward_cards_home() {
    let tables = &content().tables;
    let cards = compass_cards(tables);
    let piles = decks(tables);
    let words =
        |pile: &[u8]| -> Vec<&str> { pile.iter().map(|c| cards[usize::from(*c) - 1].word()).collect() };
    let (out, home) = (words(&piles.outbound), words(&piles.homeward));
    assert_eq!((out.len(), home.len(), cards.len()), (16, 16, 32));
    assert!(out.iter().all(|w| ["NE", "E", "SE"].contains(w)), "{out:?}");
    assert!(home.iter().all(|w| ["NW", "W", "SW"].contains(w)), "{home:?}");
    assert!(piles.aside.is_empty());
}

// proves: solo-1.a, solo-1.c, solo-3.a, solo-3.b, altitude.b
#[test]
fn the_card_sets_the_starts_and_germany_begins() {
    let mut d = flown(&Night::new().solo(23, 1, 2), "X1 X2");
    d.sees("/side", "Germany").sees("/solo", true).sees("/plan", json!(null)).sees("/ahead", json!([]));
    d.bomber_at(23).mosquito_at(1).sees("/bomber/aircraft/level", "Ground").sees("/mosquito/level", "Ground");
    assert_eq!(piles(&d), [16, 16, 0]);
    // German turn, bomber, Mosquito.
    d.asked(ALONE, "phase-6.e");
    d.pick("end").asked(ALONE, "solo-3.c");
    d.mosquito_at(1).bomber_at(23).pick("draw").bomber_at(24).mosquito_at(25);
    assert_eq!(piles(&d), [15, 16, 0]);
    d.asked(ALONE, "phase-6.e");
    // The card shows the second city; all of it is told.
    let log = d.table.log(ALONE);
    assert!(
        log.iter().any(|(_, words, clause)| *clause == "solo-1.c" && words.contains("second")),
        "{log:?}"
    );
}

// proves: solo-1.d, solo-2.a
#[test]
fn the_weather_comes_before_the_squadrons_unless_the_option_turns_it_round() {
    let loose = || night().no_squadrons().without("weather");
    let mut d = loose().open_with("W7");
    d.asked(ALONE, "phase-2.a");
    d.pick("draw").bomber_at(23).mosquito_at(8).asked(ALONE, "phase-1.a");
    d.offers("at:24").offers_no("at:27");
    d.picks("at:24 at:25 at:12 at:11").asked(ALONE, "phase-4.a");
    for _ in 0..16 {
        d.pick("place:flak:11");
    }
    d.barred("place:flak:11", "ground-defence.h").offers("place:smoke:11").offers_no("place:flak:3");
    let mut d = loose().option("squadrons-first", "yes").open_with("W7");
    d.asked(ALONE, "phase-1.a");
    d.picks("at:24 at:25 at:12 at:11").asked(ALONE, "phase-2.a");
    d.pick("draw").asked(ALONE, "phase-4.a");
    d.pick("done").asked(ALONE, "phase-6.e");
}

// proves: solo-1.e
#[test]
fn no_advanced_rule_is_in_force() {
    let mut d = night().no_squadrons().open();
    d.sees("/advanced", json!([])).sees("/markers", 6);
    let all = ["MosquitoPower", "WeatherChange", "Medals", "CorpseCloth", "FlakDisturbs", "SpecialFuel"];
    for rule in all {
        // A file that asks for one is refused; if it were read, the rule would not hold.
        if let Ok(content) = night().rule(rule).read() {
            let scenario =
                content.scenario("duel/test").map(|s| s.setup(&content.tables, &Default::default()));
            let setup = scenario.and_then(Result::ok).unwrap_or_else(|| panic!("{rule}"));
            assert!(bombers_moon::games::duel::data::Advanced::ALL.iter().all(|a| !setup.has(*a)), "{rule}");
        }
    }
    let card = bombers_moon::kernel::game::Game::scenarios(&*crate::table::game());
    let solo = card.into_iter().find(|c| c.id == "duel/solo").unwrap_or_else(|| panic!("no solo mission"));
    let ids: Vec<_> = solo.options.iter().map(|o| o.id.as_str()).collect();
    assert_eq!(ids, ["squadrons-first", "resources"]);
}

// proves: solo-3.c, solo-3.e, solo-3.f, solo-3.g, solo-3.h, solo-6.a, solo-7.a, solo-7.b
#[test]
fn a_whole_mission_to_emden() {
    let mut d = flown(&night(), "X1 X2 X7 Y17 Y18 Y12 Y19");
    // E to 17, the Mosquito over 18 bombs its airport from low.
    rounds(&mut d, 1);
    d.bomber_at(17).sees("/bomber/aircraft/level", "High");
    d.mosquito_at(18).sees("/mosquito/level", "Low").sees("/hexes/17/bombs", 1).sees("/markers", 5);
    // E to 18, over 19 again.
    rounds(&mut d, 1);
    d.bomber_at(18).mosquito_at(19).sees("/hexes/18/bombs", 1).sees("/markers", 4);
    d.gross(0, 0);
    // NE to 11: the four markers left light it and are used up; the Mosquito is to the west now, high.
    rounds(&mut d, 1);
    d.bomber_at(11).gross(13 + 4, 0).sees("/markers", 0).sees("/hexes/10/markers", 4);
    d.mosquito_at(10).sees("/mosquito/level", "High").sees("/bomber/target", 11);
    // From NE to W at once: the first card home is free.
    rounds(&mut d, 1);
    d.bomber_at(10).mosquito_at(9);
    rounds(&mut d, 1);
    d.bomber_at(9).mosquito_at(8).sees("/mosquito/level", "High");
    // NW to 1, a British airport: it lands, and the Mosquito on its next turn.
    d.g("").pick("draw").bomber_at(1).sees("/bomber/aircraft/down", true);
    d.mosquito_at(1);
    d.ended("Britain");
}

// proves: solo-3.d, board.c
#[test]
fn a_card_that_turns_too_far_or_leaves_the_board_waits_aside() {
    // SE, then NE turns two steps: aside; E is flown, and now NE fits without a draw.
    let mut d = flown(&night(), "X28 X7 X1 X2");
    rounds(&mut d, 1);
    d.bomber_at(24);
    d.g("").pick("draw").asked(ALONE, "solo-3.c");
    d.bomber_at(24).sees("/piles/2", json!(["NE"]));
    d.pick("draw").bomber_at(25);
    assert_eq!(piles(&d), [13, 16, 1]);
    d.g("").bomber_at(18).sees("/piles/2", json!([]));
    assert_eq!(piles(&d), [13, 16, 0]);
    // From the north coast NE leaves the board, though the first card is free.
    let mut d = flown(&Night::new().solo(1, 8, 1), "X7 X28 X1");
    d.g("").pick("draw").asked(ALONE, "solo-3.c");
    d.bomber_at(1).pick("draw").bomber_at(9).sees("/piles/2", json!(["NE"]));
}

// proves: solo-3.d
#[test]
fn cards_laid_aside_are_taken_in_their_order() {
    // Over the southern edge nothing but E fits: NE, SE and NE lie aside until E is flown.
    let mut d = flown(&Night::new().solo(1, 8, 2), "X7 X8 X28 X9");
    // NE twice off the board, then SE to 9: NE turns too far from it, twice, and the third as well.
    d.g("").picks("draw draw draw").bomber_at(9);
    assert_eq!(piles(&d), [13, 16, 2]);
    d.g("").pick("draw").bomber_at(9).sees("/piles/2", json!(["NE", "NE", "NE"]));
}

// proves: solo-3.e
#[test]
fn the_mosquito_escorts_east_then_west_and_over_the_bomber_at_the_edge() {
    // Along the north coast to its end: there is no hex east of 7.
    let mut d = flown(&Night::new().solo(1, 16, 2), "X1 X2 X3 X4 X5 X6 X28");
    for hex in 2..=6 {
        rounds(&mut d, 1);
        d.bomber_at(hex).mosquito_at(hex + 1);
    }
    rounds(&mut d, 1);
    d.bomber_at(7).mosquito_at(7);
    rounds(&mut d, 1);
    d.bomber_at(15).mosquito_at(15);
}

// proves: solo-3.f
#[test]
fn the_mosquito_bombs_each_airport_once_and_needs_more_bombs_under_smoke() {
    let mut d = flown(&night().tiles("smoke@18x2 balloon@18 smoke@19x4"), "X1 X2 X3");
    rounds(&mut d, 1);
    // Three bombs for the airport under two screens; the barrier answers.
    d.mosquito_at(18).sees("/hexes/17/bombs", 3).sees("/markers", 3);
    d.gross(0, 1);
    // Five would be needed over 19, three are left: nothing falls, and it flies high.
    rounds(&mut d, 1);
    d.mosquito_at(19).sees("/hexes/18/bombs", 0).sees("/markers", 3).sees("/mosquito/level", "High");
    d.gross(0, 1);
    rounds(&mut d, 1);
    d.mosquito_at(20).sees("/hexes/19/bombs", 1).sees("/markers", 2).sees("/mosquito/level", "Low");
    // No airport below: high. The start over the sea.
    let mut d = flown(&night(), "X7 X1 X2");
    rounds(&mut d, 1);
    d.bomber_at(9).mosquito_at(10).sees("/mosquito/level", "High").sees("/markers", 6);
    // The bomber follows over 11: bombed once, the airport is not bombed again when the Mosquito comes back.
    rounds(&mut d, 1);
    d.bomber_at(10).mosquito_at(11).sees("/hexes/10/bombs", 1).sees("/markers", 5);
}

// proves: solo-6.a, solo-3.g
#[test]
fn the_second_city_is_struck_when_the_card_says_so() {
    // Emden is crossed, Hamburg struck: bombs fell on 18, 19 and 12.
    let mut d = flown(&Night::new().solo(16, 8, 2), "X1 X2 X7 X3");
    rounds(&mut d, 3);
    d.bomber_at(11).gross(0, 0).sees("/bomber/target", json!(null)).sees("/markers", 3);
    d.mosquito_at(12).sees("/hexes/11/bombs", 1);
    rounds(&mut d, 1);
    d.bomber_at(12).sees("/bomber/target", 12);
    d.gross(17 + 3, 0).sees("/markers", 0);
    d.mosquito_at(11);
}

/// Seven moves along the north coast to 15, where no card leads on: it turns home by 22 and the row of Berlin.
const MISSED: &str = "X1 X2 X3 X4 X5 X6 X28 X7 X8 X9 X10 X11 X29 X30 X31 X32 Y17 Y18 Y12 Y19 Y23 Y20 Y21";

// proves: solo-6.b, solo-7.d, solo-3.f, solo-3.g
#[test]
fn without_a_way_on_the_bomber_turns_home_unspent() {
    let mut d = flown(&Night::new().solo(1, 16, 1), MISSED);
    rounds(&mut d, 7);
    // The Mosquito bombed Jutland on its way.
    d.bomber_at(15).sees("/markers", 5).sees("/hexes/4/bombs", 1);
    assert_eq!(piles(&d), [9, 16, 0]);
    // Nine cards are drawn and none leads on; the first hex home is flown without a card, with the smallest turn.
    rounds(&mut d, 1);
    d.bomber_at(22).gross(0, 0).sees("/bomber/struck", json!(null));
    d.mosquito_at(21);
    assert_eq!(piles(&d), [0, 16, 0]);
    // Over airports on the way home nothing is dropped; the markers stay unused, no city is struck.
    rounds(&mut d, 1);
    d.bomber_at(21).mosquito_at(20).sees("/hexes/19/bombs", 0).sees("/mosquito/level", "High");
    d.sees("/markers", 5);
    d.gross(0, 0);
}

// proves: solo-7.c, summer.a
#[test]
fn there_is_no_limit_of_moves_and_summer_counts_from_the_eighth() {
    let night = Night::new().solo(1, 16, 1).summer().squadron("Red", 20);
    let mut d = flown(&night, MISSED);
    rounds(&mut d, 9);
    d.bomber_at(21);
    // W to 20 on move 10: Red is worth 2 and 1 in summer.
    round(&mut d, "takeoff:Red:high");
    // The Mosquito is over 20 then: its blockade is worth one.
    d.bomber_at(20).gross(1, 3);
    round(&mut d, "land:Red");
    d.bomber_at(12);
    for hex in [11, 18, 17] {
        rounds(&mut d, 1);
        d.bomber_at(hex);
    }
    assert_eq!(d.seen("/bomber/flown").as_array().map(Vec::len), Some(14));
    rounds(&mut d, 1);
    d.bomber_at(16).sees("/bomber/aircraft/down", true).ended("Germany");
}

// proves: solo-7.c
#[test]
fn summer_is_worth_nothing_on_the_seventh_move_and_a_point_on_the_eighth() {
    let summer = |airport: u8| flown(&Night::new().solo(1, 16, 1).summer().squadron("Red", airport), MISSED);
    let germany = |d: &Duel| d.seen("/gross/1");
    // Over 15 on move 7.
    let mut d = summer(14);
    rounds(&mut d, 5);
    round(&mut d, "takeoff:Red:high");
    assert_eq!(germany(&d), 0);
    round(&mut d, "fly:Red:E");
    d.bomber_at(15);
    assert_eq!(germany(&d), 2);
    // Over 22 on move 8.
    let mut d = summer(22);
    rounds(&mut d, 7);
    round(&mut d, "takeoff:Red:high");
    d.bomber_at(22);
    assert_eq!(germany(&d), 3);
}

// proves: solo-7.a, solo-3.d
#[test]
fn after_the_first_card_home_the_turn_limit_holds_again() {
    let mut d = flown(&night(), "X1 X2 X7 Y12 Y23 Y17");
    rounds(&mut d, 3);
    d.bomber_at(11);
    // NW to 3; SW turns two steps and waits, W is flown, then SW from aside.
    rounds(&mut d, 1);
    d.bomber_at(3);
    d.g("").pick("draw").bomber_at(3).sees("/piles/2", json!(["SW"]));
    d.pick("draw").bomber_at(2);
    d.g("").bomber_at(9).sees("/piles/2", json!([]));
}

// proves: solo-7.d, solo-7.b
#[test]
fn out_of_a_dead_end_the_bomber_flies_straight_for_an_airport() {
    // Köln is struck; W, W and SW lead to 31 in the corner, where no card home can be flown.
    let mut d = flown(
        &Night::new().solo(23, 16, 1),
        "X1 X2 X3 Y17 Y18 Y23 Y12 Y13 Y14 Y15 Y16 Y19 Y20 Y21 Y22 Y24 Y25 Y26 Y27",
    );
    rounds(&mut d, 3);
    d.bomber_at(26).sees("/bomber/target", 26);
    rounds(&mut d, 3);
    d.bomber_at(31);
    assert_eq!(piles(&d), [13, 13, 0]);
    rounds(&mut d, 1);
    d.bomber_at(23).sees("/bomber/aircraft/down", true).ended("Britain");
}

// proves: solo-4.a, solo-5.a, solo-7.b, fog.d
#[test]
fn squadrons_fly_fight_and_come_down_as_in_the_game_for_two() {
    let night = night().squadron("Red", 18).squadron("Yellow", 19).fog("1").tiles("flak@18 searchlight@18");
    let mut d = flown(&night, "X1 X2 X7 Y17 Y18 Y12");
    rounds(&mut d, 1);
    // Under the low Mosquito over bombed 18: blockade and bomb for Red, a duel for Yellow, less one as it is low.
    round(&mut d, "takeoff:Red:high fly:Yellow:W");
    d.shows("Red", "fuel", 8).shows("Yellow", "fuel", 9);
    // The bomber comes to 18: Red 2, low Yellow 1, a light 1, flak 2.
    d.bomber_at(18).gross(2, 6);
    // They may circle, land and ditch by the same rules.
    d.offers("circle:Red").offers("land:Yellow").offers("takeoff:Green:low");
}
