//! The weather drifts (clauses adv-2-weather-change.e and adv-2-weather-change.f).

use crate::games::duel::data::{Bearing, Board, HexSet};

/// Where an element goes in one step: the neighbour, or over the edge to the far end of the same line of hexes.
#[must_use]
pub fn step(board: &Board, hex: u8, wind: Bearing) -> u8 {
    if let Some(next) = board.step(hex, wind) {
        return next;
    }
    let mut far = hex;
    while let Some(back) = board.step(far, wind.opposite()) {
        far = back;
    }
    far
}

/// A set of elements after `steps` steps.
#[must_use]
pub fn drift(board: &Board, set: HexSet, wind: Bearing, steps: u8) -> HexSet {
    set.iter().map(|hex| (0..steps).fold(hex, |at, _| step(board, at, wind))).collect()
}
