//! Dice statistics, derived from the journal alone, with sample size and interval.

use bevy_egui::egui::{self, Align2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::client::widgets::dice::{self, Stand};
use crate::kernel::dice::LuckItem;

/// Below this many dice nothing is said about luck.
pub const ENOUGH: u32 = 60;

/// What the dice of a game did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiceStats {
    /// How often each face fell.
    pub faces: [u32; 6],
    /// Dice that were taken back and are not counted.
    pub taken_back: u32,
}

impl DiceStats {
    /// Counts dice.
    pub fn count<'a>(&mut self, items: impl IntoIterator<Item = &'a LuckItem>) {
        for item in items {
            if let LuckItem::Die(face @ 1..=6) = item {
                self.faces[usize::from(*face) - 1] += 1;
            }
        }
    }

    /// How many dice were counted.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.faces.iter().sum()
    }

    /// The mean face.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: u32 = self.faces.iter().zip(1u32..).map(|(n, face)| n * face).sum();
        if self.total() == 0 { 0.0 } else { f64::from(sum) / f64::from(self.total()) }
    }

    /// Half the 95 % interval in which the mean of so many fair dice lies about 3.5.
    #[must_use]
    pub fn mean_interval(&self) -> f64 {
        if self.total() == 0 { 0.0 } else { 1.96 * (35.0f64 / 12.0).sqrt() / f64::from(self.total()).sqrt() }
    }

    /// The 95 % interval of a face's true share (Wilson), as shares of 1.
    #[must_use]
    pub fn interval(&self, face: usize) -> (f64, f64) {
        let n = f64::from(self.total());
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let p = f64::from(self.faces[face]) / n;
        let z = 1.96f64;
        let z2 = z * z;
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// Chi-square of the faces against fair dice, over 5 degrees of freedom.
    #[must_use]
    pub fn chi_square(&self) -> f64 {
        let expected = f64::from(self.total()) / 6.0;
        if expected == 0.0 {
            return 0.0;
        }
        self.faces.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum()
    }

    /// The verdict in a plain line.
    #[must_use]
    pub fn verdict(&self) -> String {
        let n = self.total();
        if n < ENOUGH {
            return format!("{n} dice so far: too few to say anything ({ENOUGH} are needed).");
        }
        // 5 degrees of freedom: 11.07 is passed by 1 game in 20, 15.09 by 1 in 100.
        let chi = self.chi_square();
        let how = if chi < 11.07 {
            "as even as fair dice usually fall"
        } else if chi < 15.09 {
            "more uneven than 19 of 20 games with fair dice"
        } else {
            "more uneven than 99 of 100 games with fair dice"
        };
        format!("{n} dice: {how}.")
    }
}

/// Draws the statistics.
pub fn panel(ui: &mut Ui, stats: &DiceStats) {
    let p = theme::palette(ui);
    widgets::section(ui, "Dice of this game");
    widgets::tray(ui, |ui| {
        ui.label(theme::body(stats.verdict()));
        let n = stats.total();
        if n == 0 {
            return;
        }
        let highest = (0..6).map(|f| stats.interval(f).1).fold(0.34, f64::max);
        for (i, count) in stats.faces.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
            let face = u8::try_from(i + 1).unwrap_or(1);
            dice::paint_die(ui, Rect::from_min_size(rect.min, vec2(18.0, 18.0)), face, Stand::Kept, 0.0);
            let bar = Rect::from_min_max(
                pos2(rect.left() + 30.0, rect.top() + 4.0),
                pos2(rect.right() - 96.0, rect.top() + 14.0),
            );
            let at = |share: f64| bar.left() + bar.width() * (share / highest) as f32;
            let share = f64::from(*count) / f64::from(n);
            ui.painter().rect_filled(
                Rect::from_min_max(bar.min, pos2(at(share), bar.bottom())),
                2.0,
                theme::mix(p.bone, p.slate, 0.35),
            );
            let (low, high) = stats.interval(i);
            ui.painter().hline(at(low)..=at(high), bar.center().y, egui::Stroke::new(1.5, p.dim));
            ui.painter().vline(
                at(1.0 / 6.0),
                rect.top()..=rect.bottom() - 4.0,
                egui::Stroke::new(1.0, p.brass),
            );
            let words = format!("{count} ({:.0}%)", share * 100.0);
            ui.painter().text(
                rect.right_top(),
                Align2::RIGHT_TOP,
                &words,
                Face::Mono.at(size::SMALL),
                p.text,
            );
            let spoken = format!("Face {face}: {words}, interval {:.0}–{:.0}%", low * 100.0, high * 100.0);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
            response.on_hover_text(spoken);
        }
        ui.label(
            theme::small(format!(
                "Mean {:.2}; fair dice: 3.50 ± {:.2} in 19 of 20 games. The brass line is 1 in 6.",
                stats.mean(),
                stats.mean_interval()
            ))
            .color(p.dim),
        );
        if stats.taken_back > 0 {
            ui.label(
                theme::small(format!("{} dice were taken back and are not counted.", stats.taken_back))
                    .color(p.dim),
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c25_little_data_gives_no_verdict() {
        let mut stats = DiceStats::default();
        stats.count(&[LuckItem::Die(6), LuckItem::Die(6), LuckItem::Draw("speed".into(), "S1".into())]);
        assert_eq!(stats.total(), 2);
        assert!(stats.verdict().contains("too few"));
    }

    #[test]
    fn c25_intervals_hold_the_share_and_narrow_with_size() {
        let small = DiceStats { faces: [10; 6], taken_back: 0 };
        let large = DiceStats { faces: [1000; 6], taken_back: 0 };
        for stats in [small, large] {
            let (low, high) = stats.interval(0);
            assert!(low < 1.0 / 6.0 && 1.0 / 6.0 < high);
        }
        assert!(large.interval(0).1 - large.interval(0).0 < small.interval(0).1 - small.interval(0).0);
        assert!(large.verdict().contains("as even as"));
        let loaded = DiceStats { faces: [10, 10, 10, 10, 10, 50], taken_back: 0 };
        assert!(loaded.verdict().contains("99 of 100"));
        assert!((DiceStats { faces: [1, 1, 1, 1, 1, 1], taken_back: 0 }.mean() - 3.5).abs() < 1e-9);
    }
}
