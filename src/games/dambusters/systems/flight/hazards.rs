//! 7.5 Place Hazards and 7.6 Evade Hazards.

use crate::games::dambusters::air::{Marked, Unit};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::{Colour, EliteKind, FlightZone, Front};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::{Arg, PieceId};

use super::{ZONES, wave_of};

impl Op<'_, '_> {
    /// What a marker's front shows; its identity stays hidden (clause 7.5.4.a).
    pub(crate) fn front(&self, mark: &Marked) -> Front {
        self.book.0.tables.hazards.marker(mark.colour, mark.marker).front()
    }

    /// Takes a marker off the map and puts it back into its cup, unseen (clause 7.7.3a.a).
    pub(crate) fn return_mark(&mut self, at: usize) {
        let mark = self.flight.marks.remove(at);
        self.flight.put_back(mark.colour, mark.marker);
    }

    /// How many markers a zone draws (clauses 7.5.3.b to 7.5.3.f).
    pub(crate) fn draws(&self, zone: FlightZone) -> Option<(Colour, u8)> {
        let units = self.units_in(zone, true);
        // [7.5.2.a] Only where somebody flies; [6.3.c] Return to Base Boxes do not count.
        let (colour, markers, additional) = self.book.0.tables.flight.draws(zone)?;
        if units.is_empty() {
            return None;
        }
        let mut n = markers;
        // [7.5.3.g] [11.1.d] What the Aircraft Check brought, on Flight Turn 1 alone.
        if zone == FlightZone::EnglishCoast && self.flight.turn == 1 {
            n += self.blotter.as_ref().map_or(0, |b| b.coast_hazards);
        }
        if additional {
            // [7.5.3.d] [7.5.3.e] [7.5.3.f]
            n += u8::try_from(units.len()).unwrap_or(u8::MAX) + self.flight.alert;
            n += units.iter().map(|u| self.flares(*u)).sum::<u8>();
        }
        Some((colour, n))
    }

    fn flares(&self, unit: Unit) -> u8 {
        match unit {
            Unit::Wave(n) => self.wave(n).flares,
            Unit::Alone(id) => self.squadron.orders(id).flares,
        }
    }
}

/// [7.5.a] Zone by zone: the markers are drawn unseen, then assigned. Argument 0 is the zone.
pub(crate) fn place_hazards(mut op: Op) {
    let at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    let Some(zone) = ZONES.get(at).copied() else {
        op.flow.goto(Phase::EvadeHazards, [0; 4]);
        return;
    };
    match op.flow.step() {
        0 => {
            if at == 0 {
                op.forget_ill_marker();
            }
            let Some((colour, n)) = op.draws(zone).filter(|(_, n)| *n > 0) else {
                let seen = op.flow.arg(0);
                op.flow.set_arg(0, seen + 1);
                op.flow.stay(0);
                return;
            };
            let cup = op.flight.cups[colour as usize].len();
            // A cup that runs out gives no more.
            let n = (usize::from(n) + op.watched(zone).len()).min(cup);
            let n = i32::try_from(n).unwrap_or(0);
            let prompt = if n == 1 { "Hazards in {}: {} {} marker" } else { "Hazards in {}: {} {} markers" };
            let q = Question::new(SQUADRON, prompt, "7.5.3.a")
                .args(&[zone.label().into(), Arg::Num(n), colour.label().into()])
                .offer(Offer::new("draw", "Draw them, unseen", "7.5.3.a"));
            op.flow.set_arg(1, n);
            op.flow.ask(q, 1);
        }
        1 => {
            let Some((colour, even)) = op.draws(zone) else { return op.flow.done() };
            // [14.3.2.a] The last are for the high units, one each.
            let high = op.watched(zone);
            for i in 0..usize::try_from(op.flow.arg(1)).unwrap_or(0) {
                let Some(marker) = op.draw_hazard(colour) else { break };
                let unit = i.checked_sub(usize::from(even)).and_then(|at| high.get(at)).copied();
                if unit.is_some() {
                    op.own_extra(colour, marker);
                }
                op.flight.marks.push(Marked {
                    colour,
                    marker,
                    zone,
                    unit,
                    on: None,
                    shown: false,
                    done: false,
                });
            }
            op.flow.stay(2);
        }
        2 => {
            // [7.5.4.a] The player assigns them; [7.5.4.b] no unit gets two more than another.
            let units = op.units_in(zone, true);
            let Some(next) = op.flight.marks.iter().position(|m| m.zone == zone && m.unit.is_none()) else {
                if op.ask_ill_marker(zone, 4) {
                    return;
                }
                let seen = op.flow.arg(0);
                op.flow.set_arg(0, seen + 1);
                op.flow.stay(0);
                return;
            };
            let open = fair(&op, zone, &units);
            if let [only] = open[..] {
                op.flight.marks[next].unit = Some(only);
                op.flow.stay(2);
                return;
            }
            let front = op.front(&op.flight.marks[next]).label();
            let mut q = Question::new(SQUADRON, "{}: whom does the {} marker meet?", "7.5.4.a")
                .args(&[zone.label().into(), front.into()]);
            for unit in units {
                let offer = match unit {
                    Unit::Alone(id) => Offer::new("meets", "{}", "7.5.4.a").a(id),
                    Unit::Wave(n) => {
                        Offer::new("meets", "{}", "7.5.4.a").a(super::WAVE_NAMES[usize::from(n)])
                    }
                };
                q = q.offer(offer.bar(!open.contains(&unit), "has its share", "7.5.4.b"));
            }
            op.flow.ask(q, 3);
        }
        4 => {
            op.place_ill_marker(zone);
            let seen = op.flow.arg(0);
            op.flow.set_arg(0, seen + 1);
            op.flow.stay(0);
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            let unit = key.piece().map(Unit::Alone).or_else(|| wave_of(key.word()).map(Unit::Wave));
            if let Some(mark) = op.flight.marks.iter_mut().find(|m| m.zone == zone && m.unit.is_none()) {
                mark.unit = unit;
            }
            op.flow.stay(2);
        }
    }
}

/// The units that may take one more: in the end no two differ by more than one (clause 7.5.4.b).
fn fair(op: &Op, zone: FlightZone, units: &[Unit]) -> Vec<Unit> {
    let marks = op.flight.marks.iter();
    let even: Vec<&Marked> = marks.filter(|m| m.zone == zone && op.shared(m)).collect();
    let has = |u: Unit| even.iter().filter(|m| m.unit == Some(u)).count();
    let counts: Vec<usize> = units.iter().map(|u| has(*u)).collect();
    share(even.len(), &counts).into_iter().map(|i| units[i]).collect()
}

/// Of holders with these counts, those that may take one more when `total` are dealt as evenly as possible.
#[must_use]
pub(crate) fn share(total: usize, counts: &[usize]) -> Vec<usize> {
    let n = counts.len().max(1);
    let (least, over) = (total / n, total % n);
    let above = counts.iter().filter(|c| **c > least).count();
    (0..counts.len()).filter(|i| counts[*i] < least || (counts[*i] == least && above < over)).collect()
}

/// 7.6 In hostile zones only ([7.6.a]). Argument 0 is the zone.
pub(crate) fn evade_hazards(mut op: Op) {
    let at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    let Some(zone) = ZONES.get(at).copied() else {
        op.flow.goto(Phase::ResolveHazards, [0; 4]);
        return;
    };
    match op.flow.step() {
        0 => {
            op.flight.evaded = 0;
            if zone.hostile() {
                own_flak(&mut op, zone);
                op.flow.stay(1);
            } else {
                let seen = op.flow.arg(0);
                op.flow.set_arg(0, seen + 1);
                op.flow.stay(0);
            }
        }
        1 => {
            let question = evasions(&op, zone);
            if question.offers.len() == 1 {
                let seen = op.flow.arg(0);
                op.flow.set_arg(0, seen + 1);
                op.flow.stay(0);
            } else {
                op.flow.ask(question, 2);
            }
        }
        _ => {
            let Some(key) = op.flow.answer() else { return };
            match (key.verb, key.piece()) {
                ("jink", Some(id)) => {
                    op.squadron.change(id, |_, _, _, elite, _| elite.spent = true);
                    let Arg::Num(n) = key.b else { return };
                    op.return_mark(usize::try_from(n).unwrap_or(0));
                    op.say("7.6.2.a", Tone::Good, "{} weaves past one hazard", &[id.into()]);
                }
                ("avoid", _) => {
                    op.flight.evaded += 1;
                    op.return_mark(usize::try_from(key.num()).unwrap_or(0));
                    op.log.say("7.6.1.a", None, Tone::Good, "A known hazard is avoided", &[]);
                }
                _ => {
                    let seen = op.flow.arg(0);
                    op.flow.set_arg(0, seen + 1);
                    op.flow.stay(0);
                    return;
                }
            }
            op.flow.stay(1);
        }
    }
}

/// [7.6.2.b] Flak keeps nightfighters off: whoever has a Flak marker loses its Nightfighter markers, judged by the
/// fronts.
fn own_flak(op: &mut Op, zone: FlightZone) {
    for unit in op.units_in(zone, true) {
        let of = |m: &Marked| m.zone == zone && m.unit == Some(unit);
        // [14.3.3.a] High it evades nothing.
        if op.flies_high(unit) || !op.flight.marks.iter().any(|m| of(m) && op.front(m) == Front::Flak) {
            continue;
        }
        while let Some(at) = op.flight.marks.iter().position(|m| of(m) && op.front(m) == Front::Nightfighter)
        {
            op.return_mark(at);
            let name = op.name(unit);
            op.log.say("7.6.2.b", None, Tone::Good, "{}: the flak keeps a nightfighter off", &[name]);
        }
    }
}

fn evasions(op: &Op, zone: FlightZone) -> Question {
    let recon = op.flight.zone_recon[zone as usize];
    let left = recon.saturating_sub(op.flight.evaded);
    let prompt = if left > 0 {
        "{}: hazards that reconnaissance lets you avoid, {} of them"
    } else {
        "{}: hazards that a pilot weaves past"
    };
    let mut q =
        Question::new(SQUADRON, prompt, "7.6.1.a").args(&[zone.label().into(), i32::from(left).into()]);
    let mut here: Vec<usize> =
        (0..op.flight.marks.len()).filter(|i| op.flight.marks[*i].zone == zone).collect();
    // Unit by unit, alike by alike.
    here.sort_by_key(|i| (op.flight.marks[*i].unit, op.front(&op.flight.marks[*i]), *i));
    let high = |i: &usize| op.flight.marks[*i].unit.is_some_and(|u| op.flies_high(u));
    if left > 0 {
        for i in &here {
            let mark = &op.flight.marks[*i];
            let label = match op.front(mark) {
                Front::Plain => "Avoid plain marker {} of {}",
                Front::Flak => "Avoid flak marker {} of {}",
                Front::Nightfighter => "Avoid nightfighter marker {} of {}",
            };
            let whose = mark.unit.map_or(Arg::None, |u| op.name(u));
            let offer = Offer::new("avoid", label, "7.6.1.a").a(i32::try_from(*i).unwrap_or(0)).b(whose);
            q = q.offer(offer.bar(high(i), "flies high", "14.3.3.a"));
        }
    }
    // [7.6.2.a] [2.3.6.c] [2.3.6.d] Weave & Jink, once a game, for his Lancaster or its wave.
    let pilots: Vec<PieceId> = op
        .squadron
        .in_space(|s| s == Space::Zone(zone) || s == Space::Missing(zone))
        .filter(|id| {
            let ship = op.squadron.ship(*id);
            ship.has(EliteKind::PilotWeaveAndJink) && !ship.elite.spent
        })
        .collect();
    for id in pilots {
        let unit = op.unit_of(id);
        for i in here.iter().filter(|i| op.flight.marks[**i].unit == Some(unit)) {
            let label = match op.front(&op.flight.marks[*i]) {
                Front::Plain => "{} weaves past plain marker {}",
                Front::Flak => "{} weaves past flak marker {}",
                Front::Nightfighter => "{} weaves past nightfighter marker {}",
            };
            let offer = Offer::new("jink", label, "7.6.2.a").a(id).b(i32::try_from(*i).unwrap_or(0));
            q = q.offer(offer.bar(high(i), "flies high", "14.3.3.a"));
        }
    }
    if q.enabled().next().is_none() {
        q.offers.clear();
    }
    q.default = q.offers.len();
    q.offer(Offer::new("end:evade", "Face the rest", "7.6.1.a"))
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn hazards_are_dealt_evenly_in_any_order() {
        assert_eq!(share(4, &[0, 0]), [0, 1]);
        assert_eq!(share(4, &[2, 1]), [1], "nobody gets a third of four");
        assert_eq!(share(5, &[2, 2]), [0, 1]);
        assert_eq!(share(5, &[3, 1]), [1]);
        assert_eq!(share(1, &[0, 0, 0]), [0, 1, 2]);
        assert!(share(3, &[1, 1, 1]).is_empty());
    }
}
