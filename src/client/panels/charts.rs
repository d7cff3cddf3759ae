//! The Charts tab: every chart of the game, drawn from the data that the rules read.

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui};

use super::Intent;
use super::sheet::{self, Sheet};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, clause};

/// What the tab remembers between frames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChartsState {
    /// Words looked for.
    pub query: String,
    /// The chart to bring into view, by its id.
    pub open: Option<String>,
}

/// Draws the tab.
pub fn panel(ui: &mut Ui, sheets: &[Sheet], state: &mut ChartsState) -> Option<Intent> {
    let mut intent = None;
    ui.horizontal(|ui| {
        ui.add(widgets::field(&mut state.query, "Search the charts", 200.0));
        if !state.query.is_empty() && widgets::quiet(ui, "Clear", None).clicked() {
            state.query.clear();
        }
    });
    ui.add_space(4.0);
    let open = state.open.take();
    let mut any = false;
    ScrollArea::vertical().id_salt("charts").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        for sheet in sheets.iter().filter(|s| s.matches(&state.query)) {
            any = true;
            let response = widgets::paper(ui, |ui| {
                if let Some(rule) = chart(ui, sheet) {
                    intent = Some(Intent::Rule(rule));
                }
            })
            .response;
            if open.as_deref() == Some(sheet.id.as_str()) {
                ui.scroll_to_rect(response.rect, Some(Align::Min));
            }
            ui.add_space(8.0);
        }
        if !any {
            ui.label(theme::body("No chart holds these words.").color(theme::palette(ui).dim));
        }
    });
    intent
}

/// A chart on paper with its marks; returns the clause clicked.
fn chart(ui: &mut Ui, view: &Sheet) -> Option<String> {
    let p = theme::palette(ui);
    let mut rule = None;
    ui.horizontal(|ui| {
        ui.label(theme::text(&view.title, Face::Bold, size::LARGE));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::text(&view.code, Face::MonoBold, size::SMALL).color(p.paper_dim));
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::small(&view.dice).color(p.paper_dim));
        for id in &view.clauses {
            if clause(ui, id) {
                rule = Some(id.clone());
            }
        }
    });
    ui.add_space(2.0);
    ScrollArea::horizontal().id_salt(("chart", &view.id)).auto_shrink([false, true]).show(ui, |ui| {
        ui.push_id(&view.id, |ui| sheet::table(ui, view));
    });
    if !view.note.is_empty() {
        ui.add(egui::Label::new(theme::small(&view.note).color(p.paper_dim)).wrap());
    }
    let (letter, words) = &view.provenance;
    ui.horizontal_wrapped(|ui| {
        widgets::chip(ui, &letter.to_string(), p.ink, p.paper_shade, p.paper_dim);
        ui.add(egui::Label::new(theme::text(words, Face::Text, size::SMALL).color(p.paper_dim)).wrap());
    });
    rule
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::panels::sheet::{Cell, SheetRow};
    use crate::client::widgets::testing::themed;

    fn sheets() -> Vec<Sheet> {
        let row = |label: &str, text: &str| SheetRow {
            label: label.into(),
            cells: vec![Cell { text: text.into(), ..Cell::default() }],
            ..SheetRow::default()
        };
        vec![
            Sheet {
                id: "flak".into(),
                title: "Flak Check".into(),
                clauses: vec!["4.2.4.b".into()],
                columns: vec!["1".into()],
                rows: vec![row("hit", "2"), row("miss", "otherwise")],
                provenance: ('X', "Reconstructed: tuned".into()),
                ..Sheet::default()
            },
            Sheet { id: "rtb".into(), title: "Return to Base".into(), ..Sheet::default() },
        ]
    }

    #[test]
    fn charts_are_listed_with_their_marks_and_searched() {
        let mut harness = themed(
            vec2(420.0, 600.0),
            |ui, state: &mut (ChartsState, Vec<Intent>)| {
                let intent = panel(ui, &sheets(), &mut state.0);
                state.1.extend(intent);
            },
            (ChartsState::default(), Vec::new()),
        );
        harness.get_by_label("hit: 2");
        harness.get_by_label("Reconstructed: tuned");
        harness.get_by_label("Rule 4.2.4.b").click();
        harness.run();
        assert_eq!(harness.state().1, [Intent::Rule("4.2.4.b".into())]);
        harness.state_mut().0.query = "return".into();
        harness.run();
        assert!(harness.query_by_label("hit: 2").is_none());
        harness.get_by_label("Return to Base");
    }
}
