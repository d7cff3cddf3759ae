//! 5.3 What a night is judged by, and the measures that `simulate` prints.

use super::air::{Flight, Site};
use super::components::{Airframe, At, Bomb, Cause, Clock, Dam, Space};
use super::data::{Content, DamId, FlightNight, GameData, Night};
use super::op::Ship;
use super::planning::Blotter;
use crate::kernel::ids::Pieces;
use bevy::prelude::World;

/// The night as the debriefing chart sees it (clauses 5.2.c, 5.3.a).
pub fn night_of<'a>(dam: &Dam, ships: impl Iterator<Item = &'a Ship>) -> Night {
    let (mut lost, mut unspent) = (0u8, 0u8);
    for ship in ships {
        lost += u8::from(ship.at.space == Space::Lost);
        unspent += u8::from(ship.armed());
    }
    Night { breached: dam.breached, damage: u8::try_from(dam.damage()).unwrap_or(u8::MAX), lost, unspent }
}

/// A night of a flight scenario as its debriefing chart sees it.
pub fn flight_night<'a>(sites: &[Site], ships: impl Iterator<Item = &'a Ship>) -> FlightNight {
    let mut night = FlightNight::default();
    for dam in DamId::ALL {
        if let Some(site) = sites.get(dam as usize) {
            night.breached[dam as usize] = site.dam.breached;
            night.damage[dam as usize] = u8::try_from(site.dam.damage()).unwrap_or(u8::MAX);
            night.successes += u8::try_from(site.dam.hits.len()).unwrap_or(0);
        }
    }
    night.lost = u8::try_from(ships.filter(|s| s.at.space == Space::Lost).count()).unwrap_or(u8::MAX);
    night
}

/// A night of several attacks as its own debriefing chart sees it: the dams attacked, and everybody.
pub fn night_of_several<'a>(dams: &[(DamId, Dam)], ships: impl Iterator<Item = &'a Ship>) -> FlightNight {
    let mut sites = vec![Site::default(); DamId::ALL.len()];
    for (dam, record) in dams {
        sites[*dam as usize].dam.clone_from(record);
    }
    flight_night(&sites, ships)
}

/// What the breached reservoirs are worth together ([3.5.1.a]); [3.5.1.b] the Sorpe more when the Möhne is down too.
#[must_use]
pub fn reservoirs(content: &Content, breached: impl Fn(DamId) -> bool) -> u8 {
    let value = |id: DamId| {
        let dam = content.tables.dam(id);
        dam.rv + if breached(DamId::Moehne) { dam.rv_if_moehne_breached } else { 0 }
    };
    DamId::ALL.into_iter().filter(|id| breached(*id)).map(value).sum()
}

/// What Möhne and Eder are worth together: what the night of 16 May 1943 came to.
const HISTORY: u8 = 11;

/// The measures by name.
#[must_use]
pub fn measures(world: &World) -> Vec<(&'static str, i64)> {
    let dam = world.resource::<Dam>();
    let pieces = world.resource::<Pieces>();
    let (mut lost, mut shot_down, mut missing, mut armed) = (0, 0, 0, 0);
    let mut causes = Cause::ALL.map(|cause| (cause, lost_to(cause), 0));
    for id in pieces.ids() {
        let entity = pieces.entity(id);
        let gone = world.get::<At>(entity).is_some_and(|at| at.space == Space::Lost);
        let cause = world.get::<Airframe>(entity).and_then(|a| a.lost_to);
        lost += i64::from(gone);
        missing += i64::from(cause == Some(Cause::Missing));
        shot_down += i64::from(cause.is_some_and(|c| c != Cause::Missing));
        for (of, _, n) in &mut causes {
            *n += i64::from(cause == Some(*of));
        }
        armed += i64::from(world.get::<Bomb>(entity).is_some_and(|b| b.upkeep.is_some()));
    }
    let flight = world.resource::<Flight>();
    // All dams of the night; the one whose map is in use is in `dam`.
    let several = !flight.sites.is_empty();
    let dams: Vec<&Dam> = if several {
        let away = flight.sites.iter().enumerate();
        away.map(|(i, site)| if flight.active.is_some_and(|d| d as usize == i) { dam } else { &site.dam })
            .collect()
    } else {
        vec![dam]
    };
    let sum = |f: &dyn Fn(&Dam) -> i64| dams.iter().map(|d| f(d)).sum::<i64>();
    // In flight every dam has its own Attack Turn Track.
    let here = i64::from(world.resource::<Clock>().turn);
    let away =
        flight.sites.iter().enumerate().filter(|(i, _)| flight.active.is_none_or(|d| d as usize != *i));
    let elsewhere: i64 = away.map(|(_, site)| i64::from(site.clock.turn)).sum();
    let turns = elsewhere + if several && flight.active.is_none() { 0 } else { here };
    let at_dams = if several { sum(&|d| i64::from(d.destroyed)) } else { shot_down };
    let mut all = vec![
        ("lost", lost),
        ("destroyed_at_target", at_dams),
        ("missing_on_return", missing),
        ("released", sum(&|d| i64::from(d.released))),
        ("successes", sum(&|d| i64::try_from(d.hits.len()).unwrap_or(0))),
        ("concussions", sum(&|d| i64::from(d.concussions))),
        ("damage", sum(&|d| i64::from(d.damage()))),
        ("breached", sum(&|d| i64::from(d.breached))),
        ("attack_turns", turns),
        ("unspent", armed),
    ];
    if several && !flight.on {
        let data = world.resource::<GameData>();
        let breached = |id: DamId| dams.get(id as usize).is_some_and(|d| d.breached);
        all.extend([
            ("breached_mohne", i64::from(breached(DamId::Moehne))),
            ("breached_eder", i64::from(breached(DamId::Eder))),
            ("breached_sorpe", i64::from(breached(DamId::Sorpe))),
            ("rv", i64::from(reservoirs(data, breached))),
        ]);
    }
    // A campaign is measured as a raid from its first Planning Turn on.
    if flight.on || world.contains_resource::<Blotter>() {
        let breached = |id: DamId| dams.get(id as usize).is_some_and(|d| d.breached);
        let rv = reservoirs(world.resource::<GameData>(), breached);
        all.extend([
            ("breached_mohne", i64::from(breached(DamId::Moehne))),
            ("breached_eder", i64::from(breached(DamId::Eder))),
            ("breached_both", i64::from(breached(DamId::Moehne) && breached(DamId::Eder))),
            ("breached_sorpe", i64::from(breached(DamId::Sorpe))),
            ("destroyed_on_the_way", shot_down - at_dams),
            ("aborted", i64::from(flight.aborted)),
            ("rv", i64::from(rv)),
            ("rv_as_history", i64::from(rv >= HISTORY)),
            ("rv_none", i64::from(rv == 0)),
            ("alert", i64::from(flight.alert)),
            ("flight_turns", i64::from(flight.turn)),
            ("mines_torn_off", i64::from(flight.torn_off)),
        ]);
        // Its measure in every scenario is `missing_on_return`.
        all.extend(causes.into_iter().filter(|c| c.0 != Cause::Missing).map(|(_, name, n)| (name, n)));
    }
    all
}

/// The measure that counts the losses of a cause.
fn lost_to(cause: Cause) -> &'static str {
    match cause {
        Cause::Flak => "lost_to_flak",
        Cause::Concussion => "lost_to_concussion",
        Cause::Michelskopf => "lost_to_michelskopf",
        Cause::Nightfighter => "lost_to_nightfighters",
        Cause::Balloon => "lost_to_balloons",
        Cause::Missing => "missing_on_return",
        Cause::Birds => "lost_to_birds",
        Cause::Crash => "lost_to_crashes",
    }
}
