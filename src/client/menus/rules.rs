//! Rules and charts: the ledger of each game, searched and read clause by clause.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, ScrollArea, Ui, UiBuilder, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, frame};
use crate::client::app::Games;
use crate::client::panels::charts::ChartsState;
use crate::client::panels::sheet::Sheet;
use crate::client::panels::{self, Intent};
use crate::client::screens::Screen;
use crate::client::session::Session;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;
use crate::kernel::game::Game;
use crate::kernel::rules::{ClauseEntry, Ledger};

/// Where the reader is.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Reader {
    /// The game, by its place in the list.
    pub game: usize,
    /// The words searched for.
    pub query: String,
    /// The rule that is open, such as `4.2.4`.
    pub rule: String,
    /// Whether the charts are shown instead of the rules.
    pub charts: bool,
    /// What the charts remember.
    pub sheets: ChartsState,
}

/// What was done on the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesIntent {
    /// Back to the menu before.
    Back,
    /// The reader moved.
    Move(Reader),
}

/// Draws the ledger of the chosen game; `titles` are those of all games.
pub fn rules(ui: &mut Ui, titles: &[&str], game: &dyn Game, at: &Reader) -> Option<RulesIntent> {
    let mut now = at.clone();
    let ledger = game.ledger();
    if now.rule.is_empty() {
        // The first rule lies open rather than an empty sheet.
        now.rule = ledger.clauses.first().map_or(String::new(), |c| c.rule.clone());
    }
    let left = frame::sheet(ui, "Rules and charts", vec2(1180.0, f32::INFINITY), |ui| {
        ui.horizontal(|ui| {
            for (i, title) in titles.iter().enumerate() {
                if titles.len() > 1 && frame::chip(ui, title, i == now.game).clicked() {
                    now = Reader { game: i, ..Reader::default() };
                }
            }
            if let Some(charts) = frame::choices(ui, now.charts, &[(false, "Rules"), (true, "Charts")]) {
                now.charts = charts;
            }
            if !now.charts {
                ui.add_space(12.0);
                let search = ui.label(theme::body("Search"));
                ui.add(egui::TextEdit::singleline(&mut now.query).desired_width(320.0))
                    .labelled_by(search.id);
            }
        });
        ui.add_space(10.0);
        let height = (ui.ctx().viewport_rect().height() - 236.0).max(160.0);
        if now.charts {
            charts(ui, game, &mut now, height);
        } else {
            let list = |ui: &mut Ui, now: &mut Reader| contents(ui, ledger, now);
            two_columns(ui, &mut now, height, list, |ui, now| paper(ui, ledger, now, height));
        }
    });
    if left.0 { Some(RulesIntent::Back) } else { (now != *at).then_some(RulesIntent::Move(now)) }
}

/// A list at the left, what is open at the right.
fn two_columns(
    ui: &mut Ui,
    now: &mut Reader,
    height: f32,
    list: impl FnOnce(&mut Ui, &mut Reader),
    open: impl FnOnce(&mut Ui, &mut Reader),
) {
    let width = (ui.available_width() * 0.4).min(340.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            ScrollArea::vertical()
                .id_salt("list")
                .auto_shrink(false)
                .max_height(height)
                .show(ui, |ui| list(ui, now));
        });
        ui.add_space(8.0);
        let room = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
            ui.set_max_height(height);
            open(ui, now);
        });
    });
}

/// A line of the list at the left.
fn entry(ui: &mut Ui, on: bool, words: String) -> bool {
    let p = theme::palette(ui);
    let text = theme::body(words).color(if on { p.moon } else { p.text });
    ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
        ui.add(egui::Button::selectable(on, text).truncate().min_size(vec2(0.0, 26.0))).clicked()
    })
    .inner
}

/// All charts, drawn from the data that the rules read.
fn charts(ui: &mut Ui, game: &dyn Game, now: &mut Reader, height: f32) {
    let sheets: Vec<Sheet> = game.charts().iter().map(|(_, chart)| Sheet::of(chart)).collect();
    let list = |ui: &mut Ui, now: &mut Reader| {
        for sheet in sheets.iter().filter(|s| s.matches(&now.sheets.query)) {
            if entry(ui, false, format!("{}  {}", sheet.code, sheet.title)) {
                now.sheets.open = Some(sheet.id.clone());
            }
        }
    };
    two_columns(ui, now, height, list, |ui, now| {
        if let Some(Intent::Rule(clause)) = panels::charts::panel(ui, &sheets, &mut now.sheets) {
            *now = Reader { game: now.game, rule: rule_of(&clause), ..Reader::default() };
        }
    });
}

/// The rules in document order, or those with a hit.
fn contents(ui: &mut Ui, ledger: &Ledger, now: &mut Reader) {
    let p = theme::palette(ui);
    let mut last = ("", "");
    let mut any = false;
    let query = now.query.clone();
    for clause in ledger.search(&query) {
        any = true;
        if clause.part != last.0 {
            ui.add_space(6.0);
            ui.label(theme::caps(&clause.part).color(p.dim));
        }
        if clause.rule != last.1 || clause.part != last.0 {
            let on = now.rule == clause.rule;
            if entry(ui, on, format!("{}  {}", clause.rule, clause.title)) {
                now.rule.clone_from(&clause.rule);
            }
        }
        last = (&clause.part, &clause.rule);
    }
    if !any {
        ui.label(theme::body("No clause holds these words.").color(p.dim));
    }
}

/// The open rule on paper.
fn paper(ui: &mut Ui, ledger: &Ledger, now: &mut Reader, height: f32) {
    let p = theme::palette(ui);
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, theme::PLACE, p.paper);
    let rule = now.rule.clone();
    ui.scope_builder(
        UiBuilder::new().max_rect(rect.shrink(20.0)).layout(Layout::top_down(Align::Min)),
        |ui| {
            // A rule is read with the rules below it.
            let below = format!("{rule}.");
            let inside = |c: &&ClauseEntry| c.rule == rule || c.rule.starts_with(&below);
            let clauses: Vec<&ClauseEntry> = ledger.clauses.iter().filter(inside).collect();
            if clauses.is_empty() {
                ui.label(theme::body("Choose a rule at the left, or search.").color(p.paper_dim));
                return;
            }
            ScrollArea::vertical().id_salt(&rule).auto_shrink(false).max_height(height - 40.0).show(
                ui,
                |ui| {
                    ui.label(theme::text(format!("Rule {rule}"), Face::Bold, size::HEADING).color(p.ink));
                    ui.add_space(6.0);
                    for clause in clauses {
                        clause_text(ui, clause, now);
                    }
                },
            );
        },
    );
}

fn clause_text(ui: &mut Ui, clause: &ClauseEntry, now: &mut Reader) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(theme::text(&clause.id, Face::Mono, size::SMALL).color(p.brass_ink));
        ui.label(theme::strong(&clause.title).color(p.ink));
    });
    ui.label(theme::body(&clause.text).color(p.ink));
    if !clause.note.is_empty() {
        ui.label(
            theme::text(format!("Reading: {}", clause.note), Face::Typed, size::SMALL).color(p.paper_dim),
        );
    }
    if !clause.see.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::small("See").color(p.paper_dim));
            for see in &clause.see {
                let link = egui::Link::new(theme::small(see).color(p.brass_ink));
                if ui.add(link).clicked() {
                    now.rule = rule_of(see);
                    now.query.clear();
                }
            }
        });
    }
    ui.add_space(10.0);
}

/// The rule that a reference names: a clause's letter is cut off.
fn rule_of(reference: &str) -> String {
    match reference.rsplit_once('.') {
        Some((rule, letter)) if letter.chars().all(|c| c.is_ascii_lowercase()) => rule.to_owned(),
        _ => reference.to_owned(),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reader>()
        .add_systems(OnEnter(Menu::Rules), open_anew)
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Rules)));
}

/// Every visit begins at the step at hand, or at the first rule.
fn open_anew(mut reader: ResMut<Reader>) {
    *reader = Reader { game: reader.game, ..Reader::default() };
}

fn show(
    mut contexts: EguiContexts,
    games: Res<Games>,
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    mut reader: ResMut<Reader>,
    mut menu: ResMut<NextState<Menu>>,
) -> Result {
    // At a table the rule of the step at hand lies open first.
    if let Some(session) = session
        && reader.rule.is_empty()
        && let Some(question) = session.table().question().filter(|q| Some(q.seat) == session.viewer())
    {
        let game = session.table().game().id();
        reader.game = games.0.iter().position(|g| g.id() == game).unwrap_or(reader.game);
        reader.rule = rule_of(question.clause.0);
    }
    let titles: Vec<&str> = games.0.iter().map(|g| g.title()).collect();
    let Some(game) = games.0.get(reader.game) else {
        menu.set(Menu::Rules.back(*screen.get()));
        return Ok(());
    };
    match page(contexts.ctx_mut()?, "rules", true, |ui| rules(ui, &titles, &**game, &reader)) {
        Some(RulesIntent::Back) => menu.set(Menu::Rules.back(*screen.get())),
        Some(RulesIntent::Move(now)) => *reader = now,
        None => {}
    }
    Ok(())
}
