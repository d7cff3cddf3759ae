//! Exact chances.

use std::fmt;
use std::ops::Add;

/// An exact non-negative fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    /// Numerator.
    pub num: u64,
    /// Denominator, never 0.
    pub den: u64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// Certainty.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num / den` in lowest terms; a zero denominator gives 0.
    #[must_use]
    pub fn new(num: u64, den: u64) -> Self {
        if den == 0 {
            return Self::ZERO;
        }
        let g = gcd(num, den).max(1);
        Self { num: num / g, den: den / g }
    }

    /// The value as a float, for drawing bars.
    #[must_use]
    pub fn value(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// Per cent with no decimals, or one below 10 % and above 99 %, as shown to players: what can happen is never 0 %,
    /// what is not certain never 100 %.
    #[must_use]
    pub fn percent(self) -> String {
        match (self.num, self.num >= self.den) {
            (0, _) | (_, true) => format!("{:.0}%", self.value() * 100.0),
            _ => percent(self.value()),
        }
    }
}

/// A chance that is neither nothing nor certain, for reading; it never says that it is.
#[must_use]
pub fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p < 0.05 => "<0.1%".to_owned(),
        p if p >= 99.95 => ">99.9%".to_owned(),
        p if !(9.95..99.05).contains(&p) => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let g = gcd(self.den, other.den).max(1);
        Self::new(self.num * (other.den / g) + other.num * (self.den / g), self.den / g * other.den)
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The chance of each value being the best of `draws` blind draws without return from a cup that
/// holds `values`; pairs (value, chance) from the best down. No draw gives an empty list.
#[must_use]
pub fn best_of_draws(values: &[i32], draws: usize) -> Vec<(i32, Fraction)> {
    let n = values.len();
    let k = draws.min(n);
    if k == 0 {
        return Vec::new();
    }
    let mut distinct = values.to_vec();
    distinct.sort_unstable_by(|a, b| b.cmp(a));
    distinct.dedup();
    let all = choose(n, k);
    let at_most = |v: i32| choose(values.iter().filter(|x| **x <= v).count(), k);
    distinct
        .iter()
        .enumerate()
        .map(|(i, v)| {
            let below = distinct.get(i + 1).map_or(0, |w| at_most(*w));
            (*v, Fraction::new(at_most(*v) - below, all))
        })
        .collect()
}

fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1u64, |acc, i| acc * (n - i) as u64 / (i as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_add_in_lowest_terms() {
        assert_eq!(Fraction::new(1, 6) + Fraction::new(1, 3), Fraction::new(1, 2));
        assert_eq!(Fraction::new(10, 36).percent(), "28%");
        assert_eq!(Fraction::new(1, 36).percent(), "2.8%");
        assert_eq!(Fraction::ONE.percent(), "100%");
        assert_eq!(Fraction::ZERO.percent(), "0%");
        assert_eq!(Fraction::new(215, 216).percent(), "99.5%", "it may fail");
        assert_eq!(Fraction::new(1, 216).percent(), "0.5%");
        assert_eq!(Fraction::new(35, 36).percent(), "97%");
        assert_eq!(Fraction::new(1, 7776).percent(), "<0.1%");
        assert_eq!(Fraction::new(7775, 7776).percent(), ">99.9%");
    }

    #[test]
    fn best_of_draws_is_hypergeometric() {
        let chits = [0, 1, 1, 1, 2, 2, 3];
        assert_eq!(best_of_draws(&chits, 1)[0], (3, Fraction::new(1, 7)));
        assert_eq!(best_of_draws(&chits, 3)[0], (3, Fraction::new(3, 7)));
        let total: Fraction = best_of_draws(&chits, 4).into_iter().map(|(_, f)| f).sum();
        assert_eq!(total, Fraction::ONE);
        assert!(best_of_draws(&chits, 0).is_empty());
    }
}
