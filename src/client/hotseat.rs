//! Hot seat: which seats people hold, and the curtain between them.

use crate::kernel::decision::Question;
use crate::kernel::ids::Seat;
use crate::kernel::seats::Curtain;

/// The people at one screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HotSeat {
    people: Vec<Seat>,
    curtain: Curtain,
    /// One person plays every seat with open hands: there is no curtain.
    open: bool,
}

impl HotSeat {
    /// People at `people`; the first of them looks at the table.
    #[must_use]
    pub fn new(people: Vec<Seat>) -> Self {
        let first = people.first().copied().unwrap_or_default();
        Self { people, curtain: Curtain::Open(first), open: false }
    }

    /// One person plays every seat with open hands, as in a guided game.
    #[must_use]
    pub fn open_handed(mut self) -> Self {
        self.open = true;
        self
    }

    /// Whether people hold several seats and hide things from each other.
    #[must_use]
    pub fn shared(&self) -> bool {
        self.people.len() > 1 && !self.open
    }

    /// Whether a person holds `seat`.
    #[must_use]
    pub fn holds(&self, seat: Seat) -> bool {
        self.people.contains(&seat)
    }

    /// Lets the curtain fall when the pending question is another person's. Call it before anything is drawn.
    pub fn settle(&mut self, question: Option<&Question>) {
        self.curtain = self.curtain.for_question(question, &self.people);
        if self.open {
            self.curtain = self.curtain.lift();
        }
    }

    /// The next seat takes over.
    pub fn lift(&mut self) {
        self.curtain = self.curtain.lift();
    }

    /// The seat whose view may be shown, or none while the curtain is down.
    #[must_use]
    pub fn viewer(&self) -> Option<Seat> {
        self.curtain.viewer()
    }

    /// The seat that must take over while the curtain is down.
    #[must_use]
    pub fn awaited(&self) -> Option<Seat> {
        match self.curtain {
            Curtain::Open(_) => None,
            Curtain::Closed { to, .. } => Some(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c35_nothing_is_shown_until_the_awaited_seat_lifts_the_curtain() {
        let mut hot = HotSeat::new(vec![Seat(0), Seat(1)]);
        assert_eq!(hot.viewer(), Some(Seat(0)));
        let other = Question::new(Seat(1), "place fighters", "1");
        hot.settle(Some(&other));
        assert_eq!((hot.viewer(), hot.awaited()), (None, Some(Seat(1))));
        hot.settle(Some(&other));
        assert_eq!(hot.viewer(), None, "it stays down however often a frame is drawn");
        hot.lift();
        assert_eq!((hot.viewer(), hot.awaited()), (Some(Seat(1)), None));
        assert!(hot.shared());
        let mut one = HotSeat::new(vec![Seat(0), Seat(1)]).open_handed();
        one.settle(Some(&other));
        assert_eq!((one.viewer(), one.shared()), (Some(Seat(1)), false), "a guided game has no curtain");
    }
}
