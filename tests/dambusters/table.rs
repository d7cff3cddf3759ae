//! A table to test on: the shipped game, and a table whose dice are thrown by themselves.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::data::Content;
use bombers_moon::kernel::chart::RollSpec;
use bombers_moon::kernel::data::DataRoot;
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::Luck;
use bombers_moon::kernel::game::Game;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::testkit::script::Played;

/// The shipped content, loaded once.
pub fn content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        let root = DataRoot::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
        Content::load(&root).unwrap_or_else(|problems| panic!("{problems}"))
    })
}

/// The game on the shipped data.
pub fn game() -> Arc<dyn Game> {
    static GAME: OnceLock<Arc<dyn Game>> = OnceLock::new();
    GAME.get_or_init(|| Arc::new(DambusterRaid::new(content().clone()))).clone()
}

/// A table on which dice are thrown and chits drawn as soon as they are asked for.
pub struct Flight(pub Played);

impl Deref for Flight {
    type Target = Played;

    fn deref(&self) -> &Played {
        &self.0
    }
}

// What [`Played`] states, in one chain with what a flight does.
bombers_moon::played_states! {
    Flight;
    offers(id: &str);
    offers_only(ids: &[&str]);
    offers_no(id: &str);
    barred(id: &str, clause: &str);
    refuses(id: &str);
    prompt(text: &str);
    logged(text: &str, clause: &str);
    sees(pointer: &str, value: impl Into<serde_json::Value>);
}

impl Flight {
    /// Answers, then throws and draws until something is to be chosen; the rules' own check must hold throughout.
    #[track_caller]
    pub fn pick(&mut self, id: &str) -> &mut Self {
        self.0.answer(id);
        self.sound();
        self.luck()
    }

    /// Answers several questions in turn.
    #[track_caller]
    pub fn picks(&mut self, ids: &str) -> &mut Self {
        for id in ids.split_whitespace() {
            self.pick(id);
        }
        self
    }

    /// Answers without throwing what is asked for next.
    #[track_caller]
    pub fn only(&mut self, id: &str) -> &mut Self {
        self.0.answer(id);
        self.sound();
        self
    }

    /// Answers and throws, then answers without throwing what is asked for next.
    #[track_caller]
    pub fn pick_to(&mut self, id: &str, then: &str) -> &mut Self {
        self.pick(id).only(then)
    }

    /// Throws or draws once.
    #[track_caller]
    pub fn luck_once(&mut self) -> &mut Self {
        let roll = matches!(self.0.table.question().map(|q| &q.kind), Some(Kind::Roll(_)));
        self.only(if roll { "roll" } else { "draw" })
    }

    /// Throws and draws until something is to be chosen.
    #[track_caller]
    pub fn luck(&mut self) -> &mut Self {
        loop {
            match self.0.table.question().map(|q| &q.kind) {
                Some(Kind::Roll(_)) => self.0.answer("roll"),
                Some(Kind::Draw(_)) => self.0.answer("draw"),
                _ => return self,
            };
            self.sound();
        }
    }

    #[track_caller]
    fn sound(&self) {
        let table = &self.0.table;
        if let Err(fault) = table.game().check(table.world()) {
            panic!("{fault}\n{}", self.0.describe());
        }
    }

    /// The pending question is put by this clause.
    #[track_caller]
    pub fn asks(&mut self, clause: &str) -> &mut Self {
        self.0.asked(Seat(0), clause);
        self
    }

    /// The roll that is asked for.
    #[track_caller]
    pub fn spec(&self) -> RollSpec {
        match self.0.table.question().map(|q| &q.kind) {
            Some(Kind::Roll(spec)) => (**spec).clone(),
            _ => panic!("no roll is asked for\n{}", self.0.describe()),
        }
    }

    /// The roll asked for takes this many dice.
    #[track_caller]
    pub fn dice(&mut self, n: u8) -> &mut Self {
        let found = self.spec().dice;
        assert!(found == n, "{found} dice, not {n}\n{}", self.0.describe());
        self
    }

    /// The draw asked for takes this many chits from this cup, out of these.
    #[track_caller]
    pub fn draws(&mut self, cup: &str, count: u8, from: &[u8]) -> &mut Self {
        let found = match self.0.table.question().map(|q| &q.kind) {
            Some(Kind::Draw(spec)) => (spec.cup.name, spec.count, spec.items.clone()),
            _ => panic!("no draw is asked for\n{}", self.0.describe()),
        };
        assert!(found == (cup, count, from.to_vec()), "the draw is {found:?}\n{}", self.0.describe());
        self
    }

    /// This modifier counts for the roll asked for.
    #[track_caller]
    pub fn modifier(&mut self, clause: &str, value: i32) -> &mut Self {
        let spec = self.spec();
        let found = spec.modifiers.iter().find(|m| m.clause.0 == clause).map(|m| m.applied());
        assert!(found == Some(value), "{clause} adds {found:?}, not {value}\n{}", self.0.describe());
        self
    }

    /// Whether the latest roll kept doubles that make for another roll.
    pub fn again(&self) -> bool {
        let flow = self.0.table.world().resource::<Flow>();
        flow.rolled().is_some_and(|rolled| rolled.reading.again)
    }

    /// All forced luck is used up.
    #[track_caller]
    pub fn spent(&mut self) -> &mut Self {
        let left = self.0.table.world().resource::<Luck>().forced_left();
        assert!(left == 0, "{left} forced results are left\n{}", self.0.describe());
        self
    }

    /// A Lancaster is in this place of the board.
    #[track_caller]
    pub fn at(&mut self, code: &str, place: &str) -> &mut Self {
        self.ship(code, "place", place)
    }

    /// A Lancaster's line of the Squadron Log shows this.
    #[track_caller]
    pub fn ship(&mut self, code: &str, field: &str, value: impl Into<serde_json::Value>) -> &mut Self {
        let ships = self.0.seen("/lancasters");
        let found = ships
            .as_array()
            .and_then(|ships| ships.iter().find(|l| l["code"] == code))
            .map_or(serde_json::Value::Null, |l| l[field].clone());
        let value = value.into();
        assert!(found == value, "{field} of {code} is {found}, not {value}\n{}", self.0.describe());
        self
    }

    /// The chits held, Speed and Altitude, `-` for none.
    #[track_caller]
    pub fn holds(&mut self, speed: &str, altitude: &str) -> &mut Self {
        for (kind, wanted) in [("speed", speed), ("altitude", altitude)] {
            let found = self.0.seen(&format!("/run/{kind}/code"));
            let found = found.as_str().unwrap_or("-");
            assert!(found == wanted, "{kind} held is {found}, not {wanted}\n{}", self.0.describe());
        }
        self
    }

    /// How many lines of the log cite a clause.
    pub fn cited(&self, clause: &str) -> usize {
        self.0.table.log(Seat(0)).iter().filter(|(_, _, by)| *by == clause).count()
    }
}
