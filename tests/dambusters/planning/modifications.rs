//! 10.4: modifications and repairs.

use super::rig::Plan;
use bombers_moon::kernel::fraction::Fraction;

/// A campaign in the Modifications Phase of Turn 1 with these Groundcrew.
fn workshop(crews: &str) -> Plan {
    let mut p = Plan::open("");
    for crew in crews.split_whitespace() {
        p.picks(&format!("groundcrew:{crew}"));
    }
    p.on_to_training().on_to_modifications();
    p
}

/// proves: 10.4.a
#[test]
fn r10_4_a_everything_here_is_optional() {
    workshop("A").picks("end:modifications").asks("10.5.a");
}

/// proves: 10.4.1.a, 10.4.1.b
#[test]
fn r10_4_1_b_a_die_for_each_erk_point_and_each_point_paid() {
    let mut p = workshop("B G");
    p.barred("attempt:radio", "10.4.1.a").picks("dedicate:B:radio dedicate:G:radio");
    p.hints("attempt:radio", "10 dice: complete 84%");
    p.picks("attempt:radio").asks("10.4.1.b").hints("points:2", "12 dice: complete 89%").picks("points:2");
    p.shows("/points", 47);
    let odds = p.odds();
    assert_eq!(p.spec().dice, 12);
    // Every face but the six, twelve times.
    assert_eq!(odds.rows[0], Fraction::new(5u64.pow(12), 6u64.pow(12)));
}

/// proves: 10.4.1.b
#[test]
fn r10_4_1_b_there_is_no_maximum() {
    let mut p = workshop("B");
    p.picks("dedicate:B:radio attempt:radio points:54");
    // More dice than a hand holds are thrown in lots.
    assert_eq!(p.spec().dice, 24);
    p.throw(1).asks("10.4.3.a").shows("/points", 0);
}

/// proves: 10.4.1.c, 10.4.2.a, 10.4.b
#[test]
fn r10_4_1_c_radio_needs_one_six_the_others_two() {
    let mut p = workshop("A B");
    p.picks("dedicate:A:radio attempt:radio points:0 roll=6,1,1,1").shows("/fittings/0/complete", true);
    p.barred("attempt:radio", "10.4.2.a").logged("The Radio modifications are complete", "10.4.2.a");
    p.picks("dedicate:B:cockpit attempt:cockpit points:0 roll=6,6,1,1,1").shows("/fittings/2/complete", true);
    // For the rest of the game.
    p.picks("end:modifications end:recon plan-on").shows("/fittings/0/complete", true);
}

/// proves: 10.4.1.d
#[test]
fn r10_4_1_d_one_attempt_a_turn_for_each_type() {
    let mut p = workshop("A B");
    p.picks("dedicate:A:radio attempt:radio points:0 roll=1,1,1,1 stand").barred("attempt:radio", "10.4.1.d");
    p.picks("dedicate:B:altimeter").offers("attempt:altimeter").picks("end:modifications end:recon plan-on");
    p.on_to_training().on_to_modifications().picks("dedicate:A:radio").offers("attempt:radio");
}

/// proves: 10.4.1.e
#[test]
fn r10_4_1_e_each_attempt_needs_groundcrew_of_its_own() {
    let mut p = workshop("A");
    p.picks("dedicate:A:radio attempt:radio points:0 roll=6,1,1,1").barred("attempt:cockpit", "10.4.1.a");
    p.offers_no("dedicate:A:cockpit").picks("transfer:A:cockpit").offers("attempt:cockpit");
    p.shows("/groundcrew/0/fatigued", true).shows("/fittings/2/erk", 2);
}

/// proves: 10.4.2.b
#[test]
fn r10_4_2_b_a_single_six_is_saved() {
    let mut p = workshop("A");
    p.picks("dedicate:A:cockpit attempt:cockpit points:0 roll=6,1,1,1 stand").shows("/fittings/2/sixes", 1);
    p.shows("/fittings/2/complete", false).logged("in progress", "10.4.2.b");
    p.picks("end:modifications end:recon plan-on").on_to_training().on_to_modifications();
    // One more will do.
    p.picks("dedicate:A:cockpit").hints("attempt:cockpit", "4 dice: complete 52%");
    p.picks("attempt:cockpit points:0 roll=1,6,1,1").shows("/fittings/2/complete", true);
}

/// proves: 10.4.2.c
#[test]
fn r10_4_2_c_without_a_six_it_fails() {
    let mut p = workshop("A");
    p.picks("dedicate:A:cockpit attempt:cockpit points:0 roll=5,5,5,5 stand").shows("/fittings/2/sixes", 0);
    p.logged("The Cockpit modifications fail", "10.4.2.c");
}

/// proves: 10.4.3.a
#[test]
fn r10_4_3_a_double_time_throws_the_fatigued_points_and_the_sixes_add_up() {
    let mut p = workshop("A B");
    p.picks("dedicate:A:cockpit dedicate:B:cockpit attempt:cockpit points:0 roll=6,1,1,1,1,1,1,1,1");
    p.asks("10.4.3.a")
        .offers("double:A")
        .offers("double:B")
        .offers("stand")
        .picks("double:B")
        .offers_no("stand");
    p.hints("throw:3", "3 dice: complete 42%").picks("throw:3");
    assert_eq!(p.spec().dice, 3);
    p.picks("roll=1,6,1").shows("/fittings/2/complete", true);
    p.shows("/groundcrew/1/fatigued", true).shows("/groundcrew/0/fatigued", false);
}

/// proves: 10.4.3.a
#[test]
fn r10_4_3_a_others_may_be_transferred_in_and_it_comes_once() {
    let mut p = workshop("A B");
    p.picks("dedicate:A:radio dedicate:B:cockpit attempt:radio points:0 roll=1,1,1,1").asks("10.4.3.a");
    p.picks("transfer:B double:A throw:5 roll=1,1,1,1,1").asks("10.4.a").barred("attempt:radio", "10.4.1.d");
    p.shows("/groundcrew/1/task", "radio").shows("/groundcrew/1/fatigued", true);
    // Whoever is Fatigued already has nothing to give.
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions double:A")
        .next_turn()
        .on_to_training()
        .on_to_modifications();
    p.picks("dedicate:A:radio attempt:radio points:0 roll=1,1").asks("10.4.a");
}

/// proves: 10.4.4.b
#[test]
fn r10_4_4_b_without_altimeter_there_are_no_lights_aboard() {
    let mut p = Plan::open("");
    p.shows("/fittings/1/complete", false);
    assert!(!p.blotter().fitted[1]);
    p.prepare();
}

/// proves: 10.4.4.d
#[test]
fn r10_4_4_d_radio_is_no_further_benefit() {
    let mut p = workshop("A");
    p.picks("dedicate:A:radio attempt:radio points:0 roll=6,6,6,6").shows("/fittings/0/complete", true);
    assert!(p.blotter().vhf());
    assert!(!Plan::open("").blotter().vhf());
}

/// A campaign in the Modifications Phase with two damaged Lancasters and these Groundcrew besides A.
fn damaged(crews: &str) -> Plan {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A dedicate:A:requisitions lancaster:1 lancaster:1");
    for crew in crews.split_whitespace() {
        p.picks(&format!("groundcrew:{crew}"));
    }
    p.on_to_training().picks("train:altitude roll=1 victim:AJ-G train:navigation roll=1 end:training");
    p.shows("/lancasters/0/state", "damaged").shows("/lancasters/1/state", "damaged");
    p
}

/// proves: 10.4.5.a, 10.4.b, 2.1.1.d
#[test]
fn r10_4_5_a_repairs_cost_one_point_each_up_to_the_erk_points() {
    let mut p = damaged("B");
    p.barred("repair:AJ-G", "10.4.5.a").picks("dedicate:B:repairs");
    let points = p.blotter().points;
    p.picks("repair:AJ-G").shows("/points", points - 1).shows("/lancasters/0/state", "sound");
    p.shows("/lancasters/1/state", "damaged").shows("/repairs", serde_json::json!([1, 5]));
    // Beyond the Erk Points there are none.
    let mut p = damaged("");
    p.picks("transfer:A:repairs repair:AJ-G repair:AJ-M").shows("/repairs", serde_json::json!([2, 2]));
}

/// proves: 10.4.5.b
#[test]
fn r10_4_5_b_a_crashed_bomber_is_not_repaired() {
    let mut p = Plan::open("");
    p.picks("crew:Green:1 groundcrew:A groundcrew:B dedicate:A:requisitions lancaster:1").on_to_training();
    p.picks("train:altitude roll=1 roll=3 train:navigation end:training");
    p.shows("/lancasters/0/state", "crashed").offers_no("repair:AJ-G").offers_no("dedicate:B:repairs");
}
