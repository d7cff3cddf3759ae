//! 7.4 Navigation Checks.

use bombers_moon::kernel::ids::Seat;

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// One Lancaster on its way.
fn lone(quality: &str, rest: &str) -> Sky {
    Sky::of(2).ship("AJ-G", quality, &format!("zone: EnglishCoast, primary: Moehne, {rest}"))
}

/// A wave of two: the leader's fields and the other's.
fn pair(leader: &str, other: &str) -> Sky {
    let line = |rest: &str| format!("zone: EnglishCoast, primary: Moehne, {rest}");
    Sky::of(2)
        .ship("AJ-G", "Seasoned", &line(leader))
        .ship("AJ-M", "Green", &line(other))
        .wave(&["AJ-G", "AJ-M"])
}

/// proves: 7.4.a, 7.4.b
#[test]
fn r7_4_a_every_unit_is_checked_once_zone_by_zone() {
    let mut sky = Sky::of(2);
    for (code, zone) in [("AJ-A", "NorthSea"), ("AJ-G", "England"), ("AJ-M", "England"), ("AJ-P", "England")]
    {
        sky = sky.ship(code, "Seasoned", &format!("zone: {zone}, primary: Moehne"));
    }
    let mut p = sky.wave(&["AJ-G", "AJ-M"]).open();
    let mut order = vec![];
    while p.at("Navigation Check of") {
        let words = p.table.question().map(|q| q.prompt(p.table.pieces())).unwrap_or_default();
        order.push(words.split("Check of ").last().unwrap_or("").to_owned());
        p.roll("1,1");
    }
    // The wave by its leader, the zones from west to east; who goes missing is not checked again.
    assert_eq!(order, ["AJ-G for Wave 1", "AJ-P", "AJ-A"]);
    p.on("AJ-P", "missing_english_coast").on("AJ-A", "missing_dutch_coast");
}

/// proves: 7.4.1.a
#[test]
fn r7_4_1_a_two_dice_against_the_skill_of_the_crew() {
    for (quality, need) in [("Veteran", 3), ("Seasoned", 4), ("Green", 5)] {
        let mut p = lone(quality, "").open();
        p.asked(Seat(0), "7.4.1.a");
        assert_eq!(p.column(), need.to_string());
        p.roll(&format!("1,{}", need - 1)).on("AJ-G", "north_sea");
        let mut p = lone(quality, "").open();
        p.roll(if need == 3 { "1,1" } else { "1,2" }).on("AJ-G", "missing_north_sea");
    }
    // A wave by its leader's crew: the Green crew behind him does not count.
    let p = pair("", "").open();
    assert_eq!(p.column(), "4");
}

/// proves: 7.4.1.b, 7.7.3k.a
#[test]
fn r7_4_1_b_each_map_error_of_the_unit_takes_one_off() {
    for (errors, takes) in [("", 0), ("MapError", -1), ("MapError, MapError", -2)] {
        let p = lone("Seasoned", &format!("hazards: [{errors}]")).open();
        assert_eq!(p.modifier("7.4.1.b"), Some(takes));
    }
    let p = pair("hazards: [MapError]", "hazards: [MapError]").open();
    assert_eq!(p.modifier("7.4.1.b"), Some(-2));
    let p = pair("", "hazards: [MapError]").open();
    assert_eq!(p.modifier("7.4.1.b"), Some(-1));
}

/// proves: 7.4.1.c, 7.7.3d.a
#[test]
fn r7_4_1_c_the_compass_card_of_the_leader_takes_one_off() {
    let p = lone("Seasoned", "hazards: [CompassCard]").open();
    assert_eq!(p.modifier("7.4.1.c"), Some(-1));
    let p = lone("Seasoned", "").open();
    assert_eq!(p.modifier("7.4.1.c"), Some(0));
    for (leader, other, takes) in [("CompassCard", "", -1), ("", "CompassCard", 0)] {
        let p = pair(&format!("hazards: [{leader}]"), &format!("hazards: [{other}]")).open();
        assert_eq!(p.modifier("7.4.1.c"), Some(takes));
    }
}

/// proves: 7.4.1.d, 2.3.5.a, 2.3.5.b
#[test]
fn r7_4_1_d_an_elite_navigator_adds_one_for_his_lancaster_or_the_wave_that_he_leads() {
    const HOWARD: &str = "elite: (kind: NavigatorNavigation, name: \"Howard\")";
    let mut p = lone("Seasoned", HOWARD).draws("Y23 Y24 L3 L4 L29 L30").open();
    assert_eq!(p.modifier("7.4.1.d"), Some(1));
    // Again and again.
    p.roll("6,6").fly("Navigation Check of AJ-G");
    assert_eq!(p.modifier("7.4.1.d"), Some(1));
    assert_eq!(lone("Seasoned", "").open().modifier("7.4.1.d"), Some(0));
    assert_eq!(pair(HOWARD, "").open().modifier("7.4.1.d"), Some(1));
    assert_eq!(pair("", HOWARD).open().modifier("7.4.1.d"), Some(0));
    let other = "elite: (kind: NavigatorAltitude, name: \"Walker\")";
    assert_eq!(lone("Seasoned", other).open().modifier("7.4.1.d"), Some(0));
}

/// proves: 7.4.1.e
#[test]
fn r7_4_1_e_searchlights_count_in_the_checks_that_they_cause() {
    let p = lone("Seasoned", "").open();
    assert_eq!(p.modifier("7.4.1.e"), Some(0));
    let line = "zone: NorthSea, primary: Moehne";
    let mut p = Sky::of(2).ship("AJ-G", "Seasoned", line).draws("L29 L11 L3 L4").open();
    p.roll("6,6").fly("Which hazard comes next?").answer("hazard:0:AJ-G").prompt("Navigation Check of AJ-G");
    assert_eq!(p.modifier("7.4.1.e"), Some(-1));
}

/// proves: 7.4.1.i
#[test]
fn r7_4_1_i_who_fails_when_missing_is_looked_up_on_the_lost_table() {
    let missing = |rest: &str| {
        let mut p = lone("Green", rest).draws("Y23 Y24").open();
        p.fly("Navigation Check of AJ-G").roll("1,1").fly("Navigation Check of AJ-G").roll("1,1");
        p.asked(Seat(0), "7.4.1.i").prompt("what became of AJ-G");
        // The modifiers of the table, without those of a zone.
        assert_eq!(p.modifier("5.1.d"), Some(-1));
        assert_eq!(p.modifier("5.1.i"), Some(0));
        p
    };
    missing("").roll("1,1").on("AJ-G", "lost").fly_home().ended("Stands");
    missing("").roll("6,6").on("AJ-G", "returned").fly_home().ended("Stands");
    let mut p = missing("");
    p.roll("3,3").on("AJ-G", "returned");
    assert_eq!(p.of("AJ-G", "damaged"), true);
    let mut p = missing("hazards: [FaultyMerlin]");
    assert_eq!(p.modifier("5.1.g"), Some(-1));
    p.roll("1,1");
    // 9 less 1 is 8: it comes out over water.
    let mut p = missing("");
    p.roll("4,5").prompt("A dam, or home?").answer("home").on("AJ-G", "returned").fly_home().ended("Stands");
}

/// proves: 5.1.2.f, 5.1.2.g
#[test]
fn r5_1_2_f_a_stray_may_attack_a_dam_and_goes_home_from_there() {
    let mut p = lone("Green", "").draws("Y23 Y24").open();
    p.fly("Navigation Check of AJ-G").roll("1,1").fly("Navigation Check of AJ-G").roll("1,1").roll("4,5");
    p.asked(Seat(0), "5.1.2.f").offers("attack:Eder").offers("attack:Henne").answer("attack:Eder");
    // Acquired at once; it enters alone in this turn's Target Map Phase.
    p.on("AJ-G", "dam_eder")
        .fly("when AJ-G arrives")
        .sees("/dam_name", "Eder")
        .sees("/flight/turn", 3)
        .roll("1");
    // After eight turns it is over, and its return is rolled for.
    p.fly("the return of AJ-G").on("AJ-G", "base_weser").logged("turns for home from Weser", "5.1.2.g");
    p.logged("Attack Turn 8", "4.4.6.a").not_logged("Attack Turn 9");
}
