//! What the offers of a Flight Turn bring: the exact chance of the check behind them, or what they cost.

use bevy::prelude::World;

use super::air::{Flight, Orders};
use super::components::Space;
use super::data::{
    ChartIds, ChartResult, CheckResult, Content, DamId, EliteKind, Hazard, Keyed, Quality, WirelessResult,
};
use super::op::Ship;
use super::scenario::ship_of;
use super::systems::flight::wave_of;
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
        ("flare", "7.1.1.c") => Some("1 more on the dice; one hazard more where it burns".to_owned()),
        ("flare", _) if offer.clause.0 == "11.6.3.a" => Some(signal(question.clause.0).to_owned()),
        ("hold", _) => Some("Stays in Circling Far until a Wave Leader fires again".to_owned()),
        ("try-abort", _) => Some("May on an even die; one die an hour".to_owned()),
        ("flare", "7.9.4.a") => Some("1 less on each die; Activity +1 while it burns".to_owned()),
        ("wireless" | "wireless-wave", _) => map.wireless(&unit, key.verb == "wireless-wave"),
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
        let dam = DamId::ALL.into_iter().find(|d| d.name() == word)?;
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
