//! A night of several attack scenarios: dam after dam in the player's order, then on to the next with what is left.

use crate::games::dambusters::components::{Dam, Run, Space};
use crate::games::dambusters::data::{Attack, DamId};
use crate::games::dambusters::one_night::{Sent, judged, row_words};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::systems::endgame::debrief_flight;
use crate::games::dambusters::victory::{night_of_several, reservoirs};
use crate::kernel::chart::Tone;
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// [7.9.b] [7.9.9.a] One dam after another, all of them at the same time; then the survivors of one fly on.
pub(crate) fn one_night(mut op: Op) {
    match op.flow.step() {
        0 => {
            let due = due(&op);
            match due[..] {
                [] => op.flow.stay(2),
                [only] => begin(&mut op, only),
                _ => op.ask_first_dam(due, 1),
            }
        }
        1 => {
            if let Some(dam) = op.answered_dam() {
                begin(&mut op, dam);
            }
        }
        2 => ask_onward(&mut op),
        _ => match op.flow.answer().and_then(|key| key.piece()) {
            Some(id) => {
                op.squadron.put(id, Space::ReturnToBase);
                op.say("4.3.c", Tone::Plain, "{} sets course for home", &[id.into()]);
                op.flow.stay(2);
            }
            None => fly_on(&mut op),
        },
    }
}

/// The dams that have somebody over them and are not attacked yet.
fn due(op: &Op) -> Vec<DamId> {
    let fought = op.night.as_ref().map_or(&[][..], |night| &night.over);
    let dams = op.raid.setup.night.iter().map(|a| a.setup.dam);
    dams.filter(|dam| !fought.contains(dam) && !held(op, *dam).is_empty()).collect()
}

/// Those over a dam whose Target Map is not in use.
fn held(op: &Op, dam: DamId) -> Vec<PieceId> {
    op.squadron.in_space(|s| matches!(s, Space::Held(d, _) if d == dam)).collect()
}

/// [7.9.9.b] The Target Map of a dam comes into use with the record that is its own.
fn begin(op: &mut Op, dam: DamId) {
    op.put_away();
    op.activate(dam);
    for id in held(op, dam) {
        let near = op.squadron.space(id) == Space::Held(dam, true);
        op.squadron.put(id, if near { Space::CirclingNear } else { Space::CirclingFar });
    }
    op.log.set_turn(1);
    op.log.say("7.9.b", None, Tone::Plain, "The attack on the {}", &[dam.name().into()]);
    op.flow.goto(Phase::Run, [0; 4]);
}

/// An attack is over: who is not lost or on the way home waits over its dam until the others are over too.
pub(crate) fn attack_over(mut op: Op) {
    let dam = op.target.dam;
    op.drop_marker();
    *op.run = Run::default();
    let here: Vec<_> = op.squadron.in_space(Space::on_map).collect();
    for id in here {
        op.squadron.put(id, Space::Held(dam, true));
    }
    if let Some(night) = &mut op.night {
        night.over.push(dam);
    }
    op.log.say("7.9.9.a", None, Tone::Plain, "The attack on the {} is over", &[dam.name().into()]);
    if let Some(told) = told(&mut op, dam) {
        op.log.text("7.9.9.a", Tone::Plain, &told);
    }
    op.flow.goto(Phase::OneNight, [0; 4]);
}

/// Every Lancaster with the dam that it was sent to last.
fn sent(op: &Op) -> Vec<Sent> {
    op.squadron.ids().map(|id| (op.squadron.ship(id), op.squadron.orders(id).primary)).collect()
}

/// How a dam stands whose attack is over. What the way home and the photographs may change is not in it yet.
fn told(op: &mut Op, dam: DamId) -> Option<String> {
    let attack = op.raid.setup.attack(dam)?.clone();
    let (sent, record) = (sent(op), op.record(dam).clone());
    let judged = judged(&attack, &op.raid.setup, op.night.as_deref()?, &record, &sent);
    let scenario = op.book.0.scenario(&attack.scenario)?;
    let capacity = op.book.0.tables.dam(dam).capacity(attack.setup.water);
    let end = if record.breached { "breached" } else { "it holds" };
    let (damage, released, hits) = (record.damage(), record.released, record.hits.len());
    let row = row_words(scenario, scenario.debrief(judged));
    Some(format!(
        "{}: damage {damage} of {capacity}, {end}; mines released {released}, true {hits}; lost {}; as it stands {row}",
        dam.name(),
        judged.lost
    ))
}

/// The attack that is flown with what is left of another, while it is ahead: the dam they come from, and the dam.
fn onward(op: &Op) -> Option<(DamId, DamId)> {
    let night = op.night.as_ref()?;
    let of = |a: &Attack| Some((a.from?, a.setup.dam));
    op.raid.setup.night.iter().find_map(of).filter(|(_, to)| !night.over.contains(to))
}

/// Who has no mine, or is damaged, may turn for home before the rest fly on (clause 1.2.a).
fn ask_onward(op: &mut Op) {
    let Some((from, to)) = onward(op) else {
        op.flow.goto(Phase::ReturnToBase, [0; 4]);
        return;
    };
    let crews = held(op, from);
    if !crews.iter().any(|id| op.squadron.ship(*id).armed()) {
        let told = [from.name().into(), to.name().into()];
        op.log.say("1.2.a", None, Tone::Bad, "Nobody at the {} has a mine for the {}", &told);
        op.flow.goto(Phase::ReturnToBase, [0; 4]);
        return;
    }
    let mut q = Question::new(SQUADRON, "On to the {}. Does anybody turn for home?", "1.2.a")
        .args(&[to.name().into()]);
    for id in crews {
        let ship = op.squadron.ship(id);
        if !ship.armed() || ship.airframe.damaged {
            q = q.offer(Offer::new("turn-home", "{} turns for home", "4.3.c").a(id));
        }
    }
    if q.offers.is_empty() {
        fly_on(op);
        return;
    }
    q.default = q.offers.len();
    op.flow.ask(q.offer(Offer::new("fly-on", "The others fly on", "1.2.a")), 3);
}

fn fly_on(op: &mut Op) {
    let Some((from, to)) = onward(op) else { return };
    let crews = held(op, from);
    let mines = crews.iter().filter(|id| op.squadron.ship(**id).armed()).count();
    if let Some(night) = &mut op.night {
        night.brought_on = u8::try_from(mines).unwrap_or(u8::MAX);
    }
    for id in &crews {
        op.squadron.put(*id, Space::Held(to, true));
        op.squadron.order(*id, |o| o.primary = Some(to));
    }
    let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let told = [count(crews.len()).into(), to.name().into(), count(mines).into()];
    op.log.say("1.2.a", None, Tone::Plain, "Lancasters that fly on: {}, to the {}, with mines: {}", &told);
    op.flow.stay(0);
}

impl Op<'_, '_> {
    /// What follows an attack that is over: the way home, or in a night of several the next.
    pub(crate) fn after_attack(&self) -> Phase {
        if self.night.is_some() { Phase::AttackOver } else { Phase::ReturnToBase }
    }
}

/// [5.3.a] Each attack by its own chart, the sum of the night, and the row that the night has of its own.
pub(crate) fn debrief_night(op: &mut Op) {
    let Some(night) = op.night.as_deref().cloned() else { return };
    let attacks = op.raid.setup.night.clone();
    let sent = sent(op);
    let dams: Vec<(DamId, Dam)> =
        attacks.iter().map(|a| (a.setup.dam, op.record(a.setup.dam).clone())).collect();
    for (attack, (dam, record)) in attacks.iter().zip(&dams) {
        if !night.over.contains(dam) {
            op.log.text("5.3.a", Tone::Plain, &format!("{}: not attacked", dam.name()));
            continue;
        }
        let judged = judged(attack, &op.raid.setup, &night, record, &sent);
        let Some(scenario) = op.book.0.scenario(&attack.scenario) else { continue };
        let row = scenario.debrief(judged);
        let told = format!("{}: {}. {}", dam.name(), row_words(scenario, row), row.text);
        op.log.text("5.3.a", Tone::Plain, &told);
    }
    let all = night_of_several(&dams, sent.iter().map(|(ship, _)| ship));
    let rv = reservoirs(&op.book.0, |dam| all.breached[dam as usize]);
    let down = all.breached.iter().filter(|b| **b).count();
    op.log.text(
        "5.3.a",
        Tone::Plain,
        &format!(
            "In all {down} of {} dams breached, reservoir value {rv}, {} lost of {}, {} mines flown on",
            attacks.len(),
            all.lost,
            sent.len(),
            night.brought_on
        ),
    );
    debrief_flight(op, &all);
}
