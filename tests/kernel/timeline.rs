//! Undo, redo, looking back, branches and replay on the kernel's example game.

use bombers_moon::kernel::ai::{Bot, RandomBot};
use bombers_moon::kernel::decision::{Answer, Illegal};
use bombers_moon::kernel::dice::{BotLuck, LuckItem};
use bombers_moon::kernel::driver::Refusal;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::{Action, UndoMode};
use bombers_moon::kernel::seats::Curtain;
use bombers_moon::kernel::testkit::script::{Played, Script};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::{ReplayError, Table, UndoStop};

fn open(scenario: &str, mode: UndoMode, seed: u64) -> Played {
    Script::of(&Toy::shared(), scenario).option("goal", "100").mode(mode).seed(seed).open()
}

/// Plays up to `n` random decisions.
fn wander(table: &mut Table, bot: &mut RandomBot, n: usize) {
    for _ in 0..n {
        let Some(question) = table.question() else { return };
        let answer = Answer::new(question.seq, bot.choose(&(), question));
        table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// Everything a player can tell two states apart by.
fn traces(table: &Table) -> (u64, String, Vec<(u32, String, &'static str)>) {
    let view = |seat| table.game().view_json(table.world(), seat).to_string();
    let question = table.question().map(|q| format!("{q:?}"));
    (table.digest(), format!("{}{}{question:?}", view(Seat(0)), view(Seat(1))), table.log(Seat(1)))
}

#[test]
fn c01_undo_one_and_undo_to_here_leave_the_exact_earlier_state() {
    let mut play = open("toy/duel", UndoMode::Practice, 4);
    let mut before = vec![traces(&play.table)];
    let mut bot = RandomBot::new(4, 0);
    for _ in 0..70 {
        wander(&mut play.table, &mut bot, 1);
        before.push(traces(&play.table));
    }
    let n = play.table.len();
    assert_eq!(n, 70);
    assert!(play.table.undo().is_ok());
    assert_eq!(traces(&play.table), before[n - 1]);
    for to in [50, 33, 32, 16, 15, 1, 0] {
        assert!(play.table.undo_to(to).is_ok());
        assert_eq!(traces(&play.table), before[to], "undo to {to}");
    }
    assert_eq!(play.table.undo(), Err(UndoStop::Start));
}

#[test]
fn c02_undo_at_the_table_stops_at_the_hand_off() {
    let mut play = Script::of(&Toy::shared(), "toy/duel").mode(UndoMode::Table).dice(&[]).seed(2).open();
    play.answers(["roll", "roll=6", "keep", "hold:6"]);
    let limit = play.table.undo_limit();
    assert_eq!(limit, (2, UndoStop::Luck));
    play.answer("yes").asked(Seat(1), "1.a");
    assert_eq!(play.table.undo_limit(), (5, UndoStop::HandOff));
    let before = traces(&play.table);
    assert_eq!(play.table.undo(), Err(UndoStop::HandOff));
    assert_eq!(play.table.undo_to(0), Err(UndoStop::HandOff));
    assert_eq!(traces(&play.table), before);
    play.answer("roll");
    assert!(play.table.undo().is_ok(), "one's own answer can be taken back");
    assert_eq!(play.table.undo(), Err(UndoStop::HandOff));
}

#[test]
fn undo_at_the_table_stops_at_luck_and_reveals() {
    let mut play = open("toy/solo", UndoMode::Table, 2);
    play.answer("show").answer("roll");
    assert_eq!(play.table.undo_limit(), (1, UndoStop::Reveal));
    assert!(play.table.undo().is_ok());
    assert_eq!(play.table.undo(), Err(UndoStop::Reveal));
    play.answers(["roll", "roll"]);
    assert_eq!(play.table.undo(), Err(UndoStop::Luck));
    assert_eq!(play.table.undo_with_new_luck(0, 9), Err(UndoStop::Luck), "new luck is for practice");
    assert!(play.table.header().stamps.is_empty());
}

#[test]
fn c03_each_answer_taken_back_and_done_again_gives_the_same_state_and_views() {
    for seed in 0..6 {
        let mut play = open("toy/duel", UndoMode::Practice, seed);
        let mut bot = RandomBot::new(seed, 0);
        for _ in 0..60 {
            let before = traces(&play.table);
            wander(&mut play.table, &mut bot, 1);
            let after = traces(&play.table);
            assert!(play.table.undo().is_ok());
            assert_eq!(traces(&play.table), before);
            assert_eq!(play.table.redo(), Ok(true));
            let again = traces(&play.table);
            assert_eq!((again.0, again.1), (after.0, after.1));
            let words = |log: &[(u32, String, &str)]| log.iter().map(|l| l.1.clone()).collect::<Vec<_>>();
            assert_eq!(words(&again.2), words(&after.2));
        }
    }
}

#[test]
fn c04_a_walk_of_answers_undo_and_redo_equals_straight_replay() {
    for seed in 0..12 {
        let mut play = open("toy/duel", UndoMode::Practice, seed);
        let (mut luck, mut bot) = (BotLuck::seeded(seed, 9), RandomBot::new(seed, 1));
        for _ in 0..120 {
            let n = play.table.len();
            match luck.below(8) {
                0 if n > 0 => assert!(play.table.undo().is_ok()),
                1 if n > 0 => assert!(play.table.undo_to(luck.below(n)).is_ok()),
                2 | 3 => assert!(play.table.redo().is_ok()),
                4 if n > 0 => {
                    let to = luck.below(n);
                    assert!(play.table.undo_with_new_luck(to, u64::try_from(to).unwrap_or(0) + 77).is_ok());
                }
                5 => play.table.seek(luck.below(n + 1)),
                _ => {
                    play.table.go_live();
                    wander(&mut play.table, &mut bot, 3);
                }
            }
        }
        play.table.go_live();
        let again = Table::replay(Toy::shared(), play.table.header(), play.table.events());
        let again = again.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(traces(&again), traces(&play.table), "seed {seed}");
        assert_eq!(again.events(), play.table.events());
        assert_eq!(again.len(), play.table.len());
    }
}

#[test]
fn c04_redo_never_crosses_new_luck() {
    let mut play = open("toy/solo", UndoMode::Practice, 6);
    play.answers(["roll", "roll", "keep", "roll"]);
    assert!(play.table.undo_with_new_luck(1, 99).is_ok());
    assert!(!play.table.can_redo(), "answers given on other luck are not done again");
    play.answers(["roll", "keep"]);
    assert!(play.table.undo_to(0).is_ok());
    assert_eq!(play.table.redo(), Ok(true));
    assert_eq!(play.table.redo(), Ok(false), "the roll on new luck would come out differently");
}

#[test]
fn c05_practice_repeats_the_dice_unless_new_luck_is_asked_for() {
    let mut play = open("toy/solo", UndoMode::Practice, 8);
    assert!(play.table.header().stamps.contains("practice"), "the mode is named on the game");
    let mut throw = |new: Option<u64>| {
        if play.table.len() > 1 {
            match new {
                None => assert!(play.table.undo_to(1).is_ok()),
                Some(seed) => assert!(play.table.undo_with_new_luck(1, seed).is_ok()),
            }
        } else {
            play.answer("roll");
        }
        play.answer("roll");
        play.table.events().last().map(|e| e.luck.clone())
    };
    let first = throw(None);
    assert_eq!(throw(None), first, "the same luck");
    let fresh: Vec<_> = (0..12).map(|seed| throw(Some(seed))).collect();
    assert!(fresh.iter().any(|f| *f != first), "new luck: {fresh:?}");
    assert_eq!(throw(Some(3)), fresh[3], "named by its seed");
}

#[test]
fn c06_no_turn_ends_without_a_confirmation() {
    let mut play = open("toy/duel", UndoMode::Table, 8);
    play.answers(["roll", "roll=3", "keep", "hold:3"]).asked(Seat(0), "2.a");
    assert!(play.table.undo().is_ok(), "up to the confirmation the hold can be taken back");
    play.offers("hold:3");
}

#[test]
fn c07_undone_answers_stay_in_the_journal() {
    let mut play = open("toy/solo", UndoMode::Practice, 8);
    play.answers(["roll", "roll"]);
    assert!(play.table.undo().is_ok());
    play.answer("roll");
    let actions: Vec<_> = play.table.events().iter().map(|e| e.action.clone()).collect();
    let answer = |text: &str| Action::Answer(text.to_owned());
    assert_eq!(actions, [Action::SetUp, answer("roll"), answer("roll"), Action::Undo(1), answer("roll")]);
    assert_eq!(play.table.answer(1), Some((4, "roll")), "the standing answer is the later event");
}

#[test]
fn c20_a_game_is_looked_through_both_ways() {
    let mut play = open("toy/duel", UndoMode::Practice, 21);
    let mut bot = RandomBot::new(21, 0);
    let mut seen = vec![traces(&play.table)];
    for i in 0..64 {
        wander(&mut play.table, &mut bot, 1);
        if i == 40 {
            assert!(play.table.undo_with_new_luck(20, 5).is_ok());
            seen.truncate(20);
            seen.push(traces(&play.table));
            continue;
        }
        seen.push(traces(&play.table));
    }
    let events = play.table.events().to_vec();
    let n = play.table.len();
    for to in (0..=n).rev().chain(0..=n).chain([7, 40, 3, 41, 20, 21, 19, n]) {
        play.table.seek(to);
        assert_eq!(play.table.position(), to);
        assert_eq!(traces(&play.table), seen[to], "position {to}");
    }
    play.table.seek(5);
    assert_eq!(play.table.events(), events, "looking changes nothing");
    assert_eq!(play.table.len(), n);
    play.table.go_live();
    assert_eq!(traces(&play.table), seen[n]);
    play.table.seek(5);
    let past = play.table.question().map_or(0, |q| q.seq);
    let stale = play.table.submit(&Answer::new(past, 0));
    assert!(matches!(stale, Err(Refusal::Illegal(Illegal::Stale { .. }))), "the past is not answered");
    assert_eq!((play.table.len(), traces(&play.table)), (n, seen[n].clone()));
}

#[test]
fn a_branch_leaves_the_main_line_untouched() {
    let mut play = open("toy/duel", UndoMode::Table, 13);
    let mut bot = RandomBot::new(13, 0);
    wander(&mut play.table, &mut bot, 40);
    let before = (traces(&play.table), play.table.events().to_vec());
    for at in [0, 1, 20, 40] {
        let mut branch = play.table.branch(at, UndoMode::Practice).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(branch.len(), at);
        play.table.seek(at);
        assert_eq!(traces(&branch), traces(&play.table));
        play.table.go_live();
        wander(&mut branch, &mut bot, 10);
        assert!(branch.undo().is_ok());
        assert_eq!(branch.header().branch_of, Some(at));
        assert!(branch.header().stamps.contains("branch") && branch.header().stamps.contains("practice"));
    }
    assert_eq!((traces(&play.table), play.table.events().to_vec()), before);
    assert!(!play.table.header().stamps.contains("branch"));
}

#[test]
fn c21_replay_names_the_first_event_that_differs() {
    let mut play = open("toy/duel", UndoMode::Practice, 31);
    wander(&mut play.table, &mut RandomBot::new(31, 0), 30);
    let header = play.table.header().clone();
    let events = play.table.events().to_vec();
    let replay = |events: &[_]| Table::replay(Toy::shared(), &header, events).map(|t| t.digest());
    assert_eq!(replay(&events), Ok(play.table.digest()));

    let mut changed = events.clone();
    changed[12].digest ^= 1;
    changed[20].digest ^= 1;
    let found = events[12].digest;
    assert_eq!(replay(&changed), Err(ReplayError::Digest { event: 12, expected: found ^ 1, found }));
    let words = replay(&changed).map_err(|e| e.to_string());
    assert!(words.is_err_and(|w| w.contains("event 12") && w.contains(&format!("{found:016x}"))));

    let rolled = events.iter().position(|e| matches!(e.luck.first(), Some(LuckItem::Die(_)))).unwrap_or(0);
    let mut changed = events.clone();
    changed[rolled].luck = vec![LuckItem::Die(9)];
    assert!(matches!(replay(&changed), Err(ReplayError::Luck { event, .. }) if event == rolled && event > 0));

    let mut changed = events.clone();
    changed[3].action = Action::Answer("fly".into());
    assert!(matches!(replay(&changed), Err(ReplayError::Refused { event: 3, .. })));
    for action in [Action::SetUp, Action::Undo(9_999_999), Action::NewLuck(usize::MAX, 1)] {
        let mut changed = events.clone();
        changed[5].action = action.clone();
        assert!(matches!(replay(&changed), Err(ReplayError::Refused { event: 5, .. })), "{action:?}");
    }
    let mut other = header.clone();
    other.seed += 1;
    assert!(Table::replay(Toy::shared(), &other, &events).is_err());
    other.scenario = "toy/nowhere".into();
    assert!(matches!(Table::replay(Toy::shared(), &other, &events), Err(ReplayError::SetUp(_))));
}

#[test]
fn c35_the_curtain_falls_between_two_people_at_one_screen() {
    let mut play = open("toy/duel", UndoMode::Table, 3);
    let people = [Seat(0), Seat(1)];
    let mut curtain = Curtain::Open(Seat(0));
    play.answers(["roll", "roll=3", "keep", "hold:3"]);
    curtain = curtain.for_question(play.table.question(), &people);
    assert_eq!(curtain.viewer(), Some(Seat(0)), "a called phase asks the same seat");
    play.answer("yes");
    curtain = curtain.for_question(play.table.question(), &people);
    assert_eq!(curtain, Curtain::Closed { from: Seat(0), to: Seat(1) });
    assert_eq!(curtain.viewer(), None);
    assert_eq!(curtain.lift().viewer(), Some(Seat(1)));
    let alone = Curtain::Open(Seat(0)).for_question(play.table.question(), &[Seat(0)]);
    assert_eq!(alone.viewer(), Some(Seat(0)), "against a bot the screen stays with its one viewer");
}
