//! The follow-up raid of Scenarios 9 and 10: what the rules keep of the first night, and how the table is laid out for
//! the second (clauses 6.6.2.a, 11.1.e and 11.5.c).

use bevy::ecs::component::Mutable;
use bevy::prelude::{Component, Entity, Resource, World};

use super::air::{Altitude, Flight, Orders};
use super::attack_order::Station;
use super::components::{
    Airframe, At, Attached, Bomb, Clock, Dam, Elite, Lancaster, Marker, Raid, Run, Space,
};
use super::data::{Colour, Content, DamId, EliteId, GameData, Quality, Water};
use super::deeds;
use super::op::Ship;
use super::planning::{Aloft, Blotter, Ground, HOSTILE, Hull, LANCASTERS, Stock};
use super::scenario::ship_of;
use crate::kernel::ids::{PieceId, Pieces};

/// What became of the follow-up raid. Not there before a debriefing has asked for one.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FollowUp {
    /// Whether it was flown; else it was not ordered, or was declined.
    pub flown: bool,
    /// Lancasters that flew on the first night.
    pub flew: Vec<PieceId>,
    /// The Aircrew and the Elite Crewman of each that came back from it.
    pub crews: Vec<(PieceId, Quality, Option<EliteId>)>,
    /// Lancasters lost on the first night.
    pub fallen: Vec<PieceId>,
    /// Elite Crewmen lost with them.
    pub elite: Vec<EliteId>,
    /// Whether the Jinx was lost with one of them (clause 13.0.b).
    pub jinx: bool,
    /// Elite Crewmen whose one benefit was spent on the first night (clause 2.3.d).
    pub spent: Vec<EliteId>,
    /// Mines of the first night that lie at the dams or were torn off.
    pub mines: u8,
}

/// Whether the second night is being flown or planned.
#[must_use]
pub fn second_night(world: &World) -> bool {
    world.get_resource::<FollowUp>().is_some_and(|f| f.flown)
}

/// The Alert Level of a follow-up raid after a raid that ended at this one: the one time that it falls ([6.6.2.a]).
#[must_use]
pub fn alert_after(ended: u8) -> u8 {
    if ended < 2 { 1 } else { 2 }
}

/// Lays the table out for the second night: what has landed stands at Scampton, what was grounded, set aside or in
/// reserve beside it, and the dams as the first night left them.
pub(super) fn lay_out(world: &mut World) {
    let data = world.resource::<GameData>().clone();
    let content: &Content = &data;
    let pieces = world.resource::<Pieces>().clone();
    deeds::next_night(world);
    reserve(world, content, &pieces);
    let ships: Vec<(PieceId, Ship)> = pieces.ids().filter_map(|id| Some((id, ship_of(world, id)?))).collect();
    let first = world.resource::<Flight>().clone();
    let mut blotter = match world.get_resource::<Blotter>() {
        Some(blotter) => blotter.clone(),
        None => squadron(world.resource::<Raid>(), content, &ships, &first),
    };
    let flew: Vec<PieceId> = ships.iter().filter(|(_, s)| s.bomb.carried).map(|(id, _)| *id).collect();
    let fallen: Vec<&(PieceId, Ship)> = ships.iter().filter(|(_, s)| s.at.space == Space::Lost).collect();
    let jinx = blotter.jinxed.is_some_and(|at| fallen.iter().any(|(id, _)| id.0 == u16::from(at)));
    let dead: Vec<EliteId> = fallen.iter().filter_map(|(_, s)| s.elite.id).collect();
    let at_dams = first.sites.iter().map(|s| s.dam.released).fold(0u8, u8::saturating_add);
    let back = ships.iter().filter(|(_, s)| s.bomb.carried && s.at.space != Space::Lost);
    let follow_up = FollowUp {
        flown: true,
        flew,
        crews: back.map(|(id, s)| (*id, s.lancaster.quality, s.elite.id)).collect(),
        fallen: fallen.iter().map(|(id, _)| *id).collect(),
        elite: dead.clone(),
        jinx,
        spent: ships.iter().filter(|(_, s)| s.elite.spent).filter_map(|(_, s)| s.elite.id).collect(),
        mines: at_dams.saturating_add(first.torn_off),
    };
    muster(&mut blotter, &ships, &follow_up);
    refill(world, &ships);
    for (id, ship) in &ships {
        stand_down(world, pieces.entity(*id), ship);
    }
    let mut flight = world.resource_mut::<Flight>();
    for dam in DamId::ALL {
        let site = &mut flight.sites[dam as usize];
        quieten(&mut site.dam);
        site.clock = Clock::default();
        site.open = false;
        if !site.dam.breached {
            // The lakes have had a night and a day; a die may take that back.
            site.water = Water::Full;
        }
        let known = &mut blotter.dams[dam as usize];
        known.defences = [site.dam.flak, site.dam.searchlights, site.dam.balloons];
        known.water = Some(site.water);
        if site.dam.balloons == 0 {
            known.balloon = None;
        }
    }
    flight.turn = 1;
    flight.alert = alert_after(first.alert);
    blotter.alert = flight.alert;
    flight.alert_pending = false;
    flight.waves.clear();
    flight.queue.clear();
    flight.evaded = 0;
    flight.losses = 0;
    if let Some(mut altitude) = world.get_resource_mut::<Altitude>() {
        // [14.0.a] Everybody starts low.
        *altitude = Altitude::default();
    }
    world.insert_resource(Marker::default());
    world.insert_resource(Run::default());
    world.insert_resource(blotter);
    world.insert_resource(follow_up);
}

/// Lancasters that were unserviceable on the first night join the squadron.
fn reserve(world: &mut World, content: &Content, pieces: &Pieces) {
    for id in pieces.ids() {
        let entity = pieces.entity(id);
        let Some(aircraft) = content.tables.find_aircraft(pieces.code(id)) else { continue };
        if world.get::<Lancaster>(entity).is_none() {
            world.entity_mut(entity).insert((
                Lancaster { aircraft, quality: Quality::Green, from_turn: 1 },
                At { space: Space::Home, began: Space::Home },
                Airframe::default(),
                Bomb::default(),
                Elite::default(),
                Attached::default(),
                Orders::default(),
            ));
        }
    }
}

/// The blotter of a squadron that has planned nothing yet: that of a scenario, in which all is ready and trained.
fn squadron(raid: &Raid, content: &Content, ships: &[(PieceId, Ship)], flight: &Flight) -> Blotter {
    let tables = &content.tables;
    let aboard: Vec<EliteId> = ships.iter().filter_map(|(_, s)| s.elite.id).collect();
    let numbers = 1..=u8::try_from(tables.elite.len()).unwrap_or(u8::MAX);
    let levels = |q: Quality| {
        let l = tables.training.levels(q);
        [l.navigation, l.altitude_speed, l.bomb_aiming]
    };
    let mut blotter = Blotter {
        // The night of 16 May 1943 is that after the third turn.
        turn: 3,
        prepared: true,
        checked: true,
        groundcrew: [Ground { stock: Stock::InPlay, ..Ground::default() }; 8],
        cup: numbers.filter(|n| !aboard.contains(&EliteId(n.saturating_sub(1)))).collect(),
        elite: aboard,
        levels: Quality::ALL.map(levels),
        fitted: [true; 3],
        upkeep: raid.unused.clone(),
        last_resort: Some(flight.last_resort),
        ..Blotter::default()
    };
    for (id, ship) in ships {
        blotter.hulls[usize::from(id.0).min(LANCASTERS - 1)] = Hull::Sound;
        if ship.bomb.carried {
            blotter.aircrew[ship.lancaster.quality as usize] += 1;
        }
        blotter.upkeep.extend(ship.bomb.upkeep);
    }
    blotter.recruited = blotter.crews();
    for (zone, level) in HOSTILE.into_iter().zip(&mut blotter.zones) {
        *level = flight.zone_recon[zone as usize];
    }
    for (known, site) in blotter.dams.iter_mut().zip(&flight.sites) {
        known.recon = site.recon;
    }
    blotter
}

/// Who and what can fly on the second night: all that is not lost or used up ([11.1.e] [11.5.c]).
fn muster(blotter: &mut Blotter, ships: &[(PieceId, Ship)], follow_up: &FollowUp) {
    for (id, ship) in ships {
        let at = usize::from(id.0).min(LANCASTERS - 1);
        let flew = follow_up.flew.contains(id);
        let hull = &mut blotter.hulls[at];
        *hull = match *hull {
            _ if follow_up.fallen.contains(id) => Hull::Lost,
            Hull::Sound | Hull::Grounded if flew && ship.airframe.damaged => Hull::Damaged,
            Hull::Grounded => Hull::Sound,
            other => other,
        };
        if follow_up.fallen.contains(id) {
            let crews = &mut blotter.aircrew[ship.lancaster.quality as usize];
            *crews = crews.saturating_sub(1);
        }
        // [2.4.c] A mine that came home lies with the others again, unseen; one that did not is gone.
        let used = blotter.assigned[at].and_then(|a| a.upkeep).filter(|mine| ship.bomb.upkeep != Some(*mine));
        blotter.upkeep.retain(|mine| Some(*mine) != used);
    }
    blotter.upkeep.append(&mut blotter.grounded_upkeep);
    blotter.upkeep.sort_unstable();
    blotter.elite.retain(|id| !follow_up.elite.contains(id));
    blotter.jinx = blotter.jinx && !follow_up.jinx;
    blotter.unfit = [0; 3];
    blotter.coast_hazards = 0;
    blotter.assigned = [None; LANCASTERS];
    blotter.waves.clear();
    blotter.jinxed = None;
    // [12.0.a] No Surprise Check in a follow-up raid.
    blotter.aloft = Aloft::default();
    blotter.aloft.no_more_surprise();
    blotter.repaired = 0;
    blotter.launched = false;
    blotter.free_groundcrew();
}

/// Every Hazard marker goes back to its cup, but for those that left the game for good (clauses 2.1.3.b and 7.7.3f.c).
fn refill(world: &mut World, ships: &[(PieceId, Ship)]) {
    let pieces = world.resource::<Pieces>().clone();
    let delayed = |id: &PieceId| world.get::<Orders>(pieces.entity(*id)).map_or(0, |o| o.delayed);
    let delayed: u8 = ships.iter().map(|(id, _)| delayed(id)).sum();
    let mut flight = world.resource_mut::<Flight>();
    flight.gone[Colour::Yellow as usize] += delayed;
    for mark in std::mem::take(&mut flight.marks) {
        flight.put_back(mark.colour, mark.marker);
    }
    for (_, colour, marker) in std::mem::take(&mut flight.attached) {
        flight.put_back(colour, marker);
    }
}

/// A Lancaster between the nights: nothing aboard, no orders, at home unless it is lost.
fn stand_down(world: &mut World, entity: Entity, ship: &Ship) {
    fn set<C: Component<Mutability = Mutable>>(world: &mut World, entity: Entity, value: C) {
        if let Some(mut slot) = world.get_mut::<C>(entity) {
            *slot = value;
        }
    }
    set(world, entity, Orders::default());
    set(world, entity, Bomb::default());
    set(world, entity, Attached::default());
    set(world, entity, Station::default());
    if ship.at.space != Space::Lost {
        set(world, entity, At { space: Space::Home, began: Space::Home });
        set(world, entity, Elite::default());
    }
}

/// A dam between the nights: Activity 0, no nightfighter; the damage stays.
fn quieten(dam: &mut Dam) {
    dam.calmed = dam.released.saturating_add(dam.shot_down).saturating_add(dam.destroyed);
    dam.nearby = false;
}
