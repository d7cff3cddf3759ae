//! 10.3 Training Phase: two categories of three, accidents, Extra Training.

use crate::games::dambusters::data::{Accident, CrashCrew, Quality, Training, TrainingResult};
use crate::games::dambusters::op::SQUADRON;
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::planning::{Category, Desk, EliteSource, Fitting, Hull, Task, crew_of};
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{Offer, Question};
use crate::kernel::ids::PieceId;

/// Categories trained in a phase (clause 10.3.a).
const MANDATORY: usize = 2;

/// 10.3 The phase. Argument 0 is the Groundcrew marker being transferred.
pub(crate) fn training(mut desk: Desk) {
    match desk.flow.step() {
        0 => ask(&mut desk),
        1 => {
            let Some(key) = desk.flow.answer() else { return };
            match key.verb {
                "train" => {
                    let category = category(key.word());
                    desk.blotter.trained[category as usize] = true;
                    desk.flow.call(Phase::TrainingAction, [category as i32, 0, 0, 0], 0);
                }
                "extra" => {
                    // [10.3.4.a] [10.3.4.b] Paid, counted, and an Elite Crewman first.
                    desk.blotter.extra = true;
                    desk.blotter.extra_trainings += 1;
                    let cost = desk.table().costs.extra_training;
                    desk.pay(cost);
                    desk.say("10.3.4.a", Tone::Plain, "Extra Training is ordered", &[]);
                    desk.draw_elite(1, EliteSource::Extra, 3);
                }
                "dedicate" | "transfer" => {
                    desk.flow.set_arg(0, i32::try_from(crew_of(key.word())).unwrap_or(0));
                    if desk.dedicate(key.verb, key.word(), Task::Training, 2) {
                        desk.flow.stay(0);
                    }
                }
                _ => desk.flow.goto(Phase::Modifications, [0; 4]),
            }
        }
        2 => {
            let crew = usize::try_from(desk.flow.arg(0)).unwrap_or(0);
            desk.moved(crew, Task::Training);
            desk.flow.stay(0);
        }
        3 => {
            // [10.3.4.a] Any category, even one trained in this phase.
            let mut question = Question::new(SQUADRON, "Extra Training in what?", "10.3.4.a");
            for category in Category::ALL {
                question = question.offer(Offer::new("train", "Train {}", "10.3.4.a").a(category.word()));
            }
            desk.flow.ask(question, 4);
        }
        _ => {
            let Some(key) = desk.flow.answer() else { return };
            desk.flow.call(Phase::TrainingAction, [category(key.word()) as i32, 0, 0, 0], 0);
        }
    }
}

fn category(word: &str) -> Category {
    Category::ALL.into_iter().find(|c| c.word() == word).unwrap_or(Category::Navigation)
}

fn ask(desk: &mut Desk) {
    let done = desk.blotter.trained.iter().filter(|t| **t).count();
    let open = done < MANDATORY;
    let prompt = if open { "Training: which category?" } else { "Training is done. Extra Training?" };
    let mut question = Question::new(SQUADRON, prompt, if open { "10.3.b" } else { "10.3.4.a" });
    if open {
        // [10.3.b] Two different categories, in any order.
        for category in Category::ALL {
            question = question.offer(Offer::new("train", "Train {}", "10.3.b").a(category.word()).bar(
                desk.blotter.trained[category as usize],
                "It was trained in this phase",
                "10.3.b",
            ));
        }
    } else {
        // [10.3.4.a] At the end of the phase, once a turn.
        question = question.offer(
            Offer::new("extra", "Order Extra Training", "10.3.4.a")
                .bar(desk.blotter.extra, "Once a turn", "10.3.4.a")
                .bar(
                    !desk.can_pay(desk.table().costs.extra_training),
                    "Not enough Resource Points",
                    "10.3.4.a",
                ),
        );
    }
    if open || !desk.blotter.extra {
        question = desk.with_groundcrew(question, Task::Training, "10.3.1.c");
    }
    if !open {
        question.default = question.offers.len();
        question = question.offer(Offer::new("end:training", "End the Training Phase", "10.3.a"));
    }
    desk.flow.ask(question, 1);
}

/// Arguments of a training action: the category, the aircrew type at hand, whether its roll stands, and what is still to
/// be carried out.
const CATEGORY: usize = 0;
const TYPE: usize = 1;
const STANDS: usize = 2;
const PENDING: usize = 3;

const DAMAGED: i32 = 1;
const CRASH: i32 = 2;
const EITHER: i32 = 4;
const ELITE: i32 = 8;

/// 10.3.1 One category: a die for each aircrew type at Scampton, one type after the other.
pub(crate) fn training_action(mut desk: Desk) {
    let category = Category::from_index(desk.flow.arg(CATEGORY));
    let quality = quality(desk.flow.arg(TYPE));
    match desk.flow.step() {
        0 => match quality {
            None => desk.flow.done(),
            Some(q) if desk.blotter.aircrew[q as usize] == 0 => {
                next_type(&mut desk);
            }
            Some(q) => roll(&mut desk, category, q),
        },
        1 => {
            let Some(q) = quality else { return };
            let rested = desk.blotter.rested[q as usize][category as usize];
            if rested && desk.flow.arg(STANDS) == 0 {
                // [10.3.2.c] A rest of an earlier action buys another die.
                let question =
                    Question::new(SQUADRON, "The {} crews are rested in {}. Roll again?", "10.3.2.c")
                        .args(&[q.label().into(), category.label().into()])
                        .offer(Offer::new("keep", "Let it stand", "10.3.2.c"))
                        .offer(Offer::new("reroll", "Spend their rest and roll again", "10.3.2.c"));
                desk.flow.ask(question, 2);
            } else {
                apply(&mut desk, category, q);
            }
        }
        2 => {
            let Some(q) = quality else { return };
            desk.flow.set_arg(STANDS, 1);
            if desk.flow.answer().is_some_and(|key| key.verb == "reroll") {
                desk.blotter.rested[q as usize][category as usize] = false;
                roll(&mut desk, category, q);
            } else {
                apply(&mut desk, category, q);
            }
        }
        3 => {
            let Some(q) = quality else { return };
            pending(&mut desk, q);
        }
        _ => {
            // [10.3.2.g]
            let more = match desk.ids().accident.result(desk.flow.row()) {
                Accident::Crash => CRASH,
                Accident::Damaged => DAMAGED,
            };
            let left = desk.flow.arg(PENDING);
            desk.flow.set_arg(PENDING, left | more);
            desk.flow.stay(3);
        }
    }
}

fn quality(arg: i32) -> Option<Quality> {
    usize::try_from(arg).ok().and_then(|i| Quality::ALL.get(i).copied())
}

fn next_type(desk: &mut Desk) {
    let now = desk.flow.arg(TYPE);
    desk.flow.set_arg(TYPE, now + 1);
    desk.flow.set_arg(STANDS, 0);
    desk.flow.stay(0);
}

/// The modifiers of a training roll in the order of the blotter (clauses 10.3.1.b to 10.3.1.f).
#[must_use]
pub(crate) fn modifiers(
    blotter: &crate::games::dambusters::planning::Blotter,
    category: Category,
) -> Vec<Modifier> {
    // [10.3.1.b] At least twice as many Aircrew as undamaged Lancasters.
    let sound = blotter.sound().count();
    let few = usize::from(blotter.crews()) >= 2 * sound;
    let idle = blotter.at_work(Task::Training).next().is_none();
    let mut all = vec![
        Modifier::when(few, "Not enough aircraft", -1, "10.3.1.b", "enough undamaged Lancasters"),
        Modifier::when(idle, "No Groundcrew", -1, "10.3.1.c", "Groundcrew is dedicated to Training"),
    ];
    all.push(match category {
        Category::Navigation => Modifier::when(
            blotter.zones.iter().all(|level| *level > 0),
            "Reconnaissance of all three zones",
            1,
            "10.3.1.d",
            "a hostile zone has Recon Level 0",
        ),
        Category::AltitudeSpeed => Modifier::when(
            blotter.fitted[Fitting::Altimeter as usize],
            "Aldis Lights",
            1,
            "10.3.1.e",
            "Altimeter modifications are not complete",
        ),
        Category::BombAiming => Modifier::when(
            blotter.fitted[Fitting::Cockpit as usize],
            "Dann bombsight",
            1,
            "10.3.1.f",
            "Cockpit modifications are not complete",
        ),
    });
    all
}

fn roll(desk: &mut Desk, category: Category, quality: Quality) {
    let purpose = match (category, quality) {
        (Category::Navigation, Quality::Green) => "Navigation of the Green crews",
        (Category::Navigation, Quality::Seasoned) => "Navigation of the Seasoned crews",
        (Category::Navigation, Quality::Veteran) => "Navigation of the Veteran crews",
        (Category::AltitudeSpeed, Quality::Green) => "Altitude & Speed of the Green crews",
        (Category::AltitudeSpeed, Quality::Seasoned) => "Altitude & Speed of the Seasoned crews",
        (Category::AltitudeSpeed, Quality::Veteran) => "Altitude & Speed of the Veteran crews",
        (Category::BombAiming, Quality::Green) => "Bomb-Aiming & Release of the Green crews",
        (Category::BombAiming, Quality::Seasoned) => "Bomb-Aiming & Release of the Seasoned crews",
        (Category::BombAiming, Quality::Veteran) => "Bomb-Aiming & Release of the Veteran crews",
    };
    let column = desk.ids().quality_column(quality);
    // [10.3.1.a]
    let mut spec = desk.spec(desk.ids().training.id, column, purpose, "10.3.1.a");
    spec.modifiers = modifiers(&desk.blotter, category);
    desk.roll(spec, 1);
}

/// Every result of the row (clause 10.3.1.a).
fn apply(desk: &mut Desk, category: Category, quality: Quality) {
    let result: TrainingResult = desk.ids().training.result(desk.flow.row());
    let level = &mut desk.blotter.levels[quality as usize][category as usize];
    let before = *level;
    // [10.3.2.a] To the end of the track.
    *level = (*level + result.levels).min(Training::MAX_LEVEL);
    let now = *level;
    if now > before {
        desk.say(
            "10.3.2.a",
            Tone::Good,
            "{} crews: {} rises to {}",
            &[quality.label().into(), category.label().into(), i32::from(now).into()],
        );
    }
    let rested = &mut desk.blotter.rested[quality as usize][category as usize];
    // [10.3.2.b] Ignored when rested already.
    if result.rested && !*rested {
        *rested = true;
        desk.say(
            "10.3.2.b",
            Tone::Good,
            "The {} crews are rested in {}",
            &[quality.label().into(), category.label().into()],
        );
    }
    let flag = |on, bit| if on { bit } else { 0 };
    let left = flag(result.damaged, DAMAGED)
        | flag(result.crash, CRASH)
        | flag(result.either, EITHER)
        | flag(result.elite, ELITE);
    desk.flow.set_arg(PENDING, left);
    desk.flow.stay(3);
}

/// Accidents and Elite Crewmen of the roll at hand, one after the other.
fn pending(desk: &mut Desk, quality: Quality) {
    let left = desk.flow.arg(PENDING);
    let take = |desk: &mut Desk, bit: i32| desk.flow.set_arg(PENDING, left & !bit);
    let kind = quality as i32;
    if left & EITHER != 0 {
        take(desk, EITHER);
        let spec = desk.spec(desk.ids().accident.id, 0, "whether it is a crash", "10.3.2.g");
        desk.roll(spec, 4);
    } else if left & DAMAGED != 0 {
        take(desk, DAMAGED);
        desk.flow.call(Phase::TrainingLoss, [0, kind, 0, 0], 3);
    } else if left & CRASH != 0 {
        take(desk, CRASH);
        desk.flow.call(Phase::TrainingLoss, [1, kind, 0, 0], 3);
    } else if left & ELITE != 0 {
        take(desk, ELITE);
        // [10.3.2.h]
        desk.draw_elite(1, EliteSource::Training, 3);
    } else {
        next_type(desk);
    }
}

/// 10.3.2 An accident. Arguments: 0 damaged or 1 crash; the aircrew type; the Lancaster.
pub(crate) fn training_loss(mut desk: Desk) {
    let crash = desk.flow.arg(0) == 1;
    let quality = quality(desk.flow.arg(1)).unwrap_or(Quality::Green);
    match desk.flow.step() {
        0 => {
            let sound: Vec<PieceId> = desk.blotter.sound().collect();
            match sound[..] {
                // [10.3.2.d] They flew a borrowed aircraft.
                [] if !crash => {
                    desk.say("10.3.2.d", Tone::Plain, "A borrowed aircraft is damaged, none of ours", &[]);
                    desk.flow.done();
                }
                // [10.3.2.f]
                [] => {
                    lose_crew(&mut desk, quality, "10.3.2.f");
                    desk.flow.done();
                }
                [only] => {
                    desk.flow.set_arg(2, i32::from(only.0));
                    desk.flow.stay(2);
                }
                _ => {
                    let (prompt, label, clause) = if crash {
                        ("A crash in training. Which Lancaster?", "{} crashes", "10.3.2.e")
                    } else {
                        ("An accident in training. Which Lancaster is damaged?", "{} is damaged", "10.3.2.d")
                    };
                    let mut question = Question::new(SQUADRON, prompt, clause);
                    for id in sound {
                        question = question.offer(Offer::new("victim", label, clause).a(id));
                    }
                    desk.flow.ask(question, 1);
                }
            }
        }
        1 => {
            let Some(id) = desk.flow.answer().and_then(|key| key.piece()) else { return };
            desk.flow.set_arg(2, i32::from(id.0));
            desk.flow.stay(2);
        }
        2 => {
            let id = PieceId::of_arg(desk.flow.arg(2));
            if crash {
                // [10.3.2.e] Out of the game.
                *desk.blotter.hull(id) = Hull::Crashed;
                desk.say("10.3.2.e", Tone::Bad, "{} crashes in training", &[id.into()]);
                let spec = desk.spec(desk.ids().crash_crew.id, 0, "the crew of the crash", "10.3.2.e");
                desk.roll(spec, 3);
            } else {
                *desk.blotter.hull(id) = Hull::Damaged;
                desk.say("10.3.2.d", Tone::Bad, "{} is damaged in training", &[id.into()]);
                desk.flow.done();
            }
        }
        3 => match desk.ids().crash_crew.result(desk.flow.row()) {
            CrashCrew::Lost => {
                lose_crew(&mut desk, quality, "10.3.2.e");
                desk.flow.done();
            }
            CrashCrew::Elite => desk.draw_elite(1, EliteSource::Crash, 4),
        },
        _ => desk.flow.done(),
    }
}

fn lose_crew(desk: &mut Desk, quality: Quality, clause: &'static str) {
    let crews = &mut desk.blotter.aircrew[quality as usize];
    *crews = crews.saturating_sub(1);
    desk.say(clause, Tone::Bad, "A {} Aircrew is lost in training", &[quality.label().into()]);
}
