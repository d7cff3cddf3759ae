//! The session's history: phases, what-ifs, and the ways flown.

use std::sync::Arc;

use super::{Outward, Resting, Session};
use crate::client::board::view::BoardView;
use crate::client::games::GameFace;
use crate::client::panels::prompt::HistoryView;
use crate::client::panels::roll::RollState;
use crate::client::panels::{Step, views};
use crate::kernel::chronicle::{Chronicle, Entry};
use crate::kernel::ids::{PieceId, Seat};
use crate::kernel::journal::UndoMode;
use crate::kernel::phase::{Flow, PhaseTable};
use crate::kernel::timeline::Table;

/// The way of a piece over a board, from place to place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Track {
    /// The piece.
    pub piece: Option<PieceId>,
    /// The board that the places are on.
    pub board: String,
    /// The places in the order visited.
    pub places: Vec<String>,
}

/// Points made somewhere on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The place where the piece was that they were made by or against.
    pub place: String,
    /// The side that they are for.
    pub side: &'static str,
    /// How many.
    pub points: i32,
}

/// What a finished game's map tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tracks {
    /// The ways of all pieces, over each board apart.
    pub ways: Vec<Track>,
    /// The points by place and side.
    pub scored: Vec<Scored>,
}

impl Session {
    /// The ways of all pieces so far and the points made on them, found by going through the journal once a change.
    pub fn tracks(&mut self) -> Arc<Tracks> {
        let (len, at) = (self.table.len(), self.table.position());
        if let Some((known, tracks)) = &self.tracks
            && *known == len
        {
            return Arc::clone(tracks);
        }
        let mut tracks: Vec<Track> = Vec::new();
        let mut scored: Vec<Scored> = Vec::new();
        let mut read = 0;
        if let Some(seat) = self.viewer() {
            for n in 0..=len {
                self.table.seek(n);
                let BoardView { board, pieces, .. } = self.face.read(&self.table, seat).board;
                let chronicle = self.table.world().resource::<Chronicle>();
                let seen = chronicle.lines(seat).count();
                for line in chronicle.lines(seat).skip(read) {
                    let Entry::Tally(tally) = &line.entry else { continue };
                    let Some(place) = tally.place.map(|place| place.to_string()) else { continue };
                    let points = tally.total();
                    match scored.iter_mut().find(|s| s.place == place && s.side == tally.side) {
                        Some(known) => known.points += points,
                        None => scored.push(Scored { place, side: tally.side, points }),
                    }
                }
                read = seen;
                for piece in pieces {
                    let known = tracks.iter().position(|t| t.piece == Some(piece.id) && t.board == board);
                    let i = known.unwrap_or_else(|| {
                        tracks.push(Track {
                            piece: Some(piece.id),
                            board: board.clone(),
                            places: Vec::new(),
                        });
                        tracks.len() - 1
                    });
                    if tracks[i].places.last() != Some(&piece.place) {
                        tracks[i].places.push(piece.place);
                    }
                }
            }
        }
        self.table.seek(at);
        let tracks = Arc::new(Tracks { ways: tracks, scored });
        self.tracks = Some((len, Arc::clone(&tracks)));
        tracks
    }

    /// Whether answer number `n` is another seat's secret.
    fn hidden(&self, n: usize, seat: Seat) -> bool {
        let other = self.table.answer(n).and_then(|(event, _)| self.table.events().get(event));
        self.secret.get(n).copied().unwrap_or(false) && other.is_some_and(|e| e.seat != seat.0)
    }

    /// The states that the viewing seat may look at, as numbers of answers. What another seat does in secret is one
    /// step, so that nobody can count it.
    fn stops(&self, seat: Seat) -> Vec<usize> {
        let len = self.table.len();
        let open = self.table.outcome().is_some();
        let inside = |n: usize| n > 0 && n < len && self.hidden(n - 1, seat) && self.hidden(n, seat);
        (0..=len).filter(|n| open || !inside(*n)).collect()
    }

    /// Where the viewing seat stands in its history.
    pub(super) fn history(&self, seat: Seat) -> HistoryView {
        let stops = self.stops(seat);
        let at = self.table.position();
        let position = stops.iter().position(|s| *s >= at).unwrap_or(stops.len() - 1);
        let several = self.hot.shared() || !self.bots.is_empty();
        let untold = several && self.table.outcome().is_none();
        HistoryView { position, len: stops.len() - 1, branch: self.in_branch(), untold }
    }

    /// The state a step away.
    pub(super) fn stop(&self, step: Step) -> usize {
        let (at, len) = (self.table.position(), self.table.len());
        let stops = self.stops(self.viewer().unwrap_or_default());
        match step {
            Step::First => 0,
            Step::Back => stops.iter().rev().find(|s| **s < at).copied().unwrap_or(0),
            Step::On => stops.iter().find(|s| **s > at).copied().unwrap_or(len),
            Step::Last => len,
        }
    }

    /// The next state from `to` on that the viewing seat may look at.
    pub(super) fn open_stop(&self, to: usize) -> usize {
        let stops = self.stops(self.viewer().unwrap_or_default());
        stops.into_iter().find(|s| *s >= to).unwrap_or(self.table.len())
    }

    /// The answers that stand before the last one that a person gave.
    pub(super) fn last_own(&self) -> usize {
        let own = |n: &usize| {
            let event = self.table.answer(*n).and_then(|(event, _)| self.table.events().get(event));
            event.is_none_or(|e| self.hot.holds(Seat(e.seat)))
        };
        let len = self.table.len();
        (0..len).rev().find(own).unwrap_or(len.saturating_sub(1))
    }

    /// The answers given when the running phase began.
    pub(super) fn phase_start(&self) -> usize {
        let len = self.table.position().min(self.phases.len());
        let now = phase_now(&self.table);
        let same = self.phases[..len].iter().rev().take_while(|p| **p == now).count();
        len - same
    }

    pub(super) fn phase_step(&self, step: Step) -> usize {
        let at = self.table.position();
        let starts = (0..self.phases.len()).filter(|i| *i == 0 || self.phases[*i] != self.phases[*i - 1]);
        match step {
            Step::First => 0,
            Step::Back => starts.filter(|s| *s < at).last().unwrap_or(0),
            Step::On => starts.filter(|s| *s > at).min().unwrap_or(self.table.len()),
            Step::Last => self.table.len(),
        }
    }

    pub(super) fn branch(&mut self) -> Option<Outward> {
        match self.table.branch(self.table.position(), UndoMode::Practice) {
            Ok(table) => {
                self.table.go_live();
                let phases = self.phases[..table.len().min(self.phases.len())].to_vec();
                let secret = self.secret[..table.len().min(self.secret.len())].to_vec();
                let table = std::mem::replace(&mut self.table, table);
                let phases = std::mem::replace(&mut self.phases, phases);
                let secret = std::mem::replace(&mut self.secret, secret);
                self.resting.push(Resting { table, phases, secret });
                self.changed_table();
                Some(Outward::Table)
            }
            Err(e) => {
                self.refused = Some(format!("No what-if from here: {e}."));
                None
            }
        }
    }

    pub(super) fn leave_branch(&mut self) {
        if let Some(rest) = self.resting.pop() {
            self.table = rest.table;
            self.phases = rest.phases;
            self.secret = rest.secret;
            self.changed_table();
        }
    }

    /// Opens the overlay that adjusts the position, or closes it.
    pub(super) fn open_adjusting(&mut self) {
        if self.adjusting.is_some() {
            self.end_adjusting();
        } else if self.table.position() < self.table.len() {
            self.refused = Some("Looking back: return to the game to adjust it.".to_owned());
        } else {
            self.adjusting = Some(String::new());
        }
    }

    pub(super) fn end_adjusting(&mut self) {
        self.table.end_adjusting();
        self.adjusting = None;
    }

    pub(super) fn adjust(&mut self, id: &str, value: &str, now: f64) {
        let phase = phase_now(&self.table);
        if let Err(why) = self.table.adjust(id, value) {
            self.refused = Some(format!("Refused: {why}."));
            return;
        }
        self.phases.push(phase);
        self.secret.push(false);
        self.tracks = None;
        self.settle(now);
        if self.table.adjusting().is_none() {
            self.adjusting = None;
            self.refused = Some("Adjusting has ended with the phase.".to_owned());
        }
    }

    fn changed_table(&mut self) {
        self.tracks = None;
        self.adjusting = None;
        self.over_told = self.table.outcome().is_some();
        self.latest = None;
        self.thrown_at = None;
        self.selection.clear();
        self.roll = RollState::default();
        self.seen = self.viewer().map_or(0, |seat| views::results(&self.table, &*self.face, seat));
        self.hot.settle(self.table.question());
    }
}

/// The phase at the bottom of the stack.
pub(super) fn phase_now(table: &Table) -> u16 {
    table.world().resource::<Flow>().frames().first().map_or(u16::MAX, |f| f.phase)
}

/// Whether the phase on top of the stack is one that other seats do not look into.
pub(super) fn secret_now(table: &Table, face: &dyn GameFace) -> bool {
    let phases = table.world().resource::<PhaseTable>();
    let frames = table.world().resource::<Flow>().frames();
    frames.last().is_some_and(|f| face.secret(phases.rule(f.phase)))
}

/// The phase that ran at each answer of a table just loaded, and whether it was secret.
pub(super) fn phases_of(table: &mut Table, face: &dyn GameFace) -> (Vec<u16>, Vec<bool>) {
    let len = table.len();
    let (mut phases, mut secret) = (Vec::with_capacity(len), Vec::with_capacity(len));
    for at in 0..len {
        table.seek(at);
        phases.push(phase_now(table));
        secret.push(secret_now(table, face));
    }
    table.go_live();
    (phases, secret)
}
