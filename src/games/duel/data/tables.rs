//! The printed values of the game: board, cities, decks, dials, fuel, resources and points.

use serde::{Deserialize, Serialize};

use super::kinds::{Bearing, Class, Ground, HexSet, Moon, Resource};
use crate::kernel::chart::Provenance;

/// How many hexes the board has (clause board.a).
pub const HEXES: usize = 43;

/// A hex as written in `tables/board.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexFile {
    /// Number, 1–43.
    pub hex: u8,
    /// Axial place, east.
    pub q: i8,
    /// Axial place, south.
    pub r: i8,
    /// What lies under it.
    pub ground: Ground,
    /// Name of the region.
    pub region: String,
}

/// An airport as written in `tables/board.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirportFile {
    /// Its hex.
    pub hex: u8,
    /// Its name.
    pub name: String,
    /// Where place and name come from.
    pub provenance: Provenance,
}

/// A city as written in `tables/board.ron` (clauses city.a and city.c).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityFile {
    /// Its hex.
    pub hex: u8,
    /// Its name.
    pub name: String,
    /// How hard it is to reach.
    pub class: Class,
    /// What a strike is worth, victory points.
    pub value: u8,
    /// Where the value comes from.
    pub value_from: Provenance,
    /// Where name and place come from.
    pub provenance: Provenance,
}

/// `tables/board.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the layout comes from.
    pub provenance: Provenance,
    /// The hexes in the order of their numbers.
    pub hexes: Vec<HexFile>,
    /// Hexes closed to German resources (clause ground-defence.b).
    pub closed: Vec<u8>,
    /// British airports (clause board.d).
    pub british: Vec<AirportFile>,
    /// German airports (clause board.e).
    pub german: Vec<AirportFile>,
    /// The cities.
    pub cities: Vec<CityFile>,
}

/// The board ready for use. Hex 0 is off the board.
#[derive(Clone, Debug)]
pub struct Board {
    /// As written.
    pub file: BoardFile,
    /// The neighbour of each hex by bearing; 0 is off the board (clause board.c).
    pub next: [[u8; 6]; HEXES + 1],
    /// Hexes closed to German resources.
    pub closed: HexSet,
    /// British airports.
    pub british: HexSet,
    /// German airports.
    pub german: HexSet,
    /// City hexes.
    pub cities: HexSet,
    /// Index into the file's cities by hex, 255 for none.
    pub city_at: [u8; HEXES + 1],
    /// Ground by hex.
    pub ground: [Ground; HEXES + 1],
    /// Steps on the board between two hexes.
    pub distance: Box<[[u8; HEXES + 1]; HEXES + 1]>,
}

impl Board {
    /// The board of a checked file.
    #[must_use]
    pub fn new(file: BoardFile) -> Self {
        let place = |q: i8, r: i8| file.hexes.iter().find(|h| (h.q, h.r) == (q, r)).map_or(0, |h| h.hex);
        let mut next = [[0; 6]; HEXES + 1];
        let mut ground = [Ground::Land; HEXES + 1];
        for h in &file.hexes {
            let at = usize::from(h.hex).min(HEXES);
            ground[at] = h.ground;
            for b in Bearing::ALL {
                let (dq, dr) = b.step();
                next[at][b.index()] = place(h.q.saturating_add(dq), h.r.saturating_add(dr));
            }
        }
        let mut city_at = [255; HEXES + 1];
        for (i, city) in file.cities.iter().enumerate() {
            city_at[usize::from(city.hex).min(HEXES)] = u8::try_from(i).unwrap_or(255);
        }
        let mut distance = Box::new([[u8::MAX; HEXES + 1]; HEXES + 1]);
        for from in 1..=HEXES {
            let mut open = vec![from];
            distance[from][from] = 0;
            let mut d = 0;
            while !open.is_empty() {
                d += 1;
                let mut wave = Vec::new();
                for hex in open {
                    for to in next[hex].map(usize::from) {
                        if to != 0 && distance[from][to] == u8::MAX {
                            distance[from][to] = d;
                            wave.push(to);
                        }
                    }
                }
                open = wave;
            }
        }
        Self {
            next,
            closed: file.closed.iter().copied().collect(),
            british: file.british.iter().map(|a| a.hex).collect(),
            german: file.german.iter().map(|a| a.hex).collect(),
            cities: file.cities.iter().map(|c| c.hex).collect(),
            city_at,
            ground,
            distance,
            file,
        }
    }

    /// The neighbour in a bearing, or `None` off the board (clause board.c).
    #[must_use]
    pub fn step(&self, hex: u8, bearing: Bearing) -> Option<u8> {
        let to = self.next[usize::from(hex).min(HEXES)][bearing.index()];
        (to != 0).then_some(to)
    }

    /// Steps between two hexes.
    #[must_use]
    pub fn distance(&self, a: u8, b: u8) -> u8 {
        self.distance[usize::from(a).min(HEXES)][usize::from(b).min(HEXES)]
    }

    /// The city in a hex.
    #[must_use]
    pub fn city(&self, hex: u8) -> Option<&CityFile> {
        self.file.cities.get(usize::from(self.city_at[usize::from(hex).min(HEXES)]))
    }

    /// Name of the region of a hex; empty off the board.
    #[must_use]
    pub fn region(&self, hex: u8) -> &str {
        self.file.hexes.iter().find(|h| h.hex == hex).map_or("", |h| h.region.as_str())
    }

    /// The name that a player knows a hex by: its city, else its region.
    #[must_use]
    pub fn name(&self, hex: u8) -> &str {
        self.city(hex).map_or_else(|| self.region(hex), |c| c.name.as_str())
    }

    /// The airport in a hex, British or German.
    #[must_use]
    pub fn airport(&self, hex: u8) -> Option<&AirportFile> {
        self.file.british.iter().chain(&self.file.german).find(|a| a.hex == hex)
    }

    /// All hexes in order.
    pub fn hexes(&self) -> impl Iterator<Item = u8> + use<> {
        1..=u8::try_from(HEXES).unwrap_or(0)
    }
}

/// The solo letters of a weather card (clause solo-1.c).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloStart {
    /// Start of the bomber.
    pub bomber: u8,
    /// Start of the Mosquito.
    pub mosquito: u8,
    /// Whether the first or the second city reached is the target.
    pub city: u8,
}

/// A weather card (clause phase-2.a).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherCard {
    /// Number, 1–12.
    pub card: u8,
    /// Clouded hexes (clause components.c).
    pub clouds: Vec<u8>,
    /// Hexes under a thunderstorm.
    pub thunder: Vec<u8>,
    /// Hexes in fog.
    pub fog: Vec<u8>,
    /// Where the wind blows to (clause wind.a).
    pub wind: Bearing,
    /// The moon.
    #[serde(default)]
    pub moon: Moon,
    /// Whether it is a summer night.
    #[serde(default)]
    pub summer: bool,
    /// The bomber's moves before which the weather changes (clause adv-2-weather-change.a).
    pub change: (u8, u8),
    /// Starts and target of the solo mission.
    pub solo: SoloStart,
    /// Where the card comes from.
    pub provenance: Provenance,
}

/// `tables/weather.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the deck as a whole comes from.
    pub provenance: Provenance,
    /// The cards.
    pub cards: Vec<WeatherCard>,
}

/// How many cards of a wind change turn the wind by `steps` (clockwise when positive; clause adv-2-weather-change.d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindChange {
    /// Steps, clockwise when positive.
    pub steps: i8,
    /// How many cards.
    pub cards: u8,
}

/// How many compass cards show a bearing (clause compass-cards.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompassCards {
    /// The bearing.
    pub bearing: Bearing,
    /// How many cards.
    pub cards: u8,
}

/// `tables/decks.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecksFile {
    /// Format of the file: 1.
    pub format: u32,
    /// The most moves of a night (clause compass-cards.b).
    pub moves: u8,
    /// The compass cards.
    pub compass: Vec<CompassCards>,
    /// Where the mix of compass cards comes from.
    pub compass_from: Provenance,
    /// The wind change cards.
    pub wind_change: Vec<WindChange>,
    /// Where the mix of wind change cards comes from.
    pub wind_change_from: Provenance,
    /// How far the elements drift, hexes (clause adv-2-weather-change.e).
    pub drift: u8,
    /// The bomber's move from which summer counts (clause summer.a).
    pub summer_from: u8,
    /// Target and bomb markers of a night (clauses components.e and mosquito.p).
    pub markers: u8,
    /// The same with advanced rule 1 (clause adv-1-mosquito-power.a).
    pub markers_power: u8,
    /// Medals for both sides (clause adv-3-medals.a).
    pub medals: u8,
    /// Where the numbers above come from.
    pub provenance: Provenance,
}

/// What flying costs, lines of the dial (clauses fuel.c to fuel.i).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FuelFile {
    /// Format of the file: 1.
    pub format: u32,
    /// A full Messerschmitt dial.
    pub messerschmitt: u8,
    /// Where it comes from.
    pub messerschmitt_from: Provenance,
    /// A full Dornier dial.
    pub dornier: u8,
    /// Where it comes from.
    pub dornier_from: Provenance,
    /// A hex neither with nor against the wind.
    pub cross: u8,
    /// A hex against the wind.
    pub head: u8,
    /// A hex with the wind.
    pub tail: u8,
    /// Two hexes with the wind.
    pub tail_two: u8,
    /// Circling, and taking off on the spot to low.
    pub circle: u8,
    /// Taking off on the spot to high.
    pub climb_high: u8,
    /// Where the costs come from.
    pub provenance: Provenance,
}

/// Where a resource may be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Site {
    /// Any open hex.
    Open,
    /// Cities only (clause fire-department.a).
    City,
    /// German airports only (clause fuel-truck.a).
    Airport,
}

/// A kind of resource as written in `tables/resources.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyFile {
    /// The kind.
    pub kind: Resource,
    /// How many there are (clauses components.d and ground-defence.h).
    pub supply: u8,
    /// Where it may be placed.
    pub site: Site,
    /// What it does, in a line.
    pub note: String,
}

/// `tables/resources.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourcesFile {
    /// Format of the file: 1.
    pub format: u32,
    /// The most tiles on the board (clause ground-defence.a).
    pub most: u8,
    /// The kinds in the order of `Resource::ALL`.
    pub kinds: Vec<SupplyFile>,
    /// Where the numbers come from.
    pub provenance: Provenance,
}

/// Points of a duel (clause mosquito.j).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelPoints {
    /// For each squadron that counts.
    pub squadron: i32,
    /// How many squadrons count in a German turn.
    pub most: u8,
    /// The Mosquito is low.
    pub low: i32,
    /// Cloud in the hex.
    pub cloud: i32,
    /// Thunderstorm in the hex.
    pub thunder: i32,
    /// Full moon.
    pub full_moon: i32,
    /// Summer, from the eighth move.
    pub summer: i32,
}

/// Points of squadrons against the bomber (clause fighters.l).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FighterPoints {
    /// For each squadron.
    pub squadron: i32,
    /// Each squadron under a full moon.
    pub full_moon: i32,
    /// Each squadron in cloud.
    pub cloud: i32,
    /// Each squadron in a thunderstorm.
    pub thunder: i32,
    /// Each squadron lower than the bomber.
    pub lower: i32,
    /// Each squadron in summer, from the eighth move.
    pub summer: i32,
    /// Each squadron with working radar in the hex.
    pub radar: i32,
    /// Once for each working searchlight.
    pub searchlight: i32,
    /// Once for each German medal in the hex.
    pub medal: i32,
    /// For each flak beyond the first, with advanced rule 5.
    pub flak_disturbs: i32,
}

/// Points of flak (clause flak.d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlakPoints {
    /// For each working flak.
    pub flak: i32,
    /// For each working flak and each working searchlight.
    pub searchlight: i32,
    /// Against a low bomber.
    pub low: i32,
}

/// Points of the strike beside the city's value (clause bomber.g).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrikePoints {
    /// Cloud over the target.
    pub cloud: i32,
    /// Thunderstorm over the target.
    pub thunder: i32,
    /// Fog over the target.
    pub fog: i32,
    /// Full moon.
    pub full_moon: i32,
    /// New moon.
    pub new_moon: i32,
    /// The bomber is low.
    pub low: i32,
    /// For each target marker.
    pub marker: i32,
    /// For each working searchlight.
    pub searchlight: i32,
    /// For each working smoke screen.
    pub smoke: i32,
    /// For each bunker.
    pub bunker: i32,
    /// For each working fire department in the city.
    pub fire: i32,
    /// For every two within two hexes.
    pub fire_pair: i32,
    /// How far those may be, hexes.
    pub fire_reach: u8,
    /// With advanced rule 1.
    pub power: i32,
}

/// Points of single events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPoints {
    /// A squadron takes off under the Mosquito (clause mosquito.m).
    pub blockade: i32,
    /// For each bomb used on an airport, at each takeoff and landing (clause mosquito.u).
    pub bombed_airport: i32,
    /// A squadron takes off or lands in a thunderstorm (clause thunderstorm.b).
    pub storm_field: i32,
    /// A squadron takes off or lands in fog (clauses fog.a and fog.b).
    pub fog_field: i32,
    /// A squadron ditches on land (clause ditching.b).
    pub ditch_land: i32,
    /// A squadron ditches at sea or in Britain (clause ditching.c).
    pub ditch_sea: i32,
    /// The bomber moves into a thunderstorm (clause thunderstorm.d).
    pub storm: i32,
    /// The bomber takes off in fog (clause fog.c).
    pub fog_start: i32,
    /// The bomber lands in fog (clause fog.d).
    pub fog_land: i32,
    /// For each working balloon barrier against a drop of bombs (clause balloon-barrier.b).
    pub balloon: i32,
}

/// What medals earn (clauses adv-3-medals.e and adv-3-medals.f).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MedalAwards {
    /// To Germany when three squadrons meet the bomber.
    pub three: u8,
    /// To Germany when four do.
    pub four: u8,
    /// To Britain for a move without squadrons.
    pub unmet: u8,
}

/// `tables/points.ron`: every event that scores (clauses combat.a and combat.b).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsFile {
    /// Format of the file: 1.
    pub format: u32,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// Duels.
    pub duel: DuelPoints,
    /// Squadrons against the bomber.
    pub fighters: FighterPoints,
    /// Flak.
    pub flak: FlakPoints,
    /// The strike.
    pub strike: StrikePoints,
    /// Single events.
    pub events: EventPoints,
    /// Medals.
    pub medals: MedalAwards,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The board.
    pub board: Board,
    /// The weather cards, card n at n − 1.
    pub weather: Vec<WeatherCard>,
    /// Where they come from.
    pub weather_provenance: Provenance,
    /// Decks and stocks.
    pub decks: DecksFile,
    /// Fuel.
    pub fuel: FuelFile,
    /// Resources.
    pub resources: ResourcesFile,
    /// Points.
    pub points: PointsFile,
}

impl Tables {
    /// Compass cards by bearing.
    #[must_use]
    pub fn compass(&self) -> [u8; 6] {
        let mut deck = [0; 6];
        for c in &self.decks.compass {
            deck[c.bearing.index()] = c.cards;
        }
        deck
    }

    /// The supply of a kind.
    #[must_use]
    pub fn supply(&self, kind: Resource) -> &SupplyFile {
        &self.resources.kinds[kind.index()]
    }

    /// The wind change cards one by one: steps of each.
    #[must_use]
    pub fn wind_cards(&self) -> Vec<i8> {
        let of = |w: &WindChange| std::iter::repeat_n(w.steps, usize::from(w.cards));
        self.decks.wind_change.iter().flat_map(of).collect()
    }
}
