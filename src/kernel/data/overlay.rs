//! The shape of overlay folders: every file in them must lie over one of ours.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::{listed, nearest};
use super::problem::{Problem, Problems};
use super::root::{DataRoot, locate};

/// Most files and folders that are looked at in one overlay.
const MOST_ENTRIES: usize = 2_000;

/// Deepest folders below an overlay.
const DEEPEST: usize = 8;

/// The folder that holds all that an overlay can change.
const GAMES: &str = "games";

/// A file of an overlay that lies over none of the base.
#[derive(Clone, Debug)]
pub struct Stray {
    /// Its name as [`DataRoot::read`] takes it.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// A way out: the nearest name, or the names there are.
    help: Option<String>,
}

impl Stray {
    /// The complaint about it.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let message = format!("there is no `{}` for this file to lie over", self.name);
        Problem::of_file(&self.path, message, self.help.clone())
    }
}

impl DataRoot {
    /// The files below a folder of the overlays that lie over no file of the base, in order. Notes (`.md`, `.txt`) and
    /// hidden files do not count.
    ///
    /// # Errors
    /// Folders that cannot be listed, lead elsewhere, or hold far more than an overlay can.
    pub fn strays(&self, folder: &str) -> Result<Vec<Stray>, Problems> {
        let mut problems = Problems::new();
        let mut strays = Vec::new();
        for overlay in self.overlays() {
            let found = Walk::of(overlay, folder).and_then(|files| {
                files.into_iter().filter_map(|name| self.stray(overlay, name).transpose()).collect()
            });
            match found {
                Ok(found) => strays.extend::<Vec<Stray>>(found),
                Err(found) => problems.extend(found),
            }
        }
        problems.or(strays)
    }

    /// Checks that the overlays hold something that can be laid over these folders, and no data anywhere else.
    ///
    /// # Errors
    /// A folder that is no overlay, with how one is laid out; files that belong to no game.
    pub fn check_overlays(&self, folders: &[&str]) -> Result<(), Problems> {
        let mut problems = Problems::new();
        for overlay in self.overlays() {
            match self.misplaced(overlay, folders) {
                Ok(found) => problems.extend(found),
                Err(found) => problems.extend(found),
            }
        }
        problems.or(())
    }

    /// The overlays' files below a folder that lie over files of the base.
    #[must_use]
    pub fn overlaid(&self, folder: &str) -> Vec<PathBuf> {
        let files = |overlay: &PathBuf| {
            let names = Walk::of(overlay, folder).unwrap_or_default();
            names.into_iter().map(|name| overlay.join(name)).collect::<Vec<_>>()
        };
        self.overlays().iter().flat_map(files).collect()
    }

    fn misplaced(&self, overlay: &Path, folders: &[&str]) -> Result<Problems, Problems> {
        let mut problems = Problems::new();
        let entries = names_in(overlay, "")?;
        if !entries.is_empty() && !entries.iter().any(|(name, _)| name == GAMES) {
            let near = nearest(GAMES, entries.iter().map(|(name, _)| name.as_str()));
            let help = near.map_or_else(
                || "files lie as in the data folder, such as `games/<game>/charts/<chart>.ron`".to_owned(),
                |near| format!("rename `{near}` to `{GAMES}`"),
            );
            let message = "this is no overlay: it has no folder `games`";
            problems.push(Problem::of_file(overlay, message, Some(help)));
            return Ok(problems);
        }
        let loose = entries.into_iter().map(|(name, _)| name).filter(|name| name.ends_with(".ron"));
        let inside =
            Walk::of(overlay, GAMES)?.into_iter().filter(|name| !folders.iter().any(|f| is_below(name, f)));
        for name in loose.chain(inside) {
            let stray = self.stray(overlay, name.clone())?;
            let help = stray.as_ref().and_then(|s| s.help.clone());
            let message = format!("`{name}` is no data of a game");
            problems.push(Problem::of_file(overlay.join(name), message, help));
        }
        Ok(problems)
    }

    /// The file of an overlay as a stray, unless the base has it too.
    fn stray(&self, overlay: &Path, name: String) -> Result<Option<Stray>, Problems> {
        if name.ends_with(".ron") && locate(self.base(), &name)?.is_some_and(|path| path.is_file()) {
            return Ok(None);
        }
        let help = if name.ends_with(".ron") {
            self.nearest_file(&name)
        } else {
            Some("only `.ron` files are laid over ours; notes may end with `.md` or `.txt`".to_owned())
        };
        Ok(Some(Stray { path: overlay.join(&name), name, help }))
    }

    /// The nearest name for the first part of a path that the base does not have.
    fn nearest_file(&self, name: &str) -> Option<String> {
        let mut folder = String::new();
        for part in name.split('/') {
            let there = names_in(self.base(), &folder).ok()?;
            if !there.iter().any(|(n, _)| n == part) {
                let wanted = part.trim_end_matches(".ron");
                let is_file = part.ends_with(".ron");
                let fits =
                    |(n, is_dir): &&(String, bool)| if is_file { n.ends_with(".ron") } else { *is_dir };
                let names: Vec<&str> = there.iter().filter(fits).map(|(n, _)| n.as_str()).collect();
                let near = nearest(wanted, names.iter().map(|n| n.trim_end_matches(".ron")));
                return match near.and_then(|near| names.iter().find(|n| n.trim_end_matches(".ron") == near)) {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None if names.is_empty() => None,
                    None => Some(format!("there are {}", listed(names.into_iter()))),
                };
            }
            if !folder.is_empty() {
                folder.push('/');
            }
            folder.push_str(part);
        }
        None
    }
}

fn is_below(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The files below a folder of an overlay, in order.
struct Walk<'w> {
    overlay: &'w Path,
    files: Vec<String>,
    left: usize,
}

impl Walk<'_> {
    fn of(overlay: &Path, folder: &str) -> Result<Vec<String>, Problems> {
        let mut walk = Walk { overlay, files: Vec::new(), left: MOST_ENTRIES };
        if locate(overlay, folder)?.is_some_and(|path| path.is_dir()) {
            walk.enter(folder, DEEPEST)?;
        }
        Ok(walk.files)
    }

    fn enter(&mut self, folder: &str, deeper: usize) -> Result<(), Problems> {
        for (name, is_dir) in names_in(self.overlay, folder)? {
            if deeper == 0 || self.left == 0 {
                let message = "this holds far more than an overlay can";
                let help = Some("is this the right folder?".to_owned());
                return Err(Problem::of_file(self.overlay.join(folder), message, help).into());
            }
            self.left -= 1;
            let name = format!("{folder}/{name}");
            if is_dir {
                // A link that leads out is refused here.
                locate(self.overlay, &name)?;
                self.enter(&name, deeper - 1)?;
            } else if !name.ends_with(".md") && !name.ends_with(".txt") {
                self.files.push(name);
            }
        }
        Ok(())
    }
}

/// The names in a folder in order, and whether each is a folder; hidden ones left out.
fn names_in(root: &Path, folder: &str) -> Result<Vec<(String, bool)>, Problems> {
    let place = root.join(folder);
    let told = |error: std::io::Error| {
        Problems::from(Problem::of_file(&place, format!("cannot be listed: {error}"), None))
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(&place).map_err(told)? {
        let entry = entry.map_err(told)?;
        let Ok(name) = entry.file_name().into_string() else {
            let help = Some("rename it".to_owned());
            return Err(Problem::of_file(entry.path(), "the file's name is not UTF-8", help).into());
        };
        if !name.starts_with('.') {
            names.push((name, entry.path().is_dir()));
        }
        if names.len() > MOST_ENTRIES {
            break;
        }
    }
    names.sort();
    Ok(names)
}
