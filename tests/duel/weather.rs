//! The weather: each element in its hex, moon, wind and summer on the whole board.

use crate::table::{Duel, EMDEN, Night};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

fn all_hexes() -> String {
    (1..=43).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

/// Blue waits high over 11, where the bomber strikes.
fn met(night: &Night) -> Duel {
    let mut d = night.fly(EMDEN, 8);
    d.round("", "takeoff:Blue:high", "").rounds(2).bomber_at(11);
    d
}

// proves: weather.a, clouds.a, clouds.b
#[test]
fn clouds_count_in_the_hex_that_they_cover() {
    met(&Night::new()).gross(13, 2);
    met(&Night::new().clouds("11")).gross(8, 1);
    met(&Night::new().clouds("3 4 10 12 18 19")).gross(13, 2);
}

// proves: weather.a, weather.b, thunderstorm.a, thunderstorm.c, thunderstorm.d
#[test]
fn a_storm_over_the_target_counts_three_times_over() {
    // Strike −7, attack 2 − 2, and 2 for flying in.
    // Blue's takeoff in the storm gives Britain one.
    met(&Night::new().thunder("11")).gross(6 + 1, 2);
    met(&Night::new().thunder("11").moon("Full")).gross(9 + 1, 3);
    met(&Night::new().thunder("11").fog("11")).gross(3 + 2, 2);
    met(&Night::new().thunder("3 4 12 18 19")).gross(13, 2);
}

// proves: fog.e, fog.f, weather.b
#[test]
fn fog_weakens_the_strike_and_touches_no_fight() {
    met(&Night::new().fog("11")).gross(11, 2);
    met(&Night::new().fog("11").clouds("11")).gross(6, 1);
    // Over the first hexes of the way nothing happens; Blue's takeoff in fog is the one point.
    met(&Night::new().fog("9 10")).gross(13, 2);
}

// proves: full-moon.a, full-moon.c, new-moon.a, new-moon.b
#[test]
fn the_moon_on_the_card_counts_on_the_whole_board() {
    met(&Night::new().moon("Full")).gross(16, 3);
    met(&Night::new().moon("New")).gross(10, 2);
}

// proves: clouds.c, thunderstorm.e, full-moon.b
#[test]
fn a_duel_is_fought_under_the_weather_of_its_hex() {
    // Green and Red fly onto the Mosquito over 24: Red from the ground there does not move onto it.
    let duel = |night: Night, points: i32| {
        night.squadron("Red", 32).fly(EMDEN, 23).round("24", "fly:Green:W fly:Red:NW", "").gross(points, 0);
    };
    duel(Night::new(), 2);
    duel(Night::new().clouds("24"), 1);
    duel(Night::new().thunder("24"), 0);
    duel(Night::new().clouds("25 32 23").thunder("17"), 2);
    duel(Night::new().moon("Full"), 3);
    duel(Night::new().moon("New"), 2);
    duel(Night::new().moon("Full").thunder("24"), 1);
    duel(Night::new().fog("24"), 2);
}

// proves: clouds.d
#[test]
fn clouds_change_neither_airfields_nor_fuel_nor_flak_nor_markers() {
    let run = |night: Night| {
        let mut d = night.tiles("flak@11 searchlight@11 balloon@24").fly(EMDEN, 23);
        d.round("24 low bomb:airport marker", "takeoff:Green:low fly:Yellow:E", "");
        d.round("24 low marker", "circle:Green land fly:Yellow:W", "").round("", "", "");
        let fuel = ["Red", "Green", "Yellow", "Blue"].map(|code| d.of(code, "fuel"));
        (d.seen("/gross/1"), fuel, d.seen("/markers"), d.seen("/hexes/23/markers"), d.seen("/hexes/23/bombs"))
    };
    assert_eq!(run(Night::new()), run(Night::new().clouds(&all_hexes())));
}

// proves: thunderstorm.b, fog.a, fog.b
#[test]
fn each_takeoff_and_landing_of_a_squadron_in_storm_or_fog_scores() {
    for (night, each) in [
        (Night::new().thunder("25"), 1),
        (Night::new().fog("25"), 1),
        (Night::new().fog("25").clouds("25"), 1),
        (Night::new().thunder("24").fog("24 12"), 0),
    ] {
        let mut d = night.fly(EMDEN, 8);
        d.round("", "takeoff:Green:low", "").gross(each, 0);
        // Circling there is neither.
        d.round("", "circle:Green keep", "").gross(each, 0).m("").pick("land:Green").gross(2 * each, 0);
        // Leaving by a flight is a takeoff as well.
        d.g("").b("").m("").pick("fly:Green:NE").sees("/gross/0", 13 + 3 * each);
    }
}

// proves: thunderstorm.d
#[test]
fn the_bomber_pays_for_each_storm_that_it_enters_and_for_none_that_it_leaves() {
    let mut d = Night::new().thunder("16 9 2 1").fly(EMDEN, 8);
    d.rounds(1).gross(0, 2).rounds(1).gross(0, 2).rounds(2).gross(13, 2).rounds(1).gross(13, 4);
    d.rounds(1).gross(13, 6);
    // A hex entered again costs again.
    let mut d = Night::new().thunder("18").fly(BERLIN, 8);
    d.rounds(2).gross(0, 2).rounds(8).bomber_at(18).gross(33, 4);
}

// proves: fog.c, fog.d, fog.f
#[test]
fn fog_costs_the_bomber_one_at_takeoff_and_two_at_landing() {
    let mut d = Night::new().fog("16 9 10 2 1").fly(EMDEN, 8);
    d.rounds(1).gross(0, 1).rounds(4).gross(13, 1).rounds(1).gross(13, 3);
    let mut d = Night::new().fog("9 10 3 2").fly(EMDEN, 8);
    d.rounds(6).gross(13, 0);
}

// proves: fog.f
#[test]
fn the_mosquito_and_squadrons_flying_through_ignore_fog() {
    let mut d = Night::new().fog("8 17 18 24").fly(EMDEN, 8);
    d.round("17", "fly:Green:NE", "").round("8 land", "circle:Green up", "").gross(0, 0);
    d.round("", "fly:Green:W", "").stands("Green", 17, "High").gross(13, 0);
}

// proves: summer.a, summer.c
#[test]
fn in_summer_squadrons_score_more_from_the_eighth_move_on() {
    // The bomber enters 20 on its moves 4 and 8.
    let run = |night: Night| {
        let mut d = night.squadron("Red", 20).fly(BERLIN, 8);
        d.rounds(3).round("", "takeoff:Red:high", "").bomber_at(20).gross(0, 2);
        d.round("", "land:Red", "").rounds(2).round("", "takeoff:Red:high", "").bomber_at(20);
        d
    };
    run(Night::new().summer()).gross(33, 5);
    run(Night::new()).gross(33, 4);
    // On the seventh move it is not yet summer, on the ninth it is.
    let mut d = Night::new().summer().squadron("Red", 19).squadron("Green", 20).fly(BERLIN, 8);
    d.rounds(6).round("", "fly:Green:E", "");
    d.bomber_at(21);
    let before = d.seen("/gross/1");
    assert_eq!(before, 1, "low Green over 21 on the seventh move: 2 − 1");
    d.rounds(1).round("", "takeoff:Red:high", "").bomber_at(19).sees("/gross/1", 4);
}

// proves: summer.b, summer.c
#[test]
fn in_summer_a_duel_is_worth_one_more_from_the_round_of_the_eighth_move_on() {
    let run = |night: Night, seventh: i32, eighth: i32| {
        let mut d = night.squadron("Red", 32).squadron("Yellow", 25).fly(BERLIN, 23);
        d.rounds(5).round("24", "", "").gross(33, 0);
        d.round("24", "fly:Green:W", "").gross(33 + seventh, 0);
        d.round("24", "fly:Red:NW fly:Yellow:W", "").gross(33 + eighth, 0);
    };
    let night = Night::new().tiles("truck@25");
    run(night.clone().summer(), 1, 4);
    run(night, 1, 3);
}

// proves: summer.c
#[test]
fn a_short_raid_never_reaches_the_summer_bonus() {
    met(&Night::new().summer()).gross(13, 2).sees("/sky/summer", true).sees("/sky/summer_now", false);
}
