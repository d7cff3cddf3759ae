//! The checks of the tables that a type cannot make.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::kinds::{Bearing, Ground, Resource};
use super::tables::{
    AirportFile, Board, BoardFile, DecksFile, FuelFile, HEXES, PointsFile, ResourcesFile, WeatherCard,
    WeatherFile,
};
use crate::games::duel::rules::course::{Leg, Means, Routes, feasible};
use crate::kernel::content::{Faults, check_format, check_text};

mod scenario;

pub(super) use scenario::check_scenario;

/// How many airports and cities are printed (clauses board.d, board.e and city.a).
const BRITISH: usize = 4;
const GERMAN: usize = 19;
const CITIES: usize = 11;
/// Weather cards (clause components.b), and pieces for clouds and thunderstorms together and for fog (clause
/// components.c).
const WEATHER_CARDS: usize = 12;
const ELEMENTS: usize = 21;
const FOGS: usize = 4;
/// Compass cards (clause components.b) and wind change cards (clause components.f).
const COMPASS_CARDS: u32 = 32;
const WIND_CARDS: u32 = 6;
/// Furthest axial place that a hex may have.
const FAR: i8 = 40;

/// A number lies within its bounds.
pub(super) fn within<N: PartialOrd + Display>(
    faults: &mut Faults,
    field: impl Into<String>,
    n: N,
    range: RangeInclusive<N>,
) {
    let message = format!("expected {} to {}, found {n}", range.start(), range.end());
    faults.expect(range.contains(&n), field, message);
}

/// A number of a hex.
pub(super) fn check_hex(field: impl Into<String>, hex: u8, faults: &mut Faults) {
    faults.expect(
        (1..=HEXES).contains(&usize::from(hex)),
        field,
        format!("a hex is numbered 1 to {HEXES}, not {hex}"),
    );
}

/// A list has a fixed length.
fn count(faults: &mut Faults, field: &str, found: usize, wanted: usize, what: &str) {
    faults.expect(found == wanted, field, format!("there are {wanted} {what}, not {found}"));
}

/// No two of a list are the same; `field` names the place of one.
fn distinct<T: Ord + Display>(
    faults: &mut Faults,
    all: impl IntoIterator<Item = T>,
    field: impl Fn(usize) -> String,
) {
    let mut seen = BTreeSet::new();
    for (i, one) in all.into_iter().enumerate() {
        faults.expect(!seen.contains(&one), field(i), format!("{one} is listed twice"));
        seen.insert(one);
    }
}

impl BoardFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        for (field, found, wanted, what) in [
            ("hexes", self.hexes.len(), HEXES, "hexes"),
            ("british", self.british.len(), BRITISH, "British airports"),
            ("german", self.german.len(), GERMAN, "German airports"),
            ("cities", self.cities.len(), CITIES, "cities"),
        ] {
            count(faults, field, found, wanted, what);
        }
        faults.expect(self.closed.len() <= HEXES, "closed", format!("at most {HEXES} hexes"));
        if !faults.0.is_empty() {
            return; // Nothing else is worth its time.
        }
        self.check_hexes(faults);
        self.check_closed(faults);
        self.check_airports("british", &self.british, Ground::Britain, faults);
        self.check_airports("german", &self.german, Ground::Land, faults);
        for (i, city) in self.cities.iter().enumerate() {
            check_text(format!("cities[{i}].name"), &city.name, 40, faults);
            within(faults, format!("cities[{i}].value"), city.value, 1..=99);
            self.check_ground(format!("cities[{i}].hex"), city.hex, Ground::Land, faults);
        }
        distinct(faults, self.cities.iter().map(|c| c.hex), |i| format!("cities[{i}].hex"));
        distinct(faults, self.cities.iter().map(|c| c.name.as_str()), |i| format!("cities[{i}].name"));
    }

    fn check_hexes(&self, faults: &mut Faults) {
        for (i, hex) in self.hexes.iter().enumerate() {
            let field = format!("hexes[{i}]");
            faults.expect(
                usize::from(hex.hex) == i + 1,
                format!("{field}.hex"),
                format!("this is hex {}", i + 1),
            );
            within(faults, format!("{field}.q"), hex.q, -FAR..=FAR);
            within(faults, format!("{field}.r"), hex.r, -FAR..=FAR);
            check_text(format!("{field}.region"), &hex.region, 60, faults);
            let twice = self.hexes[..i].iter().find(|h| (h.q, h.r) == (hex.q, hex.r));
            if let Some(other) = twice {
                faults.add(field, format!("hex {} has this place already", other.hex));
            }
        }
        // [board.a] One board: every hex can be reached from hex 1.
        let mut reached = BTreeSet::new();
        let mut open = vec![(self.hexes[0].q, self.hexes[0].r)];
        while let Some((q, r)) = open.pop() {
            if self.hexes.iter().any(|h| (h.q, h.r) == (q, r)) && reached.insert((q, r)) {
                let steps = Bearing::ALL.map(Bearing::step);
                open.extend(steps.map(|(dq, dr)| (q.saturating_add(dq), r.saturating_add(dr))));
            }
        }
        for (i, hex) in self.hexes.iter().enumerate() {
            let there = reached.contains(&(hex.q, hex.r));
            faults.expect(there, format!("hexes[{i}]"), "no way of neighbours leads from hex 1 to this hex");
        }
    }

    /// [board.f] Sea and Britain are exactly the closed hexes.
    fn check_closed(&self, faults: &mut Faults) {
        distinct(faults, self.closed.iter().copied(), |i| format!("closed[{i}]"));
        for (i, hex) in self.closed.iter().enumerate() {
            check_hex(format!("closed[{i}]"), *hex, faults);
            let land = self.hexes.iter().any(|h| h.hex == *hex && h.ground == Ground::Land);
            faults.expect(!land, format!("closed[{i}]"), format!("hex {hex} is land (board.f)"));
        }
        for (i, hex) in self.hexes.iter().enumerate() {
            let open = hex.ground == Ground::Land || self.closed.contains(&hex.hex);
            faults.expect(
                open,
                format!("hexes[{i}].ground"),
                format!("hex {} is not among the `closed` ones, so it is land (board.f)", hex.hex),
            );
        }
    }

    fn check_airports(&self, list: &str, airports: &[AirportFile], ground: Ground, faults: &mut Faults) {
        for (i, airport) in airports.iter().enumerate() {
            check_text(format!("{list}[{i}].name"), &airport.name, 40, faults);
            self.check_ground(format!("{list}[{i}].hex"), airport.hex, ground, faults);
        }
        distinct(faults, airports.iter().map(|a| a.hex), |i| format!("{list}[{i}].hex"));
        distinct(faults, airports.iter().map(|a| a.name.as_str()), |i| format!("{list}[{i}].name"));
    }

    fn check_ground(&self, field: String, hex: u8, ground: Ground, faults: &mut Faults) {
        match self.hexes.iter().find(|h| h.hex == hex) {
            None => check_hex(field, hex, faults),
            Some(found) => {
                let name = |g| match g {
                    Ground::Land => "land",
                    Ground::Sea => "sea",
                    Ground::Britain => "Britain",
                };
                let message = format!("it lies on {}, but hex {hex} is {}", name(ground), name(found.ground));
                faults.expect(found.ground == ground, field, message);
            }
        }
    }
}

/// [compass-cards.b] Every city can be struck and left again with the moves and cards of a night.
pub(super) fn check_reach(board: &Board, decks: &DecksFile, faults: &mut Faults) {
    let mut cards = [0; 6];
    for c in &decks.compass {
        cards[c.bearing.index()] = c.cards;
    }
    let means = Means { moves: decks.moves, cards };
    for (i, city) in board.file.cities.iter().enumerate() {
        let routes = Routes::new(board, city.hex);
        let reached = board.british.iter().any(|hex| feasible(board, &routes, Leg::start(hex), means));
        faults.expect(
            reached,
            format!("cities[{i}].hex"),
            format!("no programme of {} cards leads to {} and home", decks.moves, city.name),
        );
    }
}

impl WeatherFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        count(faults, "cards", self.cards.len(), WEATHER_CARDS, "weather cards");
        for (i, card) in self.cards.iter().enumerate().take(WEATHER_CARDS) {
            let field = format!("cards[{i}]");
            faults.expect(
                usize::from(card.card) == i + 1,
                format!("{field}.card"),
                format!("this is card {}", i + 1),
            );
            check_card(&field, card, faults);
        }
    }

    /// What must fit the board: the starts of the solo mission.
    pub(super) fn check_on(&self, board: &Board, faults: &mut Faults) {
        for (i, card) in self.cards.iter().enumerate() {
            for (name, hex) in [("bomber", card.solo.bomber), ("mosquito", card.solo.mosquito)] {
                faults.expect(
                    board.british.has(hex),
                    format!("cards[{i}].solo.{name}"),
                    format!("hex {hex} has no British airport (solo-1.c)"),
                );
            }
        }
    }
}

fn check_card(field: &str, card: &WeatherCard, faults: &mut Faults) {
    let before = faults.0.len();
    let elements = card.clouds.len() + card.thunder.len();
    faults.expect(
        elements <= ELEMENTS,
        format!("{field}.clouds"),
        format!("there are {ELEMENTS} cloud and thunderstorm pieces, not {elements} (components.c)"),
    );
    let fogs = card.fog.len();
    faults.expect(
        fogs <= FOGS,
        format!("{field}.fog"),
        format!("there are {FOGS} fog pieces, not {fogs} (components.c)"),
    );
    if faults.0.len() > before {
        return;
    }
    // [weather.b] No two pieces in one hex.
    let mut taken: Vec<u8> = Vec::new();
    for (list, hexes) in [("clouds", &card.clouds), ("thunder", &card.thunder), ("fog", &card.fog)] {
        for (j, hex) in hexes.iter().enumerate() {
            let field = format!("{field}.{list}[{j}]");
            check_hex(&field, *hex, faults);
            faults.expect(!taken.contains(hex), field, format!("hex {hex} has a piece already (weather.b)"));
            taken.push(*hex);
        }
    }
    let (first, second) = card.change;
    within(faults, format!("{field}.change"), first, 1..=14);
    within(faults, format!("{field}.change"), second, 1..=14);
    faults.expect(first < second, format!("{field}.change"), "the second change comes after the first");
    let solo = card.solo;
    within(faults, format!("{field}.solo.city"), solo.city, 1..=2);
    faults.expect(
        solo.bomber != solo.mosquito,
        format!("{field}.solo.mosquito"),
        "bomber and Mosquito never start from one airport (phase-5.c)",
    );
}

impl DecksFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        within(faults, "moves", self.moves, 1..=14);
        count(faults, "compass", self.compass.len(), Bearing::ALL.len(), "bearings");
        faults.expect(self.wind_change.len() <= 7, "wind_change", "at most 7 entries");
        if !faults.0.is_empty() {
            return;
        }
        distinct(faults, self.compass.iter().map(|c| c.bearing.word()), |i| format!("compass[{i}].bearing"));
        let cards: u32 = self.compass.iter().map(|c| u32::from(c.cards)).sum();
        faults.expect(
            cards == COMPASS_CARDS,
            "compass",
            format!("there are {COMPASS_CARDS} compass cards, not {cards} (components.b)"),
        );
        for (i, w) in self.wind_change.iter().enumerate() {
            within(faults, format!("wind_change[{i}].steps"), w.steps, -3..=3);
        }
        distinct(faults, self.wind_change.iter().map(|w| w.steps), |i| format!("wind_change[{i}].steps"));
        let cards: u32 = self.wind_change.iter().map(|w| u32::from(w.cards)).sum();
        faults.expect(
            cards == WIND_CARDS,
            "wind_change",
            format!("there are {WIND_CARDS} wind change cards, not {cards} (components.f)"),
        );
        within(faults, "drift", self.drift, 0..=6);
        within(faults, "summer_from", self.summer_from, 1..=15);
        within(faults, "markers", self.markers, 0..=12);
        within(faults, "markers_power", self.markers_power, 0..=12);
        within(faults, "medals", self.medals, 0..=40);
    }
}

/// The lines that a dial may have.
pub(super) const DIAL: RangeInclusive<u8> = 3..=30;

impl FuelFile {
    /// The checks that a type cannot make. No price is 0, or a squadron could stay up for ever.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        within(faults, "messerschmitt", self.messerschmitt, DIAL);
        within(faults, "dornier", self.dornier, DIAL);
        for (field, lines) in [
            ("cross", self.cross),
            ("head", self.head),
            ("tail", self.tail),
            ("tail_two", self.tail_two),
            ("circle", self.circle),
            ("climb_high", self.climb_high),
        ] {
            within(faults, field, lines, 1..=9);
        }
    }
}

impl ResourcesFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        within(faults, "most", self.most, 1..=80);
        count(faults, "kinds", self.kinds.len(), Resource::ALL.len(), "kinds of resources");
        for (i, (supply, kind)) in self.kinds.iter().zip(Resource::ALL).enumerate() {
            let field = format!("kinds[{i}]");
            faults.expect(
                supply.kind == kind,
                format!("{field}.kind"),
                format!("in this place stands `{kind:?}`"),
            );
            within(faults, format!("{field}.supply"), supply.supply, 0..=30);
            check_text(format!("{field}.note"), &supply.note, 120, faults);
        }
    }
}

impl PointsFile {
    /// The checks that a type cannot make.
    pub fn check(&self, faults: &mut Faults) {
        check_format(self.format, faults);
        let (d, f, k, s, e) = (&self.duel, &self.fighters, &self.flak, &self.strike, &self.events);
        for (field, points) in [
            ("duel.squadron", d.squadron),
            ("duel.low", d.low),
            ("duel.cloud", d.cloud),
            ("duel.thunder", d.thunder),
            ("duel.full_moon", d.full_moon),
            ("duel.summer", d.summer),
            ("fighters.squadron", f.squadron),
            ("fighters.full_moon", f.full_moon),
            ("fighters.cloud", f.cloud),
            ("fighters.thunder", f.thunder),
            ("fighters.lower", f.lower),
            ("fighters.summer", f.summer),
            ("fighters.radar", f.radar),
            ("fighters.searchlight", f.searchlight),
            ("fighters.medal", f.medal),
            ("fighters.flak_disturbs", f.flak_disturbs),
            ("flak.flak", k.flak),
            ("flak.searchlight", k.searchlight),
            ("flak.low", k.low),
            ("strike.cloud", s.cloud),
            ("strike.thunder", s.thunder),
            ("strike.fog", s.fog),
            ("strike.full_moon", s.full_moon),
            ("strike.new_moon", s.new_moon),
            ("strike.low", s.low),
            ("strike.marker", s.marker),
            ("strike.searchlight", s.searchlight),
            ("strike.smoke", s.smoke),
            ("strike.bunker", s.bunker),
            ("strike.fire", s.fire),
            ("strike.fire_pair", s.fire_pair),
            ("strike.power", s.power),
            ("events.blockade", e.blockade),
            ("events.bombed_airport", e.bombed_airport),
            ("events.storm_field", e.storm_field),
            ("events.fog_field", e.fog_field),
            ("events.ditch_land", e.ditch_land),
            ("events.ditch_sea", e.ditch_sea),
            ("events.storm", e.storm),
            ("events.fog_start", e.fog_start),
            ("events.fog_land", e.fog_land),
            ("events.balloon", e.balloon),
        ] {
            within(faults, field, points, -20..=20);
        }
        within(faults, "duel.most", d.most, 0..=4);
        within(faults, "strike.fire_reach", s.fire_reach, 0..=9);
        for (field, medals) in
            [("three", self.medals.three), ("four", self.medals.four), ("unmet", self.medals.unmet)]
        {
            within(faults, format!("medals.{field}"), medals, 0..=9);
        }
    }
}
