//! Board, routes and weather: what the layout must give, whatever the overlays.

use std::collections::BTreeSet;

use super::*;
use crate::games::duel::rules::drift;

/// The way of a programme from a hex.
fn way(board: &Board, from: u8, bearings: &[Bearing]) -> Vec<u8> {
    let mut at = Some(from);
    bearings
        .iter()
        .filter_map(|b| {
            at = at.and_then(|hex| board.step(hex, *b));
            at
        })
        .collect()
}

#[test]
fn the_board_is_one_piece_and_its_places_lie_right() {
    // proves: board.a, board.d, board.e, board.f, city.a, ground-defence.b
    let board = &content().tables.board;
    let all: BTreeSet<u8> = board.hexes().collect();
    assert_eq!(all.len(), 43);
    assert!(all.iter().all(|hex| board.distance(1, *hex) < 12), "connected");
    let edges: usize =
        all.iter().map(|hex| Bearing::ALL.iter().filter(|b| board.step(*hex, **b).is_some()).count()).sum();
    assert_eq!(edges / 2, 105);
    assert_eq!((board.british.len(), board.german.len(), board.cities.len()), (4, 19, 11));
    assert_eq!(board.closed.iter().collect::<Vec<_>>(), [1, 2, 3, 8, 9, 10, 16, 17, 23]);
    for hex in board.hexes() {
        let land = board.ground[usize::from(hex)] == Ground::Land;
        assert_eq!(land, !board.closed.has(hex), "{hex}");
        if board.closed.has(hex) {
            let west = board.step(hex, Bearing::W);
            assert!(west.is_none_or(|w| board.closed.has(w)), "{hex} is not in the west of its row");
        } else {
            let near = board.german.iter().map(|a| board.distance(hex, a)).min();
            assert!(near <= Some(1), "{hex} is far from an airport");
        }
        for bearing in Bearing::ALL {
            let back = board.step(hex, bearing).and_then(|to| board.step(to, bearing.opposite()));
            assert!(back.is_none_or(|back| back == hex), "{hex} {bearing:?}");
        }
    }
}

#[test]
fn cities_are_within_reach_and_harder_by_class() {
    // proves: city.b, city.c
    let content = content();
    let board = &content.tables.board;
    let out = |hex: u8, from: u8| {
        // The way out alone: the fewest moves of a programme less those of the way home.
        let routes = Routes::new(board, hex);
        routes.need(Leg::start(from)) - routes.need(Leg { hex, bearing: None, struck: true })
    };
    let mut by_class: Vec<(Class, u8, u8)> = Vec::new();
    for city in &board.file.cities {
        let outs: Vec<u8> = board.british.iter().map(|from| out(city.hex, from)).collect();
        let routes = Routes::new(board, city.hex);
        let home = routes.need(Leg { hex: city.hex, bearing: None, struck: true });
        assert!(outs.iter().all(|out| out + home <= content.tables.decks.moves), "{}", city.name);
        let nearest = outs.iter().min().copied().unwrap_or(0);
        by_class.push((city.class, nearest, city.value));
    }
    by_class.sort_unstable();
    for pair in by_class.windows(2) {
        if pair[0].0 < pair[1].0 {
            assert!(pair[0].1 <= pair[1].1 && pair[0].2 < pair[1].2, "{pair:?}");
        }
    }
    let berlin = by_class.iter().max_by_key(|(_, _, value)| *value);
    assert_eq!(berlin, Some(&(Class::Red, 6, 33)));
    let round = |hex: u8| board.british.iter().map(|a| Routes::new(board, hex).need(Leg::start(a))).min();
    let trips: Vec<_> =
        [11, 26, 12, 34, 27, 13, 35, 28, 42, 29, 22].map(round).into_iter().flatten().collect();
    assert_eq!(trips, [6, 6, 8, 8, 8, 10, 10, 10, 12, 12, 12]);
}

#[test]
fn the_deck_shuts_no_programme_out() {
    // proves: compass-cards.a
    let content = content();
    let deck = content.tables.compass();
    assert_eq!(deck.iter().sum::<u8>(), 32);
    let outward = [Bearing::NE, Bearing::E, Bearing::SE].map(|b| deck[b.index()]).iter().sum::<u8>();
    assert_eq!(outward, 16, "half of the cards lead out, as the piles of the solo mission need");
    let board = &content.tables.board;
    let all = |hex: u8, moves: u8, cards: [u8; 6]| -> u64 {
        let routes = Routes::new(board, hex);
        board.british.iter().map(|a| count(board, &routes, Leg::start(a), Means { moves, cards })).sum()
    };
    for (hex, moves, wanted) in
        [(11, 6, 49), (26, 6, 16), (12, 8, 81), (34, 8, 100), (22, 12, 1), (22, 13, 130), (29, 12, 49)]
    {
        assert_eq!(all(hex, moves, [14; 6]), wanted, "{hex} in {moves}");
        assert_eq!(all(hex, moves, deck), wanted, "{hex} in {moves} with the deck");
    }
}

#[test]
fn weather_cards_keep_to_the_pieces_and_to_the_mix() {
    // proves: components.b, components.c, weather.b
    let content = content();
    let board = &content.tables.board;
    let cards = &content.tables.weather;
    assert_eq!(cards.len(), 12);
    for w in cards {
        assert!(w.clouds.len() <= 18 && w.thunder.len() <= 3 && w.fog.len() <= 4, "card {}", w.card);
        let all: BTreeSet<u8> = w.clouds.iter().chain(&w.thunder).chain(&w.fog).copied().collect();
        assert_eq!(all.len(), w.clouds.len() + w.thunder.len() + w.fog.len(), "card {}", w.card);
        let clear = board.cities.iter().filter(|c| !all.contains(c)).count();
        assert!(clear >= 5, "card {}: {clear} clear cities", w.card);
        assert!(w.moon != Moon::None && (2..=13).contains(&w.change.0) && w.change.1 <= 13);
    }
    for wind in Bearing::ALL {
        assert_eq!(cards.iter().filter(|w| w.wind == wind).count(), 2, "{wind:?}");
    }
    assert_eq!(cards.iter().filter(|w| w.moon == Moon::Full).count(), 6);
    assert_eq!(cards.iter().filter(|w| w.summer).count(), 4);
    for city in board.cities.iter() {
        let covered = cards.iter().filter(|w| w.clouds.contains(&city) || w.thunder.contains(&city)).count();
        assert!((3..=4).contains(&covered), "{city}: {covered}");
    }
    for airport in board.british.iter() {
        assert_eq!(cards.iter().filter(|w| w.solo.bomber == airport).count(), 3);
        assert_eq!(cards.iter().filter(|w| w.solo.mosquito == airport).count(), 3);
    }
    assert_eq!(cards.iter().filter(|w| w.solo.city == 1).count(), 6);
}

#[test]
fn drifting_elements_never_meet() {
    // proves: adv-2-weather-change.f
    let content = content();
    let board = &content.tables.board;
    for wind in Bearing::ALL {
        let to: BTreeSet<u8> = board.hexes().map(|hex| drift::step(board, hex, wind)).collect();
        assert_eq!(to.len(), 43, "{wind:?}");
    }
}

#[test]
fn the_example_of_play_fits_the_board() {
    use Bearing::{E, NE, NW, SE, SW, W};
    let content = content();
    let board = &content.tables.board;
    assert_eq!(way(board, 16, &[NE, E, E, NW, W, W]), [9, 10, 11, 3, 2, 1]);
    // Turn 13: after flying north-west onto 3 only west stays on the board.
    let open: Vec<_> =
        Bearing::ALL.into_iter().filter(|b| NW.steps(*b) <= 1 && board.step(3, *b).is_some()).collect();
    assert_eq!(open, [W]);
    // Turn 1: the Mosquito reaches 17 in two from each airport but the bomber's; 17 touches 16 and 10.
    assert!([1, 8, 23].iter().all(|a| board.distance(*a, 17) <= 2));
    assert!(board.distance(17, 16) == 1 && board.distance(17, 10) == 1);
    // Turns 2 and 11: two hexes with the wind.
    assert!(board.german.has(11) && way(board, 11, &[W, W]) == [10, 9]);
    assert!(board.german.has(5) && way(board, 5, &[W, W]) == [4, 3]);
    // Turns 2, 5, 8: the others.
    for (from, bearing, to) in
        [(25, NW, 17), (24, NE, 17), (12, NE, 5), (17, NE, 10), (9, E, 10), (10, E, 11)]
    {
        assert_eq!(board.step(from, bearing), Some(to));
    }
    // Turns 11, 14, 17 and 19.
    assert!(board.german.has(18) && board.german.has(25));
    assert_eq!(way(board, 11, &[SW, SW]), [18, 25]);
    assert_eq!(way(board, 2, &[SE, SE]), [10, 18]);
    // The two fire departments.
    assert!(board.cities.iter().any(|c| c != 11 && board.distance(c, 11) <= 2));
    let card = &content.tables.weather[0];
    assert!(card.wind == W && card.moon == Moon::Full && card.summer);
    let used = [1, 2, 3, 4, 5, 9, 10, 11, 12, 16, 17, 18, 25];
    assert!(card.clouds.iter().chain(&card.thunder).chain(&card.fog).all(|hex| !used.contains(hex)));
}
