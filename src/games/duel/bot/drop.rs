//! What the Mosquito's markers and bombs are worth in a hex, and where the six of them do most.

use super::bomber::{course, strike_move};
use super::look::{Look, at, tiles};
use crate::games::duel::data::{HEXES, Resource};
use crate::games::duel::rules::points::{Field, Met};

/// One thing to drop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item {
    /// A kind to bomb; `None` with `airport` false is a target marker.
    pub kind: Option<Resource>,
    /// A bomb on the airport.
    pub airport: bool,
    /// Markers or bombs that it takes.
    pub price: u8,
    /// Points gained.
    pub gain: f64,
}

impl Item {
    /// Points for each marker or bomb.
    #[must_use]
    pub fn each(&self) -> f64 {
        self.gain / f64::from(self.price.max(1))
    }

    /// Whether it is a bomb.
    #[must_use]
    pub fn bomb(&self) -> bool {
        self.airport || self.kind.is_some()
    }
}

/// Britain's points from the rest of the course with these fields.
fn lead(look: &Look<'_>, fields: &[Field; HEXES + 1], hex: u8) -> f64 {
    let low = look.bomber_low();
    let mut lead = 0.0;
    for (number, _) in course(look).iter().filter(|(_, h)| *h == hex) {
        let field = &fields[at(hex)];
        // Lights and radar count for squadrons as well, should any be there.
        let lone = f64::from(look.meets(field, Met::default(), *number, low));
        let met = f64::from(look.meets(field, Met { squadrons: 1, lower: 0 }, *number, low));
        lead -= 0.5 * lone + 0.5 * met;
    }
    if let Some((number, target)) = strike_move(look) {
        lead += f64::from(look.strike(fields, target, low, 0, number));
    }
    lead
}

/// The best that `units` markers and bombs do in a hex, one after the other, each worth at least `least` points.
#[must_use]
pub fn best(look: &Look<'_>, hex: u8, units: u8, least: f64, bombs: bool) -> Vec<Item> {
    let mut fields = look.fields;
    let mut left = units;
    let mut out: Vec<Item> = Vec::new();
    let target = strike_move(look).is_some_and(|(_, target)| target == hex);
    let here = look.squadrons().filter(|s| s.hex == hex && !s.level.airborne()).count();
    let uses = 0.9 * f64::from(u8::try_from(here).unwrap_or(4));
    let barriers = f64::from(fields[at(hex)].balloons) * f64::from(look.tables().points.events.balloon);
    loop {
        let price = 1 + fields[at(hex)].smoke;
        let now = lead(look, &fields, hex);
        let mut items = Vec::new();
        if target && left > 0 {
            let gain = f64::from(look.tables().points.strike.marker);
            items.push(Item { kind: None, airport: false, price: 1, gain });
        }
        if bombs && left >= price {
            for kind in
                [Resource::Flak, Resource::Searchlight, Resource::Radar, Resource::Smoke, Resource::Fire]
            {
                let mut after = fields;
                let slot = tiles(&mut after[at(hex)], kind);
                if *slot > 0 {
                    *slot -= 1;
                    let gain = lead(look, &after, hex) - now;
                    items.push(Item { kind: Some(kind), airport: false, price, gain });
                }
            }
            if uses > 0.0 && look.board().german.has(hex) {
                let more = out.iter().any(|i| i.airport);
                let price = if more { 1 } else { price };
                items.push(Item { kind: None, airport: true, price, gain: uses * f64::from(price) });
            }
        }
        let best = items.into_iter().max_by(|a, b| a.each().total_cmp(&b.each()));
        let Some(item) = best.filter(|item| item.gain > 0.0 && item.each() >= least) else { break };
        left -= item.price;
        match item.kind {
            // All bombs of a drop are aimed before any falls: the smoke still counts for this drop.
            Some(kind) if kind != Resource::Smoke => *tiles(&mut fields[at(hex)], kind) -= 1,
            _ => {}
        }
        let smoke = item.kind == Some(Resource::Smoke);
        out.push(item);
        if smoke {
            break;
        }
    }
    // Balloons are paid once; bombs that earn less than that stay on board.
    let earned: f64 = out.iter().filter(|i| i.bomb()).map(|i| i.gain - f64::from(i.price) * least).sum();
    if barriers > 0.0 && earned <= barriers {
        out.retain(|i| !i.bomb());
    }
    out
}

/// What a marker or bomb is worth at least: the best use that the rest of the course has for the last of them.
#[must_use]
pub fn threshold(look: &Look<'_>, units: u8, but: u8) -> f64 {
    let mut all: Vec<Item> = Vec::new();
    let mut hexes: Vec<u8> =
        course(look).into_iter().skip(1).map(|(_, hex)| hex).filter(|h| *h != but).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        all.extend(best(look, hex, units, 0.0, true));
    }
    all.sort_by(|a, b| b.each().total_cmp(&a.each()));
    let mut left = units;
    for item in &all {
        if item.price >= left {
            return item.each();
        }
        left -= item.price;
    }
    0.0
}

/// Points of a list of items.
#[must_use]
pub fn sum(items: &[Item]) -> f64 {
    items.iter().map(|i| i.gain).sum()
}
