//! 2.1.1 Damage, 2.3.4 the Wing Commander's re-roll and 7.7.3a Balloons.

use crate::games::dambusters::components::Cause;
use crate::games::dambusters::data::EliteKind;
use crate::games::dambusters::data::{BalloonsResult, ChartIds, SaveResult};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

/// 2.1.1 One damage to a Lancaster (arguments: piece, cause). Hands back 0 nothing, 1 damaged, 2 destroyed.
pub(crate) fn damage(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    let cause =
        usize::try_from(op.flow.arg(1)).ok().and_then(|i| Cause::ALL.get(i)).copied().unwrap_or(Cause::Flak);
    let ship = op.squadron.ship(id);
    if op.flow.step() == 0 {
        if ship.has(EliteKind::PilotIgnoreDamage) && !ship.elite.spent {
            // [2.3.6.b] Cancel this one damage, now or never; an outright loss is no damage.
            let question =
                Question::new(SQUADRON, "{} is about to be damaged. Let the pilot pull it out?", "2.3.6.b")
                    .about(id)
                    .offer(Offer::new("accept", "Take the damage", "2.3.6.b"))
                    .offer(Offer::new("ignore", "Ignore the damage (once only)", "2.3.6.b"));
            op.flow.ask(question, 1);
            return;
        }
        op.flow.to(2);
    } else if op.flow.step() == 1 {
        if op.flow.answer().is_some_and(|key| key.verb == "ignore") {
            // [2.3.d] The marker flips: spent.
            op.squadron.change(id, |_, _, _, elite, _| elite.spent = true);
            op.say("2.3.6.b", Tone::Good, "{}: the pilot shrugs off the damage", &[id.into()]);
            op.flow.done_with(0);
            return;
        }
        op.flow.to(2);
    }
    if ship.airframe.damaged {
        // [2.1.1.b] Second damage destroys.
        op.destroy(id, cause, "2.1.1.b");
        op.flow.done_with(2);
    } else {
        // [2.1.1.a] First damage.
        op.squadron.change(id, |_, airframe, _, _, _| airframe.damaged = true);
        let template = if cause == Cause::Missing { "{} comes home damaged" } else { "{} is damaged by {}" };
        op.say("2.1.1.a", Tone::Bad, template, &[id.into(), cause.label().into()]);
        op.flow.done_with(1);
    }
}

/// 2.3.4 After a roll that directly affects his own Lancaster the Wing Commander may throw some dice again, once.
pub(crate) fn reroll(mut op: Op) {
    let Some(rolled) = op.flow.rolled().cloned() else {
        op.flow.done();
        return;
    };
    let Some(id) = rolled.spec.subject else {
        op.flow.done();
        return;
    };
    if op.flow.step() == 0 {
        let mut question = Question::new(SQUADRON, "{}: the Wing Commander may roll again", "2.3.4.a")
            .about(id)
            .offer(Offer::new("keep", "Let it stand", "2.3.4.a"));
        for mask in 1..(1i32 << rolled.spec.dice) {
            question = question.offer(Offer::new("reroll", again(mask), "2.3.4.a").a(places(mask)));
        }
        op.flow.ask(question, 1);
        return;
    }
    let Some(key) = op.flow.answer() else { return };
    if key.verb == "reroll" {
        let again: Vec<usize> = key.num().to_string().bytes().map(|b| usize::from(b - b'1')).collect();
        // [2.3.4.c] Once a game, whatever the roll.
        let commander = op.commander(id).unwrap_or(id);
        op.squadron.change(commander, |_, _, _, elite, _| elite.spent = true);
        op.flow.reroll(&op.charts, &mut op.luck, &again);
        op.say("2.3.4.c", Tone::Plain, "{}: the Wing Commander rolls again", &[id.into()]);
        if let Some(rolled) = op.flow.rolled() {
            op.log.roll(rolled);
        }
    }
    op.flow.done();
}

/// The label of the dice in a mask.
fn again(mask: i32) -> &'static str {
    match mask {
        3 => "Roll dice 1 and 2 again",
        5 => "Roll dice 1 and 3 again",
        6 => "Roll dice 2 and 3 again",
        7 => "Roll all three dice again",
        _ => "Roll die {} again",
    }
}

/// The places of the dice in a mask as digits: 1, 2, 12, 123.
fn places(mask: i32) -> Arg {
    Arg::Num((0..3).filter(|i| mask & (1 << i) != 0).fold(0, |n, i| n * 10 + i + 1))
}

/// 7.7.3a The Balloons hazard against one Lancaster (argument: piece).
pub(crate) fn balloons(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 => {
            if op.squadron.ship(id).may_save() {
                // [7.7.2.a] A Veteran crew or an Elite Pilot may save.
                let spec = op
                    .spec(op.ids().veteran_save.id, ChartIds::ONLY, "the Veteran Save of {}", "7.7.2.b")
                    .subject(id);
                op.roll(spec, 1);
            } else {
                op.flow.stay(2);
            }
        }
        1 => {
            if op.ids().veteran_save.result(op.flow.row()) == SaveResult::Saved {
                // [7.7.3a.b] Saved: neither damage nor loss.
                op.say("7.7.3a.b", Tone::Good, "{} slips past the cable", &[id.into()]);
                op.flow.done();
            } else {
                op.flow.stay(2);
            }
        }
        2 => {
            let spec = op
                .spec(op.ids().balloons_hazard.id, ChartIds::ONLY, "the balloon cables before {}", "7.7.3a.a")
                .subject(id);
            op.roll(spec, 3);
        }
        3 => match op.ids().balloons_hazard.result(op.flow.row()) {
            BalloonsResult::Damaged => op.damage(id, Cause::Balloon, 4),
            BalloonsResult::Destroyed => {
                op.destroy(id, Cause::Balloon, "7.7.3a.a");
                op.flow.done();
            }
        },
        _ => op.flow.done(),
    }
}
