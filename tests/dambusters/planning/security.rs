//! 10.2: security.

use super::rig::Plan;

/// proves: 10.2.a
#[test]
fn r10_2_a_the_phase_may_be_skipped() {
    Plan::open("").picks("end:requisitions").asks("10.2.a").picks("end:security").asks("10.3.b");
}

/// proves: 10.2.1.a
#[test]
fn r10_2_1_a_first_a_flip_then_one_new_marker() {
    let mut p = Plan::open("");
    p.picks("end:requisitions").barred("flip:barmaid", "10.2.2.b").picks("play:police");
    p.barred("play:rumor", "10.2.1.a").barred("flip:barmaid", "10.2.1.a").picks("end:security");
    p.on_to_modifications().picks("end:modifications end:recon plan-on end:requisitions");
    // One flip, and then one new marker.
    p.picks("flip:barmaid").barred("flip:ruse", "10.2.2.j").picks("play:rumor");
    p.barred("play:transfer", "10.2.1.a");
    p.picks("end:security")
        .on_to_modifications()
        .picks("end:modifications end:recon plan-on end:requisitions");
    // A new marker first bars the flip.
    p.barred("play:transfer", "10.2.2.d").offers("flip:ruse").picks("flip:ruse");
}

/// proves: 10.2.1.b, 10.2.2.a, 10.2.2.b
#[test]
fn r10_2_2_a_extra_police_and_the_barmaid_cost_five_each() {
    let mut p = Plan::open("");
    p.picks("end:requisitions").hints("play:police", "5 RP · Security Risk −2").picks("play:police");
    p.shows("/points", 55).shows("/risk_so_far/1", 2).shows("/security/0/in_play", true);
    p.picks("end:security")
        .on_to_modifications()
        .picks("end:modifications end:recon plan-on end:requisitions");
    p.picks("flip:barmaid").shows("/points", 110).shows("/risk_so_far/1", 3);
    p.barred("flip:barmaid", "10.2.2.b").barred("play:police", "10.2.2.a");
}

/// proves: 10.2.1.b
#[test]
fn r10_2_1_b_what_cannot_be_paid_is_barred() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:5 crew:Veteran:1 draw crew:Veteran:1 crew:Veteran:1");
    p.picks("crew:Seasoned:5 draw crew:Seasoned:5 draw crew:Green:5").throw(1);
    p.shows("/points", 3).picks("end:requisitions").barred("play:police", "10.2.1.b").offers("play:rumor");
}

/// proves: 10.2.1.c
#[test]
fn r10_2_1_c_nothing_happens_before_the_briefing() {
    let mut p = Plan::open("");
    p.picks("end:requisitions play:rumor").shows("/risk", serde_json::Value::Null);
}

/// proves: 10.2.2.c, 10.2.3.a, 10.2.3.b
#[test]
fn r10_2_2_c_the_barmaid_takes_the_spy_with_her_when_he_is_in_play() {
    let mut p = Plan::open("E24");
    p.picks("crew:Green:5 crew:Green:1 draw").shows("/spy", "in play").shows("/elite", serde_json::json!([]));
    p.picks("end:requisitions play:police end:security").on_to_modifications();
    p.picks("end:modifications end:recon plan-on end:requisitions flip:barmaid").shows("/spy", "removed");
    assert!(p.cites("10.2.2.c"));
    // Nobody is removed from the cup.
    let mut p = Plan::open("");
    p.picks("end:requisitions play:police end:security").on_to_modifications();
    p.picks("end:modifications end:recon plan-on end:requisitions flip:barmaid").shows("/spy", "unknown");
    p.shows("/cup", 24);
}

/// proves: 10.2.2.d
#[test]
fn r10_2_2_d_57_squadron_takes_a_groundcrew_along() {
    let mut p = Plan::open("");
    p.picks("end:requisitions").barred("play:transfer", "10.2.2.d");
    let mut p = Plan::open("");
    p.picks("groundcrew:A groundcrew:B dedicate:A:requisitions double:A end:requisitions");
    p.hints("play:transfer", "15 RP and a Groundcrew · Security Risk −2 to −4").picks("play:transfer");
    p.offers("remove:B").picks("remove:A").shows("/groundcrew/0/stock", "gone").shows("/points", 33);
    p.picks("end:security").on_to_modifications().picks("end:modifications end:recon plan-on");
    p.offers_no("groundcrew:A").offers_no("dedicate:A:requisitions").offers("dedicate:B:requisitions");
}

/// proves: 10.2.2.e, 10.2.2.f, 10.2.2.g, 10.2.2.h
#[test]
fn r10_2_2_e_quarantine_closes_the_gates() {
    let mut p = Plan::open("E24");
    p.picks("crew:Green:5 crew:Green:1 draw groundcrew:A groundcrew:B end:requisitions");
    p.barred("flip:quarantine", "10.2.2.e").picks("play:transfer remove:A");
    p.barred("flip:quarantine", "10.2.1.a").picks("end:security").on_to_modifications();
    p.picks("end:modifications end:recon plan-on end:requisitions");
    let points = p.blotter().points;
    p.picks("flip:quarantine").shows("/spy", "removed").shows("/points", points);
    assert!(p.cites("10.2.2.g"));
    p.picks("end:security").on_to_modifications().picks("end:modifications end:recon plan-on");
    p.barred("request", "10.2.2.f").barred("groundcrew:C", "10.2.2.f").offers("dedicate:B:requisitions");
}

/// proves: 10.2.2.i, 10.2.2.j
#[test]
fn r10_2_2_i_the_tirpitz_rumor_is_free_and_the_ruse_is_not() {
    let mut p = Plan::open("");
    p.picks("end:requisitions").barred("flip:ruse", "10.2.2.j").picks("play:rumor").shows("/points", 60);
    p.shows("/risk_so_far/1", 1).picks("end:security").on_to_modifications();
    p.picks("end:modifications end:recon plan-on end:requisitions flip:ruse").shows("/points", 115);
    p.shows("/security/5/in_play", true).shows("/risk_so_far/1", 1);
}

/// proves: 2.16.a
#[test]
fn r2_16_a_security_markers_come_into_play_in_their_phase() {
    let mut p = Plan::open("");
    for i in 0..6 {
        p.shows(&format!("/security/{i}/in_play"), false);
    }
    p.picks("end:requisitions play:police")
        .shows("/security/0/in_play", true)
        .shows("/security/1/in_play", false);
}
