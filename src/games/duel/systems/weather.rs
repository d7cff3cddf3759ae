//! Phase 2: the weather (clauses phase-2.a to phase-2.d), and its changes (advanced rule 2).

use crate::games::duel::components::{BOMBER, MOSQUITO};
use crate::games::duel::data::{HexSet, Level};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::games::duel::rules::drift::drift;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{DrawSpec, Question};
use crate::kernel::dice::Cup;
use crate::kernel::ids::Arg;

/// The weather deck; item n is card n (clause setup.f).
pub const WEATHER_CUP: Cup = Cup { name: "weather", prefix: "W" };
/// The wind change deck; item n is card n of `tables/decks.ron` (clause adv-2-weather-change.h).
pub const WIND_CUP: Cup = Cup { name: "wind change", prefix: "C" };

/// Phase 2: B draws the card, unless the scenario or the first night of a match names it.
pub fn weather(mut op: Op) {
    if op.flow.at(0) {
        let night = usize::from(op.night.number) - 1;
        let fixed = op.duel.setup.weather.get(night).copied();
        // [setup.i] A match with sides swapped keeps its card.
        if let Some(card) = fixed.or((op.sky.card != 0).then_some(op.sky.card)) {
            lay_out(&mut op, card);
            return;
        }
        if op.decks.weather.is_empty() {
            // [phase-2.a] Used cards stay out until the deck is empty; then all are shuffled again.
            op.decks.weather = op.book.tables.weather.iter().map(|w| w.card).collect();
        }
        let spec = DrawSpec { cup: WEATHER_CUP, items: op.decks.weather.clone(), count: 1 };
        let seat = op.british();
        op.ask(Question::draw(seat, "draw the weather card", "phase-2.a", spec), 1);
    } else if op.flow.at(1) {
        let card = op.flow.drawn().first().copied().unwrap_or(1);
        lay_out(&mut op, card);
    }
}

/// The sky as the card shows it: there is no choice (clauses phase-2.b and phase-2.c). The changes that it announces
/// need no card in the stack, so nothing shows how long the programme is (clause adv-2-weather-change.b).
pub fn spread(op: &mut Op, card: u8) {
    let Some(w) = op.book.tables.weather.get(usize::from(card) - 1).cloned() else { return };
    let set = |hexes: &[u8]| hexes.iter().copied().collect::<HexSet>();
    op.sky.card = card;
    op.sky.wind = w.wind;
    op.sky.moon = w.moon;
    op.sky.summer = w.summer;
    op.sky.clouds = set(&w.clouds);
    op.sky.thunder = set(&w.thunder);
    op.sky.fog = set(&w.fog);
    // [phase-2.d] Read by advanced rule 2 only, as the starts below by the solo mission.
    op.sky.change = [w.change.0, w.change.1];
}

/// Lays the card out and goes on.
fn lay_out(op: &mut Op, card: u8) {
    let Some(w) = op.book.tables.weather.get(usize::from(card) - 1).cloned() else { return };
    // [phase-2.a] It is out of the deck, drawn or named by the scenario.
    op.decks.weather.retain(|c| *c != card);
    spread(op, card);
    op.say(
        "phase-2.c",
        Tone::Plain,
        "Weather card {}: wind to {}, {}",
        &[Arg::Num(i32::from(card)), w.wind.word().into(), w.moon.label().into()],
    );
    if w.summer {
        op.say(
            "summer.a",
            Tone::Plain,
            "A summer night: bonuses from the bomber's move {}",
            &[Arg::Num(i32::from(op.book.tables.decks.summer_from))],
        );
    }
    if !op.solo() {
        op.flow.goto(Phase::Plan, [0; 4]);
        return;
    }
    // [solo-1.c] The card gives the starts.
    let city = if w.solo.city == 1 { "first" } else { "second" };
    op.say(
        "solo-1.c",
        Tone::Plain,
        "The bomber starts from {}, the Mosquito from {}; the {} city is the target",
        &[Arg::Place(w.solo.bomber), Arg::Place(w.solo.mosquito), city.into()],
    );
    op.aircraft.put(BOMBER, w.solo.bomber, Level::Ground);
    op.aircraft.put(MOSQUITO, w.solo.mosquito, Level::Ground);
    op.night.path = vec![w.solo.bomber];
    let next = if op.duel.setup.squadrons_first { Phase::Defence } else { Phase::Squadrons };
    op.flow.goto(next, [0; 4]);
}

/// A weather change: pieces move and nothing scores (clause adv-2-weather-change.g; clauses adv-2-weather-change.c to adv-2-weather-change.h).
pub fn weather_change(mut op: Op) {
    if op.flow.at(0) {
        op.night.changes += 1;
        let spec = DrawSpec { cup: WIND_CUP, items: op.decks.wind.clone(), count: 1 };
        let seat = op.british();
        let q = Question::draw(
            seat,
            "the weather changes: draw a wind change card",
            "adv-2-weather-change.d",
            spec,
        );
        op.ask(q, 1);
    } else if op.flow.at(1) {
        let card = op.flow.drawn().first().copied().unwrap_or(1);
        op.decks.wind.retain(|c| *c != card);
        let steps = op.book.tables.wind_cards().get(usize::from(card) - 1).copied().unwrap_or(0);
        let wind = op.sky.wind.turned(steps);
        op.sky.wind = wind;
        // [adv-2-weather-change.e] Clouds, thunderstorms and fog drift; moon and summer do not change.
        let far = op.book.tables.decks.drift;
        let board = &op.book.tables.board;
        let (clouds, thunder, fog) = (
            drift(board, op.sky.clouds, wind, far),
            drift(board, op.sky.thunder, wind, far),
            drift(board, op.sky.fog, wind, far),
        );
        (op.sky.clouds, op.sky.thunder, op.sky.fog) = (clouds, thunder, fog);
        op.say(
            "adv-2-weather-change.e",
            Tone::Plain,
            "The wind turns to {}; the weather drifts by {}",
            &[wind.word().into(), Arg::Num(i32::from(far))],
        );
        op.flow.done();
    }
}
