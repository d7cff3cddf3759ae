//! Linked play: the survivors of the Möhne flown on to the Eder.

use std::collections::BTreeMap;

use bombers_moon::games::dambusters::data::survivors;
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::Options;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::testkit::script::{Played, Script};
use bombers_moon::kernel::timeline::Table;

use crate::rig::Rig;
use crate::sortie::Sortie;
use crate::table::{Flight, content, game};

const MOEHNE: &str = "dambusters/s1-mohne";
const EDER: &str = "dambusters/s2-eder";

fn eder(survivors: &str) -> Played {
    Script::of(&game(), EDER).option("linked", survivors).open()
}

/// What the rules say against these survivors.
fn refused(survivors: &str) -> String {
    let options = Options::from([("linked".to_owned(), survivors.to_owned())]);
    match Table::new(game(), EDER, &options, 1, UndoMode::Table) {
        Ok(_) => panic!("`{survivors}` is taken"),
        Err(fault) => fault.to_string(),
    }
}

/// Code and quality to damaged, armed, spent, of everybody not lost.
fn force(p: &Played) -> BTreeMap<String, [bool; 3]> {
    let ships = p.seen("/lancasters");
    let flag =
        |l: &serde_json::Value, at: &str| l.pointer(at).and_then(serde_json::Value::as_bool).unwrap_or(false);
    let of = |l: &serde_json::Value| {
        let [code, quality] = ["code", "quality"].map(|field| l[field].as_str().unwrap_or(""));
        (format!("{code} {quality}"), [flag(l, "/damaged"), flag(l, "/upkeep"), flag(l, "/elite/spent")])
    };
    ships.as_array().into_iter().flatten().filter(|l| l["place"] != "lost").map(of).collect()
}

/// proves: 1.2.a
#[test]
fn r1_2_a_the_survivors_of_the_moehne_fly_on_as_they_are() {
    let mut linked = 0;
    for seed in 1..=30 {
        let mut p = Script::of(&game(), MOEHNE).seed(seed).open();
        let mut bot = game().bot(Seat(0), seed);
        let mut onward = None;
        while let Some(q) = p.table.question() {
            let now = game().onward(p.table.world(), EDER);
            // At no moment of the attack, nor once somebody's way home is settled, and to no other scenario.
            assert!(now.is_none() || q.clause.0.starts_with("5."), "{}", p.describe());
            assert_eq!(game().onward(p.table.world(), "dambusters/s3-sorpe"), None);
            if onward.is_none() {
                onward = now.map(|options| (options, force(&p)));
            }
            let view = game().view(p.table.world(), Seat(0));
            let answer = Answer::new(q.seq, bot.choose(view.as_ref(), q));
            assert!(p.table.submit(&answer).is_ok());
        }
        assert_eq!(game().onward(p.table.world(), EDER), None, "the night is over");
        let Some((options, left)) = onward else { panic!("seed {seed}: the attack never ended") };
        if left.values().all(|[_, armed, _]| !armed) {
            assert!(refused(&options["linked"]).contains("no survivor carries Upkeep"), "{options:?}");
            continue;
        }
        let next = eder(&options["linked"]);
        assert_eq!(force(&next), left, "{options:?}");
        assert!(next.seen("/alert") == 2 && next.seen("/visibility") == "Fog");
        linked += 1;
    }
    assert!(linked > 5, "{linked} nights went on");
}

/// proves: 1.2.a, 2.3.d
#[test]
fn r1_2_a_what_is_spent_or_damaged_stays_so_on_the_way_to_the_eder() {
    // The Wing Commander's one re-roll.
    for (survivors, asked) in [("AJ-G,AJ-A:empty", true), ("AJ-G:spent,AJ-A:empty", false)] {
        let mut p = eder(survivors);
        p.answers(["run:AJ-G", "go"]).roll("1");
        assert_eq!(p.at("the Wing Commander may roll again"), asked, "{survivors}");
    }
    let mut p = eder("AJ-Z:damaged,AJ-M:empty");
    p.answer("run:AJ-Z").offers("escort:AJ-M");
    assert_eq!(p.of("AJ-Z", "damaged"), true);
    assert_eq!(p.of("AJ-M", "damaged"), false);
    // A choice by name keeps the scenario's own force.
    assert_eq!(force(&eder("yes")).len(), 5);
}

#[test]
fn survivors_that_cannot_be_are_refused_in_words() {
    for (given, why) in [
        ("", "nobody is left"),
        ("maybe", "no Lancaster `maybe` set out"),
        ("AJ-T", "no Lancaster `AJ-T` set out"),
        ("AJ-G,,AJ-A", "no Lancaster `` set out"),
        ("AJ-G,AJ-A,AJ-G:empty", "AJ-G is listed twice"),
        ("AJ-G:broken", "AJ-G cannot be `broken`"),
        ("AJ-A:spent", "AJ-A has no benefit"),
        ("AJ-N:spent", "AJ-N has no benefit"),
        ("AJ-G:empty,AJ-A:empty", "no survivor carries Upkeep"),
    ] {
        assert!(refused(given).contains(why), "{given}: {}", refused(given));
    }
    // A scenario without such an option takes none.
    let options = Options::from([("force".to_owned(), "AJ-T".to_owned())]);
    assert!(Table::new(game(), "dambusters/s3-sorpe", &options, 1, UndoMode::Table).is_err());
}

#[test]
fn survivors_are_read_as_they_are_written() {
    let force =
        content().scenario(MOEHNE).map(|s| s.default_setup(&content().tables).sorties).unwrap_or_default();
    for text in ["AJ-G:empty:damaged:spent,AJ-N", "AJ-N:damaged", "AJ-G,AJ-M,AJ-P,AJ-A,AJ-J,AJ-L,AJ-Z,AJ-N"] {
        let read = survivors::read(text, &force, &content().tables).unwrap_or_else(|why| panic!("{why}"));
        let survivor = |s: &bombers_moon::games::dambusters::data::Sortie| survivors::Survivor {
            code: content().tables.aircraft(s.aircraft).code.clone(),
            armed: s.upkeep,
            damaged: s.damaged,
            spent: s.spent,
        };
        assert_eq!(survivors::write(&read.iter().map(survivor).collect::<Vec<_>>()), text);
    }
}

#[test]
fn a_scenario_names_whose_survivors_it_takes() {
    let rig = |survivors: &str| {
        let option =
            "(id: \"linked\", title: \"Linked\", default: \"no\", choices: [(id: \"no\", label: \"No\")]";
        let option = format!("[{option}, survivors: Some({survivors}))]");
        Rig::at("Eder").with("options", &option).bomber("AJ-B", "Green", "")
    };
    let sound = rig("(of: \"dambusters/s5-ennepe\", choice: \"no\")");
    let p = Script::of(&sound.game(), "dambusters/test").option("linked", "AJ-O:damaged").open();
    assert_eq!(force(&p), BTreeMap::from([("AJ-O Seasoned".to_owned(), [true, true, false])]));
    assert!(rig("(of: \"dambusters/s0\", choice: \"no\")").refused().contains("no scenario `dambusters/s0`"));
    assert!(rig("(of: \"dambusters/s1-mohne\", choice: \"yes\")").refused().contains("yes"));
}

/// proves: 1.2.a
#[test]
fn r1_2_a_mccarthy_comes_by_the_ennepe_on_his_way_back_from_the_sorpe() {
    const ENNEPE: &str = "dambusters/s5-ennepe";
    let ennepe = |survivors: &str| force(&Script::of(&game(), ENNEPE).option("linked", survivors).open());
    let own = ennepe("no");
    assert_eq!(own.len(), 3);
    // He alone, as he is; the others fly home.
    for (survivors, mccarthy) in [
        ("AJ-W,AJ-T", Some([false, true, false])),
        ("AJ-T:empty:damaged", Some([true, false, false])),
        ("AJ-W:empty,AJ-F", None),
    ] {
        let mut all = own.clone();
        all.extend(mccarthy.map(|state| ("AJ-T Veteran".to_owned(), state)));
        assert_eq!(ennepe(survivors), all, "{survivors}");
    }
    // From the Sorpe itself.
    let mut p = Script::of(&game(), "dambusters/s3-sorpe").seed(3).open();
    let mut bot = game().bot(Seat(0), 3);
    let mut came = false;
    while let Some(q) = p.table.question() {
        if let Some(options) = game().onward(p.table.world(), ENNEPE) {
            let here = force(&p).remove("AJ-T Veteran");
            assert_eq!(ennepe(&options["linked"]).remove("AJ-T Veteran"), here);
            came = true;
        }
        let view = game().view(p.table.world(), Seat(0));
        let answer = Answer::new(q.seq, bot.choose(view.as_ref(), q));
        assert!(p.table.submit(&answer).is_ok());
    }
    assert!(came, "the attack never ended");
}

#[test]
fn every_force_that_may_come_plays_to_an_end() {
    let all = "AJ-G,AJ-M,AJ-P,AJ-A,AJ-J,AJ-L,AJ-Z,AJ-N";
    for (survivors, games) in
        [(all, 40), ("AJ-N:damaged", 40), ("AJ-G:empty:damaged:spent,AJ-L,AJ-M:empty", 40)]
    {
        for seed in 1..=games {
            let mut f = Flight(Script::of(&game(), EDER).option("linked", survivors).seed(seed).open());
            let mut bot = RandomBot::new(seed, 0);
            while let Some(q) = f.0.table.question() {
                let answer = Answer::new(q.seq, bot.choose(&(), q));
                assert!(f.0.table.submit(&answer).is_ok());
                assert_eq!(game().check(f.0.table.world()), Ok(()), "{survivors} seed {seed}");
            }
            assert!(f.0.table.outcome().is_some());
        }
    }
}
