//! The one list of modifiers of the Return to Base and Lost rolls (5.1).

use crate::games::dambusters::data::{FlightZone, Hazard, Quality};
use crate::games::dambusters::op::Ship;
use crate::kernel::chart::Modifier;

/// The highest Alert Level, called Alarm (clause 5.1.l).
const ALARM: u8 = 4;

/// The same without the zone, for the Lost table in flight (clause 7.4.1.i).
#[must_use]
pub fn lost_modifiers(ship: &Ship) -> Vec<Modifier> {
    return_modifiers(ship, FlightZone::England, 0)
}

/// Every modifier in the order of the chart, those that do not apply with the reason.
#[must_use]
pub fn return_modifiers(ship: &Ship, zone: FlightZone, alert: u8) -> Vec<Modifier> {
    let quality = ship.lancaster.quality;
    let merlin = i32::from(ship.attached.count(Hazard::FaultyMerlin));
    let compass = i32::from(ship.attached.count(Hazard::CompassCard));
    let coast = matches!(zone, FlightZone::EnglishCoast | FlightZone::NorthSea);
    vec![
        Modifier::when(quality == Quality::Veteran, "Veteran crew", 1, "5.1.c", "not a Veteran crew"),
        Modifier::when(quality == Quality::Green, "Green crew", -1, "5.1.d", "not a Green crew"),
        // [5.1.e] [2.3.e] Spent or not.
        Modifier::when(ship.elite.kind.is_some(), "Elite Crewman", 1, "5.1.e", "none aboard"),
        Modifier::when(ship.airframe.damaged, "Lancaster damaged", -1, "5.1.f", "undamaged"),
        // [5.1.g] [2.1.3.d] Each of them counts.
        Modifier::when(merlin > 0, "Faulty Merlin", -merlin.max(1), "5.1.g", "none attached"),
        // [5.1.h] Counted only while Upkeep is still attached.
        Modifier::when(
            compass > 0 && ship.armed(),
            "Compass Card",
            -compass.max(1),
            "5.1.h",
            "none with Upkeep aboard",
        ),
        Modifier::when(coast, "English Coast or North Sea", 2, "5.1.i", "not from there"),
        Modifier::when(zone == FlightZone::Ruhr, "From the Ruhr", -1, "5.1.j", "not from the Ruhr"),
        Modifier::when(zone == FlightZone::Weser, "From the Weser", -2, "5.1.k", "not from the Weser"),
        // [5.1.l]
        Modifier::when(alert >= ALARM && zone.hostile(), "Alarm", -1, "5.1.l", "no Alarm"),
        // [5.1.m] Campaign only.
        Modifier::when(
            ship.trim.is_some_and(|t| t.recon),
            "Zone reconnaissance 7+",
            1,
            "5.1.m",
            if ship.trim.is_some() { "the zones are not that well known" } else { "campaign only" },
        ),
    ]
}
