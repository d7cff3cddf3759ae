//! 2.6 chits, 4.2.2 Speed, 4.2.3 Altitude and the Aldis Lights.

use crate::rig::Rig;
use crate::table::{Flight, content};

const ALL: [u8; 7] = [1, 2, 3, 4, 5, 6, 7];

/// One bomber over ground without letters (Recon 4, die 5 or 6).
fn one(dam: &str, quality: &str, more: &str) -> Rig {
    Rig::at(dam).quiet().bomber("AJ-A", quality, more)
}

/// On the run, before the Speed chits.
fn at_speed(night: &Rig, luck: &str) -> Flight {
    let mut f = night.forced(luck);
    f.only("run:AJ-A").only("roll=6");
    f
}

/// A bomber that holds the marker from a dummy run and starts again; `first` is the luck of the dummy run.
fn marked(night: &Rig, first: &str, luck: &str) -> Flight {
    let mut f = night.forced(&format!("{first} {luck}"));
    f.picks("run:AJ-A lights:off pull-up end:circling").pick("run:AJ-A");
    f
}

/// proves: 2.6.a
#[test]
fn r2_6_a_seven_speed_and_seven_altitude_chits_in_two_pools() {
    let chits = &content().tables.chits;
    assert_eq!((chits.speed.len(), chits.altitude.len()), (7, 7));
    let mut f = at_speed(&one("Moehne", "Green", ""), "S7 S5");
    f.draws("speed", 2, &ALL).luck().only("lights:on").draws("altitude", 2, &ALL);
}

/// proves: 2.6.b, 4.2.2.b
#[test]
fn r2_6_b_the_approach_side_counts_on_the_approach_and_the_release_side_at_the_release() {
    let mut f = one("Moehne", "Green", "").forced("6 S6 S7 | S2 S5 S6 | 3 3");
    // S6 is worth 4 on its release side but 2 on the approach side; S7 is worth 3 on both.
    f.pick("run:AJ-A").holds("S7", "-").sees("/run/speed/value", 3).sees("/run/speed/release", false);
    f.pick("lights:off").pick_to("release", "keep:S6");
    f.sees("/run/release/0/value", 4).sees("/run/release/0/release", true).modifier("4.2.13.p", 4);
    let mut f = one("Moehne", "Green", "").forced("6 S4 S5");
    f.pick("run:AJ-A").holds("S5", "-");
}

/// proves: 2.6.c
#[test]
fn r2_6_c_chits_go_back_to_their_own_pool() {
    let night = one("Moehne", "Green", "");
    let mut f = night.forced("6 S7 S5 A7 A5 S3 | 6");
    f.picks("run:AJ-A lights:on proceed");
    // All but the chit held.
    f.only("adjust:speed").draws("speed", 1, &[1, 2, 3, 4, 5, 6]).luck();
    f.picks("keep:S3 pull-up end:circling");
    // The next turn all seven again.
    f.only("run:AJ-A").luck_once().draws("speed", 2, &ALL);
}

/// proves: 4.2.2.a
#[test]
fn r4_2_2_a_the_crews_training_sets_the_number_of_speed_chits() {
    for (quality, more, chits) in [
        ("Green", "", 2),
        ("Seasoned", "", 4),
        ("Veteran", "", 5),
        ("Veteran", "hazards: [UnfitAircrew]", 2),
        ("Seasoned", "hazards: [UnfitAircrew]", 1),
    ] {
        at_speed(&one("Moehne", quality, more), "").draws("speed", chits, &ALL);
    }
}

/// proves: 4.2.2.c, 2.3.2.a, 2.1.3.d
#[test]
fn r4_2_2_c_attachments_change_the_number_and_less_than_0_is_0() {
    let engineer = "elite: (kind: Engineer, name: \"Grayston\")";
    let faulty = "hazards: [FaultyControlsSpeed]";
    for (more, chits) in
        [(engineer.to_owned(), 3), (faulty.to_owned(), 1), (format!("{engineer}, {faulty}"), 2)]
    {
        at_speed(&one("Moehne", "Green", &more), "").draws("speed", chits, &ALL);
    }
    // Every one of several counts.
    let two = "hazards: [FaultyControlsSpeed, FaultyControlsSpeed]";
    at_speed(&one("Moehne", "Seasoned", two), "").draws("speed", 2, &ALL);
    for two_or_more in [two, "hazards: [FaultyControlsSpeed, FaultyControlsSpeed, FaultyControlsSpeed]"] {
        let mut f = at_speed(&one("Moehne", "Green", two_or_more), "");
        f.logged("may draw no Speed chit", "4.2.2.d").asks("4.2.3.e").holds("-", "-");
    }
    // The other kind of Faulty Controls does not count here.
    at_speed(&one("Moehne", "Green", "hazards: [FaultyControlsAltitude]"), "").draws("speed", 2, &ALL);
    // The Engineer helps on every run.
    let mut f = one("Moehne", "Green", engineer).forced("6 S7 S5 S2 | 6");
    f.picks("run:AJ-A lights:off pull-up end:circling").only("run:AJ-A").luck_once().draws("speed", 3, &ALL);
}

/// proves: 4.2.2.d, 4.2.6.e
#[test]
fn r4_2_2_d_no_speed_chits_now_means_none_later() {
    let faulty = one("Moehne", "Green", "hazards: [FaultyControlsSpeed, FaultyControlsSpeed]");
    let mut f = faulty.forced("6 A7 A5 | 4 | A2 A3 A6");
    f.picks("run:AJ-A lights:on proceed").barred("adjust:speed", "4.2.2.d").offers("adjust:altitude");
    f.picks("hold proceed").barred("adjust:speed", "4.2.2.d").pick("hold");
    // Release Step 2 is passed over: the release roll comes next.
    f.pick("release").only("keep:A6").modifier("4.2.13.p", 0).spent();
    // Without the fault Speed chits are drawn in Steps 6 and 10 and at the release.
    let mut f = one("Moehne", "Green", "").forced("6 S7 S5 A7 A5 | 4 | A2 A3 A6");
    f.picks("run:AJ-A lights:on proceed").offers("adjust:speed").picks("hold proceed").offers("adjust:speed");
    f.picks("hold release").only("keep:A6").draws("speed", 3, &[1, 2, 3, 4, 5, 6]);
}

/// proves: 4.2.2.e, 4.2.2.d, 2.15.1.a
#[test]
fn r4_2_2_e_the_marker_buys_a_speed_chit_even_when_none_is_permitted() {
    let faulty = one("Moehne", "Green", "hazards: [FaultyControlsSpeed, FaultyControlsSpeed]");
    let mut f = marked(&faulty, "6", "6 S5 | A7 A5 | A2 A3 A6");
    f.asks("4.2.2.e").offers_only(&["keep", "trade:speed"]).pick("trade:speed").holds("S5", "-");
    f.ship("AJ-A", "marker", serde_json::Value::Null);
    // Ordinary draws stay locked, but the chit bought counts at the release.
    f.picks("lights:on proceed").barred("adjust:speed", "4.2.2.d").picks("hold release");
    f.only("keep:A6").draws("speed", 2, &[1, 2, 3, 4, 6, 7]).spent();
    // Kept, it stays aboard and nothing is drawn.
    let mut f = marked(&faulty, "6", "6");
    f.pick("keep").holds("-", "-").ship("AJ-A", "marker", "Dummy Run").asks("4.2.3.e");
    // Without it there is no question.
    faulty.forced("6").pick("run:AJ-A").asks("4.2.3.e");
}

/// proves: 4.2.2.f
#[test]
fn r4_2_2_f_the_step_ends_with_one_speed_chit_the_best() {
    let night = one("Moehne", "Green", "");
    for (drawn, kept) in [("S2 S7", "S7"), ("S7 S6", "S7"), ("S1 S2", "S2"), ("S5 S4", "S5")] {
        night.forced(&format!("6 {drawn}")).pick("run:AJ-A").holds(kept, "-").asks("4.2.3.e");
    }
    // Of equals the player says which; the other goes back.
    let mut f = night.forced("6 S6 S5");
    f.pick("run:AJ-A").asks("4.2.2.f").offers_only(&["keep:S6", "keep:S5"]).pick("keep:S5").holds("S5", "-");
    // A chit bought with the marker makes no second one.
    let mut f = marked(&night, "6 S7 S5", "6 S2 S3 S6");
    f.pick("trade:speed").holds("S6", "-").asks("4.2.3.e");
    // A single chit is kept, even the erratic one.
    one("Moehne", "Seasoned", "hazards: [UnfitAircrew]").forced("6 S1").pick("run:AJ-A").holds("S1", "-");
}

/// proves: 4.2.3.a, 2.3.5.c
#[test]
fn r4_2_3_a_altitude_chits_by_training_and_attachments() {
    let navigator = "elite: (kind: NavigatorAltitude, name: \"Walker\")";
    for (quality, more, speed, chits) in [
        ("Green", "", "S7 S5", 2),
        ("Seasoned", "", "S7 S5 S2 S3", 4),
        ("Veteran", "", "S7 S5 S2 S3 S4", 5),
        ("Veteran", "hazards: [UnfitAircrew]", "S7 S5", 2),
        ("Green", navigator, "S7 S5", 3),
        ("Green", "hazards: [FaultyControlsAltitude]", "S7 S5", 1),
        ("Seasoned", "hazards: [FaultyControlsAltitude, FaultyControlsAltitude]", "S7 S5 S2 S3", 2),
        ("Green", "hazards: [FaultyControlsSpeed]", "S7", 2),
        ("Green", "elite: (kind: Engineer, name: \"Grayston\")", "S7 S5 S2", 2),
    ] {
        let mut f = at_speed(&one("Moehne", quality, more), speed);
        f.luck().only("lights:on").draws("altitude", chits, &ALL);
    }
}

/// proves: 4.2.3.b, 4.2.6.e
#[test]
fn r4_2_3_b_no_altitude_chits_now_means_none_later() {
    let faulty = one("Moehne", "Green", "hazards: [FaultyControlsAltitude, FaultyControlsAltitude]");
    let mut f = faulty.forced("6 S7 S5 | 4 | S2 S3 S6");
    f.picks("run:AJ-A lights:on").logged("may draw no Altitude chit", "4.2.3.b").pick("proceed");
    f.barred("adjust:altitude", "4.2.3.b").picks("hold proceed").barred("adjust:altitude", "4.2.3.b");
    // Release Step 1 is passed over.
    f.pick("hold").only("release").luck_once().draws("speed", 3, &[1, 2, 3, 4, 5, 6]);
    // The marker is the exception.
    let mut f = marked(&faulty, "6 S7 S5", "6 S7 S5 A6");
    f.picks("keep lights:on").asks("4.2.3.f").pick("trade:altitude").holds("S7", "A6");
    let mut sound = one("Moehne", "Green", "").forced("6 S7 S5 A7 A5");
    sound.picks("run:AJ-A lights:on proceed").offers("adjust:altitude");
}

/// proves: 4.2.3.c
#[test]
fn r4_2_3_c_the_step_ends_with_one_altitude_chit_the_best() {
    let night = one("Moehne", "Green", "");
    for (drawn, kept) in [("A4 A7", "A7"), ("A6 A4", "A6"), ("A1 A2", "A2")] {
        night
            .forced(&format!("6 S7 S5 {drawn}"))
            .picks("run:AJ-A lights:on")
            .holds("S7", kept)
            .asks("4.2.5.a");
    }
    let mut f = night.forced("6 S7 S5 A4 A2");
    f.picks("run:AJ-A lights:on").asks("4.2.3.c").offers_only(&["keep:A4", "keep:A2"]);
    f.pick("keep:A4").holds("S7", "A4");
}

/// proves: 4.2.3.d, 4.2.6.e
#[test]
fn r4_2_3_d_altitude_chits_need_the_lights() {
    // No lights aboard: not asked, nothing drawn, nothing to adjust, none at the release.
    let mut f = one("Moehne", "Green", "hazards: [NoAldisLights]").forced("6 S7 S5 | S2 S3 S6");
    f.pick("run:AJ-A").asks("4.2.5.a").holds("S7", "-").logged("without Aldis Lights", "4.2.3.d");
    f.pick("proceed").barred("adjust:altitude", "4.2.6.e").offers("adjust:speed").picks("hold release");
    f.only("keep:S6").modifier("4.2.13.h", 0).spent();
    // Switched off: the same.
    let mut f = one("Moehne", "Green", "").forced("6 S7 S5");
    f.picks("run:AJ-A lights:off").asks("4.2.5.a").holds("S7", "-").pick("proceed");
    f.barred("adjust:altitude", "4.2.6.e").picks("hold proceed").barred("adjust:altitude", "4.2.6.e");
    // On: drawn.
    one("Moehne", "Green", "").forced("6 S7 S5 A7 A5").picks("run:AJ-A lights:on").holds("S7", "A7");
}

/// proves: 4.2.3.e
#[test]
fn r4_2_3_e_lights_off_is_chosen_before_the_draw_and_holds_for_the_sequence() {
    let night = one("Moehne", "Green", "");
    let mut f = night.forced("6 S7 S5 | 6 S7 S5 A7 A5");
    f.pick("run:AJ-A").asks("4.2.3.e").offers_only(&["lights:on", "lights:off"]).sees("/run/lights", "on");
    assert_eq!(f.table.question().map(|q| q.default), Some(0), "on is the default");
    f.pick("lights:off").sees("/run/lights", "off").picks("proceed").sees("/run/lights", "off");
    f.picks("hold proceed").sees("/run/lights", "off").picks("hold pull-up end:circling");
    // The next turn it is asked again; the marker is aboard by now.
    f.picks("run:AJ-A keep").asks("4.2.3.e").sees("/run/lights", "on").picks("lights:on keep");
    f.holds("S7", "A7").spent();
}

/// proves: 4.2.3.f, 2.15.1.c
#[test]
fn r4_2_3_f_without_lights_the_marker_still_buys_an_altitude_chit() {
    let mut f = marked(&one("Moehne", "Green", ""), "6 S7 S5", "6 S7 S5 A4");
    f.picks("keep lights:off").asks("4.2.3.f").offers_only(&["keep", "trade:altitude"]);
    f.pick("trade:altitude").holds("S7", "A4").spent();
    let dark = one("Moehne", "Green", "hazards: [NoAldisLights]");
    let mut f = dark.forced("6 S7 S5 | 6 S7 S5 A4");
    f.picks("run:AJ-A pull-up end:circling run:AJ-A keep").asks("4.2.3.f").pick("trade:altitude");
    f.holds("S7", "A4");
    // Also in Release Step 1, with no approach chit held.
    let mut f = marked(&one("Moehne", "Green", ""), "6 S7 S5", "6 S7 S5 A4");
    f.picks("keep lights:off keep release").asks("4.2.13.e").offers_only(&["none", "trade:altitude"]);
}

/// proves: 4.2.3.g
#[test]
fn r4_2_3_g_at_sorpe_and_bever_lights_have_no_effect() {
    for dam in ["Sorpe", "Bever"] {
        for more in ["", "hazards: [NoAldisLights]"] {
            let mut f = one(dam, "Green", more).forced("6 S7 S5 A7 A5 | A6");
            f.pick("run:AJ-A").asks("4.2.5.a").holds("S7", "A7").pick("proceed");
            f.picks("adjust:altitude keep:A6").holds("S7", "A6").spent();
        }
    }
    let mut f = one("Moehne", "Green", "hazards: [NoAldisLights]").forced("6 S7 S5");
    f.pick("run:AJ-A").holds("S7", "-");
}

/// proves: 2.3.2.b, 2.3.5.d
#[test]
fn r2_3_2_b_engineer_and_navigator_add_nothing_at_the_release() {
    let engineer = one("Moehne", "Green", "elite: (kind: Engineer, name: \"Grayston\")");
    let mut f = engineer.forced("6 S5 S2 S3");
    f.picks("run:AJ-A lights:off").only("release").draws("speed", 2, &[1, 2, 3, 4, 6, 7]);
    let navigator = one("Moehne", "Green", "elite: (kind: NavigatorAltitude, name: \"Walker\")");
    let mut f = navigator.forced("6 S7 S5 A5 A2 A3");
    f.picks("run:AJ-A lights:on").only("release").draws("altitude", 2, &[1, 2, 3, 4, 6, 7]);
}
