//! Set-up of a scenario, and the game as the kernel sees it.

use std::any::Any;
use std::sync::Arc;

use bevy::prelude::{App, World};

use super::air::{Altitude, Flight, Orders, Target};
use super::bot::SquadronBot;
use super::components::{
    Airframe, At, Attached, Bomb, Cause, ChitKind, Clock, Dam, Debrief, Elite, JINX, Lancaster, Marker, Raid,
    Run, Space,
};
use super::data::survivors::{self, Survivor};
use super::data::{
    AircraftId, Colour, Content, Danger, ELITE_CUP, EliteId, EliteKind, GameData, OptionFile, Quality, Setup,
    SpecialFile, Start, UPKEEP_CUP,
};
use super::deeds::Deeds;
use super::follow_up::FollowUp;
use super::group::Asked;
use super::one_night::{self, OneNight};
use super::op::Ship;
use super::phases::Phase;
use super::planning::{Blotter, Trim};
use super::rules::launch::flight_of;
use super::rules::release;
use super::systems::chits::cup;
use super::systems::flight::altitude;
use super::{account, adjust, campaign, decisions, group, victory, view};
use crate::kernel::account::Account;
use crate::kernel::adjust::Adjustment;
use crate::kernel::ai::Bot;
use crate::kernel::chart::Charts;
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::Question;
use crate::kernel::dice::Luck;
use crate::kernel::driver::{self, Fault};
use crate::kernel::game::{Game, OptionCard, Options, ScenarioCard, SetUpError};
use crate::kernel::ids::{PieceId, Pieces, Seat};
use crate::kernel::phase::Flow;
use crate::kernel::rules::Ledger;

/// The game with its loaded data.
pub struct DambusterRaid {
    content: Arc<Content>,
}

impl DambusterRaid {
    /// The game on this data.
    #[must_use]
    pub fn new(content: Content) -> Self {
        Self { content: Arc::new(content) }
    }

    /// The data.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

impl Game for DambusterRaid {
    fn id(&self) -> &'static str {
        "dambusters"
    }

    fn title(&self) -> &'static str {
        "Dambuster Raid"
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        let campaigns = self.content.campaigns.iter().map(|c| campaign::card(&c.file));
        self.content.scenarios.iter().map(|s| card(&s.file)).chain(campaigns).collect()
    }

    fn ledger(&self) -> &Ledger {
        &self.content.ledger
    }

    fn charts(&self) -> &Charts {
        &self.content.charts
    }

    fn data_hash(&self, scenario: &str) -> (u64, u64) {
        let campaign = || self.content.campaign(scenario).map(|c| c.hash);
        let hash = self.content.scenario(scenario).map(|s| s.hash).or_else(campaign);
        (hash.unwrap_or(0), self.content.charts_hash)
    }

    fn install(&self, app: &mut App) {
        app.insert_resource(GameData(Arc::clone(&self.content)));
        super::install(app);
    }

    fn set_up(&self, world: &mut World, scenario: &str, options: &Options) -> Result<(), SetUpError> {
        if let Some(campaign) = self.content.campaign(scenario) {
            return campaign::set_up(world, &self.content, campaign, options);
        }
        let Some(found) = self.content.scenario(scenario) else {
            let campaigns = self.content.campaigns.iter().map(|c| c.file.id.as_str());
            let ids = self.content.scenarios.iter().map(|s| s.file.id.as_str()).chain(campaigns);
            return Err(SetUpError::no_scenario(scenario, ids));
        };
        let setup = found.setup(&self.content.tables, options)?;
        lay_out(world, &self.content, scenario, setup);
        let first = match world.resource::<Flight>() {
            _ if world.contains_resource::<OneNight>() => Phase::OneNight,
            flight if flight.on => Phase::FlightTurn,
            _ => Phase::Run,
        };
        driver::start(world, first, [0; 4])?;
        Ok(())
    }

    fn hint(&self, world: &World, question: &Question, offer: usize) -> String {
        decisions::hint(&self.content, world, question, offer)
    }

    fn asked(&self, world: &World, question: &Question) -> Option<String> {
        Some(match group::asked(world, question)? {
            Asked::Player(player) => format!("P{player}"),
            Asked::All => "All".to_owned(),
        })
    }

    fn view(&self, world: &World, seat: Seat) -> Box<dyn Any + Send> {
        Box::new(view::view(world, seat))
    }

    fn view_json(&self, world: &World, seat: Seat) -> serde_json::Value {
        serde_json::to_value(view::view(world, seat)).unwrap_or_default()
    }

    fn measures(&self, world: &World) -> Vec<(&'static str, i64)> {
        victory::measures(world)
    }

    fn bot(&self, _seat: Seat, seed: u64) -> Box<dyn Bot> {
        Box::new(SquadronBot::new(Arc::clone(&self.content), seed))
    }

    fn check(&self, world: &World) -> Result<(), String> {
        check(world)
    }

    fn onward(&self, world: &World, scenario: &str) -> Option<Options> {
        let option = self.content.scenario(scenario)?.option_for(&world.resource::<Raid>().scenario)?;
        Some(Options::from([(option.id.clone(), survivors::write(&survivors_of(world)?))]))
    }

    fn account(&self, world: &World) -> Option<Account> {
        account::account(world)
    }

    fn adjustments(&self, world: &World) -> Vec<Adjustment> {
        adjust::adjustments(world)
    }

    fn adjustable(&self) -> bool {
        true
    }

    fn adjust_when(&self) -> &'static str {
        adjust::WHEN
    }

    fn adjust(&self, world: &mut World, id: &str, value: &str) -> Result<(), Fault> {
        adjust::adjust(world, id, value)
    }
}

/// Who is left when the attack is over, before anybody's way home is rolled for; `None` at any other moment.
fn survivors_of(world: &World) -> Option<Vec<Survivor>> {
    let over = world.resource::<Flow>().question().is_some_and(|q| q.clause.0.starts_with("5."));
    let pieces = world.resource::<Pieces>();
    let ships: Vec<(&str, Ship)> =
        pieces.ids().filter_map(|id| Some((pieces.code(id), ship_of(world, id)?))).collect();
    let landed = |s: &Ship| s.at.space == Space::Home || s.airframe.lost_to == Some(Cause::Missing);
    if !over || ships.iter().any(|(_, ship)| landed(ship)) {
        return None;
    }
    let left = ships.iter().filter(|(_, ship)| ship.at.space != Space::Lost);
    let survivor = |(code, ship): &(&str, Ship)| Survivor {
        code: (*code).to_owned(),
        armed: ship.armed(),
        damaged: ship.airframe.damaged,
        spent: ship.elite.spent,
    };
    Some(left.map(survivor).collect())
}

/// What the menu shows of options.
pub(super) fn option_cards(options: &[OptionFile]) -> Vec<OptionCard> {
    let card = |o: &OptionFile| {
        // The default comes first.
        let mut values: Vec<String> = o.choices.iter().map(|c| c.id.clone()).collect();
        values.sort_by_key(|v| *v != o.default);
        let label = |v: &String| o.choices.iter().find(|c| c.id == *v).map_or("", |c| c.label.as_str());
        let survivors = |of: &str| format!("Or survivors of {of}, as in AJ-G:empty,AJ-N:damaged");
        OptionCard {
            id: o.id.clone(),
            label: o.title.clone(),
            labels: values.iter().map(|v| label(v).to_owned()).collect(),
            values,
            note: o.survivors.as_ref().map_or_else(String::new, |s| survivors(&s.of)),
            free: o.survivors.is_some(),
        }
    };
    options.iter().map(card).collect()
}

fn card(file: &super::data::ScenarioFile) -> ScenarioCard {
    ScenarioCard {
        id: file.id.clone(),
        game: "dambusters".to_owned(),
        title: file.title.clone(),
        part: file.part.clone(),
        seats: file.seats.clone(),
        solo: file.solo,
        minutes: u32::from(file.minutes),
        blurb: file.blurb.clone(),
        difficulty: file.difficulty.label().to_owned(),
        rules: file.rules.clone(),
        special: special_rules(&file.special),
        options: option_cards(&file.options),
    }
}

/// The special rules as the menu lists them, with the clause that each leans on.
pub(super) fn special_rules(special: &[SpecialFile]) -> Vec<String> {
    let clause =
        |s: &SpecialFile| if s.clause.is_empty() { String::new() } else { format!(" [{}]", s.clause) };
    special.iter().map(|s| format!("{}{}", s.text, clause(s))).collect()
}

/// Texts call a chit by the side that counts: the approach side, or in the Release Sequence the other ([2.6.b],
/// [4.2.13.d]).
fn name_chits(pieces: &mut Pieces, content: &Content) {
    for (kind, n) in
        [ChitKind::Speed, ChitKind::Altitude].into_iter().flat_map(|k| (1..=JINX).map(move |n| (k, n)))
    {
        let Some(chit) = release::chit(&content.tables, kind, Some(n)) else { continue };
        let jinx = if n == JINX { "Jinx " } else { "" };
        let m = if chit.m { " M" } else { "" };
        let released = format!("{:+}", chit.release).replace('-', "−");
        let cup = cup(kind).name;
        pieces.name_item(cup, n, format!("{jinx}{}", chit.approach));
        pieces.name_item_under(cup, "4.2.13", n, format!("{jinx}{released}{m}"));
    }
}

/// Lays the table out: pieces of an earlier game go, those of this one come (clauses 2.1.2.b, 2.4.a, 2.4.c).
pub(super) fn lay_out(world: &mut World, content: &Content, scenario: &str, setup: Setup) {
    let old = std::mem::take(&mut *world.resource_mut::<Pieces>());
    for id in old.ids() {
        world.despawn(old.entity(id));
    }
    *world.resource_mut::<Flow>() = Flow::default();
    let mut pieces = Pieces::default();
    for (n, elite) in (0u8..).zip(&content.tables.elite) {
        pieces.name_place(n, elite.name.clone());
        pieces.name_item(ELITE_CUP.name, n + 1, elite.name.clone());
    }
    name_chits(&mut pieces, content);
    // [2.4.c] Mines are drawn blind, one for each Lancaster that carries one (2.4.b).
    let mut markers: Vec<u8> = (1..=u8::try_from(content.tables.upkeep.len()).unwrap_or(24)).collect();
    for sortie in &setup.sorties {
        let aircraft = content.tables.aircraft(sortie.aircraft);
        let upkeep = sortie.upkeep.then(|| {
            let mut luck = world.resource_mut::<Luck>();
            luck.draw(UPKEEP_CUP, &markers, "the Upkeep aboard").map(|at| markers.remove(at))
        });
        let orders = Orders {
            primary: sortie.primary,
            secondary: sortie.secondary,
            from_turn: sortie.from_flight_turn,
            ..Orders::default()
        };
        let space = match sortie.start {
            _ if setup.flight.is_some() => sortie.zone.map_or(Space::Scampton, Space::Zone),
            // Over its dam until the player comes to it.
            start if !setup.night.is_empty() => {
                Space::Held(sortie.primary.unwrap_or(setup.dam), start == Start::CirclingNear)
            }
            Start::CirclingNear => Space::CirclingNear,
            Start::CirclingFar => Space::CirclingFar,
        };
        // [2.11.a] Only scenarios with flight rules, and the player's own, attach hazards.
        let mut attached = Attached::default();
        for hazard in &sortie.hazards {
            attached.attach(*hazard);
        }
        // [2.1.2.c] What is attached here stays with this aircraft: nothing moves it to another.
        let entity = world
            .spawn((
                Lancaster { aircraft: sortie.aircraft, quality: sortie.quality, from_turn: sortie.from_turn },
                At { space, began: space },
                Airframe { damaged: sortie.damaged, lost_to: None },
                Bomb { upkeep: upkeep.flatten(), carried: sortie.upkeep },
                Elite {
                    id: sortie.elite,
                    kind: sortie.elite.map(|id| content.tables.elite(id).kind),
                    spent: sortie.spent,
                },
                attached,
                orders,
            ))
            .id();
        let id = pieces.add(&aircraft.code, entity);
        world.entity_mut(entity).insert(id);
    }
    // A Lancaster in reserve is a bare piece until a follow-up raid needs it.
    for id in setup.flight.iter().flat_map(|plan| &plan.follow_up.reserve) {
        let entity = world.spawn_empty().id();
        let id = pieces.add(&content.tables.aircraft(*id).code, entity);
        world.entity_mut(entity).insert(id);
    }
    world.insert_resource(pieces);
    world.remove_resource::<Blotter>();
    world.remove_resource::<Altitude>();
    if setup.high {
        // [14.0.a] Everybody starts low.
        world.insert_resource(Altitude::default());
    }
    world.remove_resource::<FollowUp>();
    world.remove_resource::<OneNight>();
    world.insert_resource(Deeds::default());
    if !setup.night.is_empty() {
        world.insert_resource(OneNight::default());
    }
    lay_out_flight(world, content, &setup);
    let dam = content.tables.dam(setup.dam);
    // [2.7.b] Levels as the scenario sets them.
    // [4.2.8.c] Scenarios 1–5 have neither Searchlights nor Balloons; a scenario of the player's own may.
    world.insert_resource(one_night::record(&setup));
    world.insert_resource(Clock { turn: 1, visibility: setup.visibility, ..Clock::default() });
    world.insert_resource(Run::default());
    world.insert_resource(Marker::default());
    world.insert_resource(Debrief::default());
    world.insert_resource(Target {
        dam: setup.dam,
        recon: setup.recon,
        water: setup.water,
        alert: setup.alert,
        visibility_modifier: setup.visibility_modifier,
        always_fog: false,
        capacity: dam.capacity(setup.water),
        aldis: dam.aldis,
        near_zone: dam.near_zone,
        michelskopf: dam.michelskopf,
    });
    world.insert_resource(Raid { scenario: scenario.to_owned(), setup, unused: markers });
    world.resource_mut::<Chronicle>().set_turn(1);
}

/// Lays the Flight Map out (clauses 6.4.1.b, 6.4.2.b, 6.4.3.a, 6.5.a and 7.5.1.a).
fn lay_out_flight(world: &mut World, content: &Content, setup: &Setup) {
    let Some(plan) = &setup.flight else {
        let active = (!setup.night.is_empty()).then_some(setup.dam);
        world.insert_resource(Flight { sites: one_night::sites(setup), active, ..Flight::default() });
        return;
    };
    let pieces: Vec<_> = world.resource::<Pieces>().ids().collect();
    for (n, wave) in plan.waves.iter().enumerate() {
        let Some(leader) = pieces.get(wave.leader).copied() else { continue };
        for member in &wave.members {
            let Some(id) = pieces.get(*member).copied() else { continue };
            let entity = world.resource::<Pieces>().entity(id);
            if let Some(mut orders) = world.get_mut::<Orders>(entity) {
                orders.wave = u8::try_from(n).ok();
                orders.led = id == leader;
            }
        }
    }
    let mut flight = flight_of(content, plan, &pieces);
    flight.attached = attached_markers(content, setup, &pieces, &mut flight.cups);
    world.insert_resource(flight);
}

/// The markers of the hazards that a scenario attaches come out of their cups, as far as there are any ([2.1.3.c]).
fn attached_markers(
    content: &Content,
    setup: &Setup,
    pieces: &[PieceId],
    cups: &mut [Vec<u8>; 3],
) -> Vec<(PieceId, Colour, u8)> {
    let mut attached = Vec::new();
    for (id, sortie) in pieces.iter().zip(&setup.sorties) {
        for hazard in &sortie.hazards {
            let found = Colour::ALL.into_iter().find_map(|colour| {
                let cup = &cups[colour as usize];
                let is = |m: &u8| content.tables.hazards.marker(colour, *m) == Danger::Attach(*hazard);
                Some((colour, cup.iter().position(is)?))
            });
            if let Some((colour, at)) = found {
                attached.push((*id, colour, cups[colour as usize].remove(at)));
            }
        }
    }
    attached
}

/// What must hold at every moment.
fn check(world: &World) -> Result<(), String> {
    let pieces = world.resource::<Pieces>();
    let raid = world.resource::<Raid>();
    let dam = world.resource::<Dam>();
    let clock = world.resource::<Clock>();
    let marker = world.resource::<Marker>();
    let flow = world.resource::<Flow>();
    let follow_up = world.get_resource::<FollowUp>();
    let reserve = raid.setup.flight.as_ref().map_or(&[][..], |plan| &plan.follow_up.reserve);
    let bare = pieces.len().saturating_sub(reserve.len());
    let (mut aboard, mut on_run, mut escorts, mut lost_mines, mut carried) = (0usize, 0, 0, 0usize, 0usize);
    let mut seen = std::collections::BTreeSet::new();
    for id in pieces.ids() {
        let Some(ship) = ship_of(world, id) else {
            if usize::from(id.0) >= bare && follow_up.is_none_or(|f| !f.flown) {
                continue;
            }
            return Err(format!("{} lacks a part", pieces.code(id)));
        };
        let code = pieces.code(id);
        carried += usize::from(ship.bomb.carried);
        if let Some(mine) = ship.bomb.upkeep {
            aboard += 1;
            if !seen.insert(mine) {
                return Err(format!("mine U{mine} is in two places"));
            }
            if !ship.bomb.carried {
                return Err(format!("{code} carries a mine that it was never given"));
            }
        }
        match ship.at.space {
            Space::Approach(_) | Space::Release | Space::Climb => on_run += 1,
            Space::Escort(_) => escorts += 1,
            Space::Lost => {
                lost_mines += usize::from(ship.bomb.carried);
                if ship.armed() {
                    return Err(format!("{code} is lost but still carries Upkeep"));
                }
                if ship.airframe.lost_to.is_none() {
                    return Err(format!("{code} is lost to nothing"));
                }
                let about =
                    flow.question().is_some_and(|q| q.offers.iter().any(|o| o.key.piece() == Some(id)));
                if about {
                    return Err(format!("{code} is lost but is offered something"));
                }
            }
            _ => {}
        }
        if ship.at.space != Space::Lost && ship.airframe.lost_to.is_some() {
            return Err(format!("{code} is shot down but flies"));
        }
    }
    if on_run > 1 || escorts > 2 {
        return Err(format!("{on_run} Lancasters and {escorts} escorts are on the run"));
    }
    let flight = world.resource::<Flight>();
    let away = flight.sites.iter().map(|site| &site.dam);
    let at = |d: &Dam| d.hits.len() + usize::from(d.misses) + usize::from(d.released_box.is_some());
    for d in away.clone().chain([dam]) {
        if at(d) != usize::from(d.released) {
            return Err(format!("{} mines were released, {} are at the dam", d.released, at(d)));
        }
    }
    let at_dam: usize = away.clone().chain([dam]).map(at).sum::<usize>() + usize::from(flight.torn_off);
    // Mines of the first night are counted with those that carried them then.
    let at_dam = at_dam.saturating_sub(follow_up.map_or(0, |f| usize::from(f.mines)));
    check_flight(world, flight)?;
    altitude::check(world)?;
    campaign::check(world)?;
    for mine in away.chain([dam]).flat_map(|d| &d.hits) {
        if !seen.insert(mine.marker) {
            return Err(format!("mine U{} is in two places", mine.marker));
        }
    }
    if aboard + at_dam > carried || aboard + at_dam + lost_mines < carried {
        return Err(format!(
            "{carried} mines at the start; {aboard} aboard, {at_dam} at the dam, {lost_mines} on lost aircraft"
        ));
    }
    if let Some(holder) = marker.holder
        && !ship_of(world, holder)
            .is_some_and(|s| s.at.space.on_map() || matches!(s.at.space, Space::Held(..)))
    {
        return Err(format!("{} holds the marker but is not on the map", pieces.code(holder)));
    }
    let most = raid.setup.at(world.resource::<Target>().dam);
    if !flight.on && (dam.flak > most.flak || dam.searchlights > most.searchlights) {
        return Err("a Defense Level rose".to_owned());
    }
    // A flare may also light the way in (clause 7.9.4.a).
    if clock.flares.len() > usize::from(clock.turn) + usize::from(flight.on) {
        return Err(format!("{} flares burn on turn {}", clock.flares.len(), clock.turn));
    }
    Ok(())
}

/// Waves, targets and hazards of a flight scenario (clauses 6.4.1.a, 6.7.a and 7.5.1.a).
fn check_flight(world: &World, flight: &Flight) -> Result<(), String> {
    if !flight.on {
        return Ok(());
    }
    let data = world.resource::<GameData>();
    let pieces = world.resource::<Pieces>();
    let mut of_colour = [0usize; 3];
    for (i, cup) in flight.cups.iter().enumerate() {
        of_colour[i] = cup.len() + usize::from(flight.gone[i]);
    }
    for mark in &flight.marks {
        of_colour[mark.colour as usize] += 1;
    }
    for (_, colour, _) in &flight.attached {
        of_colour[*colour as usize] += 1;
    }
    let mut seen = std::collections::BTreeSet::new();
    let marks = flight.marks.iter().map(|m| (m.colour as usize, m.marker));
    let attached = flight.attached.iter().map(|(_, c, m)| (*c as usize, *m));
    let cups = flight.cups.iter().enumerate().flat_map(|(i, cup)| cup.iter().map(move |m| (i, *m)));
    for mark in marks.chain(attached).chain(cups) {
        if !seen.insert(mark) {
            return Err(format!("hazard {mark:?} is in two places"));
        }
    }
    for id in pieces.ids() {
        let entity = pieces.entity(id);
        let (Some(orders), Some(at)) = (world.get::<Orders>(entity), world.get::<At>(entity)) else {
            continue;
        };
        of_colour[0] += usize::from(orders.delayed);
        if orders.primary.is_some() && orders.primary == orders.secondary {
            return Err(format!("{} has one target twice", pieces.code(id)));
        }
        if let Some(wave) = orders.wave {
            let Some(wave) = flight.waves.get(usize::from(wave)) else {
                return Err(format!("{} flies in no wave that there is", pieces.code(id)));
            };
            let leader = pieces.entity(wave.leader);
            let together = world.get::<At>(leader).is_some_and(|l| l.space == at.space);
            let led = world.get::<Orders>(leader).is_some_and(|o| o.wave == orders.wave);
            // While they enter a Target Map one by one they are apart.
            if led && !together && matches!(at.space, Space::Zone(_)) {
                return Err(format!("{} is not where its wave is", pieces.code(id)));
            }
            if matches!(at.space, Space::Lost | Space::Base(_) | Space::Missing(_)) {
                return Err(format!("{} flies in a wave from {}", pieces.code(id), at.space.label()));
            }
        }
    }
    for colour in [Colour::Yellow, Colour::LightBlue, Colour::DarkBlue] {
        let all = usize::from(data.tables.hazards.count(colour));
        if of_colour[colour as usize] != all {
            return Err(format!("{} hazards of {all}: {}", of_colour[colour as usize], colour.label()));
        }
    }
    Ok(())
}

/// A Lancaster's orders; none outside a flight.
#[must_use]
pub fn orders_of(world: &World, id: PieceId) -> Orders {
    world.get::<Orders>(world.resource::<Pieces>().entity(id)).copied().unwrap_or_default()
}

/// Who flies a Lancaster: in a scenario the man of 1943; in a campaign, whose crews are drawn together anew, the pilot
/// among the Elite Crewmen, or a crew by its quality.
#[must_use]
pub fn pilot_of(world: &World, quality: Quality, elite: Option<EliteId>, aircraft: AircraftId) -> String {
    let content = &world.resource::<GameData>().0;
    if content.campaign(&world.resource::<Raid>().scenario).is_none() {
        return content.tables.aircraft(aircraft).pilot.clone();
    }
    let flies = |kind: EliteKind| kind.pilot() || kind == EliteKind::WingCommander;
    match elite.map(|id| content.tables.elite(id)).filter(|elite| flies(elite.kind)) {
        Some(pilot) => pilot.name.clone(),
        None => format!("{} crew", quality.label()),
    }
}

/// A Lancaster's state read from outside the systems.
#[must_use]
pub fn ship_of(world: &World, id: PieceId) -> Option<Ship> {
    let entity = world.resource::<Pieces>().entity(id);
    Some(Ship {
        lancaster: *world.get::<Lancaster>(entity)?,
        at: *world.get::<At>(entity)?,
        airframe: *world.get::<Airframe>(entity)?,
        bomb: *world.get::<Bomb>(entity)?,
        elite: *world.get::<Elite>(entity)?,
        attached: *world.get::<Attached>(entity)?,
        trim: world.get::<Trim>(entity).copied(),
    })
}
