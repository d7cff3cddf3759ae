//! The Mosquito's turn: move, altitude, markers and bombs (clauses mosquito.a to mosquito.w).

use crate::games::duel::components::{Cause, Drop, Flight, MOSQUITO};
use crate::games::duel::data::{Advanced, HexSet, Level, Resource};
use crate::games::duel::op::{Op, balloons};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// Step 0 asks where to, 1 moves and asks how high, 2 sets the level, 3 asks for the drop, 4 declares, 5 pays with
/// medals.
pub fn mosquito(mut op: Op) {
    match op.flow.step() {
        0 => {
            let question = ask_move(&op);
            op.ask(question, 1);
        }
        1 => {
            let Some(key) = op.flow.answer() else { return };
            if key.verb == "wait" {
                op.say("mosquito.a", Tone::Plain, "{} waits on the ground", &[MOSQUITO.into()]);
                op.flow.done();
                return;
            }
            let hex = key.place();
            let level = op.aircraft.at(MOSQUITO).level;
            op.aircraft.put(MOSQUITO, hex, level);
            let question = ask_level(&op, hex);
            op.ask(question, 2);
        }
        2 => {
            let Some(key) = op.flow.answer() else { return };
            let hex = op.aircraft.at(MOSQUITO).hex;
            let level = match key.verb {
                "low" => Level::Low,
                "high" => Level::High,
                _ => Level::Ground,
            };
            op.aircraft.put(MOSQUITO, hex, level);
            if level == Level::Ground {
                // [mosquito.f] Landed for good.
                op.night.mosquito = Flight::Down;
                op.say("mosquito.f", Tone::Plain, "{} lands on {}", &[MOSQUITO.into(), Arg::Place(hex)]);
                op.flow.done();
                return;
            }
            op.night.mosquito = Flight::Flying;
            op.say(
                "mosquito.d",
                Tone::Plain,
                "{} is over {} at {} altitude",
                &[MOSQUITO.into(), Arg::Place(hex), level.word().into()],
            );
            op.stock.drop = Drop::default();
            op.flow.stay(3);
        }
        3 => {
            if op.stock.left == 0 && op.stock.drop.units() == 0 {
                op.flow.done();
            } else {
                let question = ask_drop(&op);
                op.ask(question, 4);
            }
        }
        4 => declare(&mut op),
        _ => {
            let Some(key) = op.flow.answer() else { return };
            let medals = key.place();
            release(&mut op, medals);
        }
    }
}

/// The hexes within two steps (clause mosquito.a), without regard to wind and fuel (clause mosquito.b) or to flak
/// (clause mosquito.c).
fn reach(op: &Op, from: u8) -> HexSet {
    let board = &op.book.tables.board;
    board.hexes().filter(|hex| board.distance(from, *hex) <= 2).collect()
}

/// Steps to the nearest British airport.
fn home(op: &Op, hex: u8) -> u8 {
    let board = &op.book.tables.board;
    board.british.iter().map(|b| board.distance(hex, b)).min().unwrap_or(0)
}

fn ask_move(op: &Op) -> Question {
    let at = op.aircraft.at(MOSQUITO);
    let mut q = Question::new(op.british(), "move the Mosquito", "mosquito.a");
    // [phase-6.d] With the bomber down it flies home by a shortest way.
    let bomber_down = op.night.bomber == Flight::Down;
    let nearest = home(op, at.hex).saturating_sub(2);
    if !at.level.airborne() {
        q = q.offer(Offer::new("wait", "Wait on the ground", "mosquito.a"));
    }
    for hex in reach(op, at.hex).iter() {
        let label = if hex == at.hex { "Circle over hex {}" } else { "Fly to hex {}" };
        q = q.offer(Offer::new("to", label, "mosquito.a").a(i32::from(hex)).bar(
            bomber_down && home(op, hex) > nearest,
            "the bomber is down: home by a shortest way",
            "phase-6.d",
        ));
    }
    q
}

fn ask_level(op: &Op, hex: u8) -> Question {
    let airport = op.book.tables.board.british.has(hex);
    let must = airport && op.night.bomber == Flight::Down;
    let mut q = Question::new(op.british(), "choose the Mosquito's altitude", "mosquito.d").about(MOSQUITO);
    for (verb, label) in [("high", "High altitude"), ("low", "Low altitude")] {
        q = q.offer(Offer::new(verb, label, "mosquito.d").bar(
            must,
            "the bomber is down: it must land",
            "phase-6.d",
        ));
    }
    q.offer(Offer::new("land", "Land for the night", "mosquito.f").bar(
        !airport,
        "it lands on British airports only",
        "mosquito.f",
    ))
}

/// Bombs that one target in the hex needs (clauses mosquito.t and smoke-screen.b); a screen under attack counts itself
/// (clause smoke-screen.c).
#[must_use]
pub fn bombs_needed(op: &Op, hex: u8) -> u8 {
    1 + op.defence.working(hex, Resource::Smoke)
}

/// Markers and bombs that a drop may have in all: medals at most as many as markers (clause adv-3-medals.n).
fn allowance(op: &Op) -> u8 {
    op.stock.left + medals(op).min(op.stock.left)
}

fn medals(op: &Op) -> u8 {
    if op.has(Advanced::Medals) { op.medals.british } else { 0 }
}

/// The offers to bomb a tile, kind by kind.
const BOMB: [&str; 8] = [
    "Bomb a flak",
    "Bomb a searchlight",
    "Bomb a radar",
    "Bomb a smoke screen",
    "Bomb a balloon barrier",
    "Bomb a fire department",
    "Bomb a fuel truck",
    "Bomb a civil bunker",
];

fn ask_drop(op: &Op) -> Question {
    let at = op.aircraft.at(MOSQUITO);
    let hex = at.hex;
    let drop = op.stock.drop;
    let left = allowance(op).saturating_sub(drop.units());
    let need = bombs_needed(op, hex);
    let high = at.level == Level::High;
    // One count everywhere: markers neither dropped nor aimed; medals come on top.
    let markers = op.stock.left.saturating_sub(drop.units());
    let paid = left - markers.min(left);
    let prompt = if paid == 0 {
        "drop markers and bombs, {} left"
    } else {
        "drop markers and bombs, {} left and {} more by medals"
    };
    let mut q = Question::new(op.british(), prompt, "mosquito.o");
    q.args[..2].copy_from_slice(&[Arg::Num(i32::from(markers)), Arg::Num(i32::from(paid))]);
    let none = "no marker is left";
    q = q.offer(Offer::new("marker", "Drop a target marker", "mosquito.q").bar(
        left == 0,
        none,
        "mosquito.p",
    ));
    let bomb = |offer: Offer, price: u8| {
        offer
            .bar(high, "bombs fall from low altitude only", "mosquito.s")
            .bar(left == 0, none, "mosquito.p")
            .bar(left < price, "smoke: too few markers are left for this target", "mosquito.t")
    };
    if op.book.tables.board.german.has(hex) {
        let price = if drop.airport == 0 { need } else { 1 };
        let (verb, label) =
            if drop.airport == 0 { ("bomb", "Bomb the {}") } else { ("extra", "One more bomb on the {}") };
        let mut offer = Offer::new(verb, label, "mosquito.u");
        if drop.airport == 0 {
            offer = offer.a("airport");
        } else {
            offer.label = "One more bomb on the airport";
        }
        q = q.offer(bomb(offer, price));
    }
    for kind in Resource::ALL {
        let there = op.defence.working(hex, kind);
        if there == 0 {
            continue;
        }
        let offer = Offer::new("bomb", BOMB[kind.index()], "mosquito.v")
            .a(kind.word())
            .bar(kind == Resource::Bunker, "a bunker cannot be destroyed", "civil-bunker.b")
            .bar(drop.tiles[kind.index()] >= there, "all of them are aimed at", "mosquito.v");
        q = q.offer(bomb(offer, need));
    }
    let mut done = Offer::new("done", "Drop nothing", "mosquito.o");
    if drop.units() > 0 {
        done.label = "Drop them";
    }
    q.default = q.offers.len();
    q.offer(done)
}

fn declare(op: &mut Op) {
    let Some(key) = op.flow.answer() else { return };
    let hex = op.aircraft.at(MOSQUITO).hex;
    let need = bombs_needed(op, hex);
    match (key.verb, Resource::from_word(key.word())) {
        ("marker", _) => op.stock.drop.markers += 1,
        ("extra", _) => op.stock.drop.airport += 1,
        ("bomb", None) => op.stock.drop.airport += need,
        ("bomb", Some(kind)) => {
            op.stock.drop.tiles[kind.index()] += 1;
            op.stock.drop.bombs += need;
        }
        _ => {
            let units = op.stock.drop.units();
            let least = units.saturating_sub(op.stock.left);
            let most = medals(op).min(units / 2);
            if least < most {
                let mut q = Question::new(op.british(), "pay for part of it with medals", "adv-3-medals.n");
                for n in least..=most {
                    q = q.offer(Offer::new("medals", "{} medals", "adv-3-medals.n").a(i32::from(n)));
                }
                op.ask(q, 5);
            } else {
                release(op, least);
            }
            return;
        }
    }
    op.flow.stay(3);
}

/// Resolves the drop as one event (clause mosquito.w).
fn release(op: &mut Op, medals: u8) {
    let hex = op.aircraft.at(MOSQUITO).hex;
    drop_on(op, hex, medals);
    op.flow.done();
}

/// Drops what was declared on a hex, `medals` of it paid with medals.
pub fn drop_on(op: &mut Op, hex: u8, medals: u8) {
    let drop = std::mem::take(&mut op.stock.drop);
    let at = usize::from(hex);
    let place = Arg::Place(hex);
    op.stock.left -= drop.units() - medals;
    op.medals.british -= medals;
    op.medals.spent += medals;
    // [balloon-barrier.c] What is bombed is hit all the same.
    let tally = balloons(&op.book.tables.points.events, &op.defence, &drop, hex);
    op.score(Cause::Balloons, tally.at(hex), None);
    if drop.airport > 0 {
        op.defence.bombs[at] += drop.airport;
        let bombs = Arg::Num(i32::from(drop.airport));
        op.say("mosquito.u", Tone::Plain, "Bombs on the airport in {}: {}", &[place, bombs]);
    }
    for kind in Resource::ALL {
        let hit = drop.tiles[kind.index()];
        if hit > 0 {
            op.defence.out[at][kind.index()] += hit;
            let count = Arg::Num(i32::from(hit));
            let words = [place, count, kind.noun(hit).into()];
            op.say("mosquito.v", Tone::Plain, "Out of action in {}: {} {}", &words);
        }
    }
    if drop.markers > 0 {
        op.stock.lying[at] += drop.markers;
        let markers = Arg::Num(i32::from(drop.markers));
        op.say("mosquito.r", Tone::Plain, "Target markers laid in {}: {}", &[place, markers]);
    }
}
