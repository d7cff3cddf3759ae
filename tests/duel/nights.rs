//! From night to night, and the match with sides swapped.

use serde_json::json;

use crate::table::{B, Duel, EMDEN, G, Night};

/// proves: night.c, night.d, victory.b, phase-1.e, phase-2.a, phase-4.b, civil-bunker.c, ditching.b, ditching.c, mosquito.p
#[test]
fn what_stays_and_what_is_renewed() {
    let night = Night::new().no_squadrons().with("nights", "2").with("weather", "[1, 2]").rule("Medals");
    let mut d = night.open();
    d.to_plan().course(EMDEN);
    d.picks("place:flak:11 place:flak:11 place:bunker:12 place:bunker:12 done start:8");
    d.round("10", "fly:Red:NE fly:Yellow:E", "");
    d.round("11 low bomb:airport bomb:flak marker", "fly:Red:NW fly:Yellow:E", "");
    d.round("", "fly:Red:NE fly:Yellow:E", "").gross(14, 1);
    d.round("9", "fly:Red:E", "").gross(14, 2);
    d.round("1 land", "ditch:Yellow", "").gross(16, 2);
    d.m("").acts("ditch:Red").gross(20, 2).pick("end").b("").prompt("the night is over");
    d.sees("/markers", 3).sees("/hexes/10/bombs", 1).sees("/hexes/10/tiles/0", json!([2, 1]));
    d.sees("/medals", json!([10, 6, 0])).sees("/hexes/10/markers", 1);

    d.pick("next").sees("/night", json!([2, 2]));
    // What stays.
    d.marker(18).sees("/medals", json!([10, 6, 0])).sees("/hexes/11/tiles/7", json!([2, 0]));
    d.shows("Red", "out", "game").shows("Red", "hex", 0);
    // What is renewed; those that are left are placed anew.
    d.shows("Yellow", "out", serde_json::Value::Null).shows("Yellow", "fuel", 10).shows("Yellow", "hex", 0);
    d.sees("/markers", 6).sees("/hexes/10/bombs", 0).sees("/hexes/10/markers", 0);
    d.sees("/hexes/10/tiles/0", json!([2, 0])).sees("/sky/card", 0).sees("/bomber/path", json!([]));
    d.asked(G, "phase-1.a");
    d.prompt("Green").picks("at:42 at:41 at:39").shows("Green", "hex", 42).shows("Blue", "fuel", 12);
    d.pick("done").asked(B, "phase-3.a");
    d.sees("/sky/card", 2).sees("/sky/wind", "E").sees("/sky/moon", "New").sees("/sky/fog", json!([16, 25]));
    d.course(EMDEN);
    // Everything may be moved but the bunkers.
    d.barred("take:bunker:12", "civil-bunker.c");
    d.picks("take:flak:11 place:flak:30 place:radar:30 place:bunker:12 take:bunker:12");
    d.barred("take:bunker:12", "civil-bunker.c");
    d.pick("done").sees("/hexes/10/tiles/0", json!([1, 0])).sees("/hexes/29/tiles/0", json!([1, 0]));
}

/// proves: night.d, phase-4.b
#[test]
fn tiles_that_a_scenario_lays_are_laid_once() {
    let mut d = Night::new().with("nights", "2").with("weather", "[1, 1]").tiles("flak@11x16").open();
    d.course(EMDEN);
    for _ in 0..10 {
        d.picks("take:flak:11 place:flak:30");
    }
    d.picks("done start:8").rounds(6).pick("next");
    d.course(EMDEN).sees("/hexes/10/tiles/0", json!([6, 0])).sees("/resources", json!([16, 40]));
}

/// proves: phase-2.a, information.d
#[test]
fn used_weather_cards_stay_out_until_the_deck_is_empty() {
    use bombers_moon::kernel::decision::Kind;
    let night = Night::new().with("nights", "7").without("weather").no_squadrons();
    let mut d = night.open_with("W3 W7 W1 W2 W12 W5 W9");
    let mut left: Vec<u8> = (1..=12).collect();
    for card in [3, 7, 1, 2, 12, 5, 9] {
        while d.clause() == "phase-1.a" {
            let field = ["at:42", "at:41", "at:39", "at:35"].into_iter().find(|f| {
                let hex: u64 = f[3..].parse().unwrap_or(0);
                !["Red", "Green", "Yellow", "Blue"].iter().any(|s| d.of(s, "hex") == hex)
            });
            d.pick(field.unwrap_or("at:5"));
        }
        d.pick("done");
        let Some(Kind::Draw(spec)) = d.table.question().map(|q| &q.kind) else { panic!("{}", d.describe()) };
        assert_eq!(spec.items, left);
        d.pick("draw").sees("/sky/card", card);
        left.retain(|c| *c != card);
        d.course("23>26: E E E W W W").pick("done").pick("start:8").rounds(6);
        if d.table.outcome().is_none() {
            d.pick("next");
        }
    }
}

/// proves: phase-2.a
#[test]
fn a_card_that_the_scenario_lays_leaves_the_deck() {
    use bombers_moon::kernel::decision::Kind;
    let mut d = Night::new().with("nights", "2").with("weather", "[4]").fly("23>26: E E E W W W", 8);
    d.rounds(6).pick("next");
    let Some(Kind::Draw(spec)) = d.table.question().map(|q| &q.kind) else { panic!("{}", d.describe()) };
    assert_eq!(spec.items, [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]);
}

/// A night over Emden in which Red may be lost at sea: worth 3 more to Britain.
fn emden(d: &mut Duel, lost: bool) {
    let ways = ["fly:Red:NE", "fly:Red:NW", "fly:Red:NE", "fly:Red:E", "", "ditch:Red"];
    for way in ways {
        d.round("", if lost { way } else { "" }, "");
    }
}

/// proves: setup.i, victory.a, night.c
#[test]
fn a_match_with_sides_swapped() {
    for (first, second, label, margin) in [
        (true, true, "Draw", 0),
        (true, false, "First British player", 3),
        (false, true, "First German player", -3),
    ] {
        let night = Night::new().no_squadrons().with("nights", "2").with("form", "Swap");
        let mut d = night.without("weather").rule("Medals").open_with("W1");
        d.to_plan().asked(B, "phase-3.a").course(EMDEN).picks("place:bunker:30 done start:8");
        emden(&mut d, first);
        let won = if first { 16 } else { 13 };
        d.marker(won).sees("/margin", won);
        assert_eq!((d.seen_by(B, "/side"), d.seen_by(G, "/side")), ("Britain".into(), "Germany".into()));
        d.pick("next");
        // The players have changed sides and begin afresh; the weather is the same and not drawn again.
        assert_eq!((d.seen_by(B, "/side"), d.seen_by(G, "/side")), ("Germany".into(), "Britain".into()));
        d.asked(B, "phase-1.a").sees("/medals", json!([16, 0, 0])).sees("/resources", json!([0, 40]));
        d.shows("Red", "out", serde_json::Value::Null).prompt("Red");
        d.sees("/sky/card", 1).sees("/sky/wind", "W").sees("/sky/moon", "None");
        d.to_plan().asked(G, "phase-3.a").sees("/sky/card", 1).marker(0).sees("/margin", won);
        d.course(EMDEN).asked(B, "phase-4.a").pick("done").asked(G, "phase-5.b").pick("start:8");
        emden(&mut d, second);
        // The marker tells of this night alone, the margin of the match.
        d.marker(if second { 16 } else { 13 }).ended(label).sees("/margin", margin);
    }
}
