//! A file with overlays over it: one tree for reading, and every value still knows the file it was written in.
//!
//! The texts of all layers stand one after another, so that a place in them also tells the layer.

use std::path::PathBuf;
use std::sync::Arc;

use super::merge::{Fresh, Merge};
use super::path::{self, Step};
use super::problem::{MAX_PROBLEMS, Problem, Problems, Spot};
use super::source::Source;
use super::tree::Node;

/// The layers of a file, from the base up; at least two.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    layers: Vec<Layer>,
    /// The elements that nothing below their layer has.
    fresh: Vec<Fresh>,
}

#[derive(Clone, Debug)]
struct Layer {
    path: PathBuf,
    text: Arc<str>,
    /// What the overlay is called; empty for the base.
    name: String,
    /// Where the layer's text starts among all.
    start: usize,
    /// The layer's own values, placed among all.
    tree: Node,
}

impl Source {
    /// The source with named overlays over it, the last on top; see `docs/overlays.md` for how values are merged.
    ///
    /// What is wrong with an overlay as such is reported by [`Source::parse`], beside the faults of type. Paths and
    /// texts: [`Source::path`] is the base's, [`Source::text`] holds the texts of all layers one after another.
    #[must_use]
    pub fn with_overlays(self, overlays: Vec<(String, Source)>) -> Source {
        if overlays.is_empty() {
            return self;
        }
        let Source { path, text, mut tree, mut extensions, mut notes, of, .. } = self;
        tree.settle(0, &mut 0);
        let base_end = text.len() + 1;
        let mut joined = text.to_string();
        let mut layers =
            vec![Layer { path: path.clone(), text, name: of.clone(), start: 0, tree: tree.clone() }];
        let mut fresh: Vec<Fresh> = Vec::new();
        for (name, over) in overlays {
            joined.push('\n');
            let start = joined.len();
            joined.push_str(&over.text);
            let mut above = over.tree;
            above.settle(start, &mut 0);
            notes.extend(
                over.notes.into_iter().map(|n| Spot { span: n.span.start + start..n.span.end + start, ..n }),
            );
            extensions.implicit_some |= over.extensions.implicit_some;
            extensions.unwrap_newtypes |= over.extensions.unwrap_newtypes;
            extensions.unwrap_variant_newtypes |= over.extensions.unwrap_variant_newtypes;
            let mut merge =
                Merge { text: &joined, base_end, name: &name, faults: Vec::new(), fresh, steps: Vec::new() };
            tree = merge.lay(tree, &above);
            fresh = merge.fresh;
            notes.extend(merge.faults.into_iter().map(|fault| {
                let field = path::written(&above.path_of(fault.span.start, &joined));
                Spot { field, ..fault }
            }));
            layers.push(Layer { path: over.path, text: over.text, name, start, tree: above });
        }
        tree.settle(0, &mut 0);
        Source { path, text: joined.into(), tree, extensions, notes, of, laid: Some(Laid { layers, fresh }) }
    }

    /// Whether overlays lie over this file.
    #[must_use]
    pub fn is_overlaid(&self) -> bool {
        self.laid.is_some()
    }

    /// The name of the overlay that the value at a field path was written in; `None` for values of the base, also in
    /// part, and where nothing stands.
    #[must_use]
    pub fn owner(&self, field_path: &str) -> Option<&str> {
        let found = self.tree.find(&path::read(field_path), &self.text);
        let name = match &self.laid {
            Some(laid) if laid.is_above(found.node) => &laid.layer(found.node.span.start).name,
            _ => &self.of,
        };
        (found.whole && !name.is_empty()).then_some(name.as_str())
    }

    /// Whether the list element at a field path was added by an overlay.
    #[must_use]
    pub fn is_new(&self, field_path: &str) -> bool {
        self.laid.as_ref().is_some_and(|laid| laid.fresh.iter().any(|f| f.field == field_path))
    }
}

impl Laid {
    /// A complaint of a check at a field path: placed in an overlay, since the base is sound by itself, and naming
    /// what the overlay lies over.
    pub fn problem(&self, source: &Source, field: &str, message: String, help: Option<String>) -> Problem {
        let steps = path::read(field);
        let at = |n: usize| source.tree.find(&steps[..n], &source.text);
        // The innermost value on the way that an overlay touched; the whole file at least.
        let is_touched = |n: &usize| at(*n).whole && self.is_overlay(at(*n).node.span.start);
        let depth = (0..=steps.len()).rev().find(is_touched).unwrap_or(0);
        let node = at(depth).node;
        // The outermost that nothing of the base is left in, and what it replaced.
        let whole = (0..=depth).find(|n| self.is_above(at(*n).node)).unwrap_or(steps.len());
        let base = &self.layers[0];
        let replaced = base.tree.find(&steps[..whole], &source.text).node.span.clone();
        let below = Problem::in_text(
            &base.path,
            &base.text,
            Spot { span: replaced, field: String::new(), message: String::new(), help: None },
        );
        let mut note = format!("laid over {}:{}:{}", base.path.display(), below.line, below.column);
        let here = self.layer(node.span.start);
        for other in self.layers[1..].iter().filter(|l| l.start != here.start) {
            note.push_str(&format!(", with {}", other.path.display()));
        }
        let is_inside = |f: &&Fresh| {
            field.strip_prefix(&f.field).is_some_and(|r| r.is_empty() || r.starts_with(['.', '[']))
        };
        let help = help.or_else(|| self.fresh.iter().filter(is_inside).max_by_key(|f| f.field.len())?.help());
        let help = help.map_or_else(|| note.clone(), |help| format!("{help}; {note}"));
        let spot = Spot { span: node.span.clone(), field: field.to_owned(), message, help: Some(help) };
        self.locate(source, spot, false)
    }

    /// Complaints of a type, the missing fields of an element that was to change another gathered into one.
    fn gathered(&self, mut spots: Vec<Spot>) -> Vec<Spot> {
        for fresh in &self.fresh {
            let mut lacks = Vec::new();
            spots.retain(|spot| {
                let field = spot.field.strip_prefix(&fresh.field).and_then(|r| r.strip_prefix('.'));
                let missing = field.filter(|f| spot.message == format!("missing field `{f}`"));
                lacks.extend(missing.map(str::to_owned));
                missing.is_none()
            });
            if !lacks.is_empty() {
                spots.push(fresh.unmatched(&lacks));
            }
        }
        spots
    }

    /// A spot of the joined texts as a problem of its own file; its field path is one of the whole, or of the file.
    fn locate(&self, source: &Source, spot: Spot, is_own: bool) -> Problem {
        let layer = self.layer(spot.span.start);
        let is_own = is_own || layer.start == 0;
        let field = if is_own { spot.field.clone() } else { self.own_path(source, layer, &spot) };
        let span = spot.span.start - layer.start..spot.span.end.saturating_sub(layer.start);
        Problem::in_text(&layer.path, &layer.text, Spot { span, field, ..spot })
    }

    /// The field path of a spot in its layer, where lists are shorter than in the whole.
    fn own_path(&self, source: &Source, layer: &Layer, spot: &Spot) -> String {
        let steps = path::read(&spot.field);
        let inside = |n: &usize| {
            let found = source.tree.find(&steps[..*n], &source.text);
            found.whole && self.layer(found.node.span.start).start == layer.start
        };
        let known = (0..=steps.len()).rev().find(inside).unwrap_or(0);
        let mut own: Vec<Step> = layer.tree.path_of(spot.span.start, &source.text);
        own.extend_from_slice(&steps[known..]);
        path::written(&own)
    }

    /// The layer whose text holds this byte.
    fn layer(&self, at: usize) -> &Layer {
        self.layers.iter().rev().find(|l| l.start <= at).unwrap_or(&self.layers[0])
    }

    fn is_overlay(&self, at: usize) -> bool {
        at >= self.layers[1].start
    }

    /// Whether nothing of a value was written in the base.
    fn is_above(&self, node: &Node) -> bool {
        node.all(&|n| self.is_overlay(n.span.start))
    }
}

/// The notes of a source and what its type complains of, placed in the files that the values were written in.
pub(super) fn report(source: &Source, found: Vec<Spot>) -> Problems {
    let notes = source.notes.iter().cloned();
    let problems: Problems = match &source.laid {
        None => notes.chain(found).map(|s| Problem::in_text(&source.path, &source.text, s)).collect(),
        Some(laid) => {
            let found = laid.gathered(found).into_iter().map(|s| laid.locate(source, s, false));
            notes.map(|s| laid.locate(source, s, true)).chain(found).collect()
        }
    };
    problems.into_iter().take(MAX_PROBLEMS).collect::<Problems>().sorted()
}

#[cfg(test)]
mod tests;
