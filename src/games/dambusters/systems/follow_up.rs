//! The follow-up raid between its two nights: the order, repairs, and what the Germans have done meanwhile (clauses
//! 5.3.a, 6.6.2.a, 11.1.e and 11.5.c).

use bevy::prelude::*;

use crate::games::dambusters::air::Flight;
use crate::games::dambusters::components::{Airframe, Raid, Space};
use crate::games::dambusters::data::{
    BALLOONS_CUP, DamId, Defence, OrderedResult, Quality, RefillResult, Water,
};
use crate::games::dambusters::follow_up::{self, FollowUp};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, Hull};
use crate::games::dambusters::systems::planning::recon::BALLOONS;
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
                b.ready_upkeep().len() + b.grounded_upkeep.len(),
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
    let mut question = Question::new(SQUADRON, "{} more Lancasters can be repaired. Which?", "10.4.5.a")
        .args(&[i32::from(left).into()]);
    for id in damaged {
        question = question.offer(Offer::new("repair", "Repair {}", "10.4.5.a").a(id));
    }
    let question = question.offer(Offer::new("end:repairs", "No more repairs", "10.4.5.a"));
    desk.flow.ask(question, 1);
}

/// Arguments: the dam by its place in the list, and what is rolled for there: the three defences, then the water.
const DAM: usize = 0;
const WHAT: usize = 1;
/// The place after the three defences.
const WATER: usize = 3;

/// At every dam that stands one roll for each defence (clauses 12.1.2.c and 12.1.2.d), and one for the water.
pub(crate) fn defences(mut desk: Desk, mut flight: ResMut<Flight>) {
    let at = usize::try_from(desk.flow.arg(DAM)).unwrap_or(0);
    let what = usize::try_from(desk.flow.arg(WHAT)).unwrap_or(0);
    let Some(dam) = DamId::ALL.get(at).copied() else {
        desk.flow.goto(Phase::Sortie, [0; 4]);
        return;
    };
    if flight.sites[dam as usize].dam.breached {
        next(&mut desk, at + 1, 0);
        return;
    }
    if desk.flow.step() == 0 {
        if what == 0 {
            desk.say(
                "12.1.2.c",
                Tone::Plain,
                "The Germans at the {} since the first night",
                &[dam.name().into()],
            );
        }
        let spec = match Defence::ALL.get(what) {
            Some(defence) => {
                let purpose = match defence {
                    Defence::Flak => "more flak before the second night",
                    Defence::Searchlights => "more searchlights before the second night",
                    Defence::Balloons => "more balloons before the second night",
                };
                let column = desk.ids().improvement_column(*defence);
                desk.spec(desk.ids().improvement.id, column, purpose, "12.1.2.c")
            }
            None => desk.spec(desk.ids().refill.id, 0, "the water before the second night", "6.6.2.a"),
        };
        desk.roll(spec, 1);
        return;
    }
    if let Some(defence) = Defence::ALL.get(what) {
        improve(&mut desk, &mut flight, dam, *defence);
    } else if desk.ids().refill.result(desk.flow.row()) == RefillResult::High {
        flight.sites[dam as usize].water = Water::High;
        desk.blotter.dams[dam as usize].water = Some(Water::High);
        desk.say(
            "6.6.2.a",
            Tone::Bad,
            "{}: the water is {}",
            &[dam.name().into(), Water::High.label().into()],
        );
    }
    if what >= WATER { next(&mut desk, at + 1, 0) } else { next(&mut desk, at, what + 1) }
}

/// On to a dam and to what is rolled for there.
fn next(desk: &mut Desk, dam: usize, what: usize) {
    desk.flow.set_arg(DAM, i32::try_from(dam).unwrap_or(0));
    desk.flow.set_arg(WHAT, i32::try_from(what).unwrap_or(0));
    desk.flow.stay(0);
}

/// [12.1.2.c] The level rises, to 4 at most; [12.1.2.d] an asterisk is a Nightfighter Nearby marker.
fn improve(desk: &mut Desk, flight: &mut Flight, dam: DamId, defence: Defence) {
    let found = desk.ids().improvement.result(desk.flow.row());
    let site = &mut flight.sites[dam as usize].dam;
    let level = match defence {
        Defence::Flak => &mut site.flak,
        Defence::Searchlights => &mut site.searchlights,
        Defence::Balloons => &mut site.balloons,
    };
    let before = *level;
    *level = (*level + found.levels).min(MOST);
    let now = *level;
    let known = &mut desk.blotter.dams[dam as usize];
    known.defences[defence as usize] = now;
    if now > before {
        desk.say(
            "12.1.2.c",
            Tone::Bad,
            "{}: {} Level {}",
            &[dam.name().into(), defence.label().into(), i32::from(now).into()],
        );
    }
    if found.nearby && !site.nearby {
        site.nearby = true;
        desk.say("12.1.2.d", Tone::Bad, "{}: a nightfighter is nearby", &[dam.name().into()]);
    }
    // [7.9.5.d] The first Balloons marker is drawn unseen.
    if defence == Defence::Balloons && before == 0 && now > 0 {
        let drawn = desk.luck.draw(BALLOONS_CUP, &BALLOONS, "where the balloons fly");
        desk.blotter.dams[dam as usize].balloon = drawn.map(|i| BALLOONS[i]);
    }
}

/// The highest Defense Level (clause 12.1.2.c).
const MOST: u8 = 4;
