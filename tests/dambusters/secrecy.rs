//! What a mine does is hidden until it is turned over (2.4.d), and which marker it is for ever.

use bombers_moon::games::dambusters::components::{Bomb, Dam};
use bombers_moon::kernel::ai::Bot;
use bombers_moon::kernel::chronicle::Chronicle;
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::LuckItem;
use bombers_moon::kernel::ids::{Pieces, Seat};
use bombers_moon::kernel::phase::Flow;
use bombers_moon::kernel::testkit::script::{Played, Script};
use std::fmt::Write as _;

use crate::rig::{Rig, SOUND};
use crate::sortie::say;
use crate::table;

/// Scenarios with the number of mines each starts with.
const SCENARIOS: [(&str, usize); 6] = [
    ("dambusters/s1-mohne", 8),
    ("dambusters/s2-eder", 3),
    ("dambusters/s3-sorpe", 6),
    ("dambusters/s4-lister", 5),
    ("dambusters/s5-ennepe", 3),
    ("dambusters/s5-beginners", 1),
];

/// A scenario with these markers aboard, in the order of the Squadron Log.
fn with_mines(id: &str, mines: &[u8], seed: u64) -> Played {
    let luck = mines.iter().map(|n| LuckItem::Draw("upkeep".into(), format!("U{n}")));
    Script::of(&table::game(), id).seed(seed).luck(luck).open()
}

/// Everything that a player, a bot or a tool is told: view, log, prompt, offers with labels, reasons and hints, the
/// pending roll or draw, the measures, and what a refused answer says.
pub fn told(p: &mut Played) -> String {
    let mut out = String::new();
    let table = &p.table;
    let (world, game, pieces) = (table.world(), table.game(), table.pieces());
    let _ = writeln!(out, "{}", game.view_json(world, Seat(0)));
    let _ = writeln!(out, "{:?}", table.log(Seat(0)).last());
    let _ = writeln!(
        out,
        "{} lines, {:?}, {:?}",
        table.log(Seat(0)).len(),
        game.measures(world),
        table.outcome()
    );
    if let Some(q) = table.question() {
        let _ = writeln!(out, "{} {:?} {:?} {}", q.prompt(pieces), q.clause, q.subject, q.default);
        for (i, o) in q.offers.iter().enumerate() {
            let (id, label, hint) = (o.key.text(pieces), o.label(pieces), game.hint(world, q, i));
            let _ = writeln!(out, "{id} {label} {hint} {:?} {:?} {:?}", o.clause, o.target, o.barred);
        }
        match &q.kind {
            Kind::Choose => {}
            Kind::Roll(spec) => {
                let _ = writeln!(out, "{spec:?}");
            }
            Kind::Draw(draw) => {
                let _ = writeln!(out, "{draw:?}");
            }
        }
        let barred = q.offers.iter().find(|o| !o.enabled()).map(|o| o.key.text(pieces));
        for answer in barred.into_iter().chain(["peek:AJ-G".to_owned(), "roll=9,9,9".to_owned()]) {
            let refused = p.table.submit_text(&answer).map_err(|r| r.to_string());
            let _ = writeln!(out, "{answer}: {refused:?}");
            assert!(refused.is_err(), "{answer} is accepted");
        }
    }
    out
}

/// A small generator of the test's own.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % n.max(1)
    }
}

/// The place of the next answer: the bot's, or now and then any that is open.
fn choice(p: &Played, bot: &mut dyn Bot, dice: &mut Dice) -> Option<(usize, String)> {
    let q = p.table.question()?;
    let view = p.table.game().view(p.table.world(), Seat(0));
    let wise = bot.choose(&*view, q);
    let reason = bot.reason();
    let open: Vec<_> = q.enabled().collect();
    let pick = if dice.below(4) == 0 { open[dice.below(open.len())] } else { wise };
    Some((pick, format!("{wise} {reason}")))
}

/// Plays both tables alike until `stop`; returns how many answers were given.
fn side_by_side(a: &mut Played, b: &mut Played, seed: u64, stop: impl Fn(&Played) -> bool) -> usize {
    let game = table::game();
    let (mut bot_a, mut bot_b) = (game.bot(Seat(0), seed), game.bot(Seat(0), seed));
    let (mut dice_a, mut dice_b) = (Dice(seed), Dice(seed));
    for answers in 0.. {
        if stop(a) || stop(b) {
            assert!(stop(a) && stop(b), "one is shown earlier than the other");
            return answers;
        }
        let (seen_a, seen_b) = (told(a), told(b));
        assert!(seen_a == seen_b, "answer {answers} of seed {seed} differs:\n{seen_a}\n--- and\n{seen_b}");
        let (pick_a, pick_b) = (choice(a, &mut *bot_a, &mut dice_a), choice(b, &mut *bot_b, &mut dice_b));
        assert_eq!(pick_a, pick_b, "the bot knows more than it is told");
        let Some((pick, _)) = pick_a else { return answers };
        for p in [&mut *a, &mut *b] {
            let id =
                p.table.question().map_or_else(String::new, |q| q.offers[pick].key.text(p.table.pieces()));
            p.answer(&id);
        }
    }
    0
}

/// A campaign with the backs of the Recon Level markers dealt in this order.
fn with_backs(backs: impl Iterator<Item = u8>, seed: u64) -> Played {
    let luck = backs.map(|n| LuckItem::Draw("recon".into(), format!("R{n}")));
    Script::of(&table::game(), "dambusters/s10-campaign").seed(seed).luck(luck).open()
}

/// proves: 12.1.c, 2.10.a
#[test]
fn r12_1_c_two_deals_of_recon_markers_look_the_same_until_one_is_turned_over() {
    let (mut answers, mut turned) = (0, 0);
    for seed in 0..3 {
        let (mut a, mut b) = (with_backs(1..=8, seed), with_backs((4..=11).rev(), seed));
        let (mut bot_a, mut bot_b) = (table::game().bot(Seat(0), seed), table::game().bot(Seat(0), seed));
        // No random answers: a campaign planned by chance seldom flies.
        let mut dice = Dice(seed);
        let open = |p: &Played| p.table.log(Seat(0)).iter().any(|(_, _, by)| *by == "12.1.c");
        while !open(&a) && a.table.question().is_some() {
            assert_eq!(told(&mut a), told(&mut b), "answer {answers} of seed {seed}");
            let (pick_a, pick_b) = (wise(&a, &mut *bot_a), wise(&b, &mut *bot_b));
            assert_eq!(pick_a, pick_b, "the bot knows more than it is told");
            // Now and then another offer, once the raid is in the air.
            let flies = a.seen("/flight") != serde_json::Value::Null;
            let q = a.table.question().cloned().unwrap_or_else(|| panic!("nothing is asked"));
            let others: Vec<usize> = q.enabled().collect();
            let pick = if flies && dice.below(8) == 0 { others[dice.below(others.len())] } else { pick_a };
            let id = q.offers[pick].key.text(a.table.pieces());
            a.answer(&id);
            b.answer(&id);
            answers += 1;
        }
        turned += usize::from(open(&a) && open(&b));
        assert_eq!(open(&a), open(&b));
    }
    assert!(answers > 500 && turned > 0, "{answers} answers, {turned} turned over: too few to tell");
}

/// What the bot would answer.
fn wise(p: &Played, bot: &mut dyn Bot) -> usize {
    let view = p.table.game().view(p.table.world(), Seat(0));
    p.table.question().map_or(0, |q| bot.choose(&*view, q))
}

/// Whether any mine lies open.
fn any_open(p: &Played) -> bool {
    p.seen("/hits").as_array().is_some_and(|h| h.iter().any(|m| !m["numbers"].is_null()))
}

/// proves: 2.4.c, 2.4.d
#[test]
fn r2_4_d_two_loads_of_mines_look_the_same_until_one_is_turned_over() {
    let (mut answers, mut opened) = (0, 0);
    for (id, mines) in SCENARIOS {
        for seed in 0..8 {
            let low: Vec<u8> = (1u8..).take(mines).collect();
            let high: Vec<u8> = (1u8..=24).rev().take(mines).collect();
            let (mut a, mut b) = (with_mines(id, &low, seed), with_mines(id, &high, seed));
            answers += side_by_side(&mut a, &mut b, seed, any_open);
            opened += usize::from(any_open(&a));
        }
    }
    assert!(answers > 1000 && opened > 20, "{answers} answers, {opened} mines opened: too few to tell");
}

/// proves: 2.4.d
#[test]
fn r2_4_d_a_mine_that_is_never_turned_over_is_never_told() {
    let (mut to_the_end, mut opened) = (0, 0);
    for (id, mines) in SCENARIOS {
        for seed in 100..108u64 {
            let first: Vec<u8> = (1u8..).take(mines).collect();
            let which = usize::try_from(seed).unwrap_or(0) % mines;
            let mut second = first.clone();
            second[which] = 24;
            let (mut a, mut b) = (with_mines(id, &first, seed), with_mines(id, &second, seed));
            // The Lancaster whose mine differs: the `which`th armed one.
            let armed = a.seen("/lancasters");
            let carrier = armed.as_array().and_then(|all| {
                all.iter().filter(|l| l["upkeep"] == true).nth(which).map(|l| l["code"].clone())
            });
            let carrier = carrier.unwrap_or_default();
            let open = |p: &Played| {
                p.seen("/hits")
                    .as_array()
                    .is_some_and(|h| h.iter().any(|m| m["from"] == carrier && !m["numbers"].is_null()))
            };
            side_by_side(&mut a, &mut b, seed, open);
            if open(&a) {
                opened += 1;
            } else {
                assert!(a.table.outcome().is_some() && a.table.outcome() == b.table.outcome());
                assert_eq!(a.table.log(Seat(0)), b.table.log(Seat(0)));
                to_the_end += 1;
            }
        }
    }
    assert!(to_the_end > 10 && opened > 5, "{to_the_end} never opened, {opened} opened: too few to tell");
}

/// Whether a text holds a marker's code: a `U` at the start of a word, then a digit.
fn names_a_marker(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(2).enumerate().any(|(i, w)| {
        w[0] == b'U' && w[1].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_alphanumeric())
    })
}

/// proves: 2.4.d
#[test]
fn r2_4_d_which_marker_it_is_never_appears_not_even_at_the_end() {
    assert!(names_a_marker("a U7 here") && !names_a_marker("AU7 Und"));
    for (id, _) in SCENARIOS {
        for seed in 0..4 {
            let mut p = Script::of(&table::game(), id).seed(seed).open();
            let mut bot = table::game().bot(Seat(0), seed);
            let mut dice = Dice(seed);
            loop {
                let text = told(&mut p);
                assert!(!names_a_marker(&text), "{text}");
                let Some((pick, reason)) = choice(&p, &mut *bot, &mut dice) else { break };
                assert!(!names_a_marker(&reason));
                let id = p
                    .table
                    .question()
                    .map_or_else(String::new, |q| q.offers[pick].key.text(p.table.pieces()));
                p.answer(&id);
            }
            for (_, words, _) in p.table.log(Seat(0)) {
                assert!(!names_a_marker(&words), "{words}");
            }
        }
    }
}

/// proves: 2.4.d, 4.2.13.s, 4.4.4.d
#[test]
fn r2_4_d_changing_what_is_hidden_changes_nothing_that_is_seen() {
    let rig = Rig::at("Eder")
        .bomber("AJ-A", "Green", "")
        .bomber("AJ-B", "Green", "start: CirclingFar")
        .bomber("AJ-C", "Green", "start: CirclingFar")
        .draws(&SOUND);
    let game = rig.game();
    let mut world = rig.world();
    // A success past which the Lancaster hits the hill, so that the mine lies unseen for the rest of the night.
    let answers = [
        "run:AJ-A",
        "roll=6",
        "draw",
        "lights:on",
        "draw",
        "release",
        "draw",
        "draw",
        "roll=6,6",
        "roll=1,1",
        "end:circling",
        "roll=6,6",
        "end:circling",
        "roll=6,6",
    ];
    let mut hidden = 0;
    for answer in answers {
        let look = |world: &bevy::prelude::World| {
            let flow = world.resource::<Flow>();
            let pieces = world.resource::<Pieces>();
            let hints: Vec<_> = flow.question().map_or(Vec::new(), |q| {
                (0..q.offers.len()).map(|i| (q.offers[i].label(pieces), game.hint(world, q, i))).collect()
            });
            let log: Vec<_> = world
                .resource::<Chronicle>()
                .lines(Seat(0))
                .map(|l| l.words(pieces, game.charts()))
                .collect();
            let prompt = flow.question().map(|q| q.prompt(pieces));
            format!(
                "{} {hints:?} {log:?} {prompt:?} {:?}",
                game.view_json(world, Seat(0)),
                game.measures(world)
            )
        };
        let before = look(&world);
        let other = |n: &mut u8| *n = 25 - *n;
        let ids: Vec<_> = world.resource::<Pieces>().ids().collect();
        for id in ids {
            let entity = world.resource::<Pieces>().entity(id);
            if let Some(mine) = world.get_mut::<Bomb>(entity).and_then(|b| b.into_inner().upkeep.as_mut()) {
                other(mine);
                hidden += 1;
            }
        }
        let dam = world.resource_mut::<Dam>().into_inner();
        for mine in dam.released_box.iter_mut().chain(dam.hits.iter_mut().map(|m| &mut m.marker)) {
            other(mine);
            hidden += 1;
        }
        assert_eq!(before, look(&world), "before `{answer}`");
        say(&mut world, answer);
    }
    assert_eq!(hidden, 3 * answers.len(), "every mine was changed at every step");
}
