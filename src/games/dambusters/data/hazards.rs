//! The hazard markers of the Flight Map: their cups, what their fronts show and what they are (clauses 7.5.1.a, 7.7.a).

use serde::{Deserialize, Serialize};

use super::kinds::Hazard;
use super::results::NightfighterType;
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, check_format};
use crate::kernel::dice::Cup;

/// The cups of hazard markers by [`Colour`]; item n of a cup is marker n of its colour (clause 7.5.1.a).
pub const HAZARD_CUPS: [Cup; 3] = [
    Cup { name: "yellow", prefix: "Y" },
    Cup { name: "light blue", prefix: "L" },
    Cup { name: "dark blue", prefix: "D" },
];

/// The most markers of one colour.
pub const MOST_MARKERS: u8 = 99;

/// The colour of a hazard marker, the index of its cup (clause 7.5.1.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Colour {
    /// English Coast and North Sea.
    Yellow,
    /// Dutch Coast and Ruhr.
    LightBlue,
    /// Weser.
    DarkBlue,
}

impl Colour {
    /// All three, in the order of the cups.
    pub const ALL: [Self; 3] = [Self::Yellow, Self::LightBlue, Self::DarkBlue];

    /// Its cup.
    #[must_use]
    pub fn cup(self) -> Cup {
        HAZARD_CUPS[self as usize]
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.cup().name
    }
}

/// What the front of a hazard marker shows while its back is hidden (clauses 7.5.4.a, 7.6.2.b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Front {
    /// The colour alone.
    Plain,
    /// Flak, of whatever level.
    Flak,
    /// A nightfighter, of whatever type.
    Nightfighter,
}

impl Front {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Plain => "Hazard",
            Self::Flak => "Flak",
            Self::Nightfighter => "Nightfighter",
        }
    }
}

/// What a hazard marker is (clauses 7.7.3a.a to 7.7.3o.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Danger {
    /// It is attached and lasts (clause 7.7.1.e).
    Attach(Hazard),
    /// The Lancaster does not move next turn (clause 7.7.3f.a).
    DelayedSortie,
    /// Birds or bats (clause 7.7.3b.a).
    Birds,
    /// A balloon cable (clause 7.7.3a.a).
    Balloons,
    /// Wires or ground (clause 7.7.3e.a).
    Crash,
    /// Searchlights (clause 7.7.3n.a).
    Searchlights,
    /// Flak of this level, 1 to 5 (clause 7.7.3j.a).
    Flak(u8),
    /// A nightfighter of this type (clause 7.7.3l.a).
    Nightfighter(NightfighterType),
}

impl Danger {
    /// What the marker's front shows.
    #[must_use]
    pub fn front(self) -> Front {
        match self {
            Self::Flak(_) => Front::Flak,
            Self::Nightfighter(_) => Front::Nightfighter,
            _ => Front::Plain,
        }
    }

    /// What a player reads once it is revealed.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Attach(hazard) => hazard.label(),
            Self::DelayedSortie => "Delayed Sortie",
            Self::Birds => "Birds/Bats",
            Self::Balloons => "Balloons",
            Self::Crash => "Crash",
            Self::Searchlights => "Searchlights",
            Self::Flak(level) => match level {
                0 | 1 => "Flak 1",
                2 => "Flak 2",
                3 => "Flak 3",
                4 => "Flak 4",
                _ => "Flak 5",
            },
            Self::Nightfighter(NightfighterType::Me109) => "Nightfighter Me 109",
            Self::Nightfighter(NightfighterType::Me110) => "Nightfighter Me 110",
            Self::Nightfighter(NightfighterType::Ju88) => "Nightfighter Ju 88",
        }
    }

    /// Whether the marker bears a V: a Veteran Save is allowed against it (clause 7.7.2.a).
    #[must_use]
    pub fn veteran(self) -> bool {
        matches!(self, Self::Balloons | Self::Birds | Self::Crash)
    }
}

/// Like hazard markers as written in `tables/hazards.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardLine {
    /// What they are.
    pub danger: Danger,
    /// How many such markers there are.
    pub count: u8,
}

/// The markers of one colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardCup {
    /// Which colour.
    pub colour: Colour,
    /// The markers.
    pub markers: Vec<HazardLine>,
}

/// The hazard markers, `tables/hazards.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The three colours, each once.
    pub cups: Vec<HazardCup>,
}

impl HazardFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for colour in Colour::ALL {
            let n = self.cups.iter().filter(|c| c.colour == colour).count();
            faults.expect(n == 1, "cups", format!("the {} cup is listed {n} times", colour.label()));
        }
        for (i, cup) in self.cups.iter().enumerate().take(Colour::ALL.len()) {
            let total: u32 = cup.markers.iter().map(|m| u32::from(m.count)).sum();
            faults.expect(
                (1..=u32::from(MOST_MARKERS)).contains(&total),
                format!("cups[{i}].markers"),
                format!("a cup holds 1 to {MOST_MARKERS} markers, not {total}"),
            );
            faults.expect(
                cup.markers.len() <= usize::from(MOST_MARKERS),
                format!("cups[{i}].markers"),
                format!("at most {MOST_MARKERS} lines"),
            );
            for (j, line) in cup.markers.iter().enumerate().take(usize::from(MOST_MARKERS)) {
                let field = format!("cups[{i}].markers[{j}]");
                if let Danger::Flak(level) = line.danger {
                    faults.expect(
                        (1..=5).contains(&level),
                        format!("{field}.danger"),
                        format!("a Flak marker has a level from 1 to 5, not {level}"),
                    );
                }
                let yellow_alone = match line.danger {
                    Danger::Attach(hazard) => hazard != Hazard::MapError,
                    Danger::DelayedSortie => true,
                    _ => false,
                };
                faults.expect(
                    !yellow_alone || cup.colour == Colour::Yellow,
                    format!("{field}.danger"),
                    format!("{} is a yellow marker (7.7.1.e)", line.danger.label()),
                );
                faults.expect(
                    !cup.markers[..j].iter().any(|o| o.danger == line.danger),
                    format!("{field}.danger"),
                    format!("{} is listed twice", line.danger.label()),
                );
            }
        }
    }

    /// One entry a marker, by colour.
    #[must_use]
    pub fn all(&self) -> Hazards {
        let most = usize::from(MOST_MARKERS);
        Hazards(Colour::ALL.map(|colour| {
            let lines = self.cups.iter().filter(|c| c.colour == colour).flat_map(|c| &c.markers);
            lines.flat_map(|m| std::iter::repeat_n(m.danger, usize::from(m.count))).take(most).collect()
        }))
    }
}

/// Every hazard marker; marker n of a colour is item n of its cup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazards([Vec<Danger>; 3]);

impl Hazards {
    /// What marker `n` of a colour is, from 1.
    #[must_use]
    pub fn marker(&self, colour: Colour, n: u8) -> Danger {
        let markers = &self.0[colour as usize];
        let last = markers.len().saturating_sub(1);
        markers.get(usize::from(n).saturating_sub(1).min(last)).copied().unwrap_or(Danger::Birds)
    }

    /// How many markers a colour has.
    #[must_use]
    pub fn count(&self, colour: Colour) -> u8 {
        u8::try_from(self.0[colour as usize].len()).unwrap_or(MOST_MARKERS)
    }
}
