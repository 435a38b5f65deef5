//! What happened: the only way anything from outside reaches the state.

use super::job::{Answer, Ticket};
use super::key::Key;
use super::theme::Brightness;
use crate::time::Millis;
use crate::workspace::watch::Watching;
use crate::workspace::{Arrivals, Workspace};
use std::sync::Arc;

/// What happened.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    KeyPressed(Key),
    /// A text was pasted.
    Pasted(String),
    /// The mouse was used at a column and row.
    Clicked(u16, u16),
    /// The wheel was turned at a column and row, by so many rows, down if positive.
    Scrolled(u16, u16, i32),
    /// The terminal has a new size: columns, rows.
    Resized(u16, u16),
    /// The terminal said how bright its background is.
    BackgroundDetected(Brightness),
    /// The clock was read, so that ages are right.
    ClockTicked(Millis),
    /// It was read because something else happened: nothing but ages follows from it.
    ClockRead(Millis),
    /// Loading went on: so many files and rows were read.
    LoadAdvanced {
        /// Files read so far.
        files: usize,
        /// Rows of the log read so far.
        rows: usize,
    },
    /// The nodes are there, and a part of the edges; the rest is being read.
    NodesLoaded(Arc<Workspace>),
    /// Everything is there, or there anew.
    Loaded(Arc<Workspace>),
    /// Rows were appended to the log: all nodes and edges have the numbers they had, and from this one on edges are new.
    Grown(Arc<Workspace>, usize),
    /// Something else changed: this is what there is now, and what was not there before.
    Changed(Arc<Workspace>, Arrivals),
    /// Files may have changed that only checks read, such as source files that a model maps.
    FilesTouched,
    /// It is known how changes are noticed.
    WatchModeChanged(Watching),
    /// Loading could not be done, and why.
    LoadFailed(String),
    /// A job was done.
    Answered(Ticket, Answer),
    /// What was set to happen later happens now.
    Woke(Wake),
    /// The editor was closed; what went wrong, if anything.
    EditorClosed(Option<String>),
    /// A copy was sent somewhere, or could not be.
    CopySent(Result<String, String>),
    /// Somebody outside asked the program to stop for a while.
    StopAsked,
}

/// What can be set to happen later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wake {
    /// The selection has rested: the other panes catch up.
    Rest,
    /// The short message goes away.
    ToastGone,
    /// What came in the meantime is examined.
    Examine,
    /// What arrived some time ago is not new any more.
    Aged,
}
