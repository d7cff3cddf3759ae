//! The checks of a scenario file that a type cannot make.

use super::flight_debrief;
use super::flight_setup::{MOST_WAVES, check_change};
use super::kinds::{EliteKind, Hazard};
use super::one_night;
use super::scenario::{Change, End, MOST_TURNS, OptionFile, ScenarioFile, Setup, Skip, Sortie};
use super::tables::{AircraftId, Tables};
use crate::kernel::content::{Faults, check_format, check_text};

/// Bounds every list of the file; false when one is too long, and then no other check is worth its time.
pub(super) fn check_sizes(file: &ScenarioFile, faults: &mut Faults) -> bool {
    let mut bound = |field: String, length: usize, most: usize| {
        faults.expect(length <= most, field, format!("at most {most} entries, not {length}"));
    };
    for (field, length, most) in [
        ("seats", file.seats.len(), 8),
        ("aircraft", file.aircraft.len(), 21),
        ("balloons_at", file.balloons_at.as_ref().map_or(0, Vec::len), 2),
        ("ends", file.ends.as_ref().map_or(0, Vec::len), 8),
        ("flight.dams", file.flight.as_ref().map_or(0, |f| f.dams.len()), 8),
        ("flight.waves", file.flight.as_ref().map_or(0, |f| f.waves.len()), MOST_WAVES),
        (
            "flight.follow_up.reserve",
            file.flight.as_ref().and_then(|f| f.follow_up.as_ref()).map_or(0, |f| f.reserve.len()),
            21_usize.saturating_sub(file.aircraft.len()),
        ),
        ("skip", file.skip.len(), 8),
        ("special", file.special.len(), 20),
        ("options", file.options.len(), 10),
        ("debriefing", file.debriefing.len(), 20),
    ] {
        bound(field.to_owned(), length, most);
    }
    for (i, a) in file.aircraft.iter().enumerate().take(21) {
        bound(format!("aircraft[{i}].hazards"), a.hazards.len(), 20);
    }
    let waves = file.flight.iter().flat_map(|f| &f.waves).take(MOST_WAVES);
    for (i, wave) in waves.enumerate() {
        bound(format!("flight.waves[{i}].members"), wave.members.len(), 21);
    }
    for (i, option) in file.options.iter().enumerate().take(10) {
        bound(format!("options[{i}].choices"), option.choices.len(), 10);
        for (j, choice) in option.choices.iter().enumerate().take(10) {
            let field = format!("options[{i}].choices[{j}].changes");
            bound(field.clone(), choice.changes.len(), 20);
            for (k, change) in choice.changes.iter().enumerate().take(20) {
                if let Change::Only(codes) = change {
                    bound(format!("{field}[{k}]"), codes.len(), 21);
                }
            }
        }
    }
    for (i, row) in file.debriefing.iter().enumerate().take(20) {
        flight_debrief::check_sizes(&format!("debriefing[{i}].raid"), &row.raid, faults);
        let follow_up = row.follow_up.as_ref().map_or(&[][..], |f| &f.raid);
        flight_debrief::check_sizes(&format!("debriefing[{i}].follow_up.raid"), follow_up, faults);
    }
    faults.0.is_empty()
}

/// A scenario is an attack on one dam, a flight to all of them or a night of several attacks: exactly one of the three
/// forms.
pub(super) fn check_form(file: &ScenarioFile, faults: &mut Faults) {
    if let Some(night) = &file.night {
        one_night::check_form(file, night, faults);
        return;
    }
    let flight = file.flight.is_some();
    let (part, other) = if flight { ("a flight", "an attack") } else { ("an attack", "a flight") };
    let mut only = |field: String, here: bool| {
        faults.expect(
            !here,
            field,
            format!("this is {part} scenario: the field belongs to {other} scenario"),
        );
    };
    if flight {
        for (field, here) in attack_fields(file) {
            only(field.to_owned(), here);
        }
    }
    for (i, a) in file.aircraft.iter().enumerate() {
        for (field, here, of_flight) in [
            ("start", a.start.is_some(), false),
            ("from_turn", a.from_turn.is_some(), false),
            ("primary", a.primary.is_some(), true),
            ("secondary", a.secondary.is_some(), true),
            ("from_flight_turn", a.from_flight_turn.is_some(), true),
            ("zone", a.zone.is_some(), true),
        ] {
            only(format!("aircraft[{i}].{field}"), here && of_flight != flight);
        }
    }
    if !flight {
        for (field, here) in [
            ("dam", file.dam.is_some()),
            ("recon", file.recon.is_some()),
            ("flak", file.flak.is_some()),
            ("alert", file.alert.is_some()),
            ("ends", file.ends.is_some()),
        ] {
            faults.expect(here, field, format!("missing field `{field}`, or `flight` in its place"));
        }
    }
}

/// The id of a scenario or campaign.
pub(super) fn check_id(id: &str, faults: &mut Faults) {
    let name = id.strip_prefix("dambusters/").unwrap_or("");
    let good = !name.is_empty()
        && name.len() <= 40
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    faults.expect(good, "id", "an id is `dambusters/` and a name of small letters, digits and `-`");
}

/// What a menu shows of a scenario or campaign.
pub(super) fn check_words(title: &str, blurb: &str, rules: &str, faults: &mut Faults) {
    for (field, text, most) in [("title", title, 60), ("blurb", blurb, 600), ("rules", rules, 200)] {
        check_text(field, text, most, faults);
    }
}

pub(super) fn check_head(file: &ScenarioFile, clause_exists: &dyn Fn(&str) -> bool, faults: &mut Faults) {
    check_format(file.format, faults);
    check_id(&file.id, faults);
    check_words(&file.title, &file.blurb, &file.rules, faults);
    // [1.1.a] The part decides which rules are in force.
    let part = if file.flight.is_some() { "Flight" } else { "Attack" };
    faults.expect(
        file.part == part,
        "part",
        format!("the rules in force are those of part `{part}` (1.1.a)"),
    );
    faults.expect((1..=600).contains(&file.minutes), "minutes", "a length of 1 to 600 minutes");
    faults.expect(file.seats.len() == 1, "seats", "this game has one seat");
    for (i, special) in file.special.iter().enumerate() {
        check_text(format!("special[{i}].text"), &special.text, 300, faults);
        faults.expect(
            special.clause.is_empty() || clause_exists(&special.clause),
            format!("special[{i}].clause"),
            format!("no clause `{}`", special.clause),
        );
    }
}

pub(super) fn check_levels(setup: &Setup, faults: &mut Faults) {
    for (field, level) in [
        ("recon", setup.recon),
        ("flak", setup.flak),
        ("searchlights", setup.searchlights),
        ("balloons", setup.balloons),
        ("alert", setup.alert),
    ] {
        check_level(field.to_owned(), level, faults);
    }
    check_visibility_modifier("visibility_modifier".to_owned(), setup.visibility_modifier, faults);
    let markers = usize::from(setup.balloons.min(2));
    faults.expect(
        setup.balloons_at.len() == markers,
        "balloons_at",
        format!("at Balloons Level {} there are {markers} Balloons markers (7.9.5.d)", setup.balloons),
    );
    if let [a, b] = setup.balloons_at[..] {
        faults.expect(a != b, "balloons_at[1]", "the second marker flies in the other place (7.9.5.d)");
    }
}

pub(super) fn check_level(field: String, level: u8, faults: &mut Faults) {
    faults.expect(level <= 4, field, format!("a level is 0 to 4, not {level}"));
}

fn check_visibility_modifier(field: String, modifier: i8, faults: &mut Faults) {
    faults.expect((-2..=0).contains(&modifier), field, "the modifier is 0, -1 or -2 (6.1.a)");
}

pub(super) fn resolve_sorties(file: &ScenarioFile, tables: &Tables, faults: &mut Faults) -> Vec<Sortie> {
    let mut sorties: Vec<Sortie> = Vec::new();
    faults.expect((1..=21).contains(&file.aircraft.len()), "aircraft", "a scenario has 1 to 21 Lancasters");
    faults.expect(
        file.aircraft.iter().any(|a| a.upkeep),
        "aircraft",
        "at least one Lancaster carries Upkeep",
    );
    for (i, a) in file.aircraft.iter().enumerate() {
        let field = format!("aircraft[{i}]");
        let aircraft = tables.find_aircraft(&a.code);
        if aircraft.is_none() {
            let codes = tables.aircraft.iter().map(|a| a.code.as_str());
            faults.unknown(format!("{field}.code"), "Lancaster", &a.code, codes);
        }
        let twice = file.aircraft[..i].iter().any(|o| o.code == a.code);
        faults.expect(!twice, format!("{field}.code"), format!("{} is listed twice", a.code));
        let elite = a.elite.as_ref().and_then(|e| {
            let found = tables.find_elite(&e.name);
            match found {
                None => {
                    let names = tables.elite.iter().map(|e| e.name.as_str());
                    faults.unknown(format!("{field}.elite.name"), "Elite Crewman", &e.name, names);
                }
                Some(id) => {
                    let kind = tables.elite(id).kind;
                    faults.expect(
                        kind == e.kind,
                        format!("{field}.elite.kind"),
                        format!("{} is a {}", e.name, kind.label()),
                    );
                    let kept = !matches!(kind, EliteKind::Armorer | EliteKind::Jinx | EliteKind::Spy);
                    faults.expect(
                        kept,
                        format!("{field}.elite"),
                        "this marker exists in Scenario 10 only (2.3.9.a)",
                    );
                }
            }
            found
        });
        if let Some(elite) = elite
            && sorties.iter().any(|s| s.elite == Some(elite))
        {
            faults.add(format!("{field}.elite"), "this Elite Crewman flies in another Lancaster already");
        }
        faults.expect(
            a.from_turn.is_none_or(|turn| (1..=MOST_TURNS).contains(&turn)),
            format!("{field}.from_turn"),
            format!("an Attack Turn from 1 to {MOST_TURNS}"),
        );
        for (h, hazard) in a.hazards.iter().enumerate() {
            faults.expect(
                *hazard != Hazard::CompassCard || a.upkeep,
                format!("{field}.hazards[{h}]"),
                "a Compass Card needs Upkeep to hang on (7.7.3d.a)",
            );
        }
        sorties.push(Sortie {
            aircraft: aircraft.unwrap_or(AircraftId(0)),
            quality: a.quality,
            elite,
            upkeep: a.upkeep,
            start: a.start.unwrap_or_default(),
            from_turn: a.from_turn.unwrap_or(1),
            damaged: a.damaged,
            hazards: a.hazards.clone(),
            spent: false,
            primary: a.primary,
            secondary: a.secondary,
            from_flight_turn: a.flight_turn(),
            zone: a.zone,
        });
    }
    sorties
}

pub(super) fn check_ends(file: &ScenarioFile, ends: &[End], faults: &mut Faults) {
    let turns: Vec<_> = ends
        .iter()
        .enumerate()
        .filter_map(|(i, e)| match e {
            End::AfterTurn(n) => Some((i, *n)),
            _ => None,
        })
        .collect();
    faults.expect(turns.len() == 1, "ends", "one `AfterTurn` says when play is over at the latest");
    for (i, n) in turns {
        faults.expect(
            (1..=MOST_TURNS).contains(&n),
            format!("ends[{i}]"),
            format!("an Attack Turn from 1 to {MOST_TURNS}"),
        );
    }
    for (i, end) in ends.iter().enumerate() {
        faults.expect(!ends[..i].contains(end), format!("ends[{i}]"), "this end is listed twice");
    }
    faults.expect(
        ends.contains(&End::NightfighterAttack) || file.skip.contains(&Skip::Nightfighter),
        "ends",
        "a nightfighter attack ends an attack scenario (4.4.3.n): list `NightfighterAttack`",
    );
}

pub(super) fn check_skips(file: &ScenarioFile, faults: &mut Faults) {
    for (i, skip) in file.skip.iter().enumerate() {
        faults.expect(!file.skip[..i].contains(skip), format!("skip[{i}]"), "this step is listed twice");
    }
}

/// The words and ids of options and their choices.
pub(super) fn check_choices(options: &[OptionFile], faults: &mut Faults) {
    for (i, option) in options.iter().enumerate() {
        let field = format!("options[{i}]");
        check_text(format!("{field}.id"), &option.id, 40, faults);
        check_text(format!("{field}.title"), &option.title, 60, faults);
        let twice = options[..i].iter().any(|o| o.id == option.id);
        faults.expect(!twice, format!("{field}.id"), format!("the option `{}` is listed twice", option.id));
        if !option.choices.iter().any(|c| c.id == option.default) {
            let ids = option.choices.iter().map(|c| c.id.as_str());
            faults.unknown(format!("{field}.default"), "choice", &option.default, ids);
        }
        for (j, choice) in option.choices.iter().enumerate() {
            let field = format!("{field}.choices[{j}]");
            check_text(format!("{field}.id"), &choice.id, 40, faults);
            check_text(format!("{field}.label"), &choice.label, 80, faults);
            let twice = option.choices[..j].iter().any(|c| c.id == choice.id);
            faults.expect(
                !twice,
                format!("{field}.id"),
                format!("the choice `{}` is listed twice", choice.id),
            );
        }
    }
}

pub(super) fn check_options(file: &ScenarioFile, faults: &mut Faults) {
    let flies = |code: &String| file.aircraft.iter().any(|a| a.code == *code);
    check_choices(&file.options, faults);
    if file.night.is_some() {
        // What its force is, is known when its scenarios are.
        return;
    }
    for (i, option) in file.options.iter().enumerate() {
        let field = format!("options[{i}]");
        if let Some(survivors) = &option.survivors {
            let field = format!("{field}.survivors");
            let first = !file.options[..i].iter().any(|o| o.survivors.is_some());
            faults.expect(first, &field, "one option takes survivors");
            if !option.choices.iter().any(|c| c.id == survivors.choice) {
                let ids = option.choices.iter().map(|c| c.id.as_str());
                faults.unknown(format!("{field}.choice"), "choice", &survivors.choice, ids);
            }
            let room = 21_usize.saturating_sub(file.aircraft.len());
            faults.expect(
                survivors.joining.len() <= room,
                format!("{field}.joining"),
                format!("at most {room} entries, not {}", survivors.joining.len()),
            );
            for code in survivors.joining.iter().take(21) {
                faults.expect(
                    !flies(code),
                    format!("{field}.joining"),
                    format!("{code} is in this scenario already"),
                );
            }
        }
        for (j, choice) in option.choices.iter().enumerate() {
            let field = format!("{field}.choices[{j}]");
            for (k, change) in choice.changes.iter().enumerate() {
                let field = format!("{field}.changes[{k}]");
                if let Some(flight) = &file.flight {
                    check_change(field.clone(), change, file, flight, faults);
                }
                match change {
                    Change::Alert(n) | Change::Recon(n) | Change::Flak(n) | Change::Searchlights(n) => {
                        check_level(field, *n, faults);
                    }
                    Change::VisibilityModifier(n) => check_visibility_modifier(field, *n, faults),
                    Change::Only(codes) => {
                        faults.expect(!codes.is_empty(), &field, "at least one Lancaster takes part");
                        let armed = file.aircraft.iter().any(|a| a.upkeep && codes.contains(&a.code));
                        faults.expect(armed, &field, "at least one of them carries Upkeep");
                        for code in codes {
                            faults.expect(flies(code), &field, format!("{code} is not in this scenario"));
                        }
                    }
                    Change::FromFlightTurn(..) | Change::HighAltitude | Change::Players(_)
                        if file.flight.is_none() =>
                    {
                        faults.add(field, "a flight scenario alone can change this");
                    }
                    Change::Damaged(code) | Change::WithoutUpkeep(code) | Change::FromFlightTurn(code, _) => {
                        faults.expect(flies(code), field, format!("{code} is not in this scenario"));
                    }
                    Change::Players(_) => check_players(field, change, faults),
                    Change::Visibility(_) | Change::Skip(_) | Change::HighAltitude => {}
                }
            }
        }
    }
}

/// Two or three people share the squadron (clause 1.3.a); one is what needs no change.
pub(super) fn check_players(field: impl Into<String>, change: &Change, faults: &mut Faults) {
    if let Change::Players(n) = change {
        faults.expect((2..=3).contains(n), field, "two or three people");
    }
}

/// The fields that an attack on one dam alone has for itself, and whether each is given.
pub(super) fn attack_fields(file: &ScenarioFile) -> [(&'static str, bool); 11] {
    [
        ("dam", file.dam.is_some()),
        ("recon", file.recon.is_some()),
        ("flak", file.flak.is_some()),
        ("searchlights", file.searchlights.is_some()),
        ("balloons", file.balloons.is_some()),
        ("balloons_at", file.balloons_at.is_some()),
        ("water", file.water.is_some()),
        ("alert", file.alert.is_some()),
        ("visibility", file.visibility.is_some()),
        ("visibility_modifier", file.visibility_modifier.is_some()),
        ("ends", file.ends.is_some()),
    ]
}
