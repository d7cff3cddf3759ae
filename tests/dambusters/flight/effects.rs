//! 7.7.3 What each hazard does, 4.2.4 flak and 4.4.3 nightfighters on the way.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::Value;

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// AJ-G before the effect of a light blue marker over the Dutch Coast.
fn meets(marker: &str, quality: &str, rest: &str) -> Played {
    let sky = Sky::of(2).ship("AJ-G", quality, &format!("zone: NorthSea, primary: Moehne, {rest}"));
    // Four are drawn for it, of which one goes back; the others are birds and the like.
    let n: u8 = marker.trim_start_matches('L').parse().unwrap_or(0);
    let (fill, back) = match n {
        3 => ("L4 L29 L30", "back:Nightfighter"),
        0..15 => ("L3 L4 L29", "back:Nightfighter"),
        _ => ("L3 L4 L1", "back:Hazard"),
    };
    let mut p = sky.draws(&format!("{marker} {fill}")).open();
    if p.at("Move Phase") {
        p.answer("end:move");
    }
    p.fly("Too many markers").answer(back).fly("Which hazard comes next?").answer("hazard:0:AJ-G");
    p
}

/// AJ-G leading AJ-M and AJ-P, each with more fields; these four markers are dealt to these in order.
fn wave(rest: [&str; 3], draws: &str, to: &[&str]) -> Played {
    let mut sky = Sky::of(2);
    for (code, rest) in ["AJ-G", "AJ-M", "AJ-P"].into_iter().zip(rest) {
        sky = sky.ship(code, "Seasoned", &format!("zone: NorthSea, primary: Moehne, {rest}"));
    }
    let mut p = sky.wave(&["AJ-G", "AJ-M", "AJ-P"]).draws(draws).open();
    if p.at("Move Phase") {
        p.answer("end:move");
    }
    for code in to {
        p.fly("Who of Wave 1").answer(&format!("meets:{code}"));
    }
    p
}

/// proves: 7.7.3a.a, 7.7.3a.b
#[test]
fn r7_7_3a_a_balloons_damage_or_destroy() {
    for die in ["2", "4", "6"] {
        let mut p = meets("L5", "Seasoned", "");
        p.prompt("the balloon cables before AJ-G").roll(die);
        assert_eq!(p.of("AJ-G", "damaged"), true);
    }
    for die in ["1", "3", "5"] {
        meets("L5", "Seasoned", "").roll(die).on("AJ-G", "lost");
    }
    let mut p = meets("L5", "Veteran", "");
    p.roll("6").logged("slips past the cable", "7.7.3a.b");
    assert_eq!(p.of("AJ-G", "damaged"), false);
}

/// proves: 7.7.3b.a, 7.7.3b.b
#[test]
fn r7_7_3b_a_birds_damage_on_a_one() {
    let mut p = meets("L3", "Seasoned", "");
    p.roll("1");
    assert_eq!(p.of("AJ-G", "damaged"), true);
    for die in ["2", "6"] {
        let mut p = meets("L3", "Seasoned", "");
        p.roll(die);
        assert_eq!(p.of("AJ-G", "damaged"), false);
    }
    for (die, damaged) in [("6", false), ("5", true)] {
        let mut p = meets("L3", "Veteran", "");
        p.roll("1").prompt("the Veteran Save of AJ-G").roll(die);
        assert_eq!(p.of("AJ-G", "damaged"), damaged);
    }
}

/// proves: 7.7.3d.b
#[test]
fn r7_7_3d_b_the_compass_card_goes_with_the_mine() {
    let mut p = meets("L6", "Seasoned", "hazards: [CompassCard]");
    p.roll("2");
    assert_eq!((p.of("AJ-G", "hazards"), p.of("AJ-G", "upkeep")), (serde_json::json!([]), false.into()));
    // Back in its cup.
    p.table.game().check(p.table.world()).unwrap_or_else(|fault| panic!("{fault}"));
}

/// proves: 7.7.3e.a
#[test]
fn r7_7_3e_a_a_crash_destroys_or_tears_the_mine_off() {
    for die in ["1", "3", "5"] {
        meets("L6", "Seasoned", "").roll(die).on("AJ-G", "lost").logged("flying too low", "7.7.3e.a");
    }
    for die in ["2", "4", "6"] {
        let mut p = meets("L6", "Seasoned", "");
        p.roll(die).logged("AJ-G loses its mine", "7.7.3e.a").on("AJ-G", "dutch_coast");
        assert_eq!((p.of("AJ-G", "damaged"), p.of("AJ-G", "upkeep")), (true.into(), false.into()));
    }
    meets("L6", "Seasoned", "damaged: true").roll("2").on("AJ-G", "lost");
}

/// proves: 7.7.3e.b, 7.7.3e.c
#[test]
fn r7_7_3e_b_saved_the_mine_may_stay() {
    // Even: still damaged, the mine stays.
    let mut p = meets("L6", "Veteran", "");
    p.roll("2").prompt("the Veteran Save").roll("6").logged("AJ-G keeps its mine", "7.7.3e.b");
    assert_eq!((p.of("AJ-G", "damaged"), p.of("AJ-G", "upkeep")), (true.into(), true.into()));
    meets("L6", "Veteran", "damaged: true").roll("2").roll("6").on("AJ-G", "lost");
    // Odd: damaged instead of destroyed, and a second save for the mine.
    for (die, keeps) in [("6", true), ("5", false)] {
        let mut p = meets("L6", "Veteran", "");
        p.roll("1").roll("6").prompt("the Veteran Save").roll(die).logged("pulls up", "7.7.3e.c");
        assert_eq!((p.of("AJ-G", "damaged"), p.of("AJ-G", "upkeep")), (true.into(), keeps.into()));
    }
    meets("L6", "Veteran", "").roll("1").roll("5").on("AJ-G", "lost");
}

/// proves: 7.7.3f.b
#[test]
fn r7_7_3f_b_a_delay_means_nothing_to_the_missing() {
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: EnglishCoast, primary: Moehne");
    let mut p = sky.draws("Y6 Y23 Y24 Y16").open();
    p.roll("1,1")
        .on("AJ-G", "missing_north_sea")
        .fly("Navigation Check of AJ-G")
        .roll("6,6")
        .on("AJ-G", "north_sea");
    // It flies on in the turn after.
    p.fly("Navigation Check of AJ-G").sees("/flight/turn", 4).on("AJ-G", "dutch_coast");
}

/// proves: 7.7.3j.a, 7.7.3j.b
#[test]
fn r7_7_3j_a_flak_at_the_level_of_the_marker() {
    for (marker, level) in [("L15", "1"), ("L17", "2"), ("L21", "3"), ("L25", "4"), ("L28", "5")] {
        let p = meets(marker, "Seasoned", "");
        assert!(p.at("flak at AJ-G"), "{marker}");
        assert!(p.column().ends_with(level), "{marker}: {}", p.column());
        assert_eq!(p.spec().dice, 2);
    }
    // Lights anywhere in the wave make it three dice; on somebody else they do not.
    for (to, dice) in [(["AJ-M", "AJ-G", "AJ-P"], 3), (["AJ-G", "AJ-M", "AJ-P"], 3)] {
        let mut p = wave(["", "", ""], "L11 L21 L3 L4", &to);
        p.fly("Which hazard comes next?").answer(&format!("hazard:1:{}", to[1]));
        assert_eq!(p.spec().dice, dice);
    }
    let mut sky = Sky::of(2);
    for code in ["AJ-G", "AJ-M"] {
        sky = sky.ship(code, "Seasoned", "zone: NorthSea, primary: Moehne");
    }
    let mut p = sky.draws("L11 L21 L3 L4 L22").open();
    for code in ["AJ-G", "AJ-M", "AJ-G", "AJ-M", "AJ-M"] {
        p.fly("Dutch Coast: whom").answer(&format!("meets:{code}"));
    }
    p.fly("who first?").answer("unit:AJ-G").fly("flak at AJ-M");
    assert_eq!(p.spec().dice, 2);
}

/// proves: 7.7.3j.c, 4.2.4.q, 4.2.4.n
#[test]
fn r7_7_3j_c_who_is_hit_may_break_away_into_the_missing_box() {
    let hit = || {
        let mut p = wave(["", "", ""], "L21 L11 L3 L4", &["AJ-M", "AJ-G", "AJ-P", "AJ-M"]);
        p.fly("Which hazard comes next?").answer("hazard:0:AJ-M").roll("1,2,6").asked(Seat(0), "7.7.3j.c");
        p.offers_only(&["accept", "evade"]);
        p
    };
    let mut p = hit();
    p.answer("accept").on("AJ-M", "dutch_coast");
    assert_eq!(p.of("AJ-M", "damaged"), true);
    let mut p = hit();
    p.answer("evade").on("AJ-M", "missing_dutch_coast").prompt("Evasive Action of AJ-M").roll("2");
    p.logged("AJ-M throws off the flak", "7.7.3j.c");
    assert_eq!((p.of("AJ-M", "damaged"), p.orders("AJ-M", "wave")), (false.into(), Value::Null));
    // What was still to meet it comes along.
    assert!(p.met(3).iter().any(|m| m.1 == "AJ-M" && m.2 == "Birds/Bats"), "{:?}", p.met(3));
    let mut p = hit();
    p.answer("evade").roll("3").on("AJ-M", "missing_dutch_coast");
    assert_eq!(p.of("AJ-M", "damaged"), true);
}

/// proves: 7.7.3j.d, 4.2.4.s
#[test]
fn r7_7_3j_d_once_missing_there_is_no_more_evading() {
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne");
    let mut p = sky.draws("L21 L22 L3 L4").open();
    p.fly("Too many")
        .answer("back:Hazard")
        .fly("Which hazard")
        .answer("hazard:0:AJ-G")
        .roll("1,1")
        .answer("evade");
    // Doubles bring no second throw once it has evaded.
    p.roll("2").on("AJ-G", "missing_dutch_coast").not_logged("fire again");
    p.fly("flak at AJ-G").roll("1,2");
    assert_eq!(p.of("AJ-G", "damaged"), true);
}

/// proves: 4.2.4.m, 7.7.1.g
#[test]
fn r4_2_4_m_the_surplus_of_a_critical_hit_is_for_another_of_the_wave() {
    let critical = |first: &str| {
        let mut p = wave(["", first, ""], "L25 L3 L4 L1", &["AJ-M", "AJ-G", "AJ-P"]);
        p.fly("Which hazard").answer("hazard:0:AJ-M").roll("3,4").answer("accept");
        p
    };
    // Both hits for an undamaged Lancaster: destroyed, and nobody else is touched.
    let mut p = critical("");
    p.on("AJ-M", "lost");
    assert_eq!((p.of("AJ-G", "damaged"), p.of("AJ-P", "damaged")), (false.into(), false.into()));
    // A damaged one is lost to the first: the second is for whom the player says, who may evade.
    let mut p = critical("damaged: true");
    p.on("AJ-M", "lost").asked(Seat(0), "4.2.4.m").offers_only(&["hit:AJ-G", "hit:AJ-P"]);
    assert_eq!(p.table.question().map(|q| q.default), Some(0));
    p.answer("hit:AJ-P");
    p.prompt("AJ-P is about to be hit").answer("accept");
    assert_eq!(p.of("AJ-P", "damaged"), true);
    let mut p = critical("damaged: true");
    p.answers(["hit:AJ-P", "evade"]).roll("2").on("AJ-P", "missing_dutch_coast");
    assert_eq!(p.of("AJ-P", "damaged"), false);
    // A sound one is proposed, not one that the hit would bring down.
    let mut p = wave(["damaged: true", "damaged: true", ""], "L25 L3 L4 L1", &["AJ-M", "AJ-G", "AJ-P"]);
    p.fly("Which hazard").answer("hazard:0:AJ-M").roll("3,4").answer("accept").asked(Seat(0), "4.2.4.m");
    assert_eq!(p.table.question().map(|q| q.default), Some(1));
    // One that flies alone takes nobody along, whatever wave it once flew in.
    let mut p = meets("L25", "Seasoned", "damaged: true");
    p.roll("3,4").answer("accept").on("AJ-G", "lost");
}

/// proves: 7.7.3l.a, 4.4.3.d, 4.4.3.t, 4.4.3.u
#[test]
fn r7_7_3l_a_a_nightfighter_must_sight_before_it_attacks() {
    let mut p = meets("L30", "Seasoned", "");
    p.prompt("Does a nightfighter sight AJ-G?");
    let dark = p.column();
    p.roll("6,6").on("AJ-G", "dutch_coast").sees("/flight/alert_pending", false);
    let mut p = meets("L30", "Seasoned", "");
    p.roll("1,1").prompt("the nightfighter behind AJ-G").roll("6,6").on("AJ-G", "dutch_coast");
    let mut p = meets("L30", "Seasoned", "");
    p.roll("1,1").roll("1,1").on("AJ-G", "lost").logged("a nightfighter", "4.4.3.u");
    // Its type is the column.
    let columns = ["L29", "L30", "L34"].map(|marker| {
        let mut p = meets(marker, "Seasoned", "");
        p.roll("1,1");
        p.column()
    });
    assert!(columns[0] != columns[1] && columns[1] != columns[2], "{columns:?}");
    // Under Searchlights of its wave the upper row.
    let mut p = wave(["", "", ""], "L11 L30 L3 L4", &["AJ-M", "AJ-G", "AJ-P"]);
    p.fly("Which hazard").answer("hazard:1:AJ-G").prompt("Does a nightfighter sight AJ-G?");
    assert_ne!(p.column(), dark);
}

/// proves: 4.4.3.v, 6.7.2.b
#[test]
fn r4_4_3_v_the_wave_scatters() {
    let strike = |first: &str| {
        let mut sky = Sky::of(2);
        for code in ["AJ-G", "AJ-M", "AJ-P"] {
            sky = sky.ship(code, "Seasoned", "zone: NorthSea, primary: Moehne");
        }
        let mut p = sky.wave(&["AJ-G", "AJ-M", "AJ-P"]).draws("L30 L3 L4 L29").open();
        p.roll(first);
        for code in ["AJ-M", "AJ-G", "AJ-P"] {
            p.fly("Who of Wave 1").answer(&format!("meets:{code}"));
        }
        p.fly("Which hazard").answer("hazard:0:AJ-M").roll("1,1").roll("1,1").on("AJ-M", "lost");
        p
    };
    // In good order it is compromised.
    let p = strike("6,6");
    assert_eq!((p.wave("Wave 1", "compromised"), p.crew("Wave 1").len()), (true.into(), 2));
    // Compromised before, it breaks up.
    let mut p = strike("1,1");
    p.logged("Wave 1 breaks up", "4.4.3.v");
    assert_eq!((p.orders("AJ-G", "wave"), p.orders("AJ-P", "wave")), (Value::Null, Value::Null));
}

/// proves: 7.7.3n.a, 7.7.3k.a
#[test]
fn r7_7_3n_a_searchlights_call_for_a_navigation_check_at_once() {
    let mut p = meets("L11", "Seasoned", "hazards: [MapError]");
    p.prompt("Navigation Check of AJ-G");
    assert_eq!((p.modifier("7.4.1.e"), p.modifier("7.4.1.b")), (Some(-1), Some(-1)));
    p.roll("1,1").on("AJ-G", "missing_dutch_coast");
    // A wave by its leader, one check for each marker and each of them counting.
    let mut p = wave(["", "", ""], "L11 L12 L3 L4", &["AJ-M", "AJ-P", "AJ-G"]);
    p.fly("Which hazard").answer("hazard:0:AJ-M").prompt("Navigation Check of AJ-G");
    assert_eq!(p.modifier("7.4.1.e"), Some(-2));
    p.roll("1,1");
    assert_eq!(p.wave("Wave 1", "compromised"), true);
    p.fly("Navigation Check of AJ-G");
    assert_eq!(p.modifier("7.4.1.e"), Some(-2));
}

/// proves: 7.7.3n.c, 7.7.3n.b
#[test]
fn r7_7_3n_c_who_drops_out_takes_his_searchlights_along() {
    let coned = |drop: &str| {
        let mut sky = Sky::of(2);
        for code in ["AJ-G", "AJ-M", "AJ-P"] {
            sky = sky.ship(code, "Seasoned", "zone: NorthSea, primary: Moehne");
        }
        let mut p = sky.wave(&["AJ-G", "AJ-M", "AJ-P"]).draws("L11 L21 L3 L4").open();
        p.roll("1,1");
        for code in ["AJ-M", "AJ-G", "AJ-P"] {
            p.fly("Who of Wave 1").answer(&format!("meets:{code}"));
        }
        p.fly("Which hazard").answer("hazard:0:AJ-M").roll("1,1").answer(&format!("drop:{drop}"));
        p.fly("flak at AJ-G");
        p.spec().dice
    };
    assert_eq!(coned("AJ-M"), 2, "the lights are gone with AJ-M");
    assert_eq!(coned("AJ-P"), 3, "they still shine on the wave");
}

/// proves: 7.7.3o.a
#[test]
fn r7_7_3o_a_an_unfit_aircrew_is_three_levels_worse() {
    for (quality, column) in [("Veteran", "5"), ("Seasoned", "7"), ("Green", "8")] {
        let sky = Sky::of(2).ship("AJ-G", quality, "primary: Moehne, hazards: [UnfitAircrew]");
        assert_eq!(sky.open().column(), column, "{quality}");
    }
}

/// proves: 2.3.6.e, 2.1.3.b
#[test]
fn r2_3_6_e_a_pilot_may_ignore_one_map_error_once() {
    const BROWN: &str = "elite: (kind: PilotIgnoreMapError, name: \"Brown\")";
    let sky = |errors: &str| {
        Sky::of(2).ship(
            "AJ-G",
            "Seasoned",
            &format!("zone: EnglishCoast, primary: Moehne, hazards: [{errors}], {BROWN}"),
        )
    };
    let mut p = sky("MapError, MapError").draws("Y23 Y24 L3 L4 L29 L30").open();
    p.asked(Seat(0), "2.3.6.e").offers_only(&["ignore:AJ-G", "bear"]).answer("ignore:AJ-G");
    assert_eq!(p.modifier("7.4.1.b"), Some(-1));
    assert_eq!(p.of("AJ-G", "elite")["spent"], true);
    p.table.game().check(p.table.world()).unwrap_or_else(|fault| panic!("{fault}"));
    // Spent, he is not asked again.
    p.roll("6,6").fly("Navigation Check of AJ-G").sees("/flight/turn", 3);
    assert_eq!(p.modifier("7.4.1.b"), Some(-1));
    // He need not.
    let mut p = sky("MapError").open();
    p.answer("bear");
    assert_eq!(p.modifier("7.4.1.b"), Some(-1));
    assert_eq!(p.of("AJ-G", "elite")["spent"], false);
    sky("").open().prompt("Navigation Check of AJ-G");
}

/// proves: 2.3.4.b
#[test]
fn r2_3_4_b_the_wing_commander_may_throw_again_for_his_wave() {
    const GIBSON: &str = "elite: (kind: WingCommander, name: \"Gibson\")";
    // Leading, for what befalls any of it.
    let mut p = wave([GIBSON, "", ""], "L6 L29 L3 L4 2", &["AJ-M", "AJ-G", "AJ-P"]);
    p.fly("Which hazard").answer("hazard:0:AJ-M").roll("1").asked(Seat(0), "2.3.4.a").answer("reroll:1");
    p.on("AJ-M", "dutch_coast");
    assert_eq!(p.of("AJ-G", "elite")["spent"], true);
    // Not when another leads, nor for one who flies alone.
    let mut p = wave(["", GIBSON, ""], "L6 L29 L3 L4", &["AJ-P", "AJ-G", "AJ-M"]);
    p.fly("Which hazard").answer("hazard:0:AJ-P").roll("1").on("AJ-P", "lost");
}
