//! Clause tests of Duel in the Dark: one module a section of the rules, forced draws, both ways.

#[path = "duel/table.rs"]
mod table;

#[path = "duel/attack.rs"]
mod attack;
#[path = "duel/change.rs"]
mod change;
#[path = "duel/ground.rs"]
mod ground;
#[path = "duel/medals.rs"]
mod medals;
#[path = "duel/solo.rs"]
mod solo;
#[path = "duel/special.rs"]
mod special;
#[path = "duel/squadrons.rs"]
mod squadrons;
#[path = "duel/weather.rs"]
mod weather;
