//! The player's settings: what they are, how they are kept.
//!
//! One RON file in the system's settings folder, written whole or not at all. A file that cannot be read is kept
//! aside under another name, the defaults are used, and the player is told.

use std::io::Write;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::keys::Bindings;
use super::paths::Paths;
use crate::kernel::journal::UndoMode;
use crate::kernel::store::SaveFolder;

/// The smallest and the largest interface scale.
pub const SCALE: std::ops::RangeInclusive<f32> = 0.75..=3.0;

/// The least room that the table needs, in points; a scale that leaves less is held back.
const ROOM: Vec2 = Vec2::new(720.0, 450.0);

/// The largest scale at which a window of `size` (in points at scale 1) still holds the table.
#[must_use]
pub fn largest_scale(size: Vec2) -> f32 {
    let scale = (size / ROOM).min_element();
    // In steps, so that a window drawn larger does not make the interface swim.
    ((scale * 20.0).floor() / 20.0).clamp(*SCALE.start(), *SCALE.end())
}

/// How fast moves and rolls are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum AnimationSpeed {
    /// No motion; results are there at once.
    Instant,
    /// Half the usual time.
    Fast,
    /// The usual time.
    #[default]
    Normal,
    /// Twice the usual time.
    Slow,
}

impl AnimationSpeed {
    /// All speeds, quickest first.
    pub const ALL: [Self; 4] = [Self::Instant, Self::Fast, Self::Normal, Self::Slow];

    /// The factor on a motion's usual time.
    #[must_use]
    pub fn factor(self) -> f32 {
        match self {
            Self::Instant => 0.0,
            Self::Fast => 0.5,
            Self::Normal => 1.0,
            Self::Slow => 2.0,
        }
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Instant => "Instant",
            Self::Fast => "Fast",
            Self::Normal => "Normal",
            Self::Slow => "Slow",
        }
    }
}

/// What the mouse wheel does over the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Wheel {
    /// Zooms to the pointer.
    #[default]
    Zoom,
    /// Scrolls; with Ctrl it zooms.
    Scroll,
}

/// All settings. Every choice that the rules give is asked; the three `auto` settings answer for the player.
#[derive(Resource, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Interface scale, 0.75 to 3.
    pub ui_scale: f32,
    /// How fast moves and rolls are shown.
    pub animation: AnimationSpeed,
    /// No motion at all, whatever the speed.
    pub reduced_motion: bool,
    /// Throw dice without asking.
    pub auto_roll: bool,
    /// Draw chits without asking.
    pub auto_draw: bool,
    /// Take an offer that is the only one.
    pub auto_single: bool,
    /// How far undo reaches in a new game.
    pub undo_mode: UndoMode,
    /// Blue and orange instead of green and red.
    pub colour_safe: bool,
    /// What the mouse wheel does.
    pub wheel: Wheel,
    /// Pan when the pointer touches the window's edge.
    pub edge_scroll: bool,
    /// The folder that holds `saves`, if not the usual one.
    pub saves: Option<PathBuf>,
    /// The folder with the player's own charts, if any.
    pub overlay: Option<PathBuf>,
    /// Keys that differ from the usual ones.
    pub keys: Bindings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ui_scale: 1.0,
            animation: AnimationSpeed::default(),
            reduced_motion: false,
            auto_roll: false,
            auto_draw: false,
            auto_single: false,
            undo_mode: UndoMode::default(),
            colour_safe: false,
            wheel: Wheel::default(),
            edge_scroll: false,
            saves: None,
            overlay: None,
            keys: Bindings::default(),
        }
    }
}

impl Settings {
    /// The factor on a motion's usual time; 0 means that it is not shown.
    #[must_use]
    pub fn motion(&self) -> f32 {
        if self.reduced_motion { 0.0 } else { self.animation.factor() }
    }

    /// Brings every value into its range.
    #[must_use]
    pub fn tidy(mut self) -> Self {
        self.ui_scale =
            if self.ui_scale.is_finite() { self.ui_scale.clamp(*SCALE.start(), *SCALE.end()) } else { 1.0 };
        self.keys.tidy();
        self
    }

    /// Where games are saved.
    #[must_use]
    pub fn save_folder(&self, paths: &Paths) -> SaveFolder {
        SaveFolder::new(self.saves.as_deref().unwrap_or(&paths.user))
    }
}

/// What reading the settings file brought: the settings and, when it was broken, words for the player.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The settings to use.
    pub settings: Settings,
    /// What was wrong and where the broken file is now.
    pub notice: Option<String>,
}

/// Reads the settings file. A missing file means defaults; a broken one is moved aside.
#[must_use]
pub fn load(file: &Path) -> Loaded {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Loaded { settings: Settings::default(), notice: None };
        }
        Err(e) => return broken(file, &e.to_string()),
    };
    match ron::from_str::<Settings>(&text) {
        Ok(settings) => Loaded { settings: settings.tidy(), notice: None },
        Err(e) => broken(file, &e.to_string()),
    }
}

/// Moves an unreadable file aside, never over an earlier one.
fn broken(file: &Path, why: &str) -> Loaded {
    let aside = (1..1000)
        .map(|n| file.with_extension(format!("broken-{n}.ron")))
        .find(|name| !name.exists())
        .unwrap_or_else(|| file.with_extension("broken.ron"));
    let kept = match std::fs::rename(file, &aside) {
        Ok(()) => format!("The file is kept as {}.", aside.display()),
        Err(e) => format!("It could not be moved aside: {e}."),
    };
    let notice = format!("{} cannot be read: {why}. Default settings are in use. {kept}", file.display());
    Loaded { settings: Settings::default(), notice: Some(notice) }
}

/// Writes the settings: a new file beside the old one, flushed, then put in its place.
///
/// # Errors
/// What the system says when the folder or file cannot be written.
pub fn save(file: &Path, settings: &Settings) -> std::io::Result<()> {
    let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default())
        .map_err(std::io::Error::other)?;
    if let Some(dir) = file.parent() {
        std::fs::create_dir_all(dir)?;
    }
    let draft = file.with_extension("ron.new");
    let mut out = std::fs::File::create(&draft)?;
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.sync_all()?;
    drop(out);
    std::fs::rename(&draft, file)
}

/// Lines that the player should see at the menu: a broken settings file, a folder that cannot be written.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices(pub Vec<String>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>().add_systems(Last, keep.run_if(resource_exists_and_changed::<Settings>));
}

/// Writes changed settings to disk; the first change is the insertion at start and is not written.
fn keep(settings: Res<Settings>, paths: Res<Paths>, mut notices: ResMut<Notices>) {
    if settings.is_added() {
        return;
    }
    if let Err(e) = save(&paths.settings_file(), &settings) {
        notices.0.push(format!("Settings cannot be written to {}: {e}.", paths.settings_file().display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c36_a_scale_is_held_back_to_what_the_window_holds() {
        for (size, scale) in [
            ((1280.0, 800.0), 1.75),
            ((1024.0, 700.0), 1.4),
            ((1920.0, 1080.0), 2.4),
            ((2560.0, 1440.0), 3.0),
            ((400.0, 300.0), 0.75),
        ] {
            assert!((largest_scale(Vec2::from(size)) - scale).abs() < 0.001, "{size:?}");
        }
    }
    use crate::client::keys::{Action, Chord};

    #[test]
    fn settings_come_back_as_written() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("deep/settings.ron");
        let mut settings =
            Settings { ui_scale: 1.5, auto_roll: true, colour_safe: true, ..Settings::default() };
        settings.keys.bind(Action::Undo, Chord::parse("Ctrl+Backspace").unwrap()).unwrap();
        save(&file, &settings).unwrap();
        let back = load(&file);
        assert_eq!(back.settings, settings);
        assert_eq!(back.notice, None);
        assert!(!file.with_extension("ron.new").exists());
    }

    #[test]
    fn no_file_means_defaults_without_a_word() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(load(&dir.path().join("settings.ron")).notice, None);
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_told() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("settings.ron");
        for (n, text) in ["(ui_scale: ", "(ui_skale: 2.0)", "(ui_scale: \"big\")"].iter().enumerate() {
            std::fs::write(&file, text).unwrap();
            let loaded = load(&file);
            assert_eq!(loaded.settings, Settings::default());
            assert!(loaded.notice.is_some_and(|words| words.contains("settings.ron")));
            let aside = dir.path().join(format!("settings.broken-{}.ron", n + 1));
            assert_eq!(std::fs::read_to_string(aside).unwrap(), *text);
            assert!(!file.exists());
        }
    }

    #[test]
    fn values_out_of_range_are_brought_back() {
        for (text, scale) in [("(ui_scale: 99.0)", 3.0), ("(ui_scale: 0.0)", 0.75), ("(ui_scale: NaN)", 1.0)]
        {
            let settings: Settings = ron::from_str(text).unwrap();
            assert!((settings.tidy().ui_scale - scale).abs() < f32::EPSILON);
        }
    }

    #[test]
    fn c30_nothing_is_chosen_for_the_player_by_default() {
        let settings = Settings::default();
        assert!(!settings.auto_roll && !settings.auto_draw && !settings.auto_single);
        assert_eq!(settings.undo_mode, UndoMode::Table);
    }

    #[test]
    fn reduced_motion_stops_all_motion() {
        let settings =
            Settings { animation: AnimationSpeed::Slow, reduced_motion: true, ..Settings::default() };
        assert!(settings.motion().abs() < f32::EPSILON);
    }
}
