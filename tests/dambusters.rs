//! Clause tests of Dambuster Raid: one module a section of the rules, forced luck, both ways.

#[path = "dambusters/table.rs"]
mod table;

#[path = "dambusters/approach.rs"]
mod approach;
#[path = "dambusters/circling.rs"]
mod circling;
#[path = "dambusters/climb.rs"]
mod climb;
#[path = "dambusters/detonation.rs"]
mod detonation;
#[path = "dambusters/endgame.rs"]
mod endgame;
#[path = "dambusters/ends.rs"]
mod ends;
#[path = "dambusters/gunnery.rs"]
mod gunnery;
#[path = "dambusters/late.rs"]
mod late;
#[path = "dambusters/nightfighter.rs"]
mod nightfighter;
#[path = "dambusters/release.rs"]
mod release;
#[path = "dambusters/rig.rs"]
mod rig;
#[path = "dambusters/secrecy.rs"]
mod secrecy;
#[path = "dambusters/status.rs"]
mod status;
