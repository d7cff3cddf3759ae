//! The Mission Planning Blotter as the squadron's seat sees it: everything that a planning screen needs, nothing hidden.
//!
//! Which Upkeep, where the balloons fly and what stands on the backs of the Recon Level markers is in no view.

use bevy::prelude::World;
use serde::Serialize;

use super::data::{DamId, EliteId, GameData, LETTERS, Quality};
use super::planning::{Armorer, Blotter, Category, Fitting, HOSTILE, Hull, Played, Spy, Stock, Task};
use super::systems::planning::training::modifiers;
use crate::kernel::ids::{PieceId, Pieces};

/// The blotter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanningView {
    /// Planning Turn, 1–4.
    pub turn: u8,
    /// The last Planning Turn.
    pub last_turn: u8,
    /// Whether a raid launched now has a moon.
    pub moon: bool,
    /// The Planning Turns after which a raid has no moon.
    pub dark: Vec<u8>,
    /// Whether Flight Preparation has begun.
    pub prepared: bool,
    /// Whether the raid is in the air.
    pub launched: bool,
    /// Resource Points.
    pub points: u16,
    /// Requests for more.
    pub requests: u8,
    /// Extra Trainings ordered.
    pub extra_trainings: u8,
    /// Groundcrew, A to H.
    pub groundcrew: Vec<GroundView>,
    /// The Handle Limit of this phase and how much of it is used.
    pub handle: (u8, u8),
    /// Sortie Points of all Groundcrew in play.
    pub sortie_points: u8,
    /// Lancasters in the order of the Squadron Log.
    pub lancasters: Vec<HullView>,
    /// Aircrew by quality, Green first.
    pub aircrew: Vec<AircrewView>,
    /// Upkeep in play that may fly.
    pub upkeep: usize,
    /// Upkeep grounded.
    pub upkeep_grounded: usize,
    /// Upkeep markers that can still be requisitioned.
    pub upkeep_left: usize,
    /// Elite Crewmen in play that fly.
    pub elite: Vec<EliteInPlay>,
    /// Elite Crewman markers left in the cup.
    pub cup: usize,
    /// The Armorer: `away`, `ready` or `spent`.
    pub armorer: &'static str,
    /// The Spy: `unknown`, `in play` or `removed`.
    pub spy: &'static str,
    /// Whether the Jinx is in play.
    pub jinx: bool,
    /// Security markers.
    pub security: Vec<SecurityView>,
    /// The Security Risk Level as far as it is known without dice: spaces right, spaces left.
    pub risk_so_far: (u8, u8),
    /// Security Risk Level, Surprise Modifier and Alert Level, once checked.
    pub risk: Option<(u8, u8, u8)>,
    /// Training tracks.
    pub training: Vec<TrackView>,
    /// Whether Extra Training was ordered this turn.
    pub extra: bool,
    /// Combined Altitude & Speed levels, the total that earns the Wallis Bonus, whether it is in force.
    pub wallis: (u8, u8, bool),
    /// Modifications.
    pub fittings: Vec<FittingView>,
    /// Repairs made this turn and Erk Points for them.
    pub repairs: (u8, u8),
    /// Hostile zones.
    pub zones: Vec<ZoneReconView>,
    /// Dams.
    pub dams: Vec<DamReconView>,
    /// Hazard markers more in the English Coast zone on Flight Turn 1.
    pub coast_hazards: u8,
    /// Waves by code, the leader first.
    pub waves: Vec<Vec<String>>,
    /// Lancasters taking off by Flight Turn, from Turn 1 on.
    pub taking_off: Vec<usize>,
    /// The Target of Last Resort.
    pub last_resort: Option<&'static str>,
}

/// A Groundcrew marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GroundView {
    /// Its letter.
    pub id: &'static str,
    /// What it costs.
    pub cost: u16,
    /// `free`, `in play` or `gone`.
    pub stock: &'static str,
    /// Fatigued side up.
    pub fatigued: bool,
    /// Handle Limit, Erk Points, Sortie Points of the side that is up.
    pub values: (u8, u8, u8),
    /// The same of the Fatigued side.
    pub fatigued_values: (u8, u8, u8),
    /// What it is dedicated to.
    pub task: Option<&'static str>,
}

/// A Lancaster on the ground.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HullView {
    /// The piece.
    pub id: PieceId,
    /// Its code.
    pub code: String,
    /// `free`, `sound`, `damaged`, `grounded`, `crashed` or `lost`.
    pub state: &'static str,
    /// How it is to fly.
    pub assigned: Option<AssignedView>,
}

/// How a Lancaster is to fly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssignedView {
    /// Its Aircrew.
    pub quality: Quality,
    /// Its Elite Crewman.
    pub elite: Option<String>,
    /// Whether the Jinx flies in it.
    pub jinx: bool,
    /// Its wave, counted from 1.
    pub wave: Option<usize>,
    /// Its Primary Target.
    pub primary: Option<&'static str>,
    /// Its Secondary Target.
    pub secondary: Option<&'static str>,
    /// The Flight Turn in which it takes off, once settled.
    pub from_turn: Option<u8>,
}

/// Aircrew of a quality.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AircrewView {
    /// The quality.
    pub quality: Quality,
    /// In play.
    pub in_play: u8,
    /// That may not fly.
    pub unfit: u8,
    /// Markers that there are.
    pub markers: u8,
    /// What one costs.
    pub cost: u16,
}

/// An Elite Crewman in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EliteInPlay {
    /// His number, as offers name it.
    pub number: u8,
    /// His name.
    pub name: String,
    /// What he is.
    pub kind: &'static str,
    /// What he does.
    pub benefit: &'static str,
}

/// A Security action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SecurityView {
    /// The word of its offer.
    pub id: &'static str,
    /// What a player reads.
    pub label: &'static str,
    /// What it costs.
    pub cost: u16,
    /// Whether it is in play.
    pub in_play: bool,
    /// Whether it is the flip of another.
    pub flip: bool,
}

/// A training track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TrackView {
    /// The word of its offer.
    pub id: &'static str,
    /// What a player reads.
    pub label: &'static str,
    /// Whether it was trained in this phase.
    pub trained: bool,
    /// The sum of modifiers of its rolls now.
    pub modifier: i32,
    /// Level and Rested, Green first.
    pub levels: Vec<(u8, bool)>,
    /// What the levels are worth: chits, Navigation Skill or release modifier.
    pub worth: Vec<i8>,
}

/// A modification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FittingView {
    /// The word of its offer.
    pub id: &'static str,
    /// What a player reads.
    pub label: &'static str,
    /// Sixes saved.
    pub sixes: u8,
    /// Sixes needed in all.
    pub needed: u8,
    /// Whether it is complete.
    pub complete: bool,
    /// Whether it was tried this turn.
    pub tried: bool,
    /// Erk Points dedicated to it.
    pub erk: u8,
}

/// A hostile zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneReconView {
    /// Its name.
    pub name: &'static str,
    /// Recon Level.
    pub recon: u8,
    /// Whether it was looked at this turn.
    pub looked: bool,
}

/// What is known of a dam.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DamReconView {
    /// Its name.
    pub name: &'static str,
    /// Its zone.
    pub zone: &'static str,
    /// Reservoir value.
    pub rv: u8,
    /// Recon Level.
    pub recon: u8,
    /// Flak, Searchlights and Balloons Levels, once looked at.
    pub defences: Option<[u8; 3]>,
    /// Water Level, once looked at.
    pub water: Option<&'static str>,
    /// Damage that breaches it at that level.
    pub capacity: Option<u8>,
    /// A Balloons marker lies on its track.
    pub balloon: bool,
    /// Whether it was looked at this turn.
    pub looked: bool,
}

/// The blotter as the squadron's seat sees it; none outside the campaign.
#[must_use]
pub fn planning_view(world: &World) -> Option<PlanningView> {
    let b = world.get_resource::<Blotter>()?;
    let data = world.resource::<GameData>();
    let pieces = world.resource::<Pieces>();
    let table = &data.tables.planning;
    let code = |at: u8| pieces.code(PieceId(u16::from(at))).to_owned();
    let taken = b.upkeep.len() + b.grounded_upkeep.len();
    Some(PlanningView {
        turn: b.turn,
        last_turn: table.turns,
        moon: b.moon(table),
        dark: table.no_moon.clone(),
        prepared: b.prepared,
        launched: b.launched,
        points: b.points,
        requests: b.requests,
        extra_trainings: b.extra_trainings,
        groundcrew: (0..LETTERS.len()).map(|i| ground(b, data, i)).collect(),
        handle: (b.handle_limit(table), b.handled),
        sortie_points: b.sortie_points(table),
        lancasters: (0..).take(b.hulls.len()).map(|at| hull(b, data, at, code(at))).collect(),
        aircrew: Quality::ALL
            .into_iter()
            .map(|quality| AircrewView {
                quality,
                in_play: b.aircrew[quality as usize],
                unfit: b.unfit[quality as usize],
                markers: table.aircrew.of(quality),
                cost: table.costs.aircrew(quality),
            })
            .collect(),
        upkeep: b.upkeep.len(),
        upkeep_grounded: b.grounded_upkeep.len(),
        upkeep_left: data.tables.upkeep.len().saturating_sub(taken),
        elite: b.elite.iter().map(|id| elite(data, *id)).collect(),
        cup: b.cup.len(),
        armorer: match b.armorer {
            Armorer::Away => "away",
            Armorer::Ready => "ready",
            Armorer::Spent => "spent",
        },
        spy: match b.spy {
            Spy::Unknown => "unknown",
            Spy::InPlay => "in play",
            Spy::Removed => "removed",
        },
        jinx: b.jinx,
        security: security(b, data),
        risk_so_far: b.fixed_shifts(table),
        risk: b.checked.then_some((b.risk, b.surprise, b.alert)),
        training: Category::ALL.into_iter().map(|c| track(b, data, c)).collect(),
        extra: b.extra,
        wallis: (b.low_flying(), table.wallis_total, b.wallis(table)),
        fittings: Fitting::ALL.into_iter().map(|f| fitting(b, data, f)).collect(),
        repairs: (b.repaired, b.erk_points(table, Task::Repairs)),
        zones: (0..HOSTILE.len())
            .map(|i| ZoneReconView { name: HOSTILE[i].label(), recon: b.zones[i], looked: b.zones_done[i] })
            .collect(),
        dams: DamId::ALL.into_iter().map(|dam| dam_view(b, data, dam)).collect(),
        coast_hazards: b.coast_hazards,
        waves: b.waves.iter().map(|wave| wave.iter().map(|at| code(*at)).collect()).collect(),
        taking_off: (1..=9).map(|turn| b.taking_off(turn)).collect(),
        last_resort: b.last_resort.map(DamId::name),
    })
}

fn ground(b: &Blotter, data: &GameData, i: usize) -> GroundView {
    let marker = &data.tables.planning.groundcrew[i];
    let values = |s: super::data::planning::GroundSide| (s.handle, s.erk, s.sortie);
    let ground = b.groundcrew[i];
    GroundView {
        id: LETTERS[i],
        cost: marker.cost,
        stock: match ground.stock {
            Stock::Free => "free",
            Stock::InPlay => "in play",
            Stock::Gone => "gone",
        },
        fatigued: ground.fatigued,
        values: values(b.side(&data.tables.planning, i)),
        fatigued_values: values(marker.fatigued),
        task: ground.task.map(Task::word),
    }
}

fn hull(b: &Blotter, data: &GameData, at: u8, code: String) -> HullView {
    HullView {
        id: PieceId(u16::from(at)),
        code,
        state: match b.hulls[usize::from(at)] {
            Hull::Free => "free",
            Hull::Sound => "sound",
            Hull::Damaged => "damaged",
            Hull::Grounded => "grounded",
            Hull::Crashed => "crashed",
            Hull::Lost => "lost",
        },
        assigned: b.assigned[usize::from(at)].map(|a| AssignedView {
            quality: a.quality,
            elite: a.elite.map(|id| data.tables.elite(id).name.clone()),
            jinx: b.jinxed == Some(at),
            wave: b.wave_of(at).map(|n| n + 1),
            primary: a.primary.map(DamId::name),
            secondary: a.secondary.map(DamId::name),
            from_turn: (a.from_turn > 0).then_some(a.from_turn),
        }),
    }
}

fn elite(data: &GameData, id: EliteId) -> EliteInPlay {
    let e = data.tables.elite(id);
    EliteInPlay { number: id.0, name: e.name.clone(), kind: e.kind.label(), benefit: e.kind.benefit() }
}

fn security(b: &Blotter, data: &GameData) -> Vec<SecurityView> {
    let v = data.tables.planning.security;
    let played = |m: Played| m.since.is_some();
    [
        ("police", "Extra Police", v.police.cost, played(b.police), false),
        ("barmaid", "Transfer the Barmaid", v.barmaid.cost, b.police.flipped, true),
        ("transfer", "Transfer 57 Squadron", v.transfer.cost, played(b.transfer), false),
        ("quarantine", "Quarantine", v.quarantine.cost, b.transfer.flipped, true),
        ("rumor", "Tirpitz Rumor", v.rumor.cost, played(b.tirpitz), false),
        ("ruse", "Tirpitz Ruse", v.ruse.cost, b.tirpitz.flipped, true),
    ]
    .into_iter()
    .map(|(id, label, cost, in_play, flip)| SecurityView { id, label, cost, in_play, flip })
    .collect()
}

fn track(b: &Blotter, data: &GameData, category: Category) -> TrackView {
    let training = &data.tables.training;
    let levels: Vec<(u8, bool)> =
        (0..3).map(|q| (b.levels[q][category as usize], b.rested[q][category as usize])).collect();
    let worth = |level: u8| match category {
        Category::Navigation => training.navigation_skill_at(level),
        Category::AltitudeSpeed => training.chits_at(level),
        Category::BombAiming => training.release_modifier_at(level),
    };
    TrackView {
        id: category.word(),
        label: category.label(),
        trained: b.trained[category as usize],
        modifier: modifiers(b, category).iter().map(crate::kernel::chart::Modifier::applied).sum(),
        worth: levels.iter().map(|(level, _)| worth(*level)).collect(),
        levels,
    }
}

fn fitting(b: &Blotter, data: &GameData, fitting: Fitting) -> FittingView {
    FittingView {
        id: fitting.task().word(),
        label: fitting.label(),
        sixes: b.sixes[fitting as usize],
        needed: fitting.sixes(),
        complete: b.fitted[fitting as usize],
        tried: b.tried[fitting as usize],
        erk: b.erk_points(&data.tables.planning, fitting.task()),
    }
}

fn dam_view(b: &Blotter, data: &GameData, dam: DamId) -> DamReconView {
    let known = b.dams[dam as usize];
    let printed = data.tables.dam(dam);
    DamReconView {
        name: dam.name(),
        zone: printed.zone.label(),
        rv: printed.rv,
        recon: known.recon,
        // [12.1.c] What the crews of a first night have found is known too.
        defences: (known.recon > 0 || b.aloft.turned(dam)).then_some(known.defences),
        water: known.water.map(super::data::Water::label),
        capacity: known.water.map(|w| printed.capacity(w)),
        balloon: known.balloon.is_some(),
        looked: known.looked,
    }
}
