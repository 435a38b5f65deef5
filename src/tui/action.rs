//! Actions: everything a key or a palette entry can do.
//!
//! An action has no payload: it acts on the selection. Every action can therefore be bound to a key, listed in the
//! palette and described in one sentence; the sentences are in `assets/keymap.yaml`.

use super::view::{self, ViewRef};

macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal,)*) => {
        /// Something the user can do with a key or from the palette.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $action,)*
            /// Show the view at this position.
            Show(usize),
        }

        impl Action {
            /// All actions but those that show a view.
            const FIXED: [Self; [$($name),*].len()] = [$(Self::$action),*];

            /// Its name in keymaps and in the palette.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$action => $name,)*
                    Self::Show(at) => view::ALL[at].about().action,
                }
            }
        }
    };
}

actions! {
    Up = "up",
    Down = "down",
    /// To the left, or close.
    Left = "left",
    /// To the right, or open.
    Right = "right",
    PageUp = "page-up",
    PageDown = "page-down",
    Top = "top",
    Bottom = "bottom",
    /// Go to the selection.
    Activate = "activate",
    /// Open or close, tick or untick the selected row.
    Toggle = "toggle",
    NextPane = "next-pane",
    PreviousPane = "previous-pane",
    /// Close the topmost overlay, or end the current mode.
    Cancel = "cancel",

    Search = "search",
    /// Back in the history.
    Back = "back",
    /// Forward in the history.
    Forward = "forward",
    LineageOf = "lineage-of",
    /// The other end of the selected edge.
    OpenOther = "open-other",
    /// Mark or unmark the selected node.
    Mark = "mark",
    /// Choose a marked node.
    Marks = "marks",
    ClearMarks = "clear-marks",
    /// Open the file in the external editor.
    Edit = "edit",
    /// Copy the id to the clipboard.
    CopyId = "copy-id",
    /// Copy the path to the clipboard.
    CopyPath = "copy-path",
    /// Copy or save what is shown.
    Share = "share",

    /// Add an edge from the selected node.
    Link = "link",
    /// Add an edge from every marked node.
    LinkMarked = "link-marked",
    /// Add an edge with the relation of the last one.
    RepeatLink = "repeat-link",
    /// Restore the saved draft.
    RestoreDraft = "restore-draft",
    /// Follow the log.
    Follow = "follow",
    /// The history of the selected node.
    History = "history",
    /// The argument for and against the selected node, or the proof of the selected finding.
    Argument = "argument",
    /// The impact of a change to the selected node.
    Impact = "impact",
    /// Drift and coverage of architecture models.
    Drift = "drift",
    /// The relations in force.
    Vocabulary = "vocabulary",
    /// The shortest paths from the last marked node to the selected one.
    Path = "path",
    /// Suggested edges for the selected node.
    Suggest = "suggest",
    /// Retract an edge that was added in this session.
    Undo = "undo",
    /// Close the selected signal by naming the node that addresses it.
    CloseSignal = "close-signal",

    /// Enter the past, or return to now.
    Past = "past",
    /// Mark changes since a time, or clear the marks.
    Diff = "diff",
    Earlier = "earlier",
    /// One step forward in time.
    Later = "later",
    Earliest = "earliest",
    Now = "now",
    /// The next step size for moving through time.
    Stride = "stride",
    /// Type a time to go to.
    GoToTime = "go-to-time",

    /// Incoming edges, outgoing edges or both.
    Direction = "direction",
    /// Choose relations.
    Relations = "relations",
    /// One step further.
    Deeper = "deeper",
    /// One step fewer.
    Shallower = "shallower",
    /// With or without implicit edges.
    Implicit = "implicit",
    /// With or without retracted edges.
    Retracted = "retracted",
    /// The minimum confidence of edges.
    Confidence = "confidence",
    /// The layer lens.
    Lens = "lens",
    /// Follow edges as stored or by meaning.
    Orient = "orient",
    /// The next sort order.
    Sort = "sort",
    /// The other arrangement of the view.
    Arrange = "arrange",
    /// Reset all filters.
    ResetFilters = "reset-filters",

    ZoomIn = "zoom-in",
    ZoomOut = "zoom-out",
    /// Fit the whole map.
    Fit = "fit",
    PanLeft = "pan-left",
    PanRight = "pan-right",
    PanUp = "pan-up",
    PanDown = "pan-down",

    /// Tick only the selected row.
    OnlyThis = "only-this",
    /// Tick every row but the selected one.
    AllButThis = "all-but-this",
    All = "all",

    NextField = "next-field",
    PreviousField = "previous-field",
    /// Swap the ends of the edge.
    SwapEnds = "swap-ends",
    /// Apply the advice.
    ApplyFix = "apply-fix",
    /// Discard the draft.
    StartOver = "start-over",

    /// The available keys.
    Help = "help",
    /// Open the command palette.
    Palette = "palette",
    Theme = "theme",
    /// Toggle mouse capture.
    Mouse = "mouse",
    /// Reload the workspace.
    Refresh = "refresh",
    /// Redraw the screen.
    Redraw = "redraw",
    /// Suspend the process until the shell resumes it.
    Suspend = "suspend",
    /// Errors in config, keymap and themes.
    ConfigErrors = "config-errors",
    /// Show the last messages.
    Messages = "messages",
    Quit = "quit",

    /// Accept the typed text.
    Accept = "accept",
    /// One character left.
    PromptLeft = "prompt-left",
    /// One character right.
    PromptRight = "prompt-right",
    /// Start of the line.
    PromptStart = "prompt-start",
    /// End of the line.
    PromptEnd = "prompt-end",
    /// Delete the character before the cursor.
    DeleteBack = "delete-back",
    /// Delete the character after the cursor.
    DeleteForward = "delete-forward",
    /// Delete the word before the cursor.
    DeleteWord = "delete-word",
    /// Delete everything before the cursor.
    DeleteToStart = "delete-to-start",
    /// Delete everything after the cursor.
    DeleteToEnd = "delete-to-end",
    /// The next result.
    NextRow = "next-row",
    PreviousRow = "previous-row",
}

impl Action {
    /// All actions, in the order in which the palette lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        let views = |action| (0..view::ALL.len()).filter(move |_| action == Self::Cancel).map(Self::Show);
        Self::FIXED.into_iter().flat_map(move |action| std::iter::once(action).chain(views(action)))
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|action| action.name() == name)
    }

    /// The view that it shows.
    pub fn shown_view(self) -> Option<ViewRef> {
        if let Self::Show(at) = self { Some(view::ALL[at]) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_found_by_its_name() {
        for action in Action::all() {
            assert_eq!(Action::from_name(action.name()), Some(action));
        }
        assert_eq!(Action::all().count(), Action::FIXED.len() + view::ALL.len());
    }
}
