//! What planning does to the flight and the attack: training, modifications, moon, reconnaissance, the coast.

use super::rig::Plan;
use super::sortie::sortie_after;
use crate::rig::Rig;
use crate::sortie::say;
use crate::table::content;
use bombers_moon::games::dambusters::components::{Bomb, Dam, Mine, Run};
use bombers_moon::games::dambusters::data::{FlightZone, Levels};
use bombers_moon::games::dambusters::op::Ship;
use bombers_moon::games::dambusters::planning::Trim;
use bombers_moon::games::dambusters::rules::release::standing_modifiers;
use bombers_moon::games::dambusters::rules::returning::return_modifiers;
use bombers_moon::games::dambusters::scenario::ship_of;
use bombers_moon::kernel::chart::Modifier;
use bombers_moon::kernel::ids::{PieceId, Pieces};

/// A Lancaster of a campaign before anything is modified.
fn ship() -> (Ship, Trim) {
    let p = Plan::open("");
    let ship = ship_of(p.table.world(), PieceId(0)).expect("a Lancaster");
    let trim = ship.trim.expect("the campaign's");
    (ship, trim)
}

fn applied(all: &[Modifier], clause: &str) -> Option<i32> {
    all.iter().find(|m| m.clause.0 == clause).map(Modifier::applied)
}

/// proves: 10.3.2.a
#[test]
fn r10_3_2_a_the_levels_of_training_are_those_that_fly() {
    let (mut ship, trim) = ship();
    let levels = Levels { navigation: 5, altitude_speed: 4, bomb_aiming: 3 };
    ship.trim = Some(Trim { levels, ..trim });
    assert_eq!(ship.levels(&content().tables.training), levels);
}

/// proves: 10.4.4.a, 10.4.4.b, 4.2.3.d
#[test]
fn r10_4_4_b_no_altitude_chits_without_the_altimeter_modifications() {
    let (mut ship, trim) = ship();
    assert!(!ship.lit());
    ship.trim = Some(Trim { aldis: true, ..trim });
    assert!(ship.lit());
}

/// proves: 10.4.4.c, 4.2.13.q, 4.2.13.n
#[test]
fn r10_4_4_c_training_counts_at_the_release_only_with_the_bombsight() {
    let (mut ship, trim) = ship();
    let levels = Levels { navigation: 0, altitude_speed: 0, bomb_aiming: 6 };
    let standing = |ship: &Ship| standing_modifiers(&content().tables, ship, &Run::default(), 0);
    ship.trim = Some(Trim { levels, dann: false, ..trim });
    assert_eq!(applied(&standing(&ship), "4.2.13.q"), Some(0));
    ship.trim = Some(Trim { levels, dann: true, moon: false, ..trim });
    assert_eq!(applied(&standing(&ship), "4.2.13.q"), Some(2));
    // [4.2.13.n] And the moon matters.
    assert_eq!(applied(&standing(&ship), "4.2.13.n"), Some(-1));
    ship.trim = Some(Trim { levels, dann: true, moon: true, ..trim });
    assert_eq!(applied(&standing(&ship), "4.2.13.n"), Some(0));
}

/// proves: 5.1.m
#[test]
fn r5_1_m_seven_levels_of_zone_reconnaissance_help_on_the_way_home() {
    let (mut ship, trim) = ship();
    for (recon, value) in [(true, 1), (false, 0)] {
        ship.trim = Some(Trim { recon, ..trim });
        assert_eq!(applied(&return_modifiers(&ship, FlightZone::Ruhr, 0), "5.1.m"), Some(value));
    }
}

/// proves: 4.4.4.c, 10.3.3.b
#[test]
fn r4_4_4_c_with_the_wallis_bonus_the_higher_number_counts_without_a_roll() {
    let (_, trim) = ship();
    for (wallis, rolls) in [(true, false), (false, true)] {
        let rig = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "");
        let mut world = rig.mines(&["U11", "U12"]).world();
        let entity = world.resource::<Pieces>().entity(PieceId(0));
        world.entity_mut(entity).insert(Trim { wallis, ..trim });
        // As if its mine had waited for somebody to see it.
        let marker = world.get_mut::<Bomb>(entity).and_then(|mut b| b.upkeep.take()).unwrap_or(0);
        let mut dam = world.resource_mut::<Dam>();
        dam.hits.push(Mine::new(marker, PieceId(0)));
        dam.released += 1;
        for answer in ["end:run", "end:circling", "roll=6,6"] {
            say(&mut world, answer);
        }
        let damage = world.resource::<Dam>().hits[0].damage;
        assert_eq!(damage, if rolls { None } else { Some(4) });
    }
}

/// proves: 7.5.3.g, 11.1.d
#[test]
fn r7_5_3_g_grounded_aircraft_leave_the_coast_watched_on_turn_1() {
    for (turn, markers) in [("1", "3 yellow"), ("2", "1 yellow")] {
        let mut p = Plan::open("");
        p.picks("groundcrew:A dedicate:A:requisitions lancaster:1 lancaster:1 lancaster:1 upkeep:1 crew:Veteran:1");
        p.prepare().picks(
            "check roll=3,3 ground:AJ-G ground:AJ-M check roll=6,6 roll=6,6 end:recon crew-all end:sortie",
        );
        p.picks("end:waves primary:Möhne no-secondary");
        p.picks(&format!("take-off:{turn} last-resort:Sorpe"));
        p.0.until("Hazards in English Coast");
        p.prompt(markers);
    }
}

/// All four fly to the Möhne in one wave, on the raid of this Planning Turn.
fn raid(vhf: bool, turns: u8) -> Plan {
    let mut p = sortie_after(vhf, turns);
    p.picks("crew-all end:sortie wave:AJ-G:1 wave:AJ-M:1 wave:AJ-P:1 wave:AJ-A:1 end:waves");
    p.picks("primary:Möhne no-secondary take-off:1 last-resort:Sorpe");
    p
}

/// proves: 7.4.1.f
#[test]
fn r7_4_1_f_navigation_is_harder_without_a_moon() {
    for (turns, value) in [(1, 0), (2, -1)] {
        let mut p = raid(true, turns);
        p.0.until("the Navigation Check of");
        p.modifier("7.4.1.f", value);
    }
}

/// proves: 10.4.4.f, 7.2.g
#[test]
fn r10_4_4_f_without_vhf_each_lancaster_is_called_by_itself() {
    let mut p = raid(false, 1);
    p.0.until("Wireless: whom do you call?");
    p.0.barred("wireless-wave:Wave 1", "10.4.4.f").offers("wireless:AJ-M");
    let mut p = raid(true, 1);
    p.0.until("Wireless: whom do you call?");
    p.0.offers("wireless-wave:Wave 1");
}
