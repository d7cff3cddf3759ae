//! The session: one table at the screen, and the only place that answers its questions.
//!
//! Panels and board return intents; [`Session::act`] carries one out. Looking back moves the same table along its
//! journal; a what-if is a further table, and leaving it brings the game back untouched.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;

use super::games::{self, Aim, GameFace, GameViews};
use super::hotseat::HotSeat;
use super::keys::{Group, KeyUse};
use super::layouts::Kept;
use super::panels::adjust::AdjustView;
use super::panels::charts::ChartsState;
use super::panels::log::{LogState, LogView};
use super::panels::luck::{LatestView, Pending, RollTab};
use super::panels::notes::NotesView;
use super::panels::prompt::PromptView;
use super::panels::recap::RecapView;
use super::panels::roll::RollState;
use super::panels::rules::RulesState;
use super::panels::sheet::Sheet;
use super::panels::stats::{DiceStats, LuckView};
use super::panels::{Intent, Step, Tab, views};
use super::settings::Settings;
use crate::kernel::ai::Bot;
use crate::kernel::decision::Kind;
use crate::kernel::ids::{PieceId, Seat};
use crate::kernel::timeline::Table;

mod answers;
mod history;

pub use history::{Scored, Track, Tracks};
use history::{phase_now, phases_of, secret_now};

/// How long dice tumble at normal speed, in seconds.
pub const TUMBLE: f32 = 0.45;

/// What the application must do for an intent that the session cannot carry out alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outward {
    /// Save under a name.
    SaveAs,
    /// Write the logbook.
    Logbook,
    /// Return to the main menu.
    Menu,
    /// Open the menu of the running game.
    Pause,
    /// Show the table of a finished game.
    Table,
    /// Show the debriefing.
    Debrief,
    /// Keep what is laid out under a name.
    KeepLayout,
}

/// The settings that answer for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Auto {
    /// Throw dice without asking.
    pub roll: bool,
    /// Draw without asking.
    pub draw: bool,
    /// Take an offer that is the only one.
    pub single: bool,
}

impl Auto {
    /// As set by the player.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        Self { roll: settings.auto_roll, draw: settings.auto_draw, single: settings.auto_single }
    }
}

/// A game that rests while a what-if is played.
struct Resting {
    table: Table,
    phases: Vec<u16>,
    secret: Vec<bool>,
}

/// Everything that the panels draw, built once a change.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shown {
    /// The game's own views.
    pub game: GameViews,
    /// The prompt.
    pub prompt: PromptView,
    /// The Roll tab.
    pub roll: RollTab,
    /// The log.
    pub log: LogView,
    /// The dice.
    pub stats: DiceStats,
    /// How lucky the rolls were.
    pub luck: LuckView,
    /// The overlay that adjusts the position, while it is open.
    pub adjust: Option<AdjustView>,
    /// The bookmarks.
    pub notes: NotesView,
}

/// The game at the screen.
#[derive(Resource)]
pub struct Session {
    table: Table,
    face: Arc<dyn GameFace>,
    resting: Vec<Resting>,
    hot: HotSeat,
    bots: Vec<(Seat, Mutex<Box<dyn Bot>>)>,
    /// The phase that ran when each answer of the line was given.
    phases: Vec<u16>,
    selection: Vec<PieceId>,
    /// Whether each answer of the line was given in a phase that other seats do not look into.
    secret: Vec<bool>,
    /// The tool of the desk taken up.
    tool: usize,
    /// The board that the player looks at, and the one that the game showed then.
    looked: Option<(String, String)>,
    /// What can be laid out at once.
    layouts: Vec<Kept>,
    refused: Option<String>,
    latest: Option<usize>,
    seen: usize,
    thrown_at: Option<f64>,
    over_told: bool,
    own_dice: bool,
    revision: u64,
    built: Option<(u64, Arc<Shown>)>,
    sheets: Arc<Vec<Sheet>>,
    tracks: Option<(usize, Arc<Tracks>)>,
    /// The tab shown.
    pub tab: Tab,
    /// The Roll tab's state.
    pub roll: RollState,
    /// The Log tab's state.
    pub log: LogState,
    /// The Charts tab's state.
    pub charts: ChartsState,
    /// The Rules tab's state.
    pub rules: RulesState,
    /// The offer hovered on the board or among the cards.
    pub hovered: Option<usize>,
    /// The recap that lies over a loaded game.
    pub recap: Option<RecapView>,
    /// The keyboard's focus shall go to the next region of the table.
    pub focus_next: bool,
    /// The group of keys of the region that has the keyboard's focus.
    pub focused: Group,
    /// The reason being typed, while the overlay that adjusts the position is open.
    pub adjusting: Option<String>,
}

impl Session {
    /// A table at which `people` sit; bots sit at the other seats.
    #[must_use]
    pub fn new(table: Table, people: Vec<Seat>, bots: Vec<(Seat, Box<dyn Bot>)>, own_dice: bool) -> Self {
        let face = games::face_of(&**table.game());
        let sheet = |chart| {
            let mut sheet = Sheet::of(chart);
            sheet.active = face.column(&table, &sheet.columns);
            sheet
        };
        let sheets = Arc::new(table.game().charts().iter().map(|(_, chart)| sheet(chart)).collect());
        let mut session = Self {
            face,
            resting: Vec::new(),
            hot: HotSeat::new(people),
            bots: bots.into_iter().map(|(seat, bot)| (seat, Mutex::new(bot))).collect(),
            phases: Vec::new(),
            selection: Vec::new(),
            secret: Vec::new(),
            tool: 0,
            looked: None,
            layouts: Vec::new(),
            refused: None,
            latest: None,
            seen: 0,
            thrown_at: None,
            over_told: table.outcome().is_some(),
            own_dice,
            revision: 1,
            built: None,
            sheets,
            tracks: None,
            tab: Tab::Roll,
            roll: RollState::default(),
            log: LogState::default(),
            charts: ChartsState::default(),
            rules: RulesState::default(),
            hovered: None,
            recap: None,
            adjusting: None,
            focus_next: false,
            focused: Group::Orders,
            table,
        };
        if session.face.open_handed(&session.table) {
            session.hot = session.hot.clone().open_handed();
        }
        (session.phases, session.secret) = phases_of(&mut session.table, &*session.face);
        session.hot.settle(session.table.question());
        session.seen =
            session.viewer().map_or(0, |seat| views::results(&session.table, &*session.face, seat));
        session
    }

    /// Lets bots answer until a person must decide; call it once the table is shown.
    pub fn begin(&mut self, auto: Auto, now: f64) {
        let person = self.table.question().is_some_and(|q| self.hot.holds(q.seat));
        if !person && self.table.position() == self.table.len() {
            self.go_on(auto);
            self.settle(now);
            self.thrown_at = None;
            self.touch();
        }
        self.take_up();
    }

    /// Sets what can be laid out at once.
    pub fn set_layouts(&mut self, layouts: Vec<Kept>) {
        self.layouts = layouts;
        self.touch();
    }

    /// What lies on the board, to be kept under a name.
    #[must_use]
    pub fn layout(&self, name: &str) -> Option<Kept> {
        self.face.layout(&self.table, name)
    }

    /// The table, to read.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The game's side of the client.
    #[must_use]
    pub fn face(&self) -> &dyn GameFace {
        &*self.face
    }

    /// The seat that looks, or none while the curtain is down.
    #[must_use]
    pub fn viewer(&self) -> Option<Seat> {
        self.hot.viewer()
    }

    /// The name of the seat that must take over while the curtain is down.
    #[must_use]
    pub fn awaited(&self) -> Option<String> {
        self.hot.awaited().map(|seat| self.face.seat_name(&self.table, seat))
    }

    /// The piece selected, the first of several.
    #[must_use]
    pub fn selected(&self) -> Option<PieceId> {
        self.selection.first().copied()
    }

    /// All pieces selected.
    #[must_use]
    pub fn selection(&self) -> &[PieceId] {
        &self.selection
    }

    /// Grows with every change of what is shown.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// All charts of the game.
    #[must_use]
    pub fn sheets_shared(&self) -> Arc<Vec<Sheet>> {
        Arc::clone(&self.sheets)
    }

    /// Begins or ends the entry of real dice for the roll at hand.
    pub fn toggle_own_dice(&mut self) {
        self.roll.own = match (self.roll.own.take(), self.table.question().map(|q| &q.kind)) {
            (None, Some(Kind::Roll(spec))) => Some(vec![0; usize::from(spec.dice)]),
            _ => None,
        };
    }

    /// Which keys mean something at this table.
    #[must_use]
    pub fn key_use(&self) -> KeyUse {
        KeyUse {
            dice: !self.sheets.is_empty(),
            hexes: self.face.hexes(),
            adjust: self.table.game().adjustable(),
        }
    }

    /// Whether the screen shows a what-if.
    #[must_use]
    pub fn in_branch(&self) -> bool {
        !self.resting.is_empty()
    }

    /// Shows what went wrong, such as a save that could not be written.
    pub fn complain(&mut self, words: String) {
        self.refused = Some(words);
        self.touch();
    }

    /// Reminds the player of where the game stands.
    pub fn open_recap(&mut self) {
        let Some(seat) = self.viewer() else { return };
        if self.table.is_empty() {
            return;
        }
        let shown = self.shown(0.0, 0.0);
        let title = shown.game.ribbon.title.clone();
        let (line, phase) = (&shown.game.ribbon.subtitle, &shown.prompt.phase);
        let now = if line.ends_with(phase.as_str()) { line.clone() } else { format!("{line} · {phase}") };
        let threats = shown.game.threats.clone();
        let open = shown.prompt.waiting.clone().unwrap_or_else(|| shown.prompt.prompt.clone());
        let events = views::last_lines(&self.table, seat, 4).into_iter().map(|l| l.text).collect();
        self.recap = Some(RecapView { title, now, events, open, threats });
    }

    fn touch(&mut self) {
        self.revision += 1;
        self.built = None;
    }

    /// The views of the viewing seat. `now` is the program's time in seconds, `motion` the factor on a motion's time.
    pub fn shown(&mut self, now: f64, motion: f32) -> Arc<Shown> {
        if self.built.as_ref().is_none_or(|(revision, _)| *revision != self.revision) {
            let built = self.build();
            self.built = Some((self.revision, Arc::new(built)));
        }
        let tumble = self.tumble(now, motion);
        let (_, shown) = self.built.get_or_insert_with(|| (0, Arc::default()));
        if shown.roll.latest.as_ref().is_some_and(|latest| latest.tumble != tumble)
            && let Some(latest) = &mut Arc::make_mut(shown).roll.latest
        {
            latest.tumble = tumble;
        }
        Arc::clone(shown)
    }

    fn build(&self) -> Shown {
        let Some(seat) = self.viewer() else { return Shown::default() };
        let table = &self.table;
        let context = views::PromptContext {
            seat,
            selection: &self.selection,
            phase_start: self.phase_start(),
            branch: self.in_branch(),
        };
        let mut game = self.face.read(table, seat);
        // The player's choice holds until the game itself goes on to another board.
        if let Some((board, from)) = &self.looked
            && *from == game.board.board
            && let Some(other) = game.boards.iter().find(|b| b.board == *board)
        {
            game.board = other.clone();
        }
        // The prompt tells of a what-if itself; one opened from a file bears its mark in the player's word.
        let told = |stamp: &&String| !(self.in_branch() && *stamp == "branch");
        let word = |stamp: &String| if stamp == "branch" { "what-if".to_owned() } else { stamp.clone() };
        game.ribbon.stamps.extend(table.header().stamps.iter().filter(told).map(word));
        game.forces.selected = self.selected();
        if let Some(waves) = &mut game.waves {
            waves.selected = self.selected();
        }
        let mut prompt = views::prompt(table, context);
        prompt.refused.clone_from(&self.refused);
        prompt.strip.clone_from(&game.strip);
        prompt.guide.clone_from(&game.guide);
        if !prompt.history.looking_back() {
            let aim = Aim { seat, selected: self.selected(), tool: self.tool, layouts: &self.layouts };
            prompt.desk = self.face.arrange(table, aim, &mut prompt);
        }
        prompt.history = self.history(seat);
        if self.hot.shared() && table.outcome().is_none() {
            let why = "A what-if would show what the other side hides";
            prompt.what_if_barred = Some(why.to_owned());
        }
        for unit in &mut game.forces.units {
            unit.offered = unit.piece.is_some()
                && prompt.offers.iter().any(|o| o.piece == unit.piece && o.card.barred.is_none());
        }
        let question = table.question().filter(|q| q.seat == seat);
        let pending = question.and_then(|q| views::pending(table, &*self.face, q));
        if let (Some(Pending::Draw(draw)), Some(offer)) = (&pending, prompt.offers.first_mut()) {
            let odds = draw.odds();
            if !odds.is_empty() {
                offer.card.hint = odds;
            }
        }
        let back =
            prompt.history.looking_back().then(|| "Looking back: return to the game to decide.".to_owned());
        let of = views::results(table, &*self.face, seat);
        let number = self.latest.unwrap_or(of).min(of);
        let latest = number
            .checked_sub(1)
            .and_then(|n| views::result(table, &*self.face, seat, n))
            .map(|result| LatestView { result, number, of, tumble: 1.0 });
        let with = number.checked_sub(1).map(|n| views::with_result(table, &*self.face, seat, n));
        Shown {
            roll: RollTab {
                pending,
                latest,
                with: with.unwrap_or_default(),
                barred: back,
                summary: game.summary.clone(),
                preview: game.preview.clone(),
            },
            log: views::log(table, seat, self.face.turn_name(table)),
            stats: views::stats(table),
            luck: views::luck(table, seat),
            notes: views::notes(table),
            adjust: self.adjusting.is_some().then(|| AdjustView::of(table, self.refused.clone())),
            game,
            prompt,
        }
    }

    /// How far the newest dice have tumbled, 0 to 1.
    #[must_use]
    pub fn tumble(&self, now: f64, motion: f32) -> f32 {
        let Some(at) = self.thrown_at else { return 1.0 };
        let time = TUMBLE * motion;
        if time <= 0.0 { 1.0 } else { (((now - at) as f32) / time).clamp(0.0, 1.0) }
    }

    /// Carries out an intent; `now` is the program's time in seconds.
    pub fn act(&mut self, intent: Intent, auto: Auto, now: f64) -> Option<Outward> {
        if self.viewer().is_none() && intent != Intent::Lift {
            // Behind the curtain there is a way out, and nothing else.
            return (intent == Intent::Pause).then_some(Outward::Pause);
        }
        self.refused = None;
        let open = self.table.adjusting().is_some();
        let answered = self.table.len();
        let mut outward = None;
        match intent {
            Intent::Take(offer) => self.answer(offer, Vec::new(), auto, now),
            Intent::OwnDice(dice) => {
                self.roll.own = None;
                self.answer(0, dice, auto, now);
            }
            Intent::Answers(texts) => self.answers(&texts, auto, now),
            Intent::Tool(tool) => self.tool = tool,
            Intent::KeepLayout => outward = Some(Outward::KeepLayout),
            Intent::Layout(n) => {
                let texts = self.layouts.get(n).map(|kept| self.face.lay_out(&self.table, kept));
                self.answers(&texts.unwrap_or_default(), auto, now);
            }
            Intent::Board(board) => self.looked = Some((board, self.own_board())),
            Intent::Select(piece) => self.selection = piece.into_iter().collect(),
            Intent::SelectMany(pieces) => self.selection = pieces,
            Intent::Show(tab) => self.tab = tab,
            Intent::Rule(id) => {
                self.rules.open(&id);
                self.tab = Tab::Rules;
            }
            Intent::Chart(id) => {
                self.charts.query.clear();
                self.charts.open = Some(id);
                self.tab = Tab::Charts;
            }
            Intent::Undo => self.undo_to(self.last_own()),
            Intent::UndoTo(to) => self.undo_to(to),
            Intent::UndoPhase => self.undo_to(self.phase_start()),
            Intent::NewLuck => self.new_luck(now),
            Intent::Redo => self.redo(now),
            Intent::Seek(step) => {
                let to = self.stop(step);
                self.seek(to);
            }
            Intent::SeekTo(to) => self.seek(self.open_stop(to)),
            Intent::SeekPhase(step) => self.seek(self.open_stop(self.phase_step(step))),
            Intent::Live => self.seek(self.table.len()),
            Intent::Latest(step) => self.step_latest(step),
            Intent::Branch if self.hot.shared() && self.table.outcome().is_none() => {
                self.refused = Some("A what-if would show what the other side hides.".to_owned());
            }
            Intent::Branch => outward = self.branch(),
            Intent::LeaveBranch => self.leave_branch(),
            Intent::Lift => {
                self.hot.lift();
                self.take_up();
            }
            Intent::Dismiss => self.recap = None,
            Intent::Replay => {
                self.seek(0);
                outward = Some(Outward::Table);
            }
            Intent::SaveAs => outward = Some(Outward::SaveAs),
            Intent::Logbook => outward = Some(Outward::Logbook),
            Intent::Menu => outward = Some(Outward::Menu),
            Intent::Debrief => outward = Some(Outward::Debrief),
            Intent::Pause => outward = Some(Outward::Pause),
            Intent::AdjustOpen if !self.table.game().adjustable() => {}
            Intent::AdjustOpen => self.open_adjusting(),
            Intent::AdjustBegin(reason) => {
                if let Err(why) = self.table.begin_adjusting(&reason) {
                    self.refused = Some(format!("Refused: {why}."));
                }
            }
            Intent::Adjust(id, value) => self.adjust(&id, &value, now),
            Intent::AdjustEnd => self.end_adjusting(),
            Intent::Note(event, words) => {
                let event = event.unwrap_or_else(|| self.table.event_here());
                if let Err(why) = self.table.note(event, &words) {
                    self.refused = Some(format!("Refused: {why}."));
                }
            }
            Intent::Unnote(event) => {
                if let Err(why) = self.table.unnote(event) {
                    self.refused = Some(format!("Refused: {why}."));
                }
            }
            Intent::SeekMark(step) => match views::notes(&self.table).step(step) {
                Some(to) => self.seek(to),
                None => self.refused = Some("No bookmark lies there.".to_owned()),
            },
        }
        // Another board of the game's own comes up by itself, and so does its own with the next question about it.
        let away = self.looked.as_ref().is_some_and(|(_, from)| *from != self.own_board());
        if away || self.table.len() > answered {
            self.looked = None;
        }
        // What was left on ends with its phase.
        if open && self.table.adjusting().is_none() {
            self.adjusting = None;
        }
        self.touch();
        if self.table.outcome().is_some() && self.table.position() == self.table.len() && !self.over_told {
            self.over_told = true;
            outward = Some(Outward::Debrief);
        }
        outward
    }

    /// The board that the game itself shows now.
    fn own_board(&self) -> String {
        self.viewer().map_or(String::new(), |seat| self.face.read(&self.table, seat).board.board)
    }

    fn undo_to(&mut self, to: usize) {
        match self.table.undo_to(to) {
            Ok(()) => self.cut(to),
            Err(stop) => self.refused = Some(format!("{}.", views::stop_words(stop))),
        }
    }

    fn cut(&mut self, to: usize) {
        self.tracks = None;
        self.phases.truncate(to);
        self.secret.truncate(to);
        self.over_told = false;
        self.latest = None;
        self.thrown_at = None;
        self.seen = self.viewer().map_or(0, |seat| views::results(&self.table, &*self.face, seat));
        self.hot.settle(self.table.question());
    }

    fn new_luck(&mut self, now: f64) {
        let to = self.table.len().saturating_sub(1);
        // Any seed will do that the game has not used; it is kept in the journal.
        let seed = self.table.digest() ^ now.to_bits();
        match self.table.undo_with_new_luck(to, seed) {
            Ok(()) => self.cut(to),
            Err(stop) => self.refused = Some(format!("{}.", views::stop_words(stop))),
        }
    }

    fn redo(&mut self, now: f64) {
        let phase = phase_now(&self.table);
        let secret = secret_now(&self.table, &*self.face);
        match self.table.redo() {
            Ok(true) => {
                self.phases.push(phase);
                self.secret.push(secret);
            }
            Ok(false) => self.refused = Some("Nothing was taken back.".to_owned()),
            Err(refusal) => self.refused = Some(format!("Refused: {refusal}")),
        }
        self.settle(now);
        self.thrown_at = None;
    }

    fn seek(&mut self, to: usize) {
        self.table.seek(to);
        self.latest = None;
        self.thrown_at = None;
    }

    fn step_latest(&mut self, step: Step) {
        let of = self.viewer().map_or(0, |seat| views::results(&self.table, &*self.face, seat));
        let at = self.latest.unwrap_or(of);
        let to = match step {
            Step::First => 1,
            Step::Back => at.saturating_sub(1).max(1),
            Step::On => at + 1,
            Step::Last => of,
        };
        self.latest = (to < of).then_some(to);
        self.thrown_at = None;
    }
}

#[cfg(test)]
mod tests;
