//! The saved games as the menus list them.

use std::path::{Path, PathBuf};
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
    /// The name that the player gave, else the scenario's title, or the file's name when it cannot be read.
    pub title: String,
    /// What it is a save of, where the title does not tell.
    pub of: String,
    /// The scenario's full id; empty when the file cannot be read.
    pub scenario: String,
    /// Where the game stands, or why the file cannot be opened.
    pub status: Result<String, String>,
    /// Whether the game has ended.
    pub finished: bool,
    /// When it was written last, in words.
    pub when: String,
    /// The copies that lie beside a file that cannot be opened, newest first.
    pub copies: Vec<PathBuf>,
}

impl SaveRow {
    /// The game in one line.
    #[must_use]
    pub fn line(&self) -> String {
        match &self.status {
            Ok(status) if self.of.is_empty() => format!("{}, {status}, {}", self.title, self.when),
            Ok(status) => format!("{}, {}, {status}, {}", self.title, self.of, self.when),
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
        let (title, of) = titles(&entry.name, &entry.title, &entry.scenario);
        Self {
            title,
            of,
            scenario: entry.scenario,
            finished: entry.outcome.is_some(),
            when: entry.modified.map(|at| ago(at, now)).unwrap_or_default(),
            copies: if status.is_err() { copies(&entry.path) } else { Vec::new() },
            path: entry.path,
            status,
        }
    }

    /// Brings copy `n` back as a save of its own, so that neither the damaged file nor the copy is written to.
    ///
    /// # Errors
    /// The copy cannot be read or the new file cannot be written.
    pub fn bring_back(&self, n: usize) -> std::io::Result<PathBuf> {
        let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let copy = self.copies.get(n).ok_or_else(missing)?;
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let ending = self.path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let name = |tried: u32| match tried {
            1 => format!("{stem} copy.{ending}"),
            tried => format!("{stem} copy {tried}.{ending}"),
        };
        let path = (1..100).map(|tried| self.path.with_file_name(name(tried))).find(|path| !path.exists());
        let path = path.ok_or_else(missing)?;
        std::fs::copy(copy, &path)?;
        Ok(path)
    }
}

/// The copies `.1` and `.2` of a save that are there.
fn copies(path: &Path) -> Vec<PathBuf> {
    let copy = |n: u8| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{n}"));
        PathBuf::from(name)
    };
    [1, 2].map(copy).into_iter().filter(|copy| copy.is_file()).collect()
}

/// The title of a save and what it is a save of: a name that a player gave comes first. A game saved by itself bears
/// the name of its scenario, and a number where there are several.
fn titles(name: &str, title: &str, scenario: &str) -> (String, String) {
    let own = scenario.rsplit('/').next().unwrap_or_default();
    let number = name.strip_prefix(own).map(str::trim);
    match number {
        _ if title.is_empty() => (name.to_owned(), String::new()),
        Some("") => (title.to_owned(), String::new()),
        Some(n) if n.parse::<u32>().is_ok() => (format!("{title} · {n}"), String::new()),
        _ => (name.to_owned(), title.to_owned()),
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
    fn a_copy_of_a_damaged_save_is_brought_back_beside_it() {
        let user = tempfile::tempdir().unwrap();
        let path = user.path().join("raid.moon");
        std::fs::write(&path, "cut").unwrap();
        std::fs::write(user.path().join("raid.moon.2"), "whole").unwrap();
        let row = SaveRow {
            copies: copies(&path),
            path,
            title: "raid".into(),
            of: String::new(),
            scenario: String::new(),
            status: Err("cut".into()),
            finished: false,
            when: String::new(),
        };
        assert_eq!(row.copies.len(), 1);
        let first = row.bring_back(0).unwrap();
        let second = row.bring_back(0).unwrap();
        assert!(first.ends_with("raid copy.moon") && second.ends_with("raid copy 2.moon"));
        assert_eq!(std::fs::read_to_string(first).unwrap(), "whole");
        assert!(row.bring_back(1).is_err());
    }

    #[test]
    fn a_save_bears_the_name_that_the_player_gave() {
        let told = |name, title, scenario| {
            let (title, of) = titles(name, title, scenario);
            format!("{title}|{of}")
        };
        assert_eq!(told("turn 5", "The Möhne Dam", "dambusters/s1-mohne"), "turn 5|The Möhne Dam");
        assert_eq!(told("s1-mohne", "The Möhne Dam", "dambusters/s1-mohne"), "The Möhne Dam|");
        assert_eq!(told("s1-mohne 2", "The Möhne Dam", "dambusters/s1-mohne"), "The Möhne Dam · 2|");
        assert_eq!(told("broken", "", ""), "broken|");
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
