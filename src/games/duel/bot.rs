//! A bot for either side.

use std::any::Any;
use std::sync::Arc;

use super::data::Content;
use crate::kernel::ai::{Bot, RandomBot};
use crate::kernel::decision::Question;
use crate::kernel::ids::Seat;

/// A bot at one seat.
pub struct DuelBot(RandomBot);

impl DuelBot {
    /// A bot with its own luck.
    #[must_use]
    pub fn new(_content: Arc<Content>, seat: Seat, seed: u64) -> Self {
        Self(RandomBot::new(seed, seat.0))
    }
}

impl Bot for DuelBot {
    fn choose(&mut self, view: &dyn Any, question: &Question) -> usize {
        self.0.choose(view, question)
    }
}
