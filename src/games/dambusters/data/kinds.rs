//! The closed sets that the pieces are made of.

use serde::{Deserialize, Serialize};

/// How good an aircrew is (clause 2.2.a), worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Quality {
    /// Green.
    Green,
    /// Seasoned.
    Seasoned,
    /// Veteran.
    Veteran,
}

impl Quality {
    /// All three, worst first.
    pub const ALL: [Self; 3] = [Self::Green, Self::Seasoned, Self::Veteran];

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Green => "Green",
            Self::Seasoned => "Seasoned",
            Self::Veteran => "Veteran",
        }
    }
}

/// A dam (clause 3.5.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum DamId {
    /// Eder.
    Eder,
    /// Möhne.
    Moehne,
    /// Sorpe.
    Sorpe,
    /// Bever.
    Bever,
    /// Lister.
    Lister,
    /// Diemel.
    Diemel,
    /// Ennepe.
    Ennepe,
    /// Henne.
    Henne,
}

impl DamId {
    /// The dam of this name, as offers write it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dam| dam.name() == name)
    }

    /// All eight, in the order of the status tracks (clause 1.6.a).
    pub const ALL: [Self; 8] = [
        Self::Eder,
        Self::Moehne,
        Self::Sorpe,
        Self::Bever,
        Self::Lister,
        Self::Diemel,
        Self::Ennepe,
        Self::Henne,
    ];

    /// The id of its Target Acquisition Box in `board.ron`.
    #[must_use]
    pub fn place(self) -> &'static str {
        [
            "dam_eder",
            "dam_moehne",
            "dam_sorpe",
            "dam_bever",
            "dam_lister",
            "dam_diemel",
            "dam_ennepe",
            "dam_henne",
        ][self as usize]
    }

    /// The dam's name as printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Eder => "Eder",
            Self::Moehne => "Möhne",
            Self::Sorpe => "Sorpe",
            Self::Bever => "Bever",
            Self::Lister => "Lister",
            Self::Diemel => "Diemel",
            Self::Ennepe => "Ennepe",
            Self::Henne => "Henne",
        }
    }
}

/// A Target Map (clauses 1.6.a, 3.0.a, 3.2.b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Board {
    /// The Möhne map, shared by the small gravity dams.
    Moehne,
    /// The Eder map with the Michelskopf.
    Eder,
    /// The Sorpe map without a Near Zone.
    Sorpe,
}

impl Board {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Moehne, Self::Eder, Self::Sorpe];

    /// The board's id in `board.ron` and in file names.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Moehne => "moehne",
            Self::Eder => "eder",
            Self::Sorpe => "sorpe",
        }
    }
}

/// A zone of the Flight Map (clause 6.0.1.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FlightZone {
    /// England.
    England,
    /// English Coast.
    EnglishCoast,
    /// North Sea.
    NorthSea,
    /// Dutch Coast.
    DutchCoast,
    /// Ruhr.
    Ruhr,
    /// Weser.
    Weser,
}

impl FlightZone {
    /// All six, from home outward.
    pub const ALL: [Self; 6] =
        [Self::England, Self::EnglishCoast, Self::NorthSea, Self::DutchCoast, Self::Ruhr, Self::Weser];

    /// Whether the zone is hostile (clause 6.0.1.a).
    #[must_use]
    pub fn hostile(self) -> bool {
        matches!(self, Self::DutchCoast | Self::Ruhr | Self::Weser)
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::England => "England",
            Self::EnglishCoast => "English Coast",
            Self::NorthSea => "North Sea",
            Self::DutchCoast => "Dutch Coast",
            Self::Ruhr => "Ruhr",
            Self::Weser => "Weser",
        }
    }
}

impl FlightZone {
    /// The id of the zone in `board.ron`.
    #[must_use]
    pub fn place(self) -> &'static str {
        ["england", "english_coast", "north_sea", "dutch_coast", "ruhr", "weser"][self as usize]
    }

    /// The id of its Missing Box (clause 6.2.a: England has none).
    #[must_use]
    pub fn missing_place(self) -> &'static str {
        [
            "england",
            "missing_english_coast",
            "missing_north_sea",
            "missing_dutch_coast",
            "missing_ruhr",
            "missing_weser",
        ][self as usize]
    }

    /// The id of its Return to Base Box; English Coast and North Sea share one (clause 6.3.a).
    #[must_use]
    pub fn base_place(self) -> &'static str {
        ["base_england", "base_sea", "base_sea", "base_dutch_coast", "base_ruhr", "base_weser"][self as usize]
    }
}

/// A Water Level (clause 2.9.a), lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Water {
    /// Rising.
    Rising,
    /// High.
    High,
    /// Full, as in Scenarios 1 to 9 ([2.9.b]).
    #[default]
    Full,
}

impl Water {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Rising => "Rising",
            Self::High => "High",
            Self::Full => "Full",
        }
    }
}

/// The column of the Approach Vector chart that a dam uses (clause 4.2.1.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum VectorClass {
    /// Wide water.
    Open,
    /// A narrow valley.
    Valley,
    /// The Edersee.
    Gorge,
    /// Along the crest of an earth dam.
    Crest,
}

impl VectorClass {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Open, Self::Valley, Self::Gorge, Self::Crest];

    /// The column's id in the chart.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Valley => "valley",
            Self::Gorge => "gorge",
            Self::Crest => "crest",
        }
    }
}

/// How a dam is built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Wall {
    /// A masonry gravity wall.
    Gravity,
    /// An earth bank with a concrete core.
    Earth,
}

/// The icon on a Recon space of a status track (clause 3.5.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Icon {
    /// Triangle.
    Triangle,
    /// Square.
    Square,
    /// Circle.
    Circle,
}

/// What an Elite Crewman does (clauses 2.3.1 to 2.3.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum EliteKind {
    /// One re-roll (clause 2.3.4.a).
    WingCommander,
    /// +1 on the release roll (clause 2.3.1.a).
    BombAimer,
    /// One more Speed chit (clause 2.3.2.a).
    Engineer,
    /// −1 on front gunnery dice (clause 2.3.3.a).
    FrontGunner,
    /// −1 on rear gunnery dice (clause 2.3.7.a).
    RearGunner,
    /// +1 on Navigation Checks (clause 2.3.5.a).
    NavigatorNavigation,
    /// One more Altitude chit (clause 2.3.5.c).
    NavigatorAltitude,
    /// Two dice for the Approach Vector (clause 2.3.6.a).
    PilotApproachVector,
    /// Cancels one damage (clause 2.3.6.b).
    PilotIgnoreDamage,
    /// Removes one hazard on the Flight Map (clause 2.3.6.c).
    PilotWeaveAndJink,
    /// Removes one Map Error (clause 2.3.6.e).
    PilotIgnoreMapError,
    /// Three dice for wireless (clause 2.3.8.a).
    WirelessOperator,
    /// Scenario 10 only (clause 2.3.9.a).
    Armorer,
    /// Scenario 10 only (clause 2.3.9.a).
    Jinx,
    /// Scenario 10 only (clause 2.3.9.a).
    Spy,
}

impl EliteKind {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::WingCommander => "Wing Commander",
            Self::BombAimer => "Bomb-Aimer",
            Self::Engineer => "Engineer",
            Self::FrontGunner => "Front Gunner",
            Self::RearGunner => "Rear Gunner",
            Self::NavigatorNavigation => "Navigator (Navigation)",
            Self::NavigatorAltitude => "Navigator (Altitude)",
            Self::PilotApproachVector => "Pilot (Approach Vector)",
            Self::PilotIgnoreDamage => "Pilot (Ignore Damage)",
            Self::PilotWeaveAndJink => "Pilot (Weave & Jink)",
            Self::PilotIgnoreMapError => "Pilot (Ignore Map Error)",
            Self::WirelessOperator => "Wireless Operator",
            Self::Armorer => "Armorer",
            Self::Jinx => "Jinx",
            Self::Spy => "Spy",
        }
    }

    /// The benefit in one line.
    #[must_use]
    pub fn benefit(self) -> &'static str {
        match self {
            Self::WingCommander => "One re-roll of dice that affect his Lancaster",
            Self::BombAimer => "+1 on the release roll",
            Self::Engineer => "One more Speed chit on the approach",
            Self::FrontGunner => "−1 on front gunnery dice",
            Self::RearGunner => "−1 on rear gunnery dice",
            Self::NavigatorNavigation => "+1 on Navigation Checks",
            Self::NavigatorAltitude => "One more Altitude chit on the approach",
            Self::PilotApproachVector => "Two dice for the Approach Vector, keep the better",
            Self::PilotIgnoreDamage => "Cancels one damage",
            Self::PilotWeaveAndJink => "Removes one hazard in flight",
            Self::PilotIgnoreMapError => "Removes one Map Error",
            Self::WirelessOperator => "Three dice for wireless, keep two",
            Self::Armorer => "Campaign only: ordnance",
            Self::Jinx => "Campaign only: ill luck",
            Self::Spy => "Campaign only: security risk",
        }
    }

    /// The clause that states the benefit.
    #[must_use]
    pub fn clause(self) -> &'static str {
        match self {
            Self::WingCommander => "2.3.4.a",
            Self::BombAimer => "2.3.1.a",
            Self::Engineer => "2.3.2.a",
            Self::FrontGunner => "2.3.3.a",
            Self::RearGunner => "2.3.7.a",
            Self::NavigatorNavigation => "2.3.5.a",
            Self::NavigatorAltitude => "2.3.5.c",
            Self::PilotApproachVector => "2.3.6.a",
            Self::PilotIgnoreDamage => "2.3.6.b",
            Self::PilotWeaveAndJink => "2.3.6.c",
            Self::PilotIgnoreMapError => "2.3.6.e",
            Self::WirelessOperator => "2.3.8.a",
            Self::Armorer | Self::Jinx | Self::Spy => "2.3.9.a",
        }
    }

    /// Whether this is one of the four Pilot kinds, which grant Veteran Saves (clause 2.3.6.f).
    #[must_use]
    pub fn pilot(self) -> bool {
        matches!(
            self,
            Self::PilotApproachVector
                | Self::PilotIgnoreDamage
                | Self::PilotWeaveAndJink
                | Self::PilotIgnoreMapError
        )
    }
}

/// Visibility at a dam (clause 4.4.1.c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Visibility {
    /// Clear, the default.
    #[default]
    Clear,
    /// Fog.
    Fog,
}

impl Visibility {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Clear => "Clear",
            Self::Fog => "Fog",
        }
    }
}

/// Where a Lancaster starts on the Target Map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Start {
    /// In Circling Near.
    #[default]
    CirclingNear,
    /// In Circling Far.
    CirclingFar,
}

/// Where a Balloons marker flies (clause 7.9.5.d).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BalloonPlace {
    /// In the Close Zone.
    CloseZone,
    /// In the Climb Box.
    ClimbBox,
}

impl BalloonPlace {
    /// Where a Balloons marker flies, by its number in its cup.
    #[must_use]
    pub fn of_marker(marker: u8) -> Self {
        if marker <= 2 { Self::CloseZone } else { Self::ClimbBox }
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::CloseZone => "Close Zone",
            Self::ClimbBox => "Climb Box",
        }
    }
}

/// A hazard that stays attached to a Lancaster (clause 2.1.3.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Hazard {
    /// No wireless; must come to Circling Near (clause 7.7.3c.a).
    BrokenRadio,
    /// −1 on the way home while Upkeep is attached (clause 7.7.3d.a).
    CompassCard,
    /// One Speed chit fewer (clause 7.7.3g.a).
    FaultyControlsSpeed,
    /// One Altitude chit fewer (clause 7.7.3g.a).
    FaultyControlsAltitude,
    /// −1 on the way home (clause 5.1.g).
    FaultyMerlin,
    /// −1 on the release roll (clause 4.2.13.k).
    FaultyRelease,
    /// −1 on Navigation Checks (clause 7.7.3k.a).
    MapError,
    /// No Altitude chits (clause 4.2.3.d).
    NoAldisLights,
    /// Training Levels 3 lower (clause 7.7.3o.a).
    UnfitAircrew,
}

impl Hazard {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::BrokenRadio => "Broken Radio",
            Self::CompassCard => "Compass Card",
            Self::FaultyControlsSpeed => "Faulty Controls (Speed)",
            Self::FaultyControlsAltitude => "Faulty Controls (Altitude)",
            Self::FaultyMerlin => "Faulty Merlin",
            Self::FaultyRelease => "Faulty Release",
            Self::MapError => "Map Error",
            Self::NoAldisLights => "No Aldis Lights",
            Self::UnfitAircrew => "Unfit Aircrew",
        }
    }
}
