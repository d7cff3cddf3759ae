//! Group play: whom the table asks when several people share the squadron.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bombers_moon::games::dambusters::group;
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::{Arg, Seat};
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::Table;

use crate::rig::Rig;
use crate::table::game;

fn raid(scenario: &str, players: &str) -> Table {
    let options = Options::from([("players".to_owned(), players.to_owned())]);
    Table::new(game(), scenario, &options, 7, UndoMode::Table).unwrap_or_else(|e| panic!("{e}"))
}

fn asked(table: &Table) -> Option<String> {
    table.question().and_then(|q| game().asked(table.world(), q))
}

/// A scenario that asks for another number of people is told so, and an attack is flown by one.
#[test]
fn a_group_has_two_or_three_people() {
    let option = |n: u8| {
        format!(
            "options: [(id: \"players\", title: \"People\", default: \"on\", choices: [\
             (id: \"on\", label: \"On\", changes: [Players({n})])])], aircraft: ["
        )
    };
    let told = |text: &str| Rig::read(text).map_or_else(|problems| problems.render(false), |_| String::new());
    let attack = Rig::at("Moehne").bomber("AJ-G", "Green", "").text();
    assert!(told(&attack.replace("aircraft: [", &option(2))).contains("a flight scenario alone"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/dambusters/scenarios/08-reserve.ron");
    let flight = std::fs::read_to_string(path).unwrap_or_default();
    for (n, wrong) in [(1, true), (2, false), (3, false), (4, true)] {
        let text = flight.replace("Players(3)", &format!("Players({n})"));
        assert_ne!(n == 3, text != flight);
        assert_eq!(told(&text).contains("two or three people"), wrong, "{n}");
    }
}

/// The Lancasters of the three waves and of those that fly alone, by person.
#[test]
fn a_wave_belongs_to_a_person() {
    let owners = |players: &str| {
        let table = raid("dambusters/s9-chastise", players);
        let mut owners: BTreeMap<Option<u8>, Vec<String>> = BTreeMap::new();
        for id in table.pieces().ids() {
            let code = table.pieces().code(id).trim_start_matches("AJ-").to_owned();
            owners.entry(group::player_of(table.world(), id)).or_default().push(code);
        }
        owners.into_iter().map(|(player, codes)| (player, codes.join(""))).collect::<Vec<_>>()
    };
    let three = owners("three");
    let of = |n: usize| (three[n].0, three[n].1.as_str());
    assert_eq!(three.len(), 3, "{three:?}");
    assert_eq!(of(0).0, Some(1));
    assert!(
        of(0).1.starts_with("GMP") && of(1).1.starts_with("AJL") && of(2).1.starts_with("ZBN"),
        "{three:?}"
    );
    assert_eq!(owners("two").len(), 2);
    assert_eq!(owners("one").iter().map(|(player, _)| *player).collect::<Vec<_>>(), [None]);
}

/// proves: 1.3.a
#[test]
fn r1_3_a_one_commander_is_asked_everything() {
    let mut table = raid("dambusters/s9-chastise", "one");
    let mut bot = RandomBot::new(3, 0);
    for _ in 0..300 {
        let Some(q) = table.question() else { break };
        assert_eq!(asked(&table), None);
        let answer = Answer::new(q.seq, bot.choose(&(), q));
        assert!(table.submit(&answer).is_ok());
    }
}

/// Every question about one aircraft or one wave goes to the person that leads it, one about those of several people to
/// all, every other to the first.
#[test]
fn each_is_asked_about_what_is_his() {
    let mut heard: BTreeMap<String, usize> = BTreeMap::new();
    let mut common = 0;
    for seed in 1..=6 {
        let mut table = raid("dambusters/s9-chastise", "three");
        let mut bot = RandomBot::new(seed, 0);
        while let Some(q) = table.question() {
            let who = asked(&table).unwrap_or_else(|| panic!("nobody is asked: {q:?}"));
            let view = game().view_json(table.world(), Seat(0));
            let waves = view.pointer("/flight/waves").and_then(|w| w.as_array().cloned()).unwrap_or_default();
            let named = |arg: Arg| match arg {
                Arg::Word(word) => {
                    waves.iter().find(|w| w["name"] == word).and_then(|w| w["player"].as_u64())
                }
                Arg::Piece(id) => waves
                    .iter()
                    .find(|w| w["members"].as_array().is_some_and(|m| m.contains(&id.0.into())))
                    .map_or_else(
                        || group::player_of(table.world(), id).map(u64::from),
                        |w| w["player"].as_u64(),
                    ),
                _ => None,
            };
            let unit =
                q.subject.map_or_else(|| q.args.iter().find_map(|a| named(*a)), |id| named(Arg::Piece(id)));
            if let Some(player) = unit {
                assert_eq!(who, format!("P{player}"), "{q:?}");
            } else {
                let offered = q.offers.iter().filter(|o| o.enabled()).filter_map(|o| named(o.key.a));
                let expected = match offered.collect::<BTreeSet<u64>>().into_iter().collect::<Vec<_>>()[..] {
                    [] => "P1".to_owned(),
                    [player] => format!("P{player}"),
                    _ => "All".to_owned(),
                };
                assert_eq!(who, expected, "{q:?}");
                common += usize::from(who == "P1");
            }
            *heard.entry(who).or_default() += 1;
            let answer = Answer::new(q.seq, bot.choose(&(), q));
            assert!(table.submit(&answer).is_ok());
        }
    }
    assert!(heard.len() == 4 && heard.values().all(|n| *n > 50) && common > 20, "{heard:?} {common}");
}

/// Whom it asks changes nothing of the game.
#[test]
fn the_rules_are_the_same_for_a_group() {
    let play = |players: &str| {
        let mut table = raid("dambusters/s10-campaign", players);
        let mut bot = RandomBot::new(11, 0);
        let mut answers = Vec::new();
        while let Some(q) = table.question() {
            answers.push(q.offers.len());
            let answer = Answer::new(q.seq, bot.choose(&(), q));
            assert!(table.submit(&answer).is_ok());
        }
        (answers, table.outcome().cloned())
    };
    assert_eq!(play("one"), play("two"));
}
