//! What the board shows: pieces in places, markers on their points, groups of the map.

use crate::kernel::ids::PieceId;

/// What a seat sees of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// The board's id in the game's `board.ron`; empty when the game has no board.
    pub board: String,
    /// The game's id, for its art.
    pub game: String,
    /// The pieces, in the order in which they fill slots.
    pub pieces: Vec<PieceView>,
    /// Markers.
    pub markers: Vec<MarkerView>,
    /// Groups of the map that are shown, such as `fog`.
    pub groups: Vec<String>,
    /// What a place is worth knowing: its id and words.
    pub places: Vec<(String, String)>,
    /// The path flown, as places in order.
    pub path: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The piece.
    pub id: PieceId,
    /// The place it lies in.
    pub place: String,
    /// Its drawing, below the game's art folder.
    pub drawing: String,
    /// The drawing's tokens.
    pub tokens: Vec<(String, String)>,
    /// What it is and how it stands, line by line.
    pub tip: String,
}

/// A marker on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerView {
    /// Stable id on this board.
    pub id: String,
    /// Where it lies: a mark's id, or a place's id.
    pub at: String,
    /// Whether `at` is a place, in whose slots it lies.
    pub in_place: bool,
    /// Its drawing, below the game's art folder.
    pub drawing: String,
    /// The drawing's tokens.
    pub tokens: Vec<(String, String)>,
    /// What it is and does.
    pub tip: String,
}
