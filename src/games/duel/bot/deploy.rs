//! Phase 4: the forty resources, laid tile by tile where they do most against the raids that may come.
//!
//! A night is won, not measured: a tile counts by how much likelier it makes Germany win over all those raids, so that a
//! second stack of guns is worth more than a higher one.

use super::chance::sigmoid;
use super::forecast::Forecast;
use super::look::{Look, at};
use crate::games::duel::data::{HEXES, Resource, Site};
use crate::games::duel::rules::points::{Field, Met};

/// How margins scatter around what is expected.
const SPREAD: f64 = 6.0;
/// Contacts with squadrons on a move.
const CONTACTS: f64 = 0.75;
/// Target and bomb markers that Britain is expected to use on guns rather than on the target.
const BOMBS: u8 = 5;
/// What Britain wins beside the strike: markers, duels, airfields.
const BESIDE: f64 = 6.0;

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
    /// Points against it as the defence stands.
    loss: f64,
    /// Britain's lead without the ground defence.
    lead: f64,
}

/// A defence in the making.
struct Ground<'a, 'b> {
    look: &'a Look<'b>,
    fields: [Field; HEXES + 1],
    raids: Vec<Raid>,
}

fn count(field: &mut Field, kind: Resource) -> &mut u8 {
    match kind {
        Resource::Flak => &mut field.flak,
        Resource::Searchlight => &mut field.lights,
        Resource::Radar => &mut field.radar,
        Resource::Smoke => &mut field.smoke,
        Resource::Balloon => &mut field.balloons,
        Resource::Fire => &mut field.fire,
        Resource::Bunker | Resource::Truck => &mut field.bunkers,
    }
}

impl Ground<'_, '_> {
    /// Points of Germany in a hex when the bomber enters it once.
    fn entered(&self, field: &Field) -> f64 {
        let guns = Field { cloud: field.cloud, flak: field.flak, lights: field.lights, ..Field::default() };
        let fire = f64::from(self.look.meets(&guns, Met::default(), 5, false));
        let radar = if self.look.view.radar_adds_up { field.radar } else { field.radar.min(1) };
        fire + CONTACTS * f64::from(radar) + 0.5 * CONTACTS * f64::from(field.lights)
    }

    /// What the Mosquito would save the bomber with its bombs here.
    fn saved(&self, field: &Field) -> f64 {
        let mut left = *field;
        let bombs = BOMBS / (1 + field.smoke);
        for _ in 0..bombs {
            if left.lights > 0 && left.flak >= left.lights {
                left.lights -= 1;
            } else if left.flak > 0 {
                left.flak -= 1;
            }
        }
        let saved = self.entered(field) - self.entered(&left);
        (saved - if bombs > 0 { f64::from(field.balloons) } else { 0.0 }).max(0.0)
    }

    /// All that a raid loses to this defence.
    fn loss(&self, raid: &Raid) -> f64 {
        let mut loss = 0.0;
        let mut saved: f64 = 0.0;
        for hex in &raid.hexes {
            let field = &self.fields[at(*hex)];
            if field.flak + field.lights + field.radar > 0 {
                loss += self.entered(field);
                saved = saved.max(self.saved(field));
            }
        }
        if raid.target != 0 {
            let number = 6;
            let strike = self.look.strike(&self.fields, raid.target, false, 0, number);
            loss += raid.strike - f64::from(strike);
        }
        loss - saved
    }

    /// How much likelier Germany wins, had it these tiles more in a hex.
    fn gain(&mut self, hex: u8, kinds: &[Resource]) -> f64 {
        let before = self.fields[at(hex)];
        for kind in kinds {
            *count(&mut self.fields[at(hex)], *kind) += 1;
        }
        let board = self.look.board();
        let fire = kinds.contains(&Resource::Fire);
        let near = |target: u8| target == hex || (fire && board.distance(target, hex) <= 2);
        let mut gain = 0.0;
        for raid in &self.raids {
            if raid.hexes.contains(&hex) || (raid.target != 0 && near(raid.target)) {
                let after = sigmoid(self.loss(raid) - raid.lead, SPREAD);
                gain += raid.weight * (after - sigmoid(raid.loss - raid.lead, SPREAD));
            }
        }
        self.fields[at(hex)] = before;
        gain
    }

    fn place(&mut self, hex: u8, kinds: &[Resource]) {
        for kind in kinds {
            *count(&mut self.fields[at(hex)], *kind) += 1;
        }
        let losses: Vec<f64> = self.raids.iter().map(|raid| self.loss(raid)).collect();
        for (raid, loss) in self.raids.iter_mut().zip(losses) {
            raid.loss = loss;
        }
    }
}

/// Tiles to lay in their order, those on the board being there already.
#[must_use]
pub fn plan(look: &Look<'_>, forecast: &Forecast) -> Vec<(Resource, u8)> {
    let (board, tables) = (look.board(), look.tables());
    let bare = look.bare();
    let raids = forecast.futures.iter().filter(|f| !f.hexes.is_empty()).map(|future| {
        let strike =
            if future.target == 0 { 0.0 } else { f64::from(look.strike(&bare, future.target, false, 0, 6)) };
        let met: f64 = (1u8..)
            .zip(&future.hexes)
            .map(|(number, hex)| CONTACTS * look.contact(&bare[at(*hex)], number, false))
            .sum();
        Raid {
            weight: future.weight,
            hexes: future.hexes.clone(),
            target: future.target,
            strike,
            loss: 0.0,
            lead: strike + BESIDE - met,
        }
    });
    let mut ground = Ground { look, fields: look.fields, raids: raids.collect() };
    ground.place(0, &[]);
    let mut left: Vec<u8> =
        look.view.supply.iter().map(|(_, placed, most)| most.saturating_sub(*placed)).collect();
    if look.view.basic_only {
        for kind in Resource::ALL.into_iter().filter(|k| !k.basic()) {
            left[kind.index()] = 0;
        }
    }
    // Trucks that shared airports need keep their places.
    let owed: u8 =
        look.view.hexes.iter().filter_map(|h| h.room).map(|(there, most)| there.saturating_sub(most)).sum();
    let mut free = look.view.resources.1.saturating_sub(look.view.resources.0 + owed);
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
                    Resource::Smoke => board.cities.has(hex) || ground.fields[at(hex)].flak > 1,
                    Resource::Balloon => ground.fields[at(hex)].flak > 1,
                    _ => true,
                };
                if kinds.iter().all(|k| open(k) && useful(k)) {
                    #[expect(clippy::cast_precision_loss, reason = "three at most")]
                    let each = ground.gain(hex, kinds) / kinds.len() as f64;
                    if best.is_none_or(|(most, _, _)| each > most) {
                        best = Some((each, kinds, hex));
                    }
                }
            }
        }
        let Some((_, kinds, hex)) = best else { break };
        ground.place(hex, kinds);
        for kind in kinds {
            left[kind.index()] -= 1;
            free -= 1;
            out.push((*kind, hex));
        }
    }
    out
}
