//! The rule ledger of a game and the clauses that its other files name.

use std::collections::BTreeSet;

use super::faults::Faults;
use super::loader::Home;
use crate::kernel::data::{Problems, Source};
use crate::kernel::rules::Ledger;

/// The ids of the ledger's clauses; empty when the ledger itself is broken, and then nothing is held against them.
pub struct Clauses<'a>(BTreeSet<&'a str>);

impl<'a> Clauses<'a> {
    /// Those of a ledger, if it could be read.
    #[must_use]
    pub fn of(ledger: Option<&'a Ledger>) -> Self {
        Self(ledger.iter().flat_map(|l| &l.clauses).map(|c| c.id.as_str()).collect())
    }

    /// Whether there is such a clause.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.0.is_empty() || self.0.contains(id)
    }

    /// Adds a finding unless there is such a clause.
    pub fn check(&self, field: impl Into<String>, id: &str, faults: &mut Faults) {
        if !self.has(id) {
            faults.unknown(field, "clause", id, self.0.iter().copied());
        }
    }
}

/// Whether a file looks like the ledger of this game.
#[must_use]
pub fn is_ledger_of(source: &Source, home: &Home) -> bool {
    source.has("clauses") && source.has("game") && {
        let game = source.text().get(source.at("game")).unwrap_or("");
        game.trim_matches('"') == home.game()
    }
}

/// Reads and checks the ledger of a game.
///
/// # Errors
/// Every fault of the file.
pub fn ledger_of(source: &Source, home: &Home) -> Result<Ledger, Problems> {
    let ledger: Ledger = source.parse()?;
    let mut faults = Faults::default();
    let game = home.game();
    faults.expect(ledger.game == game, "game", format!("this is the folder of `{game}`"));
    for (field, message) in ledger.faults() {
        faults.add(field, message);
    }
    for (i, c) in ledger.clauses.iter().enumerate() {
        let field = format!("clauses[{i}].rule");
        faults.expect(
            is_rule(&c.rule),
            field,
            "a rule is named by its number (`4.2.4`) or by a short name of small letters, digits and `-`",
        );
        let suffix = c.id.strip_prefix(&c.rule).and_then(|s| s.strip_prefix('.')).unwrap_or("");
        faults.expect(
            (1..=2).contains(&suffix.len()) && suffix.bytes().all(|b| b.is_ascii_lowercase()),
            format!("clauses[{i}].id"),
            format!("a clause of rule {} is named `{}.` and one or two letters", c.rule, c.rule),
        );
    }
    faults.locate(source, ledger)
}

/// Whether a text can name a rule: a number such as `4.2.4` or `7.7.3d`, or a name such as `adv-3-medals`.
fn is_rule(rule: &str) -> bool {
    let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let bytes = rule.as_bytes();
    let named =
        bytes.first().is_some_and(u8::is_ascii_lowercase) && bytes.iter().all(|b| small(*b) || *b == b'-');
    let numbered =
        bytes.first().is_some_and(u8::is_ascii_digit) && bytes.iter().all(|b| small(*b) || *b == b'.');
    rule.len() <= 40 && (named || numbered) && rule.split(['.', '-']).all(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::data::source_from_bytes;

    const HOME: Home = Home { folder: "games/toy", marks: &["debriefing"] };

    fn read(rule: &str, id: &str) -> Result<Ledger, Problems> {
        let text = format!(
            "(format: 1, game: \"toy\", title: \"Toy\", clauses: [(id: \"{id}\", rule: \"{rule}\", part: \"P\", \
             kind: Limit, title: \"T\", text: \"A text.\")])"
        );
        ledger_of(&source_from_bytes("rules.ron", text.as_bytes(), &super::super::limits())?, &HOME)
    }

    #[test]
    fn a_clause_is_its_rule_and_letters() {
        for (rule, id) in [
            ("4.2.4", "4.2.4.b"),
            ("7.7.3d", "7.7.3d.aa"),
            ("fog", "fog.a"),
            ("adv-3-medals", "adv-3-medals.h"),
        ] {
            assert!(read(rule, id).is_ok(), "{id}");
        }
        for (rule, id, field) in [
            ("4.2.4", "4.2.5.b", "clauses[0].id"),
            ("adv-3-medals", "adv-3-medals", "clauses[0].id"),
            ("adv-3-medals", "adv-3-medals.hhh", "clauses[0].id"),
            ("Fog", "Fog.a", "clauses[0].rule"),
            ("fog-", "fog-.a", "clauses[0].rule"),
            ("4..2", "4..2.a", "clauses[0].rule"),
        ] {
            let found = read(rule, id).err().unwrap_or_default();
            assert!(found.iter().any(|p| p.field == field), "{id}: {}", found.render(false));
        }
    }
}
