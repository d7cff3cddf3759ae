//! The driver: runs phases until somebody must decide, and the one door for decisions.

use bevy::prelude::*;

use super::chart::Charts;
use super::chronicle::Chronicle;
use super::decision::{Answer, Illegal, Kind};
use super::dice::Luck;
use super::phase::{Flow, Frame, PhaseTable, Phases, Verdict};

/// How many phase runs one decision may take before the driver gives up, naming the frames.
pub const STEP_BUDGET: u32 = 10_000;

/// A fault of the rules or of forced luck: the game cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A phase ran without leaving a verdict.
    #[error("phase {0} left no verdict")]
    NoVerdict(String),
    /// A phase called another that is not part of the game.
    #[error("there is no phase number {0}; frames: {1}")]
    NoPhase(u16, String),
    /// The step budget ran out.
    #[error("the rules ran {STEP_BUDGET} steps without a decision; frames: {0}")]
    Budget(String),
    /// Forced luck did not fit.
    #[error(transparent)]
    Luck(#[from] super::dice::LuckMismatch),
}

/// What an accepted answer brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Receipt {
    /// Dice were rolled or something drawn.
    pub luck: bool,
    /// Something hidden was shown.
    pub revealed: bool,
    /// Another phase of the sequence of play has begun, or the game is over.
    pub phase: bool,
}

/// Why a decision did not go through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The answer was refused; the world is untouched.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The rules could not go on after it.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Starts a game whose pieces are set up: puts the first frame and runs to the first decision.
///
/// # Errors
/// A [`Fault`] of the rules or of forced luck.
pub fn start<P: Phases>(world: &mut World, first: P, args: [i32; 4]) -> Result<(), Fault> {
    let seq = world.resource::<Flow>().seq;
    *world.resource_mut::<Flow>() =
        Flow { frames: vec![Frame { phase: first.index(), step: 0, args }], seq, ..Flow::default() };
    world.resource_mut::<Chronicle>().begin(first.index());
    advance(world)?;
    Ok(())
}

/// Drops the pending question and runs its phase again at `step`, the step that puts it: after the position was
/// adjusted by hand.
///
/// # Errors
/// A [`Fault`] of the rules.
pub fn ask_again(world: &mut World, step: u16) -> Result<(), Fault> {
    let mut flow = world.resource_mut::<Flow>();
    flow.question = None;
    flow.answer = None;
    flow.to(step);
    advance(world)?;
    Ok(())
}

/// Answers the pending question: the only way rule state changes.
///
/// # Errors
/// [`Refusal::Illegal`] with the world untouched, or a [`Fault`].
pub fn submit(world: &mut World, answer: &Answer) -> Result<Receipt, Refusal> {
    let mut flow = world.resource_mut::<Flow>();
    let question = flow.question.as_ref().ok_or(Illegal::GameOver)?;
    if question.seq != answer.seq {
        return Err(Illegal::Stale { expected: question.seq, found: answer.seq }.into());
    }
    let offer = question.offers.get(answer.offer).ok_or_else(|| Illegal::NoSuchOffer {
        id: format!("number {}", answer.offer.saturating_add(1)),
        offers: question.offers.iter().map(|o| o.key.verb.to_owned()).collect(),
    })?;
    if let Some(barred) = offer.barred {
        return Err(Illegal::Barred { reason: barred.reason, clause: barred.clause }.into());
    }
    if !answer.dice.is_empty() {
        let expected = question.dice_expected();
        if answer.dice.len() != expected || answer.dice.iter().any(|d| !(1..=6).contains(d)) {
            return Err(Illegal::Dice { expected, found: format!("{:?}", answer.dice) }.into());
        }
    }
    let key = offer.key;
    let seat = question.seat;
    let Some(question) = flow.question.take() else { return Err(Illegal::GameOver.into()) };
    flow.answer = Some(key);
    flow.revealed = false;
    let phase = flow.frames.last().map_or(0, |f| f.phase);
    world.resource_mut::<Chronicle>().set_phase(phase);
    match question.kind {
        Kind::Choose => {}
        Kind::Roll(spec) => {
            world.resource_scope(|world, charts: Mut<Charts>| {
                let mut luck = world.resource_mut::<Luck>();
                luck.by_hand(&answer.dice);
                let mut rolled = spec.throw(&charts, &mut luck);
                rolled.by_hand = !answer.dice.is_empty();
                world.resource_mut::<Chronicle>().roll(&rolled);
                let reroll = rolled.spec.reroll;
                let phase = world.resource::<PhaseTable>().reroll;
                let mut flow = world.resource_mut::<Flow>();
                flow.rolled = Some(rolled);
                if let (true, Some(phase)) = (reroll, phase) {
                    flow.frames.push(Frame { phase, step: 0, args: [i32::from(seat.0), 0, 0, 0] });
                }
            });
        }
        Kind::Draw(spec) => {
            let mut luck = world.resource_mut::<Luck>();
            let mut items = spec.items;
            let mut drawn = Vec::with_capacity(usize::from(spec.count));
            for _ in 0..spec.count {
                if let Some(at) = luck.draw(spec.cup, &items, question.prompt) {
                    drawn.push(items.remove(at));
                }
            }
            let mut chronicle = world.resource_mut::<Chronicle>();
            chronicle.drawn(spec.cup, &drawn, question.clause, question.subject);
            world.resource_mut::<Flow>().drawn = drawn;
        }
    }
    let phase = advance(world)?;
    let luck = world.resource::<Luck>().touched();
    Ok(Receipt { luck, revealed: world.resource::<Flow>().revealed, phase })
}

/// Runs the top frame's phase until a decision is pending or the game is over; tells whether another phase of the
/// sequence of play has begun.
///
/// # Errors
/// A [`Fault`] of the rules or of forced luck.
pub(crate) fn advance(world: &mut World) -> Result<bool, Fault> {
    let mut changed = false;
    for _ in 0..STEP_BUDGET {
        let flow = world.resource::<Flow>();
        if flow.question.is_some() || flow.outcome.is_some() {
            settle(world)?;
            return Ok(changed);
        }
        let Some(top) = flow.frames.last() else {
            return Err(Fault::NoVerdict("(no frame)".into()));
        };
        let phase = top.phase;
        world.resource_mut::<Chronicle>().set_phase(phase);
        let table = world.resource::<PhaseTable>();
        let (label, after) = (table.labels.get(usize::from(phase)).copied(), table.after);
        if label.is_none_or(|label| world.try_run_schedule(label).is_err()) {
            return Err(Fault::NoPhase(phase, frames(world)));
        }
        if let Some(after) = after {
            after(world);
        }
        let mut flow = world.resource_mut::<Flow>();
        match flow.verdict.take() {
            Some(Verdict::Stay) => {}
            Some(Verdict::Done) => {
                flow.frames.pop();
            }
            Some(Verdict::Call(phase, args)) => flow.frames.push(Frame { phase, step: 0, args }),
            Some(Verdict::Goto(phase, args)) => {
                changed |= flow.frames.len() == 1;
                flow.frames.pop();
                flow.frames.push(Frame { phase, step: 0, args });
            }
            Some(Verdict::Ask) => {
                flow.seq += 1;
                let seq = flow.seq;
                if let Some(question) = &mut flow.question {
                    question.seq = seq;
                }
            }
            Some(Verdict::GameOver) => {
                changed = true;
                flow.frames.clear();
            }
            None => return Err(Fault::NoVerdict(frames(world))),
        }
    }
    Err(Fault::Budget(frames(world)))
}

/// After a run: mirrors the resting phase into Bevy's `State` and reports forced luck that did not fit.
fn settle(world: &mut World) -> Result<(), Fault> {
    mirror(world);
    world.resource_mut::<Luck>().take_mismatch().map_or(Ok(()), |m| Err(m.into()))
}

/// Mirrors the resting phase into Bevy's `State`.
pub(crate) fn mirror(world: &mut World) {
    let top = world.resource::<Flow>().frames.last().map(|f| f.phase);
    if let (Some(phase), Some(table)) = (top, world.get_resource::<PhaseTable>()) {
        (table.mirror)(world, phase);
    }
}

/// The frames from the bottom up, for messages.
fn frames(world: &World) -> String {
    let table = world.resource::<PhaseTable>();
    let flow = world.resource::<Flow>();
    let names: Vec<_> = flow
        .frames
        .iter()
        .map(|f| match table.name(f.phase) {
            "" => format!("number {} step {}", f.phase, f.step),
            name => format!("{name} step {}", f.step),
        })
        .collect();
    names.join(" › ")
}
