//! What the rules keep of the Planning Turns: the Mission Planning Blotter (clauses 2.13.a and 8.0.a).

mod aloft;
mod source;
mod tasks;

pub use aloft::Aloft;
pub use source::EliteSource;
pub use tasks::{Category, Fitting, Stock, Task};

use bevy::ecs::system::SystemParam;
use bevy::prelude::{Component, Res, ResMut, Resource};

use super::data::planning::{GROUNDCREW, GroundSide};
use super::data::{
    DamId, EliteId, EliteKind, FlightZone, GameData, LETTERS, Levels, Planning, PlanningCharts, Quality,
    Water,
};
use super::op::SQUADRON;
use super::phases::Phase;
use crate::kernel::chart::{ChartId, Charts, RollSpec, Tone};
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::dice::Luck;
use crate::kernel::ids::{Arg, PieceId};
use crate::kernel::phase::Flow;

/// How many Lancasters there are (clause 10.1.1.c).
pub const LANCASTERS: usize = 21;

/// A Groundcrew marker (clauses 2.14.a and 9.0.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ground {
    /// Where it is.
    pub stock: Stock,
    /// Fatigued side up, for good (clause 9.3.a).
    pub fatigued: bool,
    /// What it is dedicated to this turn (clauses 9.1.b and 9.1.c).
    pub task: Option<Task>,
    /// Whether it has done Double Time where it is now (clauses 10.1.4.c and 10.4.3.a).
    pub doubled: bool,
}

impl Ground {
    /// Whether it is in play.
    #[must_use]
    pub fn in_play(self) -> bool {
        self.stock == Stock::InPlay
    }

    /// Whether it may still become Fatigued, and so be transferred or ordered to do Double Time (clause 9.2.1.b).
    #[must_use]
    pub fn fresh(self) -> bool {
        self.in_play() && !self.fatigued
    }
}

/// A Lancaster on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hull {
    /// Not requisitioned yet.
    #[default]
    Free,
    /// In play, undamaged (clause 10.1.4.e).
    Sound,
    /// In play, damaged in training (clause 10.3.2.d).
    Damaged,
    /// Grounded by the Aircraft Check (clause 11.1.c).
    Grounded,
    /// Crashed in training: out of the game (clause 10.3.2.e).
    Crashed,
    /// Lost on the first night of two.
    Lost,
}

/// A Security marker that was played, with its turns (clauses 2.16.a and 10.2.1.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Played {
    /// The Planning Turn in which it was played.
    pub since: Option<u8>,
    /// Whether it is flipped.
    pub flipped: bool,
}

/// The Spy (clause 10.2.3.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Spy {
    /// Somewhere in the cup, or nowhere.
    #[default]
    Unknown,
    /// In play.
    InPlay,
    /// Removed for good (clause 10.2.3.b).
    Removed,
}

/// The Armorer (clause 9.4.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Armorer {
    /// Not drawn.
    #[default]
    Away,
    /// In play and ready (clause 9.4.b).
    Ready,
    /// Used.
    Spent,
}

/// What is known of a dam (clauses 10.5.2.a to 10.5.3.b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DamFile {
    /// Recon Level.
    pub recon: u8,
    /// Flak, Searchlights and Balloons Levels.
    pub defences: [u8; 3],
    /// Water Level, once looked at.
    pub water: Option<Water>,
    /// The Balloons marker on its track; its back is hidden from everybody (clause 10.5.2.d).
    pub balloon: Option<u8>,
    /// Whether it was looked at this turn (clause 10.5.2.b).
    pub looked: bool,
    /// The back of its Recon Level marker, hidden from everybody until the Surprise Check (clause 12.1.c).
    pub back: u8,
}

/// How a Lancaster is to fly (clauses 11.5.a to 11.5.e).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assigned {
    /// Its Aircrew.
    pub quality: Quality,
    /// Its Elite Crewman.
    pub elite: Option<EliteId>,
    /// Its Upkeep, drawn when the raid is launched; hidden from everybody.
    pub upkeep: Option<u8>,
    /// Its Primary Target.
    pub primary: Option<DamId>,
    /// Its Secondary Target.
    pub secondary: Option<DamId>,
    /// The Flight Turn in which it takes off; 0 while that is open.
    pub from_turn: u8,
}

/// The Mission Planning Blotter: there in the campaign alone.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Blotter {
    /// Planning Turn, 1–4; once the raid is launched, the launch turn (clause 11.0.a).
    pub turn: u8,
    /// Whether Flight Preparation has begun (clause 10.0.c).
    pub prepared: bool,
    /// Whether the raid is in the air.
    pub launched: bool,
    /// Resource Points (clause 10.0.1.b).
    pub points: u16,
    /// Requests for more (clause 10.1.5.b).
    pub requests: u8,
    /// Extra Trainings ordered (clause 10.3.4.b).
    pub extra_trainings: u8,
    /// Groundcrew.
    pub groundcrew: [Ground; GROUNDCREW],
    /// Lancasters and Upkeep requisitioned in this phase (clause 10.1.4.b).
    pub handled: u8,
    /// Lancasters, in the order of the Squadron Log.
    pub hulls: [Hull; LANCASTERS],
    /// Aircrew in play, by quality (clause 10.1.3.a).
    pub aircrew: [u8; 3],
    /// Aircrew requisitioned in all (clause 10.1.3.c).
    pub recruited: u8,
    /// Upkeep in play; which markers they are is hidden from everybody (clause 10.1.4.d).
    pub upkeep: Vec<u8>,
    /// Elite Crewman markers in the cup (clause 10.1.3.b).
    pub cup: Vec<u8>,
    /// Elite Crewmen in play that fly.
    pub elite: Vec<EliteId>,
    /// The Armorer.
    pub armorer: Armorer,
    /// The Spy.
    pub spy: Spy,
    /// Whether the Jinx is in play (clause 13.0.a).
    pub jinx: bool,
    /// Extra Police, and the Barmaid transferred.
    pub police: Played,
    /// 57 Squadron transferred, and Quarantine.
    pub transfer: Played,
    /// Tirpitz Rumor, and Tirpitz Ruse.
    pub tirpitz: Played,
    /// Whether a Security marker was flipped, and whether one was played, in this phase (clause 10.2.1.a).
    pub security_done: [bool; 2],
    /// Training Levels by quality.
    pub levels: [[u8; 3]; 3],
    /// Training Level markers with the Rested side up, by quality and category (clause 10.3.2.b).
    pub rested: [[bool; 3]; 3],
    /// Categories trained in this phase (clause 10.3.b).
    pub trained: [bool; 3],
    /// Whether Extra Training was ordered this turn (clause 10.3.4.a).
    pub extra: bool,
    /// Modifications that are complete (clause 10.4.2.a).
    pub fitted: [bool; 3],
    /// Sixes saved (clause 10.4.2.b).
    pub sixes: [u8; 3],
    /// Modifications tried this turn (clause 10.4.1.d).
    pub tried: [bool; 3],
    /// Repairs made this turn (clause 10.4.5.a).
    pub repaired: u8,
    /// Recon Levels of Dutch Coast, Ruhr and Weser (clause 10.5.1.a).
    pub zones: [u8; 3],
    /// Zones looked at this turn (clause 10.5.1.b).
    pub zones_done: [bool; 3],
    /// The dams, by `DamId as usize`.
    pub dams: [DamFile; 8],
    /// Upkeep grounded by the Ordnance Check; hidden which (clause 11.2.c).
    pub grounded_upkeep: Vec<u8>,
    /// Hazard markers more in the English Coast zone on Flight Turn 1 (clause 11.1.d).
    pub coast_hazards: u8,
    /// Aircrew that may not fly, by quality (clause 11.3.b).
    pub unfit: [u8; 3],
    /// Whether a check of Flight Preparation was made again: aircraft, ordnance (clause 11.0.d).
    pub rechecked: [bool; 2],
    /// Whether the Security Risk Check is made.
    pub checked: bool,
    /// Security Risk Level (clause 11.4.2.a).
    pub risk: u8,
    /// Surprise Modifier (clause 11.4.2.d).
    pub surprise: u8,
    /// Alert Level at the start (clause 11.4.2.d).
    pub alert: u8,
    /// How the Lancasters are to fly.
    pub assigned: [Option<Assigned>; LANCASTERS],
    /// The waves as places in the Squadron Log: the leader first, the others in the order of attack (clauses 11.5.d and
    /// 11.6.1.a).
    pub waves: Vec<Vec<u8>>,
    /// The Lancaster that carries the Jinx, by its place in the Squadron Log (clause 13.0.b).
    pub jinxed: Option<u8>,
    /// The Target of Last Resort (clause 11.5.f).
    pub last_resort: Option<DamId>,
    /// What planning still brings about in the air.
    pub aloft: Aloft,
}

/// The hostile zones, in the order of the blotter (clause 10.5.1.a).
pub const HOSTILE: [FlightZone; 3] = [FlightZone::DutchCoast, FlightZone::Ruhr, FlightZone::Weser];

impl Blotter {
    /// The blotter of a new campaign (clauses 9.4.a, 10.0.1.a, 10.1.3.b, 10.2.3.a and 13.0.a).
    #[must_use]
    pub fn new(table: &Planning, elite: usize) -> Self {
        let level = |q| {
            let l = table.first_levels(q);
            [l.navigation, l.altitude_speed, l.bomb_aiming]
        };
        Self {
            points: table.points.start,
            cup: (1..=u8::try_from(elite).unwrap_or(u8::MAX)).collect(),
            levels: Quality::ALL.map(level),
            ..Self::default()
        }
    }

    /// Undamaged Lancasters in play.
    pub fn sound(&self) -> impl Iterator<Item = PieceId> {
        self.hulls_that(Hull::Sound)
    }

    /// Lancasters in this state.
    pub fn hulls_that(&self, state: Hull) -> impl Iterator<Item = PieceId> {
        let numbered = (0u16..).zip(self.hulls);
        numbered.filter(move |(_, hull)| *hull == state).map(|(i, _)| PieceId(i))
    }

    /// A Lancaster's state.
    pub fn hull(&mut self, id: PieceId) -> &mut Hull {
        &mut self.hulls[usize::from(id.0).min(LANCASTERS - 1)]
    }

    /// Aircrew in play, of all qualities.
    #[must_use]
    pub fn crews(&self) -> u8 {
        self.aircrew.iter().sum()
    }

    /// The Groundcrew dedicated to a task.
    pub fn at_work(&self, task: Task) -> impl Iterator<Item = usize> {
        (0..GROUNDCREW).filter(move |i| {
            let ground = self.groundcrew[*i];
            ground.in_play() && ground.task == Some(task)
        })
    }

    /// The side of a Groundcrew marker that is up.
    #[must_use]
    pub fn side(&self, table: &Planning, crew: usize) -> GroundSide {
        let marker = &table.groundcrew[crew];
        if self.groundcrew[crew].fatigued { marker.fatigued } else { marker.fresh }
    }

    /// The Handle Limits of the Groundcrew dedicated to requisitions (clause 10.1.4.b); of one on Double Time both
    /// (clause 10.1.4.c).
    #[must_use]
    pub fn handle_limit(&self, table: &Planning) -> u8 {
        let limit = |crew: usize| {
            if self.groundcrew[crew].doubled {
                table.groundcrew[crew].fresh.handle + table.groundcrew[crew].fatigued.handle
            } else {
                self.side(table, crew).handle
            }
        };
        self.at_work(Task::Requisitions).map(limit).sum()
    }

    /// The Erk Points dedicated to a task (clauses 10.4.1.b and 10.4.5.a).
    #[must_use]
    pub fn erk_points(&self, table: &Planning, task: Task) -> u8 {
        self.at_work(task).map(|crew| self.side(table, crew).erk).sum()
    }

    /// The Sortie Points of all Groundcrew in play (clause 11.5.1.a).
    #[must_use]
    pub fn sortie_points(&self, table: &Planning) -> u8 {
        (0..GROUNDCREW).filter(|i| self.groundcrew[*i].in_play()).map(|i| self.side(table, i).sortie).sum()
    }

    /// Whether Scampton is quarantined (clause 10.2.2.e).
    #[must_use]
    pub fn quarantined(&self) -> bool {
        self.transfer.flipped
    }

    /// The combined Altitude & Speed Training Levels (clause 10.3.3.a). A type without a crew in play does not count.
    #[must_use]
    pub fn low_flying(&self) -> u8 {
        let category = Category::AltitudeSpeed as usize;
        Quality::ALL
            .into_iter()
            .filter(|q| self.aircrew[*q as usize] > 0)
            .map(|q| self.levels[q as usize][category])
            .sum()
    }

    /// Whether the Wallis Bonus is in force (clauses 10.3.3.a and 10.3.3.d).
    #[must_use]
    pub fn wallis(&self, table: &Planning) -> bool {
        // [10.2.2.h] Quarantine ends all its effects.
        self.low_flying() >= table.wallis_total && !self.quarantined()
    }

    /// The Training Levels of a quality.
    #[must_use]
    pub fn levels_of(&self, quality: Quality) -> Levels {
        let [navigation, altitude_speed, bomb_aiming] = self.levels[quality as usize];
        Levels { navigation, altitude_speed, bomb_aiming }
    }

    /// Whether the raid flies with a moon.
    #[must_use]
    pub fn moon(&self, table: &Planning) -> bool {
        !table.no_moon.contains(&self.turn)
    }

    /// Whether all Lancasters have VHF (clause 10.4.4.d).
    #[must_use]
    pub fn vhf(&self) -> bool {
        self.fitted[Fitting::Radio as usize]
    }

    /// The Lancasters that fly, by place in the Squadron Log.
    pub fn flying(&self) -> impl Iterator<Item = u8> {
        (0u8..).zip(self.assigned).filter(|(_, a)| a.is_some()).map(|(i, _)| i)
    }

    /// The wave that a Lancaster flies in.
    #[must_use]
    pub fn wave_of(&self, at: u8) -> Option<usize> {
        self.waves.iter().position(|wave| wave.contains(&at))
    }

    /// What takes off and is sent out together: the waves in order, then whoever flies alone.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<u8>> {
        let alone = self.flying().filter(|at| self.wave_of(*at).is_none()).map(|at| vec![at]);
        self.waves.iter().cloned().chain(alone).collect()
    }

    /// Aircrew of a quality that are fit and not yet assigned.
    #[must_use]
    pub fn ready_crews(&self, quality: Quality) -> u8 {
        let at = quality as usize;
        let taken = self.assigned.iter().flatten().filter(|a| a.quality == quality).count();
        let taken = u8::try_from(taken).unwrap_or(u8::MAX);
        self.aircrew[at].saturating_sub(self.unfit[at]).saturating_sub(taken)
    }

    /// How many Upkeep in play are neither grounded nor assigned; which, nobody knows before the launch.
    #[must_use]
    pub fn ready_upkeep(&self) -> usize {
        self.upkeep.len().saturating_sub(self.assigned.iter().flatten().count())
    }

    /// Elite Crewmen that are not yet assigned.
    pub fn ready_elite(&self) -> impl Iterator<Item = EliteId> {
        let taken = |id: &EliteId| self.assigned.iter().flatten().any(|a| a.elite == Some(*id));
        self.elite.iter().copied().filter(move |id| !taken(id))
    }

    /// How many Lancasters take off in a Flight Turn (clause 11.5.1.a).
    #[must_use]
    pub fn taking_off(&self, turn: u8) -> usize {
        self.assigned.iter().flatten().filter(|a| a.from_turn == turn).count()
    }

    /// The shifts of the Security Risk Level without a die: to the right, to the left (clauses 11.4.2.b and 11.4.2.c).
    #[must_use]
    pub fn fixed_shifts(&self, table: &Planning) -> (u8, u8) {
        let (weights, values) = (table.risk_weights, table.security);
        let when = |on: bool, spaces: u8| if on { spaces } else { 0 };
        // [10.3.3.c]
        let right = weights
            .request
            .saturating_mul(self.requests)
            .saturating_add(weights.extra_training.saturating_mul(self.extra_trainings))
            .saturating_add(when(self.wallis(table), weights.wallis));
        let left = when(self.police.since.is_some(), values.police.spaces)
            + when(self.police.flipped, values.barmaid.spaces)
            + when(self.transfer.since.is_some(), values.transfer.spaces)
            + when(self.transfer.flipped, values.quarantine.spaces)
            + when(self.tirpitz.since.is_some(), values.rumor.spaces)
            + when(self.tirpitz.flipped, values.ruse.spaces);
        (right, left)
    }

    /// The Flight Turn in which the first Lancaster takes off (clause 11.5.2.b).
    #[must_use]
    pub fn first_turn(&self) -> u8 {
        self.assigned.iter().flatten().map(|a| a.from_turn).min().unwrap_or(1)
    }

    /// A turn ends: Groundcrew are free again, and what may be done once a turn may be done again (clause 9.1.c).
    pub fn clear_turn(&mut self) {
        self.free_groundcrew();
        self.handled = 0;
        self.security_done = [false; 2];
        self.trained = [false; 3];
        self.extra = false;
        self.tried = [false; 3];
        self.repaired = 0;
        self.zones_done = [false; 3];
        for dam in &mut self.dams {
            dam.looked = false;
        }
    }

    /// All Groundcrew may be dedicated afresh (clauses 9.1.c and 11.0.c).
    pub fn free_groundcrew(&mut self) {
        for ground in &mut self.groundcrew {
            ground.task = None;
            ground.doubled = false;
        }
    }
}

/// What a campaign made of a Lancaster and its crew; only campaigns give it (clauses 10.3.2.a and 10.4.4.a to 10.4.4.c).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trim {
    /// The crew's Training Levels.
    pub levels: Levels,
    /// Whether it has Aldis Lights (clause 10.4.4.b).
    pub aldis: bool,
    /// Whether it has the Dann bombsight (clause 10.4.4.c).
    pub dann: bool,
    /// Whether it has VHF (clause 10.4.4.d).
    pub vhf: bool,
    /// Whether the Wallis Bonus is in force (clause 10.3.3.b).
    pub wallis: bool,
    /// Whether there is a moon.
    pub moon: bool,
    /// Whether the hostile zones are known well enough to help on the way home (clause 5.1.m).
    pub recon: bool,
}

/// The parameter of every system of planning.
#[derive(SystemParam)]
pub struct Desk<'w> {
    /// Control flow.
    pub flow: ResMut<'w, Flow>,
    /// The log.
    pub log: ResMut<'w, Chronicle>,
    /// Luck, for hidden draws.
    pub luck: ResMut<'w, Luck>,
    /// The data.
    pub book: Res<'w, GameData>,
    /// The charts.
    pub charts: Res<'w, Charts>,
    /// The blotter.
    pub blotter: ResMut<'w, Blotter>,
}

impl Desk<'_> {
    /// The blotter's printed values.
    #[must_use]
    pub fn table(&self) -> &Planning {
        &self.book.0.tables.planning
    }

    /// The charts of planning.
    #[must_use]
    pub fn ids(&self) -> &PlanningCharts {
        &self.book.0.ids.planning
    }

    /// A roll on a chart.
    #[must_use]
    pub fn spec(&self, chart: ChartId, column: u8, purpose: &'static str, clause: &'static str) -> RollSpec {
        RollSpec::new(&self.charts, chart, column, purpose, clause)
    }

    /// Asks for a roll.
    pub fn roll(&mut self, spec: RollSpec, step: u16) {
        self.flow.roll(SQUADRON, spec, step);
    }

    /// Writes a line.
    pub fn say(&mut self, clause: &'static str, tone: Tone, template: &'static str, args: &[Arg]) {
        let subject = args.iter().find_map(|a| if let Arg::Piece(id) = a { Some(*id) } else { None });
        self.log.say(clause, subject, tone, template, args);
    }

    /// Pays Resource Points at once (clauses 10.1.1.b and 10.2.1.b).
    pub fn pay(&mut self, points: u16) {
        self.blotter.points = self.blotter.points.saturating_sub(points);
    }

    /// Whether so many Resource Points can be paid.
    #[must_use]
    pub fn can_pay(&self, points: u16) -> bool {
        self.blotter.points >= points
    }

    /// Makes a Groundcrew marker Fatigued, or lets the Armorer spare it; goes on at `step` (clauses 9.3.a and 9.4.b).
    pub fn tire(&mut self, crew: usize, step: u16) {
        let crew = i32::try_from(crew).unwrap_or(0);
        self.flow.call(Phase::Fatigue, [crew, 0, 0, 0], step);
    }

    /// Draws Elite Crewmen; goes on at `step` (clause 10.1.3.d).
    pub fn draw_elite(&mut self, count: u8, source: EliteSource, step: u16) {
        self.flow.call(Phase::EliteDraw, [i32::from(count), source as i32, 0, 0], step);
    }

    /// The offers to dedicate Groundcrew that are free to a task, and to transfer others to it (clauses 9.1.a to 9.2.1.b).
    #[must_use]
    pub fn with_groundcrew(&self, mut question: Question, task: Task, clause: &'static str) -> Question {
        for (i, letter) in LETTERS.into_iter().enumerate() {
            let ground = self.blotter.groundcrew[i];
            if !ground.in_play() || ground.task == Some(task) {
                continue;
            }
            question = question.offer(match ground.task {
                // [9.1.b] Once a turn.
                None => {
                    Offer::new("dedicate", "Dedicate Groundcrew {} to {}", clause).a(letter).b(task.word())
                }
                // [9.2.a] [9.2.1.b]
                Some(_) => Offer::new("transfer", "Transfer Groundcrew {} to {}", "9.2.1.a")
                    .a(letter)
                    .b(task.word())
                    .bar(ground.fatigued, "It is Fatigued already", "9.2.1.b"),
            });
        }
        question
    }

    /// Carries out an offer made by [`Self::with_groundcrew`]: true when the marker is dedicated, false when it must
    /// become Fatigued first, after which the phase goes on at `step` and calls [`Self::moved`].
    pub fn dedicate(&mut self, verb: &str, letter: &str, task: Task, step: u16) -> bool {
        let crew = crew_of(letter);
        if verb == "transfer" {
            self.tire(crew, step);
            return false;
        }
        self.blotter.groundcrew[crew].task = Some(task);
        self.say(
            "9.1.a",
            Tone::Plain,
            "Groundcrew {} is dedicated to {}",
            &[LETTERS[crew].into(), task.word().into()],
        );
        true
    }

    /// A transferred marker stands in its new space (clause 9.2.1.a).
    pub fn moved(&mut self, crew: usize, task: Task) {
        self.blotter.groundcrew[crew].task = Some(task);
        self.blotter.groundcrew[crew].doubled = false;
        self.say(
            "9.2.1.a",
            Tone::Plain,
            "Groundcrew {} is transferred to {}",
            &[LETTERS[crew].into(), task.word().into()],
        );
    }

    /// The kind of an Elite Crewman.
    #[must_use]
    pub fn kind(&self, id: EliteId) -> EliteKind {
        self.book.0.tables.elite(id).kind
    }
}

/// The Groundcrew marker of a letter.
#[must_use]
pub fn crew_of(letter: &str) -> usize {
    LETTERS.iter().position(|l| *l == letter).unwrap_or(0)
}
