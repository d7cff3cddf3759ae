//! Credits: what the program stands on.

use bevy::prelude::*;
use bevy_egui::egui::{Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, frame};
use crate::client::screens::Screen;
use crate::client::theme;
use crate::client::third_party::egui::page;

/// Sections of the page: heading and paragraphs.
const TEXT: &[(&str, &[&str])] = &[
    (
        "This program",
        &[
            "Bomber’s Moon is an unofficial program for people who own the games. It is free software under the MIT or the Apache 2.0 licence, as you prefer.",
            "The titles belong to their owners. Rules are stated in our own words. Charts that are not public are reconstructed and marked so; an owner of a game can lay the printed values over them.",
        ],
    ),
    (
        "Art",
        &["Maps, counters, dice and pictures are drawn for this program and come under the same licences."],
    ),
    (
        "Type",
        &[
            "Cabin by Pablo Impallari and others, SIL Open Font License.",
            "B612 and B612 Mono by Intactile Design for Airbus, SIL Open Font License or Eclipse Public License.",
            "Courier Prime by Alan Dague-Greene, SIL Open Font License.",
        ],
    ),
    (
        "Software",
        &[
            "Rust; Bevy for state and drawing; egui for panels; hexx for the boards’ lattice; resvg for the drawings.",
        ],
    ),
];

/// Draws the page; true when it was left.
pub fn credits(ui: &mut Ui) -> bool {
    let p = theme::palette(ui);
    frame::sheet(ui, "Credits", vec2(720.0, 620.0), |ui| {
        for (heading, paragraphs) in TEXT {
            frame::section(ui, heading);
            for words in *paragraphs {
                ui.label(theme::body(*words).color(p.text));
                ui.add_space(4.0);
            }
        }
    })
    .0
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Credits)));
}

fn show(mut contexts: EguiContexts, screen: Res<State<Screen>>, mut menu: ResMut<NextState<Menu>>) -> Result {
    if page(contexts.ctx_mut()?, "credits", true, credits) {
        menu.set(Menu::Credits.back(*screen.get()));
    }
    Ok(())
}
