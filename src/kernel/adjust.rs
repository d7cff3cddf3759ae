//! Adjusting the position: a game says what may be set by hand, and a table keeps each change as an event.
//!
//! Players put a mistake right or try a rule of their own. It is never silent: a reason is asked for, the log tells it,
//! the game is stamped for good, and the rules go on from the adjusted position. Adjusting is open for one phase only.

use super::driver::Fault;
use super::ids::PieceId;

/// What a game is stamped with once its position was adjusted.
pub const STAMP: &str = "adjusted";

/// The most characters of a reason.
const REASON: usize = 200;

/// Something of the position that may be set by hand now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjustment {
    /// Stable id, such as `flak` or `damage:AJ-G`.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// The piece that it concerns.
    pub piece: Option<PieceId>,
    /// The id of the value that it has now.
    pub now: String,
    /// The values that it may be given: id and what a player reads.
    pub values: Vec<(String, String)>,
}

impl Adjustment {
    /// What a player reads for a value.
    #[must_use]
    pub fn label_of<'a>(&'a self, value: &'a str) -> &'a str {
        self.values.iter().find(|(id, _)| id == value).map_or(value, |(_, label)| label)
    }
}

/// Why the position was not adjusted; everything is left untouched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAdjusted {
    /// Adjusting was not begun, or ended with its phase.
    #[error("adjusting has not begun, or ended with its phase")]
    Closed,
    /// Nothing can be adjusted at this moment.
    #[error("nothing can be adjusted now{}", if .0.is_empty() { String::new() } else { format!(": {}", .0) })]
    Nothing(String),
    /// The reason is missing.
    #[error("say why the position is adjusted")]
    NoReason,
    /// There is no such thing to adjust.
    #[error("nothing called `{id}` can be adjusted; what can is {}", known.join(", "))]
    Unknown {
        /// The id given.
        id: String,
        /// The ids that there are.
        known: Vec<String>,
    },
    /// The value is not allowed.
    #[error("`{id}` cannot be `{value}`; it can be {}", allowed.join(", "))]
    Value {
        /// What was to be adjusted.
        id: String,
        /// The value given.
        value: String,
        /// The values allowed.
        allowed: Vec<String>,
    },
    /// The position would break an invariant of the game.
    #[error("that position cannot be: {0}")]
    Broken(String),
    /// The rules could not go on from it.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A reason as it is kept: one line of readable characters, or nothing when there is none.
#[must_use]
pub fn reason(text: &str) -> Option<String> {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(REASON).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line() {
        assert_eq!(reason("  wrong\n\tbox \u{1b}[0m"), Some("wrong box [0m".to_owned()));
        assert_eq!(reason(" \n "), None);
        assert_eq!(reason(&"é".repeat(500)).map(|r| r.chars().count()), Some(200));
    }
}
