//! The desktop client: screens, menus, board, panels.
//!
//! [`app`] puts it together. `screens` fill the window, `menus` lie over them; both are lists of one-file plugins.

pub mod app;
pub mod art;
pub mod board;
mod failure;
pub mod games;
pub mod hotseat;
pub mod keys;
pub mod layouts;
pub mod menus;
pub mod panels;
pub mod paths;
pub mod play;
pub mod screens;
pub mod screenshot;
pub mod session;
pub mod settings;
pub mod theme;
pub mod third_party;
pub mod widgets;

pub use app::{ClientOptions, NewTable, Open, run};
pub use screenshot::{Policy, ScreenshotOptions};
