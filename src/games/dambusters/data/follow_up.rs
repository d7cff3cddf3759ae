//! The follow-up raid as data: when a debriefing allows one, and what a flight scenario has for it (clause 6.6.2.a).

use serde::{Deserialize, Serialize};

use super::debrief::{DebriefRow, Span, check_span};
use super::flight_debrief::{Demand, FlightNight, check_demand};
use super::flight_setup::FlightSetupFile;
use super::scenario::ScenarioFile;
use super::tables::{AircraftId, Tables};
use crate::kernel::content::Faults;

/// What a row of a debriefing chart says of a follow-up raid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowUpRow {
    /// The lowest die that orders one.
    pub from: u8,
    /// With so many Lancasters lost alone.
    #[serde(default)]
    pub lost: Span,
    /// What is asked of the dams besides.
    #[serde(default)]
    pub raid: Vec<Demand>,
}

impl DebriefRow {
    /// The lowest die that orders a follow-up raid after this night; none when there is none.
    #[must_use]
    pub fn follow_up_after(&self, night: &FlightNight) -> Option<u8> {
        let row = self.follow_up.as_ref()?;
        let fits = row.lost.holds(night.lost) && row.raid.iter().all(|d| d.met(night));
        fits.then_some(row.from)
    }
}

/// What a flight scenario has for a follow-up raid, as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowUpFile {
    /// Damaged Lancasters that are repaired for it.
    #[serde(default)]
    pub repairs: u8,
    /// Codes of Lancasters that were unserviceable on the first night.
    #[serde(default)]
    pub reserve: Vec<String>,
}

/// What a flight scenario has for a follow-up raid.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FollowUpSetup {
    /// Damaged Lancasters that are repaired for it.
    pub repairs: u8,
    /// Lancasters that were unserviceable on the first night.
    pub reserve: Vec<AircraftId>,
}

/// Checks and resolves what a flight scenario has for a follow-up raid.
pub(super) fn resolve(
    file: &ScenarioFile,
    flight: &FlightSetupFile,
    tables: &Tables,
    faults: &mut Faults,
) -> FollowUpSetup {
    let Some(follow_up) = &flight.follow_up else {
        let asked = file.debriefing.iter().any(|row| row.follow_up.is_some());
        faults.expect(
            !asked,
            "flight.follow_up",
            "a debriefing that may order a follow-up raid asks for this",
        );
        return FollowUpSetup::default();
    };
    let mut reserve = Vec::new();
    for (i, code) in follow_up.reserve.iter().enumerate() {
        let field = format!("flight.follow_up.reserve[{i}]");
        match tables.find_aircraft(code) {
            None => {
                let codes = tables.aircraft.iter().map(|a| a.code.as_str());
                faults.unknown(field, "Lancaster", code, codes);
            }
            Some(id) if reserve.contains(&id) || file.aircraft.iter().any(|a| a.code == *code) => {
                faults.add(field, format!("{code} is in the squadron already"));
            }
            Some(id) => reserve.push(id),
        }
    }
    FollowUpSetup { repairs: follow_up.repairs, reserve }
}

/// Checks what a row says of a follow-up raid.
pub(super) fn check_row(field: &str, row: &FollowUpRow, faults: &mut Faults) {
    faults.expect((2..=6).contains(&row.from), format!("{field}.from"), "a face of a die, 2 to 6");
    check_span(&format!("{field}.lost"), row.lost, faults);
    for (j, demand) in row.raid.iter().enumerate() {
        check_demand(&format!("{field}.raid[{j}]"), demand, false, faults);
    }
}
