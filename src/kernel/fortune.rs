//! How lucky the rolls of a game were, weighed by what hung on them.
//!
//! The rows of a chart are ranked from worst to best: bad before plain before good, and within these in the chart's own
//! order. For a roll the exact odds give the chance of a row at least as good as the one that came.
//!
//! For a whole game each result counts 1 when its row is good, −1 when it is bad. The same rolls made again, each on its
//! own exact odds, give a distribution of that sum, found by convolution. The game was luckier than the share of that
//! distribution that lies below its own sum, and half of what equals it:
//!
//! ```text
//! luck = P(S < s) + P(S = s) / 2,   S = Σ Tᵢ,   P(Tᵢ = t) = Σ P(row) over the rows of roll i with tone t
//! ```
//!
//! A roll whose rows all strike the player alike has nothing at stake and changes nothing; a roll that was nearly sure
//! changes little, unless it came out the other way.

use std::collections::BTreeMap;

use super::chart::{Chart, Charts, Forecast, Pick, Rolled, Row, Tone};
use super::fraction::Fraction;

/// A roll weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// How the row that came strikes the player.
    pub tone: Tone,
    /// The chance of a row at least as good.
    pub as_good: Fraction,
    /// The chance of a row at least as bad.
    pub as_bad: Fraction,
    /// What hung on it: the standard deviation of 1, 0, −1 over its rows.
    pub stake: f64,
}

/// All rolls of a game weighed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fortune {
    /// The rolls in their order.
    pub rolls: Vec<Weighed>,
    /// Good results less bad ones.
    pub sum: i32,
    /// What that sum is on average for the same rolls.
    pub mean: f64,
    /// The share of games with the same rolls that are less lucky, 0 to 1; those just as lucky count half.
    pub luck: f64,
}

impl Fortune {
    /// How many rolls had anything at stake.
    #[must_use]
    pub fn at_stake(&self) -> usize {
        self.rolls.iter().filter(|r| r.stake > 0.0).count()
    }

    /// How many results of this tone came.
    #[must_use]
    pub fn count(&self, tone: Tone) -> usize {
        self.rolls.iter().filter(|r| r.tone == tone && r.stake > 0.0).count()
    }
}

/// What a row counts.
#[must_use]
pub fn worth(tone: Tone) -> i32 {
    match tone {
        Tone::Good => 1,
        Tone::Plain => 0,
        Tone::Bad => -1,
    }
}

/// The rank of each row of a chart, 0 the worst.
#[must_use]
pub fn ranks(chart: &Chart) -> Vec<usize> {
    let rows = &chart.file().rows;
    let value = |i: usize| worth(rows[i].tone);
    // A chart that begins with its good rows is read from the last row up.
    let falls = rows.len() > 1 && value(0) > value(rows.len() - 1);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if falls {
        order.reverse();
    }
    order.sort_by_key(|i| value(*i));
    let mut ranks = vec![0; rows.len()];
    for (rank, row) in order.into_iter().enumerate() {
        ranks[row] = rank;
    }
    ranks
}

/// The sum of the chances of the rows that satisfy `test`.
fn chance(odds: &Forecast, test: impl Fn(usize) -> bool) -> Fraction {
    let den = odds.rows.iter().map(|f| f.den).fold(1, lcm);
    let num =
        odds.rows.iter().enumerate().filter(|(i, _)| test(*i)).map(|(_, f)| f.num * (den / f.den)).sum();
    Fraction::new(num, den)
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Weighs rolls that were made.
#[must_use]
pub fn weigh<'a>(charts: &Charts, rolls: impl IntoIterator<Item = &'a Rolled>) -> Fortune {
    let mut known: BTreeMap<(usize, u8, u8, i32, bool), Forecast> = BTreeMap::new();
    let mut out = Fortune::default();
    // Shares of the sums from -n to n, the middle one at n.
    let mut shares = vec![1.0f64];
    for rolled in rolls {
        let (spec, chart) = (&rolled.spec, charts.get(rolled.spec.chart));
        let worst = spec.pick == Pick::Worst;
        let key = (usize::from(spec.chart.0), spec.column, spec.dice, spec.sum(), worst);
        let odds = known.entry(key).or_insert_with(|| spec.forecast(charts));
        let rank = ranks(chart);
        let Row(hit) = rolled.row();
        let hit = usize::from(hit);
        let tone = |row: usize| chart.file().rows[row].tone;
        let parts = [Tone::Bad, Tone::Plain, Tone::Good].map(|t| chance(odds, |row| tone(row) == t).value());
        let mean = parts[2] - parts[0];
        let variance = (parts[0] + parts[2] - mean * mean).max(0.0);
        // Rounding must not put a stake where every row is alike.
        let stake = if variance < 1e-12 { 0.0 } else { variance.sqrt() };
        out.rolls.push(Weighed {
            tone: tone(hit),
            as_good: chance(odds, |row| rank[row] >= rank[hit]),
            as_bad: chance(odds, |row| rank[row] <= rank[hit]),
            stake,
        });
        out.sum += worth(tone(hit));
        out.mean += mean;
        let mut next = vec![0.0; shares.len() + 2];
        for (i, share) in shares.iter().enumerate() {
            for (step, part) in parts.iter().enumerate() {
                next[i + step] += share * part;
            }
        }
        shares = next;
    }
    let middle = i32::try_from(out.rolls.len()).unwrap_or(i32::MAX);
    let at = usize::try_from(out.sum + middle).unwrap_or(0);
    out.luck = shares[..at].iter().sum::<f64>() + shares[at] / 2.0;
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::chart::{ChartId, RollSpec};
    use crate::kernel::testkit::toy::Toy;

    fn rolled(face: u8) -> Rolled {
        let charts = Toy::shared().charts().clone();
        RollSpec::new(&charts, ChartId(0), 0, "a test", "1.b").read(&charts, [face, 0, 0], false)
    }

    #[test]
    fn c29_one_roll_is_weighed_by_its_exact_odds() {
        let toy = Toy::shared();
        let fortune = weigh(toy.charts(), &[rolled(1)]);
        // A 1 in 6 that went wrong: half of a sixth is less lucky or as lucky.
        assert!((fortune.luck - 1.0 / 12.0).abs() < 1e-12, "{fortune:?}");
        assert_eq!(fortune.rolls[0].as_bad, Fraction::new(1, 6));
        assert_eq!(fortune.rolls[0].as_good, Fraction::new(6, 6));
        let fortune = weigh(toy.charts(), &[rolled(6)]);
        assert!((fortune.luck - (1.0 / 6.0 + 5.0 / 12.0)).abs() < 1e-12);
        let sure = fortune.rolls[0].stake;
        assert!((sure - 2.0 * (5.0f64 / 36.0).sqrt()).abs() < 1e-12, "{sure}");
    }

    #[test]
    fn c29_many_rolls_add_up_by_convolution() {
        let toy = Toy::shared();
        let fortune = weigh(toy.charts(), &[rolled(1), rolled(1), rolled(4)]);
        assert_eq!((fortune.sum, fortune.at_stake()), (-1, 3));
        // Three fall so: 1 of 216; two of three: 15 of 216.
        assert!((fortune.luck - (1.0 + 7.5) / 216.0).abs() < 1e-12, "{fortune:?}");
        assert!((fortune.mean - 2.0).abs() < 1e-12);
        let nothing = weigh(toy.charts(), &[]);
        assert!((nothing.luck - 0.5).abs() < 1e-12);
    }
}
