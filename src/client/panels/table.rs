//! The table: ribbon on top, board left, the column right, the prompt under the board.

use bevy_egui::egui::{self, CentralPanel, Frame, Id, Margin, Panel, Rect, ScrollArea, Stroke, Ui};

use super::{
    Intent, Tab, adjust, blotter, charts, curtain, forces, keep, log, notes, prompt, recap, ribbon, roll,
    rules, stats, waves,
};
use crate::client::board::stage::{self, Cue, Stage};
use crate::client::games::GameViews;
use crate::client::keys::Group;
use crate::client::session::{Session, Shown};
use crate::client::settings::Wheel;
use crate::client::{theme, widgets};

/// The width from which the column splits in two, in points.
pub const SPLIT: f32 = 2200.0;

/// The sizes of the table's regions, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regions {
    /// Height of the ribbon.
    pub ribbon: f32,
    /// Width of a column.
    pub column: f32,
    /// How many columns there are.
    pub columns: u8,
    /// Height of the prompt.
    pub prompt: f32,
}

/// The regions of a window of `size` points.
#[must_use]
pub fn regions(size: egui::Vec2) -> Regions {
    let columns = if size.x >= SPLIT { 2 } else { 1 };
    // A small window, or a large scale, leaves the board at least two fifths.
    let column = (size.x * 0.325).clamp(300.0, 470.0).min(size.x * 0.45);
    let prompt = (size.y * 0.3).clamp(196.0, 320.0).min(size.y * 0.45);
    Regions { ribbon: ribbon::HEIGHT, column, columns, prompt }
}

/// What the table needs besides session and stage.
pub struct Setting {
    /// What the mouse wheel does.
    pub wheel: Wheel,
    /// The program's time in seconds.
    pub now: f64,
    /// The factor on a motion's usual time.
    pub motion: f32,
}

/// Draws the table over the whole of `ui` and returns what the player wants.
pub fn table(ui: &mut Ui, session: &mut Session, stage: &mut Stage, setting: &Setting) -> Option<Intent> {
    if let Some(seat) = session.awaited() {
        // Nothing of the table is drawn, not even the board's name.
        stage.set_view(&[], &crate::client::board::view::BoardView::default());
        return curtain::panel(ui, &seat);
    }
    let shown = session.shown(setting.now, setting.motion);
    let mut intent = None;
    let size = ui.max_rect().size();
    let mut regions = regions(size);
    if shown.prompt.guide.is_some() {
        // Room for the slip of paper of a guided game.
        regions.prompt = (regions.prompt + 64.0).min(size.y * 0.5);
    }
    let p = theme::palette(ui);
    let bar = Frame::new().fill(p.panel).inner_margin(Margin::symmetric(16, 0));
    Panel::top("ribbon").exact_size(regions.ribbon).resizable(false).frame(bar).show(ui, |ui| {
        keep(&mut intent, ribbon::panel(ui, &shown.game.ribbon));
    });
    let side = Frame::new().fill(p.panel).inner_margin(Margin { left: 16, right: 12, top: 8, bottom: 8 });
    if regions.columns > 1 {
        Panel::right("second column")
            .exact_size(regions.column)
            .resizable(false)
            .frame(side)
            .show(ui, |ui| boxed(ui, |ui| keep(&mut intent, column(ui, session, &shown, false))));
        Panel::right("column").exact_size(regions.column).resizable(false).frame(side).show(ui, |ui| {
            boxed(ui, |ui| keep(&mut intent, roll_column(ui, session, &shown)));
        });
    } else {
        Panel::right("column").exact_size(regions.column).resizable(false).frame(side).show(ui, |ui| {
            boxed(ui, |ui| keep(&mut intent, column(ui, session, &shown, true)));
        });
    }
    let below = Frame::new().fill(p.panel).inner_margin(Margin { left: 16, right: 16, top: 8, bottom: 6 });
    let mut hovered = session.hovered.take();
    Panel::bottom("prompt").exact_size(regions.prompt).resizable(false).frame(below).show(ui, |ui| {
        let mut over = hovered;
        boxed(ui, |ui| keep(&mut intent, prompt::panel(ui, &shown.prompt, &mut over)));
        if over != hovered {
            hovered = over;
        }
    });
    if shown.game.boards.len() > 1 {
        let strip = Frame::new().fill(p.ink).inner_margin(Margin::symmetric(10, 3));
        Panel::top("boards").exact_size(34.0).resizable(false).frame(strip).show(ui, |ui| {
            keep(&mut intent, board_tabs(ui, &shown.game));
        });
    }
    let free = ui.available_rect_before_wrap();
    let areas = [
        (Group::Orders, Rect::from_min_max(egui::pos2(free.left(), free.bottom()), below_right(ui, free))),
        (
            Group::Panels,
            Rect::from_min_max(free.right_top(), egui::pos2(ui.max_rect().right(), below_right(ui, free).y)),
        ),
    ];
    focus(ui, session, &areas);
    let cue = Cue {
        offers: &shown.prompt.offers,
        rest: &shown.prompt.rest,
        selection: session.selection(),
        subject: session.table().question().and_then(|q| q.subject),
        wheel: setting.wheel,
    };
    // What the board lights in this frame the cards light in the next.
    let over_card = hovered.filter(|_| !ui.rect_contains_pointer(free));
    let mut lit = over_card;
    match &shown.game.blotter {
        Some((id, view)) if *id == shown.game.board.board => {
            keep(&mut intent, blotter::panel(ui, free, view, &shown.prompt));
        }
        _ => keep(&mut intent, stage::show(ui, free, stage, &cue, &mut lit)),
    }
    session.hovered = if ui.rect_contains_pointer(free) { lit } else { over_card_now(ui, over_card, free) };
    if let Some(view) = &session.recap {
        keep(&mut intent, recap::show(ui.ctx(), view));
    }
    if let (Some(view), Some(reason)) = (&shown.adjust, &mut session.adjusting) {
        keep(&mut intent, adjust::show(ui.ctx(), view, reason));
    }
    intent
}

/// The boards that can be looked at, in a strip over the one shown.
fn board_tabs(ui: &mut Ui, game: &GameViews) -> Option<Intent> {
    let mut intent = None;
    let p = theme::palette(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for board in &game.boards {
            let on = board.board == game.board.board;
            let ink = if on { p.ink } else { p.text };
            let fill = if on { p.brass } else { p.slate };
            let button = egui::Button::new(theme::strong(&board.name).color(ink)).fill(fill);
            let response = ui.add(button.corner_radius(theme::CHIP).min_size(egui::vec2(0.0, 26.0)));
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, on, &board.name)
            });
            if response.on_hover_text("Look at this board: V").clicked() && !on {
                intent = Some(Intent::Board(board.board.clone()));
            }
        }
    });
    intent
}

/// The lower right corner of the prompt under the board.
fn below_right(ui: &Ui, free: Rect) -> egui::Pos2 {
    egui::pos2(free.right(), ui.ctx().viewport_rect().bottom())
}

/// Notes which region has the keyboard's focus, and moves it on when that was asked for: prompt, column, and back to
/// the board, where no control has it.
fn focus(ui: &Ui, session: &mut Session, areas: &[(Group, Rect)]) {
    let held = ui.memory(|m| m.focused());
    let rect_of = |id| ui.ctx().viewport(|v| v.prev_pass.widgets.get(id).map(|w| w.rect));
    let at =
        held.and_then(rect_of).and_then(|rect| areas.iter().position(|(_, a)| a.contains(rect.center())));
    session.focused = at.map_or(Group::Orders, |i| areas[i].0);
    if !std::mem::take(&mut session.focus_next) {
        return;
    }
    let from = at.map_or(0, |i| i + 1);
    let layer = ui.layer_id();
    let next = areas.iter().skip(from).find_map(|(_, area)| {
        ui.ctx().viewport(|v| {
            let inside = v.prev_pass.widgets.get_layer(layer).filter(|w| {
                w.enabled
                    && w.sense.is_focusable()
                    && w.sense.senses_click()
                    && area.contains(w.rect.center())
            });
            let key = |w: &&egui::WidgetRect| (w.rect.top() as i32, w.rect.left() as i32);
            // A scroll area that can be dragged is no control.
            let inside: Vec<_> = inside.filter(|w| w.rect.area() < 0.5 * area.area()).collect();
            // Cards and tabs before the links among them.
            let large = inside.iter().copied().filter(|w| w.rect.height() >= 30.0).min_by_key(key);
            large.or(inside.iter().copied().min_by_key(key)).map(|w| w.id)
        })
    });
    match (next, held) {
        (Some(id), _) => ui.memory_mut(|m| m.request_focus(id)),
        (None, Some(id)) => ui.memory_mut(|m| m.surrender_focus(id)),
        (None, None) => {}
    }
    ui.ctx().request_repaint();
}

/// Draws into the whole of a region, and never makes it larger: a wide line must not push the board about.
fn boxed(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let layout = egui::Layout::top_down(egui::Align::Min);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
    // Edges and shadows may reach a little beyond.
    child.set_clip_rect(rect.expand(4.0).intersect(ui.clip_rect()));
    add(&mut child);
    ui.allocate_rect(rect, egui::Sense::hover());
}

/// A card stays lit only while the pointer is over the prompt.
fn over_card_now(ui: &Ui, over: Option<usize>, free: Rect) -> Option<usize> {
    let pointer = ui.ctx().pointer_hover_pos()?;
    (pointer.y > free.bottom() && pointer.x < free.right()).then_some(over).flatten()
}

/// The room of the way to the menu beside the tabs, in points.
const MENU: f32 = 64.0;

/// The way to the game's menu, at the right of the tabs.
fn menu_button(ui: &mut Ui, top: f32) -> bool {
    let corner = Rect::from_min_max(
        egui::pos2(ui.max_rect().right() - MENU, top),
        egui::pos2(ui.max_rect().right(), top + 28.0),
    );
    // A child of its own, so that the column goes on below the tabs.
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(corner).layout(layout));
    child.add(egui::Button::new(theme::small("Menu"))).on_hover_text("F10").clicked()
}

/// The column with its tabs; `roll_too` when the Roll tab has no column of its own.
fn column(ui: &mut Ui, session: &mut Session, shown: &Shown, roll_too: bool) -> Option<Intent> {
    let mut intent = None;
    let (forces_name, roll_name) = (session.face().forces_tab(), session.face().roll_tab());
    let charts = !session.sheets_shared().is_empty();
    let there = |t: &Tab| (roll_too || *t != Tab::Roll) && (charts || *t != Tab::Charts);
    let tabs: Vec<Tab> = Tab::ALL.into_iter().filter(there).collect();
    let names: Vec<&str> = tabs
        .iter()
        .map(|t| match t {
            Tab::Roll => roll_name,
            Tab::Forces => forces_name,
            Tab::Charts => "Charts",
            Tab::Rules => "Rules",
            Tab::Log => "Log",
        })
        .collect();
    let tab = if !roll_too && session.tab == Tab::Roll { Tab::Forces } else { session.tab };
    let current = tabs.iter().position(|t| *t == tab).unwrap_or(0);
    let top = ui.cursor().min.y;
    let clicked = ui.scope(|ui| {
        ui.set_max_width(ui.available_width() - MENU);
        widgets::tabs(ui, &names, current)
    });
    if let Some(clicked) = clicked.inner {
        intent = Some(Intent::Show(tabs[clicked]));
    }
    if menu_button(ui, top) {
        intent = Some(Intent::Pause);
    }
    line_under(ui);
    match tab {
        Tab::Roll => keep(&mut intent, roll_body(ui, session, shown, true)),
        Tab::Forces => keep(
            &mut intent,
            match &shown.game.waves {
                Some(view) => waves::panel(ui, view, &shown.prompt),
                None => forces::panel(ui, &shown.game.forces),
            },
        ),
        Tab::Charts => {
            let sheets = session.sheets_shared();
            keep(&mut intent, charts::panel(ui, &sheets, &mut session.charts));
        }
        Tab::Rules => {
            let game = session.table().game().clone();
            let here = shown.prompt.clause.clone();
            keep(&mut intent, rules::panel(ui, game.ledger(), &here, &mut session.rules));
        }
        Tab::Log => {
            // A game without charts has no dice.
            if charts {
                egui::CollapsingHeader::new(theme::small("Dice of this game"))
                    .id_salt("dice")
                    .show(ui, |ui| stats::panel(ui, &shown.stats, &shown.luck));
            }
            let title = match shown.notes.marks.len() {
                0 => "Bookmarks".to_owned(),
                n => format!("Bookmarks: {n}"),
            };
            egui::CollapsingHeader::new(theme::small(title)).id_salt("bookmarks").show(ui, |ui| {
                keep(&mut intent, notes::panel(ui, &shown.notes, &mut session.log.note));
            });
            keep(&mut intent, log::panel(ui, &shown.log, &mut session.log));
        }
    }
    intent
}

fn roll_column(ui: &mut Ui, session: &mut Session, shown: &Shown) -> Option<Intent> {
    widgets::tabs(ui, &[session.face().roll_tab()], 0);
    line_under(ui);
    roll_body(ui, session, shown, false)
}

fn roll_body(ui: &mut Ui, session: &mut Session, shown: &Shown, with_forces: bool) -> Option<Intent> {
    let mut intent = None;
    ScrollArea::vertical().id_salt("roll").auto_shrink([false, false]).show(ui, |ui| {
        // Room for the scroll bar, so that it never covers a clause.
        ui.set_max_width(ui.available_width() - 8.0);
        keep(&mut intent, roll::panel(ui, &shown.roll, &mut session.roll));
        if let Some(view) = shown.game.waves.as_ref().filter(|_| with_forces) {
            keep(&mut intent, waves::list(ui, view, &shown.prompt));
        } else if with_forces && (shown.game.forces.target_open || !shown.game.forces.units.is_empty()) {
            keep(&mut intent, forces::brief(ui, &shown.game.forces));
        }
    });
    intent
}

fn line_under(ui: &mut Ui) {
    let p = theme::palette(ui);
    let y = ui.cursor().top() - 4.0;
    ui.painter().hline(ui.max_rect().x_range(), y, Stroke::new(1.0, p.edge));
    ui.add_space(6.0);
}

/// Asks for the name of a save; returns it once given.
pub fn ask_name(ctx: &egui::Context, name: &mut String) -> Option<Option<String>> {
    let response = egui::Modal::new(Id::new("save as")).show(ctx, |ui| {
        ui.set_width(360.0);
        ui.label(theme::heading("Save as").color(theme::palette(ui).moon));
        ui.add_space(8.0);
        let field = ui.add(egui::TextEdit::singleline(name).hint_text("Name").desired_width(f32::INFINITY));
        field.request_focus();
        ui.add_space(8.0);
        let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
        let mut done = None;
        ui.horizontal(|ui| {
            let full = !name.trim().is_empty();
            let save = ui.add_enabled(
                full,
                egui::Button::new(theme::strong("Save")).min_size(egui::vec2(120.0, 32.0)),
            );
            if (save.clicked() || enter) && full {
                done = Some(Some(name.trim().to_owned()));
            }
            if widgets::secondary(ui, "Cancel", 120.0).clicked() {
                done = Some(None);
            }
        });
        done
    });
    if response.should_close() { Some(None) } else { response.inner }
}

/// Fills the window behind a page.
pub fn ground<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let p = theme::palette(ui);
    CentralPanel::default()
        .frame(Frame::new().fill(p.ink).inner_margin(Margin::symmetric(24, 0)))
        .show(ui, add)
        .inner
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use bevy_egui::egui::vec2;

    use super::*;
    use crate::client::session::Auto;
    use crate::client::widgets::testing::themed;
    use crate::kernel::ai::{Bot as _, RandomBot};
    use crate::kernel::game::Options;
    use crate::kernel::ids::Seat;
    use crate::kernel::journal::UndoMode;
    use crate::kernel::timeline::Table;

    /// A game of the Möhne raid, `n` answers on.
    fn raid(n: usize) -> Session {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let games = crate::games::load(&assets, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        let game = games.iter().find(|g| g.id() == "dambusters").expect("the raid");
        let table = Table::new(Arc::clone(game), "dambusters/s1-mohne", &Options::new(), 11, UndoMode::Table);
        let mut session = Session::new(table.expect("set up"), vec![Seat(0)], Vec::new(), false);
        let mut bot = RandomBot::new(11, 0);
        for _ in 0..n {
            let Some(question) = session.table().question() else { break };
            let take = Intent::Take(bot.choose(&(), question));
            session.act(take, Auto::default(), 0.0);
        }
        session
    }

    #[test]
    fn c39_f6_takes_the_focus_through_prompt_and_column_and_back_to_the_board() {
        let setting = Setting { wheel: Wheel::Zoom, now: 0.0, motion: 0.0 };
        let mut harness = themed(
            vec2(1280.0, 800.0),
            |ui, (session, stage, _): &mut (Session, Stage, Vec<Option<Rect>>)| {
                table(ui, session, stage, &setting);
            },
            (raid(4), Stage::default(), Vec::new()),
        );
        let mut seen = Vec::new();
        for _ in 0..3 {
            harness.state_mut().0.focus_next = true;
            harness.run();
            harness.run();
            let id = harness.ctx.memory(|m| m.focused());
            let rect =
                id.and_then(|id| harness.ctx.viewport(|v| v.prev_pass.widgets.get(id).map(|w| w.rect)));
            seen.push((harness.state().0.focused, rect.map(|r| (r.left() > 800.0, r.top() > 400.0))));
        }
        let expected = [
            (Group::Orders, Some((false, true))),
            (Group::Panels, Some((true, false))),
            (Group::Orders, None),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn c36_no_tab_outgrows_its_column() {
        let mut wide = Vec::new();
        for (n, width) in [(6, 272.0f32), (14, 272.0), (40, 272.0), (90, 300.0), (14, 442.0)] {
            let mut session = raid(n);
            session.roll.forecast = true;
            if n == 14 {
                session.toggle_own_dice();
            }
            for tab in Tab::ALL {
                session.tab = tab;
                let harness = themed(
                    vec2(width, 700.0),
                    |ui, (session, right): &mut (Session, f32)| {
                        let shown = session.shown(0.0, 0.0);
                        column(ui, session, &shown, true);
                        *right = ui.min_rect().width();
                    },
                    (session, 0.0),
                );
                let right = harness.state().1;
                if right > width + 1.0 {
                    wide.push(format!("{tab:?} after {n} answers: {right} of {width}"));
                }
                session = raid(n);
                session.roll.forecast = true;
            }
        }
        assert!(wide.is_empty(), "{wide:#?}");
    }

    #[test]
    fn c36_the_board_keeps_its_share_at_every_size_and_scale() {
        for (w, h) in
            [(1024.0f32, 700.0f32), (1280.0, 800.0), (1440.0, 900.0), (2560.0, 1440.0), (3840.0, 2160.0)]
        {
            for scale in [0.75f32, 1.0, 1.25, 1.5, 2.0, 3.0] {
                let size = vec2(w / scale, h / scale);
                let r = regions(size);
                let board = vec2(size.x - r.column * f32::from(r.columns), size.y - r.ribbon - r.prompt);
                assert!(board.x >= size.x * 0.5 - 1.0, "{size:?} leaves {board:?}");
                assert!(board.y >= size.y * 0.28 - 1.0, "{size:?} leaves {board:?}");
            }
        }
    }
}
