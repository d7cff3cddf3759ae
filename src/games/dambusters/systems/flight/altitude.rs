//! 14.0 High altitude, an option: who flies high, and what that changes on the Flight Map ([14.3.a] among its hazards).

use bevy::prelude::World;

use super::{ZONES, wave_of};
use crate::games::dambusters::air::{Altitude, Marked, Orders, Unit};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{Colour, Danger, FlightZone, HAZARD_CUPS};
use crate::games::dambusters::op::Op;
use crate::games::dambusters::scenario::ship_of;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, OfferKey, Question};
use crate::kernel::ids::{PieceId, Pieces};

/// The Nightfighter Nearby markers in a cup while somebody flies high (clauses 14.3.1.a and 14.3.1.b).
const WATCHERS: usize = 2;

/// What stands for one of them among the numbers of a cup, which begin with 1.
const WATCHER: u8 = 0;

/// The dice of a Navigation Check flown high; the two highest count (clause 14.2.a).
const DICE: u8 = 3;

impl Op<'_, '_> {
    /// Whether a Lancaster flies high (clauses 14.0.a and 14.5.a).
    pub(crate) fn is_high(&self, id: PieceId) -> bool {
        self.altitude.as_ref().is_some_and(|a| a.is_high(id, self.squadron.space(id)))
    }

    /// Whether a unit flies high: a wave does as a whole (clause 14.1.a).
    pub(crate) fn flies_high(&self, unit: Unit) -> bool {
        self.altitude.is_some() && self.crews(unit).into_iter().any(|id| self.is_high(id))
    }

    /// The dice of a unit's Navigation Check (clauses 7.4.1.a and 14.2.a).
    pub(crate) fn navigation_dice(&self, unit: Unit) -> u8 {
        if self.flies_high(unit) { DICE } else { 2 }
    }

    /// [14.3.2.a] The units of a zone that each draw a marker of their own: the high ones, in hostile zones.
    pub(crate) fn watched(&self, zone: FlightZone) -> Vec<Unit> {
        let mut units = self.units_in(zone, true);
        units.retain(|unit| zone.hostile() && self.flies_high(*unit));
        units
    }

    /// Draws a Hazard marker out of its cup, with the markers of the watchers among them (clause 14.3.1.c).
    pub(crate) fn draw_hazard(&mut self, colour: Colour) -> Option<u8> {
        let cup = self.flight.cups[colour as usize].clone();
        if self.watching(colour) && !cup.is_empty() {
            let mut items = cup.clone();
            items.extend([WATCHER; WATCHERS]);
            let place = self.luck.draw(HAZARD_CUPS[colour as usize], &items, "a hazard")?;
            if items[place] != WATCHER {
                return Some(self.flight.cups[colour as usize].remove(place));
            }
            self.reported();
        }
        // [14.3.1.c] In its place a Hazard marker, and no other watcher.
        let place = self.luck.draw(HAZARD_CUPS[colour as usize], &cup, "a hazard")?;
        Some(self.flight.cups[colour as usize].remove(place))
    }

    /// [14.3.1.a] [14.3.1.b] Whether watchers are in a cup: the North Sea's for the yellow, Dutch Coast's or Ruhr's for
    /// the light blue, none over the Weser.
    fn watching(&self, colour: Colour) -> bool {
        let zones: &[FlightZone] = match colour {
            Colour::Yellow => &[FlightZone::NorthSea],
            Colour::LightBlue => &[FlightZone::DutchCoast, FlightZone::Ruhr],
            Colour::DarkBlue => &[],
        };
        zones.iter().any(|zone| self.units_in(*zone, true).into_iter().any(|unit| self.flies_high(unit)))
    }

    /// [14.3.1.c] The Alert will rise, once a turn, and no nightfighter comes of it.
    fn reported(&mut self) {
        let text = if self.flight.alert_pending {
            "The high aircraft are reported again; the Alert rises once a turn"
        } else {
            "The high aircraft are reported: the Alert will rise"
        };
        self.flight.alert_pending = true;
        self.log.say("14.3.1.c", None, Tone::Bad, text, &[]);
    }

    /// A marker drawn for a high unit alone (clause 14.3.2.a).
    pub(crate) fn own_extra(&mut self, colour: Colour, marker: u8) {
        if let Some(altitude) = &mut self.altitude {
            altitude.extra.push((colour, marker));
        }
    }

    /// Whether a marker lies outside the even share and the three that a Lancaster holds at most (clause 14.3.2.a).
    pub(crate) fn is_extra(&self, mark: &Marked) -> bool {
        self.altitude.as_ref().is_some_and(|a| a.extra.contains(&(mark.colour, mark.marker)))
    }

    /// Whether a marker is dealt evenly and counts for the three that a Lancaster holds at most: neither one drawn for a
    /// high unit alone (clause 14.3.2.a) nor that of the Jinx (clause 13.2.2.a).
    pub(crate) fn shared(&self, mark: &Marked) -> bool {
        !self.is_extra(mark) && !self.brought_by_jinx(mark)
    }

    /// [14.3.4.a] Whether a hazard over hostile land passes below a high Lancaster.
    pub(crate) fn above(&self, id: PieceId, what: Danger, zone: FlightZone) -> bool {
        matches!(what, Danger::Balloons | Danger::Crash) && zone.hostile() && self.is_high(id)
    }

    /// All hazards of the turn are settled.
    pub(crate) fn forget_extras(&mut self) {
        if let Some(altitude) = self.altitude.as_mut().filter(|a| !a.extra.is_empty()) {
            altitude.extra.clear();
        }
    }

    /// [14.5.a] Whoever has left the Flight Zones is low, and stays so when he comes back.
    pub(crate) fn low_elsewhere(&mut self) {
        let low: Vec<PieceId> = match &self.altitude {
            Some(altitude) => altitude.high.iter().copied().filter(|id| !self.is_high(*id)).collect(),
            None => return,
        };
        if let Some(altitude) = self.altitude.as_mut().filter(|_| !low.is_empty()) {
            altitude.high.retain(|id| !low.contains(id));
        }
    }

    /// A unit at another altitude.
    fn level(&mut self, unit: Unit, high: bool) {
        let crews = self.crews(unit);
        if let Some(altitude) = &mut self.altitude {
            for id in crews {
                if high {
                    altitude.high.insert(id);
                } else {
                    altitude.high.remove(&id);
                }
            }
        }
    }

    /// The zone that a unit is in when the Move Phase is over.
    fn bound_for(&self, unit: Unit, zone: FlightZone) -> FlightZone {
        let last = self.flight.last_resort;
        let to_last = self.flight.queue.contains(&unit.arg());
        let dam = if to_last { last } else { self.squadron.orders(self.head(unit)).primary.unwrap_or(last) };
        self.book.0.tables.flight.toward(zone, self.book.0.tables.dam(dam).zone)
    }

    /// Whether a zone is that of a unit's Primary Target (clause 14.1.1.b).
    fn is_goal(&self, unit: Unit, zone: FlightZone) -> bool {
        let primary = self.squadron.orders(self.head(unit)).primary;
        primary.is_some_and(|dam| self.book.0.tables.dam(dam).zone == zone)
    }

    /// Whether a Delayed Sortie holds a unit where it is (clause 14.3.4.b).
    fn held_up(&self, unit: Unit) -> bool {
        self.crews(unit).into_iter().any(|id| self.squadron.orders(id).delayed > 0)
    }
}

/// [14.1.1.a] Each unit may change its altitude once in a Move Phase, beside its move; [14.1.1.c] nobody in a Missing
/// Box. `changed` are the Lancasters that have done so.
pub(crate) fn offers(op: &Op, mut q: Question, changed: i32) -> Question {
    if op.altitude.is_none() {
        return q;
    }
    for zone in ZONES {
        for unit in op.units_in(zone, false) {
            if changed & bits(op, unit) != 0 {
                continue;
            }
            let goal = op.is_goal(unit, op.bound_for(unit, zone));
            let (verb, label, barred) = if op.flies_high(unit) {
                ("descend", "{} goes down to low altitude", false)
            } else {
                ("climb", "{} climbs to high altitude", goal)
            };
            q = q.offer(
                Offer::new(verb, label, "14.1.1.a")
                    .a(op.name(unit))
                    .bar(op.held_up(unit), "is delayed", "14.3.4.b")
                    .bar(barred, "is low in the Flight Zone of its target", "14.1.1.b"),
            );
        }
    }
    q
}

/// The Lancasters of a unit as bits.
fn bits(op: &Op, unit: Unit) -> i32 {
    op.crews(unit).into_iter().filter(|id| id.0 < 31).fold(0, |bits, id| bits | 1 << id.0)
}

/// Carries out one of these offers; the Lancasters that have changed, or `None` when it was another offer.
pub(crate) fn change(op: &mut Op, key: OfferKey) -> Option<i32> {
    let high = match key.verb {
        "climb" => true,
        "descend" => false,
        _ => return None,
    };
    let unit = key.piece().map(Unit::Alone).or_else(|| wave_of(key.word()).map(Unit::Wave))?;
    op.level(unit, high);
    let template = if high { "{} climbs to high altitude" } else { "{} goes down to low altitude" };
    let name = op.name(unit);
    op.log.say("14.1.1.a", None, Tone::Plain, template, &[name]);
    Some(bits(op, unit))
}

/// [14.1.1.b] Whoever is in the Flight Zone of its Primary Target when all have moved goes down; [14.3.4.b] not while a
/// Delayed Sortie holds it.
pub(crate) fn forced_descent(op: &mut Op) {
    if op.altitude.is_none() {
        return;
    }
    for zone in ZONES {
        for unit in op.units_in(zone, false) {
            if op.flies_high(unit) && op.is_goal(unit, zone) && !op.held_up(unit) {
                op.level(unit, false);
                let name = op.name(unit);
                op.log.say("14.1.1.b", None, Tone::Plain, "{} goes down to look for its target", &[name]);
            }
        }
    }
}

/// [14.4.a] A high unit looks for no dam; told of those that could have looked.
pub(crate) fn too_high(op: &mut Op, unit: Unit) -> bool {
    let high = op.flies_high(unit);
    if high {
        let name = op.name(unit);
        op.log.say("14.4.a", None, Tone::Plain, "{} flies too high to look for a dam", &[name]);
    }
    high
}

/// Whether a Lancaster flies high, seen from outside the rules' systems.
#[must_use]
pub(crate) fn is_high(world: &World, id: PieceId) -> bool {
    let space = ship_of(world, id).map_or(Space::Lost, |ship| ship.at.space);
    world.get_resource::<Altitude>().is_some_and(|a| a.is_high(id, space))
}

/// [14.1.a] What must hold at every moment: all of a wave fly at one altitude.
///
/// # Errors
/// What does not hold, in words.
pub(crate) fn check(world: &World) -> Result<(), String> {
    let pieces = world.resource::<Pieces>();
    let wave = |id: PieceId| world.get::<Orders>(pieces.entity(id)).and_then(|o| o.wave);
    for a in pieces.ids().filter(|id| is_high(world, *id)) {
        let low = pieces.ids().find(|b| wave(a).is_some() && wave(*b) == wave(a) && !is_high(world, *b));
        if let Some(b) = low {
            return Err(format!("{} flies high and {} low in one wave", pieces.code(a), pieces.code(b)));
        }
    }
    Ok(())
}
