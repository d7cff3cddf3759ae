//! 4.4 the Status Phase but for nightfighters and detonations, and 4.4.6 the next turn.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};
use serde_json::json;

use crate::rig::{GOOD, POOR, Rig};
use crate::sortie::{Sortie, harmless};
use crate::table;

fn waiting(rig: Rig) -> Played {
    rig.bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").open()
}

/// On to the Run Phase of Attack Turn `turn`.
fn to_turn(p: &mut Played, turn: u8) {
    p.to(&format!("Attack Turn {turn}. Who starts a run?"));
}

/// Plays on, harmlessly, until the end; the clauses of the questions in order, from now on.
fn clauses(p: &mut Played, until: &str) -> Vec<(u64, &'static str)> {
    let mut out = Vec::new();
    while let Some(q) = p.table.question() {
        if p.at(until) {
            break;
        }
        out.push((p.seen("/turn").as_u64().unwrap_or(0), q.clause.0));
        let answer = harmless(p);
        p.answer(&answer);
    }
    out
}

/// proves: 4.4.a
#[test]
fn r4_4_a_five_steps_in_order_while_a_bomber_is_on_the_map() {
    let mut p = Rig::at("Moehne")
        .flak(1)
        .alert(4)
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(&GOOD)
        .open();
    to_turn(&mut p, 3);
    p.release_near("AJ-A", "6,6").to("Circling Phase").answer("flare:AJ-B").answer("end:circling");
    let order: Vec<_> = clauses(&mut p, "starts a run?").into_iter().map(|(_, c)| c).collect();
    assert_eq!(order, ["4.4.1.a", "4.4.2.a", "4.4.3.b", "4.4.4.b", "4.4.5.a"]);
}

/// proves: 4.4.a
#[test]
fn r4_4_a_no_bomber_on_the_map_no_status_phase() {
    let mut p = Rig::at("Moehne")
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .empty("AJ-G", "Green", "")
        .draws(&["S2", "S1", "A2", "A1"])
        .open();
    p.answers(["run:AJ-A", "go"]).to("flak against AJ-A").roll("1,1,6").answer("accept");
    p.prompt("Circling Phase").answers(["home:AJ-G"]).prompt("the return of AJ-G");
    p.not_logged("Nightfighter");
    // With one left there is one.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").empty("AJ-G", "Green", "").open();
    p.to("Circling Phase").answers(["home:AJ-G", "end:circling"]).prompt("Nightfighter sighted?");
}

/// proves: 4.4.1.a
#[test]
fn r4_4_1_a_visibility_is_checked_on_turns_3_5_and_7() {
    let mut p = waiting(Rig::at("Moehne"));
    let asked = clauses(&mut p, "the return of");
    let turns = |clause| asked.iter().filter(|(_, c)| *c == clause).map(|(t, _)| *t).collect::<Vec<_>>();
    assert_eq!(turns("4.4.1.a"), [3, 5, 7, 11, 13, 15]);
    assert_eq!(turns("4.4.6.b"), [9]);
}

/// proves: 4.4.1.b
#[test]
fn r4_4_1_b_two_dice_less_the_modifier_of_the_night() {
    for (modifier, fog, clear) in [(0, "2,2", "2,3"), (-1, "2,3", "3,3"), (-2, "3,3", "3,4")] {
        for (dice, result) in [(fog, "Fog"), (clear, "Clear")] {
            let mut p = waiting(Rig::at("Moehne").with("visibility_modifier", &modifier.to_string()));
            p.to("the Visibility Check").asked(Seat(0), "4.4.1.a");
            assert_eq!((p.spec().dice, p.spec().sum()), (2, modifier));
            p.roll(dice).sees("/visibility", result);
        }
    }
}

/// proves: 4.4.1.c
#[test]
fn r4_4_1_c_the_result_stands_until_the_next_check_and_clear_lifts_fog() {
    let mut p = waiting(Rig::at("Moehne"));
    p.sees("/visibility", "Clear").to("the Visibility Check").roll("1,1").sees("/visibility", "Fog");
    p.logged("Visibility: Fog", "4.4.1.c");
    // Recon 4 and a 4: a clean run in clear air, an A in fog.
    to_turn(&mut p, 4);
    p.answer("run:AJ-A").roll("4").sees("/run/letters", json!([0, 1, 0]));
    p.to("Far Zone. What now?").answer("pull-up").to("Attack Turn 5").sees("/visibility", "Fog");
    p.to("the Visibility Check").roll("6,6").sees("/visibility", "Clear");
    to_turn(&mut p, 6);
    p.answer("run:AJ-A").roll("4").sees("/run/letters", json!([0, 0, 0]));
}

/// The Status Phase after a release, before the first attrition roll.
fn released(rig: Rig) -> Played {
    let mut p = rig.bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").to("Circling Phase");
    p
}

/// proves: 4.4.2.a
#[test]
fn r4_4_2_a_after_a_release_one_die_for_each_category_and_balloon() {
    let mut p = released(Rig::at("Moehne").flak(2).searchlights(1).balloons(2));
    let mut columns = Vec::new();
    p.answer("end:circling");
    while p.at("Defence Attrition") {
        p.asked(Seat(0), "4.4.2.a");
        assert_eq!((p.spec().dice, p.spec().sum()), (1, 0));
        columns.push(p.column());
        p.roll("6");
    }
    assert_eq!(columns, ["2", "1", "balloons", "balloons"]);
    // Not in a turn without a release.
    p.to("Attack Turn 2. Who starts a run?").to("Circling Phase").answer("end:circling");
    p.prompt("Nightfighter sighted?");
    // A category at 0 is not rolled for.
    let mut p = released(Rig::at("Moehne").searchlights(3));
    p.answer("end:circling").prompt("Defence Attrition of Searchlights").roll("6");
    p.prompt("Nightfighter sighted?");
}

/// proves: 4.4.2.b
#[test]
fn r4_4_2_b_a_roll_up_to_the_level_takes_one_off() {
    for (level, falls, stands) in [(1u8, "1", "2"), (2, "2", "3"), (3, "3", "4"), (4, "4", "5")] {
        for (mark, label) in [("flak", "Flak"), ("searchlights", "Searchlights")] {
            for (die, left) in [(falls, level - 1), (stands, level)] {
                let mut p = released(Rig::at("Moehne").with(mark, &level.to_string()));
                p.answer("end:circling").prompt(&format!("Defence Attrition of {label}")).roll(die);
                p.sees(&format!("/{mark}"), left);
            }
        }
    }
    for (die, flies, level) in [("1", false, 2), ("2", true, 3)] {
        let mut p = released(Rig::at("Moehne").balloons(3));
        p.answer("end:circling").prompt("the Close Zone balloon").roll(die).sees("/balloon_close", flies);
        p.sees("/balloons", level).prompt("the Climb Box balloon").roll("6").sees("/balloon_climb", true);
    }
}

/// proves: 4.4.2.c
#[test]
fn r4_4_2_c_attrition_adds_nothing_to_activity() {
    let mut p = released(Rig::at("Moehne").flak(2).balloon("CloseZone"));
    p.sees("/activity", 1).answer("end:circling").roll("1").sees("/flak", 1).sees("/activity", 1);
    p.roll("1").sees("/balloon_close", false).sees("/activity", 1);
}

/// proves: 4.4.5.a
#[test]
fn r4_4_5_a_a_flare_burns_down_by_the_turns_since_it_was_fired() {
    let flare = || {
        let mut p = waiting(Rig::at("Moehne"));
        p.to("Circling Phase").answer("flare:AJ-A").to("Very Light still burn?").asked(Seat(0), "4.4.5.a");
        p
    };
    let mut p = flare();
    assert_eq!((p.spec().dice, p.spec().sum()), (1, 0));
    p.roll("1").sees("/flares", json!([1])).to("Very Light still burn?");
    assert_eq!(p.spec().sum(), -1);
    p.roll("1").sees("/flares", json!([])).logged("A Very Light burns out", "4.4.5.a");
    let mut p = flare();
    p.roll("1").to("Very Light still burn?").roll("2").sees("/flares", json!([1]));
    p.to("Very Light still burn?");
    assert_eq!(p.spec().sum(), -2);
    // None on the track, no roll.
    let mut p = waiting(Rig::at("Moehne"));
    assert!(clauses(&mut p, "the return of").iter().all(|(_, c)| *c != "4.4.5.a"));
}

/// proves: 4.4.5.a
#[test]
fn r4_4_5_a_each_flare_has_its_own_die_and_turns_count_on_across_the_reset() {
    let mut p = waiting(Rig::at("Moehne"));
    to_turn(&mut p, 7);
    p.to("Circling Phase").answer("flare:AJ-A").to("Very Light still burn?").roll("6");
    to_turn(&mut p, 8);
    p.to("Circling Phase").answer("flare:AJ-A").sees("/flares", json!([7, 8])).to("Very Light still burn?");
    assert_eq!(p.spec().sum(), -1, "fired last turn");
    p.roll("6").prompt("Very Light still burn?");
    assert_eq!(p.spec().sum(), 0, "fired this turn");
    p.roll("6");
    to_turn(&mut p, 9);
    p.sees("/space", 1).to("Very Light still burn?");
    assert_eq!(p.spec().sum(), -2);
    p.roll("2").sees("/flares", json!([8])).prompt("Very Light still burn?");
    assert_eq!(p.spec().sum(), -1);
}

/// proves: 4.4.6.a
#[test]
fn r4_4_6_a_the_turn_advances_to_a_new_run_phase() {
    let mut p = waiting(Rig::at("Moehne"));
    p.sees("/turn", 1).to("Nightfighter sighted?").sees("/turn", 1).roll("6,6");
    p.prompt("Attack Turn 2. Who starts a run?").sees("/turn", 2).logged("Attack Turn 2", "4.4.6.a");
}

/// proves: 4.4.6.b
#[test]
fn r4_4_6_b_after_turn_8_the_track_starts_again_with_a_visibility_check() {
    let mut p = waiting(Rig::at("Moehne").with("visibility_modifier", "-2"));
    to_turn(&mut p, 8);
    p.sees("/space", 8).to("the Visibility Check").asked(Seat(0), "4.4.6.b").sees("/space", 1);
    assert_eq!(p.spec().sum(), -2);
    p.roll("3,3").sees("/visibility", "Fog").prompt("Attack Turn 9. Who starts a run?");
    p.logged("Visibility: Fog", "4.4.1.c");
    // Only there: no other turn begins with one.
    let mut p = waiting(Rig::at("Moehne"));
    to_turn(&mut p, 2);
    p.to("Nightfighter sighted?").roll("6,6").prompt("Who starts a run?");
}

/// proves: 4.4.6.b
#[test]
fn r4_4_6_b_unless_the_scenario_says_otherwise() {
    let rig = Rig::at("Moehne").ends("NoUpkeepLeft, NightfighterAttack, BreachedAndStopped, AfterTurn(8)");
    let mut p = waiting(rig);
    to_turn(&mut p, 8);
    p.to("Nightfighter sighted?").roll("6,6").prompt("the return of AJ-A");
    let mut p = Script::of(&table::game(), "dambusters/s5-beginners").open();
    to_turn(&mut p, 8);
    p.to_end().ended("2 Historical").sees("/turn", 8).not_logged("Visibility");
}
