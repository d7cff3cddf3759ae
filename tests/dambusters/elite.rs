//! 2.3 Elite Crewmen.

use crate::rig::Rig;
use crate::table::Flight;
use bombers_moon::kernel::decision::Kind;
use serde_json::{Value, json};

const GIBSON: &str = "elite: (kind: WingCommander, name: \"Gibson\")";
const YOUNG: &str = "elite: (kind: PilotIgnoreDamage, name: \"Young\")";

/// A Green bomber over ground without letters, and an empty aircraft in Circling Near.
fn night(bomber: &str) -> Rig {
    Rig::at("Moehne").quiet().bomber("AJ-A", "Green", bomber).empty("AJ-B", "Green", "")
}

/// The bomber alone before the flak of the Far Zone, lights off.
fn under_fire(bomber: &str, flak: u8, luck: &str) -> Flight {
    let mut f = night(bomber).flak(flak).forced(&format!("6 S7 S5 {luck}"));
    f.picks("run:AJ-A go").only("lights:off");
    f
}

/// Plays to the end, taking `choices` in order, and notes the clauses of the rolls: those that the Wing Commander
/// might answer (he lets them stand), and those that he might not.
fn rolls(f: &mut Flight, choices: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut his, mut others) = (Vec::new(), Vec::new());
    let mut choices = choices.split_whitespace();
    while let Some(question) = f.table.question() {
        let kind = question.kind.clone();
        match kind {
            Kind::Roll(spec) => {
                f.only("roll");
                if f.table.question().is_some_and(|q| q.clause.0 == "2.3.4.a") {
                    his.push(spec.clause.0);
                    f.only("keep");
                } else {
                    others.push(spec.clause.0);
                }
            }
            Kind::Draw(_) => {
                f.only("draw");
            }
            Kind::Choose => {
                let Some(choice) = choices.next() else { panic!("no choice left\n{}", f.describe()) };
                f.only(choice);
            }
        }
    }
    (his, others)
}

/// proves: 2.3.1.a
#[test]
fn r2_3_1_a_a_bomb_aimer_adds_1_to_the_release_roll() {
    for (more, value) in [("elite: (kind: BombAimer, name: \"Hay\")", 1), (YOUNG, 0), ("", 0)] {
        let mut f = under_fire(more, 0, "S2 S3 S4");
        f.pick_to("release", "keep:S2").modifier("4.2.13.j", value);
    }
    // Aboard another aircraft he helps nobody.
    let mut f = Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", "")
        .empty("AJ-B", "Green", "elite: (kind: BombAimer, name: \"Hay\")")
        .forced("6 S7 S5 S2 S3 S4");
    f.picks("run:AJ-A escort:AJ-B lights:off").pick_to("release", "keep:S2").modifier("4.2.13.j", 0);
}

/// proves: 2.3.3.a
#[test]
fn r2_3_3_a_a_front_gunner_takes_1_off_front_gunnery() {
    let gunner = "elite: (kind: FrontGunner, name: \"Gregory\")";
    for (more, value) in [(gunner, -1), ("", 0), ("elite: (kind: RearGunner, name: \"Burcher\")", 0)] {
        let armed = night(more).flak(1).balloon("ClimbBox");
        let mut f = armed.forced("6 S7 S5 | 5 6 | 5 6 | 6 | 5 6 | 6 | 4 | S2 S3 S4 | 6 6 | 5 6");
        f.picks("run:AJ-A go lights:off proceed hold").only("fire:AJ-A:flak").modifier("2.3.3.a", value);
        // Step 11, and Release Step 5 against the balloon in the Climb Box.
        f.luck().picks("proceed hold").only("fire:AJ-A:flak").modifier("2.3.3.a", value);
        f.luck().picks("release keep:S2");
        if f.table.question().is_some_and(|q| q.clause.0 == "4.2.13.u") {
            f.pick("decline");
        }
        f.asks("4.2.13.ac").only("fire:AJ-A:balloon-climb").modifier("2.3.3.a", value).spent();
    }
    // His −1 turns a 2 into a hit at Level 1.
    for (more, left) in [(gunner, 0), ("", 1)] {
        let mut f = night(more).flak(1).forced("6 S7 S5 | 5 6 | 5 6 | 2");
        f.picks("run:AJ-A go lights:off proceed hold fire:AJ-A:flak").sees("/flak", left);
    }
}

/// proves: 2.3.7.a
#[test]
fn r2_3_7_a_a_rear_gunner_takes_1_off_rear_gunnery() {
    let gunner = "elite: (kind: RearGunner, name: \"Burcher\")";
    for (more, value) in [(gunner, -1), ("", 0), ("elite: (kind: FrontGunner, name: \"Gregory\")", 0)] {
        // Step 11 against the balloon in the Close Zone, which has damaged the Lancaster.
        let close = night(more).balloon("CloseZone");
        let mut f = close.forced("6 S7 S5 | 2");
        f.picks("run:AJ-A go lights:off proceed hold cease proceed hold cease").asks("4.2.11.d");
        f.only("fire:AJ-A:balloon-close").modifier("2.3.7.a", value).spent();
        // Release Step 6.
        let mut f = night(more).flak(1).forced("6 S7 S5 | 5 6 | S2 S3 S4 | 6 6 | 5 6");
        f.picks("run:AJ-A go lights:off release keep:S2");
        if f.table.question().is_some_and(|q| q.clause.0 == "4.2.13.u") {
            f.pick("decline");
        }
        f.asks("4.2.13.ae").only("fire:AJ-A:flak").modifier("2.3.7.a", value).spent();
    }
}

/// proves: 2.3.4.a
#[test]
fn r2_3_4_a_the_wing_commander_may_answer_every_roll_that_affects_his_own_lancaster() {
    let eder = Rig::at("Eder")
        .with("skip", "[Nightfighter, Visibility]")
        .flak(3)
        .balloon("CloseZone")
        .bomber("AJ-G", "Veteran", GIBSON);
    let mut f = eder.forced(
        "6 S7 S5 S2 S3 S4 | 1 3 | 2 | 5 6 | 6 | 5 6 | 1 2 | 4 | 6 6 | 6 6 | 5 6 | 6 6 | 1 1 | 3 3 | 6",
    );
    let (his, others) = rolls(
        &mut f,
        "run:AJ-G lights:off evade:speed proceed fire:AJ-G:flak proceed cease cease release cease end:circling",
    );
    f.spent();
    let wanted = [
        "4.2.1.a", "4.2.4.b", "4.2.4.r", "4.2.4.b", "4.2.4.b", "7.7.2.b", "7.7.3a.a", "4.2.12.d", "4.2.13.g",
        "4.2.13.w", "4.2.4.b", "5.1.b", "5.1.1.b", "5.1.2.d",
    ];
    assert_eq!(his, wanted);
    // Gunnery and attrition do not directly affect a Lancaster.
    assert_eq!(others, ["4.2.8.e", "4.4.2.a", "4.4.2.a"]);
}

/// proves: 2.3.4.a, 2.3.c
#[test]
fn r2_3_4_a_he_chooses_the_dice_or_lets_the_roll_stand_and_only_for_his_own_lancaster() {
    let mut f = night(GIBSON).flak(3).forced("S7 S5 | 5");
    f.picks("run:AJ-A")
        .only("go")
        .only("roll=6")
        .asks("2.3.4.a")
        .offers_only(&["keep", "reroll:1"])
        .only("keep");
    f.sees("/run/letters", json!([0, 0, 0])).luck().only("lights:off").only("roll=1,3").asks("2.3.4.a");
    f.offers_only(&["keep", "reroll:1", "reroll:2", "reroll:12"]);
    // The second die again: 1 and 5 miss.
    f.only("reroll:2").sees("/latest/1", "miss").logged("rolls again", "2.3.4.c").asks("4.2.5.a").spent();
    // Three dice: any of them.
    let mut f = night(GIBSON).flak(3).forced("S7 S5 A7 A5 | 6 5");
    f.picks("run:AJ-A")
        .only("go")
        .only("roll=6")
        .only("keep")
        .luck()
        .only("lights:on")
        .luck_once()
        .only("roll=1,2,3");
    f.asks("2.3.4.a").offers("reroll:123").offers("reroll:13").offers("reroll:3");
    f.only("reroll:12").logged("Flak Check", "4.2.4.b").sees("/latest/1", "miss");
    // Another's run: he is not asked, whether he circles or escorts.
    for escort in ["go", "escort:AJ-G"] {
        let other =
            Rig::at("Moehne").quiet().flak(3).bomber("AJ-A", "Green", "").empty("AJ-G", "Green", GIBSON);
        let mut f = other.forced("6 S7 S5 | 5 6");
        f.picks(&format!("run:AJ-A {escort} lights:off")).asks("4.2.5.a").spent();
    }
    // Evasive Action of his own as an escort, and flak on escorts alone.
    let other = Rig::at("Moehne")
        .quiet()
        .flak(3)
        .bomber("AJ-A", "Green", "damaged: true")
        .empty("AJ-B", "Green", "")
        .empty("AJ-G", "Green", GIBSON);
    let mut f = other.forced("6 S7 S5 | 1 3 | 1");
    f.picks("run:AJ-A escort:AJ-B escort:AJ-G lights:off hit:AJ-G evade").asks("2.3.4.a");
    let mut f = other.forced("6 S7 S5 | 1 3 | 1 3");
    f.picks("run:AJ-A escort:AJ-B escort:AJ-G lights:off hit:AJ-A accept go-on").asks("2.3.4.a");
}

/// proves: 2.3.4.c, 2.3.d
#[test]
fn r2_3_4_c_he_rolls_again_once_a_game() {
    let mut f = night(GIBSON).flak(3).forced("1 | 6 | S7 S5 | 1 3");
    f.picks("run:AJ-A go").asks("2.3.4.a").sees("/lancasters/0/elite/spent", false).pick("reroll:1");
    f.sees("/lancasters/0/elite/spent", true).sees("/run/letters", json!([0, 0, 0]));
    // The flak roll stands without a question.
    f.pick("lights:off").asks("4.2.4.n").spent();
    // Let stand, the benefit is kept.
    let mut f = night(GIBSON).flak(3).forced("1 | S7 | 1 3");
    f.picks("run:AJ-A go keep")
        .sees("/lancasters/0/elite/spent", false)
        .pick("lights:off")
        .asks("2.3.4.a")
        .spent();
}

/// proves: 2.3.6.b, 2.3.d
#[test]
fn r2_3_6_b_the_pilot_cancels_one_damage_at_once() {
    let mut f = under_fire(YOUNG, 3, "1 3 | 5 6 | 1 3");
    f.luck().pick("accept").asks("2.3.6.b").offers_only(&["accept", "ignore"]).pick("ignore");
    f.ship("AJ-A", "damaged", false).sees("/lancasters/0/elite/spent", true);
    f.logged("shrugs off the damage", "2.3.6.b");
    // Once: the next damage is not his to cancel.
    f.picks("proceed hold cease proceed hold accept").ship("AJ-A", "damaged", true).spent();
    // Accepted, it cannot be taken back later, but the benefit is kept.
    let mut f = under_fire(YOUNG, 3, "1 3 | 1 3");
    f.luck().picks("accept accept").ship("AJ-A", "damaged", true).sees("/lancasters/0/elite/spent", false);
    f.picks("proceed hold accept").asks("2.3.6.b").pick("ignore").at("AJ-A", "approach_near").spent();
    // Nobody else is asked.
    let mut f = under_fire("", 3, "1 3");
    f.luck().pick("accept").ship("AJ-A", "damaged", true).asks("4.2.5.a");
}

/// proves: 2.3.6.b, 4.2.4.j, 4.2.4.l
#[test]
fn r2_3_6_b_of_a_critical_hit_he_cancels_one_of_the_two() {
    let mut f = under_fire(YOUNG, 4, "3 4");
    f.luck().picks("accept ignore").ship("AJ-A", "damaged", true).at("AJ-A", "approach_far").spent();
    let mut f = under_fire(YOUNG, 4, "3 4");
    f.luck().picks("accept accept").asks("2.3.6.b").pick("ignore").ship("AJ-A", "damaged", true);
    f.at("AJ-A", "approach_far").spent();
    let mut f = under_fire(YOUNG, 4, "3 4");
    f.luck().picks("accept accept accept").at("AJ-A", "lost").spent();
    // Damaged before: the second of the two destroys it, and there is no surplus.
    let damaged = format!("{YOUNG}, damaged: true");
    let mut f = night(&damaged).flak(4).forced("6 S7 S5 | 3 4");
    f.picks("run:AJ-A escort:AJ-B lights:off hit:AJ-A accept ignore").at("AJ-A", "lost");
    f.ship("AJ-B", "damaged", false).asks("4.2.4.t").spent();
}

/// proves: 2.3.6.b
#[test]
fn r2_3_6_b_an_outright_loss_is_no_damage() {
    // The Michelskopf, and an odd roll before a balloon cable.
    let eder = Rig::at("Eder").quiet().bomber("AJ-A", "Green", YOUNG).empty("AJ-B", "Green", "");
    let mut f = eder.forced("6 S7 S5 | S2 S3 S4 | 6 6 | 1 1");
    f.picks("run:AJ-A go lights:off release keep:S2");
    if f.table.question().is_some_and(|q| q.clause.0 == "4.2.13.u") {
        f.pick("decline");
    }
    f.at("AJ-A", "lost").ship("AJ-A", "lost_to", "the Michelskopf").sees("/lancasters/0/elite/spent", false);
    let cable = night(YOUNG).balloon("CloseZone");
    let mut f = cable.forced("6 S7 S5 | 1 1");
    f.picks("run:AJ-A go lights:off proceed hold cease proceed hold cease").at("AJ-A", "lost").spent();
    // A concussion is damage.
    let mut f = under_fire(YOUNG, 0, "S2 S3 S4 | 1 2");
    f.picks("release keep:S2").asks("2.3.6.b").pick("ignore").ship("AJ-A", "damaged", false);
}

/// proves: 2.3.6.f
#[test]
fn r2_3_6_f_any_elite_pilot_grants_veteran_saves_spent_or_not() {
    let before_cable = |more: &str, luck: &str| {
        let cable = night(more).flak(3).balloon("CloseZone");
        let mut f = cable.forced(&format!("6 S7 S5 {luck}"));
        f.picks("run:AJ-A go").only("lights:off");
        f
    };
    let to_cable = |f: &mut Flight| f.picks("proceed hold cease proceed hold").only("cease").spec().clause.0;
    for pilot in [
        "elite: (kind: PilotWeaveAndJink, name: \"Munro\")",
        "elite: (kind: PilotIgnoreMapError, name: \"Brown\")",
        YOUNG,
    ] {
        let mut f = before_cable(pilot, "5 6 | 5 6 | 5 6");
        f.luck();
        assert_eq!(to_cable(&mut f), "7.7.2.b");
    }
    // Spent in the Far Zone.
    let mut f = before_cable(YOUNG, "1 3 | 5 6 | 5 6");
    f.luck().picks("accept ignore").sees("/lancasters/0/elite/spent", true);
    assert_eq!(to_cable(&mut f), "7.7.2.b");
    // A Green crew without one goes straight to the cable.
    for other in ["", "elite: (kind: BombAimer, name: \"Hay\")"] {
        let mut f = before_cable(other, "5 6 | 5 6 | 5 6");
        f.luck();
        assert_eq!(to_cable(&mut f), "7.7.3a.a");
    }
}

/// proves: 2.3.b
#[test]
fn r2_3_b_an_elite_crewman_is_lost_with_his_aircraft() {
    let other = Rig::at("Moehne")
        .with("skip", "[Nightfighter, Visibility]")
        .flak(3)
        .with("ends", "[NoUpkeepLeft, BreachedAndStopped, AfterTurn(1)]")
        .bomber("AJ-A", "Green", "")
        .empty("AJ-G", "Veteran", &format!("{GIBSON}, damaged: true"));
    let mut f = other.forced("6 S7 S5 | 1 3");
    f.picks("run:AJ-A escort:AJ-G lights:off hit:AJ-G accept").at("AJ-G", "lost");
    // He is on nobody else, and adds nothing to the way home of the others.
    f.ship("AJ-A", "elite", Value::Null).pick("pull-up").only("end:circling");
    assert_eq!(f.spec().subject.map(|id| f.table.pieces().code(id).to_owned()), Some("AJ-A".to_owned()));
    f.modifier("5.1.e", 0).spent();
}

/// proves: 2.3.e
#[test]
fn r2_3_e_a_spent_elite_still_helps_on_the_way_home() {
    let home = |more: &str, luck: &str, picks: &str| {
        let mut f = Rig::at("Moehne")
            .with("skip", "[Nightfighter, Visibility]")
            .with("ends", "[NoUpkeepLeft, BreachedAndStopped, AfterTurn(1)]")
            .bomber("AJ-A", "Green", more)
            .forced(luck);
        f.picks(picks).picks("lights:off pull-up").only("end:circling");
        f
    };
    let mut spent = home(GIBSON, "1 | 6 | S7 S5", "run:AJ-A reroll:1");
    spent.sees("/lancasters/0/elite/spent", true).modifier("5.1.e", 1);
    let mut fresh = home(GIBSON, "6 | S7 S5", "run:AJ-A keep");
    fresh.sees("/lancasters/0/elite/spent", false).modifier("5.1.e", 1);
    home("", "6 | S7 S5", "run:AJ-A").modifier("5.1.e", 0);
}
