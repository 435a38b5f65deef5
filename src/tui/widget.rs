//! What can be drawn: each takes what it shows and where it is looked at from, and keeps nothing.

pub mod lineage;
pub mod map;
