//! What the rules keep: components on the six aircraft and the resources of a night.
//!
//! All of it is registered with the snapshot registry in [`super::install`].

use bevy::prelude::{Component, Resource};

use super::data::{Bearing, HEXES, HexSet, Level, Moon, Resource as Kind, Setup, Side, Wing};
use crate::kernel::ids::{PieceId, Seat};

/// The bomber fleet (clause components.a).
pub const BOMBER: PieceId = PieceId(0);
/// The Mosquito.
pub const MOSQUITO: PieceId = PieceId(1);
/// The squadrons, in the order of [`Wing::ALL`].
pub const SQUADRONS: [PieceId; 4] = [PieceId(2), PieceId(3), PieceId(4), PieceId(5)];

/// The piece of a squadron.
#[must_use]
pub fn piece_of(wing: Wing) -> PieceId {
    SQUADRONS[wing as usize]
}

/// The scenario with its options applied; fixed at set-up.
#[derive(Resource, Clone, Hash)]
pub struct Duel {
    /// Full id of the scenario.
    pub scenario: String,
    /// What the table was laid out from.
    pub setup: Setup,
}

/// Where an aircraft is and how high (clause altitude.a).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct At {
    /// Its hex; 0 while it is not on the board.
    pub hex: u8,
    /// Its level.
    pub level: Level,
}

/// How a squadron is out of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Out {
    /// It is not.
    #[default]
    No,
    /// For the night: it ditched on land (clause ditching.b).
    Night,
    /// For the game: it ditched at sea or in Britain (clause ditching.c).
    Game,
}

/// The special fuel tank (clauses adv-6-special-fuel.a and adv-6-special-fuel.b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tank {
    /// None fitted.
    #[default]
    None,
    /// Fitted and full.
    Full,
    /// Used.
    Empty,
}

/// A German squadron (clause fighters.a).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Squadron {
    /// Which one.
    pub wing: Wing,
    /// Lines left on the dial (clause fuel.a).
    pub fuel: u8,
    /// Whether it is out of play.
    pub out: Out,
    /// Whether it has acted in this German turn (clause phase-6.e).
    pub acted: bool,
    /// Whether it moved onto the Mosquito in this German turn (clause mosquito.g).
    pub met: bool,
    /// The special fuel tank.
    pub tank: Tank,
}

/// How far an aircraft of the raid has come tonight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Flight {
    /// Before its first takeoff.
    #[default]
    Waiting,
    /// In the air.
    Flying,
    /// Landed for good (clause mosquito.f).
    Down,
}

/// The public course of a night.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Night {
    /// Number of the night, from 1.
    pub number: u8,
    /// Who plays Britain tonight (clause setup.b); in the solo mission nobody does and the German seat draws for
    /// it.
    pub british: Seat,
    /// Who plays Germany tonight.
    pub german: Seat,
    /// Turns of phase 6 that were played.
    pub turns: u16,
    /// Bearings that the bomber has flown, one a move (clause compass-cards.j).
    pub flown: Vec<Bearing>,
    /// Hexes of the bomber: its start, then one a move.
    pub path: Vec<u8>,
    /// After how many moves it struck (clause bomber.g).
    pub struck: Option<u8>,
    /// The city struck.
    pub target: u8,
    /// The bomber.
    pub bomber: Flight,
    /// The Mosquito.
    pub mosquito: Flight,
    /// Weather changes that have happened.
    pub changes: u8,
    /// Solo: cities that the bomber has reached (clause solo-6.a).
    pub cities: u8,
    /// Solo: whether it flies home, having struck or missed its city (clause solo-6.b).
    pub home: bool,
}

impl Default for Night {
    fn default() -> Self {
        Self {
            number: 0,
            british: Seat(0),
            german: Seat(1),
            turns: 0,
            flown: Vec::new(),
            path: Vec::new(),
            struck: None,
            target: 0,
            bomber: Flight::Waiting,
            mosquito: Flight::Waiting,
            changes: 0,
            cities: 0,
            home: false,
        }
    }
}

impl Night {
    /// Moves that the bomber has made.
    #[must_use]
    pub fn moves(&self) -> u8 {
        u8::try_from(self.flown.len()).unwrap_or(u8::MAX)
    }
}

/// The programme of the night: known to the British seat only (clauses information.a and phase-3.b).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Plan {
    /// Takeoff airport; 0 while none is chosen.
    pub start: u8,
    /// Target city, one a night (clause night.b); 0 while none is chosen.
    pub target: u8,
    /// The whole programme, flown cards included.
    pub course: Vec<Bearing>,
    /// Whether it ends with a landing.
    pub complete: bool,
    /// What was programmed before, while it is laid anew (clause adv-2a-reprogram.a).
    pub before: Option<Before>,
}

/// A programme that is being laid anew.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Before {
    /// Its target.
    pub target: u8,
    /// All its cards, flown ones included.
    pub course: Vec<Bearing>,
}

/// The weather on the board (clause phase-2.c).
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sky {
    /// The card; 0 while none is drawn.
    pub card: u8,
    /// Where the wind blows to.
    pub wind: Bearing,
    /// The moon.
    pub moon: Moon,
    /// Whether it is a summer night.
    pub summer: bool,
    /// Clouded hexes.
    pub clouds: HexSet,
    /// Hexes under a thunderstorm.
    pub thunder: HexSet,
    /// Hexes in fog.
    pub fog: HexSet,
    /// The bomber's moves before which the weather changes.
    pub change: [u8; 2],
}

impl Default for Sky {
    fn default() -> Self {
        Self {
            card: 0,
            wind: Bearing::E,
            moon: Moon::None,
            summer: false,
            clouds: HexSet::default(),
            thunder: HexSet::default(),
            fog: HexSet::default(),
            change: [0; 2],
        }
    }
}

/// The ground defence, by hex and kind.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Defence {
    /// Tiles on the board.
    pub tiles: [[u8; 8]; HEXES + 1],
    /// Of these, out of action tonight (clause mosquito.v).
    pub out: [[u8; 8]; HEXES + 1],
    /// Bombs used on the airport (clause mosquito.u).
    pub bombs: [u8; HEXES + 1],
    /// Bunkers of earlier nights, which stay (clause civil-bunker.c).
    pub fixed: [u8; HEXES + 1],
}

impl Default for Defence {
    fn default() -> Self {
        Self {
            tiles: [[0; 8]; HEXES + 1],
            out: [[0; 8]; HEXES + 1],
            bombs: [0; HEXES + 1],
            fixed: [0; HEXES + 1],
        }
    }
}

impl Defence {
    /// Tiles of a kind in a hex.
    #[must_use]
    pub fn count(&self, hex: u8, kind: Kind) -> u8 {
        self.tiles[usize::from(hex)][kind.index()]
    }

    /// Tiles of a kind in a hex that are in action.
    #[must_use]
    pub fn working(&self, hex: u8, kind: Kind) -> u8 {
        self.count(hex, kind) - self.out[usize::from(hex)][kind.index()]
    }

    /// Squadrons that the airport of a hex holds on the ground: one, and one for each truck in action (clause
    /// fuel-truck.b).
    #[must_use]
    pub fn beds(&self, hex: u8) -> u8 {
        1 + self.working(hex, Kind::Truck)
    }

    /// All tiles of a kind on the board.
    #[must_use]
    pub fn placed(&self, kind: Kind) -> u8 {
        self.tiles.iter().map(|hex| hex[kind.index()]).sum()
    }

    /// All tiles on the board (clause ground-defence.a).
    #[must_use]
    pub fn total(&self) -> u8 {
        self.tiles.iter().flatten().sum()
    }
}

/// A drop of the Mosquito while it is declared (clause mosquito.w).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Drop {
    /// Target markers.
    pub markers: u8,
    /// Bombs on the airport.
    pub airport: u8,
    /// Tiles to be hit, by kind.
    pub tiles: [u8; 8],
    /// Bombs on tiles.
    pub bombs: u8,
}

impl Drop {
    /// Markers and bombs in it.
    #[must_use]
    pub fn units(&self) -> u8 {
        self.markers + self.airport + self.bombs
    }

    /// Whether any bomb is in it.
    #[must_use]
    pub fn bombing(&self) -> bool {
        self.airport + self.bombs > 0
    }
}

/// The Mosquito's markers (clause mosquito.p).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stock {
    /// Markers left tonight.
    pub left: u8,
    /// Target markers lying, by hex (clause mosquito.r).
    pub lying: [u8; HEXES + 1],
    /// The drop being declared.
    pub drop: Drop,
}

impl Default for Stock {
    fn default() -> Self {
        Self { left: 0, lying: [0; HEXES + 1], drop: Drop::default() }
    }
}

/// Medals of both sides (clause adv-3-medals.a).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Medals {
    /// Not yet earned.
    pub supply: u8,
    /// Held by Britain.
    pub british: u8,
    /// Held by Germany.
    pub german: u8,
    /// Laid by Germany, by hex (clause adv-3-medals.i).
    pub laid: [u8; HEXES + 1],
    /// Whether the saving of fuel was used tonight (clause adv-3-medals.k).
    pub saved: bool,
    /// The squadron whose next action costs a line less.
    pub saving: Option<PieceId>,
    /// Spent for good (clause adv-3-medals.c).
    pub spent: u8,
}

impl Default for Medals {
    fn default() -> Self {
        Self { supply: 0, british: 0, german: 0, laid: [0; HEXES + 1], saved: false, saving: None, spent: 0 }
    }
}

impl Medals {
    /// Medals lying on the board.
    #[must_use]
    pub fn lying(&self) -> u8 {
        self.laid.iter().sum()
    }
}

/// What points were for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// Duels of the Mosquito.
    Duel,
    /// Takeoffs under the Mosquito.
    Blockade,
    /// Use of a bombed airport.
    BombedAirport,
    /// Takeoffs and landings in a thunderstorm.
    StormField,
    /// Takeoffs and landings in fog.
    FogField,
    /// Ditching.
    Ditching,
    /// The strike.
    Strike,
    /// Squadrons against the bomber.
    Fighters,
    /// Flak.
    Flak,
    /// The bomber in a thunderstorm.
    Storm,
    /// The bomber in fog on the ground.
    Fog,
    /// Balloon barriers.
    Balloons,
}

impl Cause {
    /// All causes, British ones first.
    pub const ALL: [Self; 12] = [
        Self::Duel,
        Self::Blockade,
        Self::BombedAirport,
        Self::StormField,
        Self::FogField,
        Self::Ditching,
        Self::Strike,
        Self::Fighters,
        Self::Flak,
        Self::Storm,
        Self::Fog,
        Self::Balloons,
    ];

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        [
            "Duels of the Mosquito",
            "Takeoffs under the Mosquito",
            "Use of bombed airports",
            "Airfields in thunderstorms",
            "Airfields in fog",
            "Ditching",
            "The strike",
            "Squadrons against the bomber",
            "Flak",
            "Bomber in thunderstorms",
            "Bomber in fog",
            "Balloon barriers",
        ][self as usize]
    }

    /// The side that it scores for.
    #[must_use]
    pub fn side(self) -> Side {
        if self <= Self::Strike { Side::Britain } else { Side::Germany }
    }
}

/// The VP track (clause vp-track.a).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Points by night and cause.
    pub nights: Vec<[i32; 12]>,
    /// Squadron contacts with the bomber, all nights.
    pub contacts: u16,
    /// Squadrons that ditched, all nights.
    pub ditched: u8,
}

impl Score {
    /// Adds points of a cause to the running night.
    pub fn add(&mut self, cause: Cause, points: i32) {
        if let Some(night) = self.nights.last_mut() {
            night[cause as usize] += points;
        }
    }

    /// Gross points of a side in one night.
    #[must_use]
    pub fn gross(night: &[i32; 12], side: Side) -> i32 {
        Cause::ALL.iter().filter(|c| c.side() == side).map(|c| night[*c as usize]).sum()
    }

    /// Gross points of a side over all nights.
    #[must_use]
    pub fn total(&self, side: Side) -> i32 {
        self.nights.iter().map(|n| Self::gross(n, side)).sum()
    }
}

/// Face-down piles: what has not been drawn. Their order is not kept: each draw is blind (clause information.d).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decks {
    /// Weather cards.
    pub weather: Vec<u8>,
    /// Wind change cards, by number.
    pub wind: Vec<u8>,
    /// Solo: compass cards outbound, by number.
    pub outbound: Vec<u8>,
    /// Solo: compass cards homeward.
    pub homeward: Vec<u8>,
    /// Solo: cards laid aside, in order (clause solo-3.d).
    pub aside: Vec<u8>,
}

/// How far a guided game has been played.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Guide {
    /// Steps taken.
    pub step: u16,
}
