//! The planning desk: rows of cells with figures, lines and counters, all of it in sight at once.
//!
//! Whatever an open offer names is lit. A click takes its only offer, or opens the list of its offers; a counter is
//! carried onto a cell for the offer that names both. The keyboard walks the same things, Enter is the click.

mod draw;

use bevy_egui::egui::{
    CursorIcon, DragAndDrop, Id, LayerId, Order, Popup, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, WidgetType, pos2, vec2,
};

use draw::{counter, cut, edge, figure, line, natural, right, text_width};

use super::prompt::{OfferView, PromptView};
use super::{Intent, keep};
use crate::client::board::scene::offer_between;
use crate::client::board::view::Grab;
use crate::client::theme::{self, Face, size};
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What the desk shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlotterView {
    /// Its rows from top to bottom.
    pub rows: Vec<RowView>,
}

/// A row of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowView {
    /// Its share of the height.
    pub share: u16,
    /// Its cells from left to right.
    pub cells: Vec<CellView>,
}

/// A cell: its title, things in a grid, counters that lie on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellView {
    /// Its share of the width.
    pub share: u16,
    /// Title.
    pub title: String,
    /// How it stands, in a word or two.
    pub state: String,
    /// How that strikes the player.
    pub tone: Tone,
    /// What offers call it; empty when they do not.
    pub thing: String,
    /// The beginnings of the ids of offers that a click on it means.
    pub ids: Vec<String>,
    /// What it does, with clauses.
    pub hover: String,
    /// How many things lie side by side.
    pub columns: usize,
    /// The things.
    pub items: Vec<ItemView>,
    /// Whether it stands in one line, its title before its things.
    pub slim: bool,
    /// Whether the phase at hand is about it.
    pub lit: bool,
    /// What was put onto it; `None` where nothing can be.
    pub laid: Option<Vec<ItemView>>,
}

/// How a thing is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Its name, marks and pips, its value at the right.
    #[default]
    Line,
    /// A small counter.
    Counter,
    /// A large figure over its name.
    Figure,
}

/// How a counter lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// On the desk.
    #[default]
    Plain,
    /// Face up, or where the game is.
    Up,
    /// Face down, or not in play.
    Down,
    /// Out of the game, or hurt.
    Lost,
}

/// A disc with a level in the colour of a crew's quality.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The level.
    pub text: String,
    /// The quality's letter.
    pub quality: &'static str,
    /// Whether it has a ring.
    pub ring: bool,
}

/// A thing on the desk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ItemView {
    /// How it is drawn.
    pub shape: Shape,
    /// How it lies.
    pub look: Look,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What else stands on it.
    pub note: String,
    /// How the value strikes the player.
    pub tone: Tone,
    /// Whether there is a moon, where that is told.
    pub moon: Option<bool>,
    /// Discs.
    pub marks: Vec<Mark>,
    /// Pips: filled, in all.
    pub pips: Option<(u8, u8)>,
    /// What it does, with clauses.
    pub hover: String,
    /// The piece that it is.
    pub piece: Option<PieceId>,
    /// The beginnings of the ids of offers that it means.
    pub ids: Vec<String>,
    /// What offers call it when it is carried; empty when it is not.
    pub thing: String,
}

/// Space between cells, and inside their edges.
const GAP: f32 = 5.0;
const PAD: f32 = 6.0;
/// The height of a cell's title, and of the counters laid onto it.
const HEAD: f32 = 18.0;
const LAID: f32 = 22.0;
/// The most lines of offers in a hover.
const TOLD: usize = 7;

/// Draws the desk into `area`.
pub fn panel(ui: &mut Ui, area: Rect, view: &BlotterView, prompt: &PromptView) -> Option<Intent> {
    let p = theme::palette(ui);
    ui.painter().rect_filled(area, 0.0, p.ink);
    let held = Held {
        thing: DragAndDrop::payload::<Grab>(ui.ctx()).map(|g| g.thing.clone()).filter(|t| !t.is_empty()),
        chosen: prompt.filter.as_deref(),
        offers: prompt.offers.iter().chain(&prompt.rest).collect(),
    };
    if held.thing.is_some() {
        // Whoever carries something has left the list that a click opened.
        Popup::close_all(ui.ctx());
    }
    let mut intent = None;
    for (row, rect) in view.rows.iter().zip(shares(area.shrink(GAP), &heights(view), false)) {
        let widths: Vec<u16> = row.cells.iter().map(|c| c.share).collect();
        for (cell, rect) in row.cells.iter().zip(shares(rect, &widths, true)) {
            keep(&mut intent, self::cell(ui, rect, cell, &held));
        }
    }
    carried(ui);
    intent
}

fn heights(view: &BlotterView) -> Vec<u16> {
    view.rows.iter().map(|r| r.share).collect()
}

/// Cuts an area into parts by their shares, side by side or one below the other.
fn shares(area: Rect, parts: &[u16], across: bool) -> Vec<Rect> {
    let whole: f32 = parts.iter().map(|s| f32::from(*s)).sum::<f32>().max(1.0);
    let gaps = GAP * parts.len().saturating_sub(1) as f32;
    let length = if across { area.width() } else { area.height() } - gaps;
    let mut from = 0.0;
    parts
        .iter()
        .map(|share| {
            let long = length * f32::from(*share) / whole;
            let rect = if across {
                Rect::from_min_size(area.min + vec2(from, 0.0), vec2(long, area.height()))
            } else {
                Rect::from_min_size(area.min + vec2(0.0, from), vec2(area.width(), long))
            };
            from += long + GAP;
            rect
        })
        .collect()
}

/// What is carried, and the offers.
struct Held<'a> {
    thing: Option<String>,
    /// The code of what is taken up.
    chosen: Option<&'a str>,
    offers: Vec<&'a OfferView>,
}

impl<'a> Held<'a> {
    /// The offers that a thing means, open or barred, without those that end a phase.
    fn of(&self, ids: &[String], piece: Option<PieceId>) -> Vec<&'a OfferView> {
        let means = |o: &OfferView| {
            let named = |id: &String| {
                o.id.strip_prefix(id.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
            };
            ids.iter().any(named) || piece.is_some_and(|id| o.names(id))
        };
        self.offers.iter().copied().filter(|o| !o.ends_phase && means(o)).collect()
    }

    /// The offer that putting what is carried onto `on` takes.
    fn onto(&self, on: &str) -> Option<usize> {
        let thing = self.thing.as_ref().filter(|_| !on.is_empty())?;
        offer_between(self.offers.iter().copied().filter(|o| !o.ends_phase), thing, on).map(|o| o.index)
    }
}

/// The name of what is carried, at the pointer.
fn carried(ui: &Ui) {
    let Some(grab) = DragAndDrop::payload::<Grab>(ui.ctx()) else { return };
    let Some(at) = ui.ctx().pointer_latest_pos() else { return };
    let p = theme::palette(ui);
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::new("carried on the desk")));
    let galley = painter.layout_no_wrap(grab.name.clone(), Face::Strong.at(size::BODY), p.ink);
    let rect = Rect::from_min_size(at + vec2(10.0, 6.0), galley.size() + vec2(14.0, 8.0));
    painter.rect(rect, theme::CHIP, p.brass, Stroke::new(1.0, p.ink), StrokeKind::Inside);
    painter.galley(rect.min + vec2(7.0, 4.0), galley, p.ink);
}

/// The least height of a framed thing, for a line of words.
const LOWEST: f32 = 17.0;

fn cell(ui: &mut Ui, rect: Rect, cell: &CellView, held: &Held) -> Option<Intent> {
    let p = theme::palette(ui);
    let onto = held.onto(&cell.thing);
    let offers = held.of(&cell.ids, None);
    let sense = if offers.iter().any(|o| o.card.barred.is_none()) { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, Id::new(("cell", &cell.title)), sense);
    let words = [cell.title.as_str(), cell.state.as_str()].join(" ");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, words.trim()));
    let edge = match onto {
        Some(_) if response.contains_pointer() => Stroke::new(2.0, p.moon),
        Some(_) => Stroke::new(1.5, p.brass),
        None => edge(ui, &response, &offers, p.edge),
    };
    ui.painter().rect(rect, theme::CARD, p.panel, edge, StrokeKind::Inside);
    if cell.lit {
        // What the phase is about bears a brass bar.
        let bar = Rect::from_min_size(rect.min + vec2(1.0, 6.0), vec2(3.0, rect.height() - 12.0));
        ui.painter().rect_filled(bar, 1.0, p.brass);
    }
    if cell.slim {
        let (mut intent, over) = slim(ui, rect, cell, held);
        if let Some(index) = onto
            && response.dnd_release_payload::<Grab>().is_some()
        {
            DragAndDrop::clear_payload(ui.ctx());
            return Some(Intent::Take(index));
        }
        keep(&mut intent, taken(response, &offers, &cell.hover, over));
        return intent;
    }
    let inner = rect.shrink(PAD);
    let mid = inner.top() + HEAD / 2.0 - 2.0;
    let ink = if cell.tone == Tone::Plain { p.text } else { p.tone(cell.tone) };
    let title = if cell.lit { p.brass } else { p.dim };
    let after = cut(ui, pos2(inner.left(), mid), inner.width(), &cell.title, Face::Strong, title) + 10.0;
    // The state gives way to the title.
    let face = if cell.tone == Tone::Plain { Face::Text } else { Face::Strong };
    let from = (inner.right() - text_width(ui, &cell.state, face) - 1.0).max(after);
    cut(ui, pos2(from, mid), inner.right() - from, &cell.state, face, ink);
    let mut intent = None;
    let mut body = Rect::from_min_max(inner.min + vec2(0.0, HEAD - 2.0), inner.max);
    let mut over_laid = false;
    if let Some(laid) = &cell.laid {
        let slot = Rect::from_min_max(pos2(inner.left(), inner.bottom() - LAID), inner.max);
        body.max.y = slot.top() - 2.0;
        ui.painter().rect_filled(slot, theme::CHIP, p.slate);
        let side = (slot.width() / laid.len().max(1) as f32).min(30.0);
        for (n, item) in laid.iter().enumerate() {
            let min = slot.min + vec2(n as f32 * side + 1.0, 1.0);
            let rect = Rect::from_min_size(min, vec2(side - 2.0, LAID - 2.0));
            over_laid |= ui.rect_contains_pointer(rect);
            keep(&mut intent, self::item(ui, rect, item, held));
        }
    }
    let mut over = false;
    for (item, rect) in cell.items.iter().zip(grid(ui, body, cell)) {
        over |= ui.rect_contains_pointer(rect);
        keep(&mut intent, self::item(ui, rect, item, held));
    }
    if let Some(index) = onto
        && response.dnd_release_payload::<Grab>().is_some()
    {
        DragAndDrop::clear_payload(ui.ctx());
        return Some(Intent::Take(index));
    }
    keep(&mut intent, taken(response, &offers, &cell.hover, over || over_laid));
    intent
}

/// Where the things of a cell lie: in one row each as wide as its words need, in several in columns.
fn grid(ui: &Ui, body: Rect, cell: &CellView) -> Vec<Rect> {
    let columns = cell.columns.max(1);
    let rows = cell.items.len().div_ceil(columns).max(1);
    if rows == 1 && columns > 1 {
        let spans = spread(&naturals(ui, &cell.items), body.width(), f32::INFINITY);
        let row = |(from, width)| {
            let rect = Rect::from_min_size(body.min + vec2(from, 0.0), vec2(width, body.height().min(44.0)));
            let rect = rect.shrink2(vec2(1.5, 1.0));
            // A frame is never lower than its words.
            rect.expand2(vec2(0.0, ((LOWEST - rect.height()) / 2.0).max(0.0)))
        };
        return spans.into_iter().map(row).collect();
    }
    let each = vec2(body.width() / columns as f32, (body.height() / rows as f32).min(44.0));
    (0..cell.items.len())
        .map(|n| {
            let at = vec2((n % columns) as f32 * each.x, (n / columns) as f32 * each.y);
            Rect::from_min_size(body.min + at, each).shrink2(vec2(1.5, 0.5))
        })
        .collect()
}

fn naturals(ui: &Ui, items: &[ItemView]) -> Vec<f32> {
    items.iter().map(|item| natural(ui, item) + 3.0).collect()
}

/// Shares a width out among things by what each needs, `more` at most beyond it: where each begins, how wide it is.
fn spread(needs: &[f32], width: f32, more: f32) -> Vec<(f32, f32)> {
    let all: f32 = needs.iter().sum();
    let over = (width - all) / needs.len().max(1) as f32;
    let mut from = 0.0;
    needs
        .iter()
        .map(|need| {
            let wide = if over < 0.0 { need * width / all.max(1.0) } else { need + over.min(more) };
            let span = (from, wide);
            from += wide;
            span
        })
        .collect()
}

/// The most that a thing in a cell of one line is wider than its words, in points.
const LOOSE: f32 = 40.0;

/// A cell in one line: its title, its things, its state; and whether the pointer is over one of the things.
fn slim(ui: &mut Ui, rect: Rect, cell: &CellView, held: &Held) -> (Option<Intent>, bool) {
    let p = theme::palette(ui);
    let inner = rect.shrink2(vec2(PAD + 2.0, 2.0));
    let title = if cell.lit { p.brass } else { p.dim };
    let mid = inner.center().y;
    let from = cut(ui, pos2(inner.left(), mid), inner.width() * 0.5, &cell.title, Face::Strong, title) + 8.0;
    let mut end = inner.right();
    if !cell.state.is_empty() {
        end = right(ui, pos2(end, mid), &cell.state, Face::Text, p.dim) - 8.0;
    }
    let (mut intent, mut over) = (None, false);
    let spans = spread(&naturals(ui, &cell.items), (end - from).max(0.0), LOOSE);
    for (item, (at, width)) in cell.items.iter().zip(spans) {
        let min = pos2(from + at, inner.top());
        let rect = Rect::from_min_size(min, vec2(width, inner.height())).shrink2(vec2(1.5, 0.5));
        over |= ui.rect_contains_pointer(rect);
        keep(&mut intent, self::item(ui, rect, item, held));
    }
    (intent, over)
}

/// What a click means, and the words over a thing: what it does, and each offer with cost and odds or the bar; `silent`
/// where something that lies on it speaks instead.
fn taken(response: Response, offers: &[&OfferView], hover: &str, silent: bool) -> Option<Intent> {
    let open: Vec<&OfferView> = offers.iter().copied().filter(|o| o.card.barred.is_none()).collect();
    let mut intent = None;
    match open.as_slice() {
        [] => {}
        [only] => {
            if response.clicked() {
                intent = Some(Intent::Take(only.index));
            }
        }
        several => {
            Popup::menu(&response).show(|ui| {
                ui.set_max_width(420.0);
                for offer in several {
                    let words = if offer.card.hint.is_empty() {
                        offer.card.label.clone()
                    } else {
                        format!("{} · {}", offer.card.label, offer.card.hint)
                    };
                    if ui.button(theme::small(words)).clicked() {
                        intent = Some(Intent::Take(offer.index));
                        ui.close();
                    }
                }
            });
        }
    }
    let words = told(hover, offers);
    if !(silent || words.is_empty()) {
        response.on_hover_text(words);
    }
    intent
}

/// The words over a thing.
fn told(hover: &str, offers: &[&OfferView]) -> String {
    let mut lines: Vec<String> = Vec::new();
    if !hover.is_empty() {
        lines.push(hover.to_owned());
    }
    for offer in offers.iter().take(TOLD) {
        let card = &offer.card;
        lines.push(match (&card.barred, card.hint.is_empty()) {
            (Some(why), _) => format!("× {}: {why} [{}]", card.label, card.clause),
            (None, true) => format!("▸ {} [{}]", card.label, card.clause),
            (None, false) => format!("▸ {}: {} [{}]", card.label, card.hint, card.clause),
        });
    }
    if offers.len() > TOLD {
        lines.push(format!("and {} more", offers.len() - TOLD));
    }
    lines.join("\n")
}

fn item(ui: &mut Ui, rect: Rect, item: &ItemView, held: &Held) -> Option<Intent> {
    let offers = held.of(&item.ids, item.piece);
    let open = offers.iter().any(|o| o.card.barred.is_none());
    // Only what an offer names together with something else is carried there.
    let onto = |o: &&&OfferView| {
        o.card.barred.is_none() && (o.with.is_some() || o.onto.is_some() || o.id.split(':').count() > 2)
    };
    let carries = !item.thing.is_empty() && offers.iter().filter(onto).count() > 0;
    let sense = match (open, carries) {
        (_, true) => Sense::click_and_drag(),
        (true, false) => Sense::click(),
        (false, false) => Sense::hover(),
    };
    let response = ui.interact(rect, Id::new(("item", rect.min.x as i32, rect.min.y as i32)), sense);
    let words = [item.name.as_str(), item.value.as_str(), item.note.as_str()];
    let words = words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let kind = if open { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, &words));
    match item.shape {
        Shape::Line => line(ui, rect, item, &response, &offers),
        Shape::Counter => counter(ui, rect, item, &response, &offers),
        Shape::Figure => figure(ui, rect, item, &response, &offers),
    }
    if !item.thing.is_empty() && held.chosen == Some(item.thing.as_str()) {
        let p = theme::palette(ui);
        ui.painter().rect_stroke(rect, theme::CHIP, Stroke::new(2.5, p.brass), StrokeKind::Inside);
    }
    let mut response = response;
    if carries {
        response.dnd_set_drag_payload(Grab {
            name: item.name.clone(),
            thing: item.thing.clone(),
            ..Grab::default()
        });
        response = response.on_hover_cursor(CursorIcon::Grab);
    }
    let hover = if item.hover.is_empty() { words } else { item.hover.clone() };
    taken(response, &offers, &hover, false)
}

#[cfg(test)]
pub(crate) mod tests {
    use bevy_egui::egui::{self, PointerButton};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::card::Card;
    use crate::client::widgets::testing::themed;

    /// The things of a desk whose words are cut when it is drawn into `area`, with their cell.
    pub(crate) fn cut_words(ui: &Ui, area: Rect, view: &BlotterView) -> Vec<String> {
        let mut out = Vec::new();
        for (row, rect) in view.rows.iter().zip(shares(area.shrink(GAP), &heights(view), false)) {
            let widths: Vec<u16> = row.cells.iter().map(|c| c.share).collect();
            for (cell, rect) in row.cells.iter().zip(shares(rect, &widths, true)) {
                let inner = if cell.slim { rect.shrink2(vec2(PAD + 2.0, 2.0)) } else { rect.shrink(PAD) };
                let rects = if cell.slim {
                    let heads = [&cell.title, &cell.state].map(|w| text_width(ui, w, Face::Strong) + 8.0);
                    let room = inner.width() - heads.iter().sum::<f32>();
                    let spans = spread(&naturals(ui, &cell.items), room, LOOSE);
                    spans.into_iter().map(|(_, wide)| wide - 3.0).collect()
                } else {
                    grid(ui, inner, cell).into_iter().map(|rect| rect.width()).collect::<Vec<f32>>()
                };
                let cut = |(item, wide): (&ItemView, f32)| {
                    (natural(ui, item) > wide + 1.0)
                        .then(|| format!("{}: {} {}", cell.title, item.name, item.value))
                };
                out.extend(cell.items.iter().zip(rects).filter_map(cut));
                let head = text_width(ui, &cell.title, Face::Strong)
                    + 10.0
                    + text_width(ui, &cell.state, Face::Strong);
                if head > inner.width() + 1.0 {
                    out.push(format!("{} {}", cell.title, cell.state));
                }
            }
        }
        out
    }

    fn offer(index: usize, id: &str) -> OfferView {
        let card = Card { label: id.to_owned(), ..Card::default() };
        let ends_phase = id.starts_with("end:");
        OfferView { index, id: id.to_owned(), card, ends_phase, ..OfferView::default() }
    }

    fn crew(letter: &str) -> ItemView {
        ItemView {
            shape: Shape::Counter,
            name: letter.to_owned(),
            ids: vec![format!("dedicate:{letter}")],
            thing: letter.to_owned(),
            ..ItemView::default()
        }
    }

    fn desk() -> BlotterView {
        let task = |title: &str, thing: &str| CellView {
            share: 1,
            title: title.to_owned(),
            thing: thing.to_owned(),
            laid: Some(Vec::new()),
            columns: 1,
            ..CellView::default()
        };
        let crews =
            CellView { share: 1, columns: 2, items: vec![crew("A"), crew("B")], ..CellView::default() };
        let tasks = vec![task("Radio", "radio"), task("Cockpit", "cockpit")];
        BlotterView {
            rows: vec![RowView { share: 1, cells: vec![crews] }, RowView { share: 2, cells: tasks }],
        }
    }

    fn harness(offers: Vec<OfferView>) -> Harness<'static, Vec<Intent>> {
        let (view, prompt) = (desk(), PromptView { offers, ..PromptView::default() });
        themed(
            vec2(600.0, 300.0),
            move |ui, seen: &mut Vec<Intent>| {
                let area = ui.max_rect();
                seen.extend(panel(ui, area, &view, &prompt));
            },
            Vec::new(),
        )
    }

    fn offers() -> Vec<OfferView> {
        vec![offer(0, "end:radio"), offer(1, "dedicate:A:radio"), offer(2, "dedicate:A:cockpit")]
    }

    #[test]
    fn a_groundcrew_is_carried_onto_its_task() {
        let mut harness = harness(offers());
        let from = harness.get_by_label("A").rect().center();
        let to = harness.get_by_label("Cockpit").rect().center();
        let press = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        harness.event(egui::Event::PointerMoved(from));
        harness.event(press(from, true));
        harness.run();
        harness.event(egui::Event::PointerMoved(from + (to - from) * 0.5));
        harness.run();
        harness.event(egui::Event::PointerMoved(to));
        harness.run();
        harness.event(press(to, false));
        harness.run();
        assert_eq!(harness.state(), &[Intent::Take(2)]);
    }

    #[test]
    fn a_click_takes_the_only_offer_and_lists_several_and_never_ends_a_phase() {
        let mut only = harness(vec![offer(0, "end:radio"), offer(1, "dedicate:A:radio")]);
        only.get_by_label("A").click();
        only.run();
        assert_eq!(only.state(), &[Intent::Take(1)]);
        only.get_by_label("Radio").click();
        only.run();
        assert_eq!(only.state().len(), 1, "the phase goes on");
        let mut several = harness(offers());
        several.get_by_label("A").click();
        several.run();
        assert!(several.state().is_empty());
        several.get_by_label("dedicate:A:cockpit").click();
        several.run();
        assert_eq!(several.state(), &[Intent::Take(2)]);
    }

    #[test]
    fn one_thing_speaks_at_a_time() {
        let mut view = desk();
        view.rows[0].cells[0].title = "Groundcrew".into();
        view.rows[0].cells[0].hover = "All of them".into();
        view.rows[0].cells[0].items[0].hover = "Groundcrew A, fresh".into();
        let mut harness = themed(
            vec2(600.0, 300.0),
            move |ui, (): &mut ()| {
                let area = ui.max_rect();
                panel(ui, area, &view, &PromptView::default());
            },
            (),
        );
        let over = harness.get_by_label("A").rect().center();
        harness.event(egui::Event::PointerMoved(over));
        for _ in 0..8 {
            harness.run_ok();
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        assert!(harness.query_by_label("Groundcrew A, fresh").is_some(), "the counter speaks");
        assert!(harness.query_by_label("All of them").is_none(), "the cell under it does not");
    }

    #[test]
    fn a_width_is_shared_out_by_need() {
        assert_eq!(spread(&[10.0, 30.0], 60.0, f32::INFINITY), [(0.0, 20.0), (20.0, 40.0)]);
        assert_eq!(spread(&[10.0, 30.0], 60.0, 4.0), [(0.0, 14.0), (14.0, 34.0)]);
        assert_eq!(spread(&[10.0, 30.0], 20.0, 4.0), [(0.0, 5.0), (5.0, 15.0)], "all give way alike");
    }

    #[test]
    fn the_words_over_a_thing_tell_cost_odds_and_bars() {
        let mut open = offer(0, "request");
        open.card.hint = "50%".to_owned();
        open.card.clause = "10.1.5.a".to_owned();
        let mut barred = offer(1, "request");
        barred.card.barred = Some("Quarantine".to_owned());
        barred.card.clause = "10.2.2.f".to_owned();
        let words = told("Points", &[&open, &barred]);
        assert_eq!(words, "Points\n▸ request: 50% [10.1.5.a]\n× request: Quarantine [10.2.2.f]");
    }
}
