//! The kernel on its own example game.

mod driver;
mod playout;
mod timeline;
