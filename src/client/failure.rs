//! Failures to start: no screen, no driver. Told in plain words, exit code 1, never a panic text.

use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many frames must be drawn before the start counts as done.
const FRAMES: u32 = 2;

/// What the player needs when there is no driver.
const NO_DRIVER: &str = if cfg!(target_os = "linux") {
    "No graphics driver can draw the table: neither a graphics card nor a software renderer answers to Vulkan.\n\
     Install your card's Vulkan driver, or the software renderer (Debian, Ubuntu: mesa-vulkan-drivers).\n\
     Without one the same games run in a terminal: bombers-moon text."
} else {
    "No graphics driver can draw the table. Install or update the driver of your graphics card.\n\
     Without one the same games run in a terminal: bombers-moon text."
};

/// What the player needs when there is no screen.
const NO_SCREEN: &str = "There is no screen to open a window on: no X11 or Wayland display answers.\n\
     Start from a desktop session, or set DISPLAY. Without one the same games run in a terminal: bombers-moon text.";

/// Whether a screen is announced at all.
///
/// # Errors
/// Words for the player when none is.
pub fn screen_is_there() -> Result<(), &'static str> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return Ok(());
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(set) {
        Ok(())
    } else {
        Err(NO_SCREEN)
    }
}

/// The words for a fault while the window opens.
fn words(fault: &str) -> String {
    let lower = fault.to_lowercase();
    if lower.contains("find a gpu") || lower.contains("surface") || lower.contains("adapter") {
        return NO_DRIVER.to_owned();
    }
    if lower.contains("event loop") || lower.contains("display") {
        return NO_SCREEN.to_owned();
    }
    format!("{NO_DRIVER}\nThe system says: {}", fault.lines().next().unwrap_or_default())
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

/// Watches over the start. The renderer library ends the thread it runs on when there is no driver; until the first
/// frames are drawn such a fault becomes plain words and exit code 1. Later faults go to the hook that was there before.
pub struct StartGuard(Arc<AtomicU32>);

/// Begins to watch.
#[must_use]
pub fn guard_start() -> StartGuard {
    let drawn = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&drawn);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if seen.load(Ordering::Relaxed) < FRAMES {
            eprintln!("{}", words(&message(info)));
            std::process::exit(1);
        }
        before(info);
    }));
    StartGuard(drawn)
}

impl StartGuard {
    /// A system that counts frames and so ends the watch.
    pub fn lift_after_first_frames(self) -> impl FnMut() {
        move || {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c40_faults_of_the_start_are_told_in_plain_words() {
        for (fault, start) in [
            ("Unable to find a GPU! Make sure you have installed required drivers!", "No graphics driver"),
            ("Failed to create wgpu surface: x", "No graphics driver"),
            ("Failed to build event loop: Os(..)", "There is no screen"),
            ("index out of bounds", "No graphics driver"),
        ] {
            let words = words(fault);
            assert!(words.starts_with(start), "{fault}");
            assert!(words.contains("bombers-moon text"));
            assert!(!words.contains("panicked"));
        }
    }
}
