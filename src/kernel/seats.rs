//! Seats, hand-offs and the hot-seat curtain.

use super::decision::Question;
use super::ids::Seat;

/// Whose eyes are at the screen, and whether the curtain is down between two seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Curtain {
    /// One seat looks at the table.
    Open(Seat),
    /// The table is hidden until the next seat takes over.
    Closed {
        /// The seat that looked last.
        from: Seat,
        /// The seat that must take over.
        to: Seat,
    },
}

impl Curtain {
    /// What the screen must show for a pending question: with two or more people at one screen the curtain comes
    /// down before another seat's question is shown.
    #[must_use]
    pub fn for_question(self, question: Option<&Question>, people: &[Seat]) -> Self {
        let looking = match self {
            Self::Open(seat) => seat,
            Self::Closed { .. } => return self,
        };
        match question {
            Some(q) if q.seat != looking && people.contains(&q.seat) => {
                if people.contains(&looking) {
                    Self::Closed { from: looking, to: q.seat }
                } else {
                    Self::Open(q.seat)
                }
            }
            _ => self,
        }
    }

    /// The next seat takes over and the table is shown to it.
    #[must_use]
    pub fn lift(self) -> Self {
        match self {
            Self::Open(_) => self,
            Self::Closed { to, .. } => Self::Open(to),
        }
    }

    /// The seat whose view may be shown, or none while the curtain is down.
    #[must_use]
    pub fn viewer(self) -> Option<Seat> {
        match self {
            Self::Open(seat) => Some(seat),
            Self::Closed { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c35_the_curtain_comes_down_before_the_other_seat_is_shown() {
        let question = Question::new(Seat(1), "place fighters", "1");
        let open = Curtain::Open(Seat(0));
        let both = [Seat(0), Seat(1)];
        let closed = open.for_question(Some(&question), &both);
        assert_eq!(closed, Curtain::Closed { from: Seat(0), to: Seat(1) });
        assert_eq!(closed.viewer(), None);
        assert_eq!(closed.for_question(Some(&question), &both), closed, "it stays down until lifted");
        assert_eq!(closed.lift().viewer(), Some(Seat(1)));
        assert_eq!(open.for_question(Some(&question), &[Seat(0)]), open, "no curtain against a bot");
    }
}
