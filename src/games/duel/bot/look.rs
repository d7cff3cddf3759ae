//! What a view says, in the terms of the pure functions of the rules.

use crate::games::duel::data::{Advanced, Bearing, Board, Content, HEXES, HexSet, Level, Resource, Tables};
use crate::games::duel::rules::course::Leg;
use crate::games::duel::rules::points::{Field, Met, Strike, Times, entering, strike};
use crate::games::duel::view::{DuelView, SquadronView};
use crate::kernel::tally::Tally;

/// A number by hex; place 0 is off the board.
pub type ByHex = [f64; HEXES + 1];

/// A view with what counts in each hex worked out.
pub struct Look<'a> {
    /// The data.
    pub book: &'a Content,
    /// What the seat sees.
    pub view: &'a DuelView,
    /// What counts in each hex.
    pub fields: [Field; HEXES + 1],
}

/// The board place of a hex number.
#[must_use]
pub fn at(hex: u8) -> usize {
    usize::from(hex).min(HEXES)
}

/// The tiles of a kind in a field; trucks, which no event counts, pass for bunkers.
#[must_use]
pub fn tiles(field: &mut Field, kind: Resource) -> &mut u8 {
    match kind {
        Resource::Flak => &mut field.flak,
        Resource::Searchlight => &mut field.lights,
        Resource::Radar => &mut field.radar,
        Resource::Smoke => &mut field.smoke,
        Resource::Balloon => &mut field.balloons,
        Resource::Fire => &mut field.fire,
        Resource::Bunker | Resource::Truck => &mut field.bunkers,
    }
}

impl<'a> Look<'a> {
    /// Reads a view.
    #[must_use]
    pub fn new(book: &'a Content, view: &'a DuelView) -> Self {
        let set = |hexes: &[u8]| hexes.iter().copied().collect::<HexSet>();
        let (clouds, thunder, fog) = (set(&view.sky.clouds), set(&view.sky.thunder), set(&view.sky.fog));
        let mut fields = [Field::default(); HEXES + 1];
        for there in &view.hexes {
            let working = |kind: Resource| {
                let (tiles, out) = there.tiles[kind.index()];
                tiles.saturating_sub(out)
            };
            fields[at(there.hex)] = Field {
                cloud: clouds.has(there.hex),
                thunder: thunder.has(there.hex),
                fog: fog.has(there.hex),
                flak: working(Resource::Flak),
                lights: working(Resource::Searchlight),
                radar: working(Resource::Radar),
                smoke: working(Resource::Smoke),
                balloons: working(Resource::Balloon),
                fire: working(Resource::Fire),
                bunkers: working(Resource::Bunker),
                medals: there.medals,
            };
        }
        Self { book, view, fields }
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &'a Tables {
        &self.book.tables
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        &self.book.tables.board
    }

    /// Whether an advanced rule is in force.
    #[must_use]
    pub fn has(&self, rule: Advanced) -> bool {
        self.view.advanced.contains(&rule)
    }

    /// Moves that the bomber has made.
    #[must_use]
    pub fn flown(&self) -> u8 {
        u8::try_from(self.view.bomber.flown.len()).unwrap_or(u8::MAX)
    }

    /// Moves that the bomber has left.
    #[must_use]
    pub fn left(&self) -> u8 {
        self.tables().decks.moves.saturating_sub(self.flown())
    }

    /// What holds in the round of the bomber's move `number`.
    #[must_use]
    pub fn times(&self, number: u8) -> Times {
        let view = self.view;
        Times {
            moon: view.sky.moon,
            summer: view.sky.summer && number >= self.tables().decks.summer_from,
            power: self.has(Advanced::MosquitoPower),
            cloth: self.has(Advanced::CorpseCloth),
            disturbs: self.has(Advanced::FlakDisturbs),
            low_per_flak: view.low_per_flak,
            radar_adds_up: view.radar_adds_up,
        }
    }

    /// The fields with the weather only: what is known before the defence stands.
    #[must_use]
    pub fn bare(&self) -> [Field; HEXES + 1] {
        self.fields.map(|f| Field { cloud: f.cloud, thunder: f.thunder, fog: f.fog, ..Field::default() })
    }

    /// Points of Germany when the bomber enters a hex with this field on its move `number`.
    #[must_use]
    pub fn meets(&self, field: &Field, met: Met, number: u8, low: bool) -> i32 {
        let points = &self.tables().points;
        entering(points, met, field, &self.times(number), low).iter().map(Tally::total).sum()
    }

    /// Points of one more squadron that meets the bomber, lower than it or not. A searchlight counts half, since
    /// another squadron may be there already.
    #[must_use]
    pub fn contact(&self, field: &Field, number: u8, lower: bool) -> f64 {
        let plain = Field { lights: 0, flak: 0, medals: 0, ..*field };
        let met = Met { squadrons: 1, lower: u8::from(lower) };
        let storm = self.meets(&plain, Met::default(), number, false);
        let alone = f64::from(self.meets(&plain, met, number, false) - storm);
        alone + 0.5 * f64::from(field.lights + field.medals)
    }

    /// The strike on a city with these fields and `markers` more than lie there.
    #[must_use]
    pub fn strike(&self, fields: &[Field; HEXES + 1], hex: u8, low: bool, markers: u8, number: u8) -> i32 {
        let s = Strike::on(self.tables(), hex, low, self.lying(hex) + markers, |city| fields[at(city)].fire);
        strike(&self.tables().points.strike, s, &fields[at(hex)], &self.times(number)).total()
    }

    /// Target markers lying in a hex.
    #[must_use]
    pub fn lying(&self, hex: u8) -> u8 {
        self.view.hexes.iter().find(|h| h.hex == hex).map_or(0, |h| h.markers)
    }

    /// Bombs used on the airport of a hex.
    #[must_use]
    pub fn bombs(&self, hex: u8) -> u8 {
        self.view.hexes.iter().find(|h| h.hex == hex).map_or(0, |h| h.bombs)
    }

    /// The leg on which the bomber stands if it flies to `target`; `None` when all that was seen rules that target out.
    #[must_use]
    pub fn leg(&self, target: u8) -> Option<Leg> {
        let bomber = &self.view.bomber;
        let hex = bomber.path.last().copied()?;
        let bearing = bomber.flown.last().and_then(|word| Bearing::from_word(word));
        if let Some(moves) = bomber.struck {
            let bearing = if moves == self.flown() { None } else { bearing };
            return (bomber.target == Some(target)).then_some(Leg { hex, bearing, struck: true });
        }
        let missed = bomber.path.contains(&target) && !self.changed();
        (!missed).then_some(Leg { hex, bearing, struck: false })
    }

    /// Whether the weather has changed tonight (clause adv-2a-reprogram.a).
    #[must_use]
    pub fn changed(&self) -> bool {
        let card = usize::from(self.view.sky.card);
        let drawn = card.checked_sub(1).and_then(|card| self.tables().weather.get(card));
        self.has(Advanced::WeatherChange)
            && drawn.is_some_and(|w| {
                let set = |hexes: &[u8]| hexes.iter().copied().collect::<HexSet>();
                w.wind != self.view.sky.wind || set(&w.clouds) != set(&self.view.sky.clouds)
            })
    }

    /// The squadrons still in play.
    pub fn squadrons(&self) -> impl Iterator<Item = &'a SquadronView> {
        self.view.squadrons.iter().filter(|s| s.out.is_none() && s.hex != 0)
    }

    /// Where a squadron may land: airports with room that no other squadron needs more.
    ///
    /// Those in the air with the fewest lines come first; each holds the airport that is nearest to it.
    #[must_use]
    pub fn refuges(&self, squadron: &SquadronView) -> HexSet {
        let with_room = self.view.hexes.iter().filter(|h| h.room.is_some_and(|(there, most)| there < most));
        let mut open: HexSet = with_room.map(|h| h.hex).collect();
        let mut others: Vec<&SquadronView> =
            self.squadrons().filter(|s| s.level.airborne() && s.id != squadron.id).collect();
        others.sort_by_key(|s| (s.fuel, s.id.0));
        for other in others.into_iter().filter(|o| (o.fuel, o.id.0) < (squadron.fuel, squadron.id.0)) {
            let nearest = open.iter().min_by_key(|hex| self.board().distance(other.hex, *hex));
            open = open.iter().filter(|hex| Some(*hex) != nearest).collect();
        }
        open
    }

    /// Whether the bomber has landed.
    #[must_use]
    pub fn bomber_down(&self) -> bool {
        self.view.bomber.aircraft.down
    }

    /// Whether the bomber flies low, or would be said to.
    #[must_use]
    pub fn bomber_low(&self) -> bool {
        self.view.bomber.aircraft.level == Level::Low
    }
}
