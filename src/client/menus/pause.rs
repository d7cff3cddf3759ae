//! The menu of a running game.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, Ui, UiBuilder, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{HelpOpen, Menu, frame};
use crate::client::panels::Intent;
use crate::client::screens::Screen;
use crate::client::session::{Auto, Session};
use crate::client::theme;
use crate::client::third_party::egui::page;

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PauseIntent {
    /// Back to the table.
    Resume,
    /// Open another menu.
    Goto(Menu),
    /// Adjust the position.
    Adjust,
    /// Show the keys.
    Keys,
    /// Leave the table for the main menu; the game is saved already.
    Leave,
    /// Leave the program; the game is saved already.
    Quit,
}

/// What the menu of a running game may show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PauseView {
    /// The curtain is down: a way out, and nothing of the game.
    pub curtain: bool,
    /// The position can be adjusted.
    pub adjust: bool,
}

/// Draws the menu of a running game.
pub fn pause(ui: &mut Ui, view: PauseView) -> Option<PauseIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let screen = ui.max_rect();
    ui.painter().rect_filled(screen, 0.0, theme::fade(p.ink, 0.6));
    let height = match view {
        PauseView { curtain: true, .. } => 324.0,
        PauseView { adjust: false, .. } => 462.0,
        _ => 508.0,
    };
    let size = vec2(380.0, height).min(screen.size() - vec2(16.0, 16.0));
    let rect = egui::Rect::from_center_size(screen.center(), size);
    ui.painter().rect(rect, theme::PLACE, p.panel, egui::Stroke::new(1.0, p.edge), egui::StrokeKind::Inside);
    ui.scope_builder(
        UiBuilder::new().max_rect(rect.shrink(24.0)).layout(Layout::top_down(Align::Min)),
        |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(theme::title("Game").color(p.moon));
            ui.label(theme::small("Every answer is saved as it is given.").color(p.dim));
            ui.add_space(12.0);
            let back = if view.curtain { "Back" } else { "Back to the table" };
            let lines = [
                (back, "", PauseIntent::Resume),
                ("Load", "", PauseIntent::Goto(Menu::Load)),
                ("Rules and charts", "", PauseIntent::Goto(Menu::Rules)),
                ("Settings", "", PauseIntent::Goto(Menu::Settings)),
                ("Adjust the position", "", PauseIntent::Adjust),
                ("Keys", "", PauseIntent::Keys),
                ("Main menu", "Continue brings you back to this point", PauseIntent::Leave),
                ("Quit", "", PauseIntent::Quit),
            ];
            let there = |chosen: PauseIntent| match chosen {
                PauseIntent::Goto(_) => !view.curtain,
                PauseIntent::Adjust => !view.curtain && view.adjust,
                _ => true,
            };
            let opens = frame::opens(ui, "pause");
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for (label, note, chosen) in lines.into_iter().filter(|l| there(l.2)) {
                    let line = frame::line(ui, label, note, true);
                    frame::first(&line, opens && chosen == PauseIntent::Resume);
                    if line.clicked() {
                        intent = Some(chosen);
                    }
                }
            });
        },
    );
    intent
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Pause)));
}

fn show(
    mut contexts: EguiContexts,
    mut help: ResMut<HelpOpen>,
    mut menu: ResMut<NextState<Menu>>,
    mut screen: ResMut<NextState<Screen>>,
    mut session: Option<ResMut<Session>>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let view = session.as_ref().map_or_else(PauseView::default, |session| PauseView {
        curtain: session.awaited().is_some(),
        adjust: session.key_use().adjust,
    });
    match page(contexts.ctx_mut()?, "pause", true, |ui| pause(ui, view)) {
        Some(PauseIntent::Resume) => menu.set(Menu::None),
        Some(PauseIntent::Goto(next)) => menu.set(next),
        Some(PauseIntent::Adjust) => {
            menu.set(Menu::None);
            if let Some(session) = &mut session {
                session.act(Intent::AdjustOpen, Auto::default(), 0.0);
            }
        }
        Some(PauseIntent::Keys) => help.0 = true,
        Some(PauseIntent::Leave) => {
            menu.set(Menu::Main);
            screen.set(Screen::Title);
        }
        Some(PauseIntent::Quit) => {
            exit.write(AppExit::Success);
        }
        None => {}
    }
    Ok(())
}
