//! A tolerant scanner of RON: text in, tree of placed values out, and every fault of grammar found
//! on the way.
//!
//! After a damaged value it steps to the next comma or closing bracket and goes on; only where the
//! brackets themselves do not fit does it stop, since all after that would be guesswork.

use std::collections::HashMap;
use std::ops::Range;

use super::literal::is_not_finite;
use super::path::{Step, written};
use super::problem::{MAX_PROBLEMS, Spot};
use super::tree::{Field, Kind, Node, shortened};

/// Extensions switched on by `#![enable(…)]` or by the caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extensions {
    pub implicit_some: bool,
    pub unwrap_newtypes: bool,
    pub unwrap_variant_newtypes: bool,
}

const EXTENSIONS: [&str; 3] = ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes"];

/// What a scan found.
pub(super) struct Scanned {
    /// The root value; `None` when there is none worth having.
    pub tree: Option<Node>,
    /// Faults of grammar: the tree has gaps.
    pub faults: Vec<Spot>,
    /// Faults of content (repeated fields, NaN): the tree is whole.
    pub notes: Vec<Spot>,
    pub extensions: Extensions,
}

/// The state of a scan.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) pos: usize,
    deepest: usize,
    steps: Vec<Step>,
    depth: usize,
    next_id: u32,
    faults: Vec<Spot>,
    notes: Vec<Spot>,
    stopped: bool,
}

/// Scans a whole text, allowing `deepest` brackets within each other.
pub(super) fn scan(text: &str, deepest: usize) -> Scanned {
    let mut s = Scanner {
        text,
        pos: 0,
        deepest,
        steps: Vec::new(),
        depth: 0,
        next_id: 0,
        faults: Vec::new(),
        notes: Vec::new(),
        stopped: false,
    };
    let mut extensions = Extensions::default();
    s.attributes(&mut extensions);
    s.skip_space();
    let mut tree = None;
    if s.peek().is_none() && !s.stopped {
        s.fatal(s.pos..s.pos, "the file holds no value", None);
    } else if !s.stopped {
        tree = s.value();
        s.skip_space();
        if !s.stopped
            && let Some(c) = s.peek()
        {
            let help = match c {
                ')' | ']' | '}' => "a closing bracket too many?",
                _ => "a file is one value; put several into a list or a struct",
            };
            s.fatal(s.pos..s.text.len(), "expected the end of the file after its value", Some(help.into()));
        }
    }
    Scanned { tree, faults: s.faults, notes: s.notes, extensions }
}

impl<'t> Scanner<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.pos..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    /// Records a fault of grammar; the scan goes on.
    pub(super) fn fail(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        let field = written(&self.steps);
        self.faults.push(Spot { span, field, message: message.into(), help });
        if self.faults.len() >= MAX_PROBLEMS {
            self.stopped = true;
        }
    }

    /// Records a fault of grammar after which nothing can be trusted.
    pub(super) fn fatal(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        if !self.stopped {
            self.fail(span, message, help);
            self.stopped = true;
        }
    }

    /// Records a fault of content.
    pub(super) fn note(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        if self.notes.len() < MAX_PROBLEMS {
            let field = written(&self.steps);
            self.notes.push(Spot { span, field, message: message.into(), help });
        }
    }

    fn node(&mut self, start: usize, kind: Kind) -> Node {
        let id = self.next_id;
        self.next_id += 1;
        Node { id, span: start..self.pos, kind }
    }

    /// Blanks, line ends and comments; odd characters are reported elsewhere and pass as blanks.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.pos += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.block_comment();
            } else if let Some(c) = rest.chars().next()
                && (c.is_whitespace() || super::problem::forbidden(c))
            {
                self.pos += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn block_comment(&mut self) {
        let open = self.pos;
        let mut level = 0usize;
        while self.pos < self.text.len() {
            let rest = self.rest();
            if rest.starts_with("/*") {
                level += 1;
                self.pos += 2;
            } else if rest.starts_with("*/") {
                level -= 1;
                self.pos += 2;
                if level == 0 {
                    return;
                }
            } else {
                self.bump();
            }
        }
        self.fatal(
            open..open + 2,
            "the comment opened here is never closed",
            Some("add the closing `*/`".into()),
        );
    }

    /// `#![enable(implicit_some, …)]` lines at the top.
    fn attributes(&mut self, extensions: &mut Extensions) {
        loop {
            self.skip_space();
            if self.peek() != Some('#') {
                return;
            }
            let start = self.pos;
            let line = self.rest();
            let end = line.find(']').map_or(line.len(), |at| at + 1);
            let compact: String = line[..end].split_whitespace().collect();
            self.pos += end;
            let Some(names) = compact.strip_prefix("#![enable(").and_then(|inside| inside.strip_suffix(")]"))
            else {
                self.fatal(
                    start..self.pos,
                    "expected `#![enable(…)]` after `#`",
                    Some(format!("extensions: {}", EXTENSIONS.join(", "))),
                );
                return;
            };
            for name in names.split(',').filter(|n| !n.is_empty()) {
                match name {
                    "implicit_some" => extensions.implicit_some = true,
                    "unwrap_newtypes" => extensions.unwrap_newtypes = true,
                    "unwrap_variant_newtypes" => extensions.unwrap_variant_newtypes = true,
                    other => self.fail(
                        start..self.pos,
                        format!("unknown extension `{}`", shortened(other)),
                        super::names::help_for(other, EXTENSIONS.into_iter()),
                    ),
                }
            }
        }
    }

    /// Any value; `None` when nothing here can be one (reported).
    fn value(&mut self) -> Option<Node> {
        let start = self.pos;
        let kind = match self.peek() {
            Some('(') => self.nested(|s| s.body(None))?,
            Some('[') => self.nested(Self::list)?,
            Some('{') => self.nested(Self::map)?,
            Some('"') => self.string()?,
            Some('\'') => self.character()?,
            Some('0'..='9' | '+' | '-' | '.') => self.number()?,
            Some(c) if starts_name(c) => self.named()?,
            found => {
                let found = told(found);
                self.fail(self.pos..self.pos + 1, format!("expected a value, found {found}"), None);
                return None;
            }
        };
        Some(self.node(start, kind))
    }

    /// Runs a reader of a bracketed value one level deeper.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Kind>) -> Option<Kind> {
        if self.depth >= self.deepest {
            let most = self.deepest;
            self.fatal(
                self.pos..self.pos + 1,
                format!("nested too deeply: more than {most} brackets within each other"),
                None,
            );
            return None;
        }
        self.depth += 1;
        let kind = read(self);
        self.depth -= 1;
        kind
    }

    /// A value that starts with a word: literal, raw text, name, `Name(…)`.
    fn named(&mut self) -> Option<Kind> {
        let start = self.pos;
        let after = self.rest().trim_start_matches(['r', 'b']);
        let prefix = &self.rest()[..self.rest().len() - after.len()];
        let quoted = after.trim_start_matches('#').starts_with('"');
        if prefix == "r" && quoted {
            return self.raw_string();
        }
        if (prefix == "b" && after.starts_with(['"', '\''])) || (prefix == "br" && quoted) {
            self.bump();
            self.fail(
                start..self.pos,
                "byte literals are not used in data files",
                Some("write text in double quotes, or a list of numbers".into()),
            );
            return None;
        }
        let name = self.identifier()?;
        match name.as_str() {
            "true" => return Some(Kind::Bool(true)),
            "false" => return Some(Kind::Bool(false)),
            word if is_not_finite(word) => {
                self.not_finite(start);
                return Some(Kind::Bad);
            }
            _ => {}
        }
        let end = self.pos;
        self.skip_space();
        if self.peek() == Some('(') {
            return self.nested(|s| s.body(Some(name)));
        }
        self.pos = end;
        Some(Kind::Name(name))
    }

    /// A name, plain or `r#raw`.
    fn identifier(&mut self) -> Option<String> {
        let raw = self.rest().starts_with("r#");
        if raw {
            self.pos += 2;
        }
        let start = self.pos;
        while let Some(c) = self.peek() {
            if c == '_' || c.is_alphanumeric() || (raw && matches!(c, '.' | '+' | '-')) {
                self.bump();
            } else {
                break;
            }
        }
        if start == self.pos {
            self.fail(start..start + 1, "expected a name after `r#`", None);
            return None;
        }
        Some(self.text[start..self.pos].to_owned())
    }

    /// The entries up to `close`, whose opening bracket stands at the cursor. `entry` reads one and
    /// says whether it could.
    fn entries(&mut self, close: char, mut entry: impl FnMut(&mut Self) -> bool) {
        let open = self.pos;
        let opening = self.bump().unwrap_or(' ');
        loop {
            self.skip_space();
            if self.stopped {
                return;
            }
            match self.peek() {
                None => {
                    self.fatal(
                        open..open + 1,
                        format!("the `{opening}` opened here is never closed"),
                        Some(format!("add the closing `{close}`")),
                    );
                    return;
                }
                Some(c) if c == close => {
                    self.bump();
                    return;
                }
                Some(c @ (')' | ']' | '}')) => {
                    let line = 1 + self.text[..open].matches('\n').count();
                    self.fatal(
                        self.pos..self.pos + 1,
                        format!("expected `{close}` to close the `{opening}` of line {line}, found `{c}`"),
                        None,
                    );
                    return;
                }
                Some(',') => {
                    self.fail(self.pos..self.pos + 1, "expected a value, found `,`", None);
                    self.bump();
                    continue;
                }
                Some(_) => {}
            }
            let whole = entry(self);
            if self.stopped {
                return;
            }
            if !whole {
                self.resume();
            }
            let end = self.pos;
            self.skip_space();
            match self.peek() {
                Some(',') => {
                    self.bump();
                }
                None | Some(')' | ']' | '}') => {}
                found => {
                    let found = told(found);
                    self.fail(
                        end..end + 1,
                        format!("expected `,` or `{close}`, found {found}"),
                        Some("is a comma missing?".into()),
                    );
                }
            }
        }
    }

    /// Steps over a damaged entry: to the next comma or closing bracket of this level.
    fn resume(&mut self) {
        let mut level = 0usize;
        while let Some(c) = self.peek() {
            match c {
                ',' if level == 0 => return,
                ')' | ']' | '}' if level == 0 => return,
                ')' | ']' | '}' => level -= 1,
                '(' | '[' | '{' => level += 1,
                '"' => {
                    if self.string().is_none() {
                        return;
                    }
                    continue;
                }
                '/' if self.rest().starts_with("//") || self.rest().starts_with("/*") => {
                    self.skip_space();
                    if self.stopped {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn list(&mut self) -> Option<Kind> {
        let mut items = Vec::new();
        self.entries(']', |s| {
            s.steps.push(Step::Index(items.len()));
            let item = s.value();
            s.steps.pop();
            let whole = item.is_some();
            items.extend(item);
            whole
        });
        Some(Kind::List(items))
    }

    fn map(&mut self) -> Option<Kind> {
        let mut pairs: Vec<(Node, Node)> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        self.entries('}', |s| {
            let Some(key) = s.value() else {
                return false;
            };
            s.steps.push(Step::Key(key.key_text(s.text)));
            let value = s.after_colon("key");
            let whole = value.is_some();
            if let Some(value) = value {
                match seen.get(&key.canonical()) {
                    Some(first) => s.repeated("key", key.span.clone(), *first),
                    None => {
                        seen.insert(key.canonical(), key.span.start);
                        pairs.push((key, value));
                    }
                }
            }
            s.steps.pop();
            whole
        });
        Some(Kind::Map(pairs))
    }

    /// `(…)` at the cursor: named fields or plain values, whichever comes.
    fn body(&mut self, name: Option<String>) -> Option<Kind> {
        let open = self.pos;
        let mut fields: Vec<Field> = Vec::new();
        let mut items: Vec<Node> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut is_struct = None;
        self.entries(')', |s| {
            let start = s.pos;
            let Some(field) = s.field_name() else {
                if is_struct == Some(true) {
                    let found = told(s.peek());
                    s.fail(s.pos..s.pos + 1, format!("expected `name: value`, found {found}"), None);
                    return false;
                }
                is_struct = Some(false);
                s.steps.push(Step::Index(items.len()));
                let item = s.value();
                s.steps.pop();
                let whole = item.is_some();
                items.extend(item);
                return whole;
            };
            if is_struct == Some(false) {
                s.fail(
                    start..s.pos,
                    format!("the named field `{}` stands among plain values", shortened(&field)),
                    Some("give every value of these brackets a name, or none".into()),
                );
            }
            is_struct = Some(true);
            let name_span = start..s.pos;
            s.steps.push(Step::Field(field.clone()));
            let value = s.after_colon("field");
            let whole = value.is_some();
            if let Some(value) = value {
                match seen.get(&field) {
                    Some(first) => s.repeated("field", name_span, *first),
                    None => {
                        seen.insert(field.clone(), name_span.start);
                        fields.push(Field { name: field, name_span, value });
                    }
                }
            }
            s.steps.pop();
            whole
        });
        if is_struct == Some(true) && !items.is_empty() && self.faults.is_empty() {
            self.fail(open..open + 1, "named fields and plain values are mixed", None);
        }
        Some(match is_struct {
            Some(true) => Kind::Struct(name, fields),
            _ => Kind::Tuple(name, items),
        })
    }

    /// The name of a field when `name :` stands at the cursor, which then stands behind the name.
    fn field_name(&mut self) -> Option<String> {
        let start = self.pos;
        let raw = self.rest().starts_with("r#") && !self.rest()[2..].starts_with(['"', '#']);
        if !raw && !self.peek().is_some_and(starts_name) {
            return None;
        }
        let (faults, stopped) = (self.faults.len(), self.stopped);
        let name = self.identifier();
        let end = self.pos;
        self.skip_space();
        if name.is_some() && self.peek() == Some(':') {
            self.pos = end;
            return name;
        }
        // Not a field: what went wrong while looking is found again by whoever reads on.
        self.faults.truncate(faults);
        self.stopped = stopped;
        self.pos = start;
        None
    }

    /// `: value` at the cursor.
    fn after_colon(&mut self, what: &str) -> Option<Node> {
        self.skip_space();
        if self.peek() != Some(':') {
            let found = told(self.peek());
            self.fail(self.pos..self.pos + 1, format!("expected `:` after the {what}, found {found}"), None);
            return None;
        }
        self.bump();
        self.skip_space();
        self.value()
    }

    fn repeated(&mut self, what: &str, span: Range<usize>, first: usize) {
        if self.notes.len() >= MAX_PROBLEMS {
            return;
        }
        let line = 1 + self.text[..first].matches('\n').count();
        let name = shortened(&self.text[span.clone()]);
        self.note(
            span,
            format!("the {what} `{name}` is given twice; first in line {line}"),
            Some("keep one of the two".into()),
        );
    }
}

fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn told(found: Option<char>) -> String {
    match found {
        None => "the end of the file".to_owned(),
        Some(c) => format!("`{}`", c.escape_debug()),
    }
}
