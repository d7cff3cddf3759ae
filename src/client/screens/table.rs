//! The table: a game is opened here and handed to the session, which shows it.

use bevy::prelude::*;

use super::Screen;
use super::keep::Keeper;
use crate::client::app::{Games, NewTable, Open, OpenRequested};
use crate::client::menus::Menu;
use crate::client::screenshot::{self, ScreenshotOptions};
use crate::client::session::Session;
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
            screenshot::play(&mut opened.table, picture.after, picture.until.as_deref(), picture.policy)?;
        }
        Ok(opened)
    });
    match opened {
        Ok(opened) => {
            // The table in play must not be written into the file that was just opened.
            commands.remove_resource::<Session>();
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

/// The stamp of a table at which a bot plays a seat; it goes into the save, so that the bot is there again.
#[must_use]
pub fn bot_stamp(seat: &str) -> String {
    format!("bot {seat}")
}

fn set_up(games: &Games, wanted: &NewTable) -> Result<Opened, String> {
    let game = games
        .of_scenario(&wanted.scenario)
        .ok_or_else(|| format!("There is no scenario {}.", wanted.scenario))?;
    let mut table = Table::new(game.clone(), &wanted.scenario, &wanted.options, wanted.seed, wanted.mode)
        .map_err(|e| format!("{} cannot be set up: {e}.", wanted.scenario))?;
    for seat in &wanted.bots {
        table.stamp(&bot_stamp(seat));
    }
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

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::client::paths::Paths;
    use crate::client::settings::Settings;
    use crate::kernel::game::Options;
    use crate::kernel::ids::Seat;
    use crate::kernel::journal::UndoMode;
    use crate::kernel::store::SaveFolder;
    use crate::kernel::testkit::toy::Toy;

    #[test]
    fn c15_a_save_opened_over_a_later_state_of_the_same_game_stays_as_it_is() {
        let user = tempfile::tempdir().unwrap();
        let folder = SaveFolder::new(user.path());
        let mut table =
            Table::new(Toy::shared(), "toy/solo", &Options::new(), 1, UndoMode::Practice).unwrap();
        let answer = |table: &mut Table| {
            let first = table.question().map(|q| q.offers[0].key.text(table.pieces())).unwrap();
            table.submit_text(&first).unwrap();
        };
        answer(&mut table);
        let path = folder.save_as("earlier", &table).unwrap().path().to_path_buf();
        let before = std::fs::read(&path).unwrap();
        // The game has gone on meanwhile, in another file.
        answer(&mut table);
        answer(&mut table);
        let mut app = App::new();
        app.add_plugins((StatesPlugin, crate::client::screens::keep::plugin, plugin))
            .init_state::<Screen>()
            .init_state::<Menu>()
            .add_message::<OpenRequested>()
            .insert_resource(Games(vec![Toy::shared()]))
            .insert_resource(Paths::find(None, Some(user.path())))
            .init_resource::<Settings>()
            .init_resource::<Notices>()
            .insert_resource(Session::new(table, vec![Seat(0)], Vec::new(), false));
        app.update();
        app.world_mut().write_message(OpenRequested(Open::Save(path.clone())));
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(std::fs::read(&path).unwrap(), before, "opening a save writes nothing");
        let opened = app.world().get_resource::<Opened>().map(|o| o.table.len());
        assert_eq!(opened, Some(1));
        assert!(app.world().get_resource::<Session>().is_none());
    }
}
