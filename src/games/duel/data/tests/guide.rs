//! The guided example, played by the rules, against the figures of the rulebook's example of play.

use std::sync::Arc;

use super::*;
use crate::games::duel::DuelInTheDark;
use crate::games::duel::components::{BOMBER, Cause, Defence, MOSQUITO, SQUADRONS, Score, Sky, Stock};
use crate::games::duel::scenario::{at_of, squadron_of};
use crate::kernel::game::Game;
use crate::kernel::ids::Seat;
use crate::kernel::journal::UndoMode;
use crate::kernel::timeline::Table;

/// Points of Britain and of Germany after each of the nineteen turns.
const GROSS: [(i32, i32); 19] = [
    (0, 0),
    (3, 0),
    (3, 3),
    (3, 3),
    (6, 3),
    (6, 12),
    (6, 13),
    (8, 13),
    (26, 23),
    (26, 23),
    (29, 23),
    (29, 26),
    (29, 26),
    (32, 26),
    (32, 29),
    (32, 29),
    (32, 29),
    (32, 29),
    (32, 29),
];

/// The turn that a step's text begins.
fn turn(step: &GuideFile) -> Option<usize> {
    step.text.strip_prefix("Turn ")?.split('.').next()?.parse().ok()
}

fn gross(table: &Table) -> (i32, i32) {
    let score = table.world().resource::<Score>();
    (score.total(Side::Britain), score.total(Side::Germany))
}

fn by_cause(table: &Table) -> Vec<(Cause, i32)> {
    let night = table.world().resource::<Score>().nights[0];
    Cause::ALL.into_iter().map(|c| (c, night[c as usize])).filter(|(_, points)| *points != 0).collect()
}

/// Hex, level and fuel of the squadrons.
fn squadrons(table: &Table) -> Vec<(u8, Level, u8)> {
    let one = |id| {
        let at = at_of(table.world(), id);
        (at.hex, at.level, squadron_of(table.world(), id).map_or(0, |s| s.fuel))
    };
    SQUADRONS.map(one).to_vec()
}

/// What must be so when a turn begins.
fn check_turn(table: &Table, game: &Arc<dyn Game>, turn: usize) {
    use Level::{Ground, High, Low};
    let world = table.world();
    let defence = world.resource::<Defence>();
    let at = |id| (at_of(world, id).hex, at_of(world, id).level);
    match turn {
        1 => {
            let sky = world.resource::<Sky>();
            assert!(sky.wind == Bearing::W && sky.moon == Moon::Full && sky.summer);
            assert_eq!(
                squadrons(table),
                [(25, Ground, 10), (24, Ground, 10), (12, Ground, 10), (11, Ground, 12)]
            );
            let tiles = Resource::ALL.map(|kind| defence.count(11, kind));
            assert_eq!((tiles, defence.count(12, Resource::Fire)), ([1, 1, 1, 0, 1, 0, 1, 0], 2));
            assert_eq!((at(BOMBER), at(MOSQUITO)), ((16, Ground), (8, Ground)));
            let german = game.view_json(world, Seat(1));
            assert!(german["plan"].is_null() && german["bomber"]["target"].is_null());
        }
        2 => assert_eq!(at(MOSQUITO), (17, High)),
        3 => assert_eq!(squadrons(table), [(17, Low, 8), (17, Low, 8), (5, Low, 8), (9, High, 10)]),
        4 => assert_eq!(at(BOMBER), (9, High)),
        5 => assert_eq!(at(MOSQUITO), (10, High)),
        6 => assert_eq!(squadrons(table), [(10, High, 6), (10, High, 6), (5, Low, 7), (10, High, 7)]),
        8 => {
            assert_eq!((at(MOSQUITO), world.resource::<Stock>().left), ((11, Low), 0));
            assert_eq!((defence.bombs[11], world.resource::<Stock>().lying[11]), (1, 3));
            let working = Resource::ALL.map(|kind| defence.working(11, kind));
            assert_eq!(working, [1, 0, 0, 0, 1, 0, 1, 0]);
        }
        9 => assert_eq!(squadrons(table), [(11, High, 3), (11, High, 3), (5, Ground, 10), (11, High, 4)]),
        10 => assert_eq!(
            by_cause(table),
            [
                (Cause::Duel, 8),
                (Cause::Strike, 18),
                (Cause::Fighters, 21),
                (Cause::Flak, 1),
                (Cause::Balloons, 1)
            ]
        ),
        11 => assert_eq!(at(MOSQUITO), (3, High)),
        12 => {
            assert_eq!(squadrons(table), [(11, Ground, 10), (18, Ground, 10), (3, High, 8), (10, High, 3)]);
            let scored = by_cause(table);
            assert!(scored.contains(&(Cause::Duel, 10)) && scored.contains(&(Cause::BombedAirport, 1)));
        }
        15 => {
            assert_eq!(
                squadrons(table),
                [(11, Ground, 10), (25, Ground, 10), (2, High, 7), (11, Ground, 12)]
            );
            let scored = by_cause(table);
            assert!(scored.contains(&(Cause::Duel, 12)) && scored.contains(&(Cause::BombedAirport, 2)));
        }
        17 => assert_eq!(at(MOSQUITO), (8, Ground)),
        18 => assert_eq!(squadrons(table)[2], (10, High, 5)),
        19 => assert_eq!(at(BOMBER), (1, Ground)),
        _ => {}
    }
}

// proves: example-setup.a, example-setup.b, example-setup.c, example-setup.d, example-turn-01.a, example-turn-02.a
// proves: example-turn-02.b, example-turn-03.a, example-turn-04.a, example-turn-05.a, example-turn-05.b
// proves: example-turn-06.a, example-turn-06.b, example-turn-07.a, example-turn-07.b, example-turn-08.a
// proves: example-turn-08.b, example-turn-09.a, example-turn-09.b, example-turn-09.c, example-turn-10.a
// proves: example-turn-11.a, example-turn-11.b, example-turn-11.c, example-turn-12.a, example-turn-14.a
// proves: example-turn-14.b, example-turn-14.c, example-turn-14.d, example-turn-15.a, example-turn-16.a
// proves: example-turn-17.a, example-turn-18.a, example-turn-19.a
#[test]
fn the_guide_plays_the_example_to_its_printed_totals() {
    let content = content();
    let guide = content.scenario("duel/example").map(|s| s.file.guide.clone()).unwrap_or_default();
    let game: Arc<dyn Game> = Arc::new(DuelInTheDark::new(content));
    let opened = Table::new(Arc::clone(&game), "duel/example", &Options::new(), 1, UndoMode::Table);
    let mut table = opened.unwrap_or_else(|e| panic!("{e}"));
    let mut begun = 0;
    for (i, step) in guide.iter().enumerate() {
        if let Some(turn) = turn(step) {
            assert_eq!(turn, begun + 1, "step {i}");
            begun = turn;
            if turn > 1 {
                assert_eq!(gross(&table), GROSS[turn - 2], "after turn {}", turn - 1);
            }
            check_turn(&table, &game, turn);
        }
        let Some(question) = table.question() else { panic!("step {i}: nothing is asked") };
        let open: Vec<_> = question.enabled().map(|n| question.offers[n].key.text(table.pieces())).collect();
        assert_eq!(open, [step.answer.as_str()], "step {i}");
        let view = game.view_json(table.world(), question.seat);
        assert_eq!(view["guide"].as_str().unwrap_or(""), step.text, "step {i}");
        if let Err(refusal) = table.submit_text(&step.answer) {
            panic!("step {i} `{}`: {refusal}", step.answer);
        }
    }
    assert_eq!(begun, GROSS.len());
    let Some(outcome) = table.outcome() else { panic!("the night goes on: {:?}", table.question()) };
    assert_eq!(outcome.label, "Britain");
    assert_eq!(gross(&table), GROSS[18]);
    let score = table.world().resource::<Score>();
    assert_eq!(score.contacts, 9);
    assert_eq!(squadrons(&table)[2], (18, Level::Ground, 10));
    assert!(SQUADRONS.iter().all(|id| at_of(table.world(), *id).level == Level::Ground));
}

#[test]
fn a_guide_that_does_not_fit_the_game_ends_with_a_word() {
    let mut content = content();
    for scenario in &mut content.scenarios {
        if let Some(step) = scenario.file.guide.get_mut(1) {
            step.answer = "at:1".into();
        }
    }
    let game: Arc<dyn Game> = Arc::new(DuelInTheDark::new(content));
    let opened = Table::new(Arc::clone(&game), "duel/example", &Options::new(), 1, UndoMode::Table);
    let mut table = opened.unwrap_or_else(|e| panic!("{e}"));
    assert!(table.submit_text("at:25").is_ok());
    assert!(table.log(Seat(1)).iter().any(|(_, words, _)| words.starts_with("The guide ends here")));
    assert_eq!(game.view_json(table.world(), Seat(1))["guide"], serde_json::Value::Null);
    for answer in ["at:12", "at:11", "at:5", "done", "from:16"] {
        assert!(table.submit_text(answer).is_ok(), "{answer}");
    }
}
