//! Where things lie: the shipped data, the user's folder, the streams, and the games loaded.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Folders;
use super::failure::Failure;
use crate::kernel::data::{Problems, nearest};
use crate::kernel::game::{Game, Options, ScenarioCard};

/// Loads the games from a data folder and its overlays.
pub type Loader<'a> = &'a dyn Fn(&Path, &[PathBuf]) -> Result<Vec<Arc<dyn Game>>, Problems>;

/// What a command works with besides its own arguments.
pub struct Place<'a> {
    /// How the games are loaded.
    pub load: Loader<'a>,
    /// What is typed.
    pub input: &'a mut dyn BufRead,
    /// Where results go.
    pub out: &'a mut dyn Write,
    /// Where complaints go.
    pub err: &'a mut dyn Write,
    /// Whether a person sits at a terminal (colours, prompts).
    pub terminal: bool,
    /// Whether faults of the program are caught and reported (see [`super::guard`]); the whole process is affected.
    pub guarded: bool,
}

/// The folder of the shipped data: as told, else `assets` in the current folder, else beside or above the program.
///
/// # Errors
/// The places looked in, when it is in none of them.
pub fn data_dir(folders: &Folders) -> Result<PathBuf, Failure> {
    if let Some(told) = &folders.data_dir {
        return if told.is_dir() {
            Ok(told.clone())
        } else {
            Err(Failure::Data(format!("there is no data folder {}", told.display())))
        };
    }
    let here = PathBuf::from("assets");
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().skip(1).map(|dir| dir.join("assets"));
    let shared = program.ancestors().nth(2).map(|dir| dir.join("share/bombers-moon/assets"));
    std::iter::once(here).chain(above).chain(shared).find(|dir| dir.join("games").is_dir()).ok_or_else(|| {
        Failure::Data(
            "the data folder `assets` is neither here nor beside the program; name it with --data-dir DIR"
                .to_owned(),
        )
    })
}

/// The folder of the user's saves and reports: as told, else the program's own when it has a `saves` folder beside
/// it, else the system's place.
#[must_use]
pub fn user_dir(folders: &Folders) -> PathBuf {
    let program = std::env::current_exe().ok().and_then(|exe| exe.parent().map(Path::to_path_buf));
    let portable = program.filter(|dir| dir.join("saves").is_dir());
    folders.user_dir.clone().or(portable).unwrap_or_else(|| {
        directories::ProjectDirs::from("", "", "bombers-moon")
            .map_or_else(|| PathBuf::from("bombers-moon-data"), |dirs| dirs.data_dir().to_owned())
    })
}

/// The games of the data folder that a command line names.
///
/// # Errors
/// A missing folder or faults of the data.
pub fn games(load: Loader<'_>, folders: &Folders) -> Result<Vec<Arc<dyn Game>>, Failure> {
    for overlay in &folders.overlays {
        if !overlay.is_dir() {
            return Err(Failure::Data(format!("there is no overlay folder {}", overlay.display())));
        }
    }
    Ok(load(&data_dir(folders)?, &folders.overlays)?)
}

/// The scenario with this id (the part after `/` suffices when only one game has it), and its game.
///
/// # Errors
/// The nearest id, when there is none.
pub fn scenario(games: &[Arc<dyn Game>], id: &str) -> Result<(Arc<dyn Game>, ScenarioCard), Failure> {
    let all: Vec<(Arc<dyn Game>, ScenarioCard)> = games
        .iter()
        .flat_map(|game| game.scenarios().into_iter().map(move |card| (Arc::clone(game), card)))
        .collect();
    if let Some(found) = all.iter().find(|(_, card)| card.id == id) {
        return Ok(found.clone());
    }
    let mut short =
        all.iter().filter(|(_, card)| card.id.split_once('/').is_some_and(|(_, name)| name == id));
    if let (Some(found), None) = (short.next(), short.next()) {
        return Ok(found.clone());
    }
    let near = nearest(id, all.iter().map(|(_, card)| card.id.as_str()));
    let way_out = near.map_or_else(
        || "; `bombers-moon list` shows all".to_owned(),
        |near| format!("; did you mean `{near}`?"),
    );
    Err(Failure::Usage(format!("there is no scenario `{}`{way_out}", id.escape_debug())))
}

/// The game with this id.
///
/// # Errors
/// The nearest id, when there is none.
pub fn game(games: &[Arc<dyn Game>], id: &str) -> Result<Arc<dyn Game>, Failure> {
    games.iter().find(|game| game.id() == id).map(Arc::clone).ok_or_else(|| {
        let near = nearest(id, games.iter().map(|game| game.id()));
        let way_out = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Failure::Usage(format!("there is no game `{}`{way_out}", id.escape_debug()))
    })
}

/// Rule options as given on a command line, checked against the scenario's card.
///
/// # Errors
/// An option or value that the scenario does not know.
pub fn options(card: &ScenarioCard, given: &[(String, String)]) -> Result<Options, Failure> {
    for (key, value) in given {
        let Some(option) = card.options.iter().find(|option| option.id == *key) else {
            let near = nearest(key, card.options.iter().map(|option| option.id.as_str()));
            let way_out = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(Failure::Usage(format!("`{}` has no option `{key}`{way_out}", card.id)));
        };
        if !option.free && !option.values.contains(value) {
            let values = option.values.join(", ");
            return Err(Failure::Usage(format!("option `{key}` takes {values}, not `{value}`")));
        }
    }
    Ok(given.iter().cloned().collect())
}
