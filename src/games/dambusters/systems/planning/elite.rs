//! 10.1.3 Elite Crewmen are drawn, with the Armorer, the Jinx and the Spy among them.

use crate::games::dambusters::data::{ELITE_CUP, EliteId, EliteKind};
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::planning::{Armorer, Desk, EliteSource, Spy};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{DrawSpec, Question};

/// Draws Elite Crewman markers. Arguments: how many are left, and what brings them.
pub(crate) fn elite_draw(mut desk: Desk) {
    let (left, source) = (desk.flow.arg(0), desk.flow.arg(1));
    if desk.flow.step() == 0 {
        if left <= 0 || desk.blotter.cup.is_empty() {
            desk.flow.done();
            return;
        }
        let spec = DrawSpec { cup: ELITE_CUP, items: desk.blotter.cup.clone(), count: 1 };
        let question = Question::draw(SQUADRON, "Draw an Elite Crewman", EliteSource::clause(source), spec);
        desk.flow.ask(question, 1);
        return;
    }
    let drawn = desk.flow.drawn().first().copied();
    if let Some(marker) = drawn {
        desk.blotter.cup.retain(|m| *m != marker);
        arrive(&mut desk, EliteId(marker.saturating_sub(1)));
    }
    desk.flow.set_arg(0, left - 1);
    desk.flow.stay(0);
}

fn arrive(desk: &mut Desk, id: EliteId) {
    let kind = desk.kind(id);
    match kind {
        // [9.4.a] In play as soon as he is drawn; [9.4.d] he stays on the ground.
        EliteKind::Armorer => {
            desk.blotter.armorer = Armorer::Ready;
            desk.say("9.4.a", Tone::Good, "The Armorer comes to Scampton", &[]);
        }
        // [10.2.3.a]
        EliteKind::Spy => {
            desk.blotter.spy = Spy::InPlay;
            desk.say("10.2.3.a", Tone::Bad, "There is a Spy in the village", &[]);
        }
        // [13.0.a]
        EliteKind::Jinx => {
            desk.blotter.jinx = true;
            desk.say("13.0.a", Tone::Bad, "One of the newcomers brings ill luck: the Jinx", &[]);
        }
        _ => {
            desk.blotter.elite.push(id);
            let name = desk.book.0.tables.elite(id).name.clone();
            desk.log.text("10.1.3.c", Tone::Good, &format!("{name} joins: {}", kind.label()));
        }
    }
}
