//! The modifiers of a roll on its chart, those that do not apply with their reason.

use bevy_egui::egui::{self, Align, Layout, Ui, WidgetInfo, WidgetType, vec2};

use crate::client::panels::Intent;
use crate::client::panels::luck::ModifierView;
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, clause};

/// A line of the chart: what it is, and its value or why it does not apply.
pub(super) fn modifier(ui: &mut Ui, m: &ModifierView) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let applies = m.idle.is_none();
    let ink = if applies { p.ink } else { theme::mix(p.paper_dim, p.paper, 0.2) };
    let gap = ui.spacing().item_spacing.x;
    let wide = |words: &str, face: Face, size| {
        ui.painter().layout_no_wrap(words.to_owned(), face.at(size), ink).size().x + gap
    };
    let right = match &m.idle {
        Some(why) => wide(&format!("− {why}"), Face::Text, size::SMALL),
        None => 34.0 + widgets::clause_width(ui, &m.clause) + gap,
    };
    let label = wide(&m.label, Face::Text, size::BODY);
    // A reason that leaves the label no room stands under it.
    let below = m.idle.as_deref().filter(|_| label + right > ui.available_width());
    ui.horizontal(|ui| {
        ui.set_height(20.0);
        let mut label = egui::Label::new(theme::body(&m.label).color(ink)).truncate();
        if !applies {
            label = label.selectable(false);
        }
        let width = if below.is_some() { ui.available_width() } else { ui.available_width() - right };
        let width = width.max(80.0);
        ui.allocate_ui_with_layout(vec2(width, 20.0), Layout::left_to_right(Align::Center), |ui| {
            ui.add(label);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| match &m.idle {
            None => {
                ui.label(theme::text(theme::signed(m.value), Face::MonoBold, size::BODY).color(ink));
                if clause(ui, &m.clause) {
                    intent = Some(Intent::Rule(m.clause.clone()));
                }
            }
            Some(why) if below.is_none() => idle(ui, m, why, ink),
            Some(_) => {}
        });
    });
    if let Some(why) = below {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| idle(ui, m, why, ink));
    }
    intent
}

/// Why a modifier does not apply.
fn idle(ui: &mut Ui, m: &ModifierView, why: &str, ink: egui::Color32) {
    let spoken = format!("{} does not apply: {why}", m.label);
    let response = ui.add(egui::Label::new(theme::small(format!("− {why}")).color(ink)).truncate());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
    response.on_hover_text(format!("Would add {} [{}]", theme::signed(m.value), m.clause));
}
