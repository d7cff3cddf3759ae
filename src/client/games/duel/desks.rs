//! The desks of the duel: the palette of the ground defence, the compass cards of a course, the bomber's deck.

use bevy_egui::egui::Color32;

use crate::client::board::view::Grab;
use crate::client::layouts::Kept;
use crate::client::panels::desk::{
    CourseCard, DeckView, Desk, FlightsView, PaletteView, PieceChip, ToolView,
};
use crate::client::panels::prompt::{OfferView, PromptView};
use crate::games::duel::data::{Bearing, GameData, Resource, Side};
use crate::games::duel::decisions::{lines, order};
use crate::games::duel::view::DuelView;
use crate::kernel::chart::Tone;
use crate::kernel::decision::Question;
use crate::kernel::ids::PieceId;
use crate::kernel::timeline::Table;

use super::{ART, Aim};

/// The order of compass cards on the desk, from west over north to south.
const CARDS: [Bearing; 6] = [Bearing::W, Bearing::NW, Bearing::NE, Bearing::E, Bearing::SE, Bearing::SW];

/// The kinds of resources in this game.
pub fn kinds(v: &DuelView) -> Vec<Resource> {
    Resource::ALL.into_iter().filter(|k| k.basic() || !v.basic_only).collect()
}

/// The desk for the question at hand, if a list of offers would not do.
pub fn desk(table: &Table, data: &GameData, v: &DuelView, aim: Aim, prompt: &mut PromptView) -> Option<Desk> {
    let question = table.question()?;
    let asks = |verb: &str| question.offers.iter().any(|o| o.key.verb == verb && o.key.piece().is_none());
    if asks("place") || v.rule == "phase-4" {
        return Some(Desk::Palette(palette(data, v, question, aim)));
    }
    if asks("fly") && v.plan.is_some() {
        return Some(Desk::Course(course(v, prompt)));
    }
    if asks("then") {
        return Some(Desk::Flights(flights(table, data, v, aim, prompt)));
    }
    let flies =
        |piece: PieceId| question.offers.iter().any(|o| o.key.verb == "fly" && o.key.piece() == Some(piece));
    if aim.selected.is_some_and(flies) {
        return Some(Desk::Flights(flights(table, data, v, aim, prompt)));
    }
    let turns = asks("turn") || (asks("high") && question.clause.0 == "compass-cards.j");
    (turns && v.side == Side::Britain && !v.solo).then(|| Desk::Deck(deck(v)))
}

/// The kind that is laid by a click: the one taken up, or the only one that may be laid.
pub fn armed(v: &DuelView, question: &Question, aim: Aim) -> Option<Resource> {
    let mut open = question.enabled().map(|i| question.offers[i].key);
    match (open.next(), open.next()) {
        (Some(only), None) if only.verb == "place" => Resource::from_word(only.word()),
        _ => kinds(v).get(aim.tool).copied(),
    }
}

fn palette(data: &GameData, v: &DuelView, question: &Question, aim: Aim) -> PaletteView {
    let tools = kinds(v).into_iter().map(|kind| {
        let (_, placed, supply) = v.supply[kind.index()];
        let note = data.tables.resources.kinds.iter().find(|k| k.kind == kind).map_or("", |k| &k.note);
        ToolView {
            name: kind.label().to_owned(),
            drawing: format!("{ART}/tile-{}", kind.word()),
            left: (supply - placed, supply),
            note: note.to_owned(),
            grab: Grab {
                name: kind.label().to_owned(),
                lift: String::new(),
                drop: format!("place:{}:{{}}", kind.word()),
                ..Grab::default()
            },
        }
    });
    PaletteView {
        tools: tools.collect(),
        armed: kinds(v).into_iter().position(|k| Some(k) == armed(v, question, aim)).unwrap_or(aim.tool),
        layouts: aim.layouts.iter().map(|kept| kept.name.clone()).collect(),
        keeps: v.resources.0 > 0,
    }
}

fn course(v: &DuelView, prompt: &PromptView) -> Vec<CourseCard> {
    let left = |bearing: Bearing| {
        let cards = v.plan.as_ref().map_or(&[][..], |p| &p.cards_left);
        cards.iter().find(|(word, _)| *word == bearing.word()).map_or(0, |(_, n)| *n)
    };
    let card = |(i, bearing): (usize, Bearing)| {
        let (q, r) = bearing.step();
        let step = Some((i32::from(q), i32::from(r)));
        let offer = prompt.offers.iter().find(|o| o.step == step);
        let barred = offer.and_then(|o| o.card.barred.clone().map(|why| (why, o.card.clause.clone())));
        CourseCard {
            word: bearing.word().to_owned(),
            turn: -60 * i16::try_from(bearing.index()).unwrap_or(0),
            left: Some(left(bearing)),
            offer: offer.map(|o| o.index),
            barred,
            note: offer.map_or(String::new(), |o| o.card.hint.clone()),
            marked: offer.is_some_and(|o| o.card.default),
            key: u8::try_from(i + 1).unwrap_or(0),
            drawing: format!("{ART}/compass-card"),
            ..CourseCard::default()
        }
    };
    CARDS.into_iter().enumerate().map(card).collect()
}

/// What the squadron taken up may do: its six flights, and its other offers on the keys that follow.
fn flights(table: &Table, data: &GameData, v: &DuelView, aim: Aim, prompt: &mut PromptView) -> FlightsView {
    let mut cards = course(v, prompt);
    for card in &mut cards {
        card.left = None;
    }
    let mut others = Vec::new();
    let mine = |o: &&mut OfferView| !o.ends_phase && (o.piece.is_none() || o.piece == aim.selected);
    let mut key = 6;
    // A medal and special fuel come after what every turn offers.
    let rare = |o: &OfferView| o.piece.is_none() || o.id.starts_with("boost") || o.id.starts_with("thrift");
    let mut sorted: Vec<&mut OfferView> = prompt.offers.iter_mut().filter(mine).collect();
    sorted.sort_by_key(|o| rare(o));
    for offer in sorted {
        let asked = table.question().and_then(|q| Some((q, q.offers.get(offer.index)?.key)));
        let brings = asked.and_then(|(q, key)| Some((order(data, table.world(), q, &key)?, key.verb)));
        let told = |card: &mut CourseCard| {
            card.marked = offer.card.default;
            let Some((order, verb)) = &brings else { return };
            let name = data.tables.board.name(order.to);
            let leads = matches!(*verb, "tail" | "boost");
            card.note = match *verb {
                "land" | "ditch" => String::new(),
                _ if leads => format!("to {} {name}, {}", order.to, lines(order.cost)),
                _ => lines(order.cost),
            };
            let side = order.points.first().map_or("", |t| t.side);
            let tone = if order.stranded { Tone::Bad } else { tone_for(v, side) };
            card.points = order.brings().map(|words| (words, tone));
            if card.title.is_empty() {
                card.title = format!("{} {name}", order.to);
            }
        };
        if let Some(card) = cards.iter_mut().find(|c| c.offer == Some(offer.index)) {
            offer.card.key = card.key;
            told(card);
            continue;
        }
        key += 1;
        offer.card.key = if key <= 9 { key } else { 0 };
        let mut card = CourseCard {
            title: offer.card.label.clone(),
            note: offer.card.hint.clone(),
            offer: Some(offer.index),
            barred: offer.card.barred.clone().map(|why| (why, offer.card.clause.clone())),
            key: offer.card.key,
            ..CourseCard::default()
        };
        told(&mut card);
        others.push(card);
    }
    let chip = |(id, code): (&PieceId, &String)| PieceChip {
        id: *id,
        code: code.clone(),
        colour: colour(code),
        current: aim.selected == Some(*id),
    };
    let pieces = prompt.all_pieces.iter().zip(&prompt.unused).map(chip).collect();
    FlightsView { pieces, cards, others }
}

/// How points of a side strike the seat that looks.
fn tone_for(v: &DuelView, side: &str) -> Tone {
    if side == v.side.label() { Tone::Good } else { Tone::Bad }
}

/// The colour of a squadron, as on its counter.
pub fn colour(code: &str) -> Color32 {
    match code {
        "Red" => Color32::from_rgb(0xc8, 0x4a, 0x3a),
        "Green" => Color32::from_rgb(0x7f, 0xa6, 0x5a),
        "Yellow" => Color32::from_rgb(0xdc, 0xb4, 0x3a),
        _ => Color32::from_rgb(0x6a, 0x9a, 0xd6),
    }
}

fn deck(v: &DuelView) -> DeckView {
    let next = v.plan.as_ref().and_then(|p| p.course.get(v.bomber.flown.len()));
    DeckView {
        turned: v.bomber.flown.iter().map(|w| (*w).to_owned()).collect(),
        next: next.map(|w| (*w).to_owned()),
        drawings: (format!("{ART}/compass-card"), format!("{ART}/compass-back")),
    }
}

/// What lies on the board, to be kept.
pub fn layout(v: &DuelView, name: &str) -> Kept {
    let mut things = Vec::new();
    for hex in &v.hexes {
        for kind in Resource::ALL {
            let (there, _) = hex.tiles[kind.index()];
            if there > 0 {
                things.push((kind.word().to_owned(), hex.hex.to_string(), there));
            }
        }
    }
    Kept { format: 1, name: name.to_owned(), things }
}

/// The answers that lay a layout out: first what lies elsewhere is taken back, then what is missing is laid.
pub fn lay_out(v: &DuelView, layout: &Kept) -> Vec<String> {
    let wanted = |kind: Resource, hex: u8| -> u8 {
        let here = |(thing, place, _): &&(String, String, u8)| {
            thing == kind.word() && place.parse::<u8>().is_ok_and(|n| n == hex)
        };
        layout.things.iter().filter(here).fold(0, |sum, (.., n)| sum.saturating_add(*n))
    };
    let (mut takes, mut places) = (Vec::new(), Vec::new());
    for kind in Resource::ALL {
        for hex in &v.hexes {
            let (there, _) = hex.tiles[kind.index()];
            let want = wanted(kind, hex.hex).min(40);
            for _ in want..there {
                takes.push(format!("take:{}:{}", kind.word(), hex.hex));
            }
            for _ in there..want {
                places.push(format!("place:{}:{}", kind.word(), hex.hex));
            }
        }
    }
    takes.extend(places);
    takes
}
