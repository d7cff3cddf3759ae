//! Chances that lie several draws and rolls ahead: what a release from here promises.

use crate::games::dambusters::components::{ChitKind, Run};
use crate::games::dambusters::data::Tables;
use crate::games::dambusters::rules::release::chit;
use crate::kernel::chart::Chart;
use crate::kernel::fraction::{Fraction, best_of_draws};

/// The chance of each row of the release chart for the approach chits held in a run, when the player keeps the higher
/// release chit of each kind; `standing` is the sum of all other modifiers.
#[must_use]
pub fn release_odds(tables: &Tables, chart: &Chart, run: &Run, standing: i32) -> Vec<Fraction> {
    let speed = best_release(tables, run, ChitKind::Speed);
    let altitude = best_release(tables, run, ChitKind::Altitude);
    let mut totals: Vec<(i32, Fraction)> = Vec::new();
    for (s, ps) in &speed {
        for (a, pa) in &altitude {
            let chance = Fraction::new(ps.num * pa.num, ps.den * pa.den);
            match totals.iter_mut().find(|(t, _)| *t == s + a) {
                Some((_, sum)) => *sum = *sum + chance,
                None => totals.push((s + a, chance)),
            }
        }
    }
    let mut rows = vec![Fraction::ZERO; chart.file().rows.len()];
    for (total, chance) in totals {
        let forecast = chart.forecast(0, 2, total + standing);
        for (row, f) in rows.iter_mut().zip(forecast.rows) {
            *row = *row + Fraction::new(f.num * chance.num, f.den * chance.den);
        }
    }
    rows
}

/// The best release number of a kind for the approach chit held: as many draws as it shows, from all the others.
fn best_release(tables: &Tables, run: &Run, kind: ChitKind) -> Vec<(i32, Fraction)> {
    let held = run.held[kind.index()];
    let draws = chit(tables, kind, held).map_or(0, |c| usize::from(c.approach));
    let left = run.pool(kind).into_iter().filter(|n| Some(*n) != held);
    let values: Vec<i32> =
        left.filter_map(|n| chit(tables, kind, Some(n))).map(|c| i32::from(c.release)).collect();
    let best = best_of_draws(&values, draws);
    if best.is_empty() { vec![(0, Fraction::ONE)] } else { best }
}
