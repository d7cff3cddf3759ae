//! The last line of defence: a fault of the program itself is told in a plain sentence, and its particulars go
//! into a report file.

use std::backtrace::Backtrace;
use std::io::Write as _;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Exit code of a fault of the program itself.
pub const FAULT: u8 = 70;

/// From now on a fault of the program writes a report into `folder` (the system's folder for passing files when
/// that cannot be written) and says so on the error stream.
pub fn install(folder: PathBuf) {
    panic::set_hook(Box::new(move |info| {
        let text = report(info);
        let written = write(&folder, &text).or_else(|| write(&std::env::temp_dir(), &text));
        let mut err = std::io::stderr().lock();
        let _ = writeln!(err, "Something went wrong inside the program. Every answer given so far is saved.");
        let _ = match written {
            Some(path) => writeln!(err, "A report for its makers lies at {}", path.display()),
            None => writeln!(err, "A report could not be written."),
        };
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned());
    let place = info.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    format!(
        "Bomber's Moon {} on {} {}\narguments: {arguments:?}\nfault: {what}\nplace: {place}\nthread: {}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        std::thread::current().name().unwrap_or("unnamed"),
        Backtrace::force_capture(),
    )
}

fn write(folder: &Path, text: &str) -> Option<PathBuf> {
    std::fs::create_dir_all(folder).ok()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let path = folder.join(format!("fault-{now}-{}.txt", std::process::id()));
    std::fs::write(&path, text).ok()?;
    Some(path)
}
