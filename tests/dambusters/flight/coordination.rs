//! 7.1 Coordination Phase.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// A wave that was lost from order in the first turn, and Lancasters beside it, at the Coordination Phase of the next.
/// Each line is a code, a quality and more fields; the first `n` are the wave.
fn second_turn(n: usize, ships: &[(&str, &str, &str)]) -> Played {
    let mut sky = Sky::of(2);
    for (code, quality, rest) in ships {
        sky = sky.ship(code, quality, &format!("primary: Moehne, {rest}"));
    }
    let codes: Vec<&str> = ships.iter().take(n).map(|s| s.0).collect();
    if n > 1 {
        sky = sky.wave(&codes);
    }
    let mut p = sky.draws("Y23").open();
    if p.at("Move Phase") {
        p.answer("end:move");
    }
    if n > 1 {
        p.roll("1,1");
    }
    p.fly("Coordination");
    p
}

const PAIR: [(&str, &str, &str); 2] = [("AJ-G", "Seasoned", ""), ("AJ-M", "Green", "")];

/// proves: 7.1.a, 7.1.b, 11.5.2.a
#[test]
fn r7_1_a_three_kinds_of_action_or_none() {
    let ships = [PAIR[0], PAIR[1], ("AJ-P", "Seasoned", ""), ("AJ-A", "Seasoned", "")];
    let mut p = second_turn(2, &ships);
    p.asked(Seat(0), "7.1.a").sees("/flight/turn", 3);
    let all =
        ["coordinate:Wave 1", "join:AJ-P:Wave 1", "join:AJ-A:Wave 1", "create:AJ-P:AJ-A", "end:coordination"];
    p.offers_only(&all);
    // One after another in the player's order, as many as he likes.
    p.answers(["join:AJ-A:Wave 1", "no-flare"]).roll("1,1").prompt("Coordination in English Coast");
    p.answers(["coordinate:Wave 1", "no-flare"])
        .roll("6,6")
        .prompt("Coordination")
        .answers(["join:AJ-P:Wave 1", "no-flare"]);
    p.roll("6,6").prompt("Wireless");
    // Or none at all.
    let mut p = second_turn(2, &ships);
    p.answer("end:coordination").prompt("Wireless");
    // The first turn of the night has no such phase.
    let mut p = Sky::of(2)
        .ship("AJ-G", "Seasoned", "primary: Moehne")
        .ship("AJ-M", "Seasoned", "primary: Moehne")
        .open();
    p.prompt("Navigation Check of AJ-G").on("AJ-G", "english_coast");
}

/// proves: 7.1.b
#[test]
fn r7_1_b_one_zone_is_finished_before_the_next() {
    let mut sky = Sky::of(2);
    for (code, zone) in
        [("AJ-G", "England"), ("AJ-M", "England"), ("AJ-P", "EnglishCoast"), ("AJ-A", "EnglishCoast")]
    {
        sky = sky.ship(code, "Seasoned", &format!("zone: {zone}, primary: Moehne"));
    }
    let mut p = sky.draws("Y23 Y24 Y16").open();
    p.fly("Coordination in English Coast").offers_only(&["create:AJ-G:AJ-M", "end:coordination"]);
    p.answer("end:coordination")
        .prompt("Coordination in North Sea")
        .offers_only(&["create:AJ-P:AJ-A", "end:coordination"]);
}

/// proves: 7.1.c
#[test]
fn r7_1_c_not_from_missing_and_return_to_base_boxes() {
    let mut sky = Sky::of(2);
    for code in ["AJ-G", "AJ-M", "AJ-P", "AJ-A"] {
        sky = sky.ship(code, "Seasoned", "primary: Moehne, damaged: true");
    }
    let mut p = sky.draws("Y23").open();
    p.answers(["home:AJ-G", "end:move"]).prompt("Check of AJ-M").roll("1,1").roll("6,6").roll("6,6");
    p.on("AJ-M", "missing_english_coast").on("AJ-G", "base_england");
    p.fly("Coordination").offers_only(&["create:AJ-P:AJ-A", "end:coordination"]);
}

/// proves: 7.1.d, 7.7.3c.a
#[test]
fn r7_1_d_one_silent_radio_bars_its_whole_wave() {
    let silent = ("AJ-M", "Green", "hazards: [BrokenRadio]");
    let loud = [("AJ-P", "Seasoned", ""), ("AJ-A", "Seasoned", "")];
    let mut p = second_turn(2, &[PAIR[0], silent, loud[0], loud[1]]);
    p.barred("coordinate:Wave 1", "7.1.d").barred("join:AJ-P:Wave 1", "7.1.d").offers("create:AJ-P:AJ-A");
    let mut p = second_turn(2, &[PAIR[0], PAIR[1], ("AJ-P", "Green", "hazards: [BrokenRadio]"), loud[1]]);
    p.barred("join:AJ-P:Wave 1", "7.1.d").barred("create:AJ-P:AJ-A", "7.1.d").offers("join:AJ-A:Wave 1");
}

/// proves: 7.1.1.a, 7.1.2.a, 7.1.3.a
#[test]
fn r7_1_1_a_two_dice_against_the_worst_aircrew_of_the_action() {
    // Green needs 5, Seasoned 4, Veteran 3; whoever is not in the action does not matter.
    let at = |a: &str, b: &str| {
        let mut p = second_turn(2, &[("AJ-G", a, ""), ("AJ-M", b, ""), ("AJ-P", "Green", "")]);
        p.answers(["coordinate:Wave 1", "no-flare"]).asked(Seat(0), "7.1.1.a");
        p
    };
    for (a, b, need) in [
        ("Veteran", "Veteran", 3u8),
        ("Seasoned", "Veteran", 4),
        ("Seasoned", "Seasoned", 4),
        ("Veteran", "Green", 5),
    ] {
        let veteran = u8::from(a == "Veteran");
        let dice = |sum: u8| format!("{},{}", 1, sum - veteran - 1);
        let mut p = at(a, b);
        let found = p.column();
        assert_eq!(found, need.to_string(), "{a} {b}");
        p.roll(&dice(need.max(3)));
        assert_eq!(p.wave("Wave 1", "compromised"), false, "{a} {b}");
        if need > 3 {
            let mut p = at(a, b);
            p.roll(&dice(need - 1)).logged("The check fails", "7.1.1.a");
            assert_eq!(p.wave("Wave 1", "compromised"), true, "{a} {b}");
        }
    }
    // By grade first: an unfit Veteran is no worse than a Green crew.
    let ships = [("AJ-G", "Veteran", "hazards: [UnfitAircrew]"), ("AJ-M", "Green", "")];
    let mut p = second_turn(2, &ships);
    p.answers(["coordinate:Wave 1", "no-flare"]).prompt("with AJ-M");
}

/// proves: 7.1.1.b
#[test]
fn r7_1_1_b_a_veteran_leader_adds_one() {
    for (leader, adds) in [("Veteran", Some(1)), ("Seasoned", Some(0)), ("Green", Some(0))] {
        let ships =
            [("AJ-G", leader, ""), ("AJ-M", "Veteran", ""), ("AJ-P", "Veteran", ""), ("AJ-A", "Veteran", "")];
        for action in ["coordinate:Wave 1", "join:AJ-P:Wave 1"] {
            let mut p = second_turn(2, &ships);
            p.answers([action, "no-flare"]);
            assert_eq!(p.modifier("7.1.1.b"), adds, "{leader} {action}");
        }
        // No leader, no bonus.
        let mut p = second_turn(2, &ships);
        p.answers(["create:AJ-P:AJ-A", "no-flare"]);
        assert_eq!(p.modifier("7.1.1.b"), Some(0));
    }
}

/// proves: 7.1.1.c, 2.8.b, 7.7.a
#[test]
fn r7_1_1_c_a_flare_adds_one_and_burns_until_hazards_are_resolved() {
    let ships = [PAIR[0], PAIR[1], ("AJ-P", "Seasoned", ""), ("AJ-A", "Seasoned", "")];
    let mut p = second_turn(2, &ships);
    p.answer("coordinate:Wave 1").offers_only(&["flare:AJ-G", "flare:AJ-M", "no-flare"]).answer("flare:AJ-M");
    assert_eq!(p.modifier("7.1.1.c"), Some(1));
    assert_eq!(p.wave("Wave 1", "flares"), 1);
    p.roll("1,1");
    // A new one for each check, and never more than +1.
    p.answers(["join:AJ-P:Wave 1", "flare:AJ-P"]);
    assert_eq!(p.modifier("7.1.1.c"), Some(1));
    assert_eq!(p.wave("Wave 1", "flares"), 2);
    p.roll("1,1");
    let mut q = second_turn(2, &ships);
    q.answers(["create:AJ-P:AJ-A", "flare:AJ-A"]).roll("1,1");
    assert_eq!(q.orders("AJ-A", "flares"), 1);
    q.fly("Hazards in North Sea: who first?");
    assert_eq!(q.orders("AJ-A", "flares"), 0);
    let mut q = second_turn(2, &ships);
    q.answers(["coordinate:Wave 1", "no-flare"]);
    assert_eq!(q.modifier("7.1.1.c"), Some(0));
}

/// proves: 7.1.3.a, 7.1.4.c
#[test]
fn r7_1_3_a_a_wave_tries_once_a_phase() {
    let mut p = second_turn(2, &[PAIR[0], PAIR[1], ("AJ-P", "Seasoned", "")]);
    p.answers(["coordinate:Wave 1", "no-flare"]).roll("1,1").barred("coordinate:Wave 1", "7.1.3.a");
    p.offers("join:AJ-P:Wave 1");
    // Somebody's joining does not use it up, before or after.
    let mut p = second_turn(2, &[PAIR[0], PAIR[1], ("AJ-P", "Seasoned", "")]);
    p.answers(["join:AJ-P:Wave 1", "no-flare"]).roll("6,6").offers("coordinate:Wave 1");
}

/// proves: 7.1.4.a, 7.1.4.b, 6.7.4.a
#[test]
fn r7_1_4_a_who_joins_has_the_wave_s_targets_and_tries_once() {
    let mut sky =
        Sky::of(2).ship("AJ-G", "Seasoned", "primary: Moehne").ship("AJ-M", "Seasoned", "primary: Moehne");
    sky = sky.ship("AJ-A", "Seasoned", "primary: Moehne").ship("AJ-J", "Seasoned", "primary: Moehne");
    sky = sky.ship("AJ-P", "Seasoned", "primary: Moehne").ship("AJ-L", "Seasoned", "primary: Sorpe");
    sky = sky.ship("AJ-Z", "Seasoned", "primary: Moehne, secondary: Eder");
    let mut p = sky.wave(&["AJ-G", "AJ-M"]).wave(&["AJ-A", "AJ-J"]).draws("Y23").open();
    p.fly("Coordination").offers_only(&["join:AJ-P:Wave 1", "join:AJ-P:Wave 2", "end:coordination"]);
    p.answers(["join:AJ-P:Wave 1", "no-flare"]).roll("1,1");
    // Nothing is left to try, however many waves there are.
    p.prompt("Wireless");
    assert_eq!(p.orders("AJ-P", "wave"), Value::Null);
}

/// proves: 7.1.4.d
#[test]
fn r7_1_4_d_he_brings_his_flares_into_the_wave() {
    let ships = [PAIR[0], PAIR[1], ("AJ-P", "Seasoned", "")];
    let mut p = second_turn(2, &ships);
    p.answers(["join:AJ-P:Wave 1", "no-flare"]).roll("6,6");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M", "AJ-P"]);
    let mut p = second_turn(2, &ships);
    p.answers(["join:AJ-P:Wave 1", "no-flare"]).roll("1,1");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M"]);
}

/// proves: 7.1.5.a, 7.1.5.b, 7.1.5.c
#[test]
fn r7_1_5_c_two_alone_become_a_wave_by_one_check() {
    let four = |others: &str| {
        let mut sky = Sky::of(2);
        for code in ["AJ-G", "AJ-M"] {
            sky = sky.ship(code, "Seasoned", "primary: Moehne");
        }
        sky.ship("AJ-P", "Seasoned", others)
            .ship("AJ-A", "Seasoned", "zone: EnglishCoast, primary: Moehne")
            .draws("Y23 Y24 Y16")
    };
    // The same targets and the same zone.
    let mut p = four("primary: Sorpe").open();
    p.fly("Coordination").offers_only(&["create:AJ-G:AJ-M", "end:coordination"]);
    let mut p = four("primary: Moehne").open();
    p.fly("Coordination").offers_only(&[
        "create:AJ-G:AJ-M",
        "create:AJ-G:AJ-P",
        "create:AJ-M:AJ-P",
        "end:coordination",
    ]);
    p.answers(["create:AJ-G:AJ-M", "flare:AJ-M"]).roll("6,6").asked(Seat(0), "7.1.5.c");
    p.offers_only(&["lead:AJ-G", "lead:AJ-M"]).answer("lead:AJ-M");
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M"]);
    assert_eq!(p.wave("Wave 1", "leader"), json!(p.piece("AJ-M").0));
    assert_eq!((p.wave("Wave 1", "compromised"), p.wave("Wave 1", "flares")), (json!(false), json!(1)));
    // On failure both stay alone, and neither tries anything else.
    let mut p = four("primary: Moehne").open();
    p.fly("Coordination").answers(["create:AJ-G:AJ-M", "no-flare"]).roll("1,1").prompt("Wireless");
    assert_eq!((p.orders("AJ-G", "wave"), p.orders("AJ-M", "wave")), (Value::Null, Value::Null));
}
