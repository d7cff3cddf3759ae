//! The table: a game is opened here and handed to the session, which shows it.

use bevy::prelude::*;

use super::Screen;
use super::keep::Keeper;
use crate::client::app::{Games, NewTable, Open, OpenRequested};
use crate::client::menus::Menu;
use crate::client::screenshot::{self, ScreenshotOptions};
use crate::client::settings::Notices;
use crate::kernel::store::{self, Loaded};
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
    picture: Option<Res<ScreenshotOptions>>,
    mut keeper: ResMut<Keeper>,
    mut notices: ResMut<Notices>,
    mut screen: ResMut<NextState<Screen>>,
    mut menu: ResMut<NextState<Menu>>,
) {
    let Some(OpenRequested(request)) = requests.read().last() else { return };
    let opened = match request {
        Open::Menu => return,
        Open::Scenario(wanted) => set_up(&games, wanted).inspect(|_| keeper.new_game()),
        Open::Save(path) => match store::load(path, &games.0) {
            Ok(loaded) => Ok(resume(loaded, &mut keeper, &mut notices)),
            Err(problems) => Err(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        },
    };
    let opened = opened.and_then(|mut opened| {
        if let Some(picture) = &picture {
            keeper.keep_nothing();
            screenshot::play(&mut opened.table, picture.after, picture.policy)?;
        }
        Ok(opened)
    });
    match opened {
        Ok(opened) => {
            commands.insert_resource(opened);
            menu.set(Menu::None);
            screen.set(Screen::Table);
        }
        Err(words) if picture.is_some() => {
            eprintln!("{words}");
            commands.write_message(AppExit::error());
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

/// Goes on with a loaded game; what is wrong with its file is told, and then it is only looked at.
fn resume(loaded: Loaded, keeper: &mut Keeper, notices: &mut Notices) -> Opened {
    notices.0.extend(loaded.notes.iter().map(|note| format!("{}: {note}.", loaded.path().display())));
    if let Some(mismatch) = &loaded.mismatch {
        notices
            .0
            .push(format!("{mismatch}. The game stands before it; what you play on is kept in a new file."));
    }
    // The file may be the one that is being kept; its lock must be free first.
    keeper.new_game();
    if !loaded.read_only() {
        match loaded.resume(store::Safety::default()) {
            Ok(file) => keeper.goes_on(&loaded.table, file),
            Err(e) => notices.0.push(format!("{e}. What you play on is kept in a new file.")),
        }
    }
    let own_dice = loaded.table.header().stamps.contains("own dice");
    Opened { table: loaded.table, own_dice }
}
