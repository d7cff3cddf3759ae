//! The folder of saves: beginning, saving under a name, and a list that no bad file can break.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::file::{Safety, SaveFile, StoreError, Written};
use super::load::{Loaded, load, read, read_bytes};
use super::text::{Journal, Unreadable, write_journal};
use crate::kernel::data::{Problem, Problems};
use crate::kernel::game::Game;
use crate::kernel::journal::Action;
use crate::kernel::timeline::Table;

/// What a save's name ends with.
const ENDING: &str = "moon";

/// How many games of several seats are played through for a list to tell where they stand; those written last.
const MOST_REPLAYED: usize = 12;

/// The saves of a user.
#[derive(Clone, Debug)]
pub struct SaveFolder {
    folder: PathBuf,
    safety: Safety,
}

/// Whether a save can be opened.
#[derive(Clone, Debug)]
pub enum SaveStatus {
    /// It can; a note says what a kill left behind.
    Ready(Option<String>),
    /// It was changed or cut.
    Damaged(Box<Problem>),
    /// It is of a newer program.
    Newer(Box<Problem>),
    /// It is no save, or of a game or scenario that is not there.
    Foreign(Box<Problem>),
}

/// A file in the folder of saves.
#[derive(Clone, Debug)]
pub struct SaveEntry {
    /// The name without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The game's id; empty when it cannot be read.
    pub game: String,
    /// The scenario's id; empty when it cannot be read.
    pub scenario: String,
    /// The scenario's title; empty when it cannot be read.
    pub title: String,
    /// How many answers stand; `None` in a game of several seats, where the count would tell one seat how many secret
    /// choices another has made.
    pub answers: Option<usize>,
    /// Where a game of several seats stands, in words that betray nothing; empty where the game says nothing.
    pub stands: String,
    /// How the game ended, once it has.
    pub outcome: Option<String>,
    /// When it was last written.
    pub modified: Option<SystemTime>,
    /// Whether it can be opened.
    pub status: SaveStatus,
}

impl SaveEntry {
    /// How far the game has come, in words; empty where that would give a secret away.
    #[must_use]
    pub fn progress(&self) -> String {
        match self.answers {
            None => self.stands.clone(),
            Some(1) => "1 answer".to_owned(),
            Some(n) => format!("{n} answers"),
        }
    }

    /// Whether it can be opened and is not over.
    #[must_use]
    pub fn unfinished(&self) -> bool {
        matches!(self.status, SaveStatus::Ready(_)) && self.outcome.is_none()
    }
}

impl SaveFolder {
    /// The folder `saves` in a user's folder; it is made when the first game is saved.
    #[must_use]
    pub fn new(user: &Path) -> Self {
        Self { folder: user.join("saves"), safety: Safety::default() }
    }

    /// The same folder with another safety for the saves begun in it.
    #[must_use]
    pub fn with_safety(mut self, safety: Safety) -> Self {
        self.safety = safety;
        self
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a name, which is made safe first.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}.{ENDING}", safe_name(name)))
    }

    /// Begins the save of a table under the first free name after its scenario; never replaces a file.
    ///
    /// # Errors
    /// A refusal of the operating system; the game goes on in memory.
    pub fn begin(&self, table: &Table) -> Result<SaveFile, StoreError> {
        let scenario = table.header().scenario.rsplit('/').next().unwrap_or("game");
        let (draft, written) = self.draft(scenario, table)?;
        for n in 1..10_000 {
            let name = if n == 1 { scenario.to_owned() } else { format!("{scenario} {n}") };
            let path = self.path_of(&name);
            match publish_new(&draft.0, &path) {
                Ok(()) => {
                    drop(draft);
                    self.settle();
                    return SaveFile::open(&path, written, false, self.safety);
                }
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(StoreError::io(&path, "create", &e)),
            }
        }
        Err(StoreError::Changed(self.path_of(scenario)))
    }

    /// Whether saving under `name` would replace a save.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        fs::symlink_metadata(self.path_of(name)).is_ok()
    }

    /// Saves a table under a name: written beside, read back, then put in place; the two saves before it stay as
    /// `.1` and `.2`. The table goes on in the new file.
    ///
    /// # Errors
    /// A refusal of the operating system; what was there before is untouched.
    pub fn save_as(&self, name: &str, table: &Table) -> Result<SaveFile, StoreError> {
        let path = self.path_of(name);
        let (draft, written) = self.draft(name, table)?;
        match fs::symlink_metadata(&path) {
            Ok(about) if about.is_dir() => return Err(StoreError::NotPlain(path)),
            Ok(_) => {
                keep_copies(&path).map_err(|e| StoreError::io(&path, "keep the copy of", &e))?;
            }
            Err(_) => {}
        }
        fs::rename(&draft.0, &path).map_err(|e| StoreError::io(&path, "put in place", &e))?;
        self.settle();
        SaveFile::open(&path, written, false, self.safety)
    }

    /// Opens a save of this folder or elsewhere.
    ///
    /// # Errors
    /// What is wrong with it, with place and way out.
    pub fn load(&self, path: &Path, games: &[Arc<dyn Game>]) -> Result<Loaded, Problems> {
        load(path, games)
    }

    /// All saves, the newest first, each with its status.
    ///
    /// # Errors
    /// A folder that cannot be listed; a folder that is not there is an empty list.
    pub fn list(&self, games: &[Arc<dyn Game>]) -> Result<Vec<SaveEntry>, StoreError> {
        let told = |e: std::io::Error| StoreError::io(&self.folder, "list", &e);
        let found = match fs::read_dir(&self.folder) {
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(told)?,
        };
        let mut paths: Vec<PathBuf> = found.filter_map(|one| one.ok().map(|one| one.path())).collect();
        paths.retain(|path| {
            let hidden = path.file_name().is_none_or(|n| n.to_string_lossy().starts_with('.'));
            !hidden && path.extension().is_some_and(|e| e == ENDING)
        });
        let mut entries: Vec<_> = paths.into_iter().map(|path| entry(path, games)).collect();
        entries.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.name.cmp(&b.name)));
        let of_several = |entry: &&mut SaveEntry| entry.unfinished() && entry.answers.is_none();
        for entry in entries.iter_mut().filter(of_several).take(MOST_REPLAYED) {
            let whole = load(&entry.path, games).ok().filter(|loaded| loaded.mismatch.is_none());
            entry.stands =
                whole.map_or(String::new(), |loaded| loaded.table.game().stands(loaded.table.world()));
        }
        Ok(entries)
    }

    /// The newest game that is not over, for Continue.
    #[must_use]
    pub fn newest_unfinished(&self, games: &[Arc<dyn Game>]) -> Option<SaveEntry> {
        self.list(games).ok()?.into_iter().find(SaveEntry::unfinished)
    }

    /// The table's whole text in a file of its own, made safe and read back.
    fn draft(&self, name: &str, table: &Table) -> Result<(Draft, Written), StoreError> {
        fs::create_dir_all(&self.folder).map_err(|e| StoreError::io(&self.folder, "create", &e))?;
        let live = table.position() == table.len();
        let over = table.outcome().filter(|_| live).map(|o| o.label.as_str());
        let (text, chain) = write_journal(table.header(), table.events(), over)?;
        let path = self.folder.join(format!(".{}.{}.draft", safe_name(name), std::process::id()));
        let told = |doing| {
            move |e: std::io::Error| StoreError::Io { path: PathBuf::new(), doing, why: e.to_string() }
        };
        let in_file = |fault: StoreError| match fault {
            StoreError::Io { doing, why, .. } => StoreError::Io { path: self.path_of(name), doing, why },
            other => other,
        };
        self.tidy();
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = file.map_err(told("write")).map_err(in_file)?;
        let draft = Draft(path);
        let _ = file.try_lock();
        file.write_all(text.as_bytes()).map_err(told("write")).map_err(in_file)?;
        file.sync_all().map_err(told("write to disk")).map_err(in_file)?;
        drop(file);
        match read_bytes(&draft.0) {
            Ok(back) if back == text.as_bytes() => {}
            _ => return Err(StoreError::Differs(self.path_of(name))),
        }
        let written =
            Written { bytes: text.len() as u64, chain, events: table.events().len(), over: over.is_some() };
        Ok((draft, written))
    }

    /// Removes drafts that a kill left behind; a draft that is being written is locked and stays.
    fn tidy(&self) {
        for path in fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|one| one.path()) {
            let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let draft = name.starts_with('.') && name.ends_with(".draft");
            if draft && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(&path);
            }
        }
    }

    /// Makes new names in the folder safe where the system can.
    fn settle(&self) {
        if let Ok(folder) = File::open(&self.folder) {
            let _ = folder.sync_all();
        }
    }
}

/// A file that is removed unless it was put in place.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Gives `draft` the name `path` unless that is taken.
fn publish_new(draft: &Path, path: &Path) -> std::io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Err(e),
        // A file system without links.
        Err(_) if fs::symlink_metadata(path).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(draft, path),
    }
}

/// Keeps the save at `path` as `.1` and the one before it as `.2`; the save itself stays in place.
fn keep_copies(path: &Path) -> std::io::Result<()> {
    let copy = |n: u8| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{n}"));
        PathBuf::from(name)
    };
    if fs::symlink_metadata(copy(1)).is_ok() {
        fs::rename(copy(1), copy(2))?;
    }
    match fs::hard_link(path, copy(1)) {
        Ok(()) => Ok(()),
        Err(_) => fs::copy(path, copy(1)).map(|_| ()),
    }
}

/// A file name of a player's words that stays in its folder on every system.
#[must_use]
pub fn safe_name(name: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || " -_.()+,'&".contains(c);
    let mut safe: String = name.chars().map(|c| if kept(c) { c } else { '_' }).collect();
    let mut short = String::new();
    for c in safe.trim_matches([' ', '.']).chars() {
        if short.len() + c.len_utf8() > 80 {
            break;
        }
        short.push(c);
    }
    safe = short.trim_end_matches([' ', '.']).to_owned();
    let stem = safe.split('.').next().unwrap_or("").trim().to_ascii_uppercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device).is_some_and(|n| n.len() == 1 && n.chars().all(|c| c.is_ascii_digit()))
    };
    if safe.is_empty() {
        "game".to_owned()
    } else if ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT") {
        format!("_{safe}")
    } else {
        safe
    }
}

/// What the list says of a file.
fn entry(path: PathBuf, games: &[Arc<dyn Game>]) -> SaveEntry {
    let mut entry = SaveEntry {
        name: path.file_stem().map_or(String::new(), |n| n.to_string_lossy().into_owned()),
        game: String::new(),
        scenario: String::new(),
        title: String::new(),
        answers: None,
        stands: String::new(),
        outcome: None,
        modified: fs::metadata(&path).and_then(|about| about.modified()).ok(),
        status: SaveStatus::Ready(None),
        path,
    };
    match read(&entry.path) {
        Ok(journal) => describe(&mut entry, journal, games),
        Err(Unreadable::Damaged(p)) => entry.status = SaveStatus::Damaged(p),
        Err(Unreadable::Newer(p)) => entry.status = SaveStatus::Newer(p),
        Err(Unreadable::Foreign(p)) => entry.status = SaveStatus::Foreign(p),
    }
    entry
}

fn describe(entry: &mut SaveEntry, journal: Journal, games: &[Arc<dyn Game>]) {
    let mut answers = 0usize;
    for event in &journal.events {
        match event.action {
            Action::SetUp | Action::Note(..) | Action::Unnote(_) => {}
            Action::Answer(_) | Action::Adjust(_) => answers += 1,
            Action::Undo(to) | Action::NewLuck(to, _) => answers = answers.min(to),
        }
    }
    let header = journal.header;
    let cards = games.iter().find(|g| g.id() == header.game).map(|g| g.scenarios());
    let card = cards.into_iter().flatten().find(|c| c.id == header.scenario);
    match card {
        Some(card) => {
            entry.answers = (card.seats.len() < 2).then_some(answers);
            entry.title = card.title;
            entry.status = SaveStatus::Ready(journal.torn);
        }
        None => {
            let message =
                format!("there is no scenario `{}` of the game `{}` here", header.scenario, header.game);
            entry.status = SaveStatus::Foreign(Box::new(Problem::of_file(&entry.path, message, None)));
        }
    }
    (entry.game, entry.scenario, entry.outcome) = (header.game, header.scenario, journal.over);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for (name, safe) in [
            ("Möhne, 2nd try", "Möhne, 2nd try"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("..", "game"),
            ("", "game"),
            (" . ", "game"),
            ("/home/x", "_home_x"),
            ("a\\b:c*d?e\"f<g>h|i", "a_b_c_d_e_f_g_h_i"),
            ("a\0b\nc\u{1b}", "a_b_c_"),
            ("con", "_con"),
            ("COM1.old", "_COM1.old"),
            ("company", "company"),
            (".hidden", "hidden"),
            ("end. ", "end"),
            ("~", "_"),
        ] {
            assert_eq!(safe_name(name), safe, "{name:?}");
        }
        assert!(safe_name(&"é".repeat(500)).len() <= 80);
        let folder = SaveFolder::new(Path::new("user"));
        for name in ["../x", "a/../../b", "..\\x", "x/.", "\0"] {
            assert_eq!(folder.path_of(name).parent(), Some(Path::new("user/saves")), "{name}");
        }
    }
}
