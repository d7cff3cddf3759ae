//! 10.1 Requisitions Phase: groundcrew, aircrew, machines, and more Resource Points.

use crate::games::dambusters::data::{LETTERS, Quality, UPKEEP_CUP};
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, EliteSource, Hull, Stock, Task, crew_of};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, OfferKey, Question};
use crate::kernel::ids::Arg;

/// How many at once are offered beside one.
const DOZENS: [i32; 2] = [1, 5];

/// 10.1 The phase. Argument 0 is the Groundcrew marker on Double Time.
pub(crate) fn requisitions(mut desk: Desk) {
    match desk.flow.step() {
        0 => ask(&mut desk),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            act(&mut desk, key);
        }
        2 => {
            // [10.1.4.c] Used again: its Fatigued Handle Limit comes on top.
            let crew = usize::try_from(desk.flow.arg(0)).unwrap_or(0);
            desk.blotter.groundcrew[crew].doubled = true;
            desk.flow.stay(0);
        }
        _ => {
            // [10.1.5.a] [10.1.5.b] Counted for the Briefing.
            let granted = u16::from(desk.ids().request.result(desk.flow.row()).0);
            desk.blotter.points = desk.blotter.points.saturating_add(granted);
            desk.say("10.1.5.a", Tone::Good, "{} Resource Points are granted", &[i32::from(granted).into()]);
            desk.flow.stay(0);
        }
    }
}

fn ask(desk: &mut Desk) {
    let quarantined = desk.blotter.quarantined();
    let mut question = Question::new(SQUADRON, "Requisitions: {} Resource Points", "10.1.a")
        .args(&[i32::from(desk.blotter.points).into()]);
    question = with_stores(desk, question, quarantined);
    question = with_crews(desk, question);
    question = with_machines(desk, question);
    // [10.1.5.a] [10.2.2.f]
    question = question.offer(
        Offer::new("request", "Request more Resource Points", "10.1.5.a")
            .bar(quarantined, "Scampton is quarantined", "10.2.2.f")
            .bar(desk.blotter.requests == u8::MAX, "Nobody answers any more", "10.1.5.b"),
    );
    question.default = question.offers.len();
    let question = question.offer(Offer::new("end:requisitions", "End the Requisitions Phase", "10.1.a"));
    desk.flow.ask(question, 1);
}

/// Groundcrew: to requisition, to dedicate, to keep at it.
fn with_stores(desk: &Desk, mut question: Question, quarantined: bool) -> Question {
    for (i, letter) in LETTERS.into_iter().enumerate() {
        let ground = desk.blotter.groundcrew[i];
        match ground.stock {
            // [10.2.2.d] What is gone never comes back.
            Stock::Gone => {}
            Stock::Free => {
                let cost = desk.table().groundcrew[i].cost;
                question = question.offer(
                    Offer::new("groundcrew", "Requisition Groundcrew {}", "10.1.1.a")
                        .a(letter)
                        // [10.2.2.f]
                        .bar(quarantined, "Scampton is quarantined", "10.2.2.f")
                        // [10.1.1.b]
                        .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.1.1.b"),
                );
            }
            // [10.1.2.a] At once.
            Stock::InPlay if ground.task.is_none() => {
                question = question.offer(
                    Offer::new("dedicate", "Dedicate Groundcrew {} to {}", "10.1.4.b")
                        .a(letter)
                        .b(Task::Requisitions.word()),
                );
            }
            Stock::InPlay => {
                question = question.offer(
                    Offer::new("double", "Groundcrew {}: Double Time", "10.1.4.c")
                        .a(letter)
                        .bar(ground.doubled, "It has done Double Time", "10.1.4.c")
                        .bar(ground.fatigued, "It is Fatigued already", "10.1.4.c"),
                );
            }
        }
    }
    question
}

/// [10.1.3.a] Aircrew, on Planning Turn 1 alone.
fn with_crews(desk: &Desk, mut question: Question) -> Question {
    if desk.blotter.turn != 1 {
        return question;
    }
    for quality in Quality::ALL {
        let cost = desk.table().costs.aircrew(quality);
        let left =
            i32::from(desk.table().aircrew.of(quality)) - i32::from(desk.blotter.aircrew[quality as usize]);
        for n in DOZENS {
            let price = cost.saturating_mul(u16::try_from(n).unwrap_or(1));
            question = question.offer(
                Offer::new("crew", "Requisition Aircrew: {}, {}", "10.1.3.a")
                    .a(quality.label())
                    .b(n)
                    // [10.1.1.c]
                    .bar(left < n, "No more of these markers", "10.1.1.c")
                    .bar(!desk.can_pay(price), "Not enough Resource Points", "10.1.1.b"),
            );
        }
    }
    question
}

/// [10.1.4.a] [10.1.4.b] Lancasters and Upkeep, within the Handle Limit.
fn with_machines(desk: &Desk, mut question: Question) -> Question {
    let limit = desk.blotter.handle_limit(desk.table());
    let room = i32::from(limit) - i32::from(desk.blotter.handled);
    let costs = desk.table().costs;
    for (verb, label, cost, left) in [
        ("lancaster", "Requisition Lancasters: {}", costs.lancaster, free_hulls(desk)),
        ("upkeep", "Requisition Upkeep: {}", costs.upkeep, free_upkeep(desk).len()),
    ] {
        for n in DOZENS {
            let count = usize::try_from(n).unwrap_or(1);
            let price = cost.saturating_mul(u16::try_from(n).unwrap_or(1));
            question = question.offer(
                Offer::new(verb, label, "10.1.4.a")
                    .a(n)
                    .bar(left < count, "No more of these markers", "10.1.1.c")
                    .bar(limit == 0, "No Groundcrew is dedicated to it", "10.1.4.b")
                    .bar(room < n, "Beyond the Handle Limit", "10.1.4.b")
                    .bar(!desk.can_pay(price), "Not enough Resource Points", "10.1.1.b"),
            );
        }
    }
    question
}

fn free_hulls(desk: &Desk) -> usize {
    desk.blotter.hulls.iter().filter(|h| **h == Hull::Free).count()
}

/// The Upkeep markers still in their cup.
fn free_upkeep(desk: &Desk) -> Vec<u8> {
    let all = u8::try_from(desk.book.0.tables.upkeep.len()).unwrap_or(u8::MAX);
    (1..=all).filter(|m| !desk.blotter.upkeep.contains(m)).collect()
}

fn act(desk: &mut Desk, key: OfferKey) {
    match key.verb {
        "groundcrew" => {
            let crew = crew_of(key.word());
            let cost = desk.table().groundcrew[crew].cost;
            desk.pay(cost);
            // [10.1.1.d]
            desk.blotter.groundcrew[crew].stock = Stock::InPlay;
            desk.say("10.1.1.d", Tone::Plain, "Groundcrew {} comes to Scampton", &[key.a]);
            desk.flow.stay(0);
        }
        "dedicate" => {
            desk.dedicate(key.verb, key.word(), Task::Requisitions, 0);
            desk.flow.stay(0);
        }
        "double" => {
            let crew = crew_of(key.word());
            desk.flow.set_arg(0, i32::try_from(crew).unwrap_or(0));
            desk.tire(crew, 2);
        }
        "crew" => recruit(desk, key),
        "lancaster" => lancasters(desk, key.num()),
        "upkeep" => upkeep(desk, key.num()),
        "request" => {
            desk.blotter.requests = desk.blotter.requests.saturating_add(1);
            let spec = desk.spec(desk.ids().request.id, 0, "how much is granted", "10.1.5.a");
            desk.roll(spec, 3);
        }
        _ => desk.flow.goto(Phase::Security, [0; 4]),
    }
}

fn recruit(desk: &mut Desk, key: OfferKey) {
    let quality = Quality::ALL.into_iter().find(|q| q.label() == key.word()).unwrap_or(Quality::Green);
    let count = if let Arg::Num(n) = key.b { u8::try_from(n).unwrap_or(1) } else { 1 };
    desk.pay(desk.table().costs.aircrew(quality).saturating_mul(u16::from(count)));
    desk.blotter.aircrew[quality as usize] += count;
    desk.say(
        "10.1.3.a",
        Tone::Plain,
        "To Scampton: {} {} Aircrew",
        &[i32::from(count).into(), quality.label().into()],
    );
    // [10.1.3.c] One for every six in all.
    let per = desk.table().elite_per_aircrew;
    let before = desk.blotter.recruited / per;
    desk.blotter.recruited += count;
    let owed = desk.blotter.recruited / per - before;
    if owed > 0 {
        desk.draw_elite(owed, EliteSource::Aircrew, 0);
    } else {
        desk.flow.stay(0);
    }
}

fn lancasters(desk: &mut Desk, count: i32) {
    for _ in 0..count {
        let next = desk.blotter.hulls_that(Hull::Free).next();
        if let Some(id) = next {
            // [10.1.4.e] Undamaged.
            *desk.blotter.hull(id) = Hull::Sound;
            desk.blotter.handled += 1;
            desk.pay(desk.table().costs.lancaster);
            desk.say("10.1.4.e", Tone::Plain, "{} is delivered", &[id.into()]);
        }
    }
    desk.flow.stay(0);
}

fn upkeep(desk: &mut Desk, count: i32) {
    for _ in 0..count {
        let left = free_upkeep(desk);
        // [10.1.4.d] [2.4.c] Blind: nobody learns which.
        if let Some(at) = desk.luck.draw(UPKEEP_CUP, &left, "an Upkeep for the store") {
            desk.blotter.upkeep.push(left[at]);
            desk.blotter.handled += 1;
            desk.pay(desk.table().costs.upkeep);
        }
    }
    desk.say("10.1.4.d", Tone::Plain, "Upkeep delivered: {}", &[count.into()]);
    desk.flow.stay(0);
}
