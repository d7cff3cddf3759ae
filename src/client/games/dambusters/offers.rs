//! Offers of the Flight Turns pointed at the Flight Map: dams, pennants, hazard markers, boxes.

use crate::client::panels::prompt::{OfferView, PromptView};
use crate::games::dambusters::air_view::FlightView;
use crate::games::dambusters::view::RaidView;
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::Arg;

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
    }
}

fn aim(v: &RaidView, f: &FlightView, key: &OfferKey, offer: &mut OfferView) {
    let word = key.word();
    if let Some(dam) = flight::dam_named(word) {
        offer.place = Some(dam.place());
        return;
    }
    let wave = f.waves.iter().find(|w| w.name == word);
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

fn number(arg: Arg) -> Option<usize> {
    if let Arg::Num(n) = arg { usize::try_from(n).ok() } else { None }
}
