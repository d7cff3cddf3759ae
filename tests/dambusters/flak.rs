//! 4.2.4 Flak Checks, 4.2.7 the Near Zone's.

use crate::rig::Rig;
use crate::table::{Flight, content};
use bombers_moon::games::dambusters::data::FlakResult;

/// A bomber with Speed 3 and two escorts; lights off gives two dice in the Far Zone.
fn three(dam: &str, flak: u8) -> Rig {
    Rig::at(dam)
        .quiet()
        .flak(flak)
        .bomber("AJ-A", "Green", "")
        .empty("AJ-B", "Green", "")
        .empty("AJ-M", "Green", "")
}

/// A bomber alone.
fn alone(dam: &str, flak: u8, more: &str) -> Rig {
    Rig::at(dam).quiet().flak(flak).bomber("AJ-A", "Green", more)
}

/// Before the Far Zone's flak: `dark` with the lights off. Luck for the flak follows.
fn at_flak(night: &Rig, lights: &str, luck: &str) -> Flight {
    let altitude = if lights == "lights:off" { "" } else { "A7 A5" };
    let mut f = night.forced(&format!("6 S7 S5 {altitude} {luck}"));
    f.pick("run:AJ-A");
    f.only(lights);
    while f.table.question().is_some_and(|q| q.clause.0 == "4.2.3.a") {
        f.luck_once();
    }
    f
}

/// With two escorts, lights off, flak thrown.
fn escorted(night: &Rig, luck: &str) -> Flight {
    let mut f = night.forced(&format!("6 S7 S5 {luck}"));
    f.picks("run:AJ-A escort:AJ-B escort:AJ-M lights:off");
    f
}

/// proves: 4.2.4.a
#[test]
fn r4_2_4_a_no_flak_no_check() {
    at_flak(&alone("Moehne", 0, ""), "lights:off", "").asks("4.2.5.a");
    assert_eq!(at_flak(&alone("Moehne", 1, ""), "lights:off", "").spec().clause.0, "4.2.4.b");
}

/// proves: 4.2.4.b
#[test]
fn r4_2_4_b_a_sum_in_the_range_of_the_level_hits_without_modifiers() {
    for (flak, dice, hit) in [
        (1, "1,1", true),
        (1, "1,2", false),
        (2, "1,2", true),
        (2, "1,3", false),
        (3, "1,3", true),
        (3, "1,4", false),
        (3, "6,5", false),
        (4, "1,5", true),
        (4, "1,4", false),
        (4, "2,6", false),
        (4, "3,4", true),
        (1, "3,4", false),
        (2, "3,4", false),
        (3, "3,4", false),
    ] {
        let mut f = at_flak(&alone("Moehne", flak, "damaged: true"), "lights:off", "");
        assert!(f.spec().modifiers.is_empty());
        f.only(&format!("roll={dice}"));
        if hit {
            f.asks("4.2.4.n");
        } else {
            f.asks("4.2.5.a");
        }
    }
}

/// proves: 4.2.4.b
#[test]
fn r4_2_4_b_any_pair_of_three_dice_hits_and_the_chart_keeps_the_worst() {
    for (flak, dice, row) in [
        (3, "1,3,6", "hit"),
        (3, "2,4,6", "miss"),
        (4, "1,5,4", "hit"),
        (4, "1,5,2", "critical"),
        (4, "1,2,3", "miss"),
        (3, "6,4,3", "miss"),
    ] {
        let mut f = at_flak(&alone("Moehne", flak, "damaged: true"), "lights:on", "");
        f.dice(3).only(&format!("roll={dice}")).sees("/latest/1", row);
    }
}

/// proves: 4.2.4.c
#[test]
fn r4_2_4_c_three_dice_with_lights_or_searchlights_else_two() {
    let lit = alone("Moehne", 1, "").searchlights(1);
    at_flak(&alone("Moehne", 1, ""), "lights:off", "").dice(2);
    at_flak(&alone("Moehne", 1, ""), "lights:on", "").dice(3);
    at_flak(&lit, "lights:off", "").dice(3);
    at_flak(&lit, "lights:on", "").dice(3);
    // No lights aboard count as off.
    let mut f = alone("Moehne", 1, "hazards: [NoAldisLights]").forced("6 S7 S5");
    f.only("run:AJ-A").luck_once().luck_once().dice(2);
    // The state of Step 3 holds in the Near and Close Zones.
    for (lights, more, dice) in [("lights:off", "5 6", 2), ("lights:on", "4 5 6", 3)] {
        let mut f = at_flak(&alone("Moehne", 1, ""), lights, &format!("{more} {more}"));
        f.luck()
            .pick("proceed")
            .only("hold")
            .dice(dice)
            .luck()
            .picks("cease proceed")
            .only("hold")
            .dice(dice);
    }
}

/// proves: 4.2.4.c
#[test]
fn r4_2_4_c_escorts_alone_carry_no_lights() {
    for (searchlights, dice) in [("0", 2), ("1", 3)] {
        let mut night = Rig::at("Moehne").quiet().flak(3);
        night = night.with("searchlights", searchlights).bomber("AJ-A", "Green", "damaged: true");
        let mut f = night.empty("AJ-B", "Green", "").forced("6 S7 S5 A7 A5 | 1 3 6");
        f.picks("run:AJ-A escort:AJ-B lights:on hit:AJ-A accept").at("AJ-A", "lost").asks("4.2.4.t");
        f.only("go-on").dice(dice);
    }
}

/// proves: 4.2.4.d
#[test]
fn r4_2_4_d_at_sorpe_and_bever_only_searchlights_add_a_die() {
    for dam in ["Sorpe", "Bever"] {
        for (searchlights, dice) in [("0", 2), ("2", 3)] {
            let night = alone(dam, 1, "").with("searchlights", searchlights);
            let mut f = night.forced("6 S7 S5 A7 A5");
            f.only("run:AJ-A").luck_once().luck_once().luck_once().dice(dice).sees("/run/lights", "on");
        }
    }
}

/// proves: 4.2.4.e
#[test]
fn r4_2_4_e_of_three_dice_the_most_lethal_pair_is_kept() {
    let roll = |flak, dice: &str| {
        let mut f = at_flak(&alone("Moehne", flak, "damaged: true"), "lights:on", "");
        f.only(&format!("roll={dice}"));
        f
    };
    // Whichever two dice they are, the pair that hits is kept.
    for dice in ["1,3,6", "6,1,3", "1,6,3"] {
        roll(3, dice).asks("4.2.4.n");
    }
    roll(3, "1,4,6").asks("4.2.5.a");
    // A Critical Hit before a plain hit: 3 + 4 before 3 + 3.
    roll(4, "3,3,4").sees("/latest/1", "critical");
    // Hitting doubles before a plain hit: 2 + 2 before 1 + 2.
    let mut f = roll(3, "1,2,2");
    f.sees("/latest/1", "hit");
    assert!(f.again());
    // A plain hit before doubles that miss: 1 + 3 before 3 + 3.
    let mut f = roll(3, "1,3,3");
    f.sees("/latest/1", "hit");
    assert!(!f.again());
    // No hit: doubles if there are any, and the guns fire again.
    roll(3, "5,5,6").logged("fire again", "4.2.4.f").dice(3);
    roll(3, "4,5,6").sees("/latest/1", "miss").asks("4.2.5.a");
}

/// proves: 4.2.4.f, 4.2.4.g
#[test]
fn r4_2_4_f_doubles_fire_again_after_the_hit_is_applied() {
    // A hit by doubles is applied before the next roll.
    let mut f = at_flak(&alone("Moehne", 3, ""), "lights:off", "");
    f.only("roll=1,1").ship("AJ-A", "damaged", false).only("accept").ship("AJ-A", "damaged", true).dice(2);
    // Doubles that miss go on too; the chain ends with a roll that is none.
    f.only("roll=5,5").dice(2).only("roll=6,6").dice(2).only("roll=5,6").asks("4.2.5.a");
    // It ends with the loss of the Lancaster hit: no further roll although these were doubles.
    let mut f = at_flak(&alone("Moehne", 3, ""), "lights:off", "");
    f.only("roll=1,1").only("accept").only("roll=2,2").only("accept").at("AJ-A", "lost");
    assert_eq!(f.cited("4.2.4.f"), 1);
    f.asks("5.3.b");
}

/// proves: 4.2.4.g
#[test]
fn r4_2_4_g_the_chain_ends_with_the_lancaster_that_took_the_hit() {
    // An escort lost to doubles: the bomber flies on and the guns stop.
    let night =
        Rig::at("Moehne").quiet().flak(3).bomber("AJ-A", "Green", "").empty("AJ-B", "Green", "damaged: true");
    let mut f = night.forced("6 S7 S5 | 1 1");
    f.picks("run:AJ-A escort:AJ-B lights:off hit:AJ-B accept").at("AJ-B", "lost").asks("4.2.5.a").spent();
    // An escort only damaged by doubles: they fire again.
    let mut f = night.forced("6 S7 S5 | 1 1 5 6");
    f.picks("run:AJ-A escort:AJ-B lights:off hit:AJ-A accept").asks("4.2.5.a").spent();
}

/// proves: 4.2.4.h
#[test]
fn r4_2_4_h_the_player_says_who_takes_the_hit() {
    let night = three("Moehne", 3);
    let mut f = escorted(&night, "1 3");
    f.asks("4.2.4.h").offers_only(&["hit:AJ-A", "hit:AJ-B", "hit:AJ-M"]);
    f.picks("hit:AJ-M accept").ship("AJ-M", "damaged", true).ship("AJ-A", "damaged", false);
    f.ship("AJ-B", "damaged", false).asks("4.2.5.a").spent();
    let mut f = escorted(&night, "1 3");
    f.picks("hit:AJ-A accept").ship("AJ-A", "damaged", true).ship("AJ-M", "damaged", false);
    // Alone there is nobody to choose.
    let mut f = at_flak(&alone("Moehne", 3, ""), "lights:off", "1 3");
    f.luck().asks("4.2.4.n").pick("accept").ship("AJ-A", "damaged", true);
    // One hit is one damage: a damaged Lancaster is lost.
    let mut f = at_flak(&alone("Moehne", 3, "damaged: true"), "lights:off", "1 3");
    f.luck().only("accept").at("AJ-A", "lost");
}

/// proves: 4.2.4.j
#[test]
fn r4_2_4_j_critical_hit_destroys_an_undamaged_lancaster() {
    let mut f = at_flak(&alone("Moehne", 4, ""), "lights:off", "3 4");
    f.luck().asks("4.2.4.n").only("accept").at("AJ-A", "lost").logged("critical hit", "4.2.4.j");
    // A sum of 6 hits once.
    let mut f = at_flak(&alone("Moehne", 4, ""), "lights:off", "2 4");
    f.luck().pick("accept").ship("AJ-A", "damaged", true).asks("4.2.5.a");
    // Both hits fall on the same Lancaster.
    let mut f = escorted(&three("Moehne", 4), "3 4");
    f.picks("hit:AJ-B accept")
        .at("AJ-B", "lost")
        .ship("AJ-A", "damaged", false)
        .ship("AJ-M", "damaged", false);
    f.asks("4.2.5.a").spent();
}

/// proves: 4.2.4.k
#[test]
fn r4_2_4_k_seven_is_critical_at_levels_4_and_5_only() {
    for flak in 1..=3 {
        at_flak(&alone("Moehne", flak, ""), "lights:off", "").only("roll=3,4").sees("/latest/1", "miss");
    }
    at_flak(&alone("Moehne", 4, ""), "lights:off", "").only("roll=3,4").sees("/latest/1", "critical");
    let ids = &content().ids;
    let chart = content().charts.get(ids.flak_check.id);
    for level in 1..=5 {
        for total in 2..=12 {
            let critical =
                ids.flak_check.result(chart.read(ids.flak_column(level), total)) == FlakResult::Critical;
            assert_eq!(critical, level >= 4 && total == 7, "level {level}, {total}");
        }
    }
}

/// proves: 4.2.4.l
#[test]
fn r4_2_4_l_against_a_damaged_lancaster_the_surplus_hits_another() {
    let night = |escorts: usize| {
        let mut night = alone("Moehne", 4, "damaged: true");
        for code in ["AJ-B", "AJ-M"].iter().take(escorts) {
            night = night.empty(code, "Green", "");
        }
        night
    };
    // Two others: the player picks.
    let mut f = night(2).forced("6 S7 S5 | 3 4");
    f.picks("run:AJ-A escort:AJ-B escort:AJ-M lights:off hit:AJ-A accept").at("AJ-A", "lost");
    f.asks("4.2.4.l").offers_only(&["hit:AJ-B", "hit:AJ-M"]).picks("hit:AJ-M accept");
    f.ship("AJ-M", "damaged", true)
        .at("AJ-M", "escort_far")
        .ship("AJ-B", "damaged", false)
        .asks("4.2.4.t")
        .spent();
    // One other: no choice, one damage.
    let mut f = night(1).forced("6 S7 S5 | 3 4");
    f.picks("run:AJ-A escort:AJ-B lights:off hit:AJ-A accept")
        .at("AJ-A", "lost")
        .prompt("AJ-B is about to be hit");
    f.pick("accept").ship("AJ-B", "damaged", true).at("AJ-B", "escort_far").spent();
    // Nobody else there: the surplus is lost. Aircraft in Circling Near are not there.
    let mut f = night(1).forced("6 S7 S5 | 3 4");
    f.picks("run:AJ-A go lights:off accept").at("AJ-A", "lost").ship("AJ-B", "damaged", false).asks("4.3.a");
    // The surplus may fall on the bomber, and destroys what was damaged before without a further surplus.
    let mut f = Rig::at("Moehne")
        .quiet()
        .flak(4)
        .bomber("AJ-A", "Green", "damaged: true")
        .empty("AJ-B", "Green", "damaged: true")
        .empty("AJ-M", "Green", "")
        .forced("6 S7 S5 | 3 4");
    f.picks("run:AJ-A escort:AJ-B escort:AJ-M lights:off hit:AJ-B accept hit:AJ-A accept");
    f.at("AJ-A", "lost").at("AJ-B", "lost").ship("AJ-M", "damaged", false).asks("4.2.4.t").spent();
}

/// proves: 4.2.7.a
#[test]
fn r4_2_7_a_the_near_zone_has_its_own_check() {
    let mut f = at_flak(&alone("Moehne", 3, ""), "lights:off", "5 6");
    f.luck().pick("proceed").only("hold").sees("/phase", "Flak Check").dice(2);
    f.only("roll=1,1").only("accept").ship("AJ-A", "damaged", true).dice(2).only("roll=5,6");
    f.asks("4.2.8.a").at("AJ-A", "approach_near");
    // None at Flak 0.
    let mut f = at_flak(&alone("Moehne", 0, ""), "lights:off", "");
    f.luck().pick("proceed").only("hold").asks("4.2.9.a");
}
