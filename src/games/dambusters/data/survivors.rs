//! Linked play: the force that another scenario hands on, written as one word for each Lancaster.
//!
//! `AJ-G:empty:spent,AJ-Z:damaged,AJ-N`: three survivors, the first without its mine and with its Elite Crewman's one
//! benefit spent, the second damaged.

use super::kinds::{Hazard, Start};
use super::scenario::Sortie;
use super::tables::Tables;

/// What a survivor brings with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survivor {
    /// Its code.
    pub code: String,
    /// Whether its mine is aboard.
    pub armed: bool,
    /// Whether it is damaged.
    pub damaged: bool,
    /// Whether its Elite Crewman's benefit is spent.
    pub spent: bool,
}

/// Writes survivors as [`read`] takes them.
#[must_use]
pub fn write(survivors: &[Survivor]) -> String {
    let word = |s: &Survivor| {
        let marks = [(!s.armed, ":empty"), (s.damaged, ":damaged"), (s.spent, ":spent")];
        marks.iter().filter(|(set, _)| *set).fold(s.code.clone(), |word, (_, mark)| word + mark)
    };
    survivors.iter().map(word).collect::<Vec<_>>().join(",")
}

/// Reads survivors out of the force that set out.
///
/// # Errors
/// What is wrong, in words.
pub fn read(text: &str, force: &[Sortie], tables: &Tables) -> Result<Vec<Sortie>, String> {
    if text.is_empty() {
        return Err("nobody is left".to_owned());
    }
    let mut sorties: Vec<Sortie> = Vec::new();
    for word in text.split(',') {
        let mut parts = word.trim().split(':');
        let code = parts.next().unwrap_or("");
        let found = force.iter().find(|s| tables.aircraft(s.aircraft).code == code);
        let Some(found) = found else { return Err(format!("no Lancaster `{code}` set out")) };
        if sorties.iter().any(|s| s.aircraft == found.aircraft) {
            return Err(format!("{code} is listed twice"));
        }
        let mut sortie = Sortie { start: Start::CirclingNear, from_turn: 1, ..found.clone() };
        for mark in parts {
            match mark {
                "empty" => sortie.upkeep = false,
                "damaged" => sortie.damaged = true,
                "spent" if sortie.elite.is_some_and(|id| tables.elite(id).once) => sortie.spent = true,
                "spent" => return Err(format!("{code} has no benefit that is used once a game")),
                other => {
                    return Err(format!("{code} cannot be `{other}`; there is empty, damaged, spent"));
                }
            }
        }
        if !sortie.upkeep {
            sortie.hazards.retain(|h| *h != Hazard::CompassCard);
        }
        sorties.push(sortie);
    }
    Ok(sorties)
}

/// Somebody must have a mine for the next dam.
///
/// # Errors
/// When nobody has, in words.
pub fn armed(sorties: &[Sortie]) -> Result<(), String> {
    if sorties.iter().any(|s| s.upkeep) { Ok(()) } else { Err("no survivor carries Upkeep".to_owned()) }
}
