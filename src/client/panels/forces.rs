//! The Squadron or Forces tab: every unit on its line, with all that lies open about it.

use bevy_egui::egui::{
    self, Align2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{Intent, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets;
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// A unit on its line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitView {
    /// The piece.
    pub piece: Option<PieceId>,
    /// Code letters.
    pub code: String,
    /// Who commands it.
    pub name: String,
    /// Quality: its letter and its word.
    pub quality: (String, String),
    /// Who is special aboard: what he is, what he does, whether it is spent.
    pub special: Option<(String, String, bool)>,
    /// What it carries, in a word or two.
    pub load: String,
    /// Its state in a word.
    pub state: String,
    /// How the state strikes the player.
    pub tone: Tone,
    /// Where it is.
    pub place: String,
    /// What is attached to it, word by word.
    pub attached: Vec<String>,
    /// What is left on its dial, and how much the dial holds.
    pub gauge: Option<(u8, u8)>,
    /// Further words on hover.
    pub note: String,
    /// Whether it is out of the game.
    pub out: bool,
    /// Whether an offer points at it.
    pub offered: bool,
}

/// What the tab shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ForcesView {
    /// Head of the list.
    pub title: String,
    /// The units.
    pub units: Vec<UnitView>,
    /// The piece selected.
    pub selected: Option<PieceId>,
    /// The target's status in lines: name and words.
    pub target: Vec<(String, String)>,
    /// Head of the target's lines.
    pub target_title: String,
    /// Whether the target's lines stand in the short list too.
    pub target_open: bool,
}

/// Draws the tab.
pub fn panel(ui: &mut Ui, view: &ForcesView) -> Option<Intent> {
    let mut intent = None;
    ScrollArea::vertical().id_salt("forces").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        if view.target_open {
            target(ui, view);
        }
        if !view.units.is_empty() {
            widgets::section(ui, &view.title);
        }
        for unit in &view.units {
            keep(&mut intent, unit_line(ui, unit, view.selected));
            ui.add_space(4.0);
        }
        if !view.target_open {
            target(ui, view);
        }
    });
    intent
}

/// A short list of the units, for the foot of the Roll tab; before it the target's lines while they are what counts.
pub fn brief(ui: &mut Ui, view: &ForcesView) -> Option<Intent> {
    let mut intent = None;
    if view.target_open {
        target(ui, view);
    }
    if !view.units.is_empty() {
        widgets::section(ui, &view.title);
    }
    for unit in &view.units {
        keep(&mut intent, unit_line(ui, unit, view.selected));
        ui.add_space(2.0);
    }
    intent
}

/// What lies on the target's side.
fn target(ui: &mut Ui, view: &ForcesView) {
    if view.target.is_empty() {
        return;
    }
    widgets::section(ui, &view.target_title);
    widgets::tray(ui, |ui| {
        let p = theme::palette(ui);
        egui::Grid::new("target").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
            for (name, words) in &view.target {
                ui.label(theme::small(name).color(p.dim));
                ui.add(egui::Label::new(theme::body(words)).wrap());
                ui.end_row();
            }
        });
    });
}

fn unit_line(ui: &mut Ui, unit: &UnitView, selected: Option<PieceId>) -> Option<Intent> {
    let p = theme::palette(ui);
    let second = !unit.attached.is_empty() || unit.special.as_ref().is_some_and(|s| s.2);
    let height = if second { 46.0 } else { 30.0 };
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let chosen = unit.piece.is_some() && unit.piece == selected;
    let spoken = spoken(unit);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, &spoken));
    let fill = if response.hovered() || response.has_focus() { p.raised } else { p.slate };
    let edge = if chosen { p.brass } else { fill };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect(rect, theme::CHIP, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if unit.offered {
        let bar = Rect::from_min_size(rect.min + vec2(2.0, 6.0), vec2(2.5, rect.height() - 12.0));
        painter.rect_filled(bar, 1.0, p.brass);
    }
    let mid = rect.top() + 15.0;
    let fade = if unit.out { 0.5 } else { 1.0 };
    let ink = theme::fade(p.moon, fade);
    let quiet = theme::fade(p.dim, fade);
    let text = |x: f32, y: f32, align: Align2, words: &str, font, colour| {
        painter.text(pos2(x, y), align, words, font, colour)
    };
    let left = rect.left() + 10.0;
    let code = text(left, mid, Align2::LEFT_CENTER, &unit.code, Face::MonoBold.at(13.0), ink);
    text(
        (left + 50.0).max(code.right() + 8.0),
        mid,
        Align2::LEFT_CENTER,
        &unit.name,
        Face::Text.at(size::BODY),
        theme::fade(p.text, fade),
    );
    let disc = Rect::from_center_size(pos2(left + 126.0, mid), vec2(17.0, 17.0));
    widgets::paint_disc(
        ui,
        disc,
        &unit.quality.0,
        theme::fade(widgets::quality_colour(&p, &unit.quality.0), fade),
    );
    let right = rect.right() - 10.0;
    let state_ink =
        if unit.tone == Tone::Plain { quiet } else { theme::fade(p.tone(unit.tone), fade.max(0.8)) };
    let state = text(right, mid, Align2::RIGHT_CENTER, &unit.state, Face::Strong.at(13.0), state_ink);
    let load_x = (right - 108.0).max(left + 150.0);
    let load_clip = painter.with_clip_rect(Rect::from_min_max(
        pos2(load_x, rect.top()),
        pos2(state.left() - 6.0, rect.bottom()),
    ));
    load_clip.text(
        pos2(load_x, mid),
        Align2::LEFT_CENTER,
        &unit.load,
        Face::Text.at(13.0),
        theme::fade(p.text, fade),
    );
    if let Some((level, full)) = unit.gauge {
        // One stroke a line of the dial.
        let room = Rect::from_min_max(pos2(left + 146.0, mid - 7.0), pos2(state.left() - 34.0, mid + 7.0));
        let step = (room.width() / f32::from(full.max(1))).min(7.0);
        for n in 0..full {
            let x = room.left() + step * f32::from(n);
            let tick = Rect::from_min_size(pos2(x, room.top()), vec2((step - 2.0).max(1.5), room.height()));
            let low = level <= full / 4;
            let ink = match (n < level, low) {
                (true, true) => p.loss,
                (true, false) => p.brass,
                (false, _) => p.edge,
            };
            painter.rect_filled(tick, 1.0, theme::fade(ink, fade));
        }
        let x = room.left() + step * f32::from(full) + 5.0;
        text(x, mid, Align2::LEFT_CENTER, &level.to_string(), Face::MonoBold.at(12.0), ink);
    }
    let middle = Rect::from_min_max(pos2(left + 140.0, rect.top()), pos2(load_x - 6.0, rect.bottom()));
    let words = unit.special.as_ref().map_or("", |(kind, ..)| kind.as_str());
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), Face::Text.at(13.0), quiet);
    job.wrap = egui::text::TextWrapping::truncate_at_width(middle.width());
    let galley = painter.layout_job(job);
    let at = pos2(middle.left(), mid - galley.size().y / 2.0);
    if unit.special.as_ref().is_some_and(|s| s.2) {
        painter.hline(at.x..=at.x + galley.size().x, mid, Stroke::new(1.0, quiet));
    }
    painter.galley(at, galley, quiet);
    if second {
        let mut words: Vec<&str> = unit.attached.iter().map(String::as_str).collect();
        if unit.special.as_ref().is_some_and(|s| s.2) {
            words.push("elite benefit used");
        }
        text(
            left + 50.0,
            rect.top() + 35.0,
            Align2::LEFT_CENTER,
            &words.join(" · "),
            Face::Text.at(12.0),
            p.text,
        );
    }
    let hover = hover(unit);
    let clicked = response.on_hover_text(hover).clicked();
    (clicked && unit.piece.is_some()).then_some(Intent::Select(if chosen { None } else { unit.piece }))
}

fn spoken(unit: &UnitView) -> String {
    let mut words =
        format!("{} {}, {}, {}, {}", unit.code, unit.name, unit.quality.1, unit.place, unit.state);
    if !unit.load.is_empty() && unit.load != unit.place {
        words.push_str(&format!(", {}", unit.load));
    }
    if let Some((level, full)) = unit.gauge {
        words.push_str(&format!(", fuel {level} of {full}"));
    }
    if let Some((kind, _, spent)) = &unit.special {
        words.push_str(&format!(", {kind}{}", if *spent { " (used)" } else { "" }));
    }
    for a in &unit.attached {
        words.push_str(&format!(", {a}"));
    }
    words
}

fn hover(unit: &UnitView) -> String {
    let mut lines = vec![format!("{} {} · {} · {}", unit.code, unit.name, unit.quality.1, unit.place)];
    if let Some((kind, benefit, spent)) = &unit.special {
        lines.push(format!("{kind}: {benefit}{}", if *spent { " (used)" } else { "" }));
    }
    if !unit.attached.is_empty() {
        lines.push(unit.attached.join(", "));
    }
    if !unit.note.is_empty() {
        lines.push(unit.note.clone());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn a_unit_tells_all_and_is_selected_by_a_click() {
        let unit = UnitView {
            piece: Some(PieceId(3)),
            code: "AJ-M".into(),
            name: "Hopgood".into(),
            quality: ("V".into(), "Veteran".into()),
            special: Some(("Front Gunner".into(), "−1 to the gunnery roll".into(), false)),
            load: "Upkeep".into(),
            state: "damaged".into(),
            tone: Tone::Bad,
            place: "Near Zone".into(),
            attached: vec!["Dummy Run".into()],
            ..UnitView::default()
        };
        let view = ForcesView { title: "Squadron Log".into(), units: vec![unit], ..ForcesView::default() };
        let mut harness = themed(
            vec2(440.0, 300.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view)),
            Vec::new(),
        );
        harness
            .get_by_label("AJ-M Hopgood, Veteran, Near Zone, damaged, Upkeep, Front Gunner, Dummy Run")
            .click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Select(Some(PieceId(3)))]);
    }
}
