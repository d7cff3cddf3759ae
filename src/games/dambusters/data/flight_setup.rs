//! What a flight scenario sets up beside its Lancasters: dams, zones, waves, the first Flight Turn.

use serde::{Deserialize, Serialize};

use super::check::check_level;
use super::flight::LAST_FLIGHT_TURN;
use super::follow_up::{self, FollowUpFile, FollowUpSetup};
use super::kinds::{DamId, FlightZone, Water};
use super::scenario::{Change, ScenarioFile, Sortie};
use super::tables::Tables;
use crate::kernel::content::Faults;

/// The most waves: 21 Lancasters in waves of two (clause 6.7.a).
pub(super) const MOST_WAVES: usize = 10;

/// The Recon Levels of the hostile zones (clause 6.5.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneReconFile {
    /// Dutch Coast.
    pub dutch_coast: u8,
    /// Ruhr.
    pub ruhr: u8,
    /// Weser.
    pub weser: u8,
}

/// A dam as a flight scenario sets it up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamSetupFile {
    /// Which dam.
    pub dam: DamId,
    /// Recon Level, 0–4.
    pub recon: u8,
    /// Flak Level, 0–4.
    pub flak: u8,
    /// Searchlights Level, 0–4.
    #[serde(default)]
    pub searchlights: u8,
    /// Balloons Level, 0–4.
    #[serde(default)]
    pub balloons: u8,
    /// Water Level.
    #[serde(default)]
    pub water: Water,
    /// Whether it is breached already.
    #[serde(default)]
    pub breached: bool,
}

/// A wave as a flight scenario forms it (clause 6.7.a).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaveFile {
    /// The Wave Leader's code.
    pub leader: String,
    /// The codes of all its Lancasters, the leader's included.
    pub members: Vec<String>,
}

/// The flight before the attacks, as written in a scenario's file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightSetupFile {
    /// The first Flight Turn, 1–9.
    pub turn: u8,
    /// Alert Level, 0–4, at the start (clause 6.6.b).
    pub alert: u8,
    /// Recon Levels of the hostile zones.
    pub zone_recon: ZoneReconFile,
    /// All eight dams.
    pub dams: Vec<DamSetupFile>,
    /// The Target of Last Resort (clause 6.4.3.a).
    pub last_resort: DamId,
    /// Whether an attack may be aborted (clause 7.9.6.f).
    #[serde(default)]
    pub abort: bool,
    /// The waves; whoever is in none flies alone.
    #[serde(default)]
    pub waves: Vec<WaveFile>,
    /// What there is for a follow-up raid; none when no row of the debriefing orders one.
    #[serde(default)]
    pub follow_up: Option<FollowUpFile>,
}

/// A dam at the start of a flight scenario.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DamSetup {
    /// Recon Level.
    pub recon: u8,
    /// Flak Level.
    pub flak: u8,
    /// Searchlights Level.
    pub searchlights: u8,
    /// Balloons Level.
    pub balloons: u8,
    /// Water Level.
    pub water: Water,
    /// Whether it is breached already.
    pub breached: bool,
}

/// A wave at the start of a flight scenario (clause 6.7.a).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WaveSetup {
    /// The Wave Leader, an index into [`Setup::sorties`](super::Setup::sorties).
    pub leader: usize,
    /// The Lancasters, the leader included, as indices into [`Setup::sorties`](super::Setup::sorties).
    pub members: Vec<usize>,
}

/// What a flight scenario lays out beside its Lancasters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FlightSetup {
    /// The first Flight Turn.
    pub turn: u8,
    /// Alert Level.
    pub alert: u8,
    /// Recon Levels of the zones, by [`FlightZone`].
    pub zone_recon: [u8; 6],
    /// The dams, by [`DamId`].
    pub dams: [DamSetup; 8],
    /// The Target of Last Resort (clause 6.4.3.a).
    pub last_resort: DamId,
    /// Whether an attack may be aborted (clause 7.9.6.f).
    pub abort: bool,
    /// The waves; whoever is in none flies alone.
    pub waves: Vec<WaveSetup>,
    /// What there is for a follow-up raid.
    pub follow_up: FollowUpSetup,
}

/// Checks the flight of a scenario and resolves it; a Lancaster without a Primary Target takes the Target of Last
/// Resort (clause 6.4.3.b).
pub(super) fn resolve_flight(
    file: &ScenarioFile,
    flight: &FlightSetupFile,
    sorties: &mut [Sortie],
    tables: &Tables,
    faults: &mut Faults,
) -> FlightSetup {
    let mut at_start = |field: &str, turn: u8| {
        faults.expect((1..=LAST_FLIGHT_TURN).contains(&turn), field, "a Flight Turn from 1 to 9");
    };
    at_start("flight.turn", flight.turn);
    for (i, sortie) in sorties.iter().enumerate() {
        at_start(&format!("aircraft[{i}].from_flight_turn"), sortie.from_flight_turn);
    }
    for (i, sortie) in sorties.iter().enumerate() {
        faults.expect(
            sortie.zone.is_none() || sortie.from_flight_turn <= flight.turn,
            format!("aircraft[{i}].zone"),
            "who is in the air has taken off",
        );
    }
    faults.expect(
        sorties.is_empty() || sorties.iter().any(|s| s.from_flight_turn <= flight.turn),
        "aircraft",
        format!("nobody takes off in Flight Turn {}, the first", flight.turn),
    );
    check_level("flight.alert".to_owned(), flight.alert, faults);
    let dams = resolve_dams(flight, faults);
    faults.expect(
        !dams[flight.last_resort as usize].breached,
        "flight.last_resort",
        format!("the {} Dam is breached already (6.4.3.c)", flight.last_resort.name()),
    );
    for sortie in sorties.iter_mut() {
        sortie.primary = sortie.primary.or(Some(flight.last_resort));
    }
    check_targets(file, &dams, sorties, faults);
    FlightSetup {
        turn: flight.turn,
        alert: flight.alert,
        zone_recon: zone_recon(flight.zone_recon, tables, faults),
        dams,
        last_resort: flight.last_resort,
        abort: flight.abort,
        waves: resolve_waves(file, flight, sorties, faults),
        follow_up: follow_up::resolve(file, flight, tables, faults),
    }
}

fn zone_recon(file: ZoneReconFile, tables: &Tables, faults: &mut Faults) -> [u8; 6] {
    let most = tables.flight.recon_most;
    let mut recon = [0; 6];
    for (field, zone, level) in [
        ("dutch_coast", FlightZone::DutchCoast, file.dutch_coast),
        ("ruhr", FlightZone::Ruhr, file.ruhr),
        ("weser", FlightZone::Weser, file.weser),
    ] {
        faults.expect(
            level <= most,
            format!("flight.zone_recon.{field}"),
            format!("a zone's Recon Level is 0 to {most}, not {level}"),
        );
        recon[zone as usize] = level;
    }
    recon
}

fn resolve_dams(flight: &FlightSetupFile, faults: &mut Faults) -> [DamSetup; 8] {
    for id in DamId::ALL {
        let n = flight.dams.iter().filter(|d| d.dam == id).count();
        faults.expect(n == 1, "flight.dams", format!("the {} Dam is listed {n} times", id.name()));
    }
    let mut dams = [DamSetup::default(); 8];
    for (i, d) in flight.dams.iter().enumerate() {
        for (field, level) in
            [("recon", d.recon), ("flak", d.flak), ("searchlights", d.searchlights), ("balloons", d.balloons)]
        {
            check_level(format!("flight.dams[{i}].{field}"), level, faults);
        }
        dams[d.dam as usize] = DamSetup {
            recon: d.recon,
            flak: d.flak,
            searchlights: d.searchlights,
            balloons: d.balloons,
            water: d.water,
            breached: d.breached,
        };
    }
    dams
}

fn check_targets(file: &ScenarioFile, dams: &[DamSetup; 8], sorties: &[Sortie], faults: &mut Faults) {
    for (i, (a, sortie)) in file.aircraft.iter().zip(sorties).enumerate() {
        for (name, target) in [("primary", a.primary), ("secondary", a.secondary)] {
            let field = format!("aircraft[{i}].{name}");
            if let Some(dam) = target {
                faults.expect(
                    !dams[dam as usize].breached,
                    field,
                    format!("the {} Dam is breached already (6.4.4.b)", dam.name()),
                );
            }
        }
        faults.expect(
            sortie.secondary.is_none() || sortie.secondary != sortie.primary,
            format!("aircraft[{i}].secondary"),
            "the Secondary Target is another dam than the Primary (6.4.2.a)",
        );
    }
}

fn resolve_waves(
    file: &ScenarioFile,
    flight: &FlightSetupFile,
    sorties: &[Sortie],
    faults: &mut Faults,
) -> Vec<WaveSetup> {
    let place = |code: &str| file.aircraft.iter().position(|a| a.code == code);
    let mut taken: Vec<usize> = Vec::new();
    let mut waves = Vec::new();
    for (i, wave) in flight.waves.iter().enumerate() {
        let field = format!("flight.waves[{i}]");
        faults.expect(
            wave.members.len() >= 2,
            format!("{field}.members"),
            "a wave is two Lancasters or more (6.7.a)",
        );
        let mut members = Vec::new();
        for (j, code) in wave.members.iter().enumerate() {
            let field = format!("{field}.members[{j}]");
            match place(code) {
                None => {
                    let codes = file.aircraft.iter().map(|a| a.code.as_str());
                    faults.unknown(field, "Lancaster of this scenario", code, codes);
                }
                Some(at) if taken.contains(&at) => {
                    faults.add(field, format!("{code} flies in a wave already"));
                }
                Some(at) => {
                    taken.push(at);
                    members.push(at);
                }
            }
        }
        let leader = place(&wave.leader).filter(|at| members.contains(at));
        let Some(leader) = leader else {
            let members = wave.members.iter().map(String::as_str);
            faults.unknown(format!("{field}.leader"), "member", &wave.leader, members);
            continue;
        };
        check_common(&field, leader, &members, file, sorties, faults);
        waves.push(WaveSetup { leader, members });
    }
    waves
}

/// Whoever flies in a wave takes off with its leader and has his targets (clause 6.7.3.a).
fn check_common(
    field: &str,
    leader: usize,
    members: &[usize],
    file: &ScenarioFile,
    sorties: &[Sortie],
    faults: &mut Faults,
) {
    let Some(first) = sorties.get(leader) else { return };
    for at in members {
        let Some(sortie) = sorties.get(*at) else { continue };
        let code = &file.aircraft[*at].code;
        faults.expect(
            (sortie.primary, sortie.secondary) == (first.primary, first.secondary),
            field,
            format!("{code} has other targets than its leader (6.7.3.a)"),
        );
        faults.expect(
            sortie.from_flight_turn == first.from_flight_turn,
            field,
            format!("{code} takes off in another Flight Turn than its leader"),
        );
        faults.expect(sortie.zone == first.zone, field, format!("{code} is in another zone than its leader"));
    }
}

/// Checks a change that an option of a flight scenario makes; what it changes must be there.
pub(super) fn check_change(
    field: String,
    change: &Change,
    file: &ScenarioFile,
    flight: &FlightSetupFile,
    faults: &mut Faults,
) {
    match change {
        Change::Recon(_)
        | Change::Flak(_)
        | Change::Searchlights(_)
        | Change::Visibility(_)
        | Change::VisibilityModifier(_)
        | Change::Only(_) => {
            faults.add(field, "an attack scenario alone can change this");
        }
        Change::FromFlightTurn(code, turn) => {
            faults.expect(
                (1..=LAST_FLIGHT_TURN).contains(turn),
                &field,
                format!("a Flight Turn from 1 to {LAST_FLIGHT_TURN}"),
            );
            faults.expect(
                !file.aircraft.iter().any(|a| a.code == *code && a.zone.is_some()),
                &field,
                format!("{code} has taken off"),
            );
            faults.expect(
                !flight.waves.iter().any(|w| w.members.contains(code)),
                &field,
                format!("{code} takes off with its wave"),
            );
            let others = file.aircraft.iter().filter(|a| a.code != *code);
            faults.expect(
                *turn <= flight.turn || others.into_iter().any(|a| a.flight_turn() <= flight.turn),
                field,
                format!("nobody takes off in Flight Turn {}, the first", flight.turn),
            );
        }
        Change::Alert(_)
        | Change::Damaged(_)
        | Change::WithoutUpkeep(_)
        | Change::Skip(_)
        | Change::HighAltitude
        | Change::Players(_) => {}
    }
}
