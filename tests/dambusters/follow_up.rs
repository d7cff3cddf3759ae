//! The follow-up raid of Scenarios 9 and 10: the order, the force of the second night, and one debriefing for both.

use std::collections::BTreeSet;

use bombers_moon::games::dambusters::air::Flight;
use bombers_moon::games::dambusters::components::{Raid, Space};
use bombers_moon::games::dambusters::data::{Colour, DamId, FlightNight, HAZARD_CUPS, Water};
use bombers_moon::games::dambusters::follow_up::{FollowUp, alert_after};
use bombers_moon::games::dambusters::planning::{Blotter, Hull};
use bombers_moon::games::dambusters::scenario::ship_of;
use bombers_moon::games::dambusters::victory::flight_night;
use bombers_moon::kernel::decision::{Answer, Kind};
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::ids::{PieceId, Seat};
use bombers_moon::kernel::testkit::script::{Played, Script};
use bombers_moon::kernel::timeline::Table;

use crate::rig::Rig;
use crate::table::{content, game};

const RAID: &str = "dambusters/s9-chastise";

/// The lowest face that orders a follow-up raid, while its die is asked for.
fn die(p: &Played) -> Option<u8> {
    match p.table.question().map(|q| &q.kind) {
        Some(Kind::Roll(spec)) if spec.purpose == "whether the squadron is sent again" => {
            Some(spec.column + 2)
        }
        _ => None,
    }
}

/// Lets the game's bot answer until this holds or the game is over.
#[track_caller]
fn bot_until(p: &mut Played, done: impl Fn(&Played) -> bool) {
    let mut bot = game().bot(Seat(0), 1);
    while !done(p)
        && let Some(q) = p.table.question()
    {
        let view = game().view(p.table.world(), Seat(0));
        let answer = Answer::new(q.seq, bot.choose(view.as_ref(), q));
        assert!(p.table.submit(&answer).is_ok(), "{}", p.describe());
        assert!(p.table.len() < 20_000);
    }
}

/// A first night of Operation Chastise at the die of its follow-up raid, the first of these seeds that comes to one.
fn first_night(wanted: impl Fn(&Played) -> bool) -> Played {
    for seed in 1..=60 {
        let mut p = Script::of(&game(), RAID).seed(seed).open();
        bot_until(&mut p, |p| die(p).is_some());
        if die(&p).is_some() && wanted(&p) {
            return p;
        }
    }
    panic!("no night of sixty allows a follow-up raid");
}

/// All dice show this face until something is to be chosen.
#[track_caller]
fn throw(p: &mut Played, face: u8) {
    while let Some(Kind::Roll(spec)) = p.table.question().map(|q| &q.kind) {
        let faces = vec![face.to_string(); usize::from(spec.dice)].join(",");
        p.answer(&format!("roll={faces}"));
        holds(p);
    }
}

#[track_caller]
fn holds(p: &Played) {
    assert_eq!(game().check(p.table.world()), Ok(()), "{}", p.describe());
}

fn flight(p: &Played) -> &Flight {
    p.table.world().resource::<Flight>()
}

fn blotter(p: &Played) -> &Blotter {
    p.table.world().resource::<Blotter>()
}

/// The night as it stands.
fn night(p: &Played) -> FlightNight {
    let world = p.table.world();
    let ships: Vec<_> = p.table.pieces().ids().filter_map(|id| ship_of(world, id)).collect();
    flight_night(&flight(p).sites, ships.iter())
}

/// From the die of the follow-up raid to its first choice in Sortie: repairs in the order of the log, every die of the
/// Germans shows `face`.
fn second_night(p: &mut Played, face: u8) {
    p.answer("roll=6").answer("fly-again");
    holds(p);
    while p.table.question().is_some_and(|q| q.clause.0 == "10.4.5.a") {
        let id = p.table.question().map(|q| q.offers[0].key.text(p.table.pieces())).unwrap_or_default();
        p.answer(&id);
        holds(p);
    }
    throw(p, face);
    p.asked(Seat(0), "11.5.a");
}

/// proves: 6.6.2.a, 5.3.a, 5.3.b
#[test]
fn r6_6_2_a_the_die_orders_a_follow_up_raid_on_the_range_of_the_row() {
    let mut p = first_night(|_| true);
    let lowest = die(&p).unwrap_or(6);
    let row = content().scenario(RAID).map(|s| s.debrief_flight(&night(&p)).label()).unwrap_or_default();
    p.logged(&format!("After the first night: {row}"), "5.3.a");
    // Below the range the result stands, and the crews' fate is rolled once.
    p.answer(&format!("roll={}", lowest - 1));
    assert!(!p.table.world().resource::<FollowUp>().flown);
    throw(&mut p, 4);
    p.ended(&row);
    // On it the raid is ordered, and may be declined to the same end.
    let mut p = first_night(|_| true);
    p.answer(&format!("roll={lowest}")).offers("fly-again").offers("decline-raid").answer("decline-raid");
    p.logged("The follow-up raid is declined", "6.6.2.a");
    throw(&mut p, 4);
    p.ended(&row);
    assert!(p.table.world().get_resource::<Blotter>().is_none());
}

/// proves: 6.6.2.a
#[test]
fn r6_6_2_a_the_alert_falls_between_the_nights_and_only_then() {
    assert_eq!([0, 1, 2, 3, 4].map(alert_after), [1, 1, 2, 2, 2]);
    let mut p = first_night(|_| true);
    let ended = flight(&p).alert;
    second_night(&mut p, 1);
    assert_eq!(flight(&p).alert, alert_after(ended));
    assert_eq!(flight(&p).turn, 1);
}

/// proves: 11.1.e, 2.1.1.c, 2.4.c
#[test]
fn r11_1_e_the_second_night_flies_what_is_left_and_what_was_in_reserve() {
    let damaged = |p: &Played| {
        let world = p.table.world();
        let ships = p.table.pieces().ids().filter_map(|id| ship_of(world, id));
        ships.filter(|s| s.airframe.damaged && s.at.space != Space::Lost).count()
    };
    // More are damaged than can be repaired.
    let mut p = first_night(|p| damaged(p) > 2);
    let wrecked = damaged(&p);
    let lost: BTreeSet<String> = (p.seen("/lancasters").as_array().into_iter().flatten())
        .filter(|l| l["place"] == "lost")
        .map(|l| l["code"].as_str().unwrap_or("").to_owned())
        .collect();
    assert!(p.seen("/lancasters").as_array().is_some_and(|all| all.len() == 19), "AJ-Q is not there yet");
    let unspent =
        (p.seen("/lancasters").as_array().into_iter().flatten()).filter(|l| l["upkeep"] == true).count();
    let unused = p.table.world().resource::<Raid>().unused.len();
    assert_eq!(unused, 5);
    second_night(&mut p, 1);
    let b = blotter(&p);
    assert_eq!(b.hulls_that(Hull::Damaged).count(), wrecked - 2, "two were repaired");
    assert_eq!(b.hulls_that(Hull::Lost).count(), lost.len());
    assert_eq!(b.sound().count(), 20 - lost.len() - (wrecked - 2));
    assert_eq!(usize::from(b.crews()), 19 - lost.len());
    assert_eq!(b.upkeep.len(), unspent + unused);
    p.offers("crew:AJ-Q");
    for code in lost {
        p.offers_no(&format!("crew:{code}"));
    }
    // All hazards are back in their cups, but for those that left the game.
    let f = flight(&p);
    for (i, cup) in HAZARD_CUPS.iter().enumerate() {
        let all = f.cups[i].len() + usize::from(f.gone[i]);
        assert!(all == usize::from(content().tables.hazards.count(Colour::ALL[i])), "{}", cup.name);
    }
    assert!(f.marks.is_empty() && f.attached.is_empty() && f.waves.is_empty());
}

/// proves: 12.1.2.c, 12.1.2.d, 4.2.8.c, 6.6.2.a
#[test]
fn r12_1_2_c_every_dam_that_stands_is_better_defended_on_the_second_night() {
    for face in [1, 2, 6] {
        let mut p = first_night(|_| true);
        let before = flight(&p).sites.clone();
        second_night(&mut p, face);
        for dam in DamId::ALL {
            let (was, is) = (&before[dam as usize], &flight(&p).sites[dam as usize]);
            // What is broken stays broken, what is quiet is quiet.
            assert_eq!((is.dam.breached, is.dam.damage()), (was.dam.breached, was.dam.damage()));
            assert_eq!(is.dam.activity(0), 0);
            let up = |n: u8, more: u8| if was.dam.breached { n } else { (n + more).min(4) };
            let more = if face == 6 { [2, 1, 1] } else { [0; 3] };
            assert_eq!(is.dam.flak, up(was.dam.flak, more[0]), "{}", dam.name());
            assert_eq!(is.dam.searchlights, up(was.dam.searchlights, more[1]));
            assert_eq!(is.dam.balloons, up(was.dam.balloons, more[2]));
            assert_eq!(is.dam.nearby, face == 6 && !was.dam.breached);
            // Where balloons fly is drawn when somebody comes.
            assert!(blotter(&p).dams[dam as usize].balloon.is_none());
            if !was.dam.breached {
                assert_eq!(is.water, if face < 3 { Water::High } else { Water::Full });
            }
        }
    }
}

/// proves: 11.5.e, 11.5.c, 5.3.a, 5.3.b
#[test]
fn r5_3_a_two_nights_are_judged_as_one() {
    let mut p = first_night(|p| night(p).breached.iter().any(|b| *b));
    let (first, begun) = (night(&p), p.table.len());
    second_night(&mut p, 3);
    p.answer("crew-all");
    holds(&p);
    p.answer("end:sortie").answer("end:waves");
    // Nobody is sent to a dam that is down.
    for dam in DamId::ALL {
        let id = format!("primary:{}", dam.name());
        if first.breached[dam as usize] {
            p.offers_no(&id);
        } else {
            p.offers(&id);
        }
    }
    while p.table.outcome().is_none() {
        let here = p.table.len();
        bot_until(&mut p, |p| p.table.len() > here + 50);
        holds(&p);
        assert!(die(&p).is_none(), "once a game");
    }
    let both = night(&p);
    assert!(both.lost >= first.lost && both.successes >= first.successes);
    let row = content().scenario(RAID).map(|s| s.debrief_flight(&both).label()).unwrap_or_default();
    p.ended(&row);
    let fates = p.table.log(Seat(0)).iter().filter(|(_, text, _)| text.starts_with("Survivors of")).count();
    assert!(fates == 1, "one roll for both nights");
    // The logbook tells the nights apart.
    let account = game().account(p.table.world()).unwrap_or_default();
    for chapter in
        ["Flight Turn 1 · 21:30", "Second night: Flight Preparation", "Second night: Flight Turn 1 · 21:30"]
    {
        assert!(account.headings.iter().any(|h| h.text == chapter), "{chapter}");
    }
    // It replays as it was played, and looking back crosses the dawn.
    let again = Table::replay(game(), p.table.header(), p.table.events()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.digest(), p.table.digest());
    p.table.seek(begun);
    assert!(p.table.world().get_resource::<FollowUp>().is_none());
    assert!(p.table.world().get_resource::<Blotter>().is_none());
    holds(&p);
}

/// proves: 11.5.a, 11.5.b
#[test]
fn r11_5_a_every_crew_flies_its_own_lancaster_again_where_both_are_fit() {
    let mut p = first_night(|_| true);
    second_night(&mut p, 1);
    let former = p.table.world().resource::<FollowUp>().crews.clone();
    assert!(former.iter().filter(|(_, _, elite)| elite.is_some()).count() > 1, "{former:?}");
    p.answer("crew-all");
    holds(&p);
    let fit = |id: PieceId| blotter(&p).hulls[usize::from(id.0)] == Hull::Sound;
    let (mut own, mut others) = (0, 0);
    for (id, quality, elite) in &former {
        match blotter(&p).assigned[usize::from(id.0)] {
            Some(now) => {
                assert_eq!((now.quality, now.elite), (*quality, *elite), "{id:?}");
                own += 1;
            }
            // Only for want of a mine.
            None => assert!(!fit(*id) || blotter(&p).ready_upkeep() == 0, "{id:?} stays behind"),
        }
    }
    // Whose own Lancaster is hurt flies another with his crew.
    for (id, quality, elite) in former.iter().filter(|(id, _, elite)| !fit(*id) && elite.is_some()) {
        let found = blotter(&p).assigned.iter().flatten().find(|a| a.elite == *elite);
        assert!(found.is_none_or(|a| a.quality == *quality), "{id:?}");
        others += u32::from(found.is_some());
    }
    assert!(own > 3, "{own} {others}");
}

/// What the view tells of a Lancaster's deeds: night, mine, lost.
fn deeds(p: &Played) -> Vec<(String, u64, String, bool)> {
    let ships = p.seen("/lancasters");
    let of = |l: &serde_json::Value| {
        let code = l["code"].as_str().unwrap_or("").to_owned();
        let all = l["deeds"].as_array().cloned().unwrap_or_default();
        let one = move |d: serde_json::Value| {
            let mine = d["mine"].as_str().unwrap_or("").to_owned();
            // The dam goes with what happened there.
            assert_eq!(mine == "Released", d["released_at"].is_string(), "{d}");
            assert!(d["lost"] == true || d["lost_at"].is_null(), "{d}");
            assert!(mine == "Released" || d["ran_true"] == false, "{d}");
            (code.clone(), d["night"].as_u64().unwrap_or(0), mine, d["lost"] == true)
        };
        all.into_iter().map(one).collect::<Vec<_>>()
    };
    ships.as_array().into_iter().flatten().flat_map(of).collect()
}

/// proves: 5.3.a
#[test]
fn r5_3_a_the_deeds_of_both_nights_are_told_lancaster_by_lancaster() {
    for seed in [1, 2] {
        let mut p = first_night(|p| p.table.header().seed >= seed);
        let measure = |p: &Played, name: &str| {
            let all = game().measures(p.table.world());
            all.into_iter().find(|m| m.0 == name).map_or(-1, |m| m.1)
        };
        let count = |p: &Played, mine: &str| deeds(p).iter().filter(|d| d.2 == mine).count() as i64;
        let first = deeds(&p);
        assert_eq!(first.len(), 19);
        assert!(first.iter().all(|d| d.1 == 1 && d.2 != "None" && d.2 != "Aboard"), "{first:?}");
        assert_eq!(count(&p, "Released"), measure(&p, "released"));
        assert_eq!(count(&p, "TornOff"), measure(&p, "mines_torn_off"));
        assert_eq!(first.iter().filter(|d| d.3).count() as i64, measure(&p, "lost"));
        assert_eq!(count(&p, "BroughtBack"), measure(&p, "unspent"));
        second_night(&mut p, 1);
        // Nobody flies yet, and nothing is forgotten.
        assert_eq!(deeds(&p), first);
        p.answer("crew-all");
        bot_until(&mut p, |_| false);
        let all = deeds(&p);
        assert_eq!(all.iter().filter(|d| d.1 == 1).cloned().collect::<Vec<_>>(), first);
        let second = all.iter().filter(|d| d.1 == 2).count();
        assert!(second > 0 && all.len() == 19 + second);
        assert_eq!(count(&p, "Released"), measure(&p, "released"));
        assert_eq!(count(&p, "TornOff"), measure(&p, "mines_torn_off"));
        assert_eq!(all.iter().filter(|d| d.3).count() as i64, measure(&p, "lost"));
    }
}

/// proves: 2.3.d
#[test]
fn r2_3_d_what_was_spent_on_the_first_night_stays_spent_on_the_second() {
    let spent = |p: &Played| {
        let ships = p.seen("/lancasters");
        let of = |l: &serde_json::Value| l["elite"]["spent"] == true && l["place"] != "lost";
        ships.as_array().into_iter().flatten().filter(|l| of(l)).count()
    };
    let mut p = first_night(|p| spent(p) > 0);
    let before = spent(&p);
    second_night(&mut p, 1);
    p.answers(["crew-all", "end:sortie", "end:waves"]);
    bot_until(&mut p, |p| p.seen("/planning/launched") == true);
    assert_eq!(spent(&p), before);
}

/// A campaign in which four Lancasters are ready and `grounded` of them, two mines and a crew are kept back by the checks.
fn campaign(seed: u64) -> Played {
    let luck = |cup: &str, code: String| LuckItem::Draw(cup.to_owned(), code);
    let backs = (1..=8).map(|n| luck("recon", format!("R{n}")));
    let mines = (1..=4).map(|n| luck("upkeep", format!("U{n}")));
    let mut p = Script::of(&game(), "dambusters/s10-campaign").luck(backs).luck(mines).seed(seed).open();
    let go = |p: &mut Played, ids: &str| {
        for id in ids.split_whitespace() {
            p.answer(id);
        }
    };
    go(&mut p, "request roll=2 request roll=2 groundcrew:A groundcrew:B groundcrew:C");
    go(
        &mut p,
        "dedicate:A:requisitions dedicate:C:requisitions lancaster:1 lancaster:1 lancaster:1 lancaster:1",
    );
    go(&mut p, "upkeep:1 upkeep:1 upkeep:1 upkeep:1 crew:Veteran:1 crew:Veteran:1 crew:Green:1 crew:Green:1");
    go(&mut p, "end:requisitions end:security train:navigation");
    // Nothing goes wrong in training.
    throw(&mut p, 4);
    bot_until(&mut p, |p| {
        p.table.question().is_some_and(|q| q.clause.0 == "10.3.b" || q.clause.0 == "10.4.a")
    });
    if p.table.question().is_some_and(|q| q.clause.0 == "10.3.b") {
        go(&mut p, "train:altitude");
        throw(&mut p, 4);
        go(&mut p, "end:training");
    }
    go(&mut p, "end:modifications end:recon launch check roll=3,3");
    go(&mut p, "ground:AJ-G ground:AJ-M check roll=5,5 roll=5,5 unfit:Green end:recon");
    p.asked(Seat(0), "11.5.a");
    p
}

/// proves: 11.1.e, 11.5.c, 10.4.5.a
#[test]
fn r11_1_e_what_was_grounded_or_set_aside_flies_on_the_second_night() {
    for seed in 1..=60 {
        let mut p = campaign(seed);
        let b = blotter(&p);
        let (grounded, mines) = (b.hulls_that(Hull::Grounded).count(), b.grounded_upkeep.len());
        assert_eq!((grounded, mines, b.unfit), (2, 1, [1, 0, 0]));
        bot_until(&mut p, |p| die(p).is_some());
        let Some(_) = die(&p) else { continue };
        let back =
            (p.seen("/lancasters").as_array().into_iter().flatten()).filter(|l| l["upkeep"] == true).count();
        let at_home = |p: &Played| {
            let (world, ids) = (p.table.world(), p.table.pieces().ids());
            ids.filter_map(|id| ship_of(world, id))
                .filter(|s| s.bomb.carried && s.at.space == Space::Home)
                .count()
        };
        let home = at_home(&p);
        let points = blotter(&p).points;
        second_night(&mut p, 1);
        let b = blotter(&p);
        assert_eq!(b.points, points, "repairs cost nothing");
        assert_eq!(b.hulls_that(Hull::Grounded).count(), 0);
        // Three fresh Groundcrew have Erk Points for everybody.
        assert_eq!(b.sound().count(), home + 2);
        assert_eq!(usize::from(b.crews()), home + 2);
        assert_eq!(b.unfit, [0; 3]);
        assert_eq!(b.upkeep.len(), back + 2);
        p.offers("crew:AJ-G").offers("crew:AJ-M");
        return;
    }
    panic!("no campaign of sixty comes to a follow-up raid");
}

#[test]
fn rows_that_order_a_raid_are_checked() {
    let attack = Rig::at("Moehne").bomber("AJ-A", "Green", "").text();
    let row = "(number: 2, title: \"Down\", text: \"Down.\", dam: Breached";
    let with = |follow_up: &str| attack.replace(row, &format!("{row}, follow_up: Some({follow_up})"));
    let refused = |text: &str| match Rig::read(text) {
        Ok(_) => panic!("accepted"),
        Err(problems) => problems.render(false),
    };
    assert!(refused(&with("(from: 5)")).contains("a flight scenario alone"));
}
