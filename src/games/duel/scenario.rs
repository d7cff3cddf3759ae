//! Set-up of a scenario, and the game as the kernel sees it.

use std::any::Any;
use std::sync::Arc;

use bevy::prelude::{App, World};

use super::bot::DuelBot;
use super::components::{
    At, Defence, Duel, Guide, Medals, Night, Out, Plan, Score, Sky, Squadron, Stock, Tank,
};
use super::data::{Content, Form, GameData, Setup, Wing};
use super::phases::Phase;
use super::systems::night::decks;
use super::{decisions, invariants, victory, view};
use crate::kernel::ai::Bot;
use crate::kernel::chart::Charts;
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::Question;
use crate::kernel::driver;
use crate::kernel::game::{Game, OptionCard, Options, ScenarioCard, SetUpError};
use crate::kernel::ids::{PieceId, Pieces, Seat};
use crate::kernel::phase::Flow;
use crate::kernel::rules::Ledger;

/// The game with its loaded data.
pub struct DuelInTheDark {
    content: Arc<Content>,
}

impl DuelInTheDark {
    /// The game on this data.
    #[must_use]
    pub fn new(content: Content) -> Self {
        Self { content: Arc::new(content) }
    }

    /// The data.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

impl Game for DuelInTheDark {
    fn id(&self) -> &'static str {
        "duel"
    }

    fn title(&self) -> &'static str {
        "Duel in the Dark"
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        self.content.scenarios.iter().map(|s| card(&s.file)).collect()
    }

    fn ledger(&self) -> &Ledger {
        &self.content.ledger
    }

    fn charts(&self) -> &Charts {
        &self.content.charts
    }

    fn data_hash(&self, scenario: &str) -> (u64, u64) {
        (self.content.scenario(scenario).map_or(0, |s| s.hash), self.content.charts_hash)
    }

    fn install(&self, app: &mut App) {
        app.insert_resource(GameData(Arc::clone(&self.content)));
        super::install(app);
    }

    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError> {
        let Some(found) = self.content.scenario(scenario) else {
            let ids = self.content.scenarios.iter().map(|s| s.file.id.as_str());
            return Err(SetUpError::no_scenario(scenario, ids));
        };
        let setup = found.setup(&self.content.tables, options)?;
        lay_out(world, &self.content, scenario, setup);
        driver::start(world, Phase::Night, [0; 4])?;
        Ok(())
    }

    fn hint(&self, world: &World, question: &Question, offer: usize) -> String {
        decisions::hint(&self.content, world, question, offer)
    }

    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send> {
        Box::new(view::view(world, seat))
    }

    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value {
        serde_json::to_value(view::view(world, seat)).unwrap_or_default()
    }

    fn stands(&self, world: &World) -> String {
        // What Germany sees of it is open to both (clause information.b).
        let seen = view::view(world, world.resource::<Night>().german);
        let turn = if seen.turn > 0 { format!(" · turn {}", seen.turn) } else { String::new() };
        format!("Night {} of {}{turn} · {}", seen.night.0, seen.night.1, seen.phase)
    }

    fn measures(&self, world: &World) -> Vec<(&'static str, i64)> {
        victory::measures(world)
    }

    fn bot(&self, seat: Seat, seed: u64) -> Box<dyn Bot> {
        Box::new(DuelBot::new(Arc::clone(&self.content), seat, seed))
    }

    fn check(&self, world: &World) -> Result<(), String> {
        invariants::check(world)
    }
}

fn card(file: &super::data::ScenarioFile) -> ScenarioCard {
    let options = file.options.iter().map(|o| OptionCard {
        id: o.id.clone(),
        label: o.title.clone(),
        values: o.values.clone(),
        labels: Vec::new(),
        note: o.note.clone(),
        free: false,
    });
    let solo = file.form == Form::Solo;
    let seats: &[&str] = if solo { &["G"] } else { &["B", "G"] };
    ScenarioCard {
        id: file.id.clone(),
        game: "duel".to_owned(),
        title: file.title.clone(),
        part: file.part.clone(),
        seats: seats.iter().map(|s| (*s).to_owned()).collect(),
        solo,
        minutes: u32::from(file.minutes),
        blurb: file.blurb.clone(),
        difficulty: file.difficulty.clone(),
        rules: file.rules.clone(),
        special: Vec::new(),
        options: options.collect(),
    }
}

/// Lays the table out: pieces of an earlier game go, the six aircraft of this one come (clauses components.a, setup.c,
/// setup.d and setup.e).
fn lay_out(world: &mut World, content: &Content, scenario: &str, setup: Setup) {
    let old = std::mem::take(&mut *world.resource_mut::<Pieces>());
    for id in old.ids() {
        world.despawn(old.entity(id));
    }
    *world.resource_mut::<Flow>() = Flow::default();
    let mut pieces = Pieces::default();
    for code in ["Bomber", "Mosquito"] {
        let entity = world.spawn(At::default()).id();
        let id = pieces.add(code, entity);
        world.entity_mut(entity).insert(id);
    }
    // [setup.d] Four squadrons with their dials.
    for wing in Wing::ALL {
        let squadron = Squadron { wing, fuel: 0, out: Out::No, acted: false, met: false, tank: Tank::None };
        let entity = world.spawn((At::default(), squadron)).id();
        let id = pieces.add(wing.code(), entity);
        world.entity_mut(entity).insert(id);
    }
    let board = &content.tables.board;
    for hex in board.hexes() {
        pieces.name_place(hex, format!("{hex} {}", board.name(hex)));
    }
    world.insert_resource(pieces);
    let solo = setup.form == Form::Solo;
    // Alone the one seat is Germany's (clause solo-1.a).
    let german = if solo { Seat(0) } else { Seat(1) };
    world.insert_resource(Night { german, ..Night::default() });
    world.insert_resource(Plan::default());
    world.insert_resource(Sky::default());
    world.insert_resource(Defence::default());
    world.insert_resource(Stock::default());
    world.insert_resource(Medals { supply: content.tables.decks.medals, ..Medals::default() });
    world.insert_resource(Score::default());
    world.insert_resource(decks(&content.tables));
    world.insert_resource(Guide::default());
    world.insert_resource(Duel { scenario: scenario.to_owned(), setup });
    world.resource_mut::<Chronicle>().set_turn(0);
}

/// An aircraft's place read from outside the systems.
#[must_use]
pub fn at_of(world: &World, id: PieceId) -> At {
    let entity = world.resource::<Pieces>().entity(id);
    world.get::<At>(entity).copied().unwrap_or_default()
}

/// A squadron's state read from outside the systems.
#[must_use]
pub fn squadron_of(world: &World, id: PieceId) -> Option<Squadron> {
    world.get::<Squadron>(world.resource::<Pieces>().entity(id)).copied()
}
