//! The games, one folder each, and the list of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::kernel::data::{DataRoot, Problems, Source};
use crate::kernel::game::Game;

pub mod dambusters;
pub mod duel;

/// Loads all games from the data folder with the owner's overlays above it, the last on top.
///
/// # Errors
/// Every fault of the data of all games.
pub fn load(data_dir: &Path, overlays: &[PathBuf]) -> Result<Vec<Arc<dyn Game>>, Problems> {
    let root = root(data_dir, overlays);
    let folders = [dambusters::data::FOLDER, duel::data::FOLDER];
    let mut problems = root.check_overlays(&folders).err().unwrap_or_default();
    let mut games: Vec<Arc<dyn Game>> = Vec::new();
    match dambusters::data::Content::load(&root) {
        Ok(content) => games.push(Arc::new(dambusters::DambusterRaid::new(content))),
        Err(found) => problems.extend(found),
    }
    match duel::data::Content::load(&root) {
        Ok(content) => games.push(Arc::new(duel::DuelInTheDark::new(content))),
        Err(found) => problems.extend(found),
    }
    problems.or(games)
}

/// The data folder with overlays above it.
#[must_use]
pub fn root(data_dir: &Path, overlays: &[PathBuf]) -> DataRoot {
    overlays.iter().fold(DataRoot::new(data_dir), |root, overlay| root.with_overlay(overlay))
}

/// Checks a single file of a player's own: a scenario, chart, table or ledger of one of the games. `None` when it is
/// none of these.
///
/// # Errors
/// Every fault of the file, or of the data that it is checked against.
pub fn check_file(root: &DataRoot, source: &Source) -> Result<Option<()>, Problems> {
    // The narrower test first: both games have ledgers, and `markers`.
    if duel::data::FileKind::of(source).is_some() {
        let content = duel::data::Content::load(root)?;
        return content.check_file(source).map(|_| Some(()));
    }
    if dambusters::data::FileKind::of(source).is_some() {
        let content = dambusters::data::Content::load(root)?;
        return content.check_file(source).map(|_| Some(()));
    }
    Ok(None)
}
