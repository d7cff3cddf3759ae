//! The checks of a chart that only the rules can make: its dice, its rows and columns, what its bands may hold.

use super::super::kinds::{VectorClass, Visibility};
use super::super::planning_charts::{PLANNING_CHARTS, check_planning_chart, dice_of};
use super::super::results::{
    Arrival, AttritionResult, BalloonsResult, BirdsResult, ChartResult, CheckResult, CrashResult,
    DetonationResult, EntryResult, EvasiveResult, Fate, FlakResult, FlareResult, FlightAttackResult,
    GunneryResult, LateRelease, LostDamagedResult, LostResult, MichelskopfResult, MisinterpretedResult,
    NightfighterResult, ReconChange, ReleaseResult, RtbResult, SaveResult, SightingResult, Vector,
    WirelessResult,
};
use super::{CHARTS, CLEAR, ChartIds, DARK, DARK_NIGHT, FLAK, FLIGHT, GUNNERY, LIGHTS, MOON, NEARBY, SKILLS};
use crate::kernel::chart::{Chart, DiceKind, Row};
use crate::kernel::content::Faults;

/// Checks one compiled chart against what the rules need of it.
pub fn check_chart(chart: &Chart, faults: &mut Faults) {
    if dice_of(&chart.file().id).is_some() {
        check_planning_chart(chart, faults);
        return;
    }
    check_shape(chart, faults);
    let mut r = Checks { faults };
    match chart.file().id.as_str() {
        "visibility" => r.rows::<Visibility>(chart),
        "approach_vector" => {
            r.rows::<Vector>(chart);
            r.columns(chart, VectorClass::ALL.map(VectorClass::column));
            check_vector(chart, r.faults);
        }
        "flak_check" => {
            r.rows::<FlakResult>(chart);
            r.columns(chart, FLAK);
            check_flak(chart, r.faults);
        }
        "evasive_action" => r.rows::<EvasiveResult>(chart),
        "gunnery" => {
            r.rows::<GunneryResult>(chart);
            r.columns(chart, GUNNERY);
        }
        "defense_attrition" => {
            r.rows::<AttritionResult>(chart);
            r.columns(chart, GUNNERY);
        }
        "late_release" => r.rows::<LateRelease>(chart),
        "release" => r.rows::<ReleaseResult>(chart),
        "michelskopf" => r.rows::<MichelskopfResult>(chart),
        "nightfighter_sighted" => {
            r.rows::<SightingResult>(chart);
            for group in [DARK, LIGHTS] {
                r.columns(chart, group);
                check_rising(chart, "sighted", &group, r.faults);
            }
        }
        "nightfighter_attack" => {
            r.rows::<NightfighterResult>(chart);
            for group in [CLEAR, NEARBY] {
                r.columns(chart, group);
                check_rising(chart, "attack", &group, r.faults);
            }
        }
        "nightfighter_attack_flight" => {
            r.rows::<FlightAttackResult>(chart);
            r.columns(chart, FLIGHT);
        }
        "detonation" => r.rows::<DetonationResult>(chart),
        "flare" => r.rows::<FlareResult>(chart),
        "morning_recon" => r.rows::<ReconChange>(chart),
        "rtb" => r.rows::<RtbResult>(chart),
        "lost" => r.rows::<LostResult>(chart),
        "lost_damaged" => r.rows::<LostDamagedResult>(chart),
        "fate" => r.rows::<Fate>(chart),
        "balloons_hazard" => r.rows::<BalloonsResult>(chart),
        "veteran_save" => r.rows::<SaveResult>(chart),
        "coordination" | "navigation" => {
            r.rows::<CheckResult>(chart);
            r.columns(chart, SKILLS);
            check_skills(chart, r.faults);
        }
        "wireless" => {
            r.rows::<WirelessResult>(chart);
            check_wireless(chart, r.faults);
        }
        "misinterpreted" => r.rows::<MisinterpretedResult>(chart),
        "target_acquisition" => {
            r.rows::<CheckResult>(chart);
            for group in [MOON, DARK_NIGHT] {
                r.columns(chart, group);
                check_rising(chart, "passes", &group, r.faults);
            }
        }
        "birds" => r.rows::<BirdsResult>(chart),
        "crash" => r.rows::<CrashResult>(chart),
        "circling_entry" => r.rows::<EntryResult>(chart),
        "arrival" => r.rows::<Arrival>(chart),
        other => r.faults.unknown("id", "chart", other, CHARTS.into_iter().chain(PLANNING_CHARTS)),
    }
}

/// The dice and the doubles rule are the rules' own: a chart cannot change them.
fn check_shape(chart: &Chart, faults: &mut Faults) {
    let file = chart.file();
    let dice = match file.id.as_str() {
        "flak_check" => DiceKind::Pair,
        "visibility"
        | "release"
        | "michelskopf"
        | "nightfighter_sighted"
        | "nightfighter_attack"
        | "nightfighter_attack_flight"
        | "rtb"
        | "lost"
        | "coordination"
        | "navigation"
        | "wireless"
        | "target_acquisition" => DiceKind::Two,
        _ => DiceKind::One,
    };
    faults.expect(file.dice == dice, "dice", format!("this chart is rolled with `{dice:?}`"));
    faults.expect(
        file.doubles_again == (dice == DiceKind::Pair),
        "doubles_again",
        "doubles roll again on the Flak Check alone (4.2.4.f)",
    );
}

struct Checks<'a> {
    faults: &'a mut Faults,
}

impl Checks<'_> {
    fn rows<R: ChartResult>(&mut self, chart: &Chart) {
        for name in R::ROWS {
            self.faults.expect(
                chart.row(name).is_some(),
                "rows",
                format!("the row `{name}` is missing: the rules know it"),
            );
        }
        for (i, row) in chart.file().rows.iter().enumerate() {
            let number = Row(u8::try_from(i).unwrap_or(u8::MAX));
            if R::of(chart, number).is_none() {
                if R::ROWS.is_empty() {
                    self.faults.add(
                        format!("rows[{i}].values"),
                        "a number here is too large, or below 0 where none can be",
                    );
                } else {
                    self.faults.unknown(format!("rows[{i}].id"), "result", &row.id, R::ROWS.iter().copied());
                }
            }
        }
    }

    fn columns<const N: usize>(&mut self, chart: &Chart, names: [&str; N]) {
        for name in names {
            self.faults.expect(
                chart.column(name).is_some(),
                "columns",
                format!("the column `{name}` is missing"),
            );
        }
    }
}

/// M letters stand in the Eder's column alone (clause 4.2.1.g).
fn check_vector(chart: &Chart, faults: &mut Faults) {
    for class in VectorClass::ALL.into_iter().filter(|c| *c != VectorClass::Gorge) {
        let Some(column) = chart.column(class.column()) else { continue };
        let m = (1..=10).any(|total| {
            let row = chart.read(column, total);
            chart.row_value(row, "M") + chart.row_value(row, "fog_M") > 0
        });
        faults.expect(
            !m,
            format!("columns[{column}].bands"),
            "an M stands in the Eder's column alone (4.2.1.g)",
        );
    }
}

/// A Critical Hit is a 7, at levels 4 and 5 alone, and a higher level never hits less (clause 4.2.4.k).
fn check_flak(chart: &Chart, faults: &mut Faults) {
    for (i, name) in FLAK.into_iter().enumerate() {
        let Some(column) = chart.column(name) else { continue };
        for total in 2..=12 {
            let critical = chart.row_id(chart.read(column, total)) == "critical";
            faults.expect(
                !critical || (total == 7 && i >= 3),
                format!("columns[{column}].bands"),
                format!("a critical hit is a 7 at Flak 4 or 5, not {total} at Flak {name} (4.2.4.k)"),
            );
        }
    }
    check_falling(chart, "miss", &FLAK, faults);
}

/// The number of a column is the Navigation Skill that the total must equal or beat (clauses 7.1.1.a, 7.4.1.a).
fn check_skills(chart: &Chart, faults: &mut Faults) {
    for (name, skill) in SKILLS.into_iter().zip(2..) {
        let Some(column) = chart.column(name) else { continue };
        for total in -10..=24 {
            let passes = chart.row_id(chart.read(column, total)) == "passes";
            if passes != (total >= skill) {
                faults.add(
                    format!("columns[{column}].bands"),
                    format!(
                        "a total of {skill} or more passes, less fails; {total} is read wrongly (7.4.1.a)"
                    ),
                );
                break;
            }
        }
    }
}

/// Each repeat adds 1, so that a garbled message comes to an end (clause 7.2.1.c).
fn check_wireless(chart: &Chart, faults: &mut Faults) {
    let garbled = |total| chart.row_id(chart.read(ChartIds::ONLY, total)) == "garbled";
    faults.expect(
        !(12..=60).any(garbled),
        "columns[0].bands",
        "a total of 12 or more is not garbled, or a message is sent again for ever (7.2.1.c)",
    );
}

fn chance(chart: &Chart, row: &str, column: &str) -> Option<f64> {
    let dice = chart.file().dice.count();
    let forecast = chart.forecast(chart.column(column)?, dice, 0);
    Some(forecast.rows[usize::from(chart.row(row)?.0)].value())
}

/// The chance of `row` never falls from one column to the next.
fn check_rising(chart: &Chart, row: &str, columns: &[&str], faults: &mut Faults) {
    for pair in columns.windows(2) {
        if let (Some(a), Some(b)) = (chance(chart, row, pair[0]), chance(chart, row, pair[1])) {
            let place = chart.column(pair[1]).unwrap_or(0);
            faults.expect(
                b >= a,
                format!("columns[{place}].bands"),
                format!("`{row}` is less likely in column `{}` than in `{}`", pair[1], pair[0]),
            );
        }
    }
}

/// The chance of `row` never rises from one column to the next.
fn check_falling(chart: &Chart, row: &str, columns: &[&str], faults: &mut Faults) {
    for pair in columns.windows(2) {
        if let (Some(a), Some(b)) = (chance(chart, row, pair[0]), chance(chart, row, pair[1])) {
            let place = chart.column(pair[1]).unwrap_or(0);
            faults.expect(
                b <= a,
                format!("columns[{place}].bands"),
                format!("`{row}` is more likely in column `{}` than in `{}`", pair[1], pair[0]),
            );
        }
    }
}
