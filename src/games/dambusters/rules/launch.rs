//! From the Mission Planning Blotter to the Flight Map (11.5).

use crate::games::dambusters::air::{Flight, Site, Wave};
use crate::games::dambusters::components::Dam;
use crate::games::dambusters::data::{
    AircraftId, Colour, Content, DamId, DamSetup, FlightSetup, FollowUpSetup, LAST_FLIGHT_TURN, Sortie,
    Start, WaveSetup,
};
use crate::games::dambusters::planning::{Blotter, HOSTILE};
use crate::kernel::ids::PieceId;

/// Who flies and what the Flight Map is laid out with, out of the blotter (clauses 11.5.a to 11.5.2.b). The mines
/// themselves stay in the blotter: which one is aboard nobody knows.
#[must_use]
pub fn launch_plan(blotter: &Blotter) -> (Vec<Sortie>, FlightSetup) {
    let flying: Vec<u8> = blotter.flying().collect();
    let place = |at: u8| flying.iter().position(|other| *other == at).unwrap_or(0);
    let sorties: Vec<Sortie> = flying
        .iter()
        .filter_map(|at| {
            let assigned = blotter.assigned[usize::from(*at)]?;
            Some(Sortie {
                aircraft: AircraftId(*at),
                quality: assigned.quality,
                elite: assigned.elite,
                upkeep: true,
                start: Start::CirclingNear,
                from_turn: 1,
                damaged: false,
                hazards: Vec::new(),
                spent: false,
                primary: assigned.primary,
                secondary: assigned.secondary,
                from_flight_turn: assigned.from_turn,
                zone: None,
            })
        })
        .collect();
    let waves = blotter.waves.iter().filter(|wave| wave.len() > 1).map(|wave| WaveSetup {
        leader: place(wave[0]),
        members: wave.iter().map(|at| place(*at)).collect(),
    });
    let mut zone_recon = [0; 6];
    for (zone, level) in HOSTILE.into_iter().zip(blotter.zones) {
        zone_recon[zone as usize] = level;
    }
    let dam = |id: DamId| {
        let known = blotter.dams[id as usize];
        let [flak, searchlights, balloons] = known.defences;
        DamSetup {
            recon: known.recon,
            flak,
            searchlights,
            balloons,
            water: known.water.unwrap_or_default(),
            breached: false,
        }
    };
    let first = sorties.iter().map(|s| s.from_flight_turn).min().unwrap_or(1);
    let plan = FlightSetup {
        turn: first.clamp(1, LAST_FLIGHT_TURN),
        alert: blotter.alert,
        zone_recon,
        dams: DamId::ALL.map(dam),
        last_resort: blotter.last_resort.unwrap_or(DamId::Sorpe),
        abort: true,
        waves: waves.collect(),
        follow_up: FollowUpSetup::default(),
    };
    (sorties, plan)
}

/// The Flight Map of a set-up; `pieces` are its Lancasters in the order of its sorties (clauses 6.4.3.a, 6.5.a, 6.6.b
/// and 7.5.1.a).
#[must_use]
pub fn flight_of(content: &Content, plan: &FlightSetup, pieces: &[PieceId]) -> Flight {
    let site = |d: &DamSetup| Site {
        recon: d.recon,
        water: d.water,
        dam: Dam {
            flak: d.flak,
            searchlights: d.searchlights,
            balloons: d.balloons,
            breached: d.breached,
            ..Dam::default()
        },
        ..Site::default()
    };
    let cup = |colour| (1..=content.tables.hazards.count(colour)).collect();
    Flight {
        on: true,
        turn: plan.turn,
        alert: plan.alert,
        last_resort: plan.last_resort,
        zone_recon: plan.zone_recon,
        waves: waves(plan, pieces),
        cups: [cup(Colour::Yellow), cup(Colour::LightBlue), cup(Colour::DarkBlue)],
        sites: plan.dams.iter().map(site).collect(),
        ..Flight::default()
    }
}

fn waves(plan: &FlightSetup, pieces: &[PieceId]) -> Vec<Wave> {
    let wave = |w: &WaveSetup| {
        let leader = pieces.get(w.leader).copied()?;
        Some(Wave { leader, de_jure: leader, compromised: false, flares: 0, tried: false })
    };
    plan.waves.iter().filter_map(wave).collect()
}

/// The Flight Map of a second night: waves, first turn and Target of Last Resort are new, all else stands.
pub fn again(flight: &mut Flight, plan: &FlightSetup, pieces: &[PieceId]) {
    flight.turn = plan.turn;
    flight.last_resort = plan.last_resort;
    flight.waves = waves(plan, pieces);
}
