//! Workspaces made by hand, and the real binary run on them.

mod pty;
mod run;
mod workspace;

pub(crate) use pty::run_on_terminal;
pub(crate) use run::{Run, refscope, run};
pub(crate) use workspace::{Fixture, row};
