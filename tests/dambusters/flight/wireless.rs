//! 7.2 Wireless Telegraphy.

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::Played;
use serde_json::{Value, json};

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// Lancasters for the Möhne, then the Eder, with more fields each; the first `n` are a wave.
fn sky(n: usize, ships: &[(&str, &str)]) -> Sky {
    let mut sky = Sky::of(2);
    for (code, rest) in ships {
        sky = sky.ship(code, "Seasoned", &format!("primary: Moehne, secondary: Eder, {rest}"));
    }
    let codes: Vec<&str> = ships.iter().take(n).map(|s| s.0).collect();
    if n > 1 {
        sky = sky.wave(&codes);
    }
    sky.draws("Y23")
}

/// The same at the Wireless Phase of the next turn.
fn calls(n: usize, ships: &[(&str, &str)]) -> Played {
    let mut p = sky(n, ships).open();
    p.fly("Wireless: whom do you call?");
    p
}

const THREE: [(&str, &str); 3] = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", "")];

/// proves: 7.2.a, 7.2.d, 7.2.1.j
#[test]
fn r7_2_a_each_of_them_once_a_phase_or_nobody() {
    let mut p = calls(0, &THREE);
    p.asked(Seat(0), "7.2.a").offers_only(&[
        "wireless:AJ-G",
        "wireless:AJ-M",
        "wireless:AJ-P",
        "end:wireless",
    ]);
    p.answer("wireless:AJ-M").roll("2,3").logged("AJ-M does not receive it", "7.2.1.j");
    p.barred("wireless:AJ-M", "7.2.d").offers("wireless:AJ-G").answer("wireless:AJ-G").roll("2,2");
    p.answer("end:wireless").prompt("Navigation Check");
    // Next turn it may be tried again.
    p.fly("Wireless").offers("wireless:AJ-M");
    assert_eq!(p.orders("AJ-M", "primary"), "Möhne");
}

/// proves: 7.2.b, 7.2.2.a, 6.7.3.b, 6.4.4.b
#[test]
fn r7_2_2_a_a_new_target_takes_one_out_of_his_wave() {
    let mut p = calls(3, &THREE);
    p.answer("wireless:AJ-M").roll("6,6").answers(["primary:Sorpe", "no-secondary"]);
    p.logged("AJ-M leaves Wave 1", "7.2.2.a").on("AJ-M", "english_coast");
    assert_eq!((p.orders("AJ-M", "primary"), p.orders("AJ-M", "wave")), (json!("Sorpe"), Value::Null));
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
    assert_eq!(p.orders("AJ-G", "primary"), "Möhne");
    // Told nothing new it stays.
    let mut p = calls(3, &THREE);
    p.answer("wireless:AJ-M").roll("6,6").answers(["keep:Möhne", "keep"]);
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M", "AJ-P"]);
    // A lone Lancaster simply turns to it.
    let mut p = calls(0, &THREE);
    p.answer("wireless:AJ-G").roll("6,6").answers(["primary:Eder", "secondary:Sorpe"]);
    assert_eq!((p.orders("AJ-G", "primary"), p.orders("AJ-G", "secondary")), (json!("Eder"), json!("Sorpe")));
}

/// proves: 7.2.c, 6.7.3.b
#[test]
fn r7_2_c_the_leader_hears_for_his_whole_wave() {
    let mut p = calls(3, &THREE);
    p.offers("wireless-wave:Wave 1")
        .answer("wireless-wave:Wave 1")
        .roll("6,6")
        .answers(["primary:Sorpe", "secondary:Eder"]);
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        assert_eq!((p.orders(code, "primary"), p.orders(code, "secondary")), (json!("Sorpe"), json!("Eder")));
    }
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-M", "AJ-P"]);
    // Then nobody of it is called by himself, whatever came of it.
    let mut p = calls(3, &[THREE[0], THREE[1], THREE[2], ("AJ-A", "")]);
    p.answer("wireless-wave:Wave 1").roll("2,2");
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        p.barred(&format!("wireless:{code}"), "7.2.d");
    }
    // Nor the wave once one of it was called.
    let mut p = calls(3, &THREE);
    p.answer("wireless:AJ-M").roll("2,2").barred("wireless-wave:Wave 1", "7.2.c");
}

/// proves: 7.2.e, 7.7.3c.a
#[test]
fn r7_2_e_who_has_no_radio_is_not_called_and_keeps_his_targets() {
    let silent = ("AJ-M", "hazards: [BrokenRadio]");
    let mut p = calls(3, &[THREE[0], silent, THREE[2]]);
    p.barred("wireless:AJ-M", "7.2.e")
        .answer("wireless-wave:Wave 1")
        .roll("6,6")
        .answers(["primary:Sorpe", "no-secondary"]);
    assert_eq!(p.orders("AJ-M", "primary"), "Möhne");
    assert_eq!(p.orders("AJ-M", "wave"), Value::Null);
    assert_eq!(p.crew("Wave 1"), ["AJ-G", "AJ-P"]);
    // The wave cannot be reached through a leader without one.
    let mut p = calls(2, &[("AJ-G", "hazards: [BrokenRadio]"), THREE[1]]);
    p.barred("wireless-wave:Wave 1", "7.2.e").offers("wireless:AJ-M");
}

/// proves: 7.2.f
#[test]
fn r7_2_f_only_with_upkeep_but_a_leader_without() {
    let bare = ("AJ-G", "upkeep: false");
    let mut p = calls(3, &[bare, THREE[1], THREE[2]]);
    p.offers("wireless-wave:Wave 1").offers("wireless:AJ-G").offers("wireless:AJ-M");
    // Any other without Upkeep has turned home by then.
    let mut p = calls(0, &[bare, THREE[1]]);
    p.offers_no("wireless:AJ-G").offers("wireless:AJ-M");
}

/// proves: 7.2.h, 2.3.8.a, 2.3.8.b, 2.3.8.c
#[test]
fn r7_2_h_a_wireless_operator_throws_three_dice() {
    const HUTCHISON: &str = "elite: (kind: WirelessOperator, name: \"Hutchison\")";
    let mut p = calls(0, &[("AJ-G", HUTCHISON), THREE[1]]);
    p.answer("wireless:AJ-G");
    assert_eq!(p.spec().dice, 3);
    p.roll("1,2,6").asked(Seat(0), "2.3.8.a").offers_only(&["total:3", "total:7", "total:8"]);
    p.answer("total:8").prompt("The new Primary Target of AJ-G");
    // The player's choice may be a worse one.
    let mut p = calls(0, &[("AJ-G", HUTCHISON), THREE[1]]);
    p.answer("wireless:AJ-G").roll("2,2,6").answer("total:4").logged("does not receive it", "7.2.1.j");
    p.answer("wireless:AJ-M");
    assert_eq!(p.spec().dice, 2);
    // In the leader's wave he helps the leader, and himself, but no third.
    let ships = [THREE[0], ("AJ-M", HUTCHISON), THREE[2]];
    for (call, dice) in
        [("wireless-wave:Wave 1", 3), ("wireless:AJ-G", 3), ("wireless:AJ-M", 3), ("wireless:AJ-P", 2)]
    {
        let mut p = calls(3, &ships);
        p.answer(call);
        assert_eq!(p.spec().dice, dice, "{call}");
    }
    let broken = format!("{HUTCHISON}, hazards: [BrokenRadio]");
    let mut p = calls(3, &[THREE[0], ("AJ-M", &broken), THREE[2]]);
    p.answer("wireless-wave:Wave 1");
    assert_eq!(p.spec().dice, 2);
}

/// proves: 7.2.i
#[test]
fn r7_2_i_missing_they_may_be_called() {
    let mut p = sky(0, &THREE[..2]).open();
    p.roll("1,1").roll("6,6").on("AJ-G", "missing_english_coast");
    p.fly("Wireless")
        .offers("wireless:AJ-G")
        .answer("wireless:AJ-G")
        .roll("6,6")
        .answers(["primary:Sorpe", "keep"]);
    assert_eq!(p.orders("AJ-G", "primary"), "Sorpe");
    p.on("AJ-G", "missing_english_coast");
}

/// proves: 7.2.1.a, 7.2.1.b, 6.4.4.b
#[test]
fn r7_2_1_b_received_any_dam_that_stands_may_be_named() {
    let night = sky(0, &THREE[..1]).dam(DamId::Sorpe, "recon: 0, flak: 0, breached: true");
    let open = || {
        let mut p = night.open();
        p.fly("Wireless").answer("wireless:AJ-G").asked(Seat(0), "7.2.1.a").roll("4,4");
        p
    };
    let mut p = open();
    let dams = ["Eder", "Möhne", "Bever", "Lister", "Diemel", "Ennepe", "Henne"];
    let ids = dams.map(|d| format!("primary:{d}"));
    let all: Vec<&str> = ids.iter().map(String::as_str).chain(["keep:Möhne"]).collect();
    p.offers_only(&all).answer("primary:Lister");
    // The Secondary Target is another than the Primary.
    p.barred("secondary:Lister", "6.4.2.a").offers("secondary:Diemel").offers("no-secondary").answer("keep");
    assert_eq!(
        (p.orders("AJ-G", "primary"), p.orders("AJ-G", "secondary")),
        (json!("Lister"), json!("Eder"))
    );
    // The old Secondary as the new Primary cannot stay Secondary.
    let mut p = open();
    p.answer("primary:Eder").barred("keep", "6.4.2.a").answer("no-secondary");
    assert_eq!((p.orders("AJ-G", "primary"), p.orders("AJ-G", "secondary")), (json!("Eder"), Value::Null));
}

/// proves: 7.2.1.c
#[test]
fn r7_2_1_c_garbled_it_is_sent_again_with_one_more_each_time() {
    let mut p = calls(0, &THREE);
    p.answer("wireless:AJ-G");
    assert_eq!(p.modifier("7.2.1.c"), Some(0));
    p.roll("3,4").logged("Garbled", "7.2.1.c");
    assert_eq!(p.modifier("7.2.1.c"), Some(1));
    p.roll("2,4");
    assert_eq!(p.modifier("7.2.1.c"), Some(2));
    p.roll("3,3").prompt("The new Primary Target of AJ-G");
}

/// At the die that says what a misread message becomes.
fn misread(p: &mut Played, call: &str) {
    p.answer(call).roll("1,1").asked(Seat(0), "7.2.1.d");
}

/// proves: 7.2.1.d, 7.2.1.e, 7.2.1.h
#[test]
fn r7_2_1_d_misread_it_sends_them_somewhere_each_for_himself() {
    let mut p = calls(0, &THREE);
    misread(&mut p, "wireless:AJ-G");
    p.roll("1").on("AJ-G", "base_sea").logged("AJ-G turns for home", "7.2.1.e");
    misread(&mut p, "wireless:AJ-M");
    p.roll("6").logged("AJ-M makes for the Henne", "7.2.1.h");
    assert_eq!(p.orders("AJ-M", "primary"), "Henne");
    // A whole wave: one die each. Who is sent elsewhere leaves it, and those sent to the same dam may group.
    let mut p = calls(3, &[THREE[0], THREE[1], THREE[2]]);
    misread(&mut p, "wireless-wave:Wave 1");
    p.prompt("what AJ-G makes of")
        .roll("1")
        .prompt("what AJ-M makes of")
        .roll("6")
        .prompt("what AJ-P makes of")
        .roll("6");
    p.on("AJ-G", "base_sea");
    assert_eq!(p.crew("Wave 1"), ["AJ-M", "AJ-P"]);
}

/// proves: 7.2.1.f, 7.2.1.g
#[test]
fn r7_2_1_f_to_the_dam_known_least_or_best() {
    let night = |least: &str| {
        let mut s = sky(0, &THREE[..2]).last_resort("Lister");
        for dam in DamId::ALL {
            let fields = match dam {
                DamId::Moehne => "recon: 3, flak: 0",
                DamId::Bever => least,
                _ => "recon: 1, flak: 0",
            };
            s = s.dam(dam, fields);
        }
        let mut p = s.open();
        p.fly("Wireless");
        misread(&mut p, "wireless:AJ-G");
        p
    };
    for die in ["2", "3"] {
        let mut p = night("recon: 0, flak: 0");
        p.roll(die).logged("AJ-G makes for the Bever", "7.2.1.f");
    }
    for die in ["4", "5"] {
        let mut p = night("recon: 0, flak: 0");
        p.roll(die).logged("AJ-G makes for the Möhne", "7.2.1.g");
    }
    // Breached, it is the Target of Last Resort instead.
    let mut p = night("recon: 0, flak: 0, breached: true");
    p.roll("2").logged("AJ-G makes for the Lister", "7.2.1.f");
    // Of several known as little the player chooses.
    let mut p = night("recon: 1, flak: 0");
    p.roll("2").asked(Seat(0), "7.2.1.f").offers("dam:Eder").offers("dam:Henne").offers_no("dam:Möhne");
    p.answer("dam:Diemel");
    assert_eq!(p.orders("AJ-G", "primary"), "Diemel");
}

/// proves: 7.2.1.i
#[test]
fn r7_2_1_i_who_has_misread_is_never_reached_again() {
    let mut p = calls(0, &THREE);
    misread(&mut p, "wireless:AJ-G");
    p.roll("6").barred("wireless:AJ-G", "7.2.d").answer("end:wireless").fly("Wireless");
    p.barred("wireless:AJ-G", "7.2.1.i").offers("wireless:AJ-M");
    let mut p = calls(2, &THREE);
    misread(&mut p, "wireless-wave:Wave 1");
    p.roll("6").roll("6").fly("Wireless");
    if p.seen("/flight/turn") == 3 {
        p.answer("end:wireless").fly("Wireless");
    }
    p.barred("wireless:AJ-G", "7.2.1.i").barred("wireless:AJ-M", "7.2.1.i").offers("wireless:AJ-P");
}

/// proves: 7.2.2.b, 7.2.2.c
#[test]
fn r7_2_2_b_those_who_leave_a_wave_for_one_dam_may_form_another() {
    let part = |order: &str| {
        let mut p = sky(3, &[THREE[0], THREE[1], THREE[2], ("AJ-A", "")]).open();
        p.roll(order)
            .fly("Wireless")
            .answer("wireless:AJ-M")
            .roll("6,6")
            .answers(["primary:Sorpe", "no-secondary"]);
        // One alone is no wave.
        p.prompt("Wireless").answer("wireless:AJ-P").roll("6,6").answers(["primary:Sorpe", "no-secondary"]);
        p.asked(Seat(0), "7.2.2.b").offers_only(&["lead:AJ-M", "lead:AJ-P", "apart"]);
        p
    };
    let mut p = part("6,6");
    p.answer("lead:AJ-P");
    let name = p.orders("AJ-P", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&name), ["AJ-M", "AJ-P"]);
    assert_eq!(
        (p.wave(&name, "leader"), p.wave(&name, "compromised")),
        (json!(p.piece("AJ-P").0), json!(false))
    );
    // As compromised as the one they left.
    let mut p = part("1,1");
    p.answer("lead:AJ-M");
    let name = p.orders("AJ-P", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.wave(&name, "compromised"), true);
    let mut p = part("6,6");
    p.answer("apart");
    assert_eq!((p.orders("AJ-M", "wave"), p.orders("AJ-P", "wave")), (Value::Null, Value::Null));
    // Not with other targets, nor with somebody who came from elsewhere.
    let mut p = sky(3, &[THREE[0], THREE[1], THREE[2], ("AJ-A", "")]).open();
    p.fly("Wireless").answer("wireless:AJ-M").roll("6,6").answers(["primary:Sorpe", "no-secondary"]);
    p.answer("wireless:AJ-A").roll("6,6").answers(["primary:Sorpe", "no-secondary"]).prompt("Wireless");
}

/// A wave of these, each of them but the first `stay` sent to the Sorpe by himself; the questions that follow are answered
/// with `replies`.
fn sent_one_by_one(wave: &[(&str, &str)], stay: usize, replies: &[&str]) -> Played {
    let mut p = calls(wave.len(), wave);
    let mut replies = replies.iter();
    for (code, _) in &wave[stay..] {
        p.answer(&format!("wireless:{code}")).roll("6,6").answers(["primary:Sorpe", "no-secondary"]);
        loop {
            match p.table.question().map(|q| (q.clause.0, q.offers[0].key.text(p.table.pieces()))) {
                // Those that stay need a leader meanwhile.
                Some(("6.7.5.b", next)) => p.answer(&next),
                Some(("7.2.2.b", _)) => {
                    let reply = replies.next();
                    p.answer(reply.unwrap_or_else(|| panic!("one more question\n{}", p.describe())))
                }
                _ => break,
            };
        }
    }
    assert_eq!(replies.next(), None, "a question did not come");
    p
}

const FOUR: [(&str, &str); 4] = [("AJ-G", ""), ("AJ-M", ""), ("AJ-P", ""), ("AJ-A", "")];

/// proves: 7.2.2.b
#[test]
fn r7_2_2_b_whoever_is_called_later_in_the_phase_may_join_them() {
    // The third of them finds the others in a wave already, the last of the old wave too.
    let p = sent_one_by_one(&FOUR, 1, &["lead:AJ-M", "join:AJ-A:Wave 2"]);
    assert_eq!(p.crew("Wave 2"), ["AJ-M", "AJ-P", "AJ-A"]);
    assert_eq!(p.orders("AJ-G", "wave"), Value::Null);
    let p = sent_one_by_one(&FOUR, 0, &["lead:AJ-G", "join:AJ-P:Wave 2", "join:AJ-A:Wave 2"]);
    assert_eq!(p.crew("Wave 2"), ["AJ-G", "AJ-M", "AJ-P", "AJ-A"]);
    // He flies apart if he likes; those who did are asked again when there is one more.
    let p = sent_one_by_one(&FOUR, 1, &["lead:AJ-M", "apart"]);
    assert_eq!((p.crew("Wave 2").len(), p.orders("AJ-A", "wave")), (2, Value::Null));
    let p = sent_one_by_one(&FOUR, 1, &["apart", "lead:AJ-A"]);
    let wave = p.orders("AJ-A", "wave").as_str().unwrap_or("").to_owned();
    assert_eq!(p.crew(&wave), ["AJ-M", "AJ-P", "AJ-A"]);
    // Both of a wave of two, though the second was alone when he was called.
    let p = sent_one_by_one(&FOUR[..2], 0, &["lead:AJ-M"]);
    assert_eq!(p.orders("AJ-G", "wave"), p.orders("AJ-M", "wave"));
    assert!(!p.orders("AJ-G", "wave").is_null());
    // Not in a later phase.
    let mut p = sent_one_by_one(&FOUR, 2, &["apart"]);
    p.answer("end:wireless").fly("Wireless: whom").answer("wireless:AJ-M").roll("6,6");
    p.answers(["primary:Sorpe", "no-secondary"]).prompt("Wireless: whom");
}

/// proves: 7.2.1.b
#[test]
fn r7_2_1_b_cards_of_a_new_target_say_what_is_known_and_when_it_can_be_reached() {
    let mut p = calls(0, &THREE);
    p.answer("wireless:AJ-G").roll("6,6");
    let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
    let told = |id: &str| {
        let at = q.find(p.table.pieces(), id).unwrap_or_else(|| panic!("{id} is not offered"));
        (q.offers[at].label(p.table.pieces()), p.table.game().hint(p.table.world(), q, at))
    };
    // From the English Coast it is three moves to the Ruhr, the first in this turn.
    let (label, hint) = told("primary:Sorpe");
    assert_eq!(
        (label.as_str(), hint.as_str()),
        ("The Sorpe", "Recon 0 · Flak 0 · Ruhr in Flight Turn 5 at the earliest")
    );
    assert_eq!(told("keep:Möhne").0, "As before: the Möhne");
}
