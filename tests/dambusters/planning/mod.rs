//! 8.0 to 11.0: the campaign on the ground.

mod rig;

mod flight;
mod groundcrew;
mod jinx;
mod line;
mod modifications;
mod preparation;
mod recon;
mod requisitions;
mod security;
mod sortie;
mod surprise;
mod training;
mod turn;
