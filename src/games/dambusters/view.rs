//! What the squadron's seat sees: everything that lies open on the table and nothing else.
//!
//! The numbers of a mine appear only once it is revealed (clause 2.4.d); which marker it is never appears.

use bevy::prelude::World;
use serde::Serialize;

use super::air::{Flight, Orders, Target};
use super::air_view::{FlightView, flight_view, is_known};
use super::components::{Cause, ChitKind, Clock, Dam, Debrief, HOUR, Lights, Marker, Raid, Run, Space};
use super::data::{Board, DamId, GameData, Hazard, Quality, Visibility};
use super::deeds::{DeedView, MineFate, deeds_of};
use super::one_night::{AttackView, OneNight, attack_views};
use super::planning_view::{PlanningView, planning_view};
use super::rules::release;
use super::scenario::{pilot_of, ship_of};
use super::systems::chits::code;
use super::systems::jinx::jinxed;
use crate::kernel::chart::Charts;
use crate::kernel::ids::{PieceId, Pieces, Seat};
use crate::kernel::phase::{Flow, PhaseTable};

/// A raid as the squadron's seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RaidView {
    /// Full id of the scenario.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// The dam attacked.
    pub dam: DamId,
    /// Its name.
    pub dam_name: &'static str,
    /// The board's id in `board.ron`.
    pub board: &'static str,
    /// Name of the phase that waits.
    pub phase: &'static str,
    /// The rule that describes it.
    pub rule: &'static str,
    /// Attack Turn, counted on across the reset.
    pub turn: u8,
    /// The last Attack Turn.
    pub last_turn: u8,
    /// The space of the Attack Turn Track, 1–8.
    pub space: u8,
    /// Visibility now.
    pub visibility: Visibility,
    /// Whether its water and defences are known to the squadron (clauses 10.5.2.a and 12.1.c).
    pub known: bool,
    /// Water Level.
    pub water: &'static str,
    /// Alert Level.
    pub alert: u8,
    /// Recon Level.
    pub recon: u8,
    /// Flak Level.
    pub flak: u8,
    /// Searchlights Level.
    pub searchlights: u8,
    /// Balloons Level.
    pub balloons: u8,
    /// A balloon flies in the Close Zone.
    pub balloon_close: bool,
    /// A balloon flies in the Climb Box.
    pub balloon_climb: bool,
    /// A Nightfighter Nearby marker lies here.
    pub nearby: bool,
    /// Activity Level.
    pub activity: u8,
    /// Damage that counts now.
    pub damage: i32,
    /// Damage that breaches the dam.
    pub capacity: u8,
    /// Whether it is breached.
    pub breached: bool,
    /// Whether Aldis Lights matter here.
    pub aldis: bool,
    /// Whether there is a Near Zone.
    pub near_zone: bool,
    /// Whether the Michelskopf stands behind the dam.
    pub michelskopf: bool,
    /// The turns in which the burning flares were fired.
    pub flares: Vec<u8>,
    /// Mines at the damage end.
    pub hits: Vec<MineView>,
    /// Mines at the no-damage end.
    pub misses: u8,
    /// A mine lies in the Released Upkeep Box.
    pub released_box: bool,
    /// The Lancasters in the order of the Squadron Log.
    pub lancasters: Vec<LancasterView>,
    /// The sequence being flown.
    pub run: Option<RunView>,
    /// Who holds the one marker, and whether its Approach Observed side is up.
    pub marker: Option<(String, bool)>,
    /// The result of the latest roll: chart and row.
    pub latest: Option<(String, String)>,
    /// Prisoners and evaders, once rolled.
    pub survivors: Option<(u8, u8)>,
    /// The debriefing row reached.
    pub row: Option<u8>,
    /// The Mission Planning Blotter, in the campaign.
    pub planning: Option<PlanningView>,
    /// The Flight Map, in scenarios that are flown on it.
    pub flight: Option<FlightView>,
    /// The attacks of a night of several; none in any other scenario.
    pub night: Vec<AttackView>,
}

/// A mine at the damage end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MineView {
    /// The Lancaster that released it.
    pub from: String,
    /// Its numbers for an odd and for an even die, once it is turned over.
    pub numbers: Option<(u8, u8)>,
    /// Its damage, once revealed.
    pub damage: Option<u8>,
    /// What Morning Reconnaissance changed.
    pub recon: i8,
}

/// A Lancaster on its line of the Squadron Log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LancasterView {
    /// The piece.
    pub id: PieceId,
    /// Code letters.
    pub code: String,
    /// Serial number.
    pub serial: String,
    /// The pilot.
    pub pilot: String,
    /// The crew's quality.
    pub quality: Quality,
    /// The Elite Crewman.
    pub elite: Option<EliteView>,
    /// Whether Upkeep is aboard.
    pub upkeep: bool,
    /// Whether it ever carried one.
    pub carried: bool,
    /// Whether it is damaged.
    pub damaged: bool,
    /// Where it is.
    #[serde(skip)]
    pub at: Space,
    /// The place's id in `board.ron`.
    pub place: &'static str,
    /// The place's name.
    pub place_name: &'static str,
    /// What brought it down.
    pub lost_to: Option<&'static str>,
    /// Hazards attached.
    pub hazards: Vec<&'static str>,
    /// The side of the marker it holds: `Dummy Run` or `Approach Observed`.
    pub marker: Option<&'static str>,
    /// The first Attack Turn in which it may leave its starting box.
    pub from_turn: u8,
    /// Whether it has Faulty Release attached.
    pub faulty_release: bool,
    /// Whether its Aldis Lights do not work.
    pub no_lights: bool,
    /// The dam that it was sent to last, in a night of several attacks.
    pub sent: Option<DamId>,
    /// What it has done, night by night: two of a follow-up raid; nothing of a night in which it did not fly.
    pub deeds: Vec<DeedView>,
    /// What the night made of it in history (reverse of the marker).
    pub history: String,
}

/// An Elite Crewman.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EliteView {
    /// What he is.
    pub kind: &'static str,
    /// His name.
    pub name: String,
    /// What he does.
    pub benefit: &'static str,
    /// The clause that says so.
    pub clause: &'static str,
    /// Whether the benefit is spent.
    pub spent: bool,
    /// Whether the benefit is single-use.
    pub once: bool,
}

/// A chit on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChitView {
    /// Its code in the cup.
    pub code: &'static str,
    /// Its kind.
    pub kind: &'static str,
    /// The number on the side that counts now.
    pub value: i8,
    /// Whether that side bears an M.
    pub m: bool,
    /// Whether the release side is up.
    pub release: bool,
}

/// The Approach & Release Sequence being flown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunView {
    /// The Lancaster.
    pub lancaster: String,
    /// The piece.
    pub id: PieceId,
    /// The Speed chit held.
    pub speed: Option<ChitView>,
    /// The Altitude chit held.
    pub altitude: Option<ChitView>,
    /// Release chits kept.
    pub release: Vec<ChitView>,
    /// Chits drawn and not yet settled.
    pub drawn: Vec<u8>,
    /// Aldis Lights: `on`, `off` or `absent`.
    pub lights: &'static str,
    /// Letters of the Approach Vector: S, A, M.
    pub letters: [u8; 3],
    /// Draws locked: Speed, Altitude.
    pub locked: [bool; 2],
    /// What the Late Release Check added.
    pub late: i8,
    /// The zone released from.
    pub released_from: Option<&'static str>,
}

impl RaidView {
    /// How many mines of this fate there are, of both nights in a follow-up raid.
    #[must_use]
    pub fn mines(&self, of: MineFate) -> usize {
        self.lancasters.iter().flat_map(|l| &l.deeds).filter(|d| d.mine == of).count()
    }

    /// How many mines were sent out, in both nights of a follow-up raid.
    #[must_use]
    pub fn mines_sent(&self) -> usize {
        self.lancasters.iter().flat_map(|l| &l.deeds).filter(|d| d.mine != MineFate::None).count()
    }

    /// The Lancaster with this piece id.
    #[must_use]
    pub fn lancaster(&self, id: PieceId) -> Option<&LancasterView> {
        self.lancasters.iter().find(|l| l.id == id)
    }
}

/// The board of a dam in `board.ron`.
#[must_use]
pub fn board_of(dam: DamId, board: Board) -> &'static str {
    match (dam, board) {
        (DamId::Ennepe, _) => "ennepe",
        (DamId::Lister, _) => "lister",
        (_, Board::Moehne) => "moehne",
        (_, Board::Eder) => "eder",
        (_, Board::Sorpe) => "sorpe",
    }
}

/// What a seat sees; this game has one seat.
#[must_use]
pub fn view(world: &World, _seat: Seat) -> RaidView {
    let data = world.resource::<GameData>();
    let raid = world.resource::<Raid>();
    let target = world.resource::<Target>();
    let dam = world.resource::<Dam>();
    let clock = world.resource::<Clock>();
    let marker = world.resource::<Marker>();
    let flow = world.resource::<Flow>();
    let pieces = world.resource::<Pieces>();
    let debrief = world.resource::<Debrief>();
    let table = world.resource::<PhaseTable>();
    let charts = world.resource::<Charts>();
    let phase = flow
        .frames()
        .last()
        .map_or((crate::games::dambusters::phases::Phase::Debriefing as u16, 0), |f| (f.phase, 0))
        .0;
    let in_flight = world.resource::<Flight>().on;
    let printed = data.tables.dam(target.dam);
    let code_of = |id: PieceId| pieces.code(id).to_owned();
    RaidView {
        scenario: raid.scenario.clone(),
        title: data.title(&raid.scenario).to_owned(),
        dam: target.dam,
        dam_name: target.dam.name(),
        board: board_of(target.dam, printed.board),
        phase: table.name(phase),
        rule: table.rule(phase),
        turn: clock.shown(in_flight),
        last_turn: if in_flight { HOUR } else { raid.setup.last_turn() },
        space: clock.space(),
        visibility: clock.visibility,
        known: is_known(world, target.dam, target.recon),
        water: target.water.label(),
        alert: target.alert,
        recon: target.recon,
        flak: dam.flak,
        searchlights: dam.searchlights,
        balloons: dam.balloons,
        balloon_close: dam.balloon_close,
        balloon_climb: dam.balloon_climb,
        nearby: dam.nearby,
        activity: dam.activity(clock.flares.len()),
        damage: dam.damage(),
        capacity: target.capacity,
        breached: dam.breached,
        aldis: target.aldis,
        near_zone: target.near_zone,
        michelskopf: target.michelskopf,
        flares: clock.flares.clone(),
        hits: dam
            .hits
            .iter()
            .map(|m| MineView {
                from: code_of(m.from),
                // [2.4.d] Hidden until the mine is turned over.
                numbers: m
                    .shown
                    .then(|| data.tables.upkeep[usize::from(m.marker.max(1)) - 1])
                    .map(|u| (u.odd, u.even)),
                damage: m.damage,
                recon: m.recon,
            })
            .collect(),
        misses: dam.misses,
        released_box: dam.released_box.is_some(),
        lancasters: pieces.ids().filter_map(|id| lancaster(world, data, pieces, marker, id)).collect(),
        run: run_view(world.resource::<Run>(), data, pieces),
        marker: marker.holder.map(|id| (code_of(id), marker.observed)),
        latest: flow.rolled().map(|r| {
            let chart = charts.get(r.spec.chart);
            (chart.file().id.clone(), chart.row_id(r.row()).to_owned())
        }),
        survivors: debrief.survivors,
        row: debrief.row,
        planning: planning_view(world),
        flight: flight_view(world),
        night: attack_views(world),
    }
}

fn lancaster(
    world: &World,
    data: &GameData,
    pieces: &Pieces,
    marker: &Marker,
    id: PieceId,
) -> Option<LancasterView> {
    const HAZARDS: [Hazard; 9] = [
        Hazard::BrokenRadio,
        Hazard::CompassCard,
        Hazard::FaultyControlsSpeed,
        Hazard::FaultyControlsAltitude,
        Hazard::FaultyMerlin,
        Hazard::FaultyRelease,
        Hazard::MapError,
        Hazard::NoAldisLights,
        Hazard::UnfitAircrew,
    ];
    let ship = ship_of(world, id)?;
    let aircraft = data.tables.aircraft(ship.lancaster.aircraft);
    // [2.1.2.c] The Jinx hangs on its Lancaster like a hazard.
    let jinx = (jinxed(world) == Some(id)).then_some("Jinx");
    let hazards = HAZARDS
        .into_iter()
        .flat_map(|h| std::iter::repeat_n(h.label(), usize::from(ship.attached.count(h))))
        .chain(jinx)
        .collect();
    Some(LancasterView {
        id,
        code: pieces.code(id).to_owned(),
        serial: aircraft.serial.clone(),
        pilot: pilot_of(world, ship.lancaster.quality, ship.elite.id, ship.lancaster.aircraft),
        quality: ship.lancaster.quality,
        elite: ship.elite.id.map(|e| {
            let elite = data.tables.elite(e);
            EliteView {
                kind: elite.kind.label(),
                name: elite.name.clone(),
                benefit: elite.kind.benefit(),
                clause: elite.kind.clause(),
                spent: ship.elite.spent,
                once: elite.once,
            }
        }),
        upkeep: ship.armed(),
        carried: ship.bomb.carried,
        damaged: ship.airframe.damaged,
        at: ship.at.space,
        place: ship.at.space.place(),
        place_name: ship.at.space.label(),
        lost_to: ship.airframe.lost_to.map(Cause::label),
        hazards,
        marker: (marker.holder == Some(id)).then_some(if marker.observed {
            "Approach Observed"
        } else {
            "Dummy Run"
        }),
        from_turn: ship.lancaster.from_turn,
        faulty_release: ship.attached.has(Hazard::FaultyRelease),
        no_lights: !ship.lit(),
        sent: world
            .get_resource::<OneNight>()
            .and_then(|_| world.get::<Orders>(pieces.entity(id)))
            .and_then(|orders| orders.primary),
        deeds: deeds_of(world, id, &ship),
        history: aircraft.back.clone(),
    })
}

fn run_view(run: &Run, data: &GameData, pieces: &Pieces) -> Option<RunView> {
    let id = run.lancaster?;
    let chit = |kind: ChitKind, n: u8, up: bool| {
        let c = release::chit(&data.tables, kind, Some(n))?;
        Some(ChitView {
            code: code(kind, n),
            kind: kind.label(),
            value: if up { c.release } else { i8::try_from(c.approach).unwrap_or(0) },
            m: up && c.m,
            release: up,
        })
    };
    let kinds = [ChitKind::Speed, ChitKind::Altitude];
    Some(RunView {
        lancaster: pieces.code(id).to_owned(),
        id,
        speed: run.held[0].and_then(|n| chit(ChitKind::Speed, n, false)),
        altitude: run.held[1].and_then(|n| chit(ChitKind::Altitude, n, false)),
        release: kinds.into_iter().filter_map(|kind| chit(kind, run.release[kind.index()]?, true)).collect(),
        drawn: run.drawn.clone(),
        lights: match run.lights {
            Lights::On => "on",
            Lights::Off => "off",
            Lights::Absent => "absent",
        },
        letters: run.letters,
        locked: run.locked,
        late: run.late,
        released_from: run.released_from.map(super::components::Zone::label),
    })
}
