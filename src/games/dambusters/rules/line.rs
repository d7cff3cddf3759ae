//! Whose turn it is in the Attack Orders of a squadron without VHF (11.6.2 to 11.6.4).

use crate::games::dambusters::attack_order::Rank;
use crate::kernel::ids::PieceId;

/// A Lancaster in Circling Near with its mine: whoever is destroyed, empty or elsewhere is passed over (clause
/// 11.6.2.c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ready {
    /// Which.
    pub id: PieceId,
    /// Its wave, by index.
    pub wave: u8,
    /// Its place in the line.
    pub place: u8,
    /// What it is.
    pub rank: Rank,
}

/// Why a Lancaster must let others go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Another of its wave is next (clause 11.6.2.b).
    Line,
    /// A wave with a lower number has somebody to send (clause 11.6.4.a).
    Wave,
    /// It stands in no line, and the lines are not done (clause 11.6.2.c).
    Straggler,
}

/// Who is next: the first in the line of the first wave that has somebody to send (clauses 11.6.2.b and 11.6.4.a).
/// Leaders are not reckoned in: they go when they please.
#[must_use]
pub fn next(near: &[Ready]) -> Option<Ready> {
    let line = near.iter().filter(|r| r.rank == Rank::Line);
    line.min_by_key(|r| (r.wave, r.place, r.id)).copied()
}

/// Why this one may not enter the Approach now; `None` when it may. Of those that wait somebody always may.
#[must_use]
pub fn waits(near: &[Ready], id: PieceId) -> Option<Wait> {
    let (Some(next), Some(this)) = (next(near), near.iter().find(|r| r.id == id)) else { return None };
    match this.rank {
        _ if this.id == next.id => None,
        // [11.6.2.c] Who is in no line has no place in it either: he comes when the lines have nobody left to send.
        Rank::Straggler => Some(Wait::Straggler),
        _ if next.wave < this.wave => Some(Wait::Wave),
        // [11.6.2.d] Ahead of the first or instead of the next, as long as it is the turn of his wave or a later one.
        Rank::Leader => None,
        Rank::Line => Some(Wait::Line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(id: u16, wave: u8, place: u8, rank: Rank) -> Ready {
        Ready { id: PieceId(id), wave, place, rank }
    }

    #[test]
    fn the_first_of_the_first_wave_goes_and_any_leader_whose_wave_has_its_turn() {
        let near = [
            ready(1, 1, 0, Rank::Leader),
            ready(2, 1, 1, Rank::Line),
            ready(3, 0, 2, Rank::Line),
            ready(4, 0, 1, Rank::Line),
            ready(5, 0, 0, Rank::Leader),
            ready(6, 0, 3, Rank::Straggler),
        ];
        let all = |near: &[Ready]| near.iter().map(|r| waits(near, r.id)).collect::<Vec<_>>();
        let (wave, line) = (Some(Wait::Wave), Some(Wait::Line));
        assert_eq!(all(&near), [wave, wave, line, None, None, Some(Wait::Straggler)]);
        // Wave 1 has its leader alone left: he keeps nobody from going.
        assert_eq!(all(&[near[0], near[1], near[4]]), [None, None, None]);
        // Without lines anybody may.
        assert_eq!(all(&[near[0], near[4], near[5]]), [None, None, None]);
        assert_eq!(waits(&near, PieceId(9)), None);
    }
}
