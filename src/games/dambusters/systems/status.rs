//! 4.4 Status Phase, its five steps, and 4.4.6 the next turn.

use crate::games::dambusters::components::{Cause, Space};
use crate::games::dambusters::data::End;
use crate::games::dambusters::data::Visibility;
use crate::games::dambusters::data::{
    AttritionResult, ChartIds, DetonationResult, FlareResult, NightfighterResult, SightingResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

impl Op<'_, '_> {
    /// Whether at least one bomber is on the Target Map (clause 4.4.a).
    fn manned(&self) -> bool {
        self.squadron.in_space(Space::on_map).next().is_some()
    }

    pub(crate) fn ask_visibility(&mut self, step: u16, clause: &'static str) {
        // [4.4.1.b] Two dice and the scenario's modifier.
        let spec = self
            .spec(self.ids().visibility.id, ChartIds::ONLY, "the Visibility Check", clause)
            .modifier(Modifier::when(
                self.target.visibility_modifier != 0,
                "Hour of the night",
                i32::from(self.target.visibility_modifier),
                "4.4.1.b",
                "early in the night",
            ));
        self.roll_plain(spec, step);
    }

    pub(crate) fn set_visibility(&mut self) {
        // [4.4.1.c] The result stands until the next check, Clear as well as Fog.
        let visibility = self.ids().visibility.result(self.flow.row());
        self.clock.visibility = visibility;
        let tone = if visibility == Visibility::Clear { Tone::Good } else { Tone::Bad };
        self.log.say("4.4.1.c", None, tone, "Visibility: {}", &[visibility.label().into()]);
    }
}

/// 4.4.1 Status step 1, on Attack Turns 3, 5 and 7.
pub(crate) fn visibility_check(mut op: Op) {
    if op.flow.step() == 0 {
        if !op.manned() {
            // [4.4.a] Nobody on the map: no Status Phase; [4.4.b] who waits is not on it.
            op.flow.goto(Phase::NextTurn, [0; 4]);
            return;
        }
        // [4.4.1.a] [6.1.b] In the last Flight Turn fog lies everywhere without a roll.
        if matches!(op.clock.space(), 3 | 5 | 7) && !op.raid.setup.skip_visibility && !op.target.always_fog {
            op.ask_visibility(1, "4.4.1.a");
            return;
        }
    } else {
        op.set_visibility();
    }
    op.flow.goto(Phase::Attrition, [0; 4]);
}

/// 4.4.2 Status step 2, only after a release this turn. Argument 0 counts the categories.
pub(crate) fn attrition(mut op: Op) {
    let at = op.flow.arg(0);
    if op.flow.step() == 1 {
        if op.ids().defense_attrition.result(op.flow.row()) == AttritionResult::Falls {
            // [4.4.2.b] The level falls, the balloon is gone; [4.4.2.c] Activity is not raised.
            let word = match at {
                0 => {
                    op.dam.flak -= 1;
                    "Flak"
                }
                1 => {
                    op.dam.searchlights -= 1;
                    "Searchlights"
                }
                2 => {
                    op.dam.balloon_close = false;
                    op.dam.balloons = op.dam.balloons.saturating_sub(1);
                    "Balloons"
                }
                _ => {
                    op.dam.balloon_climb = false;
                    op.dam.balloons = op.dam.balloons.saturating_sub(1);
                    "Balloons"
                }
            };
            op.log.say("4.4.2.b", None, Tone::Good, "{} down by 1 after the blast", &[word.into()]);
        }
        op.flow.set_arg(0, at + 1);
    }
    let first = op.flow.arg(0);
    // [4.4.2.a] Each category at 1+, each balloon; only if Upkeep was released here this turn.
    let next = (first..4).find(|i| {
        op.clock.released
            && match i {
                0 => op.dam.flak > 0,
                1 => op.dam.searchlights > 0,
                2 => op.dam.balloon_close,
                _ => op.dam.balloon_climb,
            }
    });
    let Some(category) = next else {
        op.flow.goto(Phase::Nightfighter, [0; 4]);
        return;
    };
    op.flow.set_arg(0, category);
    let (column, purpose) = match category {
        0 => (op.ids().attrition_column(op.dam.flak), "Defence Attrition of Flak"),
        1 => (op.ids().attrition_column(op.dam.searchlights), "Defence Attrition of Searchlights"),
        2 => (op.ids().attrition_balloons(), "Defence Attrition of the Close Zone balloon"),
        _ => (op.ids().attrition_balloons(), "Defence Attrition of the Climb Box balloon"),
    };
    let spec = op.spec(op.ids().defense_attrition.id, column, purpose, "4.4.2.a");
    op.roll_plain(spec, 1);
}

/// 4.4.3 Status step 3: sighted, and if so what it does.
pub(crate) fn nightfighter(mut op: Op) {
    match op.flow.step() {
        0 => {
            if op.raid.setup.skip_nightfighter {
                op.flow.goto(Phase::Detonation, [0; 4]);
                return;
            }
            // [4.4.3.b] [4.4.3.c] Column by Alert Level, row by Searchlights; Aldis Lights do not count.
            // [4.4.3.e] The Alert Level is that of the set-up.
            let column = op.ids().sighted_column(op.target.alert, op.dam.searchlights > 0);
            let spec = op.spec(op.ids().nightfighter_sighted.id, column, "Nightfighter sighted?", "4.4.3.b");
            op.roll_plain(spec, 1);
        }
        1 => {
            if op.ids().nightfighter_sighted.result(op.flow.row()) == SightingResult::Nothing {
                // [4.4.3.a] Not sighted: the check ends.
                op.flow.goto(Phase::Detonation, [0; 4]);
                return;
            }
            // [4.4.3.f] Column by Activity Level, row by a Nearby marker already there.
            let activity = op.dam.activity(op.clock.flares.len());
            let column = op.ids().attack_column(activity, op.dam.nearby);
            let spec = op.spec(op.ids().nightfighter_attack.id, column, "Nightfighter attacks?", "4.4.3.f");
            op.roll_plain(spec, 2);
        }
        2 => match op.ids().nightfighter_attack.result(op.flow.row()) {
            NightfighterResult::Vanish => {
                // [4.4.3.i]
                op.dam.nearby = false;
                op.log.say("4.4.3.i", None, Tone::Good, "The nightfighter loses the squadron", &[]);
                op.flow.goto(Phase::Detonation, [0; 4]);
            }
            NightfighterResult::Nearby => {
                // [4.4.3.j]
                op.dam.nearby = true;
                op.log.say("4.4.3.j", None, Tone::Bad, "A nightfighter stays nearby", &[]);
                op.flow.goto(Phase::Detonation, [0; 4]);
            }
            NightfighterResult::Attack => {
                let near: Vec<_> = op.squadron.in_space(|s| s == Space::CirclingNear).collect();
                if near.is_empty() {
                    // Nobody in Circling Near: nobody is destroyed, the rest applies.
                    op.flow.stay(4);
                    return;
                }
                // [4.4.3.k] The player selects the victim.
                let mut question = Question::new(
                    SQUADRON,
                    "A nightfighter attacks: one Lancaster in Circling Near is lost, all others go home. Which is lost?",
                    "4.4.3.k",
                );
                for id in near {
                    question = question
                        .offer(Offer::new("victim", "{} is lost, all others go home", "4.4.3.k").a(id));
                }
                op.flow.ask(question, 3);
            }
        },
        3 => {
            if let Some(id) = op.flow.answer().and_then(|key| key.piece()) {
                op.destroy(id, Cause::Nightfighter, "4.4.3.k");
            }
            op.flow.stay(4);
        }
        4 if op.flight.on => {
            op.drop_marker();
            op.dam.nearby = false;
            op.dam.attacked = true;
            // [4.4.3.o] [6.6.1.a]
            op.flight.alert_pending = true;
            // [6.4.3.c] A standing Target of Last Resort first, if it has fallen here.
            op.flow.call(Phase::Orders, [0; 4], 5);
        }
        5 => {
            scatter_near(&mut op);
            op.flow.stay(6);
        }
        6 => ask_waiting(&mut op),
        7 => match op.flow.answer().and_then(|key| key.piece()) {
            Some(id) => {
                op.squadron.put(id, Space::CirclingFar);
                op.flow.stay(6);
            }
            None => op.flow.stay(8),
        },
        8 => scatter_far(&mut op),
        9 => {
            if let Some(leader) = op.flow.answer().and_then(|key| key.piece()) {
                let group = far_group(&op, leader);
                far_wave(&mut op, leader, &group);
            }
            op.flow.stay(8);
        }
        _ => {
            op.drop_marker();
            // [4.4.3.l] All others scatter; [4.4.3.s] in Scenarios 1–5 they return to base; in a night of several they
            // may fly on.
            let others: Vec<_> = op.squadron.in_space(Space::on_map).collect();
            for id in others.into_iter().filter(|_| op.night.is_none()) {
                op.squadron.put(id, Space::ReturnToBase);
            }
            // [4.4.3.p]
            op.dam.nearby = false;
            op.dam.attacked = true;
            let told =
                if op.night.is_some() { "The squadron scatters" } else { "The squadron scatters for home" };
            op.log.say("4.4.3.l", None, Tone::Bad, told, &[]);
            if op.raid.setup.ends_on(End::NightfighterAttack) {
                op.log.say("4.4.3.n", None, Tone::Bad, "The nightfighter has ended the attack", &[]);
                // [4.4.3.n] The scenario ends.
                let next = op.after_attack();
                op.flow.goto(next, [0; 4]);
            } else {
                op.flow.goto(Phase::Detonation, [0; 4]);
            }
        }
    }
}

/// [4.4.3.l] [4.4.3.q] Those in Circling Near become independent in the dam's Flight Zone.
fn scatter_near(op: &mut Op) {
    let zone = op.book.0.tables.dam(op.target.dam).zone;
    op.log.say("4.4.3.l", None, Tone::Bad, "The squadron scatters over {}", &[zone.label().into()]);
    let near: Vec<_> = op.squadron.in_space(|s| s.on_map() && s != Space::CirclingFar).collect();
    for id in near {
        back_over(op, id);
    }
}

/// Off the Target Map; who has seen his dam breached has a new target ([6.4.4.c] [7.9.8.a]), a stray turns home
/// (clause 5.1.2.g).
fn back_over(op: &mut Op, id: PieceId) {
    let zone = op.book.0.tables.dam(op.target.dam).zone;
    if op.squadron.orders(id).strayed {
        op.squadron.order(id, |o| o.strayed = false);
        op.homeward(id, zone, "5.1.2.g");
    } else {
        op.squadron.put(id, Space::Zone(zone));
        op.see_breach(id);
    }
}

/// [4.4.3.m] Who waits to enter goes on waiting or joins those in Circling Far.
fn ask_waiting(op: &mut Op) {
    let waiting: Vec<_> = op.squadron.in_space(|s| matches!(s, Space::Waiting(_))).collect();
    if waiting.is_empty() {
        op.flow.stay(8);
        return;
    }
    let mut question =
        Question::new(SQUADRON, "Who of those still to enter scatters with the others?", "4.4.3.m");
    for id in waiting {
        question = question.offer(Offer::new("scatter", "{} scatters too", "4.4.3.m").a(id));
    }
    question.default = question.offers.len();
    op.flow.ask(question.offer(Offer::new("wait", "The rest wait on", "4.4.3.m")), 7);
}

/// Those in Circling Far with the targets of this one.
fn far_group(op: &Op, first: PieceId) -> Vec<PieceId> {
    let far = op.squadron.in_space(|s| s == Space::CirclingFar);
    far.filter(|id| op.same_targets(first, *id)).collect()
}

/// [4.4.3.r] Those in Circling Far fly on as one wave, Formation Compromised; a wave for each set of targets.
fn scatter_far(op: &mut Op) {
    let far: Vec<_> = op.squadron.in_space(|s| s == Space::CirclingFar).collect();
    for id in far {
        if op.squadron.orders(id).strayed {
            back_over(op, id);
        } else {
            op.see_breach(id);
        }
    }
    let Some(first) = op.squadron.in_space(|s| s == Space::CirclingFar).next() else {
        op.flow.goto(Phase::Detonation, [0; 4]);
        return;
    };
    let group = far_group(op, first);
    let led: Vec<_> = group.iter().copied().filter(|id| op.squadron.orders(*id).led).collect();
    let able = if led.is_empty() { &group } else { &led };
    if let [only] = able[..] {
        far_wave(op, only, &group);
        op.flow.stay(8);
        return;
    }
    let mut question = Question::new(SQUADRON, "Who leads those scattered from Circling Far?", "6.7.5.a");
    for id in able {
        question = question.offer(Offer::new("lead", "{} leads", "6.7.5.a").a(*id));
    }
    op.flow.ask(question, 9);
}

fn far_wave(op: &mut Op, leader: PieceId, group: &[PieceId]) {
    for id in group {
        back_over(op, *id);
    }
    if group.len() > 1 {
        op.form_wave(leader, group, true);
    }
}

/// 4.4.4 Status step 4: every unrevealed mine at the damage end, if anybody in Circling Near can see it.
pub(crate) fn detonation(mut op: Op) {
    if op.flow.step() == 0 {
        let waiting = op.dam.hits.iter().any(|m| m.damage.is_none());
        let seen = op.squadron.in_space(|s| s == Space::CirclingNear).next().is_some();
        if waiting && !seen {
            // [4.4.4.d] Deferred until somebody is there to see.
            op.log.say("4.4.4.d", None, Tone::Plain, "Nobody near enough to see the result", &[]);
        }
        if !seen {
            op.flow.goto(Phase::Flares, [0; 4]);
            return;
        }
    }
    detonate(&mut op, "4.4.4.b", Phase::Flares);
}

/// Reveals and rolls for the unrevealed mines one by one (clauses 4.4.4.b, 4.4.4.f, 5.2.a), then goes to `next`.
pub(crate) fn detonate(op: &mut Op, clause: &'static str, next: Phase) {
    if op.flow.step() == 1 {
        let result = op.ids().detonation.result(op.flow.row());
        if let Some(at) = op.dam.hits.iter().position(|m| m.damage.is_none()) {
            let mine = op.dam.hits[at];
            let numbers = op.book.0.tables.upkeep[usize::from(mine.marker.max(1)) - 1];
            // [2.4.1.b] Even applies the even number, odd the odd.
            let damage = if result == DetonationResult::Even { numbers.even } else { numbers.odd };
            op.dam.hits[at].damage = Some(damage);
            op.say(
                "4.4.4.b",
                Tone::Good,
                "The mine of {} does {} damage",
                &[mine.from.into(), i32::from(damage).into()],
            );
            judge_breach(op);
        }
    }
    // [4.4.4.f] One after another, as many as wait.
    if let Some(mine) = op.dam.hits.iter_mut().find(|m| m.damage.is_none()) {
        // [4.4.4.a] [2.4.d] Turned over only now, and before the die is thrown.
        mine.shown = true;
        let (from, marker) = (mine.from, mine.marker);
        let numbers = op.book.0.tables.upkeep[usize::from(marker.max(1)) - 1];
        op.flow.reveal();
        op.say(
            "4.4.4.b",
            Tone::Plain,
            "The mine of {} is turned over: {} for an odd die, {} for an even one",
            &[from.into(), i32::from(numbers.odd).into(), i32::from(numbers.even).into()],
        );
        if op.squadron.ship(from).trim.is_some_and(|t| t.wallis) {
            // [4.4.4.c] [10.3.3.b] Dr Wallis has seen to it: the higher number, and no die.
            let damage = numbers.higher();
            if let Some(mine) = op.dam.hits.iter_mut().find(|m| m.damage.is_none()) {
                mine.damage = Some(damage);
            }
            let told = [from.into(), i32::from(damage).into()];
            op.say("4.4.4.c", Tone::Good, "Wallis Bonus: the mine of {} does {} damage", &told);
            judge_breach(op);
            op.flow.stay(0);
            return;
        }
        let spec = op
            .spec(op.ids().detonation.id, ChartIds::ONLY, "the result of the mine of {}", clause)
            .subject(from);
        op.roll_plain(spec, 1);
    } else {
        op.flow.goto(next, [0; 4]);
    }
}

/// [4.4.4.g] Breached when the damage reaches the capacity of its Water Level; [5.2.c] the photographs may show
/// less than was reported.
pub(crate) fn judge_breach(op: &mut Op) {
    let breached = op.dam.damage() >= i32::from(op.target.capacity);
    if breached && !op.dam.breached {
        op.log.say("4.4.4.g", None, Tone::Good, "The dam is breached", &[]);
        op.flight.alert_pending = op.flight.on; // [6.6.1.a]
    } else if op.dam.breached && !breached {
        op.log.say("5.2.c", None, Tone::Bad, "The photographs show no breach", &[]);
    }
    op.dam.breached = breached;
}

/// 4.4.5 Status step 5: flares burn out. Argument 0 counts the flares.
pub(crate) fn flares(mut op: Op) {
    let mut at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    if op.flow.step() == 1 {
        if op.ids().flare.result(op.flow.row()) == FlareResult::Out && at < op.clock.flares.len() {
            op.clock.flares.remove(at);
            op.log.say("4.4.5.a", None, Tone::Plain, "A Very Light burns out", &[]);
        } else {
            at += 1;
        }
    }
    op.flow.set_arg(0, i32::try_from(at).unwrap_or(i32::MAX));
    let Some(fired) = op.clock.flares.get(at).copied() else {
        op.flow.goto(Phase::NextTurn, [0; 4]);
        return;
    };
    // [4.4.5.a] One die less the turns since it was fired, counted on across the reset.
    let elapsed = i32::from(op.clock.turn) - i32::from(fired);
    let spec = op
        .spec(op.ids().flare.id, ChartIds::ONLY, "Does the Very Light still burn?", "4.4.5.a")
        .modifier(Modifier::when(elapsed > 0, "Turns elapsed", -elapsed, "4.4.5.a", "fired this turn"));
    op.roll_plain(spec, 1);
}

/// 4.4.6 The scenario's end, or the next turn.
pub(crate) fn next_turn(mut op: Op) {
    match op.flow.step() {
        0 if op.flight.on => {
            if let Some(end) = op.attack_ends() {
                op.flow.goto(end, [0; 4]);
            } else if op.dam.breached {
                // [7.9.6.d]
                let question = Question::new(
                    SQUADRON,
                    "The dam is breached. Break off, or widen the breach?",
                    "7.9.6.d",
                )
                .offer(Offer::new("stop", "Break off the attack", "7.9.6.a"))
                .offer(Offer::new("go-on", "Attack on: one more success counts", "7.9.6.e"));
                op.flow.ask(question, 1);
            } else {
                advance(&mut op);
            }
        }
        0 => {
            let armed = op.squadron.in_space(Space::on_map).any(|id| op.squadron.ship(id).armed());
            if over(&op, armed) {
                let next = op.after_attack();
                op.flow.goto(next, [0; 4]);
            } else if op.dam.breached && op.raid.setup.ends_on(End::BreachedAndStopped) {
                // [7.9.6.d] [7.9.6.e] One further success may be sought.
                let stop = if op.night.is_some() { "Break off the attack" } else { "Break off and go home" };
                let question = Question::new(
                    SQUADRON,
                    "The dam is breached. Break off, or widen the breach?",
                    "7.9.6.d",
                )
                .offer(Offer::new("stop", stop, "5.0.a"))
                .offer(Offer::new("go-on", "Attack on: one more success counts", "7.9.6.e"));
                op.flow.ask(question, 1);
            } else {
                advance(&mut op);
            }
        }
        1 => {
            if op.flow.answer().is_some_and(|key| key.verb == "stop") {
                op.log.say("5.0.a", None, Tone::Plain, "The attack is broken off", &[]);
                let next = if op.flight.on { Phase::TransferBack } else { op.after_attack() };
                op.flow.goto(next, [0; 4]);
            } else {
                advance(&mut op);
            }
        }
        _ => {
            op.set_visibility();
            op.flow.goto(Phase::Run, [0; 4]);
        }
    }
}

/// Whether the scenario ends without a choice (clause 5.0.a).
fn over(op: &Op, armed: bool) -> bool {
    let setup = &op.raid.setup;
    let spent = !armed && setup.ends_on(End::NoUpkeepLeft);
    let widened = op.dam.breached && op.dam.widened > 0 && setup.ends_on(End::BreachedAndStopped);
    let late = op.clock.turn >= setup.last_turn();
    spent || widened || late || !op.manned()
}

/// [4.4.6.a] The marker advances by 1.
fn advance(op: &mut Op) {
    op.clock.turn += 1;
    op.clock.released = false;
    op.clock.flare_fired = false;
    let turn = i32::from(op.clock.shown(op.flight.on));
    op.log.set_turn(turn);
    op.log.say("4.4.6.a", None, Tone::Plain, "Attack Turn {}", &[turn.into()]);
    op.arrive();
    if op.clock.space() == 1 && !op.raid.setup.skip_visibility {
        // [4.4.6.b] After Turn 8 the track starts again, with a Visibility Check first.
        op.ask_visibility(2, "4.4.6.b");
    } else {
        op.flow.goto(Phase::Run, [0; 4]);
    }
}
