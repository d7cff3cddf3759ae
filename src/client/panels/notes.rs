//! Bookmarks: moments of the game with the player's words, and the ways between them.

use bevy_egui::egui::{self, Align, Layout, Ui};

use super::{Intent, Step, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets;

/// A bookmark as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkView {
    /// The event that it is set on.
    pub event: usize,
    /// The answers that stand there; nothing while its event is taken back.
    pub position: Option<usize>,
    /// The player's words.
    pub words: String,
}

impl MarkView {
    /// What a player reads.
    #[must_use]
    pub fn label(&self) -> String {
        let place = self.position.map_or("taken back".to_owned(), |n| format!("answer {n}"));
        if self.words.is_empty() {
            format!("Bookmark at {place}")
        } else {
            format!("{} ({place})", self.words)
        }
    }
}

/// What the list of bookmarks shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NotesView {
    /// The bookmarks in the order of the game.
    pub marks: Vec<MarkView>,
    /// The answers that stand on the screen.
    pub position: usize,
}

impl NotesView {
    /// The position that a step among the bookmarks leads to, if there is one.
    #[must_use]
    pub fn step(&self, step: Step) -> Option<usize> {
        let mut standing = self.marks.iter().filter_map(|m| m.position);
        match step {
            Step::First => standing.next(),
            Step::Back => standing.rfind(|p| *p < self.position),
            Step::On => standing.find(|p| *p > self.position),
            Step::Last => standing.next_back(),
        }
    }
}

/// Draws the bookmarks; `typed` is the text of a new one.
pub fn panel(ui: &mut Ui, view: &NotesView, typed: &mut String) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let field = ui.add(widgets::field(typed, "Words for this moment", ui.available_width() - 124.0));
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        if widgets::quiet(ui, "Bookmark this", None).on_hover_text("Key B").clicked() || enter {
            intent = Some(Intent::Note(None, std::mem::take(typed)));
        }
    });
    if view.marks.is_empty() {
        ui.label(theme::small("No bookmarks yet.").color(p.dim));
        return intent;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (words, step) in [
            ("First mark", Step::First),
            ("Previous mark", Step::Back),
            ("Next mark", Step::On),
            ("Last mark", Step::Last),
        ] {
            let bar = view.step(step).is_none().then_some("No bookmark lies there");
            if widgets::quiet(ui, words, bar).clicked() {
                intent = Some(Intent::SeekMark(step));
            }
        }
    });
    for mark in &view.marks {
        keep(&mut intent, mark_line(ui, mark, mark.position == Some(view.position)));
    }
    intent
}

fn mark_line(ui: &mut Ui, mark: &MarkView, here: bool) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 70.0).max(60.0);
        ui.allocate_ui_with_layout(egui::vec2(room, 22.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room);
            let ink = if here { p.brass } else { p.text };
            let text = theme::text(mark.label(), Face::Typed, size::BODY).color(ink);
            let link =
                ui.add_enabled(mark.position.is_some(), egui::Button::new(text).frame(false).truncate());
            if let (true, Some(position)) = (link.clicked(), mark.position) {
                intent = Some(Intent::SeekTo(position));
            }
        });
        let button = ui.add(egui::Button::new(theme::small("Remove")));
        button.widget_info(|| {
            let words = format!("Remove {}", mark.label());
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, words)
        });
        if button.clicked() {
            intent = Some(Intent::Unnote(mark.event));
        }
    });
    intent
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::{NodeT, Queryable};

    use super::*;
    use crate::client::widgets::testing::themed;

    fn view(position: usize) -> NotesView {
        let mark = |event, position, words: &str| MarkView { event, position, words: words.into() };
        NotesView {
            marks: vec![mark(3, Some(3), "it turned here"), mark(5, None, "gone"), mark(9, Some(8), "")],
            position,
        }
    }

    #[test]
    fn c20_bookmarks_are_stepped_through_both_ways() {
        let at = |position| [Step::First, Step::Back, Step::On, Step::Last].map(|s| view(position).step(s));
        assert_eq!(at(0), [Some(3), None, Some(3), Some(8)]);
        assert_eq!(at(3), [Some(3), None, Some(8), Some(8)]);
        assert_eq!(at(8), [Some(3), Some(3), None, Some(8)]);
        assert_eq!(NotesView::default().step(Step::First), None);
    }

    #[test]
    fn c20_a_bookmark_is_set_listed_jumped_to_and_removed() {
        let mut harness = themed(
            vec2(420.0, 400.0),
            |ui, s: &mut (NotesView, String, Vec<Intent>)| {
                let intent = panel(ui, &s.0, &mut s.1);
                s.2.extend(intent);
            },
            (view(3), "a near thing".to_owned(), Vec::new()),
        );
        assert!(harness.get_by_label("Previous mark").accesskit_node().is_disabled());
        for label in
            ["Bookmark this", "Next mark", "Bookmark at answer 8", "Remove it turned here (answer 3)"]
        {
            harness.get_by_label(label).click();
            harness.run();
        }
        let expected = [
            Intent::Note(None, "a near thing".into()),
            Intent::SeekMark(Step::On),
            Intent::SeekTo(8),
            Intent::Unnote(3),
        ];
        assert_eq!(harness.state().2, expected);
        assert!(harness.get_by_label("gone (taken back)").accesskit_node().is_disabled());
    }
}
