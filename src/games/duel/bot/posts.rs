//! Phase 1: where the squadrons wait for a raid of which nothing is known, and which of them carries the special fuel.

use super::chance::soft;
use super::look::{ByHex, Look, at};
use crate::kernel::decision::Question;
use crate::kernel::dice::BotLuck;

/// How far apart in worth airports may be and still be chosen alike, points.
const HEAT: f64 = 0.25;

/// The airport for the next squadron: where it meets most of the traffic, given by the number of the move, that those
/// before it leave.
pub fn choose(look: &Look<'_>, enters: &[ByHex], q: &Question, luck: &mut BotLuck) -> Option<usize> {
    let board = look.board();
    let taken: Vec<u8> = look.squadrons().map(|s| s.hex).collect();
    let offers: Vec<usize> = q.enabled().collect();
    let reach = |post: u8, hex: u8, number: usize| {
        let far = usize::from(board.distance(post, hex));
        if far > number || far > 4 { 0.0 } else { [1.0, 1.0, 0.85, 0.6, 0.35][far] }
    };
    let worth: Vec<f64> = offers
        .iter()
        .map(|i| {
            let post = u8::try_from(q.offers[*i].key.num()).unwrap_or(0);
            if taken.contains(&post) {
                return -9.0; // A shared airport costs fuel trucks and waits for one bomb.
            }
            let mut sum = 0.0;
            for (number, enters) in enters.iter().enumerate() {
                for hex in board.hexes() {
                    let others: f64 = taken.iter().map(|t| reach(*t, hex, number)).sum();
                    sum += enters[at(hex)] * reach(post, hex, number) / (1.0 + 0.6 * others);
                }
            }
            let field = &look.fields[at(post)];
            sum - f64::from(u8::from(field.fog) + u8::from(field.thunder)) * 1.5
        })
        .collect();
    soft(luck, &worth, HEAT).map(|i| offers[i])
}

/// Who carries the special fuel: the Messerschmitt nearest to Britain.
#[must_use]
pub fn tank(look: &Look<'_>, q: &Question) -> Option<usize> {
    let board = look.board();
    let far = |i: &usize| {
        let at = q.offers[*i]
            .key
            .piece()
            .and_then(|id| look.squadrons().find(|s| s.id == id))
            .map_or(0, |s| s.hex);
        board.british.iter().map(|b| board.distance(b, at)).min().unwrap_or(u8::MAX)
    };
    let offers = q.enabled().filter(|i| q.offers[*i].key.verb == "tank");
    offers.min_by_key(far)
}
