//! Keeps the game at the table on disk: each answer is in the file before the next question is read.
//!
//! A what-if is kept in a file of its own; the game that it was forked from rests in its file untouched.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::Screen;
use crate::client::paths::Paths;
use crate::client::session::Session;
use crate::client::settings::{Notices, Settings};
use crate::kernel::journal::Header;
use crate::kernel::store::{SaveFile, SaveFolder, StoreError};
use crate::kernel::timeline::Table;

/// What tells one table of a session from another.
type Mark = (String, u64, Option<usize>);

fn mark(header: &Header) -> Mark {
    (header.scenario.clone(), header.seed, header.branch_of)
}

/// A table and its file.
struct Level {
    mark: Mark,
    file: Option<SaveFile>,
    /// Events and end as last written.
    written: (usize, bool),
    /// Whether a refusal was told already.
    told: bool,
}

/// The files of the tables in play: the game, above it the what-ifs forked from it.
#[derive(Resource, Default)]
pub struct Keeper {
    levels: Vec<Level>,
    off: bool,
}

impl Keeper {
    /// A new game begins; its file is made with its first answer.
    pub fn new_game(&mut self) {
        self.levels.clear();
    }

    /// A loaded game goes on in its file.
    pub fn goes_on(&mut self, table: &Table, file: SaveFile) {
        let written = (table.events().len(), table.outcome().is_some());
        self.levels = vec![Level { mark: mark(table.header()), file: Some(file), written, told: false }];
    }

    /// Nothing is written, as for pictures.
    pub fn keep_nothing(&mut self) {
        self.off = true;
    }

    /// Saves a copy of `table` under a name that is free; the game goes on in its own file.
    ///
    /// # Errors
    /// Words for the player: the name is taken, or a refusal of the system.
    pub fn save_as(&self, table: &Table, folder: &SaveFolder, name: &str) -> Result<PathBuf, String> {
        if folder.holds(name) {
            return Err(format!("There is a save called {name} already; nothing was written."));
        }
        let file = folder.save_as(name, table).map_err(|e| format!("{e}. Nothing was written."))?;
        Ok(file.path().to_path_buf())
    }

    /// Brings the file of `table` up to date.
    ///
    /// # Errors
    /// A refusal of the system, once; the game goes on and the next call tries again.
    pub fn keep(&mut self, table: &Table, folder: &SaveFolder) -> Result<(), StoreError> {
        if self.off {
            return Ok(());
        }
        let now = mark(table.header());
        match self.levels.iter().position(|level| level.mark == now) {
            Some(at) => self.levels.truncate(at + 1),
            None => self.levels.push(Level { mark: now, file: None, written: (1, false), told: false }),
        }
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        let live = table.position() == table.len();
        let state = (table.events().len(), live && table.outcome().is_some());
        // Looking back writes nothing but bookmarks.
        if !live && state.0 == level.written.0 {
            return Ok(());
        }
        if state == level.written && (level.file.is_some() || state.0 < 2) {
            return Ok(());
        }
        let done = match &mut level.file {
            Some(file) => file.sync(table),
            None => folder.begin(table).map(|file| level.file = Some(file)),
        };
        match done {
            Ok(()) => {
                level.written = state;
                level.told = false;
                Ok(())
            }
            Err(_) if level.told => Ok(()),
            Err(e) => {
                level.told = true;
                Err(e)
            }
        }
    }
}

/// Asks to save a copy of the game under a name.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct SaveAsRequested(pub String);

/// Asks to write the game as a readable logbook.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogbookRequested;

/// Writes a table as a logbook into a folder, or says why not.
#[derive(Resource, Clone, Copy)]
pub struct LogbookWriter(pub fn(&Table, &Path) -> Result<(), String>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Keeper>()
        .add_message::<SaveAsRequested>()
        .add_message::<LogbookRequested>()
        .add_systems(Last, (keep, save_as, write_logbook).chain().run_if(resource_exists::<Session>))
        .add_systems(OnEnter(Screen::Title), let_go);
}

fn keep(
    session: Res<Session>,
    settings: Res<Settings>,
    paths: Res<Paths>,
    mut keeper: ResMut<Keeper>,
    mut notices: ResMut<Notices>,
) {
    if let Err(e) = keeper.keep(session.table(), &settings.save_folder(&paths)) {
        notices.0.push(format!("The game is not being saved: {e}. It goes on in memory."));
    }
}

fn save_as(
    mut requests: MessageReader<SaveAsRequested>,
    session: Res<Session>,
    settings: Res<Settings>,
    paths: Res<Paths>,
    keeper: Res<Keeper>,
    mut notices: ResMut<Notices>,
) {
    for SaveAsRequested(name) in requests.read() {
        notices.0.push(match keeper.save_as(session.table(), &settings.save_folder(&paths), name) {
            Ok(path) => format!("Saved as {}; the game goes on in its own file.", path.display()),
            Err(words) => words,
        });
    }
}

fn write_logbook(
    mut requests: MessageReader<LogbookRequested>,
    session: Res<Session>,
    paths: Res<Paths>,
    writer: Option<Res<LogbookWriter>>,
    mut notices: ResMut<Notices>,
) {
    for LogbookRequested in requests.read() {
        let Some(writer) = &writer else { continue };
        let header = session.table().header();
        let name = format!("{} {}", header.scenario.replace('/', " "), header.seed);
        let folder = paths.user.join("logbooks").join(name);
        notices.0.push(match (writer.0)(session.table(), &folder) {
            Ok(()) => format!("The logbook lies in {}.", folder.display()),
            Err(words) => format!("The logbook cannot be written: {words}."),
        });
    }
}

/// Leaving the table frees its files, so that they can be opened again.
fn let_go(mut commands: Commands, mut keeper: ResMut<Keeper>) {
    keeper.new_game();
    commands.remove_resource::<Session>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::game::Options;
    use crate::kernel::journal::UndoMode;
    use crate::kernel::store;
    use crate::kernel::testkit::toy::Toy;

    fn table() -> Table {
        Table::new(Toy::shared(), "toy/solo", &Options::new(), 1, UndoMode::Practice).unwrap()
    }

    fn answer(table: &mut Table) {
        let first = table.question().map(|q| q.offers[0].key.text(table.pieces())).unwrap();
        table.submit_text(&first).unwrap();
    }

    #[test]
    fn c16_every_answer_is_on_disk_at_once_and_a_game_without_answers_leaves_no_file() {
        let user = tempfile::tempdir().unwrap();
        let folder = SaveFolder::new(user.path());
        let games = [Toy::shared()];
        let (mut keeper, mut table) = (Keeper::default(), table());
        keeper.keep(&table, &folder).unwrap();
        assert!(folder.list(&games).unwrap().is_empty());
        for n in 1..4 {
            answer(&mut table);
            keeper.keep(&table, &folder).unwrap();
            let path = folder.list(&games).unwrap()[0].path.clone();
            let loaded = store::load(&path, &games).unwrap();
            assert_eq!(loaded.table.digest(), table.digest());
            assert_eq!(loaded.table.len(), n);
        }
        table.undo_to(1).unwrap();
        keeper.keep(&table, &folder).unwrap();
        let path = folder.list(&games).unwrap()[0].path.clone();
        assert_eq!(store::load(&path, &games).unwrap().table.len(), 1, "taking back is written too");
    }

    #[test]
    fn a_what_if_has_its_own_file_and_the_game_goes_on_in_its() {
        let user = tempfile::tempdir().unwrap();
        let folder = SaveFolder::new(user.path());
        let games = [Toy::shared()];
        let (mut keeper, mut table) = (Keeper::default(), table());
        answer(&mut table);
        answer(&mut table);
        keeper.keep(&table, &folder).unwrap();
        let mut branch = table.branch(1, UndoMode::Practice).unwrap();
        answer(&mut branch);
        keeper.keep(&branch, &folder).unwrap();
        assert_eq!(folder.list(&games).unwrap().len(), 2);
        answer(&mut table);
        keeper.keep(&table, &folder).unwrap();
        let lengths: Vec<usize> = folder
            .list(&games)
            .unwrap()
            .iter()
            .map(|entry| store::load(&entry.path, &games).unwrap().table.len())
            .collect();
        assert!(lengths.contains(&3) && lengths.contains(&2), "{lengths:?}");
        assert_eq!(folder.list(&games).unwrap().len(), 2);
    }

    #[test]
    fn saving_under_a_name_keeps_this_moment_and_replaces_nothing() {
        let user = tempfile::tempdir().unwrap();
        let folder = SaveFolder::new(user.path());
        let games = [Toy::shared()];
        let (mut keeper, mut table) = (Keeper::default(), table());
        answer(&mut table);
        keeper.keep(&table, &folder).unwrap();
        let path = keeper.save_as(&table, &folder, "before the dam").unwrap();
        assert!(
            keeper.save_as(&table, &folder, "before the dam").is_err_and(|words| words.contains("already"))
        );
        answer(&mut table);
        keeper.keep(&table, &folder).unwrap();
        assert_eq!(store::load(&path, &games).unwrap().table.len(), 1, "the copy stays at its moment");
        let lengths: Vec<usize> = folder.list(&games).unwrap().iter().filter_map(|e| e.answers).collect();
        assert!(
            lengths.contains(&1) && lengths.contains(&2),
            "the game goes on in its own file: {lengths:?}"
        );
    }

    #[test]
    fn a_refusal_is_told_once_and_the_game_goes_on() {
        let user = tempfile::tempdir().unwrap();
        let blocked = user.path().join("file");
        std::fs::write(&blocked, "in the way").unwrap();
        let folder = SaveFolder::new(&blocked);
        let (mut keeper, mut table) = (Keeper::default(), table());
        answer(&mut table);
        assert!(keeper.keep(&table, &folder).is_err());
        answer(&mut table);
        assert!(keeper.keep(&table, &folder).is_ok(), "told once");
        let free = SaveFolder::new(user.path());
        keeper.keep(&table, &free).unwrap();
        assert_eq!(free.list(&[Toy::shared()]).unwrap().len(), 1, "tried again");
    }
}
