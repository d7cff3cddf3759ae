//! The Mosquito: moves, duels, blockade, markers and bombs.

use bombers_moon::games::duel::data::Moon;
use bombers_moon::games::duel::rules::points::{Field, Times, duel};
use serde_json::json;

use crate::course::LOOP;
use crate::table::{B, EMDEN, G, Night, content};

/// proves: mosquito.a, board.c
#[test]
fn none_one_or_two_hexes_anywhere() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.offers("wait").offers("to:8").offers("to:9").offers("to:17").offers_no("to:18").offers_no("to:11");
    // Waiting as long as it likes, then off.
    d.rounds(2).offers("wait").m("17").g("fly:Red:NE").b("");
    // In the air it circles instead; it may end where anybody else is.
    d.offers_no("wait").offers("to:17").offers("to:11").offers("to:24");
    let board = &content().tables.board;
    for hex in board.hexes() {
        let id = format!("to:{hex}");
        if board.distance(17, hex) <= 2 {
            d.offers(&id)
        } else {
            d.offers_no(&id)
        };
    }
    d.m("11").mosquito_at(11).bomber_at(11);
}

/// proves: mosquito.b, mosquito.c
#[test]
fn no_wind_no_fuel_and_no_flak() {
    let mut d = Night::new().tiles("flak@13x5 searchlight@13 flak@18x5").fly(LOOP, 8);
    for hex in ["10", "12", "13", "22", "", "20", "18", "", "17", "1"] {
        d.m(hex).g("");
        let hits = d.table.log(B).iter().filter(|l| l.1.contains("Flak") && l.1.contains("Mosquito")).count();
        assert_eq!(hits, 0);
        d.b("");
    }
    // The bomber met five flak in 18, once; nothing else scored for Germany, and the Mosquito is where it flew.
    d.mosquito_at(1).gross(13, 5);
    let view = d.seen("/mosquito");
    assert_eq!(view.as_object().map(|m| m.contains_key("fuel")), Some(false));
    for wind in ["E", "W"] {
        Night::new().wind(wind).fly(EMDEN, 8).offers("to:10").offers("to:9").m("10").mosquito_at(10);
    }
}

/// proves: mosquito.d
#[test]
fn low_or_high_on_every_move() {
    let mut d = Night::new().fly(LOOP, 8);
    for (hex, level, shown) in [
        ("17", "low", "Low"),
        ("17", "high", "High"),
        ("17", "low", "Low"),
        ("18", "low", "Low"),
        ("17", "high", "High"),
    ] {
        d.pick(&format!("to:{hex}")).asked(B, "mosquito.d").offers("low").offers("high");
        d.picks(level).pick("done");
        // Public, and held through the German turn.
        for seat in [B, G] {
            assert_eq!(d.seen_by(seat, "/mosquito/level"), shown);
        }
        d.g("").sees("/mosquito/level", shown).b("");
    }
}

/// proves: mosquito.e, mosquito.g, mosquito.j, mosquito.l
#[test]
fn a_duel_by_numbers() {
    let one = "fly:Red:NE";
    let two = "fly:Red:NE fly:Green:NW";
    let plain = Night::new;
    for (n, (night, level, turn, points)) in [
        (plain(), "high", "", 0),
        (plain(), "high", one, 1),
        (plain(), "high", two, 2),
        (plain(), "low", one, 0),
        (plain(), "low", two, 1),
        (plain().clouds("17"), "high", two, 1),
        (plain().clouds("18"), "high", two, 2),
        (plain().thunder("17"), "high", two, 0),
        (plain().moon("Full"), "high", one, 2),
        (plain().moon("Full"), "high", two, 3),
        (plain().moon("Full"), "high", "", 0),
        (plain().moon("Full"), "low", two, 2),
        (plain().moon("New"), "high", two, 2),
        (plain().summer(), "high", two, 2),
    ]
    .into_iter()
    .enumerate()
    {
        let mut d = night.fly(EMDEN, 8);
        d.m(&format!("17 {level}")).g(turn);
        assert_eq!(d.seen("/gross"), json!([points, 0]), "case {n}");
        // The squadrons suffer nothing else.
        d.shows("Red", "fuel", if turn.is_empty() { 10 } else { 8 });
    }
    // Summer from the round of the eighth move on.
    for (rounds, points) in [(6, 1), (7, 2)] {
        let mut d = Night::new().summer().fly(LOOP, 8);
        d.rounds(rounds);
        let before = d.seen("/gross/0").as_i64().unwrap_or(0);
        d.m("17").g(one);
        assert_eq!(d.seen("/gross/0"), before + points, "after {rounds} moves");
    }
    // Their altitude does not matter: two hexes with the wind and up, or low.
    for level in ["up", "keep"] {
        let mut d = Night::new().fly("8>11: E E E W W W", 1);
        d.m("9").g(&format!("tail:Blue {level}")).gross(1, 0);
    }
}

/// proves: mosquito.h, mosquito.j, combat.e
#[test]
fn the_formula_of_a_duel() {
    let points = &content().tables.points.duel;
    for squadrons in 1..=4u8 {
        for bits in 0..32u8 {
            let on = |bit: u8| bits >> bit & 1 == 1;
            let field = Field { cloud: on(1), thunder: on(2), ..Field::default() };
            let moon = if on(3) { Moon::Full } else { Moon::New };
            let times = Times { moon, summer: on(4), ..Times::default() };
            let n = |bit: u8| i32::from(on(bit));
            let wanted = i32::from(squadrons.min(2)) - n(0) - n(1) - 2 * n(2) + n(3) + n(4);
            assert_eq!(duel(points, squadrons, on(0), &field, &times).total(), wanted.max(0));
        }
    }
}

/// proves: mosquito.h
#[test]
fn two_squadrons_count_in_a_turn_and_the_next_turn_anew() {
    let mut d = Night::new().squadron("Yellow", 18).squadron("Blue", 26).fly(EMDEN, 8);
    d.m("17").g("fly:Red:NE fly:Green:NW fly:Yellow:W").gross(2, 0).b("");
    // A fourth; then all four again in another hex.
    d.m("").g("fly:Blue:W").gross(2, 0).b("");
    d.m("10").g("fly:Red:NE fly:Green:NE fly:Yellow:NE").gross(4, 0);
}

/// proves: mosquito.i, mosquito.g, combat.c
#[test]
fn what_is_no_meeting() {
    // It flies onto squadrons that then circle, or come down on the airport under it.
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("17", "takeoff:Red:low takeoff:Green:low", "").m("24").g("circle:Red").gross(0, 0).b("");
    d.m("").g("land:Red").gross(0, 0);
    // A takeoff on the spot under it is a takeoff, no duel.
    let mut d = Night::new().moon("Full").fly(EMDEN, 8);
    d.round("17", "", "").m("24").g("takeoff:Red:high").gross(1, 0);
    assert_eq!((d.cited("mosquito.g"), d.cited("mosquito.m")), (0, 1));
}

/// proves: mosquito.k
#[test]
fn passing_through_counts() {
    // Two hexes with the wind over 10 to 9.
    for (hex, points) in [("10", 1), ("9", 1), ("17", 0)] {
        let mut d = Night::new().fly("23>26: E E E W W W", 8);
        d.m(hex).g("tail:Blue keep").stands("Blue", 9, "Low").gross(points, 0);
    }
    // The hex that it leaves does not.
    let mut d = Night::new().fly("23>26: E E E W W W", 8);
    d.round("10", "", "").m("11").g("tail:Blue keep").gross(1, 0);
    assert_eq!((d.cited("mosquito.g"), d.cited("mosquito.m")), (0, 1));
}

/// proves: mosquito.m, mosquito.n, balloon-barrier.a
#[test]
fn takeoffs_under_the_mosquito() {
    // Flying off or staying, high or low: a point each, however many.
    for level in ["low", "high"] {
        let mut d =
            Night::new().squadron("Green", 24).squadron("Yellow", 24).tiles("truck@24x2").fly(EMDEN, 8);
        d.round("17", "", "").m(&format!("24 {level}"));
        d.acts("fly:Red:SE").gross(1, 0).acts("takeoff:Green:high").gross(2, 0);
        d.acts("takeoff:Yellow:low").gross(3, 0).pick("end").gross(3, 0).b("");
        // Landing under it costs nothing.
        d.m(&format!("24 {level}")).g("land:Green").gross(3, 0);
    }
    // Elsewhere nothing.
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("17", "", "").m("18").g("takeoff:Red:low").gross(0, 0);
    // A working barrier cancels it; a bombed one does not.
    let mut d = Night::new().tiles("balloon@24").fly(EMDEN, 8);
    d.round("17", "", "").m("24").g("takeoff:Red:low").gross(0, 0);
    let mut d = Night::new().tiles("balloon@24").fly(EMDEN, 8);
    d.round("17", "", "").m("24 low bomb:balloon").gross(0, 0).g("takeoff:Red:low").gross(1, 0);
    // It adds to fog and to a bombed airport.
    let mut d = Night::new().fog("24").fly(EMDEN, 8);
    d.round("17", "", "").m("24 low bomb:airport extra").g("takeoff:Red:low").gross(1 + 1 + 2, 0);
}

/// proves: mosquito.f
#[test]
fn it_lands_on_british_airports_for_good() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.pick("to:17").barred("land", "mosquito.f").pick("high").pick("done").g("").b("");
    for hex in [1, 8, 16, 23] {
        let mut d = Night::new().fly(EMDEN, 8);
        d.m("9").g("").b("").m(if hex == 23 { "16" } else { "9" }).g("").b("");
        d.pick(&format!("to:{hex}")).offers("land").offers("high").pick("land");
        // Down for the night: its turns are skipped.
        d.mosquito_at(hex).sees("/mosquito/down", true).g("").b("").asked(G, "phase-6.e");
    }
}

/// proves: mosquito.o, mosquito.p, mosquito.r
#[test]
fn any_number_of_six_markers_where_it_ends() {
    let mut d = Night::new().tiles("flak@12x2 radar@11").fly(EMDEN, 8);
    d.round("10", "", "");
    // It flies over 11 to 12: what lies in 11 is out of its reach.
    d.picks("to:12 low").asked(B, "mosquito.o").offers("marker").offers("bomb:airport").offers("bomb:flak");
    d.offers_no("bomb:radar").offers("done");
    d.picks("marker bomb:airport bomb:flak marker bomb:flak");
    d.barred("bomb:flak", "mosquito.v").pick("marker");
    d.barred("marker", "mosquito.p").barred("extra", "mosquito.p").pick("done");
    d.sees("/markers", 0).sees("/hexes/11/markers", 3).sees("/hexes/11/bombs", 1);
    // They are gone for the night: nothing is asked any more.
    d.g("").b("").picks("to:12 low").asked(G, "phase-6.e").sees("/hexes/11/markers", 3);
}

/// proves: mosquito.q, mosquito.r
#[test]
fn target_markers_count_on_the_target_before_the_strike() {
    for (level, hex, markers, points) in
        [("high", "11", 3, 16), ("low", "11", 6, 19), ("high", "12", 3, 13), ("high", "11", 0, 13)]
    {
        let mut d = Night::new().fly(EMDEN, 8);
        d.round("10", "", "").m(&format!("{hex} {level}{}", " marker".repeat(markers))).gross(0, 0);
        d.g("").b("").rounds(1).gross(points, 0);
    }
    // After the strike they come too late; they stay in sight and cannot be moved.
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("10", "", "").rounds(2).gross(13, 0).m("11 high marker marker").g("").b("").gross(13, 0);
    for seat in [B, G] {
        assert_eq!(d.seen_by(seat, "/hexes/10/markers"), 2);
    }
    d.rounds(1).sees("/hexes/10/markers", 2);
}

/// proves: mosquito.s
#[test]
fn bombs_fall_from_low_altitude_only() {
    let mut d = Night::new().tiles("flak@11").fly(EMDEN, 8);
    d.round("10", "", "").picks("to:11 high").offers("marker");
    d.barred("bomb:airport", "mosquito.s").barred("bomb:flak", "mosquito.s").pick("done").g("").b("");
    d.picks("to:11 low").offers("bomb:airport").offers("bomb:flak");
}

/// proves: mosquito.t, smoke-screen.b
#[test]
fn smoke_takes_more_bombs() {
    let mut d = Night::new().tiles("smoke@11x2 flak@11x2").fly(EMDEN, 8);
    d.round("10", "", "").picks("to:11 low bomb:flak").prompt("3 left").pick("marker").prompt("2 left");
    // Two are left, three are needed.
    d.barred("bomb:flak", "mosquito.t").barred("bomb:airport", "mosquito.t").pick("done");
    assert_eq!(d.tiles_in(11, 0), json!([2, 1]));
    d.sees("/markers", 2);
    // Without smoke one is enough.
    let mut d = Night::new().tiles("flak@11x2").fly(EMDEN, 8);
    d.round("10", "", "").picks("to:11 low bomb:flak").prompt("5 left");
}

/// proves: mosquito.u
#[test]
fn a_bombed_airport_costs_at_every_use() {
    let mut d = Night::new().fly(LOOP, 8);
    d.round("17", "", "").m("24 low bomb:airport extra").sees("/hexes/23/bombs", 2).g("").b("");
    d.m("17").acts("takeoff:Red:low").gross(2, 0).pick("end").b("").gross(15, 0);
    d.m("17").acts("land:Red").gross(17, 0).pick("end").b("");
    // More later; they add up. Use is not prevented; another airport costs nothing.
    d.m("24 low bomb:airport").sees("/hexes/23/bombs", 3).g("").b("").m("17");
    d.acts("takeoff:Red:low").gross(20, 0).acts("takeoff:Green:low").gross(20, 0);
    // The bombs that smoke demands count as well.
    let mut d = Night::new().tiles("smoke@24").fly(LOOP, 8);
    d.round("17", "", "").m("24 low bomb:airport").sees("/hexes/23/bombs", 2).g("").b("");
    d.m("17").acts("takeoff:Red:low").gross(2, 0);
    // Over a hex without a German airport there is none to bomb.
    let mut d = Night::new().fly(EMDEN, 8);
    d.picks("to:17 low").offers_no("bomb:airport");
}

/// proves: mosquito.v, civil-bunker.b
#[test]
fn a_bombed_tile_has_no_effect() {
    for (bombs, flak) in [("", 3), ("bomb:flak", 2), ("bomb:flak bomb:flak", 1)] {
        let mut d = Night::new().tiles("flak@11x3 bunker@11").fly(EMDEN, 8);
        d.round("10", "", "").picks("to:11 low").barred("bomb:bunker", "civil-bunker.b");
        d.picks(bombs).pick("done").g("").b("").rounds(1).gross(11, flak);
        d.sees("/hexes/10/tiles/0", json!([3, 3 - flak]));
    }
}

/// proves: mosquito.w, balloon-barrier.b, balloon-barrier.d
#[test]
fn a_drop_is_one_event() {
    // The smoke bombed in the drop still counts for it: two bombs each.
    let mut d = Night::new().tiles("smoke@11 flak@11x2").fly(EMDEN, 8);
    d.round("10", "", "").picks("to:11 low bomb:smoke bomb:flak").prompt("2 left");
    d.picks("bomb:flak done").sees("/markers", 0).g("").b("");
    // In a later drop it is gone.
    let mut d = Night::new().tiles("smoke@11 flak@11x2").fly(EMDEN, 8);
    d.round("10", "", "").m("11 low bomb:smoke").g("").b("").picks("to:11 low bomb:flak").prompt("3 left");
    // The barriers give their points once for a drop of four bombs, and again for the next.
    let mut d = Night::new().tiles("balloon@11x2 flak@11x2").fly(LOOP, 8);
    d.round("10", "", "").m("11 low bomb:flak bomb:flak bomb:airport extra").gross(0, 2);
    d.g("").b("").m("11 low bomb:airport").gross(0, 4);
    // Markers alone do not count.
    let mut d = Night::new().tiles("balloon@11x2").fly(EMDEN, 8);
    d.round("10", "", "").m("11 low marker marker").gross(0, 0);
}
