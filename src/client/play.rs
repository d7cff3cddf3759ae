//! The systems of the table: a game is taken over, keys and panels become intents, intents are carried out.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::vec2;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::art::ArtStore;
use super::board::layout::{self, Board, PlaceKind};
use super::board::stage::Stage;
use super::board::{magnify, scene};
use super::games::GameViews;
use super::keys::{Action, FocusedGroup, KeyPressed};
use super::layouts;
use super::menus::{HelpOpen, Menu, PageKeys};
use super::panels::debrief::{MapCell, MapPoints, MapView};
use super::panels::table::{self, Setting};
use super::panels::{Intent, Step, Tab, debrief};
use super::paths::Paths;
use super::screens::{LogbookRequested, Opened, SaveAsRequested, Screen, bot_stamp};
use super::session::{Auto, Outward, Session};
use super::settings::{Notices, Settings};
use super::theme;
use super::third_party::egui::page;
use super::third_party::winit::Redraw;
use super::widgets::picture;
use crate::kernel::ids::{PieceId, Seat};

/// The boards of the game at the table.
#[derive(Resource, Default)]
struct Boards(Vec<Board>);

/// The name being given to a save or a layout.
#[derive(Resource, Default)]
struct Naming(Option<String>, NameOf);

/// What gets the name.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum NameOf {
    #[default]
    Save,
    Layout,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Boards>()
        .init_resource::<Naming>()
        .add_systems(OnEnter(Screen::Table), sit_down)
        .add_systems(
            Update,
            keys.before(PageKeys).run_if(in_state(Screen::Table).and_then(resource_exists::<Session>)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                show.run_if(in_state(Screen::Table).and_then(resource_exists::<Session>)),
                show_debrief.run_if(in_state(Screen::Debrief).and_then(resource_exists::<Session>)),
            ),
        );
}

/// Takes over a game just opened.
fn sit_down(world: &mut World) {
    world.resource_mut::<Redraw>().frames(4);
    let Some(opened) = world.remove_resource::<Opened>() else { return };
    let game = opened.table.game().clone();
    let assets = world.resource::<Paths>().assets.clone();
    match layout::load(&assets, game.id()) {
        Ok(file) => world.resource_mut::<Boards>().0 = file.boards,
        Err(words) => {
            world.resource_mut::<Boards>().0.clear();
            world.resource_mut::<Notices>().0.push(format!("No board: {words}."));
        }
    }
    let cards = game.scenarios();
    let card = cards.iter().find(|c| c.id == opened.table.header().scenario);
    let seats = card.map_or(1, |c| c.seats.len().max(1));
    let header = opened.table.header();
    let bot_at = |seat: &Seat| {
        let code = card.and_then(|c| c.seats.get(usize::from(seat.0)));
        seats > 1 && code.is_some_and(|code| header.stamps.contains(&bot_stamp(code)))
    };
    let all = (0..seats).filter_map(|s| u8::try_from(s).ok()).map(Seat);
    let (bots, people): (Vec<Seat>, Vec<Seat>) = all.partition(bot_at);
    let seed = header.seed;
    let bots = bots.into_iter().map(|seat| (seat, game.bot(seat, seed))).collect();
    let user = world.resource::<Paths>().user.clone();
    let (layouts, notices) = layouts::load(&assets, &user, game.id());
    world.resource_mut::<Notices>().0.extend(notices);
    // Whoever begins a game has nothing to be reminded of, whatever a bot has done by then.
    let fresh = opened.table.is_empty();
    let mut session = Session::new(opened.table, people, bots, opened.own_dice);
    session.set_layouts(layouts);
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let auto = Auto::of(world.resource::<Settings>());
    session.begin(auto, now);
    if session.table().outcome().is_some() {
        world.resource_mut::<NextState<Screen>>().set(Screen::Debrief);
    } else if !fresh {
        session.open_recap();
    }
    world.insert_resource(session);
}

/// Draws the table and carries out what the player wants.
fn show(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    mut stage: ResMut<Stage>,
    mut ways: Ways,
    boards: Res<Boards>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    menu: Res<State<Menu>>,
    mut art: ResMut<ArtStore>,
    mut group: ResMut<FocusedGroup>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let now = time.elapsed_secs_f64();
    if picture::serve(ctx, &mut art) {
        redraw.frames(2);
    }
    let setting = Setting { wheel: settings.wheel, now, motion: settings.motion() };
    if session.viewer().is_some() {
        let shown = session.shown(now, setting.motion);
        stage.ask(&shown.prompt.clause);
        stage.set_view(&boards.0, &shown.game.board);
    }
    let before = (stage.eye, session.hovered);
    let wanted = page(ctx, "table", false, |ui| table::table(ui, &mut session, &mut stage, &setting));
    if *menu.get() == Menu::None && session.viewer().is_some() {
        magnify::show(ctx, &stage, &mut art);
    }
    if group.0 != session.focused {
        group.0 = session.focused;
    }
    if before != (stage.eye, session.hovered) {
        redraw.frames(2);
        ctx.request_repaint_after(Duration::from_millis(16));
    }
    if stage.restless || session.tumble(now, setting.motion) < 1.0 {
        redraw.frames(2);
        // A request for a frame may be lost with the window's event; the alarm is not.
        ctx.request_repaint_after(Duration::from_millis(16));
    }
    if let Some(name) = &mut ways.naming.0
        && let Some(given) = table::ask_name(ctx, name)
    {
        ways.naming.0 = None;
        match (given, ways.naming.1) {
            (Some(name), NameOf::Save) => {
                ways.save.write(SaveAsRequested(name));
            }
            (Some(name), NameOf::Layout) => ways.keep_layout(&mut session, &name),
            (None, _) => {}
        }
    }
    // Orders wait while a menu lies over the table.
    if let (Some(intent), Menu::None) = (wanted, menu.get()) {
        let outward = session.act(intent, Auto::of(&settings), now);
        redraw.frames(3);
        ways.follow(outward);
    }
    Ok(())
}

/// The ways out of the session: other pages, and files.
#[derive(SystemParam)]
struct Ways<'w> {
    naming: ResMut<'w, Naming>,
    screen: ResMut<'w, NextState<Screen>>,
    menu: ResMut<'w, NextState<Menu>>,
    save: MessageWriter<'w, SaveAsRequested>,
    logbook: MessageWriter<'w, LogbookRequested>,
    paths: Res<'w, Paths>,
    notices: ResMut<'w, Notices>,
}

impl Ways<'_> {
    /// Does what the session cannot do alone.
    fn follow(&mut self, outward: Option<Outward>) {
        match outward {
            None => {}
            Some(Outward::SaveAs) => *self.naming = Naming(Some(String::new()), NameOf::Save),
            Some(Outward::KeepLayout) => *self.naming = Naming(Some(String::new()), NameOf::Layout),
            Some(Outward::Logbook) => {
                self.logbook.write(LogbookRequested);
            }
            Some(Outward::Menu) => {
                self.menu.set(Menu::Main);
                self.screen.set(Screen::Title);
            }
            Some(Outward::Pause) => self.menu.set(Menu::Pause),
            Some(Outward::Table) => NextState::set_if_neq(&mut self.screen, Screen::Table),
            Some(Outward::Debrief) => NextState::set_if_neq(&mut self.screen, Screen::Debrief),
        }
    }
}

impl Ways<'_> {
    /// Keeps what lies on the board under a name and finds it again.
    fn keep_layout(&mut self, session: &mut Session, name: &str) {
        let game = session.table().game().id();
        let Some(kept) = session.layout(name) else { return };
        match layouts::keep(&self.paths.user, game, &kept) {
            Ok(path) => self.notices.0.push(format!("The layout lies in {}.", path.display())),
            Err(words) => self.notices.0.push(format!("The layout is not kept: {words}.")),
        }
        let (layouts, notices) = layouts::load(&self.paths.assets, &self.paths.user, game);
        self.notices.0.extend(notices);
        session.set_layouts(layouts);
    }
}

/// Draws the debriefing.
fn show_debrief(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    mut art: ResMut<ArtStore>,
    boards: Res<Boards>,
    mut ways: Ways,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    menu: Res<State<Menu>>,
    mut redraw: ResMut<Redraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let seat = session.viewer().unwrap_or_default();
    let mut view = session.face().debrief(session.table(), seat);
    view.map = debrief_map(ctx, &mut session, &boards, &mut art, &view);
    let wanted = page(ctx, "debrief", false, |ui| table::ground(ui, |ui| debrief::panel(ui, &view)));
    if let (Some(intent), Menu::None) = (wanted, menu.get()) {
        let outward = session.act(intent, Auto::of(&settings), time.elapsed_secs_f64());
        redraw.frames(3);
        ways.follow(outward);
    }
    Ok(())
}

/// The map of a finished game with the way of every piece.
fn debrief_map(
    ctx: &egui::Context,
    session: &mut Session,
    boards: &Boards,
    art: &mut ArtStore,
    debrief: &debrief::DebriefView,
) -> Option<MapView> {
    let tracks = session.tracks();
    let shown = session.shown(0.0, 0.0);
    let view = &shown.game.board;
    let board = boards.0.iter().find(|b| b.id == view.board)?;
    let breach = view.groups.iter().any(|g| g == "breach");
    let tokens: &[(&str, &str)] = if breach { &[("#breach", "on")] } else { &[] };
    let size: egui::Vec2 = board.size.into();
    let wide = 560.0 * ctx.pixels_per_point();
    let px = (wide as u32, (wide * size.y / size.x) as u32);
    let texture = art.texture(ctx, &format!("games/{}/art/{}", view.game, board.art), tokens, px);
    // A map whose places are boxes has points of its own for the ways over it.
    let centre = |id: &String| {
        if board.flows() {
            return board.mark(&format!("way_{id}"));
        }
        board.place(id).map(|place| board.area(place).center())
    };
    let way = |places: &[String]| places.iter().filter_map(centre).collect::<Vec<_>>();
    // A game that knows the ways better than the counters tell gives them with the fates, or names the piece.
    let told = |f: &debrief::Fate| !f.way.is_empty() || f.piece.is_some();
    let ways: Vec<Vec<egui::Pos2>> = if debrief.fates.iter().any(told) {
        let of_piece =
            |id: PieceId| tracks.ways.iter().find(|t| t.piece == Some(id) && t.board == view.board);
        let by_piece = |id: PieceId| of_piece(id).map(|t| way(&t.places));
        let of = |f: &debrief::Fate| match f.piece {
            Some(id) if f.way.is_empty() => by_piece(id).unwrap_or_default(),
            _ => way(&f.way),
        };
        debrief.fates.iter().map(of).collect()
    } else {
        tracks.ways.iter().map(|t| way(&t.places)).collect()
    };
    let hexes = board.places.iter().filter(|p| p.kind == PlaceKind::Hex);
    let name = |id: &String| view.captions.iter().find(|(at, _)| at == id).map(|(_, name)| name.clone());
    let cells = hexes.map(|p| MapCell {
        corners: board.corners(p),
        centre: board.area(p).center(),
        number: p.id.clone(),
        name: name(&p.id).unwrap_or_default(),
    });
    let points = tracks.scored.iter().filter_map(|s| {
        let words = theme::signed(s.points);
        Some(MapPoints { at: centre(&s.place)?, side: usize::from(s.side != debrief.sides[0]), words })
    });
    let ring = view.ways.iter().find_map(|w| w.ring.as_ref()).and_then(centre);
    let aside = if board.flows() { vec2(2.0, -6.0) } else { vec2(14.0, -9.0) };
    Some(MapView {
        texture,
        size,
        tracks: ways,
        aside,
        cells: cells.collect(),
        points: points.collect(),
        ring,
    })
}

/// Carries out what keys ask for.
fn keys(
    mut pressed: MessageReader<KeyPressed>,
    mut session: ResMut<Session>,
    mut stage: ResMut<Stage>,
    mut ways: Ways,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    menu: Res<State<Menu>>,
    help: Res<HelpOpen>,
    mut redraw: ResMut<Redraw>,
) {
    let now = time.elapsed_secs_f64();
    for KeyPressed(action) in pressed.read() {
        // A page over the table has the keys for itself.
        if *menu.get() != Menu::None || help.0 {
            continue;
        }
        redraw.frames(3);
        if on_board(*action, &mut stage, now) {
            continue;
        }
        if session.awaited().is_none() && session.recap.is_none() {
            match by_cursor(*action, &mut session, &mut stage, now) {
                Some(Some(intent)) => {
                    let outward = session.act(intent, Auto::of(&settings), now);
                    ways.follow(outward);
                    continue;
                }
                Some(None) => continue,
                None => {}
            }
        }
        if let Some(intent) = intent_of(*action, &mut session, now, settings.motion()) {
            let outward = session.act(intent, Auto::of(&settings), now);
            ways.follow(outward);
        }
    }
}

/// Keys of the six bearings and of the hex cursor. `None` leaves the key to others; `Some(None)` only moved the
/// cursor.
fn by_cursor(action: Action, session: &mut Session, stage: &mut Stage, now: f64) -> Option<Option<Intent>> {
    let board = stage.board.clone().filter(|b| b.places.iter().any(|p| p.kind == PlaceKind::Hex))?;
    let prompt = &session.shown(now, 0.0).prompt;
    let place = stage.cursor.and_then(|i| board.places.get(i)).map(|p| p.id.clone());
    if let Some(step) = action.step() {
        // A flight in this bearing comes before the cursor.
        let mut flights = prompt.offers.iter().filter(|o| o.step == Some(step));
        if let Some(offer) = flights.next() {
            return Some(match &offer.card.barred {
                None => Some(Intent::Take(offer.index)),
                Some(why) => {
                    session.complain(format!("{}: {why} [{}].", offer.card.label, offer.card.clause));
                    None
                }
            });
        }
        let first = || {
            let offered = prompt.offers.iter().find_map(|o| o.place);
            board.places.iter().position(|p| Some(p.id.as_str()) == offered).or(Some(0))
        };
        stage.cursor = match stage.cursor {
            Some(at) => board.neighbour(at, step).or(Some(at)),
            None => first(),
        };
        return Some(None);
    }
    let id = place?;
    match action {
        Action::Confirm => {
            let index = board.places.iter().position(|p| p.id == id)?;
            let hit = Some(scene::Hit::Place(index));
            let view = &stage.view;
            scene::click(&board, view, &prompt.offers, session.selected(), hit).map(Some)
        }
        Action::TakeBack => {
            let hit = board.places.iter().position(|p| p.id == id).map(scene::Hit::Place);
            Some(scene::take_back(&board, &stage.view, &prompt.offers, hit))
        }
        Action::Cancel => {
            stage.cursor = None;
            Some(None)
        }
        _ => None,
    }
}

/// How far a key pans, in points.
const PAN: f32 = 90.0;

/// Keys that move the eye; whether the action was one of them.
fn on_board(action: Action, stage: &mut Stage, now: f64) -> bool {
    let centre = stage.eye.free.center();
    match action {
        Action::ZoomIn => stage.eye.zoom_at(centre, 1.25),
        Action::ZoomOut => stage.eye.zoom_at(centre, 0.8),
        Action::ZoomReset => stage.eye.fit(),
        Action::Overview => stage.overview(),
        Action::PanLeft => stage.eye.pan(vec2(PAN, 0.0)),
        Action::PanRight => stage.eye.pan(vec2(-PAN, 0.0)),
        Action::PanUp => stage.eye.pan(vec2(0.0, PAN)),
        Action::PanDown => stage.eye.pan(vec2(0.0, -PAN)),
        Action::HideCounters => stage.hidden = !stage.hidden,
        Action::FlashPieces => stage.flash_until = now + 1.2,
        _ => return false,
    }
    true
}

/// The intent of a key at this table; keys of panels change the panel's own state.
fn intent_of(action: Action, session: &mut Session, now: f64, motion: f32) -> Option<Intent> {
    if session.awaited().is_some() {
        return match action {
            Action::Confirm => Some(Intent::Lift),
            Action::Cancel => Some(Intent::Pause),
            _ => None,
        };
    }
    if !action.used(session.key_use()) {
        return None;
    }
    if session.recap.is_some() {
        return matches!(action, Action::Confirm | Action::Cancel).then_some(Intent::Dismiss);
    }
    if session.adjusting.is_some() {
        return matches!(action, Action::Cancel | Action::Adjust).then_some(Intent::AdjustEnd);
    }
    if session.roll.own.is_some() && (action == Action::Confirm || action.offer().is_some()) {
        return own_dice(action, session.roll.own.as_mut()?);
    }
    let prompt = session.shown(now, motion).prompt.clone();
    let take = |offer: Option<&super::panels::prompt::OfferView>| offer.map(|o| Intent::Take(o.index));
    match action {
        Action::Confirm => {
            if prompt.confirmed().is_none() {
                session.complain(nothing_marked(&prompt));
            }
            take(prompt.confirmed())
        }
        Action::EndPhase => {
            if prompt.end_of_phase().is_none()
                && let Some(why) = end_barred(&prompt)
            {
                session.complain(why);
            }
            take(prompt.end_of_phase())
        }
        Action::NextBoard => next_board(&session.shown(now, motion).game),
        Action::Undo => Some(Intent::Undo),
        Action::Redo => Some(Intent::Redo),
        Action::NextPiece => Some(Intent::Select(neighbour(&prompt, session.selected(), true))),
        Action::PreviousPiece => Some(Intent::Select(neighbour(&prompt, session.selected(), false))),
        Action::Odds => {
            session.roll.forecast = !session.roll.forecast;
            Some(Intent::Show(Tab::Roll))
        }
        Action::OwnDice => {
            session.toggle_own_dice();
            Some(Intent::Show(Tab::Roll))
        }
        Action::HistoryStart => Some(Intent::Seek(Step::First)),
        Action::HistoryBack => Some(Intent::Seek(Step::Back)),
        Action::HistoryForward => Some(Intent::Seek(Step::On)),
        Action::HistoryEnd => Some(Intent::Live),
        Action::PhaseBack => Some(Intent::SeekPhase(Step::Back)),
        Action::PhaseForward => Some(Intent::SeekPhase(Step::On)),
        Action::Bookmark => {
            let here = session.table().event_here();
            let marked = session.table().bookmarks().iter().any(|b| b.event == here);
            Some(if marked { Intent::Unnote(here) } else { Intent::Note(None, String::new()) })
        }
        Action::MarkBack => Some(Intent::SeekMark(Step::Back)),
        Action::MarkForward => Some(Intent::SeekMark(Step::On)),
        Action::MarkFirst => Some(Intent::SeekMark(Step::First)),
        Action::MarkLast => Some(Intent::SeekMark(Step::Last)),
        Action::FocusPanels => {
            session.focus_next = true;
            None
        }
        Action::PanelRoll => Some(Intent::Show(Tab::Roll)),
        Action::PanelForces => Some(Intent::Show(Tab::Forces)),
        Action::PanelCharts => Some(Intent::Show(Tab::Charts)),
        Action::PanelRules => Some(Intent::Show(Tab::Rules)),
        Action::PanelLog => Some(Intent::Show(Tab::Log)),
        Action::RulesHere => Some(Intent::Rule(prompt.clause)),
        Action::Adjust => Some(Intent::AdjustOpen),
        Action::SaveAs => Some(Intent::SaveAs),
        Action::WhatIf if prompt.history.branch => Some(Intent::LeaveBranch),
        Action::WhatIf => Some(Intent::Branch),
        Action::Debrief => prompt.over.then_some(Intent::Debrief),
        Action::Cancel => cancel(session, prompt.history.looking_back()),
        other => {
            let n = other.offer()?;
            match &prompt.desk {
                Some(desk) if desk.replaces_offers() => desk.by_key(n),
                Some(desk) => desk.by_key(n).or_else(|| take(prompt.by_key(n))),
                None => take(prompt.by_key(n)),
            }
        }
    }
}

/// Why the phase cannot be ended, where it could be but for a rule.
fn end_barred(prompt: &super::panels::prompt::PromptView) -> Option<String> {
    let end = prompt.offers.iter().find(|o| o.ends_phase)?;
    let why = end.card.barred.as_ref()?;
    Some(format!("“{}” is barred: {why} [{}].", end.card.label, end.card.clause))
}

/// What the confirm key has to say where it takes nothing.
fn nothing_marked(prompt: &super::panels::prompt::PromptView) -> String {
    if prompt.history.looking_back() {
        return "Looking back: End returns to the game.".to_owned();
    }
    match prompt.end_of_phase() {
        _ if prompt.waiting.is_some() => String::new(),
        Some(end) if prompt.unused.is_empty() => {
            format!("Nothing is marked: Ctrl+Enter takes “{}”.", end.card.label)
        }
        Some(end) => {
            format!("Nothing is marked: choose by number, or Ctrl+Enter for “{}”.", end.card.label)
        }
        None => "Nothing is marked: choose by number.".to_owned(),
    }
}

/// The board after the one shown.
fn next_board(game: &GameViews) -> Option<Intent> {
    let at = game.boards.iter().position(|b| b.board == game.board.board)?;
    let next = game.boards.get((at + 1) % game.boards.len())?;
    Some(Intent::Board(next.board.clone()))
}

/// Dice being entered by keys: a digit is the next die's face, and the confirm key hands all in, never the program's.
fn own_dice(action: Action, own: &mut [u8]) -> Option<Intent> {
    let Some(face) = action.offer().and_then(|n| u8::try_from(n + 1).ok()) else {
        return own.iter().all(|f| *f > 0).then(|| Intent::OwnDice(own.to_vec()));
    };
    if face <= 6 {
        if own.iter().all(|f| *f > 0) {
            own.fill(0);
        }
        if let Some(next) = own.iter_mut().find(|f| **f == 0) {
            *next = face;
        }
    }
    Some(Intent::Show(Tab::Roll))
}

/// Closes the topmost thing only: dice being entered, the forecast, the selection, looking back. With nothing to close it opens
/// the game's menu.
fn cancel(session: &mut Session, looking_back: bool) -> Option<Intent> {
    if session.roll.own.take().is_some() {
        return Some(Intent::Show(Tab::Roll));
    }
    if session.tab == Tab::Roll && std::mem::take(&mut session.roll.forecast) {
        return Some(Intent::Show(Tab::Roll));
    }
    if session.selected().is_some() {
        return Some(Intent::Select(None));
    }
    Some(if looking_back { Intent::Live } else { Intent::Pause })
}

/// The next or previous piece that an open offer points at.
fn neighbour(
    prompt: &super::panels::prompt::PromptView,
    selected: Option<PieceId>,
    forward: bool,
) -> Option<PieceId> {
    let open = prompt.all_pieces.iter().copied();
    let pieces: Vec<PieceId> = open.collect();
    let count = pieces.len();
    let at = selected.and_then(|s| pieces.iter().position(|p| *p == s));
    let next = match (at, forward) {
        (_, _) if count == 0 => return None,
        (None, true) => 0,
        (None, false) => count - 1,
        (Some(i), true) => (i + 1) % count,
        (Some(i), false) => (i + count - 1) % count,
    };
    pieces.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::panels::prompt::PromptView;

    #[test]
    fn tab_goes_round_the_pieces_with_offers() {
        let prompt = PromptView { all_pieces: vec![PieceId(2), PieceId(5)], ..PromptView::default() };
        assert_eq!(neighbour(&prompt, None, true), Some(PieceId(2)));
        assert_eq!(neighbour(&prompt, Some(PieceId(5)), true), Some(PieceId(2)));
        assert_eq!(neighbour(&prompt, Some(PieceId(2)), false), Some(PieceId(5)));
        assert_eq!(neighbour(&PromptView::default(), None, true), None);
    }

    #[test]
    fn own_dice_are_typed_and_the_confirm_key_waits_for_all() {
        let mut own = [0, 0];
        assert_eq!(own_dice(Action::Confirm, &mut own), None, "nothing is thrown for the player");
        for (action, then) in [
            (Action::Offer6, [6, 0]),
            (Action::Offer9, [6, 0]),
            (Action::Offer3, [6, 3]),
            (Action::Offer1, [1, 0]),
            (Action::Offer2, [1, 2]),
        ] {
            assert_eq!(own_dice(action, &mut own), Some(Intent::Show(Tab::Roll)));
            assert_eq!(own, then);
        }
        assert_eq!(own_dice(Action::Confirm, &mut own), Some(Intent::OwnDice(vec![1, 2])));
    }

    #[test]
    fn the_confirm_key_says_why_it_takes_nothing() {
        use crate::client::panels::prompt::OfferView;
        let mut prompt = PromptView::default();
        assert_eq!(nothing_marked(&prompt), "Nothing is marked: choose by number.");
        let mut end = OfferView { ends_phase: true, ..OfferView::default() };
        end.card.label = "End the turn".into();
        prompt.offers.push(end);
        assert_eq!(nothing_marked(&prompt), "Nothing is marked: Ctrl+Enter takes “End the turn”.");
        prompt.unused.push("Red".into());
        assert!(nothing_marked(&prompt).contains("by number, or Ctrl+Enter"));
        prompt.waiting = Some("The other side decides.".into());
        assert!(nothing_marked(&prompt).is_empty());
    }

    #[test]
    fn board_keys_move_the_eye_and_nothing_else() {
        let mut stage = Stage::default();
        assert!(on_board(Action::HideCounters, &mut stage, 0.0) && stage.hidden);
        assert!(on_board(Action::FlashPieces, &mut stage, 4.0) && stage.flash_until > 4.0);
        assert!(!on_board(Action::Confirm, &mut stage, 0.0));
    }
}
