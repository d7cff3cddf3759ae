//! Places that are filled in rows: counters that keep together stand on a plate of their own, and all are as large as
//! the place allows.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The least side at which counters are laid side by side, in board pixels.
const LEAST: u16 = 16;
/// Between counters of one plate.
const GAP: f32 = 4.0;
/// Between plates.
const BETWEEN: f32 = 12.0;
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

/// Lays companies of these many counters into `area`, none larger than `most`.
#[must_use]
pub fn flow(area: Rect, companies: &[usize], most: f32) -> Flow {
    let most = most.clamp(f32::from(LEAST), 200.0) as u16;
    let fits = (LEAST..=most).rev().map(f32::from).find_map(|side| rows(area, companies, side));
    fits.unwrap_or_else(|| fan(area, companies))
}

/// Side by side at this size, or nothing when they do not fit.
fn rows(area: Rect, companies: &[usize], side: f32) -> Option<Flow> {
    let inner = area.shrink(RIM);
    let per_row = ((inner.width() + GAP) / (side + GAP)).floor() as usize;
    if per_row == 0 {
        return None;
    }
    let mut flow = Flow { side, ..Flow::default() };
    let mut at = inner.min;
    for count in companies {
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
            } else {
                at.x += size.x + BETWEEN;
            }
        }
        if at.y + side > inner.bottom() + 0.01 {
            return None;
        }
        flow.spots.push(spots);
        flow.plates.push(plates);
    }
    Some(flow)
}

/// Far too many: rows in which the counters overlap.
fn fan(area: Rect, companies: &[usize]) -> Flow {
    let inner = area.shrink(RIM);
    let side = f32::from(LEAST).min(inner.width()).min(inner.height());
    let all: usize = companies.iter().sum();
    let count = ((inner.height() / (side + 2.0)).floor() as usize).max(1);
    let per_row = all.div_ceil(count).max(1);
    let step = if per_row > 1 { (inner.width() - side) / (per_row - 1) as f32 } else { 0.0 };
    let mut next = (0..all).map(|i| {
        let (row, column) = (i / per_row, i % per_row);
        inner.min
            + vec2(column as f32 * step.min(side + GAP), row as f32 * (side + 2.0))
            + Vec2::splat(side / 2.0)
    });
    let spots: Vec<Vec<Pos2>> = companies.iter().map(|n| next.by_ref().take(*n).collect()).collect();
    Flow { side, plates: vec![Vec::new(); companies.len()], spots }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area() -> Rect {
        Rect::from_min_size(pos2(10.0, 20.0), vec2(200.0, 300.0))
    }

    #[test]
    fn a_company_stands_in_one_row_as_long_as_it_fits() {
        let flow = flow(area(), &[4, 4, 1], 44.0);
        assert_eq!(flow.side, 44.0);
        for (spots, plates) in flow.spots.iter().zip(&flow.plates) {
            assert_eq!(plates.len(), 1);
            assert!(spots.iter().all(|at| at.y == spots[0].y && plates[0].contains(*at)));
        }
        assert!(flow.spots[1][0].y > flow.spots[0][0].y, "no two plates share a row that is too short");
    }

    #[test]
    fn plates_never_overlap_and_stay_inside() {
        for companies in [vec![4, 5, 3, 1, 1, 1], vec![9, 7, 5, 1, 1, 2, 3], vec![30], vec![1; 24]] {
            let flow = flow(area(), &companies, 50.0);
            let plates: Vec<Rect> = flow.plates.iter().flatten().copied().collect();
            for (i, a) in plates.iter().enumerate() {
                assert!(area().expand(0.1).contains_rect(*a), "{companies:?}: {a:?}");
                for b in &plates[i + 1..] {
                    assert!(
                        !a.shrink(GAP / 2.0 + 0.1).intersects(b.shrink(GAP / 2.0 + 0.1)),
                        "{companies:?}"
                    );
                }
            }
            assert_eq!(flow.spots.iter().map(Vec::len).collect::<Vec<_>>(), companies);
        }
    }

    #[test]
    fn a_crowd_grows_smaller_and_at_last_overlaps() {
        let small = Rect::from_min_size(Pos2::ZERO, vec2(80.0, 50.0));
        assert!(flow(small, &[6], 44.0).side < 44.0);
        let crowd = flow(small, &[40, 20], 44.0);
        assert!(crowd.spots.iter().flatten().all(|at| small.contains(*at)));
    }
}
