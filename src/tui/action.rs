//! What a person can ask for.
//!
//! An action has no payload: what it acts on is whatever is selected when it is asked for. So every one of them can be
//! bound to a key, listed in the palette and described in one sentence; the sentences are in `assets/keymap.yaml`.

macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal,)*) => {
        /// What a person can ask for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $($(#[$doc])* $action,)*
        }

        impl Action {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$action),*];

            /// Its name in keymaps and in the palette.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$action => $name,)*
                }
            }
        }
    };
}

actions! {
    /// The row above.
    Up = "up",
    /// The row below.
    Down = "down",
    /// To the left, or close.
    Left = "left",
    /// To the right, or open.
    Right = "right",
    /// A screenful up.
    PageUp = "page-up",
    /// A screenful down.
    PageDown = "page-down",
    /// The first row.
    Top = "top",
    /// The last row.
    Bottom = "bottom",
    /// Go to the selected thing.
    Activate = "activate",
    /// Open or close, tick or untick the selected row.
    Toggle = "toggle",
    /// The next pane.
    NextPane = "next-pane",
    /// The pane before.
    PreviousPane = "previous-pane",
    /// Close what is open on top, or stop.
    Cancel = "cancel",

    /// The view Explore.
    ViewExplore = "view-explore",
    /// The view Lineage.
    ViewLineage = "view-lineage",
    /// The view Tree.
    ViewTree = "view-tree",
    /// The view Map.
    ViewMap = "view-map",
    /// The view Problems.
    ViewFindings = "view-findings",

    /// Type a search.
    Search = "search",
    /// Where one was before.
    Back = "back",
    /// Where one was before going back.
    Forward = "forward",
    /// The lineage of the selected node.
    LineageOf = "lineage-of",
    /// The other end of the selected edge.
    OpenOther = "open-other",
    /// Mark or unmark the selected node.
    Mark = "mark",
    /// Choose among the marked nodes.
    Marks = "marks",
    /// Forget all marks.
    ClearMarks = "clear-marks",
    /// Open the file in an editor.
    Edit = "edit",
    /// Send the id to the clipboard.
    CopyId = "copy-id",
    /// Send the path to the clipboard.
    CopyPath = "copy-path",

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
    /// What was said about the selected node, and when.
    History = "history",
    /// What speaks for the selected node and against it, or what proves the selected finding.
    Argument = "argument",
    /// What a change of the selected node reaches.
    Impact = "impact",
    /// Drift and coverage of architecture models.
    Drift = "drift",
    /// How the marked node and the selected one are connected.
    Path = "path",
    /// Links of the selected node that are probably missing.
    Suggest = "suggest",
    /// Take an edge of this run back.
    Undo = "undo",
    /// Close the selected node: say who addressed it.
    CloseSignal = "close-signal",

    /// Into the past, or back to now.
    Past = "past",
    /// Mark what came since a time, or do not.
    Diff = "diff",
    /// One step back in time.
    Earlier = "earlier",
    /// One step on in time.
    Later = "later",
    /// The start of the log.
    Earliest = "earliest",
    /// The present.
    Now = "now",
    /// Another length of a step through time.
    Stride = "stride",
    /// A time that is typed.
    GoToTime = "go-to-time",

    /// Incoming, outgoing or both.
    Direction = "direction",
    /// Choose relations.
    Relations = "relations",
    /// One step further.
    Deeper = "deeper",
    /// One step less.
    Shallower = "shallower",
    /// With or without implicit edges.
    Implicit = "implicit",
    /// With or without edges that were taken back.
    Retracted = "retracted",
    /// The least confidence an edge must have.
    Confidence = "confidence",
    /// The lens on layers.
    Lens = "lens",
    /// Edges as stored or as meant.
    Orient = "orient",
    /// Another order.
    Sort = "sort",
    /// The same shown another way.
    Arrange = "arrange",
    /// All filters as they were at first.
    ResetFilters = "reset-filters",

    /// Nearer.
    ZoomIn = "zoom-in",
    /// Further away.
    ZoomOut = "zoom-out",
    /// All of the map.
    Fit = "fit",
    /// What lies to the left.
    PanLeft = "pan-left",
    /// What lies to the right.
    PanRight = "pan-right",
    /// What lies above.
    PanUp = "pan-up",
    /// What lies below.
    PanDown = "pan-down",

    /// Tick only the selected row.
    OnlyThis = "only-this",
    /// Tick every row but the selected one.
    AllButThis = "all-but-this",
    /// Tick every row.
    All = "all",

    /// The next field of the editor.
    NextField = "next-field",
    /// The field before.
    PreviousField = "previous-field",
    /// From and to the other way round.
    SwapEnds = "swap-ends",
    /// Do what the advice says.
    TakeFix = "take-fix",
    /// Throw the draft away.
    StartOver = "start-over",

    /// The keys that work here.
    Help = "help",
    /// Choose among all actions.
    Palette = "palette",
    /// Choose a theme.
    Theme = "theme",
    /// Leave the mouse to the terminal, or take it back.
    Mouse = "mouse",
    /// Read the workspace again.
    Refresh = "refresh",
    /// Draw everything again.
    Redraw = "redraw",
    /// Stop, until the shell continues it.
    Suspend = "suspend",
    /// The mistakes in config, keymap and themes.
    ConfigErrors = "config-errors",
    /// Leave the program.
    Quit = "quit",

    /// Take what was typed.
    Accept = "accept",
    /// A letter to the left.
    PromptLeft = "prompt-left",
    /// A letter to the right.
    PromptRight = "prompt-right",
    /// In front of everything typed.
    PromptStart = "prompt-start",
    /// Behind everything typed.
    PromptEnd = "prompt-end",
    /// Delete the letter in front.
    DeleteBack = "delete-back",
    /// Delete the letter behind.
    DeleteForward = "delete-forward",
    /// Delete the word in front.
    DeleteWord = "delete-word",
    /// Delete everything in front.
    DeleteToStart = "delete-to-start",
    /// Delete everything behind.
    DeleteToEnd = "delete-to-end",
    /// The next row of what was found.
    NextRow = "next-row",
    /// The row before.
    PreviousRow = "previous-row",
}

impl Action {
    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_its_place_and_a_name_that_finds_it() {
        for (at, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!(action as usize, at);
            assert_eq!(Action::from_name(action.name()), Some(action));
        }
    }
}
