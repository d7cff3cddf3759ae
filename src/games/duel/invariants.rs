//! What must hold at every moment of a game, for tests and simulations.

use bevy::prelude::World;

use super::components::{
    BOMBER, Decks, Defence, Duel, Flight, MOSQUITO, Medals, Night, Out, Plan, SQUADRONS, Sky, Stock, Tank,
};
use super::data::{Advanced, Bearing, Form, GameData, HEXES, HexSet, Level, Resource, Site, Tables};
use super::rules::course::Leg;
use super::scenario::{at_of, squadron_of};
use crate::kernel::ids::Pieces;
use crate::kernel::phase::Flow;

/// All of it.
///
/// # Errors
/// The first thing that does not hold.
pub fn check(world: &World) -> Result<(), String> {
    let tables = &world.resource::<GameData>().tables;
    aircraft(world, tables)?;
    defence(world, tables)?;
    stocks(world, tables)?;
    sky(world, tables)?;
    raid(world, tables)?;
    piles(world, tables)
}

fn aircraft(world: &World, tables: &Tables) -> Result<(), String> {
    let duel = world.resource::<Duel>();
    let pieces = world.resource::<Pieces>();
    let flow = world.resource::<Flow>();
    for id in pieces.ids() {
        let at = at_of(world, id);
        if usize::from(at.hex) > HEXES || (at.level.airborne() && at.hex == 0) {
            return Err(format!("{} is off the board", pieces.code(id)));
        }
    }
    let mut tanks = 0;
    for id in SQUADRONS {
        let code = pieces.code(id);
        let (at, Some(s)) = (at_of(world, id), squadron_of(world, id)) else {
            return Err(format!("{code} is no squadron"));
        };
        let dial = if s.wing.dornier() { duel.setup.dials.1 } else { duel.setup.dials.0 };
        if s.fuel > dial {
            return Err(format!("{code} has {} lines on a dial of {dial}", s.fuel));
        }
        if !at.level.airborne() && at.hex != 0 && s.fuel < dial {
            return Err(format!("{code} stands on the ground with {} lines of {dial}", s.fuel));
        }
        if s.out != Out::No {
            if at.hex != 0 || at.level != Level::Ground {
                return Err(format!("{code} is out of play but on the board"));
            }
            if flow.question().is_some_and(|q| q.offers.iter().any(|o| o.key.piece() == Some(id))) {
                return Err(format!("{code} is out of play but is offered something"));
            }
        } else if !at.level.airborne() && at.hex != 0 && !tables.board.german.has(at.hex) {
            return Err(format!("{code} is on the ground in {}", at.hex));
        }
        if s.tank != Tank::None && (s.wing.dornier() || !duel.setup.has(Advanced::SpecialFuel)) {
            return Err(format!("{code} carries the special fuel tank"));
        }
        tanks += u8::from(s.tank != Tank::None);
    }
    if tanks > 1 {
        return Err(format!("{tanks} special fuel tanks"));
    }
    let night = world.resource::<Night>();
    for (id, flight) in [(BOMBER, night.bomber), (MOSQUITO, night.mosquito)] {
        let at = at_of(world, id);
        if flight == Flight::Down && (at.level.airborne() || !tables.board.british.has(at.hex)) {
            return Err(format!("{} has come down in {}", pieces.code(id), at.hex));
        }
    }
    Ok(())
}

fn defence(world: &World, tables: &Tables) -> Result<(), String> {
    let defence = world.resource::<Defence>();
    let board = &tables.board;
    if defence.total() > tables.resources.most {
        return Err(format!("{} resources are on the board", defence.total()));
    }
    for kind in Resource::ALL {
        let supply = tables.supply(kind);
        if defence.placed(kind) > supply.supply {
            return Err(format!("{} {} are on the board", defence.placed(kind), kind.word()));
        }
        for hex in 0..=HEXES {
            let (there, out) = (defence.tiles[hex][kind.index()], defence.out[hex][kind.index()]);
            let Ok(place) = u8::try_from(hex) else { continue };
            let open = place != 0 && !board.closed.has(place);
            let site = match supply.site {
                Site::Open => open,
                Site::City => open && board.cities.has(place),
                Site::Airport => open && board.german.has(place),
            };
            if out > there || (there > 0 && !site) || (out > 0 && kind == Resource::Bunker) {
                return Err(format!("{there} {} in {hex}, {out} of them out of action", kind.word()));
            }
        }
    }
    for hex in 0..=HEXES {
        let german = u8::try_from(hex).is_ok_and(|h| board.german.has(h));
        if defence.bombs[hex] > 0 && !german {
            return Err(format!("an airport is bombed in {hex}, where none is"));
        }
        if defence.tiles[hex][Resource::Bunker.index()] < defence.fixed[hex] {
            return Err(format!("a bunker of an earlier night is gone from {hex}"));
        }
    }
    Ok(())
}

fn stocks(world: &World, tables: &Tables) -> Result<(), String> {
    let duel = world.resource::<Duel>();
    let (stock, medals) = (world.resource::<Stock>(), world.resource::<Medals>());
    let power = duel.setup.has(Advanced::MosquitoPower);
    let markers = if power { tables.decks.markers_power } else { tables.decks.markers };
    // Medals may lie as markers too.
    if stock.left > markers || stock.left + stock.lying.iter().sum::<u8>() > markers + medals.spent {
        return Err(format!("{} markers of {markers} are left", stock.left));
    }
    let all = medals.supply + medals.british + medals.german + medals.lying() + medals.spent;
    if all != tables.decks.medals {
        return Err(format!("{all} medals of {}", tables.decks.medals));
    }
    if !duel.setup.has(Advanced::Medals) && medals.supply != all {
        return Err("medals are out though the rule is off".to_owned());
    }
    Ok(())
}

/// Drifting moves pieces one to one: none is lost and none shares a hex with another (clause weather.b).
fn sky(world: &World, tables: &Tables) -> Result<(), String> {
    let (sky, night) = (world.resource::<Sky>(), world.resource::<Night>());
    let Some(card) = usize::from(sky.card).checked_sub(1).and_then(|i| tables.weather.get(i)) else {
        return Ok(());
    };
    if sky.clouds.0 & sky.thunder.0 != 0 {
        return Err("a cloud and a thunderstorm share a hex".to_owned());
    }
    let all = HexSet(sky.clouds.0 | sky.thunder.0 | sky.fog.0);
    if all.iter().any(|hex| hex == 0 || usize::from(hex) > HEXES) {
        return Err("weather lies off the board".to_owned());
    }
    let counts = (sky.clouds.len(), sky.thunder.len(), sky.fog.len());
    let laid = (card.clouds.len(), card.thunder.len(), card.fog.len());
    // A match with sides swapped knows its second card before it lies on the board.
    if !all.is_empty() && counts != laid {
        return Err(format!("{counts:?} pieces of weather instead of {laid:?}"));
    }
    if (sky.moon, sky.summer) != (card.moon, card.summer) && !all.is_empty() {
        return Err("moon or summer have changed".to_owned());
    }
    if night.changes > 2 {
        return Err(format!("{} changes of the weather", night.changes));
    }
    Ok(())
}

/// The bomber has flown its cards one by one, and a complete programme is legal to its end (clause compass-cards.g).
fn raid(world: &World, tables: &Tables) -> Result<(), String> {
    let (duel, night, plan) = (world.resource::<Duel>(), world.resource::<Night>(), world.resource::<Plan>());
    let board = &tables.board;
    if night.path.len() != night.flown.len() + 1 && !night.path.is_empty() {
        return Err("the bomber's path and its cards differ".to_owned());
    }
    let steps = night.path.iter().zip(night.path.iter().skip(1)).zip(&night.flown);
    for ((from, to), bearing) in steps {
        if board.step(*from, *bearing) != Some(*to) {
            return Err(format!("the bomber came from {from} to {to} by {}", bearing.word()));
        }
    }
    if night.bomber == Flight::Flying && night.path.last() != Some(&at_of(world, BOMBER).hex) {
        return Err("the bomber is not where its path ends".to_owned());
    }
    if duel.setup.form == Form::Solo {
        return Ok(());
    }
    if night.moves() > tables.decks.moves || plan.course.len() > usize::from(tables.decks.moves) {
        return Err(format!(
            "{} moves of the bomber",
            night.moves().max(u8::try_from(plan.course.len()).unwrap_or(255))
        ));
    }
    if !plan.course.starts_with(&night.flown) {
        return Err("the bomber flew other cards than were programmed".to_owned());
    }
    let deck = tables.compass();
    for (bearing, cards) in Bearing::ALL.into_iter().zip(deck) {
        if plan.course.iter().filter(|b| **b == bearing).count() > usize::from(cards) {
            return Err(format!("more than {cards} cards show {}", bearing.word()));
        }
    }
    if !plan.complete || night.path.is_empty() {
        return Ok(());
    }
    // Cards flown struck what was the target then; the rest strike the target of now.
    let asked = world.resource::<Flow>().question().map(|q| q.clause.0);
    let before_scoring =
        night.struck.is_none() && asked.is_some_and(|by| ["adv-3-medals.m", "adv-3-medals.o"].contains(&by));
    let mut leg = Leg::start(night.path[0]);
    for (i, bearing) in plan.course.iter().enumerate() {
        let flown = i < night.flown.len();
        let target = match night.struck {
            Some(at) if usize::from(at) == i + 1 => night.target,
            // The card just flown may strike as soon as the medals are spent.
            _ if flown && !(before_scoring && i + 1 == night.flown.len()) => 0,
            _ => plan.target,
        };
        leg = leg
            .fly(board, target, *bearing)
            .map_err(|bar| format!("card {} of the programme: {bar:?}", i + 1))?;
    }
    if !leg.struck || !board.british.has(leg.hex) {
        return Err("the programme does not strike and come home".to_owned());
    }
    Ok(())
}

fn piles(world: &World, tables: &Tables) -> Result<(), String> {
    let decks = world.resource::<Decks>();
    let cards =
        u8::try_from(tables.compass().iter().map(|n| usize::from(*n)).sum::<usize>()).unwrap_or(u8::MAX);
    let of = |parts: &[&[u8]], most: usize, what: &str| {
        let mut all = HexSet::default();
        let mut count = 0;
        for card in parts.iter().copied().flatten() {
            all.insert(*card);
            count += 1;
            if *card == 0 || usize::from(*card) > most {
                return Err(format!("there is no card {card} in the {what} deck"));
            }
        }
        if all.len() == count { Ok(()) } else { Err(format!("a card is twice in the {what} deck")) }
    };
    of(&[&decks.weather], tables.weather.len(), "weather")?;
    of(&[&decks.wind], tables.wind_cards().len(), "wind change")?;
    of(&[&decks.outbound, &decks.homeward, &decks.aside], usize::from(cards), "compass")
}
