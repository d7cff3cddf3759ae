//! 11.5 Flight Preparation, Step 5: attachments, waves, targets, take-off, and the launch.

use bevy::prelude::*;

use crate::games::dambusters::air::{Flight, Orders};
use crate::games::dambusters::attack_order::Station;
use crate::games::dambusters::components::{At, Bomb, Elite, Lancaster, Space};
use crate::games::dambusters::data::{
    DamId, EliteId, LAST_FLIGHT_TURN, Quality, Sortie, UPKEEP_CUP, WaveSetup,
};
use crate::games::dambusters::follow_up::FollowUp;
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Assigned, Blotter, Desk, Fitting, Trim};
use crate::games::dambusters::rules::launch::{again, flight_of, launch_plan};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, OfferKey, Question};
use crate::kernel::ids::{Arg, PieceId, Pieces};

/// Argument: the Lancaster at hand, by its place in the Squadron Log; or the group of Lancasters.
const AT: usize = 0;

/// 11.5 Attachments: each Lancaster that flies takes one Aircrew, one Upkeep and at most one Elite Crewman.
pub(crate) fn attachments(mut desk: Desk, follow_up: Option<Res<FollowUp>>) {
    match desk.flow.step() {
        0 => ask_lancaster(&mut desk),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            match (key.verb, key.piece()) {
                ("crew", Some(id)) => {
                    desk.flow.set_arg(AT, i32::from(id.0));
                    desk.flow.stay(2);
                }
                ("strip", Some(id)) => {
                    // [11.5.c] Held back after all.
                    desk.blotter.assigned[usize::from(id.0)] = None;
                    desk.say("11.5.c", Tone::Plain, "{} is set aside", &[id.into()]);
                    desk.flow.stay(0);
                }
                ("crew-all", _) => {
                    crew_all(&mut desk, follow_up.as_ref().map_or(&[][..], |f| &f.crews));
                    desk.flow.stay(0);
                }
                _ => desk.flow.stay(6),
            }
        }
        2 => {
            // [11.5.b] Exactly one Aircrew.
            let mut question = Question::new(SQUADRON, "Which Aircrew flies {}?", "11.5.b").about(at(&desk));
            for quality in Quality::ALL.into_iter().rev() {
                question =
                    question.offer(Offer::new("aircrew", "A {} Aircrew", "11.5.b").a(quality.label()).bar(
                        desk.blotter.ready_crews(quality) == 0,
                        "None is left",
                        "11.5.a",
                    ));
            }
            desk.flow.ask(question, 3);
        }
        3 => {
            let Some(key) = desk.flow.answer() else { return };
            let quality =
                Quality::ALL.into_iter().find(|q| q.label() == key.word()).unwrap_or(Quality::Green);
            let id = at(&desk);
            assign(&mut desk, id, quality);
            desk.flow.stay(4);
        }
        4 => ask_elite(&mut desk),
        5 => {
            let Some(key) = desk.flow.answer() else { return };
            if let ("elite", Arg::Place(n)) = (key.verb, key.a) {
                let of = at(&desk);
                attach(&mut desk, of, EliteId(n));
            }
            desk.flow.stay(0);
        }
        6 => {
            // [13.0.b] The Jinx must fly with somebody.
            let flying: Vec<u8> = desk.blotter.flying().collect();
            if !desk.blotter.jinx || flying.is_empty() {
                desk.flow.goto(Phase::SortieWaves, [0; 4]);
                return;
            }
            let mut question = Question::new(SQUADRON, "Who must take the Jinx?", "13.0.b");
            for at in flying {
                question = question.offer(Offer::new("jinx", "{}", "13.0.b").a(PieceId(u16::from(at))));
            }
            desk.flow.ask(question, 7);
        }
        _ => {
            let Some(id) = desk.flow.answer().and_then(|key| key.piece()) else { return };
            desk.blotter.jinxed = u8::try_from(id.0).ok();
            desk.say("13.0.b", Tone::Bad, "The Jinx flies in {}", &[id.into()]);
            desk.flow.goto(Phase::SortieWaves, [0; 4]);
        }
    }
}

fn at(desk: &Desk) -> PieceId {
    PieceId::of_arg(desk.flow.arg(AT))
}

fn ask_lancaster(desk: &mut Desk) {
    let mut question = Question::new(SQUADRON, "Sortie: crew the Lancasters", "11.5.a");
    let crews: u8 = Quality::ALL.into_iter().map(|q| desk.blotter.ready_crews(q)).sum();
    let upkeep = desk.blotter.ready_upkeep();
    let free: Vec<PieceId> =
        desk.blotter.sound().filter(|id| desk.blotter.assigned[usize::from(id.0)].is_none()).collect();
    let short = |offer: Offer| {
        offer.bar(crews == 0, "No Aircrew is left that may fly", "11.5.b").bar(
            upkeep == 0,
            "No Upkeep is left that may fly",
            "11.5.b",
        )
    };
    let all = short(Offer::new("crew-all", "Crew all that can fly", "11.5.a")).bar(
        free.is_empty(),
        "No Lancaster is left that may fly",
        "11.5.a",
    );
    let ready = !all.enabled();
    let nobody = desk.blotter.flying().next().is_none();
    question = question.offer(all);
    for id in free {
        question = question.offer(short(Offer::new("crew", "Crew {}", "11.5.a").a(id)));
    }
    for at in desk.blotter.flying() {
        question = question.offer(Offer::new("strip", "Set {} aside", "11.5.c").a(PieceId(u16::from(at))));
    }
    if ready {
        question.default = question.offers.len();
    }
    let on = Offer::new("end:sortie", "On to the waves", "11.5.c");
    let question = question.offer(on.bar(nobody && !ready, "No Lancaster has a crew yet", "11.5.a"));
    desk.flow.ask(question, 1);
}

/// [11.5.b] An Aircrew and an Upkeep; which, is drawn when the raid is launched.
fn assign(desk: &mut Desk, id: PieceId, quality: Quality) {
    if desk.blotter.ready_upkeep() == 0 {
        return;
    }
    desk.blotter.assigned[usize::from(id.0)] =
        Some(Assigned { quality, elite: None, upkeep: None, primary: None, secondary: None, from_turn: 0 });
    desk.say(
        "11.5.b",
        Tone::Plain,
        "{} takes a {} Aircrew and an Upkeep",
        &[id.into(), quality.label().into()],
    );
}

/// A Lancaster that flew on the first of two nights, its Aircrew and its Elite Crewman.
type Former = (PieceId, Quality, Option<EliteId>);

/// The Lancasters that may fly and have nobody yet.
fn uncrewed(desk: &Desk) -> Vec<PieceId> {
    desk.blotter.sound().filter(|id| desk.blotter.assigned[usize::from(id.0)].is_none()).collect()
}

/// On a second night each crew flies the Lancaster that it flew, with its Elite Crewman, when both are fit; then the
/// best crews first, in the order of the Squadron Log, those whose Lancaster cannot fly with their own Elite Crewman,
/// others with the next.
fn crew_all(desk: &mut Desk, former: &[Former]) {
    let free = uncrewed(desk);
    let mut former = former.to_vec();
    former.sort_by_key(|(_, quality, elite)| (std::cmp::Reverse(*quality), elite.is_none()));
    let (own, mut homeless): (Vec<Former>, Vec<Former>) =
        former.into_iter().partition(|(id, ..)| free.contains(id));
    for (id, quality, elite) in own {
        board(desk, id, quality, elite);
    }
    for id in uncrewed(desk) {
        let ready = |q: &Quality| desk.blotter.ready_crews(*q) > 0;
        let Some(quality) = Quality::ALL.into_iter().rev().find(ready) else { return };
        let at = homeless.iter().position(|(_, q, _)| *q == quality);
        let elite = match at.map(|at| homeless.remove(at)) {
            Some((_, _, elite)) => elite,
            None => {
                // Nobody takes the man of a crew that is still to come.
                let kept = |e: &EliteId| homeless.iter().any(|(_, _, of)| *of == Some(*e));
                desk.blotter.ready_elite().find(|e| !kept(e))
            }
        };
        board(desk, id, quality, elite);
    }
}

/// An Aircrew with its Elite Crewman, as far as they are ready.
fn board(desk: &mut Desk, id: PieceId, quality: Quality, elite: Option<EliteId>) {
    if desk.blotter.ready_crews(quality) == 0 || desk.blotter.ready_upkeep() == 0 {
        return;
    }
    assign(desk, id, quality);
    let ready = elite.filter(|e| desk.blotter.ready_elite().any(|other| other == *e));
    if let Some(elite) = ready {
        attach(desk, id, elite);
    }
}

fn ask_elite(desk: &mut Desk) {
    let ready: Vec<EliteId> = desk.blotter.ready_elite().collect();
    if ready.is_empty() {
        desk.flow.stay(0);
        return;
    }
    // [11.5.b] At most one.
    let mut question = Question::new(SQUADRON, "An Elite Crewman for {}?", "11.5.b")
        .about(at(desk))
        .offer(Offer::new("no-elite", "None", "11.5.b"));
    for id in ready {
        let kind = desk.kind(id);
        question =
            question.offer(Offer::new("elite", "{}: {}", "11.5.b").a(Arg::Place(id.0)).b(kind.label()));
    }
    desk.flow.ask(question, 5);
}

fn attach(desk: &mut Desk, id: PieceId, elite: EliteId) {
    let kind = desk.kind(elite);
    if let Some(assigned) = &mut desk.blotter.assigned[usize::from(id.0)] {
        assigned.elite = Some(elite);
    }
    let told = [id.into(), Arg::Place(elite.0), kind.label().into()];
    desk.say("11.5.b", Tone::Plain, "{} takes {}: {}", &told);
}

/// 11.5 Waves. A Lancaster is put in a wave at a time; the first in it leads, the others stand in the order of attack
/// (clauses 10.4.4.g and 11.6.1.a).
pub(crate) fn waves(mut desk: Desk) {
    if desk.flow.step() == 0 {
        ask_wave(&mut desk);
        return;
    }
    let Some(key) = desk.flow.answer() else { return };
    let at = key.piece().and_then(|id| u8::try_from(id.0).ok());
    match (key.verb, at) {
        ("wave", Some(at)) => {
            let number = if let Arg::Num(n) = key.b { usize::try_from(n).unwrap_or(1) } else { 1 };
            while desk.blotter.waves.len() < number {
                desk.blotter.waves.push(Vec::new());
            }
            desk.blotter.waves[number - 1].push(at);
            desk.say("11.5.d", Tone::Plain, "{} flies in wave {}", &[key.a, key.b]);
            desk.flow.stay(0);
        }
        ("leave", Some(at)) => {
            for wave in &mut desk.blotter.waves {
                wave.retain(|other| *other != at);
            }
            desk.blotter.waves.retain(|wave| !wave.is_empty());
            desk.flow.stay(0);
        }
        _ => desk.flow.goto(Phase::SortieTargets, [0; 4]),
    }
}

fn ask_wave(desk: &mut Desk) {
    let alone: Vec<u8> = desk.blotter.flying().filter(|at| desk.blotter.wave_of(*at).is_none()).collect();
    let limit = usize::from(desk.blotter.sortie_points(desk.table()));
    let mut question = Question::new(SQUADRON, "Sortie: form waves", "11.5.d");
    let waves = desk.blotter.waves.len();
    for at in &alone {
        for number in 1..=(waves + 1).min(MOST_WAVES) {
            let size = desk.blotter.waves.get(number - 1).map_or(0, Vec::len);
            let label = if size == 0 { "{} leads wave {}" } else { "{} joins wave {}" };
            question = question.offer(
                Offer::new("wave", label, "11.5.d")
                    .a(PieceId(u16::from(*at)))
                    .b(i32::try_from(number).unwrap_or(1))
                    // [11.5.1.a] A wave takes off together.
                    .bar(size >= limit, "Beyond the Sortie Points", "11.5.1.a"),
            );
        }
    }
    for at in desk.blotter.waves.iter().flatten() {
        question =
            question.offer(Offer::new("leave", "{} leaves its wave", "11.5.d").a(PieceId(u16::from(*at))));
    }
    // [6.7.a] [11.6.a] A wave has two at least; without VHF nobody flies alone, unless he is the only one.
    let small = desk.blotter.waves.iter().any(|wave| wave.len() < 2);
    let lonely = !desk.blotter.vhf() && !alone.is_empty() && desk.blotter.flying().count() > 1 && limit > 1;
    question.default = question.offers.len();
    let question = question.offer(
        Offer::new("end:waves", "On to the targets", "11.5.d")
            .bar(small, "A wave has two Lancasters at least", "6.7.a")
            .bar(lonely, "Without VHF all fly in waves", "11.6.a"),
    );
    desk.flow.ask(question, 1);
}

/// Waves that the blotter tells apart.
const MOST_WAVES: usize = 10;

/// The first Lancaster of a group: its leader, or itself.
fn head(group: &[u8]) -> PieceId {
    PieceId(u16::from(group.first().copied().unwrap_or(0)))
}

/// 11.5 Targets, one group of Lancasters after the other (argument 0).
pub(crate) fn targets(mut desk: Desk, flight: Res<Flight>) {
    let groups = desk.blotter.groups();
    let number = usize::try_from(desk.flow.arg(AT)).unwrap_or(0);
    let Some(group) = groups.get(number) else {
        desk.flow.goto(Phase::SortieTurns, [0; 4]);
        return;
    };
    let lead = head(group);
    match desk.flow.step() {
        0 => {
            // [11.5.e] A Primary Target for everybody; a wave shares it.
            let mut question =
                Question::new(SQUADRON, "The Primary Target of {} and its wave", "11.5.e").about(lead);
            if group.len() == 1 {
                question.prompt = "The Primary Target of {}";
            }
            for dam in standing(&flight) {
                question = question.offer(Offer::new("primary", "The {} Dam", "11.5.e").a(dam.name()));
            }
            desk.flow.ask(question, 1);
        }
        1 => {
            let primary = dam_named(desk.flow.answer());
            for at in group {
                if let Some(assigned) = &mut desk.blotter.assigned[usize::from(*at)] {
                    assigned.primary = primary;
                }
            }
            desk.flow.stay(2);
        }
        2 => {
            let primary = desk.blotter.assigned[usize::from(lead.0)].and_then(|a| a.primary);
            let mut question = Question::new(SQUADRON, "A Secondary Target for {}?", "11.5.e")
                .about(lead)
                .offer(Offer::new("no-secondary", "None", "11.5.e"));
            // [6.4.2.a] Another dam.
            for dam in standing(&flight).filter(|d| Some(*d) != primary) {
                question = question.offer(Offer::new("secondary", "The {} Dam", "11.5.e").a(dam.name()));
            }
            desk.flow.ask(question, 3);
        }
        _ => {
            let secondary = dam_named(desk.flow.answer());
            for at in group {
                if let Some(assigned) = &mut desk.blotter.assigned[usize::from(*at)] {
                    assigned.secondary = secondary;
                }
            }
            let told = desk.blotter.assigned[usize::from(lead.0)].and_then(|a| a.primary);
            if let Some(dam) = told {
                let args = [lead.into(), dam.name().into()];
                desk.say("11.5.e", Tone::Plain, "{} is sent to the {}", &args);
            }
            desk.flow.set_arg(AT, i32::try_from(number).unwrap_or(0) + 1);
            desk.flow.stay(0);
        }
    }
}

/// The dams to choose from: on the second night of a follow-up raid those that stand ([6.4.4.b]).
fn standing(flight: &Flight) -> impl Iterator<Item = DamId> {
    DamId::ALL.into_iter().filter(|d| flight.sites.get(*d as usize).is_none_or(|s| !s.dam.breached))
}

fn dam_named(key: Option<OfferKey>) -> Option<DamId> {
    let word = key?.word();
    DamId::named(word)
}

/// 11.5.1 When each group takes off, within the Sortie Points of the turn (argument 0 is the group).
pub(crate) fn turns(mut desk: Desk) {
    let groups = desk.blotter.groups();
    let number = usize::try_from(desk.flow.arg(AT)).unwrap_or(0);
    let Some(group) = groups.get(number) else {
        desk.flow.goto(Phase::LastResort, [0; 4]);
        return;
    };
    let lead = head(group);
    if desk.flow.step() == 0 {
        let limit = usize::from(desk.blotter.sortie_points(desk.table()));
        let prompt =
            if group.len() == 1 { "When does {} take off?" } else { "When does {} take off with its wave?" };
        let mut question = Question::new(SQUADRON, prompt, "11.5.1.b").about(lead);
        for turn in 1..=LAST_FLIGHT_TURN {
            let full = desk.blotter.taking_off(turn) + group.len() > limit;
            question = question.offer(
                Offer::new("take-off", "In Flight Turn {}", "11.5.1.b").a(i32::from(turn)).bar(
                    full,
                    "Beyond the Sortie Points of the turn",
                    "11.5.1.a",
                ),
            );
        }
        let question = question.offer(Offer::new("hold", "It stays at Scampton", "11.5.c"));
        desk.flow.ask(question, 1);
        return;
    }
    let Some(key) = desk.flow.answer() else { return };
    if key.verb == "take-off" {
        let turn = u8::try_from(key.num()).unwrap_or(1);
        for at in group {
            if let Some(assigned) = &mut desk.blotter.assigned[usize::from(*at)] {
                assigned.from_turn = turn;
            }
        }
        desk.say("11.5.1.b", Tone::Plain, "{} takes off in Flight Turn {}", &[lead.into(), key.a]);
        desk.flow.set_arg(AT, i32::try_from(number).unwrap_or(0) + 1);
    } else {
        // [11.5.c] Held back, so the next group takes its number.
        for at in group {
            desk.blotter.assigned[usize::from(*at)] = None;
        }
        desk.blotter.waves.retain(|wave| wave != group);
        let jinxed = desk.blotter.jinxed;
        if jinxed.is_some_and(|at| group.contains(&at)) {
            // [13.0.b] It must fly with somebody who does.
            let next = desk.blotter.flying().next();
            desk.blotter.jinxed = next;
        }
        desk.say("11.5.c", Tone::Plain, "{} is held back", &[lead.into()]);
    }
    desk.flow.stay(0);
}

/// 11.5 The Target of Last Resort.
pub(crate) fn last_resort(mut desk: Desk, flight: Res<Flight>) {
    if desk.flow.step() == 0 {
        let wanted = |dam: DamId| {
            desk.blotter.assigned.iter().flatten().any(|a| a.primary == Some(dam) || a.secondary == Some(dam))
        };
        let free: Vec<DamId> = standing(&flight).filter(|d| !wanted(*d)).collect();
        // [11.5.f] Any dam when all eight are in use.
        let open = if free.is_empty() { standing(&flight).collect() } else { free };
        let mut question = Question::new(SQUADRON, "The Target of Last Resort", "11.5.f");
        for dam in open {
            question = question.offer(Offer::new("last-resort", "The {} Dam", "11.5.f").a(dam.name()));
        }
        desk.flow.ask(question, 1);
        return;
    }
    let dam = dam_named(desk.flow.answer());
    desk.blotter.last_resort = dam;
    if let Some(dam) = dam {
        desk.say("11.5.f", Tone::Plain, "Target of Last Resort: the {}", &[dam.name().into()]);
    }
    desk.flow.goto(Phase::Launch, [0; 4]);
}

/// The combined Recon Level of the zones that helps on the way home (clause 5.1.m).
const HOME_RECON: u8 = 7;

/// What a Lancaster is made ready with.
type Outfit = (
    &'static mut Lancaster,
    &'static mut At,
    &'static mut Bomb,
    &'static mut Elite,
    &'static mut Orders,
    Option<&'static mut Trim>,
    Option<&'static mut Station>,
);

/// [2.4.c] Which Upkeep each Lancaster carries is drawn blind, in the order of the Squadron Log.
fn load(desk: &mut Desk) {
    let mut left = desk.blotter.upkeep.clone();
    let flying: Vec<u8> = desk.blotter.flying().collect();
    for at in flying {
        let drawn = desk.luck.draw(UPKEEP_CUP, &left, "the Upkeep aboard").map(|i| left.remove(i));
        if let Some(assigned) = &mut desk.blotter.assigned[usize::from(at)] {
            assigned.upkeep = drawn;
        }
    }
}

/// 11.5.2 The raid is launched: the blotter's plan becomes the Flight Map.
pub(crate) fn launch(
    mut desk: Desk,
    mut flight: ResMut<Flight>,
    pieces: Res<Pieces>,
    mut ships: Query<Outfit>,
    follow_up: Option<Res<FollowUp>>,
) {
    load(&mut desk);
    let book = desk.book.0.clone();
    let (sorties, plan) = launch_plan(&desk.blotter);
    let ids: Vec<PieceId> = sorties.iter().map(|s| PieceId(u16::from(s.aircraft.0))).collect();
    for (sortie, id) in sorties.iter().zip(&ids) {
        let entity = pieces.entity(*id);
        if let Ok((mut lancaster, mut at, mut bomb, mut elite, mut orders, trim, station)) =
            ships.get_mut(entity)
        {
            lancaster.quality = sortie.quality;
            at.space = Space::Scampton;
            at.began = Space::Scampton;
            bomb.upkeep = desk.blotter.assigned[usize::from(id.0)].and_then(|a| a.upkeep);
            bomb.carried = true;
            elite.id = sortie.elite;
            elite.kind = sortie.elite.map(|e| book.tables.elite(e).kind);
            // [2.3.d] What was spent on the first of two nights stays so.
            let spent = |e| follow_up.as_ref().is_some_and(|f| f.spent.contains(&e));
            elite.spent = sortie.elite.is_some_and(spent);
            *orders = orders_of(sortie, id, &plan.waves, &ids);
            if let Some(mut trim) = trim {
                *trim = trim_of(&desk.blotter, &book.tables.planning, sortie);
            }
            if let Some(mut station) = station.filter(|_| !desk.blotter.vhf()) {
                *station = station_of(id, &plan.waves, &ids);
            }
        }
    }
    if flight.on {
        // The dams are as the first night left them.
        again(&mut flight, &plan, &ids);
    } else {
        *flight = flight_of(&book, &plan, &ids);
    }
    desk.blotter.launched = true;
    if sorties.is_empty() {
        // Nobody can fly: the dams stand, and the story ends here.
        desk.say("11.5.b", Tone::Bad, "No Lancaster can fly", &[]);
        desk.flow.goto(Phase::ReturnToBase, [0; 4]);
        return;
    }
    // [11.5.2.a] [11.5.2.b] From the first turn in which anybody takes off.
    desk.say(
        "11.5.2.a",
        Tone::Good,
        "The raid is launched in Flight Turn {}",
        &[i32::from(plan.turn).into()],
    );
    desk.flow.goto(Phase::FlightTurn, [0; 4]);
}

fn orders_of(sortie: &Sortie, id: &PieceId, waves: &[WaveSetup], ids: &[PieceId]) -> Orders {
    let place = ids.iter().position(|other| other == id).unwrap_or(0);
    let wave = waves.iter().position(|w| w.members.contains(&place));
    Orders {
        primary: sortie.primary,
        secondary: sortie.secondary,
        wave: wave.and_then(|n| u8::try_from(n).ok()),
        led: waves.iter().any(|w| w.leader == place),
        from_turn: sortie.from_flight_turn,
        ..Orders::default()
    }
}

/// [11.6.1.a] The Attack Order is laid down: the leader in front, then the others as they joined the wave.
fn station_of(id: &PieceId, waves: &[WaveSetup], ids: &[PieceId]) -> Station {
    let found = (0u8..).zip(waves).find_map(|(wave, w)| {
        let place = w.members.iter().position(|m| ids.get(*m) == Some(id))?;
        Some((wave, u8::try_from(place).unwrap_or(u8::MAX)))
    });
    let Some((wave, place)) = found else { return Station::default() };
    Station { wave: Some(wave), place, ..Station::default() }
}

fn trim_of(blotter: &Blotter, table: &crate::games::dambusters::data::Planning, sortie: &Sortie) -> Trim {
    Trim {
        levels: blotter.levels_of(sortie.quality),
        aldis: blotter.fitted[Fitting::Altimeter as usize],
        dann: blotter.fitted[Fitting::Cockpit as usize],
        vhf: blotter.vhf(),
        wallis: blotter.wallis(table),
        moon: blotter.moon(table),
        recon: blotter.zones.iter().sum::<u8>() >= HOME_RECON,
    }
}
