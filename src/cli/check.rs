//! `check`: validates all shipped data, or given files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Folders;
use super::calibrate;
use super::coverage;
use super::failure::Failure;
use super::place::{self, Place};
use super::script;
use crate::kernel::data::{DataRoot, Limits, Problem, Problems, Source, read_source};
use crate::kernel::game::{Game, Options};
use crate::kernel::journal::UndoMode;
use crate::kernel::store;
use crate::kernel::timeline::Table;

/// Most files that are looked at below one folder.
const MOST_FILES: usize = 10_000;

/// Checks and prints what is wrong.
///
/// # Errors
/// Exit code 1 when anything is.
pub fn run(place: &mut Place<'_>, folders: &Folders, paths: &[PathBuf], json: bool) -> Result<(), Failure> {
    let mut check = Check::new(place, folders)?;
    if paths.is_empty() {
        check.shipped();
    }
    for path in paths {
        check.path(path);
    }
    let (files, problems) = (check.files, check.problems);
    if json {
        super::print_json(place.out, &problems.to_json())?;
    } else {
        write!(place.err, "{}", problems.render(false))?;
        let plural = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        writeln!(place.out, "{} checked, {}", plural(files, "file"), plural(problems.len(), "problem"))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Quiet(1)) }
}

struct Check {
    data: PathBuf,
    overlays: Vec<PathBuf>,
    games: Result<Vec<Arc<dyn Game>>, Problems>,
    files: usize,
    problems: Problems,
}

impl Check {
    fn new(place: &Place<'_>, folders: &Folders) -> Result<Self, Failure> {
        let data = place::data_dir(folders)?;
        let games = match place::games(place.load, folders) {
            Ok(games) => Ok(games),
            Err(Failure::Problems(problems)) => Err(problems),
            Err(other) => return Err(other),
        };
        Ok(Self { data, overlays: folders.overlays.clone(), games, files: 0, problems: Problems::new() })
    }

    /// Everything in the data folder and the overlays.
    fn shipped(&mut self) {
        for folder in std::iter::once(self.data.clone()).chain(self.overlays.clone()) {
            for file in self.below(&folder) {
                self.files += 1;
                if let Err(problems) = read_source(&file, &loose()) {
                    self.problems.extend(problems);
                }
            }
        }
        match self.games.clone() {
            Err(problems) => self.add_new(problems),
            Ok(games) => games.iter().for_each(|game| self.game(game)),
        }
    }

    /// Every scenario of a game must open with each value of each option, and the index of its clauses and the targets
    /// of its bots must be sound.
    fn game(&mut self, game: &Arc<dyn Game>) {
        let home = self.data.join("games").join(game.id());
        for card in game.scenarios() {
            let mut choices = vec![Options::new()];
            for option in &card.options {
                choices.extend(option.values.iter().map(|v| Options::from([(option.id.clone(), v.clone())])));
            }
            for options in choices {
                if let Err(why) = Table::new(Arc::clone(game), &card.id, &options, 1, UndoMode::Table) {
                    let message = format!("the scenario `{}` does not open with {options:?}: {why}", card.id);
                    self.problems.push(Problem::of_file(home.join("scenarios"), message, None));
                }
            }
        }
        if home.join("coverage.ron").is_file()
            && let Err(problems) = coverage::index(&DataRoot::new(&self.data), game.id())
        {
            self.add_new(problems);
        }
        if let Err(problems) = calibrate::targets(&DataRoot::new(&self.data), game.id()) {
            self.add_new(problems);
        }
    }

    /// Adds problems that were not reported before.
    fn add_new(&mut self, problems: Problems) {
        for problem in problems {
            let known = |p: &Problem| {
                p.path == problem.path && p.line == problem.line && p.message == problem.message
            };
            if !self.problems.iter().any(known) {
                self.problems.push(problem);
            }
        }
    }

    /// A file, or a folder: an overlay when it has `games` in it, else all files in it.
    fn path(&mut self, path: &Path) {
        if !path.is_dir() {
            self.file(path);
            return;
        }
        if path.join("games").is_dir() {
            self.files += self.below(path).len();
            self.overlay(path, None);
            return;
        }
        for file in self.below(path) {
            self.file(&file);
        }
    }

    fn file(&mut self, path: &Path) {
        self.files += 1;
        let result = if path.extension().is_some_and(|e| e == "moon") {
            self.save(path)
        } else {
            read_source(path, &loose()).and_then(|source| self.source(path, &source))
        };
        if let Err(problems) = result {
            self.add_new(problems);
        }
    }

    /// A save must replay as recorded.
    fn save(&self, path: &Path) -> Result<(), Problems> {
        let loaded = store::load(path, &self.games.clone()?)?;
        loaded.mismatch.map_or(Ok(()), |problem| Err(problem.into()))
    }

    fn source(&mut self, path: &Path, source: &Source) -> Result<(), Problems> {
        if source.has("answers") || source.has("luck") || source.has("scenario") {
            let (source, file) = script::read(path)?;
            return script::play(&self.games.clone()?, &source, &file).map(|_| ());
        }
        if let Some(home) = data_folder_of(path).filter(|home| !same(home, &self.data)) {
            // A file of an overlay may hold a few values only, and is read over ours.
            self.overlay(&home, Some(path));
            return Ok(());
        }
        let root = crate::games::root(&self.data, &self.overlays);
        if crate::games::check_file(&root, source)?.is_some() {
            return Ok(());
        }
        if path.file_name().is_some_and(|n| n == "coverage.ron") {
            return source.parse::<coverage::Index>().map(|_| ());
        }
        if path.file_name().is_some_and(|n| n == "calibration.ron") {
            return source.parse::<calibrate::Targets>().map(|_| ());
        }
        if let Some(home) = data_folder_of(path) {
            // A part of a data folder that is read only together with the rest of it.
            self.overlay(&home, Some(path));
            return Ok(());
        }
        #[cfg(feature = "client")]
        if path.file_name().is_some_and(|n| n == "settings.ron") {
            return source.parse::<crate::client::settings::Settings>().map(|_| ());
        }
        let help =
            "a script has `answers`, a chart `columns`, a scenario `debriefing`; a save ends with `.moon`";
        Err(source.problem("", "this is no chart, table, scenario, script or save", Some(help.into())).into())
    }

    /// Loads the games with a folder on top; reports all problems, or those of one file.
    fn overlay(&mut self, folder: &Path, only: Option<&Path>) {
        let mut overlays = self.overlays.clone();
        if !same(folder, &self.data) {
            overlays.push(folder.to_owned());
        }
        if let Err(problems) = crate::games::load(&self.data, &overlays) {
            let of_file = |p: &Problem| only.is_none_or(|file| same(&p.path, file));
            self.add_new(problems.into_iter().filter(of_file).collect());
        }
    }

    /// The `.ron` and `.moon` files below a folder, in order.
    fn below(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            let told = |e: std::io::Error| Problem::of_file(&folder, format!("cannot be listed: {e}"), None);
            let entries = match fs::read_dir(&folder).map_err(told) {
                Ok(entries) => entries,
                Err(problem) => {
                    self.problems.push(problem);
                    continue;
                }
            };
            for entry in entries.flatten() {
                let path = entry.path();
                // Links are not followed, so a folder is never walked twice.
                if entry.file_type().is_ok_and(|t| t.is_dir()) {
                    open.push(path);
                } else if path.extension().is_some_and(|e| e == "ron" || e == "moon") {
                    found.push(path);
                }
                if found.len() > MOST_FILES {
                    let message = format!("more than {MOST_FILES} files; is this the right folder?");
                    self.problems.push(Problem::of_file(&folder, message, None));
                    return Vec::new();
                }
            }
        }
        found.sort();
        found
    }
}

/// What any data file may be.
fn loose() -> Limits {
    Limits { bytes: 4 * 1024 * 1024, implicit_some: true, ..Limits::default() }
}

/// Whether two paths lead to the same place.
fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().ok().is_some_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// The folder above `games/<game>/…` that a file lies in.
fn data_folder_of(path: &Path) -> Option<PathBuf> {
    let full = path.canonicalize().ok()?;
    let inside = full.ancestors().skip(1).find(|dir| dir.file_name().is_some_and(|n| n == "games"))?;
    inside.parent().map(Path::to_path_buf)
}
