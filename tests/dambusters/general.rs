//! 1.0 and 2.0 to 2.4: pieces, damage, attachments, Upkeep; 2.7 to 2.11 the dam's markers.

use crate::rig::Rig;
use crate::table::{Flight, content};
use bombers_moon::games::dambusters::data::{DamId, Quality};
use bombers_moon::kernel::chart::DiceKind;
use serde_json::{Value, json};

/// A bomber that holds S7 alone, before the flak of the Far Zone is thrown.
fn under_fire(more: &str, flak: u8, luck: &str) -> Flight {
    let night = Rig::at("Moehne").quiet().flak(flak);
    let mut f =
        night.bomber("AJ-A", "Green", more).empty("AJ-B", "Green", "").forced(&format!("6 S7 S5 {luck}"));
    f.picks("run:AJ-A go").only("lights:off");
    f
}

/// proves: 1.4.a, 2.1.2.a
#[test]
fn r1_4_a_a_lancaster_carries_its_crew_an_elite_crewman_and_a_mine() {
    let night = Rig::at("Moehne")
        .bomber("AJ-A", "Veteran", "elite: (kind: BombAimer, name: \"Hay\")")
        .empty("AJ-B", "Green", "");
    let mut f = night.forced("");
    f.ship("AJ-A", "quality", "Veteran").ship("AJ-A", "upkeep", true).ship("AJ-B", "quality", "Green");
    f.ship("AJ-B", "upkeep", false).ship("AJ-B", "elite", Value::Null);
    f.sees("/lancasters/0/elite/name", "Hay").sees("/lancasters/0/elite/spent", false);
    f.sees("/lancasters/2", Value::Null);
}

/// proves: 1.5.a
#[test]
fn r1_5_a_every_die_is_a_d6() {
    let mut f = Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "").forced("");
    f.only("run:AJ-A").refuses("roll=0").refuses("roll=7").refuses("roll=1,2").only("roll=6");
    for (_, chart) in content().charts.iter() {
        let range = chart.file().dice.range();
        // A handful of dice counts its sixes.
        let sixes = chart.file().dice == DiceKind::Sixes;
        assert!(sixes || range == (1..=6) || range == (2..=12), "{}", chart.file().id);
    }
}

/// proves: 2.1.a
#[test]
fn r2_1_a_every_lancaster_has_its_own_code() {
    let aircraft = &content().tables.aircraft;
    assert_eq!(aircraft.len(), 21);
    for (i, a) in aircraft.iter().enumerate() {
        assert!(a.code.starts_with("AJ-") && a.code.len() == 4, "{}", a.code);
        assert!(aircraft[..i].iter().all(|o| o.code != a.code), "{}", a.code);
    }
    let twice = Rig::at("Moehne").bomber("AJ-A", "Green", "").empty("AJ-A", "Green", "");
    assert!(twice.refused().contains("AJ-A is listed twice"));
    assert!(Rig::at("Moehne").bomber("AJ-U", "Green", "").refused().contains("AJ-U"));
}

/// proves: 2.1.1.a
#[test]
fn r2_1_1_a_first_damage_of_any_cause_makes_it_damaged() {
    let mut flak = under_fire("", 3, "");
    flak.ship("AJ-A", "damaged", false).only("roll=1,3").only("accept").ship("AJ-A", "damaged", true);
    flak.at("AJ-A", "approach_far").logged("is damaged by flak", "2.1.1.a");
    let mut miss = under_fire("", 3, "");
    miss.only("roll=5,6").ship("AJ-A", "damaged", false);
    let mut blast = under_fire("", 0, "S2 S3 S4");
    blast.pick_to("release", "keep:S2").only("roll=1,2");
    blast.ship("AJ-A", "damaged", true).logged("is damaged by concussion", "2.1.1.a");
    let night = Rig::at("Moehne").quiet().balloon("CloseZone");
    let mut cable = night.bomber("AJ-A", "Green", "").forced("6 S7 S5 | 2");
    cable.picks("run:AJ-A lights:off proceed hold cease proceed hold cease").ship("AJ-A", "damaged", true);
}

/// proves: 2.1.1.b, 2.2.c
#[test]
fn r2_1_1_b_damage_to_a_damaged_lancaster_destroys_it_with_its_crew() {
    let mut f = under_fire("damaged: true", 3, "1 3");
    f.luck().pick("accept").at("AJ-A", "lost").ship("AJ-A", "upkeep", false).ship("AJ-A", "lost_to", "flak");
    // It has left play: nothing is offered to it in the phases that follow.
    let about = |f: &Flight| {
        let offers = f
            .table
            .question()
            .map_or(0, |q| q.offers.iter().filter(|o| o.key.text(f.table.pieces()).contains("AJ-A")).count());
        assert_eq!(offers, 0, "{}", f.describe());
    };
    about(&f);
    // Nor does its crew come home: one Lancaster is lost, and the fate of its crew is rolled for.
    f.only("end:circling");
    about(&f);
    f.asks("5.3.b");
    // A first hit does not destroy.
    under_fire("", 3, "1 3").luck().pick("accept").at("AJ-A", "approach_far");
}

/// proves: 2.1.2.b, 2.4.a, 2.4.b
#[test]
fn r2_1_2_b_attachments_are_made_at_set_up_as_the_scenario_says() {
    let night = Rig::at("Moehne")
        .bomber("AJ-A", "Green", "hazards: [FaultyRelease, FaultyRelease, UnfitAircrew]")
        .empty("AJ-B", "Green", "");
    let mut f = night.forced("");
    f.ship("AJ-A", "upkeep", true).ship("AJ-B", "upkeep", false);
    f.ship("AJ-A", "hazards", json!(["Faulty Release", "Faulty Release", "Unfit Aircrew"]));
    f.pick("end:run").ship("AJ-A", "upkeep", true).ship("AJ-B", "upkeep", false);
    // A Lancaster carries one mine or none: there is no way to write more.
    let two = Rig::at("Moehne").bomber("AJ-A", "Green", "upkeep: 2");
    assert!(!two.refused().is_empty());
    let twice = Rig::at("Moehne").bomber("AJ-A", "Green", "upkeep: true, upkeep: true");
    assert!(!twice.refused().is_empty());
}

/// proves: 2.1.2.d
#[test]
fn r2_1_2_d_upkeep_leaves_its_aircraft_at_a_release_from_any_zone() {
    for steps in ["", "proceed hold", "proceed hold proceed hold"] {
        let mut f = under_fire("", 0, "");
        f.picks(steps).ship("AJ-A", "upkeep", true).only("release").ship("AJ-A", "upkeep", false);
        f.sees("/released_box", true);
    }
    // Nothing else takes it off: a dummy run, a hit.
    under_fire("", 0, "").picks("pull-up").ship("AJ-A", "upkeep", true);
    under_fire("", 3, "1 3").luck().pick("accept").ship("AJ-A", "upkeep", true);
}

/// proves: 2.1.3.b, 7.7.3d.b
#[test]
fn r2_1_3_b_attached_hazards_stay_but_the_compass_card_goes_with_the_mine() {
    let hazards = "hazards: [CompassCard, FaultyMerlin, FaultyRelease, FaultyRelease, MapError]";
    let all = json!(["Compass Card", "Faulty Merlin", "Faulty Release", "Faulty Release", "Map Error"]);
    let rest = json!(["Faulty Merlin", "Faulty Release", "Faulty Release", "Map Error"]);
    let sorted = |f: &Flight| {
        let mut found: Vec<_> = f.seen("/lancasters/0/hazards").as_array().cloned().unwrap_or_default();
        found.sort_by_key(ToString::to_string);
        Value::from(found)
    };
    // Neither a dummy run nor damage takes any off.
    let mut f = under_fire(hazards, 0, "");
    assert_eq!(sorted(&f), all);
    f.picks("pull-up end:circling");
    assert_eq!(sorted(&f), all);
    let mut f = under_fire(hazards, 3, "1 3");
    f.luck().pick("accept").ship("AJ-A", "damaged", true);
    assert_eq!(sorted(&f), all);
    // The release does, the Compass Card alone, and home or not the others stay.
    let mut f = under_fire(hazards, 0, "S2 S3 S4 | 5 6");
    f.pick("release");
    assert_eq!(sorted(&f), rest);
    f.picks("keep:S2");
    assert_eq!(sorted(&f), rest);
}

/// proves: 2.1.3.d
#[test]
fn r2_1_3_d_attached_hazards_add_up() {
    let luck = "S2 S3 S4";
    let mut none = under_fire("", 0, luck);
    none.pick_to("release", "keep:S2").modifier("4.2.13.k", 0);
    let mut one = under_fire("hazards: [FaultyRelease]", 0, luck);
    one.pick_to("release", "keep:S2").modifier("4.2.13.k", -1);
    let mut three = under_fire("hazards: [FaultyRelease, FaultyRelease, FaultyRelease]", 0, luck);
    three.pick_to("release", "keep:S2").modifier("4.2.13.k", -3);
    // A Veteran crew draws 5 chits of a kind, unfit 2, unfit twice over none.
    for (times, chits) in [(0, 5), (1, 2)] {
        let hazards = format!("hazards: [{}]", ["UnfitAircrew"; 2][..times].join(", "));
        let mut f = Rig::at("Moehne").bomber("AJ-A", "Veteran", &hazards).forced("6");
        f.only("run:AJ-A").only("roll=6").draws("speed", chits, &[1, 2, 3, 4, 5, 6, 7]);
    }
    let mut f =
        Rig::at("Moehne").bomber("AJ-A", "Veteran", "hazards: [UnfitAircrew, UnfitAircrew]").forced("");
    f.only("run:AJ-A").only("roll=6").logged("may draw no Speed chit", "4.2.2.d");
}

/// proves: 2.2.a, 2.2.b
#[test]
fn r2_2_a_every_lancaster_has_one_crew_green_seasoned_or_veteran() {
    assert_eq!(Quality::ALL.len(), 3);
    for quality in ["Green", "Seasoned", "Veteran"] {
        Rig::at("Moehne").bomber("AJ-A", quality, "").forced("").ship("AJ-A", "quality", quality);
    }
    assert!(!Rig::at("Moehne").bomber("AJ-A", "Ace", "").refused().is_empty());
    // None without a crew, none with two.
    let text = Rig::at("Moehne").bomber("AJ-A", "Green", "").text();
    for other in ["(code: \"AJ-A\", )", "(code: \"AJ-A\", quality: Green, quality: Veteran, )"] {
        let changed = text.replace("(code: \"AJ-A\", quality: Green, )", other);
        assert_ne!(changed, text);
        assert!(Rig::read(&changed).is_err(), "{other}");
    }
}

/// proves: 2.3.a
#[test]
fn r2_3_a_none_or_one_elite_crewman_and_each_in_one_aircraft() {
    let hay = "elite: (kind: BombAimer, name: \"Hay\")";
    Rig::at("Moehne").bomber("AJ-A", "Green", hay).empty("AJ-B", "Green", "").forced("");
    let shared = Rig::at("Moehne").bomber("AJ-A", "Green", hay).empty("AJ-B", "Green", hay);
    assert!(shared.refused().contains("flies in another Lancaster already"));
    let both = format!("{hay}, elite: (kind: BombAimer, name: \"Fort\")");
    assert!(!Rig::at("Moehne").bomber("AJ-A", "Green", &both).refused().is_empty());
}

/// proves: 2.3.9.a
#[test]
fn r2_3_9_a_armorer_jinx_and_spy_belong_to_the_campaign() {
    for kind in ["Armorer", "Jinx", "Spy"] {
        let elite = format!("elite: (kind: {kind}, name: \"{kind}\")");
        assert!(Rig::at("Moehne").bomber("AJ-A", "Green", &elite).refused().contains("Scenario 10 only"));
    }
    for scenario in &content().scenarios {
        let sorties = scenario.setup(&content().tables, &bombers_moon::kernel::game::Options::new());
        assert!(sorties.is_ok(), "{}", scenario.file.id);
    }
}

/// proves: 2.4.c
#[test]
fn r2_4_c_which_mine_is_aboard_is_drawn_blindly() {
    // Another marker aboard: the same die gives other damage. U1 is 1 over 2, U24 is 5 over 6.
    for (mine, damage) in [("U1", 2), ("U24", 6)] {
        let night =
            Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "elite: (kind: BombAimer, name: \"Hay\")");
        let mut f = night.mines(&[mine]).forced("6 S7 S5 | S2 S3 S6 | 6 6");
        f.picks("run:AJ-A lights:off release keep:S6")
            .only("end:circling")
            .only("roll=2")
            .sees("/damage", damage);
    }
    // Left to the seed, games differ.
    let aboard = |seed| {
        let script =
            bombers_moon::kernel::testkit::script::Script::of(&super::table::game(), "dambusters/s1-mohne");
        script.seed(seed).open().table.events()[0].luck.clone()
    };
    assert!((2..12).any(|seed| aboard(seed) != aboard(1)));
}

/// proves: 2.4.d
#[test]
fn r2_4_d_the_numbers_of_a_mine_stay_hidden() {
    let night = Rig::at("Moehne")
        .quiet()
        .bomber("AJ-A", "Green", "elite: (kind: BombAimer, name: \"Hay\")")
        .bomber("AJ-J", "Green", "damaged: true")
        .flak(3);
    // Which marker it is never shows, in view or log, aboard, in its box or on the track.
    let mut f =
        night.mines(&["U17", "U23"]).forced("6 S7 S5 | 5 6 | S2 S3 S6 | 6 6 | 5 6 | 6 1 | 6 S7 S5 | 1 3");
    let hidden = |f: &Flight| {
        let view = f.seen("").to_string();
        let log: String = f.table.log(bombers_moon::kernel::ids::Seat(0)).into_iter().map(|l| l.1).collect();
        for text in [view, log] {
            for mine in ["U17", "U23", "marker\":17", "marker\":23"] {
                assert!(!text.contains(mine), "{mine} in {text}");
            }
        }
    };
    hidden(&f);
    f.picks("run:AJ-A lights:off");
    hidden(&f);
    f.only("release");
    hidden(&f);
    f.luck().pick("keep:S6").sees("/hits/0/damage", Value::Null);
    hidden(&f);
    // Attrition has no effect (6); then the mine is shown: an odd roll gives its odd number.
    f.picks("cease end:circling");
    let damage = f.seen("/hits/0/damage");
    let odd = content().tables.upkeep[16].odd;
    assert_eq!(damage, json!(odd));
    // A mine lost with its aircraft is never shown.
    f.picks("run:AJ-J go lights:off accept").at("AJ-J", "lost").spent();
    hidden(&f);
}

/// proves: 2.4.1.a
#[test]
fn r2_4_1_a_each_mine_has_an_odd_and_an_even_number() {
    let upkeep = &content().tables.upkeep;
    assert_eq!(upkeep.len(), 24);
    assert!(upkeep.iter().all(|u| u.odd % 2 == 1 && u.even % 2 == 0));
}

/// proves: 2.4.1.b
#[test]
fn r2_4_1_b_an_even_roll_applies_the_even_number_an_odd_roll_the_odd() {
    let night = Rig::at("Moehne").quiet();
    let night = night.bomber("AJ-A", "Green", "elite: (kind: BombAimer, name: \"Hay\")");
    for die in 1..=6u8 {
        let mut f = night.clone().mines(&["U24"]).forced("6 S7 S5 | S2 S3 S6 | 6 6");
        f.picks("run:AJ-A lights:off release keep:S6").only("end:circling").only(&format!("roll={die}"));
        f.sees("/hits/0/damage", if die % 2 == 0 { 6 } else { 5 });
    }
}

/// proves: 2.7.a, 2.7.b
#[test]
fn r2_7_a_three_defence_levels_from_0_to_4_as_the_scenario_sets_them() {
    let night = Rig::at("Lister").bomber("AJ-A", "Green", "");
    let armed = night.clone().flak(2).searchlights(3).with("balloons", "1");
    let mut f = armed.with("balloons_at", "[ClimbBox]").forced("");
    f.sees("/flak", 2).sees("/searchlights", 3).sees("/balloons", 1).sees("/balloon_climb", true);
    f.sees("/balloon_close", false);
    night.forced("").sees("/flak", 0).sees("/searchlights", 0).sees("/balloons", 0);
    for field in ["flak", "searchlights", "balloons"] {
        assert!(night.clone().with(field, "5").refused().contains("a level is 0 to 4, not 5"));
    }
}

/// proves: 2.8.c
#[test]
fn r2_8_c_a_flare_is_fired_in_the_circling_phase_and_checked_at_the_end_of_each_status_phase() {
    let night = Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "").empty("AJ-B", "Green", "");
    let mut f = night.empty("AJ-M", "Green", "start: CirclingFar").forced("3 | 2");
    f.offers_no("flare:AJ-B")
        .pick("end:run")
        .offers("flare:AJ-A")
        .offers("flare:AJ-B")
        .offers_no("flare:AJ-M");
    f.pick("flare:AJ-B").sees("/flares", json!([1])).only("end:circling");
    assert_eq!(f.spec().clause.0, "4.4.5.a");
    f.luck().sees("/turn", 2).sees("/flares", json!([1])).picks("end:run").only("end:circling");
    assert_eq!(f.spec().clause.0, "4.4.5.a");
    // None was fired: none is checked.
    let mut f = Rig::at("Moehne").quiet().bomber("AJ-A", "Green", "").forced("");
    f.picks("end:run end:circling").sees("/turn", 2).sees("/flares", json!([]));
}

/// proves: 2.9.a, 2.9.b
#[test]
fn r2_9_a_water_is_rising_high_or_full_and_full_in_the_shipped_scenarios() {
    let night = Rig::at("Moehne").bomber("AJ-A", "Green", "");
    // The higher the water, the less damage breaches.
    for (water, capacity) in [("Full", 6), ("High", 8), ("Rising", 10)] {
        let mut f = night.clone().with("water", water).forced("");
        f.sees("/water", water).sees("/capacity", capacity);
    }
    assert!(!night.with("water", "Low").refused().is_empty());
    for scenario in &content().scenarios {
        let mut f = Flight(
            bombers_moon::kernel::testkit::script::Script::of(&super::table::game(), &scenario.file.id)
                .open(),
        );
        f.sees("/water", "Full");
    }
}

/// proves: 2.10.a
#[test]
fn r2_10_a_each_dam_has_a_recon_level_set_by_the_scenario() {
    for dam in DamId::ALL {
        let night = Rig::at(&format!("{dam:?}")).bomber("AJ-A", "Green", "");
        for recon in 0..=4 {
            night.clone().recon(recon).forced("").sees("/recon", recon);
        }
        assert!(night.recon(5).refused().contains("a level is 0 to 4, not 5"));
    }
}

/// proves: 2.10.b
#[test]
fn r2_10_b_the_activity_level_counts_what_the_squadron_does_at_the_dam() {
    let night = Rig::at("Moehne").alert(4).bomber("AJ-A", "Green", "");
    let night = night.empty("AJ-B", "Green", "").with("skip", "[Visibility, ReturnToBase]");
    let mut f = night.forced("6 S7 S5 | S2 S3 S4 | 3 4");
    f.sees("/activity", 0).picks("run:AJ-A go lights:off release keep:S2 decline").sees("/activity", 1);
    f.pick("flare:AJ-B").sees("/activity", 2).only("end:circling");
    // The Nightfighter Check comes next, and reads it once a nightfighter is sighted.
    f.sees("/phase", "Nightfighter Check");
}

/// proves: 2.11.a
#[test]
fn r2_11_a_the_shipped_attack_scenarios_use_no_hazards() {
    for scenario in content().scenarios.iter().filter(|s| s.file.one_dam()) {
        assert_eq!(scenario.file.part, "Attack");
        assert!(scenario.file.aircraft.iter().all(|a| a.hazards.is_empty()), "{}", scenario.file.id);
    }
}
