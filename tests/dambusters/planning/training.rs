//! 10.3: training.

use super::rig::Plan;
use crate::table::content;
use bombers_moon::kernel::fraction::Fraction;

/// proves: 10.3.a, 10.3.b
#[test]
fn r10_3_a_two_different_categories_are_trained_in_any_order_and_for_nothing() {
    let mut p = Plan::open("");
    p.on_to_training().offers_no("end:training").offers("train:navigation").offers("train:bombing");
    p.picks("train:altitude").barred("train:altitude", "10.3.b").offers_no("end:training");
    p.picks("train:navigation").offers("end:training").offers_no("train:bombing").shows("/points", 60);
}

/// proves: 10.3.1.a, 10.3.2.a
#[test]
fn r10_3_1_a_a_die_for_each_type_at_scampton_and_every_result_of_it() {
    let mut p = Plan::open("");
    p.picks("crew:Green:1 crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:5");
    p.on_to_training().picks("dedicate:A:training train:altitude").asks("10.3.1.a");
    let spec = p.spec();
    assert_eq!((spec.sum(), spec.dice), (0, 1));
    // Green: two of six faces bring no level.
    let zero: Fraction = (0u8..)
        .zip(p.odds().rows)
        .filter(|(row, _)| {
            let row = bombers_moon::kernel::chart::Row(*row);
            content().ids.planning.training.result(row).levels == 0
        })
        .map(|(_, f)| f)
        .sum();
    assert_eq!(zero, Fraction::new(1, 3));
    // The Seasoned have nobody here: the Veterans come next. A 4 rests them too.
    p.picks("roll=3 roll=4").asks("10.3.b");
    p.shows("/training/1/levels", serde_json::json!([[1, false], [1, false], [2, true]]));
    p.logged("Green crews: Altitude & Speed rises to 1", "10.3.2.a");
}

/// proves: 10.3.1.b
#[test]
fn r10_3_1_b_too_few_lancasters_take_one_off() {
    // Two crews and one Lancaster: exactly 2 to 1 counts.
    let mut p = Plan::open("");
    p.picks("crew:Green:1 crew:Green:1 groundcrew:A dedicate:A:requisitions lancaster:1").on_to_training();
    p.picks("train:navigation").modifier("10.3.1.b", -1);
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A dedicate:A:requisitions lancaster:1").on_to_training();
    p.picks("train:navigation").modifier("10.3.1.b", 0);
    // Damaged ones do not count.
    p.picks("roll=1 train:altitude").modifier("10.3.1.b", -1);
}

/// proves: 10.3.1.c
#[test]
fn r10_3_1_c_one_groundcrew_serves_the_whole_phase() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B").on_to_training();
    p.picks("train:navigation").modifier("10.3.1.c", -1).picks("roll=3 dedicate:A:training train:altitude");
    p.modifier("10.3.1.c", 0).picks("roll=3");
    // More of them add nothing.
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B").on_to_training();
    p.picks("dedicate:A:training dedicate:B:training train:navigation").modifier("10.3.1.c", 0);
}

/// proves: 10.3.1.d
#[test]
fn r10_3_1_d_reconnaissance_of_all_three_zones_helps_navigation_alone() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1").on_to_recon().picks("zone:Ruhr zone:Weser end:recon plan-on").on_to_training();
    p.picks("train:navigation").modifier("10.3.1.d", 0);
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1").on_to_recon().picks("zone:Ruhr zone:Weser zone:DutchCoast end:recon plan-on");
    p.on_to_training().picks("train:navigation").modifier("10.3.1.d", 1).picks("roll=3 train:altitude");
    assert!(p.spec().modifiers.iter().all(|m| m.clause.0 != "10.3.1.d"));
}

/// proves: 10.3.1.e, 10.4.4.a
#[test]
fn r10_3_1_e_aldis_lights_help_low_flying() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:B").on_to_training().picks("train:altitude").modifier("10.3.1.e", 0);
    p.picks("roll=3 train:navigation roll=3 end:training dedicate:B:altimeter attempt:altimeter points:0");
    p.picks("roll=6,6,1,1,1")
        .shows("/fittings/1/complete", true)
        .picks("end:modifications end:recon plan-on");
    p.on_to_training().picks("train:altitude").modifier("10.3.1.e", 1);
}

/// proves: 10.3.1.f, 10.4.4.c
#[test]
fn r10_3_1_f_the_dann_bombsight_helps_bomb_aiming() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:B").on_to_training().picks("train:bombing").modifier("10.3.1.f", 0);
    p.picks("roll=3 train:navigation roll=3 end:training dedicate:B:cockpit attempt:cockpit points:0");
    p.picks("roll=6,6,1,1,1 end:modifications end:recon plan-on").on_to_training();
    p.picks("train:bombing").modifier("10.3.1.f", 1);
}

/// proves: 10.3.2.a
#[test]
fn r10_3_2_a_a_level_ends_with_its_track() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1");
    for turn in 0..4 {
        p.on_to_training().picks("dedicate:A:training train:altitude").throw(6);
        p.picks("train:navigation").throw(3).picks("extra").throw(1).picks("train:altitude").throw(6);
        p.picks("end:training end:modifications end:recon");
        if turn < 3 {
            p.picks("plan-on");
        }
    }
    p.shows("/training/1/levels/2/0", 6);
}

/// proves: 10.3.2.b, 10.3.2.c
#[test]
fn r10_3_2_c_rest_buys_another_die_in_a_later_action() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1").on_to_training();
    // A 4 rests the Veterans; nothing is asked in the same action.
    p.picks("dedicate:A:training train:altitude roll=4")
        .asks("10.3.b")
        .shows("/training/1/levels/2", serde_json::json!([2, true]));
    // Not of another category.
    p.picks("train:navigation roll=1").asks("10.3.4.a");
    p.picks("end:training end:modifications end:recon plan-on").on_to_training();
    p.picks("dedicate:A:training train:altitude roll=1")
        .asks("10.3.2.c")
        .hints("reroll", "A level or more 83%");
    p.picks("reroll")
        .asks("10.3.1.a")
        .picks("roll=6")
        .shows("/training/1/levels/2", serde_json::json!([4, false]));
    // Or it stands, and the rest is kept; resting twice changes nothing.
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1").on_to_training();
    p.picks(
        "dedicate:A:training train:altitude roll=4 train:navigation roll=1 extra draw train:altitude roll=4",
    );
    p.asks("10.3.2.c").picks("keep").shows("/training/1/levels/2", serde_json::json!([3, true]));
}

/// proves: 10.3.2.d
#[test]
fn r10_3_2_d_the_player_says_which_lancaster_is_damaged() {
    let mut p = Plan::open("");
    p.picks("crew:Veteran:1 groundcrew:B dedicate:B:requisitions lancaster:1 lancaster:1").on_to_training();
    // −1 for want of Groundcrew: a 1 is a 0.
    p.picks("train:altitude roll=1").asks("10.3.2.d").picks("victim:AJ-M");
    p.shows("/lancasters/1/state", "damaged").shows("/lancasters/0/state", "sound");
    // With one left there is no choice; with none it is somebody else's.
    p.picks("train:navigation roll=1")
        .shows("/lancasters/0/state", "damaged")
        .picks("extra draw train:bombing roll=1");
    p.logged("none of ours", "10.3.2.d");
}

/// proves: 10.3.2.e
#[test]
fn r10_3_2_e_a_crash_costs_a_lancaster_and_a_crew_or_makes_a_name() {
    let mut p = Plan::open("E2");
    p.picks("crew:Green:1 groundcrew:B dedicate:B:requisitions lancaster:1 lancaster:1").on_to_training();
    p.picks("train:altitude roll=1").asks("10.3.2.e").picks("victim:AJ-M").asks("10.3.2.e");
    p.picks("roll=3").shows("/lancasters/1/state", "crashed").shows("/aircrew/0/in_play", 0);
    let mut p = Plan::open("E2");
    p.picks("crew:Green:1 groundcrew:B dedicate:B:requisitions lancaster:1 lancaster:1").on_to_training();
    p.picks("train:altitude roll=1 victim:AJ-M roll=4").asks("10.3.2.e").picks("draw");
    p.shows("/elite/0/name", "Hay").shows("/aircrew/0/in_play", 1).shows("/lancasters/1/state", "crashed");
    // It does not come back.
    p.picks(
        "train:navigation roll=3 end:training end:modifications end:recon plan-on dedicate:B:requisitions",
    );
    p.picks("lancaster:1").shows("/lancasters/1/state", "crashed").shows("/lancasters/2/state", "sound");
}

/// proves: 10.3.2.f
#[test]
fn r10_3_2_f_without_a_bomber_the_crew_is_lost_without_a_roll() {
    let mut p = Plan::open("");
    p.picks("crew:Green:1 crew:Green:1").on_to_training().picks("train:altitude roll=1").asks("10.3.b");
    p.shows("/aircrew/0/in_play", 1).logged("A Green Aircrew is lost in training", "10.3.2.f");
}

/// proves: 10.3.2.g
#[test]
fn r10_3_2_g_crash_or_damaged_is_settled_by_a_die() {
    for (face, state) in [(2, "damaged"), (5, "crashed")] {
        let mut p = Plan::open("");
        p.picks("crew:Green:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1")
            .on_to_training();
        p.picks("dedicate:A:training train:altitude")
            .modifier("10.3.1.b", 0)
            .picks("roll=1")
            .asks("10.3.2.g");
        p.picks(&format!("roll={face}")).throw(3).shows("/lancasters/0/state", state);
    }
}

/// proves: 10.3.2.h
#[test]
fn r10_3_2_h_an_e_draws_an_elite_crewman() {
    let mut p = Plan::open("E9");
    p.picks("crew:Veteran:1 groundcrew:A groundcrew:B dedicate:B:requisitions lancaster:1").on_to_training();
    p.picks("dedicate:A:training train:altitude roll=6").asks("10.3.2.h").picks("draw");
    p.shows("/elite/0/name", "Trevor-Roper").shows("/training/1/levels/2/0", 3);
}

/// proves: 10.3.3.a, 10.3.3.c
#[test]
fn r10_3_3_a_twelve_levels_of_low_flying_earn_the_wallis_bonus() {
    let mut p = Plan::open("");
    p.picks(
        "request roll=2 crew:Veteran:1 crew:Seasoned:1 groundcrew:A groundcrew:B dedicate:B:requisitions",
    );
    p.picks("lancaster:5").shows("/wallis", serde_json::json!([2, 12, false]));
    let mut first = true;
    while !p.blotter().wallis(&content().tables.planning) {
        if !first {
            p.picks("end:recon plan-on");
        }
        first = false;
        let before = p.blotter().fixed_shifts(&content().tables.planning).0;
        p.on_to_training().picks("dedicate:A:training train:altitude").throw(6);
        p.picks("train:bombing").throw(3).picks("extra").throw(1).picks("train:altitude").throw(6);
        p.picks("end:training end:modifications");
        let after = p.blotter().fixed_shifts(&content().tables.planning).0;
        // Extra Training 2, and 1 once the bonus is there.
        let wallis = u8::from(p.blotter().wallis(&content().tables.planning));
        assert_eq!(after, before + 2 + wallis);
    }
    let total = p.blotter().low_flying();
    assert!(total >= 12, "{total}");
    p.shows("/wallis", serde_json::json!([total, 12, true]));
}

/// proves: 10.3.3.a
#[test]
fn r10_3_3_a_a_type_that_nobody_belongs_to_does_not_count() {
    let mut p = Plan::open("");
    p.shows("/wallis/0", 0)
        .picks("crew:Veteran:1")
        .shows("/wallis/0", 1)
        .picks("crew:Green:1")
        .shows("/wallis/0", 1);
}

/// proves: 10.3.3.d, 10.2.2.h
#[test]
fn r10_3_3_d_quarantine_cancels_the_bonus() {
    let table = &content().tables.planning;
    let mut b = Plan::open("").blotter().clone();
    b.aircrew = [1; 3];
    b.levels = [[0, 4, 0]; 3];
    assert!(b.wallis(table) && b.fixed_shifts(table).0 == 1);
    b.transfer.since = Some(1);
    b.transfer.flipped = true;
    assert!(!b.wallis(table) && b.fixed_shifts(table).0 == 0);
}

/// proves: 10.3.4.a, 10.3.4.b
#[test]
fn r10_3_4_a_extra_training_once_a_turn_with_an_elite_crewman() {
    let mut p = Plan::open("E2");
    p.picks("crew:Veteran:1").on_to_training().offers_no("extra");
    p.picks("train:altitude roll=3 train:navigation roll=3").offers("extra").hints("extra", "5 RP");
    p.picks("extra").asks("10.3.4.a").picks("draw").shows("/elite/0/name", "Hay").asks("10.3.4.a");
    // Even a category of this phase.
    p.picks("train:altitude").asks("10.3.1.a").picks("roll=3").barred("extra", "10.3.4.a");
    p.shows("/extra_trainings", 1).shows("/points", 51).shows("/risk_so_far/0", 2);
}
