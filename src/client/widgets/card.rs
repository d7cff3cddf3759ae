//! Offers as cards: number key, label, one line of odds or reason, clause at the right.

use bevy_egui::egui::{
    Align2, CursorIcon, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
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

/// The height of a card, in points.
pub const HEIGHT: f32 = 62.0;
/// The height of a card without its second line, in points.
pub const COMPACT: f32 = 34.0;

/// Draws a card of `width`, without its second line when `compact`; the response tells hover, the value what was
/// clicked.
pub fn card(ui: &mut Ui, card: &Card, width: f32, compact: bool) -> (Response, Option<CardHit>) {
    let p = theme::palette(ui);
    let enabled = card.barred.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, if compact { COMPACT } else { HEIGHT }), sense);
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
    painter.rect(rect, theme::CARD, fill, edge, StrokeKind::Inside);
    let inner = rect.shrink2(vec2(10.0, if compact { 7.0 } else { 8.0 }));
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
    let clause = painter.layout_no_wrap(card.clause.clone(), Face::Figure.at(10.5), clause_ink);
    let clause_size = clause.size();
    let title_width = (inner.right() - left - clause_size.x - 6.0).max(40.0);
    let mut cut = shortened(
        &painter,
        pos2(left, inner.top() + 1.0),
        &card.label,
        Face::Strong.at(14.5),
        ink,
        title_width,
        1,
    );
    let line = card.barred.as_deref().unwrap_or(&card.hint);
    let line_ink = if enabled { p.text } else { p.dim };
    cut |= if compact {
        !line.is_empty()
    } else {
        shortened(
            &painter,
            pos2(inner.left(), inner.top() + 27.0),
            line,
            Face::Text.at(size::SMALL),
            theme::mix(line_ink, p.dim, 0.45),
            inner.width(),
            1,
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
    let full = if line.is_empty() { card.label.clone() } else { format!("{}\n{line}", card.label) };
    let response = if cut { response.on_hover_text(full) } else { response };
    (response, hit)
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
    ink: bevy_egui::egui::Color32,
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
            |ui, hits: &mut Vec<CardHit>| hits.extend(card(ui, &barred, 220.0, false).1),
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
            |ui, hits: &mut Vec<CardHit>| hits.extend(card(ui, &offer, 220.0, false).1),
            Vec::new(),
        );
        harness.get_by_label("Release Upkeep").click();
        harness.run();
        harness.get_by_label("Rule 4.2.9.a").click();
        harness.run();
        assert_eq!(harness.state(), &[CardHit::Take, CardHit::Clause]);
    }
}
