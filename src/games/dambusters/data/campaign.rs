//! The campaign, Scenario 10: a head like any scenario's, and a debriefing chart that weighs what was breached against
//! what was lost. All else that it is set up with is `tables/planning.ron`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::changes::apply;
use super::check::{check_choices, check_id, check_players, check_words};
use super::debrief::Span;
use super::scenario::{Change, Difficulty, OptionFile, Setup, SpecialFile, changes};
use super::tables::Tables;
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, OptionFault, check_format, check_text};

/// What a campaign came to, by number: higher is better.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeFile {
    /// Its number, from 0.
    pub number: u8,
    /// The result in a few words.
    pub title: String,
    /// What it meant.
    pub text: String,
}

/// A cell of the debriefing chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellFile {
    /// The number of the result.
    pub number: u8,
    /// The lowest die that orders a follow-up raid; none when there is none.
    #[serde(default)]
    pub follow_up: Option<u8>,
}

/// A row of the debriefing chart: reservoir value of the breached dams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRow {
    /// Reservoir value (clause 3.5.1.a).
    pub rv: Span,
    /// One cell for each column of losses.
    pub cells: Vec<CellFile>,
}

/// The campaign as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Stable id, `dambusters/` and a name.
    pub id: String,
    /// Title.
    pub title: String,
    /// The part of the game it belongs to.
    pub part: String,
    /// What happens, in two or three sentences.
    pub blurb: String,
    /// Usual length in minutes.
    pub minutes: u16,
    /// How demanding it is.
    pub difficulty: Difficulty,
    /// The rules used, in the player's words.
    pub rules: String,
    /// The seats' names.
    pub seats: Vec<String>,
    /// Whether one person plays it.
    pub solo: bool,
    /// Where its values come from.
    pub provenance: Provenance,
    /// Special rules.
    #[serde(default)]
    pub special: Vec<SpecialFile>,
    /// Options; `HighAltitude` and `Players` are all that they can change.
    #[serde(default)]
    pub options: Vec<OptionFile>,
    /// The columns of losses: up to so many per cent of the aircraft that flew; the last column is for all beyond.
    pub losses: Vec<u8>,
    /// The debriefing chart, read from the top.
    pub score: Vec<ScoreRow>,
    /// The results by number, from 0.
    pub grades: Vec<GradeFile>,
}

/// What a campaign's debriefing looks at, both nights together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CampaignNight {
    /// Reservoir value of the dams breached after Morning Reconnaissance.
    pub rv: u8,
    /// Lancasters lost.
    pub lost: u8,
    /// Lancasters that flew.
    pub flown: u8,
    /// Whether the Möhne is breached and the water stood Full at every breached dam.
    pub full: bool,
    /// Whether a dam of the Ruhr zone is breached.
    pub ruhr: bool,
}

/// What the debriefing chart makes of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Judgement {
    /// The number that the chart's cell gives.
    pub cell: u8,
    /// The number of the result, with its steps up and down.
    pub number: u8,
    /// The lowest die that orders a follow-up raid; none when there is none.
    pub follow_up: Option<u8>,
}

/// A checked campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// The campaign as written.
    pub file: CampaignFile,
    /// A digest of its values, for saves.
    pub hash: u64,
}

impl Campaign {
    /// Checks a campaign's file against the clauses.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn new(file: CampaignFile, clause_exists: &dyn Fn(&str) -> bool) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        check_head(&file, clause_exists, &mut faults);
        check_score(&file, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults);
        }
        let hash = xxhash_rust::xxh3::xxh3_64(format!("{file:?}").as_bytes());
        Ok(Self { file, hash })
    }

    /// Changes a set-up as these options say: high altitude (clause 14.0.a), the people at the table (clause 1.3.a).
    ///
    /// # Errors
    /// An option or a choice that the campaign does not have.
    pub fn alter(
        &self,
        options: &BTreeMap<String, String>,
        setup: &mut Setup,
        tables: &Tables,
    ) -> Result<(), OptionFault> {
        for change in changes(&self.file.options, options)? {
            apply(change, setup, tables);
        }
        Ok(())
    }

    /// What the debriefing chart makes of a campaign (clause 5.3.a).
    #[must_use]
    pub fn judge(&self, night: CampaignNight) -> Judgement {
        let loss = u16::from(night.lost) * 100;
        let within = |percent: &&u8| loss <= u16::from(**percent) * u16::from(night.flown);
        let column = self.file.losses.len() - self.file.losses.iter().filter(within).count();
        let row = self.file.score.iter().find(|r| r.rv.holds(night.rv)).or(self.file.score.last());
        let cell = row.and_then(|r| r.cells.get(column).or(r.cells.last()).copied());
        let cell = cell.unwrap_or(CellFile { number: 0, follow_up: None });
        let best = u8::try_from(self.file.grades.len()).unwrap_or(1).saturating_sub(1);
        let up = (cell.number + u8::from(night.full)).min(best);
        let number = up.saturating_sub(u8::from(!night.ruhr));
        Judgement { cell: cell.number, number, follow_up: cell.follow_up }
    }

    /// The result of this number.
    #[must_use]
    pub fn grade(&self, number: u8) -> &GradeFile {
        let last = self.file.grades.len() - 1;
        &self.file.grades[usize::from(number).min(last)]
    }

    /// What a save and a count call a result.
    #[must_use]
    pub fn outcome(&self, number: u8) -> String {
        format!("{number} {}", self.grade(number).title)
    }
}

fn check_head(file: &CampaignFile, clause_exists: &dyn Fn(&str) -> bool, faults: &mut Faults) {
    check_format(file.format, faults);
    check_id(&file.id, faults);
    check_words(&file.title, &file.blurb, &file.rules, faults);
    faults.expect(file.part == "Campaign", "part", "the rules in force are those of part `Campaign` (1.1.a)");
    faults.expect((1..=900).contains(&file.minutes), "minutes", "a length of 1 to 900 minutes");
    faults.expect(file.seats.len() == 1, "seats", "this game has one seat");
    faults.expect(file.special.len() <= 20, "special", "at most 20 special rules");
    check_campaign_options(&file.options, faults);
    for (i, special) in file.special.iter().enumerate().take(20) {
        check_text(format!("special[{i}].text"), &special.text, 300, faults);
        faults.expect(
            special.clause.is_empty() || clause_exists(&special.clause),
            format!("special[{i}].clause"),
            format!("no clause `{}`", special.clause),
        );
    }
}

fn check_campaign_options(options: &[OptionFile], faults: &mut Faults) {
    let choices = || options.iter().flat_map(|o| &o.choices);
    let sizes = options.len() <= 10
        && options.iter().all(|o| o.choices.len() <= 10)
        && choices().all(|c| c.changes.len() <= 20);
    faults.expect(sizes, "options", "at most 10 options of 10 choices, each with 20 changes at most");
    if !sizes {
        return;
    }
    check_choices(options, faults);
    let made = || choices().flat_map(|c| &c.changes);
    let only = made().all(|c| matches!(c, Change::HighAltitude | Change::Players(_)));
    faults.expect(only, "options", "a campaign's options can change `HighAltitude` and `Players` alone");
    for change in made() {
        check_players("options", change, faults);
    }
    let alone = options.iter().all(|o| o.survivors.is_none());
    faults.expect(alone, "options", "survivors of another scenario fly in no campaign");
}

fn check_score(file: &CampaignFile, faults: &mut Faults) {
    faults.expect(file.losses.len() <= 8, "losses", "at most 8 columns");
    faults.expect(
        file.losses.windows(2).all(|p| p[0] < p[1]) && file.losses.iter().all(|n| *n <= 100),
        "losses",
        "per cents that rise, 100 at most",
    );
    faults.expect(
        (1..=20).contains(&file.grades.len()),
        "grades",
        "1 to 20 results, one for each number from 0",
    );
    for (i, grade) in file.grades.iter().enumerate().take(20) {
        faults.expect(
            usize::from(grade.number) == i,
            format!("grades[{i}].number"),
            format!("this result is number {i}"),
        );
        check_text(format!("grades[{i}].title"), &grade.title, 60, faults);
        check_text(format!("grades[{i}].text"), &grade.text, 300, faults);
    }
    faults.expect((1..=20).contains(&file.score.len()), "score", "1 to 20 rows");
    for (i, row) in file.score.iter().enumerate().take(20) {
        faults.expect(
            row.cells.len() == file.losses.len() + 1,
            format!("score[{i}].cells"),
            "one cell for each column of losses, and one for all beyond",
        );
        for (j, cell) in row.cells.iter().enumerate().take(9) {
            let field = format!("score[{i}].cells[{j}]");
            faults.expect(
                usize::from(cell.number) < file.grades.len(),
                format!("{field}.number"),
                format!("there is no result {}", cell.number),
            );
            faults.expect(
                cell.follow_up.is_none_or(|die| (2..=6).contains(&die)),
                format!("{field}.follow_up"),
                "a face of a die, 2 to 6",
            );
        }
    }
    for rv in 0..=60 {
        let held = file.score.iter().any(|row| row.rv.holds(rv));
        if !held {
            faults.add("score", format!("no row holds a reservoir value of {rv}"));
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign() -> Campaign {
        let grade =
            |number| GradeFile { number, title: format!("Result {number}"), text: "So it went.".into() };
        let row = |rv, numbers: [u8; 2]| ScoreRow {
            rv,
            cells: numbers.map(|number| CellFile { number, follow_up: None }).to_vec(),
        };
        let file = CampaignFile {
            format: 1,
            id: "dambusters/test".into(),
            title: "Test".into(),
            part: "Campaign".into(),
            blurb: "For a test.".into(),
            minutes: 10,
            difficulty: Difficulty::Hard,
            rules: "All".into(),
            seats: vec!["Squadron".into()],
            solo: true,
            provenance: Provenance::Reconstructed("made for a test".into()),
            special: Vec::new(),
            options: Vec::new(),
            losses: vec![25],
            score: vec![row(Span::From(5), [3, 2]), row(Span::Any, [1, 0])],
            grades: (0..=4).map(grade).collect(),
        };
        Campaign::new(file, &|_| true).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn the_chart_weighs_breaches_against_losses() {
        let c = campaign();
        let night = |rv, lost, flown| CampaignNight { rv, lost, flown, full: false, ruhr: true };
        assert_eq!(c.judge(night(5, 4, 16)).number, 3);
        assert_eq!(c.judge(night(5, 5, 16)).number, 2);
        assert_eq!(c.judge(night(4, 0, 16)).number, 1);
        assert_eq!(c.judge(night(0, 16, 16)).number, 0);
        // A raid that never flew lost nobody.
        assert_eq!(c.judge(night(0, 0, 0)).number, 1);
        assert_eq!(c.judge(CampaignNight { full: true, ..night(9, 0, 16) }).number, 4);
        assert_eq!(c.judge(CampaignNight { ruhr: false, ..night(9, 0, 16) }).number, 2);
        assert_eq!(c.outcome(3), "3 Result 3");
    }
}
