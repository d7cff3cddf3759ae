//! Programmes of the bomber: which next card keeps a legal programme within reach (clause compass-cards.g).

use std::collections::{BTreeMap, BTreeSet};

use crate::games::duel::data::{Bearing, Board, HEXES, Tables};

/// More moves than any night has.
const NEVER: u8 = 255;

/// Where a programme stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leg {
    /// The hex.
    pub hex: u8,
    /// The last bearing; `None` before the first move and over the target just struck, where the next is free
    /// (clauses compass-cards.d and compass-cards.e).
    pub bearing: Option<Bearing>,
    /// Whether the target has been reached.
    pub struck: bool,
}

impl Leg {
    /// The start on an airport.
    #[must_use]
    pub fn start(hex: u8) -> Self {
        Self { hex, bearing: None, struck: false }
    }

    /// The leg after one card, or why it cannot be flown.
    ///
    /// # Errors
    /// The card turns too far or leaves the board.
    pub fn fly(self, board: &Board, target: u8, bearing: Bearing) -> Result<Self, Bar> {
        if self.bearing.is_some_and(|last| last.steps(bearing) > 1) {
            return Err(Bar::Turn);
        }
        let hex = board.step(self.hex, bearing).ok_or(Bar::Edge)?;
        let strikes = !self.struck && hex == target;
        Ok(Self { hex, bearing: (!strikes).then_some(bearing), struck: self.struck || strikes })
    }
}

/// Why a compass card cannot be programmed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bar {
    /// It turns more than one bearing (clause compass-cards.c).
    Turn,
    /// It leaves the board (clause board.c).
    Edge,
    /// No such card is left (clause compass-cards.g).
    Card,
    /// Target and a British airport could not be reached any more (clause compass-cards.b).
    Reach,
}

/// The hexes of a course, its start first.
#[must_use]
pub fn hexes(board: &Board, start: u8, course: &[Bearing]) -> Vec<u8> {
    let mut hexes = vec![start];
    let mut hex = start;
    for bearing in course {
        hex = board.step(hex, *bearing).unwrap_or(hex);
        hexes.push(hex);
    }
    hexes
}

/// For one target, the fewest moves that complete a programme from anywhere.
#[derive(Clone, Debug)]
pub struct Routes {
    target: u8,
    /// By struck or not, hex, and bearing (6 is free).
    need: Box<[[[u8; 7]; HEXES + 1]; 2]>,
}

fn slot(bearing: Option<Bearing>) -> usize {
    bearing.map_or(6, Bearing::index)
}

impl Routes {
    /// Works the moves out backwards from the British airports.
    #[must_use]
    pub fn new(board: &Board, target: u8) -> Self {
        let mut routes = Self { target, need: Box::new([[[NEVER; 7]; HEXES + 1]; 2]) };
        // The last card leads onto an airport after the strike (clause compass-cards.f).
        for hex in board.british.iter().filter(|h| *h != target) {
            routes.need[1][usize::from(hex)] = [0; 7];
        }
        let mut changed = true;
        while changed {
            changed = false;
            for struck in [true, false] {
                for hex in board.hexes() {
                    for last in 0..7 {
                        let leg = Leg { hex, bearing: Bearing::ALL.get(last).copied(), struck };
                        let best = Bearing::ALL
                            .into_iter()
                            .filter_map(|b| leg.fly(board, target, b).ok())
                            .map(|next| routes.need(next).saturating_add(1))
                            .min()
                            .unwrap_or(NEVER);
                        let slot = &mut routes.need[usize::from(struck)][usize::from(hex)][last];
                        if best < *slot {
                            *slot = best;
                            changed = true;
                        }
                    }
                }
            }
        }
        routes
    }

    /// The target.
    #[must_use]
    pub fn target(&self) -> u8 {
        self.target
    }

    /// The fewest moves that strike and come home from here; 0 on a British airport after the strike.
    #[must_use]
    pub fn need(&self, leg: Leg) -> u8 {
        self.need[usize::from(leg.struck)][usize::from(leg.hex).min(HEXES)][slot(leg.bearing)]
    }
}

/// What a programme may still use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Means {
    /// Moves left of the night (clause compass-cards.b).
    pub moves: u8,
    /// Cards left by bearing (clause compass-cards.a).
    pub cards: [u8; 6],
}

impl Means {
    /// What is left of the night and the deck when these cards are laid.
    #[must_use]
    pub fn after(tables: &Tables, laid: &[Bearing]) -> Self {
        let full = Self { moves: tables.decks.moves, cards: tables.compass() };
        laid.iter().fold(full, |means, bearing| means.spend(*bearing).unwrap_or(means))
    }

    /// After one card; `None` when there is no such card or no move left.
    #[must_use]
    pub fn spend(mut self, bearing: Bearing) -> Option<Self> {
        self.moves = self.moves.checked_sub(1)?;
        let cards = &mut self.cards[bearing.index()];
        *cards = cards.checked_sub(1)?;
        Some(self)
    }
}

/// Whether a legal programme can be completed from here with these means.
#[must_use]
pub fn feasible(board: &Board, routes: &Routes, leg: Leg, means: Means) -> bool {
    search(board, routes, leg, means, &mut BTreeSet::new())
}

fn search(board: &Board, routes: &Routes, leg: Leg, means: Means, dead: &mut BTreeSet<(Leg, Means)>) -> bool {
    let need = routes.need(leg);
    if need > means.moves {
        return false;
    }
    if need == 0 || dead.contains(&(leg, means)) {
        return need == 0;
    }
    // The straightest way home first: with the printed deck it is never refused.
    let mut next: Vec<(u8, Bearing, Leg)> = Bearing::ALL
        .into_iter()
        .filter_map(|b| leg.fly(board, routes.target, b).ok().map(|to| (routes.need(to), b, to)))
        .collect();
    next.sort_by_key(|(need, b, _)| (*need, *b));
    let found = next.into_iter().any(|(_, bearing, to)| {
        means.spend(bearing).is_some_and(|means| search(board, routes, to, means, dead))
    });
    if !found {
        dead.insert((leg, means));
    }
    found
}

/// Why a card cannot come next, or `None` when it can.
#[must_use]
pub fn bar(board: &Board, routes: &Routes, leg: Leg, means: Means, bearing: Bearing) -> Option<Bar> {
    let next = match leg.fly(board, routes.target, bearing) {
        Ok(next) => next,
        Err(bar) => return Some(bar),
    };
    if means.moves > 0 && means.cards[bearing.index()] == 0 {
        return Some(Bar::Card);
    }
    let reaches = means.spend(bearing).is_some_and(|means| feasible(board, routes, next, means));
    (!reaches).then_some(Bar::Reach)
}

/// How many legal programmes of exactly `moves` cards there are from a leg, for a deck that never runs out within
/// them.
#[must_use]
pub fn count(board: &Board, routes: &Routes, leg: Leg, means: Means) -> u64 {
    if means.moves == 0 {
        return u64::from(leg.struck && board.british.has(leg.hex));
    }
    if routes.need(leg) > means.moves {
        return 0;
    }
    Bearing::ALL
        .into_iter()
        .filter_map(|b| Some((leg.fly(board, routes.target, b).ok()?, means.spend(b)?)))
        .map(|(next, means)| count(board, routes, next, means))
        .sum()
}

/// The hexes that a programme may still pass through and be completed, each with the fewest moves to it.
#[must_use]
pub fn reach(board: &Board, routes: &Routes, from: Leg, moves: u8) -> Vec<(u8, u8)> {
    let mut found: BTreeMap<u8, u8> = BTreeMap::new();
    let mut front = BTreeSet::from([from]);
    let mut seen = front.clone();
    for step in 1..=moves {
        let legs = front
            .iter()
            .flat_map(|leg| Bearing::ALL.into_iter().filter_map(|b| leg.fly(board, routes.target, b).ok()));
        let next: BTreeSet<Leg> = legs.filter(|leg| routes.need(*leg) <= moves - step).collect();
        for leg in &next {
            found.entry(leg.hex).or_insert(step);
        }
        front = next.difference(&seen).copied().collect();
        seen.extend(&front);
    }
    found.into_iter().collect()
}

/// What everybody can see of a bomber's course: enough to deduce where it may still go (clause compass-cards.l).
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    /// Hexes so far, the start first.
    pub path: &'a [u8],
    /// The last bearing flown.
    pub last: Option<Bearing>,
    /// After how many moves the strike came, and where.
    pub struck: Option<(u8, u8)>,
    /// Whether the bomber may have been given a new target, a city already crossed among them (clause
    /// adv-2a-reprogram.b).
    pub anew: bool,
    /// Moves and cards left.
    pub means: Means,
}

impl Seen<'_> {
    /// The legs that the bomber may stand on, one for each target still possible.
    fn legs<'r>(&self, all: &'r [Routes]) -> Vec<(&'r Routes, Leg)> {
        let Some(hex) = self.path.last().copied() else { return Vec::new() };
        let moves = self.path.len() - 1;
        let legs = all.iter().filter_map(|routes| {
            let leg = match self.struck {
                Some((_, city)) if city != routes.target() => return None,
                Some((at, _)) => {
                    let bearing = if usize::from(at) == moves { None } else { self.last };
                    Leg { hex, bearing, struck: true }
                }
                None if !self.anew && self.path.contains(&routes.target()) => return None,
                None => Leg { hex, bearing: self.last, struck: false },
            };
            Some((routes, leg))
        });
        legs.collect()
    }

    /// The hexes that the bomber may enter on its next moves: one set a move, as far as `ahead`.
    #[must_use]
    pub fn ahead(&self, board: &Board, all: &[Routes], ahead: usize) -> Vec<Vec<u8>> {
        let mut fronts: Vec<(&Routes, BTreeSet<Leg>)> =
            self.legs(all).into_iter().map(|(r, leg)| (r, BTreeSet::from([leg]))).collect();
        let mut out = Vec::new();
        for step in 1..=ahead {
            let left = usize::from(self.means.moves).checked_sub(step);
            let Some(left) = left.and_then(|n| u8::try_from(n).ok()) else { break };
            let mut hexes: Vec<u8> = Vec::new();
            for (routes, front) in &mut fronts {
                let next: BTreeSet<Leg> = front
                    .iter()
                    .flat_map(|leg| {
                        Bearing::ALL.into_iter().filter_map(|b| leg.fly(board, routes.target(), b).ok())
                    })
                    .filter(|leg| routes.need(*leg) <= left)
                    .collect();
                hexes.extend(next.iter().map(|leg| leg.hex));
                *front = next;
            }
            hexes.sort_unstable();
            hexes.dedup();
            out.push(hexes);
        }
        out
    }
}
