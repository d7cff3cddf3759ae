//! A night written by a test, flown as if a campaign had planned it: with a Mission Planning Blotter.

use std::any::Any;

use bevy::prelude::{App, World};
use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::components::{Bomb, Lancaster};
use bombers_moon::games::dambusters::data::Content;
use bombers_moon::games::dambusters::planning::{Assigned, Blotter, Hull};
use bombers_moon::kernel::ai::Bot;
use bombers_moon::kernel::chart::Charts;
use bombers_moon::kernel::decision::Question;
use bombers_moon::kernel::game::{Game, Options, ScenarioCard, SetUpError};
use bombers_moon::kernel::ids::{Pieces, Seat};
use bombers_moon::kernel::rules::Ledger;

use crate::table::content;

/// What the test writes on the blotter.
pub type Plan = fn(&mut Blotter);

/// The game with a blotter on the table.
pub struct Campaigned {
    raid: DambusterRaid,
    plan: Plan,
}

impl Campaigned {
    /// The game on this content; all modifications are complete, what the test wants else it writes.
    pub fn new(content: Content, plan: Plan) -> Self {
        Self { raid: DambusterRaid::new(content), plan }
    }
}

/// A blotter that fits the Lancasters on the table.
fn blotter(world: &World, plan: Plan) -> Blotter {
    let tables = &content().tables;
    let mut b = Blotter::new(&tables.planning, tables.elite.len());
    b.turn = 3;
    b.launched = true;
    b.fitted = [true; 3];
    let pieces = world.resource::<Pieces>();
    for id in pieces.ids() {
        let entity = pieces.entity(id);
        let (Some(bomb), Some(crew)) = (world.get::<Bomb>(entity), world.get::<Lancaster>(entity)) else {
            continue;
        };
        let Some(upkeep) = bomb.upkeep else { continue };
        let at = usize::from(id.0);
        b.hulls[at] = Hull::Sound;
        b.upkeep.push(upkeep);
        b.aircrew[crew.quality as usize] += 1;
        b.assigned[at] = Some(Assigned {
            quality: crew.quality,
            elite: None,
            upkeep: Some(upkeep),
            primary: None,
            secondary: None,
            from_turn: 1,
        });
    }
    plan(&mut b);
    if b.jinxed.is_some() {
        b.jinx = true;
        b.cup.pop();
    }
    b
}

impl Game for Campaigned {
    fn id(&self) -> &'static str {
        self.raid.id()
    }

    fn title(&self) -> &'static str {
        self.raid.title()
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        self.raid.scenarios()
    }

    fn ledger(&self) -> &Ledger {
        self.raid.ledger()
    }

    fn charts(&self) -> &Charts {
        self.raid.charts()
    }

    fn data_hash(&self, scenario: &str) -> (u64, u64) {
        self.raid.data_hash(scenario)
    }

    fn install(&self, app: &mut App) {
        self.raid.install(app);
    }

    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError> {
        self.raid.set_up(world, scenario, options)?;
        let blotter = blotter(world, self.plan);
        world.insert_resource(blotter);
        Ok(())
    }

    fn hint(&self, world: &World, question: &Question, offer: usize) -> String {
        self.raid.hint(world, question, offer)
    }

    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send> {
        self.raid.view(world, seat)
    }

    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value {
        self.raid.view_json(world, seat)
    }

    fn measures(&self, world: &World) -> Vec<(&'static str, i64)> {
        self.raid.measures(world)
    }

    fn bot(&self, seat: Seat, seed: u64) -> Box<dyn Bot> {
        self.raid.bot(seat, seed)
    }

    fn check(&self, world: &World) -> Result<(), String> {
        self.raid.check(world)
    }
}
