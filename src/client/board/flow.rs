//! Places that are filled in rows: counters that keep together stand on a plate of their own, and all are as large as
//! the place allows.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The least side at which counters are laid side by side, in board pixels.
const LEAST: u16 = 16;
/// The least side at which a company keeps to one row; smaller than that, it goes on in the next.
const WHOLE: u16 = 32;
/// Between counters of one plate.
const GAP: f32 = 4.0;
/// Between plates.
const BETWEEN: f32 = 10.0;
/// From a counter to the edge of its plate.
const RIM: f32 = 4.0;

/// Counters laid out in rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flow {
    /// The side of a counter.
    pub side: f32,
    /// The centres of the counters of each company.
    pub spots: Vec<Vec<Pos2>>,
    /// The plates of each company: one for each row that it takes.
    pub plates: Vec<Vec<Rect>>,
}

/// How many counters keep together, and whether in one row where that is possible.
pub type Count = (usize, bool);

/// Lays companies of these many counters into `area`, none larger than `most`.
#[must_use]
pub fn flow(area: Rect, companies: &[Count], most: f32) -> Flow {
    let most = most.clamp(f32::from(LEAST), 200.0) as u16;
    let try_at = |side: u16, broken: bool| rows(area, companies, f32::from(side), broken);
    // A company in two rows is harder to read than counters a little smaller.
    let whole = (most.min(WHOLE)..=most).rev().find_map(|side| try_at(side, false));
    whole
        .or_else(|| (LEAST..=most).rev().find_map(|side| try_at(side, true)))
        .unwrap_or_else(|| fan(area, companies))
}

/// Side by side at this size, or nothing when they do not fit; `broken` lets a company go on in a second row.
fn rows(area: Rect, companies: &[Count], side: f32, broken: bool) -> Option<Flow> {
    let inner = area.shrink(RIM);
    let per_row = ((inner.width() + GAP) / (side + GAP)).floor() as usize;
    if per_row == 0 {
        return None;
    }
    let mut flow = Flow { side, ..Flow::default() };
    let mut at = inner.min;
    for (count, whole) in companies {
        if *whole && *count > per_row && !broken {
            return None;
        }
        let wide = *count as f32 * (side + GAP) - GAP;
        if at.x > inner.left() && at.x + wide > inner.right() + 0.01 {
            at = pos2(inner.left(), at.y + side + BETWEEN);
        }
        let (mut spots, mut plates, mut left) = (Vec::new(), Vec::new(), *count);
        while left > 0 {
            let here = left.min(per_row);
            let row = (0..here).map(|i| at + vec2(i as f32 * (side + GAP), 0.0) + Vec2::splat(side / 2.0));
            spots.extend(row);
            let size = vec2(here as f32 * (side + GAP) - GAP, side);
            plates.push(Rect::from_min_size(at, size).expand(RIM));
            left -= here;
            if left > 0 {
                at = pos2(inner.left(), at.y + side + GAP);
            } else if plates.len() > 1 && *whole {
                // Nothing follows in the last row of a company that was broken.
                at.x = inner.right() + 1.0;
            } else {
                at.x += size.x + BETWEEN;
            }
        }
        let bottom = plates.last().map_or(at.y + side, |p| p.bottom() - RIM);
        if bottom > inner.bottom() + 0.01 {
            return None;
        }
        flow.spots.push(spots);
        flow.plates.push(plates);
    }
    Some(flow)
}

/// Far too many: rows in which the counters overlap.
fn fan(area: Rect, companies: &[Count]) -> Flow {
    let inner = area.shrink(RIM);
    let side = f32::from(LEAST).min(inner.width()).min(inner.height());
    let all: usize = companies.iter().map(|c| c.0).sum();
    let count = ((inner.height() / (side + 2.0)).floor() as usize).max(1);
    let per_row = all.div_ceil(count).max(1);
    let step = if per_row > 1 { (inner.width() - side) / (per_row - 1) as f32 } else { 0.0 };
    let mut next = (0..all).map(|i| {
        let (row, column) = (i / per_row, i % per_row);
        inner.min
            + vec2(column as f32 * step.min(side + GAP), row as f32 * (side + 2.0))
            + Vec2::splat(side / 2.0)
    });
    let spots: Vec<Vec<Pos2>> = companies.iter().map(|(n, _)| next.by_ref().take(*n).collect()).collect();
    Flow { side, plates: vec![Vec::new(); companies.len()], spots }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area() -> Rect {
        Rect::from_min_size(pos2(10.0, 20.0), vec2(200.0, 300.0))
    }

    fn whole(counts: &[usize]) -> Vec<Count> {
        counts.iter().map(|n| (*n, true)).collect()
    }

    #[test]
    fn a_company_stands_in_one_row_as_long_as_it_fits() {
        let laid = flow(area(), &whole(&[4, 4, 1]), 44.0);
        assert_eq!(laid.side, 44.0);
        for (spots, plates) in laid.spots.iter().zip(&laid.plates) {
            assert_eq!(plates.len(), 1);
            assert!(spots.iter().all(|at| at.y == spots[0].y && plates[0].contains(*at)));
        }
        assert!(laid.spots[1][0].y > laid.spots[0][0].y, "no two plates share a row that is too short");
        let five = flow(area().expand2(vec2(12.0, 0.0)), &whole(&[5]), 52.0);
        assert!(five.side >= f32::from(WHOLE) && five.plates[0].len() == 1, "smaller, and in one row");
        assert_eq!(flow(area(), &[(5, false)], 44.0).side, 44.0, "strangers may stand in two rows");
    }

    #[test]
    fn plates_never_overlap_and_stay_inside() {
        for companies in [vec![4, 5, 3, 1, 1, 1], vec![9, 7, 5, 1, 1, 2, 3], vec![30], vec![1; 24]] {
            let laid = flow(area(), &whole(&companies), 50.0);
            let plates: Vec<Rect> = laid.plates.iter().flatten().copied().collect();
            for (i, a) in plates.iter().enumerate() {
                assert!(area().expand(0.1).contains_rect(*a), "{companies:?}: {a:?}");
                for b in &plates[i + 1..] {
                    assert!(
                        !a.shrink(GAP / 2.0 + 0.1).intersects(b.shrink(GAP / 2.0 + 0.1)),
                        "{companies:?}"
                    );
                }
            }
            assert_eq!(laid.spots.iter().map(Vec::len).collect::<Vec<_>>(), companies);
        }
    }

    #[test]
    fn a_crowd_grows_smaller_and_at_last_overlaps() {
        let small = Rect::from_min_size(Pos2::ZERO, vec2(80.0, 50.0));
        assert!(flow(small, &whole(&[6]), 44.0).side < 44.0);
        let crowd = flow(small, &whole(&[40, 20]), 44.0);
        assert!(crowd.spots.iter().flatten().all(|at| small.contains(*at)));
    }
}
