//! What flying costs squadrons (clauses fuel.c to fuel.f; clauses wind.b and wind.d).
//!
//! Circling, climbing on the spot and landing are no flights and know no wind (clause wind.c).

use crate::games::duel::data::{Bearing, FuelFile};

/// Lines for one hex in `bearing` while the wind blows to `wind`: only the exact bearing is with the wind, only the
/// exact opposite against it (clause wind.b).
#[must_use]
pub fn hex(fuel: &FuelFile, wind: Bearing, bearing: Bearing) -> u8 {
    if bearing == wind {
        fuel.tail // [fuel.e]
    } else if bearing == wind.opposite() {
        fuel.head // [fuel.d]
    } else {
        fuel.cross // [fuel.c]
    }
}
