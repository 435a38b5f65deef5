//! What is being shared: the part of the graph that was shown when the user asked, and the choices.

use super::list_cursor::ListCursor;
use crate::format::{self, Format};
use crate::graph::Graph;
use crate::tui::job::SharedPart;
use crate::tui::overlay::OverlayRef;
use std::sync::Arc;

/// The content of the share dialog.
#[derive(Debug)]
pub struct SharePane {
    /// The graph of the shown part, which stays the same while the dialog is open.
    pub graph: Arc<Graph>,
    pub part: SharedPart,
    /// What is shown, such as `Lineage of x`.
    pub title: String,
    /// The command that gives the same, or why there is none.
    pub command: Result<String, &'static str>,
    /// The selected edge, node or row as a sentence, with file and line if it has them.
    pub sentence: Option<String>,
    pub items: Vec<ShareItem>,
    pub rows: ListCursor,
    /// The overlay that was open before.
    pub under: Option<OverlayRef>,
}

/// A choice.
#[derive(Debug, Clone, Copy)]
pub enum ShareItem {
    Copy(Format),
    CopySentence,
    CopyIds,
    CopyCommand,
    Save(Format),
}

/// The formats that are offered for copying.
const COPIED: [&str; 2] = ["markdown", "mermaid"];

impl ShareItem {
    /// The choices for a part, the usual ones first.
    pub fn of(part: &SharedPart) -> Vec<Self> {
        if let (SharedPart::Page(_), Some(markdown)) = (part, Format::named("markdown")) {
            return vec![Self::Copy(markdown), Self::CopySentence, Self::CopyCommand, Self::Save(markdown)];
        }
        let copied = COPIED.iter().filter_map(|name| Format::named(name)).map(Self::Copy);
        let texts = [Self::CopySentence, Self::CopyIds, Self::CopyCommand];
        copied.chain(texts).chain(format::ALL.iter().copied().map(Self::Save)).collect()
    }
}
