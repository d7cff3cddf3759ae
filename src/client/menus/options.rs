//! Options of the chosen scenario, asked before the table opens.

use bevy::prelude::*;
use bevy_egui::egui::{self, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Draft, Menu, frame};
use crate::client::app::{NewTable, Open, OpenRequested};
use crate::client::games::seat_title;
use crate::client::theme::{self, Face, size};
use crate::client::third_party::egui::page;
use crate::kernel::game::{OptionCard, Options, ScenarioCard};
use crate::kernel::journal::UndoMode;

/// What was done on the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsIntent {
    /// Back to the cards.
    Back,
    /// The draft as it is now.
    Change(Box<Draft>),
    /// Draw another seed.
    NewSeed,
    /// Open the table.
    Start,
}

/// Draws the options of the chosen scenario.
pub fn options(ui: &mut Ui, draft: &Draft) -> Option<OptionsIntent> {
    let card = draft.card.as_ref()?;
    let p = theme::palette(ui);
    let mut now = draft.clone();
    let mut intent = None;
    // Many options stand side by side where the window is wide enough.
    let many = card.options.len() > 3 && ui.max_rect().width() > 900.0;
    let most = vec2(if many { 1120.0 } else { 760.0 }, 900.0);
    let opens = frame::opens(ui, "options");
    let mut typed = false;
    let mut started = false;
    let ready = draft.seed.trim().parse::<u64>().is_ok();
    let foot = |ui: &mut Ui| {
        ui.add_enabled_ui(ready, |ui| {
            let start = frame::main_button(ui, "Start").on_hover_text("Enter");
            frame::first(&start, opens && ready);
            started = start.clicked();
            frame::focus_on_arrow(ui, &start, ready);
        });
        ui.add_space(12.0);
        ui.label(theme::small(in_short(draft)).color(p.dim));
    };
    let left = frame::sheet_with_foot(ui, &card.title, most, (44.0, foot), |ui| {
        ui.label(theme::body(&card.blurb).color(p.text));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            frame::tag(ui, &card.part, p.text);
            frame::tag(ui, &format!("{} min", card.minutes), p.text);
            frame::tag(ui, &card.difficulty, p.text);
        });
        if card.seats.len() > 1 {
            seats(ui, card, &mut now.table.bots);
        }
        let columns = if many { 2 } else { 1 };
        for row in card.options.chunks(columns) {
            ui.columns(columns, |columns| {
                for (ui, option) in columns.iter_mut().zip(row) {
                    choice(ui, option, &mut now.table.options);
                }
            });
        }
        frame::section(ui, "Taking back");
        if now.shared() {
            // Practice would take back through hand-offs and show what the other side hides.
            now.table.mode = UndoMode::Table;
        } else {
            let modes = [(UndoMode::Table, "Table"), (UndoMode::Practice, "Practice")];
            if let Some(mode) = frame::choices(ui, now.table.mode, &modes) {
                now.table.mode = mode;
            }
        }
        ui.label(theme::small(undo_words(now.table.mode)).color(p.dim));
        if now.shared() {
            let words = "Practice would go back through hand-offs: it is for one person at the screen.";
            ui.label(theme::small(words).color(p.dim));
        }
        if draft.dice {
            frame::section(ui, "Dice");
            let own = [(false, "The program throws"), (true, "I throw my own")];
            if let Some(own_dice) = frame::choices(ui, now.table.own_dice, &own) {
                now.table.own_dice = own_dice;
            }
        } else {
            frame::section(ui, "Draws");
        }
        let words = if now.table.own_dice {
            "You enter what you rolled; the log marks such rolls. Draws still come from the seed."
        } else {
            "The same seed and the same answers give the same night."
        };
        ui.label(theme::small(words).color(p.dim));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let seed = ui.label(theme::body("Seed"));
            let field = ui
                .add(
                    egui::TextEdit::singleline(&mut now.seed)
                        .font(Face::Mono.at(size::BODY))
                        .vertical_align(egui::Align::Center)
                        .min_size(vec2(170.0, 30.0))
                        .desired_width(160.0)
                        .char_limit(20),
                )
                .labelled_by(seed.id);
            typed = field.lost_focus();
            if ui.add(frame::quiet_button("Another")).clicked() {
                intent = Some(OptionsIntent::NewSeed);
            }
            if now.seed.trim().parse::<u64>().is_err() {
                ui.label(theme::small("a whole number is needed").color(p.loss));
            }
        });
        special(ui, card);
    });
    if left.0 {
        return Some(OptionsIntent::Back);
    }
    // Enter starts from wherever no other control has it.
    let free = ui.memory(|m| m.focused().is_none());
    if started || (ready && (typed || free) && ui.input(|i| i.key_pressed(egui::Key::Enter))) {
        return Some(OptionsIntent::Start);
    }
    intent.or_else(|| (now != *draft).then(|| OptionsIntent::Change(Box::new(now))))
}

/// The values of one option and what it changes.
fn choice(ui: &mut Ui, option: &OptionCard, options: &mut Options) {
    let p = theme::palette(ui);
    frame::section(ui, &option.label);
    let chosen = options.get(&option.id).cloned().unwrap_or_default();
    let labels: Vec<String> =
        option.values.iter().enumerate().map(|(n, value)| label_of(option, n, value)).collect();
    let all: Vec<(&str, &str)> =
        option.values.iter().map(String::as_str).zip(labels.iter().map(String::as_str)).collect();
    if let Some(value) = frame::choices(ui, chosen.as_str(), &all) {
        options.insert(option.id.clone(), value.to_owned());
    }
    if !option.note.is_empty() {
        ui.label(theme::small(&option.note).color(p.dim));
    }
}

/// What a player reads for a value: the words that the scenario has for it, as a sentence begins, or the value.
fn label_of(option: &OptionCard, n: usize, value: &str) -> String {
    let words = option.labels.get(n).filter(|words| !words.is_empty()).map_or(value, String::as_str);
    let mut letters = words.chars();
    match letters.next() {
        Some(first) if words != value => first.to_uppercase().chain(letters).collect(),
        _ => words.to_owned(),
    }
}

/// The special rules, below all that is chosen.
fn special(ui: &mut Ui, card: &ScenarioCard) {
    if card.special.is_empty() {
        return;
    }
    let p = theme::palette(ui);
    frame::section(ui, "Special rules");
    for rule in &card.special {
        ui.add(egui::Label::new(theme::body(rule).color(p.text)).wrap());
    }
}

/// What was changed, in short: how many options, who plays, the seed.
fn in_short(draft: &Draft) -> String {
    let Some(card) = &draft.card else { return String::new() };
    let usual = |o: &&OptionCard| draft.table.options.get(&o.id) == o.values.first();
    let changed = card.options.iter().filter(|o| !usual(o)).count();
    let options = match (card.options.len(), changed) {
        (0, _) => String::new(),
        (_, 0) => "options as usual · ".to_owned(),
        (_, 1) => "1 option changed · ".to_owned(),
        (_, n) => format!("{n} options changed · "),
    };
    let bots = draft.table.bots.iter().map(|code| format!("{}: a bot · ", seat_title(&card.game, code)));
    format!("{}{options}seed {}", bots.collect::<String>(), draft.seed.trim())
}

/// Who sits at each seat: at least one person.
fn seats(ui: &mut Ui, card: &ScenarioCard, bots: &mut Vec<String>) {
    let p = theme::palette(ui);
    frame::section(ui, "Who plays");
    for code in &card.seats {
        let title = seat_title(&card.game, code);
        ui.horizontal(|ui| {
            ui.allocate_ui_with_layout(
                vec2(110.0, 30.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(110.0);
                    ui.label(theme::body(&title).color(p.text));
                },
            );
            let (person, bot) = (format!("{title}: a person"), format!("{title}: a bot"));
            if let Some(plays) =
                frame::choices(ui, bots.contains(code), &[(false, person.as_str()), (true, bot.as_str())])
            {
                bots.retain(|c| c != code);
                if plays {
                    // Somebody must be there to play.
                    bots.clear();
                    bots.push(code.clone());
                }
            }
        });
    }
    let words = if bots.is_empty() {
        "Two at one screen: a curtain falls between you, and each sees only what is theirs."
    } else {
        "The bot sees what a person in its place would see."
    };
    ui.label(theme::small(words).color(p.dim));
}

/// What an undo mode means, in the player's words.
#[must_use]
pub fn undo_words(mode: UndoMode) -> &'static str {
    match mode {
        UndoMode::Table => "As among people at a table: back to the last die, draw, reveal or hand-off.",
        UndoMode::Practice => {
            "Back to any point, with the same luck or new luck. The game is stamped practice for good."
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Menu::Options)));
}

fn show(
    mut contexts: EguiContexts,
    mut draft: ResMut<Draft>,
    mut menu: ResMut<NextState<Menu>>,
    mut open: MessageWriter<OpenRequested>,
) -> Result {
    if draft.card.is_none() {
        menu.set(Menu::NewGame);
        return Ok(());
    }
    match page(contexts.ctx_mut()?, "options", true, |ui| options(ui, &draft)) {
        Some(OptionsIntent::Back) => menu.set(Menu::NewGame),
        Some(OptionsIntent::Change(now)) => {
            *draft = *now;
            draft.read_seed();
        }
        Some(OptionsIntent::NewSeed) => draft.new_seed(),
        Some(OptionsIntent::Start) if draft.read_seed() => {
            let mode = if draft.shared() { UndoMode::Table } else { draft.table.mode };
            open.write(OpenRequested(Open::Scenario(NewTable { mode, ..draft.table.clone() })));
        }
        _ => {}
    }
    Ok(())
}
