//! The bots in small positions, and their answers from the view alone.

use super::courses::Courses;
use super::forecast::Forecast;
use super::hunt::Chases;
use super::*;
use crate::games::duel::DuelInTheDark;
use crate::games::duel::components::SQUADRONS;
use crate::games::duel::data::{Level, Resource};
use crate::games::duel::rules::course::Leg;
use crate::games::duel::view;
use crate::kernel::data::DataRoot;
use crate::kernel::decision::Answer;
use crate::kernel::dice::Luck;
use crate::kernel::driver;
use crate::kernel::game::{Game as _, Options, world_for};
use crate::kernel::phase::Flow;
use bevy::prelude::World;

fn content() -> Content {
    let root = DataRoot::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
    Content::load(&root).unwrap_or_else(|problems| panic!("{}", problems.render(false)))
}

fn begin(game: &DuelInTheDark, scenario: &str, options: &Options, seed: u64) -> World {
    let mut world = world_for(game);
    world.insert_resource(Luck::seeded(seed));
    game.set_up(&mut world, scenario, options).unwrap_or_else(|e| panic!("{e}"));
    world
}

/// Plays on with `answer` until it says stop or the game is over.
fn play(world: &mut World, mut answer: impl FnMut(&World, &Question) -> Option<usize>) {
    while let Some(question) = world.resource::<Flow>().question().cloned() {
        let Some(offer) = answer(world, &question) else { return };
        let answer = Answer::new(question.seq, offer);
        driver::submit(world, &answer).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// A night played by two bots up to the first question with this verb.
fn until(content: &Arc<Content>, seed: u64, verb: &str) -> (World, Question) {
    let game = DuelInTheDark::new((**content).clone());
    let mut world = begin(&game, "duel/one-night", &Options::new(), seed);
    let mut bots = [0, 1].map(|seat| DuelBot::new(Arc::clone(content), Seat(seat), seed));
    let mut found = None;
    play(&mut world, |world, q| {
        if q.offers.iter().any(|o| o.key.verb == verb) {
            found = Some(q.clone());
            return None;
        }
        Some(bots[usize::from(q.seat.0)].choose(&view::view(world, q.seat), q))
    });
    (world, found.unwrap_or_else(|| panic!("`{verb}` was never offered")))
}

fn all_advanced() -> Options {
    super::super::data::Advanced::ALL.iter().map(|a| (a.option().to_owned(), "on".to_owned())).collect()
}

#[test]
fn the_same_view_brings_the_same_choice_even_without_memory() {
    let content = Arc::new(content());
    let game = DuelInTheDark::new((*content).clone());
    let mut world = begin(&game, "duel/one-night", &all_advanced(), 5);
    let new = |seat: Seat| DuelBot::new(Arc::clone(&content), seat, 77);
    let mut bots = [0, 1].map(|seat| new(Seat(seat)));
    let mut asked = 0;
    play(&mut world, |world, q| {
        let view = view::view(world, q.seat);
        asked += 1;
        let pick = if asked % 6 == 0 {
            // Bots that have just sat down, as in a game loaded here.
            let pick = new(q.seat).choose(&view, q);
            assert_eq!(new(q.seat).choose(&view, q), pick, "{}", q.prompt);
            pick
        } else {
            bots[usize::from(q.seat.0)].choose(&view, q)
        };
        assert!(q.offers[pick].enabled(), "{}", q.prompt);
        Some(pick)
    });
    assert!(world.resource::<Flow>().outcome().is_some() && asked > 60, "{asked}");
}

#[test]
fn what_the_other_seat_hides_changes_no_choice() {
    let content = Arc::new(content());
    let (world, q) = until(&content, 3, "place");
    let seen = view::view(&world, q.seat);
    assert_eq!((seen.plan, q.seat), (None, Seat(1)), "the German seat does not see the programme");
    let mut other = world;
    let before = DuelBot::new(Arc::clone(&content), q.seat, 9).choose(&view::view(&other, q.seat), &q);
    other.resource_mut::<super::super::components::Plan>().target = 42;
    other.resource_mut::<super::super::components::Plan>().course.clear();
    let after = DuelBot::new(Arc::clone(&content), q.seat, 9).choose(&view::view(&other, q.seat), &q);
    assert_eq!(before, after);
}

#[test]
fn sums_over_courses_are_their_number_and_draws_follow_the_weights() {
    let content = content();
    let (board, routes) = (&content.tables.board, &content.routes);
    let even = |moves: u8| courses::Factors {
        step: vec![vec![1.0; courses::STEPS]; usize::from(moves) + 1],
        strike: vec![1.0; routes.len()],
        start: [1.0; HEXES + 1],
        land: [1.0; HEXES + 1],
    };
    // The one raid on Berlin of twelve moves.
    let twelve = Courses::new(board, routes, even(12), 12);
    let berlin = routes.iter().position(|r| r.target() == 22).unwrap_or(0);
    let ways: f64 = twelve.starts(board, routes).iter().filter(|s| s.1 == berlin).map(|s| s.2).sum();
    assert!((ways - 1.0).abs() < 1e-9, "{ways}");
    let mut luck = BotLuck::seeded(1, 0);
    let raid = twelve.draw(board, &routes[berlin], berlin, Leg::start(16), 12, &mut luck);
    assert_eq!(raid, [17, 18, 19, 20, 21, 22, 21, 20, 19, 18, 17, 16]);
    // A city that is worth nothing is not flown to, and every raid is somewhere on its first move.
    let mut factors = even(14);
    factors.strike[berlin] = 0.0;
    let traffic = Courses::new(board, routes, factors, 14).traffic(board, routes);
    assert!(traffic.targets[berlin] == 0.0 && (traffic.targets.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!((traffic.enters[1].iter().sum::<f64>() - 1.0).abs() < 1e-6);
}

/// A forecast of one course.
fn certain(hexes: &[u8]) -> Forecast {
    Forecast { futures: vec![forecast::Future { weight: 1.0, hexes: hexes.to_vec(), target: 0 }] }
}

/// The answers of the German turn with red alone in the air, as ids.
fn red(content: &Arc<Content>, hex: u8, fuel: u8, mosquito: u8, ahead: &[u8]) -> String {
    let (world, _) = until(content, 3, "end");
    let mut view = view::view(&world, Seat(1));
    view.sky.clouds.clear();
    view.sky.thunder.clear();
    view.sky.wind = Bearing::W;
    view.bomber.aircraft.level = Level::High;
    for h in &mut view.hexes {
        h.tiles = [(0, 0); 8];
        h.room = h.room.map(|(_, most)| (0, most));
    }
    view.squadrons.truncate(1);
    (view.squadrons[0].hex, view.squadrons[0].fuel, view.squadrons[0].level) = (hex, fuel, Level::High);
    (view.mosquito.hex, view.mosquito.level) = (mosquito, Level::High);
    let look = Look::new(content, &view);
    let mut q = Question::new(Seat(1), "move your squadrons", "phase-6.e");
    for b in Bearing::ALL {
        let to = look.board().step(hex, b);
        let cost = crate::games::duel::rules::fuel::hex(&content.tables.fuel, Bearing::W, b);
        q = q.offer(Offer::new("fly", "{} flies {}", "fuel.c").a(SQUADRONS[0]).b(b.word()).bar(
            to.is_none() || cost > fuel,
            "no",
            "fuel.j",
        ));
    }
    q = q.offer(Offer::new("circle", "{} circles", "fuel.g").a(SQUADRONS[0]));
    q = q.offer(Offer::new("end", "End", "phase-6.e"));
    let forecast = certain(ahead);
    let mut chases = Chases::default();
    let pick = Hunt::new(&look, &forecast, &mut chases).choose(&q).unwrap_or(0);
    let key = q.offers[pick].key;
    if let Arg::Word(word) = key.b { format!("{}:{word}", key.verb) } else { key.verb.to_owned() }
}

#[test]
fn a_squadron_goes_where_the_bomber_must_pass_and_home_in_time() {
    let content = Arc::new(content());
    assert_eq!(red(&content, 18, 8, 1, &[19, 20, 21]), "fly:E", "the next hex is certain");
    assert_eq!(red(&content, 19, 8, 1, &[19, 20]), "end", "the bomber comes to it: it circles");
    // Two lines over the open sea: only the way back to the coast is left.
    assert_eq!(red(&content, 10, 2, 1, &[9, 8]), "fly:SE", "Leeuwarden is the one field in reach");
    // A certain meeting is worth a duel.
    assert_eq!(red(&content, 18, 8, 19, &[19, 20, 21]), "fly:E");
}

/// The British view at the start of the duel, on the course 16–9–10–11–3–2–1 against Emden, with these tiles.
fn raid(content: &Arc<Content>, tiles: &[(u8, Resource, u8)]) -> DuelView {
    let (world, _) = until(content, 3, "start");
    let mut view = view::view(&world, Seat(0));
    for h in &mut view.hexes {
        h.tiles = [(0, 0); 8];
        for (hex, kind, count) in tiles {
            if h.hex == *hex {
                h.tiles[kind.index()] = (*count, 0);
            }
        }
    }
    let plan = view.plan.as_mut().unwrap_or_else(|| panic!("the British seat sees its plan"));
    (plan.start, plan.target, plan.complete) = (16, 11, true);
    plan.course = vec!["NE", "E", "E", "NW", "W", "W"];
    plan.hexes = vec![16, 9, 10, 11, 3, 2, 1];
    view
}

#[test]
fn the_bomber_flies_low_over_few_guns_and_high_over_many() {
    let content = Arc::new(content());
    let q = Question::new(Seat(0), "turn over compass card {}", "compass-cards.j")
        .offer(Offer::new("high", "High", "bomber.d"))
        .offer(Offer::new("low", "Low", "bomber.d"));
    let quiet = raid(&content, &[]);
    assert_eq!(bomber::level(&Look::new(&content, &quiet), &q), Some(1));
    let guns = [9, 10, 11, 3].map(|hex| (hex, Resource::Flak, 1));
    let loud = raid(&content, &guns);
    assert_eq!(bomber::level(&Look::new(&content, &loud), &q), Some(0));
}

#[test]
fn bombs_fall_on_the_guns_that_cost_most_and_markers_on_a_quiet_target() {
    let content = Arc::new(content());
    let quiet = raid(&content, &[]);
    let look = Look::new(&content, &quiet);
    let load = drop::best(&look, 11, 6, 0.0, true);
    assert!(load.len() == 6 && load.iter().all(|i| !i.bomb()), "{load:?}");
    assert!(drop::best(&look, 20, 6, 0.0, true).is_empty(), "nothing waits off the course");
    let loud = raid(&content, &[(11, Resource::Flak, 3), (11, Resource::Searchlight, 3)]);
    let load = drop::best(&Look::new(&content, &loud), 11, 6, 0.0, true);
    assert!(load[0].kind.is_some() && load[0].gain >= 3.0, "{load:?}");
    assert!(load.iter().filter(|i| i.bomb()).count() >= 3, "{load:?}");
}

#[test]
fn the_defence_uses_all_forty_and_stands_where_raids_pass() {
    let content = Arc::new(content());
    let (world, q) = until(&content, 11, "place");
    let view = view::view(&world, q.seat);
    let look = Look::new(&content, &view);
    let raid = |hexes: &[u8], target| forecast::Future { weight: 0.5, hexes: hexes.to_vec(), target };
    let both =
        Forecast { futures: vec![raid(&[17, 18, 11, 10, 9, 8], 11), raid(&[17, 25, 26, 25, 24, 23], 26)] };
    let tiles = deploy::plan(&look, &both);
    assert_eq!(tiles.len(), 40);
    let useful = [11, 18, 24, 25, 26];
    let wasted = tiles.iter().filter(|(_, hex)| !useful.contains(hex)).count();
    // Once both raids are as good as stopped, the last tiles hardly matter.
    assert!(wasted <= 12, "{wasted} of {tiles:?}");
    assert!(tiles.iter().take(10).all(|(_, hex)| useful.contains(hex)), "{tiles:?}");
}
