//! The charts and tables of planning against the figures that they were made from.

use super::*;
use crate::games::dambusters::data::planning::Planning;

/// Dice, then the chances of one 6 or more, of two or more, and of exactly one.
const SIXES: [(u8, f64, f64, f64); 7] = [
    (4, 52.0, 13.0, 39.0),
    (6, 67.0, 26.0, 40.0),
    (8, 77.0, 40.0, 37.0),
    (10, 84.0, 52.0, 32.0),
    (12, 89.0, 62.0, 27.0),
    (15, 94.0, 74.0, 19.0),
    (20, 97.0, 87.0, 10.0),
];

#[test]
fn modifications_succeed_as_the_dice_say() {
    let c = content();
    let two = c.ids.planning.needed_column(true);
    let one = c.ids.planning.needed_column(false);
    for (dice, first, both, progress) in SIXES {
        close("one 6", percent(&c, "modification", one, "done", dice, 0), first);
        close("two 6s", percent(&c, "modification", two, "done", dice, 0), both);
        close("in progress", percent(&c, "modification", two, "progress", dice, 0), progress);
    }
}

#[test]
fn training_gains_rise_with_quality() {
    let c = content();
    let ids = &c.ids.planning;
    for (quality, mean) in [(Quality::Green, 0.67), (Quality::Seasoned, 0.83), (Quality::Veteran, 1.0)] {
        let rows = c.charts.get(ids.training.id).forecast(ids.quality_column(quality), 1, 0).rows;
        let gain: f64 =
            (0u8..).zip(rows).map(|(r, f)| f.value() * f64::from(ids.training.result(Row(r)).levels)).sum();
        assert!((gain - mean).abs() < 0.005, "{}: {gain}", quality.label());
    }
}

#[test]
fn lakes_fill_and_defences_are_mostly_thin() {
    let c = content();
    for (turn, full) in [(1, 33.3), (2, 50.0), (3, 66.7), (4, 83.3)] {
        close("water", percent(&c, "dam_water", 0, "full", 1, turn), full);
    }
    // Two looks, of which the lower counts.
    let lights = c.ids.planning.defence_column(Defence::Searchlights);
    let dark = percent(&c, "dam_defenses", lights, "0", 1, 0) / 100.0;
    close("no searchlights in two looks", (1.0 - (1.0 - dark).powi(2)) * 100.0, 75.0);
    let flak = c.ids.planning.defence_column(Defence::Flak);
    let thin =
        (percent(&c, "dam_defenses", flak, "0", 1, 0) + percent(&c, "dam_defenses", flak, "1", 1, 0)) / 100.0;
    close("flak 0 or 1 in two looks", (1.0 - (1.0 - thin).powi(2)) * 100.0, 89.0);
}

#[test]
fn checks_before_the_flight_reward_groundcrew() {
    let c = content();
    for (modifier, none) in [(6, 83.0), (4, 58.0)] {
        close("nothing grounded", percent(&c, "aircraft_check", 0, "0", 2, modifier), none);
        close("no Upkeep grounded", percent(&c, "ordnance_check", 0, "0", 2, modifier), none);
    }
    let keyed = &c.ids.planning.aircrew_check;
    let rows = c.charts.get(keyed.id).forecast(0, 2, 4).rows;
    let mean: f64 =
        (0u8..).zip(rows).map(|(r, f)| f.value() * f64::from(keyed.result(Row(r)).grounded)).sum();
    assert!((mean - 0.9).abs() < 0.1, "{mean}");
}

#[test]
fn surprise_comes_as_the_numbers_say() {
    let c = content();
    for (number, calm, alarmed) in [(8, 58.0, 83.0), (6, 28.0, 58.0), (4, 8.0, 28.0)] {
        let column = c.ids.planning.number_column(number);
        close("surprise", percent(&c, "surprise", column, "surprised", 2, 0), calm);
        close("surprise at 2", percent(&c, "surprise", column, "surprised", 2, -2), alarmed);
    }
    // On the third turn, by the back of the marker.
    let column = c.ids.planning.turn_column(3);
    for (modifier, stays) in [(-1, 50.0), (0, 66.7), (1, 83.3), (2, 100.0), (3, 100.0)] {
        close("water kept", percent(&c, "water_reduced", column, "stays", 1, modifier), stays);
    }
}

#[test]
fn the_blotter_refuses_what_the_rules_cannot_use() {
    let sound = content().tables.planning;
    let told = |change: fn(&mut Planning)| {
        let mut table = sound.clone();
        change(&mut table);
        let mut faults = Faults::default();
        table.check(&mut faults);
        faults.0.iter().map(|f| f.field.clone()).collect::<Vec<_>>()
    };
    assert!(told(|_| {}).is_empty());
    assert_eq!(told(|t| t.turns = 5), ["turns"]);
    assert_eq!(told(|t| t.groundcrew[2].fatigued.sortie = 4), ["groundcrew[2]"]);
    assert_eq!(told(|t| t.recon_markers[0].square = 13), ["recon_markers[0].square"]);
    assert_eq!(told(|t| t.levels.green.navigation = 7), ["levels.green.navigation"]);
    assert_eq!(told(|t| t.zone_recon_most = 4), ["zone_recon_most"]);
    assert_eq!(told(|t| t.elite_per_aircrew = 0), ["elite_per_aircrew"]);
    assert_eq!(told(|t| t.risk.truncate(2)), ["risk"]);
}

#[test]
fn the_campaign_is_there_with_a_result_for_every_night() {
    let c = content();
    let campaign = c.campaign("dambusters/s10-campaign").unwrap_or_else(|| panic!("no campaign"));
    // The Möhne and the Eder with the water full, eight of nineteen lost: history, and a step up.
    let night = CampaignNight { rv: 11, lost: 8, flown: 19, full: false, ruhr: true };
    assert_eq!(campaign.outcome(campaign.judge(night).number), "7 Historical");
    assert_eq!(campaign.judge(CampaignNight { full: true, ..night }).number, 8);
    assert_eq!(
        campaign.judge(CampaignNight { rv: 0, lost: 12, flown: 18, full: false, ruhr: false }).number,
        0
    );
    let small = campaign.judge(CampaignNight { rv: 6, lost: 2, flown: 18, full: false, ruhr: true });
    assert_eq!((small.number, small.follow_up), (6, Some(3)));
}
