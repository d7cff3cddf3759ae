//! Weather changes, new programmes after them and new ways home (advanced rules 2, 2a and 2b).

use bombers_moon::games::duel::data::{Bearing, HexSet};
use bombers_moon::games::duel::rules::drift::{drift, step};
use bombers_moon::kernel::decision::Kind;
use serde_json::json;

use crate::table::{B, Duel, EMDEN, G, Night, content};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

/// A night with rule 2 whose weather changes before these moves.
fn night(first: u8, second: u8) -> Night {
    Night::new().rule("WeatherChange").change(first, second)
}

/// Flown with these wind change cards: `C1 C2` turn one step clockwise, `C3 C4` one step back, `C5` two steps
/// clockwise, `C6` two steps back.
fn flown(night: &Night, cards: &str, course: &str) -> Duel {
    let mut d = night.open_with(cards);
    d.lay_out(course, 8);
    d
}

/// Mosquito and squadrons wait; the bomber's turn has begun.
fn to_bomber(d: &mut Duel) {
    d.m("").g("");
}

// proves: adv-2-weather-change.e, adv-2-weather-change.f
#[test]
fn weather_drifts_one_to_one_in_every_wind_and_over_every_edge() {
    let board = &content().tables.board;
    let all: HexSet = board.hexes().collect();
    for wind in Bearing::ALL {
        for hex in board.hexes() {
            let to = step(board, hex, wind);
            match board.step(hex, wind) {
                Some(next) => assert_eq!(to, next),
                None => {
                    // The far end of the same line: nothing lies behind it, and it leads back here.
                    assert_eq!(board.step(to, wind.opposite()), None, "{hex} {wind:?}");
                    let mut line = to;
                    while line != hex {
                        line = board.step(line, wind).unwrap_or_else(|| panic!("{hex} {wind:?}"));
                    }
                }
            }
        }
        for steps in 0..=10 {
            assert_eq!(drift(board, all, wind, steps), all, "{wind:?}: every hex is reached once");
        }
        for hex in board.hexes() {
            let one: HexSet = [hex].into_iter().collect();
            let two = step(board, step(board, hex, wind), wind);
            assert_eq!(drift(board, one, wind, 2).iter().collect::<Vec<_>>(), [two]);
        }
        let some: HexSet = content().tables.weather[0].clouds.iter().copied().collect();
        assert_eq!(drift(board, some, wind, 2).len(), some.len(), "pieces never stack");
    }
    assert!(drift(board, HexSet::default(), Bearing::E, 2).is_empty());
    // 4 leaves the board to the north-west and comes in at 43, the south-east end of its line.
    assert_eq!(step(board, 4, Bearing::NW), 43);
    assert_eq!(step(board, 7, Bearing::E), 1);
}

// proves: adv-2-weather-change.a, adv-2-weather-change.c, adv-2-weather-change.d, adv-2-weather-change.e, weather.a
#[test]
fn the_weather_changes_before_the_two_named_moves() {
    let sky = night(3, 5).clouds("12 20").thunder("34").fog("29").moon("Full");
    let mut d = flown(&sky, "C1 C6", EMDEN);
    for seat in [B, G] {
        assert_eq!(d.seen_by(seat, "/sky/change"), json!([3, 5]));
    }
    d.rounds(2).sees("/sky/wind", "W");
    // After the Mosquito's and the German turn, before the bomber moves.
    d.m("").g("");
    assert_eq!(d.clause(), "adv-2-weather-change.d");
    d.bomber_at(10).pick("draw").sees("/sky/wind", "NW");
    d.bomber_at(10);
    // 12 over the edge to 43, 20 to 4, 34 to 18, 29 to 13.
    d.sees("/sky/clouds", json!([4, 43])).sees("/sky/thunder", json!([18])).sees("/sky/fog", json!([13]));
    d.sees("/sky/moon", "Full");
    d.b("").bomber_at(11).round("", "", "").bomber_at(3);
    d.m("").g("").pick("draw").sees("/sky/wind", "SW");
    d.b("").rounds(1).ended("Britain");
}

// proves: adv-2-weather-change.a, adv-2a-reprogram.a, adv-2b-reroute-home.a, setup.h
#[test]
fn without_the_rule_the_weather_stays_and_no_course_is_laid_anew() {
    let mut d = Night::new().change(3, 5).clouds("12").fly(EMDEN, 8);
    d.sees("/sky/change", json!([]));
    for _ in 0..6 {
        d.m("").g("");
        assert_eq!(d.clause(), "compass-cards.j");
        d.b("");
    }
    d.sees("/sky/clouds", json!([12])).sees("/sky/wind", "W").ended("Britain");
}

// proves: adv-2-weather-change.b, adv-2-weather-change.c
#[test]
fn a_change_after_the_landing_does_not_happen() {
    // Six moves, changes before 5 and 10: one card is drawn, and nothing shows that the second is missing.
    let mut d = flown(&night(5, 10), "C1", EMDEN);
    assert_eq!(d.seen_by(G, "/sky/change"), json!([5, 10]));
    d.rounds(5).sees("/sky/change", json!([5, 10]));
    d.rounds(1).ended("Britain");
    assert_eq!(d.cited("adv-2-weather-change.e"), 1);
}

// proves: adv-2-weather-change.c, adv-2-weather-change.g
#[test]
fn drift_scores_nothing_and_counts_from_the_next_move() {
    // With the wind to NW the storm over 27 comes to 11, where the bomber moves next: 2 for flying in and 7 less.
    let mut d = flown(&night(3, 14).thunder("27"), "C1", EMDEN);
    d.rounds(2).gross(0, 0);
    to_bomber(&mut d);
    d.pick("draw").sees("/sky/thunder", json!([11]));
    d.gross(0, 0).b("").gross(6, 2);
    // Onto the bomber itself over 10, from 26, and onto Green circling over 25: no event.
    let mut d = flown(&night(3, 14).thunder("26").fog("40"), "C1", EMDEN);
    d.round("", "takeoff:Green:high", "").round("", "", "");
    to_bomber(&mut d);
    d.pick("draw").sees("/sky/thunder", json!([10])).sees("/sky/fog", json!([25]));
    d.gross(0, 0);
    // The landing there counts.
    d.b("").gross(13, 0).m("").pick("land:Green").gross(14, 0);
}

// proves: adv-2-weather-change.d, wind.b
#[test]
fn the_new_wind_counts_for_fuel() {
    let mut d = flown(&night(3, 14), "C5", EMDEN);
    d.rounds(2);
    to_bomber(&mut d);
    d.pick("draw").sees("/sky/wind", "NE");
    d.b("");
    // To the north-east one line, to the south-west three, to the west two.
    d.m("").pick("fly:Green:NE").shows("Green", "fuel", 9);
    d.pick("keep").pick("fly:Yellow:SW").shows("Yellow", "fuel", 7);
    d.pick("keep").pick("fly:Blue:W").shows("Blue", "fuel", 10);
}

// proves: adv-2-weather-change.h
#[test]
fn wind_cards_come_back_the_next_night_only() {
    let drawn_from = |d: &Duel| match d.table.question().map(|q| &q.kind) {
        Some(Kind::Draw(spec)) => spec.items.clone(),
        other => panic!("no draw is asked for: {other:?}"),
    };
    let two = night(2, 3).with("nights", "2").with("weather", "[1, 1]");
    let mut d = flown(&two, "C2 C5 C2", EMDEN);
    d.rounds(1);
    to_bomber(&mut d);
    assert_eq!(drawn_from(&d), [1, 2, 3, 4, 5, 6]);
    d.b("");
    to_bomber(&mut d);
    assert_eq!(drawn_from(&d), [1, 3, 4, 5, 6]);
    d.b("").rounds(3).pick("next").lay_out(EMDEN, 8).rounds(1);
    to_bomber(&mut d);
    assert_eq!(drawn_from(&d), [1, 2, 3, 4, 5, 6]);
}

// proves: adv-2a-reprogram.a, adv-2a-reprogram.b, adv-2a-reprogram.c, adv-2a-reprogram.d
#[test]
fn after_a_change_the_moves_not_yet_flown_may_be_replaced() {
    let mut d = flown(&night(5, 9), "C1 C2", BERLIN);
    d.rounds(3);
    // No change, no question.
    to_bomber(&mut d);
    assert_eq!(d.clause(), "compass-cards.j");
    d.b("").bomber_at(20);
    to_bomber(&mut d);
    d.pick("draw");
    assert_eq!(d.clause(), "adv-2a-reprogram.a");
    d.offers_only(&["keep", "replan"]);
    d.pick("replan").asked(B, "adv-2a-reprogram.b");
    // Fourteen less the four flown.
    d.sees("/plan/moves_left", 10).offers("target:22").offers("target:12").offers("target:28");
    // What is replaced stays in sight, and its target is the usual choice.
    d.sees("/plan/before/0", 22).sees("/plan/before/1/4", 20).sees("/plan/target", 0);
    let marked = d.table.question().map(|q| q.offers[q.default].key.num());
    assert_eq!(marked, Some(22));
    d.pick("target:28").sees("/plan/before/0", 22);
    // The last bearing flown was E.
    d.offers("fly:NE")
        .offers("fly:SE")
        .barred("fly:NW", "compass-cards.c")
        .barred("fly:W", "compass-cards.c");
    d.barred("fly:SW", "compass-cards.c").barred("land", "compass-cards.g");
    // The strike comes at the new target, and the cards lead home from there.
    d.pick("fly:SE").sees("/plan/moves_left", 9);
    d.cards("W W W W W").sees("/plan/before", json!(null)).b("").bomber_at(28).gross(23, 0);
    d.rounds(5).bomber_at(23).gross(23, 0).ended("Britain");
}

// proves: adv-2a-reprogram.c
#[test]
fn a_new_programme_cannot_be_longer_than_the_moves_that_are_left() {
    let mut d = flown(&night(5, 14), "C1", BERLIN);
    d.rounds(4);
    to_bomber(&mut d);
    d.picks("draw replan target:22").sees("/plan/moves_left", 10);
    // Over 13 and 14 Berlin takes three moves and the way home six: nine are left after the first, and no detour.
    d.pick("fly:NE").sees("/plan/moves_left", 9);
    d.offers("fly:E").barred("fly:NE", "compass-cards.b").barred("fly:NW", "compass-cards.b");
}

// proves: adv-2a-reprogram.a, summer.c
#[test]
fn the_programme_may_be_kept() {
    let mut d = flown(&night(5, 14).summer().squadron("Red", 20), "C3", BERLIN);
    d.rounds(4);
    to_bomber(&mut d);
    d.picks("draw keep").b("").rounds(2).bomber_at(21);
    // Move 8 is the eighth of the night, whatever was laid anew.
    d.round("", "takeoff:Red:high", "").bomber_at(20).gross(33, 3);
}

// proves: adv-2a-reprogram.e
#[test]
fn when_no_other_city_is_in_reach_the_target_stays() {
    let course = "16>26: SW SE E NE NW W SW SE E NE E W W W";
    let mut d = flown(&night(11, 14), "C1 C2", course);
    d.rounds(10).bomber_at(25);
    to_bomber(&mut d);
    d.picks("draw replan").offers_only(&["target:26"]).barred("target:11", "compass-cards.b");
    d.picks("target:26 fly:E fly:W fly:W").barred("land", "compass-cards.f");
    d.picks("fly:W land").b("");
    d.bomber_at(26).gross(15, 0);
}

// proves: adv-2a-reprogram.f
#[test]
fn flown_and_new_cards_together_stay_within_the_deck() {
    // Six cards show E: two are flown, four more lead to Dresden, and there is no seventh.
    let mut d = flown(&night(3, 14), "C1", "23>29: E E E E E E W W W W W W");
    d.rounds(2);
    to_bomber(&mut d);
    d.picks("draw replan target:29");
    let cards = d.seen("/plan/cards_left");
    assert_eq!(cards[0], json!(["E", 4]));
    d.picks("fly:E fly:E fly:E fly:E").barred("fly:E", "compass-cards.g").offers("fly:W");
    assert_eq!(d.seen("/plan/cards_left/0"), json!(["E", 0]));
}

// proves: adv-2a-reprogram.b, adv-2a-reprogram.g
#[test]
fn markers_stay_on_the_old_target_and_the_second_change_stays_due() {
    let lay = || {
        let mut d = Night::new().rule("WeatherChange").change(3, 5).open_with("C1 C6");
        d.lay_out(EMDEN, 1).round("3", "", "").round("11 high marker", "", "");
        to_bomber(&mut d);
        d.pick("draw");
        d
    };
    let mut d = lay();
    d.pick("keep").b("").gross(14, 0);
    // Hamburg instead: Emden is crossed and not struck, its marker does not count.
    let mut d = lay();
    d.picks("replan target:12").cards("E E NW W W W").b("").bomber_at(11).gross(0, 0);
    d.rounds(1).bomber_at(12).gross(17, 0).sees("/hexes/10/markers", 1);
    to_bomber(&mut d);
    assert_eq!(d.clause(), "adv-2-weather-change.d");
    d.b("").bomber_at(4).rounds(3).bomber_at(1).gross(17, 0);
}

// proves: adv-2a-reprogram.h, adv-2b-reroute-home.c, information.a
#[test]
fn the_german_seat_cannot_tell_whether_a_course_was_laid_anew() {
    let at_change = || {
        let mut d = flown(&night(3, 14), "C1", EMDEN);
        d.rounds(2);
        to_bomber(&mut d);
        d.pick("draw");
        d
    };
    let mut kept = at_change();
    kept.pick("keep");
    let mut new = at_change();
    new.pick("replan");
    let same = |a: &Duel, b: &Duel| {
        assert_eq!(a.seen_by(G, ""), b.seen_by(G, ""));
        assert_eq!(a.table.log(G), b.table.log(G));
    };
    same(&kept, &new);
    for id in ["target:12", "fly:E", "fly:E", "fly:NW", "fly:W", "fly:W", "fly:W", "land"] {
        new.pick(id);
        same(&kept, &new);
        assert_eq!(new.seen_by(G, "/plan"), json!(null));
    }
    // The card flown is the same; that Emden was struck or not is seen then.
    assert_ne!(kept.seen_by(B, "/plan"), new.seen_by(B, "/plan"));
}

// proves: adv-2b-reroute-home.a, adv-2b-reroute-home.b
#[test]
fn after_the_strike_the_way_home_may_be_laid_anew_each_turn() {
    let mut d = flown(&night(13, 14), "", EMDEN);
    // Never before the strike without a change.
    for _ in 0..3 {
        to_bomber(&mut d);
        assert_eq!(d.clause(), "compass-cards.j");
        d.b("");
    }
    to_bomber(&mut d);
    d.asked(B, "adv-2b-reroute-home.a");
    d.pick("replan");
    // No new target; over the target just struck every bearing is free.
    assert_eq!(d.clause(), "compass-cards.c");
    d.sees("/plan/moves_left", 11);
    for bearing in ["E", "NE", "NW", "W", "SW", "SE"] {
        d.offers(&format!("fly:{bearing}"));
    }
    d.barred("land", "compass-cards.f");
    d.cards("W W W").b("").bomber_at(10).gross(13, 0);
    // As often as wanted; now the last bearing binds, and any British airport will do.
    to_bomber(&mut d);
    d.pick("replan").barred("fly:E", "compass-cards.c").barred("fly:SE", "compass-cards.c").offers("fly:SW");
    d.cards("SW W").b("").bomber_at(17);
    to_bomber(&mut d);
    d.pick("keep").b("").bomber_at(16).ended("Britain");
    // Emden was crossed once and struck once.
    d.gross(13, 0);
}

// proves: adv-2b-reroute-home.b
#[test]
fn the_new_way_home_has_fourteen_moves_less_those_made() {
    let mut d = flown(&night(13, 14), "C1 C2", BERLIN);
    d.rounds(6).bomber_at(22);
    to_bomber(&mut d);
    d.pick("replan").sees("/plan/moves_left", 8);
    // Six hexes from home with eight moves: there is time for the way round by 15, not for that by 30.
    d.offers("fly:W").offers("fly:NE").barred("fly:SE", "compass-cards.b").barred("fly:E", "board.c");
    d.pick("fly:NE").pick("fly:NW").barred("fly:NE", "board.c").offers("fly:W");
}
