//! The Mission Planning Blotter as a desk: Planning Turns, then Flight Preparation.

mod cards;
mod head;
mod preparation;
mod squadron;

pub use cards::shorten;
use head::{head, steps, turns};
use preparation::{preparation, waves};
pub use squadron::squadron;

use crate::client::panels::blotter::{BlotterView, CellView, ItemView, Look, Mark, RowView, Shape};
use crate::client::panels::ribbon::{Figure, RibbonView, Sky, Stop};
use crate::client::theme::signed;
use crate::games::dambusters::data::{Planning, Quality};
use crate::games::dambusters::planning_view::{
    DamReconView, FittingView, GroundView, HullView, PlanningView, TrackView,
};
use crate::games::dambusters::view::RaidView;
use crate::kernel::chart::Tone;

/// The id of the desk among the boards that can be looked at.
pub const BOARD: &str = "blotter";
/// The highest Recon Levels of a zone and of a dam.
const ZONE_RECON: u8 = 3;
const DAM_RECON: u8 = 4;

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|w| (*w).to_owned()).collect()
}

fn line(name: &str, value: String, hover: &str) -> ItemView {
    ItemView { name: name.to_owned(), value, hover: hover.to_owned(), ..ItemView::default() }
}

fn figure(name: &str, value: String, hover: &str) -> ItemView {
    ItemView { shape: Shape::Figure, ..line(name, value, hover) }
}

fn counter(name: &str, note: &str, look: Look, hover: &str) -> ItemView {
    ItemView { shape: Shape::Counter, note: note.to_owned(), look, ..line(name, String::new(), hover) }
}

fn cell(share: u16, title: &str, columns: usize, items: Vec<ItemView>) -> CellView {
    CellView { share, title: title.to_owned(), columns, items, ..CellView::default() }
}

fn row(share: u16, cells: Vec<CellView>) -> RowView {
    RowView { share, cells }
}

/// The ribbon while the raid is planned.
pub fn ribbon(v: &RaidView, b: &PlanningView) -> RibbonView {
    let stop = |turn: u8| Stop {
        label: turn.to_string(),
        current: turn == b.turn,
        mark: if b.dark.contains(&turn) { "No moon".to_owned() } else { String::new() },
        ..Stop::default()
    };
    let sound = b.lancasters.iter().filter(|l| l.state == "sound").count();
    let crews: u8 = b.aircrew.iter().map(|a| a.in_play).sum();
    let figure =
        |name: &str, value: String, note: &str| Figure { name: name.into(), value, note: note.into() };
    let step = if b.prepared { "Flight Preparation".to_owned() } else { format!("Planning Turn {}", b.turn) };
    RibbonView {
        title: v.title.clone(),
        subtitle: format!("{step} · {}", v.phase),
        track: (1..=b.last_turn).map(stop).collect(),
        track_name: "Planning Turn".to_owned(),
        sky: Sky {
            word: if b.moon { "Moon" } else { "No moon" }.to_owned(),
            moon: b.moon,
            veiled: false,
            name: "The night of a raid launched now".to_owned(),
        },
        figures: vec![
            figure(
                "RP left",
                b.points.to_string(),
                "Resource Points; worth nothing once planning ends [10.0.1.c]",
            ),
            figure("Security", risk_words(b), RISK),
            figure("Sound", sound.to_string(), "Lancasters that can fly"),
            figure("Crews", crews.to_string(), "Aircrew at Scampton"),
            figure("Mines", b.upkeep.to_string(), "Upkeep that can fly"),
        ],
        ..RibbonView::default()
    }
}

/// What the Security Risk means.
const RISK: &str = "Security Risk: shifts for discovery and against it, before the dice of the Briefing. The final level \
                    gives Surprise Modifier and first Alert Level [11.4.2.a]";

/// The Security Risk in short.
fn risk_words(b: &PlanningView) -> String {
    let (right, left) = b.risk_so_far;
    b.risk.map_or(format!("+{right} −{left}"), |(level, ..)| level.to_string())
}

/// The desk in the phase of this name.
pub fn desk(b: &PlanningView, table: &Planning, phase: &str) -> BlotterView {
    let (steps, lit) = steps(b, phase);
    // Shares are points in a window of 1280 by 800.
    let mut rows = vec![
        row(24, vec![turns(b), steps]),
        row(26, head(b, table)),
        row(if b.prepared { 48 } else { 60 }, vec![groundcrew(b)]),
    ];
    if b.prepared {
        rows.push(row(88, preparation(b)));
        rows.push(row(84, vec![lancasters(b, 54), elite(b, 46)]));
        rows.extend(waves(b));
        rows.push(row(82, vec![zones(b, table, 18), dams(b, table, 82)]));
    } else {
        rows.push(row(140, tasks(b, table)));
        rows.push(row(84, vec![lancasters(b, 54), elite(b, 46)]));
        rows.push(row(98, vec![security(b), zones(b, table, 17), dams(b, table, 48)]));
    }
    for cell in rows.iter_mut().flat_map(|r| &mut r.cells) {
        cell.lit = lit.iter().any(|title| cell.title.starts_with(title));
    }
    BlotterView { rows }
}

fn crew(g: &GroundView, brief: bool) -> ItemView {
    let (handle, erk, sortie) = g.values;
    let (h, e, s) = g.fatigued_values;
    let look = match (g.stock, g.task.is_some()) {
        ("free", _) => Look::Down,
        ("gone", _) => Look::Lost,
        (_, true) if !brief => Look::Up,
        _ => Look::Plain,
    };
    let note = match (g.stock, g.task) {
        ("free", _) => format!("{} RP", g.cost),
        ("gone", _) => "gone".to_owned(),
        (_, Some(task)) if g.fatigued => format!("{}, tired", word_of(task)),
        (_, Some(task)) => word_of(task).to_owned(),
        (_, None) if g.fatigued => "idle, tired".to_owned(),
        (_, None) => "idle".to_owned(),
    };
    let verbs = ["groundcrew", "dedicate", "transfer", "double", "remove", "again"];
    let side = if g.fatigued { "Fatigued" } else { "fresh" };
    let hover = format!(
        "Groundcrew {}, {side}: {note}\nHandle Limit {handle} [10.1.4.b], Erk Points {erk} [10.4.1.b], Sortie Points \
         {sortie} [11.5.1.a]\nFatigued {h}, {e}, {s}, for good [9.3.a]\nDrag it onto a task [9.1.a]",
        g.id
    );
    ItemView {
        shape: Shape::Counter,
        look,
        name: g.id.to_owned(),
        value: if brief { String::new() } else { format!("H{handle} E{erk} S{sortie}") },
        note: if brief { String::new() } else { note },
        tone: if g.fatigued && g.stock == "in play" { Tone::Bad } else { Tone::Plain },
        hover,
        ids: verbs.iter().map(|verb| format!("{verb}:{}", g.id)).collect(),
        thing: g.id.to_owned(),
        ..ItemView::default()
    }
}

/// A task in a word that fits a counter.
fn word_of(task: &str) -> &str {
    match task {
        "requisitions" => "handling",
        other => other,
    }
}

fn groundcrew(b: &PlanningView) -> CellView {
    let state = "drag onto a task, or click · H Handle Limit · E Erk Points · S Sortie Points".to_owned();
    CellView { state, ..cell(100, "Groundcrew", 8, b.groundcrew.iter().map(|g| crew(g, false)).collect()) }
}

/// Makes a cell one to which Groundcrew are dedicated.
fn task(b: &PlanningView, word: &str, hover: &str, of: CellView) -> CellView {
    let here = b.groundcrew.iter().filter(|g| g.stock == "in play" && g.task == Some(word));
    CellView {
        thing: word.to_owned(),
        hover: format!("{}\n{hover}", of.title),
        laid: Some(here.map(|g| crew(g, true)).collect()),
        ..of
    }
}

fn letter(q: Quality) -> &'static str {
    match q {
        Quality::Green => "G",
        Quality::Seasoned => "S",
        Quality::Veteran => "V",
    }
}

fn crews(b: &PlanningView, priced: bool) -> Vec<ItemView> {
    let of = |a: &crate::games::dambusters::planning_view::AircrewView| {
        let name = a.quality.label();
        let value = match (priced, a.unfit) {
            (true, _) => format!("{} of {} · {} RP", a.in_play, a.markers, a.cost),
            (false, 0) => format!("{} fit", a.in_play),
            (false, unfit) => format!("{} fit, {unfit} not", a.in_play.saturating_sub(unfit)),
        };
        ItemView {
            marks: vec![Mark { text: letter(a.quality).into(), quality: letter(a.quality), ring: false }],
            tone: if a.unfit > 0 { Tone::Bad } else { Tone::Plain },
            ids: ["crew", "aircrew", "unfit"].iter().map(|verb| format!("{verb}:{name}")).collect(),
            ..line(
                name,
                value,
                &format!(
                    "{name} Aircrew at Scampton; they come in Turn 1 alone [10.1.3.a]\nWho may not fly is \
                          settled by the Aircrew Check [11.3.b]"
                ),
            )
        }
    };
    b.aircrew.iter().map(of).collect()
}

fn track(t: &TrackView) -> ItemView {
    let worth: Vec<String> = t.worth.iter().map(|w| signed(i32::from(*w))).collect();
    let qualities = ["G", "S", "V"];
    let marks = t.levels.iter().zip(qualities).map(|((level, rested), quality)| Mark {
        text: level.to_string(),
        quality,
        ring: *rested,
    });
    let done = if t.trained { " · trained in this phase" } else { "" };
    ItemView {
        marks: marks.collect(),
        tone: match t.modifier {
            0 => Tone::Plain,
            n if n < 0 => Tone::Bad,
            _ => Tone::Good,
        },
        ids: vec![format!("train:{}", t.id)],
        ..line(
            t.label,
            signed(t.modifier),
            &format!(
                "{}: levels of Green, Seasoned and Veteran; a ring marks Rested [10.3.2.a, 10.3.2.b]\nWorth {}\nThe sum \
                 of modifiers now is {}{done} [10.3.1.a]",
                t.label,
                worth.join(", "),
                signed(t.modifier)
            ),
        )
    }
}

fn wallis(b: &PlanningView) -> ItemView {
    let (sum, needed, on) = b.wallis;
    ItemView {
        tone: if on { Tone::Good } else { Tone::Plain },
        ..line(
            "Wallis Bonus",
            format!("{sum} of {needed}"),
            "In force while the Altitude & Speed levels add up to the total; it adds to the Security Risk, and \
             Quarantine ends it [10.3.3.a, 10.3.3.c, 10.2.2.h]",
        )
    }
}

fn training(b: &PlanningView, table: &Planning, share: u16) -> CellView {
    let mut items: Vec<ItemView> = b.training.iter().map(track).collect();
    items.push(wallis(b));
    let ordered = if b.extra { "ordered" } else { "open" };
    items.push(ItemView {
        ids: words(&["extra"]),
        ..line(
            "Extra Training",
            format!("{} RP · {ordered}", table.costs.extra_training),
            "An Elite Crewman and a third training, once a turn; it adds to the Security Risk and costs 1 in the \
             Aircrew Check [10.3.4.a, 10.3.4.b, 11.3.a]",
        )
    });
    cell(share, "Training", 1, items)
}

fn fitting(f: &FittingView) -> CellView {
    let (state, tone) = match (f.complete, f.tried) {
        (true, _) => ("done", Tone::Good),
        (false, true) => ("tried", Tone::Plain),
        (false, false) => ("", Tone::Plain),
    };
    let sixes = ItemView {
        pips: Some((if f.complete { f.needed } else { f.sixes }, f.needed)),
        ..line("Sixes", String::new(), "A six saved is not needed again [10.4.2.b]")
    };
    let dice = line(
        "Dice",
        f.erk.to_string(),
        "Erk Points of the Groundcrew dedicated; Resource Points add dice [10.4.1.b]",
    );
    CellView {
        state: state.to_owned(),
        tone,
        ids: vec![format!("attempt:{}", f.id)],
        ..cell(135, f.label, 1, vec![sixes, dice])
    }
}

fn fitting_words(id: &str) -> &'static str {
    match id {
        "radio" => {
            "Complete: VHF. Without it the raid attacks in a fixed order, all in waves [10.4.4.d, 11.6.a]"
        }
        "altimeter" => "Complete: Aldis Lights, and +1 on Altitude & Speed training [10.4.4.a]",
        _ => "Complete: the bombsight lets training count on release, and +1 on its training [10.4.4.c]",
    }
}

fn tasks(b: &PlanningView, table: &Planning) -> Vec<CellView> {
    let costs = &table.costs;
    let there = |state: &str| b.lancasters.iter().filter(|l| l.state == state).count();
    let here = b.lancasters.iter().filter(|l| !matches!(l.state, "free" | "crashed" | "lost")).count();
    let mut stock = crews(b, true);
    stock.insert(
        0,
        ItemView {
            ids: words(&["lancaster"]),
            ..line(
                "Lancasters",
                format!("{here} of {} · {} RP", b.lancasters.len(), costs.lancaster),
                "Lancasters at Scampton; each counts against the Handle Limit [10.1.4.a, 10.1.4.b]",
            )
        },
    );
    stock.insert(
        1,
        ItemView {
            ids: words(&["upkeep"]),
            ..line(
                "Upkeep",
                format!("{} of {} · {} RP", b.upkeep, b.upkeep + b.upkeep_left, costs.upkeep),
                "Upkeep at Scampton, face down; each counts against the Handle Limit [10.1.4.a, 10.1.4.d]",
            )
        },
    );
    let requisitions = cell(265, "Requisitions", 1, stock);
    let mut out = vec![
        task(b, "requisitions", "Their Handle Limits add up [10.1.4.b]", requisitions),
        task(
            b,
            "training",
            "One Groundcrew spares the −1 of the whole phase [10.3.1.c]",
            training(b, table, 300),
        ),
    ];
    out.extend(b.fittings.iter().map(|f| task(b, f.id, fitting_words(f.id), fitting(f))));
    let (made, most) = b.repairs;
    let repairs = cell(
        115,
        "Repairs",
        1,
        vec![
            line(
                "Made",
                format!("{made}/{most}"),
                "So many as the Erk Points dedicated, 1 RP each [10.4.5.a]",
            ),
            line(
                "Damaged",
                there("damaged").to_string(),
                "Lancasters damaged in training cannot fly [10.3.2.d]",
            ),
        ],
    );
    out.push(task(
        b,
        "repairs",
        "Makes damaged Lancasters sound, without a roll [10.4.5.a]",
        CellView { ids: words(&["repair"]), ..repairs },
    ));
    out
}

fn hull(l: &HullView) -> ItemView {
    let look = match (l.state, &l.assigned) {
        ("free", _) => Look::Down,
        ("sound", Some(_)) => Look::Up,
        ("sound", None) => Look::Plain,
        _ => Look::Lost,
    };
    let mut hover =
        vec![format!("{}: {}", l.code, if l.state == "free" { "not requisitioned" } else { l.state })];
    let mut marks = Vec::new();
    let mut value = String::new();
    if let Some(a) = &l.assigned {
        marks.push(Mark { text: letter(a.quality).into(), quality: letter(a.quality), ring: false });
        value = match (a.from_turn, a.wave) {
            (Some(turn), _) => format!("T{turn}"),
            (None, Some(wave)) => format!("W{wave}"),
            (None, None) => String::new(),
        };
        hover.push(format!("{} Aircrew", a.quality.label()));
        hover.extend(a.elite.clone());
        if a.jinx {
            hover.push("The Jinx flies in it [13.0.b]".to_owned());
        }
        hover.extend(a.wave.map(|n| format!("Wave {n} [11.5.d]")));
        hover.extend(a.primary.map(|dam| format!("Primary Target {dam} [11.5.e]")));
        hover.extend(a.secondary.map(|dam| format!("Secondary Target {dam} [11.5.e]")));
        hover.extend(a.from_turn.map(|turn| format!("Takes off in Flight Turn {turn} [11.5.1.b]")));
    }
    let value = match l.state {
        "damaged" => "dam.".to_owned(),
        "grounded" => "gr.".to_owned(),
        "crashed" | "lost" => "×".to_owned(),
        _ => value,
    };
    // With more to say beside it the letter alone, as on the counters.
    let bare = marks.is_empty() && value.is_empty();
    let name = if bare { &l.code } else { l.code.trim_start_matches("AJ-") };
    ItemView {
        marks,
        value,
        tone: if look == Look::Lost { Tone::Bad } else { Tone::Plain },
        piece: Some(l.id),
        thing: l.code.clone(),
        ..counter(name, "", look, &hover.join("\n"))
    }
}

fn lancasters(b: &PlanningView, share: u16) -> CellView {
    let count = |state: &str| b.lancasters.iter().filter(|l| l.state == state).count();
    let hurt = ["damaged", "grounded", "crashed", "lost"].map(|state| (state, count(state)));
    let hurt = hurt.iter().filter(|(_, n)| *n > 0).map(|(word, n)| format!(" · {n} {word}"));
    // What was never requisitioned stays away from the night.
    let hulls = b.lancasters.iter().filter(|l| !b.prepared || l.state != "free");
    let free = match count("free") {
        0 => String::new(),
        _ if b.prepared => String::new(),
        n => format!(" · {n} to be requisitioned"),
    };
    let state = format!("{} sound{}{free}", count("sound"), hurt.collect::<String>());
    CellView { state, ..cell(share, "Lancasters", 7, hulls.map(hull).collect()) }
}

fn elite(b: &PlanningView, share: u16) -> CellView {
    let of = |e: &crate::games::dambusters::planning_view::EliteInPlay| ItemView {
        ids: vec![format!("elite:{}", e.number)],
        ..line(&e.name, e.kind.to_owned(), &format!("{}, {}: {} [11.5.b]", e.name, e.kind, e.benefit))
    };
    let items: Vec<ItemView> = b.elite.iter().map(of).collect();
    let columns = match items.len() {
        0..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    CellView {
        state: b.elite.len().to_string(),
        hover: "They fly with a Lancaster each, given out in the sortie [11.5.b]".to_owned(),
        ..cell(share, "Elite Crewmen", columns, items)
    }
}

fn security(b: &PlanningView) -> CellView {
    let items = b.security.iter().map(|s| {
        let verb = if s.flip { "flip" } else { "play" };
        let look = if s.in_play { Look::Up } else { Look::Down };
        let cost = if s.cost > 0 { format!("{} RP", s.cost) } else { "no RP".to_owned() };
        let side = if s.flip { "the other side of the marker beside it" } else { "a marker of its own" };
        let at = if s.in_play { "in play" } else { "face down" };
        let clause = match s.id {
            "police" => "10.2.2.a",
            "barmaid" => "10.2.2.b",
            "transfer" => "10.2.2.d",
            "quarantine" => "10.2.2.e",
            "rumor" => "10.2.2.i",
            _ => "10.2.2.j",
        };
        let hover =
            format!("{}, {cost}: {side}, {at}\nTakes from the Security Risk at Briefing [{clause}]", s.label);
        // As the marker has room for it; the whole name is told over it.
        let name = match s.id {
            "barmaid" => "Transfer Barmaid",
            "transfer" => "Transfer 57 Sqn",
            _ => s.label,
        };
        ItemView {
            value: if s.in_play { "up".to_owned() } else { cost.clone() },
            ids: vec![format!("{verb}:{}", s.id)],
            ..counter(name, "", look, &hover)
        }
    });
    CellView {
        hover: "One marker played and one flipped a turn [10.2.1.a]".to_owned(),
        ..cell(35, "Security", 2, items.collect())
    }
}

fn zones(b: &PlanningView, table: &Planning, share: u16) -> CellView {
    let items = b.zones.iter().map(|z| {
        let id: String = z.name.split(' ').collect();
        ItemView {
            pips: Some((z.recon, ZONE_RECON)),
            value: if z.looked { "✓".to_owned() } else { String::new() },
            ids: vec![format!("zone:{id}")],
            ..line(
                z.name,
                String::new(),
                &format!(
                    "{}: Recon Level {} of {ZONE_RECON}, one more a turn at most [10.5.1.b]",
                    z.name, z.recon
                ),
            )
        }
    });
    let state = if b.prepared { String::new() } else { format!("{} RP", table.costs.zone_recon) };
    CellView {
        state,
        hover: "A Recon Level lets so many hazards of the zone be avoided [10.5.1.a]".to_owned(),
        ..cell(share, "Zones", 1, items.collect())
    }
}

fn dam(d: &DamReconView) -> ItemView {
    let value = match (d.defences, d.water) {
        (Some([f, s, b]), Some(water)) => format!("F{f} S{s} B{b} {water}"),
        _ => "–".to_owned(),
    };
    let mut hover = format!("{} Dam, {}: Reservoir value {}", d.name, d.zone, d.rv);
    match (d.defences, d.water) {
        (Some([f, s, b]), Some(water)) => {
            hover.push_str(&format!(
                "\nRecon Level {}: Flak {f}, Searchlights {s}, Balloons {b}, water {water} [10.5.2.a]",
                d.recon
            ));
            hover.push_str(&d.capacity.map_or(String::new(), |c| format!("\nDamage {c} breaches it")));
        }
        _ => hover.push_str("\nNever looked at [10.5.2.a]"),
    }
    if d.balloon {
        hover.push_str("\nA Balloons marker lies on its track; where they fly is hidden [10.5.2.d]");
    }
    if d.looked {
        hover.push_str("\nLooked at this turn [10.5.2.b]");
    }
    let name = d.name;
    ItemView {
        pips: Some((d.recon, DAM_RECON)),
        look: if d.recon == 0 { Look::Down } else { Look::Plain },
        ids: ["dam", "primary", "secondary", "last-resort"].iter().map(|v| format!("{v}:{name}")).collect(),
        ..line(name, value, &hover)
    }
}

fn dams(b: &PlanningView, table: &Planning, share: u16) -> CellView {
    let cost = if b.prepared { String::new() } else { format!("{} RP", table.costs.dam_recon) };
    let last = b.last_resort.map_or(String::new(), |dam| format!("Last Resort {dam}"));
    CellView {
        state: format!("{last}{cost}"),
        hover: "Pips: Recon Level. F Flak, S Searchlights, B Balloons, then the water [10.5.2.a, 10.5.3.a]"
            .to_owned(),
        ..cell(share, "Dams", if b.prepared { 3 } else { 2 }, b.dams.iter().map(dam).collect())
    }
}
