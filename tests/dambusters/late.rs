//! 4.2.9, 4.2.10 and 4.2.12: the decisions of the Near and Close Zones, and the Late Release Check.

use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;

use crate::rig::{GOOD, POOR, Rig, SOUND};
use crate::sortie::{Sortie, escorted};

/// An escorted run at the decision in the Near Zone.
fn escorts_near(rig: Rig) -> Played {
    let mut p = escorted(rig);
    p.to("Near Zone. What now?");
    p
}

/// proves: 4.2.9.a
#[test]
fn r4_2_9_a_release_press_on_or_pull_up_in_the_near_zone() {
    let near = || {
        let mut p =
            Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
        p.near("AJ-A").asked(Seat(0), "4.2.9.a").offers_only(&["release", "proceed", "pull-up"]);
        p
    };
    let mut p = near();
    p.answer("release").is_at("AJ-A", "Release Box").prompt("Altitude chits of AJ-A");
    p.logged("AJ-A releases from the Near Zone", "4.2.9.a");
    let mut p = near();
    p.answer("proceed").is_at("AJ-A", "Close Zone").asked(Seat(0), "4.2.10.a");
    let mut p = near();
    p.answer("pull-up").is_at("AJ-A", "Circling Near").prompt("Circling Phase");
    p.sees("/marker", serde_json::json!(["AJ-A", false])).logged("AJ-A pulls up: dummy run", "4.2.9.a");
}

/// proves: 4.2.9.b
#[test]
fn r4_2_9_b_escorts_follow_or_leave_when_the_lancaster_proceeds() {
    let mut p = escorts_near(Rig::at("Moehne"));
    p.answer("proceed").offers_only(&["escort-off:AJ-G", "escort-off:AJ-M", "go"]);
    p.answers(["escort-off:AJ-G", "go"]);
    p.is_at("AJ-A", "Close Zone").is_at("AJ-G", "Circling Near").is_at("AJ-M", "Escort, Close Zone");
}

/// proves: 4.2.9.b, 4.2.13.b
#[test]
fn r4_2_9_b_escorts_go_home_when_it_releases_or_pulls_up_and_earn_no_marker() {
    let mut p = escorts_near(Rig::at("Moehne"));
    p.answer("release").is_at("AJ-A", "Release Box");
    p.is_at("AJ-G", "Circling Near").is_at("AJ-M", "Circling Near").sees("/marker", serde_json::Value::Null);
    let mut p = escorts_near(Rig::at("Moehne"));
    p.answer("pull-up").is_at("AJ-G", "Circling Near").is_at("AJ-M", "Circling Near");
    p.sees("/marker", serde_json::json!(["AJ-A", false]));
}

/// proves: 4.2.10.a
#[test]
fn r4_2_10_a_one_chit_is_adjusted_in_the_close_zone() {
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&["S2", "S1", "A2", "A1", "S7"]).open();
    p.near("AJ-A").answer("proceed").asked(Seat(0), "4.2.10.a");
    p.offers_only(&["adjust:speed", "adjust:altitude", "hold"]).answer("adjust:speed").answer("draw");
    p.offers_only(&["keep:S2", "keep:S7"]).answer("keep:S7");
    // One kind only: the step is over.
    p.prompt("Close Zone. Release").sees("/run/speed/code", "S7").sees("/run/altitude/code", "A2");
    // Or none.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&["S2", "S1", "A2", "A1"]).open();
    p.near("AJ-A").answer("proceed").answer("hold").prompt("Close Zone. Release");
    p.sees("/run/speed/code", "S2");
}

/// proves: 4.2.10.b
#[test]
fn r4_2_10_b_the_flak_fires_in_the_close_zone_if_there_is_any() {
    let mut p = Rig::at("Moehne").flak(1).bomber("AJ-A", "Green", "").draws(&["S2", "S1", "A2", "A1"]).open();
    p.near("AJ-A").answer("proceed").answer("hold").prompt("flak against AJ-A").roll("1,1,6");
    p.answer("accept");
    assert_eq!(p.of("AJ-A", "damaged"), true);
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&["S2", "S1", "A2", "A1"]).open();
    p.near("AJ-A").answer("proceed").answer("hold").prompt("Close Zone. Release");
}

/// proves: 4.2.12.a
#[test]
fn r4_2_12_a_in_the_close_zone_release_or_pull_up() {
    let close = || {
        let mut p =
            Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
        p.close("AJ-A").asked(Seat(0), "4.2.12.a").offers_only(&["release", "pull-up"]).refuses("proceed");
        p
    };
    let mut p = close();
    p.answer("release").is_at("AJ-A", "Release Box").prompt("the Late Release Check of AJ-A");
    let mut p = close();
    p.answer("pull-up").is_at("AJ-A", "Circling Near").prompt("Circling Phase");
    p.sees("/marker", serde_json::json!(["AJ-A", false])).sees("/activity", 0);
    assert_eq!(p.of("AJ-A", "marker"), "Dummy Run");
    assert_eq!(p.of("AJ-A", "upkeep"), true);
}

/// proves: 4.2.12.b
#[test]
fn r4_2_12_b_escorts_leave_at_step_12_whatever_is_chosen() {
    for choice in ["release", "pull-up"] {
        let mut p = escorts_near(Rig::at("Moehne"));
        p.answers(["proceed", "go"]).to("Close Zone. Release").is_at("AJ-G", "Escort, Close Zone");
        p.answer(choice).is_at("AJ-G", "Circling Near").is_at("AJ-M", "Circling Near");
    }
}

/// proves: 4.2.12.b
#[test]
fn r4_2_12_b_escorts_alone_leave_too() {
    let mut p = Rig::at("Moehne")
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .bomber("AJ-B", "Green", "")
        .empty("AJ-G", "Green", "")
        .open();
    p.answers(["run:AJ-A", "escort:AJ-G"]).to("flak against").roll("1,1,6");
    p.answers(["hit:AJ-A", "accept", "go-on"]).to("who fires at what?").answers(["cease", "go-on"]);
    p.to("who fires at what?").is_at("AJ-G", "Escort, Close Zone").answer("cease");
    p.prompt("Circling Phase").is_at("AJ-G", "Circling Near");
}

/// proves: 4.2.12.c
#[test]
fn r4_2_12_c_only_a_release_from_the_close_zone_is_checked_for_lateness() {
    let rig = || Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&POOR);
    let mut p = rig().open();
    p.close("AJ-A").answer("release").prompt("the Late Release Check of AJ-A");
    p.asked(Seat(0), "4.2.12.d").roll("4").prompt("Altitude chits of AJ-A");
    let mut p = rig().open();
    p.near("AJ-A").answer("release").prompt("Altitude chits of AJ-A");
    let mut p = rig().open();
    p.far("AJ-A").answer("release").prompt("Altitude chits of AJ-A");
    // At the Sorpe the Close Zone follows the Far Zone: the check is made there too.
    let mut p = Rig::at("Sorpe").bomber("AJ-A", "Green", "").draws(&POOR).open();
    p.close("AJ-A").answer("release").prompt("the Late Release Check of AJ-A");
}

/// proves: 4.2.12.d, 4.2.13.m
#[test]
fn r4_2_12_d_what_the_late_release_die_adds_to_the_release_roll() {
    for (die, adds) in [("1", -2), ("2", -1), ("3", -1), ("4", 0), ("5", 0), ("6", 1)] {
        let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&POOR).open();
        p.close("AJ-A").answer("release").roll(die).to("the release of AJ-A");
        assert_eq!(p.modifier("4.2.13.m"), Some(adds), "die {die}");
        assert_eq!(p.spec().sum(), adds, "die {die}");
    }
    // It is used up with the sequence.
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(&POOR)
        .draws(&POOR)
        .open();
    p.close("AJ-A").answer("release").roll("1").to("the release of AJ-A").roll("6,6");
    p.near("AJ-B").answer("release").to("the release of AJ-B");
    assert_eq!(p.modifier("4.2.13.m"), Some(0));
}

/// proves: 4.2.12.e, 4.2.13.y
#[test]
fn r4_2_12_e_an_m_of_the_late_release_counts_at_the_eder_only() {
    for (die, m) in [("1", -1), ("2", 0), ("4", 0), ("6", 0)] {
        let mut p = Rig::at("Eder").bomber("AJ-A", "Green", "").draws(&SOUND).open();
        p.close("AJ-A").answer("release").roll(die).to("the release of AJ-A").roll("6,6");
        p.prompt("the climb of AJ-A past the Michelskopf");
        assert_eq!(p.modifier("4.2.13.y"), Some(m), "die {die}");
        assert_eq!(p.spec().sum(), m, "die {die}");
    }
    // Elsewhere there is no hill.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").draws(&GOOD).open();
    p.close("AJ-A").answer("release").roll("1").to("the release of AJ-A").roll("6,6");
    p.is_at("AJ-A", "Circling Near").not_logged("Michelskopf");
}
