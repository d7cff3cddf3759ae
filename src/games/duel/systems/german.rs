//! The German turn: each squadron acts once, in any order (clauses phase-6.e, fighters.a to fighters.m, fuel.a to
//! fuel.l, altitude.a to altitude.h, ditching.a to ditching.e), and medals (advanced rule 3).

use crate::games::duel::components::{Cause, Flight, MOSQUITO, Out, SQUADRONS, Tank};
use crate::games::duel::data::{Advanced, Bearing, Ground, Level, Resource};
use crate::games::duel::op::Op;
use crate::games::duel::rules::fuel;
use crate::games::duel::rules::points::{FieldUse, ditching, duel};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};

/// Steps of the phase.
const ASK: u16 = 1;
const ACT: u16 = 2;
const SECOND: u16 = 3;
const AFTER: u16 = 4;
const LAY: u16 = 5;
const LAID: u16 = 6;

/// What the frame keeps while a squadron acts: its piece, and how it came to where it is.
const PIECE: usize = 0;
const HOW: usize = 1;
/// First bearing of a flight with special fuel.
const FIRST: usize = 2;

/// It was airborne before.
const FLOWN: i32 = 0;
/// It took off and flew one hex: no altitude step (clause altitude.c).
const TOOK_OFF: i32 = 1;

/// The German turn.
pub fn german(mut op: Op) {
    match op.flow.step() {
        0 => {
            for id in SQUADRONS {
                op.aircraft.change(id, |s| {
                    s.acted = false;
                    s.met = false;
                });
            }
            op.flow.stay(ASK);
        }
        ASK => {
            let question = ask(&op);
            op.ask(question, ACT);
        }
        ACT => act(&mut op),
        SECOND => {
            let Some(key) = op.flow.answer() else { return };
            let first = Bearing::at(usize::try_from(op.flow.arg(FIRST)).unwrap_or(0));
            if let Some(second) = Bearing::from_word(key.word()) {
                let id = piece(&op);
                op.aircraft.change(id, |s| s.tank = Tank::Empty); // [adv-6-special-fuel.b]
                let cost = hex_cost(&op, first) + hex_cost(&op, second); // [adv-6-special-fuel.c]
                fly(&mut op, id, &[first, second], cost);
            }
        }
        AFTER => after(&mut op),
        LAY => lay(&mut op),
        _ => {
            let Some(key) = op.flow.answer() else { return };
            if key.verb == "lay" {
                let hex = key.place();
                op.medals.german -= 1;
                op.medals.laid[usize::from(hex)] += 1;
                op.say(
                    "adv-3-medals.i",
                    Tone::Plain,
                    "A German medal lies in {}",
                    &[Arg::Place(key.place())],
                );
                op.flow.stay(LAY);
            } else {
                op.flow.done();
            }
        }
    }
}

fn piece(op: &Op) -> PieceId {
    PieceId::of_arg(op.flow.arg(PIECE))
}

/// Lines for one hex (clauses fuel.c to fuel.e).
fn hex_cost(op: &Op, bearing: Bearing) -> u8 {
    fuel::hex(&op.book.tables.fuel, op.sky.wind, bearing)
}

/// The line that a medal saves on this squadron's action (clause adv-3-medals.k).
fn saving(op: &Op, id: PieceId) -> u8 {
    u8::from(op.medals.saving == Some(id))
}

/// Whether a squadron has the lines for a cost (clause fuel.j).
fn affords(op: &Op, id: PieceId, cost: u8) -> bool {
    op.aircraft.squadron(id).fuel >= cost.saturating_sub(saving(op, id))
}

/// What a squadron must do, if it is not free to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Duty {
    /// Nothing.
    Free,
    /// Land where it is (clauses fuel.k and phase-6.d).
    Land(&'static str),
    /// Ditch (clause ditching.a).
    Ditch,
    /// Fly to an airport with room (clause phase-6.d).
    Home,
}

fn duty(op: &Op, id: PieceId) -> Duty {
    let (at, squadron) = (op.aircraft.at(id), op.aircraft.squadron(id));
    if !at.level.airborne() || squadron.acted {
        return Duty::Free;
    }
    let room = op.room(at.hex);
    if squadron.fuel == 0 {
        // [ditching.d] Over an airport with room it must land; [ditching.e] a full one is no refuge.
        return if room { Duty::Land("fuel.k") } else { Duty::Ditch };
    }
    if op.night.bomber == Flight::Down {
        if room {
            return Duty::Land("phase-6.d");
        }
        if flights(op, id).any(|(_, to)| op.room(to)) {
            return Duty::Home;
        }
    }
    Duty::Free
}

/// The plain flights that a squadron can pay for: what it flies and where it ends.
fn flights(op: &Op, id: PieceId) -> impl Iterator<Item = (Option<Bearing>, u8)> {
    let from = op.aircraft.at(id).hex;
    let board = &op.book.tables.board;
    let one = Bearing::ALL.into_iter().filter_map(move |b| {
        let to = board.step(from, b)?;
        affords(op, id, hex_cost(op, b)).then_some((Some(b), to))
    });
    let wind = op.sky.wind;
    let two = board.step(from, wind).and_then(|to| board.step(to, wind));
    let two = two.filter(move |_| affords(op, id, op.book.tables.fuel.tail_two));
    one.chain(two.map(|to| (None, to)))
}

/// Why the turn cannot end yet, for each of the [`SQUADRONS`].
const OWED: [&str; 4] = [
    "Red must land or ditch first",
    "Green must land or ditch first",
    "Yellow must land or ditch first",
    "Blue must land or ditch first",
];

fn ask(op: &Op) -> Question {
    let mut q = Question::new(op.german(), "move your squadrons", "phase-6.e");
    q.offers.reserve(48);
    let mut owed = None;
    for (id, reason) in SQUADRONS.into_iter().zip(OWED) {
        let squadron = op.aircraft.squadron(id);
        if squadron.out != Out::No || squadron.acted || op.medals.saving.is_some_and(|s| s != id) {
            continue;
        }
        let duty = duty(op, id);
        owed = owed.or((duty != Duty::Free).then_some(reason));
        q = if op.aircraft.at(id).level.airborne() {
            in_the_air(op, q, id, duty)
        } else {
            on_the_ground(op, q, id)
        };
    }
    if op.has(Advanced::Medals) && op.medals.saving.is_none() {
        q = medal_uses(op, q);
    }
    q.default = q.offers.len();
    q.offer(
        Offer::new("end", "End the German turn: the rest wait or circle", "phase-6.e")
            .bar(
                op.medals.saving.is_some(),
                "a medal is spent on a squadron that has not acted",
                "adv-3-medals.k",
            )
            .bar(owed.is_some(), owed.unwrap_or_default(), "fuel.k"),
    )
}

/// The flights of a squadron, with the reasons why not (clauses board.c, fuel.j and fighters.b).
fn fly_offers(op: &Op, mut q: Question, id: PieceId, duty: Duty) -> Question {
    let board = &op.book.tables.board;
    let from = op.aircraft.at(id).hex;
    let wind = op.sky.wind;
    let short = "too little fuel";
    let away = |to: Option<u8>| duty == Duty::Home && !to.is_some_and(|to| op.room(to));
    let home = "the bomber is down: it must land where it can";
    for b in Bearing::ALL {
        let to = board.step(from, b);
        let clause = if b == wind {
            "fuel.e"
        } else if b == wind.opposite() {
            "fuel.d"
        } else {
            "fuel.c"
        };
        q = q.offer(
            Offer::new("fly", "{} flies {}", clause)
                .a(id)
                .b(b.word())
                .bar(to.is_none(), "no aircraft leaves the board", "board.c")
                .bar(!affords(op, id, hex_cost(op, b)), short, "fuel.j")
                .bar(away(to), home, "phase-6.d"),
        );
    }
    let two = board.step(from, wind).and_then(|to| board.step(to, wind));
    q = q.offer(
        Offer::new("tail", "{} flies two hexes with the wind", "fuel.f")
            .a(id)
            .bar(two.is_none(), "no aircraft leaves the board", "board.c")
            .bar(!affords(op, id, op.book.tables.fuel.tail_two), short, "fuel.j")
            .bar(away(two), home, "phase-6.d"),
    );
    if op.aircraft.squadron(id).tank == Tank::Full {
        for b in Bearing::ALL {
            let any = Bearing::ALL.into_iter().any(|second| boost(op, id, b, second).is_ok());
            q = q.offer(
                Offer::new("boost", "{} uses special fuel, first {}", "adv-6-special-fuel.b")
                    .a(id)
                    .b(b.word())
                    .bar(board.step(from, b).is_none(), "no aircraft leaves the board", "board.c")
                    .bar(!any, short, "fuel.j")
                    .bar(duty == Duty::Home, home, "phase-6.d"),
            );
        }
    }
    q
}

/// Where two hexes with special fuel lead, or why not.
fn boost(op: &Op, id: PieceId, first: Bearing, second: Bearing) -> Result<u8, (&'static str, &'static str)> {
    let board = &op.book.tables.board;
    let to = board.step(op.aircraft.at(id).hex, first).and_then(|to| board.step(to, second));
    let to = to.ok_or(("no aircraft leaves the board", "board.c"))?;
    if affords(op, id, hex_cost(op, first) + hex_cost(op, second)) {
        Ok(to)
    } else {
        Err(("too little fuel", "fuel.j"))
    }
}

fn on_the_ground(op: &Op, mut q: Question, id: PieceId) -> Question {
    if op.night.bomber == Flight::Down {
        return q; // [phase-6.d] No takeoff any more.
    }
    // [fighters.c] Take off and fly, or stay in the hex at low or high; doing nothing is to wait.
    q = fly_offers(op, q, id, Duty::Free);
    let fuel = &op.book.tables.fuel;
    for (level, cost, clause) in [("low", fuel.circle, "fuel.i"), ("high", fuel.climb_high, "altitude.d")] {
        q = q.offer(Offer::new("takeoff", "{} takes off and stays, {}", clause).a(id).b(level).bar(
            !affords(op, id, cost),
            "too little fuel",
            "fuel.j",
        ));
    }
    q
}

fn in_the_air(op: &Op, mut q: Question, id: PieceId, duty: Duty) -> Question {
    let at = op.aircraft.at(id);
    let land = Offer::new("land", "{} lands", "fighters.e").a(id);
    match duty {
        Duty::Ditch => {
            return q.offer(Offer::new("ditch", "{} ditches", "ditching.a").a(id));
        }
        Duty::Land(clause) => {
            return q.offer(Offer { clause: clause.into(), ..land });
        }
        Duty::Free | Duty::Home => {}
    }
    // [fighters.d] Fly on, circle, or land.
    q = fly_offers(op, q, id, duty);
    let circle = op.book.tables.fuel.circle;
    q = q.offer(
        Offer::new("circle", "{} circles", "fuel.g")
            .a(id)
            .bar(!affords(op, id, circle), "too little fuel", "fuel.j")
            .bar(duty == Duty::Home, "the bomber is down: it must land where it can", "phase-6.d"),
    );
    q.offer(
        land.bar(!op.book.tables.board.german.has(at.hex), "there is no German airport here", "fighters.i")
            .bar(!op.room(at.hex), "the airport is full", "fuel-truck.b"),
    )
}

/// The uses of medals in a German turn (clauses adv-3-medals.k and adv-3-medals.l).
fn medal_uses(op: &Op, mut q: Question) -> Question {
    let none = op.medals.german == 0;
    for id in SQUADRONS {
        let squadron = op.aircraft.squadron(id);
        let acts = squadron.out == Out::No && !squadron.acted && duty(op, id) == Duty::Free;
        let flies = op.aircraft.at(id).level.airborne() || op.night.bomber != Flight::Down;
        if acts && flies {
            q = q.offer(
                Offer::new("thrift", "Spend a medal: {} saves a line of fuel", "adv-3-medals.k")
                    .a(id)
                    .bar(none, "no medal is left", "adv-3-medals.c")
                    .bar(op.medals.saved, "once a night", "adv-3-medals.k"),
            );
        }
    }
    for hex in op.book.tables.board.hexes() {
        let at = usize::from(hex);
        if op.defence.bombs[at] > 0 {
            q = q.offer(
                Offer::new("repair", "Spend a medal: repair the {} in {}", "adv-3-medals.l")
                    .a("airport")
                    .b(i32::from(hex))
                    .bar(none, "no medal is left", "adv-3-medals.c"),
            );
        }
        for kind in Resource::ALL.into_iter().filter(|k| op.defence.out[at][k.index()] > 0) {
            q = q.offer(
                Offer::new("repair", "Spend a medal: repair a {} in {}", "adv-3-medals.l")
                    .a(kind.word())
                    .b(i32::from(hex))
                    .bar(none, "no medal is left", "adv-3-medals.c"),
            );
        }
    }
    q
}

fn act(op: &mut Op) {
    let Some(key) = op.flow.answer() else { return };
    let Some(id) = key.piece() else {
        if key.verb == "repair" {
            repair(op, &key);
            op.flow.stay(ASK);
        } else {
            end(op);
        }
        return;
    };
    op.flow.set_arg(PIECE, i32::from(id.0));
    let wind = op.sky.wind;
    let bearing = if let Arg::Word(word) = key.b { Bearing::from_word(word) } else { None };
    match key.verb {
        "fly" => {
            let bearing = bearing.unwrap_or(wind);
            let cost = hex_cost(op, bearing);
            fly(op, id, &[bearing], cost);
        }
        "tail" => {
            let cost = op.book.tables.fuel.tail_two;
            fly(op, id, &[wind, wind], cost);
        }
        "boost" => {
            let first = bearing.unwrap_or(wind);
            op.flow.set_arg(FIRST, i32::try_from(first.index()).unwrap_or(0));
            let question = ask_second(op, id, first);
            op.ask(question, SECOND);
        }
        "circle" => {
            let cost = op.book.tables.fuel.circle;
            pay(op, id, cost);
            op.say("fuel.g", Tone::Plain, "{} circles", &[id.into()]);
            ask_after(op, id, FLOWN);
        }
        "takeoff" => {
            let level = if key.b == Arg::Word("high") { Level::High } else { Level::Low };
            let fuel = &op.book.tables.fuel;
            let cost = if level == Level::High { fuel.climb_high } else { fuel.circle };
            let hex = op.aircraft.at(id).hex;
            take_off(op, id, hex);
            pay(op, id, cost);
            op.aircraft.put(id, hex, level);
            op.say("fuel.i", Tone::Plain, "{} takes off and stays, {}", &[id.into(), level.word().into()]);
            finish(op, id);
        }
        "thrift" => {
            op.medals.german -= 1;
            op.medals.spent += 1;
            op.medals.saved = true;
            op.medals.saving = Some(id);
            op.say("adv-3-medals.k", Tone::Plain, "A medal saves {} a line of fuel", &[id.into()]);
            op.flow.stay(ASK);
        }
        "ditch" => {
            ditch(op, id);
            finish(op, id);
        }
        _ => {
            land(op, id);
            finish(op, id);
        }
    }
}

fn repair(op: &mut Op, key: &OfferKey) {
    let hex = if let Arg::Num(n) = key.b { u8::try_from(n).unwrap_or(0) } else { 0 };
    op.medals.german -= 1;
    op.medals.spent += 1;
    match Resource::from_word(key.word()) {
        Some(kind) => op.defence.out[usize::from(hex)][kind.index()] -= 1,
        None => op.defence.bombs[usize::from(hex)] = 0,
    }
    op.say("adv-3-medals.l", Tone::Plain, "A medal repairs the {} in {}", &[key.a, Arg::Place(hex)]);
}

fn ask_second(op: &Op, id: PieceId, first: Bearing) -> Question {
    let prompt = "the second hex of {} with special fuel, after {}";
    let mut q = Question::new(op.german(), prompt, "adv-6-special-fuel.b").about(id);
    q.args[1] = first.word().into();
    for b in Bearing::ALL {
        let mut offer = Offer::new("then", "Fly {}", "adv-6-special-fuel.b").a(b.word());
        if let Err((reason, clause)) = boost(op, id, first, b) {
            offer = offer.bar(true, reason, clause);
        }
        if b == first {
            q.default = q.offers.len();
        }
        q = q.offer(offer);
    }
    // Straight on is the usual way, where it is open.
    let open = q.enabled().next();
    if let (None, Some(open)) = (q.confirmed(), open) {
        q.default = open;
    }
    q
}

/// Lowers the dial (clause fuel.a), a line less when a medal was spent on it.
fn pay(op: &mut Op, id: PieceId, cost: u8) {
    let cost = cost.saturating_sub(saving(op, id));
    op.medals.saving = op.medals.saving.filter(|s| *s != id);
    op.aircraft.change(id, |s| s.fuel -= cost);
}

fn take_off(op: &mut Op, id: PieceId, hex: u8) {
    let blockaded = op.blockaded(hex);
    op.use_airfield(id, hex, FieldUse::TakeOff { blockaded });
}

/// Flies along bearings, taking off first if need be; each hex entered counts for a duel (clause mosquito.k;
/// clause adv-6-special-fuel.d). Nothing else makes one: neither staying nor the Mosquito's own move (clause mosquito.i).
/// A flight onto the bomber makes no combat (clause combat.c).
fn fly(op: &mut Op, id: PieceId, bearings: &[Bearing], cost: u8) {
    let from = op.aircraft.at(id);
    let takes_off = !from.level.airborne();
    if takes_off {
        take_off(op, id, from.hex);
    }
    pay(op, id, cost);
    let mosquito = op.aircraft.at(MOSQUITO);
    let mut hex = from.hex;
    for bearing in bearings {
        hex = op.book.tables.board.step(hex, *bearing).unwrap_or(hex);
        if mosquito.level.airborne() && mosquito.hex == hex {
            op.aircraft.change(id, |s| s.met = true);
        }
    }
    // [altitude.c] It leaves the ground at low altitude.
    let level = if takes_off { Level::Low } else { from.level };
    op.aircraft.put(id, hex, level);
    op.say("fighters.b", Tone::Plain, "{} flies to {}", &[id.into(), Arg::Place(hex)]);
    // [altitude.f] After two hexes it may end high.
    let how = if takes_off && bearings.len() == 1 { TOOK_OFF } else { FLOWN };
    ask_after(op, id, how);
}

/// After a move or circling: one altitude step, or a landing (clauses altitude.e and fighters.d).
fn ask_after(op: &mut Op, id: PieceId, how: i32) {
    op.flow.set_arg(HOW, how);
    let at = op.aircraft.at(id);
    let room = op.room(at.hex);
    let must = room && op.night.bomber == Flight::Down;
    let down = "the bomber is down: it must land";
    let mut q = Question::new(op.german(), "{}: altitude or landing", "altitude.e").about(id);
    // [fuel.k] With an empty dial it stays over this hex and lands or ditches next turn.
    let dry = op.aircraft.squadron(id).fuel == 0;
    let stay = match (at.level == Level::High, dry) {
        (true, false) => "Stay high",
        (false, false) => "Stay low",
        (true, true) => "Stay high; no fuel: next turn it must land or ditch",
        (false, true) => "Stay low; no fuel: next turn it must land or ditch",
    };
    q = q.offer(Offer::new("keep", stay, "altitude.e").bar(must, down, "phase-6.d"));
    if how == FLOWN {
        let (verb, label) =
            if at.level == Level::High { ("down", "Go down to low") } else { ("up", "Climb to high") };
        q = q.offer(Offer::new(verb, label, "altitude.e").bar(must, down, "phase-6.d"));
    }
    if room {
        if dry {
            q.default = q.offers.len();
        }
        q = q.offer(Offer::new("land", "Land and refuel", "fighters.e"));
    }
    if q.offers.len() == 1 {
        finish(op, id);
    } else {
        op.ask(q, AFTER);
    }
}

fn after(op: &mut Op) {
    let Some(key) = op.flow.answer() else { return };
    let id = piece(op);
    let at = op.aircraft.at(id);
    match key.verb {
        "up" => op.aircraft.put(id, at.hex, Level::High),
        "down" => op.aircraft.put(id, at.hex, Level::Low),
        "land" => land(op, id),
        _ => {}
    }
    finish(op, id);
}

/// Lands from either level and refuels; landing itself costs no line (clauses fighters.f, fuel.l, fuel.h and altitude.g).
fn land(op: &mut Op, id: PieceId) {
    let hex = op.aircraft.at(id).hex;
    op.use_airfield(id, hex, FieldUse::Land);
    op.aircraft.put(id, hex, Level::Ground);
    let (messerschmitt, dornier) = op.duel.setup.dials;
    op.aircraft.change(id, |s| s.fuel = if s.wing.dornier() { dornier } else { messerschmitt });
    op.say("fighters.f", Tone::Plain, "{} lands on {} and refuels", &[id.into(), Arg::Place(hex)]);
}

/// Ditches (clauses ditching.a to ditching.c).
fn ditch(op: &mut Op, id: PieceId) {
    let hex = op.aircraft.at(id).hex;
    let ground = op.book.tables.board.ground[usize::from(hex)];
    let out = if ground == Ground::Land { Out::Night } else { Out::Game };
    let tally = ditching(&op.book.tables.points.events, ground).args(&[id.into()]);
    op.score(Cause::Ditching, tally, Some(id));
    op.score.ditched += 1;
    op.aircraft.put(id, 0, Level::Ground);
    op.aircraft.change(id, |s| {
        s.out = out;
        s.fuel = 0;
    });
}

/// The squadron has acted.
fn finish(op: &mut Op, id: PieceId) {
    op.aircraft.change(id, |s| s.acted = true);
    // A medal spent on an action that costs nothing is gone all the same.
    op.medals.saving = None;
    op.flow.stay(ASK);
}

/// The end of the turn: the rest circle (clause fuel.g), the duel is counted (clause phase-6.g).
fn end(op: &mut Op) {
    let circle = op.book.tables.fuel.circle;
    for id in SQUADRONS {
        if op.aircraft.at(id).level.airborne() && !op.aircraft.squadron(id).acted {
            pay(op, id, circle);
            op.say("fuel.g", Tone::Plain, "{} circles", &[id.into()]);
        }
    }
    let met = SQUADRONS.iter().filter(|id| op.aircraft.squadron(**id).met).count();
    if met > 0 {
        let mosquito = op.aircraft.at(MOSQUITO);
        let squadrons = u8::try_from(met).unwrap_or(4);
        let times = op.times(op.night.moves() + 1);
        // [mosquito.l] Its own level counts, not theirs.
        let low = mosquito.level == Level::Low;
        let tally = duel(&op.book.tables.points.duel, squadrons, low, &op.field(mosquito.hex), &times);
        op.score(Cause::Duel, tally, Some(MOSQUITO));
    }
    // [adv-3-medals.j] Medals laid a turn ago leave the game.
    let lying = op.medals.lying();
    op.medals.spent += lying;
    op.medals.laid.fill(0);
    op.flow.stay(LAY);
}

/// Laying medals (clause adv-3-medals.i). Until the table goes over to Britain the last one can be taken back too.
fn lay(op: &mut Op) {
    let left = op.medals.german;
    if !op.has(Advanced::Medals) || (left == 0 && op.medals.lying() == 0) || !op.aircraft.any_airborne() {
        op.flow.done();
        return;
    }
    let mut q = Question::new(op.german(), "lay medals under your squadrons, {} left", "adv-3-medals.i");
    q.args[0] = Arg::Num(i32::from(left));
    for hex in op.book.tables.board.hexes() {
        if left > 0 && op.aircraft.airborne_in(hex).next().is_some() {
            q = q.offer(Offer::new("lay", "Lay a medal in hex {}", "adv-3-medals.i").a(i32::from(hex)));
        }
    }
    q.default = q.offers.len();
    q = q.offer(Offer::new("done", "Lay no more", "adv-3-medals.i"));
    op.ask(q, LAID);
}
