//! 4.2.6 Adjustment in the Near Zone; the Close Zone's is the same.

use crate::rig::Rig;
use crate::table::Flight;
use serde_json::Value;

/// One bomber over ground without letters.
fn one(more: &str) -> Rig {
    Rig::at("Moehne").quiet().bomber("AJ-A", "Green", more)
}

/// In the Near Zone with S5 and A5; luck follows.
fn near(luck: &str) -> Flight {
    let mut f = one("").forced(&format!("6 S5 S2 A5 A2 {luck}"));
    f.picks("run:AJ-A lights:on proceed");
    f
}

/// The same with the marker aboard from a dummy run.
fn marked(luck: &str) -> Flight {
    let mut f = one("").forced(&format!("6 S7 S5 | 6 S5 S2 A5 A2 {luck}"));
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:on keep proceed");
    f
}

/// proves: 4.2.6.a
#[test]
fn r4_2_6_a_one_chit_held_may_be_adjusted_or_none() {
    near("").asks("4.2.6.a").offers_only(&["adjust:speed", "adjust:altitude", "hold"]);
    near("").pick("hold").asks("4.2.9.a").holds("S5", "A5");
    // One, not both: the step is over.
    near("S7").picks("adjust:speed keep:S7").asks("4.2.9.a").holds("S7", "A5").spent();
    near("A7").picks("adjust:altitude keep:A7").asks("4.2.9.a").holds("S5", "A7").spent();
    marked("S7")
        .picks("adjust:speed keep:S7")
        .barred("adjust:altitude", "4.2.6.a")
        .barred("adjust:speed", "4.2.6.a");
    // Only a chit held: one was given up to the guns.
    let mut f = one("").flak(3).forced("6 S5 S2 A5 A2 | 1 3 6 | 2");
    f.picks("run:AJ-A lights:on evade:speed proceed")
        .barred("adjust:speed", "4.2.6.a")
        .offers("adjust:altitude");
    // With nothing to adjust there is no question.
    let mut f = one("hazards: [FaultyControlsSpeed, FaultyControlsSpeed]").forced("6");
    f.picks("run:AJ-A lights:off proceed").asks("4.2.9.a");
}

/// proves: 4.2.6.b
#[test]
fn r4_2_6_b_one_chit_is_drawn_and_either_is_kept() {
    near("").only("adjust:speed").draws("speed", 1, &[1, 2, 3, 4, 6, 7]);
    near("").only("adjust:altitude").draws("altitude", 1, &[1, 2, 3, 4, 6, 7]);
    near("S7").pick("adjust:speed").asks("4.2.6.b").offers_only(&["keep:S5", "keep:S7"]);
    near("S1").picks("adjust:speed keep:S5").holds("S5", "A5");
    near("S1").picks("adjust:speed keep:S1").holds("S1", "A5");
    // The chit given back is in the pool again.
    let mut f = near("S7");
    f.picks("adjust:speed keep:S7 proceed").only("adjust:speed").draws("speed", 1, &[1, 2, 3, 4, 5, 6]);
    // Never modified: neither by the Engineer nor by Faulty Controls.
    let engineer = "elite: (kind: Engineer, name: \"Grayston\"), hazards: [FaultyControlsAltitude]";
    let mut f = one(engineer).forced("6 S5 S2 S3 A5");
    f.picks("run:AJ-A lights:on proceed").only("adjust:speed").draws("speed", 1, &[1, 2, 3, 4, 6, 7]);
    let mut f = one(engineer).forced("6 S5 S2 S3 A5");
    f.picks("run:AJ-A lights:on proceed").only("adjust:altitude").draws("altitude", 1, &[1, 2, 3, 4, 6, 7]);
}

/// proves: 4.2.6.c, 2.15.1.b
#[test]
fn r4_2_6_c_the_marker_is_traded_before_or_after_the_new_chit() {
    // After seeing the new chit: one more to choose from.
    let mut f = marked("S1 S7");
    f.pick("adjust:speed").offers_only(&["keep:S5", "keep:S1", "trade:speed"]).pick("trade:speed");
    f.offers_only(&["keep:S5", "keep:S1", "keep:S7"]).pick("keep:S7").holds("S7", "A5");
    f.sees("/marker", Value::Null).asks("4.2.9.a").spent();
    // Before: the ordinary adjustment is still open.
    let mut f = marked("A7 S7");
    f.picks("trade:altitude keep:A7").asks("4.2.6.a").offers_only(&[
        "adjust:speed",
        "adjust:altitude",
        "hold",
    ]);
    f.picks("adjust:speed keep:S7").holds("S7", "A7").asks("4.2.9.a").spent();
    // After the adjustment, for the other kind.
    let mut f = marked("S1 A7");
    f.picks("adjust:speed keep:S5")
        .offers("trade:altitude")
        .picks("trade:altitude keep:A7")
        .holds("S5", "A7");
    f.asks("4.2.9.a").spent();
    // For a kind that is not held.
    let mut f = one("").flak(3).forced("6 S7 S5 | 5 6 | 6 S5 S2 A5 A2 | 1 3 6 | 2 | S7 A6 | 4 5 6");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:on keep evade:speed proceed");
    f.barred("adjust:speed", "4.2.6.a").pick("trade:speed").holds("S7", "A5");
    f.picks("adjust:altitude keep:A6").holds("S7", "A6").asks("4.2.8.a").spent();
    // Kept, it is still aboard in the Close Zone.
    let mut f = marked("");
    f.picks("hold proceed").offers("trade:speed").ship("AJ-A", "marker", "Dummy Run");
    // Without it nothing is traded.
    near("").offers_no("trade:speed").offers_no("trade:altitude");
}

/// proves: 4.2.6.d
#[test]
fn r4_2_6_d_the_step_ends_with_at_most_one_chit_of_a_kind() {
    let mut f = marked("S1 S7 | S6");
    f.picks("adjust:speed trade:speed keep:S1").holds("S1", "A5").sees("/run/drawn", serde_json::json!([]));
    // All the others are back.
    f.pick("proceed").only("adjust:speed").draws("speed", 1, &[2, 3, 4, 5, 6, 7]);
}

/// proves: 4.2.6.e
#[test]
fn r4_2_6_e_lights_and_lock_outs_bar_the_adjustment_but_not_the_marker() {
    let mut f = one("").forced("6 S7 S5 | 6 S5 S2 A6");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:off keep proceed");
    f.barred("adjust:altitude", "4.2.6.e").pick("trade:altitude").holds("S5", "A6");
    f.barred("adjust:altitude", "4.2.6.e").offers("adjust:speed").spent();
    // At the Sorpe lights do not matter.
    let night = Rig::at("Sorpe").quiet().bomber("AJ-A", "Green", "hazards: [NoAldisLights]");
    night.forced("6 S7 S5 A7 A5").picks("run:AJ-A proceed").offers("adjust:altitude");
    // A locked kind.
    let mut f = one("hazards: [FaultyControlsAltitude, FaultyControlsAltitude]").forced("6 S7 S5");
    f.picks("run:AJ-A lights:on proceed").barred("adjust:altitude", "4.2.3.b").offers("adjust:speed");
}
