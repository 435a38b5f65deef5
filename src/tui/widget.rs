//! What is drawn: each widget turns an answer and where one is in it into cells of the screen, and says what lies under
//! the mouse.

pub mod folded_rows;
mod glow;
pub mod lineage;
pub mod map;

pub use glow::{Glow, Lit};
