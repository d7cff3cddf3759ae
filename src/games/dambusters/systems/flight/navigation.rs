//! 7.4 Navigation Checks, and the check itself, which other phases call.

use crate::games::dambusters::air::Unit;
use crate::games::dambusters::components::{Cause, Space};
use crate::games::dambusters::data::{
    ChartIds, CheckResult, DamId, EliteKind, FlightZone, Hazard, LostDamagedResult, LostResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::rules::returning::lost_modifiers;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// 7.4 Every independent aircraft and every wave once, zone by zone (clauses 7.4.a and 7.4.b).
pub(crate) fn navigation(mut op: Op) {
    if op.flow.step() == 0 {
        let units: Vec<i32> =
            super::ZONES.into_iter().flat_map(|zone| op.units_in(zone, true)).map(Unit::arg).collect();
        op.flight.queue = units;
        op.flow.to(1);
    }
    if op.flow.step() == 2 {
        // What the last check brought about is settled first.
        op.flow.call(Phase::Orders, [0; 4], 1);
        return;
    }
    let at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    let next = op.flight.queue.get(at).copied();
    op.flow.set_arg(0, i32::try_from(at + 1).unwrap_or(0));
    match next.map(Unit::from_arg) {
        None => {
            op.flight.queue.clear();
            op.flow.goto(Phase::PlaceHazards, [0; 4]);
        }
        // A wave that has dissolved meanwhile was checked with it.
        Some(unit) if op.crews(unit).is_empty() => op.flow.stay(1),
        Some(Unit::Alone(id)) if !matches!(op.squadron.space(id), Space::Zone(_) | Space::Missing(_)) => {
            op.flow.stay(1);
        }
        Some(unit) => op.flow.call(Phase::NavigationCheck, [unit.arg(), 0, 0, 0], 2),
    }
}

/// Argument 0 is the unit, 1 the Searchlights markers. Hands back 1 when it passes.
const UNIT: usize = 0;
const LIGHTS: usize = 1;
/// Whose pilot was asked for his map, plus 1.
const ASKED: usize = 2;

/// What the check of a wave is for.
const WAVE_CHECKS: [&str; super::WAVE_NAMES.len()] = [
    "the Navigation Check of {} for Wave 1",
    "the Navigation Check of {} for Wave 2",
    "the Navigation Check of {} for Wave 3",
    "the Navigation Check of {} for Wave 4",
    "the Navigation Check of {} for Wave 5",
    "the Navigation Check of {} for Wave 6",
    "the Navigation Check of {} for Wave 7",
    "the Navigation Check of {} for Wave 8",
    "the Navigation Check of {} for Wave 9",
    "the Navigation Check of {} for Wave 10",
    "the Navigation Check of {} for Wave 11",
    "the Navigation Check of {} for Wave 12",
];

/// 7.4.1 Two dice against the Navigation Skill, and what a failure brings.
pub(crate) fn navigation_check(mut op: Op) {
    let unit = Unit::from_arg(op.flow.arg(UNIT));
    let head = op.head(unit);
    match op.flow.step() {
        0 => {
            let crews = op.crews(unit);
            let asked = op.flow.arg(ASKED);
            if let Some(id) =
                crews.iter().copied().find(|id| op.may_ignore_error(*id) && asked != i32::from(id.0) + 1)
            {
                op.flow.set_arg(ASKED, i32::from(id.0) + 1);
                op.ask_ignore_error(id, 8);
                return;
            }
            let ship = op.squadron.ship(head);
            // [7.4.1.b] Of a wave every Map Error counts; [7.4.1.c] a Compass Card on the leader alone; [2.3.5.b] so does
            // a Navigator.
            let errors: i32 = crews
                .iter()
                .map(|id| i32::from(op.squadron.ship(*id).attached.count(Hazard::MapError)))
                .sum();
            let compass = if ship.armed() { i32::from(ship.attached.count(Hazard::CompassCard)) } else { 0 };
            let lights = op.flow.arg(LIGHTS);
            let navigator = ship.has(EliteKind::NavigatorNavigation);
            let dark = ship.trim.is_some_and(|t| !t.moon);
            let column = op.ids().navigation_column(op.skill(head));
            let purpose = match unit {
                Unit::Wave(n) => WAVE_CHECKS[usize::from(n).min(WAVE_CHECKS.len() - 1)],
                Unit::Alone(_) => "the Navigation Check of {}",
            };
            let mut spec = op
                .spec(op.ids().navigation.id, column, purpose, "7.4.1.a")
                .subject(head)
                .modifier(Modifier::when(errors > 0, "Map Error", -errors.max(1), "7.4.1.b", "none"))
                .modifier(Modifier::when(compass > 0, "Compass Card", -compass.max(1), "7.4.1.c", "none"))
                .modifier(Modifier::when(navigator, "Elite Navigator", 1, "7.4.1.d", "none aboard"))
                .modifier(Modifier::when(
                    lights > 0,
                    "Searchlights",
                    -lights.max(1),
                    "7.4.1.e",
                    "not dazzled",
                ))
                .modifier(Modifier::when(dark, "No Moon", -1, "7.4.1.f", "the moon is up"));
            spec.dice = op.navigation_dice(unit);
            op.roll(spec, 1);
        }
        1 => {
            if op.ids().navigation.result(op.flow.row()) == CheckResult::Passes {
                if let (Unit::Alone(id), Space::Missing(zone)) = (unit, op.squadron.space(head)) {
                    // [7.4.1.g] Found its way again; [6.2.b] there is no other way out of the box.
                    op.squadron.put(id, Space::Zone(zone));
                    op.say(
                        "7.4.1.g",
                        Tone::Good,
                        "{} finds its way back to {}",
                        &[id.into(), zone.label().into()],
                    );
                }
                op.flow.done_with(1);
                return;
            }
            match unit {
                Unit::Alone(id) => astray(&mut op, id),
                Unit::Wave(n) => {
                    if op.wave(n).compromised {
                        // [7.4.1.k] One of them drops out.
                        let mut q = Question::new(SQUADRON, "Who is lost from sight of {}?", "7.4.1.k")
                            .args(&[op.name(unit)]);
                        for id in op.members(n) {
                            q = q.offer(Offer::new("drop", "{} drops out", "7.4.1.k").a(id));
                        }
                        op.flow.ask(q, 2);
                    } else {
                        op.compromise(n, "7.4.1.j");
                        op.flow.done_with(0);
                    }
                }
            }
        }
        2 => {
            if let Some(id) = op.flow.answer().and_then(|key| key.piece()) {
                op.leave_wave(id);
                // [7.7.3n.c] Its markers go with it; [7.4.1.l] a leader is followed at once.
                op.take_marks_along(id);
                op.say("7.4.1.k", Tone::Bad, "{} loses the others", &[id.into()]);
            }
            op.flow.call(Phase::Orders, [0; 4], 3);
        }
        3 => op.flow.done_with(0),
        4 => match op.ids().lost.result(op.flow.row()) {
            LostResult::Mia => {
                op.destroy(head, Cause::Missing, "5.1.2.a");
                op.flow.done_with(0);
            }
            LostResult::Safe => landed(&mut op, head, "5.1.2.b"),
            LostResult::Target if op.squadron.ship(head).armed() => {
                // [5.1.2.f] Home, or an attack on a dam of its choice.
                let mut q = Question::new(SQUADRON, "{} comes out over water. A dam, or home?", "5.1.2.f")
                    .about(head);
                q = q.offer(Offer::new("home", "Return to Scampton", "5.1.2.f"));
                for dam in DamId::ALL.into_iter().filter(|d| !op.breached(*d)) {
                    q = q.offer(Offer::new("attack", "Attack the {}", "5.1.2.f").a(dam.name()));
                }
                op.flow.ask(q, 6);
            }
            LostResult::Target => landed(&mut op, head, "5.1.2.e"),
            LostResult::Damaged => {
                if op.squadron.ship(head).airframe.damaged {
                    let spec = op
                        .spec(op.ids().lost_damaged.id, ChartIds::ONLY, "the last miles of {}", "5.1.2.d")
                        .subject(head);
                    op.roll(spec, 5);
                } else {
                    op.damage(head, Cause::Missing, 7);
                }
            }
        },
        5 => {
            if op.ids().lost_damaged.result(op.flow.row()) == LostDamagedResult::Destroyed {
                op.destroy(head, Cause::Missing, "5.1.2.d");
                op.flow.done_with(0);
            } else {
                landed(&mut op, head, "5.1.2.d");
            }
        }
        6 => {
            let Some(key) = op.flow.answer() else { return };
            let dam = DamId::named(key.word());
            match dam {
                Some(dam) => {
                    // [5.1.2.f] It has acquired it; it enters in this turn's Target Map Phase.
                    op.clear_marks(head);
                    op.squadron.put(head, Space::Acquiring(dam));
                    op.squadron.order(head, |o| {
                        o.primary = Some(dam);
                        o.secondary = None;
                        o.strayed = true;
                    });
                    op.say("5.1.2.f", Tone::Good, "{} stands over the {}", &[head.into(), dam.name().into()]);
                    op.flow.done_with(0);
                }
                None => landed(&mut op, head, "5.1.2.f"),
            }
        }
        7 => landed(&mut op, head, "5.1.2.c"),
        _ => {
            let key = op.flow.answer();
            if let Some(id) = key.filter(|key| key.verb == "ignore").and_then(|key| key.piece()) {
                op.ignore_error(id);
            }
            op.flow.stay(0);
        }
    }
}

fn landed(op: &mut Op, id: PieceId, clause: &'static str) {
    op.clear_marks(id);
    op.squadron.put(id, Space::Home);
    op.say(clause, Tone::Good, "{} lands at Scampton", &[id.into()]);
    op.flow.done_with(0);
}

/// An independent aircraft fails (clauses 7.4.1.h and 7.4.1.i).
fn astray(op: &mut Op, id: PieceId) {
    match op.squadron.space(id) {
        Space::Missing(_) => {
            let mut spec =
                op.spec(op.ids().lost.id, ChartIds::ONLY, "what became of {}", "7.4.1.i").subject(id);
            spec.modifiers = lost_modifiers(&op.squadron.ship(id));
            op.roll(spec, 4);
        }
        // England has no Missing Box: nothing happens.
        Space::Zone(zone) if zone != FlightZone::England => {
            op.squadron.put(id, Space::Missing(zone));
            op.say("7.4.1.h", Tone::Bad, "{} is missing over {}", &[id.into(), zone.label().into()]);
            op.flow.done_with(0);
        }
        _ => op.flow.done_with(0),
    }
}

impl Op<'_, '_> {
    /// A wave loses its good order (clauses 6.7.2.b and 7.4.1.j).
    pub(crate) fn compromise(&mut self, wave: u8, clause: &'static str) {
        self.flight.waves[usize::from(wave)].compromised = true;
        let name = self.name(Unit::Wave(wave));
        self.log.say(clause, None, Tone::Bad, "{} loses its formation", &[name]);
    }

    /// The hazards placed on a Lancaster that leaves its wave are its own from now on (clause 7.7.3n.c).
    pub(crate) fn take_marks_along(&mut self, id: PieceId) {
        for mark in self.flight.marks.iter_mut().filter(|m| m.on == Some(id)) {
            mark.unit = Some(Unit::Alone(id));
        }
    }
}
