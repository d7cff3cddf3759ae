//! Drawings shown in panels: a panel names one, and the next frame has its texture.
//!
//! Panels know no store of art. What they name in one frame is drawn before the next and kept as long as it is named.

use std::collections::HashMap;

use bevy_egui::egui::{Color32, Context, Id, Pos2, Rect, TextureId, Ui, pos2};

use crate::client::art::ArtStore;

type Key = (String, Vec<(String, String)>, (u32, u32));

#[derive(Clone, Default)]
struct Pictures {
    known: HashMap<Key, TextureId>,
    named: Vec<Key>,
}

fn id() -> Id {
    Id::new("pictures of panels")
}

/// Paints a drawing into `area` with its tokens, tinted by `tint`; nothing in the first frame that names it.
pub fn paint(ui: &Ui, area: Rect, name: &str, tokens: &[(&str, &str)], tint: Color32) {
    let density = ui.pixels_per_point();
    let px = |points: f32| (points * density).round().max(1.0) as u32;
    let tokens = tokens.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let key: Key = (name.to_owned(), tokens, (px(area.width()), px(area.height())));
    let known = ui.data_mut(|data| {
        let pictures = data.get_temp_mut_or_default::<Pictures>(id());
        let known = pictures.known.get(&key).copied();
        if !pictures.named.contains(&key) {
            pictures.named.push(key);
        }
        known
    });
    if let Some(texture) = known {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        ui.painter().image(texture, area, whole, tint);
    }
}

/// Draws what the last frame named; true when something is new, so that the frame must be drawn again.
pub fn serve(ctx: &Context, art: &mut ArtStore) -> bool {
    let pictures = ctx.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<Pictures>(id())));
    let mut fresh = false;
    let mut known = HashMap::with_capacity(pictures.named.len());
    for key in pictures.named {
        let tokens: Vec<(&str, &str)> = key.1.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let texture = art.texture(ctx, &key.0, &tokens, key.2);
        fresh |= !pictures.known.contains_key(&key);
        known.insert(key, texture);
    }
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Pictures>(id()).known = known);
    fresh
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bevy_egui::egui;

    use super::*;

    #[test]
    fn a_drawing_named_in_one_frame_is_there_in_the_next() {
        let mut art = ArtStore::new(Path::new("."));
        art.add(
            "a/box.svg",
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#
                .into(),
        );
        let ctx = Context::default();
        let frame = |ctx: &Context| {
            let mut done = ctx.run_ui(egui::RawInput::default(), |ui| {
                let area = Rect::from_min_size(Pos2::ZERO, egui::vec2(16.0, 16.0));
                paint(ui, area, "a/box", &[], Color32::WHITE);
            });
            // Nothing draws here.
            done.textures_delta.clear();
        };
        frame(&ctx);
        assert!(serve(&ctx, &mut art), "it is new");
        frame(&ctx);
        assert!(!serve(&ctx, &mut art), "it is known");
    }
}
