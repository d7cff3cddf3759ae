//! C23 to C32: log, dice, odds and charts.

use bombers_moon::kernel::chart::{Charts, DiceKind, Modifier, On, RollSpec, Rolled};
use bombers_moon::kernel::decision::Kind;
use bombers_moon::kernel::dice::{Luck, LuckItem};
use bombers_moon::kernel::fortune;
use bombers_moon::kernel::fraction::Fraction;
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::timeline::Table;

use super::bench::{game, open, rolls, scenarios, walk};

/// Finished games of all scenarios, played at random.
fn played(seeds: std::ops::Range<u64>) -> Vec<Table> {
    let games = scenarios();
    let count = games.len() as u64;
    // A seed of its own for each game: one seed gives all scenarios the same dice.
    let game = |n: u64| walk(&games[usize::try_from(n % count).unwrap_or(0)], n, |_| {});
    (seeds.start * count..seeds.end * count).map(game).collect()
}

#[test]
fn c23_every_roll_tells_its_dice_natural_total_and_row() {
    let game = game();
    let mut told = 0;
    for table in played(300..303) {
        for (rolled, words) in rolls(&table) {
            let chart = game.charts().get(rolled.spec.chart).file();
            let dice: Vec<String> = rolled.dice().iter().map(u8::to_string).collect();
            let row = &chart.rows[usize::from(rolled.row().0)].label;
            assert!(words.contains(&format!("{}: {}", chart.title, dice.join("·"))), "{words}");
            assert!(words.contains(&format!(" = {}", rolled.reading.natural)), "{words}");
            assert!(words.ends_with(&format!("→ {row}")), "{words}");
            if rolled.reading.total != rolled.reading.natural {
                let total = rolled.reading.total.to_string().replace('-', "−");
                assert!(words.contains(&format!(" = {total} →")), "{words}");
            }
            told += 1;
        }
    }
    assert!(told > 500, "{told} rolls");
}

#[test]
fn c24_modifiers_always_add_up_and_each_names_its_clause() {
    let game = game();
    let (mut applied, mut idle) = (0, 0);
    for table in played(310..313) {
        for (rolled, words) in rolls(&table) {
            assert_eq!(rolled.reading.total - rolled.reading.natural, rolled.spec.sum(), "{words}");
            for m in &rolled.spec.modifiers {
                assert!(game.ledger().clause(m.clause.0).is_some(), "{words}: {}", m.clause);
                assert!(!m.label.is_empty());
                match m.idle {
                    None if m.value != 0 => {
                        let sign = if m.value < 0 { '−' } else { '+' };
                        let text = format!(" {sign}{} {} [{}]", m.value.abs(), m.label, m.clause);
                        assert!(words.contains(&text), "{words} lacks `{text}`");
                        applied += 1;
                    }
                    None => {}
                    Some(why) => {
                        assert!(!why.is_empty(), "{words}: {} does not say why not", m.label);
                        idle += 1;
                    }
                }
            }
        }
    }
    assert!(applied > 100 && idle > 100, "{applied} applied, {idle} idle");
}

/// Chi-square of counts that should be equal.
fn chi_square(seen: &[u32]) -> f64 {
    let expected = f64::from(seen.iter().sum::<u32>()) / seen.len() as f64;
    seen.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum()
}

#[test]
fn c25_dice_and_draws_of_real_games_are_fair() {
    let (mut faces, mut cups) = ([0u32; 6], [[0u32; 7]; 2]);
    for (n, scenario) in scenarios().iter().cycle().take(48).enumerate() {
        // The events that draw from a cup with all seven chits in it: the first chit is any of them.
        let mut full = Vec::new();
        let table = walk(scenario, 2_000 + n as u64, |table| {
            if let Some(Kind::Draw(spec)) = table.question().map(|q| &q.kind)
                && spec.items.len() == 7
            {
                full.push((table.events().len(), usize::from(spec.cup.name == "altitude")));
            }
        });
        for item in table.events().iter().flat_map(|event| &event.luck) {
            if let LuckItem::Die(face) = item {
                faces[usize::from(*face) - 1] += 1;
            }
        }
        for (event, cup) in full {
            if let Some(LuckItem::Draw(_, code)) = table.events()[event].luck.first() {
                cups[cup][code[1..].parse::<usize>().unwrap_or(0) - 1] += 1;
            }
        }
    }
    assert!(faces.iter().sum::<u32>() > 2_000, "{faces:?}");
    // One fair sample in a thousand lies above these values, for 5 and 6 degrees of freedom.
    assert!(chi_square(&faces) < 20.5, "{faces:?}: {}", chi_square(&faces));
    for cup in cups {
        assert!(cup.iter().sum::<u32>() > 150 && chi_square(&cup) < 22.5, "{cup:?}: {}", chi_square(&cup));
    }
}

/// Neighbouring seeds are games of their own: the first dice of each, and how they follow from seed to seed.
#[test]
fn c25_the_first_dice_of_neighbouring_seeds_are_fair() {
    const SEEDS: u64 = 36_000;
    let (mut first, mut pairs) = ([0u32; 6], [0u32; 36]);
    let mut before = None;
    for seed in 0..SEEDS {
        let face = usize::from(Luck::seeded(seed).die("fairness")) - 1;
        first[face] += 1;
        if let Some(before) = before.replace(face) {
            pairs[before * 6 + face] += 1;
        }
    }
    // One fair sample in a thousand lies above these values, for 5 and 35 degrees of freedom.
    assert!(chi_square(&first) < 20.5, "{first:?}: {}", chi_square(&first));
    assert!(chi_square(&pairs) < 66.6, "{pairs:?}: {}", chi_square(&pairs));
}

/// How many dice a chart may be thrown with.
fn dice_of(kind: DiceKind) -> &'static [u8] {
    match kind {
        DiceKind::One => &[1],
        DiceKind::Two => &[2],
        DiceKind::Pair => &[2, 3],
        DiceKind::Sixes => &[1, 3, 8],
    }
}

#[test]
fn c27_odds_of_every_shipped_chart_are_what_the_resolver_does() {
    const RUNS: u32 = 100_000;
    let game = game();
    let charts: &Charts = game.charts();
    let (mut luck, mut compared) = (Luck::seeded(0x1943), 0);
    for (id, chart) in charts.iter() {
        for column in 0..chart.file().columns.len() {
            let column = u8::try_from(column).unwrap_or(0);
            for dice in dice_of(chart.file().dice) {
                // Each column with another modifier: the totals beyond the printed ones count too.
                let modifier = i32::from(column) % 4 - 1;
                let mut spec = RollSpec::new(charts, id, column, "odds", "0")
                    .modifier(Modifier::when(true, "modifier", modifier, "0", ""));
                spec.dice = *dice;
                let forecast = spec.forecast(charts);
                let mut seen = vec![0u32; chart.file().rows.len()];
                let mut again = 0u32;
                for _ in 0..RUNS {
                    let faces = [0; 8].map(|_: u8| luck.die("odds"));
                    let reading = chart.resolve(column, &faces[..usize::from(*dice)], spec.sum());
                    seen[usize::from(reading.row.0)] += 1;
                    again += u32::from(reading.again);
                }
                // The record of dice would grow without end.
                luck = Luck::seeded(u64::from(again) + 7 * u64::from(column) + u64::from(seen[0]));
                let mut compare = |what: &str, count: u32, chance: Fraction| {
                    let p = chance.value();
                    let error = (p * (1.0 - p) / f64::from(RUNS)).sqrt();
                    let off = (f64::from(count) / f64::from(RUNS) - p).abs();
                    assert!(
                        off <= 5.0 * error,
                        "{} column {column}, {dice} dice, {what}: {count} of {RUNS}, expected {chance}",
                        chart.file().id
                    );
                    compared += 1;
                };
                for (row, count) in seen.iter().enumerate() {
                    compare(&chart.file().rows[row].id, *count, forecast.rows[row]);
                }
                compare("doubles", again, forecast.again);
            }
        }
    }
    assert!(compared > 100, "{compared} chances");
}

#[test]
fn c28_odds_are_exact_fractions_that_sum_to_one() {
    let game = game();
    for (id, chart) in game.charts().iter() {
        for column in 0..chart.file().columns.len() {
            for dice in dice_of(chart.file().dice) {
                for modifier in -4..=4 {
                    let column = u8::try_from(column).unwrap_or(0);
                    let forecast = chart.forecast(column, *dice, modifier);
                    let sum: Fraction = forecast.rows.iter().copied().sum();
                    assert_eq!(sum, Fraction::ONE, "chart {id:?} column {column}");
                    let all = 6u64.pow(u32::from(*dice));
                    for chance in &forecast.rows {
                        assert_eq!(all % chance.den, 0, "{chance} is no fraction of {all}");
                    }
                }
            }
        }
    }
    // Before a roll the table itself can tell the same.
    let mut table = open(super::bench::MOHNE, UndoMode::Table, 4);
    assert!(table.submit_text("run:AJ-Z").is_ok());
    let Some(question) = table.question() else { panic!("nothing is asked") };
    let Kind::Roll(spec) = &question.kind else { panic!("no roll is asked") };
    assert_eq!(spec.dice, 2, "an elite pilot takes the better of two dice");
    let sum: Fraction = spec.forecast(game.charts()).rows.into_iter().sum();
    assert_eq!(sum, Fraction::ONE);
}

/// The printed aid and the engine read the same data: every total of every column, as printed, is what a roll gives.
#[test]
fn c32_the_printed_aid_is_what_the_engine_reads() {
    let game = game();
    let mut cells = 0;
    for (_, chart) in game.charts().iter() {
        for (number, column) in chart.file().columns.iter().enumerate() {
            let number = u8::try_from(number).unwrap_or(0);
            for total in chart.file().dice.range() {
                let fits = |on: On| match on {
                    On::Is(n) => total == n,
                    On::Between(a, b) => a <= total && total <= b,
                    On::UpTo(n) => total <= n,
                    On::From(n) => total >= n,
                    On::Odd => total % 2 == 1,
                    On::Even => total % 2 == 0,
                    On::Else => false,
                };
                let printed: Vec<&str> =
                    column.bands.iter().filter(|b| fits(b.on)).map(|b| b.row.as_str()).collect();
                let other = column.bands.iter().find(|b| b.on == On::Else).map(|b| b.row.as_str());
                let expected = match printed[..] {
                    [row] => Some(row),
                    [] => other,
                    _ => None,
                };
                let read = chart.row_id(chart.read(number, total));
                assert_eq!(Some(read), expected, "{} {} {total}", chart.file().id, column.id);
                cells += 1;
            }
        }
    }
    assert!(cells > 200, "{cells} cells");
}

#[test]
fn c29_luck_weighed_by_stakes_is_what_simulation_gives() {
    const GAMES: u32 = 10_000;
    let mut at_stake = 0;
    for (seed, scenario) in scenarios().iter().enumerate() {
        let seed = u64::try_from(seed).unwrap_or(0);
        let table = walk(scenario, 29 + seed, |_| {});
        let (game, rolls): (_, Vec<Rolled>) = (game(), rolls(&table).into_iter().map(|(r, _)| r).collect());
        let charts = game.charts();
        let worth = |r: &Rolled| fortune::worth(charts.get(r.spec.chart).row_file(r.row()).tone);
        let weighed = fortune::weigh(charts, &rolls);
        let came: i32 = rolls.iter().map(worth).sum();
        assert_eq!(weighed.sum, came);
        at_stake += weighed.at_stake();
        let mut luck = Luck::seeded(4_000 + seed);
        let (mut below, mut total) = (0.0, 0.0);
        for _ in 0..GAMES {
            let sum: i32 = rolls.iter().map(|r| worth(&r.spec.clone().throw(charts, &mut luck))).sum();
            below += if sum < came {
                1.0
            } else if sum == came {
                0.5
            } else {
                0.0
            };
            total += f64::from(sum);
        }
        let (share, mean) = (below / f64::from(GAMES), total / f64::from(GAMES));
        // Four standard errors of a share of so many games.
        assert!((share - weighed.luck).abs() < 0.02, "{scenario}: {share} simulated, {} exact", weighed.luck);
        assert!((mean - weighed.mean).abs() < 0.2, "{scenario}: {mean} simulated, {} exact", weighed.mean);
        for (r, w) in rolls.iter().zip(&weighed.rolls) {
            let sum = w.as_good.value() + w.as_bad.value();
            assert!((1.0..=2.0).contains(&sum), "{scenario}: {}", r.spec.purpose);
        }
    }
    assert!(at_stake > 100, "only {at_stake} rolls had anything at stake");
}
