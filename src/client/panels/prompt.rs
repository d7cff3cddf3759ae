//! The prompt under the board: what is asked, the offers as cards, undo and history, the last lines of the log.

mod cards;

use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, vec2};
use cards::{below, offers};

use super::desk::{self, Desk};
use super::log::LineView;
use super::luck::ItemView;
use super::{Intent, Step, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::card::{Card, Fit};
use crate::client::widgets::dice;
use crate::client::widgets::{self, clause};
use crate::kernel::ids::PieceId;

/// An offer as the prompt shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfferView {
    /// Its index in the question.
    pub index: usize,
    /// What its card shows.
    pub card: Card,
    /// Whether it ends a phase: never taken by the confirm key.
    pub ends_phase: bool,
    /// The piece it points at.
    pub piece: Option<PieceId>,
    /// A second piece that it names.
    pub with: Option<PieceId>,
    /// The marker it points at, by its id on the board.
    pub marker: Option<String>,
    /// The place it points at.
    pub place: Option<&'static str>,
    /// The place that what it names may be dropped on for it.
    pub onto: Option<&'static str>,
    /// The place from which it takes something back, by the second button.
    pub back: Option<&'static str>,
    /// The step of the lattice that it makes, for the keys of bearings.
    pub step: Option<(i32, i32)>,
    /// Its id as scripts write it.
    pub id: String,
}

impl OfferView {
    /// Whether it names a piece.
    #[must_use]
    pub fn names(&self, id: PieceId) -> bool {
        self.piece == Some(id) || self.with == Some(id)
    }

    /// Whether a click on the piece is meant, and not one on a place or a marker.
    #[must_use]
    pub fn points_at_pieces(&self) -> bool {
        self.place.is_none() && self.marker.is_none()
    }

    /// Whether it speaks of a thing: its id does, or it points there.
    #[must_use]
    pub fn speaks_of(&self, thing: &str) -> bool {
        self.id.split(':').any(|word| word == thing)
            || self.place == Some(thing)
            || self.onto == Some(thing)
            || self.marker.as_deref() == Some(thing)
    }
}

/// What is held in the step at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StripItem {
    /// A chit.
    Chit(ItemView),
    /// A word, and what it means.
    Word(String, String),
}

/// Undo and redo as the prompt shows them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoView {
    /// Why undo is barred, or nothing when it may be used.
    pub barred: Option<String>,
    /// What will stop it later.
    pub stop: String,
    /// Whether there is something to do again.
    pub redo: bool,
    /// Why undo to the start of the phase is barred.
    pub phase_barred: Option<String>,
    /// Whether new luck may be taken (practice only).
    pub new_luck: bool,
    /// The undo mode by name.
    pub mode: String,
}

/// Where the table stands in its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryView {
    /// Answers played on the screen.
    pub position: usize,
    /// Answers given.
    pub len: usize,
    /// Whether this is a what-if.
    pub branch: bool,
    /// Whether the number of all answers stays untold, since other seats hide some of theirs.
    pub untold: bool,
}

impl HistoryView {
    /// The answer at hand, and of how many where that may be told.
    fn count(&self) -> String {
        if self.untold { self.position.to_string() } else { format!("{}/{}", self.position, self.len) }
    }

    /// Whether the screen shows the past.
    #[must_use]
    pub fn looking_back(&self) -> bool {
        self.position < self.len
    }
}

/// What the prompt shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PromptView {
    /// What is asked.
    pub prompt: String,
    /// The phase.
    pub phase: String,
    /// The clause that puts the question.
    pub clause: String,
    /// The offers in the order shown.
    pub offers: Vec<OfferView>,
    /// The codes of the selected pieces, when they filter the offers.
    pub filter: Option<String>,
    /// How many offers the filter hides.
    pub hidden: usize,
    /// The offers that the filter hides, for what is carried about.
    pub rest: Vec<OfferView>,
    /// The pieces that open offers point at, shown or hidden, each once.
    pub all_pieces: Vec<PieceId>,
    /// Why the last order was refused.
    pub refused: Option<String>,
    /// Undo.
    pub undo: UndoView,
    /// History.
    pub history: HistoryView,
    /// What is held in the step at hand.
    pub strip: Vec<StripItem>,
    /// The last lines of the log.
    pub lines: Vec<LineView>,
    /// Words for a table that waits for somebody else or is over.
    pub waiting: Option<String>,
    /// Whether the game is over and its debriefing can be read.
    pub over: bool,
    /// The offer that the confirm key takes, by the kernel's `Question::confirmed`.
    pub confirm: Option<usize>,
    /// The codes of the pieces that may still act, listed before a phase is ended.
    pub unused: Vec<String>,
    /// What lies before the player in place of a list of offers, or above it.
    pub desk: Option<Desk>,
    /// What a guided game says about the step at hand.
    pub guide: Option<String>,
    /// Why no what-if may be forked.
    pub what_if_barred: Option<String>,
}

impl PromptView {
    /// The offer of number key `n` (0 for key 1).
    #[must_use]
    pub fn by_key(&self, n: usize) -> Option<&OfferView> {
        let with_key = |o: &&OfferView| usize::from(o.card.key) == n + 1 && o.card.barred.is_none();
        self.offers.iter().find(with_key)
    }

    /// The offer that the confirm key takes: the one that the rules name (C08), while it is shown.
    #[must_use]
    pub fn confirmed(&self) -> Option<&OfferView> {
        self.offers.iter().find(|o| self.confirm == Some(o.index))
    }

    /// The offer that the end-of-phase key takes.
    #[must_use]
    pub fn end_of_phase(&self) -> Option<&OfferView> {
        self.offers.iter().find(|o| o.ends_phase && o.card.barred.is_none())
    }
}

/// How many lines of the log stand under the offers.
pub const LINES: usize = 2;

/// Draws the prompt; `hovered` is the offer whose target is hovered on the board.
pub fn panel(ui: &mut Ui, view: &PromptView, hovered: &mut Option<usize>) -> Option<Intent> {
    let mut intent = None;
    let low = ui.available_height() < 190.0;
    keep(&mut intent, head(ui, view));
    if let Some(words) = &view.guide {
        guide(ui, words);
    }
    ui.add_space(4.0);
    // Undo and log keep their place; the offers scroll in what is left. A low window keeps one line of the log, and
    // words of refusal take the place of another, so that no card moves.
    let refused = view.refused.as_ref().is_some_and(|why| !why.is_empty());
    let lines = if low { LINES - 1 } else { LINES } - usize::from(refused);
    let foot = 34.0 + 20.0 * lines as f32;
    let room = (ui.available_height() - foot).max(Fit::USUAL.height() + 8.0);
    let mut hidden = 0;
    ui.allocate_ui_with_layout(vec2(ui.available_width(), room), Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(room);
        // Each question is read from its top.
        let salt = ("offers", view.history.position, view.history.len);
        let mut cards = Vec::new();
        // The bar is there as long as anything lies outside.
        ui.spacing_mut().scroll =
            egui::style::ScrollStyle { bar_width: 7.0, ..egui::style::ScrollStyle::solid() };
        let area = ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]).max_height(room);
        let shown = area.show(ui, |ui| {
            keep(&mut intent, middle(ui, view, room, hovered, &mut cards));
        });
        let bottom = shown.inner_rect.bottom();
        hidden = cards.iter().filter(|card| card.bottom() > bottom + 4.0).count();
    });
    keep(&mut intent, tools(ui, view, hidden));
    for line in view.lines.iter().skip(view.lines.len().saturating_sub(lines)) {
        keep(&mut intent, super::log::line(ui, line, true));
    }
    intent
}

/// What lies between head and tools: a desk, offers, or both side by side. `cards` is told where the cards are.
fn middle(
    ui: &mut Ui,
    view: &PromptView,
    room: f32,
    hovered: &mut Option<usize>,
    cards: &mut Vec<egui::Rect>,
) -> Option<Intent> {
    let mut intent = None;
    match &view.desk {
        Some(desk) if desk.replaces_offers() => intent = desk::panel(ui, desk, room, hovered),
        Some(desk) => {
            // Cards at the left, what may be done with them at the right.
            ui.horizontal_top(|ui| {
                let width = (ui.available_width() * 0.5).max(120.0);
                ui.allocate_ui_with_layout(vec2(width, room), Layout::top_down(Align::Min), |ui| {
                    ui.set_width(width);
                    keep(&mut intent, desk::panel(ui, desk, room, hovered));
                });
                ui.vertical(|ui| {
                    keep(&mut intent, offers(ui, view, room, hovered, cards));
                });
            });
        }
        None => intent = offers(ui, view, room, hovered, cards),
    }
    intent
}

/// The words of a guided game: a slip of paper under the prompt.
fn guide(ui: &mut Ui, words: &str) {
    let p = theme::palette(ui);
    let slip = egui::Frame::new()
        .fill(p.paper)
        .corner_radius(theme::CARD)
        .inner_margin(egui::Margin::symmetric(12, 6));
    ui.add_space(2.0);
    slip.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ScrollArea::vertical().id_salt("guide").max_height(64.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.add(egui::Label::new(theme::text(words, Face::Typed, size::BODY).color(p.ink)).wrap());
        });
    });
}

fn head(ui: &mut Ui, view: &PromptView) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.set_height(26.0);
        if view.history.looking_back() {
            let words = match view.history.untold {
                true => format!("Looking back: step {}", view.history.position),
                false => format!("Looking back: {} of {}", view.history.position, view.history.len),
            };
            widgets::chip(ui, &words, p.ink, p.brass, p.brass);
            if widgets::quiet(ui, "Back to the game", None).clicked() {
                intent = Some(Intent::Live);
            }
        } else if view.history.branch {
            widgets::chip(ui, "What-if", p.ink, p.brass, p.brass);
            if widgets::quiet(ui, "Leave the what-if", None).clicked() {
                intent = Some(Intent::LeaveBranch);
            }
        }
        let narrow = ui.available_width() < 600.0;
        if view.over && widgets::quiet(ui, "Debriefing", None).clicked() {
            intent = Some(Intent::Debrief);
        }
        let words = view.waiting.as_ref().unwrap_or(&view.prompt);
        let end = view.offers.iter().find(|o| o.ends_phase);
        // Chips stand where the phase would.
        let chips = view.desk.as_ref().map_or(0.0, |desk| desk::chips_width(desk.pieces()));
        let ended = end.map_or(0.0, |e| e.card.label.chars().count() as f32 * 7.2 + 104.0);
        let free = ui.available_width() - 104.0 - chips - ended;
        let font = Face::Strong.at(18.0);
        let whole = ui.painter().layout_no_wrap(words.clone(), font, p.moon).size().x + 6.0;
        // The question is read whole before anything that ribbon and board tell too.
        let items = strip_in(view, free - whole, narrow);
        let strip: f32 = items.iter().map(strip_width).sum();
        // The ribbon tells the phase too: it stands here whole or not at all.
        let phase = view.phase.chars().count() as f32 * 6.4;
        let phase_fits = !narrow && chips <= 0.0 && free - whole - strip >= phase;
        let room = (free - strip - if phase_fits { phase } else { 0.0 }).max(120.0);
        ui.allocate_ui_with_layout(vec2(room, 26.0), Layout::left_to_right(Align::Center), |ui| {
            ui.add(egui::Label::new(theme::text(words, Face::Strong, 18.0).color(p.moon)).truncate());
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if clause(ui, &view.clause) {
                intent = Some(Intent::Rule(view.clause.clone()));
            }
            if let Some(end) = end {
                let marked = view.confirm == Some(end.index);
                keep(&mut intent, end_button(ui, end, marked, &view.unused));
            }
            let pieces = view.desk.as_ref().map_or(&[][..], Desk::pieces);
            if phase_fits {
                ui.add(egui::Label::new(theme::small(&view.phase).color(p.dim)).truncate());
            }
            for piece in pieces.iter().rev() {
                if desk::piece_chip(ui, piece) {
                    intent = Some(Intent::Select(Some(piece.id)));
                }
            }
            ui.spacing_mut().item_spacing.x = 4.0;
            for item in items.iter().rev() {
                match item {
                    StripItem::Chit(chit) => {
                        dice::chit(ui, &chit.value, "", chit.side, chit.kept, 24.0)
                            .on_hover_text(format!("{} {}", chit.name, chit.value));
                    }
                    StripItem::Word(word, note) => {
                        widgets::chip(ui, word, p.text, p.slate, p.edge).on_hover_text(note);
                    }
                }
            }
        });
    });
    if let Some(why) = view.refused.as_ref().filter(|why| !why.is_empty()) {
        ui.label(theme::small(why).color(p.loss));
    }
    intent
}

/// The room of an item of the strip, in points.
fn strip_width(item: &StripItem) -> f32 {
    match item {
        StripItem::Chit(_) => 28.0,
        StripItem::Word(word, _) => word.chars().count() as f32 * 6.6 + 18.0,
    }
}

/// What is shown of the strip in so much room: all of it, or its words in one chip that names them over it.
fn strip_in(view: &PromptView, room: f32, narrow: bool) -> Vec<StripItem> {
    let width = |items: &[StripItem]| items.iter().map(strip_width).sum::<f32>();
    if !narrow && width(&view.strip) <= room {
        return view.strip.clone();
    }
    let (mut kept, mut words) = (Vec::new(), Vec::new());
    for item in &view.strip {
        match item {
            StripItem::Chit(_) => kept.push(item.clone()),
            StripItem::Word(word, note) => words.push((word, note)),
        }
    }
    if let Some((first, note)) = words.first() {
        let (word, note) = match words.len() {
            1 => ((*first).clone(), (*note).clone()),
            n => {
                let notes: Vec<&str> = words.iter().map(|(_, note)| note.as_str()).collect();
                (format!("{first} +{}", n - 1), notes.join("\n"))
            }
        };
        kept.push(StripItem::Word(word, note));
    }
    if narrow && width(&kept) > room.max(80.0) {
        kept.drain(..kept.len().saturating_sub(1));
    }
    kept
}

/// The button that ends a phase, apart from the cards so that it is never hit by accident (C08).
fn end_button(ui: &mut Ui, offer: &OfferView, marked: bool, unused: &[String]) -> Option<Intent> {
    let p = theme::palette(ui);
    let bar = offer.card.barred.as_deref();
    let text = theme::strong(&offer.card.label).color(if bar.is_some() { p.dim } else { p.brass });
    // Where nothing else can be chosen the confirm key takes it too.
    let marked = marked && bar.is_none();
    let key = theme::small(if marked { "Enter" } else { "Ctrl+Enter" }).color(p.dim);
    let mut button = egui::Button::new((text, key)).corner_radius(theme::CARD).min_size(vec2(0.0, 26.0));
    if marked {
        button = button.stroke(egui::Stroke::new(1.5, p.brass));
    }
    let response = ui.add_enabled(bar.is_none(), button);
    let label = offer.card.label.as_str();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, bar.is_none(), label));
    let clicked = response.clicked();
    match bar {
        Some(why) => response.on_disabled_hover_text(format!("{why} [{}]", offer.card.clause)),
        None if unused.is_empty() => response.on_hover_text("Ends the phase: Ctrl+Enter"),
        None => {
            let list = unused.join(", ");
            response.on_hover_text(format!("Ends the phase: Ctrl+Enter\nMay still act: {list}"))
        }
    };
    clicked.then_some(Intent::Take(offer.index))
}

/// Undo, history and what-if; how many cards lie below what is in sight is told here, where it covers none of them.
fn tools(ui: &mut Ui, view: &PromptView, hidden: usize) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let undo = &view.undo;
        let reach = if undo.stop.is_empty() { &undo.mode } else { &undo.stop };
        if widgets::quiet(ui, "Undo", undo.barred.as_deref()).on_hover_text(reach).clicked() {
            intent = Some(Intent::Undo);
        }
        if widgets::quiet(ui, "Redo", (!undo.redo).then_some("Nothing was taken back")).clicked() {
            intent = Some(Intent::Redo);
        }
        let right = history_width(ui, view);
        // Its name is shortened before anything is left out.
        let start = widgets::quiet_width(ui, "Start of phase") + right + 12.0 <= ui.available_width();
        let name = if start { "Start of phase" } else { "Phase" };
        let response = widgets::quiet(ui, name, undo.phase_barred.as_deref());
        response.widget_info(|| {
            let open = undo.phase_barred.is_none();
            egui::WidgetInfo::labeled(egui::WidgetType::Button, open, "Start of phase")
        });
        if response.on_hover_text("Back to the start of the phase").clicked() {
            intent = Some(Intent::UndoPhase);
        }
        if undo.new_luck && widgets::quiet(ui, "New luck", undo.barred.as_deref()).clicked() {
            intent = Some(Intent::NewLuck);
        }
        ui.add_space(4.0);
        // The words take the rest; a stub of them would say nothing.
        let room = (ui.available_width() - right).max(0.0);
        ui.allocate_ui_with_layout(vec2(room, 24.0), Layout::left_to_right(Align::Center), |ui| {
            below(ui, room, hidden, view);
            if ui.available_width() < 110.0 {
                return;
            }
            ui.add(egui::Label::new(theme::small(reach).color(p.dim)).truncate())
                .on_hover_text(format!("{reach}\nUndo mode: {}", undo.mode));
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::quiet(ui, "Save as", None).clicked() {
                intent = Some(Intent::SaveAs);
            }
            if widgets::quiet(ui, "What-if", view.what_if_barred.as_deref())
                .on_hover_text("Fork a what-if from what is on the screen")
                .clicked()
            {
                intent = Some(Intent::Branch);
            }
            let h = &view.history;
            let at_end = (h.position >= h.len).then_some("This is the game as it stands");
            let at_start = (h.position == 0).then_some("This is the start");
            for (sign, spoken, step, bar) in
                [("⏭", "Last", Step::Last, at_end), ("▶", "One on", Step::On, at_end)]
            {
                keep(&mut intent, history_button(ui, sign, spoken, step, bar));
            }
            let count = h.count();
            ui.label(theme::text(count, Face::Mono, size::SMALL).color(p.dim));
            for (sign, spoken, step, bar) in
                [("◀", "One back", Step::Back, at_start), ("⏮", "First", Step::First, at_start)]
            {
                keep(&mut intent, history_button(ui, sign, spoken, step, bar));
            }
        });
    });
    intent
}

/// The room of the buttons at the right of the history bar, in points.
fn history_width(ui: &Ui, view: &PromptView) -> f32 {
    let gap = 4.0;
    let steps = ["⏮", "◀", "▶", "⏭"].map(|sign| widgets::quiet_width(ui, sign).max(24.0) + gap);
    let words = ["Save as", "What-if"].map(|words| widgets::quiet_width(ui, words) + gap);
    let font = Face::Mono.at(size::SMALL);
    let count = ui.painter().layout_no_wrap(view.history.count(), font, egui::Color32::WHITE).size().x + gap;
    steps.iter().sum::<f32>() + words.iter().sum::<f32>() + count
}

fn history_button(ui: &mut Ui, sign: &str, spoken: &str, step: Step, bar: Option<&str>) -> Option<Intent> {
    let response =
        ui.add_enabled(bar.is_none(), egui::Button::new(theme::small(sign)).min_size(vec2(24.0, 24.0)));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, bar.is_none(), format!("History: {spoken}"))
    });
    let clicked = response.clicked();
    response.on_hover_text(spoken).on_disabled_hover_text(bar.unwrap_or_default());
    clicked.then_some(Intent::Seek(step))
}

#[cfg(test)]
mod tests;
