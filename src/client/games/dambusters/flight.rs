//! The Flight Map at the table: ribbon, and the board with waves, hazards and dams.

use crate::client::board::view::{
    BoardView, Company, Gauge, Grab, MarkerView, Member, Nook, PieceView, Plate, Shade,
};
use crate::client::panels::ribbon::{Figure, RibbonView, Sky, Stop};
use crate::client::theme::NIGHT;
use crate::games::dambusters::air_view::{FlightView, OrdersView, SiteView, WaveView, ZoneView};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{DamId, FlightZone, GameData, Quality};
use crate::games::dambusters::view::{LancasterView, RaidView};
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

use super::{hazards, level, quality};

/// The board's id in `board.ron`.
pub const BOARD: &str = "flight";
/// The last Flight Turn (clause 6.1.1.a).
const TURNS: u8 = 9;
/// The highest Recon Levels of a zone and of a dam, and the highest Flak Level of a dam.
const ZONE_RECON: u8 = 3;
const DAM_LEVEL: u8 = 4;

/// Whether a Lancaster is out over the map or over a dam.
pub fn aloft(l: &LancasterView) -> bool {
    l.lost_to.is_none() && !matches!(l.at, Space::Home | Space::Scampton | Space::Lost)
}

/// Whether a Lancaster takes part in the raid: in a campaign those that were made ready for it alone.
pub fn flew(v: &RaidView, l: &LancasterView) -> bool {
    let Some(blotter) = &v.planning else { return true };
    l.lost_to.is_some() || blotter.lancasters.iter().any(|hull| hull.id == l.id && hull.assigned.is_some())
}

/// The ribbon of a Flight Turn.
pub fn ribbon(v: &RaidView, f: &FlightView, data: &GameData) -> RibbonView {
    let table = &data.tables.flight;
    let stop = |turn: u8| Stop {
        label: turn.to_string(),
        name: if turn == f.turn { f.clock.clone() } else { String::new() },
        current: turn == f.turn,
        mark: match (table.is_fog(turn), table.free(turn)) {
            (true, _) => "Morning fog".to_owned(),
            (false, true) => "Free choice of target and way home".to_owned(),
            (false, false) => String::new(),
        },
        markers: 0,
    };
    let count = |of: &dyn Fn(&LancasterView) -> bool| v.lancasters.iter().filter(|l| of(l)).count();
    let figure =
        |name: &str, value: String, note: &str| Figure { name: name.into(), value, note: note.into() };
    let pending = if f.alert_pending { "\nIt rises by 1 in Clean Up" } else { "" };
    let alert = format!("Column of Nightfighter Sighted; each level draws one hazard more{pending}");
    RibbonView {
        title: v.title.clone(),
        subtitle: format!("Flight Turn {} · {}", f.turn, v.phase),
        track: (1..=TURNS).map(stop).collect(),
        track_name: "Flight Turn".to_owned(),
        sky: Sky {
            word: match (table.is_fog(f.turn), moonlit(v)) {
                (true, _) => "Morning fog",
                (_, true) => "Moon",
                (_, false) => "No moon",
            }
            .to_owned(),
            moon: moonlit(v),
            veiled: table.is_fog(f.turn),
            ..Sky::default()
        },
        levels: vec![level(
            if f.alert_pending { "Alert +1" } else { "Alert" },
            f.alert,
            4,
            Tone::Bad,
            &alert,
        )],
        figures: vec![
            figure("Aloft", count(&aloft).to_string(), "Lancasters in the air"),
            figure(
                "Mines",
                count(&|l| aloft(l) && l.upkeep).to_string(),
                "Upkeep aboard of those in the air",
            ),
            figure("Lost", count(&|l| l.lost_to.is_some()).to_string(), "Lancasters lost"),
        ],
        ..RibbonView::default()
    }
}

/// The place of the Flight Map that a Lancaster lies in; in an attack the box of its dam.
pub fn place_of(f: &FlightView, l: &LancasterView) -> &'static str {
    match (l.at, f.active) {
        (Space::Home | Space::Scampton | Space::ReturnToBase, _) => "scampton",
        (at, Some(dam)) if at.on_map() || matches!(at, Space::Waiting(_)) => dam.place(),
        _ => l.place,
    }
}

/// The tokens of a Lancaster's counter on the Flight Map: its letter large.
pub fn tokens(l: &LancasterView, o: Option<&OrdersView>) -> Vec<(String, String)> {
    let shown = |on: bool| if on { "inline" } else { "none" }.to_owned();
    let (bars, fill) = match l.quality {
        Quality::Veteran => (3, NIGHT.brass),
        Quality::Seasoned => (2, NIGHT.british),
        Quality::Green => (1, NIGHT.good),
    };
    let silent = l.hazards.contains(&"Broken Radio") || o.is_some_and(|o| o.deaf);
    let letter = l.code.rsplit('-').next().unwrap_or(&l.code);
    vec![
        ("CODE".to_owned(), letter.to_owned()),
        ("CREW_FILL".to_owned(), format!("#{:02x}{:02x}{:02x}", fill.r(), fill.g(), fill.b())),
        ("BAR1".to_owned(), shown(bars >= 1)),
        ("BAR2".to_owned(), shown(bars >= 2)),
        ("BAR3".to_owned(), shown(bars >= 3)),
        ("DAMAGED".to_owned(), shown(l.damaged || l.lost_to.is_some())),
        ("ELITE".to_owned(), shown(l.elite.as_ref().is_some_and(|e| !e.spent))),
        ("UPKEEP".to_owned(), shown(l.upkeep)),
        ("SILENT".to_owned(), shown(silent)),
    ]
}

fn piece(v: &RaidView, f: &FlightView, l: &LancasterView) -> PieceView {
    let o = orders_of(f, l.id);
    let mut tip = format!("{} {} · {}\n{}", l.code, l.pilot, quality(l.quality).1, l.place_name);
    if let Some(cause) = l.lost_to {
        tip.push_str(&format!("\nLost to {cause}"));
    } else {
        if let Some(e) = &l.elite {
            tip.push_str(&format!("\n{} {}{}", e.kind, e.name, if e.spent { " (used)" } else { "" }));
        }
        if let Some(o) = o {
            tip.push_str(&format!("\n{}", targets(o)));
        }
        tip.push_str(&format!("\n{}", super::waves::state_words(v, l, o).join(" · ")));
    }
    PieceView {
        code: l.code.clone(),
        drawing: "counter-flight".to_owned(),
        tokens: tokens(l, o),
        tip,
        ..PieceView::new(l.id, place_of(f, l))
    }
}

/// Whether the raid flies with a moon; only a campaign can fly without.
pub fn moonlit(v: &RaidView) -> bool {
    v.planning.as_ref().is_none_or(|b| b.moon)
}

/// The orders of a Lancaster.
pub fn orders_of(f: &FlightView, id: PieceId) -> Option<&OrdersView> {
    f.orders.iter().find(|o| o.id == id)
}

/// Targets by name alone.
pub fn goals(o: &OrdersView) -> String {
    match (o.primary, o.secondary) {
        (Some(first), Some(then)) => format!("{first}, then {then}"),
        (Some(first), None) => first.to_owned(),
        _ => "no target".to_owned(),
    }
}

/// Targets in words.
pub fn targets(o: &OrdersView) -> String {
    match (o.primary, o.secondary) {
        (Some(first), Some(then)) => format!("To the {first}, then the {then}"),
        (Some(first), None) => format!("To the {first}"),
        _ => "No target".to_owned(),
    }
}

/// Gathers the board.
struct Laid<'a> {
    v: &'a RaidView,
    f: &'a FlightView,
    hand: Option<usize>,
    board: BoardView,
}

/// The Flight Map. `deals` names whose hazards the question deals out: a wave's, or with no name a zone's.
pub fn board(v: &RaidView, f: &FlightView, data: &GameData, deals: Option<&str>) -> BoardView {
    let board = BoardView {
        board: BOARD.to_owned(),
        name: "Flight Map".to_owned(),
        game: "dambusters".to_owned(),
        pieces: v.lancasters.iter().filter(|l| flew(v, l)).map(|l| piece(v, f, l)).collect(),
        places: places(f, data),
        gauges: gauges(f),
        groups: if data.tables.flight.is_fog(f.turn) { vec!["fog".to_owned()] } else { Vec::new() },
        shades: f
            .dams
            .iter()
            .filter(|d| d.breached)
            .map(|d| (d.dam.place().to_owned(), Shade::Done))
            .collect(),
        ..BoardView::default()
    };
    let mut laid = Laid { v, f, hand: hazards::in_hand(f, deals).map(|h| h.mark), board };
    laid.waves();
    laid.alone();
    laid.unassigned();
    laid.dams();
    laid.board
}

impl Laid<'_> {
    /// Lays the hazards that lie on a unit or a Lancaster; returns their ids.
    fn hazards(&mut self, on: Option<&str>, place: &str) -> Vec<Member> {
        let f = self.f;
        let there = f.zones.iter().flat_map(|z| &z.hazards).filter(|h| h.on.as_deref() == on);
        there
            .map(|h| {
                let (drawing, tokens) = hazards::drawing(h);
                let id = hazards::mark_id(h.mark);
                let grab = (self.hand == Some(h.mark)).then(|| Grab {
                    name: h.front.label().to_owned(),
                    thing: "meets".to_owned(),
                    ..Grab::default()
                });
                let whose = h.on.as_ref().map_or(String::new(), |who| format!("\nOn {who}"));
                self.board.markers.push(MarkerView {
                    id: id.clone(),
                    at: place.to_owned(),
                    in_place: true,
                    drawing: drawing.to_owned(),
                    tokens,
                    tip: format!("{}{whose}", hazards::words(h)),
                    grab,
                    ..MarkerView::default()
                });
                Member::Marker(id)
            })
            .collect()
    }

    /// Lays the hazards attached to a Lancaster beside it; returns their ids.
    fn attached(&mut self, l: &LancasterView, place: &str) -> Vec<Member> {
        if !aloft(l) {
            return Vec::new();
        }
        let late = orders_of(self.f, l.id).is_some_and(|o| o.delayed).then_some("Delayed Sortie");
        let names = l.hazards.iter().copied().chain(late).enumerate();
        let laid = names.map(|(n, what)| {
            let id = format!("attached {} {n}", l.code);
            self.board.markers.push(MarkerView {
                id: id.clone(),
                at: place.to_owned(),
                in_place: true,
                drawing: "marker-hazard-shown".to_owned(),
                tokens: hazards::attached(what),
                tip: format!("{what}, on {}\n{}", l.code, hazards::effect(what).0),
                ..MarkerView::default()
            });
            Member::Marker(id)
        });
        laid.collect()
    }

    /// Lays a High Altitude marker with whoever flies high (clause 14.1.a).
    fn high(&mut self, who: &str, place: &str) -> Member {
        let id = format!("high {who}");
        self.board.markers.push(MarkerView {
            id: id.clone(),
            at: place.to_owned(),
            in_place: true,
            drawing: "marker-high".to_owned(),
            tip: format!("{who} flies high"),
            ..MarkerView::default()
        });
        Member::Marker(id)
    }

    fn wave_marker(&mut self, wave: &WaveView) -> Member {
        let number = wave.name.trim_start_matches("Wave ").to_owned();
        let shown = |on: bool| if on { "inline" } else { "none" }.to_owned();
        let leader = self.v.lancaster(wave.leader).map_or("", |l| l.code.as_str());
        let order = if wave.compromised { "order lost" } else { "in good order" };
        let targets = orders_of(self.f, wave.leader).map_or(String::new(), targets);
        self.board.markers.push(MarkerView {
            id: wave.name.to_owned(),
            at: wave.place.to_owned(),
            in_place: true,
            drawing: "marker-wave".to_owned(),
            tokens: vec![
                ("NUMBER".to_owned(), number),
                ("GOOD".to_owned(), shown(!wave.compromised)),
                ("LOOSE".to_owned(), shown(wave.compromised)),
                ("INK".to_owned(), if wave.compromised { "#f4ecd0" } else { "#10161d" }.to_owned()),
            ],
            tip: format!("{}, {order}\nLed by {leader}\n{targets}", wave.name),
            ..MarkerView::default()
        });
        Member::Marker(wave.name.to_owned())
    }

    fn waves(&mut self) {
        for wave in &self.f.waves {
            let mut members = vec![self.wave_marker(wave)];
            if wave.high {
                members.push(self.high(wave.name, wave.place));
            }
            let rest = wave.members.iter().filter(|id| **id != wave.leader);
            for id in wave.members.iter().filter(|id| **id == wave.leader).chain(rest) {
                members.push(Member::Piece(*id));
                let Some(l) = self.v.lancaster(*id) else { continue };
                members.extend(self.attached(l, wave.place));
                members.extend(self.hazards(Some(&l.code), wave.place));
            }
            members.extend(self.hazards(Some(wave.name), wave.place));
            let plate = Some(if wave.compromised { Plate::Loose } else { Plate::Firm });
            self.board.companies.push(Company { place: wave.place.to_owned(), members, plate });
        }
    }

    /// Independent Lancasters with markers on them: all keep together.
    fn alone(&mut self) {
        let v = self.v;
        for l in &v.lancasters {
            let orders = orders_of(self.f, l.id);
            let flies_alone = orders.is_some_and(|o| o.wave.is_none());
            let place = place_of(self.f, l);
            let mut hazards = Vec::new();
            if flies_alone {
                hazards.extend(orders.filter(|o| o.high).map(|_| self.high(&l.code, place)));
                hazards.extend(self.attached(l, place));
                hazards.extend(self.hazards(Some(&l.code), place));
            }
            if !hazards.is_empty() {
                let members = std::iter::once(Member::Piece(l.id)).chain(hazards).collect();
                self.board.companies.push(Company {
                    place: place.to_owned(),
                    members,
                    plate: Some(Plate::Firm),
                });
            }
        }
    }

    /// Hazards drawn for a zone and not yet assigned.
    fn unassigned(&mut self) {
        for zone in &self.f.zones {
            if zone.hazards.iter().any(|h| h.on.is_none()) {
                let place = zone.zone.place();
                let members = self.hazards(None, place);
                self.board.companies.push(Company { place: place.to_owned(), members, plate: None });
            }
        }
    }

    fn dams(&mut self) {
        let shown = |on: bool| if on { "inline" } else { "none" }.to_owned();
        for dam in &self.f.dams {
            let name = dam.dam.place();
            self.board.markers.push(MarkerView {
                id: format!("spot {name}"),
                at: name.replace("dam_", "mark_"),
                drawing: "marker-dam".to_owned(),
                tokens: vec![
                    ("WHOLE".to_owned(), shown(!dam.breached)),
                    ("BREACHED".to_owned(), shown(dam.breached)),
                ],
                tip: format!("{} dam\n{}", dam.name, dam_words(dam)),
                nook: Some(Nook { at: (0, -4), size: (24, 24), behind: 0, turn: 0 }),
                ..MarkerView::default()
            });
        }
    }
}

/// How a dam stands.
pub fn dam_words(dam: &SiteView) -> String {
    let mut words = vec![match (dam.breached, dam.known) {
        (true, _) => "Breached".to_owned(),
        (false, true) => format!("Damage {} of {}", dam.damage, dam.capacity),
        (false, false) => "Never looked at: water and defences unknown".to_owned(),
    }];
    if dam.known {
        words.push(format!("Recon {}, Flak {}", dam.recon, dam.flak));
    }
    if dam.activity > 0 {
        words.push(format!("Activity {}", dam.activity));
    }
    if dam.released > 0 {
        words.push(format!("mines released {}", dam.released));
    }
    if dam.open {
        words.push("the attack goes on".to_owned());
    }
    words.join(" · ")
}

fn zone_words(zone: &ZoneView, data: &GameData) -> String {
    let draws = match data.tables.flight.draws(zone.zone) {
        None => "No hazards are drawn here".to_owned(),
        Some((colour, n, false)) => format!("Hazards a turn: {n} {}", colour.label()),
        Some((colour, n, true)) => {
            format!("Hazards a turn: {n} {}, and 1 for each unit, Alert Level and flare", colour.label())
        }
    };
    let draws = match &zone.draws {
        None => draws,
        Some(now) => {
            let watchers = now.watchers().map_or(String::new(), |words| format!("\n{words}"));
            format!("{draws}\nAs things stand {}: {}{watchers}", now.total(), now.parts())
        }
    };
    match zone.recon {
        Some(recon) => format!("{draws}\nRecon {recon} of {ZONE_RECON}: so many hazards may be avoided"),
        None => draws,
    }
}

fn places(f: &FlightView, data: &GameData) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for zone in &f.zones {
        out.push((zone.zone.place().to_owned(), zone_words(zone, data)));
        let name = zone.zone.label();
        if zone.zone != FlightZone::England {
            out.push((
                zone.zone.missing_place().to_owned(),
                format!("Missing Box of {name}: lost from sight, each by itself, until its check passes"),
            ));
        }
        out.push((zone.zone.base_place().to_owned(), "Return to Base Box: on the way home".to_owned()));
    }
    for dam in &f.dams {
        let words = format!("Target Acquisition Box: who has the dam in sight\n{}", dam_words(dam));
        out.push((dam.dam.place().to_owned(), words));
    }
    out.push(("scampton".to_owned(), "On the ground: before take-off, or landed".to_owned()));
    out.push(("lost".to_owned(), "Destroyed or missing".to_owned()));
    out
}

fn gauges(f: &FlightView) -> Vec<Gauge> {
    let gauge = |place: &str, level: u8, most: u8, tone| Gauge { place: place.to_owned(), level, most, tone };
    let zones = f.zones.iter().filter_map(|z| Some(gauge(z.zone.place(), z.recon?, ZONE_RECON, Tone::Good)));
    let dams = f.dams.iter().flat_map(|d| {
        let place = d.dam.place();
        let flak = d.known.then(|| gauge(place, d.flak, DAM_LEVEL, Tone::Bad));
        std::iter::once(gauge(place, d.recon, DAM_LEVEL, Tone::Good)).chain(flak)
    });
    zones.chain(dams).collect()
}

/// The dam that a word in an offer names.
pub fn dam_named(word: &str) -> Option<DamId> {
    DamId::named(word)
}
