//! 8.0 to 11.0: the campaign on the ground.

mod rig;

mod groundcrew;
mod requisitions;
mod security;
mod turn;
