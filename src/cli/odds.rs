//! `odds`: the rows of charts with their exact chances.

use std::sync::Arc;

use serde::Serialize;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use crate::kernel::chart::{Chart, DiceKind};
use crate::kernel::data::nearest;
use crate::kernel::fraction::Fraction;
use crate::kernel::game::Game;

/// A chart with its odds.
#[derive(Debug, Serialize)]
pub struct ChartOdds {
    /// `game/chart`.
    pub chart: String,
    /// Title.
    pub title: String,
    /// The player aid's code.
    pub code: String,
    /// Columns, one for each number of dice it may be rolled with.
    pub columns: Vec<ColumnOdds>,
}

/// A column rolled with a number of dice and no modifiers.
#[derive(Debug, Serialize)]
pub struct ColumnOdds {
    /// The column's id.
    pub id: String,
    /// What a player reads at its head.
    pub label: String,
    /// How many dice.
    pub dice: u8,
    /// The rows.
    pub rows: Vec<RowOdds>,
    /// The chance that doubles cause another roll, where they do.
    pub again: Option<Fraction>,
}

/// A row's chance.
#[derive(Debug, Serialize)]
pub struct RowOdds {
    /// The row's id.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// The exact chance.
    pub fraction: Fraction,
    /// The same in per cent, to four places.
    pub percent: f64,
}

/// The odds of all columns of a chart.
#[must_use]
pub fn of_chart(game: &str, chart: &Chart) -> ChartOdds {
    let file = chart.file();
    let dice: &[u8] = match file.dice {
        DiceKind::One => &[1],
        DiceKind::Two => &[2],
        DiceKind::Pair => &[2, 3],
        DiceKind::Sixes => &[1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20],
    };
    let mut columns = Vec::new();
    for (number, column) in (0u8..).zip(&file.columns) {
        for dice in dice {
            let forecast = chart.forecast(number, *dice, 0);
            let rows = file.rows.iter().zip(&forecast.rows).map(|(row, chance)| RowOdds {
                id: row.id.clone(),
                label: row.label.clone(),
                fraction: *chance,
                percent: (chance.value() * 1e6).round() / 1e4,
            });
            columns.push(ColumnOdds {
                id: column.id.clone(),
                label: column.label.clone(),
                dice: *dice,
                rows: rows.collect(),
                again: file.doubles_again.then_some(forecast.again),
            });
        }
    }
    ChartOdds {
        chart: format!("{game}/{}", file.id),
        title: file.title.clone(),
        code: file.code.clone(),
        columns,
    }
}

/// Prints the odds of the charts of scenarios or games, or of single charts.
///
/// # Errors
/// Faults of the data, or an id that there is not.
pub fn run(
    place: &mut Place<'_>,
    folders: &Folders,
    ids: &[String],
    charts: &[String],
    json: bool,
) -> Result<(), Failure> {
    let games = place::games(place.load, folders)?;
    let mut all: Vec<ChartOdds> = Vec::new();
    let add = |odds: ChartOdds, all: &mut Vec<ChartOdds>| {
        if !all.iter().any(|o| o.chart == odds.chart) {
            all.push(odds);
        }
    };
    for id in ids {
        if let Ok((game, chart)) = find(&games, id) {
            add(of_chart(game.id(), game.charts().get(chart)), &mut all);
            continue;
        }
        let game = match place::game(&games, id) {
            Ok(game) => game,
            Err(_) => place::scenario(&games, id)?.0,
        };
        for (_, chart) in game.charts().iter() {
            add(of_chart(game.id(), chart), &mut all);
        }
    }
    for id in charts {
        let (game, chart) = find(&games, id)?;
        add(of_chart(game.id(), game.charts().get(chart)), &mut all);
    }
    if json {
        return super::print_json(place.out, &all);
    }
    if all.is_empty() {
        writeln!(place.out, "no chart is rolled on here: this game knows no dice")?;
    }
    for odds in &all {
        print(place, odds)?;
    }
    Ok(())
}

fn find(
    games: &[Arc<dyn Game>],
    id: &str,
) -> Result<(Arc<dyn Game>, crate::kernel::chart::ChartId), Failure> {
    let (game, name) = id
        .split_once('/')
        .ok_or_else(|| Failure::Usage(format!("a chart is named GAME/CHART, not `{}`", id.escape_debug())))?;
    let game = place::game(games, game)?;
    match game.charts().find(name) {
        Some(chart) => Ok((game, chart)),
        None => {
            let near = nearest(name, game.charts().iter().map(|(_, c)| c.file().id.as_str()));
            let way_out =
                near.map_or_else(String::new, |near| format!("; did you mean `{}/{near}`?", game.id()));
            Err(Failure::Usage(format!("there is no chart `{}`{way_out}", id.escape_debug())))
        }
    }
}

fn print(place: &mut Place<'_>, odds: &ChartOdds) -> Result<(), Failure> {
    let code = if odds.code.is_empty() { String::new() } else { format!(" {}", odds.code) };
    writeln!(place.out, "{}{code} · {}", odds.title, odds.chart)?;
    for column in &odds.columns {
        let dice = if column.dice == 1 { "1 die".to_owned() } else { format!("{} dice", column.dice) };
        writeln!(place.out, "  {} · {dice}", column.label)?;
        let width = column.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        for row in column.rows.iter().filter(|row| row.fraction.num > 0) {
            let fraction = row.fraction.to_string();
            writeln!(place.out, "    {:width$}  {fraction:>8}  {:>8.2}%", row.label, row.percent)?;
        }
        if let Some(again) = column.again.filter(|again| again.num > 0) {
            let percent = again.value() * 100.0;
            writeln!(
                place.out,
                "    {:width$}  {:>8}  {percent:>8.2}%",
                "doubles, again",
                again.to_string()
            )?;
        }
    }
    writeln!(place.out)?;
    Ok(())
}
