//! The rules kernel: phases, decisions, luck, charts, journal. It knows no game.

pub mod chart;
pub mod dice;
pub mod fraction;
pub mod ids;
