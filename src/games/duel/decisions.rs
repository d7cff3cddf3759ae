//! What each offer brings, in one line, from what the asked seat may know.

use std::fmt::Write as _;

use bevy::prelude::World;

use super::components::{BOMBER, Defence, Duel, MOSQUITO, Medals, Night, Plan, SQUADRONS, Sky, Stock};
use super::data::{Bearing, Content, Level, Resource};
use super::op::{field, met, times};
use super::rules::fuel;
use super::rules::points::{Strike, Times, duel, entering, strike};
use super::scenario::{at_of, squadron_of};
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};
use crate::kernel::tally::Tally;

/// What holds in the round at hand.
fn now(content: &Content, world: &World) -> Times {
    let number = world.resource::<Night>().moves() + 1;
    let (rules, sky) = (world.resource::<Duel>(), world.resource::<Sky>());
    times(rules, sky, number, content.tables.decks.summer_from)
}

/// A tally as one short line: its sum and its parts.
#[must_use]
pub fn brief(tally: &Tally) -> String {
    format!("{}{}", tally.result(), tally.parts(false))
}

/// Lines joined, those worth nothing left out.
fn briefs(tallies: &[Tally]) -> String {
    let lines: Vec<String> = tallies.iter().filter(|t| !t.items.is_empty()).map(brief).collect();
    lines.join(" · ")
}

/// The duel if one more squadron moved onto the Mosquito.
fn duel_if(content: &Content, world: &World, id: PieceId) -> Option<Tally> {
    let others = SQUADRONS.into_iter().filter(|other| *other != id);
    let met = others.filter(|other| squadron_of(world, *other).is_some_and(|s| s.met)).count();
    let mosquito = at_of(world, MOSQUITO);
    let (sky, defence, medals) =
        (world.resource::<Sky>(), world.resource::<Defence>(), world.resource::<Medals>());
    let here = field(sky, defence, medals, mosquito.hex);
    let low = mosquito.level == Level::Low;
    let squadrons = u8::try_from(met + 1).unwrap_or(4);
    mosquito
        .level
        .airborne()
        .then(|| duel(&content.tables.points.duel, squadrons, low, &here, &now(content, world)))
}

/// What the bomber would meet in a hex.
#[must_use]
pub fn meeting(content: &Content, world: &World, hex: u8, level: Level) -> [Tally; 3] {
    let (sky, defence, medals) =
        (world.resource::<Sky>(), world.resource::<Defence>(), world.resource::<Medals>());
    let here = field(sky, defence, medals, hex);
    let levels = SQUADRONS.iter().map(|id| at_of(world, *id));
    let levels = levels.filter(|s| s.hex == hex && s.level.airborne()).map(|s| s.level);
    let met = met(levels, level);
    entering(&content.tables.points, met, &here, &now(content, world), level == Level::Low)
}

/// The strike if it fell on a city now.
#[must_use]
pub fn strike_if(content: &Content, world: &World, hex: u8, low: bool) -> Tally {
    let (sky, defence, medals) =
        (world.resource::<Sky>(), world.resource::<Defence>(), world.resource::<Medals>());
    let markers = world.resource::<Stock>().lying[usize::from(hex)];
    let s = Strike::on(&content.tables, hex, low, markers, |city| defence.working(city, Resource::Fire));
    strike(&content.tables.points.strike, s, &field(sky, defence, medals, hex), &now(content, world))
}

/// One line on an offer; empty when its label says it all.
#[must_use]
pub fn hint(content: &Content, world: &World, question: &Question, offer: usize) -> String {
    let Some(offer) = question.offers.get(offer) else { return String::new() };
    let key = offer.key;
    let tables = &content.tables;
    let board = &tables.board;
    let hex = key.place();
    let name = |hex: u8| board.name(hex).to_owned();
    match key.verb {
        "at" | "from" | "start" => {
            let airport = board.airport(hex).map_or(String::new(), |a| a.name.clone());
            format!("{airport}, {}", board.region(hex))
        }
        "target" => {
            let class = board.city(hex).map_or("", |c| c.class.label());
            format!("{}, {class}. Tonight {}", name(hex), brief(&strike_if(content, world, hex, false)))
        }
        "place" | "take" => {
            tables.resources.kinds.iter().find(|k| k.kind.word() == key.word()).map_or(String::new(), |k| {
                match key.b {
                    Arg::Num(n) => format!("{}. {}", name(u8::try_from(n).unwrap_or(0)), k.note),
                    _ => String::new(),
                }
            })
        }
        "fly" | "tail" | "boost" => flight(content, world, &key),
        "circle" => format!("{} of fuel", lines(tables.fuel.circle)),
        "takeoff" => {
            let high = key.b == Arg::Word("high");
            let cost = if high { tables.fuel.climb_high } else { tables.fuel.circle };
            format!("{} of fuel", lines(cost))
        }
        "to" => {
            let mut out = name(hex);
            let here: Vec<&str> = SQUADRONS
                .iter()
                .filter(|id| at_of(world, **id).hex == hex && at_of(world, **id).level.airborne())
                .filter_map(|id| squadron_of(world, *id).map(|s| s.wing.code()))
                .collect();
            if !here.is_empty() {
                let _ = write!(out, "; here: {}", here.join(", "));
            }
            out
        }
        "high" | "low" | "turn" => card(content, world, question, key.verb),
        "lay" => name(hex),
        _ => String::new(),
    }
}

/// A squadron's flight before it is flown.
#[derive(Clone, PartialEq, Debug)]
pub struct Flying {
    /// The hex where it ends.
    pub to: u8,
    /// Lines of fuel.
    pub cost: u8,
    /// The duel that it brings, when it meets the Mosquito.
    pub duel: Option<Tally>,
}

/// Where the offer `fly` or `tail` leads, its fuel and the duel that it would bring; nothing for another offer.
#[must_use]
pub fn flying(content: &Content, world: &World, key: &OfferKey) -> Option<Flying> {
    let id = key.piece()?;
    let tables = &content.tables;
    let board = &tables.board;
    let wind = world.resource::<Sky>().wind;
    let at = at_of(world, id);
    let bearing = if let Arg::Word(word) = key.b { Bearing::from_word(word) } else { None };
    let (path, cost) = match (key.verb, bearing) {
        ("tail", _) => {
            let first = board.step(at.hex, wind);
            (vec![first, first.and_then(|h| board.step(h, wind))], tables.fuel.tail_two)
        }
        ("fly" | "boost", Some(b)) => (vec![board.step(at.hex, b)], fuel::hex(&tables.fuel, wind, b)),
        _ => return None,
    };
    let hexes: Vec<u8> = path.into_iter().flatten().collect();
    let to = *hexes.last()?;
    let duel = if hexes.contains(&at_of(world, MOSQUITO).hex) { duel_if(content, world, id) } else { None };
    Some(Flying { to, cost, duel })
}

/// Lines of fuel in words.
#[must_use]
pub fn lines(cost: u8) -> String {
    format!("{cost} {}", if cost == 1 { "line" } else { "lines" })
}

/// Fuel of a flight and the duel that it would bring.
fn flight(content: &Content, world: &World, key: &OfferKey) -> String {
    let Some(Flying { to, cost, duel }) = flying(content, world, key) else { return String::new() };
    let mut out = format!("to {to} {}, {}", content.tables.board.name(to), lines(cost));
    if let Some(tally) = duel {
        let _ = write!(out, " · {}", brief(&tally));
    }
    out
}

/// What the next compass card brings: B knows it.
fn card(content: &Content, world: &World, question: &Question, verb: &str) -> String {
    // The Mosquito's altitude bears the same words as the bomber's.
    if question.subject == Some(MOSQUITO) {
        return String::new();
    }
    let (night, plan) = (world.resource::<Night>(), world.resource::<Plan>());
    let Some(bearing) = plan.course.get(night.flown.len()) else { return String::new() };
    let from = at_of(world, BOMBER);
    let Some(hex) = content.tables.board.step(from.hex, *bearing) else { return String::new() };
    let level = match verb {
        "high" => Level::High,
        "low" => Level::Low,
        _ => from.level,
    };
    let mut tallies = meeting(content, world, hex, level).to_vec();
    if night.struck.is_none() && plan.target == hex {
        tallies.push(strike_if(content, world, hex, level == Level::Low));
    }
    let met = briefs(&tallies);
    let quiet = if met.is_empty() { "nothing waits there".to_owned() } else { met };
    format!("{} to {} {}: {quiet}", bearing.word(), hex, content.tables.board.name(hex))
}
