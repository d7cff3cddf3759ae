//! `list`: the scenarios.

use serde::Serialize;

use super::args::Folders;
use super::failure::Failure;
use super::place::{self, Place};

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    game: &'a str,
    title: &'a str,
    part: &'a str,
    seats: &'a [String],
    solo: bool,
    minutes: u32,
}

/// Prints the scenarios of all games.
///
/// # Errors
/// Faults of the data.
pub fn run(place: &mut Place<'_>, folders: &Folders, json: bool) -> Result<(), Failure> {
    let games = place::games(place.load, folders)?;
    let cards: Vec<_> = games.iter().flat_map(|game| game.scenarios()).collect();
    if json {
        let items: Vec<Item<'_>> = cards
            .iter()
            .map(|card| Item {
                id: &card.id,
                game: &card.game,
                title: &card.title,
                part: &card.part,
                seats: &card.seats,
                solo: card.solo,
                minutes: card.minutes,
            })
            .collect();
        return super::print_json(place.out, &items);
    }
    let width = cards.iter().map(|card| card.id.chars().count()).max().unwrap_or(0);
    for game in &games {
        writeln!(place.out, "{}", game.title())?;
        for card in cards.iter().filter(|card| card.game == game.id()) {
            let seats = if card.solo { "solo".to_owned() } else { card.seats.join(", ") };
            writeln!(
                place.out,
                "  {:width$}  {} · {} · {seats} · about {} min",
                card.id, card.title, card.part, card.minutes
            )?;
        }
    }
    if games.is_empty() {
        writeln!(place.out, "No games are loaded.")?;
    }
    Ok(())
}
