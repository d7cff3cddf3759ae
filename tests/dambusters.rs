//! Clause tests of Dambuster Raid: one module a section of the rules, forced luck, both ways.

#[path = "dambusters/table.rs"]
mod table;

#[path = "dambusters/approach.rs"]
mod approach;
#[path = "dambusters/attack.rs"]
mod attack;
