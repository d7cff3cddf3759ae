//! `text`: the same game in a terminal.

use std::io::{BufRead, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::args::{Folders, TextArgs};
use super::failure::Failure;
use super::place::{self, Place};
use super::show;
use crate::kernel::data::Problems;
use crate::kernel::decision::{Kind, Question};
use crate::kernel::game::{Game, Options, ScenarioCard};
use crate::kernel::ids::Seat;
use crate::kernel::journal::UndoMode;
use crate::kernel::rules::ClauseEntry;
use crate::kernel::store::{Loaded, Safety, SaveFile, SaveFolder, load, write_journal};
use crate::kernel::timeline::Table;

/// Longer lines than this (in bytes) are no commands.
const LONGEST_LINE: u64 = 64 * 1024;

const HELP: &str = "\
  a number or an id    take that offer; return alone takes the default (at a
                       terminal; a blank line in a file of commands does nothing)
  roll 3 4             roll with your own dice
  odds                 the exact chances of this roll, or what each offer brings
  log [n]              the last n lines of the log (20)
  why ID               why an offer is barred, or what stands behind it
  rule CLAUSE          a clause, a rule such as 4.2.4, or words to look for
  view                 everything that you may see
  undo [n] · redo      take back or do again
  save NAME|FILE       keep this game under a name, or in a file of your own
  load NAME|FILE       go on with a saved game
  help · quit          the game is saved after every answer
";

/// Plays a game in the terminal.
///
/// # Errors
/// Usage, or faults of the data.
pub fn run(place: &mut Place<'_>, folders: &Folders, args: &TextArgs) -> Result<(), Failure> {
    let games = place::games(place.load, folders)?;
    let saves = SaveFolder::new(&place::user_dir(folders));
    let file = Path::new(&args.id);
    let mut session = if file.extension().is_some_and(|e| e == "moon") {
        let loaded = load(file, &games)?;
        Session::of_save(games, saves, loaded, place)?
    } else {
        let (game, card) = place::scenario(&games, &args.id)?;
        let mut options = place::options(&card, &args.options)?;
        if let Some(save) = &args.linked {
            options.extend(onward(save, &games, &card.id)?);
        }
        let mode = if args.practice { UndoMode::Practice } else { UndoMode::Table };
        let table = Table::new(game, &card.id, &options, args.seed.unwrap_or_else(any_seed), mode)
            .map_err(|e| Failure::Data(e.to_string()))?;
        Session::of_table(games, saves, table, card)
    };
    session.play(place)
}

/// The options with which a scenario goes on from a saved game, at the first moment at which it can.
fn onward(save: &Path, games: &[Arc<dyn Game>], scenario: &str) -> Result<Options, Failure> {
    let mut loaded = load(save, games)?;
    let table = &mut loaded.table;
    for at in 0..=table.len() {
        table.seek(at);
        if let Some(options) = table.game().onward(table.world(), scenario) {
            return Ok(options);
        }
    }
    let why =
        format!("{}: no survivors for `{scenario}`: another scenario, or its attack goes on", save.display());
    Err(Failure::Data(why))
}

/// A seed that nobody chose.
pub(super) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    super::playout::game_seed(now.as_secs(), u64::from(now.subsec_nanos())) >> 16
}

struct Session {
    games: Vec<Arc<dyn Game>>,
    saves: SaveFolder,
    table: Table,
    card: ScenarioCard,
    save: Option<SaveFile>,
    /// How many lines of the log the player has read.
    read: usize,
    /// The seat that looks at the screen.
    seat: Seat,
}

enum Next {
    /// Print the question again.
    Ask,
    /// Only the prompt.
    Wait,
    Quit,
}

impl Session {
    fn of_table(games: Vec<Arc<dyn Game>>, saves: SaveFolder, table: Table, card: ScenarioCard) -> Self {
        let seat = show::viewer(&table);
        Self { games, saves, table, card, save: None, read: 0, seat }
    }

    fn of_save(
        games: Vec<Arc<dyn Game>>,
        saves: SaveFolder,
        loaded: Loaded,
        place: &mut Place<'_>,
    ) -> Result<Self, Failure> {
        for note in &loaded.notes {
            writeln!(place.out, "Note: {note}")?;
        }
        if let Some(problem) = &loaded.mismatch {
            writeln!(place.out, "Note: {problem}")?;
        }
        let save = match loaded.resume(Safety::Disk) {
            Ok(save) => Some(save),
            Err(why) => {
                writeln!(place.out, "Note: {why}")?;
                None
            }
        };
        let card =
            loaded.table.game().scenarios().into_iter().find(|c| c.id == loaded.table.header().scenario);
        let Some(card) = card else {
            return Err(Failure::Data(format!(
                "there is no scenario `{}` here",
                loaded.table.header().scenario
            )));
        };
        let mut session = Self::of_table(games, saves, loaded.table, card);
        session.read = session.lines().saturating_sub(6);
        // A game that may not be written further stays unsaved until it is saved under another name.
        session.save = save;
        Ok(session)
    }

    fn lines(&self) -> usize {
        show::log(&self.table, self.seat).len()
    }

    fn play(&mut self, place: &mut Place<'_>) -> Result<(), Failure> {
        let resumed = self.save.is_some() || self.read > 0;
        writeln!(place.out, "{} · {}", self.card.title, self.card.id)?;
        if !resumed {
            writeln!(place.out, "{}", self.card.blurb)?;
            match self.saves.begin(&self.table) {
                Ok(save) => self.save = Some(save),
                Err(why) => writeln!(place.err, "The game is not saved: {why}")?,
            }
        }
        if let Some(save) = &self.save {
            writeln!(place.out, "Seed {} · saved in {}", self.table.header().seed, save.path().display())?;
        }
        writeln!(place.out, "`help` lists what may be typed.\n")?;
        let mut next = Next::Ask;
        loop {
            if matches!(next, Next::Ask) {
                self.hand_over(place)?;
                self.tell(place)?;
                self.ask(place)?;
            }
            write!(place.out, "> ")?;
            place.out.flush()?;
            let Some(line) = read_line(place.input)? else {
                writeln!(place.out)?;
                self.farewell(place)?;
                return Ok(());
            };
            if !place.terminal {
                writeln!(place.out, "{}", line.trim())?;
            }
            next = self.obey(line.trim(), place)?;
            if matches!(next, Next::Quit) {
                self.farewell(place)?;
                return Ok(());
            }
        }
    }

    fn farewell(&self, place: &mut Place<'_>) -> Result<(), Failure> {
        match &self.save {
            Some(save) => writeln!(place.out, "The game is saved in {}", save.path().display())?,
            None => writeln!(place.out, "The game is not saved.")?,
        }
        Ok(())
    }

    /// Between two people at one terminal the screen is cleared before the next one's question shows.
    fn hand_over(&mut self, place: &mut Place<'_>) -> Result<(), Failure> {
        let seat = self.table.question().map_or(self.seat, |q| q.seat);
        if seat == self.seat {
            return Ok(());
        }
        let name = show::seat_name(&self.card, seat);
        if place.terminal {
            write!(place.out, "{}{name} takes over; press return. ", "\n".repeat(60))?;
            place.out.flush()?;
            read_line(place.input)?;
        } else {
            writeln!(place.out, "— {name} takes over —")?;
        }
        self.seat = seat;
        self.read = self.lines().saturating_sub(6);
        Ok(())
    }

    /// Prints the lines of the log that are new to the seat.
    fn tell(&mut self, place: &mut Place<'_>) -> Result<(), Failure> {
        let log = show::log(&self.table, self.seat);
        for line in log.iter().skip(self.read.min(log.len())) {
            writeln!(place.out, "  {}", show::line_text(line))?;
        }
        self.read = log.len();
        Ok(())
    }

    fn ask(&self, place: &mut Place<'_>) -> Result<(), Failure> {
        match (self.table.outcome(), self.table.question()) {
            (Some(outcome), _) => {
                writeln!(place.out, "\nThe game is over: {}", outcome.label)?;
                for (name, value) in self.table.game().measures(self.table.world()) {
                    writeln!(place.out, "  {name:22} {value:>6}")?;
                }
            }
            (None, Some(question)) => {
                write!(place.out, "\n{}", show::question_text(&self.table, &self.card, question))?;
            }
            (None, None) => writeln!(place.out, "Nothing is asked.")?,
        }
        Ok(())
    }

    fn obey(&mut self, line: &str, place: &mut Place<'_>) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        let number = |default: usize| if rest.is_empty() { Some(default) } else { rest.parse().ok() };
        if let Some(answer) = self.answer_of(line, word, rest, place.terminal) {
            return self.answer(&answer, place);
        }
        match word {
            "" => return Ok(Next::Wait),
            "help" | "?" => write!(place.out, "{HELP}")?,
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "odds" => self.odds(place)?,
            "log" => match number(20) {
                Some(n) => {
                    let log = show::log(&self.table, self.seat);
                    for line in log.iter().skip(log.len().saturating_sub(n)) {
                        writeln!(place.out, "{:>4}  {}", line.turn, show::line_text(line))?;
                    }
                }
                None => writeln!(place.out, "`log` takes a number of lines.")?,
            },
            "why" => self.why(rest, place)?,
            "rule" => self.rule(rest, place)?,
            "view" => {
                let view = self.table.game().view_json(self.table.world(), self.seat);
                write!(place.out, "{}", show::outline(&view))?;
            }
            "undo" => match number(1) {
                Some(n) => return self.undo(n, place),
                None => writeln!(place.out, "`undo` takes a number of answers.")?,
            },
            "redo" => match self.table.redo() {
                Ok(true) => return self.changed(place),
                Ok(false) => writeln!(place.out, "There is nothing to do again.")?,
                Err(why) => writeln!(place.out, "{why}")?,
            },
            "save" => self.keep(rest, place)?,
            "load" => return self.open(rest, place),
            _ => match self.table.question() {
                Some(question) if word.parse::<usize>().is_ok() => {
                    writeln!(place.out, "There are offers 1 to {}.", question.offers.len())?;
                }
                Some(question) => writeln!(place.out, "{}", self.unknown(question, word))?,
                None => writeln!(place.out, "`{}` is no command; `help` lists them.", word.escape_debug())?,
            },
        }
        Ok(Next::Wait)
    }

    fn unknown(&self, question: &Question, word: &str) -> String {
        let ids: Vec<String> = question.offers.iter().map(|o| o.key.text(self.table.pieces())).collect();
        let known = ids.iter().map(String::as_str).chain(["help", "undo", "quit", "odds", "rule", "view"]);
        let near = crate::kernel::data::nearest(word, known);
        let way_out = near
            .map_or_else(|| "`help` lists what may be typed".to_owned(), |n| format!("did you mean `{n}`?"));
        format!("`{}` is no offer and no command; {way_out}", word.escape_debug())
    }

    /// The answer that a line gives, if it gives one.
    fn answer_of(&self, line: &str, word: &str, rest: &str, terminal: bool) -> Option<String> {
        let question = self.table.question()?;
        let pieces = self.table.pieces();
        let id = |i: usize| question.offers.get(i).map(|o| o.key.text(pieces));
        if line.is_empty() {
            return if terminal { question.confirmed().and_then(id) } else { None };
        }
        if let Ok(n) = line.parse::<usize>() {
            return id(n.checked_sub(1)?);
        }
        let plain = line.split('=').next().unwrap_or(line);
        if question.find(pieces, plain).is_some() {
            return Some(line.to_owned());
        }
        let dice = rest.split([' ', ',']).filter(|d| !d.is_empty()).collect::<Vec<_>>().join(",");
        let rolls = matches!(question.kind, Kind::Roll(_)) && question.find(pieces, word).is_some();
        rolls.then(|| format!("{word}={dice}"))
    }

    fn answer(&mut self, text: &str, place: &mut Place<'_>) -> Result<Next, Failure> {
        match self.table.submit_text(text) {
            Ok(_) => self.changed(place),
            Err(why) => {
                writeln!(place.out, "{why}")?;
                Ok(Next::Wait)
            }
        }
    }

    /// After every change of the table: append it to the save.
    fn changed(&mut self, place: &mut Place<'_>) -> Result<Next, Failure> {
        if let Some(save) = &mut self.save
            && let Err(why) = save.sync(&self.table)
        {
            writeln!(place.err, "The last answer is not saved: {why}")?;
        }
        Ok(Next::Ask)
    }

    fn undo(&mut self, n: usize, place: &mut Place<'_>) -> Result<Next, Failure> {
        match self.table.undo_to(self.table.len().saturating_sub(n.max(1))) {
            Ok(()) => {
                self.read = self.lines();
                self.changed(place)
            }
            Err(why) => {
                let far = self.table.len() - self.table.undo_limit().0;
                match far {
                    0 => writeln!(place.out, "{why}")?,
                    _ => writeln!(place.out, "{why}; it reaches back {far} here")?,
                }
                Ok(Next::Wait)
            }
        }
    }

    fn odds(&self, place: &mut Place<'_>) -> Result<(), Failure> {
        let Some(question) = self.table.question() else {
            writeln!(place.out, "Nothing is asked.")?;
            return Ok(());
        };
        if let Kind::Roll(spec) = &question.kind {
            write!(place.out, "{}", show::odds_text(&self.table, spec))?;
            return Ok(());
        }
        for (i, offer) in question.offers.iter().enumerate().filter(|(_, o)| o.enabled()) {
            let hint = self.table.game().hint(self.table.world(), question, i);
            let hint = if hint.is_empty() { "no dice behind it".to_owned() } else { hint };
            writeln!(place.out, "{:>3}  {} · {hint}", i + 1, offer.label(self.table.pieces()))?;
        }
        Ok(())
    }

    fn why(&self, word: &str, place: &mut Place<'_>) -> Result<(), Failure> {
        let pieces = self.table.pieces();
        let found = self.table.question().and_then(|question| {
            let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let at =
                by_number.filter(|i| *i < question.offers.len()).or_else(|| question.find(pieces, word))?;
            question.offers.get(at).map(|offer| (question, at, offer))
        });
        let Some((question, at, offer)) = found else {
            return self.rule(word, place);
        };
        let label = offer.label(pieces);
        if let Some(barred) = offer.barred {
            writeln!(place.out, "{label}: {}", show::with_clause(barred.reason, barred.clause.0))?;
            return self.clause(barred.clause.0, place);
        }
        let hint = self.table.game().hint(self.table.world(), question, at);
        let about = if hint.is_empty() { "may be taken".to_owned() } else { hint };
        writeln!(place.out, "{label}: {}", show::with_clause(&about, offer.clause.0))?;
        self.clause(offer.clause.0, place)
    }

    fn clause(&self, id: &str, place: &mut Place<'_>) -> Result<(), Failure> {
        if let Some(clause) = self.table.game().ledger().clause(id) {
            entry(place, clause)?;
        }
        Ok(())
    }

    fn rule(&self, words: &str, place: &mut Place<'_>) -> Result<(), Failure> {
        let ledger = self.table.game().ledger();
        if words.is_empty() {
            writeln!(place.out, "`rule` takes a clause such as `rule 4.2.4.b`, a rule, or words.")?;
            return Ok(());
        }
        if let Some(clause) = ledger.clause(words) {
            return entry(place, clause);
        }
        let mut found: Vec<&ClauseEntry> = ledger.of_rule(words).collect();
        if found.is_empty() {
            found = ledger.search(words).collect();
        }
        if found.is_empty() {
            let near = crate::kernel::data::nearest(words, ledger.clauses.iter().map(|c| c.id.as_str()));
            let way_out = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            writeln!(place.out, "No clause speaks of `{}`{way_out}", words.escape_debug())?;
        }
        for clause in found.iter().take(12) {
            entry(place, clause)?;
        }
        if found.len() > 12 {
            writeln!(place.out, "  … and {} more", found.len() - 12)?;
        }
        Ok(())
    }

    fn keep(&mut self, name: &str, place: &mut Place<'_>) -> Result<(), Failure> {
        if name.is_empty() {
            return self.farewell(place);
        }
        if name.contains(['/', '\\']) {
            let told = match copy_to(&self.table, Path::new(name)) {
                Ok(()) => format!("A copy lies in {name}"),
                Err(why) => format!("Not saved: {why}"),
            };
            writeln!(place.out, "{told}")?;
            return Ok(());
        }
        match self.saves.save_as(name.strip_suffix(".moon").unwrap_or(name), &self.table) {
            Ok(save) => {
                writeln!(place.out, "Saved in {}", save.path().display())?;
                self.save = Some(save);
            }
            Err(why) => writeln!(place.out, "Not saved: {why}")?,
        }
        Ok(())
    }

    fn open(&mut self, name: &str, place: &mut Place<'_>) -> Result<Next, Failure> {
        if name.is_empty() {
            match self.saves.list(&self.games) {
                Ok(saves) => {
                    for save in saves {
                        let progress = save.progress();
                        let mark = if progress.is_empty() { "" } else { " · " };
                        writeln!(place.out, "  {:24} {}{mark}{progress}", save.name, save.title)?;
                    }
                }
                Err(why) => writeln!(place.out, "{why}")?,
            }
            return Ok(Next::Wait);
        }
        let path = if Path::new(name).is_file() {
            PathBuf::from(name)
        } else {
            self.saves.path_of(name.strip_suffix(".moon").unwrap_or(name))
        };
        let loaded: Result<Loaded, Problems> = load(&path, &self.games);
        match loaded {
            Ok(loaded) => {
                // The old file is let go first, in case it is the one to be opened.
                self.save = None;
                *self = Self::of_save(self.games.clone(), self.saves.clone(), loaded, place)?;
                writeln!(place.out, "{} · {}", self.card.title, self.card.id)?;
                Ok(Next::Ask)
            }
            Err(problems) => {
                write!(place.out, "{}", problems.render(false))?;
                Ok(Next::Wait)
            }
        }
    }
}

fn entry(place: &mut Place<'_>, clause: &ClauseEntry) -> Result<(), Failure> {
    writeln!(place.out, "  {} {}: {}", clause.id, clause.title, clause.text)?;
    if !clause.note.is_empty() {
        writeln!(place.out, "    Note: {}", clause.note)?;
    }
    if !clause.see.is_empty() {
        writeln!(place.out, "    See {}", clause.see.join(", "))?;
    }
    Ok(())
}

/// Writes the whole journal into a new file; never replaces one.
fn copy_to(table: &Table, path: &Path) -> Result<(), String> {
    let over = table.outcome().map(|o| o.label.as_str());
    let (text, _) = write_journal(table.header(), table.events(), over).map_err(|e| e.to_string())?;
    let mut file = std::fs::File::create_new(path).map_err(|e| e.to_string())?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|e| e.to_string())
}

/// A line of what is typed; none at the end of the input.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) => Ok(None),
        // Nothing that is typed may come back as an order to the terminal.
        Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).replace(|c: char| c.is_control(), " "))),
        Err(e) if e.kind() == std::io::ErrorKind::Interrupted => Ok(Some(String::new())),
        Err(e) => Err(Failure::Data(format!("the input cannot be read: {e}"))),
    }
}
