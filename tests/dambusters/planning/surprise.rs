//! 12.0 the Surprise Check, and 7.9.5 how a dam is set up in the campaign.

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::games::dambusters::planning::Blotter;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::Value;

use crate::campaigned::Plan;
use crate::flight::sky::{Flying as _, Sky, by, calm};
use crate::secrecy::told;
use crate::sortie::Sortie as _;

const ENNEPE: usize = DamId::Ennepe as usize;

/// Recon Level marker 9 at the Ennepe: −1, triangle 8, square 7, circle 4. The enemy has learnt one point's worth.
fn ninth(b: &mut Blotter) {
    b.surprise = 1;
    b.dams[ENNEPE].back = 9;
}

/// One Lancaster that comes into the Ruhr for the Ennepe; `fields` are those of the dam.
fn ennepe(fields: &str, plan: Plan) -> Sky {
    let sky = Sky::of(2).zones([0, 3, 3]).dam(DamId::Ennepe, fields).mines(&["U24", "U20"]);
    let sky = sky.ship("AJ-G", "Green", "zone: DutchCoast, primary: Ennepe").draws("L3 L4 L29");
    sky.skip("Nightfighter").campaign(plan)
}

/// Lines by this clause.
fn cited(p: &Played, clause: &str) -> usize {
    p.table.log(Seat(0)).iter().filter(|(_, _, by)| *by == clause).count()
}

/// proves: 12.0.a, 7.9.5.c
#[test]
fn r12_0_a_the_check_is_made_once_when_a_dam_is_acquired_for_the_first_time() {
    // The second looks a whole hour longer for the same dam.
    let sky = ennepe("recon: 4, flak: 0", ninth);
    let sky = sky
        .ship("AJ-M", "Green", "zone: DutchCoast, primary: Ennepe")
        .draws("L30 S6 S5 A5 A7 A4 A1 A6 S3 S1 L3 L4 L29");
    let mut p = sky.open();
    p.fly("AJ-G looks for its dam").roll("6,6").fly("AJ-M looks for its dam").roll("1,1");
    by(&mut p, "12.1.2.b").roll("6,6").logged("The Ennepe is defended as expected", "12.1.2.b");
    p.fly("starts a run?").sees("/flight/turn", 2).release_near("AJ-G", "1,1");
    p.fly("AJ-M looks for its dam").sees("/flight/turn", 3).roll("6,6").fly("starts a run?");
    assert_eq!((cited(&p, "12.1.c"), cited(&p, "7.9.b")), (1, 2), "{}", p.describe());
    // Not in a follow-up raid, and not without planning.
    let mut p = ennepe("recon: 0, flak: 0", |b| b.aloft.no_more_surprise()).open();
    p.fly("starts a run?");
    assert_eq!((cited(&p, "12.1.c"), cited(&p, "12.1.a")), (0, 0));
}

/// proves: 12.0.a, 7.9.5.c
#[test]
fn r12_0_a_there_is_no_check_outside_the_campaign() {
    let sky = Sky::of(2).zones([0, 3, 3]).dam(DamId::Ennepe, "recon: 0, flak: 0").skip("Nightfighter");
    let mut p = sky.ship("AJ-G", "Green", "zone: DutchCoast, primary: Ennepe").draws("L3 L4 L29").open();
    p.fly("starts a run?").not_logged("Recon Level marker");
}

/// proves: 12.1.a
#[test]
fn r12_1_a_the_water_is_checked_where_nobody_looked_or_once_only() {
    // Never looked at: what is found counts. A 1 on Planning Turn 3 is High.
    let mut p = ennepe("recon: 0, flak: 0", ninth).open();
    assert_eq!(by(&mut p, "12.1.a").modifier("10.5.2.e"), Some(3));
    p.sees("/water", "Full").roll("1").sees("/water", "High").sees("/capacity", 5).sees("/recon", 0);
    // Once: only when it is higher.
    for (water, die, now) in [("High", "1", "High"), ("High", "3", "Full"), ("Full", "1", "Full")] {
        let mut p = ennepe(&format!("recon: 1, flak: 2, water: {water}"), ninth).open();
        by(&mut p, "12.1.a").roll(die).sees("/water", now).sees("/flak", 2).sees("/recon", 1);
        assert_eq!(cited(&p, "12.1.b"), 0);
    }
    // Twice: no more.
    let mut p = ennepe("recon: 2, flak: 0, water: High", ninth).open();
    by(&mut p, "12.1.2.b").sees("/water", "High");
    assert_eq!(cited(&p, "12.1.a"), 0);
}

/// proves: 12.1.b
#[test]
fn r12_1_b_the_defences_too_where_nobody_looked() {
    let mut p = ennepe("recon: 0, flak: 0", ninth).open();
    let points = p.seen("/planning/points");
    by(&mut p, "12.1.a").roll("1").prompt("the flak as the crews find it").roll("6").sees("/flak", 3);
    p.prompt("the searchlights as the crews find them").roll("4").sees("/searchlights", 1);
    p.prompt("the balloons as the crews find them").roll("3").sees("/balloons", 0).sees("/recon", 0);
    p.prompt("Were the defences improved?");
    assert_eq!(p.seen("/planning/points"), points);
}

/// proves: 12.1.c
#[test]
fn r12_1_c_the_marker_is_turned_over_then_the_water_and_surprise_are_checked() {
    let mut p = ennepe("recon: 4, flak: 0", ninth).open();
    p.fly("the Visibility Check").not_logged("turned over");
    by(&mut p, "12.1.1.a").logged("Ennepe: the Recon Level marker is turned over", "12.1.c");
    p.logged("Surprise number 4", "12.1.c").roll("6").asked(Seat(0), "12.1.2.b");
}

/// proves: 12.1.1.a
#[test]
fn r12_1_1_a_below_the_planning_turn_the_water_is_let_down() {
    // −1 on the marker, Planning Turn 3.
    for (die, water, capacity) in [("3", "Rising", 7), ("4", "Full", 4)] {
        let mut p = ennepe("recon: 4, flak: 0", ninth).open();
        assert_eq!(by(&mut p, "12.1.1.a").modifier("12.1.1.a"), Some(-1));
        assert_eq!(p.column(), "3");
        p.roll(die).sees("/water", water).sees("/capacity", capacity);
        p.asked(Seat(0), "12.1.2.b");
    }
    // Nothing is let down where it is not Full.
    let mut p = ennepe("recon: 4, flak: 0, water: High", ninth).open();
    by(&mut p, "12.1.2.b");
    assert!(!p.table.log(Seat(0)).iter().any(|(_, words, _)| words.contains("Reduced")));
}

/// proves: 12.1.2.a
#[test]
fn r12_1_2_a_the_icon_of_the_space_says_which_number_counts() {
    // The Ennepe's track: square, square, circle, circle, circle; the Möhne's: triangle first.
    for (recon, number) in [(0, "7"), (1, "7"), (2, "4"), (4, "4")] {
        let mut p = ennepe(&format!("recon: {recon}, flak: 0"), ninth).open();
        by(&mut p, "12.1.2.b");
        assert_eq!(p.column(), number, "Recon Level {recon}");
    }
    let sky = Sky::of(2).zones([0, 3, 3]).dam(DamId::Moehne, "recon: 1, flak: 0").skip("Nightfighter");
    let sky = sky.ship("AJ-G", "Green", "zone: DutchCoast, primary: Moehne").draws("L3 L4 L29");
    let mut p = sky.campaign(|b| b.dams[DamId::Moehne as usize].back = 9).open();
    by(&mut p, "12.1.2.b");
    assert_eq!(p.column(), "8");
}

/// proves: 12.1.2.b
#[test]
fn r12_1_2_b_two_dice_less_the_surprise_modifier_against_the_number() {
    for (dice, surprised) in [("2,3", false), ("2,2", true)] {
        let mut p = ennepe("recon: 4, flak: 0", ninth).open();
        assert_eq!(by(&mut p, "12.1.2.b").modifier("12.1.2.b"), Some(-1));
        let forecast = p.spec().forecast(p.table.game().charts());
        assert_eq!(forecast.rows[0].percent(), "17%", "4 or less on two dice");
        p.roll(dice);
        assert_eq!(p.at("more flak"), surprised);
    }
    // A secret that was kept adds nothing.
    let mut p = ennepe("recon: 4, flak: 0", |b| b.dams[ENNEPE].back = 9).open();
    assert_eq!(by(&mut p, "12.1.2.b").modifier("12.1.2.b"), Some(0));
}

/// proves: 12.1.2.c
#[test]
fn r12_1_2_c_each_category_grows_by_its_die_and_never_beyond_four() {
    let mut p = ennepe("recon: 4, flak: 3", ninth).open();
    by(&mut p, "12.1.2.b").roll("1,1");
    p.prompt("more flak").roll("6").sees("/flak", 4);
    p.prompt("more searchlights").roll("3").sees("/searchlights", 0);
    p.prompt("more balloons").roll("4").sees("/balloons", 0).sees("/nearby", true);
    let mut p = ennepe("recon: 4, flak: 0, searchlights: 1", ninth).open();
    by(&mut p, "12.1.2.b").roll("1,1").roll("3").roll("5").roll("1").sees("/nearby", false);
    p.sees("/flak", 1).sees("/searchlights", 2).sees("/balloons", 0);
    // Without surprise nothing grows.
    let mut p = ennepe("recon: 4, flak: 3", ninth).open();
    by(&mut p, "12.1.2.b").roll("6,6");
    p.fly("starts a run?").sees("/flak", 3).sees("/nearby", false);
}

/// proves: 12.1.2.d
#[test]
fn r12_1_2_d_the_asterisk_brings_one_nightfighter_and_no_second() {
    let mut p = ennepe("recon: 4, flak: 0", ninth).open();
    by(&mut p, "12.1.2.b").roll("1,1");
    p.roll("6").sees("/nearby", true).logged("A nightfighter is near the Ennepe", "12.1.2.d").roll("6");
    p.sees("/nearby", true).sees("/searchlights", 1);
    let told = p.table.log(Seat(0)).iter().filter(|(_, words, _)| words.contains("is near the")).count();
    assert_eq!(told, 1);
}

/// The places of the balloons once the dam is set up.
fn places(p: &Played) -> (Value, Value) {
    (p.seen("/balloon_close"), p.seen("/balloon_climb"))
}

/// proves: 7.9.5.d, 10.5.2.d
#[test]
fn r7_9_5_d_the_marker_is_turned_over_at_the_dam_and_the_second_flies_in_the_other_place() {
    let marked: [(Plan, (bool, bool)); 2] = [
        (|b| (b.dams[ENNEPE].back, b.dams[ENNEPE].balloon) = (9, Some(2)), (true, false)),
        (|b| (b.dams[ENNEPE].back, b.dams[ENNEPE].balloon) = (9, Some(3)), (false, true)),
    ];
    for (plan, (close, climb)) in marked {
        let mut p = ennepe("recon: 4, flak: 0, balloons: 1", plan).open();
        by(&mut p, "12.1.2.b");
        assert_eq!(places(&p), (false.into(), false.into()), "hidden until then");
        p.roll("6,6").fly("starts a run?");
        assert_eq!(places(&p), (close.into(), climb.into()));
        assert_eq!(cited(&p, "7.9.5.d"), 1);
        for level in [2, 4] {
            let mut p = ennepe(&format!("recon: 4, flak: 0, balloons: {level}"), plan).open();
            by(&mut p, "12.1.2.b").roll("6,6").fly("starts a run?");
            assert_eq!(places(&p), (true.into(), true.into()));
            p.sees("/balloons", level);
        }
    }
    // None at level 0.
    let mut p = ennepe("recon: 4, flak: 0", ninth).open();
    by(&mut p, "12.1.2.b").roll("6,6").fly("starts a run?");
    assert_eq!(places(&p), (false.into(), false.into()));
}

/// proves: 7.9.5.d, 12.1.2.c
#[test]
fn r7_9_5_d_balloons_that_were_not_expected_are_drawn_where_they_fly() {
    for (marker, close) in [("B1", true), ("B4", false)] {
        let mut p = ennepe("recon: 4, flak: 0", ninth).draws(marker).open();
        by(&mut p, "12.1.2.b").roll("1,1").roll("1").roll("1").roll("6").prompt("Where do the balloons fly?");
        p.answer("draw").logged(if close { "Close Zone" } else { "Climb Box" }, "7.9.5.d");
        assert_eq!(places(&p), (close.into(), (!close).into()));
    }
    // So it is in a follow-up raid without planning.
    let sky = Sky::of(2).zones([0, 3, 3]).dam(DamId::Ennepe, "recon: 4, flak: 0, balloons: 2");
    let sky = sky.ship("AJ-G", "Green", "zone: DutchCoast, primary: Ennepe").draws("L3 L4 L29 B3");
    let mut p = sky.skip("Nightfighter").open();
    p.fly("Where do the balloons fly?").answer("draw");
    assert_eq!(places(&p), (true.into(), true.into()));
}

/// proves: 12.1.c, 10.5.2.d, 2.10.a
#[test]
fn r12_1_c_backs_and_places_are_told_to_nobody_before_they_are_turned_over() {
    let other: Plan = |b| {
        b.surprise = 1;
        (b.dams[ENNEPE].back, b.dams[ENNEPE].balloon) = (11, Some(4));
    };
    let one: Plan = |b| {
        ninth(b);
        b.dams[ENNEPE].balloon = Some(1);
    };
    let table = |plan| ennepe("recon: 1, flak: 0, water: High, balloons: 1", plan).open();
    let (mut a, mut b) = (table(one), table(other));
    // As far as the back, which is open then.
    let turned = |p: &Played| cited(p, "12.1.c") > 0;
    let mut answers = 0;
    while !turned(&a) {
        assert_eq!(told(&mut a), told(&mut b), "answer {answers}");
        let answer = if a.table.question().is_some_and(|q| q.clause.0 == "12.1.a") {
            "roll=1".to_owned()
        } else {
            calm(&a)
        };
        a.answer(&answer);
        b.answer(&answer);
        answers += 1;
    }
    assert!(turned(&b) && answers > 6, "{answers} answers");
    // The same back with balloons in another place: as far as these.
    let third: Plan = |b| {
        ninth(b);
        b.dams[ENNEPE].balloon = Some(3);
    };
    let (mut a, mut b) = (table(one), table(third));
    while a.seen("/balloon_close") == false {
        assert_eq!(told(&mut a), told(&mut b), "answer {answers}");
        let answer = calm(&a);
        a.answer(&answer);
        b.answer(&answer);
        answers += 1;
    }
    assert_eq!(places(&b), (false.into(), true.into()));
}
