//! 4.4.3 the Nightfighter Check at a dam.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};
use serde_json::{Value, json};

use crate::rig::{GOOD, Rig, SOUND};
use crate::sortie::Sortie;
use crate::table::{self, content};

/// Alert 4, two armed Lancasters near, one far and an empty one near, before the first sighting roll.
fn watch(rig: Rig) -> Played {
    let mut p = rig
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .empty("AJ-G", "Green", "")
        .bomber("AJ-M", "Green", "start: CirclingFar")
        .open();
    p.to("Nightfighter sighted?");
    p
}

fn seen() -> Played {
    watch(Rig::at("Moehne").alert(4))
}

/// proves: 4.4.3.a
#[test]
fn r4_4_3_a_first_a_sighting_then_and_only_then_an_attack() {
    let mut p = seen();
    p.asked(Seat(0), "4.4.3.b").roll("3,4").prompt("Attack Turn 2");
    let mut p = seen();
    p.roll("1,1").prompt("Nightfighter attacks?").asked(Seat(0), "4.4.3.f");
}

/// proves: 4.4.3.b
#[test]
fn r4_4_3_b_two_dice_in_the_column_of_the_alert_level() {
    // Alert Level, the highest sum that sights, the lowest that does not.
    for (alert, sights, nothing) in
        [(0, "1,1", "1,2"), (1, "1,2", "1,3"), (2, "1,3", "1,4"), (3, "1,4", "1,5"), (4, "1,5", "1,6")]
    {
        let rig = Rig::at("Moehne").alert(alert);
        let mut p = watch(rig.clone());
        assert_eq!((p.column(), p.spec().dice, p.spec().sum()), (format!("dark_{alert}"), 2, 0));
        p.roll(sights).prompt("Nightfighter attacks?");
        watch(rig).roll(nothing).prompt("Attack Turn 2");
    }
}

/// proves: 4.4.3.c
#[test]
fn r4_4_3_c_searchlights_use_the_top_row_aldis_lights_do_not() {
    for alert in 0..5 {
        let p = watch(Rig::at("Moehne").alert(alert).searchlights(1));
        assert_eq!(p.column(), format!("lights_{alert}"));
    }
    watch(Rig::at("Moehne").alert(1).searchlights(1)).roll("2,2").prompt("Nightfighter attacks?");
    watch(Rig::at("Moehne").alert(1)).roll("2,2").prompt("Attack Turn 2");
    for lights in ["lights:on", "lights:off"] {
        let mut p = Rig::at("Moehne").alert(2).bomber("AJ-A", "Green", "").open();
        p.answer("run:AJ-A").to("Aldis Lights of AJ-A?").answer(lights).to("Far Zone. What now?");
        p.answer("pull-up").to("Nightfighter sighted?");
        assert_eq!(p.column(), "dark_2", "{lights}");
    }
}

/// proves: 4.4.3.e
#[test]
fn r4_4_3_e_the_alert_level_is_that_of_the_set_up_to_the_end() {
    for (id, alert) in [
        ("s1-mohne", 1),
        ("s2-eder", 1),
        ("s3-sorpe", 1),
        ("s4-lister", 2),
        ("s5-ennepe", 2),
        ("s5-beginners", 2),
    ] {
        let mut p = Script::of(&table::game(), &format!("dambusters/{id}")).open();
        p.sees("/alert", alert).to_end().sees("/alert", alert);
    }
    // Not even an attack raises it.
    let mut p = seen();
    p.roll("1,1").roll("6,6").answer("victim:AJ-A").sees("/alert", 4).to_end().sees("/alert", 4);
    let mut p = Script::of(&table::game(), "dambusters/s2-eder").option("linked", "yes").open();
    p.sees("/alert", 2).to("Nightfighter sighted?");
    assert_eq!(p.column(), "dark_2");
}

/// proves: 4.4.3.f
#[test]
fn r4_4_3_f_the_column_of_the_activity_level() {
    let ids = &content().ids;
    let chart = content().charts.get(ids.nightfighter_attack.id);
    let steps = [0, 1, 1, 3, 3, 5, 5, 7, 7, 7, 7, 7, 7];
    for (activity, step) in (0u8..).zip(steps) {
        for (nearby, row) in [(false, "clear"), (true, "nearby")] {
            let column = &chart.file().columns[usize::from(ids.attack_column(activity, nearby))];
            assert_eq!(column.id, format!("{row}_{step}"), "Activity {activity}");
        }
    }
    // At the table: nothing done yet, then a flare.
    let mut p = seen();
    p.roll("1,1");
    assert_eq!((p.column(), p.spec().dice), ("clear_0".to_owned(), 2));
    p.roll("6,4").to("Circling Phase").answer("flare:AJ-A").to("Nightfighter sighted?").roll("1,1");
    assert_eq!(p.column(), "nearby_1", "one is nearby already");
}

/// proves: 4.4.3.f
#[test]
fn r4_4_3_f_the_total_says_what_it_does() {
    // Activity 0, nobody nearby: 9 vanishes, 10 and 11 keep nearby, 12 attacks.
    seen().roll("1,1").roll("4,5").sees("/nearby", false).prompt("Attack Turn 2");
    for dice in ["4,6", "5,6"] {
        seen().roll("1,1").roll(dice).sees("/nearby", true).prompt("Attack Turn 2");
    }
    seen().roll("1,1").roll("6,6").prompt("Which is lost?");
    // With one nearby: 6, 7 to 9, 10.
    let second = || {
        let mut p = seen();
        p.roll("1,1").roll("5,5").to("Nightfighter sighted?").roll("1,1");
        assert_eq!(p.column(), "nearby_0");
        p
    };
    second().roll("3,3").sees("/nearby", false);
    second().roll("3,4").sees("/nearby", true).prompt("Attack Turn 3");
    second().roll("4,6").prompt("Which is lost?");
}

/// proves: 4.4.3.g
#[test]
fn r4_4_3_g_what_activity_is_made_of() {
    let mut p = Rig::at("Moehne")
        .flak(3)
        .alert(4)
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "damaged: true")
        .bomber("AJ-C", "Green", "")
        .draws(&SOUND)
        .open();
    p.sees("/activity", 0);
    // One level shot down, one mine released without success.
    p.far("AJ-A").answer("proceed").to("who fires at what?").answer("fire:AJ-A:flak").roll("1");
    p.sees("/activity", 1).to("Near Zone. What now?").answer("release").sees("/activity", 2);
    p.to("the release of AJ-A").roll("1,6").sees("/misses", 1).sees("/activity", 2);
    // The rear gun: another level. A flare: one more while it burns.
    p.to("who fires at what?").answer("fire:AJ-A:flak").roll("1").sees("/activity", 3);
    p.to("Circling Phase").answer("flare:AJ-C").sees("/activity", 4);
    // Attrition: nothing.
    p.answer("end:circling")
        .prompt("Defence Attrition of Flak")
        .roll("1")
        .sees("/flak", 0)
        .sees("/activity", 4);
    p.to("Very Light still burn?").roll("1").to("Very Light still burn?").roll("1").sees("/activity", 3);
}

/// proves: 4.4.3.g
#[test]
fn r4_4_3_g_a_lancaster_destroyed_counts_and_a_success_counts_like_a_failure() {
    let mut p = Rig::at("Moehne")
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .bomber("AJ-B", "Green", "")
        .draws(&["S2", "S1", "A2", "A1"])
        .open();
    p.answer("run:AJ-A").to("flak against AJ-A").roll("1,1,6").answer("accept").sees("/activity", 1);
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6").sees("/activity", 1);
    // A Lancaster that turns for home, or is missing on the way, adds nothing.
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .empty("AJ-G", "Green", "")
        .ends("NightfighterAttack, AfterTurn(1)")
        .open();
    p.to("Circling Phase").answer("home:AJ-G").sees("/activity", 0).to("the return of AJ-A").roll("1,1");
    p.roll("1,1").is_at("AJ-A", "Lost").sees("/activity", 0);
}

/// proves: 4.4.3.i
#[test]
fn r4_4_3_i_it_vanishes_and_takes_the_marker_with_it() {
    let mut p = seen();
    p.roll("1,1").roll("1,1").logged("The nightfighter loses the squadron", "4.4.3.i").sees("/nearby", false);
    let mut p = seen();
    p.roll("1,1").roll("5,5").sees("/nearby", true).to("Nightfighter sighted?").roll("1,1").roll("1,1");
    p.sees("/nearby", false).prompt("Attack Turn 3");
    for code in ["AJ-A", "AJ-B", "AJ-G"] {
        p.is_at(code, "Circling Near");
    }
}

/// proves: 4.4.3.j
#[test]
fn r4_4_3_j_nearby_stays_until_it_vanishes_or_attacks() {
    let mut p = seen();
    p.sees("/nearby", false).roll("1,1").roll("5,5").logged("A nightfighter stays nearby", "4.4.3.j");
    p.is_at("AJ-A", "Circling Near").is_at("AJ-M", "Circling Far").sees("/nearby", true);
    // A turn without a sighting changes nothing, nor does another Nearby.
    p.to("Nightfighter sighted?").roll("6,6").sees("/nearby", true);
    p.to("Nightfighter sighted?").roll("1,1").roll("3,4").sees("/nearby", true);
    p.to("Nightfighter sighted?").roll("1,1").roll("5,5").answer("victim:AJ-G").sees("/nearby", false);
}

/// proves: 4.4.3.k
#[test]
fn r4_4_3_k_the_player_gives_it_one_lancaster_in_circling_near() {
    let mut p = seen();
    p.roll("1,1").roll("6,6").asked(Seat(0), "4.4.3.k");
    p.offers_only(&["victim:AJ-A", "victim:AJ-B", "victim:AJ-G"]).answer("victim:AJ-B");
    p.is_at("AJ-B", "Lost").logged("AJ-B is lost to a nightfighter", "4.4.3.k").sees("/activity", 1);
    assert_eq!(p.of("AJ-B", "lost_to"), "a nightfighter");
    // An outright loss: an undamaged Lancaster with the Ignore Damage pilot goes down all the same.
    let mut p =
        Rig::at("Moehne").bomber("AJ-A", "Green", "elite: (kind: PilotIgnoreDamage, name: \"Young\")").open();
    p.to("Nightfighter sighted?").roll("1,1").roll("6,6").answer("victim:AJ-A").is_at("AJ-A", "Lost");
}

/// proves: 4.4.3.k, 4.4.3.l
#[test]
fn r4_4_3_k_with_nobody_near_nobody_is_lost_but_the_rest_applies() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "start: CirclingFar")
        .bomber("AJ-B", "Green", "start: CirclingFar")
        .open();
    p.to("Nightfighter sighted?").roll("1,1").roll("6,6").prompt("the return of AJ-A");
    p.is_at("AJ-A", "Return to Base").is_at("AJ-B", "Return to Base").sees("/activity", 0);
}

/// proves: 4.4.3.l, 4.4.3.s
#[test]
fn r4_4_3_l_all_others_scatter_for_home() {
    let mut p = seen();
    p.roll("1,1").roll("6,6").answer("victim:AJ-G");
    for code in ["AJ-A", "AJ-B", "AJ-M"] {
        p.is_at(code, "Return to Base");
    }
    p.logged("The squadron scatters for home", "4.4.3.l");
    // Their fate is rolled at the end of the game, one by one.
    p.prompt("the return of AJ-A").roll("6,6").prompt("the return of AJ-B").roll("6,6");
    p.prompt("the return of AJ-M").roll("6,6").is_at("AJ-M", "Scampton");
    // Nothing scatters without an attack.
    seen().roll("1,1").roll("5,5").is_at("AJ-M", "Circling Far").is_at("AJ-A", "Circling Near");
}

/// proves: 4.4.3.n
#[test]
fn r4_4_3_n_an_attack_ends_the_scenario_after_its_effects() {
    let mut p = seen();
    p.roll("1,1").roll("6,6").answer("victim:AJ-A").prompt("the return of AJ-B").to_end().ended("1 Stands");
    p.sees("/turn", 1);
    for id in ["s1-mohne", "s2-eder", "s3-sorpe", "s4-lister", "s5-ennepe"] {
        let mut p = Script::of(&table::game(), &format!("dambusters/{id}")).open();
        p.to("Nightfighter sighted?").roll("1,1").roll("6,6").to("Which is lost?");
        let victim = crate::sortie::harmless(&p);
        p.answer(&victim).prompt("the return of").to_end().sees("/turn", 1);
    }
    // A sighting alone does not.
    seen().roll("1,1").roll("1,1").prompt("Attack Turn 2");
}

/// proves: 4.4.3.p
#[test]
fn r4_4_3_p_the_attack_takes_the_nearby_marker_off() {
    let mut p = seen();
    p.roll("1,1").roll("5,5").sees("/nearby", true).to("Nightfighter sighted?").roll("1,1").roll("6,6");
    p.sees("/nearby", true).answer("victim:AJ-A").sees("/nearby", false);
    let mut p = seen();
    p.roll("1,1").roll("6,6").answer("victim:AJ-A").sees("/nearby", false);
}

/// proves: 4.4.3.s
#[test]
fn r4_4_3_s_the_scattered_hold_no_marker_and_count_as_unspent() {
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").open();
    p.far("AJ-A").answer("pull-up").sees("/marker", json!(["AJ-A", false]));
    p.to("Nightfighter sighted?").roll("1,1").roll("6,6").answer("victim:AJ-B");
    p.sees("/marker", Value::Null).is_at("AJ-A", "Return to Base");
    assert_eq!(p.of("AJ-A", "upkeep"), true);
}
