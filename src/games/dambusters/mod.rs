//! Dambuster Raid: the attack on the German dams, 16–17 May 1943.

pub mod data;
