//! All legal courses at once, each as likely as it is worth: e times likelier for every `heat` points.
//!
//! The weight of a course is a product over its hexes, so that the sum over all its continuations can be worked out
//! backwards from the British airports, one number for each leg and number of moves left. With these sums a course is
//! drawn card by card without listing any, and what has been seen of a course says how likely each way on is.

use super::chance::pick;
use super::look::{ByHex, at};
use crate::games::duel::data::{Bearing, Board, HEXES};
use crate::games::duel::rules::course::{Leg, Routes};
use crate::kernel::dice::BotLuck;

/// Factors of a course's weight.
#[derive(Clone)]
pub struct Factors {
    /// For a step, by the number of the move, then by [`step`].
    pub step: Vec<Vec<f64>>,
    /// For striking a city, in the order of the routes.
    pub strike: Vec<f64>,
    /// For starting from an airport.
    pub start: ByHex,
    /// For landing on an airport.
    pub land: ByHex,
}

const SLOTS: usize = 7;
const LAYER: usize = 2 * (HEXES + 1) * SLOTS;

/// The sums over all continuations.
pub struct Courses {
    /// What they weigh.
    pub factors: Factors,
    moves: u8,
    /// By city, moves left, struck or not, hex and last bearing.
    sums: Vec<Vec<f64>>,
}

/// How many steps there are.
pub const STEPS: usize = LAYER * 6;

/// The place of a step among all: where it begins, as everybody sees it, and where to.
#[must_use]
pub fn step(leg: Leg, to: Bearing) -> usize {
    slot(leg) * 6 + to.index()
}

/// All legs, whatever the city.
pub fn legs(board: &Board) -> impl Iterator<Item = Leg> {
    let hexes = board.hexes().flat_map(|hex| [true, false].map(|struck| (hex, struck)));
    hexes.flat_map(|(hex, struck)| {
        (0..SLOTS).map(move |last| Leg { hex, bearing: Bearing::ALL.get(last).copied(), struck })
    })
}

fn slot(leg: Leg) -> usize {
    let bearing = leg.bearing.map_or(6, Bearing::index);
    (usize::from(leg.struck) * (HEXES + 1) + at(leg.hex)) * SLOTS + bearing
}

/// Expected passages of the bomber.
pub struct Traffic {
    /// By the number of the move, then by hex.
    pub enters: Vec<ByHex>,
    /// Chance of each target, in the order of the routes.
    pub targets: Vec<f64>,
    /// Chance of each step, by the number of the move.
    pub steps: Vec<Vec<f64>>,
}

impl Traffic {
    /// Expected passages through a hex all night.
    #[must_use]
    pub fn through(&self) -> ByHex {
        let mut all = [0.0; HEXES + 1];
        for moves in &self.enters {
            for (sum, p) in all.iter_mut().zip(moves) {
                *sum += p;
            }
        }
        all
    }
}

impl Courses {
    /// Works the sums out for a night of `moves` moves.
    #[must_use]
    pub fn new(board: &Board, routes: &[Routes], factors: Factors, moves: u8) -> Self {
        let mut all = Self { factors, moves, sums: Vec::new() };
        for (city, route) in routes.iter().enumerate() {
            all.sums.push(vec![0.0; LAYER * (usize::from(moves) + 1)]);
            for left in 0..=moves {
                for struck in [true, false] {
                    for hex in board.hexes() {
                        for last in 0..SLOTS {
                            let leg = Leg { hex, bearing: Bearing::ALL.get(last).copied(), struck };
                            let need = route.need(leg);
                            let sum = if need > left {
                                continue;
                            } else if need == 0 {
                                all.factors.land[at(hex)] // A course ends where it can.
                            } else {
                                all.ways(board, route, city, leg, left).map(|(_, _, w)| w).sum()
                            };
                            all.sums[city][LAYER * usize::from(left) + slot(leg)] = sum;
                        }
                    }
                }
            }
        }
        all
    }

    /// The next cards from a leg with `left` moves, each with the weight of all that follows.
    pub fn ways<'a>(
        &'a self,
        board: &'a Board,
        route: &'a Routes,
        city: usize,
        leg: Leg,
        left: u8,
    ) -> impl Iterator<Item = (Bearing, Leg, f64)> + 'a {
        let number = usize::from(self.moves + 1 - left.min(self.moves));
        Bearing::ALL.into_iter().filter_map(move |b| {
            let to = leg.fly(board, route.target(), b).ok()?;
            let after = self.sums[city][LAYER * usize::from(left.checked_sub(1)?) + slot(to)];
            Some((b, to, self.factors.step[number][step(leg, b)] * after))
        })
    }

    /// The weight of all ways on to a city from a leg, the strike included while it is still to come.
    #[must_use]
    pub fn onward(&self, board: &Board, route: &Routes, city: usize, leg: Leg, left: u8) -> f64 {
        let strike = if leg.struck { 1.0 } else { self.factors.strike[city] };
        strike * self.ways(board, route, city, leg, left).map(|(_, _, w)| w).sum::<f64>()
    }

    /// Draws a way on from a leg: the hexes, and on which of them the strike falls. Empty when there is none.
    pub fn draw(
        &self,
        board: &Board,
        route: &Routes,
        city: usize,
        from: Leg,
        left: u8,
        luck: &mut BotLuck,
    ) -> Vec<u8> {
        let (mut leg, mut left, mut hexes) = (from, left, Vec::new());
        while hexes.is_empty() || route.need(leg) > 0 {
            let ways: Vec<(Bearing, Leg, f64)> = self.ways(board, route, city, leg, left).collect();
            let weights: Vec<f64> = ways.iter().map(|(_, _, w)| *w).collect();
            let Some(way) = pick(luck, &weights) else { break };
            leg = ways[way].1;
            left -= 1;
            hexes.push(leg.hex);
        }
        hexes
    }

    /// The weight of each start with each city.
    #[must_use]
    pub fn starts(&self, board: &Board, routes: &[Routes]) -> Vec<(u8, usize, f64)> {
        let mut out = Vec::new();
        for start in board.british.iter() {
            for (city, route) in routes.iter().enumerate() {
                let onward = self.onward(board, route, city, Leg::start(start), self.moves);
                out.push((start, city, self.factors.start[at(start)] * onward));
            }
        }
        out
    }

    /// Where the bomber is to be expected before anything is seen.
    #[must_use]
    pub fn traffic(&self, board: &Board, routes: &[Routes]) -> Traffic {
        let starts = self.starts(board, routes);
        let all: f64 = starts.iter().map(|(_, _, w)| w).sum();
        let mut traffic = Traffic {
            enters: vec![[0.0; HEXES + 1]; usize::from(self.moves) + 1],
            targets: vec![0.0; routes.len()],
            steps: vec![vec![0.0; STEPS]; usize::from(self.moves) + 1],
        };
        if all <= 0.0 {
            return traffic;
        }
        for (city, route) in routes.iter().enumerate() {
            let mut front = vec![(0.0, Leg::start(0)); LAYER];
            for (start, _, weight) in starts.iter().filter(|s| s.1 == city) {
                let leg = Leg::start(*start);
                front[slot(leg)] = (weight / all, leg);
                traffic.targets[city] += weight / all;
            }
            for left in (1..=self.moves).rev() {
                let number = usize::from(self.moves + 1 - left);
                let mut next = vec![(0.0, Leg::start(0)); LAYER];
                for (p, leg) in front.into_iter().filter(|(p, _)| *p > 1e-9) {
                    if route.need(leg) == 0 {
                        continue;
                    }
                    let sum: f64 = self.ways(board, route, city, leg, left).map(|(_, _, w)| w).sum();
                    for (way, to, weight) in self.ways(board, route, city, leg, left) {
                        if weight > 0.0 {
                            let p = p * weight / sum;
                            traffic.steps[number][step(leg, way)] += p;
                            let slot = &mut next[slot(to)];
                            *slot = (slot.0 + p, to);
                            traffic.enters[number][at(to.hex)] += p;
                        }
                    }
                }
                front = next;
            }
        }
        traffic
    }
}
