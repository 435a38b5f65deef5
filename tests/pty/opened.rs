//! The real program, opened on a workspace of its own.

use crate::support::screen::{Mode, Session, rows};
use refscope::workspace::unpack_demo;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use vt100::Screen;

pub(super) const SIZE: (u16, u16) = (120, 30);

/// What the program switches on.
pub(super) const ENTERED: [Mode; 4] = super::ENTERED;

/// A folder with the demo in `w`.
pub(super) fn demo() -> TempDir {
    let folder = TempDir::new().unwrap();
    unpack_demo(&folder.path().join("w")).unwrap();
    folder
}

/// What the log of the demo in a folder holds.
pub(super) fn log_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("w/references.jsonl")).unwrap()
}

/// Opens the demo of a folder, and waits until everything of it was read and examined.
pub(super) fn open_demo(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Session {
    let session = start(folder, arguments, environment, SIZE);
    session.wait_for(|screen| is_examined(screen) && has_detail(screen), "everything");
    session
}

/// Starts the program on the workspace `w` of a folder.
pub(super) fn start(folder: &Path, arguments: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Session {
    Session::start(folder, &[&["-w", "w"], arguments].concat(), environment, size)
}

/// Whether everything is counted, the doctor is done, and changes are noticed from now on.
pub(super) fn is_examined(screen: &Screen) -> bool {
    let is_done = |header: &String| {
        let is_watched = header.contains("live") || header.contains('●');
        header.contains("problem") && header.contains("edges") && is_watched
    };
    rows(screen).first().is_some_and(is_done)
}

fn has_detail(screen: &Screen) -> bool {
    let text = screen.contents();
    (text.contains(" in · ") || text.contains(" in | ")) && !text.contains("no node is selected")
}

/// The selected row of the pane at the left, without its signs.
pub(super) fn selected(screen: &Screen) -> Option<String> {
    let row = rows(screen).into_iter().find_map(|row| row.strip_prefix("│>").map(str::to_owned))?;
    row.split_whitespace().nth(1).map(str::to_owned)
}

impl Session {
    /// Presses keys, and waits for what they bring.
    pub(super) fn press(&mut self, keys: &str, text: &str) {
        self.keys(keys);
        self.wait_for_text(text);
    }

    /// Waits until a node is the selected one of the list.
    pub(super) fn wait_for_selected(&self, node: &str) {
        self.wait_for(|screen| selected(screen).as_deref() == Some(node), &format!("{node} selected"));
    }
}
