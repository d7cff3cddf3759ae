//! The follow-up raid between its two nights: the order, repairs, and what the Germans have done meanwhile (clauses
//! 5.3.a, 6.6.2.a, 11.1.e and 11.5.c).

use bevy::prelude::*;

use crate::games::dambusters::air::Flight;
use crate::games::dambusters::components::{Airframe, Raid, Space};
use crate::games::dambusters::data::{ChartIds, DamId, OrderedResult, Quality, RefillResult, Water};
use crate::games::dambusters::follow_up::{self, FollowUp};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, Hull};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::Pieces;
use crate::kernel::phase::Flow;

/// Whether anybody could fly a follow-up raid: a Lancaster, an Aircrew and Upkeep for it, and a dam that stands.
#[must_use]
pub(crate) fn possible(op: &Op) -> bool {
    let ships = || op.squadron.ids().map(|id| (id, op.squadron.ship(id)));
    let home = || ships().filter(|(_, s)| s.at.space != Space::Lost);
    let crews = home().filter(|(_, s)| s.bomb.carried).count();
    let mines = home().filter(|(_, s)| s.armed()).count();
    let (hull, aside, stored) = match &op.blotter {
        Some(b) => {
            let hulls = [Hull::Sound, Hull::Grounded, Hull::Damaged];
            let aside: u8 = Quality::ALL.into_iter().map(|q| b.ready_crews(q) + b.unfit[q as usize]).sum();
            (
                home().any(|(id, _)| hulls.into_iter().any(|h| b.hulls_that(h).any(|o| o == id))),
                usize::from(aside),
                b.ready_upkeep() + b.grounded_upkeep.len(),
            )
        }
        None => (true, 0, op.raid.unused.len()),
    };
    let stands = op.flight.sites.iter().any(|s| !s.dam.breached);
    stands && hull && crews + aside > 0 && mines + stored > 0
}

/// The order: one die on the range of the row (argument 0 is its lowest face), and the player's word on it. Once a game.
pub(crate) fn order(mut op: Op, mut commands: Commands) {
    match op.flow.step() {
        0 => {
            let die = u8::try_from(op.flow.arg(0)).unwrap_or(6);
            let charts = &op.ids().planning;
            let (chart, column) = (charts.follow_up.id, charts.order_column(die));
            let spec = op.spec(chart, column, "whether the squadron is sent again", "5.3.a");
            op.roll_plain(spec, 1);
        }
        1 if op.ids().planning.follow_up.result(op.flow.row()) == OrderedResult::Stands => {
            commands.insert_resource(FollowUp::default());
            op.flow.goto(Phase::Debriefing, [0; 4]);
        }
        1 => {
            let question = Question::new(SQUADRON, "A follow-up raid is ordered. Fly it?", "6.6.2.a")
                .offer(Offer::new("fly-again", "The squadron flies again", "6.6.2.a"))
                .offer(Offer::new("decline-raid", "Decline: the result stands", "6.6.2.a"));
            op.flow.ask(question, 2);
        }
        _ if op.flow.answer().is_some_and(|key| key.verb == "fly-again") => {
            op.log.say(
                "6.6.2.a",
                None,
                Tone::Good,
                "The follow-up raid: the squadron flies a second night",
                &[],
            );
            op.flow.goto(Phase::SecondNight, [0; 4]);
        }
        _ => {
            op.log.say("6.6.2.a", None, Tone::Plain, "The follow-up raid is declined", &[]);
            commands.insert_resource(FollowUp::default());
            op.flow.goto(Phase::Debriefing, [0; 4]);
        }
    }
}

/// The table between the nights.
pub(crate) fn second_night(world: &mut World) {
    follow_up::lay_out(world);
    world.resource_mut::<Flow>().goto(Phase::FollowUpRepairs, [0; 4]);
}

/// Repairs: as many as the scenario allows, or the Erk Points of all fresh Groundcrew, without Resource Points ([10.4.5.a]).
pub(crate) fn repairs(
    mut desk: Desk,
    flight: Res<Flight>,
    raid: Res<Raid>,
    pieces: Res<Pieces>,
    mut frames: Query<&mut Airframe>,
) {
    if desk.flow.step() == 0 {
        desk.say(
            "6.6.2.a",
            Tone::Plain,
            "The Alert Level is {} on the second night",
            &[i32::from(flight.alert).into()],
        );
        desk.flow.to(1);
    }
    if let Some(key) = desk.flow.answer() {
        let Some(id) = key.piece() else {
            desk.flow.goto(Phase::FollowUpDefences, [0; 4]);
            return;
        };
        *desk.blotter.hull(id) = Hull::Sound;
        desk.blotter.repaired += 1;
        if let Ok(mut frame) = frames.get_mut(pieces.entity(id)) {
            frame.damaged = false;
        }
        desk.say("10.4.5.a", Tone::Good, "{} is repaired", &[id.into()]);
    }
    let table = desk.table();
    let erk = |crew: usize| {
        if desk.blotter.groundcrew[crew].fresh() { table.groundcrew[crew].fresh.erk } else { 0 }
    };
    let most: u8 = match &raid.setup.flight {
        Some(plan) => plan.follow_up.repairs,
        None => (0..table.groundcrew.len()).map(erk).sum(),
    };
    let left = most.saturating_sub(desk.blotter.repaired);
    let damaged: Vec<_> = desk.blotter.hulls_that(Hull::Damaged).collect();
    if left == 0 || damaged.is_empty() {
        desk.flow.goto(Phase::FollowUpDefences, [0; 4]);
        return;
    }
    let prompt = if left == 1 {
        "{} more Lancaster can be repaired. Which?"
    } else {
        "{} more Lancasters can be repaired. Which?"
    };
    let mut question = Question::new(SQUADRON, prompt, "10.4.5.a").args(&[i32::from(left).into()]);
    for id in damaged {
        question = question.offer(Offer::new("repair", "Repair {}", "10.4.5.a").a(id));
    }
    let question = question.offer(Offer::new("end:repairs", "No more repairs", "10.4.5.a"));
    desk.flow.ask(question, 1);
}

/// At every dam that stands, by its place in the list (the argument), the defences (clauses 12.1.2.c and 12.1.2.d) and then
/// the water.
pub(crate) fn defences(mut op: Op) {
    let at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    let Some(dam) = DamId::ALL.get(at).copied() else {
        op.flow.goto(Phase::Sortie, [0; 4]);
        return;
    };
    match op.flow.step() {
        0 if op.flight.sites[dam as usize].dam.breached => {}
        0 => {
            let words = "The Germans at the {} since the first night";
            op.log.say("12.1.2.c", None, Tone::Plain, words, &[dam.name().into()]);
            op.improve(dam, 1);
            return;
        }
        1 => {
            let found = op.record(dam);
            let now = [found.flak, found.searchlights, found.balloons];
            if let Some(blotter) = &mut op.blotter {
                blotter.dams[dam as usize].defences = now;
            }
            let chart = op.ids().planning.refill.id;
            let spec = op.spec(chart, ChartIds::ONLY, "the water before the second night", "6.6.2.a");
            op.roll_plain(spec, 2);
            return;
        }
        _ if op.ids().planning.refill.result(op.flow.row()) == RefillResult::High => {
            op.flight.sites[dam as usize].water = Water::High;
            if let Some(blotter) = &mut op.blotter {
                blotter.dams[dam as usize].water = Some(Water::High);
            }
            let args = [dam.name().into(), Water::High.label().into()];
            op.log.say("6.6.2.a", None, Tone::Bad, "{}: the water is {}", &args);
        }
        _ => {}
    }
    op.flow.set_arg(0, i32::try_from(at + 1).unwrap_or(0));
    op.flow.stay(0);
}
