//! Points, by lines that name what counts: what has no line in an event, such as clouds for flak (clause clouds.d) or fog
//! for a fight (clause fog.f), does nothing to it.
//!
//! Every event that scores as a tally, the same for the preview and for the marker (clauses combat.a, combat.b).

use crate::games::duel::data::{
    DuelPoints, EventPoints, FighterPoints, FlakPoints, Ground, Moon, PointsFile, Side, StrikePoints, Tables,
};
use crate::kernel::ids::Arg;
use crate::kernel::tally::Tally;

/// What counts in a hex: its weather and the tiles there that are in action; all of it is summed
/// (clauses weather.b and searchlight.d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Field {
    /// Cloud lies over it.
    pub cloud: bool,
    /// A thunderstorm lies over it.
    pub thunder: bool,
    /// Fog lies in it.
    pub fog: bool,
    /// Flak.
    pub flak: u8,
    /// Searchlights.
    pub lights: u8,
    /// Radars.
    pub radar: u8,
    /// Smoke screens.
    pub smoke: u8,
    /// Balloon barriers.
    pub balloons: u8,
    /// Fire departments.
    pub fire: u8,
    /// Civil bunkers.
    pub bunkers: u8,
    /// German medals laid there.
    pub medals: u8,
}

/// What holds for the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// The moon.
    pub moon: Moon,
    /// Whether the summer bonus counts (clauses summer.a and summer.b).
    pub summer: bool,
    /// Advanced rule 1.
    pub power: bool,
    /// Advanced rule 4.
    pub cloth: bool,
    /// Advanced rule 5.
    pub disturbs: bool,
    /// Flak gets its bonus against a low bomber for each flak.
    pub low_per_flak: bool,
    /// Each radar counts.
    pub radar_adds_up: bool,
}

fn of(on: bool) -> i32 {
    i32::from(on)
}

fn n(count: u8) -> i32 {
    i32::from(count)
}

/// Whether the clouds are lit from below: the searchlights count double (clauses adv-4-corpse-cloth.a and adv-4-corpse-cloth.b).
#[must_use]
pub fn lit_clouds(field: &Field, times: &Times, bomber_high: bool) -> bool {
    times.cloth && bomber_high && field.cloud && field.lights >= 2
}

/// A duel of the Mosquito with the squadrons that moved onto it in one German turn (clause mosquito.j).
#[must_use]
pub fn duel(p: &DuelPoints, squadrons: u8, low: bool, field: &Field, times: &Times) -> Tally {
    let mut t = Tally::new(Side::Britain.label(), "Duel with {} squadrons", "mosquito.g")
        .args(&[Arg::Num(n(squadrons))]);
    if squadrons == 1 {
        t.purpose = "Duel with {} squadron";
    }
    // [mosquito.h] More than two add nothing.
    t.add(n(squadrons.min(p.most)), "squadron", p.squadron, "mosquito.h");
    t.add(of(low), "Mosquito low", p.low, "mosquito.e");
    t.add(of(field.cloud), "cloud", p.cloud, "clouds.c");
    t.add(of(field.thunder), "thunderstorm", p.thunder, "thunderstorm.e");
    t.add(of(times.moon == Moon::Full), "full moon", p.full_moon, "full-moon.b");
    t.add(of(times.summer), "summer", p.summer, "summer.b");
    t.floor("never below 0", "combat.e");
    t
}

/// The squadrons that meet the bomber: how many, and how many of them fly lower than it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Met {
    /// Airborne squadrons in the hex.
    pub squadrons: u8,
    /// Of these, lower than the bomber (clause altitude.h).
    pub lower: u8,
}

/// Squadrons against the bomber (clause fighters.l).
#[must_use]
pub fn fighters(p: &FighterPoints, met: Met, field: &Field, times: &Times, bomber_high: bool) -> Tally {
    let mut t = Tally::new(Side::Germany.label(), "{} squadrons attack the bomber", "fighters.k")
        .args(&[Arg::Num(n(met.squadrons))]);
    if met.squadrons == 1 {
        t.purpose = "{} squadron attacks the bomber";
    }
    if met.squadrons == 0 {
        return t;
    }
    let all = n(met.squadrons);
    let radar = if times.radar_adds_up { n(field.radar) } else { of(field.radar > 0) };
    t.add(all, "squadron", p.squadron, "fighters.k");
    t.add(all * of(times.moon == Moon::Full), "full moon", p.full_moon, "full-moon.a");
    t.add(all * of(field.cloud), "cloud", p.cloud, "clouds.a");
    t.add(all * of(field.thunder), "thunderstorm", p.thunder, "thunderstorm.a");
    t.add(n(met.lower), "lower than the bomber", p.lower, "altitude.h");
    t.add(all * of(times.summer), "summer", p.summer, "summer.a");
    t.add(all * radar, "radar", p.radar, "radar.a");
    // [combat.e] Each squadron by itself is never below 0.
    let level = t.total() - n(met.lower) * p.lower;
    let each = level / all;
    let short = |each: i32| (-each).max(0);
    let lift = (all - n(met.lower)) * short(each) + n(met.lower) * short(each + p.lower);
    t.add(lift, "no squadron below 0", 1, "combat.e");
    let double = if lit_clouds(field, times, bomber_high) { 2 } else { 1 };
    t.add(
        n(field.lights) * double,
        "searchlight",
        p.searchlight,
        if double == 2 { "adv-4-corpse-cloth.b" } else { "searchlight.b" },
    );
    t.add(n(field.medals), "German medal", p.medal, "adv-3-medals.h");
    if times.disturbs && field.flak > 1 {
        t.add(n(field.flak) - 1, "flak in the squadrons' way", p.flak_disturbs, "adv-5-flak-disturbs.a");
        t.floor("never below 0", "adv-5-flak-disturbs.b");
    }
    t
}

/// Flak against the bomber (clause flak.d): guns, searchlights and a low bomber, nothing else (clause flak.c).
#[must_use]
pub fn flak(p: &FlakPoints, field: &Field, times: &Times, bomber_low: bool) -> Tally {
    let mut t = Tally::new(Side::Germany.label(), "Flak fires on the bomber", "flak.a");
    let guns = n(field.flak);
    t.add(guns, "flak", p.flak, "flak.a");
    let (double, clause) = if lit_clouds(field, times, !bomber_low) {
        (2, "adv-4-corpse-cloth.b")
    } else {
        (1, "searchlight.a")
    };
    t.add(guns * n(field.lights) * double, "flak with a searchlight", p.searchlight, clause);
    let low = if times.low_per_flak { guns } else { of(guns > 0) };
    t.add(low * of(bomber_low), "bomber low", p.low, "bomber.f");
    t
}

/// What helps and hinders the strike beside the hex itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strike {
    /// The city's value.
    pub value: u8,
    /// Target markers lying there.
    pub markers: u8,
    /// Working fire departments in other cities within reach.
    pub fire_near: u8,
    /// Whether the bomber flies low.
    pub low: bool,
}

impl Strike {
    /// A strike on the city in `hex` with `markers` lying there; `fire` tells the working fire departments of a city. It
    /// needs no question (clause fire-department.d): those of other cities within reach are added together (clause
    /// fire-department.c).
    #[must_use]
    pub fn on(tables: &Tables, hex: u8, low: bool, markers: u8, fire: impl Fn(u8) -> u8) -> Self {
        let (board, reach) = (&tables.board, tables.points.strike.fire_reach);
        let near = board.cities.iter().filter(|c| *c != hex && board.distance(*c, hex) <= reach);
        Self { value: board.city(hex).map_or(0, |c| c.value), markers, fire_near: near.map(fire).sum(), low }
    }
}

/// The strike on the target (clause bomber.g).
#[must_use]
pub fn strike(p: &StrikePoints, s: Strike, field: &Field, times: &Times) -> Tally {
    let mut t = Tally::new(Side::Britain.label(), "The bomber strikes", "bomber.g");
    t.add(1, "city", n(s.value), "city.c");
    t.add(of(field.cloud), "cloud", p.cloud, "clouds.b");
    t.add(of(field.thunder), "thunderstorm", p.thunder, "thunderstorm.c");
    t.add(of(field.fog), "fog", p.fog, "fog.e");
    t.add(of(times.moon == Moon::Full), "full moon", p.full_moon, "full-moon.c");
    t.add(of(times.moon == Moon::New), "new moon", p.new_moon, "new-moon.a");
    t.add(of(s.low), "bomber low", p.low, "bomber.e");
    t.add(n(s.markers), "target marker", p.marker, "mosquito.q");
    let double = if lit_clouds(field, times, !s.low) { 2 } else { 1 };
    t.add(
        n(field.lights) * double,
        "searchlight",
        p.searchlight,
        if double == 2 { "adv-4-corpse-cloth.b" } else { "searchlight.c" },
    );
    t.add(n(field.smoke), "smoke screen", p.smoke, "smoke-screen.a");
    t.add(n(field.bunkers), "civil bunker", p.bunker, "civil-bunker.a");
    t.add(n(field.fire), "fire department", p.fire, "fire-department.b");
    t.add(n(s.fire_near / 2), "two fire departments near by", p.fire_pair, "fire-department.c");
    t.add(of(times.power), "more power for the Mosquito", p.power, "adv-1-mosquito-power.b");
    t.floor("never below 0", "combat.e");
    t
}

/// What happens to a squadron on an airfield.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldUse {
    /// It takes off, under the blockade of the Mosquito or not.
    TakeOff {
        /// The Mosquito flies over the airport and no working barrier keeps it off.
        blockaded: bool,
    },
    /// It lands.
    Land,
}

/// Points for a takeoff or landing, each cause by itself (clause fighters.j).
#[must_use]
pub fn airfield(p: &EventPoints, what: FieldUse, bombs: u8, field: &Field) -> [Tally; 4] {
    let b = Side::Britain.label();
    let takes_off = matches!(what, FieldUse::TakeOff { .. });
    let mut blockade = Tally::new(b, "{} takes off under the Mosquito", "mosquito.m");
    let blockaded = what == FieldUse::TakeOff { blockaded: true };
    blockade.add(of(blockaded), "takeoff under the Mosquito", p.blockade, "mosquito.m");
    let purpose =
        if takes_off { "{} takes off from a bombed airport" } else { "{} lands on a bombed airport" };
    let mut bombed = Tally::new(b, purpose, "mosquito.u");
    bombed.add(n(bombs), "bomb on the airport", p.bombed_airport, "mosquito.u");
    let purpose = if takes_off { "{} takes off in a thunderstorm" } else { "{} lands in a thunderstorm" };
    let mut storm = Tally::new(b, purpose, "thunderstorm.b");
    storm.add(of(field.thunder), "thunderstorm", p.storm_field, "thunderstorm.b");
    let (purpose, clause) =
        if takes_off { ("{} takes off in fog", "fog.a") } else { ("{} lands in fog", "fog.b") };
    let mut fog = Tally::new(b, purpose, clause);
    fog.add(of(field.fog), "fog", p.fog_field, clause);
    [blockade, bombed, storm, fog]
}

/// A ditching: out for the night on land, lost for the game at sea (clauses ditching.b and ditching.c).
#[must_use]
pub fn ditching(p: &EventPoints, ground: Ground) -> Tally {
    let (purpose, clause, label, points) = match ground {
        Ground::Land => ("{} ditches on land", "ditching.b", "down on land, out for the night", p.ditch_land),
        Ground::Sea | Ground::Britain => (
            "{} ditches and is lost for the game",
            "ditching.c",
            "down at sea, lost for the game",
            p.ditch_sea,
        ),
    };
    let mut t = Tally::new(Side::Britain.label(), purpose, clause);
    t.add(1, label, points, clause);
    t
}

/// A single event that scores for one thing, `each` points `count` times: what happens, what counts, the clause.
#[must_use]
pub fn single(side: Side, told: (&'static str, &'static str, &'static str), count: u8, each: i32) -> Tally {
    let (purpose, what, clause) = told;
    let mut t = Tally::new(side.label(), purpose, clause);
    t.add(n(count), what, each, clause);
    t
}

/// All that the bomber meets on entering a hex, before the strike: storm, squadrons, flak (clause combat.d).
#[must_use]
pub fn entering(p: &PointsFile, met: Met, field: &Field, times: &Times, bomber_low: bool) -> [Tally; 3] {
    let storm = single(
        Side::Germany,
        ("The bomber flies through a thunderstorm", "thunderstorm", "thunderstorm.d"),
        u8::from(field.thunder),
        p.events.storm,
    );
    [storm, fighters(&p.fighters, met, field, times, !bomber_low), flak(&p.flak, field, times, bomber_low)]
}
