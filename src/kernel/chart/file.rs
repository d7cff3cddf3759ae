//! Charts as written in their files.

use serde::{Deserialize, Serialize};

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Provenance {
    /// Fixed by the rules; names the rule.
    Rulebook(String),
    /// Found in public material; names the source.
    Public(String),
    /// Rebuilt here; says on what grounds.
    Reconstructed(String),
    /// Typed in by the owner of the game; names the overlay.
    Owner(String),
}

/// The dice that a chart is rolled with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DiceKind {
    /// One die; of several thrown for it the highest counts.
    One,
    /// The sum of two dice; of several dice thrown for them the two highest count.
    Two,
    /// Two or three dice, of which a pair is kept by the chart's `keep` list.
    Pair,
    /// A handful of dice, of which the sixes are counted.
    Sixes,
}

/// How a result strikes the roller; colours and sorts it, always beside a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Tone {
    /// Welcome.
    Good,
    /// Unwelcome.
    Bad,
    /// Neither.
    #[default]
    Plain,
}

/// A row (result) of a chart as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFile {
    /// Stable id.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// How it strikes the roller.
    #[serde(default)]
    pub tone: Tone,
    /// The clause that states the result.
    #[serde(default)]
    pub clause: String,
    /// Named numbers that the result carries, such as a modifier.
    #[serde(default)]
    pub values: Vec<(String, i32)>,
}

/// The totals that a band covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum On {
    /// This total.
    Is(i32),
    /// From the first to the second, both included.
    Between(i32, i32),
    /// This total or less.
    UpTo(i32),
    /// This total or more.
    From(i32),
    /// Any odd total.
    Odd,
    /// Any even total.
    Even,
    /// Every total that no other band of the column covers.
    Else,
}

impl On {
    pub(super) fn covers(self, total: i32) -> Option<bool> {
        Some(match self {
            Self::Is(n) => total == n,
            Self::Between(a, b) => (a..=b).contains(&total),
            Self::UpTo(n) => total <= n,
            Self::From(n) => total >= n,
            Self::Odd => total.rem_euclid(2) == 1,
            Self::Even => total.rem_euclid(2) == 0,
            Self::Else => return None,
        })
    }
}

impl std::fmt::Display for On {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Is(n) => write!(f, "{n}"),
            Self::Between(a, b) => write!(f, "{a}–{b}"),
            Self::UpTo(n) => write!(f, "{n} or less"),
            Self::From(n) => write!(f, "{n} or more"),
            Self::Odd => f.write_str("odd"),
            Self::Even => f.write_str("even"),
            Self::Else => f.write_str("otherwise"),
        }
    }
}

/// A band of a column: totals and the row they give.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BandFile {
    /// The totals covered.
    pub on: On,
    /// The id of the row.
    pub row: String,
    /// Where this value comes from, when it differs from the chart's provenance.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// A column of a chart as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnFile {
    /// Stable id.
    pub id: String,
    /// What a player reads at its head.
    pub label: String,
    /// Its bands.
    pub bands: Vec<BandFile>,
}

/// One wish of the `keep` list of a [`DiceKind::Pair`] chart: the pair that satisfies the earliest wish is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepFile {
    /// The row that the pair's sum must give; none means any.
    #[serde(default)]
    pub row: Option<String>,
    /// Whether the pair must be doubles.
    #[serde(default)]
    pub doubles: bool,
}

/// A chart as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    /// Stable id.
    pub id: String,
    /// Title for players.
    pub title: String,
    /// The player aid's code, such as `A4`.
    #[serde(default)]
    pub code: String,
    /// The clauses that send a player to this chart.
    pub clauses: Vec<String>,
    /// The dice.
    pub dice: DiceKind,
    /// Whether kept doubles cause another roll.
    #[serde(default)]
    pub doubles_again: bool,
    /// The order of preference among pairs ([`DiceKind::Pair`] only).
    #[serde(default)]
    pub keep: Vec<KeepFile>,
    /// All results from the worst on, where one die may be thrown as two of which the worse counts
    /// ([`Pick::Worst`](super::Pick)); without it their tones say which is worse.
    #[serde(default)]
    pub worst: Vec<String>,
    /// A remark shown under the chart.
    #[serde(default)]
    pub note: String,
    /// Where its values come from.
    pub provenance: Provenance,
    /// The results.
    pub rows: Vec<RowFile>,
    /// The columns.
    pub columns: Vec<ColumnFile>,
}

impl ChartFile {
    /// Marks the bands that come from an overlay without a provenance of their own, and the chart when all its bands
    /// do. `owner` names the overlay that the value at a field path was written in.
    pub fn mark_owner<'o>(&mut self, owner: impl Fn(&str) -> Option<&'o str>) {
        let mut ours = false;
        let mut theirs = None;
        for (c, column) in self.columns.iter_mut().enumerate() {
            for (b, band) in column.bands.iter_mut().enumerate() {
                let Some(name) = owner(&format!("columns[{c}].bands[{b}]")) else {
                    ours = true;
                    continue;
                };
                band.provenance.get_or_insert_with(|| Provenance::Owner(name.to_owned()));
                theirs = Some(name);
            }
        }
        if let Some(name) = theirs
            && !ours
            && owner("provenance").is_none()
        {
            self.provenance = Provenance::Owner(name.to_owned());
        }
    }
}
