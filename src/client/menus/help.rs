//! The key list: `?` shows the keys, those of the panel in use first.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, UiBuilder, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::client::keys::{Action, Bindings, FocusedGroup, Group, KeyUse};
use crate::client::session::Session;
use crate::client::settings::Settings;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;

/// Whether the key list is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HelpOpen(pub bool);

/// What the mouse does, and keys that are held.
const MOUSE: [(Group, &str, &str); 6] = [
    (Group::Board, "Hold Shift", "Magnify what lies under the pointer"),
    (Group::Board, "Wheel", "Zoom to the pointer, or scroll as set"),
    (Group::Board, "Drag", "Pan"),
    (Group::Board, "Shift+drag", "Select the pieces in a box"),
    (Group::Board, "Shift+click", "Add a piece to the selection"),
    (Group::Board, "Alt+click", "Take a piece out of the selection"),
];

/// Draws the key list with `first` on top, as far as the table at hand uses the keys; true when it was left.
pub fn key_list(ui: &mut Ui, keys: &Bindings, first: Group, table: KeyUse) -> bool {
    let p = theme::palette(ui);
    let screen = ui.max_rect();
    ui.painter().rect_filled(screen, 0.0, theme::fade(p.ink, 0.6));
    let want = vec2(1080.0, 900.0).min(screen.size() - vec2(40.0, 40.0));
    let rect = egui::Rect::from_center_size(screen.center(), want);
    ui.painter().rect(rect, theme::PLACE, p.panel, egui::Stroke::new(1.0, p.edge), egui::StrokeKind::Inside);
    let mut left = false;
    let mut groups = vec![first];
    groups.extend(Group::ALL.into_iter().filter(|g| *g != first));
    ui.scope_builder(
        UiBuilder::new().max_rect(rect.shrink(24.0)).layout(Layout::top_down(Align::Min)),
        |ui| {
            ui.horizontal(|ui| {
                ui.label(theme::title("Keys").color(p.moon));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    left = ui.add(super::frame::quiet_button("Close")).clicked();
                });
            });
            ui.add_space(8.0);
            ScrollArea::vertical().id_salt("keys").auto_shrink(false).show(ui, |ui| {
                if rect.width() < 640.0 {
                    for group in &groups {
                        group_keys(ui, keys, (*group, *group == first), table);
                    }
                    return;
                }
                let width = (ui.available_width() - 24.0) / 2.0;
                ui.horizontal_top(|ui| {
                    for half in &halves(&groups, table) {
                        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                            ui.set_width(width);
                            for group in half {
                                group_keys(ui, keys, (*group, *group == first), table);
                            }
                        });
                        ui.add_space(12.0);
                    }
                });
            });
        },
    );
    left
}

/// The groups in two columns of about the same length, each in its order.
fn halves(groups: &[Group], table: KeyUse) -> [Vec<Group>; 2] {
    let told = |a: &Action| a.used(table) && a.offer().is_none_or(|n| n == 0 || n == 9);
    let rows = |group: Group| Action::all().filter(|a| a.group() == group && told(a)).count() + 3;
    let mut out = [Vec::new(), Vec::new()];
    let mut long = [0, 0];
    for group in groups {
        let shorter = usize::from(long[1] < long[0]);
        out[shorter].push(*group);
        long[shorter] += rows(*group);
    }
    out
}

/// The width of the keys' column, so that all groups stand in line, in points.
const KEYS: f32 = 178.0;

fn group_keys(ui: &mut Ui, keys: &Bindings, (group, first): (Group, bool), table: KeyUse) {
    let p = theme::palette(ui);
    ui.label(theme::caps(group.title()).color(if first { p.brass } else { p.dim }));
    ui.add_space(2.0);
    for action in Action::all().filter(|a| a.group() == group && a.used(table)) {
        // Nine offers are one line of the list, and so are the ten after them.
        let (keys_told, told) = match action.offer().filter(|_| !keys.is_changed(action)) {
            None => (keys.words(action), action.label()),
            Some(0) => ("1 to 9".to_owned(), "Take an offer by its number"),
            Some(9) => ("Ctrl+0 to Ctrl+9".to_owned(), "Take offer 10 to 19"),
            Some(_) => continue,
        };
        row(ui, &keys_told, told);
    }
    for (_, keys, words) in MOUSE.iter().filter(|(g, ..)| *g == group) {
        row(ui, keys, words);
    }
    ui.add_space(10.0);
}

/// Keys, and beside them what they do.
fn row(ui: &mut Ui, keys: &str, words: &str) {
    let p = theme::palette(ui);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(KEYS, 18.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(KEYS);
            ui.label(theme::text(keys, Face::Mono, size::SMALL).color(p.moon));
        });
        ui.add(egui::Label::new(theme::body(words).color(p.text)).wrap());
    });
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HelpOpen>()
        .add_systems(EguiPrimaryContextPass, show.run_if(|help: Res<HelpOpen>| help.0));
}

fn show(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    group: Res<FocusedGroup>,
    session: Option<Res<Session>>,
    mut help: ResMut<HelpOpen>,
) -> Result {
    let table = session.map_or(KeyUse::ALL, |session| session.key_use());
    if page(contexts.ctx_mut()?, "keys", true, |ui| key_list(ui, &settings.keys, group.0, table)) {
        help.0 = false;
    }
    Ok(())
}
