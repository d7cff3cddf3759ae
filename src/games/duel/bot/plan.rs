//! Phase 3 and new programmes: airport, target and cards drawn from the chances of all legal courses.
//!
//! Each answer is drawn from what still fits the answers before it, which is the same as drawing a whole course at once
//! and asks nothing of the bot's memory.

use super::chance::pick;
use super::courses::{Courses, step};
use super::look::{Look, at};
use crate::games::duel::data::Bearing;
use crate::games::duel::rules::course::Leg;
use crate::kernel::decision::Question;
use crate::kernel::dice::BotLuck;

fn number(q: &Question, offer: usize) -> u8 {
    q.offers[offer].key.place()
}

/// Draws among the enabled offers by weight.
fn among(q: &Question, luck: &mut BotLuck, weight: impl Fn(usize) -> f64) -> Option<usize> {
    let offers: Vec<usize> = q.enabled().collect();
    let weights: Vec<f64> = offers.iter().map(|i| weight(*i)).collect();
    pick(luck, &weights).map(|i| offers[i])
}

/// The airport to take off from.
pub fn from(look: &Look<'_>, courses: &Courses, q: &Question, luck: &mut BotLuck) -> Option<usize> {
    let starts = courses.starts(look.board(), &look.book.routes);
    among(q, luck, |i| starts.iter().filter(|s| s.0 == number(q, i)).map(|s| s.2).sum())
}

/// Where the programme stands, the cards laid included.
fn standing(look: &Look<'_>, target: u8) -> Option<(Leg, u8)> {
    let plan = look.view.plan.as_ref()?;
    let mut leg = match look.leg(target) {
        Some(leg) if look.flown() > 0 => leg,
        _ => Leg::start(plan.start),
    };
    // A programme that still lies complete is about to be laid anew.
    let laid = plan.course.get(usize::from(look.flown())..).unwrap_or_default();
    if plan.complete {
        return Some((leg, plan.moves_left + u8::try_from(laid.len()).unwrap_or(0)));
    }
    for word in laid {
        leg = Bearing::from_word(word).and_then(|b| leg.fly(look.board(), target, b).ok()).unwrap_or(leg);
    }
    Some((leg, plan.moves_left))
}

/// The target.
pub fn target(look: &Look<'_>, courses: &Courses, q: &Question, luck: &mut BotLuck) -> Option<usize> {
    among(q, luck, |i| {
        let hex = number(q, i);
        let Some(city) = look.book.routes.iter().position(|r| r.target() == hex) else { return 0.0 };
        let Some((leg, left)) = standing(look, hex) else { return 0.0 };
        courses.onward(look.board(), &look.book.routes[city], city, leg, left)
    })
}

/// The next card, or the landing that ends the programme.
pub fn card(look: &Look<'_>, courses: &Courses, q: &Question, luck: &mut BotLuck) -> Option<usize> {
    if let Some(land) = q.enabled().find(|i| q.offers[*i].key.verb == "land") {
        return Some(land);
    }
    let target = look.view.plan.as_ref()?.target;
    let city = look.book.routes.iter().position(|r| r.target() == target)?;
    let (leg, left) = standing(look, target)?;
    let ways: Vec<(Bearing, f64)> = courses
        .ways(look.board(), &look.book.routes[city], city, leg, left)
        .map(|(b, _, weight)| (b, weight))
        .collect();
    among(q, luck, |i| {
        let bearing = Bearing::from_word(q.offers[i].key.word());
        ways.iter().find(|(b, _)| Some(*b) == bearing).map_or(0.0, |(_, weight)| *weight)
    })
}

/// Whether a new programme promises more than the one that lies there, by the defence as it stands.
#[must_use]
pub fn worth_replanning(look: &Look<'_>, courses: &Courses) -> bool {
    let Some(plan) = &look.view.plan else { return false };
    let Some(city) = look.book.routes.iter().position(|r| r.target() == plan.target) else { return false };
    let (board, routes) = (look.board(), &look.book.routes);
    let flown = usize::from(look.flown());
    // The weight of the one course beside all that could be drawn anew.
    let (mut kept, mut leg) = (1.0, look.leg(plan.target));
    for (number, word) in plan.course.iter().enumerate().skip(flown) {
        let (Some(from), Some(way)) = (leg, Bearing::from_word(word)) else { return false };
        let steps = &courses.factors.step;
        kept *= steps[(number + 1).min(steps.len() - 1)][step(from, way)];
        leg = from.fly(board, plan.target, way).ok();
    }
    kept *= plan.hexes.last().map_or(1.0, |hex| courses.factors.land[at(*hex)]);
    if look.view.bomber.struck.is_none() {
        kept *= courses.factors.strike[city];
    }
    let best = |target: usize| {
        let leg = look.leg(routes[target].target());
        leg.map_or(0.0, |leg| courses.onward(board, &routes[target], target, leg, look.left()))
    };
    let all: f64 = (0..routes.len()).map(best).sum();
    // A new course costs the surprise of the old one; it has to be clearly better.
    all > kept * 60.0
}
