//! The games, one folder each, and the list of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::kernel::data::{DataRoot, Problems};
use crate::kernel::game::Game;

pub mod dambusters;

/// Loads all games from the data folder with the owner's overlays above it, the last on top.
///
/// # Errors
/// Every fault of the data of all games.
pub fn load(data_dir: &Path, overlays: &[PathBuf]) -> Result<Vec<Arc<dyn Game>>, Problems> {
    let root = overlays.iter().fold(DataRoot::new(data_dir), DataRoot::with_overlay);
    let dambusters = dambusters::DambusterRaid::new(dambusters::data::Content::load(&root)?);
    Ok(vec![Arc::new(dambusters)])
}
