//! 4.2.4 Evasive Action, and the escorts when the Approach Box is empty.

use crate::rig::Rig;
use crate::table::Flight;

/// A bomber with two escorts at Recon 4.
fn three(flak: u8, bomber: &str, escort: &str) -> Rig {
    Rig::at("Moehne")
        .quiet()
        .flak(flak)
        .bomber("AJ-A", "Green", bomber)
        .empty("AJ-B", "Green", escort)
        .empty("AJ-M", "Green", escort)
}

/// Both escorts beside the bomber, which holds S7 alone; flak thrown.
fn escorted(night: &Rig, luck: &str) -> Flight {
    let mut f = night.forced(&format!("6 S7 S5 {luck}"));
    f.picks("run:AJ-A escort:AJ-B escort:AJ-M lights:off");
    f
}

/// The bomber without escorts and with both chits (S7, A7); three dice of flak thrown.
fn lit(night: &Rig, luck: &str) -> Flight {
    let mut f = night.forced(&format!("6 S7 S5 A7 A5 {luck}"));
    f.picks("run:AJ-A go lights:on");
    f
}

/// proves: 4.2.4.n
#[test]
fn r4_2_4_n_the_one_about_to_be_hit_may_evade_or_accept() {
    let mut f = escorted(&three(3, "", ""), "1 3");
    f.pick("hit:AJ-A").prompt("AJ-A is about to be hit").offers("accept").offers("evade:speed");
    f.pick("accept").ship("AJ-A", "damaged", true).holds("S7", "-").spent();
    // A Critical Hit too.
    let mut f = escorted(&three(4, "", ""), "3 4");
    f.pick("hit:AJ-B").offers_only(&["accept", "evade"]);
    // The surplus of one: the second Lancaster makes its own attempt.
    let mut f = escorted(&three(4, "damaged: true", ""), "3 4 | 2");
    f.picks("hit:AJ-A accept hit:AJ-B").prompt("AJ-B is about to be hit").offers_only(&["accept", "evade"]);
    f.pick("evade").at("AJ-B", "circling_near").ship("AJ-B", "damaged", false).at("AJ-A", "lost").spent();
    // One that failed to evade has its surplus evaded by the other.
    let mut f = escorted(&three(4, "damaged: true", ""), "3 4 | 1 | 1");
    f.picks("hit:AJ-A evade:speed").at("AJ-A", "lost").picks("hit:AJ-M evade");
    f.at("AJ-M", "circling_near").ship("AJ-M", "damaged", true).spent();
}

/// proves: 4.2.4.o
#[test]
fn r4_2_4_o_the_bomber_pays_with_a_chit_of_its_choice() {
    let night = three(3, "", "");
    let mut f = lit(&night, "1 3 6 | 2");
    f.offers_only(&["accept", "evade:speed", "evade:altitude"]).pick("evade:speed").holds("-", "A7").spent();
    let mut f = lit(&night, "1 3 6 | 1");
    f.pick("evade:altitude").holds("S7", "-").ship("AJ-A", "damaged", true).spent();
    // The chit is back in its pool.
    let mut f = lit(&night, "1 3 6 | 2");
    f.picks("evade:speed proceed").barred("adjust:speed", "4.2.6.a").only("adjust:altitude");
    f.draws("altitude", 1, &[1, 2, 3, 4, 5, 6]);
    // A kind not held cannot be given up.
    let mut f = escorted(&night, "1 3");
    f.pick("hit:AJ-A").barred("evade:altitude", "4.2.4.o").offers("evade:speed");
    // With neither there is nothing to attempt: the hit is applied at once.
    let bare = "hazards: [FaultyControlsSpeed, FaultyControlsSpeed, NoAldisLights]";
    let mut f = three(3, bare, "").forced("6 | 1 3");
    f.picks("run:AJ-A go").holds("-", "-").ship("AJ-A", "damaged", true).asks("4.2.5.a").spent();
}

/// proves: 4.2.4.p
#[test]
fn r4_2_4_p_an_escort_pays_with_its_place() {
    for (die, damaged) in [("2", false), ("3", true)] {
        let mut f = escorted(&three(3, "", ""), &format!("1 3 | {die}"));
        f.pick("hit:AJ-B").offers_only(&["accept", "evade"]).only("evade").at("AJ-B", "circling_near");
        f.luck().ship("AJ-B", "damaged", damaged).at("AJ-B", "circling_near").holds("S7", "-").spent();
        // It takes no further part.
        f.pick("proceed").offers("escort-off:AJ-M").offers_no("escort-off:AJ-B");
    }
    // One that fails while damaged is lost.
    let mut f = escorted(&three(3, "", "damaged: true"), "1 3 | 3");
    f.picks("hit:AJ-B evade").at("AJ-B", "lost");
}

/// proves: 4.2.4.r
#[test]
fn r4_2_4_r_even_cancels_the_hit_and_odd_applies_it() {
    for die in 1..=6u8 {
        let mut f = lit(&three(3, "", ""), &format!("1 3 6 | {die}"));
        f.pick("evade:speed").ship("AJ-A", "damaged", die % 2 == 1).asks("4.2.5.a").spent();
        // One success cancels both hits of a Critical Hit; a failure lets both through.
        let mut f = lit(&three(4, "", ""), &format!("3 4 6 | {die}"));
        f.pick("evade:altitude").at("AJ-A", if die % 2 == 1 { "lost" } else { "approach_far" });
        f.ship("AJ-A", "damaged", die % 2 == 1).spent();
    }
}

/// proves: 4.2.4.s, 4.2.4.g
#[test]
fn r4_2_4_s_an_attempt_ends_the_doubles() {
    let night = three(3, "", "");
    // Doubles, evaded or not: no further roll.
    for die in ["2", "1"] {
        escorted(&night, &format!("1 1 | {die}")).picks("hit:AJ-A evade:speed").asks("4.2.5.a").spent();
        escorted(&night, &format!("1 1 | {die}")).picks("hit:AJ-B evade").asks("4.2.5.a").spent();
    }
    // Without an attempt they fire again, and a second hit may be evaded.
    let mut f = escorted(&night, "1 1 2 2 | 1");
    f.picks("hit:AJ-A accept").asks("4.2.4.h").picks("hit:AJ-B evade").asks("4.2.5.a").spent();
}

/// proves: 4.2.4.t
#[test]
fn r4_2_4_t_escorts_left_alone_may_go_on_against_the_guns_or_stop() {
    let night = three(3, "damaged: true", "");
    // Stop.
    let mut f = escorted(&night, "1 3");
    f.picks("hit:AJ-A accept").asks("4.2.4.t").offers_only(&["go-on", "break-off"]).pick("break-off");
    f.at("AJ-B", "circling_near").at("AJ-M", "circling_near").asks("4.3.a").spent();
    // Go on: flak and gunnery of both zones, nothing else.
    let mut f = escorted(&night, "1 3 | 5 6 | 5 6");
    f.picks("hit:AJ-A accept go-on").at("AJ-B", "escort_near").at("AJ-M", "escort_near");
    f.asks("4.2.8.a").offers("fire:AJ-B:flak").offers("fire:AJ-M:flak").pick("cease");
    f.asks("4.2.4.t").pick("go-on").at("AJ-B", "escort_close").asks("4.2.8.a").pick("cease");
    f.at("AJ-B", "circling_near").at("AJ-M", "circling_near").asks("4.3.a").spent();
    // Or stop after the Near Zone.
    let mut f = escorted(&night, "1 3 | 5 6");
    f.picks("hit:AJ-A accept go-on cease break-off").at("AJ-B", "circling_near").asks("4.3.a").spent();
    // With the bomber still there the question does not come.
    escorted(&night, "5 6").asks("4.2.5.a");
    // Neither when no escort is left.
    let mut f = three(3, "damaged: true", "").forced("6 S7 S5 | 1 3");
    f.picks("run:AJ-A go lights:off accept").asks("4.3.a");
}

/// proves: 4.2.4.t
#[test]
fn r4_2_4_t_also_when_the_box_empties_in_a_later_zone_or_at_the_sorpe() {
    let night = three(3, "damaged: true", "");
    let mut f = escorted(&night, "5 6 | 1 3 | 5 6");
    f.picks("proceed go hold hit:AJ-A accept").asks("4.2.4.t").pick("go-on").at("AJ-B", "escort_near");
    f.asks("4.2.8.a").picks("cease go-on").at("AJ-B", "escort_close").picks("cease").asks("4.3.a").spent();
    // In the Close Zone: gunnery there, then home.
    let mut f = escorted(&night, "5 6 | 5 6 | 1 3");
    f.picks("proceed go hold cease proceed go hold hit:AJ-A accept").asks("4.2.4.t").pick("go-on");
    f.asks("4.2.8.a").pick("cease").at("AJ-B", "circling_near").asks("4.3.a").spent();
    // No Near Zone at the Sorpe.
    let sorpe =
        Rig::at("Sorpe").quiet().flak(3).bomber("AJ-A", "Green", "damaged: true").empty("AJ-B", "Green", "");
    let mut f = sorpe.forced("6 S7 S5 A7 A5 | 1 3 | 5 6");
    f.picks("run:AJ-A escort:AJ-B hit:AJ-A accept go-on").at("AJ-B", "escort_close").asks("4.2.8.a").spent();
    // The last escort may be lost on the way.
    let mut f = sorpe.forced("6 S7 S5 A7 A5 | 1 3 | 3 1");
    f.picks("run:AJ-A escort:AJ-B hit:AJ-A accept go-on accept").ship("AJ-B", "damaged", true).pick("cease");
    f.at("AJ-B", "circling_near").asks("4.3.a");
}

/// proves: 4.2.4.u
#[test]
fn r4_2_4_u_an_escort_never_enters_the_approach_release_or_climb() {
    // Alone: no adjustment, no release, no proceeding into the Approach is ever offered.
    let mut f = escorted(&three(3, "damaged: true", ""), "1 3 | 5 6 | 5 6");
    f.picks("hit:AJ-A accept go-on");
    for _ in 0..2 {
        for id in ["release", "proceed", "adjust:speed", "pull-up"] {
            f.offers_no(id);
        }
        f.pick("cease");
        if f.table.question().is_some_and(|q| q.clause.0 == "4.2.4.t") {
            f.offers_only(&["go-on", "break-off"]).pick("go-on");
        }
    }
    // Beside a bomber that releases they go home.
    let mut f = escorted(&three(0, "", ""), "S2 S3 S6");
    f.only("release").at("AJ-A", "release").at("AJ-B", "circling_near").at("AJ-M", "circling_near");
}
