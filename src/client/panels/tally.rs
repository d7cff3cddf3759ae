//! Points added up, drawn as a small printed table on paper: every line, never the sum alone.

use bevy_egui::egui::{Align, Color32, Layout, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{Intent, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, clause};
use crate::kernel::chart::Tone;

/// A line of a tally.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TallyLine {
    /// What it is.
    pub label: String,
    /// How often it counts.
    pub count: i32,
    /// What it is worth each time.
    pub each: i32,
    /// The clause that states it.
    pub clause: String,
}

impl TallyLine {
    /// What the line adds.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.count * self.each
    }
}

/// A tally: the points of one event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TallyView {
    /// What happens.
    pub purpose: String,
    /// Whose points they are.
    pub side: String,
    /// The clause of the event.
    pub clause: String,
    /// The lines.
    pub lines: Vec<TallyLine>,
    /// How it strikes the player.
    pub tone: Tone,
}

impl TallyView {
    /// The sum of the lines.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.lines.iter().map(TallyLine::value).sum()
    }
}

/// Draws a tally on paper.
pub fn paper(ui: &mut Ui, view: &TallyView) -> Option<Intent> {
    let mut intent = None;
    widgets::paper(ui, |ui| {
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            let room = (ui.available_width() - 96.0).max(60.0);
            let title = if room < 180.0 { size::BODY } else { size::LARGE };
            widgets::fitted(ui, theme::text(&view.purpose, Face::Bold, title), room);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if clause(ui, &view.clause) {
                    intent = Some(Intent::Rule(view.clause.clone()));
                }
            });
        });
        for line in &view.lines {
            keep(&mut intent, row(ui, line));
        }
        let y = ui.cursor().top() + 1.0;
        ui.painter().hline(
            ui.max_rect().x_range(),
            y,
            Stroke::new(1.0, theme::mix(p.paper_dim, p.paper, 0.3)),
        );
        ui.add_space(4.0);
        let words = format!("{} {}", view.side, theme::signed(view.total()));
        let total = ui.horizontal(|ui| {
            ui.label(theme::text(&view.side, Face::Bold, size::BODY));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let ink = p.tone_on_paper(view.tone);
                ui.label(theme::text(theme::signed(view.total()), Face::MonoBold, size::LARGE).color(ink));
            });
        });
        total.response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    });
    intent
}

fn row(ui: &mut Ui, line: &TallyLine) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    // A clause that leaves its label no room stands under it.
    let gaps = 4.0 * ui.spacing().item_spacing.x;
    let font = Face::Text.at(size::BODY);
    let label = ui.painter().layout_no_wrap(line.label.clone(), font, p.ink).size().x + 4.0;
    let cited = widgets::clause_width(ui, &line.clause);
    // A line that counts once may do without the column of its factors.
    let fits = |factors: f32| label + cited + 34.0 + factors + gaps <= ui.available_width();
    let factors = if line.count == 1 && !fits(58.0) { 0.0 } else { 58.0 };
    let beside = fits(factors);
    let figures = 34.0 + factors + gaps;
    let response = ui.horizontal(|ui| {
        ui.set_height(19.0);
        let taken = figures + if beside { cited } else { 0.0 };
        let room = (ui.available_width() - taken).max(70.0);
        widgets::fitted(ui, theme::body(&line.label).color(p.ink), room);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.allocate_ui_with_layout(vec2(34.0, 19.0), Layout::right_to_left(Align::Center), |ui| {
                ui.set_min_width(34.0);
                ui.label(theme::text(theme::signed(line.value()), Face::MonoBold, size::BODY));
            });
            ui.allocate_ui_with_layout(vec2(factors, 19.0), Layout::right_to_left(Align::Center), |ui| {
                ui.set_min_width(factors);
                if line.count != 1 {
                    let sum = format!("{} × {}", line.count, theme::signed(line.each));
                    ui.label(theme::text(sum, Face::Mono, size::SMALL).color(p.paper_dim));
                }
            });
            if beside && clause(ui, &line.clause) {
                intent = Some(Intent::Rule(line.clause.clone()));
            }
        });
    });
    if !beside {
        ui.horizontal(|ui| {
            ui.add_space(10.0);
            if clause(ui, &line.clause) {
                intent = Some(Intent::Rule(line.clause.clone()));
            }
        });
    }
    let words = format!(
        "{}: {} × {} = {}",
        line.label,
        line.count,
        theme::signed(line.each),
        theme::signed(line.value())
    );
    response.response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    intent
}

/// A cause with its points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BarView {
    /// What for.
    pub label: String,
    /// How many points; below 0 they went the other way.
    pub points: i32,
    /// Whose: 0 the first side, 1 the second.
    pub side: usize,
}

/// The points of a night or a game by cause, for two sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BarsView {
    /// Head of the table, such as `Night 1`.
    pub title: String,
    /// The two sides.
    pub sides: [String; 2],
    /// The causes.
    pub bars: Vec<BarView>,
    /// The closing line, such as `Britain leads by 3`.
    pub close: String,
}

impl BarsView {
    /// The sum of a side.
    #[must_use]
    pub fn sum(&self, side: usize) -> i32 {
        self.bars.iter().filter(|b| b.side == side).map(|b| b.points).sum()
    }
}

/// The ink of a side on paper.
fn side_ink(p: &theme::Palette, side: usize) -> Color32 {
    theme::darker(if side == 0 { p.british } else { p.german }, 0.8)
}

/// Draws bars by cause on paper, both sides one below the other.
pub fn bars(ui: &mut Ui, view: &BarsView) {
    widgets::paper(ui, |ui| {
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(theme::text(&view.title, Face::Bold, size::LARGE));
        let most = view.bars.iter().map(|b| b.points.abs()).max().unwrap_or(1).max(1);
        for side in 0..2 {
            ui.add_space(4.0);
            let words = format!("{} {}", view.sides[side], theme::number(view.sum(side)));
            let head = ui.horizontal(|ui| {
                ui.label(theme::text(&view.sides[side], Face::Bold, size::BODY));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(theme::text(theme::number(view.sum(side)), Face::MonoBold, size::BODY));
                });
            });
            head.response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
            for bar in view.bars.iter().filter(|b| b.side == side) {
                bar_row(ui, bar, most);
            }
            if view.bars.iter().all(|b| b.side != side) {
                ui.label(theme::small("no points").color(p.paper_dim));
            }
        }
        if !view.close.is_empty() {
            ui.separator();
            ui.add(bevy_egui::egui::Label::new(theme::text(&view.close, Face::Bold, size::BODY)).wrap());
        }
    });
}

fn bar_row(ui: &mut Ui, bar: &BarView, most: i32) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let painter = ui.painter();
    let name = (rect.width() * 0.52).min(230.0);
    let mut job =
        bevy_egui::egui::text::LayoutJob::simple_singleline(bar.label.clone(), Face::Text.at(13.0), p.ink);
    job.wrap = bevy_egui::egui::text::TextWrapping::truncate_at_width(name - 6.0);
    let galley = painter.layout_job(job);
    painter.galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, p.ink);
    let room = (rect.width() - name - 40.0).max(10.0);
    let long = room * bar.points.unsigned_abs() as f32 / most as f32;
    let area = Rect::from_min_size(
        pos2(rect.left() + name, rect.top() + 4.0),
        vec2(long.max(2.0), rect.height() - 8.0),
    );
    painter.rect_filled(area, 2.0, side_ink(&p, bar.side));
    painter.text(
        rect.right_center(),
        bevy_egui::egui::Align2::RIGHT_CENTER,
        theme::number(bar.points),
        Face::Mono.at(13.0),
        p.ink,
    );
    let words = format!("{}: {}", bar.label, theme::number(bar.points));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    fn line(label: &str, count: i32, each: i32) -> TallyLine {
        TallyLine { label: label.into(), count, each, clause: "combat.c".into() }
    }

    #[test]
    fn c24_every_line_of_a_tally_stands_on_paper_with_its_clause() {
        let view = TallyView {
            purpose: "Squadrons meet the bomber".into(),
            side: "Germany".into(),
            clause: "combat.b".into(),
            lines: vec![line("squadron", 2, 2), line("cloud", 1, -1)],
            tone: Tone::Bad,
        };
        let mut harness = themed(
            vec2(420.0, 300.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(paper(ui, &view)),
            Vec::new(),
        );
        harness.get_by_label("squadron: 2 × +2 = +4");
        harness.get_by_label("cloud: 1 × −1 = −1");
        harness.get_by_label("Germany +3");
        harness.get_by_label("Rule combat.b").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Rule("combat.b".into())]);
    }

    #[test]
    fn bars_add_up_for_both_sides() {
        let bar = |label: &str, points, side| BarView { label: label.into(), points, side };
        let view = BarsView {
            title: "Night 1".into(),
            sides: ["Britain".into(), "Germany".into()],
            bars: vec![bar("The strike", 13, 0), bar("Flak", 4, 1), bar("Squadrons", 6, 1)],
            close: "Britain leads by 3".into(),
        };
        let harness = themed(vec2(420.0, 400.0), |ui, (): &mut ()| bars(ui, &view), ());
        harness.get_by_label("Britain 13");
        harness.get_by_label("Germany 10");
        harness.get_by_label("Flak: 4");
        harness.get_by_label("Britain leads by 3");
    }
}
