//! Where things stand in a drawn picture: pure computation, done on a worker's thread.

pub mod lineage;
pub mod map;
pub mod way;
