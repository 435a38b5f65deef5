//! Everything that is tested from outside: through the real binary, through several processes, against second
//! implementations.

mod architecture;
mod cli;
mod drift;
mod live;
mod log;
mod pty;
mod query;
mod screens;
mod support;
mod tui;
