//! How fast the rules go: decisions, charts, saving, loading, undo, opening a table.
//!
//! `cargo bench --no-default-features --bench rules`

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bombers_moon::cli::playout::{Arena, Player, bots, game_seed};
use bombers_moon::kernel::ai::{Bot as _, RandomBot};
use bombers_moon::kernel::chart::ChartId;
use bombers_moon::kernel::decision::Answer;
use bombers_moon::kernel::game::{Game, Options, world_for};
use bombers_moon::kernel::journal::UndoMode;
use bombers_moon::kernel::snapshot;
use bombers_moon::kernel::store::{Safety, SaveFolder, read_journal, write_journal};
use bombers_moon::kernel::testkit::toy::Toy;
use bombers_moon::kernel::timeline::Table;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const RAID: &str = "dambusters/s1-mohne";

fn raid() -> Arc<dyn Game> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let games = bombers_moon::games::load(&data, &[]).expect("the shipped data is sound");
    Arc::clone(games.first().expect("a game"))
}

/// A table of at least `events` events, played at random; a finished game is taken back some way and played on.
fn long_table(game: &Arc<dyn Game>, scenario: &str, options: &Options, events: usize) -> Table {
    let mut table =
        Table::new(Arc::clone(game), scenario, options, 7, UndoMode::Practice).expect("the scenario opens");
    let mut bot = RandomBot::new(7, 0);
    while table.events().len() < events {
        match table.question() {
            Some(question) => {
                let answer = Answer::new(question.seq, bot.choose(&(), question));
                table.submit(&answer).expect("an enabled offer");
            }
            None => {
                let back = table.len() / 2;
                table.undo_to(back).expect("practice undoes freely");
            }
        }
    }
    table
}

fn play(c: &mut Criterion) {
    let game = raid();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(1));
    for (name, player) in [("random decision", Player::Random), ("bot decision", Player::Bot)] {
        group.bench_function(name, |b| {
            let mut arena = Arena::new(&*game, false);
            let mut index = 0;
            b.iter_custom(|decisions| {
                let clock = Instant::now();
                let mut left = decisions;
                while left > 0 {
                    index += 1;
                    let seed = game_seed(1, index);
                    arena.set_up(RAID, &Options::new(), seed).expect("the scenario opens");
                    let mut bots = bots(&*game, &[player], seed);
                    while left > 0 && arena.step(&mut bots).expect("the rules go on").is_some() {
                        left -= 1;
                    }
                }
                clock.elapsed()
            });
        });
    }
    group.finish();
}

/// Whole games by the bot: a raid of nineteen and a campaign from its first Planning Turn.
fn whole(c: &mut Criterion) {
    let game = raid();
    let mut group = c.benchmark_group("whole");
    group.sample_size(20);
    for (name, scenario) in [("raid", "dambusters/s9-chastise"), ("campaign", "dambusters/s10-campaign")] {
        let (mut arena, mut index) = (Arena::new(&*game, false), 0);
        group.bench_function(name, |b| {
            b.iter(|| {
                index += 1;
                arena
                    .play(scenario, &Options::new(), &[Player::Bot], game_seed(1, index))
                    .expect("a whole game")
            });
        });
    }
    group.finish();
}

fn open(c: &mut Criterion) {
    let game = raid();
    c.bench_function("table/open", |b| {
        b.iter(|| Table::new(Arc::clone(&game), RAID, &Options::new(), 1, UndoMode::Table));
    });
    let table = Table::new(Arc::clone(&game), RAID, &Options::new(), 1, UndoMode::Table).expect("opens");
    c.bench_function("table/snapshot", |b| b.iter(|| snapshot::take(black_box(table.world()))));
    c.bench_function("table/digest", |b| b.iter(|| table.digest()));
    c.bench_function("table/empty world", |b| b.iter(|| world_for(&*game)));
}

fn charts(c: &mut Criterion) {
    let game = raid();
    let flak = game.charts().find("flak_check").unwrap_or(ChartId(0));
    let chart = game.charts().get(flak);
    let last = u8::try_from(chart.file().columns.len()).unwrap_or(1) - 1;
    c.bench_function("chart/look-up", |b| {
        b.iter(|| chart.resolve(black_box(last), black_box(&[3, 4, 3]), -1));
    });
    c.bench_function("chart/odds of two dice", |b| b.iter(|| chart.forecast(black_box(last), 2, 0)));
    c.bench_function("chart/odds of three dice", |b| b.iter(|| chart.forecast(black_box(last), 3, 0)));
}

fn journal(c: &mut Criterion) {
    let game = raid();
    for events in [100, 1_000, 10_000] {
        let table = long_table(&game, RAID, &Options::new(), events);
        let mut group = c.benchmark_group(format!("{events} events"));
        if events == 10_000 {
            group.sample_size(10);
        }
        let (text, _) = write_journal(table.header(), table.events(), None).expect("serialises");
        group.bench_function("load and verify", |b| {
            b.iter(|| {
                let journal = read_journal(Path::new("bench.moon"), text.as_bytes()).expect("reads");
                Table::replay(Arc::clone(&game), &journal.header, &journal.events).map(|t| t.digest())
            });
        });
        drop(table);
        // The example game goes on for as long as one likes, so here all answers stand.
        let toy = Toy::shared();
        let options = Options::from([("goal".to_owned(), "100000".to_owned())]);
        group.bench_function("undo", |b| {
            let mut table = long_table(&toy, "toy/solo", &options, events);
            b.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    let clock = Instant::now();
                    table.undo().expect("practice undoes freely");
                    spent += clock.elapsed();
                    table.redo().expect("the answer is taken again");
                }
                spent
            });
        });
        group.bench_function("look back to the middle", |b| {
            let mut table = long_table(&toy, "toy/solo", &options, events);
            b.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    let clock = Instant::now();
                    table.seek(table.len() / 2);
                    spent += clock.elapsed();
                    table.go_live();
                }
                spent
            });
        });
        group.finish();
    }
}

fn save(c: &mut Criterion) {
    let game = raid();
    let mut group = c.benchmark_group("save");
    for (name, safety) in
        [("an event, to the system", Safety::System), ("an event, to the disk", Safety::Disk)]
    {
        let user = tempfile::tempdir().expect("a folder");
        let mut table =
            Table::new(Arc::clone(&game), RAID, &Options::new(), 7, UndoMode::Practice).expect("opens");
        let mut file = SaveFolder::new(user.path()).with_safety(safety).begin(&table).expect("begins");
        let mut bot = RandomBot::new(7, 0);
        group.bench_function(name, |b| {
            b.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for _ in 0..times {
                    match table.question() {
                        Some(question) => {
                            let answer = Answer::new(question.seq, bot.choose(&(), question));
                            table.submit(&answer).expect("an enabled offer");
                        }
                        None => table.undo_to(0).expect("practice undoes freely"),
                    }
                    let clock = Instant::now();
                    file.sync(&table).expect("written");
                    spent += clock.elapsed();
                }
                spent
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = rules;
    config = Criterion::default().without_plots();
    targets = play, whole, open, charts, journal, save
}
criterion_main!(rules);
