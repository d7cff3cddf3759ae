//! A table laid at will: a scenario written by the test, forced draws, dice given with the answers.

use std::fmt::Write as _;
use std::sync::Arc;

use bevy::prelude::World;
use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::data::{ALTITUDE_CUP, SPEED_CUP, UPKEEP_CUP, limits};
use bombers_moon::kernel::chart::RollSpec;
use bombers_moon::kernel::data::source_from_bytes;
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::{Luck, LuckItem};
use bombers_moon::kernel::driver;
use bombers_moon::kernel::game::{Game, Options, world_for};
use bombers_moon::kernel::ids::{PieceId, Pieces};
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::testkit::script::{Played, Script};

use crate::table::content;

/// Chits that leave +0 on the release roll: approach 1 of each kind, then the erratic release chits.
pub const POOR: [&str; 6] = ["S2", "S1", "A2", "A1", "A1", "S1"];
/// Chits that leave +8 and two M on the release roll.
pub const GOOD: [&str; 6] = ["S2", "S1", "A2", "A1", "A4", "S6"];
/// Chits that leave +6 and no M on the release roll.
pub const SOUND: [&str; 6] = ["S2", "S1", "A2", "A1", "A7", "S7"];

/// The game on the shipped data with these scenarios besides.
pub fn game_with(scenarios: &[&str]) -> Arc<dyn Game> {
    let mut content = content().clone();
    for text in scenarios {
        let source = source_from_bytes("test.ron", text.as_bytes(), &limits())
            .unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        content = content.with_scenario(&source).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    }
    Arc::new(DambusterRaid::new(content))
}

/// A scenario being written: Recon 4, nothing that shoots, no Alert, clear, unless the test says otherwise.
#[derive(Clone)]
pub struct Rig {
    dam: &'static str,
    fields: String,
    ships: String,
    armed: usize,
    alert: u8,
    recon: u8,
    ends: &'static str,
    mines: Vec<&'static str>,
    draws: Vec<&'static str>,
}

impl Rig {
    /// An attack on this dam, by its name in `dams.ron`.
    pub fn at(dam: &'static str) -> Self {
        Self {
            dam,
            fields: String::new(),
            ships: String::new(),
            armed: 0,
            alert: 0,
            recon: 4,
            ends: "NoUpkeepLeft, NightfighterAttack, BreachedAndStopped, AfterTurn(16)",
            mines: Vec::new(),
            draws: Vec::new(),
        }
    }

    /// A field of the scenario file, such as `flak: 2`.
    pub fn with(mut self, field: &str) -> Self {
        let _ = writeln!(self.fields, "    {field},");
        self
    }

    /// The Flak Level.
    pub fn flak(self, level: u8) -> Self {
        self.with(&format!("flak: {level}"))
    }

    /// The Searchlights Level.
    pub fn searchlights(self, level: u8) -> Self {
        self.with(&format!("searchlights: {level}"))
    }

    /// One Balloons marker in this place.
    pub fn balloon(self, place: &str) -> Self {
        self.with(&format!("balloons: 1, balloons_at: [{place}]"))
    }

    /// Balloons Level 2: a marker in each place.
    pub fn balloons(self) -> Self {
        self.with("balloons: 2, balloons_at: [CloseZone, ClimbBox]")
    }

    /// The Alert Level.
    pub fn alert(mut self, level: u8) -> Self {
        self.alert = level;
        self
    }

    /// The Recon Level.
    pub fn recon(mut self, level: u8) -> Self {
        self.recon = level;
        self
    }

    /// What ends it.
    pub fn ends(mut self, ends: &'static str) -> Self {
        self.ends = ends;
        self
    }

    /// A Lancaster with Upkeep; `rest` are further fields of its line.
    pub fn ship(mut self, code: &str, quality: &str, rest: &str) -> Self {
        self.armed += 1;
        let _ = writeln!(self.ships, "        (code: \"{code}\", quality: {quality}, {rest}),");
        self
    }

    /// A Lancaster without Upkeep; `rest` are further fields of its line.
    pub fn empty(mut self, code: &str, quality: &str, rest: &str) -> Self {
        let _ =
            writeln!(self.ships, "        (code: \"{code}\", quality: {quality}, upkeep: false, {rest}),");
        self
    }

    /// The mines in the order of the armed Lancasters; those not named are `U11` and on (3 odd, 4 even).
    pub fn mines(mut self, mines: &[&'static str]) -> Self {
        self.mines = mines.to_vec();
        self
    }

    /// The chits drawn, in order.
    pub fn draws(mut self, chits: &[&'static str]) -> Self {
        self.draws.extend(chits);
        self
    }

    /// The scenario file.
    pub fn text(&self) -> String {
        let flak = if self.fields.contains("flak:") { "" } else { "    flak: 0,\n" };
        format!(
            "(\n    format: 1, id: \"dambusters/test\", title: \"Test\", part: \"Attack\", blurb: \"Test.\",\n    \
             minutes: 1, difficulty: Easy, rules: \"All\", seats: [\"Squadron\"], solo: true,\n    \
             provenance: Reconstructed(\"test\"), dam: {}, recon: {}, alert: {},\n{flak}{}    \
             aircraft: [\n{}    ],\n    ends: [{}],\n    debriefing: [\n        \
             (number: 2, title: \"Down\", text: \"Down.\", dam: Breached),\n        \
             (number: 1, title: \"Stands\", text: \"Stands.\", dam: Whole),\n    ],\n)\n",
            self.dam, self.recon, self.alert, self.fields, self.ships, self.ends
        )
    }

    /// Opens the table.
    #[track_caller]
    pub fn open(&self) -> Played {
        let game = game_with(&[&self.text()]);
        Script::of(&game, "dambusters/test").luck(self.luck()).open()
    }

    /// The bare world of the rules, laid out and at its first question; for states that no play can reach.
    #[track_caller]
    pub fn world(&self) -> World {
        let game = game_with(&[&self.text()]);
        let mut world = world_for(&*game);
        let mut luck = Luck::seeded(1);
        luck.force(self.luck(), false);
        world.insert_resource(luck);
        if let Err(fault) = game.set_up(&mut world, "dambusters/test", &Options::new()) {
            panic!("{fault}");
        }
        world
    }

    fn luck(&self) -> Vec<LuckItem> {
        const REST: [&str; 8] = ["U11", "U12", "U13", "U14", "U15", "U16", "U17", "U10"];
        let rest = REST.into_iter().filter(|m| !self.mines.contains(m));
        let mines = self.mines.iter().copied().chain(rest).take(self.armed);
        let draw = |code: &str| {
            let cup = match code.as_bytes()[0] {
                b'S' => SPEED_CUP,
                b'A' => ALTITUDE_CUP,
                _ => UPKEEP_CUP,
            };
            LuckItem::Draw(cup.name.to_owned(), code.to_owned())
        };
        mines.chain(self.draws.iter().copied()).map(draw).collect()
    }
}

/// Answers the pending question of a bare world.
#[track_caller]
pub fn say(world: &mut World, text: &str) {
    let flow = world.resource::<Flow>();
    let read = flow.question().map(|q| q.read(world.resource::<Pieces>(), text));
    match read {
        Some(Ok(answer)) => {
            if let Err(refusal) = driver::submit(world, &answer) {
                panic!("`{text}` is refused: {refusal}");
            }
        }
        Some(Err(illegal)) => panic!("`{text}`: {illegal}"),
        None => panic!("`{text}` answers nothing: no question is pending"),
    }
}

/// What tests of this game do with a table.
pub trait Sortie {
    /// Takes the harmless answer to each question (see [`harmless`]) until the prompt holds `text`.
    fn to(&mut self, text: &str) -> &mut Self;
    /// Takes the harmless answer to each question until the game is over.
    fn to_end(&mut self) -> &mut Self;
    /// Answers a roll with these dice.
    fn roll(&mut self, dice: &str) -> &mut Self;
    /// Sends a Lancaster in and brings it to the decision in the Far Zone.
    fn far(&mut self, code: &str) -> &mut Self;
    /// As [`Sortie::far`], on to the decision in the Near Zone.
    fn near(&mut self, code: &str) -> &mut Self;
    /// As [`Sortie::near`], on to the decision in the Close Zone.
    fn close(&mut self, code: &str) -> &mut Self;
    /// Releases from the Near Zone with this roll.
    fn release_near(&mut self, code: &str, dice: &str) -> &mut Self;
    /// The place of a Lancaster by name.
    fn place(&self, code: &str) -> String;
    /// The Lancaster is in this place.
    fn is_at(&mut self, code: &str, place: &str) -> &mut Self;
    /// What the view says of a Lancaster.
    fn of(&self, code: &str, field: &str) -> serde_json::Value;
    /// The dice of the pending roll.
    fn spec(&self) -> RollSpec;
    /// What the modifier of this clause adds to the pending roll; `None` when the roll does not list it.
    fn modifier(&self, clause: &str) -> Option<i32>;
    /// The column of its chart that the pending roll reads, by id.
    fn column(&self) -> String;
    /// The piece with this code.
    fn piece(&self, code: &str) -> PieceId;
    /// Whether a question is pending whose prompt holds `text`.
    fn at(&self, text: &str) -> bool;
}

/// The answer that changes least: dice that miss, hold, keep, decline, go on; in a zone pull up; no run.
pub fn harmless(p: &Played) -> String {
    let Some(q) = p.table.question() else { return String::new() };
    if let Kind::Roll(spec) = &q.kind {
        let die = match q.clause.0 {
            "4.2.12.d" => "4",
            "4.4.3.f" => "1",
            "4.4.4.b" | "5.2.a" | "4.2.4.r" | "7.7.3a.a" => "2",
            "5.2.b" => "3",
            "5.3.b" => "1",
            // A sum of 10 or more misses at every level, and is no double.
            "4.2.4.b" => return if spec.dice == 3 { "roll=4,5,6".into() } else { "roll=5,6".into() },
            _ => "6",
        };
        return format!("roll={}", vec![die; usize::from(spec.dice)].join(","));
    }
    const CALM: [&str; 14] = [
        "draw",
        "end:run",
        "go",
        "lights:on",
        "hold",
        "cease",
        "none",
        "decline",
        "end:circling",
        "accept",
        "break-off",
        "pull-up",
        "stop",
        "keep",
    ];
    let id = |i: usize| q.offers[i].key.text(p.table.pieces());
    for calm in CALM {
        if let Some(i) = q.enabled().find(|i| id(*i) == calm || q.offers[*i].key.verb == calm) {
            return id(i);
        }
    }
    q.enabled().next().map_or_else(String::new, id)
}

impl Sortie for Played {
    #[track_caller]
    fn to(&mut self, text: &str) -> &mut Self {
        for _ in 0..400 {
            if self.table.question().is_none() {
                break;
            }
            if self.at(text) {
                return self;
            }
            let answer = harmless(self);
            self.answer(&answer);
        }
        panic!("no prompt with `{text}` came\n{}", self.describe());
    }

    #[track_caller]
    fn to_end(&mut self) -> &mut Self {
        for _ in 0..2000 {
            if self.table.question().is_none() {
                return self;
            }
            let answer = harmless(self);
            self.answer(&answer);
        }
        panic!("the game does not end\n{}", self.describe());
    }

    #[track_caller]
    fn roll(&mut self, dice: &str) -> &mut Self {
        self.answer(&format!("roll={dice}"))
    }

    #[track_caller]
    fn far(&mut self, code: &str) -> &mut Self {
        self.to("starts a run?");
        self.answer(&format!("run:{code}"));
        self.to("in the Far Zone. What now?")
    }

    #[track_caller]
    fn near(&mut self, code: &str) -> &mut Self {
        self.far(code);
        self.answer("proceed");
        self.to("in the Near Zone. What now?")
    }

    #[track_caller]
    fn close(&mut self, code: &str) -> &mut Self {
        self.far(code);
        self.answer("proceed");
        if !self.seen("/near_zone").as_bool().unwrap_or(false) {
            return self.to("in the Close Zone. Release");
        }
        self.to("in the Near Zone. What now?");
        self.answer("proceed");
        self.to("in the Close Zone. Release")
    }

    #[track_caller]
    fn release_near(&mut self, code: &str, dice: &str) -> &mut Self {
        self.near(code);
        self.answer("release");
        self.to("the release of");
        self.roll(dice)
    }

    fn place(&self, code: &str) -> String {
        self.of(code, "place_name").as_str().unwrap_or("").to_owned()
    }

    #[track_caller]
    fn is_at(&mut self, code: &str, place: &str) -> &mut Self {
        let found = self.place(code);
        assert!(found == place, "{code} is at `{found}`, not at `{place}`\n{}", self.describe());
        self
    }

    fn of(&self, code: &str, field: &str) -> serde_json::Value {
        self.seen(&format!("/lancasters/{}/{field}", self.piece(code).0))
    }

    #[track_caller]
    fn spec(&self) -> RollSpec {
        match self.table.question().map(|q| &q.kind) {
            Some(Kind::Roll(spec)) => (**spec).clone(),
            _ => panic!("no roll is pending\n{}", self.describe()),
        }
    }

    #[track_caller]
    fn modifier(&self, clause: &str) -> Option<i32> {
        let spec = self.spec();
        spec.modifiers.iter().find(|m| m.clause.0 == clause).map(|m| m.applied())
    }

    #[track_caller]
    fn column(&self) -> String {
        let spec = self.spec();
        let chart = self.table.game().charts().get(spec.chart);
        chart.file().columns[usize::from(spec.column)].id.clone()
    }

    #[track_caller]
    fn piece(&self, code: &str) -> PieceId {
        self.table.pieces().find(code).unwrap_or_else(|| panic!("there is no {code}"))
    }

    fn at(&self, text: &str) -> bool {
        self.table.question().is_some_and(|q| q.prompt(self.table.pieces()).contains(text))
    }
}
