//! What the rules keep of the Flight Turns: orders on Lancasters, waves, the eight dams, hazards.

use std::collections::BTreeSet;

use bevy::prelude::{Component, Resource};

use super::components::{Clock, Dam, Space};
use super::data::{Colour, DamId, FlightZone, Water};
use crate::kernel::ids::PieceId;

/// [2.12.a] A Lancaster's orders and where it belongs (clauses 6.4.1.a, 6.4.2.a and 6.7.a).
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orders {
    /// Primary Target.
    pub primary: Option<DamId>,
    /// Secondary Target.
    pub secondary: Option<DamId>,
    /// The wave it flies in, by index.
    pub wave: Option<u8>,
    /// Whether it has ever led a wave (clause 7.9.7.c).
    pub led: bool,
    /// Whether no transmission reaches it any more (clause 7.2.1.i).
    pub deaf: bool,
    /// Whether it was tried in the phase being played (clauses 7.1.4.b, 7.1.5.b and 7.2.d).
    pub tried: bool,
    /// Very Light Flare markers on it (clause 7.1.1.c).
    pub flares: u8,
    /// The Flight Turn in which it takes off.
    pub from_turn: u8,
    /// Delayed Sortie markers (clause 7.7.3f.a).
    pub delayed: u8,
    /// The wave in which it began the Wireless Phase being played (clause 7.2.2.b).
    pub from_wave: Option<u8>,
    /// Whether it has just come back from a Target Map (clause 7.9.7.a).
    pub back: bool,
    /// Whether it stands over a dam by the Lost table and goes home from there (clause 5.1.2.g).
    pub strayed: bool,
}

/// A wave (clause 6.7.a). One that is dissolved has no members.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wave {
    /// The acting leader (clause 6.7.5.a).
    pub leader: PieceId,
    /// The leader by appointment, acting again when he rejoins (clause 6.7.5.c).
    pub de_jure: PieceId,
    /// Formation Compromised (clause 6.7.2.a).
    pub compromised: bool,
    /// Very Light Flare markers on it.
    pub flares: u8,
    /// Whether it was tried in the phase being played (clauses 7.1.3.a and 7.2.c).
    pub tried: bool,
}

/// A wave, or a Lancaster that flies by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unit {
    /// A wave, by index.
    Wave(u8),
    /// An independent Lancaster.
    Alone(PieceId),
}

impl Unit {
    /// As a frame's argument.
    #[must_use]
    pub fn arg(self) -> i32 {
        match self {
            Self::Wave(n) => 1000 + i32::from(n),
            Self::Alone(id) => i32::from(id.0),
        }
    }

    /// From a frame's argument.
    #[must_use]
    pub fn from_arg(arg: i32) -> Self {
        match u8::try_from(arg - 1000) {
            Ok(n) if arg >= 1000 => Self::Wave(n),
            _ => Self::Alone(PieceId::of_arg(arg)),
        }
    }
}

/// A Hazard marker on the Flight Map (clause 7.5.3.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marked {
    /// Its colour.
    pub colour: Colour,
    /// Its number in the cup; hidden until it is revealed.
    pub marker: u8,
    /// The zone that it was drawn for.
    pub zone: FlightZone,
    /// The unit that it is assigned to.
    pub unit: Option<Unit>,
    /// The Lancaster that it is placed on.
    pub on: Option<PieceId>,
    /// Whether it is revealed (clause 7.7.1.d).
    pub shown: bool,
    /// Whether it has taken effect and stays, as Searchlights do (clause 7.7.3n.b).
    pub done: bool,
}

/// A dam with all that lies at it while its Target Map is not in use.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Site {
    /// Recon Level.
    pub recon: u8,
    /// Water Level.
    pub water: Water,
    /// Its Status Record Track and mines.
    pub dam: Dam,
    /// Its Attack Turn Track.
    pub clock: Clock,
    /// Whether an attack is carried over (clause 7.9.6.b).
    pub open: bool,
}

/// The Flight Map (clauses 6.0.a to 6.7.5.c). Not in use in scenarios 1 to 5.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flight {
    /// Whether this scenario is flown on the Flight Map.
    pub on: bool,
    /// Flight Turn, 1–9 (clause 6.1.1.a).
    pub turn: u8,
    /// Alert Level (clause 6.6.a).
    pub alert: u8,
    /// Whether it rises in Clean Up (clause 6.6.1.a).
    pub alert_pending: bool,
    /// Target of Last Resort (clause 6.4.3.a).
    pub last_resort: DamId,
    /// Recon Levels of the zones, by `FlightZone as usize` (clause 6.5.a).
    pub zone_recon: [u8; 6],
    /// The waves.
    pub waves: Vec<Wave>,
    /// Hazard markers left in each cup, by `Colour as usize` (clause 7.5.1.a).
    pub cups: [Vec<u8>; 3],
    /// Hazard markers on the map.
    pub marks: Vec<Marked>,
    /// Markers that left the game for good, such as a Delayed Sortie (clause 7.7.3f.c).
    pub gone: [u8; 3],
    /// Markers that stay attached to a Lancaster; they go back when it is destroyed (clause 2.1.3.c).
    pub attached: Vec<(PieceId, Colour, u8)>,
    /// Mines torn off in flight (clause 7.7.3e.a).
    pub torn_off: u8,
    /// Markers removed by reconnaissance in the zone at hand (clause 7.6.1.a).
    pub evaded: u8,
    /// The dams, by `DamId as usize`.
    pub sites: Vec<Site>,
    /// The dam whose Target Map is in use.
    pub active: Option<DamId>,
    /// Lancasters destroyed in the attack of this Target Map Phase (clause 7.9.6.f).
    pub losses: u8,
    /// Attacks broken off after a loss (clause 7.9.6.f).
    pub aborted: u8,
    /// Units that wait in this phase, by their arguments, in the order in which they are taken.
    pub queue: Vec<i32>,
}

impl Flight {
    /// A Hazard marker goes back into its cup, unseen (clause 7.7.3.a).
    pub fn put_back(&mut self, colour: Colour, marker: u8) {
        let cup = &mut self.cups[colour as usize];
        cup.push(marker);
        cup.sort_unstable();
    }
}

impl Default for Flight {
    fn default() -> Self {
        Self {
            on: false,
            turn: 1,
            alert: 0,
            alert_pending: false,
            last_resort: DamId::Sorpe,
            zone_recon: [0; 6],
            waves: Vec::new(),
            cups: [Vec::new(), Vec::new(), Vec::new()],
            marks: Vec::new(),
            gone: [0; 3],
            attached: Vec::new(),
            torn_off: 0,
            evaded: 0,
            sites: Vec::new(),
            active: None,
            losses: 0,
            aborted: 0,
            queue: Vec::new(),
        }
    }
}

/// Who flies high; there only where the optional rules of high altitude are in use (clauses 14.0.a and 14.1.a).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Altitude {
    /// The Lancasters at high altitude, all others being low.
    pub high: BTreeSet<PieceId>,
    /// Markers drawn for a high unit beyond its even share, by colour and number (clause 14.3.2.a).
    pub extra: Vec<(Colour, u8)>,
}

impl Altitude {
    /// Whether a Lancaster flies high: on the Flight Map alone (clause 14.5.a).
    #[must_use]
    pub fn is_high(&self, id: PieceId, space: Space) -> bool {
        matches!(space, Space::Zone(_) | Space::Missing(_)) && self.high.contains(&id)
    }
}

/// The dam whose Target Map is in use (clauses 3.0.a and 7.9.b).
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The dam.
    pub dam: DamId,
    /// Recon Level there.
    pub recon: u8,
    /// Water Level.
    pub water: Water,
    /// Alert Level.
    pub alert: u8,
    /// What is added to each Visibility Check (clauses 4.4.1.b and 6.1.a).
    pub visibility_modifier: i8,
    /// Fog without a roll (clause 6.1.b).
    pub always_fog: bool,
    /// Damage that breaches it (clause 4.4.4.g).
    pub capacity: u8,
    /// Whether Aldis Lights matter here (clauses 4.2.3.g and 4.2.4.d).
    pub aldis: bool,
    /// Whether the approach has a Near Zone (clause 3.2.b).
    pub near_zone: bool,
    /// Whether a Michelskopf Check is made (clause 4.2.13.w).
    pub michelskopf: bool,
}
