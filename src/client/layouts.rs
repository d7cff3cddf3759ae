//! Layouts: what a player lays out by hand, kept under a name as RON, one file each.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Things laid out on the places of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Format of the file: 1.
    pub format: u32,
    /// Its name.
    pub name: String,
    /// What lies where: thing, place, how many.
    pub things: Vec<(String, String, u8)>,
}

/// The shipped layouts as written in a game's `layouts.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shipped {
    format: u32,
    layouts: Vec<Kept>,
}

fn folder(user: &Path, game: &str) -> PathBuf {
    user.join("layouts").join(game)
}

/// The shipped layouts of a game and then the player's own, by name; what cannot be read is told.
#[must_use]
pub fn load(assets: &Path, user: &Path, game: &str) -> (Vec<Kept>, Vec<String>) {
    let (mut found, mut notices) = (Vec::new(), Vec::new());
    let shipped = assets.join("games").join(game).join("layouts.ron");
    if let Ok(text) = std::fs::read_to_string(&shipped) {
        match ron::from_str::<Shipped>(&text) {
            Ok(file) if file.format == 1 => found.extend(file.layouts),
            Ok(file) => notices.push(format!("{}: format {} is unknown.", shipped.display(), file.format)),
            Err(e) => notices.push(format!("{}: {e}.", shipped.display())),
        }
    }
    let mut own = Vec::new();
    for entry in std::fs::read_dir(folder(user, game)).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "ron") {
            continue;
        }
        let read = std::fs::read_to_string(&path).map_err(|e| e.to_string());
        match read.and_then(|text| ron::from_str::<Kept>(&text).map_err(|e| e.to_string())) {
            Ok(kept) if kept.format == 1 => own.push(kept),
            Ok(kept) => notices.push(format!("{}: format {} is unknown.", path.display(), kept.format)),
            Err(e) => notices.push(format!("{}: {e}.", path.display())),
        }
    }
    own.sort_by(|a, b| a.name.cmp(&b.name));
    found.extend(own);
    (found, notices)
}

/// Keeps a layout among the player's own; one of the same name is replaced.
///
/// # Errors
/// Words: the name gives no file, or the system refuses.
pub fn keep(user: &Path, game: &str, kept: &Kept) -> Result<PathBuf, String> {
    let letters = |c: char| if c.is_alphanumeric() || c == '-' || c == ' ' { c } else { '-' };
    let name: String = kept.name.trim().chars().map(letters).take(60).collect();
    if name.is_empty() {
        return Err("A layout needs a name".to_owned());
    }
    let folder = folder(user, game);
    let path = folder.join(format!("{name}.ron"));
    let told = |e: String| format!("{} cannot be written: {e}", path.display());
    std::fs::create_dir_all(&folder).map_err(|e| told(e.to_string()))?;
    let text = ron::ser::to_string_pretty(kept, ron::ser::PrettyConfig::default())
        .map_err(|e| told(e.to_string()))?;
    // Written aside and put in place, so that a crash leaves the old one.
    let aside = path.with_extension("new");
    std::fs::write(&aside, text)
        .and_then(|()| std::fs::rename(&aside, &path))
        .map_err(|e| told(e.to_string()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_is_kept_found_again_and_replaced() {
        let user = tempfile::tempdir().unwrap();
        let mut kept =
            Kept { format: 1, name: "Coast/1".into(), things: vec![("flak".into(), "11".into(), 2)] };
        keep(user.path(), "duel", &kept).unwrap();
        kept.things[0].2 = 3;
        keep(user.path(), "duel", &kept).unwrap();
        let (found, notices) = load(Path::new("nowhere"), user.path(), "duel");
        assert_eq!(found, [kept]);
        assert!(notices.is_empty());
        let blank = Kept { format: 1, name: "  ".into(), things: Vec::new() };
        assert!(keep(user.path(), "duel", &blank).is_err());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_rest_is_there() {
        let user = tempfile::tempdir().unwrap();
        let folder = folder(user.path(), "duel");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("bad.ron"), "(format:").unwrap();
        let good = Kept { format: 1, name: "Good".into(), things: Vec::new() };
        keep(user.path(), "duel", &good).unwrap();
        let (found, notices) = load(Path::new("nowhere"), user.path(), "duel");
        assert_eq!(found, [good]);
        assert!(notices.len() == 1 && notices[0].contains("bad.ron"));
    }
}
