//! What talks to the terminal and the operating system.
//!
//! The rest of the screen is functions of state and input; here are the threads, descriptors and signals. Whatever way
//! the program ends (a key, a signal, a panic on any thread, a lost connection), it ends through [`terminal`], which
//! knows what was switched on and switches it off.

pub mod background;
#[cfg(debug_assertions)]
mod breakdown;
mod canvas;
pub mod clipboard;
mod decode;
pub mod editor;
mod ending;
pub mod input;
mod keeper;
mod lanes;
mod loader;
mod output;
pub mod panics;
mod pencil;
mod run;
pub mod screen;
pub mod signals;
mod terminal;

pub(in crate::tui) use canvas::Canvas;
pub use keeper::Keeper;
pub use run::{Start, run};
