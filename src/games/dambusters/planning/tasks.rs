//! What Groundcrew work at: categories of training, modifications, and the spaces of the blotter.

use crate::games::dambusters::data::Levels;

/// A category of training (clause 10.3.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Navigation.
    Navigation,
    /// Altitude & Speed.
    AltitudeSpeed,
    /// Bomb-Aiming & Release.
    BombAiming,
}

impl Category {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Navigation, Self::AltitudeSpeed, Self::BombAiming];

    /// The word used in offer ids.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Navigation => "navigation",
            Self::AltitudeSpeed => "altitude",
            Self::BombAiming => "bombing",
        }
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Navigation => "Navigation",
            Self::AltitudeSpeed => "Altitude & Speed",
            Self::BombAiming => "Bomb-Aiming & Release",
        }
    }

    /// The category with this number.
    #[must_use]
    pub fn from_index(i: i32) -> Self {
        match i {
            0 => Self::Navigation,
            1 => Self::AltitudeSpeed,
            _ => Self::BombAiming,
        }
    }

    /// This category's level.
    #[must_use]
    pub fn of(self, levels: Levels) -> u8 {
        match self {
            Self::Navigation => levels.navigation,
            Self::AltitudeSpeed => levels.altitude_speed,
            Self::BombAiming => levels.bomb_aiming,
        }
    }
}

/// A modification of all Lancasters (clause 10.4.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fitting {
    /// VHF radio sets (clause 10.4.4.d).
    Radio,
    /// Aldis Lights (clause 10.4.4.a).
    Altimeter,
    /// The Dann bombsight (clause 10.4.4.c).
    Cockpit,
}

impl Fitting {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Radio, Self::Altimeter, Self::Cockpit];

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Radio => "Radio",
            Self::Altimeter => "Altimeter",
            Self::Cockpit => "Cockpit",
        }
    }

    /// How many sixes complete it (clause 10.4.1.c).
    #[must_use]
    pub fn sixes(self) -> u8 {
        if self == Self::Radio { 1 } else { 2 }
    }

    /// The space of the blotter where Groundcrew are dedicated to it.
    #[must_use]
    pub fn task(self) -> Task {
        match self {
            Self::Radio => Task::Radio,
            Self::Altimeter => Task::Altimeter,
            Self::Cockpit => Task::Cockpit,
        }
    }

    /// The fitting with this number.
    #[must_use]
    pub fn from_index(i: i32) -> Self {
        match i {
            0 => Self::Radio,
            1 => Self::Altimeter,
            _ => Self::Cockpit,
        }
    }
}

/// A space of the blotter to which Groundcrew are dedicated (clause 9.1.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Task {
    /// Requisitions (clause 10.1.4.b).
    Requisitions,
    /// Training (clause 10.3.1.c).
    Training,
    /// Radio modifications (clause 10.4.1.a).
    Radio,
    /// Altimeter modifications.
    Altimeter,
    /// Cockpit modifications.
    Cockpit,
    /// Repairs (clause 10.4.5.a).
    Repairs,
    /// The Aircraft Check (clause 11.1.a).
    AircraftCheck,
    /// The Ordnance Check (clause 11.2.a).
    OrdnanceCheck,
}

impl Task {
    /// Those of the Modifications Phase.
    pub const WORKSHOP: [Self; 4] = [Self::Radio, Self::Altimeter, Self::Cockpit, Self::Repairs];

    /// The word used in offer ids.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Requisitions => "requisitions",
            Self::Training => "training",
            Self::Radio => "radio",
            Self::Altimeter => "altimeter",
            Self::Cockpit => "cockpit",
            Self::Repairs => "repairs",
            Self::AircraftCheck => "aircraft",
            Self::OrdnanceCheck => "ordnance",
        }
    }

    /// The fitting that it serves, if it is a modification.
    #[must_use]
    pub fn fitting(self) -> Option<Fitting> {
        Fitting::ALL.into_iter().find(|f| f.task() == self)
    }

    /// The task of this word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        [
            Self::Requisitions,
            Self::Training,
            Self::Radio,
            Self::Altimeter,
            Self::Cockpit,
            Self::Repairs,
            Self::AircraftCheck,
            Self::OrdnanceCheck,
        ]
        .into_iter()
        .find(|t| t.word() == word)
    }
}

/// Where a Groundcrew marker is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stock {
    /// Not requisitioned yet.
    #[default]
    Free,
    /// In play (clause 10.1.1.d).
    InPlay,
    /// Out of the game (clause 10.2.2.d).
    Gone,
}
