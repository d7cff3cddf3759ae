//! 7.2.2 Splitting a wave: who has other targets now leaves it, and may form another.

use super::wave_of;
use super::wireless::addressed;
use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

/// What the frame keeps: the wave that a message was for, plus 1; who has just left a wave or the last of one, as bits.
const CALLED: usize = 0;
const FRESH: usize = 1;

/// 7.2.2 Who left a wave for other targets, and the waves that those who began the phase in it form at once.
pub(crate) fn regroup(mut op: Op) {
    match op.flow.step() {
        0 => {
            part(&mut op);
            op.flow.stay(1);
        }
        1 => {
            let Some(id) = fresh(&op) else { return op.flow.done() };
            if let Some(wave) = wave_of_partners(&op, id) {
                // [7.2.2.b] One more of them, when the others fly as a wave already.
                op.flight.queue = vec![i32::from(id.0)];
                let name = op.name(Unit::Wave(wave));
                let q = Question::new(SQUADRON, "{} leaves with the targets of {}. Together?", "7.2.2.b")
                    .args(&[id.into(), name])
                    .about(id)
                    .offer(Offer::new("join", "{} joins {}", "7.2.2.b").a(id).b(name))
                    .offer(Offer::new("apart", "It flies apart", "7.2.2.b"));
                op.flow.ask(q, 2);
                return;
            }
            let group = partners(&op, id);
            op.flight.queue = group.iter().map(|id| i32::from(id.0)).collect();
            if group.len() < 2 {
                settled(&mut op);
                op.flow.stay(1);
                return;
            }
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
            match (key.verb, key.piece(), key.b) {
                ("lead", Some(leader), _) => {
                    // [7.2.2.c] As compromised as the one it left.
                    let old = group.first().and_then(|id| op.squadron.orders(*id).from_wave);
                    let compromised = old.is_some_and(|n| op.wave(n).compromised);
                    op.form_wave(leader, &group, compromised);
                }
                ("join", Some(id), Arg::Word(word)) => {
                    if let Some(wave) = wave_of(word) {
                        op.join_wave(id, wave);
                        let name = op.name(Unit::Wave(wave));
                        op.say("7.2.2.b", Tone::Plain, "{} joins {}", &[id.into(), name]);
                    }
                }
                _ => {}
            }
            settled(&mut op);
            op.flow.stay(1);
        }
    }
}

/// [6.7.3.b] [7.2.2.a] Whose targets differ from those of his wave leaves it.
fn part(op: &mut Op) {
    // [7.2.e] A message to the wave: its leader keeps it, and whoever has no radio may have to go. A message to one of
    // them: the others keep it.
    let called = addressed(op);
    let mut gone: Vec<PieceId> = Vec::new();
    for n in 0..op.flight.waves.len() {
        let wave = u8::try_from(n).unwrap_or(0);
        let members = op.members(wave);
        let leader = Some(op.wave(wave).leader).filter(|id| members.contains(id));
        let to_wave = op.flow.arg(CALLED) == i32::from(wave) + 1;
        let rest = members.iter().find(|m| !called.contains(m) && !to_wave).copied();
        let Some(stays) = rest.or(leader).or(members.first().copied()) else { continue };
        let parted: Vec<_> = members.into_iter().filter(|m| !op.same_targets(*m, stays)).collect();
        for id in parted {
            op.leave_wave(id);
            op.say("7.2.2.a", Tone::Plain, "{} leaves {}", &[id.into(), op.name(Unit::Wave(wave))]);
            gone.push(id);
        }
    }
    // Whoever is the last of a wave that the others have left is with them again when he is sent the same way.
    gone.extend(called.into_iter().filter(|id| op.squadron.orders(*id).wave.is_none()));
    let bits = gone.iter().fold(0, |bits, id| bits | bit(*id));
    op.flow.set_arg(FRESH, bits);
}

fn bit(id: PieceId) -> i32 {
    if id.0 < 31 { 1 << id.0 } else { 0 }
}

/// The next who has just left.
fn fresh(op: &Op) -> Option<PieceId> {
    let bits = op.flow.arg(FRESH);
    op.squadron.ids().find(|id| bits & bit(*id) != 0)
}

/// Those of whom the player has just been asked, or need not be, are no news any more.
fn settled(op: &mut Op) {
    let asked = op.flight.queue.iter().fold(0, |bits, n| bits | bit(PieceId::of_arg(*n)));
    let bits = op.flow.arg(FRESH);
    op.flow.set_arg(FRESH, bits & !asked);
}

/// Those who began the phase in the wave of this Lancaster and share its new targets and its zone, itself included.
fn fellows(op: &Op, id: PieceId) -> Vec<PieceId> {
    let (from, space) = (op.squadron.orders(id).from_wave, op.squadron.space(id));
    if from.is_none() || !matches!(space, Space::Zone(_)) {
        return Vec::new();
    }
    let fellow = |b: &PieceId| op.squadron.orders(*b).from_wave == from && op.same_targets(id, *b);
    op.squadron.in_space(|s| s == space).filter(fellow).collect()
}

/// The fellows that fly alone (clause 7.2.2.b).
fn partners(op: &Op, id: PieceId) -> Vec<PieceId> {
    let all = fellows(op, id).into_iter();
    let mut alone: Vec<PieceId> = all.filter(|b| op.squadron.orders(*b).wave.is_none()).collect();
    if !alone.contains(&id) {
        alone = vec![id];
    }
    alone
}

/// The wave that fellows have formed already.
fn wave_of_partners(op: &Op, id: PieceId) -> Option<u8> {
    op.squadron
        .orders(id)
        .wave
        .is_none()
        .then(|| fellows(op, id))?
        .into_iter()
        .find_map(|b| op.squadron.orders(b).wave)
}
