//! Load: every file of the saves folder with its state; a broken one stays in the list with its error.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, SaveRow, Saves, frame, saves};
use crate::client::app::{Open, OpenRequested};
use crate::client::screens::Screen;
use crate::client::settings::Notices;
use crate::client::theme;
use crate::client::third_party::egui::page;

/// The file that may be deleted once the player says yes.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
struct Doomed(Option<usize>);

/// What was done on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoadIntent {
    /// Back to the menu before.
    Back,
    /// Open this file.
    Open(usize),
    /// Open a copy of this damaged file, by its number.
    Copy(usize, usize),
    /// Ask whether this file shall be deleted.
    AskDelete(usize),
    /// Delete this file.
    Delete(usize),
    /// Keep the file.
    Keep,
}

/// Draws the list of saved games; `doomed` is the file that the player is asked about.
pub fn load(ui: &mut Ui, saves: &Saves, doomed: Option<usize>) -> Option<LoadIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let opens = frame::opens(ui, "saves");
    let newest = saves.rows.iter().position(|row| row.status.is_ok());
    let left = frame::sheet(ui, "Load", vec2(920.0, f32::INFINITY), |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::small("Folder").color(p.dim));
            ui.label(
                theme::text(saves.folder.display().to_string(), theme::Face::Mono, theme::size::SMALL)
                    .color(p.text),
            );
        });
        ui.add_space(10.0);
        if let Some(refused) = &saves.refused {
            ui.label(theme::body(format!("The folder cannot be listed: {refused}.")).color(p.loss));
        } else if saves.rows.is_empty() {
            ui.label(
                theme::body("No saved game yet. Every game is saved by itself from the first answer on.")
                    .color(p.dim),
            );
        }
        for (i, row) in saves.rows.iter().enumerate() {
            ui.push_id(i, |ui| {
                if let Some(done) = save_row(ui, row, i, opens && newest == Some(i)) {
                    intent = Some(done);
                }
            });
            ui.add_space(6.0);
        }
    });
    if let Some(row) = doomed.and_then(|i| saves.rows.get(i)) {
        let name = row.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let words = format!("Delete {} ({name})? It cannot be brought back.", row.title);
        match frame::ask(ui, "delete save", &words, "Delete") {
            Some(true) => return doomed.map(LoadIntent::Delete),
            Some(false) => return Some(LoadIntent::Keep),
            None => return None,
        }
    }
    if left.0 { Some(LoadIntent::Back) } else { intent }
}

fn save_row(ui: &mut Ui, row: &SaveRow, i: usize, first: bool) -> Option<LoadIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let edge = if row.status.is_ok() { p.edge } else { p.loss };
    egui::Frame::new()
        .fill(p.slate)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(theme::CARD)
        .inner_margin(egui::Margin::symmetric(16, 10))
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let delete = ui.add(frame::quiet_button("Delete"));
                    delete.widget_info(|| {
                        egui::WidgetInfo::labeled(
                            egui::WidgetType::Button,
                            true,
                            format!("Delete {}", row.title),
                        )
                    });
                    if delete.clicked() {
                        intent = Some(LoadIntent::AskDelete(i));
                    }
                    let open = ui.add_enabled(row.status.is_ok(), frame::quiet_button("Open"));
                    open.widget_info(|| {
                        let said = format!("Open {}", row.title);
                        egui::WidgetInfo::labeled(egui::WidgetType::Button, row.status.is_ok(), said)
                    });
                    frame::first(&open, first);
                    if open.clicked() {
                        intent = Some(LoadIntent::Open(i));
                    }
                    frame::focus_on_arrow(ui, &open, row.status.is_ok());
                    for n in (0..row.copies.len()).rev() {
                        let words = if n == 0 { "Open its copy" } else { "Open the older copy" };
                        if ui.add(frame::quiet_button(words)).clicked() {
                            intent = Some(LoadIntent::Copy(i, n));
                        }
                    }
                    let room = vec2(ui.available_width(), 62.0);
                    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                        ui.set_width(room.x);
                        ui.spacing_mut().item_spacing.y = 2.0;
                        ui.horizontal(|ui| {
                            ui.label(
                                theme::text(&row.title, theme::Face::Strong, theme::size::LARGE)
                                    .color(p.moon),
                            );
                            if !row.of.is_empty() {
                                ui.label(theme::body(&row.of).color(p.text));
                            }
                            if row.finished {
                                frame::tag(ui, "ended", p.dim);
                            }
                        });
                        match &row.status {
                            Ok(status) => ui.label(theme::body(status).color(p.text)),
                            Err(why) => {
                                ui.label(theme::body(format!("Cannot be opened: {why}")).color(p.loss))
                            }
                        };
                        let name = row.path.file_name().map(|n| n.to_string_lossy().into_owned());
                        let under = format!("{}  {}", row.when, name.unwrap_or_default());
                        ui.label(theme::small(under.trim()).color(p.dim));
                    });
                });
            });
        });
    intent
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Doomed>()
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Load)))
        .add_systems(Update, saves::refresh.run_if(resource_exists_and_changed::<Doomed>));
}

fn show(
    mut contexts: EguiContexts,
    saves: Res<Saves>,
    screen: Res<State<Screen>>,
    mut doomed: ResMut<Doomed>,
    mut notices: ResMut<Notices>,
    mut menu: ResMut<NextState<Menu>>,
    mut open: MessageWriter<OpenRequested>,
) -> Result {
    let asked = doomed.bypass_change_detection().0;
    match page(contexts.ctx_mut()?, "load", true, |ui| load(ui, &saves, asked)) {
        Some(LoadIntent::Back) => menu.set(Menu::Load.back(*screen.get())),
        Some(LoadIntent::Open(i)) => {
            if let Some(row) = saves.rows.get(i) {
                open.write(OpenRequested(Open::Save(row.path.clone())));
            }
        }
        Some(LoadIntent::Copy(i, n)) => match saves.rows.get(i).map(|row| row.bring_back(n)) {
            Some(Ok(path)) => {
                open.write(OpenRequested(Open::Save(path)));
            }
            Some(Err(e)) => notices.0.push(format!("The copy cannot be brought back: {e}.")),
            None => {}
        },
        Some(LoadIntent::AskDelete(i)) => doomed.0 = Some(i),
        Some(LoadIntent::Keep) => doomed.0 = None,
        Some(LoadIntent::Delete(i)) => {
            if let Some(row) = saves.rows.get(i)
                && let Err(e) = std::fs::remove_file(&row.path)
            {
                notices.0.push(format!("{} cannot be deleted: {e}.", row.path.display()));
            }
            doomed.0 = None;
        }
        None => {}
    }
    Ok(())
}
