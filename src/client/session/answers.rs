//! The session's answers: the one door to the rules, bots and automatic choices, and what follows an answer.

use super::history::{phase_now, secret_now};
use super::{Auto, Session};
use crate::client::panels::{Tab, views};
use crate::kernel::decision::{Answer, Kind, Offer};

impl Session {
    /// Answers the pending question, then whatever a bot or an automatic choice answers.
    pub(super) fn answer(&mut self, offer: usize, dice: Vec<u8>, auto: Auto, now: f64) {
        if self.table.position() < self.table.len() {
            self.refused = Some("Looking back: return to the game to decide.".to_owned());
            return;
        }
        let Some(question) = self.table.question() else { return };
        if Some(question.seat) != self.viewer() {
            return;
        }
        let mut answer = Answer::new(question.seq, offer);
        answer.dice = dice;
        self.submit(&answer);
        self.go_on(auto);
        self.settle(now);
    }

    /// Answers by offer ids, one after another; one that is not offered is left out, and it stops at a hand-off.
    pub(super) fn answers(&mut self, texts: &[String], auto: Auto, now: f64) {
        if self.table.position() < self.table.len() {
            self.refused = Some("Looking back: return to the game to decide.".to_owned());
            return;
        }
        for text in texts {
            let Some(question) = self.table.question() else { break };
            if Some(question.seat) != self.viewer() || self.refused.is_some() {
                break;
            }
            let found = question.find(self.table.pieces(), text);
            let Some(offer) = found.filter(|i| question.offers[*i].enabled()) else { continue };
            let answer = Answer::new(question.seq, offer);
            self.submit(&answer);
        }
        self.go_on(auto);
        self.settle(now);
    }

    /// Submits an answer; the one door.
    fn submit(&mut self, answer: &Answer) {
        let phase = phase_now(&self.table);
        let secret = secret_now(&self.table, &*self.face);
        match self.table.submit(answer) {
            Ok(_) => {
                self.phases.push(phase);
                self.secret.push(secret);
            }
            Err(refusal) => self.refused = Some(format!("Refused: {refusal}")),
        }
    }

    /// Lets bots and automatic choices answer until a person must decide.
    pub(super) fn go_on(&mut self, auto: Auto) {
        // A guard against two bots that never come to an end.
        for _ in 0..100_000 {
            let Some(question) = self.table.question() else { return };
            if self.refused.is_some() {
                return;
            }
            let answer = if self.hot.holds(question.seat) {
                if Some(question.seat) != self.viewer() {
                    return;
                }
                let mut enabled = question.enabled();
                let first = enabled.next().unwrap_or(0);
                let takes = match question.kind {
                    Kind::Roll(_) => auto.roll && !self.own_dice,
                    Kind::Draw(_) => auto.draw,
                    Kind::Choose => auto.single && enabled.next().is_none(),
                };
                if !takes {
                    return;
                }
                Answer::new(question.seq, first)
            } else {
                let seat = question.seat;
                let Some((_, bot)) = self.bots.iter().find(|(s, _)| *s == seat) else { return };
                let Ok(mut bot) = bot.lock() else { return };
                let offer = if bot.needs_view(question) {
                    let view = self.table.game().view(self.table.world(), seat);
                    bot.choose(&*view, question)
                } else {
                    bot.choose(&(), question)
                };
                Answer::new(question.seq, offer)
            };
            self.submit(&answer);
        }
    }

    /// After a change: curtain, selection, newest result, tab.
    pub(super) fn settle(&mut self, now: f64) {
        self.hot.settle(self.table.question());
        let Some(seat) = self.viewer() else { return };
        let results = views::results(&self.table, &*self.face, seat);
        if results > self.seen {
            self.thrown_at = Some(now);
            self.latest = None;
        }
        self.seen = results;
        let Some(question) = self.table.question() else { return };
        let luck = !matches!(question.kind, Kind::Choose);
        if luck || self.thrown_at == Some(now) {
            self.tab = Tab::Roll;
        }
        if self.own_dice
            && let Kind::Roll(spec) = &question.kind
        {
            self.roll.own = Some(vec![0; usize::from(spec.dice)]);
        }
        // A selection that no offer points at any more would only hide offers.
        // In a guided game a piece with nothing open hides the one move that is.
        let takes_up = self.face.takes_up_pieces(&self.table);
        let keeps = |o: &Offer| !takes_up || (o.enabled() && self.face.keeps_taken(o.key.verb));
        self.selection.retain(|id| question.offers.iter().any(|o| o.key.piece() == Some(*id) && keeps(o)));
        self.take_up();
    }

    /// Takes up the first piece that may act, where the offers of all pieces would be too many for a list.
    pub(super) fn take_up(&mut self) {
        let Some(question) = self.table.question() else { return };
        let asked = Some(question.seat) == self.viewer();
        if !self.selection.is_empty() || !self.face.takes_up_pieces(&self.table) || !asked {
            return;
        }
        // What is barred counts too: the last piece keeps its cards however few of them are open.
        let many = question.offers.iter().filter(|o| o.key.piece().is_some()).count() > 4;
        let keeps = |o: &&Offer| o.enabled() && self.face.keeps_taken(o.key.verb);
        let open = question.offers.iter().filter(keeps).find_map(|o| o.key.piece());
        if many {
            self.selection = open.into_iter().collect();
        }
    }
}
