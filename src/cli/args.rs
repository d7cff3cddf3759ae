//! The words of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Board games of the night air war, with every rule enforced.
///
/// Without a command the table opens in a window.
#[derive(Debug, Parser)]
#[command(name = "bombers-moon", version, max_term_width = 100)]
pub struct Cli {
    /// Folders that every command may be pointed at.
    #[command(flatten)]
    pub folders: Folders,
    /// How the window opens.
    #[command(flatten)]
    pub window: Window,
    /// What to do instead of opening the window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Folders that every command may be pointed at.
#[derive(Debug, Clone, Default, Args)]
pub struct Folders {
    /// Folder of the shipped data (default: `assets` here, else beside or above the program)
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Folder for your saves, settings and reports (default: the system's place for them)
    #[arg(long, global = true, value_name = "DIR")]
    pub user_dir: Option<PathBuf>,
    /// Folder laid over the shipped data; repeat it, the last lies on top
    #[arg(long = "overlay", global = true, value_name = "DIR")]
    pub overlays: Vec<PathBuf>,
}

/// How the window opens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Window {
    /// Open straight into a new game of this scenario
    #[arg(long, value_name = "ID", conflicts_with = "load")]
    pub scenario: Option<String>,
    /// Open straight into a saved game
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Seed of the luck of a new game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Draw the table into a PNG file and leave
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Decisions taken before the picture
    #[arg(long, value_name = "N", requires = "screenshot")]
    pub after: Option<usize>,
    /// Goes on from there until the question asked holds these words
    #[arg(long, value_name = "WORDS", requires = "screenshot")]
    pub until: Option<String>,
    /// Who takes them
    #[arg(long, value_name = "POLICY", value_parser = ["random", "bot"], requires = "screenshot")]
    pub policy: Option<String>,
    /// Size of the picture in pixels
    #[arg(long, value_name = "WxH", value_parser = size, requires = "screenshot")]
    pub size: Option<(u32, u32)>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the scenarios
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Check all shipped data, or these files: data, overlays, scripts, saves
    Check {
        /// Files or folders
        paths: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Play in this terminal
    Text(TextArgs),
    /// Play a script and print where it leads
    Run {
        /// The script
        script: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Play many games without a table and count
    Simulate(SimulateArgs),
    /// Play a saved game again and check every roll and state of it
    Replay {
        /// The saved game
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Exact odds of charts
    Odds {
        /// Scenarios or games whose charts are shown
        #[arg(value_name = "ID", required_unless_present = "chart")]
        ids: Vec<String>,
        /// One chart
        #[arg(long, value_name = "GAME/CHART")]
        chart: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// How many clauses of the rules are enforced and proved by tests
    Coverage {
        /// A game
        game: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Scan the source tree that this is started in and write the index and the pages anew
        #[arg(long, conflicts_with = "json")]
        write: bool,
    },
    /// Play the bots against the targets of each game's data and print how near they come
    Calibrate(CalibrateArgs),
    /// Write a saved game as a readable page and as tables
    Logbook {
        /// The saved game
        file: PathBuf,
        /// Folder for the page and the tables; made when missing
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

/// Arguments of `text`.
#[derive(Debug, Clone, Args)]
pub struct TextArgs {
    /// The scenario, or a saved game to continue
    pub id: String,
    /// Seed of the luck (default: a new one each time)
    #[arg(long)]
    pub seed: Option<u64>,
    /// Rule options
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    pub options: Vec<(String, String)>,
    /// Go on from the end of the attack in this saved game, where the scenario takes its survivors
    #[arg(long, value_name = "SAVE")]
    pub linked: Option<PathBuf>,
    /// Undo freely; the game is stamped as practice
    #[arg(long)]
    pub practice: bool,
}

/// Arguments of `simulate`.
#[derive(Debug, Clone, Args)]
pub struct SimulateArgs {
    /// The scenario
    pub id: String,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: u32,
    /// Seed of the whole run
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who plays: `random`, `bot`, or a list such as `RAF=bot,2=random`
    #[arg(long, default_value = "random")]
    pub policy: String,
    /// Threads; the results are the same for any number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Rule options
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    pub options: Vec<(String, String)>,
    /// Check the game's invariants after every decision (slower)
    #[arg(long)]
    pub check: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `calibrate`.
#[derive(Debug, Clone, Args)]
pub struct CalibrateArgs {
    /// Write the page `docs/calibration.md` of the source tree that this is started in
    #[arg(long)]
    pub write: bool,
    /// Threads; the results are the same for any number
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
}

fn pair(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .filter(|(key, _)| !key.is_empty())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .ok_or_else(|| "write it as KEY=VALUE".to_owned())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (w, h) = text.split_once(['x', 'X'])?;
        Some((w.parse().ok()?, h.parse().ok()?))
    };
    match read() {
        Some((w, h)) if (320..=7680).contains(&w) && (240..=4320).contains(&h) => Ok((w, h)),
        Some(_) => Err("from 320x240 to 7680x4320".to_owned()),
        None => Err("write it as WIDTHxHEIGHT, such as 1280x800".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_and_options_are_read_or_refused() {
        assert_eq!(size("1280x800"), Ok((1280, 800)));
        assert!(size("1280").is_err() && size("1x1").is_err() && size("99999x800").is_err());
        assert_eq!(pair("fog=off"), Ok(("fog".into(), "off".into())));
        assert!(pair("fog").is_err() && pair("=x").is_err());
    }
}
