//! 7.9 Target Map Phase: entry, attack, transfer back.

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use super::sky::{Flying, Sky};
use crate::rig::{GOOD, POOR};
use crate::sortie::Sortie;

/// Lancasters that come into the Ruhr for the Ennepe, which is known and takes one mine of 5; each with more fields.
fn ennepe(ships: &[(&str, &str)]) -> Sky {
    let mut sky = Sky::of(2)
        .zones([0, 3, 3])
        .dam(DamId::Ennepe, "recon: 4, flak: 0")
        .mines(&["U24", "U20", "U21", "U22"]);
    for (code, rest) in ships {
        sky = sky.ship(code, "Green", &format!("zone: DutchCoast, primary: Ennepe, {rest}"));
    }
    sky.skip("Nightfighter")
}

/// The same with all of them as one wave; one unit draws three.
fn wave(ships: &[(&str, &str)]) -> Sky {
    let codes: Vec<&str> = ships.iter().map(|s| s.0).collect();
    ennepe(ships).wave(&codes).draws("L3 L4 L29")
}

const TWO: [(&str, &str); 2] = [("AJ-G", ""), ("AJ-M", "")];
const THREE: [(&str, &str); 3] = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", "")];

/// proves: 7.9.a
#[test]
fn r7_9_a_without_anybody_in_a_box_there_is_no_such_phase() {
    let sky = Sky::of(2).ship("AJ-G", "Green", "zone: DutchCoast, primary: Eder").draws("L3 L4 L29");
    let mut p = sky.open();
    p.fly("Wireless").sees("/flight/turn", 3).not_logged("The attack on");
    let mut p = wave(&TWO).open();
    p.fly("starts a run?").logged("The attack on the Ennepe", "7.9.b").sees("/flight/turn", 2);
}

/// Two dams found at once.
fn two_dams() -> Sky {
    let sky = ennepe(&[("AJ-G", "")]).dam(DamId::Sorpe, "recon: 4, flak: 0");
    sky.ship("AJ-M", "Green", "zone: DutchCoast, primary: Sorpe").draws("L3 L4 L29 L30")
}

/// proves: 7.9.b, 7.9.9.a, 4.4.3.h, 7.9.2.a
#[test]
fn r7_9_9_a_every_dam_is_attacked_before_the_phase_is_over() {
    for (first, second) in [("Ennepe", "Sorpe"), ("Sorpe", "Ennepe")] {
        let mut p = two_dams().draws(&POOR.join(" ")).open();
        p.fly("Which dam is attacked first?")
            .asked(Seat(0), "7.9.b")
            .offers_only(&["attack:Sorpe", "attack:Ennepe"]);
        p.answer(&format!("attack:{first}")).fly("starts a run?").sees("/dam_name", first);
        // Eight turns later it is the other's turn, in the same hour.
        while p.seen("/dam_name") == first {
            let answer = super::sky::calm(&p);
            p.answer(&answer);
        }
        p.sees("/dam_name", second).sees("/flight/turn", 2);
        p.fly("starts a run?").sees("/turn", 1);
        // Each dam keeps its own Activity Level: here nothing has happened but a flare.
        p.sees("/activity", 1);
    }
}

/// proves: 7.9.9.b, 7.9.6.b, 7.9.6.c, 4.4.6.c
#[test]
fn r7_9_6_b_an_attack_not_over_goes_on_in_the_next_hour() {
    // One of two stays in Circling Far; neither attacks.
    let mut p = wave(&TWO).open();
    p.fly("the entry of AJ-M").roll("1").fly("starts a run?");
    p.fly("Circling Phase");
    while p.seen("/flight/turn") == 2 {
        let answer = super::sky::calm(&p);
        p.answer(&answer);
    }
    p.logged("The attack on the Ennepe goes on in the next hour", "7.9.6.b").not_logged("Attack Turn 9");
    // No checks and no hazards meanwhile: the next question is the Visibility Check of the new hour.
    p.prompt("the Visibility Check").sees("/flight/turn", 3).roll("6,6");
    p.fly("starts a run?").sees("/space", 1).on("AJ-G", "circling_near").on("AJ-M", "circling_far");
}

/// proves: 7.9.6.b, 4.4.2.a
#[test]
fn r7_9_6_b_a_new_hour_starts_without_the_blast_of_the_old() {
    // A mine is let go in the eighth turn: what it shakes is shaken then, and not again an hour later.
    let sky = wave(&THREE).dam(DamId::Ennepe, "recon: 4, flak: 2, searchlights: 0").draws(&POOR.join(" "));
    let mut p = sky.open();
    p.fly("starts a run?");
    while !(p.seen("/turn") == 8 && p.at("starts a run?")) {
        let answer = super::sky::calm(&p);
        p.answer(&answer);
    }
    p.release_near("AJ-M", "1,1").fly("Defence Attrition of Flak").roll("6");
    // The turns are counted from 1 again, in the log and in sight.
    p.fly("Attack Turn 1. Who starts a run?").sees("/turn", 1).sees("/last_turn", 8);
    p.logged("Attack Turn 1", "7.9.5.a").answers(["end:run", "end:circling"]);
    p.fly("Attack Turn 2. Who starts a run?").logged("Attack Turn 2", "4.4.6.a").not_logged("Attack Turn 9");
    let shaken =
        p.table.log(Seat(0)).iter().filter(|(_, words, _)| words.contains("Defence Attrition")).count();
    assert_eq!(shaken, 1);
}

/// proves: 7.9.2.b, 7.9.3.a
#[test]
fn r7_9_3_a_a_wave_in_good_order_enters_behind_its_leader() {
    let mut p = wave(&THREE).open();
    p.fly("the entry of AJ-M").asked(Seat(0), "7.9.3.a").on("AJ-G", "circling_near");
    p.roll("2").on("AJ-M", "circling_near").prompt("the entry of AJ-P").roll("3").on("AJ-P", "circling_far");
    p.prompt("starts a run?");
    // Compromised, or alone: each by himself.
    let mut p = wave(&THREE).open();
    p.roll("1,1")
        .fly("They come in one by one")
        .asked(Seat(0), "7.9.4.a")
        .answer("no-flare")
        .prompt("when AJ-G arrives");
    let mut p = ennepe(&TWO).draws("L3 L4 L29 L30").open();
    p.fly("They come in one by one").answer("no-flare").prompt("when AJ-G arrives");
}

/// Alone over the Ennepe, at the die of its arrival, with or without a flare.
fn arrives(rest: &str, flare: &str) -> Played {
    let mut p = ennepe(&[("AJ-G", rest)]).draws("L3 L4 L29").open();
    p.fly("They come in one by one").answer(flare).prompt("when AJ-G arrives");
    p
}

/// proves: 7.9.4.a, 2.8.d, 2.8.b
#[test]
fn r7_9_4_a_one_flare_for_all_who_enter() {
    let mut p = ennepe(&TWO).draws("L3 L4 L29 L30").open();
    p.fly("They come in one by one").offers_only(&["flare", "no-flare"]).answer("flare");
    for code in ["AJ-G", "AJ-M"] {
        p.prompt(&format!("when {code} arrives"));
        assert!(p.spec().modifiers.iter().any(|m| m.applied() == -1), "{code}");
        p.roll("1").on(code, "circling_near");
    }
    // It burns on the first space of the track.
    p.sees("/activity", 1);
}

/// proves: 7.9.4.b, 7.9.4.c, 7.9.4.d, 7.9.4.e, 7.9.5.a
#[test]
fn r7_9_4_b_the_die_is_the_turn_of_arrival() {
    // 0 in Circling Near, 1 in Circling Far, more on the track; the marker skips to the first arrival.
    arrives("", "flare")
        .roll("1")
        .on("AJ-G", "circling_near")
        .sees("/turn", 1)
        .logged("Attack Turn 1", "7.9.4.c");
    arrives("", "no-flare")
        .roll("1")
        .on("AJ-G", "circling_far")
        .sees("/turn", 1)
        .logged("Attack Turn 1", "7.9.4.d");
    for die in 2..=6 {
        let mut p = arrives("", "no-flare");
        p.roll(&die.to_string())
            .sees("/turn", die)
            .on("AJ-G", "circling_far")
            .logged("arrives on Attack Turn", "7.9.4.e");
    }
    for (hazards, adds) in [("MapError", 1), ("CompassCard", 1), ("MapError, MapError, CompassCard", 3)] {
        let mut p = arrives(&format!("hazards: [{hazards}]"), "no-flare");
        p.roll("2").sees("/turn", 2 + adds);
    }
    // Nobody later than the eighth.
    arrives("hazards: [MapError, MapError, CompassCard]", "no-flare").roll("6").sees("/turn", 8);
    // While somebody is there the others wait until their turn has come.
    let mut p = ennepe(&TWO).draws("L3 L4 L29 L30").open();
    p.fly("They come in").answer("flare").roll("1").roll("4").prompt("starts a run?").on("AJ-M", "waiting");
    p.answers(["end:run", "end:circling"]).fly("starts a run?").sees("/turn", 2).on("AJ-M", "waiting");
    p.answers(["end:run", "end:circling"]).fly("starts a run?").sees("/turn", 3).on("AJ-M", "circling_far");
}

/// proves: 4.4.b
#[test]
fn r4_4_b_who_waits_is_not_on_the_map() {
    // The only one there turns for home in Turn 1; the other arrives on Turn 5: no Status Phase before.
    let mut p = ennepe(&[("AJ-G", "damaged: true"), ("AJ-M", "")]).draws("L3 L4 L29 L30").open();
    p.answer("end:move").fly("They come in").answer("no-flare").roll("5").roll("6");
    // Nobody is there yet: the marker starts on the fifth turn.
    p.sees("/turn", 5).on("AJ-G", "circling_far").on("AJ-M", "waiting");
}

/// proves: 7.9.6.a, 7.9.7.a, 7.9.7.e
#[test]
fn r7_9_6_a_it_ends_with_nobody_left_or_a_breach() {
    let mut p = wave(&TWO).draws(&GOOD.join(" ")).open();
    p.breach("AJ-G").logged("AJ-M is back over Ruhr", "7.9.7.a").on("AJ-M", "ruhr");
    // Who led the wave without Upkeep must lead where he can; nobody else of these may.
    p.prompt("who leads a wave?");
    // Without Upkeep the others go straight home.
    let mut p = wave(&TWO).draws(&GOOD.join(" ")).open();
    p.breach("AJ-M").logged("AJ-M turns for home from Ruhr", "7.9.7.e").on("AJ-M", "base_ruhr");
    // Everybody home: over as well.
    let bare = [("AJ-G", "upkeep: false"), ("AJ-M", "")];
    let mut p = wave(&bare).draws(&POOR.join(" ")).open();
    p.answer("end:move").fly("starts a run?").release_near("AJ-M", "1,1").to("Circling Phase");
    p.answers(["home:AJ-G", "end:circling"])
        .to("Circling Phase")
        .answer("home:AJ-M")
        .fly("the return of AJ-G")
        .on("AJ-G", "base_ruhr")
        .on("AJ-M", "base_ruhr");
}

/// proves: 7.9.6.d, 7.9.6.e
#[test]
fn r7_9_6_e_one_more_success_after_the_breach() {
    let widen = || {
        let mut p = wave(&THREE).draws(&GOOD.join(" ")).draws(&GOOD.join(" ")).open();
        p.fly("starts a run?").release_near("AJ-M", "6,6").to("the result of the mine of").roll("1");
        p.to("Break off, or widen the breach?").asked(Seat(0), "7.9.6.d").answer("go-on");
        p
    };
    let mut p = widen();
    p.release_near("AJ-P", "6,6")
        .to("the result of the mine of")
        .roll("2")
        .logged("is back over Ruhr", "7.9.7.a");
    // Without one it may go on, or be broken off at the end of any turn.
    let mut p = widen();
    p.to("starts a run?").answers(["end:run", "end:circling"]).to("Break off, or widen").answer("stop");
    p.on("AJ-P", "ruhr");
}

/// The night with aborts: AJ-M crashes into the defences of the Ennepe.
fn lossy(rest: &str, abort: bool) -> Played {
    let ships = [("AJ-G", ""), ("AJ-M", "damaged: true"), ("AJ-P", rest)];
    let sky = wave(&ships).dam(DamId::Ennepe, "recon: 4, flak: 0").draws(&POOR.join(" "));
    let mut p = if abort { sky.abort().open() } else { sky.open() };
    p.answer("end:move").fly("starts a run?");
    p
}

/// proves: 7.9.6.f
#[test]
fn r7_9_6_f_after_a_loss_an_attack_may_be_broken_off() {
    let mut p = lossy("", true);
    p.answer("end:run").prompt("Circling Phase").barred("abort", "7.9.6.f").answer("end:circling");
    // The blast of its own mine is the end of the damaged one.
    p.release_near("AJ-M", "1,1").to("Circling Phase").on("AJ-M", "lost").offers("abort").answer("abort");
    p.logged("The attack is broken off", "7.9.6.f").on("AJ-G", "ruhr").on("AJ-P", "ruhr");
    assert_eq!(p.orders("AJ-P", "primary"), "Ennepe");
    // In other scenarios there is no such choice.
    let mut p = lossy("", false);
    p.release_near("AJ-M", "1,1").to("Circling Phase").on("AJ-M", "lost").offers_no("abort");
}

/// proves: 7.9.6.g, 7.7.3c.a
#[test]
fn r7_9_6_g_who_has_no_radio_does_not_hear_of_it() {
    let mut p = lossy("hazards: [BrokenRadio]", true);
    p.release_near("AJ-M", "1,1")
        .to("Circling Phase")
        .answer("abort")
        .on("AJ-G", "ruhr")
        .on("AJ-P", "circling_near");
    // For it the attack goes on.
    p.fly("starts a run?").on("AJ-P", "circling_near").offers("run:AJ-P");
    let silent =
        [("AJ-G", "hazards: [BrokenRadio]"), ("AJ-M", "damaged: true"), ("AJ-P", "hazards: [BrokenRadio]")];
    let mut p = wave(&silent).abort().draws(&POOR.join(" ")).open();
    p.answer("end:move")
        .fly("starts a run?")
        .release_near("AJ-M", "1,1")
        .to("Circling Phase")
        .barred("abort", "7.9.6.g");
}

/// Four after a breach by AJ-M: three have mines left, and AJ-G has led a wave before.
fn after(rest: [&str; 3]) -> Played {
    let ships = [("AJ-G", rest[0]), ("AJ-M", ""), ("AJ-P", rest[1]), ("AJ-A", rest[2])];
    let mut p = wave(&ships).draws(&GOOD.join(" ")).open();
    p.breach("AJ-M");
    p
}

/// proves: 7.9.7.b, 7.9.7.c, 6.7.4.c, 6.7.2.c
#[test]
fn r7_9_7_b_back_over_the_zone_they_group_as_the_player_likes() {
    let mut p = after(["", "", ""]);
    // Only one of them has been a leader.
    p.asked(Seat(0), "7.9.7.b")
        .offers_only(&["lead:AJ-G", "apart"])
        .answer("lead:AJ-G")
        .prompt("Who flies with AJ-G?");
    p.offers("add:AJ-P").offers("add:AJ-A").barred("formed", "6.7.a").answer("add:AJ-A").answer("formed");
    let wave = p.orders("AJ-G", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&wave), ["AJ-G", "AJ-A"]);
    assert_eq!(
        (p.wave(&wave, "compromised"), p.wave(&wave, "leader")),
        (json!(false), json!(p.piece("AJ-G").0))
    );
    assert_eq!(p.orders("AJ-P", "wave"), Value::Null);
    // Or each for himself.
    let mut p = after(["", "", ""]);
    p.answer("apart");
    assert!(["AJ-G", "AJ-P", "AJ-A"].iter().all(|code| p.orders(code, "wave").is_null()));
    // With other targets nobody joins: two alone came for the same dam with another Secondary Target.
    let ships = [("AJ-G", "secondary: Eder"), ("AJ-M", "secondary: Eder"), ("AJ-P", "secondary: Sorpe")];
    let mut p = ennepe(&ships).draws("L3 L4 L29 L30 L31").draws(&GOOD.join(" ")).open();
    p.breach("AJ-M").on("AJ-G", "ruhr").on("AJ-P", "ruhr").prompt("Wireless");
}

/// proves: 7.9.7.c
#[test]
fn r7_9_7_c_where_nobody_has_led_anybody_may() {
    let mut p = ennepe(&THREE).draws("L3 L4 L29 L30 L31").draws(&GOOD.join(" ")).open();
    p.breach("AJ-M").prompt("who leads a wave?").offers_only(&["lead:AJ-G", "lead:AJ-P", "apart"]);
}

/// proves: 7.9.7.d, 7.9.7.e
#[test]
fn r7_9_7_d_a_leader_without_upkeep_leads_on() {
    let mut p = wave(&THREE).draws(&GOOD.join(" ")).open();
    p.breach("AJ-G")
        .on("AJ-G", "ruhr")
        .offers_only(&["lead:AJ-G"])
        .barred("apart", "7.9.7.d")
        .answer("lead:AJ-G");
    p.answers(["add:AJ-M", "add:AJ-P"]);
    assert_eq!(p.orders("AJ-G", "wave"), p.orders("AJ-P", "wave"));
    // With nobody to lead he goes home like the rest.
    let ships = [("AJ-G", "secondary: Eder"), ("AJ-M", "secondary: Eder")];
    let mut p = wave(&ships).draws(&POOR.join(" ")).draws(&GOOD.join(" ")).open();
    p.fly("starts a run?").release_near("AJ-M", "1,1").to("Circling Phase").answer("end:circling");
    p.to("starts a run?").answers(["end:run", "home:AJ-M", "end:circling"]);
    p.to("starts a run?").release_near("AJ-G", "6,6").to("the result of the mine of").on("AJ-M", "base_ruhr");
}

/// proves: 7.9.7.c, 7.9.7.d
#[test]
fn r7_9_7_c_more_leaders_than_waves_leave_the_choice_free() {
    // Two waves of three for one dam: AJ-G has let go its mine, AJ-J has still got his.
    let ships = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", ""), ("AJ-J", ""), ("AJ-L", ""), ("AJ-Z", "")];
    let sky = ennepe(&ships).wave(&["AJ-G", "AJ-M", "AJ-P"]).wave(&["AJ-J", "AJ-L", "AJ-Z"]);
    let breached = || {
        let mut p = sky.clone().draws("L3 L4 L29 L30").draws(&GOOD.join(" ")).open();
        p.breach("AJ-G");
        p
    };
    let mut p = breached();
    p.prompt("who leads a wave?").offers_only(&["lead:AJ-G", "lead:AJ-J"]).barred("apart", "7.9.7.d");
    // The wave of the armed leader first, and one for him without a mine.
    p.answers(["lead:AJ-J", "add:AJ-L", "formed"]).offers_only(&["lead:AJ-G"]).barred("apart", "7.9.7.d");
    p.answers(["lead:AJ-G", "add:AJ-M", "add:AJ-P"]);
    // Or the other way round, with all of them under him.
    let mut p = breached();
    p.answers(["lead:AJ-G", "add:AJ-M", "add:AJ-P", "add:AJ-J", "add:AJ-L", "add:AJ-Z"]);
    let wave = p.orders("AJ-G", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&wave).len(), 6);
}

/// A nightfighter strikes at the Ennepe: one Near, two Far, one still to come.
fn scattered() -> Played {
    let ships = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", ""), ("AJ-A", ""), ("AJ-J", "")];
    let sky = ennepe(&ships).skip("").alert(4).draws("L3 L4 L29 L30 L31 L32 L33 L34 L15 L16 L17");
    let mut p = sky.open();
    p.fly("They come in one by one").answer("flare");
    // G and M in Circling Near, P and A in Circling Far, J on the third turn.
    for die in ["1", "1", "2", "2", "4"] {
        p.roll(die);
    }
    p.answers(["end:run", "end:circling"]).roll("1,1").prompt("Nightfighter attacks?").roll("6,6");
    p.asked(Seat(0), "4.4.3.k").answer("victim:AJ-M").on("AJ-M", "lost");
    p
}

/// proves: 4.4.3.m, 4.4.3.o, 4.4.3.q, 4.4.3.r, 6.7.2.b
#[test]
fn r4_4_3_r_near_they_scatter_alone_far_as_one_wave_and_who_waits_chooses() {
    let mut p = scattered();
    p.on("AJ-G", "ruhr").asked(Seat(0), "4.4.3.m").offers_only(&["scatter:AJ-J", "wait"]).answer("wait");
    p.asked(Seat(0), "6.7.5.a")
        .offers_only(&["lead:AJ-P", "lead:AJ-A"])
        .answer("lead:AJ-A")
        .on("AJ-P", "ruhr");
    let wave = p.orders("AJ-A", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&wave), ["AJ-P", "AJ-A"]);
    assert_eq!((p.wave(&wave, "compromised"), p.orders("AJ-G", "wave")), (json!(true), Value::Null));
    // The Alert will rise; who waits comes in on his turn, and the attack is his.
    p.sees("/flight/alert_pending", true)
        .on("AJ-J", "waiting")
        .fly("Circling Phase")
        .on("AJ-J", "circling_far");
    let mut p = scattered();
    p.answer("scatter:AJ-J").answer("lead:AJ-J");
    let wave = p.orders("AJ-J", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&wave), ["AJ-P", "AJ-A", "AJ-J"]);
    p.on("AJ-J", "ruhr");
}

/// proves: 2.5.b
#[test]
fn r2_5_b_on_a_target_map_waves_mean_nothing() {
    let mut p = wave(&THREE).open();
    p.fly("starts a run?");
    assert!(["AJ-G", "AJ-M", "AJ-P"].iter().all(|code| p.orders(code, "wave").is_null()));
    // One of them alone leaves, the others stay.
    p.offers("run:AJ-G").offers("run:AJ-M").offers("run:AJ-P");
}
