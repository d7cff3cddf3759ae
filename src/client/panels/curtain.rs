//! The hot-seat curtain: names the seat that takes over and hides everything else.

use bevy_egui::egui::{Align, CentralPanel, Frame, Layout, Ui};

use super::Intent;
use crate::client::{theme, widgets};

/// Draws the curtain over the whole window.
pub fn panel(ui: &mut Ui, seat: &str) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    CentralPanel::default().frame(Frame::new().fill(p.ink)).show(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space(ui.available_height() * 0.36);
            ui.label(theme::body("Hand over to").color(p.dim));
            ui.label(theme::title(seat).color(p.moon));
            ui.add_space(16.0);
            if widgets::primary(ui, &format!("{seat} is here"), 220.0).clicked() {
                intent = Some(Intent::Lift);
            }
        });
    });
    intent
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn c35_the_curtain_names_the_seat_and_nothing_else() {
        let mut harness = themed(
            vec2(800.0, 600.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, "Defender")),
            Vec::new(),
        );
        harness.get_by_label("Defender");
        harness.get_by_label("Defender is here").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Lift]);
    }
}
