//! New game: the games and their scenarios as cards.

use bevy::prelude::*;
use bevy_egui::egui::{Align, Color32, Layout, Ui, Vec2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Menu, frame};
use crate::client::app::{Games, NewTable};
use crate::client::games::seat_title;
use crate::client::screens::Screen;
use crate::client::settings::Settings;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;
use crate::kernel::game::{Options, ScenarioCard};

/// The new game that is being made up.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The scenario's card, once one is chosen.
    pub card: Option<ScenarioCard>,
    /// What will be asked for.
    pub table: NewTable,
    /// The seed as typed.
    pub seed: String,
    /// Whether the game has dice.
    pub dice: bool,
}

impl Default for Draft {
    fn default() -> Self {
        let mode = crate::kernel::journal::UndoMode::Table;
        let table = NewTable {
            scenario: String::new(),
            options: Options::new(),
            seed: 0,
            mode,
            own_dice: false,
            bots: Vec::new(),
        };
        Self { card: None, table, seed: String::new(), dice: true }
    }
}

impl Draft {
    /// Begins anew with a scenario, a fresh seed and the player's usual undo mode.
    pub fn choose(&mut self, card: &ScenarioCard, settings: &Settings) {
        self.card = Some(card.clone());
        let options =
            card.options.iter().filter_map(|o| Some((o.id.clone(), o.values.first()?.clone()))).collect();
        self.table.scenario.clone_from(&card.id);
        self.table.options = options;
        self.table.mode = settings.undo_mode;
        self.table.bots.clear();
        self.new_seed();
    }

    /// Whether two people hide things from each other at one screen.
    #[must_use]
    pub fn shared(&self) -> bool {
        self.table.bots.is_empty() && self.card.as_ref().is_some_and(|card| card.seats.len() > 1)
    }

    /// Draws a seed from the clock: six digits, short enough to be told to a friend.
    pub fn new_seed(&mut self) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let mixed = (now.as_nanos() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        self.table.seed = 100_000 + mixed % 900_000;
        self.seed = self.table.seed.to_string();
    }

    /// Reads the seed as typed; the last good one stays when it is no number.
    pub fn read_seed(&mut self) -> bool {
        self.seed.trim().parse().map(|seed| self.table.seed = seed).is_ok()
    }
}

/// A game with its scenarios.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCards {
    /// The game's title.
    pub title: String,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioCard>,
}

/// What was chosen: a way back, or a scenario by game and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGameIntent {
    /// Back to the menu before.
    Back,
    /// This scenario.
    Choose(usize, usize),
}

/// Draws the games and their scenarios.
pub fn new_game(ui: &mut Ui, games: &[GameCards]) -> Option<NewGameIntent> {
    let p = theme::palette(ui);
    let mut intent = None;
    let opens = frame::opens(ui, "new game");
    let left = frame::sheet(ui, "New game", vec2(1180.0, f32::INFINITY), |ui| {
        if games.iter().all(|game| game.scenarios.is_empty()) {
            ui.label(
                theme::body("No scenario is loaded. The folder of shipped data holds none that can be read.")
                    .color(p.dim),
            );
        }
        for (g, game) in games.iter().enumerate() {
            ui.label(theme::heading(&game.title).color(p.text));
            ui.add_space(8.0);
            let columns = match ui.available_width() {
                w if w > 980.0 => 3,
                w if w > 620.0 => 2,
                _ => 1,
            };
            let gap = 12.0;
            let width = (ui.available_width() - gap * (columns as f32 - 1.0)) / columns as f32;
            let numbered: Vec<(usize, &ScenarioCard)> = game.scenarios.iter().enumerate().collect();
            for row in numbered.chunks(columns) {
                let high = row.iter().map(|(_, card)| card_height(ui, card, width)).fold(212.0, f32::max);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = gap;
                    for (s, card) in row {
                        let response = scenario_card(ui, card, vec2(width, high));
                        frame::first(&response, opens && (g, *s) == (0, 0));
                        if response.clicked() {
                            intent = Some(NewGameIntent::Choose(g, *s));
                        }
                    }
                });
                ui.add_space(gap);
            }
            ui.add_space(12.0);
        }
    });
    if left.0 { Some(NewGameIntent::Back) } else { intent }
}

/// The height that a card's text takes: title, part, description, rules, tags, and the spaces between them.
fn card_height(ui: &Ui, card: &ScenarioCard, width: f32) -> f32 {
    let high = |words: &str, face: Face, points: f32| {
        let room = width - 32.0;
        ui.painter().layout(words.to_owned(), face.at(points), Color32::WHITE, room).size().y
    };
    let gap = ui.spacing().item_spacing.y;
    let text = high(&card.title, Face::Strong, size::HEADING)
        + high(&card.part, Face::Text, size::SMALL)
        + high(&card.blurb, Face::Text, size::BODY)
        + high(&format!("Rules: {}", card.rules), Face::Text, size::SMALL);
    text + 28.0 + 6.0 + 24.0 + 6.0 * gap + 8.0
}

fn scenario_card(ui: &mut Ui, card: &ScenarioCard, of: Vec2) -> bevy_egui::egui::Response {
    let p = theme::palette(ui);
    let label = format!("{}. {}", card.title, card.blurb);
    frame::card(ui, &label, of, false, |ui| {
        ui.label(theme::text(&card.title, Face::Strong, size::HEADING).color(p.moon));
        ui.label(theme::small(&card.part).color(p.dim));
        ui.add_space(6.0);
        ui.label(theme::body(&card.blurb).color(p.text));
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            ui.horizontal(|ui| {
                frame::tag(ui, &format!("{} min", card.minutes), p.text);
                frame::tag(ui, &card.difficulty, p.text);
                frame::tag(ui, &seats(card), p.text);
            });
            ui.label(theme::small(format!("Rules: {}", card.rules)).color(p.dim));
        });
    })
}

fn seats(card: &ScenarioCard) -> String {
    let names: Vec<String> = card.seats.iter().map(|code| seat_title(&card.game, code)).collect();
    if card.solo { "solitaire".to_owned() } else { names.join(" against ") }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Draft>().add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::NewGame)));
}

fn show(
    mut contexts: EguiContexts,
    games: Res<Games>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    mut draft: ResMut<Draft>,
    mut menu: ResMut<NextState<Menu>>,
) -> Result {
    let cards: Vec<GameCards> = games
        .0
        .iter()
        .map(|game| GameCards { title: game.title().to_owned(), scenarios: game.scenarios() })
        .collect();
    match page(contexts.ctx_mut()?, "new game", true, |ui| new_game(ui, &cards)) {
        Some(NewGameIntent::Back) => menu.set(Menu::NewGame.back(*screen.get())),
        Some(NewGameIntent::Choose(game, scenario)) => {
            if let Some(card) = cards.get(game).and_then(|g| g.scenarios.get(scenario)) {
                draft.choose(card, &settings);
                draft.dice = games.0.get(game).is_some_and(|g| g.charts().iter().next().is_some());
                draft.table.own_dice &= draft.dice;
                menu.set(Menu::Options);
            }
        }
        None => {}
    }
    Ok(())
}
