//! 11.0 Flight Preparation, Steps 1 to 4: who and what is fit to fly, and how much the enemy knows.

use crate::games::dambusters::data::{Grounded, LETTERS, Quality, SecurityDie};
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Blotter, Desk, Hull, Spy, Task, crew_of};
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};

/// 11.1 Step 1.
pub(crate) fn aircraft_check(mut desk: Desk) {
    if desk.flow.step() < CHOOSE {
        check(&mut desk, Task::AircraftCheck);
        return;
    }
    // [11.1.c] The player says which; argument 1 counts them.
    ground_aircraft(&mut desk);
}

/// 11.2 Step 2.
pub(crate) fn ordnance_check(mut desk: Desk) {
    if desk.flow.step() < CHOOSE {
        check(&mut desk, Task::OrdnanceCheck);
        return;
    }
    // [11.2.c] At random, and unseen.
    let wanted = usize::try_from(desk.flow.arg(LEFT)).unwrap_or(0);
    let mut grounded = 0i32;
    while usize::try_from(grounded).unwrap_or(0) < wanted {
        let left = desk.blotter.upkeep.clone();
        let drawn =
            desk.luck.draw(crate::games::dambusters::data::UPKEEP_CUP, &left, "an Upkeep that is not ready");
        let Some(at) = drawn else { break };
        let marker = desk.blotter.upkeep.remove(at);
        desk.blotter.grounded_upkeep.push(marker);
        grounded += 1;
    }
    if grounded > 0 {
        desk.say("11.2.c", Tone::Bad, "Upkeep that may not fly: {}", &[grounded.into()]);
    }
    desk.flow.goto(Phase::AircrewCheck, [0; 4]);
}

/// Argument: the Groundcrew marker being moved.
const CREW: usize = 0;
/// Argument: how many are still to be grounded.
const LEFT: usize = 1;
/// The step at which the result is carried out.
const CHOOSE: u16 = 6;

/// Steps 1 and 2 up to their result: Groundcrew are dedicated, the dice are thrown, and once more if that is wanted.
fn check(desk: &mut Desk, task: Task) {
    let aircraft = task == Task::AircraftCheck;
    match desk.flow.step() {
        0 => {
            let (prompt, clause) = if aircraft {
                ("Aircraft Check: dedicate Groundcrew?", "11.1.a")
            } else {
                ("Ordnance Check: dedicate Groundcrew?", "11.2.a")
            };
            let question =
                Question::new(SQUADRON, prompt, clause).offer(Offer::new("check", "Make the check", clause));
            let question = desk.with_groundcrew(question, task, clause);
            desk.flow.ask(question, 1);
        }
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            if key.verb == "check" {
                desk.flow.stay(3);
                return;
            }
            desk.flow.set_arg(CREW, i32::try_from(crew_of(key.word())).unwrap_or(0));
            if desk.dedicate(key.verb, key.word(), task, 2) {
                desk.flow.stay(0);
            }
        }
        2 => {
            let crew = usize::try_from(desk.flow.arg(CREW)).unwrap_or(0);
            desk.moved(crew, task);
            desk.flow.stay(0);
        }
        3 => {
            let (chart, purpose, clause) = if aircraft {
                (desk.ids().aircraft_check.id, "the Aircraft Check", "11.1.b")
            } else {
                (desk.ids().ordnance_check.id, "the Ordnance Check", "11.2.b")
            };
            let mut spec = desk.spec(chart, 0, purpose, clause);
            spec.modifiers = check_modifiers(&desk.blotter, task);
            desk.roll(spec, 4);
        }
        4 => {
            let result = result(desk, task);
            desk.flow.set_arg(LEFT, i32::from(result.grounded));
            let fresh: Vec<usize> =
                desk.blotter.at_work(task).filter(|i| desk.blotter.groundcrew[*i].fresh()).collect();
            if desk.blotter.rechecked[usize::from(!aircraft)] || fresh.is_empty() {
                desk.flow.stay(CHOOSE);
                return;
            }
            // [11.0.d] Once for each of the two steps.
            let mut question = Question::new(SQUADRON, "Let the check stand, or Double Time?", "11.0.d")
                .offer(Offer::new("keep", "Let it stand", "11.0.d"));
            for crew in fresh {
                question = question.offer(
                    Offer::new("again", "Groundcrew {}: Double Time, check again", "11.0.d").a(LETTERS[crew]),
                );
            }
            desk.flow.ask(question, 5);
        }
        _ => {
            let Some(key) = desk.flow.answer() else { return };
            if key.verb == "again" {
                desk.blotter.rechecked[usize::from(!aircraft)] = true;
                desk.tire(crew_of(key.word()), 3);
            } else {
                desk.flow.stay(CHOOSE);
            }
        }
    }
}

/// The modifiers of the Aircraft and Ordnance Checks (clauses 11.1.b and 11.2.b).
#[must_use]
pub(crate) fn check_modifiers(blotter: &Blotter, task: Task) -> Vec<Modifier> {
    let count = |tired: bool| {
        let n = blotter.at_work(task).filter(|i| blotter.groundcrew[*i].fatigued == tired).count();
        i32::try_from(n).unwrap_or(0)
    };
    let (fresh, tired) = (count(false), count(true));
    let clause = if task == Task::AircraftCheck { "11.1.b" } else { "11.2.b" };
    vec![
        Modifier::when(fresh > 0, "Fresh Groundcrew", 2 * fresh.max(1), clause, "none dedicated"),
        Modifier::when(tired > 0, "Fatigued Groundcrew", tired.max(1), clause, "none dedicated"),
        Modifier::when(blotter.spy == Spy::InPlay, "Spy", -1, clause, "no Spy in play"),
    ]
}

fn result(desk: &Desk, task: Task) -> Grounded {
    let row = desk.flow.row();
    if task == Task::AircraftCheck {
        desk.ids().aircraft_check.result(row)
    } else {
        desk.ids().ordnance_check.result(row)
    }
}

fn ground_aircraft(desk: &mut Desk) {
    if desk.flow.step() == CHOOSE {
        // [11.1.d] More hazards at the coast when anything is grounded.
        let result = result(desk, Task::AircraftCheck);
        desk.blotter.coast_hazards = if result.grounded > 0 { result.hazards } else { 0 };
        desk.flow.to(CHOOSE + 1);
    } else if let Some(id) = desk.flow.answer().and_then(|key| key.piece()) {
        *desk.blotter.hull(id) = Hull::Grounded;
        // [11.1.e] Grounded for this raid, not for a follow-up.
        desk.say("11.1.c", Tone::Bad, "{} is grounded", &[id.into()]);
        let left = desk.flow.arg(LEFT);
        desk.flow.set_arg(LEFT, left - 1);
    }
    let sound: Vec<_> = desk.blotter.sound().collect();
    if desk.flow.arg(LEFT) <= 0 || sound.is_empty() {
        desk.flow.goto(Phase::OrdnanceCheck, [0; 4]);
        return;
    }
    let mut question = Question::new(SQUADRON, "{} more Lancasters are grounded. Which?", "11.1.c")
        .args(&[desk.flow.arg(LEFT).into()]);
    for id in sound {
        question = question.offer(Offer::new("ground", "{} stays behind", "11.1.c").a(id));
    }
    desk.flow.ask(question, CHOOSE + 1);
}

/// 11.3 Step 3. Argument 1 counts the crews still to be set aside.
pub(crate) fn aircrew_check(mut desk: Desk) {
    match desk.flow.step() {
        0 => {
            let mut spec = desk.spec(desk.ids().aircrew_check.id, 0, "the Aircrew Check", "11.3.a");
            spec.modifiers = aircrew_modifiers(&desk.blotter);
            desk.roll(spec, 1);
        }
        1 => {
            let result = desk.ids().aircrew_check.result(desk.flow.row());
            desk.flow.set_arg(LEFT, i32::from(result.grounded));
            desk.flow.stay(2);
        }
        2 => {
            let fit = |q: Quality| desk.blotter.aircrew[q as usize] > desk.blotter.unfit[q as usize];
            let open: Vec<Quality> = Quality::ALL.into_iter().filter(|q| fit(*q)).collect();
            if desk.flow.arg(LEFT) <= 0 || open.is_empty() {
                desk.flow.goto(Phase::FinalRecon, [0; 4]);
                return;
            }
            // [11.3.b]
            let mut question = Question::new(SQUADRON, "Aircrew to ground: {}. Which?", "11.3.b")
                .args(&[desk.flow.arg(LEFT).into()]);
            for quality in open {
                question = question.offer(Offer::new("unfit", "A {} Aircrew", "11.3.b").a(quality.label()));
            }
            desk.flow.ask(question, 3);
        }
        _ => {
            let Some(key) = desk.flow.answer() else { return };
            if let Some(quality) = Quality::ALL.into_iter().find(|q| q.label() == key.word()) {
                desk.blotter.unfit[quality as usize] += 1;
                desk.say("11.3.b", Tone::Bad, "A {} Aircrew may not fly", &[key.a]);
            }
            let left = desk.flow.arg(LEFT);
            desk.flow.set_arg(LEFT, left - 1);
            desk.flow.stay(2);
        }
    }
}

/// The modifiers of the Aircrew Check (clause 11.3.a).
#[must_use]
pub(crate) fn aircrew_modifiers(blotter: &Blotter) -> Vec<Modifier> {
    let extra = i32::from(blotter.extra_trainings);
    let rested = blotter.rested.iter().flatten().filter(|r| **r).count();
    let rested = i32::try_from(rested).unwrap_or(0);
    vec![
        Modifier::when(extra > 0, "Extra Training", -extra.max(1), "11.3.a", "none ordered"),
        Modifier::when(rested > 0, "Rested crews", rested.max(1), "11.3.a", "no marker is Rested"),
    ]
}

/// The dice of the Security Risk Check, in the order in which they shift: the one to the right first (clause 11.4.2.a).
const DICE: [SecurityDie; 4] =
    [SecurityDie::Spy, SecurityDie::Transfer, SecurityDie::Quarantine, SecurityDie::Ruse];

/// 11.4.2 The Security Risk Check. Argument 0 is the die at hand, argument 1 the shifts to the left.
pub(crate) fn security_risk(mut desk: Desk) {
    match desk.flow.step() {
        0 => {
            let (right, left) = desk.blotter.fixed_shifts(desk.table());
            // [11.4.2.a] From 0, to the right first.
            desk.blotter.risk = right;
            desk.flow.set_arg(1, i32::from(left));
            desk.flow.stay(1);
        }
        1 => {
            let at = usize::try_from(desk.flow.arg(0)).unwrap_or(0);
            let Some(die) = DICE.get(at).copied() else {
                settle(&mut desk);
                return;
            };
            if !rolls(&desk.blotter, die) {
                desk.flow.set_arg(0, i32::try_from(at).unwrap_or(0) + 1);
                desk.flow.stay(1);
                return;
            }
            let (purpose, clause) = match die {
                SecurityDie::Spy => ("what the Spy has told", "10.2.3.c"),
                SecurityDie::Transfer => ("what the transfer of 57 Squadron is worth", "10.2.2.d"),
                SecurityDie::Quarantine => ("what the Quarantine is worth", "10.2.2.e"),
                SecurityDie::Ruse => ("what the Tirpitz Ruse is worth", "10.2.2.j"),
            };
            let column = desk.ids().shift_column(die);
            let spec = desk.spec(desk.ids().security_shift.id, column, purpose, clause);
            desk.roll(spec, 2);
        }
        _ => {
            let at = usize::try_from(desk.flow.arg(0)).unwrap_or(0).min(DICE.len() - 1);
            let spaces = desk.ids().security_shift.result(desk.flow.row()).0;
            if DICE[at] == SecurityDie::Spy {
                // [10.2.3.c] To the right.
                desk.blotter.risk = desk.blotter.risk.saturating_add(spaces);
            } else {
                let left = desk.flow.arg(1);
                desk.flow.set_arg(1, left + i32::from(spaces));
            }
            desk.flow.set_arg(0, i32::try_from(at).unwrap_or(0) + 1);
            desk.flow.stay(1);
        }
    }
}

/// Whether a Security die is rolled.
fn rolls(blotter: &Blotter, die: SecurityDie) -> bool {
    match die {
        SecurityDie::Spy => blotter.spy == Spy::InPlay,
        SecurityDie::Transfer => blotter.transfer.since.is_some(),
        SecurityDie::Quarantine => blotter.quarantined(),
        SecurityDie::Ruse => blotter.tirpitz.flipped,
    }
}

fn settle(desk: &mut Desk) {
    let right = desk.blotter.risk;
    let left = u8::try_from(desk.flow.arg(1)).unwrap_or(u8::MAX);
    // [11.4.2.a] Read as never below 0.
    desk.blotter.risk = right.saturating_sub(left);
    // [11.4.2.d]
    let line = desk.table().risk_line(desk.blotter.risk);
    desk.blotter.surprise = line.surprise;
    desk.blotter.alert = line.alert;
    desk.blotter.checked = true;
    desk.say(
        "11.4.2.a",
        Tone::Plain,
        "Security Risk Level: {} right, {} left, so {}",
        &[i32::from(right).into(), i32::from(left).into(), i32::from(desk.blotter.risk).into()],
    );
    desk.say(
        "11.4.2.d",
        Tone::Plain,
        "Surprise Modifier {}, Alert Level {}",
        &[i32::from(line.surprise).into(), i32::from(line.alert).into()],
    );
    desk.flow.goto(Phase::Sortie, [0; 4]);
}
