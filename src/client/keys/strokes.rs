//! Key presses as the system tells them.

use bevy::input::keyboard::{self, KeyboardInput};
use bevy_egui::egui::{Key, Modifiers};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};

/// A press as the system tells it: egui knows neither that a key repeats nor which modifiers were held at each press
/// of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stroke {
    pub key: Key,
    pub modifiers: Modifiers,
    pub repeat: bool,
}

/// The presses of a frame in order; `held` are the modifiers held before and after it.
pub(super) fn strokes<'a>(
    inputs: impl Iterator<Item = &'a KeyboardInput>,
    held: &mut Modifiers,
) -> Vec<Stroke> {
    let mut out = Vec::new();
    for input in inputs {
        let down = input.state.is_pressed();
        match input.logical_key {
            keyboard::Key::Shift => held.shift = down,
            keyboard::Key::Control => (held.ctrl, held.command) = (down, down),
            keyboard::Key::Alt => held.alt = down,
            _ => {}
        }
        let key = bevy_to_egui_key(&input.logical_key).or(bevy_to_egui_physical_key(&input.key_code));
        if let (true, Some(key)) = (down, key) {
            out.push(Stroke { key, modifiers: *held, repeat: input.repeat });
        }
    }
    out
}
