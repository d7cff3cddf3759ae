//! Clause tests of Dambuster Raid: one module a section of the rules, forced luck, both ways.

#[path = "dambusters/campaigned.rs"]
mod campaigned;
#[path = "dambusters/rig.rs"]
mod rig;
#[path = "dambusters/sortie.rs"]
mod sortie;
#[path = "dambusters/table.rs"]
mod table;

#[path = "dambusters/account.rs"]
mod account;
#[path = "dambusters/adjustment.rs"]
mod adjustment;
#[path = "dambusters/chits.rs"]
mod chits;
#[path = "dambusters/circling.rs"]
mod circling;
#[path = "dambusters/climb.rs"]
mod climb;
#[path = "dambusters/decision.rs"]
mod decision;
#[path = "dambusters/detonation.rs"]
mod detonation;
#[path = "dambusters/elite.rs"]
mod elite;
#[path = "dambusters/endgame.rs"]
mod endgame;
#[path = "dambusters/ends.rs"]
mod ends;
#[path = "dambusters/evasion.rs"]
mod evasion;
#[path = "dambusters/flak.rs"]
mod flak;
#[path = "dambusters/flight/mod.rs"]
mod flight;
#[path = "dambusters/follow_up.rs"]
mod follow_up;
#[path = "dambusters/general.rs"]
mod general;
#[path = "dambusters/group.rs"]
mod group;
#[path = "dambusters/gunnery.rs"]
mod gunnery;
#[path = "dambusters/late.rs"]
mod late;
#[path = "dambusters/linked.rs"]
mod linked;
#[path = "dambusters/marker.rs"]
mod marker;
#[path = "dambusters/nightfighter.rs"]
mod nightfighter;
#[path = "dambusters/one_night.rs"]
mod one_night;
#[path = "dambusters/overlay.rs"]
mod overlay;
#[path = "dambusters/part.rs"]
mod part;
#[path = "dambusters/planning/mod.rs"]
mod planning;
#[path = "dambusters/release.rs"]
mod release;
#[path = "dambusters/run.rs"]
mod run;
#[path = "dambusters/secrecy.rs"]
mod secrecy;
#[path = "dambusters/status.rs"]
mod status;
#[path = "dambusters/vector.rs"]
mod vector;
#[path = "dambusters/walk.rs"]
mod walk;
