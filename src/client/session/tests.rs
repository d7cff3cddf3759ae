//! Tests of the session on the kernel's example game.

use super::*;
use crate::kernel::game::Options;
use crate::kernel::journal::UndoMode;
use crate::kernel::testkit::toy::Toy;

const NO_AUTO: Auto = Auto { roll: false, draw: false, single: false };

fn session(scenario: &str, people: &[u8], mode: UndoMode) -> Session {
    let game = Toy::shared();
    let table = Table::new(Arc::clone(&game), scenario, &Options::new(), 7, mode).expect("the toy is set up");
    let bots = (0..2u8).filter(|s| !people.contains(s)).map(|s| (Seat(s), game.bot(Seat(s), 3))).collect();
    Session::new(table, people.iter().map(|s| Seat(*s)).collect(), bots, false)
}

/// Takes the offer whose id begins with `verb`.
fn take(s: &mut Session, verb: &str) {
    let question = s.table().question().expect("a question");
    let index = question.offers.iter().position(|o| o.key.verb == verb).expect("the offer");
    s.act(Intent::Take(index), NO_AUTO, 1.0);
}

#[test]
fn a_roll_stays_among_the_latest_results() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    let shown = s.shown(1.0, 0.0);
    assert!(matches!(shown.roll.pending, Some(Pending::Roll(_))));
    take(&mut s, "roll");
    let shown = s.shown(1.0, 0.0);
    let latest = shown.roll.latest.clone().expect("a result");
    assert_eq!((latest.number, latest.of), (1, 1));
    assert!(s.tumble(1.0, 1.0) < 1.0 && s.tumble(2.0, 1.0) >= 1.0 && s.tumble(1.0, 0.0) >= 1.0);
}

#[test]
fn c05_undo_stops_at_the_dice_and_says_so() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    let before = s.table().digest();
    s.act(Intent::Undo, NO_AUTO, 1.0);
    assert!(s.table().is_empty());
    s.act(Intent::Redo, NO_AUTO, 1.0);
    assert_eq!(s.table().digest(), before);
    take(&mut s, "roll");
    s.act(Intent::Undo, NO_AUTO, 1.0);
    let shown = s.shown(1.0, 0.0);
    assert_eq!(shown.prompt.refused.as_deref(), Some("Undo stops at the last dice or draw."));
    assert_eq!(shown.prompt.undo.barred.as_deref(), Some("Undo stops at the last dice or draw"));
}

#[test]
fn c20_looking_back_leaves_the_game_alone_and_bars_orders() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    take(&mut s, "roll");
    let (len, digest) = (s.table().len(), s.table().digest());
    s.act(Intent::Seek(Step::First), NO_AUTO, 1.0);
    assert_eq!(s.table().position(), 0);
    s.act(Intent::Take(0), NO_AUTO, 1.0);
    assert_eq!(s.table().len(), len, "nothing is answered while looking back");
    assert!(s.shown(1.0, 0.0).prompt.refused.is_some());
    s.act(Intent::Seek(Step::On), NO_AUTO, 1.0);
    s.act(Intent::Live, NO_AUTO, 1.0);
    assert_eq!((s.table().position(), s.table().digest()), (len, digest));
}

#[test]
fn a_what_if_leaves_the_game_untouched() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    let digest = s.table().digest();
    s.act(Intent::Branch, NO_AUTO, 1.0);
    assert!(s.in_branch());
    take(&mut s, "roll");
    assert_ne!(s.table().digest(), digest);
    assert_eq!(s.table().header().mode, UndoMode::Practice);
    s.act(Intent::LeaveBranch, NO_AUTO, 1.0);
    assert!(!s.in_branch());
    assert_eq!(s.table().digest(), digest);
}

#[test]
fn c30_nothing_is_answered_for_the_player_unless_set() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    assert_eq!(s.table().len(), 1, "the dice wait");
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    let index = s.table().question().and_then(|q| q.offers.iter().position(|o| o.key.verb == "roll"));
    s.act(Intent::Take(index.expect("roll")), Auto { roll: true, ..NO_AUTO }, 1.0);
    assert_eq!(s.table().len(), 2, "the dice are thrown by setting");
    assert_eq!(s.shown(1.0, 0.0).roll.latest.as_ref().map(|l| l.of), Some(1), "and the result stays");
}

#[test]
fn own_dice_are_entered_through_the_one_door() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    take(&mut s, "roll");
    s.act(Intent::OwnDice(vec![5]), NO_AUTO, 1.0);
    let (_, text) = s.table().answer(1).expect("an answer");
    assert_eq!(text, "roll=5");
}

#[test]
fn c35_the_curtain_hides_everything_between_two_people() {
    let mut s = session("toy/duel", &[0, 1], UndoMode::Table);
    for _ in 0..40 {
        if s.viewer().is_none() {
            break;
        }
        let hold = s.table().question().and_then(|q| {
            let hold = q.offers.iter().position(|o| o.key.verb == "hold" && o.enabled());
            hold.or_else(|| q.enabled().next())
        });
        s.act(Intent::Take(hold.expect("an offer")), NO_AUTO, 1.0);
    }
    assert_eq!(s.awaited().as_deref(), Some("Blue"));
    assert_eq!(*s.shown(1.0, 0.0), Shown::default(), "no view is built while the curtain is down");
    let len = s.table().len();
    s.act(Intent::Take(0), NO_AUTO, 1.0);
    assert_eq!(s.table().len(), len, "no order passes the curtain");
    s.act(Intent::Lift, NO_AUTO, 1.0);
    assert_eq!(s.viewer(), Some(Seat(1)));
    let text: Vec<String> = s.shown(1.0, 0.0).log.lines.iter().map(|l| l.text.clone()).collect();
    assert!(!text.iter().any(|t| t.starts_with("Red holds a bonus")), "{text:?}");
}

#[test]
fn c26_statistics_follow_the_journal() {
    let mut s = session("toy/solo", &[0], UndoMode::Practice);
    take(&mut s, "roll");
    take(&mut s, "roll");
    assert_eq!(s.shown(1.0, 0.0).stats.total(), 1);
    s.act(Intent::Undo, NO_AUTO, 1.0);
    let stats = s.shown(1.0, 0.0).stats;
    assert_eq!((stats.total(), stats.taken_back), (0, 1));
    assert_eq!(s.shown(1.0, 0.0).log.taken_back.len(), 1, "C07: what was taken back is listed");
}

#[test]
fn a_finished_game_calls_for_its_debriefing_once() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    let mut told = 0;
    for _ in 0..3000 {
        let Some(question) = s.table().question() else { break };
        let offer = question
            .offers
            .iter()
            .position(|o| o.key.verb == "hold" && o.enabled())
            .or_else(|| question.enabled().next());
        let outward = s.act(Intent::Take(offer.expect("an offer")), NO_AUTO, 1.0);
        told += usize::from(outward == Some(Outward::Debrief));
    }
    assert!(s.table().outcome().is_some());
    assert_eq!(told, 1);
    assert_eq!(s.act(Intent::Replay, NO_AUTO, 1.0), Some(Outward::Table));
    assert_eq!(s.table().position(), 0);
}

#[test]
fn c12_adjusting_is_open_for_one_phase_and_marks_the_table() {
    let mut s = session("toy/duel", &[0, 1], UndoMode::Table);
    s.act(Intent::AdjustOpen, NO_AUTO, 1.0);
    let set = |value: &str| Intent::Adjust("pot:Red".into(), value.into());
    s.act(set("9"), NO_AUTO, 1.0);
    let view = s.shown(1.0, 0.0).adjust.clone().expect("the overlay");
    assert!(view.refused.is_some() && view.reason.is_none(), "nothing without a reason: {view:?}");
    s.act(Intent::AdjustBegin("a counter was forgotten".into()), NO_AUTO, 1.0);
    s.act(set("9"), NO_AUTO, 1.0);
    let shown = s.shown(1.0, 0.0);
    assert!(shown.adjust.as_ref().is_some_and(|a| a.rows.iter().any(|r| r.now == "9")));
    assert_eq!(shown.game.ribbon.stamps, ["adjusted"]);
    let last = shown.log.lines.last().map(|l| l.text.clone());
    assert_eq!(last.as_deref(), Some("Adjusted: pot of Red, 0 to 9 (a counter was forgotten)"));
    s.act(Intent::AdjustEnd, NO_AUTO, 1.0);
    assert!(s.shown(1.0, 0.0).adjust.is_none() && s.table().adjusting().is_none());
    s.act(Intent::Undo, NO_AUTO, 1.0);
    assert_eq!(s.shown(1.0, 0.0).log.taken_back.len(), 1);
    s.act(Intent::Redo, NO_AUTO, 1.0);
    s.act(Intent::Seek(Step::First), NO_AUTO, 1.0);
    s.act(Intent::AdjustOpen, NO_AUTO, 1.0);
    assert!(s.shown(1.0, 0.0).adjust.is_none(), "the past is not adjusted");
    s.act(Intent::Live, NO_AUTO, 1.0);
    // Open again, and left on: the end of the turn closes it.
    s.act(Intent::AdjustOpen, NO_AUTO, 1.0);
    s.act(Intent::AdjustBegin("again".into()), NO_AUTO, 1.0);
    take(&mut s, "hold");
    take(&mut s, "yes");
    assert!(s.adjusting.is_none() && s.table().adjusting().is_none());
}

#[test]
fn c20_bookmarks_are_set_while_looking_back_and_lead_there_again() {
    let mut s = session("toy/solo", &[0], UndoMode::Table);
    for verb in ["roll", "roll"] {
        take(&mut s, verb);
    }
    let (len, digest) = (s.table().len(), s.table().digest());
    s.act(Intent::SeekTo(1), NO_AUTO, 1.0);
    s.act(Intent::Note(None, "the dice wait".into()), NO_AUTO, 1.0);
    assert_eq!(s.table().position(), 1, "looking back goes on");
    s.act(Intent::Live, NO_AUTO, 1.0);
    assert_eq!((s.table().len(), s.table().digest()), (len, digest));
    s.act(Intent::SeekMark(Step::On), NO_AUTO, 1.0);
    assert_eq!(s.shown(1.0, 0.0).prompt.refused.as_deref(), Some("No bookmark lies there."));
    s.act(Intent::SeekMark(Step::Back), NO_AUTO, 1.0);
    let shown = s.shown(1.0, 0.0);
    assert_eq!((s.table().position(), shown.notes.marks.len()), (1, 1));
    s.act(Intent::Unnote(shown.notes.marks[0].event), NO_AUTO, 1.0);
    assert!(s.shown(1.0, 0.0).notes.marks.is_empty());
}
