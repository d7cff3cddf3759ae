//! Flight Preparation on the desk: the checks, take-off and the waves.

use super::*;

/// Up to how many waves lie two abreast, the fewest and the most waves with a cell.
const TWO_ABREAST: usize = 6;
const FEWEST: usize = 4;
const MOST: usize = 10;

/// Checks, Briefing and take-off.
pub fn preparation(b: &PlanningView) -> Vec<CellView> {
    let grounded = b.lancasters.iter().filter(|l| l.state == "grounded").count();
    let aircraft = cell(
        19,
        "Aircraft Check",
        1,
        vec![
            line("Grounded", grounded.to_string(), "Lancasters that stay behind [11.1.c]"),
            line(
                "Coast hazards",
                format!("+{}", b.coast_hazards),
                "More hazards in the English Coast zone on Flight Turn 1; a later take-off meets none [11.1.d]",
            ),
        ],
    );
    let ordnance = cell(
        19,
        "Ordnance Check",
        1,
        vec![
            line("Upkeep ready", b.upkeep.to_string(), "Upkeep that may fly [11.2.c]"),
            line(
                "Grounded",
                b.upkeep_grounded.to_string(),
                "Upkeep that may not; which stays hidden [11.2.c]",
            ),
        ],
    );
    let check = "Each fresh Groundcrew adds 2 to the check, a Fatigued one 1";
    let (surprise, alert) =
        b.risk.map_or(("–".to_owned(), "–".to_owned()), |(_, s, a)| (s.to_string(), a.to_string()));
    let risk = cell(
        19,
        "Briefing",
        1,
        vec![
            line("Surprise", surprise, "Added where the raid may be expected at a dam [11.4.2.d]"),
            line("Alert Level", alert, "At the start of the flight [11.4.2.d]"),
            wallis(b),
        ],
    );
    let take_off = b.taking_off.iter().zip(1u8..).map(|(count, turn)| ItemView {
        ids: vec![format!("take-off:{turn}")],
        ..line(
            &format!("T{turn}"),
            count.to_string(),
            &format!("Flight Turn {turn}: Lancasters that take off, of the Sortie Points [11.5.1.a]"),
        )
    });
    vec![
        task(b, "aircraft", &format!("{check} [11.1.a]"), aircraft),
        task(b, "ordnance", &format!("{check} [11.2.a]"), ordnance),
        cell(22, "Aircrew Check", 1, crews(b, false)),
        risk,
        CellView {
            state: format!("{} a Flight Turn", b.sortie_points),
            ..cell(25, "Take-off", 3, take_off.collect())
        },
    ]
}

/// The waves, each a cell, and one more to begin.
pub fn waves(b: &PlanningView) -> Vec<RowView> {
    // Which wave it is stands in front, and when it takes off behind: together.
    let bare = |item: ItemView| ItemView { value: String::new(), ..item };
    let ship = |code: &String| b.lancasters.iter().find(|l| l.code == *code).map(|l| bare(hull(l)));
    let shown = (b.waves.len() + 1).clamp(FEWEST, MOST);
    let cells: Vec<CellView> = (1..=shown)
        .map(|n| {
            let codes = b.waves.get(n - 1).map(Vec::as_slice).unwrap_or_default();
            let ships: Vec<ItemView> = codes.iter().filter_map(ship).collect();
            let first = codes.first().and_then(|code| b.lancasters.iter().find(|l| l.code == *code));
            let goes = first.and_then(|l| l.assigned.as_ref()).and_then(|a| a.primary);
            let off = first.map(|l| hull(l).value).filter(|value| value.starts_with('T'));
            let told: Vec<String> = goes.map(str::to_owned).into_iter().chain(off).collect();
            CellView {
                slim: true,
                state: if ships.is_empty() { "empty".to_owned() } else { told.join(" ") },
                thing: n.to_string(),
                hover: format!("Wave {n}: the first leads it. Drag Lancasters here [11.5.d]"),
                ..cell(10, &format!("Wave {n}"), ships.len(), ships)
            }
        })
        .collect();
    let abreast = if shown > TWO_ABREAST { 3 } else { 2 };
    cells.chunks(abreast).map(|pair| row(26, pair.to_vec())).collect()
}
