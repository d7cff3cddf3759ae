//! Tests of charts.

use super::*;

fn row(id: &str) -> RowFile {
    RowFile { id: id.into(), label: id.into(), tone: Tone::Plain, clause: String::new(), values: Vec::new() }
}
fn band(on: On, row: &str) -> BandFile {
    BandFile { on, row: row.into(), provenance: None }
}
fn flak() -> Chart {
    let column = |id: &str, bands| ColumnFile { id: id.into(), label: id.into(), bands };
    Chart::compile(ChartFile {
        id: "flak".into(),
        title: "Flak".into(),
        code: String::new(),
        clauses: Vec::new(),
        dice: DiceKind::Pair,
        doubles_again: true,
        keep: vec![
            KeepFile { row: Some("critical".into()), doubles: false },
            KeepFile { row: Some("hit".into()), doubles: true },
            KeepFile { row: Some("hit".into()), doubles: false },
            KeepFile { row: None, doubles: true },
        ],
        worst: Vec::new(),
        note: String::new(),
        provenance: Provenance::Reconstructed("test".into()),
        rows: vec![row("critical"), row("hit"), row("miss")],
        columns: vec![
            column("3", vec![band(On::Between(2, 4), "hit"), band(On::Else, "miss")]),
            column(
                "5",
                vec![band(On::Is(7), "critical"), band(On::Between(5, 6), "hit"), band(On::Else, "miss")],
            ),
        ],
    })
    .unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn c27_forecast_is_the_resolver_enumerated() {
    let chart = flak();
    for column in 0..2 {
        for dice in 2..=3 {
            let forecast = chart.forecast(column, dice, 0);
            assert_eq!(forecast.rows.iter().copied().sum::<Fraction>(), Fraction::ONE);
            let charts = Charts::new(vec![chart.clone()]);
            let mut luck = Luck::seeded(5);
            let mut spec = RollSpec::new(&charts, ChartId(0), column, "test", "0");
            spec.dice = dice;
            let n = 200_000u32;
            let mut seen = [0u32; 3];
            for _ in 0..n {
                seen[usize::from(spec.clone().throw(&charts, &mut luck).row().0)] += 1;
                luck.forget_taken();
            }
            for (row, count) in seen.iter().enumerate() {
                let got = f64::from(*count) / f64::from(n);
                assert!(
                    (got - forecast.rows[row].value()).abs() < 0.005,
                    "{got} against {:?}",
                    forecast.rows
                );
            }
        }
    }
}

#[test]
fn pairs_prefer_the_most_lethal() {
    let chart = flak();
    let read = |column, dice: &[u8]| chart.resolve(column, dice, 0);
    assert_eq!(chart.row_id(read(1, &[1, 4, 3]).row), "critical", "4 + 3 before 1 + 4");
    assert!(read(0, &[1, 2, 2]).again, "hitting doubles before a plain hit");
    assert!(read(0, &[6, 6, 5]).again, "doubles when nothing hits");
    assert!(!read(0, &[6, 4, 5]).again);
    assert_eq!(chart.forecast(0, 2, 0).rows[1], Fraction::new(1, 6));
    assert_eq!(chart.forecast(0, 3, 0).rows[1], Fraction::new(77, 216), "35.6 % with three dice at level 3");
}

#[test]
fn of_several_dice_thrown_for_one_the_highest_counts() {
    let mut file = flak().file;
    file.dice = DiceKind::One;
    file.doubles_again = false;
    file.keep.clear();
    file.columns[1].bands = vec![band(On::Else, "miss")];
    let chart = Chart::compile(file).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(chart.resolve(0, &[2, 5], 0).natural, 5);
    assert_eq!(chart.resolve(0, &[5, 2], 0).kept, (0, 0));
    assert_eq!(chart.resolve(0, &[4, 4], 0).kept, (0, 0));
    let hit = chart.row("hit").map_or(0, |row| usize::from(row.0));
    assert_eq!(chart.forecast(0, 2, 0).rows[hit], Fraction::new(15, 36), "highest of two dice is 2 to 4");
}

#[test]
fn c24_modifiers_add_up_and_idle_ones_stay_listed() {
    let charts = Charts::new(vec![flak()]);
    let spec = RollSpec::new(&charts, ChartId(0), 0, "test", "0")
        .modifier(Modifier::when(true, "damaged", -1, "1", ""))
        .modifier(Modifier::when(false, "lit", 4, "2", "lights off"));
    assert_eq!(spec.sum(), -1);
    let rolled = spec.read(&charts, [3, 3, 0], false);
    assert_eq!(rolled.reading.total - rolled.reading.natural, -1);
    assert_eq!(rolled.spec.modifiers[1].idle, Some("lights off"));
}

#[test]
fn faulty_charts_report_every_fault() {
    let mut file = flak().file;
    file.columns[0].bands[0].row = "hti".into();
    file.columns[1].bands.push(band(On::Is(5), "hit"));
    file.rows.push(row("miss"));
    let Err(faults) = Chart::compile(file) else { panic!("accepted") };
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults.iter().any(|f| f.help.as_deref() == Some("the nearest row is `hit`")));
    assert!(faults.iter().any(|f| f.message == "total 5 is covered 2 times"));
}

/// Of a handful of dice the sixes count, and the odds are those of the throw itself.
#[test]
fn sixes_are_counted_and_their_odds_are_exact() {
    let file = ChartFile {
        dice: DiceKind::Sixes,
        rows: ["none", "one", "more"].map(row).to_vec(),
        columns: vec![ColumnFile {
            id: "all".into(),
            label: "All".into(),
            bands: vec![band(On::Is(0), "none"), band(On::Is(1), "one"), band(On::From(2), "more")],
        }],
        doubles_again: false,
        keep: Vec::new(),
        ..flak().file
    };
    let chart = Chart::compile(file).expect("sound");
    let reading = chart.resolve(0, &[6, 3, 6, 1], 0);
    assert_eq!((reading.natural, chart.row_id(reading.row)), (2, "more"));
    // Against every throw of five dice.
    let mut counts = [0u64; 3];
    for code in 0..6u64.pow(5) {
        let faces: Vec<u8> = (0..5).map(|i| u8::try_from(code / 6u64.pow(i) % 6).unwrap_or(0) + 1).collect();
        counts[usize::from(chart.resolve(0, &faces, 0).row.0)] += 1;
    }
    let forecast = chart.forecast(0, 5, 0);
    assert_eq!(forecast.rows, counts.map(|n| Fraction::new(n, 6u64.pow(5))));
    assert_eq!(
        chart.forecast(0, MOST_DICE, 0).rows.into_iter().map(Fraction::value).sum::<f64>().round(),
        1.0
    );
}

/// Of two dice thrown for one the worse counts: by the list of the chart, or by the tones of its rows.
#[test]
fn the_worse_of_two_dice_is_judged_by_the_result_and_its_odds_are_exact() {
    let toned = |id: &str, tone| RowFile { tone, ..row(id) };
    let even_odd = |worst: Vec<String>, tones: [Tone; 2]| {
        let file = ChartFile {
            dice: DiceKind::One,
            rows: vec![toned("even", tones[0]), toned("odd", tones[1])],
            columns: vec![ColumnFile {
                id: "all".into(),
                label: "All".into(),
                bands: vec![band(On::Even, "even"), band(On::Odd, "odd")],
            }],
            doubles_again: false,
            keep: Vec::new(),
            worst,
            ..flak().file
        };
        Chart::compile(file)
    };
    let by_tone = even_odd(Vec::new(), [Tone::Good, Tone::Bad]).expect("sound");
    assert_eq!(by_tone.resolve_by(Pick::Worst, 0, &[2, 1], 0).natural, 1);
    assert_eq!(by_tone.resolve_by(Pick::Worst, 0, &[2, 4], 0).natural, 2);
    assert_eq!(by_tone.resolve(0, &[2, 1], 0).natural, 2, "the highest, unless the worse is asked for");
    let rows = by_tone.forecast_by(Pick::Worst, 0, 2, 0).rows;
    assert_eq!(rows, [Fraction::new(1, 4), Fraction::new(3, 4)]);
    // Both bad: the list says which is worse.
    let listed = even_odd(vec!["even".into(), "odd".into()], [Tone::Bad; 2]).expect("sound");
    assert_eq!(listed.resolve_by(Pick::Worst, 0, &[1, 2], 0).natural, 2);
    // A list names all rows, and none that is not there.
    assert!(even_odd(vec!["even".into()], [Tone::Bad; 2]).is_err());
    assert!(even_odd(vec!["even".into(), "odd".into(), "none".into()], [Tone::Bad; 2]).is_err());
    // One die becomes two, and no roll of more dice is touched.
    let charts = Charts::new(vec![by_tone, flak()]);
    let one = RollSpec::new(&charts, ChartId(0), 0, "test", "0").worse_of_two(&charts);
    assert_eq!((one.dice, one.pick), (2, Pick::Worst));
    assert_eq!(one.dice_words(&charts), "worse of 2 dice");
    let pair = RollSpec::new(&charts, ChartId(1), 0, "test", "0").worse_of_two(&charts);
    assert_eq!(pair.dice_words(&charts), "2 dice");
    assert_eq!((pair.dice, pair.pick), (2, Pick::Highest));
}
