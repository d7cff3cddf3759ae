//! Where data files lie: the program's own folder, and the owner's overlays above it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::problem::{Problem, Problems};
use super::source::{Limits, Source, read_bytes, read_source};

/// A base folder and the overlay folders laid over it value by value, the last on top.
///
/// Files are named by relative paths with `/`. No name leads outside the folder it is looked up in:
/// not by `..`, not as an absolute path, not through a symbolic link.
#[derive(Clone, Debug)]
pub struct DataRoot {
    base: PathBuf,
    overlays: Vec<PathBuf>,
}

impl DataRoot {
    /// A root over this folder, without overlays.
    pub fn new(base: impl Into<PathBuf>) -> Self {
        DataRoot { base: base.into(), overlays: Vec::new() }
    }

    /// The same root with one more overlay on top.
    #[must_use]
    pub fn with_overlay(mut self, folder: impl Into<PathBuf>) -> Self {
        self.overlays.push(folder.into());
        self
    }

    /// The base folder.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The overlay folders, the topmost last.
    pub fn overlays(&self) -> &[PathBuf] {
        &self.overlays
    }

    /// Where a file lies: in the topmost overlay that has it, else in the base.
    pub fn resolve(&self, file: &str) -> Result<PathBuf, Problems> {
        self.layers(file)?.pop().ok_or_else(|| fault(self.base.join(file), "no such file", None))
    }

    /// Every version of a file, from the base up; empty when there is none.
    pub fn layers(&self, file: &str) -> Result<Vec<PathBuf>, Problems> {
        let mut found = Vec::new();
        for folder in std::iter::once(&self.base).chain(&self.overlays) {
            found.extend(locate(folder, file)?);
        }
        Ok(found)
    }

    /// The version of a file in the base folder, overlays aside.
    pub fn in_base(&self, file: &str) -> Result<PathBuf, Problems> {
        locate(&self.base, file)?.ok_or_else(|| fault(self.base.join(file), "no such file", None))
    }

    /// Reads a file with the overlays' values laid over the base's, the last on top.
    ///
    /// A file that only overlays have is the lowest of them with the others over it.
    pub fn read(&self, file: &str, limits: &Limits) -> Result<Source, Problems> {
        let mut problems = Problems::new();
        let mut sources = Vec::new();
        for (name, folder) in self.folders() {
            let Some(path) = locate(folder, file)? else { continue };
            match read_source(path, limits) {
                Ok(source) => sources.push((name.clone(), Source { of: name, ..source })),
                Err(found) => problems.extend(found),
            }
        }
        let mut sources = problems.or(sources)?.into_iter();
        let (_, lowest) = sources.next().ok_or_else(|| fault(self.base.join(file), "no such file", None))?;
        Ok(lowest.with_overlays(sources.collect()))
    }

    /// All folders from the base up, with the names of the overlays: those of their folders.
    fn folders(&self) -> impl Iterator<Item = (String, &Path)> {
        let name = |folder: &Path| {
            let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            let name = full.file_name().map(|name| super::tree::shortened(&name.to_string_lossy()));
            name.unwrap_or_else(|| "overlay".to_owned())
        };
        let overlays = self.overlays.iter().map(move |folder| (name(folder), folder.as_path()));
        std::iter::once((String::new(), self.base.as_path())).chain(overlays)
    }

    /// The `.ron` files directly in a folder, over all layers, sorted, each as a name for
    /// [`DataRoot::resolve`]. A folder that no layer has holds no files.
    ///
    /// Files are listed whether or not they can be read, so that a broken one is not lost from view.
    pub fn list_ron(&self, folder: &str) -> Result<Vec<String>, Problems> {
        let mut names = BTreeSet::new();
        for place in self.layers(folder)? {
            if !place.is_dir() {
                return Err(fault(place, "expected a folder, found a file", None));
            }
            let told = |error: std::io::Error| fault(&place, format!("cannot be listed: {error}"), None);
            for entry in fs::read_dir(&place).map_err(told)? {
                let name = entry.map_err(told)?.file_name();
                let Some(name) = name.to_str() else {
                    return Err(fault(
                        place.join(&name),
                        "the file's name is not UTF-8",
                        Some("rename it".into()),
                    ));
                };
                if name.ends_with(".ron") && !name.starts_with('.') {
                    names.insert(if folder.is_empty() {
                        name.to_owned()
                    } else {
                        format!("{}/{name}", folder.trim_end_matches('/'))
                    });
                }
            }
        }
        Ok(names.into_iter().collect())
    }

    /// A 64-bit digest (xxh3) of these files in all layers: names, presence and contents, in the
    /// order of the names however given. Carriage returns do not count, nor do overlays that have none of the files;
    /// the order of the others does.
    pub fn hash(&self, files: &[impl AsRef<str>]) -> Result<u64, Problems> {
        let mut digest = Xxh3::new();
        digest.update(&self.hash_base(files)?.to_le_bytes());
        for folder in &self.overlays {
            let mut touches = false;
            for file in files {
                touches |= locate(folder, file.as_ref())?.is_some();
            }
            if touches {
                digest.update(&hash_folder(folder, files)?.to_le_bytes());
            }
        }
        Ok(digest.digest())
    }

    /// The digest of these files in the base folder alone.
    pub fn hash_base(&self, files: &[impl AsRef<str>]) -> Result<u64, Problems> {
        hash_folder(&self.base, files)
    }

    /// The digest of these files in each overlay, in order.
    pub fn hash_overlays(&self, files: &[impl AsRef<str>]) -> Result<Vec<u64>, Problems> {
        self.overlays.iter().map(|o| hash_folder(o, files)).collect()
    }
}

/// Most bytes of one file that goes into a digest.
const LARGEST_HASHED: u64 = 64 * 1024 * 1024;

/// Digest of the named files in one folder; files that are not there count as absent.
fn hash_folder(folder: &Path, files: &[impl AsRef<str>]) -> Result<u64, Problems> {
    let names: BTreeSet<&str> = files.iter().map(AsRef::as_ref).collect();
    let mut digest = Xxh3::new();
    for name in names {
        digest.update(&(name.len() as u64).to_le_bytes());
        digest.update(name.as_bytes());
        match locate(folder, name)? {
            None => digest.update(&[0]),
            Some(path) => {
                let mut bytes = read_bytes(&path, LARGEST_HASHED)?;
                // Checked out by git on Windows, a text has `\r\n`: that is no change of rules.
                bytes.retain(|&b| b != b'\r');
                digest.update(&[1]);
                digest.update(&(bytes.len() as u64).to_le_bytes());
                digest.update(&bytes);
            }
        }
    }
    Ok(digest.digest())
}

fn fault(path: impl Into<PathBuf>, message: impl Into<String>, help: Option<String>) -> Problems {
    Problem::of_file(path, message, help).into()
}

/// Where a name leads inside one folder; `None` when nothing is there.
pub(super) fn locate(folder: &Path, file: &str) -> Result<Option<PathBuf>, Problems> {
    let full = folder.join(safe(file).map_err(|message| {
        fault(file, message, Some("name files relative to the data folder, like `games/x/board.ron`".into()))
    })?);
    if full.symlink_metadata().is_err() {
        return Ok(None);
    }
    let told = |error: std::io::Error| fault(&full, format!("cannot be found: {error}"), None);
    let real = full.canonicalize().map_err(told)?;
    let home = folder.canonicalize().map_err(told)?;
    if !real.starts_with(&home) {
        return Err(fault(
            &full,
            "the path leaves the data folder through a link",
            Some("copy the file into the folder".into()),
        ));
    }
    Ok(Some(full))
}

/// A relative path of plain names, or why it is none.
fn safe(file: &str) -> Result<PathBuf, String> {
    let shown = super::tree::shortened(file);
    if file.chars().any(|c| super::problem::forbidden(c) || matches!(c, '\\' | ':' | '\n' | '\r' | '\t')) {
        return Err(format!("the path `{shown}` holds characters that are not allowed"));
    }
    let mut out = PathBuf::new();
    for part in Path::new(file).components() {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                return Err(format!("the path `{shown}` climbs out of its folder"));
            }
            Component::RootDir | Component::Prefix(_) => {
                return Err(format!("the path `{shown}` is absolute"));
            }
        }
    }
    Ok(out)
}
