//! A raid told hour by hour: what the logbook makes of the log of a flight or a campaign.
//!
//! Nothing is counted anew: every heading and every cell comes from a line of the log, read by its clause and its
//! arguments; how a dam stands, and who was sent to it, from what the seat sees.

use bevy::prelude::World;

use super::air::Flight;
use super::components::Raid;
use super::data::{DamId, FlightTable, GameData};
use super::deeds::{MineFate, deeds_of};
use super::follow_up::FollowUp;
use super::one_night::{AttackView, Stage, attack_views, sent_to};
use super::phases::Phase;
use super::scenario::{orders_of, pilot_of, ship_of};
use crate::kernel::account::{Account, Heading, Sheet};
use crate::kernel::chronicle::{Chronicle, Entry, Line};
use crate::kernel::ids::{Arg, PieceId, Pieces, Seat};
use crate::kernel::phase::Phases as _;

/// An hour of the raid as the table of hours shows it.
#[derive(Clone, Default)]
struct Hour {
    name: String,
    took_off: Vec<String>,
    attacks: Vec<&'static str>,
    /// Who made a run.
    runs: Vec<String>,
    released: [u16; 2],
    lost: Vec<String>,
    breached: Vec<String>,
}

/// What the log says of a Lancaster.
#[derive(Clone, Default)]
struct Crew {
    took_off: Vec<String>,
    attacked: Vec<&'static str>,
    mine: Vec<String>,
    damaged: Vec<String>,
    end: Vec<String>,
}

/// The reader of the log.
struct Reader<'a> {
    pieces: &'a Pieces,
    track: &'a FlightTable,
    out: Account,
    hours: Vec<Hour>,
    /// What is said of each Lancaster, in the first night and in the second.
    crews: Vec<[Crew; 2]>,
    second: bool,
    /// Whether attacks alone are flown, dam by dam.
    several: bool,
    dam: Option<&'static str>,
}

/// The account of a raid or of a night of several attacks; none of an attack by itself.
#[must_use]
pub fn account(world: &World) -> Option<Account> {
    let planned = world.get_resource::<super::planning::Blotter>().is_some();
    let flight = world.resource::<Flight>();
    let several = !flight.on && !flight.sites.is_empty();
    if !flight.on && !planned && !several {
        return None;
    }
    let pieces = world.resource::<Pieces>();
    let data = world.resource::<GameData>();
    let mut reader = Reader {
        pieces,
        track: &data.tables.flight,
        out: Account::default(),
        hours: Vec::new(),
        crews: vec![Default::default(); pieces.len()],
        second: false,
        several,
        dam: None,
    };
    for (at, line) in world.resource::<Chronicle>().lines(Seat(0)).enumerate() {
        reader.read(at, line);
    }
    let crews = reader.crew_rows(world);
    let hours = if several {
        let views = attack_views(world);
        let row = |h: &Hour| h.dam_row(views.iter().find(|view| view.name == h.name));
        Sheet {
            id: "hours",
            title: "The night dam by dam",
            head: vec!["Dam", "Attacked", "Mines released", "Hits", "Damage", "Lost", "Breached", "Outcome"],
            rows: reader.hours.iter().map(row).collect(),
        }
    } else {
        Sheet {
            id: "hours",
            title: "The raid hour by hour",
            head: vec!["Hour", "Took off", "Attacked", "Mines released", "Hits", "Lost", "Breached"],
            rows: reader.hours.iter().map(Hour::row).collect(),
        }
    };
    let mut head = vec!["Lancaster", "Pilot", "Aircrew", "Took off", "Attacked", "Upkeep", "Damaged", "End"];
    if several {
        head.retain(|name| *name != "Took off");
    }
    let mut account = reader.out;
    account.sheets = vec![hours, Sheet { id: "crews", title: "The crews", head, rows: crews }];
    Some(account)
}

/// The dams that a Lancaster was sent to in a night of several attacks, and at which of them it made no run.
fn sent(world: &World, id: PieceId, attacked: &[&'static str]) -> String {
    let Some(last) = orders_of(world, id).primary else { return listed(attacked) };
    let words = |dam: DamId| {
        let name = dam.name();
        if attacked.contains(&name) { name.to_owned() } else { format!("{name} (no run)") }
    };
    let dams: Vec<String> = sent_to(&world.resource::<Raid>().setup, last).into_iter().map(words).collect();
    listed(&dams)
}

/// A list in a cell.
fn listed(words: &[impl AsRef<str>]) -> String {
    words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

impl Hour {
    fn row(&self) -> Vec<String> {
        let [released, hits] = self.released;
        vec![
            self.name.clone(),
            listed(&self.took_off),
            listed(&self.attacks),
            released.to_string(),
            hits.to_string(),
            listed(&self.lost),
            listed(&self.breached),
        ]
    }

    /// The row of a dam in a night of several attacks.
    fn dam_row(&self, view: Option<&AttackView>) -> Vec<String> {
        let [released, hits] = self.released;
        let outcome = |a: &AttackView| match (a.row_words(), a.stage) {
            (Some(row), _) => row,
            (None, Stage::Over) => "attack over".to_owned(),
            (None, _) => "attack under way".to_owned(),
        };
        vec![
            self.name.clone(),
            listed(&self.runs),
            released.to_string(),
            hits.to_string(),
            view.map_or_else(String::new, |a| format!("{} of {}", a.damage, a.capacity)),
            listed(&self.lost),
            listed(&self.breached),
            view.map_or_else(String::new, outcome),
        ]
    }
}

impl Reader<'_> {
    fn head(&mut self, line: usize, level: u8, text: String) {
        self.out.headings.push(Heading { line, level, text });
    }

    /// A chapter; one that the log is in already is not begun again.
    fn chapter(&mut self, line: usize, text: &str) {
        let text = if self.second { format!("Second night: {text}") } else { text.to_owned() };
        let now = self.out.headings.iter().rev().find(|h| h.level == 0);
        if now.is_none_or(|h| h.text != text) {
            self.head(line, 0, text);
            self.dam = None;
        }
    }

    /// A chapter that the table of hours has a row for.
    fn hour(&mut self, line: usize, text: &str, name: &str) {
        self.chapter(line, text);
        let name = if self.second { format!("Second night, {name}") } else { name.to_owned() };
        if self.hours.last().is_none_or(|h| h.name != name) {
            self.hours.push(Hour { name, ..Hour::default() });
        }
    }

    fn now(&self) -> String {
        self.hours.last().map_or_else(String::new, |h| h.name.clone())
    }

    fn crew(&mut self, id: PieceId) -> Option<&mut Crew> {
        self.crews.get_mut(usize::from(id.0)).map(|nights| &mut nights[usize::from(self.second)])
    }

    fn read(&mut self, at: usize, line: &Line) {
        let phase = |p: Phase| p.index() == line.phase;
        if phase(Phase::Sortie) || phase(Phase::FollowUpRepairs) || phase(Phase::FollowUpDefences) {
            self.chapter(at, "Flight Preparation");
        } else if phase(Phase::ReturnToBase) {
            self.hour(at, "Return to Base", "way home");
        } else if phase(Phase::MorningRecon) {
            self.hour(at, "Morning Reconnaissance", "photographs");
        } else if phase(Phase::Debriefing) || phase(Phase::FollowUp) {
            self.chapter(at, "Debriefing");
        }
        if let Entry::Say(template, args) = &line.entry {
            self.said(at, line.clause.0, template, args);
        }
        self.attack(at, line);
        if let (Some(dam), Some(id), false) = (self.dam, line.subject, self.several)
            && let Some(crew) = self.crew(id)
            && !crew.attacked.contains(&dam)
        {
            crew.attacked.push(dam);
        }
    }

    /// Attack Turns within an attack, and its end.
    fn attack(&mut self, at: usize, line: &Line) {
        if self.dam.is_none() {
            return;
        }
        if self.several && line.phase == Phase::AttackOver.index() {
            self.dam = None;
            return;
        }
        let over = [Phase::TransferBack, Phase::HoldOver, Phase::CleanUp];
        if over.into_iter().any(|p| p.index() == line.phase) {
            self.dam = None;
            self.head(at, 1, "Back on the Flight Map".to_owned());
        }
    }

    fn said(&mut self, at: usize, clause: &str, template: &str, args: &[Arg; 3]) {
        let id = if let Arg::Piece(id) = args[0] { Some(id) } else { None };
        let code = id.map_or_else(String::new, |id| self.pieces.code(id).to_owned());
        let now = self.now();
        match (clause, args[0]) {
            ("10.0.a", Arg::Num(turn)) => self.chapter(at, &format!("Planning Turn {turn}")),
            ("11.0.a", _) => self.chapter(at, "Flight Preparation"),
            ("7.0.a", Arg::Num(turn)) => {
                let clock = self.track.clock(u8::try_from(turn).unwrap_or(1)).to_owned();
                self.hour(at, &format!("Flight Turn {turn} · {clock}"), &clock);
            }
            ("7.9.b", Arg::Word(dam)) => {
                let title = format!("The attack on the {dam}");
                if self.several {
                    self.hour(at, &title, dam);
                    self.head(at, 1, "Attack Turn 1".to_owned());
                } else {
                    self.head(at, 1, title);
                }
                self.dam = Some(dam);
                if let Some(hour) = self.hours.last_mut() {
                    hour.attacks.push(dam);
                }
            }
            ("7.9.5.a" | "4.4.6.a", Arg::Num(turn)) if self.dam.is_some() => {
                self.head(at, if self.several { 1 } else { 2 }, format!("Attack Turn {turn}"));
            }
            ("5.2.a", Arg::Word(dam)) => {
                self.head(at, 1, format!("The photographs of the {dam}"));
                self.dam = Some(dam);
            }
            ("4.4.4.g", _) => {
                if let (Some(dam), Some(hour)) = (self.dam, self.hours.last_mut()) {
                    hour.breached.push(dam.to_owned());
                }
            }
            ("5.2.c", _) => {
                let Some(dam) = self.dam else { return };
                // What was reported in the night stays in its hour, as a report.
                for name in self.hours.iter_mut().flat_map(|h| &mut h.breached).filter(|name| *name == dam) {
                    *name = format!("{dam} (reported)");
                }
                if let Some(hour) = self.hours.last_mut() {
                    hour.breached.push(format!("no breach at the {dam} after all"));
                }
            }
            ("6.6.2.a", _) if template.starts_with("The follow-up raid: ") => self.second = true,
            _ => {}
        }
        let Some(id) = id else { return };
        let place = match self.dam {
            Some(dam) if now != dam => format!("{dam}, {now}"),
            _ => now.clone(),
        };
        let crew = self.crews.get_mut(usize::from(id.0)).map(|nights| &mut nights[usize::from(self.second)]);
        let (Some(hour), Some(crew)) = (self.hours.last_mut(), crew) else { return };
        match (clause, template) {
            ("6.0.a", _) => {
                hour.took_off.push(code);
                crew.took_off.push(now);
            }
            ("4.2.13.r" | "4.2.13.s", _) => {
                let hit = clause == "4.2.13.r";
                hour.released[0] += 1;
                hour.released[1] += u16::from(hit);
                crew.mine.push(format!("{} at the {place}", if hit { "hit" } else { "no effect" }));
            }
            ("4.1.1.a", "{} starts its run into the Far Zone") if !hour.runs.contains(&code) => {
                hour.runs.push(code);
                crew.attacked.extend(self.dam.filter(|_| self.several));
            }
            ("7.7.3e.a", "{} loses its mine") => crew.mine.push(format!("torn off, {now}")),
            ("2.1.1.a", _) => crew.damaged.push(place),
            (_, "{} is lost to {}" | "{} is {}") => {
                let Arg::Word(cause) = args[1] else { return };
                hour.lost.push(format!("{code} ({cause})"));
                crew.end.push(format!("lost: {cause}, {place}"));
            }
            (_, "{} lands at Scampton") => crew.end.push("landed".to_owned()),
            _ => {}
        }
    }

    /// A row for each Lancaster that flew, night by night.
    fn crew_rows(&self, world: &World) -> Vec<Vec<String>> {
        let nights = if self.second { 2 } else { 1 };
        (1..=nights)
            .flat_map(|night| self.pieces.ids().filter_map(move |id| self.crew_row(world, night, id)))
            .collect()
    }

    fn crew_row(&self, world: &World, night: u8, id: PieceId) -> Option<Vec<String>> {
        let tables = &world.resource::<GameData>().tables;
        let (ship, nights) = (ship_of(world, id)?, self.crews.get(usize::from(id.0))?);
        let crew = &nights[usize::from(night) - 1];
        let deed = deeds_of(world, id, &ship).into_iter().find(|d| d.night == night);
        let armed = deed.is_some_and(|d| d.mine != MineFate::None);
        if !armed && crew.took_off.is_empty() && crew.end.is_empty() {
            return None;
        }
        let mut mine = crew.mine.clone();
        mine.extend(match deed.map(|d| d.mine) {
            Some(MineFate::Aboard) => Some("aboard".to_owned()),
            Some(MineFate::BroughtBack) => Some("brought home".to_owned()),
            Some(MineFate::LostWithIt) => Some("lost with it".to_owned()),
            _ => None,
        });
        // Who came back from the first night may fly with others in the second.
        let first = world.get_resource::<FollowUp>().filter(|_| night < 2);
        let first = first.and_then(|f| f.crews.iter().find(|(of, ..)| *of == id));
        let (quality, elite) =
            first.map_or((ship.lancaster.quality, ship.elite.id), |(_, q, elite)| (*q, *elite));
        let mut aircrew = quality.label().to_owned();
        if let Some(elite) = elite.map(|id| tables.elite(id)) {
            aircrew = format!("{aircrew}, {} {}", elite.kind.label(), elite.name);
        }
        let code = self.pieces.code(id);
        let mut row = vec![
            if self.second { format!("{code}, night {night}") } else { code.to_owned() },
            pilot_of(world, quality, elite, ship.lancaster.aircraft),
            aircrew,
        ];
        if self.several {
            row.push(sent(world, id, &crew.attacked));
        } else {
            row.extend([listed(&crew.took_off), listed(&crew.attacked)]);
        }
        row.extend([mine.join("; "), listed(&crew.damaged), crew.end.join("; ")]);
        Some(row)
    }
}
