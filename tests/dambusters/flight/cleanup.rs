//! 7.0 the order of a Flight Turn, 7.10 Clean Up, and what a raid is worth.

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::games::dambusters::victory::reservoirs;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;

use super::sky::{Flying, Sky, calm};
use crate::rig::POOR;
use crate::sortie::Sortie;
use crate::table::content;

/// proves: 7.0.a
#[test]
fn r7_0_a_ten_phases_in_their_order() {
    let sky = Sky::of(2).zones([1, 1, 0]).dam(DamId::Moehne, "recon: 4, flak: 0");
    let sky = sky.ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne, damaged: true");
    let mut p = sky.ship("AJ-M", "Seasoned", "zone: NorthSea, primary: Moehne").open();
    p.fly("Coordination");
    let mut seen: Vec<String> = vec![];
    while p.seen("/flight/turn") == 3 && p.table.question().is_some() {
        let phase = p.seen("/phase").as_str().unwrap_or("").to_owned();
        if !seen.contains(&phase) {
            seen.push(phase);
        }
        let answer = calm(&p);
        p.answer(&answer);
    }
    let turn = [
        "Coordination Phase",
        "Wireless Telegraphy Phase",
        "Move Phase",
        "Navigation Check",
        "Place Hazards Phase",
        "Evade Hazards Phase",
        "Resolve Hazards Phase",
        "Target Acquisition Phase",
        "Target Map Phase",
    ];
    let found: Vec<&String> = seen.iter().filter(|s| turn.contains(&s.as_str())).collect();
    assert_eq!(found, turn, "{seen:?}");
    p.logged("Flight Turn 4", "7.0.a");
}

/// Two attacked dams: at the Ennepe one mine is away, at the Sorpe a flare burns late in the hour.
fn two_dams() -> Played {
    let sky = Sky::of(2).zones([0, 3, 0]).skip("Nightfighter");
    let sky = sky.dam(DamId::Ennepe, "recon: 4, flak: 0").dam(DamId::Sorpe, "recon: 4, flak: 0");
    let sky = sky.ship("AJ-G", "Green", "zone: DutchCoast, primary: Ennepe");
    let sky = sky.ship("AJ-M", "Green", "zone: DutchCoast, primary: Sorpe").draws("L3 L4 L29 L30");
    let mut p = sky.draws(&POOR.join(" ")).open();
    p.fly("Which dam is attacked first?").answer("attack:Ennepe").fly("starts a run?");
    p.release_near("AJ-G", "1,1").to("Circling Phase").answer("end:circling");
    p.to("Circling Phase").answer("home:AJ-G");
    while !(p.seen("/dam_name") == "Sorpe" && p.seen("/turn") == 8 && p.at("Circling Phase")) {
        let answer = calm(&p);
        p.answer(&answer);
    }
    p.answer("flare:AJ-M");
    p
}

/// proves: 7.10.b
#[test]
fn r7_10_b_away_from_the_busiest_dam_things_may_calm_down() {
    let mut p = two_dams();
    p.fly("Where does the activity die down?").asked(Seat(0), "7.10.b");
    let busy = |p: &Played, dam: usize| p.seen(&format!("/flight/dams/{dam}/activity"));
    let (ennepe, sorpe) = (busy(&p, DamId::Ennepe as usize), busy(&p, DamId::Sorpe as usize));
    assert_ne!(ennepe, sorpe);
    let (calm, other) =
        if ennepe.as_u64() > sorpe.as_u64() { ("Sorpe", "Ennepe") } else { ("Ennepe", "Sorpe") };
    p.offers_only(&[&format!("calm:{calm}"), "nowhere"]).offers_no(&format!("calm:{other}"));
    p.answer(&format!("calm:{calm}")).logged("grows quieter", "7.10.b");
    let (e2, s2) = (busy(&p, DamId::Ennepe as usize), busy(&p, DamId::Sorpe as usize));
    let less = |before: &serde_json::Value, after: &serde_json::Value| {
        before.as_u64().unwrap_or(0).saturating_sub(after.as_u64().unwrap_or(0))
    };
    assert_eq!(less(&ennepe, &e2) + less(&sorpe, &s2), 1);
}

/// proves: 3.5.1.b, 3.5.1.a
#[test]
fn r3_5_1_b_the_sorpe_is_worth_one_more_when_the_moehne_is_down() {
    let worth = |down: &[DamId]| reservoirs(content(), |dam| down.contains(&dam));
    assert_eq!(worth(&[]), 0);
    assert_eq!(worth(&[DamId::Moehne, DamId::Eder]), 11);
    let (alone, both) = (worth(&[DamId::Sorpe]), worth(&[DamId::Sorpe, DamId::Moehne]));
    assert_eq!((alone, both), (3, worth(&[DamId::Moehne]) + 4));
    assert_eq!(worth(&DamId::ALL), 23);
}

/// proves: 7.10.a, 7.10.c
#[test]
fn r7_10_c_over_when_nobody_is_left_in_the_air() {
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne, damaged: true");
    let mut p = sky.open();
    p.answer("home:AJ-G").prompt("the return of AJ-G").sees("/flight/turn", 2);
    // Somebody who has still to take off keeps it going.
    let late = sky.ship("AJ-M", "Seasoned", "primary: Moehne, from_flight_turn: 4");
    let mut p = late.open();
    p.answer("home:AJ-G").fly("Navigation Check of AJ-M").sees("/flight/turn", 4).on("AJ-M", "english_coast");
}

/// proves: 5.1.a
#[test]
fn r5_1_a_a_scenario_may_leave_the_way_home_out() {
    let sky = Sky::of(2).ship("AJ-G", "Seasoned", "zone: NorthSea, primary: Moehne, damaged: true");
    let mut p = sky.clone().skip("ReturnToBase").open();
    p.answer("home:AJ-G").on("AJ-G", "returned").ended("Stands");
    sky.open().answer("home:AJ-G").prompt("the return of AJ-G");
}
