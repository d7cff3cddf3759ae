//! 2.15 The Dummy Run / Approach Observed marker.

use crate::rig::Rig;
use serde_json::{Value, json};

/// Two bombers over ground without letters (Recon 4, die 6).
fn two() -> Rig {
    Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "").bomber("AJ-M", "Green", "")
}

/// proves: 2.15.a
#[test]
fn r2_15_a_there_is_one_marker_and_earning_it_moves_it() {
    let mut f = two().forced("6 S7 S5 | 6 S7 S5");
    f.sees("/marker", Value::Null)
        .picks("run:AJ-A lights:off pull-up")
        .sees("/marker", json!(["AJ-A", false]));
    f.picks("end:circling run:AJ-M lights:off pull-up").sees("/marker", json!(["AJ-M", false]));
    f.ship("AJ-A", "marker", Value::Null).ship("AJ-M", "marker", "Dummy Run").spent();
}

/// proves: 2.15.1.a
#[test]
fn r2_15_1_a_both_faces_buy_the_drawing_lancaster_one_more_chit() {
    // AJ-A releases early and fails (concussion); AJ-M has watched.
    let mut f = two().forced("6 S7 S5 | S2 S3 S4 | 3 3 | 6 S2 S3 S6 | A2 A3");
    f.picks("run:AJ-A lights:off release keep:S2 observed:AJ-M").sees("/marker", json!(["AJ-M", true]));
    f.picks("end:circling run:AJ-M go").offers_only(&["keep", "trade:speed"]).pick("trade:speed");
    f.holds("S6", "-")
        .sees("/marker", Value::Null)
        .logged("trades its marker for one more Speed chit", "2.15.1.a");
    // Dummy Run side, for Altitude.
    let mut f = two().forced("6 S7 S5 | 6 S7 S5 A2 A3 A6");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:on");
    f.offers_only(&["keep", "trade:altitude"]).pick("trade:altitude").holds("S7", "A6").spent();
    // Another's marker buys nothing.
    let mut f = two().forced("6 S7 S5 | 6 S7 S5");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-M").asks("4.2.3.e").offers_no("trade:speed");
}

/// proves: 2.15.1.b
#[test]
fn r2_15_1_b_it_is_traded_in_steps_2_3_6_10_and_release_steps_1_and_2_only() {
    let night = two().flak(3).empty("AJ-B", "Green", "");
    let mut f =
        night.forced("6 S7 S5 | 6 5 | 6 S7 S5 A7 A5 | 1 3 6 | 6 5 4 | 6 5 4 | 4 | A2 A3 A6 | S2 S3 S6");
    f.picks("run:AJ-A go lights:off pull-up end:circling");
    let neither = ["trade:speed", "trade:altitude"];
    let never = |f: &mut super::table::Flight| {
        for id in neither {
            f.offers_no(id);
        }
    };
    never(&mut f);
    f.pick("run:AJ-A");
    never(&mut f);
    f.pick("escort:AJ-B");
    // The second escort space stays empty: AJ-M carries Upkeep. Step 2:
    f.offers("trade:speed").offers_no("trade:altitude").pick("keep");
    never(&mut f);
    // Step 3:
    f.pick("lights:on").offers("trade:altitude").offers_no("trade:speed").pick("keep");
    // Flak: who is hit, Evasive Action, the decision.
    never(&mut f);
    f.pick("hit:AJ-A");
    never(&mut f);
    f.pick("accept").asks("4.2.5.a");
    never(&mut f);
    f.pick("proceed");
    never(&mut f);
    // Step 6:
    f.pick("go").offers("trade:speed").offers("trade:altitude").pick("hold");
    // Gunnery and the decision.
    never(&mut f);
    f.pick("cease");
    never(&mut f);
    // Step 10:
    f.picks("proceed go").offers("trade:speed").offers("trade:altitude").picks("hold cease");
    never(&mut f);
    // Release Steps 1 and 2:
    f.pick("release").offers("trade:altitude").offers_no("trade:speed").pick("keep:A6");
    f.offers("trade:speed").offers_no("trade:altitude").spent();
}

/// proves: 2.15.1.c
#[test]
fn r2_15_1_c_it_buys_an_altitude_chit_without_lights() {
    let mut f = two().forced("6 S7 S5 | 6 S7 S5 | A5 A4");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:off keep proceed");
    // Step 6: the ordinary draw is barred, the marker's is not.
    f.barred("adjust:altitude", "4.2.6.e").offers("trade:altitude").pick("trade:altitude").holds("S7", "A5");
    // Release Step 1, with the chit bought.
    let mut f = two().forced("6 S7 S5 | 6 S7 S5 | A4");
    f.picks("run:AJ-A lights:off pull-up end:circling run:AJ-A keep lights:off keep release");
    f.offers_only(&["none", "trade:altitude"]).only("trade:altitude").draws(
        "altitude",
        1,
        &[1, 2, 3, 4, 5, 6, 7],
    );
}

/// proves: 2.15.2.a
#[test]
fn r2_15_2_a_it_may_be_handed_back_whenever_the_squadron_decides_or_kept_for_good() {
    // Handed back in the Run Phase, in an adjustment, at a decision, in the Circling Phase; by the bomber on its run
    // or by another.
    let first = "run:AJ-A lights:off pull-up";
    let luck = "6 S7 S5 | 6 S7 S5";
    for (then, runner) in [
        ("", ""),
        ("end:circling", ""),
        ("end:circling run:AJ-A keep lights:off keep", "AJ-A"),
        ("end:circling run:AJ-A keep lights:off keep proceed", "AJ-A"),
        ("end:circling run:AJ-M lights:off", "AJ-M"),
        ("end:circling run:AJ-M lights:off proceed", "AJ-M"),
    ] {
        let mut f = two().forced(luck);
        f.picks(first).picks(then).offers("discard:AJ-A").pick("discard:AJ-A");
        f.sees("/marker", Value::Null).logged("hands back its marker", "2.15.2.a").offers_no("discard:AJ-A");
        if !runner.is_empty() {
            f.offers_no("trade:speed").sees("/run/lancaster", runner);
        }
    }
    // Otherwise it stays.
    let mut f = two().forced("6 S7 S5");
    f.picks(first);
    for _ in 0..6 {
        f.picks("end:circling end:run").sees("/marker", json!(["AJ-A", false]));
    }
}
