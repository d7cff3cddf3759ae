//! Scenarios 1 and 3 at the same time, then Scenario 2 with what is left of the first wave.

use std::sync::OnceLock;

use bombers_moon::games::dambusters::air::Orders;
use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::kernel::ai::{Bot, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::testkit::script::{Played, Script};
use serde_json::{Value, json};

use crate::rig::Rig;
use crate::sortie::Sortie;
use crate::table::{content, game};

const NIGHT: &str = "dambusters/s1-s3-one-night";

fn night() -> Played {
    Script::of(&game(), NIGHT).open()
}

/// The codes of the Lancasters whose field shows this.
fn who(p: &Played, field: &str, value: &Value) -> Vec<String> {
    let ships = p.seen("/lancasters");
    let those = ships.as_array().into_iter().flatten().filter(|l| l[field] == *value);
    those.map(|l| l["code"].as_str().unwrap_or("").to_owned()).collect()
}

fn waiting(p: &Played) -> usize {
    who(p, "place_name", &json!("Over its dam")).len()
}

/// What the view shows of the attack on a dam.
fn attack(p: &Played, dam: &str) -> Value {
    let all = p.seen("/night");
    let found = all.as_array().into_iter().flatten().find(|a| a["name"] == dam).cloned();
    found.unwrap_or_else(|| panic!("no attack on {dam}: {all}"))
}

/// The bot plays until `stop`, or to the end.
fn play(p: &mut Played, bot: &mut dyn Bot, stop: impl Fn(&Played) -> bool) {
    while let Some(q) = p.table.question() {
        if stop(p) {
            return;
        }
        let view = game().view(p.table.world(), Seat(0));
        let answer = Answer::new(q.seq, bot.choose(view.as_ref(), q));
        assert!(p.table.submit(&answer).is_ok());
        assert_eq!(game().check(p.table.world()), Ok(()), "{}", p.describe());
    }
}

/// proves: 7.9.b, 7.9.9.a, 7.9.9.b
#[test]
fn r7_9_9_a_two_dams_at_the_same_time_in_the_players_order_then_the_eder() {
    for (first, second) in [("Möhne", "Sorpe"), ("Sorpe", "Möhne")] {
        let mut p = night();
        p.asked(Seat(0), "7.9.b").offers_only(&["attack:Möhne", "attack:Sorpe"]);
        assert_eq!((who(&p, "upkeep", &json!(true)).len(), waiting(&p)), (14, 14));
        for dam in ["Möhne", "Sorpe", "Eder"] {
            assert_eq!(attack(&p, dam)["stage"], "Ahead");
        }
        p.answer(&format!("attack:{first}")).prompt("Attack Turn 1. Who starts a run?");
        let force = |dam: &str| if dam == "Sorpe" { 6 } else { 8 };
        p.sees("/dam_name", first).logged(&format!("The attack on the {first}"), "7.9.b");
        // The others wait over their dam; each dam has its own levels.
        assert_eq!(waiting(&p), 14 - force(first));
        p.sees("/flak", if first == "Möhne" { 3 } else { 0 }).sees("/alert", 1).sees("/visibility", "Clear");
        assert_eq!(attack(&p, first)["stage"], "Flown");
        p.to("Attack Turn 16.").to("Attack Turn 1. Who");
        p.sees("/dam_name", second).logged(&format!("The attack on the {first} is over"), "7.9.9.a");
        p.logged(&format!("{first}: damage 0 of "), "7.9.9.a").logged("lost 0; as it stands row ", "7.9.9.a");
        assert_eq!((attack(&p, first)["stage"].clone(), waiting(&p)), (json!("Over"), 14 - force(second)));
        p.sees("/flak", if second == "Möhne" { 3 } else { 0 }).sees("/alert", 1);
        // Nobody of the first wave is hurt or without a mine: all fly on.
        p.to("Attack Turn 16.").to("Attack Turn 1. Who").sees("/dam_name", "Eder");
        p.logged("Lancasters that fly on: 8, to the Eder, with mines: 8", "1.2.a");
        p.sees("/alert", 2).sees("/visibility", "Fog").sees("/flak", 0).sees("/recon", 3);
        assert_eq!((waiting(&p), attack(&p, "Eder")["stage"].clone()), (6, json!("Flown")));
        assert!(p.seen("/row").is_null() && attack(&p, "Möhne")["row"].is_null());
        p.to("the return of").to_end();
        p.ended("1 Failure");
        for told in
            ["Möhne: row 2 of 7, Failure.", "Sorpe: row 1 of 7, Failure.", "Eder: row 2 of 7, Failure."]
        {
            p.logged(told, "5.3.a");
        }
        p.logged("In all 0 of 3 dams breached, reservoir value 0, 0 lost of 14, 8 mines flown on", "5.3.a");
        assert_eq!(attack(&p, "Möhne")["row"][0], 2);
    }
}

/// proves: 1.2.a
#[test]
fn r1_2_a_mccarthy_and_brown_alone_at_the_sorpe() {
    let mut p = Script::of(&game(), NIGHT).option("force", "history").open();
    p.answer("attack:Sorpe").offers("run:AJ-T");
    assert_eq!((waiting(&p), p.seen("/lancasters").as_array().map(Vec::len)), (8, Some(10)));
    // Brown comes late.
    p.offers_no("run:AJ-F").is_at("AJ-F", "Circling Far");
}

/// proves: 3.5.1.a, 3.5.1.b, 5.3.a
#[test]
fn r5_3_a_every_dam_is_judged_by_its_own_chart_and_the_night_by_the_sum() {
    let (mut eders, mut scattered, mut rows) = (0, 0, std::collections::BTreeSet::new());
    for seed in 1..=120 {
        let mut p = Script::of(&game(), NIGHT).seed(seed).open();
        let random = seed % 3 == 0;
        let mut bot: Box<dyn Bot> =
            if random { Box::new(RandomBot::new(seed, 0)) } else { game().bot(Seat(0), seed) };
        play(&mut p, bot.as_mut(), |p| {
            if attack(p, "Eder")["stage"] != "Ahead" {
                assert!(["Möhne", "Sorpe"].iter().all(|dam| attack(p, dam)["stage"] == "Over"));
            }
            false
        });
        let attacks = p.seen("/night");
        let attacks: Vec<&Value> = attacks.as_array().into_iter().flatten().collect();
        let number = |a: &Value, field: &str| a[field].as_u64().unwrap_or(0);
        let sum = |field: &str| attacks.iter().map(|a| number(a, field)).sum::<u64>();
        let lost = 14 - who(&p, "lost_to", &Value::Null).len() as u64;
        assert_eq!(sum("lost"), lost, "{}", p.describe());
        let measures = game().measures(p.table.world());
        let measured = |name: &str| measures.iter().find(|m| m.0 == name).map_or(-1, |m| m.1);
        let breached = attacks.iter().filter(|a| a["breached"] == true).count() as i64;
        assert_eq!(
            (measured("breached"), measured("lost"), measured("released"), measured("successes")),
            (breached, lost.cast_signed(), sum("released").cast_signed(), sum("hits").cast_signed())
        );
        p.logged(&format!("In all {breached} of 3 dams breached"), "5.3.a");
        p.logged(&format!(", {lost} lost of 14"), "5.3.a");
        for a in &attacks {
            let (name, over) = (a["name"].as_str().unwrap_or(""), a["stage"] == "Over");
            assert_eq!(over, a["row"].is_array(), "{name}");
            match a["row"].as_array() {
                Some(row) => {
                    let title = row[1].as_str().unwrap_or("");
                    let label = format!("{name}: row {} of {}, {title}.", row[0], a["best"]);
                    p.logged(&label, "5.3.a");
                }
                None => {
                    p.logged(&format!("{name}: not attacked"), "5.3.a");
                }
            }
        }
        // What the row of the Möhne calls unspent went on to the Eder.
        eders += u32::from(attack(&p, "Eder")["stage"] == "Over");
        rows.insert(p.seen("/row").as_u64());
        let log = p.table.log(Seat(0));
        let find = |text: &str| log.iter().position(|(_, words, _)| words == text);
        if let Some(at) = find("The squadron scatters") {
            // [4.4.3.n] One attack is over; no other is lost by it.
            assert!(
                log[at..].iter().any(|l| l.1.starts_with("The attack on the ") && l.1.ends_with(" is over"))
            );
            assert!(find("The attack on the Sorpe").is_some() && find("The attack on the Möhne").is_some());
            scattered += 1;
        }
    }
    assert!(eders > 60 && scattered > 3 && rows.len() > 4, "{eders} {scattered} {rows:?}");
}

/// The night up to the choice who turns for home, in a game where the first wave has lost mines.
fn at_the_choice() -> &'static u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    SEED.get_or_init(|| {
        let ready = |seed: &u64| {
            let mut p = Script::of(&game(), NIGHT).seed(*seed).open();
            let mut bot = game().bot(Seat(0), *seed);
            play(&mut p, bot.as_mut(), |p| p.at("Does anybody turn for home?"));
            p.at("Does anybody turn for home?")
        };
        (1..200).find(ready).unwrap_or_else(|| panic!("nobody is ever asked"))
    })
}

/// proves: 4.3.c, 5.1.j, 5.1.k
#[test]
fn r5_1_k_each_comes_home_from_the_dam_that_it_was_sent_to_last() {
    let seed = *at_the_choice();
    let mut p = Script::of(&game(), NIGHT).seed(seed).open();
    let mut bot = game().bot(Seat(0), seed);
    play(&mut p, bot.as_mut(), |p| p.at("Does anybody turn for home?"));
    p.asked(Seat(0), "1.2.a");
    let pieces = p.table.pieces().clone();
    let q = p.table.question().cloned().unwrap_or_else(|| panic!("no question"));
    let mut home = None;
    for (i, offer) in q.offers.iter().enumerate().filter(|(_, o)| o.key.verb == "turn-home") {
        let code = offer.key.piece().map_or("", |id| pieces.code(id));
        // Only who has no mine or is damaged.
        assert!(p.of(code, "upkeep") == false || p.of(code, "damaged") == true, "{code}");
        assert_eq!(p.of(code, "place_name"), "Over its dam");
        let hint = game().hint(p.table.world(), &q, i);
        assert!(
            hint.starts_with("Home at the first roll: from ") && hint.matches('%').count() == 2,
            "{hint}"
        );
        home = Some(code.to_owned());
    }
    let home = home.unwrap_or_else(|| panic!("nobody may turn"));
    let armed = who(&p, "upkeep", &json!(true)).len();
    p.answer(&format!("turn-home:{home}")).logged(&format!("{home} sets course for home"), "4.3.c");
    if p.at("Does anybody turn for home?") {
        p.offers_no(&format!("turn-home:{home}")).answer("fly-on");
    }
    p.sees("/dam_name", "Eder").offers_no(&format!("escort:{home}"));
    assert!(armed > 0);
    let mut from = [0, 0];
    play(&mut p, bot.as_mut(), |p| {
        if p.at("the return of") {
            let subject = p.spec().subject.unwrap_or_else(|| panic!("nobody returns"));
            let entity = p.table.pieces().entity(subject);
            let sent = p.table.world().get::<Orders>(entity).and_then(|o| o.primary);
            let eder = sent == Some(DamId::Eder);
            let code = p.table.pieces().code(subject);
            assert_eq!(p.modifier("5.1.k"), Some(if eder { -2 } else { 0 }), "{code}");
            assert_eq!(p.modifier("5.1.j"), Some(if eder { 0 } else { -1 }), "{code}");
            assert!(code != home || !eder);
        }
        false
    });
    for l in p.table.world().iter_entities().filter_map(|e| e.get::<Orders>().copied()) {
        from[usize::from(l.primary == Some(DamId::Eder))] += 1;
    }
    assert!(from[0] > 6 && from[1] > 0, "{from:?}");
}

/// The shipped file with other words in it.
fn changed(from: &str, to: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/dambusters/scenarios/05-one-night.ron");
    let text = std::fs::read_to_string(path).unwrap_or_default().replace(NIGHT, "dambusters/test");
    assert!(text.contains(from), "{from}");
    match Rig::read(&text.replacen(from, to, 1)) {
        Ok(_) => String::new(),
        Err(problems) => problems.render(false),
    }
}

#[test]
fn a_night_that_cannot_be_is_refused_in_words() {
    assert_eq!(changed("Three Dams in One Night", "My Night"), "");
    let together = "together: [\"dambusters/s1-mohne\", \"dambusters/s3-sorpe\"]";
    let with = |second: &str| format!("together: [\"dambusters/s1-mohne\"{second}]");
    let to = "to: \"dambusters/s2-eder\"";
    for (from, into, why) in [
        (together, with(", \"dambusters/s0\""), "there is no scenario `dambusters/s0`"),
        (together, with(", \"dambusters/s6-first-wave\""), "is no attack on one dam"),
        (together, with(", \"dambusters/s1-s3-one-night\""), "is no attack on one dam"),
        (together, with(", \"dambusters/s1-mohne\""), "the Möhne is attacked already"),
        (together, with(", \"dambusters/s2-eder\""), "AJ-G flies in `dambusters/s1-mohne` already"),
        (together, with(", \"dambusters/s5-beginners\""), "must end alike"),
        (together, with(""), "a night has 2 to 4 attacks at once"),
        (to, "to: \"dambusters/s5-ennepe\"".into(), "takes no survivors of `dambusters/s1-mohne`"),
        (to, "to: \"dambusters/s0\"".into(), "there is no scenario `dambusters/s0`"),
        ("from: \"dambusters/s1", "from: \"dambusters/s4".into(), "is not flown in this night"),
        (
            "aircraft: []",
            "aircraft: [(code: \"AJ-O\", quality: Green)]".into(),
            "those of the scenarios flown",
        ),
        ("    aircraft", "    dam: Moehne,\n    aircraft".into(), "each attack has it from its own scenario"),
        ("    aircraft", "    skip: [Visibility],\n    aircraft".into(), "each attack leaves out"),
        ("changes: [Only([\"AJ-G\"", "changes: [Alert(2), Only([\"AJ-G\"".into(), "changes its force alone"),
        ("Only([\"AJ-G\"", "Only([\"AJ-O\"".into(), "AJ-O is not in this night"),
        (
            "    debriefing: [\n",
            "    debriefing: [\n(number: 99, title: \"x\", text: \"x\", unspent: From(1)),".into(),
            "ask in `raid`",
        ),
    ] {
        let told = changed(from, &into);
        assert!(told.contains(why), "{into}: {told}");
    }
    assert!(content().scenario(NIGHT).is_some_and(|s| !s.file.one_dam()));
}
