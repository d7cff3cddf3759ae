//! Tallies: points that need no dice, added up line by line.
//!
//! The same tally shows the points before they are joined and moves them afterwards, so a preview can never disagree
//! with what happens. It is to deterministic combat what a chart is to a roll.

use super::ids::{Arg, Clause};

/// One line of a tally: so many times so much.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    /// What it is, in the player's words.
    pub label: &'static str,
    /// How often it counts.
    pub count: i32,
    /// What it is worth each time, in points of the tally's side.
    pub each: i32,
    /// The clause that states it.
    pub clause: Clause,
}

impl Item {
    /// What the line adds.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.count * self.each
    }
}

/// Points of one event for one side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tally {
    /// What happens; `{}` marks take `args`.
    pub purpose: &'static str,
    /// Arguments of the purpose.
    pub args: [Arg; 3],
    /// The clause of the event.
    pub clause: Clause,
    /// The side that the points are for, as players read it.
    pub side: &'static str,
    /// The lines.
    pub items: Vec<Item>,
    /// Where on the board it happens, as [`Arg::Place`] counts; none for what has no place.
    pub place: Option<u8>,
}

impl Tally {
    /// A tally without lines.
    #[must_use]
    pub fn new(side: &'static str, purpose: &'static str, clause: impl Into<Clause>) -> Self {
        Self { purpose, args: [Arg::None; 3], clause: clause.into(), side, items: Vec::new(), place: None }
    }

    /// Sets the arguments of the purpose, left to right.
    #[must_use]
    pub fn args(mut self, args: &[Arg]) -> Self {
        for (slot, arg) in self.args.iter_mut().zip(args) {
            *slot = *arg;
        }
        self
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, place: u8) -> Self {
        self.place = Some(place);
        self
    }

    /// Adds a line that counts `count` times; one that counts 0 times is left out.
    pub fn add(&mut self, count: i32, label: &'static str, each: i32, clause: impl Into<Clause>) {
        if count != 0 && each != 0 {
            self.items.push(Item { label, count, each, clause: clause.into() });
        }
    }

    /// Adds the line that lifts a negative sum to 0.
    pub fn floor(&mut self, label: &'static str, clause: impl Into<Clause>) {
        let sum = self.total();
        if sum < 0 {
            self.add(-sum, label, 1, clause);
        }
    }

    /// The lines in words, one after another; with `citing` each with its clause.
    #[must_use]
    pub fn parts(&self, citing: bool) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        for (i, item) in self.items.iter().enumerate() {
            out.push_str(if i == 0 { ": " } else { ", " });
            if item.count != 1 {
                let _ = write!(out, "{} × ", item.count);
            }
            let _ = write!(out, "{} {}", item.label, signed(item.each));
            if citing {
                let _ = write!(out, " [{}]", item.clause);
            }
        }
        out
    }

    /// Whose points they are and how many, such as `Britain +3`.
    #[must_use]
    pub fn result(&self) -> String {
        format!("{} {}", self.side, signed(self.total()))
    }

    /// The sum of the lines.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.items.iter().map(Item::value).sum()
    }
}

/// A number with its sign.
fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.abs()) } else { format!("+{n}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c24_the_lines_add_up_to_the_total() {
        let mut tally = Tally::new("Britain", "{} strikes", "1");
        tally.add(2, "squadrons", 1, "2");
        tally.add(0, "never", 5, "3");
        tally.add(1, "cloud", -4, "4");
        assert_eq!((tally.items.len(), tally.total()), (2, -2));
        tally.floor("never below 0", "5");
        assert_eq!(tally.total(), 0);
        tally.floor("never below 0", "5");
        assert_eq!(tally.items.len(), 3, "nothing to lift");
    }
}
