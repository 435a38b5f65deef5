//! Geometry, used alike by `update` (mouse, scrolling) and `draw`: the lines of each part of the screen as text with
//! roles, and areas. There are no styles here; [`super::draw`] turns roles into styles and puts the lines on cells.
//!
//! [`lineage`], [`map`] and [`page`] are layout algorithms. They do not know the state; the first two run on worker
//! threads and can be cancelled.

pub mod filters;
pub mod header;
pub mod highlight;
pub mod page;
pub mod way;
