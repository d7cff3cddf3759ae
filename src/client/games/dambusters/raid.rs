//! A whole raid: what threatens, and the debriefing of the night.

use super::flight::flew;
use crate::client::panels::debrief::DebriefView;
use crate::games::dambusters::air_view::FlightView;
use crate::games::dambusters::components::Space;
use crate::games::dambusters::view::RaidView;
use crate::kernel::chart::Tone;
use crate::kernel::chronicle::{Chronicle, Entry};
use crate::kernel::ids::{Arg, PieceId, Seat};
use crate::kernel::timeline::Table;

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

/// Those lost over a dam, by what the log tells: in an attack on it, and not on the way.
pub fn lost_at(table: &Table, seat: Seat, dam: &str) -> Vec<PieceId> {
    let (mut here, mut out) = (false, Vec::new());
    for line in table.world().resource::<Chronicle>().lines(seat) {
        let Entry::Say(words, args) = line.entry else { continue };
        let clause = line.clause.0;
        let away = ["7.1.", "7.2.", "7.3.", "7.4.", "7.5.", "7.6.", "7.7.1", "7.8.", "7.10."];
        if clause == "7.9.b" {
            here = matches!(args[0], Arg::Word(word) if word == dam);
        } else if clause == "7.9.6.b" || clause == "7.9.7.a" || away.iter().any(|c| clause.starts_with(c)) {
            here = false;
        } else if here
            && words.starts_with("{} is ")
            && line.tone == Tone::Bad
            && let Arg::Piece(id) = args[0]
        {
            out.push(id);
        }
    }
    out
}

/// Those whose mine was torn off on the way, by what the log tells (clause 7.7.3e.a).
fn torn_off(table: &Table, seat: Seat) -> Vec<PieceId> {
    let lines = table.world().resource::<Chronicle>().lines(seat);
    let lost = lines.filter_map(|line| match line.entry {
        Entry::Say("{} loses its mine", args) => Some(args[0]),
        _ => None,
    });
    lost.filter_map(|arg| if let Arg::Piece(id) = arg { Some(id) } else { None }).collect()
}

/// The debriefing of a raid: the dams, the crews, and what each did, on what an attack alone tells.
pub fn debrief(table: &Table, seat: Seat, v: &RaidView, f: &FlightView, told: DebriefView) -> DebriefView {
    let torn = torn_off(table, seat);
    let breached: Vec<&str> = f.dams.iter().filter(|d| d.breached).map(|d| d.name).collect();
    let released: u32 = f.dams.iter().map(|d| u32::from(d.released)).sum();
    let sent = v.lancasters.len();
    let lost = v.lancasters.iter().filter(|l| l.lost_to.is_some()).count();
    let mut notes = Vec::new();
    for dam in f.dams.iter().filter(|d| d.released > 0 || d.breached) {
        let mines = if dam.released == 1 { "1 mine".to_owned() } else { format!("{} mines", dam.released) };
        let end = if dam.breached { "breached" } else { "holds" };
        notes.push(format!("{} dam: {mines}, damage {} of {}, {end}.", dam.name, dam.damage, dam.capacity));
    }
    notes.push(format!("The night ended in Flight Turn {} with Alert Level {}.", f.turn, f.alert));
    notes.extend(told.notes);
    let all = told.fates.into_iter().zip(&v.lancasters).filter(|(_, l)| flew(v, l));
    let fates = all.map(|(mut fate, l)| {
        // A mine that ran true at any dam is told by what the crew brought home, not by the dam attacked last.
        let mut words = match l.lost_to {
            Some("missing on return") => "missing on return".to_owned(),
            Some(cause) => format!("lost: {cause}"),
            None if l.damaged => "home, damaged".to_owned(),
            None => "home".to_owned(),
        };
        if l.lost_to.is_none() {
            match (l.upkeep, l.carried) {
                (true, _) => words.push_str(" · mine brought back"),
                (false, true) if torn.contains(&l.id) => words.push_str(" · mine torn off"),
                (false, true) => words.push_str(" · mine released"),
                (false, false) => {}
            }
        }
        fate.fate = words;
        fate.tone = match (l.lost_to, l.upkeep) {
            (Some(_), _) => Tone::Bad,
            (None, false) if l.carried && !torn.contains(&l.id) => Tone::Good,
            _ => Tone::Plain,
        };
        fate
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
            (format!("{released}/{sent}"), "mines released of those sent".to_owned()),
            (lost.to_string(), "Lancasters lost".to_owned()),
        ],
        fates: fates.collect(),
        notes,
        ..told
    }
}
