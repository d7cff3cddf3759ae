//! Offers pointed at the board: which hex each of them means, by what this seat knows.

use crate::client::panels::prompt::{OfferView, PromptView};
use crate::games::duel::components::BOMBER;
use crate::games::duel::data::{Bearing, GameData, HEXES, Level};
use crate::games::duel::decisions::{order, strike_if};
use crate::games::duel::scenario::at_of;
use crate::games::duel::view::DuelView;
use crate::kernel::decision::{OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId};
use crate::kernel::timeline::Table;

use super::Aim;

/// The ids of the hexes as places of the board.
const PLACES: [&str; HEXES + 1] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35",
    "36", "37", "38", "39", "40", "41", "42", "43",
];

fn place(hex: u8) -> Option<&'static str> {
    PLACES.get(usize::from(hex)).copied().filter(|_| hex != 0)
}

/// Where a piece is.
fn hex_of(v: &DuelView, piece: PieceId) -> u8 {
    if piece == BOMBER {
        return v.bomber.aircraft.hex;
    }
    let squadron = v.squadrons.iter().find(|s| s.id == piece).map(|s| s.hex);
    squadron.unwrap_or(if piece == v.mosquito.id { v.mosquito.hex } else { 0 })
}

/// The bearing that an offer names.
fn bearing(key: &OfferKey) -> Option<Bearing> {
    let word = |arg: Arg| if let Arg::Word(word) = arg { Bearing::from_word(word) } else { None };
    word(key.b).or_else(|| word(key.a))
}

/// Points every offer of the prompt at its hex and names hexes in words.
pub fn point(
    table: &Table,
    data: &GameData,
    v: &DuelView,
    question: &Question,
    aim: Aim,
    prompt: &mut PromptView,
) {
    let board = &data.tables.board;
    let armed = super::desks::armed(v, question, aim).map(|k| k.word());
    // A flight points at a hex once it is clear who flies.
    let movers = prompt.all_pieces.len();
    let clear = |piece: Option<PieceId>| piece.is_none() || aim.selected == piece || movers == 1;
    for offer in &mut prompt.offers {
        let Some(asked) = question.offers.get(offer.index) else { continue };
        let key = asked.key;
        let hex = u8::try_from(key.num()).unwrap_or(0);
        match key.verb {
            "at" | "from" | "start" | "target" | "to" | "lay" => {
                offer.place = place(hex);
                name(table, data, &key, hex, offer);
            }
            "place" if Some(key.word()) == armed => {
                offer.place =
                    if let Arg::Num(n) = key.b { place(u8::try_from(n).unwrap_or(0)) } else { None };
                offer.card.default = false;
            }
            // Tiles are laid where the player points: none of them is the usual one.
            "place" => offer.card.default = false,
            "take" => {
                offer.card.default = false;
                offer.back = if let Arg::Num(n) = key.b { place(u8::try_from(n).unwrap_or(0)) } else { None };
            }
            "fly" | "then" | "boost" => {
                let Some(bearing) = bearing(&key) else { continue };
                let piece = key.piece();
                let from = match (piece, &v.plan) {
                    (Some(id), _) => hex_of(v, id),
                    (None, Some(plan)) => plan.hexes.last().copied().unwrap_or(0),
                    (None, None) => question.subject.map_or(0, |id| hex_of(v, id)),
                };
                // The second hex with special fuel counts from the first.
                let to = match key.verb {
                    "then" => order(data, table.world(), question, &key).map(|o| o.to),
                    _ => board.step(from, bearing),
                };
                if key.verb != "boost" && clear(piece) {
                    offer.place = to.and_then(place);
                    let (q, r) = bearing.step();
                    offer.step = Some((i32::from(q), i32::from(r)));
                }
                if let ("fly", None, Some(to)) = (key.verb, piece, to) {
                    offer.card.hint = format!("to {to} {}", board.name(to));
                }
                // A course is laid card by card: none of them is the usual one. A squadron under way goes on.
                offer.card.default &= piece.is_some() || key.verb == "then";
                if key.verb == "then" {
                    offer.card.label = bearing.word().to_owned();
                }
            }
            "tail" => {
                let from = key.piece().map_or(0, |id| hex_of(v, id));
                let to = board.step(from, v.sky.wind).and_then(|hex| board.step(hex, v.sky.wind));
                if clear(key.piece()) {
                    offer.place = to.and_then(place);
                }
            }
            "end" => offer.card.label = "End the turn".to_owned(),
            // The end of a programme or a deployment cannot be taken back: it stands apart from the cards.
            "land" if key.piece().is_none() && v.plan.as_ref().is_some_and(|p| !p.complete) => {
                offer.card.label = "Land here".to_owned();
                ends(offer);
            }
            "done" if v.rule == "phase-4" => {
                offer.card.label = "Ready".to_owned();
                ends(offer);
            }
            _ => {}
        }
    }
    if aim.selected.is_some() {
        brief(question, aim, prompt);
    }
    // The confirm key takes what is marked, and never what ends a phase (C08).
    let marked = |o: &OfferView| o.card.default && !o.ends_phase;
    prompt.confirm = prompt.confirm.filter(|i| prompt.offers.iter().any(|o| o.index == *i && marked(o)));
    mark_the_only_one(data, v, question, prompt);
    if v.rule == "phase-4" {
        prompt.unused.clear();
    }
}

/// Where nothing else can be chosen, the confirm key takes the one open offer: every step of a guided game, and a course
/// that can only go on, or end, in one way.
fn mark_the_only_one(data: &GameData, v: &DuelView, question: &Question, prompt: &mut PromptView) {
    let mut open = question.enabled();
    let (Some(only), None) = (open.next(), open.next()) else { return };
    let guided = data.scenario(&v.scenario).is_some_and(|s| !s.file.guide.is_empty());
    let course = v.plan.as_ref().is_some_and(|p| !p.complete && p.target != 0);
    if !guided && !course {
        return;
    }
    if let Some(offer) = prompt.offers.iter_mut().find(|o| o.index == only) {
        offer.card.default = true;
        prompt.confirm = Some(only);
        if course && question.offers[only].key.verb == "land" {
            prompt.prompt = "Land here, or take back a card".to_owned();
        }
    }
}

/// The offers of the squadron taken up in few words: who it is stands above them.
fn brief(question: &Question, aim: Aim, prompt: &mut PromptView) {
    for offer in prompt.offers.iter_mut().filter(|o| o.piece == aim.selected) {
        let Some(asked) = question.offers.get(offer.index) else { continue };
        let word = if let Arg::Word(word) = asked.key.b { word } else { "" };
        offer.card.label = match asked.key.verb {
            "tail" => "Two hexes downwind".to_owned(),
            "takeoff" => format!("Take off, {word}"),
            "circle" => "Circle".to_owned(),
            "land" => "Land".to_owned(),
            "ditch" => "Ditch".to_owned(),
            "boost" => format!("Special fuel {word}"),
            "thrift" => "Medal: a line less".to_owned(),
            _ => continue,
        };
    }
}

/// Whether the bomber flies low tonight.
fn bomber_low(table: &Table) -> bool {
    at_of(table.world(), BOMBER).level == Level::Low
}

fn ends(offer: &mut OfferView) {
    offer.ends_phase = true;
    offer.card.default = false;
    offer.card.key = 0;
}

/// A hex by number and name in place of its number alone.
fn name(table: &Table, data: &GameData, key: &OfferKey, hex: u8, offer: &mut OfferView) {
    let board = &data.tables.board;
    let airport = || board.airport(hex).map_or("", |a| a.name.as_str());
    match key.verb {
        "at" | "from" | "start" => {
            offer.card.label = format!("{hex} {}", airport());
            offer.card.hint =
                board.city(hex).map_or_else(|| board.region(hex).to_owned(), |c| c.name.clone());
        }
        "target" => {
            if let Some(city) = board.city(hex) {
                offer.card.label = format!("{hex} {}, {}", city.name, city.value);
                // What a strike would bring under the sky as it is.
                let now = strike_if(data, table.world(), hex, bomber_low(table)).total();
                if now != i32::from(city.value) {
                    offer.card.label = format!("{hex} {}, {}: now {now}", city.name, city.value);
                }
            }
        }
        "to" => offer.card.label = format!("{hex} {}", board.name(hex)),
        _ => {}
    }
}
