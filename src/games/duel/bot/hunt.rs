//! The German turn: every squadron where it may expect most, and medals where they help.

use std::sync::Arc;

use super::chase::{Chase, Prey};
use super::forecast::Forecast;
use super::look::{ByHex, Look, at};
use crate::games::duel::data::{Bearing, HEXES, HexSet, Level};
use crate::games::duel::rules::fuel;
use crate::games::duel::rules::points::duel;
use crate::games::duel::view::SquadronView;
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};

/// Turns looked ahead.
const TURNS: usize = 9;
/// The special fuel is kept for a turn on which it earns this much.
const TANK: f64 = 1.2;

/// The turn at hand.
pub struct Hunt<'a, 'b> {
    /// What the seat sees.
    pub look: &'a Look<'b>,
    /// Where the bomber may be.
    pub forecast: &'a Forecast,
    chases: &'a mut Chases,
}

/// What has been worked out in a turn, by dial and refuges.
#[derive(Default)]
pub struct Chases {
    prey: Option<Arc<Prey>>,
    known: Vec<((u8, HexSet), Arc<Chase>)>,
}

impl<'a, 'b> Hunt<'a, 'b> {
    /// The turn at hand. `chases` is what was worked out in this turn before, with the same forecast.
    #[must_use]
    pub fn new(look: &'a Look<'b>, forecast: &'a Forecast, chases: &'a mut Chases) -> Self {
        let prey = chases.prey.get_or_insert_with(|| Arc::new(prey(look, forecast)));
        for s in look.squadrons() {
            let key = (s.dial, look.refuges(s));
            if chases.known.iter().all(|(known, _)| *known != key) {
                let chase = Chase::new(look, s.dial, key.1, Arc::clone(prey));
                chases.known.push((key, Arc::new(chase)));
            }
        }
        Self { look, forecast, chases }
    }

    fn chase(&self, s: &SquadronView) -> &Chase {
        let key = (s.dial, self.look.refuges(s));
        let found = self.chases.known.iter().position(|(known, _)| *known == key).unwrap_or(0);
        &self.chases.known[found].1
    }

    fn squadron(&self, id: PieceId) -> Option<&'b SquadronView> {
        self.look.view.squadrons.iter().find(|s| s.id == id)
    }

    /// What entering the Mosquito's hex gives Britain (clause mosquito.j). Those that have acted and are there are
    /// counted as having met it.
    fn duel(&self, hexes: &[u8]) -> f64 {
        let mosquito = &self.look.view.mosquito;
        if !mosquito.level.airborne() || !hexes.contains(&mosquito.hex) {
            return 0.0;
        }
        let met = self.look.squadrons().filter(|s| s.acted && s.level.airborne() && s.hex == mosquito.hex);
        let met = u8::try_from(met.count()).unwrap_or(4);
        let low = mosquito.level == Level::Low;
        let field = &self.look.fields[at(mosquito.hex)];
        let points = &self.look.tables().points.duel;
        let times = self.look.times(self.look.flown() + 1);
        let of = |n: u8| if n == 0 { 0 } else { duel(points, n, low, field, &times).total() };
        f64::from(of(met + 1) - of(met))
    }

    /// What the night still holds after a flight over these hexes for `cost` lines.
    fn flight(&self, s: &SquadronView, hexes: &[u8], cost: u8, saving: u8) -> f64 {
        let chase = self.chase(s);
        let Some(to) = hexes.last() else { return f64::NEG_INFINITY };
        let Some(left) = (s.fuel + saving).checked_sub(cost) else { return f64::NEG_INFINITY };
        let left = usize::from(left.min(s.dial));
        let worth = if s.level.airborne() {
            chase.arrive(0, *to, left, false)
        } else {
            chase.stay(0, *to, left, hexes.len() == 1) - chase.takes_off(s.hex)
        };
        worth - self.duel(hexes)
    }

    fn two(&self, from: u8, first: Bearing, second: Bearing) -> Option<[u8; 2]> {
        let board = self.look.board();
        let over = board.step(from, first)?;
        Some([over, board.step(over, second)?])
    }

    fn cost(&self, b: Bearing) -> u8 {
        fuel::hex(&self.look.tables().fuel, self.look.view.sky.wind, b)
    }

    /// What a squadron's offer brings.
    #[must_use]
    pub fn worth(&self, key: &OfferKey, saving: u8) -> f64 {
        let Some(s) = key.piece().and_then(|id| self.squadron(id)) else { return f64::NEG_INFINITY };
        let chase = self.chase(s);
        let costs = &self.look.tables().fuel;
        let wind = self.look.view.sky.wind;
        let bearing = if let Arg::Word(word) = key.b { Bearing::from_word(word) } else { None };
        let full = usize::from((s.fuel + saving).min(s.dial));
        match (key.verb, bearing) {
            ("fly", Some(b)) => {
                let to = self.look.board().step(s.hex, b);
                to.map_or(f64::NEG_INFINITY, |to| self.flight(s, &[to], self.cost(b), saving))
            }
            ("tail", _) => {
                let two = self.two(s.hex, wind, wind);
                two.map_or(f64::NEG_INFINITY, |two| self.flight(s, &two, costs.tail_two, saving))
            }
            ("boost", Some(first)) => {
                let seconds = Bearing::ALL.into_iter().map(|b| self.boosted(s, first, b, saving));
                seconds.fold(f64::NEG_INFINITY, f64::max) - TANK
            }
            ("circle", _) => {
                let left = full.saturating_sub(usize::from(costs.circle));
                chase.arrive(0, s.hex, left, false)
            }
            ("land", _) => chase.landed(0, s.hex),
            ("takeoff", _) => {
                let high = key.b == Arg::Word("high");
                let cost = usize::from(if high { costs.climb_high } else { costs.circle });
                chase.stay(0, s.hex, full.saturating_sub(cost), !high) - chase.takes_off(s.hex)
            }
            ("ditch", _) => -chase.ditches(s.hex),
            _ => f64::NEG_INFINITY,
        }
    }

    fn boosted(&self, s: &SquadronView, first: Bearing, second: Bearing, saving: u8) -> f64 {
        let two = self.two(s.hex, first, second);
        two.map_or(f64::NEG_INFINITY, |two| {
            self.flight(s, &two, self.cost(first) + self.cost(second), saving)
        })
    }

    /// What to do next in the German turn.
    #[must_use]
    pub fn choose(&self, q: &Question) -> Option<usize> {
        let acts = ["fly", "tail", "boost", "circle", "land", "takeoff", "ditch"];
        let offers = || q.enabled().filter(|i| acts.contains(&q.offers[*i].key.verb));
        let end = q.enabled().find(|i| q.offers[*i].key.verb == "end");
        // After a medal for it, one squadron alone is asked.
        let thrift = end.is_none() && q.offers.iter().all(|o| o.key.verb != "thrift");
        let only = q.offers.iter().filter_map(|o| o.key.piece()).collect::<std::collections::BTreeSet<_>>();
        let saving = u8::from(thrift && only.len() == 1 && self.look.view.medal_saving_used);
        let mut best: Option<(f64, usize)> = None;
        for i in offers() {
            let key = &q.offers[i].key;
            let Some(s) = key.piece().and_then(|id| self.squadron(id)) else { continue };
            let gain = self.worth(key, saving) - self.chase(s).idle(s);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, i));
            }
        }
        if let Some(medal) = self.medal(q) {
            return Some(medal);
        }
        match best {
            Some((gain, i)) if gain > 1e-6 || end.is_none() => Some(i),
            _ => end,
        }
    }

    /// The second hex with special fuel; which way it began is remembered, or else any that fits is taken for it.
    #[must_use]
    pub fn then(&self, q: &Question, first: Option<Bearing>) -> Option<usize> {
        let s = q.subject.and_then(|id| self.squadron(id))?;
        let firsts = || Bearing::ALL.into_iter().filter(|b| first.is_none_or(|f| f == *b));
        let worth = |i: usize| {
            let second = Bearing::from_word(q.offers[i].key.word()).unwrap_or(Bearing::E);
            firsts().map(|first| self.boosted(s, first, second, 0)).fold(f64::NEG_INFINITY, f64::max)
        };
        q.enabled().max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
    }

    /// Altitude or a landing after a move.
    #[must_use]
    pub fn after(&self, q: &Question) -> Option<usize> {
        let s = q.subject.and_then(|id| self.squadron(id))?;
        let chase = self.chase(s);
        let find = |verb: &str| q.enabled().find(|i| q.offers[*i].key.verb == verb);
        let lines = usize::from(s.fuel);
        let (up, down, keep, land) = (find("up"), find("down"), find("keep"), find("land"));
        let low = s.level == Level::Low && up.is_none();
        if land.is_some() && chase.landed(0, s.hex) > chase.stay(0, s.hex, lines, low) {
            return land;
        }
        up.or(keep).or(down).or(land)
    }
}

/// Points that wait for a squadron in each hex on the coming turns.
fn prey(look: &Look<'_>, forecast: &Forecast) -> Prey {
    let chances = forecast.chances(TURNS);
    let mut prey = Prey { high: Vec::new(), missed: Vec::new() };
    for (number, by_hex) in (look.flown() + 1..).zip(&chances) {
        let (mut points, mut missed): (ByHex, ByHex) = ([0.0; HEXES + 1], [0.0; HEXES + 1]);
        for hex in look.board().hexes() {
            let chance = by_hex[at(hex)];
            if chance > 0.0 {
                let field = &look.fields[at(hex)];
                let full = look.contact(field, number, false);
                points[at(hex)] = chance * full;
                if !look.bomber_low() {
                    missed[at(hex)] = chance * (full - look.contact(field, number, true));
                }
            }
        }
        prey.high.push(points);
        prey.missed.push(missed);
    }
    prey
}
