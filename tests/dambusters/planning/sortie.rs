//! 11.5: Sortie and launch.

use std::collections::BTreeSet;

use super::rig::Plan;
use bombers_moon::games::dambusters::air::Flight;
use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::games::dambusters::rules::launch::launch_plan;

/// A campaign at Sortie: four Lancasters, four Upkeep, two Veteran and two Green crews, VHF as asked.
fn sortie(vhf: bool) -> Plan {
    sortie_after(vhf, 1)
}

/// The same after this many Planning Turns.
pub(super) fn sortie_after(vhf: bool, turns: u8) -> Plan {
    sortie_drawing("U1 U2 U3 U4", vhf, turns)
}

/// The same with these draws; the first four are the Upkeep requisitioned.
pub(super) fn sortie_drawing(draws: &str, vhf: bool, turns: u8) -> Plan {
    let mut p = Plan::open(draws);
    p.picks("request roll=2 request roll=2 groundcrew:A groundcrew:B groundcrew:C");
    p.picks(
        "dedicate:A:requisitions dedicate:C:requisitions lancaster:1 lancaster:1 lancaster:1 lancaster:1",
    );
    p.picks("upkeep:1 upkeep:1 upkeep:1 upkeep:1 crew:Veteran:1 crew:Veteran:1 crew:Green:1 crew:Green:1");
    p.on_to_training()
        .picks("train:navigation")
        .throw(4)
        .picks("train:altitude")
        .throw(4)
        .picks("end:training");
    if vhf {
        p.picks("dedicate:B:radio attempt:radio points:0 roll=6,6,6,6,6");
    }
    p.picks("end:modifications");
    for _ in 1..turns {
        p.picks("end:recon plan-on").on_to_recon();
    }
    p.picks("end:recon launch check roll=6,6 check roll=6,6 roll=6,6 end:recon").asks("11.5.a");
    p
}

/// proves: 11.5.a, 11.5.b
#[test]
fn r11_5_b_one_upkeep_one_aircrew_and_at_most_one_elite_crewman() {
    let mut p = sortie(true);
    p.picks("crew:AJ-G").asks("11.5.b").barred("aircrew:Seasoned", "11.5.a").picks("aircrew:Veteran");
    p.shows("/lancasters/0/assigned/quality", "Veteran").offers_no("crew:AJ-G");
    p.picks("crew:AJ-M aircrew:Veteran crew:AJ-P").barred("aircrew:Veteran", "11.5.a").picks("aircrew:Green");
    p.picks("crew:AJ-A aircrew:Green").barred("crew-all", "11.5.b");
    assert_eq!(p.blotter().assigned.iter().flatten().count(), 4);
    assert!(p.blotter().ready_upkeep() == 0);
}

/// proves: 2.4.c, 10.1.4.d
#[test]
fn r2_4_c_which_upkeep_each_carries_is_drawn_at_the_launch_and_not_before() {
    let mut p = sortie(true);
    p.barred("end:sortie", "11.5.a").picks("crew:AJ-M aircrew:Veteran");
    let luck = |p: &Plan| p.table.events().last().map_or(0, |e| e.luck.len());
    // Nothing is drawn, so that nothing stands in the way of taking it back.
    assert_eq!(luck(&p), 0);
    p.picks("crew-all");
    assert_eq!(luck(&p), 0);
    assert!(p.blotter().assigned.iter().flatten().all(|a| a.upkeep.is_none()));
    p.picks(
        "end:sortie wave:AJ-G:1 wave:AJ-M:1 wave:AJ-P:1 wave:AJ-A:1 end:waves primary:Ennepe no-secondary",
    );
    p.picks("take-off:1");
    assert_eq!(luck(&p), 0);
    p.picks("last-resort:Sorpe");
    let drawn: BTreeSet<u8> = p.blotter().assigned.iter().flatten().filter_map(|a| a.upkeep).collect();
    assert_eq!((drawn.len(), luck(&p)), (4, 4));
    assert!(drawn.iter().all(|mine| p.blotter().upkeep.contains(mine)));
}

/// proves: 11.5.b
#[test]
fn r11_5_b_an_elite_crewman_is_offered_by_his_name() {
    let mut p = Plan::open("E11 E24");
    p.picks("crew:Green:5 crew:Green:1").hints("draw", "Bomb-Aimer 12%");
    p.picks("draw").logged("Drawn from the elite cup: Taerum", "10.1.3.c");
    p.picks("crew:Green:5 crew:Seasoned:1").hints("draw", "Bomb-Aimer 13%").picks("draw");
    p.logged("Drawn from the elite cup: Spy", "10.1.3.c");
    p.picks("groundcrew:A dedicate:A:requisitions lancaster:1 upkeep:1").prepare();
    p.picks("check roll=6,6 check roll=6,6 roll=6,6 end:recon roll=5 crew:AJ-G aircrew:Green");
    let q = p.table.question().cloned().unwrap_or_else(|| panic!("nothing is asked"));
    let labels: Vec<String> = q.offers.iter().map(|o| o.label(p.table.pieces())).collect();
    assert_eq!(labels, ["None", "Taerum: Navigator (Navigation)"]);
    p.0.answer("elite:Taerum:Navigator (Navigation)");
    p.logged("AJ-G takes Taerum: Navigator (Navigation)", "11.5.b");
    p.shows("/lancasters/0/assigned/elite", "Taerum");
}

/// proves: 11.5.b
#[test]
fn r11_5_b_without_a_crew_or_an_upkeep_nobody_flies() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions lancaster:1 crew:Green:1").prepare();
    p.picks("check roll=6,6 check roll=6,6 roll=6,6 end:recon")
        .barred("crew:AJ-G", "11.5.b")
        .picks("end:sortie");
    p.picks("end:waves last-resort:Sorpe");
    assert!(p.table.outcome().is_some(), "{}", p.describe());
    p.logged("No Lancaster can fly", "11.5.b");
}

/// proves: 11.5.c
#[test]
fn r11_5_c_more_may_be_held_back_than_must_be() {
    let mut p = sortie(true);
    p.picks("crew-all strip:AJ-M")
        .shows("/lancasters/1/assigned", serde_json::Value::Null)
        .offers("crew:AJ-M");
    p.picks("end:sortie").asks("11.5.d");
    assert_eq!(p.blotter().flying().count(), 3);
    assert_eq!(p.blotter().ready_upkeep(), 1);
}

/// proves: 11.5.d, 11.5.1.a
#[test]
fn r11_5_d_waves_of_two_or_more_within_the_sortie_points() {
    let mut p = sortie(true);
    p.picks("crew-all end:sortie wave:AJ-G:1").barred("end:waves", "6.7.a").picks("wave:AJ-P:1");
    p.shows("/waves", serde_json::json!([["AJ-G", "AJ-P"]])).offers("end:waves");
    p.picks("leave:AJ-G").barred("end:waves", "6.7.a").picks("wave:AJ-G:1 end:waves").asks("11.5.e");
    // Groundcrew A, B and C: 5 each.
    p.shows("/sortie_points", 15);
}

/// proves: 11.6.a, 10.4.4.g
#[test]
fn r11_6_a_without_vhf_nobody_flies_alone() {
    let mut p = sortie(false);
    p.picks("crew-all end:sortie wave:AJ-G:1 wave:AJ-M:1").barred("end:waves", "11.6.a");
    p.picks("wave:AJ-P:1 wave:AJ-A:1").offers("end:waves");
}

/// proves: 11.6.1.a
#[test]
fn r11_6_1_a_the_line_stands_in_the_order_of_joining_behind_the_leader() {
    let mut p = sortie(false);
    p.picks("crew-all end:sortie wave:AJ-M:1 wave:AJ-A:1 wave:AJ-G:1 wave:AJ-P:1");
    assert_eq!(p.blotter().waves, [[1, 3, 0, 2]]);
}

/// proves: 11.5.e, 11.5.f
#[test]
fn r11_5_e_targets_are_shared_in_a_wave_and_the_last_resort_is_another_dam() {
    let mut p = sortie(true);
    p.picks("crew-all end:sortie wave:AJ-G:1 wave:AJ-M:1 end:waves");
    p.hints("primary:Möhne", "Reservoir value 5").picks("primary:Möhne").offers_no("secondary:Möhne");
    p.picks("secondary:Eder primary:Sorpe no-secondary primary:Sorpe no-secondary");
    for at in 0..2 {
        p.shows(&format!("/lancasters/{at}/assigned/primary"), "Möhne");
        p.shows(&format!("/lancasters/{at}/assigned/secondary"), "Eder");
    }
    p.picks("take-off:1 take-off:1 take-off:1").asks("11.5.f");
    p.offers_no("last-resort:Möhne").offers_no("last-resort:Eder").offers_no("last-resort:Sorpe");
    p.offers("last-resort:Ennepe");
}

/// proves: 11.5.1.a, 11.5.1.b
#[test]
fn r11_5_1_b_who_does_not_fit_takes_off_later() {
    let mut p = Plan::open("U1 U2 U3 U4");
    p.picks("groundcrew:H dedicate:H:requisitions double:H lancaster:1 lancaster:1 lancaster:1");
    p.picks("upkeep:1 upkeep:1 upkeep:1 crew:Green:5 end:requisitions end:security train:navigation")
        .throw(6);
    p.picks("train:altitude").throw(6);
    p.picks("end:training end:modifications end:recon plan-on groundcrew:A dedicate:A:requisitions lancaster:1 upkeep:1");
    p.on_to_training()
        .picks("train:navigation")
        .throw(6)
        .picks("train:altitude")
        .throw(6)
        .picks("end:training");
    // The Groundcrew beside the Fatigued one leaves with 57 Squadron: three Sortie Points are left.
    p.picks("end:modifications end:recon plan-on end:requisitions play:transfer remove:A end:security");
    p.picks("train:navigation").throw(6).picks("train:altitude").throw(6).picks("end:training");
    p.picks("end:modifications end:recon launch check roll=6,6 check roll=6,6 roll=6,6 end:recon").throw(1);
    p.shows("/sortie_points", 3).picks("crew-all end:sortie");
    p.picks("wave:AJ-G:1 wave:AJ-M:1 wave:AJ-P:1").barred("wave:AJ-A:1", "11.5.1.a");
    // No VHF: the fourth leads a wave of its own with one of the others.
    p.picks(
        "leave:AJ-P wave:AJ-P:2 wave:AJ-A:2 end:waves primary:Möhne no-secondary primary:Möhne no-secondary",
    );
    p.picks("take-off:1").barred("take-off:1", "11.5.1.a").hints("take-off:2", "22:30").picks("take-off:2");
    p.shows("/taking_off/0", 2).shows("/taking_off/1", 2);
}

/// proves: 11.5.2.b
#[test]
fn r11_5_2_b_the_marker_starts_where_the_first_take_off() {
    let mut p = sortie(true);
    p.picks("crew-all end:sortie end:waves");
    for _ in 0..4 {
        p.picks("primary:Möhne no-secondary");
    }
    p.picks("take-off:3 take-off:4 take-off:3 hold last-resort:Sorpe");
    assert_eq!(p.table.world().resource::<Flight>().turn, 3);
    p.shows("/launched", true);
}

/// proves: 11.5.2.a, 11.5.a
#[test]
fn r11_5_2_a_the_plan_becomes_the_flight_map() {
    let mut p = sortie(true);
    p.picks("crew-all end:sortie wave:AJ-G:1 wave:AJ-M:1 end:waves primary:Möhne secondary:Eder");
    p.picks("primary:Sorpe no-secondary primary:Sorpe no-secondary take-off:1 take-off:1 take-off:2");
    let (sorties, plan) = launch_plan(p.blotter());
    assert_eq!((sorties.len(), plan.turn, plan.waves.len()), (4, 1, 1));
    assert_eq!(plan.waves[0].members, [0, 1]);
    p.picks("last-resort:Ennepe");
    let flight = p.table.world().resource::<Flight>();
    assert!(flight.on && flight.last_resort == DamId::Ennepe && flight.zone_recon == [0; 6]);
    // Straight to the Move Phase.
    let clause = p.table.question().map(|q| q.clause.0.to_owned()).unwrap_or_default();
    assert!(!clause.starts_with("7.1") && !clause.starts_with("7.2"), "{clause}");
    p.shows("/launched", true);
    let ship = p.seen("/lancasters/0");
    assert_eq!((&ship["upkeep"], &ship["carried"]), (&true.into(), &true.into()), "{ship}");
}

/// proves: 13.0.a, 13.0.b
#[test]
fn r13_0_b_the_jinx_flies_with_somebody() {
    let mut p = Plan::open("E23 U1");
    p.picks("crew:Green:5 crew:Green:1 draw").shows("/jinx", true).shows("/elite", serde_json::json!([]));
    p.picks("groundcrew:A groundcrew:B dedicate:A:requisitions lancaster:1 upkeep:1").on_to_training();
    p.picks("dedicate:B:training train:navigation").throw(3).picks("train:altitude").throw(3);
    p.picks(
        "end:training end:modifications end:recon launch check roll=6,6 check roll=6,6 roll=6,6 end:recon",
    );
    p.picks("crew-all end:sortie")
        .asks("13.0.b")
        .picks("jinx:AJ-G")
        .shows("/lancasters/0/assigned/jinx", true);
}
