//! The keyboard: actions, their keys, rebinding, and the messages that keys send.
//!
//! Keys are logical, so `?` and `+` work on every layout. A key that is taken is refused with words. While a text
//! field has the focus no key sends an action.

mod chord;
mod strokes;

use std::collections::BTreeMap;

use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::egui::{self, Key, Modifiers};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, PrimaryEguiContext};
use serde::{Deserialize, Serialize};

pub use chord::Chord;
use strokes::strokes;

use super::menus::{HelpOpen, Menu};
use super::screens::Screen;
use super::settings::Settings;

/// What a key can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant is described by `Action::label`")]
pub enum Action {
    Confirm,
    EndPhase,
    Cancel,
    Undo,
    Redo,
    Offer1,
    Offer2,
    Offer3,
    Offer4,
    Offer5,
    Offer6,
    Offer7,
    Offer8,
    Offer9,
    Offer10,
    Offer11,
    Offer12,
    Offer13,
    Offer14,
    Offer15,
    Offer16,
    Offer17,
    Offer18,
    Offer19,
    NextPiece,
    PreviousPiece,
    BearingNw,
    BearingNe,
    BearingW,
    BearingE,
    BearingSw,
    BearingSe,
    TakeBack,
    FlashPieces,
    Odds,
    OwnDice,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    Overview,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    HideCounters,
    NextBoard,
    HistoryStart,
    HistoryBack,
    HistoryForward,
    HistoryEnd,
    PhaseBack,
    PhaseForward,
    PanelRoll,
    PanelForces,
    PanelCharts,
    PanelRules,
    PanelLog,
    FocusPanels,
    Help,
    RulesHere,
    Menu,
    Adjust,
    Bookmark,
    MarkBack,
    MarkForward,
    MarkFirst,
    MarkLast,
    SaveAs,
    WhatIf,
    Debrief,
}

/// Where actions belong, for the key list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The prompt and its offers.
    Orders,
    /// The board.
    Board,
    /// Looking back.
    History,
    /// The column at the right.
    Panels,
    /// Everywhere.
    General,
}

impl Group {
    /// All groups as listed.
    pub const ALL: [Self; 5] = [Self::Orders, Self::Board, Self::History, Self::Panels, Self::General];

    /// Title of the group.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Orders => "Orders",
            Self::Board => "Board",
            Self::History => "Looking back",
            Self::Panels => "Panels",
            Self::General => "Everywhere",
        }
    }
}

/// One row of the table of actions: action, group, words, usual keys.
type Row = (Action, Group, &'static str, &'static [&'static str]);

/// All actions as listed for the player.
const ACTIONS: &[Row] = &[
    (Action::Confirm, Group::Orders, "Take the marked offer", &["Enter"]),
    (Action::EndPhase, Group::Orders, "End the phase", &["Ctrl+Enter"]),
    (Action::Undo, Group::Orders, "Take back", &["Ctrl+Z", "U"]),
    (Action::Redo, Group::Orders, "Do again", &["Ctrl+Shift+Z", "Ctrl+Y"]),
    (Action::Offer1, Group::Orders, "Offer 1", &["1"]),
    (Action::Offer2, Group::Orders, "Offer 2", &["2"]),
    (Action::Offer3, Group::Orders, "Offer 3", &["3"]),
    (Action::Offer4, Group::Orders, "Offer 4", &["4"]),
    (Action::Offer5, Group::Orders, "Offer 5", &["5"]),
    (Action::Offer6, Group::Orders, "Offer 6", &["6"]),
    (Action::Offer7, Group::Orders, "Offer 7", &["7"]),
    (Action::Offer8, Group::Orders, "Offer 8", &["8"]),
    (Action::Offer9, Group::Orders, "Offer 9", &["9"]),
    (Action::Offer10, Group::Orders, "Offer 10", &["Ctrl+0"]),
    (Action::Offer11, Group::Orders, "Offer 11", &["Ctrl+1"]),
    (Action::Offer12, Group::Orders, "Offer 12", &["Ctrl+2"]),
    (Action::Offer13, Group::Orders, "Offer 13", &["Ctrl+3"]),
    (Action::Offer14, Group::Orders, "Offer 14", &["Ctrl+4"]),
    (Action::Offer15, Group::Orders, "Offer 15", &["Ctrl+5"]),
    (Action::Offer16, Group::Orders, "Offer 16", &["Ctrl+6"]),
    (Action::Offer17, Group::Orders, "Offer 17", &["Ctrl+7"]),
    (Action::Offer18, Group::Orders, "Offer 18", &["Ctrl+8"]),
    (Action::Offer19, Group::Orders, "Offer 19", &["Ctrl+9"]),
    (Action::Adjust, Group::Orders, "Adjust the position", &["E"]),
    (Action::Odds, Group::Orders, "Odds of the marked offer", &["O"]),
    (Action::OwnDice, Group::Orders, "Enter your own dice", &["I"]),
    (Action::SaveAs, Group::Orders, "Save as", &["Ctrl+S"]),
    (Action::NextPiece, Group::Board, "Next piece with an offer", &["Tab"]),
    (Action::PreviousPiece, Group::Board, "Previous piece with an offer", &["Shift+Tab"]),
    (Action::BearingNw, Group::Board, "Fly north-west, or move the hex cursor", &["Shift+Q"]),
    (Action::BearingNe, Group::Board, "Fly north-east, or move the hex cursor", &["Shift+E"]),
    (Action::BearingW, Group::Board, "Fly west, or move the hex cursor", &["Shift+A"]),
    (Action::BearingE, Group::Board, "Fly east, or move the hex cursor", &["Shift+D"]),
    (Action::BearingSw, Group::Board, "Fly south-west, or move the hex cursor", &["Shift+Z"]),
    (Action::BearingSe, Group::Board, "Fly south-east, or move the hex cursor", &["Shift+C"]),
    (Action::TakeBack, Group::Board, "Take back what lies under the hex cursor", &["Delete", "Backspace"]),
    (Action::FlashPieces, Group::Board, "Show pieces with offers", &["F"]),
    (Action::ZoomIn, Group::Board, "Zoom in", &["+", "="]),
    (Action::ZoomOut, Group::Board, "Zoom out", &["-"]),
    (Action::ZoomReset, Group::Board, "Fit the board", &["0"]),
    (Action::Overview, Group::Board, "Overview and back", &["Z"]),
    (Action::PanLeft, Group::Board, "Pan left", &["Left", "A"]),
    (Action::PanRight, Group::Board, "Pan right", &["Right", "D"]),
    (Action::PanUp, Group::Board, "Pan up", &["Up", "W"]),
    (Action::PanDown, Group::Board, "Pan down", &["Down", "S"]),
    (Action::HideCounters, Group::Board, "Hide counters", &["H"]),
    (Action::NextBoard, Group::Board, "Look at the other board", &["V"]),
    (Action::HistoryStart, Group::History, "First event", &["Home"]),
    (Action::HistoryBack, Group::History, "One event back", &[",", "Alt+Left"]),
    (Action::HistoryForward, Group::History, "One event on", &[".", "Alt+Right"]),
    (Action::HistoryEnd, Group::History, "Back to the game", &["End"]),
    (Action::PhaseBack, Group::History, "One phase back", &["PageUp"]),
    (Action::PhaseForward, Group::History, "One phase on", &["PageDown"]),
    (Action::Bookmark, Group::History, "Bookmark this moment", &["B"]),
    (Action::MarkBack, Group::History, "Previous bookmark", &["Shift+N"]),
    (Action::MarkForward, Group::History, "Next bookmark", &["N"]),
    (Action::MarkFirst, Group::History, "First bookmark", &["Shift+Home"]),
    (Action::MarkLast, Group::History, "Last bookmark", &["Shift+End"]),
    (Action::WhatIf, Group::History, "Fork a what-if, or leave it", &["X"]),
    (Action::Debrief, Group::History, "Debriefing of a finished game", &["G"]),
    (Action::PanelRoll, Group::Panels, "Roll or points", &["R"]),
    (Action::PanelForces, Group::Panels, "Squadron or forces", &["Q"]),
    (Action::PanelCharts, Group::Panels, "Charts", &["C"]),
    (Action::PanelRules, Group::Panels, "Rules", &["T"]),
    (Action::PanelLog, Group::Panels, "Log", &["L"]),
    (Action::FocusPanels, Group::Panels, "Focus to the offers, the panels, the board", &["F6"]),
    (Action::Cancel, Group::General, "Close the topmost thing", &["Escape"]),
    (Action::Help, Group::General, "This list", &["?"]),
    (Action::RulesHere, Group::General, "Rules at the current step", &["F1"]),
    (Action::Menu, Group::General, "Game menu", &["F10"]),
];

impl Action {
    /// All actions as listed for the player.
    pub fn all() -> impl Iterator<Item = Self> {
        ACTIONS.iter().map(|row| row.0)
    }

    fn row(self) -> Option<&'static Row> {
        ACTIONS.iter().find(|row| row.0 == self)
    }

    /// What a player reads.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }

    /// Where it belongs.
    #[must_use]
    pub fn group(self) -> Group {
        self.row().map_or(Group::General, |row| row.1)
    }

    /// The usual keys.
    #[must_use]
    pub fn usual(self) -> Vec<Chord> {
        self.row().map_or(Vec::new(), |row| row.3.iter().filter_map(|text| Chord::parse(text)).collect())
    }

    /// The index of the offer that a number key takes.
    #[must_use]
    pub fn offer(self) -> Option<usize> {
        let index = (self as usize).checked_sub(Self::Offer1 as usize)?;
        (self <= Self::Offer19).then_some(index)
    }

    /// The step of a bearing on the lattice: east and south.
    #[must_use]
    pub fn step(self) -> Option<(i32, i32)> {
        Some(match self {
            Self::BearingE => (1, 0),
            Self::BearingNe => (1, -1),
            Self::BearingNw => (0, -1),
            Self::BearingW => (-1, 0),
            Self::BearingSw => (-1, 1),
            Self::BearingSe => (0, 1),
            _ => return None,
        })
    }

    /// Whether it means something at a table that uses so much.
    #[must_use]
    pub fn used(self, table: KeyUse) -> bool {
        match self {
            Self::Odds | Self::OwnDice | Self::PanelCharts => table.dice,
            Self::Adjust => table.adjust,
            Self::TakeBack => table.hexes,
            other => other.step().is_none() || table.hexes,
        }
    }

    /// Whether a key held down does it again and again. What decides, throws or takes back is done once a press.
    #[must_use]
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Self::ZoomIn
                | Self::ZoomOut
                | Self::NextPiece
                | Self::PreviousPiece
                | Self::HistoryBack
                | Self::HistoryForward
        )
    }

    /// Whether it also works while a menu or another page is open.
    #[must_use]
    pub fn works_everywhere(self) -> bool {
        self.group() == Group::General
    }
}

/// What a game uses of the keyboard; everything while none is at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyUse {
    /// It has charts and dice.
    pub dice: bool,
    /// Its board is walked hex by hex.
    pub hexes: bool,
    /// Its position can be adjusted.
    pub adjust: bool,
}

impl KeyUse {
    /// Every key.
    pub const ALL: Self = Self { dice: true, hexes: true, adjust: true };
}

/// Why a key cannot be given to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyRefused {
    /// Another action has it.
    #[error("{chord} is taken: {}", holder.label())]
    Taken {
        /// The key.
        chord: Chord,
        /// Who has it.
        holder: Action,
    },
    /// A modifier alone is no key.
    #[error("a modifier alone cannot be bound")]
    Modifier,
}

/// The keys of all actions; only those that differ from the usual ones are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(BTreeMap<Action, Vec<Chord>>);

impl Bindings {
    /// The keys of an action.
    #[must_use]
    pub fn of(&self, action: Action) -> Vec<Chord> {
        self.0.get(&action).cloned().unwrap_or_else(|| action.usual())
    }

    /// The keys of an action in words, such as `Ctrl+Z or U`.
    #[must_use]
    pub fn words(&self, action: Action) -> String {
        let keys: Vec<String> = self.of(action).iter().map(ToString::to_string).collect();
        // In figures a zero looks like the letter.
        let told = |key: String| if key == "0" { "0 (zero)".to_owned() } else { key };
        let keys: Vec<String> = keys.into_iter().map(told).collect();
        if keys.is_empty() { "no key".to_owned() } else { keys.join(" or ") }
    }

    /// The action of a key.
    #[must_use]
    pub fn action(&self, chord: Chord) -> Option<Action> {
        Action::all().find(|action| self.of(*action).contains(&chord))
    }

    /// Whether a key of `action` is held down; for panning.
    #[must_use]
    pub fn held(&self, input: &egui::InputState, action: Action) -> bool {
        self.of(action).iter().any(|chord| {
            input.key_down(chord.key)
                && Chord::pressed(chord.key, input.modifiers) == Chord { shift: chord.shift, ..*chord }
        })
    }

    /// Whether an action has other keys than usual.
    #[must_use]
    pub fn is_changed(&self, action: Action) -> bool {
        self.0.contains_key(&action)
    }

    /// Makes `chord` the only key of `action`.
    ///
    /// # Errors
    /// The key is another action's, or a modifier alone; nothing changes then.
    pub fn bind(&mut self, action: Action, chord: Chord) -> Result<(), KeyRefused> {
        use Key::{
            AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight,
        };
        if matches!(
            chord.key,
            AltLeft | AltRight | ControlLeft | ControlRight | ShiftLeft | ShiftRight | SuperLeft | SuperRight
        ) {
            return Err(KeyRefused::Modifier);
        }
        match self.action(chord) {
            Some(holder) if holder != action => Err(KeyRefused::Taken { chord, holder }),
            _ => {
                self.0.insert(action, vec![chord]);
                Ok(())
            }
        }
    }

    /// Gives an action its usual keys back.
    ///
    /// # Errors
    /// One of them has been given to another action meanwhile.
    pub fn reset(&mut self, action: Action) -> Result<(), KeyRefused> {
        for chord in action.usual() {
            if let Some(holder) = self.action(chord).filter(|holder| *holder != action) {
                return Err(KeyRefused::Taken { chord, holder });
            }
        }
        self.0.remove(&action);
        Ok(())
    }

    /// Gives all actions their usual keys back.
    pub fn reset_all(&mut self) {
        self.0.clear();
    }

    /// Drops keys that two actions claim, as a settings file edited by hand may have it: the earlier action keeps it.
    pub fn tidy(&mut self) {
        let mut seen = Vec::new();
        for action in Action::all() {
            let keys = self.of(action);
            let free: Vec<Chord> = keys.iter().copied().filter(|chord| !seen.contains(chord)).collect();
            seen.extend(free.iter().copied());
            if free != keys {
                self.0.insert(action, free);
            }
        }
    }
}

/// A key was pressed for an action.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyPressed(pub Action);

/// The group whose keys the help list shows first: that of the panel in use.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FocusedGroup(pub Group);

/// Waits for the key that shall be bound to an action, and keeps what became of it.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Rebinding {
    /// The action that waits for its key.
    pub waiting: Option<Action>,
    /// Why the last key was refused.
    pub refused: Option<String>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeyPressed>()
        .insert_resource(FocusedGroup(Group::Orders))
        .init_resource::<Rebinding>()
        // The interface must not see keys that send an action, so this stands between reading and the pass.
        .add_systems(
            PreUpdate,
            read_keys.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        );
}

/// Where the keyboard's attention is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Attention {
    /// The table is in front, no menu over it.
    table: bool,
    /// A text field has the focus.
    text: bool,
    /// Some control has the focus.
    control: bool,
}

/// What becomes of a key press: the action that it sends, and whether the interface sees it too.
fn fate(bindings: &Bindings, chord: Chord, at: Attention) -> (Option<Action>, bool) {
    let Some(action) = bindings.action(chord) else { return (None, true) };
    if at.text {
        return (None, true);
    }
    let moves_focus = matches!(
        chord.key,
        Key::Enter
            | Key::Space
            | Key::Tab
            | Key::Escape
            | Key::ArrowDown
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
    );
    if at.control && moves_focus && !chord.ctrl && !chord.alt && (at.table || action != Action::Cancel) {
        return (None, true);
    }
    if at.table {
        return (Some(action), false);
    }
    (action.works_everywhere().then_some(action), true)
}

/// Turns key presses into messages.
#[expect(clippy::too_many_arguments, reason = "a system takes what it reads")]
fn read_keys(
    mut settings: ResMut<Settings>,
    mut rebinding: ResMut<Rebinding>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    help: Res<HelpOpen>,
    mut contexts: EguiContexts,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut told: MessageReader<KeyboardInput>,
    mut unfocused: MessageReader<KeyboardFocusLost>,
    mut held: Local<Modifiers>,
    mut pressed: MessageWriter<KeyPressed>,
) {
    if unfocused.read().count() > 0 {
        *held = Modifiers::NONE;
    }
    let mut strokes = strokes(told.read(), &mut held).into_iter();
    let (Ok(ctx), Ok(mut input)) = (contexts.ctx_mut(), inputs.single_mut()) else { return };
    let at = Attention {
        table: *screen.get() == Screen::Table && *menu.get() == Menu::None && !help.0,
        text: ctx.text_edit_focused(),
        control: ctx.memory(|m| m.focused().is_some()),
    };
    let keys = settings.bypass_change_detection().keys.clone();
    let mut bind = None;
    let list = at.table && egui::Popup::is_any_open(ctx);
    let ctx = ctx.clone();
    input.events.retain(|event| {
        let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
        if list && *key == Key::Escape {
            // The topmost thing is the list of offers that a click opened.
            egui::Popup::close_all(&ctx);
            return false;
        }
        let stroke = strokes.find(|stroke| stroke.key == *key);
        let chord = Chord::pressed(*key, stroke.map_or(*modifiers, |stroke| stroke.modifiers));
        if let Some(action) = rebinding.waiting {
            bind = Some((action, chord));
            return false;
        }
        let (action, seen) = fate(&keys, chord, at);
        let again = stroke.is_some_and(|stroke| stroke.repeat);
        if let Some(action) = action.filter(|action| !again || action.repeats()) {
            pressed.write(KeyPressed(action));
        }
        seen
    });
    if let Some((action, chord)) = bind {
        if chord.key == Key::Escape {
            *rebinding = Rebinding::default();
        } else {
            match settings.keys.bind(action, chord) {
                Ok(()) => *rebinding = Rebinding::default(),
                // A modifier on the way to a chord is not an attempt.
                Err(KeyRefused::Modifier) => {}
                Err(refused) => *rebinding = Rebinding { waiting: None, refused: Some(refused.to_string()) },
            }
        }
    }
}

#[cfg(test)]
mod tests;
