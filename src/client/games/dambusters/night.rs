//! A night of several attacks: how each dam stands, where everybody is sent, and the debriefing dam by dam.

use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::GameData;
use crate::games::dambusters::one_night::{AttackView, Stage};
use crate::games::dambusters::victory::reservoirs;
use crate::games::dambusters::view::{LancasterView, RaidView};

fn mines(n: u8) -> String {
    if n == 1 { "1 mine".to_owned() } else { format!("{n} mines") }
}

/// How far an attack is, and what it has come to.
pub fn stands(a: &AttackView) -> String {
    let so_far = || format!("damage {}, {}", a.damage_words(), mines(a.released));
    match a.stage {
        Stage::Ahead => "not begun".to_owned(),
        Stage::Flown => format!("open, {}", so_far()),
        Stage::Over => format!("over, {}", so_far()),
    }
}

/// Where a Lancaster is, with the dam that it is sent to; none when there is one dam only.
pub fn place(v: &RaidView, l: &LancasterView) -> Option<String> {
    let dam = l.sent?;
    let attack = v.night.iter().find(|a| a.dam == dam)?;
    let words = match (l.at, attack.stage) {
        (Space::Held(..) | Space::HeldWaiting(..), Stage::Over) => "attack over",
        (Space::Held(..) | Space::HeldWaiting(..), _) => "waits for its attack",
        _ => l.place_name,
    };
    Some(format!("{}: {words}", attack.name))
}

/// Whether the picture of the debriefing shows the way of a Lancaster: it shows one dam, and those sent there.
pub fn drawn(v: &RaidView, l: &LancasterView) -> bool {
    v.night.is_empty() || l.sent == Some(v.dam)
}

/// What the picture of the debriefing shows of a night of several attacks.
pub fn picture(v: &RaidView) -> Option<String> {
    (!v.night.is_empty())
        .then(|| format!("The picture shows the {} dam and the ways of those sent there last.", v.dam_name))
}

/// Each attack by its own chart, and the sum that gives the row of the night.
pub fn parts(v: &RaidView, data: Option<&GameData>) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = v.night.iter().map(judged).collect();
    if !parts.is_empty() {
        parts.extend(data.map(|data| sum(v, data)));
    }
    parts
}

fn judged(a: &AttackView) -> (String, String) {
    let (Some(row), Some((_, _, text))) = (a.row_words(), &a.row) else {
        return (format!("{} dam: not attacked", a.name), "Nobody came to it with a mine.".to_owned());
    };
    let end = if a.breached { "" } else { ", holds" };
    let told = format!("{text} {}, damage {}{end}; {} lost.", mines(a.released), a.damage_words(), a.lost);
    (format!("{} dam: {row}", a.name), told)
}

fn sum(v: &RaidView, data: &GameData) -> (String, String) {
    let down = v.night.iter().filter(|a| a.breached).count();
    let rv = reservoirs(data, |dam| v.night.iter().any(|a| a.dam == dam && a.breached));
    let lost = v.lancasters.iter().filter(|l| l.lost_to.is_some()).count();
    let each: Vec<String> = v.night.iter().map(|a| format!("{} {}", a.name, a.lost)).collect();
    let on: u8 = v.night.iter().map(|a| a.flown_on).sum();
    let told = format!(
        "Dams breached {down} of {}, reservoir value {rv}; lost {lost} of {} ({}); {} flown on to the next dam.",
        v.night.len(),
        v.lancasters.len(),
        each.join(", "),
        mines(on)
    );
    ("The night as a whole".to_owned(), told)
}
