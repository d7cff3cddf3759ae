//! Tests of the client's side of the duel on the shipped data.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::client::board::layout;
use crate::client::layouts;
use crate::client::panels::Intent;
use crate::client::session::{Auto, Session};
use crate::games;
use crate::games::duel::components::SQUADRONS;
use crate::kernel::game::{Game, Options};
use crate::kernel::journal::UndoMode;

fn assets() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn game() -> Arc<dyn Game> {
    let games = games::load(&assets(), &[]).expect("the shipped games");
    games.into_iter().find(|g| g.id() == "duel").expect("the duel")
}

fn table(scenario: &str) -> Table {
    table_with(scenario, &[])
}

fn table_with(scenario: &str, rules: &[&str]) -> Table {
    let options: Options = rules.iter().map(|rule| ((*rule).to_owned(), "on".to_owned())).collect();
    Table::new(game(), scenario, &options, 7, UndoMode::Table).expect("it is set up")
}

/// A session of two people with the layouts of the game.
fn session(scenario: &str) -> Session {
    seated(table(scenario))
}

fn seated(table: Table) -> Session {
    let mut session = Session::new(table, vec![Seat(0), Seat(1)], Vec::new(), false);
    session.set_layouts(layouts::load(&assets(), Path::new("nowhere"), "duel").0);
    session.act(Intent::Lift, Auto::default(), 0.0);
    session
}

/// Gives answers by id; the curtain is lifted where it falls.
fn play(session: &mut Session, answers: &[&str]) {
    for answer in answers {
        if session.awaited().is_some() {
            session.act(Intent::Lift, Auto::default(), 0.0);
        }
        session.act(Intent::Answers(vec![(*answer).to_owned()]), Auto::default(), 0.0);
    }
}

const TO_PLAN: [&str; 6] = ["at:11", "at:12", "at:26", "at:34", "done", "draw"];
const PLAN: [&str; 2] = ["from:16", "target:11"];

/// Plans a raid on Emden by whatever cards are open, home again.
fn plan(session: &mut Session) -> usize {
    play(session, &TO_PLAN);
    course(session)
}

/// The plan once the weather lies.
fn course(session: &mut Session) -> usize {
    play(session, &PLAN);
    let before = session.table().len();
    for _ in 0..20 {
        let Some(question) = session.table().question() else { break };
        if question.prompt != "lay the next compass card" {
            break;
        }
        if session.awaited().is_some() {
            break;
        }
        let shown = session.shown(0.0, 0.0);
        let land = shown.prompt.offers.iter().find(|o| o.id == "land" && o.card.barred.is_none());
        let next = land.or_else(|| shown.prompt.offers.iter().find(|o| o.card.barred.is_none()));
        let index = next.expect("a card or the landing").index;
        session.act(Intent::Take(index), Auto::default(), 0.0);
    }
    session.table().len() - before
}

#[test]
fn the_board_is_that_of_the_rules() {
    let board = layout::load(&assets(), "duel").expect("the board").boards.remove(0);
    let table = table("duel/one-night");
    let rules = &data(&table).expect("data").tables.board;
    assert_eq!(board.places.len(), rules.file.hexes.len());
    for hex in &rules.file.hexes {
        let place = board.place(&hex.hex.to_string()).expect("every hex is a place");
        assert_eq!(place.hex, (i32::from(hex.q), i32::from(hex.r)), "hex {}", hex.hex);
        let city = rules.city(hex.hex).map(|c| c.name.as_str());
        assert_eq!(place.label, city.unwrap_or(&place.label), "a city names its place");
    }
    for mark in ["wind_rose", "moon", "vp"] {
        assert!(board.mark(mark).is_some(), "{mark}");
    }
}

#[test]
fn offers_that_name_a_hex_point_at_it() {
    let mut s = session("duel/one-night");
    let shown = s.shown(0.0, 0.0);
    let at: BTreeSet<_> = shown.prompt.offers.iter().filter_map(|o| o.place).collect();
    assert_eq!(at.len(), 19, "every German airport");
    play(&mut s, &TO_PLAN);
    s.act(Intent::Lift, Auto::default(), 0.0);
    play(&mut s, &["from:16"]);
    let shown = s.shown(0.0, 0.0);
    let city = shown.prompt.offers.iter().find(|o| o.id == "target:11").expect("Emden");
    assert_eq!(city.place, Some("11"));
    // What it is worth on the card, and what a strike would bring under this sky.
    assert!(city.card.label.starts_with("11 Emden, 13"), "{}", city.card.label);
    play(&mut s, &["target:11"]);
    let shown = s.shown(0.0, 0.0);
    assert!(matches!(&shown.prompt.desk, Some(Desk::Course(cards)) if cards.len() == 6));
    let east = shown.prompt.offers.iter().find(|o| o.id == "fly:E").expect("east");
    assert_eq!((east.place, east.step), (Some("17"), Some((1, 0))));
    assert!(!east.card.default, "no card is the usual one");
    assert_eq!(shown.game.board.ways[0].places, ["16"]);
    s.act(Intent::Take(east.index), Auto::default(), 0.0);
    assert_eq!(s.shown(0.0, 0.0).game.board.ways[0].places, ["16", "17"], "drawn card by card");
    s.act(Intent::Undo, Auto::default(), 0.0);
    assert_eq!(s.shown(0.0, 0.0).game.board.ways[0].places, ["16"], "and taken back");
}

#[test]
fn a_weather_card_is_read_in_words() {
    use crate::client::panels::luck::{Pending, ResultView};
    let mut s = session("duel/one-night");
    play(&mut s, &TO_PLAN[..5]);
    s.act(Intent::Lift, Auto::default(), 0.0);
    let shown = s.shown(0.0, 0.0);
    let Some(Pending::Draw(draw)) = &shown.roll.pending else { panic!("no draw") };
    assert!(draw.items.len() == 12 && draw.items.iter().all(|i| i.card.is_some()));
    assert_eq!(shown.prompt.offers[0].card.hint, "One of 12 cards, each as likely as the others");
    play(&mut s, &["draw"]);
    let shown = s.shown(0.0, 0.0);
    let Some(ResultView::Draw { items, .. }) = shown.roll.latest.as_ref().map(|l| &l.result) else {
        panic!("no card")
    };
    let card = items[0].card.as_ref().expect("a card");
    assert_eq!(card.title, format!("Weather card {}", items[0].value));
    assert!(card.lines[0].starts_with("Wind to the "), "{:?}", card.lines);
}

#[test]
fn a_deployment_shows_a_palette_and_lays_out_at_once() {
    let mut s = session("duel/one-night");
    plan(&mut s);
    s.act(Intent::Lift, Auto::default(), 0.0);
    let shown = s.shown(0.0, 0.0);
    let Some(Desk::Palette(palette)) = &shown.prompt.desk else { panic!("no palette") };
    assert_eq!((palette.tools.len(), palette.layouts.len(), palette.keeps), (8, 3, false));
    assert!(shown.prompt.end_of_phase().is_some(), "the end of the phase stands apart");
    assert!(shown.prompt.confirmed().is_none() && shown.prompt.offers.iter().all(|o| !o.card.default));
    s.act(Intent::Tool(2), Auto::default(), 0.0);
    let shown = s.shown(0.0, 0.0);
    let lit: Vec<_> = shown.prompt.offers.iter().filter(|o| o.place == Some("11")).collect();
    assert!(lit.len() == 1 && lit[0].id == "place:radar:11", "only the kind taken up points at a hex");
    for (n, name) in ["Cities", "Coast", "Balanced"].iter().enumerate() {
        s.act(Intent::Layout(n), Auto::default(), 0.0);
        let laid = s.layout(name).expect("a layout");
        assert_eq!(laid.things.iter().map(|t| u32::from(t.2)).sum::<u32>(), 40, "{name} lays forty tiles");
    }
    let before = s.table().len();
    s.act(Intent::Answers(vec!["take:flak:11".into(), "place:flak:19".into()]), Auto::default(), 0.0);
    assert_eq!(s.table().len(), before + 2, "a tile is dragged from hex to hex");
    let shown = s.shown(0.0, 0.0);
    assert!(shown.prompt.offers.iter().any(|o| o.back == Some("19")));
    assert!(
        shown.game.board.markers.iter().any(|m| m.grab.as_ref().is_some_and(|g| g.lift == "take:flak:19"))
    );
}

#[test]
fn c35_nobody_can_count_the_steps_of_a_secret_plan() {
    let history = |fly_more: bool| {
        let mut s = session("duel/one-night");
        play(&mut s, &TO_PLAN);
        play(&mut s, &PLAN);
        if fly_more {
            // Some cards laid and taken back leave no trace for the other seat.
            play(&mut s, &["fly:E"]);
            s.act(Intent::Undo, Auto::default(), 0.0);
        }
        while s.awaited().is_none() {
            let shown = s.shown(0.0, 0.0);
            let land = shown.prompt.offers.iter().find(|o| o.id == "land" && o.card.barred.is_none());
            let next = land.or_else(|| {
                let mut open = shown.prompt.offers.iter().filter(|o| o.card.barred.is_none());
                if fly_more { open.next() } else { open.next_back() }
            });
            let index = next.expect("an offer").index;
            s.act(Intent::Take(index), Auto::default(), 0.0);
        }
        assert_eq!(s.awaited().as_deref(), Some("Germany"));
        assert_eq!(*s.shown(0.0, 0.0), crate::client::session::Shown::default());
        s.act(Intent::Lift, Auto::default(), 0.0);
        let shown = s.shown(0.0, 0.0);
        assert!(shown.game.board.ways.is_empty(), "the course is hidden");
        assert!(shown.log.taken_back.is_empty(), "and what was taken back of it");
        assert!(shown.log.lines.iter().all(|l| !l.text.contains("target")));
        s.act(Intent::Seek(crate::client::panels::Step::Back), Auto::default(), 0.0);
        let back = s.shown(0.0, 0.0);
        assert!(back.prompt.history.looking_back() && back.game.board.ways.is_empty());
        (shown.prompt.history, back.prompt.history, shown.prompt.undo.clone())
    };
    let (short, long) = (history(false), history(true));
    assert_eq!(short, long, "a plan of more steps looks the same from the other seat");
    assert_eq!((short.0.position, short.0.len), (7, 7), "four squadrons, the word, the weather, the plan");
}

#[test]
fn c35_no_what_if_while_two_people_hide_things() {
    let mut s = session("duel/one-night");
    s.act(Intent::Branch, Auto::default(), 0.0);
    assert!(!s.in_branch());
    assert!(s.shown(0.0, 0.0).prompt.what_if_barred.is_some());
}

#[test]
fn c02_undo_stops_at_the_hand_off() {
    let mut s = session("duel/one-night");
    plan(&mut s);
    s.act(Intent::Lift, Auto::default(), 0.0);
    let before = s.table().digest();
    s.act(Intent::Undo, Auto::default(), 0.0);
    assert_eq!(s.table().digest(), before);
    assert_eq!(s.shown(0.0, 0.0).prompt.refused.as_deref(), Some("Undo stops at the hand-off."));
}

#[test]
fn a_squadron_flies_by_hex_by_card_and_by_key() {
    let mut s = session("duel/one-night");
    plan(&mut s);
    play(&mut s, &["done", "start:8", "wait"]);
    s.act(Intent::Lift, Auto::default(), 0.0);
    assert_eq!(s.selected(), Some(SQUADRONS[0]), "the first is taken up");
    let shown = s.shown(0.0, 0.0);
    let Some(desk @ Desk::Flights(flights)) = &shown.prompt.desk else { panic!("no flights") };
    assert_eq!(flights.cards.len(), 6);
    let east = shown.prompt.offers.iter().find(|o| o.id == "fly:Red:E").expect("east");
    assert_eq!((east.place, east.step), (Some("12"), Some((1, 0))));
    assert_eq!(desk.by_key(3), Some(Intent::Take(east.index)), "the fourth card flies east");
    let tail = shown.prompt.by_key(6).expect("the next key is the next offer");
    assert_eq!(flights.others.first().and_then(|o| o.offer), Some(tail.index));
    let codes: Vec<(&str, bool)> = flights.pieces.iter().map(|p| (p.code.as_str(), p.current)).collect();
    assert_eq!(codes, [("Red", true), ("Green", false), ("Yellow", false), ("Blue", false)]);
    let card = &flights.cards[3];
    assert!(
        card.title == "12 Hamburg" && card.note.contains("line"),
        "where it leads and what it costs: {card:?}"
    );
    assert!(shown.prompt.offers.iter().all(|o| o.piece.is_none() || o.piece == s.selected()));
    s.act(Intent::Take(east.index), Auto::default(), 0.0);
    assert!(s.table().question().is_some_and(|q| q.prompt.contains("altitude") || q.prompt.contains("move")));
}

#[test]
fn the_second_hex_with_special_fuel_counts_from_the_first() {
    let mut s = seated(table_with("duel/one-night", &["special-fuel"]));
    play(&mut s, &["at:11", "at:12", "at:26", "at:34", "tank:Red", "done", "draw"]);
    course(&mut s);
    play(&mut s, &["done", "start:8", "wait", "boost:Red:E"]);
    let shown = s.shown(0.0, 0.0);
    assert_eq!(shown.prompt.prompt, "The second hex of Red with special fuel, after E");
    let east = shown.prompt.offers.iter().find(|o| o.id == "then:E").expect("east");
    assert_eq!((east.place, east.card.label.as_str()), (Some("13"), "E"), "beyond 12");
    let Some(Desk::Flights(flights)) = &shown.prompt.desk else { panic!("no flights") };
    let card = flights.cards.iter().find(|c| c.word == "E").expect("its card");
    assert!(card.title == "13 Lübeck" && card.note.ends_with("lines") && card.left.is_none(), "{card:?}");
    assert_eq!(card.offer, Some(east.index));
    let marked = shown.prompt.confirmed().expect("a squadron under way goes on by the confirm key");
    assert!(marked.id == "then:E" && marked.card.default, "{marked:?}");
    assert_eq!(
        flights.cards.iter().filter(|c| c.marked).map(|c| c.offer).collect::<Vec<_>>(),
        [Some(marked.index)]
    );
}

/// Plays a night by bots until the clause asks; the bots answer what comes before.
fn until(session: &mut Session, clause: &str) {
    let mut bots = [game().bot(Seat(0), 5), game().bot(Seat(1), 6)];
    for _ in 0..2000 {
        if session.awaited().is_some() {
            session.act(Intent::Lift, Auto::default(), 0.0);
        }
        let question = session.table().question().expect("the night is not over").clone();
        if question.clause.0 == clause {
            return;
        }
        let view = session.table().game().view(session.table().world(), question.seat);
        let offer = bots[usize::from(question.seat.0)].choose(&*view, &question);
        session.act(Intent::Take(offer), Auto::default(), 0.0);
    }
    panic!("{clause} is never asked");
}

#[test]
fn the_course_that_is_replaced_stays_in_sight_until_the_new_one_is_complete() {
    let mut s = seated(table_with("duel/one-night", &["weather-change"]));
    until(&mut s, "adv-2a-reprogram.a");
    let british = s.viewer().expect("Britain is asked");
    let plan = seen(s.table(), british).expect("a view").plan.expect("its own plan");
    let name = data(s.table()).expect("data").tables.board.name(plan.target).to_owned();
    let planned = |s: &mut Session| {
        let shown = s.shown(0.0, 0.0);
        let ways = shown.game.board.ways.iter().filter(|w| !w.flown);
        ways.map(|w| (w.old, w.places.clone(), w.ring.clone())).collect::<Vec<_>>()
    };
    let before = planned(&mut s);
    assert_eq!((before.len(), before[0].0), (1, false));
    play(&mut s, &["replan"]);
    let ways = planned(&mut s);
    assert_eq!((ways[0].0, &ways[0].1, &ways[0].2), (true, &before[0].1, &Some(plan.target.to_string())));
    assert_eq!((ways[1].0, &ways[1].2), (false, &None), "and a new one begins");
    let shown = s.shown(0.0, 0.0);
    let told = format!("Until now {name}");
    assert!(shown.prompt.strip.iter().any(|item| matches!(item, StripItem::Word(w, _) if *w == told)));
    let marked = shown.prompt.confirmed().map(|o| o.id.clone());
    assert_eq!(marked, Some(format!("target:{}", plan.target)), "the present target is the usual one");
    play(&mut s, &[&format!("target:{}", plan.target)]);
    assert!(planned(&mut s)[0].0, "the old course lies there while cards are laid");
    let german = seen(s.table(), Seat(1 - british.0)).expect("a view");
    assert!(german.plan.is_none(), "nothing of it for Germany");
}

#[test]
fn what_a_drop_is_aimed_at_is_counted_once_and_in_words() {
    let mut s = session("duel/one-night");
    plan(&mut s);
    let tiles = ["place:balloon:11", "place:balloon:11", "place:fire:11", "done"];
    play(&mut s, &tiles);
    play(&mut s, &["start:8", "to:9", "high"]);
    for _ in 0..40 {
        match s.table().question().map(|q| q.clause.0) {
            Some("mosquito.o") if seen(s.table(), Seat(0)).is_some_and(|v| v.mosquito.hex == 11) => break,
            Some("mosquito.a") => play(&mut s, &["to:11", "low"]),
            _ => {
                let verbs = ["end", "turn", "high", "low", "keep", "wait", "done"];
                let question = s.table().question().expect("the night goes on").clone();
                let open = |verb: &&str| question.enabled().any(|i| question.offers[i].key.verb == *verb);
                let verb = verbs.into_iter().find(open).unwrap_or_else(|| panic!("{question:?}"));
                play(&mut s, &[verb]);
            }
        }
    }
    let drop = |s: &mut Session| {
        let shown = s.shown(0.0, 0.0);
        let strip = shown.prompt.strip.iter().map(|item| match item {
            StripItem::Word(word, _) => word.clone(),
            StripItem::Chit(_) => String::new(),
        });
        let left = shown.game.forces.units.iter().find(|u| u.code == "Mosquito").map(|u| u.state.clone());
        (shown.prompt.prompt.clone(), strip.collect::<Vec<_>>().join("; "), left.unwrap_or_default())
    };
    let (title, strip, left) = drop(&mut s);
    assert_eq!(
        (title.as_str(), strip.as_str(), left.as_str()),
        ("Drop markers and bombs, 6 left", "6 markers", "6 left")
    );
    let shown = s.shown(0.0, 0.0);
    let labels: Vec<&str> = shown.prompt.offers.iter().map(|o| o.card.label.as_str()).collect();
    assert!(
        labels.contains(&"Bomb a fire department") && labels.contains(&"Bomb a balloon barrier"),
        "{labels:?}"
    );
    if let Some(at) = labels.iter().position(|l| *l == "Bomb a balloon barrier")
        && shown.prompt.offers[at].card.barred.is_none()
    {
        play(&mut s, &["bomb:balloon", "marker"]);
        let (title, strip, left) = drop(&mut s);
        let told = ("Drop markers and bombs, 4 left", "Aimed: 1 marker, 1 balloon barrier", "4 left");
        assert_eq!((title.as_str(), strip.as_str(), left.as_str()), told);
    } else {
        panic!("the Mosquito flies low: {labels:?}");
    }
}

#[test]
fn all_points_of_one_move_stand_together() {
    let mut s = session("duel/one-night");
    let mut bots = [game().bot(Seat(0), 5), game().bot(Seat(1), 6)];
    let mut together = 0;
    while s.table().outcome().is_none() {
        if s.awaited().is_some() {
            s.act(Intent::Lift, Auto::default(), 0.0);
        }
        let question = s.table().question().expect("asked").clone();
        let view = s.table().game().view(s.table().world(), question.seat);
        let offer = bots[usize::from(question.seat.0)].choose(&*view, &question);
        s.act(Intent::Take(offer), Auto::default(), 0.0);
        let Some(seat) = s.viewer() else { continue };
        let chronicle = s.table().world().resource::<crate::kernel::chronicle::Chronicle>();
        let tallies: Vec<_> = chronicle
            .lines(seat)
            .filter(|l| matches!(l.entry, crate::kernel::chronicle::Entry::Tally(_)))
            .map(|l| l.event)
            .collect();
        let of_last = tallies.iter().filter(|e| Some(*e) == tallies.last()).count();
        let shown = s.shown(0.0, 0.0);
        let tally = matches!(
            shown.roll.latest.as_ref().map(|l| &l.result),
            Some(crate::client::panels::luck::ResultView::Tally(_))
        );
        if tally {
            assert_eq!(shown.roll.with.len() + 1, of_last);
            together += usize::from(of_last > 1);
        }
    }
    assert!(together > 0, "no move of the night scored twice");
}

#[test]
fn a_guided_game_is_played_by_the_confirm_key_alone() {
    let mut s = Session::new(table("duel/example"), vec![Seat(0), Seat(1)], Vec::new(), false);
    let guide = data(s.table()).expect("data").scenario("duel/example").expect("it").file.guide.len();
    for step in 0..guide {
        if s.awaited().is_some() {
            s.act(Intent::Lift, Auto::default(), 0.0);
        }
        let shown = s.shown(0.0, 0.0);
        let question = s.table().question().expect("the guide goes on").clone();
        let marked = shown.prompt.confirmed();
        let marked = marked.unwrap_or_else(|| panic!("step {step}, {}: nothing is marked", question.prompt));
        assert_eq!(question.enabled().collect::<Vec<_>>(), [marked.index], "step {step}");
        match &shown.prompt.desk {
            Some(Desk::Course(cards)) => {
                let open: Vec<bool> = cards.iter().filter(|c| c.barred.is_none()).map(|c| c.marked).collect();
                assert!(open.iter().all(|marked| *marked), "step {step}");
            }
            Some(Desk::Flights(view)) => {
                let all = view.cards.iter().chain(&view.others);
                let open = all.filter(|c| c.offer == Some(marked.index));
                assert!(marked.ends_phase || open.clone().count() == 1 && open.clone().all(|c| c.marked));
            }
            _ => {}
        }
        let index = marked.index;
        s.act(Intent::Take(index), Auto::default(), 0.0);
    }
}

#[test]
fn a_wind_change_card_says_where_the_wind_would_blow_to() {
    let mut s = seated(table_with("duel/one-night", &["weather-change"]));
    let mut bots = [game().bot(Seat(0), 5), game().bot(Seat(1), 6)];
    for _ in 0..2000 {
        if s.awaited().is_some() {
            s.act(Intent::Lift, Auto::default(), 0.0);
        }
        let question = s.table().question().expect("the night is not over").clone();
        if question.clause.0 == "adv-2-weather-change.d" {
            break;
        }
        let view = s.table().game().view(s.table().world(), question.seat);
        let offer = bots[usize::from(question.seat.0)].choose(&*view, &question);
        s.act(Intent::Take(offer), Auto::default(), 0.0);
    }
    let face = s.face();
    let card = |item| face.item(s.table(), "wind change", item, "").card.expect("a card");
    let wind = seen(s.table(), Seat(0)).expect("a view").sky.wind;
    assert_eq!(card(1).cells[0], ("Wind to".to_owned(), wind.turned(1).word().to_owned()));
    assert_eq!(card(1), card(2), "two cards of one step clockwise");
    assert_eq!(card(1).cells[1].1, "1 clockwise");
    assert_eq!(card(3).lines, ["The wind turns: one step back"]);
    assert_ne!(card(1), card(3));
}

#[test]
fn a_bot_takes_its_seat_and_the_person_is_asked() {
    let game = game();
    let mut table = table("duel/one-night");
    table.stamp("bot G");
    let bots = vec![(Seat(1), game.bot(Seat(1), 3))];
    let mut s = Session::new(table, vec![Seat(0)], bots, false);
    s.begin(Auto::default(), 0.0);
    assert_eq!(s.table().question().map(|q| q.seat), Some(Seat(0)), "the bot has placed its squadrons");
    assert_eq!(s.viewer(), Some(Seat(0)), "and no curtain falls");
    assert!(s.table().header().stamps.contains("bot G"), "the save knows the bot");
}

#[test]
fn a_night_ends_with_points_by_cause() {
    let mut s = session("duel/two-nights");
    let mut bots = [game().bot(Seat(0), 5), game().bot(Seat(1), 6)];
    for _ in 0..4000 {
        if s.awaited().is_some() {
            s.act(Intent::Lift, Auto::default(), 0.0);
        }
        let shown = s.shown(0.0, 0.0);
        if shown.game.summary.is_some() {
            break;
        }
        let question = s.table().question().expect("the night is not over").clone();
        let view = s.table().game().view(s.table().world(), question.seat);
        let offer = bots[usize::from(question.seat.0)].choose(&*view, &question);
        s.act(Intent::Take(offer), Auto::default(), 0.0);
    }
    let shown = s.shown(0.0, 0.0);
    let bars = shown.game.summary.as_ref().expect("a summary between the nights");
    let view = seen(s.table(), Seat(1)).expect("a view");
    assert_eq!((bars.sum(0), bars.sum(1)), view.gross, "the bars add up to the gross points");
    let tracks = s.tracks();
    let by_hex = |side: &str| tracks.scored.iter().filter(|s| s.side == side).map(|s| s.points).sum::<i32>();
    assert_eq!((by_hex("Britain"), by_hex("Germany")), view.gross, "and so do the points by hex");
    assert!(shown.roll.latest.is_none() || shown.roll.summary.is_some());
    let debrief = s.face().debrief(s.table(), Seat(0));
    assert_eq!(debrief.fates.len(), 6);
    assert_eq!(debrief.bars.iter().filter(|b| b.title == "Night 1").count(), 1);
}
