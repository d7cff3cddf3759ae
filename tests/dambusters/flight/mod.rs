//! 6.0 to 7.10: the Flight Map and the Flight Turn.

pub mod sky;

mod acquisition;
mod attack;
mod cleanup;
mod coordination;
mod effects;
mod hazards;
mod map;
mod movement;
mod navigation;
mod resolving;
mod secret;
mod targets;
mod walk;
mod waves;
mod wireless;
