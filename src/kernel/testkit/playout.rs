//! Random play with checks at each step; a failure leaves the journal in a file and names it.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::World;
use serde_json::Value;

use super::script::describe;
use crate::kernel::ai::{Bot, RandomBot};
use crate::kernel::chronicle::{Chronicle, Entry};
use crate::kernel::decision::{Answer, Kind, Question};
use crate::kernel::dice::Luck;
use crate::kernel::driver::Refusal;
use crate::kernel::game::{Game, Options, world_for};
use crate::kernel::ids::Seat;
use crate::kernel::journal::UndoMode;
use crate::kernel::snapshot;
use crate::kernel::store::{read_journal, write_journal};
use crate::kernel::timeline::Table;

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Any enabled offer with equal chance.
    Random,
    /// The game's own bots.
    Bot,
}

/// What is checked while a game plays; the numbers say every how many decisions, 0 for never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Offers: one enabled, ids unique, reasons given, clauses known; and the game's own invariants.
    pub rules: usize,
    /// A snapshot restored into another world gives the same digest and views.
    pub restore: usize,
    /// The last answer taken back and done again gives the same digests and views.
    pub undo: usize,
    /// Wrong answers are refused and leave no trace; offer ids read back.
    pub refuse: usize,
    /// Now and then, and at the end: the journal as text and back replays to the same digest, question and views; at
    /// the end every log line reads well besides.
    pub save: usize,
    /// The most decisions a game may take.
    pub steps: usize,
}

impl Checks {
    /// Everything at each step.
    #[must_use]
    pub fn every_step() -> Self {
        Self { rules: 1, restore: 1, undo: 1, refuse: 1, save: 97, steps: 20_000 }
    }

    /// The rules at each step, the rest now and then: for runs of a million decisions.
    #[must_use]
    pub fn light() -> Self {
        Self { rules: 1, restore: 13, undo: 17, refuse: 11, save: 997, steps: 20_000 }
    }
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Playout {
    /// How many decisions were made.
    pub decisions: usize,
    /// How it ended.
    pub outcome: String,
    /// The digest of the last state.
    pub digest: u64,
    /// The game's measures.
    pub measures: Vec<(&'static str, i64)>,
}

/// Plays one game to its end and checks it on the way.
///
/// # Panics
/// When a check fails or the rules panic; the message names the seed and the file with the journal.
#[must_use]
pub fn playout(
    game: &Arc<dyn Game>,
    scenario: &str,
    options: &Options,
    seed: u64,
    policy: Policy,
    checks: &Checks,
) -> Playout {
    let opened = Table::new(Arc::clone(game), scenario, options, seed, UndoMode::Practice);
    let mut table = match opened {
        Ok(table) => table,
        Err(fault) => panic!("{scenario} seed {seed}: set-up fails: {fault}"),
    };
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut run = Run::new(game, scenario, options, seed, policy, *checks);
        run.play(&mut table)
    }));
    let why = match played {
        Ok(Ok(playout)) => return playout,
        Ok(Err(why)) => format!("{why}\n{}", describe(&table)),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            format!("the rules panicked: {}", text.unwrap_or_default())
        }
    };
    panic!(
        "{scenario} seed {seed}, decision {}: {why}\njournal: {}",
        table.len() + 1,
        dump(&table, scenario, seed).display()
    );
}

/// Writes the journal for whoever looks into a failure.
fn dump(table: &Table, scenario: &str, seed: u64) -> PathBuf {
    let name = format!("bombers-moon-{}-{seed}-{}.moon", scenario.replace('/', "-"), std::process::id());
    let path = std::env::temp_dir().join(name);
    let text = write_journal(table.header(), table.events(), None).map_or_else(|e| e.to_string(), |(t, _)| t);
    match std::fs::write(&path, text) {
        Ok(()) => path,
        Err(e) => PathBuf::from(format!("(not written: {e})")),
    }
}

/// What many games came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// How many decisions were made.
    pub decisions: u64,
    /// How often each outcome came, by scenario and label.
    pub outcomes: BTreeMap<(String, String), u64>,
}

/// Plays scenarios in turn with seeds from 0 on, on all cores, until at least `decisions` are made.
///
/// # Panics
/// As [`playout`].
#[must_use]
pub fn playouts(
    game: &Arc<dyn Game>,
    scenarios: &[&str],
    options: &Options,
    decisions: u64,
    policy: Policy,
    checks: &Checks,
) -> Tally {
    let (next, made) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut tally = Tally::default();
        while made.load(Ordering::Relaxed) < decisions {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let count = u64::try_from(scenarios.len().max(1)).unwrap_or(1);
            let scenario = scenarios[usize::try_from(n % count).unwrap_or(0)];
            let one = playout(game, scenario, options, n / count, policy, checks);
            let steps = u64::try_from(one.decisions).unwrap_or(0);
            made.fetch_add(steps, Ordering::Relaxed);
            tally.games += 1;
            tally.decisions += steps;
            *tally.outcomes.entry((scenario.to_owned(), one.outcome)).or_default() += 1;
        }
        tally
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|t| t.join().unwrap_or_else(|payload| resume_unwind(payload))).collect()
    });
    let mut all = Tally::default();
    for part in parts {
        all.games += part.games;
        all.decisions += part.decisions;
        for (key, n) in part.outcomes {
            *all.outcomes.entry(key).or_default() += n;
        }
    }
    all
}

/// One game under check.
struct Run<'a> {
    game: &'a Arc<dyn Game>,
    scenario: &'a str,
    options: &'a Options,
    seed: u64,
    checks: Checks,
    bots: Vec<Box<dyn Bot>>,
    seats: Vec<Seat>,
    clauses: HashSet<String>,
    spare: Option<World>,
}

impl<'a> Run<'a> {
    fn new(
        game: &'a Arc<dyn Game>,
        scenario: &'a str,
        options: &'a Options,
        seed: u64,
        policy: Policy,
        checks: Checks,
    ) -> Self {
        let card = game.scenarios().into_iter().find(|c| c.id == scenario);
        let count = card.map_or(1, |c| c.seats.len().max(1));
        let seats: Vec<Seat> = (0..count).filter_map(|n| u8::try_from(n).ok()).map(Seat).collect();
        let bot = |seat: &Seat| match policy {
            Policy::Random => Box::new(RandomBot::new(seed, seat.0)) as Box<dyn Bot>,
            Policy::Bot => game.bot(*seat, seed),
        };
        Self {
            game,
            scenario,
            options,
            seed,
            checks,
            bots: seats.iter().map(bot).collect(),
            seats,
            clauses: game.ledger().clauses.iter().map(|c| c.id.clone()).collect(),
            spare: None,
        }
    }

    fn play(&mut self, table: &mut Table) -> Result<Playout, String> {
        let checks = self.checks;
        let due = |every: usize, n: usize| every > 0 && n.is_multiple_of(every);
        for n in 0..checks.steps {
            if due(checks.rules, n) {
                self.game.check(table.world()).map_err(|why| format!("invariant: {why}"))?;
            }
            if due(checks.restore, n) {
                self.restores(table)?;
            }
            let Some(question) = table.question() else {
                return self.finish(table, n);
            };
            if due(checks.save, n) {
                self.replays(table)?;
            }
            if due(checks.rules, n) {
                self.well_put(question)?;
            }
            if due(checks.refuse, n) {
                refuses(table)?;
            }
            self.decide(table, due(checks.undo, n))?;
        }
        Err(format!("the game is not over after {} decisions", checks.steps))
    }

    fn decide(&mut self, table: &mut Table, undo: bool) -> Result<(), String> {
        let Some(question) = table.question() else { return Ok(()) };
        let seat = question.seat;
        let bot = self.bots.get_mut(usize::from(seat.0)).ok_or(format!("there is no {seat:?}"))?;
        let offer = if bot.needs_view(question) {
            let view = self.game.view(table.world(), seat);
            bot.choose(&*view, question)
        } else {
            bot.choose(&(), question)
        };
        let answer = Answer::new(question.seq, offer);
        let before = undo.then(|| self.traces(table));
        table.submit(&answer).map_err(|e| format!("offer {} is refused: {e}", offer + 1))?;
        let Some(before) = before else { return Ok(()) };
        let after = self.traces(table);
        table.undo().map_err(|e| format!("undo: {e}"))?;
        same("undo", &before, &self.traces(table))?;
        match table.redo() {
            Ok(true) => same("redo", &after, &self.traces(table)),
            other => Err(format!("redo: {other:?}")),
        }
    }

    /// The digest and what every seat sees.
    fn traces(&self, table: &Table) -> (u64, Vec<Value>) {
        let view = |seat: &Seat| self.game.view_json(table.world(), *seat);
        (table.digest(), self.seats.iter().map(view).collect())
    }

    fn known(&self, what: &str, clause: &str) -> Result<(), String> {
        if self.clauses.contains(clause) {
            return Ok(());
        }
        Err(format!("{what} cites `{clause}`, which is not in the ledger"))
    }

    fn well_put(&self, question: &Question) -> Result<(), String> {
        let offers = &question.offers;
        if question.enabled().next().is_none() {
            return Err("no offer may be taken".to_owned());
        }
        if question.default >= offers.len() {
            return Err(format!("the default offer is number {} of {}", question.default + 1, offers.len()));
        }
        if question.prompt.trim().is_empty() {
            return Err("the question has no prompt".to_owned());
        }
        self.known("the question", question.clause.0)?;
        for (i, offer) in offers.iter().enumerate() {
            if offers[..i].iter().any(|o| o.key == offer.key) {
                return Err(format!("two offers have the id {:?}", offer.key));
            }
            self.known(offer.label, offer.clause.0)?;
            if offer.label.trim().is_empty() {
                return Err(format!("the offer {:?} has no label", offer.key));
            }
            if let Some(barred) = offer.barred {
                if barred.reason.trim().is_empty() {
                    return Err(format!("the offer {:?} is barred without a reason", offer.key));
                }
                self.known(barred.reason, barred.clause.0)?;
            }
        }
        if let Kind::Roll(spec) = &question.kind {
            for modifier in &spec.modifiers {
                self.known(modifier.label, modifier.clause.0)?;
            }
        }
        Ok(())
    }

    fn restores(&mut self, table: &Table) -> Result<(), String> {
        if self.spare.is_none() {
            let mut world = world_for(&**self.game);
            world.insert_resource(Luck::seeded(self.seed ^ 1));
            let set_up = self.game.set_up(&mut world, self.scenario, self.options);
            set_up.map_err(|e| format!("set-up with other luck fails: {e}"))?;
            self.spare = Some(world);
        }
        let Some(world) = &mut self.spare else { return Ok(()) };
        snapshot::restore(world, &snapshot::take(table.world()));
        if snapshot::digest(world) != table.digest() {
            let (here, there) = (snapshot::digest_parts(table.world()), snapshot::digest_parts(world));
            let differs = here.iter().zip(&there).find(|(a, b)| a != b).map_or("", |(a, _)| a.0);
            return Err(format!("a restored snapshot differs in `{differs}`"));
        }
        let views = self.seats.iter().map(|seat| self.game.view_json(world, *seat)).collect();
        same("restore", &self.traces(table), &(table.digest(), views))
    }

    fn finish(&self, table: &Table, decisions: usize) -> Result<Playout, String> {
        let outcome = table.outcome().ok_or("nothing is asked, yet the game is not over")?.label.clone();
        if self.checks.save > 0 {
            self.reads_well(table)?;
            self.replays(table)?;
        }
        let measures = self.game.measures(table.world());
        Ok(Playout { decisions, outcome, digest: table.digest(), measures })
    }

    fn reads_well(&self, table: &Table) -> Result<(), String> {
        let (pieces, charts) = (table.pieces(), self.game.charts());
        let chronicle = table.world().resource::<Chronicle>();
        for line in self.seats.iter().flat_map(|seat| chronicle.lines(*seat)) {
            let words = line.words(pieces, charts);
            if words.trim().is_empty() || words.contains("{}") {
                return Err(format!("a log line reads `{words}`"));
            }
            self.known(&words, line.clause.0)?;
            if let Entry::Roll(rolled) = &line.entry {
                let (reading, listed) = (rolled.reading, rolled.spec.sum());
                if reading.total - reading.natural != listed {
                    return Err(format!("`{words}`: the modifiers add up to {listed}"));
                }
            }
        }
        Ok(())
    }

    fn replays(&self, table: &Table) -> Result<(), String> {
        let over = table.outcome().map(|o| o.label.as_str());
        let text = write_journal(table.header(), table.events(), over).map_err(|e| e.to_string())?.0;
        let read = read_journal(Path::new("journal"), text.as_bytes());
        let read = read.map_err(|u| format!("the journal does not read: {}", u.problem()))?;
        if (&read.header, &read.events[..]) != (table.header(), table.events()) {
            return Err("the journal reads differently from what was written".to_owned());
        }
        let again = Table::replay(Arc::clone(self.game), &read.header, &read.events);
        let again = again.map_err(|e| format!("the journal does not replay: {e}"))?;
        if again.question() != table.question() {
            return Err("the journal replays to another question".to_owned());
        }
        same("replay", &self.traces(table), &self.traces(&again))
    }
}

/// Wrong answers are refused and leave no trace; every offer's id reads back as this offer.
fn refuses(table: &mut Table) -> Result<(), String> {
    let Some(question) = table.question() else { return Ok(()) };
    let (seq, dice) = (question.seq, question.dice_expected());
    let mut wrong = vec![
        Answer::new(seq.wrapping_add(1), question.default),
        Answer::new(seq.wrapping_sub(1), question.default),
        Answer::new(seq, question.offers.len()),
        Answer::new(seq, usize::MAX),
        Answer { seq, offer: question.default, dice: vec![1; dice + 1] },
        Answer { seq, offer: question.default, dice: vec![7; dice.max(1)] },
        Answer { seq, offer: question.default, dice: vec![0; dice.max(1)] },
    ];
    let mut texts = vec![String::new(), "no such offer".to_owned(), ":".to_owned()];
    for (i, offer) in question.offers.iter().enumerate() {
        let id = offer.key.text(table.pieces());
        let reads = question.read(table.pieces(), &id);
        if reads != Ok(Answer::new(seq, i)) {
            return Err(format!("the offer id `{id}` reads as {reads:?}"));
        }
        if !offer.enabled() {
            wrong.push(Answer::new(seq, i));
            texts.push(id.clone());
        }
        texts.push(format!("{id}=x"));
        texts.push(format!("{id}:"));
    }
    let before = (table.digest(), table.events().len(), table.len());
    for answer in &wrong {
        if !matches!(table.submit(answer), Err(Refusal::Illegal(_))) {
            return Err(format!("{answer:?} was not refused"));
        }
    }
    for text in &texts {
        if !matches!(table.submit_text(text), Err(Refusal::Illegal(_))) {
            return Err(format!("the answer `{text}` was not refused"));
        }
    }
    if (table.digest(), table.events().len(), table.len()) != before {
        return Err("a refused answer left a trace".to_owned());
    }
    Ok(())
}

fn same(what: &str, expected: &(u64, Vec<Value>), found: &(u64, Vec<Value>)) -> Result<(), String> {
    if expected.0 != found.0 {
        return Err(format!("{what}: digest {:016x} instead of {:016x}", found.0, expected.0));
    }
    match expected.1.iter().zip(&found.1).position(|(a, b)| a != b) {
        Some(seat) => {
            let (a, b) = (&expected.1[seat], &found.1[seat]);
            Err(format!("{what}: seat {seat} sees {b} instead of {a}"))
        }
        None => Ok(()),
    }
}
