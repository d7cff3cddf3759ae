//! Phase 4: the forty resources, laid tile by tile where they do most against the raids that may come.
//!
//! A night is won, not measured: a tile counts by how much likelier it makes Germany win over all those raids, so that a
//! second stack of guns is worth more than a higher one.

use super::chance::sigmoid;
use super::forecast::Forecast;
use super::look::{ByHex, Look, at, tiles};
use crate::games::duel::data::{HEXES, HexSet, Resource, Site};
use crate::games::duel::rules::points::{Field, Met};

/// How margins scatter around what is expected.
const SPREAD: f64 = 6.0;
/// Contacts with squadrons on a move.
const CONTACTS: f64 = 0.75;
/// Target and bomb markers that Britain is expected to use on guns rather than on the target.
const BOMBS: u8 = 5;
/// What Britain wins beside the strike: markers, duels, airfields.
const BESIDE: f64 = 6.0;
/// The move on which strikes are reckoned.
const STRIKE: u8 = 6;

/// Tiles that go down together. Lights do nothing without guns.
const BUNDLES: [&[Resource]; 9] = [
    &[Resource::Flak],
    &[Resource::Searchlight],
    &[Resource::Flak, Resource::Searchlight],
    &[Resource::Flak, Resource::Flak, Resource::Searchlight],
    &[Resource::Radar],
    &[Resource::Bunker],
    &[Resource::Smoke],
    &[Resource::Fire],
    &[Resource::Balloon],
];

/// A raid that may come.
struct Raid {
    weight: f64,
    hexes: Vec<u8>,
    target: u8,
    strike: f64,
    /// The hexes as a set.
    through: HexSet,
    /// As the defence stands: points against it before the Mosquito's bombs, what those save, by the hex where they
    /// save most and at the best elsewhere, and the chance that Germany wins.
    loss: f64,
    saved: (u8, f64, f64),
    won: f64,
    /// Britain's lead without the ground defence.
    lead: f64,
}

/// A defence in the making.
struct Ground<'a, 'b> {
    look: &'a Look<'b>,
    fields: [Field; HEXES + 1],
    raids: Vec<Raid>,
    /// Points of Germany when the bomber enters a hex, and what the Mosquito would save it there.
    entered: ByHex,
    saved: ByHex,
    /// The strike on each city.
    strikes: ByHex,
}

impl Ground<'_, '_> {
    /// Points of Germany in a hex when the bomber enters it once.
    fn enters(&self, field: &Field) -> f64 {
        if field.flak + field.lights + field.radar == 0 {
            return 0.0;
        }
        let guns = Field { cloud: field.cloud, flak: field.flak, lights: field.lights, ..Field::default() };
        let fire = f64::from(self.look.meets(&guns, Met::default(), 5, false));
        let radar = if self.look.view.radar_adds_up { field.radar } else { field.radar.min(1) };
        fire + CONTACTS * f64::from(radar) + 0.5 * CONTACTS * f64::from(field.lights)
    }

    /// What the Mosquito would save the bomber with its bombs here.
    fn saves(&self, field: &Field) -> f64 {
        let mut left = *field;
        let bombs = BOMBS / (1 + field.smoke);
        for _ in 0..bombs {
            if left.lights > 0 && left.flak >= left.lights {
                left.lights -= 1;
            } else if left.flak > 0 {
                left.flak -= 1;
            }
        }
        let saved = self.enters(field) - self.enters(&left);
        (saved - if bombs > 0 { f64::from(field.balloons) } else { 0.0 }).max(0.0)
    }

    /// Works a hex out anew, and the strikes that its fire departments reach.
    fn update(&mut self, hex: u8, fire: bool) {
        let field = self.fields[at(hex)];
        self.entered[at(hex)] = self.enters(&field);
        self.saved[at(hex)] = self.saves(&field);
        let board = self.look.board();
        for city in board.cities.iter().filter(|city| *city == hex || (fire && near(self.look, *city, hex))) {
            self.strikes[at(city)] = f64::from(self.look.strike(&self.fields, city, false, 0, STRIKE));
        }
    }

    /// How much likelier Germany wins, had it these tiles more in a hex.
    fn gain(&mut self, hex: u8, kinds: &[Resource]) -> f64 {
        let (before, entered, saved) = (self.fields[at(hex)], self.entered[at(hex)], self.saved[at(hex)]);
        let strikes = self.strikes;
        let fire = kinds.contains(&Resource::Fire);
        for kind in kinds {
            *tiles(&mut self.fields[at(hex)], *kind) += 1;
        }
        self.update(hex, fire);
        let mut gain = 0.0;
        for raid in &self.raids {
            let struck = raid.target == hex || (fire && near(self.look, raid.target, hex));
            let passes = raid.through.has(hex);
            if struck || passes {
                let mut loss = raid.loss;
                let (first, most, second) = raid.saved;
                let mut relief = most;
                if struck {
                    loss += strikes[at(raid.target)] - self.strikes[at(raid.target)];
                }
                if passes {
                    let times = raid.hexes.iter().filter(|h| **h == hex).count();
                    let more = self.entered[at(hex)] - entered;
                    loss += (0..times).map(|_| more).sum::<f64>();
                    relief = self.saved[at(hex)].max(if first == hex { second } else { most });
                }
                gain += raid.weight * (sigmoid(loss - relief - raid.lead, SPREAD) - raid.won);
            }
        }
        (self.fields[at(hex)], self.entered[at(hex)], self.saved[at(hex)]) = (before, entered, saved);
        self.strikes = strikes;
        gain
    }

    fn place(&mut self, hex: u8, kinds: &[Resource]) {
        for kind in kinds {
            *tiles(&mut self.fields[at(hex)], *kind) += 1;
        }
        self.update(hex, true);
        self.judge();
    }

    /// Germany's chance against each raid as the defence stands.
    fn judge(&mut self) {
        for raid in &mut self.raids {
            raid.loss = if raid.target == 0 { 0.0 } else { raid.strike - self.strikes[at(raid.target)] };
            raid.loss += raid.hexes.iter().map(|hex| self.entered[at(*hex)]).sum::<f64>();
            raid.saved = (0, 0.0, 0.0);
            for hex in raid.through.iter() {
                let saved = self.saved[at(hex)];
                let (first, most, second) = raid.saved;
                raid.saved = if saved > most { (hex, saved, most) } else { (first, most, second.max(saved)) };
            }
            raid.won = sigmoid(raid.loss - raid.saved.1 - raid.lead, SPREAD);
        }
    }
}

/// Whether fire departments in `hex` help a city.
fn near(look: &Look<'_>, city: u8, hex: u8) -> bool {
    city != 0 && look.board().distance(city, hex) <= look.tables().points.strike.fire_reach
}

/// Tiles to lay in their order, those on the board being there already.
#[must_use]
pub fn plan(look: &Look<'_>, forecast: &Forecast) -> Vec<(Resource, u8)> {
    let left: Vec<u8> =
        look.view.supply.iter().map(|(_, placed, most)| most.saturating_sub(*placed)).collect();
    // Trucks that shared airports need keep their places.
    let rooms = look.view.hexes.iter().filter_map(|h| h.room);
    let owed: u8 = rooms.map(|(there, most)| there.saturating_sub(most)).sum();
    let free = look.view.resources.1.saturating_sub(look.view.resources.0 + owed);
    let mut ground = Ground::new(look, look.fields, forecast);
    ground.lay(left, free)
}

/// What a defence against these raids would be worth: points of its guns by hex, and points that each city is spared.
#[must_use]
pub fn rehearse(look: &Look<'_>, forecast: &Forecast) -> (ByHex, ByHex) {
    let (mut fields, mut left) = (look.bare(), Vec::new());
    let mut free = look.tables().resources.most;
    for kind in &look.tables().resources.kinds {
        left.push(kind.supply);
    }
    // Bunkers of earlier nights stay; in the duel they cannot be told from new ones.
    if look.view.bomber.path.is_empty() {
        for (field, there) in fields.iter_mut().zip(&look.fields) {
            field.bunkers = there.bunkers;
            free = free.saturating_sub(there.bunkers);
            let left = &mut left[Resource::Bunker.index()];
            *left = left.saturating_sub(there.bunkers);
        }
    }
    let mut ground = Ground::new(look, fields, forecast);
    let before = ground.strikes;
    ground.lay(left, free);
    let mut spared = [0.0; HEXES + 1];
    for (spared, (before, after)) in spared.iter_mut().zip(before.iter().zip(&ground.strikes)) {
        *spared = before - after;
    }
    // The Mosquito takes the edge off one stack.
    let mut guns = ground.entered;
    for (guns, saved) in guns.iter_mut().zip(&ground.saved) {
        *guns -= 0.5 * saved;
    }
    (guns, spared)
}

impl<'a, 'b> Ground<'a, 'b> {
    /// A defence that begins with these fields.
    fn new(look: &'a Look<'b>, fields: [Field; HEXES + 1], forecast: &Forecast) -> Self {
        let bare = look.bare();
        let raids = forecast.futures.iter().filter(|f| !f.hexes.is_empty()).map(|future| {
            let strike = if future.target == 0 {
                0.0
            } else {
                f64::from(look.strike(&bare, future.target, false, 0, STRIKE))
            };
            let met: f64 = (1u8..)
                .zip(&future.hexes)
                .map(|(number, hex)| CONTACTS * look.contact(&bare[at(*hex)], number, false))
                .sum();
            Raid {
                weight: future.weight,
                hexes: future.hexes.clone(),
                target: future.target,
                strike,
                through: future.hexes.iter().copied().collect(),
                loss: 0.0,
                saved: (0, 0.0, 0.0),
                won: 0.0,
                lead: strike + BESIDE - met,
            }
        });
        let none = [0.0; HEXES + 1];
        let raids = raids.collect();
        let mut ground = Ground { look, fields, raids, entered: none, saved: none, strikes: none };
        for hex in look.board().hexes() {
            ground.update(hex, false);
        }
        ground.judge();
        ground
    }

    /// Lays tiles one bundle after the other, each where it does most.
    fn lay(&mut self, mut left: Vec<u8>, mut free: u8) -> Vec<(Resource, u8)> {
        let (board, tables) = (self.look.board(), self.look.tables());
        if self.look.view.basic_only {
            for kind in Resource::ALL.into_iter().filter(|k| !k.basic()) {
                left[kind.index()] = 0;
            }
        }
        let mut out = Vec::new();
        while free > 0 {
            let mut best: Option<(f64, &[Resource], u8)> = None;
            for kinds in BUNDLES {
                let many = |kind: Resource| kinds.iter().filter(|k| **k == kind).count();
                let there = kinds.iter().all(|k| usize::from(left[k.index()]) >= many(*k));
                if !there || kinds.len() > usize::from(free) {
                    continue;
                }
                for hex in board.hexes().filter(|hex| !board.closed.has(*hex)) {
                    let open = |kind: &Resource| match tables.supply(*kind).site {
                        Site::Open => true,
                        Site::City => board.cities.has(hex),
                        Site::Airport => board.german.has(hex),
                    };
                    let useful = |kind: &Resource| match kind {
                        // These weaken strikes only, or guard what is there already.
                        Resource::Bunker | Resource::Fire => board.cities.has(hex),
                        Resource::Smoke => board.cities.has(hex) || self.fields[at(hex)].flak > 1,
                        Resource::Balloon => self.fields[at(hex)].flak > 1,
                        _ => true,
                    };
                    if kinds.iter().all(|k| open(k) && useful(k)) {
                        #[expect(clippy::cast_precision_loss, reason = "three at most")]
                        let each = self.gain(hex, kinds) / kinds.len() as f64;
                        if best.is_none_or(|(most, _, _)| each > most) {
                            best = Some((each, kinds, hex));
                        }
                    }
                }
            }
            let Some((_, kinds, hex)) = best else { break };
            self.place(hex, kinds);
            for kind in kinds {
                left[kind.index()] -= 1;
                free -= 1;
                out.push((*kind, hex));
            }
        }
        out
    }
}
