//! Geometry, used alike by `update` (mouse, scrolling) and `draw`: the lines of each part of the screen as text with
//! roles, and areas. There are no styles here; [`super::draw`] turns roles into styles and puts the lines on cells.

pub mod closing;
pub mod filters;
pub mod header;
pub mod highlight;
pub mod link;
pub mod new_log;
pub mod undo;
pub mod way;
