//! A night on the Flight Map written by the test, with the hazards that it draws, and a calm way through it.

use std::fmt::Write as _;

use bombers_moon::games::dambusters::data::{DamId, Hazards};
use bombers_moon::kernel::decision::{Kind, Question};
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::testkit::script::{Played, Script};
use std::sync::Arc;

use bombers_moon::games::dambusters::DambusterRaid;
use bombers_moon::kernel::game::Game;

use crate::campaigned::{Campaigned, Plan};
use crate::rig::{Rig, draw};
use crate::sortie::{Sortie as _, harmless};
use crate::table::content;

/// A flight scenario being written: Flight Turn 2, no Alert, nothing known of zones and dams, no guns.
#[derive(Clone)]
pub struct Sky {
    turn: u8,
    alert: u8,
    zones: [u8; 3],
    dams: Vec<(DamId, String)>,
    last_resort: &'static str,
    abort: bool,
    ships: Vec<String>,
    armed: usize,
    mines: Vec<&'static str>,
    waves: Vec<String>,
    draws: Vec<String>,
    skip: &'static str,
    high: bool,
    plan: Option<Plan>,
}

impl Sky {
    /// A night that begins with this Flight Turn.
    pub fn of(turn: u8) -> Self {
        Self {
            turn,
            alert: 0,
            zones: [0; 3],
            dams: Vec::new(),
            last_resort: "Henne",
            abort: false,
            ships: Vec::new(),
            armed: 0,
            mines: Vec::new(),
            waves: Vec::new(),
            draws: Vec::new(),
            skip: "",
            high: false,
            plan: None,
        }
    }

    /// The Alert Level.
    pub fn alert(mut self, level: u8) -> Self {
        self.alert = level;
        self
    }

    /// Recon Levels of Dutch Coast, Ruhr and Weser.
    pub fn zones(mut self, recon: [u8; 3]) -> Self {
        self.zones = recon;
        self
    }

    /// Fields of a dam's line, such as `recon: 3, flak: 0`.
    pub fn dam(mut self, dam: DamId, fields: &str) -> Self {
        self.dams.retain(|(id, _)| *id != dam);
        self.dams.push((dam, fields.to_owned()));
        self
    }

    /// The Target of Last Resort; the Henne when not said.
    pub fn last_resort(mut self, dam: &'static str) -> Self {
        self.last_resort = dam;
        self
    }

    /// Attacks may be broken off.
    pub fn abort(mut self) -> Self {
        self.abort = true;
        self
    }

    /// With the optional rules of high altitude.
    pub fn high(mut self) -> Self {
        self.high = true;
        self
    }

    /// As if a campaign had planned it, with this on its blotter.
    pub fn campaign(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// Leaves steps of the rules out.
    pub fn skip(mut self, steps: &'static str) -> Self {
        self.skip = steps;
        self
    }

    /// A Lancaster; `rest` are the fields of its line after the quality, such as `zone: Ruhr, primary: Moehne`.
    pub fn ship(mut self, code: &str, quality: &str, rest: &str) -> Self {
        self.armed += usize::from(!rest.contains("upkeep: false"));
        self.ships.push(format!("(code: \"{code}\", quality: {quality}, {rest})"));
        self
    }

    /// A wave; the first leads.
    pub fn wave(mut self, members: &[&str]) -> Self {
        self.waves.push(format!("(leader: {:?}, members: {members:?})", members[0]));
        self
    }

    /// The mines in the order of the armed Lancasters; the others do 1 odd, 2 or 4 even.
    pub fn mines(mut self, mines: &[&'static str]) -> Self {
        self.mines = mines.to_vec();
        self
    }

    /// The Hazard markers, chits and the like in the order in which they are drawn, by their codes.
    pub fn draws(mut self, codes: &str) -> Self {
        self.draws.extend(codes.split_whitespace().map(str::to_owned));
        self
    }

    /// The scenario file.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "(format: 1, id: \"dambusters/test\", title: \"Test\", part: \"Flight\", blurb: \"For one clause.\", \
             minutes: 5, difficulty: Easy, rules: \"One clause\", seats: [\"Squadron\"], solo: true, \
             provenance: Reconstructed(\"made for a test\"), debriefing: [\
             (number: 2, title: \"Down\", text: \"Down.\", raid: [BreachedOf([Moehne, Eder, Sorpe, Bever, Lister, \
             Diemel, Ennepe, Henne], From(",
        );
        let down = 1 + self.dams.iter().filter(|(_, fields)| fields.contains("breached: true")).count();
        let _ = write!(out, "{down}))]), (number: 1, title: \"Stands\", text: \"Stands.\")], ");
        let dams = DamId::ALL.map(|dam| {
            let fields = self.dams.iter().find(|(id, _)| *id == dam).map_or("recon: 0, flak: 0", |(_, f)| f);
            format!("(dam: {dam:?}, {fields})")
        });
        if self.high {
            out.push_str(
                "options: [(id: \"altitude\", title: \"Altitude\", default: \"high\", choices: [\
                 (id: \"high\", label: \"High\", changes: [HighAltitude])])], ",
            );
        }
        let [coast, ruhr, weser] = self.zones;
        let _ = write!(
            out,
            "flight: (turn: {}, alert: {}, zone_recon: (dutch_coast: {coast}, ruhr: {ruhr}, weser: {weser}), \
             dams: [{}], last_resort: {}, abort: {}, waves: [{}]), skip: [{}], aircraft: [{}])",
            self.turn,
            self.alert,
            dams.join(", "),
            self.last_resort,
            self.abort,
            self.waves.join(", "),
            self.skip,
            self.ships.join(", "),
        );
        out
    }

    /// What the loader says against it.
    #[track_caller]
    pub fn refused(&self) -> String {
        match Rig::read(&self.text()) {
            Ok(_) => panic!("the scenario is accepted: {}", self.text()),
            Err(problems) => problems.render(false),
        }
    }

    /// Opens the table with these draws before the others.
    #[track_caller]
    pub fn open_after(mut self, codes: &str) -> Played {
        let first = codes.split_whitespace().map(str::to_owned);
        self.draws = first.chain(self.draws).collect();
        self.open()
    }

    /// Opens the table; dice come with the answers, draws as set.
    #[track_caller]
    pub fn open(&self) -> Played {
        let text = self.text();
        let read = Rig::read(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        let game: Arc<dyn Game> = match self.plan {
            Some(plan) => Arc::new(Campaigned::new(read, plan)),
            None => Arc::new(DambusterRaid::new(read)),
        };
        let named = self.mines.iter().map(|m| (*m).to_owned());
        let mines = named.chain((1..).map(|n| format!("U{n}"))).take(self.armed);
        let item = |code: String| code.parse().map_or_else(|_| draw(&code), LuckItem::Die);
        let luck: Vec<_> = mines.chain(self.draws.iter().cloned()).map(item).collect();
        Script::of(&game, "dambusters/test").luck(luck).open()
    }
}

/// The hazards of the shipped cups.
pub fn hazards() -> &'static Hazards {
    &content().tables.hazards
}

/// The answer that changes least on the way: dice that pass and miss, no offer taken up.
pub fn calm(p: &Played) -> String {
    let Some(q) = p.table.question() else { return String::new() };
    if let Kind::Roll(spec) = &q.kind {
        let dice = match q.clause.0 {
            "7.7.3a.a" | "7.7.3e.a" | "7.9.3.a" => "2",
            "7.9.4.b" => "1",
            "7.7.3j.a" => return if spec.dice == 3 { "roll=4,5,6".into() } else { "roll=5,6".into() },
            "4.4.3.b" | "7.7.2.b" | "7.4.1.a" | "7.1.1.a" | "7.8.1.a" | "7.9.5.b" | "7.2.1.a"
            | "7.7.3b.a" | "7.4.1.i" | "5.1.b" => "6",
            _ => return harmless(p),
        };
        return format!("roll={}", vec![dice; usize::from(spec.dice)].join(","));
    }
    const CALM: [&str; 14] = [
        "draw",
        "end:coordination",
        "flare",
        "no-flare",
        "stay",
        "end:wireless",
        "end:move",
        "end:evade",
        "bear",
        "accept",
        "back",
        "nowhere",
        "apart",
        "wait",
    ];
    let id = |i: usize| q.offers[i].key.text(p.table.pieces());
    let found = CALM.iter().find_map(|calm| q.enabled().find(|i| id(*i) == *calm));
    found.map_or_else(|| harmless(p), id)
}

/// Answers calmly, with the game's invariants checked, until this question is asked; `fault` says that it never is.
#[track_caller]
fn until<'p>(p: &'p mut Played, fault: &str, wanted: impl Fn(&Played, &Question) -> bool) -> &'p mut Played {
    for _ in 0..600 {
        let Some(q) = p.table.question() else { break };
        if wanted(p, q) {
            return p;
        }
        let answer = calm(p);
        p.answer(&answer);
        if let Err(broken) = p.table.game().check(p.table.world()) {
            panic!("{broken}\n{}", p.describe());
        }
    }
    panic!("{fault}\n{}", p.describe());
}

/// Answers calmly until the question of this clause.
#[track_caller]
pub fn by<'p>(p: &'p mut Played, clause: &str) -> &'p mut Played {
    until(p, &format!("{clause} asks nothing"), |_, q| q.clause.0 == clause)
}

/// What tests do with a table in flight.
pub trait Flying {
    /// Answers calmly until the prompt holds `text`.
    fn fly(&mut self, text: &str) -> &mut Self;
    /// A Lancaster is at this place of the boards.
    fn on(&mut self, code: &str, place: &str) -> &mut Self;
    /// Sends a Lancaster in, which breaches the dam with a mine of 5; the attack is broken off.
    fn breach(&mut self, code: &str) -> &mut Self;
    /// Answers calmly until the game is over.
    fn fly_home(&mut self) -> &mut Self;
    /// What the view says of a Lancaster's orders.
    fn orders(&self, code: &str, field: &str) -> serde_json::Value;
    /// What the view says of a wave by name; null when there is none.
    fn wave(&self, name: &str, field: &str) -> serde_json::Value;
    /// The codes of those that fly in a wave.
    fn crew(&self, name: &str) -> Vec<String>;
    /// The hazards of a zone: front, whose, what.
    fn met(&self, zone: usize) -> Vec<(String, String, String)>;
}

impl Flying for Played {
    #[track_caller]
    fn fly(&mut self, text: &str) -> &mut Self {
        until(self, &format!("no prompt with `{text}` came"), |p, q| {
            q.prompt(p.table.pieces()).contains(text)
        })
    }

    #[track_caller]
    fn on(&mut self, code: &str, place: &str) -> &mut Self {
        let found = self.of(code, "place");
        assert!(found == place, "{code} is at {found}, not at `{place}`\n{}", self.describe());
        self
    }

    #[track_caller]
    fn breach(&mut self, code: &str) -> &mut Self {
        self.fly("starts a run?").release_near(code, "6,6").to("the result of the mine of").roll("1");
        self.to("Break off, or widen the breach?").answer("stop")
    }

    #[track_caller]
    fn fly_home(&mut self) -> &mut Self {
        for _ in 0..3000 {
            if self.table.question().is_none() {
                return self;
            }
            let answer = calm(self);
            self.answer(&answer);
        }
        panic!("the game does not end\n{}", self.describe());
    }

    fn orders(&self, code: &str, field: &str) -> serde_json::Value {
        let at = self.table.pieces().find(code).map_or(99, |id| id.0);
        self.seen(&format!("/flight/orders/{at}/{field}"))
    }

    fn wave(&self, name: &str, field: &str) -> serde_json::Value {
        let waves = self.seen("/flight/waves");
        let found = waves.as_array().and_then(|w| w.iter().find(|w| w["name"] == name).cloned());
        found.map_or(serde_json::Value::Null, |w| w[field].clone())
    }

    fn crew(&self, name: &str) -> Vec<String> {
        let members = self.wave(name, "members");
        let ids = members.as_array().cloned().unwrap_or_default();
        let code = |v: &serde_json::Value| {
            let n = v.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(99);
            self.seen(&format!("/lancasters/{n}/code")).as_str().unwrap_or("?").to_owned()
        };
        ids.iter().map(code).collect()
    }

    fn met(&self, zone: usize) -> Vec<(String, String, String)> {
        let all = self.seen(&format!("/flight/zones/{zone}/hazards"));
        let word = |v: &serde_json::Value| v.as_str().unwrap_or("").to_owned();
        let row = |h: &serde_json::Value| (word(&h["front"]), word(&h["on"]), word(&h["what"]));
        all.as_array().map_or(Vec::new(), |all| all.iter().map(row).collect())
    }
}
