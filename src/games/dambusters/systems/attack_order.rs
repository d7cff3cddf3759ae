//! 11.6 Attack Order: how Lancasters without VHF keep together and attack.

use super::flight::WAVE_NAMES;
use crate::games::dambusters::air::Unit;
use crate::games::dambusters::attack_order::{Leave, Rank, Station};
use crate::games::dambusters::components::Space;
use crate::games::dambusters::data::Hazard;
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::rules::line::{Ready, Wait, waits};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

impl Op<'_, '_> {
    /// Whether the Lancasters fly without VHF: in a campaign that did not complete the Radio modifications (clause
    /// 10.4.4.d).
    pub(crate) fn no_vhf(&self) -> bool {
        self.blotter.as_ref().is_some_and(|b| !b.vhf())
    }

    /// Whether a Lancaster without VHF has no business with a wave: its own is the one that it flew in last (clause
    /// 11.6.b).
    pub(crate) fn strange_wave(&self, id: PieceId, wave: u8) -> bool {
        self.no_vhf() && self.squadron.station(id).wave != Some(wave)
    }

    /// Which of the numbers of dissolved waves a new one takes: while there are others, none in which somebody began the
    /// phase (clause 7.2.2.b), nor without VHF one that somebody else still belongs to (clauses 11.6.b and 11.6.4.a).
    pub(crate) fn free_number(&self, gone: &[usize], members: &[PieceId]) -> Option<usize> {
        let flies = |id: PieceId| {
            !members.contains(&id)
                && !matches!(self.squadron.space(id), Space::Lost | Space::Home | Space::Base(_))
        };
        let bespoken = |n: usize| {
            let wave = u8::try_from(n).ok();
            let began = |id| wave.is_some() && self.squadron.orders(id).from_wave == wave;
            let belongs = |id| self.no_vhf() && flies(id) && self.squadron.station(id).wave == wave;
            self.squadron.ids().any(|id| began(id) || belongs(id))
        };
        let full = self.flight.waves.len() >= WAVE_NAMES.len();
        gone.iter().find(|n| !bespoken(**n)).or_else(|| gone.first().filter(|_| full)).copied()
    }

    /// [11.6.1.a] The line of a wave formed in flight: its leader in front, the others as they stood in their lines
    /// before.
    pub(crate) fn form_line(&mut self, wave: u8, leader: PieceId, members: &[PieceId]) {
        let mut line = members.to_vec();
        line.sort_by_key(|id| {
            let at = self.squadron.station(*id);
            (*id != leader, at.wave, at.place)
        });
        self.set_line(wave, &line);
    }

    /// [11.6.1.a] The line of a wave in the order in which the player names its Lancasters.
    pub(crate) fn set_line(&mut self, wave: u8, line: &[PieceId]) {
        if !self.no_vhf() {
            return;
        }
        for (place, id) in (0u8..).zip(line) {
            self.squadron.post(*id, |s| {
                s.wave = Some(wave);
                s.place = place;
            });
        }
    }

    /// A Lancaster enters a Target Map: in the line of its wave, in front of it, or alone.
    pub(crate) fn take_station(&mut self, id: PieceId) {
        if !self.no_vhf() {
            return;
        }
        let unit = self.unit_of(id);
        let rank = match unit {
            Unit::Alone(_) => Rank::Straggler,
            Unit::Wave(_) if self.head(unit) == id => Rank::Leader,
            Unit::Wave(_) => Rank::Line,
        };
        self.squadron.post(id, |s| {
            s.rank = rank;
            s.held = 0;
        });
    }

    /// [7.9.6.h] In a new Target Map Phase everybody may be rolled for anew.
    pub(crate) fn clear_rolls(&mut self) {
        for id in self.squadron.ids() {
            self.squadron.post(id, |s| s.leave = Leave::Untried);
        }
    }

    /// Whether a Lancaster without VHF leads a wave at this dam.
    pub(crate) fn leads_line(&self, id: PieceId) -> bool {
        self.no_vhf() && self.squadron.station(id).rank == Rank::Leader
    }

    /// [11.6.2.b] [11.6.2.c] The Lancasters with a mine that the lines find in Circling Near.
    fn ready(&self) -> Vec<Ready> {
        let near = self.squadron.in_space(|s| s == Space::CirclingNear);
        near.filter(|id| self.squadron.ship(*id).armed())
            .map(|id| {
                let Station { wave, place, rank, .. } = self.squadron.station(id);
                Ready { id, wave: wave.unwrap_or(u8::MAX), place, rank }
            })
            .collect()
    }

    /// Bars a run that is out of order, unless a flare has set the order free (clause 11.6.3.b).
    pub(crate) fn in_turn(&self, offer: Offer, id: PieceId, free: bool) -> Offer {
        if free || !self.no_vhf() {
            return offer;
        }
        match waits(&self.ready(), id) {
            None => offer,
            Some(Wait::Line) => offer.bar(true, "is not next in its Attack Order", "11.6.2.b"),
            Some(Wait::Wave) => offer.bar(true, "an earlier wave goes first", "11.6.4.a"),
            Some(Wait::Straggler) => {
                offer.bar(true, "stands in no Attack Order: those who do go first", "11.6.2.c")
            }
        }
    }

    /// [11.6.3.a] The offers of the Wave Leaders in Circling Near to set the order free for this phase.
    pub(crate) fn with_signal(&self, mut question: Question, free: bool) -> Question {
        for id in self.squadron.in_space(|s| s == Space::CirclingNear) {
            if self.leads_line(id) {
                question = question.offer(signal_offer(id, free));
            }
        }
        question
    }

    /// A Wave Leader's flare ([11.6.3.a]): it burns like any other ([11.6.3.e]), but there is one on a space of the
    /// track at most; those held before are let go ([11.6.3.d]).
    pub(crate) fn signal(&mut self, id: PieceId) {
        let turn = self.clock.turn;
        let lies = self.clock.flare_fired || self.clock.flares.contains(&turn);
        if !lies {
            self.clock.flares.push(turn);
        }
        self.clock.flare_fired = true;
        self.say("11.6.3.a", Tone::Good, "{} fires a Very Light: the order is free", &[id.into()]);
        self.let_go(turn);
    }

    /// [11.6.3.d] Those held come to Circling Near again, if they have been held long enough.
    fn let_go(&mut self, turn: u8) {
        let here: Vec<PieceId> = self.squadron.in_space(Space::on_map).collect();
        for id in here {
            let held = self.squadron.station(id).held;
            if held > 0 && held <= turn {
                self.squadron.post(id, |s| s.held = 0);
                self.say("11.6.3.d", Tone::Plain, "{} is held no longer", &[id.into()]);
            }
        }
    }

    /// [11.6.3.c] Held where it is in Circling Far, or ([11.6.3.d]) moved there and so held longer.
    pub(crate) fn hold(&mut self, id: PieceId, moved: bool) {
        if !self.no_vhf() || !self.squadron.ship(id).armed() {
            return;
        }
        let turn = self.clock.turn;
        self.squadron.post(id, |s| s.held = turn + u8::from(moved));
        if !moved {
            self.say("11.6.3.c", Tone::Plain, "{} is held in Circling Far", &[id.into()]);
        }
    }

    /// [11.6.2.a] Who carries a mine and is not held comes to Circling Near as soon as it may: at the end of the
    /// Circling Phase at the latest.
    pub(crate) fn come_near(&mut self) {
        if !self.no_vhf() {
            return;
        }
        let far: Vec<PieceId> = self.squadron.in_space(|s| s == Space::CirclingFar).collect();
        for id in far {
            if self.squadron.ship(id).armed() && self.squadron.station(id).held == 0 {
                self.squadron.put(id, Space::CirclingNear);
                self.say("11.6.2.a", Tone::Plain, "{} comes to Circling Near", &[id.into()]);
            }
        }
    }

    /// Asks who leads a wave at this dam that has lost its leader (clause 6.7.5.b), and goes on at `step`; true when it
    /// does.
    pub(crate) fn ask_leader(&mut self, step: u16) -> bool {
        if !self.no_vhf() {
            return false;
        }
        for (wave, name) in (0u8..).zip(WAVE_NAMES) {
            let line = self.line(wave);
            if line.iter().any(|id| self.leads_line(*id)) {
                continue;
            }
            match line[..] {
                [] => {}
                [only] => {
                    // [6.7.1.a] Nobody leads him, so nobody holds him.
                    self.squadron.post(only, |s| {
                        s.rank = Rank::Straggler;
                        s.held = 0;
                    });
                    self.say("6.7.1.a", Tone::Plain, "{} flies on alone", &[only.into()]);
                }
                _ => {
                    let mut q = Question::new(SQUADRON, "Who leads {} now?", "6.7.5.b").args(&[name.into()]);
                    for id in line {
                        q = q.offer(Offer::new("lead", "{} takes the lead", "6.7.5.b").a(id));
                    }
                    self.flow.ask(q, step);
                    return true;
                }
            }
        }
        // Where nobody is left to fire a flare nobody waits for one.
        let able = |id: PieceId| self.leads_line(id) && self.squadron.station(id).held == 0;
        if !self.squadron.in_space(Space::on_map).any(able) {
            self.let_go(u8::MAX);
        }
        false
    }

    /// The answer to [`Self::ask_leader`].
    pub(crate) fn name_leader(&mut self) {
        let Some(id) = self.flow.answer().and_then(|key| key.piece()) else { return };
        self.squadron.post(id, |s| {
            s.rank = Rank::Leader;
            s.held = 0;
        });
        self.squadron.order(id, |o| o.led = true);
        let wave = self.squadron.station(id).wave.unwrap_or(0);
        self.say("6.7.5.b", Tone::Plain, "{} leads {}", &[id.into(), self.name(Unit::Wave(wave))]);
    }

    /// Who flies in a wave at this dam, those still to arrive among them.
    fn line(&self, wave: u8) -> Vec<PieceId> {
        let here = self.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_)));
        here.filter(|id| {
            let at = self.squadron.station(*id);
            at.rank != Rank::Straggler && at.wave == Some(wave)
        })
        .collect()
    }

    /// Adds the offers to roll for leave to break off, one Lancaster after another (clause 7.9.6.h).
    pub(crate) fn with_leave_rolls(&self, mut question: Question) -> Question {
        if !self.no_vhf() || self.flight.losses == 0 {
            return question;
        }
        for id in self.squadron.in_space(|s| s.on_map() || matches!(s, Space::Waiting(_))) {
            let radio = self.squadron.ship(id).attached.has(Hazard::BrokenRadio);
            let rolled = self.squadron.station(id).leave != Leave::Untried;
            question = question.offer(
                Offer::new("try-abort", "{} tries to break off", "7.9.6.h")
                    .a(id)
                    .bar(radio, "has no radio", "7.9.6.g")
                    .bar(rolled, "has had its die this hour", "7.9.6.h"),
            );
        }
        question
    }

    /// Whether an order to break off does not reach a Lancaster: no radio (clause 7.9.6.g), or no VHF and no luck with
    /// the die (clause 7.9.6.h).
    pub(crate) fn stays_on(&self, id: PieceId) -> bool {
        self.squadron.ship(id).attached.has(Hazard::BrokenRadio)
            || (self.no_vhf() && self.squadron.station(id).leave != Leave::May)
    }
}

/// [11.6.3.a] A leader's offer to fire; once a phase is enough, for the order stays free until its end.
pub(super) fn signal_offer(id: PieceId, free: bool) -> Offer {
    Offer::new("flare", "{} fires a Very Light and sets the order free", "11.6.3.a").a(id).bar(
        free,
        "the order is free already",
        "11.6.3.a",
    )
}
