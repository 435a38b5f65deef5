//! Test support: fixture workspaces, and running the real binary on them.

mod headless;
pub(crate) mod model;
pub(crate) mod nested;
mod pty;
mod requests;
mod run;
pub(crate) mod screen;
mod systems;
mod workspace;

pub(crate) use headless::{Screen, texts};
pub(crate) use pty::run_on_terminal;
pub(crate) use requests::{Request, only_request, requested, requests_to};
pub(crate) use run::{Run, refscope, run};
pub(crate) use systems::{CHALLENGE, CLAIM, INFERENCE, unit};
pub(crate) use workspace::{Fixture, row};
