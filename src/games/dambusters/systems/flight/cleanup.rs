//! 7.10 Clean Up, and the start of a Flight Turn.

use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{DamId, FlightZone};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// The highest Alert Level (clause 6.6.a).
const ALARM: u8 = 4;

/// A Flight Turn begins (clause 7.0.a).
pub(crate) fn flight_turn(mut op: Op) {
    let turn = i32::from(op.flight.turn);
    op.log.set_turn(turn);
    op.log.say("7.0.a", None, Tone::Plain, "Flight Turn {}", &[turn.into()]);
    let now = op.flight.turn;
    let ready: Vec<PieceId> = op
        .squadron
        .in_space(|s| s == Space::Scampton)
        .filter(|id| op.squadron.orders(*id).from_turn <= now)
        .collect();
    for id in ready {
        op.squadron.put(id, Space::Zone(FlightZone::England));
        op.say("6.0.a", Tone::Plain, "{} takes off", &[id.into()]);
    }
    // [11.5.2.a] The first turn of the night begins with the Move Phase.
    let start = op.raid.setup.flight.as_ref().map_or(1, |plan| plan.turn);
    let first = op.blotter.as_ref().map_or(start, |b| b.first_turn()) == now;
    op.flow.goto(if first { Phase::Move } else { Phase::Coordination }, [0; 4]);
}

/// 7.10
pub(crate) fn clean_up(mut op: Op) {
    if op.flow.step() == 0 {
        // [7.10.b] Elsewhere than at the busiest dam it may die down.
        let activity = |d: DamId| {
            let site = &op.flight.sites[d as usize];
            site.dam.activity(site.clock.flares.len())
        };
        let most = DamId::ALL.into_iter().map(activity).max().unwrap_or(0);
        let calm: Vec<DamId> =
            DamId::ALL.into_iter().filter(|d| activity(*d) > 0 && activity(*d) < most).collect();
        if !calm.is_empty() {
            let mut q = Question::new(SQUADRON, "Where does the activity die down?", "7.10.b");
            for dam in calm {
                q = q.offer(Offer::new("calm", "At the {}", "7.10.b").a(dam.name()));
            }
            q = q.offer(Offer::new("nowhere", "Nowhere", "7.10.b"));
            op.flow.ask(q, 1);
            return;
        }
    } else if let Some(key) = op.flow.answer()
        && let Some(dam) = DamId::named(key.word())
    {
        op.flight.sites[dam as usize].dam.calmed += 1;
        op.log.say("7.10.b", None, Tone::Good, "The {} grows quieter", &[dam.name().into()]);
    }
    // [7.10.a] [6.6.1.b] The marker moves on; then the Alert rises by one at most, [6.6.2.a] and never falls.
    if op.flight.alert_pending && op.flight.alert < ALARM {
        op.flight.alert += 1;
        let alert = i32::from(op.flight.alert);
        op.log.say("6.6.1.b", None, Tone::Bad, "The Alert rises to {}", &[alert.into()]);
    }
    op.flight.alert_pending = false;
    let abroad =
        op.squadron.in_space(|s| !matches!(s, Space::Lost | Space::Home | Space::Base(_))).next().is_some();
    if !abroad || op.flight.turn >= 9 {
        // [6.1.1.a] [7.10.c] Dawn: whoever is still out turns home from where he is.
        let out: Vec<PieceId> = op
            .squadron
            .in_space(|s| !matches!(s, Space::Lost | Space::Home | Space::Base(_) | Space::Scampton))
            .collect();
        for id in out {
            let zone = match op.squadron.space(id) {
                Space::Held(dam, _) | Space::HeldWaiting(dam, _) | Space::Acquiring(dam) => {
                    op.book.0.tables.dam(dam).zone
                }
                _ => op.zone_of(id).unwrap_or(FlightZone::England),
            };
            op.homeward(id, zone, "6.1.1.a");
        }
        for site in &mut op.flight.sites {
            site.open = false;
        }
        op.flow.goto(Phase::ReturnToBase, [0; 4]);
    } else {
        op.flight.turn += 1;
        op.flow.goto(Phase::FlightTurn, [0; 4]);
    }
}
