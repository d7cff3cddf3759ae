//! Hazard markers of the Flight Map as they are drawn: the front alone until they are turned over.

use crate::client::panels::luck::RevealedView;
use crate::games::dambusters::air_view::{FlightView, HazardView};
use crate::games::dambusters::data::Front;
use crate::kernel::chronicle::{Entry, Line};
use crate::kernel::ids::Arg;
use crate::kernel::timeline::Table;

/// The id of a hazard marker on the board, as offers point at it.
pub fn mark_id(mark: usize) -> String {
    format!("mark {mark}")
}

/// The drawing and tokens of a hazard marker: its front, or what it is.
pub fn drawing(h: &HazardView) -> (&'static str, Vec<(String, String)>) {
    let (fill, ink) = match h.colour {
        "yellow" => ("#d9b440", "#14100e"),
        "light blue" => ("#86b6cf", "#14100e"),
        _ => ("#2f4f86", "#f4ecd0"),
    };
    let mut tokens = vec![("FILL".to_owned(), fill.to_owned()), ("INK".to_owned(), ink.to_owned())];
    let Some(what) = h.what else {
        for (front, name) in
            [(Front::Plain, "PLAIN"), (Front::Flak, "FLAK"), (Front::Nightfighter, "NIGHTFIGHTER")]
        {
            let shown = if h.front == front { "inline" } else { "none" };
            tokens.push((name.to_owned(), shown.to_owned()));
        }
        return ("marker-hazard", tokens);
    };
    let (icon, level) = icon(what);
    tokens.push((format!("#{icon}"), "on".to_owned()));
    tokens.push(("LEVEL".to_owned(), level));
    ("marker-hazard-shown", tokens)
}

/// What a hazard does once it is turned over, and the clause that says so.
pub fn effect(what: &str) -> (&'static str, &'static str) {
    if what.starts_with("Flak ") {
        return ("A Flak Check at the level printed on it.", "7.7.3j.a");
    }
    if what.starts_with("Nightfighter") {
        return ("A check whether it is seen and attacks.", "7.7.3l.a");
    }
    match what {
        "Broken Radio" => (
            "Stays: no message reaches it and it cannot regroup; it may turn for home in any Move Phase.",
            "7.7.3c.a",
        ),
        "Compass Card" => (
            "Stays with the mine: −1 on Navigation Checks and on the way home until the mine is gone.",
            "7.7.3d.a",
        ),
        "Faulty Controls (Speed)" => ("Stays: one Speed chit fewer on the approach.", "7.7.3g.a"),
        "Faulty Controls (Altitude)" => ("Stays: one Altitude chit fewer on the approach.", "7.7.3g.a"),
        "Faulty Merlin" => ("Stays: it may turn for home in any Move Phase; −1 on the way home.", "7.7.3h.a"),
        "Faulty Release" => ("Stays: −1 on its release roll.", "7.7.3i.a"),
        "Map Error" => ("Stays: −1 on Navigation Checks, for its whole wave.", "7.7.3k.a"),
        "No Aldis Lights" => (
            "Stays: no Altitude chits but at the Sorpe and the Bever; it may turn for home in any Move Phase.",
            "7.7.3m.a",
        ),
        "Unfit Aircrew" => ("Stays: all Training Levels of this crew are 3 lower.", "7.7.3o.a"),
        "Delayed Sortie" => {
            ("It does not move in the next Move Phase and drops out of its wave.", "7.7.3f.a")
        }
        "Birds/Bats" => ("One die: a 1 damages the aircraft.", "7.7.3b.a"),
        "Balloons" => ("One die: even damages, odd destroys.", "7.7.3a.a"),
        "Crash" => ("One die: odd destroys; even costs the mine and damages.", "7.7.3e.a"),
        "Searchlights" => (
            "A Navigation Check at once, −1 for each; flak and nightfighters see the whole wave better.",
            "7.7.3n.a",
        ),
        _ => ("", "7.7.1.d"),
    }
}

/// What a line of the log turned over, if it did.
pub fn revealed(table: &Table, line: &Line) -> Option<RevealedView> {
    let Entry::Say(_, [Arg::Piece(id), Arg::Word(what), _]) = line.entry else { return None };
    if line.clause.0 != "7.7.1.d" {
        return None;
    }
    let (effect, clause) = effect(what);
    Some(RevealedView {
        drawing: "games/dambusters/art/marker-hazard-shown".to_owned(),
        tokens: attached(what),
        who: table.pieces().code(id).to_owned(),
        what: what.to_owned(),
        effect: effect.to_owned(),
        clause: clause.to_owned(),
    })
}

/// The tokens of an attached hazard, by its name.
pub fn attached(what: &str) -> Vec<(String, String)> {
    let (icon, level) = icon(what);
    vec![
        ("FILL".to_owned(), "#93a0a8".to_owned()),
        (format!("#{icon}"), "on".to_owned()),
        ("LEVEL".to_owned(), level),
    ]
}

/// The group of the drawing for a hazard by its name, and the level written on it.
fn icon(what: &str) -> (String, String) {
    if let Some(level) = what.strip_prefix("Flak ") {
        return ("flak".to_owned(), level.to_owned());
    }
    if what.starts_with("Nightfighter") {
        return ("nightfighter".to_owned(), String::new());
    }
    let words = what.to_lowercase().replace(['(', ')'], "").replace(['/', ' '], "-");
    (words, String::new())
}

/// What a hazard marker is called.
pub fn words(h: &HazardView) -> String {
    match (h.what, h.front) {
        (Some(what), _) => format!("{what}, revealed"),
        (None, Front::Plain) => format!("A {} hazard, face down", h.colour),
        (None, Front::Flak) => format!("Flak, {}, its level face down", h.colour),
        (None, Front::Nightfighter) => format!("A nightfighter, {}, its type face down", h.colour),
    }
}

/// The marker that the question deals out, if it does: the first that lies on nobody, or on the wave at hand.
pub fn in_hand<'a>(f: &'a FlightView, deals: Option<&str>) -> Option<&'a HazardView> {
    let mut all = f.zones.iter().flat_map(|z| &z.hazards);
    match deals? {
        "" => all.find(|h| h.on.is_none()),
        wave => all.find(|h| h.on.as_deref() == Some(wave) && h.what.is_none()),
    }
}
