//! A located fault of a data file, and the report of many.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};
use serde_json::json;

/// No more than this many problems are reported for one file; by then it is the wrong file.
pub const MAX_PROBLEMS: usize = 50;

/// Lines longer than this (in bytes) are not shown in a report.
const WIDEST_LINE: usize = 400;

/// One fault of one file.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The file, as it was asked for.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Field path such as `columns[2].bands[0].row`; empty for the file as a whole.
    pub field: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// A way out, when one is known.
    pub help: Option<String>,
    /// Bytes of the text the problem points at.
    pub span: Range<usize>,
    /// The file's text, for the excerpt.
    text: Option<Arc<str>>,
}

impl Problem {
    /// A problem of the file as a whole (missing, unreadable, not allowed); stands at line 1, column 1.
    pub fn of_file(path: impl Into<PathBuf>, message: impl Into<String>, help: Option<String>) -> Self {
        Problem {
            path: path.into(),
            line: 1,
            column: 1,
            field: String::new(),
            message: message.into(),
            help,
            span: 0..0,
            text: None,
        }
    }

    /// A problem at these bytes of a text. The span is clipped to the text and to its first line.
    pub(super) fn in_text(path: &Path, text: &Arc<str>, spot: Spot) -> Self {
        let span = clipped(text, spot.span);
        let before = &text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Problem {
            path: path.to_owned(),
            line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
            field: spot.field,
            message: spot.message,
            help: spot.help,
            span,
            text: Some(Arc::clone(text)),
        }
    }

    /// Path, line, column, field path, message and help as one JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "path": self.path.display().to_string(),
            "line": self.line,
            "column": self.column,
            "field": self.field,
            "message": self.message,
            "help": self.help,
        })
    }

    /// Whether an excerpt of the text would fit a terminal.
    fn has_excerpt(&self) -> bool {
        let Some(text) = &self.text else {
            return false;
        };
        if self.span.start >= text.len() || self.span.is_empty() {
            return false;
        }
        let first = text[..self.span.start].rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
        let last =
            text[self.span.end..].match_indices('\n').nth(1).map_or(text.len(), |(at, _)| self.span.end + at);
        text[first..last].split('\n').all(|line| line.len() <= WIDEST_LINE)
    }
}

/// The fault without an excerpt: `path:line:column: field: message (help)`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable(&self.path.display().to_string());
        write!(f, "{path}:{}:{}: ", self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", printable(&self.field))?;
        }
        f.write_str(&printable(&self.message))?;
        if let Some(help) = &self.help {
            write!(f, " ({})", printable(help))?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// A fault before it is tied to its file.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub span: Range<usize>,
    pub field: String,
    pub message: String,
    pub help: Option<String>,
}

/// Every problem of one or more files; never empty when returned as an error.
#[derive(Clone, Debug, Default)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all of another report, for instance of the next file.
    pub fn extend(&mut self, others: Problems) {
        self.0.extend(others.0);
    }

    /// The problems in order of file, then place.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok(value)` when nothing is wrong, else the problems.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// A JSON array of `{path, line, column, field, message, help}`.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::Value::Array(self.0.iter().map(Problem::to_json).collect())
    }

    /// The report for people: excerpt, caret and help a problem; `colour` for a terminal that has it.
    pub fn render(&self, colour: bool) -> String {
        let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
        let mut shown: Option<(Arc<str>, String)> = None;
        let mut out = String::new();
        for problem in &self.0 {
            let mut report = String::new();
            if problem.has_excerpt()
                && let Some(text) = &problem.text
            {
                let stale = shown.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, text));
                if stale {
                    shown = Some((Arc::clone(text), printable(text)));
                }
                if let Some((_, clean)) = &shown {
                    let view = Excerpt {
                        problem,
                        text: Named { name: printable(&problem.path.display().to_string()), text: clean },
                    };
                    if handler.render_report(&mut report, &view).is_err() {
                        report.clear();
                    }
                }
            }
            if report.is_empty() {
                report = format!("  × {problem}\n");
            }
            out.push_str(&report);
            out.push('\n');
        }
        out
    }

    /// Puts the problems in reading order: file, place.
    pub(super) fn sorted(mut self) -> Self {
        self.0.sort_by(|a, b| (&a.path, a.span.start).cmp(&(&b.path, b.span.start)));
        self
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Problems(problems.into_iter().collect())
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'p> IntoIterator for &'p Problems {
    type Item = &'p Problem;
    type IntoIter = std::slice::Iter<'p, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The full report, without colour.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
    }
}

impl std::error::Error for Problems {}

/// One problem as miette wants it.
#[derive(Debug)]
struct Excerpt<'p> {
    problem: &'p Problem,
    text: Named<'p>,
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.problem.field.is_empty() {
            write!(f, "{}: ", printable(&self.problem.field))?;
        }
        f.write_str(&printable(&self.problem.message))
    }
}

impl std::error::Error for Excerpt<'_> {}

impl Diagnostic for Excerpt<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.problem.help.as_deref()?;
        Some(Box::new(printable(help)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(None, self.problem.span.start, self.problem.span.len());
        Some(Box::new(std::iter::once(label)))
    }
}

/// A borrowed text with a file name.
#[derive(Debug)]
struct Named<'p> {
    name: String,
    text: &'p str,
}

impl SourceCode for Named<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}

/// Characters that no data file may hold: controls but for line ends and tabs, and marks that turn
/// or hide text.
pub(super) fn forbidden(c: char) -> bool {
    match c {
        '\n' | '\r' | '\t' => false,
        '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' => true,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// The text with forbidden characters replaced by harmless ones of the same length in bytes.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            c if !forbidden(c) => c,
            c if c.len_utf8() == 1 => '?',
            c if c.len_utf8() == 2 => '¿',
            _ => '\u{FFFD}',
        })
        .collect()
}

/// The span inside the text, on character boundaries, ending at the first line's end, and at least
/// one character long where there is one.
fn clipped(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    if start == text.len() {
        // Past the end: point at the last thing written.
        let written = text.trim_end();
        start = written.char_indices().next_back().map_or(0, |(at, _)| at);
    }
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    let mut end = span.end.clamp(start, line_end.max(start));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    if end <= start {
        end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str, span: Range<usize>) -> Problem {
        Problem::in_text(
            Path::new("charts/flak.ron"),
            &Arc::from(text),
            Spot {
                span,
                field: "rows[1].id".into(),
                message: "unknown field `idd`".into(),
                help: Some("did you mean `id`?".into()),
            },
        )
    }

    #[test]
    fn c34_line_and_column_start_at_one() {
        let p = sample("(\n  né: 1,\n)", 4..6);
        assert_eq!((p.line, p.column), (2, 3));
        let p = sample("", 0..0);
        assert_eq!((p.line, p.column), (1, 1));
        let p = sample("(a: 1\n\n", 7..7);
        assert_eq!((p.line, p.column), (1, 5), "the end points at the last sign");
    }

    #[test]
    fn the_report_shows_place_caret_and_help() {
        let report = Problems::from(sample("(\n  idd: 1,\n)", 4..7)).to_string();
        for part in ["charts/flak.ron:2:3", "rows[1].id", "idd: 1", "did you mean `id`?"] {
            assert!(report.contains(part), "{part} in\n{report}");
        }
    }

    #[test]
    fn the_report_lets_no_control_character_through() {
        let report = Problems::from(sample("(\n  \u{1b}[31m\u{202e}idd: 1,\n)", 12..15)).render(false);
        assert!(!report.contains('\u{1b}') && !report.contains('\u{202e}'), "{report:?}");
    }

    #[test]
    fn very_long_lines_are_reported_without_excerpt() {
        let report = Problems::from(sample(&"x".repeat(9000), 20..30)).to_string();
        assert!(report.len() < 300, "{}", report.len());
        assert!(report.contains("charts/flak.ron:1:21"), "{report}");
    }

    #[test]
    fn json_has_the_agreed_keys() {
        let json = Problems::from(sample("(idd: 1)", 1..4)).to_json();
        assert_eq!(json[0]["path"], "charts/flak.ron");
        assert_eq!(json[0]["line"], 1);
        assert_eq!(json[0]["column"], 2);
        assert_eq!(json[0]["field"], "rows[1].id");
        assert_eq!(json[0]["help"], "did you mean `id`?");
    }
}
