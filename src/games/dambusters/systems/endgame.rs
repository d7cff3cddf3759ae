//! 5 The end: return to base, morning reconnaissance, debriefing.

use std::collections::BTreeSet;

use super::flight::target;
use super::follow_up;
use super::one_night::debrief_night;
use super::status::{detonate, judge_breach};
use crate::games::dambusters::components::{Cause, Space};
use crate::games::dambusters::data::{
    Campaign, CampaignNight, ChartIds, DamId, FlightNight, FlightZone, LostDamagedResult, LostResult,
    RtbResult, Water,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::rules::returning::return_modifiers;
use crate::games::dambusters::victory::{flight_night, night_of};
use crate::kernel::chart::{ChartId, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// 5.1 Every surviving Lancaster, one after another and each to its end. Argument 0 is the piece at hand.
pub(crate) fn return_to_base(mut op: Op) {
    let id = PieceId::of_arg(op.flow.arg(0));
    match op.flow.step() {
        0 if op.flight.on => {
            // [5.1.a] [6.3.b] In flight those in the Return to Base Boxes.
            op.drop_marker();
            let skip = op.raid.setup.skip_rtb;
            let back: Vec<_> = op.squadron.in_space(|s| skip && matches!(s, Space::Base(_))).collect();
            for id in back {
                op.squadron.put(id, Space::Home);
                op.say("5.1.a", Tone::Good, "{} lands at Scampton", &[id.into()]);
            }
            op.flow.stay(1);
        }
        0 => {
            // [5.1.a] In Scenarios 1–5 every surviving aircraft is checked, unless the scenario says otherwise.
            let flying: Vec<_> = op.squadron.in_space(|s| s != Space::Lost && s != Space::Home).collect();
            for id in flying {
                if op.raid.setup.skip_rtb {
                    op.squadron.put(id, Space::Home);
                    op.say("5.1.a", Tone::Good, "{} lands at Scampton", &[id.into()]);
                } else {
                    op.squadron.put(id, Space::ReturnToBase);
                }
            }
            op.drop_marker();
            op.flow.stay(1);
        }
        1 => {
            let next = op.squadron.in_space(|s| matches!(s, Space::ReturnToBase | Space::Base(_))).next();
            if let Some(next) = next {
                op.flow.set_arg(0, i32::from(next.0));
                // [5.1.b]
                roll(&mut op, next, "the return of {}", "5.1.b", 2);
            } else {
                if op.night.is_some() {
                    op.put_away();
                }
                op.flow.goto(Phase::MorningRecon, [0; 4]);
            }
        }
        2 => match op.ids().rtb.result(op.flow.row()) {
            RtbResult::Safe => home(&mut op, id, "5.1.1.a"),
            // [5.1.1.b] Again with the same modifiers.
            RtbResult::Lost => roll(&mut op, id, "what became of {}", "5.1.1.b", 3),
        },
        3 => match op.ids().lost.result(op.flow.row()) {
            LostResult::Mia => {
                op.destroy(id, Cause::Missing, "5.1.2.a");
                op.flow.stay(1);
            }
            LostResult::Safe => home(&mut op, id, "5.1.2.b"),
            // [5.1.2.e] In Scenarios 1–5 it means home.
            // [5.1.2.f] In flight scenarios a Lancaster with its mine may attack a dam instead.
            LostResult::Target if op.flight.on && op.squadron.ship(id).armed() => {
                let mut q =
                    Question::new(SQUADRON, "{} comes out over water. A dam, or home?", "5.1.2.f").about(id);
                q = q.offer(Offer::new("home", "Return to Scampton", "5.1.2.f"));
                for dam in DamId::ALL.into_iter().filter(|d| !op.breached(*d)) {
                    q = q.offer(Offer::new("attack", "Attack the {}", "5.1.2.f").a(dam.name()));
                }
                op.flow.ask(q, 6);
            }
            LostResult::Target => home(&mut op, id, "5.1.2.e"),
            LostResult::Damaged => {
                if op.squadron.ship(id).airframe.damaged {
                    // [5.1.2.d]
                    let spec = op
                        .spec(op.ids().lost_damaged.id, ChartIds::ONLY, "the last miles of {}", "5.1.2.d")
                        .subject(id);
                    op.roll(spec, 4);
                } else {
                    // [5.1.2.c]
                    op.damage(id, Cause::Missing, 5);
                }
            }
        },
        4 => {
            if op.ids().lost_damaged.result(op.flow.row()) == LostDamagedResult::Destroyed {
                op.destroy(id, Cause::Missing, "5.1.2.d");
                op.flow.stay(1);
            } else {
                home(&mut op, id, "5.1.2.d");
            }
        }
        6 => {
            match op.answered_dam() {
                Some(dam) => {
                    op.squadron.put(id, Space::Acquiring(dam));
                    op.squadron.order(id, |o| {
                        o.primary = Some(dam);
                        o.secondary = None;
                        o.strayed = true;
                    });
                    op.say("5.1.2.f", Tone::Good, "{} stands over the {}", &[id.into(), dam.name().into()]);
                    // [5.1.2.g] Afterwards its return is rolled anew.
                    op.flow.call(Phase::TargetMaps, [target::EXTRA, 0, 0, 0], 1);
                }
                None => home(&mut op, id, "5.1.2.f"),
            }
        }
        _ => home(&mut op, id, "5.1.2.c"),
    }
}

/// A roll on the RTB or the Lost chart with the one list of modifiers.
fn roll(op: &mut Op, id: PieceId, purpose: &'static str, clause: &'static str, step: u16) {
    let chart: ChartId = if step == 2 { op.ids().rtb.id } else { op.ids().lost.id };
    let mut spec = op.spec(chart, ChartIds::ONLY, purpose, clause).subject(id);
    let (zone, alert) = match op.squadron.space(id) {
        Space::Base(zone) => (zone, op.flight.alert),
        _ => {
            // In a night of several attacks each comes home from the dam that it was sent to last.
            let sent = op.squadron.orders(id).primary.filter(|_| op.night.is_some());
            let dam = sent.unwrap_or(op.target.dam);
            (op.book.0.tables.dam(dam).zone, op.raid.setup.at(dam).alert)
        }
    };
    spec.modifiers = return_modifiers(&op.squadron.ship(id), zone, alert);
    op.roll(spec, step);
}

fn home(op: &mut Op, id: PieceId, clause: &'static str) {
    op.squadron.put(id, Space::Home);
    op.say(clause, Tone::Good, "{} lands at Scampton", &[id.into()]);
    op.flow.stay(1);
}

/// 5.2 Unrevealed mines first, then one die for each mine that went off.
pub(crate) fn morning_recon(mut op: Op) {
    let several = !op.flight.sites.is_empty();
    if several && op.flight.active.is_none() {
        // One dam after another.
        let unseen = |d: &DamId| op.flight.sites[*d as usize].dam.hits.iter().any(|m| !m.checked);
        match DamId::ALL.into_iter().find(unseen) {
            Some(dam) => {
                op.activate(dam);
                op.log.say("5.2.a", None, Tone::Plain, "The photographs of the {}", &[dam.name().into()]);
                op.flow.stay(0);
            }
            None => {
                if op.night.is_some() {
                    // The last dam attacked stays on the table.
                    let last = op.target.dam;
                    op.activate(last);
                }
                op.flow.goto(Phase::Debriefing, [0; 4]);
            }
        }
        return;
    }
    match op.flow.step() {
        // [5.2.a] [4.4.4.e] As in Detonation Result. Steps 0 and 1 belong to it.
        0 | 1 if op.flow.step() == 1 || op.dam.hits.iter().any(|m| m.damage.is_none()) => {
            detonate(&mut op, "5.2.a", Phase::MorningRecon);
        }
        0 | 2 => {
            let Some(at) = op.dam.hits.iter().position(|m| !m.checked) else {
                // [5.2.c] Judged again: a breach may be undone or newly gained.
                judge_breach(&mut op);
                if several {
                    op.put_away();
                    op.flow.stay(0);
                } else {
                    op.flow.goto(Phase::Debriefing, [0; 4]);
                }
                return;
            };
            // [5.2.b]
            let from = op.dam.hits[at].from;
            let spec = op
                .spec(op.ids().morning_recon.id, ChartIds::ONLY, "the photographs of the mine of {}", "5.2.b")
                .subject(from);
            op.roll_plain(spec, 3);
        }
        _ => {
            let change = op.ids().morning_recon.result(op.flow.row()).0;
            if let Some(mine) = op.dam.hits.iter_mut().find(|m| !m.checked) {
                mine.checked = true;
                mine.recon = change;
            }
            op.flow.stay(2);
        }
    }
}

/// 5.3 The fate of the lost crews, and the row of the scenario's chart.
pub(crate) fn debriefing(mut op: Op) {
    if op.flow.step() == 0 {
        if let Some(die) = follow_up_die(&mut op) {
            op.flow.goto(Phase::FollowUp, [i32::from(die), 0, 0, 0]);
            return;
        }
        if op.squadron.in_space(|s| s == Space::Lost).next().is_some() {
            // [5.3.b] One roll in all.
            let spec = op.spec(op.ids().fate.id, ChartIds::ONLY, "the fate of the lost crews", "5.3.b");
            op.roll_plain(spec, 1);
            return;
        }
    } else {
        let lost = u8::try_from(op.squadron.in_space(|s| s == Space::Lost).count()).unwrap_or(u8::MAX);
        let fate = op.ids().fate.result(op.flow.row());
        let (prisoners, evaders) = fate.survivors(lost);
        op.debrief.survivors = Some((prisoners, evaders));
        op.log.say(
            "5.3.b",
            None,
            Tone::Plain,
            "Survivors of the lost crews: taken prisoner {}, evaded {}",
            &[i32::from(prisoners).into(), i32::from(evaders).into()],
        );
    }
    // [5.3.a] The first row that fits.
    let ships: Vec<_> = op.squadron.ids().map(|id| op.squadron.ship(id)).collect();
    if let Some(campaign) = op.book.0.campaign(&op.raid.scenario).cloned() {
        debrief_campaign(&mut op, &campaign);
        return;
    }
    if op.night.is_some() {
        debrief_night(&mut op);
        return;
    }
    if op.flight.on {
        let night = flight_night(&op.flight.sites, ships.iter());
        debrief_flight(&mut op, &night);
        return;
    }
    let night = night_of(&op.dam, ships.iter());
    let Some(scenario) = op.book.0.scenario(&op.raid.scenario) else {
        op.flow.over(String::new());
        return;
    };
    let row = scenario.debrief(night);
    let (number, label, text) = (row.number, row.label(), row.text.clone());
    let outcome = scenario.outcome(row);
    op.debrief.row = Some(number);
    op.log.text("5.3.a", Tone::Plain, &format!("{label}. {text}"));
    op.flow.over(outcome);
}

/// The lowest die that orders a follow-up raid, where the row of the first night allows one; its result is told before
/// anybody decides (clause 5.3.a). The crews' fate waits for the second night: one roll a game ([5.3.b]).
fn follow_up_die(op: &mut Op) -> Option<u8> {
    if !op.flight.on || op.follow_up.is_some() || !follow_up::possible(op) {
        return None;
    }
    let (die, result) = if let Some(campaign) = op.book.0.campaign(&op.raid.scenario) {
        let judgement = campaign.judge(campaign_night(op));
        (judgement.follow_up?, campaign.outcome(judgement.number))
    } else {
        let ships: Vec<_> = op.squadron.ids().map(|id| op.squadron.ship(id)).collect();
        let night = flight_night(&op.flight.sites, ships.iter());
        let scenario = op.book.0.scenario(&op.raid.scenario)?;
        let row = scenario.debrief_flight(&night);
        (row.follow_up_after(&night)?, row.label())
    };
    op.log.text("5.3.a", Tone::Plain, &format!("After the first night: {result}"));
    Some(die)
}

/// [5.3.a] The result of a campaign: the reservoir value of what is breached against what was lost.
fn debrief_campaign(op: &mut Op, campaign: &Campaign) {
    let night = campaign_night(op);
    let judgement = campaign.judge(night);
    let grade = campaign.grade(judgement.number);
    op.debrief.row = Some(judgement.number);
    op.log.say(
        "5.3.a",
        None,
        Tone::Plain,
        "Reservoir value {}, {} lost of {}",
        &[i32::from(night.rv).into(), i32::from(night.lost).into(), i32::from(night.flown).into()],
    );
    let share = u16::from(night.lost) * 100 / u16::from(night.flown).max(1);
    op.log.say(
        "5.3.a",
        None,
        Tone::Plain,
        "The chart gives {} for that value and {} % lost",
        &[i32::from(judgement.cell).into(), i32::from(share).into()],
    );
    if night.full {
        op.log.say(
            "5.3.a",
            None,
            Tone::Good,
            "One step up: with the Möhne, all that is breached was Full",
            &[],
        );
    }
    if !night.ruhr {
        op.log.say("5.3.a", None, Tone::Bad, "One step down: no dam of the Ruhr is breached", &[]);
    }
    op.log.text("5.3.a", Tone::Plain, &format!("{}. {}", grade.title, grade.text));
    op.flow.over(campaign.outcome(judgement.number));
}

/// What a campaign is judged by.
fn campaign_night(op: &Op) -> CampaignNight {
    let breached = |dam: DamId| op.flight.sites.get(dam as usize).is_some_and(|s| s.dam.breached);
    let tables = &op.book.0.tables;
    let moehne = breached(DamId::Moehne);
    let down: Vec<DamId> = DamId::ALL.into_iter().filter(|d| breached(*d)).collect();
    // [3.5.1.a] [3.5.1.b]
    let value = |d: &DamId| {
        let dam = tables.dam(*d);
        dam.rv + if moehne { dam.rv_if_moehne_breached } else { 0 }
    };
    let full = |d: &DamId| op.flight.sites[*d as usize].water == Water::Full;
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    // Both nights count as one: a Lancaster that flew in either.
    let first = op.follow_up.iter().flat_map(|f| f.flew.iter().copied());
    let last = op.blotter.iter().flat_map(|b| b.flying()).map(|at| PieceId(u16::from(at)));
    let flown: BTreeSet<PieceId> = first.chain(last).collect();
    CampaignNight {
        rv: down.iter().map(value).sum(),
        lost: count(op.squadron.in_space(|s| s == Space::Lost).count()),
        flown: count(flown.len()),
        full: moehne && down.iter().all(full),
        ruhr: down.iter().any(|d| tables.dam(*d).zone == FlightZone::Ruhr),
    }
}

/// The row of the chart of a flight scenario or of a night of several attacks.
pub(super) fn debrief_flight(op: &mut Op, night: &FlightNight) {
    let Some(scenario) = op.book.0.scenario(&op.raid.scenario) else {
        op.flow.over(String::new());
        return;
    };
    let row = scenario.debrief_flight(night);
    let (number, label, text) = (row.number, row.label(), row.text.clone());
    let outcome = scenario.outcome(row);
    op.debrief.row = Some(number);
    op.log.text("5.3.a", Tone::Plain, &format!("{label}. {text}"));
    op.flow.over(outcome);
}
