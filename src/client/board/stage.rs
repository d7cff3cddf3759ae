//! The stage: the free area where the board shows, its pointer and tooltips.

use bevy::prelude::Resource;
use bevy_egui::egui::{
    self, Align2, Color32, CursorIcon, Id, PointerButton, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::camera::Eye;
use super::layout::Board;
use super::scene::{self, Hit, Light, Scene};
use super::view::{BoardView, Grab};
use crate::client::panels::prompt::OfferView;
use crate::client::panels::{Intent, keep};
use crate::client::settings::Wheel;
use crate::client::theme::{self, Face};
use crate::kernel::ids::PieceId;

/// What the board needs to be shown: the layout in use, the eye, and the scene of this frame.
#[derive(Resource, Default)]
pub struct Stage {
    /// The board in use.
    pub board: Option<Board>,
    /// The eye.
    pub eye: Eye,
    /// The view laid out.
    pub scene: Scene,
    /// The view.
    pub view: BoardView,
    /// Counters are hidden.
    pub hidden: bool,
    /// Pieces with offers flash until this time.
    pub flash_until: f64,
    /// The zoom before the overview was asked for.
    pub before: Option<(Pos2, f32)>,
    /// Pixels of the screen a point.
    pub density: f32,
    /// The place that the keyboard's cursor is on.
    pub cursor: Option<usize>,
    /// The clause of the question that the cursor serves.
    asked: String,
    /// Whether the pointer holds the board.
    pub held: bool,
    /// Where a box that selects pieces was begun, in points of the screen.
    pub boxed: Option<Pos2>,
    /// Whether something on the board still moves or is being drawn.
    pub restless: bool,
}

/// What the stage needs to know of the table in this frame.
pub struct Cue<'a> {
    /// The offers shown.
    pub offers: &'a [OfferView],
    /// The offers that a selection hides.
    pub rest: &'a [OfferView],
    /// The pieces selected.
    pub selection: &'a [PieceId],
    /// The piece that the question is about.
    pub subject: Option<PieceId>,
    /// What the mouse wheel does.
    pub wheel: Wheel,
}

impl Stage {
    /// The keyboard's cursor serves one kind of question: with the next phase, or the next game, it is gone.
    pub fn ask(&mut self, clause: &str) {
        if self.asked != clause {
            clause.clone_into(&mut self.asked);
            self.cursor = None;
        }
    }

    /// Takes over a view; the board changes with it.
    pub fn set_view(&mut self, boards: &[Board], view: &BoardView) {
        if self.board.as_ref().map(|b| b.id.as_str()) != Some(view.board.as_str()) {
            self.board = boards.iter().find(|b| b.id == view.board).cloned();
            if let Some(board) = &self.board {
                self.eye.board = board.size.into();
                self.eye.heart = board.heart();
                self.eye.fit();
            }
            self.cursor = None;
        }
        if self.view != *view {
            self.view.clone_from(view);
        }
        if let Some(board) = &self.board {
            self.scene = scene::lay_out(board, &self.view);
        }
    }

    /// Shows the whole board, or what was seen before it.
    pub fn overview(&mut self) {
        match self.before.take() {
            Some((centre, zoom)) if self.eye.fitted => {
                self.eye.centre = centre;
                self.eye.zoom = zoom;
                self.eye.fitted = false;
            }
            _ => {
                self.before = Some((self.eye.centre, self.eye.zoom));
                self.eye.fit();
            }
        }
    }
}

/// Listens to the pointer over `free` and draws tooltips; returns what a click means.
pub fn show(
    ui: &mut Ui,
    free: Rect,
    stage: &mut Stage,
    cue: &Cue,
    hovered: &mut Option<usize>,
) -> Option<Intent> {
    stage.eye.resize(free);
    stage.density = ui.pixels_per_point();
    let response = ui.interact(free, Id::new("board"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Board"));
    navigate(ui, &response, stage, cue);
    let Some(board) = stage.board.clone() else {
        let p = theme::palette(ui);
        ui.painter().text(free.center(), Align2::CENTER_CENTER, "No map", Face::Text.at(14.0), p.dim);
        return None;
    };
    let carried = egui::DragAndDrop::has_payload_of_type::<Grab>(ui.ctx());
    let pointer = response.hover_pos().filter(|_| carried || !response.dragged());
    let hit = pointer.and_then(|point| {
        let at = stage.eye.to_board(point);
        stage.scene.hit(at).filter(|hit| !(stage.hidden && matches!(hit, Hit::Piece(_))))
    });
    if ui.input(|i| i.pointer.delta() != Vec2::ZERO || i.pointer.any_down()) && response.hovered() {
        stage.cursor = None;
    }
    let cursor = stage.cursor.filter(|i| *i < board.places.len()).map(Hit::Place);
    let hit = cursor.or(hit);
    let pointed = hit.map(|hit| scene::offers_at(&board, &stage.view, cue.offers, hit)).unwrap_or_default();
    if let [only] = pointed.as_slice() {
        *hovered = Some(only.index);
    }
    let chosen: Vec<PieceId> = cue.selection.iter().copied().chain(cue.subject).collect();
    stage.scene.light(&board, &stage.view, cue.offers, &chosen, *hovered, hit);
    if let Some(spot) = stage.cursor.and_then(|i| stage.scene.places.get_mut(i)) {
        spot.light = Light::Chosen;
    }
    links(ui, free, stage, &board);
    ways(ui, free, stage, &board);
    if pointed.iter().any(|o| o.card.barred.is_none()) || matches!(hit, Some(Hit::Piece(_))) {
        ui.set_cursor_icon(CursorIcon::PointingHand);
    }
    let mut intent = None;
    let (add, remove) = ui.input(|i| (i.modifiers.shift, i.modifiers.alt));
    let back = scene::take_back(&board, &stage.view, cue.offers, hit);
    if response.secondary_clicked() || (response.clicked() && add && back.is_some()) {
        intent = back;
    } else if response.clicked() {
        intent = match hit {
            Some(Hit::Piece(i)) if add || remove => {
                stage.view.pieces.get(i).map(|p| Intent::SelectMany(changed(cue.selection, p.id, add)))
            }
            _ => scene::click(&board, &stage.view, cue.offers, cue.selection.first().copied(), hit),
        };
    }
    if let Some(area) = select_box(ui, &response, stage) {
        let inside = |i: usize| area.contains(stage.eye.to_screen(stage.scene.pieces[i].area.center()));
        let pieces = (0..stage.view.pieces.len()).filter(|i| !stage.hidden && inside(*i));
        intent = Some(Intent::SelectMany(pieces.map(|i| stage.view.pieces[i].id).collect()));
    }
    keep(&mut intent, carry(ui, &response, stage, cue));
    if let Some(hit @ Hit::Place(i)) = cursor {
        let area = board.area(&board.places[i]);
        let words = tip(&board, stage, cue.offers, hit, area.center());
        let side = stage.eye.to_screen(pos2(area.right(), area.center().y)) + vec2(6.0, 0.0);
        tip_in(ui, free, side, &words);
    } else if let (Some(hit), Some(point)) = (hit, pointer) {
        let words = tip(&board, stage, cue.offers, hit, stage.eye.to_board(point));
        if !words.is_empty() && egui::Tooltip::should_show_tooltip(&response, false) {
            tip_in(ui, free, point, &words);
        }
    }
    intent
}

/// Words beside a point of the board, on the side with more room; they never lie over prompt or column.
fn tip_in(ui: &Ui, free: Rect, point: Pos2, words: &[String]) {
    let (right, low) = (point.x > free.center().x, point.y > free.center().y);
    let (pivot, aside) = match (right, low) {
        (false, false) => (Align2::LEFT_TOP, vec2(16.0, 14.0)),
        (true, false) => (Align2::RIGHT_TOP, vec2(-12.0, 14.0)),
        (false, true) => (Align2::LEFT_BOTTOM, vec2(16.0, -8.0)),
        (true, true) => (Align2::RIGHT_BOTTOM, vec2(-12.0, -8.0)),
    };
    egui::Area::new(Id::new("board tip"))
        .order(egui::Order::Tooltip)
        .pivot(pivot)
        .fixed_pos(point + aside)
        .constrain_to(free.shrink(4.0))
        .interactable(false)
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(320.0);
                tooltip(ui, words);
            });
        });
}

/// A selection with a piece added or removed.
fn changed(selection: &[PieceId], id: PieceId, add: bool) -> Vec<PieceId> {
    let mut out: Vec<PieceId> = selection.iter().copied().filter(|p| *p != id).collect();
    if add {
        out.push(id);
    }
    out
}

/// A box drawn with Shift and the left button; its area once it is let go.
fn select_box(ui: &Ui, response: &egui::Response, stage: &mut Stage) -> Option<Rect> {
    if response.drag_started_by(PointerButton::Primary) && ui.input(|i| i.modifiers.shift) {
        stage.boxed = ui.input(|i| i.pointer.press_origin());
    }
    let from = stage.boxed?;
    let to = ui.input(|i| i.pointer.latest_pos()).unwrap_or(from);
    let area = Rect::from_two_pos(from, to).intersect(response.rect);
    if response.dragged() {
        let p = theme::palette(ui);
        let stroke = Stroke::new(1.5, p.brass);
        ui.painter_at(response.rect).rect(area, 2.0, theme::fade(p.brass, 0.08), stroke, StrokeKind::Inside);
        return None;
    }
    stage.boxed = None;
    Some(area)
}

/// Wheel, drag and double click.
fn navigate(ui: &Ui, response: &egui::Response, stage: &mut Stage, cue: &Cue) {
    // What is carried leaves the board where it is.
    let lifts = response.drag_started_by(PointerButton::Primary) && lifted(ui, stage, cue).is_some();
    let carried = lifts || egui::DragAndDrop::has_payload_of_type::<Grab>(ui.ctx());
    let dragged = !carried
        && (response.dragged_by(PointerButton::Middle)
            || response.dragged_by(PointerButton::Secondary)
            || response.dragged_by(PointerButton::Primary));
    stage.held = dragged;
    let boxes = stage.boxed.is_some()
        || (response.drag_started_by(PointerButton::Primary) && ui.input(|i| i.modifiers.shift));
    if dragged && !boxes && response.drag_delta() != Vec2::ZERO {
        stage.eye.pan(response.drag_delta());
        stage.before = None;
    }
    let Some(point) = response.hover_pos() else { return };
    let (scroll, zoom, sideways) = ui.input(|i| (i.smooth_scroll_delta, i.zoom_delta(), i.modifiers.shift));
    if zoom != 1.0 {
        stage.eye.zoom_at(point, zoom);
    } else if scroll != Vec2::ZERO {
        match cue.wheel {
            Wheel::Zoom if !sideways => stage.eye.zoom_at(point, (scroll.y / 420.0).exp()),
            _ => stage.eye.pan(scroll),
        }
    }
}

/// What a press lifts from the board: a marker that is laid by hand, or a piece that an open offer names together with
/// something else.
fn lifted(ui: &Ui, stage: &Stage, cue: &Cue) -> Option<Grab> {
    let at = stage.eye.to_board(ui.input(|i| i.pointer.press_origin())?);
    match stage.scene.hit(at)? {
        Hit::Marker(i) => stage.view.markers.get(i)?.grab.clone(),
        Hit::Piece(i) => {
            let piece = stage.view.pieces.get(i)?;
            let two = |o: &&OfferView| {
                o.with.is_some() || o.place.is_some() || o.marker.is_some() || o.onto.is_some()
            };
            let all = cue.offers.iter().chain(cue.rest);
            let open = all.filter(|o| o.card.barred.is_none() && o.names(piece.id));
            let grab = Grab { name: piece.code.clone(), thing: piece.code.clone(), ..Grab::default() };
            (!piece.code.is_empty() && open.filter(two).count() > 0).then_some(grab)
        }
        Hit::Place(_) => None,
    }
}

/// Carries what was lifted, from the board or from a panel, and drops it where the button is let go.
fn carry(ui: &Ui, response: &egui::Response, stage: &Stage, cue: &Cue) -> Option<Intent> {
    if response.drag_started_by(PointerButton::Primary)
        && let Some(grab) = lifted(ui, stage, cue)
    {
        egui::DragAndDrop::set_payload(ui.ctx(), grab);
    }
    let grab = egui::DragAndDrop::payload::<Grab>(ui.ctx())?;
    let point = ui.ctx().pointer_interact_pos()?;
    let board = stage.board.as_ref()?;
    let over = response.rect.contains(point);
    let place = stage.scene.place_at(stage.eye.to_board(point)).filter(|_| over);
    if ui.input(|i| i.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        if !grab.thing.is_empty() {
            let at = stage.eye.to_board(point);
            let hits = [stage.scene.hit(at), stage.scene.place_at(at).map(Hit::Place)];
            let meant = |hit: Hit| {
                scene::dropped(board, &stage.view, cue.offers.iter().chain(cue.rest), &grab.thing, hit)
            };
            return hits
                .into_iter()
                .flatten()
                .filter(|_| over)
                .find_map(meant)
                .map(|o| Intent::Take(o.index));
        }
        let mut answers = Vec::new();
        if !grab.lift.is_empty() {
            answers.push(grab.lift.clone());
        }
        if let Some(place) = place {
            let drop = grab.drop.replace("{}", &board.places[place].id);
            // Dropped where it came from: nothing has happened.
            if answers.first().is_some_and(|lift| lift.rsplit(':').next() == drop.rsplit(':').next()) {
                return None;
            }
            answers.push(drop);
        }
        return (!answers.is_empty()).then_some(Intent::Answers(answers));
    }
    let p = theme::palette(ui);
    let layer = egui::LayerId::new(egui::Order::Tooltip, Id::new("carried"));
    let painter = ui.ctx().layer_painter(layer);
    let galley = painter.layout_no_wrap(grab.name.clone(), Face::Strong.at(14.0), p.ink);
    let area =
        Rect::from_min_size(point + vec2(12.0, -galley.size().y - 12.0), galley.size() + vec2(16.0, 8.0));
    painter.rect(area, theme::CARD, p.brass, Stroke::new(1.0, p.ink), StrokeKind::Inside);
    painter.galley(area.min + vec2(8.0, 4.0), galley, p.ink);
    None
}

/// A dashed line along the path flown, under everything that egui draws.
fn links(ui: &Ui, free: Rect, stage: &Stage, board: &Board) {
    let painter = ui.painter_at(free);
    let p = theme::palette(ui);
    let centre = |id: &String| {
        let place = board.place(id)?;
        Some(stage.eye.to_screen(board.area(place).center()))
    };
    let points: Vec<Pos2> = stage.view.path.iter().filter_map(centre).collect();
    let radius = stage.eye.zoom * 60.0;
    for pair in points.windows(2) {
        let way = pair[1] - pair[0];
        if way.length() < 2.0 * radius + 8.0 {
            continue;
        }
        let step = way.normalized() * radius;
        painter.extend(Shape::dashed_line(
            &[pair[0] + step, pair[1] - step],
            Stroke::new(1.5, theme::fade(p.moon, 0.35)),
            6.0,
            6.0,
        ));
    }
}

/// The ways flown and planned: a line through the places with a point in each, an arrow at its end.
fn ways(ui: &Ui, free: Rect, stage: &Stage, board: &Board) {
    let painter = ui.painter_at(free);
    let p = theme::palette(ui);
    let zoom = stage.eye.zoom;
    for way in &stage.view.ways {
        let centre = |id: &String| {
            let place = board.place(id)?;
            Some(stage.eye.to_screen(board.area(place).center()))
        };
        // A way that comes back to a hex passes a little beside the middle.
        let mut seen: Vec<&String> = Vec::new();
        let mut points = Vec::new();
        for id in &way.places {
            let again = seen.iter().filter(|s| **s == id).count() as f32;
            seen.push(id);
            points.extend(centre(id).map(|at| at + vec2(again * 14.0, again * -10.0) * zoom));
        }
        let (ink, width) = if way.flown { (p.british, 7.0) } else { (p.moon, 5.0) };
        // What is being replaced lies faintly below what replaces it.
        let strength = if way.old { 0.4 } else { 1.0 };
        let fade = |ink: Color32, part: f32| theme::fade(ink, part * strength);
        let stroke = Stroke::new((width * zoom).clamp(1.5, 5.0), fade(ink, 0.85));
        let under = Stroke::new(stroke.width + 2.0, fade(p.ink, 0.55));
        painter.add(Shape::line(points.clone(), under));
        if way.flown {
            painter.add(Shape::line(points.clone(), stroke));
        } else {
            painter.extend(Shape::dashed_line(&points, stroke, 7.0, 5.0));
        }
        for at in &points {
            painter.circle(*at, (9.0 * zoom).max(2.5), fade(p.ink, 1.0), Stroke::new(1.5, fade(ink, 1.0)));
        }
        if let [.., before, end] = points.as_slice()
            && (*end - *before).length() > 1.0
        {
            let ahead = (*end - *before).normalized();
            let (side, long) = (ahead.rot90(), (26.0 * zoom).clamp(7.0, 22.0));
            let tip = *end + ahead * long * 0.6;
            let back = tip - ahead * long;
            let arrow = vec![tip, back + side * long * 0.55, back - side * long * 0.55];
            painter.add(Shape::convex_polygon(arrow, fade(ink, 1.0), Stroke::new(1.0, fade(p.ink, 1.0))));
        }
        if let Some(at) = way.ring.as_ref().and_then(centre) {
            painter.circle_stroke(at, 62.0 * zoom, Stroke::new(2.5, fade(p.loss, 1.0)));
            painter.circle_stroke(at, 46.0 * zoom, Stroke::new(1.2, fade(p.loss, 1.0)));
        }
    }
}

/// The words for what is under the pointer: a name in the first line, then state, offers and reasons.
fn tip(board: &Board, stage: &Stage, offers: &[OfferView], hit: Hit, at: Pos2) -> Vec<String> {
    let mut lines = Vec::new();
    match hit {
        Hit::Piece(i) => {
            let Some(piece) = stage.view.pieces.get(i) else { return lines };
            lines.extend(piece.tip.lines().map(str::to_owned));
            let under: Vec<&str> = stage
                .scene
                .pieces_at(at)
                .skip(1)
                .filter_map(|n| stage.view.pieces[n].tip.lines().next())
                .collect();
            if !under.is_empty() {
                lines.push(format!("Under it: {}", under.join(", ")));
            }
        }
        Hit::Marker(i) => {
            let Some(marker) = stage.view.markers.get(i) else { return lines };
            lines.extend(marker.tip.lines().map(str::to_owned));
        }
        Hit::Place(_) => {}
    }
    if let Some(place) = scene::place_of(board, &stage.view, hit).and_then(|i| board.places.get(i)) {
        lines.push(place.label.clone());
        if let Some((_, words)) = stage.view.places.iter().find(|(id, _)| *id == place.id) {
            lines.extend(words.lines().map(str::to_owned));
        }
    }
    for offer in scene::offers_at(board, &stage.view, offers, hit) {
        match &offer.card.barred {
            None if offer.card.hint.is_empty() => lines.push(format!("› {}", offer.card.label)),
            None => lines.push(format!("› {}: {}", offer.card.label, offer.card.hint)),
            Some(why) => lines.push(format!("{}: {why} [{}]", offer.card.label, offer.card.clause)),
        }
    }
    lines
}

fn tooltip(ui: &mut Ui, lines: &[String]) {
    let p = theme::palette(ui);
    for (i, line) in lines.iter().enumerate() {
        let text = if i == 0 {
            theme::strong(line).color(p.moon)
        } else if line.starts_with('›') {
            theme::small(line).color(p.brass)
        } else {
            theme::small(line).color(p.text)
        };
        ui.label(text);
    }
}

/// A small frame around an area of the screen, for pictures of the stage in tests and overviews.
pub fn frame(ui: &Ui, area: Rect, colour: Color32) {
    ui.painter().rect_stroke(area, theme::PLACE, Stroke::new(1.0, colour), StrokeKind::Inside);
}

/// Where the name of the board stands: the lower left corner of the free area.
#[must_use]
pub fn caption(free: Rect) -> Pos2 {
    pos2(free.left(), free.bottom()) + vec2(12.0, -10.0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use egui_kittest::Harness;

    use super::super::layout;
    use super::*;

    #[test]
    fn the_cursor_goes_with_its_question() {
        let mut stage = Stage::default();
        stage.ask("phase-4.a");
        stage.cursor = Some(3);
        stage.ask("phase-4.a");
        assert_eq!(stage.cursor, Some(3), "the next tile may go to the same hex");
        stage.ask("phase-6.e");
        assert_eq!(stage.cursor, None);
    }

    /// Clicks the middle of every place of every board at a scale; each must take the offer that points at it.
    fn sweep(scale: f32) {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let boards = layout::load(&assets, "dambusters").expect("the shipped boards").boards;
        for board in &boards {
            let offers: Vec<OfferView> = board
                .places
                .iter()
                .enumerate()
                .map(|(index, place)| OfferView {
                    index,
                    place: Some(String::leak(place.id.clone())),
                    ..OfferView::default()
                })
                .collect();
            let view =
                BoardView { board: board.id.clone(), game: "dambusters".into(), ..BoardView::default() };
            let mut stage = Stage::default();
            stage.set_view(&boards, &view);
            let window = vec2(1280.0, 800.0) / scale;
            let mut harness =
                Harness::builder().with_size(window).with_pixels_per_point(scale).build_ui_state(
                    |ui, state: &mut (Stage, Vec<Intent>)| {
                        let free = Rect::from_min_max(
                            pos2(0.0, 50.0),
                            pos2(ui.max_rect().right() * 0.66, 560.0 / scale),
                        );
                        let cue = Cue {
                            offers: &offers,
                            rest: &[],
                            selection: &[],
                            subject: None,
                            wheel: Wheel::Zoom,
                        };
                        let intent = show(ui, free, &mut state.0, &cue, &mut None);
                        state.1.extend(intent);
                    },
                    (stage, Vec::new()),
                );
            for (index, place) in board.places.iter().enumerate() {
                let at = harness.state().0.eye.to_screen(board.area(place).center());
                for pressed in [true, false] {
                    harness.event(egui::Event::PointerMoved(at));
                    harness.event(egui::Event::PointerButton {
                        pos: at,
                        button: PointerButton::Primary,
                        pressed,
                        modifiers: egui::Modifiers::NONE,
                    });
                    harness.step();
                }
                assert_eq!(
                    harness.state().1.last(),
                    Some(&Intent::Take(index)),
                    "{} {} at scale {scale}",
                    board.id,
                    place.id
                );
            }
        }
    }

    #[test]
    fn a_box_with_shift_selects_and_leaves_the_eye_where_it_is() {
        use super::super::view::PieceView;
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let boards = layout::load(&assets, "dambusters").expect("the shipped boards").boards;
        let piece = |n: u16, place: &str| PieceView::new(PieceId(n), place);
        let pieces = vec![piece(0, "circling_near"), piece(1, "circling_near"), piece(2, "release")];
        let view = BoardView {
            board: boards[0].id.clone(),
            game: "dambusters".into(),
            pieces,
            ..BoardView::default()
        };
        let mut stage = Stage::default();
        stage.set_view(&boards, &view);
        let free = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 700.0));
        let mut harness = Harness::builder().with_size(free.size()).build_ui_state(
            |ui, state: &mut (Stage, Vec<Intent>)| {
                let cue = Cue { offers: &[], rest: &[], selection: &[], subject: None, wheel: Wheel::Zoom };
                let intent = show(ui, free, &mut state.0, &cue, &mut None);
                state.1.extend(intent);
            },
            (stage, Vec::new()),
        );
        let spots: Vec<Pos2> = (0..2)
            .map(|i| harness.state().0.eye.to_screen(harness.state().0.scene.pieces[i].area.center()))
            .collect();
        let area = Rect::from_points(&spots).expand(30.0);
        let eye = harness.state().0.eye;
        let modifiers = egui::Modifiers::SHIFT;
        harness.event(egui::Event::ModifiersChanged(modifiers));
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers,
        };
        for event in [
            egui::Event::PointerMoved(area.min),
            button(area.min, true),
            egui::Event::PointerMoved(area.center()),
            egui::Event::PointerMoved(area.max),
            button(area.max, false),
        ] {
            harness.event(event);
            harness.step();
        }
        assert_eq!(harness.state().1, [Intent::SelectMany(vec![PieceId(0), PieceId(1)])]);
        assert_eq!(harness.state().0.eye, eye, "a box does not pan");
        assert_eq!(changed(&[PieceId(3)], PieceId(5), true), [PieceId(3), PieceId(5)]);
        assert_eq!(changed(&[PieceId(3), PieceId(5)], PieceId(3), false), [PieceId(5)]);
    }

    #[test]
    fn c36_a_click_finds_its_place_at_every_scale() {
        for scale in [0.75, 1.0, 1.25, 1.5, 2.0, 3.0] {
            sweep(scale);
        }
    }
}
