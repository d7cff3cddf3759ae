//! How many approach chits a Lancaster draws (4.2.2, 4.2.3).

use crate::games::dambusters::components::ChitKind;
use crate::games::dambusters::data::{EliteKind, Hazard};
use crate::games::dambusters::op::Ship;

/// Chits permitted: the level's number, +1 Engineer or Navigator, −1 for each Faulty Controls of the kind and for
/// each letter; never below 0 (clauses 4.2.2.c, 4.2.3.a). `letters` are S, A and M of the Approach Vector.
#[must_use]
pub fn permitted(kind: ChitKind, base: i8, ship: &Ship, letters: [u8; 3]) -> u8 {
    let (elite, hazard, letter) = match kind {
        // [2.3.2.a] Engineer; [7.7.3g.a] Faulty Controls; [4.2.1.d] S.
        ChitKind::Speed => (EliteKind::Engineer, Hazard::FaultyControlsSpeed, letters[0]),
        // [2.3.5.c] Navigator; [4.2.1.e] A.
        ChitKind::Altitude => (EliteKind::NavigatorAltitude, Hazard::FaultyControlsAltitude, letters[1]),
    };
    let count = i16::from(base) + i16::from(ship.has(elite))
        - i16::from(ship.attached.count(hazard))
        - i16::from(letter);
    u8::try_from(count.clamp(0, 7)).unwrap_or(0)
}
