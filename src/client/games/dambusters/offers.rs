//! Offers of the Flight Turns pointed at the Flight Map: dams, pennants, hazard markers, boxes.

use crate::client::panels::prompt::{OfferView, PromptView};
use crate::client::panels::views::LAST_KEY;
use crate::games::dambusters::air_view::FlightView;
use crate::games::dambusters::view::RaidView;
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};

use super::{flight, hazards};

/// Whose hazards a question deals out: a wave's, or with no name those of a zone.
pub fn deals(f: &FlightView, question: &Question) -> Option<String> {
    let deals = question.offers.first().is_some_and(|o| o.key.verb == "meets");
    if !deals {
        return None;
    }
    if question.clause.0 != "7.7.1.b" {
        return Some(String::new());
    }
    let member = question.offers.iter().find_map(|o| o.key.piece())?;
    f.waves.iter().find(|w| w.members.contains(&member)).map(|w| w.name.to_owned())
}

/// Points every offer of the prompt at what it means on the Flight Map.
pub fn point(v: &RaidView, f: &FlightView, question: &Question, prompt: &mut PromptView) {
    for offer in prompt.offers.iter_mut().chain(&mut prompt.rest) {
        let Some(asked) = question.offers.get(offer.index) else { continue };
        aim(v, f, &asked.key, offer);
        if question.clause.0 == "7.9.7.b" {
            leads(v, f, &asked.key, offer);
        }
    }
    if prompt.filter.is_some() {
        other_waves(f, prompt);
    }
}

/// Offers of waves in which the crew taken up does not fly go to the rest.
fn other_waves(f: &FlightView, prompt: &mut PromptView) {
    let chosen: Vec<PieceId> = prompt.offers.iter().flat_map(|o| [o.piece, o.with]).flatten().collect();
    let elsewhere = |o: &OfferView| {
        let wave = f.waves.iter().find(|w| o.piece.is_none() && o.marker.as_deref() == Some(w.name));
        wave.is_some_and(|w| !w.members.iter().any(|id| chosen.contains(id)))
    };
    let (away, mine): (Vec<_>, Vec<_>) = std::mem::take(&mut prompt.offers).into_iter().partition(elsewhere);
    prompt.hidden += away.len();
    prompt.rest.extend(away);
    prompt.offers = mine;
    for (i, o) in prompt.offers.iter_mut().enumerate().filter(|(_, o)| !o.ends_phase) {
        o.card.key = u8::try_from(i + 1).ok().filter(|key| *key <= LAST_KEY).unwrap_or(0);
    }
}

/// Back on the Flight Map: what a leader carries and where the crew is bound.
fn leads(v: &RaidView, f: &FlightView, key: &OfferKey, offer: &mut OfferView) {
    let Some(l) = key.piece().and_then(|id| v.lancaster(id)) else { return };
    if !offer.card.hint.is_empty() {
        return;
    }
    let bound = flight::orders_of(f, l.id).map_or(String::new(), flight::targets);
    offer.card.hint = match (key.verb, l.upkeep) {
        ("lead", false) => format!("Its mine is gone: it leads on where it can · {bound}"),
        ("lead" | "add", true) => format!("Mine aboard · {bound}"),
        _ => return,
    };
}

fn aim(v: &RaidView, f: &FlightView, key: &OfferKey, offer: &mut OfferView) {
    let word = key.word();
    if let Some(dam) = flight::dam_named(word) {
        offer.place = Some(dam.place());
        return;
    }
    let wave = f.waves.iter().find(|w| w.name == word);
    // Which marker is meant is lit on the map; its number says nothing.
    if matches!(key.verb, "avoid" | "hazard" | "jink") {
        offer.card.label = without_number(&offer.card.label);
    }
    if matches!(key.verb, "climb" | "descend") {
        in_few_words(offer);
    }
    match key.verb {
        "avoid" | "hazard" => offer.marker = number(key.a).map(hazards::mark_id),
        "jink" => offer.marker = number(key.b).map(hazards::mark_id),
        "home" => {
            let ship = key.piece().or(wave.map(|w| w.leader)).and_then(|id| v.lancaster(id));
            let zone = f.zones.iter().find(|z| ship.is_some_and(|l| l.place == z.zone.place()));
            offer.onto = zone.map(|z| z.zone.base_place());
        }
        _ => {}
    }
    if wave.is_some() && offer.marker.is_none() {
        offer.marker = Some(word.to_owned());
    }
}

/// Who climbs or goes down, in few words: in a raid there are a dozen of these cards.
fn in_few_words(offer: &mut OfferView) {
    let card = &mut offer.card;
    for (long, short) in [(" to high altitude", ""), (" to low altitude", "")] {
        card.label = card.label.replace(long, short);
    }
    let short = [
        ("The best two of three dice find the way", "best 2 of 3 dice"),
        ("one hazard more here, none avoided", "1 hazard more, none avoided"),
        ("; no cables, no crash", ""),
        (" here", ""),
        (
            "Two dice to find the way again; may avoid hazards and look for its dam",
            "2 dice, avoids hazards, seeks its dam",
        ),
    ];
    let hint = short.iter().fold(card.hint.clone(), |hint, (long, words)| hint.replace(long, words));
    card.note = std::mem::replace(&mut card.hint, hint);
}

fn number(arg: Arg) -> Option<usize> {
    if let Arg::Num(n) = arg { usize::try_from(n).ok() } else { None }
}

/// A label without the number of its marker.
fn without_number(label: &str) -> String {
    let words = match label.split_once(": ") {
        Some((before, what)) if before.starts_with("Marker ") => what,
        _ => label,
    };
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let mut out: Vec<&str> = Vec::new();
    for word in words.split(' ') {
        if !(number(word) && out.last() == Some(&"marker")) {
            out.push(word);
        }
    }
    let mut label = out.join(" ");
    if let Some(first) = label.get(..1) {
        let large = first.to_uppercase();
        label.replace_range(..1, &large);
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn climbs_are_told_in_few_words_and_whole_over_the_card() {
        let told = "The best two of three dice find the way · one hazard more here, none avoided; may be reported; no \
                    cables, no crash";
        let mut offer = OfferView::default();
        offer.card.label = "AJ-C climbs to high altitude".into();
        offer.card.hint = told.into();
        in_few_words(&mut offer);
        assert_eq!(offer.card.label, "AJ-C climbs");
        assert_eq!(offer.card.hint, "best 2 of 3 dice · 1 hazard more, none avoided; may be reported");
        assert_eq!(offer.card.note, told);
    }

    #[test]
    fn numbers_of_markers_stay_unsaid() {
        assert_eq!(without_number("Marker 2: a nightfighter behind AJ-H"), "A nightfighter behind AJ-H");
        assert_eq!(without_number("Avoid flak marker 5 of Wave 3"), "Avoid flak marker of Wave 3");
        assert_eq!(without_number("AJ-W weaves past plain marker 11"), "AJ-W weaves past plain marker");
    }
}
