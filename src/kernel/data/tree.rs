//! The values of a RON file with the place of each in the text.

use std::ops::Range;

use super::path::Step;

/// One value.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Number of the value in its file, unique.
    pub id: u32,
    /// Bytes of the whole value.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a value is, as written.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Already reported (NaN, a damaged literal): stands for anything.
    Bad,
    Bool(bool),
    Int(i128),
    Float(f64),
    Char(char),
    Str(String),
    /// A bare name: `None`, a unit variant, a unit struct.
    Name(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// `(a, b)`, `Name(a, b)`; also `()`.
    Tuple(Option<String>, Vec<Node>),
    /// `(a: 1)`, `Name(a: 1)`.
    Struct(Option<String>, Vec<Field>),
}

/// One `name: value` of a struct.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub name_span: Range<usize>,
    pub value: Node,
}

impl Node {
    /// The value as a noun phrase for "found …".
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Bad => "a damaged value".to_owned(),
            Kind::Bool(b) => format!("`{b}`"),
            Kind::Int(n) => format!("the number {n}"),
            Kind::Float(x) => format!("the number {x:?}"),
            Kind::Char(c) => format!("the character '{}'", c.escape_debug()),
            Kind::Str(s) => format!("the text \"{}\"", shortened(s)),
            Kind::Name(n) => format!("the name `{}`", shortened(n)),
            Kind::List(items) => match items.len() {
                0 => "an empty list".to_owned(),
                1 => "a list of 1 value".to_owned(),
                n => format!("a list of {n} values"),
            },
            Kind::Map(_) => "a map `{…}`".to_owned(),
            Kind::Tuple(None, items) => match items.len() {
                0 => "`()`".to_owned(),
                1 => "`(…)` with 1 value".to_owned(),
                n => format!("`(…)` with {n} values"),
            },
            Kind::Tuple(Some(name), _) => format!("`{}(…)`", shortened(name)),
            Kind::Struct(None, _) => "a struct `(field: …)`".to_owned(),
            Kind::Struct(Some(name), _) => format!("`{}(field: …)`", shortened(name)),
        }
    }

    /// The name in front of a value, or a bare name: what picks the variant of an enum.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) | Kind::Tuple(Some(name), _) | Kind::Struct(Some(name), _) => Some(name),
            _ => None,
        }
    }

    /// How a map key is called in a field path.
    pub fn key_text(&self, text: &str) -> String {
        match &self.kind {
            Kind::Str(s) => s.clone(),
            _ => text.get(self.span.clone()).unwrap_or("").to_owned(),
        }
    }

    /// Two values with the same canonical form are equal; used to find repeated map keys.
    pub fn canonical(&self) -> String {
        match &self.kind {
            Kind::Bad => format!("bad {}", self.id),
            Kind::Bool(b) => b.to_string(),
            Kind::Int(n) => n.to_string(),
            Kind::Float(x) => format!("{x:?}"),
            Kind::Char(c) => format!("{c:?}"),
            Kind::Str(s) => format!("{s:?}"),
            Kind::Name(n) => n.clone(),
            Kind::List(items) => format!("[{}]", joined(items.iter())),
            Kind::Map(pairs) => format!("{{{}}}", joined(pairs.iter().flat_map(|(k, v)| [k, v]))),
            Kind::Tuple(name, items) => {
                format!("{}({})", name.as_deref().unwrap_or(""), joined(items.iter()))
            }
            Kind::Struct(name, fields) => {
                let inside: Vec<String> =
                    fields.iter().map(|f| format!("{}:{}", f.name, f.value.canonical())).collect();
                format!("{}({})", name.as_deref().unwrap_or(""), inside.join(","))
            }
        }
    }

    /// Whether something holds of this value and of all inside it.
    pub fn all(&self, holds: &impl Fn(&Node) -> bool) -> bool {
        holds(self)
            && match &self.kind {
                Kind::List(items) | Kind::Tuple(_, items) => items.iter().all(|n| n.all(holds)),
                Kind::Map(pairs) => pairs.iter().all(|(k, v)| k.all(holds) && v.all(holds)),
                Kind::Struct(_, fields) => fields.iter().all(|f| f.value.all(holds)),
                _ => true,
            }
    }

    /// Moves the value and all inside it to `by` bytes further on in the text, and numbers them from `next`.
    pub fn settle(&mut self, by: usize, next: &mut u32) {
        let moved = |span: &mut Range<usize>| *span = span.start + by..span.end + by;
        moved(&mut self.span);
        self.id = *next;
        *next += 1;
        match &mut self.kind {
            Kind::List(items) | Kind::Tuple(_, items) => items.iter_mut().for_each(|n| n.settle(by, next)),
            Kind::Map(pairs) => pairs.iter_mut().for_each(|(k, v)| {
                k.settle(by, next);
                v.settle(by, next);
            }),
            Kind::Struct(_, fields) => fields.iter_mut().for_each(|f| {
                moved(&mut f.name_span);
                f.value.settle(by, next);
            }),
            _ => {}
        }
    }

    /// The value at a path below this one; where the path leaves the tree, the last value on it.
    ///
    /// `Some(x)` and other wrappers of one value may be stepped over without naming them.
    pub fn find<'n>(&'n self, steps: &[Step], text: &str) -> Found<'n> {
        let Some((step, rest)) = steps.split_first() else {
            return Found { node: self, whole: true };
        };
        let inner = match (&self.kind, step) {
            (Kind::Struct(_, fields), Step::Field(name) | Step::Key(name)) => {
                fields.iter().find(|f| &f.name == name).map(|f| &f.value)
            }
            (Kind::Map(pairs), Step::Key(key) | Step::Field(key)) => {
                pairs.iter().find(|(k, _)| &k.key_text(text) == key).map(|(_, v)| v)
            }
            (Kind::Map(pairs), Step::Index(index)) => {
                pairs.iter().find(|(k, _)| k.key_text(text) == index.to_string()).map(|(_, v)| v)
            }
            (Kind::List(items) | Kind::Tuple(_, items), Step::Index(index))
                if *index < items.len() && !(wraps(self) && is_sequence(&items[0])) =>
            {
                items.get(*index)
            }
            (Kind::Tuple(_, items), _) if items.len() == 1 => {
                return items[0].find(steps, text);
            }
            _ => None,
        };
        match inner {
            Some(node) => node.find(rest, text),
            None => Found { node: self, whole: false },
        }
    }

    /// The path of the innermost value whose text holds this byte.
    pub fn path_of(&self, offset: usize, text: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut node = self;
        loop {
            let holds = |n: &Node| n.span.start <= offset && offset < n.span.end;
            let inner = match &node.kind {
                // What a wrapper holds shares its path.
                Kind::Tuple(Some(_), items) if items.len() == 1 && holds(&items[0]) => {
                    node = &items[0];
                    continue;
                }
                Kind::List(items) | Kind::Tuple(_, items) => {
                    items.iter().enumerate().find(|(_, n)| holds(n)).map(|(i, n)| (Step::Index(i), n))
                }
                Kind::Map(pairs) => pairs
                    .iter()
                    .find(|(k, v)| k.span.start <= offset && offset < v.span.end)
                    .map(|(k, v)| (Step::Key(k.key_text(text)), v)),
                Kind::Struct(_, fields) => fields
                    .iter()
                    .find(|f| f.name_span.start <= offset && offset < f.value.span.end)
                    .map(|f| (Step::Field(f.name.clone()), &f.value)),
                _ => None,
            };
            let Some((step, child)) = inner else {
                return steps;
            };
            steps.push(step);
            node = child;
        }
    }
}

/// Where a path led.
pub(super) struct Found<'n> {
    /// The value, or its nearest existing ancestor.
    pub node: &'n Node,
    /// Whether the whole path exists.
    pub whole: bool,
}

fn wraps(node: &Node) -> bool {
    matches!(&node.kind, Kind::Tuple(_, items) if items.len() == 1)
}

fn is_sequence(node: &Node) -> bool {
    matches!(node.kind, Kind::List(_))
}

fn joined<'n>(nodes: impl Iterator<Item = &'n Node>) -> String {
    nodes.map(Node::canonical).collect::<Vec<_>>().join(",")
}

/// At most forty characters of a text, with what cannot be printed escaped.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut out: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out
}
