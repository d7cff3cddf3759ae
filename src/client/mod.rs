//! The desktop client: screens, board, panels.
