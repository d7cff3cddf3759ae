//! Scripts: a scripted table as a file.
//!
//! `(scenario: "dambusters/s1-mohne", seed: 7, options: {"key": "value"}, luck: [Die(6), Draw("speed", "S6")],
//! strict: true, answers: ["escort:AJ-G", "roll", "roll=3,4"])`. Only `scenario` must be given. Luck is used in
//! order; when `strict` is left out it is true exactly when there is luck.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::failure::Failure;
use super::place;
use crate::kernel::data::{Limits, Problems, Source, nearest, read_source};
use crate::kernel::decision::{Illegal, Question};
use crate::kernel::dice::{Luck, LuckItem, LuckMismatch};
use crate::kernel::driver::{Fault, Refusal};
use crate::kernel::game::{Game, Options, ScenarioCard, SetUpError};
use crate::kernel::journal::UndoMode;
use crate::kernel::timeline::Table;

/// A script as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptFile {
    /// Format of the file; 1.
    #[serde(default = "one")]
    pub format: u32,
    /// The scenario's id.
    pub scenario: String,
    /// Seed of the luck that serves when the forced luck is used up.
    #[serde(default)]
    pub seed: u64,
    /// Rule options.
    #[serde(default)]
    pub options: Options,
    /// Forced luck, used in order.
    #[serde(default)]
    pub luck: Vec<LuckItem>,
    /// Whether everything that is rolled or drawn must be in `luck`.
    #[serde(default)]
    pub strict: Option<bool>,
    /// Offer ids in order, or `roll=3,4` with dice rolled by hand.
    #[serde(default)]
    pub answers: Vec<String>,
}

fn one() -> u32 {
    1
}

/// Limits of a script file: 4 MiB and few brackets.
const LIMITS: Limits = Limits { bytes: 4 * 1024 * 1024, depth: 8, format: 1, implicit_some: true };

/// Reads a script and checks what can be checked without playing it.
///
/// # Errors
/// Every fault of the file.
pub fn read(path: &Path) -> Result<(Source, ScriptFile), Problems> {
    let source = read_source(path, &LIMITS)?;
    let file: ScriptFile = source.parse()?;
    let mut problems = Problems::new();
    for (i, item) in file.luck.iter().enumerate() {
        if let LuckItem::Die(face) = item
            && !(1..=6).contains(face)
        {
            problems.push(source.problem(
                &format!("luck[{i}]"),
                format!("a die shows 1 to 6, not {face}"),
                None,
            ));
        }
    }
    problems.or((source, file))
}

/// Plays a script to its last answer.
///
/// # Errors
/// The first answer that is not accepted, or luck that does not fit, at its place in the script.
pub fn play(
    games: &[Arc<dyn Game>],
    source: &Source,
    file: &ScriptFile,
) -> Result<(Table, ScenarioCard), Problems> {
    let (game, card) = place::scenario(games, &file.scenario).map_err(|failure| match failure {
        Failure::Usage(text) => Problems::from(source.problem("scenario", text, None)),
        other => Problems::from(source.problem("scenario", other.to_string(), None)),
    })?;
    let strict = file.strict.unwrap_or(!file.luck.is_empty());
    let mut table = Table::with_luck(
        game,
        &card.id,
        &file.options,
        file.seed,
        UndoMode::Table,
        file.luck.clone(),
        strict,
    )
    .map_err(|error| set_up_problem(source, file, &card, error))?;
    for (i, text) in file.answers.iter().enumerate() {
        let field = format!("answers[{i}]");
        let left = table.world().resource::<Luck>().forced_left();
        if let Err(refusal) = table.submit_text(text) {
            return Err(answer_problem(source, file, &table, left, &field, text, refusal));
        }
    }
    Ok((table, card))
}

fn set_up_problem(source: &Source, file: &ScriptFile, card: &ScenarioCard, error: SetUpError) -> Problems {
    let problem = match error {
        SetUpError::NoScenario { .. } => source.problem("scenario", error.to_string(), None),
        SetUpError::Option { id, message } => {
            let near = nearest(&id, card.options.iter().map(|o| o.id.as_str()));
            let field = format!("options[{id:?}]");
            let help = near.filter(|near| *near != id).map(|near| format!("did you mean `{near}`?"));
            source.problem(&field, format!("option `{id}`: {message}"), help)
        }
        SetUpError::Fault(Fault::Luck(mismatch)) => luck_problem(source, file, 0, "scenario", &mismatch),
        SetUpError::Fault(fault) => source.problem("scenario", fault.to_string(), None),
    };
    Problems::from(problem)
}

/// Luck that did not fit: at the first item that was not yet used when the answer was given and is of the wrong kind,
/// or at `field` when the queue was too short.
fn luck_problem(
    source: &Source,
    file: &ScriptFile,
    used: usize,
    field: &str,
    mismatch: &LuckMismatch,
) -> crate::kernel::data::Problem {
    let wrong = (used..file.luck.len()).find(|i| format!("{:?}", file.luck[*i]) == mismatch.found);
    let place = wrong.map_or_else(|| field.to_owned(), |i| format!("luck[{i}]"));
    source.problem(
        &place,
        mismatch.to_string(),
        Some("luck is used in the order in which the rules ask".into()),
    )
}

fn answer_problem(
    source: &Source,
    file: &ScriptFile,
    table: &Table,
    left: usize,
    field: &str,
    text: &str,
    refusal: Refusal,
) -> Problems {
    let shown = text.escape_debug();
    let problem = match refusal {
        Refusal::Fault(Fault::Luck(mismatch)) => {
            luck_problem(source, file, file.luck.len().saturating_sub(left), field, &mismatch)
        }
        Refusal::Illegal(Illegal::NoSuchOffer { id, offers }) => {
            let near = nearest(&id, offers.iter().map(String::as_str));
            let message = format!("`{shown}` is not offered; {}", asked(table, &offers));
            source.problem(field, message, near.map(|near| format!("did you mean `{near}`?")))
        }
        Refusal::Illegal(illegal @ Illegal::Barred { .. }) => {
            let open: Vec<String> = table.question().map_or_else(Vec::new, |q| enabled(table, q));
            source.problem(field, format!("`{shown}` is {illegal}; {}", asked(table, &open)), None)
        }
        other => source.problem(field, format!("`{shown}`: {other}"), None),
    };
    Problems::from(problem)
}

fn enabled(table: &Table, question: &Question) -> Vec<String> {
    question.enabled().map(|i| question.offers[i].key.text(table.pieces())).collect()
}

fn asked(table: &Table, offers: &[String]) -> String {
    let prompt = table.question().map_or_else(String::new, |q| q.prompt(table.pieces()));
    format!("asked was: {prompt}; the offers are {}", offers.join(", "))
}
