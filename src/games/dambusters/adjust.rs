//! What of a raid may be adjusted by hand: turn, visibility, Defense Levels, damage and space of a Lancaster.
//!
//! The rules go on from an adjusted position only where a question is made from the position alone: when a run is
//! chosen, and in the Circling Phase. Mines are never touched, so that nothing hidden can show or go astray.

use bevy::prelude::World;

use super::air::{Flight, Target};
use super::components::{Airframe, At, Clock, Dam, Marker, Raid, Space};
use super::data::Visibility;
use super::phases::Phase;
use super::scenario::ship_of;
use crate::kernel::adjust::Adjustment;
use crate::kernel::chronicle::Chronicle;
use crate::kernel::driver::{self, Fault};
use crate::kernel::ids::{PieceId, Pieces};
use crate::kernel::phase::{Flow, Phases as _};

/// When it can be done, for players.
pub(super) const WHEN: &str = "it can be while a run is chosen and in the Circling Phase";

/// The step that puts the pending question, where the position may be adjusted.
fn step(world: &World) -> Option<u16> {
    let top = match world.resource::<Flow>().frames() {
        [only] => only,
        // An attack of a raid.
        [maps, top] if maps.phase == Phase::TargetMaps.index() => top,
        _ => return None,
    };
    match (top.phase, top.step) {
        (phase, 1) if phase == Phase::Run.index() => Some(0),
        (phase, 2) if phase == Phase::Circling.index() => Some(1),
        _ => None,
    }
}

/// Where a Lancaster may be put.
fn spaces(armed: bool, flies: bool) -> Vec<Space> {
    let mut all = vec![Space::CirclingNear, Space::CirclingFar];
    // On the Flight Map they go home by the Circling Phase.
    if !armed && !flies {
        // [4.3.d] With its mine aboard nobody goes home.
        all.push(Space::ReturnToBase);
    }
    all
}

fn numbers(from: u8, to: u8) -> Vec<(String, String)> {
    (from..=to).map(|n| (n.to_string(), n.to_string())).collect()
}

/// Attack Turns as they are kept, with the words for them: from 1 again in each hour of a raid.
fn turns(from: u8, to: u8, in_flight: bool) -> Vec<(String, String)> {
    let shown = |turn| Clock { turn, ..Clock::default() }.shown(in_flight);
    (from..=to).map(|n| (n.to_string(), shown(n).to_string())).collect()
}

fn of_table(id: &str, label: &str, now: String, values: Vec<(String, String)>) -> Adjustment {
    Adjustment { id: id.to_owned(), label: label.to_owned(), piece: None, now, values }
}

/// All that may be adjusted now.
pub(super) fn adjustments(world: &World) -> Vec<Adjustment> {
    if step(world).is_none() {
        return Vec::new();
    }
    let setup = world.resource::<Raid>().setup.at(world.resource::<Target>().dam);
    let (clock, dam) = (world.resource::<Clock>(), world.resource::<Dam>());
    // A flare burns since a turn that was played.
    let first = clock.flares.iter().copied().max().unwrap_or(1).max(1);
    let flight = world.resource::<Flight>();
    let (first, last) = if flight.on {
        // Within the eight turns of this Flight Turn.
        let last = clock.turn.div_ceil(8) * 8;
        (first.max(last - 7), last)
    } else {
        (first, setup.last_turn())
    };
    let plan = setup.flight.as_ref().map(|plan| plan.dams[world.resource::<Target>().dam as usize]);
    let most = plan.map_or((setup.flak, setup.searchlights), |dam| (dam.flak, dam.searchlights));
    let sky = [("clear", Visibility::Clear), ("fog", Visibility::Fog)];
    let mut out = vec![
        of_table("turn", "Attack Turn", clock.turn.to_string(), turns(first, last, flight.on)),
        of_table(
            "visibility",
            "Visibility",
            sky.iter().find(|(_, v)| *v == clock.visibility).map_or("", |(id, _)| id).to_owned(),
            sky.map(|(id, v)| (id.to_owned(), v.label().to_owned())).to_vec(),
        ),
    ];
    // [2.7.b] No Defense Level rises above that of the scenario.
    for (id, label, now, most) in [
        ("flak", "Flak Level", dam.flak, most.0),
        ("searchlights", "Searchlights Level", dam.searchlights, most.1),
    ] {
        if most > 0 {
            out.push(of_table(id, label, now.to_string(), numbers(0, most)));
        }
    }
    let pieces = world.resource::<Pieces>();
    for id in pieces.ids() {
        let Some(ship) = ship_of(world, id) else { continue };
        if ship.airframe.lost_to.is_some() {
            continue;
        }
        let code = pieces.code(id);
        let mut add = |name: &str, label: String, now: &str, values: Vec<(String, String)>| {
            out.push(Adjustment {
                id: format!("{name}:{code}"),
                label,
                piece: Some(id),
                now: now.to_owned(),
                values,
            });
        };
        let damage = [("none", "none"), ("damaged", "damaged")];
        add(
            "damage",
            format!("Damage of {code}"),
            damage[usize::from(ship.airframe.damaged)].0,
            damage.map(|(id, label)| (id.to_owned(), label.to_owned())).to_vec(),
        );
        let all = spaces(ship.armed(), flight.on);
        if all.contains(&ship.at.space) {
            let values = all.iter().map(|s| (s.place().to_owned(), s.label().to_owned())).collect();
            add("space", format!("Space of {code}"), ship.at.space.place(), values);
        }
    }
    out
}

/// Carries one out; id and value are among [`adjustments`].
pub(super) fn adjust(world: &mut World, id: &str, value: &str) -> Result<(), Fault> {
    let Some(step) = step(world) else { return Ok(()) };
    let number: u8 = value.parse().unwrap_or(0);
    match id.split_once(':') {
        Some((what, code)) => {
            if let Some(piece) = world.resource::<Pieces>().find(code) {
                of_ship(world, piece, what, value);
            }
        }
        None => match id {
            "turn" => {
                let mut clock = world.resource_mut::<Clock>();
                clock.turn = number;
                let (raid, hour) = (i32::from(number), i32::from(clock.space()));
                let turn = if world.resource::<Flight>().on { hour } else { raid };
                world.resource_mut::<Chronicle>().set_turn(turn);
            }
            "visibility" => {
                world.resource_mut::<Clock>().visibility =
                    if value == "fog" { Visibility::Fog } else { Visibility::Clear };
            }
            "flak" => world.resource_mut::<Dam>().flak = number,
            _ => world.resource_mut::<Dam>().searchlights = number,
        },
    }
    driver::ask_again(world, step)
}

fn of_ship(world: &mut World, piece: PieceId, what: &str, value: &str) {
    let entity = world.resource::<Pieces>().entity(piece);
    if what == "damage" {
        if let Some(mut airframe) = world.get_mut::<Airframe>(entity) {
            airframe.damaged = value == "damaged";
        }
        return;
    }
    let Some(space) = spaces(false, false).into_iter().find(|s| s.place() == value) else { return };
    if let Some(mut at) = world.get_mut::<At>(entity) {
        // It has not moved by the rules: it may still move in this phase.
        *at = At { space, began: space };
    }
    let mut marker = world.resource_mut::<Marker>();
    if !space.on_map() && marker.holder == Some(piece) {
        marker.holder = None;
    }
}
