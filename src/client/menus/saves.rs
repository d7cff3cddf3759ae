//! The saved games as the menus list them.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::Menu;
use crate::client::app::Games;
use crate::client::paths::Paths;
use crate::client::screens::Screen;
use crate::client::settings::Settings;

/// A saved game, or a file that should be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveRow {
    /// The file.
    pub path: PathBuf,
    /// The scenario's title, or the file's name when it cannot be read.
    pub title: String,
    /// The scenario's full id; empty when the file cannot be read.
    pub scenario: String,
    /// Where the game stands, or why the file cannot be opened.
    pub status: Result<String, String>,
    /// Whether the game has ended.
    pub finished: bool,
    /// When it was written last, in words.
    pub when: String,
}

impl SaveRow {
    /// The game in one line.
    #[must_use]
    pub fn line(&self) -> String {
        match &self.status {
            Ok(status) => format!("{}, {status}. {}", self.title, self.when),
            Err(why) => format!("{}: {why}", self.title),
        }
    }
}

/// All saved games, newest first.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Saves {
    /// The folder they lie in.
    pub folder: PathBuf,
    /// The files.
    pub rows: Vec<SaveRow>,
}

impl Saves {
    /// The newest game that has not ended and can be opened.
    #[must_use]
    pub fn newest_unfinished(&self) -> Option<&SaveRow> {
        self.rows.iter().find(|row| row.status.is_ok() && !row.finished)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saves>()
        .add_systems(OnEnter(Screen::Title), refresh)
        .add_systems(OnEnter(Menu::Load), refresh)
        .add_systems(OnEnter(Menu::Main), refresh);
}

/// Reads the folder anew.
pub fn refresh(mut saves: ResMut<Saves>, settings: Res<Settings>, paths: Res<Paths>, games: Res<Games>) {
    let folder = settings.saves_dir(&paths).to_path_buf();
    let rows = list(&folder, &games);
    *saves = Saves { folder, rows };
}

fn list(_folder: &Path, _games: &Games) -> Vec<SaveRow> {
    Vec::new()
}
