//! The closed sets of the game: sides, bearings, levels, squadrons, resources, moon.

use serde::{Deserialize, Serialize};

/// A side. Points move one marker between the two (clause vp-track.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Bomber Command.
    Britain,
    /// The Luftwaffe.
    Germany,
}

impl Side {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Britain => "Britain",
            Self::Germany => "Germany",
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Britain => Self::Germany,
            Self::Germany => Self::Britain,
        }
    }
}

/// One of the six bearings, in their circle (clause board.b): neighbours in this list are one step apart, the last
/// beside the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "compass bearings")]
pub enum Bearing {
    E,
    NE,
    NW,
    W,
    SW,
    SE,
}

impl Bearing {
    /// All six in their circle, counter-clockwise from the east.
    pub const ALL: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];

    /// Place in the circle, 0–5.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The bearing at a place of the circle, counted on around it.
    #[must_use]
    pub fn at(index: usize) -> Self {
        Self::ALL[index % 6]
    }

    /// As the card shows it.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["E", "NE", "NW", "W", "SW", "SE"][self.index()]
    }

    /// The bearing that a card shows.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|b| b.word() == word)
    }

    /// Steps between two bearings, 0–3 (clause board.b).
    #[must_use]
    pub fn steps(self, other: Self) -> usize {
        let apart = self.index().abs_diff(other.index());
        apart.min(6 - apart)
    }

    /// The opposite bearing.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::at(self.index() + 3)
    }

    /// Turned by steps, clockwise when positive.
    #[must_use]
    pub fn turned(self, clockwise: i8) -> Self {
        let at = i32::try_from(self.index()).unwrap_or(0) - i32::from(clockwise);
        Self::at(usize::try_from(at.rem_euclid(6)).unwrap_or(0))
    }

    /// Axial step east and south.
    #[must_use]
    pub fn step(self) -> (i8, i8) {
        [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][self.index()]
    }
}

/// The level at which an aircraft stands on its rod (clause altitude.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Level {
    /// On the ground.
    #[default]
    Ground,
    /// Low altitude.
    Low,
    /// High altitude.
    High,
}

impl Level {
    /// As offers and players name it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// Whether it flies.
    #[must_use]
    pub fn airborne(self) -> bool {
        self != Self::Ground
    }
}

/// The moon of a night.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Moon {
    /// Neither marker: no effect (clause new-moon.b).
    #[default]
    None,
    /// Full moon.
    Full,
    /// New moon.
    New,
}

impl Moon {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::None => "No moon marker",
            Self::Full => "Full moon",
            Self::New => "New moon",
        }
    }
}

/// What lies under a hex (clause board.f).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ground {
    /// Land: open to German resources.
    Land,
    /// Sea.
    Sea,
    /// Britain.
    Britain,
}

/// How hard a city is to reach (clause city.b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Easy.
    Green,
    /// Moderate.
    Yellow,
    /// Difficult.
    Red,
}

impl Class {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Green => "green, easy",
            Self::Yellow => "yellow, moderate",
            Self::Red => "red, difficult",
        }
    }
}

/// A kind of ground defence resource (clauses ground-defence.f and ground-defence.g).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Resource {
    /// Flak.
    Flak,
    /// Searchlight.
    Searchlight,
    /// Radar.
    Radar,
    /// Smoke screen.
    Smoke,
    /// Balloon barrier.
    Balloon,
    /// Fire department.
    Fire,
    /// Fuel truck.
    Truck,
    /// Civil bunker.
    Bunker,
}

impl Resource {
    /// All kinds, the basic ones first.
    pub const ALL: [Self; 8] = [
        Self::Flak,
        Self::Searchlight,
        Self::Radar,
        Self::Smoke,
        Self::Balloon,
        Self::Fire,
        Self::Truck,
        Self::Bunker,
    ];

    /// Place in [`Resource::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// As offers name it.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["flak", "searchlight", "radar", "smoke", "balloon", "fire", "truck", "bunker"][self.index()]
    }

    /// The kind that an offer names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.word() == word)
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        [
            "Flak",
            "Searchlight",
            "Radar",
            "Smoke screen",
            "Balloon barrier",
            "Fire department",
            "Fuel truck",
            "Civil bunker",
        ][self.index()]
    }

    /// The word for so many of it within a sentence.
    #[must_use]
    pub fn noun(self, count: u8) -> &'static str {
        let one = [
            "flak",
            "searchlight",
            "radar",
            "smoke screen",
            "balloon barrier",
            "fire department",
            "fuel truck",
            "civil bunker",
        ];
        let several = [
            "flak",
            "searchlights",
            "radars",
            "smoke screens",
            "balloon barriers",
            "fire departments",
            "fuel trucks",
            "civil bunkers",
        ];
        if count == 1 { one[self.index()] } else { several[self.index()] }
    }

    /// Whether it is a basic (red) kind (clause ground-defence.f).
    #[must_use]
    pub fn basic(self) -> bool {
        matches!(self, Self::Flak | Self::Searchlight | Self::Radar)
    }
}

/// A German squadron (clause fighters.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Wing {
    /// Red Messerschmitts.
    Red,
    /// Green Messerschmitts.
    Green,
    /// Yellow Messerschmitts.
    Yellow,
    /// The blue Dornier.
    Blue,
}

impl Wing {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Red, Self::Green, Self::Yellow, Self::Blue];

    /// Its code as a piece.
    #[must_use]
    pub fn code(self) -> &'static str {
        ["Red", "Green", "Yellow", "Blue"][self as usize]
    }

    /// Whether it is the Dornier.
    #[must_use]
    pub fn dornier(self) -> bool {
        self == Self::Blue
    }
}

/// The advanced rules, each a switch of its own (clause setup.h).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Advanced {
    /// 1. More power for the Mosquito.
    MosquitoPower,
    /// 2. Weather changes, with new programmes.
    WeatherChange,
    /// 3. Medals.
    Medals,
    /// 4. Corpse cloth.
    CorpseCloth,
    /// 5. Flak disturbs fighters.
    FlakDisturbs,
    /// 6. Special fuel.
    SpecialFuel,
}

impl Advanced {
    /// All six in the order of the rules.
    pub const ALL: [Self; 6] = [
        Self::MosquitoPower,
        Self::WeatherChange,
        Self::Medals,
        Self::CorpseCloth,
        Self::FlakDisturbs,
        Self::SpecialFuel,
    ];

    /// Its option id.
    #[must_use]
    pub fn option(self) -> &'static str {
        ["mosquito-power", "weather-change", "medals", "corpse-cloth", "flak-disturbs", "special-fuel"]
            [self as usize]
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        [
            "1 More power for the Mosquito",
            "2 Weather changes",
            "3 Medals",
            "4 Corpse cloth",
            "5 Flak disturbs fighters",
            "6 Special fuel",
        ][self as usize]
    }
}

/// A set of hexes, one bit a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HexSet(pub u64);

impl HexSet {
    /// Whether `hex` is in it.
    #[must_use]
    pub fn has(self, hex: u8) -> bool {
        hex < 64 && self.0 >> hex & 1 == 1
    }

    /// Puts `hex` in.
    pub fn insert(&mut self, hex: u8) {
        self.0 |= 1 << (hex & 63);
    }

    /// The hexes in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..64u8).filter(move |hex| self.has(*hex))
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<u8> for HexSet {
    fn from_iter<I: IntoIterator<Item = u8>>(hexes: I) -> Self {
        let mut set = Self::default();
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circle_of_bearings_turns_both_ways() {
        // proves: board.b
        assert_eq!(Bearing::E.steps(Bearing::SE), 1);
        assert_eq!(Bearing::E.steps(Bearing::NW), 2);
        assert_eq!(Bearing::SW.opposite(), Bearing::NE);
        assert_eq!(Bearing::E.turned(1), Bearing::SE, "clockwise from the east is south-east");
        assert_eq!(Bearing::E.turned(-2), Bearing::NW);
        for a in Bearing::ALL {
            assert_eq!(Bearing::ALL.iter().filter(|b| a.steps(**b) == 1).count(), 2);
            assert_eq!(Bearing::ALL.iter().filter(|b| a.steps(**b) == 3).count(), 1);
            assert_eq!(Bearing::from_word(a.word()), Some(a));
        }
    }
}
