//! The kernel on its own example game.

mod adjust;
mod driver;
mod playout;
mod timeline;
