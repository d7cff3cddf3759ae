//! 4.4.4 Detonation Result and 5.2 Morning Reconnaissance.

use bevy::prelude::World;
use bombers_moon::games::dambusters::components::{Bomb, Dam, Mine};
use bombers_moon::kernel::ids::{Pieces, Seat};
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use crate::rig::{GOOD, Rig, SOUND};
use crate::sortie::{Sortie, say};

/// A success at the Möhne by AJ-A with this mine; AJ-B watches. At the detonation roll.
fn success(mine: &'static str) -> Played {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .mines(&[mine])
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("the result of the mine of AJ-A");
    p
}

/// A success at the Eder by AJ-A, which then flies into the hill; the others circle far away.
fn unseen(mine: &'static str, more: usize) -> Played {
    let codes = ["AJ-B", "AJ-C"];
    let mut rig = Rig::at("Eder").bomber("AJ-A", "Green", "").mines(&[mine]).draws(&SOUND);
    for code in codes.iter().take(more) {
        rig = rig.bomber(code, "Green", "start: CirclingFar");
    }
    let mut p = rig.draws(&SOUND).open();
    p.far("AJ-A").answer("release").to("the release of AJ-A").roll("6,6").roll("1,1").is_at("AJ-A", "Lost");
    p
}

/// proves: 4.4.4.a
#[test]
fn r4_4_4_a_resolved_while_somebody_circles_near() {
    let mut p = success("U11");
    p.asked(Seat(0), "4.4.4.b").sees("/hits/0/damage", Value::Null).roll("1").sees("/hits/0/damage", 3);
    // Once: it is not rolled for again.
    p.to_end();
    let rolls = p.table.log(Seat(0)).iter().filter(|(_, t, _)| t.contains("Detonation Result")).count();
    assert_eq!(rolls, 1);
    // Nobody there: not now.
    let mut p = unseen("U11", 1);
    p.to("Circling Phase").answer("end:circling").to("Circling Phase").sees("/turn", 2);
    p.sees("/hits/0/damage", Value::Null).not_logged("Detonation Result");
}

/// proves: 4.4.4.b, 2.4.1.b
#[test]
fn r4_4_4_b_even_takes_the_even_number_odd_the_odd() {
    // One marker of each kind: number, odd, even.
    for (mine, odd, even) in
        [("U1", 1, 2), ("U4", 1, 4), ("U6", 3, 2), ("U11", 3, 4), ("U18", 5, 2), ("U20", 5, 4), ("U24", 5, 6)]
    {
        for (die, damage) in [("1", odd), ("2", even), ("3", odd), ("4", even), ("5", odd), ("6", even)] {
            let mut p = success(mine);
            assert_eq!((p.spec().dice, p.spec().sum()), (1, 0));
            p.roll(die).sees("/hits/0/damage", damage).sees("/damage", damage);
            p.logged(&format!("does {damage} damage"), "4.4.4.b");
        }
    }
}

/// proves: 4.4.4.b, 2.4.d
#[test]
fn r4_4_4_b_the_mine_is_turned_over_before_the_die_is_thrown() {
    let mut p = success("U24");
    p.logged("The mine of AJ-A is turned over: 5 for an odd die, 6 for an even one", "4.4.4.b");
    p.sees("/hits/0/numbers", json!([5, 6])).sees("/hits/0/damage", Value::Null);
}

/// proves: 4.4.4.d
#[test]
fn r4_4_4_d_deferred_until_a_status_phase_has_somebody_there() {
    let mut p = unseen("U11", 1);
    p.to("Circling Phase").not_logged("Nobody near enough").answer("end:circling").to("Circling Phase");
    p.sees("/turn", 2).logged("Nobody near enough to see the result", "4.4.4.d");
    p.sees("/hits/0/from", "AJ-A").sees("/hits/0/damage", Value::Null).sees("/damage", 0);
    // A turn later still nobody, then AJ-B comes near.
    p.answer("end:circling").to("Circling Phase").sees("/turn", 3);
    p.sees("/hits/0/damage", Value::Null).answer("near:AJ-B").to("the result of the mine of AJ-A");
    p.sees("/turn", 3).roll("2").sees("/hits/0/damage", 4);
    // Nothing is said when nothing waits.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "start: CirclingFar").open();
    p.to("Nightfighter sighted?").to("Circling Phase").sees("/turn", 2).not_logged("Nobody near enough");
}

/// proves: 4.4.4.e, 5.2.a
#[test]
fn r4_4_4_e_what_nobody_saw_is_settled_in_the_morning() {
    // The squadron's last aircraft hits the hill: the raid is over with the mine unrevealed.
    let mut p = unseen("U24", 0);
    p.prompt("the result of the mine of AJ-A").asked(Seat(0), "5.2.a").sees("/hits/0/damage", Value::Null);
    p.roll("6").sees("/hits/0/damage", 6).prompt("the photographs of the mine of AJ-A");
    // Seen on the night, it is not rolled for in the morning.
    let mut p = success("U11");
    p.roll("1").to("the photographs of the mine of AJ-A").sees("/hits/0/damage", 3);
}

/// proves: 4.4.4.f
#[test]
fn r4_4_4_f_several_may_be_revealed_in_one_phase() {
    let rig =
        Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").bomber("AJ-C", "Green", "");
    let mut world = rig.mines(&["U1", "U24", "U11"]).world();
    let ids: Vec<_> = world.resource::<Pieces>().ids().collect();
    // As if two mines had waited for somebody to see them.
    for id in &ids[..2] {
        let entity = world.resource::<Pieces>().entity(*id);
        let marker = world.get_mut::<Bomb>(entity).and_then(|mut b| b.upkeep.take()).unwrap_or(0);
        let mut dam = world.resource_mut::<Dam>();
        dam.hits.push(Mine::new(marker, *id));
        dam.released += 1;
    }
    for answer in ["end:run", "end:circling", "roll=6,6"] {
        say(&mut world, answer);
    }
    let asked = |world: &World| {
        let q = world.resource::<Flow>().question().map(|q| q.prompt(world.resource::<Pieces>()));
        q.unwrap_or_default()
    };
    assert_eq!(asked(&world), "the result of the mine of AJ-A");
    say(&mut world, "roll=2");
    assert_eq!(asked(&world), "the result of the mine of AJ-B");
    say(&mut world, "roll=2");
    let damage: Vec<_> = world.resource::<Dam>().hits.iter().map(|m| m.damage).collect();
    assert_eq!(damage, [Some(2), Some(6)]);
    assert_eq!(asked(&world), "The dam is breached. Break off, or widen the breach?");
}

/// proves: 4.4.4.g
#[test]
fn r4_4_4_g_breached_at_the_capacity_of_its_water_level() {
    // Ennepe: 4 at Full, 5 at High, 7 at Rising. The mine does 5 or 6, 3 or 4.
    for (water, mine, die, breached) in [
        ("Full", "U11", "2", true),
        ("Full", "U11", "1", false),
        ("High", "U11", "2", false),
        ("High", "U24", "1", true),
        ("Rising", "U24", "2", false),
    ] {
        let mut p = Rig::at("Ennepe")
            .with("water", water)
            .bomber("AJ-A", "Green", "")
            .bomber("AJ-B", "Green", "")
            .mines(&[mine])
            .draws(&GOOD)
            .open();
        p.release_near("AJ-A", "6,6").to("the result of the mine").roll(die).sees("/breached", breached);
        if breached {
            p.logged("The dam is breached", "4.4.4.g");
        } else {
            p.not_logged("The dam is breached");
        }
    }
}

/// proves: 4.4.4.g
#[test]
fn r4_4_4_g_damage_adds_up() {
    let mut p = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .bomber("AJ-C", "Green", "")
        .mines(&["U11", "U12", "U13"])
        .draws(&GOOD)
        .draws(&GOOD)
        .open();
    p.sees("/capacity", 6).release_near("AJ-A", "6,6").to("the result of the mine").roll("1");
    p.sees("/damage", 3).sees("/breached", false);
    p.release_near("AJ-B", "6,6").to("the result of the mine").roll("1").sees("/damage", 6);
    p.sees("/breached", true);
}

/// AJ-A's mine went off with this damage die; the morning's photographs are due.
fn photographs(dam: &'static str, mine: &'static str, die: &str) -> Played {
    let mut p = Rig::at(dam)
        .ends("NoUpkeepLeft, NightfighterAttack, AfterTurn(1)")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .mines(&[mine])
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("the result of the mine").roll(die).to("the photographs of the mine");
    p
}

/// proves: 5.2.a
#[test]
fn r5_2_a_unrevealed_mines_come_before_the_photographs() {
    let mut p = unseen("U24", 1);
    p.to("the result of the mine of AJ-A").asked(Seat(0), "5.2.a").sees("/turn", 16).roll("1");
    p.sees("/hits/0/damage", 5).prompt("the photographs of the mine of AJ-A");
    // All revealed already: straight to the photographs.
    photographs("Moehne", "U11", "1").asked(Seat(0), "5.2.b");
}

/// proves: 5.2.b
#[test]
fn r5_2_b_a_one_takes_a_point_off_a_six_adds_one() {
    for (die, damage, recon) in
        [("1", 2, -1), ("2", 3, 0), ("3", 3, 0), ("4", 3, 0), ("5", 3, 0), ("6", 4, 1)]
    {
        let mut p = photographs("Moehne", "U11", "1");
        assert_eq!((p.spec().dice, p.spec().sum()), (1, 0));
        p.roll(die).sees("/damage", damage).sees("/hits/0/recon", recon);
    }
    // One die for each mine that went off, none for a failure.
    let mut p = Rig::at("Moehne")
        .ends("NightfighterAttack, NoUpkeepLeft, AfterTurn(3)")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .bomber("AJ-C", "Green", "")
        .draws(&GOOD)
        .draws(&GOOD)
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").release_near("AJ-B", "6,5").release_near("AJ-C", "1,2");
    p.to("the photographs of the mine of AJ-A").roll("6").prompt("the photographs of the mine of AJ-B");
    p.roll("6").ended("2 Down").sees("/misses", 1).sees("/damage", 10);
}

/// proves: 5.2.c
#[test]
fn r5_2_c_the_photographs_undo_a_breach_or_find_one() {
    // Ennepe holds 4. Four on the night, three in the morning: it stands.
    let mut p = photographs("Ennepe", "U11", "2");
    p.sees("/breached", true)
        .roll("1")
        .sees("/breached", false)
        .sees("/damage", 3)
        .to_end()
        .ended("1 Stands");
    p.logged("The dam is breached", "4.4.4.g").logged("The photographs show no breach", "5.2.c");
    // Three on the night, four in the morning: it is down.
    let mut p = photographs("Ennepe", "U11", "1");
    p.sees("/breached", false).roll("6").sees("/breached", true).to_end().ended("2 Down");
    // No change.
    photographs("Ennepe", "U11", "2").roll("3").to_end().ended("2 Down");
    photographs("Ennepe", "U11", "1").roll("3").to_end().ended("1 Stands");
    // A mine's damage never falls below 0.
    let mut p = photographs("Ennepe", "U1", "1");
    p.sees("/damage", 1).roll("1").sees("/damage", 0);
}
