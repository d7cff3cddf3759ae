//! The main menu.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, Ui, UiBuilder, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, Saves, frame};
use crate::client::app::{Open, OpenRequested};
use crate::client::settings::Notices;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;

/// What the main menu shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainView<'a> {
    /// The newest unfinished game in one line, or why there is none.
    pub last: Result<&'a str, &'a str>,
    /// Things that the player must be told.
    pub notices: &'a [String],
}

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MainIntent {
    /// Go on with the newest unfinished game.
    Continue,
    /// Open another menu.
    Goto(Menu),
    /// Put a notice away.
    Noted(usize),
    /// Leave the program.
    Quit,
}

/// Draws the main menu.
pub fn main_menu(ui: &mut Ui, view: &MainView) -> Option<MainIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let screen = ui.max_rect();
    let left = (screen.width() * 0.07).clamp(16.0, 160.0);
    // The lines and the title need about 560 points; a lower window starts higher.
    let top = ((screen.height() - 580.0) * 0.42).clamp(16.0, 240.0);
    let size = vec2((screen.width() - left - 16.0).min(520.0), screen.height() - top - 32.0);
    let column = egui::Rect::from_min_size(screen.min + vec2(left, top), size);
    ui.scope_builder(UiBuilder::new().max_rect(column).layout(Layout::top_down(Align::Min)), |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| intent = lines(ui, view.last));
    });
    let version =
        concat!("Version ", env!("CARGO_PKG_VERSION"), ". Unofficial; the titles belong to their owners.");
    ui.painter().text(
        pos2(screen.min.x + left + 18.0, screen.max.y - 16.0),
        egui::Align2::LEFT_CENTER,
        version,
        Face::Text.at(size::SMALL),
        theme::fade(p.dim, 0.8),
    );
    if !view.notices.is_empty() {
        let width = (screen.width() - left - 520.0 - 64.0).clamp(260.0, 420.0);
        let place = egui::Rect::from_min_size(
            pos2(screen.max.x - width - 32.0, screen.min.y + 32.0),
            vec2(width, screen.height() - 64.0),
        );
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)), |ui| {
            for (i, words) in view.notices.iter().enumerate() {
                ui.push_id(i, |ui| {
                    if frame::notice(ui, words) {
                        intent = Some(MainIntent::Noted(i));
                    }
                });
                ui.add_space(8.0);
            }
        });
    }
    intent
}

/// The name of the program and the lines under it.
fn lines(ui: &mut Ui, last: Result<&str, &str>) -> Option<MainIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    let lettering = (ui.available_width() / 11.3).clamp(20.0, 46.0);
    let name = theme::text("BOMBER’S MOON", Face::Bold, lettering).color(p.moon);
    ui.label(name.extra_letter_spacing(lettering / 15.0));
    ui.add_space(2.0);
    ui.label(theme::text("Board games of the night air war", Face::Text, size::LARGE).color(p.dim));
    ui.add_space(26.0);
    ui.set_max_width(400.0);
    let (note, enabled) = match last {
        Ok(recap) => (recap, true),
        Err(why) => (why, false),
    };
    let opens = frame::opens(ui, "main menu");
    let go_on = frame::line(ui, "Continue", note, enabled);
    frame::first(&go_on, opens && enabled);
    if go_on.clicked() {
        intent = Some(MainIntent::Continue);
    }
    for (label, menu) in [
        ("New game", Menu::NewGame),
        ("Load", Menu::Load),
        ("Rules and charts", Menu::Rules),
        ("Settings", Menu::Settings),
        ("Credits", Menu::Credits),
    ] {
        let line = frame::line(ui, label, "", true);
        frame::first(&line, opens && !enabled && menu == Menu::NewGame);
        if line.clicked() {
            intent = Some(MainIntent::Goto(menu));
        }
    }
    if frame::line(ui, "Quit", "", true).clicked() {
        intent = Some(MainIntent::Quit);
    }
    intent
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Main)));
}

fn show(
    mut contexts: EguiContexts,
    saves: Res<Saves>,
    mut notices: ResMut<Notices>,
    mut menu: ResMut<NextState<Menu>>,
    mut open: MessageWriter<OpenRequested>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let newest = saves.newest_unfinished();
    let recap = newest.map(|row| row.line());
    let view = MainView {
        last: recap.as_deref().ok_or("no unfinished game"),
        notices: &notices.bypass_change_detection().0.clone(),
    };
    let intent = page(contexts.ctx_mut()?, "main menu", false, |ui| main_menu(ui, &view));
    match intent {
        Some(MainIntent::Continue) => {
            if let Some(row) = newest {
                open.write(OpenRequested(Open::Save(row.path.clone())));
            }
        }
        Some(MainIntent::Goto(next)) => menu.set(next),
        Some(MainIntent::Noted(i)) if i < notices.0.len() => {
            notices.0.remove(i);
        }
        Some(MainIntent::Quit) => {
            exit.write(AppExit::Success);
        }
        _ => {}
    }
    Ok(())
}
