//! Medals: how both sides earn them, every use of each side, and what becomes of them (advanced rule 3).

use serde_json::json;

use crate::table::{B, Duel, EMDEN, G, Night};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

fn night() -> Night {
    Night::new().rule("Medals")
}

/// Four squadrons fly to 18, where the bomber comes on its second move: Germany earns 2. Over 19 Britain earns 2.
fn four() -> Night {
    night().squadron("Red", 18).squadron("Yellow", 19).squadron("Blue", 26)
}

const GATHER: &str = "takeoff:Red:low fly:Green:NE fly:Yellow:W fly:Blue:NW";

/// The supply, Britain's and Germany's.
fn held(d: &mut Duel, supply: u8, british: u8, german: u8) {
    d.sees("/medals", json!([supply, british, german]));
}

/// After two rounds of [`four`]: Germany holds 2.
fn german_two(night: &Night, mosquito: u8, m: &str) -> Duel {
    let mut d = night.fly(BERLIN, mosquito);
    d.round(m, GATHER, "").round("", "", "").bomber_at(18);
    d
}

// proves: adv-3-medals.f, adv-3-medals.g, adv-3-medals.a
#[test]
fn britain_earns_two_for_each_move_without_squadrons_but_the_first_and_last() {
    let mut d = night().tiles("flak@11x3").fly(EMDEN, 8);
    for british in [0, 2, 4, 6, 8, 8] {
        d.rounds(1);
        held(&mut d, 16 - british, british, 0);
    }
    // A squadron on the ground does not count as one; one in the air does, whatever it scores.
    let mut d = night().thunder("11").fly(EMDEN, 8);
    d.round("", "takeoff:Blue:low", "").rounds(2).gross(7, 2);
    held(&mut d, 14, 2, 0);
    // Without the rule nobody earns any.
    let mut d = Night::new().fly(EMDEN, 8);
    d.rounds(5);
    held(&mut d, 16, 0, 0);
}

// proves: adv-3-medals.e, adv-3-medals.g
#[test]
fn germany_earns_one_for_three_squadrons_and_two_for_four_in_the_hex() {
    // In a storm, low under a high bomber, they score nothing and earn all the same.
    let mut d = german_two(&four().thunder("18"), 8, "");
    d.gross(1, 2);
    held(&mut d, 14, 0, 2);
    for (acts, german) in [
        ("takeoff:Red:low fly:Green:NE fly:Yellow:W", 1),
        ("fly:Green:NE fly:Yellow:W fly:Blue:NW", 1),
        ("fly:Green:NE fly:Yellow:W", 0),
        ("takeoff:Red:low", 0),
    ] {
        let mut d = four().fly(BERLIN, 8);
        d.round("", acts, "").rounds(1);
        held(&mut d, 16 - german, 0, german);
    }
}

// proves: adv-3-medals.e, adv-3-medals.f
#[test]
fn on_the_first_and_last_move_germany_earns_and_britain_does_not() {
    let mut d = night().squadron("Red", 24).squadron("Green", 18).fly(BERLIN, 8);
    d.round("", "fly:Red:NE fly:Green:W", "");
    held(&mut d, 16, 0, 0);
    let mut d = night().squadron("Yellow", 18).squadron("Green", 25).fly(BERLIN, 8);
    d.round("", "fly:Red:NE fly:Green:NW fly:Yellow:W", "").bomber_at(17);
    held(&mut d, 15, 0, 1);
}

// proves: adv-3-medals.a
#[test]
fn both_sides_earn_from_one_supply_of_sixteen() {
    let mut d = night().fly(BERLIN, 8);
    d.rounds(9);
    held(&mut d, 0, 16, 0);
    d.rounds(1);
    held(&mut d, 0, 16, 0);
    // One is left: two would be earned.
    let mut d = four().fly(BERLIN, 8);
    d.round("", "takeoff:Red:low fly:Green:NE fly:Yellow:W", "").rounds(8);
    d.bomber_at(19);
    held(&mut d, 1, 14, 1);
    d.round("", "land:Green fly:Red:W fly:Yellow:W", "").bomber_at(18);
    held(&mut d, 0, 15, 1);
}

// proves: adv-3-medals.c, adv-3-medals.d
#[test]
fn unspent_medals_are_kept_for_later_nights_and_spent_ones_are_gone() {
    let two = night().with("nights", "2").with("weather", "[1, 1]").tiles("flak@11");
    let mut d = two.fly(EMDEN, 8);
    d.rounds(2).round("", "", "off:flak").bomber_at(11).gross(13, 0);
    held(&mut d, 12, 3, 0);
    d.rounds(3);
    held(&mut d, 8, 7, 0);
    d.pick("next");
    held(&mut d, 8, 7, 0);
    // Switched off for that night only.
    d.lay_out(EMDEN, 8);
    assert_eq!(d.tiles_in(11, 0), json!([1, 0]));
    d.rounds(3).gross(26, 1);
    held(&mut d, 4, 11, 0);
}

// proves: adv-3-medals.b
#[test]
fn a_medal_earned_on_a_move_is_not_spent_in_it() {
    // Britain earns its first two over 10, under flak: nothing is asked there, on the next move it is.
    let mut d = night().tiles("flak@11").fly(EMDEN, 8);
    d.rounds(2);
    held(&mut d, 14, 2, 0);
    d.m("").g("").pick("turn");
    assert_eq!(d.clause(), "adv-3-medals.m");
    let mut d = night().tiles("flak@18").fly(BERLIN, 8);
    d.rounds(1).m("").g("").pick("turn");
    assert_eq!(d.clause(), "mosquito.a", "over 18 nothing could be spent yet");
    held(&mut d, 14, 2, 0);
    // Germany: none in the turn before, some in the turn after.
    let mut d = four().fly(BERLIN, 8);
    d.round("", GATHER, "").m("");
    d.barred("thrift:Red", "adv-3-medals.c");
    d.g("").b("").m("");
    d.offers("thrift:Red");
}

// proves: adv-3-medals.h, adv-3-medals.i, adv-3-medals.j, adv-3-medals.q
#[test]
fn german_medals_under_squadrons_strengthen_the_next_attack_and_leave_the_game() {
    let mut d = german_two(&four(), 8, "");
    held(&mut d, 14, 0, 2);
    // Red flies on to 19, where the bomber comes next; the others stay over 18.
    d.m("").acts("fly:Red:E").pick("end");
    assert_eq!(d.clause(), "adv-3-medals.i");
    d.offers_only(&["lay:18", "lay:19", "done"]);
    let before = d.seen("/gross/1").as_i64().unwrap_or(0);
    d.pick("lay:19").pick("lay:19").offers_only(&["done"]).pick("done");
    for seat in [B, G] {
        assert_eq!(d.seen_by(seat, "/hexes/18/medals"), json!(2));
        assert_eq!(d.seen_by(seat, "/medals"), json!([14, 0, 0]));
    }
    // Low Red against a high bomber 1, and the two medals.
    d.b("").bomber_at(19).sees("/gross/1", before + 1 + 2);
    // They lie while the next German turn is played, and are gone with its end.
    d.m("").sees("/hexes/18/medals", 2);
    d.acts("circle:Red").sees("/hexes/18/medals", 2);
    d.pick("end").sees("/hexes/18/medals", 0);
    held(&mut d, 14, 0, 0);
}

// proves: adv-3-medals.i, adv-3-medals.j
#[test]
fn medals_are_removed_without_a_fight_and_laid_only_under_squadrons_in_the_air() {
    let mut d = german_two(&four(), 8, "");
    // All land or stay over 18; Yellow lands on its airport: nothing flies over 19.
    d.m("").acts("fly:Yellow:E land").pick("end").offers_only(&["lay:18", "done"]);
    d.pick("lay:18").pick("done").b("").bomber_at(19).sees("/hexes/17/medals", 1);
    let germany = d.seen("/gross/1");
    d.m("").pick("end").sees("/hexes/17/medals", 0).sees("/gross/1", germany);
    // One is left to lay.
    d.offers_only(&["lay:18", "done"]);
    d.pick("done");
    held(&mut d, 12, 2, 1);
}

// proves: adv-3-medals.k
#[test]
fn once_a_night_a_medal_saves_one_line_on_one_action() {
    let mut d = german_two(&four(), 8, "");
    d.shows("Red", "fuel", 8).m("").pick("thrift:Red");
    held(&mut d, 14, 0, 1);
    // It is for this squadron's next action.
    d.barred("end", "adv-3-medals.k").offers_no("fly:Green:E").offers_no("thrift:Green");
    d.pick("fly:Red:E").shows("Red", "fuel", 6).pick("keep");
    d.barred("thrift:Green", "adv-3-medals.k");
    d.pick("fly:Green:E").shows("Green", "fuel", 4).pick("keep");
    d.sees("/medal_saving_used", true);
    d.g("").b("").m("");
    d.barred("thrift:Red", "adv-3-medals.k");
    // Circling costs nothing then, never less.
    let mut d = german_two(&four(), 8, "");
    d.m("").pick("thrift:Red").pick("circle:Red").shows("Red", "fuel", 8).pick("keep");
    d.pick("circle:Green").shows("Green", "fuel", 6);
    // Spent on a landing, which is free, it is lost and blocks nobody.
    let mut d = german_two(&four(), 8, "");
    d.m("").pick("thrift:Red").pick("land:Red").offers("fly:Green:E").offers("end");
    held(&mut d, 14, 0, 1);
}

// proves: adv-3-medals.k
#[test]
fn the_saving_makes_an_action_affordable() {
    // Two lines are left to Yellow; the flight against the wind takes three.
    let mut d = german_two(&four().option("dials", "8/12"), 8, "");
    d.m("").g("fly:Yellow:E").b("").shows("Yellow", "fuel", 3).m("");
    d.g("circle:Yellow").b("").shows("Yellow", "fuel", 2).m("");
    d.barred("fly:Yellow:E", "fuel.j");
    d.pick("thrift:Yellow").offers("fly:Yellow:E");
    d.pick("fly:Yellow:E");
    d.shows("Yellow", "fuel", 0);
}

// proves: adv-3-medals.l, adv-3-medals.m, ground-defence.e
#[test]
fn a_german_medal_repairs_an_airport_or_a_tile_at_once() {
    let night = four().tiles("flak@20x2 radar@24");
    let mut d = night.fly(BERLIN, 23);
    d.round("24 low bomb:airport extra bomb:radar", GATHER, "").round("", "", "").m("");
    held(&mut d, 14, 0, 2);
    d.sees("/hexes/23/bombs", 2)
        .offers("repair:airport:24")
        .offers("repair:radar:24")
        .offers_no("repair:flak:20");
    // Both bombs with one medal.
    d.pick("repair:airport:24").sees("/hexes/23/bombs", 0).offers_no("repair:airport:24");
    held(&mut d, 14, 0, 1);
    d.g("").b("").bomber_at(19);
    held(&mut d, 12, 2, 1);
    // What a British medal switched off is repaired as well.
    d.m("").g("").b("off:flak").bomber_at(20);
    assert_eq!(d.tiles_in(20, 0), json!([2, 1]));
    d.m("").offers("repair:flak:20").offers("repair:radar:24");
    d.pick("repair:flak:20");
    assert_eq!(d.tiles_in(20, 0), json!([2, 0]));
    held(&mut d, 10, 3, 0);
    d.barred("repair:radar:24", "adv-3-medals.c");
}

// proves: adv-3-medals.m, civil-bunker.b
#[test]
fn british_medals_switch_off_radar_flak_and_searchlights_before_they_score() {
    let night =
        night().tiles("flak@11x2 searchlight@11 radar@11 smoke@11 balloon@11 fire@11 truck@11 bunker@11");
    let run = |words: &str| {
        let mut d = night.fly(EMDEN, 8);
        d.round("", "takeoff:Blue:high", "").rounds(1).m("").g("").pick("turn");
        d.offers_only(&["off:radar", "off:flak", "off:searchlight", "done"]);
        d.picks(words).b("");
        d
    };
    // Strike 13 − 1 − 1 − 2 − 1; attack 2 + 1 + 1; flak 2 × 2.
    run("done").gross(8, 8);
    run("off:radar done").gross(8, 7);
    run("off:flak done").gross(8, 6);
    run("off:flak off:flak").gross(8, 4);
    let mut d = run("off:searchlight done");
    d.gross(9, 5);
    held(&mut d, 14, 1, 0);
    assert_eq!(d.tiles_in(11, 1), json!([1, 1]));
    // Nothing of these kinds is there: nothing is asked.
    let mut d = Night::new().rule("Medals").tiles("smoke@11 bunker@11").fly(EMDEN, 8);
    d.rounds(2).m("").g("").pick("turn").bomber_at(11);
    assert_eq!(d.clause(), "mosquito.a");
}

// proves: adv-3-medals.n
#[test]
fn medals_count_as_markers_at_most_as_many_as_are_dropped() {
    let lay = |drop: &str| {
        let mut d = night().fly(EMDEN, 1);
        d.round("3", "", "").round("", "", "").pick("to:11").pick("low").picks(drop);
        d
    };
    // Three dropped: one of them a medal, if Britain likes.
    let mut d = lay("marker marker marker done");
    d.offers_only(&["medals:0", "medals:1"]);
    d.pick("medals:1").sees("/markers", 4);
    held(&mut d, 14, 1, 0);
    d.sees("/hexes/10/markers", 3);
    d.g("").b("").gross(16, 0);
    // One alone cannot be a medal.
    let mut d = lay("marker done");
    assert_eq!(d.clause(), "phase-6.e");
    d.sees("/markers", 5);
    // Beyond the six markers: two medals are needed, and bombs count alike.
    let mut d = lay("marker marker marker marker marker marker bomb:airport extra");
    d.barred("marker", "mosquito.p");
    d.pick("done").sees("/markers", 0);
    held(&mut d, 16 - 2, 0, 0);
    d.sees("/hexes/10/markers", 6).sees("/hexes/10/bombs", 2);
    d.g("").b("").gross(19, 0);
    // Without the rule six are the most.
    let mut d = Night::new().fly(EMDEN, 1);
    d.round("3", "", "").round("", "", "").pick("to:11").pick("low");
    d.picks("marker marker marker marker marker marker").barred("marker", "mosquito.p");
}

// proves: adv-3-medals.o
#[test]
fn british_medals_shield_the_bomber_from_squadrons_not_from_flak() {
    let night = |night: Night| night.tiles("flak@20").squadron("Red", 20).fly(BERLIN, 8);
    for n in 0..=2 {
        let mut d = night(Night::new().rule("Medals"));
        // Four medals are held, the attack is worth two.
        d.rounds(3).m("").g("takeoff:Red:high").pick("turn").pick("done");
        held(&mut d, 12, 4, 0);
        d.asked(B, "adv-3-medals.o");
        d.offers_only(&["shield:0", "shield:1", "shield:2"]);
        d.pick(&format!("shield:{n}")).bomber_at(20).gross(0, 2 - i32::from(n) + 1);
        held(&mut d, 12, 4 - n, 0);
    }
    // Without the rule nothing is asked.
    night(Night::new()).rounds(3).round("", "takeoff:Red:high", "").gross(0, 3);
}

// proves: adv-3-medals.o, adv-5-flak-disturbs.b
#[test]
fn nothing_is_asked_when_the_attack_is_worth_nothing() {
    let mut d = night().thunder("11").fly(EMDEN, 8);
    d.round("", "takeoff:Blue:low", "").rounds(1).m("").g("").pick("turn").bomber_at(11).gross(7, 2);
    assert_eq!(d.clause(), "mosquito.a");
    // Flak in the way takes its share first: two are left of the three.
    let mut d = night().rule("FlakDisturbs").moon("Full").tiles("flak@11x2").fly(EMDEN, 8);
    d.round("", "takeoff:Blue:high", "").rounds(1).m("").g("").pick("turn").pick("done");
    d.offers_only(&["shield:0", "shield:1", "shield:2"]);
    d.pick("shield:2").gross(16, 2);
}

// proves: adv-3-medals.p
#[test]
fn no_shield_where_german_medals_lie() {
    let over = |lays: &str| {
        let mut d = four().fly(BERLIN, 8);
        d.round("", "takeoff:Red:low fly:Green:NE fly:Blue:NW", "").round("", "", "");
        d.round("", "", "").bomber_at(19);
        held(&mut d, 13, 2, 1);
        d.m("").acts("fly:Yellow:E").pick("end").picks(lays).pick("turn").bomber_at(20);
        d
    };
    // Low Yellow is worth one.
    over("done").offers_only(&["shield:0", "shield:1"]);
    let mut d = over("lay:20 done");
    d.barred("shield:1", "adv-3-medals.p").barred("shield:2", "adv-3-medals.p");
    let before = d.seen("/gross/1").as_i64().unwrap_or(0);
    d.pick("shield:0").sees("/gross/1", before + 2);
    // Medals elsewhere bar nothing.
    over("lay:18 done").offers("shield:1");
}
