//! The Mosquito: ahead of the bomber or away from it, low over guns and lights, markers on the target.

use super::bomber::course;
use super::chance::soft;
use super::drop::{self, Item};
use super::forecast::Forecast;
use super::look::{ByHex, Look, at};
use crate::games::duel::data::{Advanced, Bearing, Level};
use crate::games::duel::rules::fuel;
use crate::games::duel::rules::points::duel;
use crate::games::duel::view::SquadronView;
use crate::kernel::decision::Question;
use crate::kernel::dice::BotLuck;

/// How far apart moves may be in worth and still be chosen alike, points.
const HEAT: f64 = 0.2;
/// The same for what a squadron is expected to do.
const GERMAN_HEAT: f64 = 0.6;
/// How sure squadrons are of a hex where bombs or markers have just fallen.
const TOLD: f64 = 0.6;
/// A drop for a later move than the next is worth less: it tells sooner, and the defence may be mended.
const EARLY: f64 = 0.8;
/// A takeoff under the Mosquito, as far as one is to be expected of a squadron below it.
const TAKEOFF: f64 = 0.5;

/// The Mosquito's turn.
pub struct Raider<'a, 'b> {
    look: &'a Look<'b>,
    /// Where the other side must expect the bomber on its next move.
    next: ByHex,
}

impl<'a, 'b> Raider<'a, 'b> {
    /// Weighs what the squadrons know.
    #[must_use]
    pub fn new(look: &'a Look<'b>, forecast: &Forecast) -> Self {
        let next = forecast.chances(1).remove(0);
        Self { look, next }
    }

    /// Markers, bombs and the medals that may stand for some of them.
    fn units(&self) -> u8 {
        let left = self.look.view.markers;
        let medals = if self.look.has(Advanced::Medals) { self.look.view.medals.1 } else { 0 };
        left + medals.min(left)
    }

    /// What is best dropped in a hex now.
    #[must_use]
    pub fn load(&self, hex: u8) -> Vec<Item> {
        let units = self.units();
        if units == 0 {
            return Vec::new();
        }
        let least = drop::threshold(self.look, units, hex);
        drop::best(self.look, hex, units, least, true)
    }

    /// Points of a duel with some squadrons.
    fn duel(&self, hex: u8, squadrons: u8, low: bool) -> f64 {
        if squadrons == 0 {
            return 0.0;
        }
        let points = &self.look.tables().points.duel;
        let times = self.look.times(self.look.flown() + 1);
        f64::from(duel(points, squadrons, low, &self.look.fields[at(hex)], &times).total())
    }

    /// The hexes that a squadron can end its turn over.
    fn reach(&self, s: &SquadronView) -> Vec<u8> {
        let (board, tables, wind) = (self.look.board(), self.look.tables(), self.look.view.sky.wind);
        let mut out = vec![s.hex];
        for b in Bearing::ALL {
            let cost = fuel::hex(&tables.fuel, wind, b);
            out.extend(board.step(s.hex, b).filter(|_| s.fuel >= cost));
        }
        let two = board.step(s.hex, wind).and_then(|to| board.step(to, wind));
        out.extend(two.filter(|_| s.fuel >= tables.fuel.tail_two));
        out
    }

    /// Britain's points from squadrons in the turn to come with the Mosquito here: duels, less what they do to the
    /// bomber, if each goes where it expects most.
    fn squadrons(&self, mosquito: u8, low: bool, told: bool) -> f64 {
        let Some((number, truth)) = course(self.look).first().copied() else { return 0.0 };
        let mut next = self.next;
        if told && next[at(mosquito)] > 0.02 {
            for p in &mut next {
                *p *= 1.0 - TOLD;
            }
            next[at(mosquito)] += TOLD;
        }
        let alone = self.duel(mosquito, 1, low);
        let second = self.duel(mosquito, 2, low) - alone;
        let (mut meet, mut dare) = (0.0, Vec::new());
        for s in self.look.squadrons() {
            let hexes = self.reach(s);
            let worth: Vec<f64> = hexes
                .iter()
                .map(|hex| {
                    let points =
                        next[at(*hex)] * self.look.contact(&self.look.fields[at(*hex)], number, false);
                    let toll = if *hex == mosquito && *hex != s.hex { 0.5 * (alone + second) } else { 0.0 };
                    points - toll
                })
                .collect();
            let best = worth.iter().copied().fold(0.0, f64::max);
            let weight = |w: &f64| super::chance::exp((w - best) / GERMAN_HEAT);
            let all: f64 = worth.iter().map(weight).sum::<f64>() + weight(&0.0);
            for (hex, w) in hexes.iter().zip(&worth) {
                let p = weight(w) / all;
                if *hex == truth {
                    meet += p;
                }
                if *hex == mosquito && *hex != s.hex {
                    dare.push(p);
                }
            }
        }
        // None, one, or two and more of them come.
        let none: f64 = dare.iter().map(|p| 1.0 - p).product();
        let one: f64 = dare.iter().map(|p| p * none / (1.0 - p).max(1e-6)).sum();
        let duels = one * alone + (1.0 - none - one).max(0.0) * (alone + second);
        let contact = self.look.contact(&self.look.fields[at(truth)], number, false);
        duels - meet * contact
    }

    /// What a hex is worth for the Mosquito's turn.
    fn worth(&self, hex: u8) -> f64 {
        let look = self.look;
        let way = course(look);
        let load = self.load(hex);
        let mut worth = 0.0;
        let next = way.first().map(|(_, h)| *h);
        let due = |at: u8| way.iter().position(|(_, h)| *h == at);
        if !load.is_empty() {
            let airport: f64 = load.iter().filter(|i| i.airport).map(|i| i.gain).sum();
            let rest = drop::sum(&load) - airport;
            worth += airport + rest * if next == Some(hex) { 1.0 } else { EARLY };
        }
        let low = load.iter().any(Item::bomb);
        let told = load.iter().any(|i| !i.airport);
        worth += self.squadrons(hex, low, told);
        if look.board().german.has(hex) && look.fields[at(hex)].balloons == 0 {
            let below = look.squadrons().filter(|s| s.hex == hex && !s.level.airborne()).count();
            worth += TAKEOFF * f64::from(u8::try_from(below).unwrap_or(4));
        }
        // What cannot be reached in time any more from there is lost.
        let mut seen = Vec::new();
        for (_, other) in &way {
            if *other == hex || seen.contains(other) {
                continue;
            }
            seen.push(*other);
            let Some(turns) = due(*other) else { continue };
            if usize::from(look.board().distance(hex, *other)) > 2 * turns {
                let lost = drop::best(look, *other, look.view.markers, 1.0, true);
                worth -= drop::sum(&lost);
            }
        }
        worth
    }

    /// Where to fly.
    pub fn fly(&self, q: &Question, luck: &mut BotLuck) -> Option<usize> {
        let offers: Vec<usize> = q.enabled().collect();
        let hex = |i: usize| match q.offers[i].key.verb {
            "to" => u8::try_from(q.offers[i].key.num()).unwrap_or(0),
            _ => self.look.view.mosquito.hex,
        };
        let worth: Vec<f64> = offers
            .iter()
            .map(|i| if q.offers[*i].key.verb == "wait" { self.waiting() } else { self.worth(hex(*i)) })
            .collect();
        soft(luck, &worth, HEAT).map(|i| offers[i])
    }

    /// Waiting on the ground: no duels, and it falls behind.
    fn waiting(&self) -> f64 {
        self.squadrons(0, false, false) - 1.0
    }

    /// How high to fly where it is now.
    #[must_use]
    pub fn level(&self, q: &Question) -> Option<usize> {
        let find = |verb: &str| q.enabled().find(|i| q.offers[*i].key.verb == verb);
        let hex = self.look.view.mosquito.hex;
        let load = self.load(hex);
        let bombs: f64 = load.iter().filter(|i| i.bomb()).map(|i| i.gain - self.spare(i)).sum();
        let told = load.iter().any(|i| !i.airport);
        let low = bombs + self.squadrons(hex, true, told) - self.squadrons(hex, false, told);
        let level = if load.iter().any(Item::bomb) && low > 0.0 { find("low") } else { find("high") };
        level.or_else(|| find("land"))
    }

    /// What a marker or bomb brings elsewhere, at the least.
    fn spare(&self, item: &Item) -> f64 {
        f64::from(item.price) * 0.5
    }

    /// What to drop from where it is at the level that it has.
    #[must_use]
    pub fn drops(&self) -> Vec<Item> {
        let mosquito = &self.look.view.mosquito;
        let least = drop::threshold(self.look, self.units(), mosquito.hex);
        let low = mosquito.level == Level::Low;
        let items = drop::best(self.look, mosquito.hex, self.units(), least, low);
        // Markers laid before the last turn tell the target for nothing.
        let due = course(self.look).first().is_some_and(|(_, hex)| *hex == mosquito.hex);
        let early = |i: &Item| !i.bomb() && !due;
        items.into_iter().filter(|i| !early(i)).collect()
    }
}

/// The Mosquito's airport: the one from which it is soonest ahead of the bomber.
#[must_use]
pub fn start(look: &Look<'_>, q: &Question) -> Option<usize> {
    let way: Vec<u8> = course(look).into_iter().map(|(_, hex)| hex).take(3).collect();
    let far = |i: &usize| -> u32 {
        let from = u8::try_from(q.offers[*i].key.num()).unwrap_or(0);
        way.iter().map(|hex| u32::from(look.board().distance(from, *hex)).pow(2)).sum()
    };
    q.enabled().min_by_key(far)
}
