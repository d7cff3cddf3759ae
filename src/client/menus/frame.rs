//! What the menu pages share: the sheet they are written on, buttons, choices, switches.

use bevy_egui::egui::{
    self, Align, Color32, Frame, Id, Key, Layout, Margin, Rect, Response, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::client::theme::{self, Face, size};
use crate::client::widgets::follow_focus;

/// Whether the sheet was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Left(pub bool);

/// A sheet over the dimmed picture: title, a way back, and scrolling content, at most `most` points in size.
pub fn sheet(ui: &mut Ui, title: &str, most: Vec2, content: impl FnOnce(&mut Ui)) -> Left {
    sheet_with_foot(ui, title, most, (0.0, |_: &mut Ui| {}), content)
}

/// The same with a foot of some height that never scrolls away.
pub fn sheet_with_foot(
    ui: &mut Ui,
    title: &str,
    most: Vec2,
    (low, foot): (f32, impl FnOnce(&mut Ui)),
    content: impl FnOnce(&mut Ui),
) -> Left {
    let p = theme::palette(ui);
    let screen = ui.max_rect();
    let opens = opens(ui, title);
    ui.painter().rect_filled(screen, 0.0, theme::fade(p.ink, 0.72));
    let rect = Rect::from_center_size(screen.center(), most.min(screen.size() - Vec2::splat(48.0)));
    ui.painter().rect(rect, theme::PLACE, p.panel, Stroke::new(1.0, p.edge), StrokeKind::Inside);
    let mut left = false;
    let inner = rect.shrink2(vec2(28.0, 20.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner).layout(Layout::top_down(Align::Min)), |ui| {
        ui.horizontal(|ui| {
            let back = ui.add(quiet_button("Back")).on_hover_text("Escape");
            // The page itself may claim the focus for what it is about.
            first(&back, opens);
            left = back.clicked();
            ui.add_space(8.0);
            ui.label(theme::title(title).color(p.moon));
        });
        ui.add_space(10.0);
        ui.painter().hline(inner.x_range(), ui.cursor().min.y, Stroke::new(1.0, p.edge));
        ui.add_space(12.0);
        let room = (ui.available_height() - if low > 0.0 { low + 12.0 } else { 0.0 }).max(40.0);
        ScrollArea::both().id_salt(title).auto_shrink(false).max_height(room).show(ui, |ui| {
            ui.set_max_width(inner.width() - 12.0);
            content(ui);
            ui.add_space(16.0);
        });
        if low > 0.0 {
            let top = inner.bottom() - low;
            ui.painter().hline(inner.x_range(), top - 8.0, Stroke::new(1.0, p.edge));
            let area = Rect::from_min_max(pos2(inner.left(), top), inner.max);
            let layout = Layout::left_to_right(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(area).layout(layout), foot);
        }
    });
    Left(left)
}

/// Whether a page is drawn for the first time since it was last left. Call it once a frame.
pub fn opens(ui: &Ui, page: &str) -> bool {
    let id = Id::new(("page", page));
    let now = ui.ctx().cumulative_frame_nr();
    let last: Option<u64> = ui.data_mut(|data| {
        let last = data.get_temp(id);
        data.insert_temp(id, now);
        last
    });
    last.is_none_or(|last| now > last + 1)
}

/// Gives the focus to a control as the page opens, so that Enter and the arrows work at once and it is seen where.
pub fn first(response: &Response, opens: bool) {
    if opens {
        response.request_focus();
    }
}

/// A small button with an edge.
pub fn quiet_button(label: &str) -> egui::Button<'_> {
    egui::Button::new(theme::strong(label)).min_size(vec2(64.0, 30.0))
}

/// The button that a page is for, in brass.
pub fn main_button(ui: &mut Ui, label: &str) -> Response {
    let p = theme::palette(ui);
    let text = RichText::new(label).font(Face::Strong.at(size::LARGE)).color(p.ink);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, fill, edge) in [
            (&mut widgets.inactive, p.brass, p.brass),
            (&mut widgets.hovered, theme::mix(p.brass, p.moon, 0.25), p.moon),
            (&mut widgets.active, theme::mix(p.brass, p.moon, 0.4), p.moon),
        ] {
            state.weak_bg_fill = fill;
            state.bg_fill = fill;
            state.bg_stroke = Stroke::new(1.0, edge);
        }
        ui.add(egui::Button::new(text).min_size(vec2(180.0, 40.0)).corner_radius(theme::CARD))
    })
    .inner
}

/// A line of a menu: large words, under them a note. A barred line says why in its note.
pub fn line(ui: &mut Ui, label: &str, note: &str, enabled: bool) -> Response {
    let p = theme::palette(ui);
    let height = if note.is_empty() { 44.0 } else { 60.0 };
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    let said = if note.is_empty() { label.to_owned() } else { format!("{label}: {note}") };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &said));
    let lit = enabled && (response.hovered() || response.has_focus());
    if lit {
        ui.painter().rect_filled(rect, theme::CHIP, theme::fade(p.raised, 0.85));
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 0.0, p.brass);
    }
    let colour = if !enabled {
        theme::fade(p.dim, 0.7)
    } else if lit {
        p.moon
    } else {
        p.text
    };
    let x = rect.min.x + 18.0;
    let y = if note.is_empty() { rect.center().y } else { rect.min.y + 22.0 };
    let painter = ui.painter();
    painter.text(pos2(x, y), egui::Align2::LEFT_CENTER, label, Face::Strong.at(size::HEADING), colour);
    if !note.is_empty() {
        let room = rect.width() - 30.0;
        let galley =
            one_line(ui, note, size::BODY, if enabled { p.dim } else { theme::fade(p.dim, 0.8) }, room);
        ui.painter().galley(pos2(x, rect.min.y + 36.0), galley, p.dim);
    }
    focus_on_arrow(ui, &response, enabled);
    follow_focus(&response);
    response
}

/// Text on one line, ending in an ellipsis where the room ends.
fn one_line(ui: &Ui, text: &str, size: f32, colour: Color32, room: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), Face::Text.at(size), colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    ui.painter().layout_job(job)
}

/// The first arrow key gives the focus to a control when nothing has it, so that a page works without a mouse.
pub fn focus_on_arrow(ui: &Ui, response: &Response, enabled: bool) {
    let free = ui.memory(|m| m.focused().is_none());
    if enabled && free && ui.input(|i| i.key_pressed(Key::ArrowDown) || i.key_pressed(Key::ArrowUp)) {
        response.request_focus();
    }
}

/// The heading of a section.
pub fn section(ui: &mut Ui, title: &str) {
    let p = theme::palette(ui);
    ui.add_space(14.0);
    ui.label(theme::caps(title).color(p.dim));
    ui.add_space(4.0);
}

/// A row of choices side by side; returns the one that was picked.
pub fn choices<T: Copy + PartialEq>(ui: &mut Ui, current: T, all: &[(T, &str)]) -> Option<T> {
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (value, label) in all {
            if chip(ui, label, *value == current).clicked() {
                picked = Some(*value);
            }
        }
    });
    picked.filter(|value| *value != current)
}

/// A choice that is on or off: marked by brass and by a dot, not by colour alone.
pub fn chip(ui: &mut Ui, label: &str, on: bool) -> Response {
    let p = theme::palette(ui);
    let galley = ui.painter().layout_no_wrap(label.to_owned(), Face::Strong.at(size::BODY), p.text);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(40.0, 14.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, ui.is_enabled(), on, label));
    let edge = if on || response.has_focus() {
        p.brass
    } else if response.hovered() {
        p.dim
    } else {
        p.edge
    };
    let fill = if on { theme::mix(p.slate, p.brass, 0.16) } else { p.slate };
    let painter = ui.painter();
    painter.rect(
        rect,
        theme::CHIP,
        fill,
        Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, edge),
        StrokeKind::Inside,
    );
    let dot = pos2(rect.min.x + 16.0, rect.center().y);
    painter.circle_stroke(dot, 5.0, Stroke::new(1.0, if on { p.brass } else { p.dim }));
    if on {
        painter.circle_filled(dot, 2.5, p.brass);
    }
    let colour = if on { p.moon } else { p.text };
    painter.galley_with_override_text_color(
        pos2(rect.min.x + 28.0, rect.center().y - galley.size().y / 2.0),
        galley,
        colour,
    );
    follow_focus(&response);
    response
}

/// A switch with its words; returns the new state when it was changed.
pub fn switch(ui: &mut Ui, on: bool, label: &str, note: &str) -> Option<bool> {
    let p = theme::palette(ui);
    let words =
        ui.painter().layout(label.to_owned(), Face::Text.at(size::BODY), p.text, ui.available_width() - 60.0);
    let under =
        ui.painter().layout(note.to_owned(), Face::Text.at(size::SMALL), p.dim, ui.available_width() - 60.0);
    let height = words.size().y + if note.is_empty() { 0.0 } else { under.size().y + 2.0 } + 12.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, ui.is_enabled(), on, label));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, theme::CHIP, theme::fade(p.raised, 0.6));
    }
    let track = Rect::from_min_size(pos2(rect.min.x + 8.0, rect.min.y + 6.0), vec2(34.0, 18.0));
    let edge = if response.has_focus() { p.brass } else { p.edge };
    let fill = if on { p.brass } else { p.ink };
    painter.rect(track, 9.0, fill, Stroke::new(1.0, edge), StrokeKind::Outside);
    let knob = if on { track.max.x - 9.0 } else { track.min.x + 9.0 };
    painter.circle_filled(pos2(knob, track.center().y), 6.0, if on { p.ink } else { p.dim });
    let x = rect.min.x + 54.0;
    painter.galley(pos2(x, rect.min.y + 6.0), words.clone(), p.text);
    if !note.is_empty() {
        painter.galley(pos2(x, rect.min.y + 8.0 + words.size().y), under, p.dim);
    }
    follow_focus(&response);
    response.clicked().then_some(!on)
}

/// A card that can be picked: `content` is drawn inside; the whole card is one button called `label`.
pub fn card(ui: &mut Ui, label: &str, size: Vec2, picked: bool, content: impl FnOnce(&mut Ui)) -> Response {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), picked, label));
    let lit = response.hovered() || response.has_focus();
    let fill = if lit { p.raised } else { p.slate };
    let edge = if picked || response.has_focus() {
        p.brass
    } else if lit {
        p.dim
    } else {
        p.edge
    };
    ui.painter().rect(
        rect,
        theme::CARD,
        fill,
        Stroke::new(if picked { 2.0 } else { 1.0 }, edge),
        StrokeKind::Inside,
    );
    let inner = rect.shrink2(vec2(16.0, 14.0));
    // A child of its own: what stands in the card must not move what follows the card.
    let builder = UiBuilder::new().id_salt(label).max_rect(inner).layout(Layout::top_down(Align::Min));
    let mut child = ui.new_child(builder);
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child.style_mut().interaction.selectable_labels = false;
    content(&mut child);
    focus_on_arrow(ui, &response, true);
    follow_focus(&response);
    response
}

/// A small mark such as `25 min`.
pub fn tag(ui: &mut Ui, words: &str, colour: Color32) {
    let p = theme::palette(ui);
    Frame::new()
        .fill(p.ink)
        .stroke(Stroke::new(1.0, p.edge))
        .corner_radius(theme::CHIP)
        .inner_margin(Margin::symmetric(7, 2))
        .show(ui, |ui| ui.label(theme::small(words).color(colour)));
}

/// A notice with a brass edge and a way to put it away. Returns true when it was put away.
pub fn notice(ui: &mut Ui, words: &str) -> bool {
    let p = theme::palette(ui);
    let mut away = false;
    Frame::new()
        .fill(p.panel)
        .stroke(Stroke::new(1.0, p.brass))
        .corner_radius(theme::CARD)
        .inner_margin(Margin::symmetric(14, 10))
        .show(ui, |ui| {
            ui.label(theme::body(words).color(p.text));
            ui.add_space(4.0);
            away = ui.add(quiet_button("Noted")).clicked();
        });
    away
}

/// A question that must be answered before anything else, such as before a file is deleted.
/// Returns true for yes, false for no.
pub fn ask(ui: &Ui, id: &str, words: &str, yes: &str) -> Option<bool> {
    let p = theme::palette(ui);
    let mut answer = None;
    let opens = opens(ui, id);
    let modal = egui::Modal::new(Id::new(id)).backdrop_color(theme::fade(p.ink, 0.6)).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.label(theme::body(words));
        ui.add_space(14.0);
        ui.horizontal(|ui| {
            // What cannot be taken back is not the button that the page is for.
            let keep = ui.add(quiet_button("Cancel").min_size(vec2(150.0, 40.0)));
            first(&keep, opens);
            if keep.clicked() {
                answer = Some(false);
            }
            ui.add_space(8.0);
            let text = theme::strong(yes).color(theme::mix(p.loss, p.moon, 0.3));
            let button = egui::Button::new(text).stroke(Stroke::new(1.0, p.loss)).min_size(vec2(110.0, 40.0));
            if ui.add(button).clicked() {
                answer = Some(true);
            }
        });
    });
    if modal.should_close() {
        answer = answer.or(Some(false));
    }
    answer
}
