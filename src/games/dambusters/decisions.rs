//! What each offer brings, in one line, from what the seat may know.

use bevy::prelude::World;

use super::air::{Flight, Orders, Target};
use super::air_hints;
use super::components::{ChitKind, Dam, Lights, Raid, Run, Space, Zone};
use super::data::{ChartIds, Content, DamId, RtbResult};
use super::one_night::OneNight;
use super::op::Ship;
use super::planning::Blotter;
use super::planning_hints;
use super::rules::odds::release_odds;
use super::rules::release::{chit, standing_modifiers};
use super::rules::returning::return_modifiers;
use super::scenario::ship_of;
use super::systems::chits::number;
use super::systems::jinx::jinxed;
use crate::kernel::chart::{Modifier, Pick, Row};
use crate::kernel::decision::Question;
use crate::kernel::fraction::Fraction;
use crate::kernel::ids::{Arg, PieceId, Pieces};
use crate::kernel::phase::Flow;

/// The chances of a release: success, concussion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The mine runs true.
    pub success: Fraction,
    /// Its blast damages the Lancaster.
    pub concussion: Fraction,
}

/// What a release from `zone` promises with the approach chits held (Speed, Altitude). From the Close Zone the Late
/// Release Check is averaged over its dice, which are two for a jinxed Lancaster (clause 13.2.1.a).
#[must_use]
pub fn promise(
    content: &Content,
    ship: &Ship,
    run: &Run,
    zone: Zone,
    searchlights: u8,
    jinxed: bool,
) -> Promise {
    let mut run = run.clone();
    run.released_from = Some(zone);
    run.late = 0;
    let chart = content.charts.get(content.ids.release.id);
    let standing: i32 =
        standing_modifiers(&content.tables, ship, &run, searchlights).iter().map(Modifier::applied).sum();
    let lates: Vec<(i32, Fraction)> = if zone == Zone::Close {
        let late = content.charts.get(content.ids.late_release.id);
        let forecast = if jinxed { late.forecast_by(Pick::Worst, 0, 2, 0) } else { late.forecast(0, 1, 0) };
        let modifier = |n: u8| i32::from(content.ids.late_release.result(Row(n)).modifier);
        (0..).map(modifier).zip(forecast.rows).collect()
    } else {
        vec![(0, Fraction::ONE)]
    };
    let mut rows = vec![Fraction::ZERO; chart.file().rows.len()];
    for (late, chance) in lates {
        for (row, f) in rows.iter_mut().zip(release_odds(&content.tables, chart, &run, standing + late)) {
            *row = *row + Fraction::new(f.num * chance.num, f.den * chance.den);
        }
    }
    let of = |id: &str| chart.row(id).map_or(Fraction::ZERO, |row| rows[usize::from(row.0)]);
    Promise { success: of("success"), concussion: of("concussion") }
}

/// One line on an offer; empty when its label says it all.
#[must_use]
pub fn hint(content: &Content, world: &World, question: &Question, offer: usize) -> String {
    let Some(offer) = question.offers.get(offer) else { return String::new() };
    if let Some(blotter) = world.get_resource::<Blotter>()
        && let Some(told) =
            planning_hints::hint(content, blotter, world.resource::<Flight>(), question, offer)
    {
        return told;
    }
    if let Some(told) = air_hints::hint(content, world, question, offer) {
        return told;
    }
    let key = offer.key;
    let run = world.resource::<Run>();
    let dam = world.resource::<Dam>();
    let target = world.resource::<Target>();
    let subject = question.subject.or(run.lancaster);
    let ill = subject.is_some() && subject == jinxed(world);
    match key.verb {
        "release" => {
            let Some(ship) = subject.and_then(|id| ship_of(world, id)) else { return String::new() };
            let zone = zone_of(question.clause.0);
            let p = promise(content, &ship, run, zone, dam.searchlights, ill);
            // [2.1.1.b] A second damage destroys.
            let lost = if ship.airframe.damaged { ", lost then" } else { "" };
            format!("Success {} · concussion {}{lost}", p.success.percent(), p.concussion.percent())
        }
        "proceed" => {
            let flak = flak_line(content, dam, target, run);
            if flak.is_empty() {
                "One chit may be adjusted".to_owned()
            } else {
                format!("One chit may be adjusted · {flak}")
            }
        }
        "pull-up" => "Dummy Run marker; try again another turn".to_owned(),
        "run" => {
            key.piece().and_then(|id| ship_of(world, id)).map_or(String::new(), |s| run_line(content, &s))
        }
        "escort" => "May draw fire and shoot; risks damage".to_owned(),
        "lights" if key.word() == "on" => {
            format!("Altitude chits; flak with 3 dice{}", hit_chance(content, dam, 3))
        }
        "lights" => format!("No Altitude chits; flak with 2 dice{}", hit_chance(content, dam, 2)),
        "keep" => keep_line(content, run, key.word(), question.clause.0, target.michelskopf),
        "reroll" => reroll_line(content, world, key.num()),
        "trade" => trade_line(content, run, key.word(), question.clause.0.starts_with("4.2.13")),
        "victim" => "Lost with its crew; whatever mines are left go home".to_owned(),
        "jinx" => "Of its single dice the worse of two counts; one hazard more in each zone".to_owned(),
        // [13.2.1.a]
        "evade" if ill => "Only two even dice cancel the hit: the Jinx".to_owned(),
        "evade" => "Even on one die cancels the hit".to_owned(),
        "accept" | "hit" => {
            let id = key.piece().or(question.subject);
            match id.and_then(|id| ship_of(world, id)) {
                Some(ship) if ship.airframe.damaged => "Damaged already: it would be lost".to_owned(),
                Some(_) => "It would be damaged".to_owned(),
                None => String::new(),
            }
        }
        "fire" => fire_line(content, world, key.piece(), key.b, question.clause.0),
        "flare" => "Cancels one A on later runs; Activity +1 while it burns".to_owned(),
        "home" => "Rolls for its return when the raid is over".to_owned(),
        "turn-home" => key.piece().map_or(String::new(), |id| way_home_line(content, world, id)),
        "attack" if world.contains_resource::<OneNight>() => force_line(world, key.word()),
        "observed" => "One more chit when its turn comes".to_owned(),
        "adjust" => adjust_line(content, run, key.word()),
        "die" => vector_line(content, world, key.num()),
        "stop" => format!("Damage {} of {}", dam.damage(), target.capacity),
        _ => String::new(),
    }
}

/// The chance of a safe return at the first roll from the dam that a Lancaster is over, and from the one that the others
/// fly on to.
fn way_home_line(content: &Content, world: &World, id: PieceId) -> String {
    let setup = &world.resource::<Raid>().setup;
    let entity = world.resource::<Pieces>().entity(id);
    let here = world.get::<Orders>(entity).and_then(|o| o.primary);
    let (Some(ship), Some(here)) = (ship_of(world, id), here) else { return String::new() };
    let Some(to) = setup.night.iter().find(|a| a.from == Some(here)).map(|a| a.setup.dam) else {
        return String::new();
    };
    let rtb = &content.ids.rtb;
    let from = |dam: DamId| {
        let zone = content.tables.dam(dam).zone;
        let modifiers = return_modifiers(&ship, zone, setup.at(dam).alert);
        let sum: i32 = modifiers.iter().map(Modifier::applied).sum();
        let rows = content.charts.get(rtb.id).forecast(ChartIds::ONLY, 2, sum).rows;
        let safe = (0u8..).zip(rows).filter(|(row, _)| rtb.result(Row(*row)) == RtbResult::Safe);
        format!("{} {}", zone.label(), safe.map(|(_, f)| f).sum::<Fraction>().percent())
    };
    format!("Home at the first roll: from {}, from {}", from(here), from(to))
}

/// Who waits over a dam of the night.
fn force_line(world: &World, dam: &str) -> String {
    let pieces = world.resource::<Pieces>();
    let ships = pieces.ids().filter_map(|id| ship_of(world, id));
    let here: Vec<Ship> =
        ships.filter(|s| matches!(s.at.space, Space::Held(d, _) if d.name() == dam)).collect();
    let mines = here.iter().filter(|s| s.armed()).count();
    format!("Lancasters {}, mines {mines}", here.len())
}

fn zone_of(clause: &str) -> Zone {
    match clause {
        "4.2.5.a" => Zone::Far,
        "4.2.9.a" => Zone::Near,
        _ => Zone::Close,
    }
}

fn hit_chance(content: &Content, dam: &Dam, dice: u8) -> String {
    if dam.flak == 0 {
        return String::new();
    }
    let dice = if dam.searchlights > 0 { 3 } else { dice };
    let chart = content.charts.get(content.ids.flak_check.id);
    let forecast = chart.forecast(content.ids.flak_column(dam.flak), dice, 0);
    let miss = chart.row("miss").map_or(0, |r| usize::from(r.0));
    let hit: Fraction = forecast.rows.iter().enumerate().filter(|(i, _)| *i != miss).map(|(_, f)| *f).sum();
    format!(", hit {} a roll", hit.percent())
}

fn flak_line(content: &Content, dam: &Dam, target: &Target, run: &Run) -> String {
    let lit = target.aldis && run.lights == Lights::On;
    let chance = hit_chance(content, dam, if lit { 3 } else { 2 });
    chance.strip_prefix(", ").map_or(String::new(), |c| format!("flak {c}"))
}

fn run_line(content: &Content, ship: &Ship) -> String {
    let base = content.tables.training.chits_at(ship.levels(&content.tables.training).altitude_speed);
    let speed = super::rules::draws::permitted(ChitKind::Speed, base, ship, [0; 3]);
    let altitude = super::rules::draws::permitted(ChitKind::Altitude, base, ship, [0; 3]);
    format!("{speed} Speed and {altitude} Altitude chits before the Approach Vector")
}

fn keep_line(content: &Content, run: &Run, word: &str, clause: &str, hill: bool) -> String {
    // [4.2.13.z] M counts where the Michelskopf stands, and nowhere else.
    let letter = if hill { " · M: −1 past the Michelskopf" } else { "" };
    let release = clause.starts_with("4.2.13");
    for kind in [ChitKind::Speed, ChitKind::Altitude] {
        let Some(n) = number(kind, word) else { continue };
        let Some(chit) = chit(&content.tables, kind, Some(n)) else { continue };
        if release {
            let m = if chit.m { letter } else { "" };
            return format!("{:+} on the release roll{m}", chit.release).replace('-', "−");
        }
        let held = if run.held[kind.index()] == Some(n) { " (held)" } else { "" };
        // It stays out of the pool until the release, so its other side counts too.
        let m = if chit.m { letter } else { "" };
        let other = format!("{:+}{m}", chit.release).replace('-', "−");
        return format!("{} release chits{held} · release side {other}", chit.approach);
    }
    String::new()
}

fn fire_line(content: &Content, world: &World, id: Option<PieceId>, mark: Arg, clause: &str) -> String {
    use super::data::EliteKind;
    let dam = world.resource::<Dam>();
    let Some(ship) = id.and_then(|id| ship_of(world, id)) else { return String::new() };
    let column = match mark {
        Arg::Word("flak") => content.ids.gunnery_column(dam.flak),
        Arg::Word("searchlights") => content.ids.gunnery_column(dam.searchlights),
        _ => content.ids.gunnery_balloons(),
    };
    let front = matches!(clause, "4.2.8.a" | "4.2.13.ac");
    let elite = ship.has(if front { EliteKind::FrontGunner } else { EliteKind::RearGunner });
    let chart = content.charts.get(content.ids.gunnery.id);
    let ill = id.is_some() && id == jinxed(world);
    let (pick, dice) = if ill { (Pick::Worst, 2) } else { (Pick::Highest, 1) };
    let forecast = chart.forecast_by(pick, column, dice, -i32::from(elite));
    let hit = chart.row("hit").map_or(Fraction::ZERO, |r| forecast.rows[usize::from(r.0)]);
    format!("Hits {}", hit.percent())
}

/// The chance of each row when the Wing Commander throws these dice again (places as digits) and the others lie.
fn reroll_line(content: &Content, world: &World, places: i32) -> String {
    let Some(rolled) = world.resource::<Flow>().rolled() else { return String::new() };
    let again: Vec<usize> = places
        .to_string()
        .bytes()
        .filter(|b| (b'1'..=b'3').contains(b))
        .map(|b| usize::from(b - b'1'))
        .collect();
    let rows = &content.charts.get(rolled.spec.chart).file().rows;
    let mut counts = vec![0u64; rows.len()];
    let all = 6u64.pow(u32::try_from(again.len()).unwrap_or(0));
    for throw in 0..all {
        let (mut faces, mut rest) = (rolled.faces.clone(), throw);
        for at in &again {
            faces[*at] = u8::try_from(rest % 6 + 1).unwrap_or(1);
            rest /= 6;
        }
        let row = rolled.spec.clone().read(&content.charts, faces, false).row();
        counts[usize::from(row.0)] += 1;
    }
    let told = rows.iter().zip(counts).filter(|(_, n)| *n > 0);
    told.map(|(row, n)| format!("{} {}", row.label, Fraction::new(n, all).percent()))
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What is held or drawn of a kind, and the chance that the chit bought with the marker beats it.
fn trade_line(content: &Content, run: &Run, word: &str, release: bool) -> String {
    let kind = if word == "speed" { ChitKind::Speed } else { ChitKind::Altitude };
    let value = |n: u8| {
        chit(&content.tables, kind, Some(n))
            .map_or(0, |c| if release { i32::from(c.release) } else { i32::from(c.approach) })
    };
    let mut out = run.drawn.clone();
    out.extend(run.held[kind.index()]);
    // The approach chit held is out of the cup, but gives nothing to the release.
    let mine = if release { &run.drawn } else { &out };
    let best = mine.iter().map(|n| value(*n)).max();
    let left: Vec<u8> = run.pool(kind).into_iter().filter(|n| !out.contains(n)).collect();
    let better = left.iter().filter(|n| value(**n) > best.unwrap_or(0)).count();
    let Some(best) = best else { return "None held; the marker goes back".to_owned() };
    let held = if release { format!("{best:+}").replace('-', "−") } else { best.to_string() };
    let chance = Fraction::new(better as u64, left.len().max(1) as u64);
    format!("Best now {held}; a better chit {}", chance.percent())
}

/// What a face of the Approach Vector die gives.
fn vector_line(content: &Content, world: &World, face: i32) -> String {
    let Some(rolled) = world.resource::<Flow>().rolled() else { return String::new() };
    let chart = content.charts.get(content.ids.approach_vector.id);
    chart.row_file(chart.read(rolled.spec.column, face + rolled.spec.sum())).label.clone()
}

/// The chance that the one chit drawn beats the one held.
fn adjust_line(content: &Content, run: &Run, word: &str) -> String {
    let kind = if word == "speed" { ChitKind::Speed } else { ChitKind::Altitude };
    let Some(held) = run.held[kind.index()] else { return String::new() };
    let value = |n: u8| chit(&content.tables, kind, Some(n)).map_or(0, |c| c.approach);
    let left: Vec<u8> = run.pool(kind).into_iter().filter(|n| *n != held).collect();
    let better = left.iter().filter(|n| value(**n) > value(held)).count() as u64;
    format!(
        "Holds {}; a better chit {}",
        value(held),
        Fraction::new(better, left.len().max(1) as u64).percent()
    )
}
