//! One data file: read, scanned, and turned into a type.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::extensions::Extensions as RonExtensions;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::laid::{self, Laid};
use super::path;
use super::problem::{MAX_PROBLEMS, Problem, Problems, Spot, forbidden};
use super::scan::{Extensions, scan};
use super::tree::{Kind, Node};
use super::typed;

/// The deepest nesting any caller can ask for; the stack bears this much.
const DEEPEST: usize = 128;

/// What a file may be.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most bytes of a file.
    pub bytes: u64,
    /// Most brackets within each other; at most 128 are ever allowed.
    pub depth: usize,
    /// The newest `format:` number understood; a file with a higher one is from a newer program.
    pub format: u32,
    /// Read `x` as `Some(x)` where an option is wanted, as `#![enable(implicit_some)]` does.
    pub implicit_some: bool,
}

/// 2 MiB, 64 brackets, format 1, options written out.
impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 2 * 1024 * 1024, depth: 64, format: 1, implicit_some: false }
    }
}

/// A data file whose grammar is sound, with the place of every value.
#[derive(Clone, Debug)]
pub struct Source {
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    pub(super) tree: Node,
    pub(super) extensions: Extensions,
    /// Faults of content found by the scan: reported with those of the type.
    pub(super) notes: Vec<Spot>,
    /// The overlay that the file belongs to; empty for the base.
    pub(super) of: String,
    /// The file's layers when overlays lie over it.
    pub(super) laid: Option<Laid>,
}

/// Reads a file and checks what can be checked without knowing its type: that it is a regular file
/// within the limits, UTF-8, and sound RON of a format this program knows.
///
/// Repeated fields, NaN and control characters are kept for [`Source::parse`], which reports them
/// beside the faults of type.
pub fn read_source(path: impl AsRef<Path>, limits: &Limits) -> Result<Source, Problems> {
    let path = path.as_ref();
    let bytes = read_bytes(path, limits.bytes)?;
    source_from_bytes(path, &bytes, limits)
}

/// The bytes of a regular file of at most `most` bytes.
pub(super) fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Problems> {
    let broken = |message: String, help: Option<&str>| {
        Problems::from(Problem::of_file(path, message, help.map(str::to_owned)))
    };
    let told = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => broken("no such file".into(), None),
        ErrorKind::PermissionDenied => broken("no permission to read this file".into(), None),
        _ => broken(format!("cannot be read: {error}"), None),
    };
    let about = fs::metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(broken("expected a file, found a folder or device".into(), None));
    }
    let too_large =
        || broken(format!("the file is too large: more than {most} bytes"), Some("is this the right file?"));
    if about.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(told)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// As [`read_source`], for bytes already in memory; `path` is only for the reports.
pub fn source_from_bytes(
    path: impl Into<PathBuf>,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Source, Problems> {
    let path = path.into();
    if bytes.len() as u64 > limits.bytes {
        let message = format!("the file is too large: more than {} bytes", limits.bytes);
        return Err(Problem::of_file(path, message, None).into());
    }
    let text: Arc<str> = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text).into(),
        Err(error) => {
            let at = error.valid_up_to();
            let text: Arc<str> = String::from_utf8_lossy(bytes).into();
            let spot = Spot {
                span: at..at + 1,
                field: String::new(),
                message: "the file is not UTF-8 text from here on".into(),
                help: Some("save it as UTF-8".into()),
            };
            return Err(Problem::in_text(&path, &text, spot).into());
        }
    };
    let mut scanned = scan(&text, limits.depth.min(DEEPEST));
    scanned.extensions.implicit_some |= limits.implicit_some;
    let odd = odd_characters(&text, scanned.tree.as_ref());
    let report = |spots: Vec<Spot>| {
        spots.into_iter().map(|spot| Problem::in_text(&path, &text, spot)).collect::<Problems>().sorted()
    };
    let tree = match scanned.tree {
        Some(tree) if scanned.faults.is_empty() => tree,
        _ => {
            let mut all = scanned.faults;
            all.extend(odd);
            all.extend(scanned.notes);
            all.truncate(MAX_PROBLEMS);
            return Err(report(all));
        }
    };
    if let Some(spot) = future_format(&tree, limits.format) {
        return Err(report(vec![spot]));
    }
    let mut notes = odd;
    notes.extend(scanned.notes);
    if notes.is_empty()
        && let Some(spot) = refused_by_ron(&text, &tree)
    {
        return Err(report(vec![spot]));
    }
    Ok(Source { path, text, tree, extensions: scanned.extensions, notes, of: String::new(), laid: None })
}

impl Source {
    /// The file, as it was asked for.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value as a `T`, or every fault of the file that can be found.
    ///
    /// Fields that `T` does not know are errors, with or without `deny_unknown_fields`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Problems> {
        let noted = !self.notes.is_empty();
        let read = typed::read(&self.tree, &self.text, self.extensions, noted);
        read.map_err(|found| laid::report(self, found))
    }

    /// Bytes of the value at a field path such as `columns[2].bands[0].row`; of the nearest existing
    /// ancestor when the path leaves the file.
    pub fn at(&self, field_path: &str) -> Range<usize> {
        let steps = path::read(field_path);
        self.tree.find(&steps, &self.text).node.span.clone()
    }

    /// Whether a value stands at this field path.
    pub fn has(&self, field_path: &str) -> bool {
        let steps = path::read(field_path);
        self.tree.find(&steps, &self.text).whole
    }

    /// A problem located at a field path; under overlays, in the topmost one that touches the value or what holds it.
    pub fn problem(&self, field_path: &str, message: impl Into<String>, help: Option<String>) -> Problem {
        if let Some(laid) = &self.laid {
            return laid.problem(self, field_path, message.into(), help);
        }
        let spot =
            Spot { span: self.at(field_path), field: field_path.to_owned(), message: message.into(), help };
        Problem::in_text(&self.path, &self.text, spot)
    }
}

/// A spot for each forbidden character of the text.
fn odd_characters(text: &str, tree: Option<&Node>) -> Vec<Spot> {
    const SHOWN: usize = 10;
    text.char_indices()
        .filter(|(_, c)| forbidden(*c))
        .take(SHOWN)
        .map(|(at, c)| Spot {
            span: at..at + c.len_utf8(),
            field: tree.map_or_else(String::new, |t| path::written(&t.path_of(at, text))),
            message: format!("the control character U+{:04X} is not allowed", u32::from(c)),
            help: Some("remove it".into()),
        })
        .collect()
}

/// The fault of a file whose top struct says `format: n` with an `n` from the future.
fn future_format(tree: &Node, newest: u32) -> Option<Spot> {
    let Kind::Struct(_, fields) = &tree.kind else {
        return None;
    };
    let field = fields.iter().find(|f| f.name == "format")?;
    let Kind::Int(found) = field.value.kind else {
        return None;
    };
    (found > i128::from(newest)).then(|| Spot {
        span: field.value.span.clone(),
        field: "format".into(),
        message: format!("format {found} is newer than this program, which reads up to {newest}"),
        help: Some("update the program, or use a file made for this version".into()),
    })
}

/// The last word of the `ron` crate: what it refuses is not RON, whatever the scanner thought.
fn refused_by_ron(text: &str, tree: &Node) -> Option<Spot> {
    // The lists and names of a text nest the reader a few calls a bracket.
    let options = ron::Options::default()
        .with_recursion_limit(4 * DEEPEST)
        .with_default_extension(RonExtensions::IMPLICIT_SOME);
    let error = options.from_str::<IgnoredAny>(text).err()?;
    let start = &error.span.start;
    let line: usize = text.split_inclusive('\n').take(start.line.max(1) - 1).map(str::len).sum();
    let column: usize = text[line..].chars().take(start.col.max(1) - 1).map(char::len_utf8).sum();
    let at = line + column;
    Some(Spot {
        span: at..at + 1,
        field: path::written(&tree.path_of(at, text)),
        message: format!("not valid RON: {}", plain(&error.code.to_string())),
        help: None,
    })
}

/// A foreign message with a small first letter.
fn plain(message: &str) -> String {
    let mut chars = message.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
