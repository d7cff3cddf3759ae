//! Notices over a table or a page: what the player must be told at once. The main menu shows them itself.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Id, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, frame};
use crate::client::screens::Screen;
use crate::client::settings::Notices;

/// How many are shown at a time.
const MOST: usize = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.run_if(not(in_state(Menu::Main)).and_then(not(in_state(Screen::Loading)))),
    );
}

fn show(mut contexts: EguiContexts, menu: Res<State<Menu>>, mut notices: ResMut<Notices>) -> Result {
    if notices.0.is_empty() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let mut noted = None;
    let area = egui::Area::new(Id::new("notices")).order(egui::Order::Tooltip);
    // On a page below what is read first, at the table above the board.
    let (corner, aside) = match menu.get() {
        Menu::None => (Align2::CENTER_TOP, vec2(0.0, 64.0)),
        _ => (Align2::CENTER_BOTTOM, vec2(0.0, -16.0)),
    };
    area.anchor(corner, aside).show(ctx, |ui| {
        ui.set_max_width(460.0);
        for (i, words) in notices.0.iter().take(MOST).enumerate() {
            ui.push_id(i, |ui| {
                if frame::notice(ui, words) {
                    noted = Some(i);
                }
            });
            ui.add_space(8.0);
        }
    });
    if let Some(i) = noted {
        notices.0.remove(i);
    }
    Ok(())
}
