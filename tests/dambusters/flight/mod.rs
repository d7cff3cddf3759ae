//! 6.0 to 7.10: the Flight Map and the Flight Turn.

mod sky;

mod coordination;
mod map;
mod movement;
mod navigation;
mod targets;
mod waves;
mod wireless;
