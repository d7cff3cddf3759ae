//! The forty acceptance cases of table comfort and what proves each: what players of other clients complain about.
//!
//! A line below names a case and the test that proves it, or says why nothing does yet. A test checks that every
//! named test is there.
//!
//! Undo and takeback
//! C01 undo steps of the right size: tests/comfort/undo.rs::c01_undo_one_to_the_start_of_a_phase_and_to_here
//! C01 the same on the example game: tests/kernel/timeline.rs::c01_undo_one_and_undo_to_here_leave_the_exact_earlier_state
//! C02 undo never reaches into another seat's turn: tests/kernel/timeline.rs::c02_undo_at_the_table_stops_at_the_hand_off
//! C03 undo restores everything: tests/comfort/undo.rs::c03_every_offer_taken_and_taken_back_leaves_nothing_behind
//! C03 at every step of random play: tests/playouts.rs::c10_c11_random_play_of_all_scenarios_under_every_check
//! C04 undo and redo never desync: tests/kernel/timeline.rs::c04_a_walk_of_answers_undo_and_redo_equals_straight_replay
//! C04 nor over new luck: tests/kernel/timeline.rs::c04_redo_never_crosses_new_luck
//! C05 it is said what stops undo and whose dice come: tests/comfort/undo.rs::c05_undo_says_what_stops_it_and_each_mode_has_its_dice
//! C05 the same on the example game: tests/kernel/timeline.rs::c05_practice_repeats_the_dice_unless_new_luck_is_asked_for
//! C05 a barred undo says why on its button: src/client/panels/prompt/tests.rs::c05_a_barred_undo_says_what_stops_it
//! C06 no turn ends unconfirmed: tests/kernel/timeline.rs::c06_no_turn_ends_without_a_confirmation
//! C07 what was undone leaves its trace: tests/comfort/undo.rs::c07_what_was_taken_back_stays_in_the_save
//! C07 the same on the example game: tests/kernel/timeline.rs::c07_undone_answers_stay_in_the_journal
//! C07 and unfolds in the log: src/client/panels/log.rs::c07_taken_back_entries_unfold
//!
//! Turn flow and dead ends
//! C08 confirm and end of phase are two keys: src/client/keys/tests.rs::c08_confirm_is_never_end_phase
//! C08 no default offer ends a phase that has something to do: tests/comfort/undo.rs::c08_confirm_is_open_and_never_ends_a_phase
//! C08 the confirm key takes no end of phase: src/client/panels/prompt/tests.rs::c08_confirm_never_ends_a_phase
//! C09 every page leads back: src/client/menus/mod.rs::c09_every_page_leads_back_and_never_in_a_circle
//! C10 no dead ends: tests/playouts.rs::c10_c11_random_play_of_all_scenarios_under_every_check
//! C10 the same with the checks written out: tests/comfort/play.rs::c10_c11_something_may_be_done_and_what_may_not_says_why
//! C11 whatever is barred says why: tests/comfort/play.rs::c10_c11_something_may_be_done_and_what_may_not_says_why
//! C11 a barred card says why: src/client/widgets/card.rs::c11_a_barred_card_says_why_and_cannot_be_taken
//! C11 and many barred offers share a line a reason: src/client/panels/prompt/tests.rs::c11_many_offers_keep_whole_labels_and_every_reason_in_sight
//! C12 an adjustment is an event, stamped: tests/kernel/adjust.rs::c12_an_adjustment_is_an_event_with_its_reason_and_stamps_the_game
//! C12 and ends by itself: tests/kernel/adjust.rs::c12_adjusting_ends_by_itself_with_the_phase
//! C12 and breaks nothing: tests/kernel/adjust.rs::c12_what_is_not_offered_or_breaks_an_invariant_leaves_no_trace
//! C12 the rules go on from what was adjusted: tests/comfort/play.rs::c12_every_adjustment_of_random_games_leaves_a_position_that_plays_on
//!
//! Saves
//! C13 an update keeps games in progress: src/kernel/store/text.rs::c13_an_older_save_goes_through_its_steps
//! C13 each older format has its step: src/kernel/store/migrate.rs::c13_every_older_format_has_its_steps
//! C13 recorded games of every ending replay: tests/fixtures.rs::recorded_games_replay_to_the_same_end
//! C14 a newer save is refused in words: tests/saves/main.rs::c14_a_newer_save_is_refused_with_both_versions_and_the_file
//! C15 a save is whole or is not there: tests/saves/main.rs::c15_saving_under_a_name_keeps_the_two_before_and_leaves_no_scrap
//! C15 a full disk loses nothing: tests/saves/main.rs::c15_a_full_disk_is_an_error_and_the_save_stays_good
//! C15 and opening one writes nothing: src/client/screens/table.rs::c15_a_save_opened_over_a_later_state_of_the_same_game_stays_as_it_is
//! C16 every event is saved at once: tests/saves/main.rs::c16_each_event_is_on_disk_before_play_goes_on
//! C16 a kill loses nothing: tests/saves/kill.rs::c16_a_kill_at_any_of_a_hundred_moments_loses_nothing_but_the_prompt
//! C17 one bad file spoils no list: tests/saves/main.rs::c17_one_bad_file_never_breaks_the_list
//! C17 and the page of saves tells it: src/client/menus/saves.rs::c17_good_truncated_future_and_foreign_files_are_all_listed
//! C18 files lie where they belong: src/client/paths.rs::c18_the_usual_places_are_not_the_home_folder_itself
//! C18 and nowhere else: tests/saves/main.rs::c18_nothing_outside_the_folder_is_written
//! C19 saved and resumed at every decision: tests/comfort/play.rs::c19_every_scenario_is_left_and_taken_up_at_every_decision
//! C19 a save names its game: tests/saves/main.rs::c19_a_save_names_game_and_scenario_and_goes_on_where_it_was_left
//!
//! Log and replay
//! C20 bookmarks change no state and survive a save: tests/kernel/notes.rs::c20_bookmarks_change_no_state_and_survive_a_save
//! C20 they are listed and jumped to: src/client/panels/notes.rs::c20_a_bookmark_is_set_listed_jumped_to_and_removed
//! C20 a game is looked through both ways: tests/comfort/play.rs::c20_every_game_is_looked_through_both_ways
//! C20 history steps beside the live game: src/client/panels/prompt/tests.rs::c20_history_steps_without_leaving_the_game
//! C21 a replay that differs stops softly: tests/comfort/play.rs::c21_a_replay_that_differs_stops_softly_and_names_the_event
//! C21 the first event is named: tests/kernel/timeline.rs::c21_replay_names_the_first_event_that_differs
//! C22 the latest result stays and steps: src/client/panels/roll/tests.rs::c22_the_latest_result_stays_and_steps
//! C23 every roll tells its natural dice: tests/comfort/charts.rs::c23_every_roll_tells_its_dice_natural_total_and_row
//! C24 modifiers add up and name their clause: tests/comfort/charts.rs::c24_modifiers_always_add_up_and_each_names_its_clause
//!
//! Dice and odds
//! C25 dice are fair: src/kernel/dice.rs::c25_dice_are_fair_by_chi_square
//! C25 and in real games: tests/comfort/charts.rs::c25_dice_and_draws_of_real_games_are_fair
//! C25 too little data gives no verdict: src/client/panels/stats.rs::c25_little_data_gives_no_verdict
//! C25 and neighbouring seeds are games of their own: tests/comfort/charts.rs::c25_the_first_dice_of_neighbouring_seeds_are_fair
//! C26 counts of dice come from the journal: tests/comfort/undo.rs::c26_counts_of_dice_come_from_the_journal_alone
//! C27 odds are what the resolver does: tests/comfort/charts.rs::c27_odds_of_every_shipped_chart_are_what_the_resolver_does
//! C28 odds are exact: tests/comfort/charts.rs::c28_odds_are_exact_fractions_that_sum_to_one
//! C29 luck weighed by its stakes is what simulation gives: tests/comfort/charts.rs::c29_luck_weighed_by_stakes_is_what_simulation_gives
//! C29 each roll on its exact odds: src/kernel/fortune.rs::c29_one_roll_is_weighed_by_its_exact_odds
//! C29 a plain line first: src/client/panels/stats.rs::c29_the_first_line_is_plain_and_the_details_come_on_demand
//!
//! Rules fidelity
//! C30 every choice is the player's: tests/comfort/play.rs::c30_every_choice_of_the_rules_is_a_question
//! C30 and so is every one-off: tests/comfort/play.rs::c30_a_one_off_is_spent_only_by_its_owner
//! C30 nothing is automatic by default: src/client/settings.rs::c30_nothing_is_chosen_for_the_player_by_default
//! C31 the lost and the empty do nothing: tests/comfort/play.rs::c31_the_lost_do_nothing_and_nothing_is_used_twice
//! C32 the printed aid is the engine's data: tests/comfort/charts.rs::c32_the_printed_aid_is_what_the_engine_reads
//!
//! Scenario files and hotseat
//! C33 a broken file stays listed with its errors: tests/hostile_data.rs::c33_links_out_are_refused_and_broken_files_stay_listed
//! C34 faults have a place and the nearest name: tests/hostile_data.rs::c34_misspelt_field_names_nearest
//! C35 the curtain comes first: tests/kernel/timeline.rs::c35_the_curtain_falls_between_two_people_at_one_screen
//! C35 the curtain names the seat and nothing else: src/client/panels/curtain.rs::c35_the_curtain_names_the_seat_and_nothing_else
//!
//! Display, access, platform
//! C36 every centre is hit at every scale: src/client/board/scene.rs::c36_the_centre_of_everything_is_hit
//! C36 and a click finds its place: src/client/board/stage.rs::c36_a_click_finds_its_place_at_every_scale
//! C37 text keeps its contrast: src/client/theme.rs::c37_text_keeps_its_contrast_in_both_sets
//! C38 the main menu works by keys alone: src/client/menus/by_label.rs::c38_the_main_menu_works_by_keys_alone
//! C39 signs work on every layout: src/client/keys/tests.rs::c39_signs_work_whatever_level_they_stand_on
//! C39 F6 takes the focus from board to panels and back: src/client/panels/table.rs::c39_f6_takes_the_focus_through_prompt_and_column_and_back_to_the_board
//! C36 no tab outgrows its column: src/client/panels/table.rs::c36_no_tab_outgrows_its_column
//! C40 faults of the start are told: src/client/failure.rs::c40_faults_of_the_start_are_told_in_plain_words

#[path = "comfort/bench.rs"]
mod bench;
#[path = "comfort/charts.rs"]
mod charts;
#[path = "comfort/play.rs"]
mod play;
#[path = "comfort/undo.rs"]
mod undo;

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_case_has_its_proof_or_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut proved, mut open) = (BTreeSet::new(), BTreeSet::new());
    for line in include_str!("comfort.rs").lines().filter_map(|line| line.strip_prefix("//! C")) {
        let Some((number, rest)) = line.split_at_checked(2) else { panic!("`{line}` has no number") };
        let number: u8 = number.parse().unwrap_or_else(|e| panic!("`{line}`: {e}"));
        if let Some(reason) = rest.strip_prefix(" not yet: ") {
            assert!(reason.len() > 10, "C{number:02}: the reason is missing");
            open.insert(number);
            continue;
        }
        let test = rest.rsplit(": ").next().unwrap_or_default();
        let Some((file, name)) = test.split_once("::") else {
            panic!("C{number:02} names no test: `{rest}`")
        };
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let at = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("{file} has no `{name}`"));
        assert!(text[..at].trim_end().ends_with(']'), "{file}: `{name}` is no test");
        assert!(
            text[..at].lines().rev().take(4).any(|l| l.trim() == "#[test]"),
            "{file}: `{name}` is no test"
        );
        proved.insert(number);
    }
    let all: BTreeSet<u8> = proved.union(&open).copied().collect();
    assert_eq!(all, (1..=40).collect(), "every case is listed");
    assert_eq!(proved.intersection(&open).count(), 0, "a case is proved and open at once");
}

/// A test of a case whose number no line above knows would be lost from sight.
#[test]
fn every_test_here_is_listed() {
    let index = include_str!("comfort.rs");
    for text in
        [include_str!("comfort/charts.rs"), include_str!("comfort/play.rs"), include_str!("comfort/undo.rs")]
    {
        for name in text.lines().filter_map(|l| l.strip_prefix("fn c")?.split('(').next()) {
            let listed =
                name.starts_with(|c: char| !c.is_ascii_digit()) || index.contains(&format!("::c{name}"));
            assert!(listed, "c{name} is not in the index");
        }
    }
}
