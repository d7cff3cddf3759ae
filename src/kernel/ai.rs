//! Bots: they see what a person at their seat sees and answer the same questions.

use std::any::Any;

use super::decision::Question;
use super::dice::BotLuck;

/// A bot at one seat.
pub trait Bot: Send {
    /// Chooses among the enabled offers of `question`; `view` is the game's view of the bot's seat.
    /// Returns the index of the offer.
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize;

    /// Why the last choice was made, in a line; empty when there is nothing to say.
    fn reason(&self) -> String {
        String::new()
    }

    /// Whether the bot wants a view for this question; building one costs time.
    fn needs_view(&self, question: &Question) -> bool {
        question.enabled().nth(1).is_some()
    }
}

/// Chooses any enabled offer with equal chance.
pub struct RandomBot(BotLuck);

impl RandomBot {
    /// A random player with its own luck.
    #[must_use]
    pub fn new(seed: u64, seat: u8) -> Self {
        Self(BotLuck::seeded(seed, seat))
    }
}

impl Bot for RandomBot {
    fn choose(&mut self, _view: &dyn Any, question: &Question) -> usize {
        let enabled = question.offers.iter().filter(|o| o.enabled()).count();
        if enabled == 0 {
            return 0;
        }
        let pick = if enabled == 1 { 0 } else { self.0.below(enabled) };
        question.enabled().nth(pick).unwrap_or(0)
    }

    fn needs_view(&self, _question: &Question) -> bool {
        false
    }
}
