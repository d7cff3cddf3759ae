//! What the client knows of a game beyond the kernel: how its view becomes ribbon, forces, board and debriefing.

pub mod dambusters;
pub mod duel;

use std::sync::Arc;

use super::board::view::BoardView;
use super::layouts::Kept;
use super::panels::blotter::BlotterView;
use super::panels::debrief::DebriefView;
use super::panels::desk::Desk;
use super::panels::forces::ForcesView;
use super::panels::luck::{ItemView, RevealedView};
use super::panels::prompt::{PromptView, StripItem};
use super::panels::ribbon::RibbonView;
use super::panels::tally::{BarsView, TallyView};
use super::panels::waves::WavesView;
use super::widgets::dice::Side;
use crate::kernel::chronicle::Line;
use crate::kernel::game::Game;
use crate::kernel::ids::{PieceId, Seat};
use crate::kernel::timeline::Table;

/// What the panels and the board show of a game at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameViews {
    /// The ribbon.
    pub ribbon: RibbonView,
    /// The forces.
    pub forces: ForcesView,
    /// The board.
    pub board: BoardView,
    /// All boards that can be looked at, where there are several.
    pub boards: Vec<BoardView>,
    /// A desk that lies in place of a board, by the id under which it is looked at.
    pub blotter: Option<(String, BlotterView)>,
    /// The wave board, in place of the list of forces.
    pub waves: Option<WavesView>,
    /// What is held in the step at hand, shown beside the prompt.
    pub strip: Vec<StripItem>,
    /// What threatens, for the recap.
    pub threats: Vec<String>,
    /// What a guided game says about the step at hand.
    pub guide: Option<String>,
    /// Points by cause that are to be read now, such as those of a night just over.
    pub summary: Option<BarsView>,
    /// Points that the step at hand would bring, as far as the seat knows.
    pub preview: Vec<TallyView>,
}

/// What the player has taken in hand at the table.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// The seat that looks.
    pub seat: Seat,
    /// The piece selected.
    pub selected: Option<PieceId>,
    /// The tool of the desk taken up.
    pub tool: usize,
    /// What can be laid out at once.
    pub layouts: &'a [Kept],
}

/// The client's side of a game. It reads what the seat may see and nothing else.
pub trait GameFace: Send + Sync {
    /// Everything that `seat` sees now.
    fn read(&self, table: &Table, seat: Seat) -> GameViews;
    /// An item of a cup as it is drawn for a question or line of clause `clause`.
    fn item(&self, table: &Table, cup: &str, item: u8, clause: &str) -> ItemView;
    /// What a draw from a cup that belongs to no piece is called.
    fn cup(&self, name: &str) -> String {
        format!("The {name} cup")
    }
    /// What a line of the log turned over, where that is to stay in sight among the latest results.
    fn revealed(&self, _table: &Table, _line: &Line) -> Option<RevealedView> {
        None
    }
    /// The debriefing of a finished game.
    fn debrief(&self, table: &Table, seat: Seat) -> DebriefView;
    /// What a turn is called.
    fn turn_name(&self, table: &Table) -> &'static str;
    /// What the tab with the units is called.
    fn forces_tab(&self) -> &'static str {
        "Forces"
    }
    /// What the tab with the latest results is called.
    fn roll_tab(&self) -> &'static str {
        "Roll"
    }
    /// Points the offers of a prompt at the board and lays a desk before the player, where a list would not do.
    fn arrange(&self, _table: &Table, _aim: Aim, _prompt: &mut PromptView) -> Option<Desk> {
        None
    }
    /// Whether the first piece with offers is taken up when nothing is, since the offers of all would be too many.
    fn takes_up_pieces(&self, _table: &Table) -> bool {
        false
    }
    /// Whether an offer of this verb keeps its piece taken up, or only undoes what was ordered for it.
    fn keeps_taken(&self, _verb: &str) -> bool {
        true
    }
    /// The column of a chart that this game reads throughout, such as that of its target, by the heads of all columns.
    fn column(&self, _table: &Table, _heads: &[String]) -> Option<usize> {
        None
    }
    /// Whether its board is walked hex by hex.
    fn hexes(&self) -> bool {
        false
    }
    /// Whether what other seats do in a phase, named by its rule, is their secret: its steps count as one.
    fn secret(&self, _rule: &str) -> bool {
        false
    }
    /// Whether one person plays all seats with open hands, as in a guided game.
    fn open_handed(&self, _table: &Table) -> bool {
        false
    }
    /// What lies on the board and could be kept as a layout.
    fn layout(&self, _table: &Table, _name: &str) -> Option<Kept> {
        None
    }
    /// The answers that lay a layout out.
    fn lay_out(&self, _table: &Table, _layout: &Kept) -> Vec<String> {
        Vec::new()
    }
    /// The name of a seat.
    fn seat_name(&self, table: &Table, seat: Seat) -> String {
        let header = table.header();
        let cards = table.game().scenarios();
        let card = cards.into_iter().find(|c| c.id == header.scenario);
        card.and_then(|c| c.seats.get(usize::from(seat.0)).cloned())
            .unwrap_or_else(|| format!("Seat {}", u32::from(seat.0) + 1))
    }
}

/// The client's side of `game`; a game without one of its own is shown by its prompt, charts, rules and log.
#[must_use]
pub fn face_of(game: &dyn Game) -> Arc<dyn GameFace> {
    match game.id() {
        "dambusters" => Arc::new(dambusters::Face),
        "duel" => Arc::new(duel::Face),
        _ => Arc::new(Plain),
    }
}

/// A seat as a scenario's card names it, in full.
#[must_use]
pub fn seat_title(game: &str, code: &str) -> String {
    match (game, code) {
        ("duel", "B") => "Britain".to_owned(),
        ("duel", "G") => "Germany".to_owned(),
        _ => code.to_owned(),
    }
}

/// A game without a board of its own.
struct Plain;

impl GameFace for Plain {
    fn read(&self, table: &Table, _seat: Seat) -> GameViews {
        let title = table.game().title().to_owned();
        GameViews { ribbon: RibbonView { title, ..RibbonView::default() }, ..GameViews::default() }
    }

    fn item(&self, _table: &Table, cup: &str, item: u8, _clause: &str) -> ItemView {
        ItemView {
            value: item.to_string(),
            name: cup.to_uppercase(),
            side: Side::Approach,
            worth: i32::from(item),
            kept: true,
            card: None,
        }
    }

    fn debrief(&self, table: &Table, _seat: Seat) -> DebriefView {
        let outcome = table.outcome().map_or(String::new(), |o| o.label.clone());
        DebriefView { scenario: table.game().title().to_owned(), outcome, ..DebriefView::default() }
    }

    fn turn_name(&self, _table: &Table) -> &'static str {
        "Turn"
    }
}
