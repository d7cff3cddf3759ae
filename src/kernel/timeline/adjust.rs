//! A table's position adjusted by hand: opened with a reason, closed with the phase, kept as events.

use super::Table;
use crate::kernel::adjust::{self, Adjustment, NotAdjusted};
use crate::kernel::chart::Tone;
use crate::kernel::chronicle::Chronicle;
use crate::kernel::driver::Receipt;
use crate::kernel::journal::{Action, Adjusted};
use crate::kernel::phase::Flow;

impl Table {
    /// Opens the position to adjustments, for `reason`, until the phase ends or something is taken back.
    ///
    /// # Errors
    /// A missing reason, or a moment at which nothing can be adjusted.
    pub fn begin_adjusting(&mut self, reason: &str) -> Result<(), NotAdjusted> {
        self.go_live();
        if self.game.adjustments(&self.world).is_empty() {
            return Err(NotAdjusted::Nothing(self.game.adjust_when().to_owned()));
        }
        self.adjusting = Some(adjust::reason(reason).ok_or(NotAdjusted::NoReason)?);
        Ok(())
    }

    /// Closes the position to adjustments.
    pub fn end_adjusting(&mut self) {
        self.adjusting = None;
    }

    /// Why the position is being adjusted, while it is.
    #[must_use]
    pub fn adjusting(&self) -> Option<&str> {
        self.adjusting.as_deref()
    }

    /// What may be adjusted now; nothing while looking back.
    #[must_use]
    pub fn adjustments(&self) -> Vec<Adjustment> {
        let live = self.position == self.line.len();
        if live { self.game.adjustments(&self.world) } else { Vec::new() }
    }

    /// Gives `id` of [`Table::adjustments`] another value. The change is an event like an answer: replayed, checked and
    /// taken back like one; the game is stamped for good.
    ///
    /// # Errors
    /// What forbids it; everything is left untouched.
    pub fn adjust(&mut self, id: &str, value: &str) -> Result<(), NotAdjusted> {
        let reason = self.adjusting.clone().ok_or(NotAdjusted::Closed)?;
        self.set(Adjusted { id: id.to_owned(), value: value.to_owned(), reason })?;
        self.redo.clear();
        Ok(())
    }

    /// Carries out an adjustment and records it.
    pub(super) fn set(&mut self, to: Adjusted) -> Result<(), NotAdjusted> {
        self.go_live();
        let seat = self.question().map_or(0, |q| q.seat.0);
        let phase = self.bottom();
        let number = self.events.len();
        if let Err(why) = self.apply(number, &to) {
            if matches!(why, NotAdjusted::Broken(_) | NotAdjusted::Fault(_)) {
                self.replay_line();
            }
            return Err(why);
        }
        if self.bottom() != phase {
            self.adjusting = None;
        }
        self.header.stamps.insert(adjust::STAMP.to_owned());
        self.stand(Action::Adjust(to), Receipt::default(), seat);
        Ok(())
    }

    /// Changes the world as an adjustment says and writes its line, for event `number`.
    pub(super) fn apply(&mut self, number: usize, to: &Adjusted) -> Result<(), NotAdjusted> {
        let all = self.game.adjustments(&self.world);
        if all.is_empty() {
            return Err(NotAdjusted::Nothing(self.game.adjust_when().to_owned()));
        }
        let Some(found) = all.iter().find(|a| a.id == to.id) else {
            let known = all.into_iter().map(|a| a.id).collect();
            return Err(NotAdjusted::Unknown { id: to.id.clone(), known });
        };
        if !found.values.iter().any(|(id, _)| *id == to.value) {
            let allowed = found.values.iter().map(|(id, _)| id.clone()).collect();
            return Err(NotAdjusted::Value { id: to.id.clone(), value: to.value.clone(), allowed });
        }
        let before = found.label_of(&found.now);
        let after = found.label_of(&to.value);
        let words = format!("Adjusted: {}, {before} to {after} ({})", found.label, to.reason);
        let mut chronicle = self.world.resource_mut::<Chronicle>();
        chronicle.set_event(u32::try_from(number).unwrap_or(u32::MAX));
        chronicle.text("", Tone::Plain, &words);
        self.game.adjust(&mut self.world, &to.id, &to.value)?;
        self.game.check(&self.world).map_err(NotAdjusted::Broken)?;
        Ok(())
    }

    /// The phase of the sequence of play.
    fn bottom(&self) -> Option<u16> {
        self.world.resource::<Flow>().frames().first().map(|f| f.phase)
    }
}
