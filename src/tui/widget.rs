//! Widgets for the pictures: each renders a layout and a viewport into cells of the screen. Layouts are computed in
//! [`super::layout`].

pub mod folded_rows;
mod highlight;

pub use highlight::{Glow, Lit};
