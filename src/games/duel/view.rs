//! What a seat sees: everything open on the board; the programme only from the British seat (clauses information.a
//! to information.d).

use bevy::prelude::World;
use serde::Serialize;

use super::components::{
    At, BOMBER, Cause, Decks, Defence, Duel, Flight, Guide, MOSQUITO, Medals, Night, Out, Plan, SQUADRONS,
    Score, Sky, Stock, Tank,
};
use super::data::{Advanced, Bearing, Form, GameData, Level, Moon, Resource, Side};
use super::op::times;
use super::rules::course::{self, Means, Seen};
use super::rules::points::Times;
use super::scenario::{at_of, squadron_of};
use super::systems::plan::leg;
use super::victory;
use crate::kernel::ids::{PieceId, Seat};
use crate::kernel::phase::{Flow, PhaseTable};

/// A night as one seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DuelView {
    /// Full id of the scenario.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// The side that the seat plays tonight.
    pub side: Side,
    /// Whether it is the solo mission.
    pub solo: bool,
    /// Whether sides are swapped after the first night.
    pub swap: bool,
    /// Name of the phase that waits.
    pub phase: &'static str,
    /// The rule that describes it.
    pub rule: &'static str,
    /// Number of the night, and of how many.
    pub night: (u8, u8),
    /// Turns of the duel that were played.
    pub turn: u16,
    /// Advanced rules in force.
    pub advanced: Vec<Advanced>,
    /// Whether only basic resources are used.
    pub basic_only: bool,
    /// Whether flak gets its bonus against a low bomber for each flak.
    pub low_per_flak: bool,
    /// Whether each radar counts.
    pub radar_adds_up: bool,
    /// The weather.
    pub sky: SkyView,
    /// The bomber.
    pub bomber: BomberView,
    /// The Mosquito: hex, level, how far it has come.
    pub mosquito: AircraftView,
    /// The squadrons.
    pub squadrons: Vec<SquadronView>,
    /// Every hex, from number 1.
    pub hexes: Vec<HexView>,
    /// Markers left with the Mosquito.
    pub markers: u8,
    /// What is declared of a drop: markers, bombs.
    pub drop: (u8, u8),
    /// What the drop is aimed at, by word: markers and bombs on the airport, tiles to be hit.
    pub aimed: Vec<(&'static str, u8)>,
    /// Resources on the board, and how many there may be.
    pub resources: (u8, u8),
    /// Resources by kind: word, placed, supply.
    pub supply: Vec<(&'static str, u8, u8)>,
    /// Medals: supply, British, German (clause adv-3-medals.q).
    pub medals: (u8, u8, u8),
    /// Whether the saving of fuel by a medal was used tonight.
    pub medal_saving_used: bool,
    /// The VP marker: British points above 0, German below (clause vp-track.a); a side's loss is the other's gain
    /// (clause vp-track.b), straight across 0 (clause vp-track.c).
    pub marker: i32,
    /// Gross points, Britain and Germany.
    pub gross: (i32, i32),
    /// Points by cause, a list a night.
    pub nights: Vec<Vec<CauseView>>,
    /// The leading player's margin at the end, counted by player in a match with sides swapped.
    pub margin: i32,
    /// The programme, from the British seat only, the way home laid anew included (clause adv-2b-reroute-home.c).
    pub plan: Option<PlanView>,
    /// Hexes that the bomber may enter on its coming moves, from what this seat knows: one list a move.
    pub ahead: Vec<Vec<u8>>,
    /// Solo: cards left in the piles outbound and home, and cards laid aside.
    pub piles: Option<(Vec<&'static str>, Vec<&'static str>, Vec<&'static str>)>,
    /// What the guided game says about the move at hand.
    pub guide: Option<String>,
}

/// The weather as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SkyView {
    /// The card; 0 before it is drawn.
    pub card: u8,
    /// Where the wind blows to.
    pub wind: Bearing,
    /// The moon.
    pub moon: Moon,
    /// A summer night.
    pub summer: bool,
    /// Whether the summer bonus counts now.
    pub summer_now: bool,
    /// Clouded hexes.
    pub clouds: Vec<u8>,
    /// Thunderstorms.
    pub thunder: Vec<u8>,
    /// Fog.
    pub fog: Vec<u8>,
    /// The moves before which the weather changes, with advanced rule 2.
    pub change: Vec<u8>,
}

/// An aircraft.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AircraftView {
    /// The piece.
    pub id: PieceId,
    /// Its hex; 0 off the board.
    pub hex: u8,
    /// Its level.
    pub level: Level,
    /// Whether it has landed for good.
    pub down: bool,
}

/// The bomber, with all that is known of its course.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BomberView {
    /// Where it is.
    pub aircraft: AircraftView,
    /// Bearings flown.
    pub flown: Vec<&'static str>,
    /// Hexes so far, the start first.
    pub path: Vec<u8>,
    /// The move on which it struck.
    pub struck: Option<u8>,
    /// The city struck.
    pub target: Option<u8>,
}

/// A squadron.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SquadronView {
    /// The piece.
    pub id: PieceId,
    /// Its code.
    pub code: &'static str,
    /// Whether it is the Dornier.
    pub dornier: bool,
    /// Its hex; 0 off the board.
    pub hex: u8,
    /// Its level.
    pub level: Level,
    /// Lines left.
    pub fuel: u8,
    /// Lines of a full dial.
    pub dial: u8,
    /// Out for the night or the game.
    pub out: Option<&'static str>,
    /// Whether it has acted this turn.
    pub acted: bool,
    /// Special fuel: fitted and full, or used.
    pub tank: Option<bool>,
    /// Whether an airport with room is in reach with the lines left (clause fuel.m).
    pub can_get_home: bool,
}

/// A hex.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct HexView {
    /// Its number.
    pub hex: u8,
    /// Tiles by kind, in the order of `Resource::ALL`: there, out of action.
    pub tiles: [(u8, u8); 8],
    /// Bombs used on its airport.
    pub bombs: u8,
    /// Target markers lying here.
    pub markers: u8,
    /// German medals lying here.
    pub medals: u8,
    /// Squadrons on the ground, and room for how many, on a German airport.
    pub room: Option<(u8, u8)>,
}

/// Points of a cause.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CauseView {
    /// What for.
    pub label: &'static str,
    /// Whose.
    pub side: Side,
    /// How many.
    pub points: i32,
}

/// The programme.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanView {
    /// Takeoff airport; 0 while none is chosen.
    pub start: u8,
    /// Target; 0 while none is chosen.
    pub target: u8,
    /// All cards, flown ones included.
    pub course: Vec<&'static str>,
    /// The hexes of the course, the start first.
    pub hexes: Vec<u8>,
    /// Whether it ends with a landing.
    pub complete: bool,
    /// Moves left.
    pub moves_left: u8,
    /// Cards left by bearing.
    pub cards_left: Vec<(&'static str, u8)>,
    /// Hexes from which target and home stay within reach, by the fewest moves to them.
    pub reachable: Vec<(u8, u8)>,
    /// While it is laid anew: the target before, and the hexes of the course before, the start first.
    pub before: Option<(u8, Vec<u8>)>,
}

fn aircraft(world: &World, id: PieceId, down: bool) -> AircraftView {
    let At { hex, level } = at_of(world, id);
    AircraftView { id, hex, level, down }
}

/// The side that a seat plays tonight.
#[must_use]
pub fn side_of(world: &World, seat: Seat) -> Side {
    let night = world.resource::<Night>();
    if night.german == seat { Side::Germany } else { Side::Britain }
}

/// What a seat sees: all but the British plan is open to both (clause information.b), and nothing German is hidden
/// (clause information.c).
#[must_use]
pub fn view(world: &World, seat: Seat) -> DuelView {
    let content = world.resource::<GameData>();
    let tables = &content.tables;
    let (duel, night, sky) = (world.resource::<Duel>(), world.resource::<Night>(), world.resource::<Sky>());
    let (stock, medals, score) =
        (world.resource::<Stock>(), world.resource::<Medals>(), world.resource::<Score>());
    let defence = world.resource::<Defence>();
    let flow = world.resource::<Flow>();
    let phases = world.resource::<PhaseTable>();
    let phase = flow.frames().last().map_or(0, |f| f.phase);
    // A phase that only the British seat may know of shows as its turn (clause adv-2a-reprogram.h).
    let side = side_of(world, seat);
    let secret = side == Side::Germany && phases.rule(phase) == "compass-cards";
    let below = flow.frames().iter().rev().nth(1).map_or(phase, |f| f.phase);
    let phase = if secret { below } else { phase };
    let solo = duel.setup.form == Form::Solo;
    let next = night.moves() + 1;
    let now = times(duel, sky, next, tables.decks.summer_from);
    let scenario = content.scenario(&duel.scenario);
    let british = !solo && side == Side::Britain;
    let gross = victory::counted(duel, score);
    DuelView {
        scenario: duel.scenario.clone(),
        title: scenario.map_or(String::new(), |s| s.file.title.clone()),
        side,
        solo,
        swap: duel.setup.form == Form::Swap,
        phase: phases.name(phase),
        rule: phases.rule(phase),
        night: (night.number, duel.setup.nights),
        turn: night.turns,
        advanced: Advanced::ALL.into_iter().filter(|a| duel.setup.has(*a)).collect(),
        basic_only: duel.setup.basic_only,
        low_per_flak: duel.setup.low_per_flak,
        radar_adds_up: duel.setup.radar_adds_up,
        sky: sky_view(duel, sky, &now),
        bomber: BomberView {
            aircraft: aircraft(world, BOMBER, night.bomber == Flight::Down),
            flown: night.flown.iter().map(|b| b.word()).collect(),
            path: night.path.clone(),
            struck: night.struck,
            target: night.struck.map(|_| night.target),
        },
        mosquito: aircraft(world, MOSQUITO, night.mosquito == Flight::Down),
        squadrons: SQUADRONS.into_iter().filter_map(|id| squadron(world, id)).collect(),
        hexes: hexes(world),
        markers: stock.left,
        drop: (stock.drop.markers, stock.drop.airport + stock.drop.bombs),
        aimed: aimed(stock),
        resources: (defence.total(), tables.resources.most),
        supply: Resource::ALL
            .into_iter()
            .map(|k| (k.word(), defence.placed(k), tables.supply(k).supply))
            .collect(),
        medals: (medals.supply, medals.british, medals.german),
        medal_saving_used: medals.saved,
        marker: gross.0 - gross.1,
        gross,
        nights: score.nights.iter().map(causes).collect(),
        margin: victory::margin(duel, score),
        // [compass-cards.i] Neither cards nor their number for Germany.
        plan: british.then(|| plan_view(world)),
        ahead: ahead(world, british),
        piles: solo.then(|| piles(world)),
        guide: scenario.and_then(|s| {
            let step = usize::from(world.resource::<Guide>().step);
            // The step was taken when the question was put.
            let step = s.file.guide.get(step.checked_sub(1)?)?;
            let asked = flow.question().is_some_and(|q| q.seat == seat);
            (asked && !step.text.is_empty()).then(|| step.text.clone())
        }),
    }
}

/// What a drop under way is aimed at (clause mosquito.w).
fn aimed(stock: &Stock) -> Vec<(&'static str, u8)> {
    let drop = &stock.drop;
    let tiles = Resource::ALL.into_iter().map(|k| (k.word(), drop.tiles[k.index()]));
    let all = [("marker", drop.markers), ("airport", drop.airport)].into_iter().chain(tiles);
    all.filter(|(_, n)| *n > 0).collect()
}

/// The weather as the board shows it (clause board.g).
fn sky_view(duel: &Duel, sky: &Sky, now: &Times) -> SkyView {
    SkyView {
        card: sky.card,
        wind: sky.wind,
        moon: sky.moon,
        summer: sky.summer,
        summer_now: now.summer, // [compass-cards.k]
        clouds: sky.clouds.iter().collect(),
        thunder: sky.thunder.iter().collect(),
        fog: sky.fog.iter().collect(),
        change: if duel.setup.has(Advanced::WeatherChange) && sky.card != 0 {
            sky.change.to_vec()
        } else {
            Vec::new()
        },
    }
}

fn causes(night: &[i32; 12]) -> Vec<CauseView> {
    Cause::ALL
        .into_iter()
        .filter(|c| night[*c as usize] != 0)
        .map(|c| CauseView { label: c.label(), side: c.side(), points: night[c as usize] })
        .collect()
}

fn squadron(world: &World, id: PieceId) -> Option<SquadronView> {
    let s = squadron_of(world, id)?;
    let at = at_of(world, id);
    let dials = world.resource::<Duel>().setup.dials;
    Some(SquadronView {
        id,
        code: s.wing.code(),
        dornier: s.wing.dornier(),
        hex: at.hex,
        level: at.level,
        fuel: s.fuel,
        dial: if s.wing.dornier() { dials.1 } else { dials.0 },
        out: match s.out {
            Out::No => None,
            Out::Night => Some("night"),
            Out::Game => Some("game"),
        },
        acted: s.acted,
        tank: match s.tank {
            Tank::None => None,
            Tank::Full => Some(true),
            Tank::Empty => Some(false),
        },
        can_get_home: !at.level.airborne() || can_get_home(world, id, at.hex, s.fuel),
    })
}

/// Squadrons on the ground in a hex, one of them left out.
fn grounded(world: &World, hex: u8, but: Option<PieceId>) -> u8 {
    let there = |id: &PieceId| {
        let at = at_of(world, *id);
        at.hex == hex && !at.level.airborne() && but != Some(*id)
    };
    u8::try_from(SQUADRONS.iter().filter(|id| there(id)).count()).unwrap_or(4)
}

/// Whether a squadron in the air over this hex can reach an airport that has room now with these lines (clause fuel.m).
#[must_use]
pub fn can_get_home(world: &World, id: PieceId, hex: u8, fuel: u8) -> bool {
    let tables = &world.resource::<GameData>().tables;
    let defence = world.resource::<Defence>();
    let wind = world.resource::<Sky>().wind;
    let room = |hex: u8| tables.board.german.has(hex) && grounded(world, hex, Some(id)) < defence.beds(hex);
    // The most lines left in each hex reached.
    let mut best = [None; super::data::HEXES + 1];
    best[usize::from(hex)] = Some(fuel);
    let mut open = vec![hex];
    while let Some(from) = open.pop() {
        let Some(left) = best[usize::from(from)] else { continue };
        if room(from) {
            return true;
        }
        for b in Bearing::ALL {
            let cost = super::rules::fuel::hex(&tables.fuel, wind, b);
            let (Some(to), Some(left)) = (tables.board.step(from, b), left.checked_sub(cost)) else {
                continue;
            };
            if best[usize::from(to)].is_none_or(|known| known < left) {
                best[usize::from(to)] = Some(left);
                open.push(to);
            }
        }
    }
    false
}

fn hexes(world: &World) -> Vec<HexView> {
    let tables = &world.resource::<GameData>().tables;
    let defence = world.resource::<Defence>();
    let (stock, medals) = (world.resource::<Stock>(), world.resource::<Medals>());
    let one = |hex: u8| {
        let at = usize::from(hex);
        HexView {
            hex,
            tiles: std::array::from_fn(|k| (defence.tiles[at][k], defence.out[at][k])),
            bombs: defence.bombs[at],
            markers: stock.lying[at],
            medals: medals.laid[at],
            room: tables.board.german.has(hex).then(|| (grounded(world, hex, None), defence.beds(hex))),
        }
    };
    tables.board.hexes().map(one).collect()
}

fn plan_view(world: &World) -> PlanView {
    let content = world.resource::<GameData>();
    let board = &content.tables.board;
    let (night, plan) = (world.resource::<Night>(), world.resource::<Plan>());
    let means = Means::after(&content.tables, &plan.course);
    let routes = content.routes(plan.target).filter(|_| plan.start != 0 && !plan.complete);
    let reachable = routes
        .map_or(Vec::new(), |routes| course::reach(board, routes, leg(board, night, plan), means.moves));
    PlanView {
        start: plan.start,
        target: plan.target,
        course: plan.course.iter().map(|b| b.word()).collect(),
        hexes: course::hexes(board, plan.start, &plan.course),
        complete: plan.complete,
        moves_left: means.moves,
        cards_left: Bearing::ALL.iter().map(|b| (b.word(), means.cards[b.index()])).collect(),
        reachable,
        before: plan.before.as_ref().map(|b| (b.target, course::hexes(board, plan.start, &b.course))),
    }
}

/// What this seat can say of the bomber's coming moves (clause compass-cards.l).
fn ahead(world: &World, british: bool) -> Vec<Vec<u8>> {
    let content = world.resource::<GameData>();
    let tables = &content.tables;
    let (duel, night, plan) = (world.resource::<Duel>(), world.resource::<Night>(), world.resource::<Plan>());
    if night.path.is_empty() || night.bomber == Flight::Down || duel.setup.form == Form::Solo {
        return Vec::new();
    }
    if british {
        let hexes = course::hexes(&tables.board, plan.start, &plan.course);
        return hexes.into_iter().skip(night.flown.len() + 1).map(|hex| vec![hex]).collect();
    }
    let seen = Seen {
        path: &night.path,
        last: night.flown.last().copied(),
        struck: night.struck.map(|at| (at, night.target)),
        anew: night.changes > 0,
        means: Means::after(tables, &night.flown),
    };
    seen.ahead(&tables.board, &content.routes, 3)
}

fn piles(world: &World) -> (Vec<&'static str>, Vec<&'static str>, Vec<&'static str>) {
    let cards = super::systems::night::compass_cards(&world.resource::<GameData>().tables);
    let decks = world.resource::<Decks>();
    let words = |pile: &[u8]| -> Vec<&'static str> {
        pile.iter().filter_map(|c| cards.get(usize::from(*c) - 1)).map(|b| b.word()).collect()
    };
    (words(&decks.outbound), words(&decks.homeward), words(&decks.aside))
}
