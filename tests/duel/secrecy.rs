//! What Germany must not know, and what both sides see.

use std::fmt::Write as _;

use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::BotLuck;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::store::SaveFolder;
use bombers_moon::kernel::timeline::Table;
use serde_json::Value;

use crate::table::{B, Duel, EMDEN, G, Night, game};

/// Whether a question is one that Britain answers in secret.
fn secret(clause: &str) -> bool {
    matches!(clause, "phase-3.a" | "compass-cards.c" | "adv-2a-reprogram.b")
}

/// View and log of a seat, and the question with offers, reasons and hints when it is asked.
fn told(d: &Duel, seat: Seat) -> String {
    let table = &d.table;
    let mut out = table.game().view_json(table.world(), seat).to_string();
    for (_, words, clause) in table.log(seat) {
        let _ = write!(out, "\n{words} [{clause}]");
    }
    if let Some(q) = table.question().filter(|q| q.seat == seat) {
        let _ = write!(out, "\n{}", q.prompt(table.pieces()));
        for (i, offer) in q.offers.iter().enumerate() {
            let label = offer.label(table.pieces());
            // The hundreds of places for tiles have a hint each; a few of them will do.
            let few = q.offers.len() < 60 || i % 40 == 0;
            let hint = if few { table.game().hint(table.world(), q, i) } else { String::new() };
            let barred = offer.barred.map(|b| (b.reason, b.clause.0));
            let _ = write!(out, "\n{} {label} {barred:?} {hint}", offer.key.text(table.pieces()));
        }
    }
    let _ = write!(out, "\n{:?}", table.outcome().map(|o| o.label.clone()));
    out
}

/// What has been shown of the course: cards, strike, landing.
fn shown(d: &Duel) -> (Value, Value, Value, Value) {
    (
        d.seen_by(B, "/bomber/flown"),
        d.seen_by(B, "/bomber/struck"),
        d.seen_by(B, "/bomber/target"),
        d.seen_by(B, "/bomber/aircraft/down"),
    )
}

/// proves: information.a
#[test]
fn a_list_of_saves_tells_night_and_phase_and_nothing_of_the_programme() {
    let user = tempfile::tempdir().expect("a folder");
    let folder = SaveFolder::new(user.path());
    let stands = |answers: &str| {
        let mut table =
            Table::new(game(), "duel/two-nights", &Options::new(), 5, UndoMode::Table).expect("set up");
        for id in "at:11 at:12 at:26 at:34 done draw".split(' ').chain(answers.split_whitespace()) {
            table.submit_text(id).unwrap_or_else(|e| panic!("{id}: {e}"));
        }
        folder.save_as("a", &table).expect("saved");
        let entries = folder.list(&[game()]).expect("listed");
        assert_eq!((entries.len(), entries[0].answers), (1, None));
        entries[0].progress()
    };
    let plan = "Night 1 of 2 · Phase 3: the British plan";
    assert_eq!(stands(""), plan);
    for laid in ["from:16", "from:16 target:11", "from:16 target:11 fly:NE fly:E fly:E"] {
        assert_eq!(stands(laid), plan, "{laid}");
    }
    let planned = "from:16 target:11 fly:NE fly:E fly:E fly:NW fly:W fly:W land";
    assert_eq!(stands(planned), "Night 1 of 2 · Phase 4: ground defence");
    assert_eq!(stands(&format!("{planned} done start:8")), "Night 1 of 2 · turn 1 · Mosquito's turn");
}

/// proves: information.a, phase-3.b, compass-cards.i, example-setup.d
#[test]
fn nothing_moves_for_germany_while_britain_plans() {
    let mut d = Night::new().open();
    let before = told(&d, G);
    for id in "from:16 target:11 fly:NE fly:E fly:E fly:NW fly:W fly:W".split(' ') {
        d.pick(id);
        assert_eq!(told(&d, G), before, "after `{id}`");
    }
    assert!(told(&d, B).contains("The target is 11 Emden"));
    d.pick("land");
    for (_, words, clause) in d.table.log(G) {
        assert!(!clause.starts_with("compass-cards") && clause != "phase-3.a", "{words}");
    }
    assert_eq!(d.seen_by(G, "/plan"), Value::Null);
    assert_ne!(d.seen_by(B, "/plan"), Value::Null);
    // Phase 5 shows the airport of the start and nothing else.
    assert_eq!(d.seen_by(G, "/bomber/aircraft/hex"), 0);
    d.pick("done");
    assert_eq!(d.seen_by(G, "/bomber/aircraft/hex"), 16);
    assert_eq!((d.seen_by(G, "/bomber/target"), d.seen_by(G, "/plan")), (Value::Null, Value::Null));
}

/// Plays two tables that differ in the plan only, and says after how many rounds Germany can tell them apart.
#[track_caller]
fn told_apart(night: &Night, courses: [&str; 2], draws: &str, british: [&str; 2]) -> usize {
    let [mut a, mut b] = courses.map(|course| {
        let mut d = night.open_with(draws);
        d.lay_out(course, 8);
        d
    });
    for round in 0..14 {
        if shown(&a) != shown(&b) {
            return round;
        }
        let same = |a: &Duel, b: &Duel| assert_eq!(told(a, G), told(b, G), "round {round}");
        same(&a, &b);
        if a.seen("/bomber/aircraft/down") == true {
            return 99;
        }
        for d in [&mut a, &mut b] {
            d.m(if round == 0 { "17" } else { "" });
        }
        same(&a, &b);
        for d in [&mut a, &mut b] {
            d.g(if round == 0 { "fly:Red:NE tail:Blue up" } else { "" });
        }
        same(&a, &b);
        // Card by card on the one side, the plan kept on the other: nothing to see of it.
        for (d, words) in [(&mut a, british[0]), (&mut b, british[1])] {
            while d.clause() == "adv-2-weather-change.d" {
                d.pick("draw");
            }
            if !words.is_empty() && ["adv-2a-reprogram.a", "adv-2b-reroute-home.a"].contains(&d.clause()) {
                let before = told(d, G);
                for word in words.split(' ') {
                    d.pick(word);
                    assert_eq!(told(d, G), before, "after `{word}`");
                }
            }
        }
        same(&a, &b);
        for d in [&mut a, &mut b] {
            d.b("");
        }
    }
    panic!("the night does not end\n{}", a.describe());
}

/// proves: information.a, phase-3.b, phase-5.a, compass-cards.i, compass-cards.j
#[test]
fn two_plans_look_the_same_until_a_card_tells() {
    let night = Night::new().tiles("flak@11 flak@26");
    // Another target under the same cards: Köln shows on the third move.
    let way = "SE E E E NE NW W W W W";
    let pair = [&*format!("16>26: {way}"), &*format!("16>27: {way}")];
    assert_eq!(told_apart(&night, pair, "", ["", ""]), 3);
    // A longer way home: seen when the other lands.
    assert_eq!(told_apart(&night, [EMDEN, "16>11: NE E E NW W W SW"], "", ["", ""]), 6);
    assert_eq!(told_apart(&night, [EMDEN, "16>11: NE E E NW W W SW SE E NE NW W"], "", ["", ""]), 6);
    // Another airport to land on, other cards left over.
    assert_eq!(told_apart(&night, [EMDEN, "16>11: NE E E W W W"], "", ["", ""]), 4);
    assert_eq!(told_apart(&night, [EMDEN, "16>22: NE E E E E SE E W W W W W W"], "", ["", ""]), 3);
    assert_eq!(told_apart(&night, [EMDEN, EMDEN], "", ["", ""]), 99);
}

/// proves: information.a, adv-2a-reprogram.h
#[test]
fn a_new_programme_looks_like_the_old_one_until_a_card_tells() {
    let night = Night::new().rule("WeatherChange").change(3, 9).tiles("flak@11");
    let same = [EMDEN, EMDEN];
    // Laid anew, card for card the same: never to be told apart.
    let again = "replan target:11 fly:E fly:NW fly:W fly:W land";
    assert_eq!(told_apart(&night, same, "C1", ["keep", "keep"]), 99);
    let [a, b] = ["keep", again].map(|words| {
        let mut d = night.open_with("C1");
        d.lay_out(EMDEN, 8).rounds(2).m("").g("").pick("draw").picks(words).b("").rounds(3);
        assert!(d.table.outcome().is_some());
        told(&d, G)
    });
    assert_eq!(a, b);
    // Another target: told by the strike that does not come.
    let other = "replan target:12 fly:E fly:E fly:NW fly:W fly:W fly:W land";
    let [mut a, mut b] = ["keep", other].map(|words| {
        let mut d = night.open_with("C1");
        d.lay_out(EMDEN, 8).rounds(2).m("").g("").pick("draw");
        let before = told(&d, G);
        for word in words.split(' ') {
            d.pick(word);
            assert_eq!(told(&d, G), before, "after `{word}`");
        }
        d
    });
    assert_eq!(told(&a, G), told(&b, G));
    a.pick("turn");
    b.pick("turn");
    assert_ne!(shown(&a), shown(&b));
}

/// One of the open offers.
fn any_offer(d: &Duel, luck: &mut BotLuck) -> String {
    let Some(q) = d.table.question() else { return String::new() };
    let open: Vec<usize> = q.enabled().collect();
    // Tiles are laid a few at a time; the rest of the choices are even.
    let quick =
        q.clause.0 == "phase-4.a" && luck.below(8) == 0 && q.offers.last().is_some_and(|o| o.enabled());
    let i = if quick { q.offers.len() - 1 } else { open[luck.below(open.len())] };
    q.offers[i].key.text(d.table.pieces())
}

/// Answers what is secret by chance.
fn in_secret(d: &mut Duel, luck: &mut BotLuck) {
    while secret(d.clause()) {
        let before = told(d, G);
        let id = any_offer(d, luck);
        d.pick(&id);
        if d.table.question().is_some_and(|q| q.seat == B) {
            assert_eq!(told(d, G), before, "after `{id}`");
        }
    }
}

fn everything() -> Night {
    let rules = ["MosquitoPower", "WeatherChange", "Medals", "CorpseCloth", "FlakDisturbs", "SpecialFuel"];
    rules.into_iter().fold(Night::new().without("weather").no_squadrons(), Night::rule)
}

/// proves: information.a, phase-3.b, compass-cards.i, adv-2a-reprogram.h
#[test]
fn by_chance_two_plans_look_the_same_until_a_card_tells() {
    let (mut steps, mut told_late) = (0, 0);
    let game = everything().game();
    let open = |seed| {
        use bombers_moon::kernel::testkit::script::Script;
        Duel(Script::of(&game, "duel/test").seed(seed).open())
    };
    for seed in 0..25 {
        let (mut a, mut b) = (open(seed), open(seed));
        let mut both = BotLuck::seeded(seed, 0);
        let (mut luck_a, mut luck_b) = (BotLuck::seeded(seed + 1000, 0), BotLuck::seeded(seed + 2000, 0));
        loop {
            if a.seen_by(B, "/plan/start") == 0 && a.clause() == "phase-3.a" {
                let id = any_offer(&a, &mut both);
                a.pick(&id);
                b.pick(&id);
                // A target each, then some cards alike.
                for (d, luck) in [(&mut a, &mut luck_a), (&mut b, &mut luck_b)] {
                    let id = any_offer(d, luck);
                    d.pick(&id);
                }
                for _ in 0..both.below(7) {
                    let id = any_offer(&a, &mut both);
                    if id == "land" || !b.open_offer(&id) {
                        break;
                    }
                    a.pick(&id);
                    b.pick(&id);
                }
            }
            in_secret(&mut a, &mut luck_a);
            in_secret(&mut b, &mut luck_b);
            if shown(&a) != shown(&b) {
                told_late += usize::from(a.seen("/bomber/flown").as_array().is_some_and(|f| f.len() > 1));
                break;
            }
            assert_eq!(told(&a, G), told(&b, G), "seed {seed}");
            if a.table.outcome().is_some() {
                break;
            }
            steps += 1;
            if ["adv-2a-reprogram.a", "adv-2b-reroute-home.a"].contains(&a.clause()) {
                for (d, luck) in [(&mut a, &mut luck_a), (&mut b, &mut luck_b)] {
                    let id = any_offer(d, luck);
                    d.pick(&id);
                }
                continue;
            }
            let id = any_offer(&a, &mut both);
            a.pick(&id);
            b.pick(&id);
        }
    }
    assert!(steps > 300 && told_late > 10, "{steps} steps, {told_late} told later than by the first card");
}

/// proves: information.b, information.c
#[test]
fn everything_else_is_seen_by_both() {
    let game = everything().game();
    let mut steps = 0;
    for seed in 0..12 {
        use bombers_moon::kernel::testkit::script::Script;
        let mut d = Duel(Script::of(&game, "duel/test").seed(seed).open());
        let mut luck = BotLuck::seeded(seed, 0);
        while d.table.outcome().is_none() {
            let [mut b, mut g] = [B, G].map(|seat| d.table.game().view_json(d.table.world(), seat));
            for view in [&mut b, &mut g] {
                if let Some(fields) = view.as_object_mut() {
                    for own in ["side", "plan", "ahead", "guide", "phase", "rule"] {
                        fields.remove(own);
                    }
                    assert!(fields.len() > 20);
                }
            }
            assert_eq!(b, g, "seed {seed}");
            // Of the log Germany misses the lines of the plan only.
            let german = d.table.log(G);
            let hidden = d.table.log(B).into_iter().filter(|l| !german.contains(l));
            for (_, words, clause) in hidden {
                assert!(["phase-3.a", "compass-cards.f"].contains(&clause), "{words} [{clause}]");
            }
            let id = any_offer(&d, &mut luck);
            d.pick(&id);
            steps += 1;
        }
    }
    assert!(steps > 500, "{steps}");
}

/// proves: information.d, setup.f, adv-2-weather-change.h
#[test]
fn the_order_of_the_piles_is_in_no_view() {
    let night = Night::new().without("weather").rule("WeatherChange").change(2, 3);
    let [mut a, mut b] = ["W1 C1 C6", "W1 C1 C4"].map(|draws| night.open_with(draws));
    // The piles are sets: what has not been drawn, in the order of the numbers.
    let Some(Kind::Draw(spec)) = a.table.question().map(|q| &q.kind) else { panic!("{}", a.describe()) };
    assert_eq!(spec.items, (1..=12).collect::<Vec<u8>>());
    for d in [&mut a, &mut b] {
        d.lay_out(EMDEN, 8).rounds(2).m("").g("");
    }
    for seat in [B, G] {
        assert_eq!(told(&a, seat), told(&b, seat), "what comes next shows nowhere");
    }
    let Some(Kind::Draw(spec)) = a.table.question().map(|q| &q.kind) else { panic!("{}", a.describe()) };
    assert_eq!(spec.items, [2, 3, 4, 5, 6]);
}
