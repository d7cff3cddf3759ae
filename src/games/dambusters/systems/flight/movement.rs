//! 7.3 Move Phase: one zone nearer, or home.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::Hazard;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

use super::{altitude, wave_of};

/// What the frame keeps: who has changed altitude, as bits (clause 14.1.1.a).
const CHANGED: usize = 0;

/// 7.3 The player's choices first, then everybody who must move moves.
pub(crate) fn movement(mut op: Op) {
    match op.flow.step() {
        0 => {
            op.flight.queue.clear();
            op.low_elsewhere();
            empty_handed(&mut op);
            delayed(&mut op);
            op.flow.call(Phase::Orders, [0; 4], 1);
        }
        1 => {
            let question = offers(&op);
            if question.offers.len() == 1 {
                go(&mut op);
            } else {
                op.flow.ask(question, 2);
            }
        }
        2 => {
            let Some(key) = op.flow.answer() else { return };
            if let Some(changed) = altitude::change(&mut op, key) {
                let before = op.flow.arg(CHANGED);
                op.flow.set_arg(CHANGED, before | changed);
                op.flow.stay(1);
                return;
            }
            let unit = key.piece().map(Unit::Alone).or_else(|| wave_of(key.word()).map(Unit::Wave));
            match (key.verb, unit) {
                ("home", Some(unit)) => {
                    for id in op.crews(unit) {
                        if let Some(zone) = op.zone_of(id) {
                            let clause = home_by(&op, id).unwrap_or("7.3.e");
                            op.homeward(id, zone, clause);
                        }
                    }
                }
                ("last-resort", Some(unit)) => {
                    // [7.3.e] It moves toward the Target of Last Resort in this phase.
                    op.flight.queue.push(unit.arg());
                    let name = op.name(unit);
                    op.log.say("7.3.e", None, Tone::Plain, "{} makes for the Target of Last Resort", &[name]);
                }
                _ => {
                    go(&mut op);
                    return;
                }
            }
            op.flow.call(Phase::Orders, [0; 4], 1);
        }
        _ => op.flow.goto(Phase::Navigation, [0; 4]),
    }
}

impl Op<'_, '_> {
    /// Whether the late turns give free choice (clauses 7.3.e and 7.8.c).
    pub(crate) fn free(&self) -> bool {
        self.book.0.tables.flight.free(self.flight.turn)
    }
}

/// [7.3.f] Without Upkeep it must go home; [7.3.g] a leader may stay with his wave.
fn empty_handed(op: &mut Op) {
    let flying: Vec<_> = op.squadron.in_space(|s| matches!(s, Space::Zone(_))).collect();
    for id in flying {
        let orders = op.squadron.orders(id);
        let leads = orders.wave.is_some_and(|n| op.wave(n).leader == id);
        if !op.squadron.ship(id).armed()
            && orders.delayed == 0 // [7.3.d] Not even home.
            && !leads
            && !orders.led
            && let Some(zone) = op.zone_of(id)
        {
            op.homeward(id, zone, "7.3.f");
        }
    }
}

/// [7.3.d] [7.7.3f.a] A Delayed Sortie drops out of its wave and stays where it is.
fn delayed(op: &mut Op) {
    let flying: Vec<_> = op.squadron.in_space(|s| matches!(s, Space::Zone(_))).collect();
    for id in flying {
        if op.squadron.orders(id).delayed == 0 {
            continue;
        }
        op.leave_wave(id);
        op.say("7.3.d", Tone::Bad, "{} is delayed and does not move", &[id.into()]);
    }
}

/// Whether a Lancaster may turn back by itself (clauses 7.3.c, 7.7.3h.a and 7.7.3m.a).
fn may_turn_back(op: &Op, id: PieceId) -> bool {
    let ship = op.squadron.ship(id);
    ship.airframe.damaged
        || [Hazard::FaultyMerlin, Hazard::BrokenRadio, Hazard::NoAldisLights]
            .iter()
            .any(|h| ship.attached.has(*h))
}

/// The clause that lets a Lancaster turn back by itself in any turn.
fn home_by(op: &Op, id: PieceId) -> Option<&'static str> {
    if !op.squadron.ship(id).armed() {
        // Those who are still here without Upkeep lead a wave or have led one.
        Some(if op.squadron.orders(id).wave.is_some() { "7.3.g" } else { "7.3.h" })
    } else if may_turn_back(op, id) {
        Some("7.3.c")
    } else {
        None
    }
}

fn offers(op: &Op) -> Question {
    let prompt = if op.altitude.is_some() {
        "Move Phase: who turns back, who climbs or goes down?"
    } else {
        "Move Phase: who turns back?"
    };
    let mut q = Question::new(SQUADRON, prompt, "7.3.c");
    let free = op.free();
    for id in op.squadron.in_space(|s| matches!(s, Space::Zone(_))) {
        let orders = op.squadron.orders(id);
        let alone = orders.wave.is_none();
        // [7.3.c] Damaged, or with a fault that hinders; [7.3.e] alone in the late turns; [7.3.g] [7.3.h] a leader
        // without Upkeep.
        if let Some(clause) = home_by(op, id).or((free && alone).then_some("7.3.e")) {
            q = q.offer(Offer::new("home", "{} turns for home", clause).a(id).bar(
                orders.delayed > 0,
                "is delayed",
                "7.3.d",
            ));
        }
        if free && alone && !op.flight.queue.contains(&Unit::Alone(id).arg()) {
            q = q.offer(
                Offer::new("last-resort", "{} makes for the Target of Last Resort", "7.3.e").a(id).bar(
                    orders.delayed > 0,
                    "is delayed",
                    "7.3.d",
                ),
            );
        }
    }
    if free {
        for n in (0..op.flight.waves.len()).filter_map(|n| u8::try_from(n).ok()) {
            let there =
                op.members(n).first().is_some_and(|id| matches!(op.squadron.space(*id), Space::Zone(_)));
            if there {
                // [7.3.e] An entire wave, never part of it.
                let name = super::WAVE_NAMES[usize::from(n)];
                q = q.offer(Offer::new("home", "{} turns for home", "7.3.e").a(name));
                if !op.flight.queue.contains(&Unit::Wave(n).arg()) {
                    q = q.offer(
                        Offer::new("last-resort", "{} makes for the Target of Last Resort", "7.3.e").a(name),
                    );
                }
            }
        }
    }
    q = altitude::offers(op, q, op.flow.arg(CHANGED));
    q.default = q.offers.len();
    q.offer(Offer::new("end:move", "The rest fly on", "7.3.a"))
}

/// [7.3.a] Everybody else flies one zone nearer to his target; [7.3.b] not from other boxes.
fn go(op: &mut Op) {
    let last = op.flight.last_resort;
    for zone in super::ZONES.into_iter().rev() {
        for unit in op.units_in(zone, false) {
            let head = op.head(unit);
            let orders = op.squadron.orders(head);
            if orders.delayed > 0 {
                continue;
            }
            let dam =
                if op.flight.queue.contains(&unit.arg()) { last } else { orders.primary.unwrap_or(last) };
            let to = op.book.0.tables.flight.toward(zone, op.book.0.tables.dam(dam).zone);
            if to != zone {
                op.put_unit(unit, Space::Zone(to));
                let name = op.name(unit);
                op.log.say("7.3.a", None, Tone::Plain, "{} flies on to {}", &[name, to.label().into()]);
            }
        }
    }
    altitude::forced_descent(op);
    // [7.3.d] [7.7.3f.c] The marker leaves the game.
    let ids: Vec<_> = op.squadron.ids().collect();
    for id in ids {
        let delayed = op.squadron.orders(id).delayed;
        op.squadron.order(id, |o| o.delayed = 0);
        op.flight.gone[0] += delayed;
    }
    op.flow.goto(Phase::Navigation, [0; 4]);
}
