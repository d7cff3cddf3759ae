//! A table to test on.

use std::sync::{Arc, OnceLock};

use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::data::Content;
use bombers_moon::kernel::data::DataRoot;
use bombers_moon::kernel::game::Game;

/// The game on the shipped data, loaded once.
pub fn game() -> Arc<dyn Game> {
    static GAME: OnceLock<Arc<dyn Game>> = OnceLock::new();
    GAME.get_or_init(|| {
        let root = DataRoot::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
        let content = Content::load(&root).unwrap_or_else(|problems| panic!("{problems}"));
        Arc::new(DambusterRaid::new(content))
    })
    .clone()
}
