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
