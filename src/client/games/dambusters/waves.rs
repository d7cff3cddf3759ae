//! The wave board of the raid: waves, independent Lancasters, those missing, on the ground, on the way home, lost.

use crate::client::panels::waves::{GroupView, Picture, ShipView, WavesView};
use crate::games::dambusters::air_view::{FlightView, HazardView, OrdersView, WaveView};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::FlightZone;
use crate::games::dambusters::view::{LancasterView, RaidView};
use crate::kernel::chart::Tone;

use super::flight::{self, aloft, goals, orders_of, targets};
use super::{TRACK, hazards, quality};

/// The folder of the game's drawings.
const ART: &str = "games/dambusters/art";

/// What holds of a Lancaster, word by word.
pub fn state_words(v: &RaidView, l: &LancasterView, o: Option<&OrdersView>) -> Vec<String> {
    let mut out = vec![load(l).to_owned()];
    if l.damaged {
        out.push("damaged".to_owned());
    }
    out.extend(l.hazards.iter().map(|h| (*h).to_owned()));
    if let Some(o) = o {
        if o.high {
            out.push("flies high".to_owned());
        }
        out.extend(o.player.map(|player| format!("of P{player}")));
        if o.deaf {
            out.push("no message reaches it any more".to_owned());
        }
        if o.delayed {
            out.push("delayed: it does not move next turn".to_owned());
        }
        if o.flares > 0 {
            out.push(format!("Very Lights {}", o.flares));
        }
        if let Some(turn) = o.from_turn {
            out.push(format!("takes off on Flight Turn {turn}"));
        }
    }
    out.extend(waits(l));
    out.extend(l.marker.map(str::to_owned));
    if l.from_turn > v.turn && l.at.on_map() {
        out.push(format!("flies from turn {}", l.from_turn));
    }
    out
}

/// When a Lancaster enters the Target Map, if it waits beside it.
pub fn waits(l: &LancasterView) -> Option<String> {
    let Space::Waiting(turn) = l.at else { return None };
    let clock = TRACK.get(usize::from(turn).checked_sub(1)?)?;
    Some(format!("comes in at {clock}"))
}

fn load(l: &LancasterView) -> &'static str {
    match (l.upkeep, l.carried) {
        (true, _) => "Upkeep aboard",
        (false, true) => "mine gone",
        (false, false) => "no Upkeep",
    }
}

fn picture(drawing: &str, tokens: Vec<(String, String)>, words: String) -> Picture {
    Picture { drawing: format!("{ART}/{drawing}"), tokens, words }
}

fn hazard(h: &HazardView) -> Picture {
    let (drawing, tokens) = hazards::drawing(h);
    picture(drawing, tokens, hazards::words(h))
}

/// What stays with a Lancaster, and what that does.
fn attached(what: &str) -> Picture {
    let (effect, clause) = hazards::effect(what);
    let told = if effect.is_empty() { what.to_owned() } else { format!("{what}\n{effect} [{clause}]") };
    picture("marker-hazard-shown", hazards::attached(what), told)
}

fn high_mark() -> Picture {
    picture("marker-high", Vec::new(), "flies high".to_owned())
}

/// The hazards on the map that lie on a unit or a Lancaster.
fn hazards_on(f: &FlightView, on: &str) -> Vec<Picture> {
    let all = f.zones.iter().flat_map(|z| &z.hazards);
    all.filter(|h| h.on.as_deref() == Some(on)).map(hazard).collect()
}

/// Whether a Lancaster has no wireless, or hears nothing.
fn silent(l: &LancasterView, o: Option<&OrdersView>) -> Option<&'static str> {
    if l.hazards.contains(&"Broken Radio") {
        return Some("no radio");
    }
    o.is_some_and(|o| o.deaf).then_some("deaf")
}

fn ship(v: &RaidView, f: &FlightView, l: &LancasterView, leads: bool, note: String) -> ShipView {
    let o = orders_of(f, l.id);
    // In a wave the pennant says so for all.
    let high = o.filter(|o| o.high && o.wave.is_none());
    let mut marks: Vec<Picture> = high.map(|_| high_mark()).into_iter().collect();
    marks.extend(hazards_on(f, &l.code));
    let late = o.is_some_and(|o| o.delayed).then_some("Delayed Sortie");
    marks.extend(l.hazards.iter().copied().chain(late).map(attached));
    let (state, tone) = match (l.lost_to, l.damaged, silent(l, o)) {
        (Some(cause), ..) => (cause.to_owned(), Tone::Bad),
        (None, true, Some(silent)) => (format!("damaged, {silent}"), Tone::Bad),
        (None, true, None) => ("damaged".to_owned(), Tone::Bad),
        (None, false, Some(silent)) => (silent.to_owned(), Tone::Bad),
        (None, false, None) if aloft(l) && !l.upkeep => (load(l).to_owned(), Tone::Plain),
        (None, false, None) => ("ok".to_owned(), Tone::Good),
    };
    let alone = o.filter(|o| o.wave.is_none()).and_then(|o| o.player);
    let state = alone.map_or(state.clone(), |player| format!("{state}, P{player}"));
    let (letter, word) = quality(l.quality);
    let mut lines = vec![format!("{} {} · {word} · {}", l.code, l.pilot, l.place_name)];
    if let Some(e) = &l.elite {
        let used = if e.spent { " (used)" } else { "" };
        lines.push(format!("{} {}: {}{used}", e.kind, e.name, e.benefit));
    }
    if l.lost_to.is_none() {
        lines.extend(o.map(targets));
        lines.push(state_words(v, l, o).join(" · "));
    }
    ShipView {
        piece: Some(l.id),
        code: l.code.clone(),
        counter: picture("counter-flight", flight::tokens(l, o), String::new()),
        name: l.pilot.clone(),
        quality: (letter, word),
        leads,
        special: l.elite.as_ref().filter(|e| !e.spent).map_or(String::new(), |e| e.kind.to_owned()),
        state,
        tone,
        note,
        marks,
        hover: lines.join("\n"),
    }
}

fn zone_of(place: &str) -> String {
    let zones = [
        FlightZone::England,
        FlightZone::EnglishCoast,
        FlightZone::NorthSea,
        FlightZone::DutchCoast,
        FlightZone::Ruhr,
        FlightZone::Weser,
    ];
    let zone = zones.into_iter().find(|z| z.place() == place || z.missing_place() == place);
    zone.map_or(String::new(), |z| z.label().to_owned())
}

/// Where a Lancaster is, with its zone's name for a Missing Box.
fn whereabouts(f: &FlightView, l: &LancasterView) -> String {
    if let Some(dam) = f.dams.iter().find(|d| d.dam.place() == l.place) {
        let held = matches!(l.at, Space::Held(..) | Space::HeldWaiting(..));
        return format!("{} {}", if held { "circling over the" } else { "over the" }, dam.name);
    }
    let zone = zone_of(l.place);
    match l.at {
        Space::Missing(_) => format!("Missing, {zone}"),
        _ if zone.is_empty() => l.place_name.to_owned(),
        _ => zone,
    }
}

/// Where a Lancaster is and what it makes for; over its target, what comes after that.
fn bound_for(f: &FlightView, l: &LancasterView, o: &OrdersView) -> String {
    let at = whereabouts(f, l);
    let over = f.dams.iter().find(|d| d.dam.place() == l.place).map(|d| d.name);
    match (over.is_some() && over == o.primary, o.secondary) {
        (true, Some(then)) => format!("{at} · then {then}"),
        (true, None) => at,
        _ => format!("{at} · {}", goals(o)),
    }
}

fn wave(v: &RaidView, f: &FlightView, w: &WaveView) -> GroupView {
    let leader = orders_of(f, w.leader);
    let rest = w.members.iter().filter(|id| **id != w.leader);
    let order = w.members.iter().filter(|id| **id == w.leader).chain(rest);
    let ships = order.filter_map(|id| v.lancaster(*id)).map(|l| {
        // Inside a wave all have its targets; who differs says so.
        let own = orders_of(f, l.id).filter(|o| {
            leader.is_some_and(|lead| (o.primary, o.secondary) != (lead.primary, lead.secondary))
        });
        ship(v, f, l, l.id == w.leader, own.map_or(String::new(), targets))
    });
    let ships: Vec<ShipView> = ships.collect();
    let first = w.members.first().and_then(|id| v.lancaster(*id));
    let note = first.map_or(String::new(), |l| match leader {
        Some(o) => bound_for(f, l, o),
        None => whereabouts(f, l),
    });
    let mut state = if w.compromised { "order lost" } else { "in order" }.to_owned();
    if w.flares > 0 {
        state = format!("{state}, lights {}", w.flares);
    }
    if w.high {
        state.push_str(", high");
    }
    if let Some(player) = w.player {
        state = format!("{state}, P{player}");
    }
    let shown = |on: bool| if on { "inline" } else { "none" }.to_owned();
    let pennant = vec![
        ("NUMBER".to_owned(), w.name.trim_start_matches("Wave ").to_owned()),
        ("GOOD".to_owned(), shown(!w.compromised)),
        ("LOOSE".to_owned(), shown(w.compromised)),
        ("INK".to_owned(), if w.compromised { "#f4ecd0" } else { "#10161d" }.to_owned()),
    ];
    GroupView {
        title: w.name.to_owned(),
        thing: w.name.to_owned(),
        pennant: Some(picture("marker-wave", pennant, String::new())),
        state,
        tone: if w.compromised { Tone::Bad } else { Tone::Good },
        note,
        marks: w.high.then(high_mark).into_iter().chain(hazards_on(f, w.name)).collect(),
        ships,
    }
}

/// The wave board. `deals` is as for the board; `asks` tells whether the question has an offer of this verb.
pub fn waves(v: &RaidView, f: &FlightView, deals: Option<&str>, asks: impl Fn(&str) -> bool) -> WavesView {
    let mut groups: Vec<GroupView> = f.waves.iter().map(|w| wave(v, f, w)).collect();
    let listed = |title: &str, thing: &str, note: &str, of: &dyn Fn(&LancasterView) -> Option<String>| {
        let ships: Vec<ShipView> =
            v.lancasters.iter().filter_map(|l| Some(ship(v, f, l, false, of(l)?))).collect();
        GroupView {
            title: title.to_owned(),
            thing: thing.to_owned(),
            state: ships.len().to_string(),
            note: note.to_owned(),
            ships,
            ..GroupView::default()
        }
    };
    let in_wave = |l: &LancasterView| orders_of(f, l.id).is_some_and(|o| o.wave.is_some());
    let with_targets = |l: &LancasterView, at: String| {
        let goals = orders_of(f, l.id).map_or(String::new(), goals);
        if goals.is_empty() { at } else { format!("{at} · {goals}") }
    };
    let attacking = |l: &LancasterView| l.at.on_map() || matches!(l.at, Space::Waiting(_));
    let title = format!("Over the {}", v.dam_name);
    groups.push(listed(&title, "", "", &|l| {
        let at = waits(l).unwrap_or_else(|| l.place_name.to_owned());
        (!in_wave(l) && attacking(l)).then_some(at)
    }));
    let bound = |l: &LancasterView| matches!(l.at, Space::Base(_) | Space::ReturnToBase);
    groups.push(listed("Alone", "drop", "", &|l| {
        let alone = !in_wave(l) && aloft(l) && !attacking(l) && !bound(l);
        (alone && !matches!(l.at, Space::Missing(_))).then(|| match orders_of(f, l.id) {
            Some(o) => bound_for(f, l, o),
            None => whereabouts(f, l),
        })
    }));
    groups.push(listed("Missing", "", "each by itself", &|l| {
        matches!(l.at, Space::Missing(_)).then(|| with_targets(l, zone_of(l.place)))
    }));
    groups.push(listed("At Scampton", "", "before take-off", &|l| {
        let from = orders_of(f, l.id).and_then(|o| o.from_turn);
        from.map(|turn| with_targets(l, format!("Takes off on turn {turn}")))
    }));
    groups.push(listed("On the way home", "home", "", &|l| bound(l).then(String::new)));
    groups.push(listed("Home", "", "", &|l| (l.at == Space::Home && flight::flew(v, l)).then(String::new)));
    groups.push(listed("Lost", "", "", &|l| l.lost_to.map(|_| String::new())));
    // An empty list stays where somebody may be dropped on it.
    groups.retain(|g| !g.ships.is_empty() || (!g.thing.is_empty() && asks(&g.thing)));
    let known = |d: &&crate::games::dambusters::air_view::SiteView| {
        let wanted = f.orders.iter().any(|o| [o.primary, o.secondary].contains(&Some(d.name)));
        wanted || d.released > 0 || d.breached || d.name == f.last_resort
    };
    let dams = f.dams.iter().filter(known).map(|d| {
        let mut words = flight::dam_words(d);
        if d.name == f.last_resort {
            words.push_str(" · Last Resort");
        }
        (d.name.to_owned(), words, if d.breached { Tone::Good } else { Tone::Plain })
    });
    WavesView { groups, hand: hazards::in_hand(f, deals).map(hazard), dams: dams.collect(), selected: None }
}
