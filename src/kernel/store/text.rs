//! The text of a save: one RON value a line, each with a checksum.
//!
//! ```text
//! (format:1,program:"0.1.0",game:"toy",scenario:"toy/solo",…) // 5f0c9a7be2d14433
//! (action:SetUp,luck:[Draw("bonus","B4")],seat:0,digest:1234) // 0d3a…
//! (action:Answer("roll"),seat:0,digest:5678) // 77b1…
//! Over("Red wins") // 90ab…
//! ```
//!
//! The checksum of a line is XXH3 over its text, seeded with the checksum of the line before: a line that was changed, lost,
//! repeated or moved is found. A last line without an end is what a kill leaves; it is dropped with a note.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::migrate::{MIGRATIONS, Migration, migrate};
use crate::kernel::data::Problem;
use crate::kernel::journal::{Action, Event, FORMAT, Header, line};

/// Most bytes of a save.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Most bytes of one line.
pub const MAX_LINE: usize = 1024 * 1024;
/// Most brackets within each other.
pub const MAX_DEPTH: usize = 24;

/// Before the checksum.
const MARK: &str = " // ";
/// Bytes of mark and checksum.
const TAIL: usize = MARK.len() + 16;

/// A line that is no event.
#[derive(Serialize, Deserialize)]
enum Mark {
    /// The game has ended so; events after it take the end back.
    Over(String),
}

/// What only the head of a save of any format tells.
#[derive(Deserialize)]
struct Peek {
    format: u32,
    #[serde(default)]
    program: String,
}

/// A save as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Journal {
    /// The header.
    pub header: Header,
    /// The events, undone ones included.
    pub events: Vec<Event>,
    /// How the game ended, if the last line says so.
    pub over: Option<String>,
    /// What a kill left behind and was dropped, in words.
    pub torn: Option<String>,
    /// The format of the file, when it is older than the program's.
    pub migrated_from: Option<u32>,
    /// The line of each event in the file, from 1.
    pub(super) lines: Vec<usize>,
    /// How many bytes end with a whole line; what follows is torn.
    pub(super) whole: u64,
    /// How many events lie in these bytes.
    pub(super) written: usize,
    /// The checksum of the last whole line.
    pub(super) chain: u64,
}

/// Why a file cannot be read as a save.
#[derive(Clone, Debug)]
pub enum Unreadable {
    /// A save that was changed or cut.
    Damaged(Box<Problem>),
    /// A save of a newer program.
    Newer(Box<Problem>),
    /// No save of this program, or of a game that it does not have.
    Foreign(Box<Problem>),
}

impl Unreadable {
    /// The place and what is wrong there.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        match self {
            Self::Damaged(p) | Self::Newer(p) | Self::Foreign(p) => p,
        }
    }
}

/// Adds a line with its checksum to `out` and returns the checksum.
pub(super) fn push_line(out: &mut String, text: &str, chain: u64) -> u64 {
    use std::fmt::Write as _;
    let sum = xxh3_64_with_seed(text.as_bytes(), chain);
    let _ = writeln!(out, "{text}{MARK}{sum:016x}");
    sum
}

/// Adds an event to `out` and returns its checksum.
pub(super) fn push_event(out: &mut String, event: &Event, chain: u64) -> Result<u64, ron::Error> {
    Ok(push_line(out, &line(event)?, chain))
}

/// Adds the end of the game to `out` and returns its checksum.
pub(super) fn push_over(out: &mut String, label: &str, chain: u64) -> Result<u64, ron::Error> {
    Ok(push_line(out, &line(&Mark::Over(label.to_owned()))?, chain))
}

/// The text of a save and the checksum of its last line.
///
/// # Errors
/// These types always serialise; an error is a defect of the serialiser.
pub fn write_journal(
    header: &Header,
    events: &[Event],
    over: Option<&str>,
) -> Result<(String, u64), ron::Error> {
    let mut out = String::with_capacity(96 * (events.len() + 4));
    let mut chain = push_line(&mut out, &line(header)?, 0);
    for event in events {
        chain = push_event(&mut out, event, chain)?;
    }
    if let Some(label) = over {
        chain = push_over(&mut out, label, chain)?;
    }
    Ok((out, chain))
}

/// Reads the bytes of a save; `path` is only for the reports.
///
/// # Errors
/// What is wrong, with its line and column.
pub fn read_journal(path: &Path, bytes: &[u8]) -> Result<Journal, Unreadable> {
    Reader { path, format: FORMAT, steps: MIGRATIONS }.read(bytes)
}

/// A reader of all formats up to `format`.
struct Reader<'a> {
    path: &'a Path,
    format: u32,
    steps: &'a [Migration],
}

impl Reader<'_> {
    fn problem(&self, line: usize, column: usize, message: impl Into<String>, help: &str) -> Box<Problem> {
        let help = (!help.is_empty()).then(|| help.to_owned());
        let mut problem = Problem::of_file(PathBuf::from(self.path), message, help);
        (problem.line, problem.column) = (line, column);
        Box::new(problem)
    }

    fn damaged(&self, line: usize, column: usize, message: impl Into<String>, help: &str) -> Unreadable {
        Unreadable::Damaged(self.problem(line, column, message, help))
    }

    fn read(&self, bytes: &[u8]) -> Result<Journal, Unreadable> {
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("the file is too large: more than {MAX_BYTES} bytes");
            return Err(Unreadable::Foreign(self.problem(1, 1, message, "is this the right file?")));
        }
        let mut raw: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let tail = raw.pop().unwrap_or_default();
        let Some(first) = raw.first() else {
            return Err(self.headless(tail));
        };
        let peek = self.peek(first)?;
        let mut chain = 0;
        let mut texts = Vec::with_capacity(raw.len() + 1);
        for (i, one) in raw.iter().enumerate() {
            let (text, sum) = self.checked(i + 1, one, chain)?;
            chain = sum;
            texts.push(text.to_owned());
        }
        let whole = (bytes.len() - tail.len()) as u64;
        let mut torn = None;
        let complete = texts.len();
        if !tail.is_empty() {
            // A last line that lacks nothing but its end still counts.
            match self.checked(complete + 1, tail, chain) {
                Ok((text, _)) => texts.push(text.to_owned()),
                Err(_) => {
                    torn = Some(format!(
                        "line {} was cut short ({} bytes) and is left out; all answers before it stand",
                        complete + 1,
                        tail.len()
                    ));
                }
            }
        }
        let migrated_from = (peek.format < self.format).then_some(peek.format);
        let texts = migrate(texts, peek.format, self.format, self.steps)
            .map_err(|why| self.damaged(1, 1, why, "open it with the program that wrote it"))?;
        let mut journal = self.typed(&texts, complete)?;
        (journal.torn, journal.migrated_from) = (torn, migrated_from);
        (journal.whole, journal.chain) = (whole, chain);
        Ok(journal)
    }

    /// A file without a whole first line.
    fn headless(&self, tail: &[u8]) -> Unreadable {
        if tail.is_empty() {
            return Unreadable::Foreign(self.problem(1, 1, "the file is empty", "expected a save header"));
        }
        match self.peek(tail) {
            Err(Unreadable::Newer(newer)) => Unreadable::Newer(newer),
            Err(Unreadable::Foreign(foreign)) => Unreadable::Foreign(foreign),
            _ => self.damaged(
                1,
                tail.len(),
                "the file ends within its header",
                "try the copies .1 and .2 beside it",
            ),
        }
    }

    /// What the first line tells about the format, before anything else is trusted.
    fn peek(&self, first: &[u8]) -> Result<Peek, Unreadable> {
        if !first.starts_with(b"(format:") {
            let message = "expected a save header, which begins `(format:`";
            return Err(Unreadable::Foreign(self.problem(1, 1, message, "this is no save of Bomber's Moon")));
        }
        let text = self.plain(1, first)?;
        let body = text.len().checked_sub(TAIL).and_then(|at| text.get(..at)).unwrap_or(text);
        let peek = ron::from_str::<Peek>(body).or_else(|_| ron::from_str::<Peek>(text));
        let peek = match peek {
            Ok(peek) => peek,
            Err(fault) => return Err(self.misread(1, body, &fault)),
        };
        if peek.format > self.format {
            let wrote = if peek.program.is_empty() { "a newer version" } else { &peek.program };
            let message = format!(
                "written by Bomber's Moon {wrote} in format {}; this is {} and reads up to format {}",
                peek.format,
                env!("CARGO_PKG_VERSION"),
                self.format
            );
            let help = format!("update to {wrote} or later to open it; the file is left as it is");
            return Err(Unreadable::Newer(self.problem(1, 9, message, &help)));
        }
        if peek.format == 0 {
            return Err(self.damaged(1, 9, format!("expected format 1 to {}, found 0", self.format), ""));
        }
        Ok(peek)
    }

    /// A line as text without characters or nesting that no save has.
    fn plain<'t>(&self, number: usize, raw: &'t [u8]) -> Result<&'t str, Unreadable> {
        if raw.len() > MAX_LINE {
            let message = format!("the line is too long: {} bytes, more than {MAX_LINE}", raw.len());
            return Err(self.damaged(number, MAX_LINE + 1, message, ""));
        }
        let text = std::str::from_utf8(raw).map_err(|fault| {
            let good = std::str::from_utf8(&raw[..fault.valid_up_to()]).unwrap_or("");
            self.damaged(number, good.chars().count() + 1, "expected UTF-8 text from here on", "")
        })?;
        let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
        for (at, c) in text.chars().enumerate() {
            if c.is_control() {
                let message = format!("found the control character U+{:04X}", u32::from(c));
                return Err(self.damaged(number, at + 1, message, "the line was changed"));
            }
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '(' | '[' | '{' if !quoted => depth += 1,
                ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                let message = format!("more than {MAX_DEPTH} brackets within each other");
                return Err(self.damaged(number, at + 1, message, "the line was changed"));
            }
        }
        Ok(text)
    }

    /// A line without its checksum, which fits, and the checksum.
    fn checked<'t>(&self, number: usize, raw: &'t [u8], chain: u64) -> Result<(&'t str, u64), Unreadable> {
        let text = self.plain(number, raw)?;
        let end = text.chars().count().max(1);
        let split = text.len().checked_sub(TAIL).filter(|at| text.is_char_boundary(*at));
        let parts = split.map(|at| text.split_at(at));
        let Some((body, sum)) = parts.and_then(|(body, tail)| Some((body, tail.strip_prefix(MARK)?))) else {
            return Err(self.damaged(
                number,
                end,
                "expected ` // ` and a checksum at the end of the line",
                "",
            ));
        };
        let right = xxh3_64_with_seed(body.as_bytes(), chain);
        if format!("{right:016x}") != sum {
            let column = body.chars().count() + MARK.len() + 1;
            let message = format!("expected the checksum {right:016x}, found `{sum}`");
            let help = "this line was changed, or lines before it are missing or out of order; the copies .1 and .2 may be whole";
            return Err(self.damaged(number, column, message, help));
        }
        Ok((body, right))
    }

    fn misread(&self, number: usize, body: &str, fault: &ron::error::SpannedError) -> Unreadable {
        let most = body.chars().count().max(1);
        let column = fault.span.start.col.clamp(1, most);
        self.damaged(number, column, fault.code.to_string(), "")
    }

    fn parse<T: DeserializeOwned>(&self, number: usize, body: &str) -> Result<T, Unreadable> {
        ron::from_str(body).map_err(|fault| self.misread(number, body, &fault))
    }

    /// The lines as values; `complete` of them end properly in the file.
    fn typed(&self, texts: &[String], complete: usize) -> Result<Journal, Unreadable> {
        let header: Header = self.parse(1, texts.first().map_or("", String::as_str))?;
        let mut journal = Journal {
            header,
            events: Vec::with_capacity(texts.len()),
            over: None,
            torn: None,
            migrated_from: None,
            lines: Vec::with_capacity(texts.len()),
            whole: 0,
            written: 0,
            chain: 0,
        };
        for (i, text) in texts.iter().enumerate().skip(1) {
            let number = i + 1;
            if text.starts_with("Over(") {
                let Mark::Over(label) = self.parse(number, text)?;
                journal.over = Some(label);
                continue;
            }
            let event: Event = self.parse(number, text)?;
            if (event.action == Action::SetUp) != journal.events.is_empty() {
                let message = "expected the set-up once, as the first event";
                return Err(self.damaged(number, 9, message, ""));
            }
            if !event.action.is_note() {
                journal.over = None;
            }
            journal.events.push(event);
            journal.lines.push(number);
            if i < complete {
                journal.written = journal.events.len();
            }
        }
        if journal.events.is_empty() {
            let message = "expected the set-up as the second line; the file ends before it";
            return Err(self.damaged(2, 1, message, "try the copies .1 and .2 beside it"));
        }
        Ok(journal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> String {
        let header = Header { game: "toy".into(), scenario: "toy/solo".into(), ..Header::default() };
        let event = |action| Event { action, luck: Vec::new(), revealed: false, seat: 0, digest: u64::MAX };
        let events =
            [event(Action::SetUp), event(Action::Answer("roll=\"3\n".into())), event(Action::Undo(0))];
        write_journal(&header, &events, Some("Möhne breached")).map_or(String::new(), |(text, _)| text)
    }

    fn read(text: &str) -> Result<Journal, Unreadable> {
        read_journal(Path::new("a.moon"), text.as_bytes())
    }

    #[test]
    fn a_journal_reads_as_written() {
        let journal = read(&sample()).unwrap_or_else(|u| panic!("{u:?}"));
        assert_eq!(journal.events.len(), 3);
        assert_eq!(journal.events[1].action, Action::Answer("roll=\"3\n".into()));
        assert_eq!(journal.over.as_deref(), Some("Möhne breached"));
        assert_eq!((journal.lines, journal.written, journal.torn), (vec![2, 3, 4], 3, None));
        assert_eq!(journal.whole, sample().len() as u64);
    }

    #[test]
    fn c16_a_cut_last_line_is_dropped_and_one_without_an_end_still_counts() {
        let text = sample();
        let ends: Vec<_> = text.match_indices('\n').map(|(at, _)| at).collect();
        let cut = read(&text[..ends[3] - 3]).unwrap_or_else(|u| panic!("{u:?}"));
        assert_eq!((cut.events.len(), cut.written, cut.whole), (2, 2, ends[2] as u64 + 1));
        assert!(cut.torn.is_some_and(|note| note.starts_with("line 4 ")));
        let open = read(&text[..ends[3]]).unwrap_or_else(|u| panic!("{u:?}"));
        assert_eq!((open.events.len(), open.written, open.torn), (3, 2, None));
    }

    #[test]
    fn c15_any_other_change_is_damage_with_a_place() {
        let text = sample();
        let lines: Vec<&str> = text.lines().collect();
        let join = |order: &[usize]| order.iter().map(|i| format!("{}\n", lines[*i])).collect::<String>();
        for (order, line) in
            [(&[0, 1, 3, 4][..], 3), (&[0, 1, 1, 2], 3), (&[0, 2, 1], 2), (&[0, 1, 3, 2, 4], 3)]
        {
            let damaged = read(&join(order));
            assert!(
                matches!(&damaged, Err(Unreadable::Damaged(p)) if p.line == line && p.message.contains("checksum")),
                "{order:?}: {damaged:?}"
            );
        }
        for (from, to, words) in [("Undo(0)", "Undo(1)", "checksum"), ("Undo", "Un\tdo", "U+0009")] {
            let damaged = read(&text.replace(from, to));
            assert!(
                matches!(&damaged, Err(Unreadable::Damaged(p)) if p.line == 4 && p.column > 1 && p.message.contains(words)),
                "{damaged:?}"
            );
        }
        assert!(matches!(read("(format:1,program:\"0"), Err(Unreadable::Damaged(p)) if p.line == 1));
        assert!(matches!(read("hello\nworld\n"), Err(Unreadable::Foreign(p)) if p.line == 1));
        assert!(matches!(read(""), Err(Unreadable::Foreign(_))));
    }

    #[test]
    fn c14_a_newer_save_names_both_versions_and_the_next_step() {
        let text =
            sample().replace("format:1,program:\"0.1.0\"", "format:9,program:\"3.2.0-rc1\",moon:[(1,)]");
        let Err(Unreadable::Newer(problem)) = read(&text) else { panic!("read") };
        let words = problem.to_string();
        for part in ["a.moon:1:9", "3.2.0-rc1", "format 9", env!("CARGO_PKG_VERSION"), "format 1", "update"] {
            assert!(words.contains(part), "{part} in {words}");
        }
    }

    #[test]
    fn c13_an_older_save_goes_through_its_steps() {
        fn rename(lines: Vec<String>) -> Result<Vec<String>, String> {
            Ok(lines.into_iter().map(|l| l.replace("format:1", "format:2").replace("Undo", "Back")).collect())
        }
        fn back(lines: Vec<String>) -> Result<Vec<String>, String> {
            Ok(lines.into_iter().map(|l| l.replace("format:2", "format:3").replace("Back", "Undo")).collect())
        }
        let reader = Reader { path: Path::new("old.moon"), format: 3, steps: &[rename, back] };
        let journal = reader.read(sample().as_bytes()).unwrap_or_else(|u| panic!("{u:?}"));
        assert_eq!((journal.header.format, journal.migrated_from), (3, Some(1)));
        assert_eq!(journal.events[2].action, Action::Undo(0));
        let stuck = Reader { path: Path::new("old.moon"), format: 3, steps: &[rename] };
        assert!(matches!(stuck.read(sample().as_bytes()), Err(Unreadable::Damaged(_))));
    }
}
