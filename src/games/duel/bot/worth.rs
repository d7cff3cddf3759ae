//! What a British planner expects of every hex before he sees the defence, and so how likely each course is.
//!
//! Both sides reason alike: the British bot draws its course from these chances, the German one expects it to. Guns
//! gather where courses do, so the danger of a hex follows from its traffic, and the traffic from the danger; a few
//! rounds of that and neither side gains by knowing how the other thinks.

use super::chance::exp;
use super::courses::{Courses, Factors};
use super::look::{ByHex, Look, at};
use crate::games::duel::data::HEXES;
use crate::games::duel::rules::points::Met;

/// Points for which a course becomes e times as likely.
const HEAT: f64 = 2.6;
/// Squadrons that a squadron within reach amounts to: it has to guess among two or three hexes.
const GUESS: f64 = 0.26;
/// Points that all the guns and lights of the defence may bring, had the bomber to pass all of them.
const GUNS: f64 = 62.0;
/// The most that is expected of the guns in one hex.
const STACK: f64 = 11.0;
/// Rounds of mutual reckoning.
const ROUNDS: usize = 4;

/// Where the squadrons stood when the course was laid, or `None` when that was not seen.
pub type Posts = Option<[u8; 4]>;

/// Expected contacts with squadrons when the bomber enters a hex on its move `number`.
fn contacts(look: &Look<'_>, posts: Posts, hex: u8, number: u8) -> f64 {
    let board = look.board();
    let near = board.german.iter().map(|field| board.distance(field, hex)).min().unwrap_or(9);
    // Far from their airports squadrons have little fuel to wait and chase with.
    let stay = [1.0, 1.0, 0.9, 0.65, 0.4][usize::from(near).min(4)];
    let Some(posts) = posts else {
        return 4.0 * GUESS * stay * if number == 1 { 0.4 } else { 0.9 };
    };
    let there = |post: u8| match board.distance(post, hex) {
        d if d <= number => 1.0 - 0.06 * f64::from(d.saturating_sub(1)),
        d if d == number + 1 => 0.25, // with the wind
        _ => 0.0,
    };
    let reach: f64 = posts.iter().filter(|post| **post != 0).map(|post| there(*post)).sum();
    GUESS * stay * reach
}

/// The factors of all courses when every hex is as dangerous as `danger` says.
fn factors(look: &Look<'_>, posts: Posts, danger: &ByHex, known: bool) -> Factors {
    let (board, tables) = (look.board(), look.tables());
    let events = &tables.points.events;
    let fields = if known { look.fields } else { look.bare() };
    let cost = |number: u8, hex: u8| {
        let field = &fields[at(hex)];
        let storm = f64::from(look.meets(field, Met::default(), number, look.bomber_low()));
        let fighters = contacts(look, posts, hex, number) * look.contact(field, number, false);
        storm + fighters + danger[at(hex)]
    };
    let enter = (0..=tables.decks.moves).map(|number| {
        let mut by_hex = [0.0; HEXES + 1];
        for hex in board.hexes() {
            by_hex[at(hex)] = exp(-cost(number, hex) / HEAT);
        }
        by_hex
    });
    // Bunkers of earlier nights are seen when the target is chosen; in the duel they cannot be told from new ones.
    let mut strikes = fields;
    if look.view.bomber.path.is_empty() {
        for (field, there) in strikes.iter_mut().zip(&look.fields) {
            field.bunkers = there.bunkers;
        }
    }
    let strike = look.book.routes.iter().map(|route| {
        let number = route.need(crate::games::duel::rules::course::Leg::start(16)) / 2;
        exp(f64::from(look.strike(&strikes, route.target(), false, 0, number)) / HEAT)
    });
    let fog = |points: i32| {
        let mut by_hex = [0.0; HEXES + 1];
        for hex in board.british.iter() {
            by_hex[at(hex)] = if fields[at(hex)].fog { exp(-f64::from(points) / HEAT) } else { 1.0 };
        }
        by_hex
    };
    Factors {
        enter: enter.collect(),
        strike: strike.collect(),
        start: fog(events.fog_start),
        land: fog(events.fog_land),
    }
}

/// Points that guns are expected to bring in each hex with this traffic.
fn guns(look: &Look<'_>, through: &ByHex) -> ByHex {
    let board = look.board();
    let open = |hex: u8| if board.closed.has(hex) { 0.0 } else { through[at(hex)] };
    let sum: f64 = board.hexes().map(|hex| open(hex) * open(hex)).sum();
    let mut danger = [0.0; HEXES + 1];
    for hex in board.hexes() {
        danger[at(hex)] = (GUNS * open(hex) * open(hex) / sum.max(1e-9)).min(STACK);
    }
    danger
}

/// The courses that a planner who has not seen the defence may lay.
#[must_use]
pub fn planned(look: &Look<'_>, posts: Posts) -> Courses {
    let (board, routes, moves) = (look.board(), &look.book.routes, look.tables().decks.moves);
    let mut danger = [0.0; HEXES + 1];
    for round in 0..ROUNDS {
        let courses = Courses::new(board, routes, factors(look, posts, &danger, false), moves);
        let new = guns(look, &courses.traffic(board, routes).through());
        let share = if round == 0 { 1.0 } else { 0.5 };
        for (old, new) in danger.iter_mut().zip(new) {
            *old += share * (new - *old);
        }
    }
    Courses::new(board, routes, factors(look, posts, &danger, false), moves)
}

/// The courses that a planner who sees the whole board may lay: after a change of the weather.
#[must_use]
pub fn replanned(look: &Look<'_>) -> Courses {
    let danger = [0.0; HEXES + 1];
    Courses::new(
        look.board(),
        &look.book.routes,
        factors(look, None, &danger, true),
        look.tables().decks.moves,
    )
}
