//! The merged graph of all systems: sources write into it, queries read from it.
//!
//! Each source fills a [`Batch`]; a [`GraphBuilder`] merges the batches into an immutable [`Graph`]. Nodes and edges
//! are stored as a struct of arrays with interned strings and compressed sparse row (CSR) adjacency: compact and fast
//! to scan, but not mutable. A longer log gives a new graph that shares all indices with the old one
//! ([`Graph::extended`]).
//!
//! This module also contains the registry of systems and relations and the petgraph algorithms; no other module uses petgraph. File
//! formats, queries and rendering do not belong here.

mod adjacency;
mod algorithms;
mod as_of;
mod batch;
mod builder;
mod cancel;
mod drafts;
mod edge;
mod ends;
#[cfg(test)]
pub(crate) mod fixture;
mod intern;
mod merging;
mod namespaces;
mod node;
mod packing;
mod registry;
pub mod relation;
mod repos;
mod retraction;
mod row;
mod rows;
mod runs;
mod segment;
mod store;
mod system;
mod timeline;
mod ts;
mod visit;

pub use adjacency::Direction;
pub use algorithms::{cycles_of, cycles_over};
pub use batch::{Batch, BatchPosition, CodePlace, EdgeRecord, NodeRecord, Origin, RetractionRecord, Stamp};
pub use builder::GraphBuilder;
pub use cancel::{Cancelled, NEVER, Pace, UntilCancelled};
pub use drafts::EdgeRecords;
pub use edge::{Edge, EdgeIx};
pub use intern::Sym;
pub use namespaces::EXTERNAL;
pub use node::{Node, NodeIx};
pub use packing::Unproven;
pub use registry::{MOST_NAMES, MOST_SYSTEMS, Registry};
pub use retraction::RetractionRow;
pub use row::Row;
pub use segment::End;
pub use store::Graph;
pub use system::{CycleScope, Dangling, ForeignForm, SystemId, SystemSpec, TreePath, by_kind};
pub use timeline::{Retracted, Timeline};
pub use ts::Ts;
