//! refscope: the typed reference graphs that people and agents keep in plain files, as one graph.
//!
//! ```text
//!  workspace files ──▶ source ──▶ graph ──▶ query, package, doctor ──▶ cli, tui
//!         ▲           (5 systems)  (merged)                             │
//!         └──────────────────────────── edge_log ◀──────────────────────┘
//! ```
//!
//! A *source* turns one system's files into nodes, edges and findings. The *graph* merges them, resolves ids and keeps
//! missing targets; its *relation registry* is the one place that knows the vocabularies. *Queries*, context
//! *packages* and the *doctor* look at it. The *command line* prints what they return, the *screen* draws it. The
//! *edge log* is the only writer.
//!
//! Imports point left to right along the loop, never back; `docs/architecture.md` lists the rooms and what each may know,
//! and a test checks it.

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
