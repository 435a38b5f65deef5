//! Layout algorithms: positions of nodes and lines, computed from a graph before anything is drawn. Pure functions that
//! run on worker threads and can be cancelled; drawing is in [`super::widget`].

pub mod detail;
pub mod header;
pub mod lineage;
pub mod map;
pub mod markdown;
pub mod page;
pub mod way;
