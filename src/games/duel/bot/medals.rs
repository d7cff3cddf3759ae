//! German medals: a line of fuel, repairs, and squadrons that hit harder (advanced rule 3).

use super::hunt::Hunt;
use super::look::{ByHex, at, tiles};
use crate::games::duel::data::Resource;
use crate::games::duel::rules::points::Met;
use crate::kernel::decision::Question;
use crate::kernel::ids::{Arg, PieceId};

/// What a medal should earn at least while the night is young.
const MEDAL: f64 = 0.6;

impl Hunt<'_, '_> {
    /// A medal to spend now (clauses adv-3-medals.k and adv-3-medals.l).
    #[must_use]
    pub fn medal(&self, q: &Question) -> Option<usize> {
        if self.look.view.medals.2 == 0 {
            return None;
        }
        let passes = self.forecast.passes();
        let mut best: Option<(f64, usize)> = None;
        for i in q.enabled() {
            let key = &q.offers[i].key;
            let gain = match key.verb {
                "thrift" => self.thrift(q, key.piece()),
                "repair" => {
                    let hex = if let Arg::Num(n) = key.b { u8::try_from(n).unwrap_or(0) } else { 0 };
                    self.repair(key.word(), hex, &passes)
                }
                _ => continue,
            };
            if gain > MEDAL && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, i));
            }
        }
        best.map(|(_, i)| i)
    }

    fn thrift(&self, q: &Question, id: Option<PieceId>) -> f64 {
        let best = |saving: u8| {
            let own = q.enabled().map(|i| &q.offers[i].key).filter(|k| k.piece() == id && k.verb != "thrift");
            own.map(|key| self.worth(key, saving)).fold(f64::NEG_INFINITY, f64::max)
        };
        best(1) - best(0)
    }

    fn repair(&self, what: &str, hex: u8, passes: &ByHex) -> f64 {
        let field = &self.look.fields[at(hex)];
        let Some(kind) = Resource::from_word(what) else {
            let here = self.look.squadrons().filter(|s| s.hex == hex);
            let uses = here.map(|s| if s.level.airborne() { 0.5 } else { 0.8 }).sum::<f64>();
            return uses * f64::from(self.look.bombs(hex));
        };
        if !matches!(kind, Resource::Flak | Resource::Searchlight | Resource::Radar) {
            return 0.0;
        }
        let mut mended = *field;
        *tiles(&mut mended, kind) += 1;
        let (number, low) = (self.look.flown() + 1, self.look.bomber_low());
        let met = Met { squadrons: 1, lower: 0 };
        let more = self.look.meets(&mended, met, number, low) - self.look.meets(field, met, number, low);
        passes[at(hex)] * f64::from(more)
    }

    /// Medals laid under the squadrons (clause adv-3-medals.i).
    #[must_use]
    pub fn lay(&self, q: &Question) -> Option<usize> {
        let next = self.forecast.chances(1);
        let worth = |i: usize| next[0][at(u8::try_from(q.offers[i].key.num()).unwrap_or(0))];
        let lays = q.enabled().filter(|i| q.offers[*i].key.verb == "lay");
        let best = lays.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        // They are worth most when the bomber can hardly miss them; at the end they are spent while there is time.
        let least = if self.look.left() < 4 { 0.3 } else { 0.55 };
        best.filter(|i| worth(*i) >= least).or_else(|| q.enabled().find(|i| q.offers[*i].key.verb == "done"))
    }
}
