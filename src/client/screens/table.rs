//! The table: a game is opened here and handed to the session, which shows it.

use bevy::prelude::*;

use super::Screen;
use crate::client::app::{Games, NewTable, Open, OpenRequested};
use crate::client::menus::Menu;
use crate::client::settings::Notices;
use crate::kernel::timeline::Table;

/// A game just opened; the session takes it when the screen changes.
#[derive(Resource)]
pub struct Opened {
    /// The game.
    pub table: Table,
    /// Whether the player throws real dice.
    pub own_dice: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, open);
}

/// Opens what was asked for; a failure is told at the menu and nothing changes.
fn open(
    mut commands: Commands,
    mut requests: MessageReader<OpenRequested>,
    games: Res<Games>,
    mut notices: ResMut<Notices>,
    mut screen: ResMut<NextState<Screen>>,
    mut menu: ResMut<NextState<Menu>>,
) {
    let Some(OpenRequested(request)) = requests.read().last() else { return };
    let opened = match request {
        Open::Menu => return,
        Open::Scenario(wanted) => set_up(&games, wanted),
        Open::Save(path) => Err(format!("{} cannot be read", path.display())),
    };
    match opened {
        Ok(opened) => {
            commands.insert_resource(opened);
            menu.set(Menu::None);
            screen.set(Screen::Table);
        }
        Err(words) => notices.0.push(words),
    }
}

fn set_up(games: &Games, wanted: &NewTable) -> Result<Opened, String> {
    let game = games
        .of_scenario(&wanted.scenario)
        .ok_or_else(|| format!("There is no scenario {}.", wanted.scenario))?;
    let table = Table::new(game.clone(), &wanted.scenario, &wanted.options, wanted.seed, wanted.mode)
        .map_err(|e| format!("{} cannot be set up: {e}.", wanted.scenario))?;
    Ok(Opened { table, own_dice: wanted.own_dice })
}
