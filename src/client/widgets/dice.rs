//! Dice drawn as dice and chits drawn as chits.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType, pos2, vec2,
};

use crate::client::theme::{self, Face};

/// How a die stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// Counted.
    Kept,
    /// Thrown but not counted.
    Dropped,
    /// Not thrown yet.
    Waiting,
}

/// The places of the pips of a face on a 3 × 3 grid, each −1, 0 or 1.
#[must_use]
pub fn pip_places(face: u8) -> &'static [(i8, i8)] {
    match face {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    }
}

/// Paints a die into `rect`, turned by `turn` (radians) while it tumbles.
pub fn paint_die(ui: &Ui, rect: Rect, face: u8, stand: Stand, turn: f32) {
    let p = theme::palette(ui);
    let (bone, ink) = match stand {
        Stand::Kept => (p.bone, p.ink),
        Stand::Dropped => (theme::mix(p.bone, p.slate, 0.62), theme::mix(p.ink, p.slate, 0.35)),
        Stand::Waiting => (theme::mix(p.bone, p.slate, 0.8), p.slate),
    };
    let painter = ui.painter();
    let radius = rect.width() * 0.16;
    if turn == 0.0 {
        if stand == Stand::Kept {
            let shadow = rect.translate(vec2(0.0, rect.height() * 0.05));
            painter.rect_filled(shadow, radius, Color32::from_black_alpha(90));
        }
        painter.rect(rect, radius, bone, Stroke::new(1.0, theme::darker(bone, 0.7)), StrokeKind::Inside);
    } else {
        let (sin, cos) = turn.sin_cos();
        let half = rect.width() / 2.0 * 0.94;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0f32)]
            .map(|(x, y)| rect.center() + vec2((x * cos - y * sin) * half, (x * sin + y * cos) * half));
        painter.add(bevy_egui::egui::Shape::convex_polygon(
            corners.to_vec(),
            bone,
            Stroke::new(1.0, theme::darker(bone, 0.7)),
        ));
    }
    let (sin, cos) = turn.sin_cos();
    let step = rect.width() * 0.25;
    for (x, y) in pip_places(face) {
        let (x, y) = (f32::from(*x) * step, f32::from(*y) * step);
        let at = rect.center() + vec2(x * cos - y * sin, x * sin + y * cos);
        painter.circle_filled(at, rect.width() * 0.085, ink);
    }
}

/// A die of `side` points.
pub fn die(ui: &mut Ui, face: u8, stand: Stand, side: f32, turn: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    paint_die(ui, rect, face, stand, turn);
    let words = match stand {
        Stand::Kept => format!("Die {face}"),
        Stand::Dropped => format!("Die {face}, dropped"),
        Stand::Waiting => "Die not thrown".to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response
}

/// A die face to click when a player enters real dice; `chosen` marks the face set for this die.
pub fn die_button(ui: &mut Ui, number: usize, face: u8, chosen: bool, side: f32) -> Response {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    let stand = if chosen || response.hovered() { Stand::Kept } else { Stand::Dropped };
    paint_die(ui, rect, face, stand, 0.0);
    if chosen || response.has_focus() {
        ui.painter().rect_stroke(rect.expand(2.0), side * 0.2, Stroke::new(2.0, p.brass), StrokeKind::Inside);
    }
    let words = format!("Die {} shows {face}", number + 1);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &words));
    response
}

/// The side of a chit that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The approach side: tan.
    Approach,
    /// The release side: pink.
    Release,
    /// Face down.
    Back,
}

/// A chit of `side` points with a value such as `+3`; kept or put back.
pub fn chit(ui: &mut Ui, value: &str, name: &str, side: Side, kept: bool, points: f32) -> Response {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(points), Sense::hover());
    let ground = match side {
        Side::Approach => Color32::from_rgb(0xc8, 0xa9, 0x78),
        Side::Release => Color32::from_rgb(0xd3, 0x9a, 0x96),
        Side::Back => Color32::from_rgb(0x52, 0x5f, 0x52),
    };
    let ground = if kept { ground } else { theme::mix(ground, p.slate, 0.6) };
    let painter = ui.painter();
    let round = CornerRadius::same(5);
    painter.rect_filled(rect.translate(vec2(0.0, 2.0)), round, Color32::from_black_alpha(70));
    painter.rect(rect, round, ground, Stroke::new(1.0, theme::darker(ground, 0.65)), StrokeKind::Inside);
    let ink = if kept { p.ink } else { theme::mix(p.ink, ground, 0.3) };
    let small = points < 32.0;
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        value,
        Face::FigureBold.at(points * if small { 0.46 } else { 0.36 }),
        ink,
    );
    if !small {
        painter.text(
            pos2(rect.center().x, rect.bottom() - points * 0.06),
            Align2::CENTER_BOTTOM,
            name,
            Face::Strong.at((points * 0.17).max(8.0)),
            ink,
        );
    }
    let words = format!("Chit {name} {value}{}", if kept { "" } else { ", put back" });
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_as_many_pips_as_its_number() {
        for face in 1..=6u8 {
            assert_eq!(pip_places(face).len(), usize::from(face));
        }
        assert!(pip_places(0).is_empty());
    }
}
