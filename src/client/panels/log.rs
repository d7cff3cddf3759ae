//! The Log tab: every line cites its clause; entries taken back can be unfolded; undo reaches "to here".

use bevy_egui::egui::{
    self, Align, Color32, CursorIcon, Layout, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2,
};

use super::tally::{self, TallyView};
use super::{Intent, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, clause};
use crate::kernel::chart::Tone;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineView {
    /// The event of the journal that produced it.
    pub event: u32,
    /// How many answers stand after it was written; undo "to here" and looking back use it.
    pub position: Option<usize>,
    /// The game's turn.
    pub turn: i32,
    /// The phase's name.
    pub phase: String,
    /// The text.
    pub text: String,
    /// The clause that produced it.
    pub clause: String,
    /// How it strikes the player.
    pub tone: Tone,
    /// Whether undo may go back to just after this line.
    pub undoable: bool,
    /// The words of the bookmark on its event, if there is one.
    pub note: Option<String>,
    /// Points added up, when the line tells them.
    pub tally: Option<TallyView>,
}

/// Answers that were taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TakenBack {
    /// The event that took them back.
    pub event: u32,
    /// The answers with their luck, in order.
    pub answers: Vec<String>,
    /// Whether luck began anew.
    pub new_luck: bool,
}

/// What the Log tab shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogView {
    /// The lines, oldest first.
    pub lines: Vec<LineView>,
    /// What was taken back, oldest first.
    pub taken_back: Vec<TakenBack>,
    /// What a turn is called.
    pub turn_name: String,
}

/// What the tab remembers between frames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogState {
    /// Only lines that hold these words are shown.
    pub filter: String,
    /// Whether entries taken back are unfolded.
    pub unfolded: bool,
    /// How many further pages of earlier lines are shown.
    pub earlier: usize,
    /// The words for a new bookmark.
    pub note: String,
}

/// How many rows of the log stand on a page.
const PAGE: usize = 250;

/// The part of a line before its result, and the result.
#[must_use]
pub fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(" → ").map_or((text, None), |(a, b)| (a, Some(b)))
}

/// Draws a line: typed text, the result in its tone, the clause at the right.
pub fn line(ui: &mut Ui, view: &LineView, one_row: bool) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let (text, result) = split(&view.text);
    let ink = if view.tone == Tone::Plain { p.text } else { theme::mix(p.tone(view.tone), p.moon, 0.25) };
    let job = typed_job(text, result, ink, tone_of_result(&p, view.tone, result));
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 70.0).max(60.0);
        ui.allocate_ui_with_layout(vec2(room, 16.0), Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_width(room);
            let label = egui::Label::new(job);
            let label = if one_row { label.truncate() } else { label.wrap() };
            let response = ui.add(label.sense(Sense::hover()));
            if one_row {
                response.on_hover_text(&view.text);
            }
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if clause(ui, &view.clause) {
                intent = Some(Intent::Rule(view.clause.clone()));
            }
        });
    });
    intent
}

fn tone_of_result(p: &theme::Palette, tone: Tone, result: Option<&str>) -> Color32 {
    match (tone, result) {
        (_, None) => p.text,
        (Tone::Plain, Some(_)) => p.moon,
        (tone, Some(_)) => theme::mix(p.tone(tone), p.moon, 0.15),
    }
}

fn typed_job(text: &str, result: Option<&str>, ink: Color32, result_ink: Color32) -> egui::text::LayoutJob {
    use egui::TextFormat;
    let mut job = egui::text::LayoutJob::default();
    job.append(text, 0.0, TextFormat::simple(Face::Typed.at(13.0), ink));
    if let Some(result) = result {
        // Courier Prime has no arrow.
        job.append(" → ", 0.0, TextFormat::simple(Face::Figure.at(size::SMALL), result_ink));
        job.append(result, 0.0, TextFormat::simple(Face::TypedBold.at(13.0), result_ink));
    }
    job
}

/// Draws the tab.
pub fn panel(ui: &mut Ui, view: &LogView, state: &mut LogState) -> Option<Intent> {
    let mut intent = None;
    ui.horizontal(|ui| {
        let field = widgets::field(&mut state.filter, "Filter the log", 180.0);
        ui.add(field);
        if !view.taken_back.is_empty() {
            ui.checkbox(&mut state.unfolded, theme::small("Show what was taken back"));
        }
    });
    ui.add_space(4.0);
    let words: Vec<String> = state.filter.split_whitespace().map(str::to_lowercase).collect();
    let rows: Vec<Row> = rows(view, state.unfolded, &words);
    if rows.is_empty() {
        ui.label(theme::typed("Nothing to read yet.").color(theme::palette(ui).dim));
    }
    ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        let from = rows.len().saturating_sub(PAGE * (state.earlier + 1));
        if from > 0 && widgets::quiet(ui, "Earlier lines", None).clicked() {
            state.earlier += 1;
        }
        for row in &rows[from..] {
            match row {
                Row::Turn(words) => {
                    widgets::section(ui, words);
                }
                Row::Line(l) => keep(&mut intent, log_line(ui, l)),
                Row::Back(back) => taken_back(ui, back),
            }
        }
    });
    intent
}

enum Row<'a> {
    Turn(String),
    Line(&'a LineView),
    Back(&'a TakenBack),
}

fn rows<'a>(view: &'a LogView, unfolded: bool, words: &[String]) -> Vec<Row<'a>> {
    let mut out = Vec::new();
    let mut turn = None;
    let mut back = view.taken_back.iter().peekable();
    let hit = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|w| text.contains(w.as_str()))
    };
    for line in &view.lines {
        while unfolded && back.peek().is_some_and(|b| b.event < line.event) {
            out.extend(back.next().map(Row::Back));
        }
        if !hit(&format!("{} {} {}", line.text, line.clause, line.phase)) {
            continue;
        }
        if turn != Some(line.turn) {
            turn = Some(line.turn);
            if !view.turn_name.is_empty() {
                out.push(Row::Turn(format!("{} {}", view.turn_name, line.turn)));
            }
        }
        out.push(Row::Line(line));
    }
    if unfolded {
        out.extend(back.map(Row::Back));
    }
    out
}

fn log_line(ui: &mut Ui, view: &LineView) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    let response = ui
        .scope(|ui| match &view.tally {
            Some(points) => {
                ui.add_space(2.0);
                keep(&mut intent, tally::paper(ui, points));
                ui.add_space(2.0);
            }
            None => keep(&mut intent, line(ui, view, false)),
        })
        .response;
    let Some(position) = view.position else { return intent };
    let response = response.interact(Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("Log line {}", view.text)));
    if response.hovered() {
        ui.painter().rect_filled(
            response.rect.expand2(vec2(4.0, 1.0)),
            theme::CHIP,
            theme::fade(p.moon, 0.05),
        );
    }
    response.context_menu(|ui| {
        if ui.button("Look at this moment").clicked() {
            intent = Some(Intent::SeekTo(position));
            ui.close();
        }
        if ui.button("Bookmark this moment").clicked() {
            intent = Some(Intent::Note(Some(view.event as usize), String::new()));
            ui.close();
        }
        let button = ui.add_enabled(view.undoable, egui::Button::new("Undo to here"));
        if button.on_disabled_hover_text("Dice, a reveal or a hand-off lie between").clicked() {
            intent = Some(Intent::UndoTo(position));
            ui.close();
        }
    });
    if response.on_hover_cursor(CursorIcon::PointingHand).double_clicked() {
        intent = Some(Intent::SeekTo(position));
    }
    if let Some(words) = &view.note {
        let words = if words.is_empty() { "Bookmark".to_owned() } else { format!("Bookmark: {words}") };
        ui.add(egui::Label::new(theme::small(words).color(p.brass)).wrap());
    }
    if view.undoable {
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            if ui.link(theme::text("undo to here", Face::Text, size::SMALL - 1.0)).clicked() {
                intent = Some(Intent::UndoTo(position));
            }
        });
    }
    intent
}

fn taken_back(ui: &mut Ui, back: &TakenBack) {
    let p = theme::palette(ui);
    let mut words = format!("Taken back: {}", back.answers.join("; "));
    if back.new_luck {
        words.push_str(". New luck from here");
    }
    ui.add(
        egui::Label::new(theme::text(words, Face::Typed, size::SMALL).color(p.dim).strikethrough()).wrap(),
    );
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    fn view() -> LogView {
        let line = |event, position, text: &str, undoable| LineView {
            event,
            position: Some(position),
            turn: 1,
            text: text.into(),
            clause: "4.2.4.b".into(),
            undoable,
            ..LineView::default()
        };
        LogView {
            lines: vec![
                line(1, 1, "AJ-G starts its run", false),
                line(4, 2, "AJ-M · Flak: 4·4 = 8 → damaged", true),
            ],
            taken_back: vec![TakenBack { event: 3, answers: vec!["lights:on".into()], new_luck: false }],
            turn_name: "Attack Turn".into(),
        }
    }

    fn harness(state: LogState) -> Harness<'static, (LogView, LogState, Vec<Intent>)> {
        themed(
            vec2(420.0, 500.0),
            |ui, s: &mut (LogView, LogState, Vec<Intent>)| {
                let intent = panel(ui, &s.0, &mut s.1);
                s.2.extend(intent);
            },
            (view(), state, Vec::new()),
        )
    }

    #[test]
    fn a_lines_clause_opens_the_rule_and_undo_reaches_to_here() {
        let mut harness = harness(LogState::default());
        harness.get_all_by_label("Rule 4.2.4.b").next().expect("a clause").click();
        harness.run();
        harness.get_by_label("undo to here").click();
        harness.run();
        assert_eq!(harness.state().2, [Intent::Rule("4.2.4.b".into()), Intent::UndoTo(2)]);
    }

    #[test]
    fn c07_taken_back_entries_unfold() {
        let folded = harness(LogState::default());
        assert!(folded.query_by_label("Taken back: lights:on").is_none());
        let open = harness(LogState { unfolded: true, ..LogState::default() });
        open.get_by_label("Taken back: lights:on");
    }

    #[test]
    fn the_filter_keeps_lines_with_every_word() {
        let words = vec!["flak".to_owned(), "aj-m".to_owned()];
        let v = view();
        let kept = rows(&v, false, &words);
        assert_eq!(kept.iter().filter(|r| matches!(r, Row::Line(_))).count(), 1);
    }
}
