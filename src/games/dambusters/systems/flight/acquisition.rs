//! 7.8 Target Acquisition.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{CheckResult, DamId, FlightZone};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};

use super::{ZONES, altitude};

/// What the frame keeps: place in the queue, the dam.
const AT: usize = 0;
const DAM: usize = 1;

/// 7.8 Every unit in the zone of its Primary Target looks for it.
pub(crate) fn acquisition(mut op: Op) {
    match op.flow.step() {
        0 => {
            let mut queue = Vec::new();
            for zone in ZONES {
                for unit in op.units_in(zone, false) {
                    if !targets(&op, unit, zone).is_empty() && !altitude::too_high(&mut op, unit) {
                        queue.push(unit.arg());
                    }
                }
            }
            op.flight.queue = queue;
            op.flow.stay(1);
        }
        1 => {
            let Some(unit) = current(&op) else {
                op.flight.queue.clear();
                op.flow.goto(Phase::TargetMaps, [0; 4]);
                return;
            };
            let zone = op.crews(unit).first().and_then(|id| op.zone_of(*id));
            let dams = zone.map_or(Vec::new(), |zone| targets(&op, unit, zone));
            let primary = op.squadron.orders(op.head(unit)).primary;
            match dams[..] {
                [] => next(&mut op),
                [only] if Some(only) == primary => seek(&mut op, unit, only),
                _ => {
                    // [7.8.c] From the seventh turn it may look for the Target of Last Resort instead.
                    let mut q = Question::new(SQUADRON, "Which dam does {} look for?", "7.8.c")
                        .args(&[op.name(unit)]);
                    // Where its Primary Target is elsewhere it need not.
                    let free = primary.is_none_or(|dam| !dams.contains(&dam));
                    for dam in dams {
                        q = q.offer(Offer::new("seek", "The {}", "7.8.c").a(dam.name()));
                    }
                    if free {
                        q = q.offer(Offer::new("stay", "None", "7.8.c"));
                    }
                    op.flow.ask(q, 2);
                }
            }
        }
        2 => {
            let dam = op.answered_dam();
            match (dam, current(&op)) {
                (Some(dam), Some(unit)) => seek(&mut op, unit, dam),
                _ => next(&mut op),
            }
        }
        3 => {
            let Some(unit) = current(&op) else { return next(&mut op) };
            if op.ids().target_acquisition.result(op.flow.row()) == CheckResult::Passes {
                acquire(&mut op, unit);
            } else {
                // [7.8.1.c]
                let q = Question::new(SQUADRON, "{} does not find it. Persist?", "7.8.1.c")
                    .args(&[op.name(unit)])
                    .offer(Offer::new("persist", "A Persistent Attempt: a Navigation Check", "7.8.2.a"))
                    .offer(Offer::new("back", "Back to the Flight Zone", "7.8.1.c"));
                op.flow.ask(q, 4);
            }
        }
        4 => {
            if op.flow.answer().is_some_and(|key| key.verb == "persist") {
                let unit = current(&op).map_or(0, Unit::arg);
                op.flow.call(Phase::NavigationCheck, [unit, 0, 0, 0], 5);
            } else {
                next(&mut op);
            }
        }
        5 => {
            // [7.8.2.a] Passing is finding; failing has brought its consequences already.
            match current(&op) {
                Some(unit) if op.flow.returned() == 1 && !op.crews(unit).is_empty() => acquire(&mut op, unit),
                _ => next(&mut op),
            }
        }
        _ => op.flow.call(Phase::Orders, [0; 4], 1),
    }
}

fn current(op: &Op) -> Option<Unit> {
    let at = usize::try_from(op.flow.arg(AT)).ok()?;
    op.flight.queue.get(at).map(|n| Unit::from_arg(*n))
}

fn next(op: &mut Op) {
    let at = op.flow.arg(AT);
    op.flow.set_arg(AT, at + 1);
    op.flow.stay(6);
}

/// The dams that a unit must or may look for (clauses 7.8.a to 7.8.c): in the zone that it is in, [7.8.b] its Primary
/// Target and no other.
fn targets(op: &Op, unit: Unit, zone: FlightZone) -> Vec<DamId> {
    let orders = op.squadron.orders(op.head(unit));
    if !op.crews(unit).iter().any(|id| op.squadron.ship(*id).armed()) {
        return Vec::new();
    }
    let mut dams: Vec<DamId> = orders.primary.into_iter().collect();
    if op.free() && !dams.contains(&op.flight.last_resort) {
        dams.push(op.flight.last_resort);
    }
    dams.retain(|dam| op.book.0.tables.dam(*dam).zone == zone);
    dams
}

/// [7.8.1.a] Two dice by the Recon Levels of zone and dam; no modifiers.
fn seek(op: &mut Op, unit: Unit, dam: DamId) {
    let index = DamId::ALL.iter().position(|d| *d == dam).and_then(|i| i32::try_from(i).ok()).unwrap_or(0);
    op.flow.set_arg(DAM, index);
    let zone = op.book.0.tables.dam(dam).zone;
    let recon = op.flight.zone_recon[zone as usize] + op.flight.sites[dam as usize].recon;
    let head = op.head(unit);
    // Planning Turns 2 and 4 end without a moon.
    let moon = op.squadron.ship(head).trim.is_none_or(|t| t.moon);
    let column = op.ids().acquisition_column(recon, moon);
    let spec =
        op.spec(op.ids().target_acquisition.id, column, "{} looks for its dam", "7.8.1.a").subject(head);
    op.roll(spec, 3);
}

fn acquire(op: &mut Op, unit: Unit) {
    let dam = DamId::ALL[usize::try_from(op.flow.arg(DAM)).unwrap_or(0).min(7)];
    let name = op.name(unit);
    if op.breached(dam) {
        // [7.9.1.a] [6.4.4.d] Breached already: no transfer, its next target instead.
        op.log.say("7.9.1.a", None, Tone::Plain, "{} finds the {} breached", &[name, dam.name().into()]);
        for id in op.crews(unit) {
            if op.squadron.orders(id).primary == Some(dam) {
                op.next_target(id);
            }
        }
    } else {
        // [7.8.1.b] It waits for the Target Map Phase; [6.4.b] nobody else enters the Target Map.
        op.put_unit(unit, Space::Acquiring(dam));
        op.log.say("7.8.1.b", None, Tone::Good, "{} has the {} in sight", &[name, dam.name().into()]);
    }
    next(op);
}
