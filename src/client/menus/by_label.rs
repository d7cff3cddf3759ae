//! The menu pages, driven by what a screen reader would read.

use std::path::Path;

use bevy_egui::egui::{Key, Ui, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::credits::credits;
use super::help::key_list;
use super::load::{LoadIntent, load};
use super::main::{MainIntent, MainView, main_menu};
use super::new_game::{GameCards, NewGameIntent, new_game};
use super::options::{OptionsIntent, options};
use super::pause::{PauseIntent, PauseView, pause};
use super::rules::{Reader, RulesIntent, rules};
use super::settings::{SettingsIntent, SettingsView, settings_page};
use super::{Draft, Menu, SaveRow, Saves};
use crate::client::keys::{Action, Bindings, Group, KeyUse, Rebinding};
use crate::client::paths::Paths;
use crate::client::settings::Settings;
use crate::client::theme;
use crate::kernel::journal::UndoMode;
use crate::kernel::testkit::toy::Toy;

/// A page with everything that it has returned so far.
fn harness<'a, I: 'a>(page: impl FnMut(&mut Ui) -> Option<I> + 'a) -> Harness<'a, Vec<I>> {
    sized(vec2(1280.0, 800.0), page)
}

/// The same in a window of so many points.
fn sized<'a, I: 'a>(size: Vec2, mut page: impl FnMut(&mut Ui) -> Option<I> + 'a) -> Harness<'a, Vec<I>> {
    let mut dressed = false;
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        move |ui, seen: &mut Vec<I>| {
            // Fonts come into force with the next frame.
            if dressed {
                seen.extend(page(ui));
            } else {
                theme::install(ui.ctx(), theme::NIGHT);
                dressed = true;
            }
        },
        Vec::new(),
    );
    harness.run();
    harness
}

fn click<I>(harness: &mut Harness<Vec<I>>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

#[test]
fn the_main_menu_names_the_last_game_and_leads_on() {
    let notices = vec!["A file is broken.".to_owned()];
    let mut page =
        harness(|ui| main_menu(ui, &MainView { last: Ok("Möhne Dam, turn 3"), notices: &notices }));
    click(&mut page, "Continue: Möhne Dam, turn 3");
    click(&mut page, "New game");
    click(&mut page, "Noted");
    click(&mut page, "Quit");
    let wanted =
        [MainIntent::Continue, MainIntent::Goto(Menu::NewGame), MainIntent::Noted(0), MainIntent::Quit];
    assert_eq!(page.state(), &wanted);
}

#[test]
fn c11_continue_is_barred_with_a_reason_when_there_is_nothing() {
    let mut page = harness(|ui| main_menu(ui, &MainView { last: Err("no unfinished game"), notices: &[] }));
    click(&mut page, "Continue: no unfinished game");
    assert_eq!(page.state(), &[]);
}

#[test]
fn c38_the_main_menu_works_by_keys_alone() {
    let mut page = harness(|ui| main_menu(ui, &MainView { last: Err("none"), notices: &[] }));
    page.key_press(Key::ArrowDown);
    page.run();
    page.key_press(Key::ArrowDown);
    page.run();
    page.key_press(Key::Enter);
    page.run();
    assert!(matches!(page.state()[..], [MainIntent::Goto(_)]), "{:?}", page.state());
}

fn cards() -> Vec<GameCards> {
    let toy = Toy::shared();
    vec![GameCards { title: toy.title().to_owned(), scenarios: toy.scenarios() }]
}

#[test]
fn a_scenario_is_a_card_that_is_one_button() {
    let cards = cards();
    let mut page = harness(|ui| new_game(ui, &cards));
    click(&mut page, "Two players. Roll, draw or hold; a 1 empties the pot.");
    click(&mut page, "Back");
    assert_eq!(page.state(), &[NewGameIntent::Choose(0, 1), NewGameIntent::Back]);
}

#[test]
fn options_change_the_draft_and_start_it() {
    let mut draft = Draft::default();
    draft.choose(&cards()[0].scenarios[0], &Settings::default());
    assert_eq!(
        draft.table.options.get("goal").map(String::as_str),
        Some("20"),
        "the first value is the default"
    );
    assert!(draft.read_seed());
    let mut page = harness(|ui| options(ui, &draft));
    click(&mut page, "100");
    click(&mut page, "Practice");
    click(&mut page, "I throw my own");
    click(&mut page, "Another");
    click(&mut page, "Start");
    let [OptionsIntent::Change(a), OptionsIntent::Change(b), OptionsIntent::Change(c), d, e] =
        &page.state()[..]
    else {
        panic!("{:?}", page.state());
    };
    assert_eq!(a.table.options.get("goal").map(String::as_str), Some("100"));
    assert_eq!(b.table.mode, UndoMode::Practice);
    assert!(c.table.own_dice);
    assert_eq!((d, e), (&OptionsIntent::NewSeed, &OptionsIntent::Start));
}

#[test]
fn two_at_one_screen_take_back_as_at_a_table() {
    let mut draft = Draft::default();
    let settings = Settings { undo_mode: UndoMode::Practice, ..Settings::default() };
    draft.choose(&cards()[0].scenarios[1], &settings);
    assert!(draft.shared() && draft.table.mode == UndoMode::Practice);
    let page = harness(|ui| options(ui, &draft));
    assert!(page.query_by_label("Practice").is_none(), "it would go back through hand-offs");
    let Some(OptionsIntent::Change(now)) = page.state().first() else { panic!("{:?}", page.state()) };
    assert_eq!(now.table.mode, UndoMode::Table);
    drop(page);
    // Against a bot nobody hides anything from anybody at the screen.
    draft.table.bots.push(draft.card.as_ref().expect("chosen").seats[1].clone());
    let page = harness(|ui| options(ui, &draft));
    assert!(page.query_by_label("Practice").is_some());
}

#[test]
fn a_seed_that_is_no_number_bars_the_start() {
    let mut draft = Draft::default();
    draft.choose(&cards()[0].scenarios[0], &Settings::default());
    draft.seed = "12x".to_owned();
    assert!(!draft.read_seed());
    let mut page = harness(|ui| options(ui, &draft));
    page.get_by_label("a whole number is needed");
    click(&mut page, "Start");
    assert_eq!(page.state(), &[]);
}

fn row(title: &str, status: Result<String, String>) -> SaveRow {
    SaveRow {
        path: Path::new("saves").join(title),
        title: title.to_owned(),
        of: String::new(),
        scenario: String::new(),
        status,
        finished: false,
        when: String::new(),
        copies: Vec::new(),
    }
}

#[test]
fn c17_a_broken_save_is_listed_with_its_error_among_good_ones() {
    let saves = Saves {
        folder: "/home/me/saves".into(),
        rows: vec![row("Broken", Err("line 3 is cut".into())), row("Good", Ok("turn 2".into()))],
        refused: None,
    };
    let mut page = harness(|ui| load(ui, &saves, None));
    page.get_by_label("Cannot be opened: line 3 is cut");
    page.get_by_label("/home/me/saves");
    click(&mut page, "Open Broken");
    click(&mut page, "Open Good");
    click(&mut page, "Delete Broken");
    assert_eq!(page.state(), &[LoadIntent::Open(1), LoadIntent::AskDelete(0)]);
    assert_eq!(saves.newest_unfinished().map(|r| r.title.as_str()), Some("Good"));
}

#[test]
fn deleting_asks_once() {
    let saves = Saves { folder: "saves".into(), rows: vec![row("Good", Ok("turn 2".into()))], refused: None };
    let mut page = harness(|ui| load(ui, &saves, Some(0)));
    click(&mut page, "Cancel");
    click(&mut page, "Delete");
    assert_eq!(page.state(), &[LoadIntent::Keep, LoadIntent::Delete(0)]);
}

#[test]
fn settings_change_one_thing_at_a_time() {
    let settings = Settings::default();
    let paths = Paths::find(None, Some(Path::new("/me")));
    let rebinding =
        Rebinding { waiting: None, refused: Some("Enter is taken: Take the marked offer".into()) };
    let mut page = harness(|ui| {
        settings_page(ui, &SettingsView { settings: &settings, paths: &paths, rebinding: &rebinding })
    });
    click(&mut page, "150 %");
    click(&mut page, "Colour-safe palette");
    click(&mut page, "Throw dice without asking");
    page.get_by_label("Enter is taken: Take the marked offer");
    let wanted = [
        Settings { ui_scale: 1.5, ..settings.clone() },
        Settings { colour_safe: true, ..settings.clone() },
        Settings { auto_roll: true, ..settings.clone() },
    ];
    assert_eq!(page.state(), &wanted.map(|s| SettingsIntent::Change(Box::new(s))));
}

#[test]
fn every_action_has_a_button_for_its_key() {
    let settings = Settings::default();
    let paths = Paths::find(None, Some(Path::new("/me")));
    let rebinding = Rebinding::default();
    let page = harness(|ui| {
        settings_page(ui, &SettingsView { settings: &settings, paths: &paths, rebinding: &rebinding })
    });
    for action in Action::all() {
        page.get_by_label(&format!("Change key: {}", action.label()));
    }
}

#[test]
fn the_rules_are_searched_and_read() {
    let toy = Toy::shared();
    let first = toy.ledger().clauses[0].clone();
    let at = Reader { rule: first.rule.clone(), ..Reader::default() };
    let mut page = harness(|ui| rules(ui, &["Race"], &*toy, &at));
    page.get_by_label(&first.text);
    click(&mut page, "Charts");
    click(&mut page, "Back");
    assert_eq!(page.state()[0], RulesIntent::Move(Reader { charts: true, ..at.clone() }));
    assert_eq!(page.state()[1], RulesIntent::Back);
}

#[test]
fn the_game_menu_the_key_list_and_the_credits_lead_back() {
    let mut page = harness(|ui| pause(ui, PauseView { adjust: true, ..PauseView::default() }));
    click(&mut page, "Back to the table");
    click(&mut page, "Main menu: Continue brings you back to this point");
    assert_eq!(page.state(), &[PauseIntent::Resume, PauseIntent::Leave]);
    let keys = Bindings::default();
    let mut page = harness(|ui| key_list(ui, &keys, Group::Board, KeyUse::ALL).then_some(()));
    page.get_by_label("Ctrl+Enter");
    page.get_by_label("End the phase");
    click(&mut page, "Close");
    assert_eq!(page.state().len(), 1);
    let mut page = harness(|ui| credits(ui).then_some(()));
    click(&mut page, "Back");
    assert_eq!(page.state().len(), 1);
}

#[test]
fn c35_the_menu_at_the_curtain_leads_out_and_shows_nothing_of_the_game() {
    let mut page = harness(|ui| pause(ui, PauseView { curtain: true, adjust: true }));
    for gone in ["Load", "Rules and charts", "Settings", "Adjust the position"] {
        assert!(page.query_by_label(gone).is_none(), "{gone}");
    }
    click(&mut page, "Keys");
    click(&mut page, "Main menu: Continue brings you back to this point");
    click(&mut page, "Quit");
    click(&mut page, "Back");
    let wanted = [PauseIntent::Keys, PauseIntent::Leave, PauseIntent::Quit, PauseIntent::Resume];
    assert_eq!(page.state(), &wanted);
}

#[test]
fn a_game_without_dice_or_adjusting_does_not_offer_them() {
    let page = harness(|ui| pause(ui, PauseView::default()));
    assert!(page.query_by_label("Adjust the position").is_none());
    let keys = Bindings::default();
    let table = KeyUse { dice: false, hexes: true, adjust: false };
    let page = harness(|ui| key_list(ui, &keys, Group::Board, table).then_some(()));
    for action in [Action::Odds, Action::OwnDice, Action::PanelCharts, Action::Adjust] {
        assert!(page.query_by_label(action.label()).is_none(), "{action:?}");
    }
    page.get_by_label(Action::BearingNw.label());
    let table = KeyUse { hexes: false, ..KeyUse::ALL };
    let page = harness(|ui| key_list(ui, &keys, Group::Board, table).then_some(()));
    assert!(page.query_by_label(Action::BearingNw.label()).is_none());
    page.get_by_label(Action::OwnDice.label());
    let mut draft = Draft { dice: false, ..Draft::default() };
    draft.choose(&cards()[0].scenarios[0], &Settings::default());
    let page = harness(|ui| options(ui, &draft));
    assert!(page.query_by_label("I throw my own").is_none());
}

#[test]
fn c38_enter_does_what_a_page_is_for_as_soon_as_it_opens() {
    let cards = cards();
    let mut page = harness(|ui| new_game(ui, &cards));
    page.key_press(Key::Enter);
    page.run();
    assert_eq!(page.state(), &[NewGameIntent::Choose(0, 0)]);
    let mut draft = Draft::default();
    draft.choose(&cards[0].scenarios[0], &Settings::default());
    let mut page = harness(|ui| options(ui, &draft));
    page.key_press(Key::Enter);
    page.run();
    assert_eq!(page.state(), &[OptionsIntent::Start]);
    for (last, first) in
        [(Ok("Möhne Dam"), MainIntent::Continue), (Err("none"), MainIntent::Goto(Menu::NewGame))]
    {
        let mut page = harness(|ui| main_menu(ui, &MainView { last, notices: &[] }));
        page.key_press(Key::Enter);
        page.run();
        assert_eq!(page.state(), &[first]);
    }
}

#[test]
fn the_start_stands_at_the_foot_however_many_options_there_are() {
    let mut card = cards()[0].scenarios[0].clone();
    let option = card.options[0].clone();
    for n in 0..14 {
        let id = format!("more{n}");
        card.options.push(crate::kernel::game::OptionCard { label: id.clone(), id, ..option.clone() });
    }
    let mut draft = Draft::default();
    draft.choose(&card, &Settings::default());
    for size in [vec2(1280.0, 800.0), vec2(640.0, 400.0)] {
        let page = sized(size, |ui| options(ui, &draft));
        let start = page.get_by_label("Start").rect();
        assert!(start.max.y < size.y - 24.0 && start.min.y > size.y - 140.0, "{start:?} of {size:?}");
    }
}

/// The window's points at the largest scale in the smallest window, at a middle one, and at the smallest on a large screen.
#[test]
fn c36_every_page_holds_at_every_scale() {
    let toy = Toy::shared();
    let cards = cards();
    let mut draft = Draft::default();
    draft.choose(&cards[0].scenarios[0], &Settings::default());
    let (settings, rebinding, keys) = (Settings::default(), Rebinding::default(), Bindings::default());
    let paths = Paths::find(None, Some(Path::new("/me")));
    let saves = Saves { folder: "saves".into(), rows: vec![row("Good", Ok("turn 2".into()))], refused: None };
    for size in [vec2(1024.0 / 3.0, 700.0 / 3.0), vec2(640.0, 400.0), vec2(5120.0, 2880.0)] {
        let view = MainView { last: Err("none"), notices: &[] };
        sized(size, |ui| main_menu(ui, &view)).get_by_label("New game");
        sized(size, |ui| new_game(ui, &cards)).get_by_label("Back");
        sized(size, |ui| options(ui, &draft)).get_by_label("Start");
        sized(size, |ui| load(ui, &saves, None)).get_by_label("Open Good");
        let view = SettingsView { settings: &settings, paths: &paths, rebinding: &rebinding };
        sized(size, |ui| settings_page(ui, &view)).get_by_label("All keys as usual");
        sized(size, |ui| rules(ui, &["Race"], &*toy, &Reader::default())).get_by_label("Back");
        sized(size, |ui| key_list(ui, &keys, Group::Board, KeyUse::ALL).then_some(())).get_by_label("Close");
        sized(size, |ui| credits(ui).then_some(())).get_by_label("Back");
        let end =
            sized(size, |ui| pause(ui, PauseView::default())).get_by_label("Back to the table").rect().max;
        assert!(end.x <= size.x && end.y <= size.y, "the way back is in the window at {size:?}");
    }
}

#[test]
fn c36_the_last_line_of_the_menu_is_reached_by_keys_at_the_largest_scale() {
    let view = MainView { last: Err("none"), notices: &[] };
    let mut page = sized(vec2(1280.0 / 3.0, 800.0 / 3.0), |ui| main_menu(ui, &view));
    for _ in 0..7 {
        page.key_press(Key::ArrowDown);
        page.run();
    }
    page.key_press(Key::Enter);
    page.run();
    assert_eq!(page.state(), &[MainIntent::Quit]);
}

#[test]
fn the_new_game_page_goes_along_with_the_focus() {
    let toy = Toy::shared();
    let mut many = cards();
    let card = toy.scenarios()[0].clone();
    let titled = |n: usize| crate::kernel::game::ScenarioCard { title: format!("Night {n}"), ..card.clone() };
    many[0].scenarios = (0..9).map(titled).collect();
    let mut page = sized(vec2(700.0, 420.0), |ui| new_game(ui, &many));
    for _ in 0..6 {
        page.key_press(Key::ArrowDown);
        page.run();
        let focus = page.get_by(|node| node.is_focused()).rect();
        assert!(focus.top() >= 0.0 && focus.bottom() <= 420.0, "{focus:?} is in sight");
    }
}
