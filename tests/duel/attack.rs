//! The points of squadrons, flak and searchlights as sums, each line alone and with the others.

use bombers_moon::games::duel::data::{Moon, PointsFile};
use bombers_moon::games::duel::rules::points::{
    Field, FieldUse, Met, Strike, Times, airfield, duel, entering, fighters, flak, lit_clouds, strike,
};

use crate::table::content;

fn points() -> &'static PointsFile {
    &content().tables.points
}

fn clear() -> Field {
    Field::default()
}

fn full() -> Times {
    Times { moon: Moon::Full, ..Times::default() }
}

fn meet(squadrons: u8, lower: u8) -> Met {
    Met { squadrons, lower }
}

/// Points of an attack on a high bomber.
fn attack(met: Met, field: Field, times: Times) -> i32 {
    fighters(&points().fighters, met, &field, &times, true).total()
}

fn guns(field: Field, times: Times, low: bool) -> i32 {
    flak(&points().flak, &field, &times, low).total()
}

fn struck(value: u8, field: Field, times: Times, change: impl FnOnce(&mut Strike)) -> i32 {
    let mut s = Strike { value, ..Strike::default() };
    change(&mut s);
    strike(&points().strike, s, &field, &times).total()
}

// proves: fighters.k
#[test]
fn each_squadron_is_worth_two() {
    for n in 0..=4 {
        assert_eq!(attack(meet(n, 0), clear(), Times::default()), 2 * i32::from(n));
    }
    let none = Field { radar: 1, lights: 3, medals: 2, flak: 4, ..clear() };
    assert_eq!(attack(meet(0, 0), none, full()), 0, "nobody attacks, nothing helps");
}

// proves: fighters.l, clouds.a, thunderstorm.a, full-moon.a, altitude.h, summer.a, radar.a
#[test]
fn each_modifier_of_the_attack_counts_for_each_squadron() {
    let plain = Times::default();
    for n in 1..=4 {
        let each = |field, times| attack(meet(n, 0), field, times) - 2 * i32::from(n);
        let count = i32::from(n);
        assert_eq!(each(clear(), full()), count, "full moon");
        assert_eq!(each(Field { cloud: true, ..clear() }, plain), -count, "cloud");
        assert_eq!(each(Field { thunder: true, ..clear() }, plain), -2 * count, "thunderstorm");
        assert_eq!(each(clear(), Times { summer: true, ..plain }), count, "summer");
        assert_eq!(each(Field { radar: 1, ..clear() }, plain), count, "radar");
        assert_eq!(attack(meet(n, n), clear(), plain), count, "all lower");
        assert_eq!(attack(meet(n, 1), clear(), plain), 2 * count - 1, "one lower");
    }
}

// proves: fighters.l, combat.e
#[test]
fn no_squadron_counts_below_zero_before_the_sum_is_taken() {
    let storm = Field { thunder: true, ..clear() };
    // A high squadron scores 0 in the storm, a low one would score −1 and scores 0 too.
    assert_eq!(attack(meet(2, 1), storm, Times::default()), 0);
    assert_eq!(attack(meet(4, 4), storm, Times::default()), 0);
    // Under a full moon the high one scores 1 and the low one 0: the low one takes nothing from it.
    assert_eq!(attack(meet(2, 1), storm, full()), 1);
    assert_eq!(attack(meet(1, 0), storm, full()), 1, "full moon leaves 1");
    // The floor comes before searchlights and medals are added.
    let lit = Field { lights: 2, medals: 1, ..storm };
    assert_eq!(attack(meet(2, 2), lit, Times::default()), 3);
    let radar = Field { radar: 1, ..storm };
    assert_eq!(attack(meet(3, 2), radar, Times::default()), 1, "1 for the high one, 0 for the two low ones");
}

/// The sum worked out squadron by squadron, as the clause words it.
fn by_hand(met: Met, f: Field, t: Times) -> i32 {
    let mut sum = 0;
    for i in 0..met.squadrons {
        let mut one = 2;
        one += i32::from(t.moon == Moon::Full) - i32::from(f.cloud) - 2 * i32::from(f.thunder);
        one += i32::from(t.summer) - i32::from(i < met.lower);
        one += if t.radar_adds_up { i32::from(f.radar) } else { i32::from(f.radar > 0) };
        sum += one.max(0);
    }
    if met.squadrons > 0 {
        let double = if t.cloth && f.cloud && f.lights >= 2 { 2 } else { 1 };
        sum += i32::from(f.lights) * double + i32::from(f.medals);
        if t.disturbs {
            sum = (sum - (i32::from(f.flak) - 1).max(0)).max(0);
        }
    }
    sum
}

// proves: fighters.l, weather.b, adv-5-flak-disturbs.b
#[test]
fn the_attack_in_every_mixture_is_what_the_squadrons_score_one_by_one() {
    let mut seen = 0;
    for bits in 0..256u32 {
        let on = |n: u32| bits >> n & 1 == 1;
        let times = Times {
            moon: if on(0) { Moon::Full } else { Moon::New },
            summer: on(1),
            cloth: on(2),
            disturbs: on(3),
            radar_adds_up: on(4),
            ..Times::default()
        };
        for (radar, lights, medals, guns) in [(0, 0, 0, 0), (1, 1, 0, 1), (2, 2, 1, 3), (3, 5, 2, 9)] {
            let field = Field {
                cloud: on(5),
                thunder: on(6),
                fog: on(7),
                flak: guns,
                lights,
                radar,
                medals,
                ..clear()
            };
            for squadrons in 0..=4 {
                for lower in 0..=squadrons {
                    let met = meet(squadrons, lower);
                    let t = fighters(&points().fighters, met, &field, &times, true);
                    assert_eq!(t.total(), by_hand(met, field, times), "{met:?} {field:?} {times:?}");
                    assert!(t.total() >= 0);
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 256 * 4 * 15);
}

// proves: radar.a, radar.b
#[test]
fn radars_count_once_unless_the_option_lets_each_count() {
    let plain = Times::default();
    let each = Times { radar_adds_up: true, ..plain };
    for radar in 1..=8 {
        let field = Field { radar, ..clear() };
        assert_eq!(attack(meet(3, 0), field, plain), 9, "{radar} radars");
        assert_eq!(attack(meet(3, 0), field, each), 6 + 3 * i32::from(radar));
        assert_eq!(attack(meet(0, 0), field, each), 0, "radar alone does nothing");
    }
}

// proves: searchlight.b, adv-3-medals.h
#[test]
fn searchlights_and_german_medals_count_once_for_the_attack() {
    for n in 1..=4 {
        let plain = attack(meet(n, 0), clear(), Times::default());
        let lit = Field { lights: 3, ..clear() };
        assert_eq!(attack(meet(n, 0), lit, Times::default()), plain + 3);
        let medals = Field { medals: 2, ..clear() };
        assert_eq!(attack(meet(n, 0), medals, Times::default()), plain + 2);
    }
    assert_eq!(attack(meet(0, 0), Field { lights: 3, medals: 2, ..clear() }, full()), 0);
}

// proves: flak.a, flak.d, searchlight.a, bomber.f
#[test]
fn flak_scores_one_each_and_one_more_with_each_searchlight() {
    let hex = |flak, lights| Field { flak, lights, ..clear() };
    let plain = Times::default();
    assert_eq!(guns(hex(1, 2), plain, false), 3);
    assert_eq!(guns(hex(2, 2), plain, false), 6);
    assert_eq!(guns(hex(2, 2), plain, true), 8);
    for f in 0..=16 {
        for s in 0..=16 {
            let (count, lights) = (i32::from(f), i32::from(s));
            assert_eq!(guns(hex(f, s), plain, false), count * (1 + lights));
            let low = if f > 0 { 2 } else { 0 };
            assert_eq!(guns(hex(f, s), plain, true), count * (1 + lights) + low, "once for the hex");
            let each = Times { low_per_flak: true, ..plain };
            assert_eq!(guns(hex(f, s), each, true), count * (1 + lights) + 2 * count, "for each flak");
        }
    }
}

// proves: flak.c, new-moon.b, full-moon.a, clouds.d, fog.f
#[test]
fn neither_moon_nor_weather_nor_radar_changes_flak() {
    let hex = Field { flak: 3, lights: 1, ..clear() };
    let changed = Field { cloud: true, thunder: true, fog: true, radar: 2, medals: 2, ..hex };
    for moon in [Moon::None, Moon::New, Moon::Full] {
        for summer in [false, true] {
            let times = Times { moon, summer, power: true, disturbs: true, ..Times::default() };
            assert_eq!(guns(changed, times, false), 6);
        }
    }
}

// proves: new-moon.a, new-moon.b, full-moon.b, full-moon.c
#[test]
fn the_moon_counts_for_attack_duel_and_strike_as_stated() {
    let of = |moon| Times { moon, ..Times::default() };
    let all = |moon| {
        (
            attack(meet(1, 0), clear(), of(moon)),
            duel(&points().duel, 1, false, &clear(), &of(moon)).total(),
            struck(13, clear(), of(moon), |_| {}),
        )
    };
    assert_eq!(all(Moon::None), (2, 1, 13));
    assert_eq!(all(Moon::New), (2, 1, 10), "the new moon weakens the strike and nothing else");
    assert_eq!(all(Moon::Full), (3, 2, 16));
    let two = duel(&points().duel, 2, false, &clear(), &of(Moon::Full)).total();
    assert_eq!(two, 3, "once in a duel, whatever the squadrons");
}

// proves: clouds.c, thunderstorm.e, full-moon.b, summer.b
#[test]
fn weather_counts_once_in_a_duel_and_never_takes_it_below_zero() {
    let fight = |n, low, field, times| duel(&points().duel, n, low, &field, &times).total();
    let plain = Times::default();
    let (cloud, storm) = (Field { cloud: true, ..clear() }, Field { thunder: true, ..clear() });
    for n in 2..=4 {
        assert_eq!(fight(n, false, clear(), plain), 2);
        assert_eq!(fight(n, false, cloud, plain), 1);
        assert_eq!(fight(n, false, storm, plain), 0);
        assert_eq!(fight(n, false, clear(), Times { summer: true, ..plain }), 3);
        assert_eq!(fight(n, false, clear(), Times { summer: true, ..full() }), 4);
    }
    assert_eq!(fight(1, true, storm, plain), 0, "floor");
    assert_eq!(fight(1, true, storm, full()), 0);
    assert_eq!(fight(2, false, storm, Times { summer: true, ..full() }), 2);
    assert_eq!(
        fight(1, false, Field { fog: true, flak: 3, lights: 4, ..clear() }, plain),
        1,
        "no tile, no fog"
    );
}

// proves: clouds.b, thunderstorm.c, fog.e, full-moon.c, new-moon.a, searchlight.c, smoke-screen.a, civil-bunker.a
// proves: fire-department.b, fire-department.c, adv-1-mosquito-power.b
#[test]
fn each_line_of_the_strike() {
    let plain = Times::default();
    let with = |field| struck(30, field, plain, |_| {}) - 30;
    assert_eq!(with(clear()), 0);
    assert_eq!(with(Field { cloud: true, ..clear() }), -5);
    assert_eq!(with(Field { thunder: true, ..clear() }), -7);
    assert_eq!(with(Field { fog: true, ..clear() }), -3);
    assert_eq!(with(Field { cloud: true, fog: true, ..clear() }), -8, "fog lies with clouds");
    for n in 0..=6 {
        let count = i32::from(n);
        assert_eq!(with(Field { lights: n, ..clear() }), -count);
        assert_eq!(with(Field { smoke: n, ..clear() }), -count);
        assert_eq!(with(Field { fire: n, ..clear() }), -count);
        assert_eq!(with(Field { bunkers: n, ..clear() }), -2 * count);
        assert_eq!(struck(30, clear(), plain, |s| s.fire_near = n), 30 - count / 2, "an odd one is lost");
        assert_eq!(struck(30, clear(), plain, |s| s.markers = n), 30 + count);
    }
    assert_eq!(with(Field { flak: 9, radar: 3, balloons: 2, medals: 4, ..clear() }), 0, "these do nothing");
    assert_eq!(struck(30, clear(), Times { power: true, ..plain }, |_| {}), 28);
    assert_eq!(struck(30, clear(), plain, |s| s.low = true), 34);
    assert_eq!(struck(30, clear(), Times { moon: Moon::Full, power: true, ..plain }, |_| {}), 31);
}

// proves: combat.e
#[test]
fn a_strike_is_never_below_zero() {
    let walls = Field { bunkers: 12, smoke: 8, fire: 6, lights: 16, thunder: true, ..clear() };
    assert_eq!(struck(33, walls, Times { moon: Moon::New, power: true, ..Times::default() }, |_| {}), 0);
    assert_eq!(struck(13, Field { bunkers: 6, ..clear() }, Times::default(), |_| {}), 1);
    assert_eq!(struck(13, Field { bunkers: 7, ..clear() }, Times::default(), |_| {}), 0);
}

// proves: adv-4-corpse-cloth.a, adv-4-corpse-cloth.b
#[test]
fn two_searchlights_under_cloud_count_double_against_a_high_bomber() {
    let cloth = Times { cloth: true, ..Times::default() };
    let lit = Field { cloud: true, lights: 2, flak: 3, ..clear() };
    assert!(lit_clouds(&lit, &cloth, true));
    for (why, field, times, high) in [
        ("the rule is off", lit, Times::default(), true),
        ("the bomber is low", lit, cloth, false),
        ("one searchlight", Field { lights: 1, ..lit }, cloth, true),
        ("no cloud", Field { cloud: false, ..lit }, cloth, true),
        ("a thunderstorm is no cloud", Field { cloud: false, thunder: true, ..lit }, cloth, true),
    ] {
        assert!(!lit_clouds(&field, &times, high), "{why}");
    }
    for lights in 2..=8 {
        let (field, s) = (Field { lights, ..lit }, i32::from(lights));
        assert_eq!(guns(field, cloth, false), 3 * (1 + 2 * s));
        assert_eq!(guns(field, cloth, true), 3 * (1 + s) + 2, "low: as ever");
        assert_eq!(attack(meet(1, 0), field, cloth), 1 + 2 * s);
        assert_eq!(struck(33, field, cloth, |_| {}), (28 - 2 * s).max(0));
        assert_eq!(struck(33, field, cloth, |s| s.low = true), 32 - s);
    }
    assert_eq!(guns(Field { lights: 1, ..lit }, cloth, false), 6, "one light counts once");
    let low = fighters(&points().fighters, meet(1, 0), &lit, &cloth, false).total();
    assert_eq!(low, 3, "1 in cloud, and the two lights once");
}

// proves: adv-5-flak-disturbs.a, adv-5-flak-disturbs.b
#[test]
fn each_flak_beyond_the_first_hinders_the_squadrons() {
    let on = Times { disturbs: true, ..Times::default() };
    let hex = |flak| Field { flak, ..clear() };
    assert_eq!(attack(meet(2, 0), hex(3), on), 2, "three flak, two less");
    assert_eq!(attack(meet(2, 0), hex(1), on), 4, "the first hinders nobody");
    assert_eq!(attack(meet(2, 0), hex(0), on), 4);
    assert_eq!(attack(meet(2, 0), hex(3), Times::default()), 4, "the rule is off");
    assert_eq!(attack(meet(1, 0), hex(9), on), 0, "never below 0");
    let helped = Field { lights: 2, medals: 1, radar: 1, ..hex(4) };
    assert_eq!(attack(meet(1, 0), helped, on), 3, "3 with radar, 2 lights, a medal, less 3");
    assert_eq!(guns(hex(9), on, false), 9, "the flak's own points stay");
}

// proves: thunderstorm.d, combat.d
#[test]
fn a_storm_costs_the_bomber_two_beside_what_else_waits_there() {
    let storm = Field { thunder: true, flak: 2, ..clear() };
    let [first, attack, guns] = entering(points(), meet(1, 0), &storm, &full(), false);
    assert_eq!((first.total(), attack.total(), guns.total()), (2, 1, 2));
    let [first, ..] = entering(points(), meet(1, 0), &clear(), &full(), false);
    assert_eq!(first.total(), 0);
}

// proves: fighters.j, thunderstorm.b, fog.a, fog.b
#[test]
fn events_of_an_airfield_add_up_each_by_itself() {
    let foul = Field { thunder: true, fog: true, cloud: true, ..clear() };
    let of = |what, bombs, field: Field| airfield(&points().events, what, bombs, &field).map(|t| t.total());
    let under = FieldUse::TakeOff { blockaded: true };
    let free = FieldUse::TakeOff { blockaded: false };
    assert_eq!(of(under, 2, foul), [1, 2, 1, 1]);
    assert_eq!(of(free, 2, foul), [0, 2, 1, 1]);
    assert_eq!(of(FieldUse::Land, 3, foul), [0, 3, 1, 1], "a landing knows no blockade");
    assert_eq!(of(free, 0, Field { fog: true, ..clear() }), [0, 0, 0, 1]);
    assert_eq!(of(FieldUse::Land, 0, Field { thunder: true, ..clear() }), [0, 0, 1, 0]);
    assert_eq!(of(free, 0, Field { cloud: true, ..clear() }), [0; 4], "clouds do nothing to an airfield");
}
