//! The window's loop: it sleeps until something happens, and draws on only while something moves.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};

/// The longest sleep without any event.
const SLEEP: Duration = Duration::from_secs(3600);

/// Asks for frames while something moves. An idle table asks for none.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct Redraw {
    /// Until when frames are wanted, in seconds of program time.
    until: f64,
    /// Frames wanted whatever the time.
    frames: u32,
}

impl Redraw {
    /// Frames are wanted for so many seconds from `now` (`Time<Real>::elapsed_secs_f64`).
    pub fn for_secs(&mut self, now: f64, secs: f32) {
        self.until = self.until.max(now + f64::from(secs));
    }

    /// So many more frames are wanted.
    pub fn frames(&mut self, frames: u32) {
        self.frames = self.frames.max(frames);
    }
}

/// When the interface wants to be drawn again without an event; tooltips and hovers use it.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct WakeAfter(pub Option<Duration>);

/// Sets how long the window's loop sleeps; wishes must be known before.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlarmSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Redraw>()
        .init_resource::<WakeAfter>()
        .insert_resource(sleeping(SLEEP))
        .add_systems(Last, (ask_for_frames, set_alarm).in_set(AlarmSystems));
}

fn sleeping(wait: Duration) -> WinitSettings {
    let mode = UpdateMode::Reactive {
        wait,
        react_to_device_events: false,
        react_to_user_events: true,
        react_to_window_events: true,
    };
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

fn ask_for_frames(
    time: Res<Time<Real>>,
    mut redraw: ResMut<Redraw>,
    mut requests: MessageWriter<RequestRedraw>,
) {
    if redraw.frames == 0 && time.elapsed_secs_f64() >= redraw.until {
        return;
    }
    redraw.frames = redraw.frames.saturating_sub(1);
    requests.write(RequestRedraw);
}

fn set_alarm(mut wake: ResMut<WakeAfter>, mut settings: ResMut<WinitSettings>) {
    let wait = wake.0.take().unwrap_or(SLEEP).clamp(Duration::from_millis(5), SLEEP);
    let wanted = sleeping(wait);
    if settings.focused_mode != wanted.focused_mode {
        *settings = wanted;
    }
}
