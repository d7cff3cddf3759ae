//! 9.0 to 11.0 The Planning Turn, phase by phase, and Flight Preparation.

pub(crate) mod elite;
pub(crate) mod groundcrew;
pub(crate) mod modifications;
pub(crate) mod preparation;
pub(crate) mod recon;
pub(crate) mod requisitions;
pub(crate) mod security;
pub(crate) mod sortie;
pub(crate) mod training;
pub(crate) mod turn;
