//! The cards of a planning question in few words, so that each has its price and effect beside it.

use crate::client::panels::prompt::PromptView;

/// Shortens the labels and hints of the requisitions.
pub fn shorten(prompt: &mut PromptView) {
    for offer in prompt.offers.iter_mut().chain(&mut prompt.rest) {
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
    fn requisitions_are_told_in_few_words() {
        let told = |id: &str| short(id).unwrap_or_default();
        assert_eq!(told("groundcrew:A"), "Groundcrew A");
        assert_eq!(told("crew:Green:5"), "5 Green Aircrew");
        assert_eq!(told("lancaster:1"), "1 Lancaster");
        assert_eq!(told("dedicate:B:radio"), "Groundcrew B to radio");
        assert_eq!(short("crew:AJ-G"), None, "a Lancaster is crewed, nobody is requisitioned");
    }
}
