//! Attack scenarios flown in one night: those that happen at once (clause 7.9.9.a), then one more with what is left of
//! the force of one of them.

use serde::{Deserialize, Serialize};

use super::check::attack_fields;
use super::flight_debrief::{self, FlightFrame};
use super::flight_setup::DamSetup;
use super::kinds::DamId;
use super::scenario::{Change, Scenario, ScenarioFile, Setup, Sortie};
use super::tables::Tables;
use crate::kernel::content::Faults;

/// The attack scenarios of a night, by their full ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneNightFile {
    /// Those that happen at once, each with its own force; the player says in which order they are played.
    pub together: Vec<String>,
    /// Who flies on when they are over, and where.
    #[serde(default)]
    pub onward: Option<OnwardFile>,
}

/// What is left of one force flies on to another dam.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnwardFile {
    /// The scenario of the night that they come from.
    pub from: String,
    /// The scenario that they go on to: one whose option takes these survivors.
    pub to: String,
}

/// An attack of the night.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The full id of its scenario, whose debriefing chart judges it.
    pub scenario: String,
    /// The levels at its dam, and what ends it.
    pub setup: Setup,
    /// The dam that its force comes from; none when it has a force of its own.
    pub from: Option<DamId>,
}

/// The most attacks that a night has.
const MOST_ATTACKS: usize = 4;

impl Setup {
    /// The attack on this dam in a night of several.
    #[must_use]
    pub fn attack(&self, dam: DamId) -> Option<&Attack> {
        self.night.iter().find(|a| a.setup.dam == dam)
    }

    /// What holds at this dam: of the attack on it in a night of several, else of the scenario.
    #[must_use]
    pub fn at(&self, dam: DamId) -> &Setup {
        self.attack(dam).map_or(self, |a| &a.setup)
    }
}

/// What a scenario of several attacks says for itself: neither Lancasters nor levels.
pub(super) fn check_form(file: &ScenarioFile, night: &OneNightFile, faults: &mut Faults) {
    faults.expect(file.aircraft.is_empty(), "aircraft", "the Lancasters are those of the scenarios flown");
    faults.expect(file.flight.is_none(), "flight", "a night of attack scenarios has no Flight Map");
    faults.expect(file.skip.is_empty(), "skip", "each attack leaves out what its scenario does");
    for (field, here) in attack_fields(file) {
        faults.expect(!here, field, "each attack has it from its own scenario");
    }
    faults.expect(
        (2..=MOST_ATTACKS).contains(&night.together.len()),
        "night.together",
        format!("a night has 2 to {MOST_ATTACKS} attacks at once"),
    );
    for (i, option) in file.options.iter().enumerate() {
        faults.expect(
            option.survivors.is_none(),
            format!("options[{i}].survivors"),
            "survivors of another scenario fly in no night of several",
        );
        for (j, choice) in option.choices.iter().enumerate() {
            for (k, change) in choice.changes.iter().enumerate() {
                let force = matches!(change, Change::Only(_) | Change::Damaged(_) | Change::WithoutUpkeep(_));
                faults.expect(
                    force,
                    format!("options[{i}].choices[{j}].changes[{k}]"),
                    "a night of several changes its force alone",
                );
            }
        }
    }
}

/// The one scenario of this id, if it is an attack on one dam.
fn attack<'a>(
    id: &str,
    field: &str,
    find: &impl Fn(&str) -> Option<&'a Scenario>,
    faults: &mut Faults,
) -> Option<&'a Scenario> {
    let found = find(id);
    faults.expect(found.is_some(), field, format!("there is no scenario `{id}`"));
    let found = found?;
    faults.expect(found.file.one_dam(), field, format!("`{id}` is no attack on one dam"));
    found.file.one_dam().then_some(found)
}

/// The attacks of a night in the order of the file, the one that is flown on to last, with the digests of their
/// scenarios.
pub(super) fn attacks<'a>(
    night: &OneNightFile,
    tables: &Tables,
    find: impl Fn(&str) -> Option<&'a Scenario>,
    faults: &mut Faults,
) -> Vec<(Attack, u64)> {
    let mut found: Vec<(Attack, u64)> = Vec::new();
    for (i, id) in night.together.iter().enumerate() {
        let field = format!("night.together[{i}]");
        let Some(scenario) = attack(id, &field, &find, faults) else { continue };
        let setup = scenario.default_setup(tables);
        for (other, _) in &found {
            let dam = setup.dam.name();
            faults.expect(other.setup.dam != setup.dam, &field, format!("the {dam} is attacked already"));
            let twice = setup.sorties.iter().find(|s| flies(&other.setup.sorties, s));
            if let Some(twice) = twice {
                let code = &tables.aircraft(twice.aircraft).code;
                faults.add(&field, format!("{code} flies in `{}` already", other.scenario));
            }
        }
        found.push((Attack { scenario: id.clone(), setup, from: None }, scenario.hash));
    }
    if let Some(onward) = &night.onward {
        let from = found.iter().find(|(a, _)| a.scenario == onward.from).map(|(a, _)| a.setup.dam);
        faults.expect(
            from.is_some(),
            "night.onward.from",
            format!("`{}` is not flown in this night", onward.from),
        );
        let to = attack(&onward.to, "night.onward.to", &find, faults);
        let option = to.and_then(|to| Some((to, to.option_for(&onward.from)?)));
        faults.expect(
            option.is_some() || to.is_none(),
            "night.onward.to",
            format!("`{}` takes no survivors of `{}`", onward.to, onward.from),
        );
        if let Some((to, option)) = option {
            let choice = option.survivors.as_ref().map_or(&option.default, |s| &s.choice);
            let linked = [(option.id.clone(), choice.clone())].into();
            let setup = to.setup(tables, &linked).unwrap_or_else(|_| to.default_setup(tables));
            let again = found.iter().any(|(a, _)| a.setup.dam == setup.dam);
            faults.expect(!again, "night.onward.to", format!("the {} is attacked already", setup.dam.name()));
            found.push((Attack { scenario: onward.to.clone(), setup, from }, to.hash));
        }
    }
    if let Some(((first, _), rest)) = found.split_first() {
        for (other, _) in rest {
            let (a, b) = (&first.setup, &other.setup);
            let skips = |s: &Setup| [s.skip_nightfighter, s.skip_visibility, s.skip_rtb];
            faults.expect(
                a.ends == b.ends && skips(a) == skips(b),
                "night",
                format!("`{}` and `{}` must end alike and skip the same", first.scenario, other.scenario),
            );
        }
    }
    found
}

fn flies(sorties: &[Sortie], one: &Sortie) -> bool {
    sorties.iter().any(|s| s.aircraft == one.aircraft)
}

/// The set-up of the whole night: that of its first attack with the Lancasters of all, each with its dam as Primary
/// Target.
pub(super) fn setup(attacks: Vec<Attack>) -> Option<Setup> {
    let mut setup = attacks.first()?.setup.clone();
    let force = |a: &Attack| {
        let dam = a.setup.dam;
        let sorties = a.setup.sorties.iter().cloned();
        sorties.map(move |s| Sortie { primary: Some(dam), ..s }).collect::<Vec<_>>()
    };
    setup.sorties = attacks.iter().filter(|a| a.from.is_none()).flat_map(force).collect();
    setup.night = attacks;
    Some(setup)
}

/// Options and debriefing of a night whose attacks are known.
pub(super) fn check(file: &ScenarioFile, setup: &Setup, tables: &Tables, faults: &mut Faults) {
    faults.expect(setup.sorties.len() <= 21, "night", "there are 21 Lancasters");
    let find = |code: &str| setup.sorties.iter().find(|s| tables.aircraft(s.aircraft).code == code);
    for (i, option) in file.options.iter().enumerate() {
        for (j, choice) in option.choices.iter().enumerate() {
            for (k, change) in choice.changes.iter().enumerate() {
                let field = format!("options[{i}].choices[{j}].changes[{k}]");
                let codes = match change {
                    Change::Only(codes) => &codes[..],
                    Change::Damaged(code) | Change::WithoutUpkeep(code) => std::slice::from_ref(code),
                    _ => &[],
                };
                for code in codes {
                    faults.expect(find(code).is_some(), &field, format!("{code} is not in this night"));
                }
                if matches!(change, Change::Only(_)) {
                    let armed = codes.iter().any(|code| find(code).is_some_and(|s| s.upkeep));
                    faults.expect(armed, &field, "at least one of them carries Upkeep");
                }
            }
        }
    }
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let mut dams = [DamSetup::default(); 8];
    for attack in &setup.night {
        let Setup { recon, flak, water, .. } = attack.setup;
        dams[attack.setup.dam as usize] = DamSetup { recon, flak, water, ..DamSetup::default() };
    }
    let frame = FlightFrame {
        aircraft: count(setup.sorties.len()),
        mines: count(setup.sorties.iter().filter(|s| s.upkeep).count()),
        dams: &dams,
        capacity: DamId::ALL.map(|dam| tables.dam(dam).capacity(dams[dam as usize].water)),
    };
    flight_debrief::check_flight(&file.debriefing, &frame, faults);
    for (i, row) in file.debriefing.iter().enumerate() {
        let field = format!("debriefing[{i}].follow_up");
        faults.expect(row.follow_up.is_none(), field, "a flight scenario alone can ask this");
    }
}
