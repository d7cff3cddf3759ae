//! 7.9.5 A dam is set up for an attack: 12.0 the Surprise Check of the campaign, and balloons.

use crate::games::dambusters::components::Dam;
use crate::games::dambusters::data::{
    BALLOONS_CUP, BalloonPlace, ChartIds, DamId, Defence, SurpriseResult, Water, WaterResult,
};
use crate::games::dambusters::op::{Op, SQUADRON};
use crate::games::dambusters::phases::Phase;
use crate::games::dambusters::systems::planning::recon::BALLOONS;
use crate::kernel::chart::{Modifier, Tone};
use crate::kernel::decision::{DrawSpec, Question};

/// The highest Defense Level (clause 12.1.2.c).
const MOST: u8 = 4;

/// 7.9.5 What is set up at the dam in use before its first Attack Turn: surprise, then balloons.
pub(crate) fn dam_set_up(mut op: Op) {
    let dam = op.target.dam;
    match op.flow.step() {
        0 => {
            // [7.9.5.c] [12.0.a] In the campaign, once for each dam, when it is acquired for the first time.
            if op.blotter.as_ref().is_some_and(|b| !b.aloft.turned(dam)) {
                op.flow.call(Phase::Surprise, [0; 4], 1);
            } else {
                op.flow.stay(1);
            }
        }
        1 => {
            let aloft = op.dam.balloon_close || op.dam.balloon_climb;
            if op.dam.balloons == 0 || aloft {
                op.flow.stay(3);
                return;
            }
            // [7.9.5.d] The marker on the track is turned over; [10.5.2.d] where none lies yet, one is drawn.
            let lies = op.blotter.as_mut().and_then(|b| b.dams[dam as usize].balloon.take());
            if let Some(marker) = lies {
                op.hang(marker);
                op.flow.stay(3);
            } else {
                let spec = DrawSpec { cup: BALLOONS_CUP, items: BALLOONS.to_vec(), count: 1 };
                let question = Question::draw(SQUADRON, "Where do the balloons fly?", "7.9.5.d", spec);
                op.flow.ask(question, 2);
            }
        }
        2 => {
            if let Some(marker) = op.flow.drawn().first().copied() {
                op.hang(marker);
            }
            op.flow.stay(3);
        }
        _ => {
            // [7.9.5.d] From level 2 on both places are closed, and no more than two.
            if op.dam.balloons >= 2 {
                for place in [BalloonPlace::CloseZone, BalloonPlace::ClimbBox] {
                    op.fly(place);
                }
            }
            op.flow.done();
        }
    }
}

impl Op<'_, '_> {
    /// A Balloons marker is turned over.
    fn hang(&mut self, marker: u8) {
        self.flow.reveal();
        self.fly(BalloonPlace::of_marker(marker));
    }

    /// Balloons fly here, if they did not before.
    fn fly(&mut self, place: BalloonPlace) {
        let there = match place {
            BalloonPlace::CloseZone => &mut self.dam.balloon_close,
            BalloonPlace::ClimbBox => &mut self.dam.balloon_climb,
        };
        if !std::mem::replace(there, true) {
            self.log.say("7.9.5.d", None, Tone::Bad, "Balloons fly in the {}", &[place.label().into()]);
        }
    }

    /// The record of a dam, whether its Target Map is in use or not.
    pub(crate) fn record(&mut self, dam: DamId) -> &mut Dam {
        if self.flight.active == Some(dam) || self.flight.sites.is_empty() {
            &mut self.dam
        } else {
            &mut self.flight.sites[dam as usize].dam
        }
    }

    /// Rolls on the Surprise Improvement table for all three categories of a dam's defences; goes on at `step` (clauses
    /// 12.1.2.c and 12.1.2.d). The dam may be any: that in use, or another of the Flight Map.
    pub fn improve(&mut self, dam: DamId, step: u16) {
        self.flow.call(Phase::Improvement, [dam as i32, 0, 0, 0], step);
    }

    /// Sets the Water Level of the dam in use.
    fn set_water(&mut self, water: Water) {
        let dam = self.target.dam;
        self.flight.sites[dam as usize].water = water;
        self.target.water = water;
        self.target.capacity = self.book.0.tables.dam(dam).capacity(water);
    }

    /// What the back of the Recon Level marker of the dam in use says: what it adds to the Water Level die, and the
    /// Surprise number beside the icon of the space that it lies on (clause 12.1.2.a).
    fn back(&self) -> (i32, u8) {
        let dam = self.target.dam;
        let tables = &self.book.0.tables;
        let number = self.blotter.as_ref().map_or(1, |b| b.dams[dam as usize].back).max(1);
        let marker = tables.planning.recon_markers[usize::from(number) - 1];
        let space = usize::from(self.target.recon);
        let icons = &tables.dam(dam).icons;
        let icon = icons.get(space).or(icons.last()).copied();
        (i32::from(marker.water), icon.map_or(marker.circle, |icon| marker.number(icon)))
    }
}

/// The category of the defences at hand, in the frame's second argument.
const CATEGORY: usize = 1;

fn category(op: &Op) -> Option<Defence> {
    usize::try_from(op.flow.arg(CATEGORY)).ok().and_then(|at| Defence::ALL.get(at)).copied()
}

fn level(dam: &mut Dam, of: Defence) -> &mut u8 {
    match of {
        Defence::Flak => &mut dam.flak,
        Defence::Searchlights => &mut dam.searchlights,
        Defence::Balloons => &mut dam.balloons,
    }
}

/// 12.1 The Surprise Check at the dam in use: what was not looked at well enough, the water, the defences.
pub(crate) fn surprise(mut op: Op) {
    let name = op.target.dam.name();
    let recon = op.target.recon;
    match op.flow.step() {
        // [12.1.a] Nobody looked, or once only.
        0 if recon <= 1 => {
            let turn = op.blotter.as_ref().map_or(1, |b| b.turn);
            let spec = op
                .spec(op.ids().planning.water.id, ChartIds::ONLY, "the water as the crews find it", "12.1.a")
                .modifier(Modifier::when(true, "Planning Turn", i32::from(turn), "10.5.2.e", ""));
            op.roll_plain(spec, 1);
        }
        0 => op.flow.stay(4),
        1 => {
            let found: Water = op.ids().planning.water.result(op.flow.row());
            // [10.5.2.e] A first look counts as it is; [10.5.3.b] a repeated one only when it finds more.
            let water = if recon == 0 { found } else { op.target.water.max(found) };
            op.set_water(water);
            op.log.say(
                "12.1.a",
                None,
                Tone::Plain,
                "{}: the water is {}",
                &[name.into(), water.label().into()],
            );
            op.flow.stay(if recon == 0 { 2 } else { 4 });
        }
        // [12.1.b] The defences too where nobody has looked.
        2 => match category(&op) {
            Some(defence) => {
                let purpose = match defence {
                    Defence::Flak => "the flak as the crews find it",
                    Defence::Searchlights => "the searchlights as the crews find them",
                    Defence::Balloons => "the balloons as the crews find them",
                };
                let planning = &op.ids().planning;
                let (chart, column) = (planning.defences.id, planning.defence_column(defence));
                let spec = op.spec(chart, column, purpose, "12.1.b");
                op.roll_plain(spec, 3);
            }
            None => op.flow.stay(4),
        },
        3 => {
            let found = op.ids().planning.defences.result(op.flow.row()).0;
            if let Some(defence) = category(&op) {
                *level(&mut op.dam, defence) = found;
                let told = [name.into(), defence.label().into(), i32::from(found).into()];
                op.log.say("12.1.b", None, Tone::Plain, "{}: {} Level {}", &told);
            }
            let next = op.flow.arg(CATEGORY) + 1;
            op.flow.set_arg(CATEGORY, next);
            op.flow.stay(2);
        }
        4 => {
            turn_over(&mut op);
            let (water, _) = op.back();
            if op.target.water != Water::Full {
                // [12.1.1.a] Nothing to let down.
                op.flow.stay(6);
                return;
            }
            let turn = op.blotter.as_ref().map_or(1, |b| b.turn);
            let planning = &op.ids().planning;
            let (chart, column) = (planning.water_reduced.id, planning.turn_column(turn));
            let spec = op.spec(chart, column, "Have the Germans let the water down?", "12.1.1.a").modifier(
                Modifier::when(water != 0, "Recon Level marker", water, "12.1.1.a", "the back says +0"),
            );
            op.roll_plain(spec, 5);
        }
        5 => {
            if op.ids().planning.water_reduced.result(op.flow.row()) == WaterResult::Rising {
                op.set_water(Water::Rising);
                op.log.say(
                    "12.1.1.a",
                    None,
                    Tone::Bad,
                    "{}: the sluices were opened, the water is Rising",
                    &[name.into()],
                );
            }
            op.flow.stay(6);
        }
        6 => {
            // [12.1.2.b] Two dice less what the enemy has learnt.
            let learnt = op.blotter.as_ref().map_or(0, |b| i32::from(b.surprise));
            let (_, number) = op.back();
            let planning = &op.ids().planning;
            let (chart, column) = (planning.surprise.id, planning.number_column(number));
            let spec =
                op.spec(chart, column, "Were the defences improved?", "12.1.2.b").modifier(Modifier::when(
                    learnt > 0,
                    "Surprise Modifier",
                    -learnt.max(1),
                    "12.1.2.b",
                    "the secret was kept",
                ));
            op.roll_plain(spec, 7);
        }
        7 => {
            if op.ids().planning.surprise.result(op.flow.row()) == SurpriseResult::Surprised {
                op.log.say(
                    "12.1.2.b",
                    None,
                    Tone::Bad,
                    "Surprise at the {}: the defences may be stronger than the photographs show",
                    &[name.into()],
                );
                let dam = op.target.dam;
                op.improve(dam, 8);
            } else {
                op.log.say("12.1.2.b", None, Tone::Good, "The {} is defended as expected", &[name.into()]);
                op.flow.done();
            }
        }
        _ => op.flow.done(),
    }
}

/// [12.1.c] The Recon Level marker is turned over: open to all from now on.
fn turn_over(op: &mut Op) {
    let dam = op.target.dam;
    let (water, number) = op.back();
    if let Some(blotter) = &mut op.blotter {
        blotter.aloft.turned[dam as usize] = true;
    }
    op.flow.reveal();
    let told = [dam.name().into(), water.into(), i32::from(number).into()];
    let words = if water < 0 {
        "{}: the Recon Level marker is turned over, {} on the Water Level die, Surprise number {}"
    } else {
        "{}: the Recon Level marker is turned over, +{} on the Water Level die, Surprise number {}"
    };
    op.log.say("12.1.c", None, Tone::Plain, words, &told);
}

/// 12.1.2 Surprise Improvement of a dam (first argument), one category after another.
pub(crate) fn improvement(mut op: Op) {
    let at = usize::try_from(op.flow.arg(0)).unwrap_or(0);
    let dam = DamId::ALL.into_iter().find(|d| *d as usize == at).unwrap_or(op.target.dam);
    let Some(defence) = category(&op) else { return op.flow.done() };
    if op.flow.step() == 0 {
        let purpose = match defence {
            Defence::Flak => "more flak",
            Defence::Searchlights => "more searchlights",
            Defence::Balloons => "more balloons",
        };
        let planning = &op.ids().planning;
        let (chart, column) = (planning.improvement.id, planning.improvement_column(defence));
        let spec = op.spec(chart, column, purpose, "12.1.2.c");
        op.roll_plain(spec, 1);
        return;
    }
    let more = op.ids().planning.improvement.result(op.flow.row());
    let record = op.record(dam);
    let now = level(record, defence);
    let before = *now;
    // [12.1.2.c] The excess is lost.
    *now = before.saturating_add(more.levels).min(MOST).max(before);
    let after = *now;
    // [12.1.2.d] A second asterisk changes nothing.
    let arrives = more.nearby && !record.nearby;
    record.nearby |= more.nearby;
    if after != before {
        let told = [dam.name().into(), defence.label().into(), i32::from(after).into()];
        op.log.say("12.1.2.c", None, Tone::Bad, "{}: {} Level {}", &told);
    }
    if arrives {
        op.log.say("12.1.2.d", None, Tone::Bad, "A nightfighter is near the {}", &[dam.name().into()]);
    }
    let next = op.flow.arg(CATEGORY) + 1;
    op.flow.set_arg(CATEGORY, next);
    op.flow.stay(0);
}
