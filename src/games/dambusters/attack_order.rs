//! What the rules keep of the Attack Order, by which a squadron without VHF flies (clauses 11.6.a to 11.6.4.b).

use bevy::prelude::Component;
use serde::Serialize;

/// What a Lancaster is on a Target Map without VHF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Rank {
    /// It came by itself, or flies on alone: in nobody's line (clause 11.6.2.c).
    #[default]
    Straggler,
    /// It stands in the line of its wave (clause 11.6.1.a).
    Line,
    /// It leads its wave (clause 11.6.2.d).
    Leader,
}

/// Whether it may take part in breaking off the attack (clause 7.9.6.h).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Leave {
    /// No die was rolled for it in this Target Map Phase.
    #[default]
    Untried,
    /// It may.
    May,
    /// It may not.
    MayNot,
}

/// Where a Lancaster stands in an Attack Order. Campaigns alone give it; where VHF is fitted it stays as it is.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Station {
    /// The wave that it flies in or flew in last, by index: its own, which a straggler seeks (clause 11.6.b).
    pub wave: Option<u8>,
    /// Its place in the line; the leader stands in front with 0 (clause 11.6.1.a).
    pub place: u8,
    /// What it is on the Target Map.
    pub rank: Rank,
    /// The first Attack Turn in which a flare lets it come to Circling Near again; 0 when it is not held (clause
    /// 11.6.3.d).
    pub held: u8,
    /// Whether it may break off.
    pub leave: Leave,
}
