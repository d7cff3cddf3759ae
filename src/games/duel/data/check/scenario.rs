//! The checks of a scenario file that a type cannot make.

use std::collections::BTreeSet;

use super::{DIAL, check_hex, within};
use crate::games::duel::data::kinds::{Advanced, Bearing, Resource, Wing};
use crate::games::duel::data::scenario::{Form, OptionFile, ScenarioFile, Setup};
use crate::games::duel::data::tables::{Site, Tables};
use crate::kernel::content::{Clauses, Faults, check_format, check_text};

/// The most nights that a game may have.
pub const MOST_NIGHTS: u8 = 30;

/// The ids of options that this program knows, advanced rules apart.
const OPTIONS: [&str; 6] = ["nights", "resources", "flak-low", "radar", "dials", "squadrons-first"];

/// The first words of the answers of this game.
const VERBS: [&str; 38] = [
    "at", "tank", "no-tank", "draw", "from", "target", "fly", "land", "place", "take", "done", "start", "to",
    "wait", "low", "high", "marker", "bomb", "extra", "medals", "tail", "boost", "then", "circle", "takeoff",
    "ditch", "thrift", "repair", "end", "keep", "up", "down", "lay", "turn", "replan", "off", "shield",
    "next",
];

/// The checks of a scenario.
pub fn check_scenario(file: &ScenarioFile, tables: &Tables, clauses: &Clauses<'_>, faults: &mut Faults) {
    if !check_sizes(file, faults) {
        return;
    }
    check_head(file, faults);
    check_form(file, faults);
    check_options(file, tables, faults);
    check_fixed(file, tables, faults);
    check_tiles(file, tables, faults);
    check_guide(file, clauses, faults);
}

/// Bounds every list of the file; false when one is too long, and then no other check is worth its time.
fn check_sizes(file: &ScenarioFile, faults: &mut Faults) -> bool {
    for (field, length, most) in [
        ("advanced", file.advanced.len(), Advanced::ALL.len()),
        ("options", file.options.len(), 20),
        ("weather", file.weather.len(), usize::from(MOST_NIGHTS)),
        ("squadrons", file.squadrons.len(), Wing::ALL.len()),
        ("tiles", file.tiles.len(), 80),
        ("guide", file.guide.len(), 500),
    ] {
        faults.expect(length <= most, field, format!("at most {most} entries, not {length}"));
    }
    for (i, option) in file.options.iter().enumerate().take(20) {
        let length = option.values.len();
        let field = format!("options[{i}].values");
        faults.expect((1..=20).contains(&length), field, format!("1 to 20 entries, not {length}"));
    }
    for (i, step) in file.guide.iter().enumerate().take(500) {
        let length = step.clauses.len();
        faults.expect(
            length <= 20,
            format!("guide[{i}].clauses"),
            format!("at most 20 entries, not {length}"),
        );
    }
    faults.0.is_empty()
}

fn check_head(file: &ScenarioFile, faults: &mut Faults) {
    check_format(file.format, faults);
    let name = file.id.strip_prefix("duel/").unwrap_or("");
    let good = !name.is_empty()
        && name.len() <= 40
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    faults.expect(good, "id", "an id is `duel/` and a name of small letters, digits and `-`");
    for (field, text, most) in [
        ("title", &file.title, 60),
        ("part", &file.part, 30),
        ("blurb", &file.blurb, 600),
        ("difficulty", &file.difficulty, 30),
        ("rules", &file.rules, 200),
    ] {
        check_text(field, text, most, faults);
    }
    within(faults, "minutes", file.minutes, 1..=600);
}

/// Nights and sides.
fn check_form(file: &ScenarioFile, faults: &mut Faults) {
    within(faults, "nights", file.nights, 1..=MOST_NIGHTS);
    let has = |id: &str| file.options.iter().position(|o| o.id == id);
    if file.form == Form::Swap {
        faults.expect(file.nights == 2, "nights", "sides are changed over two nights exactly (setup.i)");
    }
    if file.form != Form::Duel
        && let Some(i) = has("nights")
    {
        let message = "only a duel without change of sides has a choice of nights";
        faults.add(format!("options[{i}].id"), message);
    }
    let solo = file.form == Form::Solo;
    if !solo && let Some(i) = has("squadrons-first") {
        faults.add(format!("options[{i}].id"), "this choice belongs to the solo mission (solo-1.d)");
    }
    for (i, rule) in file.advanced.iter().enumerate() {
        let field = format!("advanced[{i}]");
        faults.expect(!file.advanced[..i].contains(rule), &field, "this rule is listed twice");
        faults.expect(!solo, field, "the solo mission has no advanced rules (solo-1.e)");
    }
    if solo {
        for (i, option) in file.options.iter().enumerate() {
            let advanced = Advanced::ALL.iter().any(|a| a.option() == option.id);
            let message = "the solo mission has no advanced rules (solo-1.e)";
            faults.expect(!advanced, format!("options[{i}].id"), message);
        }
        faults.expect(
            file.target.is_none(),
            "target",
            "the cards find the target of a solo mission (solo-6.a)",
        );
    }
}

fn check_options(file: &ScenarioFile, tables: &Tables, faults: &mut Faults) {
    for (i, option) in file.options.iter().enumerate() {
        let field = format!("options[{i}]");
        check_text(format!("{field}.title"), &option.title, 60, faults);
        check_text(format!("{field}.note"), &option.note, 200, faults);
        let twice = file.options[..i].iter().any(|o| o.id == option.id);
        faults.expect(!twice, format!("{field}.id"), format!("the option `{}` is listed twice", option.id));
        let known = Advanced::ALL.map(Advanced::option).into_iter().chain(OPTIONS);
        if known.clone().all(|id| id != option.id) {
            faults.unknown(format!("{field}.id"), "option", &option.id, known);
            continue;
        }
        check_values(&field, option, tables, file, faults);
    }
}

fn check_values(field: &str, option: &OptionFile, tables: &Tables, file: &ScenarioFile, faults: &mut Faults) {
    for (j, value) in option.values.iter().enumerate() {
        let field = format!("{field}.values[{j}]");
        faults.expect(!option.values[..j].contains(value), &field, format!("`{value}` is listed twice"));
        let mut setup = Setup::of(file, tables);
        if !setup.choose(&option.id, value) {
            faults.add(&field, format!("the option `{}` has no value `{value}`", option.id));
            continue;
        }
        within(faults, &field, setup.nights, 1..=MOST_NIGHTS);
        within(faults, &field, setup.dials.0, DIAL);
        within(faults, &field, setup.dials.1, DIAL);
        if j == 0 {
            let plain = Setup::of(file, tables);
            let same = plain.advanced == setup.advanced && plain.nights == setup.nights;
            faults.expect(
                same,
                &field,
                "the first value is the default and agrees with the rest of the file",
            );
        }
    }
}

/// Weather, target and squadrons fixed beforehand.
fn check_fixed(file: &ScenarioFile, tables: &Tables, faults: &mut Faults) {
    let most = match file.form {
        Form::Swap => 1,
        _ => most_nights(file),
    };
    let nights = file.weather.len();
    faults.expect(nights <= usize::from(most), "weather", format!("at most {most} cards, not {nights}"));
    for (i, card) in file.weather.iter().enumerate() {
        let there = tables.weather.iter().any(|w| w.card == *card);
        faults.expect(there, format!("weather[{i}]"), format!("there is no weather card {card}"));
    }
    if let Some(hex) = file.target {
        faults.expect(tables.board.city(hex).is_some(), "target", format!("hex {hex} has no city (city.a)"));
    }
    for (wing, hex) in &file.squadrons {
        let field = format!("squadrons[{wing:?}]");
        let there = tables.board.german.has(*hex);
        faults.expect(there, &field, format!("hex {hex} has no German airport (phase-1.a)"));
    }
    let fields: BTreeSet<u8> = file.squadrons.values().copied().collect();
    let sharing = file.squadrons.len() - fields.len();
    let trucks = if may_be_basic(file) { 0 } else { tables.supply(Resource::Truck).supply };
    faults.expect(
        sharing <= usize::from(trucks),
        "squadrons",
        format!("{sharing} squadrons share airports, but there are {trucks} fuel trucks (phase-1.c)"),
    );
}

fn most_nights(file: &ScenarioFile) -> u8 {
    let option = file.options.iter().find(|o| o.id == "nights");
    let chosen = option.and_then(|o| o.values.iter().filter_map(|v| v.parse().ok()).max());
    chosen.unwrap_or(0).max(file.nights)
}

/// Whether a game may be played with basic kinds only.
fn may_be_basic(file: &ScenarioFile) -> bool {
    file.options.iter().any(|o| o.id == "resources" && o.values.iter().any(|v| v == "basic"))
}

fn check_tiles(file: &ScenarioFile, tables: &Tables, faults: &mut Faults) {
    let board = &tables.board;
    let basic = may_be_basic(file);
    for (i, tiles) in file.tiles.iter().enumerate() {
        let field = format!("tiles[{i}]");
        let hex = tiles.hex;
        check_hex(format!("{field}.hex"), hex, faults);
        faults.expect(
            !board.closed.has(hex),
            format!("{field}.hex"),
            format!("hex {hex} is closed to German resources (ground-defence.b)"),
        );
        let (fits, where_, clause) = match tables.supply(tiles.kind).site {
            Site::Open => (true, "", ""),
            Site::City => (board.cities.has(hex), "city", "fire-department.a"),
            Site::Airport => (board.german.has(hex), "German airport", "fuel-truck.a"),
        };
        faults.expect(fits, format!("{field}.hex"), format!("hex {hex} has no {where_} ({clause})"));
        faults.expect(tiles.count > 0, format!("{field}.count"), "at least one tile");
        let twice = file.tiles[..i].iter().any(|t| (t.kind, t.hex) == (tiles.kind, hex));
        faults.expect(!twice, &field, format!("{} in hex {hex} is listed twice", tiles.kind.label()));
        faults.expect(
            !basic || tiles.kind.basic(),
            format!("{field}.kind"),
            "a game that may be played with basic kinds only has no other tiles (setup.g)",
        );
    }
    let placed = |kind: Option<Resource>| -> u32 {
        let of = file.tiles.iter().filter(|t| kind.is_none_or(|k| k == t.kind));
        of.map(|t| u32::from(t.count)).sum()
    };
    for kind in Resource::ALL {
        let (there, supply) = (placed(Some(kind)), tables.supply(kind).supply);
        faults.expect(
            there <= u32::from(supply),
            "tiles",
            format!("{there} {}, but there are {supply} (ground-defence.h)", kind.word()),
        );
    }
    let (all, most) = (placed(None), tables.resources.most);
    let message = format!("{all} tiles, but at most {most} may lie on the board (ground-defence.a)");
    faults.expect(all <= u32::from(most), "tiles", message);
}

fn check_guide(file: &ScenarioFile, clauses: &Clauses<'_>, faults: &mut Faults) {
    if file.guide.is_empty() {
        return;
    }
    faults.expect(file.options.is_empty(), "options", "a guided game plays its steps under one set-up");
    let nights = usize::from(file.nights);
    faults.expect(
        file.weather.len() == nights,
        "weather",
        "a guided game names the weather card of each night",
    );
    for (i, step) in file.guide.iter().enumerate() {
        let field = format!("guide[{i}]");
        check_answer(format!("{field}.answer"), &step.answer, faults);
        let long = step.text.chars().count();
        faults.expect(long <= 400, format!("{field}.text"), "a text of at most 400 characters");
        for (j, id) in step.clauses.iter().enumerate() {
            clauses.check(format!("{field}.clauses[{j}]"), id, faults);
        }
    }
}

/// An answer is made of words that some offer of this game has.
fn check_answer(field: String, answer: &str, faults: &mut Faults) {
    let mut parts = answer.split(':');
    let verb = parts.next().unwrap_or("");
    if !VERBS.contains(&verb) {
        faults.unknown(&field, "answer", verb, VERBS.into_iter());
        return;
    }
    let pieces = Wing::ALL.map(Wing::code).into_iter().chain(Bearing::ALL.map(Bearing::word));
    let words = Resource::ALL.map(Resource::word).into_iter().chain(["airport", "low", "high"]);
    for part in parts {
        if let Ok(n) = part.parse::<u8>() {
            within(faults, &field, n, 0..=43);
        } else if pieces.clone().chain(words.clone()).all(|w| w != part) {
            faults.unknown(&field, "name in an answer", part, pieces.clone().chain(words.clone()));
        }
    }
}
