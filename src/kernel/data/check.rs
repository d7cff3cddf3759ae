//! Collecting the faults that only the meaning of a file shows.

use std::fmt::Display;

use super::names::help_for;
use super::problem::{Problem, Problems};
use super::source::Source;

/// Gathers problems of one file, each at its field path, while the checks go on.
///
/// ```
/// use bombers_moon::kernel::data::{Checker, Limits, source_from_bytes};
///
/// let source = source_from_bytes("flak.ron", b"(rows: [(id: \"hit\"), (id: \"hit\")])", &Limits::default())?;
/// let mut check = Checker::new(&source);
/// check.at("rows[1].id").error("the row `hit` is defined twice");
/// let problems = check.finish(()).unwrap_err();
/// assert_eq!(problems.iter().next().map(|p| (p.line, p.column)), Some((1, 27)));
/// # Ok::<(), bombers_moon::kernel::data::Problems>(())
/// ```
pub struct Checker<'a> {
    source: &'a Source,
    problems: Vec<Problem>,
}

impl<'a> Checker<'a> {
    /// A checker of this file, with nothing found yet.
    pub fn new(source: &'a Source) -> Self {
        Checker { source, problems: Vec::new() }
    }

    /// The place to complain about, as a field path; the file's nearest value when it does not exist.
    pub fn at<'c>(&'c mut self, field_path: impl Into<String>) -> At<'c, 'a> {
        At { checker: self, field: field_path.into() }
    }

    /// Complains of a name that stands for nothing: `unknown row `hti``, with the nearest candidate.
    pub fn unknown_name<'n>(
        &mut self,
        field_path: impl Into<String>,
        what: &str,
        found: &str,
        candidates: impl Iterator<Item = &'n str> + Clone,
    ) {
        let found_text = super::tree::shortened(found);
        let help = help_for(found, candidates);
        self.at(field_path).problem(format!("unknown {what} `{found_text}`"), help);
    }

    /// Complains of a number outside its bounds, both of which are allowed.
    pub fn within<N: PartialOrd + Display>(
        &mut self,
        field_path: impl Into<String>,
        found: N,
        least: N,
        most: N,
    ) {
        if found < least || found > most {
            self.at(field_path).error(format!("expected {least} to {most}, found {found}"));
        }
    }

    /// The file under check.
    pub fn source(&self) -> &'a Source {
        self.source
    }

    /// Whether anything was found so far.
    pub fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// The value when nothing was found, else all problems in the order of the text.
    pub fn finish<T>(self, value: T) -> Result<T, Problems> {
        self.problems.into_iter().collect::<Problems>().sorted().or(value)
    }
}

/// A place of a checked file, to complain about.
pub struct At<'c, 'a> {
    checker: &'c mut Checker<'a>,
    field: String,
}

impl At<'_, '_> {
    /// Something is wrong here.
    pub fn error(self, message: impl Into<String>) {
        self.problem(message.into(), None);
    }

    /// Something is wrong here, and this is the way out.
    pub fn error_with_help(self, message: impl Into<String>, help: impl Into<String>) {
        self.problem(message.into(), Some(help.into()));
    }

    fn problem(self, message: String, help: Option<String>) {
        let problem = self.checker.source.problem(&self.field, message, help);
        self.checker.problems.push(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::{Limits, source_from_bytes};
    use super::*;

    const CHART: &[u8] = b"(\n  rows: [(id: \"hit\"), (id: \"miss\")],\n  bands: {\"low\": \"hti\"},\n)";

    #[test]
    fn c34_semantic_faults_carry_place_and_nearest_name() -> Result<(), Problems> {
        let source = source_from_bytes("c.ron", CHART, &Limits::default())?;
        let mut check = Checker::new(&source);
        check.unknown_name("bands[\"low\"]", "row", "hti", ["hit", "miss"].into_iter());
        check.at("rows[1].id.deeper").error("too deep");
        check.within("rows", 7, 1, 6);
        let found = check.finish(()).err().unwrap_or_default();
        let seen: Vec<_> =
            found.iter().map(|p| (p.line, p.column, p.field.as_str(), p.help.as_deref())).collect();
        assert_eq!(
            seen,
            [
                (2, 9, "rows", None),
                (2, 28, "rows[1].id.deeper", None),
                (3, 18, "bands[\"low\"]", Some("did you mean `hit`?")),
            ]
        );
        Ok(())
    }

    #[test]
    fn a_clean_check_returns_the_value() -> Result<(), Problems> {
        let source = source_from_bytes("c.ron", CHART, &Limits::default())?;
        let mut check = Checker::new(&source);
        check.within("rows", 3, 1, 6);
        assert!(check.is_clean());
        assert_eq!(check.finish(42)?, 42);
        Ok(())
    }
}
