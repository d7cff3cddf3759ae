//! One save on disk: each event appended at once, made safe and read back.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::text::{push_event, push_over};
use crate::kernel::timeline::Table;

/// How much an event is made safe before play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Safety {
    /// On the disk: a power cut loses nothing.
    #[default]
    Disk,
    /// With the operating system: a kill loses nothing, a power cut may lose the last seconds.
    System,
}

/// Why a save could not be written. The game goes on in memory.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("{}: cannot {doing}: {why}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// The system's reason.
        why: String,
    },
    /// What was read back is not what was written.
    #[error("{}: what was read back differs from what was written; save under another name", .0.display())]
    Differs(PathBuf),
    /// The file was changed or moved by somebody else.
    #[error("{}: the file was changed, moved or deleted meanwhile; save under another name", .0.display())]
    Changed(PathBuf),
    /// Another program has the save open.
    #[error("{}: another program plays this game", .0.display())]
    InUse(PathBuf),
    /// The game was opened to look at only.
    #[error("{}: opened to look at only; save under another name to play on", .0.display())]
    ReadOnly(PathBuf),
    /// The file is no plain file.
    #[error("{}: not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// A value did not serialise.
    #[error("the game cannot be written: {0}")]
    Text(String),
}

impl StoreError {
    /// An error of the operating system.
    pub(super) fn io(path: &Path, doing: &'static str, why: &std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), doing, why: why.to_string() }
    }
}

impl From<ron::Error> for StoreError {
    fn from(fault: ron::Error) -> Self {
        Self::Text(fault.to_string())
    }
}

/// How far a save is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Written {
    /// Bytes that end with a whole line.
    pub bytes: u64,
    /// Checksum of the last whole line.
    pub chain: u64,
    /// Events in these bytes.
    pub events: usize,
    /// Whether the last line says that the game is over.
    pub over: bool,
}

/// The open save of a table.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    file: File,
    written: Written,
    /// Whether bytes beyond the whole lines may be in the file.
    loose: bool,
    safety: Safety,
}

impl SaveFile {
    /// Opens a plain file to append to; `loose` when a torn line follows the whole ones.
    pub(super) fn open(
        path: &Path,
        written: Written,
        loose: bool,
        safety: Safety,
    ) -> Result<Self, StoreError> {
        let about = std::fs::symlink_metadata(path).map_err(|e| StoreError::io(path, "open", &e))?;
        if !about.is_file() {
            return Err(StoreError::NotPlain(path.to_owned()));
        }
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|e| StoreError::io(path, "open", &e))?;
        // Where a file system has no locks nobody is kept out; where a lock would bar reading too, none is taken.
        if cfg!(unix) && held(&file) {
            return Err(StoreError::InUse(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), file, written, loose, safety })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many events are safely in the file.
    #[must_use]
    pub fn events(&self) -> usize {
        self.written.events
    }

    /// Sets how much an event is made safe before play goes on.
    pub fn set_safety(&mut self, safety: Safety) {
        self.safety = safety;
    }

    /// Appends the events of `table` that are not in the file yet, and its end once it has come.
    ///
    /// # Errors
    /// Nothing is lost: the next call tries again with all events that are missing.
    pub fn sync(&mut self, table: &Table) -> Result<(), StoreError> {
        let mut next = self.written;
        let mut text = String::new();
        for event in table.events().iter().skip(next.events) {
            next.chain = push_event(&mut text, event, next.chain)?;
            // Notes on a finished game leave its end where it is.
            next.over &= event.action.is_note();
        }
        next.events = table.events().len();
        let live = table.position() == table.len();
        if let (true, false, Some(outcome)) = (live, next.over, table.outcome()) {
            next.chain = push_over(&mut text, &outcome.label, next.chain)?;
            next.over = true;
        }
        if text.is_empty() {
            return Ok(());
        }
        next.bytes += text.len() as u64;
        let here = std::fs::metadata(&self.path).map_or(0, |about| about.len());
        if here < self.written.bytes || (here > self.written.bytes && !self.loose) {
            return Err(StoreError::Changed(self.path.clone()));
        }
        self.append(text.as_bytes())?;
        self.written = next;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let from = self.written.bytes;
        let told = |doing| move |path: &Path, e: std::io::Error| StoreError::io(path, doing, &e);
        if self.loose {
            self.file.set_len(from).map_err(|e| told("cut")(&self.path, e))?;
        }
        self.loose = true;
        let written = self.file.seek(SeekFrom::Start(from)).and_then(|_| self.file.write_all(bytes));
        written.and_then(|()| self.file.flush()).map_err(|e| told("write")(&self.path, e))?;
        if self.safety == Safety::Disk {
            self.file.sync_data().map_err(|e| told("write to disk")(&self.path, e))?;
        }
        let mut back = vec![0; bytes.len()];
        let read = self.file.seek(SeekFrom::Start(from)).and_then(|_| self.file.read_exact(&mut back));
        read.map_err(|e| told("read back")(&self.path, e))?;
        if back != bytes {
            return Err(StoreError::Differs(self.path.clone()));
        }
        self.loose = false;
        Ok(())
    }
}

/// Whether another process holds the lock of a save, for longer than a moment: a child that is just being started
/// shares the files of its parent until it runs its own program.
fn held(file: &File) -> bool {
    const TRIES: usize = 5;
    (0..TRIES).all(|n| {
        if n > 0 {
            std::thread::sleep(Duration::from_millis(20));
        }
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    })
}
