//! How the things of the desk are drawn: lines, counters, figures, and text cut off at a width.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Response, Stroke, StrokeKind, Ui, pos2, vec2};

use super::{ItemView, Look, Shape};
use crate::client::panels::prompt::OfferView;
use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::kernel::chart::Tone;

pub(super) fn text_width(ui: &Ui, words: &str, face: Face) -> f32 {
    ui.painter().layout_no_wrap(words.to_owned(), face.at(size::SMALL), Color32::WHITE).size().x
}

/// A line of small text cut off at a width; returns where it ends.
pub(super) fn cut(ui: &Ui, at: Pos2, width: f32, words: &str, face: Face, ink: Color32) -> f32 {
    if width < 8.0 || words.is_empty() {
        return at.x;
    }
    let mut job = LayoutJob::simple_singleline(words.to_owned(), face.at(size::SMALL), ink);
    job.wrap = TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    let end = at.x + galley.size().x;
    ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, ink);
    end
}

pub(super) fn right(ui: &Ui, at: Pos2, words: &str, face: Face, ink: Color32) -> f32 {
    ui.painter().text(at, Align2::RIGHT_CENTER, words, face.at(size::SMALL), ink).left()
}

/// A line of small text that ends at a point, cut off at a width; returns where it begins.
fn right_cut(ui: &Ui, at: Pos2, width: f32, words: &str, face: Face, ink: Color32) -> f32 {
    let wide = text_width(ui, words, face);
    if wide <= width {
        return right(ui, at, words, face, ink);
    }
    cut(ui, at - vec2(width, 0.0), width, words, face, ink);
    at.x - width
}

/// The face of a value: figures and short codes in columns, words as text.
fn value_face(item: &ItemView) -> Face {
    let words = item.value.chars().count() > 3 && item.value.chars().any(char::is_alphabetic);
    if words { Face::Text } else { Face::Mono }
}

/// The width that a thing needs for all its words, in points.
pub(super) fn natural(ui: &Ui, item: &ItemView) -> f32 {
    let wide = |words: &str, face| if words.is_empty() { 0.0 } else { text_width(ui, words, face) };
    let value = |face| if item.value.is_empty() { 0.0 } else { wide(&item.value, face) + 6.0 };
    let marks = item.marks.len() as f32;
    match item.shape {
        Shape::Line => {
            let pips = item.pips.map_or(0.0, |(_, most)| f32::from(most) * 10.0 + 4.0);
            10.0 + wide(&item.name, Face::Text) + pips + marks * 20.0 + value(value_face(item))
        }
        Shape::Counter => {
            let moon = if item.moon.is_some() { 17.0 } else { 0.0 };
            let head = wide(&item.name, Face::Strong) + moon + marks * 18.0 + value(value_face(item));
            10.0 + head.max(wide(&item.note, Face::Text))
        }
        Shape::Figure => 8.0 + wide(&item.name, Face::Text) + value(Face::FigureBold),
    }
}

pub(super) fn edge(ui: &Ui, response: &Response, offers: &[&OfferView], plain: Color32) -> Stroke {
    let p = theme::palette(ui);
    let open = offers.iter().any(|o| o.card.barred.is_none());
    match open {
        true if response.hovered() || response.has_focus() => Stroke::new(2.0, p.moon),
        true => Stroke::new(1.0, p.brass),
        false => Stroke::new(1.0, plain),
    }
}

fn ink_of(ui: &Ui, item: &ItemView) -> Color32 {
    let p = theme::palette(ui);
    match (item.tone, item.look) {
        (Tone::Plain, Look::Down) => p.dim,
        (Tone::Plain, _) => p.text,
        (tone, _) => theme::mix(p.tone(tone), p.moon, 0.25),
    }
}

pub(super) fn line(ui: &Ui, rect: Rect, item: &ItemView, response: &Response, offers: &[&OfferView]) {
    let p = theme::palette(ui);
    if !offers.is_empty() {
        let fill = if response.hovered() || response.has_focus() { p.raised } else { p.slate };
        let edge = edge(ui, response, offers, p.edge);
        ui.painter().rect(rect, theme::CHIP, fill, edge, StrokeKind::Inside);
    }
    let mid = rect.center().y;
    let from = rect.left() + 5.0;
    // The value gives way to the name.
    let pips = item.pips.map_or(0.0, |(_, most)| f32::from(most) * 10.0);
    let name = text_width(ui, &item.name, Face::Text) + 9.0 + pips + item.marks.len() as f32 * 20.0;
    let room = (rect.right() - 5.0 - from - name).max(18.0);
    let at = pos2(rect.right() - 5.0, mid);
    let mut end = right_cut(ui, at, room, &item.value, value_face(item), ink_of(ui, item)) - 5.0;
    if let Some((level, most)) = item.pips {
        for n in (0..most).rev() {
            let pip = Rect::from_min_size(pos2(end - 9.0, mid - 4.0), vec2(8.0, 8.0));
            let fill = if n < level { p.brass } else { p.ink };
            ui.painter().rect(pip, 2.0, fill, Stroke::new(1.0, p.edge), StrokeKind::Inside);
            end -= 10.0;
        }
    }
    for mark in item.marks.iter().rev() {
        let disc = Rect::from_center_size(pos2(end - 8.0, mid), vec2(15.0, 15.0));
        widgets::paint_disc(ui, disc, &mark.text, widgets::quality_colour(&p, mark.quality));
        if mark.ring {
            ui.painter().circle_stroke(disc.center(), 8.5, Stroke::new(1.5, p.moon));
        }
        end -= 20.0;
    }
    cut(ui, pos2(from, mid), end - from, &item.name, Face::Text, p.text);
}

pub(super) fn counter(ui: &Ui, rect: Rect, item: &ItemView, response: &Response, offers: &[&OfferView]) {
    let p = theme::palette(ui);
    let (fill, ink, plain) = match item.look {
        Look::Plain => (p.raised, p.moon, p.edge),
        Look::Up => (p.paper, p.ink, p.paper_shade),
        Look::Down => (p.slate, p.dim, p.edge),
        Look::Lost => (theme::mix(p.slate, p.loss, 0.18), p.dim, p.loss),
    };
    let edge = edge(ui, response, offers, plain);
    ui.painter().rect(rect, theme::CHIP, fill, edge, StrokeKind::Inside);
    let two = !item.note.is_empty() && rect.height() >= 27.0;
    let mid = if two { rect.top() + rect.height() * 0.3 } else { rect.center().y };
    let only = item.value.is_empty() && item.marks.is_empty() && item.moon.is_none();
    let ink_value = if item.look == Look::Up { p.paper_dim } else { ink_of(ui, item) };
    let mut end = right(ui, pos2(rect.right() - 5.0, mid), &item.value, value_face(item), ink_value) - 3.0;
    for mark in item.marks.iter().rev() {
        let disc = Rect::from_center_size(pos2(end - 7.0, mid), vec2(15.0, 15.0));
        widgets::paint_disc(ui, disc, &mark.text, widgets::quality_colour(&p, mark.quality));
        end -= 18.0;
    }
    if let Some(moon) = item.moon {
        // A light disc is a moon, a dark one a night without; the word beside it says so too.
        let width = text_width(ui, &item.name, Face::Strong);
        let from = rect.center().x - (width + 17.0) / 2.0;
        let fill = if moon { p.moon } else { theme::mix(p.ink, p.slate, 0.3) };
        let rim = if item.look == Look::Up { p.ink } else { p.dim };
        ui.painter().circle(pos2(from + 6.0, mid), 5.5, fill, Stroke::new(1.0, rim));
        cut(ui, pos2(from + 17.0, mid), width + 2.0, &item.name, Face::Strong, ink);
    } else if only && !two && text_width(ui, &item.name, Face::Strong) <= rect.width() - 6.0 {
        ui.painter().text(
            pos2(rect.center().x, mid),
            Align2::CENTER_CENTER,
            &item.name,
            Face::Strong.at(size::SMALL),
            ink,
        );
    } else {
        let from = rect.left() + 5.0;
        cut(ui, pos2(from, mid), end - from, &item.name, Face::Strong, ink);
    }
    if two {
        let at = pos2(rect.left() + 5.0, rect.top() + rect.height() * 0.72);
        let quiet = if item.look == Look::Up { p.paper_dim } else { ink_of(ui, item) };
        cut(ui, at, rect.width() - 8.0, &item.note, Face::Text, quiet);
    }
}

pub(super) fn figure(ui: &Ui, rect: Rect, item: &ItemView, response: &Response, offers: &[&OfferView]) {
    let p = theme::palette(ui);
    if !offers.is_empty() {
        let edge = edge(ui, response, offers, p.edge);
        ui.painter().rect(rect, theme::CHIP, p.slate, edge, StrokeKind::Inside);
    }
    if rect.height() < 30.0 {
        // No room for two lines: the name before the figure.
        let mid = rect.center().y;
        let ink = if item.tone == Tone::Plain { p.moon } else { ink_of(ui, item) };
        let end = right(ui, pos2(rect.right() - 4.0, mid), &item.value, Face::FigureBold, ink) - 4.0;
        cut(ui, pos2(rect.left() + 4.0, mid), end - rect.left() - 4.0, &item.name, Face::Text, p.dim);
        return;
    }
    let tall = (rect.height() * 0.5).clamp(11.0, 20.0);
    let ink = if item.tone == Tone::Plain { p.moon } else { ink_of(ui, item) };
    let at = pos2(rect.center().x, rect.top() + rect.height() * 0.3);
    ui.painter().text(at, Align2::CENTER_CENTER, &item.value, Face::FigureBold.at(tall), ink);
    let width = text_width(ui, &item.name, Face::Text).min(rect.width() - 2.0);
    let at = pos2(rect.center().x - width / 2.0, rect.top() + rect.height() * 0.8);
    cut(ui, at, width + 1.0, &item.name, Face::Text, p.dim);
}
