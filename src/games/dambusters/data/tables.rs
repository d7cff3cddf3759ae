//! The printed pieces of the game as values: chits, mines, training, dams, elite crewmen, Lancasters.

use serde::{Deserialize, Serialize};

use super::flight::FlightTable;
use super::hazards::Hazards;
use super::kinds::{Board, DamId, EliteKind, FlightZone, Icon, Quality, VectorClass, Wall, Water};
use super::planning::Planning;
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, check_format};
use crate::kernel::dice::Cup;

/// The Speed chits' cup (clause 2.6.a); item n is `S1` to `S7`.
pub const SPEED_CUP: Cup = Cup { name: "speed", prefix: "S" };
/// The Altitude chits' cup (clause 2.6.a); item n is `A1` to `A7`.
pub const ALTITUDE_CUP: Cup = Cup { name: "altitude", prefix: "A" };
/// The Upkeep markers' cup (clause 2.4.c); item n is `U1` to `U24`.
pub const UPKEEP_CUP: Cup = Cup { name: "upkeep", prefix: "U" };

/// A Speed or Altitude chit (clause 2.6.a).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chit {
    /// Its code in the cup, such as `S6`.
    pub id: String,
    /// The approach side: release chits to draw, 0 (worst) to 3 (clause 4.2.2.f).
    pub approach: u8,
    /// The release side: what it adds to the release roll (clauses 4.2.13.h, 4.2.13.p).
    pub release: i8,
    /// Whether the release side bears an M (clause 4.2.13.z).
    #[serde(default)]
    pub m: bool,
    /// Whether it is the erratic chit.
    #[serde(default)]
    pub erratic: bool,
}

/// The 14 chits, `tables/chits.ron`. Item n of a cup is at index n − 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chits {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The seven Speed chits.
    pub speed: Vec<Chit>,
    /// The seven Altitude chits.
    pub altitude: Vec<Chit>,
}

impl Chits {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for (field, cup, chits) in
            [("speed", SPEED_CUP, &self.speed), ("altitude", ALTITUDE_CUP, &self.altitude)]
        {
            faults.expect(chits.len() == 7, field, format!("there are 7 chits, not {}", chits.len()));
            for (i, chit) in chits.iter().enumerate() {
                let code = cup.code(u8::try_from(i + 1).unwrap_or(u8::MAX));
                faults.expect(chit.id == code, format!("{field}[{i}].id"), format!("this chit is `{code}`"));
                faults.expect(
                    chit.approach <= 3,
                    format!("{field}[{i}].approach"),
                    "an approach value is 0 to 3",
                );
                faults.expect(
                    (-9..=9).contains(&chit.release),
                    format!("{field}[{i}].release"),
                    "a release modifier is −9 to 9",
                );
            }
        }
    }
}

/// An Upkeep marker's two numbers (clause 2.4.1.a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Upkeep {
    /// Damage on an odd die.
    pub odd: u8,
    /// Damage on an even die.
    pub even: u8,
}

impl Upkeep {
    /// The higher number, used with the Wallis Bonus (clause 4.4.4.c).
    #[must_use]
    pub fn higher(self) -> u8 {
        self.odd.max(self.even)
    }
}

/// Like Upkeep markers as written in `tables/upkeep.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpkeepLine {
    /// Damage on an odd die.
    pub odd: u8,
    /// Damage on an even die.
    pub even: u8,
    /// How many such markers there are.
    pub count: u8,
}

/// The 24 Upkeep markers, `tables/upkeep.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpkeepFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The markers.
    pub markers: Vec<UpkeepLine>,
}

impl UpkeepFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        let total: u32 = self.markers.iter().map(|m| u32::from(m.count)).sum();
        faults.expect(total == 24, "markers", format!("there are 24 Upkeep markers, not {total}"));
        for (i, m) in self.markers.iter().enumerate() {
            faults.expect(m.odd % 2 == 1, format!("markers[{i}].odd"), "this number is odd");
            faults.expect(m.even % 2 == 0, format!("markers[{i}].even"), "this number is even");
            faults.expect(m.odd <= 9 && m.even <= 9, format!("markers[{i}]"), "a mine does 9 damage at most");
        }
    }

    /// One entry a marker.
    #[must_use]
    pub fn all(&self) -> Vec<Upkeep> {
        self.markers
            .iter()
            .flat_map(|m| {
                std::iter::repeat_n(Upkeep { odd: m.odd, even: m.even }, usize::from(m.count).min(24))
            })
            .collect()
    }
}

/// What each Training Level is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelValues {
    /// Where the values come from.
    pub provenance: Provenance,
    /// The value at level 0, 1, 2 and so on.
    pub by_level: Vec<i8>,
}

/// The three Training Levels of an aircrew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// Navigation.
    pub navigation: u8,
    /// Altitude & Speed.
    pub altitude_speed: u8,
    /// Bomb-Aiming & Release.
    pub bomb_aiming: u8,
}

impl Levels {
    /// The levels with so many Unfit Aircrew attached: 3 less of each, not below 0 (clause 7.7.3o.a); they add up
    /// (clause 2.1.3.d).
    #[must_use]
    pub fn unfit(self, times: u8) -> Self {
        let less = times.saturating_mul(3);
        Self {
            navigation: self.navigation.saturating_sub(less),
            altitude_speed: self.altitude_speed.saturating_sub(less),
            bomb_aiming: self.bomb_aiming.saturating_sub(less),
        }
    }
}

/// The Training Levels by crew quality.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartLevels {
    /// Where the values come from.
    pub provenance: Provenance,
    /// Green crews.
    pub green: Levels,
    /// Seasoned crews.
    pub seasoned: Levels,
    /// Veteran crews.
    pub veteran: Levels,
}

/// The training tracks, `tables/training.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Format of the file: 1.
    pub format: u32,
    /// Altitude & Speed: chits drawn of each kind (clause 4.2.2.a).
    pub chits: LevelValues,
    /// Navigation: the number that two dice must equal or beat (clause 7.4.1).
    pub navigation_skill: LevelValues,
    /// Bomb-Aiming & Release: what it adds to the release roll (clause 4.2.13.q).
    pub release_modifier: LevelValues,
    /// The levels of Scenarios 1–9.
    pub start: StartLevels,
}

impl Training {
    /// The highest Training Level.
    pub const MAX_LEVEL: u8 = 6;

    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for (field, values, rising, range) in [
            ("chits", &self.chits, true, 0..=7),
            ("navigation_skill", &self.navigation_skill, false, 2..=13),
            ("release_modifier", &self.release_modifier, true, -9..=9),
        ] {
            let by = &values.by_level;
            faults.expect(
                by.len() == usize::from(Self::MAX_LEVEL) + 1,
                format!("{field}.by_level"),
                "one value for each level from 0 to 6",
            );
            for (i, v) in by.iter().enumerate() {
                faults.expect(
                    range.contains(v),
                    format!("{field}.by_level[{i}]"),
                    format!("a value from {} to {}", range.start(), range.end()),
                );
            }
            for (i, pair) in by.windows(2).enumerate() {
                let better = if rising { pair[1] >= pair[0] } else { pair[1] <= pair[0] };
                faults.expect(
                    better,
                    format!("{field}.by_level[{}]", i + 1),
                    "a higher level is never worse than the one below it",
                );
            }
        }
        for (name, l) in
            [("green", self.start.green), ("seasoned", self.start.seasoned), ("veteran", self.start.veteran)]
        {
            for (field, level) in [
                ("navigation", l.navigation),
                ("altitude_speed", l.altitude_speed),
                ("bomb_aiming", l.bomb_aiming),
            ] {
                faults.expect(
                    level <= Self::MAX_LEVEL,
                    format!("start.{name}.{field}"),
                    "a Training Level is 0 to 6",
                );
            }
        }
    }

    /// The Training Levels of a crew that is fit.
    #[must_use]
    pub fn levels(&self, quality: Quality) -> Levels {
        match quality {
            Quality::Green => self.start.green,
            Quality::Seasoned => self.start.seasoned,
            Quality::Veteran => self.start.veteran,
        }
    }

    /// Chits drawn of each kind at an Altitude & Speed level (clauses 4.2.2.a, 4.2.3.a).
    #[must_use]
    pub fn chits_at(&self, level: u8) -> i8 {
        at(&self.chits, level)
    }

    /// The Navigation Skill at a Navigation level: two dice must equal or beat it.
    #[must_use]
    pub fn navigation_skill_at(&self, level: u8) -> i8 {
        at(&self.navigation_skill, level)
    }

    /// The release modifier at a Bomb-Aiming & Release level (clause 4.2.13.q).
    #[must_use]
    pub fn release_modifier_at(&self, level: u8) -> i8 {
        at(&self.release_modifier, level)
    }
}

fn at(values: &LevelValues, level: u8) -> i8 {
    let last = values.by_level.len().saturating_sub(1);
    values.by_level.get(usize::from(level).min(last)).copied().unwrap_or(0)
}

/// The damage that breaches a dam, by Water Level (clause 4.4.4.g).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capacity {
    /// At Full water.
    pub full: u8,
    /// At High water.
    pub high: u8,
    /// At Rising water.
    pub rising: u8,
}

/// A dam's printed data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dam {
    /// Which dam.
    pub id: DamId,
    /// Its name.
    pub name: String,
    /// The Target Map it uses.
    pub board: Board,
    /// The Flight Zone it lies in (clause 6.4.a).
    pub zone: FlightZone,
    /// Whether the approach has a Near Zone (clause 3.2.b).
    pub near_zone: bool,
    /// Whether a Michelskopf Check is made (clause 4.2.13.w).
    pub michelskopf: bool,
    /// Whether Aldis Lights matter (clauses 4.2.3.g, 4.2.4.d).
    pub aldis: bool,
    /// How it is built.
    pub wall: Wall,
    /// Reservoir volume of 1943 in tenths of a million cubic metres.
    pub volume: u16,
    /// Where the volume comes from.
    pub volume_from: Provenance,
    /// Reservoir value (clause 3.5.1.a).
    pub rv: u8,
    /// What the reservoir value gains once the Möhne is breached (clause 3.5.1.b).
    #[serde(default)]
    pub rv_if_moehne_breached: u8,
    /// Damage that breaches it.
    pub capacity: Capacity,
    /// The Approach Vector column.
    pub vector: VectorClass,
    /// The icons of the Recon spaces 0 to 4.
    pub icons: Vec<Icon>,
}

impl Dam {
    /// The damage that breaches it at this Water Level (clause 4.4.4.g).
    #[must_use]
    pub fn capacity(&self, water: Water) -> u8 {
        match water {
            Water::Full => self.capacity.full,
            Water::High => self.capacity.high,
            Water::Rising => self.capacity.rising,
        }
    }
}

/// The eight dams, `tables/dams.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamsFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The dams, each once.
    pub dams: Vec<Dam>,
}

impl DamsFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for id in DamId::ALL {
            let n = self.dams.iter().filter(|d| d.id == id).count();
            faults.expect(n == 1, "dams", format!("the {} Dam is listed {n} times", id.name()));
        }
        for (i, dam) in self.dams.iter().enumerate() {
            let c = dam.capacity;
            faults.expect(
                c.full > 0 && c.full < c.high && c.high < c.rising,
                format!("dams[{i}].capacity"),
                "the less water, the more damage a dam stands: full < high < rising",
            );
            faults.expect(
                dam.icons.len() == 5,
                format!("dams[{i}].icons"),
                "one icon for each Recon space from 0 to 4",
            );
            faults.expect(
                dam.near_zone == (dam.board != Board::Sorpe),
                format!("dams[{i}].near_zone"),
                "only the Sorpe map has no Near Zone",
            );
            faults.expect(
                dam.michelskopf == (dam.board == Board::Eder),
                format!("dams[{i}].michelskopf"),
                "the Michelskopf stands at the Eder alone",
            );
            faults.expect(
                (dam.vector == VectorClass::Gorge) == dam.michelskopf,
                format!("dams[{i}].vector"),
                "M results belong to the Eder alone",
            );
            faults.expect(dam.zone.hostile(), format!("dams[{i}].zone"), "a dam lies in a hostile zone");
        }
    }
}

/// An Elite Crewman's number (index into [`Tables::elite`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct EliteId(pub u8);

/// An Elite Crewman marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elite {
    /// What he does.
    pub kind: EliteKind,
    /// His name.
    pub name: String,
    /// Whether the benefit is used once a game (clause 2.3.d).
    #[serde(default)]
    pub once: bool,
}

/// The Elite Crewmen, `tables/elite.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EliteFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The markers.
    pub crewmen: Vec<Elite>,
}

impl EliteFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        faults.expect((1..=100).contains(&self.crewmen.len()), "crewmen", "there are 1 to 100 Elite Crewmen");
        for (i, e) in self.crewmen.iter().enumerate() {
            faults.expect(!e.name.is_empty(), format!("crewmen[{i}].name"), "an Elite Crewman has a name");
            faults.expect(
                !self.crewmen[..i].iter().any(|o| o.name == e.name),
                format!("crewmen[{i}].name"),
                format!("`{}` is listed twice", e.name),
            );
        }
    }
}

/// A Lancaster's number (index into [`Tables::aircraft`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AircraftId(pub u8);

/// A Lancaster marker (clause 2.1.a).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aircraft {
    /// Code letters, such as `AJ-G`.
    pub code: String,
    /// Serial number.
    pub serial: String,
    /// Where the serial comes from.
    pub serial_from: Provenance,
    /// The pilot; empty for a spare aircraft.
    #[serde(default)]
    pub pilot: String,
    /// The crew's usual quality; none for a spare aircraft.
    #[serde(default)]
    pub quality: Option<Quality>,
    /// The reverse: time of return on the night, or fate.
    pub back: String,
    /// Where the text of the reverse comes from.
    pub back_from: Provenance,
}

/// The 21 Lancasters, `tables/aircraft.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AircraftFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The Lancasters.
    pub lancasters: Vec<Aircraft>,
}

impl AircraftFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        faults.expect(
            self.lancasters.len() == 21,
            "lancasters",
            format!("there are 21 Lancasters, not {}", self.lancasters.len()),
        );
        for (i, a) in self.lancasters.iter().enumerate() {
            let letter = a.code.strip_prefix("AJ-").unwrap_or("");
            faults.expect(
                letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_uppercase()),
                format!("lancasters[{i}].code"),
                "a code is AJ- and one capital letter",
            );
            faults.expect(
                !self.lancasters[..i].iter().any(|o| o.code == a.code),
                format!("lancasters[{i}].code"),
                format!("`{}` is listed twice", a.code),
            );
        }
    }
}

/// All tables, checked and ready to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// The chits.
    pub chits: Chits,
    /// The 24 Upkeep markers; item n of [`UPKEEP_CUP`] is at index n − 1.
    pub upkeep: Vec<Upkeep>,
    /// The training tracks.
    pub training: Training,
    /// The dams in the order of [`DamId::ALL`].
    pub dams: Vec<Dam>,
    /// The Elite Crewmen.
    pub elite: Vec<Elite>,
    /// The Lancasters.
    pub aircraft: Vec<Aircraft>,
    /// The hazard markers.
    pub hazards: Hazards,
    /// The Flight Map and the Flight Turn track.
    pub flight: FlightTable,
    /// The Mission Planning Blotter.
    pub planning: Planning,
}

impl Tables {
    /// A dam's printed data.
    #[must_use]
    pub fn dam(&self, id: DamId) -> &Dam {
        &self.dams[id as usize]
    }

    /// A Lancaster's printed data.
    #[must_use]
    pub fn aircraft(&self, id: AircraftId) -> &Aircraft {
        &self.aircraft[usize::from(id.0)]
    }

    /// The Lancaster with this code.
    #[must_use]
    pub fn find_aircraft(&self, code: &str) -> Option<AircraftId> {
        let at = self.aircraft.iter().position(|a| a.code == code)?;
        u8::try_from(at).ok().map(AircraftId)
    }

    /// An Elite Crewman's printed data.
    #[must_use]
    pub fn elite(&self, id: EliteId) -> &Elite {
        &self.elite[usize::from(id.0)]
    }

    /// The Elite Crewman with this name.
    #[must_use]
    pub fn find_elite(&self, name: &str) -> Option<EliteId> {
        let at = self.elite.iter().position(|e| e.name == name)?;
        u8::try_from(at).ok().map(EliteId)
    }
}
