//! A picture of the real table after some decisions, taken without a player.

use std::path::PathBuf;

use bevy::prelude::*;

/// Who decides before the picture is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// The game's own bot.
    #[default]
    Bot,
    /// Any enabled offer with equal chance.
    Random,
}

/// A picture to take.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct ScreenshotOptions {
    /// The PNG file.
    pub file: PathBuf,
    /// After how many decisions.
    pub after: usize,
    /// Who decides.
    pub policy: Policy,
    /// Size of the window in pixels.
    pub size: (u32, u32),
}

pub(super) fn plugin(_app: &mut App) {}
