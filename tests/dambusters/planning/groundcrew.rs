//! 9.0: groundcrew, dedication, transfer, fatigue, the Armorer.

use super::rig::Plan;

/// proves: 9.0.a, 2.14.a
#[test]
fn r9_0_a_a_groundcrew_has_a_cost_and_three_values_on_two_sides() {
    let mut p = Plan::open("");
    p.shows("/groundcrew/1/cost", 6).shows("/groundcrew/1/values", serde_json::json!([5, 5, 5]));
    p.shows("/groundcrew/1/fatigued_values", serde_json::json!([3, 3, 3]));
    p.hints("groundcrew:B", "6 RP · Handle 5, Erk 5, Sortie 5");
    p.picks("groundcrew:B dedicate:B:requisitions double:B");
    p.shows("/groundcrew/1/values", serde_json::json!([3, 3, 3])).shows("/groundcrew/1/fatigued", true);
}

/// proves: 9.1.a
#[test]
fn r9_1_a_only_groundcrew_in_play_is_dedicated_and_more_than_one_may_be() {
    let mut p = Plan::open("");
    p.offers_no("dedicate:A:requisitions").picks("groundcrew:A groundcrew:B");
    p.picks("dedicate:A:requisitions dedicate:B:requisitions").shows("/handle/0", 11);
}

/// proves: 9.1.b, 9.2.a
#[test]
fn r9_1_b_once_a_turn_unless_it_is_transferred() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions").on_to_training();
    p.offers_no("dedicate:A:training").offers("transfer:A:training");
}

/// proves: 9.1.c
#[test]
fn r9_1_c_the_next_turn_finds_them_free() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions").next_turn().offers("dedicate:A:requisitions");
}

/// proves: 9.2.1.a
#[test]
fn r9_2_1_a_a_transfer_fatigues_and_the_fatigued_values_apply() {
    let mut p = Plan::open("");
    p.picks("groundcrew:B dedicate:B:requisitions").on_to_training();
    p.picks("transfer:B:training").shows("/groundcrew/1/task", "training");
    p.shows("/groundcrew/1/fatigued", true).logged("transferred to training", "9.2.1.a");
    // In the same phase as its dedication too.
    let mut p = Plan::open("");
    p.picks("groundcrew:B").on_to_training().on_to_modifications();
    p.picks("dedicate:B:radio").shows("/fittings/0/erk", 5);
    p.picks("transfer:B:cockpit").shows("/fittings/0/erk", 0).shows("/fittings/2/erk", 3);
}

/// proves: 9.2.1.b
#[test]
fn r9_2_1_b_a_fatigued_marker_is_not_transferred() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions double:A").on_to_training();
    p.barred("transfer:A:training", "9.2.1.b");
}

/// proves: 9.3.a
#[test]
fn r9_3_a_fatigue_is_for_good() {
    let mut p = Plan::open("");
    p.picks("groundcrew:A dedicate:A:requisitions double:A").next_turn();
    p.shows("/groundcrew/0/fatigued", true).picks("dedicate:A:requisitions").shows("/handle/0", 3);
    p.barred("double:A", "10.1.4.c");
}

/// proves: 9.4.a, 9.4.b
#[test]
fn r9_4_b_the_armorer_spares_one_groundcrew_once() {
    let mut p = Plan::open("E22");
    p.picks("crew:Green:5 crew:Green:1 draw").shows("/armorer", "ready");
    p.picks("groundcrew:A groundcrew:B dedicate:A:requisitions dedicate:B:requisitions double:A")
        .asks("9.4.b");
    p.picks("armorer")
        .shows("/armorer", "spent")
        .shows("/groundcrew/0/fatigued", false)
        .shows("/handle/0", 14);
    // The second time nobody asks.
    p.picks("double:B").shows("/groundcrew/1/fatigued", true);
    // Nor must he be called.
    let mut p = Plan::open("E22");
    p.picks("crew:Green:5 crew:Green:1 draw groundcrew:A dedicate:A:requisitions double:A fatigue");
    p.shows("/armorer", "ready").shows("/groundcrew/0/fatigued", true);
}

/// proves: 9.4.b
#[test]
fn r9_4_b_he_has_no_say_in_flight_preparation() {
    let mut p = Plan::open("E22");
    p.picks("crew:Green:5 crew:Green:1 draw groundcrew:A").on_to_training();
    p.picks("train:navigation").throw(3).picks("train:bombing").throw(3);
    p.picks("end:training end:modifications end:recon launch dedicate:A:aircraft check roll=1,1 again:A");
    p.shows("/armorer", "ready").shows("/groundcrew/0/fatigued", true);
}

/// proves: 9.4.c
#[test]
fn r9_4_c_he_restores_nobody() {
    let mut p = Plan::open("E22");
    p.picks("groundcrew:A dedicate:A:requisitions double:A crew:Green:5 crew:Green:1 draw");
    p.shows("/armorer", "ready").shows("/groundcrew/0/fatigued", true);
    assert_eq!(p.open_offers("armorer"), 0);
}

/// proves: 9.4.d, 2.3.9.a
#[test]
fn r9_4_d_he_stays_on_the_ground() {
    let mut p = Plan::open("E22");
    p.picks("crew:Green:5 crew:Green:1 draw").shows("/armorer", "ready");
    p.shows("/elite", serde_json::json!([])).shows("/cup", 23);
}
