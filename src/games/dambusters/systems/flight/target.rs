//! 7.9 Target Map Phase: onto the maps, attack by attack.

use crate::games::dambusters::air::{Target, Unit};
use crate::games::dambusters::components::{Clock, Space};
use crate::games::dambusters::data::{ChartIds, DamId, EntryResult, Hazard, Visibility};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// What the frame keeps: the dams already attacked this turn (bits), the dam at hand, place in the queue, flare.
const FOUGHT: usize = 0;
const DAM: usize = 1;
const AT: usize = 2;
const FLARE: usize = 3;

/// In the first argument: only the stray of the Lost table attacks, outside the Target Map Phase (clause 5.1.2.f).
pub(crate) const EXTRA: i32 = 1 << 16;

/// 7.9 One dam at a time, in the player's order ([7.9.b], [7.9.9.a]).
pub(crate) fn target_maps(mut op: Op) {
    match op.flow.step() {
        0 => {
            let open = due(&op);
            match open[..] {
                [] if op.flow.arg(FOUGHT) & EXTRA != 0 => op.flow.done(),
                [] => op.flow.goto(Phase::CleanUp, [0; 4]),
                [only] => begin(&mut op, only),
                _ => op.ask_first_dam(open, 1),
            }
        }
        1 => {
            if let Some(dam) = op.answered_dam() {
                begin(&mut op, dam);
            }
        }
        2 => {
            // [7.9.5.b] The Visibility Check of this dam.
            if op.target.always_fog {
                op.clock.visibility = Visibility::Fog; // [6.1.b]
                op.log.say("6.1.b", None, Tone::Bad, "Morning fog lies over the water", &[]);
                op.flow.stay(4);
            } else {
                op.ask_visibility(3, "7.9.5.b");
            }
        }
        3 => {
            op.set_visibility();
            op.flow.stay(4);
        }
        4 => ask_flare(&mut op),
        5 => {
            if op.flow.answer().is_some_and(|key| key.verb == "flare") {
                op.flow.set_arg(FLARE, 1);
                let turn = op.clock.turn;
                op.clock.flares.push(turn);
                op.log.say("7.9.4.a", None, Tone::Good, "A Very Light shows the way in", &[]);
            }
            op.flow.stay(6);
        }
        6 => enter(&mut op),
        7 => {
            // Where it stands on entering.
            let id = entrant(&op);
            if let Some(id) = id {
                let near = op.ids().circling_entry.result(op.flow.row()) == EntryResult::Near;
                let space = if near { Space::CirclingNear } else { Space::CirclingFar };
                op.squadron.put(id, space);
                op.say("7.9.3.a", Tone::Plain, "{} enters: {}", &[id.into(), space.label().into()]);
            }
            next(&mut op);
        }
        8 => {
            if let Some(id) = entrant(&op) {
                let turn = op.ids().arrival.result(op.flow.row()).0;
                arrive_on(&mut op, id, turn);
            }
            next(&mut op);
        }
        9 => {
            // [7.9.6.b] An attack carried over goes on as it was; the others are set up.
            let carried = op.clock.turn > 8;
            start(&mut op);
            // [7.9.5.c] [7.9.5.d] Where there may be surprise or balloons.
            if !carried && (op.blotter.is_some() || op.dam.balloons > 0) {
                op.flow.call(Phase::DamSetUp, [0; 4], 12);
            } else {
                op.flow.stay(12);
            }
        }
        12 => op.flow.call(Phase::Run, [0; 4], 10),
        10 => {
            let turn = i32::from(op.flight.turn);
            op.log.set_turn(turn);
            op.flow.call(Phase::Orders, [0; 4], 0);
        }
        _ => {
            let key = op.flow.answer();
            if let Some(id) = key.filter(|key| key.verb == "ignore").and_then(|key| key.piece()) {
                op.ignore_error(id);
                op.flow.stay(6);
            } else if let Some(id) = entrant(&op) {
                ask_arrival(&mut op, id);
            }
        }
    }
}

/// The dams with somebody in their box or an attack carried over, not yet attacked this turn (clause 7.9.a).
fn due(op: &Op) -> Vec<DamId> {
    let fought = op.flow.arg(FOUGHT);
    DamId::ALL
        .into_iter()
        .enumerate()
        .filter(|(i, dam)| {
            let waiting = op.squadron.in_space(|s| s == Space::Acquiring(*dam)).next().is_some();
            let carried = op.flight.sites[*dam as usize].open && fought & EXTRA == 0;
            fought & (1 << i) == 0 && (waiting || carried)
        })
        .map(|(_, dam)| dam)
        .collect()
}

fn begin(op: &mut Op, dam: DamId) {
    let bit = DamId::ALL.iter().position(|d| *d == dam).unwrap_or(0);
    let seen = op.flow.arg(FOUGHT);
    op.flow.set_arg(FOUGHT, seen | (1 << bit));
    op.flow.set_arg(DAM, i32::try_from(bit).unwrap_or(0));
    op.flow.set_arg(AT, 0);
    op.flow.set_arg(FLARE, 0);
    op.flight.losses = 0;
    op.low_elsewhere();
    op.clear_rolls();
    op.activate(dam);
    let carried = op.flight.sites[dam as usize].open;
    if carried {
        // [7.9.6.b] Where they were, at Attack Turn 1 again.
        let held: Vec<PieceId> = op
            .squadron
            .in_space(|s| matches!(s, Space::Held(d, _) | Space::HeldWaiting(d, _) if d == dam))
            .collect();
        for id in held {
            let space = match op.squadron.space(id) {
                Space::Held(_, true) => Space::CirclingNear,
                Space::HeldWaiting(_, n) => Space::Waiting(n),
                _ => Space::CirclingFar,
            };
            op.squadron.put(id, space);
        }
        op.flight.sites[dam as usize].open = false;
        op.clock.turn = op.clock.turn.div_ceil(8) * 8 + 1;
        op.clock.released = false;
        op.clock.flare_fired = false;
    } else {
        *op.clock = Clock { turn: 1, ..Clock::default() };
    }
    op.log.say("7.9.b", None, Tone::Plain, "The attack on the {}", &[dam.name().into()]);
    // Who enters, wave by wave.
    let mut queue: Vec<i32> = Vec::new();
    for id in op.squadron.in_space(|s| s == Space::Acquiring(dam)) {
        queue.push(i32::from(id.0));
    }
    op.flight.queue = queue;
    op.flow.stay(2);
}

fn entrant(op: &Op) -> Option<PieceId> {
    let at = usize::try_from(op.flow.arg(AT)).ok()?;
    op.flight.queue.get(at).map(|n| PieceId::of_arg(*n))
}

fn next(op: &mut Op) {
    let seen = op.flow.arg(AT);
    op.flow.set_arg(AT, seen + 1);
    op.flow.stay(6);
}

/// Whether a Lancaster comes in with a wave in good order (clause 7.9.2.b).
fn coordinated(op: &Op, id: PieceId) -> bool {
    matches!(op.unit_of(id), Unit::Wave(n) if !op.wave(n).compromised)
}

/// [7.9.4.a] [2.8.d] One flare for those who come in uncoordinated.
fn ask_flare(op: &mut Op) {
    let strays: Vec<PieceId> =
        op.flight.queue.iter().map(|n| PieceId::of_arg(*n)).filter(|id| !coordinated(op, *id)).collect();
    if strays.is_empty() {
        op.flow.stay(6);
        return;
    }
    let q = Question::new(SQUADRON, "They come in one by one. Fire a Very Light?", "7.9.4.a")
        .offer(Offer::new("flare", "Fire a Very Light", "7.9.4.a"))
        .offer(Offer::new("no-flare", "No flare", "7.9.4.a"));
    op.flow.ask(q, 5);
}

fn enter(op: &mut Op) {
    let Some(id) = entrant(op) else {
        op.flow.stay(9);
        return;
    };
    if coordinated(op, id) {
        if op.head(op.unit_of(id)) == id {
            // [7.9.3.a] The leader without a roll.
            op.squadron.put(id, Space::CirclingNear);
            op.say("7.9.3.a", Tone::Plain, "{} leads in to Circling Near", &[id.into()]);
            next(op);
        } else {
            let spec =
                op.spec(op.ids().circling_entry.id, ChartIds::ONLY, "the entry of {}", "7.9.3.a").subject(id);
            op.roll(spec, 7);
        }
        return;
    }
    if op.may_ignore_error(id) {
        op.ask_ignore_error(id, 11);
    } else {
        ask_arrival(op, id);
    }
}

/// [7.9.4.b] One die for the turn of arrival.
fn ask_arrival(op: &mut Op, id: PieceId) {
    let ship = op.squadron.ship(id);
    let errors = i32::from(ship.attached.count(Hazard::MapError))
        + i32::from(ship.attached.count(Hazard::CompassCard));
    let flare = op.flow.arg(FLARE) == 1;
    let spec = op
        .spec(op.ids().arrival.id, ChartIds::ONLY, "when {} arrives", "7.9.4.b")
        .subject(id)
        .modifier(Modifier::when(errors > 0, "Map Error and Compass Card", errors.max(1), "7.9.4.b", "none"))
        .modifier(Modifier::when(flare, "Very Light", -1, "7.9.4.b", "no flare fired"));
    op.roll(spec, 8);
}

fn arrive_on(op: &mut Op, id: PieceId, turn: u8) {
    let (space, clause) = match turn {
        0 => (Space::CirclingNear, "7.9.4.c"),
        1 => (Space::CirclingFar, "7.9.4.d"),
        n => (Space::Waiting(n), "7.9.4.e"),
    };
    op.squadron.put(id, space);
    op.say(clause, Tone::Plain, "{} arrives on Attack Turn {}", &[id.into(), i32::from(turn.max(1)).into()]);
}

/// [7.9.5.a] The marker stands on Turn 1, or where the first arrives.
fn start(op: &mut Op) {
    let ids = op.flight.queue.clone();
    for n in ids {
        let id = PieceId::of_arg(n);
        // [2.5.b] Waves mean nothing here, [11.6.2.b] but for their Attack Orders.
        op.take_station(id);
        op.leave_wave(id);
    }
    op.flight.queue.clear();
    let on_map = op.squadron.in_space(Space::on_map).next().is_some();
    let first = op
        .squadron
        .ids()
        .filter_map(|id| if let Space::Waiting(n) = op.squadron.space(id) { Some(n) } else { None })
        .min();
    if let (false, Some(first)) = (on_map, first) {
        op.clock.turn += first - op.clock.space();
    }
    let turn = i32::from(op.clock.shown(true));
    op.log.set_turn(turn);
    op.log.say("7.9.5.a", None, Tone::Plain, "Attack Turn {}", &[turn.into()]);
    op.arrive();
}

impl Op<'_, '_> {
    /// Asks which of these dams is attacked first; goes on at `step` (clause 7.9.b).
    pub(crate) fn ask_first_dam(&mut self, dams: Vec<DamId>, step: u16) {
        let mut question = Question::new(SQUADRON, "Which dam is attacked first?", "7.9.b");
        for dam in dams {
            question = question.offer(Offer::new("attack", "The {}", "7.9.b").a(dam.name()));
        }
        self.flow.ask(question, step);
    }

    /// The dam that the answer names.
    pub(crate) fn answered_dam(&mut self) -> Option<DamId> {
        let key = self.flow.answer()?;
        DamId::named(key.word())
    }

    /// [7.9.4.e] Who waits on the space that the marker reaches enters Circling Far.
    pub(crate) fn arrive(&mut self) {
        let space = self.clock.space();
        let now: Vec<PieceId> = self.squadron.in_space(|s| s == Space::Waiting(space)).collect();
        for id in now {
            self.squadron.put(id, Space::CirclingFar);
            self.say("7.9.4.e", Tone::Plain, "{} enters Circling Far", &[id.into()]);
        }
    }

    /// Takes a dam's record out for its Target Map (clause 7.9.2.a); [4.4.3.h] [7.9.9.b] each dam keeps its own.
    pub(crate) fn activate(&mut self, dam: DamId) {
        let table = self.book.0.tables.dam(dam);
        // In a night of attack scenarios each has an hour and an Alert Level of its own.
        let (visibility_modifier, always_fog, alert) = match self.raid.setup.attack(dam) {
            Some(attack) => (attack.setup.visibility_modifier, false, attack.setup.alert),
            None => {
                let (hours, turn) = (&self.book.0.tables.flight, self.flight.turn);
                (hours.visibility(turn), hours.is_fog(turn), self.flight.alert)
            }
        };
        let site = &mut self.flight.sites[dam as usize];
        std::mem::swap(&mut *self.dam, &mut site.dam);
        std::mem::swap(&mut *self.clock, &mut site.clock);
        *self.target = Target {
            dam,
            recon: site.recon,
            water: site.water,
            alert,
            visibility_modifier,
            always_fog,
            capacity: table.capacity(site.water),
            aldis: table.aldis,
            near_zone: table.near_zone,
            michelskopf: table.michelskopf,
        };
        self.flight.active = Some(dam);
    }

    /// Puts the record of the dam in use back.
    pub(crate) fn put_away(&mut self) {
        if let Some(dam) = self.flight.active.take() {
            let site = &mut self.flight.sites[dam as usize];
            std::mem::swap(&mut *self.dam, &mut site.dam);
            std::mem::swap(&mut *self.clock, &mut site.clock);
        }
    }

    /// What follows an Attack Turn of a flight scenario: whether the attack goes on, and how it ends (clauses 7.9.6.a to
    /// 7.9.6.e). `None` when it goes on.
    pub(crate) fn attack_ends(&self) -> Option<Phase> {
        let manned = self.squadron.in_space(Space::on_map).next().is_some();
        let waiting = self.squadron.in_space(|s| matches!(s, Space::Waiting(_))).next().is_some();
        if !manned && !waiting {
            return Some(Phase::TransferBack);
        }
        // [7.9.6.e] One success after the breach is all that counts.
        if self.dam.breached && self.dam.widened > 0 {
            return Some(Phase::TransferBack);
        }
        if self.clock.space() == 8 {
            // [5.1.2.f] A stray attacks for eight turns and no more.
            let stays = self
                .squadron
                .in_space(|s| s.on_map() || matches!(s, Space::Waiting(_)))
                .any(|id| self.squadron.ship(id).armed() && !self.squadron.orders(id).strayed);
            // [4.4.6.c] [7.9.6.b]
            return Some(if stays && !self.dam.breached { Phase::HoldOver } else { Phase::TransferBack });
        }
        None
    }
}
