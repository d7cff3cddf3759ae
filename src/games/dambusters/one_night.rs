//! A night of several attack scenarios: what the rules keep of it, and how each attack is judged by its own chart.

use bevy::prelude::{Resource, World};
use serde::Serialize;

use super::air::{Flight, Site};
use super::components::{Clock, Dam, Debrief, Raid, Space};
use super::data::{Attack, Content, DamId, DebriefRow, GameData, Night, Scenario, Setup};
use super::op::Ship;
use super::scenario::{orders_of, ship_of};
use super::victory::night_of;
use crate::kernel::ids::Pieces;

/// What is done of the night. There only in a night of several attacks.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OneNight {
    /// The dams whose attacks are over.
    pub over: Vec<DamId>,
    /// Mines that were brought away from a dam and flown on.
    pub brought_on: u8,
}

/// A Lancaster with the dam that it was sent to last.
pub type Sent = (Ship, Option<DamId>);

/// The dams of the night before anything has happened, by `DamId as usize`; none in any other scenario. That of the
/// first attack is in use.
#[must_use]
pub fn sites(setup: &Setup) -> Vec<Site> {
    if setup.night.is_empty() {
        return Vec::new();
    }
    let site = |dam: DamId| {
        let Some(Attack { setup, .. }) = setup.attack(dam) else { return Site::default() };
        Site {
            recon: setup.recon,
            water: setup.water,
            clock: Clock { turn: 1, visibility: setup.visibility, ..Clock::default() },
            dam: record(setup),
            open: false,
        }
    };
    let mut sites: Vec<Site> = DamId::ALL.into_iter().map(site).collect();
    let first = &mut sites[setup.dam as usize];
    (first.dam, first.clock) = (Dam::default(), Clock::default());
    sites
}

/// The Status Record Track of the dam attacked, as a scenario lays it out (clause 2.7.b).
#[must_use]
pub fn record(setup: &Setup) -> Dam {
    use super::data::BalloonPlace;
    Dam {
        flak: setup.flak,
        searchlights: setup.searchlights,
        balloons: setup.balloons,
        balloon_close: setup.balloons_at.contains(&BalloonPlace::CloseZone),
        balloon_climb: setup.balloons_at.contains(&BalloonPlace::ClimbBox),
        ..Dam::default()
    }
}

/// What the chart of an attack judges (clause 5.3.a): the losses of those whom it was the last to send out, and the
/// mines that they have left or took on to the next dam.
#[must_use]
pub fn judged(attack: &Attack, setup: &Setup, night: &OneNight, dam: &Dam, sent: &[Sent]) -> Night {
    let here = attack.setup.dam;
    let crews = sent.iter().filter(|(_, of)| *of == Some(here)).map(|(ship, _)| ship);
    let mut found = night_of(dam, crews);
    if setup.night.iter().any(|a| a.from == Some(here)) {
        found.unspent = found.unspent.saturating_add(night.brought_on);
    }
    found
}

/// A row of an attack's chart as texts name it: its number of how many, and its title.
#[must_use]
pub fn row_words(scenario: &Scenario, row: &DebriefRow) -> String {
    format!("row {} of {}, {}", row.number, best(scenario), row.title)
}

/// The number of the best row of a chart.
fn best(scenario: &Scenario) -> u8 {
    scenario.file.debriefing.iter().map(|r| r.number).max().unwrap_or(0)
}

/// How far an attack of the night is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Stage {
    /// Not begun.
    Ahead,
    /// Being flown.
    Flown,
    /// Over.
    Over,
}

/// An attack of the night as the squadron's seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttackView {
    /// The dam.
    pub dam: DamId,
    /// Its name.
    pub name: &'static str,
    /// The full id of the attack's scenario.
    pub scenario: String,
    /// How far it is; an attack that is ahead when the night is over was never flown.
    pub stage: Stage,
    /// Damage that counts.
    pub damage: i32,
    /// Damage that breaches it.
    pub capacity: u8,
    /// Whether it is breached.
    pub breached: bool,
    /// Mines released here.
    pub released: u8,
    /// Mines that ran true here.
    pub hits: u8,
    /// Lancasters lost of those sent here last.
    pub lost: u8,
    /// The row that its own chart gives, once the night is over: number, title and text.
    pub row: Option<(u8, String, String)>,
    /// The number of the best row of that chart.
    pub best: u8,
    /// Mines that were brought away from here and flown on.
    pub flown_on: u8,
}

impl AttackView {
    /// Its row in words, once the night is over.
    #[must_use]
    pub fn row_words(&self) -> Option<String> {
        self.row.as_ref().map(|(number, title, _)| format!("row {number} of {}, {title}", self.best))
    }

    /// Its damage of what breaches it, and whether it is breached.
    #[must_use]
    pub fn damage_words(&self) -> String {
        let end = if self.breached { ", breached" } else { "" };
        format!("{} of {}{end}", self.damage, self.capacity)
    }
}

/// The dams that a Lancaster was sent to, in their order: the last, and before it that which it was brought on from.
#[must_use]
pub fn sent_to(setup: &Setup, last: DamId) -> Vec<DamId> {
    let from = setup.night.iter().find(|a| a.setup.dam == last).and_then(|a| a.from);
    from.into_iter().chain([last]).collect()
}

/// The attacks of the night; none in any other scenario.
#[must_use]
pub fn attack_views(world: &World) -> Vec<AttackView> {
    let Some(night) = world.get_resource::<OneNight>() else { return Vec::new() };
    let content: &Content = world.resource::<GameData>();
    let (setup, flight) = (&world.resource::<Raid>().setup, world.resource::<Flight>());
    let pieces = world.resource::<Pieces>();
    let sent = |id| Some((ship_of(world, id)?, orders_of(world, id).primary));
    let sent: Vec<Sent> = pieces.ids().filter_map(sent).collect();
    let told = world.resource::<Debrief>().row.is_some();
    let over = &night.over;
    let view = |attack: &Attack| {
        let dam = attack.setup.dam;
        let active = flight.active == Some(dam);
        let record = if active { world.resource::<Dam>() } else { &flight.sites[dam as usize].dam };
        let judged = judged(attack, setup, night, record, &sent);
        let scenario = content.scenario(&attack.scenario);
        let shown = scenario.filter(|_| told && over.contains(&dam));
        let row = shown.map(|s| s.debrief(judged)).map(|r| (r.number, r.title.clone(), r.text.clone()));
        let here = |s: Space| s.on_map();
        let flown = active && sent.iter().any(|(ship, of)| *of == Some(dam) && here(ship.at.space));
        AttackView {
            dam,
            name: dam.name(),
            scenario: attack.scenario.clone(),
            stage: match (over.contains(&dam), flown) {
                (true, _) => Stage::Over,
                (_, true) => Stage::Flown,
                _ => Stage::Ahead,
            },
            damage: record.damage(),
            capacity: content.tables.dam(dam).capacity(attack.setup.water),
            breached: record.breached,
            released: record.released,
            hits: u8::try_from(record.hits.len()).unwrap_or(u8::MAX),
            lost: judged.lost,
            row,
            best: scenario.map_or(0, best),
            flown_on: if setup.night.iter().any(|a| a.from == Some(dam)) { night.brought_on } else { 0 },
        }
    };
    setup.night.iter().map(view).collect()
}
