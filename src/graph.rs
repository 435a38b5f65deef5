//! The merged graph: what every source writes into and every query reads from.
//!
//! Owns nodes, edges, the relation registry, the compact store and petgraph's algorithms over it; nothing outside this
//! folder names petgraph. Knows no file format, no query and no screen.
//!
//! Sources fill a [`Batch`] each; a [`GraphBuilder`] merges them into an immutable [`Graph`].

mod adjacency;
mod algorithms;
mod as_of;
mod batch;
mod builder;
mod drafts;
mod edge;
mod ends;
#[cfg(test)]
pub(crate) mod fixture;
mod intern;
mod merging;
mod node;
mod packing;
pub mod relation;
mod repos;
mod retraction;
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
pub use batch::{Batch, BatchPosition, CodePlace, EdgeRecord, NodeRecord, RetractionDraft, Stamp};
pub use builder::GraphBuilder;
pub use drafts::EdgeDrafts;
pub use edge::{Edge, EdgeIx};
pub use intern::Sym;
pub use node::{Node, NodeIx};
pub use packing::Unproven;
pub use retraction::RetractionRow;
pub use segment::End;
pub use store::Graph;
pub use system::System;
pub use timeline::{Retracted, Timeline};
pub use ts::Ts;
