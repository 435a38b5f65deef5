//! Opening the real program on a workspace.

use crate::support::screen::{Mode, Session, rows};
use refscope::sample::unpack_demo;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use vt100::Screen;

pub(super) const SIZE: (u16, u16) = (120, 30);

/// Terminal modes that the program switches on.
pub(super) const ENTERED: [Mode; 4] = super::ENTERED;

/// A folder that contains the demo in `w`.
pub(super) fn demo() -> TempDir {
    let folder = TempDir::new().unwrap();
    unpack_demo(&folder.path().join("w")).unwrap();
    folder
}

/// The content of the log of the demo in a folder.
pub(super) fn log_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("w/references.jsonl")).unwrap()
}

/// Opens the demo in a folder, and waits until it is loaded and the doctor is done.
pub(super) fn open_demo(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Session {
    let session = start(folder, arguments, environment, SIZE);
    session.wait_for(|screen| is_examined(screen) && has_detail(screen), "everything");
    session
}

/// Starts the program on the workspace `w` of a folder.
pub(super) fn start(folder: &Path, arguments: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Session {
    Session::start(folder, &[&["-w", "w"], arguments].concat(), environment, size)
}

/// Whether the counts are shown, the doctor is done, and changes are being watched.
pub(super) fn is_examined(screen: &Screen) -> bool {
    let is_done = |header: &String| {
        let is_watched = header.contains("live") || header.contains('●');
        header.contains("finding") && header.contains("edges") && is_watched
    };
    rows(screen).first().is_some_and(is_done)
}

fn has_detail(screen: &Screen) -> bool {
    let text = screen.contents();
    (text.contains(" in · ") || text.contains(" in | ")) && !text.contains("No node selected")
}

/// The selected row of the left pane, without its symbols.
pub(super) fn selected(screen: &Screen) -> Option<String> {
    let row = rows(screen).into_iter().find_map(|row| row.strip_prefix("│>").map(str::to_owned))?;
    row.split_whitespace().nth(1).map(str::to_owned)
}

impl Session {
    /// Presses keys, and waits for a text.
    pub(super) fn press(&mut self, keys: &str, text: &str) {
        self.keys(keys);
        self.wait_for_text(text);
    }

    /// Waits until a node is selected in the list.
    pub(super) fn wait_for_selected(&self, node: &str) {
        self.wait_for(|screen| selected(screen).as_deref() == Some(node), &format!("{node} selected"));
    }
}
