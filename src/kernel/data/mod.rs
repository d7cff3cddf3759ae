//! Reading RON data files: every fault of a file at once, each with its place and a way out.
//!
//! The way of a file: [`DataRoot`] finds it without leaving its folders, [`read_source`] checks
//! size, encoding, nesting and grammar, [`Source::parse`] turns it into a type, and a [`Checker`]
//! gathers what the type alone cannot say (an unknown chart, a gap in the rows). Each stage
//! reports all its findings as [`Problems`]: file, line, column, field path, what was expected and
//! the nearest valid name. Bad input never panics.
//!
//! An overlay's file holds only the values that it changes: [`DataRoot::read`] lays them over the base's
//! ([`Source::with_overlays`]), and every value keeps its place in the file that it was written in.
//!
//! Two readers look at each file. The tolerant scanner in `scan` keeps the place of every value, and
//! `typed` feeds that tree to serde, so one pass can step over a fault and go on; the `ron` crate
//! then has to accept the same text, so what is accepted here is always plain RON. Stricter than
//! `ron`: unknown fields, repeated fields or keys, NaN and infinity, byte literals, ranges, control
//! and text-direction characters are errors, whatever the type says.

mod check;
mod entries;
mod fault;
mod hole;
mod laid;
mod literal;
mod merge;
mod names;
mod overlay;
mod path;
mod problem;
mod root;
mod scan;
mod source;
mod tree;
mod typed;

pub use check::{At, Checker};
pub use names::nearest;
pub use overlay::Stray;
pub use problem::{MAX_PROBLEMS, Problem, Problems};
pub use root::DataRoot;
pub use source::{Limits, Source, read_source, source_from_bytes};
