//! What every system of the rules works with, in one parameter.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::{
    At, BOMBER, Cause, Decks, Defence, Drop, Duel, Flight, Guide, MOSQUITO, Medals, Night, Out, Plan,
    SQUADRONS, Score, Sky, Squadron, Stock,
};
use super::data::{Advanced, EventPoints, Form, GameData, Level, Resource as Kind, Side};
use super::rules::course::Means;
use super::rules::points::{Field, FieldUse, Met, Strike, Times, airfield, single};
use crate::kernel::chart::Tone;
use crate::kernel::chronicle::Chronicle;
use crate::kernel::decision::Question;
use crate::kernel::ids::{Arg, PieceId, Pieces, Seat};
use crate::kernel::phase::Flow;
use crate::kernel::tally::Tally;

/// The six aircraft by piece.
#[derive(SystemParam)]
pub struct Aircraft<'w, 's> {
    pieces: Res<'w, Pieces>,
    at: Query<'w, 's, &'static mut At>,
    squadrons: Query<'w, 's, &'static mut Squadron>,
}

impl Aircraft<'_, '_> {
    /// Where an aircraft is: any number may share a hex in the air (clause fighters.h).
    #[must_use]
    pub fn at(&self, id: PieceId) -> At {
        self.at.get(self.pieces.entity(id)).copied().unwrap_or_default()
    }

    /// Puts an aircraft into a hex at a level.
    pub fn put(&mut self, id: PieceId, hex: u8, level: Level) {
        if let Ok(mut at) = self.at.get_mut(self.pieces.entity(id)) {
            *at = At { hex, level };
        }
    }

    /// A squadron's state.
    ///
    /// # Panics
    /// Never for the ids in [`SQUADRONS`]: set-up gives each a squadron.
    #[must_use]
    pub fn squadron(&self, id: PieceId) -> Squadron {
        self.squadrons
            .get(self.pieces.entity(id))
            .copied()
            .unwrap_or_else(|_| unreachable!("piece {} is a squadron", id.0))
    }

    /// Changes a squadron's state.
    pub fn change(&mut self, id: PieceId, f: impl FnOnce(&mut Squadron)) {
        if let Ok(mut squadron) = self.squadrons.get_mut(self.pieces.entity(id)) {
            f(&mut squadron);
        }
    }

    /// The airborne squadrons in a hex: those on the ground take no part (clause combat.f).
    pub fn airborne_in(&self, hex: u8) -> impl Iterator<Item = PieceId> {
        SQUADRONS.into_iter().filter(move |id| {
            let at = self.at(*id);
            at.hex == hex && at.level.airborne()
        })
    }

    /// How many squadrons stand on the ground in a hex.
    #[must_use]
    pub fn grounded_in(&self, hex: u8) -> u8 {
        let there = |id: &PieceId| {
            let at = self.at(*id);
            at.hex == hex && !at.level.airborne() && self.squadron(*id).out == Out::No
        };
        u8::try_from(SQUADRONS.iter().filter(|id| there(id)).count()).unwrap_or(4)
    }

    /// Whether any squadron flies.
    #[must_use]
    pub fn any_airborne(&self) -> bool {
        SQUADRONS.iter().any(|id| self.at(*id).level.airborne())
    }
}

/// The parameter of every system of this game.
#[derive(SystemParam)]
pub struct Op<'w, 's> {
    /// Control flow.
    pub flow: ResMut<'w, Flow>,
    /// The log.
    pub log: ResMut<'w, Chronicle>,
    /// The data.
    pub book: Res<'w, GameData>,
    /// The scenario.
    pub duel: Res<'w, Duel>,
    /// The public course of the night.
    pub night: ResMut<'w, Night>,
    /// The programme.
    pub plan: ResMut<'w, Plan>,
    /// The weather.
    pub sky: ResMut<'w, Sky>,
    /// The ground defence.
    pub defence: ResMut<'w, Defence>,
    /// The Mosquito's markers.
    pub stock: ResMut<'w, Stock>,
    /// Medals.
    pub medals: ResMut<'w, Medals>,
    /// Points.
    pub score: ResMut<'w, Score>,
    /// Face-down piles.
    pub decks: ResMut<'w, Decks>,
    /// The guided game.
    pub guide: ResMut<'w, Guide>,
    /// The aircraft.
    pub aircraft: Aircraft<'w, 's>,
}

impl Op<'_, '_> {
    /// Whether an advanced rule is in force (clause setup.h).
    #[must_use]
    pub fn has(&self, rule: Advanced) -> bool {
        self.duel.setup.has(rule)
    }

    /// Whether this is the solo mission.
    #[must_use]
    pub fn solo(&self) -> bool {
        self.duel.setup.form == Form::Solo
    }

    /// The seat that decides for Britain; in the solo mission the player turns its cards (clause solo-1.a).
    #[must_use]
    pub fn british(&self) -> Seat {
        if self.solo() { self.night.german } else { self.night.british }
    }

    /// The seat that decides for Germany.
    #[must_use]
    pub fn german(&self) -> Seat {
        self.night.german
    }

    /// Puts a question. In a guided game the next step of the guide is the only open offer; where the guide knows no
    /// step of this game it ends, and says so.
    pub fn ask(&mut self, mut question: Question, step: u16) {
        let guide = self.book.scenario(&self.duel.scenario).map_or(&[][..], |s| &s.file.guide);
        let steps = guide.len();
        if let Some(next) = guide.get(usize::from(self.guide.step)) {
            let wanted = question
                .offers
                .iter()
                .position(|o| o.enabled() && o.key.text(&self.aircraft.pieces) == next.answer);
            if let Some(wanted) = wanted {
                for (i, offer) in question.offers.iter_mut().enumerate() {
                    let clause = offer.clause;
                    *offer = offer.bar(i != wanted, "the guided game plays another move here", clause.0);
                }
                question.default = wanted;
                self.guide.step += 1;
            } else {
                self.guide.step = u16::try_from(steps + 1).unwrap_or(u16::MAX);
                let clause = question.clause.0;
                self.say(clause, Tone::Bad, "The guide ends here: from now on every move is yours", &[]);
            }
        }
        self.flow.ask(question, step);
    }

    /// Writes a line.
    pub fn say(&mut self, clause: &'static str, tone: Tone, template: &'static str, args: &[Arg]) {
        let subject = args.iter().find_map(|a| if let Arg::Piece(id) = a { Some(*id) } else { None });
        self.log.say(clause, subject, tone, template, args);
    }

    /// Writes a line that only the British seat may read (clauses information.a and phase-3.b).
    pub fn whisper(&mut self, clause: &'static str, template: &'static str, args: &[Arg]) {
        self.say(clause, Tone::Plain, template, args);
        let seat = self.british();
        self.log.only(seat);
    }

    /// Moves the marker, and nothing else (clause components.g), by a tally at once (clause phase-6.g) and logs it; one
    /// worth nothing is logged only when it has lines. Without a place of its own it happens where `subject` is.
    pub fn score(&mut self, cause: Cause, mut tally: Tally, subject: Option<PieceId>) {
        if tally.items.is_empty() {
            return;
        }
        tally.place = tally.place.or_else(|| subject.map(|id| self.aircraft.at(id).hex));
        let points = tally.total();
        self.score.add(cause, points);
        let tone = if cause.side() == Side::Britain { Tone::Good } else { Tone::Bad };
        self.log.tally(tally, subject, tone);
    }

    /// What counts in a hex.
    #[must_use]
    pub fn field(&self, hex: u8) -> Field {
        field(&self.sky, &self.defence, &self.medals, hex)
    }

    /// What holds for the whole board in the round of the bomber's move number `number`.
    #[must_use]
    pub fn times(&self, number: u8) -> Times {
        times(&self.duel, &self.sky, number, self.book.tables.decks.summer_from)
    }

    /// The squadrons in a hex against a bomber at this level (clause adv-3-medals.g: those on the ground take no part).
    #[must_use]
    pub fn met(&self, hex: u8, bomber: Level) -> Met {
        met(self.aircraft.airborne_in(hex).map(|id| self.aircraft.at(id).level), bomber)
    }

    /// What helps and hinders a strike on a city; markers help where they lie, whatever was the target when they fell
    /// (clause adv-2a-reprogram.g).
    #[must_use]
    pub fn strike(&self, hex: u8, low: bool) -> Strike {
        // [solo-3.g] In the solo mission every unused marker lights the target.
        let markers = self.stock.lying[usize::from(hex)] + if self.solo() { self.stock.left } else { 0 };
        Strike::on(&self.book.tables, hex, low, markers, |city| self.defence.working(city, Kind::Fire))
    }

    /// Room for squadrons on the ground now (clauses fuel-truck.b and fighters.g): a bombed truck gives none to later
    /// landings and throws nobody out (clause fuel-truck.c).
    #[must_use]
    pub fn room(&self, hex: u8) -> bool {
        self.book.tables.board.german.has(hex) && self.aircraft.grounded_in(hex) < self.defence.beds(hex)
    }

    /// Whether the Mosquito, flying over this airport, blocks takeoffs (clauses mosquito.m and balloon-barrier.a); at what
    /// altitude does not matter (clause mosquito.n).
    #[must_use]
    pub fn blockaded(&self, hex: u8) -> bool {
        blockaded(self.aircraft.at(MOSQUITO), &self.defence, hex)
    }

    /// Scores the use of an airfield by a squadron (clause fighters.j).
    pub fn use_airfield(&mut self, id: PieceId, hex: u8, what: FieldUse) {
        let bombs = self.defence.bombs[usize::from(hex)];
        let points = self.book.tables.points.events;
        let tallies = airfield(&points, what, bombs, &self.field(hex));
        let causes = [Cause::Blockade, Cause::BombedAirport, Cause::StormField, Cause::FogField];
        for (cause, tally) in causes.into_iter().zip(tallies) {
            self.score(cause, tally.args(&[id.into()]).at(hex), Some(id));
        }
    }

    /// What the British programme may still use (clauses compass-cards.b, adv-2a-reprogram.c and adv-2a-reprogram.f).
    #[must_use]
    pub fn means(&self) -> Means {
        Means::after(&self.book.tables, &self.plan.course)
    }

    /// Whether everything is down (clause phase-6.c).
    #[must_use]
    pub fn night_over(&self) -> bool {
        self.night.bomber == Flight::Down
            && self.night.mosquito == Flight::Down
            && !self.aircraft.any_airborne()
    }

    /// Begins a turn of phase 6: the log counts turns as the example of play does.
    pub fn begin_turn(&mut self) {
        self.night.turns += 1;
        self.log.set_turn(i32::from(self.night.turns));
    }

    /// The bomber's level.
    #[must_use]
    pub fn bomber_level(&self) -> Level {
        self.aircraft.at(BOMBER).level
    }
}

/// What counts in a hex: the weather of this hex alone (clause weather.a) and the tiles in action, however often they
/// have acted (clauses ground-defence.d and ground-defence.e).
#[must_use]
pub fn field(sky: &Sky, defence: &Defence, medals: &Medals, hex: u8) -> Field {
    Field {
        cloud: sky.clouds.has(hex),
        thunder: sky.thunder.has(hex),
        fog: sky.fog.has(hex),
        flak: defence.working(hex, Kind::Flak),
        lights: defence.working(hex, Kind::Searchlight),
        radar: defence.working(hex, Kind::Radar),
        smoke: defence.working(hex, Kind::Smoke),
        balloons: defence.working(hex, Kind::Balloon),
        fire: defence.working(hex, Kind::Fire),
        bunkers: defence.working(hex, Kind::Bunker),
        medals: medals.laid[usize::from(hex)],
    }
}

/// Whether a Mosquito there blocks takeoffs from a hex (clauses mosquito.m and balloon-barrier.a).
#[must_use]
pub fn blockaded(mosquito: At, defence: &Defence, hex: u8) -> bool {
    mosquito.hex == hex && mosquito.level.airborne() && defence.working(hex, Kind::Balloon) == 0
}

/// What balloon barriers score when a drop falls on a hex: once for the drop (clause balloon-barrier.b), nothing for
/// those aimed at (clause balloon-barrier.d), nothing for markers alone (clause balloon-barrier.e).
#[must_use]
pub fn balloons(points: &EventPoints, defence: &Defence, drop: &Drop, hex: u8) -> Tally {
    let aimed = drop.tiles[Kind::Balloon.index()];
    let working = defence.working(hex, Kind::Balloon).saturating_sub(aimed);
    let barriers = if drop.bombing() { working } else { 0 };
    let told = ("Balloon barriers over {}", "balloon barrier", "balloon-barrier.b");
    single(Side::Germany, told, barriers, points.balloon).args(&[Arg::Place(hex)])
}

/// What holds for the whole board in the round of the bomber's move `number`. Summer counts from the round of the
/// eighth move on, beginning with the turns before that move (clauses summer.a, summer.b and summer.c).
#[must_use]
pub fn times(duel: &Duel, sky: &Sky, number: u8, summer_from: u8) -> Times {
    Times {
        moon: sky.moon,
        summer: sky.summer && number >= summer_from,
        power: duel.setup.has(Advanced::MosquitoPower),
        cloth: duel.setup.has(Advanced::CorpseCloth),
        disturbs: duel.setup.has(Advanced::FlakDisturbs),
        low_per_flak: duel.setup.low_per_flak,
        radar_adds_up: duel.setup.radar_adds_up,
    }
}

/// Squadrons at these levels against a bomber at `bomber` (clause altitude.h).
#[must_use]
pub fn met(levels: impl Iterator<Item = Level>, bomber: Level) -> Met {
    levels.fold(Met::default(), |m, level| Met {
        squadrons: m.squadrons + 1,
        lower: m.lower + u8::from(level < bomber),
    })
}
