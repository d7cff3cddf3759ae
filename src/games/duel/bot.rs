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
use crate::kernel::ids::{Arg, Seat};

mod bomber;
mod chance;
mod chase;
mod courses;
mod deploy;
mod drop;
mod forecast;
mod hunt;
mod look;
mod medals;
mod memory;
mod mosquito;
mod plan;
mod posts;
#[cfg(test)]
mod tests;
mod worth;

use hunt::Hunt;
use look::Look;
use memory::Memory;
use mosquito::Raider;

/// A bot at one seat.
pub struct DuelBot {
    content: Arc<Content>,
    luck: BotLuck,
    reason: &'static str,
    memory: Memory,
}

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
        self.memory.begin(look, q);
        if look.view.side == Side::Germany { self.german(look, q) } else { self.british(look, q) }
    }

    fn british(&mut self, look: &Look<'_>, q: &Question) -> Option<usize> {
        let first = q.enabled().next().map(|i| q.offers[i].key.verb)?;
        let has = |verb: &str| q.offers.iter().any(|o| o.key.verb == verb);
        if has("from") || has("target") || has("fly") {
            self.reason = "drawn from all courses by what they promise";
            let courses = self.memory.courses(look, &mut self.luck);
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
            let forecast = self.memory.forecast(look, &mut self.luck);
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
            let courses = self.memory.courses(look, &mut self.luck);
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
            let forecast = self.memory.forecast(look, &mut self.luck);
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
                enters.extend(self.memory.forecast(look, &mut self.luck).chances(12));
                enters
            } else {
                self.memory.courses(look, &mut self.luck).traffic(look.board(), &look.book.routes).enters
            };
            return posts::choose(look, &enters, q, &mut self.luck);
        }
        if has("tank") {
            self.reason = "nearest to Britain";
            return posts::tank(look, q);
        }
        if has("place") || has("take") {
            return self.place(look, q);
        }
        let forecast = self.memory.forecast(look, &mut self.luck);
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
            let forecast = self.memory.forecast(look, &mut self.luck);
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
