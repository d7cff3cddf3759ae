//! Views of a table for the panels, built from what the viewing seat may know.

use super::log::{LineView, LogView, TakenBack};
use super::luck::{DrawView, ItemView, ModifierView, Pending, ResultView, RollView};
use super::notes::{MarkView, NotesView};
use super::prompt::{HistoryView, OfferView, PromptView, UndoView};
use super::sheet::Sheet;
use super::stats::{DiceStats, LuckView, RareView};
use super::tally::{TallyLine, TallyView};
use crate::client::games::GameFace;
use crate::client::widgets::card::Card;
use crate::kernel::chart::{Charts, DiceKind, RollSpec, Rolled, Row, Tone};
use crate::kernel::chronicle::{Chronicle, Entry, Line};
use crate::kernel::decision::{Kind, Offer, Question, Target};
use crate::kernel::dice::LuckItem;
use crate::kernel::fortune;
use crate::kernel::fraction::best_of_draws;
use crate::kernel::ids::{Arg, PieceId, Seat};
use crate::kernel::journal::{Action, UndoMode};
use crate::kernel::phase::{Flow, PhaseTable};
use crate::kernel::tally::Tally;
use crate::kernel::timeline::{Bookmark, Table, UndoStop};

/// Whether an offer ends a phase: its verb says so.
#[must_use]
pub fn ends_phase(offer: &Offer) -> bool {
    offer.key.verb == "end" || offer.key.verb.starts_with("end:")
}

/// A roll before it is thrown, or after with the row hit.
#[must_use]
pub fn roll(table: &Table, spec: &RollSpec, hit: Option<Row>) -> RollView {
    let charts = table.game().charts();
    let chart = charts.get(spec.chart);
    let forecast = spec.forecast(charts);
    let mut sheet = Sheet::of(chart);
    sheet.active = Some(usize::from(spec.column));
    for (i, row) in sheet.rows.iter_mut().enumerate() {
        row.chance = forecast.rows.get(i).copied();
        row.stamped = hit.is_some_and(|h| usize::from(h.0) == i);
    }
    RollView {
        purpose: sentence(&table.pieces().fill(spec.purpose, &[spec.subject.map_or(Arg::None, Arg::Piece)])),
        subject: spec.subject.map_or(String::new(), |id| table.pieces().code(id).to_owned()),
        clause: spec.clause.0.to_owned(),
        dice: spec.dice,
        dice_words: spec.dice_words(charts),
        modifiers: spec
            .modifiers
            .iter()
            .map(|m| ModifierView {
                label: m.label.to_owned(),
                value: m.value,
                clause: m.clause.0.to_owned(),
                idle: m.idle.map(str::to_owned),
            })
            .collect(),
        sheet,
        again: (forecast.again.num > 0).then_some(forecast.again),
    }
}

/// The dice of a roll and whether each counts.
fn faces(charts: &Charts, rolled: &Rolled) -> Vec<(u8, bool)> {
    let (a, b) = rolled.reading.kept;
    let sixes = charts.get(rolled.spec.chart).file().dice == DiceKind::Sixes;
    let kept =
        |i: usize, face: u8| if sixes { face == 6 } else { i == usize::from(a) || i == usize::from(b) };
    rolled.dice().iter().enumerate().map(|(i, face)| (*face, kept(i, *face))).collect()
}

/// The tone of a roll's result: that of the row hit.
#[must_use]
pub fn tone_of(charts: &Charts, rolled: &Rolled) -> Tone {
    charts.get(rolled.spec.chart).row_file(rolled.row()).tone
}

/// The luck that the pending question asks for.
#[must_use]
pub fn pending(table: &Table, face: &dyn GameFace, question: &Question) -> Option<Pending> {
    match &question.kind {
        Kind::Choose => None,
        Kind::Roll(spec) => Some(Pending::Roll(Box::new(roll(table, spec, None)))),
        Kind::Draw(spec) => {
            let clause = question.clause.0;
            let items: Vec<ItemView> =
                spec.items.iter().map(|i| face.item(table, spec.cup.name, *i, clause)).collect();
            let worth: Vec<i32> = items.iter().map(|i| i.worth).collect();
            let label = |worth: i32| {
                items.iter().find(|i| i.worth == worth).map_or(String::new(), |i| i.value.clone())
            };
            let best = best_of_draws(&worth, usize::from(spec.count));
            Some(Pending::Draw(DrawView {
                purpose: sentence(&question.prompt(table.pieces())),
                clause: clause.to_owned(),
                cup: spec.cup.name.to_owned(),
                count: usize::from(spec.count),
                best: best
                    .into_iter()
                    .filter(|(_, c)| c.num > 0)
                    .map(|(w, chance)| (label(w), chance))
                    .collect(),
                items,
            }))
        }
    }
}

/// Whether a line holds luck or points that stay among the latest results.
fn is_result(line: &Line) -> bool {
    matches!(line.entry, Entry::Roll(_) | Entry::Drawn(..) | Entry::Tally(_))
}

/// The lines that begin a result which stays: luck, points, and what was turned over, all of one event together.
fn result_lines<'a>(table: &'a Table, face: &dyn GameFace, seat: Seat) -> Vec<&'a Line> {
    let mut turned = None;
    let lines = table.world().resource::<Chronicle>().lines(seat);
    lines
        .filter(|line| {
            if is_result(line) {
                return true;
            }
            let news = turned != Some(line.event) && face.revealed(table, line).is_some();
            if news {
                turned = Some(line.event);
            }
            news
        })
        .collect()
}

/// How many results `seat` has seen.
#[must_use]
pub fn results(table: &Table, face: &dyn GameFace, seat: Seat) -> usize {
    result_lines(table, face, seat).len()
}

/// Result number `n` (from 0) of those that `seat` has seen.
#[must_use]
pub fn result(table: &Table, face: &dyn GameFace, seat: Seat, n: usize) -> Option<ResultView> {
    let line = result_lines(table, face, seat).into_iter().nth(n)?;
    match &line.entry {
        Entry::Roll(rolled) => {
            let charts = table.game().charts();
            Some(ResultView::Roll {
                roll: Box::new(roll(table, &rolled.spec, Some(rolled.row()))),
                faces: faces(charts, rolled),
                natural: rolled.reading.natural,
                total: rolled.reading.total,
                label: charts.get(rolled.spec.chart).row_file(rolled.row()).label.clone(),
                tone: tone_of(charts, rolled),
                again: rolled.reading.again,
                by_hand: rolled.by_hand,
            })
        }
        Entry::Drawn(cup, items) => Some(ResultView::Draw {
            purpose: line.subject.map_or_else(
                || face.cup(cup.name),
                |id| format!("{} · {} cup", table.pieces().code(id), cup.name),
            ),
            clause: line.clause.0.to_owned(),
            items: items.iter().map(|i| face.item(table, cup.name, *i, line.clause.0)).collect(),
        }),
        Entry::Tally(points) => Some(ResultView::Tally(tally(table, points, line.tone))),
        _ => {
            let lines = table.world().resource::<Chronicle>().lines(seat).filter(|l| l.event == line.event);
            Some(ResultView::Revealed(lines.filter_map(|l| face.revealed(table, l)).collect()))
        }
    }
}

/// The points that came of the same answer before result number `n` (from 0) of those that `seat` has seen.
#[must_use]
pub fn with_result(table: &Table, face: &dyn GameFace, seat: Seat, n: usize) -> Vec<TallyView> {
    let lines = result_lines(table, face, seat);
    let Some(last) = lines.get(n) else { return Vec::new() };
    let same = lines[..n].iter().filter(|line| line.event == last.event);
    let points = |line: &&Line| match &line.entry {
        Entry::Tally(points) => Some(tally(table, points, line.tone)),
        _ => None,
    };
    same.filter_map(points).collect()
}

/// Points added up.
#[must_use]
pub fn tally(table: &Table, points: &Tally, tone: Tone) -> TallyView {
    let lines = points.items.iter().map(|item| TallyLine {
        label: item.label.to_owned(),
        count: item.count,
        each: item.each,
        clause: item.clause.0.to_owned(),
    });
    TallyView {
        purpose: sentence(&table.pieces().fill(points.purpose, &points.args)),
        side: points.side.to_owned(),
        clause: points.clause.0.to_owned(),
        lines: lines.collect(),
        tone,
    }
}

/// The last number that a key takes: 1 to 9, and with Ctrl 10 to 19.
pub const LAST_KEY: u8 = 19;

/// What the prompt needs besides the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PromptContext<'a> {
    /// The seat that looks.
    pub seat: Seat,
    /// The pieces selected.
    pub selection: &'a [PieceId],
    /// The answers given at which the running phase began.
    pub phase_start: usize,
    /// Whether this is a what-if.
    pub branch: bool,
}

/// The prompt: question, offers, undo, history and the last two lines of the log.
#[must_use]
pub fn prompt(table: &Table, context: PromptContext) -> PromptView {
    let history = HistoryView {
        position: table.position(),
        len: table.len(),
        branch: context.branch,
        ..HistoryView::default()
    };
    let mut view = PromptView { history, undo: undo(table, context.phase_start), ..PromptView::default() };
    let flow = table.world().resource::<Flow>();
    let phases = table.world().resource::<PhaseTable>();
    view.phase = flow.frames().first().map_or(String::new(), |f| phases.name(f.phase).to_owned());
    view.lines = last_lines(table, context.seat, super::prompt::LINES);
    let Some(question) = table.question() else {
        let ended = table.outcome().map_or("", |o| o.label.as_str());
        view.over = table.outcome().is_some();
        view.waiting = Some(format!("The game is over. {ended}").trim_end().to_owned());
        return view;
    };
    view.clause = question.clause.0.to_owned();
    if question.seat != context.seat {
        view.waiting = Some("The other side decides.".to_owned());
        return view;
    }
    view.prompt = sentence(&question.prompt(table.pieces()));
    if let Some(who) = table.game().asked(table.world(), question) {
        view.prompt = format!("{who}: {}", view.prompt);
    }
    view.confirm = question.confirmed();
    let all: Vec<OfferView> = (0..question.offers.len()).map(|i| offer(table, question, i)).collect();
    for id in all.iter().filter(|o| o.card.barred.is_none()).flat_map(|o| [o.piece, o.with]).flatten() {
        if !view.all_pieces.contains(&id) {
            view.all_pieces.push(id);
        }
    }
    view.unused = view.all_pieces.iter().map(|id| table.pieces().code(*id).to_owned()).collect();
    let points = |o: &OfferView| context.selection.iter().any(|id| o.names(*id));
    if all.iter().any(points) && all.iter().any(|o| o.piece.is_some() && !points(o)) {
        let codes: Vec<&str> = context.selection.iter().map(|id| table.pieces().code(*id)).collect();
        view.filter = Some(codes.join(", "));
        // What points at no piece stays: ending a phase must not hide behind a selection.
        let (mine, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|o| points(o) || o.piece.is_none());
        view.offers = mine;
        view.hidden = rest.len();
        view.rest = rest;
    } else {
        view.offers = all;
    }
    // The keys go to the cards; what ends a phase stands apart, last. A long list shows what may be done first.
    let long = view.offers.len() > 9;
    view.offers.sort_by_key(|o| (o.ends_phase, long && o.card.barred.is_some()));
    for (i, o) in view.offers.iter_mut().enumerate().filter(|(_, o)| !o.ends_phase) {
        o.card.key = u8::try_from(i + 1).ok().filter(|key| *key <= LAST_KEY).unwrap_or(0);
    }
    view
}

/// A prompt as a sentence: its first letter large.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn offer(table: &Table, question: &Question, index: usize) -> OfferView {
    let offer = &question.offers[index];
    let pieces = table.pieces();
    let hint = match &question.kind {
        Kind::Roll(spec) => roll(table, spec, None).odds(),
        Kind::Draw(spec) if spec.count == 0 => "No chit is drawn".to_owned(),
        Kind::Draw(spec) => format!("{} of {}", spec.count, spec.items.len()),
        Kind::Choose => table.game().hint(table.world(), question, index),
    };
    let clause = offer.barred.map_or(offer.clause, |b| b.clause);
    let (piece, place) = match offer.target {
        Target::None => (offer.key.piece(), None),
        Target::Piece(id) => (Some(id), None),
        Target::Place(place) => (offer.key.piece(), Some(place)),
    };
    let ends_phase = ends_phase(offer);
    OfferView {
        index,
        card: Card {
            key: 0,
            label: offer.label(pieces),
            hint,
            note: String::new(),
            clause: clause.0.to_owned(),
            barred: offer.barred.map(|b| b.reason.to_owned()),
            default: question.confirmed() == Some(index),
            lit: false,
        },
        ends_phase,
        piece,
        with: if let Arg::Piece(id) = offer.key.b { Some(id).filter(|id| piece != Some(*id)) } else { None },
        marker: None,
        place,
        onto: None,
        back: None,
        step: None,
        id: offer.key.text(pieces),
    }
}

fn undo(table: &Table, phase_start: usize) -> UndoView {
    let (limit, stop) = table.undo_limit();
    let len = table.len();
    let words = stop_words(stop).to_owned();
    let barred = (len <= limit).then(|| words.clone());
    let steps = len.saturating_sub(limit);
    let stop = match (steps, stop) {
        (0, _) => words.clone(),
        (_, UndoStop::Start) => "Undo reaches back to the start".to_owned(),
        (1, _) => format!("1 step; then {}", lower(&words)),
        (n, _) => format!("{n} steps; then {}", lower(&words)),
    };
    let phase_barred = if phase_start >= len {
        Some("The phase has just begun".to_owned())
    } else if phase_start < limit {
        Some(words)
    } else {
        None
    };
    let mode = match table.header().mode {
        UndoMode::Table => "Table: back to the last die, reveal or hand-off",
        UndoMode::Practice => "Practice: back anywhere, same luck or new luck",
    };
    UndoView {
        barred,
        stop,
        redo: table.can_redo(),
        phase_barred,
        new_luck: table.header().mode == UndoMode::Practice && len > 0,
        mode: mode.to_owned(),
    }
}

fn lower(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// What stops undo, in the player's words.
#[must_use]
pub fn stop_words(stop: UndoStop) -> &'static str {
    match stop {
        UndoStop::Start => "The game stands at its start",
        UndoStop::Luck => "Undo stops at the last dice or draw",
        UndoStop::Reveal => "Undo stops where something hidden was shown",
        UndoStop::HandOff => "Undo stops at the hand-off",
    }
}

/// The last lines of the log that `seat` may read.
#[must_use]
pub fn last_lines(table: &Table, seat: Seat, count: usize) -> Vec<LineView> {
    let chronicle = table.world().resource::<Chronicle>();
    let mut lines: Vec<LineView> =
        chronicle.lines(seat).rev().take(count).map(|l| line(table, l, None, false)).collect();
    lines.reverse();
    lines
}

fn line(table: &Table, line: &Line, position: Option<usize>, undoable: bool) -> LineView {
    let charts = table.game().charts();
    let phases = table.world().resource::<PhaseTable>();
    let tone = if let Entry::Roll(rolled) = &line.entry { tone_of(charts, rolled) } else { line.tone };
    LineView {
        event: line.event,
        position,
        turn: line.turn,
        phase: phases.name(line.phase).to_owned(),
        text: line.words(table.pieces(), charts),
        clause: line.clause.0.to_owned(),
        tone,
        undoable,
        note: None,
        tally: if let Entry::Tally(points) = &line.entry { Some(tally(table, points, tone)) } else { None },
    }
}

/// The whole log that `seat` may read, with what was taken back.
#[must_use]
pub fn log(table: &Table, seat: Seat, turn_name: &str) -> LogView {
    let (limit, _) = table.undo_limit();
    let len = table.len();
    let notes = table.bookmarks();
    let mut position = 0;
    let mut lines = Vec::new();
    let mut last_event = None;
    for l in table.world().resource::<Chronicle>().lines(seat) {
        while position < len && table.standing(position).is_some_and(|event| event <= l.event as usize) {
            position += 1;
        }
        // Only the first line of an event carries the means to go there.
        let first = last_event != Some(l.event);
        last_event = Some(l.event);
        let undoable = first && position >= limit && position < len && table.position() == len;
        let mut view = line(table, l, Some(position), undoable);
        let note = notes.iter().find(|n| first && n.event == l.event as usize);
        view.note = note.map(|n| n.words.clone());
        lines.push(view);
    }
    LogView { lines, taken_back: taken_back(table, seat), turn_name: turn_name.to_owned() }
}

fn taken_back(table: &Table, seat: Seat) -> Vec<TakenBack> {
    let mut standing: Vec<usize> = Vec::new();
    let mut out = Vec::new();
    for (i, event) in table.events().iter().enumerate() {
        let (to, new_luck) = match event.action {
            Action::SetUp | Action::Note(..) | Action::Unnote(_) => continue,
            Action::Answer(_) | Action::Adjust(_) => {
                standing.push(i);
                continue;
            }
            Action::Undo(to) => (to, false),
            Action::NewLuck(to, _) => (to, true),
        };
        let gone = standing.split_off(to.min(standing.len()));
        // What another seat took back is that seat's affair.
        let own = |n: &usize| table.events().get(*n).is_some_and(|e| e.seat == seat.0);
        if !gone.is_empty() && !gone.iter().any(own) {
            continue;
        }
        out.push(TakenBack {
            event: u32::try_from(i).unwrap_or(u32::MAX),
            answers: gone.into_iter().filter(own).map(|n| answer_words(table, n)).collect(),
            new_luck,
        });
    }
    out
}

fn answer_words(table: &Table, event: usize) -> String {
    let Some(event) = table.events().get(event) else { return String::new() };
    let text = match &event.action {
        Action::Answer(text) => text,
        Action::Adjust(to) => return format!("adjusted {} to {}", to.id, to.value),
        _ => return String::new(),
    };
    let luck: Vec<String> = event
        .luck
        .iter()
        .map(|item| match item {
            LuckItem::Die(face) => face.to_string(),
            LuckItem::Draw(_, code) => code.clone(),
        })
        .collect();
    if luck.is_empty() { text.clone() } else { format!("{text} ({})", luck.join(" ")) }
}

/// The dice of the answers that stand, and how many were taken back.
#[must_use]
pub fn stats(table: &Table) -> DiceStats {
    let mut stats = DiceStats::default();
    let mut all = DiceStats::default();
    for event in table.events() {
        all.count(&event.luck);
    }
    if let Some(first) = table.events().first() {
        stats.count(&first.luck);
    }
    for n in 0..table.len() {
        if let Some(event) = table.standing(n).and_then(|i| table.events().get(i)) {
            stats.count(&event.luck);
        }
    }
    stats.taken_back = all.total().saturating_sub(stats.total());
    stats
}

/// How many rare results are listed.
const RARE: usize = 5;

/// How lucky the rolls of `seat` were that stand. Dice thrown again by choice are no free roll and do not count.
#[must_use]
pub fn luck(table: &Table, seat: Seat) -> LuckView {
    let (charts, pieces) = (table.game().charts(), table.pieces());
    let thrown = |line: &&Line| {
        table.events().get(line.event as usize).is_some_and(|event| {
            let by_roll =
                matches!(&event.action, Action::Answer(text) if text == "roll" || text.starts_with("roll="));
            by_roll && event.seat == seat.0
        })
    };
    let rolls: Vec<&Rolled> = table
        .world()
        .resource::<Chronicle>()
        .lines(seat)
        .filter(thrown)
        .filter_map(|line| if let Entry::Roll(rolled) = &line.entry { Some(&**rolled) } else { None })
        .collect();
    let weighed = fortune::weigh(charts, rolls.iter().copied());
    let mut rare: Vec<RareView> = weighed
        .rolls
        .iter()
        .zip(&rolls)
        .filter(|(w, _)| w.stake > 0.0 && w.tone != Tone::Plain)
        .map(|(w, rolled)| {
            let chart = charts.get(rolled.spec.chart);
            let who = rolled.spec.subject.map_or(String::new(), |id| format!("{} · ", pieces.code(id)));
            let result = &chart.row_file(rolled.row()).label;
            let good = w.tone == Tone::Good;
            RareView {
                label: format!("{who}{}: {result}", chart.file().title),
                chance: if good { w.as_good } else { w.as_bad },
                good,
            }
        })
        .collect();
    rare.sort_by(|a, b| a.chance.value().total_cmp(&b.chance.value()));
    rare.truncate(RARE);
    LuckView {
        rolls: weighed.at_stake(),
        luck: weighed.luck,
        came: (weighed.count(Tone::Good), weighed.count(Tone::Bad)),
        sums: (weighed.sum, weighed.mean),
        rare,
    }
}

/// The bookmarks.
#[must_use]
pub fn notes(table: &Table) -> NotesView {
    let mark = |b: Bookmark| MarkView { event: b.event, position: b.position, words: b.words };
    let mut marks: Vec<MarkView> = table.bookmarks().into_iter().map(mark).collect();
    // Those of events taken back come last.
    marks.sort_by_key(|m| (m.position.is_none(), m.event));
    NotesView { marks, position: table.position() }
}
