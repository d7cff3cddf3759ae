//! The saved games as the menus list them.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use bevy::prelude::*;

use super::Menu;
use crate::client::app::Games;
use crate::client::paths::Paths;
use crate::client::screens::Screen;
use crate::client::settings::Settings;
use crate::kernel::data::Problem;
use crate::kernel::store::{SaveEntry, SaveStatus};

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
            Ok(status) => format!("{}, {status}, {}", self.title, self.when),
            Err(why) => format!("{}: {why}", self.title),
        }
    }

    fn of(entry: SaveEntry, now: SystemTime) -> Self {
        let progress = entry.progress();
        let stands = match (&entry.outcome, progress.is_empty()) {
            (Some(outcome), false) => format!("{outcome}, after {progress}"),
            (Some(outcome), true) => outcome.clone(),
            (None, false) => progress,
            (None, true) => "under way".to_owned(),
        };
        let status = match entry.status {
            SaveStatus::Ready(None) => Ok(stands),
            SaveStatus::Ready(Some(note)) => Ok(format!("{stands}; {note}")),
            SaveStatus::Damaged(problem) => Err(words(&problem)),
            SaveStatus::Newer(problem) | SaveStatus::Foreign(problem) => Err(words(&problem)),
        };
        Self {
            title: if entry.title.is_empty() { entry.name } else { entry.title },
            scenario: entry.scenario,
            finished: entry.outcome.is_some(),
            when: entry.modified.map(|at| ago(at, now)).unwrap_or_default(),
            path: entry.path,
            status,
        }
    }
}

/// A problem without its file, which the list names already.
fn words(problem: &Problem) -> String {
    let place = if problem.line > 1 { format!("line {}: ", problem.line) } else { String::new() };
    let help = problem.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
    format!("{place}{}{help}", problem.message)
}

/// How long ago, in words.
fn ago(at: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(at).unwrap_or(Duration::ZERO).as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

/// All saved games, newest first.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Saves {
    /// The folder they lie in.
    pub folder: PathBuf,
    /// The files.
    pub rows: Vec<SaveRow>,
    /// Why the folder cannot be listed.
    pub refused: Option<String>,
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
    let folder = settings.save_folder(&paths);
    let now = SystemTime::now();
    let (rows, refused) = match folder.list(&games.0) {
        Ok(entries) => (entries.into_iter().map(|entry| SaveRow::of(entry, now)).collect(), None),
        Err(e) => (Vec::new(), Some(e.to_string())),
    };
    *saves = Saves { folder: folder.folder().to_path_buf(), rows, refused };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::game::Options;
    use crate::kernel::journal::UndoMode;
    use crate::kernel::store::SaveFolder;
    use crate::kernel::testkit::toy::Toy;
    use crate::kernel::timeline::Table;

    #[test]
    fn c17_good_truncated_future_and_foreign_files_are_all_listed() {
        let user = tempfile::tempdir().unwrap();
        let folder = SaveFolder::new(user.path());
        let games = [Toy::shared()];
        let mut table = Table::new(Toy::shared(), "toy/solo", &Options::new(), 1, UndoMode::Table).unwrap();
        let mut file = folder.begin(&table).unwrap();
        let first = table.question().map(|q| q.offers[0].key.text(table.pieces())).unwrap();
        table.submit_text(&first).unwrap();
        file.sync(&table).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        drop(file);
        std::fs::write(folder.path_of("cut"), &text[..40]).unwrap();
        std::fs::write(folder.path_of("foreign"), "a letter to my aunt").unwrap();
        std::fs::write(folder.path_of("future"), text.replacen("format:1", "format:99", 1)).unwrap();
        let now = SystemTime::now();
        let rows: Vec<SaveRow> =
            folder.list(&games).unwrap().into_iter().map(|e| SaveRow::of(e, now)).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(rows.iter().filter(|r| r.status.is_ok()).count(), 1, "{rows:?}");
        let saves = Saves { rows, ..Saves::default() };
        let newest = saves.newest_unfinished().unwrap();
        assert_eq!(newest.line(), "Alone, 1 answer, just now");
        for row in saves.rows.iter().filter(|r| r.status.is_err()) {
            assert!(row.status.as_ref().is_err_and(|why| !why.is_empty()), "{row:?}");
        }
    }

    #[test]
    fn times_are_told_in_words() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(10_000_000);
        for (secs, words) in
            [(5, "just now"), (130, "2 min ago"), (7_300, "2 h ago"), (400_000, "4 days ago")]
        {
            assert_eq!(ago(now - Duration::from_secs(secs), now), words);
        }
        assert_eq!(ago(now + Duration::from_secs(60), now), "just now", "a clock that went back");
    }
}
