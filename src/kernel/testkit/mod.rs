//! What the tests of every game call: random play with checks at each step, scripts for clause tests, checks of
//! schedules, and an example game.
//!
//! Everything here reports a failure by a panic, as tests do; nothing of it runs in a game.

pub mod playout;
pub mod script;
pub mod toy;

use bevy::prelude::World;

use super::phase::PhaseTable;

/// Builds every phase schedule of an installed world and lists those in which two systems touch the same state in
/// no fixed order.
#[must_use]
pub fn unordered_phases(world: &mut World) -> Vec<String> {
    let Some(table) = world.get_resource::<PhaseTable>().cloned() else {
        return vec!["the world has no phases".to_owned()];
    };
    let mut faults = Vec::new();
    for (label, (name, _)) in table.labels.iter().zip(&table.names) {
        let built = world.try_schedule_scope(*label, |world, schedule| {
            schedule.initialize(world).map(|_| ()).map_err(|e| e.to_string(schedule.graph(), world))
        });
        match built {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => faults.push(format!("{name}: {fault}")),
            Err(missing) => faults.push(format!("{name}: {missing}")),
        }
    }
    faults
}
