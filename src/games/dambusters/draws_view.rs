//! What a zone draws in Place Hazards, part by part, and how likely the watchers of a high flight are to report it.

use bevy::prelude::World;
use serde::Serialize;

use super::air::Flight;
use super::components::Space;
use super::data::{Colour, FlightZone, GameData};
use super::planning::Blotter;
use super::scenario::{orders_of, ship_of};
use super::systems::flight::altitude;
use crate::kernel::fraction::Fraction;
use crate::kernel::ids::{PieceId, Pieces};

/// The Hazard markers that a zone draws as things stand, by what they are drawn for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DrawsView {
    /// Their colour.
    pub colour: &'static str,
    /// Printed in the zone (clauses 7.5.3.b to 7.5.3.d).
    pub zone: u8,
    /// Brought by the Aircraft Check (clause 11.1.d).
    pub coast: u8,
    /// One for each unit (clause 7.5.3.d).
    pub units: u8,
    /// The Alert Level (clause 7.5.3.e).
    pub alert: u8,
    /// One for each flare (clause 7.5.3.f).
    pub flares: u8,
    /// One for each high unit (clause 14.3.2.a).
    pub high: u8,
    /// Markers left in the cup; no more can come.
    pub cup: usize,
    /// The chance that one of the Nightfighter Nearby markers among them is drawn, where they lie there (clause 14.3.1.c).
    pub report: Option<Fraction>,
}

impl DrawsView {
    /// How many markers come.
    #[must_use]
    pub fn total(&self) -> usize {
        let parts = [self.zone, self.coast, self.units, self.alert, self.flares, self.high];
        parts.into_iter().map(usize::from).sum::<usize>().min(self.cup)
    }

    /// The parts in a line.
    #[must_use]
    pub fn parts(&self) -> String {
        let several = |n: u8, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        let told = [
            (self.zone, format!("{} of the zone", self.zone)),
            (self.coast, format!("{} of the Aircraft Check", self.coast)),
            (self.units, several(self.units, "unit", "units")),
            (self.alert, format!("Alert {}", self.alert)),
            (self.flares, several(self.flares, "Very Light", "Very Lights")),
            (self.high, format!("{} high up", self.high)),
        ];
        let mut words =
            told.into_iter().filter(|(n, _)| *n > 0).map(|(_, w)| w).collect::<Vec<_>>().join(" + ");
        let all = self.zone + self.coast + self.units + self.alert + self.flares + self.high;
        if usize::from(all) > self.cup {
            words.push_str(&format!("; the cup holds {}", self.cup));
        }
        words
    }

    /// What the watchers may do, in words.
    #[must_use]
    pub fn watchers(&self) -> Option<String> {
        let chance = self.report?;
        Some(format!("2 Nightfighter Nearby markers among them: reported {}, Alert +1", chance.percent()))
    }
}

/// The chance that of `n` draws from a cup of `cup` markers at least one is one of two watchers: a watcher drawn is
/// replaced at once by a marker and lies in the cup again (clause 14.3.1.c).
#[must_use]
pub fn reported(cup: usize, n: usize) -> Fraction {
    let (cup, n) = (cup as u64, n.min(cup) as u64);
    // The chances that no draw is a watcher, cup / (cup + 2) and so on down, leave but their ends.
    let all = (cup + 2) * (cup + 1);
    Fraction::new(all - (cup + 2 - n) * (cup + 1 - n), all)
}

/// What a zone draws as things stand; `None` where nobody flies or nothing is drawn (clause 7.5.2.a).
#[must_use]
pub fn draws_view(world: &World, flight: &Flight, zone: FlightZone) -> Option<DrawsView> {
    let data = world.resource::<GameData>();
    let (colour, printed, additional) = data.tables.flight.draws(zone)?;
    let units = units_in(world, zone);
    if units.is_empty() {
        return None;
    }
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let coast = zone == FlightZone::EnglishCoast && flight.turn == 1;
    let high = |unit: &&(Option<u8>, PieceId)| altitude::is_high(world, unit.1);
    let flares = |unit: &(Option<u8>, PieceId)| match unit.0 {
        Some(n) => flight.waves.get(usize::from(n)).map_or(0, |w| w.flares),
        None => orders_of(world, unit.1).flares,
    };
    let mut view = DrawsView {
        colour: colour.label(),
        zone: printed,
        coast: world.get_resource::<Blotter>().filter(|_| coast).map_or(0, |b| b.coast_hazards),
        units: if additional { count(units.len()) } else { 0 },
        alert: if additional { flight.alert } else { 0 },
        flares: if additional { units.iter().map(flares).sum() } else { 0 },
        high: if zone.hostile() { count(units.iter().filter(high).count()) } else { 0 },
        cup: flight.cups[colour as usize].len(),
        report: None,
    };
    let watched = |zone: &FlightZone| units_in(world, *zone).iter().any(|unit| high(&unit));
    let zones: &[FlightZone] = match colour {
        Colour::Yellow => &[FlightZone::NorthSea],
        Colour::LightBlue => &[FlightZone::DutchCoast, FlightZone::Ruhr],
        Colour::DarkBlue => &[],
    };
    view.report = zones.iter().any(watched).then(|| reported(view.cup, view.total()));
    Some(view)
}

/// The units of a zone and of its Missing Box: the wave, and one Lancaster of it.
fn units_in(world: &World, zone: FlightZone) -> Vec<(Option<u8>, PieceId)> {
    let mut units: Vec<(Option<u8>, PieceId)> = Vec::new();
    for id in world.resource::<Pieces>().ids() {
        let at = ship_of(world, id).map(|ship| ship.at.space);
        if at != Some(Space::Zone(zone)) && at != Some(Space::Missing(zone)) {
            continue;
        }
        let wave = orders_of(world, id).wave;
        if wave.is_none() || units.iter().all(|(known, _)| *known != wave) {
            units.push((wave, id));
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_are_reckoned_draw_by_draw() {
        // One draw of two markers and two watchers; then the second of one marker and two watchers.
        assert_eq!(reported(2, 1), Fraction::new(1, 2));
        assert_eq!(reported(2, 2), Fraction::new(5, 6));
        assert_eq!(reported(24, 0), Fraction::ZERO);
        assert_eq!(
            reported(24, 2),
            Fraction::new(650 - 24 * 23, 650),
            "draws without a watcher: 24/26 · 23/25"
        );
    }
}
