//! What the board shows: pieces in places, markers on their points, groups of the map.

use crate::kernel::chart::Tone;
use crate::kernel::ids::PieceId;

/// What a seat sees of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardView {
    /// The board's id in the game's `board.ron`; empty when the game has no board.
    pub board: String,
    /// What a player calls it, where there are several to look at.
    pub name: String,
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
    /// Words written into places: the place's id and the words.
    pub captions: Vec<(String, String)>,
    /// Places that are shaded: the place's id and how.
    pub shades: Vec<(String, Shade)>,
    /// Ways drawn from place to place.
    pub ways: Vec<WayView>,
    /// What keeps together in places that are filled in rows.
    pub companies: Vec<Company>,
    /// Levels printed in the corner of a place.
    pub gauges: Vec<Gauge>,
}

/// What keeps together in a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Company {
    /// The place.
    pub place: String,
    /// What belongs to it, in order.
    pub members: Vec<Member>,
    /// The plate that it stands on.
    pub plate: Option<Plate>,
}

/// Something that belongs to a company.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// A piece.
    Piece(PieceId),
    /// A marker, by its id.
    Marker(String),
}

/// How the plate of a company is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plate {
    /// In good order.
    Firm,
    /// Its order is lost.
    Loose,
}

/// A level printed in the corner of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// The place.
    pub place: String,
    /// Level.
    pub level: u8,
    /// Highest level.
    pub most: u8,
    /// How it strikes the player.
    pub tone: Tone,
}

/// Why a place is shaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// It may be entered next; the number counts the moves to it from 1.
    Ahead(u8),
    /// It remains within reach.
    Reach,
    /// Something may be laid there.
    Site,
    /// Nothing is left to do there.
    Done,
}

/// A way drawn from place to place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayView {
    /// The places in order.
    pub places: Vec<String>,
    /// Whether it was flown; a way that is only planned is dashed.
    pub flown: bool,
    /// Whether another is laid in its place: it is drawn faintly.
    pub old: bool,
    /// The place on it that is ringed, such as a target.
    pub ring: Option<String>,
}

/// Where a marker lies within its place, in board pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nook {
    /// From the middle of the place.
    pub at: (i16, i16),
    /// Its size.
    pub size: (u16, u16),
    /// How dense it is as a part of the sky, behind all markers and counters, in percent; 0 is a marker like others.
    pub behind: u8,
    /// Turned by so many degrees, clockwise.
    pub turn: i16,
}

/// What can be carried from place to place with the pointer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grab {
    /// What the player reads at the pointer.
    pub name: String,
    /// The answer that lifts it; empty when it comes from a supply.
    pub lift: String,
    /// The answer that drops it; `{}` takes the place's id.
    pub drop: String,
    /// What it is in the ids of offers, where it is dropped on another thing that an offer names with it.
    pub thing: String,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// The piece.
    pub id: PieceId,
    /// What it is called in the ids of offers.
    pub code: String,
    /// The place it lies in.
    pub place: String,
    /// Its drawing, below the game's art folder.
    pub drawing: String,
    /// The drawing's tokens.
    pub tokens: Vec<(String, String)>,
    /// What it is and how it stands, line by line.
    pub tip: String,
}

impl PieceView {
    /// A piece without a drawing.
    #[must_use]
    pub fn new(id: PieceId, place: &str) -> Self {
        Self {
            id,
            code: String::new(),
            place: place.to_owned(),
            drawing: String::new(),
            tokens: Vec::new(),
            tip: String::new(),
        }
    }
}

/// A marker on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// Where it lies in its place or about its mark; else in the place's slots or on the mark.
    pub nook: Option<Nook>,
    /// How it is carried, when it may be.
    pub grab: Option<Grab>,
}
