//! Effects: side effects returned by `update` and performed by the runtime.

use super::event::Wake;
use super::remembered::RememberedFilters;
use super::task::Task;
use crate::workspace::Changes;
use std::any::Any;
use std::path::PathBuf;

/// A side effect.
#[derive(Debug)]
pub enum Effect {
    /// Load the workspace from scratch.
    Load,
    /// Refresh the workspace after these changes.
    Look(Changes),
    /// Run a task off the input thread.
    Run(Task),
    /// Send a wake-up event after this many milliseconds, replacing an earlier timer of the same kind.
    Wake(Wake, u64),
    /// Open a file at a line in the external editor.
    Edit(PathBuf, Option<u32>),
    /// Copy a text to the clipboard; the second value names it, such as "id".
    Copy(String, &'static str),
    /// Copy a text of several lines; if it is too long for the clipboard, save it as a file with this name and extension.
    CopyLines {
        text: String,
        what: &'static str,
        file: (String, &'static str),
        /// What else the message says about the text, beginning with `; `; may be empty.
        also: String,
    },
    /// Save the filters for the next session.
    Keep(Box<RememberedFilters>),
    /// Turn mouse capture on or off.
    ListenToMouse(bool),
    /// Drop a large value on another thread, since freeing it would block the keyboard.
    Forget(Box<dyn Any + Send>),
    /// Redraw the whole screen.
    RedrawAll,
    /// Suspend the process.
    Suspend,
    Quit,
}
