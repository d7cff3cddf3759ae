//! The Roll tab: the chart that resolves the roll at hand with exact odds, and the latest results, which stay.

mod modifiers;

use bevy_egui::egui::{
    self, Align, Align2, Layout, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::luck::{CardView, DrawView, LatestView, Pending, ResultView, RevealedView, RollTab, RollView};
use super::sheet;
use super::tally;
use super::{Intent, Step, keep};
use crate::client::theme::{self, Face, size};
use crate::client::widgets::dice::{self, Side, Stand};
use crate::client::widgets::{self, clause, picture};
use crate::kernel::chart::Tone;
use crate::kernel::fraction::Fraction;

/// What the tab remembers between frames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RollState {
    /// Real dice being entered; 0 is a die not set.
    pub own: Option<Vec<u8>>,
    /// Whether the exact forecast is unfolded.
    pub forecast: bool,
    /// What was unfolded in the frame before, so that what opens now is brought into view.
    seen: (bool, bool),
}

/// Draws the tab.
pub fn panel(ui: &mut Ui, view: &RollTab, state: &mut RollState) -> Option<Intent> {
    let mut intent = None;
    if let Some(summary) = &view.summary {
        tally::bars(ui, summary);
        ui.add_space(8.0);
    }
    if !view.preview.is_empty() {
        ui.label(theme::caps("Before it is joined").color(theme::palette(ui).dim));
        ui.add_space(4.0);
        for points in &view.preview {
            keep(&mut intent, tally::paper(ui, points));
            ui.add_space(4.0);
        }
    }
    match &view.pending {
        Some(Pending::Roll(roll)) => {
            keep(&mut intent, chart(ui, roll, None));
            ui.add_space(8.0);
            keep(&mut intent, buttons(ui, roll, view.barred.as_deref(), state));
        }
        Some(Pending::Draw(draw)) => {
            state.own = None;
            keep(&mut intent, cup(ui, draw, view.barred.as_deref()));
        }
        None => state.own = None,
    }
    if let Some(latest) = &view.latest {
        keep(&mut intent, results_head(ui, latest));
        for points in &view.with {
            keep(&mut intent, tally::paper(ui, points));
            ui.add_space(4.0);
        }
        keep(&mut intent, result(ui, latest, view.pending.is_some()));
    } else if view.pending.is_none() {
        ui.add_space(24.0);
        let p = theme::palette(ui);
        ui.label(theme::typed("Nothing to read yet.").color(p.dim));
    }
    intent
}

/// The chart of a roll on paper: modifiers above, rows below.
fn chart(ui: &mut Ui, roll: &RollView, stamped_total: Option<i32>) -> Option<Intent> {
    let mut intent = None;
    widgets::paper(ui, |ui| {
        let p = theme::palette(ui);
        ui.horizontal(|ui| {
            let title = if roll.subject.is_empty() {
                roll.sheet.title.clone()
            } else {
                format!("{} · {}", roll.sheet.title, roll.subject)
            };
            // Beside the clause and the dice.
            let cited = widgets::clause_width(ui, &roll.clause);
            let room = (ui.available_width() - cited - 24.0 - 8.0 * roll.dice_words.len() as f32).max(60.0);
            let link = ui
                .allocate_ui_with_layout(vec2(room, 24.0), Layout::left_to_right(Align::Center), |ui| {
                    let wide = |size| {
                        ui.painter().layout_no_wrap(title.clone(), Face::Bold.at(size), p.ink).size().x
                    };
                    let large = size::HEADING - 2.0;
                    let size = if wide(large) > ui.available_width() { size::BODY } else { large };
                    let text = theme::text(title, Face::Bold, size);
                    ui.add(egui::Label::new(text).sense(Sense::click()).truncate())
                })
                .inner;
            if link.on_hover_text("Open the chart").clicked() {
                intent = Some(Intent::Chart(roll.sheet.id.clone()));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::text(&*roll.dice_words, Face::Mono, size::SMALL));
                if clause(ui, &roll.clause) {
                    intent = Some(Intent::Rule(roll.clause.clone()));
                }
            });
        });
        ui.add_space(2.0);
        for m in &roll.modifiers {
            keep(&mut intent, modifiers::modifier(ui, m));
        }
        if !roll.modifiers.is_empty() {
            ui.separator();
            ui.horizontal(|ui| {
                ui.label(theme::text("Total", Face::Bold, size::BODY));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(theme::text(theme::signed(roll.sum()), Face::MonoBold, size::BODY));
                });
            });
            ui.add_space(4.0);
        }
        sheet::table(ui, &roll.sheet);
        if let (Some(again), None) = (roll.again, stamped_total) {
            ui.label(theme::small(format!("Doubles roll again: {}", again.percent())).color(p.paper_dim));
        }
        let (letter, words) = &roll.sheet.provenance;
        if *letter == 'X' {
            ui.label(theme::text("Reconstructed values", Face::Text, size::SMALL).color(p.paper_dim))
                .on_hover_text(words);
        }
    });
    intent
}

fn buttons(ui: &mut Ui, roll: &RollView, barred: Option<&str>, state: &mut RollState) -> Option<Intent> {
    let mut intent = None;
    // Three in a row, or the first in a row of its own where their words would not fit.
    let gap = ui.spacing().item_spacing.x;
    let (first, width) = match ui.available_width() {
        room if room >= 330.0 => ((room - 2.0 * gap) / 3.0, (room - 2.0 * gap) / 3.0),
        room => (room, (room - gap) / 2.0),
    };
    if let Some(why) = barred {
        ui.label(theme::small(why).color(theme::palette(ui).dim));
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        if widgets::primary(ui, "Roll", first).clicked() {
            intent = Some(Intent::Take(0));
        }
        if widgets::secondary(ui, "My own dice", width).clicked() {
            state.own = match state.own.take() {
                None => Some(vec![0; usize::from(roll.dice)]),
                Some(_) => None,
            };
        }
        if widgets::secondary(ui, "Forecast", width).clicked() {
            state.forecast = !state.forecast;
        }
    });
    if state.own.as_ref().is_some_and(|own| own.len() != usize::from(roll.dice)) {
        state.own = None;
    }
    if let Some(own) = &mut state.own {
        let response = ui.scope(|ui| keep(&mut intent, own_dice(ui, own))).response;
        if !state.seen.0 {
            response.scroll_to_me(None);
        }
    }
    if state.forecast {
        let response = ui.scope(|ui| forecast(ui, roll)).response;
        if !state.seen.1 {
            response.scroll_to_me(None);
        }
    }
    state.seen = (state.own.is_some(), state.forecast);
    intent
}

/// Entry of real dice: a row of faces for each die.
fn own_dice(ui: &mut Ui, own: &mut [u8]) -> Option<Intent> {
    let mut intent = None;
    ui.add_space(8.0);
    widgets::tray(ui, |ui| {
        let words = "Throw your dice, and click or type what they show.";
        ui.add(egui::Label::new(theme::small(words).color(theme::palette(ui).dim)).wrap());
        let gap = ui.spacing().item_spacing.x;
        let side = ((ui.available_width() - 16.0) / 6.0 - gap).clamp(20.0, 34.0);
        for (number, chosen) in own.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                ui.label(theme::mono(format!("{}", number + 1)));
                for face in 1..=6u8 {
                    if dice::die_button(ui, number, face, *chosen == face, side).clicked() {
                        *chosen = face;
                    }
                }
            });
        }
        let all = own.iter().all(|face| (1..=6).contains(face));
        let button = ui.add_enabled(
            all,
            egui::Button::new(theme::strong("Enter these dice")).min_size(vec2(160.0, 32.0)),
        );
        if button.on_disabled_hover_text("Set every die first").clicked() {
            intent = Some(Intent::OwnDice(own.to_vec()));
        }
    });
    intent
}

/// The exact forecast: every row as a fraction, and how rare it is.
fn forecast(ui: &mut Ui, roll: &RollView) {
    ui.add_space(8.0);
    widgets::tray(ui, |ui| {
        let p = theme::palette(ui);
        let line = |ui: &mut Ui, label: &str, chance: Fraction| {
            ui.horizontal(|ui| {
                let room = (ui.available_width() - 180.0).max(ui.available_width() * 0.3);
                widgets::fitted(ui, theme::body(label), room).on_hover_text(label);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.spacing_mut().item_spacing.x = 10.0;
                    ui.label(theme::small(once_in(chance)).color(p.dim));
                    ui.label(theme::mono(chance.percent()));
                    if ui.available_width() > 50.0 {
                        ui.label(theme::mono(chance.to_string()));
                    }
                });
            });
        };
        for row in &roll.sheet.rows {
            if let Some(chance) = row.chance.filter(|c| c.num > 0) {
                line(ui, &row.label, chance);
            }
        }
        if let Some(again) = roll.again {
            line(ui, "Doubles: roll again", again);
        }
        let words = "Exact: every fall of the dice is counted through the chart itself.";
        ui.add(egui::Label::new(theme::small(words).color(p.dim)).wrap());
    });
}

/// How rare a chance is, in words.
#[must_use]
pub fn once_in(chance: Fraction) -> String {
    if chance.num == 0 {
        return "cannot happen".to_owned();
    }
    if chance.num == chance.den {
        return "certain".to_owned();
    }
    let n = 1.0 / chance.value();
    if n < 9.95 { format!("once in {n:.1}") } else { format!("once in {n:.0}") }
}

/// A cup before a blind draw: what is in it and what the best will be.
fn cup(ui: &mut Ui, draw: &DrawView, barred: Option<&str>) -> Option<Intent> {
    let mut intent = None;
    widgets::paper(ui, |ui| {
        let p = theme::palette(ui);
        let right = |ui: &mut Ui, intent: &mut Option<Intent>| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let count = format!("{} of {}", draw.count, draw.items.len());
                ui.label(theme::text(count, Face::Mono, size::SMALL));
                if clause(ui, &draw.clause) {
                    *intent = Some(Intent::Rule(draw.clause.clone()));
                }
            });
        };
        let title = theme::text(&draw.purpose, Face::Bold, size::HEADING - 2.0);
        let font = Face::Bold.at(size::HEADING - 2.0);
        let wide = ui.painter().layout_no_wrap(draw.purpose.clone(), font, p.ink).size().x;
        if wide + widgets::clause_width(ui, &draw.clause) + 80.0 <= ui.available_width() {
            ui.horizontal(|ui| {
                ui.label(title);
                right(ui, &mut intent);
            });
        } else {
            ui.add(egui::Label::new(title).wrap());
            ui.horizontal(|ui| right(ui, &mut intent));
        }
        if draw.items.iter().any(|i| i.card.is_some()) {
            card_table(ui, draw);
            return;
        }
        ui.label(theme::small(format!("In the {} cup:", draw.cup)).color(p.paper_dim));
        ui.horizontal_wrapped(|ui| {
            for item in &draw.items {
                dice::chit(ui, &item.value, &item.name, item.side, true, 40.0);
            }
        });
        ui.add_space(6.0);
        if draw.best.is_empty() {
            ui.label(theme::body("No chit is drawn."));
        } else {
            ui.label(theme::text(draw.drawn(), Face::Bold, size::BODY));
            for (label, chance) in &draw.best {
                odds_row(ui, label, *chance);
            }
        }
    });
    ui.add_space(8.0);
    match barred {
        Some(why) => {
            ui.label(theme::small(why).color(theme::palette(ui).dim));
        }
        None => {
            if widgets::primary(ui, "Draw", ui.available_width()).clicked() {
                intent = Some(Intent::Take(0));
            }
        }
    }
    intent
}

/// The cards that may come, each by what it holds: a printed table.
fn card_table(ui: &mut Ui, draw: &DrawView) {
    let p = theme::palette(ui);
    // A card that holds nothing in short is a marker, known by its title.
    let markers = draw.items.iter().flat_map(|i| &i.card).all(|card| card.cells.is_empty());
    let noun = if markers { "marker" } else { "card" };
    let words = match draw.items.len() {
        1 => format!("One {noun} is left; it comes for certain."),
        n => format!("One of these {n} {noun}s, each as likely as the others."),
    };
    ui.add(egui::Label::new(theme::small(words).color(p.paper_dim)).wrap());
    ui.add_space(4.0);
    // Cards that hold the same share a line.
    let mut kinds: Vec<(&str, &CardView, usize)> = Vec::new();
    for item in &draw.items {
        let Some(card) = item.card.as_deref() else { continue };
        match kinds.iter_mut().find(|(_, known, _)| *known == card) {
            Some((.., count)) => *count += 1,
            None => kinds.push((if markers { &card.title } else { &item.value }, card, 1)),
        }
    }
    let counted = kinds.len() < draw.items.len();
    let mut heads: Vec<&str> = kinds.first().map_or(Vec::new(), |(_, card, _)| {
        std::iter::once(if markers { "Marker" } else { "Card" })
            .chain(card.cells.iter().map(|(head, _)| head.as_str()))
            .collect()
    });
    if counted {
        heads.push("How many");
    }
    let step = ui.available_width() / heads.len().max(1) as f32 * if markers { 1.4 } else { 1.0 };
    let line = |ui: &mut Ui, cells: &[&str], head: bool| {
        let height = if head { 18.0 } else { 19.0 };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        for (i, words) in cells.iter().enumerate() {
            let (face, ink) = match (head, i) {
                (true, _) => (Face::Text, p.paper_dim),
                (_, 0) if !markers => (Face::MonoBold, p.ink),
                _ => (Face::Text, p.ink),
            };
            let at = pos2(rect.left() + step * i as f32, rect.center().y);
            let points = if head { size::SMALL } else { 13.0 };
            ui.painter().text(at, Align2::LEFT_CENTER, words, face.at(points), ink);
        }
        let rule = Stroke::new(1.0, theme::mix(p.paper_dim, p.paper, if head { 0.3 } else { 0.75 }));
        ui.painter().hline(rect.x_range(), rect.bottom(), rule);
        response
    };
    line(ui, &heads, true);
    ui.spacing_mut().item_spacing.y = 1.0;
    for (value, card, count) in kinds {
        let share = format!("{count} of {}", draw.items.len());
        let mut cells: Vec<&str> =
            std::iter::once(value).chain(card.cells.iter().map(|(_, w)| w.as_str())).collect();
        let mut words = format!("{}: {}", card.title, card.lines.join("; "));
        if counted {
            cells.push(&share);
            words = format!("{words}; {share}");
        }
        let response = line(ui, &cells, false);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
        response.on_hover_text(card.lines.join("\n"));
    }
}

/// A card that was drawn, as it lies on the table.
fn drawn_card(ui: &mut Ui, value: &str, card: &CardView, hidden: bool) {
    widgets::paper(ui, |ui| {
        ui.horizontal_top(|ui| {
            let words = format!("{}: {}", card.title, card.lines.join("; "));
            if !card.drawing.is_empty() {
                let (rect, response) = ui.allocate_exact_size(vec2(70.0, 98.0), Sense::hover());
                picture::paint(ui, rect, &card.drawing, &[("VALUE", value)], egui::Color32::WHITE);
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
                ui.add_space(6.0);
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let named = card.drawing.is_empty() && *value != card.title && !hidden;
                let title = if named { format!("{value}, {}", card.title) } else { card.title.clone() };
                ui.label(theme::text(
                    if hidden && card.drawing.is_empty() { "…" } else { &title },
                    Face::Bold,
                    size::LARGE,
                ));
                for line in card.lines.iter().filter(|_| !hidden) {
                    ui.add(egui::Label::new(theme::text(line, Face::Text, 13.0)).wrap());
                }
            });
        });
    });
}

fn odds_row(ui: &mut Ui, label: &str, chance: Fraction) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, label, Face::Mono.at(13.0), p.ink);
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        chance.percent(),
        Face::MonoBold.at(13.0),
        p.ink,
    );
    let bar = Rect::from_min_max(
        pos2(rect.left() + 56.0, rect.top() + 5.0),
        pos2(rect.right() - 56.0, rect.bottom() - 5.0),
    );
    ui.painter().rect_filled(bar, 3.0, theme::fade(p.british, 0.14));
    let filled = Rect::from_min_size(bar.min, vec2(bar.width() * chance.value() as f32, bar.height()));
    ui.painter().rect_filled(filled, 3.0, theme::darker(p.british, 0.85));
    let words = format!("{label}: {}", chance.percent());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response.on_hover_text(format!("{label}: {chance} = {}", chance.percent()));
}

/// Markers turned over: each with its face, whom it meets and what it does.
fn revealed(ui: &mut Ui, all: &[RevealedView]) -> Option<Intent> {
    let mut intent = None;
    widgets::paper(ui, |ui| {
        let p = theme::palette(ui);
        ui.label(theme::text("Turned over", Face::Bold, size::HEADING - 2.0));
        ui.add_space(2.0);
        for shown in all {
            ui.horizontal_top(|ui| {
                let (rect, face) = ui.allocate_exact_size(vec2(38.0, 38.0), Sense::hover());
                let tokens: Vec<(&str, &str)> =
                    shown.tokens.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
                picture::paint(ui, rect, &shown.drawing, &tokens, egui::Color32::WHITE);
                let words = format!("{} meets {}: {}", shown.who, shown.what, shown.effect);
                face.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.horizontal(|ui| {
                        let head = format!("{} · {}", shown.who, shown.what);
                        ui.label(theme::text(head, Face::Bold, size::BODY));
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            if clause(ui, &shown.clause) {
                                intent = Some(Intent::Rule(shown.clause.clone()));
                            }
                        });
                    });
                    let effect = theme::text(&shown.effect, Face::Text, 13.0).color(p.ink);
                    ui.add(egui::Label::new(effect).wrap());
                });
            });
            ui.add_space(4.0);
        }
    });
    intent
}

fn results_head(ui: &mut Ui, latest: &LatestView) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.label(theme::caps("Latest results").color(p.dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let last = (latest.number == latest.of).then_some("This is the latest");
            let first = (latest.number <= 1).then_some("This is the first");
            keep(&mut intent, result_button(ui, "▶", "Next result", Step::On, last));
            let words = format!("{} of {}", latest.number, latest.of);
            ui.label(theme::text(words, Face::Mono, size::SMALL).color(p.dim));
            keep(&mut intent, result_button(ui, "◀", "Previous result", Step::Back, first));
        });
    });
    ui.add_space(4.0);
    intent
}

fn result_button(ui: &mut Ui, sign: &str, spoken: &str, step: Step, bar: Option<&str>) -> Option<Intent> {
    let response = widgets::quiet(ui, sign, bar);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, bar.is_none(), spoken));
    response.on_hover_text(spoken).clicked().then_some(Intent::Latest(step))
}

fn result(ui: &mut Ui, latest: &LatestView, small: bool) -> Option<Intent> {
    let mut intent = None;
    match &latest.result {
        ResultView::Roll { roll, faces, natural, total, label, tone, again, by_hand } => {
            let still = latest.tumble >= 1.0;
            if small {
                let p = theme::palette(ui);
                ui.horizontal(|ui| {
                    let mut name = roll.sheet.title.clone();
                    if !roll.subject.is_empty() {
                        name.push_str(&format!(" · {}", roll.subject));
                    }
                    ui.label(theme::strong(name).color(p.text));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        if clause(ui, &roll.clause) {
                            intent = Some(Intent::Rule(roll.clause.clone()));
                        }
                    });
                });
            }
            thrown(ui, faces, *natural, roll.sum(), *total, label, *tone, latest.tumble);
            if still && (*again || *by_hand) {
                let p = theme::palette(ui);
                let mut notes = Vec::new();
                if *again {
                    notes.push("Doubles: roll again.");
                }
                if *by_hand {
                    notes.push("Your own dice.");
                }
                ui.label(theme::small(notes.join(" ")).color(p.dim));
            }
            if !small {
                let mut shown = (**roll).clone();
                if !still {
                    for row in &mut shown.sheet.rows {
                        row.stamped = false;
                    }
                }
                ui.add_space(4.0);
                keep(&mut intent, chart(ui, &shown, Some(*total)));
            }
        }
        ResultView::Tally(view) => keep(&mut intent, tally::paper(ui, view)),
        ResultView::Revealed(all) => keep(&mut intent, revealed(ui, all)),
        ResultView::Draw { purpose, clause: id, items } => {
            let p = theme::palette(ui);
            ui.horizontal(|ui| {
                ui.label(theme::strong(purpose).color(p.text));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if clause(ui, id) {
                        intent = Some(Intent::Rule(id.clone()));
                    }
                });
            });
            for item in items {
                if let Some(card) = &item.card {
                    drawn_card(ui, &item.value, card, latest.tumble < 0.5);
                }
            }
            ui.horizontal_wrapped(|ui| {
                if items.is_empty() {
                    ui.label(theme::typed("None drawn.").color(p.dim));
                }
                for item in items.iter().filter(|i| i.card.is_none()) {
                    let side = if latest.tumble < 0.5 { Side::Back } else { item.side };
                    let value = if side == Side::Back { "" } else { &item.value };
                    dice::chit(ui, value, &item.name, side, item.kept, 48.0);
                }
            });
        }
    }
    intent
}

/// The dice as thrown, the arithmetic and the result.
fn thrown(
    ui: &mut Ui,
    faces: &[(u8, bool)],
    natural: i32,
    sum: i32,
    total: i32,
    label: &str,
    tone: Tone,
    tumble: f32,
) {
    let p = theme::palette(ui);
    let still = tumble >= 1.0;
    let dice = |ui: &mut Ui, side: f32| {
        for (i, (face, kept)) in faces.iter().enumerate() {
            if still {
                let stand = if *kept { Stand::Kept } else { Stand::Dropped };
                dice::die(ui, *face, stand, side, 0.0);
            } else {
                let frame = (tumble * 9.0) as u8 + u8::try_from(i).unwrap_or(0) * 2;
                let turn = (1.0 - tumble) * (5.0 + i as f32);
                dice::die(ui, (face + frame) % 6 + 1, Stand::Kept, side, turn);
            }
        }
    };
    // A handful lies in rows of its own.
    let many = faces.len() > 4;
    if many {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            dice(ui, 28.0);
        });
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        if !many {
            dice(ui, 44.0);
        }
        if !still {
            return;
        }
        let mut sums = format!("= {natural}");
        if sum != 0 {
            sums.push_str(&format!(" {} = {}", theme::signed(sum), theme::number(total)));
        }
        ui.label(theme::text(sums, Face::MonoBold, 17.0).color(p.moon));
        let label_ink = if tone == Tone::Plain { p.text } else { p.tone(tone) };
        let width = ui.available_width();
        ui.allocate_ui_with_layout(vec2(width, 44.0), Layout::right_to_left(Align::Center), |ui| {
            ui.add(
                egui::Label::new(
                    theme::text(label, Face::Bold, size::LARGE).color(theme::mix(label_ink, p.moon, 0.12)),
                )
                .wrap(),
            );
        });
    });
    ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top() + 2.0, Stroke::new(1.0, p.edge));
    ui.add_space(6.0);
}

#[cfg(test)]
mod tests;
