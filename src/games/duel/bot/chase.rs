//! What a squadron may still earn from where it is: worked out backwards over its hexes and its fuel.

use std::sync::Arc;

use super::look::{ByHex, Look, at};
use crate::games::duel::data::{Bearing, Ground, HEXES, HexSet};
use crate::games::duel::rules::fuel;
use crate::games::duel::rules::points::{FieldUse, airfield};
use crate::games::duel::view::SquadronView;
use crate::kernel::tally::Tally;

/// A little for being on the ground with a full dial rather than anywhere else.
const RESTED: f64 = 0.05;

/// Points expected in a hex at the end of each turn.
pub struct Prey {
    /// For a squadron as high as the bomber.
    pub high: Vec<ByHex>,
    /// What a low squadron misses of them.
    pub missed: Vec<ByHex>,
}

/// The coming German turns for squadrons with one size of dial. Turn 0 is over when the squadron has acted in the turn
/// at hand.
pub struct Chase {
    prey: Arc<Prey>,
    /// What is still to come after a turn: in the air, by hex and lines; on the ground, by hex.
    air: Vec<Vec<Vec<f64>>>,
    ground: Vec<ByHex>,
    dial: usize,
    take: ByHex,
    land: ByHex,
    room: HexSet,
    ditch: ByHex,
}

impl Chase {
    /// Works backwards from the last turn that is looked at; `room` says where the squadron may land.
    #[must_use]
    pub fn new(look: &Look<'_>, dial: u8, room: HexSet, prey: Arc<Prey>) -> Self {
        let (board, points) = (look.board(), &look.tables().points.events);
        let turns = prey.high.len();
        let most = usize::from(dial);
        let mut chase = Self {
            prey,
            air: vec![vec![vec![0.0; most + 1]; HEXES + 1]; turns],
            ground: vec![[0.0; HEXES + 1]; turns],
            dial: most,
            take: [0.0; HEXES + 1],
            land: [0.0; HEXES + 1],
            room,
            ditch: [0.0; HEXES + 1],
        };
        let blockader = &look.view.mosquito;
        for hex in board.hexes() {
            let field = &look.fields[at(hex)];
            let blockaded = blockader.hex == hex && blockader.level.airborne() && field.balloons == 0;
            let use_of = |what| -> i32 {
                airfield(points, what, look.bombs(hex), field).iter().map(Tally::total).sum()
            };
            chase.take[at(hex)] = f64::from(use_of(FieldUse::TakeOff { blockaded }));
            chase.land[at(hex)] = f64::from(use_of(FieldUse::Land));
            // A squadron lost for the game is missed in the nights to come as well.
            chase.ditch[at(hex)] = match board.ground[at(hex)] {
                Ground::Land => f64::from(points.ditch_land) + 1.0,
                Ground::Sea | Ground::Britain => f64::from(points.ditch_sea) + 2.0,
            };
        }
        let home = chase.home(look);
        for turn in (0..turns).rev() {
            for hex in board.hexes() {
                for lines in 0..=most {
                    chase.air[turn][at(hex)][lines] = if turn + 1 == turns {
                        let spare = lines.checked_sub(home[at(hex)]);
                        spare.map_or(-chase.ditch[at(hex)], |spare| {
                            0.03 * f64::from(u8::try_from(spare).unwrap_or(0))
                        })
                    } else {
                        chase.best_in_air(look, turn + 1, hex, lines)
                    };
                }
                chase.ground[turn][at(hex)] = if turn + 1 == turns {
                    RESTED + 0.03 * f64::from(dial)
                } else if board.german.has(hex) {
                    chase.best_on_ground(look, turn + 1, hex)
                } else {
                    0.0
                };
            }
        }
        chase
    }

    /// Lines to the nearest airport with room.
    fn home(&self, look: &Look<'_>) -> [usize; HEXES + 1] {
        let (board, tables) = (look.board(), look.tables());
        let mut home = [99; HEXES + 1];
        for hex in board.german.iter().filter(|hex| self.room.has(*hex)) {
            home[at(hex)] = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for hex in board.hexes() {
                for b in Bearing::ALL {
                    let Some(to) = board.step(hex, b) else { continue };
                    let cost = usize::from(fuel::hex(&tables.fuel, look.view.sky.wind, b)) + home[at(to)];
                    if cost < home[at(hex)] {
                        home[at(hex)] = cost;
                        changed = true;
                    }
                }
            }
        }
        home
    }

    /// A turn that ends in the air over a hex: it stays up, or lands if it may.
    #[must_use]
    pub fn arrive(&self, turn: usize, hex: u8, lines: usize, low: bool) -> f64 {
        self.stay(turn, hex, lines, low).max(self.landed(turn, hex))
    }

    /// A turn that ends in the air.
    #[must_use]
    pub fn stay(&self, turn: usize, hex: u8, lines: usize, low: bool) -> f64 {
        let missed = if low { self.prey.missed[turn][at(hex)] } else { 0.0 };
        self.prey.high[turn][at(hex)] - missed + self.air[turn][at(hex)][lines.min(self.dial)]
    }

    /// A turn that ends with a landing.
    #[must_use]
    pub fn landed(&self, turn: usize, hex: u8) -> f64 {
        if self.room.has(hex) { self.ground[turn][at(hex)] - self.land[at(hex)] } else { f64::NEG_INFINITY }
    }

    /// A turn on the ground.
    #[must_use]
    pub fn waits(&self, turn: usize, hex: u8) -> f64 {
        self.ground[turn][at(hex)]
    }

    /// What taking off from a hex costs in points.
    #[must_use]
    pub fn takes_off(&self, hex: u8) -> f64 {
        self.take[at(hex)]
    }

    /// What ditching in a hex costs.
    #[must_use]
    pub fn ditches(&self, hex: u8) -> f64 {
        self.ditch[at(hex)]
    }

    fn best_in_air(&self, look: &Look<'_>, turn: usize, hex: u8, lines: usize) -> f64 {
        if lines == 0 {
            return self.landed(turn, hex).max(-self.ditch[at(hex)]);
        }
        let (board, costs, wind) = (look.board(), &look.tables().fuel, look.view.sky.wind);
        let mut best = self.landed(turn, hex);
        if let Some(left) = lines.checked_sub(usize::from(costs.circle)) {
            best = best.max(self.arrive(turn, hex, left, false));
        }
        for b in Bearing::ALL {
            let cost = usize::from(fuel::hex(costs, wind, b));
            if let (Some(to), Some(left)) = (board.step(hex, b), lines.checked_sub(cost)) {
                best = best.max(self.arrive(turn, to, left, false));
            }
        }
        let two = board.step(hex, wind).and_then(|to| board.step(to, wind));
        if let (Some(to), Some(left)) = (two, lines.checked_sub(usize::from(costs.tail_two))) {
            best = best.max(self.arrive(turn, to, left, false));
        }
        best
    }

    fn best_on_ground(&self, look: &Look<'_>, turn: usize, hex: u8) -> f64 {
        let (board, costs, wind) = (look.board(), &look.tables().fuel, look.view.sky.wind);
        let mut best = f64::NEG_INFINITY;
        if let Some(left) = self.dial.checked_sub(usize::from(costs.climb_high)) {
            best = best.max(self.stay(turn, hex, left, false));
        }
        for b in Bearing::ALL {
            let cost = usize::from(fuel::hex(costs, wind, b));
            if let (Some(to), Some(left)) = (board.step(hex, b), self.dial.checked_sub(cost)) {
                best = best.max(self.stay(turn, to, left, true));
            }
        }
        let two = board.step(hex, wind).and_then(|to| board.step(to, wind));
        if let (Some(to), Some(left)) = (two, self.dial.checked_sub(usize::from(costs.tail_two))) {
            best = best.max(self.stay(turn, to, left, false));
        }
        (best - self.take[at(hex)]).max(self.ground[turn][at(hex)])
    }

    /// What a squadron can look forward to if it does nothing in the turn at hand.
    #[must_use]
    pub fn idle(&self, squadron: &SquadronView) -> f64 {
        if !squadron.level.airborne() {
            return self.waits(0, squadron.hex);
        }
        let low = squadron.level == crate::games::duel::data::Level::Low;
        match squadron.fuel.checked_sub(1) {
            Some(left) => self.stay(0, squadron.hex, usize::from(left), low),
            None => -self.ditches(squadron.hex),
        }
    }
}
