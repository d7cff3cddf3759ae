//! The program: the command line, thin.

use std::process::ExitCode;

fn main() -> ExitCode {
    bombers_moon::cli::main()
}
