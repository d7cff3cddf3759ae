//! The Mission Planning Blotter as values, `tables/planning.ron`: points, costs, groundcrew, security, reconnaissance.

use serde::{Deserialize, Serialize};

use super::kinds::{Icon, Quality};
use super::tables::{Levels, Training};
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, check_format};
use crate::kernel::dice::Cup;

/// The Elite Crewman markers' cup (clause 10.1.3.b); item n is `E1` to `E24`.
pub const ELITE_CUP: Cup = Cup { name: "elite", prefix: "E" };
/// The Balloons markers' cup (clause 10.5.2.d); items 1 and 2 fly in the Close Zone, 3 and 4 in the Climb Box.
pub const BALLOONS_CUP: Cup = Cup { name: "balloons", prefix: "B" };
/// The Recon Level markers' cup (clause 2.10.a); item n is `R1` to `R11`.
pub const RECON_CUP: Cup = Cup { name: "recon", prefix: "R" };

/// How many Groundcrew markers there are (clause 10.1.1.c).
pub const GROUNDCREW: usize = 8;
/// How many Recon Level markers there are: one for each dam and each hostile zone.
pub const RECON_MARKERS: usize = 11;

/// Resource Points that come by themselves (clause 10.0.1.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// At the start.
    pub start: u16,
    /// The Planning Turn that brings more.
    pub later_turn: u8,
    /// How many more.
    pub later: u16,
}

/// What things cost in Resource Points (clauses 10.1.1.b, 10.1.4.a, 10.3.4.a, 10.4.5.a, 10.5.1.a and 10.5.2.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// A Lancaster.
    pub lancaster: u16,
    /// An Upkeep.
    pub upkeep: u16,
    /// A Green Aircrew.
    pub green: u16,
    /// A Seasoned Aircrew.
    pub seasoned: u16,
    /// A Veteran Aircrew.
    pub veteran: u16,
    /// Extra Training.
    pub extra_training: u16,
    /// A repair.
    pub repair: u16,
    /// Reconnaissance of a zone.
    pub zone_recon: u16,
    /// Reconnaissance of a dam.
    pub dam_recon: u16,
}

impl Costs {
    /// An Aircrew of this quality.
    #[must_use]
    pub fn aircrew(&self, quality: Quality) -> u16 {
        match quality {
            Quality::Green => self.green,
            Quality::Seasoned => self.seasoned,
            Quality::Veteran => self.veteran,
        }
    }
}

/// How many Aircrew markers there are of each quality.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AircrewMarkers {
    /// Green.
    pub green: u8,
    /// Seasoned.
    pub seasoned: u8,
    /// Veteran.
    pub veteran: u8,
}

impl AircrewMarkers {
    /// Of this quality.
    #[must_use]
    pub fn of(&self, quality: Quality) -> u8 {
        match quality {
            Quality::Green => self.green,
            Quality::Seasoned => self.seasoned,
            Quality::Veteran => self.veteran,
        }
    }
}

/// A side of a Groundcrew marker (clause 9.0.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundSide {
    /// Handle Limit (clause 10.1.4.b).
    pub handle: u8,
    /// Erk Points (clause 10.4.1.b).
    pub erk: u8,
    /// Sortie Points (clause 11.5.1.a).
    pub sortie: u8,
}

/// A Groundcrew marker (clause 9.0.a).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundMarker {
    /// Its letter.
    pub id: String,
    /// What it costs.
    pub cost: u16,
    /// Its fresh side.
    pub fresh: GroundSide,
    /// Its Fatigued side.
    pub fatigued: GroundSide,
}

/// The Training Levels that crews arrive with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstLevels {
    /// Green crews.
    pub green: Levels,
    /// Seasoned crews.
    pub seasoned: Levels,
    /// Veteran crews.
    pub veteran: Levels,
}

/// A Security action: its cost and the spaces that it shifts without a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecurityValue {
    /// Resource Points.
    pub cost: u16,
    /// Spaces to the left (clause 11.4.2.c).
    pub spaces: u8,
}

/// The six Security actions (clauses 10.2.2.a to 10.2.2.j).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecurityValues {
    /// Extra Police.
    pub police: SecurityValue,
    /// Transfer the Barmaid.
    pub barmaid: SecurityValue,
    /// Transfer 57 Squadron.
    pub transfer: SecurityValue,
    /// Quarantine.
    pub quarantine: SecurityValue,
    /// Tirpitz Rumor.
    pub rumor: SecurityValue,
    /// Tirpitz Ruse.
    pub ruse: SecurityValue,
}

/// What shifts the Security Risk Level to the right (clause 11.4.2.b).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskWeights {
    /// Each request for Resource Points.
    pub request: u8,
    /// Each Extra Training.
    pub extra_training: u8,
    /// The Wallis Bonus.
    pub wallis: u8,
}

/// A line of the Security Risk chart (clause 11.4.2.d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskLine {
    /// The highest level that it holds for.
    pub up_to: u8,
    /// Surprise Modifier.
    pub surprise: u8,
    /// Alert Level at the start.
    pub alert: u8,
}

/// The back of a Recon Level marker (clauses 12.1.1.a and 12.1.2.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReconMarker {
    /// What it adds to the Water Level die.
    pub water: i8,
    /// The Surprise number beside the triangle.
    pub triangle: u8,
    /// Beside the square.
    pub square: u8,
    /// Beside the circle.
    pub circle: u8,
}

impl ReconMarker {
    /// The Surprise number beside an icon.
    #[must_use]
    pub fn number(self, icon: Icon) -> u8 {
        match icon {
            Icon::Triangle => self.triangle,
            Icon::Square => self.square,
            Icon::Circle => self.circle,
        }
    }
}

/// The Mission Planning Blotter, `tables/planning.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planning {
    /// Format of the file: 1.
    pub format: u32,
    /// The most Planning Turns (clause 10.0.a).
    pub turns: u8,
    /// Resource Points that come by themselves.
    pub points: Points,
    /// Where they come from.
    pub points_from: Provenance,
    /// Costs.
    pub costs: Costs,
    /// Where they come from.
    pub costs_from: Provenance,
    /// Aircrew markers.
    pub aircrew: AircrewMarkers,
    /// Where their numbers come from.
    pub aircrew_from: Provenance,
    /// How many Aircrew bring an Elite Crewman (clause 10.1.3.c).
    pub elite_per_aircrew: u8,
    /// Where it comes from.
    pub elite_from: Provenance,
    /// Groundcrew markers.
    pub groundcrew: Vec<GroundMarker>,
    /// Where their values come from.
    pub groundcrew_from: Provenance,
    /// The Training Levels that crews arrive with.
    pub levels: FirstLevels,
    /// Where they come from.
    pub levels_from: Provenance,
    /// The combined Altitude & Speed Training Levels that earn the Wallis Bonus (clause 10.3.3.a).
    pub wallis_total: u8,
    /// Where it comes from.
    pub wallis_from: Provenance,
    /// Security actions.
    pub security: SecurityValues,
    /// Where their values come from.
    pub security_from: Provenance,
    /// What shifts the Security Risk Level to the right.
    pub risk_weights: RiskWeights,
    /// Where it comes from.
    pub risk_weights_from: Provenance,
    /// The Security Risk chart.
    pub risk: Vec<RiskLine>,
    /// Where it comes from.
    pub risk_from: Provenance,
    /// The highest Recon Level of a zone (clause 10.5.1.b).
    pub zone_recon_most: u8,
    /// The highest Recon Level of a dam (clause 10.5.2.b).
    pub dam_recon_most: u8,
    /// Where these two come from.
    pub recon_from: Provenance,
    /// The Planning Turns after which there is no moon.
    pub no_moon: Vec<u8>,
    /// Where they come from.
    pub no_moon_from: Provenance,
    /// The backs of the Recon Level markers; item n of [`RECON_CUP`] is at index n − 1.
    pub recon_markers: Vec<ReconMarker>,
    /// Where they come from.
    pub recon_markers_from: Provenance,
}

impl Planning {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        faults.expect((1..=4).contains(&self.turns), "turns", "1 to 4 Planning Turns (10.0.a)");
        faults.expect(self.points.start <= 500, "points.start", "at most 500 Resource Points");
        faults.expect(self.points.later <= 500, "points.later", "at most 500 Resource Points");
        faults.expect(self.elite_per_aircrew > 0, "elite_per_aircrew", "at least one Aircrew");
        self.check_groundcrew(faults);
        self.check_levels(faults);
        self.check_risk(faults);
        faults.expect(self.zone_recon_most <= 3, "zone_recon_most", "a zone's Recon Track ends at 3 (6.5.a)");
        faults.expect(self.dam_recon_most <= 4, "dam_recon_most", "a dam's Recon Level is 0 to 4 (10.5.2.b)");
        faults.expect(
            self.recon_markers.len() == RECON_MARKERS,
            "recon_markers",
            format!("there are {RECON_MARKERS} Recon Level markers, not {}", self.recon_markers.len()),
        );
        for (i, marker) in self.recon_markers.iter().enumerate() {
            for (name, number) in
                [("triangle", marker.triangle), ("square", marker.square), ("circle", marker.circle)]
            {
                faults.expect(
                    (2..=12).contains(&number),
                    format!("recon_markers[{i}].{name}"),
                    "two dice reach 2 to 12",
                );
            }
            faults.expect(
                (-5..=5).contains(&marker.water),
                format!("recon_markers[{i}].water"),
                "a modifier from −5 to 5",
            );
        }
    }

    fn check_groundcrew(&self, faults: &mut Faults) {
        faults.expect(
            self.groundcrew.len() == GROUNDCREW,
            "groundcrew",
            format!("there are {GROUNDCREW} Groundcrew markers, not {}", self.groundcrew.len()),
        );
        for (i, (marker, letter)) in self.groundcrew.iter().zip(LETTERS).enumerate() {
            faults.expect(
                marker.id == letter,
                format!("groundcrew[{i}].id"),
                format!("this marker is `{letter}`"),
            );
            let (fresh, tired) = (marker.fresh, marker.fatigued);
            faults.expect(
                (4..=5).contains(&fresh.sortie) && tired.sortie == 3,
                format!("groundcrew[{i}]"),
                "Sortie Points are 4 or 5, of a Fatigued marker 3 (11.5.1.a)",
            );
            faults.expect(
                [fresh, tired].iter().all(|s| s.handle <= 12 && s.erk <= 12),
                format!("groundcrew[{i}]"),
                "a Handle Limit and Erk Points are 0 to 12",
            );
        }
    }

    fn check_levels(&self, faults: &mut Faults) {
        for (name, l) in [
            ("green", self.levels.green),
            ("seasoned", self.levels.seasoned),
            ("veteran", self.levels.veteran),
        ] {
            for (field, level) in [
                ("navigation", l.navigation),
                ("altitude_speed", l.altitude_speed),
                ("bomb_aiming", l.bomb_aiming),
            ] {
                faults.expect(
                    level <= Training::MAX_LEVEL,
                    format!("levels.{name}.{field}"),
                    "a Training Level is 0 to 6",
                );
            }
        }
    }

    fn check_risk(&self, faults: &mut Faults) {
        faults.expect(
            self.risk.last().is_some_and(|l| l.up_to == u8::MAX),
            "risk",
            "the last line holds for every level: `up_to: 255`",
        );
        for (i, pair) in self.risk.windows(2).enumerate() {
            faults.expect(
                pair[0].up_to < pair[1].up_to,
                format!("risk[{}].up_to", i + 1),
                "each line goes further than the one before it",
            );
        }
        for (i, line) in self.risk.iter().enumerate() {
            faults.expect(line.alert <= 4, format!("risk[{i}].alert"), "an Alert Level is 0 to 4");
            faults.expect(line.surprise <= 9, format!("risk[{i}].surprise"), "a modifier from 0 to 9");
        }
    }

    /// The Training Levels that a crew of this quality arrives with.
    #[must_use]
    pub fn first_levels(&self, quality: Quality) -> Levels {
        match quality {
            Quality::Green => self.levels.green,
            Quality::Seasoned => self.levels.seasoned,
            Quality::Veteran => self.levels.veteran,
        }
    }

    /// The line of the Security Risk chart for a level (clause 11.4.2.d).
    #[must_use]
    pub fn risk_line(&self, level: u8) -> RiskLine {
        let last = RiskLine { up_to: u8::MAX, surprise: 0, alert: 0 };
        self.risk.iter().find(|l| level <= l.up_to).copied().unwrap_or(last)
    }
}

/// The letters of the Groundcrew markers, as offers name them.
pub const LETTERS: [&str; GROUNDCREW] = ["A", "B", "C", "D", "E", "F", "G", "H"];
