//! Counting what many games came to: exact sums, so that the order of adding does not matter.

use std::collections::BTreeMap;

use serde::Serialize;

use super::playout::Played;

/// Running sums of one measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    n: i128,
    sum: i128,
    squares: i128,
    min: i64,
    max: i64,
}

/// A measure over all games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample (0 for a single game).
    pub sd: f64,
    /// Least.
    pub min: i64,
    /// Most.
    pub max: i64,
}

impl Sums {
    fn of(value: i64) -> Self {
        let wide = i128::from(value);
        Self { n: 1, sum: wide, squares: wide * wide, min: value, max: value }
    }

    fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Mean, deviation and bounds.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let n = self.n as f64;
        // n·Σx² − (Σx)² is exact; only the last divisions round.
        let spread = (self.n * self.squares - self.sum * self.sum) as f64;
        let variance = if self.n > 1 { spread / n / (n - 1.0) } else { 0.0 };
        Summary { mean: self.sum as f64 / n, sd: variance.max(0.0).sqrt(), min: self.min, max: self.max }
    }
}

/// What a number of games came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that reached an end.
    pub finished: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Decisions that threw dice.
    pub rolls: u64,
    /// How many games ended so, by label.
    pub outcomes: BTreeMap<String, u64>,
    /// Measures by name.
    pub measures: BTreeMap<&'static str, Sums>,
    /// The digest of each game, in order.
    pub digests: Vec<u64>,
}

impl Tally {
    /// Adds the next game.
    pub fn count(&mut self, played: &Played) {
        self.decisions += played.decisions;
        self.rolls += played.rolls;
        self.digests.push(played.digest);
        if let Some(label) = &played.outcome {
            self.finished += 1;
            match self.outcomes.get_mut(label) {
                Some(n) => *n += 1,
                None => {
                    self.outcomes.insert(label.clone(), 1);
                }
            }
        }
        for (name, value) in &played.measures {
            self.measures.entry(name).and_modify(|s| s.add(&Sums::of(*value))).or_insert(Sums::of(*value));
        }
    }

    /// Adds the games that follow these.
    pub fn append(&mut self, next: &Self) {
        self.finished += next.finished;
        self.decisions += next.decisions;
        self.rolls += next.rolls;
        self.digests.extend(&next.digests);
        for (label, n) in &next.outcomes {
            *self.outcomes.entry(label.clone()).or_default() += n;
        }
        for (name, sums) in &next.measures {
            self.measures.entry(name).and_modify(|s| s.add(sums)).or_insert(*sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_give_mean_and_sample_deviation() {
        let mut sums = Sums::of(2);
        for value in [4, 4, 4, 5, 5, 7, 9] {
            sums.add(&Sums::of(value));
        }
        let summary = sums.summary();
        assert_eq!((summary.mean, summary.min, summary.max), (5.0, 2, 9));
        assert!((summary.sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Sums::of(3).summary().sd, 0.0);
    }
}
