//! 13.0 the Jinx in the air.

use bombers_moon::games::dambusters::components::{ChitKind, JINX, Run};
use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::games::dambusters::planning::Blotter;
use bombers_moon::games::dambusters::rules::odds::release_odds;
use bombers_moon::kernel::chart::Pick;
use bombers_moon::kernel::fraction::Fraction;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::json;

use crate::flight::sky::{Flying as _, Sky, by};
use crate::rig::Rig;
use crate::sortie::Sortie as _;
use crate::table::{Flight, content};

const ALL: [u8; 7] = [1, 2, 3, 4, 5, 6, 7];
const WITH_JINX: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// The first Lancaster carries the Jinx.
fn first(b: &mut Blotter) {
    b.jinxed = Some(0);
}

/// The second does.
fn second(b: &mut Blotter) {
    b.jinxed = Some(1);
}

/// AJ-A with the Jinx over the Möhne, and AJ-B.
fn two() -> Rig {
    Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").campaign(first)
}

/// The chance of the first row of the roll asked for.
fn odds(f: &Played) -> Fraction {
    f.spec().forecast(f.table.game().charts()).rows[0]
}

/// proves: 13.2.3.a
#[test]
fn r13_2_3_a_an_even_die_mixes_it_with_the_speed_chits_an_odd_one_with_the_altitude_chits() {
    for (die, speed, altitude) in [("2", &WITH_JINX[..], &ALL[..]), ("3", &ALL[..], &WITH_JINX[..])] {
        let mut f = two().forced(&format!("{die} 6 6 S7 S5 A7 A5"));
        // One die: it harms nobody by itself.
        f.only("run:AJ-A").asks("13.2.3.a").dice(1).luck_once().luck_once();
        f.draws("speed", 2, speed).luck().only("lights:on").draws("altitude", 2, altitude);
    }
    // Nobody else meets it.
    let mut f = two().forced("6 S7 S5");
    f.only("run:AJ-B").asks("4.2.1.a").luck_once().draws("speed", 2, &ALL);
}

/// proves: 13.2.3.a
#[test]
fn r13_2_3_a_drawn_it_is_worth_no_release_chits() {
    let mut f = two().forced("2 6 6 S8 S2");
    f.pick("run:AJ-A").holds("S2", "-");
    let mut f = two().forced("2 6 6 S8 S1");
    f.pick("run:AJ-A").offers_only(&["keep:S8", "keep:S1"]).pick("keep:S8").holds("S8", "-");
    f.sees("/run/speed/value", 0);
}

/// proves: 13.2.3.b
#[test]
fn r13_2_3_b_after_a_pull_up_it_is_with_its_lancaster_again() {
    let mut f = two().forced("2 6 6 S7 S8 | 3 6 6 S1 S2");
    f.picks("run:AJ-A lights:off").only("pull-up").logged("The Jinx is aboard AJ-A again", "13.2.3.b");
    f.ship("AJ-A", "hazards", json!(["Jinx"]));
    // The next run throws for it anew.
    f.pick("end:circling").only("run:AJ-A").asks("13.2.3.a").luck_once().luck_once().draws("speed", 2, &ALL);
    // Without the Jinx on the run there is nothing to take back.
    let mut f = two().forced("6 S7 S5");
    f.picks("run:AJ-B lights:off").only("pull-up");
    assert_eq!(f.cited("13.2.3.b"), 0);
}

/// proves: 13.2.4.a
#[test]
fn r13_2_4_a_it_stays_among_the_chits_in_the_release_box_and_adds_nothing() {
    let mut f = two().forced("2 6 6 S5 S1 A2 A1 | A6 S8 S4 | 6 6");
    f.picks("run:AJ-A lights:on").holds("S5", "A2");
    f.only("release").draws("altitude", 1, &[1, 3, 4, 5, 6, 7]).luck_once();
    f.draws("speed", 2, &[1, 2, 3, 4, 6, 7, 8]).luck_once();
    f.offers_only(&["keep:S8", "keep:S4"]).only("keep:S8").asks("4.2.13.g").modifier("4.2.13.p", 0);
    assert_eq!(f.cited("13.2.4.a"), 0);
    // 12 and the Altitude chit, less 2 from afar: the mine does no harm, and somebody has watched.
    f.luck_once().only("decline").logged("The Jinx is aboard AJ-A again", "13.2.4.a");
    f.ship("AJ-A", "hazards", json!(["Jinx"]));
    // Any other chit counts as ever.
    let mut f = two().forced("2 6 6 S5 S1 A2 A1 | A6 S8 S4");
    f.picks("run:AJ-A lights:on").only("release").luck_once().luck_once();
    f.only("keep:S4").modifier("4.2.13.p", 3);
}

/// proves: 13.2.4.a
#[test]
fn r13_2_4_a_the_odds_of_a_release_know_of_it() {
    let content = content();
    let chart = content.charts.get(content.ids.release.id);
    let success = |jinx: Option<ChitKind>| {
        let run = Run { held: [Some(2), Some(2)], jinx, ..Run::default() };
        let rows = release_odds(&content.tables, chart, &run, 4);
        assert_eq!(rows.iter().copied().sum::<Fraction>(), Fraction::ONE);
        chart.row("success").map_or(0.0, |row| rows[usize::from(row.0)].value())
    };
    // One chit of each kind is drawn: a seventh that is worth nothing makes either worse.
    let plain = success(None);
    assert!(success(Some(ChitKind::Speed)) < plain && success(Some(ChitKind::Altitude)) < plain);
    // Held itself it is out of the pool.
    let held = Run { held: [Some(JINX), None], jinx: Some(ChitKind::Speed), ..Run::default() };
    let none = Run::default();
    assert_eq!(
        release_odds(&content.tables, chart, &held, 0),
        release_odds(&content.tables, chart, &none, 0)
    );
}

/// proves: 13.2.1.a
#[test]
fn r13_2_1_a_two_dice_for_one_and_the_worse_of_them_counts() {
    // Evasive Action: even cancels the hit.
    for (dice, damaged) in [("2 1", true), ("1 2", true), ("2 4", false)] {
        let night = two().flak(3);
        let mut f = night.forced(&format!("2 6 6 S7 S5 | 1 3 | {dice}"));
        f.picks("run:AJ-A lights:off").only("evade:speed").asks("4.2.4.r").dice(2);
        assert_eq!(odds(&f), Fraction::new(1, 4));
        f.luck_once().ship("AJ-A", "damaged", damaged).spent();
    }
    let mut f = two().flak(3).forced("2 6 6 S7 S5 | 1 3 | 2 1");
    f.picks("run:AJ-A lights:off evade:speed").logged("keep the worse, 1", "4.2.4.r");
    // The other Lancaster throws one.
    let mut f = two().flak(3).forced("6 S7 S5 | 1 3 | 2");
    f.picks("run:AJ-B lights:off").only("evade:speed").dice(1);
    assert_eq!(odds(&f), Fraction::new(1, 2));
}

/// proves: 13.2.1.a
#[test]
fn r13_2_1_a_rolls_of_two_dice_stay_as_they_are() {
    // The flak and the release are two dice by themselves.
    let mut f = two().flak(1).forced("2 6 6 S7 S5 | 6 6");
    f.picks("run:AJ-A").only("lights:off").asks("4.2.4.b").dice(2);
    assert_eq!(f.spec().pick, Pick::Highest);
    // So is the Approach Vector of an Elite Pilot: the player keeps which he likes.
    let night = Rig::at("Eder").quiet().recon(0).campaign(first);
    let elite = "elite: (kind: PilotApproachVector, name: \"Maudslay\")";
    let mut f = night.bomber("AJ-Z", "Green", elite).forced("2 6 1");
    f.only("run:AJ-Z").luck_once().asks("4.2.1.a").dice(2);
    assert_eq!(f.spec().pick, Pick::Highest);
}

/// proves: 13.2.1.a
#[test]
fn r13_2_1_a_the_approach_vector_the_late_release_and_the_guns_suffer() {
    // A 1 and a 6 at Recon 0: the row of the 1.
    let night = two().recon(0);
    let mut f = night.forced("2 6 1 | S7");
    f.only("run:AJ-A").luck_once().asks("4.2.1.a").dice(2).luck_once();
    assert_eq!(f.seen("/latest/1"), "ssa_fog_a");
    let mut f = night.forced("2 6 6 | S7 S5");
    f.only("run:AJ-A").luck_once().luck_once();
    assert_eq!(f.seen("/latest/1"), "a_fog_none");
    // Guns: both dice must hit. Flak 3 misses with 6 and 5.
    for (dice, flak) in [("3 4", 3), ("4 3", 3), ("1 3", 2)] {
        let mut f = two().flak(3).forced(&format!("2 6 6 S7 S5 | 6 5 | 6 5 | {dice}"));
        f.picks("run:AJ-A lights:off proceed hold").only("fire:AJ-A:flak").asks("4.2.8.e").dice(2);
        f.luck_once().sees("/flak", flak);
    }
    // The late release: spot on and very late is very late.
    let mut f = two().forced("2 6 6 S7 S5 | 6 1");
    f.picks("run:AJ-A lights:off proceed hold proceed hold").only("release").asks("4.2.12.d").dice(2);
    f.luck_once();
    assert_eq!(f.seen("/latest/1"), "very_late");
}

/// Two Lancasters of a wave that come into the Ruhr for the Ennepe; the second carries the Jinx.
fn wave(draws: &str) -> Sky {
    let mut sky = Sky::of(2).zones([0, 3, 3]).dam(DamId::Ennepe, "recon: 4, flak: 0").skip("Nightfighter");
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        sky = sky.ship(code, "Green", "zone: DutchCoast, primary: Ennepe");
    }
    sky.wave(&["AJ-G", "AJ-M", "AJ-P"]).draws(draws).campaign(|b| {
        second(b);
        b.aloft.no_more_surprise();
    })
}

/// proves: 13.2.a, 13.2.1.a
#[test]
fn r13_2_a_it_harms_its_own_lancaster_and_not_the_wave() {
    let mut p = wave("L3 L4 L29 L30").open();
    // The wave's check is the leader's, and of two dice.
    p.fly("the Navigation Check of AJ-G");
    assert_eq!(p.spec().dice, 2);
    p.fly("the entry of AJ-M");
    assert_eq!(p.spec().dice, 2);
    p.roll("2,1").on("AJ-M", "circling_far").fly("the entry of AJ-P");
    assert_eq!(p.spec().dice, 1);
}

/// proves: 13.2.2.a
#[test]
fn r13_2_2_a_one_hazard_more_straight_onto_the_jinxed_lancaster() {
    let mut p = wave("L3 L4 L29 L30").open();
    p.fly("Hazards in Ruhr").prompt("3 light blue").answer("draw");
    p.prompt("The Jinx brings AJ-M one more light blue marker").asked(Seat(0), "13.2.2.a").answer("draw");
    let on: Vec<String> = p.met(4).into_iter().map(|m| m.1).collect();
    assert_eq!(on, ["Wave 1", "Wave 1", "Wave 1", "AJ-M"]);
    // The three others are dealt evenly all the same.
    p.fly("Who of Wave 1 meets").offers("meets:AJ-G").offers("meets:AJ-M").offers("meets:AJ-P");
    p.answer("meets:AJ-M").barred("meets:AJ-M", "7.7.1.b");
    // Without the Jinx there are three.
    let sky = Sky::of(2).ship("AJ-G", "Green", "zone: DutchCoast, primary: Eder").draws("L3 L4 L29");
    let mut p = sky.campaign(|_| ()).open();
    p.fly("Hazards in Ruhr").answer("draw").not_logged("Jinx");
    assert_eq!(p.met(4).len(), 3);
}

/// proves: 13.2.2.a
#[test]
fn r13_2_2_a_it_counts_neither_for_the_shares_of_units_nor_for_the_limit_of_three() {
    // Two by themselves share four, and one has a fifth.
    let mut sky = Sky::of(2).campaign(first);
    for code in ["AJ-G", "AJ-M"] {
        sky = sky.ship(code, "Green", "zone: DutchCoast, primary: Eder");
    }
    let mut p = sky.draws("L3 L4 L29 L30 L6").open();
    p.fly("Hazards in Ruhr").prompt("4 light blue").fly("The Jinx brings AJ-G").answer("draw");
    let count = |p: &Played, code: &str| p.met(4).iter().filter(|m| m.1 == code).count();
    assert_eq!((count(&p, "AJ-G"), count(&p, "AJ-M")), (3, 2));
    // Alone it meets three and a fourth, and none goes back.
    let sky = Sky::of(2).ship("AJ-G", "Green", "zone: DutchCoast, primary: Eder").campaign(first);
    let mut p = sky.draws("L3 L4 L29 L30").open();
    p.fly("The Jinx brings AJ-G").answer("draw");
    assert_eq!(p.met(4).len(), 4);
    p.fly("Wireless").not_logged("too many").sees("/flight/turn", 3);
}

/// Over the Möhne with the guns at 3: AJ-A, damaged before, is shot down.
fn shot_down(night: &Rig) -> Flight {
    let mut f = night.clone().flak(3).forced("2 6 6 S7 S5 | 1 3");
    f.picks("run:AJ-A lights:off accept");
    f
}

/// proves: 13.1.a
#[test]
fn r13_1_a_from_a_lost_lancaster_it_passes_at_once_to_one_of_the_players_choice() {
    let night = Rig::at("Moehne").quiet().campaign(first).bomber("AJ-A", "Green", "damaged: true");
    let three = night.clone().bomber("AJ-B", "Green", "").bomber("AJ-M", "Green", "");
    let mut f = shot_down(&three);
    f.at("AJ-A", "lost")
        .asks("13.1.a")
        .prompt("The Jinx leaves AJ-A")
        .offers_only(&["jinx:AJ-B", "jinx:AJ-M"]);
    f.pick("jinx:AJ-M").logged("The Jinx passes to AJ-M from AJ-A", "13.1.a");
    f.ship("AJ-M", "hazards", json!(["Jinx"])).ship("AJ-B", "hazards", json!([]));
    // It does there what it does: the next run throws for it.
    f.pick("end:circling").only("run:AJ-M").asks("13.2.3.a");
    // With one other there is no choice.
    let mut f = shot_down(&night.clone().bomber("AJ-B", "Green", ""));
    f.logged("The Jinx passes to AJ-B from AJ-A", "13.1.a").ship("AJ-B", "hazards", json!(["Jinx"]));
    // A hit that does not bring it down changes nothing.
    let night =
        Rig::at("Moehne").quiet().campaign(first).bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "");
    let mut f = shot_down(&night);
    f.ship("AJ-A", "damaged", true).ship("AJ-A", "hazards", json!(["Jinx"]));
    assert_eq!(f.cited("13.1.a"), 0);
}

/// proves: 13.1.b
#[test]
fn r13_1_b_with_nobody_to_take_it_it_is_gone() {
    let night = Rig::at("Moehne").quiet().campaign(first).bomber("AJ-A", "Green", "damaged: true");
    let mut f = night.empty("AJ-B", "Green", "").flak(3).forced("2 6 6 S7 S5 | 1 3");
    f.picks("run:AJ-A go lights:off accept");
    f.logged("Nobody is left to take the Jinx of AJ-A", "13.1.b");
    assert_eq!(f.table.world().resource::<Blotter>().jinxed, None);
}

/// Three Lancasters by themselves over the Dutch Coast; the first carries the Jinx, `rest` are more fields of it.
fn three_apart(rest: &str) -> Sky {
    let sky = Sky::of(2).campaign(first);
    let sky = sky.ship("AJ-G", "Green", &format!("zone: DutchCoast, primary: Eder, {rest}"));
    let sky = sky.ship("AJ-M", "Green", "zone: DutchCoast, primary: Eder");
    sky.ship("AJ-P", "Green", "zone: DutchCoast, primary: Eder")
}

/// proves: 13.1.a
#[test]
fn r13_1_a_from_the_missing_box_and_from_the_way_home_it_passes_at_once() {
    let mut p = three_apart("").open();
    p.fly("the Navigation Check of AJ-G").roll("1,1").on("AJ-G", "missing_ruhr");
    p.asked(Seat(0), "13.1.a").offers_only(&["jinx:AJ-M", "jinx:AJ-P"]).answer("jinx:AJ-P");
    assert_eq!(p.of("AJ-P", "hazards"), json!(["Jinx"]));
    // The others are checked as if nothing had been.
    p.prompt("the Navigation Check of AJ-M");
    // One that is missing itself is no heir.
    p.roll("1,1").prompt("the Navigation Check of AJ-P").roll("1,1");
    p.logged("Nobody is left to take the Jinx of AJ-P", "13.1.b");
    assert_eq!(p.of("AJ-P", "hazards"), json!([]));
    // Turned for home.
    let mut p = three_apart("damaged: true").open();
    by(&mut p, "7.3.c").answer("home:AJ-G").on("AJ-G", "base_dutch_coast");
    p.asked(Seat(0), "13.1.a").answer("jinx:AJ-M");
    assert_eq!(p.of("AJ-M", "hazards"), json!(["Jinx"]));
    // And found its way: it keeps what it has.
    let mut p = three_apart("").open();
    p.fly("the Navigation Check of AJ-M");
    assert_eq!(p.of("AJ-G", "hazards"), json!(["Jinx"]));
}

/// proves: 13.1.a, 13.2.1.a
#[test]
fn r13_1_a_breaking_away_from_flak_leaves_it_behind_before_the_check() {
    let mut sky = Sky::of(2).campaign(second);
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        sky = sky.ship(code, "Seasoned", "zone: NorthSea, primary: Moehne");
    }
    let mut p = sky.wave(&["AJ-G", "AJ-M", "AJ-P"]).draws("L21 L3 L4 L29 L30").open();
    p.fly("Who of Wave 1 meets the Flak marker?").answer("meets:AJ-M").fly("flak at AJ-M").roll("1,2");
    p.answer("evade").asked(Seat(0), "13.1.a").on("AJ-M", "missing_dutch_coast").answer("jinx:AJ-P");
    p.prompt("Evasive Action of AJ-M");
    assert_eq!(p.spec().dice, 1);
}
