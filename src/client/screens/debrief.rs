//! The debriefing of a finished game.

use bevy::prelude::*;

pub(super) fn plugin(_app: &mut App) {}
