//! The eye over the board: what part is seen, and how points of the screen and of the board belong together.
//!
//! All in egui points and board pixels, so it holds at every interface scale and screen density.

use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};

/// How far in one can zoom, in points a board pixel.
pub const CLOSEST: f32 = 4.0;

/// The eye over a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Eye {
    /// The free area of the window, in points.
    pub free: Rect,
    /// The board pixel in the middle of it.
    pub centre: Pos2,
    /// Points a board pixel.
    pub zoom: f32,
    /// The size of the board, in board pixels.
    pub board: Vec2,
    /// The part of it that a fitted eye shows.
    pub heart: Rect,
    /// Whether the eye keeps the whole board in view when the free area changes.
    pub fitted: bool,
}

impl Default for Eye {
    fn default() -> Self {
        let board = vec2(1600.0, 1200.0);
        let heart = Rect::from_min_size(Pos2::ZERO, board);
        Self { free: Rect::ZERO, centre: Pos2::ZERO, zoom: 1.0, board, heart, fitted: true }
    }
}

impl Eye {
    /// The board pixel under a point of the screen.
    #[must_use]
    pub fn to_board(&self, point: Pos2) -> Pos2 {
        self.centre + (point - self.free.center()) / self.zoom
    }

    /// The point of the screen over a board pixel.
    #[must_use]
    pub fn to_screen(&self, at: Pos2) -> Pos2 {
        self.free.center() + (at - self.centre) * self.zoom
    }

    /// The part of the board that is seen.
    #[must_use]
    pub fn seen(&self) -> Rect {
        Rect::from_center_size(self.centre, self.free.size() / self.zoom)
    }

    /// The zoom at which all that must be seen of the board is seen.
    #[must_use]
    pub fn fit_zoom(&self) -> f32 {
        let size = self.free.size();
        (size.x / self.heart.width()).min(size.y / self.heart.height()).max(0.02)
    }

    /// Shows the whole board.
    pub fn fit(&mut self) {
        self.zoom = self.fit_zoom();
        self.centre = self.heart.center();
        self.fitted = true;
    }

    /// Takes over a new free area; a fitted eye fits again, another keeps its middle.
    pub fn resize(&mut self, free: Rect) {
        if free.width() < 1.0 || free.height() < 1.0 || free == self.free {
            return;
        }
        self.free = free;
        if self.fitted {
            self.fit();
        } else {
            self.keep_in_bounds();
        }
    }

    /// Zooms by `factor` so that the board pixel under `point` stays under it.
    pub fn zoom_at(&mut self, point: Pos2, factor: f32) {
        let under = self.to_board(point);
        let fit = self.fit_zoom();
        self.zoom = (self.zoom * factor).clamp(fit, CLOSEST.max(fit));
        self.centre = under - (point - self.free.center()) / self.zoom;
        self.fitted = self.zoom <= fit * 1.0001;
        if self.fitted {
            self.fit();
        } else {
            self.keep_in_bounds();
        }
    }

    /// Moves the board by `points` on the screen.
    pub fn pan(&mut self, points: Vec2) {
        self.centre -= points / self.zoom;
        self.keep_in_bounds();
    }

    /// Keeps the board in view: no further than its edges, centred where it is smaller than the free area.
    fn keep_in_bounds(&mut self) {
        let half = self.free.size() / self.zoom / 2.0;
        let middle = self.board / 2.0;
        let axis = |centre: f32, half: f32, middle: f32, size: f32| {
            if half >= middle { middle } else { centre.clamp(half, size - half) }
        };
        self.centre.x = axis(self.centre.x, half.x, middle.x, self.board.x);
        self.centre.y = axis(self.centre.y, half.y, middle.y, self.board.y);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;
    use proptest::prelude::*;

    use super::*;

    fn eye() -> Eye {
        let mut eye = Eye::default();
        eye.resize(Rect::from_min_size(pos2(0.0, 56.0), vec2(860.0, 500.0)));
        eye
    }

    #[test]
    fn a_fitted_eye_sees_the_whole_board_after_every_resize() {
        let mut eye = eye();
        for size in [vec2(860.0, 500.0), vec2(2000.0, 1500.0), vec2(300.0, 900.0)] {
            eye.resize(Rect::from_min_size(pos2(0.0, 56.0), size));
            let whole = Rect::from_min_size(Pos2::ZERO, eye.board);
            assert!(eye.seen().expand(0.01).contains_rect(whole));
        }
    }

    #[test]
    fn zoom_keeps_what_is_under_the_pointer() {
        let mut eye = eye();
        eye.zoom_at(eye.free.center(), 3.0);
        let point = pos2(300.0, 260.0);
        let under = eye.to_board(point);
        eye.zoom_at(point, 1.3);
        assert!((eye.to_board(point) - under).length() < 0.01);
        for _ in 0..30 {
            eye.zoom_at(point, 0.5);
        }
        assert!(
            eye.fitted && (eye.zoom - eye.fit_zoom()).abs() < 1e-4,
            "zooming out ends at the whole board"
        );
    }

    proptest! {
        #[test]
        fn c36_points_and_board_pixels_belong_together(
            x in 0.0f32..1600.0, y in 0.0f32..1200.0, w in 200.0f32..3000.0, h in 200.0f32..2000.0, zooms in 0usize..6,
        ) {
            let mut eye = Eye::default();
            eye.resize(Rect::from_min_size(pos2(0.0, 50.0), vec2(w, h)));
            for _ in 0..zooms {
                eye.zoom_at(eye.to_screen(pos2(x, y)), 1.4);
            }
            let back = eye.to_board(eye.to_screen(pos2(x, y)));
            prop_assert!((back - pos2(x, y)).length() < 0.05);
            prop_assert!(eye.zoom >= eye.fit_zoom() * 0.999 && eye.zoom <= CLOSEST.max(eye.fit_zoom()) * 1.001);
        }
    }
}
