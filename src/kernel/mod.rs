//! The rules kernel: phases, decisions, luck, charts, journal. It knows no game.

pub mod account;
pub mod adjust;
pub mod ai;
pub mod chart;
pub mod chronicle;
pub mod content;
pub mod data;
pub mod decision;
pub mod dice;
pub mod driver;
pub mod fortune;
pub mod fraction;
pub mod game;
pub mod ids;
pub mod journal;
pub mod phase;
pub mod rules;
pub mod seats;
pub mod snapshot;
pub mod store;
pub mod tally;
pub mod testkit;
pub mod timeline;
