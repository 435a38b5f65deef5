//! What must be done outside the state: asked for by `update`, done by the runtime.

use super::event::Wake;
use super::job::{Job, Ticket};
use super::remembered::RememberedFilters;
use crate::workspace::Changes;
use std::any::Any;
use std::path::PathBuf;

/// What must be done.
#[derive(Debug)]
pub enum Effect {
    /// Read the workspace, from scratch.
    Load,
    /// Look at what changed in the workspace.
    Look(Changes),
    /// Do a job on a thread of its own; an older one of the same lane is called off.
    Ask(Ticket, Job),
    /// Let this happen after so many milliseconds, instead of when it was set to happen before.
    Wake(Wake, u64),
    /// Open a file at a line in the user's editor.
    Edit(PathBuf, Option<u32>),
    /// Send a text to the clipboard; the second is what it is, in words.
    Copy(String, &'static str),
    /// Remember this for the next run.
    Keep(Box<RememberedFilters>),
    /// Listen to the mouse, or leave it to the terminal.
    ListenToMouse(bool),
    /// Let go of something large that is not needed any more: giving back its memory takes longer than a key may.
    Forget(Box<dyn Any + Send>),
    /// Forget what is on the screen and draw all of it.
    RedrawAll,
    /// Stop until somebody brings the program back.
    Suspend,
    /// End.
    Quit,
}
