//! A whole raid: what threatens, and the debriefing of the night.

use std::collections::BTreeSet;

use super::flight::orders_of;
use crate::client::panels::debrief::{DebriefView, Fate};
use crate::games::dambusters::air_view::FlightView;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::DamId;
use crate::games::dambusters::deeds::{DeedView, MineFate};
use crate::games::dambusters::view::{LancasterView, RaidView};
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What threatens, for the recap.
pub fn threats(v: &RaidView, f: &FlightView) -> Vec<String> {
    let mut out = Vec::new();
    if f.alert > 0 || f.alert_pending {
        let rises = if f.alert_pending { ", rising" } else { "" };
        out.push(format!("Alert Level {}{rises}", f.alert));
    }
    let list = |words: &str, of: &dyn Fn(usize) -> bool| {
        let codes: Vec<&str> =
            (0..v.lancasters.len()).filter(|i| of(*i)).map(|i| v.lancasters[i].code.as_str()).collect();
        (!codes.is_empty()).then(|| format!("{words}: {}", codes.join(", ")))
    };
    let loose: Vec<&str> = f.waves.iter().filter(|w| w.compromised).map(|w| w.name).collect();
    if !loose.is_empty() {
        out.push(format!("Order lost: {}", loose.join(", ")));
    }
    out.extend(list("Missing", &|i| matches!(v.lancasters[i].at, Space::Missing(_))));
    out.extend(list("Damaged", &|i| v.lancasters[i].damaged && v.lancasters[i].lost_to.is_none()));
    out
}

/// Those lost over a dam in the night that is flown.
pub fn lost_at(v: &RaidView, dam: DamId) -> Vec<PieceId> {
    let here = |l: &&LancasterView| l.deeds.last().is_some_and(|deed| deed.lost_at == Some(dam));
    v.lancasters.iter().filter(here).map(|l| l.id).collect()
}

/// What a crew did with its mine in a night.
fn deed(of: &DeedView) -> Option<String> {
    Some(match (of.mine, of.released_at) {
        (MineFate::None | MineFate::LostWithIt, _) => return None,
        (MineFate::Released, Some(dam)) if of.ran_true => format!("mine ran true at the {}", dam.name()),
        (MineFate::Released, Some(dam)) => format!("mine without effect at the {}", dam.name()),
        (MineFate::Released, None) => "mine released".to_owned(),
        (MineFate::TornOff, _) => "mine torn off".to_owned(),
        (MineFate::BroughtBack, _) => "mine brought back".to_owned(),
        (MineFate::Aboard, _) => "mine aboard".to_owned(),
    })
}

/// How a Lancaster ended, and what its crew did in each night.
fn fate(l: &LancasterView, nights: u8) -> (String, Tone) {
    let mut words = vec![match l.lost_to {
        Some("missing on return") => "missing on return".to_owned(),
        Some(cause) => match l.deeds.last().and_then(|deed| deed.lost_at) {
            Some(dam) => format!("lost over the {}: {cause}", dam.name()),
            None => format!("lost: {cause}"),
        },
        None if l.damaged => "home, damaged".to_owned(),
        None => "home".to_owned(),
    }];
    words.extend(l.deeds.iter().filter_map(|of| {
        let told = deed(of)?;
        Some(if nights > 1 { format!("night {}: {told}", of.night) } else { told })
    }));
    let ran_true = l.deeds.iter().any(|of| of.ran_true);
    let tone = match (l.lost_to, ran_true) {
        (Some(_), _) => Tone::Bad,
        (None, true) => Tone::Good,
        (None, false) => Tone::Plain,
    };
    (words.join(" · "), tone)
}

/// What each of several people that share the squadron did with it.
fn shares(v: &RaidView, f: &FlightView) -> Vec<String> {
    let of = |l: &LancasterView| orders_of(f, l.id).and_then(|o| o.player);
    let people: BTreeSet<u8> = v.lancasters.iter().filter_map(of).collect();
    let told = people.into_iter().map(|player| {
        let his = || v.lancasters.iter().filter(|l| of(l) == Some(player));
        let deeds = || his().flat_map(|l| &l.deeds);
        let released = deeds().filter(|d| d.mine == MineFate::Released).count();
        let ran_true = deeds().filter(|d| d.ran_true).count();
        let lost = his().filter(|l| l.lost_to.is_some()).count();
        format!("P{player}: {released} mines released, {ran_true} of them true; {lost} lost.")
    });
    told.collect()
}

/// The debriefing of a raid, of both nights where there were two: the dams, the crews, and what each did.
pub fn debrief(v: &RaidView, f: &FlightView, told: DebriefView) -> DebriefView {
    // What was down before the first mine of this game is nobody's deed.
    let breached: Vec<&str> =
        f.dams.iter().filter(|d| d.breached && d.released > 0).map(|d| d.name).collect();
    let (released, torn, sent) = (v.mines(MineFate::Released), v.mines(MineFate::TornOff), v.mines_sent());
    let lost = v.lancasters.iter().filter(|l| l.lost_to.is_some()).count();
    let nights = v.lancasters.iter().flat_map(|l| &l.deeds).map(|of| of.night).max().unwrap_or(1);
    let mut notes = Vec::new();
    for dam in f.dams.iter().filter(|d| d.released > 0) {
        let mines = if dam.released == 1 { "1 mine".to_owned() } else { format!("{} mines", dam.released) };
        let end = if dam.breached { "breached" } else { "holds" };
        notes.push(format!("{} dam: {mines}, damage {} of {}, {end}.", dam.name, dam.damage, dam.capacity));
    }
    if torn > 0 {
        notes.push(format!("Mines torn off on the way: {torn}."));
    }
    let which = if nights > 1 { "second night" } else { "night" };
    notes.push(format!("The {which} ended in Flight Turn {} with Alert Level {}.", f.turn, f.alert));
    notes.extend(shares(v, f));
    notes.extend(told.notes);
    let all = told.fates.into_iter().zip(&v.lancasters).filter(|(_, l)| !l.deeds.is_empty());
    let fates = all.map(|(known, l)| {
        let (mut fate, tone) = fate(l, nights);
        if let Some(player) = orders_of(f, l.id).and_then(|o| o.player) {
            fate = format!("{fate} · P{player}");
        }
        Fate { fate, tone, ..known }
    });
    let dams = match breached.as_slice() {
        [] => ("none".to_owned(), "dams breached".to_owned()),
        [one] => ((*one).to_owned(), "dam breached".to_owned()),
        several => (several.join(", "), "dams breached".to_owned()),
    };
    DebriefView {
        tone: if breached.is_empty() { Tone::Bad } else { Tone::Good },
        figures: vec![
            dams,
            (
                format!("{released}/{sent}"),
                (if nights > 1 {
                    "mines released of those sent, both nights"
                } else {
                    "mines released of those sent"
                })
                .to_owned(),
            ),
            (lost.to_string(), "Lancasters lost".to_owned()),
        ],
        fates: fates.collect(),
        notes,
        ..told
    }
}
