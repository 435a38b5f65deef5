//! Integration tests: through the real binary, with several processes, and against naive second implementations.

mod architecture;
mod cli;
mod drift;
mod live;
mod log;
mod pty;
mod query;
mod same_answers;
mod samples;
mod screens;
mod support;
mod toy_system;
mod tui;
mod vocabulary;
