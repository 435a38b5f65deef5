//! refscope: reads the typed reference graphs that people and agents keep in plain files as one graph.
//!
//! ```text
//!  workspace files ──▶ source ──▶ graph ──▶ query, package, doctor ──▶ cli, tui
//!         ▲           (5 systems)  (merged)                             │
//!         └──────────────────────────── edge_log ◀──────────────────────┘
//! ```
//!
//! A *source* parses the files of one system into nodes, edges and findings. The *graph* merges them, resolves ids and
//! keeps missing targets as nodes; its *relation registry* defines the vocabularies of all systems. *Queries*, context
//! *packages* and the *doctor* read the graph. The *command line* prints their results, the *terminal UI* draws them.
//! The *edge log* is the only module that writes to a workspace.
//!
//! Modules import only from modules to their left in the diagram. `docs/architecture.md` lists the modules and their
//! allowed dependencies, and a test checks them.

#![forbid(unsafe_code)]

pub mod cli;
pub mod doctor;
pub mod drift;
pub mod edge_log;
pub mod finding;
pub mod graph;
pub mod pack;
pub mod package;
pub mod query;
pub mod source;
pub mod text;
pub mod time;
pub mod tui;
pub mod workspace;
