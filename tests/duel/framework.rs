//! Framework: what hits do, set-up and its choices, the track, what combat is, who wins.

use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::testkit::script::Script;

use crate::table::{B, Duel, EMDEN, G, Night, content, game};

/// proves: components.g
#[test]
fn hits_move_the_marker_and_remove_nothing() {
    let mut d = Night::new().tiles("flak@11x3").fly(EMDEN, 8);
    d.round("17", "fly:Red:NE fly:Green:NW tail:Blue up", "");
    d.round("10", "fly:Red:NE up fly:Green:NE up fly:Blue:E", "").round("", "", "");
    d.gross(2 + 2 + 13, 2 + 6 + 3);
    d.stands("Red", 10, "High").stands("Green", 10, "High").stands("Blue", 10, "High");
    for code in ["Red", "Green", "Yellow", "Blue"] {
        d.shows(code, "out", serde_json::Value::Null);
    }
    d.bomber_at(11).mosquito_at(10);
}

/// proves: components.g
#[test]
fn ditching_alone_takes_a_squadron_off_the_board() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "");
    d.round("", "", "").stands("Yellow", 15, "Low").shows("Yellow", "fuel", 0);
    d.m("").acts("ditch:Yellow").shows("Yellow", "hex", 0).shows("Yellow", "out", "night");
}

/// proves: setup.a, night.a
#[test]
fn as_many_nights_as_agreed() {
    for (nights, value) in [(3, "3"), (7, "7")] {
        let d = Duel(Script::of(&game(), "duel/campaign").option("nights", value).open());
        assert_eq!(d.seen("/night"), serde_json::json!([1, nights]));
    }
    assert_eq!(Night::new().open().seen("/night"), serde_json::json!([1, 1]));
    // Two nights are two: the game is not over after the first, and is after the second.
    let mut d = Night::new().with("nights", "2").with("weather", "[1, 1]").fly(EMDEN, 8);
    d.rounds(6).prompt("the night is over");
    d.pick("next").lay_out(EMDEN, 8).rounds(5);
    assert!(d.table.outcome().is_none());
    d.rounds(1).ended("Britain");
}

/// proves: setup.b
#[test]
fn one_seat_is_britain_and_the_other_germany() {
    let mut d = Night::new().no_squadrons().without("weather").open_with("W1");
    assert_eq!((d.seen_by(B, "/side"), d.seen_by(G, "/side")), ("Britain".into(), "Germany".into()));
    d.asked(G, "phase-1.a");
    d.picks("at:24 at:25 at:12 at:11 done").asked(B, "phase-2.a");
}

/// proves: components.a, components.b, components.d, components.e, components.f, setup.c, setup.d, setup.e, setup.f
#[test]
fn what_each_side_begins_with() {
    let mut d = Night::new().no_squadrons().without("weather").open_with("W1");
    d.marker(0).gross(0, 0).sees("/markers", 6);
    d.sees("/resources", serde_json::json!([0, 40]));
    for (code, lines) in [("Red", 10), ("Green", 10), ("Yellow", 10), ("Blue", 12)] {
        d.shows(code, "fuel", lines).shows(code, "dial", lines).shows(code, "hex", 0);
    }
    assert_eq!(d.seen("/squadrons").as_array().map(Vec::len), Some(4));
    d.picks("at:24 at:25 at:12 at:11 done");
    let Some(Kind::Draw(spec)) = d.table.question().map(|q| &q.kind) else { panic!("{}", d.describe()) };
    assert_eq!(spec.items, (1..=12).collect::<Vec<u8>>(), "every weather card is in the pile");
    d.pick("draw");
    let cards = d.seen("/plan/cards_left");
    let left: u64 = cards.as_array().map_or(0, |all| all.iter().filter_map(|c| c[1].as_u64()).sum());
    assert_eq!(left, 32);
    let supply = |d: &Duel, kind: usize| d.seen(&format!("/supply/{kind}/2"));
    assert_eq!((0..8).map(|kind| supply(&d, kind)).collect::<Vec<_>>(), [16, 16, 8, 8, 6, 6, 8, 12]);
    assert_eq!(d.table.pieces().ids().count(), 6, "bomber, Mosquito and four squadrons");
    let decks = &content().tables.decks;
    assert_eq!((decks.medals, content().tables.wind_cards().len()), (16, 6));
    // Eight markers only with advanced rule 1.
    Night::new().rule("MosquitoPower").open().sees("/markers", 8);
}

/// proves: setup.g
#[test]
fn basic_kinds_only_or_all_mixed() {
    let kinds = ["flak", "searchlight", "radar", "smoke", "balloon", "fire", "truck", "bunker"];
    for (value, basic) in [("basic", true), ("mixed", false)] {
        let mut d = Night::new().option("resources", value).open();
        d.course(EMDEN);
        for (i, kind) in kinds.into_iter().enumerate() {
            let id = format!("place:{kind}:11");
            if i < 3 || !basic {
                d.offers(&id)
            } else {
                d.offers_no(&id)
            };
        }
        d.sees("/basic_only", basic);
    }
}

/// proves: setup.h
#[test]
fn each_advanced_rule_is_a_choice_of_its_own_and_none_is_for_one_player() {
    let rules =
        ["mosquito-power", "weather-change", "medals", "corpse-cloth", "flak-disturbs", "special-fuel"];
    let of = |d: &Duel| d.seen("/advanced").as_array().map_or(0, Vec::len);
    assert_eq!(of(&Duel(Script::of(&game(), "duel/one-night").open())), 0, "off unless chosen");
    for rule in rules {
        for scenario in ["duel/one-night", "duel/two-nights", "duel/swap", "duel/campaign"] {
            let d = Duel(Script::of(&game(), scenario).option(rule, "on").open());
            assert_eq!(of(&d), 1, "{scenario} {rule}");
        }
    }
    let solo = game().scenarios().into_iter().find(|s| s.id == "duel/solo").unwrap_or_else(|| panic!());
    assert!(solo.options.iter().all(|o| !rules.contains(&o.id.as_str())));
}

/// proves: victory.a, vp-track.a
#[test]
fn the_side_of_the_marker_wins_and_nobody_on_zero() {
    for (flak, label, marker) in [(12, "Britain", 1), (13, "Draw", 0), (14, "Germany", -1)] {
        let mut d = Night::new().tiles(&format!("flak@11x{flak}")).fly(EMDEN, 8);
        d.rounds(6).ended(label).marker(marker).gross(13, flak).sees("/margin", marker);
        d.logged(label, "victory.a");
    }
}

/// proves: vp-track.a, vp-track.b, thunderstorm.d
#[test]
fn a_loss_moves_the_marker_to_the_other_side() {
    let mut d = Night::new().moon("Full").thunder("32").fly("23>26: SE E NE E W W W", 8);
    d.round("17", "fly:Red:NE fly:Green:NW", "").marker(3);
    d.m("10").g("fly:Red:NE fly:Green:NE").marker(6);
    d.b("").bomber_at(32).marker(4).gross(6, 2);
}

/// proves: combat.a
#[test]
fn combat_is_automatic_and_comes_from_three_meetings() {
    let mut d = Night::new().tiles("flak@11").fly(EMDEN, 8);
    // (1) A squadron moves onto the Mosquito: nobody is asked anything between.
    d.m("17").acts("fly:Red:NE").pick("end").gross(1, 0).asked(B, "compass-cards.j");
    // No meeting, no points.
    d.b("").gross(1, 0);
    // (2) The bomber moves onto flak, (3) it reaches its target.
    d.round("", "", "").gross(1, 0);
    d.m("").g("").asked(B, "compass-cards.j");
    d.pick("turn").gross(1 + 13, 1).asked(B, "mosquito.a");
}

/// proves: combat.b, mosquito.m, mosquito.u, thunderstorm.b, fog.a, fog.b, ditching.b, thunderstorm.d, balloon-barrier.b
#[test]
fn points_outside_the_three_meetings() {
    // Takeoff under the Mosquito, from a bombed airport; barriers against the bombing, here bombed away too late.
    let mut d = Night::new().tiles("balloon@24").fly(EMDEN, 8);
    d.m("9").g("").b("").m("24 low bomb:airport").gross(0, 1);
    d.g("takeoff:Red:low").gross(1, 1);
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("9", "", "").m("24").g("takeoff:Red:low").gross(1, 0);
    // Airfields in storm and fog, both ways.
    let mut d = Night::new().thunder("24").fog("25").fly(EMDEN, 8);
    d.m("").acts("takeoff:Red:low").gross(1, 0).pick("end");
    d.b("").m("").acts("land:Red").gross(2, 0).acts("takeoff:Green:low").gross(3, 0).pick("end");
    d.b("").m("").acts("land:Green").gross(4, 0);
    // Ditching, and the bomber in a storm.
    let mut d = Night::new().thunder("10").fly(EMDEN, 8);
    d.round("", "fly:Yellow:E", "").round("", "fly:Yellow:E", "").gross(0, 2);
    d.round("", "fly:Yellow:E", "").round("", "", "").gross(13, 2);
    d.m("").acts("ditch:Yellow").gross(15, 2);
}

/// proves: combat.c, mosquito.i, fighters.m
#[test]
fn who_moves_onto_whom_matters() {
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "fly:Red:NE fly:Green:NW", "").bomber_at(9);
    // The Mosquito moves onto squadrons, and they stay together.
    d.m("17").g("").gross(0, 0);
    // The bomber flies on to 10; the Mosquito meets it there.
    d.b("").round("10", "", "").bomber_at(11).gross(13, 0);
    // Squadrons move onto the bomber in 11, which has come alone: nothing.
    let mut d = Night::new().fly("16>11: E NE E W W W", 8);
    d.round("", "fly:Red:NE", "").bomber_at(17).gross(0, 1);
    // Red was there, low, before the bomber came; staying together does nothing more.
    d.m("").g("").gross(0, 1);
    let mut d = Night::new().fly(EMDEN, 8);
    d.round("", "fly:Red:NE", "").m("9").g("fly:Red:NW").gross(1, 0);
    d.stands("Red", 9, "Low").bomber_at(9);
}

/// proves: combat.d
#[test]
fn the_order_of_events_in_a_move() {
    let mut d = Night::new().thunder("11").fog("1").tiles("flak@11").fly(EMDEN, 8);
    d.rounds(2).round("", "takeoff:Blue:low", "");
    let clauses = |d: &Duel| -> Vec<&'static str> { d.table.log(B).iter().map(|l| l.2).collect() };
    let log = clauses(&d);
    let tail = &log[log.len() - 5..];
    assert_eq!(tail, ["bomber.a", "thunderstorm.d", "fighters.k", "flak.a", "bomber.g"]);
    d.rounds(3);
    let log = clauses(&d);
    let at = |clause: &str| log.iter().rposition(|c| *c == clause);
    assert!(at("bomber.a") < at("fog.d") && at("fog.d") < at("bomber.j"), "{log:?}");
    assert_eq!(d.cited("fog.d"), 1);
}

/// proves: combat.e, bomber.g, mosquito.j
#[test]
fn no_event_goes_below_zero() {
    // A duel of 1 − 1 − 2, a squadron of 2 − 2 − 1, a strike of 13 − 7 − 3 − 8.
    let mut d = Night::new().thunder("17").fly("8>11: E E E W W W", 16);
    d.m("17 low").g("fly:Red:NE").gross(0, 0).b("");
    let mut d = Night::new().thunder("24").fly("16>26: SE E E W W NW", 8);
    d.m("").g("takeoff:Red:low").gross(1, 0);
    d.b("").bomber_at(24).gross(1, 2);
    let mut d = Night::new().moon("New").thunder("11").tiles("searchlight@11x8").fly(EMDEN, 8);
    d.rounds(3).gross(0, 2);
    // One squadron below 0 takes nothing from another: 0 for the low one, 0 for the high one, never −1.
    let mut d = Night::new().thunder("24").squadron("Green", 32).fly("16>26: SE E E W W NW", 8);
    d.round("", "fly:Green:NW takeoff:Red:high", "");
    d.bomber_at(24).stands("Green", 24, "Low").stands("Red", 24, "High").gross(1, 2);
    // Above 0 nothing is cut off.
    let mut d = Night::new().moon("New").thunder("11").tiles("searchlight@11x2").fly(EMDEN, 8);
    d.rounds(3).gross(1, 2);
}

/// proves: combat.f, fighters.k, mosquito.g, mosquito.m
#[test]
fn pieces_on_the_ground_take_no_part() {
    let koeln = "16>26: SE E E W W NW";
    Night::new().fly(koeln, 8).rounds(1).bomber_at(24).stands("Red", 24, "Ground").gross(0, 0);
    Night::new().fly(koeln, 8).round("", "takeoff:Red:high", "").gross(0, 2);
    // The Mosquito on the ground of 16 neither duels nor blockades; in the air above it, it does.
    let home = "8>11: E E E W W W";
    Night::new().fly(home, 16).m("").g("fly:Red:NW").stands("Red", 16, "Low").gross(0, 0);
    Night::new().fly(home, 16).m("16").g("fly:Red:NW").stands("Red", 16, "Low").gross(1, 0);
}
