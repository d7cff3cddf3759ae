//! Decisions: the questions that the rules put and the answers that seats give.
//!
//! A question carries its offers, each with a stable id, the clause it comes from and, where it is barred, the
//! reason. Texts are templates filled when somebody reads them, so that a bot pays nothing for words.

use std::hash::{Hash, Hasher};

use super::chart::RollSpec;
use super::dice::Cup;
use super::ids::{Arg, Clause, PieceId, Pieces, Seat};

/// The stable name of an offer: a verb and up to two arguments, written `verb:a:b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OfferKey {
    /// What is offered.
    pub verb: &'static str,
    /// First argument.
    pub a: Arg,
    /// Second argument.
    pub b: Arg,
}

impl OfferKey {
    /// The id as scripts and journals write it.
    #[must_use]
    pub fn text(&self, pieces: &Pieces) -> String {
        let mut out = self.verb.to_owned();
        for arg in [self.a, self.b] {
            let text = match arg {
                Arg::None => continue,
                Arg::Num(n) => n.to_string(),
                other => pieces.text(other),
            };
            out.push(':');
            out.push_str(&text);
        }
        out
    }

    /// The piece that the offer names, if its first argument is one.
    #[must_use]
    pub fn piece(&self) -> Option<PieceId> {
        if let Arg::Piece(id) = self.a { Some(id) } else { None }
    }

    /// The number that the offer names in its first argument (0 when it names none).
    #[must_use]
    pub fn num(&self) -> i32 {
        if let Arg::Num(n) = self.a { n } else { 0 }
    }

    /// The place of the board that the offer names in its first argument (0 when it names none).
    #[must_use]
    pub fn place(&self) -> u8 {
        u8::try_from(self.num()).unwrap_or(0)
    }

    /// The word that the offer names in its first argument (empty when it names none).
    #[must_use]
    pub fn word(&self) -> &'static str {
        if let Arg::Word(w) = self.a { w } else { "" }
    }
}

/// Why an offer is barred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barred {
    /// The reason, in the player's words.
    pub reason: &'static str,
    /// The clause that bars it.
    pub clause: Clause,
}

/// The thing on the board that an offer points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// Nothing.
    #[default]
    None,
    /// A piece.
    Piece(PieceId),
    /// A place of the board, by its id in `board.ron`.
    Place(&'static str),
}

/// One thing that a seat may choose, or may not and is told why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Stable id.
    pub key: OfferKey,
    /// Label; `{}` marks take the key's arguments.
    pub label: &'static str,
    /// The clause that offers it.
    pub clause: Clause,
    /// Where it points on the board.
    pub target: Target,
    /// Why it is barred, or `None` when it may be chosen.
    pub barred: Option<Barred>,
}

/// Words and citations are no state: a better label must not make an old game differ.
impl Hash for Offer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
        self.barred.is_some().hash(state);
    }
}

impl Offer {
    /// An enabled offer without arguments.
    #[must_use]
    pub fn new(verb: &'static str, label: &'static str, clause: impl Into<Clause>) -> Self {
        Self {
            key: OfferKey { verb, a: Arg::None, b: Arg::None },
            label,
            clause: clause.into(),
            target: Target::None,
            barred: None,
        }
    }

    /// Sets the first argument; a piece also becomes the target.
    #[must_use]
    pub fn a(mut self, arg: impl Into<Arg>) -> Self {
        self.key.a = arg.into();
        if let Arg::Piece(id) = self.key.a {
            self.target = Target::Piece(id);
        }
        self
    }

    /// Sets the second argument.
    #[must_use]
    pub fn b(mut self, arg: impl Into<Arg>) -> Self {
        self.key.b = arg.into();
        self
    }

    /// Points the offer at a place of the board.
    #[must_use]
    pub fn place(mut self, place: &'static str) -> Self {
        self.target = Target::Place(place);
        self
    }

    /// Bars the offer when `barred` is true and no earlier reason bars it.
    #[must_use]
    pub fn bar(mut self, barred: bool, reason: &'static str, clause: impl Into<Clause>) -> Self {
        if barred && self.barred.is_none() {
            self.barred = Some(Barred { reason, clause: clause.into() });
        }
        self
    }

    /// Whether it may be chosen.
    #[must_use]
    pub fn enabled(&self) -> bool {
        self.barred.is_none()
    }

    /// The label for players.
    #[must_use]
    pub fn label(&self, pieces: &Pieces) -> String {
        pieces.fill(self.label, &[self.key.a, self.key.b])
    }
}

/// Blind draws from a cup.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DrawSpec {
    /// The cup.
    pub cup: Cup,
    /// What is in it now.
    pub items: Vec<u8>,
    /// How many are drawn without return; never more than there are.
    pub count: u8,
}

/// What a question asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A choice among the offers.
    Choose,
    /// To throw the dice; the only offer is `roll`.
    Roll(Box<RollSpec>),
    /// To draw from a cup; the only offer is `draw`.
    Draw(DrawSpec),
}

/// A pending decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Serial number, set by the driver; an answer must name it.
    pub seq: u32,
    /// The seat that answers.
    pub seat: Seat,
    /// What is asked for.
    pub kind: Kind,
    /// The prompt; `{}` marks take `args`.
    pub prompt: &'static str,
    /// Arguments of the prompt.
    pub args: [Arg; 3],
    /// The piece that the question is about.
    pub subject: Option<PieceId>,
    /// The clause that puts the question.
    pub clause: Clause,
    /// The offers.
    pub offers: Vec<Offer>,
    /// The offer that the confirm key takes.
    pub default: usize,
}

/// Words, citations and the marked offer are no state.
impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seq.hash(state);
        self.seat.hash(state);
        self.kind.hash(state);
        self.subject.hash(state);
        self.offers.hash(state);
    }
}

impl Question {
    /// A choice put to `seat`.
    #[must_use]
    pub fn new(seat: Seat, prompt: &'static str, clause: impl Into<Clause>) -> Self {
        Self {
            seq: 0,
            seat,
            kind: Kind::Choose,
            prompt,
            args: [Arg::None; 3],
            subject: None,
            clause: clause.into(),
            offers: Vec::new(),
            default: 0,
        }
    }

    /// The question to throw the dice of `spec`.
    #[must_use]
    pub fn roll(seat: Seat, spec: RollSpec) -> Self {
        let mut q = Self::new(seat, spec.purpose, spec.clause);
        q.subject = spec.subject;
        q.args[0] = spec.subject.map_or(Arg::None, Arg::Piece);
        q.offers.push(Offer::new("roll", "Roll", spec.clause));
        q.kind = Kind::Roll(Box::new(spec));
        q
    }

    /// The question to draw `spec.count` items.
    #[must_use]
    pub fn draw(seat: Seat, prompt: &'static str, clause: impl Into<Clause>, spec: DrawSpec) -> Self {
        let mut q = Self::new(seat, prompt, clause);
        q.offers.push(Offer::new("draw", "Draw", q.clause));
        q.kind = Kind::Draw(spec);
        q
    }

    /// Sets the prompt's arguments, left to right.
    #[must_use]
    pub fn args(mut self, args: &[Arg]) -> Self {
        for (slot, arg) in self.args.iter_mut().zip(args) {
            *slot = *arg;
        }
        self
    }

    /// Sets the piece that the question is about and the prompt's first argument.
    #[must_use]
    pub fn about(mut self, piece: PieceId) -> Self {
        self.subject = Some(piece);
        self.args[0] = Arg::Piece(piece);
        self
    }

    /// Adds an offer.
    #[must_use]
    pub fn offer(mut self, offer: Offer) -> Self {
        self.offers.push(offer);
        self
    }

    /// The prompt for players.
    #[must_use]
    pub fn prompt(&self, pieces: &Pieces) -> String {
        pieces.fill(self.prompt, &self.args)
    }

    /// The indices of the enabled offers.
    pub fn enabled(&self) -> impl Iterator<Item = usize> + '_ {
        self.offers.iter().enumerate().filter(|(_, o)| o.enabled()).map(|(i, _)| i)
    }

    /// The offer that the confirm key takes: the default, but never a barred one, nor one that ends a phase (its verb
    /// begins with `end:`), which has a key of its own.
    #[must_use]
    pub fn confirmed(&self) -> Option<usize> {
        let offer = self.offers.get(self.default)?;
        (offer.enabled() && !offer.key.verb.starts_with("end:")).then_some(self.default)
    }

    /// The offer with this id.
    #[must_use]
    pub fn find(&self, pieces: &Pieces, id: &str) -> Option<usize> {
        self.offers.iter().position(|o| o.key.text(pieces) == id)
    }

    /// Reads an answer as scripts and journals write it: an offer id, or `roll=3,4` with dice rolled by hand.
    ///
    /// # Errors
    /// [`Illegal::NoSuchOffer`] when no offer has that id; [`Illegal::Dice`] when the dice are not faces.
    pub fn read(&self, pieces: &Pieces, text: &str) -> Result<Answer, Illegal> {
        let (id, dice) = text.split_once('=').map_or((text, None), |(id, dice)| (id, Some(dice)));
        let offer = self.find(pieces, id).ok_or_else(|| Illegal::NoSuchOffer {
            id: id.to_owned(),
            offers: self.offers.iter().map(|o| o.key.text(pieces)).collect(),
        })?;
        let mut answer = Answer::new(self.seq, offer);
        for face in dice.into_iter().flat_map(|d| d.split(',')) {
            answer.dice.push(
                face.trim()
                    .parse()
                    .map_err(|_| Illegal::Dice { expected: self.dice_expected(), found: face.to_owned() })?,
            );
        }
        Ok(answer)
    }

    /// How many dice a hand roll must give.
    #[must_use]
    pub fn dice_expected(&self) -> usize {
        if let Kind::Roll(spec) = &self.kind { usize::from(spec.dice) } else { 0 }
    }
}

/// An answer to a question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The serial number of the question.
    pub seq: u32,
    /// The index of the offer taken.
    pub offer: usize,
    /// Dice rolled by hand, or none to let the table's luck serve.
    pub dice: Vec<u8>,
}

impl Answer {
    /// Takes offer `offer` of question `seq`.
    #[must_use]
    pub fn new(seq: u32, offer: usize) -> Self {
        Self { seq, offer, dice: Vec::new() }
    }
}

/// Why an answer was refused; the world is untouched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// No question is pending.
    #[error("nothing is being asked: the game is over")]
    GameOver,
    /// The answer is to another question.
    #[error("this answers question {found}, but question {expected} is pending")]
    Stale {
        /// The pending question.
        expected: u32,
        /// The question answered.
        found: u32,
    },
    /// There is no such offer.
    #[error("there is no offer `{id}`; the offers are {}", offers.join(", "))]
    NoSuchOffer {
        /// The id given.
        id: String,
        /// The ids offered.
        offers: Vec<String>,
    },
    /// The offer is barred.
    #[error("barred: {reason} [{clause}]")]
    Barred {
        /// The reason.
        reason: &'static str,
        /// The clause that bars it.
        clause: Clause,
    },
    /// Dice rolled by hand do not fit the question.
    #[error("this takes {expected} dice of 1 to 6, not `{found}`")]
    Dice {
        /// How many dice the roll takes.
        expected: usize,
        /// What was given.
        found: String,
    },
}
