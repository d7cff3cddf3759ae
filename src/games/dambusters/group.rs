//! Group play (reconstructed; clause 1.3.a points to it): two or three people share the squadron with open hands, a wave
//! each. Nothing in the rules changes; the table knows whom it asks.
//!
//! The Lancasters belong to the people three by three in the order of the squadron's list, which is that of the waves of
//! 1943. A wave is led by the person whose Lancaster leads it. What concerns everybody is the leader's to say, who is the
//! first.

use std::collections::BTreeSet;

use bevy::prelude::World;

use super::air::Flight;
use super::components::Raid;
use super::scenario::orders_of;
use super::systems::flight::wave_of;
use crate::kernel::decision::Question;
use crate::kernel::ids::{Arg, PieceId};

/// The aircraft of a wave at the start of the raid of 1943.
const WAVE: u16 = 3;

/// How many people share the squadron; 1 is the game as it is printed.
#[must_use]
pub fn players(world: &World) -> u8 {
    world.resource::<Raid>().setup.players.max(1)
}

/// The person that a Lancaster belongs to, from 1; `None` where one commands all.
#[must_use]
pub fn player_of(world: &World, id: PieceId) -> Option<u8> {
    let players = players(world);
    (players > 1).then(|| 1 + u8::try_from((id.0 / WAVE) % u16::from(players)).unwrap_or(0))
}

/// The person that leads a wave, by its leader's Lancaster.
#[must_use]
pub fn player_of_wave(world: &World, wave: u8) -> Option<u8> {
    let leader = world.resource::<Flight>().waves.get(usize::from(wave))?.de_jure;
    player_of(world, leader)
}

/// Whom a question is put to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// One person.
    Player(u8),
    /// Everybody about what is his.
    All,
}

/// Whom a question is put to: the person of the aircraft or wave that it names, or of all that is offered; everybody
/// where the offers are several people's, else the first. `None` where one commands all.
#[must_use]
pub fn asked(world: &World, question: &Question) -> Option<Asked> {
    if players(world) < 2 {
        return None;
    }
    let of_unit = |id: PieceId| {
        let wave = orders_of(world, id).wave;
        wave.map_or_else(|| player_of(world, id), |wave| player_of_wave(world, wave))
    };
    let named = |arg: Arg| match arg {
        Arg::Piece(id) => of_unit(id),
        Arg::Word(word) => wave_of(word).and_then(|wave| player_of_wave(world, wave)),
        _ => None,
    };
    let args = || question.args.iter().find_map(|arg| named(*arg));
    if let Some(player) = question.subject.and_then(of_unit).or_else(args) {
        return Some(Asked::Player(player));
    }
    let offered: BTreeSet<u8> =
        question.offers.iter().filter(|o| o.enabled()).filter_map(|o| named(o.key.a)).collect();
    Some(match (offered.first(), offered.len()) {
        (Some(player), 1) => Asked::Player(*player),
        (None, _) => Asked::Player(1),
        _ => Asked::All,
    })
}
