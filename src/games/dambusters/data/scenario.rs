//! Scenarios: set-up, limits, special rules, end conditions and debriefing as data, the same format for ours and yours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::changes::apply;
use super::check::{
    check_ends, check_form, check_head, check_levels, check_options, check_sizes, check_skips,
    resolve_sorties,
};
use super::debrief::{self, DebriefRow, Night};
use super::flight_debrief::{self, FlightFrame, FlightNight};
use super::flight_setup::{FlightSetup, FlightSetupFile, resolve_flight};
use super::kinds::{BalloonPlace, DamId, EliteKind, FlightZone, Hazard, Quality, Start, Visibility, Water};
use super::one_night::{self, Attack, OneNightFile};
use super::survivors;
use super::tables::{AircraftId, EliteId, Tables};
use crate::kernel::chart::Provenance;
use crate::kernel::content::{Faults, OptionFault, pick};

/// How demanding a scenario is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Difficulty {
    /// For a first evening.
    Easy,
    /// The rules are known.
    Medium,
    /// Every rule, and a dam that fights back.
    Hard,
}

impl Difficulty {
    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
        }
    }
}

/// An Elite Crewman as a scenario names him.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EliteFileRef {
    /// What he does.
    pub kind: EliteKind,
    /// His name in `tables/elite.ron`.
    pub name: String,
}

/// A Lancaster as a scenario sets it up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortieFile {
    /// Code in `tables/aircraft.ron`, such as `AJ-G`.
    pub code: String,
    /// The crew's quality.
    pub quality: Quality,
    /// The Elite Crewman aboard, if any (clause 2.3.a).
    #[serde(default)]
    pub elite: Option<EliteFileRef>,
    /// Whether it carries Upkeep (clause 2.4.a).
    #[serde(default = "yes")]
    pub upkeep: bool,
    /// Where it starts; Circling Near when not given. Attack scenarios alone.
    #[serde(default)]
    pub start: Option<Start>,
    /// The first Attack Turn in which it may leave its starting box; 1 when not given. Attack scenarios alone.
    #[serde(default)]
    pub from_turn: Option<u8>,
    /// Whether it starts damaged.
    #[serde(default)]
    pub damaged: bool,
    /// Hazards attached from the start (clause 2.1.3.a).
    #[serde(default)]
    pub hazards: Vec<Hazard>,
    /// The Primary Target (clause 6.4.1.b); the Target of Last Resort when not given. Flight scenarios alone.
    #[serde(default)]
    pub primary: Option<DamId>,
    /// The Secondary Target, if any (clause 6.4.2.b). Flight scenarios alone.
    #[serde(default)]
    pub secondary: Option<DamId>,
    /// The Flight Turn in which it takes off; 1 when not given. Flight scenarios alone.
    #[serde(default)]
    pub from_flight_turn: Option<u8>,
    /// The Flight Zone in which it is when play begins; at Scampton when not given. Flight scenarios alone.
    #[serde(default)]
    pub zone: Option<FlightZone>,
}

impl SortieFile {
    /// The Flight Turn in which it takes off.
    #[must_use]
    pub fn flight_turn(&self) -> u8 {
        self.from_flight_turn.unwrap_or(1)
    }
}

fn yes() -> bool {
    true
}

/// What ends a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum End {
    /// No Lancaster on the map carries Upkeep.
    NoUpkeepLeft,
    /// A nightfighter attacks (clause 4.4.3.n).
    NightfighterAttack,
    /// The dam is breached and the player stops; one further success may be sought (clause 7.9.6.e).
    BreachedAndStopped,
    /// This Attack Turn is over, counted on across the reset after Turn 8 (clause 4.4.6.b).
    AfterTurn(u8),
}

/// A step of the rules that a scenario leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Skip {
    /// No Nightfighter Checks (clause 4.4.3.a).
    Nightfighter,
    /// No Visibility Checks (clause 4.4.1.a).
    Visibility,
    /// No Return to Base rolls: every surviving Lancaster comes home (clause 5.1.a).
    ReturnToBase,
}

/// A special rule as the player reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialFile {
    /// The rule in one or two sentences.
    pub text: String,
    /// The clause that it changes or leans on, if any.
    #[serde(default)]
    pub clause: String,
}

/// What a choice of an option changes in the set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// The Alert Level.
    Alert(u8),
    /// The dam's Recon Level.
    Recon(u8),
    /// The dam's Flak Level.
    Flak(u8),
    /// The dam's Searchlights Level.
    Searchlights(u8),
    /// The visibility at the start.
    Visibility(Visibility),
    /// The modifier of Visibility Checks.
    VisibilityModifier(i8),
    /// Only these Lancasters take part, by code.
    Only(Vec<String>),
    /// This Lancaster starts damaged.
    Damaged(String),
    /// This Lancaster starts without Upkeep.
    WithoutUpkeep(String),
    /// A step of the rules is left out.
    Skip(Skip),
    /// This Lancaster takes off in this Flight Turn.
    FromFlightTurn(String, u8),
    /// The optional rules of high altitude are in use (clause 14.0.a).
    HighAltitude,
    /// So many people share the squadron, two or three (clause 1.3.a; reconstructed).
    Players(u8),
}

/// A choice of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceFile {
    /// Stable id.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// What it changes.
    #[serde(default)]
    pub changes: Vec<Change>,
}

/// Linked play: survivors of another scenario in place of the set-up's Lancasters, or beside them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurvivorsFile {
    /// The full id of the scenario that they come from.
    pub of: String,
    /// The choice of the option whose changes hold with them.
    pub choice: String,
    /// The codes of those who come in beside the scenario's own Lancasters, the others fly home; when empty all come, in
    /// their place.
    #[serde(default)]
    pub joining: Vec<String>,
}

/// An option that a player sets before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionFile {
    /// Stable id.
    pub id: String,
    /// What a player reads.
    pub title: String,
    /// The id of the choice that holds unless another is made.
    pub default: String,
    /// The choices.
    pub choices: Vec<ChoiceFile>,
    /// Whose survivors may be given in place of a choice, if anybody's.
    #[serde(default)]
    pub survivors: Option<SurvivorsFile>,
}

/// A scenario as written in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Stable id, `dambusters/` and a name.
    pub id: String,
    /// Title.
    pub title: String,
    /// The part of the game it belongs to, such as `Attack`.
    pub part: String,
    /// What happens, in two or three sentences.
    pub blurb: String,
    /// Usual length in minutes.
    pub minutes: u16,
    /// How demanding it is.
    pub difficulty: Difficulty,
    /// The rules used, in the player's words.
    pub rules: String,
    /// The seats' names.
    pub seats: Vec<String>,
    /// Whether one person plays it.
    pub solo: bool,
    /// Where its values come from.
    pub provenance: Provenance,
    /// The dam attacked. This and what follows down to `ends`: attack scenarios alone.
    #[serde(default)]
    pub dam: Option<DamId>,
    /// Recon Level at the dam, 0–4.
    #[serde(default)]
    pub recon: Option<u8>,
    /// Flak Level, 0–4.
    #[serde(default)]
    pub flak: Option<u8>,
    /// Searchlights Level, 0–4.
    #[serde(default)]
    pub searchlights: Option<u8>,
    /// Balloons Level, 0–4.
    #[serde(default)]
    pub balloons: Option<u8>,
    /// Where the Balloons markers fly; two at most (clause 7.9.5.d).
    #[serde(default)]
    pub balloons_at: Option<Vec<BalloonPlace>>,
    /// Water Level; Full when not given.
    #[serde(default)]
    pub water: Option<Water>,
    /// Alert Level, 0–4, for the whole scenario (clause 4.4.3.e).
    #[serde(default)]
    pub alert: Option<u8>,
    /// Visibility at the start; Clear when not given.
    #[serde(default)]
    pub visibility: Option<Visibility>,
    /// What is added to each Visibility Check: 0, −1 or −2 (clause 4.4.1.b).
    #[serde(default)]
    pub visibility_modifier: Option<i8>,
    /// What ends it.
    #[serde(default)]
    pub ends: Option<Vec<End>>,
    /// The flight before the attacks: flight scenarios alone, in place of all that attack scenarios have for themselves.
    #[serde(default)]
    pub flight: Option<FlightSetupFile>,
    /// Attack scenarios flown in one night, in place of Lancasters and all that an attack has for itself.
    #[serde(default)]
    pub night: Option<OneNightFile>,
    /// The Lancasters, in the order of the Squadron Log.
    pub aircraft: Vec<SortieFile>,
    /// What is left out.
    #[serde(default)]
    pub skip: Vec<Skip>,
    /// Special rules.
    #[serde(default)]
    pub special: Vec<SpecialFile>,
    /// Options.
    #[serde(default)]
    pub options: Vec<OptionFile>,
    /// The debriefing chart, read from the top.
    pub debriefing: Vec<DebriefRow>,
}

impl ScenarioFile {
    /// Whether it is an attack on one dam, as Scenarios 1 to 5 are.
    #[must_use]
    pub fn one_dam(&self) -> bool {
        self.flight.is_none() && self.night.is_none()
    }
}

/// A Lancaster ready to fly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sortie {
    /// Which Lancaster.
    pub aircraft: AircraftId,
    /// The crew's quality.
    pub quality: Quality,
    /// The Elite Crewman aboard.
    pub elite: Option<EliteId>,
    /// Whether it carries Upkeep.
    pub upkeep: bool,
    /// Where it starts.
    pub start: Start,
    /// The first Attack Turn in which it may leave its starting box.
    pub from_turn: u8,
    /// Whether it starts damaged.
    pub damaged: bool,
    /// Hazards attached.
    pub hazards: Vec<Hazard>,
    /// Whether the Elite Crewman's one benefit is spent.
    pub spent: bool,
    /// The Primary Target (clause 6.4.1.a): every Lancaster of a flight scenario has one, and in a night of several
    /// attacks the dam of its own; no other has.
    pub primary: Option<DamId>,
    /// The Secondary Target (clause 6.4.2.a).
    pub secondary: Option<DamId>,
    /// The Flight Turn in which it takes off.
    pub from_flight_turn: u8,
    /// The Flight Zone in which it starts; none when it has still to take off.
    pub zone: Option<FlightZone>,
}

/// A scenario with its options applied: all that the table is laid out from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The dam attacked.
    pub dam: DamId,
    /// Recon Level at the dam.
    pub recon: u8,
    /// Flak Level.
    pub flak: u8,
    /// Searchlights Level.
    pub searchlights: u8,
    /// Balloons Level.
    pub balloons: u8,
    /// The Balloons markers.
    pub balloons_at: Vec<BalloonPlace>,
    /// Water Level.
    pub water: Water,
    /// Alert Level.
    pub alert: u8,
    /// Visibility at the start.
    pub visibility: Visibility,
    /// What is added to each Visibility Check.
    pub visibility_modifier: i8,
    /// The Lancasters.
    pub sorties: Vec<Sortie>,
    /// What ends it.
    pub ends: Vec<End>,
    /// Whether Nightfighter Checks are left out.
    pub skip_nightfighter: bool,
    /// Whether Visibility Checks are left out.
    pub skip_visibility: bool,
    /// Whether Return to Base rolls are left out.
    pub skip_rtb: bool,
    /// The flight before the attacks; none when the scenario is an attack alone.
    pub flight: Option<FlightSetup>,
    /// Whether the optional rules of high altitude are in use (clause 14.0.a).
    pub high: bool,
    /// How many people share the squadron.
    pub players: u8,
    /// The attacks of a night of several, the first the one whose values these are; else none.
    pub night: Vec<Attack>,
}

impl Setup {
    /// Whether this ends the scenario.
    #[must_use]
    pub fn ends_on(&self, end: End) -> bool {
        self.ends.contains(&end)
    }

    /// The last Attack Turn, counted on across the reset.
    #[must_use]
    pub fn last_turn(&self) -> u8 {
        self.ends
            .iter()
            .filter_map(|e| match e {
                End::AfterTurn(n) => Some(*n),
                _ => None,
            })
            .min()
            .unwrap_or(MOST_TURNS)
    }
}

/// The most Attack Turns that a scenario may last.
pub const MOST_TURNS: u8 = 32;

/// A checked scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The scenario as written.
    pub file: ScenarioFile,
    /// A digest of its values, for saves.
    pub hash: u64,
    /// The numbers of the debriefing rows whose titles an overlay gives.
    pub owners_titles: Vec<u8>,
    setup: Setup,
    /// The force that set out in the scenario whose survivors may come.
    force: Vec<Sortie>,
}

impl Scenario {
    /// Checks a scenario file against the tables and the clauses.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn new(
        file: ScenarioFile,
        tables: &Tables,
        clause_exists: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        if !check_sizes(&file, &mut faults) {
            return Err(faults);
        }
        check_head(&file, clause_exists, &mut faults);
        check_form(&file, &mut faults);
        let skip = |s| file.skip.contains(&s);
        let mut setup = Setup {
            dam: file.dam.unwrap_or(DamId::Moehne),
            recon: file.recon.unwrap_or(0),
            flak: file.flak.unwrap_or(0),
            searchlights: file.searchlights.unwrap_or(0),
            balloons: file.balloons.unwrap_or(0),
            balloons_at: file.balloons_at.clone().unwrap_or_default(),
            water: file.water.unwrap_or_default(),
            alert: file.alert.unwrap_or(0),
            visibility: file.visibility.unwrap_or_default(),
            visibility_modifier: file.visibility_modifier.unwrap_or(0),
            sorties: Vec::new(),
            ends: file.ends.clone().unwrap_or_default(),
            skip_nightfighter: skip(Skip::Nightfighter),
            skip_visibility: skip(Skip::Visibility),
            skip_rtb: skip(Skip::ReturnToBase),
            flight: None,
            high: false,
            players: 1,
            night: Vec::new(),
        };
        check_levels(&setup, &mut faults);
        if file.night.is_none() {
            setup.sorties = resolve_sorties(&file, tables, &mut faults);
        }
        if let Some(flight) = &file.flight {
            let resolved = resolve_flight(&file, flight, &mut setup.sorties, tables, &mut faults);
            setup.alert = resolved.alert;
            setup.flight = Some(resolved);
        } else if file.ends.is_some() {
            check_ends(&file, &setup.ends, &mut faults);
        }
        check_skips(&file, &mut faults);
        check_options(&file, &mut faults);
        if file.night.is_none() {
            check_debriefing(&file, &setup, tables, &mut faults);
        }
        if !faults.0.is_empty() {
            return Err(faults);
        }
        let hash = xxhash_rust::xxh3::xxh3_64(format!("{file:?}").as_bytes());
        Ok(Self { file, hash, owners_titles: Vec::new(), setup, force: Vec::new() })
    }

    /// The place of the option that takes survivors, and the scenario that they come from.
    pub(super) fn survivors(&self) -> Option<(usize, &str)> {
        let options = self.file.options.iter().enumerate();
        options.filter_map(|(i, o)| Some((i, o.survivors.as_ref()?.of.as_str()))).next()
    }

    /// Whether it needs others.
    pub(super) fn linked(&self) -> bool {
        self.file.night.is_some() || self.survivors().is_some()
    }

    /// Looks up the scenario whose survivors may come, or those of the night; they are unlinked themselves.
    pub(super) fn link<'a>(&mut self, tables: &Tables, find: impl Fn(&str) -> Option<&'a Self>) -> Faults {
        let mut faults = Faults::default();
        if let Some((option, of)) = self.survivors() {
            let field = format!("options[{option}].survivors.of");
            let (other, missing) = (find(of), format!("there is no scenario `{of}`"));
            faults.expect(other.is_some(), field, missing);
            if let Some(other) = other {
                self.force.clone_from(&other.setup.sorties);
            }
        }
        if let Some(night) = &self.file.night {
            let found = one_night::attacks(night, tables, find, &mut faults);
            let (attacks, hashes): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            if let (true, Some(setup)) = (faults.0.is_empty(), one_night::setup(attacks)) {
                one_night::check(&self.file, &setup, tables, &mut faults);
                self.hash = xxhash_rust::xxh3::xxh3_64(format!("{} {hashes:?}", self.hash).as_bytes());
                self.setup = setup;
            }
        }
        faults
    }

    /// The option that takes survivors of `other`, a full id.
    #[must_use]
    pub fn option_for(&self, other: &str) -> Option<&OptionFile> {
        self.file.options.iter().find(|o| o.survivors.as_ref().is_some_and(|s| s.of == other))
    }

    /// What a save and a count call the outcome of a row: its number and title; the number alone when the title is
    /// an overlay's, of which saves hold no word.
    #[must_use]
    pub fn outcome(&self, row: &DebriefRow) -> String {
        if self.owners_titles.contains(&row.number) { row.number.to_string() } else { row.label() }
    }

    /// The set-up with every option at its default.
    #[must_use]
    pub fn default_setup(&self, tables: &Tables) -> Setup {
        self.setup(tables, &BTreeMap::new()).unwrap_or_else(|_| self.setup.clone())
    }

    /// The set-up with these options (id to choice, or to survivors as [`survivors::read`] takes them); options not
    /// named keep their default.
    ///
    /// # Errors
    /// An option or a choice that the scenario does not have, or survivors that cannot be.
    pub fn setup(&self, tables: &Tables, options: &BTreeMap<String, String>) -> Result<Setup, OptionFault> {
        let mut setup = self.setup.clone();
        let mut options = options.clone();
        for option in &self.file.options {
            let (Some(from), Some(given)) = (&option.survivors, options.get_mut(&option.id)) else {
                continue;
            };
            if option.choices.iter().any(|c| c.id == *given) {
                continue;
            }
            let refused = |why| OptionFault::Refused { option: option.id.clone(), given: given.clone(), why };
            let mut come = survivors::read(given, &self.force, tables).map_err(refused)?;
            if from.joining.is_empty() {
                survivors::armed(&come).map_err(refused)?;
                setup.sorties = come;
            } else {
                come.retain(|s| from.joining.contains(&tables.aircraft(s.aircraft).code));
                setup.sorties.append(&mut come);
            }
            given.clone_from(&from.choice);
        }
        for change in changes(&self.file.options, &options)? {
            apply(change, &mut setup, tables);
        }
        Ok(setup)
    }

    /// The debriefing row of a night: the first that matches from the top (clause 5.3.a).
    #[must_use]
    pub fn debrief(&self, night: Night) -> &DebriefRow {
        let rows = &self.file.debriefing;
        &rows[debrief::row_for(rows, night).unwrap_or(rows.len() - 1)]
    }

    /// The debriefing row of a flight scenario's night: the first that fits from the top (clause 5.3.a).
    #[must_use]
    pub fn debrief_flight(&self, night: &FlightNight) -> &DebriefRow {
        let rows = &self.file.debriefing;
        &rows[flight_debrief::row_for_flight(rows, night).unwrap_or(rows.len() - 1)]
    }
}

/// Checks the debriefing chart against all nights that the set-up can end with.
fn check_debriefing(file: &ScenarioFile, setup: &Setup, tables: &Tables, faults: &mut Faults) {
    // Survivors of another scenario may be as many as there are Lancasters.
    let linked = file.options.iter().any(|o| o.survivors.is_some());
    let most = |n: usize| if linked { 21 } else { u8::try_from(n).unwrap_or(u8::MAX) };
    let aircraft = most(file.aircraft.len());
    let mines = most(file.aircraft.iter().filter(|a| a.upkeep).count());
    if let Some(flight) = &setup.flight {
        let capacity = DamId::ALL.map(|dam| tables.dam(dam).capacity(flight.dams[dam as usize].water));
        let frame = FlightFrame { aircraft, mines, dams: &flight.dams, capacity };
        flight_debrief::check_flight(&file.debriefing, &frame, faults);
    } else {
        let capacity = tables.dam(setup.dam).capacity(setup.water);
        debrief::check(&file.debriefing, aircraft, mines, capacity, faults);
    }
}

/// What the choices of these options change; an option not named keeps its default.
///
/// # Errors
/// An option or a choice that there is not.
pub(super) fn changes<'a>(
    file: &'a [OptionFile],
    options: &BTreeMap<String, String>,
) -> Result<Vec<&'a Change>, OptionFault> {
    let ids = |o: &'a OptionFile| o.choices.iter().map(|c| c.id.as_str()).collect();
    let offered: Vec<_> = file.iter().map(|o| (o.id.as_str(), o.default.as_str(), ids(o))).collect();
    let picked = pick(&offered, options)?;
    let made = file.iter().zip(picked).flat_map(|(option, (_, picked))| {
        option.choices.iter().filter(move |c| c.id == picked).flat_map(|c| &c.changes)
    });
    Ok(made.collect())
}
