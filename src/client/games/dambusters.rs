//! Dambuster Raid at the table: its view as ribbon, squadron log, board and debriefing.

mod blotter;
mod flight;
mod hazards;
mod night;
mod offers;
mod raid;
#[cfg(test)]
mod tests;
mod waves;

use super::{Aim, GameFace, GameViews};
use crate::client::board::view::{BoardView, MarkerView, PieceView};
use crate::client::panels::debrief::{DebriefView, Fate};
use crate::client::panels::desk::Desk;
use crate::client::panels::forces::{ForcesView, UnitView};
use crate::client::panels::luck::{CardView, ItemView, RevealedView};
use crate::client::panels::prompt::{PromptView, StripItem};
use crate::client::panels::ribbon::{Level, RibbonView, Sky, Stop};
use crate::client::theme::{NIGHT, signed};
use crate::client::widgets::dice::Side;
use crate::games::dambusters::air::Flight;
use crate::games::dambusters::components::{ChitKind, JINX, Raid, Space};
use crate::games::dambusters::data::{ELITE_CUP, EliteId, GameData, Quality, Visibility};
use crate::games::dambusters::one_night::AttackView;
use crate::games::dambusters::rules::release;
use crate::games::dambusters::view::{ChitView, LancasterView, RaidView};
use crate::kernel::chart::Tone;
use crate::kernel::chronicle::Line;
use crate::kernel::ids::Seat;
use crate::kernel::timeline::Table;

/// The labels of the Attack Turn Track.
const TRACK: [&str; 8] = [":00", ":07", ":15", ":22", ":30", ":37", ":45", ":52"];

/// The client's side of Dambuster Raid.
pub struct Face;

fn raid(table: &Table, seat: Seat) -> Option<RaidView> {
    table.game().view(table.world(), seat).downcast::<RaidView>().ok().map(|v| *v)
}

impl GameFace for Face {
    fn read(&self, table: &Table, seat: Seat) -> GameViews {
        let (Some(view), Some(data)) = (raid(table, seat), table.world().get_resource::<GameData>()) else {
            return GameViews::default();
        };
        let mut views = GameViews {
            ribbon: ribbon(&view),
            forces: forces(&view),
            board: board(&view),
            strip: strip(&view),
            threats: threats(&view),
            ..GameViews::default()
        };
        if let Some(f) = &view.flight {
            let question = table.question().filter(|q| q.seat == seat);
            let deals = question.and_then(|q| offers::deals(f, q));
            let map = flight::board(&view, f, data, deals.as_deref());
            let asks = |verb: &str| question.is_some_and(|q| q.offers.iter().any(|o| o.key.verb == verb));
            views.waves = Some(waves::waves(&view, f, deals.as_deref(), asks));
            // Whoever leaves a dam, or flies to another, is asked over the Flight Map.
            let bound = question.is_some_and(|q| ["7.9.7", "6."].iter().any(|c| q.clause.0.starts_with(c)));
            if f.active.is_some() {
                let here = raid::lost_at(&view, view.dam);
                let there = |p: &PieceView| p.place != Space::Lost.place() || here.contains(&p.id);
                views.board.pieces.retain(there);
                views.boards = vec![map.clone(), views.board.clone()];
            }
            if f.active.is_some() && !bound {
                views.ribbon.subtitle = format!("{} · {}", f.clock, views.ribbon.subtitle);
            } else {
                views.ribbon = flight::ribbon(&view, f, data);
                views.forces.target.clear();
                views.board = map;
                views.threats = raid::threats(&view, f);
            }
        }
        if let Some(b) = view.planning.as_ref().filter(|b| !b.launched) {
            let name = if b.prepared { "Flight Preparation" } else { "Planning Blotter" };
            let desk = BoardView {
                board: blotter::BOARD.to_owned(),
                name: name.to_owned(),
                game: "dambusters".to_owned(),
                ..BoardView::default()
            };
            views.ribbon = blotter::ribbon(&view, b);
            // Nobody flies yet: the board of the flight would show crews that were never requisitioned.
            views.waves = None;
            views.forces = blotter::squadron(b);
            views.strip.clear();
            views.threats.clear();
            views.blotter = Some((desk.board.clone(), blotter::desk(b, &data.tables.planning, view.phase)));
            views.boards = vec![desk.clone(), views.board];
            views.board = desk;
        }
        views
    }

    fn arrange(&self, table: &Table, aim: Aim, prompt: &mut PromptView) -> Option<Desk> {
        let view = raid(table, aim.seat)?;
        if let Some(b) = view.planning.as_ref().filter(|b| !b.launched) {
            blotter::shorten(b, prompt);
            return None;
        }
        let f = view.flight.as_ref()?;
        let question = table.question().filter(|q| q.seat == aim.seat)?;
        offers::point(&view, f, question, prompt);
        None
    }

    fn item(&self, table: &Table, cup: &str, item: u8, clause: &str) -> ItemView {
        let release = clause.starts_with("4.2.13");
        let blank = ItemView {
            value: item.to_string(),
            name: cup.to_uppercase(),
            side: if release { Side::Release } else { Side::Approach },
            worth: i32::from(item),
            kept: true,
            card: None,
        };
        let Some(data) = table.world().get_resource::<GameData>() else { return blank };
        if let Some(marker) = item.checked_sub(1).filter(|_| cup == ELITE_CUP.name) {
            // Who is in the cup lies open; only the hand that draws is blind.
            let elite = data.tables.elite(EliteId(marker));
            let card = CardView {
                title: elite.kind.label().to_owned(),
                lines: vec![elite.kind.benefit().to_owned()],
                ..CardView::default()
            };
            return ItemView { value: elite.name.clone(), worth: 0, card: Some(Box::new(card)), ..blank };
        }
        if !matches!(cup, "speed" | "altitude") {
            // A mine or a hazard: what it is stays hidden.
            return ItemView { value: "?".to_owned(), worth: 0, ..blank };
        }
        let kind = if cup == "speed" { ChitKind::Speed } else { ChitKind::Altitude };
        let Some(chit) = release::chit(&data.tables, kind, Some(item)) else { return blank };
        let blank = if item == JINX { ItemView { name: "JINX".to_owned(), ..blank } } else { blank };
        let (value, worth) = if release {
            let m = if chit.m { " M" } else { "" };
            (format!("{}{m}", release_value(chit.release)), i32::from(chit.release))
        } else {
            (chit.approach.to_string(), i32::from(chit.approach))
        };
        ItemView { value, worth, ..blank }
    }

    fn column(&self, table: &Table, heads: &[String]) -> Option<usize> {
        let dam = table.world().get_resource::<Raid>()?.setup.dam.name();
        heads.iter().position(|head| head.split(", ").any(|name| name == dam))
    }

    fn revealed(&self, table: &Table, line: &Line) -> Option<RevealedView> {
        hazards::revealed(table, line)
    }

    fn debrief(&self, table: &Table, seat: Seat) -> DebriefView {
        let Some(view) = raid(table, seat) else { return DebriefView::default() };
        let told = debrief(table, &view);
        view.flight.as_ref().map_or(told.clone(), |f| raid::debrief(&view, f, told))
    }

    fn turn_name(&self, table: &Table) -> &'static str {
        // A raid counts Flight Turns, and Attack Turns over each dam.
        let raid = table.world().get_resource::<Flight>().is_some_and(|f| f.on);
        if raid { "Turn" } else { "Attack Turn" }
    }

    fn takes_up_pieces(&self, table: &Table) -> bool {
        // Every Lancaster with every wave would be hundreds of cards.
        table.question().is_some_and(|q| q.clause.0 == "11.5.d")
    }

    fn keeps_taken(&self, verb: &str) -> bool {
        verb != "leave"
    }

    fn forces_tab(&self) -> &'static str {
        "Squadron"
    }
}

fn release_value(n: i8) -> String {
    if n == 0 { "+0".to_owned() } else { signed(i32::from(n)) }
}

fn level(name: &str, level: u8, max: u8, tone: Tone, note: &str) -> Level {
    Level { name: name.into(), level: level.into(), max: max.into(), tone, note: note.into() }
}

/// What is not known of a dam in the campaign.
const UNKNOWN: &str = "Unknown: nobody has looked; the crews find water and defences when they are over the dam \
                       [12.1.a, 12.1.b]";

fn ribbon(v: &RaidView) -> RibbonView {
    let flak = if v.known { "Flak" } else { "Flak ?" };
    let note = if v.known { "Column of the Flak Check" } else { UNKNOWN };
    let mut levels = vec![level(flak, v.flak, 4, Tone::Bad, note)];
    if v.searchlights > 0 {
        levels.push(level("Lights", v.searchlights, 4, Tone::Bad, "Searchlights: −4 on the release roll"));
    }
    if v.balloons > 0 {
        levels.push(level("Balloons", v.balloons, 4, Tone::Bad, "Cables in the Close Zone or the Climb Box"));
    }
    levels.push(level("Alert", v.alert, 4, Tone::Plain, "Column of Nightfighter Sighted"));
    levels.push(level(
        "Activity",
        v.activity,
        7.max(v.activity),
        Tone::Plain,
        "Column of Nightfighter Attacks",
    ));
    levels.push(level("Recon", v.recon, 4, Tone::Good, "Row of the Approach Vector table"));
    let stop = |(i, label): (usize, &&str)| {
        let space = u8::try_from(i + 1).unwrap_or(0);
        Stop {
            label: (*label).to_owned(),
            current: space == v.space,
            mark: if matches!(space, 3 | 5 | 7) {
                "Visibility is checked here".to_owned()
            } else {
                String::new()
            },
            name: String::new(),
            markers: u8::try_from(v.flares.iter().filter(|turn| (**turn - 1) % 8 + 1 == space).count())
                .unwrap_or(0),
        }
    };
    let dam = match (v.breached, v.known) {
        (true, _) => "breached".to_owned(),
        (false, true) => format!("damage {} of {}", crate::client::theme::number(v.damage), v.capacity),
        (false, false) => "never looked at".to_owned(),
    };
    // In a raid the track begins again with each hour (clause 7.9.6.b), and the scenario need not be told again.
    let turn = match v.flight {
        Some(_) => format!("Attack Turn {} of {}", v.space, TRACK.len()),
        None => format!("{} · turn {} of {}", v.title, v.turn, v.last_turn),
    };
    RibbonView {
        title: format!("{} dam", v.dam_name),
        subtitle: format!("{turn} · {dam}"),
        track: TRACK.iter().enumerate().map(stop).collect(),
        track_name: "Attack Turn".to_owned(),
        sky: Sky {
            word: v.visibility.label().to_owned(),
            moon: flight::moonlit(v),
            veiled: v.visibility == Visibility::Fog,
            ..Sky::default()
        },
        levels,
        ..RibbonView::default()
    }
}

fn quality(q: Quality) -> (String, String) {
    let letter = q.label().chars().next().map_or(String::new(), |c| c.to_string());
    (letter, q.label().to_owned())
}

fn forces(v: &RaidView) -> ForcesView {
    ForcesView {
        target_open: false,
        title: "Squadron Log".to_owned(),
        units: v.lancasters.iter().filter(|l| flight::flew(v, l)).map(|l| unit(v, l)).collect(),
        selected: None,
        target: target(v),
        target_title: format!("{} dam", v.dam_name),
    }
}

fn load(l: &LancasterView) -> &'static str {
    match (l.upkeep, l.carried) {
        (true, _) => "Upkeep",
        (false, true) => "released",
        (false, false) => "–",
    }
}

fn unit(v: &RaidView, l: &LancasterView) -> UnitView {
    let (state, tone) = match (l.lost_to, l.damaged) {
        (Some(_), _) => ("lost".to_owned(), Tone::Bad),
        (None, true) => ("damaged".to_owned(), Tone::Bad),
        (None, false) if l.at == Space::Home => ("home".to_owned(), Tone::Good),
        (None, false) => ("ok".to_owned(), Tone::Good),
    };
    let mut attached: Vec<String> = l.hazards.iter().map(|h| (*h).to_owned()).collect();
    attached.extend(l.marker.map(str::to_owned));
    if l.from_turn > v.turn && l.at.on_map() {
        attached.push(format!("flies from turn {}", l.from_turn));
    }
    if v.run.as_ref().is_some_and(|r| r.id == l.id && r.lights == "on") {
        attached.push("Aldis Lights on".to_owned());
    }
    let mut note = l.serial.clone();
    if let Some(cause) = l.lost_to {
        note = format!("{note} · lost to {cause}");
    }
    UnitView {
        piece: Some(l.id),
        code: l.code.clone(),
        name: l.pilot.clone(),
        quality: quality(l.quality),
        special: l
            .elite
            .as_ref()
            .map(|e| (e.kind.to_owned(), format!("{}. {} [{}]", e.name, e.benefit, e.clause), e.spent)),
        load: load(l).to_owned(),
        state,
        tone,
        place: night::place(v, l).unwrap_or_else(|| l.place_name.to_owned()),
        attached,
        note,
        out: !l.at.on_map(),
        ..UnitView::default()
    }
}

fn target(v: &RaidView) -> Vec<(String, String)> {
    let mut lines = vec![(
        "Damage".to_owned(),
        match (v.breached, v.known) {
            (true, _) => format!("{} of {}, breached", v.damage, v.capacity),
            (false, true) => format!("{} of {}", v.damage, v.capacity),
            (false, false) => "unknown what breaches it".to_owned(),
        },
    )];
    if !v.hits.is_empty() {
        let hits: Vec<String> = v
            .hits
            .iter()
            .map(|m| match m.damage {
                Some(d) if m.recon != 0 => format!("{} {d} ({})", m.from, signed(i32::from(m.recon))),
                Some(d) => format!("{} {d}", m.from),
                None => format!("{} not seen yet", m.from),
            })
            .collect();
        lines.push(("Mines that ran true".to_owned(), hits.join(", ")));
    }
    if v.misses > 0 {
        lines.push(("Mines without effect".to_owned(), v.misses.to_string()));
    }
    if v.known {
        lines.push(("Water".to_owned(), v.water.to_owned()));
    } else {
        lines.push(("Water, defences".to_owned(), "unknown until the crews find them".to_owned()));
    }
    lines.push(("Visibility".to_owned(), v.visibility.label().to_owned()));
    if !v.flares.is_empty() {
        let turns: Vec<String> = v.flares.iter().map(u8::to_string).collect();
        lines.push(("Flares burning".to_owned(), format!("fired on turn {}", turns.join(", "))));
    }
    if v.nearby {
        lines.push(("Nightfighter".to_owned(), "nearby".to_owned()));
    }
    if let Some((who, observed)) = &v.marker {
        let side = if *observed { "Approach Observed" } else { "Dummy Run" };
        lines.push(("Marker".to_owned(), format!("{side}, {who}")));
    }
    lines.extend(v.night.iter().map(|a| (format!("{} dam", a.name), night::stands(a))));
    lines
}

fn piece(v: &RaidView, l: &LancasterView) -> PieceView {
    let shown = |on: bool| if on { "inline" } else { "none" }.to_owned();
    let (letter, word) = quality(l.quality);
    let mut tip = format!("{} {} · {word}\n{}", l.code, l.pilot, l.place_name);
    if let Some(e) = &l.elite {
        tip.push_str(&format!("\n{} {}{}", e.kind, e.name, if e.spent { " (used)" } else { "" }));
    }
    let mut state = vec![if l.upkeep { "Upkeep aboard" } else { "no Upkeep" }.to_owned()];
    if l.damaged {
        state.push("damaged".to_owned());
    }
    state.extend(l.hazards.iter().map(|h| (*h).to_owned()));
    state.extend(l.marker.map(str::to_owned));
    tip.push_str(&format!("\n{}", state.join(" · ")));
    if let Some(cause) = l.lost_to {
        return PieceView {
            code: l.code.clone(),
            drawing: "counter-wreck".to_owned(),
            tokens: vec![("CODE".to_owned(), l.code.clone())],
            tip: format!("{} {} · {word}\nLost to {cause}", l.code, l.pilot),
            ..PieceView::new(l.id, l.place)
        };
    }
    let fill = match l.quality {
        Quality::Veteran => NIGHT.brass,
        Quality::Seasoned => NIGHT.british,
        Quality::Green => NIGHT.good,
    };
    let fill = format!("#{:02x}{:02x}{:02x}", fill.r(), fill.g(), fill.b());
    let lit = v.run.as_ref().is_some_and(|r| r.id == l.id && r.lights == "on");
    let dummy = match l.marker {
        Some("Approach Observed") => "AO",
        Some(_) => "DR",
        None => "",
    };
    PieceView {
        code: l.code.clone(),
        drawing: "counter-lancaster".to_owned(),
        tokens: vec![
            ("CODE".to_owned(), l.code.clone()),
            ("CREW".to_owned(), letter),
            ("CREW_FILL".to_owned(), fill),
            ("UPKEEP".to_owned(), shown(l.upkeep)),
            ("DAMAGED".to_owned(), shown(l.damaged)),
            ("ELITE".to_owned(), shown(l.elite.as_ref().is_some_and(|e| !e.spent))),
            ("ELITE_SPENT".to_owned(), shown(l.elite.as_ref().is_some_and(|e| e.spent))),
            ("LIGHTS".to_owned(), shown(lit)),
            ("DUMMY".to_owned(), shown(!dummy.is_empty())),
            ("DUMMY_TEXT".to_owned(), dummy.to_owned()),
        ],
        tip,
        ..PieceView::new(l.id, l.place)
    }
}

fn board(v: &RaidView) -> BoardView {
    let under_fire = v.flak > 0 && (v.phase.contains("flak") || v.phase.contains("Flak"));
    let on_run = v.run.is_some();
    let mut groups = Vec::new();
    for (name, on) in [
        ("fog", v.visibility == Visibility::Fog),
        ("flak", under_fire),
        ("searchlights", v.searchlights > 0 && on_run),
        ("breach", v.breached),
    ] {
        if on {
            groups.push(name.to_owned());
        }
    }
    let mut path = vec!["approach_far"];
    if v.near_zone {
        path.push("approach_near");
    }
    path.extend(["approach_close", "release", "climb"]);
    BoardView {
        board: v.board.to_owned(),
        name: format!("{} dam", v.dam_name),
        game: "dambusters".to_owned(),
        pieces: v.lancasters.iter().filter(|l| flight::flew(v, l)).map(|l| piece(v, l)).collect(),
        markers: markers(v),
        groups,
        places: places(v),
        path: path.into_iter().map(str::to_owned).collect(),
        ..BoardView::default()
    }
}

fn places(v: &RaidView) -> Vec<(String, String)> {
    let words = [
        ("circling_far", "Out of reach of the guns; joins Circling Near in the Circling Phase."),
        ("circling_near", "Runs start here; watched for nightfighters and detonations."),
        ("approach_far", "Early release costs 2."),
        ("approach_near", "Front guns fire from here."),
        ("approach_close", "The last point to release."),
        ("release", "Mines leave the aircraft here."),
        ("climb", "Out over the dam, rear guns firing."),
        ("damage_end", "Mines that ran true."),
        ("no_damage_end", "Mines without effect."),
        ("returned", "On the way home, or landed."),
        ("lost", "Destroyed or missing."),
    ];
    let mut out: Vec<(String, String)> = words.map(|(id, words)| (id.to_owned(), words.to_owned())).into();
    if v.michelskopf {
        out.push(("climb".to_owned(), "The Michelskopf stands behind the dam.".to_owned()));
    }
    out
}

fn markers(v: &RaidView) -> Vec<MarkerView> {
    let mut out = Vec::new();
    let mut add =
        |id: String, at: &str, in_place: bool, drawing: &str, token: (&str, String), tip: String| {
            out.push(MarkerView {
                id,
                at: at.to_owned(),
                in_place,
                drawing: drawing.to_owned(),
                tokens: vec![(token.0.to_owned(), token.1)],
                tip,
                nook: None,
                grab: None,
            });
        };
    for (i, mine) in v.hits.iter().enumerate() {
        let value = mine.damage.map_or(String::new(), |d| d.to_string());
        let tip = match mine.damage {
            Some(d) => format!("Mine of {}\nDamage {d}", mine.from),
            None => format!("Mine of {}\nDamage not seen yet", mine.from),
        };
        add(format!("hit {i}"), "damage_end", true, "marker-upkeep", ("VALUE", value), tip);
    }
    for i in 0..v.misses {
        let tip = "Mine without effect".to_owned();
        add(format!("miss {i}"), "no_damage_end", true, "marker-upkeep", ("VALUE", "0".to_owned()), tip);
    }
    if v.released_box {
        let tip = "Mine released\nIts effect is seen in the Status Phase".to_owned();
        add("released".to_owned(), "released_upkeep", true, "marker-upkeep", ("VALUE", String::new()), tip);
    }
    for (on, at, drawing, level, name) in [
        (v.flak, "flak_1", "marker-flak", v.flak.to_string(), "Flak Level"),
        (
            v.searchlights,
            "searchlight_1",
            "marker-searchlight",
            v.searchlights.to_string(),
            "Searchlights Level",
        ),
        (
            u8::from(v.balloon_close),
            "balloon_close",
            "marker-balloon",
            v.balloons.to_string(),
            "Balloons Level",
        ),
        (
            u8::from(v.balloon_climb),
            "balloon_climb",
            "marker-balloon",
            v.balloons.to_string(),
            "Balloons Level",
        ),
        (1, "recon", "marker-recon", v.recon.to_string(), "Recon Level"),
        (1, "water", "marker-water", if v.known { v.water } else { "?" }.to_owned(), "Water"),
    ] {
        if on > 0 {
            let tip = if level == "?" { format!("{name}\n{UNKNOWN}") } else { format!("{name} {level}") };
            add(at.to_owned(), at, false, drawing, ("LEVEL", level.clone()), tip);
        }
    }
    if v.nearby {
        let tip = "Nightfighter nearby\nRead the lower row of Nightfighter Attacks".to_owned();
        add(
            "nightfighter".to_owned(),
            "nightfighter",
            false,
            "marker-nightfighter",
            ("LEVEL", String::new()),
            tip,
        );
    }
    if !v.flares.is_empty() {
        let tip =
            format!("Very Lights burning: {}\nEach cancels one A of the Approach Vector", v.flares.len());
        add("flare".to_owned(), "flare", false, "marker-flare", ("LEVEL", v.flares.len().to_string()), tip);
    }
    out
}

fn strip(v: &RaidView) -> Vec<StripItem> {
    let waiting = v.lancasters.iter().filter_map(|l| Some((l, waves::waits(l)?)));
    let words = |(l, words): (&LancasterView, String)| {
        StripItem::Word(
            format!("{} {}", l.code, words.trim_start_matches("comes in at ")),
            format!("{} {words}", l.code),
        )
    };
    let Some(run) = &v.run else { return waiting.map(words).collect() };
    let chit = |c: &ChitView| {
        let value = if c.release { release_value(c.value) } else { c.value.to_string() };
        StripItem::Chit(ItemView {
            value,
            name: format!("{} chit", c.kind),
            side: if c.release { Side::Release } else { Side::Approach },
            worth: i32::from(c.value),
            kept: true,
            card: None,
        })
    };
    let mut out: Vec<StripItem> = [&run.speed, &run.altitude].into_iter().flatten().map(chit).collect();
    out.extend(run.release.iter().map(chit));
    let letters: String =
        ["S", "A", "M"].iter().zip(run.letters).map(|(letter, n)| letter.repeat(usize::from(n))).collect();
    if !letters.is_empty() {
        out.push(StripItem::Word(letters, "Letters of the Approach Vector".to_owned()));
    }
    if run.lights != "absent" && v.aldis {
        out.push(StripItem::Word(format!("Lights {}", run.lights), "Aldis Lights".to_owned()));
    }
    out
}

fn threats(v: &RaidView) -> Vec<String> {
    let mut out: Vec<String> =
        v.night.iter().map(|a| format!("{} dam: {}", a.name, night::stands(a))).collect();
    if v.flak > 0 {
        out.push(format!("Flak Level {}", v.flak));
    }
    if v.nearby {
        out.push("A nightfighter is nearby".to_owned());
    }
    if v.visibility == Visibility::Fog {
        out.push("Fog over the dam".to_owned());
    }
    let damaged: Vec<&str> =
        v.lancasters.iter().filter(|l| l.damaged && l.lost_to.is_none()).map(|l| l.code.as_str()).collect();
    if !damaged.is_empty() {
        out.push(format!("Damaged: {}", damaged.join(", ")));
    }
    out
}

/// What the result reached meant, and the number of the best: of the scenario's chart, or of the campaign's.
fn results(data: Option<&GameData>, v: &RaidView) -> (String, u8) {
    let rows: Vec<(u8, &str)> = match data.map(|d| (d.scenario(&v.scenario), d.campaign(&v.scenario))) {
        Some((Some(s), _)) => s.file.debriefing.iter().map(|r| (r.number, r.text.as_str())).collect(),
        Some((None, Some(c))) => c.file.grades.iter().map(|g| (g.number, g.text.as_str())).collect(),
        _ => Vec::new(),
    };
    let reached = rows.iter().find(|(number, _)| Some(*number) == v.row);
    let best = rows.iter().map(|(number, _)| *number).max().unwrap_or(0);
    (reached.map_or(String::new(), |(_, text)| (*text).to_owned()), best)
}

fn debrief(table: &Table, v: &RaidView) -> DebriefView {
    let label = table.outcome().map_or(String::new(), |o| o.label.clone());
    let title = label.split_once(' ').map_or(label.as_str(), |(_, title)| title).to_owned();
    let data = table.world().get_resource::<GameData>();
    let (text, best) = results(data, v);
    let released = v.lancasters.iter().filter(|l| l.carried && !l.upkeep && l.lost_to.is_none()).count();
    let released = released.max(v.hits.len() + usize::from(v.misses));
    let lost = v.lancasters.iter().filter(|l| l.lost_to.is_some()).count();
    let mut notes: Vec<String> = night::picture(v).into_iter().collect();
    if let Some((prisoners, evaders)) = v.survivors {
        notes.push(format!("Survivors of the lost crews: taken prisoner {prisoners}, evaded {evaders}."));
    }
    if let Some(stamps) = Some(&table.header().stamps).filter(|s| !s.is_empty()) {
        notes.push(format!("Stamped: {}.", stamps.iter().cloned().collect::<Vec<_>>().join(", ")));
    }
    DebriefView {
        scenario: v.title.clone(),
        outcome: title,
        rank: v.row.map_or(String::new(), |n| format!("Result {n} of {best}")),
        text,
        tone: if v.breached || v.night.iter().any(|a| a.breached) { Tone::Good } else { Tone::Bad },
        figures: if v.night.is_empty() {
            vec![
                (
                    format!("{}/{}", crate::client::theme::number(v.damage), v.capacity),
                    "damage to the dam".to_owned(),
                ),
                (format!("{}/{released}", v.hits.len()), "mines that ran true".to_owned()),
                (lost.to_string(), "Lancasters lost".to_owned()),
            ]
        } else {
            let breached = v.night.iter().filter(|a| a.breached).count();
            let sum = |of: fn(&AttackView) -> u8| v.night.iter().map(|a| u32::from(of(a))).sum::<u32>();
            vec![
                (format!("{breached}/{}", v.night.len()), "dams breached".to_owned()),
                (format!("{}/{}", sum(|a| a.hits), sum(|a| a.released)), "mines that ran true".to_owned()),
                (format!("{lost}/{}", v.lancasters.len()), "Lancasters lost".to_owned()),
            ]
        },
        parts: night::parts(v, data),
        fates: v.lancasters.iter().map(|l| fate(v, l)).collect(),
        notes,
        ..DebriefView::default()
    }
}

fn fate(v: &RaidView, l: &LancasterView) -> Fate {
    let mut words = match l.lost_to {
        Some("missing on return") => "missing on return".to_owned(),
        Some(cause) => format!("lost to {cause}"),
        None if l.damaged => "home, damaged".to_owned(),
        None => "home".to_owned(),
    };
    let hit = v.hits.iter().find(|m| m.from == l.code);
    // In a night of several the last dam does not tell of the others.
    let released = l.deeds.last().filter(|_| !v.night.is_empty()).and_then(|d| Some((d, d.released_at?)));
    match hit {
        _ if released.is_some() => {
            if let Some((deed, dam)) = released {
                let how = if deed.ran_true { "ran true" } else { "without effect" };
                words.push_str(&format!(" · mine {how}, {}", dam.name()));
            }
        }
        Some(m) => {
            let damage = m.damage.map_or(0, i32::from) + i32::from(m.recon);
            words.push_str(&format!(" · mine ran true, damage {damage}"));
        }
        None if l.upkeep => words.push_str(" · mine brought back"),
        None if l.carried && l.lost_to.is_none() => words.push_str(" · mine without effect"),
        None => {}
    }
    Fate {
        code: l.code.clone(),
        name: l.pilot.clone(),
        fate: words,
        tone: match (l.lost_to, hit) {
            (Some(_), _) => Tone::Bad,
            (None, Some(_)) => Tone::Good,
            _ => Tone::Plain,
        },
        history: l.history.clone(),
        piece: night::drawn(v, l).then_some(l.id),
        ..Fate::default()
    }
}
