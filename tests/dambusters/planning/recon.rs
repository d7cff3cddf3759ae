//! 10.5: reconnaissance.

use super::rig::Plan;
use crate::table::content;
use bombers_moon::games::dambusters::data::{DamId, Water};
use bombers_moon::kernel::fraction::Fraction;

/// The pointer of the Möhne on the blotter.
const MOEHNE: &str = "/dams/1";

/// proves: 10.5.a
#[test]
fn r10_5_a_nothing_need_be_looked_at_and_no_groundcrew_is_asked_for() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A").on_to_recon().offers_no("dedicate:A:training").picks("end:recon").asks("10.0.b");
}

/// proves: 10.5.1.a, 6.5.a
#[test]
fn r10_5_1_a_five_points_raise_a_zone_by_one_without_a_roll() {
    let mut p = Plan::open("");
    p.shows("/zones/1/recon", 0)
        .on_to_recon()
        .hints("zone:Ruhr", "5 RP · Recon Level 0 to 1")
        .picks("zone:Ruhr");
    p.asks("10.5.a").shows("/zones/1/recon", 1).shows("/points", 55).offers("zone:Weser");
}

/// proves: 10.5.1.b
#[test]
fn r10_5_1_b_once_a_turn_and_three_at_most() {
    let mut p = Plan::open("");
    for level in 1..=3 {
        p.on_to_recon().picks("zone:Ruhr").barred("zone:Ruhr", "10.5.1.b").shows("/zones/1/recon", level);
        p.picks("zone:Weser end:recon plan-on");
    }
    p.on_to_recon().barred("zone:Ruhr", "10.5.1.b").shows("/zones/2/recon", 3);
}

/// proves: 10.5.2.a, 10.5.2.c, 2.7.b, 2.9.b
#[test]
fn r10_5_2_a_a_look_at_a_dam_rolls_for_everything_there() {
    let mut p = Plan::open("B3");
    p.on_to_recon().shows(&format!("{MOEHNE}/defences"), serde_json::Value::Null).picks("dam:Möhne");
    p.asks("10.5.2.c").shows(&format!("{MOEHNE}/recon"), 1).shows("/points", 59);
    p.picks("roll=6 roll=5 roll=4").asks("10.5.2.e").picks("roll=4").asks("10.5.a");
    p.shows(&format!("{MOEHNE}/defences"), serde_json::json!([3, 1, 1]));
    p.shows(&format!("{MOEHNE}/water"), "High").shows(&format!("{MOEHNE}/capacity"), 8);
}

/// proves: 10.5.2.b
#[test]
fn r10_5_2_b_once_a_turn_and_four_times_in_all() {
    let mut p = Plan::open("");
    for _ in 0..3 {
        p.on_to_recon().picks("dam:Eder").throw(1).barred("dam:Eder", "10.5.2.b").picks("end:recon plan-on");
    }
    p.on_to_recon().picks("dam:Eder").throw(1).shows("/dams/0/recon", 4).picks("end:recon");
    p.picks("check").throw(6).picks("check").throw(6).asks("11.4.1.a").barred("dam:Eder", "10.5.2.b");
}

/// proves: 10.5.2.d
#[test]
fn r10_5_2_d_where_the_balloons_fly_stays_hidden() {
    let mut p = Plan::open("B3");
    p.on_to_recon().picks("dam:Möhne roll=1 roll=1 roll=6 roll=1").shows(&format!("{MOEHNE}/balloon"), true);
    assert_eq!(p.blotter().dams[DamId::Moehne as usize].balloon, Some(3));
    assert!(!p.seen("").to_string().contains("B3"));
    let mut p = Plan::open("");
    p.on_to_recon().picks("dam:Möhne roll=1 roll=1 roll=1 roll=1").shows(&format!("{MOEHNE}/balloon"), false);
}

/// proves: 10.5.2.e
#[test]
fn r10_5_2_e_the_lakes_fill_with_the_planning_turns() {
    let mut p = Plan::open("");
    p.on_to_recon().picks("dam:Möhne roll=1 roll=1 roll=1").modifier("10.5.2.e", 1);
    let full = |p: &Plan| {
        let chart = content().charts.get(content().ids.planning.water.id);
        let row = chart.row("full").map_or(0, |row| usize::from(row.0));
        p.odds().rows[row]
    };
    assert_eq!(full(&p), Fraction::new(1, 3));
    p.picks("roll=5").shows(&format!("{MOEHNE}/water"), "Full").picks("end:recon plan-on").on_to_recon();
    p.picks("dam:Eder roll=1 roll=1 roll=1").modifier("10.5.2.e", 2);
    assert_eq!(full(&p), Fraction::new(1, 2));
    p.picks("roll=1").shows("/dams/0/water", "Rising");
}

/// proves: 10.5.3.a
#[test]
fn r10_5_3_a_a_later_look_only_lowers_defences() {
    let mut p = Plan::open("");
    p.on_to_recon().picks("dam:Möhne roll=5 roll=4 roll=1 roll=1 end:recon plan-on").on_to_recon();
    p.picks("dam:Möhne").asks("10.5.3.a").picks("roll=6 roll=1 roll=6 roll=1");
    p.shows(&format!("{MOEHNE}/defences"), serde_json::json!([2, 0, 0])).shows(&format!("{MOEHNE}/recon"), 2);
    p.shows(&format!("{MOEHNE}/balloon"), false);
}

/// proves: 10.5.3.b
#[test]
fn r10_5_3_b_a_later_look_only_raises_the_water() {
    let mut p = Plan::open("");
    p.on_to_recon().picks("dam:Möhne roll=1 roll=1 roll=1 roll=5 end:recon plan-on").on_to_recon();
    p.picks("dam:Möhne roll=1 roll=1 roll=1")
        .asks("10.5.3.b")
        .picks("roll=1")
        .shows(&format!("{MOEHNE}/water"), "Full");
    let mut p = Plan::open("");
    p.on_to_recon().picks("dam:Möhne roll=1 roll=1 roll=1 roll=1 end:recon plan-on").on_to_recon();
    p.picks("dam:Möhne roll=1 roll=1 roll=1 roll=2").shows(&format!("{MOEHNE}/water"), "High");
    assert!(Water::Rising < Water::High && Water::High < Water::Full);
}
