//! Tests of the keyboard.

use bevy::input::keyboard;

use super::strokes::Stroke;
use super::*;

fn chord(text: &str) -> Chord {
    Chord::parse(text).unwrap()
}

#[test]
fn every_usual_key_is_readable_and_taken_once() {
    let mut seen = BTreeMap::new();
    for (action, _, label, keys) in ACTIONS {
        assert!(!label.is_empty());
        assert_eq!(action.usual().len(), keys.len(), "{action:?} has a key that is not read");
        for key in action.usual() {
            assert_eq!(chord(&key.to_string()), key);
            assert_eq!(seen.insert(key.to_string(), *action), None, "{key} is taken twice");
        }
    }
}

#[test]
fn c08_confirm_is_never_end_phase() {
    let mut bindings = Bindings::default();
    let refused = bindings.bind(Action::EndPhase, chord("Enter")).unwrap_err();
    assert_eq!(refused, KeyRefused::Taken { chord: chord("Enter"), holder: Action::Confirm });
    assert_eq!(refused.to_string(), "Enter is taken: Take the marked offer");
    assert_eq!(bindings, Bindings::default(), "a refusal changes nothing");
}

#[test]
fn rebinding_frees_the_old_key_and_reset_brings_it_back() {
    let mut bindings = Bindings::default();
    bindings.bind(Action::Undo, chord("Ctrl+Backspace")).unwrap();
    assert_eq!(bindings.action(chord("U")), None);
    assert_eq!(bindings.action(chord("Ctrl+Backspace")), Some(Action::Undo));
    bindings.bind(Action::Odds, chord("U")).unwrap();
    assert!(bindings.reset(Action::Undo).is_err(), "the usual key is taken meanwhile");
    bindings.reset(Action::Odds).unwrap();
    bindings.reset(Action::Undo).unwrap();
    assert_eq!(bindings.words(Action::Undo), "Ctrl+Z or U");
}

#[test]
fn a_key_claimed_twice_in_a_file_stays_with_the_first() {
    let mut bindings: Bindings = ron::from_str("{Odds: [\"Enter\"], Help: [\"F2\"]}").unwrap();
    bindings.tidy();
    assert_eq!(bindings.action(chord("Enter")), Some(Action::Confirm));
    assert!(bindings.of(Action::Odds).is_empty());
    assert_eq!(bindings.words(Action::Odds), "no key");
    assert_eq!(bindings.action(chord("F2")), Some(Action::Help));
}

#[test]
fn c39_signs_work_whatever_level_they_stand_on() {
    let shifted = Modifiers { shift: true, ..Modifiers::default() };
    let bindings = Bindings::default();
    for (key, action) in [
        (Key::Questionmark, Action::Help),
        (Key::Plus, Action::ZoomIn),
        (Key::Equals, Action::ZoomIn),
        (Key::Period, Action::HistoryForward),
    ] {
        assert_eq!(bindings.action(Chord::pressed(key, Modifiers::default())), Some(action));
        assert_eq!(bindings.action(Chord::pressed(key, shifted)), Some(action));
    }
}

#[test]
fn keys_are_silent_while_a_text_field_has_the_focus() {
    let bindings = Bindings::default();
    let typing = Attention { table: true, text: true, control: true };
    for action in Action::all() {
        for key in bindings.of(action) {
            assert_eq!(fate(&bindings, key, typing), (None, true), "{key}");
        }
    }
}

#[test]
fn on_the_table_keys_send_orders_and_in_menus_they_move_the_focus() {
    let bindings = Bindings::default();
    let table = Attention { table: true, text: false, control: false };
    let menu = Attention { table: false, text: false, control: true };
    assert_eq!(fate(&bindings, chord("Tab"), table), (Some(Action::NextPiece), false));
    assert_eq!(fate(&bindings, chord("Tab"), menu), (None, true));
    assert_eq!(fate(&bindings, chord("3"), menu), (None, true));
    assert_eq!(fate(&bindings, chord("F1"), menu), (Some(Action::RulesHere), true));
    assert_eq!(fate(&bindings, chord("Escape"), menu), (Some(Action::Cancel), true));
    let panel = Attention { table: true, text: false, control: true };
    assert_eq!(fate(&bindings, chord("Enter"), panel), (None, true), "the focused control gets it");
    assert_eq!(fate(&bindings, chord("Ctrl+Enter"), panel), (Some(Action::EndPhase), false));
    assert_eq!(fate(&bindings, chord("2"), panel), (Some(Action::Offer2), false));
}

#[test]
fn number_keys_take_offers_by_index() {
    assert_eq!(Action::Offer1.offer(), Some(0));
    assert_eq!(Action::Offer9.offer(), Some(8));
    assert_eq!(Bindings::default().action(chord("Ctrl+0")), Some(Action::Offer10));
    assert_eq!(Bindings::default().action(chord("Ctrl+9")).and_then(Action::offer), Some(18));
    assert_eq!(Action::NextPiece.offer(), None);
    assert_eq!(Action::Confirm.offer(), None);
}

/// Presses and releases of one slow frame: `^` is Ctrl down, `v` Ctrl up, `e` Enter, `r` a repeated Enter.
fn frame(script: &str, held: &mut Modifiers) -> Vec<Stroke> {
    use bevy::input::ButtonState::{Pressed, Released};
    let input = |c: char| {
        let (logical_key, key_code) = match c {
            '^' | 'v' => (keyboard::Key::Control, KeyCode::ControlLeft),
            _ => (keyboard::Key::Enter, KeyCode::Enter),
        };
        KeyboardInput {
            key_code,
            logical_key,
            state: if c == 'v' { Released } else { Pressed },
            text: None,
            repeat: c == 'r',
            window: Entity::PLACEHOLDER,
        }
    };
    let inputs: Vec<KeyboardInput> = script.chars().map(input).collect();
    let strokes = strokes(inputs.iter(), held);
    strokes.into_iter().filter(|stroke| stroke.key == Key::Enter).collect()
}

#[test]
fn modifiers_belong_to_the_press_and_not_to_the_frame() {
    let mut held = Modifiers::NONE;
    let ctrl: Vec<bool> = frame("e^eve^", &mut held).iter().map(|stroke| stroke.modifiers.ctrl).collect();
    assert_eq!(ctrl, [false, true, false]);
    // What is held goes on into the next frame.
    assert!(frame("e", &mut held)[0].modifiers.ctrl);
}

#[test]
fn a_key_held_down_decides_once() {
    let repeats: Vec<bool> = frame("err", &mut Modifiers::NONE.clone()).iter().map(|s| s.repeat).collect();
    assert_eq!(repeats, [false, true, true]);
    for action in Action::all() {
        let looks = matches!(
            ACTIONS.iter().find(|row| row.0 == action),
            Some((_, Group::Board | Group::History, ..))
        );
        assert!(looks || !action.repeats(), "{action:?}");
    }
    assert!(!Action::Offer1.repeats() && !Action::Confirm.repeats() && !Action::Undo.repeats());
}
