//! What every system of the rules works with: control flow, log, dam, clock, run and squadron in one parameter.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::air::{Altitude, Flight, Marked, Orders, Target, Unit};
use super::attack_order::Station;
use super::components::{
    Airframe, At, Attached, Bomb, Cause, Clock, Dam, Debrief, Elite, Lancaster, Marker, Raid, Run, Space,
};
use super::data::{ChartIds, Colour, Danger, EliteKind, GameData, Hazard, Levels, Quality, Training};
use super::deeds::Deeds;
use super::follow_up::FollowUp;
use super::one_night::OneNight;
use super::phases::Phase;
use super::planning::{Blotter, Trim};
use crate::kernel::chart::{ChartId, Charts, RollSpec, Tone};
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::dice::Luck;
use crate::kernel::ids::{Arg, PieceId, Pieces, Seat};
use crate::kernel::phase::Flow;

/// The one seat of the game.
pub const SQUADRON: Seat = Seat(0);

/// A Lancaster's whole state, copied: the aircraft and what is attached to it ([2.1.2.a]).
#[derive(Clone, Copy, Debug)]
pub struct Ship {
    /// What never changes.
    pub lancaster: Lancaster,
    /// Where it is.
    pub at: At,
    /// Its damage.
    pub airframe: Airframe,
    /// Its mine.
    pub bomb: Bomb,
    /// Its Elite Crewman.
    pub elite: Elite,
    /// Its hazards.
    pub attached: Attached,
    /// What the campaign made of it; none in other scenarios.
    pub trim: Option<Trim>,
}

impl Ship {
    /// Whether Upkeep is aboard.
    #[must_use]
    pub fn armed(&self) -> bool {
        self.bomb.upkeep.is_some()
    }

    /// Whether it has Aldis Lights that work (clauses 4.2.3.d and 10.4.4.b).
    #[must_use]
    pub fn lit(&self) -> bool {
        !self.attached.has(Hazard::NoAldisLights) && self.trim.is_none_or(|t| t.aldis)
    }

    /// Whether this Elite Crewman is aboard: he helps nobody else ([2.3.c]).
    #[must_use]
    pub fn has(&self, kind: EliteKind) -> bool {
        self.elite.kind == Some(kind)
    }

    /// The crew's Training Levels, with what Unfit Aircrew takes off them.
    #[must_use]
    pub fn levels(&self, training: &Training) -> Levels {
        // [10.3.2.a] In the campaign the levels are those that training brought.
        let levels = self.trim.map_or_else(|| training.levels(self.lancaster.quality), |t| t.levels);
        levels.unfit(self.attached.count(Hazard::UnfitAircrew))
    }

    /// Whether it may try Veteran Saves (clauses 7.7.2.a, 2.3.6.f).
    #[must_use]
    pub fn may_save(&self) -> bool {
        self.lancaster.quality == Quality::Veteran || self.elite.kind.is_some_and(EliteKind::pilot)
    }
}

/// The Lancasters by piece.
#[derive(SystemParam)]
pub struct Squadron<'w, 's> {
    pieces: Res<'w, Pieces>,
    #[allow(clippy::type_complexity, reason = "one query for all that a Lancaster is")]
    ships: Query<
        'w,
        's,
        (
            &'static Lancaster,
            &'static mut At,
            &'static mut Airframe,
            &'static mut Bomb,
            &'static mut Elite,
            &'static mut Attached,
            Option<&'static Trim>,
        ),
    >,
    orders: Query<'w, 's, &'static mut Orders>,
    stations: Query<'w, 's, &'static mut Station>,
}

impl Squadron<'_, '_> {
    /// All Lancasters in the order of the Squadron Log.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        // The reserve comes last, bare until a follow-up raid needs it.
        let bare = |n: &usize| {
            let id = PieceId(u16::try_from(*n).unwrap_or(u16::MAX));
            !self.ships.contains(self.pieces.entity(id))
        };
        let reserve = (0..self.pieces.len()).rev().take_while(bare).count();
        self.pieces.ids().take(self.pieces.len() - reserve)
    }

    /// A Lancaster's state.
    ///
    /// # Panics
    /// Never for ids handed out at set-up: every piece of this game is a Lancaster with all its components.
    #[must_use]
    pub fn ship(&self, id: PieceId) -> Ship {
        let (l, at, airframe, bomb, elite, attached, trim) = self
            .ships
            .get(self.pieces.entity(id))
            .unwrap_or_else(|_| unreachable!("piece {} is a Lancaster", id.0));
        Ship {
            lancaster: *l,
            at: *at,
            airframe: *airframe,
            bomb: *bomb,
            elite: *elite,
            attached: *attached,
            trim: trim.copied(),
        }
    }

    /// Changes a Lancaster's state.
    pub fn change(
        &mut self,
        id: PieceId,
        f: impl FnOnce(&mut At, &mut Airframe, &mut Bomb, &mut Elite, &mut Attached),
    ) {
        if let Ok((_, mut at, mut airframe, mut bomb, mut elite, mut attached, _)) =
            self.ships.get_mut(self.pieces.entity(id))
        {
            f(&mut at, &mut airframe, &mut bomb, &mut elite, &mut attached);
        }
    }

    /// A Lancaster's orders.
    #[must_use]
    pub fn orders(&self, id: PieceId) -> Orders {
        self.orders.get(self.pieces.entity(id)).copied().unwrap_or_default()
    }

    /// Changes a Lancaster's orders.
    pub fn order(&mut self, id: PieceId, f: impl FnOnce(&mut Orders)) {
        if let Ok(mut orders) = self.orders.get_mut(self.pieces.entity(id)) {
            f(&mut orders);
        }
    }

    /// Where a Lancaster stands in an Attack Order.
    #[must_use]
    pub fn station(&self, id: PieceId) -> Station {
        self.stations.get(self.pieces.entity(id)).copied().unwrap_or_default()
    }

    /// Changes it.
    pub fn post(&mut self, id: PieceId, f: impl FnOnce(&mut Station)) {
        if let Ok(mut station) = self.stations.get_mut(self.pieces.entity(id)) {
            f(&mut station);
        }
    }

    /// Moves a Lancaster (clause 3.0.b).
    pub fn put(&mut self, id: PieceId, space: Space) {
        self.change(id, |at, _, _, _, _| at.space = space);
    }

    /// Where a Lancaster is.
    #[must_use]
    pub fn space(&self, id: PieceId) -> Space {
        self.ships.get(self.pieces.entity(id)).map_or(Space::Lost, |s| s.1.space)
    }

    /// The Lancasters whose space satisfies `test`, in order.
    pub fn in_space(&self, test: impl Fn(Space) -> bool) -> impl Iterator<Item = PieceId> {
        self.ids().filter(move |id| test(self.space(*id)))
    }

    /// The escorts, in order (clause 4.1.2.a).
    pub fn escorts(&self) -> impl Iterator<Item = PieceId> {
        self.in_space(|s| matches!(s, Space::Escort(_)))
    }
}

/// The parameter of every system of this game.
#[derive(SystemParam)]
pub struct Op<'w, 's> {
    /// Control flow.
    pub flow: ResMut<'w, Flow>,
    /// The log.
    pub log: ResMut<'w, Chronicle>,
    /// Luck, for re-rolls.
    pub luck: ResMut<'w, Luck>,
    /// The data.
    pub book: Res<'w, GameData>,
    /// The charts.
    pub charts: Res<'w, Charts>,
    /// The scenario.
    pub raid: Res<'w, Raid>,
    /// The dam.
    pub dam: ResMut<'w, Dam>,
    /// The Attack Turn Track.
    pub clock: ResMut<'w, Clock>,
    /// The Approach & Release Sequence.
    pub run: ResMut<'w, Run>,
    /// The Dummy Run / Approach Observed marker.
    pub marker: ResMut<'w, Marker>,
    /// The end of the game.
    pub debrief: ResMut<'w, Debrief>,
    /// The dam whose Target Map is in use.
    pub target: ResMut<'w, Target>,
    /// The Flight Map.
    pub flight: ResMut<'w, Flight>,
    /// Who flies high; with the optional rules of high altitude alone.
    pub altitude: Option<ResMut<'w, Altitude>>,
    /// The Mission Planning Blotter; in the campaign alone.
    pub blotter: Option<ResMut<'w, Blotter>>,
    /// What became of the follow-up raid, once a debriefing has asked for one.
    pub follow_up: Option<Res<'w, FollowUp>>,
    /// What is done of a night of several attacks; there alone.
    pub night: Option<ResMut<'w, OneNight>>,
    /// What each Lancaster did, for the debriefing.
    pub deeds: ResMut<'w, Deeds>,
    /// The Lancasters.
    pub squadron: Squadron<'w, 's>,
}

impl Op<'_, '_> {
    /// The charts' numbers and results.
    #[must_use]
    pub fn ids(&self) -> &ChartIds {
        &self.book.0.ids
    }

    /// A roll on a chart.
    #[must_use]
    pub fn spec(&self, chart: ChartId, column: u8, purpose: &'static str, clause: &'static str) -> RollSpec {
        RollSpec::new(&self.charts, chart, column, purpose, clause)
    }

    /// Asks for a roll of six-sided dice ([1.5.a]); one that directly affects the Wing Commander's own Lancaster may be re-rolled
    /// while he has not done so (clauses 2.3.4.a, 2.3.4.c).
    pub fn roll(&mut self, spec: RollSpec, step: u16) {
        let mut spec = self.with_jinx(spec);
        spec.reroll = spec.subject.is_some_and(|subject| self.commander(subject).is_some());
        self.flow.roll(SQUADRON, spec, step);
    }

    /// The Lancaster whose Wing Commander may re-roll what befalls another: his own, or on the Flight Map the leader of
    /// its wave (clauses 2.3.4.a and 2.3.4.b).
    #[must_use]
    pub fn commander(&self, subject: PieceId) -> Option<PieceId> {
        let ready = |id: &PieceId| {
            let ship = self.squadron.ship(*id);
            ship.has(EliteKind::WingCommander) && !ship.elite.spent
        };
        let flying = matches!(self.squadron.space(subject), Space::Zone(_));
        let wave = self.squadron.orders(subject).wave.filter(|_| flying);
        let leader = wave.and_then(|n| self.flight.waves.get(usize::from(n))).map(|w| w.leader);
        Some(subject).filter(ready).or_else(|| leader.filter(ready))
    }

    /// Whether a pilot may ignore a Map Error of his Lancaster (clause 2.3.6.e).
    #[must_use]
    pub fn may_ignore_error(&self, id: PieceId) -> bool {
        let ship = self.squadron.ship(id);
        ship.has(EliteKind::PilotIgnoreMapError) && !ship.elite.spent && ship.attached.has(Hazard::MapError)
    }

    /// Asks for it at the moment when the error counts.
    pub fn ask_ignore_error(&mut self, id: PieceId, step: u16) {
        let question = Question::new(SQUADRON, "{} has a Map Error. Let the pilot ignore it?", "2.3.6.e")
            .about(id)
            .offer(Offer::new("ignore", "Ignore one Map Error (once only)", "2.3.6.e").a(id))
            .offer(Offer::new("bear", "Fly by the map", "2.3.6.e"));
        self.flow.ask(question, step);
    }

    /// One Map Error goes back to its cup (clause 2.1.3.b).
    pub fn ignore_error(&mut self, id: PieceId) {
        self.squadron.change(id, |_, _, _, elite, attached| {
            elite.spent = true;
            attached.take_one(Hazard::MapError);
        });
        let hazards = &self.book.0.tables.hazards;
        let error = |(of, colour, n): &(PieceId, Colour, u8)| {
            *of == id && hazards.marker(*colour, *n) == Danger::Attach(Hazard::MapError)
        };
        if let Some(at) = self.flight.attached.iter().position(error) {
            let (_, colour, marker) = self.flight.attached.remove(at);
            self.flight.put_back(colour, marker);
        }
        self.say("2.3.6.e", Tone::Good, "{}: the pilot knows better than the map", &[id.into()]);
    }

    /// Asks for a roll that affects no Lancaster directly, though one may have caused it.
    pub fn roll_plain(&mut self, spec: RollSpec, step: u16) {
        self.flow.roll(SQUADRON, spec, step);
    }

    /// Writes a line about a Lancaster.
    pub fn say(&mut self, clause: &'static str, tone: Tone, template: &'static str, args: &[Arg]) {
        let subject = args.iter().find_map(|a| if let Arg::Piece(id) = a { Some(*id) } else { None });
        self.log.say(clause, subject, tone, template, args);
    }

    /// The Lancaster on its run, while it is in the Approach Box.
    #[must_use]
    pub fn runner(&self) -> Option<PieceId> {
        self.run.lancaster.filter(|id| matches!(self.squadron.space(*id), Space::Approach(_)))
    }

    /// Sends every escort to Circling Near (clauses 4.2.5.b, 4.2.5.e, 4.2.12.b).
    pub fn escorts_home(&mut self) {
        let escorts: Vec<_> = self.squadron.escorts().collect();
        for id in escorts {
            self.squadron.put(id, Space::CirclingNear);
        }
    }

    /// Takes a Lancaster out of play (clauses 2.1.1.b, 2.2.c, 2.3.b): crew, Elite Crewman, hazards and mine go
    /// with it, and the mine is never shown (clause 2.4.d).
    pub fn destroy(&mut self, id: PieceId, cause: Cause, clause: &'static str) {
        let at_dam = self.squadron.space(id).on_map();
        self.squadron.change(id, |at, airframe, bomb, _, attached| {
            at.space = Space::Lost;
            airframe.lost_to = Some(cause);
            bomb.upkeep = None;
            attached.clear();
        });
        if at_dam {
            self.deeds.lost_at(id, self.target.dam);
            self.dam.destroyed = self.dam.destroyed.saturating_add(1);
            self.flight.losses = self.flight.losses.saturating_add(1);
        }
        self.out_of_the_air(id);
        if self.marker.holder == Some(id) {
            self.marker.holder = None;
        }
        let template = if cause == Cause::Missing { "{} is {}" } else { "{} is lost to {}" };
        self.say(clause, Tone::Bad, template, &[id.into(), cause.label().into()]);
    }

    /// A Lancaster that is gone leaves its wave; its hazards go back to their cups (clauses 2.1.3.c and 7.7.1.h).
    fn out_of_the_air(&mut self, id: PieceId) {
        if !self.flight.on {
            return;
        }
        self.squadron.order(id, |o| o.wave = None);
        let flight = &mut *self.flight;
        let (off, on) = std::mem::take(&mut flight.attached).into_iter().partition(|(of, _, _)| *of == id);
        flight.attached = on;
        let off: Vec<(PieceId, Colour, u8)> = off;
        for (_, colour, marker) in off {
            flight.put_back(colour, marker);
        }
        self.clear_marks(id);
    }

    /// The hazards that were still to meet a Lancaster go back to their cups; Searchlights revealed in a wave stay with
    /// it until the phase ends (clause 7.7.1.h).
    pub fn clear_marks(&mut self, id: PieceId) {
        let hazards = &self.book.0.tables.hazards;
        let flight = &mut *self.flight;
        let stays = |m: &Marked| {
            let lights = hazards.marker(m.colour, m.marker) == Danger::Searchlights;
            m.done || (lights && m.shown && matches!(m.unit, Some(Unit::Wave(_))))
        };
        let (off, on) =
            std::mem::take(&mut flight.marks).into_iter().partition(|m| m.on == Some(id) && !stays(m));
        flight.marks = on;
        let off: Vec<Marked> = off;
        for mark in off {
            flight.put_back(mark.colour, mark.marker);
        }
    }

    /// The markers of this hazard that hang on a Lancaster go back to their cup.
    pub fn detach(&mut self, id: PieceId, hazard: Hazard) {
        let hazards = &self.book.0.tables.hazards;
        let flight = &mut *self.flight;
        let (off, on) = std::mem::take(&mut flight.attached)
            .into_iter()
            .partition(|(of, colour, n)| *of == id && hazards.marker(*colour, *n) == Danger::Attach(hazard));
        flight.attached = on;
        let off: Vec<(PieceId, Colour, u8)> = off;
        for (_, colour, marker) in off {
            flight.put_back(colour, marker);
        }
    }

    /// Takes the marker off its holder (clauses 2.15.1.a, 2.15.2.a).
    pub fn drop_marker(&mut self) {
        self.marker.holder = None;
    }

    /// Gives the one marker to a Lancaster, from its present holder if need be (clauses 2.15.a, 4.2.13.u).
    pub fn give_marker(&mut self, id: PieceId, observed: bool) {
        self.marker.holder = Some(id);
        self.marker.observed = observed;
    }

    /// Adds the offer to hand the marker back without using it (clause 2.15.2.a).
    #[must_use]
    pub fn with_discard(&self, question: Question) -> Question {
        match self.marker.holder {
            Some(id) => {
                let label = if self.marker.observed {
                    "{} hands back its Approach Observed marker unused"
                } else {
                    "{} hands back its Dummy Run marker unused"
                };
                question.offer(Offer::new("discard", label, "2.15.2.a").a(id))
            }
            None => question,
        }
    }

    /// Carries out the offer made by [`Self::with_discard`].
    pub fn discard(&mut self, id: PieceId) {
        self.drop_marker();
        self.say("2.15.2.a", Tone::Plain, "{} hands back its marker", &[id.into()]);
    }

    /// Takes the mine off its aircraft at the release ([2.1.2.d]) and the Compass Card with it; other hazards stay
    /// (clauses 2.1.3.b, 7.7.3d.b).
    pub fn mine_away(&mut self, id: PieceId) -> Option<u8> {
        let mut mine = None;
        self.squadron.change(id, |_, _, bomb, _, attached| {
            mine = bomb.upkeep.take();
            attached.remove(Hazard::CompassCard);
        });
        self.detach(id, Hazard::CompassCard);
        mine
    }

    /// Calls the Damage phase for one hit; goes on at `step` with 0 nothing, 1 damaged, 2 destroyed.
    pub fn damage(&mut self, id: PieceId, cause: Cause, step: u16) {
        let cause =
            Cause::ALL.iter().position(|c| *c == cause).and_then(|i| i32::try_from(i).ok()).unwrap_or(0);
        self.flow.call(Phase::Damage, [i32::from(id.0), cause, 0, 0], step);
    }
}
