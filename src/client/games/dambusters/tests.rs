//! Tests of the client's side of the raid on the shipped data.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use bevy_egui::egui::{Rect, vec2};

use super::*;
use crate::client::board::layout::{self, Board};
use crate::client::board::scene::{self, Hit};
use crate::client::panels::Intent;
use crate::client::panels::blotter::CellView;
use crate::client::panels::blotter::tests::cut_words;
use crate::client::panels::views::PromptContext;
use crate::client::screenshot::{Policy, play};
use crate::client::session::{Auto, Session, Shown};
use crate::client::widgets::testing::themed;
use crate::games;
use crate::games::dambusters::data::{Colour, DamId};
use crate::games::dambusters::deeds::{DeedView, MineFate};
use crate::kernel::game::{Game, Options};
use crate::kernel::journal::UndoMode;

fn assets() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn game() -> Arc<dyn Game> {
    let games = games::load(&assets(), &[]).expect("the shipped games");
    games.into_iter().find(|g| g.id() == "dambusters").expect("the raid")
}

fn boards() -> Vec<Board> {
    layout::load(&assets(), "dambusters").expect("the shipped boards").boards
}

fn table(scenario: &str, seed: u64) -> Table {
    Table::new(game(), scenario, &Options::new(), seed, UndoMode::Practice).expect("it is set up")
}

/// A session at the first question of a raid that holds these words.
fn at(scenario: &str, seed: u64, words: &str, policy: Policy) -> Session {
    let mut table = table(scenario, seed);
    play(&mut table, 0, Some(words), policy).expect("the bot plays by the rules");
    assert!(table.outcome().is_none(), "{scenario} with seed {seed} never asks `{words}`");
    Session::new(table, vec![Seat(0)], Vec::new(), false)
}

fn shown(session: &mut Session) -> Arc<Shown> {
    session.shown(0.0, 0.0)
}

/// Every state of a whole raid, with what a person sees of it.
fn each_state(scenario: &str, seed: u64, policy: Policy, mut look: impl FnMut(&Table, &GameViews)) {
    let mut table = table(scenario, seed);
    play(&mut table, usize::MAX / 2, None, policy).expect("the bot plays by the rules");
    assert!(table.outcome().is_some(), "the raid is over");
    for n in 0..=table.len() {
        table.seek(n);
        let views = Face.read(&table, Seat(0));
        look(&table, &views);
    }
}

fn sound(boards: &[Board], views: &GameViews) {
    for view in views.boards.iter().chain([&views.board]) {
        let board = boards.iter().find(|b| b.id == view.board).expect("a board that there is");
        let ids: BTreeSet<&str> = view.markers.iter().map(|m| m.id.as_str()).collect();
        assert_eq!(ids.len(), view.markers.len(), "no two markers share an id");
        for marker in view.markers.iter().filter(|m| m.drawing == "marker-hazard") {
            assert!(!marker.tokens.iter().any(|(name, _)| name.starts_with('#')), "what it is stays hidden");
        }
        if board.flows() {
            lies_apart(board, view);
        }
    }
}

/// Every counter lies in its place, and none on another.
fn lies_apart(board: &Board, view: &BoardView) {
    let laid = scene::lay_out(board, view);
    for (spot, piece) in laid.pieces.iter().zip(&view.pieces) {
        // Who is over a dam lies on its Target Map.
        let Some(place) = board.place(&piece.place) else { continue };
        let area = board.area(place).expand(1.0);
        assert!(area.contains_rect(spot.area), "{} lies in {}", piece.code, place.id);
    }
    // A crowd in a small box overlaps at the least size, so that each still shows its edge.
    let crowded = |area: &Rect| area.width() < 17.0;
    let small = |m: &MarkerView| m.drawing == "marker-dam";
    let markers = laid.markers.iter().zip(&view.markers).filter(|(_, m)| !small(m)).map(|(s, _)| s.area);
    let all = laid.pieces.iter().map(|s| s.area).chain(markers);
    let areas: Vec<Rect> = all.filter(|a| !a.is_negative() && !crowded(a)).collect();
    for (i, a) in areas.iter().enumerate() {
        for b in &areas[i + 1..] {
            assert!(!a.shrink(0.5).intersects(b.shrink(0.5)), "nothing covers another counter");
        }
    }
}

#[test]
fn every_state_of_a_whole_raid_lies_on_its_board() {
    let boards = boards();
    for (scenario, seed, policy) in [
        ("dambusters/s9-chastise", 3, Policy::Bot),
        ("dambusters/s9-chastise", 4, Policy::Random),
        ("dambusters/s8-reserve", 5, Policy::Random),
    ] {
        let mut seen = BTreeSet::new();
        each_state(scenario, seed, policy, |_, views| {
            sound(&boards, views);
            seen.insert(views.board.board.clone());
            let waves = views.waves.as_ref().expect("a wave board");
            let ships = || waves.groups.iter().flat_map(|g| &g.ships).map(|s| s.code.as_str());
            let unique: BTreeSet<&str> = ships().collect();
            assert_eq!(ships().count(), unique.len(), "each Lancaster stands on the wave board once");
            assert_eq!(unique.len(), views.forces.units.len(), "and all of them do");
        });
        assert!(seen.contains(flight::BOARD), "{seen:?}");
    }
}

#[test]
fn offers_of_the_flight_turns_point_at_things_that_lie_there() {
    let boards = boards();
    let board = boards.iter().find(|b| b.id == flight::BOARD).expect("the Flight Map");
    for seed in 0..2 {
        each_state("dambusters/s9-chastise", seed, Policy::Random, |table, views| {
            if views.board.board != flight::BOARD {
                return;
            }
            let mut prompt = crate::client::panels::views::prompt(table, PromptContext::default());
            let aim = Aim { seat: Seat(0), selected: None, tool: 0, layouts: &[] };
            assert!(Face.arrange(table, aim, &mut prompt).is_none());
            for offer in &prompt.offers {
                let place = offer.place.or(offer.onto);
                assert!(place.is_none_or(|id| board.place(id).is_some()), "{}: {place:?}", offer.id);
                if let Some(marker) = &offer.marker {
                    assert!(views.board.markers.iter().any(|m| m.id == *marker), "{}: {marker}", offer.id);
                }
            }
        });
    }
}

#[test]
fn a_hazard_is_dealt_out_by_carrying_it_to_whom_it_meets() {
    let mut session = at("dambusters/s9-chastise", 7, "whom does the", Policy::Bot);
    let shown = shown(&mut session);
    let waves = shown.game.waves.as_ref().expect("a wave board");
    assert!(waves.hand.is_some(), "the marker lies ready");
    let grabbed: Vec<_> = shown.game.board.markers.iter().filter(|m| m.grab.is_some()).collect();
    assert_eq!(grabbed.len(), 1, "one marker is in hand on the map too");
    let boards = boards();
    let board = boards.iter().find(|b| b.id == flight::BOARD).expect("the Flight Map");
    let view = &shown.game.board;
    let open = shown.prompt.offers.iter().find(|o| o.card.barred.is_none()).expect("somebody meets it");
    let hit = match &open.marker {
        Some(id) => Hit::Marker(view.markers.iter().position(|m| m.id == *id).expect("a pennant")),
        None => Hit::Piece(view.pieces.iter().position(|p| Some(p.id) == open.piece).expect("a Lancaster")),
    };
    let taken = scene::dropped(board, view, shown.prompt.offers.iter(), "meets", hit);
    assert_eq!(taken.map(|o| o.index), Some(open.index));
}

#[test]
fn the_target_map_comes_up_as_a_dam_is_attacked_and_the_flight_map_can_be_looked_at() {
    let mut session = at("dambusters/s6-first-wave", 7, "Who starts a run", Policy::Bot);
    let first = shown(&mut session);
    assert_eq!(first.game.boards.len(), 2, "the Flight Map and the dam");
    assert_ne!(first.game.board.board, flight::BOARD);
    session.act(Intent::Board(flight::BOARD.to_owned()), Auto::default(), 0.0);
    assert_eq!(shown(&mut session).game.board.board, flight::BOARD);
    session.act(Intent::Board(first.game.board.board.clone()), Auto::default(), 0.0);
    assert_eq!(shown(&mut session).game.board.board, first.game.board.board);
}

#[test]
fn drawings_of_the_flight_map_are_there() {
    let art = crate::client::art::ArtStore::from_folder(&assets());
    each_state("dambusters/s9-chastise", 1, Policy::Bot, |_, views| {
        let (pieces, markers) = (&views.board.pieces, &views.board.markers);
        let named = pieces.iter().map(|p| &p.drawing).chain(markers.iter().map(|m| &m.drawing));
        for drawing in named {
            assert!(art.has(&format!("games/dambusters/art/{drawing}")), "{drawing}");
        }
    });
}

#[test]
fn every_hazard_has_an_icon_of_its_own() {
    let file = assets().join("games/dambusters/art/marker-hazard-shown.svg");
    let drawing = std::fs::read_to_string(file).expect("the drawing");
    let table = table("dambusters/s9-chastise", 1);
    let data = table.world().resource::<GameData>();
    for colour in Colour::ALL {
        for n in 1..=data.tables.hazards.count(colour) {
            let what = data.tables.hazards.marker(colour, n).label();
            let tokens = hazards::attached(what);
            let group = tokens.iter().find_map(|(name, _)| name.strip_prefix('#')).expect("a group");
            assert!(!hazards::effect(what).0.is_empty(), "{what} does something");
            assert!(drawing.contains(&format!("<g id=\"{group}\" display=\"none\"")), "{what}: {group}");
        }
    }
}

#[test]
fn labels_of_the_flight_map_fit_their_boxes() {
    for board in boards().iter().filter(|b| b.flows()) {
        for place in &board.places {
            // Type of 22 px, about half as wide as high, beside the pips of two levels.
            let pips = if place.id.starts_with("dam_") { 50.0 } else { 0.0 };
            let wide = place.label.chars().count() as f32 * 11.4 + 20.0 + pips;
            assert!(vec2(wide, 0.0).x <= place.size.0, "{}: {wide} in {}", place.id, place.size.0);
        }
    }
}

/// The letters, numbers and words that the desk of a state shows, by the title of their cell.
fn desk_of(views: &GameViews) -> Vec<(String, usize)> {
    let (_, desk) = views.blotter.as_ref().expect("the desk is there while the raid is planned");
    desk.rows.iter().flat_map(|r| &r.cells).map(|c| (c.title.clone(), c.items.len())).collect()
}

#[test]
fn the_blotter_shows_every_section_in_planning_and_in_preparation() {
    let mut session = at("dambusters/s10-campaign", 1, "Requisitions", Policy::Bot);
    let planned = desk_of(&shown(&mut session).game);
    let has = |cells: &[(String, usize)], title: &str, items: usize| {
        assert!(cells.contains(&(title.to_owned(), items)), "{title} with {items} in {cells:?}");
    };
    for (title, items) in [
        ("Planning Turn", 4),
        ("Phases", 5),
        ("Groundcrew", 8),
        ("Requisitions", 5),
        ("Training", 5),
        ("Lancasters", 21),
        ("Security", 6),
        ("Zones", 3),
        ("Dams", 8),
    ] {
        has(&planned, title, items);
    }
    let mut session = at("dambusters/s10-campaign", 1, "form waves", Policy::Bot);
    let prepared = desk_of(&shown(&mut session).game);
    for title in ["Aircraft Check", "Ordnance Check", "Lancasters", "Dams"] {
        assert!(prepared.iter().any(|(t, _)| t == title), "{title}");
    }
    has(&prepared, "Take-off", 9);
    assert!(prepared.iter().filter(|(t, _)| t.starts_with("Wave ")).count() >= 4);
}

/// The desk of a planned raid in a window of 1280 by 800, beside the column and over the prompt.
const DESK: Rect = Rect { min: bevy_egui::egui::pos2(0.0, 90.0), max: bevy_egui::egui::pos2(864.0, 560.0) };

#[test]
fn c36_no_word_of_the_desk_is_cut_in_a_small_window() {
    let mut table = table("dambusters/s10-campaign", 5);
    play(&mut table, 0, Some("When does"), Policy::Bot).expect("the bot plays by the rules");
    let mut desks = Vec::new();
    for n in (0..=table.len()).step_by(7) {
        table.seek(n);
        let views = Face.read(&table, Seat(0));
        // With more than six of them Elite Crewmen give way to each other.
        let few = |c: &CellView| c.title != "Elite Crewmen" || c.items.len() <= 6;
        if let Some((_, desk)) = views.blotter
            && desk.rows.iter().flat_map(|r| &r.cells).all(few)
        {
            desks.push(desk);
        }
    }
    assert!(desks.len() > 20, "the raid is planned at length");
    let harness = themed(
        vec2(1280.0, 800.0),
        move |ui, cut: &mut BTreeSet<String>| {
            cut.extend(desks.iter().flat_map(|desk| cut_words(ui, DESK, desk)));
        },
        BTreeSet::new(),
    );
    assert!(harness.state().is_empty(), "{:#?}", harness.state());
}

#[test]
fn a_dam_never_looked_at_tells_neither_water_nor_guns() {
    let table = table("dambusters/s1-mohne", 1);
    let mut view = raid(&table, Seat(0)).expect("a raid");
    assert!(view.known && ribbon(&view).subtitle.ends_with("damage 0 of 6"));
    view.known = false;
    assert!(ribbon(&view).subtitle.ends_with("never looked at"));
    assert_eq!(ribbon(&view).levels[0].name, "Flak ?");
    let water = markers(&view).into_iter().find(|m| m.id == "water").expect("a Water Level marker");
    assert_eq!(water.tokens, [("LEVEL".to_owned(), "?".to_owned())]);
    let told: Vec<String> =
        target(&view).into_iter().map(|(name, words)| format!("{name} {words}")).collect();
    assert_eq!(told[..1], ["Damage unknown what breaches it"]);
    assert!(told.contains(&"Water, defences unknown until the crews find them".to_owned()), "{told:?}");
}

#[test]
fn the_debriefing_of_a_campaign_tells_its_grade() {
    let table = table("dambusters/s10-campaign", 1);
    let mut view = raid(&table, Seat(0)).expect("a raid");
    view.row = Some(7);
    let (text, best) = results(table.world().get_resource::<GameData>(), &view);
    assert!(!text.is_empty() && best == 10, "{text} of {best}");
}

#[test]
fn the_debriefing_tells_each_night_and_counts_the_mines_of_both() {
    let table = table("dambusters/s9-chastise", 1);
    let mut view = raid(&table, Seat(0)).expect("a raid");
    let deed = |night, mine, released_at, ran_true| DeedView {
        night,
        mine,
        released_at,
        ran_true,
        lost: false,
        lost_at: None,
    };
    for l in &mut view.lancasters {
        l.deeds.clear();
    }
    let hit = deed(1, MineFate::Released, Some(DamId::Moehne), true);
    view.lancasters[0].deeds = vec![hit, deed(2, MineFate::TornOff, None, false)];
    view.lancasters[1].deeds = vec![deed(1, MineFate::BroughtBack, None, false)];
    view.lancasters[1].damaged = true;
    let told = debrief(&table, &view);
    let f = view.flight.as_ref().expect("it is flown on the Flight Map");
    let told = raid::debrief(&view, f, told);
    assert_eq!(told.figures[1].0, "1/3", "of three mines sent in two nights");
    let fates: Vec<&str> = told.fates.iter().map(|fate| fate.fate.as_str()).collect();
    let both = "home · night 1: mine ran true at the Möhne · night 2: mine torn off";
    assert_eq!(fates, [both, "home, damaged · night 1: mine brought back"]);
    assert_eq!((told.fates[0].tone, told.fates[1].tone), (Tone::Good, Tone::Plain));
    // One night alone needs no number.
    view.lancasters[0].deeds.truncate(1);
    let f = view.flight.as_ref().expect("it is flown on the Flight Map");
    let told = raid::debrief(&view, f, debrief(&table, &view));
    assert_eq!(told.fates[0].fate, "home · mine ran true at the Möhne");
}

#[test]
fn who_may_come_out_of_the_elite_cup_lies_open() {
    let table = table("dambusters/s10-campaign", 1);
    let all: Vec<ItemView> = (1..=24).map(|n| Face.item(&table, "elite", n, "10.1.3.c")).collect();
    let title = |i: &ItemView| i.card.as_ref().map_or(String::new(), |card| card.title.clone());
    for kind in ["Armorer", "Jinx", "Spy"] {
        assert_eq!(all.iter().filter(|i| title(i) == kind).count(), 1, "{kind}");
    }
    assert!(all.iter().all(|i| i.value != "?" && !title(i).is_empty()));
}

#[test]
fn everything_of_a_planning_question_but_its_end_can_be_reached_on_the_blotter() {
    let mut table = table("dambusters/s10-campaign", 3);
    play(&mut table, 0, Some("Security"), Policy::Bot).expect("the bot plays by the rules");
    let upto = table.len();
    for n in 0..=upto {
        table.seek(n);
        let Some(question) = table.question() else { continue };
        let views = Face.read(&table, Seat(0));
        let (_, desk) = views.blotter.as_ref().expect("planning goes on");
        let things = desk.rows.iter().flat_map(|r| &r.cells).flat_map(|c| {
            let laid = c.laid.iter().flatten().chain(&c.items).flat_map(|i| i.ids.clone());
            c.ids.iter().cloned().chain(laid).collect::<Vec<_>>()
        });
        let ids: BTreeSet<String> = things.collect();
        if question.clause.0 != "10.1.a" && question.clause.0 != "10.2.a" {
            continue;
        }
        for offer in &question.offers {
            let id = offer.key.text(table.pieces());
            let reached = ids.iter().any(|i| id == *i || id.starts_with(&format!("{i}:")));
            assert!(reached || id.starts_with("end"), "{id} lies nowhere");
        }
    }
}

#[test]
fn nobody_flies_while_the_raid_is_planned() {
    let mut session = at("dambusters/s10-campaign", 1, "Requisitions", Policy::Bot);
    let first = shown(&mut session);
    assert!(first.game.waves.is_none(), "the board of the flight is not there yet");
    assert!(first.game.forces.units.is_empty(), "no Lancaster was requisitioned");
    let told: Vec<&str> = first.game.ribbon.figures.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(told[..2], ["RP left", "Security"]);
    assert_eq!((first.game.ribbon.track.len(), first.game.ribbon.sky.word.as_str()), (4, "Moon"));
    for offer in first.prompt.offers.iter().filter(|o| !o.ends_phase && o.card.barred.is_none()) {
        assert!(!offer.card.hint.is_empty(), "{} tells its price", offer.card.label);
    }
    let mut session = at("dambusters/s10-campaign", 1, "form waves", Policy::Bot);
    session.begin(Auto::default(), 0.0);
    let waves = shown(&mut session);
    assert!(!waves.game.forces.units.is_empty());
    assert!(waves.prompt.filter.is_some(), "one Lancaster at a time is put into a wave");
    let whom = waves.prompt.filter.clone();
    let joins = waves.prompt.offers.iter().find(|o| o.id.starts_with("wave:")).map(|o| o.index);
    session.act(Intent::Take(joins.expect("it joins a wave")), Auto::default(), 0.0);
    assert_ne!(shown(&mut session).prompt.filter, whom, "and then the next");
}

#[test]
fn what_hazards_turn_out_to_be_stays_among_the_results() {
    use crate::client::panels::luck::ResultView;
    use crate::client::panels::views;
    let mut table = table("dambusters/s9-chastise", 3);
    play(&mut table, 400, None, Policy::Bot).expect("the bot plays by the rules");
    let all = views::results(&table, &Face, Seat(0));
    let turned = (0..all).filter_map(|n| match views::result(&table, &Face, Seat(0), n) {
        Some(ResultView::Revealed(shown)) => Some(shown),
        _ => None,
    });
    let turned: Vec<RevealedView> = turned.flatten().collect();
    let lines = table.world().resource::<crate::kernel::chronicle::Chronicle>().lines(Seat(0));
    assert_eq!(turned.len(), lines.filter(|l| l.clause.0 == "7.7.1.d").count(), "each line once");
    assert!(!turned.is_empty());
    assert!(turned.iter().all(|t| !t.who.is_empty() && !t.effect.is_empty()));
}

#[test]
fn the_board_at_hand_comes_back_with_the_next_question() {
    let mut session = at("dambusters/s6-first-wave", 7, "Who starts a run", Policy::Bot);
    let dam = shown(&mut session).game.board.board.clone();
    let over = shown(&mut session).game.boards[0].clone();
    assert!(
        over.pieces.iter().any(|p| p.place.starts_with("dam_")),
        "the Flight Map shows who attacks where"
    );
    session.act(Intent::Board(flight::BOARD.to_owned()), Auto::default(), 0.0);
    let run = shown(&mut session).prompt.offers.iter().find(|o| o.card.barred.is_none()).map(|o| o.index);
    session.act(Intent::Take(run.expect("somebody can")), Auto::default(), 0.0);
    assert_eq!(shown(&mut session).game.board.board, dam);
    let back = (1..60).find_map(|seed| {
        let mut table = table("dambusters/s6-first-wave", seed);
        play(&mut table, 0, Some("Back in the Flight Zone"), Policy::Bot)
            .expect("the bot plays by the rules");
        table.outcome().is_none().then(|| Session::new(table, vec![Seat(0)], Vec::new(), false))
    });
    let mut back = back.expect("somebody comes back from a dam with others");
    let asked = shown(&mut back);
    assert_eq!(asked.game.board.board, flight::BOARD, "who leads a wave is asked over the Flight Map");
    assert!(asked.prompt.offers.iter().any(|o| o.card.hint.contains("ine")), "and who has a mine is told");
}

#[test]
fn a_crew_taken_up_does_not_list_the_calls_of_other_waves() {
    let mut session = at("dambusters/s6-first-wave", 7, "Wireless", Policy::Bot);
    let all = shown(&mut session);
    let waves: Vec<&str> = all.prompt.offers.iter().filter_map(|o| o.marker.as_deref()).collect();
    assert!(waves.len() > 1, "several waves can be called");
    let one = all.prompt.all_pieces[0];
    session.act(Intent::Select(Some(one)), Auto::default(), 0.0);
    let mine = shown(&mut session);
    let listed: Vec<&str> = mine.prompt.offers.iter().filter_map(|o| o.marker.as_deref()).collect();
    assert!(listed.len() <= 1, "{listed:?}");
    assert!(mine.prompt.hidden > 0);
}

#[test]
fn a_target_map_shows_who_was_lost_there_and_nobody_else() {
    let mut hidden = 0;
    for seed in 0..3 {
        each_state("dambusters/s9-chastise", seed, Policy::Random, |table, views| {
            let view = raid(table, Seat(0)).expect("a raid");
            let lost = view.lancasters.iter().filter(|l| l.lost_to.is_some()).count();
            let shown = views.board.pieces.iter().filter(|p| p.place == Space::Lost.place()).count();
            if view.flight.as_ref().is_some_and(|f| f.active.is_some()) && views.board.board != flight::BOARD
            {
                assert!(shown <= lost);
                hidden += lost - shown;
            }
        });
    }
    assert!(hidden > 0, "somebody was lost on the way");
}
