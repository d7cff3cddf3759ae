//! The debriefing: the outcome in large type, three figures, each aircraft's fate.

use bevy_egui::egui::{
    self, Align, Align2, Color32, Layout, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, StrokeKind,
    TextureId, Ui, Vec2, vec2,
};

use super::Intent;
use super::tally::{self, BarsView};
use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What the debriefing shows.
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// What the night is made of, part by part: a head, and what it came to.
    pub parts: Vec<(String, String)>,
    /// Fates: code, name, fate, tone, what history made of it.
    pub fates: Vec<Fate>,
    /// Notes such as `practice` or the dice thrown.
    pub notes: Vec<String>,
    /// The map with the ways flown.
    pub map: Option<MapView>,
    /// Points by cause.
    pub bars: Vec<BarsView>,
    /// The sides whose points stand on the map; empty in a game without points.
    pub sides: [&'static str; 2],
}

/// The map of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct MapView {
    /// The map as a texture.
    pub texture: TextureId,
    /// Its size in board pixels.
    pub size: Vec2,
    /// The ways flown: one for each fate, in board pixels.
    pub tracks: Vec<Vec<Pos2>>,
    /// How far each way lies beside the one before, in board pixels.
    pub aside: Vec2,
    /// The hexes, on a board of hexes.
    pub cells: Vec<MapCell>,
    /// The points made, by place and side.
    pub points: Vec<MapPoints>,
    /// The target.
    pub ring: Option<Pos2>,
}

/// A hex of the map, in board pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct MapCell {
    /// Its corners in their order.
    pub corners: Vec<Pos2>,
    /// Its middle.
    pub centre: Pos2,
    /// Its number.
    pub number: String,
    /// The city in it, if any.
    pub name: String,
}

/// Points made somewhere on the map.
#[derive(Clone, PartialEq, Debug)]
pub struct MapPoints {
    /// Where, in board pixels.
    pub at: Pos2,
    /// Whose: 0 the first side, 1 the second.
    pub side: usize,
    /// How many, with their sign.
    pub words: String,
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
    /// The piece whose way is drawn, where only some ways are.
    pub piece: Option<PieceId>,
    /// Its way as places of the board, where the game knows it better than the moves of counters tell.
    pub way: Vec<String>,
}

/// Draws the debriefing.
pub fn panel(ui: &mut Ui, view: &DebriefView) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    let width = ui.available_width().min(1080.0);
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
            parts(ui, view);
            match &view.map {
                // Beside the list where both fit, above it in a narrow window.
                Some(view_map) if width >= 760.0 => {
                    ui.add_space(8.0);
                    ui.horizontal_top(|ui| {
                        let left = (width * 0.52).min(560.0);
                        ui.vertical(|ui| {
                            ui.set_max_width(left);
                            map(ui, view, view_map, left);
                            notes(ui, view);
                        });
                        ui.vertical(|ui| fates(ui, view, true));
                    });
                }
                Some(view_map) => {
                    ui.add_space(8.0);
                    map(ui, view, view_map, width);
                    fates(ui, view, false);
                }
                None => fates(ui, view, false),
            }
            bars(ui, view);
            if view.map.is_none() || width < 760.0 {
                notes(ui, view);
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

/// What else is to be known, under the map where there is one.
fn notes(ui: &mut Ui, view: &DebriefView) {
    let p = theme::palette(ui);
    for note in &view.notes {
        ui.add(egui::Label::new(theme::small(note).color(p.dim)).wrap());
    }
}

/// Points by cause: side by side where two fit.
fn bars(ui: &mut Ui, view: &DebriefView) {
    let columns = if ui.available_width() >= 760.0 && view.bars.len() > 1 { 2 } else { 1 };
    for row in view.bars.chunks(columns) {
        ui.add_space(8.0);
        if let [one] = row {
            tally::bars(ui, one);
            continue;
        }
        ui.columns(row.len(), |columns| {
            for (ui, bars) in columns.iter_mut().zip(row) {
                tally::bars(ui, bars);
            }
        });
    }
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

/// The parts of the night, one below the other.
fn parts(ui: &mut Ui, view: &DebriefView) {
    let p = theme::palette(ui);
    for (head, words) in &view.parts {
        ui.add_space(4.0);
        widgets::tray(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(theme::strong(head).color(p.moon)).wrap());
            ui.add(egui::Label::new(theme::body(words).color(p.text)).wrap());
        });
    }
}

fn fates(ui: &mut Ui, view: &DebriefView, narrow: bool) {
    if !narrow {
        widgets::section(ui, "Aircraft");
    }
    for fate in &view.fates {
        if narrow {
            fate_card(ui, fate);
        } else {
            fate_line(ui, fate);
        }
        ui.add_space(2.0);
    }
}

fn fate_ink(ui: &Ui, fate: &Fate) -> Color32 {
    let p = theme::palette(ui);
    if fate.tone == Tone::Plain { p.text } else { theme::mix(p.tone(fate.tone), p.moon, 0.15) }
}

/// A fate in two lines, for the list beside the map.
fn fate_card(ui: &mut Ui, fate: &Fate) {
    let p = theme::palette(ui);
    let ink = fate_ink(ui, fate);
    egui::Frame::new()
        .fill(p.slate)
        .corner_radius(theme::CHIP)
        .inner_margin(egui::Margin::symmetric(10, 4))
        .show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 16.0;
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(theme::text(&fate.code, Face::MonoBold, 13.0).color(p.moon));
                ui.label(theme::body(&fate.name));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if !fate.history.is_empty() {
                        let words = format!("1943: {}", fate.history);
                        ui.add(egui::Label::new(theme::small(words).color(p.dim)).truncate());
                    }
                });
            });
            ui.add(egui::Label::new(theme::text(&fate.fate, Face::Strong, 13.0).color(ink)).truncate());
        });
}

/// The map with the way of every aircraft; a ring marks where it landed or waits, a cross where it was lost.
fn map(ui: &mut Ui, view: &DebriefView, map: &MapView, width: f32) {
    let size = vec2(width, width * map.size.y / map.size.x.max(1.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "The map with the way of every aircraft")
    });
    let p = theme::palette(ui);
    let painter = ui.painter_at(rect);
    let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
    painter.image(map.texture, rect, whole, Color32::from_gray(170));
    let scale = width / map.size.x.max(1.0);
    for cell in &map.cells {
        let corners: Vec<Pos2> = cell.corners.iter().map(|at| rect.min + at.to_vec2() * scale).collect();
        painter.add(Shape::closed_line(corners, Stroke::new(1.0, theme::fade(p.moon, 0.16))));
        let top = rect.min + cell.centre.to_vec2() * scale - vec2(0.0, 76.0 * scale);
        let (words, ink) = match cell.name.as_str() {
            "" => (&cell.number, theme::fade(p.dim, 0.8)),
            _ => (&cell.name, p.moon),
        };
        let face = if cell.name.is_empty() { Face::Figure } else { Face::Strong };
        outlined(&painter, top, words, face, ink);
    }
    if let Some(ring) = map.ring {
        let at = rect.min + ring.to_vec2() * scale;
        for (radius, width) in [(62.0, 2.5), (42.0, 1.2)] {
            painter.circle_stroke(at, radius * scale, Stroke::new(width, p.loss));
        }
    }
    let count = map.tracks.iter().filter(|t| !t.is_empty()).count().max(1) as f32;
    // Names stand over every way, on a dark ground of their own.
    let mut names: Vec<(Rect, std::sync::Arc<egui::Galley>)> = Vec::new();
    for (i, (track, fate)) in map.tracks.iter().zip(&view.fates).enumerate() {
        // Each way a little beside the others.
        let aside = map.aside * (i as f32 - count / 2.0);
        let points: Vec<Pos2> = track.iter().map(|at| rect.min + (at.to_vec2() + aside) * scale).collect();
        let ink = fate_ink(ui, fate);
        painter.add(Shape::line(points.clone(), Stroke::new(3.0, theme::fade(p.ink, 0.6))));
        painter.add(Shape::line(points.clone(), Stroke::new(1.4, theme::fade(ink, 0.8))));
        let (Some(start), Some(end)) = (points.first(), points.last()) else { continue };
        if !map.cells.is_empty() {
            // Few ways: each bears its name where it begins.
            painter.circle(*start, 3.0, ink, Stroke::new(1.0, p.ink));
            outlined(&painter, *start + vec2(0.0, 11.0 + 13.0 * i as f32), &fate.code, Face::Strong, ink);
        }
        if fate.tone == Tone::Bad {
            for turn in [vec2(5.0, 5.0), vec2(5.0, -5.0)] {
                painter.line_segment([*end - turn, *end + turn], Stroke::new(2.5, ink));
            }
            let font = Face::MonoBold.at(size::SMALL);
            let galley = painter.layout_no_wrap(fate.code.clone(), font, p.moon);
            let mut name = Rect::from_min_size(*end + vec2(9.0, -galley.size().y / 2.0), galley.size());
            if name.right() > rect.right() - 4.0 {
                name = name.translate(vec2(-18.0 - galley.size().x, 0.0));
            }
            // Below the names that stand there already, or above them at the foot of the map.
            let free = |mut name: Rect, down: bool| {
                while let Some((other, _)) =
                    names.iter().find(|(n, _)| n.expand2(vec2(8.0, 2.0)).intersects(name))
                {
                    let by = if down {
                        other.bottom() - name.top() + 3.0
                    } else {
                        other.top() - name.bottom() - 3.0
                    };
                    name = name.translate(vec2(0.0, by));
                }
                name
            };
            let below = free(name, true);
            name = if below.bottom() < rect.bottom() - 4.0 { below } else { free(name, false) };
            names.push((name, galley));
        } else {
            painter.circle(*end, 4.0, p.ink, Stroke::new(2.0, ink));
        }
    }
    for (name, galley) in names {
        painter.rect_filled(name.expand2(vec2(3.0, 1.0)), theme::CHIP, theme::fade(p.ink, 0.75));
        painter.galley(name.min, galley, p.moon);
    }
    for points in &map.points {
        let ink = if points.side == 0 { p.british } else { p.german };
        let aside = vec2(if points.side == 0 { -46.0 } else { 46.0 }, 62.0);
        let at = rect.min + (points.at.to_vec2() + aside) * scale;
        let galley = painter.layout_no_wrap(points.words.clone(), Face::FigureBold.at(size::SMALL), p.moon);
        let chip = Rect::from_center_size(at, galley.size() + vec2(8.0, 2.0));
        painter.rect(
            chip,
            theme::CHIP,
            theme::darker(ink, 0.7),
            Stroke::new(1.0, p.ink),
            StrokeKind::Outside,
        );
        painter.galley(at - galley.size() / 2.0, galley, p.moon);
    }
    painter.rect_stroke(rect, theme::CARD, Stroke::new(1.0, p.edge), StrokeKind::Inside);
    if !map.points.is_empty() {
        let words = format!("Points by hex: {} blue, {} brown.", view.sides[0], view.sides[1]);
        let foot = rect.left_bottom() + vec2(10.0, -12.0);
        painter.text(foot, Align2::LEFT_CENTER, words, Face::Text.at(size::SMALL), p.text);
    }
}

/// Words on the map, with a dark edge so that they are read on any ground.
fn outlined(painter: &egui::Painter, at: Pos2, words: &str, face: Face, ink: Color32) {
    let font = face.at(size::SMALL);
    for aside in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(1.0, -1.0), vec2(-1.0, -1.0)] {
        painter.text(at + aside, Align2::CENTER_CENTER, words, font.clone(), Color32::from_black_alpha(150));
    }
    painter.text(at, Align2::CENTER_CENTER, words, font, ink);
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
            parts: vec![("Möhne dam: row 6 of 7".into(), "The wall is down.".into())],
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
        harness.get_by_label("Möhne dam: row 6 of 7");
        harness.get_by_label("The wall is down.");
        harness.get_by_label("lost to flak");
        harness.get_by_label("Main menu").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Menu]);
    }
}
