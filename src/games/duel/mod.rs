//! Duel in the Dark: Bomber Command against the night fighters, a night at a time. Two sides, or alone as Germany.
//!
//! The sequence of play on one screen. A night has six phases; the sixth is the duel, in which Mosquito, squadrons and
//! bomber take turns until everything is down. Each phase below runs the system beside it until somebody must decide.

pub mod bot;
pub mod components;
pub mod data;
pub mod decisions;
pub mod invariants;
pub mod op;
pub mod phases;
pub mod rules;
pub mod scenario;
pub mod systems;
pub mod victory;
pub mod view;

use bevy::prelude::App;

use components::{At, Decks, Defence, Guide, Medals, Night, Plan, Score, Sky, Squadron, Stock};
use phases::Phase;
use systems::{aircraft, bomber, defence, german, mosquito, night, plan, solo, squadrons, weather};

use crate::kernel::phase::PhaseApp as _;
use crate::kernel::snapshot::PersistApp as _;

pub use scenario::DuelInTheDark;

/// Adds the phases with their systems, and the rule state.
pub fn install(app: &mut App) {
    app.add_phases::<Phase>(None)
        // [night.a] Every night runs the six phases in order
        .add_systems(Phase::Night, night::night)
        // Phase 1: positioning the German fighter squadrons
        .add_systems(Phase::Squadrons, squadrons::squadrons)
        // Phase 2: determining the weather
        .add_systems(Phase::Weather, weather::weather)
        // Phase 3: planning the British attack
        .add_systems(Phase::Plan, plan::plan)
        .add_systems(Phase::Course, plan::course)
        // Phase 4: setting up the German defence resources
        .add_systems(Phase::Defence, defence::defence)
        // Phase 5: positioning the bomber fleet and the Mosquito
        .add_systems(Phase::Aircraft, aircraft::aircraft)
        // Phase 6: Mosquito, squadrons, bomber, until everything is down
        .add_systems(Phase::Round, night::round)
        .add_systems(Phase::Mosquito, mosquito::mosquito)
        .add_systems(Phase::German, german::german)
        .add_systems(Phase::Bomber, bomber::bomber)
        .add_systems(Phase::WeatherChange, weather::weather_change)
        // The solo mission: the cards fly the British side
        .add_systems(Phase::SoloCourse, solo::solo_course)
        .add_systems(Phase::SoloMosquito, solo::solo_mosquito)
        // The night's points, and the next night
        .add_systems(Phase::NightEnd, night::night_end);
    app.persist::<At>("at")
        .persist::<Squadron>("squadron")
        .persist_resource::<Night>("night")
        .persist_resource::<Plan>("plan")
        .persist_resource::<Sky>("sky")
        .persist_resource::<Defence>("defence")
        .persist_resource::<Stock>("stock")
        .persist_resource::<Medals>("medals")
        .persist_resource::<Score>("score")
        .persist_resource::<Decks>("decks")
        .persist_resource::<Guide>("guide");
}
