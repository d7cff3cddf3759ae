//! From the tree to a type, reporting every value that does not fit.
//!
//! serde stops at the first error. This reader notes it, marks the value as a hole and reads the
//! tree again with a stand-in there (list elements and map entries are left out), until a pass finds
//! nothing new. A value is only returned when nothing at all was found.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde::de::{DeserializeOwned, Deserializer, Visitor};

use super::entries::{Fields, Items, Pairs, Variant};
use super::fault::Fault;
use super::hole::Hole;
use super::names::{help_for, listed, nearest};
use super::path::Path;
use super::problem::{MAX_PROBLEMS, Spot};
use super::scan::Extensions;
use super::tree::{Field, Kind, Node, shortened};

/// Each pass finds one fault or gives up one enclosing value; this many are plenty.
const MOST_PASSES: usize = 8 * MAX_PROBLEMS;

/// Reads a value from a tree, or finds what is wrong. `noted` says that problems are known already,
/// so that the value is not wanted.
pub(super) fn read<T: DeserializeOwned>(
    tree: &Node,
    text: &str,
    extensions: Extensions,
    noted: bool,
) -> Result<T, Vec<Spot>> {
    let run = Run {
        text,
        extensions,
        found: RefCell::default(),
        holes: RefCell::default(),
        fills: RefCell::default(),
        marks: Cell::new(0),
    };
    for _ in 0..MOST_PASSES {
        let before = run.marks.get();
        let here = Here { run: &run, node: tree, path: &Path::Root, unnamed: false };
        let outcome = T::deserialize(here).map_err(|fault| run.settle(tree, &Path::Root, fault));
        if run.found.borrow().is_empty()
            && !noted
            && let Ok(value) = outcome
        {
            return Ok(value);
        }
        let full = run.found.borrow().len() >= MAX_PROBLEMS;
        if full || run.marks.get() == before {
            break;
        }
    }
    let mut found = run.found.into_inner();
    if found.is_empty() && !noted {
        found.push(Spot {
            span: tree.span.clone(),
            field: String::new(),
            message: "the file cannot be read as what it should be".into(),
            help: None,
        });
    }
    Err(found)
}

/// What is known so far about one tree.
pub(super) struct Run<'t> {
    pub text: &'t str,
    pub extensions: Extensions,
    found: RefCell<Vec<Spot>>,
    /// Values that have been reported: stand-ins in structs, stepped over in lists and maps.
    holes: RefCell<HashSet<u32>>,
    /// Fields to supply to a struct, by the struct's number.
    fills: RefCell<HashMap<u32, Vec<&'static str>>>,
    /// Counts marks, to see whether a pass got any further.
    marks: Cell<usize>,
}

impl Run<'_> {
    /// Notes one finding.
    pub fn report(&self, span: &Range<usize>, field: String, message: String, help: Option<String>) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_PROBLEMS {
            found.push(Spot { span: span.clone(), field, message, help });
        }
    }

    /// Whether a stand-in takes the value's place.
    pub fn is_hole(&self, node: &Node) -> bool {
        matches!(node.kind, Kind::Bad) || self.holes.borrow().contains(&node.id)
    }

    /// Marks a value as reported; false when it was.
    pub fn mark(&self, node: &Node) -> bool {
        let new = self.holes.borrow_mut().insert(node.id);
        self.marks.set(self.marks.get() + usize::from(new));
        new
    }

    /// Supplies a field to a struct from now on; false when it was.
    pub fn fill(&self, node: &Node, field: &'static str) -> bool {
        let mut fills = self.fills.borrow_mut();
        let fields = fills.entry(node.id).or_default();
        if fields.contains(&field) {
            return false;
        }
        fields.push(field);
        self.marks.set(self.marks.get() + 1);
        true
    }

    /// The absent field of a struct to supply after `done` others.
    pub fn filler(&self, node: &Node, done: usize) -> Option<&'static str> {
        self.fills.borrow().get(&node.id)?.get(done).copied()
    }

    /// Reports a fault at the value it arose in, unless that is done, and says how to go on.
    pub fn settle(&self, node: &Node, path: &Path<'_>, fault: Fault) -> Fault {
        if self.is_hole(node) && !matches!(fault, Fault::Said) {
            // A stand-in was refused (by a checked type, say): no fault of the file.
            return self.stuck(node);
        }
        let mut span = node.span.clone();
        let (message, help) = match fault {
            Fault::Said => return Fault::Said,
            Fault::Missing(field) => {
                let known = match &node.kind {
                    Kind::Struct(_, fields) => fields.iter().any(|f| f.name == field),
                    _ => false,
                };
                if !known && self.fill(node, field) {
                    self.report(
                        &node.span,
                        Path::Field(path, field).to_string(),
                        format!("missing field `{field}`"),
                        Some(format!("add `{field}: …`")),
                    );
                    return Fault::Said;
                }
                return self.stuck(node);
            }
            Fault::Stuck => return self.stuck(node),
            Fault::UnknownField(name, valid) => {
                (format!("unknown field `{}`", shortened(&name)), help_for(&name, valid.iter().copied()))
            }
            Fault::UnknownVariant(name, valid) => {
                // The name alone is wrong, not what stands in its brackets.
                span.end = span.end.min(span.start + name.len().max(1));
                (format!("unknown name `{}`", shortened(&name)), help_for(&name, valid.iter().copied()))
            }
            Fault::Message(message, help) => (message, help),
        };
        self.report(&span, path.to_string(), message, help);
        self.mark(node);
        Fault::Said
    }

    fn stuck(&self, node: &Node) -> Fault {
        if self.mark(node) { Fault::Said } else { Fault::Stuck }
    }
}

/// One value, as serde's deserializer.
#[derive(Clone, Copy)]
pub(super) struct Here<'r> {
    pub run: &'r Run<'r>,
    pub node: &'r Node,
    pub path: &'r Path<'r>,
    /// Do not look at the name before the brackets: it was the variant's.
    pub unnamed: bool,
}

impl<'r> Here<'r> {
    fn at(self, node: &'r Node, path: &'r Path<'r>) -> Here<'r> {
        Here { run: self.run, node, path, unnamed: false }
    }

    /// Reports that something else was wanted here.
    pub fn wrong<T>(self, wanted: &str) -> Result<T, Fault> {
        let help = hint(wanted, self.node);
        let fault = Fault::expected(wanted, self.node.describe()).with_help(help);
        Err(self.run.settle(self.node, self.path, fault))
    }

    /// Passes a result on, its fault settled here.
    pub fn settled<T>(self, result: Result<T, Fault>) -> Result<T, Fault> {
        result.map_err(|fault| self.run.settle(self.node, self.path, fault))
    }

    /// Reads what a wrapper (`Some(…)`, a newtype, a variant) holds; it shares the wrapper's path.
    pub fn inside<T>(
        self,
        node: &'r Node,
        read: impl FnOnce(Here<'r>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        read(self.at(node, self.path))
    }

    fn name_fits(self, found: &Option<String>, wanted: &str) -> bool {
        self.unnamed || found.as_deref().is_none_or(|n| wanted.is_empty() || n == wanted)
    }

    /// Elements of a list, or of brackets with a fixed number of places.
    fn sequence<'de, V: Visitor<'de>>(
        self,
        items: &'r [Node],
        fixed: bool,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.settled(visitor.visit_seq(Items::new(self, items, fixed)))
    }

    /// `name(a, b)` with a fixed number of places.
    pub fn places<'de, V: Visitor<'de>>(
        self,
        name: &str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let plural = if length == 1 { "" } else { "s" };
        match &self.node.kind {
            Kind::Tuple(found, items) if self.name_fits(found, name) && items.len() == length => {
                self.sequence(items, true, visitor)
            }
            _ => self.wrong(&format!("`{name}(…)` with {length} value{plural}")),
        }
    }

    /// `name(a: 1, b: 2)` with fields of these names.
    pub fn fields<'de, V: Visitor<'de>>(
        self,
        name: &str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let fields: &[Field] = match &self.node.kind {
            Kind::Struct(found, fields) if self.name_fits(found, name) => fields,
            Kind::Tuple(found, items) if items.is_empty() && self.name_fits(found, name) => &[],
            _ => return self.wrong(&format!("a struct `{name}(field: …)`")),
        };
        self.settled(visitor.visit_map(Fields::new(self, fields, known)))
    }

    fn word<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.kind {
            Kind::Str(s) => self.settled(visitor.visit_str(s)),
            _ => self.wrong("text in quotes"),
        }
    }
}

/// Advice for the commonest confusions.
fn hint(wanted: &str, node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Name(n) if wanted.contains("quotes") => Some(format!("write \"{}\"", shortened(n))),
        Kind::Str(s) if wanted.contains("number") && s.trim().parse::<f64>().is_ok() => {
            Some(format!("write {} without quotes", shortened(s.trim())))
        }
        Kind::Map(_) if wanted.contains("struct") => Some("write `(field: value)`".into()),
        Kind::Struct(..) if wanted.contains("map") => Some("write `{\"key\": value}`".into()),
        Kind::Tuple(..) if wanted.contains("list") => Some("write `[…]`".into()),
        Kind::List(_) if wanted.contains("`(…)`") => Some("write `(…)`".into()),
        Kind::Float(_) if wanted.contains("whole number") => Some("leave out the fraction".into()),
        _ => None,
    }
}

/// Gives way to a stand-in where the value is a hole.
macro_rules! or_hole {
    ($here:ident, $call:expr) => {
        if $here.run.is_hole($here.node) {
            return $here.settled($call(Hole(0)));
        }
    };
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),* $(,)?) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            or_hole!(self, |hole: Hole| hole.$method(visitor));
            let Kind::Int(found) = self.node.kind else {
                return self.wrong("a whole number");
            };
            match <$type>::try_from(found) {
                Ok(value) => self.settled(visitor.$visit(value)),
                Err(_) => self.wrong(&format!(
                    "a whole number from {} to {}", <$type>::MIN, <$type>::MAX
                )),
            }
        }
    )*};
}

macro_rules! floats {
    ($($method:ident $visit:ident $type:ty),* $(,)?) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            or_hole!(self, |hole: Hole| hole.$method(visitor));
            let value = match self.node.kind {
                Kind::Int(found) => found as $type,
                Kind::Float(found) => found as $type,
                _ => return self.wrong("a number"),
            };
            if !value.is_finite() {
                return self.wrong("a finite number");
            }
            self.settled(visitor.$visit(value))
        }
    )*};
}

impl<'de> Deserializer<'de> for Here<'_> {
    type Error = Fault;

    integers! {
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_u128 visit_u128 u128,
    }

    floats! {
        deserialize_f32 visit_f32 f32,
        deserialize_f64 visit_f64 f64,
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_any(visitor));
        match &self.node.kind {
            Kind::Bad => Err(Fault::Stuck),
            Kind::Bool(b) => self.settled(visitor.visit_bool(*b)),
            Kind::Int(n) => {
                let result = match (u64::try_from(*n), i64::try_from(*n)) {
                    (Ok(n), _) => visitor.visit_u64(n),
                    (_, Ok(n)) => visitor.visit_i64(n),
                    _ => visitor.visit_i128(*n),
                };
                self.settled(result)
            }
            Kind::Float(x) => self.settled(visitor.visit_f64(*x)),
            Kind::Char(c) => self.settled(visitor.visit_char(*c)),
            Kind::Str(s) => self.settled(visitor.visit_str(s)),
            Kind::Name(n) if n == "None" => self.settled(visitor.visit_none()),
            Kind::Name(n) => self.settled(visitor.visit_str(n)),
            Kind::List(items) => self.sequence(items, false, visitor),
            Kind::Map(_) => self.deserialize_map(visitor),
            Kind::Tuple(Some(n), items) if n == "Some" && items.len() == 1 => {
                self.deserialize_option(visitor)
            }
            Kind::Tuple(_, items) if items.is_empty() => self.settled(visitor.visit_unit()),
            Kind::Tuple(_, items) => self.sequence(items, true, visitor),
            Kind::Struct(..) => self.fields("", &[], visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_bool(visitor));
        match self.node.kind {
            Kind::Bool(b) => self.settled(visitor.visit_bool(b)),
            _ => self.wrong("`true` or `false`"),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_char(visitor));
        match self.node.kind {
            Kind::Char(c) => self.settled(visitor.visit_char(c)),
            _ => self.wrong("one character in single quotes"),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_str(visitor));
        self.word(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_bytes(visitor));
        match &self.node.kind {
            Kind::List(items) => self.sequence(items, false, visitor),
            _ => self.wrong("a list of numbers"),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_option(visitor));
        match &self.node.kind {
            Kind::Name(n) if n == "None" => self.settled(visitor.visit_none()),
            Kind::Tuple(Some(n), items) if n == "Some" && items.len() == 1 => {
                let result = self.inside(&items[0], |inner| visitor.visit_some(inner));
                self.settled(result)
            }
            _ if self.run.extensions.implicit_some => self.settled(visitor.visit_some(self)),
            _ => {
                let written = self.run.text.get(self.node.span.clone()).unwrap_or("…");
                let written = if written.len() > 30 { "…" } else { written };
                let fault = Fault::expected("`Some(…)` or `None`", self.node.describe())
                    .with_help(Some(format!("write `Some({written})`")));
                Err(self.run.settle(self.node, self.path, fault))
            }
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_unit(visitor));
        match &self.node.kind {
            Kind::Tuple(None, items) if items.is_empty() => self.settled(visitor.visit_unit()),
            _ => self.wrong("`()`"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_unit(visitor));
        match &self.node.kind {
            Kind::Name(n) if n == name => self.settled(visitor.visit_unit()),
            Kind::Tuple(None, items) if items.is_empty() => self.settled(visitor.visit_unit()),
            _ => self.wrong(&format!("`{name}`")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_newtype_struct(name, visitor));
        match &self.node.kind {
            Kind::Tuple(found, items) if items.len() == 1 && self.name_fits(found, name) => {
                let result = self.inside(&items[0], |inner| visitor.visit_newtype_struct(inner));
                self.settled(result)
            }
            _ if self.run.extensions.unwrap_newtypes => self.settled(visitor.visit_newtype_struct(self)),
            _ => self.wrong(&format!("`{name}(…)` or `(…)` around one value")),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_seq(visitor));
        match &self.node.kind {
            Kind::List(items) => self.sequence(items, false, visitor),
            _ => self.wrong("a list `[…]`"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_tuple(length, visitor));
        match &self.node.kind {
            Kind::Tuple(Some(_), _) if !self.unnamed => {
                self.wrong(&format!("`(…)` with {length} values and no name"))
            }
            _ => self.places("", length, visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_tuple(length, visitor));
        self.places(name, length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_map(visitor));
        match &self.node.kind {
            Kind::Map(pairs) => self.settled(visitor.visit_map(Pairs::new(self, pairs))),
            _ => self.wrong("a map `{key: value}`"),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_struct(name, fields, visitor));
        self.fields(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_enum(name, variants, visitor));
        let Some(found) = self.node.name() else {
            let help = match &self.node.kind {
                Kind::Str(s) => {
                    nearest(s, variants.iter().copied()).map(|near| format!("write `{near}` without quotes"))
                }
                _ => None,
            };
            let wanted = match variants.len() {
                0 => "a name".to_owned(),
                1 => listed(variants.iter().copied()),
                _ => format!("one of {}", listed(variants.iter().copied())),
            };
            let fault = Fault::expected(wanted, self.node.describe()).with_help(help);
            return Err(self.run.settle(self.node, self.path, fault));
        };
        if !variants.is_empty() && !variants.contains(&found) {
            let fault = Fault::UnknownVariant(found.to_owned(), variants);
            return Err(self.run.settle(self.node, self.path, fault));
        }
        self.settled(visitor.visit_enum(Variant::new(self, found)))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        or_hole!(self, |hole: Hole| hole.deserialize_identifier(visitor));
        match &self.node.kind {
            Kind::Name(n) => self.settled(visitor.visit_str(n)),
            _ => self.word(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}
