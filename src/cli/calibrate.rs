//! `calibrate`: games by bots against what history and the tuning of the data ask for.
//!
//! The targets stand in `calibration.ron` of a game's data folder; `calibrate --write` plays them and makes
//! `docs/calibration.md` of the source tree.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::args::{CalibrateArgs, Folders};
use super::failure::Failure;
use super::place::{self, Place};
use super::playout::policy;
use super::simulate::simulate;
use super::tally::{Summary, Tally};
use crate::kernel::chart::Provenance;
use crate::kernel::data::{DataRoot, Limits, Problems};
use crate::kernel::game::{Game, Options};

/// The page in the source tree.
const PAGE: &str = "docs/calibration.md";

/// The targets of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// Format of the file; 1.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Seed of the runs.
    pub seed: u64,
    /// Where the targets come from.
    pub provenance: Provenance,
    /// The scenarios.
    pub scenarios: Vec<Trial>,
}

/// What a scenario is measured by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The scenario's id.
    pub id: String,
    /// How many games are played.
    pub games: u32,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A line of the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What a reader sees.
    pub title: String,
    /// What is counted.
    pub of: Figure,
    /// What happened, where that is known.
    #[serde(default)]
    pub history: String,
    /// The least that is wanted.
    pub least: f64,
    /// The most that is wanted.
    pub most: f64,
}

/// A figure of many games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Figure {
    /// The mean of a measure.
    Mean(String),
    /// The percentage of games in which a measure is 1 and not 0.
    Often(String),
    /// A measure's sum as a percentage of another's.
    Percent(String, String),
    /// The percentage of games that end with this outcome.
    Share(String),
}

/// The targets of a game in the data folder; none when it has no such file.
///
/// # Errors
/// A damaged file.
pub fn targets(root: &DataRoot, game: &str) -> Result<Option<Targets>, Problems> {
    let file = format!("games/{game}/calibration.ron");
    if !root.base().join(&file).is_file() {
        return Ok(None);
    }
    root.read(&file, &Limits::default())?.parse().map(Some)
}

/// The value of a figure; `None` when the game has no such measure.
#[must_use]
pub fn value(figure: &Figure, tally: &Tally, games: u32) -> Option<f64> {
    let means: BTreeMap<&str, Summary> =
        tally.measures.iter().map(|(name, sums)| (*name, sums.summary())).collect();
    let mean = |name: &str| means.get(name).map(|s| s.mean);
    match figure {
        Figure::Mean(name) => mean(name),
        Figure::Often(name) => mean(name).map(|m| 100.0 * m),
        Figure::Percent(part, whole) => {
            let (part, whole) = (mean(part)?, mean(whole)?);
            Some(if whole > 0.0 { 100.0 * part / whole } else { 0.0 })
        }
        Figure::Share(label) => {
            let n = tally.outcomes.get(label).copied().unwrap_or(0);
            Some(100.0 * n as f64 / f64::from(games.max(1)))
        }
    }
}

fn unit(figure: &Figure) -> &'static str {
    if matches!(figure, Figure::Mean(_)) { "" } else { " %" }
}

/// The section of a game; `value_of` gives the figures, or `None` where they are left blank.
#[must_use]
pub fn section(
    title: &str,
    targets: &Targets,
    names: impl Fn(&str) -> String,
    value_of: impl Fn(&Trial, &Line) -> Option<f64>,
) -> String {
    let why = match &targets.provenance {
        Provenance::Rulebook(why)
        | Provenance::Public(why)
        | Provenance::Reconstructed(why)
        | Provenance::Owner(why) => why,
    };
    let mut out = format!("\n## {title}\n\nTargets: {why}.\n");
    for trial in &targets.scenarios {
        let _ = write!(
            out,
            "\n### {}\n\n`bombers-moon simulate {} --policy bot --games {} --seed {}`\n\n",
            names(&trial.id),
            trial.id,
            trial.games,
            targets.seed
        );
        out.push_str("| Figure | History | Target | Result | |\n|---|---|---|---|---|\n");
        for line in &trial.lines {
            let unit = unit(&line.of);
            let (result, verdict) = value_of(trial, line).map_or((String::new(), ""), |value| {
                let inside = (line.least..=line.most).contains(&value);
                (format!("{value:.1}{unit}"), if inside { "inside" } else { "outside" })
            });
            let _ = writeln!(
                out,
                "| {} | {} | {}–{}{unit} | {result} | {verdict} |",
                line.title, line.history, line.least, line.most
            );
        }
    }
    out
}

/// What the page says before its sections.
pub const HEAD: &str = "# Calibration\n\nMade by `bombers-moon calibrate --write`: games played by the bots, against the targets in each game's `calibration.ron`.\n";

/// A page without its figures: what must be the same whenever it was made.
#[must_use]
pub fn structure(page: &str) -> String {
    let blank = |line: &str| {
        let cells: Vec<&str> = line.split('|').collect();
        if cells.len() == 7 { cells[..4].join("|") } else { line.to_owned() }
    };
    page.lines().map(blank).collect::<Vec<_>>().join("\n")
}

/// The whole page without figures.
///
/// # Errors
/// Damaged targets.
pub fn blank(root: &DataRoot, games: &[Arc<dyn Game>]) -> Result<String, Failure> {
    let mut page = HEAD.to_owned();
    for game in games {
        if let Some(targets) = targets(root, game.id())? {
            page.push_str(&section(game.title(), &targets, |id| title(&**game, id), |_, _| None));
        }
    }
    Ok(page)
}

fn title(game: &dyn Game, id: &str) -> String {
    let card = game.scenarios().into_iter().find(|card| card.id == id);
    card.map_or_else(|| id.to_owned(), |card| card.title)
}

/// Plays and prints the page, or writes it.
///
/// # Errors
/// Faults of the data, a measure that there is not, or a game that could not be played.
pub fn run(place: &mut Place<'_>, folders: &Folders, args: &CalibrateArgs) -> Result<(), Failure> {
    if args.write && !Path::new("Cargo.toml").is_file() {
        return Err(Failure::Data("--write works in the root of the source tree only".to_owned()));
    }
    let root = DataRoot::new(place::data_dir(folders)?);
    let games = place::games(place.load, folders)?;
    let mut page = HEAD.to_owned();
    for game in &games {
        let Some(targets) = targets(&root, game.id())? else { continue };
        let mut tallies = BTreeMap::new();
        for trial in &targets.scenarios {
            writeln!(place.err, "{} …", trial.id)?;
            let (_, card) = place::scenario(&games, &trial.id)?;
            let players = policy("bot", &card.seats).map_err(Failure::Usage)?;
            let tally = simulate(
                &**game,
                &trial.id,
                &Options::new(),
                &players,
                trial.games,
                targets.seed,
                args.jobs,
                false,
            )?;
            if let Some(line) = trial.lines.iter().find(|l| value(&l.of, &tally, trial.games).is_none()) {
                return Err(Failure::Data(format!("{}: nothing is measured for `{}`", trial.id, line.title)));
            }
            tallies.insert(trial.id.as_str(), tally);
        }
        let value_of =
            |trial: &Trial, line: &Line| value(&line.of, tallies.get(trial.id.as_str())?, trial.games);
        page.push_str(&section(game.title(), &targets, |id| title(&**game, id), value_of));
    }
    if args.write {
        fs::write(PAGE, &page).map_err(|e| Failure::Data(format!("{PAGE}: {e}")))?;
        writeln!(place.out, "{PAGE}")?;
    } else {
        write!(place.out, "{page}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structure_of_a_page_is_all_but_its_figures() {
        let line = |result: &str| format!("text\n| Lost | 8 | 6–9 | {result} |");
        assert_eq!(structure(&line("7.8 | inside")), structure(&line(" | ")));
        assert_ne!(structure(&line("7.8 | inside")), structure("text\n| Lost | 8 | 6–8 | 7.8 | inside |"));
    }
}
