//! `coverage`: how many clauses of a game's ledger are enforced and proved.
//!
//! The program reads `coverage.ron` of the game's data folder; `coverage --write` makes it, and the page under
//! `docs/coverage`, from the clause tags of the source tree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};
use super::tags::{self, Tags};
use crate::kernel::data::{DataRoot, Limits, Problems, read_source};
use crate::kernel::rules::{ClauseEntry, ClauseKind, Ledger, Status};

/// Which code and tests name a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The clause.
    pub id: String,
    /// Code and data that name it.
    #[serde(default)]
    pub code: Vec<String>,
    /// Tests that prove it.
    #[serde(default)]
    pub tests: Vec<String>,
}

/// The index of a game's clauses as kept beside its data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Format of the file; 1.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The clauses that code or a test names, in the order of the ledger.
    pub clauses: Vec<Proof>,
}

/// The figures of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Figures {
    /// The game's id.
    pub game: String,
    /// All clauses.
    pub clauses: usize,
    /// Clauses that are enforced; advice is not, though code may follow it.
    pub done: usize,
    /// Clauses that a test proves.
    pub tested: usize,
    /// Clauses that only inform.
    pub advisory: usize,
    /// Clauses that are neither enforced nor advisory.
    pub open: Vec<String>,
}

/// The files of a game's coverage and what is wrong with its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// Text of `coverage.ron`.
    pub index: String,
    /// Text of the page.
    pub page: String,
    /// Unknown tags, and enforced clauses without code or test.
    pub faults: Vec<String>,
}

/// The figures of a ledger with its index.
#[must_use]
pub fn figures(ledger: &Ledger, index: &Index) -> Figures {
    let tested: BTreeSet<&str> =
        index.clauses.iter().filter(|p| !p.tests.is_empty()).map(|p| p.id.as_str()).collect();
    let mut figures = Figures {
        game: ledger.game.clone(),
        clauses: ledger.clauses.len(),
        done: 0,
        tested: ledger.clauses.iter().filter(|c| tested.contains(c.id.as_str())).count(),
        advisory: 0,
        open: Vec::new(),
    };
    for clause in &ledger.clauses {
        match Share::of(clause) {
            Share::Enforced => figures.done += 1,
            Share::Advisory => figures.advisory += 1,
            Share::Open => figures.open.push(clause.id.clone()),
        }
    }
    figures
}

/// As what a clause is counted; every clause once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    /// It is carried out.
    Enforced,
    /// It only informs: advice is not enforced, even where code follows it.
    Advisory,
    /// It is left to do.
    Open,
}

impl Share {
    fn of(clause: &ClauseEntry) -> Self {
        match (clause.kind, &clause.status) {
            (ClauseKind::Advisory, _) => Self::Advisory,
            (_, Status::Done) => Self::Enforced,
            _ => Self::Open,
        }
    }
}

/// Makes the index and the page of a ledger from the source tree at `root`.
///
/// # Errors
/// A source file that cannot be read.
pub fn generate(root: &Path, ledger: &Ledger) -> Result<Generated, Failure> {
    let tags = tags::scan(root, ledger)
        .map_err(|e| Failure::Data(format!("the source tree cannot be read: {e}")))?;
    let list = |map: &BTreeMap<String, BTreeSet<String>>, id: &str| -> Vec<String> {
        map.get(id).map(|set| set.iter().cloned().collect()).unwrap_or_default()
    };
    let index = Index {
        format: 1,
        game: ledger.game.clone(),
        clauses: ledger
            .clauses
            .iter()
            .map(|c| Proof {
                id: c.id.clone(),
                code: list(&tags.code, &c.id),
                tests: list(&tags.tests, &c.id),
            })
            .filter(|p| !p.code.is_empty() || !p.tests.is_empty())
            .collect(),
    };
    Ok(Generated { index: index_text(&index), page: page(ledger, &index), faults: faults(ledger, &tags) })
}

fn faults(ledger: &Ledger, tags: &Tags) -> Vec<String> {
    let mut faults: Vec<String> =
        tags.unknown.iter().map(|(place, tag)| format!("{place}: there is no clause `{tag}`")).collect();
    for clause in ledger.clauses.iter().filter(|c| c.status == Status::Done) {
        if !tags.code.contains_key(&clause.id) {
            faults.push(format!("clause {} counts as done, but no code names it", clause.id));
        }
        if !tags.tests.contains_key(&clause.id) {
            faults.push(format!("clause {} counts as done, but no test proves it", clause.id));
        }
    }
    faults
}

fn index_text(index: &Index) -> String {
    let strings = |all: &[String]| all.iter().map(|s| format!("{s:?}")).collect::<Vec<_>>().join(", ");
    let mut out = String::from(
        "// Made by `bombers-moon coverage --write` from the clause tags of code, data and tests.\n(\n",
    );
    let _ = writeln!(out, "    format: {},\n    game: {:?},\n    clauses: [", index.format, index.game);
    for proof in &index.clauses {
        let _ = writeln!(
            out,
            "        (id: {:?}, code: [{}], tests: [{}]),",
            proof.id,
            strings(&proof.code),
            strings(&proof.tests)
        );
    }
    out.push_str("    ],\n)\n");
    out
}

fn page(ledger: &Ledger, index: &Index) -> String {
    let proofs: BTreeMap<&str, &Proof> = index.clauses.iter().map(|p| (p.id.as_str(), p)).collect();
    let f = figures(ledger, index);
    let mut out = format!("# {}: clauses, code and tests\n\n", ledger.title);
    out.push_str(
        "Made by `bombers-moon coverage --write`; the clauses' texts stand in the game's `rules.ron`.\n\n",
    );
    let _ = writeln!(
        out,
        "{} clauses: {} enforced, {} proved by tests, {} advisory, {} open.",
        f.clauses,
        f.done,
        f.tested,
        f.advisory,
        f.open.len()
    );
    let mut rule = "";
    for clause in &ledger.clauses {
        let top = clause.rule.split('.').next().unwrap_or("");
        if top != rule {
            rule = top;
            let _ = writeln!(
                out,
                "\n## Rule {rule}\n\n| Clause | Title | State | Code | Tests |\n|---|---|---|---|---|"
            );
        }
        let state = match (&clause.status, clause.kind) {
            (Status::Done, ClauseKind::Advisory) => "advisory, followed".to_owned(),
            (Status::Done, _) => "done".to_owned(),
            (Status::Omitted(why), _) => format!("left out: {}", cell(why)),
            (Status::Awaits(what), _) => format!("open, {}", cell(what)),
            (Status::Open, ClauseKind::Advisory) => "advisory".to_owned(),
            (Status::Open, _) => "open".to_owned(),
        };
        let proof = proofs.get(clause.id.as_str());
        let links = |all: Option<&[String]>| {
            all.unwrap_or_default().iter().map(|p| link(p)).collect::<Vec<_>>().join("<br>")
        };
        let _ = writeln!(
            out,
            "| {} | {} | {state} | {} | {} |",
            clause.id,
            cell(&clause.title),
            links(proof.map(|p| p.code.as_slice())),
            links(proof.map(|p| p.tests.as_slice()))
        );
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A place as a link from the page's folder.
fn link(place: &str) -> String {
    let path = place.split("::").next().unwrap_or(place);
    let short = place
        .split_once('/')
        .map_or(place, |(_, rest)| rest.split_once("games/").map_or(rest, |(_, name)| name));
    format!("[`{short}`](../../{path})")
}

/// The index of a game in the data folder.
///
/// # Errors
/// A missing or damaged file.
pub fn index(root: &DataRoot, game: &str) -> Result<Index, Problems> {
    root.read(&format!("games/{game}/coverage.ron"), &Limits::default())?.parse()
}

/// Prints the figures, or with `write` makes the files anew.
///
/// # Errors
/// Faults of the data or of the tags.
pub fn run(
    place: &mut Place<'_>,
    folders: &Folders,
    game: Option<&str>,
    json: bool,
    write: bool,
) -> Result<(), Failure> {
    if write {
        return rewrite(place, game);
    }
    let root = DataRoot::new(place::data_dir(folders)?);
    let games = place::games(place.load, folders)?;
    let chosen = match game {
        Some(id) => vec![place::game(&games, id)?],
        None => games,
    };
    let mut all = Vec::new();
    for game in &chosen {
        all.push(figures(game.ledger(), &index(&root, game.id())?));
    }
    if json {
        return match &all[..] {
            [one] => super::print_json(place.out, one),
            many => super::print_json(place.out, &many),
        };
    }
    for (game, f) in chosen.iter().zip(&all) {
        writeln!(
            place.out,
            "{}: {} clauses · {} enforced · {} proved by tests · {} advisory · {} open",
            game.title(),
            f.clauses,
            f.done,
            f.tested,
            f.advisory,
            f.open.len()
        )?;
        let mut by_part: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
        for clause in &game.ledger().clauses {
            let part = by_part.entry(&clause.part).or_default();
            part.0 += 1;
            part.1 += usize::from(Share::of(clause) == Share::Enforced);
            part.2 += usize::from(Share::of(clause) == Share::Advisory);
        }
        for (part, (clauses, done, advisory)) in by_part {
            writeln!(
                place.out,
                "  {part:12} {clauses:>4} clauses {done:>4} enforced {advisory:>4} advisory"
            )?;
        }
    }
    Ok(())
}

/// The ledgers in `assets/games` of a source tree, read without the rest of the data.
///
/// # Errors
/// Damaged ledgers.
pub fn ledgers(root: &Path) -> Result<Vec<Ledger>, Failure> {
    let folder = root.join("assets/games");
    let told = |e: std::io::Error| Failure::Data(format!("{}: {e}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder).map_err(told)? {
        let path = entry.map_err(told)?.path().join("rules.ron");
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let limits = Limits { implicit_some: true, ..Limits::default() };
    let mut ledgers = Vec::new();
    for path in paths {
        ledgers.push(read_source(&path, &limits)?.parse()?);
    }
    Ok(ledgers)
}

fn rewrite(place: &mut Place<'_>, game: Option<&str>) -> Result<(), Failure> {
    let root = Path::new(".");
    if !root.join("Cargo.toml").is_file() || !root.join("src/games").is_dir() {
        return Err(Failure::Data("--write works in the root of the source tree only".to_owned()));
    }
    let mut faults = 0;
    for ledger in ledgers(root)?.iter().filter(|l| game.is_none_or(|id| id == l.game)) {
        let made = generate(root, ledger)?;
        let told = |path: &str, e: std::io::Error| Failure::Data(format!("{path}: {e}"));
        fs::create_dir_all("docs/coverage").map_err(|e| told("docs/coverage", e))?;
        for (path, text) in [
            (format!("assets/games/{}/coverage.ron", ledger.game), &made.index),
            (format!("docs/coverage/{}.md", ledger.game), &made.page),
        ] {
            fs::write(&path, text).map_err(|e| told(&path, e))?;
            writeln!(place.out, "{path}")?;
        }
        for fault in &made.faults {
            writeln!(place.err, "{fault}")?;
        }
        faults += made.faults.len();
    }
    if faults > 0 { Err(Failure::Quiet(1)) } else { Ok(()) }
}
