//! The loading screen: the art comes in behind a bar.

use std::path::Path;

use bevy::asset::UntypedHandle;
use bevy::prelude::*;
use bevy_asset_loader::prelude::*;
use bevy_egui::egui::{self, Align2, Ui, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::Screen;
use crate::client::app::{Open, OpenFirst, OpenRequested};
use crate::client::art::{ArtStore, Drawing};
use crate::client::paths::Paths;
use crate::client::settings::Notices;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;
use crate::client::third_party::winit::Redraw;

/// All drawings under the asset folder, with the path of each.
#[derive(Resource)]
struct Drawings(Vec<(String, Handle<Drawing>)>);

impl AssetCollection for Drawings {
    fn create(world: &mut World) -> Self {
        let paths = drawings_in(&world.resource::<Paths>().assets);
        let server = world.resource::<AssetServer>();
        Self(paths.into_iter().map(|path| (path.clone(), server.load(path))).collect())
    }

    fn load(world: &mut World) -> Vec<UntypedHandle> {
        let paths = drawings_in(&world.resource::<Paths>().assets);
        world.insert_resource(Expected(paths.len()));
        let server = world.resource::<AssetServer>();
        paths.into_iter().map(|path| server.load::<Drawing>(path).untyped()).collect()
    }
}

/// How many drawings there are to load.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Expected(usize);

/// The paths of all drawings below the asset folder, relative to it, sorted.
fn drawings_in(assets: &Path) -> Vec<String> {
    let mut folders = vec![assets.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "svg")
                && let Ok(relative) = path.strip_prefix(assets)
            {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort_unstable();
    found
}

pub(super) fn plugin(app: &mut App) {
    app.add_loading_state(
        LoadingState::new(Screen::Loading)
            .continue_to_state(Screen::Title)
            .on_failure_continue_to_state(Screen::Title)
            .load_collection::<Drawings>(),
    )
    .init_resource::<Expected>()
    .add_systems(Update, keep_awake.run_if(in_state(Screen::Loading)))
    .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Loading)))
    .add_systems(OnExit(Screen::Loading), hang_up);
}

/// Loading goes on in other threads and wakes nobody.
fn keep_awake(mut redraw: ResMut<Redraw>) {
    redraw.frames(2);
}

fn show(mut contexts: EguiContexts, drawings: Res<Assets<Drawing>>, expected: Res<Expected>) -> Result {
    let done = drawings.len() as f32 / expected.0.max(1) as f32;
    page(contexts.ctx_mut()?, "loading", false, |ui| loading(ui, done.min(1.0)));
    Ok(())
}

/// Draws the bar, `done` from 0 to 1.
pub fn loading(ui: &mut Ui, done: f32) {
    let p = theme::palette(ui);
    let screen = ui.max_rect();
    ui.painter().rect_filled(screen, 0.0, p.ink);
    let centre = screen.center();
    let painter = ui.painter();
    painter.text(
        centre - vec2(0.0, 40.0),
        Align2::CENTER_CENTER,
        "BOMBER’S MOON",
        Face::Bold.at(size::TITLE),
        p.moon,
    );
    let bar = egui::Rect::from_center_size(centre, vec2(280.0, 4.0));
    painter.rect_filled(bar, 2.0, p.panel);
    let full = egui::Rect::from_min_max(bar.min, pos2(bar.min.x + bar.width() * done, bar.max.y));
    painter.rect_filled(full, 2.0, p.brass);
    painter.text(
        centre + vec2(0.0, 24.0),
        Align2::CENTER_CENTER,
        format!("Charts and maps, {:.0} %", done * 100.0),
        Face::Text.at(size::SMALL),
        p.dim,
    );
}

/// Hands the drawings over and opens what was asked for.
fn hang_up(
    loaded: Option<Res<Drawings>>,
    drawings: Res<Assets<Drawing>>,
    paths: Res<Paths>,
    first: Res<OpenFirst>,
    mut store: ResMut<ArtStore>,
    mut notices: ResMut<Notices>,
    mut open: MessageWriter<OpenRequested>,
) {
    for (path, handle) in loaded.iter().flat_map(|l| &l.0) {
        match drawings.get(handle) {
            Some(drawing) => store.add(path, drawing.0.clone()),
            None => notices.0.push(format!("The drawing {path} cannot be read.")),
        }
    }
    if store.names().is_empty() {
        notices.0.push(format!(
            "There is no art in {}. Games can be played without it; --data-dir names the folder.",
            paths.assets.display()
        ));
    }
    if first.0 != Open::Menu {
        open.write(OpenRequested(first.0.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shipped_drawings_are_found_by_relative_paths() {
        let found = drawings_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"));
        assert!(found.contains(&"ui/menu.svg".to_owned()));
        assert!(found.iter().any(|path| path.starts_with("games/dambusters/art/map-")));
        assert!(drawings_in(Path::new("nowhere at all")).is_empty());
    }
}
