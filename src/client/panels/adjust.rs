//! Adjusting the position: a reason first, then what the game offers to set by hand. Orders wait meanwhile.

use bevy_egui::egui::{self, Context, Id, Modal, ScrollArea, Ui, vec2};

use super::Intent;
use crate::client::{theme, widgets};
use crate::kernel::adjust::Adjustment;
use crate::kernel::timeline::Table;

/// What the overlay shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AdjustView {
    /// The reason given, once it is.
    pub reason: Option<String>,
    /// What may be adjusted now.
    pub rows: Vec<Adjustment>,
    /// When something can be adjusted, while nothing can.
    pub when: String,
    /// Why the last adjustment was refused.
    pub refused: Option<String>,
}

impl AdjustView {
    /// The overlay of a table.
    #[must_use]
    pub fn of(table: &Table, refused: Option<String>) -> Self {
        Self {
            reason: table.adjusting().map(str::to_owned),
            rows: table.adjustments(),
            when: table.game().adjust_when().to_owned(),
            refused,
        }
    }
}

/// Shows the overlay over the table; `reason` is what the player types.
pub fn show(ctx: &Context, view: &AdjustView, reason: &mut String) -> Option<Intent> {
    let room = ctx.viewport_rect().size();
    let response = Modal::new(Id::new("adjust")).show(ctx, |ui| {
        ui.set_width(520.0f32.min(room.x - 48.0));
        panel(ui, view, reason, (room.y - 260.0).max(120.0))
    });
    if response.should_close() { Some(Intent::AdjustEnd) } else { response.inner }
}

/// Draws the overlay; the list takes at most `height` points.
pub fn panel(ui: &mut Ui, view: &AdjustView, reason: &mut String, height: f32) -> Option<Intent> {
    let p = theme::palette(ui);
    let mut intent = None;
    ui.label(theme::heading("Adjust the position").color(p.moon));
    let about =
        "Puts a mistake right outside the rules. The log tells it, and the game stays stamped \"adjusted\".";
    ui.add(egui::Label::new(theme::small(about).color(p.dim)).wrap());
    ui.add_space(8.0);
    if view.rows.is_empty() {
        let words = format!("Nothing can be adjusted now: {}.", view.when);
        ui.add(egui::Label::new(theme::body(words)).wrap());
    } else if let Some(why) = &view.reason {
        ui.add(egui::Label::new(theme::typed(format!("Reason: {why}"))).wrap());
        ui.add_space(4.0);
        ScrollArea::vertical().id_salt("adjustments").max_height(height).auto_shrink([false, true]).show(
            ui,
            |ui| {
                for row in &view.rows {
                    if let Some(value) = adjustment(ui, row) {
                        intent = Some(Intent::Adjust(row.id.clone(), value));
                    }
                }
            },
        );
    } else {
        ui.horizontal(|ui| {
            let field = widgets::field(reason, "Why is it adjusted?", ui.available_width() - 130.0);
            let field = ui.add(field);
            if ui.memory(|m| m.focused().is_none()) {
                field.request_focus();
            }
            let enter = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            let full = !reason.trim().is_empty();
            let begin = egui::Button::new(theme::strong("Begin")).min_size(vec2(110.0, 30.0));
            if (ui.add_enabled(full, begin).clicked() || enter) && full {
                intent = Some(Intent::AdjustBegin(reason.clone()));
            }
        });
    }
    if let Some(why) = &view.refused {
        ui.add(egui::Label::new(theme::small(why).color(p.loss)).wrap());
    }
    ui.add_space(8.0);
    if widgets::secondary(ui, "Done", 120.0).clicked() {
        intent = Some(Intent::AdjustEnd);
    }
    intent
}

/// One thing with its values as chips; returns the value picked.
fn adjustment(ui: &mut Ui, row: &Adjustment) -> Option<String> {
    let p = theme::palette(ui);
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.allocate_ui_with_layout(
            vec2(150.0, 24.0),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(150.0);
                ui.label(theme::body(&row.label).color(p.text));
            },
        );
        for (id, label) in &row.values {
            let on = *id == row.now;
            let ink = if on { p.ink } else { p.text };
            let mut button = egui::Button::new(theme::small(label).color(ink)).min_size(vec2(26.0, 22.0));
            if on {
                button = button.fill(p.brass);
            }
            let response = ui.add(button);
            let words = format!("{}: {label}", row.label);
            response
                .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, on, &words));
            if response.clicked() && !on {
                picked = Some(id.clone());
            }
        }
    });
    picked
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::{NodeT, Queryable};

    use super::*;
    use crate::client::widgets::testing::themed;

    type State = (AdjustView, String, Vec<Intent>);

    fn harness(view: AdjustView, reason: &str) -> Harness<'static, State> {
        themed(
            vec2(560.0, 500.0),
            |ui, s: &mut State| {
                let intent = panel(ui, &s.0, &mut s.1, 300.0);
                s.2.extend(intent);
            },
            (view, reason.to_owned(), Vec::new()),
        )
    }

    fn rows() -> Vec<Adjustment> {
        let values = ["0", "1", "2"].map(|n| (n.to_owned(), n.to_owned())).to_vec();
        vec![Adjustment {
            id: "flak".into(),
            label: "Flak Level".into(),
            piece: None,
            now: "2".into(),
            values,
        }]
    }

    #[test]
    fn c12_a_reason_is_asked_for_before_anything_can_be_set() {
        let mut harness = harness(AdjustView { rows: rows(), ..AdjustView::default() }, "");
        assert!(harness.get_by_label("Begin").accesskit_node().is_disabled());
        assert!(harness.query_by_label("Flak Level: 1").is_none());
        harness.state_mut().1 = "wrong box".into();
        harness.run();
        harness.get_by_label("Begin").click();
        harness.run();
        assert_eq!(harness.state().2, [Intent::AdjustBegin("wrong box".into())]);
    }

    #[test]
    fn c12_values_are_set_by_a_click_and_the_one_in_force_does_nothing() {
        let view = AdjustView { reason: Some("wrong box".into()), rows: rows(), ..AdjustView::default() };
        let mut harness = harness(view, "");
        harness.get_by_label("Flak Level: 2").click();
        harness.run();
        harness.get_by_label("Flak Level: 1").click();
        harness.run();
        harness.get_by_label("Done").click();
        harness.run();
        let set = Intent::Adjust("flak".into(), "1".into());
        assert_eq!(harness.state().2, [set, Intent::AdjustEnd]);
    }

    #[test]
    fn where_nothing_can_be_adjusted_it_says_when() {
        let harness =
            harness(AdjustView { when: "it can be on Sundays".into(), ..AdjustView::default() }, "");
        harness.get_by_label("Nothing can be adjusted now: it can be on Sundays.");
        assert!(harness.query_by_label("Begin").is_none());
    }
}
