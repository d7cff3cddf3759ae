//! The menus: pages that lie over a screen. Each file is one page with a pure function that draws it.

#[cfg(test)]
mod by_label;
mod credits;
pub mod frame;
mod help;
mod load;
mod main;
mod new_game;
mod notices;
mod options;
mod pause;
mod rules;
mod saves;
mod settings;

use bevy::prelude::*;

pub use help::HelpOpen;
pub use new_game::Draft;
pub use saves::{SaveRow, Saves};

use super::keys::{Action, KeyPressed};
use super::screens::Screen;
use super::session::Session;

/// Which page lies over the screen.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Menu {
    /// None.
    #[default]
    None,
    /// The main menu.
    Main,
    /// The games and their scenarios.
    NewGame,
    /// Options of the chosen scenario.
    Options,
    /// Saved games.
    Load,
    /// The rule ledger and the charts.
    Rules,
    /// The player's settings.
    Settings,
    /// Who made what.
    Credits,
    /// The menu of a running game.
    Pause,
}

impl Menu {
    /// The page behind this one while `screen` fills the window.
    #[must_use]
    pub fn back(self, screen: Screen) -> Self {
        match (self, screen) {
            (Self::Options, _) => Self::NewGame,
            (Self::Main, _) => Self::Main,
            (Self::None | Self::Pause, Screen::Table | Screen::Debrief) => Self::None,
            (_, Screen::Table | Screen::Debrief) => Self::Pause,
            (_, Screen::Title) => Self::Main,
            (_, Screen::Loading) => Self::None,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Menu>().add_systems(Update, close_or_open.in_set(PageKeys)).add_plugins((
        main::plugin,
        new_game::plugin,
        options::plugin,
        load::plugin,
        rules::plugin,
        settings::plugin,
        credits::plugin,
        pause::plugin,
        help::plugin,
        saves::plugin,
        notices::plugin,
    ));
}

/// Runs while keys close and open pages; what else listens to keys runs before it, so that one key does one thing.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PageKeys;

/// Escape closes the topmost page only; the menu key opens the menu of a running game.
fn close_or_open(
    mut pressed: MessageReader<KeyPressed>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    session: Option<Res<Session>>,
    mut help: ResMut<HelpOpen>,
    mut next: ResMut<NextState<Menu>>,
) {
    let curtain = session.is_some_and(|session| session.awaited().is_some());
    for KeyPressed(action) in pressed.read() {
        match action {
            Action::Help => help.0 = !help.0,
            Action::Cancel if help.0 => help.0 = false,
            Action::Cancel if *menu.get() != Menu::None => next.set(menu.get().back(*screen.get())),
            Action::Menu if matches!(screen.get(), Screen::Table | Screen::Debrief) => {
                next.set(if *menu.get() == Menu::None { Menu::Pause } else { Menu::None });
            }
            Action::RulesHere if *screen.get() == Screen::Title => next.set(Menu::Rules),
            Action::RulesHere if *menu.get() == Menu::Pause && !curtain => next.set(Menu::Rules),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c09_every_page_leads_back_and_never_in_a_circle() {
        let all = [
            Menu::Main,
            Menu::NewGame,
            Menu::Options,
            Menu::Load,
            Menu::Rules,
            Menu::Settings,
            Menu::Credits,
            Menu::Pause,
        ];
        for (screen, home) in [(Screen::Title, Menu::Main), (Screen::Table, Menu::None)] {
            for menu in all {
                if menu == Menu::Main && screen == Screen::Table
                    || menu == Menu::Pause && screen == Screen::Title
                {
                    continue;
                }
                let mut at = menu;
                for _ in 0..3 {
                    at = at.back(screen);
                }
                assert_eq!(at, home, "{menu:?} on {screen:?}");
            }
        }
    }
}
