//! The example of play, turn by turn, with every total and every dial.

use serde_json::json;

use crate::table::{Duel, EMDEN, Night};

/// The table of the example.
fn example() -> Duel {
    let night = Night::printed().squadron("Red", 25).squadron("Green", 24).with("target", "11");
    night.tiles("flak@11 searchlight@11 radar@11 balloon@11 truck@11 fire@12x2").open()
}

/// Lines of the four dials.
#[track_caller]
fn dials(d: &mut Duel, red: u8, green: u8, yellow: u8, blue: u8) {
    for (code, lines) in [("Red", red), ("Green", green), ("Yellow", yellow), ("Blue", blue)] {
        d.shows(code, "fuel", lines);
    }
}

/// proves: example-setup.a, example-setup.b, example-setup.c, example-turn-01.a, example-turn-02.a, example-turn-02.b, example-turn-03.a, example-turn-04.a, example-turn-05.a, example-turn-05.b, example-turn-06.a, example-turn-06.b, example-turn-07.a, example-turn-07.b, example-turn-08.a, example-turn-08.b, example-turn-09.a, example-turn-09.b, example-turn-09.c, example-turn-10.a, example-turn-11.a, example-turn-11.b, example-turn-11.c, example-turn-12.a, example-turn-14.a, example-turn-14.b, example-turn-14.c, example-turn-14.d, example-turn-15.a, example-turn-16.a, example-turn-17.a, example-turn-18.a, example-turn-19.a, vp-track.c, fuel-truck.b
#[test]
fn the_example_of_play() {
    let mut d = example();
    d.sees("/sky/wind", "W").sees("/sky/moon", "Full").sees("/sky/summer", true);
    d.course("16: NE E E NW W W").sees("/plan/hexes", json!([16, 9, 10, 11, 3, 2, 1]));
    d.picks("done start:8").marker(0);
    dials(&mut d, 10, 10, 10, 12);

    d.sees("/turn", 1).m("17").marker(0).mosquito_at(17).sees("/mosquito/level", "High");

    d.sees("/turn", 2).acts("fly:Red:NW fly:Green:NE tail:Blue up fly:Yellow:NE").marker(0).pick("end");
    d.marker(3);
    dials(&mut d, 8, 8, 8, 10);
    d.stands("Red", 17, "Low")
        .stands("Green", 17, "Low")
        .stands("Blue", 9, "High")
        .stands("Yellow", 5, "Low");

    d.sees("/turn", 3).b("high").marker(0).bomber_at(9);
    d.sees("/turn", 4).m("10").marker(0);

    d.sees("/turn", 5).g("circle:Yellow fly:Red:NE up fly:Green:NE up fly:Blue:E").marker(3);
    dials(&mut d, 6, 6, 7, 7);
    d.stands("Red", 10, "High").stands("Green", 10, "High").stands("Blue", 10, "High");

    d.sees("/turn", 6).b("").marker(-6).bomber_at(10);

    d.sees("/turn", 7).m("11 low bomb:airport bomb:searchlight bomb:radar marker marker marker").marker(-7);
    d.sees("/markers", 0).sees("/hexes/10/bombs", 1).sees("/hexes/10/markers", 3);
    d.sees("/hexes/10/tiles/1", json!([1, 1])).sees("/hexes/10/tiles/2", json!([1, 1]));

    d.sees("/turn", 8).g("fly:Red:E fly:Green:E fly:Blue:E land:Yellow").marker(-5).gross(8, 13);
    dials(&mut d, 3, 3, 10, 4);
    d.stands("Yellow", 5, "Ground");

    // Squadrons and flak take the marker to G15, the strike brings it back to B3, all in one turn.
    d.sees("/turn", 9).b("").marker(3).gross(26, 23).bomber_at(11);
    d.logged("Germany +9", "fighters.k").logged("Germany +1", "flak.a").logged("Britain +18", "bomber.g");

    d.sees("/turn", 10).m("3").marker(3).sees("/mosquito/level", "High");

    d.sees("/turn", 11).acts("tail:Yellow up land:Red").marker(4).acts("fly:Blue:W").pick("fly:Green:SW");
    d.shows("Green", "fuel", 1).pick("land").marker(4).pick("end").marker(6).gross(29, 23);
    dials(&mut d, 10, 10, 8, 3);
    d.stands("Yellow", 3, "High").stands("Green", 18, "Ground").stands("Blue", 10, "High");

    d.sees("/turn", 12).b("").marker(3).bomber_at(3);
    d.sees("/turn", 13).m("2").marker(3);

    d.sees("/turn", 14).acts("fly:Yellow:W fly:Green:SW land").pick("fly:Blue:E").shows("Blue", "fuel", 0);
    // It may land at once, next to Red; it could stay up as well.
    d.offers("keep").offers("land").pick("land").marker(4).pick("end").marker(6).gross(32, 26);
    dials(&mut d, 10, 10, 7, 12);
    d.stands("Blue", 11, "Ground").stands("Red", 11, "Ground").stands("Green", 25, "Ground");

    d.sees("/turn", 15).b("").marker(3).bomber_at(2);
    d.sees("/turn", 16).m("1 land").marker(3);
    d.sees("/turn", 17).g("fly:Yellow:SE").marker(3).shows("Yellow", "fuel", 5).stands("Yellow", 10, "High");
    d.sees("/turn", 18).b("").marker(3).bomber_at(1).sees("/bomber/aircraft/down", true);
    assert!(d.table.outcome().is_none(), "the night goes on");
    d.sees("/turn", 19)
        .pick("fly:Yellow:SE")
        .barred("keep", "phase-6.d")
        .pick("land")
        .stands("Yellow", 18, "Ground")
        .pick("end");
    d.ended("Britain").marker(3).gross(32, 29).sees("/turn", 19);
    let measures = d.table.game().measures(d.table.world());
    for (name, value) in [("vp_margin", 3), ("moves", 6), ("contacts", 9), ("fighters_lost", 0)] {
        assert!(measures.contains(&(name, value)), "{measures:?}");
    }
}

/// proves: example-turn-11.a, example-turn-12.a, example-turn-14.c
#[test]
fn what_the_example_turns_on() {
    // With a takeoff of one hex Yellow would be low, and worth a point less.
    let mut d =
        Night::printed().squadron("Yellow", 5).squadron("Red", 25).squadron("Green", 24).fly(EMDEN, 8);
    d.rounds(2).round("", "fly:Yellow:W", "").stands("Yellow", 4, "Low");
    d.round("", "fly:Yellow:W keep", "").bomber_at(3);
    let low = d.seen("/gross/1");
    assert_eq!(low, 2);
    // At zero it may stay up this turn; over a full airport it would have to ditch the next.
    let mut d = Night::new().option("dials", "10/3").squadron("Red", 12).squadron("Yellow", 5).fly(EMDEN, 8);
    d.m("").acts("fly:Blue:E").shows("Blue", "fuel", 0).pick("end").b("").m("");
    d.offers("ditch:Blue").offers_no("land:Blue").barred("end", "fuel.k");
    let mut d = Night::new().option("dials", "10/3").squadron("Yellow", 5).fly(EMDEN, 8);
    d.m("").acts("fly:Blue:E").stands("Blue", 12, "Low").pick("end").b("").m("");
    d.offers("land:Blue").offers_no("ditch:Blue").offers_no("circle:Blue").barred("end", "fuel.k");
}
