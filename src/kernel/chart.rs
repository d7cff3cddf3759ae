//! Charts: one object that resolves a roll, explains it and predicts it.
//!
//! A chart is data ([`ChartFile`]) compiled to a [`Chart`]. The forecast of a roll enumerates the dice through the
//! very function that resolves it, so odds can never disagree with resolution.

use std::hash::{Hash, Hasher};

use bevy::prelude::Resource;

use super::dice::Luck;
use super::fraction::Fraction;
use super::ids::{Clause, PieceId};

mod file;

pub use file::{BandFile, ChartFile, ColumnFile, DiceKind, KeepFile, On, Provenance, RowFile, Tone};

/// A fault in a chart file: the field path and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChartFault {
    /// Field path such as `columns[2].bands[0].row`.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// The nearest valid name or another hint.
    pub help: Option<String>,
}

/// A row number of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row(pub u8);

/// Which of several dice thrown for one counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pick {
    /// The highest.
    #[default]
    Highest,
    /// The one with the worse result.
    Worst,
}

/// A compiled chart.
#[derive(Clone, Debug)]
pub struct Chart {
    file: ChartFile,
    keep: Vec<(Option<Row>, bool)>,
    /// The place of each row when the worst comes first.
    ranks: Vec<usize>,
    columns: Vec<Vec<(On, Row)>>,
}

impl Chart {
    /// Checks and compiles a chart file.
    ///
    /// # Errors
    /// Every fault of the file: unknown rows, duplicate ids, totals covered twice or not at all.
    pub fn compile(file: ChartFile) -> Result<Self, Vec<ChartFault>> {
        let mut faults = Vec::new();
        let mut fault = |field: String, message: String, help: Option<String>| {
            faults.push(ChartFault { field, message, help });
        };
        let row_of =
            |id: &str| file.rows.iter().position(|r| r.id == id).and_then(|i| u8::try_from(i).ok()).map(Row);
        let help = |id: &str| {
            file.rows
                .iter()
                .map(|r| (strsim::jaro_winkler(&r.id, id), r.id.as_str()))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, name)| format!("the nearest row is `{name}`"))
        };
        for (i, row) in file.rows.iter().enumerate() {
            if file.rows[..i].iter().any(|r| r.id == row.id) {
                fault(format!("rows[{i}].id"), format!("row `{}` is defined twice", row.id), None);
            }
        }
        if file.rows.is_empty() || file.rows.len() > 64 {
            fault("rows".into(), "a chart has 1 to 64 rows".into(), None);
        }
        if file.columns.is_empty() {
            fault("columns".into(), "a chart has at least one column".into(), None);
        }
        if file.dice == DiceKind::Pair && file.keep.is_empty() {
            fault("keep".into(), "a chart of pairs says which pair is kept".into(), None);
        }
        let mut keep = Vec::new();
        for (i, wish) in file.keep.iter().enumerate() {
            let row = wish.row.as_deref().map(|id| (id, row_of(id)));
            if let Some((id, None)) = row {
                fault(format!("keep[{i}].row"), format!("no row `{id}`"), help(id));
            }
            keep.push((row.and_then(|r| r.1), wish.doubles));
        }
        let mut ranks: Vec<usize> = file.rows.iter().map(|row| worth(row.tone)).collect();
        for (i, id) in file.worst.iter().enumerate() {
            match row_of(id) {
                Some(row) => ranks[usize::from(row.0)] = i,
                None => fault(format!("worst[{i}]"), format!("no row `{id}`"), help(id)),
            }
        }
        if let Some(row) = file.rows.iter().find(|row| !file.worst.contains(&row.id))
            && !file.worst.is_empty()
        {
            fault("worst".into(), format!("row `{}` is missing: all rows are named, or none", row.id), None);
        }
        let mut columns = Vec::new();
        for (c, column) in file.columns.iter().enumerate() {
            if file.columns[..c].iter().any(|k| k.id == column.id) {
                fault(format!("columns[{c}].id"), format!("column `{}` is defined twice", column.id), None);
            }
            let mut bands = Vec::new();
            for (b, band) in column.bands.iter().enumerate() {
                match row_of(&band.row) {
                    Some(row) => bands.push((band.on, row)),
                    None => fault(
                        format!("columns[{c}].bands[{b}].row"),
                        format!("no row `{}`", band.row),
                        help(&band.row),
                    ),
                }
                if let On::Between(lo, hi) = band.on
                    && lo > hi
                {
                    fault(format!("columns[{c}].bands[{b}].on"), format!("{lo}–{hi} covers nothing"), None);
                }
            }
            let has_else = column.bands.iter().any(|b| b.on == On::Else);
            for total in -60..=60 {
                let hits = column.bands.iter().filter(|b| b.on.covers(total) == Some(true)).count();
                let natural = file.dice.range().contains(&total);
                if hits > 1 {
                    fault(
                        format!("columns[{c}].bands"),
                        format!("total {total} is covered {hits} times"),
                        None,
                    );
                    break;
                }
                if hits == 0 && !has_else && natural {
                    fault(format!("columns[{c}].bands"), format!("total {total} is not covered"), None);
                    break;
                }
            }
            columns.push(bands);
        }
        if faults.is_empty() { Ok(Self { file, keep, ranks, columns }) } else { Err(faults) }
    }

    /// The file that the chart was compiled from.
    #[must_use]
    pub fn file(&self) -> &ChartFile {
        &self.file
    }

    /// The row with this id.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<Row> {
        self.file.rows.iter().position(|r| r.id == id).and_then(|i| u8::try_from(i).ok()).map(Row)
    }

    /// The file's text of a row.
    #[must_use]
    pub fn row_file(&self, row: Row) -> &RowFile {
        &self.file.rows[usize::from(row.0)]
    }

    /// The id of a row.
    #[must_use]
    pub fn row_id(&self, row: Row) -> &str {
        &self.file.rows[usize::from(row.0)].id
    }

    /// A named number of a row; 0 when the row does not carry it.
    #[must_use]
    pub fn row_value(&self, row: Row, name: &str) -> i32 {
        self.row_file(row).values.iter().find(|(n, _)| n == name).map_or(0, |(_, v)| *v)
    }

    /// The column with this id.
    #[must_use]
    pub fn column(&self, id: &str) -> Option<u8> {
        self.file.columns.iter().position(|c| c.id == id).and_then(|i| u8::try_from(i).ok())
    }

    /// The row that a modified total gives in a column. A total beyond every band reads the nearest end of the column.
    #[must_use]
    pub fn read(&self, column: u8, total: i32) -> Row {
        let bands = &self.columns[usize::from(column).min(self.columns.len() - 1)];
        let mut otherwise = None;
        for (on, row) in bands {
            match on.covers(total) {
                Some(true) => return *row,
                Some(false) => {}
                None => otherwise = Some(*row),
            }
        }
        otherwise.unwrap_or_else(|| {
            let range = self.file.dice.range();
            let nearest = total.clamp(*range.start(), *range.end());
            bands.iter().find(|(on, _)| on.covers(nearest) == Some(true)).map_or(Row(0), |(_, row)| *row)
        })
    }

    /// Which two of the dice are kept, by the chart's order of preference.
    fn kept(&self, column: u8, dice: &[u8]) -> (usize, usize) {
        if dice.len() < 3 {
            return (0, dice.len() - 1);
        }
        const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];
        for (row, doubles) in &self.keep {
            for (a, b) in PAIRS {
                if *doubles && dice[a] != dice[b] {
                    continue;
                }
                let sum = i32::from(dice[a]) + i32::from(dice[b]);
                if row.is_none_or(|row| self.read(column, sum) == row) {
                    return (a, b);
                }
            }
        }
        PAIRS[0]
    }

    /// Reads given dice: the one function behind resolution, explanation and odds.
    #[must_use]
    pub fn resolve(&self, column: u8, dice: &[u8], modifier: i32) -> Reading {
        self.resolve_by(Pick::Highest, column, dice, modifier)
    }

    /// The same when this one of several dice thrown for one counts.
    #[must_use]
    pub fn resolve_by(&self, pick: Pick, column: u8, dice: &[u8], modifier: i32) -> Reading {
        let (a, b) = match (self.file.dice, pick) {
            (DiceKind::One, Pick::Highest) => {
                // Of several dice thrown for one the highest counts, of equals the first.
                let best = (0..dice.len()).max_by_key(|i| (dice[*i], std::cmp::Reverse(*i))).unwrap_or(0);
                (best, best)
            }
            (DiceKind::One, Pick::Worst) => {
                let rank = |i: &usize| {
                    let row = self.read(column, i32::from(dice[*i]) + modifier);
                    self.ranks[usize::from(row.0)]
                };
                let worst = (0..dice.len()).min_by_key(rank).unwrap_or(0);
                (worst, worst)
            }
            (DiceKind::Two, _) => highest(dice),
            (DiceKind::Pair, _) => self.kept(column, dice),
            (DiceKind::Sixes, _) => (0, 0),
        };
        let natural = match self.file.dice {
            DiceKind::Sixes => i32::try_from(dice.iter().filter(|d| **d == 6).count()).unwrap_or(i32::MAX),
            _ if a == b => i32::from(dice[a]),
            _ => i32::from(dice[a]) + i32::from(dice[b]),
        };
        let total = natural + modifier;
        Reading {
            kept: (u8::try_from(a).unwrap_or(0), u8::try_from(b).unwrap_or(0)),
            natural,
            total,
            row: self.read(column, total),
            again: self.file.doubles_again && a != b && dice[a] == dice[b],
        }
    }

    /// The exact chance of every row, and of another roll through doubles, before the dice are thrown.
    #[must_use]
    pub fn forecast(&self, column: u8, dice: u8, modifier: i32) -> Forecast {
        self.forecast_by(Pick::Highest, column, dice, modifier)
    }

    /// The same when this one of several dice thrown for one counts.
    #[must_use]
    pub fn forecast_by(&self, pick: Pick, column: u8, dice: u8, modifier: i32) -> Forecast {
        if self.file.dice == DiceKind::Sixes {
            return self.forecast_sixes(column, dice, modifier);
        }
        let n = usize::from(dice.max(1));
        let all = 6u64.pow(u32::from(dice.max(1)));
        let mut rows = vec![0u64; self.file.rows.len()];
        let mut again = vec![0u64; self.file.rows.len()];
        let mut faces = vec![1u8; n];
        for mut code in 0..all {
            for face in &mut faces {
                *face = u8::try_from(code % 6).unwrap_or(0) + 1;
                code /= 6;
            }
            let reading = self.resolve_by(pick, column, &faces, modifier);
            rows[usize::from(reading.row.0)] += 1;
            again[usize::from(reading.row.0)] += u64::from(reading.again);
        }
        let repeats: u64 = again.iter().sum();
        Forecast {
            chain: (rows.iter().zip(&again))
                .map(|(n, own)| Fraction::new(*n, all - (repeats - own)))
                .collect(),
            rows: rows.into_iter().map(|n| Fraction::new(n, all)).collect(),
            again: Fraction::new(repeats, all),
        }
    }

    /// The odds of a handful of dice of which the sixes count: too many throws to go through one by one, so each
    /// number of sixes is weighed by the ways it can fall, and read as a throw of so many sixes.
    fn forecast_sixes(&self, column: u8, dice: u8, modifier: i32) -> Forecast {
        let n = dice.clamp(1, MOST_DICE);
        let all = 6u64.pow(u32::from(n));
        let mut rows = vec![0u64; self.file.rows.len()];
        // How many ways there are to pick the dice that show a six.
        let mut ways = 1u64;
        for sixes in 0..=n {
            let mut faces = vec![1u8; usize::from(n)];
            faces[..usize::from(sixes)].fill(6);
            let row = self.resolve(column, &faces, modifier).row;
            rows[usize::from(row.0)] += ways * 5u64.pow(u32::from(n - sixes));
            ways = ways * u64::from(n - sixes) / u64::from(sixes + 1);
        }
        let rows: Vec<_> = rows.into_iter().map(|n| Fraction::new(n, all)).collect();
        Forecast { chain: rows.clone(), rows, again: Fraction::ZERO }
    }
}

/// The places of the two highest of these dice, of equals the first.
fn highest(dice: &[u8]) -> (usize, usize) {
    let best = |but: Option<usize>| {
        let open = (0..dice.len()).filter(|i| Some(*i) != but);
        open.max_by_key(|i| (dice[*i], std::cmp::Reverse(*i))).unwrap_or(0)
    };
    let first = best(None);
    let second = best(Some(first));
    (first.min(second), first.max(second))
}

/// The most dice that one throw takes.
pub const MOST_DICE: u8 = 24;

impl DiceKind {
    /// The natural totals of these dice.
    #[must_use]
    pub fn range(self) -> std::ops::RangeInclusive<i32> {
        match self {
            Self::One => 1..=6,
            Self::Two | Self::Pair => 2..=12,
            Self::Sixes => 0..=i32::from(MOST_DICE),
        }
    }

    /// How many dice are thrown by default.
    #[must_use]
    pub fn count(self) -> u8 {
        match self {
            Self::One | Self::Sixes => 1,
            Self::Two | Self::Pair => 2,
        }
    }
}

/// What a chart makes of given dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// Places of the kept dice (equal for a single die).
    pub kept: (u8, u8),
    /// Natural total of the kept dice.
    pub natural: i32,
    /// Total after modifiers.
    pub total: i32,
    /// The row hit.
    pub row: Row,
    /// Whether kept doubles cause another roll.
    pub again: bool,
}

/// Exact odds of a roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The chance of each row, in the chart's order.
    pub rows: Vec<Fraction>,
    /// The chance that doubles cause another roll.
    pub again: Fraction,
    /// The chance of meeting each row at least once while doubles go on rolling; equal to `rows` without doubles.
    pub chain: Vec<Fraction>,
}

/// A modifier of a roll, applied or not, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// What it is, in the player's words.
    pub label: &'static str,
    /// What it adds when it applies.
    pub value: i32,
    /// The clause that states it.
    pub clause: Clause,
    /// Why it does not apply, or `None` when it does.
    pub idle: Option<&'static str>,
}

/// Words and citations are no state: a better label must not make an old game differ.
impl Hash for Modifier {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
        self.idle.is_some().hash(state);
    }
}

impl Modifier {
    /// A modifier that applies when `on` is true and otherwise stays listed with the reason `idle`.
    #[must_use]
    pub fn when(
        on: bool,
        label: &'static str,
        value: i32,
        clause: impl Into<Clause>,
        idle: &'static str,
    ) -> Self {
        Self { label, value, clause: clause.into(), idle: (!on).then_some(idle) }
    }

    /// What it adds to this roll.
    #[must_use]
    pub fn applied(&self) -> i32 {
        if self.idle.is_none() { self.value } else { 0 }
    }
}

/// Everything about a roll that is known before the dice are thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollSpec {
    /// Index of the chart in [`Charts`].
    pub chart: ChartId,
    /// Column read.
    pub column: u8,
    /// How many dice.
    pub dice: u8,
    /// The modifiers, applied or not.
    pub modifiers: Vec<Modifier>,
    /// The piece that the roll directly affects.
    pub subject: Option<PieceId>,
    /// Why it is rolled, in the player's words.
    pub purpose: &'static str,
    /// The clause that orders it.
    pub clause: Clause,
    /// Whether a player may answer the result with a re-roll before it takes effect.
    pub reroll: bool,
    /// Which of several dice thrown for one counts.
    pub pick: Pick,
}

/// How welcome a tone is, from 0.
fn worth(tone: Tone) -> usize {
    match tone {
        Tone::Bad => 0,
        Tone::Plain => 1,
        Tone::Good => 2,
    }
}

/// Words and citations are no state.
impl Hash for RollSpec {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.chart, self.column, self.dice).hash(state);
        self.modifiers.hash(state);
        self.subject.hash(state);
        self.reroll.hash(state);
        // The usual way of counting adds nothing.
        if self.pick != Pick::Highest {
            self.pick.hash(state);
        }
    }
}

impl RollSpec {
    /// A roll on `chart`, column `column`, with the chart's usual dice and no modifiers.
    #[must_use]
    pub fn new(
        charts: &Charts,
        chart: ChartId,
        column: u8,
        purpose: &'static str,
        clause: impl Into<Clause>,
    ) -> Self {
        Self {
            chart,
            column,
            dice: charts.get(chart).file.dice.count(),
            modifiers: Vec::new(),
            subject: None,
            purpose,
            clause: clause.into(),
            reroll: false,
            pick: Pick::Highest,
        }
    }

    /// Throws two dice instead of one, of which the worse counts; a roll of more dice stays as it is.
    #[must_use]
    pub fn worse_of_two(mut self, charts: &Charts) -> Self {
        if self.dice == 1 && charts.get(self.chart).file.dice == DiceKind::One {
            self.dice = 2;
            self.pick = Pick::Worst;
        }
        self
    }

    /// Sets the piece that the roll directly affects.
    #[must_use]
    pub fn subject(mut self, piece: PieceId) -> Self {
        self.subject = Some(piece);
        self
    }

    /// Adds a modifier, applied or not.
    #[must_use]
    pub fn modifier(mut self, modifier: Modifier) -> Self {
        self.modifiers.push(modifier);
        self
    }

    /// The sum of the applied modifiers.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.modifiers.iter().map(Modifier::applied).sum()
    }

    /// The dice in words: how many, and which of them count.
    #[must_use]
    pub fn dice_words(&self, charts: &Charts) -> String {
        match (charts.get(self.chart).file.dice, self.dice, self.pick) {
            (_, 1, _) => "1 die".to_owned(),
            (DiceKind::One, n, Pick::Highest) => format!("highest of {n} dice"),
            (DiceKind::One, n, Pick::Worst) => format!("worse of {n} dice"),
            (DiceKind::Two, n, _) if n > 2 => format!("best two of {n} dice"),
            (_, n, _) => format!("{n} dice"),
        }
    }

    /// The exact odds of this roll.
    #[must_use]
    pub fn forecast(&self, charts: &Charts) -> Forecast {
        charts.get(self.chart).forecast_by(self.pick, self.column, self.dice, self.sum())
    }

    /// Throws the dice and reads the chart.
    pub fn throw(self, charts: &Charts, luck: &mut Luck) -> Rolled {
        let faces: Vec<u8> = (0..self.dice.min(MOST_DICE)).map(|_| luck.die(self.purpose)).collect();
        self.read(charts, faces, false)
    }

    /// Reads given dice (the first `dice` faces count).
    #[must_use]
    pub fn read(self, charts: &Charts, faces: impl Into<Vec<u8>>, by_hand: bool) -> Rolled {
        let n = usize::from(self.dice.min(MOST_DICE));
        let mut faces: Vec<u8> = faces.into();
        faces.resize(n.max(3), 0);
        let chart = charts.get(self.chart);
        let reading = chart.resolve_by(self.pick, self.column, &faces[..n], self.sum());
        Rolled { spec: self, faces, reading, by_hand }
    }
}

/// A roll after the dice are thrown: the whole explanation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rolled {
    /// What was rolled.
    pub spec: RollSpec,
    /// The dice as thrown; the first `spec.dice` count.
    pub faces: Vec<u8>,
    /// What the chart makes of them.
    pub reading: Reading,
    /// Whether a player threw real dice.
    pub by_hand: bool,
}

impl Rolled {
    /// The dice thrown.
    #[must_use]
    pub fn dice(&self) -> &[u8] {
        &self.faces[..usize::from(self.spec.dice).min(self.faces.len())]
    }

    /// The row hit.
    #[must_use]
    pub fn row(&self) -> Row {
        self.reading.row
    }
}

/// A chart's place in [`Charts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChartId(pub u8);

/// All charts of a game, read-only during play.
#[derive(Resource, Clone, Debug, Default)]
pub struct Charts {
    charts: std::sync::Arc<Vec<Chart>>,
}

impl Charts {
    /// Charts in the order given.
    #[must_use]
    pub fn new(charts: Vec<Chart>) -> Self {
        Self { charts: std::sync::Arc::new(charts) }
    }

    /// The chart with this number.
    #[must_use]
    pub fn get(&self, id: ChartId) -> &Chart {
        &self.charts[usize::from(id.0)]
    }

    /// The chart with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<ChartId> {
        self.charts.iter().position(|c| c.file.id == id).and_then(|i| u8::try_from(i).ok()).map(ChartId)
    }

    /// All charts in order.
    pub fn iter(&self) -> impl Iterator<Item = (ChartId, &Chart)> {
        self.charts.iter().enumerate().map(|(i, c)| (ChartId(u8::try_from(i).unwrap_or(u8::MAX)), c))
    }
}

#[cfg(test)]
mod tests;
