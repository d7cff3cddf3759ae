//! The rules as systems, one file a section of the rules.

pub mod attack_order;
pub mod chits;
pub mod circling;
pub mod damage;
pub mod decision;
pub mod endgame;
pub mod flak;
pub mod flight;
pub mod follow_up;
pub mod gunnery;
pub mod jinx;
pub mod one_night;
pub mod planning;
pub mod release;
pub mod run;
pub mod status;
pub mod surprise;
