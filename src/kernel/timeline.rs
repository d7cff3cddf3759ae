//! A table: a game's world with its journal, undo, redo, branches and replay.
//!
//! The journal is the truth: state is what replaying it gives. Snapshots every few events only make undo fast.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::prelude::World;

use super::chronicle::Chronicle;
use super::decision::{Answer, Question};
use super::dice::{Luck, LuckItem, Taken};
use super::driver::{self, Receipt, Refusal};
use super::game::{Game, Options, SetUpError, world_for};
use super::ids::{Pieces, Seat};
use super::journal::{Action, Event, Header, UndoMode};
use super::phase::{Flow, Outcome};
use super::snapshot::{self, Snapshot};

mod adjust;
mod notes;
mod stops;

pub use stops::{ReplayError, UndoStop};

pub use notes::{Bookmark, NotNoted};

/// How many events lie between two snapshots.
const SNAPSHOT_EVERY: usize = 16;

/// One game being played.
pub struct Table {
    /// The rules' world. Read it; change it through [`Table::submit`] only.
    world: World,
    game: Arc<dyn Game>,
    header: Header,
    /// The whole journal, undone parts included.
    events: Vec<Event>,
    /// Indices into `events` of the answers and adjustments that stand.
    line: Vec<usize>,
    /// Answers and adjustments taken back, the next one to do again last.
    redo: Vec<Action>,
    /// Snapshots by how many answers of the line they follow.
    snapshots: Vec<(usize, Snapshot)>,
    /// How many answers of the line are played (less than all only while looking back).
    position: usize,
    /// The seat asked at the end of the line, wherever one looks back to.
    to_move: Option<u8>,
    /// After how many answers of the line luck was started anew (practice only).
    reseeded: Vec<usize>,
    /// Why the position is being adjusted, while it is.
    adjusting: Option<String>,
    /// The player's words on events, by the event's number.
    notes: BTreeMap<usize, String>,
}

impl Table {
    /// Opens a new game.
    ///
    /// # Errors
    /// An unknown scenario or option, or forced luck that does not fit.
    pub fn new(
        game: Arc<dyn Game>,
        scenario: &str,
        options: &Options,
        seed: u64,
        mode: UndoMode,
    ) -> Result<Self, SetUpError> {
        Self::with_luck(game, scenario, options, seed, mode, Vec::new(), false)
    }

    /// Opens a new game with forced luck before the seeded one.
    ///
    /// # Errors
    /// An unknown scenario or option, or forced luck that does not fit.
    pub fn with_luck(
        game: Arc<dyn Game>,
        scenario: &str,
        options: &Options,
        seed: u64,
        mode: UndoMode,
        forced: Vec<LuckItem>,
        strict: bool,
    ) -> Result<Self, SetUpError> {
        let mut world = world_for(&*game);
        let mut luck = Luck::seeded(seed);
        luck.force(forced.iter().cloned(), strict);
        world.insert_resource(luck);
        game.set_up(&mut world, scenario, options)?;
        let taken = items(&world.resource_mut::<Luck>().drain_taken());
        let first = Event {
            action: Action::SetUp,
            luck: taken,
            revealed: false,
            seat: 0,
            digest: snapshot::digest(&world),
        };
        let (scenario_hash, data_hash) = game.data_hash(scenario);
        let header = Header {
            scenario: scenario.to_owned(),
            game: game.id().to_owned(),
            scenario_hash,
            data_hash,
            options: options.clone(),
            seed,
            mode,
            forced,
            strict,
            stamps: stamps_of(mode),
            ..Header::default()
        };
        let snapshots = vec![(0, snapshot::take(&world))];
        let to_move = world.resource::<Flow>().question().map(|q| q.seat.0);
        Ok(Self {
            world,
            game,
            header,
            events: vec![first],
            line: Vec::new(),
            redo: Vec::new(),
            snapshots,
            position: 0,
            to_move,
            reseeded: Vec::new(),
            adjusting: None,
            notes: BTreeMap::new(),
        })
    }

    /// Replays a journal, checking luck and digest of every event, and opens the table where it ended.
    ///
    /// # Errors
    /// The first event that does not replay as recorded.
    pub fn replay(game: Arc<dyn Game>, header: &Header, events: &[Event]) -> Result<Self, ReplayError> {
        let mut table = Self::with_luck(
            game,
            &header.scenario,
            &header.options,
            header.seed,
            header.mode,
            header.forced.clone(),
            header.strict,
        )?;
        table.header = header.clone();
        if let Some(first) = events.first() {
            verify(0, first, &table.events[0])?;
        }
        for (i, event) in events.iter().enumerate().skip(1) {
            let refused = |why: String| ReplayError::Refused { event: i, why };
            match &event.action {
                Action::SetUp => return Err(refused("a second set-up".into())),
                Action::Answer(text) => {
                    table.submit_text(text).map_err(|e| refused(e.to_string()))?;
                }
                Action::Undo(to) => table.rewind(*to, None).map_err(refused)?,
                Action::NewLuck(to, seed) => table.rewind(*to, Some(*seed)).map_err(refused)?,
                Action::Adjust(to) => table.set(to.clone()).map_err(|e| refused(e.to_string()))?,
                Action::Note(at, words) => table.note(*at, words).map_err(|e| refused(e.to_string()))?,
                Action::Unnote(at) => table.unnote(*at).map_err(|e| refused(e.to_string()))?,
            }
            let got = table.events.last().unwrap_or(event);
            verify(i, event, got)?;
        }
        Ok(table)
    }

    /// The rules' world, to read.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// The save's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The whole journal, undone parts included.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Stamps the table for good with a word about how it is played, such as who sits at it.
    pub fn stamp(&mut self, word: &str) {
        self.header.stamps.insert(word.to_owned());
    }

    /// How many answers stand.
    #[must_use]
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether no answer stands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// How many of the standing answers are played: less than [`Table::len`] only while looking back.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The pending question.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.world.resource::<Flow>().question()
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.world.resource::<Flow>().outcome()
    }

    /// The pieces' codes.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        self.world.resource::<Pieces>()
    }

    /// The digest of the rule state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        snapshot::digest(&self.world)
    }

    /// The log lines that `seat` may read, in words, oldest first: (event, text, clause).
    #[must_use]
    pub fn log(&self, seat: Seat) -> Vec<(u32, String, &'static str)> {
        let pieces = self.pieces();
        let charts = self.game.charts();
        let chronicle = self.world.resource::<Chronicle>();
        chronicle.lines(seat).map(|l| (l.event, l.words(pieces, charts), l.clause.0)).collect()
    }

    /// Answers the pending question.
    ///
    /// # Errors
    /// A refusal; everything is left untouched, also after a fault of the rules.
    pub fn submit(&mut self, answer: &Answer) -> Result<Receipt, Refusal> {
        let Some(question) = self.question() else {
            return Err(super::decision::Illegal::GameOver.into());
        };
        let seat = question.seat.0;
        let mut text = question.offers.get(answer.offer).map_or(String::new(), |o| o.key.text(self.pieces()));
        if !answer.dice.is_empty() {
            let dice: Vec<_> = answer.dice.iter().map(u8::to_string).collect();
            text = format!("{text}={}", dice.join(","));
        }
        self.go_live();
        let number = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        self.world.resource_mut::<Chronicle>().set_event(number);
        let receipt = match driver::submit(&mut self.world, answer) {
            Ok(receipt) => receipt,
            Err(Refusal::Fault(fault)) => {
                self.replay_line();
                return Err(fault.into());
            }
            Err(refusal) => return Err(refusal),
        };
        if !answer.dice.is_empty() {
            self.header.stamps.insert("own dice".into());
        }
        self.redo.clear();
        if receipt.phase {
            self.adjusting = None;
        }
        self.stand(Action::Answer(text), receipt, seat);
        Ok(receipt)
    }

    /// Records what was done as an event that stands.
    fn stand(&mut self, action: Action, receipt: Receipt, seat: u8) {
        self.line.push(self.events.len());
        self.record(action, receipt, seat);
        self.position = self.line.len();
        self.keep_snapshot();
    }

    /// Answers the pending question with an offer id, or `roll=3,4` with dice rolled by hand.
    ///
    /// # Errors
    /// A refusal; an illegal answer leaves everything untouched.
    pub fn submit_text(&mut self, text: &str) -> Result<Receipt, Refusal> {
        self.go_live();
        let question = self.question().ok_or(super::decision::Illegal::GameOver)?;
        let answer = question.read(self.pieces(), text)?;
        self.submit(&answer)
    }

    /// The earliest point that undo may go back to in this table's mode, and what stops it there.
    #[must_use]
    pub fn undo_limit(&self) -> (usize, UndoStop) {
        if self.header.mode != UndoMode::Table {
            return (0, UndoStop::Start);
        }
        let mut seat = self.to_move;
        for (n, index) in self.line.iter().enumerate().rev() {
            let event = &self.events[*index];
            if !event.luck.is_empty() {
                return (n + 1, UndoStop::Luck);
            }
            if event.revealed {
                return (n + 1, UndoStop::Reveal);
            }
            if seat.is_some_and(|s| s != event.seat) {
                return (n + 1, UndoStop::HandOff);
            }
            seat = Some(event.seat);
        }
        (0, UndoStop::Start)
    }

    /// Takes back the last answer.
    ///
    /// # Errors
    /// What stops it.
    pub fn undo(&mut self) -> Result<(), UndoStop> {
        self.undo_to(self.line.len().saturating_sub(1))
    }

    /// Takes back all answers after the first `to`.
    ///
    /// # Errors
    /// What stops it.
    pub fn undo_to(&mut self, to: usize) -> Result<(), UndoStop> {
        let (limit, stop) = self.undo_limit();
        if self.line.is_empty() {
            return Err(UndoStop::Start);
        }
        if to < limit || to >= self.line.len() {
            return Err(stop);
        }
        self.rewind(to, None).map_err(|_| stop)
    }

    /// Practice only: takes back all answers after the first `to` and goes on with new luck from `seed`.
    ///
    /// # Errors
    /// What stops it.
    pub fn undo_with_new_luck(&mut self, to: usize, seed: u64) -> Result<(), UndoStop> {
        if self.header.mode != UndoMode::Practice {
            return Err(self.undo_limit().1);
        }
        self.rewind(to, Some(seed)).map_err(|_| UndoStop::Start)
    }

    /// Does the last taken-back answer again; false when there is none.
    ///
    /// # Errors
    /// A refusal, which only damaged state can cause.
    pub fn redo(&mut self) -> Result<bool, Refusal> {
        let mut rest = std::mem::take(&mut self.redo);
        match rest.pop() {
            Some(Action::Answer(text)) => {
                self.submit_text(&text)?;
            }
            Some(Action::Adjust(to)) => {
                // What was adjusted once in this very state can be adjusted again.
                let done = self.set(to);
                debug_assert!(done.is_ok(), "{done:?}");
            }
            _ => return Ok(false),
        }
        self.redo = rest;
        Ok(true)
    }

    /// Whether there is an answer to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    fn rewind(&mut self, to: usize, new_luck: Option<u64>) -> Result<(), String> {
        if to > self.line.len() {
            return Err(format!("there are only {} answers to go back over", self.line.len()));
        }
        self.adjusting = None;
        self.seek(to);
        self.world.resource_mut::<Chronicle>().cut();
        // Answers given on luck that is taken back too would not come out the same again.
        let mut same_luck = self.line.len();
        while let Some(at) = self.reseeded.pop_if(|at| *at > to) {
            same_luck = at;
            self.redo.clear();
        }
        let undone = self.line.split_off(to);
        self.redo.extend(undone[..same_luck - to].iter().rev().map(|i| self.events[*i].action.clone()));
        self.snapshots.retain(|(at, _)| *at <= to);
        let action = match new_luck {
            None => Action::Undo(to),
            Some(seed) => {
                self.redo.clear();
                self.reseeded.push(to);
                self.world.resource_mut::<Luck>().reseed(seed);
                self.snapshots.retain(|(at, _)| *at < to);
                self.snapshots.push((to, snapshot::take(&self.world)));
                Action::NewLuck(to, seed)
            }
        };
        self.position = to;
        self.record(action, Receipt::default(), 0);
        Ok(())
    }

    /// Appends an event with the luck taken since the last one.
    fn record(&mut self, action: Action, receipt: Receipt, seat: u8) {
        let luck = items(&self.world.resource_mut::<Luck>().drain_taken());
        let digest = self.digest();
        self.to_move = self.question().map(|q| q.seat.0);
        self.events.push(Event { action, luck, revealed: receipt.revealed, seat, digest });
    }

    /// Looks at the state after the first `to` standing answers without changing the journal.
    pub fn seek(&mut self, to: usize) {
        let to = to.min(self.line.len());
        if to == self.position {
            return;
        }
        let from = if to > self.position { self.position } else { usize::MAX };
        let best = self.snapshots.iter().rposition(|(at, _)| *at <= to).unwrap_or(0);
        let mut at = self.snapshots[best].0;
        if from != usize::MAX && from >= at {
            at = from;
        } else {
            snapshot::restore(&mut self.world, &self.snapshots[best].1);
            driver::mirror(&mut self.world);
        }
        while at < to {
            let index = self.line[at];
            self.play(index);
            at += 1;
        }
        self.world.resource_mut::<Luck>().forget_taken();
        self.position = to;
    }

    /// Brings the world back to the standing answers after a fault left it half-way.
    fn replay_line(&mut self) {
        self.position = usize::MAX;
        self.seek(self.line.len());
        self.world.resource_mut::<Chronicle>().cut();
    }

    /// Plays a recorded answer into the world without recording it again.
    fn play(&mut self, index: usize) {
        let text = match &self.events[index].action {
            Action::Answer(text) => text,
            Action::Adjust(to) => {
                // A recorded adjustment was allowed in this very state.
                let to = to.clone();
                let _ = self.apply(index, &to);
                self.world.resource_mut::<Luck>().forget_taken();
                return;
            }
            _ => return,
        };
        let answer = self
            .world
            .resource::<Flow>()
            .question()
            .and_then(|q| q.read(self.world.resource::<Pieces>(), text).ok());
        self.world.resource_mut::<Chronicle>().set_event(u32::try_from(index).unwrap_or(u32::MAX));
        if let Some(answer) = answer {
            // A recorded answer was legal in this very state.
            let _ = driver::submit(&mut self.world, &answer);
        }
        self.world.resource_mut::<Luck>().forget_taken();
    }

    /// Ends looking back: the table stands at its last answer again.
    pub fn go_live(&mut self) {
        self.seek(self.line.len());
    }

    /// A what-if: a table of its own that stands after the first `at` standing answers; this one is untouched.
    ///
    /// # Errors
    /// Only damaged state can fail to replay.
    pub fn branch(&self, at: usize, mode: UndoMode) -> Result<Self, ReplayError> {
        let mut header = self.header.clone();
        header.mode = mode;
        header.branch_of = Some(at);
        header.stamps.insert("branch".into());
        header.stamps.extend(stamps_of(mode));
        let end = self.line.get(at).copied().unwrap_or(self.events.len());
        let branch = Self::replay(Arc::clone(&self.game), &header, &self.events[..end])?;
        Ok(branch)
    }

    /// The standing answer number `n` (from 0): its event number and text. An adjustment counts but is no answer.
    #[must_use]
    pub fn answer(&self, n: usize) -> Option<(usize, &str)> {
        let index = *self.line.get(n)?;
        if let Action::Answer(text) = &self.events[index].action { Some((index, text)) } else { None }
    }

    /// The event of the standing answer or adjustment number `n` (from 0).
    #[must_use]
    pub fn standing(&self, n: usize) -> Option<usize> {
        self.line.get(n).copied()
    }

    fn keep_snapshot(&mut self) {
        let n = self.line.len();
        if n.is_multiple_of(SNAPSHOT_EVERY) && self.snapshots.last().is_none_or(|(at, _)| *at < n) {
            self.snapshots.push((n, snapshot::take(&self.world)));
        }
    }
}

/// What a game played in this mode is stamped with.
fn stamps_of(mode: UndoMode) -> BTreeSet<String> {
    (mode == UndoMode::Practice).then(|| "practice".to_owned()).into_iter().collect()
}

fn items(taken: &[Taken]) -> Vec<LuckItem> {
    taken.iter().map(|t| t.item()).collect()
}

fn verify(number: usize, expected: &Event, found: &Event) -> Result<(), ReplayError> {
    if expected.luck != found.luck {
        return Err(ReplayError::Luck {
            event: number,
            expected: expected.luck.clone(),
            found: found.luck.clone(),
        });
    }
    if expected.digest != found.digest {
        return Err(ReplayError::Digest { event: number, expected: expected.digest, found: found.digest });
    }
    Ok(())
}
