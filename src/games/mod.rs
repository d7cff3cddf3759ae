//! The games, one folder each, and the list of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::kernel::data::{DataRoot, Problems, Source};
use crate::kernel::game::Game;

pub mod dambusters;

/// Loads all games from the data folder with the owner's overlays above it, the last on top.
///
/// # Errors
/// Every fault of the data of all games.
pub fn load(data_dir: &Path, overlays: &[PathBuf]) -> Result<Vec<Arc<dyn Game>>, Problems> {
    let root = root(data_dir, overlays);
    let dambusters = dambusters::data::Content::load(&root)?;
    Ok(vec![Arc::new(dambusters::DambusterRaid::new(dambusters))])
}

/// The data folder with overlays above it.
#[must_use]
pub fn root(data_dir: &Path, overlays: &[PathBuf]) -> DataRoot {
    overlays.iter().fold(DataRoot::new(data_dir), |root, overlay| root.with_overlay(overlay))
}

/// Checks a single file of a player's own as a chart or scenario of the games; `None` when it is neither.
///
/// # Errors
/// Every fault of the data that it is checked against.
pub fn check_file(root: &DataRoot, source: &Source) -> Result<Option<Result<(), Problems>>, Problems> {
    let chart = source.has("rows") && source.has("columns");
    let scenario = source.has("aircraft");
    if !chart && !scenario {
        return Ok(None);
    }
    let content = dambusters::data::Content::load(root)?;
    Ok(Some(if chart {
        content.read_chart(source).map(|_| ())
    } else {
        content.read_scenario(source).map(|_| ())
    }))
}
