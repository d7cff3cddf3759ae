//! Scenarios: nights, sides, options and what is fixed beforehand, as data; the same format for ours and yours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::kinds::{Advanced, Resource, Wing};
use crate::kernel::chart::Provenance;

/// How a scenario is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Form {
    /// Two sides.
    #[default]
    Duel,
    /// Two nights with the same weather, the players change sides (clause setup.i).
    Swap,
    /// The solo mission (clause solo-1.a).
    Solo,
}

/// Tiles placed beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesFile {
    /// The kind.
    pub kind: Resource,
    /// The hex.
    pub hex: u8,
    /// How many.
    pub count: u8,
}

/// A step of a guided game: the answer that the game plays and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideFile {
    /// The offer's id, such as `fly:Red:E`.
    pub answer: String,
    /// What a newcomer should understand about it.
    pub text: String,
    /// Clauses to read with it.
    #[serde(default)]
    pub clauses: Vec<String>,
}

/// A choice before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionFile {
    /// Stable id: `nights`, `resources`, `flak-low`, `radar`, `dials` or an advanced rule's.
    pub id: String,
    /// What a player reads.
    pub title: String,
    /// The values that may be chosen, the default first.
    pub values: Vec<String>,
    /// What it changes.
    pub note: String,
}

/// A scenario as written in `scenarios/*.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Full id, such as `duel/one-night`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Part of the rules that it uses.
    pub part: String,
    /// What happens, in two or three sentences.
    pub blurb: String,
    /// Usual length in minutes.
    pub minutes: u16,
    /// How hard it is, in a word.
    pub difficulty: String,
    /// Which rules are used.
    pub rules: String,
    /// Where its values come from.
    pub provenance: Provenance,
    /// How it is played.
    #[serde(default)]
    pub form: Form,
    /// Nights when no option says otherwise (clause setup.a).
    pub nights: u8,
    /// Advanced rules in force when no option says otherwise.
    #[serde(default)]
    pub advanced: Vec<Advanced>,
    /// Choices before the game.
    #[serde(default)]
    pub options: Vec<OptionFile>,
    /// Weather cards of the nights, instead of drawing.
    #[serde(default)]
    pub weather: Vec<u8>,
    /// Squadrons placed beforehand, every night.
    #[serde(default)]
    pub squadrons: BTreeMap<Wing, u8>,
    /// Tiles placed beforehand, every night.
    #[serde(default)]
    pub tiles: Vec<TilesFile>,
    /// The only target of the raids.
    #[serde(default)]
    pub target: Option<u8>,
    /// The game that is played step by step.
    #[serde(default)]
    pub guide: Vec<GuideFile>,
}

/// What a scenario with its options sets up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// How it is played.
    pub form: Form,
    /// Nights.
    pub nights: u8,
    /// Advanced rules in force, by `Advanced as usize`.
    pub advanced: [bool; 6],
    /// Whether only basic kinds of resources are used (clause setup.g).
    pub basic_only: bool,
    /// Whether flak gets its bonus against a low bomber for each flak (clause bomber.f).
    pub low_per_flak: bool,
    /// Whether each radar counts (clause radar.b).
    pub radar_adds_up: bool,
    /// Full dials: Messerschmitt, Dornier (clause fuel.a).
    pub dials: (u8, u8),
    /// Solo: whether the player places squadrons before he sees the weather (clause solo-1.d).
    pub squadrons_first: bool,
    /// Weather cards of the nights.
    pub weather: Vec<u8>,
    /// Squadrons placed beforehand.
    pub squadrons: Vec<(Wing, u8)>,
    /// Tiles placed beforehand.
    pub tiles: Vec<(Resource, u8, u8)>,
    /// The only target.
    pub target: Option<u8>,
}

impl Setup {
    /// Whether an advanced rule is in force.
    #[must_use]
    pub fn has(&self, rule: Advanced) -> bool {
        self.advanced[rule as usize]
    }
}

/// A checked scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// As written.
    pub file: ScenarioFile,
    /// Digest of the file, for saves.
    pub hash: u64,
}
