//! What each offer of planning costs and what it may bring, in one line, from what the seat may know.

use super::air::Flight;
use super::data::{
    Content, DamId, Defence, ELITE_CUP, EliteId, EliteKind, Planning, Quality, SecurityDie, Water,
};
use super::planning::{Blotter, Category, Fitting, Task, crew_of};
use super::systems::planning::preparation::check_modifiers;
use super::systems::planning::recon::ZONES;
use super::systems::planning::training::modifiers;
use crate::kernel::chart::{Chart, ChartId, MOST_DICE, Modifier, Row};
use crate::kernel::decision::{Kind, Offer, Question};
use crate::kernel::fraction::{Fraction, percent};
use crate::kernel::ids::Arg;

/// One line on an offer of a planning question; `None` for an offer of another part of the game.
#[must_use]
pub fn hint(
    content: &Content,
    b: &Blotter,
    flight: &Flight,
    question: &Question,
    offer: &Offer,
) -> Option<String> {
    if b.launched {
        return None;
    }
    let h = Hints { content, b, flight, table: &content.tables.planning };
    let key = offer.key;
    let word = key.word();
    Some(match key.verb {
        "request" => h.request(),
        "groundcrew" => h.groundcrew(word),
        "crew" if question.clause.0 == "10.1.a" => h.crew(word, key.b),
        "lancaster" => h.machine(h.table.costs.lancaster, key.num()),
        "upkeep" => h.machine(h.table.costs.upkeep, key.num()),
        "dedicate" | "transfer" => h.dedicate(question.clause.0, word, key.b, key.verb == "transfer"),
        "double" if question.clause.0 == "10.1.a" => h.double(word),
        "double" => format!("{}, Fatigued for good", h.more_dice(word)),
        "flip" | "play" => h.security(word),
        "remove" => "It is gone for the game".to_owned(),
        "armorer" => "Once a game; the Groundcrew stays fresh".to_owned(),
        "fatigue" => "For good".to_owned(),
        "train" => h.train(word),
        "extra" => h.extra(),
        "reroll" => h.again(question),
        "attempt" => h.attempt(word),
        "points" => h.points(question, key.num()),
        "throw" => h.throw(question, key.num()),
        "repair" if question.clause.0 == "10.4.5.a" => "No Resource Points before a second night".to_owned(),
        "repair" => format!("{} RP", h.table.costs.repair),
        "zone" => h.zone(word),
        "dam" => h.dam(word),
        "plan-on" => h.plan_on(),
        "launch" => h.launch(),
        "check" => h.check(question.clause.0),
        "again" => h.check_again(word),
        "take-off" => h.take_off(key.num()),
        "wave" if !b.vhf() => h.line(key.b),
        "victim" | "ground" | "unfit" => "Your choice".to_owned(),
        "elite" => elite(content, key.a),
        "end:sortie" if b.flying().next().is_none() => {
            "Nobody flies: the raid ends before it begins".to_owned()
        }
        "draw" => contents(content, question),
        "primary" | "secondary" | "last-resort" => h.target(word),
        _ => return None,
    })
}

/// What an Elite Crewman does.
fn elite(content: &Content, of: Arg) -> String {
    let Arg::Place(n) = of else { return String::new() };
    let kind = content.tables.elite(EliteId(n)).kind;
    let once = if content.tables.elite(EliteId(n)).once { ", once" } else { "" };
    format!("{}{once}", kind.benefit())
}

/// What is left in the cup of Elite Crewmen, with the chance of each kind: what was drawn everybody has seen.
fn contents(content: &Content, question: &Question) -> String {
    let Kind::Draw(spec) = &question.kind else { return String::new() };
    if spec.cup != ELITE_CUP {
        return String::new();
    }
    let mut kinds: Vec<(EliteKind, u64)> = Vec::new();
    for marker in &spec.items {
        let kind = content.tables.elite(EliteId(marker.saturating_sub(1))).kind;
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let all = spec.items.len().max(1) as u64;
    let told = kinds.iter().map(|(kind, n)| format!("{} {}", kind.label(), Fraction::new(*n, all).percent()));
    told.collect::<Vec<_>>().join(" · ")
}

struct Hints<'a> {
    content: &'a Content,
    b: &'a Blotter,
    flight: &'a Flight,
    table: &'a Planning,
}

impl Hints<'_> {
    fn chart(&self, id: ChartId) -> &Chart {
        self.content.charts.get(id)
    }

    /// The chance that a row fulfils `wanted`.
    fn chance(&self, id: ChartId, column: u8, dice: u8, sum: i32, wanted: impl Fn(Row) -> bool) -> Fraction {
        let rows = self.chart(id).forecast(column, dice, sum).rows;
        (0u8..).zip(rows).filter(|(row, _)| wanted(Row(*row))).map(|(_, f)| f).sum()
    }

    /// Where in the Attack Order a Lancaster comes that joins a wave now (clause 11.6.1.a).
    fn line(&self, wave: Arg) -> String {
        let number = if let Arg::Num(n) = wave { usize::try_from(n - 1).unwrap_or(0) } else { 0 };
        match self.b.waves.get(number).map_or(0, Vec::len) {
            0 => "Leads: attacks when it likes, and its flares set the order free".to_owned(),
            place => format!("Number {place} in the Attack Order behind the leader"),
        }
    }

    fn request(&self) -> String {
        let ids = &self.content.ids.planning;
        let chart = self.chart(ids.request.id);
        let rows = chart.file().rows.iter().zip(chart.forecast(0, 1, 0).rows);
        let told: Vec<String> = rows.map(|(row, f)| format!("{} {}", row.label, f.percent())).collect();
        format!("{} · Security Risk +{}", told.join(", "), self.table.risk_weights.request)
    }

    fn groundcrew(&self, letter: &str) -> String {
        let m = &self.table.groundcrew[crew_of(letter)];
        let (f, t) = (m.fresh, m.fatigued);
        format!(
            "{} RP · Handle {}, Erk {}, Sortie {} · Fatigued {}, {}, {}",
            m.cost, f.handle, f.erk, f.sortie, t.handle, t.erk, t.sortie
        )
    }

    fn crew(&self, word: &str, count: Arg) -> String {
        let quality = Quality::ALL.into_iter().find(|q| q.label() == word).unwrap_or(Quality::Green);
        let n = if let Arg::Num(n) = count { u8::try_from(n).unwrap_or(1) } else { 1 };
        let cost = self.table.costs.aircrew(quality) * u16::from(n);
        let per = self.table.elite_per_aircrew;
        let elite = (self.b.recruited + n) / per - self.b.recruited / per;
        let to = per - self.b.recruited % per;
        match elite {
            0 => format!("{cost} RP · {to} more to the next Elite Crewman"),
            _ => format!("{cost} RP · draws {elite} Elite Crewman"),
        }
    }

    fn machine(&self, cost: u16, count: i32) -> String {
        let limit = i32::from(self.b.handle_limit(self.table));
        let left = limit - i32::from(self.b.handled) - count;
        format!("{} RP · handles {} more", i32::from(cost) * count, left.max(0))
    }

    fn double(&self, letter: &str) -> String {
        let more = self.table.groundcrew[crew_of(letter)].fatigued.handle;
        format!("Handle Limit +{more}, Fatigued for good")
    }

    fn more_dice(&self, letter: &str) -> String {
        format!("{} more dice", self.table.groundcrew[crew_of(letter)].fatigued.erk)
    }

    fn dedicate(&self, clause: &str, letter: &str, to: Arg, transfer: bool) -> String {
        let crew = crew_of(letter);
        let marker = &self.table.groundcrew[crew];
        let tired = transfer || self.b.groundcrew[crew].fatigued;
        let side = if tired { marker.fatigued } else { marker.fresh };
        let word = if let Arg::Word(w) = to { w } else { "" };
        let told = match Task::of(word) {
            Some(Task::Requisitions) => {
                format!("Handle Limit {}", self.b.handle_limit(self.table) + side.handle)
            }
            Some(Task::Training) if self.b.at_work(Task::Training).next().is_some() => {
                "Nothing more: one is enough for the training dice".to_owned()
            }
            Some(Task::Training) => "No −1 on the training dice of this phase".to_owned(),
            Some(Task::Repairs) => {
                format!("{} repairs", self.b.erk_points(self.table, Task::Repairs) + side.erk)
            }
            Some(task @ (Task::AircraftCheck | Task::OrdnanceCheck)) => {
                let sum: i32 = check_modifiers(self.b, task).iter().map(Modifier::applied).sum();
                self.grounded(task, sum + if tired { 1 } else { 2 })
            }
            Some(task) => match task.fitting() {
                Some(fitting) => {
                    let dice = self.b.erk_points(self.table, task) + side.erk;
                    self.fit(fitting, i32::from(dice))
                }
                None => String::new(),
            },
            None if clause == "10.4.3.a" => self.more_dice(letter),
            None => String::new(),
        };
        if transfer { format!("{told}; Fatigued for good") } else { told }
    }

    fn security(&self, word: &str) -> String {
        let v = self.table.security;
        let shift = |die: SecurityDie| {
            let ids = &self.content.ids.planning;
            let shift = |face| {
                let chart = self.chart(ids.security_shift.id);
                ids.security_shift.result(chart.read(ids.shift_column(die), face)).0
            };
            let (low, high) = ((1..=6).map(shift).min(), (1..=6).map(shift).max());
            format!("Security Risk −{} to −{} by die", low.unwrap_or(0), high.unwrap_or(0))
        };
        let spaces = |n: u8| format!("Security Risk −{n}");
        match word {
            "police" => format!("{} RP · {}", v.police.cost, spaces(v.police.spaces)),
            "barmaid" => {
                format!("{} RP · {}; a Spy in play is gone", v.barmaid.cost, spaces(v.barmaid.spaces))
            }
            "transfer" => {
                format!("{} RP and a Groundcrew · {}", v.transfer.cost, shift(SecurityDie::Transfer))
            }
            "quarantine" => format!(
                "{}; a Spy in play is gone; no more requests, no more Groundcrew, no Wallis Bonus",
                shift(SecurityDie::Quarantine)
            ),
            "rumor" => spaces(v.rumor.spaces),
            _ => format!("{} RP · {}", v.ruse.cost, shift(SecurityDie::Ruse)),
        }
    }

    /// The chances of a training action: a level or more, an accident, for each type at Scampton.
    fn train(&self, word: &str) -> String {
        let category = Category::ALL.into_iter().find(|c| c.word() == word).unwrap_or(Category::Navigation);
        let sum: i32 = modifiers(self.b, category).iter().map(Modifier::applied).sum();
        let ids = &self.content.ids.planning;
        let here = Quality::ALL.into_iter().filter(|q| self.b.aircrew[*q as usize] > 0);
        let told: Vec<String> = here
            .map(|q| {
                let column = ids.quality_column(q);
                let of = |wanted: &dyn Fn(Row) -> bool| {
                    self.chance(ids.training.id, column, 1, sum, wanted).percent()
                };
                let rise = of(&|row| ids.training.result(row).levels > 0);
                let accident = of(&|row| {
                    let r = ids.training.result(row);
                    r.damaged || r.crash || r.either
                });
                format!("{}: up {rise}, accident {accident}", q.label())
            })
            .collect();
        if told.is_empty() { "Nobody is at Scampton".to_owned() } else { told.join(" · ") }
    }

    fn extra(&self) -> String {
        format!(
            "{} RP · an Elite Crewman and a third training · Security Risk +{}, Aircrew Check −1",
            self.table.costs.extra_training, self.table.risk_weights.extra_training
        )
    }

    /// The chance that another die brings more levels than the one on the table.
    fn again(&self, question: &Question) -> String {
        let [Arg::Word(quality), Arg::Word(category), _] = question.args else { return String::new() };
        let quality = Quality::ALL.into_iter().find(|q| q.label() == quality).unwrap_or(Quality::Green);
        let category =
            Category::ALL.into_iter().find(|c| c.label() == category).unwrap_or(Category::Navigation);
        let sum: i32 = modifiers(self.b, category).iter().map(Modifier::applied).sum();
        let ids = &self.content.ids.planning;
        let column = ids.quality_column(quality);
        let rise =
            self.chance(ids.training.id, column, 1, sum, |row| ids.training.result(row).levels > 0).percent();
        format!("A level or more {rise}; the marker is no longer Rested")
    }

    /// The chance to complete a fitting with so many dice.
    fn fit(&self, fitting: Fitting, dice: i32) -> String {
        if dice <= 0 {
            return String::new();
        }
        let two = fitting.sixes().saturating_sub(self.b.sixes[fitting as usize]) > 1;
        let ids = &self.content.ids.planning;
        let chart = self.chart(ids.modification.id);
        let of = |two: bool, n: u8, id: &str| {
            let row = chart.row(id);
            self.chance(ids.modification.id, ids.needed_column(two), n, 0, |r| Some(r) == row).value()
        };
        // More than one throw takes are thrown one after another, and a six of one is kept for the next.
        let (mut done, mut progress, mut none) = if two { (0.0, 0.0, 1.0) } else { (0.0, 1.0, 0.0) };
        let mut left = dice;
        while left > 0 {
            let n = u8::try_from(left).unwrap_or(MOST_DICE).min(MOST_DICE);
            done += none * of(true, n, "done") + progress * of(false, n, "done");
            progress = none * of(true, n, "progress") + progress * (1.0 - of(false, n, "done"));
            none = 1.0 - done - progress;
            left -= i32::from(n);
        }
        if two {
            format!("{dice} dice: complete {}, in progress {}", percent(done), percent(progress))
        } else {
            format!("{dice} dice: complete {}", percent(done))
        }
    }

    fn attempt(&self, word: &str) -> String {
        let fitting = Task::of(word).and_then(Task::fitting).unwrap_or(Fitting::Radio);
        self.fit(fitting, i32::from(self.b.erk_points(self.table, fitting.task())))
    }

    fn points(&self, question: &Question, points: i32) -> String {
        let Arg::Word(word) = question.args[0] else { return String::new() };
        let Some(fitting) = Fitting::ALL.into_iter().find(|f| f.label() == word) else {
            return String::new();
        };
        let erk = i32::from(self.b.erk_points(self.table, fitting.task()));
        self.fit(fitting, erk + points)
    }

    fn throw(&self, question: &Question, dice: i32) -> String {
        let Arg::Word(word) = question.args[0] else { return String::new() };
        Fitting::ALL
            .into_iter()
            .find(|f| f.label() == word)
            .map_or(String::new(), |fitting| self.fit(fitting, dice))
    }

    fn zone(&self, word: &str) -> String {
        let level = ZONES.iter().position(|(zone, _)| *zone == word).map_or(0, |i| self.b.zones[i]);
        format!("{} RP · Recon Level {} to {}", self.table.costs.zone_recon, level, level + 1)
    }

    fn dam(&self, word: &str) -> String {
        let Some(dam) = DamId::named(word) else { return String::new() };
        let known = self.b.dams[dam as usize];
        let ids = &self.content.ids.planning;
        let turn = i32::from(self.b.turn);
        let full = self.chance(ids.water.id, 0, 1, turn, |row| ids.water.result(row) == Water::Full);
        let cost = self.table.costs.dam_recon;
        if known.recon == 0 {
            let column = ids.defence_column(Defence::Flak);
            let bare = self.chance(ids.defences.id, column, 1, 0, |row| ids.defences.result(row).0 == 0);
            return format!("{cost} RP · no flak {}, water Full {}", bare.percent(), full.percent());
        }
        let flak = known.defences[0];
        let column = ids.defence_column(Defence::Flak);
        let less = self.chance(ids.defences.id, column, 1, 0, |row| ids.defences.result(row).0 < flak);
        let water = if known.water == Some(Water::Full) {
            "water Full already".to_owned()
        } else {
            format!("water Full {}", full.percent())
        };
        format!("{cost} RP · less flak {}, {water}", less.percent())
    }

    fn plan_on(&self) -> String {
        let next = self.b.turn + 1;
        let moon = if self.table.no_moon.contains(&next) { "no moon" } else { "a moon" };
        let later = if next == self.table.points.later_turn {
            format!(" · {} Resource Points", self.table.points.later)
        } else {
            String::new()
        };
        format!("Turn {next}: {moon}{later}")
    }

    fn launch(&self) -> String {
        if self.b.moon(self.table) { "The moon is up".to_owned() } else { "There is no moon".to_owned() }
    }

    /// The chance that a check keeps nothing on the ground, and how much on average.
    fn grounded(&self, task: Task, sum: i32) -> String {
        let ids = &self.content.ids.planning;
        let keyed = if task == Task::AircraftCheck { &ids.aircraft_check } else { &ids.ordnance_check };
        let none = self.chance(keyed.id, 0, 2, sum, |row| keyed.result(row).grounded == 0);
        let rows = self.chart(keyed.id).forecast(0, 2, sum).rows;
        let mean: f64 =
            (0u8..).zip(rows).map(|(row, f)| f.value() * f64::from(keyed.result(Row(row)).grounded)).sum();
        format!("None grounded {}, {mean:.1} on average", none.percent())
    }

    fn check(&self, clause: &str) -> String {
        let task = if clause == "11.1.a" { Task::AircraftCheck } else { Task::OrdnanceCheck };
        let sum: i32 = check_modifiers(self.b, task).iter().map(Modifier::applied).sum();
        self.grounded(task, sum)
    }

    /// The marker that is flipped counts 1 instead of 2.
    fn check_again(&self, letter: &str) -> String {
        let task = self.b.groundcrew[crew_of(letter)].task.unwrap_or(Task::AircraftCheck);
        let sum: i32 = check_modifiers(self.b, task).iter().map(Modifier::applied).sum();
        format!("{}; Fatigued for good", self.grounded(task, sum - 1))
    }

    fn take_off(&self, turn: i32) -> String {
        let turn = u8::try_from(turn).unwrap_or(1);
        let limit = self.b.sortie_points(self.table);
        let clock = self.content.tables.flight.clock(turn);
        let coast = if turn == 1 && self.b.coast_hazards > 0 {
            format!(" · {} hazards more at the coast", self.b.coast_hazards)
        } else {
            String::new()
        };
        format!("{clock} · {} of {limit} Sortie Points used{coast}", self.b.taking_off(turn))
    }

    fn target(&self, word: &str) -> String {
        let Some(dam) = DamId::named(word) else { return String::new() };
        let known = self.b.dams[dam as usize];
        let printed = self.content.tables.dam(dam);
        // What the first night did counts on the second.
        let done = self.flight.sites.get(dam as usize).map_or(0, |site| site.dam.damage());
        // [12.1.c] What the crews of a first night have found is known too.
        let found = known.recon > 0 || self.b.aloft.turned(dam);
        let seen = match (known.recon, known.water.filter(|_| found)) {
            (_, None) => "never looked at".to_owned(),
            (n, Some(water)) => format!(
                "Recon {n}, Flak {}, water {}, {} damage breach it",
                known.defences[0],
                water.label(),
                i32::from(printed.capacity(water)) - done
            ),
        };
        format!("Reservoir value {} · {} · {seen}", printed.rv, printed.zone.label())
    }
}
