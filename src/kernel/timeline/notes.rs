//! Bookmarks: the player's words on events. They are kept in the journal and change no state.

use super::Table;
use crate::kernel::journal::{Action, Event};

/// The most characters of a note.
const WORDS: usize = 400;

/// A bookmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// The event that it is set on.
    pub event: usize,
    /// The answers that stand at it, for [`Table::seek`]; nothing while the event is taken back.
    pub position: Option<usize>,
    /// The player's words; may be empty.
    pub words: String,
}

/// Why a bookmark was refused; nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotNoted {
    /// There is no such event, or it is a bookmark itself.
    #[error("event {0} cannot be bookmarked")]
    NoEvent(usize),
    /// The event has no bookmark.
    #[error("event {0} has no bookmark")]
    NoBookmark(usize),
}

impl Table {
    /// The event on the screen: the last one played.
    #[must_use]
    pub fn event_here(&self) -> usize {
        self.position.checked_sub(1).and_then(|n| self.line.get(n)).copied().unwrap_or(0)
    }

    /// Sets a bookmark on an event with the player's words, in place of one that it has.
    ///
    /// # Errors
    /// An event that there is not; nothing has changed.
    pub fn note(&mut self, event: usize, words: &str) -> Result<(), NotNoted> {
        if self.events.get(event).is_none_or(|e| e.action.is_note()) {
            return Err(NotNoted::NoEvent(event));
        }
        let plain: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let words: String = plain.trim().chars().take(WORDS).collect();
        self.notes.insert(event, words.clone());
        self.keep_note(Action::Note(event, words));
        Ok(())
    }

    /// Takes the bookmark of an event away.
    ///
    /// # Errors
    /// An event without one; nothing has changed.
    pub fn unnote(&mut self, event: usize) -> Result<(), NotNoted> {
        self.notes.remove(&event).ok_or(NotNoted::NoBookmark(event))?;
        self.keep_note(Action::Unnote(event));
        Ok(())
    }

    /// All bookmarks in the order of the events.
    #[must_use]
    pub fn bookmarks(&self) -> Vec<Bookmark> {
        let position = |event: usize| {
            if event == 0 { Some(0) } else { self.line.binary_search(&event).ok().map(|n| n + 1) }
        };
        let all = self.notes.iter();
        all.map(|(event, words)| Bookmark { event: *event, position: position(*event), words: words.clone() })
            .collect()
    }

    /// Records a note. The table may be looking back: the digest is that of the last state, not of the one shown.
    fn keep_note(&mut self, action: Action) {
        let last = self.events.last();
        let (digest, seat) = (last.map_or(0, |e| e.digest), 0);
        self.events.push(Event { action, luck: Vec::new(), revealed: false, seat, digest });
    }
}
