//! 7.2.2 Splitting a wave: who has other targets now leaves it, and may form another.

use super::wireless::addressed;
use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// 7.2.2 Who left a wave for other targets, and the new waves that they may form at once.
pub(crate) fn regroup(mut op: Op) {
    match op.flow.step() {
        0 => {
            // [6.7.3.b] [7.2.2.a] Whose targets differ from those of his wave leaves it.
            for n in 0..op.flight.waves.len() {
                let wave = u8::try_from(n).unwrap_or(0);
                let members = op.members(wave);
                // [7.2.e] A message to the wave: its leader keeps it, and whoever has no radio may have to go. A message to
                // one of them: the others keep it.
                let called = addressed(&op);
                let leader = Some(op.wave(wave).leader).filter(|id| members.contains(id));
                let to_wave = op.flow.arg(0) == i32::from(wave) + 1;
                let rest = members.iter().find(|m| !called.contains(m) && !to_wave).copied();
                let Some(stays) = rest.or(leader).or(members.first().copied()) else { continue };
                let parted: Vec<_> = members.into_iter().filter(|m| !op.same_targets(*m, stays)).collect();
                for id in parted {
                    op.leave_wave(id);
                    op.say("7.2.2.a", Tone::Plain, "{} leaves {}", &[id.into(), op.name(Unit::Wave(wave))]);
                }
            }
            op.flow.stay(1);
        }
        1 => {
            let Some(group) = parted(&op) else { return op.flow.done() };
            op.flight.queue = group.iter().map(|id| i32::from(id.0)).collect();
            let mut q = Question::new(SQUADRON, "They leave with the same targets. A new wave?", "7.2.2.b");
            for id in &group {
                q = q.offer(Offer::new("lead", "A wave led by {}", "7.2.2.b").a(*id));
            }
            q = q.offer(Offer::new("apart", "They fly apart", "7.2.2.b"));
            op.flow.ask(q, 2);
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            let group: Vec<PieceId> = op.flight.queue.iter().map(|n| PieceId::of_arg(*n)).collect();
            let old = group.first().and_then(|id| op.squadron.orders(*id).left);
            for id in &group {
                op.squadron.order(*id, |o| o.left = None);
            }
            if let Some(leader) = key.piece() {
                // [7.2.2.c] As compromised as the one it left.
                let compromised = old.is_some_and(|n| op.wave(n).compromised);
                op.form_wave(leader, &group, compromised);
                for id in &group {
                    op.squadron.order(*id, |o| o.left = None);
                }
            }
            op.flow.stay(1);
        }
    }
}

/// Two or more in one zone that left the same wave and have the same targets (clause 7.2.2.b).
fn parted(op: &Op) -> Option<Vec<PieceId>> {
    let gone: Vec<PieceId> = op
        .squadron
        .in_space(|s| matches!(s, Space::Zone(_)))
        .filter(|id| op.squadron.orders(*id).left.is_some() && op.squadron.orders(*id).wave.is_none())
        .collect();
    gone.iter().find_map(|a| {
        let left = op.squadron.orders(*a).left;
        let with: Vec<PieceId> = gone
            .iter()
            .filter(|b| {
                op.squadron.orders(**b).left == left
                    && op.same_targets(*a, **b)
                    && op.squadron.space(*a) == op.squadron.space(**b)
            })
            .copied()
            .collect();
        (with.len() > 1).then_some(with)
    })
}
