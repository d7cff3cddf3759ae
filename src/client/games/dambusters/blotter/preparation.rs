//! Flight Preparation on the desk: the checks, take-off and the waves.

use super::*;

/// The most waves with a cell of their own.
const WAVES: usize = 6;

/// Checks, Briefing and take-off.
pub fn preparation(b: &PlanningView) -> Vec<CellView> {
    let grounded = b.lancasters.iter().filter(|l| l.state == "grounded").count();
    let aircraft = cell(
        20,
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
        20,
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
        18,
        "Briefing",
        1,
        vec![
            line("Surprise", surprise, "Added where the raid may be expected at a dam [11.4.2.d]"),
            line("Alert Level", alert, "At the start of the flight [11.4.2.d]"),
            wallis(b),
        ],
    );
    let take_off = b.taking_off.iter().zip(1u8..).take(3).map(|(count, turn)| ItemView {
        ids: vec![format!("take-off:{turn}")],
        ..line(
            &format!("Flight Turn {turn}"),
            format!("{count} of {}", b.sortie_points),
            "Lancasters that take off, of the Sortie Points [11.5.1.a]",
        )
    });
    vec![
        task(b, "aircraft", &format!("{check} [11.1.a]"), aircraft),
        task(b, "ordnance", &format!("{check} [11.2.a]"), ordnance),
        cell(20, "Aircrew Check", 1, crews(b, false)),
        risk,
        cell(20, "Take-off", 1, take_off.collect()),
    ]
}

/// The waves, each a cell.
pub fn waves(b: &PlanningView) -> Vec<CellView> {
    let ship = |code: &String| b.lancasters.iter().find(|l| l.code == *code).map(hull);
    let shown = (b.waves.len() + 1).clamp(3, WAVES);
    (1..=shown)
        .map(|n| {
            let codes = b.waves.get(n - 1).map(Vec::as_slice).unwrap_or_default();
            let ships: Vec<ItemView> = codes.iter().filter_map(ship).collect();
            CellView {
                state: ships.len().to_string(),
                thing: n.to_string(),
                hover: format!("Wave {n}: the first leads it. Drag Lancasters here [11.5.d]"),
                ..cell(10, &format!("Wave {n}"), 3, ships)
            }
        })
        .collect()
}
