//! Running the command line inside a test: the example game, streams in memory, the exit code.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bombers_moon::cli::{self, place::Place};
use bombers_moon::kernel::data::Problems;
use bombers_moon::kernel::game::Game;
use bombers_moon::kernel::testkit::toy;

/// What a command line came to.
pub struct Ran {
    /// The exit code.
    pub code: u8,
    /// The output stream.
    pub out: String,
    /// The error stream.
    pub err: String,
}

impl Ran {
    /// The output as JSON.
    #[allow(dead_code, reason = "not every test file reads JSON")]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("no JSON: {e}\n{}\n{}", self.out, self.err))
    }
}

fn load(_: &Path, _: &[PathBuf]) -> Result<Vec<Arc<dyn Game>>, Problems> {
    Ok(vec![toy::Toy::shared()])
}

/// Runs `bombers-moon` with these words over the example game.
pub fn run(words: &[&str]) -> Ran {
    typed(words, "")
}

/// As [`run`], with `input` typed.
pub fn typed(words: &[&str], input: &str) -> Ran {
    let (mut input, mut out, mut err) = (input.as_bytes(), Vec::new(), Vec::new());
    let mut place = Place {
        load: &load,
        input: &mut input,
        out: &mut out,
        err: &mut err,
        terminal: false,
        guarded: false,
    };
    let user = tempfile::tempdir().expect("a folder of our own");
    let user = user.path().to_str().expect("a plain path").to_owned();
    let own = ["bombers-moon", "--user-dir", &user];
    let own = if words.contains(&"--user-dir") { &own[..1] } else { &own[..] };
    let words = own.iter().chain(words).copied();
    let code = cli::run(words, &mut place);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code, out: text(out), err: text(err) }
}
