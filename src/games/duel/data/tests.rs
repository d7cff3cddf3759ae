//! The shipped data.

use super::*;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

fn content() -> Content {
    match Content::load(&DataRoot::new(ASSETS)) {
        Ok(content) => content,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

#[test]
fn the_shipped_data_is_sound() {
    let content = content();
    assert_eq!(content.ledger.clauses.len(), 328);
    let ids: Vec<_> = content.scenarios.iter().map(|s| s.file.id.as_str()).collect();
    assert_eq!(
        ids,
        ["duel/one-night", "duel/two-nights", "duel/swap", "duel/campaign", "duel/solo", "duel/example"]
    );
}
