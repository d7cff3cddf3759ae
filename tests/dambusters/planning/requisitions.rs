//! 10.1: requisitions and requests.

use super::rig::Plan;

/// proves: 10.1.a, 10.1.1.a
#[test]
fn r10_1_1_a_everything_in_any_order_or_nothing() {
    let mut p = Plan::open("U1");
    p.picks("groundcrew:A dedicate:A:requisitions upkeep:1 crew:Green:1 lancaster:1 groundcrew:B");
    p.shows("/upkeep", 1).shows("/lancasters/0/state", "sound").shows("/aircrew/0/in_play", 1);
    Plan::open("").picks("end:requisitions").asks("10.2.a").shows("/points", 60);
}

/// proves: 10.1.1.b, 10.1.3.a, 10.1.4.a, 2.1.a, 2.2.a
#[test]
fn r10_1_1_b_paid_at_once_and_only_what_can_be_paid() {
    let mut p = Plan::open("E1 E2");
    p.picks("crew:Seasoned:5").shows("/points", 50).picks("crew:Seasoned:1 draw").shows("/points", 48);
    p.picks("crew:Green:1").shows("/points", 47).picks("crew:Veteran:5 draw").shows("/points", 27);
    p.picks("groundcrew:A groundcrew:B groundcrew:C groundcrew:D").shows("/points", 4);
    p.picks("dedicate:A:requisitions lancaster:1 upkeep:1").shows("/points", 2);
    p.barred("groundcrew:E", "10.1.1.b")
        .barred("crew:Veteran:1", "10.1.1.b")
        .barred("lancaster:5", "10.1.4.b");
    p.offers("crew:Seasoned:1");
}

/// proves: 10.1.1.c
#[test]
fn r10_1_1_c_no_more_than_there_are_markers() {
    let mut p = Plan::open("");
    p.picks("request roll=2 crew:Veteran:5 crew:Veteran:1 draw crew:Veteran:1 crew:Veteran:1");
    p.barred("crew:Veteran:1", "10.1.1.c").shows("/aircrew/2/in_play", 8);
    p.picks("groundcrew:A").offers_no("groundcrew:A");
}

/// proves: 10.1.1.d, 10.1.2.a
#[test]
fn r10_1_2_a_groundcrew_works_in_the_phase_in_which_it_comes() {
    let mut p = Plan::open("");
    p.picks("groundcrew:C dedicate:C:requisitions lancaster:5").shows("/handle", serde_json::json!([7, 5]));
    p.shows("/groundcrew/2/stock", "in play");
}

/// proves: 10.1.3.a
#[test]
fn r10_1_3_a_aircrew_on_the_first_turn_alone() {
    let mut p = Plan::open("");
    p.offers("crew:Green:1").next_turn();
    p.offers_no("crew:Green:1").offers_no("crew:Seasoned:1").offers_no("crew:Veteran:1");
}

/// proves: 10.1.3.b, 10.1.3.c
#[test]
fn r10_1_3_c_an_elite_crewman_for_every_six_in_all() {
    let mut p = Plan::open("E2 E3");
    p.shows("/cup", 24).picks("crew:Green:5").asks("10.1.a").hints("crew:Green:1", "draws 1 Elite");
    p.picks("crew:Seasoned:1").asks("10.1.3.c").picks("draw").shows("/elite/0/name", "Hay");
    p.shows("/cup", 23).picks("crew:Green:5").asks("10.1.a").picks("crew:Seasoned:1 draw");
    p.shows("/elite/1/name", "Fort").shows("/cup", 22);
}

/// proves: 10.1.3.d
#[test]
fn r10_1_3_d_nothing_else_brings_one() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions lancaster:5 request roll=2").shows("/cup", 24);
    p.next_turn().shows("/cup", 24).shows("/elite", serde_json::json!([]));
}

/// proves: 10.1.4.b
#[test]
fn r10_1_4_b_lancasters_and_upkeep_share_the_handle_limit() {
    let mut p = Plan::open("U1 U2");
    p.barred("lancaster:1", "10.1.4.b").picks("groundcrew:A dedicate:A:requisitions");
    p.hints("lancaster:5", "5 RP · handles 1 more");
    p.picks("lancaster:1 lancaster:1 lancaster:1 lancaster:1 upkeep:1").barred("lancaster:5", "10.1.4.b");
    p.picks("upkeep:1").barred("lancaster:1", "10.1.4.b").barred("upkeep:1", "10.1.4.b");
    p.shows("/handle", serde_json::json!([6, 6]));
    // The next turn has its own.
    p.next_turn().picks("dedicate:A:requisitions").shows("/handle", serde_json::json!([6, 0]));
}

/// proves: 10.1.4.c
#[test]
fn r10_1_4_c_double_time_adds_the_fatigued_handle_limit_once() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions").hints("double:A", "Handle Limit +3");
    p.picks("double:A").shows("/handle/0", 9).shows("/groundcrew/0/fatigued", true);
    p.barred("double:A", "10.1.4.c");
    // What is Fatigued already has one limit and no Double Time.
    p.next_turn().picks("dedicate:A:requisitions").shows("/handle/0", 3).barred("double:A", "10.1.4.c");
}

/// proves: 10.1.4.d, 2.4.c
#[test]
fn r10_1_4_d_which_upkeep_it_is_stays_hidden() {
    let mut p = Plan::open("U5 U9");
    p.picks("groundcrew:A dedicate:A:requisitions upkeep:1 upkeep:1")
        .shows("/upkeep", 2)
        .shows("/upkeep_left", 22);
    assert_eq!(p.blotter().upkeep, [5, 9]);
    let seen = p.seen("").to_string();
    assert!(!seen.contains("U5") && !seen.contains("U9"), "{seen}");
    let log = p.table.log(bombers_moon::kernel::ids::Seat(0));
    assert!(log.iter().all(|(_, words, _)| !words.contains("U5") && !words.contains("U9")));
}

/// proves: 10.1.4.e
#[test]
fn r10_1_4_e_a_new_lancaster_is_undamaged() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions lancaster:1").shows("/lancasters/0/state", "sound");
    p.shows("/lancasters/0/assigned", serde_json::Value::Null);
}

/// proves: 10.1.5.a, 10.1.5.b
#[test]
fn r10_1_5_a_a_request_brings_thirty_or_twenty_and_is_counted() {
    let mut p = Plan::open("");
    p.hints("request", "50%").picks("request").asks("10.1.5.a").picks("roll=4").shows("/points", 90);
    p.picks("request roll=5").shows("/points", 110).shows("/requests", 2);
    p.shows("/risk_so_far/0", 4);
}
