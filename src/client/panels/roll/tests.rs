//! Tests of the panel.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::*;
use crate::client::panels::luck::ModifierView;
use crate::client::panels::sheet::{Cell, Sheet, SheetRow};
use crate::client::widgets::testing::themed;

fn release() -> RollView {
    let row = |label: &str, cell: &str, num, tone| SheetRow {
        label: label.into(),
        tone,
        cells: vec![Cell { text: cell.into(), ..Cell::default() }],
        chance: Some(Fraction::new(num, 36)),
        stamped: false,
    };
    RollView {
        purpose: "Release".into(),
        subject: "AJ-M".into(),
        clause: "4.2.13.m".into(),
        dice: 2,
        dice_words: "2 dice".into(),
        modifiers: vec![
            ModifierView { label: "Altitude chit".into(), value: 3, clause: "4.2.13.n".into(), idle: None },
            ModifierView {
                label: "Searchlights".into(),
                value: -4,
                clause: "4.2.13.s".into(),
                idle: Some("none at this dam".into()),
            },
        ],
        sheet: Sheet {
            id: "release".into(),
            title: "Release".into(),
            columns: vec!["All".into()],
            active: Some(0),
            rows: vec![
                row("Success", "15 or more", 10, Tone::Good),
                row("Failure", "11–14", 20, Tone::Plain),
                row("Concussion", "10 or less", 6, Tone::Bad),
            ],
            ..Sheet::default()
        },
        again: None,
    }
}

type State = (RollTab, RollState, Vec<Intent>);

fn harness(view: RollTab) -> Harness<'static, State> {
    themed(
        vec2(420.0, 900.0),
        |ui, state: &mut State| {
            let intent = panel(ui, &state.0, &mut state.1);
            state.2.extend(intent);
        },
        (view, RollState::default(), Vec::new()),
    )
}

#[test]
fn odds_and_idle_modifiers_are_shown_before_the_roll() {
    let view = RollTab { pending: Some(Pending::Roll(Box::new(release()))), ..RollTab::default() };
    let harness = harness(view);
    harness.get_by_label("Success: 15 or more, 28%");
    harness.get_by_label("Searchlights does not apply: none at this dam");
    assert_eq!(harness.get_all_by_label("+3").count(), 2, "the modifier and the total");
}

#[test]
fn real_dice_are_clicked_and_entered() {
    let view = RollTab { pending: Some(Pending::Roll(Box::new(release()))), ..RollTab::default() };
    let mut harness = harness(view);
    harness.get_by_label("My own dice").click();
    harness.run();
    harness.get_by_label("Die 1 shows 5").click();
    harness.run();
    harness.get_by_label("Die 2 shows 4").click();
    harness.run();
    harness.get_by_label("Enter these dice").click();
    harness.run();
    assert_eq!(harness.state().2, [Intent::OwnDice(vec![5, 4])]);
}

#[test]
fn c22_the_latest_result_stays_and_steps() {
    let mut roll = release();
    roll.sheet.rows[0].stamped = true;
    let result = ResultView::Roll {
        roll: Box::new(roll),
        faces: vec![(5, true), (4, true), (1, false)],
        natural: 9,
        total: 15,
        label: "Success".into(),
        tone: Tone::Good,
        again: false,
        by_hand: false,
    };
    let latest = LatestView { result, number: 2, of: 2, tumble: 1.0 };
    let mut harness = harness(RollTab { latest: Some(latest), ..RollTab::default() });
    harness.get_by_label("Die 5");
    harness.get_by_label("Die 1, dropped");
    harness.get_by_label("Success: 15 or more, 28%, hit");
    harness.get_by_label("Previous result").click();
    harness.run();
    assert_eq!(harness.state().2, [Intent::Latest(Step::Back)]);
}

#[test]
fn rarity_is_told_in_plain_words() {
    assert_eq!(once_in(Fraction::new(1, 36)), "once in 36");
    assert_eq!(once_in(Fraction::new(1, 6)), "once in 6.0");
    assert_eq!(once_in(Fraction::ONE), "certain");
}
