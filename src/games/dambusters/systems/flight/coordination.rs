//! 7.1 Coordination: waves back into good order, aircraft into waves.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{CheckResult, Quality};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

use super::{ZONES, wave_of};

/// What the frame keeps: zone, kind of action, and the two that act.
const ZONE: usize = 0;
const KIND: usize = 1;
const FIRST: usize = 2;
const SECOND: usize = 3;

const COORDINATE: i32 = 0;
const JOIN: i32 = 1;
const CREATE: i32 = 2;
/// Added to the kind when a flare was fired.
const FLARE: i32 = 8;

/// 7.1 Zone by zone, one action after another ([7.1.b]).
pub(crate) fn coordination(mut op: Op) {
    match op.flow.step() {
        0 => {
            let ids: Vec<_> = op.squadron.ids().collect();
            for id in ids {
                op.squadron.order(id, |o| o.tried = false);
            }
            for wave in &mut op.flight.waves {
                wave.tried = false;
            }
            op.flow.stay(1);
        }
        1 => {
            let mut zone = usize::try_from(op.flow.arg(ZONE)).unwrap_or(0);
            while zone < ZONES.len() {
                let question = offers(&op, zone);
                if question.offers.len() > 1 {
                    op.flow.set_arg(ZONE, i32::try_from(zone).unwrap_or(0));
                    op.flow.ask(question, 2);
                    return;
                }
                zone += 1;
            }
            op.flow.goto(Phase::Wireless, [0; 4]);
        }
        2 => {
            let Some(key) = op.flow.answer() else { return };
            let (kind, first, second) = match (key.verb, key.piece(), key.b) {
                ("coordinate", ..) => {
                    let wave = wave_of(key.word()).map_or(0, |n| Unit::Wave(n).arg());
                    (COORDINATE, wave, 0)
                }
                ("join", Some(id), Arg::Word(wave)) => {
                    (JOIN, i32::from(id.0), wave_of(wave).map_or(0, |n| Unit::Wave(n).arg()))
                }
                ("create", Some(a), Arg::Piece(b)) => (CREATE, i32::from(a.0), i32::from(b.0)),
                _ => {
                    let zone = op.flow.arg(ZONE);
                    op.flow.set_arg(ZONE, zone + 1);
                    op.flow.stay(1);
                    return;
                }
            };
            op.flow.set_arg(KIND, kind);
            op.flow.set_arg(FIRST, first);
            op.flow.set_arg(SECOND, second);
            // [7.1.1.c] One of them may fire a flare first.
            let mut q = Question::new(SQUADRON, "Fire a Very Light for this check?", "7.1.1.c");
            for id in acting(&op) {
                q = q.offer(Offer::new("flare", "{} fires a Very Light", "7.1.1.c").a(id));
            }
            q.default = q.offers.len();
            q = q.offer(Offer::new("no-flare", "No flare", "7.1.1.c"));
            op.flow.ask(q, 3);
        }
        3 => {
            let flare = op.flow.answer().and_then(|key| key.piece());
            if let Some(id) = flare {
                match wave_in(&op) {
                    Some(n) => op.flight.waves[usize::from(n)].flares += 1,
                    None => op.squadron.order(id, |o| o.flares += 1),
                }
                let kind = op.flow.arg(KIND);
                op.flow.set_arg(KIND, kind | FLARE);
                op.say("7.1.1.c", Tone::Plain, "{} fires a Very Light", &[id.into()]);
            }
            check(&mut op);
        }
        4 => {
            let passed = op.ids().coordination.result(op.flow.row()) == CheckResult::Passes;
            mark_tried(&mut op);
            if passed {
                succeed(&mut op);
            } else {
                op.log.say("7.1.1.a", None, Tone::Bad, "The check fails: nothing changes", &[]);
                op.flow.stay(1);
            }
        }
        5 => {
            // The leader of a new wave.
            let Some(leader) = op.flow.answer().and_then(|key| key.piece()) else { return };
            let pair = [PieceId::of_arg(op.flow.arg(FIRST)), PieceId::of_arg(op.flow.arg(SECOND))];
            op.form_wave(leader, &pair, false);
            op.flow.stay(1);
        }
        _ => op.flow.done(),
    }
}

fn wave_in(op: &Op) -> Option<u8> {
    let arg = match op.flow.arg(KIND) & !FLARE {
        COORDINATE => op.flow.arg(FIRST),
        JOIN => op.flow.arg(SECOND),
        _ => return None,
    };
    match Unit::from_arg(arg) {
        Unit::Wave(n) => Some(n),
        Unit::Alone(_) => None,
    }
}

/// Everybody in the action.
fn acting(op: &Op) -> Vec<PieceId> {
    let mut all = wave_in(op).map_or(Vec::new(), |n| op.members(n));
    match op.flow.arg(KIND) & !FLARE {
        COORDINATE => {}
        JOIN => all.push(PieceId::of_arg(op.flow.arg(FIRST))),
        _ => all.extend([PieceId::of_arg(op.flow.arg(FIRST)), PieceId::of_arg(op.flow.arg(SECOND))]),
    }
    all
}

/// [7.1.1.a] Two dice against the Navigation Skill of the worst aircrew in the action.
fn check(op: &mut Op) {
    let crews = acting(op);
    let Some(worst) = op.worst(&crews) else { return op.flow.stay(1) };
    let leader = wave_in(op).map(|n| op.wave(n).leader);
    let veteran = leader.is_some_and(|id| op.squadron.ship(id).lancaster.quality == Quality::Veteran);
    let flare = op.flow.arg(KIND) & FLARE != 0;
    let column = op.ids().coordination_column(op.skill(worst));
    let spec = op
        .spec(op.ids().coordination.id, column, "the Coordination Check with {}", "7.1.1.a")
        .subject(worst)
        .modifier(Modifier::when(veteran, "Veteran Wave Leader", 1, "7.1.1.b", "no Veteran Wave Leader"))
        .modifier(Modifier::when(flare, "Very Light", 1, "7.1.1.c", "no flare fired"));
    op.roll(spec, 4);
}

fn mark_tried(op: &mut Op) {
    match op.flow.arg(KIND) & !FLARE {
        // [7.1.3.a] Each wave once.
        COORDINATE => {
            if let Some(n) = wave_in(op) {
                op.flight.waves[usize::from(n)].tried = true;
            }
        }
        // [7.1.4.b] [7.1.5.b] Each independent aircraft once; [7.1.4.c] the wave may still be coordinated.
        JOIN => op.squadron.order(PieceId::of_arg(op.flow.arg(FIRST)), |o| o.tried = true),
        _ => {
            for arg in [FIRST, SECOND] {
                op.squadron.order(PieceId::of_arg(op.flow.arg(arg)), |o| o.tried = true);
            }
        }
    }
}

fn succeed(op: &mut Op) {
    match op.flow.arg(KIND) & !FLARE {
        COORDINATE => {
            if let Some(n) = wave_in(op) {
                // [7.1.3.a] [6.7.2.c] Back in good order.
                op.flight.waves[usize::from(n)].compromised = false;
                let name = op.name(Unit::Wave(n));
                op.log.say("7.1.3.a", None, Tone::Good, "{} is in good order again", &[name]);
            }
            op.flow.stay(1);
        }
        JOIN => {
            let id = PieceId::of_arg(op.flow.arg(FIRST));
            if let Some(n) = wave_in(op) {
                op.join_wave(id, n);
                op.say("7.1.4.d", Tone::Good, "{} joins {}", &[id.into(), op.name(Unit::Wave(n))]);
            }
            op.flow.stay(1);
        }
        _ => {
            let mut q = Question::new(SQUADRON, "Who leads the new wave?", "7.1.5.c");
            for arg in [FIRST, SECOND] {
                let id = PieceId::of_arg(op.flow.arg(arg));
                q = q.offer(Offer::new("lead", "{} leads", "7.1.5.c").a(id));
            }
            op.flow.ask(q, 5);
        }
    }
}

fn offers(op: &Op, zone: usize) -> Question {
    let zone = ZONES[zone];
    let mut q = Question::new(SQUADRON, "Coordination in {}", "7.1.a").args(&[zone.label().into()]);
    let units = op.units_in(zone, false);
    // [7.1.c] Those in Missing and Return to Base Boxes take no part.
    let alone: Vec<PieceId> = op
        .squadron
        .in_space(|s| s == Space::Zone(zone))
        .filter(|id| op.squadron.orders(*id).wave.is_none())
        .collect();
    for unit in &units {
        let Unit::Wave(n) = *unit else { continue };
        let wave = op.wave(n);
        // [7.1.d] One silent member bars the whole wave.
        let silent = op.silent(&op.members(n));
        if wave.compromised {
            q = q.offer(
                Offer::new("coordinate", "Bring {} into good order", "7.1.3.a")
                    .a(super::WAVE_NAMES[usize::from(n)])
                    // [7.1.e] No coordination without VHF.
                    .bar(op.no_vhf(), "no VHF sets are fitted", "10.4.4.e")
                    .bar(wave.tried, "was tried this turn", "7.1.3.a")
                    .bar(silent, "somebody has no radio", "7.1.d"),
            );
        }
        for id in &alone {
            if op.same_targets(*id, wave.leader) {
                q = q.offer(
                    Offer::new("join", "{} joins {}", "7.1.4.a")
                        .a(*id)
                        .b(super::WAVE_NAMES[usize::from(n)])
                        // [11.6.b] But a straggler may rejoin its own wave.
                        .bar(op.strange_wave(*id, n), "without VHF it knows its own wave alone", "7.1.e")
                        .bar(op.squadron.orders(*id).tried, "has tried this turn", "7.1.4.b")
                        .bar(op.is_high(*id) != op.flies_high(*unit), "flies at another altitude", "14.1.a")
                        .bar(silent || op.silent(&[*id]), "somebody has no radio", "7.1.d"),
                );
            }
        }
    }
    for (i, a) in alone.iter().enumerate() {
        for b in &alone[i + 1..] {
            if op.same_targets(*a, *b) {
                let tried = op.squadron.orders(*a).tried || op.squadron.orders(*b).tried;
                q = q.offer(
                    Offer::new("create", "{} and {} form a wave", "7.1.5.a")
                        .a(*a)
                        .b(*b)
                        .bar(op.no_vhf(), "no VHF sets are fitted", "10.4.4.e")
                        .bar(tried, "has tried this turn", "7.1.5.b")
                        .bar(op.is_high(*a) != op.is_high(*b), "they fly at two altitudes", "14.1.a")
                        .bar(op.silent(&[*a, *b]), "somebody has no radio", "7.1.d"),
                );
            }
        }
    }
    if q.enabled().next().is_none() {
        // [10.4.4.e] Without VHF there is no more to the phase than this.
        q.offers.clear();
    }
    // [11.6.b] Without VHF nothing but a straggler's attempt is open, and that he must make.
    let due = op.no_vhf() && q.enabled().next().is_some();
    q.default = q.offers.len();
    q.offer(Offer::new("end:coordination", "Go on", "7.1.a").bar(
        due,
        "a straggler tries to rejoin its wave whenever it can",
        "11.6.b",
    ))
}
