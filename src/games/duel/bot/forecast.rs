//! Where the bomber may be on its coming moves: courses drawn from all that fit what has been seen.

use super::chance::pick;
use super::courses::Courses;
use super::look::{ByHex, Look, at};
use crate::games::duel::data::{Bearing, HEXES, HexSet};
use crate::games::duel::rules::course::Leg;
use crate::kernel::dice::BotLuck;

/// One way on.
pub struct Future {
    /// How likely, beside the others.
    pub weight: f64,
    /// The hexes that the bomber enters.
    pub hexes: Vec<u8>,
    /// The city that it strikes on them; 0 when the strike is past or falls out.
    pub target: u8,
}

/// What may come.
pub struct Forecast {
    /// Ways on.
    pub futures: Vec<Future>,
}

/// How much more likely a way on is that leads through a hex where bombs or markers fell.
const HINT: f64 = 2.5;

impl Forecast {
    /// Draws `count` ways on for a bomber of which only this view is known.
    #[must_use]
    pub fn of(look: &Look<'_>, courses: Option<&Courses>, count: usize, luck: &mut BotLuck) -> Self {
        if look.bomber_down() {
            return Self { futures: Vec::new() };
        }
        let mut futures = match courses {
            Some(courses) if look.view.bomber.path.is_empty() => unseen(look, courses, count, luck),
            Some(courses) => seen(look, courses, count, luck),
            None => drawn(look, count, luck),
        };
        // Bombs and markers fall where the bomber is to fly, unless they are to mislead.
        let marked = |hex: &u8| {
            look.lying(*hex) > 0
                || look.view.hexes.iter().any(|h| h.hex == *hex && h.tiles.iter().any(|(_, out)| *out > 0))
        };
        for future in &mut futures {
            if future.hexes.iter().any(marked) {
                future.weight *= HINT;
            }
        }
        let sum: f64 = futures.iter().map(|f| f.weight).sum();
        for future in &mut futures {
            future.weight /= sum.max(1e-9);
        }
        Self { futures }
    }

    /// Draws `count` courses of which nothing is known yet.
    #[must_use]
    pub fn unseen(look: &Look<'_>, courses: &Courses, count: usize, luck: &mut BotLuck) -> Self {
        let mut futures = unseen(look, courses, count, luck);
        let sum = f64::from(u32::try_from(futures.len().max(1)).unwrap_or(1));
        for future in &mut futures {
            future.weight = 1.0 / sum;
        }
        Self { futures }
    }

    /// The chance of each hex on the coming moves, from the next on: place 0 is the next move.
    #[must_use]
    pub fn chances(&self, moves: usize) -> Vec<ByHex> {
        let mut out = vec![[0.0; HEXES + 1]; moves];
        for future in &self.futures {
            for (by_hex, hex) in out.iter_mut().zip(&future.hexes) {
                by_hex[at(*hex)] += future.weight;
            }
        }
        out
    }

    /// The chance that the bomber still passes each hex.
    #[must_use]
    pub fn passes(&self) -> ByHex {
        let mut out = [0.0; HEXES + 1];
        for future in &self.futures {
            for hex in future.hexes.iter().copied().collect::<HexSet>().iter() {
                out[at(hex)] += future.weight;
            }
        }
        out
    }
}

/// Courses from any airport: the take-off is not seen yet.
fn unseen(look: &Look<'_>, courses: &Courses, count: usize, luck: &mut BotLuck) -> Vec<Future> {
    let (board, routes) = (look.board(), &look.book.routes);
    let starts = courses.starts(board, routes);
    let weights: Vec<f64> = starts.iter().map(|s| s.2).collect();
    let one = |luck: &mut BotLuck| {
        let (start, city, _) = starts[pick(luck, &weights)?];
        let route = &routes[city];
        let hexes = courses.draw(board, route, city, Leg::start(start), look.tables().decks.moves, luck);
        Some(Future { weight: 1.0, hexes, target: route.target() })
    };
    (0..count).filter_map(|_| one(luck)).collect()
}

/// Ways on from where the bomber is.
fn seen(look: &Look<'_>, courses: &Courses, count: usize, luck: &mut BotLuck) -> Vec<Future> {
    let (board, routes, left) = (look.board(), &look.book.routes, look.left());
    let legs: Vec<Option<Leg>> = routes.iter().map(|r| look.leg(r.target())).collect();
    let weights: Vec<f64> = legs
        .iter()
        .enumerate()
        .map(|(city, leg)| leg.map_or(0.0, |leg| courses.onward(board, &routes[city], city, leg, left)))
        .collect();
    let one = |luck: &mut BotLuck| {
        let city = pick(luck, &weights)?;
        let leg = legs[city]?;
        let hexes = courses.draw(board, &routes[city], city, leg, left, luck);
        let target = if leg.struck { 0 } else { routes[city].target() };
        Some(Future { weight: 1.0, hexes, target })
    };
    (0..count).filter_map(|_| one(luck)).collect()
}

/// The solo mission: cards drawn from the piles that everybody can count (clauses solo-3.c and solo-3.d).
fn drawn(look: &Look<'_>, count: usize, luck: &mut BotLuck) -> Vec<Future> {
    let Some((outbound, homeward, aside)) = &look.view.piles else { return Vec::new() };
    let read =
        |words: &[&str]| -> Vec<Bearing> { words.iter().filter_map(|w| Bearing::from_word(w)).collect() };
    let piles = Piles { out: read(outbound), home: read(homeward), aside: read(aside) };
    (0..count).map(|_| piles.fly(look, luck)).collect()
}

#[derive(Clone)]
struct Piles {
    out: Vec<Bearing>,
    home: Vec<Bearing>,
    aside: Vec<Bearing>,
}

impl Piles {
    /// One raid from here to its landing.
    fn fly(&self, look: &Look<'_>, luck: &mut BotLuck) -> Future {
        let (board, bomber) = (look.board(), &look.view.bomber);
        let card = usize::from(look.view.sky.card).saturating_sub(1);
        let wanted = look.tables().weather.get(card).map_or(1, |w| usize::from(w.solo.city));
        let mut piles = self.clone();
        let mut hex = bomber.path.last().copied().unwrap_or(0);
        let mut path = bomber.path.clone();
        let mut last = bomber.flown.last().and_then(|word| Bearing::from_word(word));
        // Home it flies after the strike, and when the cards outward are used up.
        let mut home = bomber.struck.is_some() || piles.out.is_empty();
        if bomber.struck == Some(look.flown()) {
            last = None;
        }
        let reached = |path: &[u8]| {
            let cities = path.iter().enumerate().filter(|(i, h)| *i > 0 && board.cities.has(**h));
            cities.filter(|(i, h)| !path[..*i].contains(h)).count()
        };
        let mut future = Future { weight: 1.0, hexes: Vec::new(), target: 0 };
        for _ in 0..20 {
            let fits = |b: Bearing| last.is_none_or(|l| l.steps(b) <= 1) && board.step(hex, b).is_some();
            let mut card = piles.aside.iter().position(|b| fits(*b)).map(|i| piles.aside.remove(i));
            while card.is_none() {
                let pile = if home { &mut piles.home } else { &mut piles.out };
                if pile.is_empty() {
                    break;
                }
                let drawn = pile.remove(luck.below(pile.len()));
                if fits(drawn) {
                    card = Some(drawn);
                } else {
                    piles.aside.push(drawn);
                }
            }
            let way = card.or_else(|| {
                home = true;
                piles.aside.clear();
                let to_home = |b: &Bearing| {
                    let to = board.step(hex, *b)?;
                    board.british.iter().map(|home| board.distance(to, home)).min()
                };
                Bearing::ALL.into_iter().filter(|b| board.step(hex, *b).is_some()).min_by_key(to_home)
            });
            let Some(way) = way else { break };
            hex = board.step(hex, way).unwrap_or(hex);
            last = Some(way);
            let new = !path.contains(&hex);
            path.push(hex);
            future.hexes.push(hex);
            if !home && board.cities.has(hex) && new && reached(&path) == wanted {
                future.target = hex;
                home = true;
                last = None;
                piles.aside.clear();
            } else if home && board.british.has(hex) {
                break;
            }
        }
        future
    }
}
