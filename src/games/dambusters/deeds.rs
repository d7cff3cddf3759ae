//! What each Lancaster did with its mine, and where it was lost: a record for the debriefing, that no rule reads.

use std::hash::{Hash, Hasher};

use bevy::prelude::{Resource, World};
use serde::Serialize;

use super::components::Space;
use super::data::DamId;
use super::op::Ship;
use super::planning::Blotter;
use super::scenario::ship_of;
use crate::kernel::ids::{PieceId, Pieces};

/// What has come about so far in the night that is flown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Deed {
    released: Option<DamId>,
    ran_true: bool,
    torn_off: bool,
    lost_at: Option<DamId>,
}

/// The deeds of the night that is flown, and those of a first night that is over.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    now: Vec<(PieceId, Deed)>,
    first: Vec<(PieceId, DeedView)>,
}

/// It follows from the rest of what the rules keep, so it adds nothing to the digest.
impl Hash for Deeds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Deeds {
    fn of(&mut self, id: PieceId) -> &mut Deed {
        let at = self.now.iter().position(|(of, _)| *of == id).unwrap_or_else(|| {
            self.now.push((id, Deed::default()));
            self.now.len() - 1
        });
        &mut self.now[at].1
    }

    /// Its mine is released at a dam (clause 3.3.1.a).
    pub fn released(&mut self, id: PieceId, dam: DamId) {
        self.of(id).released = Some(dam);
    }

    /// The mine that it released runs true (clause 4.2.13.r).
    pub fn ran_true(&mut self, id: PieceId) {
        self.of(id).ran_true = true;
    }

    /// Its mine is torn off on the way (clause 7.7.3e.a).
    pub fn torn_off(&mut self, id: PieceId) {
        self.of(id).torn_off = true;
    }

    /// It is lost over a dam.
    pub fn lost_at(&mut self, id: PieceId, dam: DamId) {
        self.of(id).lost_at = Some(dam);
    }
}

/// What has become of a mine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum MineFate {
    /// None was carried.
    None,
    /// It is aboard.
    Aboard,
    /// It was released at a dam.
    Released,
    /// It was torn off on the way.
    TornOff,
    /// It was brought back to Scampton.
    BroughtBack,
    /// It was lost with the Lancaster.
    LostWithIt,
}

/// What a Lancaster did in one night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DeedView {
    /// The night: 1, or 2 in a follow-up raid.
    pub night: u8,
    /// What became of its mine.
    pub mine: MineFate,
    /// The dam at which it was released.
    pub released_at: Option<DamId>,
    /// Whether it ran true there.
    pub ran_true: bool,
    /// Whether the Lancaster was lost in this night.
    pub lost: bool,
    /// The dam over which it was lost; none when that was on the way or on the way home.
    pub lost_at: Option<DamId>,
}

/// What a Lancaster has done in the night that is flown; none when it does not fly.
fn tonight(world: &World, id: PieceId, ship: &Ship, night: u8) -> Option<DeedView> {
    // A Lancaster of the campaign flies with a mine or not at all.
    if world.contains_resource::<Blotter>() && !ship.bomb.carried {
        return None;
    }
    let deeds = world.resource::<Deeds>();
    let deed = deeds.now.iter().find(|(of, _)| *of == id).map(|(_, deed)| *deed).unwrap_or_default();
    let lost = ship.at.space == Space::Lost;
    let mine = match deed {
        _ if !ship.bomb.carried => MineFate::None,
        Deed { released: Some(_), .. } => MineFate::Released,
        Deed { torn_off: true, .. } => MineFate::TornOff,
        _ if lost => MineFate::LostWithIt,
        _ if ship.at.space == Space::Home => MineFate::BroughtBack,
        _ => MineFate::Aboard,
    };
    let Deed { released, ran_true, lost_at, .. } = deed;
    Some(DeedView { night, mine, released_at: released, ran_true, lost, lost_at })
}

/// What a Lancaster has done, night by night; nothing for one that did not fly.
#[must_use]
pub fn deeds_of(world: &World, id: PieceId, ship: &Ship) -> Vec<DeedView> {
    let deeds = world.resource::<Deeds>();
    let second = super::follow_up::second_night(world);
    let first = deeds.first.iter().filter(|(of, _)| *of == id).map(|(_, deed)| *deed);
    first.chain(tonight(world, id, ship, if second { 2 } else { 1 })).collect()
}

/// The first night is over: its deeds are kept, and those of the second begin.
pub fn next_night(world: &mut World) {
    let pieces = world.resource::<Pieces>();
    let first =
        pieces.ids().filter_map(|id| Some((id, tonight(world, id, &ship_of(world, id)?, 1)?))).collect();
    *world.resource_mut::<Deeds>() = Deeds { now: Vec::new(), first };
}
