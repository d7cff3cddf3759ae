//! 1.1 to 1.6: which rules, which time and which maps the attack scenarios use.

use std::collections::BTreeSet;

use bombers_moon::games::dambusters::data::DamId;
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::ids::Seat;
use bombers_moon::kernel::rules::{ClauseKind, Status};
use bombers_moon::kernel::testkit::script::Script;

use crate::rig::Rig;
use crate::sortie::Sortie;
use crate::table::{content, game};

/// Whether a clause lies in rules 1.0 to 5.3, or is one of the two of 7.9.6 by which a breach is widened.
fn of_attack(clause: &str) -> bool {
    let rule = clause.split('.').next().and_then(|n| n.parse::<u8>().ok());
    rule.is_some_and(|n| n <= 5) || matches!(clause, "7.9.6.d" | "7.9.6.e")
}

/// The clauses that a night of random play cites: questions, offers, bars and lines of the log.
fn cited(scenario: &str, seed: u64) -> BTreeSet<&'static str> {
    let mut p = Script::of(&game(), scenario).seed(seed).open();
    let mut bot = RandomBot::new(seed, 0);
    let mut clauses = BTreeSet::new();
    while let Some(q) = p.table.question() {
        clauses.insert(q.clause.0);
        for offer in &q.offers {
            clauses.insert(offer.clause.0);
            clauses.extend(offer.barred.map(|b| b.clause.0));
        }
        let answer = Answer::new(q.seq, bot.choose(&(), q));
        if let Err(refusal) = p.table.submit(&answer) {
            panic!("{scenario} seed {seed}: {refusal}");
        }
    }
    clauses.extend(p.table.log(Seat(0)).into_iter().map(|(_, _, clause)| clause));
    clauses
}

/// proves: 1.1.a
#[test]
fn r1_1_a_the_attack_scenarios_play_by_rules_1_to_5() {
    for scenario in content().scenarios.iter().filter(|s| s.file.one_dam()) {
        let id = &scenario.file.id;
        let clauses: BTreeSet<_> =
            (1..=12).flat_map(|seed| cited(id, seed)).filter(|c| !c.is_empty()).collect();
        let stray: Vec<_> = clauses.iter().filter(|c| !of_attack(c)).collect();
        assert!(stray.is_empty() && clauses.len() > 8, "{id}: {stray:?} of {clauses:?}");
    }
    // A scenario of the player's own may lay out what comes later: then the rule of that thing is used.
    let mut p = Rig::at("Moehne").balloon("CloseZone").bomber("AJ-A", "Green", "").open();
    p.far("AJ-A").answer("proceed").to("Near Zone. What now?").answer("proceed").to("balloon cables");
    assert!(!of_attack(p.spec().clause.0));
    // But whole parts that are not there cannot be asked for.
    let flight = Rig::at("Moehne").bomber("AJ-A", "Green", "").text().replace("\"Attack\"", "\"Flight\"");
    assert!(flight.contains("\"Flight\""));
    let told = Rig::read(&flight).err().map(|problems| problems.render(false)).unwrap_or_default();
    assert!(told.contains("part `Attack`"), "{told}");
}

/// proves: 1.4.b
#[test]
fn r1_4_b_eight_attack_turns_fill_the_hour() {
    let ends = "AfterTurn(20)";
    let mut p =
        Rig::at("Moehne").ends(ends).with("skip", "[Nightfighter]").bomber("AJ-A", "Green", "").open();
    let mut hours = Vec::new();
    for turn in 1u8..=20 {
        p.to(&format!("Attack Turn {turn}. Who starts a run?"));
        p.sees("/turn", turn).sees("/space", (turn - 1) % 8 + 1);
        p.answers(["end:run", "end:circling"]);
        // The hour is over after the eighth turn, and at no other time.
        while p.at("Visibility Check") {
            if p.table.question().is_some_and(|q| q.clause.0 == "4.4.6.b") {
                hours.push(turn);
            }
            p.roll("6,6");
        }
    }
    assert_eq!(hours, [8, 16]);
}

/// proves: 1.6.a
#[test]
fn r1_6_a_a_target_map_and_a_status_track_for_each_of_the_eight_dams() {
    assert_eq!(content().tables.dams.len(), DamId::ALL.len());
    let mut maps = BTreeSet::new();
    for dam in DamId::ALL {
        let p = Rig::at(&format!("{dam:?}")).flak(2).bomber("AJ-A", "Green", "").open();
        assert_eq!(p.seen("/dam_name"), dam.name());
        assert_eq!((p.seen("/flak"), p.seen("/damage")), (2.into(), 0.into()), "{dam:?}");
        assert_eq!(p.place("AJ-A"), "Circling Near", "{dam:?}");
        maps.insert(p.seen("/board").as_str().unwrap_or("").to_owned());
    }
    let drawn = ["eder", "ennepe", "lister", "moehne", "sorpe"].map(str::to_owned);
    assert_eq!(maps, BTreeSet::from(drawn));
    assert!(!Rig::at("Hoover").bomber("AJ-A", "Green", "").refused().is_empty());
}

/// Every clause that is not advice is carried out.
#[test]
fn no_clause_is_open() {
    for clause in &content().ledger.clauses {
        let done = matches!(clause.status, Status::Done);
        assert!(done || clause.kind == ClauseKind::Advisory, "{}: {:?}", clause.id, clause.status);
    }
}
