//! The flight scenarios and their debriefing charts.

use super::*;

const FLIGHT_FOLDER: &str = "scenarios";

/// The text of a flight scenario's file.
fn text(name: &str) -> String {
    fs::read_to_string(format!("{ASSETS}/{FOLDER}/{FLIGHT_FOLDER}/{name}.ron")).unwrap_or_default()
}

fn flight(content: &Content, name: &str) -> Scenario {
    let source = match source_from_bytes(name, text(name).as_bytes(), &limits()) {
        Ok(source) => source,
        Err(problems) => panic!("{}", problems.render(false)),
    };
    match content.read_scenario(&source) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

const FLIGHTS: [&str; 4] = ["06-first-wave", "07-second-wave", "08-reserve", "09-chastise"];

#[test]
fn the_flight_scenarios_are_sound() {
    let c = content();
    let all = FLIGHTS.map(|name| flight(&c, name));
    let ids = all.each_ref().map(|s| s.file.id.as_str());
    assert_eq!(
        ids,
        [
            "dambusters/s6-first-wave",
            "dambusters/s7-second-wave",
            "dambusters/s8-reserve",
            "dambusters/s9-chastise"
        ]
    );
    let setups = all.each_ref().map(|s| s.default_setup(&c.tables));
    assert_eq!(setups.each_ref().map(|s| s.sorties.len()), [9, 5, 5, 19]);
    assert_eq!(c.tables.flight.recon_most, 3);
    for setup in &setups {
        let Some(flight) = &setup.flight else { panic!("no flight") };
        assert_eq!(flight.zone_recon, [0, 0, 0, 2, 2, 1]);
        assert_eq!(setup.alert, flight.alert);
        assert!(setup.ends.is_empty());
        let levels = flight.dams.map(|d| (d.recon, d.flak));
        assert_eq!(levels, [(3, 0), (3, 3), (2, 0), (0, 0), (1, 1), (1, 0), (1, 1), (0, 1)]);
        assert!(flight.dams.iter().all(|d| (d.searchlights, d.balloons, d.water) == (0, 0, Water::Full)));
        assert!(setup.sorties.iter().all(|s| s.upkeep && s.primary.is_some() && s.hazards.is_empty()));
    }
    let flights = setups.each_ref().map(|s| s.flight.clone());
    let of = |f: fn(&FlightSetup) -> u8| flights.each_ref().map(|x| x.as_ref().map_or(9, f));
    assert_eq!(of(|f| f.turn), [1, 1, 4, 1]);
    assert_eq!(of(|f| f.alert), [0, 0, 2, 0]);
    assert_eq!(of(|f| u8::from(f.abort)), [0, 0, 0, 1]);
    assert_eq!(of(|f| f.waves.len() as u8), [3, 0, 0, 3]);
    assert_eq!(of(|f| f.dams.iter().filter(|d| d.breached).count() as u8), [0, 0, 2, 0]);
    let resorts = flights.each_ref().map(|f| f.as_ref().map(|f| f.last_resort));
    assert_eq!(resorts, [DamId::Sorpe, DamId::Ennepe, DamId::Sorpe, DamId::Sorpe].map(Some));
    let code = |at: usize| c.tables.aircraft(setups[3].sorties[at].aircraft).code.as_str();
    let waves: Vec<_> = (flights[3].iter().flat_map(|f| &f.waves))
        .map(|w| (code(w.leader), w.members.iter().map(|m| code(*m)).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        waves,
        [
            ("AJ-G", vec!["AJ-G", "AJ-M", "AJ-P"]),
            ("AJ-A", vec!["AJ-A", "AJ-J", "AJ-L"]),
            ("AJ-Z", vec!["AJ-Z", "AJ-B", "AJ-N"]),
        ]
    );
    let turns =
        setups.each_ref().map(|s| s.sorties.iter().map(|s| u32::from(s.from_flight_turn)).sum::<u32>());
    assert_eq!(turns, [9, 5, 20, 34]);
    // Each aircraft flies with its own pilot's usual crew.
    for (setup, scenario) in setups.iter().zip(&all) {
        for sortie in &setup.sorties {
            let printed = c.tables.aircraft(sortie.aircraft);
            assert_eq!(Some(sortie.quality), printed.quality, "{} {}", scenario.file.id, printed.code);
        }
    }
    let late = BTreeMap::from([("mccarthy".to_owned(), "late".to_owned())]);
    let late = all[1].setup(&c.tables, &late).map(|s| s.sorties.iter().map(|s| s.from_flight_turn).collect());
    assert_eq!(late, Ok(vec![2, 1, 1, 1, 1]));
}

/// The rows as the printed charts give them, written once more as code.
fn printed_row(name: &str, n: &FlightNight) -> u8 {
    let down = |dam: DamId| n.breached[dam as usize];
    let (m, e, s) = (down(DamId::Moehne), down(DamId::Eder), down(DamId::Sorpe));
    let lesser =
        [DamId::Bever, DamId::Lister, DamId::Diemel, DamId::Ennepe, DamId::Henne].map(down).contains(&true);
    let sorpe = n.damage[DamId::Sorpe as usize];
    match name {
        "06-first-wave" => match (u8::from(m) + u8::from(e), n.lost) {
            (2, _) if s || lesser => 8,
            (2, ..=2) => 7,
            (2, ..=4) => 6,
            (2, _) => 5,
            (1, ..=4) => 4,
            (1, _) => 3,
            _ => 1 + u8::from(n.damage[DamId::Moehne as usize] >= 4),
        },
        "07-second-wave" => match (sorpe, n.lost) {
            (15.., _) => 7,
            (8.., ..=1) => 6,
            (8.., _) => 5,
            (3.., ..=3) => 4,
            (3.., _) => 3,
            (_, ..=2) => 2,
            _ => 1,
        },
        "08-reserve" => match (s || lesser, n.successes, n.lost) {
            (true, _, ..=2) => 7,
            (true, _, _) => 6,
            (_, 2.., _) => 5,
            (_, 1, ..=2) => 4,
            (_, 1, _) => 3,
            (_, _, ..=3) => 2,
            _ => 1,
        },
        _ => match (u8::from(m) + u8::from(e) + u8::from(s), n.lost) {
            (3, _) => 9,
            (2, ..=8) if lesser || sorpe >= 8 => 8,
            (2, ..=6) => 7,
            (2, ..=9) => 6,
            (2, _) => 5,
            (1, ..=8) => 4,
            (1, _) => 3,
            _ => 1 + u8::from(lesser),
        },
    }
}

fn frame<'a>(c: &Content, setup: &Setup, dams: &'a [DamSetup; 8]) -> FlightFrame<'a> {
    let aircraft = u8::try_from(setup.sorties.len()).unwrap_or(0);
    let capacity = DamId::ALL.map(|dam| c.tables.dam(dam).capacity(Water::Full));
    FlightFrame { aircraft, mines: aircraft, dams, capacity }
}

#[test]
fn every_flight_night_finds_its_debriefing() {
    let c = content();
    for name in FLIGHTS {
        let scenario = flight(&c, name);
        let rows = &scenario.file.debriefing;
        let setup = scenario.default_setup(&c.tables);
        let Some(flight) = &setup.flight else { panic!("no flight") };
        let frame = frame(&c, &setup, &flight.dams);
        let mut met = vec![0u32; rows.len()];
        for mut night in flight_nights(rows, &frame).unwrap_or_default() {
            // The classes stand for every number of lost Lancasters.
            for lost in 0..=frame.aircraft {
                night.lost = lost;
                let Some(row) = row_for_flight(rows, &night) else { panic!("{name}: no row for {night:?}") };
                assert_eq!(rows[row].number, printed_row(name, &night), "{name}: {night:?}");
                assert_eq!(scenario.debrief_flight(&night), &rows[row]);
                met[row] += 1;
            }
        }
        assert!(met.iter().all(|n| *n > 0), "{name}: {met:?}");
        // And so do nights at random, whatever their damage.
        let mut seed = 617u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u8::try_from((seed >> 33) % below).unwrap_or(0)
        };
        for _ in 0..5_000 {
            let damage = [(); 8].map(|()| next(20));
            let breached = std::array::from_fn(|d| flight.dams[d].breached || damage[d] >= frame.capacity[d]);
            let night = FlightNight { breached, damage, lost: next(20), successes: next(20) };
            assert_eq!(
                scenario.debrief_flight(&night).number,
                printed_row(name, &night),
                "{name}: {night:?}"
            );
        }
    }
}

#[test]
fn the_night_of_the_raid_reads_as_history() {
    let c = content();
    // Möhne and Eder down, two hits on the Sorpe; losses by the part of the squadron.
    let night = |dams: &[(DamId, u8)], lost, successes| {
        let mut night = FlightNight { lost, successes, ..FlightNight::default() };
        for (dam, damage) in dams {
            night.damage[*dam as usize] = *damage;
            night.breached[*dam as usize] = *damage >= c.tables.dam(*dam).capacity(Water::Full);
        }
        night
    };
    let both = [(DamId::Moehne, 7), (DamId::Eder, 6)];
    let mut whole = both.to_vec();
    whole.push((DamId::Sorpe, 5));
    let mut reserve = night(&[(DamId::Sorpe, 2)], 2, 1);
    reserve.breached[DamId::Moehne as usize] = true;
    reserve.breached[DamId::Eder as usize] = true;
    for (name, night, number) in [
        ("06-first-wave", night(&both, 4, 4), 6),
        ("07-second-wave", night(&[(DamId::Sorpe, 3)], 2, 1), 4),
        ("08-reserve", reserve, 4),
        ("09-chastise", night(&whole, 8, 6), 6),
    ] {
        let row = flight(&c, name).debrief_flight(&night).clone();
        assert_eq!((row.number, row.title.as_str()), (number, "Historical"), "{name}");
    }
    // Nobody who never attacks does better than the lowest rows.
    for (name, most) in [("06-first-wave", 1), ("07-second-wave", 2), ("08-reserve", 2), ("09-chastise", 1)] {
        let scenario = flight(&c, name);
        let breached =
            scenario.default_setup(&c.tables).flight.map_or([false; 8], |f| f.dams.map(|d| d.breached));
        for lost in 0..=5 {
            let night = FlightNight { breached, lost, ..FlightNight::default() };
            assert!(scenario.debrief_flight(&night).number <= most, "{name}");
        }
    }
}

#[test]
fn demands_read_as_a_player_reads_them() {
    let told = |text: &str| {
        let all = text.replace("raid: ", "");
        let source = source_from_bytes("x.ron", all.as_bytes(), &limits());
        let demands: Vec<Demand> = source.and_then(|s| s.parse()).unwrap_or_default();
        demands.iter().map(Demand::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(told("[Breached([Moehne, Eder, Sorpe])]"), "Möhne, Eder and Sorpe breached");
    assert_eq!(told("[BreachedOf([Moehne, Eder], Is(1))]"), "1 breached of Möhne and Eder");
    assert_eq!(
        told("[BreachedOf([Moehne, Eder], Is(0)), Damage(Moehne, From(4))]"),
        "Möhne and Eder not breached; Möhne damage 4+"
    );
    assert_eq!(
        told("[Either([BreachedOf([Bever, Henne], From(1)), Damage(Sorpe, From(8))])]"),
        "Bever or Henne breached or Sorpe damage 8+"
    );
    assert_eq!(told("[BreachedOf([Lister], Between(0, 1))]"), "0–1 breached of Lister");
}

#[test]
fn a_flight_scenario_is_told_all_its_faults() {
    let c = content();
    let bad = text("06-first-wave")
        .replace("part: \"Flight\"", "part: \"Attack\"")
        .replace("turn: 1,", "turn: 10,")
        .replace("alert: 0,", "alert: 5,")
        .replace("ruhr: 2,", "ruhr: 4,")
        .replace("(dam: Henne, recon: 0, flak: 1)", "(dam: Ennepe, recon: 0, flak: 9)")
        .replace("leader: \"AJ-Z\"", "leader: \"AJ-G\"")
        .replace("\"AJ-J\", \"AJ-L\"", "\"AJ-J\", \"AJ-M\", \"AJ-T\"")
        .replace(
            "name: \"Fort\"), primary: Moehne, secondary: Eder",
            "name: \"Fort\"), primary: Eder, secondary: Eder",
        )
        .replace(
            "quality: Veteran, primary: Moehne,",
            "quality: Veteran, from_flight_turn: 0, start: CirclingFar, primary: Moehne,",
        )
        .replace("flight: (", "recon: 2, ends: [AfterTurn(9)], flight: (")
        .replace("lost: From(5), text: \"One", "lost: From(6), unspent: Is(0), text: \"One");
    let faults = faults_of(&c, &bad);
    let told: Vec<_> = faults.iter().map(|f| (f.1.as_str(), f.2.as_str())).collect();
    let form = "this is a flight scenario: the field belongs to an attack scenario";
    assert_eq!(
        told,
        [
            ("part", "the rules in force are those of part `Flight` (1.1.a)"),
            ("recon", form),
            ("ends", form),
            ("flight.turn", "a Flight Turn from 1 to 9"),
            ("flight.alert", "a level is 0 to 4, not 5"),
            ("flight.zone_recon.ruhr", "a zone's Recon Level is 0 to 3, not 4"),
            ("flight.dams", "the Ennepe Dam is listed 2 times"),
            ("flight.dams", "the Henne Dam is listed 0 times"),
            ("flight.dams[7].flak", "a level is 0 to 4, not 9"),
            ("flight.waves[1]", "AJ-J has other targets than its leader (6.7.3.a)"),
            ("flight.waves[1]", "AJ-J takes off in another Flight Turn than its leader"),
            ("flight.waves[1].members[2]", "AJ-M flies in a wave already"),
            ("flight.waves[1].members[3]", "no Lancaster of this scenario `AJ-T`"),
            ("flight.waves[2].leader", "no member `AJ-G`"),
            ("aircraft[3].from_flight_turn", "a Flight Turn from 1 to 9"),
            ("aircraft[3].start", form),
            ("aircraft[4].secondary", "the Secondary Target is another dam than the Primary (6.4.2.a)"),
            ("debriefing", "no row covers a night with Möhne breached, 5 lost and 1 success"),
            ("debriefing[5].unspent", "a flight has more dams than one: ask in `raid` instead"),
        ],
        "{faults:#?}"
    );
    assert!(faults.iter().all(|f| f.0 > 1), "every fault has its line: {faults:#?}");
}

#[test]
fn targets_waves_and_options_of_a_flight_are_checked() {
    let c = content();
    let told = |name: &str, from: &str, to: &str| {
        let text = text(name);
        assert!(text.contains(from), "{name} has no `{from}`");
        let faults = faults_of(&c, &text.replacen(from, to, 1));
        faults.into_iter().map(|f| format!("{}: {}", f.1, f.2)).collect::<Vec<_>>()
    };
    assert_eq!(
        told("08-reserve", "primary: Lister", "primary: Moehne"),
        ["aircraft[0].primary: the Möhne Dam is breached already (6.4.4.b)"]
    );
    assert_eq!(
        told("08-reserve", "turn: 4,", "turn: 3,"),
        ["aircraft: nobody takes off in Flight Turn 3, the first"]
    );
    assert_eq!(
        told("08-reserve", "primary: Lister, ", ""),
        [""; 0],
        "the Target of Last Resort fills the gap"
    );
    assert_eq!(
        told(
            "09-chastise",
            "primary: Lister, from_flight_turn: 4",
            "primary: Lister, zone: Ruhr, from_flight_turn: 4"
        ),
        ["aircraft[14].zone: who is in the air has taken off"]
    );
    assert_eq!(
        told("09-chastise", "name: \"Gibson\"), ", "name: \"Gibson\"), zone: NorthSea, "),
        [
            "flight.waves[0]: AJ-M is in another zone than its leader",
            "flight.waves[0]: AJ-P is in another zone than its leader"
        ]
    );
    assert_eq!(told("08-reserve", "primary: Lister", "zone: NorthSea, primary: Lister"), [""; 0]);
    assert_eq!(
        told("07-second-wave", "primary: Sorpe)", "primary: Sorpe, zone: EnglishCoast)"),
        ["options[0].choices[1].changes[0]: AJ-T has taken off"]
    );
    assert_eq!(
        told("08-reserve", "last_resort: Sorpe", "last_resort: Eder"),
        ["flight.last_resort: the Eder Dam is breached already (6.4.3.c)"]
    );
    assert_eq!(
        told("09-chastise", "last_resort: Sorpe", "last_resort: Eder").len(),
        0,
        "a Secondary Target may be the Target of Last Resort"
    );
    assert_eq!(
        told("09-chastise", "\"AJ-G\", \"AJ-M\", \"AJ-P\"", "\"AJ-G\""),
        ["flight.waves[0].members: a wave is two Lancasters or more (6.7.a)"]
    );
    for (from, to, message) in [
        ("FromFlightTurn(\"AJ-T\", 2)", "FromFlightTurn(\"AJ-T\", 10)", "a Flight Turn from 1 to 9"),
        ("FromFlightTurn(\"AJ-T\", 2)", "FromFlightTurn(\"AJ-G\", 2)", "AJ-G is not in this scenario"),
        ("FromFlightTurn(\"AJ-T\", 2)", "Flak(2)", "an attack scenario alone can change this"),
        ("FromFlightTurn(\"AJ-T\", 2)", "Only([\"AJ-T\"])", "an attack scenario alone can change this"),
    ] {
        let field = "options[0].choices[1].changes[0]";
        assert_eq!(told("07-second-wave", from, to), [format!("{field}: {message}")]);
    }
    // A wave takes off together: an option cannot hold one of it back.
    let option = "options: [(id: \"x\", title: \"X\", default: \"a\", choices: [(id: \"a\", label: \"A\", changes: [FromFlightTurn(\"AJ-M\", 2)])]), ";
    assert_eq!(
        told("06-first-wave", "options: [", option),
        ["options[0].choices[0].changes[0]: AJ-M takes off with its wave"]
    );
    assert_eq!(
        told(
            "07-second-wave",
            "Damage(Sorpe, UpTo(2))], lost: UpTo(2)",
            "Either([Either([]), Breached([])])], lost: UpTo(2)"
        ),
        [
            "debriefing[5].raid[0]: an `Either` holds no other `Either`",
            "debriefing[5].raid[0]: at least one demand",
            "debriefing[5].raid[0]: at least one dam",
        ]
    );
    let faults = told(
        "07-second-wave",
        "raid: [Damage(Sorpe, UpTo(2))], lost: From(3)",
        "raid: [Damage(Sorpe, Between(2, 1))]",
    );
    let span = "debriefing[6].raid[0]: 2–1 covers nothing".to_owned();
    assert!(faults.contains(&span), "{faults:#?}");
}

#[test]
fn each_form_of_a_scenario_keeps_its_own_fields() {
    let c = content();
    let ours = fs::read_to_string(format!("{ASSETS}/{FOLDER}/scenarios/04-lister.ron")).unwrap_or_default();
    let told = |text: &str| {
        let faults = faults_of(&c, text);
        faults.into_iter().map(|f| format!("{}: {}", f.1, f.2)).collect::<Vec<_>>()
    };
    let wrong = "this is an attack scenario: the field belongs to a flight scenario";
    let bad = ours
        .replacen(
            "quality: Green)",
            "quality: Green, primary: Lister, secondary: Sorpe, from_flight_turn: 4)",
            1,
        )
        .replacen("lost: Is(0)", "successes: From(1), raid: [Breached([Lister])], lost: Is(0)", 1);
    assert_eq!(
        told(&bad),
        [
            format!("aircraft[0].primary: {wrong}"),
            format!("aircraft[0].secondary: {wrong}"),
            format!("aircraft[0].from_flight_turn: {wrong}"),
            "debriefing[0].successes: a flight scenario alone can ask this".to_owned(),
            "debriefing[0].raid: a flight scenario alone can ask this".to_owned(),
        ]
    );
    let bare = ours.replacen("    dam: Lister,\n    recon: 1,\n    flak: 1,\n", "", 1).replacen(
        "    alert: 2,\n",
        "",
        1,
    );
    let missing = |field: &str| format!("{field}: missing field `{field}`, or `flight` in its place");
    assert_eq!(told(&bare)[..4], ["dam", "recon", "flak", "alert"].map(missing));
}

#[test]
fn a_chart_of_too_many_conditions_ends_without_one() {
    let c = content();
    let scenario = flight(&c, "09-chastise");
    let setup = scenario.default_setup(&c.tables);
    let Some(flight) = &setup.flight else { panic!("no flight") };
    let frame = frame(&c, &setup, &flight.dams);
    let mut rows: Vec<DebriefRow> = scenario.file.debriefing.clone();
    for row in &mut rows {
        let n = row.number;
        row.raid = DamId::ALL.map(|dam| Demand::Damage(dam, Span::Is(n * 2))).to_vec();
        row.lost = Span::Any;
    }
    assert_eq!(flight_nights(&rows, &frame), None);
    let told = |rows: &[DebriefRow]| {
        let mut faults = Faults::default();
        flight_debrief::check_flight(rows, &frame, &mut faults);
        faults.0.into_iter().map(|f| f.message).collect::<Vec<_>>()
    };
    assert_eq!(told(&rows), ["too many conditions to try them all out: let the last row have none"]);
    rows[8].raid.clear();
    assert_eq!(told(&rows), [""; 0]);
}

#[test]
fn flight_files_are_told_by_their_fields_and_refused_when_damaged() {
    let c = content();
    let mut files: Vec<(String, String)> = FLIGHTS.map(|name| (name.to_owned(), text(name))).to_vec();
    for (_, text) in &files {
        let Ok(source) = source_from_bytes("x.ron", text.as_bytes(), &limits()) else { panic!("grammar") };
        assert_eq!(c.check_file(&source).ok(), Some(FileKind::Scenario));
    }
    for name in ["tables/hazards", "tables/flight", "charts/wireless", "charts/arrival", "charts/navigation"]
    {
        let text = fs::read_to_string(format!("{ASSETS}/{FOLDER}/{name}.ron")).unwrap_or_default();
        files.push((name.to_owned(), text));
    }
    let mut seed = 1943u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or(0) % below.max(1)
    };
    let (mut refused, mut tried) = (0, 0);
    for (path, text) in &files {
        for _ in 0..120 {
            let mut bytes = text.clone().into_bytes();
            match next(6) {
                0 => bytes.truncate(next(text.len())),
                1 => drop(bytes.remove(next(text.len()))),
                2 | 3 => {
                    let digits: Vec<usize> =
                        (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
                    let at = digits[next(digits.len())];
                    let other = [&b"-1"[..], b"0", b"99", b"255", b"4000000000"][next(5)];
                    bytes.splice(at..=at, other.iter().copied());
                }
                4 => {
                    let line = text.lines().nth(next(text.lines().count())).unwrap_or_default();
                    bytes = text.replacen(line, &format!("{line}\n{line}"), 1).into_bytes();
                }
                _ => {
                    let at = next(text.len());
                    bytes[at] = b"(),:[]\"xZ"[next(9)];
                }
            }
            tried += 1;
            let problems = match source_from_bytes(path, &bytes, &limits()) {
                Ok(source) => c.check_file(&source).err(),
                Err(problems) => Some(problems),
            };
            if let Some(problems) = problems {
                refused += 1;
                assert!(!problems.is_empty(), "{path}: refused without a reason");
                assert!(problems.iter().all(|p| p.line >= 1 && !p.message.is_empty()));
            }
        }
    }
    assert!(refused * 2 > tried, "{refused} of {tried} refused");
}
