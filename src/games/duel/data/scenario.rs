//! Scenarios: nights, sides, options and what is fixed beforehand, as data; the same format for ours and yours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::check::check_scenario;
use super::kinds::{Advanced, Resource, Wing};
use super::tables::Tables;
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Clauses, Faults, OptionFault, pick};
use crate::kernel::game::Options;

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

impl OptionFile {
    /// Its id, its default and its values.
    fn offered(&self) -> (&str, &str, Vec<&str>) {
        let values: Vec<&str> = self.values.iter().map(String::as_str).collect();
        (&self.id, values.first().copied().unwrap_or(""), values)
    }
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
    /// Whether an advanced rule is in force; in the solo mission none is (clause solo-1.e).
    #[must_use]
    pub fn has(&self, rule: Advanced) -> bool {
        self.form != Form::Solo && self.advanced[rule as usize]
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

impl Scenario {
    /// Checks a scenario file against the tables and the clauses.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn new(file: ScenarioFile, tables: &Tables, clauses: &Clauses<'_>) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        check_scenario(&file, tables, clauses, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults);
        }
        let hash = xxhash_rust::xxh3::xxh3_64(format!("{file:?}").as_bytes());
        Ok(Self { file, hash })
    }

    /// The set-up with these options (id to value); options not named keep their default.
    ///
    /// # Errors
    /// An option or a value that the scenario does not have.
    pub fn setup(&self, tables: &Tables, options: &Options) -> Result<Setup, OptionFault> {
        let mut setup = Setup::of(&self.file, tables);
        let offered: Vec<_> = self.file.options.iter().map(OptionFile::offered).collect();
        for (id, value) in pick(&offered, options)? {
            setup.choose(id, value);
        }
        Ok(setup)
    }
}

impl Setup {
    /// What a file sets up before any option is applied.
    pub(super) fn of(file: &ScenarioFile, tables: &Tables) -> Self {
        Self {
            form: file.form,
            nights: file.nights,
            advanced: Advanced::ALL.map(|rule| file.advanced.contains(&rule)),
            basic_only: false,
            low_per_flak: false,
            radar_adds_up: false,
            dials: (tables.fuel.messerschmitt, tables.fuel.dornier),
            squadrons_first: false,
            weather: file.weather.clone(),
            squadrons: file.squadrons.iter().map(|(wing, hex)| (*wing, *hex)).collect(),
            tiles: file.tiles.iter().map(|t| (t.kind, t.hex, t.count)).collect(),
            target: file.target,
        }
    }

    /// Applies a value of an option; false when this program knows no such option or value.
    pub(super) fn choose(&mut self, option: &str, value: &str) -> bool {
        let one_of = |first: &str, second: &str| match value {
            v if v == first => Some(false),
            v if v == second => Some(true),
            _ => None,
        };
        let switch = |to: &mut bool, value: Option<bool>| value.map(|v| *to = v).is_some();
        if let Some(rule) = Advanced::ALL.into_iter().find(|a| a.option() == option) {
            return switch(&mut self.advanced[rule as usize], one_of("off", "on"));
        }
        match option {
            "resources" => switch(&mut self.basic_only, one_of("mixed", "basic")),
            "flak-low" => switch(&mut self.low_per_flak, one_of("hex", "flak")),
            "radar" => switch(&mut self.radar_adds_up, one_of("once", "each")),
            "squadrons-first" => switch(&mut self.squadrons_first, one_of("no", "yes")),
            "nights" => value.parse().map(|nights| self.nights = nights).is_ok(),
            "dials" => {
                let dials = value.split_once('/').and_then(|(m, d)| Some((m.parse().ok()?, d.parse().ok()?)));
                dials.map(|dials| self.dials = dials).is_some()
            }
            _ => false,
        }
    }
}
