//! Clause tests of Duel in the Dark: one module a section of the rules, forced draws, both ways.

#[path = "duel/table.rs"]
mod table;

#[path = "duel/attack.rs"]
mod attack;
#[path = "duel/board.rs"]
mod board;
#[path = "duel/bomber.rs"]
mod bomber;
#[path = "duel/change.rs"]
mod change;
#[path = "duel/course.rs"]
mod course;
#[path = "duel/example.rs"]
mod example;
#[path = "duel/framework.rs"]
mod framework;
#[path = "duel/ground.rs"]
mod ground;
#[path = "duel/hints.rs"]
mod hints;
#[path = "duel/medals.rs"]
mod medals;
#[path = "duel/mosquito.rs"]
mod mosquito;
#[path = "duel/nights.rs"]
mod nights;
#[path = "duel/phases.rs"]
mod phases;
#[path = "duel/secrecy.rs"]
mod secrecy;
#[path = "duel/solo.rs"]
mod solo;
#[path = "duel/special.rs"]
mod special;
#[path = "duel/squadrons.rs"]
mod squadrons;
#[path = "duel/undo.rs"]
mod undo;
#[path = "duel/weather.rs"]
mod weather;
