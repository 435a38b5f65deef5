//! Layout algorithms: positions of nodes and lines, computed from a graph before anything is drawn. Pure functions that
//! run on worker threads and can be cancelled; drawing is in [`super::widget`].

pub mod closing;
pub mod config_errors;
pub mod detail;
pub mod header;
pub mod help;
pub mod lineage;
pub mod link;
pub mod map;
pub mod markdown;
pub mod messages;
pub mod new_log;
pub mod overlay;
pub mod page;
pub mod undo;
pub mod way;
