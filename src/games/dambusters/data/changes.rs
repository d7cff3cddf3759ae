//! What the choice of an option changes in a set-up.

use super::scenario::{Change, Setup, Skip};
use super::tables::Tables;

/// Carries a change out.
pub(super) fn apply(change: &Change, setup: &mut Setup, tables: &Tables) {
    match change {
        Change::HighAltitude => setup.high = true,
        Change::Players(n) => setup.players = *n,
        Change::Alert(n) => {
            setup.alert = *n;
            if let Some(flight) = &mut setup.flight {
                flight.alert = *n;
            }
        }
        Change::Recon(n) => setup.recon = *n,
        Change::Flak(n) => setup.flak = *n,
        Change::Searchlights(n) => setup.searchlights = *n,
        Change::Visibility(v) => setup.visibility = *v,
        Change::VisibilityModifier(n) => setup.visibility_modifier = *n,
        Change::Only(codes) => {
            let keep: Vec<_> = codes.iter().filter_map(|c| tables.find_aircraft(c)).collect();
            setup.sorties.retain(|s| keep.contains(&s.aircraft));
        }
        Change::Damaged(code) | Change::WithoutUpkeep(code) => {
            let which = tables.find_aircraft(code);
            for sortie in setup.sorties.iter_mut().filter(|s| Some(s.aircraft) == which) {
                if matches!(change, Change::Damaged(_)) {
                    sortie.damaged = true;
                } else {
                    sortie.upkeep = false;
                }
            }
        }
        Change::FromFlightTurn(code, turn) => {
            let which = tables.find_aircraft(code);
            for sortie in setup.sorties.iter_mut().filter(|s| Some(s.aircraft) == which) {
                sortie.from_flight_turn = *turn;
            }
        }
        Change::Skip(Skip::Nightfighter) => setup.skip_nightfighter = true,
        Change::Skip(Skip::Visibility) => setup.skip_visibility = true,
        Change::Skip(Skip::ReturnToBase) => setup.skip_rtb = true,
    }
}
