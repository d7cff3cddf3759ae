//! Chances that lie several draws and rolls ahead: what a release from here promises.

use crate::games::dambusters::components::ChitKind;
use crate::games::dambusters::data::Tables;
use crate::games::dambusters::rules::release::chits;
use crate::kernel::chart::Chart;
use crate::kernel::fraction::{Fraction, best_of_draws};

/// The chance of each row of the release chart for approach chits held (Speed, Altitude), when the player keeps the
/// higher release chit of each kind; `standing` is the sum of all other modifiers.
#[must_use]
pub fn release_odds(tables: &Tables, chart: &Chart, held: [Option<u8>; 2], standing: i32) -> Vec<Fraction> {
    let speed = best_release(tables, ChitKind::Speed, held[0]);
    let altitude = best_release(tables, ChitKind::Altitude, held[1]);
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

/// The best release number of a kind for the approach chit held: as many draws as it shows, from the other six.
fn best_release(tables: &Tables, kind: ChitKind, held: Option<u8>) -> Vec<(i32, Fraction)> {
    let list = chits(tables, kind);
    let draws = held.and_then(|n| list.get(usize::from(n.max(1)) - 1)).map_or(0, |c| usize::from(c.approach));
    let values: Vec<i32> = list
        .iter()
        .enumerate()
        .filter(|(i, _)| held != u8::try_from(i + 1).ok())
        .map(|(_, c)| i32::from(c.release))
        .collect();
    let best = best_of_draws(&values, draws);
    if best.is_empty() { vec![(0, Fraction::ONE)] } else { best }
}
