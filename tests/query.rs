//! Queries compared with naive second implementations, written from the specification over plain lists of edges.

mod algorithms;
mod argument;
mod aspects;
mod cancelled;
mod confidence;
mod cycle;
mod declared;
mod fit;
pub(crate) mod graph;
mod history;
mod impact;
mod lineage;
mod merging;
mod namespaces;
mod neighbourhood;
mod past;
mod path;
mod rank;
mod ready;
mod related;
mod retracted;
mod search;
mod suggest;
mod symmetric;
