//! The application: its options, its plugins in order, and how it ends.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::asset::UnapprovedPathMode;
use bevy::camera::visibility::RenderLayers;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy_egui::PrimaryEguiContext;

use super::art::ArtStore;
use super::paths::Paths;
use super::screens::LogbookWriter;
use super::screenshot::ScreenshotOptions;
use super::settings::{self, Notices};
use super::{failure, theme};
use crate::kernel::game::{Game, Options};
use crate::kernel::journal::UndoMode;
use crate::kernel::timeline::Table;

/// The window's title; never a word of the game being played.
pub const TITLE: &str = "Bomber's Moon";

/// A new game as a player asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The scenario's full id.
    pub scenario: String,
    /// Rule options by id; the others keep their defaults.
    pub options: Options,
    /// The seed of the luck.
    pub seed: u64,
    /// How far undo reaches.
    pub mode: UndoMode,
    /// Whether the player throws real dice and enters them.
    pub own_dice: bool,
    /// The seats that bots play, by the names of the scenario's card.
    pub bots: Vec<String>,
}

/// What opens first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Open {
    /// The main menu.
    #[default]
    Menu,
    /// A new game.
    Scenario(NewTable),
    /// A saved game.
    Save(PathBuf),
}

/// What the client needs to start.
pub struct ClientOptions {
    /// The games with their data loaded.
    pub games: Vec<Arc<dyn Game>>,
    /// The overlays that they were loaded with; when there are none, the one of the settings is used.
    pub overlays: Vec<PathBuf>,
    /// The folder of shipped data; found beside the program when not given.
    pub data_dir: Option<PathBuf>,
    /// One folder for settings and saves instead of the system's places.
    pub user_dir: Option<PathBuf>,
    /// What opens first.
    pub open: Open,
    /// Writes a table as a readable logbook into a folder.
    pub logbook: fn(&Table, &Path) -> Result<(), String>,
    /// Draw the table into a file and end.
    pub screenshot: Option<ScreenshotOptions>,
}

/// The games that can be played.
#[derive(Resource, Clone)]
pub struct Games(pub Vec<Arc<dyn Game>>);

impl Games {
    /// The game that a scenario's full id belongs to.
    #[must_use]
    pub fn of_scenario(&self, id: &str) -> Option<&Arc<dyn Game>> {
        let game = id.split('/').next()?;
        self.0.iter().find(|g| g.id() == game)
    }
}

/// Asks for a table: a new game or a saved one.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct OpenRequested(pub Open);

/// The camera that sees the board. The interface has one of its own, drawn after it.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorldCamera;

/// What opens when the art is loaded.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct OpenFirst(pub Open);

/// Runs the client until its window is closed. Returns 1 with words on the error stream when there is no screen or
/// no graphics driver that can draw.
#[must_use]
pub fn run(options: ClientOptions) -> ExitCode {
    if let Err(words) = failure::screen_is_there() {
        eprintln!("{words}");
        return ExitCode::FAILURE;
    }
    let guard = failure::guard_start();
    let mut app = build(options);
    app.add_systems(Last, guard.lift_after_first_frames());
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// The whole application, ready to run.
fn build(options: ClientOptions) -> App {
    let paths = Paths::find(options.data_dir.as_deref(), options.user_dir.as_deref());
    let loaded = if options.screenshot.is_some() {
        // A picture must not depend on who takes it, nor on when.
        let settings = settings::Settings { reduced_motion: true, ..settings::Settings::default() };
        settings::Loaded { settings, notice: None }
    } else {
        settings::load(&paths.settings_file())
    };
    let mut notices: Vec<String> = loaded.notice.into_iter().collect();
    let games = match &loaded.settings.overlay {
        Some(overlay) if options.overlays.is_empty() => {
            with_overlay(options.games, overlay, &paths, &mut notices)
        }
        _ => options.games,
    };
    let mut app = App::new();
    let background = theme::NIGHT.ink;
    app.insert_resource(ClearColor(Color::srgb_u8(background.r(), background.g(), background.b())))
        .insert_resource(ArtStore::new(&paths.assets.join("fonts")))
        .insert_resource(Notices(notices))
        .insert_resource(loaded.settings)
        .insert_resource(Games(games))
        .insert_resource(OpenFirst(options.open))
        .insert_resource(LogbookWriter(options.logbook))
        .add_message::<OpenRequested>();
    let resolution = match &options.screenshot {
        Some(s) => WindowResolution::new(s.size.0, s.size.1).with_scale_factor_override(1.0),
        None => WindowResolution::new(1280, 800),
    };
    let window = Window {
        title: TITLE.to_owned(),
        name: Some("bombers-moon".to_owned()),
        resolution,
        resize_constraints: WindowResizeConstraints { min_width: 1024.0, min_height: 700.0, ..default() },
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let assets = AssetPlugin {
        file_path: paths.assets.to_string_lossy().into_owned(),
        unapproved_path_mode: UnapprovedPathMode::Forbid,
        ..default()
    };
    app.insert_resource(paths)
        .add_plugins(
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(window), ..default() })
                .set(assets)
                .set(LogPlugin { filter: "error,wgpu_hal=off,bombers_moon=warn".to_owned(), ..default() })
                .disable::<TerminalCtrlCHandlerPlugin>(),
        )
        .add_plugins((
            super::third_party::plugin,
            settings::plugin,
            super::keys::plugin,
            super::art::plugin,
            super::screens::plugin,
            super::menus::plugin,
            super::board::plugin,
            super::play::plugin,
        ))
        .add_systems(PreStartup, spawn_cameras);
    if let Some(screenshot) = options.screenshot {
        app.insert_resource(screenshot).add_plugins(super::screenshot::plugin);
    }
    app
}

/// The games read again with the player's own charts; as they were, with words, when those have faults.
fn with_overlay(
    games: Vec<Arc<dyn Game>>,
    overlay: &Path,
    paths: &Paths,
    notices: &mut Vec<String>,
) -> Vec<Arc<dyn Game>> {
    let faults = if overlay.is_dir() {
        match crate::games::load(&paths.assets, &[overlay.to_path_buf()]) {
            Ok(games) => return games,
            Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    } else {
        "there is no such folder".to_owned()
    };
    notices.push(format!("Your own charts in {} are not used: {faults}.", overlay.display()));
    games
}

fn spawn_cameras(mut commands: Commands) {
    // Sprites and panels have soft edges of their own; many samples would cost memory and time for nothing.
    commands.spawn((Camera2d, WorldCamera, Msaa::Off));
    commands.spawn((
        Camera2d,
        Camera { order: 10, clear_color: ClearColorConfig::None, ..default() },
        RenderLayers::none(),
        Msaa::Off,
        bevy_egui::EguiContext::default(),
        PrimaryEguiContext,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::testkit::toy::Toy;

    #[test]
    fn faulty_own_charts_are_told_and_the_shipped_ones_used() {
        let paths = Paths::find(None, Some(Path::new("user")));
        let mut notices = Vec::new();
        let games = with_overlay(vec![Toy::shared()], Path::new("no such folder"), &paths, &mut notices);
        assert_eq!(games[0].id(), "toy");
        assert_eq!(notices, ["Your own charts in no such folder are not used: there is no such folder."]);
    }

    #[test]
    fn a_scenario_names_its_game() {
        let games = Games(vec![Toy::shared()]);
        assert!(games.of_scenario("toy/solo").is_some());
        assert!(games.of_scenario("duel/solo").is_none());
    }
}
