//! What the rules keep: components on Lancasters and the resources of a raid.
//!
//! All of it is registered with the snapshot registry in [`super::install`].

use bevy::prelude::{Component, Resource};

use super::data::Setup;
use super::data::{AircraftId, EliteId};
use super::data::{DamId, EliteKind, FlightZone, Hazard, Quality, Visibility};
use crate::kernel::ids::PieceId;

/// The scenario with its options applied; fixed at set-up.
#[derive(Resource, Clone, Hash)]
pub struct Raid {
    /// Full id of the scenario.
    pub scenario: String,
    /// What the table was laid out from.
    pub setup: Setup,
    /// Upkeep markers that no Lancaster carried when it was laid out; hidden from everybody (clause 2.4.c).
    pub unused: Vec<u8>,
}

/// A zone of the Approach (clause 3.2.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Zone {
    /// Far Zone.
    Far,
    /// Near Zone.
    Near,
    /// Close Zone.
    Close,
}

impl Zone {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Far => "Far Zone",
            Self::Near => "Near Zone",
            Self::Close => "Close Zone",
        }
    }

    /// The zone with this number (0 Far, 1 Near, 2 Close).
    #[must_use]
    pub fn from_index(i: i32) -> Self {
        match i {
            0 => Self::Far,
            1 => Self::Near,
            _ => Self::Close,
        }
    }
}

/// Where a Lancaster is (clauses 3.0.a, 3.0.b): exactly one space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// Circling Far.
    CirclingFar,
    /// Circling Near.
    CirclingNear,
    /// In the Approach Box, in this zone.
    Approach(Zone),
    /// In an Escort space beside this zone.
    Escort(Zone),
    /// In the Release Box.
    Release,
    /// In the Climb Box.
    Climb,
    /// On the way home.
    ReturnToBase,
    /// On the ground at Scampton, before its take-off.
    Scampton,
    /// In a Flight Zone (clause 6.0.1.b).
    Zone(FlightZone),
    /// In the Missing Box of a zone (clause 6.2.a).
    Missing(FlightZone),
    /// In the Return to Base Box of a zone (clause 6.3.a).
    Base(FlightZone),
    /// In the Target Acquisition Box of a dam (clause 7.8.1.b).
    Acquiring(DamId),
    /// On a space of the Attack Turn Track, waiting to enter (clause 7.9.4.e).
    Waiting(u8),
    /// Over a dam whose attack is carried over: in Circling Near or not (clause 7.9.6.b).
    Held(DamId, bool),
    /// The same, still waiting on a space of its track.
    HeldWaiting(DamId, u8),
    /// Landed.
    Home,
    /// Destroyed, or missing in action.
    Lost,
}

impl Space {
    /// Whether it is a space of the Target Map.
    #[must_use]
    pub fn on_map(self) -> bool {
        matches!(
            self,
            Self::CirclingFar
                | Self::CirclingNear
                | Self::Approach(_)
                | Self::Escort(_)
                | Self::Release
                | Self::Climb
        )
    }

    /// The id of the place in `board.ron`.
    #[must_use]
    pub fn place(self) -> &'static str {
        match self {
            Self::CirclingFar => "circling_far",
            Self::CirclingNear => "circling_near",
            Self::Approach(Zone::Far) => "approach_far",
            Self::Approach(Zone::Near) => "approach_near",
            Self::Approach(Zone::Close) => "approach_close",
            Self::Escort(Zone::Far) => "escort_far",
            Self::Escort(Zone::Near) => "escort_near",
            Self::Escort(Zone::Close) => "escort_close",
            Self::Release => "release",
            Self::Climb => "climb",
            Self::ReturnToBase | Self::Home => "returned",
            Self::Lost => "lost",
            Self::Scampton => "scampton",
            Self::Zone(zone) => zone.place(),
            Self::Missing(zone) => zone.missing_place(),
            Self::Base(zone) => zone.base_place(),
            Self::Acquiring(dam) | Self::Held(dam, _) | Self::HeldWaiting(dam, _) => dam.place(),
            Self::Waiting(_) => "waiting",
        }
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::CirclingFar => "Circling Far",
            Self::CirclingNear => "Circling Near",
            Self::Approach(zone) => zone.label(),
            Self::Escort(Zone::Far) => "Escort, Far Zone",
            Self::Escort(Zone::Near) => "Escort, Near Zone",
            Self::Escort(Zone::Close) => "Escort, Close Zone",
            Self::Release => "Release Box",
            Self::Climb => "Climb Box",
            Self::ReturnToBase => "Return to Base",
            Self::Home | Self::Scampton => "Scampton",
            Self::Lost => "Lost",
            Self::Zone(zone) => zone.label(),
            Self::Missing(_) => "Missing",
            Self::Base(_) => "Return to Base Box",
            Self::Acquiring(_) => "Target Acquisition Box",
            Self::Waiting(_) => "Waiting to enter",
            Self::Held(..) | Self::HeldWaiting(..) => "Over its dam",
        }
    }
}

/// A Lancaster with its crew: what never changes (clauses 1.4.a, 2.1.a, 2.2.b).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lancaster {
    /// Which of the 21.
    pub aircraft: AircraftId,
    /// The crew's quality.
    pub quality: Quality,
    /// The first Attack Turn in which it may leave its starting box.
    pub from_turn: u8,
}

/// Where it is now.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// Its space.
    pub space: Space,
    /// Its space when the Circling Phase began (clauses 4.3.b, 4.3.c, 4.3.1.a).
    pub began: Space,
}

/// What brought a Lancaster down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// Flak at the dam.
    Flak,
    /// The blast of its own mine.
    Concussion,
    /// The Michelskopf.
    Michelskopf,
    /// A nightfighter.
    Nightfighter,
    /// A balloon cable.
    Balloon,
    /// Missing on the way home.
    Missing,
    /// Birds or bats.
    Birds,
    /// Flown into the ground or wires.
    Crash,
}

impl Cause {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Flak => "flak",
            Self::Concussion => "concussion",
            Self::Michelskopf => "the Michelskopf",
            Self::Nightfighter => "a nightfighter",
            Self::Balloon => "a balloon cable",
            Self::Missing => "missing on return",
            Self::Birds => "birds",
            Self::Crash => "flying too low",
        }
    }

    /// All causes in a fixed order; a frame's argument is an index into it.
    pub const ALL: [Self; 8] = [
        Self::Flak,
        Self::Concussion,
        Self::Michelskopf,
        Self::Nightfighter,
        Self::Balloon,
        Self::Missing,
        Self::Birds,
        Self::Crash,
    ];
}

/// The aircraft's state (clauses 2.1.1.a to 2.1.1.c).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Airframe {
    /// Damaged once; for good ([2.1.1.c]): nothing sets it back.
    pub damaged: bool,
    /// What brought it down.
    pub lost_to: Option<Cause>,
}

/// The Upkeep aboard: the marker's number in its cup, hidden from everybody (clauses 2.4.b to 2.4.d).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bomb {
    /// The marker, while it is aboard.
    pub upkeep: Option<u8>,
    /// Whether it was ever carried.
    pub carried: bool,
}

/// The Elite Crewman aboard (clauses 2.3.a, 2.3.d).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Elite {
    /// Who, if anybody.
    pub id: Option<EliteId>,
    /// What he does.
    pub kind: Option<EliteKind>,
    /// Whether a single-use benefit is spent.
    pub spent: bool,
}

/// Hazards attached, counted by kind (clauses 2.1.3.a, 2.1.3.d).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attached([u8; 9]);

impl Attached {
    /// How many of a kind.
    #[must_use]
    pub fn count(&self, hazard: Hazard) -> u8 {
        self.0[hazard as usize]
    }

    /// Whether there is one of a kind.
    #[must_use]
    pub fn has(&self, hazard: Hazard) -> bool {
        self.count(hazard) > 0
    }

    /// Attaches one.
    pub fn attach(&mut self, hazard: Hazard) {
        self.0[hazard as usize] += 1;
    }

    /// Removes one of a kind.
    pub fn take_one(&mut self, hazard: Hazard) {
        self.0[hazard as usize] = self.0[hazard as usize].saturating_sub(1);
    }

    /// Removes all of a kind.
    pub fn remove(&mut self, hazard: Hazard) {
        self.0[hazard as usize] = 0;
    }

    /// Removes everything (clause 2.1.3.c).
    pub fn clear(&mut self) {
        self.0 = [0; 9];
    }
}

/// A mine at the damage end of the dam's track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mine {
    /// The marker's number in its cup; never shown, its damage numbers once it is turned over.
    pub marker: u8,
    /// The Lancaster that released it.
    pub from: PieceId,
    /// Whether it is turned over, its two numbers open to all (clause 4.4.4.b).
    pub shown: bool,
    /// The damage it did, once revealed (clause 4.4.4.b).
    pub damage: Option<u8>,
    /// What Morning Reconnaissance changed (clause 5.2.b).
    pub recon: i8,
    /// Whether Morning Reconnaissance has looked at it.
    pub checked: bool,
}

impl Mine {
    /// A mine that went off and waits for somebody to see what it did.
    #[must_use]
    pub fn new(marker: u8, from: PieceId) -> Self {
        Self { marker, from, shown: false, damage: None, recon: 0, checked: false }
    }

    /// The damage that counts now; never below 0 (clause 5.2.c).
    #[must_use]
    pub fn counted(&self) -> i32 {
        self.damage.map_or(0, |d| (i32::from(d) + i32::from(self.recon)).max(0))
    }
}

/// The dam's Status Record Track (clauses 2.7.a, 2.10.b, 3.5.a).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dam {
    /// Flak Level.
    pub flak: u8,
    /// Searchlights Level.
    pub searchlights: u8,
    /// Balloons Level.
    pub balloons: u8,
    /// A Balloons marker flies in the Close Zone.
    pub balloon_close: bool,
    /// A Balloons marker flies in the Climb Box.
    pub balloon_climb: bool,
    /// A Nightfighter Nearby marker lies here (clause 4.4.3.j).
    pub nearby: bool,
    /// Mines at the damage end.
    pub hits: Vec<Mine>,
    /// Mines at the no-damage end; never shown (clause 4.2.13.s).
    pub misses: u8,
    /// The mine in the Released Upkeep Box (clause 3.3.1.a).
    pub released_box: Option<u8>,
    /// Upkeep released here (clause 4.4.3.g).
    pub released: u8,
    /// Levels lowered here by gunnery (clause 4.4.3.g).
    pub shot_down: u8,
    /// Lancasters destroyed here (clause 4.4.3.g).
    pub destroyed: u8,
    /// Concussions, for the record.
    pub concussions: u8,
    /// Whether the dam is breached now (clause 4.4.4.g).
    pub breached: bool,
    /// Successful releases after the breach (clause 7.9.6.e).
    pub widened: u8,
    /// Whether a nightfighter's attack ended the raid (clause 4.4.3.n).
    pub attacked: bool,
    /// Activity that has died down (clause 7.10.b).
    pub calmed: u8,
}

impl Dam {
    /// The damage that counts now.
    #[must_use]
    pub fn damage(&self) -> i32 {
        self.hits.iter().map(Mine::counted).sum()
    }

    /// Activity Level (clause 4.4.3.g); the true total, past the end of the track.
    #[must_use]
    pub fn activity(&self, flares: usize) -> u8 {
        // [4.4.3.g] Mines released, levels shot down, Lancasters destroyed here, flares that burn now.
        let flares = u8::try_from(flares).unwrap_or(u8::MAX);
        let all = self.released.saturating_add(self.shot_down).saturating_add(self.destroyed);
        // [7.10.b] Less what has died down.
        all.saturating_add(flares).saturating_sub(self.calmed)
    }
}

/// The Attack Turn Track (clauses 4.4.1.c, 4.4.6.a, 2.8.c).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock {
    /// Attack Turns played and the one being played, counted on across the reset.
    pub turn: u8,
    /// Visibility now.
    pub visibility: Visibility,
    /// The turns in which the flares now burning were fired.
    pub flares: Vec<u8>,
    /// Whether Upkeep was released this turn (clause 4.4.2.a).
    pub released: bool,
    /// Whether a flare was fired this turn (clause 4.3.1.b).
    pub flare_fired: bool,
}

/// The Attack Turns of an hour ([1.4.b]).
pub const HOUR: u8 = 8;

impl Clock {
    /// The Attack Turn as players count it: in flight scenarios from 1 again in each hour (clause 7.9.6.b).
    #[must_use]
    pub fn shown(&self, in_flight: bool) -> u8 {
        if in_flight { self.space() } else { self.turn }
    }

    /// The space of the Attack Turn Track, 1–8: eight Attack Turns fit into the hour of a Flight Turn ([1.4.b]).
    #[must_use]
    pub fn space(&self) -> u8 {
        (self.turn.max(1) - 1) % HOUR + 1
    }
}

/// The Aldis Lights of the Lancaster on its run (clauses 4.2.3.d, 4.2.3.e).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lights {
    /// On, the default.
    #[default]
    On,
    /// Switched off for this sequence.
    Off,
    /// Not working.
    Absent,
}

/// Speed or Altitude.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChitKind {
    /// Speed.
    Speed,
    /// Altitude.
    Altitude,
}

impl ChitKind {
    /// The word used in offer ids.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Altitude => "altitude",
        }
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Speed => "Speed",
            Self::Altitude => "Altitude",
        }
    }

    /// The kind with this number (0 Speed, 1 Altitude).
    #[must_use]
    pub fn from_index(i: i32) -> Self {
        if i == 0 { Self::Speed } else { Self::Altitude }
    }

    /// The kind's number.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Self::Speed => 0,
            Self::Altitude => 1,
        }
    }
}

/// The Approach & Release Sequence being flown (clause 4.2.a).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The Lancaster that entered the Approach this turn, while it is in the sequence.
    pub lancaster: Option<PieceId>,
    /// The approach chits held: Speed, Altitude.
    pub held: [Option<u8>; 2],
    /// Kinds locked by a permitted draw of 0 (clauses 4.2.2.d, 4.2.3.b).
    pub locked: [bool; 2],
    /// Letters of the Approach Vector: S, A (flares taken off), M.
    pub letters: [u8; 3],
    /// The Aldis Lights.
    pub lights: Lights,
    /// The zone from which the Release Box was entered.
    pub released_from: Option<Zone>,
    /// What the Late Release Check adds to the release roll.
    pub late: i8,
    /// M results of the Late Release Check.
    pub late_m: u8,
    /// The release chits kept: Speed, Altitude.
    pub release: [Option<u8>; 2],
    /// Chits drawn in the step being played.
    pub drawn: Vec<u8>,
    /// The chits that the Jinx is mixed with, while it is (clauses 13.2.3.a and 13.2.4.a).
    pub jinx: Option<ChitKind>,
}

/// Where there is no Jinx it adds nothing.
impl std::hash::Hash for Run {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let Self {
            lancaster,
            held,
            locked,
            letters,
            lights,
            released_from,
            late,
            late_m,
            release,
            drawn,
            jinx,
        } = self;
        (lancaster, held, locked, letters, lights, released_from).hash(state);
        (late, late_m, release, drawn).hash(state);
        if jinx.is_some() {
            jinx.hash(state);
        }
    }
}

impl Run {
    /// The numbers of the chits of a kind that there are: seven, and perhaps the Jinx.
    #[must_use]
    pub fn pool(&self, kind: ChitKind) -> Vec<u8> {
        let last = if self.jinx == Some(kind) { JINX } else { JINX - 1 };
        (1..=last).collect()
    }
}

/// The number of the Jinx among the chits that it is mixed with (clause 13.2.3.a).
pub const JINX: u8 = 8;

/// The one Dummy Run / Approach Observed marker (clause 2.15.a).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marker {
    /// Its holder.
    pub holder: Option<PieceId>,
    /// Approach Observed side up.
    pub observed: bool,
}

/// The end of the game: who is checked, and the fate of the lost.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Debrief {
    /// Prisoners and evaders among the lost crews (clause 5.3.b).
    pub survivors: Option<(u8, u8)>,
    /// The debriefing row reached.
    pub row: Option<u8>,
}
