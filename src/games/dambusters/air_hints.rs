//! What the offers of a Flight Turn bring: the exact chance of the check behind them, or what they cost.

use bevy::prelude::World;

use super::air::{Flight, Marked, Orders};
use super::air_view::is_known;
use super::components::Space;
use super::data::{
    ChartIds, ChartResult, CheckResult, Content, DamId, Danger, EliteKind, FlakResult, FlightAttackResult,
    FlightZone, Hazard, Keyed, LAST_FLIGHT_TURN, Quality, SightingResult, WirelessResult,
};
use super::draws_view::draws_view;
use super::op::Ship;
use super::scenario::ship_of;
use super::systems::flight::{WAVE_NAMES, altitude, wave_of};
use crate::kernel::chart::Row;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::fraction::Fraction;
use crate::kernel::ids::{Arg, PieceId, Pieces};

/// One line on an offer of the Flight Map; `None` when it is none or its label says it all.
#[must_use]
pub fn hint(content: &Content, world: &World, question: &Question, offer: &Offer) -> Option<String> {
    if !world.resource::<Flight>().on {
        return None;
    }
    let map = Map { content, world };
    let key = offer.key;
    let unit = crews_of(world, key.a);
    match (key.verb, question.clause.0) {
        ("coordinate", _) => map.coordination(&unit, true),
        ("join", _) => {
            let mut crews = crews_of(world, key.b);
            crews.extend(&unit);
            map.coordination(&crews, true)
        }
        ("create", _) => map.coordination(&[unit, crews_of(world, key.b)].concat(), false),
        ("draw", "7.5.3.a") => map.hazards(&question.args),
        ("flare", "7.1.1.c") => map.flare(&unit),
        ("flare", _) if offer.clause.0 == "11.6.3.a" => Some(signal(question.clause.0).to_owned()),
        ("hold", _) if offer.clause.0 == "11.6.3.c" => {
            Some("Stays in Circling Far until a Wave Leader fires again".to_owned())
        }
        ("try-abort", _) => Some("May on an even die; one die an hour".to_owned()),
        ("flare", "7.9.4.a") => Some("1 less on each die; Activity +1 while it burns".to_owned()),
        ("wireless" | "wireless-wave", _) => map.wireless(&unit, key.verb == "wireless-wave"),
        ("home", "7.3.c") => map.home(&unit),
        ("climb" | "descend", _) => map.altitude(&unit, key.verb == "climb"),
        ("roll", "7.4.1.a") => map.off_course(question.subject?),
        ("primary" | "secondary" | "keep", "7.2.1.b") => {
            map.dam(&crews_of(world, question.args[0]), key.word())
        }
        ("hazard", "7.7.1.f") => map.hazard(usize::try_from(key.num()).ok()?),
        ("persist", _) => map.navigation(&crews_of(world, question.args[0])),
        ("back", "7.8.1.c") => Some("Looks again next turn".to_owned()),
        ("seek", _) => map.acquisition(key.word()),
        ("evade", "7.7.3j.c") => Some("Even on one die cancels the hit; missing either way".to_owned()),
        ("ignore", "2.3.6.e") => Some("1 better now and later; once a game".to_owned()),
        ("abort", _) => Some("All with a radio go back over the zone and may form waves".to_owned()),
        _ => None,
    }
}

/// What the flare of a Wave Leader without VHF sets free (clauses 11.6.3.b, 11.6.3.c and 11.6.3.e).
fn signal(clause: &str) -> &'static str {
    if clause == "4.1.a" {
        "Anybody in Circling Near may start this run; cancels one A, Activity +1 while it burns"
    } else {
        "Moves between the boxes are free in this phase; cancels one A later, Activity +1 while it burns"
    }
}

/// The Lancasters that a word or a piece of an offer names.
fn crews_of(world: &World, arg: Arg) -> Vec<PieceId> {
    let pieces = world.resource::<Pieces>();
    match arg {
        Arg::Piece(id) => vec![id],
        Arg::Word(word) => {
            let wave = wave_of(word);
            let of = |id: &PieceId| world.get::<Orders>(pieces.entity(*id)).and_then(|o| o.wave);
            pieces.ids().filter(|id| wave.is_some() && of(id) == wave).collect()
        }
        _ => Vec::new(),
    }
}

struct Map<'a> {
    content: &'a Content,
    world: &'a World,
}

impl Map<'_> {
    fn ships(&self, crews: &[PieceId]) -> Vec<Ship> {
        crews.iter().filter_map(|id| ship_of(self.world, *id)).collect()
    }

    fn skill(&self, ship: &Ship) -> i8 {
        let training = &self.content.tables.training;
        training.navigation_skill_at(ship.levels(training).navigation)
    }

    /// The Wave Leader among these, or the first.
    fn head(&self, crews: &[PieceId]) -> Option<Ship> {
        let flight = self.world.resource::<Flight>();
        let leads = |id: &&PieceId| flight.waves.iter().any(|w| w.leader == **id);
        ship_of(self.world, *crews.iter().find(leads).or(crews.first())?)
    }

    /// The chance of a result.
    fn chance<R: ChartResult + PartialEq>(
        &self,
        chart: &Keyed<R>,
        column: u8,
        dice: u8,
        modifier: i32,
        of: R,
    ) -> Fraction {
        let rows = self.content.charts.get(chart.id).forecast(column, dice, modifier).rows;
        let of_row = |n: &usize| u8::try_from(*n).is_ok_and(|n| chart.result(Row(n)) == of);
        rows.iter().enumerate().filter(|(n, _)| of_row(n)).map(|(_, f)| *f).sum()
    }

    /// The zone that a Lancaster is in, and the one that it flies on to.
    fn way(&self, ship: &Ship, orders: Orders) -> Option<(FlightZone, FlightZone)> {
        let (Space::Zone(zone) | Space::Missing(zone)) = ship.at.space else { return None };
        let tables = &self.content.tables;
        let primary = orders.primary.filter(|_| orders.delayed == 0 && ship.at.space == Space::Zone(zone));
        Some((zone, primary.map_or(zone, |dam| tables.flight.toward(zone, tables.dam(dam).zone))))
    }

    fn orders(&self, id: PieceId) -> Option<Orders> {
        self.world.get::<Orders>(self.world.resource::<Pieces>().entity(id)).copied()
    }

    /// [7.5.3.d] [7.5.3.e] [7.5.3.f] [14.3.2.a] What the markers of a zone are drawn for, [14.3.1.c] and the watchers.
    fn hazards(&self, args: &[Arg; 3]) -> Option<String> {
        let Arg::Word(name) = args[0] else { return None };
        let zone = FlightZone::ALL.into_iter().find(|z| z.label() == name)?;
        let draws = draws_view(self.world, self.world.resource::<Flight>(), zone)?;
        let watchers = draws.watchers().map_or(String::new(), |words| format!(" · {words}"));
        Some(format!("{}{watchers}", draws.parts()))
    }

    /// [7.5.3.f] A flare draws a hazard in hostile zones alone, in the one that its unit is in after the move.
    fn flare(&self, crews: &[PieceId]) -> Option<String> {
        let (id, ship) = (*crews.first()?, self.head(crews)?);
        let hostile = self.way(&ship, self.orders(id)?).is_some_and(|(_, to)| to.hostile());
        let cost =
            if hostile { "one hazard more where it burns" } else { "no hazard more: not over hostile land" };
        Some(format!("1 more on the dice; {cost}"))
    }

    /// Why it may turn for home, and what goes with it.
    fn home(&self, crews: &[PieceId]) -> Option<String> {
        let ships = self.ships(crews);
        let mines = ships.iter().filter(|s| s.armed()).count();
        let mut told = Vec::new();
        if let [ship] = ships[..] {
            let faults = [Hazard::FaultyMerlin, Hazard::BrokenRadio, Hazard::NoAldisLights];
            told.extend(ship.airframe.damaged.then(|| "Damaged".to_owned()));
            told.extend(faults.into_iter().filter(|h| ship.attached.has(*h)).map(|h| h.label().to_owned()));
        }
        let flight = self.world.resource::<Flight>();
        let (alone, pieces) = (crews.len() == 1, self.world.resource::<Pieces>());
        let led = flight.waves.iter().position(|w| alone && w.leader == crews[0]);
        let led = led.filter(|n| self.orders(crews[0]).is_some_and(|o| o.wave.map(usize::from) == Some(*n)));
        told.extend(led.and_then(|n| WAVE_NAMES.get(n)).map(|name| format!("leads {name}")));
        told.push(match (mines, ships.len()) {
            (0, _) => "no mine aboard".to_owned(),
            (_, 1) => "its mine goes home with it".to_owned(),
            (n, _) => format!("{n} mines go home"),
        });
        if !alone {
            let codes: Vec<&str> = crews.iter().map(|id| pieces.code(*id)).collect();
            told.insert(0, codes.join(", "));
        }
        Some(told.join(" · "))
    }

    /// [14.0.a] What an altitude is good for.
    fn altitude(&self, crews: &[PieceId], high: bool) -> Option<String> {
        if !high {
            return Some("Two dice to find the way again; may avoid hazards and look for its dam".to_owned());
        }
        let ship = self.head(crews)?;
        let (_, to) = self.way(&ship, self.orders(*crews.first()?)?)?;
        let cost = match to {
            FlightZone::NorthSea => " · may be reported here",
            FlightZone::DutchCoast | FlightZone::Ruhr => {
                " · one hazard more here, none avoided; may be reported; no cables, no crash"
            }
            FlightZone::Weser => " · one hazard more here, none avoided; no cables, no crash",
            FlightZone::England | FlightZone::EnglishCoast => "",
        };
        Some(format!("The best two of three dice find the way{cost}"))
    }

    /// What a failed Navigation Check of this Lancaster, or of the wave that it leads, comes to.
    fn off_course(&self, id: PieceId) -> Option<String> {
        let flight = self.world.resource::<Flight>();
        let wave = self.orders(id)?.wave.and_then(|n| Some((n, *flight.waves.get(usize::from(n))?)));
        if let Some((n, wave)) = wave.filter(|(_, w)| w.leader == id) {
            let name = WAVE_NAMES.get(usize::from(n))?;
            let then = if wave.compromised { "one of it drops out" } else { "it loses its formation" };
            return Some(format!("For {name}: off course {then}"));
        }
        let then = match ship_of(self.world, id)?.at.space {
            Space::Missing(_) => "the Lost table tells what became of it",
            Space::Zone(FlightZone::England) => "nothing happens over England",
            _ => "it is missing",
        };
        Some(format!("Alone: off course {then}"))
    }

    /// What is known of a dam, and when a unit can be there.
    fn dam(&self, crews: &[PieceId], word: &str) -> Option<String> {
        let dam = DamId::named(word)?;
        let flight = self.world.resource::<Flight>();
        let (site, zone) = (&flight.sites[dam as usize], self.content.tables.dam(dam).zone);
        let at = match self.head(crews)?.at.space {
            Space::Zone(at) | Space::Missing(at) => at,
            _ => return None,
        };
        // One zone a turn, the first of them in this turn's Move Phase.
        let order = &self.content.tables.flight.order;
        let place = |zone| order.iter().position(|z| *z == zone).unwrap_or(0);
        let moves = u8::try_from(place(at).abs_diff(place(zone))).unwrap_or(0);
        let turn = flight.turn + moves.saturating_sub(1);
        let when = if turn > LAST_FLIGHT_TURN {
            "not before dawn".to_owned()
        } else {
            format!("{} in Flight Turn {turn} at the earliest", zone.label())
        };
        if !is_known(self.world, dam, site.recon) {
            return Some(format!("Never looked at · {when}"));
        }
        Some(format!("Recon {} · Flak {} · {when}", site.recon, site.dam.flak))
    }

    /// The chance that a hazard turned over strikes.
    fn hazard(&self, at: usize) -> Option<String> {
        let flight = self.world.resource::<Flight>();
        let mark = flight.marks.get(at)?;
        let hazards = &self.content.tables.hazards;
        let shine = |m: &&Marked| {
            m.shown && m.unit == mark.unit && hazards.marker(m.colour, m.marker) == Danger::Searchlights
        };
        let lit = flight.marks.iter().any(|m| shine(&m));
        let ids = &self.content.ids;
        match hazards.marker(mark.colour, mark.marker) {
            Danger::Flak(level) => {
                let (column, dice) = (ids.flak_column(level), if lit { 3 } else { 2 });
                let of = |result| self.chance(&ids.flak_check, column, dice, 0, result);
                let hit = of(FlakResult::Hit) + of(FlakResult::Critical);
                Some(format!("Flak {level} with {dice} dice: hits {}", hit.percent()))
            }
            Danger::Nightfighter(kind) => {
                let column = ids.sighted_column(flight.alert, lit);
                let seen = self.chance(&ids.nightfighter_sighted, column, 2, 0, SightingResult::Sighted);
                if mark.on.is_some_and(|id| altitude::is_high(self.world, id)) {
                    return Some(format!("Sighted {}, and lost then, so high up", seen.percent()));
                }
                let column = ids.flight_attack_column(kind);
                let chart = &ids.nightfighter_attack_flight;
                let attack = self.chance(chart, column, 2, 0, FlightAttackResult::Attack);
                Some(format!("Sighted {}, then attacks {}", seen.percent(), attack.percent()))
            }
            _ => None,
        }
    }

    fn coordination(&self, crews: &[PieceId], led: bool) -> Option<String> {
        let ships = self.ships(crews);
        let worst = ships.iter().min_by_key(|s| (s.lancaster.quality, -self.skill(s)))?;
        let veteran = led && self.head(crews).is_some_and(|s| s.lancaster.quality == Quality::Veteran);
        let ids = &self.content.ids;
        let column = ids.coordination_column(self.skill(worst));
        let chance = self.chance(&ids.coordination, column, 2, i32::from(veteran), CheckResult::Passes);
        Some(format!("Succeeds {}", chance.percent()))
    }

    fn navigation(&self, crews: &[PieceId]) -> Option<String> {
        let head = self.head(crews)?;
        let errors: i32 =
            self.ships(crews).iter().map(|s| i32::from(s.attached.count(Hazard::MapError))).sum();
        let compass = if head.armed() { i32::from(head.attached.count(Hazard::CompassCard)) } else { 0 };
        let navigator = i32::from(head.has(EliteKind::NavigatorNavigation));
        let ids = &self.content.ids;
        let column = ids.navigation_column(self.skill(&head));
        let chance =
            self.chance(&ids.navigation, column, 2, navigator - errors - compass, CheckResult::Passes);
        let risk = if crews.len() > 1 { "else the formation suffers" } else { "else missing" };
        Some(format!("Finds it {}, {risk}", chance.percent()))
    }

    /// Received in the end, however often it is sent again.
    fn wireless(&self, crews: &[PieceId], wave: bool) -> Option<String> {
        let head = self.head(crews)?;
        let operator = |s: &Ship| s.has(EliteKind::WirelessOperator) && !s.attached.has(Hazard::BrokenRadio);
        let helped = if wave { self.ships(crews).iter().any(operator) } else { operator(&head) };
        if helped {
            return Some("Three dice, of which two count".to_owned());
        }
        // Sent again with one more each time, until it cannot come garbled any more.
        let chart = &self.content.ids.wireless;
        let of = |n: i32, result| self.chance(chart, ChartIds::ONLY, 2, n, result);
        let in_the_end = |result: WirelessResult| {
            (0..=6).rev().fold(Fraction::ZERO, |later, n| {
                let again = of(n, WirelessResult::Garbled);
                of(n, result) + Fraction::new(again.num * later.num, again.den * later.den)
            })
        };
        let (received, wrong) =
            (in_the_end(WirelessResult::Received), in_the_end(WirelessResult::Misinterpreted));
        Some(format!("Received {} · misread for good {}", received.percent(), wrong.percent()))
    }

    fn acquisition(&self, word: &str) -> Option<String> {
        let dam = DamId::named(word)?;
        let flight = self.world.resource::<Flight>();
        let zone = self.content.tables.dam(dam).zone;
        let recon = flight.zone_recon[zone as usize] + flight.sites[dam as usize].recon;
        let ids = &self.content.ids;
        let column = ids.acquisition_column(recon, true);
        let chance = self.chance(&ids.target_acquisition, column, 2, 0, CheckResult::Passes);
        let over = self.world.resource::<Pieces>().ids().filter_map(|id| ship_of(self.world, id));
        let there = over.filter(|s| s.at.space == Space::Acquiring(dam)).count();
        let others = if there > 0 { format!(" · {there} there already") } else { String::new() };
        Some(format!("Found {}{others}", chance.percent()))
    }
}
