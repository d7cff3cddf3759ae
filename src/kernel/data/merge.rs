//! Laying one file's values over another's: fields of structs, elements told by a key, everything else whole.
//!
//! The rule, also in `docs/overlays.md`: a struct is merged field by field, a map entry by entry, and a list whose
//! elements all are structs with a simple, distinct value in the same field of [`KEYS`] (the first that serves)
//! element by element; a value of any other kind is replaced whole, and so is a list written as `Replace([…])`.

use std::ops::Range;

use super::names::{help_for, nearest};
use super::path::{Step, written};
use super::problem::Spot;
use super::tree::{Field, Kind, Node, shortened};

/// The fields that tell the elements of a list apart, in order of preference.
pub(super) const KEYS: [&str; 6] = ["id", "code", "number", "name", "card", "hex"];

/// The wrapper that replaces a list whose elements would be merged.
const REPLACE: &str = "Replace";

/// The names by which a value that says where another comes from is known.
const SOURCES: [&str; 4] = ["Rulebook", "Public", "Reconstructed", "Owner"];

/// An element that only an overlay has.
#[derive(Clone, Debug)]
pub(super) struct Fresh {
    /// Field path of the element.
    pub field: String,
    /// Field path of its list.
    list: String,
    /// The field that tells elements apart.
    key: &'static str,
    /// What it is called.
    name: String,
    /// Bytes of the name.
    span: Range<usize>,
    /// The names below.
    known: Vec<String>,
}

impl Fresh {
    /// The nearest of the names below, for a help line.
    pub fn help(&self) -> Option<String> {
        nearest(&self.name, self.known()).map(|near| format!("did you mean `{}`?", near.escape_debug()))
    }

    /// The complaint that nothing below is called so and that the element alone lacks these fields.
    pub fn unmatched(&self, lacks: &[String]) -> Spot {
        let needs = lacks.iter().map(|f| format!("`{f}`")).collect::<Vec<_>>().join(", ");
        let near = help_for(&self.name, self.known()).map_or_else(String::new, |h| format!("{h}; "));
        Spot {
            span: self.span.clone(),
            field: format!("{}.{}", self.field, self.key),
            message: format!("`{}` has no `{}` to change", self.list, shortened(&self.name)),
            help: Some(format!("{near}a new one needs {needs} too")),
        }
    }

    fn known(&self) -> impl Iterator<Item = &str> + Clone {
        self.known.iter().map(String::as_str)
    }
}

/// One layer on its way over those below it.
pub(super) struct Merge<'m> {
    /// The texts of all layers.
    pub text: &'m str,
    /// Where the first overlay's text starts.
    pub base_end: usize,
    /// What the layer is called.
    pub name: &'m str,
    /// What is wrong with the layer as an overlay.
    pub faults: Vec<Spot>,
    /// The elements that nothing below has.
    pub fresh: Vec<Fresh>,
    /// Where the merge stands.
    pub steps: Vec<Step>,
}

impl Merge<'_> {
    /// The value `above` laid over the value `below`.
    pub fn lay(&mut self, below: Node, above: &Node) -> Node {
        let span = above.span.clone();
        let kind = match (below.kind, &above.kind) {
            (Kind::Struct(old, lower), Kind::Struct(new, upper))
                if old.is_none() || new.is_none() || old == *new =>
            {
                Kind::Struct(new.clone().or(old), self.fields(lower, upper, &span))
            }
            // `()`: nothing is changed.
            (kind @ Kind::Struct(..), Kind::Tuple(None, items)) if items.is_empty() => kind,
            (Kind::Map(lower), Kind::Map(upper)) => Kind::Map(self.entries(lower, upper)),
            (Kind::List(lower), Kind::List(upper)) => match key_of(&lower) {
                Some(key) => Kind::List(self.elements(lower, upper, key)),
                None => above.kind.clone(),
            },
            (Kind::List(_), Kind::Tuple(Some(word), inner))
                if word == REPLACE && matches!(inner[..], [Node { kind: Kind::List(_), .. }]) =>
            {
                return inner[0].clone();
            }
            (Kind::Tuple(Some(some), mut inner), upper) if some == "Some" && inner.len() == 1 => {
                let upper = match upper {
                    Kind::Tuple(Some(word), held) if word == "Some" && held.len() == 1 => &held[0],
                    Kind::Name(none) if none == "None" => return above.clone(),
                    _ => above,
                };
                match inner.pop() {
                    Some(lower) => Kind::Tuple(Some(some), vec![self.lay(lower, upper)]),
                    None => above.kind.clone(),
                }
            }
            (kind @ Kind::Struct(..), Kind::Tuple(Some(word), held)) if word == "Some" && held.len() == 1 => {
                let lower = Node { id: below.id, span: below.span, kind };
                return self.lay(lower, &held[0]);
            }
            _ => above.kind.clone(),
        };
        Node { id: 0, span, kind }
    }

    /// Fields of a struct.
    fn fields(&mut self, lower: Vec<Field>, upper: &[Field], span: &Range<usize>) -> Vec<Field> {
        if self.steps.is_empty() {
            self.check_name(&lower, upper);
        }
        let mut out = Vec::with_capacity(lower.len());
        for field in lower {
            let Some(over) = upper.iter().find(|f| f.name == field.name) else {
                out.push(field);
                continue;
            };
            self.steps.push(Step::Field(field.name));
            let value = self.lay(field.value, &over.value);
            self.steps.pop();
            out.push(Field { name: over.name.clone(), name_span: over.name_span.clone(), value });
        }
        let new: Vec<_> = upper.iter().filter(|f| !out.iter().any(|o| o.name == f.name)).cloned().collect();
        out.extend(new);
        self.mark_owner(&mut out, upper, span);
        out
    }

    /// A file is laid over the one of its own name, so an id that differs is a slip.
    fn check_name(&mut self, lower: &[Field], upper: &[Field]) {
        let id = |fields: &[Field]| {
            fields.iter().find(|f| f.name == "id" && is_plain(&f.value)).map(|f| f.value.clone())
        };
        if let (Some(below), Some(above)) = (id(lower), id(upper))
            && below.canonical() != above.canonical()
        {
            let (ours, theirs) = (below.key_text(self.text), above.key_text(self.text));
            let message = format!("this file lies over `{}`, not `{}`", shortened(&ours), shortened(&theirs));
            self.fault(&above, message, Some("leave out the `id`, or rename the file".into()));
        }
    }

    /// Says of values that the overlay gives no source for that they are the owner's: `x_from` beside a changed `x`,
    /// and `provenance` when nothing else is left from below.
    fn mark_owner(&self, fields: &mut [Field], upper: &[Field], span: &Range<usize>) {
        let given = |name: &str| upper.iter().any(|f| f.name == name);
        let counts = |f: &Field| {
            !matches!(f.name.as_str(), "provenance" | "format")
                && !f.name.ends_with("_from")
                && !KEYS.contains(&f.name.as_str())
        };
        let all =
            upper.iter().any(counts) && fields.iter().filter(|f| counts(f)).all(|f| self.is_above(&f.value));
        for field in fields.iter_mut().filter(|f| !given(&f.name)) {
            let unsaid = match field.name.strip_suffix("_from") {
                Some(value) => given(value),
                None => all && field.name == "provenance",
            };
            if unsaid {
                self.say_owner(&mut field.value, span);
            }
        }
    }

    fn say_owner(&self, value: &mut Node, span: &Range<usize>) {
        match &mut value.kind {
            Kind::Tuple(Some(some), inner) if some == "Some" && inner.len() == 1 => {
                self.say_owner(&mut inner[0], span);
            }
            Kind::Tuple(Some(source), _) if SOURCES.contains(&source.as_str()) => {
                let name = Node { id: 0, span: span.clone(), kind: Kind::Str(self.name.to_owned()) };
                let kind = Kind::Tuple(Some("Owner".into()), vec![name]);
                *value = Node { id: 0, span: span.clone(), kind };
            }
            _ => {}
        }
    }

    /// Whether all of a value was written in overlays.
    fn is_above(&self, node: &Node) -> bool {
        node.all(&|n| n.span.start >= self.base_end)
    }

    /// Entries of a map.
    fn entries(&mut self, lower: Vec<(Node, Node)>, upper: &[(Node, Node)]) -> Vec<(Node, Node)> {
        let mut out = Vec::with_capacity(lower.len());
        for (key, value) in lower {
            let name = key.canonical();
            match upper.iter().find(|(k, _)| k.canonical() == name) {
                None => out.push((key, value)),
                Some((k, over)) => {
                    self.steps.push(Step::Key(key.key_text(self.text)));
                    let value = self.lay(value, over);
                    self.steps.pop();
                    out.push((k.clone(), value));
                }
            }
        }
        let known = out.len();
        for (key, value) in upper {
            let name = key.canonical();
            if !out[..known].iter().any(|(k, _)| k.canonical() == name) {
                out.push((key.clone(), value.clone()));
            }
        }
        out
    }

    /// Elements of a list that are told apart by `key`: changed in their places, new ones at the end.
    fn elements(&mut self, lower: Vec<Node>, upper: &[Node], key: &'static str) -> Vec<Node> {
        let known: Vec<String> =
            lower.iter().filter_map(|n| value_of(n, key)).map(|k| k.key_text(self.text)).collect();
        let names: Vec<Option<String>> =
            lower.iter().map(|n| value_of(n, key).map(Node::canonical)).collect();
        let mut out = lower;
        let mut seen: Vec<String> = Vec::new();
        for over in upper {
            let Some(told) = value_of(over, key).filter(|k| is_plain(k)) else {
                self.no_key(over, key);
                continue;
            };
            let name = told.canonical();
            if seen.contains(&name) {
                let shown = shortened(&told.key_text(self.text));
                self.fault(told, format!("`{shown}` is given twice"), None);
                continue;
            }
            if let Some(at) = names.iter().position(|n| n.as_deref() == Some(&name)) {
                self.steps.push(Step::Index(at));
                let below = out[at].clone();
                out[at] = self.lay(below, over);
                self.steps.pop();
            } else {
                let list = written(&self.steps);
                self.fresh.push(Fresh {
                    field: format!("{list}[{}]", out.len()),
                    list,
                    key,
                    name: told.key_text(self.text),
                    span: told.span.clone(),
                    known: known.clone(),
                });
                out.push(over.clone());
            }
            seen.push(name);
        }
        out
    }

    /// An element that does not say which one it changes.
    fn no_key(&mut self, over: &Node, key: &str) {
        let near = match &over.kind {
            Kind::Struct(_, fields) => fields
                .iter()
                .find(|f| nearest(&f.name, std::iter::once(key)).is_some())
                .map(|f| format!("did you mean `{key}` by `{}`?", shortened(&f.name))),
            _ => None,
        };
        let help = near.unwrap_or_else(|| {
            format!("write `({key}: …, …)` to change one element, or `Replace([…])` for a new list")
        });
        let message = format!("expected a struct with `{key}`, which tells the elements of this list apart");
        self.fault(over, message, Some(help));
    }

    /// A fault of the layer; its field path is found by its place.
    fn fault(&mut self, node: &Node, message: String, help: Option<String>) {
        self.faults.push(Spot { span: node.span.clone(), field: String::new(), message, help });
    }
}

/// The field that tells the elements of a list apart: the first of [`KEYS`] in which all of them have a simple value,
/// no two the same.
fn key_of(items: &[Node]) -> Option<&'static str> {
    KEYS.into_iter().find(|key| {
        let mut names: Vec<String> = Vec::with_capacity(items.len());
        !items.is_empty()
            && items.iter().all(|item| {
                let Some(name) = value_of(item, key).filter(|n| is_plain(n)).map(Node::canonical) else {
                    return false;
                };
                let new = !names.contains(&name);
                names.push(name);
                new
            })
    })
}

/// The value of a field of a struct.
fn value_of<'n>(node: &'n Node, field: &str) -> Option<&'n Node> {
    match &node.kind {
        Kind::Struct(_, fields) => fields.iter().find(|f| f.name == field).map(|f| &f.value),
        _ => None,
    }
}

fn is_plain(node: &Node) -> bool {
    matches!(node.kind, Kind::Str(_) | Kind::Int(_) | Kind::Char(_) | Kind::Name(_))
}
