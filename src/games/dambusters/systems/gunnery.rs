//! 4.2.8 gunnery in all its places: Near Zone, Close Zone, Climb Box.

use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::EliteKind;
use crate::games::dambusters::data::GunneryResult;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// Which guns fire from where; the first frame argument of [`Phase::Gunnery`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guns {
    /// Front guns in the Near or Close Zone.
    Front,
    /// Rear guns in the Close Zone: balloons there only.
    CloseRear,
    /// Front gun in the Climb Box: balloons there only.
    ClimbFront,
    /// Rear gun in the Climb Box: any category.
    ClimbRear,
}

impl Guns {
    const ALL: [Self; 4] = [Self::Front, Self::CloseRear, Self::ClimbFront, Self::ClimbRear];

    fn from_index(i: i32) -> Self {
        usize::try_from(i).ok().and_then(|i| Self::ALL.get(i)).copied().unwrap_or(Self::Front)
    }

    /// The clause that lets them fire.
    fn clause(self) -> &'static str {
        match self {
            Self::Front => "4.2.8.a",
            Self::CloseRear => "4.2.11.d",
            Self::ClimbFront => "4.2.13.ac",
            Self::ClimbRear => "4.2.13.ae",
        }
    }
}

/// What can be fired at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mark {
    Flak,
    Searchlights,
    CloseBalloon,
    ClimbBalloon,
}

impl Mark {
    const ALL: [Self; 4] = [Self::Flak, Self::Searchlights, Self::CloseBalloon, Self::ClimbBalloon];

    fn word(self) -> &'static str {
        match self {
            Self::Flak => "flak",
            Self::Searchlights => "searchlights",
            Self::CloseBalloon => "balloon-close",
            Self::ClimbBalloon => "balloon-climb",
        }
    }

    /// Whether it is there, and whether these guns bear on it (clauses 4.2.8.b, 4.2.8.i to 4.2.8.k).
    fn legal(self, op: &Op, guns: Guns) -> bool {
        // [4.2.8.b] A level of 1 or more, a balloon in the air; [4.2.8.i] front guns on the approach, rear guns in
        // the climb, but for balloons.
        match self {
            Self::Flak => op.dam.flak > 0 && matches!(guns, Guns::Front | Guns::ClimbRear),
            Self::Searchlights => op.dam.searchlights > 0 && matches!(guns, Guns::Front | Guns::ClimbRear),
            // [4.2.8.j] Front guns from the Near or Close Zone, rear guns from the Close Zone or Climb Box.
            Self::CloseBalloon => op.dam.balloon_close && guns != Guns::ClimbFront,
            // [4.2.8.k] Front guns from anywhere, rear guns from the Climb Box.
            Self::ClimbBalloon => op.dam.balloon_climb && guns != Guns::CloseRear,
        }
    }
}

/// Frame arguments: guns, who has fired (mask), what was hit (mask), the shot at hand.
const GUNS: usize = 0;
const FIRED: usize = 1;
const HIT: usize = 2;
const SHOT: usize = 3;

/// 4.2.8 Each Lancaster present may attack one category, one after another in the player's order.
pub(crate) fn gunnery(mut op: Op) {
    let guns = Guns::from_index(op.flow.arg(GUNS));
    match op.flow.step() {
        0 => {
            let question = offers(&op, guns);
            if question.enabled().nth(1).is_none() {
                op.flow.done();
            } else {
                op.flow.ask(question, 1);
            }
        }
        1 => {
            let Some(key) = op.flow.answer() else { return };
            let Some(id) = key.piece() else {
                op.flow.done();
                return;
            };
            // [4.2.8.d] One after another, in the order the player selects.
            let crate::kernel::ids::Arg::Word(word) = key.b else { return };
            let mark = Mark::ALL.iter().position(|m| m.word() == word).unwrap_or(0);
            let fired = op.flow.arg(FIRED);
            op.flow.set_arg(FIRED, fired | 1 << id.0.min(30));
            op.flow.set_arg(SHOT, i32::try_from(mark).unwrap_or(0) | i32::from(id.0) << 4);
            shoot(&mut op, id, Mark::ALL[mark], guns);
        }
        _ => {
            let shot = op.flow.arg(SHOT);
            let at = usize::try_from(shot & 15).unwrap_or(0);
            let id = PieceId::of_arg(shot >> 4);
            if op.ids().gunnery.result(op.flow.row()) == GunneryResult::Hit {
                hit(&mut op, id, Mark::ALL[at]);
                let before = op.flow.arg(HIT);
                op.flow.set_arg(HIT, before | 1 << at);
            } else {
                op.say(
                    "4.2.8.e",
                    Tone::Plain,
                    "{}: no effect on the {}",
                    &[id.into(), Mark::ALL[at].word().into()],
                );
            }
            op.flow.stay(0);
        }
    }
}

/// The Lancasters whose guns may fire here (clauses 4.2.8.a, 4.2.8.h).
fn gunners(op: &Op, guns: Guns) -> Vec<PieceId> {
    // [4.2.8.h] Whoever is there: an elite gunner is not needed.
    match guns {
        Guns::Front | Guns::CloseRear => {
            let mut all: Vec<_> = op.squadron.in_space(|s| matches!(s, Space::Approach(_))).collect();
            all.extend(op.squadron.escorts());
            all
        }
        Guns::ClimbFront | Guns::ClimbRear => op.squadron.in_space(|s| s == Space::Climb).collect(),
    }
}

fn offers(op: &Op, guns: Guns) -> Question {
    let clause = guns.clause();
    let mut question = Question::new(SQUADRON, "Gunnery: who fires at what?", clause);
    for id in gunners(op, guns) {
        let fired = op.flow.arg(FIRED) & 1 << id.0.min(30) != 0;
        for (at, mark) in Mark::ALL.into_iter().enumerate() {
            if !mark.legal(op, guns) {
                continue;
            }
            question = question.offer(
                Offer::new("fire", "{} fires at the {}", clause)
                    .a(id)
                    .b(mark.word())
                    .bar(fired, "has fired in this step", "4.2.8.a")
                    // [4.2.8.g] A category loses one level a step; each balloon marker is its own target.
                    .bar(op.flow.arg(HIT) & 1 << at != 0, "lowered in this step already", "4.2.8.g"),
            );
        }
    }
    question.default = question.offers.len();
    question.offer(Offer::new("cease", "Cease fire", clause))
}

fn shoot(op: &mut Op, id: PieceId, mark: Mark, guns: Guns) {
    let ids = op.ids();
    // [4.2.8.e] At or below the level hits; [4.2.8.f] a balloon on a modified 1.
    let column = match mark {
        Mark::Flak => ids.gunnery_column(op.dam.flak),
        Mark::Searchlights => ids.gunnery_column(op.dam.searchlights),
        Mark::CloseBalloon | Mark::ClimbBalloon => ids.gunnery_balloons(),
    };
    let ship = op.squadron.ship(id);
    let front = matches!(guns, Guns::Front | Guns::ClimbFront);
    // [2.3.3.a] [2.3.7.a] The elite gunner of the turret that fires.
    let (kind, label, clause) = if front {
        (EliteKind::FrontGunner, "Elite Front Gunner", "2.3.3.a")
    } else {
        (EliteKind::RearGunner, "Elite Rear Gunner", "2.3.7.a")
    };
    let spec = op
        .spec(op.ids().gunnery.id, column, "the guns of {}", "4.2.8.e")
        .subject(id)
        .modifier(Modifier::when(ship.has(kind), label, -1, clause, "not aboard"));
    let spec = op.with_jinx(spec);
    op.roll_plain(spec, 2);
}

/// [4.2.8.e] The level falls by 1, [4.2.8.f] the balloon is gone; either counts for Activity (4.4.3.g).
fn hit(op: &mut Op, id: PieceId, mark: Mark) {
    match mark {
        Mark::Flak => op.dam.flak -= 1,
        Mark::Searchlights => op.dam.searchlights -= 1,
        Mark::CloseBalloon => {
            op.dam.balloon_close = false;
            op.dam.balloons = op.dam.balloons.saturating_sub(1);
        }
        Mark::ClimbBalloon => {
            op.dam.balloon_climb = false;
            op.dam.balloons = op.dam.balloons.saturating_sub(1);
        }
    }
    op.dam.shot_down = op.dam.shot_down.saturating_add(1);
    let clause = if matches!(mark, Mark::Flak | Mark::Searchlights) { "4.2.8.e" } else { "4.2.8.f" };
    op.say(clause, Tone::Good, "{} hits the {}", &[id.into(), mark.word().into()]);
}

/// 4.2.8 Step 8.
pub(crate) fn near_gunnery(mut op: Op) {
    if op.flow.step() == 0 {
        op.flow.call(Phase::Gunnery, [Guns::Front as i32, 0, 0, 0], 1);
    } else {
        op.flow.goto(Phase::NearDecision, [0; 4]);
    }
}

/// 4.2.11 Step 11: front guns, balloons, rear guns.
pub(crate) fn close_gunnery(mut op: Op) {
    match op.flow.step() {
        // [4.2.11.a] As in Step 8, front guns only.
        0 => op.flow.call(Phase::Gunnery, [Guns::Front as i32, 0, 0, 0], 1),
        1 => match op.runner() {
            // [4.2.11.b] Against the Approach Lancaster only; [4.2.11.c] escorts are not affected.
            Some(id) if op.dam.balloon_close => op.flow.call(Phase::Balloons, [i32::from(id.0), 0, 0, 0], 2),
            _ => op.flow.stay(2),
        },
        2 => {
            if op.runner().is_none() && op.squadron.escorts().next().is_none() {
                op.flow.goto(Phase::Circling, [0; 4]);
            } else {
                op.flow.call(Phase::Gunnery, [Guns::CloseRear as i32, 0, 0, 0], 3);
            }
        }
        _ => op.flow.goto(Phase::CloseDecision, [0; 4]),
    }
}
