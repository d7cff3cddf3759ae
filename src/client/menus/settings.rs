//! The settings page, keys included.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::options::undo_words;
use super::{Menu, frame};
use crate::client::keys::{Action, Group, Rebinding};
use crate::client::paths::Paths;
use crate::client::screens::Screen;
use crate::client::settings::{AnimationSpeed, SCALE, Settings, Wheel, largest_scale};
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;
use crate::kernel::journal::UndoMode;

/// What the settings page shows.
#[derive(Clone, PartialEq, Debug)]
pub struct SettingsView<'a> {
    /// The settings as they are.
    pub settings: &'a Settings,
    /// The folders.
    pub paths: &'a Paths,
    /// The key that is being changed.
    pub rebinding: &'a Rebinding,
}

/// What was done on the page.
#[derive(Clone, PartialEq, Debug)]
pub enum SettingsIntent {
    /// Back to the menu before.
    Back,
    /// The settings as they are now.
    Change(Box<Settings>),
    /// Wait for a key for this action, or stop waiting.
    Rebind(Option<Action>),
    /// A key could not be given back.
    Refused(String),
}

/// Draws the settings.
pub fn settings_page(ui: &mut Ui, view: &SettingsView) -> Option<SettingsIntent> {
    let mut now = view.settings.clone();
    let mut intent = None;
    let left = frame::sheet(ui, "Settings", vec2(860.0, f32::INFINITY), |ui| {
        display(ui, &mut now);
        play(ui, &mut now);
        folders(ui, view, &mut now);
        keys(ui, view, &mut now, &mut intent);
    });
    if left.0 {
        return Some(SettingsIntent::Back);
    }
    intent.or_else(|| (now != *view.settings).then(|| SettingsIntent::Change(Box::new(now))))
}

fn set(value: &mut bool, changed: Option<bool>) {
    if let Some(new) = changed {
        *value = new;
    }
}

fn display(ui: &mut Ui, now: &mut Settings) {
    let p = theme::palette(ui);
    frame::section(ui, "Scale");
    // The window in points at scale 1, whatever scale is shown.
    let window = ui.ctx().viewport_rect().size() * ui.ctx().zoom_factor();
    let largest = largest_scale(Vec2::new(window.x, window.y));
    ui.horizontal_wrapped(|ui| {
        let smaller = ui.add_enabled(now.ui_scale > *SCALE.start(), frame::quiet_button("−"));
        ui.label(
            theme::text(format!("{:.0} %", now.ui_scale * 100.0), Face::Mono, size::LARGE).color(p.moon),
        );
        let larger = ui.add_enabled(now.ui_scale < *SCALE.end(), frame::quiet_button("+"));
        ui.add_space(8.0);
        for (response, name, by) in [(smaller, "Smaller", -0.25), (larger, "Larger", 0.25)] {
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
            if response.clicked() {
                now.ui_scale = ((now.ui_scale + by) * 4.0).round() / 4.0;
            }
        }
        for scale in [0.75, 1.0, 1.5, 2.0, 3.0] {
            let on = (now.ui_scale - scale).abs() < 0.01;
            if frame::chip(ui, &format!("{:.0} %", scale * 100.0), on).clicked() {
                now.ui_scale = scale;
            }
        }
    });
    now.ui_scale = now.ui_scale.clamp(*SCALE.start(), *SCALE.end());
    if now.ui_scale > largest + 0.001 {
        let words = format!(
            "This window holds at most {:.0} %, so that is shown; a larger window, or the whole screen, holds more.",
            largest * 100.0
        );
        ui.add(egui::Label::new(theme::small(words).color(p.brass)).wrap());
    }
    frame::section(ui, "Motion");
    let speeds = AnimationSpeed::ALL.map(|s| (s, s.label()));
    if let Some(speed) = frame::choices(ui, now.animation, &speeds) {
        now.animation = speed;
    }
    ui.add_space(4.0);
    let reduced =
        frame::switch(ui, now.reduced_motion, "Reduced motion", "Nothing moves; results stand at once.");
    set(&mut now.reduced_motion, reduced);
    let safe = frame::switch(
        ui,
        now.colour_safe,
        "Colour-safe palette",
        "Blue and orange in place of green and red.",
    );
    set(&mut now.colour_safe, safe);
}

fn play(ui: &mut Ui, now: &mut Settings) {
    let p = theme::palette(ui);
    frame::section(ui, "Choices made for you");
    ui.label(theme::small("All off: every choice that the rules give you is asked.").color(p.dim));
    let roll = frame::switch(
        ui,
        now.auto_roll,
        "Throw dice without asking",
        "You still see each roll and its chart.",
    );
    set(&mut now.auto_roll, roll);
    let draw = frame::switch(ui, now.auto_draw, "Draw chits without asking", "");
    set(&mut now.auto_draw, draw);
    let single = frame::switch(ui, now.auto_single, "Take an offer that is the only one", "");
    set(&mut now.auto_single, single);
    frame::section(ui, "Taking back in a new game");
    let modes = [(UndoMode::Table, "Table"), (UndoMode::Practice, "Practice")];
    if let Some(mode) = frame::choices(ui, now.undo_mode, &modes) {
        now.undo_mode = mode;
    }
    ui.label(theme::small(undo_words(now.undo_mode)).color(p.dim));
    frame::section(ui, "Mouse wheel over the board");
    let wheels = [(Wheel::Zoom, "Zooms to the pointer"), (Wheel::Scroll, "Scrolls")];
    if let Some(wheel) = frame::choices(ui, now.wheel, &wheels) {
        now.wheel = wheel;
    }
    ui.add_space(4.0);
    let edge = frame::switch(ui, now.edge_scroll, "Pan at the window’s edge", "");
    set(&mut now.edge_scroll, edge);
}

fn folders(ui: &mut Ui, view: &SettingsView, now: &mut Settings) {
    let p = theme::palette(ui);
    frame::section(ui, "Folders");
    let portable = if view.paths.portable { "Portable: everything lies beside the program." } else { "" };
    for (label, usual, own) in [
        ("Folder that holds saves", view.paths.user.as_path(), &mut now.saves),
        ("Your own charts (overlay)", std::path::Path::new(""), &mut now.overlay),
    ] {
        ui.horizontal(|ui| {
            let name = cell(ui, 190.0, theme::body(label));
            let mut text = own.as_ref().map(|d| d.display().to_string()).unwrap_or_default();
            let hint =
                if usual.as_os_str().is_empty() { "none".to_owned() } else { usual.display().to_string() };
            let field = egui::TextEdit::singleline(&mut text)
                .hint_text(theme::text(hint, Face::Mono, size::SMALL).color(p.dim))
                .font(Face::Mono.at(size::SMALL))
                .desired_width(ui.available_width() - 8.0);
            if ui.add(field).labelled_by(name.id).changed() {
                let text = text.trim();
                *own = (!text.is_empty()).then(|| text.into());
            }
        });
    }
    ui.label(theme::small(format!("Settings: {}", view.paths.settings_file().display())).color(p.dim));
    ui.label(theme::small(format!("Reports of defects: {}", view.paths.reports.display())).color(p.dim));
    ui.label(theme::small("Your own charts are read at the next start.").color(p.dim));
    if !portable.is_empty() {
        ui.label(theme::small(portable).color(p.dim));
    }
}

fn keys(ui: &mut Ui, view: &SettingsView, now: &mut Settings, intent: &mut Option<SettingsIntent>) {
    let p = theme::palette(ui);
    frame::section(ui, "Keys");
    if let Some(refused) = &view.rebinding.refused {
        ui.label(theme::strong(refused).color(p.loss));
    }
    for group in Group::ALL {
        ui.add_space(6.0);
        ui.label(theme::strong(group.title()).color(p.brass));
        for action in Action::all().filter(|a| a.group() == group) {
            key_row(ui, view, now, action, intent);
        }
    }
    ui.add_space(10.0);
    if ui.add(frame::quiet_button("All keys as usual")).clicked() {
        now.keys.reset_all();
    }
}

/// Words at the left of a column of `width`.
fn cell(ui: &mut Ui, width: f32, words: egui::RichText) -> egui::Response {
    let width = width.min(ui.available_width() * 0.5);
    ui.allocate_ui_with_layout(vec2(width, 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(words).truncate())
    })
    .inner
}

fn key_row(
    ui: &mut Ui,
    view: &SettingsView,
    now: &mut Settings,
    action: Action,
    intent: &mut Option<SettingsIntent>,
) {
    let p = theme::palette(ui);
    let waiting = view.rebinding.waiting == Some(action);
    ui.horizontal(|ui| {
        ui.set_min_height(32.0);
        cell(ui, 260.0, theme::body(action.label()));
        let words =
            if waiting { "press a key, Escape to leave it".to_owned() } else { now.keys.words(action) };
        let colour = if waiting { p.brass } else { p.moon };
        let text = theme::text(words, Face::Mono, size::BODY).color(colour);
        cell(ui, 250.0, text);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let change = ui.add(frame::quiet_button(if waiting { "Leave it" } else { "Change" }));
            change.widget_info(|| {
                let said = format!("Change key: {}", action.label());
                egui::WidgetInfo::labeled(egui::WidgetType::Button, true, said)
            });
            if change.clicked() {
                *intent = Some(SettingsIntent::Rebind((!waiting).then_some(action)));
            }
            if now.keys.is_changed(action) && ui.add(frame::quiet_button("As usual")).clicked() {
                match now.keys.reset(action) {
                    Ok(()) => {}
                    Err(refused) => *intent = Some(SettingsIntent::Refused(refused.to_string())),
                }
            }
        });
    });
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Settings)))
        .add_systems(OnExit(Menu::Settings), stop_waiting);
}

fn stop_waiting(mut rebinding: ResMut<Rebinding>) {
    *rebinding = Rebinding::default();
}

fn show(
    mut contexts: EguiContexts,
    mut settings: ResMut<Settings>,
    paths: Res<Paths>,
    mut rebinding: ResMut<Rebinding>,
    screen: Res<State<Screen>>,
    mut menu: ResMut<NextState<Menu>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let view =
        SettingsView { settings: settings.bypass_change_detection(), paths: &paths, rebinding: &rebinding };
    match page(ctx, "settings", true, |ui| settings_page(ui, &view)) {
        Some(SettingsIntent::Back) => menu.set(Menu::Settings.back(*screen.get())),
        Some(SettingsIntent::Change(now)) => *settings = now.tidy(),
        Some(SettingsIntent::Rebind(waiting)) => *rebinding = Rebinding { waiting, refused: None },
        Some(SettingsIntent::Refused(words)) => {
            *rebinding = Rebinding { waiting: None, refused: Some(words) }
        }
        None => {}
    }
    Ok(())
}
