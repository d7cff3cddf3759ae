//! A table laid at will: a scenario written by the test, on the shipped data, with forced luck.

use std::fmt::Write as _;
use std::sync::Arc;

use bevy::prelude::World;
use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::games::dambusters::data::{
    ALTITUDE_CUP, BALLOONS_CUP, Content, HAZARD_CUPS, SPEED_CUP, UPKEEP_CUP, limits,
};
use bombers_moon::kernel::data::{Problems, source_from_bytes};
use bombers_moon::kernel::dice::{Luck, LuckItem};
use bombers_moon::kernel::game::{Game, Options, world_for};
use bombers_moon::kernel::testkit::script::{Played, Script};

use crate::campaigned::{Campaigned, Plan};
use crate::table::{Flight, content};

/// Chits that leave +0 on the release roll: approach 1 of each kind, then the erratic release chits.
pub const POOR: [&str; 6] = ["S2", "S1", "A2", "A1", "A1", "S1"];
/// Chits that leave +8 and two M on the release roll.
pub const GOOD: [&str; 6] = ["S2", "S1", "A2", "A1", "A4", "S6"];
/// Chits that leave +6 and no M on the release roll.
pub const SOUND: [&str; 6] = ["S2", "S1", "A2", "A1", "A7", "S7"];

/// The mines aboard unless the test names some: 3 odd, 4 even.
const MINES: [&str; 8] = ["U11", "U12", "U13", "U14", "U15", "U16", "U17", "U10"];

/// A scenario being written: Recon 4, nothing that shoots, no Alert, clear, unless the test says otherwise.
#[derive(Clone)]
pub struct Rig {
    dam: String,
    fields: Vec<(String, String)>,
    ships: Vec<String>,
    armed: usize,
    mines: Vec<String>,
    draws: Vec<&'static str>,
    plan: Option<Plan>,
}

impl Rig {
    /// An attack on this dam, by its name in `dams.ron`, such as `Moehne`.
    pub fn at(dam: &str) -> Self {
        let rig = Self {
            dam: dam.to_owned(),
            fields: Vec::new(),
            ships: Vec::new(),
            armed: 0,
            mines: Vec::new(),
            draws: Vec::new(),
            plan: None,
        };
        rig.flak(0)
            .alert(0)
            .recon(4)
            .ends("NoUpkeepLeft, NightfighterAttack, BreachedAndStopped, AfterTurn(16)")
    }

    /// Sets a field of the scenario file, such as `flak` to `3`.
    pub fn with(mut self, field: &str, value: &str) -> Self {
        self.fields.retain(|(name, _)| name != field);
        self.fields.push((field.to_owned(), value.to_owned()));
        self
    }

    /// The Flak Level.
    pub fn flak(self, level: u8) -> Self {
        self.with("flak", &level.to_string())
    }

    /// The Searchlights Level.
    pub fn searchlights(self, level: u8) -> Self {
        self.with("searchlights", &level.to_string())
    }

    /// One Balloons marker in this place.
    pub fn balloon(self, place: &str) -> Self {
        self.with("balloons", "1").with("balloons_at", &format!("[{place}]"))
    }

    /// This Balloons Level, 2 or more: a marker in each place.
    pub fn balloons(self, level: u8) -> Self {
        self.with("balloons", &level.to_string()).with("balloons_at", "[CloseZone, ClimbBox]")
    }

    /// The Alert Level.
    pub fn alert(self, level: u8) -> Self {
        self.with("alert", &level.to_string())
    }

    /// The Recon Level.
    pub fn recon(self, level: u8) -> Self {
        self.with("recon", &level.to_string())
    }

    /// What ends it.
    pub fn ends(self, ends: &str) -> Self {
        self.with("ends", &format!("[{ends}]"))
    }

    /// Leaves out Nightfighter and Visibility Checks and the rolls of the way home.
    pub fn quiet(self) -> Self {
        self.with("skip", "[Nightfighter, Visibility, ReturnToBase]")
    }

    /// A Lancaster with Upkeep; `rest` are further fields of its line, such as `damaged: true`.
    pub fn bomber(mut self, code: &str, quality: &str, rest: &str) -> Self {
        self.armed += 1;
        self.ships.push(format!("(code: \"{code}\", quality: {quality}, {rest})"));
        self
    }

    /// A Lancaster without Upkeep; `rest` are further fields of its line.
    pub fn empty(mut self, code: &str, quality: &str, rest: &str) -> Self {
        self.ships.push(format!("(code: \"{code}\", quality: {quality}, upkeep: false, {rest})"));
        self
    }

    /// The mines in the order of the armed Lancasters; those not named do 3 odd, 4 even.
    pub fn mines(mut self, mines: &[&str]) -> Self {
        self.mines = mines.iter().map(|m| (*m).to_owned()).collect();
        self
    }

    /// As if a campaign had planned it, with this on its blotter.
    pub fn campaign(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// The chits drawn, in order.
    pub fn draws(mut self, chits: &[&'static str]) -> Self {
        self.draws.extend(chits);
        self
    }

    /// The scenario file.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "(format: 1, id: \"dambusters/test\", title: \"Test\", part: \"Attack\", blurb: \"For one clause.\", \
             minutes: 5, difficulty: Easy, rules: \"One clause\", seats: [\"Squadron\"], solo: true, \
             provenance: Reconstructed(\"made for a test\"), debriefing: [\
             (number: 2, title: \"Down\", text: \"Down.\", dam: Breached), \
             (number: 1, title: \"Stands\", text: \"Stands.\", dam: Whole)], ",
        );
        let _ = write!(out, "dam: {}, ", self.dam);
        for (name, value) in &self.fields {
            let _ = write!(out, "{name}: {value}, ");
        }
        let _ = write!(out, "aircraft: [{}])", self.ships.join(", "));
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

    /// The game on the shipped data with this scenario besides.
    #[track_caller]
    pub fn game(&self) -> Arc<dyn Game> {
        let text = self.text();
        let read = Self::read(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        match self.plan {
            Some(plan) => Arc::new(Campaigned::new(read, plan)),
            None => Arc::new(DambusterRaid::new(read)),
        }
    }

    /// Opens the table; dice come with the answers, chits as set by [`Self::draws`], then by chance.
    #[track_caller]
    pub fn open(&self) -> Played {
        Script::of(&self.game(), "dambusters/test").luck(self.luck()).open()
    }

    /// Opens it with forced luck: faces and codes of chits in the order in which the rules ask for them; `|` is a
    /// mark for readers. Luck beyond it is a fault.
    #[track_caller]
    pub fn forced(&self, luck: &str) -> Flight {
        let items = luck.split_whitespace().filter(|word| *word != "|");
        let items = items.map(|word| word.parse().map_or_else(|_| draw(word), LuckItem::Die));
        Flight(Script::of(&self.game(), "dambusters/test").luck(self.luck()).luck(items).strict().open())
    }

    /// The bare world of the rules, laid out and at its first question; for states that no play can reach.
    #[track_caller]
    pub fn world(&self) -> World {
        let game = self.game();
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
        let rest = MINES.into_iter().filter(|m| !self.mines.iter().any(|named| named == m));
        let mines = self.mines.iter().map(String::as_str).chain(rest).take(self.armed);
        mines.chain(self.draws.iter().copied()).map(draw).collect()
    }
}

/// A chit, mine or Hazard marker by its code, drawn from its cup.
pub fn draw(code: &str) -> LuckItem {
    let cup = match code.as_bytes()[0] {
        b'S' => SPEED_CUP,
        b'A' => ALTITUDE_CUP,
        b'Y' => HAZARD_CUPS[0],
        b'L' => HAZARD_CUPS[1],
        b'D' => HAZARD_CUPS[2],
        b'B' => BALLOONS_CUP,
        _ => UPKEEP_CUP,
    };
    LuckItem::Draw(cup.name.to_owned(), code.to_owned())
}
