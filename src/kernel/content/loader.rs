//! Reading all files of a game's folder, with every fault of every file gathered.

use serde::de::DeserializeOwned;

use super::faults::Faults;
use super::ledger::ledger_of;
use super::overlays::{blame, strays};
use crate::kernel::data::{DataRoot, Limits, Problems, Source};
use crate::kernel::rules::Ledger;

/// A game's data folder.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    /// The folder under a data root, such as `games/dambusters`.
    pub folder: &'static str,
    /// Fields that only a scenario of the game has, all of them: a file with them may stand alone in an overlay.
    pub marks: &'static [&'static str],
}

impl Home {
    /// The game's id, the last part of the folder's name.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.folder.rsplit('/').next().unwrap_or(self.folder)
    }
}

/// How a game's files may look: options need no `Some(…)`.
#[must_use]
pub fn limits() -> Limits {
    Limits { implicit_some: true, ..Limits::default() }
}

/// Reads a game's content with the values of overlays laid over ours.
///
/// # Errors
/// Every problem of every file; of ours alone when they are not sound without the overlays.
pub fn load<T>(
    root: &DataRoot,
    home: &Home,
    read: fn(&DataRoot) -> Result<T, Problems>,
) -> Result<T, Problems> {
    let found = read(root);
    if found.is_err() && !root.overlays().is_empty() {
        read(&DataRoot::new(root.base()))?;
    }
    found.map_err(|problems| blame(root, home, problems))
}

/// Reads a game's files one after the other.
pub struct Loader<'a> {
    /// Where they lie.
    pub root: &'a DataRoot,
    /// What is wrong so far.
    pub problems: Problems,
    home: &'a Home,
    /// The files that count for the digest of charts and tables.
    read: Vec<String>,
    /// Files of overlays that are reported and not read.
    strays: Vec<String>,
}

impl<'a> Loader<'a> {
    /// A loader that has looked for stray files of overlays.
    #[must_use]
    pub fn new(root: &'a DataRoot, home: &'a Home) -> Self {
        let (strays, problems) = strays(root, home);
        Self { root, problems, home, read: Vec::new(), strays }
    }

    /// Keeps the value, or the problems.
    pub fn keep<T>(&mut self, result: Result<T, Problems>) -> Option<T> {
        result.map_err(|problems| self.problems.extend(problems)).ok()
    }

    /// A file of the game's folder.
    pub fn source(&mut self, name: &str) -> Option<Source> {
        self.named(&format!("{}/{name}", self.home.folder))
    }

    /// A file as [`Loader::list`] names it.
    pub fn named(&mut self, name: &str) -> Option<Source> {
        let read = self.root.read(name, &limits());
        self.keep(read)
    }

    /// The data files of a folder of the game, without strays.
    pub fn list(&mut self, folder: &str) -> Vec<String> {
        let names = self.root.list_ron(&format!("{}/{folder}", self.home.folder));
        let mut names = self.keep(names).unwrap_or_default();
        names.retain(|name| !self.strays.contains(name));
        names
    }

    /// Lets a file count for the digest of charts and tables.
    pub fn count(&mut self, name: &str) {
        self.read.push(name.to_owned());
    }

    /// The files that count for the digest so far.
    #[must_use]
    pub fn counted(&self) -> &[String] {
        &self.read
    }

    /// The rule ledger.
    pub fn ledger(&mut self) -> Option<Ledger> {
        let source = self.source("rules.ron")?;
        let read = ledger_of(&source, self.home);
        self.keep(read)
    }

    /// A table, which counts for the digest.
    pub fn table<T: DeserializeOwned>(&mut self, name: &str, check: fn(&T, &mut Faults)) -> Option<T> {
        let name = format!("tables/{name}.ron");
        self.count(&format!("{}/{name}", self.home.folder));
        let source = self.source(&name)?;
        self.keep(table_of(&source, check))
    }

    /// The digest of all files that count, overlays included.
    pub fn digest(&mut self) -> u64 {
        let hash = self.root.hash(&self.read);
        self.keep(hash).unwrap_or(0)
    }

    /// All scenarios in the order of their files; `head` gives id and title of one.
    pub fn scenarios<T>(
        &mut self,
        read: impl Fn(&Source) -> Result<T, Problems>,
        head: fn(&T) -> (&str, &str),
    ) -> Vec<T> {
        let mut scenarios: Vec<T> = Vec::new();
        for name in self.list("scenarios") {
            let Some(source) = self.named(&name) else { continue };
            let Some(scenario) = self.keep(read(&source)) else { continue };
            let admitted = admit(&mut scenarios, scenario, &source, head);
            self.keep(admitted);
        }
        scenarios
    }
}

/// Adds a scenario to others; `head` gives id and title of one.
///
/// # Errors
/// Another bears its id already.
pub fn admit<T>(
    scenarios: &mut Vec<T>,
    scenario: T,
    source: &Source,
    head: fn(&T) -> (&str, &str),
) -> Result<(), Problems> {
    if let Some(other) = scenarios.iter().find(|s| head(s).0 == head(&scenario).0) {
        let message = format!("`{}` bears this id already", head(other).1);
        return Err(source.problem("id", message, None).into());
    }
    scenarios.push(scenario);
    Ok(())
}

/// Reads and checks a table.
///
/// # Errors
/// Every fault of the file.
pub fn table_of<T: DeserializeOwned>(source: &Source, check: fn(&T, &mut Faults)) -> Result<T, Problems> {
    let table: T = source.parse()?;
    let mut faults = Faults::default();
    check(&table, &mut faults);
    faults.locate(source, table)
}
