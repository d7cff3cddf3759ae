//! The Flight Map as the squadron's seat sees it: fronts of hazards, never what lies beneath (clause 7.5.4.a).

use bevy::prelude::World;
use serde::Serialize;

use super::air::{Altitude, Flight, Unit};
use super::attack_order::{Rank, Station};
use super::components::{Clock, Dam, Space};
use super::data::{DamId, FlightZone, Front, GameData};
use super::draws_view::{DrawsView, draws_view};
use super::group;
use super::planning::Blotter;
use super::scenario::{orders_of, ship_of};
use super::systems::flight::{WAVE_NAMES, altitude};
use crate::kernel::ids::{PieceId, Pieces};

/// The Flight Map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlightView {
    /// Flight Turn.
    pub turn: u8,
    /// Its hour.
    pub clock: String,
    /// Whether the late turns give free choice.
    pub free: bool,
    /// Alert Level.
    pub alert: u8,
    /// Whether it rises at the end of the turn.
    pub alert_pending: bool,
    /// Target of Last Resort.
    pub last_resort: &'static str,
    /// The zones from west to east.
    pub zones: Vec<ZoneView>,
    /// The waves.
    pub waves: Vec<WaveView>,
    /// The dams.
    pub dams: Vec<SiteView>,
    /// Orders of the Lancasters, in the order of the Squadron Log.
    pub orders: Vec<OrdersView>,
    /// The dam whose Target Map is in use.
    pub active: Option<DamId>,
    /// Whether the optional rules of high altitude are in use (clause 14.0.a).
    pub altitude: bool,
}

/// A zone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ZoneView {
    /// Which.
    pub zone: FlightZone,
    /// Recon Level, in hostile zones.
    pub recon: Option<u8>,
    /// The markers that it draws in Place Hazards as things stand.
    pub draws: Option<DrawsView>,
    /// Hazard markers here: front, whose, and what it is once revealed.
    pub hazards: Vec<HazardView>,
}

/// A Hazard marker.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HazardView {
    /// Its number among all markers on the map, as offers name it.
    pub mark: usize,
    /// Its front.
    pub front: Front,
    /// Its colour.
    pub colour: &'static str,
    /// The unit or Lancaster that it is assigned to.
    pub on: Option<String>,
    /// What it is, once revealed.
    pub what: Option<&'static str>,
}

/// A wave.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WaveView {
    /// Its name.
    pub name: &'static str,
    /// Its acting leader.
    pub leader: PieceId,
    /// Its members.
    pub members: Vec<PieceId>,
    /// Formation Compromised.
    pub compromised: bool,
    /// Flares on it.
    pub flares: u8,
    /// Whether it flies high (clause 14.1.a).
    pub high: bool,
    /// The person that leads it, where several share the squadron.
    pub player: Option<u8>,
    /// Where it is, by place id.
    pub place: &'static str,
}

/// A dam.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SiteView {
    /// Which.
    pub dam: DamId,
    /// Its name.
    pub name: &'static str,
    /// Recon Level.
    pub recon: u8,
    /// Whether water and defences are known: in the campaign somebody has looked, or the crews have found them (clauses
    /// 12.1.a and 12.1.b).
    pub known: bool,
    /// Flak Level.
    pub flak: u8,
    /// Activity Level.
    pub activity: u8,
    /// Damage that counts.
    pub damage: i32,
    /// Damage that breaches it.
    pub capacity: u8,
    /// Whether it is breached.
    pub breached: bool,
    /// Mines released here.
    pub released: u8,
    /// Whether an attack is carried over.
    pub open: bool,
}

/// A Lancaster's orders.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrdersView {
    /// The piece.
    pub id: PieceId,
    /// Primary Target.
    pub primary: Option<&'static str>,
    /// Secondary Target.
    pub secondary: Option<&'static str>,
    /// Its wave.
    pub wave: Option<&'static str>,
    /// Whether no message reaches it any more.
    pub deaf: bool,
    /// Whether it is delayed.
    pub delayed: bool,
    /// Flares on it.
    pub flares: u8,
    /// Whether it flies high (clause 14.1.a).
    pub high: bool,
    /// The person that it belongs to, where several share the squadron.
    pub player: Option<u8>,
    /// The turn of its take-off, while it stands at Scampton.
    pub from_turn: Option<u8>,
    /// Its place in an Attack Order, where VHF is not fitted.
    pub line: Option<LineView>,
}

/// A place in an Attack Order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineView {
    /// The wave whose line it is.
    pub wave: &'static str,
    /// Its place; the leader's is 0.
    pub place: u8,
    /// What it is at its dam.
    pub rank: Rank,
    /// Whether it is held in Circling Far.
    pub held: bool,
}

/// The Flight Map, in scenarios that are flown on it.
#[must_use]
pub fn flight_view(world: &World) -> Option<FlightView> {
    let flight = world.resource::<Flight>();
    if !flight.on {
        return None;
    }
    let data = world.resource::<GameData>();
    let pieces = world.resource::<Pieces>();
    let table = &data.tables.flight;
    Some(FlightView {
        turn: flight.turn,
        clock: table.clock(flight.turn).to_owned(),
        free: table.free(flight.turn),
        alert: flight.alert,
        alert_pending: flight.alert_pending,
        last_resort: flight.last_resort.name(),
        zones: super::systems::flight::ZONES.into_iter().map(|zone| zone_view(world, flight, zone)).collect(),
        waves: (0..flight.waves.len()).filter_map(|n| wave_view(world, flight, n)).collect(),
        dams: DamId::ALL.into_iter().map(|dam| site_view(world, flight, dam)).collect(),
        orders: pieces.ids().filter_map(|id| orders_view(world, id)).collect(),
        active: flight.active,
        altitude: world.contains_resource::<Altitude>(),
    })
}

fn zone_view(world: &World, flight: &Flight, zone: FlightZone) -> ZoneView {
    let data = world.resource::<GameData>();
    let pieces = world.resource::<Pieces>();
    let hazards = flight.marks.iter().enumerate().filter(|(_, m)| m.zone == zone).map(|(mark, m)| {
        let what = data.tables.hazards.marker(m.colour, m.marker);
        let on = match (m.on, m.unit) {
            (Some(id), _) | (None, Some(Unit::Alone(id))) => Some(pieces.code(id).to_owned()),
            (None, Some(Unit::Wave(n))) => WAVE_NAMES.get(usize::from(n)).map(|w| (*w).to_owned()),
            (None, None) => None,
        };
        let shown = m.shown.then(|| what.label());
        HazardView { mark, front: what.front(), colour: m.colour.label(), on, what: shown }
    });
    ZoneView {
        zone,
        recon: zone.hostile().then(|| flight.zone_recon[zone as usize]),
        draws: draws_view(world, flight, zone),
        hazards: hazards.collect(),
    }
}

fn wave_view(world: &World, flight: &Flight, n: usize) -> Option<WaveView> {
    let pieces = world.resource::<Pieces>();
    let wave = flight.waves[n];
    let members: Vec<PieceId> =
        pieces.ids().filter(|id| orders_of(world, *id).wave.is_some_and(|w| usize::from(w) == n)).collect();
    let first = *members.first()?;
    let place = ship_of(world, first)?.at.space.place();
    Some(WaveView {
        name: WAVE_NAMES.get(n)?,
        leader: wave.leader,
        members,
        compromised: wave.compromised,
        flares: wave.flares,
        high: altitude::is_high(world, first),
        player: group::player_of(world, wave.de_jure),
        place,
    })
}

fn site_view(world: &World, flight: &Flight, dam: DamId) -> SiteView {
    let data = world.resource::<GameData>();
    let site = &flight.sites[dam as usize];
    let (record, clock) = if flight.active == Some(dam) {
        (world.resource::<Dam>(), world.resource::<Clock>())
    } else {
        (&site.dam, &site.clock)
    };
    SiteView {
        dam,
        name: dam.name(),
        recon: site.recon,
        known: is_known(world, dam, site.recon),
        flak: record.flak,
        activity: record.activity(clock.flares.len()),
        damage: record.damage(),
        capacity: data.tables.dam(dam).capacity(site.water),
        breached: record.breached,
        released: record.released,
        open: site.open,
    }
}

/// Whether water and defences of a dam are known to the squadron (clauses 10.5.2.a and 12.1.c).
pub(super) fn is_known(world: &World, dam: DamId, recon: u8) -> bool {
    recon > 0 || world.get_resource::<Blotter>().is_none_or(|b| b.aloft.turned(dam))
}

fn orders_view(world: &World, id: PieceId) -> Option<OrdersView> {
    let o = orders_of(world, id);
    let waiting = ship_of(world, id)?.at.space == Space::Scampton;
    Some(OrdersView {
        id,
        primary: o.primary.map(DamId::name),
        secondary: o.secondary.map(DamId::name),
        wave: o.wave.and_then(|n| WAVE_NAMES.get(usize::from(n)).copied()),
        deaf: o.deaf,
        delayed: o.delayed > 0,
        flares: o.flares,
        high: altitude::is_high(world, id),
        player: group::player_of(world, id),
        from_turn: waiting.then_some(o.from_turn),
        line: line_view(world, id),
    })
}

fn line_view(world: &World, id: PieceId) -> Option<LineView> {
    if world.get_resource::<Blotter>()?.vhf() {
        return None;
    }
    let Station { wave, place, rank, held, .. } =
        *world.get::<Station>(world.resource::<Pieces>().entity(id))?;
    Some(LineView { wave: WAVE_NAMES.get(usize::from(wave?)).copied()?, place, rank, held: held > 0 })
}
