//! Rules that need no world: pure functions of values.

pub mod draws;
pub mod launch;
pub mod line;
pub mod odds;
pub mod release;
pub mod returning;
