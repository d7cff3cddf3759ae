//! 10.2 Security Phase: one marker flipped, then one played.

use crate::games::dambusters::data::LETTERS;
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, Played, Spy, Stock, crew_of};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, OfferKey, Question};

/// 10.2 The phase.
pub(crate) fn security(mut desk: Desk) {
    match desk.flow.step() {
        0 => ask(&mut desk),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            act(&mut desk, key);
        }
        _ => {
            // [10.2.2.d] A Groundcrew marker goes for good.
            let Some(key) = desk.flow.answer() else { return };
            let crew = crew_of(key.word());
            let ground = &mut desk.blotter.groundcrew[crew];
            ground.stock = Stock::Gone;
            ground.task = None;
            let cost = desk.table().security.transfer.cost;
            desk.pay(cost);
            let turn = desk.blotter.turn;
            desk.blotter.transfer.since = Some(turn);
            desk.blotter.security_done[1] = true;
            desk.say(
                "10.2.2.d",
                Tone::Good,
                "57 Squadron leaves Scampton, and Groundcrew {} with it",
                &[key.a],
            );
            desk.flow.stay(0);
        }
    }
}

fn ask(desk: &mut Desk) {
    let values = desk.table().security;
    let [flipped, played] = desk.blotter.security_done;
    let (police, transfer, tirpitz) = (desk.blotter.police, desk.blotter.transfer, desk.blotter.tirpitz);
    let crews = desk.blotter.groundcrew.iter().any(|g| g.in_play());
    let mut question = Question::new(SQUADRON, "Security: {} Resource Points", "10.2.a")
        .args(&[i32::from(desk.blotter.points).into()]);
    // [10.2.1.a] First at most one flip.
    let flip = |word, label, clause: &'static str, of: Played, cost: u16| {
        Offer::new("flip", label, clause)
            .a(word)
            .bar(of.flipped, "It is flipped already", clause)
            .bar(of.since.is_none(), "Its other side was not played", clause)
            .bar(flipped, "One marker a phase is flipped", "10.2.1.a")
            // [10.2.2.e] In an earlier turn.
            .bar(of.since == Some(desk.blotter.turn), "It was played this turn", "10.2.1.a")
            .bar(played, "A flip comes before a new marker", "10.2.1.a")
            .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.2.1.b")
    };
    question = question
        .offer(flip("barmaid", "Flip: Transfer the Barmaid", "10.2.2.b", police, values.barmaid.cost))
        .offer(flip("quarantine", "Flip: Quarantine", "10.2.2.e", transfer, values.quarantine.cost))
        .offer(flip("ruse", "Flip: Tirpitz Ruse", "10.2.2.j", tirpitz, values.ruse.cost));
    // [10.2.1.a] Then at most one new marker.
    let play = |word, label, clause: &'static str, of: Played, cost: u16| {
        Offer::new("play", label, clause)
            .a(word)
            .bar(of.since.is_some(), "It is in play", clause)
            .bar(played, "One new marker a phase", "10.2.1.a")
            .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.2.1.b")
    };
    question = question
        .offer(play("police", "Extra Police", "10.2.2.a", police, values.police.cost))
        .offer(play("transfer", "Transfer 57 Squadron", "10.2.2.d", transfer, values.transfer.cost).bar(
            !crews,
            "It takes a Groundcrew marker with it",
            "10.2.2.d",
        ))
        .offer(play("rumor", "Tirpitz Rumor", "10.2.2.i", tirpitz, values.rumor.cost));
    question.default = question.offers.len();
    let question = question.offer(Offer::new("end:security", "End the Security Phase", "10.2.a"));
    desk.flow.ask(question, 1);
}

fn act(desk: &mut Desk, key: OfferKey) {
    let values = desk.table().security;
    let turn = desk.blotter.turn;
    match (key.verb, key.word()) {
        ("flip", word) => {
            desk.blotter.security_done[0] = true;
            let (cost, clause) = match word {
                "barmaid" => {
                    desk.blotter.police.flipped = true;
                    (values.barmaid.cost, "10.2.2.b")
                }
                "quarantine" => {
                    desk.blotter.transfer.flipped = true;
                    (values.quarantine.cost, "10.2.2.e")
                }
                _ => {
                    desk.blotter.tirpitz.flipped = true;
                    (values.ruse.cost, "10.2.2.j")
                }
            };
            desk.pay(cost);
            let told = match word {
                "barmaid" => "The Barmaid of the village inn is sent away",
                "quarantine" => "Scampton is quarantined",
                _ => "Models of the Tirpitz are left lying about",
            };
            desk.say(clause, Tone::Good, told, &[]);
            if word != "ruse" {
                // [10.2.2.c] [10.2.2.g]
                expose(desk, if word == "barmaid" { "10.2.2.c" } else { "10.2.2.g" });
            }
            desk.flow.stay(0);
        }
        ("play", "transfer") => {
            let mut question =
                Question::new(SQUADRON, "Which Groundcrew leaves with 57 Squadron?", "10.2.2.d");
            for (i, letter) in LETTERS.into_iter().enumerate() {
                if desk.blotter.groundcrew[i].in_play() {
                    question = question.offer(Offer::new("remove", "Groundcrew {}", "10.2.2.d").a(letter));
                }
            }
            desk.flow.ask(question, 2);
        }
        ("play", word) => {
            desk.blotter.security_done[1] = true;
            let police = word == "police";
            let marker = if police { &mut desk.blotter.police } else { &mut desk.blotter.tirpitz };
            marker.since = Some(turn);
            desk.pay(if police { values.police.cost } else { values.rumor.cost });
            let (clause, told) = if police {
                ("10.2.2.a", "Extra Police patrol Scampton")
            } else {
                ("10.2.2.i", "They say it is the Tirpitz")
            };
            desk.say(clause, Tone::Good, told, &[]);
            desk.flow.stay(0);
        }
        // [10.2.1.c] What it is worth shows at the Briefing.
        _ => desk.flow.goto(Phase::Training, [0; 4]),
    }
}

/// [10.2.3.b] The Spy leaves the game if he is in play; in the cup he stays.
fn expose(desk: &mut Desk, clause: &'static str) {
    if desk.blotter.spy == Spy::InPlay {
        desk.blotter.spy = Spy::Removed;
        desk.say(clause, Tone::Good, "The Spy is gone", &[]);
    }
}
