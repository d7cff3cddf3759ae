//! Bomber's Moon: board games of the night air war with every rule enforced.
//!
//! Three modules, one direction: `client` → [`games`] → [`kernel`]. The kernel knows no game, a game knows no pixel,
//! clock or file, and one game never names another. See `ARCHITECTURE.md`.

#[cfg(feature = "client")]
pub mod client;
pub mod games;
pub mod kernel;
