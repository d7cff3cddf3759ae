//! The game's data: charts, tables, scenarios and the rule ledger, read once, checked and ready to use.
//!
//! [`Content::load`] reads everything under `games/dambusters` of a data root and reports every problem of every
//! file. The rules use [`ChartIds`], [`Tables`] and [`Setup`], which hold small numbers and closed sets only.

use std::ops::Deref;
use std::sync::Arc;

use bevy::prelude::Resource;

use campaign::CampaignFile;

use crate::kernel::chart::{Chart, ChartFile, Charts};
use crate::kernel::content::{self, Clauses, Home, Loader, ledger_of, table_of};
use crate::kernel::data::{DataRoot, Problem, Problems, Source};
use crate::kernel::rules::Ledger;

pub mod campaign;
mod changes;
mod charts;
mod check;
mod debrief;
mod flight;
mod flight_debrief;
mod flight_setup;
mod follow_up;
mod hazards;
mod kinds;
pub mod one_night;
#[cfg(test)]
#[path = "data/overlays/tests.rs"]
mod overlays;
pub mod planning;
mod planning_charts;
mod results;
mod scenario;
pub mod survivors;
mod tables;
#[cfg(test)]
mod tests;

pub use campaign::{Campaign, CampaignNight, Judgement};
pub use charts::{CHARTS, ChartIds, Keyed};
pub use debrief::{DebriefRow, MOST_DAMAGE, Night, Span, Wanted, nights, row_for};
pub use flight::{FlightFile, FlightTable, LAST_FLIGHT_TURN, ZoneHazards};
pub use flight_debrief::{Demand, FlightFrame, FlightNight, flight_nights, row_for_flight};
pub use flight_setup::{
    DamSetup, DamSetupFile, FlightSetup, FlightSetupFile, WaveFile, WaveSetup, ZoneReconFile,
};
pub use follow_up::{FollowUpFile, FollowUpRow, FollowUpSetup};
pub use hazards::{
    Colour, Danger, Front, HAZARD_CUPS, HazardCup, HazardFile, HazardLine, Hazards, MOST_MARKERS,
};
pub use kinds::{
    BalloonPlace, Board, DamId, EliteKind, FlightZone, Hazard, Icon, Quality, Start, VectorClass, Visibility,
    Wall, Water,
};
pub use one_night::{Attack, OneNightFile, OnwardFile};
pub use planning::{BALLOONS_CUP, ELITE_CUP, LETTERS, Planning, RECON_CUP};
pub use planning_charts::{
    AbortResult, Accident, CrashCrew, Defence, FoundLevel, Granted, Grounded, Improvement, JinxPool,
    ModificationResult, OrderedResult, PLANNING_CHARTS, PlanningCharts, RefillResult, SecurityDie, Shift,
    SurpriseResult, TrainingResult, WaterResult,
};
pub use results::{
    Arrival, AttritionResult, BalloonsResult, BirdsResult, ChartResult, CheckResult, CrashResult,
    DetonationResult, EntryResult, EvasiveResult, Fate, FlakResult, FlareResult, FlightAttackResult,
    GunneryResult, LateRelease, LostDamagedResult, LostResult, MichelskopfResult, MisinterpretedResult,
    NightfighterResult, NightfighterType, ReconChange, ReleaseResult, RtbResult, SaveResult, SightingResult,
    Vector, WirelessResult,
};
pub use scenario::{
    Change, ChoiceFile, Difficulty, EliteFileRef, End, MOST_TURNS, OptionFile, Scenario, ScenarioFile, Setup,
    Skip, Sortie, SortieFile, SpecialFile, SurvivorsFile,
};
pub use tables::{
    ALTITUDE_CUP, Aircraft, AircraftFile, AircraftId, Capacity, Chit, Chits, Dam, DamsFile, Elite, EliteFile,
    EliteId, LevelValues, Levels, SPEED_CUP, StartLevels, Tables, Training, UPKEEP_CUP, Upkeep, UpkeepFile,
    UpkeepLine,
};

pub use crate::kernel::content::{Fault, Faults, OptionFault, limits};

/// The game's folder under a data root.
pub const FOLDER: &str = "games/dambusters";

const HOME: Home = Home { folder: FOLDER, marks: &["debriefing", "aircraft"] };

/// Everything that the game is played with, read-only and shared by all tables.
#[derive(Clone, Debug)]
pub struct Content {
    /// The charts, in the order of [`CHARTS`].
    pub charts: Charts,
    /// The charts as the rules use them.
    pub ids: ChartIds,
    /// The tables.
    pub tables: Tables,
    /// The scenarios in the order of their files.
    pub scenarios: Vec<Scenario>,
    /// The campaigns in the order of their files.
    pub campaigns: Vec<Campaign>,
    /// The rule ledger.
    pub ledger: Ledger,
    /// A digest of all charts and tables, overlays included, for saves.
    pub charts_hash: u64,
}

/// [`Content`] as a resource; cloning it is cheap.
#[derive(Resource, Clone, Debug)]
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
        let charts = read_charts(&mut load, &clauses);
        let tables = read_tables(&mut load);
        let charts_hash = load.digest();
        let scenarios = tables.as_ref().map(|tables| {
            let read = load.scenarios(
                |source| {
                    let scenario = scenario_of(source, tables, &clauses)?;
                    let source = scenario.linked().then(|| source.clone());
                    Ok((scenario, source))
                },
                |(s, _)| (&s.file.id, &s.file.title),
            );
            link_all(&mut load, tables, read)
        });
        let campaigns = read_campaigns(&mut load, &clauses);
        let problems = load.problems;
        match (ledger, charts, tables, scenarios) {
            (Some(ledger), Some((charts, ids)), Some(tables), Some(scenarios)) if problems.is_empty() => {
                Ok(Self { charts, ids, tables, scenarios, campaigns, ledger, charts_hash })
            }
            _ => Err(problems),
        }
    }

    /// The scenario with this id.
    #[must_use]
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.file.id == id)
    }

    /// The title of a scenario or a campaign; empty when there is none of that id.
    #[must_use]
    pub fn title(&self, id: &str) -> &str {
        let campaign = || self.campaign(id).map(|c| c.file.title.as_str());
        self.scenario(id).map(|s| s.file.title.as_str()).or_else(campaign).unwrap_or("")
    }

    /// The campaign with this id.
    #[must_use]
    pub fn campaign(&self, id: &str) -> Option<&Campaign> {
        self.campaigns.iter().find(|c| c.file.id == id)
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
        let clauses = Clauses::of(Some(&self.ledger));
        let mut scenario = scenario_of(source, &self.tables, &clauses)?;
        scenario.link(&self.tables, |id| self.scenario(id)).locate(source, scenario)
    }

    /// Checks any file of this game by what it looks like, and tells what it was.
    ///
    /// # Errors
    /// Every problem of the file, or that it is none of this game's.
    pub fn check_file(&self, source: &Source) -> Result<FileKind, Problems> {
        let kind = FileKind::of(source);
        match kind {
            Some(FileKind::Scenario) => self.read_scenario(source).map(|_| FileKind::Scenario),
            Some(FileKind::Campaign) => {
                let clauses = Clauses::of(Some(&self.ledger));
                campaign_of(source, &clauses).map(|_| FileKind::Campaign)
            }
            Some(FileKind::Chart) => self.read_chart(source).map(|_| FileKind::Chart),
            Some(FileKind::Ledger) => ledger_of(source, &HOME).map(|_| FileKind::Ledger),
            Some(FileKind::Table(name)) => match name {
                "chits" => table_of(source, Chits::check).map(drop),
                "upkeep" => table_of(source, UpkeepFile::check).map(drop),
                "training" => table_of(source, Training::check).map(drop),
                "dams" => table_of(source, DamsFile::check).map(drop),
                "elite" => table_of(source, EliteFile::check).map(drop),
                "hazards" => table_of(source, HazardFile::check).map(drop),
                "flight" => table_of(source, FlightFile::check).map(drop),
                "planning" => table_of(source, Planning::check).map(drop),
                _ => table_of(source, AircraftFile::check).map(drop),
            }
            .map(|()| FileKind::Table(name)),
            None => {
                let help = "a scenario has a `debriefing`, a chart has `columns`".to_owned();
                Err(source.problem("", "this is no file of `dambusters`", Some(help)).into())
            }
        }
    }

    /// Checks a chart file of the player's own, such as one for an overlay.
    ///
    /// # Errors
    /// Every problem of the file.
    pub fn read_chart(&self, source: &Source) -> Result<Chart, Problems> {
        let clauses = Clauses::of(Some(&self.ledger));
        chart_of(source, &clauses)
    }
}

/// What sort of file of this game a source is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A scenario.
    Scenario,
    /// A campaign.
    Campaign,
    /// A chart.
    Chart,
    /// A table of this name.
    Table(&'static str),
    /// The rule ledger.
    Ledger,
}

impl FileKind {
    /// Tells the sort by the fields that only such a file has; `None` for a file of something else.
    #[must_use]
    pub fn of(source: &Source) -> Option<Self> {
        const MARKS: [(&str, FileKind); 13] = [
            ("score", FileKind::Campaign),
            ("groundcrew", FileKind::Table("planning")),
            ("debriefing", FileKind::Scenario),
            ("columns", FileKind::Chart),
            ("speed", FileKind::Table("chits")),
            ("cups", FileKind::Table("hazards")),
            ("freedom_turn", FileKind::Table("flight")),
            ("markers", FileKind::Table("upkeep")),
            ("navigation_skill", FileKind::Table("training")),
            ("dams", FileKind::Table("dams")),
            ("crewmen", FileKind::Table("elite")),
            ("lancasters", FileKind::Table("aircraft")),
            ("clauses", FileKind::Ledger),
        ];
        MARKS.iter().find(|(field, _)| source.has(field)).map(|(_, kind)| *kind)
    }
}

fn read_charts(load: &mut Loader<'_>, clauses: &Clauses<'_>) -> Option<(Charts, ChartIds)> {
    let ids: Vec<&str> = CHARTS.into_iter().chain(PLANNING_CHARTS).collect();
    let mut found: Vec<Option<Chart>> = ids.iter().map(|_| None).collect();
    for name in load.list("charts") {
        load.count(&name);
        let Some(source) = load.named(&name) else { continue };
        let Some(chart) = load.keep(chart_of(&source, clauses)) else { continue };
        let Some(place) = ids.iter().position(|id| *id == chart.file().id) else { continue };
        if name.rsplit('/').next() != Some(&format!("{}.ron", ids[place])) {
            let help = format!("rename the file to `{}.ron`", ids[place]);
            load.problems.push(source.problem("id", "a chart's file bears its id", Some(help)));
        }
        found[place] = Some(chart);
    }
    let folder = load.root.base().join(FOLDER).join("charts");
    for (id, chart) in ids.iter().zip(&found) {
        let told = load.counted().iter().any(|name| name.ends_with(&format!("/{id}.ron")));
        if chart.is_none() && !told {
            load.problems.push(Problem::of_file(
                folder.join(format!("{id}.ron")),
                format!("the chart `{id}` is missing"),
                None,
            ));
        }
    }
    let charts = Charts::new(found.into_iter().collect::<Option<Vec<_>>>()?);
    let ids = charts::resolve(&charts)?;
    Some((charts, ids))
}

fn read_tables(load: &mut Loader<'_>) -> Option<Tables> {
    let chits = load.table("chits", Chits::check);
    let upkeep = load.table("upkeep", UpkeepFile::check);
    let training = load.table("training", Training::check);
    let dams = load.table("dams", DamsFile::check);
    let elite = load.table("elite", EliteFile::check);
    let aircraft = load.table("aircraft", AircraftFile::check);
    let hazards = load.table("hazards", HazardFile::check);
    let flight = load.table("flight", FlightFile::check);
    let planning = load.table("planning", Planning::check);
    let mut dams = dams?.dams;
    dams.sort_by_key(|d| d.id);
    Some(Tables {
        chits: chits?,
        upkeep: upkeep?.all(),
        training: training?,
        dams,
        elite: elite?.crewmen,
        aircraft: aircraft?.lancasters,
        hazards: hazards?.all(),
        flight: flight?.table(),
        planning: planning?,
    })
}

fn chart_of(source: &Source, clauses: &Clauses<'_>) -> Result<Chart, Problems> {
    let mut file: ChartFile = source.parse()?;
    file.mark_owner(|field| source.owner(field));
    let mut faults = Faults::default();
    let mut bound = |field: String, length: usize, most: usize| {
        faults.expect(length <= most, field, format!("at most {most} entries, not {length}"));
    };
    bound("clauses".into(), file.clauses.len(), 40);
    bound("keep".into(), file.keep.len(), 20);
    bound("rows".into(), file.rows.len(), 64);
    bound("columns".into(), file.columns.len(), 64);
    for (i, row) in file.rows.iter().enumerate().take(64) {
        bound(format!("rows[{i}].values"), row.values.len(), 20);
    }
    for (i, column) in file.columns.iter().enumerate().take(64) {
        bound(format!("columns[{i}].bands"), column.bands.len(), 64);
    }
    if !faults.0.is_empty() {
        return Err(faults.problems(source));
    }
    for (i, id) in file.clauses.iter().enumerate() {
        clauses.check(format!("clauses[{i}]"), id, &mut faults);
    }
    for (i, row) in file.rows.iter().enumerate() {
        if !row.clause.is_empty() {
            clauses.check(format!("rows[{i}].clause"), &row.clause, &mut faults);
        }
    }
    for (i, column) in file.columns.iter().enumerate() {
        if source.is_new(&format!("columns[{i}]")) {
            let known = file.columns[..i].iter().map(|c| c.id.as_str());
            faults.unknown(format!("columns[{i}].id"), "column", &column.id, known);
        }
    }
    match Chart::compile(file) {
        Ok(chart) => {
            charts::check_chart(&chart, &mut faults);
            faults.locate(source, chart)
        }
        Err(found) => {
            faults.0.extend(found.into_iter().map(|f| Fault {
                field: f.field,
                message: f.message,
                help: f.help,
            }));
            Err(faults.problems(source))
        }
    }
}

fn scenario_of(source: &Source, tables: &Tables, clauses: &Clauses<'_>) -> Result<Scenario, Problems> {
    let file: ScenarioFile = source.parse()?;
    match Scenario::new(file, tables, &|id| clauses.has(id)) {
        Ok(mut scenario) => {
            let rows = scenario.file.debriefing.iter().enumerate();
            let owners = rows.filter(|(i, _)| source.owner(&format!("debriefing[{i}].title")).is_some());
            scenario.owners_titles = owners.map(|(_, row)| row.number).collect();
            Ok(scenario)
        }
        Err(faults) => Err(faults.problems(source)),
    }
}

fn read_campaigns(load: &mut Loader<'_>, clauses: &Clauses<'_>) -> Vec<Campaign> {
    let mut campaigns: Vec<Campaign> = Vec::new();
    for name in load.list("campaigns") {
        let Some(source) = load.named(&name) else { continue };
        let Some(campaign) = load.keep(campaign_of(&source, clauses)) else { continue };
        let admitted = content::admit(&mut campaigns, campaign, &source, |c| (&c.file.id, &c.file.title));
        load.keep(admitted);
    }
    campaigns
}

fn campaign_of(source: &Source, clauses: &Clauses<'_>) -> Result<Campaign, Problems> {
    let file: CampaignFile = source.parse()?;
    Campaign::new(file, &|id| clauses.has(id)).map_err(|faults| faults.problems(source))
}

/// Gives each scenario that takes survivors the force that they come from, and each night of several its attacks.
fn link_all(load: &mut Loader<'_>, tables: &Tables, read: Vec<(Scenario, Option<Source>)>) -> Vec<Scenario> {
    let (mut scenarios, sources): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let all = scenarios.clone();
    for (scenario, source) in scenarios.iter_mut().zip(sources) {
        if let Some(source) = source {
            let faults = scenario.link(tables, |id| all.iter().find(|s| s.file.id == id));
            load.keep(faults.locate(&source, ()));
        }
    }
    scenarios
}
