//! Hazard markers of the Flight Map as they are drawn: the front alone until they are turned over.

use crate::games::dambusters::air_view::{FlightView, HazardView};
use crate::games::dambusters::data::Front;

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
