//! What a British planner expects of every hex before he sees the defence, and so how likely each course is.
//!
//! Both sides reason alike: the British bot draws its course from these chances, the German one expects it to. Guns
//! gather where courses do, so the danger of a hex follows from its traffic, and the traffic from the danger; a few
//! rounds of that and neither side gains by knowing how the other thinks.

use super::chance::exp;
use super::courses::{self, Courses, Factors, STEPS, Traffic, step};
use super::deploy;
use super::forecast::Forecast;
use super::look::{ByHex, Look, at};
use crate::games::duel::data::{Bearing, HEXES};
use crate::games::duel::rules::course::Leg;
use crate::games::duel::rules::points::Met;
use crate::kernel::dice::BotLuck;

/// Points for which a course becomes e times as likely.
const HEAT: f64 = 2.3;
/// Squadrons within reach that are in the air with fuel.
const FIT: f64 = 0.64;
/// Points that all the guns and lights of the defence may bring, had the bomber to pass all of them.
const GUNS: f64 = 75.0;
/// The most that is expected of the guns in one hex.
const STACK: f64 = 14.0;
/// Points that bunkers, smoke and fire departments may take from all strikes together, and the share of one that they
/// take at most.
const SHELTERS: f64 = 60.0;
const SHELTERED: f64 = 1.0;
/// Rounds of mutual reckoning.
const ROUNDS: u8 = 5;
/// Rounds in which the defence is laid out in earnest, against this many raids.
const REHEARSALS: u8 = 5;
const RAIDS: usize = 120;

/// Where the squadrons stood when the course was laid, or `None` when that was not seen.
pub type Posts = Option<[u8; 4]>;

/// What the other side makes of the traffic.
struct Answer {
    /// Points of guns, by hex.
    guns: ByHex,
    /// Points that shelters take from the strike, by city in the order of the routes.
    shelters: Vec<f64>,
    /// How many of the squadrons within reach guess a step right, by the number of the move and by step.
    guess: Vec<Vec<f64>>,
}

/// Squadrons that can be where the bomber enters a hex on its move `number`.
fn within_reach(look: &Look<'_>, posts: Posts, hex: u8, number: u8) -> f64 {
    let board = look.board();
    let near = board.german.iter().map(|field| board.distance(field, hex)).min().unwrap_or(9);
    // Far from their airports squadrons have little fuel to wait and chase with.
    let stay = FIT * [1.0, 1.0, 0.9, 0.7, 0.45][usize::from(near).min(4)];
    let Some(posts) = posts else {
        return 4.0 * stay * if number == 1 { 0.4 } else { 0.9 };
    };
    let there = |post: u8| match board.distance(post, hex) {
        d if d <= number => 1.0 - 0.06 * f64::from(d.saturating_sub(1)),
        d if d == number + 1 => 0.25, // with the wind
        _ => 0.0,
    };
    stay * posts.iter().filter(|post| **post != 0).map(|post| there(*post)).sum::<f64>()
}

/// The factors of all courses against this answer; `known` when the defence is seen.
fn factors(look: &Look<'_>, posts: Posts, answer: &Answer, known: bool) -> Factors {
    let (board, tables) = (look.board(), look.tables());
    let events = &tables.points.events;
    let fields = if known { look.fields } else { look.bare() };
    let legs: Vec<Leg> = courses::legs(board).collect();
    let mut steps = vec![vec![0.0; STEPS]; usize::from(tables.decks.moves) + 1];
    for (number, by_step) in (0u8..).zip(&mut steps) {
        let (mut plain, mut hunted): (ByHex, ByHex) = ([1.0; HEXES + 1], [0.0; HEXES + 1]);
        for hex in board.hexes() {
            let field = &fields[at(hex)];
            let guns = f64::from(look.meets(field, Met::default(), number, look.bomber_low()));
            plain[at(hex)] = guns + answer.guns[at(hex)];
            hunted[at(hex)] = within_reach(look, posts, hex, number) * look.contact(field, number, false);
        }
        for leg in &legs {
            for way in Bearing::ALL {
                let Some(to) = board.step(leg.hex, way) else { continue };
                let step = step(*leg, way);
                let cost = plain[at(to)] + hunted[at(to)] * answer.guess[usize::from(number)][step];
                by_step[step] = exp(-cost / HEAT);
            }
        }
    }
    // Bunkers of earlier nights are seen when the target is chosen; in the duel they cannot be told from new ones.
    let mut strikes = fields;
    if look.view.bomber.path.is_empty() {
        for (field, there) in strikes.iter_mut().zip(&look.fields) {
            field.bunkers = there.bunkers;
        }
    }
    // A scenario may name the one target.
    let only = look.book.scenario(&look.view.scenario).and_then(|s| s.file.target);
    let strike = look.book.routes.iter().zip(&answer.shelters).map(|(route, shelters)| {
        if only.is_some_and(|target| target != route.target()) {
            return 0.0;
        }
        let out = board.british.iter().map(|home| board.distance(home, route.target())).min().unwrap_or(0);
        let strike = f64::from(look.strike(&strikes, route.target(), false, 0, out + 1));
        exp((strike - shelters.min(SHELTERED * strike)) / HEAT)
    });
    let fog = |points: i32| {
        let mut by_hex = [0.0; HEXES + 1];
        for hex in board.british.iter() {
            by_hex[at(hex)] = if fields[at(hex)].fog { exp(-f64::from(points) / HEAT) } else { 1.0 };
        }
        by_hex
    };
    Factors {
        step: steps,
        strike: strike.collect(),
        start: fog(events.fog_start),
        land: fog(events.fog_land),
    }
}

/// A part of the whole that grows with the square of the chance: what is likelier gets more than its share.
fn squares(chances: &[f64]) -> Vec<f64> {
    let sum: f64 = chances.iter().map(|p| p * p).sum();
    chances.iter().map(|p| p * p / sum.max(1e-12)).collect()
}

/// The best that the other side can do against this traffic, roughly.
fn answer(look: &Look<'_>, traffic: &Traffic) -> Answer {
    let board = look.board();
    let through = traffic.through();
    let open: Vec<f64> = (0u8..)
        .zip(through)
        .map(|(hex, p)| if hex == 0 || board.closed.has(hex) { 0.0 } else { p })
        .collect();
    let mut guns = [0.0; HEXES + 1];
    for (guns, share) in guns.iter_mut().zip(squares(&open)) {
        *guns = (GUNS * share).min(STACK);
    }
    let shelters = squares(&traffic.targets).into_iter().map(|share| SHELTERS * share).collect();
    let mut guess = even(look);
    for (guess, chances) in guess.iter_mut().zip(&traffic.steps) {
        for (guess, chances) in guess.chunks_mut(6).zip(chances.chunks(6)) {
            if chances.iter().sum::<f64>() > 1e-9 {
                guess.copy_from_slice(&squares(chances));
            }
        }
    }
    Answer { guns, shelters, guess }
}

/// Every step as likely as the others.
fn even(look: &Look<'_>) -> Vec<Vec<f64>> {
    vec![vec![1.0 / 3.0; STEPS]; usize::from(look.tables().decks.moves) + 1]
}

fn no_answer(look: &Look<'_>) -> Answer {
    Answer { guns: [0.0; HEXES + 1], shelters: vec![0.0; look.book.routes.len()], guess: even(look) }
}

/// Moves an estimate part of the way to a new one.
fn towards(old: &mut [f64], new: &[f64], share: f64) {
    for (old, new) in old.iter_mut().zip(new) {
        *old += share * (new - *old);
    }
}

/// The courses that a planner who has not seen the defence may lay.
#[must_use]
pub fn planned(look: &Look<'_>, posts: Posts, luck: &mut BotLuck) -> Courses {
    let (board, routes, moves) = (look.board(), &look.book.routes, look.tables().decks.moves);
    let mut known = no_answer(look);
    for round in 0..ROUNDS {
        let courses = Courses::new(board, routes, factors(look, posts, &known, false), moves);
        let new = answer(look, &courses.traffic(board, routes));
        let share = 1.0 / (1.0 + 0.5 * f64::from(round));
        towards(&mut known.guns, &new.guns, share);
        towards(&mut known.shelters, &new.shelters, share);
        for (old, new) in known.guess.iter_mut().zip(&new.guess) {
            towards(old, new, share);
        }
    }
    let mut courses = Courses::new(board, routes, factors(look, posts, &known, false), moves);
    let drawn = look.view.sky.card != 0;
    for round in (0..REHEARSALS).take_while(|_| drawn) {
        let (guns, spared) = deploy::rehearse(look, &Forecast::unseen(look, &courses, RAIDS, luck));
        let share = 1.0 / f64::from(round + 2);
        towards(&mut known.guns, &guns, share);
        let shelters: Vec<f64> = routes.iter().map(|r| spared[at(r.target())]).collect();
        towards(&mut known.shelters, &shelters, share);
        courses = Courses::new(board, routes, factors(look, posts, &known, false), moves);
    }
    courses
}

/// The courses that a planner who sees the whole board may lay: after a change of the weather.
#[must_use]
pub fn replanned(look: &Look<'_>) -> Courses {
    let factors = factors(look, None, &no_answer(look), true);
    Courses::new(look.board(), &look.book.routes, factors, look.tables().decks.moves)
}
