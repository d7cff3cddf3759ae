//! A squadron commander that plays sensibly, from the squadron's own view.
//!
//! Best crews go first, empty Lancasters escort while flak stands, the lower chit is adjusted, the mine goes when the
//! run is good enough, and a run that is not is broken off at most three times.

mod flight;

use std::any::Any;
use std::sync::Arc;

use super::components::{ChitKind, Space};
use super::data::{Content, Quality};
use super::planning_bot;
use super::rules::release::chit;
use super::systems::chits::number;
use super::view::{LancasterView, RaidView};
use crate::kernel::ai::Bot;
use crate::kernel::decision::Question;
use crate::kernel::ids::PieceId;

/// How often a Lancaster may break off before it must release.
const MOST_DUMMY_RUNS: u8 = 3;

/// The squadron commander.
pub struct SquadronBot {
    content: Arc<Content>,
    dummy_runs: Vec<(PieceId, u8)>,
    reason: &'static str,
}

impl SquadronBot {
    /// A commander; the seed is for ties that luck must settle, of which there are none yet.
    #[must_use]
    pub fn new(content: Arc<Content>, _seed: u64) -> Self {
        Self { content, dummy_runs: Vec::new(), reason: "" }
    }

    fn approach(&self, kind: ChitKind, word: &str) -> i32 {
        chit(&self.content.tables, kind, number(kind, word)).map_or(0, |c| i32::from(c.approach))
    }
}

/// Approach values of the chits held: Speed, Altitude.
fn held(view: &RaidView) -> [Option<i32>; 2] {
    let run = view.run.as_ref();
    [run.and_then(|r| r.speed.as_ref()), run.and_then(|r| r.altitude.as_ref())]
        .map(|c| c.map(|c| i32::from(c.value)))
}

fn total(view: &RaidView) -> i32 {
    held(view).into_iter().flatten().sum()
}

/// The order in which Lancasters are sent in: sound first, then the best crews.
fn order(view: &RaidView, l: &LancasterView) -> (bool, bool, u8, bool) {
    let quality = match l.quality {
        Quality::Veteran => 0,
        Quality::Seasoned => 1,
        Quality::Green => 2,
    };
    (l.damaged, l.no_lights && view.aldis, quality, l.faulty_release)
}

impl Bot for SquadronBot {
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize {
        let fallback = question.enabled().next().unwrap_or(0);
        let Some(view) = view.downcast_ref::<RaidView>() else { return fallback };
        let (pick, reason) = self.decide(view, question);
        self.reason = reason;
        pick.filter(|i| question.offers.get(*i).is_some_and(crate::kernel::decision::Offer::enabled))
            .unwrap_or(fallback)
    }

    fn reason(&self) -> String {
        self.reason.to_owned()
    }
}

impl SquadronBot {
    fn decide(&mut self, view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
        if let Some(blotter) = view.planning.as_ref().filter(|b| !b.launched)
            && let Some((offer, reason)) = planning_bot::choose(blotter, q)
        {
            return (Some(offer), reason);
        }
        let find = |verb: &str| q.enabled().find(|i| q.offers[*i].key.verb == verb);
        let find_word = |verb: &str, word: &str| {
            q.enabled().find(|i| q.offers[*i].key.verb == verb && q.offers[*i].key.word() == word)
        };
        let best = |verb: &str, rank: &dyn Fn(&LancasterView) -> i32| {
            q.enabled()
                .filter(|i| q.offers[*i].key.verb == verb)
                .filter_map(|i| Some((i, rank(view.lancaster(q.offers[i].key.piece()?)?))))
                .min_by_key(|(i, r)| (*r, *i))
                .map(|(i, _)| i)
        };
        let has = |verb: &str| q.offers.iter().any(|o| o.key.verb == verb);
        if let Some(choice) = flight::decide(&self.content, view, q) {
            return choice;
        }
        if has("run") {
            let rank = |l: &LancasterView| {
                let (a, b, c, d) = order(view, l);
                i32::from(a) * 100 + i32::from(b) * 50 + i32::from(c) * 10 + i32::from(d)
            };
            return (best("run", &rank), "the soundest aircraft and the best crew go first");
        }
        if has("escort") {
            let sound = q.enabled().find(|i| {
                q.offers[*i].key.verb == "escort"
                    && q.offers[*i].key.piece().and_then(|id| view.lancaster(id)).is_some_and(|l| !l.damaged)
            });
            if view.flak > 0 && sound.is_some() {
                return (sound, "undamaged escorts share the flak");
            }
            return (find("go"), "no escort is worth the risk");
        }
        if has("lights") {
            return (find_word("lights", "on"), "altitude decides the release");
        }
        if has("observed") {
            return self.observed(view, q);
        }
        if has("reroll") {
            return reroll(view, q);
        }
        if has("ignore") {
            return (find("ignore"), "a sound aircraft is worth the one-off");
        }
        if has("hit") {
            let rank = |l: &LancasterView| {
                let escort = matches!(l.at, Space::Escort(_));
                match (escort, l.damaged) {
                    (true, false) => 0,
                    (false, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                }
            };
            return (best("hit", &rank), "the hit goes where it hurts least");
        }
        if has("evade") {
            return evade(view, q);
        }
        if has("fire") {
            let flak = q.enabled().find(|i| {
                q.offers[*i].key.verb == "fire" && q.offers[*i].key.b == crate::kernel::ids::Arg::Word("flak")
            });
            return (flak.or_else(|| find("fire")), "guns that are silenced stay silent");
        }
        if has("proceed") || has("pull-up") {
            return self.press_on(view, q);
        }
        if has("adjust") {
            return adjust(view, q);
        }
        if has("trade") && has("keep") && !q.clause.0.starts_with("4.2.13") && !has_word(q, "keep") {
            return trade_on_approach(view, q);
        }
        if has("keep") && q.clause.0.starts_with("4.2.13") {
            return self.keep_release(view, q);
        }
        if has("keep") {
            let kind = if q.args[1] == crate::kernel::ids::Arg::Word("Speed") {
                ChitKind::Speed
            } else {
                ChitKind::Altitude
            };
            let pick = q
                .enabled()
                .filter(|i| q.offers[*i].key.verb == "keep")
                .max_by_key(|i| (self.approach(kind, q.offers[*i].key.word()), std::cmp::Reverse(*i)));
            return (pick, "the better approach chit");
        }
        if has("trade") {
            return (find("trade"), "the marker is worth a chit now");
        }
        if has("victim") {
            let rank = |l: &LancasterView| -(i32::from(!l.upkeep) * 2 + i32::from(l.damaged));
            return (best("victim", &rank), "an aircraft without its mine");
        }
        if has("fly-on") {
            let hurt = q.enabled().find(|i| {
                let id = q.offers[*i].key.piece();
                id.and_then(|id| view.lancaster(id)).is_some_and(|l| l.damaged && !l.upkeep)
            });
            return (hurt.or_else(|| find("fly-on")), "every mine, and sound eyes to see what it does");
        }
        if has("decline-raid") {
            return (find("decline-raid"), "what is left of the squadron stays whole");
        }
        if has("repair") {
            return (find("repair"), "one more that can fly");
        }
        if has("stop") {
            return (find("stop"), "the dam is down");
        }
        if has("end:circling") {
            return (find("near").or_else(|| find("end:circling")), "everybody within reach of the dam");
        }
        if has("go-on") {
            let sound =
                view.lancasters.iter().filter(|l| matches!(l.at, Space::Escort(_))).all(|l| !l.damaged);
            let pick = if view.flak > 0 && sound { find("go-on") } else { find("break-off") };
            return (pick, "escorts go on only while they are sound and the guns fire");
        }
        (find("go"), "")
    }

    fn observed(&self, view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
        let pick = q
            .enabled()
            .filter_map(|i| Some((i, view.lancaster(q.offers[i].key.piece()?)?)))
            .filter(|(_, l)| l.upkeep)
            .min_by_key(|(i, l)| (order(view, l), *i))
            .map(|(i, _)| i);
        let decline = q.enabled().find(|i| q.offers[*i].key.verb == "decline");
        (pick.or(decline), "for the next Lancaster in")
    }

    fn press_on(&mut self, view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
        let find = |verb: &str| q.enabled().find(|i| q.offers[*i].key.verb == verb);
        let id = q.subject.unwrap_or(PieceId(0));
        let total = total(view);
        match q.clause.0 {
            "4.2.5.a" => (find("proceed"), "never from the Far Zone"),
            "4.2.9.a" => {
                let enough = if view.michelskopf { 6 } else { 5 };
                if total >= enough {
                    (find("release"), "good enough, and no late release to fear")
                } else {
                    (find("proceed"), "one more adjustment")
                }
            }
            _ => {
                let poor = if view.flak == 0 { 3 } else { 2 };
                let runs = self.dummy_runs.iter().find(|(p, _)| *p == id).map_or(0, |(_, n)| *n);
                if total <= poor && runs < MOST_DUMMY_RUNS {
                    match self.dummy_runs.iter_mut().find(|(p, _)| *p == id) {
                        Some((_, n)) => *n += 1,
                        None => self.dummy_runs.push((id, 1)),
                    }
                    (find("pull-up"), "too poor a run")
                } else {
                    (find("release"), "now or never")
                }
            }
        }
    }

    fn keep_release(&self, view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
        if let Some(trade) = q.enabled().find(|i| q.offers[*i].key.verb == "trade") {
            return (Some(trade), "one more chit to choose from");
        }
        let kind = if q.args[1] == crate::kernel::ids::Arg::Word("Speed") {
            ChitKind::Speed
        } else {
            ChitKind::Altitude
        };
        let worth = |word: &str| {
            chit(&self.content.tables, kind, number(kind, word))
                .map_or(i32::MIN, |c| i32::from(c.release) * 2 - if c.m && view.michelskopf { 3 } else { 0 })
        };
        let pick = q
            .enabled()
            .filter(|i| q.offers[*i].key.verb == "keep")
            .max_by_key(|i| (worth(q.offers[*i].key.word()), std::cmp::Reverse(*i)));
        (pick, "the best number, and at the Eder no M without need")
    }
}

fn has_word(q: &Question, verb: &str) -> bool {
    q.offers.iter().any(|o| o.key.verb == verb && !o.key.word().is_empty())
}

/// The lower chit, unless it is the best there is.
fn adjust(view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
    let values = held(view);
    let pick = q
        .enabled()
        .filter(|i| q.offers[*i].key.verb == "adjust")
        .filter_map(|i| {
            let kind = if q.offers[i].key.word() == "speed" { 0 } else { 1 };
            Some((values[kind]?, i))
        })
        .filter(|(value, _)| *value < 3)
        .min()
        .map(|(_, i)| i);
    let trade = q.enabled().find(|i| q.offers[*i].key.verb == "trade");
    let hold = q.enabled().find(|i| q.offers[*i].key.verb == "hold");
    (trade.or(pick).or(hold), "the lower chit has most to gain")
}

/// The marker goes on the kind with fewer draws.
fn trade_on_approach(view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
    let trade = q.enabled().find(|i| q.offers[*i].key.verb == "trade");
    let keep = q.enabled().find(|i| q.offers[*i].key.verb == "keep");
    let letters = view.run.as_ref().map_or([0; 3], |r| r.letters);
    let speed = q.clause.0 == "4.2.2.e";
    if speed && letters[0] <= letters[1] {
        (keep, "Altitude needs it more")
    } else {
        (trade, "one more chit to choose from")
    }
}

fn evade(view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
    let accept = q.enabled().find(|i| q.offers[*i].key.verb == "accept");
    let Some(victim) = q.subject.and_then(|id| view.lancaster(id)) else { return (accept, "") };
    if matches!(victim.at, Space::Escort(_)) {
        return (q.enabled().find(|i| q.offers[*i].key.verb == "evade"), "an escort has nothing to lose");
    }
    let critical = view.latest.as_ref().is_some_and(|(_, row)| row == "critical");
    let values = held(view);
    let cheapest = q
        .enabled()
        .filter(|i| q.offers[*i].key.verb == "evade")
        .filter_map(|i| {
            let kind = if q.offers[i].key.word() == "speed" { 0 } else { 1 };
            Some((values[kind]?, i))
        })
        .min();
    match cheapest {
        Some((value, i)) if critical || victim.damaged || value == 0 => {
            (Some(i), "the hit would cost more than a chit")
        }
        _ => (accept, "the chits are worth more than the paint"),
    }
}

/// The Wing Commander's re-roll is kept for what would kill or waste the mine.
fn reroll(view: &RaidView, q: &Question) -> (Option<usize>, &'static str) {
    let keep = q.enabled().find(|i| q.offers[*i].key.verb == "keep");
    let all =
        q.enabled().filter(|i| q.offers[*i].key.verb == "reroll").max_by_key(|i| q.offers[*i].key.num());
    let worth = view.latest.as_ref().is_some_and(|(chart, row)| {
        matches!(
            (chart.as_str(), row.as_str()),
            ("release", "failure" | "concussion")
                | ("michelskopf", "impact")
                | ("rtb", "lost")
                | ("lost", "mia")
                | ("lost_damaged", "destroyed")
        )
    });
    if worth { (all, "the roll would kill, or waste the mine") } else { (keep, "kept for a worse moment") }
}
