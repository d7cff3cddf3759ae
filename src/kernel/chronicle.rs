//! The chronicle: the player-facing log, as data.
//!
//! Every line cites the clause that produced it and says who may read it. Texts are templates filled when read.

use bevy::prelude::Resource;

use super::chart::{Charts, DiceKind, Pick, Rolled, Tone};
use super::dice::Cup;
use super::ids::{Arg, Clause, PieceId, Pieces, Seat};
use super::tally::Tally;

/// Who may read a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Everybody.
    #[default]
    All,
    /// One seat.
    Only(Seat),
}

/// What a line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A statement; `{}` marks take the arguments.
    Say(&'static str, [Arg; 3]),
    /// A statement made of data of a scenario, such as a debriefing text.
    Text(String),
    /// A roll with its whole explanation.
    Roll(Box<Rolled>),
    /// Items drawn from a cup.
    Drawn(Cup, Vec<u8>),
    /// Points added up line by line.
    Tally(Box<Tally>),
}

/// A line of the chronicle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The event of the journal that produced it.
    pub event: u32,
    /// The game's turn.
    pub turn: i32,
    /// Number of the phase (see `PhaseTable`).
    pub phase: u16,
    /// What it tells.
    pub entry: Entry,
    /// The clause that produced it.
    pub clause: Clause,
    /// The piece that it is about.
    pub subject: Option<PieceId>,
    /// How it strikes the player.
    pub tone: Tone,
    /// Who may read it.
    pub audience: Audience,
}

/// The log of a game. Grows only at its end; undo cuts it back, looking back hides its later lines.
#[derive(Resource, Clone, Debug, Default)]
pub struct Chronicle {
    /// All lines of the standing answers; playing a hidden part again writes the same lines over them.
    lines: Vec<Line>,
    /// How many of them are shown: less than all only while looking back.
    shown: usize,
    muted: bool,
    event: u32,
    turn: i32,
    phase: u16,
}

impl Chronicle {
    /// Writes nothing from now on; for simulations.
    pub fn mute(&mut self) {
        self.muted = true;
        self.lines.clear();
        self.shown = 0;
    }

    /// Sets the journal event that the next lines belong to.
    pub(crate) fn set_event(&mut self, event: u32) {
        self.event = event;
    }

    /// Sets the phase that writes the next lines.
    pub(crate) fn set_phase(&mut self, phase: u16) {
        self.phase = phase;
    }

    /// Sets the game's turn for the next lines.
    pub fn set_turn(&mut self, turn: i32) {
        self.turn = turn;
    }

    /// Writes a statement about `subject`, open to all.
    pub fn say(
        &mut self,
        clause: impl Into<Clause>,
        subject: Option<PieceId>,
        tone: Tone,
        template: &'static str,
        args: &[Arg],
    ) {
        if self.muted {
            return;
        }
        let mut slots = [Arg::None; 3];
        for (slot, arg) in slots.iter_mut().zip(args) {
            *slot = *arg;
        }
        self.push(Entry::Say(template, slots), clause.into(), subject, tone);
    }

    /// Writes a statement made of a scenario's data.
    pub fn text(&mut self, clause: impl Into<Clause>, tone: Tone, text: &str) {
        if !self.muted {
            self.push(Entry::Text(text.to_owned()), clause.into(), None, tone);
        }
    }

    /// Writes a roll.
    pub fn roll(&mut self, rolled: &Rolled) {
        if !self.muted {
            let (clause, subject) = (rolled.spec.clause, rolled.spec.subject);
            self.push(Entry::Roll(Box::new(rolled.clone())), clause, subject, Tone::Plain);
        }
    }

    /// Writes points added up line by line.
    pub fn tally(&mut self, tally: Tally, subject: Option<PieceId>, tone: Tone) {
        if !self.muted {
            let clause = tally.clause;
            self.push(Entry::Tally(Box::new(tally)), clause, subject, tone);
        }
    }

    /// Writes a draw.
    pub(crate) fn drawn(&mut self, cup: Cup, items: &[u8], clause: Clause, subject: Option<PieceId>) {
        if !self.muted {
            self.push(Entry::Drawn(cup, items.to_vec()), clause, subject, Tone::Plain);
        }
    }

    /// Makes the last line readable for one seat only.
    pub fn only(&mut self, seat: Seat) {
        if let Some(line) = self.lines[..self.shown].last_mut() {
            line.audience = Audience::Only(seat);
        }
    }

    fn push(&mut self, entry: Entry, clause: Clause, subject: Option<PieceId>, tone: Tone) {
        let (event, turn, phase) = (self.event, self.turn, self.phase);
        let line = Line { event, turn, phase, entry, clause, subject, tone, audience: Audience::All };
        match self.lines.get_mut(self.shown) {
            Some(hidden) => *hidden = line,
            None => self.lines.push(line),
        }
        self.shown += 1;
    }

    /// The lines that `seat` may read.
    pub fn lines(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Line> {
        self.lines[..self.shown].iter().filter(move |l| match l.audience {
            Audience::All => true,
            Audience::Only(only) => only == seat,
        })
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shown
    }

    /// Whether nothing is written yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shown == 0
    }

    /// Gives the lines of the setup to the phase that the game begins with.
    pub(crate) fn begin(&mut self, phase: u16) {
        self.phase = phase;
        for line in &mut self.lines[..self.shown] {
            line.phase = phase;
        }
    }

    /// The counters without the lines, for snapshots.
    pub(crate) fn head(&self) -> Self {
        Self {
            lines: Vec::new(),
            shown: 0,
            muted: self.muted,
            event: self.event,
            turn: self.turn,
            phase: self.phase,
        }
    }

    /// Takes over the counters of a snapshot.
    pub(crate) fn adopt_head(&mut self, head: &Self) {
        (self.event, self.turn, self.phase) = (head.event, head.turn, head.phase);
    }

    /// Shows the first `len` lines, as far as they were written.
    pub(crate) fn show(&mut self, len: usize) {
        self.shown = len.min(self.lines.len());
    }

    /// Forgets the lines that are not shown.
    pub(crate) fn cut(&mut self) {
        self.lines.truncate(self.shown);
    }
}

impl Line {
    /// The text of the line.
    #[must_use]
    pub fn words(&self, pieces: &Pieces, charts: &Charts) -> String {
        match &self.entry {
            Entry::Say(template, args) => pieces.fill(template, args),
            Entry::Text(text) => text.clone(),
            Entry::Drawn(cup, items) => {
                let known = |i: &u8| pieces.item(cup.name, self.clause.0, *i);
                let name = |i: &u8| known(i).map_or_else(|| cup.code(*i), str::to_owned);
                let codes: Vec<_> = items.iter().map(name).collect();
                format!(
                    "Drawn from the {} cup: {}",
                    cup.name,
                    if codes.is_empty() { "none".into() } else { codes.join(", ") }
                )
            }
            Entry::Roll(rolled) => roll_words(rolled, pieces, charts),
            Entry::Tally(tally) => tally_words(tally, pieces),
        }
    }
}

/// A tally in words: what happens, every line with its clause, and the points.
#[must_use]
pub fn tally_words(tally: &Tally, pieces: &Pieces) -> String {
    format!("{}{} → {}", pieces.fill(tally.purpose, &tally.args), tally.parts(true), tally.result())
}

/// A roll in words: natural dice, every modifier that applied with its clause, the total and the row.
#[must_use]
pub fn roll_words(rolled: &Rolled, pieces: &Pieces, charts: &Charts) -> String {
    use std::fmt::Write as _;
    let chart = charts.get(rolled.spec.chart);
    let (a, b) = rolled.reading.kept;
    let mut out = String::new();
    if let Some(subject) = rolled.spec.subject {
        out.push_str(pieces.code(subject));
        out.push_str(" · ");
    }
    let _ = write!(out, "{}: ", chart.file().title);
    let thrown: Vec<_> = rolled.dice().iter().map(u8::to_string).collect();
    out.push_str(&thrown.join("·"));
    let pool = chart.file().dice == DiceKind::Sixes;
    if rolled.dice().len() > 2 && !pool {
        let _ = write!(out, " keep {}·{}", rolled.faces[usize::from(a)], rolled.faces[usize::from(b)]);
    }
    if rolled.spec.pick == Pick::Worst {
        let _ = write!(out, " keep the worse, {}", rolled.faces[usize::from(a)]);
    }
    let _ = write!(out, " = {}", rolled.reading.natural);
    if pool {
        out.push_str(if rolled.reading.natural == 1 { " six" } else { " sixes" });
    }
    for m in &rolled.spec.modifiers {
        if m.idle.is_none() && m.value != 0 {
            let sign = if m.value < 0 { '−' } else { '+' };
            let _ = write!(out, " {sign}{} {} [{}]", m.value.abs(), m.label, m.clause);
        }
    }
    if rolled.reading.total != rolled.reading.natural {
        let _ = write!(out, " = {}", rolled.reading.total.to_string().replace('-', "−"));
    }
    let _ = write!(out, " → {}", chart.row_file(rolled.row()).label);
    if rolled.by_hand {
        out.push_str(" (own dice)");
    }
    out
}
