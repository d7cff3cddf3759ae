//! What each offer brings, in one line, from what the asked seat may know.

use std::fmt::Write as _;

use bevy::prelude::World;

use super::components::{BOMBER, Defence, Duel, MOSQUITO, Medals, Night, Plan, SQUADRONS, Sky, Stock};
use super::data::{Bearing, Content, Level, Resource, Side};
use super::op::{balloons, blockaded, field, met, times};
use super::rules::fuel;
use super::rules::points::{FieldUse, Strike, Times, airfield, ditching, duel, entering, strike};
use super::scenario::{at_of, squadron_of};
use super::view::can_get_home;
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};
use crate::kernel::tally::Tally;

/// What holds in the round at hand.
fn now(content: &Content, world: &World) -> Times {
    round(content, world, world.resource::<Night>().moves() + 1)
}

/// What holds in the round of the bomber's move `number`.
fn round(content: &Content, world: &World, number: u8) -> Times {
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
    meets(content, world, world.resource::<Defence>(), &now(content, world), hex, level)
}

/// What the bomber meets in a hex with this ground defence.
fn meets(
    content: &Content,
    world: &World,
    defence: &Defence,
    times: &Times,
    hex: u8,
    level: Level,
) -> [Tally; 3] {
    let here = field(world.resource::<Sky>(), defence, world.resource::<Medals>(), hex);
    let levels = SQUADRONS.iter().map(|id| at_of(world, *id));
    let levels = levels.filter(|s| s.hex == hex && s.level.airborne()).map(|s| s.level);
    let met = met(levels, level);
    entering(&content.tables.points, met, &here, times, level == Level::Low)
}

/// The strike if it fell on a city now.
#[must_use]
pub fn strike_if(content: &Content, world: &World, hex: u8, low: bool) -> Tally {
    strikes(content, world, world.resource::<Defence>(), &now(content, world), hex, low)
}

/// The strike on a city with this ground defence.
fn strikes(content: &Content, world: &World, defence: &Defence, times: &Times, hex: u8, low: bool) -> Tally {
    let here = field(world.resource::<Sky>(), defence, world.resource::<Medals>(), hex);
    let markers = world.resource::<Stock>().lying[usize::from(hex)];
    let s = Strike::on(&content.tables, hex, low, markers, |city| defence.working(city, Resource::Fire));
    strike(&content.tables.points.strike, s, &here, times)
}

/// What waits where the bomber has come to, before it is scored: medals may still change it (clause adv-3-medals.m).
#[must_use]
pub fn met_here(content: &Content, world: &World) -> Vec<Tally> {
    here_with(content, world, world.resource::<Defence>())
}

fn here_with(content: &Content, world: &World, defence: &Defence) -> Vec<Tally> {
    let (night, plan, at) = (world.resource::<Night>(), world.resource::<Plan>(), at_of(world, BOMBER));
    let times = round(content, world, night.moves());
    let mut out = meets(content, world, defence, &times, at.hex, at.level).to_vec();
    if night.struck.is_none() && plan.target == at.hex {
        out.push(strikes(content, world, defence, &times, at.hex, at.level == Level::Low));
    }
    out
}

/// What a medal against one tile of a kind changes: the sums of both sides before and after.
fn switched(content: &Content, world: &World, key: &OfferKey) -> String {
    let Some(kind) = Resource::from_word(key.word()) else { return String::new() };
    let defence = world.resource::<Defence>();
    let mut less = defence.clone();
    less.out[usize::from(at_of(world, BOMBER).hex)][kind.index()] += 1;
    let sum = |tallies: &[Tally], side: Side| -> i32 {
        tallies.iter().filter(|t| t.side == side.label()).map(Tally::total).sum()
    };
    let (before, after) = (here_with(content, world, defence), here_with(content, world, &less));
    let changes = [Side::Germany, Side::Britain].into_iter().filter_map(|side| {
        let (from, to) = (sum(&before, side), sum(&after, side));
        (from != to).then(|| format!("{} +{from} → +{to}", side.label()))
    });
    let words: Vec<String> = changes.collect();
    if words.is_empty() { "changes nothing".to_owned() } else { words.join(", ") }
}

/// What the balloon barriers score when the drop declared so far falls; they sleep through markers alone.
fn stirred(content: &Content, world: &World) -> String {
    let drop = &world.resource::<Stock>().drop;
    let hex = at_of(world, MOSQUITO).hex;
    let tally = balloons(&content.tables.points.events, world.resource::<Defence>(), drop, hex);
    if tally.items.is_empty() { String::new() } else { brief(&tally) }
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
            let low = at_of(world, BOMBER).level == Level::Low;
            format!("{}, {class}. Tonight {}", name(hex), brief(&strike_if(content, world, hex, low)))
        }
        "place" | "take" => {
            tables.resources.kinds.iter().find(|k| k.kind.word() == key.word()).map_or(String::new(), |k| {
                match key.b {
                    Arg::Num(n) => format!("{}. {}", name(u8::try_from(n).unwrap_or(0)), k.note),
                    _ => String::new(),
                }
            })
        }
        "fly" | "then" | "tail" | "boost" | "circle" | "takeoff" | "land" | "ditch" => {
            ordered(content, world, question, &key)
        }
        "off" => switched(content, world, &key),
        "done" if question.clause.0 == "mosquito.o" => stirred(content, world),
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

/// What an order to a squadron brings, before it is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The hex where it ends.
    pub to: u8,
    /// Lines of fuel, a medal's saving taken off (clause adv-3-medals.k).
    pub cost: u8,
    /// The use of an airfield, the duel, the ditching: by the tallies that score them.
    pub points: Vec<Tally>,
    /// Whether no airport with room is in reach afterwards (clause fuel.m).
    pub stranded: bool,
}

impl Order {
    /// Points and danger in words; nothing where it brings neither.
    #[must_use]
    pub fn brings(&self) -> Option<String> {
        let danger = self.stranded.then(|| "no way home".to_owned());
        let words: Vec<String> = danger.into_iter().chain(self.points.iter().map(brief)).collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }
}

/// What an offer to a squadron brings; nothing for another offer. The second hex with special fuel counts from the
/// first (clause adv-6-special-fuel.b).
#[must_use]
pub fn order(content: &Content, world: &World, question: &Question, key: &OfferKey) -> Option<Order> {
    let id = key.piece().or(question.subject).filter(|id| SQUADRONS.contains(id))?;
    let tables = &content.tables;
    let (board, fuel) = (&tables.board, &tables.fuel);
    let wind = world.resource::<Sky>().wind;
    let at = at_of(world, id);
    let bearing = |arg: Arg| if let Arg::Word(word) = arg { Bearing::from_word(word) } else { None };
    let price = |b: Bearing| fuel::hex(fuel, wind, b);
    let (way, cost) = match key.verb {
        "fly" | "boost" => (vec![bearing(key.b)?], price(bearing(key.b)?)),
        "then" => {
            let (first, second) = (bearing(question.args[1])?, bearing(key.a)?);
            (vec![first, second], price(first) + price(second))
        }
        "tail" => (vec![wind, wind], fuel.tail_two),
        "circle" => (Vec::new(), fuel.circle),
        "takeoff" if key.b == Arg::Word("high") => (Vec::new(), fuel.climb_high),
        "takeoff" => (Vec::new(), fuel.circle),
        "land" | "ditch" => (Vec::new(), 0),
        _ => return None,
    };
    let mut to = at.hex;
    let mut path = Vec::new();
    for b in way {
        to = board.step(to, b)?;
        path.push(to);
    }
    let takes_off = FieldUse::TakeOff {
        blockaded: blockaded(at_of(world, MOSQUITO), world.resource::<Defence>(), at.hex),
    };
    let mut points = match key.verb {
        "ditch" => vec![ditching(&tables.points.events, board.ground[usize::from(at.hex)])],
        "land" => field_use(content, world, at.hex, FieldUse::Land),
        _ if !at.level.airborne() => field_use(content, world, at.hex, takes_off),
        _ => Vec::new(),
    };
    if path.contains(&at_of(world, MOSQUITO).hex) {
        points.extend(duel_if(content, world, id));
    }
    let cost = cost.saturating_sub(u8::from(world.resource::<Medals>().saving == Some(id)));
    let left = squadron_of(world, id)?.fuel.saturating_sub(cost);
    // With special fuel the way is not yet known; who lands or ditches is home or lost.
    let known = !matches!(key.verb, "boost" | "land" | "ditch");
    Some(Order { to, cost, points, stranded: known && !can_get_home(world, id, to, left) })
}

/// What the use of an airfield costs Germany, as one tally; nothing where it is free (clause fighters.j).
fn field_use(content: &Content, world: &World, hex: u8, what: FieldUse) -> Vec<Tally> {
    let (sky, defence, medals) =
        (world.resource::<Sky>(), world.resource::<Defence>(), world.resource::<Medals>());
    let bombs = defence.bombs[usize::from(hex)];
    let parts = airfield(&content.tables.points.events, what, bombs, &field(sky, defence, medals, hex));
    let mut all = Tally::new(Side::Britain.label(), "{} uses the airfield", "fighters.j");
    all.items.extend(parts.into_iter().flat_map(|t| t.items));
    if all.items.is_empty() { Vec::new() } else { vec![all] }
}

/// Lines of fuel in words.
#[must_use]
pub fn lines(cost: u8) -> String {
    format!("{cost} {}", if cost == 1 { "line" } else { "lines" })
}

/// An order in one line: where it leads, its fuel, its points and its danger.
fn ordered(content: &Content, world: &World, question: &Question, key: &OfferKey) -> String {
    let Some(order) = order(content, world, question, key) else { return String::new() };
    let (to, cost) = (order.to, lines(order.cost));
    let way = match key.verb {
        "land" | "ditch" => None,
        "circle" | "takeoff" => Some(format!("{cost} of fuel")),
        _ => Some(format!("to {to} {}, {cost}", content.tables.board.name(to))),
    };
    let words: Vec<String> = way.into_iter().chain(order.brings()).collect();
    words.join(" · ")
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
