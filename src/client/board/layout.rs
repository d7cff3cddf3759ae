//! Board layouts: where the places of a game lie on its maps, read from `board.ron`.

use std::path::Path;

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};
use hexx::{Hex, HexLayout, HexOrientation};
use serde::Deserialize;

use super::flow::{Count, Flow, flow};

/// The boards of a game as written in its file.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// Format of the file; 1.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The boards.
    pub boards: Vec<Board>,
}

/// A board: a map with places.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Stable id.
    pub id: String,
    /// Title for players.
    pub title: String,
    /// The drawing of the map.
    pub art: String,
    /// Size in board pixels, y down.
    pub size: (f32, f32),
    /// The hex lattice.
    pub lattice: Lattice,
    /// The places.
    pub places: Vec<Place>,
    /// Ways between places.
    #[serde(default)]
    pub links: Vec<(String, String)>,
    /// Points for markers.
    #[serde(default)]
    pub marks: Vec<Mark>,
}

/// A hex lattice.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lattice {
    /// Where hex (0, 0) has its centre.
    pub origin: (f32, f32),
    /// From the centre of a hex to its corners.
    pub hex_size: f32,
    /// How hexes stand.
    pub orientation: Orientation,
}

/// How hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Orientation {
    /// A corner on top.
    Pointy,
    /// A side on top.
    Flat,
}

/// A place of a board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Stable id.
    pub id: String,
    /// What a player reads.
    pub label: String,
    /// The hex that it is centred on.
    pub hex: (i32, i32),
    /// Size in board pixels.
    pub size: (f32, f32),
    /// Its slots.
    pub slots: Slots,
    /// What sort of place it is.
    pub kind: PlaceKind,
}

/// The slots of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// How many in a row.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
}

/// What sort of place it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum PlaceKind {
    /// Aircraft wait here.
    Circling,
    /// On the approach.
    Approach,
    /// Beside the approach.
    Escort,
    /// Where mines are released.
    Release,
    /// Where markers are kept.
    Holding,
    /// The way out.
    Climb,
    /// Out of the attack.
    Exit,
    /// A whole hex of the lattice.
    Hex,
    /// Open ground of a map, filled in rows.
    Zone,
    /// A box beside the ground, filled in rows.
    Box,
    /// Where a target is sought, filled in rows.
    Target,
}

/// A point for a marker.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Stable id.
    pub id: String,
    /// What lies here.
    pub kind: MarkKind,
    /// Where, in board pixels.
    pub at: (f32, f32),
}

/// What lies on a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[expect(missing_docs, reason = "each is named for the marker or feature that it carries")]
pub enum MarkKind {
    Flak,
    Searchlight,
    Balloon,
    Dam,
    Recon,
    Water,
    Nightfighter,
    Flare,
    Hill,
    Castle,
    Village,
    WindRose,
    Moon,
    Vp,
    Way,
}

/// Reads the boards of a game.
///
/// # Errors
/// The file cannot be read, or is not a board file; says where.
pub fn load(assets: &Path, game: &str) -> Result<BoardFile, String> {
    let path = assets.join("games").join(game).join("board.ron");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file: BoardFile = ron::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    if file.format == 1 {
        Ok(file)
    } else {
        Err(format!("{}: format {} is unknown", path.display(), file.format))
    }
}

/// The height of a place's label above its slots, in board pixels.
pub const LABEL: f32 = 32.0;
/// The side of a slot, in board pixels.
const SLOT: f32 = 84.0;
/// Half the room of a mark, in board pixels.
const MARK: f32 = 60.0;
/// The gap between slots, in board pixels.
pub const GAP: f32 = 8.0;

impl Board {
    /// The lattice for hexx.
    #[must_use]
    pub fn hexes(&self) -> HexLayout {
        let orientation = match self.lattice.orientation {
            Orientation::Pointy => HexOrientation::Pointy,
            Orientation::Flat => HexOrientation::Flat,
        };
        let (x, y) = self.lattice.origin;
        HexLayout {
            orientation,
            origin: hexx::Vec2::new(x, y),
            scale: hexx::Vec2::splat(self.lattice.hex_size),
        }
    }

    /// The centre of a hex in board pixels.
    #[must_use]
    pub fn hex_centre(&self, hex: (i32, i32)) -> Pos2 {
        let at = self.hexes().hex_to_world_pos(Hex::new(hex.0, hex.1));
        pos2(at.x, at.y)
    }

    /// The hex at a point.
    #[must_use]
    pub fn hex_at(&self, at: Pos2) -> (i32, i32) {
        let hex = self.hexes().world_pos_to_hex(hexx::Vec2::new(at.x, at.y));
        (hex.x, hex.y)
    }

    /// All hexes whose centres lie on the board.
    #[must_use]
    pub fn all_hexes(&self) -> Vec<(i32, i32)> {
        let (w, h) = self.size;
        let reach = ((w + h) / self.lattice.hex_size) as i32 + 2;
        let mut out = Vec::new();
        for r in -reach..=reach {
            for q in -reach..=reach {
                let at = self.hex_centre((q, r));
                if (0.0..=w).contains(&at.x) && (0.0..=h).contains(&at.y) {
                    out.push((q, r));
                }
            }
        }
        out
    }

    /// The lattice's lines as pairs of points, each side once.
    #[must_use]
    pub fn lattice_lines(&self) -> Vec<(Pos2, Pos2)> {
        let layout = self.hexes();
        let mut lines = Vec::new();
        let whole = Rect::from_min_size(Pos2::ZERO, self.size.into());
        for (q, r) in self.all_hexes() {
            let corners = layout.hex_corners(Hex::new(q, r));
            // Three of six sides; the neighbours draw the rest.
            for i in 0..3 {
                let (a, b) = (corners[i], corners[i + 1]);
                let (a, b) = (pos2(a.x, a.y), pos2(b.x, b.y));
                if whole.contains(a) && whole.contains(b) {
                    lines.push((a, b));
                }
            }
        }
        lines
    }

    /// The part that must be seen: all places and marks of a board of hexes, else the whole.
    #[must_use]
    pub fn heart(&self) -> Rect {
        let whole = Rect::from_min_size(Pos2::ZERO, self.size.into());
        if !self.hexed() {
            return whole;
        }
        let places = self.places.iter().map(|p| self.area(p));
        let marks = self.marks.iter().map(|m| Rect::from_center_size(m.at.into(), Vec2::splat(2.0 * MARK)));
        places.chain(marks).fold(Rect::NOTHING, Rect::union).expand(GAP).intersect(whole)
    }

    /// Whether its places are the hexes of its lattice.
    #[must_use]
    pub fn hexed(&self) -> bool {
        self.places.iter().any(|p| p.kind == PlaceKind::Hex)
    }

    /// Whether its places are filled in rows: the map itself is the ground, without a lattice on it.
    #[must_use]
    pub fn flows(&self) -> bool {
        self.places.iter().any(Place::flows)
    }

    /// The corners of a place that is a hex; none for another place.
    #[must_use]
    pub fn corners(&self, place: &Place) -> Vec<Pos2> {
        if place.kind != PlaceKind::Hex {
            return Vec::new();
        }
        let corners = self.hexes().hex_corners(Hex::new(place.hex.0, place.hex.1));
        corners.into_iter().map(|at| pos2(at.x, at.y)).collect()
    }

    /// The place that lies a step of the lattice from another, by its index.
    #[must_use]
    pub fn neighbour(&self, from: usize, step: (i32, i32)) -> Option<usize> {
        let (q, r) = self.places.get(from)?.hex;
        self.places.iter().position(|p| p.hex == (q + step.0, r + step.1))
    }

    /// The place with this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<&Place> {
        self.places.iter().find(|p| p.id == id)
    }

    /// The area of a place in board pixels.
    #[must_use]
    pub fn area(&self, place: &Place) -> Rect {
        let centre = self.hex_centre(place.hex);
        if place.kind == PlaceKind::Hex {
            let half = self.hexes().rect_size() / 2.0;
            return Rect::from_center_size(centre, 2.0 * vec2(half.x, half.y));
        }
        Rect::from_center_size(centre, Vec2::from(place.size))
    }

    /// The point of a mark.
    #[must_use]
    pub fn mark(&self, id: &str) -> Option<Pos2> {
        self.marks.iter().find(|m| m.id == id).map(|m| m.at.into())
    }
}

impl Place {
    /// Whether counters fill it in rows, each company on a plate, in place of slots.
    #[must_use]
    pub fn flows(&self) -> bool {
        matches!(self.kind, PlaceKind::Zone | PlaceKind::Box | PlaceKind::Target)
    }

    /// The side of a counter in a place that is filled in rows, in board pixels.
    fn flow_side(&self) -> f32 {
        if self.kind == PlaceKind::Zone { 52.0 } else { 46.0 }
    }

    /// The columns and rows that `count` pieces take, and how large each is: a low box with few pieces holds them in one
    /// row as large as elsewhere, with more in two rows.
    fn grid(&self, count: usize) -> (usize, usize, f32) {
        let (columns, rows) = (usize::from(self.slots.columns.max(1)), usize::from(self.slots.rows.max(1)));
        let low = self.kind == PlaceKind::Exit || (self.kind == PlaceKind::Holding && rows > 1);
        match low {
            false => (columns, rows, SLOT),
            true if count <= 3 => (3, 1, 80.0),
            true => (columns, rows, 62.0),
        }
    }
}

/// The centres of `count` pieces in a place of area `area`, and how large each is. Slots are filled row by row; more
/// pieces than slots fan: each row moves closer together, so that every piece shows its code.
#[must_use]
pub fn spread(place: &Place, area: Rect, count: usize) -> (Vec<Pos2>, f32) {
    if place.kind == PlaceKind::Hex {
        return spread_in_hex(area.center(), count);
    }
    if place.flows() {
        let flow = flow_in(place, area, &[(count, false)]);
        return (flow.spots.into_iter().flatten().collect(), flow.side);
    }
    let (columns, rows, side) = place.grid(count);
    let per_row = columns.max(count.div_ceil(rows));
    let most = (area.width() - 2.0 * GAP - side) / (per_row.max(2) - 1) as f32;
    let step = (side + GAP).min(most);
    let height = rows as f32 * side + (rows as f32 - 1.0) * GAP;
    let width = (per_row as f32 - 1.0) * step + side;
    let free = (area.height() - LABEL - height).max(0.0);
    let top = area.top() + LABEL.min(area.height() - height) + free / 2.0;
    let left = area.center().x - width / 2.0;
    let at = |i: usize| {
        let (row, column) = (i / per_row, i % per_row);
        pos2(left + side / 2.0, top + side / 2.0) + vec2(column as f32 * step, row as f32 * (side + GAP))
    };
    ((0..count).map(at).collect(), side)
}

/// Companies of counters in a place that is filled in rows, below its label.
#[must_use]
pub fn flow_in(place: &Place, area: Rect, companies: &[Count]) -> Flow {
    let below = Rect::from_min_max(area.min + vec2(3.0, LABEL), area.max - vec2(3.0, 3.0));
    flow(below, companies, place.flow_side())
}

/// The centres of `count` counters in the middle band of a hex: up to two side by side, then two rows, a little to the
/// left, where no shield of a city stands.
fn spread_in_hex(centre: Pos2, count: usize) -> (Vec<Pos2>, f32) {
    let (per_row, side, step, left) = match count {
        0 | 1 => (1, 94.0, 94.0, 20.0),
        2 => (2, 80.0, 82.0, 26.0),
        _ => (count.div_ceil(2), 62.0, (124.0 / (count.div_ceil(2) as f32 - 1.0)).min(64.0), 26.0),
    };
    let rows = count.div_ceil(per_row).max(1);
    let at = |i: usize| {
        let (row, column) = (i / per_row, i % per_row);
        let here = per_row.min(count - row * per_row) as f32;
        let x = (column as f32 - (here - 1.0) / 2.0) * step;
        let y = (row as f32 - (rows as f32 - 1.0) / 2.0) * (side - 2.0);
        centre + vec2(x - left, y + if rows > 1 { 14.0 } else { -2.0 })
    };
    ((0..count).map(at).collect(), side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> BoardFile {
        load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), "dambusters").expect("the shipped boards")
    }

    #[test]
    fn places_lie_on_the_board_and_apart() {
        for board in shipped().boards {
            let whole = Rect::from_min_size(Pos2::ZERO, board.size.into());
            for (i, a) in board.places.iter().enumerate() {
                let area = board.area(a);
                assert!(whole.contains_rect(area), "{} {} leaves the board: {area:?}", board.id, a.id);
                for b in &board.places[i + 1..] {
                    assert!(!area.intersects(board.area(b)), "{}: {} and {} overlap", board.id, a.id, b.id);
                }
            }
            for (a, b) in &board.links {
                assert!(board.place(a).is_some() && board.place(b).is_some(), "{a} – {b}");
            }
        }
    }

    #[test]
    fn every_hex_centre_gives_its_hex() {
        for board in shipped().boards {
            let hexes = board.all_hexes();
            assert!(hexes.len() > 200);
            for hex in hexes {
                assert_eq!(board.hex_at(board.hex_centre(hex)), hex);
            }
        }
    }

    #[test]
    fn hexes_lie_on_their_board_and_are_found_by_their_shape() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let board = load(&assets, "duel").expect("the shipped board").boards.remove(0);
        assert!(board.hexed() && board.places.len() == 43);
        let whole = Rect::from_min_size(Pos2::ZERO, board.size.into());
        for place in &board.places {
            assert!(whole.contains_rect(board.area(place)), "{} leaves the board", place.id);
            assert_eq!(board.corners(place).len(), 6);
            for count in 1..=6 {
                let (spots, side) = spread(place, board.area(place), count);
                let within = |at: &Pos2| board.hex_at(*at) == place.hex;
                assert!(spots.len() == count && spots.iter().all(within), "{} holds {count}", place.id);
                assert!(side >= 56.0);
            }
        }
    }

    #[test]
    fn pieces_stay_inside_their_place_however_many() {
        for board in shipped().boards {
            for place in &board.places {
                let area = board.area(place);
                for count in 1..=24 {
                    let (spots, side) = spread(place, area, count);
                    assert_eq!(spots.len(), count);
                    for at in spots {
                        let spot = Rect::from_center_size(at, Vec2::splat(side));
                        assert!(
                            area.expand(4.0).contains_rect(spot),
                            "{} {} of {count}: {spot:?} in {area:?}",
                            board.id,
                            place.id
                        );
                    }
                }
            }
        }
    }
}
