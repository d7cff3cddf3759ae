//! Offers as cards: number key, label, one line of odds or reason, clause at the right.

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};

use crate::client::theme::{self, Face, size};

/// What a card shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// The number key that takes it, 1 to 9; 0 for none.
    pub key: u8,
    /// Label.
    pub label: String,
    /// Odds or consequence in one line.
    pub hint: String,
    /// The whole of it, told over the card where odds or consequence are shortened.
    pub note: String,
    /// The clause that offers it, or the one that bars it.
    pub clause: String,
    /// Why it is barred.
    pub barred: Option<String>,
    /// Whether the confirm key takes it.
    pub default: bool,
    /// Whether the thing it points at is hovered on the board.
    pub lit: bool,
}

/// What a player did to a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardHit {
    /// Took it.
    Take,
    /// Asked for its clause.
    Clause,
}

/// How many rows a card's label and its line below take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// Rows of the label, at least 1.
    pub label: usize,
    /// Rows of the odds or the reason.
    pub line: usize,
    /// Label and odds stand side by side in one row.
    pub slim: bool,
}

/// Space above and below a card's text, in points.
const PAD: f32 = 7.0;
/// Height of a row of the label, in points.
const LABEL_ROW: f32 = 19.0;
/// Height of a row of the line below, in points.
const LINE_ROW: f32 = 15.0;
/// Height of a card of one row, in points.
const SLIM_ROW: f32 = 25.0;
/// The most rows of a label, and of the line below it.
pub const MOST_ROWS: usize = 3;

impl Fit {
    /// A card with a row of each.
    pub const USUAL: Self = Self { label: 1, line: 1, slim: false };
    /// A card of one row, the odds beside the label.
    pub const SLIM: Self = Self { label: 1, line: 0, slim: true };

    /// The height of such a card, in points.
    #[must_use]
    pub fn height(self) -> f32 {
        if self.slim {
            return SLIM_ROW;
        }
        let line = if self.line > 0 { 3.0 + LINE_ROW * self.line as f32 } else { 0.0 };
        2.0 * PAD + (LABEL_ROW * self.label as f32).max(21.0) + line
    }

    /// What holds both.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { label: self.label.max(other.label), line: self.line.max(other.line), slim: self.slim }
    }
}

/// The rows that a card of `width` needs for its whole text; more than [`MOST_ROWS`] would be cut.
#[must_use]
pub fn fit(ui: &Ui, card: &Card, width: f32) -> Fit {
    let painter = ui.painter();
    let rows = |words: &str, font, width| {
        if words.is_empty() {
            0
        } else {
            painter.layout(words.to_owned(), font, Color32::WHITE, width).rows.len()
        }
    };
    let clause =
        painter.layout_no_wrap(card.clause.clone(), Face::Figure.at(size::SMALL), Color32::WHITE).size().x;
    let label = rows(&card.label, Face::Strong.at(14.5), title_width(width - 20.0, card.key, clause));
    let line = card.barred.as_deref().unwrap_or(&card.hint);
    let line = rows(line, Face::Text.at(size::SMALL), width - 20.0);
    Fit { label: label.max(1), line, slim: false }
}

/// The width that a card of one row needs for its whole text, in points.
#[must_use]
pub fn slim_width(ui: &Ui, card: &Card) -> f32 {
    let wide =
        |words: &str, font| ui.painter().layout_no_wrap(words.to_owned(), font, Color32::WHITE).size().x;
    let line = card.barred.as_deref().unwrap_or(&card.hint);
    let gap = if line.is_empty() { 0.0 } else { 12.0 };
    wide(&card.label, Face::Strong.at(13.5)) + wide(line, Face::Text.at(size::SMALL)) + gap + 46.0
}

/// What stands in a card of one row: its key, label and odds. Returns whether something is cut.
fn slim(ui: &Ui, rect: Rect, card: &Card) -> bool {
    let p = theme::palette(ui);
    let enabled = card.barred.is_none();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let mid = rect.center().y;
    let mut left = rect.left() + 8.0;
    if card.key > 0 {
        let cap = Rect::from_center_size(pos2(left + 10.0, mid), vec2(20.0, 18.0));
        painter.rect(cap, theme::CHIP, p.ink, Stroke::new(1.0, p.edge), StrokeKind::Inside);
        let ink = if enabled { p.text } else { p.dim };
        painter.text(cap.center(), Align2::CENTER_CENTER, card.key, Face::Mono.at(size::SMALL), ink);
        left += 27.0;
    }
    let ink = if enabled { p.moon } else { p.dim };
    let label = painter.layout_no_wrap(card.label.clone(), Face::Strong.at(13.5), ink);
    let end = left + label.size().x;
    painter.galley(pos2(left, mid - label.size().y / 2.0), label, ink);
    let line = card.barred.as_deref().unwrap_or(&card.hint);
    let quiet = theme::mix(if enabled { p.text } else { p.dim }, p.dim, 0.35);
    let odds = painter.layout_no_wrap(line.to_owned(), Face::Text.at(size::SMALL), quiet);
    let from = (rect.right() - 9.0 - odds.size().x).max(end + 10.0);
    let whole = from + odds.size().x <= rect.right() - 4.0;
    painter.galley(pos2(from, mid - odds.size().y / 2.0), odds, quiet);
    !whole
}

/// The room of the label in a card whose inside is `width` wide.
fn title_width(width: f32, key: u8, clause: f32) -> f32 {
    (width - if key > 0 { 28.0 } else { 0.0 } - clause - 6.0).max(40.0)
}

/// Draws a card of `width` and of the height of `fit`; the response tells hover, the value what was clicked.
pub fn card(ui: &mut Ui, card: &Card, width: f32, fit: Fit) -> (Response, Option<CardHit>) {
    let p = theme::palette(ui);
    let enabled = card.barred.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, fit.height()), sense);
    let spoken = spoken(card);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, &spoken));
    let hot = enabled && (response.hovered() || response.has_focus() || card.lit);
    let fill = match (enabled, hot) {
        (false, _) => theme::mix(p.panel, p.slate, 0.6),
        (true, true) => p.raised,
        (true, false) => p.slate,
    };
    let edge = if card.default && enabled {
        Stroke::new(1.5, p.brass)
    } else if hot {
        Stroke::new(1.0, p.dim)
    } else {
        Stroke::new(1.0, p.edge)
    };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect(rect, if fit.slim { theme::CHIP } else { theme::CARD }, fill, edge, StrokeKind::Inside);
    if fit.slim {
        let hit = response.clicked().then_some(CardHit::Take);
        let told = whole(card);
        let told = if card.clause.is_empty() { told } else { format!("{told} [{}]", card.clause) };
        let more = slim(ui, rect, card) || !card.clause.is_empty();
        return (if more { response.on_hover_text(told) } else { response }, hit);
    }
    let inner = rect.shrink2(vec2(10.0, PAD));
    let ink = if enabled { p.moon } else { p.dim };
    let mut left = inner.left();
    if card.key > 0 {
        let cap = Rect::from_min_size(pos2(left, inner.top()), vec2(20.0, 20.0));
        painter.rect(cap, theme::CHIP, p.ink, Stroke::new(1.0, p.edge), StrokeKind::Inside);
        let key_ink = if enabled { p.text } else { p.dim };
        painter.text(cap.center(), Align2::CENTER_CENTER, card.key, Face::Mono.at(size::SMALL), key_ink);
        left += 28.0;
    }
    let clause_ink = if enabled { p.brass } else { p.dim };
    let clause = painter.layout_no_wrap(card.clause.clone(), Face::Figure.at(size::SMALL), clause_ink);
    let clause_size = clause.size();
    let title_width = title_width(inner.width(), card.key, clause_size.x);
    let mut cut = shortened(
        &painter,
        pos2(left, inner.top() + 1.0),
        &card.label,
        Face::Strong.at(14.5),
        ink,
        title_width,
        fit.label,
    );
    let line = card.barred.as_deref().unwrap_or(&card.hint);
    let line_ink = if enabled { p.text } else { p.dim };
    cut |= if fit.line == 0 {
        !line.is_empty()
    } else {
        shortened(
            &painter,
            pos2(inner.left(), inner.top() + (LABEL_ROW * fit.label as f32).max(21.0) + 3.0),
            line,
            Face::Text.at(size::SMALL),
            theme::mix(line_ink, p.dim, 0.45),
            inner.width(),
            fit.line,
        )
    };
    let clause_rect =
        Rect::from_min_size(pos2(inner.right() - clause_size.x, inner.top() + 3.0), clause_size);
    painter.galley(clause_rect.min, clause, clause_ink);
    let mut hit = response.clicked().then_some(CardHit::Take);
    if !card.clause.is_empty() {
        let link = ui.interact(clause_rect.expand(3.0), response.id.with("clause"), Sense::click());
        link.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, format!("Rule {}", card.clause)));
        if link.hovered() {
            painter.hline(clause_rect.x_range(), clause_rect.bottom(), Stroke::new(1.0, clause_ink));
        }
        if link.on_hover_cursor(CursorIcon::PointingHand).clicked() {
            hit = Some(CardHit::Clause);
        }
    }
    let response = if cut || !card.note.is_empty() { response.on_hover_text(whole(card)) } else { response };
    (response, hit)
}

/// Label and line of a card, whole.
fn whole(card: &Card) -> String {
    let line = match (&card.barred, card.note.as_str()) {
        (Some(why), _) => why.as_str(),
        (None, "") => card.hint.as_str(),
        (None, note) => note,
    };
    if line.is_empty() { card.label.clone() } else { format!("{}\n{line}", card.label) }
}

/// What a screen reader says for a card.
fn spoken(card: &Card) -> String {
    let mut words = card.label.clone();
    if let Some(why) = &card.barred {
        words.push_str(&format!(" (barred: {why} [{}])", card.clause));
    }
    words
}

/// Paints text into `width`, at most `rows` rows, with an ellipsis when it is longer; whether it was.
fn shortened(
    painter: &bevy_egui::egui::Painter,
    at: bevy_egui::egui::Pos2,
    words: &str,
    font: bevy_egui::egui::FontId,
    ink: Color32,
    width: f32,
    rows: usize,
) -> bool {
    use bevy_egui::egui::text::{LayoutJob, TextFormat, TextWrapping};
    let mut job = LayoutJob::single_section(words.to_owned(), TextFormat::simple(font, ink));
    job.wrap =
        TextWrapping { max_width: width, max_rows: rows, break_anywhere: false, ..TextWrapping::default() };
    let galley = painter.layout_job(job);
    let cut = galley.elided;
    painter.galley(at, galley, ink);
    cut
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::{NodeT, Queryable};

    use super::*;
    use crate::client::widgets::testing::themed;

    #[test]
    fn c11_a_barred_card_says_why_and_cannot_be_taken() {
        let barred = Card {
            key: 4,
            label: "Gunnery at flak".into(),
            clause: "4.2.8.a".into(),
            barred: Some("done this zone".into()),
            ..Card::default()
        };
        let harness = themed(
            vec2(800.0, 600.0),
            |ui, hits: &mut Vec<CardHit>| hits.extend(card(ui, &barred, 220.0, Fit::USUAL).1),
            Vec::new(),
        );
        let node = harness.get_by_label("Gunnery at flak (barred: done this zone [4.2.8.a])");
        assert!(node.accesskit_node().is_disabled());
    }

    #[test]
    fn a_card_is_taken_by_a_click_and_its_clause_opens_the_rule() {
        let offer =
            Card { key: 1, label: "Release Upkeep".into(), clause: "4.2.9.a".into(), ..Card::default() };
        let mut harness = themed(
            vec2(800.0, 600.0),
            |ui, hits: &mut Vec<CardHit>| hits.extend(card(ui, &offer, 220.0, Fit::USUAL).1),
            Vec::new(),
        );
        harness.get_by_label("Release Upkeep").click();
        harness.run();
        harness.get_by_label("Rule 4.2.9.a").click();
        harness.run();
        assert_eq!(harness.state(), &[CardHit::Take, CardHit::Clause]);
    }
}
