//! What planning still brings about while the raid is in the air.

use crate::games::dambusters::data::{Colour, DamId};

/// What the rules keep beside the plan once the raid is launched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Aloft {
    /// The Hazard marker that the Jinx brought in this Flight Turn (clause 13.2.2.a).
    pub ill: Option<(Colour, u8)>,
    /// Dams whose Recon Level marker is turned over, and where no Surprise Check is made any more, by `DamId as usize`
    /// (clauses 12.0.a and 12.1.c).
    pub turned: [bool; 8],
}

impl Aloft {
    /// Whether the Recon Level marker of a dam lies with its back up.
    #[must_use]
    pub fn turned(&self, dam: DamId) -> bool {
        self.turned[dam as usize]
    }

    /// No Surprise Check is made at any dam from now on, as in a follow-up raid (clause 12.0.a).
    pub fn no_more_surprise(&mut self) {
        self.turned = [true; 8];
    }
}
