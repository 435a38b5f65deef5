//! Events: the only input of `update`.

use super::key::Key;
use super::task::{Delivery, Ticket};
use super::theme::Brightness;
use crate::time::Millis;
use crate::workspace::watch::Watching;
use crate::workspace::{Arrivals, Workspace};
use std::sync::Arc;

#[derive(Debug)]
pub enum Event {
    KeyPressed(Key),
    Pasted(String),
    /// The mouse was used at a column and row.
    Clicked(u16, u16),
    /// The wheel was turned at a column and row; positive steps scroll down.
    Scrolled(u16, u16, i32),
    /// The terminal has a new size: columns, rows.
    Resized(u16, u16),
    /// The terminal reported the brightness of its background.
    BackgroundDetected(Brightness),
    /// Regular clock update, for relative times and previewed rows.
    ClockTicked(Millis),
    /// Clock update along with another event; only relative times change.
    ClockRead(Millis),
    /// Loading progress.
    LoadAdvanced {
        files: usize,
        rows: usize,
    },
    /// All nodes and some of the edges are loaded.
    NodesLoaded(Arc<Workspace>),
    /// The whole workspace is loaded, for the first time or again.
    Loaded(Arc<Workspace>),
    /// Rows were appended to the log. Indexes stay valid; edges from this index on are new.
    Grown(Arc<Workspace>, usize),
    /// Any other change: the new workspace, and what it contains that the old one did not.
    Changed(Arc<Workspace>, Arrivals),
    /// Files that only checks read may have changed, such as source files mapped by an architecture model.
    FilesTouched,
    /// File watching was set up, or fell back to polling.
    WatchModeChanged(Watching),
    /// Loading failed.
    LoadFailed(String),
    /// A task delivers its result, or the first part of it.
    Finished(Ticket, Delivery),
    /// A timer fired.
    Woke(Wake),
    /// The external editor was closed, with its error if it failed.
    EditorClosed(Option<String>),
    /// The result of copying to the clipboard, as a message.
    CopySent(Result<String, String>),
    /// The process received a stop signal (SIGTSTP).
    StopAsked,
}

/// Timers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wake {
    /// The selection has rested: the other panes follow.
    Rest,
    /// The toast is removed.
    ToastGone,
    /// The doctor checks the collected changes.
    Examine,
    /// Older arrivals are no longer marked as new.
    Aged,
}
