//! 7.8 Target Acquisition.

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::kernel::ids::Seat;
use serde_json::Value;

use super::sky::{Flying, Sky};
use crate::sortie::Sortie;

/// One Lancaster that comes into the Ruhr for a dam there.
fn coming(turn: u8, primary: &str) -> Sky {
    let sky = Sky::of(turn).ship("AJ-G", "Seasoned", &format!("zone: DutchCoast, primary: {primary}"));
    sky.draws("L3 L4 L29")
}

/// proves: 7.8.a, 7.8.b
#[test]
fn r7_8_a_who_is_in_the_zone_of_his_target_must_look_for_it() {
    let mut p = coming(2, "Moehne").open();
    p.fly("AJ-G looks for its dam").asked(Seat(0), "7.8.1.a");
    // Nobody whose target lies elsewhere, nor who is missing.
    let mut p = coming(2, "Eder").open();
    p.fly("Wireless").sees("/flight/turn", 3).on("AJ-G", "ruhr").not_logged("Acquisition");
    let mut p = coming(2, "Moehne").open();
    p.roll("1,1")
        .on("AJ-G", "missing_ruhr")
        .fly("Wireless")
        .sees("/flight/turn", 3)
        .not_logged("Acquisition");
}

/// proves: 7.8.c
#[test]
fn r7_8_c_from_the_seventh_turn_for_the_last_resort_instead() {
    let sky = |turn, primary| coming(turn, primary).last_resort("Sorpe");
    let mut p = sky(6, "Moehne").open();
    p.fly("AJ-G looks for its dam");
    let mut p = sky(7, "Moehne").open();
    p.fly("Which dam does AJ-G look for?").asked(Seat(0), "7.8.c").offers_only(&["seek:Möhne", "seek:Sorpe"]);
    p.answer("seek:Sorpe").roll("6,6").on("AJ-G", "dam_sorpe");
    assert_eq!(p.orders("AJ-G", "primary"), "Möhne");
    // On its way elsewhere it may look for it, or fly on.
    let mut p = sky(7, "Eder").open();
    p.fly("Which dam").offers_only(&["seek:Sorpe", "stay"]).answer("stay").fly("Wireless").on("AJ-G", "ruhr");
    // A wave as a whole.
    let mut wave = Sky::of(7).last_resort("Sorpe");
    for code in ["AJ-G", "AJ-M"] {
        wave = wave.ship(code, "Seasoned", "zone: DutchCoast, primary: Moehne");
    }
    let mut p = wave.wave(&["AJ-G", "AJ-M"]).draws("L3 L4 L29").open();
    p.fly("Which dam does Wave 1 look for?")
        .answer("seek:Sorpe")
        .roll("6,6")
        .on("AJ-G", "dam_sorpe")
        .on("AJ-M", "dam_sorpe");
}

/// proves: 7.8.1.a
#[test]
fn r7_8_1_a_the_recon_levels_of_zone_and_dam_make_the_number() {
    // With the moon up 10 less the sum.
    for (zone, dam) in [(0, 0), (1, 0), (0, 4), (2, 3), (3, 4)] {
        let need = 10 - zone - dam;
        let sky =
            coming(2, "Moehne").zones([0, zone, 0]).dam(DamId::Moehne, &format!("recon: {dam}, flak: 0"));
        let at = || {
            let mut p = sky.open();
            while p.at("reconnaissance") || !p.at("AJ-G looks for its dam") {
                let answer = super::sky::calm(&p);
                p.answer(&answer);
            }
            p
        };
        let mut p = at();
        assert!(p.spec().modifiers.is_empty());
        let dice = |sum: u8| format!("{},{}", sum.div_ceil(2), sum / 2);
        p.roll(&dice(need)).on("AJ-G", "dam_moehne");
        at().roll(&dice(need - 1)).prompt("does not find it");
    }
}

/// proves: 7.8.1.b
#[test]
fn r7_8_1_b_it_waits_in_the_box_for_the_target_map_phase() {
    let sky = coming(2, "Moehne").ship("AJ-M", "Seasoned", "zone: DutchCoast, primary: Sorpe");
    let mut p = sky.open_after("L3 L4 L29 L30");
    p.fly("AJ-G looks for its dam").roll("6,6").on("AJ-G", "dam_moehne").prompt("AJ-M looks for its dam");
    p.on("AJ-G", "dam_moehne").roll("6,6").prompt("Which dam is attacked first?").on("AJ-G", "dam_moehne");
}

/// proves: 7.8.1.c, 7.8.2.a
#[test]
fn r7_8_2_a_persisting_is_a_navigation_check() {
    let failed = || {
        let mut p = coming(2, "Moehne").open();
        p.fly("AJ-G looks for its dam")
            .roll("1,1")
            .asked(Seat(0), "7.8.1.c")
            .offers_only(&["persist", "back"]);
        p
    };
    let mut p = failed();
    p.answer("back").on("AJ-G", "ruhr").prompt("Wireless");
    let mut p = failed();
    p.answer("persist").prompt("the Navigation Check of AJ-G").roll("6,6").on("AJ-G", "dam_moehne");
    // Failing has the consequences of the check.
    let mut p = failed();
    p.answer("persist").roll("1,1").on("AJ-G", "missing_ruhr");
    let mut wave = Sky::of(2);
    for code in ["AJ-G", "AJ-M"] {
        wave = wave.ship(code, "Seasoned", "zone: DutchCoast, primary: Moehne");
    }
    let mut p = wave.wave(&["AJ-G", "AJ-M"]).draws("L3 L4 L29").open();
    p.fly("looks for its dam").roll("1,1").answer("persist").roll("1,1").on("AJ-G", "ruhr");
    assert_eq!(p.wave("Wave 1", "compromised"), Value::Bool(true));
}

/// What the offer says that it brings.
fn told(p: &bombers_moon::kernel::testkit::script::Played, id: &str) -> String {
    let q = p.table.question().unwrap_or_else(|| panic!("nothing is asked"));
    let at = q.find(p.table.pieces(), id).unwrap_or_else(|| panic!("{id} is not offered"));
    p.table.game().hint(p.table.world(), q, at)
}

#[test]
fn offers_of_the_flight_map_say_their_chances() {
    // Seasoned crews need 4: 33 of 36.
    let mut sky = Sky::of(2);
    for code in ["AJ-G", "AJ-M", "AJ-P"] {
        sky = sky.ship(code, "Seasoned", "primary: Moehne");
    }
    let mut p = sky.wave(&["AJ-G", "AJ-M"]).draws("Y23").open();
    p.roll("1,1").fly("Coordination");
    assert_eq!(told(&p, "coordinate:Wave 1"), "Succeeds 92%");
    assert_eq!(told(&p, "join:AJ-P:Wave 1"), "Succeeds 92%");
    p.answer("end:coordination");
    // 26 of 36 at once, and what comes garbled is sent again.
    assert_eq!(told(&p, "wireless:AJ-P"), "Received 66% · misread for good 9.2%");
    let mut p = coming(7, "Moehne").last_resort("Sorpe").zones([0, 2, 0]).open_after("");
    p.fly("Which dam does AJ-G look for?");
    assert_eq!(told(&p, "seek:Sorpe"), "Found 42%");
    p.answer("seek:Sorpe").roll("1,1");
    assert_eq!(told(&p, "persist"), "Finds it 92%, else missing");
}
