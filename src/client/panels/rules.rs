//! The Rules tab: the ledger in our own words, searchable, with clickable cross references.

use bevy_egui::egui::{self, Align, ScrollArea, Ui};

use super::Intent;
use crate::client::theme::{self, Face, size};
use crate::client::widgets::{self, clause};
use crate::kernel::rules::{ClauseEntry, Ledger, Status};

/// What the tab remembers between frames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RulesState {
    /// Words looked for.
    pub query: String,
    /// The clause or rule to stand at.
    pub at: String,
    /// Whether it must be brought into view.
    pub jump: bool,
    /// Clauses stood at before, for going back.
    pub past: Vec<String>,
}

impl RulesState {
    /// Opens a clause or rule.
    pub fn open(&mut self, id: &str) {
        if !self.at.is_empty() && self.at != id {
            self.past.push(std::mem::take(&mut self.at));
        }
        id.clone_into(&mut self.at);
        self.query.clear();
        self.jump = true;
    }
}

/// The clauses shown: those found, or the chapter that the clause or rule stands in.
fn shown<'a>(ledger: &'a Ledger, state: &'a RulesState) -> Vec<&'a ClauseEntry> {
    if !state.query.trim().is_empty() {
        return ledger.search(&state.query).take(80).collect();
    }
    let rule = ledger.clause(&state.at).map_or(state.at.as_str(), |c| c.rule.as_str());
    let chapter: String = rule.split('.').take(2).collect::<Vec<_>>().join(".");
    let inside = |c: &&ClauseEntry| {
        chapter.is_empty()
            || c.rule == chapter
            || c.rule.strip_prefix(&chapter).is_some_and(|r| r.starts_with('.'))
    };
    let found: Vec<_> = ledger.clauses.iter().filter(inside).collect();
    if found.is_empty() { ledger.clauses.iter().take(60).collect() } else { found }
}

/// Draws the tab; `here` is the clause of the current step.
pub fn panel(ui: &mut Ui, ledger: &Ledger, here: &str, state: &mut RulesState) -> Option<Intent> {
    let intent = None;
    let p = theme::palette(ui);
    if state.at.is_empty() && !here.is_empty() {
        state.open(here);
    }
    let mut go = None;
    let narrow = ui.available_width() < 330.0;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - if narrow { 112.0 } else { 212.0 }).clamp(80.0, 190.0);
        ui.add(widgets::field(&mut state.query, "Search the rules", width));
        if widgets::quiet(ui, "Here", here.is_empty().then_some("No step is waiting")).clicked() {
            go = Some(here.to_owned());
        }
        let back = state.past.is_empty().then_some("Nothing to go back to");
        if widgets::quiet(ui, "Back", back).clicked()
            && let Some(id) = state.past.pop()
        {
            state.at = id;
            state.query.clear();
            state.jump = true;
        }
        if !narrow && let Some(id) = chapters(ui, ledger) {
            go = Some(id);
        }
    });
    if narrow && let Some(id) = chapters(ui, ledger) {
        go = Some(id);
    }
    ui.add_space(4.0);
    let clauses = shown(ledger, state);
    let mut jumped = false;
    ScrollArea::vertical().id_salt("rules").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        if clauses.is_empty() {
            ui.label(theme::body("No rule holds these words.").color(p.dim));
        }
        for c in clauses {
            let current = c.id == state.at || c.rule == state.at;
            let response = entry(ui, c, current, ledger, &mut go);
            if current && state.jump && !jumped {
                jumped = true;
                ui.scroll_to_rect(response.rect, Some(Align::Min));
            }
            ui.add_space(4.0);
        }
    });
    if jumped {
        state.jump = false;
    }
    if let Some(id) = go {
        state.open(&id);
    }
    intent
}

/// The chapters to choose from; returns the first clause of the one chosen.
fn chapters(ui: &mut Ui, ledger: &Ledger) -> Option<String> {
    let mut go = None;
    let choice = egui::ComboBox::from_id_salt("chapter").selected_text(theme::small("Chapter")).width(80.0);
    choice.height(560.0).show_ui(ui, |ui| {
        let p = theme::palette(ui);
        ui.set_min_width(240.0);
        let (mut last, mut part) = (String::new(), "");
        for c in &ledger.clauses {
            let chapter: String = c.rule.split('.').take(2).collect::<Vec<_>>().join(".");
            if chapter != last {
                if c.part != part {
                    part = &c.part;
                    ui.add_space(4.0);
                    ui.label(theme::caps(part).color(p.dim));
                }
                let words = theme::small(format!("{chapter}  {}", c.title));
                if ui.selectable_label(false, words).clicked() {
                    go = Some(c.id.clone());
                }
                last = chapter;
            }
        }
    });
    go
}

fn entry(
    ui: &mut Ui,
    c: &ClauseEntry,
    current: bool,
    ledger: &Ledger,
    go: &mut Option<String>,
) -> egui::Response {
    let p = theme::palette(ui);
    let fill = if current { p.raised } else { p.slate };
    let edge = if current { p.brass } else { p.slate };
    egui::Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(theme::CARD)
        .inner_margin(egui::Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(theme::text(&c.id, Face::FigureBold, size::SMALL).color(p.brass));
                ui.add(egui::Label::new(theme::strong(&c.title).color(p.moon)).wrap());
            });
            ui.add(egui::Label::new(theme::body(&c.text)).wrap());
            if !c.note.is_empty() {
                ui.add(
                    egui::Label::new(theme::small(format!("Our reading: {}", c.note)).color(p.dim)).wrap(),
                );
            }
            if let Status::Omitted(why) = &c.status {
                ui.add(egui::Label::new(theme::small(format!("Not enforced: {why}")).color(p.dim)).wrap());
            }
            if !c.see.is_empty() {
                ui.horizontal_wrapped(|ui| {
                    ui.label(theme::small("See").color(p.dim));
                    for id in &c.see {
                        if clause(ui, id) {
                            let first = ledger.clause(id).or_else(|| ledger.of_rule(id).next());
                            *go = Some(first.map_or_else(|| id.clone(), |c| c.id.clone()));
                        }
                    }
                });
            }
        })
        .response
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::client::widgets::testing::themed;
    use crate::kernel::rules::ClauseKind;

    fn ledger() -> Ledger {
        let clause = |id: &str, rule: &str, title: &str, see: &[&str]| ClauseEntry {
            id: id.into(),
            rule: rule.into(),
            part: "Attack".into(),
            kind: ClauseKind::Mechanic,
            title: title.into(),
            text: format!("The text of {title}."),
            see: see.iter().map(|s| (*s).to_owned()).collect(),
            chart: String::new(),
            note: String::new(),
            status: Status::Open,
        };
        Ledger {
            clauses: vec![
                clause("2.1.1.a", "2.1.1", "First damage", &["4.2.4"]),
                clause("4.2.4.a", "4.2.4", "Flak Check", &[]),
                clause("4.2.4.b", "4.2.4", "Dice thrown", &[]),
            ],
            ..Ledger::default()
        }
    }

    #[test]
    fn it_opens_at_the_current_clause_and_follows_references() {
        let mut harness = themed(
            vec2(420.0, 600.0),
            |ui, state: &mut RulesState| {
                panel(ui, &ledger(), "2.1.1.a", state);
            },
            RulesState::default(),
        );
        harness.get_by_label("First damage");
        assert!(harness.query_by_label("Flak Check").is_none(), "another chapter");
        harness.get_by_label("Rule 4.2.4").click();
        harness.run();
        harness.get_by_label("Flak Check");
        assert_eq!(harness.state().at, "4.2.4.a");
        harness.get_by_label("Back").click();
        harness.run();
        assert_eq!(harness.state().at, "2.1.1.a");
    }

    #[test]
    fn a_search_reads_the_whole_ledger() {
        let ledger = ledger();
        let state = RulesState { query: "dice".into(), ..RulesState::default() };
        let found = shown(&ledger, &state);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, "4.2.4.b");
    }
}
