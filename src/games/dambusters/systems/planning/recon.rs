//! 10.5 Recon Phase: hostile zones and dams.

use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{BALLOONS_CUP, DamId, Defence, Water};
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, HOSTILE};
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, OfferKey, Question};

/// The Balloons markers (clause 10.5.2.d).
pub(crate) const BALLOONS: [u8; 4] = [1, 2, 3, 4];

/// The hostile zones as offers name them, and what a player reads.
pub(crate) const ZONES: [(&str, &str); 3] = [
    ("DutchCoast", "Reconnoitre the Dutch Coast"),
    ("Ruhr", "Reconnoitre the Ruhr"),
    ("Weser", "Reconnoitre the Weser"),
];

/// 10.5 The phase.
pub(crate) fn recon(mut desk: Desk) {
    if desk.flow.step() == 0 {
        ask(&mut desk);
        return;
    }
    let Some(key) = desk.flow.answer() else { return };
    match key.verb {
        "zone" => zone(&mut desk, key),
        "dam" => look(&mut desk, key, 0),
        _ => desk.flow.goto(Phase::PlanningEnd, [0; 4]),
    }
}

fn ask(desk: &mut Desk) {
    let cost = desk.table().costs.zone_recon;
    let most = desk.table().zone_recon_most;
    let mut question = Question::new(SQUADRON, "Reconnaissance: {} Resource Points", "10.5.a")
        .args(&[i32::from(desk.blotter.points).into()]);
    for (i, zone) in HOSTILE.into_iter().enumerate() {
        let (word, label) = ZONES[i];
        question = question.offer(
            Offer::new("zone", label, "10.5.1.a")
                .a(word)
                .place(Space::Zone(zone).place())
                // [10.5.1.b]
                .bar(desk.blotter.zones[i] >= most, "It is known as well as can be", "10.5.1.b")
                .bar(desk.blotter.zones_done[i], "Once a turn", "10.5.1.b")
                .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.5.1.a"),
        );
    }
    question = with_dams(desk, question);
    question.default = question.offers.len();
    let question = question.offer(Offer::new("end:recon", "End the Recon Phase", "10.5.a"));
    desk.flow.ask(question, 1);
}

/// The offers to look at dams (clauses 10.5.2.a and 10.5.2.b).
fn with_dams(desk: &Desk, mut question: Question) -> Question {
    let cost = desk.table().costs.dam_recon;
    let most = desk.table().dam_recon_most;
    for dam in DamId::ALL {
        let known = desk.blotter.dams[dam as usize];
        question = question.offer(
            Offer::new("dam", "Reconnoitre the {} Dam", "10.5.2.a")
                .a(dam.name())
                .bar(known.recon >= most, "It was looked at four times", "10.5.2.b")
                .bar(known.looked, "Once a turn", "10.5.2.b")
                .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.5.2.a"),
        );
    }
    question
}

fn zone(desk: &mut Desk, key: OfferKey) {
    let Some(at) = ZONES.iter().position(|(word, _)| *word == key.word()) else { return };
    let cost = desk.table().costs.zone_recon;
    desk.pay(cost);
    // [10.5.1.a] Without a roll.
    desk.blotter.zones[at] += 1;
    desk.blotter.zones_done[at] = true;
    let level = i32::from(desk.blotter.zones[at]);
    desk.say("10.5.1.a", Tone::Good, "{}: Recon Level {}", &[HOSTILE[at].label().into(), level.into()]);
    desk.flow.stay(0);
}

/// [10.5.2.a] Orders a look at a dam and goes on at `step`.
fn look(desk: &mut Desk, key: OfferKey, step: u16) {
    let Some(dam) = DamId::named(key.word()) else { return };
    let cost = desk.table().costs.dam_recon;
    desk.pay(cost);
    desk.flow.call(Phase::DamRecon, [dam as i32, 0, 0, 0], step);
}

/// 11.4.1 Final Dam Reconnaissance: dams alone, each once more.
pub(crate) fn final_recon(mut desk: Desk) {
    if desk.flow.step() == 0 {
        let question = Question::new(SQUADRON, "Final reconnaissance: {} Resource Points", "11.4.1.a")
            .args(&[i32::from(desk.blotter.points).into()]);
        let mut question = with_dams(&desk, question);
        question.default = question.offers.len();
        let question = question.offer(Offer::new("end:recon", "To the Security Risk Check", "11.4.1.a"));
        desk.flow.ask(question, 1);
        return;
    }
    let Some(key) = desk.flow.answer() else { return };
    match key.verb {
        "dam" => look(&mut desk, key, 0),
        // [11.4.a] The Security Risk Check follows; [10.0.1.c] what is left is of no use any more.
        _ => desk.flow.goto(Phase::SecurityRisk, [0; 4]),
    }
}

/// 10.5.2 A look at a dam (argument 0): a die for each category, one for the water. Argument 1 is the category at hand,
/// argument 2 tells whether the dam was looked at before.
pub(crate) fn dam_recon(mut desk: Desk) {
    let at = usize::try_from(desk.flow.arg(0)).unwrap_or(0).min(DamId::ALL.len() - 1);
    let dam = DamId::ALL[at];
    let again = desk.flow.arg(2) == 1;
    match desk.flow.step() {
        0 => {
            let known = &mut desk.blotter.dams[at];
            let before = known.recon > 0;
            known.recon += 1;
            known.looked = true;
            let level = i32::from(known.recon);
            desk.flow.set_arg(2, i32::from(before));
            desk.say("10.5.2.a", Tone::Plain, "{}: Recon Level {}", &[dam.name().into(), level.into()]);
            desk.flow.stay(1);
        }
        1 => {
            let category = usize::try_from(desk.flow.arg(1)).unwrap_or(0);
            match Defence::ALL.get(category) {
                Some(defence) => {
                    let purpose = match defence {
                        Defence::Flak => "the flak on the photographs",
                        Defence::Searchlights => "the searchlights on the photographs",
                        Defence::Balloons => "the balloons on the photographs",
                    };
                    let clause = if again { "10.5.3.a" } else { "10.5.2.c" };
                    let column = desk.ids().defence_column(*defence);
                    let spec = desk.spec(desk.ids().defences.id, column, purpose, clause);
                    desk.roll(spec, 2);
                }
                None => {
                    let turn = i32::from(desk.blotter.turn);
                    let clause = if again { "10.5.3.b" } else { "10.5.2.e" };
                    // [10.5.2.e] The lakes fill from turn to turn.
                    let spec = desk
                        .spec(desk.ids().water.id, 0, "the water on the photographs", clause)
                        .modifier(Modifier::when(true, "Planning Turn", turn, "10.5.2.e", ""));
                    desk.roll(spec, 3);
                }
            }
        }
        2 => {
            let category = usize::try_from(desk.flow.arg(1)).unwrap_or(0).min(2);
            let found = desk.ids().defences.result(desk.flow.row()).0;
            let level = &mut desk.blotter.dams[at].defences[category];
            // [10.5.2.c] The first look counts; [10.5.3.a] later ones only when they find less.
            *level = if again { (*level).min(found) } else { found };
            let now = *level;
            let label = Defence::ALL[category].label();
            desk.say(
                if again { "10.5.3.a" } else { "10.5.2.c" },
                Tone::Plain,
                "{}: {} Level {}",
                &[dam.name().into(), label.into(), i32::from(now).into()],
            );
            if Defence::ALL[category] == Defence::Balloons {
                hang_balloon(&mut desk, at, now);
            }
            desk.flow.set_arg(1, i32::try_from(category).unwrap_or(0) + 1);
            desk.flow.stay(1);
        }
        _ => {
            let found: Water = desk.ids().water.result(desk.flow.row());
            let known = &mut desk.blotter.dams[at];
            // [10.5.3.b] A later look counts only when it finds more.
            let now = known.water.map_or(found, |water| water.max(found));
            known.water = Some(now);
            desk.say(
                if again { "10.5.3.b" } else { "10.5.2.e" },
                Tone::Plain,
                "{}: the water is {}",
                &[dam.name().into(), now.label().into()],
            );
            desk.flow.done();
        }
    }
}

/// [10.5.2.d] A Balloons marker lies on the track from level 1 on; nobody sees its back.
fn hang_balloon(desk: &mut Desk, at: usize, level: u8) {
    if level == 0 {
        desk.blotter.dams[at].balloon = None;
    } else if desk.blotter.dams[at].balloon.is_none() {
        let drawn = desk.luck.draw(BALLOONS_CUP, &BALLOONS, "where the balloons fly");
        desk.blotter.dams[at].balloon = drawn.map(|i| BALLOONS[i]);
    }
}
