//! Field paths: `columns[2].bands[0].row`, `pilots["AJ-F"].crew`.

use std::fmt;

/// One step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A named field.
    Field(String),
    /// A place in a list or tuple, from 0.
    Index(usize),
    /// A map key: the text of a string key, or the key as written.
    Key(String),
}

/// A path as a chain on the stack, so that descending costs nothing.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Field(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
    Key(&'p Path<'p>, &'p str),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Field(Path::Root, name) => write!(f, "{name}"),
            Path::Field(above, name) => write!(f, "{above}.{name}"),
            Path::Index(above, index) => write!(f, "{above}[{index}]"),
            Path::Key(above, key) => write!(f, "{above}[\"{}\"]", key.escape_debug()),
        }
    }
}

/// Writes steps as a path.
pub(super) fn written(steps: &[Step]) -> String {
    let mut out = String::new();
    for step in steps {
        match step {
            Step::Field(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
            Step::Index(index) => out.push_str(&format!("[{index}]")),
            Step::Key(key) => out.push_str(&format!("[\"{}\"]", key.escape_debug())),
        }
    }
    out
}

/// Reads a path leniently: `a.b[2]["key"]`, and `a.b.2` for `a.b[2]`.
pub(super) fn read(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        if first == '.' {
            rest = &rest[1..];
        } else if let Some(inside) = rest.strip_prefix("[\"") {
            let (key, after) = quoted(inside);
            steps.push(Step::Key(key));
            rest = after.strip_prefix(']').unwrap_or(after);
        } else if let Some(inside) = rest.strip_prefix('[') {
            let end = inside.find(']').unwrap_or(inside.len());
            let word = &inside[..end];
            steps.push(match word.parse() {
                Ok(index) => Step::Index(index),
                Err(_) => Step::Key(word.to_owned()),
            });
            rest = inside.get(end + 1..).unwrap_or("");
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let word = &rest[..end];
            steps.push(match word.parse() {
                Ok(index) => Step::Index(index),
                Err(_) => Step::Field(word.to_owned()),
            });
            rest = &rest[end..];
        }
    }
    steps
}

/// The text up to the closing quote with the commonest escapes undone, and what follows the quote.
fn quoted(text: &str) -> (String, &str) {
    let mut key = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (key, &text[at + 1..]),
            '\\' => match chars.next() {
                Some((_, 'n')) => key.push('\n'),
                Some((_, 't')) => key.push('\t'),
                Some((_, 'r')) => key.push('\r'),
                Some((_, other)) => key.push(other),
                None => {}
            },
            other => key.push(other),
        }
    }
    (key, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_a_round_trip() {
        for path in ["", "format", "columns[2].bands[0].row", "pilots[\"AJ-F \\\"x\\\"\"].crew", "[3][0]"] {
            assert_eq!(written(&read(path)), path);
        }
        assert_eq!(written(&read("rows.2.id")), "rows[2].id");
    }

    #[test]
    fn broken_paths_do_no_harm() {
        for path in ["[", "[\"", "a..b", "]", "[]", "[\"a\\", "é[1", "."] {
            let _ = written(&read(path));
        }
        assert_eq!(read("a..b").len(), 2);
    }

    #[test]
    fn the_chain_writes_like_the_steps() {
        let root = Path::Root;
        let a = Path::Field(&root, "a");
        let b = Path::Index(&a, 1);
        let c = Path::Key(&b, "k\"");
        assert_eq!(Path::Field(&c, "d").to_string(), "a[1][\"k\\\"\"].d");
    }
}
