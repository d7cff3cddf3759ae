//! The board of the duel: counters, tiles, weather and ways as the seat may see them.

use crate::client::board::view::{BoardView, Grab, MarkerView, Nook, PieceView, Shade, WayView};
use crate::client::theme::{number, signed};
use crate::games::duel::components::BOMBER;
use crate::games::duel::data::{Class, GameData, Level, Moon, Resource, Side};
use crate::games::duel::decisions::meeting;
use crate::games::duel::view::{AircraftView, DuelView, HexView, SquadronView};
use crate::kernel::tally::Tally;
use crate::kernel::timeline::Table;

/// The board as the seat of `v` sees it.
pub fn board(table: &Table, v: &DuelView, data: &GameData) -> BoardView {
    let groups = match v.sky.moon {
        Moon::Full => vec!["moonlight".to_owned()],
        Moon::New => vec!["newmoon".to_owned()],
        Moon::None => Vec::new(),
    };
    BoardView {
        board: "board".to_owned(),
        game: "duel".to_owned(),
        pieces: pieces(v),
        markers: markers(v, data),
        groups,
        places: v.hexes.iter().map(|hex| (hex.hex.to_string(), words(table, v, data, hex))).collect(),
        captions: data.tables.board.file.cities.iter().map(|c| (c.hex.to_string(), c.name.clone())).collect(),
        shades: shades(v),
        ways: ways(v),
        ..BoardView::default()
    }
}

fn token(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

fn on(group: &str) -> (String, String) {
    token(&format!("#{group}"), "on")
}

/// The words of a level.
fn at(level: Level) -> &'static str {
    match level {
        Level::Ground => "on the ground",
        Level::Low => "low",
        Level::High => "high",
    }
}

fn pieces(v: &DuelView) -> Vec<PieceView> {
    let mut out = Vec::new();
    let raid = |a: &AircraftView, drawing: &str, code: &str, tip: String| PieceView {
        drawing: drawing.to_owned(),
        tokens: vec![token("CODE", code), on(a.level.word())],
        tip,
        ..PieceView::new(a.id, &a.hex.to_string())
    };
    let bomber = &v.bomber.aircraft;
    if bomber.hex != 0 {
        let mut tip = format!("The bomber fleet, {}", at(bomber.level));
        if !v.bomber.flown.is_empty() {
            tip.push_str(&format!("\nFlown: {}", v.bomber.flown.join(" ")));
        }
        out.push(raid(bomber, "counter-bomber", "BOMB", tip));
    }
    let mosquito = &v.mosquito;
    if mosquito.hex != 0 {
        let left = super::undropped(v);
        let s = if left == 1 { "" } else { "s" };
        let tip = format!("The Mosquito, {}\n{left} marker{s} left", at(mosquito.level));
        out.push(raid(mosquito, "counter-mosquito", "MOSQ", tip));
    }
    out.extend(v.squadrons.iter().filter(|s| s.hex != 0).map(squadron));
    out
}

fn squadron(s: &SquadronView) -> PieceView {
    let name = if s.dornier { "Dornier 217" } else { "Messerschmitt 110" };
    let mut tip = format!("{} squadron, {name}\n{}, fuel {} of {}", s.code, at(s.level), s.fuel, s.dial);
    if s.acted {
        tip.push_str("\nHas acted this turn");
    }
    if !s.can_get_home {
        tip.push_str("\nNo airport with room is in reach of its fuel");
    }
    if let Some(full) = s.tank {
        tip.push_str(if full { "\nSpecial fuel aboard" } else { "\nSpecial fuel used" });
    }
    let mut tokens = vec![
        token("LETTER", s.code.chars().take(1).collect::<String>()),
        token("FUEL", s.fuel.to_string()),
        on("fuel"),
        on(s.level.word()),
        on(&s.code.to_lowercase()),
    ];
    if !s.level.airborne() {
        tokens.push(on("landed"));
    }
    PieceView {
        drawing: if s.dornier { "counter-do217" } else { "counter-me110" }.to_owned(),
        tokens,
        tip,
        ..PieceView::new(s.id, &s.hex.to_string())
    }
}

/// A corner of a hex where something small lies.
const fn nook(x: i16, y: i16, size: u16) -> Nook {
    Nook { at: (x, y), size: (size, size), behind: 0, turn: 0 }
}

/// Gathers markers with ids that stay the same while a thing lies where it is.
struct Markers(Vec<MarkerView>);

impl Markers {
    fn put(&mut self, hex: u8, drawing: &str, tokens: Vec<(String, String)>, nook: Nook, tip: String) {
        self.0.push(MarkerView {
            id: format!("{drawing} {hex}"),
            at: hex.to_string(),
            in_place: true,
            drawing: drawing.to_owned(),
            tokens,
            tip,
            nook: Some(nook),
            grab: None,
        });
    }

    fn mark(&mut self, at: &str, drawing: &str, tokens: Vec<(String, String)>, nook: Nook, tip: &str) {
        self.0.push(MarkerView {
            id: format!("{drawing} {at}"),
            at: at.to_owned(),
            in_place: false,
            drawing: drawing.to_owned(),
            tokens,
            tip: tip.to_owned(),
            nook: Some(nook),
            grab: None,
        });
    }
}

fn markers(v: &DuelView, data: &GameData) -> Vec<MarkerView> {
    let mut out = Markers(Vec::new());
    let board = &data.tables.board;
    weather(&mut out, v);
    for hex in &v.hexes {
        fixed(&mut out, board, hex);
        tiles(&mut out, v, hex);
        loose(&mut out, hex);
    }
    dials(&mut out, v);
    out.0
}

/// Bombs on an airport in words.
fn bombs(count: u8) -> String {
    if count == 1 { "1 bomb".to_owned() } else { format!("{count} bombs") }
}

/// Airports and cities.
fn fixed(out: &mut Markers, board: &crate::games::duel::data::Board, hex: &HexView) {
    let n = hex.hex;
    if let Some(airport) = board.airport(n) {
        let spot = nook(-78, -26, 46);
        if board.british.has(n) {
            out.put(n, "airfield-british", Vec::new(), spot, format!("British airport {}", airport.name));
        } else if hex.bombs > 0 {
            let tokens = vec![on("count"), token("COUNT", hex.bombs.to_string())];
            let tip = format!("German airport {}, {}", airport.name, bombs(hex.bombs));
            out.put(n, "airfield-bombed", tokens, spot, tip);
        } else {
            out.put(n, "airfield-german", Vec::new(), spot, format!("German airport {}", airport.name));
        }
    }
    if let Some(city) = board.city(n) {
        let drawing = match city.class {
            Class::Green => "city-green",
            Class::Yellow => "city-yellow",
            Class::Red => "city-red",
        };
        let spot = Nook { at: (74, -18), size: (60, 70), behind: 0, turn: 0 };
        let tip = format!("{}, {}, worth {}", city.name, city.class.label(), city.value);
        out.put(n, drawing, vec![token("VALUE", city.value.to_string())], spot, tip);
    }
}

/// Tiles of a hex, grouped by kind: in the middle of an empty hex, in a row below counters.
fn tiles(out: &mut Markers, v: &DuelView, hex: &HexView) {
    let kinds: Vec<Resource> = Resource::ALL.into_iter().filter(|k| hex.tiles[k.index()].0 > 0).collect();
    let counters = pieces_in(v, hex.hex);
    let count = i16::try_from(kinds.len()).unwrap_or(8);
    for (i, kind) in kinds.into_iter().enumerate() {
        let i = i16::try_from(i).unwrap_or(0);
        let (there, bombed) = hex.tiles[kind.index()];
        let spot = tile_nook(counters, count, i);
        let mut tokens = Vec::new();
        if there > 1 {
            tokens.extend([on("count"), token("COUNT", there.to_string())]);
        }
        if bombed == there {
            tokens.push(on("out"));
        }
        let mut tip = format!("{} × {there}", kind.label());
        if bombed > 0 {
            tip.push_str(&format!(", {bombed} out of action"));
        }
        let drawing = format!("tile-{}", kind.word());
        out.put(hex.hex, &drawing, tokens, spot, tip);
        if v.rule == "phase-4"
            && let Some(last) = out.0.last_mut()
        {
            last.grab = Some(Grab {
                name: kind.label().to_owned(),
                lift: format!("take:{}:{}", kind.word(), hex.hex),
                drop: format!("place:{}:{{}}", kind.word()),
                ..Grab::default()
            });
        }
    }
}

/// Where tile `i` of `count` lies: large in the middle of an empty hex, in a row below counters. Its size is such that
/// the count on it can be read with the whole board in view.
fn tile_nook(counters: usize, count: i16, i: i16) -> Nook {
    // Columns, size, step, shift to the left of the city's shield, height of the first row.
    let (columns, size, step, left, top) = match (counters, count) {
        (3.., n) => (n, (168 / n.max(3)).min(48), (174 / n.max(3)).min(50), 0, 96),
        (1 | 2, ..=3) => (3, 54, 56, 0, 72),
        (1 | 2, 4) => (4, 50, 51, 0, 70),
        (1 | 2, n) => (n, 200 / n.max(1), 200 / n.max(1), 0, 68),
        (0, 1) => (1, 84, 84, 6, 46),
        (0, 2) => (2, 74, 77, 0, 50),
        (0, 3) => (3, 64, 66, 0, 52),
        (0, 4) => (2, 58, 61, 12, 16),
        (0, 5 | 6) => (3, 56, 58, 14, 12),
        (0, _) => (4, 52, 53, 0, 14),
    };
    let (row, column) = (i / columns, i % columns);
    let here = columns.min(count - row * columns);
    nook((2 * column - (here - 1)) * step / 2 - left, top + row * step, size.unsigned_abs())
}

/// Counters in a hex.
fn pieces_in(v: &DuelView, hex: u8) -> usize {
    let raid = [v.bomber.aircraft.hex, v.mosquito.hex];
    raid.into_iter().chain(v.squadrons.iter().map(|s| s.hex)).filter(|at| *at == hex).count()
}

/// Target markers and medals.
fn loose(out: &mut Markers, hex: &HexView) {
    for (count, drawing, x, tip) in [
        (hex.markers, "marker-target", -84, "Target marker"),
        (hex.medals, "medal-german", 84, "German medal"),
    ] {
        if count > 0 {
            let mut tokens = Vec::new();
            if count > 1 {
                tokens.extend([on("count"), token("COUNT", count.to_string())]);
            }
            out.put(hex.hex, drawing, tokens, nook(x, 38, 54), format!("{tip} × {count}"));
        }
    }
}

fn weather(out: &mut Markers, v: &DuelView) {
    // The sky lies behind counters and tiles: what is under a storm is read as well as the storm.
    let behind = |dense: u8, at: (i16, i16), size: (u16, u16)| Nook { at, size, behind: dense, turn: 0 };
    for hex in &v.sky.fog {
        let spot = behind(62, (0, 0), (216, 248));
        out.put(*hex, "sky-fog", Vec::new(), spot, "Fog".to_owned());
    }
    for (hexes, drawing, tip) in
        [(&v.sky.clouds, "sky-cloud", "Clouds"), (&v.sky.thunder, "sky-thunder", "Thunderstorm")]
    {
        for hex in hexes {
            let spot = behind(88, (0, 8), (252, 210));
            out.put(*hex, drawing, Vec::new(), spot, tip.to_owned());
        }
    }
}

/// The dials beside the hexes: wind, moon, season, the marker of points.
fn dials(out: &mut Markers, v: &DuelView) {
    if v.sky.card != 0 {
        let rose = nook(0, 0, 240);
        out.mark("wind_rose", "wind-rose", Vec::new(), rose, "The six bearings");
        // Bearings count on counter-clockwise from the east.
        let turn = -60 * i16::try_from(v.sky.wind.index()).unwrap_or(0);
        let tip = format!("The wind blows to {}", v.sky.wind.word());
        out.mark("wind_rose", "wind-arrow", Vec::new(), Nook { turn, ..rose }, &tip);
        let moon = match v.sky.moon {
            Moon::Full => "moon-full",
            Moon::New => "moon-new",
            Moon::None => "moon-quarter",
        };
        out.mark("moon", moon, Vec::new(), nook(0, 0, 110), v.sky.moon.label());
        if v.sky.summer {
            out.mark("moon", "summer", Vec::new(), nook(-112, 0, 96), "A summer night");
        }
    }
    let mut tokens = vec![token("VALUE", v.marker.abs().to_string())];
    match v.marker.signum() {
        1 => tokens.push(on("british")),
        -1 => tokens.push(on("german")),
        _ => {}
    }
    let tip = match v.marker.signum() {
        1 => format!("Britain leads by {}", v.marker),
        -1 => format!("Germany leads by {}", -v.marker),
        _ => "Both sides are level".to_owned(),
    };
    out.mark("vp", "vp-marker", tokens, nook(0, 0, 96), &tip);
}

/// What a hover over a hex tells.
fn words(table: &Table, v: &DuelView, data: &GameData, hex: &HexView) -> String {
    let board = &data.tables.board;
    let n = hex.hex;
    let mut lines = Vec::new();
    let mut first = format!("Hex {n}");
    if board.city(n).is_some() {
        first.push_str(&format!(", {}", board.region(n)));
    }
    lines.push(first);
    if let Some(city) = board.city(n) {
        lines.push(format!("City, {}, worth {}", city.class.label(), city.value));
    }
    if let Some(airport) = board.airport(n) {
        let mut line =
            format!("{} airport {}", if board.british.has(n) { "British" } else { "German" }, airport.name);
        if let Some((taken, room)) = hex.room {
            line.push_str(&format!(": {taken} of {room} places taken"));
        }
        if hex.bombs > 0 {
            line.push_str(&format!(", {}", bombs(hex.bombs)));
        }
        lines.push(line);
    }
    let mut sky = Vec::new();
    for (list, word) in [(&v.sky.clouds, "clouds"), (&v.sky.thunder, "thunderstorm"), (&v.sky.fog, "fog")] {
        if list.contains(&n) {
            sky.push(word);
        }
    }
    if !sky.is_empty() {
        lines.push(format!("Weather: {}", sky.join(", ")));
    }
    for kind in Resource::ALL {
        let (there, out) = hex.tiles[kind.index()];
        if there > 0 {
            let bombed = if out > 0 { format!(", {out} out of action") } else { String::new() };
            lines.push(format!("{} × {there}{bombed}", kind.label()));
        }
    }
    if let Some(position) = v.ahead.iter().position(|move_| move_.contains(&n)) {
        let words = match position {
            0 => "The bomber may be here next".to_owned(),
            moves => format!("The bomber may be here in {} moves", moves + 1),
        };
        lines.push(words);
    }
    lines.extend(entering(table, v, data, n));
    lines.join("\n")
}

/// Points of Germany if the bomber came here, line by line.
fn entering(table: &Table, v: &DuelView, data: &GameData, hex: u8) -> Vec<String> {
    let mut lines = Vec::new();
    let told = |level: Level| {
        let tallies = meeting(data, table.world(), hex, level);
        let total: i32 = tallies.iter().map(Tally::total).sum();
        (total, tallies)
    };
    let (high, tallies) = told(Level::High);
    let (low, at_low) = told(Level::Low);
    let any = |tallies: &[Tally]| tallies.iter().any(|t| !t.items.is_empty());
    if !any(&tallies) && !any(&at_low) {
        return lines;
    }
    // Once it flies, its altitude is that of the night (clause bomber.d).
    let settled = v.bomber.aircraft.level.airborne();
    let levels = [("high", Level::High, high, &tallies), ("low", Level::Low, low, &at_low)];
    for (name, level, total, tallies) in levels {
        if settled && level != v.bomber.aircraft.level {
            continue;
        }
        lines.push(format!("Bomber here {name}: {} {}", Side::Germany.label(), signed(total)));
        for item in tallies.iter().flat_map(|t| &t.items) {
            let count = if item.count == 1 { String::new() } else { format!("{} × ", number(item.count)) };
            lines.push(format!("   {count}{} {} [{}]", item.label, signed(item.each), item.clause));
        }
    }
    lines
}

fn shades(v: &DuelView) -> Vec<(String, Shade)> {
    if let Some(plan) = v.plan.as_ref().filter(|p| !p.complete && p.target != 0) {
        return plan.reachable.iter().map(|(hex, _)| (hex.to_string(), Shade::Reach)).collect();
    }
    if v.side == Side::Britain || v.solo {
        return Vec::new();
    }
    let mut out: Vec<(String, Shade)> = Vec::new();
    for (moves, hexes) in v.ahead.iter().enumerate() {
        for hex in hexes {
            let id = hex.to_string();
            if out.iter().all(|(known, _)| *known != id) {
                out.push((id, Shade::Ahead(u8::try_from(moves + 1).unwrap_or(3))));
            }
        }
    }
    out
}

fn ways(v: &DuelView) -> Vec<WayView> {
    let names = |hexes: &[u8]| hexes.iter().map(u8::to_string).collect::<Vec<_>>();
    let mut out = Vec::new();
    let flown = names(&v.bomber.path);
    let struck = v.bomber.target.filter(|_| v.bomber.struck.is_some()).map(|hex| hex.to_string());
    if let Some(plan) = v.plan.as_ref().filter(|p| p.start != 0) {
        let done = v.bomber.path.len().max(1) - 1;
        let mut planned = |target: u8, hexes: &[u8], old: bool| {
            let ring = (target != 0 && struck.is_none()).then(|| target.to_string());
            let rest = hexes.get(done..).unwrap_or_default();
            out.push(WayView { places: names(rest), flown: false, old, ring });
        };
        if let Some((target, hexes)) = &plan.before {
            planned(*target, hexes, true);
        }
        planned(plan.target, &plan.hexes, false);
    }
    if flown.len() > 1 {
        out.push(WayView { places: flown, flown: true, old: false, ring: struck });
    }
    debug_assert!(v.bomber.aircraft.id == BOMBER);
    out
}
