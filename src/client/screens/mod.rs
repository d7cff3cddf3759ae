//! What fills the window.

mod keep;
mod loading;
mod table;
mod title;

use bevy::prelude::*;

pub use keep::{LogbookRequested, LogbookWriter, SaveAsRequested};
pub use table::{Opened, bot_stamp};

/// The screen.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// The art is being loaded.
    #[default]
    Loading,
    /// The picture behind the main menu.
    Title,
    /// A game.
    Table,
    /// A finished game.
    Debrief,
}

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>().add_plugins((loading::plugin, title::plugin, table::plugin, keep::plugin));
}
