//! The interface library: style, scale, a root area for pages, and its wishes to be drawn again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::egui::{self, Context, Id, Order, Ui};
use bevy_egui::{
    EguiContext, EguiGlobalSettings, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet,
    PrimaryEguiContext,
};

use super::winit::{AlarmSystems, WakeAfter};
use crate::client::settings::{SCALE, Settings, largest_scale};
use crate::client::theme::{self, Palette};

/// The interface's delayed wishes, written by its callback from within a pass.
#[derive(Resource, Clone, Default)]
struct Wishes(Arc<Mutex<Option<Duration>>>);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(EguiPlugin::default())
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..default() })
        .init_resource::<Wishes>()
        // New glyphs, and the whole atlas when it grows, must reach the graphics device with the frame that uses them:
        // told after the news of assets went out they come a frame late, and a window that sleeps then shows no text.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
        // The context is set up by then; its pass must already see style and scale.
        .add_systems(
            PreUpdate,
            (listen, dress)
                .chain()
                .after(EguiPreUpdateSet::InitContexts)
                .before(EguiPreUpdateSet::ProcessInput),
        )
        .add_systems(
            PreUpdate,
            (hush, wind).after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Last, pass_on.before(AlarmSystems));
}

/// Hears the interface's wish to be drawn again: at once through the window's loop, later through its alarm.
fn listen(
    wishes: Res<Wishes>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut contexts: Query<&mut EguiContext, Added<PrimaryEguiContext>>,
) {
    for mut context in &mut contexts {
        let wishes = wishes.clone();
        let proxy = proxy.as_ref().map(|p| (***p).clone());
        context.get_mut().set_request_repaint_callback(move |info| {
            if info.delay.is_zero() {
                if let Some(proxy) = &proxy {
                    // A closed loop needs no frame.
                    let _ = proxy.send_event(WinitUserEvent::WakeUp);
                }
            } else if let Ok(mut wish) = wishes.0.lock() {
                *wish = Some(wish.map_or(info.delay, |w| w.min(info.delay)));
            }
        });
    }
}

/// The time of this frame is read now. The program's clock stands at the frame drawn last when the loop has slept, and
/// the interface would take a short press for a long one, which is no click.
fn wind(time: Res<Time<Real>>, mut inputs: Query<&mut EguiInput>) {
    for mut input in &mut inputs {
        input.time = Some(time.startup().elapsed().as_secs_f64());
    }
}

/// Drops the news that the modifier keys are as they were: it comes with every frame, and any event at all makes the
/// interface ask for one more frame, so that an idle window would never sleep.
fn hush(mut inputs: Query<&mut EguiInput>, mut known: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *known, *now) != *now,
            _ => true,
        });
    }
}

/// Applies palette, motion and scale when the settings change.
fn dress(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut contexts: Query<(&mut EguiContext, Ref<PrimaryEguiContext>)>,
) {
    let largest = windows.single().map_or(*SCALE.end(), |window| largest_scale(window.size()));
    let scale = settings.ui_scale.min(largest);
    for (mut context, primary) in &mut contexts {
        let ctx = context.get_mut();
        let palette = Palette::of(settings.colour_safe);
        if primary.is_added() {
            theme::install(ctx, palette);
        } else if settings.is_changed() {
            theme::restyle(ctx, palette);
        } else if (ctx.zoom_factor() - scale).abs() > 0.001 {
            ctx.set_zoom_factor(scale);
            continue;
        } else {
            continue;
        }
        ctx.all_styles_mut(|style| style.animation_time *= settings.motion());
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // Where frames are slow the release comes in a later frame than the press; it is a click all the same.
            options.input_options.max_click_duration = 10.0;
        });
        ctx.set_zoom_factor(scale);
    }
}

fn pass_on(wishes: Res<Wishes>, mut wake: ResMut<WakeAfter>) {
    if let Ok(mut wish) = wishes.0.lock()
        && let Some(delay) = wish.take()
    {
        wake.0 = Some(delay);
    }
}

/// Shows `content` over the whole window. With `modal` nothing below gets clicks or focus.
pub fn page<R>(ctx: &Context, id: &str, modal: bool, content: impl FnOnce(&mut Ui) -> R) -> R {
    let id = Id::new(id);
    let screen = ctx.viewport_rect();
    let order = if modal { Order::Foreground } else { Order::Middle };
    let area = egui::Area::new(id).order(order).fixed_pos(screen.min).constrain(false);
    let area = if modal { area.sense(egui::Sense::click_and_drag()) } else { area };
    if modal {
        ctx.memory_mut(|memory| memory.set_modal_layer(egui::LayerId::new(order, id)));
    }
    area.show(ctx, |ui| {
        ui.set_min_size(screen.size());
        ui.set_max_size(screen.size());
        content(ui)
    })
    .inner
}
