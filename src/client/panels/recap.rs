//! Where was I: the recap shown when a game is loaded.

use bevy_egui::egui::{self, Context, Id, Modal};

use super::Intent;
use crate::client::{theme, widgets};

/// What the recap tells, in a few lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecapView {
    /// The scenario.
    pub title: String,
    /// When and where: turn, phase.
    pub now: String,
    /// The last events.
    pub events: Vec<String>,
    /// What is asked.
    pub open: String,
    /// What threatens.
    pub threats: Vec<String>,
}

/// Shows the recap over the table.
pub fn show(ctx: &Context, view: &RecapView) -> Option<Intent> {
    let response = Modal::new(Id::new("recap")).show(ctx, |ui| {
        ui.set_width(460.0);
        panel(ui, view)
    });
    if response.should_close() { Some(Intent::Dismiss) } else { response.inner }
}

/// Draws the recap.
pub fn panel(ui: &mut egui::Ui, view: &RecapView) -> Option<Intent> {
    let p = theme::palette(ui);
    ui.label(theme::heading(&view.title).color(p.moon));
    ui.label(theme::body(&view.now).color(p.dim));
    widgets::section(ui, "Last");
    for line in &view.events {
        ui.add(egui::Label::new(theme::typed(line)).wrap());
    }
    if !view.threats.is_empty() {
        widgets::section(ui, "Mind");
        for line in &view.threats {
            ui.add(egui::Label::new(theme::body(line)).wrap());
        }
    }
    widgets::section(ui, "Now");
    ui.add(egui::Label::new(theme::strong(&view.open).color(p.moon)).wrap());
    ui.add_space(8.0);
    widgets::primary(ui, "To the table", ui.available_width()).clicked().then_some(Intent::Dismiss)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn the_recap_tells_what_is_open_and_closes() {
        let view =
            RecapView {
                title: "Möhne dam".into(), open: "Who starts a run?".into(), ..RecapView::default()
            };
        let mut harness = themed(
            vec2(800.0, 600.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view)),
            Vec::new(),
        );
        harness.get_by_label("Who starts a run?");
        harness.get_by_label("To the table").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Dismiss]);
    }
}
