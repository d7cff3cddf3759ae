//! 7.9.6 to 7.9.8: an attack carried over, or everybody back to the Flight Map.

use crate::games::dambusters::components::Space;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// [7.9.6.b] After Attack Turn 8 they stay over the dam; [7.9.6.c] no hazards, no checks there.
pub(crate) fn hold_over(mut op: Op) {
    let dam = op.target.dam;
    let here: Vec<PieceId> = op.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_))).collect();
    for id in here {
        if op.squadron.orders(id).strayed {
            home_again(&mut op, id);
            continue;
        }
        let space = match op.squadron.space(id) {
            Space::CirclingFar => Space::Held(dam, false),
            Space::Waiting(n) => Space::HeldWaiting(dam, n),
            _ => Space::Held(dam, true),
        };
        op.squadron.put(id, space);
    }
    op.flight.sites[dam as usize].open = true;
    op.log.say(
        "7.9.6.b",
        None,
        Tone::Plain,
        "The attack on the {} goes on in the next hour",
        &[dam.name().into()],
    );
    op.put_away();
    op.flow.done();
}

/// What the frame keeps: whether the attack was aborted, and the leader of the wave being formed.
const ABORTED: usize = 0;
const LEADER: usize = 1;

/// 7.9.7 Back to the Flight Map.
pub(crate) fn transfer_back(mut op: Op) {
    match op.flow.step() {
        // [6.4.3.c] If the Target of Last Resort has fallen here another is named first.
        0 => op.flow.call(Phase::Orders, [0; 4], 5),
        5 => {
            leave(&mut op);
            op.flow.stay(1);
        }
        1 => {
            // [7.9.7.b] [6.7.4.c] Waves as the player likes, with common targets.
            let loose = loose(&op);
            let leaders = leaders(&op, &loose);
            if leaders.is_empty() {
                finish(&mut op);
                return;
            }
            let mut q = Question::new(SQUADRON, "Back in the Flight Zone: who leads a wave?", "7.9.7.b");
            for id in leaders {
                q = q.offer(Offer::new("lead", "A wave led by {}", "7.9.7.c").a(id));
            }
            // [7.9.7.d] A leader without Upkeep goes on leading where he can.
            let must =
                loose.iter().any(|id| !op.squadron.ship(*id).armed() && !mates(&op, *id, &loose).is_empty());
            q.default = q.offers.len();
            q = q.offer(Offer::new("apart", "The rest fly alone", "7.9.7.b").bar(
                must,
                "a leader without Upkeep leads on where he can",
                "7.9.7.d",
            ));
            op.flow.ask(q, 2);
        }
        2 => match op.flow.answer().and_then(|key| key.piece()) {
            Some(id) => {
                op.flow.set_arg(LEADER, i32::from(id.0));
                op.flight.queue = vec![i32::from(id.0)];
                op.flow.stay(3);
            }
            None => finish(&mut op),
        },
        3 => {
            let leader = PieceId::of_arg(op.flow.arg(LEADER));
            let taken = op.flight.queue.clone();
            let loose = loose(&op);
            let mut q = Question::new(SQUADRON, "Who flies with {}?", "7.9.7.b").about(leader);
            for id in mates(&op, leader, &loose) {
                if !taken.contains(&i32::from(id.0)) {
                    q = q.offer(Offer::new("add", "{} flies with it", "7.9.7.b").a(id));
                }
            }
            if q.offers.is_empty() {
                form(&mut op, leader);
                return;
            }
            q = q.offer(Offer::new("formed", "The wave is complete", "7.9.7.b").bar(
                taken.len() < 2,
                "a wave is two or more",
                "6.7.a",
            ));
            op.flow.ask(q, 4);
        }
        _ => match op.flow.answer().and_then(|key| key.piece()) {
            Some(id) => {
                op.flight.queue.push(i32::from(id.0));
                op.flow.stay(3);
            }
            None => {
                let leader = PieceId::of_arg(op.flow.arg(LEADER));
                form(&mut op, leader);
            }
        },
    }
}

fn form(op: &mut Op, leader: PieceId) {
    let members: Vec<PieceId> = op.flight.queue.iter().map(|n| PieceId::of_arg(*n)).collect();
    op.flight.queue.clear();
    // [6.7.2.c] In good order.
    let wave = op.form_wave(leader, &members, false);
    // [11.6.1.a] In the order in which they were named.
    op.set_line(wave, &members);
    op.flow.stay(1);
}

/// Everybody leaves the Target Map (clauses 7.9.7.a, 7.9.7.e and 7.9.8.a); in an abort not those whom the order does not
/// reach (clauses 7.9.6.g and 7.9.6.h).
fn leave(op: &mut Op) {
    let zone = op.book.0.tables.dam(op.target.dam).zone;
    let aborted = op.flow.arg(ABORTED) == 1;
    let here: Vec<PieceId> = op.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_))).collect();
    for id in here {
        let ship = op.squadron.ship(id);
        if aborted && op.stays_on(id) {
            continue;
        }
        if op.marker.holder == Some(id) {
            op.drop_marker();
        }
        let orders = op.squadron.orders(id);
        if orders.strayed {
            home_again(op, id);
            continue;
        }
        op.see_breach(id);
        if !ship.armed() && !orders.led {
            op.homeward(id, zone, "7.9.7.e");
            continue;
        }
        op.squadron.put(id, Space::Zone(zone));
        op.squadron.order(id, |o| o.back = true);
        op.say("7.9.7.a", Tone::Plain, "{} is back over {}", &[id.into(), zone.label().into()]);
    }
}

/// [5.1.2.g] A stray goes home from the dam.
fn home_again(op: &mut Op, id: PieceId) {
    let zone = op.book.0.tables.dam(op.target.dam).zone;
    if op.marker.holder == Some(id) {
        op.drop_marker();
    }
    op.squadron.order(id, |o| o.strayed = false);
    op.homeward(id, zone, "5.1.2.g");
}

/// Those just back and in no wave.
fn loose(op: &Op) -> Vec<PieceId> {
    op.squadron
        .ids()
        .filter(|id| op.squadron.orders(*id).back && op.squadron.orders(*id).wave.is_none())
        .collect()
}

/// Those who may fly in a wave under this leader: the same targets, and Upkeep.
fn mates(op: &Op, leader: PieceId, loose: &[PieceId]) -> Vec<PieceId> {
    loose
        .iter()
        .copied()
        .filter(|id| *id != leader && op.squadron.ship(*id).armed() && op.same_targets(*id, leader))
        .collect()
}

/// Who may lead ([7.9.7.c]): whoever has led before, with Upkeep or without ([7.9.7.d]); where nobody has, anybody.
fn leaders(op: &Op, loose: &[PieceId]) -> Vec<PieceId> {
    let able: Vec<PieceId> = loose.iter().copied().filter(|id| !mates(op, *id, loose).is_empty()).collect();
    let eligible = |id: &PieceId| {
        let mut group = able.iter().filter(|o| op.same_targets(**o, *id));
        op.squadron.orders(*id).led || !group.any(|o| op.squadron.orders(*o).led)
    };
    let mut leaders: Vec<PieceId> = able.iter().copied().filter(eligible).collect();
    // Who has no mine leads on or goes home.
    leaders.sort_by_key(|id| op.squadron.ship(*id).armed());
    leaders
}

fn finish(op: &mut Op) {
    let zone = op.book.0.tables.dam(op.target.dam).zone;
    let back: Vec<PieceId> = op.squadron.ids().filter(|id| op.squadron.orders(*id).back).collect();
    for id in back {
        op.squadron.order(id, |o| o.back = false);
        // [7.9.7.e] A leader without a wave and without Upkeep goes home like the rest.
        if !op.squadron.ship(id).armed() && op.squadron.orders(id).wave.is_none() {
            op.homeward(id, zone, "7.9.7.e");
        }
    }
    // [7.9.6.g] [7.9.6.h] Whoever could not hear the order flies on with the attack.
    if op.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_))).next().is_some() {
        op.flow.goto(Phase::VisibilityCheck, [0; 4]);
        return;
    }
    op.put_away();
    op.flow.done();
}
