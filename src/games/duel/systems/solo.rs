//! The solo mission: cards fly the British side (clauses solo-3.a to solo-3.h, solo-6.a, solo-6.b and solo-7.a to
//! solo-7.d).

use crate::games::duel::components::{BOMBER, Drop, Flight, MOSQUITO};
use crate::games::duel::data::{Bearing, Level};
use crate::games::duel::op::Op;
use crate::games::duel::systems::bomber::{enter, fly, land, strike_on};
use crate::games::duel::systems::mosquito::{bombs_needed, drop_on};
use crate::games::duel::systems::night::compass_cards;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{DrawSpec, Question};
use crate::kernel::dice::Cup;
use crate::kernel::ids::Arg;

/// The outbound pile; item n is compass card n (clause solo-1.b).
pub const OUTBOUND_CUP: Cup = Cup { name: "outbound", prefix: "X" };
/// The return pile.
pub const RETURN_CUP: Cup = Cup { name: "return", prefix: "X" };

/// The bomber's turn: a card laid aside that fits, or cards drawn until one fits (clauses solo-3.c and solo-3.d).
pub fn solo_course(mut op: Op) {
    let cards = compass_cards(&op.book.tables);
    let bearing = |card: u8| cards.get(usize::from(card).saturating_sub(1)).copied().unwrap_or(Bearing::E);
    if op.flow.at(1) {
        let Some(card) = op.flow.drawn().first().copied() else { return };
        let home = op.night.home;
        let pile = if home { &mut op.decks.homeward } else { &mut op.decks.outbound };
        pile.retain(|c| *c != card);
        op.decks.aside.push(card);
        if !legal(&op, bearing(card)) {
            op.say(
                "solo-3.d",
                Tone::Plain,
                "{} cannot be flown: the card is laid aside",
                &[bearing(card).word().into()],
            );
        }
        op.flow.to(0);
    }
    // [solo-3.d] Cards passed over stay available, in their order.
    if let Some(at) = op.decks.aside.iter().position(|card| legal(&op, bearing(*card))) {
        let card = op.decks.aside.remove(at);
        move_on(&mut op, bearing(card));
        return;
    }
    let (cup, items) = if op.night.home {
        (RETURN_CUP, op.decks.homeward.clone())
    } else {
        (OUTBOUND_CUP, op.decks.outbound.clone())
    };
    if items.is_empty() {
        if !op.night.home {
            // [solo-6.b] No way on to its city: it turns home without a strike.
            op.night.home = true;
            op.decks.aside.clear();
            op.say("solo-6.b", Tone::Plain, "{} finds no way to its city and turns home", &[BOMBER.into()]);
        }
        let bearing = straight_home(&op);
        move_on(&mut op, bearing);
        return;
    }
    let seat = op.german();
    let spec = DrawSpec { cup, items, count: 1 };
    op.ask(Question::draw(seat, "draw the bomber's next compass card", "solo-3.c", spec), 1);
}

/// Whether the bomber can fly a card: one step at most from its last bearing, on the board; the first card outbound
/// and the first after the strike are free (clauses solo-3.d and solo-7.a).
fn legal(op: &Op, bearing: Bearing) -> bool {
    let hex = op.aircraft.at(BOMBER).hex;
    let free = op.night.flown.is_empty() || op.night.struck == Some(op.night.moves());
    let near = op.night.flown.last().is_none_or(|last| last.steps(bearing) <= 1);
    (free || near) && op.book.tables.board.step(hex, bearing).is_some()
}

/// [solo-7.d] Without a card: to the neighbour nearest to a British airport, ties by the smaller turn, then the lower
/// number.
fn straight_home(op: &Op) -> Bearing {
    let board = &op.book.tables.board;
    let hex = op.aircraft.at(BOMBER).hex;
    let last = op.night.flown.last().copied();
    let ways = Bearing::ALL.into_iter().filter_map(|b| {
        let to = board.step(hex, b)?;
        let far = board.british.iter().map(|home| board.distance(to, home)).min().unwrap_or(u8::MAX);
        Some(((far, last.map_or(0, |l| l.steps(b)), to), b))
    });
    ways.min_by_key(|(rank, _)| *rank).map_or(Bearing::W, |(_, b)| b)
}

/// Flies one hex and resolves what happens there.
fn move_on(op: &mut Op, bearing: Bearing) {
    // [solo-7.c] No count of moves ends it; [solo-3.h] high all night.
    fly(op, bearing, Level::High);
    enter(op, 0);
    let hex = op.aircraft.at(BOMBER).hex;
    let board = &op.book.tables.board;
    let new = !op.night.path[..op.night.path.len() - 1].contains(&hex);
    if !op.night.home && board.cities.has(hex) && new {
        op.night.cities += 1;
        let card = usize::from(op.sky.card).saturating_sub(1);
        let wanted = op.book.tables.weather.get(card).map_or(1, |w| w.solo.city);
        // [solo-6.a] The first or the second city reached, as the card says.
        if op.night.cities == wanted {
            strike_on(op, hex, false);
            // [solo-3.g] The markers left are spent on it.
            let left = std::mem::take(&mut op.stock.left);
            op.stock.lying[usize::from(hex)] += left;
            op.night.home = true;
            op.decks.aside.clear();
        }
    } else if op.night.home && board.british.has(hex) {
        // [solo-7.b] It lands on the first British airport on its way.
        land(op);
        op.night.mosquito = Flight::Flying;
    }
    op.flow.done();
}

/// The Mosquito keeps to the bomber's side: east of it on the way out, west on the way home (clause solo-3.e).
pub fn solo_mosquito(mut op: Op) {
    let bomber = op.aircraft.at(BOMBER);
    if op.night.bomber == Flight::Down {
        op.aircraft.put(MOSQUITO, bomber.hex, Level::Ground);
        op.night.mosquito = Flight::Down;
        op.say("solo-7.b", Tone::Plain, "{} lands on {}", &[MOSQUITO.into(), Arg::Place(bomber.hex)]);
        op.flow.done();
        return;
    }
    let side = if op.night.home { Bearing::W } else { Bearing::E };
    let board = &op.book.tables.board;
    let hex = board.step(bomber.hex, side).unwrap_or(bomber.hex);
    let need = bombs_needed(&op, hex);
    // [solo-3.f] An airport not yet bombed is bombed while the markers last; [solo-6.b] after a missed city they stay
    // unused.
    let bombs = !op.night.home
        && board.german.has(hex)
        && op.defence.bombs[usize::from(hex)] == 0
        && op.stock.left >= need;
    let level = if bombs { Level::Low } else { Level::High };
    op.aircraft.put(MOSQUITO, hex, level);
    op.night.mosquito = Flight::Flying;
    op.say(
        "solo-3.e",
        Tone::Plain,
        "{} is over {} at {} altitude",
        &[MOSQUITO.into(), Arg::Place(hex), level.word().into()],
    );
    if bombs {
        op.stock.drop = Drop { airport: need, ..Drop::default() };
        drop_on(&mut op, hex, 0);
    }
    op.flow.done();
}
