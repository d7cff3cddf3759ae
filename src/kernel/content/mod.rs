//! What every game does with its data folder: read all files, report every fault of every one, ledger and overlays
//! included.
//!
//! A game describes its folder with [`Home`], reads it with [`Loader`] inside [`load`], and checks single files of a
//! player's own with [`table_of`] and [`ledger_of`]. What a check finds is gathered as [`Faults`].

mod faults;
mod ledger;
mod loader;
mod options;
mod overlays;

pub use faults::{Fault, Faults, check_format, check_text};
pub use ledger::{Clauses, is_ledger_of, ledger_of};
pub use loader::{Home, Loader, admit, limits, load, table_of};
pub use options::{OptionFault, pick};
pub use overlays::{blame, strays};
