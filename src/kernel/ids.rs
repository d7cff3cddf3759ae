//! Stable names: pieces, seats, clauses and the small arguments that offers and log lines carry.
//!
//! Nothing here is a Bevy `Entity`: entities change when a game is restored, these ids never do.

use bevy::prelude::{Component, Entity, Resource};
use serde::Serialize;

/// A piece's number, fixed at set-up and kept for the whole game (index into [`Pieces`]).
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct PieceId(pub u16);

impl PieceId {
    /// The piece that a frame's argument holds; an id of no piece when it holds none.
    #[must_use]
    pub fn of_arg(arg: i32) -> Self {
        Self(u16::try_from(arg).unwrap_or(u16::MAX))
    }
}

/// A player's seat, counted from 0 in the order the game names them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Seat(pub u8);

/// The id of a rule clause in the game's ledger, such as `4.2.4.b`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Clause(pub &'static str);

impl From<&'static str> for Clause {
    fn from(id: &'static str) -> Self {
        Self(id)
    }
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// An argument of an offer, prompt or log line; its text is made only when somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Arg {
    /// No argument.
    #[default]
    None,
    /// A piece, shown by its code.
    Piece(PieceId),
    /// A number.
    Num(i32),
    /// A fixed word of the game's vocabulary.
    Word(&'static str),
    /// A numbered place of the board, or what else the game has numbered and named, shown by its name.
    Place(u8),
}

impl From<PieceId> for Arg {
    fn from(id: PieceId) -> Self {
        Self::Piece(id)
    }
}
impl From<i32> for Arg {
    fn from(n: i32) -> Self {
        Self::Num(n)
    }
}
impl From<&'static str> for Arg {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

/// The name of an item of a cup in the lines of a clause and of those below it; of every clause when it is empty.
#[derive(Clone, Debug)]
struct ItemName {
    cup: &'static str,
    clause: &'static str,
    item: u8,
    name: String,
}

/// The codes of all pieces of a game and, in a live world, the entities that carry them; and the names of its places.
#[derive(Resource, Clone, Debug, Default)]
pub struct Pieces {
    codes: Vec<String>,
    entities: Vec<Entity>,
    places: Vec<(u8, String)>,
    items: Vec<ItemName>,
}

impl Pieces {
    /// Registers a piece under `code` for `entity` and returns its id.
    pub fn add(&mut self, code: &str, entity: Entity) -> PieceId {
        self.codes.push(code.to_owned());
        self.entities.push(entity);
        PieceId(u16::try_from(self.codes.len() - 1).unwrap_or(u16::MAX))
    }

    /// Gives a place of the board the name by which texts call it.
    pub fn name_place(&mut self, place: u8, name: String) {
        self.places.push((place, name));
    }

    /// Gives an item of a cup of this name the name by which texts call it, once it is drawn.
    pub fn name_item(&mut self, cup: &'static str, item: u8, name: String) {
        self.name_item_under(cup, "", item, name);
    }

    /// Gives an item the name by which texts call it when it is drawn by this clause or one below it.
    pub fn name_item_under(&mut self, cup: &'static str, clause: &'static str, item: u8, name: String) {
        self.items.push(ItemName { cup, clause, item, name });
    }

    /// The name of an item of a cup drawn by a clause, if the game has given it one.
    #[must_use]
    pub fn item(&self, cup: &str, clause: &str, item: u8) -> Option<&str> {
        let named = self.items.iter().filter(|n| n.cup == cup && n.item == item);
        let here = named.filter(|n| clause.starts_with(n.clause));
        here.max_by_key(|n| n.clause.len()).map(|n| n.name.as_str())
    }

    /// The code of a piece, or `?` for an id of another game.
    #[must_use]
    pub fn code(&self, id: PieceId) -> &str {
        self.codes.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// The entity that stands for a piece in this world.
    #[must_use]
    pub fn entity(&self, id: PieceId) -> Entity {
        self.entities.get(usize::from(id.0)).copied().unwrap_or(Entity::PLACEHOLDER)
    }

    /// The piece with this code.
    #[must_use]
    pub fn find(&self, code: &str) -> Option<PieceId> {
        let at = self.codes.iter().position(|c| c == code)?;
        u16::try_from(at).ok().map(PieceId)
    }

    /// All ids in their fixed order.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..u16::try_from(self.codes.len()).unwrap_or(u16::MAX)).map(PieceId)
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The text of an argument.
    #[must_use]
    pub fn text(&self, arg: Arg) -> String {
        match arg {
            Arg::None => String::new(),
            Arg::Piece(id) => self.code(id).to_owned(),
            Arg::Num(n) => n.to_string().replace('-', "−"),
            Arg::Word(word) => word.to_owned(),
            Arg::Place(place) => {
                let named = self.places.iter().find(|(known, _)| *known == place);
                named.map_or_else(|| place.to_string(), |(_, name)| name.clone())
            }
        }
    }

    /// Fills the `{}` marks of `template` with `args`, left to right.
    #[must_use]
    pub fn fill(&self, template: &str, args: &[Arg]) -> String {
        let mut out = String::with_capacity(template.len() + 16);
        let mut parts = template.split("{}");
        out.push_str(parts.next().unwrap_or(""));
        for (i, part) in parts.enumerate() {
            out.push_str(&self.text(args.get(i).copied().unwrap_or_default()));
            out.push_str(part);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_fill_left_to_right() {
        let mut pieces = Pieces::default();
        let a = pieces.add("AJ-G", Entity::PLACEHOLDER);
        assert_eq!(
            pieces.fill("{} at {} with {}", &[a.into(), "Near".into(), Arg::Num(-2)]),
            "AJ-G at Near with −2"
        );
        pieces.name_place(19, "19 Westphalia".to_owned());
        assert_eq!(pieces.fill("{}, {}", &[Arg::Place(19), Arg::Place(20)]), "19 Westphalia, 20");
        assert_eq!(pieces.find("AJ-G"), Some(a));
        assert_eq!(pieces.find("AJ-X"), None);
        pieces.name_item("speed", 3, "1".to_owned());
        pieces.name_item_under("speed", "4.2.13", 3, "+2".to_owned());
        assert_eq!(pieces.item("speed", "4.2.2.a", 3), Some("1"));
        assert_eq!(pieces.item("speed", "4.2.13.d", 3), Some("+2"));
        assert_eq!(pieces.item("altitude", "4.2.13.d", 3), None);
    }
}
