//! The command line: every command, from the words typed to the exit code.
//!
//! `main.rs` calls [`main`]; tests call [`run()`] with streams and games of their own.

pub mod args;
pub mod calibrate;
pub mod check;
pub mod coverage;
pub mod failure;
pub mod guard;
pub mod list;
pub mod logbook;
pub mod odds;
pub mod place;
pub mod playout;
pub mod replay;
pub mod run;
pub mod script;
pub mod show;
pub mod simulate;
pub mod tags;
pub mod tally;
pub mod text;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Parser as _;
use serde::Serialize;

use args::{Cli, Command, Window};
use failure::Failure;
use place::Place;

/// The program: reads the process's arguments and streams, and runs.
#[must_use]
pub fn main() -> ExitCode {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // The output is not locked: the window's threads may want to write, too.
    let (mut input, mut out, mut err) = (io::stdin().lock(), io::stdout(), io::stderr());
    let mut place = Place {
        load: &|data, overlays| crate::games::load(data, overlays),
        input: &mut input,
        out: &mut out,
        err: &mut err,
        terminal,
        guarded: true,
    };
    ExitCode::from(run(std::env::args_os(), &mut place))
}

/// Runs a command line and returns the exit code: 0, 1 for bad data, 2 for usage.
pub fn run<A: Into<OsString> + Clone>(words: impl IntoIterator<Item = A>, place: &mut Place<'_>) -> u8 {
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render();
            let stream = if error.use_stderr() { &mut *place.err } else { &mut *place.out };
            let _ = write!(stream, "{text}").and_then(|()| stream.flush());
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    let result = dispatch(&cli, place).and_then(|()| Ok(place.out.flush()?));
    let Err(failure) = result else { return 0 };
    let told = match &failure {
        Failure::Closed | Failure::Quiet(_) => Ok(()),
        Failure::Problems(problems) => write!(place.err, "{}", problems.render(false)),
        Failure::Usage(text) => writeln!(place.err, "{text}\nTry `bombers-moon --help`."),
        Failure::Data(text) => writeln!(place.err, "{text}"),
    };
    // Nothing is left to complain to when the error stream is closed too.
    let _ = told.and_then(|()| place.err.flush());
    failure.code()
}

fn dispatch(cli: &Cli, place: &mut Place<'_>) -> Result<(), Failure> {
    if place.guarded {
        guard::install(place::user_dir(&cli.folders).join("reports"));
    }
    let folders = &cli.folders;
    let Some(command) = &cli.command else { return window(cli, place) };
    if cli.window != Window::default() {
        return Err(Failure::Usage(
            "--scenario, --load, --screenshot and what belongs to them open the window and take no command"
                .to_owned(),
        ));
    }
    match command {
        Command::List { json } => list::run(place, folders, *json),
        Command::Run { script, json } => run::run(place, folders, script, *json),
        Command::Simulate(args) => simulate::run(place, folders, args),
        Command::Odds { ids, chart, json } => odds::run(place, folders, ids, chart, *json),
        Command::Coverage { game, json, write } => {
            coverage::run(place, folders, game.as_deref(), *json, *write)
        }
        Command::Calibrate(args) => calibrate::run(place, folders, args),
        Command::Check { paths, json } => check::run(place, folders, paths, *json),
        Command::Text(args) => text::run(place, folders, args),
        Command::Replay { file, json } => replay::run(place, folders, file, *json),
        Command::Logbook { file, out } => logbook::run(place, folders, file, out),
    }
}

#[cfg(not(feature = "client"))]
fn window(_cli: &Cli, _place: &mut Place<'_>) -> Result<(), Failure> {
    Err(Failure::Usage(
        "this build has no window: it was made without the feature `client`; `bombers-moon text ID` plays in the terminal"
            .to_owned(),
    ))
}

#[cfg(feature = "client")]
fn window(cli: &Cli, place: &mut Place<'_>) -> Result<(), Failure> {
    use crate::client::{ClientOptions, NewTable, Open, Policy, ScreenshotOptions};

    let games = place::games(place.load, &cli.folders)?;
    let asked = &cli.window;
    let open = match (&asked.scenario, &asked.load) {
        (Some(id), _) => Open::Scenario(NewTable {
            scenario: place::scenario(&games, id)?.1.id,
            options: crate::kernel::game::Options::new(),
            seed: asked.seed.unwrap_or_else(text::any_seed),
            mode: crate::kernel::journal::UndoMode::Table,
            own_dice: false,
            bots: Vec::new(),
        }),
        (None, Some(file)) => {
            crate::kernel::store::load(file, &games)?;
            Open::Save(file.clone())
        }
        (None, None) => Open::Menu,
    };
    let screenshot = asked.screenshot.clone().map(|file| ScreenshotOptions {
        file,
        after: asked.after.unwrap_or(0),
        until: asked.until.clone(),
        policy: if asked.policy.as_deref() == Some("random") { Policy::Random } else { Policy::Bot },
        size: asked.size.unwrap_or((1280, 800)),
    });
    let code = crate::client::run(ClientOptions {
        games,
        overlays: cli.folders.overlays.clone(),
        data_dir: Some(place::data_dir(&cli.folders)?),
        user_dir: cli.folders.user_dir.clone(),
        open,
        logbook: logbook::write,
        screenshot,
    });
    if code == ExitCode::SUCCESS { Ok(()) } else { Err(Failure::Quiet(1)) }
}

/// Prints a value as indented JSON with a line end.
pub(crate) fn print_json<T: Serialize>(out: &mut dyn Write, value: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Data(format!("the result cannot be written as JSON: {e}")))?;
    writeln!(out, "{text}")?;
    Ok(())
}
