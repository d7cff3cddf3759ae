//! Who wins, and the measures of a game.

use bevy::prelude::World;

use super::components::{Duel, Night, Score};
use super::data::{Form, Side};

/// The winner's label (clauses victory.a and setup.i). In a match with sides swapped a player's points are his own
/// side's of each night.
#[must_use]
pub fn winner(duel: &Duel, score: &Score) -> &'static str {
    let margin = margin(duel, score);
    let swap = duel.setup.form == Form::Swap;
    match (margin.signum(), swap) {
        (0, _) => "Draw",
        (1, false) => "Britain",
        (_, false) => "Germany",
        (1, true) => "First British player",
        (_, true) => "First German player",
    }
}

/// Points by which Britain leads; with sides swapped, the player who began as Britain.
#[must_use]
pub fn margin(duel: &Duel, score: &Score) -> i32 {
    let net = |night: &[i32; 12]| Score::gross(night, Side::Britain) - Score::gross(night, Side::Germany);
    let sign = |i: usize| if duel.setup.form == Form::Swap && i % 2 == 1 { -1 } else { 1 };
    score.nights.iter().enumerate().map(|(i, night)| sign(i) * net(night)).sum()
}

/// Points of both sides as the VP marker counts them: of all nights, or with sides swapped of the night at hand, which
/// began at 0 (clauses victory.b and setup.i).
#[must_use]
pub fn counted(duel: &Duel, score: &Score) -> (i32, i32) {
    let of = |side| match score.nights.last() {
        Some(night) if duel.setup.form == Form::Swap => Score::gross(night, side),
        _ => score.total(side),
    };
    (of(Side::Britain), of(Side::Germany))
}

/// The measures for `simulate`.
#[must_use]
pub fn measures(world: &World) -> Vec<(&'static str, i64)> {
    let duel = world.resource::<Duel>();
    let score = world.resource::<Score>();
    let night = world.resource::<Night>();
    vec![
        ("vp_margin", i64::from(margin(duel, score))),
        ("vp_b", i64::from(score.total(Side::Britain))),
        ("vp_g", i64::from(score.total(Side::Germany))),
        ("moves", i64::from(night.moves())),
        ("contacts", i64::from(score.contacts)),
        ("fighters_lost", i64::from(score.ditched)),
        ("target", i64::from(night.target)),
    ]
}
