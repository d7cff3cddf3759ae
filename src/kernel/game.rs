//! What a game gives to the kernel, and the table-top services built on it.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::{App, World};
use serde::{Deserialize, Serialize};

use super::account::Account;
use super::adjust::Adjustment;
use super::ai::Bot;
use super::chart::Charts;
use super::content::OptionFault;
use super::data::nearest;
use super::decision::Question;
use super::driver::Fault;
use super::ids::Seat;
use super::rules::Ledger;

/// A player's choices for one game: option id to value.
pub type Options = BTreeMap<String, String>;

/// What a scenario card shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioCard {
    /// Full id such as `dambusters/s1-mohne`.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Title.
    pub title: String,
    /// The part of the rules that it uses.
    pub part: String,
    /// The seats by name.
    pub seats: Vec<String>,
    /// Whether it is played alone.
    pub solo: bool,
    /// Usual length in minutes.
    pub minutes: u32,
    /// What happens, in two or three sentences.
    pub blurb: String,
    /// How hard it is, in a word.
    pub difficulty: String,
    /// Which rules are used.
    pub rules: String,
    /// Its special rules, one by one.
    #[serde(default)]
    pub special: Vec<String>,
    /// The options that may be set before it starts.
    pub options: Vec<OptionCard>,
}

/// An option of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionCard {
    /// Stable id.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// The allowed values; the first is the default.
    pub values: Vec<String>,
    /// What a player reads for each value; empty when the values speak for themselves.
    #[serde(default)]
    pub labels: Vec<String>,
    /// What it changes.
    pub note: String,
    /// Whether the game takes other values too, such as survivors of another scenario; it checks them itself.
    #[serde(default)]
    pub free: bool,
}

/// Why a scenario could not be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// There is no such scenario.
    #[error("there is no scenario `{id}`{}", help.as_ref().map_or(String::new(), |h| format!("; the nearest is `{h}`")))]
    NoScenario {
        /// The id given.
        id: String,
        /// The nearest valid id.
        help: Option<String>,
    },
    /// An option or value is unknown.
    #[error("option `{id}`: {message}")]
    Option {
        /// The option's id.
        id: String,
        /// What is wrong.
        message: String,
    },
    /// The rules could not start.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl SetUpError {
    /// There is no scenario `id` among these.
    #[must_use]
    pub fn no_scenario<'a>(id: &str, ids: impl Iterator<Item = &'a str>) -> Self {
        Self::NoScenario { id: id.to_owned(), help: nearest(id, ids).map(str::to_owned) }
    }
}

impl From<OptionFault> for SetUpError {
    fn from(fault: OptionFault) -> Self {
        Self::Option { id: fault.option().to_owned(), message: fault.to_string() }
    }
}

/// What a game gives to the kernel. Implementations hold the loaded data and are shared by all tables.
pub trait Game: Send + Sync {
    /// Stable id, the folder's name.
    fn id(&self) -> &'static str;
    /// Title for players.
    fn title(&self) -> &'static str;
    /// The scenarios that are loaded.
    fn scenarios(&self) -> Vec<ScenarioCard>;
    /// The rule ledger.
    fn ledger(&self) -> &Ledger;
    /// The charts.
    fn charts(&self) -> &Charts;
    /// Hashes of the data that a save names: scenario, charts with overlays.
    fn data_hash(&self, scenario: &str) -> (u64, u64);
    /// Adds phases, systems and rule state to a fresh world.
    fn install(&self, app: &mut App);
    /// Sets up a scenario in an installed world and runs to the first decision. The world's luck is seeded before.
    ///
    /// # Errors
    /// An unknown scenario or option, or a fault of the rules.
    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError>;
    /// One line on what an offer brings: odds or consequence, from what `seat` may know. Empty when there is nothing to say.
    fn hint(&self, world: &World, question: &Question, offer: usize) -> String;
    /// Which of several people that share a seat a question is put to; `None` where each has a seat.
    fn asked(&self, _world: &World, _question: &Question) -> Option<String> {
        None
    }
    /// What a seat sees, as the game's own view type.
    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send>;
    /// What a seat sees, for `run --json` and tools.
    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value;
    /// The measures of a finished or running game by name, for `simulate`.
    fn measures(&self, world: &World) -> Vec<(&'static str, i64)>;
    /// A bot that plays sensibly.
    fn bot(&self, seat: Seat, seed: u64) -> Box<dyn Bot>;
    /// Checks that counters, crews and markers are conserved and that the dead do nothing.
    ///
    /// # Errors
    /// The first broken invariant in words.
    fn check(&self, world: &World) -> Result<(), String>;
    /// Where the game stands, in words that every seat may read, for a list of games of several seats; empty when there is
    /// nothing to tell.
    fn stands(&self, _world: &World) -> String {
        String::new()
    }
    /// The options with which `scenario` goes on from a game that has come to this moment; `None` when it does not.
    fn onward(&self, _world: &World, _scenario: &str) -> Option<Options> {
        None
    }
    /// What the game makes of its log for the logbook: headings and tables. `None` when its turns and phases say enough.
    fn account(&self, _world: &World) -> Option<Account> {
        None
    }
    /// What of the position may be adjusted by hand now; nothing where the rules could not go on from it.
    fn adjustments(&self, _world: &World) -> Vec<Adjustment> {
        Vec::new()
    }
    /// Whether the position can ever be adjusted by hand.
    fn adjustable(&self) -> bool {
        false
    }
    /// When the position can be adjusted, in the player's words; shown while nothing can be.
    fn adjust_when(&self) -> &'static str {
        "this game offers nothing to adjust"
    }
    /// Gives something of [`Game::adjustments`] one of its values and puts the pending question anew
    /// ([`driver::ask_again`](super::driver::ask_again)). Nothing hidden may be shown by it.
    ///
    /// # Errors
    /// A fault of the rules; the table then brings back what was before.
    fn adjust(&self, _world: &mut World, _id: &str, _value: &str) -> Result<(), Fault> {
        Ok(())
    }
}

/// A fresh world with a game's rules installed and nothing set up.
#[must_use]
pub fn world_for(game: &dyn Game) -> World {
    let mut app = App::empty();
    super::snapshot::plugin(&mut app);
    app.insert_resource(game.charts().clone());
    game.install(&mut app);
    std::mem::take(app.world_mut())
}
