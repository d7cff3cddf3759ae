//! The game's data: board, weather, decks, dials, resources, points, scenarios and the rule ledger, read once, checked
//! and ready to use.
//!
//! [`Content::load`] reads everything under `games/duel` of a data root and reports every problem of every file. The
//! rules use [`Tables`] and [`Setup`], which hold small numbers and closed sets only. The game has no charts: nothing in
//! it is rolled.

use std::ops::Deref;
use std::sync::Arc;

use bevy::prelude::Resource as Shared;

use super::rules::course::Routes;
use crate::kernel::chart::Charts;
use crate::kernel::content::{self, Clauses, Home, Loader, ledger_of, table_of};
use crate::kernel::data::{DataRoot, Problems, Source};
use crate::kernel::rules::Ledger;

mod check;
mod kinds;
mod scenario;
mod tables;
#[cfg(test)]
mod tests;

pub use crate::kernel::content::{Fault, Faults, OptionFault, limits};
pub use kinds::{Advanced, Bearing, Class, Ground, HexSet, Level, Moon, Resource, Side, Wing};
pub use scenario::{Form, GuideFile, OptionFile, Scenario, ScenarioFile, Setup, TilesFile};
pub use tables::{
    AirportFile, Board, BoardFile, CityFile, CompassCards, DecksFile, DuelPoints, EventPoints, FighterPoints,
    FlakPoints, FuelFile, HEXES, HexFile, MedalAwards, PointsFile, ResourcesFile, Site, SoloStart,
    StrikePoints, SupplyFile, Tables, WeatherCard, WeatherFile, WindChange,
};

/// The game's folder under a data root.
pub const FOLDER: &str = "games/duel";

const HOME: Home = Home { folder: FOLDER, marks: &["nights", "blurb"] };

/// Everything that the game is played with, read-only and shared by all tables.
#[derive(Clone, Debug)]
pub struct Content {
    /// No charts.
    pub charts: Charts,
    /// The tables.
    pub tables: Tables,
    /// For each city, in the order of the board, the way there and home.
    pub routes: Vec<Routes>,
    /// The scenarios in the order of their files.
    pub scenarios: Vec<Scenario>,
    /// The rule ledger.
    pub ledger: Ledger,
    /// A digest of all tables, overlays included, for saves.
    pub charts_hash: u64,
}

/// [`Content`] as a resource; cloning it is cheap.
#[derive(Shared, Clone, Debug)]
pub struct GameData(pub Arc<Content>);

impl Deref for GameData {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.0
    }
}

impl Content {
    /// Reads and checks all files of the game, with the values of overlays laid over ours.
    ///
    /// # Errors
    /// Every problem of every file; of ours alone when they are not sound without the overlays.
    pub fn load(root: &DataRoot) -> Result<Self, Problems> {
        content::load(root, &HOME, Self::read)
    }

    fn read(root: &DataRoot) -> Result<Self, Problems> {
        let mut load = Loader::new(root, &HOME);
        let ledger = load.ledger();
        let clauses = Clauses::of(ledger.as_ref());
        let tables = read_tables(&mut load);
        let charts_hash = load.digest();
        let scenarios = tables.as_ref().map(|tables| {
            load.scenarios(|source| scenario_of(source, tables, &clauses), |s| (&s.file.id, &s.file.title))
        });
        let problems = load.problems;
        match (ledger, tables, scenarios) {
            (Some(ledger), Some(tables), Some(scenarios)) if problems.is_empty() => {
                let routes = tables.board.cities.iter().map(|c| Routes::new(&tables.board, c)).collect();
                Ok(Self { charts: Charts::default(), tables, routes, scenarios, ledger, charts_hash })
            }
            _ => Err(problems),
        }
    }

    /// The way to a city and home; `None` for a hex without a city.
    #[must_use]
    pub fn routes(&self, target: u8) -> Option<&Routes> {
        self.routes.iter().find(|r| r.target() == target)
    }

    /// The scenario with this id.
    #[must_use]
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.file.id == id)
    }

    /// The same content with one more scenario of the player's own, such as a test's.
    ///
    /// # Errors
    /// Every problem of the file; also an id that another scenario bears.
    pub fn with_scenario(mut self, source: &Source) -> Result<Self, Problems> {
        let scenario = self.read_scenario(source)?;
        content::admit(&mut self.scenarios, scenario, source, |s| (&s.file.id, &s.file.title))?;
        Ok(self)
    }

    /// Checks a scenario of the player's own.
    ///
    /// # Errors
    /// Every problem of the file.
    pub fn read_scenario(&self, source: &Source) -> Result<Scenario, Problems> {
        scenario_of(source, &self.tables, &Clauses::of(Some(&self.ledger)))
    }

    /// Checks any file of this game by what it looks like, and tells what it was.
    ///
    /// # Errors
    /// Every problem of the file, or that it is none of this game's.
    pub fn check_file(&self, source: &Source) -> Result<FileKind, Problems> {
        let Some(kind) = FileKind::of(source) else {
            let help = "a scenario has `nights`, the board `hexes`".to_owned();
            return Err(source.problem("", "this is no file of `duel`", Some(help)).into());
        };
        match kind {
            FileKind::Scenario => self.read_scenario(source).map(drop),
            FileKind::Ledger => ledger_of(source, &HOME).map(drop),
            FileKind::Table("board") => self.check_board(source),
            FileKind::Table("weather") => {
                let weather = table_of(source, WeatherFile::check)?;
                let mut faults = Faults::default();
                weather.check_on(&self.tables.board, &mut faults);
                faults.locate(source, ())
            }
            FileKind::Table("decks") => self.check_decks(source),
            FileKind::Table("fuel") => table_of(source, FuelFile::check).map(drop),
            FileKind::Table("resources") => table_of(source, ResourcesFile::check).map(drop),
            FileKind::Table(_) => table_of(source, PointsFile::check).map(drop),
        }
        .map(|()| kind)
    }

    fn check_board(&self, source: &Source) -> Result<(), Problems> {
        let board = Board::new(table_of(source, BoardFile::check)?);
        let mut faults = Faults::default();
        check::check_reach(&board, &self.tables.decks, &mut faults);
        faults.locate(source, ())
    }

    fn check_decks(&self, source: &Source) -> Result<(), Problems> {
        let decks = table_of(source, DecksFile::check)?;
        let mut faults = Faults::default();
        check::check_reach(&self.tables.board, &decks, &mut faults);
        // The fault lies with the cards here, not with the city.
        let faults = faults.0.into_iter().map(|f| Fault { field: "compass".to_owned(), ..f }).collect();
        Faults(faults).locate(source, ())
    }
}

/// What sort of file of this game a source is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A scenario.
    Scenario,
    /// A table of this name.
    Table(&'static str),
    /// The rule ledger.
    Ledger,
}

impl FileKind {
    /// Tells the sort by the fields that only such a file has; `None` for a file of something else.
    #[must_use]
    pub fn of(source: &Source) -> Option<Self> {
        const MARKS: [(&str, FileKind); 8] = [
            ("nights", FileKind::Scenario),
            ("guide", FileKind::Scenario),
            ("hexes", FileKind::Table("board")),
            ("cards", FileKind::Table("weather")),
            ("compass", FileKind::Table("decks")),
            ("messerschmitt", FileKind::Table("fuel")),
            ("kinds", FileKind::Table("resources")),
            ("duel", FileKind::Table("points")),
        ];
        let marked = MARKS.iter().find(|(field, _)| source.has(field)).map(|(_, kind)| *kind);
        marked.or_else(|| content::is_ledger_of(source, &HOME).then_some(FileKind::Ledger))
    }
}

fn read_tables(load: &mut Loader<'_>) -> Option<Tables> {
    let board = load.table("board", BoardFile::check);
    let weather = load.table("weather", WeatherFile::check);
    let decks = load.table("decks", DecksFile::check);
    let fuel = load.table("fuel", FuelFile::check);
    let resources = load.table("resources", ResourcesFile::check);
    let points = load.table("points", PointsFile::check);
    let (board, weather, decks) = (Board::new(board?), weather?, decks?);
    let (mut cities, mut starts) = (Faults::default(), Faults::default());
    check::check_reach(&board, &decks, &mut cities);
    weather.check_on(&board, &mut starts);
    for (name, faults) in [("board", cities), ("weather", starts)] {
        if !faults.0.is_empty() {
            let source = load.source(&format!("tables/{name}.ron"))?;
            load.problems.extend(faults.problems(&source));
        }
    }
    Some(Tables {
        board,
        weather: weather.cards,
        weather_provenance: weather.provenance,
        decks,
        fuel: fuel?,
        resources: resources?,
        points: points?,
    })
}

fn scenario_of(source: &Source, tables: &Tables, clauses: &Clauses<'_>) -> Result<Scenario, Problems> {
    let file: ScenarioFile = source.parse()?;
    Scenario::new(file, tables, clauses).map_err(|faults| faults.problems(source))
}
