//! One file for each library whose behaviour the client adjusts.

pub mod egui;
pub mod winit;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((egui::plugin, winit::plugin));
}
