//! Panics on demand, so that tests can check how the program ends after one. Not in release builds.
//!
//! `REFSCOPE_PANIC` selects the thread: `main` panics in the main loop on the first key, `worker` on a job thread, and
//! `loader` when the workspace is read. The name of a system makes its source panic, which is handled where sources are
//! loaded.

use super::panics;

/// The requested panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breakdown {
    None,
    Main,
    Worker,
    Loader,
}

impl Breakdown {
    /// The panic requested by the environment.
    pub(super) fn wanted() -> Self {
        match std::env::var("REFSCOPE_PANIC").as_deref() {
            Ok("main") => Self::Main,
            Ok("worker") => Self::Worker,
            Ok("loader") => Self::Loader,
            _ => Self::None,
        }
    }

    /// Panics on a key, if requested.
    pub(super) fn on_key(self) {
        match self {
            Self::Main => panic!("on purpose"),
            // If no thread can be started, nothing panics, and the test fails.
            Self::Worker => drop(panics::spawn("worker", || panic!("on purpose"))),
            Self::Loader | Self::None => {}
        }
    }

    /// Panics before the workspace is read, if requested.
    pub(super) fn on_load(self) {
        assert!(self != Self::Loader, "on purpose");
    }
}
