//! The cards of a planning question in few words, so that each has its price and effect beside it.

use crate::client::panels::prompt::PromptView;
use crate::games::dambusters::planning_view::PlanningView;

/// Shortens the labels and hints of planning, and tells what Elite Crewmen are good for.
pub fn shorten(b: &PlanningView, prompt: &mut PromptView) {
    for offer in prompt.offers.iter_mut().chain(&mut prompt.rest) {
        let calls = |name: &str| offer.card.label.split(':').next() == Some(name);
        if offer.id.starts_with("elite:")
            && let Some(who) = b.elite.iter().find(|e| calls(&e.name))
        {
            offer.card.hint = who.benefit.to_owned();
        }
        let target = ["primary:", "secondary:", "last-resort:"].iter().any(|verb| offer.id.starts_with(verb));
        if target && let Some(hint) = goal(&offer.card.hint) {
            offer.card.note = std::mem::replace(&mut offer.card.hint, hint);
        }
        if let Some(label) = short(&offer.id) {
            offer.card.label = label;
        }
        // What a Groundcrew is worth when Fatigued is told over its counter.
        if offer.id.starts_with("groundcrew:")
            && let Some(end) = offer.card.hint.find(" · Fatigued")
        {
            offer.card.hint.truncate(end);
        }
    }
}

/// What speaks for a dam as a target in few words: the levels as the desk writes them.
fn goal(hint: &str) -> Option<String> {
    let words = hint.strip_prefix("Reservoir value ")?;
    let told = words.replace("Recon ", "R").replace(", Flak ", " F").replace(", water ", " ");
    Some(format!("RV {}", told.replace(" damage breach it", " to breach")))
}

fn short(id: &str) -> Option<String> {
    let words: Vec<&str> = id.split(':').collect();
    Some(match words[..] {
        ["groundcrew", letter] => format!("Groundcrew {letter}"),
        ["crew", quality, n] if n.parse::<u8>().is_ok() => format!("{n} {quality} Aircrew"),
        ["lancaster", "1"] => "1 Lancaster".to_owned(),
        ["lancaster", n] => format!("{n} Lancasters"),
        ["upkeep", n] => format!("{n} Upkeep"),
        ["dedicate", letter, task] => format!("Groundcrew {letter} to {task}"),
        ["transfer", letter, task] => format!("Groundcrew {letter} over to {task}"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_told_in_few_words() {
        let told = goal("Reservoir value 6 · Weser · Recon 1, Flak 1, water Full, 5 damage breach it");
        assert_eq!(told.as_deref(), Some("RV 6 · Weser · R1 F1 Full, 5 to breach"));
        assert_eq!(
            goal("Reservoir value 2 · Ruhr · never looked at").as_deref(),
            Some("RV 2 · Ruhr · never looked at")
        );
        assert_eq!(goal(""), None);
    }

    #[test]
    fn requisitions_are_told_in_few_words() {
        let told = |id: &str| short(id).unwrap_or_default();
        assert_eq!(told("groundcrew:A"), "Groundcrew A");
        assert_eq!(told("crew:Green:5"), "5 Green Aircrew");
        assert_eq!(told("lancaster:1"), "1 Lancaster");
        assert_eq!(told("dedicate:B:radio"), "Groundcrew B to radio");
        assert_eq!(short("crew:AJ-G"), None, "a Lancaster is crewed, nobody is requisitioned");
    }
}
