//! The screen: a person walks the graph with the keyboard.
//!
//! Owns everything that names ratatui or crossterm. What happens is an event; what a person asks for is an action;
//! `update` turns them into a new state and effects, without terminal, disk or clock; only `runtime` does what effects
//! ask for. Has no graph logic of its own: it draws what queries return.
//!
//! ```text
//!  keys, mouse, answers ──▶ event ──▶ update ──▶ state ──▶ draw ──▶ cells
//!         ▲                              │
//!         └── runtime, job ◀── effect ◀──┘
//! ```

pub mod action;
pub mod config;
pub mod config_error;
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
pub mod pane_layout;
pub mod remembered;
pub mod runtime;
pub mod state;
pub mod symbols;
pub mod theme;
pub mod update;
pub mod widget;
pub mod words;
