//! Phase 3: the British plan (clauses phase-3.a to phase-3.c) and the programming of a course (clauses compass-cards.a
//! to compass-cards.i), also when it is programmed anew (advanced rules 2a and 2b).

use crate::games::duel::components::{Before, Night, Plan};
use crate::games::duel::data::{Bearing, Board};
use crate::games::duel::op::Op;
use crate::games::duel::phases::Phase;
use crate::games::duel::rules::course::{Bar, Leg, bar, feasible};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// Phase 3: takeoff airport, then target and cards; all of it secret (clause phase-3.b).
pub fn plan(mut op: Op) {
    if op.flow.at(0) {
        let routes: Vec<u8> = targets(&op).collect();
        let mut q = Question::new(op.british(), "choose the airport to take off from", "phase-3.a");
        let board = &op.book.tables.board;
        for hex in board.british.iter() {
            let start = Leg::start(hex);
            let means = op.means();
            let any =
                routes.iter().any(|t| op.book.routes(*t).is_some_and(|r| feasible(board, r, start, means)));
            q = q.offer(Offer::new("from", "Hex {}", "phase-3.a").a(i32::from(hex)).bar(
                !any,
                "no target can be reached from here and left again",
                "compass-cards.b",
            ));
        }
        op.ask(q, 1);
    } else if op.flow.at(1) {
        if let Some(key) = op.flow.answer() {
            op.plan.start = key.place();
            op.whisper("phase-3.a", "The bomber will take off from {}", &[Arg::Place(key.place())]);
        }
        op.flow.call(Phase::Course, [0; 4], 2);
    } else if op.flow.at(2) {
        op.flow.goto(Phase::Defence, [0; 4]); // [phase-3.c] The tiles come after the plan.
    }
}

/// Where the programme stands after the cards laid so far: flown cards bind a new one (clause adv-2a-reprogram.d;
/// clause adv-2b-reroute-home.b).
#[must_use]
pub fn leg(board: &Board, night: &Night, plan: &Plan) -> Leg {
    let flown = night.flown.len();
    let mut leg = match night.path.last() {
        Some(hex) if flown > 0 => Leg {
            hex: *hex,
            // [compass-cards.e] Over the target just struck the next bearing is free.
            bearing: if night.struck == Some(night.moves()) { None } else { night.flown.last().copied() },
            struck: night.struck.is_some(),
        },
        _ => Leg::start(plan.start),
    };
    for bearing in plan.course.iter().skip(flown) {
        leg = leg.fly(board, plan.target, *bearing).unwrap_or(leg);
    }
    leg
}

fn targets<'a>(op: &'a Op) -> impl Iterator<Item = u8> + 'a {
    let only = op.duel.setup.target;
    op.book.tables.board.cities.iter().filter(move |c| only.is_none_or(|t| t == *c))
}

/// Programs the course from where the programme stands: the target first, then card by card until it ends with a
/// landing. Called with argument 0 set to 1 when a course is programmed anew.
pub fn course(mut op: Op) {
    if op.flow.at(0) {
        let anew = op.flow.arg(0) == 1;
        if anew {
            let flown = op.night.flown.len();
            // The player sees what is being replaced until the new programme is complete.
            op.plan.before = Some(Before { target: op.plan.target, course: op.plan.course.clone() });
            op.plan.course.truncate(flown);
            op.plan.complete = false;
        }
        // [adv-2b-reroute-home.a] After the strike only the way home is left to choose.
        if op.night.struck.is_some() {
            op.flow.to(2);
        } else {
            op.plan.target = 0;
            let question = ask_target(&op, anew);
            if question.offers.len() == 1 {
                // A scenario with one target, or no other in reach (clause adv-2a-reprogram.e).
                op.plan.target = u8::try_from(question.offers[0].key.num()).unwrap_or(0);
                op.flow.to(2);
            } else {
                op.ask(question, 1);
                return;
            }
        }
    }
    if op.flow.at(1)
        && let Some(key) = op.flow.answer()
    {
        op.plan.target = key.place();
        op.whisper("phase-3.a", "The target is {}", &[Arg::Place(key.place())]);
        op.flow.to(2);
    }
    if op.flow.at(2) {
        let question = ask_card(&op);
        op.ask(question, 3);
    } else if op.flow.at(3)
        && let Some(key) = op.flow.answer()
    {
        if key.verb == "land" {
            op.plan.complete = true;
            op.plan.before = None;
            let cards = i32::try_from(op.plan.course.len()).unwrap_or(0);
            op.whisper("compass-cards.f", "The programme is complete: {} cards", &[Arg::Num(cards)]);
            op.flow.done();
        } else {
            if let Some(bearing) = Bearing::from_word(key.word()) {
                op.plan.course.push(bearing);
            }
            op.flow.stay(2);
        }
    }
}

fn ask_target(op: &Op, anew: bool) -> Question {
    let board = &op.book.tables.board;
    let clause = if anew { "adv-2a-reprogram.b" } else { "phase-3.a" };
    let mut q = Question::new(op.british(), "choose the target city", clause);
    let means = op.means();
    let night = &op.night;
    for hex in targets(op) {
        let plan = Plan { target: hex, ..op.plan.clone() };
        if op.plan.before.as_ref().is_some_and(|before| before.target == hex) {
            q.default = q.offers.len();
        }
        let reached =
            op.book.routes(hex).is_some_and(|r| feasible(board, r, leg(board, night, &plan), means));
        // A city already crossed is not struck in passing any more; it can still be flown to again.
        q = q.offer(Offer::new("target", "Hex {}", clause).a(i32::from(hex)).bar(
            !reached,
            "it cannot be reached and left again with the cards left",
            "compass-cards.b",
        ));
    }
    q
}

fn ask_card(op: &Op) -> Question {
    let board = &op.book.tables.board;
    let mut q = Question::new(op.british(), "lay the next compass card", "compass-cards.c");
    let Some(routes) = op.book.routes(op.plan.target) else { return q };
    let leg = leg(board, &op.night, &op.plan);
    let means = op.means();
    let free = leg.bearing.is_none();
    for bearing in Bearing::ALL {
        let clause = match (free, leg.struck) {
            (true, false) => "compass-cards.d",
            (true, true) => "compass-cards.e",
            _ => "compass-cards.c",
        };
        let offer = Offer::new("fly", "Fly {}", clause).a(bearing.word());
        let offer = match bar(board, routes, leg, means, bearing) {
            None => offer,
            Some(Bar::Turn) => offer.bar(true, "it turns more than one bearing", "compass-cards.c"),
            Some(Bar::Edge) => offer.bar(true, "no aircraft leaves the board", "board.c"),
            Some(Bar::Card) => offer.bar(true, "no card of this bearing is left", "compass-cards.g"),
            Some(Bar::Reach) => {
                offer.bar(true, "target and home could not be reached any more", "compass-cards.b")
            }
        };
        q = q.offer(offer);
    }
    let home = leg.struck && board.british.has(leg.hex) && op.plan.course.len() > op.night.flown.len();
    let land = Offer::new("land", "Land here: the programme is complete", "compass-cards.f")
        .bar(!leg.struck, "the target must be struck first", "compass-cards.g")
        .bar(!home, "the last card must lead onto a British airport", "compass-cards.f");
    q.offer(land)
}
