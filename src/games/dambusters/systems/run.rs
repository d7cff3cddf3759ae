//! 4.1 Run Phase and 4.2.1 Approach Vector Check.

use crate::games::dambusters::components::{Run, Space, Zone};
use crate::games::dambusters::data::EliteKind;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Pick, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

/// In the frame: whether a Wave Leader's flare has set the Attack Order free (clause 11.6.3.b).
const FREE: usize = 0;

/// 4.1 The player sends one Lancaster with Upkeep into the Far Zone, with up to two escorts, or none; without VHF by the
/// Attack Order (clauses 11.6.2.b to 11.6.4.b).
pub(crate) fn run_phase(mut op: Op) {
    match op.flow.step() {
        0 => {
            *op.run = Run::default();
            let turn = Arg::Num(i32::from(op.clock.shown(op.flight.on)));
            let mut question =
                Question::new(SQUADRON, "Attack Turn {}. Who starts a run?", "4.1.a").args(&[turn]);
            let mut anybody = false;
            let free = op.flow.arg(FREE) == 1;
            for id in op.squadron.in_space(|s| s == Space::CirclingNear) {
                let ship = op.squadron.ship(id);
                let early = ship.lancaster.from_turn > op.clock.turn;
                anybody |= ship.armed() && !early;
                let offer = Offer::new("run", "{} starts its run", "4.1.a")
                    .a(id)
                    .bar(!ship.armed(), "carries no Upkeep", "4.1.b")
                    .bar(early, "is not here yet", "1.2.a");
                question = question.offer(op.in_turn(offer, id, free));
            }
            if !anybody {
                // [4.1.c] Without a runner the sequence is skipped.
                op.flow.goto(Phase::Circling, [0; 4]);
                return;
            }
            if op.ask_leader(4) {
                return;
            }
            question = op.with_signal(question, free);
            question = question.offer(Offer::new("end:run", "No run this turn", "4.1.c"));
            question = op.with_discard(question);
            op.flow.ask(question, 1);
        }
        1 => {
            let Some(key) = op.flow.answer() else { return };
            match (key.verb, key.piece()) {
                ("run", Some(id)) => {
                    // [4.1.1.a] The Approach is entered at its Far Zone only; [3.2.c] this starts the sequence.
                    op.squadron.put(id, Space::Approach(Zone::Far));
                    op.run.lancaster = Some(id);
                    op.say("4.1.1.a", Tone::Plain, "{} starts its run into the Far Zone", &[id.into()]);
                    if op.jinxed() == Some(id) {
                        op.ask_jinx_pool(id, 5);
                    } else {
                        op.flow.stay(2);
                    }
                }
                ("flare", Some(id)) => {
                    op.signal(id);
                    op.flow.set_arg(FREE, 1);
                    op.flow.stay(0);
                }
                ("discard", Some(id)) => {
                    op.discard(id);
                    op.flow.stay(0);
                }
                _ => {
                    op.log.say("4.1.c", None, Tone::Plain, "No run this turn", &[]);
                    op.flow.goto(Phase::Circling, [0; 4]);
                }
            }
        }
        2 => {
            // [4.1.2.a] Up to two escorts from Circling Near; [4.1.2.b] only beside a runner.
            let escorts = op.squadron.escorts().count();
            let mut question = Question::new(SQUADRON, "Escorts for {}?", "4.1.2.a");
            question.args[0] = op.run.lancaster.map_or(Arg::None, Arg::Piece);
            question.subject = op.run.lancaster;
            let mut anybody = false;
            for id in op.squadron.in_space(|s| s == Space::CirclingNear) {
                let ship = op.squadron.ship(id);
                let early = ship.lancaster.from_turn > op.clock.turn;
                // [11.6.2.e] Without VHF a Wave Leader alone; [11.6.4.b] each of two, of whatever waves.
                let led = !op.no_vhf() || op.leads_line(id);
                anybody |= !ship.armed() && !early && led;
                question = question.offer(
                    Offer::new("escort", "{} escorts", "4.1.2.a")
                        .a(id)
                        .bar(ship.armed(), "still carries Upkeep", "4.1.2.c")
                        .bar(early, "is not here yet", "1.2.a")
                        .bar(!led, "without VHF only a Wave Leader escorts", "11.6.2.e"),
                );
            }
            if escorts >= 2 || !anybody {
                op.flow.goto(Phase::ApproachVector, [0; 4]);
                return;
            }
            question.default = question.offers.len();
            question = question.offer(Offer::new("go", "Go in with what is there", "4.1.2.a"));
            op.flow.ask(question, 3);
        }
        4 => {
            op.name_leader();
            op.flow.stay(0);
        }
        5 => {
            op.mix_in_jinx();
            op.flow.stay(2);
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            match key.piece() {
                Some(id) => {
                    op.squadron.put(id, Space::Escort(Zone::Far));
                    op.say("4.1.2.a", Tone::Plain, "{} flies escort", &[id.into()]);
                    op.flow.stay(2);
                }
                None => op.flow.goto(Phase::ApproachVector, [0; 4]),
            }
        }
    }
}

/// 4.2.1 Step 1: what the lie of the land costs in chits.
pub(crate) fn approach_vector(mut op: Op) {
    let Some(id) = op.run.lancaster else {
        op.flow.goto(Phase::Circling, [0; 4]);
        return;
    };
    match op.flow.step() {
        0 => {
            // [4.2.1.a] One die; the column is the dam's, the row its Recon Level ([2.10.a]).
            let class = op.book.0.tables.dam(op.target.dam).vector;
            let column = op.ids().vector_column(class);
            let mut spec = op
                .spec(op.ids().approach_vector.id, column, "the Approach Vector of {}", "4.2.1.a")
                .subject(id)
                .modifier(Modifier::when(true, "Recon Level", i32::from(op.target.recon), "4.2.1.a", ""));
            if op.squadron.ship(id).has(EliteKind::PilotApproachVector) {
                // [2.3.6.a] Two dice, of which the player keeps one.
                spec.dice = 2;
            }
            op.roll(spec, 1);
        }
        1 => {
            let Some(rolled) = op.flow.rolled() else { return };
            let (high, low) = match *rolled.dice() {
                // [13.2.1.a] Of a jinxed Lancaster's dice the worse counts without a choice.
                [..] if rolled.spec.pick == Pick::Worst => {
                    let face = u8::try_from(rolled.reading.natural).unwrap_or(1);
                    (face, face)
                }
                [a, b] => (a.max(b), a.min(b)),
                [a, ..] => (a, a),
                [] => return,
            };
            let (with_high, with_low) = (letters(&op, high), letters(&op, low));
            if no_worse(with_high, with_low) {
                take(&mut op, id, high);
            } else if no_worse(with_low, with_high) {
                // Flares may make the lower die the more favourable.
                op.say("2.3.6.a", Tone::Plain, "{} keeps the {}", &[id.into(), i32::from(low).into()]);
                take(&mut op, id, low);
            } else {
                // [2.3.6.a] Neither is plainly better: the player says which is the more favourable.
                let mut question =
                    Question::new(SQUADRON, "{}: which Approach Vector die counts?", "2.3.6.a").about(id);
                for face in [high, low] {
                    question = question.offer(Offer::new("die", "Keep the {}", "2.3.6.a").a(i32::from(face)));
                }
                op.flow.ask(question, 2);
            }
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            let face = u8::try_from(key.num()).unwrap_or(1);
            op.say("2.3.6.a", Tone::Plain, "{} keeps the {}", &[id.into(), i32::from(face).into()]);
            take(&mut op, id, face);
        }
    }
}

/// Letters S, A and M for a face of the die, before flares (clauses 4.2.1.a, 4.2.1.b, 4.2.1.h).
fn printed(op: &Op, face: u8) -> [u8; 3] {
    let Some(rolled) = op.flow.rolled() else { return [0; 3] };
    let chart = op.charts.get(rolled.spec.chart);
    let row = chart.read(rolled.spec.column, i32::from(face) + rolled.spec.sum());
    // [4.2.1.b] Clear counts the upper letters only, Fog all; [4.2.1.c] as the visibility stands now;
    // [4.2.1.h] letters add up.
    let (s, a, m) = op.ids().approach_vector.result(row).letters(op.clock.visibility);
    [s, a, m]
}

/// The letters that take effect: each flare on the Attack Turn Track cancels one A (clause 4.2.1.f).
fn letters(op: &Op, face: u8) -> [u8; 3] {
    let flares = u8::try_from(op.clock.flares.len()).unwrap_or(u8::MAX);
    let [s, a, m] = printed(op, face);
    [s, a.saturating_sub(flares), m]
}

/// Whether no letter of `a` is more frequent than in `b`.
fn no_worse(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| *a <= b)
}

/// The face counts: its letters are noted for Steps 2 and 3 and for the climb.
fn take(op: &mut Op, id: PieceId, face: u8) {
    let [s, a, m] = letters(op, face);
    let cancelled = i32::from(printed(op, face)[1]) - i32::from(a);
    if cancelled > 0 {
        op.say("4.2.1.f", Tone::Good, "{}: flares cancel {} A", &[id.into(), cancelled.into()]);
    }
    op.run.letters = [s, a, m];
    if s > 0 {
        op.say("4.2.1.d", Tone::Bad, "{}: S, {} Speed chits fewer", &[id.into(), i32::from(s).into()]);
    }
    if a > 0 {
        op.say("4.2.1.e", Tone::Bad, "{}: A, {} Altitude chits fewer", &[id.into(), i32::from(a).into()]);
    }
    if m > 0 {
        // [4.2.1.g] Eder only: −1 each on the Michelskopf Check.
        op.say(
            "4.2.1.g",
            Tone::Bad,
            "{}: M, {} off the Michelskopf Check",
            &[id.into(), i32::from(m).into()],
        );
    }
    op.flow.goto(Phase::SpeedChits, [0; 4]);
}
