//! What a bot keeps between answers: work already done, and the rest of a choice that it has begun to answer.
//!
//! Each thing is kept with what it was worked out from; a game that was taken back or loaded finds nothing that fits and
//! has it worked out anew.

use std::sync::Arc;

use super::courses::Courses;
use super::drop::Item;
use super::forecast::Forecast;
use super::hunt::Chases;
use super::look::Look;
use super::worth::{self, Posts};
use crate::games::duel::data::{Bearing, Resource};
use crate::kernel::decision::Question;
use crate::kernel::dice::BotLuck;
use crate::kernel::ids::PieceId;

/// Ways on that are weighed in the duel, and raids when the defence is laid out.
const FUTURES: usize = 240;

/// What courses depend on: card, wind, clouds, whether the weather has changed, posts.
type Sky = (u8, &'static str, Vec<u8>, bool, Posts);
/// What a forecast depends on: path, turn, the Mosquito's hex, bombs and markers.
type Scene = (Vec<u8>, u16, u8, u8, bool);

/// What the bot keeps of a night.
#[derive(Default)]
pub struct Memory {
    night: u8,
    /// Squadrons when the course was laid.
    posts: Posts,
    courses: Option<(Sky, Arc<Courses>)>,
    forecast: Option<(Scene, Arc<Forecast>)>,
    /// Tiles to come, the next one last.
    pub tiles: Vec<(Resource, u8)>,
    /// What the Mosquito still drops, the next one last, and what of it is declared: markers, bombs.
    pub drops: Vec<Item>,
    /// What of the drop is declared: markers, bombs.
    pub dropped: (u8, u8),
    /// The first bearing of a flight with special fuel.
    pub boost: Option<(PieceId, Bearing)>,
    /// What squadrons may earn by the forecast of the turn.
    pub chases: Chases,
    /// The airfields that this was worked out for.
    fields: Vec<u8>,
}

impl Memory {
    /// Forgets what belongs to another night or phase, and sees where the squadrons wait.
    pub fn begin(&mut self, look: &Look<'_>, q: &Question) {
        let view = look.view;
        if self.night != view.night.0 {
            *self = Self { night: view.night.0, ..Self::default() };
        }
        if q.offers.iter().all(|o| o.key.verb != "place" && o.key.verb != "take") {
            self.tiles.clear();
        }
        // Squadrons stay where they are until the duel begins.
        let waiting = view.squadrons.iter().all(|s| !s.level.airborne());
        if look.flown() == 0 && waiting && view.rule != "phase-1" && view.turn <= 2 {
            let mut posts = [0; 4];
            for (post, s) in posts.iter_mut().zip(&view.squadrons) {
                *post = s.hex;
            }
            self.posts = Some(posts);
        }
        // Repairs change what airfields cost.
        let fields: Vec<u8> = view.hexes.iter().map(|h| h.bombs).collect();
        if self.fields != fields {
            self.fields = fields;
            self.chases = Chases::default();
        }
    }

    /// The courses that may have been laid, worked out once for a weather.
    pub fn courses(&mut self, look: &Look<'_>, luck: &mut BotLuck) -> Arc<Courses> {
        let sky = &look.view.sky;
        let changed = look.changed();
        let key = (sky.card, sky.wind.word(), sky.clouds.clone(), changed, self.posts);
        if let Some((known, courses)) = &self.courses
            && *known == key
        {
            return Arc::clone(courses);
        }
        let courses = if changed { worth::replanned(look) } else { worth::planned(look, self.posts, luck) };
        let courses = Arc::new(courses);
        self.courses = Some((key, Arc::clone(&courses)));
        courses
    }

    /// Where the bomber may be, drawn once a turn.
    pub fn forecast(&mut self, look: &Look<'_>, luck: &mut BotLuck) -> Arc<Forecast> {
        let view = look.view;
        let fallen =
            view.hexes.iter().map(|h| h.markers + h.tiles.iter().map(|(_, out)| out).sum::<u8>()).sum();
        let scene = (view.bomber.path.clone(), view.turn, view.mosquito.hex, fallen, look.changed());
        if let Some((known, forecast)) = &self.forecast
            && *known == scene
        {
            return Arc::clone(forecast);
        }
        let courses = (!view.solo || view.bomber.path.is_empty()).then(|| self.courses(look, luck));
        let forecast = Arc::new(Forecast::of(look, courses.as_deref(), FUTURES, luck));
        self.forecast = Some((scene, Arc::clone(&forecast)));
        self.chases = Chases::default();
        forecast
    }
}
