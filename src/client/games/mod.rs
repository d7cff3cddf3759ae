//! What the client knows of a game beyond the kernel: how its view becomes ribbon, forces, board and debriefing.

pub mod dambusters;

use std::sync::Arc;

use super::board::view::BoardView;
use super::panels::debrief::DebriefView;
use super::panels::forces::ForcesView;
use super::panels::luck::ItemView;
use super::panels::prompt::StripItem;
use super::panels::ribbon::RibbonView;
use super::widgets::dice::Side;
use crate::kernel::game::Game;
use crate::kernel::ids::Seat;
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
    /// What is held in the step at hand, shown beside the prompt.
    pub strip: Vec<StripItem>,
    /// What threatens, for the recap.
    pub threats: Vec<String>,
}

/// The client's side of a game. It reads what the seat may see and nothing else.
pub trait GameFace: Send + Sync {
    /// Everything that `seat` sees now.
    fn read(&self, table: &Table, seat: Seat) -> GameViews;
    /// An item of a cup as it is drawn for a question or line of clause `clause`.
    fn item(&self, table: &Table, cup: &str, item: u8, clause: &str) -> ItemView;
    /// The debriefing of a finished game.
    fn debrief(&self, table: &Table, seat: Seat) -> DebriefView;
    /// What a turn is called.
    fn turn_name(&self) -> &'static str;
    /// What the tab with the units is called.
    fn forces_tab(&self) -> &'static str {
        "Forces"
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
        _ => Arc::new(Plain),
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
        }
    }

    fn debrief(&self, table: &Table, _seat: Seat) -> DebriefView {
        let outcome = table.outcome().map_or(String::new(), |o| o.label.clone());
        DebriefView { scenario: table.game().title().to_owned(), outcome, ..DebriefView::default() }
    }

    fn turn_name(&self) -> &'static str {
        "Turn"
    }
}
