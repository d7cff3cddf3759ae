//! Dice statistics, derived from the journal alone, with sample size and interval.

use bevy_egui::egui::{self, Align2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::client::widgets::dice::{self, Stand};
use crate::kernel::dice::LuckItem;
use crate::kernel::fraction::Fraction;

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

/// Below this many rolls with something at stake nothing is said about luck.
pub const ENOUGH_ROLLS: usize = 12;

/// A result that was rare for better or worse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RareView {
    /// The roll and its result.
    pub label: String,
    /// The chance of a result at least as good, or at least as bad.
    pub chance: Fraction,
    /// Whether it was good luck.
    pub good: bool,
}

/// How lucky the player's rolls were, weighed by what hung on them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LuckView {
    /// Rolls with something at stake.
    pub rolls: usize,
    /// Share of games with the same rolls that are less lucky.
    pub luck: f64,
    /// Good and bad results that came.
    pub came: (usize, usize),
    /// Good results less bad ones, and the same on average.
    pub sums: (i32, f64),
    /// The rarest results, the rarest first.
    pub rare: Vec<RareView>,
}

impl LuckView {
    /// The verdict in a plain line.
    #[must_use]
    pub fn verdict(&self) -> String {
        if self.rolls < ENOUGH_ROLLS {
            return format!(
                "Luck: {} rolls with something at stake so far; {ENOUGH_ROLLS} are needed to weigh it.",
                self.rolls
            );
        }
        // A whole number of games; nobody is luckier than all of a hundred.
        let n = (self.luck * 100.0).round().clamp(0.0, 99.0);
        format!("Luckier than {n:.0} of 100 games like this.")
    }
}

/// Draws how lucky the rolls were: a plain line, the details on demand.
fn luck_panel(ui: &mut Ui, luck: &LuckView) {
    let p = theme::palette(ui);
    ui.label(theme::body(luck.verdict()));
    if luck.rolls == 0 {
        return;
    }
    egui::CollapsingHeader::new(theme::small("How luck is weighed")).id_salt("luck").show(ui, |ui| {
        let small = |ui: &mut Ui, words: String| {
            ui.add(egui::Label::new(theme::small(words).color(p.dim)).wrap());
        };
        let ((good, bad), (sum, mean)) = (luck.came, luck.sums);
        small(
            ui,
            format!(
                "{} rolls: {good} good results, {bad} bad ones; good less bad is {}, on average {mean:+.1}.",
                luck.rolls,
                theme::signed(sum)
            ),
        );
        small(
            ui,
            "The same rolls made again, each on its exact odds, come out less lucky so often (as lucky counts half). A \
             good result counts 1, a bad one −1; a roll whose rows are all alike counts nothing."
                .to_owned(),
        );
        for rare in &luck.rare {
            let (than, ink) = if rare.good { ("good", p.good) } else { ("bad", p.loss) };
            let words = format!("{}: {} for a result as {than}", rare.label, rare.chance.percent());
            ui.add(egui::Label::new(theme::small(words).color(theme::mix(ink, p.moon, 0.25))).wrap());
        }
    });
}

/// Draws the statistics.
pub fn panel(ui: &mut Ui, stats: &DiceStats, luck: &LuckView) {
    let p = theme::palette(ui);
    widgets::section(ui, "Dice of this game");
    widgets::tray(ui, |ui| {
        luck_panel(ui, luck);
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
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn c25_little_data_gives_no_verdict() {
        let mut stats = DiceStats::default();
        stats.count(&[LuckItem::Die(6), LuckItem::Die(6), LuckItem::Draw("speed".into(), "S1".into())]);
        assert_eq!(stats.total(), 2);
        assert!(stats.verdict().contains("too few"));
    }

    #[test]
    fn c29_the_first_line_is_plain_and_the_details_come_on_demand() {
        let luck = LuckView {
            rolls: 40,
            luck: 0.634,
            came: (22, 11),
            sums: (11, 8.25),
            rare: vec![RareView {
                label: "AJ-G · Flak: Critical hit".into(),
                chance: Fraction::new(1, 36),
                good: false,
            }],
        };
        let mut harness = themed(
            vec2(420.0, 600.0),
            |ui, luck: &mut LuckView| panel(ui, &DiceStats { faces: [12; 6], taken_back: 0 }, luck),
            luck,
        );
        harness.get_by_label("Luckier than 63 of 100 games like this.");
        assert!(harness.query_by_label_contains("good results").is_none(), "details wait");
        harness.get_by_label("How luck is weighed").click();
        harness.run();
        harness.get_by_label_contains("22 good results, 11 bad ones; good less bad is +11, on average +8.2");
        harness.get_by_label_contains("AJ-G · Flak: Critical hit: 2.8% for a result as bad");
        harness.state_mut().rolls = 3;
        harness.run();
        harness.get_by_label_contains("3 rolls with something at stake so far");
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
