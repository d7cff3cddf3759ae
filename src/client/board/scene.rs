//! The scene: where every piece, marker and place of a view lies on its board, and what is under a point.

use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};

use super::flow::Count;
use super::layout::{Board, Place, flow_in, spread};
use super::view::{BoardView, Member, Plate};
use crate::client::panels::Intent;
use crate::client::panels::prompt::OfferView;
use crate::kernel::ids::PieceId;

/// How a thing on the board is lit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Light {
    /// As it is.
    #[default]
    None,
    /// An offer points at it.
    Offered,
    /// The pointer is over it, or over an offer that points at it.
    Hovered,
    /// It is selected, or the question is about it.
    Chosen,
}

/// A thing laid out on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Where, in board pixels.
    pub area: Rect,
    /// How high it lies; higher is drawn over lower.
    pub layer: f32,
    /// How it is lit.
    pub light: Light,
    /// Its corners in their order, when it is no rectangle.
    pub corners: Vec<Pos2>,
}

impl Spot {
    fn new(area: Rect) -> Self {
        Self { area, layer: 0.0, light: Light::None, corners: Vec::new() }
    }

    /// Whether a board pixel lies on it.
    #[must_use]
    pub fn contains(&self, at: Pos2) -> bool {
        if self.corners.is_empty() {
            return self.area.contains(at);
        }
        // Inside a convex shape a point lies on the same side of every edge.
        let next = self.corners.iter().cycle().skip(1);
        let sides = self.corners.iter().zip(next).map(|(a, b)| {
            let (edge, to) = (*b - *a, at - *a);
            edge.x * to.y - edge.y * to.x
        });
        let sides: Vec<f32> = sides.collect();
        sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0)
    }
}

/// A view laid out on its board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// The places: index into the board's places.
    pub places: Vec<Spot>,
    /// The pieces: index into the view's pieces.
    pub pieces: Vec<Spot>,
    /// The markers: index into the view's markers.
    pub markers: Vec<Spot>,
    /// The plates on which companies stand.
    pub plates: Vec<(Rect, Plate)>,
}

/// What is under a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A piece, by its index in the view.
    Piece(usize),
    /// A marker, by its index in the view.
    Marker(usize),
    /// A place, by its index in the board.
    Place(usize),
}

/// The layer up to which markers are the sky behind the others and are looked through by the pointer.
pub const SKY: f32 = 4.0;
/// The side of a marker on a mark, in board pixels.
pub const MARKER: f32 = 68.0;

/// Lays a view out.
#[must_use]
pub fn lay_out(board: &Board, view: &BoardView) -> Scene {
    let mut scene = Scene {
        places: board
            .places
            .iter()
            .map(|p| Spot { corners: board.corners(p), ..Spot::new(board.area(p)) })
            .collect(),
        pieces: vec![Spot::new(Rect::NOTHING); view.pieces.len()],
        markers: vec![Spot::new(Rect::NOTHING); view.markers.len()],
        plates: Vec::new(),
    };
    for place in board.places.iter().filter(|p| p.flows()) {
        fill(&mut scene, board, view, place);
    }
    for place in board.places.iter().filter(|p| !p.flows()) {
        let pieces: Vec<usize> =
            (0..view.pieces.len()).filter(|i| view.pieces[*i].place == place.id).collect();
        let markers: Vec<usize> = (0..view.markers.len())
            .filter(|i| {
                let marker = &view.markers[*i];
                marker.in_place && marker.nook.is_none() && marker.at == place.id
            })
            .collect();
        let (spots, side) = spread(place, board.area(place), pieces.len() + markers.len());
        let mut spots = spots.into_iter().enumerate();
        for i in pieces {
            if let Some((n, at)) = spots.next() {
                scene.pieces[i].area = Rect::from_center_size(at, Vec2::splat(side));
                scene.pieces[i].layer = 10.0 + n as f32 * 0.01;
            }
        }
        for i in markers {
            if let Some((n, at)) = spots.next() {
                scene.markers[i].area = Rect::from_center_size(at, Vec2::splat(side.min(64.0)));
                scene.markers[i].layer = 5.0 + n as f32 * 0.01;
            }
        }
    }
    for (i, marker) in view.markers.iter().enumerate().filter(|(_, m)| !m.in_place || m.nook.is_some()) {
        let centre = if marker.in_place {
            board.place(&marker.at).map(|p| board.hex_centre(p.hex))
        } else {
            board.mark(&marker.at)
        };
        let Some(centre) = centre else { continue };
        let spot = &mut scene.markers[i];
        spot.area = Rect::from_center_size(centre, Vec2::splat(MARKER));
        spot.layer = 5.0 + i as f32 * 0.001;
        if let Some(nook) = marker.nook {
            let ((x, y), (w, h)) = (nook.at, nook.size);
            let at = centre + vec2(f32::from(x), f32::from(y));
            spot.area = Rect::from_center_size(at, vec2(f32::from(w), f32::from(h)));
            if nook.behind > 0 {
                spot.layer -= 3.0;
            }
        }
    }
    scene
}

/// Fills a place in rows: its companies, then what belongs to none of them.
fn fill(scene: &mut Scene, board: &Board, view: &BoardView, place: &Place) {
    let piece = |id: PieceId| view.pieces.iter().position(|p| p.id == id && p.place == place.id);
    let marker = |id: &str| view.markers.iter().position(|m| m.id == id && m.at == place.id);
    let mut companies: Vec<(Vec<Hit>, Option<Plate>)> = Vec::new();
    for company in view.companies.iter().filter(|c| c.place == place.id) {
        let members = company.members.iter().filter_map(|member| match member {
            Member::Piece(id) => piece(*id).map(Hit::Piece),
            Member::Marker(id) => marker(id).map(Hit::Marker),
        });
        companies.push((members.collect(), company.plate));
    }
    companies.retain(|(members, _)| !members.is_empty());
    let loose = |hit: &Hit| companies.iter().all(|(members, _)| !members.contains(hit));
    let pieces = (0..view.pieces.len()).filter(|i| view.pieces[*i].place == place.id).map(Hit::Piece);
    let markers = (0..view.markers.len())
        .filter(|i| {
            view.markers[*i].in_place && view.markers[*i].nook.is_none() && view.markers[*i].at == place.id
        })
        .map(Hit::Marker);
    let rest: Vec<Hit> = pieces.chain(markers).filter(loose).collect();
    if !rest.is_empty() {
        companies.push((rest, None));
    }
    let counts: Vec<Count> =
        companies.iter().map(|(members, plate)| (members.len(), plate.is_some())).collect();
    let flow = flow_in(place, board.area(place), &counts);
    let mut layer = 0.0;
    for (((members, plate), spots), plates) in companies.iter().zip(&flow.spots).zip(&flow.plates) {
        if let Some(plate) = plate {
            scene.plates.extend(plates.iter().map(|area| (*area, *plate)));
        }
        for (hit, at) in members.iter().zip(spots) {
            layer += 0.01;
            let area = Rect::from_center_size(*at, Vec2::splat(flow.side));
            match hit {
                Hit::Piece(i) => scene.pieces[*i] = Spot { layer: 10.0 + layer, ..Spot::new(area) },
                Hit::Marker(i) => scene.markers[*i] = Spot { layer: 5.0 + layer, ..Spot::new(area) },
                Hit::Place(_) => {}
            }
        }
    }
}

impl Scene {
    /// What is under a board pixel, topmost first.
    #[must_use]
    pub fn hit(&self, at: Pos2) -> Option<Hit> {
        let topmost = |spots: &[Spot]| {
            let under = spots.iter().enumerate().filter(|(_, s)| s.contains(at));
            under.max_by(|a, b| a.1.layer.total_cmp(&b.1.layer)).map(|(i, _)| i)
        };
        topmost(&self.pieces)
            .map(Hit::Piece)
            .or_else(|| topmost(&self.markers).filter(|i| self.markers[*i].layer > SKY).map(Hit::Marker))
            .or_else(|| topmost(&self.places).map(Hit::Place))
    }

    /// The place under a board pixel.
    #[must_use]
    pub fn place_at(&self, at: Pos2) -> Option<usize> {
        self.places.iter().position(|s| s.contains(at))
    }

    /// The pieces under a board pixel, topmost first.
    pub fn pieces_at(&self, at: Pos2) -> impl Iterator<Item = usize> {
        let mut under: Vec<usize> =
            (0..self.pieces.len()).filter(|i| self.pieces[*i].area.contains(at)).collect();
        under.sort_by(|a, b| self.pieces[*b].layer.total_cmp(&self.pieces[*a].layer));
        under.into_iter()
    }

    /// Lights what offers point at, what is hovered and what is chosen.
    pub fn light(
        &mut self,
        board: &Board,
        view: &BoardView,
        offers: &[OfferView],
        chosen: &[PieceId],
        hovered_offer: Option<usize>,
        hit: Option<Hit>,
    ) {
        let open = |o: &&OfferView| o.card.barred.is_none();
        let under = hit.and_then(|hit| place_of(board, view, hit));
        let hovered = offers.iter().filter(open).find(|o| Some(o.index) == hovered_offer);
        for (i, (spot, piece)) in self.pieces.iter_mut().zip(&view.pieces).enumerate() {
            let offered = offers.iter().filter(open).any(|o| o.names(piece.id) && o.points_at_pieces());
            let over = hit == Some(Hit::Piece(i)) || hovered.is_some_and(|o| o.names(piece.id));
            spot.light = match (chosen.contains(&piece.id), over, offered) {
                (true, ..) => Light::Chosen,
                (_, true, _) => Light::Hovered,
                (_, _, true) => Light::Offered,
                _ => Light::None,
            };
            if over {
                // A hover lifts the piece out of its stack.
                spot.layer += 5.0;
            }
        }
        for (i, (spot, marker)) in self.markers.iter_mut().zip(&view.markers).enumerate() {
            let points = |o: &OfferView| o.marker.as_deref() == Some(marker.id.as_str());
            let offered = marker.grab.as_ref().is_some_and(|g| !g.thing.is_empty())
                || offers.iter().filter(open).any(points);
            spot.light =
                match (hovered.is_some_and(points) || (offered && hit == Some(Hit::Marker(i))), offered) {
                    (true, _) => Light::Hovered,
                    (_, true) => Light::Offered,
                    _ => Light::None,
                };
        }
        for (i, (spot, place)) in self.places.iter_mut().zip(&board.places).enumerate() {
            let points = |o: &OfferView| o.place == Some(place.id.as_str());
            let offered = offers.iter().filter(open).any(points);
            let over = hovered.is_some_and(points) || (under == Some(i) && offered);
            spot.light = match (over, offered) {
                (true, _) => Light::Hovered,
                (_, true) => Light::Offered,
                _ => Light::None,
            };
        }
    }
}

/// The place that something on the board lies in, by its index: on a board of hexes whatever lies in a hex belongs to
/// it.
#[must_use]
pub fn place_of(board: &Board, view: &BoardView, hit: Hit) -> Option<usize> {
    let id = match hit {
        Hit::Place(i) => return Some(i),
        Hit::Piece(i) if board.hexed() => &view.pieces.get(i)?.place,
        Hit::Marker(i) if board.hexed() => &view.markers.get(i).filter(|m| m.in_place)?.at,
        _ => return None,
    };
    board.places.iter().position(|p| p.id == *id)
}

/// The offers that point at a place.
fn offers_of_place<'a>(board: &Board, offers: &'a [OfferView], place: Option<usize>) -> Vec<&'a OfferView> {
    let id = place.and_then(|i| board.places.get(i)).map(|p| p.id.as_str());
    offers.iter().filter(|o| o.place.is_some() && o.place == id).collect()
}

/// The offers that a click on `hit` means, in their order.
#[must_use]
pub fn offers_at<'a>(
    board: &Board,
    view: &BoardView,
    offers: &'a [OfferView],
    hit: Hit,
) -> Vec<&'a OfferView> {
    let here = offers_of_place(board, offers, place_of(board, view, hit));
    match hit {
        // In a hex the way into it comes before what stands there.
        Hit::Piece(i) if !here.iter().any(|o| o.card.barred.is_none()) => {
            let id = view.pieces.get(i).map(|p| p.id);
            let names = |o: &&OfferView| id.is_some_and(|id| o.names(id)) && o.points_at_pieces();
            offers.iter().filter(names).collect()
        }
        Hit::Marker(i) if view.markers.get(i).is_some_and(|m| names_marker(offers, &m.id)) => {
            let id = &view.markers[i].id;
            offers.iter().filter(|o| o.marker.as_ref() == Some(id)).collect()
        }
        _ => here,
    }
}

fn names_marker(offers: &[OfferView], id: &str) -> bool {
    offers.iter().any(|o| o.marker.as_deref() == Some(id))
}

/// The offer that a thing dropped on something means: the open one that names both, or the first of several.
#[must_use]
pub fn dropped<'a>(
    board: &Board,
    view: &BoardView,
    offers: impl Iterator<Item = &'a OfferView>,
    thing: &str,
    hit: Hit,
) -> Option<&'a OfferView> {
    let on = match hit {
        Hit::Piece(i) => view.pieces.get(i)?.code.as_str(),
        Hit::Marker(i) => view.markers.get(i)?.id.as_str(),
        Hit::Place(i) => board.places.get(i)?.id.as_str(),
    };
    offer_between(offers, thing, on)
}

/// The open offer that names a thing, or does what the thing is named for, with what it is dropped on.
#[must_use]
pub fn offer_between<'a>(
    offers: impl Iterator<Item = &'a OfferView>,
    thing: &str,
    on: &str,
) -> Option<&'a OfferView> {
    let open = offers.filter(|o| o.card.barred.is_none());
    let mut both = open.filter(|o| thing != on && o.speaks_of(thing) && o.speaks_of(on));
    both.next()
}

/// What a click means: the only open offer that points there is taken; a piece with several, or none, is selected.
#[must_use]
pub fn click(
    board: &Board,
    view: &BoardView,
    offers: &[OfferView],
    selected: Option<PieceId>,
    hit: Option<Hit>,
) -> Option<Intent> {
    let Some(hit) = hit else { return selected.map(|_| Intent::Select(None)) };
    let here = offers_at(board, view, offers, hit);
    let open: Vec<_> = here.iter().filter(|o| o.card.barred.is_none()).collect();
    if let [only] = open.as_slice() {
        return Some(Intent::Take(only.index));
    }
    match hit {
        Hit::Piece(i) => {
            let id = view.pieces.get(i)?.id;
            Some(Intent::Select((selected != Some(id)).then_some(id)))
        }
        Hit::Place(_) | Hit::Marker(_) => None,
    }
}

/// What the second button means: the offer that takes something back from the place.
#[must_use]
pub fn take_back(board: &Board, view: &BoardView, offers: &[OfferView], hit: Option<Hit>) -> Option<Intent> {
    let hit = hit?;
    let place = place_of(board, view, hit)?;
    let id = board.places.get(place).map(|p| p.id.as_str());
    // What lies under the pointer goes before the rest.
    let lift = match hit {
        Hit::Marker(i) => view.markers.get(i).and_then(|m| m.grab.as_ref()).map(|g| g.lift.as_str()),
        _ => None,
    };
    let open: Vec<&OfferView> =
        offers.iter().filter(|o| o.back.is_some() && o.back == id && o.card.barred.is_none()).collect();
    let found = open.iter().find(|o| Some(o.id.as_str()) == lift).or_else(|| open.first())?;
    Some(Intent::Take(found.index))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::layout;
    use super::super::view::PieceView;
    use super::*;

    fn board() -> Board {
        let file = layout::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), "dambusters");
        file.expect("the shipped boards").boards.remove(0)
    }

    fn piece(id: u16, place: &str) -> PieceView {
        PieceView::new(PieceId(id), place)
    }

    fn offer(index: usize, piece: Option<u16>, place: Option<&'static str>) -> OfferView {
        OfferView { index, piece: piece.map(PieceId), place, ..OfferView::default() }
    }

    #[test]
    fn c36_the_centre_of_everything_is_hit() {
        let board = board();
        let pieces = (0..9).map(|i| piece(i, if i < 6 { "circling_near" } else { "approach_far" })).collect();
        let view = BoardView { pieces, ..BoardView::default() };
        let scene = lay_out(&board, &view);
        for (i, spot) in scene.pieces.iter().enumerate().take(6) {
            assert_eq!(scene.hit(spot.area.center()), Some(Hit::Piece(i)));
        }
        for (i, spot) in scene.places.iter().enumerate() {
            let corner = spot.area.min + Vec2::splat(3.0);
            assert_eq!(scene.hit(corner), Some(Hit::Place(i)));
        }
        let stack: Vec<_> = scene.pieces_at(scene.pieces[8].area.center()).collect();
        assert_eq!(stack[0], 8, "the last piece of a fan lies on top");
    }

    #[test]
    fn a_click_takes_the_only_offer_and_else_selects() {
        let board = board();
        let view = BoardView { pieces: vec![piece(4, "circling_near")], ..BoardView::default() };
        let one = [offer(0, Some(4), None), offer(1, None, Some("release"))];
        assert_eq!(click(&board, &view, &one, None, Some(Hit::Piece(0))), Some(Intent::Take(0)));
        let release = board.places.iter().position(|p| p.id == "release").expect("a release box");
        assert_eq!(click(&board, &view, &one, None, Some(Hit::Place(release))), Some(Intent::Take(1)));
        let two = [offer(0, Some(4), None), offer(1, Some(4), None)];
        let select = Intent::Select(Some(PieceId(4)));
        assert_eq!(click(&board, &view, &two, None, Some(Hit::Piece(0))), Some(select.clone()));
        let mut barred = offer(0, Some(4), None);
        barred.card.barred = Some("done".into());
        assert_eq!(click(&board, &view, &[barred], None, Some(Hit::Piece(0))), Some(select));
        assert_eq!(click(&board, &view, &two, Some(PieceId(4)), None), Some(Intent::Select(None)));
    }
}
