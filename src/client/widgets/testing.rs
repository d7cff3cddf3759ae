//! A harness for panels in the client's own type and colours.

use bevy_egui::egui::{Ui, Vec2};
use egui_kittest::Harness;

use crate::client::theme;

/// Runs `app` in a window of `size` points. Fonts hold from the second pass on, so the first draws nothing.
pub fn themed<'a, S: 'a>(size: Vec2, mut app: impl FnMut(&mut Ui, &mut S) + 'a, state: S) -> Harness<'a, S> {
    let mut dressed = false;
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        move |ui, state: &mut S| {
            if dressed {
                app(ui, state);
            } else {
                theme::install(ui.ctx(), theme::NIGHT);
                ui.ctx().request_repaint();
                dressed = true;
            }
        },
        state,
    );
    harness.run();
    harness
}
