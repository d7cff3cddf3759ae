//! Duel in the Dark.

pub mod data;
