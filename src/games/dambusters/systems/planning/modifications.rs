//! 10.4 Modifications Phase: radio, altimeter, cockpit, and repairs.

use crate::games::dambusters::data::LETTERS;
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Desk, Fitting, Hull, Task, crew_of};
use crate::kernel::chart::{MOST_DICE, Tone};
use crate::kernel::decision::{Offer, OfferKey, Question};
use crate::kernel::ids::Arg;

/// 10.4 The phase. Arguments 0 and 1 are the Groundcrew marker being transferred and its new task.
pub(crate) fn modifications(mut desk: Desk) {
    match desk.flow.step() {
        0 => ask(&mut desk),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            act(&mut desk, key);
        }
        _ => {
            let crew = usize::try_from(desk.flow.arg(0)).unwrap_or(0);
            let at = usize::try_from(desk.flow.arg(1)).unwrap_or(0);
            desk.moved(crew, Task::WORKSHOP[at.min(3)]);
            desk.flow.stay(0);
        }
    }
}

fn ask(desk: &mut Desk) {
    let mut question = Question::new(SQUADRON, "Modifications: {} Resource Points", "10.4.a")
        .args(&[i32::from(desk.blotter.points).into()]);
    for fitting in Fitting::ALL {
        let (done, tried) = (desk.blotter.fitted[fitting as usize], desk.blotter.tried[fitting as usize]);
        let manned = desk.blotter.at_work(fitting.task()).next().is_some();
        question = question.offer(
            Offer::new("attempt", "Attempt the {} modifications", "10.4.1.a")
                .a(fitting.task().word())
                .bar(done, "They are complete", "10.4.2.a")
                .bar(tried, "One attempt a turn", "10.4.1.d")
                // [10.4.1.e] Each needs its own.
                .bar(!manned, "No Groundcrew is dedicated to it", "10.4.1.a"),
        );
    }
    question = with_repairs(desk, question);
    for task in Task::WORKSHOP {
        let open = match task.fitting() {
            Some(fitting) => !desk.blotter.fitted[fitting as usize] && !desk.blotter.tried[fitting as usize],
            None => desk.blotter.hulls.contains(&Hull::Damaged),
        };
        if open {
            question = desk.with_groundcrew(question, task, "10.4.1.a");
        }
    }
    // What costs nobody's strength comes first.
    question.offers.sort_by_key(|offer| offer.key.verb == "transfer");
    question.default = question.offers.len();
    let question = question.offer(Offer::new("end:modifications", "End the Modifications Phase", "10.4.a"));
    desk.flow.ask(question, 1);
}

/// [10.4.5.a] One Resource Point for each damaged bomber, up to the Erk Points; [10.4.5.b] none that crashed.
fn with_repairs(desk: &Desk, mut question: Question) -> Question {
    let manned = desk.blotter.at_work(Task::Repairs).next().is_some();
    let points = desk.blotter.erk_points(desk.table(), Task::Repairs);
    let cost = desk.table().costs.repair;
    for id in desk.blotter.hulls_that(Hull::Damaged) {
        question = question.offer(
            Offer::new("repair", "Repair {}", "10.4.5.a")
                .a(id)
                .bar(!manned, "No Groundcrew is dedicated to repairs", "10.4.5.a")
                .bar(desk.blotter.repaired >= points, "No Erk Points are left", "10.4.5.a")
                .bar(!desk.can_pay(cost), "Not enough Resource Points", "10.4.5.a"),
        );
    }
    question
}

fn act(desk: &mut Desk, key: OfferKey) {
    match key.verb {
        "attempt" => {
            let fitting = Task::of(key.word()).and_then(Task::fitting).unwrap_or(Fitting::Radio);
            desk.flow.call(Phase::Attempt, [fitting as i32, 0, 0, 0], 0);
        }
        "repair" => {
            if let Some(id) = key.piece() {
                *desk.blotter.hull(id) = Hull::Sound;
                desk.blotter.repaired += 1;
                let cost = desk.table().costs.repair;
                desk.pay(cost);
                // [2.1.1.d] [10.4.b] This Lancaster alone.
                desk.say("10.4.5.a", Tone::Good, "{} is repaired", &[id.into()]);
            }
            desk.flow.stay(0);
        }
        "dedicate" | "transfer" => {
            let word = if let Arg::Word(w) = key.b { w } else { "" };
            let task = Task::of(word).unwrap_or(Task::Repairs);
            let at = Task::WORKSHOP.iter().position(|t| *t == task).unwrap_or(3);
            desk.flow.set_arg(0, i32::try_from(crew_of(key.word())).unwrap_or(0));
            desk.flow.set_arg(1, i32::try_from(at).unwrap_or(0));
            if desk.dedicate(key.verb, key.word(), task, 2) {
                desk.flow.stay(0);
            }
        }
        _ => desk.flow.goto(Phase::Recon, [0; 4]),
    }
}

/// Arguments of an attempt: the fitting; dice still to be thrown; whether this is Double Time; the marker being moved.
const FITTING: usize = 0;
const DICE: usize = 1;
const DOUBLE: usize = 2;
const CREW: usize = 3;

/// 10.4.1 One attempt, with its Double Time (10.4.3).
pub(crate) fn attempt(mut desk: Desk) {
    let fitting = Fitting::from_index(desk.flow.arg(FITTING));
    match desk.flow.step() {
        0 => ask_points(&mut desk, fitting),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            // [10.4.1.a] Paid before the dice are thrown.
            let points = u16::try_from(key.num()).unwrap_or(0);
            desk.pay(points);
            desk.blotter.tried[fitting as usize] = true;
            // [10.4.1.b]
            let dice = u16::from(desk.blotter.erk_points(desk.table(), fitting.task())) + points;
            desk.flow.set_arg(DICE, i32::from(dice));
            desk.flow.stay(2);
        }
        2 => throw(&mut desk, fitting),
        3 => thrown(&mut desk, fitting),
        4 => ask_double(&mut desk, fitting),
        5 => {
            let Some(key) = desk.flow.answer() else { return };
            match key.verb {
                "double" | "transfer" => {
                    let crew = crew_of(key.word());
                    desk.flow.set_arg(CREW, i32::try_from(crew).unwrap_or(0));
                    desk.tire(crew, 6);
                }
                "throw" => desk.flow.stay(2),
                _ => finish(&mut desk, fitting),
            }
        }
        _ => {
            // [10.4.3.a] Its Fatigued Erk Points, whether or not the Armorer spared it.
            let crew = usize::try_from(desk.flow.arg(CREW)).unwrap_or(0);
            if desk.blotter.groundcrew[crew].task != Some(fitting.task()) {
                desk.moved(crew, fitting.task());
            }
            desk.blotter.groundcrew[crew].doubled = true;
            let dice = desk.flow.arg(DICE) + i32::from(desk.table().groundcrew[crew].fatigued.erk);
            desk.flow.set_arg(DICE, dice);
            desk.flow.set_arg(DOUBLE, 1);
            desk.flow.stay(4);
        }
    }
}

/// [10.4.1.b] How many Resource Points are spent: any number.
fn ask_points(desk: &mut Desk, fitting: Fitting) {
    let most = i32::from(desk.blotter.points);
    let mut question =
        Question::new(SQUADRON, "{} modifications: how many points for more dice?", "10.4.1.b")
            .args(&[fitting.label().into()]);
    for n in (0..=most).filter(|n| *n <= 20 || n % 10 == 0 || *n == most) {
        question = question.offer(Offer::new("points", "{}", "10.4.1.b").a(n));
    }
    desk.flow.ask(question, 1);
}

/// The sixes still wanted (clauses 10.4.1.c and 10.4.2.b).
fn wanted(desk: &Desk, fitting: Fitting) -> u8 {
    fitting.sixes().saturating_sub(desk.blotter.sixes[fitting as usize])
}

fn throw(desk: &mut Desk, fitting: Fitting) {
    let purpose = match fitting {
        Fitting::Radio => "the Radio modifications",
        Fitting::Altimeter => "the Altimeter modifications",
        Fitting::Cockpit => "the Cockpit modifications",
    };
    let left = desk.flow.arg(DICE);
    let dice = u8::try_from(left).unwrap_or(MOST_DICE).clamp(1, MOST_DICE);
    let column = desk.ids().needed_column(wanted(desk, fitting) > 1);
    let double = desk.flow.arg(DOUBLE) == 1;
    let mut spec =
        desk.spec(desk.ids().modification.id, column, purpose, if double { "10.4.3.a" } else { "10.4.1.b" });
    spec.dice = dice;
    desk.flow.set_arg(DICE, left - i32::from(dice));
    desk.roll(spec, 3);
}

fn thrown(desk: &mut Desk, fitting: Fitting) {
    let natural = desk.flow.rolled().map_or(0, |rolled| rolled.reading.natural);
    let sixes = u8::try_from(natural).unwrap_or(0);
    // [10.4.2.b] [10.4.3.a] A six is saved; those of Double Time count with the first.
    let saved = &mut desk.blotter.sixes[fitting as usize];
    *saved = saved.saturating_add(sixes).min(fitting.sixes());
    if wanted(desk, fitting) == 0 {
        // [10.4.2.a] [10.4.b] For all Lancasters and for good.
        desk.blotter.fitted[fitting as usize] = true;
        desk.say("10.4.2.a", Tone::Good, "The {} modifications are complete", &[fitting.label().into()]);
        finish(desk, fitting);
    } else if desk.flow.arg(DICE) > 0 {
        desk.flow.stay(2);
    } else if desk.flow.arg(DOUBLE) == 1 {
        finish(desk, fitting);
    } else {
        desk.flow.stay(4);
    }
}

/// [10.4.3.a] Double Time: some or all of the fresh Groundcrew here, and others transferred in; no Resource Points.
fn ask_double(desk: &mut Desk, fitting: Fitting) {
    let task = fitting.task();
    let mut question =
        Question::new(SQUADRON, "{} modifications: Double Time?", "10.4.3.a").args(&[fitting.label().into()]);
    let dice = desk.flow.arg(DICE);
    if dice > 0 {
        question = question.offer(Offer::new("throw", "Throw {} dice", "10.4.3.a").a(dice));
    } else {
        question = question.offer(Offer::new("stand", "No Double Time", "10.4.3.a"));
    }
    for (i, letter) in LETTERS.into_iter().enumerate() {
        let ground = desk.blotter.groundcrew[i];
        // [9.2.1.b] Only one that is fresh, once.
        if !ground.fresh() || ground.task.is_none() || (ground.task == Some(task) && ground.doubled) {
            continue;
        }
        question = question.offer(if ground.task == Some(task) {
            Offer::new("double", "Groundcrew {}: Double Time", "10.4.3.a").a(letter)
        } else {
            Offer::new("transfer", "Transfer Groundcrew {} to Double Time", "10.4.3.a").a(letter)
        });
    }
    if question.offers.len() == 1 && dice == 0 {
        finish(desk, fitting);
        return;
    }
    desk.flow.ask(question, 5);
}

fn finish(desk: &mut Desk, fitting: Fitting) {
    if !desk.blotter.fitted[fitting as usize] {
        let saved = desk.blotter.sixes[fitting as usize] > 0;
        let (clause, told) = if saved {
            ("10.4.2.b", "The {} modifications are in progress: one more 6 is needed")
        } else {
            ("10.4.2.c", "The {} modifications fail")
        };
        desk.say(clause, Tone::Bad, told, &[fitting.label().into()]);
    }
    desk.flow.done();
}
