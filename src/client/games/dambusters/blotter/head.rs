//! The head of the desk: turns, phases, stores, and who was drawn from the cup.

use super::*;

/// The phases of a Planning Turn: name, the cells at play in it.
const STEPS: [(&str, &[&str]); 5] = [
    ("Requisitions", &["Requisitions", "Stores"]),
    ("Security", &["Security"]),
    ("Training", &["Training"]),
    ("Modifications", &["Altimeter", "Radio", "Cockpit", "Repairs"]),
    ("Recon", &["Zones", "Dams"]),
];
/// The steps of Flight Preparation: name, the beginnings of the names of its phases, the cells at play.
const PREPARED: [(&str, &[&str], &[&str]); 6] = [
    ("Aircraft", &["Aircraft Check"], &["Aircraft Check"]),
    ("Ordnance", &["Ordnance Check"], &["Ordnance Check"]),
    ("Aircrew", &["Aircrew Check"], &["Aircrew Check"]),
    ("Briefing", &["Final Dam", "Security Risk"], &["Briefing", "Dams"]),
    ("Sortie", &["Sortie"], &["Lancasters", "Take-off", "Dams"]),
    ("Launch", &["Launch"], &[]),
];

/// The order of the phases with the one at hand, and the titles of the cells at play in it.
pub fn steps(b: &PlanningView, phase: &str) -> (CellView, &'static [&'static str]) {
    let mut lit: &[&str] = &[];
    let mut item = |name: &str, hover: String, now: bool, cells: &'static [&'static str]| {
        if now {
            lit = cells;
        }
        counter(name, "", if now { Look::Up } else { Look::Down }, &hover)
    };
    let items: Vec<ItemView> = if b.prepared {
        let now = |names: &[&str]| names.iter().any(|n| phase.starts_with(n));
        let told = |name: &str| format!("Flight Preparation: {name} [11.0.b]");
        PREPARED.iter().map(|(name, names, cells)| item(name, told(name), now(names), cells)).collect()
    } else {
        let told = |name: &str| format!("The {name} Phase of each Planning Turn [10.0.a]");
        STEPS.iter().map(|(name, cells)| item(name, told(name), phase.starts_with(name), cells)).collect()
    };
    let title = if b.prepared { "Preparation" } else { "Phases" };
    (CellView { slim: true, ..cell(56, title, items.len(), items) }, lit)
}

/// The Planning Turns with their moons.
pub fn turns(b: &PlanningView) -> CellView {
    let turns = (1..=b.last_turn).map(|turn| {
        let look = if turn == b.turn { Look::Up } else { Look::Down };
        let moon = !b.dark.contains(&turn);
        let ids: &[&str] = match turn {
            _ if turn == b.turn => &["launch"],
            _ if turn == b.turn + 1 => &["plan-on"],
            _ => &[],
        };
        let (note, word) = if moon { ("a moon", "moon") } else { ("no moon", "dark") };
        let hover = format!("Planning Turn {turn}: a raid launched after it flies with {note} [10.0.b]");
        ItemView { ids: words(ids), moon: Some(moon), ..counter(&format!("{turn} {word}"), "", look, &hover) }
    });
    CellView { slim: true, ..cell(44, "Planning Turn", 4, turns.collect()) }
}

/// Stores and who was drawn.
pub fn head(b: &PlanningView, table: &Planning) -> Vec<CellView> {
    let (handle, handled) = b.handle;
    let points = ItemView {
        ids: words(&["request"]),
        ..figure(
            "RP left",
            b.points.to_string(),
            "Resource Points pay for everything here; 60 at the start and 60 more in Turn 2. A request brings 20 or 30 \
             more and adds to the Security Risk [10.0.1.a, 10.1.5.a]",
        )
    };
    let mut stores = vec![
        points,
        figure(
            "Requests",
            b.requests.to_string(),
            "Each shifts the Security Risk to the right [10.1.5.b, 11.4.2.b]",
        ),
        figure(
            "Handled",
            format!("{handled}/{handle}"),
            "Lancasters and Upkeep requisitioned in this phase, of the Handle Limits of the Groundcrew on \
             requisitions [10.1.4.b]",
        ),
        figure(
            "Sorties",
            b.sortie_points.to_string(),
            "Sortie Points: as many Lancasters may take off in one Flight Turn [11.5.1.a]",
        ),
        figure("Risk", risk_words(b), RISK),
    ];
    if b.prepared {
        // Nothing is requisitioned any more.
        stores.retain(|item| item.name != "Handled");
    }
    let to_elite = table.elite_per_aircrew;
    let look = |on: bool, gone: bool| match (on, gone) {
        (true, _) => Look::Up,
        (false, true) => Look::Lost,
        (false, false) => Look::Down,
    };
    let people = vec![
        counter(
            &format!("Armorer {}", b.armorer),
            "",
            look(b.armorer == "ready", b.armorer == "spent"),
            "Once a game he keeps a Groundcrew fresh that would be Fatigued [9.4.b]",
        ),
        counter(
            &format!("Spy {}", b.spy),
            "",
            look(b.spy == "in play", false),
            "In play he adds a die to the Security Risk; the Barmaid's transfer or Quarantine ends him [10.2.3.b, \
             10.2.3.c]",
        ),
        counter(
            if b.jinx { "Jinx in play" } else { "Jinx away" },
            "",
            look(b.jinx, false),
            "Once drawn it must fly in a Lancaster [13.0.a, 13.0.b]",
        ),
        counter(
            &format!("{} left", b.cup),
            "",
            Look::Plain,
            &format!(
                "Elite Crewman markers left to draw; one for every {to_elite} Aircrew requisitioned [10.1.3.c]"
            ),
        ),
    ];
    let slim = |of: CellView| CellView { slim: true, ..of };
    vec![slim(cell(57, "Stores", 5, stores)), slim(cell(43, "Elite", 4, people))]
}
