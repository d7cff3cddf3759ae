//! 7.2 Wireless Telegraphy: new targets, or a garbled word of them.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{
    ChartIds, DamId, EliteKind, Hazard, MisinterpretedResult, WirelessResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

use super::wave_of;

/// What the frame keeps: the unit addressed, how often it came garbled, the member at hand, the old wave.
const UNIT: usize = 0;
const GARBLED: usize = 1;
const AT: usize = 2;
const PRIMARY: usize = 3;

/// 7.2
pub(crate) fn wireless(mut op: Op) {
    match op.flow.step() {
        0 => {
            let ids: Vec<_> = op.squadron.ids().collect();
            for id in ids {
                op.squadron.order(id, |o| {
                    o.tried = false;
                    // [7.2.2.b] The wave in which it begins the phase.
                    o.from_wave = o.wave;
                });
            }
            for wave in &mut op.flight.waves {
                wave.tried = false;
            }
            op.flow.stay(1);
        }
        1 => {
            let question = offers(&op);
            if question.offers.len() == 1 {
                over(&mut op);
            } else {
                op.flow.ask(question, 2);
            }
        }
        2 => {
            let Some(key) = op.flow.answer() else { return };
            let unit = match (key.verb, key.piece()) {
                ("wireless", Some(id)) => {
                    op.squadron.order(id, |o| o.tried = true);
                    Unit::Alone(id)
                }
                ("wireless-wave", _) => {
                    let n = wave_of(key.word()).unwrap_or(0);
                    op.flight.waves[usize::from(n)].tried = true;
                    for id in op.members(n) {
                        op.squadron.order(id, |o| o.tried = true);
                    }
                    Unit::Wave(n)
                }
                _ => {
                    over(&mut op);
                    return;
                }
            };
            op.flow.set_arg(UNIT, unit.arg());
            op.flow.set_arg(GARBLED, 0);
            send(&mut op);
        }
        3 => {
            let Some(rolled) = op.flow.rolled() else { return };
            if let [a, b, c] = *rolled.dice() {
                // [2.3.8.a] The operator's three dice: the player totals any two.
                let totals = [a + b, a + c, b + c];
                let mut q =
                    Question::new(SQUADRON, "Which two dice of the wireless operator count?", "2.3.8.a");
                let mut seen = Vec::new();
                for total in totals {
                    if !seen.contains(&total) {
                        seen.push(total);
                        q = q.offer(Offer::new("total", "Total {}", "2.3.8.a").a(i32::from(total)));
                    }
                }
                let best = seen.iter().enumerate().max_by_key(|(_, t)| **t).map_or(0, |(i, _)| i);
                q.default = best;
                op.flow.ask(q, 4);
            } else {
                let row = op.flow.row();
                let result = op.ids().wireless.result(row);
                hear(&mut op, result);
            }
        }
        4 => {
            let Some(key) = op.flow.answer() else { return };
            let Some(rolled) = op.flow.rolled() else { return };
            let chart = op.charts.get(rolled.spec.chart);
            let row = chart.read(rolled.spec.column, key.num() + rolled.spec.sum());
            let result = op.ids().wireless.result(row);
            hear(&mut op, result);
        }
        5 => {
            // The new Primary Target.
            let Some(key) = op.flow.answer() else { return };
            let dam = DamId::ALL.into_iter().position(|d| key.verb == "primary" && d.name() == key.word());
            op.flow.set_arg(PRIMARY, dam.and_then(|d| i32::try_from(d).ok()).map_or(0, |d| d + 1));
            let question = ask_secondary(&op);
            op.flow.ask(question, 6);
        }
        6 => {
            let Some(key) = op.flow.answer() else { return };
            retarget(&mut op, key.verb, key.word());
            regroup_now(&mut op);
        }
        7 => {
            // [7.2.1.d] One die for each of them.
            let crews = addressed(&op);
            let at = usize::try_from(op.flow.arg(AT)).unwrap_or(0);
            if op.flow.arg(PRIMARY) == 1
                && let Some(id) = crews.get(at.wrapping_sub(1)).copied()
            {
                let result = op.ids().misinterpreted.result(op.flow.row());
                op.flow.set_arg(PRIMARY, 0);
                if misread(&mut op, id, result) {
                    return;
                }
            }
            op.flow.set_arg(PRIMARY, 1);
            if let Some(id) = crews.get(at).copied() {
                op.flow.set_arg(AT, i32::try_from(at + 1).unwrap_or(0));
                let spec = op
                    .spec(
                        op.ids().misinterpreted.id,
                        ChartIds::ONLY,
                        "what {} makes of the message",
                        "7.2.1.d",
                    )
                    .subject(id);
                op.roll(spec, 7);
            } else {
                regroup_now(&mut op);
            }
        }
        8 => op.flow.call(Phase::Orders, [0; 4], 1),
        _ => {
            // The player's choice among dams known equally well.
            let crews = addressed(&op);
            let at = usize::try_from(op.flow.arg(AT)).unwrap_or(0).wrapping_sub(1);
            let dam = op.answered_dam();
            if let (Some(id), Some(dam)) = (crews.get(at).copied(), dam) {
                sent_to(&mut op, id, dam, "7.2.1.f");
            }
            op.flow.stay(7);
        }
    }
}

fn over(op: &mut Op) {
    let ids: Vec<_> = op.squadron.ids().collect();
    for id in ids {
        op.squadron.order(id, |o| o.from_wave = None);
    }
    op.flow.goto(Phase::Move, [0; 4]);
}

/// Whom the transmission at hand reaches: who has a radio (clause 7.2.e).
pub(super) fn addressed(op: &Op) -> Vec<PieceId> {
    op.flight
        .queue
        .iter()
        .map(|n| PieceId::of_arg(*n))
        .filter(|id| op.squadron.space(*id) != Space::Lost)
        .collect()
}

fn send(op: &mut Op) {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    let crews = op.crews(unit);
    op.flight.queue = crews
        .iter()
        .filter(|id| !op.squadron.ship(**id).attached.has(Hazard::BrokenRadio))
        .map(|id| i32::from(id.0))
        .collect();
    let head = op.head(unit);
    let n = op.flow.arg(GARBLED);
    let mut spec = op
        .spec(op.ids().wireless.id, ChartIds::ONLY, "the message to {}", "7.2.1.a")
        .subject(head)
        // [7.2.1.c] Each time it came garbled adds 1.
        .modifier(Modifier::when(n > 0, "Sent again", n.max(1), "7.2.1.c", "first attempt"));
    // [2.3.8.a] [2.3.8.b] [2.3.8.c] A Wireless Operator there, or in the leader's wave, with a radio.
    let listening = match op.unit_of(head) {
        Unit::Wave(n) if op.wave(n).leader == head => op.members(n),
        _ => vec![head],
    };
    let operator = listening.iter().any(|id| {
        let ship = op.squadron.ship(*id);
        ship.has(EliteKind::WirelessOperator) && !ship.attached.has(Hazard::BrokenRadio)
    });
    if operator {
        spec.dice = 3;
    }
    op.roll(spec, 3);
}

fn hear(op: &mut Op, result: WirelessResult) {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    let name = op.name(unit);
    match result {
        WirelessResult::Received => {
            op.log.say("7.2.1.b", None, Tone::Good, "{} receives the message", &[name]);
            let mut q = Question::new(SQUADRON, "The new Primary Target of {}", "7.2.1.b").args(&[name]);
            for dam in DamId::ALL.into_iter().filter(|d| !op.breached(*d)) {
                q = q.offer(Offer::new("primary", "The {}", "7.2.1.b").a(dam.name()));
            }
            q.default = q.offers.len();
            let old = op.squadron.orders(op.head(unit)).primary.unwrap_or(op.flight.last_resort);
            q = q.offer(Offer::new("keep", "As before: the {}", "7.2.1.b").a(old.name()));
            op.flow.ask(q, 5);
        }
        WirelessResult::Garbled => {
            op.log.say("7.2.1.c", None, Tone::Plain, "Garbled: it is sent again", &[]);
            let n = op.flow.arg(GARBLED);
            op.flow.set_arg(GARBLED, n + 1);
            send(op);
        }
        WirelessResult::NotReceived => {
            op.log.say("7.2.1.j", None, Tone::Bad, "{} does not receive it", &[name]);
            op.flow.stay(1);
        }
        WirelessResult::Misinterpreted => {
            op.log.say("7.2.1.d", None, Tone::Bad, "{} misreads the message", &[name]);
            // [7.2.1.i] Nobody of them is ever reached again.
            for id in addressed(op) {
                op.squadron.order(id, |o| o.deaf = true);
            }
            op.flow.set_arg(AT, 0);
            op.flow.set_arg(PRIMARY, 0);
            op.flow.stay(7);
        }
    }
}

fn ask_secondary(op: &Op) -> Question {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    let primary = new_primary(op);
    let mut q = Question::new(SQUADRON, "The new Secondary Target of {}", "7.2.1.b").args(&[op.name(unit)]);
    for dam in DamId::ALL.into_iter().filter(|d| !op.breached(*d)) {
        // [6.4.2.a] Never the Primary.
        q = q.offer(Offer::new("secondary", "The {}", "7.2.1.b").a(dam.name()).bar(
            primary == Some(dam),
            "is the Primary Target",
            "6.4.2.a",
        ));
    }
    q = q.offer(Offer::new("no-secondary", "None", "7.2.1.b"));
    let old = op.squadron.orders(op.head(unit)).secondary;
    q.default = q.offers.len();
    q.offer(Offer::new("keep", "As before", "7.2.1.b").bar(
        old.is_some() && old == primary,
        "is the Primary Target now",
        "6.4.2.a",
    ))
}

fn new_primary(op: &Op) -> Option<DamId> {
    let n = usize::try_from(op.flow.arg(PRIMARY)).unwrap_or(0);
    match n.checked_sub(1) {
        Some(n) => DamId::ALL.get(n).copied(),
        None => op.squadron.orders(op.head(Unit::from_arg(op.flow.arg(UNIT)))).primary,
    }
}

fn retarget(op: &mut Op, verb: &str, word: &str) {
    let primary = new_primary(op);
    for id in addressed(op) {
        op.squadron.order(id, |o| {
            o.primary = primary;
            match verb {
                "secondary" => o.secondary = DamId::named(word),
                "no-secondary" => o.secondary = None,
                _ => {}
            }
        });
        if let Some(dam) = primary {
            op.say("6.4.4.b", Tone::Plain, "{} makes for the {}", &[id.into(), dam.name().into()]);
        }
    }
}

/// [7.2.2.a] Who has other targets now leaves the wave; the argument tells a message to a whole wave.
fn regroup_now(op: &mut Op) {
    let wave = match Unit::from_arg(op.flow.arg(UNIT)) {
        Unit::Wave(n) => i32::from(n) + 1,
        Unit::Alone(_) => 0,
    };
    op.flow.call(Phase::Regroup, [wave, 0, 0, 0], 8);
}

/// The four ways to misread (clauses 7.2.1.e to 7.2.1.h); true when the player is asked first.
fn misread(op: &mut Op, id: PieceId, result: MisinterpretedResult) -> bool {
    let recon = |d: &DamId| op.flight.sites[*d as usize].recon;
    let known = match result {
        MisinterpretedResult::GoesHome => {
            if let Some(zone) = op.zone_of(id) {
                op.homeward(id, zone, "7.2.1.e");
            }
            return false;
        }
        MisinterpretedResult::LastResort => {
            let last = op.flight.last_resort;
            sent_to(op, id, last, "7.2.1.h");
            return false;
        }
        MisinterpretedResult::LeastKnown => DamId::ALL.iter().map(recon).min(),
        MisinterpretedResult::BestKnown => DamId::ALL.iter().map(recon).max(),
    };
    let clause = if result == MisinterpretedResult::LeastKnown { "7.2.1.f" } else { "7.2.1.g" };
    let dams: Vec<DamId> = DamId::ALL.into_iter().filter(|d| Some(recon(d)) == known).collect();
    // Whichever of them: there is one, or none of them stands.
    if dams.len() == 1 || dams.iter().all(|dam| op.breached(*dam)) {
        sent_to(op, id, dams[0], clause);
        return false;
    }
    let mut q =
        Question::new(SQUADRON, "{} misreads the order. Which dam does it make for?", clause).about(id);
    for dam in dams {
        let breached = op.breached(dam);
        let label = if breached { "The {}: breached, so the Target of Last Resort" } else { "The {}" };
        q = q.offer(Offer::new("dam", label, clause).a(dam.name()));
    }
    op.flow.ask(q, 9);
    true
}

/// A misread order: this dam, or the Target of Last Resort if it is breached.
fn sent_to(op: &mut Op, id: PieceId, dam: DamId, clause: &'static str) {
    let dam = if op.breached(dam) { op.flight.last_resort } else { dam };
    op.squadron.order(id, |o| {
        o.primary = Some(dam);
        if o.secondary == Some(dam) {
            o.secondary = None;
        }
    });
    op.say(clause, Tone::Bad, "{} makes for the {}", &[id.into(), dam.name().into()]);
}

fn offers(op: &Op) -> Question {
    let mut q = Question::new(SQUADRON, "Wireless: whom do you call?", "7.2.a");
    // [7.2.i] Not in Return to Base Boxes nor over a target.
    for id in op.squadron.in_space(|s| matches!(s, Space::Zone(_) | Space::Missing(_))) {
        let (ship, orders) = (op.squadron.ship(id), op.squadron.orders(id));
        let leads = orders.wave.is_some_and(|n| op.wave(n).leader == id);
        if !ship.armed() && !leads {
            continue; // [7.2.f]
        }
        q = q.offer(
            Offer::new("wireless", "Call {}", "7.2.b")
                .a(id)
                .bar(orders.tried, "was called this turn", "7.2.d")
                .bar(ship.attached.has(Hazard::BrokenRadio), "has no radio", "7.2.e")
                .bar(orders.deaf, "no message reaches it any more", "7.2.1.i"),
        );
        if let Some(n) = orders.wave.filter(|_| leads) {
            let tried = op.members(n).iter().any(|m| op.squadron.orders(*m).tried);
            q = q.offer(
                Offer::new("wireless-wave", "Call {} through its leader", "7.2.c")
                    .a(super::WAVE_NAMES[usize::from(n)])
                    // [7.2.g] Without VHF each is called by itself.
                    .bar(op.no_vhf(), "no VHF sets are fitted", "10.4.4.f")
                    .bar(tried, "somebody of it was called this turn", "7.2.c")
                    .bar(ship.attached.has(Hazard::BrokenRadio), "its leader has no radio", "7.2.e")
                    .bar(orders.deaf, "no message reaches its leader any more", "7.2.1.i"),
            );
        }
    }
    if q.enabled().next().is_none() {
        q.offers.clear();
    }
    q.default = q.offers.len();
    q.offer(Offer::new("end:wireless", "No more messages", "7.2.a"))
}
