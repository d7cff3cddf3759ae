//! A table of Dambuster Raid to try things on, and everything that a player can tell two states apart by.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::chart::Rolled;
use bombers_moon::kernel::chronicle::{Chronicle, Entry};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::Table;

/// The scenario with the most rules: flak, escorts, elite crews, nightfighters.
pub const MOHNE: &str = "dambusters/s1-mohne";

/// The game on the shipped data, loaded once.
pub fn game() -> Arc<dyn Game> {
    static GAME: OnceLock<Arc<dyn Game>> = OnceLock::new();
    GAME.get_or_init(|| {
        let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
        let games = bombers_moon::games::load(assets, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        let found = games.into_iter().find(|g| g.id() == "dambusters");
        found.unwrap_or_else(|| panic!("there is no Dambuster Raid"))
    })
    .clone()
}

/// All scenarios.
pub fn scenarios() -> Vec<String> {
    game().scenarios().into_iter().map(|card| card.id).collect()
}

/// A fresh table.
pub fn open(scenario: &str, mode: UndoMode, seed: u64) -> Table {
    Table::new(game(), scenario, &Options::new(), seed, mode).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Answers one question at random; false once the game is over.
pub fn step(table: &mut Table, player: &mut RandomBot) -> bool {
    let Some(question) = table.question() else { return false };
    let answer = Answer::new(question.seq, player.choose(&(), question));
    table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
    true
}

/// Plays a whole game at random and shows every state with a pending question.
pub fn walk(scenario: &str, seed: u64, mut look: impl FnMut(&Table)) -> Table {
    let mut table = open(scenario, UndoMode::Practice, seed);
    let mut player = RandomBot::new(seed, 0);
    while table.question().is_some() {
        look(&table);
        step(&mut table, &mut player);
    }
    table
}

/// Digest, view with pending question, and log without event numbers, which a second try may change.
pub fn traces(table: &Table) -> (u64, String, Vec<(String, &'static str)>) {
    let view = table.game().view_json(table.world(), Seat(0));
    let log = table.log(Seat(0)).into_iter().map(|(_, words, clause)| (words, clause)).collect();
    (table.digest(), format!("{view}{:?}{:?}", table.question(), table.outcome()), log)
}

/// Every roll of the log with its words.
pub fn rolls(table: &Table) -> Vec<(Rolled, String)> {
    let game = table.game();
    let chronicle = table.world().resource::<Chronicle>();
    let roll = |line: &bombers_moon::kernel::chronicle::Line| match &line.entry {
        Entry::Roll(rolled) => Some(((**rolled).clone(), line.words(table.pieces(), game.charts()))),
        _ => None,
    };
    chronicle.lines(Seat(0)).filter_map(roll).collect()
}
