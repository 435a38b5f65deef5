//! A breakdown on demand, so that tests can see what the real program leaves behind after one. In no release build.
//!
//! `REFSCOPE_PANIC` says where: with `main` the loop panics on the first key, with `worker` a thread for jobs does, and
//! with `loader` the thread that reads the workspace does when it starts. The name of a system breaks its source down,
//! which is done where sources are run.

use super::panics;

/// Where a panic is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breakdown {
    /// Nowhere.
    None,
    /// In the loop.
    Main,
    /// On a thread for jobs.
    Worker,
    /// On the thread that reads the workspace.
    Loader,
}

impl Breakdown {
    /// What the environment asks for.
    pub(super) fn wanted() -> Self {
        match std::env::var("REFSCOPE_PANIC").as_deref() {
            Ok("main") => Self::Main,
            Ok("worker") => Self::Worker,
            Ok("loader") => Self::Loader,
            _ => Self::None,
        }
    }

    /// A key was pressed: breaks down, if that is wanted.
    pub(super) fn on_key(self) {
        match self {
            Self::Main => panic!("on purpose"),
            // If no thread can be started, nothing breaks down, and the test says so.
            Self::Worker => drop(panics::spawn("worker", || panic!("on purpose"))),
            Self::Loader | Self::None => {}
        }
    }

    /// The workspace is about to be read: breaks down, if that is wanted.
    pub(super) fn on_load(self) {
        assert!(self != Self::Loader, "on purpose");
    }
}
