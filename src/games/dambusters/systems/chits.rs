//! 4.2.2 and 4.2.3 the approach chits, 4.2.6 and 4.2.10 adjustment.

use crate::games::dambusters::components::{ChitKind, JINX, Lights};
use crate::games::dambusters::data::{ALTITUDE_CUP, SPEED_CUP};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::rules::{draws, release};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{DrawSpec, Offer, Question};
use crate::kernel::dice::Cup;
use crate::kernel::ids::PieceId;

/// The cup of a kind of chit (clause 2.6.a).
#[must_use]
pub fn cup(kind: ChitKind) -> Cup {
    match kind {
        ChitKind::Speed => SPEED_CUP,
        ChitKind::Altitude => ALTITUDE_CUP,
    }
}

/// The code of a chit as a fixed word; the last is the Jinx (clause 13.2.3.a).
#[must_use]
pub fn code(kind: ChitKind, chit: u8) -> &'static str {
    const SPEED: [&str; 8] = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"];
    const ALTITUDE: [&str; 8] = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"];
    let at = usize::from(chit.clamp(1, JINX)) - 1;
    match kind {
        ChitKind::Speed => SPEED[at],
        ChitKind::Altitude => ALTITUDE[at],
    }
}

/// The number of the chit of this kind whose code the word is.
#[must_use]
pub fn number(kind: ChitKind, word: &str) -> Option<u8> {
    (1..=JINX).find(|n| code(kind, *n) == word)
}

/// The offer to keep a chit.
#[must_use]
pub(crate) fn keep_offer(kind: ChitKind, chit: u8, clause: &'static str) -> Offer {
    let label = if chit == JINX { "Keep the Jinx, {}" } else { "Keep {}" };
    Offer::new("keep", label, clause).a(code(kind, chit))
}

impl Op<'_, '_> {
    /// The approach value of a chit, 0 to 3: the side that counts until the release ([2.6.b], [4.2.2.b]).
    #[must_use]
    pub fn approach_value(&self, kind: ChitKind, chit: u8) -> u8 {
        release::chit(&self.book.0.tables, kind, Some(chit)).map_or(0, |c| c.approach)
    }

    /// Whether the runner holds the Dummy Run / Approach Observed marker.
    #[must_use]
    pub(crate) fn holds_marker(&self, id: PieceId) -> bool {
        self.marker.holder == Some(id)
    }

    /// Spends the marker on a chit (clause 2.15.1.a): called in Steps 2, 3, 6 and 10 and in Release Steps 1 and 2 only
    /// ([2.15.1.b]).
    pub(crate) fn trade_marker(&mut self, id: PieceId, kind: ChitKind) {
        self.drop_marker();
        self.say(
            "2.15.1.a",
            Tone::Plain,
            "{} trades its marker for one more {} chit",
            &[id.into(), kind.label().into()],
        );
    }

    /// Asks for a blind draw; goes on at `step` with the chits drawn.
    pub(crate) fn draw(&mut self, id: PieceId, kind: ChitKind, count: u8, clause: &'static str, step: u16) {
        let mut outside = self.run.drawn.clone();
        outside.extend(self.run.held[kind.index()]);
        // [2.6.c] All that there are less those outside the cup.
        let items: Vec<u8> = self.run.pool(kind).into_iter().filter(|n| !outside.contains(n)).collect();
        let count = count.min(u8::try_from(items.len()).unwrap_or(7));
        let prompt = match kind {
            ChitKind::Speed => "Speed chits of {}",
            ChitKind::Altitude => "Altitude chits of {}",
        };
        let question =
            Question::draw(SQUADRON, prompt, clause, DrawSpec { cup: cup(kind), items, count }).about(id);
        self.flow.ask(question, step);
    }

    /// Whether Aldis Lights bar Altitude chits now (clauses 4.2.3.d, 4.2.3.g).
    #[must_use]
    pub(crate) fn lights_bar(&self, kind: ChitKind) -> bool {
        kind == ChitKind::Altitude && self.target.aldis && self.run.lights != Lights::On
    }
}

/// 4.2.2 Step 2.
pub(crate) fn speed_chits(mut op: Op) {
    approach_draw(&mut op, ChitKind::Speed, 0, Phase::AltitudeChits);
}

/// 4.2.3 Step 3, with the Aldis Lights first.
pub(crate) fn altitude_chits(mut op: Op) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    match op.flow.step() {
        0 => {
            if !op.squadron.ship(id).lit() {
                op.run.lights = Lights::Absent;
                op.flow.stay(2);
            } else if op.target.aldis {
                // [4.2.3.e] On unless switched off before the draw, for the whole sequence.
                let question = Question::new(SQUADRON, "Aldis Lights of {}?", "4.2.3.e")
                    .about(id)
                    .offer(Offer::new("lights", "Lights {}", "4.2.3.e").a("on"))
                    .offer(Offer::new("lights", "Lights {}", "4.2.3.e").a("off"));
                op.flow.ask(question, 1);
            } else {
                // [4.2.3.g] At Sorpe and Bever lights have no effect.
                op.flow.stay(2);
            }
        }
        1 => {
            let off = op.flow.answer().is_some_and(|key| key.word() == "off");
            op.run.lights = if off { Lights::Off } else { Lights::On };
            let word = if off { "off" } else { "on" };
            op.say("4.2.3.e", Tone::Plain, "{} has its Aldis Lights {}", &[id.into(), word.into()]);
            op.flow.stay(2);
        }
        _ => approach_draw(&mut op, ChitKind::Altitude, 2, Phase::FarFlak),
    }
}

/// Steps `first` to `first + 4` of an approach draw: draw, perhaps trade the marker, keep the best.
fn approach_draw(op: &mut Op, kind: ChitKind, first: u16, next: Phase) {
    let Some(id) = op.run.lancaster else { return op.flow.goto(Phase::Circling, [0; 4]) };
    let clause = if kind == ChitKind::Speed { "4.2.2.a" } else { "4.2.3.a" };
    match op.flow.step() - first {
        0 => {
            op.run.drawn.clear();
            let ship = op.squadron.ship(id);
            let training = &op.book.0.tables.training;
            let base = training.chits_at(ship.levels(training).altitude_speed);
            let count = draws::permitted(kind, base, &ship, op.run.letters);
            if count == 0 {
                // [4.2.2.d] [4.2.3.b] No draw now means none later in this sequence.
                op.run.locked[kind.index()] = true;
                let clause = if kind == ChitKind::Speed { "4.2.2.d" } else { "4.2.3.b" };
                op.say(clause, Tone::Bad, "{} may draw no {} chit", &[id.into(), kind.label().into()]);
            }
            if op.lights_bar(kind) {
                // [4.2.3.d] No lights, no Altitude chits.
                if count > 0 {
                    op.say("4.2.3.d", Tone::Bad, "{}: no Altitude chits without Aldis Lights", &[id.into()]);
                }
                op.flow.stay(first + 1);
            } else if count > 0 {
                op.draw(id, kind, count, clause, first + 1);
            } else {
                op.flow.stay(first + 1);
            }
            let drew = count > 0 && !op.lights_bar(kind);
            op.flow.set_arg(0, i32::from(drew));
        }
        1 => {
            if op.flow.arg(0) == 1 {
                op.run.drawn = op.flow.drawn().to_vec();
            }
            if op.holds_marker(id) && op.run.drawn.len() < 7 {
                // [4.2.2.e] [4.2.3.f] Even with no draw permitted and with the lights off.
                let clause = if kind == ChitKind::Speed { "4.2.2.e" } else { "4.2.3.f" };
                let question = Question::new(SQUADRON, "{}: trade the marker for one more {} chit?", clause)
                    .args(&[id.into(), kind.label().into()])
                    .offer(Offer::new("keep", "Keep the marker", clause))
                    .offer(Offer::new("trade", "Trade it for one more {} chit", "2.15.1.a").a(kind.word()));
                op.flow.ask(question, first + 2);
                if let Some(q) = op.flow.question.as_mut() {
                    q.subject = Some(id);
                }
            } else {
                keep_best(op, id, kind, first, next);
            }
        }
        2 => {
            if op.flow.answer().is_some_and(|key| key.verb == "trade") {
                op.trade_marker(id, kind);
                op.draw(id, kind, 1, "2.15.1.a", first + 3);
            } else {
                keep_best(op, id, kind, first, next);
            }
        }
        3 => {
            let drawn = op.flow.drawn().to_vec();
            op.run.drawn.extend(drawn);
            keep_best(op, id, kind, first, next);
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            keep(op, id, kind, number(kind, key.word()), next);
        }
    }
}

/// The best approach value stays, the rest goes back (clauses 4.2.2.f, 4.2.3.c, 2.6.c). Of equals the player says
/// which: the other side counts too, for the chit kept stays out of the pool until the release chits are drawn.
fn keep_best(op: &mut Op, id: PieceId, kind: ChitKind, first: u16, next: Phase) {
    let best = op.run.drawn.iter().map(|chit| op.approach_value(kind, *chit)).max();
    let equals: Vec<u8> =
        op.run.drawn.iter().copied().filter(|chit| Some(op.approach_value(kind, *chit)) == best).collect();
    if equals.len() < 2 {
        keep(op, id, kind, equals.first().copied(), next);
        return;
    }
    let clause = keep_clause(kind);
    let mut question = Question::new(SQUADRON, "{}: which {} chit of equal value?", clause)
        .args(&[id.into(), kind.label().into()]);
    question.subject = Some(id);
    for chit in equals {
        question = question.offer(keep_offer(kind, chit, clause));
    }
    op.flow.ask(question, first + 4);
}

/// The place of the best approach chit, the first of equals.
fn best_of(op: &Op, kind: ChitKind, chits: impl Iterator<Item = u8>) -> usize {
    chits
        .enumerate()
        .max_by_key(|(at, chit)| (op.approach_value(kind, *chit), std::cmp::Reverse(*at)))
        .map_or(0, |(at, _)| at)
}

fn keep_clause(kind: ChitKind) -> &'static str {
    if kind == ChitKind::Speed { "4.2.2.f" } else { "4.2.3.c" }
}

/// Ends Step 2 or 3 with this chit or none.
fn keep(op: &mut Op, id: PieceId, kind: ChitKind, chit: Option<u8>, next: Phase) {
    op.run.drawn.clear();
    op.run.held[kind.index()] = chit;
    if let Some(chit) = chit {
        let value = i32::from(op.approach_value(kind, chit));
        op.say(
            keep_clause(kind),
            Tone::Plain,
            "{} keeps {} {}",
            &[id.into(), kind.label().into(), value.into()],
        );
    }
    op.flow.goto(next, [0; 4]);
}

/// 4.2.6 Step 6.
pub(crate) fn near_adjustment(mut op: Op) {
    adjust(&mut op, "4.2.6.a", Phase::NearFlak);
}

/// 4.2.10 Step 10, first a.
pub(crate) fn close_adjustment(mut op: Op) {
    adjust(&mut op, "4.2.10.a", Phase::CloseFlak);
}

/// Frame arguments of an adjustment: the kind at hand, and whether the one adjustment is made.
const KIND: usize = 0;
const ADJUSTED: usize = 1;

/// One chit of one kind may be tried against the one held, and the marker may buy a chit of either kind
/// (clauses 4.2.6.a to 4.2.6.e).
fn adjust(op: &mut Op, clause: &'static str, next: Phase) {
    let Some(id) = op.runner() else { return op.flow.goto(next, [0; 4]) };
    let kind = ChitKind::from_index(op.flow.arg(KIND));
    match op.flow.step() {
        0 => {
            op.run.drawn.clear();
            let question = adjustment_offers(op, id, clause);
            if question.enabled().nth(1).is_none() {
                op.flow.goto(next, [0; 4]);
            } else {
                let question = op.with_discard(question);
                op.flow.ask(question, 1);
            }
        }
        1 => {
            let Some(key) = op.flow.answer() else { return };
            let kind = if key.word() == "speed" { ChitKind::Speed } else { ChitKind::Altitude };
            op.flow.set_arg(KIND, i32::try_from(kind.index()).unwrap_or(0));
            match (key.verb, key.piece()) {
                ("adjust", _) => {
                    op.flow.set_arg(ADJUSTED, 1);
                    op.draw(id, kind, 1, "4.2.6.b", 2);
                }
                ("trade", _) => {
                    op.trade_marker(id, kind);
                    op.draw(id, kind, 1, "4.2.6.c", 2);
                }
                ("discard", Some(holder)) => {
                    op.discard(holder);
                    op.flow.stay(0);
                }
                _ => op.flow.goto(next, [0; 4]),
            }
        }
        2 => {
            let drawn = op.flow.drawn().to_vec();
            op.run.drawn.extend(drawn);
            let held = op.run.held[kind.index()];
            if held.is_none() && op.run.drawn.len() == 1 {
                op.run.held[kind.index()] = op.run.drawn.pop();
                op.flow.stay(0);
                return;
            }
            // [4.2.6.b] Keep either; the other goes back.
            let mut question = Question::new(SQUADRON, "{}: which {} chit?", "4.2.6.b")
                .args(&[id.into(), kind.label().into()]);
            question.subject = Some(id);
            for chit in held.into_iter().chain(op.run.drawn.iter().copied()) {
                question = question.offer(keep_offer(kind, chit, "4.2.6.b"));
            }
            question.default = best_of(op, kind, held.into_iter().chain(op.run.drawn.iter().copied()));
            if op.holds_marker(id) {
                // [4.2.6.c] The marker may be traded after seeing the new chit too.
                question = question.offer(
                    Offer::new("trade", "Trade the marker for another {} chit", "4.2.6.c").a(kind.word()),
                );
            }
            op.flow.ask(question, 3);
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            if key.verb == "trade" {
                op.trade_marker(id, kind);
                op.draw(id, kind, 1, "4.2.6.c", 2);
                return;
            }
            // [4.2.6.d] At most one chit of a kind at the end of the step.
            op.run.held[kind.index()] = number(kind, key.word());
            op.run.drawn.clear();
            op.say("4.2.6.b", Tone::Plain, "{} flies on with {}", &[id.into(), key.a]);
            // The marker may still be traded after the adjustment, and the adjustment made after the trade.
            op.flow.stay(0);
        }
    }
}

/// What may be adjusted and what may not, with reasons.
fn adjustment_offers(op: &Op, id: PieceId, clause: &'static str) -> Question {
    let mut question = Question::new(SQUADRON, "{}: adjust Speed or Altitude?", clause).about(id);
    let adjusted = op.flow.arg(ADJUSTED) == 1;
    for kind in [ChitKind::Speed, ChitKind::Altitude] {
        let held = op.run.held[kind.index()].is_some();
        let locked = op.run.locked[kind.index()];
        // [4.2.6.a] One kind, not both, and only a chit already held; [4.2.6.e] lock-outs and lights still count.
        let lock_clause = if kind == ChitKind::Speed { "4.2.2.d" } else { "4.2.3.b" };
        question = question.offer(
            Offer::new("adjust", "Adjust {}", clause)
                .a(kind.word())
                .bar(adjusted, "one adjustment in this step", "4.2.6.a")
                .bar(locked, "no draws of this kind in this sequence", lock_clause)
                .bar(op.lights_bar(kind), "Aldis Lights are not on", "4.2.6.e")
                .bar(!held, "no chit of this kind held", "4.2.6.a"),
        );
    }
    if op.holds_marker(id) {
        for kind in [ChitKind::Speed, ChitKind::Altitude] {
            // [4.2.6.c] [2.15.1.c] The marker buys a draw of either kind, also one that is barred above.
            question = question.offer(
                Offer::new("trade", "Trade the marker for one more {} chit", "4.2.6.c").a(kind.word()),
            );
        }
    }
    question.default = question.offers.len();
    question.offer(Offer::new("hold", "Hold steady", clause))
}
