//! Bomber's Moon: board games of the night air war with every rule enforced.
//!
//! Modules in one direction: `client` → [`games`] → [`kernel`], and [`cli`] above them. The kernel knows no game, a game knows no pixel,
//! clock or file, and one game never names another. See `ARCHITECTURE.md`.

pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod games;
pub mod kernel;
