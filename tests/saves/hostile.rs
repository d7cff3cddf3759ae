//! Damaged and hostile saves: each is refused with a place, or only its torn end is dropped; nothing panics.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bombers_moon::kernel::ai::{Bot, RandomBot};
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::dice::BotLuck;
use bombers_moon::kernel::game::{Game, Options};
use bombers_moon::kernel::journal::{Event, UndoMode};
use bombers_moon::kernel::store::{load, write_journal};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::Table;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A sound save: its bytes and events.
fn sound() -> (Vec<u8>, Vec<Event>) {
    let options: Options = [("goal".to_owned(), "100".to_owned())].into_iter().collect();
    let opened = Table::new(Toy::shared(), "toy/duel", &options, 17, UndoMode::Practice);
    let mut table = opened.unwrap_or_else(|e| panic!("{e}"));
    let mut bot = RandomBot::new(3, 0);
    for step in 0..40 {
        let Some(question) = table.question() else { break };
        let answer = Answer::new(question.seq, bot.choose(&(), question));
        table.submit(&answer).unwrap_or_else(|e| panic!("{e}"));
        if step % 9 == 8 {
            assert!(table.undo().is_ok());
        }
    }
    let text = write_journal(table.header(), table.events(), None).unwrap_or_default().0;
    (text.into_bytes(), table.events().to_vec())
}

/// What came of opening a file.
#[derive(Debug, PartialEq)]
enum Seen {
    Refused(String),
    LookOnly(String),
    Torn,
    Whole,
}

fn open(path: &Path, bytes: &[u8], events: &[Event]) -> Seen {
    fs::write(path, bytes).unwrap_or_else(|e| panic!("{e}"));
    let games: [Arc<dyn Game>; 1] = [Toy::shared()];
    match load(path, &games) {
        Err(problems) => {
            let first = problems.iter().next().unwrap_or_else(|| panic!("refused without a problem"));
            assert_eq!(first.path, path);
            assert!(first.line >= 1 && first.column >= 1 && !first.message.is_empty(), "{first}");
            assert!(!first.to_string().chars().any(char::is_control), "{first:?}");
            Seen::Refused(first.to_string())
        }
        Ok(loaded) => {
            let n = loaded.table.events().len();
            assert!(events.starts_with(loaded.table.events()), "more or other than was played");
            assert_eq!(fs::read(path).unwrap_or_default(), bytes, "loading changes nothing");
            match loaded.mismatch {
                Some(problem) => Seen::LookOnly(problem.to_string()),
                None if loaded.notes.iter().any(|n| n.contains("cut short")) => Seen::Torn,
                None => {
                    assert!(n > 0);
                    Seen::Whole
                }
            }
        }
    }
}

#[test]
fn c15_damage_by_chance_is_found_at_its_place() {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let path = folder.path().join("d.moon");
    let (bytes, events) = sound();
    assert_eq!(open(&path, &bytes, &events), Seen::Whole);
    let mut luck = BotLuck::seeded(5, 0);
    let starts: Vec<usize> = std::iter::once(0)
        .chain(bytes.iter().enumerate().filter(|b| *b.1 == b'\n').map(|b| b.0 + 1))
        .collect();
    let line_of = |at: usize| starts.iter().filter(|s| **s <= at).count();
    let (mut refused, mut torn) = (0, 0);
    for i in 0..240 {
        let at = luck.below(bytes.len() - 1);
        let mut bad = bytes.clone();
        let seen = match i % 6 {
            0 => {
                bad.truncate(at);
                let seen = open(&path, &bad, &events);
                let at_an_end = starts.contains(&at) || starts.contains(&(at + 1));
                assert!(at_an_end || seen != Seen::Whole, "cut at {at}");
                assert!(at < starts[2] || !matches!(seen, Seen::Refused(_)), "cut at {at}: {seen:?}");
                seen
            }
            kind => {
                match kind {
                    1 => bad[at] ^= 1 << luck.below(8),
                    2 => bad.insert(at, u8::try_from(luck.below(256)).unwrap_or(0)),
                    3 => drop(bad.remove(at)),
                    4 => bad.splice(at..at, [0, 27, 7]).for_each(drop),
                    _ => {
                        let (from, to) = (luck.below(starts.len() - 2), luck.below(starts.len() - 2));
                        let line = bytes[starts[from]..starts[from + 1]].to_vec();
                        bad.splice(starts[to]..starts[to], line).for_each(drop);
                    }
                }
                if bad == bytes {
                    continue;
                }
                let seen = open(&path, &bad, &events);
                let last = line_of(at) >= starts.len() - 1;
                assert!(
                    seen != Seen::Whole || (last && bad.len() <= bytes.len()),
                    "{i}: byte {at} of {}",
                    bytes.len()
                );
                if let (Seen::Refused(words), true) = (&seen, kind != 5) {
                    let line = line_of(at);
                    let near = [line, line + 1].map(|n| format!("d.moon:{n}:"));
                    assert!(near.iter().any(|n| words.contains(n)), "byte {at} of line {line}: {words}");
                }
                seen
            }
        };
        match seen {
            Seen::Refused(_) => refused += 1,
            Seen::Torn => torn += 1,
            Seen::LookOnly(words) => panic!("chance made a valid line: {words}"),
            Seen::Whole => {}
        }
    }
    assert!(refused > 150 && torn > 20, "{refused} refused, {torn} torn");
}

/// Gives changed lines the checksums of a sound save, as somebody with bad intent would.
fn sign(lines: &[String]) -> Vec<u8> {
    let mut chain = 0;
    let mut out = String::new();
    for line in lines {
        chain = xxh3_64_with_seed(line.as_bytes(), chain);
        out.push_str(&format!("{line} // {chain:016x}\n"));
    }
    out.into_bytes()
}

#[test]
fn saves_made_with_bad_intent_are_refused_with_a_place() {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let path = folder.path().join("h.moon");
    let (bytes, events) = sound();
    let text = String::from_utf8(bytes).unwrap_or_default();
    let lines: Vec<String> =
        text.lines().filter_map(|l| l.rsplit_once(" // ")).map(|(l, _)| l.to_owned()).collect();
    assert_eq!(open(&path, &sign(&lines), &events), Seen::Whole, "the signature is right");
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let header = [
        ("seed:17", "seed:NaN".to_owned()),
        ("seed:17", "seed:inf".to_owned()),
        ("seed:17", "seed:-1".to_owned()),
        ("seed:17", "seed:1.5".to_owned()),
        ("seed:17", "seed:99999999999999999999999".to_owned()),
        ("seed:17", "seed:\"17\"".to_owned()),
        ("seed:17", "seed:17,seed:18".to_owned()),
        ("seed:17", "sead:17".to_owned()),
        ("seed:17", "seed:17,moon:full".to_owned()),
        ("seed:17", format!("seed:17,moon:{}", deep(20))),
        ("seed:17", format!("seed:17,moon:{}", deep(100_000))),
        ("seed:17", format!("seed:{}", "9".repeat(1_100_000))),
        ("seed:17,", String::new()),
        ("format:1", "format:0".to_owned()),
        ("format:1", "format:4000000000".to_owned()),
        ("format:1", "format:99999999999999".to_owned()),
        ("format:1", "format:one".to_owned()),
        ("mode:Practice", "mode:Cheat".to_owned()),
        ("mode:Practice", "mode:Practice(1)".to_owned()),
        ("strict:false", "strict:true,forced:[Die(6)]".to_owned()),
        ("forced:[]", "forced:[Die(0)]".to_owned()),
        ("forced:[]", "forced:[Die(999)]".to_owned()),
        ("forced:[]", "forced:[Draw(\"bonus\",\"../../x\")]".to_owned()),
        ("forced:[]", "forced:[Draw(\"bonus\",\"B9\")]".to_owned()),
        ("toy/duel", "../../../etc/passwd".to_owned()),
        ("toy/duel", "toy/nowhere".to_owned()),
        ("toy/duel", "toy/\u{202e}leud".to_owned()),
        ("game:\"toy\"", "game:\"chess\"".to_owned()),
        ("game:\"toy\"", "game:\"..\"".to_owned()),
        ("\"goal\":\"100\"", "\"goal\":\"-5\"".to_owned()),
        ("\"goal\":\"100\"", "\"gaol\":\"100\"".to_owned()),
        ("\"goal\":\"100\"", "\"goal\":\"20\",\"defect\":\"worse\"".to_owned()),
    ];
    let first = lines.iter().position(|l| l.contains("Answer(")).unwrap_or(0);
    let undo = lines.iter().position(|l| l.contains("Undo(")).unwrap_or(0);
    assert!(first > 1 && undo > first);
    let event = [
        ("Answer(\"", "Answer(\"no such ".to_owned()),
        ("Answer(\"", "Answer(\"\\n\\u{1b}".to_owned()),
        ("Answer(\"", "Answer(\"roll=1,2,3,4,5,6,7,8\"),luck:[],x:(\"".to_owned()),
        ("Answer(", "Answr(".to_owned()),
        ("Answer(", "NewLuck(18446744073709551615,".to_owned()),
        ("Answer(", "SetUp,was:(".to_owned()),
        ("digest:", "digest:1".to_owned()),
        ("digest:", "digest:-".to_owned()),
        ("digest:", "digest:NaN,old:".to_owned()),
        ("digest:", format!("deep:{},digest:", deep(30))),
        ("action:", "revealed:maybe,action:".to_owned()),
        ("action:", "luck:[Die(7)],action:".to_owned()),
        ("action:", "luck:[Die(\"6\")],action:".to_owned()),
        ("action:", "luck:[Draw(\"counters\",\"C1\")],action:".to_owned()),
        ("action:", "seat:300,action:".to_owned()),
    ];
    let undone = [
        ("Undo(", "Undo(99999".to_owned()),
        ("Undo(", "Undo(-".to_owned()),
        ("Undo(", "Undo(18446744073709551616".to_owned()),
    ];
    let all = header
        .iter()
        .map(|h| (0, h))
        .chain(event.iter().map(|e| (first, e)))
        .chain(undone.iter().map(|u| (undo, u)));
    let mut count = 0;
    for (at, (from, to)) in all {
        let mut bad = lines.clone();
        bad[at] = bad[at].replacen(from, to, 1);
        assert_ne!(bad[at], lines[at], "`{from}` is not in {}", lines[at]);
        match open(&path, &sign(&bad), &events) {
            Seen::Refused(words) | Seen::LookOnly(words) => {
                let setup = at == 0 && words.contains("h.moon:2:");
                assert!(setup || words.contains(&format!("h.moon:{}:", at + 1)), "{to}: {words}");
                assert!(words.len() < 1000, "{words}");
            }
            other => panic!("`{from}` as `{}` gave {other:?}", to.chars().take(80).collect::<String>()),
        }
        count += 1;
    }
    // Lines that are missing, twice or out of order, signed all the same.
    let without =
        |at: usize| lines.iter().enumerate().filter(|l| l.0 != at).map(|l| l.1.clone()).collect::<Vec<_>>();
    let mut twice = lines.clone();
    twice.insert(2, lines[1].clone());
    let mut swapped = lines.clone();
    swapped.swap(first, first + 1);
    let only_header = lines[..1].to_vec();
    let blank = [&lines[..3], &[String::new()], &lines[3..]].concat();
    for bad in [without(0), without(1), without(first), twice, swapped, only_header, blank] {
        let seen = open(&path, &sign(&bad), &events);
        assert!(matches!(seen, Seen::Refused(_) | Seen::LookOnly(_)), "{seen:?}");
        count += 1;
    }
    let odd: [&[u8]; 6] = [b"", b"\n", b"\n\n\n", b"(", b"(format:1)\n", &[0; 4096]];
    for bytes in odd {
        assert!(matches!(open(&path, bytes, &events), Seen::Refused(_)));
        count += 1;
    }
    assert!(count >= 60, "{count} files");
}
