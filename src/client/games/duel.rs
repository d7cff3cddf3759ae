//! Duel in the Dark at the table: its view as ribbon, forces, board, desks and debriefing.

mod board;
mod desks;
mod offers;
mod reckoning;

use reckoning::{debrief, match_leads, night_bars};

use super::{Aim, GameFace, GameViews};
use crate::client::layouts::Kept;
use crate::client::panels::debrief::{DebriefView, Fate};
use crate::client::panels::desk::Desk;
use crate::client::panels::forces::{ForcesView, UnitView};
use crate::client::panels::luck::{CardView, ItemView};
use crate::client::panels::prompt::{PromptView, StripItem};
use crate::client::panels::ribbon::{Figure, RibbonView, Sky, Stop};
use crate::client::panels::tally::{BarView, BarsView, TallyView};
use crate::client::panels::views;
use crate::client::theme::{number, signed};
use crate::client::widgets::dice;
use crate::games::duel::components::{self as world, Duel};
use crate::games::duel::data::{Bearing, Form, GameData, Level, Moon, Resource, Side, WeatherCard};
use crate::games::duel::decisions::{meeting, met_here, strike_if};
use crate::games::duel::view::{CauseView, DuelView, HexView, SquadronView, side_of};
use crate::kernel::chart::Tone;
use crate::kernel::decision::Offer;
use crate::kernel::ids::Seat;
use crate::kernel::tally::Tally;
use crate::kernel::timeline::Table;

/// The folder of the game's drawings.
const ART: &str = "games/duel/art";

/// The client's side of Duel in the Dark.
pub struct Face;

/// What a seat sees.
fn seen(table: &Table, seat: Seat) -> Option<DuelView> {
    table.game().view(table.world(), seat).downcast::<DuelView>().ok().map(|v| *v)
}

fn data(table: &Table) -> Option<&GameData> {
    table.world().get_resource::<GameData>()
}

impl GameFace for Face {
    fn read(&self, table: &Table, seat: Seat) -> GameViews {
        let (Some(view), Some(data)) = (seen(table, seat), data(table)) else { return GameViews::default() };
        let between =
            table.question().is_some_and(|q| q.offers.first().is_some_and(|o| o.key.verb == "next"));
        GameViews {
            ribbon: ribbon(&view),
            forces: forces(&view, data),
            board: board::board(table, &view, data),
            strip: strip(&view, data),
            threats: threats(&view),
            guide: view.guide.clone(),
            preview: preview(table, &view, data),
            summary: summary(&view, between),
            ..GameViews::default()
        }
    }

    fn item(&self, table: &Table, cup: &str, item: u8, _clause: &str) -> ItemView {
        let wind = || {
            let steps = data(table)?.tables.wind_cards().get(usize::from(item).checked_sub(1)?).copied()?;
            Some(signed(i32::from(steps)))
        };
        let value = if cup == "wind change" { wind() } else { None };
        let change = || {
            let steps = *data(table)?.tables.wind_cards().get(usize::from(item).checked_sub(1)?)?;
            Some(Box::new(wind_card(table, steps)))
        };
        let weather = || data(table)?.tables.weather.iter().find(|w| w.card == item);
        let card = if cup == "weather" { weather() } else { None };
        ItemView {
            value: value.unwrap_or_else(|| item.to_string()),
            name: cup.to_uppercase(),
            side: dice::Side::Approach,
            worth: i32::from(item),
            kept: true,
            card: match cup {
                "wind change" => change(),
                _ => card.map(|w| Box::new(weather_card(w))),
            },
        }
    }

    fn cup(&self, name: &str) -> String {
        match name {
            "weather" => "The weather tonight".to_owned(),
            "outbound" => "From the pile of cards out".to_owned(),
            "return" => "From the pile of cards home".to_owned(),
            name => format!("The {name} cards"),
        }
    }

    fn debrief(&self, table: &Table, seat: Seat) -> DebriefView {
        seen(table, seat).map_or_else(DebriefView::default, |view| debrief(table, &view))
    }

    fn turn_name(&self, _table: &Table) -> &'static str {
        "Turn"
    }

    fn roll_tab(&self) -> &'static str {
        "Points"
    }

    fn arrange(&self, table: &Table, aim: Aim, prompt: &mut PromptView) -> Option<Desk> {
        let (view, data) = (seen(table, aim.seat)?, data(table)?);
        let question = table.question().filter(|q| q.seat == aim.seat)?;
        offers::point(table, data, &view, question, aim, prompt);
        desks::desk(table, data, &view, aim, prompt)
    }

    fn takes_up_pieces(&self, _table: &Table) -> bool {
        true
    }

    fn hexes(&self) -> bool {
        true
    }

    fn secret(&self, rule: &str) -> bool {
        matches!(rule, "phase-3" | "phase-4" | "compass-cards")
    }

    fn open_handed(&self, table: &Table) -> bool {
        let Some(data) = data(table) else { return false };
        data.scenario(&table.header().scenario).is_some_and(|s| !s.file.guide.is_empty())
    }

    fn layout(&self, table: &Table, name: &str) -> Option<Kept> {
        let view = seen(table, table.question()?.seat)?;
        Some(desks::layout(&view, name))
    }

    fn lay_out(&self, table: &Table, layout: &Kept) -> Vec<String> {
        let view = table.question().and_then(|q| seen(table, q.seat));
        view.map_or_else(Vec::new, |view| desks::lay_out(&view, layout))
    }

    fn seat_name(&self, table: &Table, seat: Seat) -> String {
        let Some(view) = seen(table, seat) else { return String::new() };
        match table.world().get_resource::<Duel>().map(|d| d.setup.form) {
            Some(Form::Swap) => format!("Player {}, tonight {}", seat.0 + 1, view.side.label()),
            _ => view.side.label().to_owned(),
        }
    }
}

/// The points that the bomber's next card brings, or what waits where it has come to while medals may change it; only
/// the seat that programmed it knows.
fn preview(table: &Table, v: &DuelView, data: &GameData) -> Vec<TallyView> {
    let told = |points: &[Tally]| {
        let joined = points.iter().filter(|t| !t.items.is_empty());
        let tone = |t: &Tally| if t.side == "Britain" { Tone::Good } else { Tone::Bad };
        joined.map(|t| views::tally(table, t, tone(t))).collect()
    };
    if let Some(question) = table.question()
        && matches!(question.clause.0, "adv-3-medals.m" | "adv-3-medals.o")
        && seat_is(table, v, question.seat)
    {
        return told(&met_here(data, table.world()));
    }
    let turns = |o: &Offer| o.key.verb == "turn" && o.key.piece().is_none();
    let asked = table.question().filter(|q| q.offers.iter().any(turns));
    let (Some(question), Some(plan)) = (asked, &v.plan) else { return Vec::new() };
    let next = plan.hexes.get(v.bomber.flown.len() + 1).copied();
    let (Some(hex), true) = (next, seat_is(table, v, question.seat)) else { return Vec::new() };
    let level = v.bomber.aircraft.level;
    let mut points = meeting(data, table.world(), hex, level).to_vec();
    if v.bomber.struck.is_none() && plan.target == hex {
        points.push(strike_if(data, table.world(), hex, level == Level::Low));
    }
    told(&points)
}

/// The points of the night just over: between the nights, and until the next duel begins.
fn summary(v: &DuelView, between: bool) -> Option<BarsView> {
    let over = if between { v.nights.len() } else { v.nights.len().saturating_sub(1) };
    let shown = over > 0 && (between || phase_number(v) < 6);
    shown.then(|| night_bars(v, over - 1))
}

/// Whether `v` is what `seat` sees.
fn seat_is(table: &Table, v: &DuelView, seat: Seat) -> bool {
    side_of(table.world(), seat) == v.side
}

/// What a weather card holds.
fn weather_card(w: &WeatherCard) -> CardView {
    let moon = match w.moon {
        Moon::Full => "full",
        Moon::New => "new",
        Moon::None => "neither",
    };
    let cell = |head: &str, words: String| (head.to_owned(), words);
    let count = |hexes: &[u8]| if hexes.is_empty() { "–".to_owned() } else { hexes.len().to_string() };
    let list = |one: &str, many: &str, hexes: &[u8]| {
        let numbers = hexes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        match hexes.len() {
            0 => format!("No {one}"),
            1 => format!("1 {one}: hex {numbers}"),
            n => format!("{n} {many}: hexes {numbers}"),
        }
    };
    let night = if w.summer { ", a summer night" } else { "" };
    CardView {
        title: format!("Weather card {}", w.card),
        drawing: format!("{ART}/weather-card"),
        cells: vec![
            cell("Wind", w.wind.word().to_owned()),
            cell("Moon", moon.to_owned()),
            cell("Summer", if w.summer { "yes" } else { "–" }.to_owned()),
            cell("Clouds", count(&w.clouds)),
            cell("Storms", count(&w.thunder)),
            cell("Fog", count(&w.fog)),
        ],
        lines: vec![
            format!("Wind to the {}", compass(w.wind)),
            format!("{}{night}", w.moon.label()),
            list("cloud", "clouds", &w.clouds),
            list("thunderstorm", "thunderstorms", &w.thunder),
            list("fog", "fogs", &w.fog),
        ],
    }
}

/// What a wind change card does; before it is drawn, where the wind would blow to as well.
fn wind_card(table: &Table, steps: i8) -> CardView {
    let turn = match steps {
        0 => "no turn".to_owned(),
        1 | -1 => format!("one step {}", sense(steps)),
        n => format!("{} steps {}", n.unsigned_abs(), sense(steps)),
    };
    let pending = table.question().is_some_and(|q| q.clause.0 == "adv-2-weather-change.d");
    let wind = table.world().get_resource::<world::Sky>().map(|sky| sky.wind.turned(steps));
    let short = format!("{} {}", steps.unsigned_abs(), sense(steps));
    let mut cells = vec![("Steps".to_owned(), short)];
    if let (true, Some(wind)) = (pending, wind) {
        cells.insert(0, ("Wind to".to_owned(), wind.word().to_owned()));
    }
    CardView {
        title: "Wind change card".to_owned(),
        drawing: format!("{ART}/wind-rose"),
        cells,
        lines: vec![format!("The wind turns: {turn}")],
    }
}

/// Which way so many steps turn.
fn sense(steps: i8) -> &'static str {
    if steps > 0 { "clockwise" } else { "back" }
}

/// A bearing in full.
fn compass(bearing: Bearing) -> &'static str {
    match bearing.word() {
        "E" => "east",
        "NE" => "north-east",
        "NW" => "north-west",
        "W" => "west",
        "SW" => "south-west",
        _ => "south-east",
    }
}

/// The six phases of a night as the ribbon's track.
const PHASES: [&str; 6] = ["Squadrons", "Weather", "Plan", "Defence", "Aircraft", "Duel"];

/// The number of the phase that runs, 1 to 6.
fn phase_number(v: &DuelView) -> usize {
    match v.rule {
        "phase-1" => 1,
        "phase-2" => 2,
        "phase-3" => 3,
        "compass-cards" if v.bomber.flown.is_empty() => 3,
        "phase-4" => 4,
        "phase-5" => 5,
        _ => 6,
    }
}

fn ribbon(v: &DuelView) -> RibbonView {
    let now = phase_number(v);
    let mut subtitle = format!("Night {} of {}", v.night.0, v.night.1);
    if v.turn > 0 {
        subtitle.push_str(&format!(" · turn {}", v.turn));
    }
    subtitle.push_str(&format!(" · {}", v.phase));
    let stop = |(i, name): (usize, &&str)| Stop {
        label: (i + 1).to_string(),
        current: i + 1 == now,
        name: (*name).to_owned(),
        ..Stop::default()
    };
    let figure = |name: &str, value: String, note: String| Figure { name: name.into(), value, note };
    let lead = match v.marker.signum() {
        1 => format!("B {}", v.marker),
        -1 => format!("G {}", -v.marker),
        _ => "0".to_owned(),
    };
    let mut figures = vec![figure(
        "Points",
        lead,
        format!("The VP marker. Britain {} in all, Germany {}", number(v.gross.0), number(v.gross.1)),
    )];
    if v.swap {
        figures.push(figure("Match", signed(v.margin), match_leads(v.margin)));
    }
    if v.sky.card != 0 {
        let season = if v.sky.summer { "a summer night" } else { "no summer night" };
        figures.push(figure(
            "Wind",
            v.sky.wind.word().to_owned(),
            format!("The wind blows to {}; weather card {}, {season}", v.sky.wind.word(), v.sky.card),
        ));
    }
    figures.push(figure(
        "Markers",
        v.markers.to_string(),
        "Target markers and bombs left with the Mosquito".into(),
    ));
    figures.push(figure(
        "Tiles",
        format!("{}/{}", v.resources.0, v.resources.1),
        "Resources of the ground defence on the board".into(),
    ));
    if v.advanced.iter().any(|a| a.option() == "medals") {
        let (supply, british, german) = v.medals;
        figures.push(figure(
            "Medals",
            format!("{british}:{german}"),
            format!("Medals: Britain {british}, Germany {german}, {supply} not yet earned"),
        ));
    }
    let mut word = if v.sky.card == 0 { "" } else { v.sky.moon.label() }.to_owned();
    if v.sky.summer {
        word.push_str(if v.sky.summer_now { ", summer" } else { ", summer later" });
    }
    RibbonView {
        title: v.title.clone(),
        subtitle,
        track: PHASES.iter().enumerate().map(stop).collect(),
        track_name: "Phase".to_owned(),
        sky: Sky { word, moon: v.sky.moon == Moon::Full, veiled: false, name: "Sky".to_owned() },
        figures,
        ..RibbonView::default()
    }
}

/// A level as letter and word.
fn level(level: Level) -> (String, String) {
    let (letter, word) = match level {
        Level::Ground => ("–", "on the ground"),
        Level::Low => ("L", "low"),
        Level::High => ("H", "high"),
    };
    (letter.to_owned(), word.to_owned())
}

fn place_name(data: &GameData, hex: u8) -> String {
    if hex == 0 { "off the board".to_owned() } else { format!("{hex} {}", data.tables.board.name(hex)) }
}

fn forces(v: &DuelView, data: &GameData) -> ForcesView {
    let over = |word: &str, hex: u8| {
        if hex == 0 { Vec::new() } else { vec![format!("{word} in {}", place_name(data, hex))] }
    };
    let mut units = Vec::new();
    let bomber = &v.bomber.aircraft;
    let moves = v.bomber.flown.len();
    units.push(UnitView {
        piece: (bomber.hex != 0).then_some(bomber.id),
        code: "Bomber".to_owned(),
        name: String::new(),
        quality: level(bomber.level),
        state: match (bomber.down, moves, v.bomber.struck) {
            (true, ..) => "landed".to_owned(),
            (false, 0, _) => "waits".to_owned(),
            (false, n, None) => format!("move {n}"),
            (false, n, Some(_)) => format!("home, {n}"),
        },
        place: place_name(data, bomber.hex),
        attached: over(&level(bomber.level).1, bomber.hex),
        out: bomber.down || bomber.hex == 0,
        ..UnitView::default()
    });
    let mosquito = &v.mosquito;
    units.push(UnitView {
        piece: (mosquito.hex != 0).then_some(mosquito.id),
        code: "Mosquito".to_owned(),
        quality: level(mosquito.level),
        state: if mosquito.down { "landed".to_owned() } else { format!("{} left", undropped(v)) },
        place: place_name(data, mosquito.hex),
        attached: over(&level(mosquito.level).1, mosquito.hex),
        out: mosquito.down || mosquito.hex == 0,
        ..UnitView::default()
    });
    units.extend(v.squadrons.iter().map(|s| squadron(s, data)));
    // Hex by hex first: that is what a deployment asks for.
    let mut target: Vec<(String, String)> = v.hexes.iter().filter_map(|hex| tiles_of(hex, data)).collect();
    for (word, placed, supply) in &v.supply {
        if *placed > 0 || !v.basic_only {
            let mut chars = word.chars();
            let name = chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect());
            target.push((name, format!("{placed} on the board, {} left", supply - placed)));
        }
    }
    if let Some((out, home, aside)) = &v.piles {
        let count = |pile: &[&str]| {
            let mut words: Vec<String> = ["E", "NE", "SE", "W", "NW", "SW"]
                .iter()
                .map(|w| (w, pile.iter().filter(|p| *p == w).count()))
                .filter(|(_, n)| *n > 0)
                .map(|(w, n)| format!("{w} {n}"))
                .collect();
            if words.is_empty() {
                words.push("none".to_owned());
            }
            words.join(", ")
        };
        target.push(("Cards out".to_owned(), count(out)));
        target.push(("Cards home".to_owned(), count(home)));
        target.push(("Laid aside".to_owned(), count(aside)));
    }
    ForcesView {
        title: "Aircraft".to_owned(),
        units,
        target,
        target_title: "Ground defence".to_owned(),
        target_open: v.rule == "phase-4",
        ..ForcesView::default()
    }
}

/// The tiles of a hex in a line: its name, how many, and how many of each kind.
fn tiles_of(hex: &HexView, data: &GameData) -> Option<(String, String)> {
    let there = |kind: &Resource| hex.tiles[kind.index()].0;
    let kinds: Vec<Resource> = Resource::ALL.into_iter().filter(|k| there(k) > 0).collect();
    let all: u32 = kinds.iter().map(|k| u32::from(there(k))).sum();
    let list: Vec<String> =
        kinds.iter().map(|k| format!("{} {}", k.label().to_lowercase(), there(k))).collect();
    (all > 0).then(|| (place_name(data, hex.hex), format!("{all}: {}", list.join(", "))))
}

fn squadron(s: &SquadronView, data: &GameData) -> UnitView {
    let (state, tone) = match s.out {
        Some("night") => ("out tonight", Tone::Bad),
        Some(_) => ("lost", Tone::Bad),
        None if !s.can_get_home => ("no way home", Tone::Bad),
        None if s.acted => ("acted", Tone::Plain),
        None => ("ready", Tone::Good),
    };
    let mut attached = Vec::new();
    if s.hex != 0 {
        attached.push(format!("{} in {}", level(s.level).1, place_name(data, s.hex)));
    }
    match s.tank {
        Some(true) => attached.push("special fuel".to_owned()),
        Some(false) => attached.push("special fuel used".to_owned()),
        None => {}
    }
    UnitView {
        piece: (s.hex != 0).then_some(s.id),
        code: s.code.to_owned(),
        name: if s.dornier { "Do 217" } else { "Me 110" }.to_owned(),
        quality: level(s.level),
        gauge: Some((s.fuel, s.dial)),
        state: state.to_owned(),
        tone,
        place: place_name(data, s.hex),
        attached,
        note: format!("Fuel {} of {} lines", s.fuel, s.dial),
        out: s.out.is_some(),
        ..UnitView::default()
    }
}

fn strip(v: &DuelView, data: &GameData) -> Vec<StripItem> {
    let word = |words: String, note: &str| StripItem::Word(words, note.to_owned());
    let mut out = Vec::new();
    match v.rule {
        "phase-3" | "compass-cards" => {
            let Some(plan) = &v.plan else { return out };
            let name = |hex: u8| data.tables.board.name(hex).to_owned();
            if plan.target != 0 {
                out.push(word(format!("Target {}", name(plan.target)), "The city to be struck"));
            }
            if let Some((target, _)) = plan.before.as_ref().filter(|_| v.bomber.struck.is_none()) {
                let note = "The target until the new programme is complete; the old course lies faintly on the board";
                out.push(word(format!("Until now {}", name(*target)), note));
            }
            let used = plan.course.len();
            out.push(word(
                format!("{used} + {} moves", plan.moves_left),
                "Cards laid, and moves that are left",
            ));
        }
        "phase-4" => {
            out.push(word(format!("{} of {} tiles", v.resources.0, v.resources.1), "Resources on the board"));
        }
        "mosquito" if v.aimed.is_empty() => {
            let s = if v.markers == 1 { "" } else { "s" };
            out.push(word(format!("{} marker{s}", v.markers), "Left with the Mosquito"));
        }
        "mosquito" => {
            let list: Vec<String> = v.aimed.iter().map(|(what, n)| aimed(what, *n)).collect();
            out.push(word(format!("Aimed: {}", list.join(", ")), "What the drop is aimed at so far"));
        }
        _ => {}
    }
    out
}

/// Markers that are neither dropped nor aimed.
fn undropped(v: &DuelView) -> u8 {
    v.markers.saturating_sub(v.drop.0 + v.drop.1)
}

/// An aim of the drop in few words.
fn aimed(what: &str, count: u8) -> String {
    match what {
        "marker" if count == 1 => "1 marker".to_owned(),
        "marker" => format!("{count} markers"),
        "airport" if count == 1 => "1 bomb on the airport".to_owned(),
        "airport" => format!("{count} bombs on the airport"),
        what => format!("{count} {}", Resource::from_word(what).map_or(what, |kind| kind.noun(count))),
    }
}

fn threats(v: &DuelView) -> Vec<String> {
    let lost: Vec<&str> =
        v.squadrons.iter().filter(|s| !s.can_get_home && s.out.is_none()).map(|s| s.code).collect();
    if lost.is_empty() {
        Vec::new()
    } else {
        vec![format!("No way home with their fuel: {}", lost.join(", "))]
    }
}

#[cfg(test)]
mod tests;
