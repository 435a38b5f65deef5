//! refscope: reads the typed reference graphs that people and agents keep in plain files as one graph.
//!
//! ```text
//!  workspace files ──▶ system ──▶ workspace ──▶ graph ──▶ query, doctor ──▶ answer ──▶ cli, tui
//!         ▲          (a folder    (load, live,  (merged)                                  │
//!         │           each)        snapshot)                                              │
//!         └─────────────────────────────── edge_log ◀─────────────────────────────────────┘
//! ```
//!
//! A *system* reads the files of one format into nodes, edges and findings; the *workspace* reads all of them. The
//! *graph* merges them, resolves ids and keeps missing targets as nodes; its *registry* holds the vocabularies of all
//! systems. *Queries* and the *doctor* read the graph, and *answers* say what they found. The *command line* prints answers, the
//! *terminal UI* draws them, *formats* write their subgraphs.
//! The *edge log* is the only module that writes to a workspace.
//!
//! `docs/architecture.md` lists the modules and their
//! allowed dependencies, and a test checks them.

#![forbid(unsafe_code)]

pub mod answer;
pub mod cli;
pub mod doctor;
pub mod document;
pub mod edge_log;
pub mod finding;
pub mod format;
pub mod graph;
pub mod pack;
pub mod picture;
pub mod query;
pub mod sample;
pub mod system;
pub mod text;
pub mod time;
pub mod tui;
pub mod workspace;
