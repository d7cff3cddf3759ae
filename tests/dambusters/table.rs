//! A table to test on: the shipped game, and nights made for one clause.

use std::fmt::Write as _;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::data::{Content, limits};
use bombers_moon::kernel::chart::RollSpec;
use bombers_moon::kernel::data::{DataRoot, Problems, source_from_bytes};
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::{Luck, LuckItem};
use bombers_moon::kernel::game::Game;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::testkit::script::{Played, Script};

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

/// A scenario made for a test. Left alone it is the Möhne, Recon Level 3, no defences, Alert 0, clear.
#[derive(Clone)]
pub struct Night {
    dam: String,
    fields: Vec<(&'static str, String)>,
    ships: Vec<(String, bool)>,
}

impl Night {
    /// A night at a dam, by its name in the data, such as `Moehne`.
    pub fn at(dam: &str) -> Self {
        Self { dam: dam.to_owned(), fields: Vec::new(), ships: Vec::new() }
    }

    /// Sets a field of the scenario file, such as `flak` to `3`.
    pub fn with(mut self, field: &'static str, value: &str) -> Self {
        self.fields.retain(|(name, _)| *name != field);
        self.fields.push((field, value.to_owned()));
        self
    }

    /// Leaves out Nightfighter and Visibility Checks and the rolls of the way home.
    pub fn quiet(self) -> Self {
        self.with("skip", "[Nightfighter, Visibility, ReturnToBase]")
    }

    /// Adds a Lancaster with Upkeep: code, quality and further fields, such as `damaged: true`.
    pub fn bomber(mut self, code: &str, quality: &str, more: &str) -> Self {
        self.ships.push((format!("(code: \"{code}\", quality: {quality}, {more})"), true));
        self
    }

    /// Adds a Lancaster without Upkeep.
    pub fn empty(mut self, code: &str, quality: &str, more: &str) -> Self {
        self.ships.push((format!("(code: \"{code}\", quality: {quality}, upkeep: false, {more})"), false));
        self
    }

    /// The scenario file.
    pub fn text(&self) -> String {
        let mut out =
            String::from("(format: 1, id: \"dambusters/test\", title: \"Test\", part: \"Attack\", ");
        out += "blurb: \"A night for one clause.\", minutes: 5, difficulty: Easy, rules: \"One clause\", ";
        out += "seats: [\"Squadron\"], solo: true, provenance: Reconstructed(\"made for a test\"), ";
        let _ = write!(out, "dam: {}, ", self.dam);
        for (name, value) in [
            ("recon", "3"),
            ("flak", "0"),
            ("alert", "0"),
            ("ends", "[NoUpkeepLeft, NightfighterAttack, BreachedAndStopped, AfterTurn(16)]"),
            ("debriefing", "[(number: 1, title: \"Done\", text: \"The night is over.\")]"),
        ] {
            if !self.fields.iter().any(|(field, _)| *field == name) {
                let _ = write!(out, "{name}: {value}, ");
            }
        }
        for (name, value) in &self.fields {
            let _ = write!(out, "{name}: {value}, ");
        }
        let ships: Vec<_> = self.ships.iter().map(|(text, _)| text.as_str()).collect();
        let _ = write!(out, "aircraft: [{}])", ships.join(", "));
        out
    }

    /// The shipped content with a scenario file.
    pub fn read(text: &str) -> Result<Content, Problems> {
        let source = source_from_bytes("test.ron", text.as_bytes(), &limits())?;
        content().clone().with_scenario(&source)
    }

    /// What the loader says against it.
    #[track_caller]
    pub fn refused(&self) -> String {
        match Self::read(&self.text()) {
            Ok(_) => panic!("the scenario is accepted: {}", self.text()),
            Err(problems) => problems.render(false),
        }
    }

    /// Opens it with forced luck: faces and codes of chits in the order in which the rules ask for them; `|` is a
    /// mark for readers. The first Lancaster with Upkeep has `U1` aboard, the next `U2` and so on. Luck beyond it
    /// is a fault.
    #[track_caller]
    pub fn open(&self, luck: &str) -> Flight {
        let mines: Vec<_> = (1..=24).map(|n| format!("U{n}")).collect();
        let mines: Vec<_> = mines.iter().map(String::as_str).collect();
        self.open_with(&mines, luck)
    }

    /// The same with these mines aboard, in the order of the Lancasters that carry one.
    #[track_caller]
    pub fn open_with(&self, mines: &[&str], luck: &str) -> Flight {
        let content =
            Self::read(&self.text()).unwrap_or_else(|problems| panic!("{problems}\n{}", self.text()));
        let game: Arc<dyn Game> = Arc::new(DambusterRaid::new(content));
        let armed = self.ships.iter().filter(|(_, armed)| *armed).count();
        let mines =
            mines.iter().take(armed).map(|code| LuckItem::Draw("upkeep".to_owned(), (*code).to_owned()));
        Flight(Script::of(&game, "dambusters/test").luck(mines).luck(items(luck)).strict().open())
    }
}

/// Faces and chit codes, written apart by spaces.
fn items(luck: &str) -> Vec<LuckItem> {
    luck.split_whitespace()
        .filter(|word| *word != "|")
        .map(|word| match word.parse() {
            Ok(face) => LuckItem::Die(face),
            Err(_) if word.starts_with('S') => LuckItem::Draw("speed".to_owned(), word.to_owned()),
            Err(_) => LuckItem::Draw("altitude".to_owned(), word.to_owned()),
        })
        .collect()
}

/// A table on which dice are thrown and chits drawn as soon as they are asked for.
pub struct Flight(pub Played);

impl Deref for Flight {
    type Target = Played;

    fn deref(&self) -> &Played {
        &self.0
    }
}

/// What [`Played`] states, in one chain with what a flight does.
macro_rules! states {
    ($($name:ident($($arg:ident: $kind:ty),*);)+) => {
        impl Flight {
            $(#[track_caller]
            pub fn $name(&mut self, $($arg: $kind),*) -> &mut Self {
                self.0.$name($($arg),*);
                self
            })+
        }
    };
}

states! {
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
