//! 8.0 and 10.0: the blotter, the Planning Turn, Resource Points.

use super::rig::Plan;
use crate::table::{content, game};
use bombers_moon::kernel::testkit::script::Script;

/// proves: 8.0.a, 2.13.a
#[test]
fn r8_0_a_the_blotter_is_there_in_the_campaign_alone() {
    let mut p = Plan::open("");
    p.shows("/turn", 1).shows("/points", 60);
    for section in [
        "/groundcrew/7",
        "/lancasters/20",
        "/security/5",
        "/training/2",
        "/fittings/2",
        "/zones/2",
        "/dams/7",
    ] {
        assert!(!p.seen(&format!("/planning{section}")).is_null(), "{section}");
    }
    let attack = Script::of(&game(), "dambusters/s1-mohne").open();
    assert!(attack.seen("/planning").is_null());
}

/// proves: 10.0.d
#[test]
fn r10_0_d_the_five_phases_come_in_order() {
    let mut p = Plan::open("");
    p.asks("10.1.a").picks("end:requisitions").asks("10.2.a").picks("end:security").asks("10.3.b");
    p.on_to_modifications().asks("10.4.a").picks("end:modifications").asks("10.5.a").picks("end:recon");
    p.asks("10.0.b");
}

/// proves: 10.0.a, 10.0.b, 11.0.a
#[test]
fn r10_0_a_planning_lasts_one_to_four_turns() {
    let mut p = Plan::open("");
    p.next_turn().shows("/turn", 2).next_turn().shows("/turn", 3).next_turn().shows("/turn", 4);
    // After the fourth nothing is asked.
    p.on_to_recon().picks("end:recon").asks("11.1.a").shows("/prepared", true).shows("/turn", 4);
    let mut p = Plan::open("");
    p.on_to_recon().picks("end:recon").offers("plan-on").offers("launch").picks("launch");
    p.asks("11.1.a").shows("/turn", 1).logged("Flight Preparation", "11.0.a");
}

/// proves: 10.0.c, 11.0.c
#[test]
fn r10_0_c_flight_preparation_comes_once_with_all_groundcrew_free() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions").shows("/groundcrew/0/task", "requisitions");
    p.prepare().shows("/groundcrew/0/task", serde_json::Value::Null).offers("dedicate:A:aircraft");
    assert_eq!(p.blotter().turn, 1);
}

/// proves: 10.0.1.a
#[test]
fn r10_0_1_a_sixty_points_at_the_start_and_sixty_on_turn_2() {
    let mut p = Plan::open("");
    p.shows("/points", 60).next_turn().shows("/points", 120).logged("60 Resource Points arrive", "10.0.1.a");
    p.next_turn().shows("/points", 120);
}

/// proves: 10.0.1.b, 10.0.1.c
#[test]
fn r10_0_1_b_points_carry_over_and_buy_nothing_once_the_raid_is_ordered() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A").shows("/points", 54).next_turn().shows("/points", 114);
    p.prepare().shows("/points", 114);
    // [10.0.1.c] From here on only the final look at the dams is paid for, out of what is left.
    p.picks("check").throw(4).picks("check").throw(4).asks("11.4.1.a").picks("end:recon");
    assert_eq!(p.open_offers("request") + p.open_offers("groundcrew") + p.open_offers("zone"), 0);
    let table = &content().tables.planning;
    assert_eq!((table.points.start, table.points.later, table.turns), (60, 60, 4));
}
