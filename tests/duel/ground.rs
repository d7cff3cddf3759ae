//! The ground defence: where tiles may lie, and what each kind does and does not do.

use serde_json::json;

use crate::table::{Duel, EMDEN, Night};

/// Twelve moves along one row: 17 to 22, and back.
const BERLIN: &str = "16>22: E E E E E E W W W W W W";

/// A night in phase 4, nothing placed yet.
fn deploying(night: &Night) -> Duel {
    let mut d = night.open();
    d.to_plan().course(EMDEN);
    assert_eq!(d.clause(), "phase-4.a");
    d
}

/// Emden under these tiles until it is struck; nobody else takes part.
fn struck(tiles: &str) -> Duel {
    let mut d = Night::new().tiles(tiles).fly(EMDEN, 8);
    d.rounds(3).bomber_at(11);
    d
}

// proves: ground-defence.b, fire-department.a, fuel-truck.a, civil-bunker.d
#[test]
fn tiles_lie_in_open_hexes_fire_departments_in_cities_trucks_on_airports() {
    let mut d = deploying(&Night::new());
    let closed = [1, 2, 3, 8, 9, 10, 16, 17, 23];
    let cities = [11, 12, 13, 22, 26, 27, 28, 29, 34, 35, 42];
    let airports = [5, 11, 12, 14, 18, 19, 20, 22, 24, 25, 26, 28, 29, 32, 34, 35, 39, 41, 42];
    for hex in 1..=43 {
        for kind in ["flak", "searchlight", "radar", "smoke", "balloon", "bunker", "fire", "truck"] {
            let id = format!("place:{kind}:{hex}");
            let open = !closed.contains(&hex)
                && match kind {
                    "fire" => cities.contains(&hex),
                    "truck" => airports.contains(&hex),
                    _ => true,
                };
            if open {
                d.offers(&id)
            } else {
                d.offers_no(&id)
            };
        }
    }
}

// proves: ground-defence.h, ground-defence.c
#[test]
fn no_kind_goes_beyond_its_supply_and_any_number_shares_a_hex() {
    for (i, (kind, supply)) in [
        ("flak", 16),
        ("searchlight", 16),
        ("radar", 8),
        ("smoke", 8),
        ("balloon", 6),
        ("fire", 6),
        ("truck", 8),
        ("bunker", 12),
    ]
    .into_iter()
    .enumerate()
    {
        let mut d = deploying(&Night::new());
        for _ in 0..supply {
            d.pick(&format!("place:{kind}:11"));
        }
        assert_eq!(d.tiles_in(11, i), json!([supply, 0]));
        d.barred(&format!("place:{kind}:11"), "ground-defence.h");
        d.barred(&format!("place:{kind}:12"), "ground-defence.h");
        d.pick(&format!("take:{kind}:11")).offers(&format!("place:{kind}:12"));
    }
}

// proves: ground-defence.a, ground-defence.c, phase-4.a
#[test]
fn forty_tiles_are_the_most_and_none_is_owed() {
    let mut d = deploying(&Night::new());
    d.offers("done");
    for (kind, n) in [("flak", 16), ("searchlight", 16), ("radar", 8)] {
        for _ in 0..n {
            d.pick(&format!("place:{kind}:12"));
        }
    }
    d.sees("/resources", json!([40, 40]));
    d.barred("place:smoke:11", "ground-defence.a").barred("place:bunker:11", "ground-defence.a");
    d.pick("take:radar:12").offers("place:smoke:11");
    d.pick("place:smoke:11").sees("/resources/0", 40);
    d.pick("done");
}

// proves: ground-defence.f, ground-defence.g, setup.g
#[test]
fn a_game_with_basic_kinds_has_no_others() {
    let mut d = deploying(&Night::new().option("resources", "basic"));
    for kind in ["flak", "searchlight", "radar"] {
        d.offers(&format!("place:{kind}:11"));
    }
    for kind in ["smoke", "balloon", "fire", "truck", "bunker"] {
        d.offers_no(&format!("place:{kind}:11"));
    }
}

// proves: flak.a, flak.b, flak.d, searchlight.a, searchlight.d, ground-defence.e
#[test]
fn flak_fires_on_the_way_out_over_the_target_and_home_every_time() {
    let mut d = Night::new().tiles("flak@18x2 searchlight@18 flak@22 searchlight@20x3").fly(BERLIN, 8);
    d.rounds(1).gross(0, 0).rounds(1).bomber_at(18).gross(0, 4);
    // Searchlights alone do nothing beside the target.
    d.rounds(2).bomber_at(20).gross(0, 4);
    d.rounds(2).bomber_at(22).gross(33, 5);
    d.rounds(3).bomber_at(19).gross(33, 5).rounds(1).bomber_at(18).gross(33, 9).rounds(1).gross(33, 9);
}

// proves: flak.d, bomber.f
#[test]
fn a_low_bomber_costs_two_more_once_in_a_hex_with_flak() {
    let mut d = Night::new().tiles("flak@11x2 searchlight@11x2").fly(EMDEN, 8);
    d.round("", "", "low").rounds(2).gross(13 + 4 - 2, 8);
    let mut d = Night::new().tiles("searchlight@11x2").fly(EMDEN, 8);
    d.round("", "", "low").rounds(2).gross(13 + 4 - 2, 0);
    let mut d = Night::new().option("flak-low", "flak").tiles("flak@11x3").fly(EMDEN, 8);
    d.round("", "", "low").rounds(2).gross(17, 3 + 3 * 2);
}

// proves: ground-defence.d
#[test]
fn tiles_act_only_in_the_hex_that_the_bomber_enters() {
    struck("flak@12x4 searchlight@12x4 radar@12 smoke@12x3 bunker@12 flak@4x3 flak@18x3").gross(13, 0);
    // In its way they act as it comes in, once: neither before nor as it leaves.
    let mut d = Night::new().tiles("flak@11x2").fly(EMDEN, 8);
    d.rounds(2).gross(0, 0).rounds(1).bomber_at(11).gross(13, 2).rounds(1).gross(13, 2);
}

// proves: searchlight.a, searchlight.b, searchlight.c, searchlight.d, radar.a
#[test]
fn over_the_target_searchlights_help_all_and_radar_the_squadrons() {
    let night = Night::new().tiles("flak@11 searchlight@11x2 radar@11");
    let mut d = night.fly(EMDEN, 8);
    d.round("", "takeoff:Blue:high", "").rounds(2).bomber_at(11);
    // Attack 2 + 1 + 2, flak 1 + 2, strike 13 − 2.
    d.gross(11, 8);
    // Without squadrons in the air radar has no effect, and there is no attack for the lights to help.
    let mut d = night.fly(EMDEN, 8);
    d.rounds(3).gross(11, 3);
}

/// Over Emden the Mosquito drops this on the bomber's third turn, Blue waiting there.
fn bombed(night: &Night, drop: &str) -> Duel {
    let mut d = night.fly(EMDEN, 1);
    d.round("3", "takeoff:Blue:high", "").round("", "", "").round(&format!("11 low {drop}"), "", "");
    d.bomber_at(11);
    d
}

// proves: radar.a, radar.b, ground-defence.e
#[test]
fn a_bombed_radar_is_silent_and_a_spare_one_insures() {
    // The Mosquito moves onto the squadron, so there is no duel.
    bombed(&Night::new().tiles("radar@11"), "").gross(13, 3);
    let mut d = bombed(&Night::new().tiles("radar@11"), "bomb:radar");
    d.gross(13, 2);
    assert_eq!(d.tiles_in(11, 2), json!([1, 1]));
    bombed(&Night::new().tiles("radar@11x2"), "").gross(13, 3);
    bombed(&Night::new().tiles("radar@11x2"), "bomb:radar").gross(13, 3);
    bombed(&Night::new().tiles("radar@11x2"), "bomb:radar bomb:radar").gross(13, 2);
}

// proves: searchlight.a, searchlight.b, searchlight.c, flak.a, smoke-screen.a, fire-department.b
#[test]
fn bombed_tiles_have_no_effect() {
    let night = Night::new().tiles("flak@11 searchlight@11x2 fire@11x2");
    bombed(&night, "").gross(13 - 4, 4 + 3);
    bombed(&night, "bomb:searchlight").gross(13 - 3, 3 + 2);
    bombed(&night, "bomb:flak").gross(13 - 4, 4);
    bombed(&night, "bomb:fire bomb:fire").gross(13 - 2, 4 + 3);
    bombed(&Night::new().tiles("smoke@11"), "bomb:smoke").gross(13, 2);
}

// proves: smoke-screen.a, civil-bunker.a, civil-bunker.d, fire-department.b
#[test]
fn smoke_bunkers_and_fire_departments_weaken_the_strike_on_their_hex_only() {
    struck("smoke@11x3").gross(10, 0);
    struck("bunker@11x3").gross(7, 0);
    struck("fire@11x3").gross(10, 0);
    struck("smoke@11x2 bunker@11x2 fire@11").gross(6, 0);
    struck("bunker@11x8").gross(0, 0);
    struck("smoke@4x3 bunker@4x3 bunker@12x2").gross(13, 0);
}

// proves: smoke-screen.b, smoke-screen.c
#[test]
fn each_smoke_screen_asks_for_one_more_bomb_on_every_target() {
    let night = Night::new().tiles("smoke@11x2 flak@11");
    let mut d = bombed(&night, "bomb:airport");
    d.sees("/markers", 3).sees("/hexes/10/bombs", 3);
    let mut d = bombed(&night, "bomb:flak");
    d.sees("/markers", 3);
    assert_eq!(d.tiles_in(11, 0), json!([1, 1]), "one tile for the three bombs");
    // A screen counts itself; the next turn one screen less works.
    let mut d = bombed(&night, "bomb:smoke");
    d.sees("/markers", 3);
    assert_eq!(d.tiles_in(11, 3), json!([2, 1]));
    d.m("11 low bomb:flak").sees("/markers", 1);
    // A target marker costs one as ever.
    bombed(&night, "marker").sees("/markers", 5).sees("/hexes/10/markers", 1);
    // Too few markers are left.
    let mut d = Night::new().tiles("smoke@11x6").fly(EMDEN, 1);
    d.rounds(1).round("3", "", "").pick("to:11").pick("low");
    d.barred("bomb:airport", "mosquito.t").barred("bomb:smoke", "mosquito.t").offers("marker");
}

// proves: civil-bunker.b
#[test]
fn a_bunker_cannot_be_bombed() {
    let mut d = Night::new().tiles("bunker@11x2 flak@11").fly(EMDEN, 1);
    d.round("3", "", "")
        .pick("to:11")
        .pick("low")
        .barred("bomb:bunker", "civil-bunker.b")
        .offers("bomb:flak");
}

// proves: civil-bunker.c, phase-4.b
#[test]
fn bunkers_stay_for_later_nights_and_count_among_the_forty() {
    let mut d = deploying(&Night::new().with("nights", "2").with("weather", "[1, 1]"));
    d.picks("place:bunker:11 place:bunker:11 place:flak:11 place:bunker:12 take:bunker:12");
    d.pick("done").pick("start:8").rounds(6).pick("next");
    d.to_plan().course(EMDEN).sees("/resources/0", 3);
    d.barred("take:bunker:11", "civil-bunker.c").offers("take:flak:11");
    // More may be added, and these may still be taken back.
    d.pick("place:bunker:11").offers("take:bunker:11");
    d.pick("take:bunker:11");
    d.barred("take:bunker:11", "civil-bunker.c");
    for _ in 0..10 {
        d.pick("place:bunker:12");
    }
    d.barred("place:bunker:12", "ground-defence.h");
    d.pick("take:flak:11").sees("/resources/0", 12);
}

// proves: ground-defence.a, ground-defence.h
#[test]
fn tiles_of_the_scenario_stay_within_the_supply_on_later_nights() {
    let night = Night::new().with("nights", "2").with("weather", "[1, 1]").tiles("flak@11x16");
    let mut d = deploying(&night);
    for _ in 0..16 {
        d.picks("take:flak:11 place:flak:12");
    }
    d.pick("done").pick("start:8").rounds(6).pick("next");
    d.to_plan().course(EMDEN).sees("/resources/0", 16);
    d.barred("place:flak:11", "ground-defence.h");
}

// proves: balloon-barrier.a, balloon-barrier.d
#[test]
fn a_working_barrier_lifts_the_blockade() {
    let mut d = Night::new().fly(EMDEN, 23);
    d.round("24", "takeoff:Red:low", "").gross(1, 0);
    let mut d = Night::new().tiles("balloon@24").fly(EMDEN, 23);
    d.round("24", "takeoff:Red:low", "").gross(0, 0);
    // Bombed it lifts nothing; being the target it gave no point either.
    let mut d = Night::new().tiles("balloon@24").fly(EMDEN, 23);
    d.round("24 low bomb:balloon", "takeoff:Red:low", "").gross(1, 0);
    // A barrier elsewhere does not help.
    let mut d = Night::new().tiles("balloon@25").fly(EMDEN, 23);
    d.round("24", "takeoff:Red:low", "").gross(1, 0);
}

// proves: balloon-barrier.b, balloon-barrier.c, balloon-barrier.d, balloon-barrier.e
#[test]
fn barriers_answer_a_drop_of_bombs_once() {
    let over = |tiles: &str, drop: &str| {
        let mut d = Night::new().tiles(tiles).fly(EMDEN, 23);
        d.m(&format!("24 low {drop}"));
        d
    };
    over("balloon@24", "bomb:airport").gross(0, 1).sees("/hexes/23/bombs", 1);
    over("balloon@24", "bomb:airport extra extra").gross(0, 1).sees("/hexes/23/bombs", 3);
    let mut d = over("balloon@24x3 flak@24", "bomb:airport bomb:flak");
    d.gross(0, 3).sees("/mosquito/hex", 24);
    assert_eq!(d.tiles_in(24, 0), json!([1, 1]), "hit all the same");
    over("balloon@24x2", "bomb:balloon").gross(0, 1);
    over("balloon@24x2", "bomb:balloon bomb:balloon").gross(0, 0);
    over("balloon@24x2 flak@24", "bomb:balloon bomb:flak").gross(0, 1);
    over("balloon@24x2", "marker marker").gross(0, 0);
    over("balloon@24x2", "marker bomb:airport").gross(0, 2);
    over("balloon@25x2", "bomb:airport").gross(0, 0);
    // Out of action it does not answer the next drop.
    over("balloon@24x2 flak@24", "bomb:balloon").round("", "", "").m("24 low bomb:flak").gross(0, 2);
}

// proves: fire-department.c, fire-department.d
#[test]
fn pairs_of_fire_departments_within_two_hexes_help_without_a_question() {
    struck("fire@12").gross(13, 0);
    struck("fire@12 fire@13").gross(12, 0);
    struck("fire@12 fire@13 fire@26").gross(12, 0);
    struck("fire@12 fire@13 fire@26 fire@27").gross(11, 0);
    // Those in the target are never part of a pair, those three hexes away do not come.
    struck("fire@11 fire@12").gross(12, 0);
    struck("fire@28x2 fire@34x2").gross(13, 0);
    let mut d = struck("fire@12x2");
    assert_eq!(d.tiles_in(12, 5), json!([2, 0]), "no tile moves");
    assert_eq!(d.cited("bomber.g"), 1);
    d.rounds(1).gross(12, 0);
    // One of them bombed: the other is odd.
    let mut d = Night::new().tiles("fire@12x2").fly(EMDEN, 1);
    d.round("3", "", "").round("12 low bomb:fire", "", "").rounds(1).gross(13, 0);
}

// proves: fuel-truck.b
#[test]
fn a_working_truck_gives_room_for_one_more() {
    for (tiles, room) in [("", false), ("truck@24", true), ("truck@25", false)] {
        let mut d = Night::new().tiles(tiles).fly(EMDEN, 23);
        d.m("").pick("fly:Green:W");
        assert_eq!(d.clause() == "altitude.e", room, "{tiles}");
        if room {
            d.pick("land").stands("Green", 24, "Ground").stands("Red", 24, "Ground");
            d.sees("/hexes/23/room", json!([2, 2]));
        }
    }
    // Squadrons in the air take no room.
    let mut d = Night::new().fly(EMDEN, 23);
    d.m("").picks("takeoff:Red:low fly:Green:W").offers("land");
}

// proves: fuel-truck.b, fuel-truck.c
#[test]
fn a_bombed_truck_lowers_the_room_and_throws_nobody_out() {
    let mut d = Night::new().tiles("truck@24").fly(EMDEN, 23);
    d.m("24 low bomb:truck").pick("fly:Green:W");
    assert_eq!(d.clause(), "phase-6.e", "no room for Green");
    let mut d = Night::new().tiles("truck@24").squadron("Green", 24).fly(EMDEN, 23);
    d.m("24 low bomb:truck").stands("Red", 24, "Ground").stands("Green", 24, "Ground");
    d.sees("/hexes/23/room", json!([2, 1]));
    d.pick("takeoff:Green:low").g("").b("").m("23").barred("land:Green", "fuel-truck.b");
}
