//! 9.0 Groundcrew: fatigue, and the Armorer who prevents it.

use crate::games::dambusters::data::LETTERS;
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::planning::{Armorer, Desk};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};

/// 9.3 A Groundcrew marker (argument) must become Fatigued.
pub(crate) fn fatigue(mut desk: Desk) {
    let crew = usize::try_from(desk.flow.arg(0)).unwrap_or(0).min(LETTERS.len() - 1);
    let letter = LETTERS[crew];
    // [9.4.b] Once a game, in a Planning Turn alone: not in Flight Preparation.
    if desk.flow.step() == 0 && desk.blotter.armorer == Armorer::Ready && !desk.blotter.prepared {
        let question = Question::new(SQUADRON, "Groundcrew {} would be Fatigued. Call the Armorer?", "9.4.b")
            .args(&[letter.into()])
            .offer(Offer::new("fatigue", "It becomes Fatigued", "9.3.a"))
            .offer(Offer::new("armorer", "The Armorer spares it (once only)", "9.4.b"));
        desk.flow.ask(question, 1);
        return;
    }
    if desk.flow.answer().is_some_and(|key| key.verb == "armorer") {
        desk.blotter.armorer = Armorer::Spent;
        desk.say("9.4.b", Tone::Good, "The Armorer spares Groundcrew {}", &[letter.into()]);
        desk.flow.done_with(0);
        return;
    }
    // [9.3.a] [9.4.c] At once and for good: nothing turns it back.
    desk.blotter.groundcrew[crew].fatigued = true;
    desk.say("9.3.a", Tone::Bad, "Groundcrew {} is Fatigued", &[letter.into()]);
    desk.flow.done_with(1);
}
