//! A table to test on: nights made for one clause, laid out quickly, flown in whole turns.

use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use bombers_moon::games::duel::DuelInTheDark;
use bombers_moon::games::duel::data::{Bearing, Content, Moon, WeatherCard, limits};
use bombers_moon::kernel::data::{DataRoot, Problems, source_from_bytes};
use bombers_moon::kernel::game::Game;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};
use serde_json::Value;

/// The British seat.
pub const B: Seat = Seat(0);
/// The German seat of a game for two.
pub const G: Seat = Seat(1);

/// A raid on Emden by the shortest way, over 9, 10, 11, 3, 2 and 1.
pub const EMDEN: &str = "16>11: NE E E NW W W";

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
    GAME.get_or_init(|| Arc::new(DuelInTheDark::new(content().clone()))).clone()
}

/// A scenario made for a test. Left alone: one night, a clear sky without moon, the wind to W (a flight W costs 1, two
/// hexes W 2, E 3, all others 2), Red on 24, Green on 25, Yellow on 12, Blue on 11, no tiles, any target.
#[derive(Clone)]
pub struct Night {
    fields: Vec<(&'static str, String)>,
    squadrons: Vec<(String, u8)>,
    tiles: Vec<(String, u8, u8)>,
    advanced: Vec<&'static str>,
    options: Vec<(String, String)>,
    skies: Vec<WeatherCard>,
}

/// A hex list such as `11 12`.
fn hexes(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|n| n.parse().unwrap_or_else(|_| panic!("`{n}` is no hex"))).collect()
}

/// A word with its first letter large: `flak` is `Flak` in the data.
fn large(word: &str) -> String {
    word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect()
}

impl Night {
    /// The plain night described above.
    pub fn new() -> Self {
        let mut card = content().tables.weather[0].clone();
        (card.clouds, card.thunder, card.fog) = (Vec::new(), Vec::new(), Vec::new());
        (card.wind, card.moon, card.summer) = (Bearing::W, Moon::None, false);
        card.change = (5, 10);
        let squadrons = [("Red", 24), ("Green", 25), ("Yellow", 12), ("Blue", 11)];
        Self {
            fields: vec![("nights", "1".into()), ("weather", "[1]".into())],
            squadrons: squadrons.map(|(code, hex)| (code.to_owned(), hex)).to_vec(),
            tiles: Vec::new(),
            advanced: Vec::new(),
            options: Vec::new(),
            skies: vec![card],
        }
    }

    /// The same under weather card 1 as it is printed.
    pub fn printed() -> Self {
        let mut night = Self::new();
        night.skies = vec![content().tables.weather[0].clone()];
        night
    }

    /// Sets a field of the scenario file, such as `nights` to `2`, `form` to `Swap` or `target` to `11`.
    pub fn with(mut self, field: &'static str, value: &str) -> Self {
        self.fields.retain(|(name, _)| *name != field);
        self.fields.push((field, value.to_owned()));
        self
    }

    /// Leaves a field of the scenario file out, such as `weather` so that it is drawn.
    pub fn without(mut self, field: &'static str) -> Self {
        self.fields.retain(|(name, _)| *name != field);
        self
    }

    /// An advanced rule in force, by its name in the data: `MosquitoPower`, `WeatherChange`, `Medals`, `CorpseCloth`,
    /// `FlakDisturbs`, `SpecialFuel`.
    pub fn rule(mut self, advanced: &'static str) -> Self {
        self.advanced.push(advanced);
        self
    }

    /// An option of the scenario with the value that holds, such as `resources` `basic`.
    pub fn option(mut self, id: &str, value: &str) -> Self {
        self.options.push((id.to_owned(), value.to_owned()));
        self
    }

    /// Where a squadron starts.
    pub fn squadron(mut self, code: &str, hex: u8) -> Self {
        self.squadrons.retain(|(name, _)| name != code);
        self.squadrons.push((code.to_owned(), hex));
        self
    }

    /// Leaves the squadrons for the player to place.
    pub fn no_squadrons(mut self) -> Self {
        self.squadrons.clear();
        self
    }

    /// Tiles such as `flak@11x2 radar@11`.
    pub fn tiles(mut self, text: &str) -> Self {
        for word in text.split_whitespace() {
            let (kind, rest) = word.split_once('@').unwrap_or_else(|| panic!("`{word}` is no tile"));
            let (hex, count) = rest.split_once('x').unwrap_or((rest, "1"));
            let number = |n: &str| n.parse().unwrap_or_else(|_| panic!("`{word}` is no tile"));
            self.tiles.push((large(kind), number(hex), number(count)));
        }
        self
    }

    /// The wind blows to this bearing.
    pub fn wind(mut self, to: &str) -> Self {
        self.skies[0].wind = Bearing::from_word(to).unwrap_or_else(|| panic!("`{to}` is no bearing"));
        self
    }

    /// The moon: `Full` or `New`.
    pub fn moon(mut self, moon: &str) -> Self {
        self.skies[0].moon = if moon == "Full" { Moon::Full } else { Moon::New };
        self
    }

    /// A summer night.
    pub fn summer(mut self) -> Self {
        self.skies[0].summer = true;
        self
    }

    /// Clouds, as `10 11`.
    pub fn clouds(mut self, text: &str) -> Self {
        self.skies[0].clouds = hexes(text);
        self
    }

    /// Thunderstorms, as `10 11`.
    pub fn thunder(mut self, text: &str) -> Self {
        self.skies[0].thunder = hexes(text);
        self
    }

    /// Fog, as `10 11`.
    pub fn fog(mut self, text: &str) -> Self {
        self.skies[0].fog = hexes(text);
        self
    }

    /// The bomber's moves before which the weather changes.
    pub fn change(mut self, first: u8, second: u8) -> Self {
        self.skies[0].change = (first, second);
        self
    }

    /// Starts and target of the solo mission.
    pub fn solo(mut self, bomber: u8, mosquito: u8, city: u8) -> Self {
        let solo = &mut self.skies[0].solo;
        (solo.bomber, solo.mosquito, solo.city) = (bomber, mosquito, city);
        self.with("form", "Solo")
    }

    /// The scenario file.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "(format: 1, id: \"duel/test\", title: \"Test\", part: \"Duel\", blurb: \"Test.\", ",
        );
        out +=
            "minutes: 5, difficulty: \"Easy\", rules: \"One clause\", provenance: Reconstructed(\"test\"), ";
        for (name, value) in &self.fields {
            let _ = write!(out, "{name}: {value}, ");
        }
        let _ = write!(out, "advanced: [{}], squadrons: {{", self.advanced.join(", "));
        for (code, hex) in &self.squadrons {
            let _ = write!(out, "{code}: {hex}, ");
        }
        out += "}, tiles: [";
        for (kind, hex, count) in &self.tiles {
            let _ = write!(out, "(kind: {kind}, hex: {hex}, count: {count}), ");
        }
        out += "], options: [";
        for (id, value) in &self.options {
            let others = ["off", "on", "mixed", "basic", "hex", "flak", "once", "each", "no", "yes"];
            let pair = others.iter().position(|o| o == value).map(|i| others[i ^ 1]);
            let values = pair.map_or(format!("\"{value}\""), |other| format!("\"{value}\", \"{other}\""));
            let _ = write!(out, "(id: \"{id}\", title: \"{id}\", values: [{values}], note: \"Test.\"), ");
        }
        out += "])";
        out
    }

    /// The content with this scenario and its sky on weather card 1.
    pub fn read(&self) -> Result<Content, Problems> {
        let mut content = content().clone();
        content.tables.weather[0] = self.skies[0].clone();
        let source = source_from_bytes("test.ron", self.text().as_bytes(), &limits())?;
        content.with_scenario(&source)
    }

    /// The game on it.
    #[track_caller]
    pub fn game(&self) -> Arc<dyn Game> {
        let content = self.read().unwrap_or_else(|problems| panic!("{problems}\n{}", self.text()));
        Arc::new(DuelInTheDark::new(content))
    }

    /// A script on it, to force draws or set the undo mode.
    #[track_caller]
    pub fn script(&self) -> Script {
        Script::of(&self.game(), "duel/test")
    }

    /// Opens it at its first question.
    #[track_caller]
    pub fn open(&self) -> Duel {
        Duel(self.script().open())
    }

    /// Opens it with these draws, `W3` a weather card, `C1` a wind change card, `X5` a compass card out, `Y5` home.
    #[track_caller]
    pub fn open_with(&self, draws: &str) -> Duel {
        let mut script = self.script();
        for code in draws.split_whitespace() {
            script = match code.chars().next() {
                Some('W') => script.draw("weather", code),
                Some('C') => script.draw("wind change", code),
                Some('Y') => script.draw("return", &code.replace('Y', "X")),
                _ => script.draw("outbound", code),
            };
        }
        Duel(script.strict().open())
    }

    /// Opens it and lays everything out as far as the first turn of phase 6: a course such as `16>11: NE E E NW W W`,
    /// and the airport of the Mosquito.
    #[track_caller]
    pub fn fly(&self, course: &str, mosquito: u8) -> Duel {
        let mut duel = self.open();
        duel.lay_out(course, mosquito);
        duel
    }
}

/// A table on which whole turns are flown.
pub struct Duel(pub Played);

impl Deref for Duel {
    type Target = Played;

    fn deref(&self) -> &Played {
        &self.0
    }
}

impl DerefMut for Duel {
    fn deref_mut(&mut self) -> &mut Played {
        &mut self.0
    }
}

// What [`Played`] states, in one chain with what a duel does.
bombers_moon::played_states! {
    Duel;
    offers(id: &str);
    offers_only(ids: &[&str]);
    offers_no(id: &str);
    barred(id: &str, clause: &str);
    prompt(text: &str);
    asked(seat: Seat, clause: &str);
    logged(text: &str, clause: &str);
    sees(pointer: &str, value: impl Into<Value>);
    ended(text: &str);
}

impl Duel {
    /// Answers; the rules' own check must hold.
    #[track_caller]
    pub fn pick(&mut self, id: &str) -> &mut Self {
        self.0.answer(id);
        let table = &self.0.table;
        if let Err(fault) = table.game().check(table.world()) {
            panic!("after `{id}`: {fault}\n{}", self.0.describe());
        }
        self
    }

    /// Answers several questions in turn.
    #[track_caller]
    pub fn picks(&mut self, ids: &str) -> &mut Self {
        for id in ids.split_whitespace() {
            self.pick(id);
        }
        self
    }

    /// The clause of the pending question; empty when there is none.
    pub fn clause(&self) -> &'static str {
        self.0.table.question().map_or("", |q| q.clause.0)
    }

    /// Whether an offer is there and open.
    pub fn open_offer(&self, id: &str) -> bool {
        let table = &self.0.table;
        table.question().is_some_and(|q| q.find(table.pieces(), id).is_some_and(|i| q.offers[i].enabled()))
    }

    /// Phases 1 to 5 from wherever they are: squadrons on 24, 25, 12 and 11 if the scenario leaves them, the weather
    /// drawn if it is, the course, no tiles beyond the scenario's, the Mosquito on its airport.
    #[track_caller]
    pub fn lay_out(&mut self, course: &str, mosquito: u8) -> &mut Self {
        self.to_plan();
        self.course(course);
        self.pick("done").pick(&format!("start:{mosquito}"))
    }

    /// Phases 1 and 2 as in [`Duel::lay_out`].
    #[track_caller]
    #[expect(clippy::wrong_self_convention, reason = "it plays on to the plan and turns nothing into one")]
    pub fn to_plan(&mut self) -> &mut Self {
        let mut fields = ["at:24", "at:25", "at:12", "at:11"].into_iter();
        loop {
            let answer = match self.clause() {
                "phase-1.a" => fields.next().unwrap_or("at:5"),
                "adv-6-special-fuel.a" => "no-tank",
                "phase-1.d" => "done",
                "phase-2.a" => "draw",
                _ => return self,
            };
            self.pick(answer);
        }
    }

    /// The whole plan: `16>11: NE E E NW W W`. With the city left out (`16: NE …`) the scenario fixes it.
    #[track_caller]
    pub fn course(&mut self, text: &str) -> &mut Self {
        let (ends, cards) = text.split_once(':').unwrap_or_else(|| panic!("`{text}` is no course"));
        let (from, target) = ends.split_once('>').unwrap_or((ends, ""));
        self.pick(&format!("from:{from}"));
        if self.clause() == "phase-3.a" {
            self.pick(&format!("target:{target}"));
        }
        self.cards(cards)
    }

    /// Cards such as `NE E W W`, then the landing.
    #[track_caller]
    pub fn cards(&mut self, cards: &str) -> &mut Self {
        for card in cards.split_whitespace() {
            self.pick(&format!("fly:{card}"));
        }
        self.pick("land")
    }

    /// The Mosquito's turn: `17` flies there high, `11 low bomb:airport marker` drops what follows; empty, it stays
    /// where it is. What is asked beyond the words is answered with high and `done`.
    #[track_caller]
    pub fn m(&mut self, words: &str) -> &mut Self {
        if self.clause() != "mosquito.a" {
            assert!(words.is_empty(), "it is not the Mosquito's turn\n{}", self.describe());
            return self;
        }
        let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        match words.first().map(|w| w.parse::<u8>()) {
            Some(Ok(hex)) => words[0] = format!("to:{hex}"),
            Some(Err(_)) => {}
            None => {
                let hex = self.seen("/mosquito/hex");
                words.push(if self.open_offer("wait") { "wait".into() } else { format!("to:{hex}") });
            }
        }
        self.pick(&words.remove(0));
        if self.clause() == "mosquito.d"
            && !["low", "high", "land"].iter().any(|l| words.first().is_some_and(|w| w == l))
        {
            words.insert(0, "high".into());
        }
        for word in &words {
            self.pick(word);
        }
        if self.clause() == "mosquito.o" {
            self.pick("done");
        }
        self
    }

    /// The German turn, then its end: `fly:Red:E up tail:Blue land`. A flight without a word on altitude keeps it.
    #[track_caller]
    pub fn g(&mut self, words: &str) -> &mut Self {
        self.acts(words);
        if self.clause() == "phase-6.e" {
            self.pick("end");
        }
        if self.clause() == "adv-3-medals.i" {
            self.pick("done");
        }
        self
    }

    /// As [`Duel::g`], without the end of the turn.
    #[track_caller]
    pub fn acts(&mut self, words: &str) -> &mut Self {
        if words.is_empty() {
            return self;
        }
        assert!(self.clause() == "phase-6.e", "it is not the German turn\n{}", self.describe());
        for word in words.split_whitespace() {
            let level = ["keep", "up", "down", "land"].contains(&word);
            if self.clause() == "altitude.e" && !level {
                self.pick("keep");
            }
            self.pick(word);
        }
        if self.clause() == "altitude.e" {
            self.pick("keep");
        }
        self
    }

    /// The bomber's turn: empty turns the next card (the first one high), `low` takes off low; further words answer
    /// what is asked. Nothing is spent and no course changed unless the words say so.
    #[track_caller]
    pub fn b(&mut self, words: &str) -> &mut Self {
        let mut words = words.split_whitespace();
        loop {
            let usual = match self.clause() {
                "adv-2-weather-change.d" => "draw",
                "adv-2a-reprogram.a" | "adv-2b-reroute-home.a" => "keep",
                "compass-cards.j" if self.open_offer("turn") => "turn",
                "compass-cards.j" => "high",
                "adv-3-medals.m" => "done",
                "adv-3-medals.o" => "shield:0",
                "compass-cards.c" | "adv-2a-reprogram.b" => "",
                _ => return self,
            };
            let word = match words.clone().next() {
                Some(word) if self.open_offer(word) => {
                    words.next();
                    word
                }
                _ => usual,
            };
            self.pick(word);
        }
    }

    /// A round: the Mosquito's, the German and the bomber's turn; a turn that is skipped takes an empty text.
    #[track_caller]
    pub fn round(&mut self, m: &str, g: &str, b: &str) -> &mut Self {
        self.m(m).g(g).b(b)
    }

    /// So many rounds in which Mosquito and squadrons do nothing and the bomber flies on.
    #[track_caller]
    pub fn rounds(&mut self, n: usize) -> &mut Self {
        for _ in 0..n {
            self.round("", "", "");
        }
        self
    }

    /// The VP marker: British points above 0.
    #[track_caller]
    pub fn marker(&mut self, points: i32) -> &mut Self {
        self.0.sees("/marker", points);
        self
    }

    /// Points of both sides so far, before they meet on the marker.
    #[track_caller]
    pub fn gross(&mut self, britain: i32, germany: i32) -> &mut Self {
        let found = self.seen("/gross");
        assert!(
            found == serde_json::json!([britain, germany]),
            "the points are {found}, not {britain} and {germany}\n{}",
            self.describe()
        );
        self
    }

    /// What the view says of a squadron: `fuel`, `hex`, `level`, `out`, `tank` and so on.
    pub fn of(&self, code: &str, field: &str) -> Value {
        let squadrons = self.seen("/squadrons");
        let found = squadrons.as_array().and_then(|all| all.iter().find(|s| s["code"] == code));
        found.map_or(Value::Null, |s| s[field].clone())
    }

    /// A squadron shows this.
    #[track_caller]
    pub fn shows(&mut self, code: &str, field: &str, value: impl Into<Value>) -> &mut Self {
        let (found, value) = (self.of(code, field), value.into());
        assert!(found == value, "{field} of {code} is {found}, not {value}\n{}", self.describe());
        self
    }

    /// A squadron is in this hex at this level, `Ground`, `Low` or `High`.
    #[track_caller]
    pub fn stands(&mut self, code: &str, hex: u8, level: &str) -> &mut Self {
        self.shows(code, "hex", hex).shows(code, "level", level)
    }

    /// The bomber is in this hex.
    #[track_caller]
    pub fn bomber_at(&mut self, hex: u8) -> &mut Self {
        self.0.sees("/bomber/aircraft/hex", hex);
        self
    }

    /// The Mosquito is in this hex.
    #[track_caller]
    pub fn mosquito_at(&mut self, hex: u8) -> &mut Self {
        self.0.sees("/mosquito/hex", hex);
        self
    }

    /// Tiles of a kind in a hex: there, out of action. Kinds in the order flak, searchlight, radar, smoke, balloon,
    /// fire, truck, bunker.
    pub fn tiles_in(&self, hex: u8, kind: usize) -> Value {
        self.seen(&format!("/hexes/{}/tiles/{kind}", hex - 1))
    }

    /// The line on an offer.
    #[track_caller]
    pub fn hint(&self, id: &str) -> String {
        let table = &self.0.table;
        let question = table.question().expect("a question");
        let offer = question.find(table.pieces(), id).unwrap_or_else(|| panic!("no `{id}`"));
        table.game().hint(table.world(), question, offer)
    }

    /// How many lines of the log that seat 0 reads cite a clause.
    pub fn cited(&self, clause: &str) -> usize {
        self.table.log(B).iter().filter(|(_, _, by)| *by == clause).count()
    }
}
