//! The picture behind the main menu.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Rect, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::Screen;
use crate::client::art::ArtStore;
use crate::client::menus::Menu;

/// The picture's own proportions, width to height.
const PROPORTION: f32 = 16.0 / 10.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), open_menu)
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Title)));
}

fn open_menu(menu: Res<State<Menu>>, mut next: ResMut<NextState<Menu>>) {
    if matches!(menu.get(), Menu::None | Menu::Pause) {
        next.set(Menu::Main);
    }
}

/// Covers the window with the picture, its middle kept; drawn in the size of the screen's pixels.
fn show(mut contexts: EguiContexts, mut store: ResMut<ArtStore>) -> Result {
    let ctx = contexts.ctx_mut()?;
    let screen = ctx.viewport_rect();
    let (w, h) = (screen.width(), screen.height());
    let size = if w / h > PROPORTION { egui::vec2(w, w / PROPORTION) } else { egui::vec2(h * PROPORTION, h) };
    let dots = ctx.pixels_per_point();
    // Whole steps of 64 pixels, so that resizing does not draw anew at every pixel.
    let step = |points: f32| ((points * dots / 64.0).ceil() as u32) * 64;
    let width = step(size.x);
    let px = (width, (width as f32 / PROPORTION).round() as u32);
    let picture = store.texture(ctx, "ui/menu", &[], px);
    let place = Rect::from_center_size(screen.center(), size);
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ctx.layer_painter(egui::LayerId::background()).image(picture, place, uv, Color32::WHITE);
    Ok(())
}
