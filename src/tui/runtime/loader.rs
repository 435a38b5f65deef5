//! The thread that reads the workspace; a newer reading calls off an older one.

use super::panics;
use crate::tui::event::Event;
use crate::workspace::{Progress, Workspace};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Reads the workspace, and tells how far it is.
pub(super) struct Loader {
    root: PathBuf,
    send: Sender<Event>,
    running: Option<Progress>,
}

impl Loader {
    pub(super) fn new(root: PathBuf, send: Sender<Event>) -> Self {
        Self { root, send, running: None }
    }

    /// Starts reading from scratch.
    pub(super) fn start(&mut self) -> io::Result<()> {
        if let Some(running) = self.running.take() {
            running.cancel();
        }
        let progress = Progress::default();
        self.running = Some(progress.clone());
        let (root, send) = (self.root.clone(), self.send.clone());
        panics::spawn("load", move || {
            // If nobody listens any more, the program is ending.
            let tell = |event| {
                // One that was called off while it finished must not replace what a newer one reads.
                if !progress.is_cancelled() {
                    drop(send.send(event));
                }
            };
            let early = |workspace| tell(Event::NodesLoaded(Arc::new(workspace)));
            #[cfg(debug_assertions)]
            super::breakdown::Breakdown::wanted().on_load();
            // On rayon's threads, where a panic that a source's guard catches is not the end of the program.
            match rayon::scope(|_| Workspace::load_telling(&root, &progress, early)) {
                Ok(Some(workspace)) => tell(Event::Loaded(Arc::new(workspace))),
                Ok(None) => {}
                Err(error) => tell(Event::LoadFailed(error.to_string())),
            }
        })?;
        Ok(())
    }

    /// How far it is, if it is reading.
    pub(super) fn progress(&self) -> Option<Event> {
        let progress = self.running.as_ref()?;
        Some(Event::LoadAdvanced { files: progress.files(), rows: progress.rows() })
    }

    /// It is done.
    pub(super) fn finished(&mut self) {
        self.running = None;
    }
}
