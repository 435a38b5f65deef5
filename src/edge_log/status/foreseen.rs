//! A preview of a status change, without writing anything.

use super::interrupted::Interrupted;
use super::{StatusChange, StatusError, edge_of, edit, read};
use crate::edge_log::EdgeLog;
use crate::system::log::Row;
use std::path::Path;

/// The effect of a status change, according to the current file.
#[derive(Debug, Clone)]
pub struct Foreseen<'a> {
    /// The previous status.
    pub previous: String,
    /// The line of the status in the file.
    pub line: u32,
    /// The edge that would be added; `None` as long as no responsible node is given.
    pub row: Option<Row<'a>>,
}

/// Returns what [`change_status`](super::change_status) would do, or its error, by the same rules.
pub fn preview_status<'a>(root: &Path, log: &EdgeLog, change: &StatusChange<'a>) -> Result<Foreseen<'a>, StatusError> {
    let row = match change.addressed_by {
        Some(_) => edge_of(change, change.at)?,
        None => None,
    };
    // An interrupted change is resumed with the row it has already appended.
    let row = row.map(|row| match Interrupted::find(root, log, change.id) {
        Some(interrupted) if interrupted.is_by(&row.from) => interrupted.row,
        _ => row,
    });
    let edited = edit(change, &read(&root.join(change.file), change.file)?, change.at)?;
    Ok(Foreseen { previous: edited.previous, line: edited.line, row })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FILE, workspace};
    use super::*;

    #[test]
    fn preview_equals_the_written_change() {
        let ws = workspace("---\ntitle: x\nstatus: open\n---\n");
        let change = ws.change("addressed", Some("t"));
        let foreseen = preview_status(ws.folder.path(), &EdgeLog::of(ws.folder.path()), &change).unwrap();
        assert_eq!((ws.read("references.jsonl"), ws.read("audit.jsonl")), (String::new(), String::new()));
        assert_eq!(ws.read(FILE), "---\ntitle: x\nstatus: open\n---\n");

        let changed = ws.apply("addressed", Some("t")).unwrap();
        assert_eq!((foreseen.previous, foreseen.line), (changed.previous, changed.line));
        let row = serde_json::to_string(&foreseen.row.unwrap()).unwrap();
        assert_eq!(ws.read("references.jsonl"), format!("{row}\n"));
    }

    #[test]
    fn preview_without_a_responsible_node_has_no_edge() {
        let ws = workspace("---\nstatus: open\n---\n");
        let foreseen =
            preview_status(ws.folder.path(), &EdgeLog::of(ws.folder.path()), &ws.change("addressed", None)).unwrap();
        assert_eq!((&*foreseen.previous, foreseen.line), ("open", 2));
        assert!(foreseen.row.is_none());
    }

    #[test]
    fn preview_fails_with_the_same_message() {
        for (text, by) in [("---\nstatus: dismissed\n---\n", "t"), ("---\na: [\n---\n", "t"), ("---\nx: 1\n---\n", "s")]
        {
            let ws = workspace(text);
            let foreseen =
                preview_status(ws.folder.path(), &EdgeLog::of(ws.folder.path()), &ws.change("addressed", Some(by)))
                    .unwrap_err();
            assert_eq!(foreseen.to_string(), ws.apply("addressed", Some(by)).unwrap_err().to_string());
        }
    }
}
