//! What the dialog keeps: what was shown when the user asked, and the choices.

use crate::format::{self, Format};
use crate::tui::overlay::OverlayRef;
use crate::tui::shared::{SharedPart, Shown};
use crate::tui::state::{ListCursor, State};

/// The content of the share dialog.
#[derive(Debug)]
pub(super) struct SharePane {
    /// What was shown when the dialog was opened.
    pub(super) shown: Shown,
    /// Its command in the notation of shells, or why there is none.
    pub(super) command: Result<String, &'static str>,
    pub(super) items: Vec<ShareItem>,
    pub(super) rows: ListCursor,
    /// The overlay that was open before.
    pub(super) under: Option<OverlayRef>,
}

/// The open dialog.
pub(super) type Open = Option<Box<SharePane>>;

pub(super) fn pane(state: &State) -> Option<&SharePane> {
    state.parts.get::<Open>().as_deref()
}

/// A choice.
#[derive(Debug, Clone, Copy)]
pub(super) enum ShareItem {
    Copy(Format),
    CopySentence,
    CopyIds,
    CopyCommand,
    Save(Format),
}

/// The formats that are offered for copying.
const COPIED: [&str; 2] = ["markdown", "mermaid"];

impl ShareItem {
    /// What the row does, and with what.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Copy(format) => ("copy", format.name),
            Self::CopySentence => ("copy", "sentence"),
            Self::CopyIds => ("copy", "ids"),
            Self::CopyCommand => ("copy", "command"),
            Self::Save(format) => ("save", format.name),
        }
    }

    /// The choices for a part, the usual ones first.
    pub(super) fn of(part: &SharedPart) -> Vec<Self> {
        if let (SharedPart::Text(_), Some(markdown)) = (part, Format::named("markdown")) {
            return vec![Self::Copy(markdown), Self::CopySentence, Self::CopyCommand, Self::Save(markdown)];
        }
        let copied = COPIED.iter().filter_map(|name| Format::named(name)).map(Self::Copy);
        let texts = [Self::CopySentence, Self::CopyIds, Self::CopyCommand];
        copied.chain(texts).chain(format::ALL.iter().copied().map(Self::Save)).collect()
    }
}
