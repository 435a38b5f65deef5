//! The terminal UI, in the Elm architecture: events, a pure `update` function, one state, and effects.
//!
//! All uses of ratatui and crossterm are below this module. Input arrives as an event; keys are mapped to actions;
//! `update` changes the state and returns effects, without access to terminal, disk or clock; only `runtime` performs
//! effects. There is no graph logic here: the screen shows what queries return.
//!
//! ```text
//!  keys, mouse, answers ──▶ event ──▶ update ──▶ state ──▶ draw ──▶ cells
//!         ▲                              │
//!         └── runtime, job ◀── effect ◀──┘
//! ```

pub mod action;
pub mod config;
pub mod draw;
pub mod effect;
pub mod event;
pub mod headless;
pub mod job;
pub mod key;
pub mod keymap;
pub mod kind_symbol;
pub mod layout;
pub mod names;
pub mod overlay;
pub mod pane_layout;
pub mod parts;
pub mod remembered;
pub mod runtime;
pub mod session;
pub mod shared;
pub mod state;
pub mod summary;
pub mod symbols;
pub mod task;
pub mod theme;
pub mod topic;
pub mod update;
pub mod view;
pub mod widget;
pub mod words;
