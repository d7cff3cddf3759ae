//! 4.3 the Circling Phase.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::json;

use crate::rig::{POOR, Rig};
use crate::sortie::Sortie;

/// Armed and empty Lancasters in both boxes, at the Circling Phase of Attack Turn 1.
fn both_boxes() -> Played {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "start: CirclingFar")
        .empty("AJ-G", "Green", "")
        .empty("AJ-M", "Green", "start: CirclingFar")
        .open();
    p.to("Circling Phase");
    p
}

/// The Circling Phase after AJ-A released its mine and climbed.
fn after_a_climb() -> Played {
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.release_near("AJ-A", "6,6").to("Circling Phase");
    p
}

/// proves: 4.3.a
#[test]
fn r4_3_a_from_near_to_far_and_from_far_to_near() {
    let mut p = both_boxes();
    p.asked(Seat(0), "4.3.a").offers("far:AJ-A").offers("far:AJ-G").offers("near:AJ-B").offers("near:AJ-M");
    p.offers_no("near:AJ-A").offers_no("far:AJ-B");
    p.answer("far:AJ-A").is_at("AJ-A", "Circling Far").logged("AJ-A moves to Circling Far", "4.3.a");
    p.answer("near:AJ-M").is_at("AJ-M", "Circling Near").logged("AJ-M moves to Circling Near", "4.3.a");
    // One move each.
    p.barred("near:AJ-A", "4.3.a").barred("far:AJ-M", "4.3.a");
    // Or none.
    p.answer("end:circling").is_at("AJ-B", "Circling Far").is_at("AJ-G", "Circling Near");
}

/// proves: 4.3.b
#[test]
fn r4_3_b_the_climb_box_leads_to_circling_near_and_no_further() {
    let mut p = after_a_climb();
    p.is_at("AJ-A", "Circling Near").logged("AJ-A levels out into Circling Near", "4.3.b");
    p.barred("far:AJ-A", "4.3.b").barred("home:AJ-A", "4.3.b");
    // Next turn it may go where it likes.
    p.answer("end:circling").to("Circling Phase").offers("far:AJ-A").offers("home:AJ-A");
}

/// proves: 4.3.c
#[test]
fn r4_3_c_without_upkeep_it_may_turn_for_home_from_either_box() {
    let mut p = both_boxes();
    p.answer("home:AJ-G").is_at("AJ-G", "Return to Base").logged("AJ-G sets course for home", "4.3.c");
    p.answer("home:AJ-M").is_at("AJ-M", "Return to Base").offers_no("home:AJ-G").offers_no("near:AJ-M");
    // It did not start the phase in a circling box.
    after_a_climb().barred("home:AJ-A", "4.3.b");
    // An escort that came back did.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").empty("AJ-G", "Green", "").open();
    p.answers(["run:AJ-A", "escort:AJ-G"]).to("Far Zone. What now?").answer("pull-up").offers("home:AJ-G");
}

/// proves: 4.3.d
#[test]
fn r4_3_d_with_upkeep_it_may_not() {
    let mut p = both_boxes();
    p.barred("home:AJ-A", "4.3.d").barred("home:AJ-B", "4.3.d").offers("home:AJ-G").offers("home:AJ-M");
}

/// proves: 4.3.e
#[test]
fn r4_3_e_nobody_enters_the_approach_now() {
    let mut p = both_boxes();
    p.offers_no("run:AJ-A").refuses("run:AJ-A").refuses("escort:AJ-G");
    let verbs: Vec<_> =
        p.table.question().map(|q| q.offers.iter().map(|o| o.key.verb).collect()).unwrap_or_default();
    assert!(verbs.iter().all(|v| ["far", "near", "home", "flare", "end:circling"].contains(v)), "{verbs:?}");
    // The Run Phase is the place for it.
    p.answer("end:circling").to("starts a run?").offers("run:AJ-A");
}

/// proves: 4.3.f
#[test]
fn r4_3_f_nobody_has_to_move() {
    let mut p = both_boxes();
    p.answer("end:circling").to("starts a run?");
    p.is_at("AJ-A", "Circling Near").is_at("AJ-B", "Circling Far");
    p.is_at("AJ-G", "Circling Near").is_at("AJ-M", "Circling Far");
}

const MUTE: &str = "hazards: [BrokenRadio]";

/// proves: 4.3.g
#[test]
fn r4_3_g_without_a_radio_it_comes_near_and_stays_there() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", MUTE)
        .bomber("AJ-B", "Green", "hazards: [BrokenRadio], start: CirclingFar")
        .bomber("AJ-C", "Green", "start: CirclingFar")
        .open();
    p.to("Circling Phase").is_at("AJ-B", "Circling Near").logged("AJ-B: no radio", "4.3.g");
    p.barred("far:AJ-A", "4.3.g").is_at("AJ-C", "Circling Far").offers("near:AJ-C");
    p.refuses("far:AJ-B");
    p.answer("end:circling").to("Circling Phase").barred("far:AJ-B", "4.3.g").is_at("AJ-B", "Circling Near");
}

/// proves: 4.3.h
#[test]
fn r4_3_h_without_radio_and_upkeep_it_must_leave() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", MUTE)
        .empty("AJ-G", "Green", MUTE)
        .empty("AJ-M", "Green", "hazards: [BrokenRadio], start: CirclingFar")
        .open();
    p.to("Circling Phase").is_at("AJ-G", "Return to Base").logged("AJ-G sets course for home", "4.3.h");
    // With Upkeep it stays; from Far it comes near first and leaves in the next phase.
    p.is_at("AJ-A", "Circling Near").is_at("AJ-M", "Circling Near");
    p.answer("end:circling")
        .to("Circling Phase")
        .is_at("AJ-M", "Return to Base")
        .is_at("AJ-A", "Circling Near");
}

/// proves: 4.3.h
#[test]
fn r4_3_h_a_climber_without_radio_leaves_in_the_next_phase() {
    let mut p =
        Rig::at("Moehne").bomber("AJ-A", "Green", MUTE).bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.release_near("AJ-A", "6,6").to("Circling Phase").is_at("AJ-A", "Circling Near");
    p.answer("end:circling").to("Circling Phase").is_at("AJ-A", "Return to Base");
}

/// proves: 4.3.1.a, 2.8.c
#[test]
fn r4_3_1_a_a_flare_from_one_that_begins_and_ends_in_circling_near() {
    let mut p = both_boxes();
    p.offers("flare:AJ-A").offers("flare:AJ-G").offers_no("flare:AJ-B").sees("/flares", json!([]));
    p.answer("flare:AJ-G").sees("/flares", json!([1])).logged("AJ-G fires a Very Light", "4.3.1.a");
    // It ends the phase where it is; the others are free.
    p.barred("far:AJ-G", "4.3.1.a").barred("home:AJ-G", "4.3.1.a").offers("far:AJ-A");
    // Not one that came near this phase, nor one that left.
    let mut p = both_boxes();
    p.answer("near:AJ-B").barred("flare:AJ-B", "4.3.1.a");
    p.answer("far:AJ-A").offers_no("flare:AJ-A").refuses("flare:AJ-A");
    after_a_climb().barred("flare:AJ-A", "4.3.1.a");
    // None need be fired.
    let mut p = both_boxes();
    p.answer("end:circling").to("starts a run?").sees("/flares", json!([]));
}

/// proves: 4.3.1.a
#[test]
fn r4_3_1_a_it_lies_on_the_current_space_of_the_track() {
    let mut p = both_boxes();
    p.answer("end:circling").to("starts a run?").to("Circling Phase").answer("flare:AJ-A");
    p.sees("/flares", json!([2]));
}

/// proves: 4.3.1.b
#[test]
fn r4_3_1_b_one_flare_a_turn() {
    let mut p = both_boxes();
    p.answer("flare:AJ-A").barred("flare:AJ-G", "4.3.1.b").barred("flare:AJ-A", "4.3.1.b");
    p.answer("end:circling").to("starts a run?").to("Circling Phase").answer("flare:AJ-G");
    p.sees("/flares", json!([1, 2]));
}
