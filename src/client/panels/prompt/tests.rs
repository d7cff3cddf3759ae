//! Tests of the panel.

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::cards::plan;
use super::*;
use crate::client::widgets::testing::themed;

fn offer(index: usize, label: &str, ends_phase: bool) -> OfferView {
    OfferView {
        index,
        card: Card { key: u8::try_from(index + 1).unwrap_or(0), label: label.into(), ..Card::default() },
        ends_phase,
        ..OfferView::default()
    }
}

fn view() -> PromptView {
    let mut barred = offer(2, "Gunnery at flak", false);
    barred.card.barred = Some("done this zone".into());
    barred.card.clause = "4.2.8.a".into();
    let mut first = offer(0, "AJ-G starts its run", false);
    first.card.default = true;
    PromptView {
        prompt: "Who starts a run?".into(),
        clause: "4.1.a".into(),
        offers: vec![first, offer(1, "No run this turn", true), barred],
        undo: UndoView { barred: Some("undo stops at the last roll or draw".into()), ..UndoView::default() },
        history: HistoryView { position: 4, len: 4, ..HistoryView::default() },
        ..PromptView::default()
    }
}

fn harness(view: PromptView) -> Harness<'static, (PromptView, Vec<Intent>)> {
    themed(
        vec2(880.0, 240.0),
        |ui, state: &mut (PromptView, Vec<Intent>)| {
            let intent = panel(ui, &state.0, &mut None);
            state.1.extend(intent);
        },
        (view, Vec::new()),
    )
}

#[test]
fn offers_are_taken_by_a_click() {
    let mut harness = harness(view());
    harness.get_by_label("No run this turn").click();
    harness.run();
    assert_eq!(harness.state().1, [Intent::Take(1)]);
}

#[test]
fn c11_many_offers_keep_whole_labels_and_every_reason_in_sight() {
    let mut offers: Vec<OfferView> = Vec::new();
    for (i, code) in ["G", "M", "P", "A", "J", "L", "Z"].iter().enumerate() {
        offers.push(offer(3 * i, &format!("AJ-{code} to Circling Far"), false));
        offers.push(offer(3 * i + 1, &format!("AJ-{code} fires a Very Light"), false));
        let mut home = offer(3 * i + 2, &format!("AJ-{code} turns for home"), false);
        home.card.barred = Some("still carries Upkeep".into());
        home.card.clause = "4.3.d".into();
        offers.push(home);
    }
    for size in [vec2(880.0, 240.0), vec2(600.0, 220.0), vec2(300.0, 200.0)] {
        let view = PromptView { offers: offers.clone(), ..view() };
        let harness = themed(
            size,
            |ui, state: &mut (PromptView, Vec<Intent>)| {
                let room = ui.available_height() - 74.0;
                let plan = plan(ui, &state.0, size.x - 4.0, room);
                for row in &plan.rows {
                    for (o, width) in row.offers.iter().zip(&row.widths) {
                        let needs = widgets::card::fit(ui, &o.card, *width);
                        let whole = row.fit.slim || needs.label <= row.fit.label;
                        assert!(whole, "{} is cut at {size:?}", o.card.label);
                    }
                }
                assert_eq!(plan.barred.len(), 1, "one line a reason");
                panel(ui, &state.0, &mut None);
            },
            (view, Vec::new()),
        );
        let words = "Barred, still carries Upkeep: AJ-G turns for home · AJ-M turns for home · AJ-P turns for home \
                     · AJ-A turns for home · AJ-J turns for home · AJ-L turns for home · AJ-Z turns for home";
        harness.get_by_label(words);
    }
}

#[test]
fn c05_a_barred_undo_says_what_stops_it() {
    let harness = harness(view());
    assert!(harness.get_by_label("Undo").accesskit_node().is_disabled());
    assert!(!harness.get_by_label("What-if").accesskit_node().is_disabled());
}

#[test]
fn a_guided_game_speaks_under_the_prompt_and_a_barred_what_if_says_why() {
    let mut v = view();
    v.guide = Some("Red stands by Emden, where the raid must pass.".into());
    v.what_if_barred = Some("A what-if would show what the other side hides".into());
    let harness = harness(v);
    harness.get_by_label("Red stands by Emden, where the raid must pass.");
    assert!(harness.get_by_label("What-if").accesskit_node().is_disabled());
}

#[test]
fn c08_confirm_never_ends_a_phase() {
    let mut v = view();
    v.confirm = Some(0);
    assert_eq!(v.confirmed().map(|o| o.index), Some(0));
    assert_eq!(v.end_of_phase().map(|o| o.index), Some(1));
    v.confirm = None;
    assert_eq!(v.confirmed(), None);
    assert_eq!(v.by_key(2), None, "a barred offer has no key");
}

#[test]
fn c20_history_steps_without_leaving_the_game() {
    let mut v = view();
    v.history = HistoryView { position: 2, len: 4, ..HistoryView::default() };
    let mut harness = harness(v);
    harness.get_by_label("History: One back").click();
    harness.run();
    harness.get_by_label("Back to the game").click();
    harness.run();
    assert_eq!(harness.state().1, [Intent::Seek(Step::Back), Intent::Live]);
}

#[test]
fn words_of_refusal_move_no_card() {
    let top = |refused: Option<&str>| {
        let mut v = view();
        v.refused = refused.map(str::to_owned);
        v.lines = vec![LineView { text: "first".into(), ..LineView::default() }, LineView::default()];
        let harness = harness(v);
        let card = harness.get_by_label("AJ-G starts its run").rect();
        let undo = harness.get_by_label("Undo").rect();
        (card.height(), undo.top() - card.top())
    };
    let (quiet, told) = (top(None), top(Some("Nothing is marked.")));
    assert!((quiet.0 - told.0).abs() < 0.5, "{quiet:?} {told:?}");
    // The cards have the same room between head and tools.
    assert!(quiet.1 - told.1 < 4.0, "{quiet:?} {told:?}");
}

#[test]
fn the_history_bar_is_whole_at_a_large_scale() {
    for width in [521.0f32, 600.0, 880.0] {
        let mut v = view();
        v.undo.stop = "12 steps; then undo stops at the last dice or draw".into();
        v.history = HistoryView { position: 300, len: 312, ..HistoryView::default() };
        let harness = themed(
            vec2(width, 182.0),
            |ui, state: &mut (PromptView, Vec<Intent>)| {
                panel(ui, &state.0, &mut None);
            },
            (v, Vec::new()),
        );
        let mut right = 0.0f32;
        for label in
            ["Undo", "Redo", "Start of phase", "History: First", "History: Last", "What-if", "Save as"]
        {
            let rect = harness.get_by_label(label).rect();
            assert!(
                rect.left() >= 0.0 && rect.right() <= width && rect.bottom() <= 182.0,
                "{label} at {rect:?}"
            );
            if ["Undo", "Redo", "Start of phase", "History: First"].contains(&label) {
                assert!(rect.left() >= right, "{label} lies over what is before it, {width}");
                right = rect.right();
            }
        }
    }
}

#[test]
fn all_that_can_be_dropped_is_in_sight_in_a_small_window() {
    let mut offers =
        vec![offer(0, "Drop a target marker", false), offer(1, "One more bomb on the airport", false)];
    for kind in ["flak", "searchlight", "balloon barrier", "fuel truck"] {
        offers.push(offer(offers.len(), &format!("Bomb a {kind}"), false));
    }
    for kind in ["radar", "smoke screen"] {
        let mut barred = offer(offers.len(), &format!("Bomb a {kind}"), false);
        barred.card.barred = Some("all of them are aimed at".into());
        barred.card.clause = "mosquito.v".into();
        offers.push(barred);
    }
    let mut done = offer(offers.len(), "Drop them", false);
    done.card.hint = "Germany +1: balloon barrier +1".into();
    done.card.default = true;
    offers.push(done);
    let view = PromptView { offers, ..view() };
    // The prompt of a window of 1280 x 800; the frame of the test takes 8 points a side.
    let harness = themed(
        vec2(848.0, 242.0),
        |ui, state: &mut (PromptView, Vec<Intent>)| {
            panel(ui, &state.0, &mut None);
        },
        (view, Vec::new()),
    );
    let foot = harness.get_by_label("Undo").rect().top();
    let labels = ["Drop a target marker", "One more bomb on the airport", "Bomb a fuel truck", "Drop them"];
    for label in labels {
        let rect = harness.get_by_label(label).rect();
        assert!(rect.bottom() <= foot + 1.0, "{label} at {rect:?}, the tools at {foot}");
    }
    assert!(harness.query_by_label_contains("more below").is_none());
}

#[test]
fn odds_stay_on_the_cards_and_what_lies_below_is_told() {
    let mut offers: Vec<OfferView> = Vec::new();
    for i in 0..14 {
        let mut call = offer(i, &format!("Call AJ-{i}"), false);
        call.card.hint = "Received 83% · misread for good 8%".into();
        offers.push(call);
    }
    let view = PromptView { offers, ..view() };
    let harness = themed(
        vec2(830.0, 224.0),
        |ui, state: &mut (PromptView, Vec<Intent>)| {
            let plan = plan(ui, &state.0, 820.0, 120.0);
            let told = |row: &cards::CardRow| row.fit.slim || row.fit.line > 0;
            assert!(plan.rows.iter().all(told), "every card keeps its odds");
            panel(ui, &state.0, &mut None);
        },
        (view, Vec::new()),
    );
    harness.get_by_label_contains("more below");
}

#[test]
fn the_question_is_read_whole_before_the_strip() {
    let mut v = view();
    v.strip = ["AJ-A :22", "AJ-J :07", "AJ-L :30"]
        .iter()
        .map(|w| StripItem::Word((*w).into(), format!("{w} comes in")))
        .collect();
    assert_eq!(strip_in(&v, 400.0, false).len(), 3);
    let folded = strip_in(&v, 150.0, false);
    assert!(matches!(&folded[..], [StripItem::Word(word, _)] if word == "AJ-A :22 +2"), "{folded:?}");
}
