//! 4.1 Run Phase and 4.2.1 Approach Vector Check.

use crate::games::dambusters::components::{Run, Space, Zone};
use crate::games::dambusters::data::EliteKind;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Arg;

/// 4.1 The player sends one Lancaster with Upkeep into the Far Zone, with up to two escorts, or none.
pub(crate) fn run_phase(mut op: Op) {
    match op.flow.step() {
        0 => {
            *op.run = Run::default();
            let turn = Arg::Num(i32::from(op.clock.turn));
            let mut question =
                Question::new(SQUADRON, "Attack Turn {}. Who starts a run?", "4.1.a").args(&[turn]);
            let mut anybody = false;
            for id in op.squadron.in_space(|s| s == Space::CirclingNear) {
                let armed = op.squadron.ship(id).armed();
                anybody |= armed;
                question = question.offer(Offer::new("run", "{} starts its run", "4.1.a").a(id).bar(
                    !armed,
                    "carries no Upkeep",
                    "4.1.b",
                ));
            }
            if !anybody {
                // [4.1.c] Without a runner the sequence is skipped.
                op.flow.goto(Phase::Circling, [0; 4]);
                return;
            }
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
                    op.flow.stay(2);
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
                let armed = op.squadron.ship(id).armed();
                anybody |= !armed;
                question = question.offer(Offer::new("escort", "{} escorts", "4.1.2.a").a(id).bar(
                    armed,
                    "still carries Upkeep",
                    "4.1.2.c",
                ));
            }
            if escorts >= 2 || !anybody {
                op.flow.goto(Phase::ApproachVector, [0; 4]);
                return;
            }
            question.default = question.offers.len();
            question = question.offer(Offer::new("go", "Go in with what is there", "4.1.2.a"));
            op.flow.ask(question, 3);
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
    if op.flow.step() == 0 {
        // [4.2.1.a] One die; the column is the dam's, the row its Recon Level.
        let class = op.book.0.tables.dam(op.raid.setup.dam).vector;
        let column = op.ids().vector_column(class);
        let mut spec = op
            .spec(op.ids().approach_vector.id, column, "the Approach Vector of {}", "4.2.1.a")
            .subject(id)
            .modifier(Modifier::when(true, "Recon Level", i32::from(op.raid.setup.recon), "4.2.1.a", ""));
        if op.squadron.ship(id).has(EliteKind::PilotApproachVector) {
            // [2.3.6.a] Two dice, of which the more favourable (higher) counts.
            spec.dice = 2;
        }
        op.roll(spec, 1);
        return;
    }
    let vector = op.ids().approach_vector.result(op.flow.row());
    // [4.2.1.b] Clear counts the upper letters only, Fog all; [4.2.1.h] letters add up.
    let (s, a, m) = vector.letters(op.clock.visibility);
    // [4.2.1.f] Each flare on the Attack Turn Track cancels one A.
    let flares = u8::try_from(op.clock.flares.len()).unwrap_or(u8::MAX);
    let left = a.saturating_sub(flares);
    if left < a {
        let cancelled = i32::from(a - left);
        op.say("4.2.1.f", Tone::Good, "{}: flares cancel {} A", &[id.into(), cancelled.into()]);
    }
    op.run.letters = [s, left, m];
    if s > 0 {
        op.say("4.2.1.d", Tone::Bad, "{}: {} Speed chits fewer", &[id.into(), i32::from(s).into()]);
    }
    if left > 0 {
        op.say("4.2.1.e", Tone::Bad, "{}: {} Altitude chits fewer", &[id.into(), i32::from(left).into()]);
    }
    if m > 0 {
        // [4.2.1.g] Eder only: −1 each on the Michelskopf Check.
        op.say("4.2.1.g", Tone::Bad, "{}: {} M for the Michelskopf", &[id.into(), i32::from(m).into()]);
    }
    op.flow.goto(Phase::SpeedChits, [0; 4]);
}
