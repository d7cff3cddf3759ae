//! A bot for either side. It sees what a person at its seat sees, and draws its own luck.
//!
//! Every answer follows from the view and the question; what the bot keeps between answers only saves work, or is the
//! rest of a choice that it has begun to answer. A game loaded or taken back in the middle goes on all the same.

use std::any::Any;
use std::sync::Arc;

use super::data::{Bearing, Content, HEXES, Side};
use super::view::DuelView;
use crate::kernel::ai::Bot;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::dice::BotLuck;
use crate::kernel::ids::{Arg, PieceId, Seat};

mod bomber;
mod chance;
mod chase;
mod courses;
mod deploy;
mod drop;
mod forecast;
mod hunt;
mod look;
mod mosquito;
mod plan;
mod posts;
#[cfg(test)]
mod tests;
mod worth;

use courses::Courses;
use drop::Item;
use forecast::Forecast;
use hunt::{Chases, Hunt};
use look::Look;
use mosquito::Raider;

/// Ways on that are weighed in the duel, and raids when the defence is laid out.
const FUTURES: usize = 240;

/// A bot at one seat.
pub struct DuelBot {
    content: Arc<Content>,
    luck: BotLuck,
    reason: &'static str,
    memory: Memory,
}

/// What the bot keeps.
#[derive(Default)]
struct Memory {
    /// The night that the rest belongs to.
    night: u8,
    /// Squadrons when the course was laid.
    posts: worth::Posts,
    /// Courses as they were planned under the weather at hand, and that weather.
    courses: Option<(Sky, Arc<Courses>)>,
    /// Tiles to come, with the number on the board when they were planned.
    tiles: Vec<(super::data::Resource, u8)>,
    /// What the Mosquito still drops, and the units dropped so far.
    drops: Vec<Item>,
    dropped: (u8, u8),
    /// The first bearing of a flight with special fuel.
    boost: Option<(PieceId, Bearing)>,
    /// The forecast of a turn, with what it was drawn from.
    forecast: Option<(Scene, Arc<Forecast>)>,
    /// What squadrons may earn, by the forecast of the turn, and the state of board that it was worked out for.
    chases: Chases,
    aground: Vec<u8>,
}

/// The weather, as far as courses depend on it.
type Sky = (u8, &'static str, Vec<u8>, bool, worth::Posts);
/// What a forecast depends on.
type Scene = (u8, usize, u8, u8, u8, usize);

impl DuelBot {
    /// A bot with its own luck.
    #[must_use]
    pub fn new(content: Arc<Content>, seat: Seat, seed: u64) -> Self {
        Self { content, luck: BotLuck::seeded(seed, seat.0), reason: "", memory: Memory::default() }
    }
}

impl Bot for DuelBot {
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize {
        let fallback = question.enabled().next().unwrap_or(0);
        let Some(view) = view.downcast_ref::<DuelView>() else { return fallback };
        let content = Arc::clone(&self.content);
        let look = Look::new(&content, view);
        let pick = self.decide(&look, question);
        pick.filter(|i| question.offers.get(*i).is_some_and(Offer::enabled)).unwrap_or(fallback)
    }

    fn reason(&self) -> String {
        self.reason.to_owned()
    }
}

impl DuelBot {
    fn decide(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        if self.memory.night != look.view.night.0 {
            self.memory = Memory { night: look.view.night.0, ..Memory::default() };
        }
        self.remember_posts(look);
        if look.view.side == Side::Germany { self.german(look, q) } else { self.british(look, q) }
    }

    /// Squadrons stay where they are until the duel begins.
    fn remember_posts(&mut self, look: &Look<'_>) {
        let squadrons = &look.view.squadrons;
        let waiting = squadrons.iter().all(|s| !s.level.airborne());
        if look.flown() == 0 && waiting && look.view.rule != "phase-1" && look.view.turn <= 2 {
            let mut posts = [0; 4];
            for (post, s) in posts.iter_mut().zip(squadrons) {
                *post = s.hex;
            }
            self.memory.posts = Some(posts);
        }
    }

    /// The courses that may have been laid, worked out once for a weather.
    fn courses(&mut self, look: &Look<'_>) -> Arc<Courses> {
        let sky = &look.view.sky;
        let changed = look.changed();
        let key = (sky.card, sky.wind.word(), sky.clouds.clone(), changed, self.memory.posts);
        if let Some((known, courses)) = &self.memory.courses
            && *known == key
        {
            return Arc::clone(courses);
        }
        let courses = if changed {
            worth::replanned(look)
        } else {
            worth::planned(look, self.memory.posts, &mut self.luck)
        };
        let courses = Arc::new(courses);
        self.memory.courses = Some((key, Arc::clone(&courses)));
        courses
    }

    /// Where the bomber may be, drawn once a turn.
    fn forecast(&mut self, look: &Look<'_>) -> Arc<Forecast> {
        let view = look.view;
        let marks: u8 =
            view.hexes.iter().map(|h| h.markers + h.tiles.iter().map(|(_, out)| out).sum::<u8>()).sum();
        let scene = (
            view.night.0,
            view.bomber.path.len(),
            view.mosquito.hex,
            marks,
            u8::from(look.changed()),
            usize::from(view.turn),
        );
        if let Some((known, forecast)) = &self.memory.forecast
            && *known == scene
        {
            return Arc::clone(forecast);
        }
        let courses = (!view.solo || view.bomber.path.is_empty()).then(|| self.courses(look));
        let forecast = Arc::new(Forecast::of(look, courses.as_deref(), FUTURES, &mut self.luck));
        self.memory.forecast = Some((scene, Arc::clone(&forecast)));
        self.memory.chases = Chases::default();
        forecast
    }

    fn british(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        let first = q.enabled().next().map(|i| q.offers[i].key.verb)?;
        let has = |verb: &str| q.offers.iter().any(|o| o.key.verb == verb);
        if has("from") || has("target") || has("fly") {
            self.reason = "drawn from all courses by what they promise";
            let courses = self.courses(look);
            return match first {
                "from" => plan::from(look, &courses, q, &mut self.luck),
                "target" => plan::target(look, &courses, q, &mut self.luck),
                _ => plan::card(look, &courses, q, &mut self.luck),
            };
        }
        if has("start") {
            self.reason = "soonest ahead of the bomber";
            return mosquito::start(look, q);
        }
        if has("to") || q.subject == Some(super::components::MOSQUITO) {
            self.reason = "between squadrons and bomber, or over its guns";
            let forecast = self.forecast(look);
            let raider = Raider::new(look, &forecast);
            return if has("to") { raider.fly(q, &mut self.luck) } else { raider.level(q) };
        }
        if has("marker") || has("bomb") || has("extra") {
            return self.drop(look, q);
        }
        if has("medals") {
            self.reason = "markers are worth more than medals";
            return q.enabled().max_by_key(|i| q.offers[*i].key.num());
        }
        if has("keep") && has("replan") {
            let courses = self.courses(look);
            let replan = plan::worth_replanning(look, &courses);
            self.reason = if replan { "a new course gains" } else { "the course holds" };
            let verb = if replan { "replan" } else { "keep" };
            return q.enabled().find(|i| q.offers[*i].key.verb == verb);
        }
        if has("high") && has("low") {
            self.reason = "by the guns seen on the course";
            return bomber::level(look, q);
        }
        if has("off") {
            self.reason = "guns under the bomber";
            return bomber::off(look, q);
        }
        if has("shield") {
            self.reason = "medals that nothing else needs";
            return bomber::shield(look, q);
        }
        None
    }

    /// The drop, item by item; it is planned when nothing is declared yet.
    fn drop(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        self.reason = "what gains most where it falls";
        if look.view.drop == (0, 0) {
            let forecast = self.forecast(look);
            self.memory.drops = Raider::new(look, &forecast).drops();
            self.memory.drops.reverse();
            self.memory.dropped = (0, 0);
        }
        if self.memory.dropped == look.view.drop {
            while let Some(item) = self.memory.drops.pop() {
                let offer = q.enabled().find(|i| {
                    let key = &q.offers[*i].key;
                    match (item.kind, item.airport) {
                        (Some(kind), _) => key.verb == "bomb" && key.word() == kind.word(),
                        (None, true) => {
                            key.verb == "extra" || (key.verb == "bomb" && key.word() == "airport")
                        }
                        (None, false) => key.verb == "marker",
                    }
                });
                if let Some(offer) = offer {
                    let dropped = &mut self.memory.dropped;
                    if item.bomb() {
                        dropped.1 += item.price;
                    } else {
                        dropped.0 += item.price;
                    }
                    return Some(offer);
                }
            }
        }
        q.enabled().find(|i| q.offers[*i].key.verb == "done")
    }

    fn german(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        let has = |verb: &str| q.offers.iter().any(|o| o.key.verb == verb);
        if has("at") {
            self.reason = "where it meets the most traffic";
            let enters = if look.view.solo && !look.view.bomber.path.is_empty() {
                let mut enters = vec![[0.0; HEXES + 1]];
                enters.extend(self.forecast(look).chances(12));
                enters
            } else {
                self.courses(look).traffic(look.board(), &look.book.routes).enters
            };
            return posts::choose(look, &enters, q, &mut self.luck);
        }
        if has("tank") {
            self.reason = "nearest to Britain";
            return hunt::tank(look, q);
        }
        if has("place") || has("take") {
            return self.place(look, q);
        }
        let forecast = self.forecast(look);
        // Repairs and takeoffs change what airfields cost.
        let aground: Vec<u8> = look.view.hexes.iter().map(|h| h.bombs).collect();
        if self.memory.aground != aground {
            self.memory.aground = aground;
            self.memory.chases = Chases::default();
        }
        let hunt = Hunt::new(look, &forecast, &mut self.memory.chases);
        if has("then") {
            self.reason = "special fuel where it earns most";
            let first = self.memory.boost.filter(|(id, _)| q.subject == Some(*id)).map(|(_, b)| b);
            return hunt.then(q, first);
        }
        if has("lay") {
            self.reason = "a medal where the bomber is due";
            return hunt.lay(q);
        }
        if has("end") {
            self.reason = "where the bomber is to be expected";
            let pick = hunt.choose(q)?;
            let key = &q.offers[pick].key;
            if let (Some(id), "boost", Arg::Word(word)) = (key.piece(), key.verb, key.b) {
                self.memory.boost = Bearing::from_word(word).map(|b| (id, b));
            }
            return Some(pick);
        }
        if has("keep") {
            self.reason = "as high as the bomber, or down for fuel";
            return hunt.after(q);
        }
        None
    }

    /// The next tile of the defence, or that it is ready.
    fn place(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        self.reason = "against the raids that may come";
        let find = |verb: &str, word: &str, hex: u8| {
            q.enabled().find(|i| {
                let key = &q.offers[*i].key;
                key.verb == verb && key.word() == word && key.b == Arg::Num(i32::from(hex))
            })
        };
        let full = look.view.resources.0 >= look.view.resources.1;
        if self.memory.tiles.is_empty() && !full {
            let forecast = self.forecast(look);
            self.memory.tiles = deploy::plan(look, &forecast);
            self.memory.tiles.reverse();
        }
        while let Some((kind, hex)) = self.memory.tiles.pop() {
            if let Some(offer) = find("place", kind.word(), hex) {
                return Some(offer);
            }
        }
        let done = q.enabled().find(|i| q.offers[*i].key.verb == "done");
        // Before it is done, shared airports get the trucks that they need.
        done.or_else(|| {
            q.enabled().find(|i| {
                let hex = if let Arg::Num(n) = q.offers[*i].key.b { u8::try_from(n).unwrap_or(0) } else { 0 };
                let room = look.view.hexes.iter().find(|h| h.hex == hex).and_then(|h| h.room);
                q.offers[*i].key.verb == "place"
                    && q.offers[*i].key.word() == "truck"
                    && room.is_some_and(|(there, most)| there > most)
            })
        })
    }
}
