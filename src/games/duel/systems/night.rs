//! Nights: their six phases, the round of turns, and what ends and carries over.

use crate::games::duel::components::{
    At, BOMBER, Decks, Drop, Flight, MOSQUITO, Night, Out, Plan, SQUADRONS, Score, Sky, Tank,
};
use crate::games::duel::data::{Advanced, Form, Level, Side};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::games::duel::systems::weather::spread;
use crate::games::duel::victory;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, Seat};

/// A new night: what is renewed (clause night.d) and what stays (clause night.c).
pub fn night(mut op: Op) {
    let number = op.night.number + 1;
    let swapped = op.duel.setup.form == Form::Swap && number == 2;
    let (british, german) =
        if swapped { (op.night.german, op.night.british) } else { (op.night.british, op.night.german) };
    *op.night = Night { number, british, german, ..Night::default() };
    *op.plan = Plan::default();
    let card = op.sky.card;
    *op.sky = Sky::default();
    if op.duel.setup.form == Form::Swap && card != 0 {
        spread(&mut op, card); // [setup.i] The second night has the first one's weather, known from its start.
    }
    op.score.nights.push([0; 12]);
    if swapped {
        // [setup.i] Squadrons, bunkers and medals start afresh, since the sides have changed hands.
        *op.defence = Default::default();
        let supply = op.book.tables.decks.medals;
        *op.medals = Default::default();
        op.medals.supply = supply;
        for id in SQUADRONS {
            op.aircraft.change(id, |s| s.out = Out::No);
        }
    }
    // [civil-bunker.c] Bunkers on the board stay where they are.
    let bunkers = op.defence.tiles.map(|hex| hex[crate::games::duel::data::Resource::Bunker.index()]);
    op.defence.fixed = bunkers;
    op.defence.out.fill([0; 8]);
    op.defence.bombs.fill(0);
    op.stock.left = if op.has(Advanced::MosquitoPower) {
        op.book.tables.decks.markers_power // [adv-1-mosquito-power.a]
    } else {
        op.book.tables.decks.markers // [mosquito.p] [setup.e]
    };
    op.stock.lying.fill(0);
    op.stock.drop = Drop::default();
    // Medals still lying go with the night that they were laid in.
    let lying = op.medals.lying();
    op.medals.spent += lying;
    op.medals.laid.fill(0);
    op.medals.saved = false;
    op.medals.saving = None;
    // [adv-2-weather-change.h] All wind change cards are shuffled again each night.
    let cards = op.book.tables.wind_cards().len();
    op.decks.wind = (1..=u8::try_from(cards).unwrap_or(0)).collect();
    let (messerschmitt, dornier) = op.duel.setup.dials;
    for id in SQUADRONS {
        // [phase-1.e] Off the board, to be placed anew.
        op.aircraft.put(id, 0, Level::Ground);
        op.aircraft.change(id, |s| {
            // [fuel.b] Full dials; [ditching.b] those that ditched on land are back.
            s.fuel = if s.wing.dornier() { dornier } else { messerschmitt };
            s.tank = Tank::None;
            s.acted = false;
            s.met = false;
            if s.out == Out::Night {
                s.out = Out::No;
            }
        });
    }
    for id in [BOMBER, MOSQUITO] {
        op.aircraft.put(id, At::default().hex, Level::Ground);
    }
    op.log.set_turn(0);
    let of = i32::from(op.duel.setup.nights);
    op.say("night.a", Tone::Plain, "Night {} of {}", &[Arg::Num(i32::from(number)), Arg::Num(of)]);
    // [solo-1.d] Alone, cards and weather come before the squadrons; a setting turns this round.
    if op.solo() && !op.duel.setup.squadrons_first {
        op.flow.goto(Phase::Weather, [0; 4]);
    } else {
        op.flow.goto(Phase::Squadrons, [0; 4]);
    }
}

/// Phase 6: the turns in their order, until everything is down (clauses phase-6.a and phase-6.c).
pub fn round(mut op: Op) {
    if op.night_over() {
        op.flow.goto(Phase::NightEnd, [0; 4]);
        return;
    }
    // [phase-6.a] Mosquito, squadrons, bomber; [solo-3.b] alone: squadrons, bomber, Mosquito. [solo-4.a] [solo-5.a] The
    // turns themselves are the same.
    let order = if op.solo() {
        [Phase::German, Phase::SoloCourse, Phase::SoloMosquito]
    } else {
        [Phase::Mosquito, Phase::German, Phase::Bomber]
    };
    let step = op.flow.step();
    let turn = order[usize::from(step % 3)];
    // [phase-6.b] Who is down is skipped.
    let down = match turn {
        Phase::German => {
            !op.aircraft.any_airborne()
                && (op.night.bomber == Flight::Down
                    || SQUADRONS.iter().all(|id| op.aircraft.squadron(*id).out != Out::No))
        }
        Phase::Bomber | Phase::SoloCourse => op.night.bomber == Flight::Down,
        _ => op.night.mosquito == Flight::Down,
    };
    if down {
        op.flow.stay((step + 1) % 3);
    } else {
        op.begin_turn();
        op.flow.call(turn, [0; 4], (step + 1) % 3);
    }
}

/// The end of a night: its points, and the next night or the end of the game (clauses victory.a and victory.b).
pub fn night_end(mut op: Op) {
    if op.flow.at(0) {
        let number = op.night.number;
        let night = op.score.nights.last().copied().unwrap_or([0; 12]);
        let (b, g) = (Score::gross(&night, Side::Britain), Score::gross(&night, Side::Germany));
        op.say(
            "phase-6.c",
            Tone::Plain,
            "Night {} is over: Britain {}, Germany {}",
            &[Arg::Num(i32::from(number)), Arg::Num(b), Arg::Num(g)],
        );
        if number >= op.duel.setup.nights {
            let label = victory::winner(&op.duel, &op.score);
            op.say("victory.a", Tone::Plain, "The result: {}", &[label.into()]);
            op.flow.over(label.to_owned());
            return;
        }
        // Both have seen how it went before the next night begins.
        let seat: Seat = op.german();
        let next = Offer::new("next", "Begin the next night", "night.a");
        op.ask(Question::new(seat, "the night is over", "night.a").offer(next), 1);
    } else if op.flow.at(1) {
        op.flow.answer();
        op.flow.goto(Phase::Night, [0; 4]);
    }
}

/// The face-down piles at the start of a game (clauses setup.f and solo-1.b).
#[must_use]
pub fn decks(tables: &crate::games::duel::data::Tables) -> Decks {
    use crate::games::duel::data::Bearing;
    let mut decks = Decks { weather: tables.weather.iter().map(|w| w.card).collect(), ..Decks::default() };
    for (n, bearing) in compass_cards(tables).into_iter().enumerate() {
        let card = u8::try_from(n + 1).unwrap_or(u8::MAX);
        // [solo-1.b] NE, E and SE lead out, NW, W and SW home.
        if matches!(bearing, Bearing::NE | Bearing::E | Bearing::SE) {
            decks.outbound.push(card);
        } else {
            decks.homeward.push(card);
        }
    }
    decks
}

/// The compass cards one by one, card n at n − 1 (clause compass-cards.a).
#[must_use]
pub fn compass_cards(tables: &crate::games::duel::data::Tables) -> Vec<crate::games::duel::data::Bearing> {
    use crate::games::duel::data::Bearing;
    let deck = tables.compass();
    Bearing::ALL.into_iter().flat_map(|b| std::iter::repeat_n(b, usize::from(deck[b.index()]))).collect()
}
