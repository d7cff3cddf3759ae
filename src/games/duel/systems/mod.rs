//! The systems of the phases, one file a section of the rules.

pub mod aircraft;
pub mod bomber;
pub mod defence;
pub mod german;
pub mod mosquito;
pub mod night;
pub mod plan;
pub mod solo;
pub mod squadrons;
pub mod weather;
