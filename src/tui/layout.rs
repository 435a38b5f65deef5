//! Where things stand before anything is drawn: pure computation over a graph, done off the input thread.

pub mod lineage;
pub mod map;
pub mod page;
pub mod way;
