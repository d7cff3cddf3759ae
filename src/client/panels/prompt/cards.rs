//! The offers of the prompt as cards that fit the room, each with its odds.

use bevy_egui::egui::{self, Align, Layout, Ui, vec2};

use super::{OfferView, PromptView};
use crate::client::panels::{Intent, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::card::{self, CardHit, Fit};
use crate::client::widgets::{self, clause};

/// The offers as cards; `cards` is told where they are.
pub(super) fn offers(
    ui: &mut Ui,
    view: &PromptView,
    room: f32,
    hovered: &mut Option<usize>,
    cards: &mut Vec<egui::Rect>,
) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    if let Some(code) = &view.filter {
        ui.horizontal(|ui| {
            ui.label(theme::small(format!("Offers for {code}")).color(p.brass));
            if view.hidden > 0 {
                let all = format!("Show all ({} more)", view.hidden);
                if widgets::quiet(ui, &all, None).clicked() {
                    intent = Some(Intent::Select(None));
                }
            }
        });
    }
    let width = ui.available_width() - 4.0;
    let room = room - if view.filter.is_some() { 28.0 } else { 0.0 };
    let plan = plan(ui, view, width, room);
    for row in &plan.rows {
        ui.spacing_mut().interact_size.y = row.fit.height().min(28.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for (offer, width) in row.offers.iter().zip(&row.widths) {
                let mut shown = offer.card.clone();
                shown.lit = *hovered == Some(offer.index);
                let (response, hit) = card::card(ui, &shown, *width, row.fit);
                widgets::follow_focus(&response);
                cards.push(response.rect);
                if response.hovered() {
                    *hovered = Some(offer.index);
                }
                match hit {
                    Some(CardHit::Take) => intent = Some(Intent::Take(offer.index)),
                    Some(CardHit::Clause) => intent = Some(Intent::Rule(offer.card.clause.clone())),
                    None => {}
                }
            }
        });
    }
    for group in &plan.barred {
        keep(&mut intent, barred_line(ui, group));
    }
    intent
}

/// Space between two cards, in points.
const GAP: f32 = 8.0;
/// A card is no wider than this, in points.
const WIDEST: f32 = 320.0;
/// Nor narrower than this, where there is room for one.
const NARROWEST: f32 = 170.0;

/// A row of cards of one height.
pub(super) struct CardRow<'a> {
    pub(super) offers: Vec<&'a OfferView>,
    pub(super) widths: Vec<f32>,
    pub(super) fit: Fit,
}

/// Offers barred for one reason, told in one line.
pub(super) struct BarredGroup<'a> {
    why: &'a str,
    clause: &'a str,
    labels: Vec<&'a str>,
}

impl BarredGroup<'_> {
    fn words(&self) -> String {
        format!("Barred, {}: {}", self.why, self.labels.join(" · "))
    }
}

/// How the offers are laid out.
pub(super) struct Plan<'a> {
    pub(super) rows: Vec<CardRow<'a>>,
    pub(super) barred: Vec<BarredGroup<'a>>,
}

/// Lays the offers out so that every label and its odds can be read. What is barred becomes lines under the cards, one a
/// reason, before anything has to be scrolled to.
pub(super) fn plan<'a>(ui: &Ui, view: &'a PromptView, width: f32, room: f32) -> Plan<'a> {
    let all: Vec<&OfferView> = view.offers.iter().filter(|o| !o.ends_phase).collect();
    let (open, shut): (Vec<&OfferView>, Vec<&OfferView>) = all.iter().partition(|o| o.card.barred.is_none());
    let mut best: Option<(f32, Plan<'a>)> = None;
    for (cards, barred) in [(&all, &[][..]), (&open, &shut)] {
        let few = ((width + GAP) / (WIDEST + GAP)).ceil().max(1.0) as usize;
        let many = ((width + GAP) / (NARROWEST + GAP)).floor().max(1.0) as usize;
        for columns in few..=many.max(few) {
            let columns = columns.min(cards.len()).max(1);
            let each = ((width - GAP * (columns as f32 - 1.0)) / columns as f32).min(WIDEST);
            let (rows, whole) = rows_of(ui, cards, columns, each);
            let barred = groups(barred);
            let lines: f32 = barred.iter().map(|g| line_height(ui, g, width)).sum();
            let height = rows.iter().map(|r| r.fit.height() + 4.0).sum::<f32>() + lines;
            let plan = Plan { rows, barred };
            if whole && height <= room + 4.0 {
                return plan;
            }
            // Whole labels first, then the least scrolling; barred cards never take the room of open ones.
            let spread = !shut.is_empty() && plan.barred.is_empty();
            let cost = height + if whole { 0.0 } else { 10_000.0 } + if spread { 100_000.0 } else { 0.0 };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, plan));
            }
        }
    }
    let height = |plan: &Plan| plan.rows.iter().map(|r| r.fit.height() + 4.0).sum::<f32>();
    match (slim_plan(ui, &open, &shut, width, room), best) {
        (Some(slim), Some((_, usual))) if height(&slim) >= height(&usual) => usual,
        (Some(slim), _) => slim,
        (None, Some((_, usual))) => usual,
        (None, None) => Plan { rows: Vec::new(), barred: Vec::new() },
    }
}

/// Cards of one row each, label and odds beside each other: many more of them are in sight. A card that needs it takes
/// the room of several.
fn slim_plan<'a>(
    ui: &Ui,
    open: &[&'a OfferView],
    shut: &[&'a OfferView],
    width: f32,
    room: f32,
) -> Option<Plan<'a>> {
    let needs: Vec<f32> = open.iter().map(|o| card::slim_width(ui, &o.card)).collect();
    if open.len() < 4 || needs.iter().any(|need| *need > width) {
        return None;
    }
    let mut best: Option<Vec<CardRow<'a>>> = None;
    for columns in 1..=4 {
        let each = (width - GAP * (columns as f32 - 1.0)) / columns as f32;
        let rows = slim_rows(open, &needs, columns, each);
        let high = |rows: &[CardRow]| rows.len() as f32 * (Fit::SLIM.height() + 4.0);
        if best.as_ref().is_none_or(|known| high(known) > room && rows.len() < known.len()) {
            best = Some(rows);
        }
    }
    Some(Plan { rows: best?, barred: groups(shut) })
}

/// Cards of one row in a grid of so many columns.
fn slim_rows<'a>(open: &[&'a OfferView], needs: &[f32], columns: usize, each: f32) -> Vec<CardRow<'a>> {
    let mut rows: Vec<CardRow<'a>> = Vec::new();
    let mut free = 0;
    for (offer, need) in open.iter().zip(needs) {
        let span = (((need + GAP) / (each + GAP)).ceil() as usize).clamp(1, columns);
        if span > free {
            rows.push(CardRow { offers: Vec::new(), widths: Vec::new(), fit: Fit::SLIM });
            free = columns;
        }
        free -= span;
        if let Some(row) = rows.last_mut() {
            row.offers.push(offer);
            row.widths.push(each * span as f32 + GAP * (span as f32 - 1.0));
        }
    }
    rows
}

/// Cards in rows of `columns`, and whether no label is cut.
fn rows_of<'a>(ui: &Ui, cards: &[&'a OfferView], columns: usize, width: f32) -> (Vec<CardRow<'a>>, bool) {
    let mut whole = true;
    let rows = cards.chunks(columns).map(|offers| {
        let wanted = offers
            .iter()
            .map(|o| card::fit(ui, &o.card, width))
            .fold(Fit { label: 1, line: 0, slim: false }, Fit::max);
        whole &= wanted.label <= card::MOST_ROWS;
        let fit = Fit {
            label: wanted.label.min(card::MOST_ROWS),
            line: wanted.line.min(card::MOST_ROWS),
            slim: false,
        };
        CardRow { offers: offers.to_vec(), widths: vec![width; offers.len()], fit }
    });
    (rows.collect(), whole)
}

/// Barred offers by their reason, in the order in which the reasons come.
fn groups<'a>(barred: &[&'a OfferView]) -> Vec<BarredGroup<'a>> {
    let mut out: Vec<BarredGroup<'a>> = Vec::new();
    for offer in barred {
        let (why, clause) = (offer.card.barred.as_deref().unwrap_or_default(), offer.card.clause.as_str());
        match out.iter_mut().find(|g| (g.why, g.clause) == (why, clause)) {
            Some(group) => group.labels.push(&offer.card.label),
            None => out.push(BarredGroup { why, clause, labels: vec![&offer.card.label] }),
        }
    }
    out
}

/// The room for the words of a line of barred offers beside its clause, in points.
fn words_room(ui: &Ui, group: &BarredGroup, width: f32) -> f32 {
    (width - widgets::clause_width(ui, group.clause) - 12.0).max(80.0)
}

fn line_height(ui: &Ui, group: &BarredGroup, width: f32) -> f32 {
    let font = Face::Text.at(size::SMALL);
    let room = words_room(ui, group, width);
    ui.painter().layout(group.words(), font, egui::Color32::WHITE, room).size().y + 4.0
}

/// What is barred for one reason: the reason, the offers, the clause.
fn barred_line(ui: &mut Ui, group: &BarredGroup) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal_top(|ui| {
        let room = words_room(ui, group, ui.available_width());
        ui.allocate_ui_with_layout(vec2(room, 16.0), Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_width(room);
            ui.add(egui::Label::new(theme::small(group.words()).color(p.dim)).wrap());
        });
        if clause(ui, group.clause) {
            intent = Some(Intent::Rule(group.clause.to_owned()));
        }
    });
    intent
}

/// Says how many cards lie below what is in sight, and how their numbers are typed, in so much room.
pub(super) fn below(ui: &mut Ui, room: f32, hidden: usize, view: &PromptView) {
    if hidden == 0 {
        return;
    }
    let p = theme::palette(ui);
    let many = view.offers.iter().any(|o| o.card.key > 9);
    let short = format!("▾ {hidden} more below");
    let whole = if many { format!("{short} · 10 to 19: Ctrl and the last digit") } else { short.clone() };
    let shown = if room < 110.0 { format!("▾ {hidden}") } else { short };
    let response = widgets::chip(ui, &shown, p.brass, p.ink, p.brass);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &whole));
    response.on_hover_text(whole);
}
