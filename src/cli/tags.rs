//! Clause tags in a source tree: which code and which tests name which clause of a game's ledger.
//!
//! Code names a clause by a string literal that is its id, by `[4.2.4.b]` or by `clause 4.2.4.b` in a comment; data
//! files by the quoted id. A test names it in its function's name (`r4_2_4_b_…`, `clause_4_2_4_b_…`) or by a comment
//! `proves: 4.2.4.b, 4.2.4.c` above or inside it.
//!
//! Where rules have names instead of numbers (`adv-3-medals.h`), the ledger's own names tell a tag from an ordinary
//! word, and tests cite them by `proves:` only. A slip after such a name is reported like one after a number.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::kernel::rules::Ledger;

/// The names of a ledger: its clauses, and its rules that are no numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names<'a> {
    ids: BTreeSet<&'a str>,
    rules: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    /// Those of a ledger.
    #[must_use]
    pub fn of(ledger: &'a Ledger) -> Self {
        Self::new(ledger.clauses.iter().map(|c| (c.id.as_str(), c.rule.as_str())))
    }

    /// Those of these clauses, each with its rule.
    fn new(clauses: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut names = Self::default();
        for (id, rule) in clauses {
            names.ids.insert(id);
            if rule.starts_with(|c: char| c.is_ascii_lowercase()) {
                names.rules.insert(rule);
            }
        }
        names
    }

    /// Whether a word has the form of a clause of this ledger: a number or one of its rules' names, and letters.
    fn tells(&self, word: &str) -> bool {
        is_clause(word) || named(word).is_some_and(|rule| self.rules.contains(rule))
    }

    /// The same after the word clause, where a misspelt rule is told too.
    fn expects(&self, word: &str) -> bool {
        self.tells(word) || (!self.rules.is_empty() && named(word).is_some_and(|rule| rule.len() > 2))
    }
}

/// The rule of a word that has the form of a clause with a name: small letters, digits and `-`, then one or two letters.
fn named(word: &str) -> Option<&str> {
    let (rule, letters) = word.rsplit_once('.')?;
    let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let fits = rule.starts_with(|c: char| c.is_ascii_lowercase())
        && rule.bytes().all(small)
        && (1..=2).contains(&letters.len())
        && letters.bytes().all(|b| b.is_ascii_lowercase());
    fits.then_some(rule)
}

/// The clause names found in a source tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// Places of the rules' code and data by clause.
    pub code: BTreeMap<String, BTreeSet<String>>,
    /// Tests by clause.
    pub tests: BTreeMap<String, BTreeSet<String>>,
    /// Tags that name no clause of the ledger: place and tag.
    pub unknown: Vec<(String, String)>,
}

/// Scans the code, data and tests of a game under the root of the source tree.
///
/// # Errors
/// A file that cannot be read.
pub fn scan(root: &Path, ledger: &Ledger) -> io::Result<Tags> {
    let (game, names) = (&ledger.game, Names::of(ledger));
    let mut tags = Tags::default();
    for (folder, ending) in [
        (format!("src/games/{game}"), "rs"),
        (format!("tests/{game}"), "rs"),
        (format!("assets/games/{game}"), "ron"),
    ] {
        for path in files(&root.join(folder), ending)? {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string().replace('\\', "/");
            if name.ends_with("/rules.ron") || name.ends_with("/coverage.ron") {
                continue;
            }
            let text = fs::read_to_string(&path)?;
            if ending == "ron" { tags.data(&name, &text, &names) } else { tags.source(&name, &text, &names) }
        }
    }
    Ok(tags)
}

/// The files under a folder with an ending, in a fixed order; none when there is no such folder.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a word has the form of a clause id: numbers with dots, perhaps a letter, then one or two letters.
#[must_use]
pub fn is_clause(word: &str) -> bool {
    let mut parts: Vec<&str> = word.split('.').collect();
    let Some(last) = parts.pop() else { return false };
    let letters = (1..=2).contains(&last.len()) && last.bytes().all(|b| b.is_ascii_lowercase());
    let number = |part: &str| !part.is_empty() && part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    let Some((tail, head)) = parts.split_last() else { return false };
    let tail_number = tail.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(tail);
    letters && !head.is_empty() && head.iter().all(|p| number(p)) && number(tail_number)
}

/// The clause that a test's name holds, such as `4.2.4.b` in `clause_4_2_4_b_flak_hits`.
fn clauses_in_name(name: &str) -> Vec<String> {
    // A name cannot begin with a digit, so the rule's first number may have an `r` before it.
    let bare =
        |part: &str| part.strip_prefix('r').filter(|n| n.bytes().all(|b| b.is_ascii_digit())).is_some();
    let parts: Vec<&str> = name.split('_').map(|part| if bare(part) { &part[1..] } else { part }).collect();
    let number = |part: &str| part.len() <= 2 && !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let lettered = |part: &str| part.strip_suffix(|c: char| c.is_ascii_lowercase()).is_some_and(number);
    let mut found = Vec::new();
    let mut i = 0;
    while i < parts.len() {
        let mut end = i;
        while end < parts.len() && number(parts[end]) {
            end += 1;
        }
        if end > i && end < parts.len() && lettered(parts[end]) {
            end += 1;
        }
        if end > i + 1 && end < parts.len() {
            let word = parts[i..=end].join(".");
            if is_clause(&word) {
                found.push(word);
                i = end + 1;
                continue;
            }
        }
        i = end.max(i + 1);
    }
    found
}

/// The name of the function or type that a line begins, if it does, and whether it is a function.
fn item(line: &str) -> Option<(&str, bool)> {
    let mut rest = line.trim_start();
    loop {
        for (mark, function) in
            [("fn ", true), ("struct ", false), ("enum ", false), ("trait ", false), ("static ", false)]
        {
            if let Some(name) = rest.strip_prefix(mark) {
                let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
                return (end > 0).then(|| (&name[..end], function));
            }
        }
        let (word, after) = rest.split_once(' ')?;
        if !matches!(word, "pub" | "pub(crate)" | "pub(super)" | "const" | "async") {
            return None;
        }
        rest = after;
    }
}

/// Code and comment of a line.
fn split_comment(line: &str) -> (&str, &str) {
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '/' if !quoted && line[at..].starts_with("//") => return line.split_at(at),
            _ => {}
        }
    }
    (line, "")
}

/// The words between quotes that have the form of a clause.
fn quoted<'t>(text: &'t str, names: &Names<'_>) -> impl Iterator<Item = &'t str> {
    text.split('"').filter(|part| names.tells(part))
}

/// The clauses that a comment cites as `[id]` or after the word clause.
fn cited<'t>(comment: &'t str, names: &Names<'_>) -> Vec<&'t str> {
    let mut found: Vec<&str> = comment
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'))
        .map(|(word, _)| word)
        .filter(|word| names.tells(word))
        .collect();
    let trim = |c: char| !c.is_alphanumeric();
    let mut after = false;
    for word in comment.split_whitespace() {
        let bare = word.trim_matches(trim);
        if after && names.expects(bare) {
            found.push(bare);
        }
        let goes_on = after && (names.expects(bare) || bare == "and") && !word.ends_with([')', '.', ';']);
        after = goes_on || matches!(bare, "clause" | "clauses" | "Clause" | "Clauses");
    }
    found
}

/// The ids after `proves:` in a comment.
fn proves(comment: &str) -> Option<Vec<&str>> {
    let text = comment.trim_start_matches(['/', '!', ' ']);
    let list = text.strip_prefix("proves:")?;
    Some(list.split([',', ' ']).map(|w| w.trim_matches('.')).filter(|w| !w.is_empty()).collect())
}

impl Tags {
    fn add(&mut self, test: bool, id: &str, place: &str, names: &Names<'_>) {
        if names.ids.contains(id) {
            let map = if test { &mut self.tests } else { &mut self.code };
            map.entry(id.to_owned()).or_default().insert(place.to_owned());
        } else {
            self.unknown.push((place.to_owned(), id.to_owned()));
        }
    }

    fn data(&mut self, name: &str, text: &str, names: &Names<'_>) {
        for line in text.lines() {
            // A step of a guided game explains a clause; it does not carry it out.
            if line.trim_start().starts_with("(answer:") {
                continue;
            }
            let (code, comment) = split_comment(line);
            for id in quoted(code, names) {
                self.add(false, id, name, names);
            }
            for id in cited(comment, names) {
                self.add(false, id, name, names);
            }
        }
    }

    fn source(&mut self, name: &str, text: &str, names: &Names<'_>) {
        let mut test = name.starts_with("tests/") || name.contains("/tests/") || name.ends_with("/tests.rs");
        let mut within = String::new();
        let mut indent = 0;
        let mut waiting: Vec<String> = Vec::new();
        let mut waiting_cites: Vec<String> = Vec::new();
        for line in text.lines() {
            let trimmed = line.trim_start();
            let depth = line.len() - trimmed.len();
            test |= trimmed.starts_with("#[cfg(test)]");
            let (code, comment) = split_comment(line);
            if let Some((item, function)) = item(code) {
                within = format!("{name}::{item}");
                indent = depth;
                if test && function {
                    for id in clauses_in_name(item) {
                        self.add(true, &id, &within, names);
                    }
                }
            }
            let place = if within.is_empty() { name.to_owned() } else { within.clone() };
            if test {
                waiting.extend(proves(comment).unwrap_or_default().into_iter().map(str::to_owned));
            } else {
                waiting_cites.extend(cited(comment, names).into_iter().map(str::to_owned));
                for id in quoted(code, names) {
                    self.add(false, id, &place, names);
                }
            }
            // A comment above a function belongs to it.
            if !code.trim().is_empty() && !trimmed.starts_with("#[") {
                for id in waiting.drain(..) {
                    self.add(true, &id, &place, names);
                }
                for id in waiting_cites.drain(..) {
                    self.add(false, &id, &place, names);
                }
            }
            if depth == indent && (trimmed == "}" || code.trim_end().ends_with(';')) {
                within.clear();
            }
        }
        for id in waiting {
            self.add(true, &id, name, names);
        }
        for id in waiting_cites {
            self.add(false, &id, name, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clause_ids_are_told_from_other_words() {
        for id in ["1.0.a", "4.2.13.aa", "7.7.3e.b", "10.1.4.c"] {
            assert!(is_clause(id), "{id}");
        }
        for word in ["4.2.4", "a.b", "1.a", "4.2.4.B", "4..a", "4.2.abc", "", "1.2.3.4", "0.17.a1", "x1.2.a"]
        {
            assert!(!is_clause(word), "{word}");
        }
    }

    #[test]
    fn names_hold_whole_ids_only() {
        assert_eq!(clauses_in_name("clause_4_2_4_b_flak_hits"), ["4.2.4.b"]);
        assert_eq!(clauses_in_name("rules_2_1_1_a_and_2_1_1_b_damage"), ["2.1.1.a", "2.1.1.b"]);
        assert_eq!(clauses_in_name("clause_7_7_3e_b_crash"), ["7.7.3e.b"]);
        assert_eq!(clauses_in_name("r4_2_13_aa_an_m_costs_one"), ["4.2.13.aa"]);
        assert!(clauses_in_name("c34_three_2_dice").is_empty());
    }

    #[test]
    fn a_source_file_gives_code_and_tests() {
        let text = r#"
//! Flak (clause 4.2.4.a).

/// Rolls (clauses 4.2.4.b, 4.2.4.c and 4.2.4.d).
pub fn roll() {
    ask("4.2.4.e"); // [4.2.4.f]
    ask("9.9.9.z");
}

#[cfg(test)]
mod tests {
    // proves: 4.2.4.c, 4.2.4.d
    #[test]
    fn clause_4_2_4_b_hits() {
        // proves: 4.2.4.e
        assert("4.2.4.f");
    }
}
"#;
        let ids = ["4.2.4.a", "4.2.4.b", "4.2.4.c", "4.2.4.d", "4.2.4.e", "4.2.4.f"];
        let names = Names::new(ids.into_iter().map(|id| (id, "4.2.4")));
        let mut tags = Tags::default();
        tags.source("src/games/x/flak.rs", text, &names);
        let code: Vec<_> = tags.code.keys().map(String::as_str).collect();
        assert_eq!(code, ["4.2.4.a", "4.2.4.b", "4.2.4.c", "4.2.4.d", "4.2.4.e", "4.2.4.f"]);
        assert_eq!(tags.code["4.2.4.b"].first().map(String::as_str), Some("src/games/x/flak.rs::roll"));
        let tests: Vec<_> = tags.tests.keys().map(String::as_str).collect();
        assert_eq!(tests, ["4.2.4.b", "4.2.4.c", "4.2.4.d", "4.2.4.e"]);
        assert!(tags.tests.values().all(|t| t.contains("src/games/x/flak.rs::clause_4_2_4_b_hits")));
        assert_eq!(tags.unknown, [("src/games/x/flak.rs::roll".to_owned(), "9.9.9.z".to_owned())]);
    }

    const NAMED: [(&str, &str); 6] = [
        ("adv-3-medals.h", "adv-3-medals"),
        ("adv-3-medals.i", "adv-3-medals"),
        ("fog.a", "fog"),
        ("fog.b", "fog"),
        ("mosquito.j", "mosquito"),
        ("mosquito.aa", "mosquito"),
    ];

    #[test]
    fn names_of_the_ledger_tell_tags_from_words() {
        let names = Names::new(NAMED.into_iter());
        for word in ["fog.a", "fog.zz", "mosquito.aa", "adv-3-medals.h", "4.2.4.b"] {
            assert!(names.tells(word), "{word}");
        }
        for word in
            ["fig.a", "fog", "fog.", ".a", "fog.abc", "Fog.a", "fog.A", "e.g", "main.rs", "fog.a.b", "fog.1"]
        {
            assert!(!names.tells(word), "{word}");
        }
        assert!(names.expects("mosqito.a") && !names.expects("e.g") && !names.expects("Mosquito.a"));
        assert!(
            !Names::new([("4.2.4.b", "4.2.4")].into_iter()).expects("mosqito.a"),
            "rules are numbers here"
        );
    }

    #[test]
    fn a_source_file_with_named_clauses_gives_code_and_tests() {
        let text = r#"
//! Duels (clauses mosquito.j and mosquito.aa), see `main.rs` and [fig.rs].

/// Fog (clause fog.a); a slip (clause mosqito.j).
pub fn duel() {
    ask("adv-3-medals.h"); // [adv-3-medals.i]
    ask("mosquito.zz");
    ask("some words of fog.a", "e.g", "fig.a");
}

#[cfg(test)]
mod tests {
    // proves: adv-3-medals.h, fog.b
    #[test]
    fn medals_count() {
        // proves: mosquito.j, mosquito.q
        assert("fog.a");
    }
}
"#;
        let names = Names::new(NAMED.into_iter());
        let mut tags = Tags::default();
        tags.source("src/games/x/duel.rs", text, &names);
        let code: Vec<_> = tags.code.keys().map(String::as_str).collect();
        assert_eq!(code, ["adv-3-medals.h", "adv-3-medals.i", "fog.a", "mosquito.aa", "mosquito.j"]);
        let tests: Vec<_> = tags.tests.keys().map(String::as_str).collect();
        assert_eq!(tests, ["adv-3-medals.h", "fog.b", "mosquito.j"]);
        let unknown: Vec<_> = tags.unknown.iter().map(|(_, tag)| tag.as_str()).collect();
        assert_eq!(unknown, ["mosqito.j", "mosquito.zz", "mosquito.q"]);
    }

    #[test]
    fn data_names_clauses_but_a_guide_only_explains_them() {
        let text = "(\n    clause: \"fog.a\", // [fog.b]\n    (answer: \"end\", text: \"\", clauses: [\"mosquito.j\"]),\n)";
        let names = Names::new(NAMED.into_iter());
        let mut tags = Tags::default();
        tags.data("x.ron", text, &names);
        assert_eq!(tags.code.keys().map(String::as_str).collect::<Vec<_>>(), ["fog.a", "fog.b"]);
        assert!(tags.unknown.is_empty());
    }
}
