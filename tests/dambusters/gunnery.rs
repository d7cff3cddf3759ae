//! 4.2.8 gunnery, and the guns of 4.2.11.

use bombers_moon::kernel::testkit::script::Played;

use crate::rig::{POOR, Rig};
use crate::sortie::{Sortie, escorted};
use crate::table;

/// An escorted run at the guns of the Near Zone.
fn near_guns(rig: Rig) -> Played {
    let mut p = escorted(rig);
    p.to("who fires at what?");
    p
}

/// One Lancaster alone at the guns of the Near Zone.
fn alone(rig: Rig, elite: &str) -> Played {
    let mut p = rig.bomber("AJ-A", "Green", elite).bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("proceed").to("who fires at what?");
    p
}

const FRONT: &str = "elite: (kind: FrontGunner, name: \"Gregory\")";
const REAR: &str = "elite: (kind: RearGunner, name: \"Burcher\")";

/// proves: 4.2.8.a
#[test]
fn r4_2_8_a_each_lancaster_present_fires_once_at_one_category() {
    let mut p = near_guns(Rig::at("Moehne").flak(3).searchlights(3));
    p.offers("fire:AJ-A:flak").offers("fire:AJ-G:flak").offers("fire:AJ-M:searchlights").offers("cease");
    // Different categories, one Lancaster after the other, each once.
    p.answer("fire:AJ-A:flak").roll("6").barred("fire:AJ-A:flak", "4.2.8.a");
    p.barred("fire:AJ-A:searchlights", "4.2.8.a");
    p.answer("fire:AJ-G:searchlights").roll("1").answer("fire:AJ-M:flak").roll("1");
    p.prompt("Near Zone. What now?").sees("/flak", 2).sees("/searchlights", 2);
}

/// proves: 4.2.8.a
#[test]
fn r4_2_8_a_they_may_hold_fire_and_an_escort_that_left_does_not_shoot() {
    let mut p = near_guns(Rig::at("Moehne").flak(3));
    p.answer("cease").prompt("Near Zone. What now?").sees("/flak", 3);
    let mut p = Rig::at("Moehne")
        .flak(3)
        .bomber("AJ-A", "Green", "")
        .empty("AJ-G", "Green", "")
        .empty("AJ-M", "Green", "")
        .open();
    p.answers(["run:AJ-A", "escort:AJ-G", "go"]).to("Far Zone. What now?");
    p.answers(["proceed", "escort-off:AJ-G"]).to("who fires at what?");
    p.offers("fire:AJ-A:flak").offers_no("fire:AJ-G:flak").offers_no("fire:AJ-M:flak");
}

/// proves: 4.2.8.b
#[test]
fn r4_2_8_b_only_a_level_of_one_or_more_and_a_balloon_in_the_air_are_targets() {
    let mut p = alone(Rig::at("Moehne").flak(1), "");
    p.offers_only(&["fire:AJ-A:flak", "cease"]);
    let mut p = alone(Rig::at("Moehne").searchlights(1), "");
    p.offers_only(&["fire:AJ-A:searchlights", "cease"]);
    let mut p = alone(Rig::at("Moehne").balloon("ClimbBox"), "");
    p.offers_only(&["fire:AJ-A:balloon-climb", "cease"]);
    // Nothing to shoot at: no gunnery at all.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").open();
    p.far("AJ-A").answer("proceed").to("adjust Speed or Altitude?");
    p.answer("hold").prompt("Near Zone. What now?");
}

/// proves: 4.2.8.b
#[test]
fn r4_2_8_b_a_category_shot_down_to_zero_is_no_target_any_more() {
    let mut p = near_guns(Rig::at("Moehne").flak(1).searchlights(1));
    p.answer("fire:AJ-A:flak").roll("1").sees("/flak", 0).offers_no("fire:AJ-G:flak");
    p.offers("fire:AJ-G:searchlights");
}

/// proves: 4.2.8.c
#[test]
fn r4_2_8_c_the_attack_scenarios_know_neither_lights_nor_balloons() {
    let game = table::game();
    let attacks = game.scenarios().into_iter().filter(|s| s.part == "Attack");
    let shipped: Vec<_> = attacks.map(|s| s.id).collect();
    assert_eq!(shipped.len(), 7, "{shipped:?}");
    for id in shipped {
        let p = bombers_moon::kernel::testkit::script::Script::of(&game, &id).open();
        for pointer in ["/searchlights", "/balloons"] {
            assert_eq!(p.seen(pointer), 0, "{id} {pointer}");
        }
        for pointer in ["/balloon_close", "/balloon_climb"] {
            assert_eq!(p.seen(pointer), false, "{id} {pointer}");
        }
    }
}

/// proves: 4.2.8.d
#[test]
fn r4_2_8_d_the_player_says_who_fires_next() {
    for order in [["AJ-M", "AJ-A", "AJ-G"], ["AJ-G", "AJ-M", "AJ-A"]] {
        let mut p = near_guns(Rig::at("Moehne").flak(3));
        for code in order {
            p.answer(&format!("fire:{code}:flak"));
            assert_eq!(p.spec().subject, Some(p.piece(code)), "one shot at a time, {code} now");
            p.roll("6");
        }
        p.prompt("Near Zone. What now?");
    }
}

/// proves: 4.2.8.e
#[test]
fn r4_2_8_e_a_roll_up_to_the_level_hits_and_takes_one_off() {
    for (level, hit, miss) in [(1u8, "1", "2"), (2, "2", "3"), (3, "3", "4"), (4, "4", "5")] {
        for mark in ["flak", "searchlights"] {
            let rig = || Rig::at("Moehne").with(mark, &level.to_string());
            let mut p = alone(rig(), "");
            p.answer(&format!("fire:AJ-A:{mark}")).roll(hit);
            p.sees(&format!("/{mark}"), level - 1).logged("AJ-A hits the", "4.2.8.e");
            let mut p = alone(rig(), "");
            p.answer(&format!("fire:AJ-A:{mark}")).roll(miss);
            p.sees(&format!("/{mark}"), level).logged("AJ-A: no effect", "4.2.8.e");
        }
    }
}

/// proves: 4.2.8.e, 2.3.3.a
#[test]
fn r4_2_8_e_the_matching_elite_gunner_takes_one_off_the_die() {
    let mut p = alone(Rig::at("Moehne").flak(2), FRONT);
    p.answer("fire:AJ-A:flak");
    assert_eq!(p.modifier("2.3.3.a"), Some(-1));
    p.roll("3").sees("/flak", 1);
    let mut p = alone(Rig::at("Moehne").flak(2), FRONT);
    p.answer("fire:AJ-A:flak").roll("4").sees("/flak", 2);
    // The rear gunner does not fire forward.
    let mut p = alone(Rig::at("Moehne").flak(2), REAR);
    p.answer("fire:AJ-A:flak");
    assert_eq!(p.spec().sum(), 0);
    p.roll("3").sees("/flak", 2);
}

/// proves: 4.2.8.f
#[test]
fn r4_2_8_f_a_balloon_needs_a_one() {
    let rig = || Rig::at("Moehne").balloons(3);
    let mut p = alone(rig(), "");
    p.answer("fire:AJ-A:balloon-close").roll("1");
    p.sees("/balloon_close", false).sees("/balloon_climb", true).sees("/balloons", 2).sees("/activity", 1);
    p.logged("AJ-A hits the balloon-close", "4.2.8.f");
    // The level of 3 does not make a 2 a hit.
    let mut p = alone(rig(), "");
    p.answer("fire:AJ-A:balloon-close").roll("2").sees("/balloon_close", true).sees("/balloons", 3);
    // A modified 1 or less.
    for die in ["1", "2"] {
        let mut p = alone(rig(), FRONT);
        p.answer("fire:AJ-A:balloon-climb").roll(die).sees("/balloon_climb", false);
    }
    let mut p = alone(rig(), FRONT);
    p.answer("fire:AJ-A:balloon-climb").roll("3").sees("/balloon_climb", true);
}

/// proves: 4.2.8.g
#[test]
fn r4_2_8_g_a_category_loses_one_level_a_step_at_most() {
    let mut p = near_guns(Rig::at("Moehne").flak(3).searchlights(3));
    p.answer("fire:AJ-A:flak").roll("1").sees("/flak", 2);
    p.barred("fire:AJ-G:flak", "4.2.8.g").barred("fire:AJ-M:flak", "4.2.8.g");
    p.offers("fire:AJ-G:searchlights").answer("fire:AJ-G:searchlights").roll("1");
    // Nothing is left for AJ-M: the step is over.
    p.prompt("Near Zone. What now?").sees("/flak", 2).sees("/searchlights", 2);
    // A miss leaves the category open to the next, and the next step counts anew.
    let mut p = near_guns(Rig::at("Moehne").flak(3));
    p.answer("fire:AJ-A:flak").roll("6").answer("fire:AJ-G:flak").roll("3").sees("/flak", 2);
    p.answers(["proceed", "go"]).to("who fires at what?");
    p.answer("fire:AJ-A:flak").roll("2").sees("/flak", 1);
}

/// proves: 4.2.8.g
#[test]
fn r4_2_8_g_each_balloon_is_a_target_of_its_own() {
    let mut p = near_guns(Rig::at("Moehne").balloons(2));
    p.answer("fire:AJ-A:balloon-close").roll("1").answer("fire:AJ-G:balloon-climb").roll("1");
    p.sees("/balloon_close", false).sees("/balloon_climb", false).sees("/balloons", 0).sees("/activity", 2);
    p.prompt("Near Zone. What now?");
}

/// proves: 4.2.8.h
#[test]
fn r4_2_8_h_every_crew_has_gunners_front_and_rear() {
    let mut p = alone(Rig::at("Moehne").flak(4), "");
    p.offers("fire:AJ-A:flak").answer("fire:AJ-A:flak").roll("4").sees("/flak", 3);
    p.answer("release").to("the release of").roll("6,5").to("who fires at what?");
    p.asked(bombers_moon::kernel::ids::Seat(0), "4.2.13.ae").offers("fire:AJ-A:flak");
    p.answer("fire:AJ-A:flak").roll("3").sees("/flak", 2);
}

/// proves: 4.2.8.i, 2.3.7.a
#[test]
fn r4_2_8_i_front_guns_on_the_approach_rear_guns_in_the_climb() {
    for (elite, front, rear) in [(FRONT, -1, 0), (REAR, 0, -1)] {
        let mut p = alone(Rig::at("Moehne").flak(4), elite);
        p.answer("fire:AJ-A:flak");
        assert_eq!(p.spec().sum(), front, "Near Zone");
        p.roll("6").answer("proceed").to("who fires at what?").answer("fire:AJ-A:flak");
        assert_eq!(p.spec().sum(), front, "Close Zone");
        // The Close Zone's rear guns have no business with flak.
        p.roll("6").prompt("Close Zone. Release");
        p.answer("release").to("the release of").roll("6,5").to("flak against AJ-A").roll("4,5,6");
        // In the Climb Box the front guns have none either: the next guns asked for are the rear ones.
        p.to("who fires at what?").asked(bombers_moon::kernel::ids::Seat(0), "4.2.13.ae");
        p.answer("fire:AJ-A:flak");
        assert_eq!(p.spec().sum(), rear, "Climb Box");
    }
}

/// proves: 4.2.8.j, 4.2.11.d
#[test]
fn r4_2_8_j_the_guns_that_reach_a_balloon_in_the_close_zone() {
    let seat = bombers_moon::kernel::ids::Seat(0);
    let mut p = alone(Rig::at("Moehne").balloon("CloseZone"), "");
    p.asked(seat, "4.2.8.a").answer("fire:AJ-A:balloon-close").roll("6");
    p.answer("proceed").to("who fires at what?");
    p.asked(seat, "4.2.8.a").answer("fire:AJ-A:balloon-close").roll("6");
    p.prompt("the balloon cables before AJ-A").roll("2");
    p.asked(seat, "4.2.11.d").answer("fire:AJ-A:balloon-close").roll("6");
    p.answer("release").to("the release of").roll("6,6");
    // Not by the front guns from the Climb Box, but by the rear guns.
    p.to("who fires at what?").asked(seat, "4.2.13.ae");
    p.offers_only(&["fire:AJ-A:balloon-close", "cease"]);
    p.answer("fire:AJ-A:balloon-close").roll("1").sees("/balloon_close", false);
}

/// proves: 4.2.8.k
#[test]
fn r4_2_8_k_the_guns_that_reach_a_balloon_in_the_climb_box() {
    let seat = bombers_moon::kernel::ids::Seat(0);
    let mut p = alone(Rig::at("Moehne").balloon("ClimbBox"), "");
    p.asked(seat, "4.2.8.a").answer("fire:AJ-A:balloon-climb").roll("6");
    p.answer("proceed").to("who fires at what?");
    p.asked(seat, "4.2.8.a").answer("fire:AJ-A:balloon-climb").roll("6");
    // Not by the rear guns from the Close Zone.
    p.prompt("Close Zone. Release").answer("release").to("the release of").roll("6,5");
    p.to("who fires at what?").asked(seat, "4.2.13.ac");
    p.offers_only(&["fire:AJ-A:balloon-climb", "cease"]).answer("fire:AJ-A:balloon-climb").roll("6");
    p.prompt("the balloon cables before AJ-A").roll("2");
    p.asked(seat, "4.2.13.ae").answer("fire:AJ-A:balloon-climb").roll("1").sees("/balloon_climb", false);
}

/// proves: 4.2.11.a
#[test]
fn r4_2_11_a_the_front_guns_fire_again_in_the_close_zone() {
    let mut p = near_guns(Rig::at("Moehne").flak(3));
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?");
    p.is_at("AJ-A", "Close Zone").is_at("AJ-G", "Escort, Close Zone");
    p.offers("fire:AJ-A:flak").offers("fire:AJ-G:flak").offers("fire:AJ-M:flak");
    p.answer("fire:AJ-M:flak").roll("3").sees("/flak", 2).prompt("Close Zone. Release");
    // Without a target there is nothing to ask.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").open();
    p.near("AJ-A").answer("proceed").to("adjust Speed or Altitude?");
    p.answer("hold").prompt("Close Zone. Release");
}

/// proves: 4.2.11.b, 7.7.3a.a
#[test]
fn r4_2_11_b_the_cable_damages_or_destroys_the_approach_lancaster() {
    let rig = || Rig::at("Moehne").balloon("CloseZone");
    let mut p = near_guns(rig());
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?").answer("cease");
    p.prompt("the balloon cables before AJ-A").roll("4");
    assert_eq!(p.of("AJ-A", "damaged"), true);
    p.is_at("AJ-A", "Close Zone");
    let mut p = near_guns(rig());
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?").answer("cease");
    p.prompt("the balloon cables before AJ-A").roll("3").is_at("AJ-A", "Lost").sees("/activity", 1);
    assert_eq!(p.of("AJ-A", "lost_to"), "a balloon cable");
    // The escorts are still there and may use their rear guns, then turn away.
    p.prompt("who fires at what?").offers("fire:AJ-G:balloon-close").offers_no("fire:AJ-A:balloon-close");
    p.answer("cease").prompt("Circling Phase").is_at("AJ-G", "Circling Near");
}

/// proves: 4.2.11.b
#[test]
fn r4_2_11_b_no_cable_without_a_balloon_in_the_close_zone() {
    // Shot down in time.
    let mut p = near_guns(Rig::at("Moehne").balloon("CloseZone"));
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?");
    p.answer("fire:AJ-G:balloon-close").roll("1").prompt("Close Zone. Release");
    assert_eq!(p.of("AJ-A", "damaged"), false);
    // It flies in the Climb Box.
    let mut p = near_guns(Rig::at("Moehne").balloon("ClimbBox"));
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?").answer("cease");
    p.prompt("Close Zone. Release");
    // Those who release early never meet it.
    let mut p = alone(Rig::at("Moehne").balloon("CloseZone"), "");
    p.answer("cease").answer("release").to("the release of").roll("6,5").to("who fires at what?");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 4.2.11.b, 7.7.2.a, 7.7.2.b, 7.7.3a.b, 2.3.6.f
#[test]
fn r4_2_11_b_a_veteran_or_an_elite_pilot_may_slip_past_the_cable() {
    let pilot = "elite: (kind: PilotWeaveAndJink, name: \"Munro\")";
    for (quality, elite, saves) in [("Veteran", "", true), ("Green", pilot, true), ("Seasoned", FRONT, false)]
    {
        for die in ["6", "5"] {
            let mut p = Rig::at("Moehne").balloon("CloseZone").bomber("AJ-A", quality, elite).open();
            p.far("AJ-A").answer("proceed").to("who fires at what?").answer("cease").answer("proceed");
            p.to("who fires at what?").answer("cease");
            if saves {
                p.prompt("the Veteran Save of AJ-A").roll(die);
            }
            if saves && die == "6" {
                p.logged("AJ-A slips past the cable", "7.7.3a.b").prompt("who fires at what?");
                assert_eq!(p.of("AJ-A", "damaged"), false);
            } else {
                p.prompt("the balloon cables before AJ-A");
            }
        }
    }
}

/// proves: 4.2.11.c
#[test]
fn r4_2_11_c_escorts_pass_the_balloons_unharmed() {
    let mut p = near_guns(Rig::at("Moehne").balloon("CloseZone"));
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?").answer("cease");
    assert_eq!(p.spec().subject, Some(p.piece("AJ-A")), "against the Approach Lancaster only");
    p.roll("2").to("Close Zone. Release");
    assert_eq!([p.of("AJ-G", "damaged"), p.of("AJ-M", "damaged")], [false, false]);
    // Escorts that fly on alone are not even asked.
    let mut p = near_guns(Rig::at("Moehne").flak(3).balloon("CloseZone"));
    p.answer("cease").answers(["proceed", "go"]);
    p.to("flak against").roll("1,1,6").answer("hit:AJ-A").answer("accept").to("flak against").roll("1,3,6");
    p.answer("hit:AJ-A").answer("accept").is_at("AJ-A", "Lost").answer("go-on");
    p.prompt("who fires at what?").answer("cease").prompt("who fires at what?");
    p.asked(bombers_moon::kernel::ids::Seat(0), "4.2.11.d").answer("cease").prompt("Circling Phase");
    assert_eq!([p.of("AJ-G", "damaged"), p.of("AJ-M", "damaged")], [false, false]);
}

/// proves: 4.2.11.d
#[test]
fn r4_2_11_d_rear_guns_fire_at_a_balloon_still_in_the_close_zone() {
    let mut p = near_guns(Rig::at("Moehne").flak(2).balloons(2));
    p.answer("cease").answers(["proceed", "go"]).to("who fires at what?").answer("cease");
    p.to("who fires at what?").asked(bombers_moon::kernel::ids::Seat(0), "4.2.11.d");
    p.offers_only(&[
        "fire:AJ-A:balloon-close",
        "fire:AJ-G:balloon-close",
        "fire:AJ-M:balloon-close",
        "cease",
    ]);
    p.answer("fire:AJ-G:balloon-close").roll("1").prompt("Close Zone. Release");
    p.sees("/balloon_close", false).sees("/balloon_climb", true);
}
