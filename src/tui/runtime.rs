//! The part of the terminal UI that talks to the terminal and the operating system.
//!
//! The rest of the UI is pure functions of state and input; threads, file descriptors and signals are here. Every exit
//! (a key, a signal, a panic on any thread, a lost connection) goes through [`terminal`], which tracks the enabled
//! terminal modes and restores them.

pub mod background;
mod canvas;
pub mod clipboard;
mod decode;
pub mod editor;
mod encode;
mod ending;
mod events;
pub mod input;
mod keeper;
mod loader;
mod output;
pub mod panics;
mod pool;
mod run;
pub mod screen;
pub mod signals;
mod terminal;
#[cfg(debug_assertions)]
mod test_panics;

pub(in crate::tui) use canvas::Canvas;
pub use keeper::Keeper;
pub use run::{Start, run};
