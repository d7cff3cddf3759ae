//! The six phases of a night.

use bombers_moon::games::duel::data::{HexSet, Level};
use serde_json::{Value, json};

use crate::table::{B, Duel, EMDEN, G, Night, content};

/// proves: night.a, night.b, phase-1.d, phase-3.c, phase-5.d
#[test]
fn six_phases_in_order() {
    let mut d = Night::new().no_squadrons().without("weather").open_with("W1");
    let rules = |d: &Duel| d.seen_by(G, "/rule");
    assert_eq!(rules(&d), "phase-1");
    // The squadrons are placed before any weather is known.
    d.sees("/sky/card", 0).picks("at:24 at:25 at:12").sees("/sky/card", 0).picks("at:11 done");
    assert_eq!(rules(&d), "phase-2");
    d.asked(B, "phase-2.a").pick("draw");
    // B plans with squadrons and weather in sight, and no tile on the board.
    assert_eq!(rules(&d), "phase-3");
    d.sees("/sky/card", 1).stands("Red", 24, "Ground").sees("/resources", json!([0, 40]));
    d.asked(B, "phase-3.a").course(EMDEN);
    assert_eq!(rules(&d), "phase-4");
    d.asked(G, "phase-4.a").pick("place:flak:11").pick("done");
    assert_eq!(rules(&d), "phase-5");
    d.asked(B, "phase-5.b").pick("start:8");
    // Nothing of phases 1 to 5 comes back; one raid, one target.
    for _ in 0..6 {
        assert_eq!(rules(&d), "mosquito");
        d.asked(B, "mosquito.a").m("");
        assert_eq!(rules(&d), "fighters");
        let verbs: Vec<&str> =
            d.table.question().map_or(Vec::new(), |q| q.offers.iter().map(|o| o.key.verb).collect());
        assert!(!verbs.iter().any(|v| ["at", "place", "take", "start", "target"].contains(v)), "{verbs:?}");
        d.asked(G, "phase-6.e").g("").asked(B, "compass-cards.j").b("");
    }
    d.ended("Britain").gross(13, 1);
}

/// proves: phase-3.c
#[test]
fn tiles_that_a_scenario_lays_come_after_the_plan() {
    let mut d = Night::new().tiles("flak@11").open();
    d.sees("/resources", json!([0, 40])).course(EMDEN).sees("/resources", json!([1, 40]));
}

/// proves: phase-1.a, information.c
#[test]
fn germany_places_each_squadron_on_any_airport() {
    let mut d = Night::new().no_squadrons().open();
    for (code, hex) in [("Red", 42), ("Green", 5), ("Yellow", 24), ("Blue", 22)] {
        d.asked(G, "phase-1.a").prompt(code);
        for offer in d.seen("/hexes").as_array().into_iter().flatten() {
            let id = format!("at:{}", offer["hex"]);
            if offer["room"].is_null() {
                d.offers_no(&id)
            } else {
                d.offers(&id)
            };
        }
        d.pick(&format!("at:{hex}")).stands(code, hex, "Ground");
    }
    // The table goes over to Britain when Germany says so.
    d.asked(G, "phase-1.d").pick("done").asked(B, "phase-3.a");
}

/// proves: phase-1.b, phase-1.c, setup.g
#[test]
fn one_squadron_an_airport_without_fuel_trucks() {
    let mut d = Night::new().no_squadrons().option("resources", "basic").open();
    d.pick("at:24").barred("at:24", "phase-1.b").offers("at:25");
    // The marked field is one that owes no truck.
    let marked = |d: &Duel| d.table.question().map(|q| q.offers[q.default].key.place());
    assert_eq!(marked(&d), Some(5));
    assert_eq!(marked(Night::new().no_squadrons().open().pick("at:5")), Some(11));
    d.pick("at:25").barred("at:24", "phase-1.b").barred("at:25", "phase-1.b");
}

/// proves: phase-1.c
#[test]
fn sharing_an_airport_owes_fuel_trucks() {
    let mut d = Night::new().no_squadrons().open();
    d.picks("at:24 at:24 at:24 at:12 done").course(EMDEN);
    d.barred("done", "phase-1.c").pick("place:truck:24").barred("done", "phase-1.c");
    // A truck elsewhere does not help.
    d.pick("place:truck:12").barred("done", "phase-1.c");
    d.pick("place:truck:24").offers("done");
    // Nothing is owed where everybody stands alone.
    let mut d = Night::new().open();
    d.course(EMDEN).offers("done");
}

/// proves: phase-1.c, ground-defence.a
#[test]
fn the_last_places_and_trucks_are_kept_for_shared_airports() {
    let mut d = Night::new().squadron("Green", 24).tiles("flak@11x16 searchlight@11x16 radar@11x7").open();
    d.course(EMDEN).barred("place:radar:11", "phase-1.c").offers("place:truck:24");
    d.barred("place:truck:25", "phase-1.c").pick("place:truck:24").offers("done");
    let mut d = Night::new().squadron("Green", 24).tiles("truck@11x7").open();
    d.course(EMDEN).barred("place:truck:11", "phase-1.c").offers("place:truck:24").offers("place:flak:11");
}

/// proves: phase-2.a, phase-2.b, phase-2.c, phase-2.d
#[test]
fn the_card_lays_everything_out() {
    for card in &content().tables.weather {
        // Card 1 is the builder's own; here it stands as printed.
        let night = if card.card == 1 { Night::printed() } else { Night::new() };
        let mut d = night.without("weather").open_with(&format!("W{}", card.card));
        d.asked(B, "phase-2.a").sees("/sky/card", 0).sees("/sky/clouds", json!([])).pick("draw");
        let set = |hexes: &[u8]| json!(hexes.iter().copied().collect::<HexSet>().iter().collect::<Vec<_>>());
        for seat in [B, G] {
            let sky = d.seen_by(seat, "/sky");
            assert_eq!(sky["card"], card.card);
            assert_eq!(sky["clouds"], set(&card.clouds));
            assert_eq!(sky["thunder"], set(&card.thunder));
            assert_eq!(sky["fog"], set(&card.fog));
            assert_eq!(sky["wind"], card.wind.word());
            assert_eq!(sky["moon"], format!("{:?}", card.moon));
            assert_eq!(sky["summer"], card.summer);
            assert_eq!(sky["change"], json!([]), "the moves of weather changes are for rule 2");
        }
        // No choice, and the letters of the solo mission bind nobody.
        d.asked(B, "phase-3.a").offers_only(&["from:1", "from:8", "from:16", "from:23"]);
    }
    // A card without a moon is legal.
    Night::new().open().sees("/sky/moon", "None");
}

/// proves: phase-2.d
#[test]
fn weather_changes_only_with_their_rule_and_letters_only_alone() {
    let mut d = Night::new().change(2, 4).fly(EMDEN, 8);
    d.rounds(6).ended("Britain").sees("/sky/wind", "W");
    assert_eq!(d.cited("adv-2-weather-change.e"), 0);
    let mut d = Night::new().change(2, 4).rule("WeatherChange").fly(EMDEN, 8);
    d.rounds(1).m("").g("").asked(B, "adv-2-weather-change.d").sees("/sky/change", json!([2, 4]));
    // The solo mission takes its starts from the card.
    let mut d = Night::new().solo(23, 1, 1).open();
    d.bomber_at(23).mosquito_at(1);
}

/// proves: phase-3.a
#[test]
fn britain_plans_airports_target_and_course() {
    let mut d = Night::new().open();
    d.asked(B, "phase-3.a").offers_only(&["from:1", "from:8", "from:16", "from:23"]);
    d.pick("from:23").offers("target:22").offers("target:11").pick("target:22");
    // A longer way than need be: 14 cards.
    d.cards("E E E E E NE E W W W W W W SW");
    d.sees("/plan/hexes/14", 23).sees("/plan/moves_left", 0).asked(G, "phase-4.a");
}

/// proves: phase-4.a
#[test]
fn up_to_forty_tiles_any_number_in_a_hex() {
    let mut d = Night::new().open();
    d.course(EMDEN).offers("done");
    for _ in 0..16 {
        d.pick("place:flak:37");
    }
    d.barred("place:flak:37", "ground-defence.h").barred("place:flak:4", "ground-defence.h");
    for id in ["place:searchlight:37"; 16].into_iter().chain(["place:radar:6"; 8]) {
        d.offers("done").pick(id);
    }
    d.sees("/resources", json!([40, 40])).barred("place:smoke:37", "ground-defence.a");
    d.barred("place:bunker:37", "ground-defence.a");
    d.picks("take:radar:6 place:smoke:37 done").sees("/hexes/36/tiles/0", json!([16, 0]));
    // Fewer are allowed, none too.
    Night::new().fly(EMDEN, 8).sees("/resources", json!([0, 40]));
}

/// proves: phase-4.c, phase-6.f, bomber.a
#[test]
fn the_programme_is_locked() {
    let mut d = Night::new().tiles("flak@11x8").open();
    d.course(EMDEN).asked(G, "phase-4.a").picks("place:flak:11 done").asked(B, "phase-5.b").pick("start:8");
    // In his turns B chooses the altitude of the night, then nothing any more.
    d.m("").g("").offers_only(&["high", "low"]).pick("high");
    for _ in 0..5 {
        d.m("").g("").offers_only(&["turn"]).pick("turn");
    }
    d.sees("/bomber/path", json!([16, 9, 10, 11, 3, 2, 1]));
    // Advanced rule 2 lifts it.
    let mut d = Night::new().rule("WeatherChange").change(2, 10).fly(EMDEN, 8);
    d.rounds(1).m("").g("").pick("draw").offers_only(&["keep", "replan"]);
}

/// proves: phase-5.a, phase-5.b, phase-5.c
#[test]
fn bomber_and_mosquito_stand_on_different_airports() {
    for (course, bomber) in [(EMDEN, 16), ("23>26: E E E W W W", 23)] {
        let mut d = Night::new().open();
        d.course(course).sees("/bomber/aircraft/hex", 0).pick("done");
        d.bomber_at(bomber).sees("/bomber/aircraft/level", "Ground").sees("/bomber/path", json!([bomber]));
        for hex in [1, 8, 16, 23] {
            let id = format!("start:{hex}");
            if hex == bomber {
                d.barred(&id, "phase-5.c")
            } else {
                d.offers(&id)
            };
        }
        d.pick("start:8").mosquito_at(8).sees("/mosquito/level", "Ground");
    }
    // They may land at the same one.
    let mut d = Night::new().fly(EMDEN, 8);
    d.m("1 land").g("").b("").rounds(5).bomber_at(1).mosquito_at(1).ended("Britain");
}

/// proves: phase-6.a
#[test]
fn mosquito_squadrons_bomber_again_and_again() {
    let mut d = Night::new().fly(EMDEN, 8);
    for turn in 0..6 {
        d.asked(B, "mosquito.a").sees("/turn", 3 * turn + 1).m("");
        d.asked(G, "phase-6.e").sees("/turn", 3 * turn + 2).g("");
        d.asked(B, "compass-cards.j").sees("/turn", 3 * turn + 3).b("");
    }
    assert!(d.table.outcome().is_some());
}

/// proves: phase-6.b, mosquito.f
#[test]
fn who_is_down_is_skipped() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("1 land", "", "").asked(G, "phase-6.e").g("").b("").asked(G, "phase-6.e");
    // Squadrons on the ground may still take off, so Germany is asked; once all four are out it is not.
    d.offers("fly:Red:NE");
    let night = Night::new().squadron("Red", 12).squadron("Green", 14).squadron("Yellow", 29);
    let mut d = night.squadron("Blue", 35).option("dials", "3/3").fly(EMDEN, 8);
    d.round("", "fly:Red:E fly:Green:E fly:Yellow:E fly:Blue:E", "");
    d.round("", "ditch:Red ditch:Green ditch:Yellow ditch:Blue", "").gross(8, 0);
    d.m("").asked(B, "compass-cards.j");
}

/// proves: phase-6.c
#[test]
fn the_night_ends_when_everything_is_down() {
    // With all on the ground at the start it does not end; with the bomber's last card it does, at once.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(5).m("").g("");
    assert!(d.table.outcome().is_none());
    d.pick("turn").ended("Britain");
    // While a squadron or the Mosquito flies, it goes on.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(5).round("", "takeoff:Red:low", "");
    d.asked(G, "phase-6.e").pick("land:Red").pick("end").ended("Britain");
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(5).round("1", "", "").asked(B, "mosquito.a").pick("to:1").pick("land").ended("Britain");
    // Out through ditching counts as down.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(2).round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "");
    d.round("", "fly:Yellow:E", "").round("", "", "").asked(G, "phase-6.e");
    d.pick("ditch:Yellow").pick("end").ended("Britain").gross(15, 0);
}

/// proves: phase-6.d
#[test]
fn after_the_landing_everybody_goes_home() {
    let mut d = Night::new().squadron("Blue", 5).fly(EMDEN, 8);
    d.round("10", "", "").round("12", "", "").round("13", "", "");
    d.round("", "fly:Blue:E", "").round("", "fly:Blue:SE", "").stands("Blue", 14, "Low");
    d.round("", "takeoff:Red:high fly:Yellow:NW", "").bomber_at(1);
    // The Mosquito, five away, by a shortest way: two nearer, then two, then home.
    d.asked(B, "mosquito.a").offers_only(&["to:4", "to:11", "to:19"]).barred("to:13", "phase-6.d");
    d.barred("to:12", "phase-6.d").m("11");
    // Red is over its airport and lands; Blue over its own; Yellow, over 4, can reach 5, 11 and 12.
    d.asked(G, "phase-6.e").barred("end", "fuel.k").offers("land:Red").offers_no("circle:Red");
    d.offers("land:Blue").offers_no("fly:Blue:E");
    d.offers("fly:Yellow:E").barred("fly:Yellow:W", "phase-6.d").barred("circle:Yellow", "phase-6.d");
    d.barred("tail:Yellow", "phase-6.d");
    // Green may not take off any more.
    d.offers_no("fly:Green:E").offers_no("takeoff:Green:low");
    d.pick("fly:Yellow:E").barred("keep", "phase-6.d").barred("up", "phase-6.d").pick("land");
    d.picks("land:Red land:Blue end");
    d.asked(B, "mosquito.a").barred("to:11", "phase-6.d").pick("to:9").barred("land", "mosquito.f");
    d.picks("high done").asked(B, "mosquito.a").offers_only(&["to:1", "to:8", "to:16", "to:23"]);
    d.pick("to:8").barred("high", "phase-6.d").barred("low", "phase-6.d").pick("land").ended("Britain");
}

/// proves: phase-6.d, fog.b
#[test]
fn points_are_still_scored_after_the_landing() {
    let mut d = Night::new().fog("24").fly(EMDEN, 8);
    d.rounds(5).round("", "takeoff:Red:low", "").gross(14, 0);
    d.pick("land:Red").gross(15, 0).pick("end").ended("Britain");
}

/// proves: phase-6.d
#[test]
fn a_squadron_that_reaches_no_airport_flies_on() {
    let mut d = Night::new().fly(EMDEN, 8);
    for way in ["", "", "", "fly:Red:NE", "fly:Red:NW", "fly:Red:NE"] {
        d.round("", way, "");
    }
    // Over 2 no airport is one flight away: it is free to go where it likes, and may circle.
    d.stands("Red", 2, "Low").offers("fly:Red:SE").offers("circle:Red").offers("end");
    d.acts("fly:Red:SE").pick("end");
    d.stands("Red", 10, "Low").offers("fly:Red:SE").barred("fly:Red:W", "phase-6.d");
}

/// proves: phase-6.e, fuel.g
#[test]
fn each_squadron_acts_once_in_any_order() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.m("").acts("fly:Blue:E");
    for id in ["fly:Blue:W", "circle:Blue", "land:Blue", "tail:Blue"] {
        d.offers_no(id);
    }
    d.offers("fly:Red:E").acts("fly:Yellow:E fly:Red:NE").offers_no("fly:Red:W").offers("fly:Green:E");
    // Each action is complete before the next: the first of them stands where it flew to.
    d.stands("Blue", 12, "Low").pick("end");
    // Who did nothing waits on the ground, or circles for a line.
    d.shows("Green", "fuel", 10).shows("Blue", "fuel", 9).b("").m("").offers("fly:Blue:W").pick("end");
    d.shows("Green", "fuel", 10).shows("Blue", "fuel", 8).stands("Blue", 12, "Low");
}

/// proves: phase-6.g, mosquito.h
#[test]
fn points_move_at_once_and_a_duel_at_the_end_of_the_turn() {
    let mut d = Night::new().fog("24").fly(EMDEN, 8);
    d.m("17").acts("fly:Red:NE").gross(1, 0).acts("fly:Green:NW").gross(1, 0).pick("end").gross(3, 0);
    let level = d.seen("/squadrons/0/level");
    assert_eq!(level, json!(Level::Low));
    assert_eq!(d.of("Red", "out"), Value::Null);
}
