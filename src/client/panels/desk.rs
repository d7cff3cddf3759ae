//! Desks: what lies before the player in place of a list of offers, where a list would not do.
//!
//! A palette holds kinds of things that are laid on the board by hand; compass cards lay a course step by step; a
//! card is turned over.

use bevy_egui::egui::{
    Align2, Color32, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::{Intent, keep};
use crate::client::board::view::Grab;
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, picture};
use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What lies before the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Desk {
    /// Kinds of things to be laid on the board.
    Palette(PaletteView),
    /// Cards that lay a course.
    Course(Vec<CourseCard>),
    /// Everything that one piece may do: cards that fly it a step, and its other offers beside them.
    Flights(FlightsView),
    /// Cards turned over so far and the next one; the offers follow.
    Deck(DeckView),
}

/// Kinds of things to be laid on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PaletteView {
    /// The kinds, in the order of their keys.
    pub tools: Vec<ToolView>,
    /// The kind taken up.
    pub armed: usize,
    /// What was kept and can be laid out at once, by name.
    pub layouts: Vec<String>,
    /// Whether something lies out that could be kept.
    pub keeps: bool,
}

/// A kind of thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolView {
    /// Its name.
    pub name: String,
    /// Its drawing, with the game's folder.
    pub drawing: String,
    /// How many are left, and of how many.
    pub left: (u8, u8),
    /// What it does.
    pub note: String,
    /// How it is carried to the board.
    pub grab: Grab,
}

/// A card of a course.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CourseCard {
    /// The bearing's word.
    pub word: String,
    /// Where it points: degrees clockwise from the east.
    pub turn: i16,
    /// How many such cards are left, where they are counted.
    pub left: Option<u8>,
    /// The offer that lays it.
    pub offer: Option<usize>,
    /// Why it cannot be laid, and the clause.
    pub barred: Option<(String, String)>,
    /// Where it leads, or what it does, in a few words; the bearing's word says it where this is empty.
    pub title: String,
    /// What it costs.
    pub note: String,
    /// Points that it brings, and how they strike the player.
    pub points: Option<(String, Tone)>,
    /// Whether the confirm key takes it.
    pub marked: bool,
    /// Its number key.
    pub key: u8,
    /// Its drawing, with the game's folder.
    pub drawing: String,
}

/// Everything that one piece may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlightsView {
    /// The pieces that may act.
    pub pieces: Vec<PieceChip>,
    /// The flights.
    pub cards: Vec<CourseCard>,
    /// The other offers.
    pub others: Vec<CourseCard>,
}

/// A piece among those that may act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceChip {
    /// The piece.
    pub id: PieceId,
    /// Its code.
    pub code: String,
    /// The colour of its counter.
    pub colour: Color32,
    /// Whether the cards are its own.
    pub current: bool,
}

/// Cards turned over so far and the next one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeckView {
    /// The words of the cards turned over, and the turn of each.
    pub turned: Vec<String>,
    /// The next card as this seat knows it.
    pub next: Option<String>,
    /// The drawings: face and back, with the game's folder.
    pub drawings: (String, String),
}

impl Desk {
    /// What number key `n` (from 0) means here.
    #[must_use]
    pub fn by_key(&self, n: usize) -> Option<Intent> {
        match self {
            Self::Palette(view) => (n < view.tools.len()).then_some(Intent::Tool(n)),
            Self::Course(cards) => by_key(cards.iter(), n),
            Self::Flights(view) => by_key(view.cards.iter().chain(&view.others), n),
            Self::Deck(_) => None,
        }
    }

    /// Whether it stands in place of the offers.
    #[must_use]
    pub fn replaces_offers(&self) -> bool {
        !matches!(self, Self::Deck(_))
    }
}

impl Desk {
    /// The pieces that may act, where their offers are shown piece by piece.
    #[must_use]
    pub fn pieces(&self) -> &[PieceChip] {
        if let Self::Flights(view) = self { &view.pieces } else { &[] }
    }
}

/// About the width of the chips of these pieces, in points.
#[must_use]
pub fn chips_width(pieces: &[PieceChip]) -> f32 {
    pieces.iter().map(|p| p.code.chars().count() as f32 * 7.5 + 44.0).sum()
}

/// A piece that may act: a block of its colour with its letter, and its code; whether it was clicked.
pub fn piece_chip(ui: &mut Ui, piece: &PieceChip) -> bool {
    let p = theme::palette(ui);
    let ink = if piece.current { p.moon } else { p.text };
    let galley = ui.painter().layout_no_wrap(piece.code.clone(), Face::Strong.at(size::BODY), ink);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 36.0, 26.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, piece.current, &piece.code));
    let lit = response.hovered() || response.has_focus();
    let fill = if piece.current || lit { p.raised } else { p.slate };
    let edge = if piece.current { Stroke::new(1.5, p.brass) } else { Stroke::new(1.0, p.edge) };
    ui.painter().rect(rect, theme::CARD, fill, edge, StrokeKind::Inside);
    let block = Rect::from_min_size(rect.min + vec2(6.0, 4.0), vec2(18.0, 18.0));
    ui.painter().rect_filled(block, theme::CHIP, piece.colour);
    let letter = piece.code.chars().next().unwrap_or(' ');
    ui.painter().text(block.center(), Align2::CENTER_CENTER, letter, Face::FigureBold.at(size::SMALL), p.ink);
    let at = pos2(block.right() + 6.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, ink);
    response.on_hover_text("Tab: the next").clicked()
}

fn by_key<'a>(mut cards: impl Iterator<Item = &'a CourseCard>, n: usize) -> Option<Intent> {
    let card = cards.find(|c| usize::from(c.key) == n + 1)?;
    card.offer.filter(|_| card.barred.is_none()).map(Intent::Take)
}

/// Draws a desk into `room` points of height.
pub fn panel(ui: &mut Ui, desk: &Desk, room: f32, hovered: &mut Option<usize>) -> Option<Intent> {
    match desk {
        Desk::Palette(view) => palette(ui, view, room),
        Desk::Course(cards) => course(ui, cards, (room - 8.0).clamp(52.0, 84.0), hovered),
        Desk::Flights(view) => flights(ui, view, room, hovered),
        Desk::Deck(view) => {
            deck(ui, view);
            None
        }
    }
}

/// The row of layouts under the kinds, with the space between them, in points.
const LAYOUTS: f32 = 32.0;

fn palette(ui: &mut Ui, view: &PaletteView, room: f32) -> Option<Intent> {
    let mut intent = None;
    // Both rows stay in sight, the kinds give way.
    let height = (room - LAYOUTS).clamp(34.0, 54.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    let count = view.tools.len().max(1) as f32;
    let gap = 6.0;
    let width = ((ui.available_width() - gap * (count - 1.0) - 4.0) / count).clamp(48.0, 150.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (n, tool) in view.tools.iter().enumerate() {
            if tool_card(ui, tool, n, n == view.armed, vec2(width, height)) {
                intent = Some(Intent::Tool(n));
            }
        }
    });
    ui.horizontal(|ui| {
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(theme::small("Lay out").color(p.dim));
        for (n, name) in view.layouts.iter().enumerate() {
            if widgets::quiet(ui, name, None).on_hover_text("Lay this out on the board").clicked() {
                intent = Some(Intent::Layout(n));
            }
        }
        let bar = (!view.keeps).then_some("Nothing lies on the board yet");
        if widgets::quiet(ui, "Keep this layout", bar).clicked() {
            intent = Some(Intent::KeepLayout);
        }
        let words = "Click a hex to lay, right or Shift+click to take back, drag to move";
        if ui.available_width() > 120.0 {
            ui.add(bevy_egui::egui::Label::new(theme::small(words).color(p.dim)).truncate());
        }
    });
    intent
}

/// The part of a name that fits: all of it, or its first word, which tells the kinds apart.
fn short_name(ui: &Ui, name: &str, font: &bevy_egui::egui::FontId, room: f32) -> String {
    let fits = |words: &str| {
        ui.painter().layout_no_wrap(words.to_owned(), font.clone(), Color32::WHITE).size().x <= room
    };
    if fits(name) { name.to_owned() } else { name.split(' ').next().unwrap_or(name).to_owned() }
}

/// A kind: its picture, its name, its key and how many are left. It can be dragged to the board. The count bears its
/// sign, so that nobody takes it for the key.
fn tool_card(ui: &mut Ui, tool: &ToolView, n: usize, armed: bool, of: Vec2) -> bool {
    let p = theme::palette(ui);
    let width = of.x;
    let (rect, response) = ui.allocate_exact_size(of, Sense::click_and_drag());
    let (left, supply) = tool.left;
    let words = format!("{}, {left} of {supply} left", tool.name);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, armed, &words));
    let fill = if response.hovered() || response.has_focus() { p.raised } else { p.slate };
    let edge = if armed { Stroke::new(2.0, p.brass) } else { Stroke::new(1.0, p.edge) };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect(rect, theme::CARD, fill, edge, StrokeKind::Inside);
    let wide = width >= 92.0;
    // The name stands below the picture.
    let side = (of.y - 18.0).min(width * 0.45);
    let inset = if wide { 8.0 } else { 4.0 };
    let at = rect.min + vec2(inset, 3.0);
    let tint = if left == 0 { Color32::from_gray(110) } else { Color32::WHITE };
    picture::paint(ui, Rect::from_min_size(at, vec2(side, side)), &tool.drawing, &[], tint);
    let ink = if left == 0 { p.dim } else { p.moon };
    let figure = pos2(rect.right() - inset, rect.top() + side * 0.5 + if wide { 6.0 } else { 8.0 });
    let font = Face::FigureBold.at(if wide { 20.0 } else { 13.0 });
    painter.text(figure, Align2::RIGHT_CENTER, format!("×{left}"), font, ink);
    let key = pos2(rect.right() - inset, rect.top() + 7.0);
    painter.text(
        key,
        Align2::RIGHT_CENTER,
        n + 1,
        Face::Mono.at(if wide { size::SMALL } else { 10.0 }),
        p.dim,
    );
    let room = width - 2.0 * inset;
    let font = Face::Text.at(size::SMALL);
    let name = short_name(ui, &tool.name, &font, room);
    let mut job = bevy_egui::egui::text::LayoutJob::simple_singleline(name, font, p.text);
    job.wrap = bevy_egui::egui::text::TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    painter.galley(pos2(rect.left() + inset, rect.bottom() - 15.0), galley, p.text);
    if left > 0 {
        response.dnd_set_drag_payload(tool.grab.clone());
    }
    let clicked = response.clicked();
    response.on_hover_text(format!("{words}\n{}\nKey {}", tool.note, n + 1));
    clicked
}

fn course(ui: &mut Ui, cards: &[CourseCard], height: f32, hovered: &mut Option<usize>) -> Option<Intent> {
    let mut intent = None;
    let gap = 8.0;
    let count = cards.len().max(1) as f32;
    let width = ((ui.available_width() - gap * (count - 1.0) - 4.0) / count).clamp(48.0, 150.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for card in cards {
            keep(&mut intent, course_card(ui, card, vec2(width, height), hovered));
        }
    });
    intent
}

/// How many cells lie in a row of a piece's offers: three flights and two of the others.
const CELLS: usize = 5;

/// What a piece may do, without a scroll where it can be: its flights in two rows, its other offers beside them.
fn flights(ui: &mut Ui, view: &FlightsView, room: f32, hovered: &mut Option<usize>) -> Option<Intent> {
    let mut intent = None;
    let gap = 6.0;
    let width =
        ((ui.available_width() - gap * (CELLS as f32 - 1.0) - 4.0) / CELLS as f32).clamp(120.0, 260.0);
    let height = ((room - gap - 4.0) / 2.0).clamp(54.0, 84.0);
    let flown = view.cards.len().div_ceil(2);
    let beside = CELLS.saturating_sub(flown).max(1);
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let rows = view.others.len().div_ceil(beside).max(2);
    for row in 0..rows {
        // Flights end after two rows; what is left fills whole rows.
        let cards = view.cards.chunks(flown.max(1)).nth(row).unwrap_or_default();
        let others = others_of_row(view, row, beside);
        ui.horizontal(|ui| {
            for card in cards.iter().chain(others) {
                keep(&mut intent, flight_card(ui, card, vec2(width, height), hovered));
            }
        });
    }
    intent
}

/// The other offers of a row: beside the flights in the first two, over the whole width from there on.
fn others_of_row(view: &FlightsView, row: usize, beside: usize) -> &[CourseCard] {
    let (from, count) =
        if row < 2 { (row * beside, beside) } else { (2 * beside + (row - 2) * CELLS, CELLS) };
    let from = from.min(view.others.len());
    &view.others[from..(from + count).min(view.others.len())]
}

/// Paints what a card lies on, lit where it is pointed at, and tells the board which offer that is.
fn card_frame(
    ui: &Ui,
    card: &CourseCard,
    response: &Response,
    open: bool,
    hovered: &mut Option<usize>,
) -> Painter {
    let p = theme::palette(ui);
    let over = *hovered == card.offer && hovered.is_some();
    let lit = open && (response.hovered() || response.has_focus() || over);
    if response.hovered() && open {
        *hovered = card.offer;
    }
    let painter = ui.painter().with_clip_rect(response.rect.intersect(ui.clip_rect()));
    let fill = match (open, lit) {
        (true, true) => p.raised,
        (true, false) => p.slate,
        (false, _) => theme::mix(p.panel, p.slate, 0.5),
    };
    let edge =
        if lit || (open && card.marked) { Stroke::new(1.5, p.brass) } else { Stroke::new(1.0, p.edge) };
    painter.rect(response.rect, theme::CARD, fill, edge, StrokeKind::Inside);
    painter
}

/// A cell: the bearing as a card or no picture, its key, what it does, what it costs, the points that it brings.
fn flight_card(ui: &mut Ui, card: &CourseCard, size: Vec2, hovered: &mut Option<usize>) -> Option<Intent> {
    let p = theme::palette(ui);
    let open = card.barred.is_none() && card.offer.is_some();
    let sense = if open { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let mut words = if card.word.is_empty() { card.title.clone() } else { format!("Fly {}", card.word) };
    if let Some((why, clause)) = &card.barred {
        words.push_str(&format!(" (barred: {why} [{clause}])"));
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, open, &words));
    let painter = card_frame(ui, card, &response, open, hovered);
    let mut x = rect.left() + 9.0;
    if !card.word.is_empty() {
        // The words need the room more than the picture does.
        let tall = (size.y - 8.0).min(48.0);
        let face = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(tall * 120.0 / 168.0, tall));
        let tint = if open { Color32::WHITE } else { Color32::from_gray(95) };
        let group = format!("#{}", card.word);
        picture::paint(ui, face, &card.drawing, &[(group.as_str(), "on")], tint);
        x = face.right() + 7.0;
    }
    let mut right = rect.right() - 7.0;
    if card.key > 0 {
        let cap = Rect::from_min_size(pos2(rect.right() - 23.0, rect.top() + 5.0), vec2(18.0, 18.0));
        painter.rect(cap, theme::CHIP, p.ink, Stroke::new(1.0, p.edge), StrokeKind::Inside);
        painter.text(cap.center(), Align2::CENTER_CENTER, card.key, Face::Mono.at(size::SMALL), p.text);
        right = cap.left() - 4.0;
    }
    let ink = if open { p.moon } else { p.dim };
    let mut y = rect.top() + 5.0;
    let mut cut = false;
    let mut line = |words: &str, face: Face, ink: Color32, right: f32, rows: usize| {
        if words.is_empty() || rows == 0 {
            return;
        }
        let mut job = bevy_egui::egui::text::LayoutJob::single_section(
            words.to_owned(),
            bevy_egui::egui::TextFormat::simple(
                face.at(if face == Face::Strong { 13.5 } else { size::SMALL }),
                ink,
            ),
        );
        job.wrap.max_width = (right - x).max(20.0);
        job.wrap.max_rows = rows;
        let galley = painter.layout_job(job);
        cut |= galley.elided;
        let height = galley.size().y;
        painter.galley(pos2(x, y), galley, ink);
        y += height;
    };
    let quiet = theme::mix(p.text, p.dim, 0.5);
    let wide = rect.right() - 7.0;
    // A name goes on in a second row where the rest still has its own.
    let rows = |words: &str, face: Face, points: f32, right: f32| {
        let room = (right - x).max(20.0);
        if words.is_empty() {
            0
        } else {
            ui.painter().layout(words.to_owned(), face.at(points), ink, room).rows.len()
        }
    };
    let told = card.points.as_ref().map_or_else(
        || card.note.clone(),
        |(points, _)| {
            let dot = if card.note.is_empty() { "" } else { " · " };
            format!("{}{dot}{points}", card.note)
        },
    );
    let below = |title: usize| ((size.y - 7.0 - 17.0 * title as f32) / 15.0).max(1.0) as usize;
    let needed = rows(&told, Face::Text, size::SMALL, wide);
    let title = rows(&card.title, Face::Strong, 13.5, right).clamp(1, 2);
    let title = if needed <= below(title) || card.barred.is_some() { title } else { 1 };
    line(&card.title, Face::Strong, ink, right, title);
    match (&card.barred, &card.points) {
        // Without a name above it the reason keeps clear of the key.
        (Some((why, _)), _) if card.title.is_empty() => line(why, Face::Text, quiet, right, below(0)),
        (Some((why, _)), _) => line(why, Face::Text, quiet, wide, below(title)),
        (None, Some((points, tone))) => {
            let ink = if *tone == Tone::Plain { p.text } else { theme::mix(p.tone(*tone), p.moon, 0.25) };
            // What is cut would mislead: the sums alone, and the rest where the pointer rests.
            let whole = needed <= below(title);
            let told = if whole { told.clone() } else { told.replace(points.as_str(), &sums(points)) };
            line(&told, Face::Text, ink, wide, below(title));
            cut |= !whole;
        }
        (None, None) => line(&card.note, Face::Text, quiet, wide, below(title)),
    }
    let mut hover = card.title.clone();
    for part in [Some(&card.note), card.points.as_ref().map(|(points, _)| points)].into_iter().flatten() {
        if !part.is_empty() {
            hover.push_str(&format!("\n{part}"));
        }
    }
    if let Some((why, clause)) = &card.barred {
        hover = format!("{}: {why} [{clause}]", card.title);
    }
    let clicked = response.clicked();
    if cut {
        response.on_hover_text(hover);
    }
    if clicked { card.offer.map(Intent::Take) } else { None }
}

/// Points without their parts: `no way home · Britain +2` of `no way home · Britain +2: squadron +1, full moon +1`.
fn sums(points: &str) -> String {
    let parts = points.split(" · ").map(|part| part.split(": ").next().unwrap_or(part));
    parts.collect::<Vec<_>>().join(" · ")
}

fn course_card(ui: &mut Ui, card: &CourseCard, size: Vec2, hovered: &mut Option<usize>) -> Option<Intent> {
    let p = theme::palette(ui);
    let open = card.barred.is_none() && card.offer.is_some();
    let sense = if open { Sense::click() } else { Sense::hover() };
    let Vec2 { x: width, y: height } = size;
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let mut words = format!("Fly {}", card.word);
    if let Some(left) = card.left {
        words.push_str(&format!(", {left} left"));
    }
    if let Some((why, clause)) = &card.barred {
        words.push_str(&format!(" (barred: {why} [{clause}])"));
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, open, &words));
    let painter = card_frame(ui, card, &response, open, hovered);
    let tall = height - 8.0;
    let face = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(tall * 120.0 / 168.0, tall));
    let tint = if open { Color32::WHITE } else { Color32::from_gray(95) };
    let group = format!("#{}", card.word);
    picture::paint(ui, face, &card.drawing, &[(group.as_str(), "on")], tint);
    if width >= 104.0 {
        let x = face.right() + 8.0;
        let ink = if open { p.moon } else { p.dim };
        if card.key > 0 {
            let cap = Rect::from_min_size(pos2(rect.right() - 26.0, rect.top() + 6.0), vec2(20.0, 18.0));
            painter.rect(cap, theme::CHIP, p.ink, Stroke::new(1.0, p.edge), StrokeKind::Inside);
            painter.text(cap.center(), Align2::CENTER_CENTER, card.key, Face::Mono.at(size::SMALL), p.text);
        }
        let left = card.left.map_or(String::new(), |left| format!("×{left}"));
        painter.text(pos2(x, rect.top() + 16.0), Align2::LEFT_CENTER, left, Face::FigureBold.at(15.0), ink);
        let line = card.barred.as_ref().map_or(card.note.as_str(), |(why, _)| why.as_str());
        let mut job = bevy_egui::egui::text::LayoutJob::single_section(
            line.to_owned(),
            bevy_egui::egui::TextFormat::simple(Face::Text.at(size::SMALL), theme::mix(p.text, p.dim, 0.5)),
        );
        job.wrap.max_width = rect.right() - x - 5.0;
        job.wrap.max_rows = 4;
        let galley = painter.layout_job(job);
        painter.galley(pos2(x, rect.top() + 28.0), galley, p.text);
    } else {
        let ink = if open { p.moon } else { p.dim };
        // The count bears its sign, so that nobody takes it for the key above it.
        let at = pos2(rect.right() - 5.0, rect.bottom() - 11.0);
        let left = card.left.map_or(String::new(), |left| format!("×{left}"));
        painter.text(at, Align2::RIGHT_CENTER, left, Face::FigureBold.at(12.0), ink);
        if card.key > 0 {
            let cap = Rect::from_min_size(pos2(rect.right() - 20.0, rect.top() + 4.0), vec2(16.0, 16.0));
            painter.rect(cap, theme::CHIP, p.ink, Stroke::new(1.0, p.edge), StrokeKind::Inside);
            painter.text(cap.center(), Align2::CENTER_CENTER, card.key, Face::Mono.at(11.0), p.text);
        }
    }
    let hover = match &card.barred {
        Some((why, clause)) => format!("{}: {why} [{clause}]", card.word),
        None => format!("{}: {}", card.word, card.note),
    };
    let clicked = response.clicked();
    response.on_hover_text(hover);
    if clicked { card.offer.map(Intent::Take) } else { None }
}

/// The cards turned over, small, and the next one.
fn deck(ui: &mut Ui, view: &DeckView) {
    let p = theme::palette(ui);
    let tall = 62.0;
    let wide = tall * 120.0 / 168.0;
    ui.horizontal(|ui| {
        ui.set_height(tall);
        ui.spacing_mut().item_spacing.x = 3.0;
        let room = ((ui.available_width() - wide - 16.0) / (wide + 3.0)).max(0.0) as usize;
        let from = view.turned.len().saturating_sub(room);
        for word in &view.turned[from..] {
            let (rect, response) = ui.allocate_exact_size(vec2(wide, tall), Sense::hover());
            let group = format!("#{word}");
            picture::paint(ui, rect, &view.drawings.0, &[(group.as_str(), "on")], Color32::from_gray(150));
            let words = format!("Flown {word}");
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
            response.on_hover_text(words);
        }
        ui.add_space(8.0);
        let (rect, response) = ui.allocate_exact_size(vec2(wide, tall), Sense::hover());
        let words = match &view.next {
            Some(word) => {
                let group = format!("#{word}");
                picture::paint(ui, rect, &view.drawings.0, &[(group.as_str(), "on")], Color32::WHITE);
                format!("Next card: {word}")
            }
            None => {
                picture::paint(ui, rect, &view.drawings.1, &[], Color32::WHITE);
                "Next card, face down".to_owned()
            }
        };
        ui.painter().rect_stroke(rect, theme::CHIP, Stroke::new(1.5, p.brass), StrokeKind::Outside);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
        response.on_hover_text(words);
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::{NodeT, Queryable};

    use super::*;
    use crate::client::widgets::testing::themed;

    fn tool(name: &str, left: u8) -> ToolView {
        ToolView {
            name: name.into(),
            drawing: "t".into(),
            left: (left, 16),
            note: String::new(),
            grab: Grab {
                name: name.into(),
                lift: String::new(),
                drop: format!("place:{name}:{{}}"),
                ..Grab::default()
            },
        }
    }

    #[test]
    fn a_kind_is_taken_up_by_a_click_or_by_its_number() {
        let view = PaletteView {
            tools: vec![tool("Flak", 16), tool("Radar", 0)],
            layouts: vec!["Cities".into()],
            ..PaletteView::default()
        };
        let desk = Desk::Palette(view);
        assert_eq!(desk.by_key(1), Some(Intent::Tool(1)));
        assert_eq!(desk.by_key(2), None);
        let mut harness = themed(
            vec2(800.0, 140.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &desk, 120.0, &mut None)),
            Vec::new(),
        );
        harness.get_by_label("Flak, 16 of 16 left").click();
        harness.run();
        harness.get_by_label("Cities").click();
        harness.run();
        assert!(harness.get_by_label("Keep this layout").accesskit_node().is_disabled());
        assert_eq!(harness.state(), &[Intent::Tool(0), Intent::Layout(0)]);
    }

    #[test]
    fn kinds_and_layouts_are_both_in_sight_at_a_large_scale() {
        let names = [
            "Flak",
            "Searchlight",
            "Radar",
            "Smoke screen",
            "Balloon barrier",
            "Fire department",
            "Fuel truck",
        ];
        let view = PaletteView {
            tools: names.iter().map(|name| tool(name, 6)).collect(),
            layouts: ["Cities", "Coast", "Balanced"].map(str::to_owned).to_vec(),
            ..PaletteView::default()
        };
        let desk = Desk::Palette(view);
        // A window of 1280 x 800 at scale 1.5; the frame of the test takes 8 points a side.
        for room in [66.0f32, 90.0] {
            let harness = themed(
                vec2(521.0, room + 16.0),
                |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &desk, room, &mut None)),
                Vec::new(),
            );
            for label in
                ["Flak, 6 of 16 left", "Fuel truck, 6 of 16 left", "Cities", "Balanced", "Keep this layout"]
            {
                let rect = harness.get_by_label(label).rect();
                assert!(rect.max.x <= 521.0 && rect.max.y <= room + 9.0, "{label} at {rect:?} of {room}");
            }
        }
    }

    #[test]
    fn points_are_cut_to_their_sums_and_never_in_the_middle() {
        assert_eq!(sums("no way home · Britain +2: squadron +1, full moon +1"), "no way home · Britain +2");
        assert_eq!(sums("Britain +1"), "Britain +1");
    }

    #[test]
    fn all_that_a_piece_may_do_stands_without_a_scroll_in_a_small_window() {
        let cell = |word: &str, title: &str, key: u8| CourseCard {
            word: word.into(),
            title: title.into(),
            note: "1 line".into(),
            points: (key == 2).then(|| ("Britain +2: squadron +1, full moon +1".into(), Tone::Bad)),
            offer: Some(usize::from(key)),
            key,
            ..CourseCard::default()
        };
        let words = ["W", "NW", "NE", "E", "SE", "SW"];
        let mut view = FlightsView::default();
        for (word, key) in words.iter().zip(1..) {
            view.cards.push(cell(word, "10 North Sea off the Frisian islands", key));
        }
        for (title, key) in ["Two hexes downwind", "Circle", "Land", "Ditch"].iter().zip(7..) {
            view.others.push(cell("", title, key));
        }
        let desk = Desk::Flights(view);
        assert!(desk.replaces_offers());
        assert_eq!((desk.by_key(1), desk.by_key(7)), (Some(Intent::Take(2)), Some(Intent::Take(8))));
        let room = 126.0;
        let mut harness = themed(
            // The frame of the test takes 8 points a side.
            vec2(848.0, room + 16.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &desk, room, &mut None)),
            Vec::new(),
        );
        for label in ["Fly W", "Fly SW", "Two hexes downwind", "Circle", "Land", "Ditch"] {
            let rect = harness.get_by_label(label).rect();
            assert!(rect.max.x <= 840.0 && rect.max.y <= room + 8.0, "{label} at {rect:?}");
        }
        harness.get_by_label("Circle").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Take(8)]);
    }

    #[test]
    fn c11_a_barred_compass_card_says_why() {
        let card = |word: &str, offer, barred: Option<(&str, &str)>| CourseCard {
            word: word.into(),
            left: Some(3),
            offer,
            barred: barred.map(|(why, clause)| (why.into(), clause.into())),
            key: 1,
            ..CourseCard::default()
        };
        let desk = Desk::Course(vec![
            card("E", Some(0), None),
            card("W", Some(1), Some(("it turns more than one bearing", "compass-cards.c"))),
        ]);
        assert_eq!(desk.by_key(0), Some(Intent::Take(0)));
        let mut harness = themed(
            vec2(800.0, 140.0),
            |ui, seen: &mut Vec<Intent>| seen.extend(panel(ui, &desk, 120.0, &mut None)),
            Vec::new(),
        );
        let barred = "Fly W, 3 left (barred: it turns more than one bearing [compass-cards.c])";
        assert!(harness.get_by_label(barred).accesskit_node().is_disabled());
        harness.get_by_label("Fly E, 3 left").click();
        harness.run();
        assert_eq!(harness.state(), &[Intent::Take(0)]);
    }
}
