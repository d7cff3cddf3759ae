//! 5.0 and 5.1 the way home, and 5.3 the debriefing.

use bombers_moon::games::dambusters::components::{Airframe, At, Attached, Bomb, Elite, Lancaster, Space};
use bombers_moon::games::dambusters::data::{AircraftId, FlightZone, Hazard, Quality};
use bombers_moon::games::dambusters::op::Ship;
use bombers_moon::games::dambusters::rules::returning::return_modifiers;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};

use crate::rig::{GOOD, Rig};
use crate::sortie::{Sortie, harmless};
use crate::table;

const ONE_TURN: &str = "NightfighterAttack, NoUpkeepLeft, AfterTurn(1)";

/// AJ-A, on its way home from this dam.
fn homeward(dam: &'static str, quality: &str, rest: &str) -> Played {
    let mut p = Rig::at(dam).ends(ONE_TURN).bomber("AJ-A", quality, rest).open();
    p.to("the return of AJ-A");
    p
}

/// proves: 5.0.a
#[test]
fn r5_0_a_the_way_home_then_the_photographs_then_the_debriefing() {
    let mut p = Rig::at("Moehne")
        .ends(ONE_TURN)
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("the return of");
    let mut order = Vec::new();
    while let Some(q) = p.table.question() {
        order.push(q.clause.0);
        let answer = if q.clause.0 == "5.1.b" { "roll=1,1".to_owned() } else { harmless(&p) };
        p.answer(&answer);
    }
    assert_eq!(order, ["5.1.b", "5.1.1.b", "5.1.b", "5.1.1.b", "5.2.b"]);
    p.ended("1 Stands").logged("1 Stands", "5.3.a");
    // Not before the scenario says so.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").open();
    p.to("Attack Turn 2. Who starts a run?");
}

/// proves: 5.1.a
#[test]
fn r5_1_a_every_survivor_one_at_a_time_and_each_to_its_end() {
    let mut p = Rig::at("Moehne")
        .ends(ONE_TURN)
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .bomber("AJ-B", "Green", "damaged: true")
        .empty("AJ-G", "Green", "start: CirclingFar")
        .empty("AJ-M", "Green", "")
        .draws(&["S2", "S1", "A2", "A1"])
        .open();
    p.answers(["run:AJ-A", "go"])
        .to("flak against AJ-A")
        .roll("1,1,6")
        .answer("accept")
        .is_at("AJ-A", "Lost");
    p.prompt("Circling Phase").answer("home:AJ-M");
    // The one that turned for home, those still over the dam, not the one that was shot down.
    p.to("the return of AJ-B").is_at("AJ-B", "Return to Base").is_at("AJ-G", "Return to Base");
    // AJ-B to its very end first.
    p.roll("1,1").prompt("what became of AJ-B").roll("5,4").prompt("the last miles of AJ-B").roll("6");
    p.is_at("AJ-B", "Scampton").prompt("the return of AJ-G").roll("6,6").prompt("the return of AJ-M");
    p.roll("6,6").is_at("AJ-M", "Scampton").not_logged("AJ-A lands");
}

/// proves: 5.1.a
#[test]
fn r5_1_a_unless_the_scenario_says_otherwise() {
    let mut p =
        Rig::at("Moehne").ends(ONE_TURN).with("skip", "[ReturnToBase]").bomber("AJ-A", "Green", "").open();
    p.to_end()
        .is_at("AJ-A", "Scampton")
        .not_logged("Return to Base:")
        .logged("AJ-A lands at Scampton", "5.1.a");
    let mut p = Script::of(&table::game(), "dambusters/s5-beginners").open();
    p.to_end().is_at("AJ-O", "Scampton").not_logged("Return to Base:");
}

/// proves: 5.1.b, 5.1.1.a, 5.1.1.b
#[test]
fn r5_1_b_two_dice_and_the_modifiers_on_the_return_chart() {
    // A Veteran from the Ruhr: +1 −1.
    let mut p = homeward("Moehne", "Veteran", "");
    p.asked(Seat(0), "5.1.b");
    assert_eq!((p.spec().dice, p.spec().sum()), (2, 0));
    p.roll("1,5").is_at("AJ-A", "Scampton").logged("AJ-A lands at Scampton", "5.1.1.a").ended("1 Stands");
    let mut p = homeward("Moehne", "Veteran", "");
    p.roll("1,4").prompt("what became of AJ-A").asked(Seat(0), "5.1.1.b").is_at("AJ-A", "Return to Base");
    assert_eq!((p.spec().dice, p.spec().sum()), (2, 0));
}

/// proves: 5.1.1.b
#[test]
fn r5_1_1_b_the_lost_chart_takes_the_same_modifiers() {
    for (dam, quality, rest) in [
        ("Lister", "Green", "damaged: true"),
        ("Moehne", "Veteran", "elite: (kind: BombAimer, name: \"Hay\")"),
        ("Eder", "Seasoned", "hazards: [FaultyMerlin, CompassCard]"),
    ] {
        let mut p = homeward(dam, quality, rest);
        let before: Vec<_> = p.spec().modifiers.iter().map(|m| (m.clause, m.applied())).collect();
        p.roll("1,1").prompt("what became of AJ-A");
        let after: Vec<_> = p.spec().modifiers.iter().map(|m| (m.clause, m.applied())).collect();
        assert_eq!(before, after);
    }
}

/// The Return to Base modifier of `clause` for AJ-A from this dam.
fn modifier(dam: &'static str, quality: &str, rest: &str, clause: &str) -> i32 {
    homeward(dam, quality, rest).modifier(clause).unwrap_or(i32::MIN)
}

/// proves: 5.1.c
#[test]
fn r5_1_c_a_veteran_crew_adds_one() {
    assert_eq!(["Veteran", "Seasoned", "Green"].map(|q| modifier("Moehne", q, "", "5.1.c")), [1, 0, 0]);
}

/// proves: 5.1.d
#[test]
fn r5_1_d_a_green_crew_costs_one() {
    assert_eq!(["Veteran", "Seasoned", "Green"].map(|q| modifier("Moehne", q, "", "5.1.d")), [0, 0, -1]);
}

/// proves: 5.1.e, 2.3.e
#[test]
fn r5_1_e_any_elite_crewman_adds_one_spent_or_not() {
    for (elite, adds) in [
        ("elite: (kind: NavigatorNavigation, name: \"Howard\")", 1),
        ("elite: (kind: PilotIgnoreMapError, name: \"Brown\")", 1),
        ("", 0),
    ] {
        assert_eq!(modifier("Moehne", "Green", elite, "5.1.e"), adds, "{elite}");
    }
    // Spent on the way in.
    let mut p = Rig::at("Moehne")
        .ends(ONE_TURN)
        .flak(1)
        .bomber("AJ-A", "Green", "elite: (kind: PilotIgnoreDamage, name: \"Young\")")
        .draws(&["S2", "S1", "A2", "A1"])
        .open();
    p.answer("run:AJ-A").to("flak against AJ-A").roll("1,1,6").answers(["accept", "ignore"]);
    assert_eq!(p.of("AJ-A", "elite").pointer("/spent"), Some(&true.into()));
    p.to("the return of AJ-A");
    assert_eq!(p.modifier("5.1.e"), Some(1));
}

/// proves: 5.1.f
#[test]
fn r5_1_f_damage_costs_one() {
    assert_eq!(modifier("Moehne", "Green", "damaged: true", "5.1.f"), -1);
    assert_eq!(modifier("Moehne", "Green", "damaged: false", "5.1.f"), 0);
}

/// proves: 5.1.g, 2.1.3.d
#[test]
fn r5_1_g_each_faulty_merlin_costs_one() {
    for (hazards, costs) in [("", 0), ("FaultyMerlin", -1), ("FaultyMerlin, FaultyMerlin", -2)] {
        assert_eq!(
            modifier("Moehne", "Green", &format!("hazards: [{hazards}]"), "5.1.g"),
            costs,
            "{hazards}"
        );
    }
}

/// proves: 5.1.h, 7.7.3d.b
#[test]
fn r5_1_h_a_compass_card_costs_one_while_the_mine_is_aboard() {
    assert_eq!(modifier("Moehne", "Green", "hazards: [CompassCard]", "5.1.h"), -1);
    assert_eq!(modifier("Moehne", "Green", "", "5.1.h"), 0);
    let mut p = Rig::at("Moehne")
        .ends(ONE_TURN)
        .bomber("AJ-A", "Green", "hazards: [CompassCard]")
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("the return of AJ-A");
    assert_eq!(p.modifier("5.1.h"), Some(0));
}

fn ship(quality: Quality, hazards: &[Hazard]) -> Ship {
    let mut attached = Attached::default();
    for hazard in hazards {
        attached.attach(*hazard);
    }
    Ship {
        lancaster: Lancaster { aircraft: AircraftId(0), quality, from_turn: 1 },
        at: At { space: Space::ReturnToBase, began: Space::ReturnToBase },
        airframe: Airframe::default(),
        bomb: Bomb::default(),
        elite: Elite::default(),
        attached,
        trim: None,
    }
}

/// What the clause adds in this zone at this Alert Level.
fn in_zone(zone: FlightZone, alert: u8, clause: &str) -> i32 {
    let all = return_modifiers(&ship(Quality::Seasoned, &[]), zone, alert);
    all.iter().find(|m| m.clause.0 == clause).map_or(i32::MIN, |m| m.applied())
}

/// proves: 5.1.i
#[test]
fn r5_1_i_the_coast_and_the_sea_add_two() {
    for (zone, adds) in [
        (FlightZone::England, 0),
        (FlightZone::EnglishCoast, 2),
        (FlightZone::NorthSea, 2),
        (FlightZone::DutchCoast, 0),
        (FlightZone::Ruhr, 0),
        (FlightZone::Weser, 0),
    ] {
        assert_eq!(in_zone(zone, 0, "5.1.i"), adds, "{zone:?}");
    }
}

/// proves: 5.1.j
#[test]
fn r5_1_j_the_ruhr_costs_one() {
    for (dam, costs) in [("Moehne", -1), ("Sorpe", -1), ("Ennepe", -1), ("Eder", 0), ("Lister", 0)] {
        assert_eq!(modifier(dam, "Green", "", "5.1.j"), costs, "{dam}");
    }
}

/// proves: 5.1.k
#[test]
fn r5_1_k_the_weser_costs_two() {
    for (dam, costs) in [("Moehne", 0), ("Sorpe", 0), ("Ennepe", 0), ("Eder", -2), ("Lister", -2)] {
        assert_eq!(modifier(dam, "Green", "", "5.1.k"), costs, "{dam}");
    }
}

/// proves: 5.1.l
#[test]
fn r5_1_l_alarm_costs_one_in_a_hostile_zone() {
    for (alert, costs) in [(0, 0), (3, 0), (4, -1)] {
        let mut p = Rig::at("Moehne").alert(alert).ends(ONE_TURN).bomber("AJ-A", "Green", "").open();
        p.to("the return of AJ-A");
        assert_eq!(p.modifier("5.1.l"), Some(costs), "Alert {alert}");
    }
    for (zone, costs) in [
        (FlightZone::England, 0),
        (FlightZone::EnglishCoast, 0),
        (FlightZone::NorthSea, 0),
        (FlightZone::DutchCoast, -1),
        (FlightZone::Ruhr, -1),
        (FlightZone::Weser, -1),
    ] {
        assert_eq!(in_zone(zone, 4, "5.1.l"), costs, "{zone:?}");
    }
}

/// A Veteran from the Ruhr (no modifier in sum), Lost on the way, with this roll on the Lost chart.
fn lost(rest: &str, dice: &str) -> Played {
    let mut p = homeward("Moehne", "Veteran", rest);
    p.roll("1,1").prompt("what became of AJ-A").roll(dice);
    p
}

/// proves: 5.1.2.a
#[test]
fn r5_1_2_a_missing_in_action() {
    let mut p = lost("", "1,3");
    p.is_at("AJ-A", "Lost").logged("AJ-A is missing on return", "5.1.2.a");
    assert_eq!(p.of("AJ-A", "lost_to"), "missing on return");
    assert_eq!(p.of("AJ-A", "upkeep"), false, "its mine goes with it");
    lost("", "1,4").is_at("AJ-A", "Scampton");
}

/// proves: 5.1.2.b
#[test]
fn r5_1_2_b_returns_safely_after_all() {
    let mut p = lost("", "4,5");
    p.is_at("AJ-A", "Scampton").logged("AJ-A lands at Scampton", "5.1.2.b");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 5.1.2.c
#[test]
fn r5_1_2_c_returns_damaged() {
    for dice in ["1,4", "1,5"] {
        let mut p = lost("", dice);
        p.is_at("AJ-A", "Scampton").logged("AJ-A lands at Scampton", "5.1.2.c");
        assert_eq!(p.of("AJ-A", "damaged"), true);
    }
    // The pilot who may ignore damage may do so here too (and, elite, he adds 1).
    let mut p = lost("elite: (kind: PilotIgnoreDamage, name: \"Young\")", "1,4");
    p.asked(Seat(0), "2.3.6.b").answer("ignore").is_at("AJ-A", "Scampton");
    assert_eq!(p.of("AJ-A", "damaged"), false);
}

/// proves: 5.1.2.d
#[test]
fn r5_1_2_d_a_damaged_lancaster_rolls_for_its_last_miles() {
    for (die, home) in [("1", false), ("4", false), ("5", true), ("6", true)] {
        let mut p = lost("damaged: true", "1,5");
        p.prompt("the last miles of AJ-A").asked(Seat(0), "5.1.2.d").roll(die);
        p.is_at("AJ-A", if home { "Scampton" } else { "Lost" });
        assert_eq!(p.of("AJ-A", "damaged"), true);
    }
    // An undamaged one does not.
    lost("", "1,5").not_logged("Already Damaged").is_at("AJ-A", "Scampton");
}

/// proves: 5.1.2.e
#[test]
fn r5_1_2_e_attacks_target_means_home() {
    for dice in ["3,4", "4,4"] {
        let mut p = lost("", dice);
        p.is_at("AJ-A", "Scampton").logged("AJ-A lands at Scampton", "5.1.2.e").ended("1 Stands");
        assert_eq!(p.of("AJ-A", "upkeep"), true);
    }
}

/// proves: 5.3.b
#[test]
fn r5_3_b_one_roll_for_all_downed_crews() {
    let fallen = |ships: usize| {
        let mut rig = Rig::at("Moehne").ends(ONE_TURN);
        for code in ["AJ-A", "AJ-B", "AJ-C", "AJ-E"].iter().take(ships) {
            rig = rig.bomber(code, "Veteran", "");
        }
        let mut p = rig.bomber("AJ-F", "Veteran", "").open();
        p.to("the return of");
        for _ in 0..ships {
            p.roll("1,1").roll("1,1");
        }
        p.roll("6,6");
        p
    };
    for (die, lost, prisoners, evaders) in [
        ("1", 4, 0, 0),
        ("2", 4, 1, 0),
        ("3", 1, 1, 0),
        ("4", 4, 2, 0),
        ("5", 3, 1, 0),
        ("6", 4, 1, 1),
        ("6", 1, 0, 1),
    ] {
        let mut p = fallen(lost);
        p.prompt("the fate of the lost crews").asked(Seat(0), "5.3.b").roll(die);
        p.sees("/survivors", serde_json::json!([prisoners, evaders])).ended("1 Stands");
    }
    // Nobody lost, nothing to roll.
    fallen(0).ended("1 Stands").sees("/survivors", serde_json::Value::Null);
}
