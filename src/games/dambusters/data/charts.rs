//! The charts as the rules use them: each with its number, its columns and its results as closed Rust types,
//! resolved once when the data is loaded.

use super::kinds::{VectorClass, Visibility};
use super::planning_charts::PlanningCharts;
use super::results::{
    Arrival, AttritionResult, BalloonsResult, BirdsResult, ChartResult, CheckResult, CrashResult,
    DetonationResult, EntryResult, EvasiveResult, Fate, FlakResult, FlareResult, FlightAttackResult,
    GunneryResult, LateRelease, LostDamagedResult, LostResult, MichelskopfResult, MisinterpretedResult,
    NightfighterResult, NightfighterType, ReconChange, ReleaseResult, RtbResult, SaveResult, SightingResult,
    Vector, WirelessResult,
};
use crate::kernel::chart::{ChartId, Charts, Reading, Rolled, Row};

mod check;

pub use check::check_chart;

/// A chart with its results.
#[derive(Clone, Debug)]
pub struct Keyed<R> {
    /// The chart's number.
    pub id: ChartId,
    results: Vec<R>,
}

impl<R: ChartResult> Keyed<R> {
    /// The chart of this id with its results; `None` when there is none or a row has no meaning.
    #[must_use]
    pub fn find(charts: &Charts, id: &str) -> Option<Self> {
        let id = charts.find(id)?;
        let chart = charts.get(id);
        let rows = u8::try_from(chart.file().rows.len()).ok()?;
        let results: Option<Vec<R>> = (0..rows).map(|n| R::of(chart, Row(n))).collect();
        results.map(|results| Self { id, results })
    }

    /// The result of a row of this chart.
    #[must_use]
    pub fn result(&self, row: Row) -> R {
        self.results[usize::from(row.0).min(self.results.len() - 1)]
    }

    /// The result of a reading of this chart.
    #[must_use]
    pub fn read(&self, reading: &Reading) -> R {
        self.result(reading.row)
    }

    /// The result of a roll on this chart.
    #[must_use]
    pub fn rolled(&self, rolled: &Rolled) -> R {
        self.result(rolled.row())
    }
}

/// Every chart of the game with its results, resolved once.
#[derive(Clone, Debug)]
pub struct ChartIds {
    /// Visibility Check (clause 4.4.1.b); one column.
    pub visibility: Keyed<Visibility>,
    /// Approach Vector (clause 4.2.1.a); see [`Self::vector_column`].
    pub approach_vector: Keyed<Vector>,
    /// Flak Check (clause 4.2.4.b); see [`Self::flak_column`].
    pub flak_check: Keyed<FlakResult>,
    /// Evasive Action (clause 4.2.4.r); one column.
    pub evasive_action: Keyed<EvasiveResult>,
    /// Gunnery (clause 4.2.8.e); see [`Self::gunnery_column`] and [`Self::gunnery_balloons`].
    pub gunnery: Keyed<GunneryResult>,
    /// Defense Attrition (clause 4.4.2.b); see [`Self::attrition_column`] and [`Self::attrition_balloons`].
    pub defense_attrition: Keyed<AttritionResult>,
    /// Late Release (clause 4.2.12.d); one column.
    pub late_release: Keyed<LateRelease>,
    /// Release (clause 4.2.13.g); one column.
    pub release: Keyed<ReleaseResult>,
    /// Michelskopf (clause 4.2.13.w); one column.
    pub michelskopf: Keyed<MichelskopfResult>,
    /// Nightfighter Sighted? (clause 4.4.3.b); see [`Self::sighted_column`].
    pub nightfighter_sighted: Keyed<SightingResult>,
    /// Nightfighter Attacks? at a dam (clause 4.4.3.f); see [`Self::attack_column`].
    pub nightfighter_attack: Keyed<NightfighterResult>,
    /// Nightfighter Attacks? in flight (clause 4.4.3.t); see [`Self::flight_attack_column`].
    pub nightfighter_attack_flight: Keyed<FlightAttackResult>,
    /// Detonation Result (clause 4.4.4.b); one column.
    pub detonation: Keyed<DetonationResult>,
    /// Very Light (clause 4.4.5.a); one column.
    pub flare: Keyed<FlareResult>,
    /// Morning Reconnaissance (clause 5.2.b); one column.
    pub morning_recon: Keyed<ReconChange>,
    /// Return to Base (clause 5.1.b); one column.
    pub rtb: Keyed<RtbResult>,
    /// Lost (clause 5.1.1.b); one column.
    pub lost: Keyed<LostResult>,
    /// Lost, already damaged (clause 5.1.2.d); one column.
    pub lost_damaged: Keyed<LostDamagedResult>,
    /// Fate of downed crews (clause 5.3.b); one column.
    pub fate: Keyed<Fate>,
    /// Balloons hazard (clause 7.7.3a.a); one column.
    pub balloons_hazard: Keyed<BalloonsResult>,
    /// Veteran Save (clause 7.7.2.b); one column.
    pub veteran_save: Keyed<SaveResult>,
    /// Coordination Check (clause 7.1.1.a); see [`Self::coordination_column`].
    pub coordination: Keyed<CheckResult>,
    /// Navigation Check (clause 7.4.1.a); see [`Self::navigation_column`].
    pub navigation: Keyed<CheckResult>,
    /// Wireless Telegraphy (clause 7.2.1.a); one column, +1 for each time that it was garbled.
    pub wireless: Keyed<WirelessResult>,
    /// Misinterpreted (clause 7.2.1.d); one column.
    pub misinterpreted: Keyed<MisinterpretedResult>,
    /// Target Acquisition Check (clause 7.8.1.a); see [`Self::acquisition_column`].
    pub target_acquisition: Keyed<CheckResult>,
    /// Birds/Bats hazard (clause 7.7.3b.a); one column.
    pub birds: Keyed<BirdsResult>,
    /// Crash hazard (clause 7.7.3e.a); one column.
    pub crash: Keyed<CrashResult>,
    /// Coordinated Entry (clause 7.9.3.a); one column.
    pub circling_entry: Keyed<EntryResult>,
    /// Uncoordinated Entry (clause 7.9.4.b); one column.
    pub arrival: Keyed<Arrival>,
    /// The charts of Planning Turns and Flight Preparation.
    pub planning: PlanningCharts,
    vector_columns: [u8; 4],
    flak_columns: [u8; 5],
    gunnery_columns: [u8; 5],
    attrition_columns: [u8; 5],
    sighted_columns: [[u8; 5]; 2],
    attack_columns: [[u8; 5]; 2],
    flight_attack_columns: [u8; 3],
    coordination_columns: [u8; 12],
    navigation_columns: [u8; 12],
    acquisition_columns: [[u8; 8]; 2],
}

impl ChartIds {
    /// The only column of a chart that has one.
    pub const ONLY: u8 = 0;

    /// The Approach Vector column of a dam's class; the die takes the Recon Level as a modifier.
    #[must_use]
    pub fn vector_column(&self, class: VectorClass) -> u8 {
        self.vector_columns[class as usize]
    }

    /// The Flak Check column of a Flak Level from 1 to 5.
    #[must_use]
    pub fn flak_column(&self, level: u8) -> u8 {
        self.flak_columns[usize::from(level.clamp(1, 5)) - 1]
    }

    /// The gunnery column of a Defense Level from 1 to 4.
    #[must_use]
    pub fn gunnery_column(&self, level: u8) -> u8 {
        self.gunnery_columns[usize::from(level.clamp(1, 4)) - 1]
    }

    /// The gunnery column of a Balloons marker (clause 4.2.8.f).
    #[must_use]
    pub fn gunnery_balloons(&self) -> u8 {
        self.gunnery_columns[4]
    }

    /// The attrition column of a Defense Level from 1 to 4.
    #[must_use]
    pub fn attrition_column(&self, level: u8) -> u8 {
        self.attrition_columns[usize::from(level.clamp(1, 4)) - 1]
    }

    /// The attrition column of a Balloons marker (clause 4.4.2.b).
    #[must_use]
    pub fn attrition_balloons(&self) -> u8 {
        self.attrition_columns[4]
    }

    /// The sighting column (clauses 4.4.3.b, 4.4.3.c).
    #[must_use]
    pub fn sighted_column(&self, alert: u8, searchlights: bool) -> u8 {
        self.sighted_columns[usize::from(searchlights)][usize::from(alert.min(4))]
    }

    /// The attack column at a dam (clause 4.4.3.f).
    #[must_use]
    pub fn attack_column(&self, activity: u8, nearby: bool) -> u8 {
        let step = match activity {
            0 => 0,
            1 | 2 => 1,
            3 | 4 => 2,
            5 | 6 => 3,
            _ => 4,
        };
        self.attack_columns[usize::from(nearby)][step]
    }

    /// The attack column in flight (clause 4.4.3.t).
    #[must_use]
    pub fn flight_attack_column(&self, kind: NightfighterType) -> u8 {
        self.flight_attack_columns[kind as usize]
    }

    /// The Coordination column of a Navigation Skill from 2 to 13 (clause 7.1.1.a).
    #[must_use]
    pub fn coordination_column(&self, skill: i8) -> u8 {
        self.coordination_columns[skill_place(skill)]
    }

    /// The Navigation column of a Navigation Skill from 2 to 13 (clause 7.4.1.a).
    #[must_use]
    pub fn navigation_column(&self, skill: i8) -> u8 {
        self.navigation_columns[skill_place(skill)]
    }

    /// The Target Acquisition column of the Recon Levels of zone and dam together, 0 to 7 (clause 7.8.1.a).
    #[must_use]
    pub fn acquisition_column(&self, recon: u8, moon: bool) -> u8 {
        self.acquisition_columns[usize::from(moon)][usize::from(recon.min(7))]
    }
}

/// The place of a Navigation Skill in [`SKILLS`].
fn skill_place(skill: i8) -> usize {
    usize::try_from(skill.clamp(2, 13) - 2).unwrap_or(0)
}

/// The charts that the rules need, by id.
pub const CHARTS: [&str; 30] = [
    "visibility",
    "approach_vector",
    "flak_check",
    "evasive_action",
    "gunnery",
    "defense_attrition",
    "late_release",
    "release",
    "michelskopf",
    "nightfighter_sighted",
    "nightfighter_attack",
    "nightfighter_attack_flight",
    "detonation",
    "flare",
    "morning_recon",
    "rtb",
    "lost",
    "lost_damaged",
    "fate",
    "balloons_hazard",
    "veteran_save",
    "coordination",
    "navigation",
    "wireless",
    "misinterpreted",
    "target_acquisition",
    "birds",
    "crash",
    "circling_entry",
    "arrival",
];

const FLAK: [&str; 5] = ["1", "2", "3", "4", "5"];
const GUNNERY: [&str; 5] = ["1", "2", "3", "4", "balloons"];
const DARK: [&str; 5] = ["dark_0", "dark_1", "dark_2", "dark_3", "dark_4"];
const LIGHTS: [&str; 5] = ["lights_0", "lights_1", "lights_2", "lights_3", "lights_4"];
const CLEAR: [&str; 5] = ["clear_0", "clear_1", "clear_3", "clear_5", "clear_7"];
const NEARBY: [&str; 5] = ["nearby_0", "nearby_1", "nearby_3", "nearby_5", "nearby_7"];
const FLIGHT: [&str; 3] = ["me109", "me110", "ju88"];
const SKILLS: [&str; 12] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"];
const MOON: [&str; 8] = ["moon_0", "moon_1", "moon_2", "moon_3", "moon_4", "moon_5", "moon_6", "moon_7"];
const DARK_NIGHT: [&str; 8] =
    ["dark_0", "dark_1", "dark_2", "dark_3", "dark_4", "dark_5", "dark_6", "dark_7"];

/// Resolves all charts; `None` when one is missing or has not passed [`check_chart`].
pub fn resolve(charts: &Charts) -> Option<ChartIds> {
    let r = Resolver { charts };
    Some(ChartIds {
        visibility: r.keyed("visibility")?,
        approach_vector: r.keyed("approach_vector")?,
        flak_check: r.keyed("flak_check")?,
        evasive_action: r.keyed("evasive_action")?,
        gunnery: r.keyed("gunnery")?,
        defense_attrition: r.keyed("defense_attrition")?,
        late_release: r.keyed("late_release")?,
        release: r.keyed("release")?,
        michelskopf: r.keyed("michelskopf")?,
        nightfighter_sighted: r.keyed("nightfighter_sighted")?,
        nightfighter_attack: r.keyed("nightfighter_attack")?,
        nightfighter_attack_flight: r.keyed("nightfighter_attack_flight")?,
        detonation: r.keyed("detonation")?,
        flare: r.keyed("flare")?,
        morning_recon: r.keyed("morning_recon")?,
        rtb: r.keyed("rtb")?,
        lost: r.keyed("lost")?,
        lost_damaged: r.keyed("lost_damaged")?,
        fate: r.keyed("fate")?,
        balloons_hazard: r.keyed("balloons_hazard")?,
        veteran_save: r.keyed("veteran_save")?,
        coordination: r.keyed("coordination")?,
        navigation: r.keyed("navigation")?,
        wireless: r.keyed("wireless")?,
        misinterpreted: r.keyed("misinterpreted")?,
        target_acquisition: r.keyed("target_acquisition")?,
        birds: r.keyed("birds")?,
        crash: r.keyed("crash")?,
        circling_entry: r.keyed("circling_entry")?,
        arrival: r.keyed("arrival")?,
        planning: super::planning_charts::resolve(charts)?,
        vector_columns: r.found("approach_vector", VectorClass::ALL.map(VectorClass::column))?,
        flak_columns: r.found("flak_check", FLAK)?,
        gunnery_columns: r.found("gunnery", GUNNERY)?,
        attrition_columns: r.found("defense_attrition", GUNNERY)?,
        sighted_columns: [r.found("nightfighter_sighted", DARK)?, r.found("nightfighter_sighted", LIGHTS)?],
        attack_columns: [r.found("nightfighter_attack", CLEAR)?, r.found("nightfighter_attack", NEARBY)?],
        flight_attack_columns: r.found("nightfighter_attack_flight", FLIGHT)?,
        coordination_columns: r.found("coordination", SKILLS)?,
        navigation_columns: r.found("navigation", SKILLS)?,
        acquisition_columns: [
            r.found("target_acquisition", DARK_NIGHT)?,
            r.found("target_acquisition", MOON)?,
        ],
    })
}

struct Resolver<'a> {
    charts: &'a Charts,
}

impl Resolver<'_> {
    fn keyed<R: ChartResult>(&self, id: &str) -> Option<Keyed<R>> {
        Keyed::find(self.charts, id)
    }

    fn found<const N: usize>(&self, id: &str, names: [&str; N]) -> Option<[u8; N]> {
        let chart = self.charts.get(self.charts.find(id)?);
        let mut columns = [0; N];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = chart.column(name)?;
        }
        Some(columns)
    }
}
