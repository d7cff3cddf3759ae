//! 11.6: the Attack Order of a squadron without VHF, from Scampton to the Möhne.

use super::rig::Plan;
use super::sortie::sortie_drawing;
use crate::flight::sky::{Flying, by};
use crate::sortie::Sortie as _;
use bombers_moon::games::dambusters::attack_order::{Leave, Station};
use bombers_moon::kernel::ids::Pieces;

/// What one wave meets as far as the Ruhr when all goes well: birds, and flak and fighters that miss.
const ONE: &str = "Y23 Y23 Y24 L3 L4 L29 L30 L31 L3 L4 L29 L30";
/// What two waves meet.
const TWO: &str = "Y23 Y23 Y24 L3 L4 L29 L30 L31 L32 L3 L4 L29 L30 L31";

/// Four Lancasters that have taken off for the Möhne; `waves` are the answers that form their waves.
#[track_caller]
fn off(vhf: bool, hazards: &str, waves: &str) -> Plan {
    let mut p = sortie_drawing(&format!("U1 U2 U3 U4 U1 U2 U3 U4 {hazards}"), vhf, 1);
    p.picks("crew-all end:sortie").picks(waves).picks("end:waves");
    for _ in 0..p.blotter().waves.len() {
        p.picks("primary:Möhne no-secondary");
    }
    for _ in 0..p.blotter().waves.len() {
        p.picks("take-off:1");
    }
    p.picks("last-resort:Sorpe");
    p
}

/// AJ-M leads; AJ-A, AJ-G and AJ-P stand behind it in this order.
const WAVE: &str = "wave:AJ-M:1 wave:AJ-A:1 wave:AJ-G:1 wave:AJ-P:1";
/// AJ-P leads Wave 1 with AJ-A behind it, AJ-G leads Wave 2 with AJ-M.
const WAVES: &str = "wave:AJ-P:1 wave:AJ-A:1 wave:AJ-G:2 wave:AJ-M:2";

/// On to the dam, which has neither guns nor searchlights nor balloons.
#[track_caller]
fn undefended(p: &mut Plan) {
    for _ in 0..3 {
        by(&mut p.0, "12.1.b").roll("1");
    }
}

/// Over the Möhne, all of them in Circling Near.
#[track_caller]
fn over(vhf: bool, waves: &str) -> Plan {
    let mut p = off(vhf, if waves == WAVE { ONE } else { TWO }, waves);
    undefended(&mut p);
    p.0.fly("starts a run?");
    for code in ["AJ-G", "AJ-M", "AJ-P", "AJ-A"] {
        p.0.on(code, "circling_near");
    }
    p
}

/// The same with AJ-A in Circling Far.
#[track_caller]
fn over_but_one(vhf: bool) -> Plan {
    let mut p = off(vhf, ONE, WAVE);
    p.0.fly("the entry of AJ-A").roll("1");
    undefended(&mut p);
    p.0.fly("starts a run?").on("AJ-A", "circling_far");
    p
}

/// Nobody runs; on to the Circling Phase.
#[track_caller]
fn circle(p: &mut Plan) -> &mut Plan {
    p.0.to("starts a run?").answer("end:run").to("Circling Phase");
    p
}

/// The Circling Phase ends; on to the next Run Phase.
#[track_caller]
fn next_run(p: &mut Plan) -> &mut Plan {
    p.0.to("Circling Phase").answer("end:circling").to("starts a run?");
    p
}

/// A Lancaster lets its mine go to no avail; on to the next Run Phase.
#[track_caller]
fn spend<'p>(p: &'p mut Plan, code: &str) -> &'p mut Plan {
    p.0.release_near(code, "6,6");
    next_run(p)
}

/// A Lancaster is lost on its run.
#[track_caller]
fn lose(p: &mut Plan, code: &str) {
    assert!(p.0.table.begin_adjusting("one hit before").is_ok());
    assert_eq!(p.0.table.adjust(&format!("damage:{code}"), "damaged"), Ok(()));
    p.0.table.end_adjusting();
    p.0.release_near(code, "1,1");
    if p.0.at("Who has observed") {
        p.0.answer("decline");
    }
    p.0.logged(&format!("{code} is lost to concussion"), "2.1.1.b");
}

fn station(p: &Plan, code: &str) -> Station {
    let world = p.0.table.world();
    let entity = world.resource::<Pieces>().entity(p.0.piece(code));
    world.get::<Station>(entity).copied().expect("a Lancaster of the campaign")
}

/// proves: 11.6.2.b
#[test]
fn r11_6_2_b_the_next_of_the_line_enters_the_approach() {
    let mut p = over(false, WAVE);
    p.offers("run:AJ-A").barred("run:AJ-G", "11.6.2.b").barred("run:AJ-P", "11.6.2.b");
    spend(&mut p, "AJ-A").offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b");
    // After a dummy run it is still the first of those who have their mines.
    p.0.far("AJ-G").answer("pull-up");
    next_run(&mut p).offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b");
    let mut p = over(true, WAVE);
    p.offers("run:AJ-A").offers("run:AJ-G").offers("run:AJ-P").offers("run:AJ-M");
}

/// proves: 11.6.2.c
#[test]
fn r11_6_2_c_who_is_not_there_is_passed_over() {
    // Elsewhere, and in its place again when it has come.
    let mut p = over_but_one(false);
    p.offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b").offers_no("run:AJ-A");
    circle(&mut p);
    next_run(&mut p).offers("run:AJ-A").barred("run:AJ-G", "11.6.2.b");
    // Lost.
    lose(&mut p, "AJ-A");
    next_run(&mut p).offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b");
    // Without its mine.
    spend(&mut p, "AJ-G").barred("run:AJ-G", "4.1.b").offers("run:AJ-P");
}

/// AJ-A drops out of the wave over the North Sea.
#[track_caller]
fn scattered(vhf: bool, hazards: &str, waves: &str, drops: &str) -> Plan {
    let mut p = off(vhf, hazards, waves);
    p.0.fly("the Navigation Check of").roll("1,1");
    while !p.0.at("Who is lost from sight of") {
        p.0.fly("the Navigation Check of").roll("1,1");
    }
    p.0.answer(&format!("drop:{drops}"));
    p
}

/// proves: 11.6.2.c, 11.6.b
#[test]
fn r11_6_2_c_who_left_the_wave_waits_until_its_line_is_done() {
    let mut p = scattered(false, TWO, WAVE, "AJ-A");
    for _ in 3..=4 {
        p.0.fly("the Coordination Check with").roll("1,1");
    }
    p.0.fly("starts a run?").on("AJ-A", "circling_near").on("AJ-G", "circling_near");
    p.offers("run:AJ-G").offers("run:AJ-M").barred("run:AJ-A", "11.6.2.c").barred("run:AJ-P", "11.6.2.b");
    spend(&mut p, "AJ-G").barred("run:AJ-A", "11.6.2.c").offers("run:AJ-P");
    spend(&mut p, "AJ-P").offers("run:AJ-A").offers("run:AJ-M");
}

/// proves: 11.6.b
#[test]
fn r11_6_b_a_straggler_must_try_to_rejoin_its_wave() {
    let mut p = scattered(false, TWO, WAVE, "AJ-A");
    p.0.fly("Coordination in North Sea");
    p.offers("join:AJ-A:Wave 1").barred("end:coordination", "11.6.b");
    p.barred("coordinate:Wave 1", "10.4.4.e");
    p.0.answer("join:AJ-A:Wave 1").fly("the Coordination Check with").roll("1,1");
    // Once a turn: then there is nothing more to do.
    p.0.prompt("Wireless").fly("Coordination in Dutch Coast");
    p.barred("end:coordination", "11.6.b");
    p.0.answer("join:AJ-A:Wave 1").fly("the Coordination Check with").roll("6,6").prompt("Wireless");
    // Back in its place.
    assert_eq!(p.0.orders("AJ-A", "wave"), "Wave 1");
    assert_eq!(p.0.orders("AJ-A", "line/place"), 1);
    // With VHF it is a choice, and the wave may be put in order too.
    let mut p = scattered(true, TWO, WAVE, "AJ-A");
    p.0.fly("Coordination in North Sea");
    p.offers("join:AJ-A:Wave 1").offers("end:coordination").offers("coordinate:Wave 1");
}

/// proves: 7.1.e, 10.4.4.e
#[test]
fn r7_1_e_without_vhf_nothing_else_is_coordinated() {
    // Wave 1 is lost from sight: two on their own beside Wave 2, of which neither has ever flown in it.
    let apart = |vhf| {
        let mut p = off(vhf, TWO, WAVES);
        for dice in ["1,1", "6,6", "1,1"] {
            p.0.fly("the Navigation Check of").roll(dice);
        }
        p.0.answer("drop:AJ-A");
        p
    };
    let mut p = apart(true);
    p.0.fly("Coordination in North Sea");
    p.offers("join:AJ-A:Wave 2").offers("create:AJ-P:AJ-A");
    let mut p = apart(false);
    p.0.fly("Wireless").not_logged("Coordination");
    assert_eq!(p.0.seen("/flight/turn"), 3);
    assert!(p.0.orders("AJ-A", "wave").is_null() && p.0.orders("AJ-P", "wave").is_null());
}

/// proves: 11.6.2.a
#[test]
fn r11_6_2_a_with_its_mine_it_comes_near_at_once_and_stays() {
    let mut p = over_but_one(false);
    circle(&mut p).barred("far:AJ-G", "11.6.2.a").barred("far:AJ-M", "11.6.2.a").offers("near:AJ-A");
    next_run(&mut p).logged("AJ-A comes to Circling Near", "11.6.2.a");
    p.0.on("AJ-A", "circling_near");
    // Without it the leader goes where he likes.
    spend(&mut p, "AJ-M");
    circle(&mut p).offers("far:AJ-M").barred("far:AJ-A", "11.6.2.a");
    let mut p = over_but_one(true);
    circle(&mut p).offers("far:AJ-G");
    next_run(&mut p);
    p.0.on("AJ-A", "circling_far");
}

/// proves: 11.6.2.d
#[test]
fn r11_6_2_d_the_leader_cuts_in_when_he_likes() {
    let mut p = over(false, WAVE);
    p.offers("run:AJ-M").offers("run:AJ-A");
    spend(&mut p, "AJ-A").offers("run:AJ-M").offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b");
    spend(&mut p, "AJ-M").barred("run:AJ-M", "4.1.b").offers("run:AJ-G").barred("run:AJ-P", "11.6.2.b");
}

/// The escorts of a run are asked for.
#[track_caller]
fn escorts<'p>(p: &'p mut Plan, runner: &str) -> &'p mut Plan {
    p.0.to("starts a run?").answer(&format!("run:{runner}")).prompt("Escorts for");
    p
}

/// proves: 11.6.2.e, 11.6.1.b
#[test]
fn r11_6_2_e_the_leader_alone_escorts_and_the_others_go_home() {
    let mut p = over(false, WAVE);
    spend(&mut p, "AJ-M");
    spend(&mut p, "AJ-A");
    escorts(&mut p, "AJ-G").offers("escort:AJ-M").barred("escort:AJ-A", "11.6.2.e");
    p.barred("escort:AJ-P", "4.1.2.c").picks("escort:AJ-M");
    p.0.to("Far Zone. What now?").answer("pull-up").to("Circling Phase");
    p.logged("AJ-A turns for home from Ruhr", "11.6.1.b");
    p.0.on("AJ-A", "base_ruhr").on("AJ-M", "circling_near");
    p.offers("home:AJ-M");
    let mut p = over(true, WAVE);
    spend(&mut p, "AJ-M");
    spend(&mut p, "AJ-A");
    escorts(&mut p, "AJ-G").offers("escort:AJ-M").offers("escort:AJ-A");
    p.0.to("Circling Phase").on("AJ-A", "circling_near");
}

/// proves: 11.6.3.a, 11.6.3.b, 11.6.3.e
#[test]
fn r11_6_3_b_a_flare_in_the_run_phase_sets_the_order_free() {
    let mut p = over(false, WAVE);
    p.offers_no("flare:AJ-A").hints("flare:AJ-M", "Anybody in Circling Near");
    p.picks("flare:AJ-M").offers("run:AJ-P").offers("run:AJ-G").barred("flare:AJ-M", "11.6.3.a");
    p.logged("AJ-M fires a Very Light", "11.6.3.a");
    // It burns like any other.
    p.0.sees("/activity", 1);
    p.picks("run:AJ-P");
    p.0.to("the Approach Vector of").roll("4").logged("flares cancel 1 A", "4.2.1.f");
    p.0.to("Far Zone. What now?").answer("pull-up").to("Circling Phase");
    // Again in the same turn, though a second marker is not placed; others may not.
    p.barred("flare:AJ-G", "4.3.1.b").offers("flare:AJ-M").picks("flare:AJ-M").offers("far:AJ-G");
    p.0.sees("/activity", 1);
    p.barred("flare:AJ-M", "11.6.3.a");
    // One run for one flare.
    next_run(&mut p).offers("run:AJ-A").barred("run:AJ-P", "11.6.2.b");
    // Without a mine nobody enters.
    spend(&mut p, "AJ-A").picks("flare:AJ-M").barred("run:AJ-A", "4.1.b").offers("run:AJ-P");
    // With VHF the flare is that of the Circling Phase.
    let mut p = over(true, WAVE);
    p.offers_no("flare:AJ-M");
    circle(&mut p).picks("flare:AJ-M").barred("flare:AJ-M", "4.3.1.b").barred("flare:AJ-G", "4.3.1.b");
}

/// proves: 11.6.3.a
#[test]
fn r11_6_3_a_the_leader_fires_from_circling_near() {
    let mut p = over(false, WAVE);
    spend(&mut p, "AJ-M").offers("flare:AJ-M");
    circle(&mut p).picks("far:AJ-M").offers_no("flare:AJ-M");
    next_run(&mut p).offers_no("flare:AJ-M").barred("run:AJ-G", "11.6.2.b");
    circle(&mut p).picks("near:AJ-M").offers("flare:AJ-M").picks("flare:AJ-M").barred("far:AJ-M", "4.3.a");
}

/// proves: 11.6.3.c, 11.6.3.d
#[test]
fn r11_6_3_d_who_is_held_waits_for_the_next_flare() {
    let mut p = over_but_one(false);
    circle(&mut p).barred("far:AJ-G", "11.6.2.a").offers_no("hold:AJ-A");
    p.picks("flare:AJ-M").offers("far:AJ-G").offers("near:AJ-A").barred("far:AJ-M", "4.3.1.a");
    p.hints("hold:AJ-A", "until a Wave Leader fires again").picks("hold:AJ-A far:AJ-G");
    // Who was held is called by another flare, who was moved not in this turn.
    p.offers("near:AJ-A").offers_no("hold:AJ-A").barred("near:AJ-G", "4.3.a");
    next_run(&mut p).offers_no("run:AJ-A").offers_no("run:AJ-G").offers("run:AJ-P");
    assert_eq!(p.0.orders("AJ-G", "line/held"), true);
    circle(&mut p).barred("near:AJ-A", "11.6.3.d").barred("near:AJ-G", "11.6.3.d");
    next_run(&mut p);
    p.0.on("AJ-A", "circling_far").on("AJ-G", "circling_far");
    // A flare in the Run Phase calls them; so does one in the Circling Phase, after which they may be held anew.
    p.picks("flare:AJ-M").logged("AJ-G is held no longer", "11.6.3.d");
    circle(&mut p).offers("near:AJ-A").offers_no("hold:AJ-G");
    p.picks("flare:AJ-M hold:AJ-G");
    next_run(&mut p);
    p.0.on("AJ-A", "circling_near").on("AJ-G", "circling_far");
    p.offers("run:AJ-A").barred("run:AJ-P", "11.6.2.b");
    circle(&mut p).barred("near:AJ-G", "11.6.3.d").picks("flare:AJ-M near:AJ-G");
    p.0.on("AJ-G", "circling_near");
    let mut p = over_but_one(true);
    circle(&mut p).picks("flare:AJ-M").offers_no("hold:AJ-A").picks("far:AJ-G");
    next_run(&mut p);
    circle(&mut p).offers("near:AJ-G");
}

/// proves: 11.6.3.d
#[test]
fn r11_6_3_d_where_nobody_can_fire_nobody_is_held() {
    let mut p = over_but_one(false);
    circle(&mut p).picks("flare:AJ-M hold:AJ-A");
    next_run(&mut p);
    lose(&mut p, "AJ-M");
    // Another leads, and may call AJ-A.
    p.0.to("Who leads Wave 1 now?").answer("lead:AJ-G").to("Circling Phase");
    p.barred("near:AJ-A", "11.6.3.d").offers("flare:AJ-G");
    next_run(&mut p).offers("run:AJ-G").offers("run:AJ-P");
    spend(&mut p, "AJ-P");
    lose(&mut p, "AJ-G");
    // AJ-P has gone home: AJ-A flies on alone, and held by nobody.
    p.0.to("Circling Phase").logged("AJ-A flies on alone", "6.7.1.a");
    p.offers("near:AJ-A");
}

/// proves: 11.6.4.a
#[test]
fn r11_6_4_a_the_first_wave_attacks_first() {
    let mut p = over(false, WAVES);
    p.offers("run:AJ-A").offers("run:AJ-P").barred("run:AJ-M", "11.6.4.a").barred("run:AJ-G", "11.6.4.a");
    // With its line done the second follows; the leaders go when they like.
    spend(&mut p, "AJ-A").offers("run:AJ-M").offers("run:AJ-G").offers("run:AJ-P");
    let mut p = over(true, WAVES);
    p.offers("run:AJ-M").offers("run:AJ-G");
}

/// proves: 11.6.4.b, 11.6.2.e
#[test]
fn r11_6_4_b_two_leaders_escort_together() {
    let mut p = over(false, WAVES);
    spend(&mut p, "AJ-A");
    spend(&mut p, "AJ-P");
    spend(&mut p, "AJ-G");
    escorts(&mut p, "AJ-M").offers("escort:AJ-P").offers("escort:AJ-G").picks("escort:AJ-P escort:AJ-G");
    p.0.on("AJ-P", "escort_far").on("AJ-G", "escort_far");
}

/// proves: 7.9.6.h
#[test]
fn r7_9_6_h_without_vhf_a_die_decides_who_breaks_off() {
    let mut p = over(false, WAVE);
    circle(&mut p).offers_no("try-abort:AJ-G").barred("abort", "7.9.6.f");
    next_run(&mut p);
    lose(&mut p, "AJ-A");
    p.0.to("Circling Phase");
    p.barred("abort", "7.9.6.h").hints("try-abort:AJ-G", "even die").picks("try-abort:AJ-G").asks("7.9.6.h");
    p.picks("roll=4").logged("AJ-G may break off", "7.9.6.h").offers("abort");
    p.picks("try-abort:AJ-P roll=3").logged("AJ-P goes on with the attack", "7.9.6.h");
    // One die in this hour, whatever the turn.
    next_run(&mut p);
    circle(&mut p).barred("try-abort:AJ-P", "7.9.6.h").barred("try-abort:AJ-G", "7.9.6.h");
    p.offers("try-abort:AJ-M").picks("abort");
    p.logged("AJ-G is back over Ruhr", "7.9.7.a");
    p.0.on("AJ-G", "ruhr").on("AJ-P", "circling_near").on("AJ-M", "circling_near");
    assert_eq!(p.0.orders("AJ-G", "primary"), "Möhne");
    assert_eq!(station(&p, "AJ-P").leave, Leave::MayNot);
    // The others attack on; in the next hour there is another die.
    p.0.to("starts a run?");
    while p.0.seen("/flight/turn") == 4 {
        let answer = crate::flight::sky::calm(&p.0);
        p.0.answer(&answer);
    }
    p.0.fly("starts a run?");
    assert_eq!(station(&p, "AJ-P").leave, Leave::Untried);
    // With VHF the order reaches them all.
    let mut p = over(true, WAVE);
    lose(&mut p, "AJ-A");
    p.0.to("Circling Phase");
    p.offers("abort").offers_no("try-abort:AJ-G").picks("abort");
    p.0.on("AJ-G", "ruhr").on("AJ-P", "ruhr").on("AJ-M", "ruhr");
}

/// proves: 11.6.1.a
#[test]
fn r11_6_1_a_a_wave_formed_after_an_attack_has_its_own_line() {
    let mut p = over(false, WAVE);
    lose(&mut p, "AJ-A");
    p.0.to("Circling Phase");
    p.picks("try-abort:AJ-G roll=2 try-abort:AJ-P roll=2 try-abort:AJ-M roll=2 abort");
    p.picks("lead:AJ-M add:AJ-P add:AJ-G");
    for (code, place) in [("AJ-M", 0), ("AJ-P", 1), ("AJ-G", 2)] {
        assert_eq!(p.0.orders(code, "line/place"), place, "{code}");
        assert_eq!(p.0.orders(code, "line/wave"), "Wave 1", "{code}");
    }
}

/// proves: 6.7.5.b, 11.6.2.d
#[test]
fn r6_7_5_b_at_the_dam_too_a_line_that_loses_its_leader_has_another() {
    let mut p = over(false, WAVE);
    lose(&mut p, "AJ-M");
    p.0.to("Who leads Wave 1 now?");
    p.asks("6.7.5.b").offers("lead:AJ-P").picks("lead:AJ-P");
    p.offers("flare:AJ-P");
    next_run(&mut p).offers("run:AJ-A").offers("run:AJ-P").barred("run:AJ-G", "11.6.2.b");
    // With VHF waves mean nothing here.
    let mut p = over(true, WAVE);
    lose(&mut p, "AJ-M");
    p.0.to("Circling Phase").not_logged("leads Wave 1");
}
