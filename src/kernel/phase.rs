//! Phases, frames and verdicts.
//!
//! A game has one phase enum, made by [`phases!`](crate::phases). Its values label schedules; the systems in a
//! phase's schedule are the steps of that phase. Frames stack, because rules call each other.

use std::hash::Hash;

use bevy::ecs::schedule::{
    InternedScheduleLabel, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};
use bevy::prelude::*;

use super::chart::{Charts, RollSpec, Rolled};
use super::decision::{Offer, OfferKey, Question};
use super::dice::Luck;
use super::ids::Seat;

/// A game's phases. Made by [`phases!`](crate::phases).
pub trait Phases: ScheduleLabel + States + Copy + 'static {
    /// All phases in the order of the sequence of play.
    const ALL: &'static [Self];
    /// The phase's number.
    fn index(self) -> u16;
    /// The phase's name for players.
    fn name(self) -> &'static str;
    /// The rule that describes the phase.
    fn rule(self) -> &'static str;
}

/// Declares a game's phase enum: `phases! { Phase { Run => "4.1", "Run Phase"; … } }`.
#[macro_export]
macro_rules! phases {
    ($(#[$meta:meta])* $name:ident { $($variant:ident => $rule:literal, $title:literal;)+ }) => {
        $(#[$meta])*
        #[derive(bevy::ecs::schedule::ScheduleLabel, bevy::prelude::States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[allow(missing_docs, reason = "the title and rule beside each phase say what it is")]
        pub enum $name { #[default] $($variant),+ }
        impl $crate::kernel::phase::Phases for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            fn index(self) -> u16 { self as u16 }
            fn name(self) -> &'static str { match self { $(Self::$variant => $title),+ } }
            fn rule(self) -> &'static str { match self { $(Self::$variant => $rule),+ } }
        }
    };
}
// `#[default]` applies to the first variant only; the macro above expands it once before the list.

/// A frame of the stack: a phase, how far it has come, and its small saved local state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Number of the phase.
    pub phase: u16,
    /// The step it stands at, from 0.
    pub step: u16,
    /// Arguments and local state.
    pub args: [i32; 4],
}

/// What a phase leaves for the driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Run this phase again.
    Stay,
    /// This frame is finished; its caller goes on.
    Done,
    /// Put a frame of another phase on top.
    Call(u16, [i32; 4]),
    /// Replace this frame by another phase.
    Goto(u16, [i32; 4]),
    /// A question is pending.
    Ask,
    /// The game is over.
    GameOver,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Stable label, such as the debriefing row's number and title.
    pub label: String,
}

/// Control flow of a game: the frame stack, the pending question and what came of the last one.
///
/// Phase systems take `ResMut<Flow>`; a system acts when [`Flow::at`] its step and leaves a verdict.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flow {
    pub(crate) frames: Vec<Frame>,
    pub(crate) question: Option<Question>,
    pub(crate) answer: Option<OfferKey>,
    pub(crate) rolled: Option<Rolled>,
    pub(crate) drawn: Vec<u8>,
    pub(crate) returned: i32,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) seq: u32,
    pub(crate) revealed: bool,
}

impl Flow {
    fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Whether the running phase stands at `step` and has left no verdict in this run.
    #[must_use]
    pub fn at(&self, step: u16) -> bool {
        self.verdict.is_none() && self.step() == step
    }

    /// The step of the running phase.
    #[must_use]
    pub fn step(&self) -> u16 {
        self.frames.last().map_or(0, |f| f.step)
    }

    /// Moves to `step`; a later system of the same chain may act on it at once.
    pub fn to(&mut self, step: u16) {
        if let Some(top) = self.top() {
            top.step = step;
        }
    }

    /// Moves to the next step.
    pub fn next(&mut self) {
        let step = self.step();
        self.to(step + 1);
    }

    /// Local state `i` of the running frame.
    #[must_use]
    pub fn arg(&self, i: usize) -> i32 {
        self.frames.last().map_or(0, |f| f.args[i])
    }

    /// Sets local state `i` of the running frame.
    pub fn set_arg(&mut self, i: usize, value: i32) {
        if let Some(top) = self.top() {
            top.args[i] = value;
        }
    }

    /// Puts a question and goes on at `step` when it is answered.
    ///
    /// A default that is barred moves to the first open offer, so that the confirm key is never dead.
    pub fn ask(&mut self, mut question: Question, step: u16) {
        if !question.offers.get(question.default).is_some_and(Offer::enabled) {
            let first = question.enabled().next();
            question.default = first.unwrap_or(question.default);
        }
        self.to(step);
        self.answer = None;
        self.question = Some(question);
        self.verdict = Some(Verdict::Ask);
    }

    /// Asks for the dice of `spec` and goes on at `step` with [`Flow::rolled`].
    pub fn roll(&mut self, seat: Seat, spec: RollSpec, step: u16) {
        self.rolled = None;
        self.ask(Question::roll(seat, spec), step);
    }

    /// The offer taken, once.
    pub fn answer(&mut self) -> Option<OfferKey> {
        self.answer.take()
    }

    /// The last roll.
    #[must_use]
    pub fn rolled(&self) -> Option<&Rolled> {
        self.rolled.as_ref()
    }

    /// The row number of the last roll (row 0 when nothing was rolled).
    #[must_use]
    pub fn row(&self) -> super::chart::Row {
        self.rolled.as_ref().map_or(super::chart::Row(0), Rolled::row)
    }

    /// The items drawn last.
    #[must_use]
    pub fn drawn(&self) -> &[u8] {
        &self.drawn
    }

    /// Throws some dice of the last roll again (places in `again`) and reads the chart anew.
    pub fn reroll(&mut self, charts: &Charts, luck: &mut Luck, again: &[usize]) {
        if let Some(mut rolled) = self.rolled.take() {
            for place in again {
                if let Some(face) = rolled.faces.get_mut(*place) {
                    *face = luck.die(rolled.spec.purpose);
                }
            }
            let (faces, by_hand) = (rolled.faces, rolled.by_hand);
            self.rolled = Some(rolled.spec.read(charts, faces, by_hand));
        }
    }

    /// Calls another phase; when it is done this phase runs again at `step` with [`Flow::returned`].
    pub fn call<P: Phases>(&mut self, phase: P, args: [i32; 4], step: u16) {
        self.to(step);
        self.verdict = Some(Verdict::Call(phase.index(), args));
    }

    /// Leaves this phase for another.
    pub fn goto<P: Phases>(&mut self, phase: P, args: [i32; 4]) {
        self.verdict = Some(Verdict::Goto(phase.index(), args));
    }

    /// Runs this phase again, at `step`.
    pub fn stay(&mut self, step: u16) {
        self.to(step);
        self.verdict = Some(Verdict::Stay);
    }

    /// Finishes this phase.
    pub fn done(&mut self) {
        self.done_with(0);
    }

    /// Finishes this phase and hands `value` to the caller.
    pub fn done_with(&mut self, value: i32) {
        self.returned = value;
        self.verdict = Some(Verdict::Done);
    }

    /// Puts a phase between what this one has settled and what it leaves to be done: everything goes on as decided when
    /// that phase is done. False while a question is pending, or when the game is over.
    ///
    /// The phase put in between ends with [`Self::done_between`], so that what was handed back stays.
    pub fn interpose<P: Phases>(&mut self, phase: P, args: [i32; 4]) -> bool {
        match self.verdict {
            Some(Verdict::Stay) => {}
            Some(Verdict::Done) => {
                self.frames.pop();
            }
            Some(Verdict::Goto(next, args)) => {
                self.frames.pop();
                self.frames.push(Frame { phase: next, step: 0, args });
            }
            Some(Verdict::Call(next, args)) => self.frames.push(Frame { phase: next, step: 0, args }),
            Some(Verdict::Ask | Verdict::GameOver) | None => return false,
        }
        self.verdict = Some(Verdict::Call(phase.index(), args));
        true
    }

    /// Finishes a phase put in between by [`Self::interpose`].
    pub fn done_between(&mut self) {
        self.verdict = Some(Verdict::Done);
    }

    /// What the last called phase handed back.
    #[must_use]
    pub fn returned(&self) -> i32 {
        self.returned
    }

    /// Notes that something hidden was shown; undo at the table stops here.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Ends the game.
    pub fn over(&mut self, label: String) {
        self.outcome = Some(Outcome { label });
        self.verdict = Some(Verdict::GameOver);
    }

    /// The pending question.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The frames from the bottom up.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }
}

/// The phases of the game in a world: labels and names by number.
#[derive(Resource, Clone, Debug)]
pub struct PhaseTable {
    pub(crate) labels: Vec<InternedScheduleLabel>,
    /// (name, rule) by number.
    pub(crate) names: Vec<(&'static str, &'static str)>,
    pub(crate) reroll: Option<u16>,
    pub(crate) after: Option<fn(&mut World)>,
    pub(crate) mirror: fn(&mut World, u16),
}

impl PhaseTable {
    /// The name of a phase.
    #[must_use]
    pub fn name(&self, phase: u16) -> &'static str {
        self.names.get(usize::from(phase)).map_or("", |n| n.0)
    }

    /// The rule that describes a phase.
    #[must_use]
    pub fn rule(&self, phase: u16) -> &'static str {
        self.names.get(usize::from(phase)).map_or("", |n| n.1)
    }
}

/// Adds the kernel's verbs to an [`App`].
pub trait PhaseApp {
    /// Registers a game's phases: one single-threaded schedule each, in which two unordered systems with
    /// conflicting access are an error. `reroll` is called after a roll whose result a player may answer.
    fn add_phases<P: Phases>(&mut self, reroll: Option<P>) -> &mut Self;
    /// Runs `watch` after each step of a phase, before what that step leaves to be done: for what the rules do at once
    /// wherever it comes about.
    fn after_each_step(&mut self, watch: fn(&mut World)) -> &mut Self;
}

impl PhaseApp for App {
    fn add_phases<P: Phases>(&mut self, reroll: Option<P>) -> &mut Self {
        for phase in P::ALL {
            self.init_schedule(*phase);
            self.edit_schedule(*phase, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
                schedule.set_build_settings(ScheduleBuildSettings {
                    ambiguity_detection: LogLevel::Error,
                    ..ScheduleBuildSettings::default()
                });
            });
        }
        self.insert_resource(PhaseTable {
            labels: P::ALL.iter().map(|p| p.intern()).collect(),
            names: P::ALL.iter().map(|p| (p.name(), p.rule())).collect(),
            reroll: reroll.map(Phases::index),
            after: None,
            mirror: |world, index| {
                if let Some(phase) = P::ALL.get(usize::from(index)) {
                    match world.get_resource::<State<P>>() {
                        Some(state) if state.get() == phase => {}
                        _ => world.insert_resource(State::new(*phase)),
                    }
                }
            },
        })
    }

    fn after_each_step(&mut self, watch: fn(&mut World)) -> &mut Self {
        if let Some(mut table) = self.world_mut().get_resource_mut::<PhaseTable>() {
            table.after = Some(watch);
        }
        self
    }
}
