//! The desktop client: screens, board, panels.

pub mod theme;
