//! 13.0 The Jinx in the air: who carries it, and what it does to him.

use bevy::prelude::World;

use crate::games::dambusters::air::Marked;
use crate::games::dambusters::components::{At, Bomb, ChitKind, Space};
use crate::games::dambusters::data::{ChartIds, FlightZone, JinxPool};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::Blotter;
use crate::kernel::chart::{RollSpec, Tone};
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId, Pieces};
use crate::kernel::phase::{Flow, Phases as _};

/// Whether a Lancaster that flies may carry the Jinx: in play, neither lost nor landed, and in no Return to Base or
/// Missing Box (clause 13.1.a).
fn in_play(space: Space) -> bool {
    !matches!(space, Space::Lost | Space::Home | Space::ReturnToBase | Space::Base(_) | Space::Missing(_))
}

fn may_carry(world: &World, id: PieceId) -> bool {
    let entity = world.resource::<Pieces>().entity(id);
    let flies = world.get::<Bomb>(entity).is_some_and(|b| b.carried);
    flies && world.get::<At>(entity).is_some_and(|at| in_play(at.space))
}

/// The Lancaster that carries the Jinx in the air.
#[must_use]
pub fn jinxed(world: &World) -> Option<PieceId> {
    let blotter = world.get_resource::<Blotter>().filter(|b| b.launched)?;
    let id = PieceId(u16::from(blotter.jinxed?));
    may_carry(world, id).then_some(id)
}

/// [13.1.a] After each step of the game: a Jinx whose Lancaster is lost, missing or on its way home passes on before
/// anything else happens; [13.1.b] where there is nobody to take it, it is gone for good.
pub(crate) fn watch(world: &mut World) {
    let Some(blotter) = world.get_resource::<Blotter>() else { return };
    let (true, Some(at)) = (blotter.launched, blotter.jinxed) else { return };
    let id = PieceId(u16::from(at));
    let settling = world.resource::<Flow>().frames().last().is_some_and(|f| f.phase == Phase::Jinx.index());
    if settling || may_carry(world, id) {
        return;
    }
    let mut pieces = world.resource::<Pieces>().ids();
    if pieces.any(|other| may_carry(world, other)) {
        world.resource_mut::<Flow>().interpose(Phase::Jinx, [0; 4]);
        return;
    }
    world.resource_mut::<Blotter>().jinxed = None;
    let mut log = world.resource_mut::<Chronicle>();
    log.say(
        "13.1.b",
        Some(id),
        Tone::Good,
        "Nobody is left to take the Jinx of {}: it is gone",
        &[id.into()],
    );
}

/// 13.1 The player says who takes the Jinx.
pub(crate) fn transfer(mut op: Op) {
    let from = op.blotter.as_ref().and_then(|b| b.jinxed).map(|at| PieceId(u16::from(at)));
    let Some(from) = from else { return op.flow.done_between() };
    if op.flow.step() == 1 {
        if let Some(id) = op.flow.answer().and_then(|key| key.piece()) {
            pass_on(&mut op, from, id);
        }
        return;
    }
    let heirs: Vec<PieceId> = op
        .squadron
        .ids()
        .filter(|id| {
            let ship = op.squadron.ship(*id);
            *id != from && ship.bomb.carried && in_play(ship.at.space)
        })
        .collect();
    match heirs[..] {
        [] => op.flow.done_between(),
        [only] => pass_on(&mut op, from, only),
        _ => {
            let mut question = Question::new(SQUADRON, "The Jinx leaves {}. Who must take it?", "13.1.a")
                .args(&[from.into()]);
            for id in heirs {
                question = question.offer(Offer::new("jinx", "{} takes the Jinx", "13.1.a").a(id));
            }
            op.flow.ask(question, 1);
        }
    }
}

fn pass_on(op: &mut Op, from: PieceId, to: PieceId) {
    op.run.jinx = None;
    if let Some(blotter) = &mut op.blotter {
        blotter.jinxed = u8::try_from(to.0).ok();
    }
    op.say("13.1.a", Tone::Bad, "The Jinx passes to {} from {}", &[to.into(), from.into()]);
    op.flow.done_between();
}

impl Op<'_, '_> {
    /// The Lancaster that carries the Jinx in the air ([13.2.a] it alone suffers, not its wave).
    #[must_use]
    pub fn jinxed(&self) -> Option<PieceId> {
        let blotter = self.blotter.as_ref().filter(|b| b.launched)?;
        let id = PieceId(u16::from(blotter.jinxed?));
        in_play(self.squadron.space(id)).then_some(id)
    }

    /// [13.2.1.a] One die for the jinxed Lancaster becomes two, of which the worse counts; more dice stay as they are.
    #[must_use]
    pub fn with_jinx(&self, spec: RollSpec) -> RollSpec {
        if spec.subject.is_some() && spec.subject == self.jinxed() {
            spec.worse_of_two(&self.charts)
        } else {
            spec
        }
    }

    /// [13.2.3.a] A die says which chits the Jinx is mixed with. It harms nobody by itself, so it is one die.
    pub(crate) fn ask_jinx_pool(&mut self, id: PieceId, step: u16) {
        let spec = self
            .spec(
                self.ids().planning.jinx.id,
                ChartIds::ONLY,
                "the chits that the Jinx of {} is among",
                "13.2.3.a",
            )
            .subject(id);
        self.flow.roll(SQUADRON, spec, step);
    }

    /// What the die of [`Self::ask_jinx_pool`] says.
    pub(crate) fn mix_in_jinx(&mut self) {
        let kind = match self.ids().planning.jinx.result(self.flow.row()) {
            JinxPool::Speed => ChitKind::Speed,
            JinxPool::Altitude => ChitKind::Altitude,
        };
        self.run.jinx = Some(kind);
        if let Some(id) = self.run.lancaster {
            let args = [kind.label().into(), id.into()];
            self.say("13.2.3.a", Tone::Bad, "The Jinx is among the {} chits of {}", &args);
        }
    }

    /// The Jinx is back with its Lancaster (clauses 13.2.3.b and 13.2.4.a).
    pub(crate) fn take_back_jinx(&mut self, id: PieceId, clause: &'static str) {
        if self.run.jinx.take().is_some() {
            self.say(clause, Tone::Plain, "The Jinx is aboard {} again", &[id.into()]);
        }
    }

    /// No marker on the map is the Jinx's, before hazards are placed.
    pub(crate) fn forget_ill_marker(&mut self) {
        if let Some(blotter) = &mut self.blotter
            && blotter.aloft.ill.is_some()
        {
            blotter.aloft.ill = None;
        }
    }

    /// Whether a Hazard marker is the one that the Jinx brought.
    #[must_use]
    pub(crate) fn brought_by_jinx(&self, mark: &Marked) -> bool {
        self.blotter.as_ref().is_some_and(|b| b.aloft.ill == Some((mark.colour, mark.marker)))
    }

    /// [13.2.2.a] One Hazard marker more for the jinxed Lancaster if it flies in this zone; true when it is asked for.
    pub(crate) fn ask_ill_marker(&mut self, zone: FlightZone, step: u16) -> bool {
        let Some(id) = self.jinxed().filter(|id| self.squadron.space(*id) == Space::Zone(zone)) else {
            return false;
        };
        let Some((colour, _)) = self.draws(zone) else { return false };
        if self.flight.cups[colour as usize].is_empty() {
            return false;
        }
        let question = Question::new(SQUADRON, "The Jinx brings {} one more {} marker", "13.2.2.a")
            .about(id)
            .args(&[id.into(), Arg::Word(colour.label())])
            .offer(Offer::new("draw", "Draw it, unseen", "13.2.2.a"));
        self.flow.ask(question, step);
        true
    }

    /// Draws it, straight onto the Lancaster: neither shares nor the limit of three count it (clause 13.2.2.a).
    pub(crate) fn place_ill_marker(&mut self, zone: FlightZone) {
        let (Some(id), Some((colour, _))) = (self.jinxed(), self.draws(zone)) else { return };
        // [14.3.1.a] [14.3.1.b] The watchers of high altitude are in its cup too.
        let Some(marker) = self.draw_hazard(colour) else { return };
        let unit = Some(self.unit_of(id));
        let mark = Marked { colour, marker, zone, unit, on: Some(id), shown: false, done: false };
        self.flight.marks.push(mark);
        if let Some(blotter) = &mut self.blotter {
            blotter.aloft.ill = Some((colour, marker));
        }
        let front = self.front(&mark).label();
        self.say("13.2.2.a", Tone::Bad, "The Jinx brings {} a {} marker", &[id.into(), front.into()]);
    }
}
