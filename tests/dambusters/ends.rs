//! How Scenarios 1 to 5 end, their special rules and options, and their debriefing charts.

use std::collections::BTreeSet;

use bombers_moon::games::dambusters::data::Night;
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};
use serde_json::json;

use crate::rig::{GOOD, POOR, Rig};
use crate::sortie::Sortie;
use crate::table::{self, content};

fn shipped(id: &str) -> Played {
    Script::of(&table::game(), &format!("dambusters/{id}")).open()
}

/// proves: 5.0.a
#[test]
fn r5_0_a_it_ends_when_no_upkeep_is_left_over_the_dam() {
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").empty("AJ-G", "Green", "").draws(&POOR).open();
    p.answers(["run:AJ-A", "go"]).to("Far Zone. What now?").answer("release").to("Circling Phase");
    p.answer("end:circling").to("the return of AJ-A").sees("/turn", 1);
    // One mine left aboard: play on.
    let mut p = Rig::at("Moehne").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&POOR).open();
    p.far("AJ-A").answer("release").to("Attack Turn 2. Who starts a run?");
    // The last mine went down with its aircraft.
    let mut p = Rig::at("Moehne")
        .flak(1)
        .bomber("AJ-A", "Green", "damaged: true")
        .empty("AJ-G", "Green", "")
        .draws(&["S2", "S1", "A2", "A1"])
        .open();
    p.answers(["run:AJ-A", "go"])
        .to("flak against AJ-A")
        .roll("1,1,6")
        .answer("accept")
        .to("the return of AJ-G");
    p.sees("/turn", 1);
}

/// Three armed Lancasters at the Ennepe (4 at Full); AJ-A has breached it, AJ-B and AJ-C follow with these draws.
fn breached(second: &[&'static str]) -> Played {
    let mut p = Rig::at("Ennepe")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "")
        .bomber("AJ-C", "Green", "")
        .draws(&GOOD)
        .draws(second)
        .draws(&GOOD)
        .open();
    p.release_near("AJ-A", "6,6").to("the result of the mine").roll("2").sees("/breached", true);
    p.to("Break off, or widen the breach?").asked(Seat(0), "7.9.6.d").offers_only(&["stop", "go-on"]);
    p
}

/// proves: 5.0.a, 7.9.6.d
#[test]
fn r7_9_6_d_after_a_breach_stop_or_go_on() {
    let mut p = breached(&[]);
    p.answer("stop").logged("The attack is broken off", "5.0.a").prompt("the return of AJ-A").to_end();
    p.ended("2 Down").sees("/turn", 1);
    let mut p = breached(&[]);
    p.answer("go-on").prompt("Attack Turn 2. Who starts a run?").offers("run:AJ-B");
    // Nobody is asked while the dam stands.
    let mut p = Rig::at("Ennepe").bomber("AJ-A", "Green", "").bomber("AJ-B", "Green", "").draws(&GOOD).open();
    p.release_near("AJ-A", "6,6")
        .to("the result of the mine")
        .roll("1")
        .to("Attack Turn 2. Who starts a run?");
}

/// proves: 7.9.6.e
#[test]
fn r7_9_6_e_one_further_success_and_no_more() {
    let mut p = breached(&GOOD);
    p.answer("go-on").release_near("AJ-B", "6,6").to("the return of").sees("/turn", 2);
    // A failure does not count against it.
    let mut p = breached(&POOR);
    p.answer("go-on").release_near("AJ-B", "6,6").sees("/misses", 1).to("Break off, or widen the breach?");
    p.answer("go-on").release_near("AJ-C", "6,6").to("the return of").sees("/turn", 3);
}

/// proves: 5.0.a, 4.4.6.b
#[test]
fn r5_0_a_it_ends_after_turn_16_and_for_beginners_after_turn_8() {
    for (id, last, label) in [
        ("s1-mohne", 16, "2 Failure"),
        ("s2-eder", 16, "2 Failure"),
        ("s3-sorpe", 16, "1 Failure"),
        ("s4-lister", 16, "2 Failure"),
        ("s5-ennepe", 16, "2 Historical"),
        ("s5-beginners", 8, "2 Historical"),
    ] {
        let mut p = shipped(id);
        p.sees("/last_turn", last);
        let mut reset = false;
        while p.table.question().is_some() {
            reset |= p.table.question().is_some_and(|q| q.clause.0 == "4.4.6.b");
            let answer = crate::sortie::harmless(&p);
            p.answer(&answer);
        }
        p.ended(label).sees("/turn", last);
        assert_eq!(reset, last == 16, "{id}: the Visibility Check at the reset");
    }
}

/// proves: 4.4.3.n, 5.0.a
#[test]
fn r4_4_3_n_an_attack_late_in_the_night_ends_it_too() {
    let mut p = shipped("s4-lister");
    p.to("Attack Turn 10. Who starts a run?").to("Nightfighter sighted?").roll("1,1").roll("6,6");
    p.answer("victim:AJ-Y").to_end().sees("/turn", 10).ended("2 Failure");
}

/// proves: 4.4.6.b, 5.1.a
#[test]
fn r5_0_a_the_beginners_meet_no_fighter_no_fog_and_no_roll_for_home() {
    let mut p = shipped("s5-beginners");
    let mut seen = BTreeSet::new();
    while let Some(q) = p.table.question() {
        seen.insert(q.clause.0);
        let answer = crate::sortie::harmless(&p);
        p.answer(&answer);
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        ["4.1.a", "4.3.a"],
        "nothing but runs and circling is asked"
    );
    p.sees("/visibility", "Clear").is_at("AJ-O", "Scampton");
    // In the full scenario all three are there.
    let mut p = shipped("s5-ennepe");
    p.to("Nightfighter sighted?").to("the Visibility Check").to("the return of AJ-O");
}

/// proves: 1.2.a
#[test]
fn r1_2_a_brown_comes_to_the_sorpe_on_turn_5() {
    let mut p = shipped("s3-sorpe");
    for turn in 1..5 {
        p.to("Circling Phase").sees("/turn", turn).is_at("AJ-F", "Circling Far").barred("near:AJ-F", "1.2.a");
        p.answer("end:circling");
    }
    p.to("Circling Phase").sees("/turn", 5).answer("near:AJ-F").is_at("AJ-F", "Circling Near");
    p.to("Attack Turn 6. Who starts a run?").offers("run:AJ-F");
    let codes: Vec<_> = p.table.pieces().ids().map(|id| p.table.pieces().code(id).to_owned()).collect();
    assert_eq!(codes, ["AJ-T", "AJ-W", "AJ-E", "AJ-H", "AJ-K", "AJ-F"]);
}

/// proves: 1.2.a
#[test]
fn r1_2_a_as_it_was_mccarthy_and_brown_alone() {
    let mut p = Script::of(&table::game(), "dambusters/s3-sorpe").option("force", "history").open();
    let codes: Vec<_> = p.table.pieces().ids().map(|id| p.table.pieces().code(id).to_owned()).collect();
    assert_eq!(codes, ["AJ-T", "AJ-F"]);
    p.to("Circling Phase").barred("near:AJ-F", "1.2.a").answer("end:circling");
    p.to("Attack Turn 5. Who starts a run?")
        .to("Circling Phase")
        .offers("near:AJ-F")
        .to_end()
        .ended("1 Failure");
    // McCarthy alone over the dam, gone home: the night waits for Brown.
    let mut p = Script::of(&table::game(), "dambusters/s3-sorpe").option("force", "history").open();
    p.close("AJ-T").answer("release").to("the release of AJ-T").roll("6,6");
    p.to("Nightfighter sighted?").to("Circling Phase").sees("/turn", 2).is_at("AJ-F", "Circling Far");
}

/// proves: 1.2.a
#[test]
fn r1_2_a_the_eder_straight_on_from_the_moehne() {
    for (linked, alert) in [("no", 1), ("yes", 2)] {
        let mut p = Script::of(&table::game(), "dambusters/s2-eder").option("linked", linked).open();
        p.sees("/alert", alert).sees("/visibility", "Fog");
    }
    shipped("s2-eder").sees("/alert", 1);
}

fn row(id: &str, breached: bool, damage: u8, lost: u8, unspent: u8) -> String {
    let scenario = content().scenario(&format!("dambusters/{id}"));
    scenario.map_or_else(String::new, |s| s.debrief(Night { breached, damage, lost, unspent }).label())
}

/// proves: 5.3.a
#[test]
fn r5_3_a_every_row_of_every_chart_and_its_edges() {
    let charts: [(&str, &[(bool, u8, u8, u8, &str)]); 6] = [
        (
            "s1-mohne",
            &[
                (true, 6, 0, 5, "7 Flawless"),
                (true, 6, 0, 4, "6 Historical"),
                (true, 6, 1, 5, "6 Historical"),
                (true, 6, 1, 3, "6 Historical"),
                (true, 6, 1, 2, "5 Breach, Eder barely possible"),
                (true, 6, 2, 1, "5 Breach, Eder barely possible"),
                (true, 6, 0, 0, "4 Costly breach"),
                (true, 9, 3, 4, "4 Costly breach"),
                (false, 4, 8, 0, "3 Cracked"),
                (false, 5, 0, 8, "3 Cracked"),
                (false, 3, 3, 0, "2 Failure"),
                (false, 0, 0, 8, "2 Failure"),
                (false, 3, 4, 0, "1 Disaster"),
                (false, 0, 8, 0, "1 Disaster"),
            ],
        ),
        (
            "s2-eder",
            &[
                (true, 5, 0, 1, "7 Flawless"),
                (true, 5, 0, 0, "6 Historical"),
                (true, 5, 1, 1, "6 Historical"),
                (true, 5, 2, 0, "5 Success at a price"),
                (true, 5, 3, 0, "4 Costly"),
                (true, 5, 5, 0, "4 Costly"),
                (false, 3, 5, 0, "3 Damaged"),
                (false, 4, 0, 0, "3 Damaged"),
                (false, 2, 2, 0, "2 Failure"),
                (false, 2, 3, 0, "1 Disaster"),
            ],
        ),
        (
            "s3-sorpe",
            &[
                (true, 15, 6, 0, "7 Beyond history"),
                (false, 14, 6, 0, "6 Crest wrecked"),
                (false, 11, 0, 0, "6 Crest wrecked"),
                (false, 10, 1, 0, "5 Serious damage"),
                (false, 7, 0, 0, "5 Serious damage"),
                (false, 10, 2, 0, "4 Serious damage, costly"),
                (false, 6, 6, 0, "3 Historical"),
                (false, 3, 0, 0, "3 Historical"),
                (false, 2, 0, 0, "2 Scratched"),
                (false, 1, 6, 0, "2 Scratched"),
                (false, 0, 0, 6, "1 Failure"),
            ],
        ),
        (
            "s4-lister",
            &[
                (true, 5, 0, 0, "7 Clean breach"),
                (true, 5, 1, 0, "6 Breach"),
                (true, 5, 2, 0, "5 Breach, dear"),
                (true, 5, 3, 0, "4 Pyrrhic"),
                (true, 5, 5, 0, "4 Pyrrhic"),
                (false, 3, 5, 0, "3 Damaged"),
                (false, 2, 2, 0, "2 Failure"),
                (false, 2, 3, 0, "1 Disaster"),
            ],
        ),
        (
            "s5-ennepe",
            &[
                (true, 4, 0, 0, "7 Beyond history"),
                (true, 4, 1, 0, "6 Success"),
                (true, 4, 3, 0, "6 Success"),
                (false, 3, 0, 0, "5 Good hit"),
                (false, 3, 1, 0, "4 Hit, at a price"),
                (false, 2, 3, 0, "3 Slight damage"),
                (false, 1, 0, 0, "3 Slight damage"),
                (false, 0, 1, 0, "2 Historical"),
                (false, 0, 2, 0, "1 Disaster"),
            ],
        ),
        (
            "s5-beginners",
            &[
                (true, 4, 0, 0, "7 Beyond history"),
                (true, 4, 1, 0, "6 Success"),
                (false, 3, 0, 0, "5 Good hit"),
                (false, 3, 1, 0, "4 Hit, at a price"),
                (false, 2, 0, 0, "3 Slight damage"),
                (false, 0, 0, 1, "2 Historical"),
                (false, 0, 1, 0, "2 Historical"),
            ],
        ),
    ];
    for (id, nights) in charts {
        let mut labels = BTreeSet::new();
        for (breached, damage, lost, unspent, label) in nights {
            assert_eq!(row(id, *breached, *damage, *lost, *unspent), *label, "{id}");
            labels.insert(*label);
        }
        let rows = content().scenario(&format!("dambusters/{id}")).map_or(0, |s| s.file.debriefing.len());
        assert_eq!(labels.len(), rows, "{id}: every row is read once at least");
    }
}

/// The First Flight with this mine: a success with the detonation die, or a failure with the release roll.
fn first_flight(mine: &str, release: &str, detonation: &str, morning: &str) -> Played {
    let chits = ["S7", "S1", "S2", "S3", "A7", "A1", "A2", "A6", "A5", "A4", "S4", "S5", "S6"];
    let cup = |code: &str| if code.starts_with('S') { "speed" } else { "altitude" };
    let mut luck = vec![LuckItem::Draw("upkeep".into(), mine.into())];
    luck.extend(chits.iter().map(|c| LuckItem::Draw(cup(c).into(), (*c).into())));
    let mut p = Script::of(&table::game(), "dambusters/s5-beginners").luck(luck).open();
    p.answer("run:AJ-O").roll("6").to("Far Zone. What now?").answer("proceed").to("Near Zone. What now?");
    p.answers(["release", "draw", "keep:A6", "draw", "keep:S4"]).roll(release).to("Circling Phase");
    p.answer("end:circling");
    if p.at("the result of the mine") {
        p.roll(detonation).prompt("the photographs").roll(morning);
    }
    p
}

/// proves: 5.3.a, 5.2.c
#[test]
fn r5_3_a_the_first_flight_played_to_four_of_its_rows() {
    // +2 +3 for the chits, +1 Bomb-Aimer, +1 training.
    first_flight("U11", "4,4", "2", "3").ended("7 Beyond history").sees("/row", 7).sees("/turn", 1);
    first_flight("U11", "4,4", "1", "6").ended("7 Beyond history");
    first_flight("U11", "4,4", "1", "3").ended("5 Good hit").sees("/row", 5);
    first_flight("U11", "4,4", "2", "1").ended("5 Good hit").sees("/damage", 3);
    first_flight("U1", "4,4", "1", "3").ended("3 Slight damage");
    first_flight("U1", "4,4", "1", "1").ended("2 Historical").sees("/hits/0/damage", 1).sees("/damage", 0);
    first_flight("U11", "3,4", "1", "3").ended("2 Historical").sees("/misses", 1).sees("/hits", json!([]));
}

/// proves: 5.3.a
#[test]
fn r5_3_a_nothing_brings_the_first_flight_down_so_two_of_its_rows_are_out_of_reach() {
    let mut rows = BTreeSet::new();
    for seed in 1..=400 {
        let mut p = Script::of(&table::game(), "dambusters/s5-beginners").seed(seed).open();
        let mut bot = RandomBot::new(seed, 0);
        while let Some(q) = p.table.question() {
            let answer = Answer::new(q.seq, bot.choose(&(), q));
            assert!(p.table.submit(&answer).is_ok());
        }
        rows.insert(p.seen("/row").as_u64());
        assert_eq!(p.place("AJ-O"), "Scampton", "seed {seed}");
    }
    let reached = [2, 3, 5, 7].map(Some);
    assert_eq!(rows, BTreeSet::from(reached));
    // In the full scenario a loss is counted: row 1 asks for two.
    let full = content().scenario("dambusters/s5-ennepe").map_or(0, |s| s.file.debriefing.len());
    let easy = content().scenario("dambusters/s5-beginners").map_or(0, |s| s.file.debriefing.len());
    assert_eq!((full, easy), (7, 6));
}

/// proves: 5.3.a
#[test]
fn r5_3_a_the_lost_and_the_unspent_are_counted_at_the_end() {
    // Both lost on the way home, the mine of one with it: 0 damage, 2 lost.
    let mut p = shipped("s5-ennepe");
    p.to("the return of AJ-O").roll("1,1").roll("1,1").roll("1,1").roll("1,1").roll("6,6");
    p.prompt("the fate of the lost crews").roll("1").ended("1 Disaster");
    let mut p = shipped("s5-ennepe");
    p.to("the return of AJ-O")
        .roll("1,1")
        .roll("1,1")
        .roll("6,6")
        .roll("6,6")
        .roll("1")
        .ended("2 Historical");
}
