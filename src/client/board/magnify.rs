//! Hold Shift over the board: the counter, or the whole stack, under the pointer large.

use bevy_egui::egui::{self, Area, Context, Id, Image, Order, Pos2, Rect, Vec2, load::SizedTexture, vec2};

use super::stage::Stage;
use crate::client::art::ArtStore;
use crate::client::theme;

/// The side of a magnified counter, in points.
const SIDE: f32 = 168.0;
/// How many of a stack are shown.
const MOST: usize = 6;

/// A thing shown large: its drawing, tokens and words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Large {
    /// The drawing's name.
    pub drawing: String,
    /// Its tokens.
    pub tokens: Vec<(String, String)>,
    /// Its words, the name first.
    pub words: String,
}

/// What lies under a point of the screen, topmost first: the pieces of a stack, or else a marker.
#[must_use]
pub fn under(stage: &Stage, point: Pos2) -> Vec<Large> {
    if stage.hidden || !stage.eye.free.contains(point) {
        return Vec::new();
    }
    let at = stage.eye.to_board(point);
    let name = |drawing: &str| format!("games/{}/art/{drawing}", stage.view.game);
    let pieces = stage.scene.pieces_at(at).filter_map(|i| stage.view.pieces.get(i));
    let pieces = pieces.map(|p| (&p.drawing, &p.tokens, &p.tip));
    let markers = stage.view.markers.iter().zip(&stage.scene.markers);
    let markers =
        markers.filter(|(_, spot)| spot.area.contains(at)).map(|(m, _)| (&m.drawing, &m.tokens, &m.tip));
    pieces
        .chain(markers)
        .take(MOST)
        .map(|(drawing, tokens, tip)| Large {
            drawing: name(drawing),
            tokens: tokens.clone(),
            words: tip.clone(),
        })
        .collect()
}

/// Shows what lies under the pointer while Shift is held and nothing is being typed.
pub fn show(ctx: &Context, stage: &Stage, art: &mut ArtStore) {
    let held = ctx.input(|i| i.modifiers.shift && !i.pointer.any_down());
    let pointer = ctx.input(|i| i.pointer.hover_pos());
    let (true, false, Some(point)) = (held, ctx.text_edit_focused(), pointer) else { return };
    // Something over the board has the pointer for itself.
    if ctx.layer_id_at(point).is_some_and(|layer| layer.order != Order::Middle) {
        return;
    }
    let found = under(stage, point);
    if found.is_empty() {
        return;
    }
    let px = (SIDE * ctx.pixels_per_point()) as u32;
    let large: Vec<(SizedTexture, &str)> = found
        .iter()
        .map(|l| {
            let tokens: Vec<(&str, &str)> = l.tokens.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            let texture = art.texture(ctx, &l.drawing, &tokens, (px, px));
            (SizedTexture::new(texture, Vec2::splat(SIDE)), l.words.as_str())
        })
        .collect();
    let size = vec2((SIDE + 12.0) * large.len().min(3) as f32 + 16.0, SIDE + 80.0);
    let corner = beside(point, size, ctx.viewport_rect());
    Area::new(Id::new("magnified")).order(Order::Tooltip).fixed_pos(corner).interactable(false).show(
        ctx,
        |ui| {
            let p = theme::palette(ui);
            egui::Frame::new()
                .fill(p.panel)
                .stroke(egui::Stroke::new(1.0, p.brass))
                .corner_radius(theme::CARD)
                .inner_margin(8)
                .show(ui, |ui| {
                    egui::Grid::new("magnified").num_columns(3).spacing([12.0, 8.0]).show(ui, |ui| {
                        for (i, (texture, words)) in large.iter().enumerate() {
                            ui.vertical(|ui| {
                                ui.set_width(SIDE);
                                ui.add(Image::from_texture(*texture));
                                ui.add(egui::Label::new(theme::small(*words).color(p.text)).wrap());
                            });
                            if i % 3 == 2 {
                                ui.end_row();
                            }
                        }
                    });
                });
        },
    );
}

/// A corner beside the pointer from which `size` stays on the screen and off the pointer.
fn beside(point: Pos2, size: Vec2, screen: Rect) -> Pos2 {
    let right = point.x + 24.0;
    let x = if right + size.x <= screen.right() { right } else { point.x - 24.0 - size.x };
    let y = point.y - size.y / 2.0;
    egui::pos2(x.max(screen.left() + 4.0), y.min(screen.bottom() - size.y - 4.0).max(screen.top() + 4.0))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::layout;
    use super::super::view::{BoardView, PieceView};
    use super::*;
    use crate::kernel::ids::PieceId;

    #[test]
    fn the_whole_stack_under_the_pointer_is_shown_topmost_first() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let boards = layout::load(&assets, "dambusters").expect("the shipped boards").boards;
        let piece = |n: u16| PieceView {
            drawing: "counter-lancaster".into(),
            tokens: vec![("CODE".into(), format!("AJ-{n}"))],
            tip: format!("AJ-{n}"),
            ..PieceView::new(PieceId(n), "approach_far")
        };
        let view = BoardView {
            board: boards[0].id.clone(),
            game: "dambusters".into(),
            pieces: (0..4).map(piece).collect(),
            ..BoardView::default()
        };
        let mut stage = Stage::default();
        stage.set_view(&boards, &view);
        stage.eye.resize(Rect::from_min_size(Pos2::ZERO, vec2(900.0, 600.0)));
        let top = stage.eye.to_screen(stage.scene.pieces[3].area.center());
        let found = under(&stage, top);
        assert_eq!(found[0].words, "AJ-3");
        assert_eq!(found[0].drawing, "games/dambusters/art/counter-lancaster");
        stage.hidden = true;
        assert!(under(&stage, top).is_empty(), "hidden counters stay hidden");
        assert!(ArtStore::from_folder(&assets).has(&found[0].drawing));
    }

    #[test]
    fn it_stays_on_the_screen_and_off_the_pointer() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 700.0));
        for point in [egui::pos2(5.0, 5.0), egui::pos2(990.0, 690.0), egui::pos2(500.0, 350.0)] {
            let size = vec2(200.0, 250.0);
            let area = Rect::from_min_size(beside(point, size, screen), size);
            assert!(screen.contains_rect(area) && !area.contains(point), "{point:?}: {area:?}");
        }
    }
}
