//! Chances: choices by weight with the bot's own luck.

use crate::kernel::dice::BotLuck;

/// e to the power of x, with additions and multiplications only, so that all machines agree on every digit.
#[must_use]
pub fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x.clamp(-40.0, 40.0) / 65_536.0;
    for _ in 0..16 {
        power *= power;
    }
    power
}

/// The chance of winning with a lead of `margin` when margins scatter by `spread`.
#[must_use]
pub fn sigmoid(margin: f64, spread: f64) -> f64 {
    1.0 / (1.0 + exp(-margin / spread))
}

/// A number from 0 up to, not including, 1.
#[expect(clippy::cast_precision_loss, reason = "twenty bits fit")]
pub fn unit(luck: &mut BotLuck) -> f64 {
    luck.below(1 << 20) as f64 / f64::from(1 << 20)
}

/// An index chosen by weight; `None` when all weigh nothing.
pub fn pick(luck: &mut BotLuck, weights: &[f64]) -> Option<usize> {
    let sum: f64 = weights.iter().sum();
    if sum.is_nan() || sum <= 0.0 {
        return None;
    }
    let mut at = unit(luck) * sum;
    for (i, weight) in weights.iter().enumerate() {
        at -= weight;
        if at < 0.0 {
            return Some(i);
        }
    }
    weights.iter().rposition(|w| *w > 0.0)
}

/// An index chosen by worth: one point less is e times less likely at `heat` 1; `heat` 0 takes the best.
pub fn soft(luck: &mut BotLuck, worth: &[f64], heat: f64) -> Option<usize> {
    let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if heat <= 0.0 {
        return worth.iter().position(|w| *w >= best);
    }
    let weights: Vec<f64> = worth.iter().map(|w| exp((w - best) / heat)).collect();
    pick(luck, &weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_close_and_choices_follow_the_weights() {
        for x in [-8.0, -1.0, 0.0, 0.5, 3.0] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-3, "{x}");
        }
        let mut luck = BotLuck::seeded(7, 0);
        let mut seen = [0; 3];
        for _ in 0..4000 {
            seen[pick(&mut luck, &[1.0, 0.0, 3.0]).unwrap_or(1)] += 1;
        }
        assert!(seen[1] == 0 && (900..1100).contains(&seen[0]), "{seen:?}");
        assert_eq!(pick(&mut luck, &[0.0, 0.0]), None);
        assert_eq!(soft(&mut luck, &[1.0, 4.0, 2.0], 0.0), Some(1));
    }
}
