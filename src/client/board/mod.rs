//! The board: the map with its places, counters and markers.
//!
//! [`layout`] says where places lie, [`camera`] how screen and board belong together, [`scene`] where things lie and
//! what is under a point; all of that is plain arithmetic. [`stage`] listens to the pointer inside the egui pass, and
//! [`sprites`] shows the scene with sprites that stand for pieces but never touch the rules.

pub mod camera;
pub mod flow;
pub mod layout;
pub mod magnify;
mod maps;
pub mod scene;
pub mod sprites;
pub mod stage;
pub mod view;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(sprites::plugin);
}
