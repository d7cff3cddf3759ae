//! Scripts for clause tests: open a scenario with forced luck, answer by id, state what must hold.

use std::sync::Arc;

use serde_json::Value;

use crate::kernel::decision::Illegal;
use crate::kernel::dice::LuckItem;
use crate::kernel::driver::Refusal;
use crate::kernel::game::{Game, Options};
use crate::kernel::ids::Seat;
use crate::kernel::journal::UndoMode;
use crate::kernel::timeline::Table;

/// Gives a game's own table, which wraps a [`Played`], what that states, in one chain with what it does itself:
/// `played_states! { Flight; offers(id: &str); ended(text: &str); }`.
#[macro_export]
macro_rules! played_states {
    ($table:ident; $($name:ident($($arg:ident: $kind:ty),*);)+) => {
        impl $table {
            $(#[track_caller]
            pub fn $name(&mut self, $($arg: $kind),*) -> &mut Self {
                self.0.$name($($arg),*);
                self
            })+
        }
    };
}

/// How a scripted table is opened.
#[derive(Clone)]
pub struct Script {
    game: Arc<dyn Game>,
    scenario: String,
    options: Options,
    seed: u64,
    mode: UndoMode,
    luck: Vec<LuckItem>,
    strict: bool,
}

impl Script {
    /// A script for a scenario: seed 1, practice mode, no forced luck.
    #[must_use]
    pub fn of(game: &Arc<dyn Game>, scenario: &str) -> Self {
        Self {
            game: Arc::clone(game),
            scenario: scenario.to_owned(),
            options: Options::new(),
            seed: 1,
            mode: UndoMode::Practice,
            luck: Vec::new(),
            strict: false,
        }
    }

    /// Sets a rule option.
    #[must_use]
    pub fn option(mut self, id: &str, value: &str) -> Self {
        self.options.insert(id.to_owned(), value.to_owned());
        self
    }

    /// Sets the seed that serves when forced luck has run out.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets how far undo reaches.
    #[must_use]
    pub fn mode(mut self, mode: UndoMode) -> Self {
        self.mode = mode;
        self
    }

    /// Adds forced luck.
    #[must_use]
    pub fn luck(mut self, items: impl IntoIterator<Item = LuckItem>) -> Self {
        self.luck.extend(items);
        self
    }

    /// Adds forced dice.
    #[must_use]
    pub fn dice(self, faces: &[u8]) -> Self {
        self.luck(faces.iter().map(|f| LuckItem::Die(*f)))
    }

    /// Adds a forced draw of the item with this code from a cup.
    #[must_use]
    pub fn draw(self, cup: &str, code: &str) -> Self {
        self.luck([LuckItem::Draw(cup.to_owned(), code.to_owned())])
    }

    /// Makes luck beyond the forced items a fault.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Opens the table.
    ///
    /// # Panics
    /// When the scenario cannot be set up.
    #[track_caller]
    #[must_use]
    pub fn open(self) -> Played {
        let opened = Table::with_luck(
            self.game,
            &self.scenario,
            &self.options,
            self.seed,
            self.mode,
            self.luck,
            self.strict,
        );
        match opened {
            Ok(table) => Played { table },
            Err(fault) => panic!("{} does not open: {fault}", self.scenario),
        }
    }
}

/// A table under test; every method that states something panics when it does not hold.
pub struct Played {
    /// The table.
    pub table: Table,
}

impl Played {
    /// Answers the pending question.
    ///
    /// # Panics
    /// When the answer is refused.
    #[track_caller]
    pub fn answer(&mut self, id: &str) -> &mut Self {
        if let Err(refusal) = self.table.submit_text(id) {
            panic!("`{id}` is refused: {refusal}\n{}", self.describe());
        }
        self
    }

    /// Answers several questions in turn.
    ///
    /// # Panics
    /// When an answer is refused.
    #[track_caller]
    pub fn answers<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) -> &mut Self {
        for id in ids {
            self.answer(id);
        }
        self
    }

    /// Takes the default offer of each question until the prompt holds `text`.
    ///
    /// # Panics
    /// When that does not come to pass within 1,000 questions.
    #[track_caller]
    pub fn until(&mut self, text: &str) -> &mut Self {
        for _ in 0..1000 {
            let Some(question) = self.table.question() else { break };
            if question.prompt(self.table.pieces()).contains(text) {
                return self;
            }
            let first = question.offers.get(question.default).filter(|o| o.enabled());
            let offer = first.or_else(|| question.offers.iter().find(|o| o.enabled()));
            let Some(id) = offer.map(|o| o.key.text(self.table.pieces())) else { break };
            self.answer(&id);
        }
        panic!("no prompt with `{text}` came\n{}", self.describe());
    }

    /// The offer `id` is there and may be taken.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn offers(&mut self, id: &str) -> &mut Self {
        let open = self.offer(id).map(|barred| barred.is_none());
        assert!(open == Some(true), "`{id}` may not be taken\n{}", self.describe());
        self
    }

    /// The enabled offers are these, in this order.
    ///
    /// # Panics
    /// When they are not.
    #[track_caller]
    pub fn offers_only(&mut self, ids: &[&str]) -> &mut Self {
        let enabled: Vec<_> = self.table.question().map_or(Vec::new(), |q| {
            q.offers.iter().filter(|o| o.enabled()).map(|o| o.key.text(self.table.pieces())).collect()
        });
        assert!(enabled == ids, "the offers are {enabled:?}, not {ids:?}\n{}", self.describe());
        self
    }

    /// The offer `id` is not there at all.
    ///
    /// # Panics
    /// When it is.
    #[track_caller]
    pub fn offers_no(&mut self, id: &str) -> &mut Self {
        assert!(self.offer(id).is_none(), "`{id}` is offered\n{}", self.describe());
        self
    }

    /// The offer `id` is barred by `clause`, and taking it is refused without a trace.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn barred(&mut self, id: &str, clause: &str) -> &mut Self {
        let found = self.offer(id);
        let by = found.flatten();
        assert!(by == Some(clause), "`{id}` is barred by {by:?}, not by {clause}\n{}", self.describe());
        self.refuses(id)
    }

    /// Answering `id` is refused and changes nothing.
    ///
    /// # Panics
    /// When it is accepted or leaves a trace.
    #[track_caller]
    pub fn refuses(&mut self, id: &str) -> &mut Self {
        let before = (self.table.digest(), self.table.events().len());
        match self.table.submit_text(id) {
            Err(Refusal::Illegal(Illegal::GameOver)) if self.table.question().is_some() => {
                panic!("`{id}` is refused as if the game were over\n{}", self.describe())
            }
            Err(Refusal::Illegal(_)) => {}
            Err(Refusal::Fault(fault)) => panic!("`{id}` is a fault: {fault}\n{}", self.describe()),
            Ok(_) => panic!("`{id}` is accepted\n{}", self.describe()),
        }
        let after = (self.table.digest(), self.table.events().len());
        assert!(before == after, "the refused `{id}` left a trace");
        self
    }

    /// The prompt holds `text`.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn prompt(&mut self, text: &str) -> &mut Self {
        let prompt = self.table.question().map(|q| q.prompt(self.table.pieces()));
        let holds = prompt.as_ref().is_some_and(|p| p.contains(text));
        assert!(holds, "the prompt is {prompt:?}, without `{text}`\n{}", self.describe());
        self
    }

    /// The pending question is put by `clause` to `seat`.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn asked(&mut self, seat: Seat, clause: &str) -> &mut Self {
        let found = self.table.question().map(|q| (q.seat, q.clause.0));
        assert!(
            found == Some((seat, clause)),
            "asked is {found:?}, not {seat:?} by {clause}\n{}",
            self.describe()
        );
        self
    }

    /// A line that seat 0 may read holds `text` and cites `clause`.
    ///
    /// # Panics
    /// When there is none.
    #[track_caller]
    pub fn logged(&mut self, text: &str, clause: &str) -> &mut Self {
        let found =
            self.table.log(Seat(0)).iter().any(|(_, words, by)| words.contains(text) && *by == clause);
        assert!(found, "no line with `{text}` [{clause}]\n{}", self.describe());
        self
    }

    /// No line that seat 0 may read holds `text`.
    ///
    /// # Panics
    /// When there is one.
    #[track_caller]
    pub fn not_logged(&mut self, text: &str) -> &mut Self {
        let found = self.table.log(Seat(0)).iter().any(|(_, words, _)| words.contains(text));
        assert!(!found, "there is a line with `{text}`\n{}", self.describe());
        self
    }

    /// What seat 0 sees at `pointer`, such as `/players/0/score`; null when there is nothing.
    #[must_use]
    pub fn seen(&self, pointer: &str) -> Value {
        self.seen_by(Seat(0), pointer)
    }

    /// What `seat` sees at `pointer`; null when there is nothing.
    #[must_use]
    pub fn seen_by(&self, seat: Seat, pointer: &str) -> Value {
        let view = self.table.game().view_json(self.table.world(), seat);
        view.pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// Seat 0 sees `value` at `pointer`.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn sees(&mut self, pointer: &str, value: impl Into<Value>) -> &mut Self {
        let (found, value) = (self.seen(pointer), value.into());
        assert!(found == value, "{pointer} is {found}, not {value}\n{}", self.describe());
        self
    }

    /// The game has ended and its label holds `text`.
    ///
    /// # Panics
    /// When it has not.
    #[track_caller]
    pub fn ended(&mut self, text: &str) -> &mut Self {
        let label = self.table.outcome().map(|o| o.label.clone());
        let holds = label.as_ref().is_some_and(|l| l.contains(text));
        assert!(holds, "the outcome is {label:?}, without `{text}`\n{}", self.describe());
        self
    }

    fn offer(&self, id: &str) -> Option<Option<&'static str>> {
        let question = self.table.question()?;
        let at = question.find(self.table.pieces(), id)?;
        Some(question.offers[at].barred.map(|b| b.clause.0))
    }

    /// The pending question with its offers and the last lines of the log, for messages.
    #[must_use]
    pub fn describe(&self) -> String {
        describe(&self.table)
    }
}

/// The pending question with its offers and the last lines of the log.
#[must_use]
pub fn describe(table: &Table) -> String {
    use std::fmt::Write as _;
    let pieces = table.pieces();
    let mut out = String::new();
    match table.question() {
        Some(question) => {
            let _ = writeln!(out, "pending: {} [{}]", question.prompt(pieces), question.clause);
            for offer in &question.offers {
                let barred =
                    offer.barred.map_or(String::new(), |b| format!(" barred: {} [{}]", b.reason, b.clause));
                let _ = writeln!(out, "  {}{barred}", offer.key.text(pieces));
            }
        }
        None => {
            let _ = writeln!(out, "no question; outcome {:?}", table.outcome());
        }
    }
    let log = table.log(Seat(0));
    for (event, words, clause) in log.iter().skip(log.len().saturating_sub(12)) {
        let _ = writeln!(out, "  {event}: {words} [{clause}]");
    }
    out
}
