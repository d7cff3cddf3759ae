//! The wave board: every wave with its leader, members, targets and hazards, and whoever flies alone.
//!
//! A Lancaster, or the hazard that is dealt out, is carried onto another line; the offer that names both is taken. With
//! the keyboard a line is selected and the offers of its cards follow.

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, DragAndDrop, Id, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, WidgetType, pos2, vec2,
};

use super::prompt::{OfferView, PromptView};
use super::{Intent, keep};
use crate::client::board::scene::offer_between;
use crate::client::board::view::Grab;
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, picture};
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What the wave board shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WavesView {
    /// What keeps together, in order.
    pub groups: Vec<GroupView>,
    /// The hazard that is dealt out.
    pub hand: Option<Picture>,
    /// The dams: name, how it stands, how that strikes the player.
    pub dams: Vec<(String, String, Tone)>,
    /// The piece selected.
    pub selected: Option<PieceId>,
}

/// A small drawing with its words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The drawing, with the game's folder.
    pub drawing: String,
    /// Its tokens.
    pub tokens: Vec<(String, String)>,
    /// What it is.
    pub words: String,
}

/// A wave, or Lancasters listed together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupView {
    /// Its name.
    pub title: String,
    /// What offers call it; empty when they do not.
    pub thing: String,
    /// Its pennant.
    pub pennant: Option<Picture>,
    /// Its order or number in a word.
    pub state: String,
    /// How that strikes the player.
    pub tone: Tone,
    /// Where it is, and where it goes.
    pub note: String,
    /// Hazards that lie on it.
    pub marks: Vec<Picture>,
    /// Its members.
    pub ships: Vec<ShipView>,
}

/// A Lancaster on its line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShipView {
    /// The piece.
    pub piece: Option<PieceId>,
    /// Code letters, which offers call it by.
    pub code: String,
    /// Its counter.
    pub counter: Picture,
    /// The pilot.
    pub name: String,
    /// Quality: its letter and its word.
    pub quality: (String, String),
    /// Whether it leads the wave.
    pub leads: bool,
    /// Who is special aboard.
    pub special: String,
    /// Its state in a word or two.
    pub state: String,
    /// How that strikes the player.
    pub tone: Tone,
    /// What else is to be known, in the second line; none when empty.
    pub note: String,
    /// Hazards that lie on it or are attached.
    pub marks: Vec<Picture>,
    /// All of it in words.
    pub hover: String,
}

/// The height of a Lancaster's line, and of one with a note.
const LINE: f32 = 30.0;
const TALL: f32 = 46.0;
/// The height of the head of a group.
const HEAD: f32 = 34.0;
/// The side of a small drawing.
const SMALL: f32 = 24.0;

/// What is carried, or selected, while the board is drawn.
struct Held<'a> {
    thing: Option<String>,
    /// What the groups are called in offers.
    goes: Vec<&'a str>,
    offers: Vec<&'a OfferView>,
}

impl Held<'_> {
    /// The offer that putting what is held onto `on` takes.
    fn onto(&self, on: &str) -> Option<usize> {
        let thing = self.thing.as_ref()?;
        offer_between(self.offers.iter().copied(), thing, on).map(|o| o.index)
    }

    /// The only open offer that points at a wave as a whole.
    fn of_wave(&self, thing: &str) -> Option<usize> {
        let open = |o: &&&OfferView| o.card.barred.is_none() && o.piece.is_none();
        let mut there = self.offers.iter().filter(open).filter(|o| o.marker.as_deref() == Some(thing));
        let first = there.next()?;
        there.next().is_none().then_some(first.index)
    }

    /// Whether an open offer names it with something else, or with what may be done with it.
    fn carries(&self, code: &str) -> bool {
        let two = |o: &&&OfferView| {
            let goes = self.goes.iter().any(|verb| o.speaks_of(verb));
            o.with.is_some() || o.onto.is_some() || goes || o.id.split(':').count() > 2
        };
        self.offers.iter().filter(|o| o.card.barred.is_none() && o.speaks_of(code)).filter(two).count() > 0
    }
}

/// Draws the wave board.
pub fn panel(ui: &mut Ui, view: &WavesView, prompt: &PromptView) -> Option<Intent> {
    let mut intent = None;
    ScrollArea::vertical().id_salt("waves").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        keep(&mut intent, list(ui, view, prompt));
    });
    intent
}

/// The wave board without a scroll area of its own.
pub fn list(ui: &mut Ui, view: &WavesView, prompt: &PromptView) -> Option<Intent> {
    let mut intent = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    let carried = DragAndDrop::payload::<Grab>(ui.ctx()).map(|g| g.thing.clone()).filter(|t| !t.is_empty());
    let chosen = || {
        let of = |s: &&ShipView| s.piece.is_some() && s.piece == view.selected;
        view.groups.iter().flat_map(|g| &g.ships).find(of).map(|s| s.code.clone())
    };
    let dealt = || view.hand.as_ref().map(|_| "meets".to_owned());
    let held = Held {
        thing: carried.or_else(dealt).or_else(chosen),
        goes: view.groups.iter().map(|g| g.thing.as_str()).filter(|t| !t.is_empty()).collect(),
        offers: prompt.offers.iter().chain(&prompt.rest).collect(),
    };
    if let Some(hand) = &view.hand {
        hand_line(ui, hand);
    }
    for group in &view.groups {
        ui.add_space(6.0);
        keep(&mut intent, head(ui, group, &held));
        for ship in &group.ships {
            keep(&mut intent, line(ui, ship, view.selected, &held));
        }
    }
    if !view.dams.is_empty() {
        widgets::section(ui, "Dams");
        widgets::tray(ui, |ui| {
            let p = theme::palette(ui);
            for (name, words, tone) in &view.dams {
                ui.horizontal(|ui| {
                    let ink = if *tone == Tone::Plain { p.text } else { p.tone(*tone) };
                    widgets::fitted(ui, theme::strong(name).color(ink), 62.0);
                    ui.add(bevy_egui::egui::Label::new(theme::small(words).color(p.text)).wrap());
                });
            }
        });
    }
    intent
}

/// The hazard that is dealt out: it is carried to whom it meets.
fn hand_line(ui: &mut Ui, hand: &Picture) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::click_and_drag());
    let words = format!("To be dealt out: {}", hand.words);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    ui.painter().rect(rect, theme::CARD, p.slate, Stroke::new(1.5, p.brass), StrokeKind::Inside);
    let area = Rect::from_min_size(rect.min + vec2(8.0, 5.0), vec2(30.0, 30.0));
    paint(ui, area, hand, 1.0);
    let at = pos2(area.right() + 10.0, rect.center().y);
    let room = rect.right() - 8.0 - at.x;
    cut(ui, at - vec2(0.0, 8.0), room, &hand.words, p.moon);
    cut(ui, at + vec2(0.0, 8.0), room, "Drag it, or click whom it meets", p.dim);
    response.dnd_set_drag_payload(Grab {
        name: hand.words.clone(),
        thing: "meets".to_owned(),
        ..Grab::default()
    });
    response.on_hover_cursor(CursorIcon::Grab);
}

fn paint(ui: &Ui, area: Rect, shown: &Picture, fade: f32) {
    let tokens: Vec<(&str, &str)> = shown.tokens.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    picture::paint(ui, area, &shown.drawing, &tokens, Color32::WHITE.gamma_multiply(fade));
}

/// What a line of the board does when something is dropped on it or it is clicked while something is held.
fn taken(ui: &Ui, response: &Response, accepts: Option<usize>) -> Option<Intent> {
    let dropped = response.dnd_release_payload::<Grab>().is_some_and(|g| !g.thing.is_empty());
    if dropped {
        DragAndDrop::clear_payload(ui.ctx());
    }
    accepts.filter(|_| dropped || response.clicked()).map(Intent::Take)
}

fn edge(ui: &Ui, response: &Response, accepts: bool, chosen: bool, plain: Color32) -> Stroke {
    let p = theme::palette(ui);
    match (accepts, chosen) {
        (true, _) if response.contains_pointer() => Stroke::new(2.0, p.moon),
        (true, _) | (_, true) => Stroke::new(1.5, p.brass),
        (false, false) => Stroke::new(1.0, plain),
    }
}

/// Small drawings from the right; returns where they begin.
fn marks(ui: &mut Ui, right: f32, y: f32, marks: &[Picture]) -> f32 {
    let mut x = right;
    for (n, mark) in marks.iter().enumerate() {
        let area = Rect::from_min_size(pos2(x - SMALL, y - SMALL / 2.0), vec2(SMALL, SMALL));
        paint(ui, area, mark, 1.0);
        ui.interact(area, Id::new(("mark", n, area.min.x as i32, area.min.y as i32)), Sense::hover())
            .on_hover_text(&mark.words);
        x -= SMALL + 3.0;
    }
    x
}

/// Whether the pointer is over the small drawings of a line, which begin at `left` and speak for themselves.
fn over_marks(ui: &Ui, line: Rect, left: f32) -> bool {
    let marks = Rect::from_min_max(pos2(left + 3.0, line.top()), pos2(line.right() - 8.0, line.top() + HEAD));
    marks.width() > 0.0 && ui.rect_contains_pointer(marks)
}

fn head(ui: &mut Ui, group: &GroupView, held: &Held) -> Option<Intent> {
    let p = theme::palette(ui);
    let accepts = if group.thing.is_empty() {
        None
    } else {
        held.onto(&group.thing).or_else(|| held.of_wave(&group.thing))
    };
    let sense = if accepts.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), sense);
    let words = format!("{}, {}, {}", group.title, group.state, group.note);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, accepts.is_some(), &words));
    let stroke = edge(ui, &response, accepts.is_some(), false, p.edge);
    ui.painter().rect(rect, theme::CHIP, p.raised, stroke, StrokeKind::Inside);
    let mut x = rect.left() + 8.0;
    if let Some(pennant) = &group.pennant {
        paint(ui, Rect::from_min_size(pos2(x, rect.top() + 3.0), vec2(28.0, 28.0)), pennant, 1.0);
        x += 34.0;
    }
    let mid = rect.center().y;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let title = painter.text(pos2(x, mid), Align2::LEFT_CENTER, &group.title, Face::Strong.at(14.0), p.moon);
    let left = marks(ui, rect.right() - 8.0, mid, &group.marks);
    let ink = if group.tone == Tone::Plain { p.dim } else { p.tone(group.tone) };
    let at = pos2(left - 2.0, mid);
    let state = painter.text(at, Align2::RIGHT_CENTER, &group.state, Face::Strong.at(size::SMALL), ink);
    let x = title.right() + 10.0;
    cut(ui, pos2(x, mid), state.left() - 8.0 - x, &group.note, p.text);
    let took = taken(ui, &response, accepts);
    if !over_marks(ui, rect, left) {
        response.on_hover_text(words);
    }
    took
}

/// A line of small text cut off at a width.
fn cut(ui: &Ui, at: bevy_egui::egui::Pos2, width: f32, words: &str, ink: Color32) {
    if width < 20.0 {
        return;
    }
    let font = Face::Text.at(size::SMALL);
    let mut job = bevy_egui::egui::text::LayoutJob::simple_singleline(words.to_owned(), font, ink);
    job.wrap = bevy_egui::egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, ink);
}

fn line(ui: &mut Ui, ship: &ShipView, selected: Option<PieceId>, held: &Held) -> Option<Intent> {
    let p = theme::palette(ui);
    let chosen = ship.piece.is_some() && ship.piece == selected;
    let accepts = if chosen { None } else { held.onto(&ship.code) };
    let height = if ship.note.is_empty() { LINE } else { TALL };
    let (full, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let rect = Rect::from_min_max(full.min + vec2(8.0, 0.0), full.max);
    let response = ui.interact(rect, Id::new(("ship", &ship.code)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, &ship.hover));
    let fill = if response.hovered() || response.has_focus() { p.raised } else { p.slate };
    let offered =
        held.offers.iter().any(|o| o.card.barred.is_none() && ship.piece.is_some_and(|id| o.names(id)));
    let stroke = edge(ui, &response, accepts.is_some(), chosen, fill);
    ui.painter().rect(rect, theme::CHIP, fill, stroke, StrokeKind::Inside);
    if offered {
        let bar = Rect::from_min_size(rect.min + vec2(1.5, 5.0), vec2(2.5, height - 10.0));
        ui.painter().rect_filled(bar, 1.0, p.brass);
    }
    let mid = rect.top() + LINE / 2.0;
    paint(ui, Rect::from_min_size(pos2(rect.left() + 8.0, mid - 13.0), vec2(26.0, 26.0)), &ship.counter, 1.0);
    let disc = Rect::from_center_size(pos2(rect.left() + 49.0, mid), vec2(17.0, 17.0));
    widgets::paint_disc(ui, disc, &ship.quality.0, widgets::quality_colour(&p, &ship.quality.0));
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let text =
        |x: f32, align: Align2, words: &str, font, ink| painter.text(pos2(x, mid), align, words, font, ink);
    let code = text(rect.left() + 64.0, Align2::LEFT_CENTER, &ship.code, Face::MonoBold.at(13.0), p.moon);
    let x = code.right() + 8.0;
    let name = text(x, Align2::LEFT_CENTER, &ship.name, Face::Text.at(size::BODY), p.text);
    let mut x = name.right() + 8.0;
    if ship.leads {
        let leads = text(x, Align2::LEFT_CENTER, "leads", Face::Strong.at(size::SMALL), p.brass);
        x = leads.right() + 8.0;
    }
    let left = marks(ui, rect.right() - 8.0, mid, &ship.marks);
    let ink = if ship.tone == Tone::Plain { p.dim } else { p.tone(ship.tone) };
    let state = text(left - 2.0, Align2::RIGHT_CENTER, &ship.state, Face::Strong.at(size::SMALL), ink);
    cut(ui, pos2(x, mid), state.left() - 8.0 - x, &ship.special, p.dim);
    if !ship.note.is_empty() {
        let at = pos2(rect.left() + 64.0, rect.top() + 36.0);
        cut(ui, at, rect.right() - 8.0 - at.x, &ship.note, p.text);
    }
    let carries = held.carries(&ship.code);
    if carries {
        response.dnd_set_drag_payload(Grab {
            name: ship.code.clone(),
            thing: ship.code.clone(),
            ..Grab::default()
        });
    }
    if let Some(intent) = taken(ui, &response, accepts) {
        return Some(intent);
    }
    let clicked = response.clicked() && ship.piece.is_some();
    let response = if carries { response.on_hover_cursor(CursorIcon::Grab) } else { response };
    if !over_marks(ui, rect, left) {
        response.on_hover_text(&ship.hover);
    }
    clicked.then_some(Intent::Select(if chosen { None } else { ship.piece }))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{self, PointerButton};
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;

    fn ship(n: u16, code: &str) -> ShipView {
        ShipView { piece: Some(PieceId(n)), code: code.into(), hover: code.into(), ..ShipView::default() }
    }

    fn offer(index: usize, id: &str, piece: u16, with: Option<u16>) -> OfferView {
        OfferView {
            index,
            id: id.into(),
            piece: Some(PieceId(piece)),
            with: with.map(PieceId),
            ..OfferView::default()
        }
    }

    fn view() -> WavesView {
        let wave = GroupView {
            title: "Wave 1".into(),
            thing: "Wave 1".into(),
            state: "in good order".into(),
            note: "North Sea".into(),
            ships: vec![ship(0, "AJ-G"), ship(1, "AJ-M")],
            ..GroupView::default()
        };
        let alone = GroupView {
            title: "Alone".into(),
            ships: vec![ship(2, "AJ-T"), ship(3, "AJ-W")],
            ..GroupView::default()
        };
        WavesView { groups: vec![wave, alone], ..WavesView::default() }
    }

    fn prompt() -> PromptView {
        let offers = vec![offer(0, "join:AJ-T:Wave 1", 2, None), offer(1, "create:AJ-T:AJ-W", 2, Some(3))];
        PromptView { offers, ..PromptView::default() }
    }

    /// Carries one line onto another and says what that took.
    fn carry(from: &str, to: &str) -> Vec<Intent> {
        let (view, prompt) = (view(), prompt());
        let mut harness = themed(
            vec2(420.0, 420.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view, &prompt)),
            Vec::new(),
        );
        let start = harness.get_by_label(from).rect().center();
        let end = harness.get_by_label(to).rect().center();
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        for event in [
            egui::Event::PointerMoved(start),
            button(start, true),
            egui::Event::PointerMoved(start + vec2(12.0, 4.0)),
            egui::Event::PointerMoved(end),
            button(end, false),
        ] {
            harness.event(event);
            harness.step();
        }
        harness.state().clone()
    }

    #[test]
    fn a_lancaster_carried_onto_a_wave_or_another_takes_the_offer_that_names_both() {
        assert_eq!(carry("AJ-T", "Wave 1, in good order, North Sea"), [Intent::Take(0)]);
        assert_eq!(carry("AJ-T", "AJ-W"), [Intent::Take(1)]);
        assert_eq!(carry("AJ-W", "AJ-T"), [Intent::Take(1)], "either of the two may be carried");
        assert_eq!(carry("AJ-G", "AJ-T"), [], "no offer names them");
    }

    #[test]
    fn a_line_is_selected_by_a_click_and_then_another_takes_what_both_do() {
        let (mut view, prompt) = (view(), prompt());
        let click = |view: &WavesView, on: &str| {
            let view = view.clone();
            let mut harness = themed(
                vec2(420.0, 420.0),
                |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view, &prompt)),
                Vec::new(),
            );
            harness.get_by_label(on).click();
            harness.run();
            harness.state().clone()
        };
        assert_eq!(click(&view, "AJ-T"), [Intent::Select(Some(PieceId(2)))]);
        view.selected = Some(PieceId(2));
        assert_eq!(click(&view, "Wave 1, in good order, North Sea"), [Intent::Take(0)]);
        assert_eq!(click(&view, "AJ-W"), [Intent::Take(1)]);
        assert_eq!(click(&view, "AJ-T"), [Intent::Select(None)]);
    }

    #[test]
    fn a_hazard_that_is_dealt_out_is_given_by_a_click() {
        let mut view = view();
        view.hand = Some(Picture { words: "Flak".into(), ..Picture::default() });
        let offers = vec![offer(0, "meets:AJ-G", 0, None), offer(1, "meets:AJ-M", 1, None)];
        let prompt = PromptView { offers, ..PromptView::default() };
        let mut harness = themed(
            vec2(420.0, 420.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &view, &prompt)),
            Vec::new(),
        );
        harness.get_by_label("AJ-M").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Take(1)]);
    }
}
