//! The bomber's turn: weather changes and new programmes first, then the next card (clauses bomber.a to bomber.j,
//! compass-cards.j, combat.d), with the British uses of medals (advanced rule 3).

use crate::games::duel::components::{BOMBER, Cause, Flight};
use crate::games::duel::data::{Advanced, Bearing, Level, Resource, Side};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::games::duel::rules::points::{entering, fighters, single, strike};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// The kinds that a British medal puts out of action (clause adv-3-medals.m).
const SWITCHED: [Resource; 3] = [Resource::Radar, Resource::Flak, Resource::Searchlight];

/// Steps of the phase.
const CHANGE: u16 = 0;
const KEEP: u16 = 1;
const KEPT: u16 = 2;
const CARD: u16 = 3;
const FLY: u16 = 4;
const OFF: u16 = 5;
const SWITCH: u16 = 6;
const SCORE: u16 = 7;
const SHIELD: u16 = 8;

/// The bomber's turn.
pub fn bomber(mut op: Op) {
    match op.flow.step() {
        CHANGE => {
            // [adv-2-weather-change.c] When the named card would be drawn, once for each named move.
            let number = op.night.moves() + 1;
            let due = op.has(Advanced::WeatherChange) && op.sky.change.contains(&number);
            if due && op.flow.arg(0) == 0 {
                op.flow.set_arg(0, 1);
                op.flow.call(Phase::WeatherChange, [0; 4], CHANGE);
            } else {
                op.flow.stay(KEEP);
            }
        }
        KEEP => {
            // [adv-2a-reprogram.a] After a change, [adv-2b-reroute-home.a] after the strike at any time.
            let struck = op.night.struck.is_some();
            if op.has(Advanced::WeatherChange) && (op.flow.arg(0) == 1 || struck) {
                let clause = if struck { "adv-2b-reroute-home.a" } else { "adv-2a-reprogram.a" };
                let q = Question::new(op.british(), "keep the programme or lay a new one", clause)
                    .offer(Offer::new("keep", "Keep the programme", clause))
                    .offer(Offer::new("replan", "Lay a new one", clause));
                op.ask(q, KEPT);
            } else {
                op.flow.stay(CARD);
            }
        }
        KEPT => {
            if op.flow.answer().is_some_and(|key| key.verb == "replan") {
                op.flow.call(Phase::Course, [1, 0, 0, 0], CARD);
            } else {
                op.flow.stay(CARD);
            }
        }
        CARD => {
            let question = ask_card(&op);
            op.ask(question, FLY);
        }
        FLY => {
            let Some(key) = op.flow.answer() else { return };
            let level = match key.verb {
                "low" => Level::Low,
                "high" => Level::High,
                _ => op.bomber_level(),
            };
            // [compass-cards.h] In the order of the programme.
            let Some(bearing) = op.plan.course.get(op.night.flown.len()).copied() else { return };
            op.flow.reveal();
            fly(&mut op, bearing, level);
            op.flow.stay(OFF);
        }
        OFF => {
            let question = ask_off(&op);
            match question {
                Some(question) => op.ask(question, SWITCH),
                None => op.flow.stay(SCORE),
            }
        }
        SWITCH => {
            let Some(key) = op.flow.answer() else { return };
            if let Some(kind) = Resource::from_word(key.word()) {
                let hex = op.aircraft.at(BOMBER).hex;
                op.medals.british -= 1;
                op.medals.spent += 1;
                op.defence.out[usize::from(hex)][kind.index()] += 1;
                op.say(
                    "adv-3-medals.m",
                    Tone::Plain,
                    "A medal puts a {} in {} out of action",
                    &[kind.word().into(), Arg::Place(hex)],
                );
                op.flow.stay(OFF);
            } else {
                op.flow.stay(SCORE);
            }
        }
        SCORE => match ask_shield(&op) {
            Some(question) => op.ask(question, SHIELD),
            None => settle(&mut op, 0),
        },
        _ => {
            let shield = op.flow.answer().map_or(0, |key| key.place());
            settle(&mut op, shield);
        }
    }
}

fn settle(op: &mut Op, shield: u8) {
    enter(op, shield);
    if op.night.flown.len() == op.plan.course.len() {
        land(op); // [bomber.j]
    }
    award(op); // [adv-3-medals.b] After everything that medals could be spent on in this turn.
    op.flow.done();
}

/// Turning the next card over; on move 1 with the altitude of the night (clauses phase-6.f and bomber.d).
fn ask_card(op: &Op) -> Question {
    let number = i32::from(op.night.moves()) + 1;
    let mut q = Question::new(op.british(), "turn over compass card {}", "compass-cards.j");
    q.args[0] = Arg::Num(number);
    if number == 1 {
        for (verb, label) in
            [("high", "Take off and fly high tonight"), ("low", "Take off and fly low tonight")]
        {
            q = q.offer(Offer::new(verb, label, "bomber.d"));
        }
        q
    } else {
        q.offer(Offer::new("turn", "Turn it over", "compass-cards.j"))
    }
}

/// Moves the bomber one hex (clauses bomber.a and bomber.c), whatever the wind (clause bomber.b).
pub fn fly(op: &mut Op, bearing: Bearing, level: Level) {
    let from = op.aircraft.at(BOMBER).hex;
    let to = op.book.tables.board.step(from, bearing).unwrap_or(from);
    if op.night.flown.is_empty() && op.field(from).fog {
        let points = op.book.tables.points.events.fog_start;
        let tally = single(Side::Germany, ("The bomber takes off in fog", "fog", "fog.c"), 1, points);
        op.score(Cause::Fog, tally, Some(BOMBER));
    }
    op.night.bomber = Flight::Flying;
    op.night.flown.push(bearing);
    op.night.path.push(to);
    op.aircraft.put(BOMBER, to, level);
    op.say(
        "bomber.a",
        Tone::Plain,
        "{} flies {} to {}",
        &[BOMBER.into(), bearing.word().into(), Arg::Place(to)],
    );
}

/// Medals put defences out of action before anything is scored (clause adv-3-medals.m).
fn ask_off(op: &Op) -> Option<Question> {
    if !op.has(Advanced::Medals) || op.medals.british == 0 {
        return None;
    }
    let hex = op.aircraft.at(BOMBER).hex;
    let prompt = "put defences out of action with medals, {} left";
    let mut q = Question::new(op.british(), prompt, "adv-3-medals.m");
    q.args[0] = Arg::Num(i32::from(op.medals.british));
    for kind in SWITCHED {
        if op.defence.working(hex, kind) > 0 {
            q = q.offer(Offer::new("off", "Put a {} out of action", "adv-3-medals.m").a(kind.word()));
        }
    }
    if q.offers.is_empty() {
        return None;
    }
    q.default = q.offers.len();
    Some(q.offer(Offer::new("done", "Spend none", "adv-3-medals.m")))
}

/// Medals shield the bomber from squadrons (clauses adv-3-medals.o and adv-3-medals.p).
fn ask_shield(op: &Op) -> Option<Question> {
    let hex = op.aircraft.at(BOMBER).hex;
    let field = op.field(hex);
    if !op.has(Advanced::Medals) || op.medals.british == 0 {
        return None;
    }
    let high = op.bomber_level() == Level::High;
    let met = op.met(hex, op.bomber_level());
    let points = &op.book.tables.points.fighters;
    let worth = fighters(points, met, &field, &op.times(op.night.moves()), high).total();
    if worth <= 0 {
        return None;
    }
    let most = i32::from(op.medals.british).min(worth);
    let mut q = Question::new(
        op.british(),
        "shield the bomber with medals: the squadrons score {}",
        "adv-3-medals.o",
    );
    q.args[0] = Arg::Num(worth);
    for n in 0..=most {
        let barred = n > 0 && field.medals > 0;
        q = q.offer(Offer::new("shield", "{} medals", "adv-3-medals.o").a(n).bar(
            barred,
            "German medals lie here",
            "adv-3-medals.p",
        ));
    }
    Some(q)
}

/// What happens in the hex entered: storm, squadrons, flak, strike (clauses combat.d, bomber.i, flak.b and fighters.m).
pub fn enter(op: &mut Op, shield: u8) {
    let at = op.aircraft.at(BOMBER);
    let low = at.level == Level::Low;
    let times = op.times(op.night.moves());
    let field = op.field(at.hex);
    let met = op.met(at.hex, at.level);
    op.score.contacts += u16::from(met.squadrons);
    let [storm, mut attack, flak] = entering(&op.book.tables.points, met, &field, &times, low);
    if shield > 0 {
        op.medals.british -= shield;
        op.medals.spent += shield;
        attack.add(i32::from(shield), "British medal", -1, "adv-3-medals.o");
    }
    op.score(Cause::Storm, storm, Some(BOMBER));
    op.score(Cause::Fighters, attack, Some(BOMBER));
    op.score(Cause::Flak, flak, Some(BOMBER));
    // [bomber.g] The first time over the target; [bomber.h] nothing else is ever attacked.
    if op.night.struck.is_none() && op.plan.target == at.hex {
        strike_on(op, at.hex, low);
    }
}

/// The strike.
pub fn strike_on(op: &mut Op, hex: u8, low: bool) {
    let times = op.times(op.night.moves());
    let s = op.strike(hex, low);
    let tally = strike(&op.book.tables.points.strike, s, &op.field(hex), &times);
    op.night.struck = Some(op.night.moves());
    op.night.target = hex;
    op.score(Cause::Strike, tally, Some(BOMBER));
}

/// Landing (clauses bomber.j and fog.d).
pub fn land(op: &mut Op) {
    let hex = op.aircraft.at(BOMBER).hex;
    if op.field(hex).fog {
        let points = op.book.tables.points.events.fog_land;
        let tally = single(Side::Germany, ("The bomber lands in fog", "fog", "fog.d"), 1, points);
        op.score(Cause::Fog, tally, Some(BOMBER));
    }
    op.aircraft.put(BOMBER, hex, Level::Ground);
    op.night.bomber = Flight::Down;
    // A Mosquito that never took off stays down (clause phase-6.c).
    if op.night.mosquito == Flight::Waiting {
        op.night.mosquito = Flight::Down;
    }
    op.say("bomber.j", Tone::Plain, "{} lands on {}", &[BOMBER.into(), Arg::Place(hex)]);
}

/// Medals for this move (clauses adv-3-medals.e to adv-3-medals.g), kept until they are used (clause adv-3-medals.d).
/// They come after all uses of the move (clause
/// adv-3-medals.b).
fn award(op: &mut Op) {
    if !op.has(Advanced::Medals) {
        return;
    }
    let hex = op.aircraft.at(BOMBER).hex;
    let awards = op.book.tables.points.medals;
    let squadrons = op.aircraft.airborne_in(hex).count();
    let first = op.night.moves() == 1;
    let last = op.night.bomber == Flight::Down;
    let (german, british) = match squadrons {
        0 if !first && !last => (0, awards.unmet),
        3 => (awards.three, 0),
        4 => (awards.four, 0),
        _ => (0, 0),
    };
    // [adv-3-medals.a] From one supply.
    let earned = (german + british).min(op.medals.supply);
    if earned == 0 {
        return;
    }
    op.medals.supply -= earned;
    let (side, clause) = if german > 0 {
        op.medals.german += earned;
        (Side::Germany, "adv-3-medals.e")
    } else {
        op.medals.british += earned;
        (Side::Britain, "adv-3-medals.f")
    };
    op.say(clause, Tone::Plain, "Medals for {}: {}", &[side.label().into(), Arg::Num(i32::from(earned))]);
}
