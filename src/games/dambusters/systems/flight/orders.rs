//! 6.4 and 6.7: what follows at once when a wave has lost its leader or its number, and when targets fall away.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::DamId;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};

/// Settles everything that is due, question by question, and returns to its caller.
pub(crate) fn orders(mut op: Op) {
    match op.flow.step() {
        0 => {
            dissolve(&mut op);
            if let Some(wave) = leaderless(&op) {
                let members = op.members(wave);
                op.flow.set_arg(0, i32::from(wave));
                let mut q = Question::new(SQUADRON, "Who leads {} now?", "6.7.5.b")
                    .args(&[op.name(Unit::Wave(wave))]);
                for id in members {
                    q = q.offer(Offer::new("lead", "{} takes the lead", "6.7.5.b").a(id));
                }
                op.flow.ask(q, 1);
                return;
            }
            // [6.4.3.c] The squadron needs a standing Target of Last Resort.
            if op.breached(op.flight.last_resort) && DamId::ALL.iter().any(|d| !op.breached(*d)) {
                let mut q =
                    Question::new(SQUADRON, "The Target of Last Resort is breached. Name another", "6.4.3.c");
                for dam in DamId::ALL.into_iter().filter(|d| !op.breached(*d)) {
                    q = q.offer(Offer::new("last-resort", "The {}", "6.4.3.c").a(dam.name()));
                }
                op.flow.ask(q, 2);
                return;
            }
            // [6.4.3.b] [7.3.1.a] Nobody with Upkeep is without a Primary Target.
            let last = op.flight.last_resort;
            let idle: Vec<_> =
                op.squadron.ids().filter(|id| op.squadron.orders(*id).primary.is_none()).collect();
            for id in idle {
                op.squadron.order(id, |o| o.primary = Some(last));
            }
            op.flow.done();
        }
        1 => {
            let wave = u8::try_from(op.flow.arg(0)).unwrap_or(0);
            if let Some(id) = op.flow.answer().and_then(|key| key.piece()) {
                op.flight.waves[usize::from(wave)].leader = id;
                op.squadron.order(id, |o| o.led = true);
                op.say("6.7.5.b", Tone::Plain, "{} leads {}", &[id.into(), op.name(Unit::Wave(wave))]);
            }
            op.flow.stay(0);
        }
        _ => {
            if let Some(key) = op.flow.answer()
                && let Some(dam) = DamId::named(key.word())
            {
                op.flight.last_resort = dam;
                op.log.say(
                    "6.4.3.c",
                    None,
                    Tone::Plain,
                    "Target of Last Resort: the {}",
                    &[dam.name().into()],
                );
            }
            op.flow.stay(0);
        }
    }
}

/// [6.7.1.a] A wave of one or none is no wave.
fn dissolve(op: &mut Op) {
    for n in 0..op.flight.waves.len() {
        let wave = u8::try_from(n).unwrap_or(u8::MAX);
        let members = op.members(wave);
        if let [only] = members[..] {
            let flares = std::mem::take(&mut op.flight.waves[n].flares);
            op.squadron.order(only, |o| {
                o.wave = None;
                o.flares += flares;
            });
            // [7.7.1.h] What shines on the wave shines on him who is left.
            for mark in op.flight.marks.iter_mut().filter(|m| m.unit == Some(Unit::Wave(wave))) {
                mark.unit = Some(Unit::Alone(only));
            }
            if op.squadron.space(only) != Space::Lost {
                op.say("6.7.1.a", Tone::Plain, "{} flies on alone", &[only.into()]);
            }
        }
    }
}

/// A wave whose leader is gone (clause 6.7.5.b).
fn leaderless(op: &Op) -> Option<u8> {
    (0..op.flight.waves.len()).filter_map(|n| u8::try_from(n).ok()).find(|n| {
        let members = op.members(*n);
        members.len() > 1 && !members.contains(&op.wave(*n).leader)
    })
}
