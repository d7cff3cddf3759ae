//! What of the race may be adjusted by hand: scores, pots and the cup.

use bevy::prelude::World;

use super::{Bank, Phase, Pot, Score};
use crate::kernel::adjust::Adjustment;
use crate::kernel::driver::{self, Fault};
use crate::kernel::ids::Pieces;
use crate::kernel::phase::{Flow, Phases as _};

/// The largest pot that can be set.
const POT: i32 = 30;

/// Scores and pots while a turn waits for its choice, and a cup that may be spoiled for tests.
pub(super) fn adjustments(world: &World) -> Vec<Adjustment> {
    let frames = world.resource::<Flow>().frames();
    let chooses = matches!(frames, [only] if only.phase == Phase::Roll.index() && only.step == 1);
    if !chooses {
        return Vec::new();
    }
    let bank = world.resource::<Bank>();
    let pieces = world.resource::<Pieces>();
    let numbers = |top: i32| (0..=top).map(|n| (n.to_string(), n.to_string())).collect();
    let mut out = Vec::new();
    for id in pieces.ids() {
        let (entity, code) = (pieces.entity(id), pieces.code(id));
        let mut add = |name: &str, now: i32, top: i32| {
            out.push(Adjustment {
                id: format!("{name}:{code}"),
                label: format!("{name} of {code}"),
                piece: Some(id),
                now: now.to_string(),
                values: numbers(top),
            });
        };
        add("score", world.get::<Score>(entity).map_or(0, |s| s.0), bank.goal - 1);
        add("pot", world.get::<Pot>(entity).map_or(0, |p| p.0), POT);
    }
    // Filling an emptied cup the wrong way round breaks an invariant: tests see that it is refused.
    out.push(Adjustment {
        id: "cup".into(),
        label: "cup".into(),
        piece: None,
        now: bank.cup.len().to_string(),
        values: vec![("empty".into(), "empty".into()), ("spoilt".into(), "spoilt".into())],
    });
    out
}

/// Carries one out.
pub(super) fn adjust(world: &mut World, id: &str, value: &str) -> Result<(), Fault> {
    let number = value.parse().unwrap_or(0);
    match id.split_once(':') {
        Some((name, code)) => {
            let pieces = world.resource::<Pieces>();
            if let Some(entity) = pieces.find(code).map(|id| pieces.entity(id)) {
                if name == "score" {
                    world.entity_mut(entity).insert(Score(number));
                } else {
                    world.entity_mut(entity).insert(Pot(number));
                }
            }
        }
        None => world.resource_mut::<Bank>().cup = if value == "empty" { Vec::new() } else { vec![3, 2] },
    }
    driver::ask_again(world, 0)
}
