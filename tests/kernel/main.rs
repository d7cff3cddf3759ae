//! The kernel on its own example game.

mod adjust;
mod driver;
mod notes;
mod playout;
mod timeline;
