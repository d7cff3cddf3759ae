//! The rule ledger: every rule as small testable clauses with stable ids. Also the in-app rules reference.

use serde::{Deserialize, Serialize};

/// How far a clause is carried out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// Not yet enforced.
    #[default]
    Open,
    /// Not yet enforced, for it needs a part of the game that is not built; which.
    Awaits(String),
    /// Enforced, cited by code and proved by tests.
    Done,
    /// Not enforced, with the reason.
    Omitted(String),
}

/// What sort of statement a clause is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ClauseKind {
    /// Background; nothing to enforce.
    Advisory,
    /// Pieces and spaces.
    Component,
    /// A choice given to a player.
    Choice,
    /// A bound on what may be done.
    Limit,
    /// Something that happens.
    Mechanic,
    /// Points and victory.
    Scoring,
    /// What stays hidden.
    Secrecy,
    /// How a game begins.
    Setup,
}

/// One clause of a ledger.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseEntry {
    /// Stable id: the rule's number and a letter.
    pub id: String,
    /// The rule's number.
    pub rule: String,
    /// The part of the rules that it belongs to.
    pub part: String,
    /// What sort of statement it is.
    pub kind: ClauseKind,
    /// Short title.
    pub title: String,
    /// The clause in our own words.
    pub text: String,
    /// Related rules and clauses.
    #[serde(default)]
    pub see: Vec<String>,
    /// The chart that holds its values.
    #[serde(default)]
    pub chart: String,
    /// The reading chosen where the rule is unclear.
    #[serde(default)]
    pub note: String,
    /// How far it is carried out.
    #[serde(default)]
    pub status: Status,
}

/// The ledger of a game as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// Format of the file; 1.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Title of the rules.
    pub title: String,
    /// All clauses in document order.
    pub clauses: Vec<ClauseEntry>,
}

impl Ledger {
    /// The clause with this id.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&ClauseEntry> {
        self.clauses.iter().find(|c| c.id == id)
    }

    /// The clauses of a rule, such as `4.2.4`.
    pub fn of_rule<'a>(&'a self, rule: &'a str) -> impl Iterator<Item = &'a ClauseEntry> {
        self.clauses.iter().filter(move |c| c.rule == rule)
    }

    /// The clauses whose id, title or text hold every word of `query`, in document order.
    pub fn search<'a>(&'a self, query: &str) -> impl Iterator<Item = &'a ClauseEntry> + use<'a> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        self.clauses.iter().filter(move |c| {
            let (title, text) = (c.title.to_lowercase(), c.text.to_lowercase());
            words
                .iter()
                .all(|w| c.id.contains(w.as_str()) || title.contains(w.as_str()) || text.contains(w.as_str()))
        })
    }

    /// Faults of the ledger: field path and message.
    #[must_use]
    pub fn faults(&self) -> Vec<(String, String)> {
        let ids: std::collections::BTreeSet<&str> = self.clauses.iter().map(|c| c.id.as_str()).collect();
        let rules: std::collections::BTreeSet<&str> = self.clauses.iter().map(|c| c.rule.as_str()).collect();
        let mut seen = std::collections::BTreeSet::new();
        let mut faults = Vec::new();
        for (i, c) in self.clauses.iter().enumerate() {
            if !seen.insert(c.id.as_str()) {
                faults.push((format!("clauses[{i}].id"), format!("clause `{}` is listed twice", c.id)));
            }
            if c.text.trim().is_empty() {
                faults.push((format!("clauses[{i}].text"), "a clause needs a text".to_owned()));
            }
            if let Status::Awaits(why) | Status::Omitted(why) = &c.status
                && why.trim().is_empty()
            {
                faults.push((format!("clauses[{i}].status"), "the reason is missing".to_owned()));
            }
            for (j, see) in c.see.iter().enumerate() {
                let prefix = format!("{see}.");
                if !ids.contains(see.as_str())
                    && !rules.contains(see.as_str())
                    && !rules.iter().any(|r| r.starts_with(&prefix))
                {
                    faults.push((
                        format!("clauses[{i}].see[{j}]"),
                        format!("there is no rule or clause `{see}`"),
                    ));
                }
            }
        }
        faults
    }
}
