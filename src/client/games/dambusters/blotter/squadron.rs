//! The Squadron tab while the raid is planned: what stands at Scampton and nothing that was never requisitioned.

use super::{letter, word_of};
use crate::client::panels::forces::{ForcesView, UnitView};
use crate::games::dambusters::planning_view::{HullView, PlanningView};
use crate::kernel::chart::Tone;

/// The tab.
pub fn squadron(b: &PlanningView) -> ForcesView {
    ForcesView {
        title: "Lancasters at Scampton".to_owned(),
        units: b.lancasters.iter().filter(|l| l.state != "free").map(unit).collect(),
        selected: None,
        target: stores(b),
        target_title: "The plan so far".to_owned(),
        target_open: true,
    }
}

fn unit(l: &HullView) -> UnitView {
    let of = l.assigned.as_ref();
    let quality = of.map(|a| (letter(a.quality).to_owned(), a.quality.label().to_owned()));
    let goes = of.and_then(|a| a.primary.map(|first| (first, a.secondary)));
    let mut attached: Vec<String> = match goes {
        Some((first, Some(then))) => vec![format!("to the {first}, then the {then}")],
        Some((first, None)) => vec![format!("to the {first}")],
        None => Vec::new(),
    };
    if let Some(a) = of {
        attached.extend(a.from_turn.map(|turn| format!("takes off in Flight Turn {turn}")));
        attached.extend(a.elite.clone());
        if a.jinx {
            attached.push("the Jinx aboard".to_owned());
        }
    }
    let (state, tone) = match (l.state, of) {
        ("sound", Some(_)) => ("flies", Tone::Good),
        ("sound", None) => ("sound", Tone::Good),
        (other, _) => (other, Tone::Bad),
    };
    UnitView {
        piece: Some(l.id),
        code: l.code.clone(),
        name: of.and_then(|a| a.wave).map_or(String::new(), |n| format!("Wave {n}")),
        quality: quality.unwrap_or(("–".to_owned(), "no Aircrew yet".to_owned())),
        load: if of.is_some() { "Upkeep" } else { "" }.to_owned(),
        state: state.to_owned(),
        tone,
        place: "Scampton".to_owned(),
        attached,
        out: matches!(l.state, "crashed" | "lost"),
        ..UnitView::default()
    }
}

/// The plan in lines: name and words.
fn stores(b: &PlanningView) -> Vec<(String, String)> {
    let count = |state: &str| b.lancasters.iter().filter(|l| l.state == state).count();
    let listed = |words: Vec<String>| if words.is_empty() { "none yet".to_owned() } else { words.join(", ") };
    let several =
        |words: Vec<String>| if words.is_empty() { "none yet".to_owned() } else { words.join("; ") };
    let some = |n: usize, word: &str| (n > 0).then(|| format!("{n} {word}"));
    let machines = ["sound", "damaged", "grounded", "crashed", "lost"].map(|s| some(count(s), s));
    let crews = b.aircrew.iter().filter(|a| a.in_play > 0).map(|a| {
        let unfit = if a.unfit > 0 { format!(" ({} unfit)", a.unfit) } else { String::new() };
        format!("{} {}{unfit}", a.in_play, a.quality.label())
    });
    let ground = b.groundcrew.iter().filter(|g| g.stock == "in play").map(|g| {
        let tired = if g.fatigued { ", Fatigued" } else { "" };
        format!("{} {}{tired}", g.id, g.task.map_or("free", word_of))
    });
    let mines = some(b.upkeep, "ready").into_iter().chain(some(b.upkeep_grounded, "grounded"));
    let fitted = b.fittings.iter().filter(|f| f.complete).map(|f| f.label.to_owned());
    let line = |name: &str, words: String| (name.to_owned(), words);
    let mut out = vec![
        line("Groundcrew", listed(ground.collect())),
        line("Aircrew", listed(crews.collect())),
        line("Lancasters", listed(machines.into_iter().flatten().collect())),
        line("Upkeep", listed(mines.collect())),
        line("Elite", several(b.elite.iter().map(|e| format!("{}: {}", e.name, e.kind)).collect())),
        line("Modifications", listed(fitted.collect())),
    ];
    let (right, left) = b.risk_so_far;
    let risk = match b.risk {
        Some((level, surprise, alert)) => format!("level {level}: Surprise {surprise}, Alert Level {alert}"),
        None => format!("{right} for discovery, {left} against, before the dice"),
    };
    out.push(line("Security Risk", risk));
    out
}
