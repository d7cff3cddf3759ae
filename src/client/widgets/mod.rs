//! Small drawn things that the panels share: paper, cards, chips, pips, discs, dice, bars.

pub mod card;
pub mod dice;
pub mod picture;
#[cfg(test)]
pub mod testing;

use bevy_egui::egui::{
    Align2, Button, Color32, CornerRadius, Frame, Id, InnerResponse, Margin, Rect, Response, RichText, Sense,
    Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::theme::{self, Face, Palette, size};
use crate::kernel::fraction::Fraction;

/// A sheet of paper: charts, orders, debriefings. Text inside is ink.
pub fn paper<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let p = theme::palette(ui);
    Frame::new().fill(p.paper).corner_radius(theme::PLACE).inner_margin(Margin::symmetric(16, 12)).show(
        ui,
        |ui| {
            let v = ui.visuals_mut();
            v.override_text_color = Some(p.ink);
            v.weak_text_color = Some(p.paper_dim);
            v.hyperlink_color = p.brass_ink;
            v.widgets.noninteractive.bg_stroke = Stroke::new(1.0, theme::mix(p.paper_shade, p.ink, 0.3));
            ui.set_width(ui.available_width());
            add(ui)
        },
    )
}

/// A dark tray with an edge, for groups of rows.
pub fn tray<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let p = theme::palette(ui);
    Frame::new()
        .fill(p.slate)
        .stroke(Stroke::new(1.0, p.edge))
        .corner_radius(theme::CARD)
        .inner_margin(Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui)
        })
}

/// Brings a control into view when the keyboard comes to it. The arrows move the focus at the end of a pass, which the
/// response never tells as a focus gained, so the control last brought into view is remembered.
pub fn follow_focus(response: &Response) {
    if !response.has_focus() {
        return;
    }
    let memory = Id::new("focus followed");
    let news = response.ctx.data_mut(|data| {
        let last: Option<Id> = data.get_temp(memory);
        data.insert_temp(memory, response.id);
        last != Some(response.id)
    });
    if news {
        response.scroll_to_me(None);
    }
}

/// A line of text to fill in.
pub fn field<'t>(text: &'t mut String, hint: &'t str, width: f32) -> TextEdit<'t> {
    TextEdit::singleline(text).hint_text(hint).desired_width(width).margin(Margin::symmetric(8, 5))
}

/// Small caps over a section.
pub fn section(ui: &mut Ui, words: &str) -> Response {
    let p = theme::palette(ui);
    ui.add_space(8.0);
    let response = ui.label(theme::caps(words).color(p.dim));
    ui.add_space(4.0);
    response
}

/// A chip: a word on a small rounded field.
pub fn chip(ui: &mut Ui, words: &str, ink: Color32, fill: Color32, edge: Color32) -> Response {
    let galley = ui.painter().layout_no_wrap(words.to_owned(), Face::Strong.at(size::SMALL), ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(12.0, 4.0), Sense::hover());
    ui.painter().rect(rect, theme::CHIP, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, ink);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    response
}

/// The button of the first choice: brass.
pub fn primary(ui: &mut Ui, words: &str, width: f32) -> Response {
    let p = theme::palette(ui);
    let text = theme::strong(words).color(p.ink);
    ui.add_sized(
        vec2(width, 36.0),
        Button::new(text).fill(p.brass).stroke(Stroke::NONE).corner_radius(theme::CARD),
    )
}

/// A button of a further choice.
pub fn secondary(ui: &mut Ui, words: &str, width: f32) -> Response {
    ui.add_sized(vec2(width, 36.0), Button::new(theme::strong(words)).corner_radius(theme::CARD))
}

/// A quiet button; barred with a reason when `bar` is given.
pub fn quiet(ui: &mut Ui, words: &str, bar: Option<&str>) -> Response {
    let response = ui.add_enabled(bar.is_none(), Button::new(theme::small(words)).min_size(vec2(0.0, 24.0)));
    match bar {
        Some(why) => response.on_disabled_hover_text(why),
        None => response,
    }
}

/// How wide such a button is, in points.
#[must_use]
pub fn quiet_width(ui: &Ui, words: &str) -> f32 {
    let text = ui.painter().layout_no_wrap(words.to_owned(), Face::Text.at(size::SMALL), Color32::WHITE);
    text.size().x + 2.0 * ui.spacing().button_padding.x
}

/// How wide a rule's number is, in points.
#[must_use]
pub fn clause_width(ui: &Ui, id: &str) -> f32 {
    ui.painter().layout_no_wrap(id.to_owned(), Face::Figure.at(size::SMALL), Color32::WHITE).size().x
}

/// A rule's number that opens the rule; true when clicked.
pub fn clause(ui: &mut Ui, id: &str) -> bool {
    if id.is_empty() {
        return false;
    }
    let p = theme::palette(ui);
    let on_paper = ui.visuals().override_text_color == Some(p.ink);
    let ink = if on_paper { p.brass_ink } else { p.brass };
    let galley = ui.painter().layout_no_wrap(id.to_owned(), Face::Figure.at(size::SMALL), ink);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, format!("Rule {id}")));
    ui.painter().galley(rect.min, galley, ink);
    if response.hovered() || response.has_focus() {
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, ink));
    }
    response
        .on_hover_cursor(bevy_egui::egui::CursorIcon::PointingHand)
        .on_hover_text("Open the rule")
        .clicked()
}

/// A level as pips: filled up to `level` of `max`, with its name above.
pub fn pips(ui: &mut Ui, name: &str, level: i32, max: i32, fill: Color32, note: &str) -> Response {
    let p = theme::palette(ui);
    let name_galley = ui.painter().layout_no_wrap(name.to_owned(), Face::Text.at(size::SMALL), p.dim);
    let count = usize::try_from(max).unwrap_or(0);
    let width = name_galley.size().x.max(count as f32 * 13.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 32.0), Sense::hover());
    ui.painter().galley(rect.min, name_galley, p.dim);
    for i in 0..count {
        let pip =
            Rect::from_min_size(pos2(rect.left() + i as f32 * 13.0, rect.top() + 19.0), vec2(11.0, 11.0));
        let filled = i32::try_from(i).unwrap_or(0) < level;
        let ground = if filled { fill } else { p.slate };
        let edge = if filled { theme::darker(fill, 0.7) } else { p.edge };
        ui.painter().rect(pip, CornerRadius::same(2), ground, Stroke::new(1.0, edge), StrokeKind::Inside);
    }
    let words = format!("{name} {level} of {max}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    let hover = if note.is_empty() { words } else { format!("{words}\n{note}") };
    response.on_hover_text(hover)
}

/// A letter in a disc, such as a crew's quality.
pub fn disc(ui: &mut Ui, letter: &str, fill: Color32, words: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    paint_disc(ui, rect, letter, fill);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    response.on_hover_text(words)
}

/// Paints a disc with a letter into `rect`.
pub fn paint_disc(ui: &Ui, rect: Rect, letter: &str, fill: Color32) {
    let p = theme::palette(ui);
    let radius = rect.height().min(rect.width()) / 2.0;
    ui.painter().circle(rect.center(), radius, fill, Stroke::new(1.0, theme::darker(fill, 0.6)));
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        letter,
        Face::FigureBold.at(radius * 1.15),
        p.ink,
    );
}

/// A chance as a bar; the exact fraction shows on hover.
pub fn bar(ui: &mut Ui, chance: Fraction, fill: Color32, width: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, 14.0), Sense::hover());
    let share = (chance.value() as f32).clamp(0.0, 1.0);
    let filled = Rect::from_min_size(
        rect.min,
        vec2((rect.width() * share).max(if share > 0.0 { 2.0 } else { 0.0 }), rect.height()),
    );
    ui.painter().rect_filled(rect, CornerRadius::same(3), theme::fade(fill, 0.16));
    ui.painter().rect_filled(filled, CornerRadius::same(3), fill);
    let words = format!("Chance {}", chance.percent());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &words));
    response.on_hover_text(format!("{} = {}", chance, chance.percent()))
}

/// A row of tabs; returns the one clicked. Narrow columns bring them closer together, then into a second row.
pub fn tabs(ui: &mut Ui, names: &[&str], current: usize) -> Option<usize> {
    let p = theme::palette(ui);
    let mut clicked = None;
    let width = |name: &&str| {
        ui.painter().layout_no_wrap((*name).to_owned(), Face::Strong.at(size::BODY), p.text).size().x
    };
    let words: f32 = names.iter().map(width).sum();
    let gaps = names.len().saturating_sub(1).max(1) as f32;
    let gap = ((ui.available_width() - words) / gaps - 0.5).clamp(10.0, 20.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(gap, 0.0);
        for (i, name) in names.iter().enumerate() {
            let on = i == current;
            let face = if on { Face::Strong } else { Face::Text };
            let ink = if on { p.moon } else { p.dim };
            let galley = ui.painter().layout_no_wrap((*name).to_owned(), face.at(size::BODY), ink);
            let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, 32.0), Sense::click());
            response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, on, *name));
            let ink = if response.hovered() && !on { p.text } else { ink };
            ui.painter().galley_with_override_text_color(
                pos2(rect.left(), rect.center().y - galley.size().y / 2.0),
                galley,
                ink,
            );
            let line = if on {
                Some(p.brass)
            } else if response.has_focus() {
                Some(p.dim)
            } else {
                None
            };
            if let Some(colour) = line {
                let underline = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 3.0), rect.max);
                ui.painter().rect_filled(underline, CornerRadius::same(1), colour);
            }
            if response.clicked() {
                clicked = Some(i);
            }
        }
    });
    clicked
}

/// Text that fits `width`, shortened with an ellipsis; the whole shows on hover.
pub fn fitted(ui: &mut Ui, text: RichText, width: f32) -> Response {
    let height = ui.text_style_height(&bevy_egui::egui::TextStyle::Body);
    ui.allocate_ui_with_layout(
        vec2(width, height),
        bevy_egui::egui::Layout::left_to_right(bevy_egui::egui::Align::Center),
        |ui| {
            ui.set_min_width(width);
            ui.add(bevy_egui::egui::Label::new(text).truncate())
        },
    )
    .inner
}

/// The colour of a crew's quality by its letter: brass for Veteran, blue for Seasoned, green for Green.
#[must_use]
pub fn quality_colour(p: &Palette, letter: &str) -> Color32 {
    match letter {
        "V" => p.brass,
        "S" => p.british,
        "G" => p.good,
        _ => p.dim,
    }
}
