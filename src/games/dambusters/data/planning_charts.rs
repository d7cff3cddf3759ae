//! The charts of the Planning Turn and of Flight Preparation, with their results as closed Rust types.

use super::charts::Keyed;
use super::kinds::{Quality, Water};
use super::results::{ChartResult, results};
use crate::kernel::chart::{Chart, Charts, DiceKind, Row};
use crate::kernel::content::Faults;

/// The charts that planning needs, by id.
pub const PLANNING_CHARTS: [&str; 18] = [
    "request",
    "training",
    "crash_or_damaged",
    "crash_crew",
    "modification",
    "dam_defenses",
    "dam_water",
    "aircraft_check",
    "ordnance_check",
    "aircrew_check",
    "security_shift",
    "water_reduced",
    "surprise",
    "surprise_improvement",
    "abort",
    "jinx",
    "follow_up",
    "follow_up_water",
];

const QUALITIES: [&str; 3] = ["green", "seasoned", "veteran"];
const DEFENCES: [&str; 3] = ["flak", "searchlights", "balloons"];
const NEEDED: [&str; 2] = ["one", "two"];
const SHIFTS: [&str; 4] = ["transfer", "quarantine", "ruse", "spy"];
const TURNS: [&str; 4] = ["1", "2", "3", "4"];
const ORDERS: [&str; 5] = ["2", "3", "4", "5", "6"];
const NUMBERS: [&str; 11] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

/// A number that a row carries, from 0 to a limit.
fn number(chart: &Chart, row: Row, name: &str, most: u8) -> Option<u8> {
    u8::try_from(chart.row_value(row, name)).ok().filter(|n| *n <= most)
}

/// Resource Points that a request brings (clause 10.1.5.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Granted(pub u8);

impl ChartResult for Granted {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        number(chart, row, "points", 100).map(Self)
    }
}

/// What a training roll brings, all of it (clauses 10.3.1.a and 10.3.2.a to 10.3.2.h).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TrainingResult {
    /// Levels gained.
    pub levels: u8,
    /// R: rested.
    pub rested: bool,
    /// d: damaged.
    pub damaged: bool,
    /// c: crash.
    pub crash: bool,
    /// c/d: one of the two.
    pub either: bool,
    /// E: an Elite Crewman.
    pub elite: bool,
}

impl ChartResult for TrainingResult {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        let flag = |name| number(chart, row, name, 1).map(|n| n == 1);
        Some(Self {
            levels: number(chart, row, "levels", 6)?,
            rested: flag("rested")?,
            damaged: flag("damaged")?,
            crash: flag("crash")?,
            either: flag("either")?,
            elite: flag("elite")?,
        })
    }
}

results! {
    /// Which of the two a c/d is (clause 10.3.2.g).
    Accident {
        /// c.
        Crash = "crash",
        /// d.
        Damaged = "damaged",
    }
}
results! {
    /// What a crash does beside the aircraft (clause 10.3.2.e).
    CrashCrew {
        /// An Aircrew is lost.
        Lost = "lost",
        /// An Elite Crewman is drawn.
        Elite = "elite",
    }
}
results! {
    /// Result of a modifications attempt (clauses 10.4.2.a to 10.4.2.c).
    ModificationResult {
        /// No six.
        Fails = "fails",
        /// One of the two sixes.
        Progress = "progress",
        /// Complete.
        Done = "done",
    }
}

/// A Defense Level that a recon finds (clause 10.5.2.c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FoundLevel(pub u8);

impl ChartResult for FoundLevel {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        number(chart, row, "level", 4).map(Self)
    }
}

impl ChartResult for Water {
    const ROWS: &'static [&'static str] = &["rising", "high", "full"];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        match chart.row_id(row) {
            "rising" => Some(Self::Rising),
            "high" => Some(Self::High),
            "full" => Some(Self::Full),
            _ => None,
        }
    }
}

/// What a check of Flight Preparation keeps on the ground (clauses 11.1.b, 11.1.d, 11.2.b and 11.3.a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Grounded {
    /// How many stay.
    pub grounded: u8,
    /// Hazard markers in the English Coast zone on Flight Turn 1.
    pub hazards: u8,
}

impl ChartResult for Grounded {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        Some(Self {
            grounded: number(chart, row, "grounded", 21)?,
            hazards: number(chart, row, "hazards", 2)?,
        })
    }
}

/// Spaces that a die shifts the Security Risk Level (clauses 11.4.2.b and 11.4.2.c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shift(pub u8);

impl ChartResult for Shift {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        number(chart, row, "spaces", 12).map(Self)
    }
}

results! {
    /// Whether the Germans have let the water down (clause 12.1.1.a).
    WaterResult {
        /// To Rising.
        Rising = "rising",
        /// No change.
        Stays = "stays",
    }
}
results! {
    /// Whether a Lancaster without VHF may break off the attack (clause 7.9.6.h).
    AbortResult {
        /// It may.
        May = "may",
        /// It may not.
        MayNot = "may_not",
    }
}
results! {
    /// Whether the defences were improved (clause 12.1.2.b).
    SurpriseResult {
        /// They were.
        Surprised = "surprised",
        /// They were not.
        Nothing = "none",
    }
}

results! {
    /// The chits that the Jinx is mixed with (clause 13.2.3.a).
    JinxPool {
        /// Even.
        Speed = "speed",
        /// Odd.
        Altitude = "altitude",
    }
}

results! {
    /// Whether a follow-up raid is ordered (clause 6.6.2.a).
    OrderedResult {
        /// It is.
        Ordered = "ordered",
        /// It is not.
        Stands = "stands",
    }
}
results! {
    /// How the lakes stand before a follow-up raid.
    RefillResult {
        /// High.
        High = "high",
        /// Full.
        Full = "full",
    }
}

/// How a category of the defences was improved (clauses 12.1.2.c and 12.1.2.d).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Improvement {
    /// Levels.
    pub levels: u8,
    /// A Nightfighter Nearby marker.
    pub nearby: bool,
}

impl ChartResult for Improvement {
    const ROWS: &'static [&'static str] = &[];

    fn of(chart: &Chart, row: Row) -> Option<Self> {
        Some(Self { levels: number(chart, row, "levels", 4)?, nearby: number(chart, row, "nearby", 1)? == 1 })
    }
}

/// The categories of a dam's defences, in the order in which they are rolled for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Defence {
    /// Flak.
    Flak,
    /// Searchlights.
    Searchlights,
    /// Balloons.
    Balloons,
}

impl Defence {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Flak, Self::Searchlights, Self::Balloons];

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Flak => "Flak",
            Self::Searchlights => "Searchlights",
            Self::Balloons => "Balloons",
        }
    }
}

/// A Security die (clauses 10.2.2.d, 10.2.2.e, 10.2.2.j and 10.2.3.c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SecurityDie {
    /// Transfer 57 Squadron.
    Transfer,
    /// Quarantine.
    Quarantine,
    /// Tirpitz Ruse.
    Ruse,
    /// The Spy.
    Spy,
}

/// Every chart of planning with its results, resolved once.
#[derive(Clone, Debug)]
pub struct PlanningCharts {
    /// Request for Resource Points (clause 10.1.5.a); one column.
    pub request: Keyed<Granted>,
    /// Training (clause 10.3.1.a); see [`Self::quality_column`].
    pub training: Keyed<TrainingResult>,
    /// Crash or Damaged? (clause 10.3.2.g); one column.
    pub accident: Keyed<Accident>,
    /// The crew of the crash (clause 10.3.2.e); one column.
    pub crash_crew: Keyed<CrashCrew>,
    /// Modifications (clause 10.4.1.b); see [`Self::needed_column`].
    pub modification: Keyed<ModificationResult>,
    /// Dam Recon, defences (clause 10.5.2.c); see [`Self::defence_column`].
    pub defences: Keyed<FoundLevel>,
    /// Dam Recon, Water Level (clause 10.5.2.e); one column.
    pub water: Keyed<Water>,
    /// Aircraft Check (clause 11.1.b); one column.
    pub aircraft_check: Keyed<Grounded>,
    /// Ordnance Check (clause 11.2.b); one column.
    pub ordnance_check: Keyed<Grounded>,
    /// Aircrew Check (clause 11.3.a); one column.
    pub aircrew_check: Keyed<Grounded>,
    /// Shifts of the Security Risk Level by die; see [`Self::shift_column`].
    pub security_shift: Keyed<Shift>,
    /// Water Level reduced? (clause 12.1.1.a); see [`Self::turn_column`].
    pub water_reduced: Keyed<WaterResult>,
    /// Surprise? (clause 12.1.2.b); see [`Self::number_column`].
    pub surprise: Keyed<SurpriseResult>,
    /// Surprise Improvement (clause 12.1.2.c); see [`Self::improvement_column`].
    pub improvement: Keyed<Improvement>,
    /// Abort without VHF (clause 7.9.6.h); one column.
    pub abort: Keyed<AbortResult>,
    /// The Jinx among the chits (clause 13.2.3.a); one column.
    pub jinx: Keyed<JinxPool>,
    /// Follow-up raid? (clause 5.3.a); see [`Self::order_column`].
    pub follow_up: Keyed<OrderedResult>,
    /// Water before a follow-up raid; one column.
    pub refill: Keyed<RefillResult>,
    qualities: [u8; 3],
    needed: [u8; 2],
    defence_columns: [u8; 3],
    shifts: [u8; 4],
    turns: [u8; 4],
    numbers: [u8; 11],
    improvements: [u8; 3],
    orders: [u8; 5],
}

impl PlanningCharts {
    /// The training column of an aircrew type.
    #[must_use]
    pub fn quality_column(&self, quality: Quality) -> u8 {
        self.qualities[quality as usize]
    }

    /// The modification column by how many sixes are needed: one, or two.
    #[must_use]
    pub fn needed_column(&self, two: bool) -> u8 {
        self.needed[usize::from(two)]
    }

    /// The column of a category of the defences.
    #[must_use]
    pub fn defence_column(&self, defence: Defence) -> u8 {
        self.defence_columns[defence as usize]
    }

    /// The column of a Security die.
    #[must_use]
    pub fn shift_column(&self, die: SecurityDie) -> u8 {
        self.shifts[die as usize]
    }

    /// The Water Level column of the Planning Turn, 1–4.
    #[must_use]
    pub fn turn_column(&self, turn: u8) -> u8 {
        self.turns[usize::from(turn.clamp(1, 4)) - 1]
    }

    /// The column of a Surprise number, 2–12.
    #[must_use]
    pub fn number_column(&self, number: u8) -> u8 {
        self.numbers[usize::from(number.clamp(2, 12)) - 2]
    }

    /// The column of the lowest die that orders a follow-up raid, 2–6.
    #[must_use]
    pub fn order_column(&self, die: u8) -> u8 {
        self.orders[usize::from(die.clamp(2, 6)) - 2]
    }

    /// The Surprise Improvement column of a category of the defences.
    #[must_use]
    pub fn improvement_column(&self, defence: Defence) -> u8 {
        self.improvements[defence as usize]
    }
}

/// The dice of a chart of planning; `None` for a chart of another part.
#[must_use]
pub fn dice_of(id: &str) -> Option<DiceKind> {
    match id {
        "modification" => Some(DiceKind::Sixes),
        "aircraft_check" | "ordnance_check" | "aircrew_check" | "surprise" => Some(DiceKind::Two),
        other => PLANNING_CHARTS.contains(&other).then_some(DiceKind::One),
    }
}

/// Checks one compiled chart of planning against what the rules need of it.
pub(super) fn check_planning_chart(chart: &Chart, faults: &mut Faults) {
    let Some(dice) = dice_of(&chart.file().id) else { return };
    let file = chart.file();
    faults.expect(file.dice == dice, "dice", format!("this chart is rolled with `{dice:?}`"));
    faults.expect(
        !file.doubles_again,
        "doubles_again",
        "doubles roll again on the Flak Check alone (4.2.4.f)",
    );
    match file.id.as_str() {
        "request" => rows::<Granted>(chart, faults),
        "training" => {
            rows::<TrainingResult>(chart, faults);
            columns(chart, &QUALITIES, faults);
        }
        "crash_or_damaged" => rows::<Accident>(chart, faults),
        "crash_crew" => rows::<CrashCrew>(chart, faults),
        "modification" => {
            rows::<ModificationResult>(chart, faults);
            columns(chart, &NEEDED, faults);
            check_modification(chart, faults);
        }
        "dam_defenses" => {
            rows::<FoundLevel>(chart, faults);
            columns(chart, &DEFENCES, faults);
        }
        "dam_water" => rows::<Water>(chart, faults),
        "aircraft_check" | "ordnance_check" | "aircrew_check" => rows::<Grounded>(chart, faults),
        "security_shift" => {
            rows::<Shift>(chart, faults);
            columns(chart, &SHIFTS, faults);
        }
        "water_reduced" => {
            rows::<WaterResult>(chart, faults);
            columns(chart, &TURNS, faults);
            check_reaches(chart, "stays", &TURNS, 1, faults);
        }
        "surprise" => {
            rows::<SurpriseResult>(chart, faults);
            columns(chart, &NUMBERS, faults);
            check_reaches(chart, "none", &NUMBERS, 2, faults);
        }
        "abort" => rows::<AbortResult>(chart, faults),
        "jinx" => rows::<JinxPool>(chart, faults),
        "follow_up" => {
            rows::<OrderedResult>(chart, faults);
            columns(chart, &ORDERS, faults);
            check_reaches(chart, "ordered", &ORDERS, 2, faults);
        }
        "follow_up_water" => rows::<RefillResult>(chart, faults),
        _ => {
            rows::<Improvement>(chart, faults);
            columns(chart, &DEFENCES, faults);
        }
    }
}

fn rows<R: ChartResult>(chart: &Chart, faults: &mut Faults) {
    for name in R::ROWS {
        faults.expect(
            chart.row(name).is_some(),
            "rows",
            format!("the row `{name}` is missing: the rules know it"),
        );
    }
    for (i, row) in chart.file().rows.iter().enumerate() {
        if R::of(chart, Row(u8::try_from(i).unwrap_or(u8::MAX))).is_some() {
            continue;
        }
        if R::ROWS.is_empty() {
            faults
                .add(format!("rows[{i}].values"), "a number here is too large, or below 0 where none can be");
        } else {
            faults.unknown(format!("rows[{i}].id"), "result", &row.id, R::ROWS.iter().copied());
        }
    }
}

fn columns(chart: &Chart, names: &[&str], faults: &mut Faults) {
    for name in names {
        faults.expect(chart.column(name).is_some(), "columns", format!("the column `{name}` is missing"));
    }
}

/// Radio needs one 6, the others two, of which one may be saved (clauses 10.4.1.c and 10.4.2.b).
fn check_modification(chart: &Chart, faults: &mut Faults) {
    for (name, readings) in [("one", ["fails", "done", "done"]), ("two", ["fails", "progress", "done"])] {
        let Some(column) = chart.column(name) else { continue };
        for (sixes, wanted) in (0..).zip(readings) {
            faults.expect(
                chart.row_id(chart.read(column, sixes)) == wanted,
                format!("columns[{column}].bands"),
                format!("{sixes} sixes give `{wanted}` (10.4.1.c)"),
            );
        }
    }
}

/// The number of a column is what the total must reach (clauses 6.6.2.a, 12.1.1.a and 12.1.2.b).
fn check_reaches(chart: &Chart, row: &str, names: &[&str], first: i32, faults: &mut Faults) {
    for (name, number) in names.iter().zip(first..) {
        let Some(column) = chart.column(name) else { continue };
        if (-10..=24).any(|total| (chart.row_id(chart.read(column, total)) == row) != (total >= number)) {
            faults.add(
                format!("columns[{column}].bands"),
                format!("`{row}` is a total of {number} or more (12.1.1.a, 12.1.2.b)"),
            );
        }
    }
}

/// Resolves all charts of planning; `None` when one is missing or has not passed [`check_planning_chart`].
pub(super) fn resolve(charts: &Charts) -> Option<PlanningCharts> {
    Some(PlanningCharts {
        request: Keyed::find(charts, "request")?,
        training: Keyed::find(charts, "training")?,
        accident: Keyed::find(charts, "crash_or_damaged")?,
        crash_crew: Keyed::find(charts, "crash_crew")?,
        modification: Keyed::find(charts, "modification")?,
        defences: Keyed::find(charts, "dam_defenses")?,
        water: Keyed::find(charts, "dam_water")?,
        aircraft_check: Keyed::find(charts, "aircraft_check")?,
        ordnance_check: Keyed::find(charts, "ordnance_check")?,
        aircrew_check: Keyed::find(charts, "aircrew_check")?,
        security_shift: Keyed::find(charts, "security_shift")?,
        water_reduced: Keyed::find(charts, "water_reduced")?,
        surprise: Keyed::find(charts, "surprise")?,
        improvement: Keyed::find(charts, "surprise_improvement")?,
        abort: Keyed::find(charts, "abort")?,
        jinx: Keyed::find(charts, "jinx")?,
        follow_up: Keyed::find(charts, "follow_up")?,
        refill: Keyed::find(charts, "follow_up_water")?,
        qualities: found(charts, "training", QUALITIES)?,
        needed: found(charts, "modification", NEEDED)?,
        defence_columns: found(charts, "dam_defenses", DEFENCES)?,
        shifts: found(charts, "security_shift", SHIFTS)?,
        turns: found(charts, "water_reduced", TURNS)?,
        numbers: found(charts, "surprise", NUMBERS)?,
        improvements: found(charts, "surprise_improvement", DEFENCES)?,
        orders: found(charts, "follow_up", ORDERS)?,
    })
}

fn found<const N: usize>(charts: &Charts, id: &str, names: [&str; N]) -> Option<[u8; N]> {
    let chart = charts.get(charts.find(id)?);
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = chart.column(name)?;
    }
    Some(columns)
}
