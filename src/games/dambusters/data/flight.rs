//! The Flight Map and the Flight Turn track (clauses 6.0.1.a, 6.1.a, 7.3.a, 7.5.3.b).

use serde::{Deserialize, Serialize};

use super::hazards::Colour;
use super::kinds::FlightZone;
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, check_format, check_text};

/// The last Flight Turn (clause 6.1.1.a).
pub const LAST_FLIGHT_TURN: u8 = 9;

/// The hazard markers that a zone draws (clauses 7.5.3.b, 7.5.3.c).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneHazards {
    /// Which zone.
    pub zone: FlightZone,
    /// From which cup; none when it draws none.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// How many.
    #[serde(default)]
    pub markers: u8,
    /// Whether units, the Alert Level and flares add to them (clauses 7.5.3.d to 7.5.3.f).
    #[serde(default)]
    pub additional: bool,
}

/// The Flight Map as written in `tables/flight.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the values come from.
    pub provenance: Provenance,
    /// The zones, each next to the one before it.
    pub order: Vec<FlightZone>,
    /// The time at the start of Flight Turns 1 to 9, and when Turn 9 is over.
    pub clock: Vec<String>,
    /// Where the times come from.
    pub clock_from: Provenance,
    /// What Flight Turns 1 to 9 add to a Visibility Check (clause 6.1.a).
    pub visibility: Vec<i8>,
    /// Where the modifiers come from.
    pub visibility_from: Provenance,
    /// From this Flight Turn there is fog at every dam (clause 6.1.b).
    pub fog_turn: u8,
    /// From this Flight Turn units may turn to the Target of Last Resort or home (clause 7.3.e).
    pub freedom_turn: u8,
    /// The end of a zone's Recon Track (clause 6.5.a).
    pub recon_most: u8,
    /// The hazards of each zone.
    pub hazards: Vec<ZoneHazards>,
    /// Where the hazards come from.
    pub hazards_from: Provenance,
}

impl FlightFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for zone in FlightZone::ALL {
            for (field, n) in [
                ("order", self.order.iter().filter(|z| **z == zone).count()),
                ("hazards", self.hazards.iter().filter(|h| h.zone == zone).count()),
            ] {
                faults.expect(n == 1, field, format!("{} is listed {n} times", zone.label()));
            }
        }
        let turns = usize::from(LAST_FLIGHT_TURN);
        faults.expect(
            self.clock.len() == turns + 1,
            "clock",
            "ten times: one for each Flight Turn and one for the end",
        );
        for (i, text) in self.clock.iter().enumerate().take(turns + 1) {
            check_text(format!("clock[{i}]"), text, 8, faults);
        }
        faults.expect(
            self.visibility.len() == turns,
            "visibility",
            "one modifier for each Flight Turn from 1 to 9",
        );
        for (i, modifier) in self.visibility.iter().enumerate() {
            faults.expect(
                (-2..=0).contains(modifier),
                format!("visibility[{i}]"),
                "the modifier is 0, -1 or -2 (6.1.a)",
            );
        }
        for (field, turn) in [("fog_turn", self.fog_turn), ("freedom_turn", self.freedom_turn)] {
            faults.expect((1..=LAST_FLIGHT_TURN).contains(&turn), field, "a Flight Turn from 1 to 9");
        }
        faults.expect(self.recon_most <= 3, "recon_most", "a zone's Recon Track ends at 3 (6.5.a)");
        for (i, h) in self.hazards.iter().enumerate() {
            let field = format!("hazards[{i}]");
            faults.expect(h.markers <= 9, format!("{field}.markers"), "a zone draws 9 markers at most");
            faults.expect(
                h.colour.is_some() || (h.markers == 0 && !h.additional),
                format!("{field}.colour"),
                "markers have a colour",
            );
            faults.expect(
                !h.additional || h.zone.hostile(),
                format!("{field}.additional"),
                "more markers are drawn in hostile zones alone (7.5.3.d)",
            );
            faults.expect(
                h.zone.hostile() || h.colour.is_none_or(|c| c == Colour::Yellow),
                format!("{field}.colour"),
                "a zone that is not hostile draws yellow markers (7.5.1.a)",
            );
        }
    }

    /// The values as the rules use them.
    #[must_use]
    pub fn table(self) -> FlightTable {
        let hazards = FlightZone::ALL.map(|zone| self.hazards.iter().find(|h| h.zone == zone).copied());
        FlightTable {
            hazards: hazards.map(|h| h.and_then(|h| Some((h.colour?, h.markers, h.additional)))),
            order: self.order,
            clock: self.clock,
            visibility: self.visibility,
            fog_turn: self.fog_turn,
            freedom_turn: self.freedom_turn,
            recon_most: self.recon_most,
        }
    }
}

/// The Flight Map and the Flight Turn track, checked and ready to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlightTable {
    /// The zones, each next to the one before it.
    pub order: Vec<FlightZone>,
    /// The end of a zone's Recon Track (clause 6.5.a).
    pub recon_most: u8,
    clock: Vec<String>,
    visibility: Vec<i8>,
    fog_turn: u8,
    freedom_turn: u8,
    hazards: [Option<(Colour, u8, bool)>; 6],
}

impl FlightTable {
    /// What a Flight Turn adds to a Visibility Check (clause 6.1.a).
    #[must_use]
    pub fn visibility(&self, turn: u8) -> i8 {
        self.visibility[place(turn, self.visibility.len())]
    }

    /// Whether there is fog at every dam without a check (clause 6.1.b).
    #[must_use]
    pub fn is_fog(&self, turn: u8) -> bool {
        turn >= self.fog_turn
    }

    /// Whether units may turn to the Target of Last Resort or home (clause 7.3.e).
    #[must_use]
    pub fn free(&self, turn: u8) -> bool {
        turn >= self.freedom_turn
    }

    /// The next zone on the way from one zone to another; the zone itself when it is there (clause 7.3.a).
    #[must_use]
    pub fn toward(&self, from: FlightZone, to: FlightZone) -> FlightZone {
        let at = |zone| self.order.iter().position(|z| *z == zone).unwrap_or(0);
        let (here, there) = (at(from), at(to));
        match here.cmp(&there) {
            std::cmp::Ordering::Less => self.order[here + 1],
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => self.order[here - 1],
        }
    }

    /// The hazards that a zone draws: from which cup, how many, and whether units, alert and flares add to them.
    #[must_use]
    pub fn draws(&self, zone: FlightZone) -> Option<(Colour, u8, bool)> {
        self.hazards[zone as usize]
    }

    /// The time at the start of a Flight Turn; of Turn 10 the end of play.
    #[must_use]
    pub fn clock(&self, turn: u8) -> &str {
        &self.clock[place(turn, self.clock.len())]
    }
}

/// The index of a Flight Turn, counted from 1, in a list of `length`.
fn place(turn: u8, length: usize) -> usize {
    usize::from(turn).saturating_sub(1).min(length.saturating_sub(1))
}
