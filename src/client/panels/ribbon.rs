//! The ribbon on top: where and when we are.

use bevy_egui::egui::{
    Align, Align2, Layout, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::Intent;
use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::kernel::chart::Tone;

/// What the ribbon shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RibbonView {
    /// The target or scenario, large.
    pub title: String,
    /// Scenario, time, weather in a line.
    pub subtitle: String,
    /// The turn track.
    pub track: Vec<Stop>,
    /// What the track counts, for screen readers.
    pub track_name: String,
    /// The moon or the sky, by word.
    pub sky: Sky,
    /// Levels of the target.
    pub levels: Vec<Level>,
    /// Words that mark the table, such as `practice` or `branch`.
    pub stamps: Vec<String>,
    /// Figures with their names, such as points or markers left.
    pub figures: Vec<Figure>,
}

/// A figure with its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figure {
    /// Name.
    pub name: String,
    /// The figure as written.
    pub value: String,
    /// What it means.
    pub note: String,
}

/// A space of the turn track.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stop {
    /// Label such as `:15`.
    pub label: String,
    /// Its name in a word, shown while the turn is here.
    pub name: String,
    /// Whether the turn is here.
    pub current: bool,
    /// Whether something is checked on this space, and what.
    pub mark: String,
    /// Markers on the space, such as burning flares.
    pub markers: u8,
}

/// The sky.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sky {
    /// A word such as `Clear` or `Fog`.
    pub word: String,
    /// Whether the moon is up.
    pub moon: bool,
    /// Whether it is hidden by fog or cloud.
    pub veiled: bool,
    /// What the word tells, for screen readers; visibility when empty.
    pub name: String,
}

/// A level shown as pips.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// Name.
    pub name: String,
    /// Level.
    pub level: i32,
    /// Highest level.
    pub max: i32,
    /// How it strikes the player when it is high.
    pub tone: Tone,
    /// What it does.
    pub note: String,
}

/// The height of the ribbon, in points.
pub const HEIGHT: f32 = 56.0;

/// Draws the ribbon.
pub fn panel(ui: &mut Ui, view: &RibbonView) -> Option<Intent> {
    let p = theme::palette(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.label(
            theme::text(view.title.to_uppercase(), Face::Bold, size::HEADING)
                .color(p.moon)
                .extra_letter_spacing(1.2),
        );
        let levels_width: f32 = view
            .levels
            .iter()
            .map(|l| (l.max as f32 * 13.0).max(l.name.chars().count() as f32 * 6.6) + 12.0)
            .sum();
        let levels_width = levels_width + view.sky.word.chars().count() as f32 * 6.6 + 48.0;
        let levels_width = levels_width + view.figures.iter().map(figure_width).sum::<f32>();
        let stops = view.track.len() as f32;
        let named =
            view.track.iter().find(|s| s.current).map_or(0.0, |s| s.name.chars().count() as f32 * 7.6);
        let levels_width = levels_width + named;
        let wide =
            |stamps: &[String]| -> f32 { stamps.iter().map(|s| s.chars().count() as f32 * 7.0 + 26.0).sum() };
        // What marks the table stays in one chip when there is no room for more; the hover names all.
        let joined = [view.stamps.join(", ")];
        let short = [view.stamps.first().cloned().unwrap_or_default()];
        let room = |stamps: &[String]| ui.available_width() - levels_width - stops * 50.0 - wide(stamps);
        let shown: &[String] = match view.stamps.len() {
            0 => &[],
            1 => &view.stamps,
            _ if room(&view.stamps) > 8.0 => &view.stamps,
            _ => &short,
        };
        let room = room(shown);
        if room > 90.0 {
            ui.add_sized(
                vec2(room.min(300.0) - 12.0, 32.0),
                bevy_egui::egui::Label::new(theme::small(&view.subtitle).color(p.dim))
                    .truncate()
                    .halign(Align::LEFT),
            );
        }
        for stamp in shown {
            let more = view.stamps.len() - shown.len();
            let words = if more > 0 { format!("{stamp} +{more}") } else { stamp.clone() };
            widgets::chip(ui, &words, p.brass, p.slate, p.brass).on_hover_text(&joined[0]);
        }
        ui.spacing_mut().item_spacing.x = 6.0;
        let stop_width = (ui.available_width() - levels_width) / stops.max(1.0) - 6.0;
        // Where the whole track does not fit, the space of now must.
        let least = if view.figures.is_empty() { 32.0 } else { 24.0 };
        for stop in view.track.iter().filter(|s| s.current || stop_width >= least) {
            track_stop(ui, stop, &view.track_name, stop_width.clamp(least, 44.0));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            for level in view.levels.iter().rev() {
                if ui.available_width() < level.max as f32 * 13.0 + 8.0 {
                    break;
                }
                let fill = match level.tone {
                    Tone::Bad => p.loss,
                    Tone::Good => p.good,
                    Tone::Plain => p.brass,
                };
                widgets::pips(ui, &level.name, level.level, level.max, fill, &level.note);
            }
            // The sky is told whatever else must go; of the figures the first count most.
            let mut room = ui.available_width() - sky_width(ui, &view.sky);
            let fits = view.figures.iter().take_while(|shown| {
                room -= figure_width(shown);
                room >= 0.0
            });
            for shown in fits.collect::<Vec<_>>().into_iter().rev() {
                figure(ui, shown);
            }
            if ui.available_width() >= sky_width(ui, &view.sky) - 12.0 {
                sky(ui, &view.sky);
            }
        });
    });
    None
}

/// The room that a figure takes, in points.
fn figure_width(figure: &Figure) -> f32 {
    let name = figure.name.chars().count() as f32 * 6.4;
    name.max(figure.value.chars().count() as f32 * 9.5) + 12.0
}

/// A figure below its name.
fn figure(ui: &mut Ui, view: &Figure) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(figure_width(view) - 12.0, 34.0), Sense::hover());
    let painter = ui.painter();
    painter.text(rect.left_top(), Align2::LEFT_TOP, &view.name, Face::Text.at(size::SMALL), p.dim);
    painter.text(rect.left_bottom(), Align2::LEFT_BOTTOM, &view.value, Face::FigureBold.at(15.0), p.moon);
    let words = format!("{} {}", view.name, view.value);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response.on_hover_text(if view.note.is_empty() { words } else { view.note.clone() });
}

fn track_stop(ui: &mut Ui, stop: &Stop, track: &str, width: f32) {
    let p = theme::palette(ui);
    let name = if stop.current { stop.name.as_str() } else { "" };
    let width = width + name.chars().count() as f32 * 7.6;
    let (rect, response) = ui.allocate_exact_size(vec2(width, 28.0), Sense::hover());
    let (fill, ink, edge, face) = if stop.current {
        (p.brass, p.ink, p.brass, Face::MonoBold)
    } else {
        (p.slate, p.dim, p.edge, Face::Mono)
    };
    ui.painter().rect(rect, theme::CHIP, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let label = if name.is_empty() { stop.label.clone() } else { format!("{} {name}", stop.label) };
    let face = if name.is_empty() { face } else { Face::Bold };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, label, face.at(size::SMALL), ink);
    if !stop.mark.is_empty() {
        // A short bar under the spaces where something is checked.
        let bar = Rect::from_center_size(pos2(rect.center().x, rect.bottom() + 4.0), vec2(14.0, 2.0));
        ui.painter().rect_filled(bar, 1.0, p.dim);
    }
    for i in 0..stop.markers {
        let at = pos2(rect.right() - 5.0 - f32::from(i) * 8.0, rect.top() - 3.0);
        ui.painter().circle(at, 3.5, p.moon, Stroke::new(1.0, p.brass));
    }
    let mut words = format!(
        "{} {}",
        if track.is_empty() || track.ends_with("Turn") { "Turn" } else { track },
        stop.label
    );
    if stop.current {
        words.push_str(", now");
    }
    response.widget_info(|| WidgetInfo::selected(WidgetType::Label, true, stop.current, &words));
    let mut hover = if stop.name.is_empty() { words.clone() } else { format!("{words}: {}", stop.name) };
    if !stop.mark.is_empty() {
        hover.push_str(&format!("\n{}", stop.mark));
    }
    if stop.markers > 0 {
        hover.push_str(&format!("\n{} burning here", if stop.markers == 1 { "A flare" } else { "Flares" }));
    }
    response.on_hover_text(hover);
}

/// The room that the sky takes, in points, with the space beside it.
fn sky_width(ui: &Ui, sky: &Sky) -> f32 {
    if sky.word.is_empty() {
        return 0.0;
    }
    let ink = theme::palette(ui).dim;
    ui.painter().layout_no_wrap(sky.word.clone(), Face::Text.at(size::SMALL), ink).size().x + 42.0
}

fn sky(ui: &mut Ui, sky: &Sky) {
    if sky.word.is_empty() {
        return;
    }
    let p = theme::palette(ui);
    let galley = ui.painter().layout_no_wrap(sky.word.clone(), Face::Text.at(size::SMALL), p.dim);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 30.0, 32.0), Sense::hover());
    let centre = pos2(rect.left() + 12.0, rect.center().y);
    if sky.moon {
        let disc = if sky.veiled { theme::mix(p.moon, p.panel, 0.55) } else { p.moon };
        ui.painter().circle_filled(centre, 9.0, disc);
        if !sky.veiled {
            ui.painter().circle_filled(centre + vec2(-2.5, -2.0), 1.8, theme::darker(disc, 0.9));
            ui.painter().circle_filled(centre + vec2(2.5, 3.0), 1.3, theme::darker(disc, 0.9));
        }
    } else {
        ui.painter().circle_stroke(centre, 9.0, Stroke::new(1.0, p.dim));
    }
    if sky.veiled {
        for i in 0..3 {
            let y = centre.y - 4.0 + i as f32 * 4.5;
            ui.painter().hline(centre.x - 12.0..=centre.x + 10.0, y, Stroke::new(2.0, p.dim));
        }
    }
    ui.painter().galley(pos2(rect.left() + 28.0, rect.center().y - galley.size().y / 2.0), galley, p.dim);
    let name = if sky.name.is_empty() { "Visibility" } else { &sky.name };
    let words = format!("{name}: {}", sky.word);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response.on_hover_text(words);
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn the_ribbon_tells_turn_levels_and_sky() {
        let view = RibbonView {
            title: "Möhne dam".into(),
            subtitle: "Scenario 1".into(),
            track: vec![
                Stop { label: ":00".into(), ..Stop::default() },
                Stop { label: ":07".into(), current: true, ..Stop::default() },
            ],
            sky: Sky { word: "Clear".into(), moon: true, veiled: false, ..Sky::default() },
            figures: vec![Figure { name: "Points".into(), value: "B 3".into(), ..Figure::default() }],
            levels: vec![Level {
                name: "Flak".into(),
                level: 3,
                max: 4,
                tone: Tone::Bad,
                ..Level::default()
            }],
            ..RibbonView::default()
        };
        let harness = themed(
            vec2(1280.0, 60.0),
            |ui, (): &mut ()| {
                panel(ui, &view);
            },
            (),
        );
        harness.get_by_label("Turn :07, now");
        harness.get_by_label("Flak 3 of 4");
        harness.get_by_label("Visibility: Clear");
        harness.get_by_label("Points B 3");
    }
}
