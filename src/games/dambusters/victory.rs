//! 5.3 What a night is judged by, and the measures that `simulate` prints.

use super::components::{Airframe, At, Bomb, Cause, Clock, Dam, Space};
use super::data::Night;
use super::op::Ship;
use crate::kernel::ids::Pieces;
use bevy::prelude::World;

/// The night as the debriefing chart sees it (clauses 5.2.c, 5.3.a).
pub fn night_of<'a>(dam: &Dam, ships: impl Iterator<Item = &'a Ship>) -> Night {
    let (mut lost, mut unspent) = (0u8, 0u8);
    for ship in ships {
        lost += u8::from(ship.at.space == Space::Lost);
        unspent += u8::from(ship.armed());
    }
    Night { breached: dam.breached, damage: u8::try_from(dam.damage()).unwrap_or(u8::MAX), lost, unspent }
}

/// The measures by name.
#[must_use]
pub fn measures(world: &World) -> Vec<(&'static str, i64)> {
    let dam = world.resource::<Dam>();
    let pieces = world.resource::<Pieces>();
    let (mut lost, mut at_target, mut missing, mut armed) = (0, 0, 0, 0);
    for id in pieces.ids() {
        let entity = pieces.entity(id);
        let gone = world.get::<At>(entity).is_some_and(|at| at.space == Space::Lost);
        let cause = world.get::<Airframe>(entity).and_then(|a| a.lost_to);
        lost += i64::from(gone);
        missing += i64::from(cause == Some(Cause::Missing));
        at_target += i64::from(cause.is_some_and(|c| c != Cause::Missing));
        armed += i64::from(world.get::<Bomb>(entity).is_some_and(|b| b.upkeep.is_some()));
    }
    vec![
        ("lost", lost),
        ("destroyed_at_target", at_target),
        ("missing_on_return", missing),
        ("released", i64::from(dam.released)),
        ("successes", i64::try_from(dam.hits.len()).unwrap_or(0)),
        ("concussions", i64::from(dam.concussions)),
        ("damage", i64::from(dam.damage())),
        ("breached", i64::from(dam.breached)),
        ("attack_turns", i64::from(world.resource::<Clock>().turn)),
        ("unspent", armed),
    ]
}
