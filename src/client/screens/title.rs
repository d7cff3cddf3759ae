//! The picture behind the main menu.
//!
//! It is drawn in another thread, so that the menu can be used at once; until it is there the night is plain.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use bevy_egui::egui::{self, Color32, Rect, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::Screen;
use crate::client::art::ArtStore;
use crate::client::menus::Menu;
use crate::client::settings::Settings;
use crate::client::third_party::winit::Redraw;

/// The drawing.
const PICTURE: &str = "ui/menu";
/// The picture's own proportions, width to height.
const PROPORTION: f32 = 16.0 / 10.0;
/// How long the picture takes to come up, in seconds at usual speed.
const RISE: f32 = 0.3;

/// The picture as it is shown, and the one that is being drawn.
#[derive(Resource, Default)]
struct Backdrop {
    shown: Option<egui::TextureHandle>,
    since: f64,
    /// Width in pixels of the picture that is shown or being drawn.
    width: u32,
    drawing: Option<Task<Option<egui::ColorImage>>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Backdrop>()
        .add_systems(OnEnter(Screen::Title), open_menu)
        .add_systems(Update, fetch.run_if(in_state(Screen::Title)))
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Title)))
        .add_systems(OnExit(Screen::Title), put_away);
}

fn open_menu(menu: Res<State<Menu>>, mut next: ResMut<NextState<Menu>>) {
    if matches!(menu.get(), Menu::None | Menu::Pause) {
        next.set(Menu::Main);
    }
}

/// The size that covers the window, its middle kept.
fn cover(screen: Rect) -> egui::Vec2 {
    let (w, h) = (screen.width(), screen.height());
    if w / h > PROPORTION { egui::vec2(w, w / PROPORTION) } else { egui::vec2(h * PROPORTION, h) }
}

/// Has the picture drawn in the size of the screen's pixels, and takes it when it is ready.
fn fetch(
    mut backdrop: ResMut<Backdrop>,
    mut contexts: EguiContexts,
    store: Res<ArtStore>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if let Some(task) = &mut backdrop.drawing {
        redraw.frames(2);
        if let Some(image) = block_on(poll_once(task)) {
            backdrop.drawing = None;
            let now = time.elapsed_secs_f64();
            if backdrop.shown.is_none() {
                backdrop.since = now;
                redraw.for_secs(now, RISE * settings.motion());
            }
            backdrop.shown =
                image.map(|image| ctx.load_texture(PICTURE, image, egui::TextureOptions::LINEAR));
        }
        return Ok(());
    }
    // Whole steps of 64 pixels, so that resizing does not draw anew at every pixel.
    let wanted = ((cover(ctx.viewport_rect()).x * ctx.pixels_per_point() / 64.0).ceil() as u32) * 64;
    if wanted != backdrop.width && wanted > 0 && store.has(PICTURE) {
        backdrop.width = wanted;
        let px = (wanted, (wanted as f32 / PROPORTION).round() as u32);
        let drawing = store.drawing(PICTURE);
        backdrop.drawing = Some(AsyncComputeTaskPool::get().spawn(async move {
            drawing?.draw(&[], px).map(|p| {
                egui::ColorImage::from_rgba_premultiplied([p.width() as usize, p.height() as usize], p.data())
            })
        }));
        redraw.frames(2);
    }
    Ok(())
}

fn show(
    mut contexts: EguiContexts,
    backdrop: Res<Backdrop>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(picture) = &backdrop.shown else { return Ok(()) };
    let rise = RISE * settings.motion();
    let age = (time.elapsed_secs_f64() - backdrop.since) as f32;
    let alpha = if rise > 0.0 { (age / rise).clamp(0.0, 1.0) } else { 1.0 };
    let screen = ctx.viewport_rect();
    let place = Rect::from_center_size(screen.center(), cover(screen));
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let tint = Color32::WHITE.gamma_multiply(alpha);
    ctx.layer_painter(egui::LayerId::background()).image(picture.id(), place, uv, tint);
    Ok(())
}

/// The picture takes some ten megabytes; a game has better use for them.
fn put_away(mut backdrop: ResMut<Backdrop>) {
    *backdrop = Backdrop::default();
}
