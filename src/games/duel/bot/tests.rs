//! The bots against small positions.
