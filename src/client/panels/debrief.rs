//! The debriefing: the outcome in large type, three figures, each aircraft's fate.

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, vec2};

use super::Intent;
use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::kernel::chart::Tone;

/// What the debriefing shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DebriefView {
    /// The scenario.
    pub scenario: String,
    /// The outcome's title.
    pub outcome: String,
    /// The row's number or rank.
    pub rank: String,
    /// What it meant, in a paragraph.
    pub text: String,
    /// How it strikes the player.
    pub tone: Tone,
    /// Three figures that tell the night: number and words.
    pub figures: Vec<(String, String)>,
    /// Fates: code, name, fate, tone, what history made of it.
    pub fates: Vec<Fate>,
    /// Notes such as `practice` or the dice thrown.
    pub notes: Vec<String>,
}

/// The fate of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fate {
    /// Code letters.
    pub code: String,
    /// Who commanded it.
    pub name: String,
    /// What became of it.
    pub fate: String,
    /// How it strikes the player.
    pub tone: Tone,
    /// What history made of it.
    pub history: String,
}

/// Draws the debriefing.
pub fn panel(ui: &mut Ui, view: &DebriefView) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    let width = ui.available_width().min(920.0);
    ScrollArea::vertical().id_salt("debrief").auto_shrink([false, false]).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.set_max_width(width);
            ui.add_space(24.0);
            widgets::paper(ui, |ui| {
                ui.vertical_centered(|ui| {
                    ui.add_space(4.0);
                    ui.label(theme::caps(&view.scenario).color(p.paper_dim));
                    let ink = p.tone_on_paper(view.tone);
                    ui.label(theme::text(&view.outcome, Face::Bold, 40.0).color(ink));
                    if !view.rank.is_empty() {
                        ui.label(theme::text(&view.rank, Face::Figure, size::BODY).color(p.paper_dim));
                    }
                    ui.add_space(6.0);
                    ui.add(egui::Label::new(theme::text(&view.text, Face::Typed, size::LARGE)).wrap());
                    ui.add_space(6.0);
                });
            });
            ui.add_space(12.0);
            figures(ui, view);
            widgets::section(ui, "Aircraft");
            for fate in &view.fates {
                fate_line(ui, fate);
                ui.add_space(2.0);
            }
            for note in &view.notes {
                ui.label(theme::small(note).color(p.dim));
            }
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let each = (ui.available_width() - 24.0) / 4.0;
                if widgets::primary(ui, "Replay", each).clicked() {
                    intent = Some(Intent::Replay);
                }
                if widgets::secondary(ui, "What-if from here", each).clicked() {
                    intent = Some(Intent::Branch);
                }
                if widgets::secondary(ui, "Save the logbook", each).clicked() {
                    intent = Some(Intent::Logbook);
                }
                if widgets::secondary(ui, "Main menu", each).clicked() {
                    intent = Some(Intent::Menu);
                }
            });
            ui.add_space(24.0);
        });
    });
    intent
}

fn figures(ui: &mut Ui, view: &DebriefView) {
    let p = theme::palette(ui);
    let count = view.figures.len().max(1) as f32;
    let each = (ui.available_width() - 8.0 * (count - 1.0)) / count;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (number, words) in &view.figures {
            ui.allocate_ui_with_layout(vec2(each, 76.0), Layout::top_down(Align::Center), |ui| {
                widgets::tray(ui, |ui| {
                    ui.vertical_centered(|ui| {
                        ui.label(theme::text(number, Face::FigureBold, size::TITLE).color(p.moon));
                        ui.label(theme::body(words).color(p.dim));
                    });
                });
            });
        }
    });
}

fn fate_line(ui: &mut Ui, fate: &Fate) {
    let p = theme::palette(ui);
    egui::Frame::new()
        .fill(p.slate)
        .corner_radius(theme::CHIP)
        .inner_margin(egui::Margin::symmetric(10, 6))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(theme::text(&fate.code, Face::MonoBold, 13.0).color(p.moon));
                ui.allocate_ui_with_layout(vec2(100.0, 18.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(100.0);
                    ui.label(theme::body(&fate.name));
                });
                let ink = if fate.tone == Tone::Plain {
                    p.text
                } else {
                    theme::mix(p.tone(fate.tone), p.moon, 0.15)
                };
                ui.label(theme::strong(&fate.fate).color(ink));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if !fate.history.is_empty() {
                        ui.add(
                            egui::Label::new(theme::small(format!("1943: {}", fate.history)).color(p.dim))
                                .truncate(),
                        );
                    }
                });
            });
        });
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn the_debriefing_tells_outcome_figures_and_fates() {
        let view = DebriefView {
            outcome: "Dam breached".into(),
            figures: vec![("3".into(), "mines released".into())],
            fates: vec![Fate {
                code: "AJ-M".into(),
                name: "Hopgood".into(),
                fate: "lost to flak".into(),
                ..Fate::default()
            }],
            ..DebriefView::default()
        };
        let mut harness = themed(
            vec2(900.0, 700.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view)),
            Vec::new(),
        );
        harness.get_by_label("Dam breached");
        harness.get_by_label("mines released");
        harness.get_by_label("lost to flak");
        harness.get_by_label("Main menu").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Menu]);
    }
}
