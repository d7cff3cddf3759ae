//! 7.0 The Flight Turn, phase by phase, and what its phases share: units, waves, targets.

pub(crate) mod acquisition;
pub(crate) mod altitude;
pub(crate) mod cleanup;
pub(crate) mod coordination;
pub(crate) mod effects;
pub(crate) mod hazards;
pub(crate) mod movement;
pub(crate) mod navigation;
pub(crate) mod orders;
pub(crate) mod regroup;
pub(crate) mod resolve;
pub(crate) mod target;
pub(crate) mod transfer;
pub(crate) mod wireless;

use crate::games::dambusters::air::{Orders, Unit, Wave};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{DamId, FlightZone, Hazard, Quality};
use crate::games::dambusters::op::Op;
use crate::kernel::chart::Tone;
use crate::kernel::ids::{Arg, PieceId};

/// The zones from west to east (clause 6.0.1.a).
pub(crate) const ZONES: [FlightZone; 6] = [
    FlightZone::England,
    FlightZone::EnglishCoast,
    FlightZone::NorthSea,
    FlightZone::DutchCoast,
    FlightZone::Ruhr,
    FlightZone::Weser,
];

impl Op<'_, '_> {
    /// The members of a wave, in the order of the Squadron Log.
    pub(crate) fn members(&self, wave: u8) -> Vec<PieceId> {
        self.squadron.ids().filter(|id| self.squadron.orders(*id).wave == Some(wave)).collect()
    }

    /// A wave.
    pub(crate) fn wave(&self, wave: u8) -> Wave {
        self.flight.waves[usize::from(wave)]
    }

    /// The Lancasters of a unit.
    pub(crate) fn crews(&self, unit: Unit) -> Vec<PieceId> {
        match unit {
            Unit::Wave(n) => self.members(n),
            Unit::Alone(id) => vec![id],
        }
    }

    /// The unit that a Lancaster flies in.
    pub(crate) fn unit_of(&self, id: PieceId) -> Unit {
        self.squadron.orders(id).wave.map_or(Unit::Alone(id), Unit::Wave)
    }

    /// The Lancaster that speaks for a unit: the Wave Leader, or the Lancaster itself.
    pub(crate) fn head(&self, unit: Unit) -> PieceId {
        match unit {
            Unit::Wave(n) => self.wave(n).leader,
            Unit::Alone(id) => id,
        }
    }

    /// What a unit is called in offers and lines.
    pub(crate) fn name(&self, unit: Unit) -> Arg {
        match unit {
            Unit::Wave(n) => WAVE_NAMES.get(usize::from(n)).map_or(Arg::None, |w| Arg::Word(w)),
            Unit::Alone(id) => Arg::Piece(id),
        }
    }

    /// The units in a zone ([2.5.a] a wave is where its members are), waves first; with `missing` those of its Missing Box too (clauses 6.2.c and 6.2.1.a: there
    /// everybody is independent).
    pub(crate) fn units_in(&self, zone: FlightZone, missing: bool) -> Vec<Unit> {
        let mut units: Vec<Unit> = self
            .squadron
            .in_space(|s| s == Space::Zone(zone) || (missing && s == Space::Missing(zone)))
            .map(|id| self.unit_of(id))
            .collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// The zone that a space of the Flight Map belongs to.
    pub(crate) fn zone_of(&self, id: PieceId) -> Option<FlightZone> {
        match self.squadron.space(id) {
            Space::Zone(zone) | Space::Missing(zone) | Space::Base(zone) => Some(zone),
            Space::Acquiring(dam) => Some(self.book.0.tables.dam(dam).zone),
            _ => None,
        }
    }

    /// Whether a dam is breached now.
    pub(crate) fn breached(&self, dam: DamId) -> bool {
        if self.flight.active == Some(dam) {
            self.dam.breached
        } else {
            self.flight.sites[dam as usize].dam.breached
        }
    }

    /// The skill number of a Lancaster's aircrew: two dice must equal or beat it (clause 7.4.1.a).
    pub(crate) fn skill(&self, id: PieceId) -> i8 {
        let training = &self.book.0.tables.training;
        training.navigation_skill_at(self.squadron.ship(id).levels(training).navigation)
    }

    /// The worst aircrew of an action: by quality, then by skill (clause 7.1.2.a).
    pub(crate) fn worst(&self, crews: &[PieceId]) -> Option<PieceId> {
        let rank = |id: &PieceId| {
            let quality: Quality = self.squadron.ship(*id).lancaster.quality;
            (quality, -self.skill(*id))
        };
        crews.iter().copied().min_by_key(rank)
    }

    /// Whether anybody of a unit has a Broken Radio.
    pub(crate) fn silent(&self, crews: &[PieceId]) -> bool {
        crews.iter().any(|id| self.squadron.ship(*id).attached.has(Hazard::BrokenRadio))
    }

    /// Puts every Lancaster of a unit somewhere.
    pub(crate) fn put_unit(&mut self, unit: Unit, space: Space) {
        for id in self.crews(unit) {
            self.squadron.put(id, space);
        }
    }

    /// A new wave of these members, who leave whatever they flew in (clause 6.7.5.a).
    pub(crate) fn form_wave(&mut self, leader: PieceId, members: &[PieceId], compromised: bool) -> u8 {
        let wave = Wave { leader, de_jure: leader, compromised, flares: 0, tried: false };
        // [6.7.1.b] Markers are used again once their wave has dissolved.
        let gone =
            (0..self.flight.waves.len()).filter(|n| self.members(u8::try_from(*n).unwrap_or(0)).is_empty());
        let n = match self.free_number(&gone.collect::<Vec<_>>(), members) {
            Some(n) => {
                self.flight.waves[n] = wave;
                n
            }
            None => {
                self.flight.waves.push(wave);
                self.flight.waves.len() - 1
            }
        };
        let n = u8::try_from(n).unwrap_or(u8::MAX);
        for id in members {
            self.leave_wave(*id);
            self.squadron.order(*id, |o| o.wave = Some(n));
        }
        let flares: u8 = members.iter().map(|id| self.squadron.orders(*id).flares).sum();
        self.flight.waves[usize::from(n)].flares = flares;
        for id in members {
            self.squadron.order(*id, |o| o.flares = 0);
        }
        self.squadron.order(leader, |o| o.led = true);
        self.form_line(n, leader, members);
        self.say("6.7.5.a", Tone::Plain, "{} leads {}", &[leader.into(), self.name(Unit::Wave(n))]);
        n
    }

    /// [6.7.4.b] A Lancaster leaves its wave and is independent; the wave dissolves or needs a leader in
    /// [`orders::orders`] (clauses 6.7.1.a and 6.7.5.b).
    pub(crate) fn leave_wave(&mut self, id: PieceId) {
        let orders: Orders = self.squadron.orders(id);
        if orders.wave.is_some() {
            self.squadron.order(id, |o| o.wave = None);
        }
    }

    /// [6.7.4.a] A Lancaster joins a wave; the appointed leader leads it again (clause 6.7.5.c). Without VHF it is its own
    /// wave, in whose line its place is still there (clause 11.6.b).
    pub(crate) fn join_wave(&mut self, id: PieceId, wave: u8) {
        let flares = self.squadron.orders(id).flares;
        self.squadron.order(id, |o| {
            o.wave = Some(wave);
            o.flares = 0;
        });
        let w = &mut self.flight.waves[usize::from(wave)];
        w.flares += flares;
        if w.de_jure == id {
            w.leader = id;
        }
    }

    /// [6.4.4.a] [6.4.4.e] The Secondary becomes the Primary; without one the Target of Last Resort does.
    pub(crate) fn next_target(&mut self, id: PieceId) {
        let last = self.flight.last_resort;
        self.squadron.order(id, |o| {
            o.primary = o.secondary.or(Some(last));
            o.secondary = None;
        });
        if let Some(dam) = self.squadron.orders(id).primary {
            self.say("6.4.4.e", Tone::Plain, "{} now makes for the {}", &[id.into(), dam.name().into()]);
        }
    }

    /// [6.4.4.c] [7.9.8.a] Whoever leaves the Target Map of a dam breached that was its Primary Target has another now.
    pub(crate) fn see_breach(&mut self, id: PieceId) {
        if self.dam.breached && self.squadron.orders(id).primary == Some(self.target.dam) {
            self.next_target(id);
        }
    }

    /// Whether two Lancasters have the same targets (clause 6.7.3.a).
    pub(crate) fn same_targets(&self, a: PieceId, b: PieceId) -> bool {
        let (a, b) = (self.squadron.orders(a), self.squadron.orders(b));
        (a.primary, a.secondary) == (b.primary, b.secondary)
    }

    /// The Return to Base Box of the zone that a Lancaster is in (clauses 6.3.a and 4.3.c).
    pub(crate) fn homeward(&mut self, id: PieceId, zone: FlightZone, clause: &'static str) {
        self.leave_wave(id);
        self.squadron.put(id, Space::Base(zone));
        self.say(clause, Tone::Plain, "{} turns for home from {}", &[id.into(), zone.label().into()]);
    }
}

/// The six Wave markers, and more where the rules need them (clause 6.7.1.b).
pub(crate) const WAVE_NAMES: [&str; 12] = [
    "Wave 1", "Wave 2", "Wave 3", "Wave 4", "Wave 5", "Wave 6", "Wave 7", "Wave 8", "Wave 9", "Wave 10",
    "Wave 11", "Wave 12",
];

/// The wave that a word in an offer names.
pub(crate) fn wave_of(word: &str) -> Option<u8> {
    WAVE_NAMES.iter().position(|w| *w == word).and_then(|n| u8::try_from(n).ok())
}
