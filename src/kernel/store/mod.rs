//! Save files: written at once, read back, repaired after a kill, refused with a place when damaged.
//!
//! A game in progress is one file `<user folder>/saves/<name>.moon`: a header line, then one line an event, each with a
//! checksum that also covers the lines before it (see `text.rs`). [`SaveFile`] appends every event as it happens, so a kill
//! at any moment loses nothing but the unanswered prompt. [`SaveFolder`] begins, copies and lists saves;
//! [`load`] opens one by replaying it.

mod file;
mod folder;
mod load;
mod migrate;
mod text;

pub use file::{Safety, SaveFile, StoreError};
pub use folder::{SaveEntry, SaveFolder, SaveStatus, safe_name};
pub use load::{Loaded, Recap, load, recap};
pub use migrate::{MIGRATIONS, Migration};
pub use text::{Journal, MAX_BYTES, MAX_DEPTH, MAX_LINE, Unreadable, read_journal, write_journal};
