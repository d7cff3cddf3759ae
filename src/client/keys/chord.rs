//! A key with its modifiers, as the settings file has it.

use std::fmt;

use bevy_egui::egui::{Key, Modifiers};
use serde::{Deserialize, Serialize};

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Chord {
    /// The key.
    pub key: Key,
    /// With Ctrl (Command on a Mac).
    pub ctrl: bool,
    /// With Shift. Without meaning for signs that need Shift on some layouts.
    pub shift: bool,
    /// With Alt.
    pub alt: bool,
}

impl Chord {
    /// The chord of a key press.
    #[must_use]
    pub fn pressed(key: Key, modifiers: Modifiers) -> Self {
        Self {
            key,
            ctrl: modifiers.ctrl || modifiers.command,
            shift: modifiers.shift && !is_sign(key),
            alt: modifiers.alt,
        }
    }

    /// Reads a chord as written in the settings file, such as `Ctrl+Enter`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut chord = Self { key: Key::Plus, ctrl: false, shift: false, alt: false };
        let mut rest = text;
        loop {
            let (modifier, after) = match rest.split_once('+') {
                Some((word, after)) if !word.is_empty() && !after.is_empty() => (word, after),
                _ => break,
            };
            match modifier {
                "Ctrl" => chord.ctrl = true,
                "Shift" => chord.shift = true,
                "Alt" => chord.alt = true,
                _ => return None,
            }
            rest = after;
        }
        chord.key = Key::from_name(rest)?;
        chord.shift &= !is_sign(chord.key);
        Some(chord)
    }
}

/// Whether a key is a sign that stands on the shifted level of some layout.
fn is_sign(key: Key) -> bool {
    use Key::{
        CloseCurlyBracket, Colon, Equals, Exclamationmark, OpenCurlyBracket, Period, Pipe, Plus,
        Questionmark, Quote, Semicolon, Slash,
    };
    matches!(
        key,
        Colon
            | Equals
            | Exclamationmark
            | OpenCurlyBracket
            | CloseCurlyBracket
            | Period
            | Pipe
            | Plus
            | Questionmark
            | Quote
            | Semicolon
            | Slash
    )
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, word) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if on {
                f.write_str(word)?;
            }
        }
        f.write_str(match self.key {
            Key::Questionmark => "?",
            Key::Plus => "+",
            Key::Minus => "-",
            Key::Equals => "=",
            Key::Comma => ",",
            Key::Period => ".",
            key => key.name(),
        })
    }
}

impl From<Chord> for String {
    fn from(chord: Chord) -> Self {
        chord.to_string()
    }
}

impl TryFrom<String> for Chord {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("there is no key `{text}`"))
    }
}
