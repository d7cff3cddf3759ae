//! 4.2.5 Release, proceed or pull up in the Far Zone.

use crate::rig::Rig;
use crate::table::Flight;
use serde_json::{Value, json};

/// A bomber with two escorts over ground without letters.
fn three() -> Rig {
    Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", "")
        .empty("AJ-B", "Green", "")
        .empty("AJ-M", "Green", "")
}

/// Both escorts beside the bomber, which holds S7, before the decision in the Far Zone.
fn escorted(night: &Rig, luck: &str) -> Flight {
    let mut f = night.forced(&format!("6 S7 S5 {luck}"));
    f.picks("run:AJ-A escort:AJ-B escort:AJ-M lights:off");
    f
}

/// proves: 4.2.5.a
#[test]
fn r4_2_5_a_release_proceed_or_pull_up() {
    escorted(&three(), "").asks("4.2.5.a").offers_only(&["release", "proceed", "pull-up"]);
    // After the flak, not before it.
    let mut f = three().flak(1).forced("6 S7 S5 | 5 6");
    f.picks("run:AJ-A go").only("lights:off").sees("/phase", "Flak Check");
    f.luck().asks("4.2.5.a").offers_only(&["release", "proceed", "pull-up"]);
}

/// proves: 4.2.5.b, 3.3.1.a
#[test]
fn r4_2_5_b_a_release_starts_the_release_sequence_and_sends_the_escorts_home() {
    let mut f = escorted(&three(), "");
    f.sees("/released_box", false).ship("AJ-A", "upkeep", true).only("release");
    f.at("AJ-A", "release").ship("AJ-A", "upkeep", false).sees("/released_box", true);
    f.at("AJ-B", "circling_near").at("AJ-M", "circling_near");
    // Release Step 2: there is no Altitude chit for Step 1.
    f.sees("/phase", "Final Speed Check").draws("speed", 3, &[1, 2, 3, 4, 5, 6]);
}

/// proves: 4.2.5.c
#[test]
fn r4_2_5_c_only_a_release_from_the_far_zone_is_early() {
    escorted(&three(), "S2 S3 S4").pick_to("release", "keep:S2").modifier("4.2.13.i", -2);
    let mut near = escorted(&three(), "S2 S3 S4");
    near.picks("proceed go hold").pick_to("release", "keep:S2").modifier("4.2.13.i", 0);
    let mut close = escorted(&three(), "4 | S2 S3 S4");
    close.picks("proceed go hold proceed go hold").pick_to("release", "keep:S2").modifier("4.2.13.i", 0);
}

/// proves: 4.2.5.d
#[test]
fn r4_2_5_d_a_release_before_the_close_zone_avoids_its_balloon() {
    let night = Rig::at("Moehne").quiet().balloon("CloseZone").bomber("AJ-A", "Green", "");
    let far = &mut night.forced("6 S7 S5 | S2 S3 S4 | 3 4");
    far.picks("run:AJ-A lights:off release keep:S2 cease");
    assert_eq!(far.cited("7.7.3a.a"), 0);
    let near = &mut night.forced("6 S7 S5 | S2 S3 S4 | 6 5");
    near.picks("run:AJ-A lights:off proceed hold cease release keep:S2 cease");
    assert_eq!(near.cited("7.7.3a.a"), 0);
    // In the Close Zone it is met.
    let close = &mut night.forced("6 S7 S5");
    close.picks("run:AJ-A lights:off proceed hold cease proceed hold").only("cease");
    assert_eq!(close.spec().clause.0, "7.7.3a.a");
}

/// proves: 4.2.5.e, 4.2.5.f
#[test]
fn r4_2_5_e_pulling_up_earns_the_marker_and_ends_the_sequence() {
    let mut f = escorted(&three(), "");
    f.pick("pull-up").at("AJ-A", "circling_near").at("AJ-B", "circling_near").at("AJ-M", "circling_near");
    f.ship("AJ-A", "marker", "Dummy Run")
        .ship("AJ-A", "upkeep", true)
        .asks("4.3.a")
        .sees("/run", Value::Null);
    // No escort has one, nor has one that pulls up by itself.
    f.ship("AJ-B", "marker", Value::Null).ship("AJ-M", "marker", Value::Null);
    let mut f = escorted(&three(), "");
    f.picks("proceed escort-off:AJ-B").ship("AJ-B", "marker", Value::Null).sees("/marker", Value::Null);
    // A release earns none.
    escorted(&three(), "").only("release").sees("/marker", Value::Null);
}

/// proves: 4.2.5.h, 4.2.5.f
#[test]
fn r4_2_5_h_each_escort_follows_or_pulls_up() {
    let mut f = escorted(&three(), "");
    f.pick("proceed").asks("4.2.5.h").offers_only(&["escort-off:AJ-B", "escort-off:AJ-M", "go"]);
    f.pick("escort-off:AJ-M").at("AJ-M", "circling_near").pick("go");
    f.at("AJ-A", "approach_near").at("AJ-B", "escort_near").at("AJ-M", "circling_near");
    let mut both = escorted(&three(), "");
    both.picks("proceed go").at("AJ-B", "escort_near").at("AJ-M", "escort_near");
    let mut none = escorted(&three(), "");
    none.picks("proceed escort-off:AJ-M escort-off:AJ-B").at("AJ-A", "approach_near");
    none.at("AJ-B", "circling_near").at("AJ-M", "circling_near").sees("/marker", json!(null));
    // At the Sorpe they slide to the Close Zone.
    let sorpe = Rig::at("Sorpe").quiet().bomber("AJ-A", "Green", "").empty("AJ-B", "Green", "");
    let mut f = sorpe.forced("6 S7 S5 A7 A5");
    f.picks("run:AJ-A escort:AJ-B proceed go").at("AJ-A", "approach_close").at("AJ-B", "escort_close");
}
